(** The triangular table in memory: the other ways to find a row. The index of a row is looked up, or computed from
    the parent's and kept in the recursion frame. And the list on the stack at half the size, whose frames lie as the
    rows of the triangle do. *)

From Coq Require Import ZArith List Bool Lia Arith.
From PvInPvs Require Import Game Search Stability Simulation Tables.
Import ListNotations.
Open Scope nat_scope.

(** ** The lookup table *)

(** The first slots of the rows from ply [k] on, filled in one loop: [next] is the first free slot. *)
Fixpoint lay_out (N plies k next : nat) : list nat :=
  match plies with
  | O => []
  | S plies => next :: lay_out N plies (S k) (next + (N - k))
  end.

(** The look-up in a table of N + 1 entries. *)
Definition lookup (N k : nat) : nat := nth k (lay_out N (S N) 0 0) 0.

Lemma lay_out_offset : forall N j plies k, j < plies -> nth j (lay_out N plies k (offset N k)) 0 = offset N (k + j).
Proof.
  induction j as [|j IH]; intros [|plies] k H; try lia; cbn [lay_out nth].
  - now rewrite Nat.add_0_r.
  - change (offset N k + (N - k)) with (offset N (S k)). rewrite IH by lia. f_equal. lia.
Qed.

(** The table holds the indices of the closed formula (Lookup: src/pv/triangular.rs). *)
Theorem lookup_index : forall N k, k <= N -> lookup N k = index N k.
Proof. intros N k K. rewrite index_offset by lia. apply (lay_out_offset N k (S N) 0). lia. Qed.

(** Rows found by look-up do not overlap (Lookup: src/pv/triangular.rs). *)
Theorem lookup_rows_apart : forall N j k, j < k <= N -> lookup N j + (N - j) <= lookup N k.
Proof. intros N j k K. rewrite !lookup_index by lia. now apply rows_apart. Qed.

(** ** Rows whose index is in the frame *)

(** [starts] of a ply is in its recursion frame. *)
Record framed (M : Type) := { memory : nat -> M; starts : nat -> nat; counts : nat -> nat }.
Arguments memory {M}. Arguments starts {M}. Arguments counts {M}.

(** A node makes the frame of its children: their rows begin where its own row ends. [prepare] is what a new frame
    does to its slots, from the first one, as many as given. *)
Definition framed_table (M : Type) (N : nat) (prepare : nat -> nat -> (nat -> M) -> nat -> M) : store M (framed M) :=
  {|
  enter := fun k _ s =>
    let next := starts s k + (N - k) in {|
    memory := prepare next (N - S k) (memory s);
    starts := set (starts s) (S k) next;
    counts := set (set (counts s) (S k) (N - S k)) k 0 |};
  leaf := fun _ _ s => s;
  raise := fun k _ m s =>
    let own := starts s k in let child := starts s (S k) in {|
    memory := fun i =>
      if i =? own then m
      else if (own <? i) && (i <=? own + counts s (S k)) then memory s (child + (i - own - 1))
      else memory s i;
    starts := starts s;
    counts := set (counts s) k (S (counts s (S k))) |};
  refute := fun _ _ _ s => s;
  again := fun s => s;
|}.
Definition framed_line {M : Type} (s : framed M) (k : nat) : list M :=
  map (fun i => memory s (starts s k + i)) (seq 0 (counts s k)).

(** The triangular table whose row index is computed from the parent's. *)
Definition triangular_offsets (M : Type) (N : nat) : store M (framed M) := framed_table M N (fun _ _ slots => slots).

(** The list on the stack at half the size: the frame of the children is pushed on the stack, after the frames of
    deeper plies have been released, and it is full of [poison]. *)
Definition stack_list_half (M : Type) (N : nat) (poison : M) : store M (framed M) :=
  framed_table M N (fun from n slots i => if (from <=? i) && (i <? from + n) then poison else slots i).

(** Frames lie as the rows of the triangle do, and before ply [n] they show the same lines. *)
Definition frames_equal {M : Type} (N n : nat) (s : nat -> list M) (t : framed M) : Prop :=
  (forall j, j <= n -> j <= N -> starts t j = offset N j) /\
  forall j, j < n -> j <= N -> counts t j <= N - j /\ framed_line t j = s j.

Lemma offsets_apart : forall N j k, j < k <= N -> offset N j + (N - j) <= offset N k.
Proof. intros N j k K. rewrite <- !index_offset by lia. now apply rows_apart. Qed.

(** If a new frame changes no slot before it, the rows show what the triangular table shows. *)
Lemma framed_table_refines : forall G N prepare, (forall from n slots i,
  i < from -> prepare from n slots i = slots i) ->
  events_related G _ _ (triangular (move G)) (framed_table (move G) N prepare) (frames_equal N) 0 N.
Proof.
  intros G N prepare before. apply leaf_alone.
  - intros n s t (F & H). split; intros j J; [apply F; lia | apply H; lia].
  - intros k o s t K (F & H). pose proof (F k (le_n k) ltac:(lia)) as Fk. split; intros j J L;
    cbn [framed_table enter starts counts].
    + unfold set. destruct (Nat.eqb_spec j (S k)) as [-> | Ne]; [now rewrite Fk | apply F; lia].
    + unfold framed_line. cbn [framed_table enter starts counts memory triangular]. unfold set.
      destruct (Nat.eqb_spec j k) as [-> | Ne]; [split; [lia | reflexivity]|].
      destruct (Nat.eqb_spec j (S k)); [lia|]. destruct (H j) as (Hl & Hr); [lia | lia|]. split; [exact Hl|].
      rewrite <- Hr. unfold framed_line. apply map_ext_in. intros i I. apply in_seq in I. apply before.
      rewrite Fk, F by lia. pose proof (offsets_apart N j k ltac:(lia)). lia.
  - intros k o s t K H. exact H.
  - intros k o m s t K (F & H). split; [intros j J L; cbn [framed_table raise starts]; apply F; lia|].
    intros j J L. destruct (H (S k)) as (Hl & Hr); [lia | lia|].
    pose proof (F k ltac:(lia) ltac:(lia)) as Fk. pose proof (F (S k) ltac:(lia) ltac:(lia)) as Fc.
    unfold framed_line. cbn [framed_table raise starts counts memory triangular]. unfold set.
    destruct (Nat.eqb_spec j k) as [-> | Ne].
    + split; [lia|]. rewrite <- Hr. cbn [seq map]. rewrite Nat.add_0_r, Nat.eqb_refl. f_equal.
      rewrite <- seq_shift, map_map. unfold framed_line. apply map_ext_in. intros i I. apply in_seq in I.
      destruct (Nat.eqb_spec (starts t k + S i) (starts t k)); [lia|].
      destruct (Nat.ltb_spec (starts t k) (starts t k + S i)); [|lia].
      destruct (Nat.leb_spec (starts t k + S i) (starts t k + counts t (S k))); [|lia]. cbn [andb]. f_equal. lia.
    + destruct (H j) as (Jl & Jr); [lia | lia|]. split; [exact Jl|]. rewrite <- Jr. unfold framed_line.
      apply map_ext_in. intros i I. apply in_seq in I. rewrite (F j), Fk by lia.
      pose proof (offsets_apart N j k ltac:(lia)).
      destruct (Nat.eqb_spec (offset N j + i) (offset N k)); [lia|].
      destruct (Nat.ltb_spec (offset N k) (offset N j + i)); [lia|]. reflexivity.
  - intros k o m s t K (F & H). split; intros j J; [apply F; lia | apply H; lia].
  - intros k s t K H. exact H.
Qed.

(** The table whose index is computed from the parent's shows what the triangular table shows
    (`triangular-offsets`: src/pv/triangular.rs). *)
Theorem triangular_offsets_refines : forall G N,
  events_related G _ _ (triangular (move G)) (triangular_offsets (move G) N) (frames_equal N) 0 N.
Proof. intros G N. now apply framed_table_refines. Qed.

(** The lists on the second stack show what the triangular table shows (`stack-list-half`: src/pv/stack_list_half.rs).
    *)
Theorem stack_list_half_refines : forall G N poison,
  events_related G _ _ (triangular (move G)) (stack_list_half (move G) N poison) (frames_equal N) 0 N.
Proof.
  intros G N poison. apply framed_table_refines. intros from n slots i I.
  destruct (Nat.leb_spec from i); [lia | reflexivity].
Qed.
