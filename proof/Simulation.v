(** One search with two stores: if the events keep a relation between their states, so does the search. *)

From Coq Require Import ZArith List Bool Lia Arith.
From PvInPvs Require Import Game Search Score Stability Triangular SingleArray PvInPvs Windowless Minimax.
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
    Lemma minimax_loop_same : (lo <= k)%nat -> forall (child1 : position G -> state1 -> Z * state1)
      (child2 : position G -> state2 -> Z * state2), (forall q s t, R (S k) s t -> same (S (S k)) (child1 q s) (child2 q
        t)) ->
      forall ms best s t, R (S k) s t ->
      same (S k) (minimax_loop G state1 T1 child1 k p ms best s) (minimax_loop G state2 T2 child2 k p ms best t).
    Proof.
      intros lower m1 m2 C. induction ms as [|m ms IH]; intros best s t H; cbn [minimax_loop]; [now split|].
      destruct (same_opposite _ _ _ (C (play G p m) s t H)) as (V & K).
      destruct (opposite state1 _) as [x1 s1], (opposite state2 _) as [x2 t1]. cbn [fst snd] in *. subst x2.
      destruct (best <? x1); apply IH;
        [apply (raise_related E); [lia | exact K] | now apply (fewer E)].
    Qed.

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

    Lemma zws_loop_same : (lo <= k)%nat -> forall beta ms s t, R (S k) s t ->
      same (S k) (zws_loop G state1 T1 child1 k p beta ms s) (zws_loop G state2 T2 child2 k p beta ms t).
    Proof.
      intros lower beta. induction ms as [|m ms IH]; intros s t H; cbn [zws_loop]; [now split|].
      destruct (same_opposite _ _ _ (child_same (play G p m) (- beta) (- beta + 1) s t H)) as (V & K).
      destruct (opposite state1 _) as [x1 s1], (opposite state2 _) as [x2 t1]. cbn [fst snd] in *. subst x2.
      destruct (beta <=? x1); [split; [reflexivity | apply (refute_related E); [lia | exact K]]|].
      apply IH. now apply (fewer E).
    Qed.

    Variable second1 : position G -> Z -> state1 -> Z * state1.
    Variable second2 : position G -> Z -> state2 -> Z * state2.
    Hypothesis second_same : forall q b s t, R (S k) s t -> same (S (S k)) (second1 q b s) (second2 q b t).

    Lemma later_moves_same : (lo <= k)%nat -> forall ms best s t, R (S k) s t ->
      same (S k) (later_moves G state1 T1 null1 second1 k p ms best s) (later_moves G state2 T2 null2 second2 k p ms
        best t).
    Proof.
      intros lower. induction ms as [|m ms IH]; intros best s t H; cbn [later_moves]; [now split|].
      destruct (same_opposite _ _ _ (null_same (play G p m) (- best - 1) (- best) s t H)) as (V & K).
      destruct (opposite state1 _) as [x1 s1], (opposite state2 _) as [x2 t1]. cbn [fst snd] in *. subst x2.
      destruct (x1 <=? best); [apply IH; now apply (fewer E)|].
      assert (K' : R (S k) (again T1 s1) (again T2 t1)) by (apply (again_related E); [lia | now apply (fewer E)]).
      destruct (same_opposite _ _ _ (second_same (play G p m) (- best) _ _ K')) as (V2 & K2).
      destruct (opposite state1 (second1 _ _ _)) as [y1 s2], (opposite state2 (second2 _ _ _)) as [y2 t2].
      cbn [fst snd] in *. subst y2. apply IH. apply (raise_related E); [lia | exact K2].
    Qed.
  End Node.

  (** *** Nodes *)

  (** Two ways to visit a node are related if they are whenever what is expanded is. *)
  Variable visit1 : visiting G state1.
  Variable visit2 : visiting G state2.
  Definition nodes_related (o : bool) (a b : Z) : Prop := forall d k p s t expand1 expand2, (lo <= k <= N)%nat -> R k s
    t ->
    (forall a b ms s t, R k s t ->
       same (S k) (expand1 a b ms (enter T1 k o s)) (expand2 a b ms (enter T2 k o t))) ->
    same (S k) (visit1 d k p o a b s expand1) (visit2 d k p o a b t expand2).

  Lemma value_same : forall k q o s t, (lo <= k <= N)%nat -> R k s t ->
    same (S k) (value G q, leaf T1 k o (enter T1 k o s)) (value G q, leaf T2 k o (enter T2 k o t)).
  Proof. intros k q o s t K H. split; [reflexivity | now apply (leaf_related E)]. Qed.

  (** If the events keep a relation between two stores, a search of the family keeps it, and returns the same score
      with both (a pair of stores is a store: src/pv/pair.rs). *)
  Theorem search_by_same : (forall a b, nodes_related (a + 1 <? b) a b) -> forall A o1 o2, options_related o1 o2 ->
    related (search_by G A state1 T1 inf o1 visit1) (search_by G A state2 T2 inf o2 visit2).
  Proof.
    intros Nodes A o1 o2 O. red. induction d as [|d IH]; intros k q a b s t D H; cbn [search_by];
      (apply Nodes; [lia | exact H|]); intros a' b' ms u v Hu; [apply value_same; [lia | exact Hu]|].
    destruct (moves G q) as [|m0 ms0]; [apply value_same; [lia | exact Hu]|].
    apply loop_same; [lia | | | lia | apply (enter_related E); [lia | exact Hu]]; intros.
    - apply IH; [lia | assumption].
    - destruct o1, o2; try contradiction; [apply O | apply IH]; (lia || assumption).
  Qed.

  (** The zero-window search with two stores (src/algorithm/pvs_zws.rs, src/pv/pair.rs). *)
  Theorem zws_by_same : (forall a b, nodes_related false a b) ->
    related (zws_by G state1 T1 visit1) (zws_by G state2 T2 visit2).
  Proof.
    intros Nodes. red. induction d as [|d IH]; intros k q a b s t D H; cbn [zws_by];
      (apply Nodes; [lia | exact H|]); intros a' b' ms u v Hu; [apply value_same; [lia | exact Hu]|].
    destruct (moves G q) as [|m0 ms0]; [apply value_same; [lia | exact Hu]|].
    apply zws_loop_same; [lia | | lia | apply (enter_related E); [lia | exact Hu]]. intros. apply IH; [lia |
      assumption].
  Qed.

  (** A search without a window with two stores (src/algorithm/scout.rs, src/algorithm/palphabeta.rs,
      src/pv/pair.rs). *)
  Theorem windowless_by_same : nodes_related true (- inf) inf -> forall test1 test2 plain1 plain2, related test1 test2
    ->
    options_related plain1 plain2 -> forall d k q s t, (lo <= k /\ k + d <= N)%nat -> R k s t ->
    same (S k) (windowless_by G state1 T1 inf visit1 test1 plain1 d k q s)
      (windowless_by G state2 T2 inf visit2 test2 plain2 d k q t).
  Proof.
    intros Nodes test1 test2 plain1 plain2 Te Pl. induction d as [|d IH]; intros k q s t D H; cbn [windowless_by];
      (apply Nodes; [lia | exact H|]); intros a' b' ms u v Hu; [apply value_same; [lia | exact Hu]|].
    destruct (moves G q) as [|m0 ms0]; [apply value_same; [lia | exact Hu]|].
    destruct ms as [|m ms]; [apply value_same; [lia | exact Hu]|].
    assert (H1 : R (S k) (enter T1 k true u) (enter T2 k true v)) by (apply (enter_related E); [lia | exact Hu]).
    destruct (same_opposite _ _ _ (IH (S k) (play G q m) _ _ ltac:(lia) H1)) as (V & K).
    destruct (opposite state1 _) as [x1 s1], (opposite state2 _) as [x2 t1]. cbn [fst snd] in *. subst x2.
    apply later_moves_same; [lia | | | lia | apply (raise_related E); [lia | exact K]]; intros;
      [apply Te; (lia || assumption)|].
    destruct plain1, plain2; try contradiction; [apply Pl | apply IH]; (lia || assumption).
  Qed.

  (** Negamax with two stores (src/algorithm/minimax.rs). *)
  Theorem minimax_by_same : nodes_related true (- inf) inf -> forall d k q s t, (lo <= k /\ k + d <= N)%nat -> R k s t
    ->
    same (S k) (minimax_by G state1 T1 inf visit1 d k q s) (minimax_by G state2 T2 inf visit2 d k q t).
  Proof.
    intros Nodes. induction d as [|d IH]; intros k q s t D H; cbn [minimax_by];
      (apply Nodes; [lia | exact H|]); intros a' b' ms u v Hu; [apply value_same; [lia | exact Hu]|].
    destruct (moves G q) as [|m0 ms0]; [apply value_same; [lia | exact Hu]|].
    apply minimax_loop_same; [lia | lia | | apply (enter_related E); [lia | exact Hu]].
    intros. apply IH; [lia | assumption].
  Qed.
End Simulation.

(** Without a table on both sides. *)
Lemma at_once_related : forall G state1 state2 (T1 : store (move G) state1) (T2 : store (move G) state2) R lo N o a b,
  nodes_related G state1 state2 T1 T2 R lo N (at_once G state1 T1) (at_once G state2 T2) o a b.
Proof. intros G state1 state2 T1 T2 R lo N o a b d k p s t e1 e2 K H He. apply He, H. Qed.

(** So a search of the family without a table does the same with two stores (src/pv/mod.rs: a store cannot influence a
    search). *)
Theorem search_same : forall G state1 state2 (T1 : store (move G) state1) (T2 : store (move G) state2) inf R lo N,
  events_related G state1 state2 T1 T2 R lo N -> forall A o1 o2, options_related G state1 state2 R lo N o1 o2 ->
  related G state1 state2 R lo N (search G A state1 T1 inf o1) (search G A state2 T2 inf o2).
Proof.
  intros G state1 state2 T1 T2 inf R lo N E A. apply search_by_same; [exact E|]. intros. apply at_once_related.
Qed.
