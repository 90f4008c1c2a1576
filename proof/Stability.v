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

  Section Node.
    Variable state : Type.
    Variable child null : position G -> Z -> Z -> state -> Z * state.
    Variable v : position G -> Z.
    Hypothesis child_agrees : forall q a b s, in_range a b -> agrees a b (v q) (fst (child q a b s)).
    Hypothesis null_agrees : forall q a b s, in_range a b -> a + 1 = b -> agrees a b (v q) (fst (null q a b s)).

    (** If both searches of a move agree with its value, the second one beats the lower end of its window. *)
    Lemma second_beats : forall d q alpha beta s s' from, in_range alpha beta ->
      re_search A d alpha beta (- fst (null q (- alpha - 1) (- alpha) s)) = Some from ->
      from < - fst (child q (- beta) (- from) s').
    Proof.
      intros d q alpha beta s s' from R E. unfold Score.in_range in *.
      pose proof (is_confirming d alpha beta (- fst (null q (- alpha - 1) (- alpha) s))) as K. rewrite E in K.
      pose proof (null_agrees q (- alpha - 1) (- alpha) s) as N. pose proof (child_agrees q (- beta) (- from) s') as W.
      unfold agrees, Score.in_range in *. lia.
    Qed.
  End Node.

  (** Stability: if the null window of a move beats alpha and the move is searched again, the second score
      beats the lower end of its window, so it beats alpha, too, with any store and whatever it holds ([Unconfirmed]:
      src/algorithm/profile.rs). The null window is searched by the algorithm itself or by another search. *)
  Theorem confirmed : forall state (T : store (move G) state) other, truthful G state inf other ->
    let run := search G A state T inf other in
    let null := match other with None => run | Some f => f end in
    forall d k q alpha beta s s' from, in_range alpha beta ->
    re_search A (S d) alpha beta (- fst (null d k q (- alpha - 1) (- alpha) s)) = Some from ->
    alpha <= from < - fst (run d k q (- beta) (- from) s').
  Proof.
    intros state T other O run null d k q alpha beta s s' from R E. split.
    - pose proof (is_confirming (S d) alpha beta (- fst (null d k q (- alpha - 1) (- alpha) s))) as C.
      rewrite E in C. unfold Score.in_range in R. lia.
    - apply (second_beats state (run d k) (null d k) (minimax G d)) with (d := S d) (s := s) (alpha := alpha);
        try assumption; intros.
      + apply search_agrees; auto using is_sound.
      + unfold null. destruct other as [f|]; [now apply O | apply search_agrees; auto using is_sound].
  Qed.
End Stability.
