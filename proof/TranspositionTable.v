(** Searches with a transposition table, whose entries are used at equal depths: the entries stay true, and the scores
    are right. Nothing is asked of the table but that what it returns was stored: it may lose every entry at any moment.
    *)

From Coq Require Import ZArith List Bool Lia Arith.
From PvInPvs Require Import Game Search Score Stability.
Import ListNotations.
Open Scope Z_scope.

(** ** Entries *)

Inductive bound := Exact | Lower | Upper.
Record entry := { bound_of : bound; score_of : Z }.

(** What an entry says of a position whose value is [v]. *)
Definition tells_truth (v : Z) (e : entry) : Prop :=
  match bound_of e with Exact => score_of e = v | Lower => score_of e <= v | Upper => v <= score_of e end.

(** It cuts off a node with the window [(a, b)] if it is exact, or a bound outside the window. *)
Definition cuts (a b : Z) (e : entry) : Prop :=
  match bound_of e with Exact => True | Lower => b <= score_of e | Upper => score_of e <= a end.

(** What is stored after a search with the window [(a, b)] that returned [r]. *)
Definition entry_of (a b r : Z) : entry :=
  {| bound_of := if r <=? a then Upper else if b <=? r then Lower else Exact; score_of := r |}.

Lemma cut_agrees : forall a b v e, a < b -> tells_truth v e -> cuts a b e -> agrees a b v (score_of e).
Proof. intros a b v e R. unfold tells_truth, cuts, agrees. destruct (bound_of e); lia. Qed.

Lemma agrees_of_eq : forall a b v r, v = r -> agrees a b v r.
Proof. unfold agrees. lia. Qed.

Lemma entry_true : forall a b v r, agrees a b v r -> tells_truth v (entry_of a b r).
Proof.
  intros a b v r H. unfold agrees, tells_truth, entry_of in *. cbn [bound_of score_of].
  destruct (Z.leb_spec r a); [lia|]. destruct (Z.leb_spec b r); lia.
Qed.

(** ** What a search remembers *)

(** A node is cut off by an entry, or expanded with its window or a narrower one. *)
Inductive answer := Cut (e : entry) | Expand (a b : Z).

(** A memory is asked at each node (with the ply, the depth that is left, the position and the window), orders the moves
    of a node, and is told the result of a node. It may change whenever it is asked: it may forget, age, and count. *)
Record memory (G : game) := {
  content : Type;
  probe : nat -> nat -> position G -> Z -> Z -> content -> answer * content;
  arrange : nat -> nat -> position G -> content -> list (move G);
  remember : nat -> nat -> position G -> entry -> content -> content;
}.
Arguments content {G}. Arguments probe {G}. Arguments arrange {G}. Arguments remember {G}.

(** The orders in which the moves of a position may be searched: all of them, and no other moves. *)
Definition orders (G : game) (allowed : position G -> list (move G) -> Prop) : Prop :=
  forall p ms, allowed p ms -> forall m, In m ms <-> In m (moves G p).

(** A narrower window of a node with value [v]: an end that was moved is still beyond the value. *)
Definition narrower (v a b a' b' : Z) : Prop :=
  a <= a' /\ a' < b' /\ b' <= b /\ (a < a' -> a' < v) /\ (b' < b -> v < b').

(** A memory is honest if there is a property of its content, which every true entry keeps, and under which it returns
    true entries only, and only those that cut off. *)
Record honest (G : game) (allowed : position G -> list (move G) -> Prop) (M : memory G) (fair : content M -> Prop) :
  Prop := {
  probe_fair : forall k d p a b c, a < b -> fair c -> fair (snd (probe M k d p a b c));
  probe_cut : forall k d p a b c e, a < b -> fair c -> fst (probe M k d p a b c) = Cut e ->
    tells_truth (minimax G d p) e /\ cuts a b e;
  probe_expand : forall k d p a b c a' b', a < b -> fair c -> fst (probe M k d p a b c) = Expand a' b' ->
    narrower (minimax G d p) a b a' b';
  arrange_allowed : forall k d p c, fair c -> allowed p (arrange M k d p c);
  remember_fair : forall k d p e c, fair c -> tells_truth (minimax G d p) e -> fair (remember M k d p e c);
}.
Arguments probe_fair {G allowed M fair}. Arguments probe_cut {G allowed M fair}.
Arguments probe_expand {G allowed M fair}. Arguments arrange_allowed {G allowed M fair}.
Arguments remember_fair {G allowed M fair}.

(** What holds in a narrower window holds in the window. *)
Lemma narrower_agrees : forall v a b a' b' r, narrower v a b a' b' -> agrees a' b' v r -> agrees a b v r.
Proof. unfold narrower, agrees. intros. lia. Qed.

Lemma narrower_inside : forall v a b a' b' r, narrower v a b a' b' -> agrees a' b' v r -> a < r < b -> a' < r < b'.
Proof. unfold narrower, agrees. intros. lia. Qed.

(** ** Nodes *)

Section Nodes.
  Variable G : game.
  Variable lines : Type.
  Variable T : store (move G) lines.
  Variable hit : nat -> bool -> lines -> lines.  (* what a cutoff by the table writes *)
  Variable M : memory G.

  (** A cutoff in an open window: the ply, the depth that was left, and the position. *)
  Definition cutoff : Type := nat * nat * position G.
  (** The store of lines, the memory, and the cutoffs in open windows so far, which no search reads. *)
  Definition state : Type := lines * (content M * list cutoff).

  Definition lifted : store (move G) state := {|
    enter := fun k o s => (enter T k o (fst s), snd s);
    leaf := fun k o s => (leaf T k o (fst s), snd s);
    raise := fun k o m s => (raise T k o m (fst s), snd s);
    refute := fun k o m s => (refute T k o m (fst s), snd s);
    again := fun s => (again T (fst s), snd s);
  |}.

  (** A node that is cut off. *)
  Definition cut_off (k d : nat) (p : position G) (open : bool) (c : content M) (s : state) : state :=
    (hit k open (fst s), (c, if open then (k, d, p) :: snd (snd s) else snd (snd s))).
  Definition with_content (c : content M) (s : state) : state := (fst s, (c, snd (snd s))).
  Definition content_of (s : state) : content M := fst (snd s).
  Definition cutoffs (s : state) : list cutoff := snd (snd s).
  (** A node that was searched: its result is stored. The value of a leaf is exact, whatever the window. *)
  Definition is_leaf (d : nat) (p : position G) : bool :=
    match d, moves G p with S _, _ :: _ => false | _, _ => true end.
  Definition stored (k d : nat) (p : position G) (a b : Z) (r : Z * state) : Z * state :=
    let e := if is_leaf d p then {| bound_of := Exact; score_of := fst r |} else entry_of a b (fst r) in
    (fst r, with_content (remember M k d p e (content_of (snd r))) (snd r)).

  (** A node: it asks the memory, and then it is cut off, or expanded and stored. *)
  Definition visit (d k : nat) (p : position G) (open : bool) (a b : Z) (s : state)
    (expand : Z -> Z -> list (move G) -> state -> Z * state) : Z * state :=
    let s := enter lifted k open s in
    let (what, c) := probe M k d p a b (content_of s) in
    match what with
    | Cut e => (score_of e, cut_off k d p open c s)
    | Expand a' b' => stored k d p a' b' (expand a' b' (arrange M k d p c) (with_content c s))
    end.
End Nodes.

(** The searches with a memory. *)
Notation table_search G A lines T hit inf M other :=
  (search_by G A (state G lines M) (lifted G lines T M) inf other (visit G lines T hit M)).
Notation table_zws G lines T hit M := (zws_by G (state G lines M) (lifted G lines T M) (visit G lines T hit M)).
Arguments content_of {G lines M}. Arguments cutoffs {G lines M}.

(** ** Scores *)

Section Score.
  Variable G : game.
  Variable A : algorithm.
  Variable lines : Type.
  Variable T : store (move G) lines.
  Variable hit : nat -> bool -> lines -> lines.
  Variable inf : Z.
  Variable allowed : position G -> list (move G) -> Prop.
  Hypothesis all_moves : orders G allowed.
  Variable M : memory G.
  Variable fair : content M -> Prop.
  Hypothesis is_honest : honest G allowed M fair.
  Hypothesis is_sound : sound A.

  Notation state := (state G lines M).
  Notation searches := (nat -> nat -> position G -> Z -> Z -> state -> Z * state).

  (** The search of null windows returns true bounds, and keeps the memory fair. *)
  Definition fair_nulls (f : searches) : Prop := forall d k p a b s, in_range inf a b -> a + 1 = b -> fair (content_of
    s) ->
    agrees a b (minimax G d p) (fst (f d k p a b s)) /\ fair (content_of (snd (f d k p a b s))).
  (** At leaves it returns the value. *)
  Definition exact_leaves (f : searches) : Prop := forall k p a b s, fair (content_of s) ->
    fst (f O k p a b s) = minimax G O p.
  (** No entry is used at a leaf. *)
  Definition no_leaves : Prop := forall k p a b c, fair c -> exists a' b', fst (probe M k O p a b c) = Expand a' b'.
  (** A second search is omitted inside the window only just above the leaves. If it is, no entry may be used at a leaf.
      *)
  Definition re_searches_enough (other : option searches) : Prop :=
    (forall d alpha beta score, alpha < beta -> re_search A d alpha beta score = None ->
      score <= alpha \/ beta <= score) \/
    match other with None => no_leaves | Some f => exact_leaves f end.

  Variable other : option searches.
  Hypothesis other_fair : forall f, other = Some f -> fair_nulls f.
  Hypothesis enough : re_searches_enough other.

  (** What is true of a node that is cut off, and of one that was expanded, is true of a visit. *)
  Lemma visit_cases : forall (P : Z * state -> Prop) d k p open a b s expand, a < b -> fair (content_of s) ->
    (forall e c, tells_truth (minimax G d p) e -> cuts a b e -> fair c ->
      P (score_of e, cut_off G lines hit M k d p open c (enter (lifted G lines T M) k open s))) ->
    (forall a' b' ms c, narrower (minimax G d p) a b a' b' -> fair c -> allowed p ms ->
      P (stored G lines M k d p a' b' (expand a' b' ms (with_content G lines M c (enter (lifted G lines T M) k open
        s)))))
    -> P (visit G lines T hit M d k p open a b s expand).
  Proof.
    intros P d k p open a b s expand R F HC HX. unfold visit.
    change (content_of (enter (lifted G lines T M) k open s)) with (content_of s).
    pose proof (probe_fair is_honest k d p a b _ R F) as F'.
    pose proof (fun e => probe_cut is_honest k d p a b _ e R F) as C.
    pose proof (fun a' b' => probe_expand is_honest k d p a b _ a' b' R F) as X.
    destruct (probe M k d p a b (content_of s)) as [[e | a' b'] c]; cbn [fst snd] in *.
    - destruct (C e eq_refl). now apply HC.
    - apply HX; [now apply X | exact F' | now apply (arrange_allowed is_honest)].
  Qed.

  (** A result that agrees is stored as a true entry. *)
  Lemma stored_fair : forall d k p a b r, is_leaf G d p = false -> agrees a b (minimax G d p) (fst r) ->
    fair (content_of (snd r)) -> fair (content_of (snd (stored G lines M k d p a b r))).
  Proof.
    intros d k p a b r L V F. unfold stored. rewrite L. apply (remember_fair is_honest); [exact F | now apply
      entry_true].
  Qed.

  (** And the value is. *)
  Lemma stored_value_fair : forall d k p a b r, fst r = minimax G d p ->
    fair (content_of (snd r)) -> fair (content_of (snd (stored G lines M k d p a b r))).
  Proof.
    intros d k p a b r V F. apply (remember_fair is_honest); [exact F|].
    destruct (is_leaf G d p); [exact V | now apply entry_true, agrees_of_eq].
  Qed.

  Lemma leaves_exact : no_leaves -> exact_leaves (table_search G A lines T hit inf M other).
  Proof.
    intros N k p a b s F. cbn [search_by]. unfold visit.
    change (content_of (enter (lifted G lines T M) k (a + 1 <? b) s)) with (content_of s).
    destruct (N k p a b _ F) as (a' & b' & E).
    destruct (probe M k 0 p a b (content_of s)) as [what c]. cbn [fst] in E. subst what. reflexivity.
  Qed.

  (** A node with moves, whose children are searched rightly. *)
  Lemma expand_ok : forall child null d k p open a b ms s, in_range inf a b -> fair (content_of s) -> allowed p ms ->
    moves G p <> [] ->
    (forall q a b s, in_range inf a b -> fair (content_of s) ->
      agrees a b (minimax G d q) (fst (child q a b s)) /\ fair (content_of (snd (child q a b s)))) ->
    (forall q a b s, in_range inf a b -> a + 1 = b -> fair (content_of s) ->
      agrees a b (minimax G d q) (fst (null q a b s)) /\ fair (content_of (snd (null q a b s)))) ->
    (forall alpha beta score, alpha < beta -> re_search A (S d) alpha beta score = None ->
      score <= alpha \/ beta <= score \/
      (forall q a b s, fair (content_of s) -> fst (null q a b s) = minimax G d q)) ->
    let r := loop G A state (lifted G lines T M) child null (S d) k p open b ms true false a (- inf) s in
    agrees a b (minimax G (S d) p) (fst r) /\ fair (content_of (snd r)).
  Proof.
    intros child null d k p open a b ms s R F Al N Hc Hn Om. cbv zeta.
    destruct (loop_ok G A state (lifted G lines T M) inf is_sound (fun s => fair (content_of s)) ltac:(auto)
      ltac:(auto) ltac:(auto) child null (minimax G d) Hc Hn (S d) k p open b Om ms true false a (- inf) s R
      ltac:(unfold in_range in R; lia) F) as (K & _ & L1 & L2 & L3).
    split; [|exact K]. exact (node_agrees G d p ms a b _ N (all_moves p ms Al) L1 L2 L3).
  Qed.

  (** Theorem 5. With a table every algorithm of the family agrees with minimax, within every window, and the table
      stays true: whatever it forgets, and in whatever order the moves are searched (src/search/transposition.rs,
      src/table/slots.rs). *)
  Theorem table_agrees : forall d k p a b s, in_range inf a b -> fair (content_of s) ->
    let r := table_search G A lines T hit inf M other d k p a b s in
    agrees a b (minimax G d p) (fst r) /\ fair (content_of (snd r)).
  Proof.
    assert (Lf : forall d p a b (t : state), (d = O \/ moves G p = []) -> agrees a b (minimax G d p) (fst (value G p,
      t))).
    { intros d p a b t [-> | E]; apply agrees_of_eq; [|destruct d; [|cbn [minimax]; rewrite E]]; reflexivity. }
    induction d as [|d IH]; intros k p a b s R F; cbv zeta; cbn [search_by];
      apply (visit_cases (fun r => agrees a b _ (fst r) /\ fair (content_of (snd r)))); try assumption;
      try (unfold in_range in R; lia);
      try (intros e c Tr Cu Fc; split; [apply cut_agrees; [unfold in_range in R; lia | assumption | assumption] |
        exact Fc]);
      intros a' b' ms c Na Fc Al.
    - split; [apply (narrower_agrees _ _ _ a' b'); [exact Na | apply Lf; now left]|].
      now apply stored_value_fair.
    - assert (R' : in_range inf a' b') by (unfold in_range, narrower in *; lia).
      match goal with |- context [stored G lines M k (S d) p a' b' ?x] => set (r := x) end.
      destruct (moves G p) as [|m0 ms0] eqn:Mo.
      { split; [apply (narrower_agrees _ _ _ a' b'); [exact Na | apply Lf; now right]|].
        apply stored_value_fair; [|exact Fc]. cbn [minimax]. now rewrite Mo. }
      assert (H : agrees a' b' (minimax G (S d) p) (fst r) /\ fair (content_of (snd r))).
      { unfold r. apply expand_ok; try assumption; try congruence.
        - intros q a1 b1 s1 R1 F1. now apply IH.
        - destruct other as [f|] eqn:Ot; intros q a1 b1 s1 R1 N1 F1; [now apply (other_fair f eq_refl) | now apply IH].
        - intros alpha beta score L E. destruct enough as [En | En].
          + specialize (En _ _ _ _ L E). tauto.
          + pose proof (is_sound (S d) alpha beta score L) as So. rewrite E in So.
            destruct So as [So | [So | So]]; [tauto | tauto|]. right. right. assert (d = O) by lia. subst d.
            destruct other as [f|] eqn:Ot; intros q a1 b1 s1 F1; [now apply En | now apply leaves_exact]. }
      destruct H as (V & K). split; [exact (narrower_agrees _ _ _ _ _ _ Na V)|]. apply stored_fair; [|exact V | exact
        K].
      cbn [is_leaf]. now rewrite Mo.
  Qed.

  (** With the full window the score is the value (`exact` of the column `score-stable`: src/contract/base.rs). *)
  Corollary table_exact : forall d k p s, - inf < minimax G d p < inf -> fair (content_of s) ->
    fst (table_search G A lines T hit inf M other d k p (- inf) inf s) = minimax G d p.
  Proof.
    intros d k p s B F. destruct (table_agrees d k p (- inf) inf s ltac:(unfold in_range; lia) F) as (V & _).
    unfold agrees in V. lia.
  Qed.
End Score.
