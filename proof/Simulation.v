(** One search with two stores: if the events keep a relation between their states, so does the search. *)

From Coq Require Import ZArith List Bool Lia Arith.
From PvInPvs Require Import Game Search Score Stability Triangular SingleArray LineStore PvInPvs Windowless.
Import ListNotations.
Open Scope Z_scope.

Section Simulation.
  Variable G : game.
  Variables state1 state2 : Type.
  Variable T1 : store (move G) state1.
  Variable T2 : store (move G) state2.
  Variable inf : Z.

  (** [R n s t]: the states agree on the plies before [n]. The search is between the plies [lo] and [N]. *)
  Variable R : nat -> state1 -> state2 -> Prop.
  Variables lo N : nat.

  Record events_related : Prop := {
    fewer : forall n s t, R (S n) s t -> R n s t;
    enter_related : forall k o s t, (lo <= k <= N)%nat -> R k s t -> R (S k) (enter T1 k o s) (enter T2 k o t);
    leaf_related : forall k o s t, (lo <= k <= N)%nat -> R k s t ->
      R (S k) (leaf T1 k o (enter T1 k o s)) (leaf T2 k o (enter T2 k o t));
    raise_related : forall k o m s t, (lo <= k < N)%nat -> R (S (S k)) s t -> R (S k) (raise T1 k o m s) (raise T2 k o
      m t);
    refute_related : forall k o m s t, (lo <= k < N)%nat -> R (S (S k)) s t -> R (S k) (refute T1 k o m s) (refute T2
      k o m t);
    again_related : forall k s t, (k < N)%nat -> R (S k) s t -> R (S k) (again T1 s) (again T2 t);
  }.

  (** The leaf event alone keeps the relation, as most stores do nothing there. *)
  Lemma leaf_alone : (forall n s t, R (S n) s t -> R n s t) ->
    (forall k o s t, (lo <= k <= N)%nat -> R k s t -> R (S k) (enter T1 k o s) (enter T2 k o t)) ->
    (forall k o s t, (lo <= k <= N)%nat -> R (S k) s t -> R (S k) (leaf T1 k o s) (leaf T2 k o t)) ->
    (forall k o m s t, (lo <= k < N)%nat -> R (S (S k)) s t -> R (S k) (raise T1 k o m s) (raise T2 k o m t)) ->
    (forall k o m s t, (lo <= k < N)%nat -> R (S (S k)) s t -> R (S k) (refute T1 k o m s) (refute T2 k o m t)) ->
    (forall k s t, (k < N)%nat -> R (S k) s t -> R (S k) (again T1 s) (again T2 t)) -> events_related.
  Proof. intros. constructor; auto. Qed.

  Hypothesis E : events_related.

  Definition same (n : nat) (r1 : Z * state1) (r2 : Z * state2) : Prop := fst r1 = fst r2 /\ R n (snd r1) (snd r2).

  Lemma same_opposite : forall n r1 r2, same n r1 r2 -> same n (opposite state1 r1) (opposite state2 r2).
  Proof. intros n r1 r2 (V & K). split; [simpl; now rewrite V | exact K]. Qed.

  Definition related (f1 : nat -> nat -> position G -> Z -> Z -> state1 -> Z * state1)
    (f2 : nat -> nat -> position G -> Z -> Z -> state2 -> Z * state2) : Prop :=
    forall d k q a b s t, (lo <= k /\ k + d <= N)%nat -> R k s t -> same (S k) (f1 d k q a b s) (f2 d k q a b t).
  Definition options_related (o1 : option (nat -> nat -> position G -> Z -> Z -> state1 -> Z * state1))
    (o2 : option (nat -> nat -> position G -> Z -> Z -> state2 -> Z * state2)) : Prop :=
    match o1, o2 with None, None => True | Some f1, Some f2 => related f1 f2 | _, _ => False end.

  Section Node.
    Variable k : nat.
    Variable p : position G.
    Hypothesis inside : (k < N)%nat.
    Variables child1 null1 : position G -> Z -> Z -> state1 -> Z * state1.
    Variables child2 null2 : position G -> Z -> Z -> state2 -> Z * state2.
    Hypothesis child_same : forall q a b s t, R (S k) s t -> same (S (S k)) (child1 q a b s) (child2 q a b t).
    Hypothesis null_same : forall q a b s t, R (S k) s t -> same (S (S k)) (null1 q a b s) (null2 q a b t).

    Lemma try_same : forall A d beta q first raised alpha s t, R (S k) s t ->
      same (S (S k)) (try G A state1 T1 child1 null1 d beta q first raised alpha s)
                     (try G A state2 T2 child2 null2 d beta q first raised alpha t).
    Proof.
      intros A d beta q first raised alpha s t H. unfold try.
      destruct (nulls A d first raised); [|now apply same_opposite, child_same].
      destruct (same_opposite _ _ _ (null_same q (- alpha - 1) (- alpha) s t H)) as (V & K).
      destruct (opposite state1 (null1 _ _ _ _)) as [x1 s1], (opposite state2 (null2 _ _ _ _)) as [x2 t1].
      cbn [fst snd] in *. subst x2. destruct (re_search A d alpha beta x1) as [from|]; [|now split].
      assert (K' : R (S k) (again T1 s1) (again T2 t1)) by (apply (again_related E);
        [exact inside | now apply (fewer E)]).
      destruct (same_opposite _ _ _ (child_same q (- beta) (- from) _ _ K')) as (V2 & K2).
      destruct (opposite state1 (child1 _ _ _ _)) as [y1 s2], (opposite state2 (child2 _ _ _ _)) as [y2 t2].
      cbn [fst snd] in *. subst y2. now split.
    Qed.

    Lemma loop_same : (lo <= k)%nat -> forall A d open beta ms first raised alpha best s t, R (S k) s t ->
      same (S k) (loop G A state1 T1 child1 null1 d k p open beta ms first raised alpha best s)
                 (loop G A state2 T2 child2 null2 d k p open beta ms first raised alpha best t).
    Proof.
      intros lower A d open beta. induction ms as [|m ms IH]; intros first raised alpha best s t H; cbn [loop];
        [now split|].
      destruct (try_same A d beta (play G p m) first raised alpha s t H) as (V & K).
      destruct (try G A state1 _ _ _ _ _ _ _ _ _ _) as [x1 s1], (try G A state2 _ _ _ _ _ _ _ _ _ _) as [x2 t1].
      cbn [fst snd] in *. subst x2.
      destruct (beta <=? x1); [split; [reflexivity | now apply (refute_related E)]|].
      destruct (alpha <? x1); apply IH; [apply (raise_related E); [lia | exact K] | now apply (fewer E)].
    Qed.
  End Node.

  (** If the events keep a relation between two stores, a search of the family keeps it, and returns the same score
      with both (a pair of stores is a store: src/pv/pair.rs). *)
  Theorem search_same : forall A o1 o2, options_related o1 o2 ->
    related (search G A state1 T1 inf o1) (search G A state2 T2 inf o2).
  Proof.
    intros A o1 o2 O. red. induction d as [|d IH]; intros k q a b s t D H; cbn [search].
    - split; [reflexivity|]. apply (leaf_related E); [lia | exact H].
    - assert (H1 : R (S k) (enter T1 k (a + 1 <? b) s) (enter T2 k (a + 1 <? b) t))
        by (apply (enter_related E); [lia | exact H]).
      destruct (moves G q) as [|m ms].
      + split; [reflexivity|]. apply (leaf_related E); [lia | exact H].
      + apply loop_same; [lia | | | lia | exact H1].
        * intros. apply IH; [lia | assumption].
        * intros. destruct o1, o2; try contradiction; [apply O | apply IH]; (lia || assumption).
  Qed.

  (** The zero-window search with two stores (src/algorithm/pvs_zws.rs, src/pv/pair.rs). *)
  Theorem zws_same : related (zws G state1 T1) (zws G state2 T2).
  Proof.
    red. induction d as [|d IH]; intros k q a b s t D H; cbn [zws].
    - split; [reflexivity|]. apply (leaf_related E); [lia | exact H].
    - assert (H1 : R (S k) (enter T1 k false s) (enter T2 k false t)) by (apply (enter_related E); [lia | exact H]).
      destruct (moves G q) as [|m ms].
      + split; [reflexivity|]. apply (leaf_related E); [lia | exact H].
      + revert H1. generalize (enter T1 k false s), (enter T2 k false t). generalize (m :: ms). clear s t H m ms.
        induction l as [|m ms IHms]; intros s t H; cbn [zws_loop]; [now split|].
        destruct (same_opposite _ _ _ (IH (S k) (play G q m) (- b) (- b + 1) s t ltac:(lia) H)) as (V & K).
        destruct (opposite state1 _) as [x1 s1], (opposite state2 _) as [x2 t1]. cbn [fst snd] in *. subst x2.
        destruct (b <=? x1); [split; [reflexivity | apply (refute_related E); [lia | exact K]]|].
        apply IHms. now apply (fewer E).
  Qed.

  (** A search without a window with two stores (src/algorithm/scout.rs, src/algorithm/palphabeta.rs,
      src/pv/pair.rs). *)
  Theorem windowless_same : forall test1 test2 plain1 plain2, related test1 test2 -> options_related plain1 plain2 ->
    forall d k q s t, (lo <= k /\ k + d <= N)%nat -> R k s t ->
    same (S k) (windowless G state1 T1 inf test1 plain1 d k q s) (windowless G state2 T2 inf test2 plain2 d k q t).
  Proof.
    intros test1 test2 plain1 plain2 Te Pl. induction d as [|d IH]; intros k q s t D H; cbn [windowless].
    - split; [reflexivity|]. apply (leaf_related E); [lia | exact H].
    - assert (H1 : R (S k) (enter T1 k true s) (enter T2 k true t)) by (apply (enter_related E); [lia | exact H]).
      destruct (moves G q) as [|m ms].
      + split; [reflexivity|]. apply (leaf_related E); [lia | exact H].
      + destruct (same_opposite _ _ _ (IH (S k) (play G q m) _ _ ltac:(lia) H1)) as (V & K).
        destruct (opposite state1 _) as [x1 s1], (opposite state2 _) as [x2 t1]. cbn [fst snd] in *. subst x2.
        assert (H2 : R (S k) (raise T1 k true m s1) (raise T2 k true m t1)) by (apply (raise_related E);
          [lia | exact K]).
        revert H2. generalize (raise T1 k true m s1), (raise T2 k true m t1), x1. clear x1 s1 t1 K s t H H1.
        induction ms as [|m' ms IHms]; intros s t best H; cbn [later_moves]; [now split|].
        destruct (same_opposite _ _ _ (Te d (S k) (play G q m') (- best - 1) (- best) s t ltac:(lia) H)) as (V & K).
        destruct (opposite state1 _) as [x1 s1], (opposite state2 _) as [x2 t1]. cbn [fst snd] in *. subst x2.
        destruct (x1 <=? best); [apply IHms; now apply (fewer E)|].
        assert (K' : R (S k) (again T1 s1) (again T2 t1)) by (apply (again_related E); [lia | now apply (fewer E)]).
        set (r1 := match plain1 with None => _ | Some _ => _ end).
        set (r2 := match plain2 with None => _ | Some _ => _ end).
        assert (Sr : same (S (S k)) r1 r2).
        { unfold r1, r2. destruct plain1, plain2; try contradiction; [apply Pl | apply IH]; (lia || assumption). }
        destruct (same_opposite _ _ _ Sr) as (V2 & K2).
        destruct (opposite state1 r1) as [y1 s2], (opposite state2 r2) as [y2 t2]. cbn [fst snd] in *. subst y2.
        apply IHms. apply (raise_related E); [lia | exact K2].
  Qed.
End Simulation.
