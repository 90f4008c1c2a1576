(** What fails, on the smallest trees, by computation. *)

From Coq Require Import ZArith List Bool Lia.
From PvInPvs Require Import Game Search Score Stability Triangular SingleArray PvInPvs Windowless Root Stop.
Import ListNotations.
Open Scope Z_scope.

(** ** Trees as games *)

Inductive tree := Node (value : Z) (children : list tree).
Definition Leaf (z : Z) : tree := Node z [].
Definition Inner (ts : list tree) : tree := Node 0 ts.
Definition value_of (t : tree) : Z := let (z, _) := t in z.
Definition children (t : tree) : list tree := let (_, ts) := t in ts.

(** All values are inside these bounds: they are cut to them, so that what is proven of bounded games is proven of those
    that run. *)
Definition inf : Z := 1000.
Definition cut_value (z : Z) : Z := Z.max (1 - inf) (Z.min (inf - 1) z).
Lemma cut_inside : forall z, - inf < cut_value z < inf.
Proof. intros z. unfold cut_value, inf. lia. Qed.

(** Every finite tree is a game; moves are the numbers of the children. *)
Definition trees : game := {|
  position := tree;
  move := nat;
  moves := fun t => seq 0 (length (children t));
  play := fun t i => nth i (children t) (Leaf 0);
  value := fun t => cut_value (value_of t);
|}.

(** So the theorems that ask for bounds hold for it (the scopes of `pvcheck exhaust`). *)
Theorem trees_are_bounded : forall p, - inf < value trees p < inf.
Proof. intros p. apply cut_inside. Qed.

Definition blank : nat -> option nat := fun _ => None.
Definition no_rows : nat -> list nat := fun _ => [].

Definition one (A : algorithm) (T : store nat (nat -> option nat)) (d : nat) (t : tree) : Z * list nat :=
  let r := search trees A _ T inf None d 0 t (- inf) inf blank in (fst r, read d (snd r) 0).
Definition table (A : algorithm) (d : nat) (t : tree) : Z * list nat :=
  let r := search trees A _ (triangular nat) inf None d 0 t (- inf) inf no_rows in (fst r, snd r 0%nat).
Definition correct (d : nat) (t : tree) : Z * list nat := (minimax trees d t, leftmost trees d t).
Definition single := single_array nat.

(** ** Alpha-beta with one array *)

Definition t1 := Inner [Inner [Leaf 1; Leaf 0]; Inner [Leaf 1; Leaf 0]].

Example correct_t1 : correct 2 t1 = (0, [0; 1]%nat).                                  Proof. vm_compute. reflexivity. Qed.
Example alpha_beta_hard_fails : one (alpha_beta false) single 2 t1 = (0, [0; 0]%nat). Proof. vm_compute. reflexivity.
  Qed.
Example alpha_beta_soft_fails : one (alpha_beta true) single 2 t1 = (0, [0; 0]%nat).  Proof. vm_compute. reflexivity.
  Qed.
Example alpha_beta_table : table (alpha_beta false) 2 t1 = correct 2 t1.            Proof. vm_compute. reflexivity. Qed.
Example pvs_t1 : one pvs_hard single 2 t1 = correct 2 t1.                           Proof. vm_compute. reflexivity. Qed.

(** The line that alpha-beta shows is not optimal: following it loses the value. *)
Example alpha_beta_line_is_worse : worth trees t1 [0; 0]%nat = 1 /\ minimax trees 2 t1 = 0.
Proof. split; vm_compute; reflexivity. Qed.

(** The smallest game in which alpha-beta fails has four positions: a leaf that ties writes its terminator. *)
Example alpha_beta_fails_smallest :
  correct 2 (Inner [Inner [Leaf 0]; Leaf 0]) = (0, [0; 0]%nat) /\
  one (alpha_beta false) single 2 (Inner [Inner [Leaf 0]; Leaf 0]) = (0, [0]%nat).
Proof. split; vm_compute; reflexivity. Qed.

(** ** No null windows in the last two plies *)

Example not_last_two_fails : one pvs_hard_not_last_two single 2 t1 = (0, [0; 0]%nat). Proof. vm_compute. reflexivity.
  Qed.
(** Also where the root itself uses null windows: one ply deeper, below a single move. *)
Example not_last_two_fails_deeper : one pvs_hard_not_last_two single 3 (Inner [t1]) = (0, [0; 0; 0]%nat)
  /\ correct 3 (Inner [t1]) = (0, [0; 0; 1]%nat). Proof. split; vm_compute; reflexivity. Qed.
Example not_last_two_table : table pvs_hard_not_last_two 2 t1 = correct 2 t1.        Proof. vm_compute. reflexivity. Qed.

(** ** The second search from the score itself: the score is right, the line is not *)

Definition t2 := Inner [Inner [Leaf (-2); Leaf (-1)]; Inner [Leaf 1; Leaf 0]].
Example from_score_fails : correct 2 t2 = (0, [1; 1]%nat)
  /\ table pvs_soft_from_score 2 t2 = (0, [1; 0]%nat) /\ one pvs_soft_from_score single 2 t2 = (0, [1; 0]%nat).
Proof. repeat split; vm_compute; reflexivity. Qed.
Example from_below_holds : table pvs_soft_from_below 2 t2 = correct 2 t2 /\ one pvs_soft_from_below single 2 t2 = correct
  2 t2.
Proof. split; vm_compute; reflexivity. Qed.

(** ** No second search in the last two plies *)

Example soft_no_last_fails : one pvs_soft_no_last_re_search single 2 t2 = (0, [1; 0]%nat).
Proof. vm_compute. reflexivity. Qed.
Definition t4 := Inner [Inner [Leaf 0]; Inner [Leaf 5]].
Example hard_no_last_fails : correct 2 t4 = (5, [1; 0]%nat) /\ table pvs_hard_no_last_re_search 2 t4 = (1, [1]%nat).
Proof. split; vm_compute; reflexivity. Qed.

(** ** No terminators *)

Definition t3 := Inner [Inner [Leaf 1; Leaf 2]; Leaf (-5)].
Example no_terminators_fail : correct 2 t3 = (5, [1]%nat) /\ one pvs_hard (single_array_bare nat) 2 t3 = (5, [1; 0]%nat)
  /\ one pvs_hard single 2 t3 = (5, [1]%nat).
Proof. repeat split; vm_compute; reflexivity. Qed.

(** ** Refutations in null-window nodes written, too *)

Definition t5 := Inner [Inner [Leaf (-1); Leaf 0]; Inner [Leaf 1; Leaf (-2)]].
Example refuting_fails : correct 2 t5 = (-1, [0; 0]%nat) /\ one pvs_hard (single_array_refuting nat) 2 t5 = (-1, [0;
  1]%nat)
  /\ one pvs_hard single 2 t5 = correct 2 t5.
Proof. repeat split; vm_compute; reflexivity. Qed.

(** ** A node with an open window whose score is outside it leaves garbage from its ply on *)

Definition old : nat -> option nat := fun k => if Nat.leb k 3 then Some (7 + k)%nat else None.
Definition slots (r : Z * (nat -> option nat)) : Z * list (option nat) := (fst r, map (snd r) (seq 0 5)).

(** It fails high at ply 1 with the window (0, 5): slots 0 and 1 are old, slot 2 is new. *)
Example fail_high_garbage :
  slots (search trees pvs_soft _ single inf None 2 1 (Inner [Leaf (-9); Leaf 3]) 0 5 old)
  = (9, [Some 7; Some 8; None; Some 10; None]%nat).
Proof. vm_compute. reflexivity. Qed.

(** It fails low: the same. *)
Example fail_low_garbage :
  slots (search trees pvs_soft _ single inf None 2 1 (Inner [Leaf 9; Leaf 3]) 0 5 old)
  = (-3, [Some 7; Some 8; None; Some 10; None]%nat).
Proof. vm_compute. reflexivity. Qed.

(** So outside an aspiration window the array at the root means nothing. *)
Example aspiration_outside :
  slots (search trees pvs_soft _ single inf None 2 0 (Inner [Leaf (-9); Leaf 3]) 0 5 old)
  = (9, [Some 7; None; Some 9; Some 10; None]%nat).
Proof. vm_compute. reflexivity. Qed.

(** ** NegaScout: the score is right, the line is not *)

(** Fail-soft: the null window returns the value itself. *)
Example negascout_soft_fails : correct 2 t2 = (0, [1; 1]%nat) /\ table (negascout true) 2 t2 = (0, [1; 0]%nat)
  /\ one (negascout true) single 2 t2 = (0, [1; 0]%nat).
Proof. repeat split; vm_compute; reflexivity. Qed.
(** As printed it returns alpha + 1, so that this game does not show it, and one whose second move is better by
    1 does. *)
Example negascout_hard_t2 : table (negascout false) 2 t2 = correct 2 t2.
Proof. vm_compute. reflexivity. Qed.
Definition t6 := Inner [Inner [Leaf (-1)]; Inner [Leaf 1; Leaf 0]].
Example negascout_hard_fails : correct 2 t6 = (0, [1; 1]%nat) /\ table (negascout false) 2 t6 = (0, [1; 0]%nat)
  /\ one (negascout false) single 2 t6 = (0, [1; 0]%nat).
Proof. repeat split; vm_compute; reflexivity. Qed.

(** ** Palphabeta: the single array fails, as the second search is plain alpha-beta *)

Definition windowless_one (f : nat -> nat -> tree -> (nat -> option nat) -> Z * (nat -> option nat)) (d : nat) (t :
  tree) : Z * list nat :=
  let r := f d 0%nat t blank in (fst r, read d (snd r) 0).
Definition t7 := Inner [Leaf 2; t1].
Example palphabeta_fails : correct 3 t7 = (0, [1; 0; 1]%nat)
  /\ windowless_one (palphabeta trees _ single inf) 3 t7 = (0, [1; 0; 0]%nat).
Proof. split; vm_compute; reflexivity. Qed.
Example scout_t7 : windowless_one (scout trees _ single inf) 3 t7 = correct 3 t7.
Proof. vm_compute. reflexivity. Qed.
Example palphabeta_table_t7 :
  let r := palphabeta trees _ (triangular nat) inf 3 0 t7 no_rows in (fst r, snd r 0%nat) = correct 3 t7.
Proof. vm_compute. reflexivity. Qed.
Example calphabeta_t7 :
  let r := calphabeta trees _ single inf 3 0 t7 (- inf) inf blank in (fst r, read 3 (snd r) 0) = correct 3 t7.
Proof. vm_compute. reflexivity. Qed.
(** The line that Palphabeta shows loses the value. *)
Example palphabeta_line_is_worse : worth trees t7 [1; 0; 0]%nat = -1 /\ minimax trees 3 t7 = 0.
Proof. split; vm_compute; reflexivity. Qed.

(** ** Root moves that end with a bound *)

Definition last_move_with {state} (T : store nat state) (line : state -> list nat) (s : state) (d : nat) (t : tree) :=
  let r := last_move trees _ T (search trees (alpha_beta false) _ T inf None) d 0%nat t (- inf) inf s in
  (fst r, line (snd r)).
Definition belle_with {state} (T : store nat state) (line : state -> list nat) (s : state) (d : nat) (t : tree) :=
  let r := belle_root trees _ T inf (search trees pvs_soft _ T inf None) d 0%nat t (- inf) inf s in
  (fst r, line (snd r)).
Definition row_0 (s : nat -> list nat) : list nat := s 0%nat.
Definition array_2 (s : nat -> option nat) : list nat := read 2 s 0.

(** The last move is the best: a lower bound, the move, and the row of an older line. *)
Example last_move_bound : correct 2 t2 = (0, [1; 1]%nat)
  /\ last_move_with (triangular nat) row_0 no_rows 2 t2 = (-1, Some 1%nat, [0; 0]%nat).
Proof. split; vm_compute; reflexivity. Qed.
(** A move is pending at the end: the same, even where the bound is the value. *)
Example belle_root_bound : belle_with (triangular nat) row_0 no_rows 2 t2 = (0, Some 1%nat, [0; 0]%nat)
  /\ belle_with single array_2 blank 2 t2 = (0, Some 1%nat, [0; 0]%nat).
Proof. split; vm_compute; reflexivity. Qed.
(** With one array the null window for the last move fails as alpha-beta does. *)
Definition t8 := Inner [Inner [Leaf 1; Leaf 0]; Inner [Leaf 1; Leaf 0]; Leaf 9].
Example last_move_single_fails : correct 2 t8 = (0, [0; 1]%nat)
  /\ last_move_with single array_2 blank 2 t8 = (0, None, [0; 0]%nat)
  /\ last_move_with (triangular nat) row_0 no_rows 2 t8 = (0, None, [0; 1]%nat).
Proof. repeat split; vm_compute; reflexivity. Qed.

(** ** A search that is stopped inside a root move *)

(** What each store shows at every moment, the first one first. *)
Definition moments_of_array (A : algorithm) (d : nat) (t : tree) : list (list nat) :=
  rev (map (fun u => read d u 0) (snd (snd (search trees A _ (traced single) inf None d 0 t (- inf) inf (blank,
    []))))).
Definition moments_of_table (A : algorithm) (d : nat) (t : tree) : list (list nat) :=
  rev (map row_0 (snd (snd (search trees A _ (traced (triangular nat)) inf None d 0 t (- inf) inf (no_rows, []))))).
Fixpoint distinct (ls : list (list nat)) : list (list nat) :=
  match ls with
  | x :: (y :: _) as rest => if list_eq_dec Nat.eq_dec x y then distinct rest else x :: distinct rest
  | _ => ls
  end.
(** The second root move is searched again and writes below the first one: the array shows a line of both. The
    table does not. *)
Example stopped_array_fails :
  distinct (moments_of_array pvs_hard 2 t2) = [[]; [0; 0]; [0; 1]; [1; 1]]%nat
  /\ distinct (moments_of_table pvs_hard 2 t2) = [[]; [0; 0]; [1; 1]]%nat.
Proof. split; vm_compute; reflexivity. Qed.
(** That line is worth more than the move that it begins with. *)
Example stopped_array_is_wrong : worth trees t2 [0; 1]%nat = -1 /\ - minimax trees 1 (play trees t2 0%nat) = -2.
Proof. split; vm_compute; reflexivity. Qed.
