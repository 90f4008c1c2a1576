(** The tables of [src/pv] in memory: rows in one array (triangular, quadratic) and the pointer array. Each shows
    what the triangular table of [Search.v], a list for each ply, shows. *)

From Coq Require Import ZArith List Bool Lia Arith.
From PvInPvs Require Import Game Search Score Stability Triangular SingleArray PvInPvs Windowless Simulation.
Import ListNotations.
Open Scope nat_scope.

(** ** The index of a row *)

(** [ClosedForm]. *)
Definition index (N k : nat) : nat := k * (2 * N + 1 - k) / 2.
(** [Offsets], from parent to child, and [Lookup], which is filled the same way. *)
Fixpoint offset (N k : nat) : nat := match k with O => O | S k => offset N k + (N - k) end.
Definition triangle (N : nat) : nat := N * (N + 1) / 2.

Lemma offset_twice : forall N k, k <= N + 1 -> 2 * offset N k = k * (2 * N + 1 - k).
Proof.
  intros N. induction k as [|k IH]; intros K; [reflexivity|]. cbn [offset].
  rewrite Nat.mul_add_distr_l, IH by lia.
  replace (2 * N + 1 - k) with (S (2 * N + 1 - S k)) by lia.
  assert (N - k + k = N) by lia. nia.
Qed.

(** The closed form and the incremental one are the same function ([ClosedForm] and [Offsets]: src/pv/triangular.rs).
    *)
Theorem index_offset : forall N k, k <= N + 1 -> index N k = offset N k.
Proof.
  intros N k K. unfold index. rewrite <- offset_twice by assumption. rewrite Nat.mul_comm. apply Nat.div_mul. lia.
Qed.

(** The next row begins after the N - k slots of this one ([Offsets]: src/pv/triangular.rs). *)
Theorem index_next : forall N k, k <= N -> index N (S k) = index N k + (N - k).
Proof. intros N k K. rewrite !index_offset by lia. reflexivity. Qed.

(** The first row begins at the first slot ([ClosedForm]: src/pv/triangular.rs). *)
Theorem index_first : forall N, index N 0 = 0.
Proof. reflexivity. Qed.

(** After the last row the triangle ends ([triangle]: src/pv/triangular.rs). *)
Theorem index_last : forall N, index N N = triangle N.
Proof. intros N. unfold index, triangle. f_equal. f_equal. lia. Qed.

(** A row ends where the next one begins, or before a later one ([ClosedForm]: src/pv/triangular.rs). *)
Theorem rows_apart : forall N j k, j < k <= N -> index N j + (N - j) <= index N k.
Proof.
  intros N j k (J & K). rewrite !index_offset by lia. induction J as [|k J IH]; cbn [offset]; [lia|].
  specialize (IH ltac:(lia)). lia.
Qed.

(** Every slot of the triangle belongs to one row, and to no other one ([triangle]: src/pv/triangular.rs). *)
Theorem rows_fill_the_triangle : forall N i, i < triangle N ->
  exists! k, k < N /\ index N k <= i < index N k + (N - k).
Proof.
  intros N i H. rewrite <- index_last, index_offset in H by lia.
  assert (X : forall n, n <= N -> i < offset N n -> exists k, k < n /\ offset N k <= i < offset N k + (N - k)).
  { induction n as [|n IH]; intros B L; cbn [offset] in L; [lia|].
    destruct (Nat.lt_ge_cases i (offset N n)) as [C | C].
    - destruct (IH ltac:(lia) C) as (k & K & J). exists k. split; [lia | exact J].
    - exists n. lia. }
  destruct (X N (le_n N) H) as (k & K & J). exists k. rewrite <- index_offset in J by lia. split; [split;
    [exact K | exact J]|].
  intros j (Jn & Jr). destruct (Nat.lt_trichotomy j k) as [C | [C | C]]; [exfalso | auto | exfalso].
  - pose proof (rows_apart N j k ltac:(lia)). lia.
  - pose proof (rows_apart N k j ltac:(lia)). lia.
Qed.

(** The quadratic table: the stride is the power of two that is at least N, and the index is a shift. *)
Definition shift (N : nat) : nat := Nat.log2_up N.
Definition shifted (N k : nat) : nat := Nat.shiftl k (shift N).

Lemma stride_enough : forall N, N <= 2 ^ shift N.
Proof.
  intros N. unfold shift. destruct (Nat.le_gt_cases N 1) as [C | C].
  - rewrite Nat.log2_up_eqn0 by exact C. simpl. lia.
  - now apply Nat.log2_up_spec.
Qed.

(** The shift is a product with the stride ([Shifted]: src/pv/quadratic.rs). *)
Theorem shifted_is_a_product : forall N k, shifted N k = k * 2 ^ shift N.
Proof. intros. apply Nat.shiftl_mul_pow2. Qed.

(** The rows of the quadratic table do not overlap ([Shifted]: src/pv/quadratic.rs). *)
Theorem quadratic_rows_apart : forall N j k, j < k <= N -> shifted N j + (N - j) <= shifted N k.
Proof. intros N j k K. rewrite !shifted_is_a_product. pose proof (stride_enough N). nia. Qed.

(** They are inside N times the stride ([Shifted]: src/pv/quadratic.rs). *)
Theorem quadratic_size : forall N k, k < N -> shifted N k + (N - k) <= N * 2 ^ shift N.
Proof. intros N k K. rewrite shifted_is_a_product. pose proof (stride_enough N). nia. Qed.

(** ** Rows in one array *)

Record flat (M : Type) := { slots : nat -> M; lengths : nat -> nat }.
Arguments slots {M}. Arguments lengths {M}.

(** A raise writes the move into the row of the node and copies the row of the child after it. *)
Definition row_table (M : Type) (start : nat -> nat) : store M (flat M) := {|
  enter := fun k _ s => {| slots := slots s; lengths := set (lengths s) k 0 |};
  leaf := fun _ _ s => s;
  raise := fun k _ m s => {|
    slots := fun i =>
      if i =? start k then m
      else if (start k <? i) && (i <=? start k + lengths s (S k)) then slots s (start (S k) + (i - start k - 1))
      else slots s i;
    lengths := set (lengths s) k (S (lengths s (S k))) |};
  refute := fun _ _ _ s => s;
  again := fun s => s;
|}.
Definition row {M : Type} (start : nat -> nat) (s : flat M) (k : nat) : list M :=
  map (fun i => slots s (start k + i)) (seq 0 (lengths s k)).

(** Before ply [n] the rows are short enough and show the same lines. *)
Definition rows_equal {M : Type} (N : nat) (start : nat -> nat) (n : nat) (s : nat -> list M) (t : flat M) : Prop :=
  forall j, j < n -> j <= N -> lengths t j <= N - j /\ row start t j = s j.

(** Rows in one array show what rows as lists show, wherever the rows begin, if they do not overlap ([RowTable]:
    src/pv/rows.rs). *)
Theorem row_table_refines : forall G N start, (forall j k, j < k <= N -> start j + (N - j) <= start k) ->
  events_related G _ _ (triangular (move G)) (row_table (move G) start) (rows_equal N start) 0 N.
Proof.
  intros G N start apart. apply leaf_alone.
  - intros n s t H j J L. apply H; lia.
  - intros k o s t K H j J L. simpl. unfold row, set. simpl. destruct (Nat.eqb_spec j k); [split;
    [lia | reflexivity]|].
    apply (H j); lia.
  - intros k o s t K H. exact H.
  - intros k o m s t K H j J L. destruct (H (S k)) as (Hl & Hr); [lia | lia|].
    simpl. unfold row, set. simpl. destruct (Nat.eqb_spec j k) as [-> | Ne].
    + split; [lia|]. rewrite <- Hr. cbn [seq map]. rewrite Nat.add_0_r, Nat.eqb_refl. f_equal.
      rewrite <- seq_shift, map_map. unfold row. apply map_ext_in. intros i I. apply in_seq in I.
      destruct (Nat.eqb_spec (start k + S i) (start k)); [lia|].
      destruct (Nat.ltb_spec (start k) (start k + S i)); [|lia].
      destruct (Nat.leb_spec (start k + S i) (start k + lengths t (S k))); [|lia]. cbn [andb]. f_equal. lia.
    + destruct (H j) as (Jl & Jr); [lia | lia|]. split; [exact Jl|]. rewrite <- Jr. unfold row.
      apply map_ext_in. intros i I. apply in_seq in I. pose proof (apart j k ltac:(lia)).
      destruct (Nat.eqb_spec (start j + i) (start k)); [lia|].
      destruct (Nat.ltb_spec (start k) (start j + i)); [lia | reflexivity].
  - intros k o m s t K H j J L. apply H; lia.
  - intros k s t K H. exact H.
Qed.

(** A raise writes only slots of its own row ([RowTable]: src/pv/rows.rs). *)
Theorem raise_stays_in_its_row : forall M N start k o m (s : flat M) i, k < N -> lengths s (S k) <= N - S k ->
  ~ (start k <= i < start k + (N - k)) -> slots (raise (row_table M start) k o m s) i = slots s i.
Proof.
  intros M N start k o m s i K L O. simpl. destruct (Nat.eqb_spec i (start k)); [lia|].
  destruct (Nat.ltb_spec (start k) i), (Nat.leb_spec i (start k + lengths s (S k))); simpl; try reflexivity. lia.
Qed.

(** ** The pointer array *)

(** [array_of] is the pointer of a ply; [ends] goes with it. A move of ply [k] is always in slot [k]. *)
Record pointers (M : Type) := { arrays : nat -> nat -> M; array_of : nat -> nat; ends : nat -> nat }.
Arguments arrays {M}. Arguments array_of {M}. Arguments ends {M}.

Definition swapped {X : Type} (k : nat) (f : nat -> X) (j : nat) : X :=
  if j =? k then f (S k) else if j =? S k then f k else f j.

(** A raise writes the move in front of the line of the child and swaps two pointers. *)
Definition pointer_array (M : Type) : store M (pointers M) := {|
  enter := fun k _ s => {| arrays := arrays s; array_of := array_of s; ends := set (ends s) k k |};
  leaf := fun _ _ s => s;
  raise := fun k _ m s => {|
    arrays := fun a i => if (a =? array_of s (S k)) && (i =? k) then m else arrays s a i;
    array_of := swapped k (array_of s);
    ends := swapped k (ends s) |};
  refute := fun _ _ _ s => s;
  again := fun s => s;
|}.
Definition pointed {M : Type} (s : pointers M) (k : nat) : list M :=
  map (arrays s (array_of s k)) (seq k (ends s k - k)).

(** The pointers are a permutation of the arrays 0 to N. *)
Definition permuted {M : Type} (N : nat) (s : pointers M) : Prop :=
  (forall j, j <= N -> array_of s j <= N) /\
  (forall i j, i <= N -> j <= N -> array_of s i = array_of s j -> i = j).

Definition lines_equal {M : Type} (N n : nat) (s : nat -> list M) (t : pointers M) : Prop :=
  permuted N t /\ forall j, j < n -> j <= N -> j <= ends t j /\ pointed t j = s j.

Lemma swap_permutes : forall M N (s : pointers M) k o m, k < N -> permuted N s -> permuted N (raise (pointer_array M)
  k o m s).
Proof.
  intros M N s k o m K (B & I). split.
  - intros j J. simpl. unfold swapped. destruct (j =? k); [|destruct (j =? S k)]; apply B; lia.
  - intros i j Hi Hj. simpl. unfold swapped.
    destruct (Nat.eqb_spec i k), (Nat.eqb_spec i (S k)), (Nat.eqb_spec j k), (Nat.eqb_spec j (S k));
      intros E; subst; try lia; apply I in E; lia.
Qed.

(** Arrays behind pointers show what the rows show (`pointer-array`: src/pv/pointer_array.rs). *)
Theorem pointer_array_refines : forall G N,
  events_related G _ _ (triangular (move G)) (pointer_array (move G)) (lines_equal N) 0 N.
Proof.
  intros G N. apply leaf_alone.
  - intros n s t (P & H). split; [exact P|]. intros j J L. apply H; lia.
  - intros k o s t K (P & H). split; [exact P|]. intros j J L. simpl. unfold pointed, set. simpl.
    destruct (Nat.eqb_spec j k) as [-> | Ne]; [split; [lia | now rewrite Nat.sub_diag]|]. apply H; lia.
  - intros k o s t K H. exact H.
  - intros k o m s t K (P & H). split; [now apply swap_permutes|]. intros j J L.
    destruct (H (S k)) as (He & Hl); [lia | lia|]. destruct P as (B & I).
    simpl. unfold pointed, set, swapped. simpl. unfold swapped. destruct (Nat.eqb_spec j k) as [-> | Ne].
    + split; [lia|]. replace (ends t (S k) - k) with (S (ends t (S k) - S k)) by lia. cbn [seq map].
      rewrite !Nat.eqb_refl. cbn [andb]. f_equal. rewrite <- Hl. unfold pointed. apply map_ext_in.
      intros i Hi. apply in_seq in Hi. destruct (Nat.eqb_spec i k); [lia | reflexivity].
    + destruct (Nat.eqb_spec j (S k)); [lia|]. destruct (H j) as (Je & Jl); [lia | lia|].
      split; [exact Je|]. rewrite <- Jl. unfold pointed. apply map_ext_in. intros i Hi.
      destruct (Nat.eqb_spec (array_of t j) (array_of t (S k))) as [E | _]; [|reflexivity].
      apply I in E; lia.
  - intros k o m s t K (P & H). split; [exact P|]. intros j J L. apply H; lia.
  - intros k s t K H. exact H.
Qed.

(** ** So they all show the leftmost optimal line *)

Section Shown.
  Variable G : game.
  Variable A : algorithm.
  Variable inf : Z.
  Hypothesis C : confirming A.
  Variables d N : nat.
  Hypothesis enough : d <= N.
  Variable p : position G.
  Hypothesis value_inside : (- inf < minimax G d p < inf)%Z.

  Lemma shown : forall state (T : store (move G) state) R s t,
    events_related G _ _ (triangular (move G)) T R 0 N -> R 0 s t ->
    let r := search G A state T inf None d 0 p (- inf)%Z inf t in
    fst r = minimax G d p /\ exists u, u 0 = leftmost G d p /\ R 1 u (snd r).
  Proof.
    intros state T R s t E H. cbv zeta.
    destruct (search_same G _ _ (triangular (move G)) T inf R 0 N E A None None I d 0 p (- inf)%Z inf s t ltac:(lia)
      H) as (V & K).
    destruct (triangular_is_leftmost G A inf None C I I d p s value_inside) as (V2 & L).
    unfold with_triangular in *. split; [congruence|]. eexists. split; [exact L | exact K].
  Qed.

  (** The triangular table in memory holds the leftmost optimal line (`triangular`: src/pv/triangular.rs). *)
  Theorem triangular_table_line : forall t, let r := search G A _ (row_table (move G) (index N)) inf None d 0 p (-
    inf)%Z inf t in
    fst r = minimax G d p /\ row (index N) (snd r) 0 = leftmost G d p.
  Proof.
    intros t. cbv zeta. destruct (shown _ _ _ (fun _ => []) t (row_table_refines G N (index N) (rows_apart N))) as (V
      & u & U & K).
    - intros j J. lia.
    - split; [exact V|]. rewrite <- U. apply K; lia.
  Qed.

  (** The quadratic table in memory holds it (`quadratic`: src/pv/quadratic.rs). *)
  Theorem quadratic_table_line : forall t, let r := search G A _ (row_table (move G) (shifted N)) inf None d 0 p (-
    inf)%Z inf t in
    fst r = minimax G d p /\ row (shifted N) (snd r) 0 = leftmost G d p.
  Proof.
    intros t. cbv zeta. destruct (shown _ _ _ (fun _ => []) t (row_table_refines G N (shifted N) (quadratic_rows_apart
      N))) as (V & u & U & K).
    - intros j J. lia.
    - split; [exact V|]. rewrite <- U. apply K; lia.
  Qed.

  (** The pointer array holds it (`pointer-array`: src/pv/pointer_array.rs). *)
  Theorem pointer_array_line : forall t, permuted N t ->
    let r := search G A _ (pointer_array (move G)) inf None d 0 p (- inf)%Z inf t in
    fst r = minimax G d p /\ pointed (snd r) 0 = leftmost G d p /\ permuted N (snd r).
  Proof.
    intros t P. cbv zeta. destruct (shown _ _ _ (fun _ => []) t (pointer_array_refines G N)) as (V & u & U & Pn & K).
    - split; [exact P|]. intros j J. lia.
    - split; [exact V|]. split; [|exact Pn]. rewrite <- U. apply K; lia.
  Qed.
End Shown.
