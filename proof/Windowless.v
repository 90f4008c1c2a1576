(** Searches without a window: Scout (Pearl 1980) and Palphabeta (Finkel and Fishburn 1980). And Calphabeta
    (Fishburn 1981), which has a window: it is PVS whose null windows are searched by alpha-beta. *)

From Coq Require Import ZArith List Bool Lia Arith.
From PvInPvs Require Import Game Search Score Stability Triangular SingleArray LineStore PvInPvs.
Import ListNotations.
Open Scope Z_scope.

(** ** The algorithms *)

Section Windowless.
  Variable G : game.
  Variable state : Type.
  Variable T : store (move G) state.
  Variable inf : Z.
  Notation searches := (nat -> nat -> position G -> Z -> Z -> state -> Z * state).

  Section Node.
    Variable null : position G -> Z -> Z -> state -> Z * state.
    Variable second : position G -> Z -> state -> Z * state.
    Variable k : nat.
    Variable p : position G.

    (** The later moves: first whether a move is better than [best], then its value. *)
    Fixpoint later_moves (ms : list (move G)) (best : Z) (s : state) : Z * state :=
      match ms with
      | [] => (best, s)
      | m :: ms =>
          let (x, s) := opposite state (null (play G p m) (- best - 1) (- best) s) in
          if x <=? best then later_moves ms best s
          else
            let (y, s) := opposite state (second (play G p m) (- best) (again T s)) in
            later_moves ms y (raise T k true m s)
      end.
  End Node.

  (** [test] answers whether a later move is better. Its value comes from [plain] with the window
      [(-inf, -best)], or from the search itself. *)
  Fixpoint windowless (test : searches) (plain : option searches) (d k : nat) (p : position G) (s : state) : Z * state
    :=
    let s := enter T k true s in
    match d, moves G p with
    | S d', m :: ms =>
        let (x, s) := opposite state (windowless test plain d' (S k) (play G p m) s) in
        later_moves (test d' (S k))
          (fun q b s => match plain with
             | None => windowless test plain d' (S k) q s
             | Some f => f d' (S k) q (- inf) b s
             end) k p ms x (raise T k true m s)
    | _, _ => (value G p, leaf T k true s)
    end.

  (** Scout: EVAL, with TEST as a zero-window search. *)
  Definition scout := windowless (zws G state T) None.
  (** Palphabeta. *)
  Definition palphabeta := windowless (search G (alpha_beta true) state T inf None)
    (Some (search G (alpha_beta false) state T inf None)).
  (** Calphabeta: the null windows are searched by fail-soft alpha-beta. *)
  Definition calphabeta := search G pvs_soft state T inf (Some (search G (alpha_beta true) state T inf None)).
End Windowless.

(** ** Scores, with any store *)

Section Scores.
  Variable G : game.
  Variable state : Type.
  Variable T : store (move G) state.
  Variable inf : Z.
  Notation searches := (nat -> nat -> position G -> Z -> Z -> state -> Z * state).
  Variable test : searches.
  Variable plain : option searches.
  Hypothesis bounded : forall p, - inf < value G p < inf.
  Hypothesis test_agrees : forall d k p a b s, in_range inf a b -> a + 1 = b -> agrees a b (minimax G d p) (fst (test
    d k p a b s)).
  Hypothesis plain_agrees : forall f, plain = Some f ->
    forall d k p a b s, in_range inf a b -> agrees a b (minimax G d p) (fst (f d k p a b s)).

  (** Without a window the score is the value (src/algorithm/scout.rs, src/algorithm/palphabeta.rs). *)
  Theorem windowless_score : forall d k p s, fst (windowless G state T inf test plain d k p s) = minimax G d p.
  Proof.
    induction d as [|d IH]; intros k p s; [reflexivity|].
    cbn [windowless minimax]. destruct (moves G p) as [|m ms]; [reflexivity|].
    pose proof (IH (S k) (play G p m) (enter T k true s)) as V.
    destruct (windowless G state T inf test plain d (S k) (play G p m) (enter T k true s)) as [x s1].
    cbn [opposite fst snd] in *. subst x. unfold largest.
    assert (B0 : - inf < - minimax G d (play G p m) < inf)
      by (pose proof (minimax_bounded G inf bounded d (play G p m)); lia).
    revert B0. generalize (- minimax G d (play G p m)), (raise T k true m s1). clear m s s1.
    induction ms as [|m ms IHms]; intros best s B0; [reflexivity|]. cbn [later_moves fold_left].
    pose proof (minimax_bounded G inf bounded d (play G p m)) as B.
    pose proof (test_agrees d (S k) (play G p m) (- best - 1) (- best) s ltac:(unfold in_range; lia) ltac:(lia)) as N.
    destruct (test d (S k) (play G p m) (- best - 1) (- best) s) as [x s1]. cbn [opposite fst snd] in *.
    unfold agrees in N. destruct (Z.leb_spec (- x) best) as [C | C].
    - rewrite IHms by assumption. f_equal. lia.
    - set (r := match plain with None => _ | Some _ => _ end).
      assert (E : fst r = minimax G d (play G p m)).
      { unfold r. destruct plain as [f|] eqn:P; [|apply IH].
        pose proof (plain_agrees f eq_refl d (S k) (play G p m) (- inf) (- best) (again T s1) ltac:(unfold in_range;
          lia)) as W.
        unfold agrees in W. lia. }
      destruct r as [y s2]. cbn [opposite fst snd] in *. subst y. rewrite IHms by lia. f_equal. lia.
  Qed.
End Scores.

(** ** Lines *)

Section Lines.
  Variable G : game.
  Context {X : Type}.
  Variable T : store (move G) (nat -> X).
  Variable L : line_store T.
  Variable inf : Z.
  Notation state := (nat -> X).
  Notation searches := (nat -> nat -> position G -> Z -> Z -> state -> Z * state).
  Variable test : searches.
  Variable plain : option searches.
  Hypothesis bounded : forall p, - inf < value G p < inf.
  Hypothesis test_null : null_search G inf T L test.
  Hypothesis plain_line : forall f, plain = Some f -> line_search G inf T L f.

  (** Without a window a search shows the leftmost optimal line, in the triangular table and in the single array
      alike (src/algorithm/scout.rs, src/algorithm/palphabeta.rs). *)
  Theorem windowless_line : forall d k p s, let r := windowless G state T inf test plain d k p s in
    fst r = minimax G d p /\ below k s (snd r) /\ shows L (snd r) k (leftmost G d p).
  Proof.
    intros d k p s. split.
    { apply windowless_score; [exact bounded | intros; now apply test_null|].
      intros f P d' k' p' a b s' R. now apply (plain_line f P). }
    revert k p s. induction d as [|d IH]; intros k p s.
    { cbn [windowless leftmost snd]. split; [|apply (leaf_shows T L)].
      eapply below_trans; [apply (enter_below T L) | apply (leaf_below T L)]. }
    pose proof (windowless_score G state T inf test plain bounded (fun d k p a b s R N => proj1 (test_null d k p a b s
      R N))
      (fun f P d k p a b s R => proj1 (plain_line f P d k p a b s R))) as Sc.
    pose proof (Sc (S d) k p s) as V.
    cbn [windowless leftmost] in *. destruct (moves G p) as [|m0 ms0] eqn:M.
    { cbn [snd find]. split; [|apply (leaf_shows T L)].
      eapply below_trans; [apply (enter_below T L) | apply (leaf_below T L)]. }
    pose proof (IH (S k) (play G p m0) (enter T k true s)) as (B1 & L1).
    pose proof (Sc d (S k) (play G p m0) (enter T k true s)) as V1.
    destruct (windowless G state T inf test plain d (S k) (play G p m0) (enter T k true s)) as [x s1].
    cbn [opposite fst snd] in *. subst x.
    set (second := fun q b s => match plain with None => _ | Some f => _ end) in *.
    assert (Lo : forall ms best s, - inf < best < inf ->
      let r := later_moves G state T (test d (S k)) second k p ms best s in
      best <= fst r /\ below k s (snd r) /\ (fst r <= best -> keeps L (S k) s (snd r)) /\
      (best < fst r -> exists m, find (fun m => - minimax G d (play G p m) =? fst r) ms = Some m /\
         shows L (snd r) k (m :: leftmost G d (play G p m)))).
    { clear - bounded test_null plain_line IH Sc. induction ms as [|m ms IHms]; intros best s B0; cbn [later_moves].
      { cbn [fst snd]. split; [lia|]. split; [now intros j|]. split; [intros; apply keeps_refl | lia]. }
      pose proof (minimax_bounded G inf bounded d (play G p m)) as B.
      destruct (test_null d (S k) (play G p m) (- best - 1) (- best) s ltac:(unfold in_range;
        lia) ltac:(lia)) as (N & K).
      destruct (test d (S k) (play G p m) (- best - 1) (- best) s) as [x s1]. cbn [opposite fst snd] in *.
      pose proof (below_less _ _ k _ _ (keeps_below T L _ _ _ K) ltac:(lia)) as Kb.
      unfold agrees in N. destruct (Z.leb_spec (- x) best) as [C | C].
      - destruct (IHms best s1 B0) as (I0 & I1 & I2 & I3).
        set (r := later_moves _ _ _ _ _ _ _ _ _ _) in *. split; [exact I0|]. split; [|split].
        + eapply below_trans; eassumption.
        + intros E. eapply keeps_trans; [exact K | now apply I2].
        + intros E. destruct (I3 E) as (w & F & W). exists w. split; [|exact W]. cbn [find].
          destruct (Z.eqb_spec (- minimax G d (play G p m)) (fst r)); [lia | exact F].
      - assert (E : let r := second (play G p m) (- best) (again T s1) in
          fst r = minimax G d (play G p m) /\ below (S k) s1 (snd r) /\ shows L (snd r) (S k) (leftmost G d (play G p
            m))).
        { rewrite (again_keeps T L). unfold second. destruct plain as [f|] eqn:P.
          - destruct (plain_line f eq_refl d (S k) (play G p m) (- inf) (- best) s1 ltac:(unfold in_range;
            lia)) as (A & Bl & Li).
            cbv zeta. unfold agrees in A. split; [lia|]. split; [exact Bl | apply Li; lia].
          - cbv zeta. split; [apply Sc | apply IH]. }
        destruct (second (play G p m) (- best) (again T s1)) as [y s2]. cbn [opposite fst snd] in *.
        destruct E as (-> & Bl & Li).
        destruct (IHms (- minimax G d (play G p m)) (raise T k true m s2) ltac:(lia)) as (I0 & I1 & I2 & I3).
        set (r := later_moves _ _ _ _ _ _ _ _ _ _) in *. split; [lia|]. split; [|split; [lia|]].
        + eapply below_trans; [exact Kb|]. eapply below_trans; [apply (below_less _ _ k _ _ Bl); lia|].
          eapply below_trans; [apply (raise_below T L) | exact I1].
        + intros _. cbn [find]. destruct (Z.eqb_spec (- minimax G d (play G p m)) (fst r)) as [E | E].
          * exists m. split; [reflexivity|]. eapply keeps_shown; [apply raise_shows; exact Li | apply I2; lia].
          * apply I3. lia. }
    destruct (Lo ms0 (- minimax G d (play G p m0)) (raise T k true m0 s1)) as (I0 & I1 & I2 & I3).
    { pose proof (minimax_bounded G inf bounded d (play G p m0)). lia. }
    set (r := later_moves _ _ _ _ _ _ _ _ _ _) in *. split.
    - eapply below_trans; [apply (enter_below T L)|]. eapply below_trans; [apply (below_less _ _ k _ _ B1); lia|].
      eapply below_trans; [apply (raise_below T L) | exact I1].
    - rewrite <- V. cbn [find]. destruct (Z.eqb_spec (- minimax G d (play G p m0)) (fst r)) as [E | E].
      + eapply keeps_shown; [apply raise_shows; exact L1 | apply I2; lia].
      + destruct I3 as (w & F & W); [lia|]. rewrite F. exact W.
  Qed.
End Lines.

(** ** The algorithms by name *)

Section Named.
  Variable G : game.
  Variable inf : Z.
  Hypothesis bounded : forall p, - inf < value G p < inf.
  Variable d : nat.
  Variable p : position G.

  Let ab := alpha_beta true.
  Lemma alpha_beta_sound : forall soft, sound (alpha_beta soft).
  Proof. intros. apply is_sound, alpha_beta_confirming. Qed.

  (** Scout: the score, with any store (src/algorithm/scout.rs). *)
  Theorem scout_exact : forall state (T : store (move G) state) k s, fst (scout G state T inf d k p s) = minimax G d p.
  Proof. intros. apply windowless_score; [exact bounded | apply zws_agrees | discriminate]. Qed.

  (** Scout: the triangular table holds the leftmost optimal line (src/algorithm/scout.rs, src/pv/triangular.rs). *)
  Theorem scout_table : forall table, let r := scout G _ (triangular (move G)) inf d 0 p table in
    fst r = minimax G d p /\ snd r 0%nat = leftmost G d p.
  Proof.
    intros table. destruct (windowless_line G _ (table_lines (move G)) inf (zws G _ (triangular (move G))) None
      bounded) with
      (d := d) (k := O) (p := p) (s := table) as (V & _ & W).
    - apply table_null_search; [apply zws_truthful | apply zws_keeps_rows].
    - discriminate.
    - split; [exact V | exact W].
  Qed.

  (** Scout: the single array holds it (src/algorithm/scout.rs, src/pv/single_array.rs). *)
  Theorem scout_line : forall array, shows_the_line G d p (scout G _ (single_array (move G)) inf d 0 p array).
  Proof.
    intros array. destruct (windowless_line G _ (array_lines G) inf (zws G _ (single_array (move G))) None bounded)
      with
      (d := d) (k := O) (p := p) (s := array) as (V & _ & W).
    - apply array_null_search; [apply zws_truthful | apply zws_quiet].
    - discriminate.
    - split; [exact V|]. apply (read_holds G); [apply leftmost_length | exact W].
  Qed.

  (** Palphabeta: the score, with any store (src/algorithm/palphabeta.rs). *)
  Theorem palphabeta_exact : forall state (T : store (move G) state) k s,
    fst (palphabeta G state T inf d k p s) = minimax G d p.
  Proof.
    intros. apply windowless_score; [exact bounded | intros; apply search_agrees | intros f P; inversion P; intros;
      apply search_agrees];
      auto using alpha_beta_sound; exact I.
  Qed.

  (** Palphabeta: the triangular table holds the leftmost optimal line. The single array does not: see
      [Counterexamples] (src/algorithm/palphabeta.rs, src/pv/triangular.rs). *)
  Theorem palphabeta_table : forall table, let r := palphabeta G _ (triangular (move G)) inf d 0 p table in
    fst r = minimax G d p /\ snd r 0%nat = leftmost G d p.
  Proof.
    intros table. destruct (windowless_line G _ (table_lines (move G)) inf (search G ab _ (triangular (move G)) inf
      None)
      (Some (search G (alpha_beta false) _ (triangular (move G)) inf None)) bounded) with
      (d := d) (k := O) (p := p) (s := table) as (V & _ & W).
    - apply table_null_search; [apply search_truthful; [apply alpha_beta_sound | exact I]|].
      apply search_keeps_rows; [apply alpha_beta_confirming | exact I | exact I].
    - intros f P. inversion P. apply table_line_search; [apply alpha_beta_confirming | exact I | exact I].
    - split; [exact V | exact W].
  Qed.

  (** Calphabeta: the single array holds the leftmost optimal line (src/algorithm/calphabeta.rs,
      src/pv/single_array.rs). *)
  Theorem calphabeta_line : forall array, shows_the_line G d p (calphabeta G _ (single_array (move G)) inf d 0 p (-
    inf) inf array).
  Proof.
    intros. apply pv_in_pvs; auto using pvs_soft_confirming, pvs_soft_null, minimax_bounded.
    - apply search_truthful; [apply alpha_beta_sound | exact I].
    - apply null_windows_write_nothing; [apply alpha_beta_sound | exact I].
  Qed.

  (** Calphabeta: the triangular table holds it, too (src/algorithm/calphabeta.rs, src/pv/triangular.rs). *)
  Theorem calphabeta_table : forall table, let r := calphabeta G _ (triangular (move G)) inf d 0 p (- inf) inf table in
    fst r = minimax G d p /\ snd r 0%nat = leftmost G d p.
  Proof.
    intros. apply triangular_is_leftmost; auto using pvs_soft_confirming, minimax_bounded.
    - apply search_truthful; [apply alpha_beta_sound | exact I].
    - apply search_keeps_rows; [apply alpha_beta_confirming | exact I | exact I].
  Qed.

  Lemma negascout_sound : forall soft, sound (negascout soft).
  Proof.
    intros soft depth alpha beta score L. simpl. destruct (Nat.leb_spec depth 1); [now right; right|].
    unfold inside. destruct (Z.ltb_spec alpha score), (Z.ltb_spec score beta); simpl; try lia.
  Qed.

  (** NegaScout, fail-hard as printed and fail-soft: the score, with any store (src/algorithm/negascout_hard.rs,
      src/algorithm/negascout_soft.rs). *)
  Theorem negascout_exact : forall soft state (T : store (move G) state) k s,
    fst (search G (negascout soft) state T inf None d k p (- inf) inf s) = minimax G d p.
  Proof. intros. apply search_exact; [apply negascout_sound | exact I | now apply minimax_bounded]. Qed.
End Named.
