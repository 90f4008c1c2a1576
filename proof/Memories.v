(** Memories that are honest: none at all, a table in the hands of an adversary, and a hash table. *)

From Coq Require Import ZArith List Bool Lia Arith String.
From PvInPvs Require Import Game Search Score Stability Triangular SingleArray PvInPvs Simulation AnyStore Contract
  TranspositionTable TableLines TableStores WithoutTable TableContract.
Import ListNotations.
Open Scope Z_scope.

(** ** A table in the hands of an adversary *)

Section Adversary.
  Variable G : game.

  (** All that was ever asked and told. *)
  Inductive event := Asked (k d : nat) (p : position G) (a b : Z) | Told (k d : nat) (p : position G) (e : entry).
  Notation history := (list event).

  (** The entry of a position serves another one, if its value at that depth is a monotone function of it: the same
      position; or the same at another ply, where scores of mates are further away by some plies. *)
  Definition carried (phi : Z -> Z) (e : entry) : entry := {| bound_of := bound_of e; score_of := phi (score_of e) |}.
  Definition serves (h : history) (d : nat) (p : position G) (e : entry) : Prop := exists k q e0 phi,
    In (Told k d q e0) h /\ (forall x y, x <= y -> phi x <= phi y) /\ minimax G d p = phi (minimax G d q) /\
    e = carried phi e0.

  (** Whatever was told is true. *)
  Definition all_true (h : history) : Prop := forall k d p e, In (Told k d p e) h -> tells_truth (minimax G d p) e.

  (** The adversary knows the history. It may add entries that are true, as another thread does or an opening book; it
      may find an entry that serves, or forget it; it chooses the order of the moves; and it decides whether a bound
      that does not cut off narrows the window, to one beyond the bound. *)
  Variable allowed : position G -> list (move G) -> Prop.
  Variable choose : history -> nat -> nat -> position G -> Z -> Z -> option entry.
  Variable order : history -> nat -> nat -> position G -> list (move G).
  Variable narrows : history -> bool.
  Variable news : history -> history.
  Hypothesis news_true : forall h, all_true (news h).
  Hypothesis only_what_was_told : forall h k d p a b e, choose h k d p a b = Some e -> serves h d p e.
  Hypothesis order_allowed : forall h k d p, allowed p (order h k d p).

  Definition cuts_off (a b : Z) (e : entry) : bool :=
    match bound_of e with Exact => true | Lower => b <=? score_of e | Upper => score_of e <=? a end.
  Definition narrowed (a b : Z) (e : entry) : answer :=
    match bound_of e with
    | Exact => Expand a b
    | Lower => Expand (Z.max a (score_of e - 1)) b
    | Upper => Expand a (Z.min b (score_of e + 1))
    end.

  Definition adversary : memory G := {|
    content := history;
    probe := fun k d p a b h =>
      let h := news h ++ h in
      (match choose h k d p a b with
       | Some e => if cuts_off a b e then Cut e else if narrows h then narrowed a b e else Expand a b
       | None => Expand a b
       end, Asked k d p a b :: h);
    arrange := fun k d p h => order h k d p;
    remember := fun k d p e h => Told k d p e :: h |}.

  Lemma serves_true : forall h d p e, all_true h -> serves h d p e -> tells_truth (minimax G d p) e.
  Proof.
    intros h d p e H (k & q & e0 & phi & I & Mo & V & ->). specialize (H _ _ _ _ I). unfold tells_truth, carried in *.
    cbn [bound_of score_of]. rewrite V. destruct (bound_of e0); [now rewrite H | now apply Mo | now apply Mo].
  Qed.

  Lemma narrowed_narrower : forall v a b e a' b', a < b -> tells_truth v e -> cuts_off a b e = false ->
    narrowed a b e = Expand a' b' -> narrower v a b a' b'.
  Proof.
    intros v a b e a' b' R Tr Cu E. unfold tells_truth, cuts_off, narrowed, narrower in *.
    destruct (bound_of e); injection E as <- <-; [lia | |]; rewrite Z.leb_gt in Cu; lia.
  Qed.

  Lemma news_too : forall h, all_true h -> all_true (news h ++ h).
  Proof. intros h H k d p e I. apply in_app_or in I. destruct I as [I | I]; [exact (news_true h _ _ _ _ I) | exact (H
    _ _ _ _ I)]. Qed.

  (** No adversary is dishonest: a table may lose every entry at every moment (src/table/slots.rs: every [Replace],
      every [PvCut], every number of entries; entries of another thread and of an earlier search). *)
  Theorem adversary_honest : honest G allowed adversary all_true.
  Proof.
    constructor; cbn [adversary probe arrange remember content fst snd].
    - intros k d p a b h R H k' d' p' e [I | I]; [discriminate | exact (news_too h H _ _ _ _ I)].
    - intros k d p a b h e R H E. apply news_too in H. set (h' := news h ++ h) in *. clearbody h'.
      destruct (choose h' k d p a b) as [e'|] eqn:C; [|discriminate].
      destruct (cuts_off a b e') eqn:Cu; [|destruct (narrows h'); [unfold narrowed in E; destruct (bound_of e')|];
        discriminate].
      injection E as <-. split; [exact (serves_true h' d p e' H (only_what_was_told _ _ _ _ _ _ _ C))|].
      unfold cuts_off, cuts in *. destruct (bound_of e'); [exact I | now apply Z.leb_le | now apply Z.leb_le].
    - intros k d p a b h a' b' R H E. apply news_too in H. set (h' := news h ++ h) in *. clearbody h'.
      destruct (choose h' k d p a b) as [e|] eqn:C.
      + destruct (cuts_off a b e) eqn:Cu; [discriminate|].
        destruct (narrows h'); [|injection E as <- <-; now apply narrower_refl].
        exact (narrowed_narrower _ _ _ _ _ _ R (serves_true h' d p e H (only_what_was_told _ _ _ _ _ _ _ C)) Cu E).
      + injection E as <- <-. now apply narrower_refl.
    - intros k d p h _. apply order_allowed.
    - intros k d p e h H Tr k' d' p' e' [I | I]; [injection I as <- <- <- <-; exact Tr | exact (H _ _ _ _ I)].
  Qed.

  (** An empty table is true. *)
  Theorem nothing_told : all_true [].
  Proof. intros k d p e []. Qed.
End Adversary.

(** ** A hash table *)

Section HashTable.
  Variable G : game.
  (** Keys tell positions apart that differ in value. *)
  Variable key : position G -> Z.
  Hypothesis no_collisions : forall p q, key p = key q -> forall d, minimax G d p = minimax G d q.
  (** The slot of a key; whether a new entry replaces the old one of its slot; whether an entry may cut off a node with
      an open window ([PvCut]). *)
  Variable slot_of : Z -> nat.
  Notation slot := (Z * nat * entry)%type.
  Variable replaces : slot -> slot -> bool.
  Variable pv_cut : entry -> bool.
  (** Whether a bound inside the window narrows it, to one beyond the bound ([Narrow::Beyond]). *)
  Variable narrows : bool.

  (** As in src/table/slots.rs, with equal drafts: the root is not probed; an entry must have the key and the draft. *)
  Definition hash_table : memory G := {|
    content := nat -> option slot;
    probe := fun k d p a b c =>
      (match k, c (slot_of (key p)) with
       | S _, Some (x, draft, e) =>
           if (x =? key p) && Nat.eqb draft d then
             if cuts_off a b e then if negb (a + 1 <? b) || pv_cut e then Cut e else Expand a b
             else if narrows then narrowed a b e else Expand a b
           else Expand a b
       | _, _ => Expand a b
       end, c);
    arrange := fun _ _ p _ => moves G p;
    remember := fun _ d p e c =>
      let new := (key p, d, e) in
      match c (slot_of (key p)) with
      | Some old => if replaces old new then set c (slot_of (key p)) (Some new) else c
      | None => set c (slot_of (key p)) (Some new)
      end |}.

  (** Each slot has a true entry. *)
  Definition slots_true (c : nat -> option slot) : Prop := forall i x d e, c i = Some (x, d, e) ->
    exists p, x = key p /\ tells_truth (minimax G d p) e.

  (** A hash table without collisions is honest, whatever it replaces, and if it narrows windows to one beyond a bound
      (src/table/slots.rs). *)
  Theorem hash_table_honest : honest G (in_order G) hash_table slots_true.
  Proof.
    assert (St : forall k d p e c, slots_true c -> tells_truth (minimax G d p) e -> slots_true (remember hash_table k
      d p e c)).
    { intros k d p e c H Tr. cbn [hash_table remember].
      assert (Se : slots_true (set c (slot_of (key p)) (Some (key p, d, e)))).
      { intros i x d' e' E. unfold set in E. destruct (Nat.eqb i (slot_of (key p))); [|exact (H _ _ _ _ E)].
        injection E as <- <- <-. now exists p. }
      destruct (c (slot_of (key p))) as [old|]; [destruct (replaces old (key p, d, e)); [exact Se | exact H] | exact
        Se]. }
    assert (fits : forall (k d : nat) p c x draft e, slots_true c -> c (slot_of (key p)) = Some (x, draft, e) ->
      tells_truth (minimax G d p) e \/ (x =? key p) && Nat.eqb draft d = false).
    { intros k d p c x draft e H C. destruct (Z.eqb_spec x (key p)); [|now right].
      destruct (Nat.eqb_spec draft d); [|now right]. left. subst x draft. destruct (H _ _ _ _ C) as (q & Q & Tr).
      now rewrite (no_collisions p q Q). }
    constructor; [auto | | | reflexivity | exact St]; cbn [hash_table probe fst].
    - intros k d p a b c e R H E. destruct k as [|k]; [discriminate|].
      destruct (c (slot_of (key p))) as [[[x draft] e']|] eqn:C; [|discriminate].
      destruct (fits k d p c x draft e' H C) as [Tr | Un]; [|rewrite Un in E; discriminate].
      destruct ((x =? key p) && Nat.eqb draft d); [|discriminate].
      destruct (cuts_off a b e') eqn:Cu; [|destruct narrows; [unfold narrowed in E; destruct (bound_of e')|];
        discriminate].
      destruct (negb (a + 1 <? b) || pv_cut e'); [|discriminate]. injection E as <-. split; [exact Tr|].
      unfold cuts_off, cuts in *. destruct (bound_of e'); [exact I | now apply Z.leb_le | now apply Z.leb_le].
    - intros k d p a b c a' b' R H E.
      assert (X : Expand a b = Expand a' b' -> narrower (minimax G d p) a b a' b').
      { intros X. injection X as <- <-. now apply narrower_refl. }
      destruct k as [|k]; [now apply X|]. destruct (c (slot_of (key p))) as [[[x draft] e']|] eqn:C; [|now apply X].
      destruct (fits k d p c x draft e' H C) as [Tr | Un]; [|rewrite Un in E; now apply X].
      destruct ((x =? key p) && Nat.eqb draft d); [|now apply X].
      destruct (cuts_off a b e') eqn:Cu; [destruct (negb (a + 1 <? b) || pv_cut e'); [discriminate | now apply X]|].
      destruct narrows; [|now apply X]. exact (narrowed_narrower _ _ _ _ _ _ R Tr Cu E).
  Qed.

  (** An empty table is true. *)
  Theorem empty_slots_true : slots_true (fun _ => None).
  Proof. intros i x d e E. discriminate. Qed.
End HashTable.

(** ** What it comes to *)

Section Claims.
  Variable G : game.
  Variable inf : Z.
  Hypothesis bounded : forall p, - inf < value G p < inf.
  Variable M : memory G.
  Variable fair : content M -> Prop.
  Hypothesis is_honest : honest G (in_order G) M fair.

  (** One array is enough with a table, too: if the moves are searched in the order of the game, and the score is inside
      the window of the root, then it is the value, and the array, whatever it held before, holds the first n moves of
      the leftmost optimal line; if that has more, then the table has cut off the node after the n moves, in an open
      window (`single-array` in the column `score-stable`: src/contract/adjustments.rs). *)
  Theorem one_array_is_enough : forall a f, In (a, f) (table_array_algorithms G inf M) ->
    forall d p alpha beta array c, in_range inf alpha beta -> alpha + 1 < beta -> fair c ->
    let r := f _ (single_array (move G)) d p alpha beta (array, (c, [])) in
    let line := read d (fst (snd r)) 0 in
    snd (fst r) = None -> alpha < fst (fst r) < beta -> fst (fst r) = minimax G d p /\ exists n,
      line = firstn n (leftmost G d p) /\ (n <= List.length (leftmost G d p))%nat /\
      ((n < List.length (leftmost G d p))%nat -> In (n, d - n, end_of G p line)%nat (cutoffs (snd r))).
  Proof.
    intros a f F d p alpha beta array c R Op Fc. cbv zeta. intros No I.
    destruct (table_array_cells G inf bounded (in_order G) (in_order_orders G) M fair is_honest d a f F d p alpha beta
      array c (le_n d) Logic.I R Op Fc) as (_ & H). cbn [AnyStore.array method memory_of line_of] in H. rewrite No in H.
        destruct H as (V & L).
    split; [destruct V as (_ & V & _); symmetry; exact (V I)|].
    exact (shown_in_order G _ _ _ _ (L I)).
  Qed.

  (** Where only a bound of the best move is known, that is the first best one (`belle-root`:
      src/algorithm/belle_root.rs). *)
  Theorem bound_of_the_best_move : forall a f, In (a, f) (table_array_algorithms G inf M) ->
    forall d p alpha beta array c m, in_range inf alpha beta -> alpha + 1 < beta -> fair c ->
    let r := f _ (single_array (move G)) d p alpha beta (array, (c, [])) in
    snd (fst r) = Some m -> fst (fst r) <= minimax G d p /\ hd_error (leftmost G d p) = Some m.
  Proof.
    intros a f F d p alpha beta array c m R Op Fc. cbv zeta. intros E.
    destruct (table_array_cells G inf bounded (in_order G) (in_order_orders G) M fair is_honest d a f F d p alpha beta
      array c (le_n d) Logic.I R Op Fc) as (_ & H). cbn [AnyStore.array method memory_of line_of] in H. rewrite E in H.
        destruct H as (_ & V & Ch).
    split; [exact V | now apply chosen_is_leftmost].
  Qed.

  Section NullWindowsOnly.
    Hypothesis no_cutoffs : cuts_only G M (fun _ _ _ => False).

    Lemma uncut : forall a f, In (a, f) (table_copying_algorithms G inf M) ->
      forall lines (T : store (move G) lines) d p a b t c, cutoffs (snd (f _ T d p a b (t, (c, [])))) = [].
    Proof.
      intros name f H lines T d p a b t c.
      pose proof (table_algorithms_only G inf bounded M _ no_cutoffs name f H lines T d p a b (t, (c, []))) as O.
      destruct (cutoffs (snd (f _ T d p a b (t, (c, []))))) as [|[[k d'] q] cs] eqn:E; [reflexivity|]. exfalso.
      apply (O ltac:(intros k' d2 p' []) k d' q). rewrite E. now left.
    Qed.

    (** In a memory in which entries cut off null windows alone, the line is the leftmost optimal one: in every store
        that copies (`pv-cut=none`: src/feature/table.rs). *)
    Theorem no_cutoffs_in_open_windows :
      forall N poison a f s K, In (a, f) (table_copying_algorithms G inf M) -> In (s, K) (copying_stores G N poison) ->
      forall d p alpha beta t c, (d <= N)%nat -> laid_out K t -> in_range inf alpha beta -> alpha + 1 < beta -> fair c
        ->
      let r := f _ (method K) d p alpha beta (t, (c, [])) in
      snd (fst r) = None -> alpha < fst (fst r) < beta ->
      fst (fst r) = minimax G d p /\ line_of K d (fst (snd r)) = leftmost G d p.
    Proof.
      intros N poison a f s K F S d p alpha beta t c D Lt R Op Fc. cbv zeta. intros No I.
      destruct (table_copying_cells G inf bounded (in_order G) (in_order_orders G) M fair is_honest N poison a f s K F S
        d p alpha beta t c D Lt R Op Fc) as (_ & H). rewrite No in H. destruct H as ((_ & V & _) & L).
      split; [symmetry; exact (V I)|]. specialize (L I). rewrite (uncut a f F) in L.
      exact (shown_without_cutoffs G _ _ _ _ L).
    Qed.

    (** And in the single array. *)
    Theorem no_cutoffs_in_open_windows_array : forall a f, In (a, f) (table_array_algorithms G inf M) ->
      forall d p alpha beta array c, in_range inf alpha beta -> alpha + 1 < beta -> fair c ->
      let r := f _ (single_array (move G)) d p alpha beta (array, (c, [])) in
      snd (fst r) = None -> alpha < fst (fst r) < beta ->
      fst (fst r) = minimax G d p /\ read d (fst (snd r)) 0 = leftmost G d p.
    Proof.
      intros a f F d p alpha beta array c R Op Fc. cbv zeta. intros No I.
      destruct (one_array_is_enough a f F d p alpha beta array c R Op Fc No I) as (V & n & E & L & Cut).
      split; [exact V|]. rewrite (uncut a f) in Cut by (simpl in *; tauto). rewrite E. apply firstn_all2.
      destruct (Nat.le_gt_cases (List.length (leftmost G d p)) n); [assumption | now destruct (Cut H)].
    Qed.
  End NullWindowsOnly.

  (** Where the root is not probed, the line has the first move of the leftmost optimal line, if there is one: the best
      move is known (src/search/transposition.rs: [probe]). *)
  Theorem first_move_is_right : cuts_only G M (fun k _ _ => k <> 0%nat) ->
    forall a f, In (a, f) (table_array_algorithms G inf M) ->
    forall d p alpha beta array c, in_range inf alpha beta -> alpha + 1 < beta -> fair c ->
    let r := f _ (single_array (move G)) d p alpha beta (array, (c, [])) in
    snd (fst r) = None -> alpha < fst (fst r) < beta ->
    hd_error (read d (fst (snd r)) 0) = hd_error (leftmost G d p).
  Proof.
    intros W a f F d p alpha beta array c R Op Fc. cbv zeta. intros No I.
    destruct (one_array_is_enough a f F d p alpha beta array c R Op Fc No I) as (_ & n & E & L & Cut).
    rewrite E in *. destruct n as [|n]; [|destruct (leftmost G d p); reflexivity].
    destruct (leftmost G d p) as [|m l]; [reflexivity|]. exfalso.
    cbn [List.length firstn] in Cut. specialize (Cut ltac:(lia)).
    exact (table_algorithms_only G inf bounded M _ W a f ltac:(simpl in *; tauto) _ (single_array (move G)) d p alpha
      beta (array, (c, [])) ltac:(intros k d' q []) _ _ _ Cut eq_refl).
  Qed.
End Claims.

(** ** Scores of mates *)

Section Mates.
  Variable G : game.
  Variable mated : position G -> bool.
  (** Other values are in between; a mate is counted in plies from the root. *)
  Variables mate limit : Z.
  Hypothesis sizes : 0 <= limit.
  Hypothesis ordinary : forall p, - limit <= value G p <= limit.

  Definition at_ply : game := {|
    position := position G * nat; move := move G;
    moves := fun '(p, k) => moves G p;
    play := fun '(p, k) m => (play G p m, S k);
    value := fun '(p, k) => if mated p then Z.of_nat k - mate else value G p |}.

  (** The same score, some plies further from the end of the game: only mates change (src/score/mod.rs: [further] and
      [nearer]). *)
  Definition further (plies x : Z) : Z :=
    if limit <? x then Z.max (limit + 1) (x - plies)
    else if x <? - limit then Z.min (- limit - 1) (x + plies)
    else x.

  Lemma further_monotone : forall plies x y, x <= y -> further plies x <= further plies y.
  Proof.
    intros plies x y H. unfold further. destruct (Z.ltb_spec limit x), (Z.ltb_spec limit y); try lia;
      destruct (Z.ltb_spec x (- limit)), (Z.ltb_spec y (- limit)); lia.
  Qed.

  Lemma further_opposite : forall plies x, further plies (- x) = - further plies x.
  Proof.
    intros plies x. unfold further. destruct (Z.ltb_spec limit x), (Z.ltb_spec limit (- x));
      destruct (Z.ltb_spec x (- limit)), (Z.ltb_spec (- x) (- limit)); lia.
  Qed.

  Lemma largest_further : forall plies (v : move G -> Z) ms m,
    largest G (fun m => further plies (v m)) m ms = further plies (largest G v m ms).
  Proof.
    intros plies v ms m. unfold largest. generalize (v m). clear m. induction ms as [|m ms IH]; intros b;
      [reflexivity|].
    cbn [fold_left]. rewrite <- IH. f_equal.
    destruct (Z.max_spec b (v m)) as [(L & ->) | (L & ->)].
    - pose proof (further_monotone plies b (v m) ltac:(lia)). lia.
    - pose proof (further_monotone plies (v m) b ltac:(lia)). lia.
  Qed.

  (** A position has the same value at every ply, if mates are counted from there. *)
  Theorem value_at_another_ply : forall d p k k', Z.of_nat (k + d) < mate - limit -> Z.of_nat (k' + d) < mate - limit ->
    minimax at_ply d (p, k') = further (Z.of_nat k' - Z.of_nat k) (minimax at_ply d (p, k)).
  Proof.
    assert (Lf : forall d p k k', Z.of_nat (k + d) < mate - limit -> Z.of_nat (k' + d) < mate - limit ->
      value at_ply (p, k') = further (Z.of_nat k' - Z.of_nat k) (value at_ply (p, k))).
    { intros d p k k' H H'. cbn [at_ply value]. unfold further. destruct (mated p).
      - destruct (Z.ltb_spec limit (Z.of_nat k - mate)); [lia|].
        destruct (Z.ltb_spec (Z.of_nat k - mate) (- limit)); lia.
      - pose proof (ordinary p). destruct (Z.ltb_spec limit (value G p)); [lia|].
        destruct (Z.ltb_spec (value G p) (- limit)); lia. }
    induction d as [|d IH]; intros p k k' H H'; [exact (Lf O p k k' H H')|].
    cbn [minimax]. change (moves at_ply (p, k')) with (moves G p). change (moves at_ply (p, k)) with (moves G p).
    destruct (moves G p) as [|m ms]; [exact (Lf (S d) p k k' H H')|].
    transitivity (largest G (fun m => further (Z.of_nat k' - Z.of_nat k) (- minimax at_ply d (play at_ply (p, k) m)))
      m ms).
    - unfold largest. assert (E : forall m, - minimax at_ply d (play at_ply (p, k') m) =
        further (Z.of_nat k' - Z.of_nat k) (- minimax at_ply d (play at_ply (p, k) m))).
      { intros x. rewrite further_opposite. f_equal. cbn [at_ply play].
        replace (Z.of_nat k' - Z.of_nat k) with (Z.of_nat (S k') - Z.of_nat (S k)) by lia. apply IH; lia. }
      rewrite E. generalize (further (Z.of_nat k' - Z.of_nat k) (- minimax at_ply d (play at_ply (p, k) m))).
      clear m. induction ms as [|m ms IHms]; intros b; [reflexivity|]. cbn [fold_left]. rewrite E. apply IHms.
    - exact (largest_further _ (fun m => - minimax at_ply d (play at_ply (p, k) m)) ms m).
  Qed.

  (** So an entry of a position serves it at every ply, with its mates counted from there: the next iteration may use
      the entries of this one (src/search/transposition.rs: [entry] and the probe). *)
  Theorem mates_are_carried : forall h j d p k k' e, In (Told at_ply j d (p, k) e) h ->
    Z.of_nat (k + d) < mate - limit -> Z.of_nat (k' + d) < mate - limit ->
    serves at_ply h d (p, k') (carried (further (Z.of_nat k' - Z.of_nat k)) e).
  Proof.
    intros h j d p k k' e I H H'. exists j, (p, k), e, (further (Z.of_nat k' - Z.of_nat k)).
    split; [exact I|]. split; [apply further_monotone|]. split; [now apply value_at_another_ply | reflexivity].
  Qed.
End Mates.

(** ** Terminators in null windows *)

(** The single array in which leaves and cutoffs write their terminator in null windows, too. *)
Definition single_array_loud (M : Type) : store M (nat -> option M) := {|
  enter := fun _ _ s => s;
  leaf := fun k _ s => set s k None;
  raise := fun k open m s => if open then set s k (Some m) else s;
  refute := fun _ _ _ s => s;
  again := fun s => s;
|}.

Lemma fewer_moves : forall M n (s t : nat -> option M) k, (forall j, t j = s j \/ t j = None) ->
  exists i, read n t k = firstn i (read n s k).
Proof.
  induction n as [|n IH]; intros s t k H; cbn [read]; [now exists O|].
  destruct (H k) as [E | E]; rewrite E; [|now exists O].
  destruct (s k) as [m|]; [|now exists O]. destruct (IH s t (S k) H) as (i & I). exists (S i). cbn [firstn]. now
    rewrite I.
Qed.

(** A terminator that a null window writes does no harm but to shorten the line: it is still the beginning of what the
    single array shows, so each of its moves keeps the value (src/pv/single_array.rs: the rule of null windows). *)
Theorem more_terminators_only_shorten : forall G inf M a f, (forall p, - inf < value G p < inf) ->
  In (a, f) (table_copying_algorithms G inf M) ->
  forall d p alpha beta t c cs,
  let r1 := f _ (single_array (move G)) d p alpha beta (t, (c, cs)) in
  let r2 := f _ (single_array_loud (move G)) d p alpha beta (t, (c, cs)) in
  fst r1 = fst r2 /\ exists n, read d (fst (snd r2)) 0 = firstn n (read d (fst (snd r1)) 0).
Proof.
  intros G inf M a f B F d p alpha beta t c cs. cbv zeta.
  destruct (table_algorithms_blind G inf B M a f F _ _ (single_array (move G)) (single_array_loud (move G))
    (fun _ s t => forall j, t j = s j \/ t j = None) d (fun _ _ _ => True) (fun _ _ _ _ _ _ _ _ _ => I))
    with (d := d) (p := p) (a := alpha) (b := beta) (s := (t, (c, cs))) (t := (t, (c, cs))) as (V & R & _).
  - constructor; cbn [single_array single_array_loud enter leaf raise refute again]; intros; auto.
    + destruct o; unfold set; destruct (Nat.eqb j k); auto.
    + destruct o; [|auto]. unfold set. destruct (Nat.eqb j k); auto.
  - lia.
  - split; [now left | now split].
  - split; [exact V|]. now apply fewer_moves.
Qed.

(** ** One search after another *)

Section Again.
  Variable G : game.
  Variable inf : Z.
  Hypothesis bounded : forall p, - inf < value G p < inf.
  Variable allowed : position G -> list (move G) -> Prop.
  Hypothesis all_moves : orders G allowed.
  Variable M : memory G.
  Variable fair : content M -> Prop.
  Hypothesis is_honest : honest G allowed M fair.
  Variable f : table_searcher G M.
  Variable name : string.
  Hypothesis listed_there : In (name, f) (table_array_algorithms G inf M).

  (** Searches, one after another: each of a position, with a depth and a window. The array and the table are as the
      search before left them. *)
  Notation task := (nat * position G * Z * Z)%type.
  Fixpoint in_a_row (tasks : list task) (s : (nat -> option (move G)) * content M) : (nat -> option (move G)) *
    content M :=
    match tasks with
    | [] => s
    | (d, p, a, b) :: tasks =>
        let r := f _ (single_array (move G)) d p a b (fst s, (snd s, [])) in
        in_a_row tasks (fst (snd r), content_of (snd r))
    end.
  Definition windows (tasks : list task) : Prop := Forall (fun '(_, _, a, b) => in_range inf a b /\ a + 1 < b) tasks.

  Lemma in_a_row_fair : forall tasks s, windows tasks -> fair (snd s) -> fair (snd (in_a_row tasks s)).
  Proof.
    induction tasks as [|[[[d p] a] b] tasks IH]; intros s W F; cbn [in_a_row]; [exact F|].
    inversion W as [|x l Wx Wl]. subst. apply IH; [exact Wl|].
    destruct Wx as (Wx & Ox).
    destruct (table_array_cells G inf bounded allowed all_moves M fair is_honest d name f listed_there d p a b (fst s)
      (snd s) (le_n d) Logic.I Wx Ox F) as (K & _). exact K.
  Qed.

  (** After any searches of any roots to any depths with any windows, whether they failed or not, the next one is as
      good as the first one: so with iterative deepening, with aspiration windows, and in the next move of the game
      (`deepening`, `aspiration` and `tt(keep=yes)`: src/search/iteration.rs). *)
  Theorem next_search : forall tasks s, windows tasks -> fair (snd s) -> forall d p alpha beta,
    in_range inf alpha beta -> alpha + 1 < beta ->
    let t := in_a_row tasks s in
    let r := f _ (single_array (move G)) d p alpha beta (fst t, (snd t, [])) in
    match snd (fst r) with
    | None => agrees alpha beta (minimax G d p) (fst (fst r)) /\
        (alpha < fst (fst r) < beta -> shown G allowed (cutoffs (snd r)) d 0 p (read d (fst (snd r)) 0))
    | Some m => alpha < fst (fst r) < beta /\ fst (fst r) <= minimax G d p /\ chosen_at G allowed d p m
    end.
  Proof.
    intros tasks s W F d p alpha beta R Op. cbv zeta.
    exact (proj2 (table_array_cells G inf bounded allowed all_moves M fair is_honest d name f listed_there d p alpha
      beta
      (fst (in_a_row tasks s)) (snd (in_a_row tasks s)) (le_n d) Logic.I R Op (in_a_row_fair tasks s W F))).
  Qed.
End Again.
