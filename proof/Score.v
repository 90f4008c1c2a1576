(** Scores: every algorithm of the family, with every store, agrees with minimax within its window. *)

From Coq Require Import ZArith List Bool Lia.
From PvInPvs Require Import Game Search.
Import ListNotations.
Open Scope Z_scope.

(** What a search of a node of value [v] with the window [(a, b)] may return. *)
Definition agrees (a b v r : Z) : Prop :=
  (r <= a -> v <= r) /\ (a < r < b -> v = r) /\ (b <= r -> r <= v).

Section Values.
  Variable G : game.

  Lemma largest_spec : forall v m ms,
    Forall (fun x => v x <= largest G v m ms) (m :: ms) /\ Exists (fun x => v x = largest G v m ms) (m :: ms).
  Proof.
    intros v m ms. unfold largest.
    assert (H : forall ms b,
      b <= fold_left (fun best m => Z.max best (v m)) ms b /\
      Forall (fun x => v x <= fold_left (fun best m => Z.max best (v m)) ms b) ms /\
      (b = fold_left (fun best m => Z.max best (v m)) ms b \/
       Exists (fun x => v x = fold_left (fun best m => Z.max best (v m)) ms b) ms)).
    { clear. induction ms as [|m ms IH]; intros b; simpl.
      - repeat split; auto; lia.
      - destruct (IH (Z.max b (v m))) as (L & F & E). repeat split.
        + lia.
        + constructor; [lia | exact F].
        + destruct E as [E | E]; [|right; right; exact E].
          destruct (Z.max_spec b (v m)) as [[? M] | [? M]]; rewrite M in *.
          * right. left. exact E.
          * left. exact E. }
    destruct (H ms (v m)) as (L & F & E). split.
    - constructor; assumption.
    - destruct E as [E | E]; [left | right]; exact E.
  Qed.

  (** The value of a node with moves is the largest value of a child, for its own side. *)
  Lemma minimax_spec : forall d p, moves G p <> [] ->
    Forall (fun m => - minimax G d (play G p m) <= minimax G (S d) p) (moves G p) /\
    Exists (fun m => - minimax G d (play G p m) = minimax G (S d) p) (moves G p).
  Proof.
    intros d p N. simpl. destruct (moves G p) as [|m ms]; [congruence|].
    apply (largest_spec (fun m => - minimax G d (play G p m))).
  Qed.
End Values.

(** What is known of all moves, in any order, is known of the node. *)
Lemma node_agrees : forall G (d : nat) p ms a b r, moves G p <> [] -> (forall m, In m ms <-> In m (moves G p)) ->
  (r <= a -> Forall (fun m => - minimax G d (play G p m) <= r) ms) ->
  (a < r < b -> Forall (fun m => - minimax G d (play G p m) <= r) ms /\
                Exists (fun m => - minimax G d (play G p m) = r) ms) ->
  (b <= r -> Exists (fun m => r <= - minimax G d (play G p m)) ms) ->
  agrees a b (minimax G (S d) p) r.
Proof.
  intros G d p ms a b r N P L1 L2 L3. destruct (minimax_spec G d p N) as (F & E).
  rewrite Forall_forall in F. rewrite Exists_exists in E. destruct E as (e & Ein & E). unfold agrees.
  apply P in Ein. repeat split; intros.
  - specialize (L1 ltac:(lia)). rewrite Forall_forall in L1. specialize (L1 e Ein). lia.
  - destruct (L2 ltac:(lia)) as (L4 & L5). rewrite Forall_forall in L4. rewrite Exists_exists in L5.
    destruct L5 as (x & Xin & X). specialize (L4 e Ein). apply P in Xin. specialize (F x Xin). lia.
  - specialize (L3 ltac:(lia)). rewrite Exists_exists in L3.
    destruct L3 as (x & Xin & X). apply P in Xin. specialize (F x Xin). lia.
Qed.

Section Score.
  Variable G : game.
  Variable A : algorithm.
  Variable state : Type.
  Variable T : store (move G) state.
  Variable inf : Z.
  Hypothesis is_sound : sound A.

  Definition in_range (a b : Z) : Prop := - inf <= a /\ a < b /\ b <= inf.

  Section Node.
    (** What is true of the state all the time. *)
    Variable I : state -> Prop.
    Hypothesis raise_keeps : forall k o m s, I s -> I (raise T k o m s).
    Hypothesis refute_keeps : forall k o m s, I s -> I (refute T k o m s).
    Hypothesis again_keeps : forall s, I s -> I (again T s).
    Variable child null : position G -> Z -> Z -> state -> Z * state.
    Variable v : position G -> Z.
    Hypothesis child_ok : forall q a b s, in_range a b -> I s ->
      agrees a b (v q) (fst (child q a b s)) /\ I (snd (child q a b s)).
    Hypothesis null_ok : forall q a b s, in_range a b -> a + 1 = b -> I s ->
      agrees a b (v q) (fst (null q a b s)) /\ I (snd (null q a b s)).
    Variables (d k : nat) (p : position G) (open : bool) (beta : Z).
    (** If a second search is omitted inside the window, null-window scores are exact. *)
    Hypothesis omitted : forall alpha beta score, alpha < beta -> re_search A d alpha beta score = None ->
      score <= alpha \/ beta <= score \/ (forall q a b s, I s -> fst (null q a b s) = v q).

    (** One move agrees, whether it is searched once, or with a null window and again. *)
    Lemma try_ok : forall q first raised alpha s, in_range alpha beta -> I s ->
      let r := try G A state T child null d beta q first raised alpha s in
      agrees alpha beta (- v q) (fst r) /\ I (snd r).
    Proof.
      intros q first raised alpha s R H. cbv zeta. unfold try, opposite. unfold in_range in *.
      assert (O : forall s, I s -> agrees alpha beta (- v q) (- fst (child q (- beta) (- alpha) s)) /\
        I (snd (child q (- beta) (- alpha) s))).
      { intros s' H'. destruct (child_ok q (- beta) (- alpha) s') as (V & K); [lia | exact H'|].
        split; [unfold agrees in *; lia | exact K]. }
      destruct (nulls A d first raised); simpl; [|now apply O].
      destruct (null_ok q (- alpha - 1) (- alpha) s) as (N & K); [lia | lia | exact H|].
      pose proof (omitted alpha beta (- fst (null q (- alpha - 1) (- alpha) s)) ltac:(lia)) as Om.
      assert (Ex : (forall q a b s, I s -> fst (null q a b s) = v q) -> fst (null q (- alpha - 1) (- alpha) s) = v q)
        by auto.
      destruct (null q (- alpha - 1) (- alpha) s) as [x s1]. simpl in *.
      pose proof (is_sound d alpha beta (- x) ltac:(lia)) as S.
      destruct (re_search A d alpha beta (- x)) as [from|]; simpl.
      2: { split; [|exact K].
        destruct (Om eq_refl) as [W | [W | W]]; [| |specialize (Ex W)]; unfold agrees in *; lia. }
      destruct (child_ok q (- beta) (- from) (again T s1)) as (W & K2); [lia | now apply again_keeps|].
      destruct (child q (- beta) (- from) (again T s1)) as [y s2]. simpl in *. split; [|exact K2].
      unfold agrees in *. destruct (joins A); lia.
    Qed.

    (** What the loop over the moves [ms] says about them: it does not raise alpha, and no move is better;
        or it returns the largest value; or some move beats beta. *)
    Lemma loop_ok : forall ms first raised alpha best s,
      in_range alpha beta -> best <= alpha -> I s ->
      let r := loop G A state T child null d k p open beta ms first raised alpha best s in
      I (snd r) /\
      (if soft A then best else alpha) <= fst r /\
      (fst r <= alpha -> Forall (fun m => - v (play G p m) <= fst r) ms) /\
      (alpha < fst r < beta -> Forall (fun m => - v (play G p m) <= fst r) ms /\
                               Exists (fun m => - v (play G p m) = fst r) ms) /\
      (beta <= fst r -> Exists (fun m => fst r <= - v (play G p m)) ms).
    Proof.
      induction ms as [|m ms IH]; intros first raised alpha best s R B H; simpl.
      - split; [exact H|]. unfold in_range in *. repeat split; intros; try constructor; destruct (soft A); lia.
      - destruct (try_ok (play G p m) first raised alpha s R H) as (V & K).
        destruct (try G A state T child null d beta (play G p m) first raised alpha s) as [x s'].
        unfold agrees, in_range in *. simpl in V, K.
        destruct (Z.leb_spec beta x) as [L | L]; [|destruct (Z.ltb_spec alpha x) as [U | U]].
        + (* a cutoff *)
          simpl. replace (Z.max best x) with x by lia. split; [now apply refute_keeps|].
          repeat split; intros; try (left; simpl); destruct (soft A), (soft_above A); lia.
        + (* the move raises alpha *)
          replace (Z.max best x) with x by lia.
          specialize (IH false true x x (raise T k open m s') ltac:(lia) ltac:(lia) (raise_keeps _ _ _ _ K)). simpl in
            IH.
          set (r := loop _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _) in *.
          destruct IH as (Ir & I0 & I1 & I2 & I3).
          assert (x <= fst r) by (destruct (soft A); lia).
          split; [exact Ir|]. repeat split; intros.
          * destruct (soft A); lia.
          * lia.
          * constructor; [lia|]. destruct (Z.eq_dec (fst r) x); [apply I1 | apply I2]; lia.
          * destruct (Z.eq_dec (fst r) x); [left; lia | right; apply I2; lia].
          * right. apply I3; lia.
        + (* it does not *)
          specialize (IH false raised alpha (Z.max best x) s' ltac:(lia) ltac:(lia) K). simpl in IH.
          set (r := loop _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _) in *.
          destruct IH as (Ir & I0 & I1 & I2 & I3). split; [exact Ir|]. repeat split; intros.
          * destruct (soft A); lia.
          * constructor; [destruct (soft A); lia | apply I1; lia].
          * constructor; [lia | apply I2; lia].
          * right. apply I2; lia.
          * right. apply I3; lia.
    Qed.
  End Node.

  (** The same where nothing is asked of the state. *)
  Section AnyState.
    Variable child null : position G -> Z -> Z -> state -> Z * state.
    Variable v : position G -> Z.
    Hypothesis child_agrees : forall q a b s, in_range a b -> agrees a b (v q) (fst (child q a b s)).
    Hypothesis null_agrees : forall q a b s, in_range a b -> a + 1 = b -> agrees a b (v q) (fst (null q a b s)).
    Variables (d k : nat) (p : position G) (open : bool) (beta : Z).
    Hypothesis omitted : forall alpha beta score, alpha < beta -> re_search A d alpha beta score = None ->
      score <= alpha \/ beta <= score \/ (forall q a b s, fst (null q a b s) = v q).

    Lemma try_agrees : forall q first raised alpha s, in_range alpha beta ->
      agrees alpha beta (- v q) (fst (try G A state T child null d beta q first raised alpha s)).
    Proof.
      intros q first raised alpha s R. apply (try_ok (fun _ => True)); auto.
      intros al be sc L E. destruct (omitted al be sc L E) as [H | [H | H]]; auto.
    Qed.

    Lemma loop_agrees : forall ms first raised alpha best s, in_range alpha beta -> best <= alpha ->
      let r := fst (loop G A state T child null d k p open beta ms first raised alpha best s) in
      (if soft A then best else alpha) <= r /\
      (r <= alpha -> Forall (fun m => - v (play G p m) <= r) ms) /\
      (alpha < r < beta -> Forall (fun m => - v (play G p m) <= r) ms /\
                           Exists (fun m => - v (play G p m) = r) ms) /\
      (beta <= r -> Exists (fun m => r <= - v (play G p m)) ms).
    Proof.
      intros ms first raised alpha best s R B. apply (loop_ok (fun _ => True)); auto.
      intros al be sc L E. destruct (omitted al be sc L E) as [H | [H | H]]; auto.
    Qed.
  End AnyState.

  (** The other search of null windows, if there is one, returns true bounds, and leaves are exact. *)
  Definition truthful (other : option (nat -> nat -> position G -> Z -> Z -> state -> Z * state)) : Prop :=
    match other with
    | None => True
    | Some f =>
        (forall d k p a b s, in_range a b -> a + 1 = b -> agrees a b (minimax G d p) (fst (f d k p a b s))) /\
        (forall k p a b s, fst (f O k p a b s) = minimax G O p)
    end.

  Variable other : option (nat -> nat -> position G -> Z -> Z -> state -> Z * state).
  Hypothesis other_truthful : truthful other.

  (** Theorem 1. Every algorithm of the family agrees with minimax, within every window (src/algorithm: what a score
      may be is src/score/mod.rs, [Window]). *)
  Theorem search_agrees : forall d k p a b s, in_range a b ->
    agrees a b (minimax G d p) (fst (search G A state T inf other d k p a b s)).
  Proof.
    induction d as [|d IH]; intros k p a b s R; [unfold agrees; simpl; lia|].
    cbn [search_by at_once].
    destruct (moves G p) as [|m ms] eqn:M.
    - simpl. rewrite M. unfold agrees. simpl. lia.
    - assert (Nu : forall q a b s, in_range a b -> a + 1 = b -> agrees a b (minimax G d q) (fst
        (match other with None => search G A state T inf other d (S k) | Some f => f d (S k) end q a b s))).
      { destruct other as [f|]; intros; [now apply other_truthful | now apply IH]. }
      assert (Om : forall alpha beta score, alpha < beta -> re_search A (S d) alpha beta score = None ->
        score <= alpha \/ beta <= score \/ forall q a b s, fst
        (match other with None => search G A state T inf other d (S k) | Some f => f d (S k) end q a b s) = minimax G
          d q).
      { intros alpha beta score L E. pose proof (is_sound (S d) alpha beta score L) as So. rewrite E in So.
        destruct So as [So | [So | So]]; auto. assert (d = O) by lia. subst d. right. right. intros q a' b' s'.
        destruct other as [f|]; [now apply other_truthful | reflexivity]. }
      pose proof (loop_agrees (search G A state T inf other d (S k)) _ (minimax G d)
        (fun q a b s R => IH (S k) q a b s R) Nu (S d) k p (a + 1 <? b) b Om (m :: ms) true false a (- inf)
        (enter T k (a + 1 <? b) s) R) as L.
      destruct L as (_ & L1 & L2 & L3); [unfold in_range in R; lia|].
      apply (node_agrees G d p (m :: ms)); [congruence | now rewrite M | exact L1 | exact L2 | exact L3].
  Qed.

  (** Theorem 2. With the full window the score is the value (`exact` of the column `stable`: src/contract/base.rs). *)
  Corollary search_exact : forall d k p s, - inf < minimax G d p < inf ->
    fst (search G A state T inf other d k p (- inf) inf s) = minimax G d p.
  Proof.
    intros d k p s B.
    pose proof (search_agrees d k p (- inf) inf s) as H. unfold in_range, agrees in H. lia.
  Qed.

  (** A search with the window [(a, b)] around the value returns it (`exact` of the column `aspiration`:
      src/contract/base.rs). *)
  Corollary search_inside : forall d k p a b s, in_range a b -> a < minimax G d p < b ->
    fst (search G A state T inf other d k p a b s) = minimax G d p.
  Proof. intros d k p a b s R B. pose proof (search_agrees d k p a b s R). unfold agrees in *. lia. Qed.

  (** So a sound algorithm may search the null windows of another one (Calphabeta, Palphabeta and Belle's root do:
      src/algorithm/calphabeta.rs, src/algorithm/palphabeta.rs, src/algorithm/belle_root.rs). *)
  Corollary search_truthful : truthful (Some (search G A state T inf other)).
  Proof. split; [intros; now apply search_agrees | reflexivity]. Qed.

  (** The zero-window search returns true bounds (`zws`: src/algorithm/pvs_zws.rs). *)
  Theorem zws_agrees : forall d k p a b s, in_range a b -> a + 1 = b ->
    agrees a b (minimax G d p) (fst (zws G state T d k p a b s)).
  Proof.
    induction d as [|d IH]; intros k p a b s R N; [unfold agrees; simpl; lia|].
    cbn [zws_by at_once].
    destruct (moves G p) as [|m0 ms0] eqn:M; [simpl; rewrite M; unfold agrees; simpl; lia|].
    assert (L : forall ms s, let r := fst (zws_loop G state T (zws G state T d (S k)) k p b ms s) in
      (r = b - 1 /\ Forall (fun m => - minimax G d (play G p m) <= b - 1) ms) \/
      (r = b /\ Exists (fun m => b <= - minimax G d (play G p m)) ms)).
    { induction ms as [|m ms IHms]; intros s'; simpl; [left; auto|].
      unfold in_range in *.
      pose proof (IH (S k) (play G p m) (- b) (- b + 1) s' ltac:(lia) ltac:(lia)) as C.
      destruct (zws G state T d (S k) (play G p m) (- b) (- b + 1) s') as [x s2]. unfold agrees in C. simpl in *.
      destruct (Z.leb_spec b (- x)) as [K | K].
      - right. split; [reflexivity | left; lia].
      - destruct (IHms s2) as [(-> & F) | (-> & E)]; [left | right]; split; auto. constructor; [lia | exact F]. }
    apply (node_agrees G d p (m0 :: ms0)); [congruence | now rewrite M | | |]; intros J;
      destruct (L (m0 :: ms0) (enter T k false s)) as [(E & F) | (E & F)]; rewrite E in *; (lia || assumption).
  Qed.

  (** So the zero-window search may search the null windows of other algorithms (src/algorithm/pvs_zws.rs,
      src/algorithm/scout.rs). *)
  Corollary zws_truthful : truthful (Some (zws G state T)).
  Proof. split; [exact zws_agrees | reflexivity]. Qed.
End Score.
