(** What the triangular table and the single array have in common, for searches outside the family. *)

From Coq Require Import ZArith List Bool Lia Arith.
From PvInPvs Require Import Game Search Score Stability Triangular SingleArray.
Import ListNotations.
Open Scope Z_scope.

(** Plies before [k] are as they were. *)
Definition below {X : Type} (k : nat) (s s' : nat -> X) : Prop := forall j, (j < k)%nat -> s' j = s j.

(** A store that shows lines. [shows s k l]: it shows line [l] from ply [k] on. [keeps k s s']: [s'] still shows
    what [s] shows at plies before [k]. *)
Record line_store {M X : Type} (T : store M (nat -> X)) := {
  shows : (nat -> X) -> nat -> list M -> Prop;
  keeps : nat -> (nat -> X) -> (nat -> X) -> Prop;
  keeps_refl : forall k s, keeps k s s;
  keeps_trans : forall k s t u, keeps k s t -> keeps k t u -> keeps k s u;
  keeps_below : forall k s t, keeps k s t -> below k s t;
  keeps_shown : forall k s t l, shows s k l -> keeps (S k) s t -> shows t k l;
  enter_below : forall k s, below k s (enter T k true s);
  leaf_below : forall k s, below k s (leaf T k true s);
  raise_below : forall k m s, below k s (raise T k true m s);
  leaf_shows : forall k s, shows (leaf T k true (enter T k true s)) k [];
  raise_shows : forall k m s l, shows s (S k) l -> shows (raise T k true m s) k (m :: l);
  refute_keeps : forall k m s, refute T k true m s = s;
  again_keeps : forall s, again T s = s;
}.
Arguments shows {M X T}. Arguments keeps {M X T}.

Lemma below_trans : forall X k (s t u : nat -> X), below k s t -> below k t u -> below k s u.
Proof. intros X k s t u H K j J. now rewrite K, H. Qed.

Lemma below_less : forall X k j (s t : nat -> X), below k s t -> (j <= k)%nat -> below j s t.
Proof. intros X k j s t H L i I. apply H. lia. Qed.

Definition table_lines (M : Type) : line_store (triangular M).
Proof.
  refine {| shows := fun s k l => s k = l; keeps := below |}; unfold below; simpl; intros;
    try rewrite set_same; try (rewrite set_other by lia); auto.
  - rewrite H0, H; auto.
  - rewrite H0; auto.
  - now f_equal.
Defined.

Lemma holds_set : forall G (l : list (move G)) (s : nat -> option (move G)) k j x,
  (k < j)%nat -> holds G s j l -> holds G (set s k x) j l.
Proof.
  induction l as [|y l IH]; intros s k j x J H; simpl in *; rewrite set_other by lia; [exact H|].
  split; [apply H | apply IH; [lia | apply H]].
Qed.

Definition array_lines (G : game) : line_store (single_array (move G)).
Proof.
  refine {| shows := holds G; keeps := fun _ s t => t = s |}; unfold below; simpl; intros; subst;
    try (rewrite set_other by lia); auto.
  - apply set_same.
  - rewrite set_same. split; [reflexivity|]. apply holds_set; [lia | assumption].
Defined.

(** ** Searches of which the theorems speak *)

Section Searches.
  Variable G : game.
  Variable inf : Z.
  Context {X : Type}.
  Variable T : store (move G) (nat -> X).
  Variable L : line_store T.
  Notation state := (nat -> X).
  Notation searches := (nat -> nat -> position G -> Z -> Z -> state -> Z * state).

  (** Its score agrees with minimax, and inside the window its line is the leftmost optimal one. *)
  Definition line_search (f : searches) : Prop := forall d k p a b s, in_range inf a b ->
    let r := f d k p a b s in
    agrees a b (minimax G d p) (fst r) /\ below k s (snd r) /\ (a < fst r < b -> shows L (snd r) k (leftmost G d p)).

  (** With a null window it keeps what is shown above it. *)
  Definition null_search (f : searches) : Prop := forall d k p a b s, in_range inf a b -> a + 1 = b ->
    let r := f d k p a b s in agrees a b (minimax G d p) (fst r) /\ keeps L k s (snd r).
End Searches.

Section Family.
  Variable G : game.
  Variable inf : Z.

  (** Every algorithm whose second searches confirm has the right score and line in the triangular table
      (src/algorithm, src/pv/triangular.rs). *)
  Theorem table_line_search : forall A other, confirming A -> truthful G _ inf other -> keeps_rows G inf other ->
    line_search G inf _ (table_lines (move G)) (search G A _ (triangular (move G)) inf other).
  Proof.
    intros A other C O K d k p a b s R. split; [now apply search_agrees; [apply is_sound| |]|].
    exact (triangular_line G A inf C other O K d k p a b s R).
  Qed.

  (** A search of null windows that returns true bounds and keeps the rows may serve any algorithm over the triangular
      table (src/pv/triangular.rs). *)
  Theorem table_null_search : forall f, truthful G _ inf (Some f) -> keeps_rows G inf (Some f) ->
    null_search G inf _ (table_lines (move G)) f.
  Proof. intros f (O & _) K d k p a b s R N. split; [now apply O | exact (K d k p a b s R N)]. Qed.

  (** Every algorithm whose second searches confirm, and which uses null windows after a raise, has the right score
      and line in the single array (src/algorithm, src/pv/single_array.rs). *)
  Theorem array_line_search : forall A other, confirming A -> null_after_raise A -> truthful G _ inf other ->
    quiet G inf other ->
    line_search G inf _ (array_lines G) (search G A _ (single_array (move G)) inf other).
  Proof.
    intros A other C N O Q d k p a b s R. split; [now apply search_agrees; [apply is_sound| |]|].
    destruct (single_array_line G A inf C N other O Q d k p a b s R) as (B & _ & H). split; assumption.
  Qed.

  (** A search of null windows that returns true bounds and writes nothing may serve any algorithm over the single array
      (src/pv/single_array.rs). *)
  Theorem array_null_search : forall f, truthful G _ inf (Some f) -> quiet G inf (Some f) ->
    null_search G inf _ (array_lines G) f.
  Proof. intros f (O & _) Q d k p a b s R N. split; [now apply O | exact (Q d k p a b s R N)]. Qed.

  (** A sound algorithm may search the null windows of another one (Calphabeta, Palphabeta and Belle's root do:
      src/algorithm/calphabeta.rs, src/algorithm/palphabeta.rs, src/algorithm/belle_root.rs). *)
  Theorem search_truthful : forall A state T other, sound A -> truthful G state inf other ->
    truthful G state inf (Some (search G A state T inf other)).
  Proof. intros A state T other So O. split; [intros; now apply search_agrees | reflexivity]. Qed.

  (** A search leaves the rows of smaller plies alone (src/pv/triangular.rs). *)
  Theorem search_keeps_rows : forall A other, confirming A -> truthful G _ inf other -> keeps_rows G inf other ->
    keeps_rows G inf (Some (search G A _ (triangular (move G)) inf other)).
  Proof.
    intros A other C O K d k p a b s R _. exact (proj1 (triangular_line G A inf C other O K d k p a b s R)).
  Qed.
End Family.
