(** The claims about searches with a transposition table, in the words of the product: the column `score-stable`,
    without draws by repetition. *)

From Coq Require Import ZArith List Bool Lia Arith String.
From PvInPvs Require Import Game Search Score Stability Triangular SingleArray PvInPvs Windowless Simulation
  AnyStore Contract TranspositionTable TableLines TableStores TableWindowless TableRoot.
Import ListNotations.
Open Scope Z_scope.

(** ** What a line that is shown is *)

Section Meaning.
  Variable G : game.
  Variable allowed : position G -> list (move G) -> Prop.
  Hypothesis all_moves : orders G allowed.
  Notation shown := (shown G allowed).

  (** Each move of the line is a move of its position, and keeps the value of its node. *)
  Fixpoint optimal (d : nat) (p : position G) (l : list (move G)) {struct l} : Prop :=
    match l with
    | [] => True
    | m :: l => match d with
        | O => False
        | S d => In m (moves G p) /\ - minimax G d (play G p m) = minimax G (S d) p /\ optimal d (play G p m) l
        end
    end.

  (** It ends at the horizon, or where the game is over. *)
  Definition complete (d : nat) (p : position G) (l : list (move G)) : Prop :=
    List.length l = d \/ moves G (fold_left (play G) l p) = [].

  (** The position at its end. *)
  Definition end_of (p : position G) (l : list (move G)) : position G := fold_left (play G) l p.

  (** No move of a shown line loses anything: it is legal, and keeps the value (a sound line: src/verdict). *)
  Theorem shown_is_optimal : forall cs l d k p, shown cs d k p l -> optimal d p l.
  Proof.
    intros cs. induction l as [|m l IH]; intros d k p H; [exact I|].
    destruct d as [|d]; cbn [TableLines.shown optimal] in *; [contradiction|].
    destruct H as ((ms & Al & F) & H). apply find_some in F. destruct F as (Fi & Fv). apply Z.eqb_eq in Fv.
    split; [now apply (all_moves p ms Al)|]. split; [exact Fv | exact (IH _ _ _ H)].
  Qed.

  (** The value of the root is that of the position at its end, from the right side (src/verdict). *)
  Theorem optimal_value : forall l d p, optimal d p l ->
    minimax G d p = (if Nat.even (List.length l) then 1 else -1) * minimax G (d - List.length l) (end_of p l).
  Proof.
    induction l as [|m l IH]; intros d p H; [rewrite Nat.sub_0_r; cbn; destruct (minimax G d p); reflexivity|].
    destruct d as [|d]; cbn [optimal] in H; [contradiction|]. destruct H as (_ & V & H). rewrite <- V, (IH d _ H).
    cbn [List.length Nat.sub end_of fold_left]. rewrite Nat.even_succ, <- Nat.negb_even.
    unfold end_of. destruct (Nat.even (List.length l)); cbn [negb]; lia.
  Qed.

  (** It is complete, or it ends at a node that the table has cut off in an open window (a line that is truncated by a
      cutoff: src/check/truncation.rs). *)
  Theorem shown_ends : forall cs l d k p, shown cs d k p l -> complete d p l \/
    In (k + List.length l, d - List.length l, end_of p l)%nat cs.
  Proof.
    intros cs. unfold complete, end_of. induction l as [|m l IH]; intros d k p H.
    - cbn [TableLines.shown List.length fold_left] in *. rewrite Nat.add_0_r, Nat.sub_0_r. destruct H as [-> | [H |
      H]]; auto.
    - destruct d as [|d]; cbn [TableLines.shown] in H; [contradiction|]. destruct H as (_ & H).
      cbn [List.length fold_left Nat.sub]. replace (k + S (List.length l))%nat with (S k + List.length l)%nat by lia.
      destruct (IH _ _ _ H) as [[L | L] | L]; auto.
  Qed.

  (** So it is at least as long as the ply of the first cutoff in an open window. *)
  Theorem shown_until : forall cs l d p n, shown cs d 0 p l -> (forall k d q, In (k, d, q) cs -> (n <= k)%nat) ->
    complete d p l \/ (n <= List.length l)%nat.
  Proof.
    intros cs l d p n H C. destruct (shown_ends cs l d 0 p H) as [L | L]; [now left | right].
    apply C in L. exact L.
  Qed.

  (** A complete line of moves that keep the value is worth the value. *)
  Theorem complete_worth : forall l d p, optimal d p l -> complete d p l -> worth G p l = minimax G d p.
  Proof.
    unfold complete. induction l as [|m l IH]; intros d p H C; cbn [worth].
    - cbn [List.length fold_left] in C. destruct C as [<- | C]; [reflexivity|].
      destruct d; [reflexivity|]. cbn [minimax]. now rewrite C.
    - destruct d as [|d]; cbn [optimal] in H; [contradiction|]. destruct H as (_ & V & H). rewrite <- V. f_equal.
      apply (IH d); [exact H|]. cbn [List.length fold_left] in C. destruct C; [left; lia | now right].
  Qed.
End Meaning.

(** ** Moves in the order of the game *)

Section InOrder.
  Variable G : game.
  Notation in_order := (in_order G).

  (** In full: the first n moves of it, and if it has more, then the node after them was cut off. *)
  Theorem shown_in_order : forall cs l d p, shown G in_order cs d 0 p l -> exists n,
    l = firstn n (leftmost G d p) /\ (n <= List.length (leftmost G d p))%nat /\
    ((n < List.length (leftmost G d p))%nat -> In (n, d - n, end_of G p l)%nat cs).
  Proof.
    intros cs l d p H. exists (List.length l). pose proof (shown_is_leftmost G cs l d 0 p H) as E.
    assert (L : (List.length l <= List.length (leftmost G d p))%nat).
    { rewrite E, firstn_length. lia. }
    split; [exact E|]. split; [exact L|]. intros Lt.
    destruct (shown_ends G in_order cs l d 0 p H) as [[C | C] | C]; [| |exact C].
    - pose proof (leftmost_length G d p). lia.
    - exfalso. clear H. revert d p E L Lt C. induction l as [|m l IH]; intros d p E L Lt C.
      + cbn [fold_left] in C. destruct d; cbn [leftmost] in Lt; [|rewrite C in Lt]; cbn [List.length find] in Lt; lia.
      + destruct d as [|d]; cbn [leftmost] in *; [cbn [List.length] in Lt; lia|].
        destruct (find _ (moves G p)) as [x|]; [|cbn [List.length] in Lt; lia].
        cbn [List.length firstn fold_left] in *. injection E as <- E. apply (IH d (play G p m)); (assumption || lia).
  Qed.
End InOrder.

(** ** Second searches *)

(** With a table every second search confirms the null window that led to it, whatever the table has lost, or learnt, in
    between: with entries of equal drafts no result of a null window is taken back (the claim `null-window-confirmed`,
    which says it of searches without a table: docs/claims.md). *)
Theorem table_confirmed : forall G A inf allowed M fair lines (T : store (move G) lines) hit,
  orders G allowed -> honest G allowed M fair -> confirming A ->
  forall d k q alpha beta s s' from, in_range inf alpha beta -> fair (content_of s) -> fair (content_of s') ->
  let run := table_search G A lines T hit inf M None d k q in
  re_search A (S d) alpha beta (- fst (run (- alpha - 1) (- alpha) s)) = Some from ->
  from < - fst (run (- beta) (- from) s').
Proof.
  intros G A inf allowed M fair lines T hit Or Ho C d k q alpha beta s s' from R F F'. cbv zeta. intros E.
  assert (En : re_searches_enough G A lines M fair None).
  { left. intros d' a' b' score L E'. pose proof (C d' a' b' score L) as K. rewrite E' in K. exact K. }
  pose proof (C (S d) alpha beta (- fst (table_search G A lines T hit inf M None d k q (- alpha - 1) (- alpha) s))) as
    K.
  rewrite E in K. unfold in_range in R. specialize (K ltac:(lia)).
  destruct (table_agrees G A lines T hit inf allowed Or M fair Ho (is_sound A C) None ltac:(discriminate) En d k q
    (- alpha - 1) (- alpha) s ltac:(unfold in_range; lia) F) as (V & _).
  destruct (table_agrees G A lines T hit inf allowed Or M fair Ho (is_sound A C) None ltac:(discriminate) En d k q
    (- beta) (- from) s' ltac:(unfold in_range; lia) F') as (W & _).
  unfold agrees in *. lia.
Qed.

(** ** The cells *)

Section Cells.
  Variable G : game.
  Variable inf : Z.
  Hypothesis bounded : forall p, - inf < value G p < inf.
  Variable allowed : position G -> list (move G) -> Prop.
  Hypothesis all_moves : orders G allowed.
  Variable M : memory G.
  Variable fair : content M -> Prop.
  Hypothesis is_honest : honest G allowed M fair.

  (** The algorithms whose lines are right in every store that copies. *)
  Definition table_copying_algorithms : list (string * table_searcher G M) := [
    ("minimax", table_minimax G inf M);
    ("alpha-beta-hard", table_family G inf M (alpha_beta false));
    ("alpha-beta-soft", table_family G inf M (alpha_beta true));
    ("pvs-hard", table_family G inf M pvs_hard);
    ("pvs-hard-until-raise", table_family G inf M pvs_hard_until_raise);
    ("pvs-zws", table_pvs_zws G inf M);
    ("pvs-hard-not-last-two", table_family G inf M pvs_hard_not_last_two);
    ("pvs-soft", table_family G inf M pvs_soft);
    ("pvs-soft-from-below", table_family G inf M pvs_soft_from_below);
    ("scout", table_scout G inf M);
    ("palphabeta", table_palphabeta G inf M);
    ("calphabeta", table_calphabeta G inf M);
    ("last-move", table_last_move G inf M);
    ("belle-root", table_belle_root G inf M)]%string.

  (** Those whose lines are right in the single array, too. *)
  Definition table_array_algorithms : list (string * table_searcher G M) := [
    ("pvs-hard", table_family G inf M pvs_hard);
    ("pvs-hard-until-raise", table_family G inf M pvs_hard_until_raise);
    ("pvs-zws", table_pvs_zws G inf M);
    ("pvs-soft", table_family G inf M pvs_soft);
    ("pvs-soft-from-below", table_family G inf M pvs_soft_from_below);
    ("scout", table_scout G inf M);
    ("calphabeta", table_calphabeta G inf M);
    ("belle-root", table_belle_root G inf M)]%string.

  Ltac each_of H := simpl in H; repeat destruct H as [H | H]; try contradiction; injection H as _ <-.

  Lemma table_algorithms_blind : forall name f, In (name, f) table_copying_algorithms -> table_blind G M f.
  Proof.
    intros name f H. each_of H; auto using table_minimax_blind, table_family_blind, table_pvs_zws_blind,
      table_scout_blind, table_palphabeta_blind, table_calphabeta_blind, table_last_move_blind, table_belle_root_blind.
  Qed.

  Lemma table_copying_good : forall name f, In (name, f) table_copying_algorithms ->
    both_good G inf allowed M fair False f.
  Proof.
    assert (Fa : forall A, confirming A -> both_good G inf allowed M fair False (table_family G inf M A)).
    { intros A C. apply (both_good_less G inf allowed M fair (null_after_raise A)); [contradiction | now apply
      family_both]. }
    assert (Tr : forall f, both_good G inf allowed M fair True f -> both_good G inf allowed M fair False f).
    { intros f. now apply (both_good_less G inf allowed M fair True). }
    intros name f H. each_of H; auto using alpha_beta_confirming, pvs_hard_confirming, pvs_hard_until_raise_confirming,
      pvs_hard_not_last_two_confirming, pvs_soft_confirming, pvs_soft_from_below_confirming, pvs_zws_both,
      calphabeta_both, scout_both, palphabeta_both, minimax_both, table_last_move_right, table_belle_root_right.
  Qed.

  Lemma table_array_good : forall name f, In (name, f) table_array_algorithms ->
    In (name, f) table_copying_algorithms /\ both_good G inf allowed M fair True f.
  Proof.
    assert (Fa : forall A, confirming A -> null_after_raise A -> both_good G inf allowed M fair True
      (table_family G inf M A)).
    { intros A C N. apply (both_good_less G inf allowed M fair (null_after_raise A)); [auto | now apply family_both]. }
    intros name f H. split; [simpl in *; tauto|].
    each_of H; auto using pvs_hard_confirming, pvs_hard_until_raise_confirming, pvs_soft_confirming,
      pvs_soft_from_below_confirming, pvs_hard_null, pvs_hard_until_raise_null, pvs_soft_null,
      pvs_soft_from_below_null, pvs_zws_both, calphabeta_both, scout_both, table_belle_root_right.
  Qed.

  (** The cutoffs of all of them are nodes at which an entry was found in an open window. *)
  Lemma table_algorithms_only : forall P, cuts_only G M P ->
    forall name f, In (name, f) table_copying_algorithms -> forall lines (T : store (move G) lines) d p a b s,
    only G M P s -> only G M P (snd (f _ T d p a b s)).
  Proof.
    intros P W name f H lines T d p a b s O.
    destruct (table_algorithms_blind name f H _ _ T T (fun _ _ _ => True) d P W) with (d := d) (p := p) (a := a)
      (b := b) (s := s) (t := s) as (_ & _ & _ & K); [now constructor | lia | now split | exact K].
  Qed.

  (** Each of these algorithms shows such a line in each store that copies, in every open window that the score is
      inside of (`score-stable`: src/contract/base.rs, src/contract/adjustments.rs). *)
  Theorem table_copying_cells : forall N poison a f s K,
    In (a, f) table_copying_algorithms -> In (s, K) (copying_stores G N poison) -> table_shows G inf allowed M fair N f
      K.
  Proof.
    intros N poison a f s K F S. destruct (every_store_copies G N poison s K S) as (R & E & St & L & _).
    apply (both_shows G inf allowed M fair f False N K (fun n s t => R n (fst s) t) (table_algorithms_blind a f F)
      (table_copying_good a f
      F)).
    - destruct E. constructor; cbn [both pair_of enter leaf raise refute again fst snd]; intros; auto.
    - intros t Lt. destruct (St t Lt) as (u & Ru). exists (u, fun _ => None). exact Ru.
    - intros d u t cs p Ru _ _. exact (L d (fst u) t Ru).
  Qed.

  (** And each of these shows such a line in the single array, whatever it held before (`score-stable` with
      `single-array`: src/contract/base.rs, src/contract/adjustments.rs). *)
  Theorem table_array_cells : forall N a f, In (a, f) table_array_algorithms -> table_shows G inf allowed M fair N f
    (array G).
  Proof.
    intros N a f F. destruct (table_array_good a f F) as (Fc & Gd).
    exact (good_array G inf allowed M fair f N (table_algorithms_blind a f Fc) Gd).
  Qed.

  (** Those whose scores are right: also the one whose lines are not. *)
  Definition table_exact_algorithms : list (string * table_searcher G M) := (table_copying_algorithms ++ [
    ("pvs-soft-from-score", table_family G inf M pvs_soft_from_score)]%string)%list.

  (** The score of each of these is right with any store, and the table stays true (`score-stable`:
      src/contract/base.rs, `exact` and `exact or a bound`). *)
  Theorem table_score_cells : forall a f, In (a, f) table_exact_algorithms ->
    forall lines (T : store (move G) lines) d p alpha beta t c, in_range inf alpha beta -> alpha + 1 < beta -> fair c ->
    let r := f _ T d p alpha beta (t, (c, [])) in
    fair (content_of (snd r)) /\
    match snd (fst r) with
    | None => agrees alpha beta (minimax G d p) (fst (fst r))
    | Some m => alpha < fst (fst r) < beta /\ fst (fst r) <= minimax G d p /\ chosen_at G allowed d p m
    end.
  Proof.
    intros a f H lines T d p alpha beta t c R Op F. apply in_app_or in H. destruct H as [H | [H | []]].
    - set (s := (((fun _ => [], fun _ => None) : (nat -> list (move G)) * (nat -> option (move G))),
        (c, @nil (cutoff G)))).
      destruct (table_algorithms_blind a f H _ _ (both G) T (fun _ _ _ => True) d (fun _ _ _ => True)
        (fun _ _ _ _ _ _ _ _ _ => I)) with (d := d) (p := p) (a := alpha) (b := beta) (s := s)
        (t := (t, (c, @nil (cutoff G)))) as (V & _ & X & _); [now constructor | lia | now repeat split |].
      destruct (table_copying_good a f H d p alpha beta s R Op F) as (K & L). cbv zeta.
      rewrite <- V. unfold content_of in *. rewrite <- X. split; [exact K|].
      destruct (snd (fst _)); [exact L | apply L].
    - injection H as _ <-. unfold table_family, scored. cbn [fst snd]. apply and_comm.
      apply (table_agrees G pvs_soft_from_score _ T (leaf T) inf allowed all_moves M fair is_honest
        pvs_soft_from_score_sound None); try assumption; [discriminate | left].
      intros d' a' b' score L. cbn [re_search pvs_soft_from_score]. unfold inside.
      destruct (Z.ltb_spec a' score), (Z.ltb_spec score b'); cbn [andb]; (discriminate || lia).
  Qed.

  (** With the same memory the single array shows the same line as the rows, move by move: it is truncated where they
      are (src/pv/single_array.rs, src/pv/triangular.rs). *)
  Theorem table_same_lines : forall a f, In (a, f) table_array_algorithms -> forall d p alpha beta t u c,
    in_range inf alpha beta -> alpha + 1 < beta -> fair c ->
    let r1 := f _ (single_array (move G)) d p alpha beta (t, (c, [])) in
    let r2 := f _ (triangular (move G)) d p alpha beta (u, (c, [])) in
    fst r1 = fst r2 /\ snd (snd r1) = snd (snd r2) /\
    (snd (fst r1) = None -> alpha < fst (fst r1) < beta -> read d (fst (snd r1)) 0 = fst (snd r2) 0%nat).
  Proof.
    intros a f F d p alpha beta t u c R Op Fc. cbv zeta. destruct (table_array_good a f F) as (F' & Gd).
    pose proof (table_algorithms_blind a f F') as B.
    assert (Al : cuts_only G M (fun _ _ _ => True)) by (intros k d' q a' b' c' e _ _; exact I).
    set (s := ((u, t), (c, @nil (cutoff G)))).
    destruct (B _ _ (both G) (single_array (move G)) (fun n s t => snd s = t) d _ Al) with (d := d) (p := p) (a :=
      alpha)
      (b := beta) (s := s) (t := (t, (c, @nil (cutoff G)))) as (V1 & R1 & X1 & _);
      [constructor; cbn [both pair_of enter leaf raise refute again fst snd]; intros; now subst | lia
      | now repeat split |].
    destruct (B _ _ (both G) (triangular (move G)) (fun n s t => fst s = t) d _ Al) with (d := d) (p := p) (a := alpha)
      (b := beta) (s := s) (t := (u, (c, @nil (cutoff G)))) as (V2 & R2 & X2 & _);
      [constructor; cbn [both pair_of enter leaf raise refute again fst snd]; intros; now subst | lia
      | now repeat split |].
    destruct (Gd d p alpha beta s R Op Fc) as (_ & H). rewrite <- V1, <- V2, <- X1, <- X2, <- R1, <- R2.
    split; [reflexivity|]. split; [reflexivity|]. intros No J. rewrite No in H. destruct H as (_ & L).
    destruct (L J) as (Sh & Ho). apply (read_holds G); [exact (shown_length G allowed _ _ _ _ _ Sh) | now apply Ho].
  Qed.
End Cells.
