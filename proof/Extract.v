(** The same definitions as OCaml. [Z] and [nat] become machine integers: this is for running, no theorem
    speaks of it. *)

From Coq Require Import ZArith List Extraction ExtrOcamlBasic ExtrOcamlNatInt ExtrOcamlZInt.
From PvInPvs Require Import Game Search PvInPvs Windowless Tables Root Minimax Offsets Terminated StackList
  PointerBlock
  Counterexamples.

Extraction Language OCaml.
Extraction "run/proven.ml" search minimax leftmost worth trees triangular single_array single_array_bare
  single_array_refuting counted read alpha_beta pvs_hard pvs_hard_until_raise pvs_soft pvs_soft_from_below
  pvs_soft_from_score pvs_hard_not_last_two pvs_hard_no_last_re_search pvs_soft_no_last_re_search negascout zws
  minimax_search scout palphabeta calphabeta last_move belle_root row_table index shifted lookup row
  triangular_offsets stack_list_half framed_line triangular_terminated stack_list listed pointer_block block_line.
