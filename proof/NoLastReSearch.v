(** Fail-soft PVS without a second search in the last two plies. A child just above the leaves that fails low has seen
    all of them, and returns its value: so the second search would return the same score. *)

From Coq Require Import ZArith List Bool Lia Arith.
From PvInPvs Require Import Game Search Score Stability PvInPvs.
Import ListNotations.
Open Scope Z_scope.

Section Scores.
  Variable G : game.
  Variable state : Type.
  Variable T : store (move G) state.
  Variable inf : Z.
  Hypothesis bounded : forall p, - inf < value G p < inf.

  (** Just above the leaves fail-soft PVS returns the value of one of them, and never more than the best. *)
  Lemma at_most_the_value : forall d k p a b s, (d <= 1)%nat ->
    fst (search G pvs_soft state T inf None d k p a b s) <= minimax G d p.
  Proof.
    intros [|[|d]] k p a b s D; [simpl; lia | | lia].
    cbn [search_by at_once]. destruct (moves G p) as [|m0 ms0] eqn:M; [simpl; rewrite M; simpl; lia|]. rewrite <- M.
    assert (L : forall ms first raised alpha best s, let r := fst (loop G pvs_soft state T (search G pvs_soft state T
      inf None 0 (S k))
      (search G pvs_soft state T inf None 0 (S k)) 1 k p (a + 1 <? b) b ms first raised alpha best s) in
      r = best \/ Exists (fun m => - value G (play G p m) = r) ms).
    { clear. induction ms as [|m ms IH]; intros first raised alpha best s; cbn [loop]; [now left|].
      assert (X : fst (try G pvs_soft state T (search G pvs_soft state T inf None 0 (S k))
        (search G pvs_soft state T inf None 0 (S k)) 1 b (play G p m) first raised alpha s) = - value G (play G p m)).
      { unfold try. cbn [nulls pvs_soft]. destruct (negb first);
        cbn [search_by at_once opposite fst snd re_search pvs_soft joins]; [|reflexivity].
        now destruct (inside alpha b (- value G (play G p m)) alpha). }
      destruct (try _ _ _ _ _ _ _ _ _ _ _ _ _) as [x s']. cbn [fst] in X. subst x.
      assert (H : forall r, r = Z.max best (- value G (play G p m)) \/ Exists (fun m => - value G (play G p m) = r) ms
        ->
        r = best \/ Exists (fun m => - value G (play G p m) = r) (m :: ms)).
      { intros r [-> | H]; [|right; now right]. destruct (Z.max_spec best (- value G (play G p m))) as [(_ & ->) | (_
        & ->)]; auto. }
      destruct (Z.leb_spec b (- value G (play G p m))); [apply H; now left|].
      destruct (Z.ltb_spec alpha (- value G (play G p m))) as [U | U]; [|apply H, IH].
      destruct (IH false true (- value G (play G p m)) (Z.max best (- value G (play G p m))) (raise T k (a + 1 <? b) m
        s')) as [E | E];
        cbv zeta; apply H; [now left | now right]. }
    pose proof (minimax_bounded G inf bounded 1 p) as B.
    destruct (minimax_spec G 0 p) as (F & _); [congruence|].
    destruct (L (moves G p) true false a (- inf) (enter T k (a + 1 <? b) s)) as [E | E].
    - etransitivity; [exact (Z.eq_le_incl _ _ E) | lia].
    - rewrite Exists_exists in E. destruct E as (m & Min & E). rewrite Forall_forall in F.
      etransitivity; [exact (Z.eq_le_incl _ _ (eq_sym E)) | exact (F m Min)].
  Qed.

  (** The scores are those of PVS with all second searches, whatever the stores hold
      (src/algorithm/pvs_soft_no_last_re_search.rs, src/algorithm/pvs_soft.rs). *)
  Theorem no_last_re_search_same : forall d k p a b s t, in_range inf a b ->
    fst (search G pvs_soft_no_last_re_search state T inf None d k p a b s) = fst (search G pvs_soft state T inf None d
      k p a b t).
  Proof.
    induction d as [|d IH]; intros k p a b s t R; [reflexivity|]. cbn [search_by at_once].
    destruct (moves G p) as [|m0 ms0]; [reflexivity|]. generalize (m0 :: ms0). clear m0 ms0.
    generalize (enter T k (a + 1 <? b) s), (enter T k (a + 1 <? b) t), true, false, (- inf). generalize (a + 1 <? b).
      clear s t.
    intros open s t first raised best ms. revert a best first raised s t R.
    induction ms as [|m ms IHms]; intros alpha best first raised s t R; [reflexivity|]. cbn [loop].
    assert (X : fst (try G pvs_soft_no_last_re_search state T (search G pvs_soft_no_last_re_search state T inf None d
      (S k))
        (search G pvs_soft_no_last_re_search state T inf None d (S k)) (S d) b (play G p m) first raised alpha s) =
      fst (try G pvs_soft state T (search G pvs_soft state T inf None d (S k))
        (search G pvs_soft state T inf None d (S k)) (S d) b (play G p m) first raised alpha t)).
    { set (q := play G p m). unfold in_range in R.
      assert (C : forall from s t, alpha <= from < b -> fst (search G pvs_soft_no_last_re_search state T inf None d (S
        k) q (- b) (- from) s) =
        fst (search G pvs_soft state T inf None d (S k) q (- b) (- from) t)) by (intros; apply IH; unfold in_range;
          lia).
      unfold try. cbn [nulls pvs_soft pvs_soft_no_last_re_search]. destruct (negb first); [|cbn [opposite fst];
        f_equal; apply C; lia].
      pose proof (IH (S k) q (- alpha - 1) (- alpha) s t ltac:(unfold in_range; lia)) as N.
      assert (So : sound pvs_soft) by apply is_sound, pvs_soft_confirming.
      pose proof (search_agrees G pvs_soft state T inf So None I d (S k) q (- alpha - 1) (- alpha) t ltac:(unfold
        in_range; lia)) as A.
      pose proof (fun D => at_most_the_value d (S k) q (- alpha - 1) (- alpha) t D) as L.
      destruct (search G pvs_soft_no_last_re_search state T inf None d (S k) q (- alpha - 1) (- alpha) s) as [x s1].
      destruct (search G pvs_soft state T inf None d (S k) q (- alpha - 1) (- alpha) t) as [y t1].
      cbn [opposite fst snd re_search pvs_soft pvs_soft_no_last_re_search joins] in *. subst y.
      destruct (Nat.leb_spec (S d) 2) as [D | D].
      - unfold inside. destruct (Z.ltb_spec alpha (- x)); [destruct (Z.ltb_spec (- x) b)|]; cbn [andb];
        try reflexivity.
        specialize (L ltac:(lia)).
        pose proof (search_agrees G pvs_soft state T inf So None I d (S k) q (- b) (- alpha) (again T t1) ltac:(unfold
          in_range; lia)) as W.
        destruct (search G pvs_soft state T inf None d (S k) q (- b) (- alpha) (again T t1)) as [y t2].
        cbn [opposite fst snd] in *. unfold agrees in *. lia.
      - destruct (inside alpha b (- x) alpha) as [from|] eqn:E; [|reflexivity]. cbn [opposite fst snd].
        unfold inside in E. destruct ((alpha <? - x) && (- x <? b)); [|discriminate]. injection E as <-.
        pose proof (C alpha (again T s1) (again T t1) ltac:(lia)) as Y.
        destruct (search G pvs_soft_no_last_re_search state T inf None d (S k) q (- b) (- alpha) (again T s1)) as [y
          s2].
        destruct (search G pvs_soft state T inf None d (S k) q (- b) (- alpha) (again T t1)) as [z t2].
        cbn [opposite fst snd] in *. now rewrite Y. }
    destruct (try G pvs_soft_no_last_re_search state T _ _ _ _ _ _ _ _ _) as [x s1].
    destruct (try G pvs_soft state T _ _ _ _ _ _ _ _ _) as [y t1]. cbn [fst] in X. subst y.
    destruct (Z.leb_spec b x); [reflexivity|]. destruct (Z.ltb_spec alpha x); apply IHms; unfold in_range in *; lia.
  Qed.

  (** So its scores agree with minimax in every window, with any store
      (`pvs-soft-no-last-re-search`: src/algorithm/pvs_soft_no_last_re_search.rs). *)
  Theorem no_last_re_search_agrees : forall d k p a b s, in_range inf a b ->
    agrees a b (minimax G d p) (fst (search G pvs_soft_no_last_re_search state T inf None d k p a b s)).
  Proof.
    intros d k p a b s R. rewrite (no_last_re_search_same d k p a b s s R).
    apply search_agrees; [apply is_sound, pvs_soft_confirming | exact I | exact R].
  Qed.
End Scores.
