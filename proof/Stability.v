(** Stability: a second search confirms the null window that led to it. *)

From Coq Require Import ZArith List Bool Lia Arith.
From PvInPvs Require Import Game Search Score.
Import ListNotations.
Open Scope Z_scope.

Lemma set_same : forall A (f : nat -> A) k x, set f k x k = x.
Proof. intros. unfold set. now rewrite Nat.eqb_refl. Qed.

Lemma set_other : forall A (f : nat -> A) k x j, j <> k -> set f k x j = f j.
Proof. intros. unfold set. destruct (Nat.eqb_spec j k); congruence. Qed.

Section Stability.
  Variable G : game.
  Variable A : algorithm.
  Variable inf : Z.

  Notation in_range := (in_range inf).

  Hypothesis is_confirming : confirming A.

  Lemma is_sound : sound A.
  Proof.
    intros d alpha beta score L. pose proof (is_confirming d alpha beta score L) as C.
    destruct (re_search A d alpha beta score); lia.
  Qed.

  (** A second search is never omitted inside the window. *)
  Lemma never_omitted : forall (P : Prop) d alpha beta score, alpha < beta -> re_search A d alpha beta score = None ->
    score <= alpha \/ beta <= score \/ P.
  Proof.
    intros P d alpha beta score L E. pose proof (is_confirming d alpha beta score L) as C. rewrite E in C. tauto.
  Qed.

  (** Stability: if the null window of a move beats alpha and the move is searched again, the second score
      beats the lower end of its window, so it beats alpha, too ([Unconfirmed]: src/algorithm/profile.rs). *)
  Theorem confirmed : forall state (child null : position G -> Z -> Z -> state -> Z * state) v,
    (forall q a b s, in_range a b -> agrees a b (v q) (fst (child q a b s))) ->
    (forall q a b s, in_range a b -> a + 1 = b -> agrees a b (v q) (fst (null q a b s))) ->
    forall d q alpha beta s s' from, in_range alpha beta ->
    let score := - fst (null q (- alpha - 1) (- alpha) s) in
    re_search A d alpha beta score = Some from ->
    from < - fst (child q (- beta) (- from) s').
  Proof.
    intros state child null v C Nu d q alpha beta s s' from R. cbv zeta. intros E. unfold Score.in_range in *.
    pose proof (is_confirming d alpha beta (- fst (null q (- alpha - 1) (- alpha) s))) as K.
    rewrite E in K.
    pose proof (Nu q (- alpha - 1) (- alpha) s) as N. pose proof (C q (- beta) (- from) s') as W.
    unfold agrees, Score.in_range in *. lia.
  Qed.
End Stability.
