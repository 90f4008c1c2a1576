(** MTD(f): null windows at the root until both bounds meet. Here without a table: then it is slow, and right. *)

From Coq Require Import ZArith List Bool Lia Arith.
From PvInPvs Require Import Game Search Score Stability PvInPvs Windowless.
Import ListNotations.
Open Scope Z_scope.

Section Mtdf.
  Variable G : game.
  Variable state : Type.
  Variable T : store (move G) state.
  Variable inf : Z.

  (** As in [src/algorithm/mtdf.rs]. [steps] bounds the number of searches; [None] says that it was too small. *)
  Fixpoint mtdf (steps d : nat) (p : position G) (lower upper guess : Z) (s : state) : option Z * state :=
    if lower <? upper then
      match steps with
      | O => (None, s)
      | S steps =>
          let beta := if guess =? lower then guess + 1 else guess in
          let (guess, s) := search G (alpha_beta true) state T inf None d 0 p (beta - 1) beta s in
          if guess <? beta then mtdf steps d p lower guess guess s else mtdf steps d p guess upper guess s
      end
    else (Some guess, s).

  (** From every first guess it ends, and its score is the value, with any store (`mtdf`: src/algorithm/mtdf.rs). *)
  Theorem mtdf_score : forall d p, - inf < minimax G d p < inf -> forall guess s, - inf <= guess <= inf ->
    fst (mtdf (Z.to_nat (2 * inf)) d p (- inf) inf guess s) = Some (minimax G d p).
  Proof.
    intros d p V.
    assert (L : forall steps lower upper guess s, - inf <= lower -> upper <= inf -> lower <= minimax G d p <= upper ->
      lower <= guess <= upper -> upper - lower <= Z.of_nat steps ->
      fst (mtdf steps d p lower upper guess s) = Some (minimax G d p)).
    { induction steps as [|steps IH]; intros lower upper guess s B1 B2 W Gs N; cbn [mtdf].
      - destruct (Z.ltb_spec lower upper); [lia|]. cbn [fst]. f_equal. lia.
      - destruct (Z.ltb_spec lower upper) as [U | U]; [|cbn [fst]; f_equal; lia].
        set (beta := if guess =? lower then guess + 1 else guess).
        assert (Hb : lower < beta <= upper) by (unfold beta; destruct (Z.eqb_spec guess lower); lia).
        pose proof (search_agrees G (alpha_beta true) state T inf (alpha_beta_sound true) None I d 0 p (beta - 1) beta
          s
          ltac:(unfold in_range; lia)) as A.
        destruct (search G (alpha_beta true) state T inf None d 0 p (beta - 1) beta s) as [g s']. cbn [fst] in A.
        unfold agrees in A. destruct (Z.ltb_spec g beta) as [C | C]; apply IH; lia. }
    intros guess s Gs. apply L; lia.
  Qed.
End Mtdf.
