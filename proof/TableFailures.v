(** What fails with a table if one of the rules is dropped: small graphs, by computation. *)

From Coq Require Import String ZArith List Bool Lia Arith.
From PvInPvs Require Import Game Search Score Stability Triangular SingleArray PvInPvs Counterexamples Path
  AnyStore TranspositionTable TableLines TableStores WithoutTable TableContract Memories.
Import ListNotations.
Open Scope Z_scope.

(** ** Graphs as games *)

(** The moves of the positions 0, 1, 2, ... lead to these positions; and their values. *)
Record graph := { edges : list (list nat); values : list Z }.

(** Moves are the numbers of the edges of a position, as in the notation of the product. *)
Definition graph_game (g : graph) : game := {|
  position := nat; move := nat;
  moves := fun p => seq 0 (length (nth p (edges g) []));
  play := fun p m => nth m (nth p (edges g) []) 0%nat;
  value := fun p => cut_value (nth p (values g) 0) |}.

Definition number (p : nat) : Z := Z.of_nat p.

(** ** Tables that may break the rules *)

Section Tables.
  Variable G : game.
  Variable key : position G -> Z.
  (** Does an entry of a draft serve a depth? *)
  Variable fits : nat -> nat -> bool.
  (** What does an entry do in a window that is open, or not? *)
  Variable decide : bool -> Z -> Z -> entry -> answer.

  (** It forgets nothing; the newest entry that fits counts; the root is not probed, and leaves are not stored. *)
  Definition table_by : memory G := {|
    content := list (Z * nat * entry);
    probe := fun k d p a b c =>
      (match k, find (fun '(x, draft, _) => (x =? key p) && fits draft d) c with
       | S _, Some (_, _, e) => decide (a + 1 <? b) a b e
       | _, _ => Expand a b
       end, c);
    arrange := fun _ _ p _ => moves G p;
    remember := fun _ d p e c => if is_leaf G d p then c else (key p, d, e) :: c |}.
End Tables.

(** In an open window exact entries cut off, in a null window also bounds outside it. *)
Definition by_rule (open : bool) (a b : Z) (e : entry) : answer :=
  if cuts_off a b e && (negb open || match bound_of e with Exact => true | _ => false end) then Cut e else Expand a b.

(** This is the honest one (src/table/slots.rs: the default [TableOptions]). *)
Theorem by_rule_honest : forall G key, (forall p q, key p = key q -> forall d, minimax G d p = minimax G d q) ->
  honest G (in_order G) (table_by G key Nat.eqb by_rule)
    (fun c => forall x d e, In (x, d, e) c -> exists p, x = key p /\ tells_truth (minimax G d p) e).
Proof.
  intros G key Nc. constructor; cbn [table_by probe arrange remember content fst snd]; [auto | | | reflexivity |].
  - intros k d p a b c e R F E. destruct k as [|k]; [discriminate|].
    destruct (find _ c) as [[[x dr] e']|] eqn:Fi; [|discriminate].
    apply find_some in Fi. destruct Fi as (I & Fi). apply andb_prop in Fi. destruct Fi as (Kx & Dx).
    apply Z.eqb_eq in Kx. apply Nat.eqb_eq in Dx. subst dr. destruct (F _ _ _ I) as (q & -> & Tr).
    unfold by_rule in E. destruct (cuts_off a b e') eqn:Cu; [|discriminate].
    destruct (true && _); [|discriminate]. injection E as <-.
    split; [now rewrite (Nc p q (eq_sym Kx))|]. unfold cuts_off, cuts in *.
    destruct (bound_of e'); [exact Logic.I | now apply Z.leb_le | now apply Z.leb_le].
  - intros k d p a b c a' b' R F E.
    assert (X : Expand a b = Expand a' b').
    { destruct k as [|k]; [exact E|]. destruct (find _ c) as [[[x dr] e']|]; [|exact E].
      unfold by_rule in E. destruct (cuts_off a b e' && _); [discriminate | exact E]. }
    injection X as <- <-. now apply narrower_refl.
  - intros k d p e c F Tr. destruct (is_leaf G d p); [exact F|].
    intros x d' e' [I | I]; [injection I as <- <- <-; now exists p | exact (F _ _ _ I)].
Qed.

Definition run (A : algorithm) (hit : nat -> bool -> (nat -> option nat) -> nat -> option nat) (g : graph)
  (M : memory (graph_game g)) (c : content M) (d : nat) : Z * list nat * list (nat * nat * nat) :=
  let r := table_search (graph_game g) A _ single hit inf M None d 0 0%nat (- inf) inf (fun _ => Some 255%nat, (c,
    [])) in
  (fst r, read d (fst (snd r)) 0, cutoffs (snd r)).
Definition run_rows (A : algorithm) (g : graph) (M : memory (graph_game g)) (c : content M) (d : nat) : Z * list nat :=
  let r := table_search (graph_game g) A _ (triangular nat) (leaf (triangular nat)) inf M None d 0 0%nat (- inf) inf
    (no_rows, (c, [])) in (fst r, fst (snd r) 0%nat).
Definition right (d : nat) (g : graph) : Z * list nat := (minimax (graph_game g) d 0%nat, leftmost (graph_game g) d
  0%nat).
Definition usual := leaf single.

(** ** By the rules *)

(** Fail-soft PVS with one array and this table, in every graph, to every depth, in every window, whatever the array
    held before: nothing is left to assume (`pvs-soft+single-array+tt`: src/contract/adjustments.rs). *)
Theorem every_graph : forall g d p a b array, in_range inf a b -> a + 1 < b ->
  let G := graph_game g in
  let r := table_search G pvs_soft _ single (leaf single) inf (table_by G number Nat.eqb by_rule) None d 0 p a b
    (array, ([], [])) in
  let line := read d (fst (snd r)) 0 in
  a < fst r < b -> fst r = minimax G d p /\ exists n,
    line = firstn n (leftmost G d p) /\ (n <= length (leftmost G d p))%nat /\
    ((n < length (leftmost G d p))%nat -> In (n, d - n, end_of G p line)%nat (cutoffs (snd r))).
Proof.
  intros g d p a b array R Op G r line I.
  assert (H : honest G (in_order G) (table_by G number Nat.eqb by_rule)
      (fun c => forall x d e, In (x, d, e) c -> exists p, x = number p /\ tells_truth (minimax G d p) e)).
  { apply by_rule_honest. intros p1 p2 E. assert (p1 = p2) by (unfold number in E; lia). now subst. }
  exact (one_array_is_enough G inf (fun p => cut_inside _) _ _ H "pvs-soft"%string (table_family G inf _ pvs_soft)
    ltac:(simpl; tauto) d p a b array [] R Op ltac:(intros x d' e []) eq_refl I).
Qed.

(** The line is truncated where the table has cut off an open window: position 3 is searched below position 1, and found
    in the table below position 2. The cutoff is noted with its ply, its depth and its position. *)
Definition g1 := {| edges := [[1; 2]; [3; 2]; [3]; [4]; []]%nat; values := [0; 0; 0; 1; 0] |}.
Definition default := table_by (graph_game g1) number Nat.eqb by_rule.
Example truncated : right 3 g1 = (0, [1; 0; 0]%nat)
  /\ run pvs_soft usual g1 default [] 3 = (0, [1; 0]%nat, [(2, 1, 3)]%nat)
  /\ run pvs_hard usual g1 default [] 3 = (0, [1; 0]%nat, [(2, 1, 3)]%nat)
  /\ run_rows pvs_soft g1 default [] 3 = (0, [1; 0]%nat).
Proof. repeat split; vm_compute; reflexivity. Qed.
(** If nothing cuts off open windows, it is complete. *)
Definition in_null_windows (open : bool) (a b : Z) (e : entry) : answer := if open then Expand a b else by_rule open a
  b e.
Example not_truncated :
  run pvs_soft usual g1 (table_by (graph_game g1) number Nat.eqb in_null_windows) [] 3 = (right 3 g1, []).
Proof. vm_compute. reflexivity. Qed.

(** ** A node that is cut off by the table, in an open window, writes no terminator *)

(** The array goes on with what an older line has left: the last move is none of its position. *)
Definition g2 := {| edges := [[1; 2]; [3; 2]; [3]; [4]; []]%nat; values := [0; 0; 0; 0; -1] |}.
Definition silent (k : nat) (open : bool) (s : nat -> option nat) : nat -> option nat := s.
Example no_terminator_fails : right 4 g2 = (1, [1; 0; 0]%nat)
  /\ run pvs_soft silent g2 (table_by (graph_game g2) number Nat.eqb by_rule) [] 4 = (1, [1; 0; 0; 0]%nat, [(2, 2,
    3)]%nat)
  /\ run pvs_soft usual g2 (table_by (graph_game g2) number Nat.eqb by_rule) [] 4 = (1, [1; 0]%nat, [(2, 2, 3)]%nat).
Proof. repeat split; vm_compute; reflexivity. Qed.

(** ** An entry cuts off although its bound is inside the window *)

Definition g3 := {| edges := [[2; 1]; [2]; [4; 3]; []; []]%nat; values := [0; 0; 0; -1; 0] |}.
Definition any_bound (open : bool) (a b : Z) (e : entry) : answer := if open then Cut e else by_rule open a b e.
Example bounds_inside_fail : right 3 g3 = (1, [1; 0; 1]%nat)
  /\ fst (run pvs_soft usual g3 (table_by (graph_game g3) number Nat.eqb any_bound) [] 3) <> right 3 g3.
Proof. split; [vm_compute; reflexivity | vm_compute; discriminate]. Qed.

(** ** An entry of a greater draft *)

Definition g4 := {| edges := [[2; 1]; [2]; [3]; [4]; []]%nat; values := [0; 0; 0; 0; 1] |}.
Definition deeper (draft d : nat) : bool := Nat.leb d draft.
Example other_drafts_fail : fst (right 3 g4) = 0
  /\ fst (fst (run pvs_soft usual g4 (table_by (graph_game g4) number deeper by_rule) [] 3)) = 1
  /\ fst (fst (run pvs_soft usual g4 (table_by (graph_game g4) number Nat.eqb by_rule) [] 3)) = 0.
Proof. repeat split; vm_compute; reflexivity. Qed.

(** ** Two positions with one key *)

Definition g5 := {| edges := [[1; 4]; [2]; [3]; []; [5]; []]%nat; values := [0; 0; -1; 0; 0; 0] |}.
Example collisions_fail : fst (right 2 g5) = 0
  /\ fst (fst (run pvs_soft usual g5 (table_by (graph_game g5) (fun p => Z.of_nat (p mod 3)) Nat.eqb by_rule) [] 2)) =
    -1
  /\ fst (fst (run pvs_soft usual g5 (table_by (graph_game g5) number Nat.eqb by_rule) [] 2)) = 0.
Proof. repeat split; vm_compute; reflexivity. Qed.

(** ** A bound that narrows the window to itself *)

(** The score is right, and the line is not, in the array and in the rows: as if the second search began at the score.
    To narrow the window to one beyond the bound is safe: [narrower]. *)
Definition g6 := {| edges := [[2; 1]; [2; 3]; []; []]%nat; values := [0; 0; 1; 0] |}.
Definition to_the_bound (by_how_much : Z) (open : bool) (a b : Z) (e : entry) : answer :=
  if cuts_off a b e then Cut e
  else match bound_of e with
    | Lower => Expand (Z.max a (score_of e - by_how_much)) b
    | Upper => Expand a (Z.min b (score_of e + by_how_much))
    | Exact => Expand a b
    end.
Example narrowing_to_the_bound_fails : right 2 g6 = (0, [1; 1]%nat)
  /\ run pvs_soft usual g6 (table_by (graph_game g6) number Nat.eqb (to_the_bound 0)) [] 2 = (0, [1; 0]%nat, [])
  /\ run_rows pvs_soft g6 (table_by (graph_game g6) number Nat.eqb (to_the_bound 0)) [] 2 = (0, [1; 0]%nat)
  /\ run pvs_soft usual g6 (table_by (graph_game g6) number Nat.eqb (to_the_bound 1)) [] 2 = (right 2 g6, [])
  /\ run_rows pvs_soft g6 (table_by (graph_game g6) number Nat.eqb (to_the_bound 1)) [] 2 = right 2 g6.
Proof. repeat split; vm_compute; reflexivity. Qed.
(** The line that is shown loses the value. *)
Example narrowed_line_is_worse : worth (graph_game g6) 0%nat [1; 0]%nat = 1 /\ minimax (graph_game g6) 2 0%nat = 0.
Proof. split; vm_compute; reflexivity. Qed.

(** ** Values that depend on the path *)

(** A repetition is a draw, and the entry of a position does not know the path. *)
Definition g7 := {| edges := [[2; 1]; [3]; [3]; [1]; []]%nat; values := [-1; 1; 0; 0] |}.
Definition draws : game := with_path (graph_game g7) (fun p path => existsb (Nat.eqb p) path)
  (fun p path => if existsb (Nat.eqb p) path then 0 else value (graph_game g7) p).
Definition of_position (p : position draws) : Z := let (q, _) := p in Z.of_nat q.
Example paths_fail : minimax draws 3 (0%nat, []) = 0 /\
  let r := table_search draws pvs_soft _ single (leaf single) inf (table_by draws of_position Nat.eqb by_rule) None 3 0
    (0%nat, []) (- inf) inf (fun _ => None, ([], [])) in fst r = -1.
Proof. split; vm_compute; reflexivity. Qed.

(** ** Null windows that write the terminator of a cutoff *)

(** The line is sound, and shorter than the cutoffs in open windows, of which there is none, explain
    ([more_terminators_only_shorten]). *)
Definition g8 := {| edges := [[1; 2]; [3]; [3]; [4]; []]%nat; values := [0; 0; 0; 0; 0] |}.
Example loud_cutoffs_shorten : right 3 g8 = (0, [0; 0; 0]%nat)
  /\ run pvs_soft (leaf (single_array_loud nat)) g8 (table_by (graph_game g8) number Nat.eqb by_rule) [] 3 = (0, [0;
    0]%nat, [])
  /\ run pvs_soft usual g8 (table_by (graph_game g8) number Nat.eqb by_rule) [] 3 = (0, [0; 0; 0]%nat, []).
Proof. repeat split; vm_compute; reflexivity. Qed.
