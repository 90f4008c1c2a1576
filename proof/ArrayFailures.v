(** Every cell of the contract in which an array shows an illegal line: the smallest game, by computation. *)

From Coq Require Import ZArith List Bool String.
From PvInPvs Require Import Game Search Score Stability PvInPvs Minimax Counterexamples AnyStore Contract.
Import ListNotations.
Open Scope Z_scope.

(** What an array holds before the search: no move of any game. *)
Definition poison : nat := 255.
Definition poisoned : nat -> option nat := fun _ => Some poison.
Definition single_bare := single_array_bare nat.
Definition single_refuting := single_array_refuting nat.

(** Each move of the line is a move of its position. *)
Fixpoint legal (t : tree) (line : list nat) : bool :=
  match line with
  | [] => true
  | m :: line => Nat.ltb m (List.length (children t)) && legal (play trees t m) line
  end.

(** A game in which the array shows a line that is not legal. *)
Record failing := failure {
  algorithm_name : string;
  store_name : string;
  searches : searcher trees;
  keeps_in : store nat (nat -> option nat);
  plies : nat;
  root : tree;
}.
Definition fails (c : failing) : bool :=
  let r := searches c _ (keeps_in c) (plies c) (root c) (- inf) inf poisoned in
  match snd (fst r) with
  | Some _ => false
  | None => negb (legal (root c) (read (plies c) (snd r) 0))
  end.

(** The games of src/contract/counterexamples.case; those of `pvs-hard-no-last-re-search`, whose scores are wrong there,
    are others. *)
Definition array_failures : list failing := [
  failure "minimax" "single-array" (minimax_with trees inf) single 2 (Inner [Leaf 0; Inner [Leaf 0]]);
  failure "minimax" "single-array-bare" (minimax_with trees inf) single_bare 1 (Leaf 0);
  failure "minimax" "single-array-refuting" (minimax_with trees inf) single_refuting 2
    (Inner [Leaf 0; Inner [Leaf 0]]);
  failure "alpha-beta-hard" "single-array" (family trees inf (alpha_beta false)) single 2
    (Inner [Leaf 0; Inner [Leaf 1; Leaf 0]]);
  failure "alpha-beta-hard" "single-array-bare" (family trees inf (alpha_beta false)) single_bare 1 (Leaf 0);
  failure "alpha-beta-hard" "single-array-refuting" (family trees inf (alpha_beta false)) single_refuting 2
    (Inner [Leaf 0; Inner [Leaf 1; Leaf 0]]);
  failure "alpha-beta-soft" "single-array" (family trees inf (alpha_beta true)) single 2
    (Inner [Leaf 0; Inner [Leaf 1; Leaf 0]]);
  failure "alpha-beta-soft" "single-array-bare" (family trees inf (alpha_beta true)) single_bare 1 (Leaf 0);
  failure "alpha-beta-soft" "single-array-refuting" (family trees inf (alpha_beta true)) single_refuting 2
    (Inner [Leaf 0; Inner [Leaf 1; Leaf 0]]);
  failure "pvs-hard" "single-array-bare" (family trees inf pvs_hard) single_bare 1 (Leaf 0);
  failure "pvs-hard" "single-array-refuting" (family trees inf pvs_hard) single_refuting 2
    (Inner [Leaf 0; Inner [Leaf 0]]);
  failure "pvs-hard-until-raise" "single-array-bare" (family trees inf pvs_hard_until_raise) single_bare 1 (Leaf 0);
  failure "pvs-hard-until-raise" "single-array-refuting" (family trees inf pvs_hard_until_raise) single_refuting 2
    (Inner [Leaf 0; Inner [Leaf 0]]);
  failure "pvs-zws" "single-array-bare" (pvs_zws trees inf) single_bare 1 (Leaf 0);
  failure "pvs-zws" "single-array-refuting" (pvs_zws trees inf) single_refuting 2 (Inner [Leaf 0; Inner [Leaf 0]]);
  failure "pvs-hard-not-last-two" "single-array" (family trees inf pvs_hard_not_last_two) single 2
    (Inner [Leaf 0; Inner [Leaf 1; Leaf 0]]);
  failure "pvs-hard-not-last-two" "single-array-bare" (family trees inf pvs_hard_not_last_two) single_bare 1 (Leaf 0);
  failure "pvs-hard-not-last-two" "single-array-refuting" (family trees inf pvs_hard_not_last_two) single_refuting 2
    (Inner [Leaf 0; Inner [Leaf 1; Leaf 0]]);
  failure "pvs-hard-no-last-re-search" "single-array" (family trees inf pvs_hard_no_last_re_search) single 2
    (Inner [Inner [Leaf 0]; Leaf (-1)]);
  failure "pvs-hard-no-last-re-search" "single-array-bare" (family trees inf pvs_hard_no_last_re_search) single_bare 1
    (Leaf 0);
  failure "pvs-hard-no-last-re-search" "single-array-refuting" (family trees inf pvs_hard_no_last_re_search)
    single_refuting 2
    (Inner [Leaf 0; Inner [Leaf 0]]);
  failure "pvs-soft" "single-array-bare" (family trees inf pvs_soft) single_bare 1 (Leaf 0);
  failure "pvs-soft" "single-array-refuting" (family trees inf pvs_soft) single_refuting 2
    (Inner [Leaf 0; Inner [Leaf 0]]);
  failure "pvs-soft-from-score" "single-array" (family trees inf pvs_soft_from_score) single 2
    (Inner [Inner [Leaf 1; Leaf 0]; Inner [Leaf 1]]);
  failure "pvs-soft-from-score" "single-array-bare" (family trees inf pvs_soft_from_score) single_bare 1 (Leaf 0);
  failure "pvs-soft-from-score" "single-array-refuting" (family trees inf pvs_soft_from_score) single_refuting 2
    (Inner [Leaf 0; Inner [Leaf 0]]);
  failure "pvs-soft-from-below" "single-array-bare" (family trees inf pvs_soft_from_below) single_bare 1 (Leaf 0);
  failure "pvs-soft-from-below" "single-array-refuting" (family trees inf pvs_soft_from_below) single_refuting 2
    (Inner [Leaf 0; Inner [Leaf 0]]);
  failure "pvs-soft-no-last-re-search" "single-array" (family trees inf pvs_soft_no_last_re_search) single 2
    (Inner [Inner [Leaf 0]; Leaf (-1)]);
  failure "pvs-soft-no-last-re-search" "single-array-bare" (family trees inf pvs_soft_no_last_re_search) single_bare 1
    (Leaf 0);
  failure "pvs-soft-no-last-re-search" "single-array-refuting" (family trees inf pvs_soft_no_last_re_search)
    single_refuting 2
    (Inner [Leaf 0; Inner [Leaf 0]]);
  failure "negascout-hard" "single-array" (family trees inf (negascout false)) single 2
    (Inner [Inner [Leaf 1; Leaf 0]; Inner [Leaf 1]]);
  failure "negascout-hard" "single-array-bare" (family trees inf (negascout false)) single_bare 1 (Leaf 0);
  failure "negascout-hard" "single-array-refuting" (family trees inf (negascout false)) single_refuting 2
    (Inner [Leaf 0; Inner [Leaf 0]]);
  failure "negascout-soft" "single-array" (family trees inf (negascout true)) single 2
    (Inner [Inner [Leaf 1; Leaf 0]; Inner [Leaf 1]]);
  failure "negascout-soft" "single-array-bare" (family trees inf (negascout true)) single_bare 1 (Leaf 0);
  failure "negascout-soft" "single-array-refuting" (family trees inf (negascout true)) single_refuting 2
    (Inner [Leaf 0; Inner [Leaf 0]]);
  failure "scout" "single-array-bare" (scout_with trees inf) single_bare 1 (Leaf 0);
  failure "scout" "single-array-refuting" (scout_with trees inf) single_refuting 2 (Inner [Leaf 0; Inner [Leaf 0]]);
  failure "palphabeta" "single-array" (palphabeta_with trees inf) single 3
    (Inner [Leaf 0; Inner [Leaf 2; Inner [Leaf (-1); Leaf (-2)]]]);
  failure "palphabeta" "single-array-bare" (palphabeta_with trees inf) single_bare 1 (Leaf 0);
  failure "palphabeta" "single-array-refuting" (palphabeta_with trees inf) single_refuting 2
    (Inner [Leaf 0; Inner [Leaf 0]]);
  failure "calphabeta" "single-array-bare" (calphabeta_with trees inf) single_bare 1 (Leaf 0);
  failure "calphabeta" "single-array-refuting" (calphabeta_with trees inf) single_refuting 2
    (Inner [Leaf 0; Inner [Leaf 0]]);
  failure "last-move" "single-array" (last_move_with trees inf) single 2
    (Inner [Leaf 0; Inner [Leaf 1; Leaf 0]; Leaf 0]);
  failure "last-move" "single-array-bare" (last_move_with trees inf) single_bare 1 (Leaf 0);
  failure "last-move" "single-array-refuting" (last_move_with trees inf) single_refuting 2
    (Inner [Leaf 0; Inner [Leaf 0]]);
  failure "belle-root" "single-array-bare" (belle_root_with trees inf) single_bare 1 (Leaf 0);
  failure "belle-root" "single-array-refuting" (belle_root_with trees inf) single_refuting 2
    (Inner [Leaf 0; Inner [Leaf 0]])]%string.

(** In each of them the line is illegal (`single-array`, `single-array-bare` and `single-array-refuting`:
    src/contract/counterexamples.case). *)
Theorem every_array_failure_fails : forall c, In c array_failures -> fails c = true.
Proof. apply forallb_forall. vm_compute. reflexivity. Qed.

(** ** No cell is missing *)

Definition arrays : list string := ["single-array"; "single-array-bare"; "single-array-refuting"]%string.
Definition algorithms : list string :=
  (map fst (exact_algorithms trees inf) ++ ["pvs-hard-no-last-re-search"])%list%string.
Definition holds_there (a s : string) : bool :=
  (s =? "single-array")%string && existsb (fun f => (fst f =? a)%string) (array_algorithms trees inf).
Definition fails_there (a s : string) : bool :=
  existsb (fun c => (algorithm_name c =? a)%string && (store_name c =? s)%string) array_failures.

(** Each algorithm with each array either has a theorem or is among these failures, and not both (`single-array`,
    `single-array-bare` and `single-array-refuting`: src/contract/base.rs). *)
Theorem every_array_cell_is_listed : forall a s, In a algorithms -> In s arrays ->
  holds_there a s = negb (fails_there a s).
Proof.
  assert (E : forall a, In a algorithms -> forall s, In s arrays -> Bool.eqb (holds_there a s) (negb (fails_there a s))
    = true).
  { intros a H. apply forallb_forall. revert a H. apply forallb_forall. vm_compute. reflexivity. }
  intros a s Ha Hs. now apply eqb_prop, E.
Qed.
