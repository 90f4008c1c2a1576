(** The same definitions as OCaml. [Z] and [nat] become machine integers, names become strings: this is for running, no
    theorem speaks of it. The lists of the contract come with them, so that the names that are compared with the product
    are those of the theorems. *)

From Coq Require Import ZArith List Extraction ExtrOcamlBasic ExtrOcamlNatInt ExtrOcamlZInt ExtrOcamlNativeString.
From PvInPvs Require Import Game Search AnyStore Contract TranspositionTable TableContract Memories Counterexamples
  ArrayFailures.

Extraction Language OCaml.
Extraction "run/proven.ml" minimax leftmost trees counted family pvs_hard_no_last_re_search copying_algorithms
  array_algorithms exact_algorithms copying_stores pv_holder_keeper array array_failures single_array
  single_array_bare single_array_refuting read is_leaf cuts_off narrowed table_copying_algorithms
  table_array_algorithms.
