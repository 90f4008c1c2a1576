(** The column `stable` of the contract, cell by cell: the algorithms and the stores by their names in the product. *)

From Coq Require Import ZArith List Bool Lia Arith String.
From PvInPvs Require Import Game Search Score Stability Triangular SingleArray PvInPvs Windowless Simulation Tables Root
  Minimax Offsets Terminated StackList PointerBlock NoLastReSearch NegaScout AnyStore TranspositionTable TableLines
  TableStores TableWindowless TableRoot WithoutTable.
Import ListNotations.
Open Scope Z_scope.

(** ** The stores that copy lines *)

Section Stores.
  Variable G : game.
  Variable N : nat.       (* the depth for which they are laid out *)
  Variable poison : move G.

  Definition triangular_keeper : keeper G := {|
    memory_of := flat (move G); method := row_table (move G) (index N); laid_out := fun _ => True;
    line_of := fun _ s => row (index N) s 0 |}.
  Definition triangular_offsets_keeper : keeper G := {|
    memory_of := framed (move G); method := triangular_offsets (move G) N; laid_out := fun s => starts s 0 = 0%nat;
    line_of := fun _ s => framed_line s 0 |}.
  Definition triangular_lookup_keeper : keeper G := {|
    memory_of := flat (move G); method := row_table (move G) (lookup N); laid_out := fun _ => True;
    line_of := fun _ s => row (lookup N) s 0 |}.
  Definition triangular_terminated_keeper : keeper G := {|
    memory_of := nat -> option (move G); method := triangular_terminated (move G) N; laid_out := fun _ => True;
    line_of := fun _ s => read N s 0 |}.
  Definition quadratic_keeper : keeper G := {|
    memory_of := flat (move G); method := row_table (move G) (shifted N); laid_out := fun _ => True;
    line_of := fun _ s => row (shifted N) s 0 |}.
  Definition stack_list_keeper : keeper G := {|
    memory_of := nat -> stack_line (move G); method := stack_list (move G) N poison; laid_out := fun _ => True;
    line_of := fun _ s => listed (s 0%nat) |}.
  Definition stack_list_half_keeper : keeper G := {|
    memory_of := framed (move G); method := stack_list_half (move G) N poison; laid_out := fun s => starts s 0 = 0%nat;
    line_of := fun _ s => framed_line s 0 |}.
  Definition pointer_array_keeper : keeper G := {|
    memory_of := block (move G); method := pointer_block (move G); laid_out := arrays_apart N;
    line_of := fun _ s => block_line s 0 |}.

  (** Rows of C slots each, where C is the capacity and not the depth.
      The second table of the pv-holder is read after a
      table hit alone, and here no search has a table. *)
  Definition pv_holder_keeper (C : nat) : keeper G := {|
    memory_of := flat (move G); method := row_table (move G) (fun k => k * C)%nat; laid_out := fun _ => True;
    line_of := fun _ s => row (fun k => k * C)%nat s 0 |}.

  Let blank : nat -> list (move G) := fun _ => [].

  (** The triangular table with the closed formula (`triangular`: src/pv/triangular.rs, src/pv/rows.rs). *)
  Theorem triangular_copies : copies G N triangular_keeper.
  Proof.
    exists (rows_equal N (index N)). split; [apply row_table_refines, rows_apart|]. split; [|split].
    - intros t _. exists blank. intros j J. lia.
    - intros d s t H. apply H; lia.
    - intros. exact I.
  Qed.

  (** The index from the parent's (`triangular-offsets`: src/pv/triangular.rs). *)
  Theorem triangular_offsets_copies : copies G N triangular_offsets_keeper.
  Proof.
    exists (frames_equal N). split; [apply triangular_offsets_refines|]. split; [|split].
    - intros t L. exists blank. split; [|intros j J; lia]. intros j J _. replace j with O by lia. exact L.
    - intros d s t (_ & H). apply H; lia.
    - intros s t (H & _). exact (H 0%nat ltac:(lia) ltac:(lia)).
  Qed.

  (** The index from a lookup table (`triangular-lookup`: src/pv/triangular.rs). *)
  Theorem triangular_lookup_copies : copies G N triangular_lookup_keeper.
  Proof.
    exists (rows_equal N (lookup N)). split; [apply row_table_refines, lookup_rows_apart|]. split; [|split].
    - intros t _. exists blank. intros j J. lia.
    - intros d s t H. apply H; lia.
    - intros. exact I.
  Qed.

  (** The table without lengths (`triangular-terminated`: src/pv/triangular_terminated.rs). *)
  Theorem triangular_terminated_copies : copies G N triangular_terminated_keeper.
  Proof.
    exists (terminated_equal N). split; [apply triangular_terminated_refines|]. split; [|split].
    - intros t _. exists blank. intros j J. lia.
    - intros d s t H. specialize (H 0%nat ltac:(lia) ltac:(lia)). now rewrite Nat.sub_0_r in H.
    - intros. exact I.
  Qed.

  (** The quadratic table (`quadratic`: src/pv/quadratic.rs, src/pv/rows.rs). *)
  Theorem quadratic_copies : copies G N quadratic_keeper.
  Proof.
    exists (rows_equal N (shifted N)). split; [apply row_table_refines, quadratic_rows_apart|]. split; [|split].
    - intros t _. exists blank. intros j J. lia.
    - intros d s t H. apply H; lia.
    - intros. exact I.
  Qed.

  (** The lists on the stack (`stack-list`: src/pv/stack_list.rs). *)
  Theorem stack_list_copies : copies G N stack_list_keeper.
  Proof.
    exists lists_equal. split; [apply stack_list_refines|]. split; [|split].
    - intros t _. exists blank. intros j J. lia.
    - intros d s t H. apply H. lia.
    - intros. exact I.
  Qed.

  (** The lists on the stack at half the size (`stack-list-half`: src/pv/stack_list_half.rs). *)
  Theorem stack_list_half_copies : copies G N stack_list_half_keeper.
  Proof.
    exists (frames_equal N). split; [apply stack_list_half_refines|]. split; [|split].
    - intros t L. exists blank. split; [|intros j J; lia]. intros j J _. replace j with O by lia. exact L.
    - intros d s t (_ & H). apply H; lia.
    - intros s t (H & _). exact (H 0%nat ltac:(lia) ltac:(lia)).
  Qed.

  (** The pointer array in one block (`pointer-array`: src/pv/pointer_array.rs). *)
  Theorem pointer_array_copies : copies G N pointer_array_keeper.
  Proof.
    exists (blocks_equal N). split; [apply pointer_block_refines|]. split; [|split].
    - intros t L. exists blank. split; [exact L|]. intros j J. lia.
    - intros d s t (_ & H). apply H; lia.
    - intros s t (H & _). exact H.
  Qed.

  (** The rows of the pv-holder (`pv-holder` without a table: src/pv/pv_holder.rs). *)
  Theorem pv_holder_copies : forall C, (N <= C)%nat -> copies G N (pv_holder_keeper C).
  Proof.
    intros C L. exists (rows_equal N (fun k => k * C)%nat). split; [|split; [|split]].
    - apply row_table_refines. intros j k K. nia.
    - intros t _. exists blank. intros j J. lia.
    - intros d s t H. apply H; lia.
    - intros. exact I.
  Qed.

  (** A reset lays the arrays out one after the other, so that they are apart (src/pv/pointer_array.rs: [reset]). *)
  Theorem pointer_array_reset : forall moves_of ends, laid_out pointer_array_keeper
    {| cells := moves_of; starts_at := fun k => (k * N)%nat; ends_at := ends |}.
  Proof. intros moves_of ends i j I J Ne. simpl. nia. Qed.

  Definition copying_stores : list (string * keeper G) := [
    ("triangular", triangular_keeper);
    ("triangular-offsets", triangular_offsets_keeper);
    ("triangular-lookup", triangular_lookup_keeper);
    ("triangular-terminated", triangular_terminated_keeper);
    ("quadratic", quadratic_keeper);
    ("stack-list", stack_list_keeper);
    ("stack-list-half", stack_list_half_keeper);
    ("pointer-array", pointer_array_keeper)]%string.

  (** All eight copy lines (src/pv/profile.rs: [copies]). *)
  Theorem every_store_copies : forall name K, In (name, K) copying_stores -> copies G N K.
  Proof.
    intros name K H. simpl in H. repeat destruct H as [H | H]; try contradiction; injection H as _ <-;
      auto using triangular_copies, triangular_offsets_copies, triangular_lookup_copies, triangular_terminated_copies,
        quadratic_copies, stack_list_copies, stack_list_half_copies, pointer_array_copies.
  Qed.

  (** Each can be laid out, so that no theorem speaks of a store that there is not (src/pv/mod.rs: [reset]). *)
  Theorem every_store_can_be_laid_out : forall name K, In (name, K) copying_stores -> exists t, laid_out K t.
  Proof.
    assert (Flat : exists t : flat (move G), True)
      by (exists {| slots := fun _ => poison; lengths := fun _ => O |}; exact I).
    assert (Framed : exists t : framed (move G), starts t 0 = O)
      by (exists {| Offsets.memory := fun _ => poison; starts := fun _ => O; counts := fun _ => O |}; reflexivity).
    intros name K H. simpl in H. repeat destruct H as [H | H]; try contradiction; injection H as _ <-; try assumption.
    - exists (fun _ => None). exact I.
    - exists (fun _ => {| size := O; list_moves := fun _ => poison |}). exact I.
    - exists {| cells := fun _ => poison; starts_at := fun k => (k * N)%nat; ends_at := fun _ => O |}.
      apply pointer_array_reset.
  Qed.
End Stores.

(** ** The tail of a line *)

Section Tail.
  Variable G : game.

  (** What a walk through a table appends to a line that ends at a position: whatever it is, its moves are legal. *)
  Definition legal_walk (walk : position G -> list (move G)) : Prop :=
    forall q, match walk q with [] => True | m :: _ => In m (moves G q) end.

  (** The line is completed unless it is as long as the search was deep. *)
  Definition completed (walk : position G -> list (move G)) (d : nat) (p : position G) (l : list (move G)) : list
    (move G) :=
    if Nat.eqb (List.length l) d then l else l ++ walk (fold_left (play G) l p).

  (** The leftmost optimal line has no tail to recover (`tail-recovery` without a table: src/pv/tail_recovery.rs). *)
  Theorem nothing_to_recover : forall walk d p, legal_walk walk -> completed walk d p (leftmost G d p) = leftmost G d
    p.
  Proof.
    intros walk d p W. unfold completed. destruct (Nat.eqb_spec (List.length (leftmost G d p)) d) as [E | E];
      [reflexivity|].
    destruct (leftmost_ends G d p) as [L | L]; [contradiction|].
    specialize (W (fold_left (play G) (leftmost G d p) p)). rewrite L in W.
    destruct (walk _); [apply app_nil_r | contradiction].
  Qed.
End Tail.

(** ** The algorithms over the rows, and over the single array *)

Section Algorithms.
  Variable G : game.
  Variable inf : Z.
  (** The values of the game are inside the bounds. *)
  Hypothesis bounded : forall p, - inf < value G p < inf.

  (** A memory that knows nothing is honest, so what holds with a table holds without. *)
  Notation of_honest f := (f G inf (in_order G) (in_order_orders G) (nothing G) (fun _ => True) (nothing_honest G)).
  Notation of_bounded f :=
    (f G inf bounded (in_order G) (in_order_orders G) (nothing G) (fun _ => True) (nothing_honest G)).

  (** *** The rows *)

  Lemma family_rows : forall A, confirming A -> forall N, shows_line G inf N (family G inf A) (rows G).
  Proof.
    intros A C. exact (rows_without_table G inf _ _ _ (family_twins G inf A) (table_family_blind G inf _ A)
      (of_honest family_both A C)).
  Qed.

  (** Negamax (`minimax`: src/algorithm/minimax.rs). *)
  Theorem minimax_rows : forall N, shows_line G inf N (minimax_with G inf) (rows G).
  Proof.
    exact (rows_without_table G inf _ _ _ (minimax_twins G inf) (table_minimax_blind G inf bounded _) (of_bounded
      minimax_both)).
  Qed.

  (** Alpha-beta, fail-hard (`alpha-beta-hard`: src/algorithm/alpha_beta_hard.rs). *)
  Theorem alpha_beta_hard_rows : forall N, shows_line G inf N (family G inf (alpha_beta false)) (rows G).
  Proof. apply family_rows, alpha_beta_confirming. Qed.

  (** Alpha-beta, fail-soft (`alpha-beta-soft`: src/algorithm/alpha_beta_soft.rs). *)
  Theorem alpha_beta_soft_rows : forall N, shows_line G inf N (family G inf (alpha_beta true)) (rows G).
  Proof. apply family_rows, alpha_beta_confirming. Qed.

  (** PVS, fail-hard (`pvs-hard`: src/algorithm/pvs_hard.rs). *)
  Theorem pvs_hard_rows : forall N, shows_line G inf N (family G inf pvs_hard) (rows G).
  Proof. apply family_rows, pvs_hard_confirming. Qed.

  (** PVS with open windows until a raise (`pvs-hard-until-raise`: src/algorithm/pvs_hard_until_raise.rs). *)
  Theorem pvs_hard_until_raise_rows : forall N, shows_line G inf N (family G inf pvs_hard_until_raise) (rows G).
  Proof. apply family_rows, pvs_hard_until_raise_confirming. Qed.

  (** PVS without null windows in the last two plies (`pvs-hard-not-last-two`:
      src/algorithm/pvs_hard_not_last_two.rs). *)
  Theorem pvs_hard_not_last_two_rows : forall N, shows_line G inf N (family G inf pvs_hard_not_last_two) (rows G).
  Proof. apply family_rows, pvs_hard_not_last_two_confirming. Qed.

  (** PVS, fail-soft (`pvs-soft`: src/algorithm/pvs_soft.rs). *)
  Theorem pvs_soft_rows : forall N, shows_line G inf N (family G inf pvs_soft) (rows G).
  Proof. apply family_rows, pvs_soft_confirming. Qed.

  (** PVS that searches again from below the score (`pvs-soft-from-below`: src/algorithm/pvs_soft_from_below.rs). *)
  Theorem pvs_soft_from_below_rows : forall N, shows_line G inf N (family G inf pvs_soft_from_below) (rows G).
  Proof. apply family_rows, pvs_soft_from_below_confirming. Qed.

  (** PVS in two functions (`pvs-zws`: src/algorithm/pvs_zws.rs). *)
  Theorem pvs_zws_rows : forall N, shows_line G inf N (pvs_zws G inf) (rows G).
  Proof.
    exact (rows_without_table G inf _ _ _ (pvs_zws_twins G inf) (table_pvs_zws_blind G inf _) (of_honest pvs_zws_both)).
  Qed.

  (** Scout (`scout`: src/algorithm/scout.rs). *)
  Theorem scout_rows : forall N, shows_line G inf N (scout_with G inf) (rows G).
  Proof.
    exact (rows_without_table G inf _ _ _ (scout_twins G inf) (table_scout_blind G inf bounded _) (of_bounded
      scout_both)).
  Qed.

  (** Palphabeta (`palphabeta`: src/algorithm/palphabeta.rs). *)
  Theorem palphabeta_rows : forall N, shows_line G inf N (palphabeta_with G inf) (rows G).
  Proof.
    exact (rows_without_table G inf _ _ _ (palphabeta_twins G inf) (table_palphabeta_blind G inf bounded _) (of_bounded
      palphabeta_both)).
  Qed.

  (** Calphabeta (`calphabeta`: src/algorithm/calphabeta.rs). *)
  Theorem calphabeta_rows : forall N, shows_line G inf N (calphabeta_with G inf) (rows G).
  Proof.
    exact (rows_without_table G inf _ _ _ (calphabeta_twins G inf) (table_calphabeta_blind G inf _) (of_honest
      calphabeta_both)).
  Qed.

  (** The null window for the last root move (`last-move`: src/algorithm/last_move.rs). *)
  Theorem last_move_rows : forall N, shows_line G inf N (last_move_with G inf) (rows G).
  Proof.
    exact (rows_without_table G inf _ _ _ (last_move_twins G inf) (table_last_move_blind G inf _) (of_honest
      table_last_move_right)).
  Qed.

  (** Belle's root (`belle-root`: src/algorithm/belle_root.rs). *)
  Theorem belle_root_rows : forall N, shows_line G inf N (belle_root_with G inf) (rows G).
  Proof.
    exact (rows_without_table G inf _ _ _ (belle_root_twins G inf) (table_belle_root_blind G inf _) (of_honest
      table_belle_root_right)).
  Qed.

  (** *** The single array *)

  Lemma family_array : forall A, confirming A -> null_after_raise A ->
    forall N, shows_line G inf N (family G inf A) (array G).
  Proof.
    intros A C Na. apply (array_without_table G inf _ _ (family_twins G inf A) (table_family_blind G inf _ A)).
    apply (both_good_less G inf _ _ _ (null_after_raise A)); [auto | exact (of_honest family_both A C)].
  Qed.

  (** PVS, fail-hard (`pvs-hard` with `single-array`: src/algorithm/pvs_hard.rs, src/pv/single_array.rs). *)
  Theorem pvs_hard_array : forall N, shows_line G inf N (family G inf pvs_hard) (array G).
  Proof. apply family_array; [apply pvs_hard_confirming | apply pvs_hard_null]. Qed.

  (** PVS with open windows until a raise (`pvs-hard-until-raise` with `single-array`:
      src/algorithm/pvs_hard_until_raise.rs, src/pv/single_array.rs). *)
  Theorem pvs_hard_until_raise_array : forall N, shows_line G inf N (family G inf pvs_hard_until_raise) (array G).
  Proof. apply family_array; [apply pvs_hard_until_raise_confirming | apply pvs_hard_until_raise_null]. Qed.

  (** PVS, fail-soft (`pvs-soft` with `single-array`: src/algorithm/pvs_soft.rs, src/pv/single_array.rs). *)
  Theorem pvs_soft_array : forall N, shows_line G inf N (family G inf pvs_soft) (array G).
  Proof. apply family_array; [apply pvs_soft_confirming | apply pvs_soft_null]. Qed.

  (** PVS that searches again from below the score (`pvs-soft-from-below` with `single-array`:
      src/algorithm/pvs_soft_from_below.rs, src/pv/single_array.rs). *)
  Theorem pvs_soft_from_below_array : forall N, shows_line G inf N (family G inf pvs_soft_from_below) (array G).
  Proof. apply family_array; [apply pvs_soft_from_below_confirming | apply pvs_soft_from_below_null]. Qed.

  (** PVS in two functions (`pvs-zws` with `single-array`: src/algorithm/pvs_zws.rs, src/pv/single_array.rs). *)
  Theorem pvs_zws_array : forall N, shows_line G inf N (pvs_zws G inf) (array G).
  Proof.
    exact (array_without_table G inf _ _ (pvs_zws_twins G inf) (table_pvs_zws_blind G inf _) (of_honest pvs_zws_both)).
  Qed.

  (** Scout (`scout` with `single-array`: src/algorithm/scout.rs, src/pv/single_array.rs). *)
  Theorem scout_array : forall N, shows_line G inf N (scout_with G inf) (array G).
  Proof.
    exact (array_without_table G inf _ _ (scout_twins G inf) (table_scout_blind G inf bounded _) (of_bounded
      scout_both)).
  Qed.

  (** Calphabeta (`calphabeta` with `single-array`: src/algorithm/calphabeta.rs, src/pv/single_array.rs). *)
  Theorem calphabeta_array : forall N, shows_line G inf N (calphabeta_with G inf) (array G).
  Proof.
    exact (array_without_table G inf _ _ (calphabeta_twins G inf) (table_calphabeta_blind G inf _) (of_honest
      calphabeta_both)).
  Qed.

  (** Belle's root (`belle-root` with `single-array`: src/algorithm/belle_root.rs, src/pv/single_array.rs). *)
  Theorem belle_root_array : forall N, shows_line G inf N (belle_root_with G inf) (array G).
  Proof.
    exact (array_without_table G inf _ _ (belle_root_twins G inf) (table_belle_root_blind G inf _) (of_honest
      table_belle_root_right)).
  Qed.
End Algorithms.

(** ** Scores, with any store: also with one that keeps nothing *)

Section Scores.
  Variable G : game.
  Variable inf : Z.
  Hypothesis bounded : forall p, - inf < value G p < inf.

  Lemma family_score : forall A, sound A -> score_with_any_store G inf (family G inf A).
  Proof.
    intros A So state T d p a b s R _. unfold right_score, family, scored. cbn [fst snd].
    apply search_agrees; [exact So | exact I | exact R].
  Qed.

  (** The score of `minimax` is right with any store (`minimax` with `none` and every other store:
      src/algorithm/minimax.rs). *)
  Theorem minimax_score : score_with_any_store G inf (minimax_with G inf).
  Proof. apply one_store_is_enough; auto using minimax_blind, minimax_rows. Qed.

  (** The score of `alpha-beta-hard` is right with any store (`alpha-beta-hard` with `none` and every other store:
      src/algorithm/alpha_beta_hard.rs). *)
  Theorem alpha_beta_hard_score : score_with_any_store G inf (family G inf (alpha_beta false)).
  Proof. apply one_store_is_enough; auto using family_blind, alpha_beta_hard_rows. Qed.

  (** The score of `alpha-beta-soft` is right with any store (`alpha-beta-soft` with `none` and every other store:
      src/algorithm/alpha_beta_soft.rs). *)
  Theorem alpha_beta_soft_score : score_with_any_store G inf (family G inf (alpha_beta true)).
  Proof. apply one_store_is_enough; auto using family_blind, alpha_beta_soft_rows. Qed.

  (** The score of `pvs-hard` is right with any store (`pvs-hard` with `none` and every other store:
      src/algorithm/pvs_hard.rs). *)
  Theorem pvs_hard_score : score_with_any_store G inf (family G inf pvs_hard).
  Proof. apply one_store_is_enough; auto using family_blind, pvs_hard_rows. Qed.

  (** The score of `pvs-hard-until-raise` is right with any store (`pvs-hard-until-raise` with `none` and every other
      store:
      src/algorithm/pvs_hard_until_raise.rs). *)
  Theorem pvs_hard_until_raise_score : score_with_any_store G inf (family G inf pvs_hard_until_raise).
  Proof. apply one_store_is_enough; auto using family_blind, pvs_hard_until_raise_rows. Qed.

  (** The score of `pvs-zws` is right with any store (`pvs-zws` with `none` and every other store:
      src/algorithm/pvs_zws.rs). *)
  Theorem pvs_zws_score : score_with_any_store G inf (pvs_zws G inf).
  Proof. apply one_store_is_enough; auto using pvs_zws_blind, pvs_zws_rows. Qed.

  (** The score of `pvs-hard-not-last-two` is right with any store (`pvs-hard-not-last-two` with `none` and every
      other store:
      src/algorithm/pvs_hard_not_last_two.rs). *)
  Theorem pvs_hard_not_last_two_score : score_with_any_store G inf (family G inf pvs_hard_not_last_two).
  Proof. apply one_store_is_enough; auto using family_blind, pvs_hard_not_last_two_rows. Qed.

  (** The score of `pvs-soft` is right with any store (`pvs-soft` with `none` and every other store:
      src/algorithm/pvs_soft.rs). *)
  Theorem pvs_soft_score : score_with_any_store G inf (family G inf pvs_soft).
  Proof. apply one_store_is_enough; auto using family_blind, pvs_soft_rows. Qed.

  (** The score of `pvs-soft-from-below` is right with any store (`pvs-soft-from-below` with `none` and every other
      store:
      src/algorithm/pvs_soft_from_below.rs). *)
  Theorem pvs_soft_from_below_score : score_with_any_store G inf (family G inf pvs_soft_from_below).
  Proof. apply one_store_is_enough; auto using family_blind, pvs_soft_from_below_rows. Qed.

  (** The score of `scout` is right with any store (`scout` with `none` and every other store:
      src/algorithm/scout.rs). *)
  Theorem scout_score : score_with_any_store G inf (scout_with G inf).
  Proof. apply one_store_is_enough; auto using scout_blind, scout_rows. Qed.

  (** The score of `palphabeta` is right with any store (`palphabeta` with `none` and every other store:
      src/algorithm/palphabeta.rs). *)
  Theorem palphabeta_score : score_with_any_store G inf (palphabeta_with G inf).
  Proof. apply one_store_is_enough; auto using palphabeta_blind, palphabeta_rows. Qed.

  (** The score of `calphabeta` is right with any store (`calphabeta` with `none` and every other store:
      src/algorithm/calphabeta.rs). *)
  Theorem calphabeta_score : score_with_any_store G inf (calphabeta_with G inf).
  Proof. apply one_store_is_enough; auto using calphabeta_blind, calphabeta_rows. Qed.

  (** The score of `last-move` is right with any store (`last-move` with `none` and every other store:
      src/algorithm/last_move.rs). *)
  Theorem last_move_score : score_with_any_store G inf (last_move_with G inf).
  Proof. apply one_store_is_enough; auto using last_move_blind, last_move_rows. Qed.

  (** The score of `belle-root` is right with any store (`belle-root` with `none` and every other store:
      src/algorithm/belle_root.rs). *)
  Theorem belle_root_score : score_with_any_store G inf (belle_root_with G inf).
  Proof. apply one_store_is_enough; auto using belle_root_blind, belle_root_rows. Qed.

  (** The score of `pvs-soft-from-score` is right with any store, though its line may be wrong (`pvs-soft-from-score`:
      src/algorithm/pvs_soft_from_score.rs). *)
  Theorem pvs_soft_from_score_score : score_with_any_store G inf (family G inf pvs_soft_from_score).
  Proof. apply family_score, pvs_soft_from_score_sound. Qed.

  (** The score of `pvs-soft-no-last-re-search` is right with any store,
      though its line may be wrong (`pvs-soft-no-last-re-search`:
      src/algorithm/pvs_soft_no_last_re_search.rs). *)
  Theorem pvs_soft_no_last_re_search_score : score_with_any_store G inf (family G inf pvs_soft_no_last_re_search).
  Proof. 
    intros state T d p a b s R _. unfold right_score, family, scored. cbn [fst snd].
    now apply no_last_re_search_agrees.
  Qed.

  (** The score of `negascout-hard` is right with any store, though its line may be wrong (`negascout-hard`:
      src/algorithm/negascout_hard.rs). *)
  Theorem negascout_hard_score : score_with_any_store G inf (family G inf (negascout false)).
  Proof. apply family_score, negascout_sound. Qed.

  (** The score of `negascout-soft` is right with any store, though its line may be wrong (`negascout-soft`:
      src/algorithm/negascout_soft.rs). *)
  Theorem negascout_soft_score : score_with_any_store G inf (family G inf (negascout true)).
  Proof. apply family_score, negascout_sound. Qed.
End Scores.

(** ** The cells *)

Section Cells.
  Variable G : game.
  Variable inf : Z.
  Hypothesis bounded : forall p, - inf < value G p < inf.

  (** The algorithms whose lines are right in every store that copies. *)
  Definition copying_algorithms : list (string * searcher G) := [
    ("minimax", minimax_with G inf);
    ("alpha-beta-hard", family G inf (alpha_beta false));
    ("alpha-beta-soft", family G inf (alpha_beta true));
    ("pvs-hard", family G inf pvs_hard);
    ("pvs-hard-until-raise", family G inf pvs_hard_until_raise);
    ("pvs-zws", pvs_zws G inf);
    ("pvs-hard-not-last-two", family G inf pvs_hard_not_last_two);
    ("pvs-soft", family G inf pvs_soft);
    ("pvs-soft-from-below", family G inf pvs_soft_from_below);
    ("scout", scout_with G inf);
    ("palphabeta", palphabeta_with G inf);
    ("calphabeta", calphabeta_with G inf);
    ("last-move", last_move_with G inf);
    ("belle-root", belle_root_with G inf)]%string.

  (** Those whose lines are right in the single array, too. *)
  Definition array_algorithms : list (string * searcher G) := [
    ("pvs-hard", family G inf pvs_hard);
    ("pvs-hard-until-raise", family G inf pvs_hard_until_raise);
    ("pvs-zws", pvs_zws G inf);
    ("pvs-soft", family G inf pvs_soft);
    ("pvs-soft-from-below", family G inf pvs_soft_from_below);
    ("scout", scout_with G inf);
    ("calphabeta", calphabeta_with G inf);
    ("belle-root", belle_root_with G inf)]%string.

  (** Those whose scores are right although their lines are not. *)
  Definition exact_algorithms : list (string * searcher G) := (copying_algorithms ++ [
    ("pvs-soft-from-score", family G inf pvs_soft_from_score);
    ("pvs-soft-no-last-re-search", family G inf pvs_soft_no_last_re_search);
    ("negascout-hard", family G inf (negascout false));
    ("negascout-soft", family G inf (negascout true))]%string)%list.

  Ltac each_of H := simpl in H; repeat destruct H as [H | H]; try contradiction; injection H as _ <-.

  Lemma copying_blind : forall name f, In (name, f) copying_algorithms -> blind G f.
  Proof.
    intros name f H. each_of H; auto using belle_root_blind, calphabeta_blind, family_blind, last_move_blind,
      minimax_blind, palphabeta_blind,
        pvs_zws_blind, scout_blind.
  Qed.

  Lemma copying_rows : forall name f, In (name, f) copying_algorithms -> forall N, shows_line G inf N f (rows G).
  Proof.
    intros name f H. each_of H; auto using minimax_rows, alpha_beta_hard_rows, alpha_beta_soft_rows, pvs_hard_rows,
      pvs_hard_until_raise_rows,
        pvs_zws_rows, pvs_hard_not_last_two_rows, pvs_soft_rows, pvs_soft_from_below_rows, scout_rows,
        palphabeta_rows, calphabeta_rows, last_move_rows, belle_root_rows.
  Qed.

  (** Each of these algorithms shows the leftmost optimal line in each of these stores, in every open window that the
      score is inside of (src/contract/base.rs: `same` of the columns `stable` and `aspiration`). *)
  Theorem copying_cells : forall N poison a f s K,
    In (a, f) copying_algorithms -> In (s, K) (copying_stores G N poison) -> shows_line G inf N f K.
  Proof.
    intros N poison a f s K F S. apply copies_show_the_line;
      [exact (every_store_copies G N poison s K S) | exact (copying_blind a f F) | exact (copying_rows a f F N)].
  Qed.

  (** After a search the store is still laid out, so that these cells hold for the next search, too: aspiration searches
      the root again from the store as the first search left it (src/search/iteration.rs). *)
  Theorem copying_cells_again : forall N poison a f s K,
    In (a, f) copying_algorithms -> In (s, K) (copying_stores G N poison) ->
    forall d p alpha beta t, (d <= N)%nat -> laid_out K t -> laid_out K (snd (f _ (method K) d p alpha beta t)).
  Proof.
    intros N poison a f s K F S. apply search_keeps_layout;
      [exact (every_store_copies G N poison s K S) | exact (copying_blind a f F)].
  Qed.

  (** And in the rows of the pv-holder (`pv-holder` without a table: src/pv/pv_holder.rs). *)
  Theorem pv_holder_cells : forall N C a f, (N <= C)%nat -> In (a, f) copying_algorithms ->
    shows_line G inf N f (pv_holder_keeper G C).
  Proof.
    intros N C a f L F. apply copies_show_the_line;
      [now apply pv_holder_copies | exact (copying_blind a f F) | exact (copying_rows a f F N)].
  Qed.

  (** And in the triangular table whose line is completed by a walk, whatever the walk finds (`tail-recovery` without a
      table: src/pv/tail_recovery.rs). *)
  Theorem tail_recovery_cells : forall N a f walk, In (a, f) copying_algorithms -> legal_walk G walk ->
    forall d p alpha beta s, (d <= N)%nat -> in_range inf alpha beta -> alpha + 1 < beta ->
    let K := triangular_keeper G N in let r := f _ (method K) d p alpha beta s in
    snd (fst r) = None -> alpha < fst (fst r) < beta ->
    completed G walk d p (line_of K d (snd r)) = leftmost G d p.
  Proof.
    intros N a f walk F W d p alpha beta s D R O K r M I.
    destruct (copies_show_the_line G inf N f K (triangular_copies G N) (copying_blind a f F) (copying_rows a f F N)
      d p alpha beta s D Logic.I R O) as (_ & L).
    unfold r in *. rewrite (L M I). now apply nothing_to_recover.
  Qed.

  (** And each of these shows it in the single array (src/contract/base.rs: `same` with `single-array`). *)
  Theorem array_cells : forall N a f, In (a, f) array_algorithms -> shows_line G inf N f (array G).
  Proof.
    intros N a f H. each_of H; auto using pvs_hard_array, pvs_hard_until_raise_array, pvs_zws_array, pvs_soft_array,
      pvs_soft_from_below_array,
        scout_array, calphabeta_array, belle_root_array.
  Qed.

  (** NegaScout as printed shows it in each of these stores,
      if two scores of the game are the same or further apart than
      the search is deep (`negascout-hard` where no two scores are close: src/algorithm/negascout_hard.rs). *)
  Theorem negascout_hard_cells : forall gap,
    (forall x y, is_score G inf x -> is_score G inf y -> x < y -> x + gap < y) ->
    forall N poison s K, In (s, K) (copying_stores G N poison) ->
    forall d p t, (d <= N)%nat -> Z.of_nat d <= gap -> laid_out K t ->
    let r := family G inf (negascout false) _ (method K) d p (- inf) inf t in
    fst (fst r) = minimax G d p /\ line_of K d (snd r) = leftmost G d p.
  Proof.
    intros gap Sp N poison s K S d p t D Dg Lt. cbv zeta.
    destruct (every_store_copies G N poison s K S) as (R & E & St & L & _). destruct (St t Lt) as (u & Ru).
    destruct (family_blind G inf (negascout false) _ _ (triangular (move G)) (method K) R N E d p (- inf) inf u t D Ru)
      as (V & Rr).
    destruct (negascout_hard_line_if_spaced G inf gap Sp d p u (minimax_bounded G inf bounded d p) Dg) as (V2 & L2).
    rewrite <- V, (L d _ _ Rr). split; [exact V2 | exact L2].
  Qed.

  (** The score of each of these is right with any store (src/contract/base.rs: `exact` and `exact or a bound`). *)
  Theorem score_cells : forall a f, In (a, f) exact_algorithms -> score_with_any_store G inf f.
  Proof.
    intros a f H. each_of H; auto using minimax_score, alpha_beta_hard_score, alpha_beta_soft_score, pvs_hard_score,
      pvs_hard_until_raise_score,
        pvs_zws_score, pvs_hard_not_last_two_score, pvs_soft_score, pvs_soft_from_below_score, scout_score,
        palphabeta_score, calphabeta_score, last_move_score, belle_root_score, pvs_soft_from_score_score,
        pvs_soft_no_last_re_search_score, negascout_hard_score, negascout_soft_score.
  Qed.
End Cells.
