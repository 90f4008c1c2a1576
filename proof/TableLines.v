(** Lines with a transposition table whose entries are used at equal depths: what the triangular table and the single
    array show is the leftmost optimal line, up to a node that the table has cut off. *)

From Coq Require Import ZArith List Bool Lia Arith.
From PvInPvs Require Import Game Search Score Stability Triangular SingleArray PvInPvs TranspositionTable.
Import ListNotations.
Open Scope Z_scope.

(** ** What is shown *)

Section Shown.
  Variable G : game.
  Variable allowed : position G -> list (move G) -> Prop.

  (** A move that a node may choose: the first one with the value of the node, in one of the orders of its moves. *)
  Definition chosen (d : nat) (p : position G) (m : move G) : Prop := exists ms, allowed p ms /\
    find (fun m => - minimax G d (play G p m) =? minimax G (S d) p) ms = Some m.

  (** From ply [k] on, [d] plies deep, a line of chosen moves, that ends at the horizon, or where the game is over, or
      at a node that was cut off in an open window. *)
  Fixpoint shown (cs : list (cutoff G)) (d k : nat) (p : position G) (l : list (move G)) {struct l} : Prop :=
    match l with
    | [] => d = O \/ moves G p = [] \/ In (k, d, p) cs
    | m :: l => match d with O => False | S d => chosen d p m /\ shown cs d (S k) (play G p m) l end
    end.

  (** A best move of the root. *)
  Definition chosen_at (d : nat) (p : position G) (m : move G) : Prop :=
    match d with O => False | S d => chosen d p m end.

  Lemma shown_length : forall cs l d k p, shown cs d k p l -> (List.length l <= d)%nat.
  Proof.
    intros cs. induction l as [|m l IH]; intros d k p H; cbn [List.length]; [lia|].
    destruct d as [|d]; cbn [shown] in H; [contradiction|]. destruct H as (_ & H). apply IH in H. lia.
  Qed.

  Lemma shown_later : forall cs cs' l d k p, incl cs cs' -> shown cs d k p l -> shown cs' d k p l.
  Proof.
    intros cs cs'. induction l as [|m l IH]; intros d k p H Sh.
    - cbn [shown] in *. destruct Sh as [Sh | [Sh | Sh]]; auto.
    - destruct d as [|d]; cbn [shown] in *; [exact Sh|]. destruct Sh as (C & Sh). split; [exact C | now apply IH].
  Qed.
End Shown.

(** ** In the order of the game *)

Section InOrder.
  Variable G : game.

  (** The moves of a node are searched in the order in which the game has them. *)
  Definition in_order (p : position G) (ms : list (move G)) : Prop := ms = moves G p.

  Lemma in_order_orders : orders G in_order.
  Proof. intros p ms -> m. reflexivity. Qed.

  (** Then a shown line is the beginning of the leftmost optimal line. *)
  Theorem shown_is_leftmost : forall cs l d k p, shown G in_order cs d k p l ->
    l = firstn (List.length l) (leftmost G d p).
  Proof.
    intros cs. induction l as [|m l IH]; intros d k p H; [reflexivity|].
    destruct d as [|d]; cbn [shown] in H; [contradiction|]. destruct H as ((ms & -> & F) & H).
    cbn [leftmost]. rewrite F. cbn [List.length firstn]. f_equal. exact (IH _ _ _ H).
  Qed.

  (** A best move of the root is the first one of it. *)
  Lemma chosen_is_leftmost : forall d p m, chosen_at G in_order d p m -> hd_error (leftmost G d p) = Some m.
  Proof. intros [|d] p m H; [contradiction|]. destruct H as (ms & -> & F). cbn [leftmost]. now rewrite F. Qed.

  (** And if nothing was cut off in an open window, it is the leftmost optimal line. *)
  Theorem shown_without_cutoffs : forall l d k p, shown G in_order [] d k p l -> l = leftmost G d p.
  Proof.
    induction l as [|m l IH]; intros d k p H.
    - cbn [shown] in H. destruct H as [-> | [H | []]]; [reflexivity|]. destruct d; cbn [leftmost]; [|rewrite H];
      reflexivity.
    - destruct d as [|d]; cbn [shown] in H; [contradiction|]. destruct H as ((ms & -> & F) & H).
      cbn [leftmost]. rewrite F. f_equal. exact (IH _ _ _ H).
  Qed.
End InOrder.

(** ** Two stores at once *)

(** A pair of stores is a store (src/pv/pair.rs). *)
Definition pair_of {M X Y : Type} (T1 : store M X) (T2 : store M Y) : store M (X * Y) := {|
  enter := fun k o s => (enter T1 k o (fst s), enter T2 k o (snd s));
  leaf := fun k o s => (leaf T1 k o (fst s), leaf T2 k o (snd s));
  raise := fun k o m s => (raise T1 k o m (fst s), raise T2 k o m (snd s));
  refute := fun k o m s => (refute T1 k o m (fst s), refute T2 k o m (snd s));
  again := fun s => (again T1 (fst s), again T2 (snd s));
|}.

Section Lines.
  Variable G : game.
  Variable A : algorithm.
  Variable inf : Z.
  Variable allowed : position G -> list (move G) -> Prop.
  Hypothesis all_moves : orders G allowed.
  Variable M : memory G.
  Variable fair : content M -> Prop.
  Hypothesis is_honest : honest G allowed M fair.
  Hypothesis is_confirming : confirming A.
  Notation in_range := (in_range inf).

  (** The triangular table and the single array, of one search. A cutoff by the table is a value without a search below.
      *)
  Definition both : store (move G) ((nat -> list (move G)) * (nat -> option (move G))) :=
    pair_of (triangular (move G)) (single_array (move G)).
  Definition hit_both := leaf both.
  Notation state := (state G ((nat -> list (move G)) * (nat -> option (move G))) M).
  Notation T := (lifted G ((nat -> list (move G)) * (nat -> option (move G))) both M).
  Definition rows_of (s : state) : nat -> list (move G) := fst (fst s).
  Definition array_of (s : state) : nat -> option (move G) := snd (fst s).

  (** What is claimed of a search of [p] at ply [k], [d] plies deep, with the window [(a, b)], from [s] on. *)
  Definition good (d k : nat) (p : position G) (a b : Z) (s : state) (r : Z * state) : Prop :=
    agrees a b (minimax G d p) (fst r) /\ fair (content_of (snd r)) /\
    incl (cutoffs s) (cutoffs (snd r)) /\
    (forall j, (j < k)%nat -> rows_of (snd r) j = rows_of s j) /\
    (forall j, (j < k)%nat -> array_of (snd r) j = array_of s j) /\
    (a + 1 = b -> array_of (snd r) = array_of s /\ cutoffs (snd r) = cutoffs s) /\
    (a < fst r < b -> shown G allowed (cutoffs (snd r)) d k p (rows_of (snd r) k) /\
      (null_after_raise A -> holds G (array_of (snd r)) k (rows_of (snd r) k))).

  Section Node.
    Variable child null : position G -> Z -> Z -> state -> Z * state.
    Variables (d k : nat) (p : position G) (open : bool) (beta : Z).
    Hypothesis child_good : forall q a b s, in_range a b -> fair (content_of s) -> good d (S k) q a b s (child q a b s).
    Hypothesis null_good : forall q a b s, in_range a b -> a + 1 = b -> fair (content_of s) ->
      good d (S k) q a b s (null q a b s).

    Definition tried (q : position G) (first raised : bool) (alpha : Z) (s : state) (r : Z * state) : Prop :=
      agrees alpha beta (- minimax G d q) (fst r) /\ fair (content_of (snd r)) /\
      incl (cutoffs s) (cutoffs (snd r)) /\
      (forall j, (j <= k)%nat -> rows_of (snd r) j = rows_of s j) /\
      (forall j, (j <= k)%nat -> array_of (snd r) j = array_of s j) /\
      (nulls A (S d) first raised = true -> fst r <= alpha -> array_of (snd r) = array_of s) /\
      (alpha + 1 = beta -> array_of (snd r) = array_of s /\ cutoffs (snd r) = cutoffs s) /\
      (alpha < fst r < beta -> shown G allowed (cutoffs (snd r)) d (S k) q (rows_of (snd r) (S k)) /\
        (null_after_raise A -> holds G (array_of (snd r)) (S k) (rows_of (snd r) (S k)))).

    Lemma table_try : forall q first raised alpha s, in_range alpha beta -> fair (content_of s) ->
      tried q first raised alpha s (try G A state T child null (S d) beta q first raised alpha s).
    Proof.
      intros q first raised alpha s R F. unfold try, opposite, tried. unfold Score.in_range in R.
      destruct (nulls A (S d) first raised) eqn:Nu.
      2: { destruct (child_good q (- beta) (- alpha) s) as (V & K & C & Br & Ba & Q & L);
          [unfold Score.in_range; lia | exact F|].
        destruct (child q (- beta) (- alpha) s) as [y s2]. cbn [fst snd] in *.
        split; [unfold agrees in *; lia|]. split; [exact K|]. split; [exact C|].
        split; [intros j J; apply Br; lia|]. split; [intros j J; apply Ba; lia|]. split; [discriminate|].
        split; [intros E; apply Q; lia | intros I; apply L; lia]. }
      destruct (null_good q (- alpha - 1) (- alpha) s) as (V & K & C & Br & Ba & Q & _);
        [unfold Score.in_range; lia | lia | exact F|].
      destruct (null q (- alpha - 1) (- alpha) s) as [x s1]. cbn [fst snd] in *.
      destruct (Q ltac:(lia)) as (Qa & Qc).
      pose proof (is_confirming (S d) alpha beta (- x) ltac:(lia)) as Cf.
      destruct (re_search A (S d) alpha beta (- x)) as [from|] eqn:E; cbn [fst snd].
      - (* the second search confirms the null window *)
        destruct (child_good q (- beta) (- from) (again T s1)) as (V2 & K2 & C2 & Br2 & Ba2 & Q2 & L2);
          [unfold Score.in_range; lia | exact K|].
        destruct (child q (- beta) (- from) (again T s1)) as [y s2]. cbn [fst snd] in *.
        change (rows_of (again T s1)) with (rows_of s1) in *. change (array_of (again T s1)) with (array_of s1) in *.
        change (cutoffs (again T s1)) with (cutoffs s1) in *.
        assert (W : from < - y) by (unfold agrees in *; lia).
        split; [unfold agrees in *; destruct (joins A); lia|]. split; [exact K2|].
        split; [eapply incl_tran; eassumption|].
        split; [intros j J; rewrite Br2 by lia; apply Br; lia|].
        split; [intros j J; rewrite Ba2 by lia; apply Ba; lia|].
        split; [intros _ Lo; exfalso; unfold agrees in *; destruct (joins A); lia|].
        split; [intros N; destruct (Q2 ltac:(lia)) as (Q3 & Q4); split; congruence|].
        intros I. apply L2. unfold agrees in *. destruct (joins A); lia.
      - split; [unfold agrees in *; lia|]. split; [exact K|]. split; [exact C|].
        split; [intros j J; apply Br; lia|]. split; [intros j J; apply Ba; lia|]. split; [auto|].
        split; [auto|]. lia.
    Qed.

    Lemma tried_ok : forall q first raised alpha s, in_range alpha beta -> fair (content_of s) ->
      let r := try G A state T child null (S d) beta q first raised alpha s in
      agrees alpha beta (- minimax G d q) (fst r) /\ fair (content_of (snd r)).
    Proof. intros q first raised alpha s R F. destruct (table_try q first raised alpha s R F) as (V & K & _). auto. Qed.

    (** What the loop says of the score (TranspositionTable.v). *)
    Lemma loop_score : forall ms first raised alpha best s, in_range alpha beta -> best <= alpha -> fair (content_of
      s) ->
      let r := loop G A state T child null (S d) k p open beta ms first raised alpha best s in
      fair (content_of (snd r)) /\ (if soft A then best else alpha) <= fst r /\
      (fst r <= alpha -> Forall (fun m => - minimax G d (play G p m) <= fst r) ms) /\
      (alpha < fst r < beta -> Forall (fun m => - minimax G d (play G p m) <= fst r) ms /\
                               Exists (fun m => - minimax G d (play G p m) = fst r) ms) /\
      (beta <= fst r -> Exists (fun m => fst r <= - minimax G d (play G p m)) ms).
    Proof.
      intros ms first raised alpha best s R B F.
      apply (loop_ok G A state T inf (is_sound A is_confirming) (fun s => fair (content_of s)) ltac:(auto)
        ltac:(auto) ltac:(auto) child null (minimax G d)); try assumption.
      - intros q a b s' R' F'. destruct (child_good q a b s' R' F') as (V & K & _). auto.
      - intros q a b s' R' N' F'. destruct (null_good q a b s' R' N' F') as (V & K & _). auto.
      - apply (never_omitted A is_confirming).
    Qed.

    Lemma table_loop : forall ms first raised alpha best s, in_range alpha beta -> best <= alpha ->
      (first = true -> raised = false) -> fair (content_of s) ->
      let r := loop G A state T child null (S d) k p open beta ms first raised alpha best s in
      incl (cutoffs s) (cutoffs (snd r)) /\
      (forall j, (j < k)%nat -> rows_of (snd r) j = rows_of s j) /\
      (forall j, (j < k)%nat -> array_of (snd r) j = array_of s j) /\
      (fst r <= alpha -> rows_of (snd r) k = rows_of s k) /\
      (null_after_raise A -> raised = true -> fst r <= alpha -> array_of (snd r) = array_of s) /\
      (alpha + 1 = beta -> array_of (snd r) = array_of s /\ cutoffs (snd r) = cutoffs s) /\
      (alpha < fst r < beta -> exists m l,
        find (fun m => - minimax G d (play G p m) =? fst r) ms = Some m /\ rows_of (snd r) k = m :: l /\
        shown G allowed (cutoffs (snd r)) d (S k) (play G p m) l /\
        (null_after_raise A -> open = true -> holds G (array_of (snd r)) k (m :: l))).
    Proof.
      induction ms as [|m ms IH]; intros first raised alpha best s R B FR F; cbn [loop].
      { cbn [fst snd]. split; [apply incl_refl|]. repeat split; auto. intros I. exfalso. destruct (soft A); lia. }
      destruct (table_try (play G p m) first raised alpha s R F) as (V & K & C & Br & Ba & Tn & Tq & Tl).
      destruct (try G A state T child null (S d) beta (play G p m) first raised alpha s) as [x s'].
      cbn [fst snd] in *. unfold Score.in_range in *.
      destruct (Z.leb_spec beta x) as [L | L]; [|destruct (Z.ltb_spec alpha x) as [U | U]].
      - (* a cutoff *)
        cbn [fst snd]. replace (Z.max best x) with x by lia.
        change (rows_of (refute T k open m s')) with (rows_of s').
        change (array_of (refute T k open m s')) with (array_of s').
        change (cutoffs (refute T k open m s')) with (cutoffs s').
        split; [exact C|]. split; [intros j J; apply Br; lia|]. split; [intros j J; apply Ba; lia|].
        split; [intros H; exfalso; destruct (soft_above A); lia|].
        split; [intros _ _ H; exfalso; destruct (soft_above A); lia|]. split; [exact Tq|].
        intros H. exfalso. destruct (soft_above A); lia.
      - (* the move raises alpha *)
        replace (Z.max best x) with x by lia. set (s2 := raise T k open m s').
        assert (F2 : fair (content_of s2)) by exact K.
        assert (Rx : in_range x beta) by (unfold Score.in_range; lia).
        destruct (loop_score ms false true x x s2 Rx ltac:(lia) F2) as (_ & Lr & _).
        destruct (IH false true x x s2 Rx ltac:(lia) ltac:(congruence) F2) as (I1 & I2 & I3 & I4 & I5 & I6 & I7).
        set (r := loop _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _) in *.
        assert (Xr : x <= fst r) by (destruct (soft A); lia).
        assert (R2 : rows_of s2 = set (rows_of s') k (m :: rows_of s' (S k))) by reflexivity.
        assert (A2 : array_of s2 = if open then set (array_of s') k (Some m) else array_of s') by reflexivity.
        change (cutoffs s2) with (cutoffs s') in *.
        split; [eapply incl_tran; eassumption|].
        split; [intros j J; rewrite I2, R2, set_other by lia; apply Br; lia|].
        split; [intros j J; rewrite I3, A2 by lia; destruct open; [rewrite set_other by lia|]; apply Ba; lia|].
        split; [lia|]. split; [lia|]. split; [lia|].
        intros I. cbn [find]. destruct (Z.eqb_spec (- minimax G d (play G p m)) (fst r)) as [E | E].
        + assert (X : fst r <= x) by (unfold agrees in V; lia).
          exists m, (rows_of s' (S k)). split; [reflexivity|]. rewrite (I4 X), R2, set_same. split; [reflexivity|].
          destruct (Tl ltac:(lia)) as (Sh & Ho). split; [eapply shown_later; eassumption|].
          intros Na Op. rewrite (I5 Na eq_refl X), A2, Op. cbn [holds]. rewrite set_same. split; [reflexivity|].
          apply holds_set; [lia | now apply Ho].
        + apply I7. unfold agrees in V. lia.
      - (* it does not *)
        destruct (IH false raised alpha (Z.max best x) s' ltac:(unfold Score.in_range; lia) ltac:(lia)
          ltac:(congruence) K)
          as (I1 & I2 & I3 & I4 & I5 & I6 & I7).
        set (r := loop _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _) in *.
        split; [eapply incl_tran; eassumption|].
        split; [intros j J; rewrite I2 by lia; apply Br; lia|].
        split; [intros j J; rewrite I3 by lia; apply Ba; lia|].
        split; [intros H; rewrite I4 by exact H; apply Br; lia|].
        split.
        { intros Na Ra H. assert (first = false) by (destruct first; [rewrite FR in Ra by reflexivity|]; congruence).
          subst. rewrite (I5 Na eq_refl H). apply Tn; [apply Na | lia]. }
        split; [intros H; destruct (I6 H), (Tq H); split; congruence|].
        intros I. cbn [find]. destruct (Z.eqb_spec (- minimax G d (play G p m)) (fst r)) as [E | E].
        + exfalso. unfold agrees in V. lia.
        + now apply I7.
    Qed.
  End Node.

  Variable other : option (nat -> nat -> position G -> Z -> Z -> state -> Z * state).
  Hypothesis other_good : forall f, other = Some f -> forall d k q a b s, in_range a b -> a + 1 = b ->
    fair (content_of s) -> good d k q a b s (f d k q a b s).

  (** Theorem 6. With a table the score is right, the row of a node whose score is inside its window is the leftmost
      optimal line up to a node that the table has cut off, and the single array holds the same line, if the algorithm
      uses null windows after a raise (`triangular` and `single-array` of the column `score-stable`:
      src/contract/adjustments.rs). *)
  Theorem table_lines_good : forall d k p a b s, in_range a b -> fair (content_of s) ->
    good d k p a b s (table_search G A _ both hit_both inf M other d k p a b s).
  Proof.
    assert (Lf : forall d k p a b s, (d = O \/ moves G p = []) -> in_range a b -> fair (content_of s) ->
      good d k p a b s (value G p, leaf T k (a + 1 <? b) (enter T k (a + 1 <? b) s))).
    { intros d k p a b s E R F. unfold good. cbn [fst snd].
      set (s' := leaf T k (a + 1 <? b) (enter T k (a + 1 <? b) s)).
      assert (Er : rows_of s' = set (rows_of s) k []) by reflexivity.
      assert (Ea : array_of s' = if a + 1 <? b then set (array_of s) k None else array_of s) by reflexivity.
      change (cutoffs s') with (cutoffs s). rewrite Er, Ea.
      split; [apply agrees_of_eq; destruct E as [-> | E]; [|destruct d; [|cbn [minimax]; rewrite E]]; reflexivity|].
      split; [exact F|]. split; [apply incl_refl|]. split; [intros; apply set_other; lia|].
      destruct (Z.ltb_spec (a + 1) b).
      - split; [intros; apply set_other; lia|]. split; [lia|]. intros _. rewrite set_same. cbn [shown holds].
        split; [tauto | intros _; apply set_same].
      - split; [reflexivity|]. split; [auto | lia]. }
    induction d as [|d IH]; intros k p a b s R F; cbn [search_by];
      assert (Rab : a < b) by (unfold Score.in_range in R; lia);
      apply (visit_cases G _ both hit_both allowed M fair is_honest); try assumption.
    1, 3: intros e c Tr Cu Fc; unfold good; cbn [fst snd];
      match goal with |- context [cut_off ?G ?l ?h ?M ?k ?d ?p ?o ?c ?s] => set (s' := cut_off G l h M k d p o c s) end;
      assert (Er : rows_of s' = set (rows_of s) k []) by reflexivity;
      assert (Ea : array_of s' = if a + 1 <? b then set (array_of s) k None else array_of s) by reflexivity;
      match goal with s' := cut_off _ _ _ _ _ ?d _ _ _ _ |- _ =>
        assert (Ec : cutoffs s' = if a + 1 <? b then (k, d, p) :: cutoffs s else cutoffs s) by reflexivity end;
      rewrite Er, Ea, Ec;
      (split; [now apply cut_agrees|]); (split; [exact Fc|]);
      destruct (Z.ltb_spec (a + 1) b);
      (split; [auto using incl_tl, incl_refl|]); (split; [intros; apply set_other; lia|]);
      [ (split; [intros; apply set_other; lia|]); (split; [lia|]); intros _; rewrite set_same; cbn [shown holds];
        split; [right; right; now left | intros _; apply set_same]
      | split; [reflexivity|]; split; [auto | lia] ].
    - (* a leaf *)
      intros a' b' ms c Na Fc _.
      destruct (Lf O k p a b (with_content G _ M c s) (or_introl eq_refl) R Fc) as (V & K & H).
      split; [exact V|]. split; [|exact H]. now apply (stored_value_fair G _ allowed M fair is_honest).
    - intros a' b' ms c Na Fc Al.
      assert (R' : in_range a' b') by (unfold Score.in_range, narrower in *; lia).
      destruct (moves G p) as [|m0 ms0] eqn:Mo.
      + (* the game is over *)
        destruct (Lf (S d) k p a b (with_content G _ M c s) (or_intror Mo) R Fc) as (V & K & H).
        split; [exact V|]. split; [|exact H]. apply (stored_value_fair G _ allowed M fair is_honest); [|exact Fc].
        cbn [fst minimax]. now rewrite Mo.
      + set (null := match other with None => _ | Some f => _ end).
        set (s1 := with_content G _ M c (enter T k (a + 1 <? b) s)).
        assert (Hn : forall q a b s, in_range a b -> a + 1 = b -> fair (content_of s) -> good d (S k) q a b s (null q
          a b s)).
        { unfold null. destruct other as [f|]; intros; [now apply (other_good f eq_refl) | now apply IH]. }
        assert (Hc : forall q a b s, in_range a b -> fair (content_of s) ->
          good d (S k) q a b s (table_search G A _ both hit_both inf M other d (S k) q a b s))
          by (intros; now apply IH).
        destruct (loop_score _ null d k p (a + 1 <? b) b' Hc Hn ms true false a' (- inf) s1 R'
          ltac:(unfold Score.in_range in R'; lia) Fc) as (K & _ & L1 & L2 & L3).
        destruct (table_loop _ null d k p (a + 1 <? b) b' Hc Hn ms true false a' (- inf) s1 R'
          ltac:(unfold Score.in_range in R'; lia) ltac:(reflexivity) Fc) as (I1 & I2 & I3 & I4 & I5 & I6 & I7).
        set (r := loop _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _) in *.
        assert (V : agrees a' b' (minimax G (S d) p) (fst r)).
        { apply (node_agrees G d p ms); [congruence | apply (all_moves p ms Al) | exact L1 | exact L2 | exact L3]. }
        assert (Er : rows_of s1 = set (rows_of s) k []) by reflexivity.
        change (array_of s1) with (array_of s) in *. change (cutoffs s1) with (cutoffs s) in *. rewrite Er in *.
        unfold good. change (fst (stored G _ M k (S d) p a' b' r)) with (fst r).
        set (s2 := snd (stored G _ M k (S d) p a' b' r)).
        change (rows_of s2) with (rows_of (snd r)). change (array_of s2) with (array_of (snd r)).
        change (cutoffs s2) with (cutoffs (snd r)).
        split; [exact (narrower_agrees _ _ _ _ _ _ Na V)|].
        split; [apply (stored_fair G _ allowed M fair is_honest (S d) k p a' b' r);
          [cbn [is_leaf]; now rewrite Mo | exact V | exact K]|].
        split; [exact I1|].
        split; [intros j J; rewrite I2 by exact J; apply set_other; lia|]. split; [exact I3|].
        split; [intros N; apply I6; unfold narrower in Na; lia|].
        intros I. pose proof (narrower_inside _ _ _ _ _ _ Na V I) as I'.
        destruct (I7 I') as (m & l & Fi & Ro & Sh & Ho). rewrite Ro.
        assert (E : fst r = minimax G (S d) p) by (unfold agrees in V; lia). rewrite E in Fi. split.
        * cbn [shown]. split; [|exact Sh]. exists ms. split; assumption.
        * intros Nr. apply Ho; [exact Nr|]. apply Z.ltb_lt. lia.
  Qed.
End Lines.
