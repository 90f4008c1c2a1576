(** The triangular table holds the leftmost optimal line. *)

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

  Section Triangular.
    Let T := triangular (move G).
    Notation state := (nat -> list (move G)).

    Section Node.
      Variable child null : position G -> Z -> Z -> state -> Z * state.
      Variable v : position G -> Z.
      Variable line : position G -> list (move G).
      Variables (d k : nat) (p : position G) (open : bool) (beta : Z).

      Hypothesis child_agrees : forall q a b s, in_range a b -> agrees a b (v q) (fst (child q a b s)).
      Hypothesis null_agrees : forall q a b s, in_range a b -> a + 1 = b -> agrees a b (v q) (fst (null q a b s)).
      Hypothesis child_line : forall q a b s, in_range a b ->
        (forall j, (j <= k)%nat -> snd (child q a b s) j = s j) /\
        (a < fst (child q a b s) < b -> snd (child q a b s) (S k) = line q).
      Hypothesis null_below : forall q a b s, in_range a b -> a + 1 = b ->
        forall j, (j <= k)%nat -> snd (null q a b s) j = s j.

      Lemma tri_try : forall q first raised alpha s, in_range alpha beta ->
        let r := try G A state T child null d beta q first raised alpha s in
        (forall j, (j <= k)%nat -> snd r j = s j) /\
        (alpha < fst r < beta -> snd r (S k) = line q).
      Proof.
        intros q first raised alpha s R. cbv zeta. unfold try, opposite.
        assert (O : forall from s, alpha <= from < beta -> let r := child q (- beta) (- from) s in
          (forall j, (j <= k)%nat -> snd r j = s j) /\ (from < - fst r < beta -> snd r (S k) = line q)).
        { intros from s' F. destruct (child_line q (- beta) (- from) s') as (B & L).
          - unfold Score.in_range in *. lia.
          - split; [exact B | intros; apply L; lia]. }
        unfold Score.in_range in R.
        destruct (nulls A d first raised); simpl; [|apply O; lia].
        assert (Rn : in_range (- alpha - 1) (- alpha)) by (unfold Score.in_range in *; lia).
        pose proof (null_below q (- alpha - 1) (- alpha) s Rn ltac:(lia)) as B.
        destruct (null q (- alpha - 1) (- alpha) s) as [x s1] eqn:X. simpl in *.
        pose proof (is_confirming d alpha beta (- x) ltac:(lia)) as C.
        destruct (re_search A d alpha beta (- x)) as [from|] eqn:E; simpl.
        - pose proof (second_beats G A inf is_confirming state child null v child_agrees null_agrees d q alpha beta s s1
          from R) as W.
          rewrite X in W. specialize (W E).
          pose proof (null_agrees q (- alpha - 1) (- alpha) s Rn ltac:(lia)) as N. rewrite X in N.
          pose proof (child_agrees q (- beta) (- from) s1 ltac:(unfold Score.in_range; lia)) as M.
          destruct (O from s1 ltac:(lia)) as (B1 & L1).
          destruct (child q (- beta) (- from) s1) as [y s2]. unfold agrees in *. simpl in *. split.
          + intros j J. rewrite B1 by assumption. now apply B.
          + intros. apply L1. destruct (joins A); lia.
        - split; [exact B|]. intros. lia.
      Qed.

      Lemma tri_loop : forall ms first raised alpha best s, in_range alpha beta -> best <= alpha ->
        let r := loop G A state T child null d k p open beta ms first raised alpha best s in
        (forall j, (j < k)%nat -> snd r j = s j) /\
        (fst r <= alpha -> snd r k = s k) /\
        (alpha < fst r < beta -> exists m,
           find (fun m => - v (play G p m) =? fst r) ms = Some m /\ snd r k = m :: line (play G p m)).
      Proof.
        induction ms as [|m ms IH]; intros first raised alpha best s R B; simpl.
        - repeat split; auto. destruct (soft A), (soft_above A); lia.
        - pose proof (try_agrees G A state T inf (is_sound A is_confirming) child null v child_agrees null_agrees d
          beta (never_omitted A is_confirming _ d) (play G p m) first raised alpha s R)
            as V.
          destruct (tri_try (play G p m) first raised alpha s R) as (Tb & Tl).
          destruct (try G A state T child null d beta (play G p m) first raised alpha s) as [x s'].
          unfold agrees, Score.in_range in *. simpl in V, Tb, Tl.
          destruct (Z.leb_spec beta x) as [L | L]; [|destruct (Z.ltb_spec alpha x) as [U | U]].
          + simpl. replace (Z.max best x) with x by lia. repeat split; intros.
            * apply Tb; lia.
            * apply Tb; lia.
            * destruct (soft A), (soft_above A); lia.
          + replace (Z.max best x) with x by lia.
            set (s2 := set s' k (m :: s' (S k))).
            assert (Rx : in_range x beta) by (unfold Score.in_range in *; lia).
            pose proof (loop_agrees G A state T inf (is_sound A is_confirming) child null v child_agrees null_agrees d
              k p open beta (never_omitted A is_confirming _ d) ms false true x x s2
              Rx ltac:(lia)) as (Lr & _).
            destruct (IH false true x x s2 ltac:(lia) ltac:(lia)) as (I1 & I2 & I3).
            set (r := loop _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _) in *.
            assert (x <= fst r) by (destruct (soft A), (soft_above A); lia).
            repeat split; intros.
            * rewrite I1 by assumption. unfold s2. rewrite set_other by lia. apply Tb. lia.
            * lia.
            * destruct (Z.eqb_spec (- v (play G p m)) (fst r)) as [E | E].
              -- exists m. split; [reflexivity|]. rewrite I2 by lia. unfold s2. rewrite set_same.
                 f_equal. apply Tl. lia.
              -- apply I3. lia.
          + destruct (IH false raised alpha (Z.max best x) s' ltac:(lia) ltac:(lia)) as (I1 & I2 & I3).
            set (r := loop _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _) in *.
            repeat split; intros.
            * rewrite I1 by assumption. apply Tb. lia.
            * rewrite I2 by assumption. apply Tb. lia.
            * destruct (Z.eqb_spec (- v (play G p m)) (fst r)) as [E | E]; [lia|]. apply I3. lia.
      Qed.
    End Node.

    Variable other : option (nat -> nat -> position G -> Z -> Z -> state -> Z * state).
    Hypothesis other_truthful : truthful G state inf other.

    (** The other search of null windows leaves the rows of smaller plies alone. *)
    Definition keeps_rows (other : option (nat -> nat -> position G -> Z -> Z -> state -> Z * state)) : Prop :=
      match other with
      | None => True
      | Some f => forall d k p a b s, in_range a b -> a + 1 = b ->
          forall j, (j < k)%nat -> snd (f d k p a b s) j = s j
      end.
    Hypothesis other_keeps_rows : keeps_rows other.

    (** Theorem 3. The row of a node whose score is inside its window is the leftmost optimal line, whatever the
        algorithm (`triangular`: src/pv/triangular.rs). *)
    Theorem triangular_line : forall d k p a b s, in_range a b ->
      let r := search G A state T inf other d k p a b s in
      (forall j, (j < k)%nat -> snd r j = s j) /\
      (a < fst r < b -> snd r k = leftmost G d p).
    Proof.
      induction d as [|d IH]; intros k p a b s R.
      - simpl. split; intros; [rewrite set_other by lia | rewrite set_same]; reflexivity.
      - pose proof (search_agrees G A state T inf (is_sound A is_confirming) other other_truthful (S d) k p a b s R)
        as V.
        cbv zeta. cbn [search_by at_once leftmost] in *.
        destruct (moves G p) as [|m ms] eqn:M.
        + simpl. split; intros; [rewrite set_other by lia | rewrite set_same]; reflexivity.
        + assert (Nu : forall q a b s, in_range a b -> a + 1 = b ->
            let r := match other with None => search G A state T inf other d (S k) | Some f => f d (S k) end q a b s
            in agrees a b (minimax G d q) (fst r) /\ forall j, (j <= k)%nat -> snd r j = s j).
          { destruct other as [f|]; intros; split.
            - now apply other_truthful.
            - intros. apply other_keeps_rows; [assumption | assumption | lia].
            - apply search_agrees; [exact (is_sound A is_confirming) | exact I | assumption].
            - intros. apply IH; [assumption | lia]. }
          destruct (tri_loop (search G A state T inf other d (S k)) _ (minimax G d) (leftmost G d)
            (S d) k p (a + 1 <? b) b
            (fun q a b s R => search_agrees G A state T inf (is_sound A is_confirming) other other_truthful d (S k) q
              a b s R)
            (fun q a b s R N => proj1 (Nu q a b s R N))
            (fun q a b s R => match IH (S k) q a b s R with
              conj B L => conj (fun j (J : (j <= k)%nat) => B j (le_n_S _ _ J)) L end)
            (fun q a b s R N => proj2 (Nu q a b s R N))
            (m :: ms) true false a (- inf) (enter T k (a + 1 <? b) s) R) as (I1 & I2 & I3).
          { unfold Score.in_range in *. lia. }
          set (r := loop _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _) in *.
          split; intros.
          * rewrite I1 by assumption. simpl. rewrite set_other by lia. reflexivity.
          * unfold agrees in V. destruct V as (_ & V & _). rewrite V by assumption.
            destruct I3 as (x & F & X); [assumption|]. rewrite F. exact X.
    Qed.

    (** A search leaves the rows of smaller plies alone (src/pv/triangular.rs). *)
    Corollary search_keeps_rows : keeps_rows (Some (search G A state T inf other)).
    Proof. intros d k p a b s R _. exact (proj1 (triangular_line d k p a b s R)). Qed.
  End Triangular.

  (** ** The zero-window search *)

  (** The zero-window search leaves the rows of smaller plies alone (`pvs-zws` with `triangular`:
      src/algorithm/pvs_zws.rs, src/pv/triangular.rs). *)
  Theorem zws_keeps_rows : keeps_rows (Some (zws G _ (triangular (move G)))).
  Proof.
    set (T := triangular (move G)).
    assert (K : forall d k p a b s j, (j < k)%nat -> snd (zws G _ T d k p a b s) j = s j).
    { induction d as [|d IH]; intros k p a b s j J; simpl.
      - rewrite set_other by lia. reflexivity.
      - destruct (moves G p) as [|m ms]; [simpl; rewrite set_other by lia; reflexivity|].
        assert (L : forall ms s, snd (zws_loop G _ T (zws G _ T d (S k)) k p b ms s) j = s j).
        { induction ms0 as [|x ms0 IHms]; intros s'; simpl; [reflexivity|].
          pose proof (IH (S k) (play G p x) (- b) (- b + 1) s' j ltac:(lia)) as C.
          destruct (zws G _ T d (S k) (play G p x) (- b) (- b + 1) s') as [y s2]. simpl in *.
          destruct (b <=? - y); simpl; [exact C | rewrite IHms; exact C]. }
        rewrite (L (m :: ms)). simpl. rewrite set_other by lia. reflexivity. }
    intros d k p a b s _ _. apply K.
  Qed.
End Lines.
