(** The triangular table without lengths: a null move ends each row. *)

From Coq Require Import ZArith List Bool Lia Arith.
From PvInPvs Require Import Game Search Stability Simulation Tables.
Import ListNotations.
Open Scope nat_scope.

(** Copies at most [most] slots, one after the other, and stops after a null move. *)
Fixpoint copy {M : Type} (most target source : nat) (s : nat -> option M) : nat -> option M :=
  match most with
  | O => s
  | S most =>
      let m := s source in
      let s := set s target m in
      match m with None => s | Some _ => copy most (S target) (S source) s end
  end.

(** [None] is the null move. Entering a node ends its row, if it has a slot. *)
Definition triangular_terminated (M : Type) (N : nat) : store M (nat -> option M) := {|
  enter := fun k _ s => if k <? N then set s (index N k) None else s;
  leaf := fun _ _ s => s;
  raise := fun k _ m s => copy (N - k - 1) (index N k + 1) (index N k + (N - k)) (set s (index N k) (Some m));
  refute := fun _ _ _ s => s;
  again := fun s => s;
|}.

(** Slots that agree are read alike. *)
Lemma read_agree : forall M n (s t : nat -> option M) k, (forall i,
  k <= i < k + n -> s i = t i) -> read n s k = read n t k.
Proof.
  induction n as [|n IH]; intros s t k H; [reflexivity|]. cbn [read]. rewrite (H k) by lia.
  destruct (t k); [|reflexivity]. f_equal. apply IH. intros i I. apply H. lia.
Qed.

(** A copy changes its target alone. *)
Lemma copy_outside : forall M most target source (s : nat -> option M) i, i < target \/ target + most <= i ->
  copy most target source s i = s i.
Proof.
  induction most as [|most IH]; intros target source s i I; [reflexivity|]. cbn [copy].
  assert (i <> target) by lia. destruct (s source); [rewrite IH by lia|]; now apply set_other.
Qed.

(** The copy reads as its source did. *)
Lemma copy_reads : forall M most target source (s : nat -> option M), target + most <= source ->
  read most (copy most target source s) target = read most s source.
Proof.
  induction most as [|most IH]; intros target source s H; [reflexivity|]. cbn [copy read].
  destruct (s source) as [m|] eqn:E; [|now rewrite set_same].
  rewrite copy_outside by lia. rewrite set_same. f_equal. rewrite IH by lia.
  apply read_agree. intros i I. apply set_other. lia.
Qed.

(** Before ply [n] the rows, read to their null moves, are the same lines. *)
Definition terminated_equal {M : Type} (N n : nat) (s : nat -> list M) (t : nat -> option M) : Prop :=
  forall j, j < n -> j <= N -> read (N - j) t (index N j) = s j.

(** The table without lengths shows what the triangular table shows
    (`triangular-terminated`: src/pv/triangular_terminated.rs). *)
Theorem triangular_terminated_refines : forall G N,
  events_related G _ _ (triangular (move G)) (triangular_terminated (move G) N) (terminated_equal N) 0 N.
Proof.
  intros G N. apply leaf_alone.
  - intros n s t H j J L. apply H; lia.
  - intros k o s t K H j J L. cbn [enter triangular triangular_terminated]. unfold set at 2.
    destruct (Nat.eqb_spec j k) as [-> | Ne].
    + destruct (Nat.ltb_spec k N) as [B | B].
      * replace (N - k) with (S (N - S k)) by lia. cbn [read]. now rewrite set_same.
      * now replace (N - k) with 0 by lia.
    + rewrite <- (H j) by lia. apply read_agree. intros i I. pose proof (rows_apart N j k ltac:(lia)).
      destruct (k <? N); [apply set_other; lia | reflexivity].
  - intros k o s t K H. exact H.
  - intros k o m s t K H j J L. cbn [raise triangular triangular_terminated]. unfold set at 2.
    destruct (Nat.eqb_spec j k) as [-> | Ne].
    + replace (N - k) with (S (N - S k)) at 1 by lia. cbn [read]. rewrite copy_outside by lia. rewrite set_same.
      f_equal.
      replace (N - k - 1) with (N - S k) by lia. replace (S (index N k)) with (index N k + 1) by lia.
        rewrite copy_reads by lia.
      rewrite <- (H (S k)) by lia. rewrite index_next by lia. apply read_agree. intros i I. apply set_other. lia.
    + rewrite <- (H j) by lia. apply read_agree. intros i I. pose proof (rows_apart N j k ltac:(lia)).
      rewrite copy_outside by lia. apply set_other. lia.
  - intros k o m s t K H j J L. apply H; lia.
  - intros k s t K H. exact H.
Qed.
