(** The pointer array as it lies in memory: all arrays in one block. *)

From Coq Require Import ZArith List Bool Lia Arith.
From PvInPvs Require Import Game Search Stability Simulation Tables.
Import ListNotations.
Open Scope nat_scope.

(** The row of a ply: where its array begins in the block, and where its line ends in the array. *)
Record block (M : Type) := { cells : nat -> M; starts_at : nat -> nat; ends_at : nat -> nat }.
Arguments cells {M}. Arguments starts_at {M}. Arguments ends_at {M}.

(** A raise writes the move in front of the line of the child and swaps two rows. *)
Definition pointer_block (M : Type) : store M (block M) := {|
  enter := fun k _ s => {| cells := cells s; starts_at := starts_at s; ends_at := set (ends_at s) k k |};
  leaf := fun _ _ s => s;
  raise := fun k _ m s => {|
    cells := set (cells s) (starts_at s (S k) + k) m;
    starts_at := swapped k (starts_at s);
    ends_at := swapped k (ends_at s) |};
  refute := fun _ _ _ s => s;
  again := fun s => s;
|}.
Definition block_line {M : Type} (s : block M) (k : nat) : list M :=
  map (fun i => cells s (starts_at s k + i)) (seq k (ends_at s k - k)).

(** The arrays of two plies do not overlap. Each has N slots. *)
Definition arrays_apart {M : Type} (N : nat) (s : block M) : Prop := forall i j, i <= N -> j <= N -> i <> j ->
  starts_at s i + N <= starts_at s j \/ starts_at s j + N <= starts_at s i.

(** Before ply [n] the lines are the same, and no line is longer than its array. *)
Definition blocks_equal {M : Type} (N n : nat) (s : nat -> list M) (t : block M) : Prop :=
  arrays_apart N t /\ forall j, j < n -> j <= N -> j <= ends_at t j <= N /\ block_line t j = s j.

(** A raise only swaps the arrays: none is lost, and none is shared (`pointer-array`: src/pv/pointer_array.rs). *)
Theorem swap_keeps_apart : forall M N (s : block M) k o m, k < N -> arrays_apart N s ->
  arrays_apart N (raise (pointer_block M) k o m s).
Proof.
  intros M N s k o m K H i j I J Ne. cbn [raise pointer_block starts_at]. unfold swapped.
  destruct (Nat.eqb_spec i k), (Nat.eqb_spec i (S k)), (Nat.eqb_spec j k), (Nat.eqb_spec j (S k)); subst; try lia;
    apply H; lia.
Qed.

(** The pointer array shows what the triangular table shows (`pointer-array`: src/pv/pointer_array.rs). *)
Theorem pointer_block_refines : forall G N,
  events_related G _ _ (triangular (move G)) (pointer_block (move G)) (blocks_equal N) 0 N.
Proof.
  intros G N. apply leaf_alone.
  - intros n s t (P & H). split; [exact P|]. intros j J L. apply H; lia.
  - intros k o s t K (P & H). split; [exact P|]. intros j J L. unfold block_line.
    cbn [enter pointer_block triangular cells starts_at ends_at]. unfold set.
    destruct (Nat.eqb_spec j k) as [-> | Ne]; [split; [lia | now rewrite Nat.sub_diag]|]. apply H; lia.
  - intros k o s t K H. exact H.
  - intros k o m s t K (P & H). split; [now apply (swap_keeps_apart _ N t k o m)|]. intros j J L.
    destruct (H (S k)) as (He & Hl); [lia | lia|].
    unfold block_line. cbn [raise pointer_block triangular cells starts_at ends_at]. unfold swapped. unfold set at 2.
    destruct (Nat.eqb_spec j k) as [-> | Ne].
    + split; [lia|]. replace (ends_at t (S k) - k) with (S (ends_at t (S k) - S k)) by lia. cbn [seq map].
      rewrite set_same. f_equal. rewrite <- Hl. unfold block_line. apply map_ext_in.
      intros i I. apply in_seq in I. apply set_other. lia.
    + destruct (Nat.eqb_spec j (S k)); [lia|]. destruct (H j) as (Je & Jl); [lia | lia|].
      split; [exact Je|]. rewrite <- Jl. unfold block_line. apply map_ext_in. intros i I. apply in_seq in I.
      apply set_other. destruct (P j (S k)) as [C | C]; lia.
  - intros k o m s t K (P & H). split; [exact P|]. intros j J L. apply H; lia.
  - intros k s t K H. exact H.
Qed.
