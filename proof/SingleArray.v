(** The single array holds the leftmost optimal line: PV in PVS. *)

From Coq Require Import ZArith List Bool Lia Arith.
From PvInPvs Require Import Game Search Score Stability.
Import ListNotations.
Open Scope Z_scope.

Section Lines.
  Variable G : game.
  Variable A : algorithm.
  Variable inf : Z.

  Notation in_range := (in_range inf).

  Hypothesis is_confirming : confirming A.

  Section Single.
    Let T := single_array (move G).
    Notation state := (nat -> option (move G)).

    (** From index [k] the array holds the line [l] and a terminator. *)
    Fixpoint holds (s : state) (k : nat) (l : list (move G)) : Prop :=
      match l with
      | [] => s k = None
      | m :: l => s k = Some m /\ holds s (S k) l
      end.

    Hypothesis nulls_after_raise : null_after_raise A.

    Section Node.
      Variable child null : position G -> Z -> Z -> state -> Z * state.
      Variable v : position G -> Z.
      Variable line : position G -> list (move G).
      Variables (d k : nat) (p : position G) (beta : Z).

      Hypothesis child_agrees : forall q a b s, in_range a b -> agrees a b (v q) (fst (child q a b s)).
      Hypothesis null_agrees : forall q a b s, in_range a b -> a + 1 = b -> agrees a b (v q) (fst (null q a b s)).
      Hypothesis child_below : forall q a b s, in_range a b ->
        forall j, (j <= k)%nat -> snd (child q a b s) j = s j.
      Hypothesis child_null : forall q a b s, in_range a b -> a + 1 = b -> snd (child q a b s) = s.
      Hypothesis child_line : forall q a b s, in_range a b ->
        a < fst (child q a b s) < b -> holds (snd (child q a b s)) (S k) (line q).
      Hypothesis null_quiet : forall q a b s, in_range a b -> a + 1 = b -> snd (null q a b s) = s.

      (** One move: it leaves the slots of this node and above alone; after a raise it writes only if it beats
          alpha; inside the window its line is below. *)
      Lemma one_try : forall q first raised alpha s, in_range alpha beta ->
        let r := try G A state T child null d beta q first raised alpha s in
        (forall j, (j <= k)%nat -> snd r j = s j) /\
        (nulls A d first raised = true -> fst r <= alpha -> snd r = s) /\
        (alpha + 1 = beta -> snd r = s) /\
        (alpha < fst r < beta -> holds (snd r) (S k) (line q)).
      Proof.
        intros q first raised alpha s R. cbv zeta. unfold try, opposite.
        assert (O : forall from s, alpha <= from < beta -> let r := child q (- beta) (- from) s in
          (forall j, (j <= k)%nat -> snd r j = s j) /\ (alpha + 1 = beta -> snd r = s) /\
          (from < - fst r < beta -> holds (snd r) (S k) (line q))).
        { intros from s' F.
          assert (Ro : in_range (- beta) (- from)) by (unfold Score.in_range in *; lia).
          repeat split; intros.
          - now apply child_below.
          - apply child_null; [assumption | lia].
          - apply child_line; [assumption | lia]. }
        unfold Score.in_range in R.
        destruct (nulls A d first raised); simpl.
        2: { destruct (O alpha s ltac:(lia)) as (O1 & O2 & O3). repeat split; auto; congruence. }
        assert (Rn : in_range (- alpha - 1) (- alpha)) by (unfold Score.in_range in *; lia).
        pose proof (null_quiet q (- alpha - 1) (- alpha) s Rn ltac:(lia)) as U.
        pose proof (null_agrees q (- alpha - 1) (- alpha) s Rn ltac:(lia)) as N.
        destruct (null q (- alpha - 1) (- alpha) s) as [x s1] eqn:X. simpl in *. subst s1.
        pose proof (is_confirming d alpha beta (- x) ltac:(lia)) as C.
        destruct (re_search A d alpha beta (- x)) as [from|] eqn:E; simpl.
        - (* the null-window score leads to a second search, which confirms it *)
          pose proof (second_beats G A inf is_confirming state child null v child_agrees null_agrees d q alpha beta s s
            from R) as W.
          rewrite X in W. specialize (W E).
          pose proof (child_agrees q (- beta) (- from) s ltac:(unfold Score.in_range; lia)) as M.
          destruct (O from s ltac:(lia)) as (O1 & O2 & O3).
          destruct (child q (- beta) (- from) s) as [y s2]. unfold agrees in *. simpl in *.
          repeat split; auto; intros.
          + exfalso. destruct (joins A); lia.
          + apply O3. destruct (joins A); lia.
        - repeat split; auto; intros. lia.
      Qed.

      (** A node with a null window writes nothing. *)
      Lemma one_loop_null : forall ms first raised alpha best s, in_range alpha beta -> alpha + 1 = beta ->
        snd (loop G A state T child null d k p false beta ms first raised alpha best s) = s.
      Proof.
        induction ms as [|m ms IH]; intros first raised alpha best s R N; simpl; [reflexivity|].
        destruct (one_try (play G p m) first raised alpha s R) as (_ & _ & Tn & _).
        destruct (try G A state T child null d beta (play G p m) first raised alpha s) as [x s']. simpl in *.
        rewrite Tn by assumption.
        destruct (Z.leb_spec beta x); [reflexivity|].
        destruct (Z.ltb_spec alpha x); [lia|]. now apply IH.
      Qed.

      (** The loop of a node with an open window, over the moves that remain. *)
      Lemma one_loop : forall ms first raised alpha best s, in_range alpha beta -> best <= alpha ->
        (first = true -> raised = false) ->
        let r := loop G A state T child null d k p true beta ms first raised alpha best s in
        (forall j, (j < k)%nat -> snd r j = s j) /\
        (raised = true -> fst r <= alpha -> snd r = s) /\
        (alpha < fst r < beta -> exists m,
           find (fun m => - v (play G p m) =? fst r) ms = Some m /\
           holds (snd r) k (m :: line (play G p m))).
      Proof.
        induction ms as [|m ms IH]; intros first raised alpha best s R B FR; simpl.
        - repeat split; auto. destruct (soft A), (soft_above A); lia.
        - pose proof (try_agrees G A state T inf (is_sound A is_confirming) child null v child_agrees null_agrees d
          beta (never_omitted A is_confirming _ d) (play G p m) first raised alpha s R)
            as V.
          destruct (one_try (play G p m) first raised alpha s R) as (Tb & Ts & _ & Tl).
          destruct (try G A state T child null d beta (play G p m) first raised alpha s) as [x s'].
          unfold agrees, Score.in_range in *. simpl in V, Tb, Ts, Tl.
          destruct (Z.leb_spec beta x) as [L | L]; [|destruct (Z.ltb_spec alpha x) as [U | U]].
          + (* a cutoff: nothing is claimed of the slots from k *)
            simpl. replace (Z.max best x) with x by lia. repeat split; intros.
            * apply Tb; lia.
            * destruct (soft A), (soft_above A); lia.
            * destruct (soft A), (soft_above A); lia.
          + (* the move raises alpha: its line and its move are in the array, and later moves that do not
               raise alpha leave it alone *)
            replace (Z.max best x) with x by lia.
            set (s2 := set s' k (Some m)).
            assert (Rx : in_range x beta) by (unfold Score.in_range in *; lia).
            pose proof (loop_agrees G A state T inf (is_sound A is_confirming) child null v child_agrees null_agrees d
              k p true beta (never_omitted A is_confirming _ d) ms false true x x s2
              Rx ltac:(lia)) as (Lr & _).
            destruct (IH false true x x s2 ltac:(lia) ltac:(lia) ltac:(congruence)) as (I1 & I2 & I3).
            set (r := loop _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _) in *.
            assert (x <= fst r) by (destruct (soft A), (soft_above A); lia).
            split; [|split]; intros.
            * rewrite I1 by assumption. unfold s2. rewrite set_other by lia. apply Tb. lia.
            * lia.
            * destruct (Z.eqb_spec (- v (play G p m)) (fst r)) as [E | E]; [|apply I3; lia].
              exists m. split; [reflexivity|]. rewrite (I2 eq_refl) by lia. unfold s2.
              simpl. rewrite set_same. split; [reflexivity|].
              assert (H' : holds s' (S k) (line (play G p m))) by (apply Tl; lia).
              revert H'. generalize (line (play G p m)).
              assert (K : forall l j, (k < j)%nat -> holds s' j l -> holds (set s' k (Some m)) j l).
              { clear. induction l as [|x l IHl]; intros j J H; simpl in *.
                - rewrite set_other by lia. exact H.
                - rewrite set_other by lia. split; [apply H | apply IHl; [lia | apply H]]. }
              intros l. apply K. lia.
          + (* it does not *)
            destruct (IH false raised alpha (Z.max best x) s' ltac:(lia) ltac:(lia) ltac:(congruence))
              as (I1 & I2 & I3).
            set (r := loop _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _) in *.
            split; [|split]; intros.
            * rewrite I1 by assumption. apply Tb. lia.
            * assert (first = false) by (destruct first; [rewrite FR in * by reflexivity|]; congruence).
              subst. rewrite (I2 eq_refl) by assumption. apply Ts; [apply nulls_after_raise | lia].
            * destruct (Z.eqb_spec (- v (play G p m)) (fst r)) as [E | E]; [lia|]. apply I3. lia.
      Qed.
    End Node.

    Variable other : option (nat -> nat -> position G -> Z -> Z -> state -> Z * state).
    Hypothesis other_truthful : truthful G state inf other.

    (** The other search of null windows writes nothing. *)
    Definition quiet (other : option (nat -> nat -> position G -> Z -> Z -> state -> Z * state)) : Prop :=
      match other with
      | None => True
      | Some f => forall d k p a b s, in_range a b -> a + 1 = b -> snd (f d k p a b s) = s
      end.
    Hypothesis other_quiet : quiet other.

    (** Theorem 4 (Shawul and Muller: PV in PVS). If the score of a node is inside its window, the array from its ply
        on is the leftmost optimal line; and a null window writes nothing (`single-array`: src/pv/single_array.rs). *)
    Theorem single_array_line : forall d k p a b s, in_range a b ->
      let r := search G A state T inf other d k p a b s in
      (forall j, (j < k)%nat -> snd r j = s j) /\
      (a + 1 = b -> snd r = s) /\
      (a < fst r < b -> holds (snd r) k (leftmost G d p)).
    Proof.
      assert (Leaf : forall k p a b (s : state), in_range a b ->
        let r := (value G p, leaf T k (a + 1 <? b) s) in
        (forall j, (j < k)%nat -> snd r j = s j) /\ (a + 1 = b -> snd r = s) /\
        (a < fst r < b -> holds (snd r) k [])).
      { intros k p a b s R. simpl. destruct (Z.ltb_spec (a + 1) b); repeat split; intros;
          try (rewrite set_other by lia); try (rewrite set_same); auto; lia. }
      induction d as [|d IH]; intros k p a b s R; [apply (Leaf k p a b s R)|].
      pose proof (search_agrees G A state T inf (is_sound A is_confirming) other other_truthful (S d) k p a b s R) as
        V.
      cbv zeta. cbn [search_by at_once leftmost] in *.
      destruct (moves G p) as [|m ms] eqn:M; [apply (Leaf k p a b s R)|].
      change (enter T k (a + 1 <? b) s) with s in *.
      assert (Cb : forall q a b s, in_range a b -> forall j, (j <= k)%nat ->
        snd (search G A state T inf other d (S k) q a b s) j = s j)
        by (intros; apply IH; [assumption | lia]).
      assert (Cn : forall q a b s, in_range a b -> a + 1 = b ->
        snd (search G A state T inf other d (S k) q a b s) = s) by (intros; now apply IH).
      assert (Cl : forall q a b s, in_range a b -> a < fst (search G A state T inf other d (S k) q a b s) < b ->
        holds (snd (search G A state T inf other d (S k) q a b s)) (S k) (leftmost G d q)) by (intros; now apply IH).
      assert (Cv : forall q a b s, in_range a b ->
        agrees a b (minimax G d q) (fst (search G A state T inf other d (S k) q a b s)))
        by (intros; apply search_agrees; [exact (is_sound A is_confirming) | exact other_truthful | assumption]).
      set (null := match other with None => search G A state T inf other d (S k) | Some f => f d (S k) end).
      assert (Nv : forall q a b s, in_range a b -> a + 1 = b -> agrees a b (minimax G d q) (fst (null q a b s))).
      { unfold null. destruct other as [f|]; intros; [now apply other_truthful | now apply Cv]. }
      assert (Nq : forall q a b s, in_range a b -> a + 1 = b -> snd (null q a b s) = s).
      { unfold null. destruct other as [f|]; intros; [now apply other_quiet | now apply Cn]. }
      destruct (Z.ltb_spec (a + 1) b) as [O | O].
      - destruct (one_loop _ null _ _ (S d) k p b Cv Nv Cb Cn Cl Nq (m :: ms) true false a (- inf) s R)
          as (I1 & _ & I3); [unfold Score.in_range in R; lia | reflexivity |].
        set (r := loop _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _) in *.
        split; [exact I1|]. split; [lia|]. intros H.
        destruct V as (_ & V & _). rewrite V by assumption.
        destruct (I3 H) as (x & F & X). rewrite F. exact X.
      - assert (N : a + 1 = b) by (unfold Score.in_range in R; lia).
        rewrite (one_loop_null _ null _ _ (S d) k p b Cv Nv Cb Cn Cl Nq) by assumption.
        repeat split; auto. lia.
    Qed.

    Lemma read_holds : forall l n s k, (length l <= n)%nat -> holds s k l -> read n s k = l.
    Proof.
      induction l as [|m l IH]; intros n s k L H; simpl in *.
      - destruct n; simpl; [reflexivity|]. now rewrite H.
      - destruct n as [|n]; [lia|]. destruct H as (H1 & H2). simpl. rewrite H1. f_equal. apply IH; [lia | exact H2].
    Qed.

    Lemma leftmost_length : forall d p, (length (leftmost G d p) <= d)%nat.
    Proof.
      induction d as [|d IH]; intros p; simpl; [lia|].
      destruct (find _ _); simpl; [|lia]. specialize (IH (play G p m)). lia.
    Qed.
  End Single.

  (** ** The zero-window search *)

  (** The zero-window search writes nothing into the single array (`pvs-zws` with `single-array`:
      src/algorithm/pvs_zws.rs, src/pv/single_array.rs). *)
  Theorem zws_quiet : quiet (Some (zws G _ (single_array (move G)))).
  Proof.
    set (T := single_array (move G)).
    assert (K : forall d k p a b s, snd (zws G _ T d k p a b s) = s).
    { induction d as [|d IH]; intros k p a b s; simpl; [reflexivity|].
      destruct (moves G p) as [|m ms]; [reflexivity|].
      generalize (m :: ms). intros l. revert s. induction l as [|x l IHl]; intros s; simpl; [reflexivity|].
      pose proof (IH (S k) (play G p x) (- b) (- b + 1) s) as C.
      destruct (zws G _ T d (S k) (play G p x) (- b) (- b + 1) s) as [y s2]. simpl in *. subst s2.
      destruct (b <=? - y); [reflexivity | apply IHl]. }
    intros d k p a b s _ _. apply K.
  Qed.
End Lines.

Lemma holds_set : forall G (l : list (move G)) (s : nat -> option (move G)) k j x,
  (k < j)%nat -> holds G s j l -> holds G (set s k x) j l.
Proof.
  induction l as [|y l IH]; intros s k j x J H; simpl in *; rewrite set_other by lia; [exact H|].
  split; [apply H | apply IH; [lia | apply H]].
Qed.

(** ** Null windows *)

(** In a null-window search all nodes have null windows, whatever the algorithm: what their events keep, it keeps
    (the rule of null-window nodes: src/pv/single_array.rs). *)
Theorem null_windows_keep : forall G A state (T : store (move G) state) inf other (I : state -> Prop),
  (forall k s, I s -> I (enter T k false s)) -> (forall k s, I s -> I (leaf T k false s)) ->
  (forall k m s, I s -> I (raise T k false m s)) -> (forall k m s, I s -> I (refute T k false m s)) ->
  (forall s, I s -> I (again T s)) -> sound A ->
  (forall f, other = Some f -> forall d k p a b s, in_range inf a b -> a + 1 = b -> I s -> I (snd (f d k p a b s))) ->
  forall d k p a b s, in_range inf a b -> a + 1 = b -> I s -> I (snd (search G A state T inf other d k p a b s)).
Proof.
  intros G A state T inf other I He Hl Hr Hc Ha So Q.
  induction d as [|d IH]; intros k p a b s R N H; cbn [search_by at_once].
  - destruct (Z.ltb_spec (a + 1) b); [lia | apply Hl, He, H].
  - destruct (Z.ltb_spec (a + 1) b) as [|_]; [lia|]. apply (He k) in H.
    destruct (moves G p) as [|m ms]; [apply Hl, H|].
    set (null := match other with None => _ | Some f => f d (S k) end).
    assert (Nq : forall q a b s, in_range inf a b -> a + 1 = b -> I s -> I (snd (null q a b s))).
    { unfold null. destruct other as [f|]; intros; [now apply (Q f) | now apply IH]. }
    assert (L : forall ms first raised best s, I s -> I (snd
      (loop G A state T (search G A state T inf other d (S k)) null (S d) k p false b ms first raised a best s)));
        [|apply L, H].
    clear m ms s H. induction ms as [|m ms IHms]; intros first raised best s H; cbn [loop]; [exact H|].
    assert (Tr : I (snd (try G A state T (search G A state T inf other d (S k)) null (S d) b (play G p m) first raised
      a s))).
    { unfold try, opposite. unfold in_range in *.
      destruct (nulls A (S d) first raised); simpl; [|apply IH; (lia || assumption)].
      pose proof (Nq (play G p m) (- a - 1) (- a) s ltac:(lia) ltac:(lia) H) as U.
      destruct (null (play G p m) (- a - 1) (- a) s) as [x s1]. cbn [fst snd] in *.
      pose proof (So (S d) a b (- x) ltac:(lia)) as W.
      destruct (re_search A (S d) a b (- x)) as [from|]; simpl; [|exact U]. apply IH; [lia | lia | now apply Ha]. }
    destruct (try _ _ _ _ _ _ _ _ _ _ _ _ _) as [x s']. cbn [snd] in Tr.
    destruct (Z.leb_spec b x); [apply Hc, Tr|].
    destruct (Z.ltb_spec a x); [lia|]. now apply IHms.
Qed.

(** So it writes nothing into the single array: also alpha-beta (Calphabeta: src/algorithm/calphabeta.rs,
    src/pv/single_array.rs). *)
Theorem null_windows_write_nothing : forall G A inf other, sound A -> quiet G inf other ->
  quiet G inf (Some (search G A _ (single_array (move G)) inf other)).
Proof.
  intros G A inf other So Q d k p a b s R N.
  apply (null_windows_keep G A _ (single_array (move G)) inf other (fun t => t = s)); auto.
  intros f -> d' k' p' a' b' s' R' N' ->. now apply Q.
Qed.
