(** Prints what the theorems of each file rest on: "Closed under the global context", or else the proof has a hole.
    Every theorem is named here. *)

From PvInPvs Require Game Search Score Stability Triangular SingleArray LineStore PvInPvs Windowless Algorithms
  Simulation Tables Root Minimax Offsets Terminated StackList PointerBlock NoLastReSearch NegaScout Mtdf AnyStore
  Contract FixedTree Stop Counterexamples ArrayFailures.

Definition theorems_of_Score := (
  @Score.search_agrees,
  @Score.search_exact,
  @Score.search_inside,
  @Score.zws_agrees,
  @Score.zws_truthful).
Print Assumptions theorems_of_Score.

Definition theorems_of_Stability := (
  @Stability.confirmed).
Print Assumptions theorems_of_Stability.

Definition theorems_of_Triangular := (
  @Triangular.triangular_line,
  @Triangular.zws_keeps_rows).
Print Assumptions theorems_of_Triangular.

Definition theorems_of_SingleArray := (
  @SingleArray.single_array_line,
  @SingleArray.zws_quiet,
  @SingleArray.null_windows_keep,
  @SingleArray.null_windows_write_nothing).
Print Assumptions theorems_of_SingleArray.

Definition theorems_of_LineStore := (
  @LineStore.table_line_search,
  @LineStore.table_null_search,
  @LineStore.array_line_search,
  @LineStore.array_null_search,
  @LineStore.search_truthful,
  @LineStore.search_keeps_rows).
Print Assumptions theorems_of_LineStore.

Definition theorems_of_PvInPvs := (
  @PvInPvs.leftmost_worth,
  @PvInPvs.leftmost_ends,
  @PvInPvs.leftmost_first,
  @PvInPvs.triangular_is_leftmost,
  @PvInPvs.pv_in_pvs,
  @PvInPvs.aspiration,
  @PvInPvs.same_lines,
  @PvInPvs.hard_score,
  @PvInPvs.pvs_hard_line,
  @PvInPvs.pvs_soft_line,
  @PvInPvs.pvs_hard_until_raise_line,
  @PvInPvs.pvs_soft_from_below_line,
  @PvInPvs.pvs_zws_line,
  @PvInPvs.alpha_beta_table,
  @PvInPvs.from_score_exact).
Print Assumptions theorems_of_PvInPvs.

Definition theorems_of_Windowless := (
  @Windowless.windowless_score,
  @Windowless.windowless_line,
  @Windowless.scout_exact,
  @Windowless.scout_table,
  @Windowless.scout_line,
  @Windowless.palphabeta_exact,
  @Windowless.palphabeta_table,
  @Windowless.calphabeta_line,
  @Windowless.calphabeta_table,
  @Windowless.negascout_exact).
Print Assumptions theorems_of_Windowless.

Definition theorems_of_Algorithms := (
  @Algorithms.alpha_beta_hard_written,
  @Algorithms.alpha_beta_soft_written,
  @Algorithms.pvs_hard_written,
  @Algorithms.pvs_hard_until_raise_written,
  @Algorithms.pvs_hard_not_last_two_written,
  @Algorithms.pvs_hard_no_last_re_search_written,
  @Algorithms.pvs_soft_written,
  @Algorithms.pvs_soft_from_score_written,
  @Algorithms.pvs_soft_from_below_written,
  @Algorithms.pvs_soft_no_last_re_search_written,
  @Algorithms.negascout_soft_written,
  @Algorithms.pvs_zws_written,
  @Algorithms.calphabeta_written).
Print Assumptions theorems_of_Algorithms.

Definition theorems_of_Simulation := (
  @Simulation.search_same,
  @Simulation.zws_same,
  @Simulation.windowless_same).
Print Assumptions theorems_of_Simulation.

Definition theorems_of_Tables := (
  @Tables.index_offset,
  @Tables.index_next,
  @Tables.index_first,
  @Tables.index_last,
  @Tables.rows_apart,
  @Tables.rows_fill_the_triangle,
  @Tables.shifted_is_a_product,
  @Tables.quadratic_rows_apart,
  @Tables.quadratic_size,
  @Tables.row_table_refines,
  @Tables.raise_stays_in_its_row,
  @Tables.pointer_array_refines,
  @Tables.triangular_table_line,
  @Tables.quadratic_table_line,
  @Tables.pointer_array_line).
Print Assumptions theorems_of_Tables.

Definition theorems_of_Root := (
  @Root.last_move_settles,
  @Root.belle_root_settles,
  @Root.last_move_table,
  @Root.belle_root_table,
  @Root.belle_root_line).
Print Assumptions theorems_of_Root.

Definition theorems_of_Minimax := (
  @Minimax.minimax_row).
Print Assumptions theorems_of_Minimax.

Definition theorems_of_Offsets := (
  @Offsets.lookup_index,
  @Offsets.lookup_rows_apart,
  @Offsets.triangular_offsets_refines,
  @Offsets.stack_list_half_refines).
Print Assumptions theorems_of_Offsets.

Definition theorems_of_Terminated := (
  @Terminated.triangular_terminated_refines).
Print Assumptions theorems_of_Terminated.

Definition theorems_of_StackList := (
  @StackList.stack_list_refines).
Print Assumptions theorems_of_StackList.

Definition theorems_of_PointerBlock := (
  @PointerBlock.swap_keeps_apart,
  @PointerBlock.pointer_block_refines).
Print Assumptions theorems_of_PointerBlock.

Definition theorems_of_NoLastReSearch := (
  @NoLastReSearch.no_last_re_search_same,
  @NoLastReSearch.no_last_re_search_agrees).
Print Assumptions theorems_of_NoLastReSearch.

Definition theorems_of_NegaScout := (
  @NegaScout.negascout_hard_line,
  @NegaScout.negascout_hard_line_if_spaced).
Print Assumptions theorems_of_NegaScout.

Definition theorems_of_Mtdf := (
  @Mtdf.mtdf_score).
Print Assumptions theorems_of_Mtdf.

Definition theorems_of_AnyStore := (
  @AnyStore.one_store_is_enough,
  @AnyStore.copies_show_the_line,
  @AnyStore.value_inside,
  @AnyStore.minimax_same,
  @AnyStore.last_move_same,
  @AnyStore.belle_root_same,
  @AnyStore.family_blind,
  @AnyStore.minimax_blind,
  @AnyStore.pvs_zws_blind,
  @AnyStore.scout_blind,
  @AnyStore.palphabeta_blind,
  @AnyStore.calphabeta_blind,
  @AnyStore.last_move_blind,
  @AnyStore.belle_root_blind).
Print Assumptions theorems_of_AnyStore.

Definition theorems_of_Contract := (
  @Contract.triangular_copies,
  @Contract.triangular_offsets_copies,
  @Contract.triangular_lookup_copies,
  @Contract.triangular_terminated_copies,
  @Contract.quadratic_copies,
  @Contract.stack_list_copies,
  @Contract.stack_list_half_copies,
  @Contract.pointer_array_copies,
  @Contract.pv_holder_copies,
  @Contract.pointer_array_reset,
  @Contract.every_store_copies,
  @Contract.nothing_to_recover,
  @Contract.minimax_rows,
  @Contract.alpha_beta_hard_rows,
  @Contract.alpha_beta_soft_rows,
  @Contract.pvs_hard_rows,
  @Contract.pvs_hard_until_raise_rows,
  @Contract.pvs_hard_not_last_two_rows,
  @Contract.pvs_soft_rows,
  @Contract.pvs_soft_from_below_rows,
  @Contract.pvs_zws_rows,
  @Contract.scout_rows,
  @Contract.palphabeta_rows,
  @Contract.calphabeta_rows,
  @Contract.last_move_rows,
  @Contract.belle_root_rows,
  @Contract.pvs_hard_array,
  @Contract.pvs_hard_until_raise_array,
  @Contract.pvs_soft_array,
  @Contract.pvs_soft_from_below_array,
  @Contract.pvs_zws_array,
  @Contract.scout_array,
  @Contract.calphabeta_array,
  @Contract.belle_root_array,
  @Contract.minimax_score,
  @Contract.alpha_beta_hard_score,
  @Contract.alpha_beta_soft_score,
  @Contract.pvs_hard_score,
  @Contract.pvs_hard_until_raise_score,
  @Contract.pvs_zws_score,
  @Contract.pvs_hard_not_last_two_score,
  @Contract.pvs_soft_score,
  @Contract.pvs_soft_from_below_score,
  @Contract.scout_score,
  @Contract.palphabeta_score,
  @Contract.calphabeta_score,
  @Contract.last_move_score,
  @Contract.belle_root_score,
  @Contract.pvs_soft_from_score_score,
  @Contract.pvs_soft_no_last_re_search_score,
  @Contract.negascout_hard_score,
  @Contract.negascout_soft_score,
  @Contract.copying_cells,
  @Contract.pv_holder_cells,
  @Contract.tail_recovery_cells,
  @Contract.array_cells,
  @Contract.negascout_hard_cells,
  @Contract.score_cells).
Print Assumptions theorems_of_Contract.

Definition theorems_of_FixedTree := (
  @FixedTree.depth_is_enough,
  @FixedTree.quiescence_value,
  @FixedTree.selective_cells).
Print Assumptions theorems_of_FixedTree.

Definition theorems_of_Stop := (
  @Stop.traced_same,
  @Stop.stopped_table,
  @Stop.after_moves_is_a_moment,
  @Stop.table_after_moves,
  @Stop.array_after_moves,
  @Stop.inside_after_moves,
  @Stop.array_in_null_windows,
  @Stop.stopped_table_in_order).
Print Assumptions theorems_of_Stop.

Definition theorems_of_ArrayFailures := (
  @ArrayFailures.every_array_failure_fails).
Print Assumptions theorems_of_ArrayFailures.
