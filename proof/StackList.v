(** The list in each recursion frame (Moreland). *)

From Coq Require Import ZArith List Bool Lia Arith.
From PvInPvs Require Import Game Search Stability Simulation.
Import ListNotations.
Open Scope nat_scope.

Record stack_line (M : Type) := { size : nat; list_moves : nat -> M }.
Arguments size {M}. Arguments list_moves {M}.

(** The list of a ply is in its frame. A node makes the frame of its children, a full list of [poison]. A raise writes
    the move and then the list of the child into its own list. *)
Definition stack_list (M : Type) (N : nat) (poison : M) : store M (nat -> stack_line M) := {|
  enter := fun k _ s => set (set s (S k) {| size := N - S k; list_moves := fun _ => poison |})
                            k {| size := 0; list_moves := list_moves (s k) |};
  leaf := fun k _ s => set s k {| size := 0; list_moves := list_moves (s k) |};
  raise := fun k _ m s => set s k {|
    size := S (size (s (S k)));
    list_moves := fun i => if i =? 0 then m else if i <=? size (s (S k)) then list_moves (s (S k)) (i - 1) else
      list_moves (s k) i |};
  refute := fun _ _ _ s => s;
  again := fun s => s;
|}.
Definition listed {M : Type} (l : stack_line M) : list M := map (list_moves l) (seq 0 (size l)).

(** Before ply [n] the lists are the same lines. The list of a node that has not raised alpha is empty. *)
Definition lists_equal {M : Type} (n : nat) (s : nat -> list M) (t : nat -> stack_line M) : Prop :=
  forall j, j < n -> listed (t j) = s j.

(** The lists on the stack show what the triangular table shows (`stack-list`: src/pv/stack_list.rs). *)
Theorem stack_list_refines : forall G N poison,
  events_related G _ _ (triangular (move G)) (stack_list (move G) N poison) lists_equal 0 N.
Proof.
  intros G N poison. constructor.
  - intros n s t H j J. apply H. lia.
  - intros k o s t K H j J. cbn [enter triangular stack_list]. unfold set.
    destruct (Nat.eqb_spec j k); [reflexivity|]. destruct (Nat.eqb_spec j (S k)); [lia|]. apply H. lia.
  - intros k o s t K H j J. cbn [enter leaf triangular stack_list]. unfold set.
    destruct (Nat.eqb_spec j k); [reflexivity|]. destruct (Nat.eqb_spec j (S k)); [lia|]. apply H. lia.
  - intros k o m s t K H j J. cbn [raise triangular stack_list]. unfold set.
    destruct (Nat.eqb_spec j k) as [-> | Ne]; [|apply H; lia].
    unfold listed. cbn [size list_moves seq map]. rewrite Nat.eqb_refl. f_equal. rewrite <- (H (S k)) by lia.
      unfold listed.
    rewrite <- seq_shift, map_map. apply map_ext_in. intros i I. apply in_seq in I.
    destruct (Nat.eqb_spec (S i) 0); [lia|]. destruct (Nat.leb_spec (S i) (size (t (S k)))); [|lia]. f_equal. lia.
  - intros k o m s t K H j J. apply H. lia.
  - intros k s t K H. exact H.
Qed.
