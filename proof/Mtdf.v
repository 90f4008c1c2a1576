(** MTD(f): null windows at the root until both bounds meet. Without a table it is slow, and right; with one, whatever
    the table forgets, it is right, too. *)

From Coq Require Import ZArith List Bool Lia Arith.
From PvInPvs Require Import Game Search Score Stability PvInPvs Windowless TranspositionTable.
Import ListNotations.
Open Scope Z_scope.

Section Mtdf.
  Variable state : Type.
  Variable run : Z -> Z -> state -> Z * state.  (* the search of the root, with a window *)

  (** As in [src/algorithm/mtdf.rs]. [steps] bounds the number of searches; [None] says that it was too small. *)
  Fixpoint mtdf (steps : nat) (lower upper guess : Z) (s : state) : option Z * state :=
    if lower <? upper then
      match steps with
      | O => (None, s)
      | S steps =>
          let beta := if guess =? lower then guess + 1 else guess in
          let (guess, s) := run (beta - 1) beta s in
          if guess <? beta then mtdf steps lower guess guess s else mtdf steps guess upper guess s
      end
    else (Some guess, s).

  Variables inf v : Z.
  (** What is true of the state all the time. *)
  Variable I : state -> Prop.
  Hypothesis run_ok : forall a b s, in_range inf a b -> I s -> agrees a b v (fst (run a b s)) /\ I (snd (run a b s)).

  (** If the searches of the root agree with its value, it ends from every first guess, and with the value. *)
  Lemma mtdf_ends : - inf < v < inf -> forall guess s, - inf <= guess <= inf -> I s ->
    let r := mtdf (Z.to_nat (2 * inf)) (- inf) inf guess s in fst r = Some v /\ I (snd r).
  Proof.
    intros V.
    assert (L : forall steps lower upper guess s, - inf <= lower -> upper <= inf -> lower <= v <= upper ->
      lower <= guess <= upper -> upper - lower <= Z.of_nat steps -> I s ->
      fst (mtdf steps lower upper guess s) = Some v /\ I (snd (mtdf steps lower upper guess s))).
    { induction steps as [|steps IH]; intros lower upper guess s B1 B2 W Gs N F; cbn [mtdf].
      - destruct (Z.ltb_spec lower upper); [lia|]. cbn [fst snd]. split; [f_equal; lia | exact F].
      - destruct (Z.ltb_spec lower upper) as [U | U]; [|cbn [fst snd]; split; [f_equal; lia | exact F]].
        set (beta := if guess =? lower then guess + 1 else guess).
        assert (Hb : lower < beta <= upper) by (unfold beta; destruct (Z.eqb_spec guess lower); lia).
        destruct (run_ok (beta - 1) beta s ltac:(unfold in_range; lia) F) as (A & K).
        destruct (run (beta - 1) beta s) as [g s']. cbn [fst snd] in *. unfold agrees in A.
        destruct (Z.ltb_spec g beta) as [C | C]; apply IH; try lia; exact K. }
    intros guess s Gs F. apply L; try lia. exact F.
  Qed.
End Mtdf.

(** From every first guess it ends, and its score is the value, with any store (`mtdf`: src/algorithm/mtdf.rs). *)
Theorem mtdf_score : forall G state (T : store (move G) state) inf d p, - inf < minimax G d p < inf ->
  forall guess s, - inf <= guess <= inf ->
  fst (mtdf state (search G (alpha_beta true) state T inf None d 0 p) (Z.to_nat (2 * inf)) (- inf) inf guess s)
    = Some (minimax G d p).
Proof.
  intros G state T inf d p V guess s Gs. apply (mtdf_ends state _ inf _ (fun _ => True)); try assumption; [|exact I].
  intros a b t R _. split; [|exact I]. apply search_agrees; [apply alpha_beta_sound | exact I | exact R].
Qed.

(** With a table, whatever it forgets, it ends from every first guess, its score is the value, and the table stays true
    (`mtdf` in the column `score-stable`: src/algorithm/mtdf.rs). *)
Theorem table_mtdf_score : forall G lines (T : store (move G) lines) hit inf allowed (M : memory G) fair,
  orders G allowed -> honest G allowed M fair ->
  forall d p, - inf < minimax G d p < inf -> forall guess s, - inf <= guess <= inf -> fair (content_of s) ->
  let r := mtdf _ (table_search G (alpha_beta true) lines T hit inf M None d 0 p) (Z.to_nat (2 * inf)) (- inf) inf guess
    s
  in fst r = Some (minimax G d p) /\ fair (content_of (snd r)).
Proof.
  intros G lines T hit inf allowed M fair Al Ho d p V guess s Gs F.
  apply (mtdf_ends _ _ inf _ (fun t => fair (content_of t))); try assumption. intros a b t R Ft.
  apply (table_agrees G (alpha_beta true) lines T hit inf allowed Al M fair Ho (alpha_beta_sound true) None);
    try assumption; [discriminate | left].
  intros d' alpha b' score L E. pose proof (alpha_beta_confirming true d' alpha b' score L) as C. rewrite E in C.
  exact C.
Qed.
