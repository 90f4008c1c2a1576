(** Scout, Palphabeta and negamax with a transposition table. *)

From Coq Require Import ZArith List Bool Lia Arith String.
From PvInPvs Require Import Game Search Score Stability Triangular SingleArray PvInPvs Windowless Simulation
  Minimax AnyStore TranspositionTable TableLines TableStores.
Import ListNotations.
Open Scope Z_scope.

(** The searches without a window, and negamax, with a memory. A node has the full window. *)
Notation table_windowless G lines T hit inf M :=
  (windowless_by G (state G lines M) (lifted G lines T M) inf (visit G lines T hit M)).
Notation table_minimax_search G lines T hit inf M :=
  (minimax_by G (state G lines M) (lifted G lines T M) inf (visit G lines T hit M)).

Section Lines.
  Variable G : game.
  Variable inf : Z.
  Hypothesis bounded : forall p, - inf < value G p < inf.
  Variable allowed : position G -> list (move G) -> Prop.
  Hypothesis all_moves : orders G allowed.
  Variable M : memory G.
  Variable fair : content M -> Prop.
  Hypothesis is_honest : honest G allowed M fair.
  Notation state := (state G ((nat -> list (move G)) * (nat -> option (move G))) M).
  Notation T := (lifted G ((nat -> list (move G)) * (nat -> option (move G))) (both G) M).
  Notation searches := (nat -> nat -> position G -> Z -> Z -> state -> Z * state).
  Notation rows := (rows_of G M).
  Notation slots := (array_of G M).
  Variable test : searches.
  Variable plain : option searches.
  Variable A : algorithm.  (* that of the tests and of the plain search *)
  Hypothesis test_good : forall d k p a b s, in_range inf a b -> a + 1 = b -> fair (content_of s) ->
    good G A allowed M fair d k p a b s (test d k p a b s).
  Hypothesis plain_good : forall f, plain = Some f -> forall d k p a b s, in_range inf a b -> fair (content_of s) ->
    good G A allowed M fair d k p a b s (f d k p a b s).

  Definition settled (d k : nat) (p : position G) (s : state) (r : Z * state) : Prop :=
    fst r = minimax G d p /\ fair (content_of (snd r)) /\ incl (cutoffs s) (cutoffs (snd r)) /\
    (forall j, (j < k)%nat -> rows (snd r) j = rows s j) /\ (forall j, (j < k)%nat -> slots (snd r) j = slots s j) /\
    shown G allowed (cutoffs (snd r)) d k p (rows (snd r) k) /\
    (plain = None -> holds G (slots (snd r)) k (rows (snd r) k)).

  Section Node.
    Variables (d k : nat) (p : position G).
    Variable second : position G -> Z -> state -> Z * state.
    Hypothesis second_settled : forall q b s, - inf < b <= inf -> minimax G d q < b -> fair (content_of s) ->
      settled d (S k) q s (second q b s).

    Lemma later_settled : forall ms best s, - inf < best < inf -> fair (content_of s) ->
      let r := later_moves G state T (test d (S k)) second k p ms best s in
      fair (content_of (snd r)) /\ incl (cutoffs s) (cutoffs (snd r)) /\
      (forall j, (j < k)%nat -> rows (snd r) j = rows s j) /\ (forall j, (j < k)%nat -> slots (snd r) j = slots s j) /\
      best <= fst r /\ Forall (fun m => - minimax G d (play G p m) <= fst r) ms /\
      (fst r <= best -> rows (snd r) k = rows s k /\ slots (snd r) = slots s) /\
      (best < fst r -> exists m l, find (fun m => - minimax G d (play G p m) =? fst r) ms = Some m /\
        rows (snd r) k = m :: l /\ shown G allowed (cutoffs (snd r)) d (S k) (play G p m) l /\
        (plain = None -> holds G (slots (snd r)) k (m :: l))).
    Proof.
      induction ms as [|m ms IH]; intros best s B F; cbn [later_moves].
      { cbn [fst snd]. split; [exact F|]. split; [apply incl_refl|]. repeat split; auto; try lia. }
      pose proof (minimax_bounded G inf bounded d (play G p m)) as Bm.
      destruct (test_good d (S k) (play G p m) (- best - 1) (- best) s) as (V & K & C & Rw & _ & Q & _);
        [unfold in_range; lia | lia | exact F|].
      destruct (test d (S k) (play G p m) (- best - 1) (- best) s) as [x s1]. unfold opposite. cbn [fst snd] in *.
      destruct (Q ltac:(lia)) as (Qa & Qc). unfold agrees in V.
      destruct (Z.leb_spec (- x) best) as [L | L].
      - destruct (IH best s1 B K) as (I1 & I2 & I3 & I4 & I5 & I6 & I7 & I8).
        set (r := later_moves _ _ _ _ _ _ _ _ _ _) in *.
        split; [exact I1|]. split; [eapply incl_tran; eassumption|].
        split; [intros j J; rewrite I3 by exact J; apply Rw; lia|]. split; [intros j J; rewrite I4 by exact J;
          congruence|].
        split; [exact I5|]. split; [constructor; [lia | exact I6]|].
        split; [intros E; destruct (I7 E) as (E1 & E2); split; [rewrite E1; apply Rw; lia | congruence]|].
        intros E. destruct (I8 E) as (w & l & Fi & H). exists w, l. split; [|exact H]. cbn [find].
        destruct (Z.eqb_spec (- minimax G d (play G p m)) (fst r)); [lia | exact Fi].
      - change (again T s1) with (again T s1).
        destruct (second_settled (play G p m) (- best) (again T s1)) as (V2 & K2 & C2 & Rw2 & Ar2 & Sh & Ho);
          [lia | lia | exact K|].
        destruct (second (play G p m) (- best) (again T s1)) as [y s2]. cbn [fst snd] in *. subst y.
        change (rows (again T s1)) with (rows s1) in *. change (slots (again T s1)) with (slots s1) in *.
        change (cutoffs (again T s1)) with (cutoffs s1) in *.
        set (s3 := raise T k true m s2).
        assert (R3 : rows s3 = set (rows s2) k (m :: rows s2 (S k))) by reflexivity.
        assert (A3 : slots s3 = set (slots s2) k (Some m)) by reflexivity.
        destruct (IH (- minimax G d (play G p m)) s3 ltac:(lia) K2) as (I1 & I2 & I3 & I4 & I5 & I6 & I7 & I8).
        set (r := later_moves _ _ _ _ _ _ _ _ _ _) in *. change (cutoffs s3) with (cutoffs s2) in *.
        split; [exact I1|]. split; [eapply incl_tran; [exact C | eapply incl_tran; eassumption]|].
        split; [intros j J; rewrite I3, R3, set_other, Rw2 by lia; apply Rw; lia|].
        split; [intros j J; rewrite I4, A3, set_other, Ar2 by lia; congruence|].
        split; [lia|]. split; [constructor; [lia | exact I6]|]. split; [lia|].
        intros _. cbn [find]. destruct (Z.eqb_spec (- minimax G d (play G p m)) (fst r)) as [E | E].
        + destruct (I7 ltac:(lia)) as (E1 & E2). exists m, (rows s2 (S k)). split; [reflexivity|].
          rewrite E1, R3, set_same. split; [reflexivity|]. split; [eapply shown_later; eassumption|].
          intros Na. rewrite E2, A3. cbn [holds]. rewrite set_same. split; [reflexivity|].
          apply holds_set; [lia | now apply Ho].
        + apply I8. lia.
    Qed.
  End Node.

  Lemma exact_in_the_full_window : forall v e, - inf < v < inf -> tells_truth v e -> cuts (- inf) inf e -> score_of e
    = v.
  Proof. intros v e B. unfold tells_truth, cuts. destruct (bound_of e); lia. Qed.

  (** With a table a search without a window returns the value, its row is the leftmost optimal line up to a node that
      the table has cut off, and the single array holds the same line if every second search is the search itself
      (Scout: src/algorithm/scout.rs; Palphabeta, the rows alone: src/algorithm/palphabeta.rs). *)
  Theorem table_windowless_settled : forall d k p s, fair (content_of s) ->
    settled d k p s (table_windowless G _ (both G) (hit_both G) inf M test plain d k p s).
  Proof.
    assert (Lf : forall d k p s, (d = O \/ moves G p = []) -> fair (content_of s) ->
      settled d k p s (value G p, leaf T k true (enter T k true s))).
    { intros d k p s E F. unfold settled. cbn [fst snd].
      split; [destruct E as [-> | E]; [|destruct d; [|cbn [minimax]; rewrite E]]; reflexivity|].
      split; [exact F|]. split; [apply incl_refl|]. split; [intros; apply set_other; lia|].
      split; [intros; apply set_other; lia|].
      change (rows (leaf T k true (enter T k true s)) k) with (set (rows s) k [] k).
      change (slots (leaf T k true (enter T k true s))) with (set (slots s) k None). rewrite set_same.
      cbn [shown holds]. split; [tauto | intros _; apply set_same]. }
    induction d as [|d IH]; intros k p s F; cbn [windowless_by];
      assert (Inf : - inf < inf) by (pose proof (bounded p); lia);
      apply (visit_cases G _ (both G) (hit_both G) allowed M fair is_honest); try assumption.
    1, 3: intros e c Tr Cu Fc; unfold settled; cbn [fst snd];
      (split; [apply exact_in_the_full_window; [apply minimax_bounded; exact bounded | exact Tr | exact Cu]|]);
      (split; [exact Fc|]); (split; [intros x X; now right|]); (split; [intros; apply set_other; lia|]);
      (split; [intros; apply set_other; lia|]);
      match goal with H : fair (content_of ?s0) |- shown _ _ ?cs _ ?k0 _ (rows ?t ?k0) /\ _ =>
        change (rows t k0) with (set (rows s0) k0 [] k0); change (slots t) with (set (slots s0) k0 None) end;
      rewrite set_same; cbn [shown holds]; (split; [right; right; now left | intros _; apply set_same]).
    - intros a' b' ms c Na Fc _. destruct (Lf O k p (with_content G _ M c s) (or_introl eq_refl) Fc) as (V & K & H).
      split; [exact V|]. split; [now apply (stored_value_fair G _ allowed M fair is_honest) | exact H].
    - intros a' b' ms c Na Fc Al. destruct (moves G p) as [|m0 ms0] eqn:Mo.
      + destruct (Lf (S d) k p (with_content G _ M c s) (or_intror Mo) Fc) as (V & K & H).
        split; [exact V|]. split; [now apply (stored_value_fair G _ allowed M fair is_honest) | exact H].
      + assert (Ms : forall m, In m ms <-> In m (moves G p)) by exact (all_moves p ms Al).
        destruct ms as [|m ms]; [exfalso; apply (Ms m0); rewrite Mo; now left|].
        set (s1 := with_content G _ M c (enter T k true s)).
        assert (Er : rows s1 = set (rows s) k []) by reflexivity.
        change (fair c) with (fair (content_of s1)) in Fc.
        destruct (IH (S k) (play G p m) s1 Fc) as (V1 & K1 & C1 & Rw1 & Ar1 & Sh1 & Ho1).
        change (cutoffs s1) with (cutoffs s) in *. change (slots s1) with (slots s) in *. rewrite Er in *.
        destruct (table_windowless G _ (both G) (hit_both G) inf M test plain d (S k) (play G p m) s1) as [x s2].
        cbn [opposite fst snd] in *. subst x.
        set (second := fun q b s => match plain with None => _ | Some f => _ end).
        assert (Sc : forall q b s, - inf < b <= inf -> minimax G d q < b -> fair (content_of s) -> settled d (S k) q s
          (second q b s)).
        { intros q b s' B L F'. unfold second. destruct plain as [f|] eqn:P; [|rewrite <- P; rewrite <- P in IH; apply
          IH; exact F'].
          pose proof (minimax_bounded G inf bounded d q) as Bq.
          destruct (plain_good f eq_refl d (S k) q (- inf) b s' ltac:(unfold in_range; lia) F') as (V & K & C & Rw &
            Ar & _ & Sh).
          assert (E : fst (f d (S k) q (- inf) b s') = minimax G d q) by (unfold agrees in V; lia).
          unfold settled. split; [exact E|]. split; [exact K|]. split; [exact C|]. split; [exact Rw|]. split; [exact
            Ar|].
          split; [apply Sh; lia | congruence]. }
        pose proof (minimax_bounded G inf bounded d (play G p m)) as Bm.
        set (s3 := raise T k true m s2).
        assert (R3 : rows s3 = set (rows s2) k (m :: rows s2 (S k))) by reflexivity.
        assert (A3 : slots s3 = set (slots s2) k (Some m)) by reflexivity.
        destruct (later_settled d k p second Sc ms (- minimax G d (play G p m)) s3 ltac:(lia) K1)
          as (I1 & I2 & I3 & I4 & I5 & I6 & I7 & I8).
        change (cutoffs s3) with (cutoffs s2) in *.
        set (r := later_moves _ _ _ _ _ _ _ _ _ _) in *.
        assert (Fi : exists w l, find (fun m => - minimax G d (play G p m) =? fst r) (m :: ms) = Some w /\
          rows (snd r) k = w :: l /\ shown G allowed (cutoffs (snd r)) d (S k) (play G p w) l /\
          (plain = None -> holds G (slots (snd r)) k (w :: l))).
        { cbn [find]. destruct (Z.eqb_spec (- minimax G d (play G p m)) (fst r)) as [E | E]; [|apply I8; lia].
          destruct (I7 ltac:(lia)) as (E1 & E2). exists m, (rows s2 (S k)). split; [reflexivity|].
          rewrite E1, R3, set_same. split; [reflexivity|]. split; [eapply shown_later; eassumption|].
          intros Na'. rewrite E2, A3. cbn [holds]. rewrite set_same. split; [reflexivity|].
          apply holds_set; [lia | now apply Ho1]. }
        assert (V : fst r = minimax G (S d) p).
        { destruct Fi as (w & l & Fw & _). apply find_some in Fw. destruct Fw as (Win & Wv). apply Z.eqb_eq in Wv.
          destruct (minimax_spec G d p) as (Fo & Ex); [congruence|].
          rewrite Forall_forall in Fo. rewrite Exists_exists in Ex. destruct Ex as (e & Ein & Ev). apply Ms in Ein.
          assert (Fe : - minimax G d (play G p e) <= fst r).
          { destruct Ein as [<- | Ein]; [lia|]. rewrite Forall_forall in I6. now apply I6. }
          apply Ms in Win. specialize (Fo w Win). lia. }
        unfold settled. change (fst (stored G _ M k (S d) p a' b' r)) with (fst r).
        set (s4 := snd (stored G _ M k (S d) p a' b' r)).
        change (rows s4) with (rows (snd r)). change (slots s4) with (slots (snd r)).
        change (cutoffs s4) with (cutoffs (snd r)).
        split; [exact V|]. split; [exact (stored_value_fair G _ allowed M fair is_honest (S d) k p a' b' r V I1)|].
        split; [eapply incl_tran; eassumption|].
        split; [intros j J; rewrite I3, R3, set_other, Rw1 by lia; apply set_other; lia|].
        split; [intros j J; rewrite I4, A3, set_other, Ar1 by lia; reflexivity|].
        destruct Fi as (w & l & Fw & Ro & Sh & Ho). rewrite Ro. split; [|exact Ho].
        cbn [shown]. split; [|exact Sh]. exists (m :: ms). split; [exact Al | now rewrite <- V].
  Qed.
End Lines.

(** ** Negamax *)

Section MinimaxLines.
  Variable G : game.
  Variable inf : Z.
  Hypothesis bounded : forall p, - inf < value G p < inf.
  Variable allowed : position G -> list (move G) -> Prop.
  Hypothesis all_moves : orders G allowed.
  Variable M : memory G.
  Variable fair : content M -> Prop.
  Hypothesis is_honest : honest G allowed M fair.
  Notation state := (state G ((nat -> list (move G)) * (nat -> option (move G))) M).
  Notation T := (lifted G ((nat -> list (move G)) * (nat -> option (move G))) (both G) M).
  Notation rows := (rows_of G M).

  (** With a table negamax returns the value, and its row is the leftmost optimal line up to a node that the table has
      cut off (src/algorithm/minimax.rs). *)
  Theorem table_minimax_row : forall d k p s, fair (content_of s) ->
    let r := table_minimax_search G _ (both G) (hit_both G) inf M d k p s in
    fst r = minimax G d p /\ fair (content_of (snd r)) /\ incl (cutoffs s) (cutoffs (snd r)) /\
    (forall j, (j < k)%nat -> rows (snd r) j = rows s j) /\
    shown G allowed (cutoffs (snd r)) d k p (rows (snd r) k).
  Proof.
    assert (Lf : forall d k p s, (d = O \/ moves G p = []) -> fair (content_of s) ->
      let r := (value G p, leaf T k true (enter T k true s)) in
      fst r = minimax G d p /\ fair (content_of (snd r)) /\ incl (cutoffs s) (cutoffs (snd r)) /\
      (forall j, (j < k)%nat -> rows (snd r) j = rows s j) /\
      shown G allowed (cutoffs (snd r)) d k p (rows (snd r) k)).
    { intros d k p s E F. cbn [fst snd].
      split; [destruct E as [-> | E]; [|destruct d; [|cbn [minimax]; rewrite E]]; reflexivity|].
      split; [exact F|]. split; [apply incl_refl|]. split; [intros; apply set_other; lia|].
      change (rows (leaf T k true (enter T k true s)) k) with (set (rows s) k [] k). rewrite set_same. cbn [shown].
        tauto. }
    induction d as [|d IH]; intros k p s F; cbv zeta; cbn [minimax_by];
      assert (Inf : - inf < inf) by (pose proof (bounded p); lia);
      apply (visit_cases G _ (both G) (hit_both G) allowed M fair is_honest); try assumption.
    1, 3: intros e c Tr Cu Fc; cbn [fst snd];
      (split; [apply (exact_in_the_full_window inf); [apply minimax_bounded; exact bounded | exact Tr | exact Cu]|]);
      (split; [exact Fc|]); (split; [intros x X; now right|]); (split; [intros; apply set_other; lia|]);
      match goal with H : fair (content_of ?s0) |- shown _ _ ?cs _ ?k0 _ (rows ?t ?k0) =>
        change (rows t k0) with (set (rows s0) k0 [] k0) end;
      rewrite set_same; cbn [shown]; right; right; now left.
    - intros a' b' ms c Na Fc _. destruct (Lf O k p (with_content G _ M c s) (or_introl eq_refl) Fc) as (V & K & H).
      split; [exact V|]. split; [now apply (stored_value_fair G _ allowed M fair is_honest) | exact H].
    - intros a' b' ms c Na Fc Al. destruct (moves G p) as [|m0 ms0] eqn:Mo.
      { destruct (Lf (S d) k p (with_content G _ M c s) (or_intror Mo) Fc) as (V & K & H).
        split; [exact V|]. split; [now apply (stored_value_fair G _ allowed M fair is_honest) | exact H]. }
      assert (Ms : forall m, In m ms <-> In m (moves G p)) by exact (all_moves p ms Al).
      assert (Lo : forall ms best s, - inf <= best < inf -> fair (content_of s) ->
        let r := minimax_loop G state T (table_minimax_search G _ (both G) (hit_both G) inf M d (S k)) k p ms best s in
        fair (content_of (snd r)) /\ incl (cutoffs s) (cutoffs (snd r)) /\
        (forall j, (j < k)%nat -> rows (snd r) j = rows s j) /\ best <= fst r /\
        Forall (fun m => - minimax G d (play G p m) <= fst r) ms /\ (fst r <= best -> rows (snd r) k = rows s k) /\
        (best < fst r -> exists m l, find (fun m => - minimax G d (play G p m) =? fst r) ms = Some m /\
          rows (snd r) k = m :: l /\ shown G allowed (cutoffs (snd r)) d (S k) (play G p m) l)).
      { clear - bounded IH. induction ms as [|m ms IHms]; intros best s B F; cbn [minimax_loop].
        { cbn [fst snd]. split; [exact F|]. split; [apply incl_refl|]. repeat split; auto; lia. }
        pose proof (minimax_bounded G inf bounded d (play G p m)) as Bm.
        destruct (IH (S k) (play G p m) s F) as (V & K & C & Rw & Sh).
        destruct (table_minimax_search G _ (both G) (hit_both G) inf M d (S k) (play G p m) s) as [x s1].
        cbn [opposite fst snd] in *. subst x.
        destruct (Z.ltb_spec best (- minimax G d (play G p m))) as [U | U].
        - set (s2 := raise T k true m s1).
          assert (R2 : rows s2 = set (rows s1) k (m :: rows s1 (S k))) by reflexivity.
          destruct (IHms (- minimax G d (play G p m)) s2 ltac:(lia) K) as (I1 & I2 & I3 & I4 & I5 & I6 & I7).
          set (r := minimax_loop _ _ _ _ _ _ _ _ _) in *. change (cutoffs s2) with (cutoffs s1) in *.
          split; [exact I1|]. split; [eapply incl_tran; eassumption|].
          split; [intros j J; rewrite I3, R2, set_other by lia; apply Rw; lia|]. split; [lia|].
          split; [constructor; [lia | exact I5]|]. split; [lia|]. intros _. cbn [find].
          destruct (Z.eqb_spec (- minimax G d (play G p m)) (fst r)) as [E | E]; [|apply I7; lia].
          exists m, (rows s1 (S k)). split; [reflexivity|]. rewrite I6, R2, set_same by lia. split; [reflexivity|].
          eapply shown_later; eassumption.
        - destruct (IHms best s1 B K) as (I1 & I2 & I3 & I4 & I5 & I6 & I7).
          set (r := minimax_loop _ _ _ _ _ _ _ _ _) in *.
          split; [exact I1|]. split; [eapply incl_tran; eassumption|].
          split; [intros j J; rewrite I3 by exact J; apply Rw; lia|]. split; [exact I4|].
          split; [constructor; [lia | exact I5]|]. split; [intros E; rewrite I6 by exact E; apply Rw; lia|].
          intros E. cbn [find]. destruct (Z.eqb_spec (- minimax G d (play G p m)) (fst r)); [lia | now apply I7]. }
      set (s1 := with_content G _ M c (enter T k true s)).
      assert (Er : rows s1 = set (rows s) k []) by reflexivity.
      destruct (Lo ms (- inf) s1 ltac:(lia) Fc) as (I1 & I2 & I3 & I4 & I5 & I6 & I7).
      change (cutoffs s1) with (cutoffs s) in *. set (r := minimax_loop _ _ _ _ _ _ _ _ _) in *.
      destruct (minimax_spec G d p) as (Fo & Ex); [congruence|].
      rewrite Forall_forall in Fo, I5. rewrite Exists_exists in Ex. destruct Ex as (e & Ein & Ev). apply Ms in Ein.
      specialize (I5 e Ein). pose proof (minimax_bounded G inf bounded d (play G p e)) as Be.
      destruct I7 as (w & l & Fw & Ro & Sh); [lia|]. pose proof (find_some _ _ Fw) as (Win & Wv). apply Z.eqb_eq in Wv.
      apply Ms in Win. specialize (Fo w Win). assert (V : fst r = minimax G (S d) p) by lia.
      change (fst (stored G _ M k (S d) p a' b' r)) with (fst r).
      set (s4 := snd (stored G _ M k (S d) p a' b' r)).
      change (rows s4) with (rows (snd r)). change (cutoffs s4) with (cutoffs (snd r)).
      split; [exact V|]. split; [exact (stored_value_fair G _ allowed M fair is_honest (S d) k p a' b' r V I1)|].
      split; [exact I2|]. split; [intros j J; rewrite I3, Er by exact J; apply set_other; lia|].
      rewrite Ro. cbn [shown]. split; [|exact Sh]. exists ms. split; [exact Al | now rewrite <- V].
  Qed.
End MinimaxLines.

(** ** With any store, and with both at once *)

Section Cells.
  Variable G : game.
  Variable inf : Z.
  Hypothesis bounded : forall p, - inf < value G p < inf.
  Variable allowed : position G -> list (move G) -> Prop.
  Hypothesis all_moves : orders G allowed.
  Variable M : memory G.
  Variable fair : content M -> Prop.
  Hypothesis is_honest : honest G allowed M fair.

  Definition table_scout : table_searcher G M := fun _ T d p _ _ s =>
    scored G (table_windowless G _ T (leaf T) inf M (table_zws G _ T (leaf T) M) None d 0 p s).
  Definition table_palphabeta : table_searcher G M := fun _ T d p _ _ s =>
    scored G (table_windowless G _ T (leaf T) inf M (table_search G (alpha_beta true) _ T (leaf T) inf M None)
      (Some (table_search G (alpha_beta false) _ T (leaf T) inf M None)) d 0 p s).
  Definition table_minimax : table_searcher G M := fun _ T d p _ _ s =>
    scored G (table_minimax_search G _ T (leaf T) inf M d 0 p s).

  Lemma full_window : forall lines1 lines2 (T1 : store (move G) lines1) (T2 : store (move G) lines2) R N P,
    cuts_only G M P -> events_related G _ _ T1 T2 R 0 N -> position G ->
    nodes_related G _ _ (lifted G lines1 T1 M) (lifted G lines2 T2 M) (together G M lines1 lines2 R P) 0 N
      (visit G lines1 T1 (leaf T1) M) (visit G lines2 T2 (leaf T2) M) true (- inf) inf.
  Proof.
    intros lines1 lines2 T1 T2 R N P W E p. apply visit_same; [exact E | exact W | pose proof (bounded p); lia].
  Qed.

  (** Scout does not read its store of lines (src/algorithm/scout.rs). *)
  Theorem table_scout_blind : table_blind G M table_scout.
  Proof.
    intros lines1 lines2 T1 T2 R N P W E d p a b s t D H. unfold table_scout. apply scored_same.
    apply (windowless_by_same G _ _ _ _ inf _ 0 N (together_events G M _ _ T1 T2 R 0 N E P) _ _
      (full_window _ _ _ _ _ _ _ W E p) _ _ None None); [|exact I | lia | exact H].
    exact (table_zws_same G M _ _ T1 T2 R 0 N E P W).
  Qed.

  (** Nor does Palphabeta (src/algorithm/palphabeta.rs). *)
  Theorem table_palphabeta_blind : table_blind G M table_palphabeta.
  Proof.
    intros lines1 lines2 T1 T2 R N P W E d p a b s t D H. unfold table_palphabeta. apply scored_same.
    apply (windowless_by_same G _ _ _ _ inf _ 0 N (together_events G M _ _ T1 T2 R 0 N E P) _ _
      (full_window _ _ _ _ _ _ _ W E p) _ _ (Some _) (Some _)); [| | lia | exact H];
      exact (table_search_same G M inf _ _ T1 T2 R 0 N E P W _ None None I).
  Qed.

  (** Nor does negamax (src/algorithm/minimax.rs). *)
  Theorem table_minimax_blind : table_blind G M table_minimax.
  Proof.
    intros lines1 lines2 T1 T2 R N P W E d p a b s t D H. unfold table_minimax. apply scored_same.
    apply (minimax_by_same G _ _ _ _ inf _ 0 N (together_events G M _ _ T1 T2 R 0 N E P) _ _
      (full_window _ _ _ _ _ _ _ W E p)); [lia | exact H].
  Qed.

  Lemma scout_both : both_good G inf allowed M fair True table_scout.
  Proof.
    intros d p a b s _ _ F. unfold table_scout, scored. cbn [fst snd].
    destruct (table_windowless_settled G inf bounded allowed all_moves M fair is_honest
      (table_zws G _ (both G) (hit_both G) M) None pvs_hard)
      with (d := d) (k := O) (p := p) (s := s) as (V & K & _ & _ & _ & Sh & Ho); try assumption.
    - intros. eapply table_zws_good; eassumption.
    - discriminate.
    - split; [exact K|]. split; [apply agrees_of_eq; symmetry; exact V|]. auto.
  Qed.

  Lemma palphabeta_both : both_good G inf allowed M fair False table_palphabeta.
  Proof.
    intros d p a b s _ _ F. unfold table_palphabeta, scored. cbn [fst snd].
    assert (Ab : forall soft d k q a b s, in_range inf a b -> fair (content_of s) ->
      good G (alpha_beta false) allowed M fair d k q a b s
        (table_search G (alpha_beta soft) _ (both G) (hit_both G) inf M None d k q a b s)).
    { intros soft d' k' q a' b' s' R' F'.
      destruct (table_lines_good G (alpha_beta soft) inf allowed all_moves M fair is_honest
        (alpha_beta_confirming soft) None ltac:(discriminate) d' k' q a' b' s' R' F')
        as (V1 & V2 & V3 & V4 & V5 & V6 & V7).
      unfold good. do 6 (split; [assumption|]). intros J. split; [now apply V7|].
      intros Na. exfalso. specialize (Na O). discriminate. }
    destruct (table_windowless_settled G inf bounded allowed all_moves M fair is_honest
      (table_search G (alpha_beta true) _ (both G) (hit_both G) inf M None)
      (Some (table_search G (alpha_beta false) _ (both G) (hit_both G) inf M None)) (alpha_beta false))
      with (d := d) (k := O) (p := p) (s := s) as (V & K & _ & _ & _ & Sh & _); try assumption.
    - intros. now apply Ab.
    - intros f Eq. injection Eq as <-. intros. now apply Ab.
    - split; [exact K|]. split; [apply agrees_of_eq; symmetry; exact V|]. intros _. split; [exact Sh | contradiction].
  Qed.

  Lemma minimax_both : both_good G inf allowed M fair False table_minimax.
  Proof.
    intros d p a b s _ _ F. unfold table_minimax, scored. cbn [fst snd].
    destruct (table_minimax_row G inf bounded allowed all_moves M fair is_honest d 0 p s F) as (V & K & _ & _ & Sh).
    split; [exact K|]. split; [apply agrees_of_eq; symmetry; exact V|]. intros _. split; [exact Sh | contradiction].
  Qed.
End Cells.
