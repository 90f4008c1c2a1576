(** Root moves of their own with a transposition table: Belle's root, and the null window for the last move. *)

From Coq Require Import ZArith List Bool Lia Arith String.
From PvInPvs Require Import Game Search Score Stability Triangular SingleArray PvInPvs Windowless Simulation
  Root AnyStore TranspositionTable TableLines TableStores.
Import ListNotations.
Open Scope Z_scope.

Section Node.
  Variable G : game.
  Variable inf : Z.
  Variable allowed : position G -> list (move G) -> Prop.
  Variable M : memory G.
  Variable fair : content M -> Prop.
  Notation state := (state G ((nat -> list (move G)) * (nat -> option (move G))) M).
  Notation T := (lifted G ((nat -> list (move G)) * (nat -> option (move G))) (both G) M).
  Notation rows := (rows_of G M).
  Notation slots := (array_of G M).
  Variable na : Prop.  (* does the single array count, too? *)
  Variable child : position G -> Z -> Z -> state -> Z * state.
  Variables d k : nat.
  Variable p : position G.
  Variable beta : Z.
  Notation worth m := (- minimax G d (play G p m)).

  (** What is before ply [k] stays. *)
  Definition before (s t : state) : Prop :=
    (forall j, (j < k)%nat -> rows t j = rows s j) /\ (forall j, (j < k)%nat -> slots t j = slots s j) /\
    incl (cutoffs s) (cutoffs t).
  (** What is shown at ply [k] stays. *)
  Definition stays (s t : state) : Prop :=
    rows t k = rows s k /\ (na -> slots t = slots s) /\ incl (cutoffs s) (cutoffs t).
  (** The line of a child is there. *)
  Definition ready (q : position G) (s : state) : Prop :=
    shown G allowed (cutoffs s) d (S k) q (rows s (S k)) /\ (na -> holds G (slots s) (S k) (rows s (S k))).
  (** The line of the node begins with this move. *)
  Definition has (m : move G) (s : state) : Prop := exists l, rows s k = m :: l /\
    shown G allowed (cutoffs s) d (S k) (play G p m) l /\ (na -> holds G (slots s) k (m :: l)).

  Lemma before_refl : forall s, before s s.
  Proof. intros s. repeat split; auto using incl_refl. Qed.
  Lemma before_trans : forall s t u, before s t -> before t u -> before s u.
  Proof.
    intros s t u (R & A & C) (R' & A' & C'). repeat split; try (eapply incl_tran; eassumption); intros j J;
      [now rewrite R', R | now rewrite A', A].
  Qed.
  Lemma stays_refl : forall s, stays s s.
  Proof. intros s. repeat split; auto using incl_refl. Qed.
  Lemma stays_trans : forall s t u, stays s t -> stays t u -> stays s u.
  Proof.
    intros s t u (R & A & C) (R' & A' & C'). repeat split; try (eapply incl_tran; eassumption); [congruence|].
    intros N. rewrite A', A; auto.
  Qed.
  Lemma stays_has : forall m s t, stays s t -> has m s -> has m t.
  Proof.
    intros m s t (R & A & C) (l & E & Sh & Ho). exists l. rewrite R. split; [exact E|].
    split; [eapply shown_later; eassumption|]. intros N. rewrite A by exact N. now apply Ho.
  Qed.
  Lemma raise_before : forall m s, before s (raise T k true m s).
  Proof.
    intros m s. split; [|split; [|apply incl_refl]]; intros j J.
    - change (set (rows s) k (m :: rows s (S k)) j = rows s j). apply set_other. lia.
    - change (set (slots s) k (Some m) j = slots s j). apply set_other. lia.
  Qed.
  Lemma raise_has : forall m s, ready (play G p m) s -> has m (raise T k true m s).
  Proof.
    intros m s (Sh & Ho). exists (rows s (S k)).
    change (rows (raise T k true m s) k) with (set (rows s) k (m :: rows s (S k)) k).
    change (slots (raise T k true m s)) with (set (slots s) k (Some m)).
    rewrite set_same. split; [reflexivity|]. split; [exact Sh|]. intros N. cbn [holds]. rewrite set_same.
    split; [reflexivity|]. apply holds_set; [lia | now apply Ho].
  Qed.

  Hypothesis child_ok : forall q a b s, in_range inf a b -> fair (content_of s) -> let r := child q a b s in
    agrees a b (minimax G d q) (fst r) /\ fair (content_of (snd r)) /\ before s (snd r) /\
    (a < fst r < b -> ready q (snd r)).

  (** The loop has settled the moves [ms] over the bound [low]. *)
  Definition root_settled (ms : list (move G)) (low : Z) (quiet : Prop) (s : state) (r : Z * option (move G) * state) :
    Prop :=
    let score := fst (fst r) in
    fair (content_of (snd r)) /\ before s (snd r) /\
    match snd (fst r) with
    | None =>
        (score <= low -> Forall (fun m => worth m <= score) ms /\ (quiet -> stays s (snd r))) /\
        (low < score < beta -> Forall (fun m => worth m <= score) ms /\ exists m,
           find (fun m => worth m =? score) ms = Some m /\ has m (snd r)) /\
        (beta <= score -> Exists (fun m => score <= worth m) ms)
    | Some m =>
        low < score < beta /\ score <= worth m /\ Forall (fun x => worth x <= worth m) ms /\
        find (fun x => worth x =? worth m) ms = Some m
    end.

  Section Belle.
    Hypothesis child_stays : forall q a b s, in_range inf a b -> a + 1 = b -> fair (content_of s) ->
      stays s (snd (child q a b s)).

    (** A null window over alpha. *)
    Lemma root_test : forall q alpha s, in_range inf alpha beta -> fair (content_of s) ->
      let r := child q (- alpha - 1) (- alpha) s in
      (- fst r <= alpha -> - minimax G d q <= - fst r) /\ (alpha < - fst r -> - fst r <= - minimax G d q) /\
      stays s (snd r) /\ before s (snd r) /\ fair (content_of (snd r)).
    Proof.
      intros q alpha s R F. unfold in_range in R.
      destruct (child_ok q (- alpha - 1) (- alpha) s ltac:(unfold in_range; lia) F) as (A & K & B & _).
      pose proof (child_stays q (- alpha - 1) (- alpha) s ltac:(unfold in_range; lia) ltac:(lia) F) as S.
      cbv zeta. unfold agrees in A. split; [lia|]. split; [lia|]. split; [exact S|]. split; [exact B | exact K].
    Qed.

    Definition pending_ok (pending : option (move G * Z)) (alpha best : Z) : Prop :=
      match pending with
      | None => best <= alpha
      | Some (m, low) => - inf <= low < alpha /\ best = alpha /\ alpha <= worth m
      end.
    Definition low_of (pending : option (move G * Z)) (alpha : Z) : Z :=
      match pending with None => alpha | Some (_, low) => low end.
    Definition all_of (pending : option (move G * Z)) (ms : list (move G)) : list (move G) :=
      match pending with None => ms | Some (m, _) => m :: ms end.

    Lemma belle_with_table : forall ms first pending alpha best s, in_range inf alpha beta ->
      pending_ok pending alpha best -> (first = true -> pending = None) -> fair (content_of s) ->
      let r := belle_loop G state T child k p true beta ms first pending alpha best s in
      best <= fst (fst r) /\ root_settled (all_of pending ms) (low_of pending alpha) (first = false) s r.
    Proof.
      unfold root_settled. induction ms as [|m ms IH]; intros first pending alpha best s R P F Fa; cbn [belle_loop].
      { unfold in_range in R. cbn [fst snd]. split; [lia|]. split; [exact Fa|]. split; [apply before_refl|].
        destruct pending as [[m low]|]; cbn [option_map fst snd all_of low_of pending_ok] in *.
        - split; [lia|]. split; [lia|]. split; [repeat constructor; lia|]. cbn [find]. now rewrite Z.eqb_refl.
        - split; [intros; split; [constructor | intros; apply stays_refl]|]. split; [lia|]. intros. lia. }
      destruct first.
      { (* the first move *)
        rewrite F in * by reflexivity. clear pending F. cbn [all_of low_of pending_ok] in *. unfold in_range in R.
        destruct (child_ok (play G p m) (- beta) (- alpha) s ltac:(unfold in_range; lia) Fa) as (A & Fc & Hb & Li).
        destruct (child (play G p m) (- beta) (- alpha) s) as [c s1]. cbn [opposite fst snd] in *. unfold agrees in A.
        replace (if (alpha <? - c) && (- c <? beta) then @None (move G * Z) else None) with (@None (move G * Z))
          by now destruct (_ && _).
        destruct (Z.leb_spec beta (- c)) as [B | B]; [|destruct (Z.ltb_spec alpha (- c)) as [U | U]].
        - cbn [fst snd]. split; [lia|]. split; [exact Fc|]. split; [exact Hb|].
          split; [lia|]. split; [lia|]. intros _. left. lia.
        - replace (Z.max best (- c)) with (- c) by lia.
          destruct (IH false None (- c) (- c) (raise T k true m s1) ltac:(unfold in_range; lia)) as (I0 & If & I1 & I2);
            [simpl; lia | discriminate | exact Fc|].
          cbn [all_of low_of] in *. set (r := belle_loop _ _ _ _ _ _ _ _ _ _ _ _ _ _) in *. split; [lia|].
          split; [exact If|].
          split. { eapply before_trans; [exact Hb|]. eapply before_trans; [apply raise_before | exact I1]. }
          destruct (snd (fst r)) as [w|].
          + destruct I2 as (I2 & I3 & I4 & I5). split; [lia|]. split; [lia|]. split; [constructor; [lia | exact I4]|].
            cbn [find]. destruct (Z.eqb_spec (worth m) (worth w)); [lia | exact I5].
          + destruct I2 as (I2 & I3 & I4). split; [lia|]. split; intros.
            * split; [constructor; [lia|]; destruct (Z.eq_dec (fst (fst r)) (- c)); [apply I2 | apply I3]; lia|].
              cbn [find]. destruct (Z.eqb_spec (worth m) (fst (fst r))) as [E | E].
              -- exists m. split; [reflexivity|]. eapply stays_has; [|apply raise_has; apply Li; lia].
                 apply I2; [lia | reflexivity].
              -- apply I3. lia.
            * right. apply I4. lia.
        - destruct (IH false None alpha (Z.max best (- c)) s1 ltac:(unfold in_range; lia)) as (I0 & If & I1 & I2);
            [simpl; lia | discriminate | exact Fc|].
          cbn [all_of low_of] in *. set (r := belle_loop _ _ _ _ _ _ _ _ _ _ _ _ _ _) in *. split; [lia|].
          split; [exact If|]. split. { eapply before_trans; [exact Hb | exact I1]. }
          destruct (snd (fst r)) as [w|].
          + destruct I2 as (I2 & I3 & I4 & I5). split; [lia|]. split; [lia|]. split; [constructor; [lia | exact I4]|].
            cbn [find]. destruct (Z.eqb_spec (worth m) (worth w)); [lia | exact I5].
          + destruct I2 as (I2 & I3 & I4). split; [|split]; intros.
            * split; [constructor; [lia | apply I2; lia] | discriminate].
            * split; [constructor; [lia | apply I3; lia]|]. cbn [find].
              destruct (Z.eqb_spec (worth m) (fst (fst r))) as [E | E]; [lia | apply I3; lia].
            * right. apply I4. lia. }
      (* a later move: first its null window *)
      destruct (root_test (play G p m) alpha s R Fa) as (N1 & N2 & K & Hb & Fc).
      destruct (child (play G p m) (- alpha - 1) (- alpha) s) as [c s1]. cbn [opposite fst snd] in *.
      unfold in_range in R. clear F.
      destruct pending as [[m1 low]|]; cbn [all_of low_of pending_ok] in *.
      2: { (* no move is pending *)
        replace (if (alpha <? - c) && (- c <? beta) then @None (move G * Z) else None) with (@None (move G * Z))
          by now destruct (_ && _).
        destruct (Z.leb_spec beta (- c)) as [B | B]; [|destruct (Z.ltb_spec alpha (- c)) as [U | U]].
        - cbn [fst snd]. split; [lia|]. split; [exact Fc|]. split; [exact Hb|].
          split; [lia|]. split; [lia|]. intros _. left. lia.
        - replace (Z.max best (- c)) with (- c) by lia.
          destruct (IH false (Some (m, alpha)) (- c) (- c) s1 ltac:(unfold in_range; lia)) as (I0 & If & I1 & I2);
            [simpl; lia | discriminate | exact Fc|].
          cbn [all_of low_of] in *. set (r := belle_loop _ _ _ _ _ _ _ _ _ _ _ _ _ _) in *. split; [lia|].
          split; [exact If|]. split. { eapply before_trans; [exact Hb | exact I1]. }
          destruct (snd (fst r)) as [w|]; [exact I2|]. destruct I2 as (I2 & I3 & I4). split; [lia|]. split; assumption.
        - destruct (IH false None alpha (Z.max best (- c)) s1 ltac:(unfold in_range; lia)) as (I0 & If & I1 & I2);
            [simpl; lia | discriminate | exact Fc|].
          cbn [all_of low_of] in *. set (r := belle_loop _ _ _ _ _ _ _ _ _ _ _ _ _ _) in *. split; [lia|].
          split; [exact If|]. split. { eapply before_trans; [exact Hb | exact I1]. }
          destruct (snd (fst r)) as [w|].
          + destruct I2 as (I2 & I3 & I4 & I5). split; [lia|]. split; [lia|]. split; [constructor; [lia | exact I4]|].
            cbn [find]. destruct (Z.eqb_spec (worth m) (worth w)); [lia | exact I5].
          + destruct I2 as (I2 & I3 & I4). split; [|split]; intros.
            * split; [constructor; [lia | apply I2; lia]|]. intros _. eapply stays_trans; [exact K | now apply I2].
            * split; [constructor; [lia | apply I3; lia]|]. cbn [find].
              destruct (Z.eqb_spec (worth m) (fst (fst r))) as [E | E]; [lia | apply I3; lia].
            * right. apply I4. lia. }
      (* the move m1 is pending *)
      destruct P as (Pl & -> & Pm).
      destruct (Z.ltb_spec alpha (- c)) as [U | U]; [destruct (Z.ltb_spec (- c) beta) as [W | W]|]; cbn [andb].
      - (* a second move fails high: m1 is searched again *)
        assert (Fg : fair (content_of (again T s1))) by exact Fc.
        assert (Hg : before s (again T s1)) by exact Hb.
        revert Fg Hg. generalize (again T s1). intros g Fg Hg.
        destruct (child_ok (play G p m1) (- beta) (- low) g ltac:(unfold in_range; lia) Fg) as (A & F2 & Hb1 & Li).
        destruct (child (play G p m1) (- beta) (- low) g) as [y s2]. cbn [opposite fst snd] in *. unfold agrees in A.
        pose proof (before_trans _ _ _ Hg Hb1) as Hb2.
        destruct (Z.leb_spec beta (- y)) as [B | B].
        { cbn [fst snd]. split; [lia|]. split; [exact F2|]. split; [exact Hb2|].
          split; [lia|]. split; [lia|]. intros _. left. lia. }
        assert (Y : - y = worth m1) by lia. specialize (Li ltac:(lia)).
        pose proof (raise_has m1 s2 Li) as Sh.
        pose proof (before_trans _ _ _ Hb2 (raise_before m1 s2)) as Hb3.
        assert (F3 : fair (content_of (raise T k true m1 s2))) by exact F2.
        revert Sh Hb3 F3. generalize (raise T k true m1 s2). intros s3 Sh Hb3 F3.
        set (t := if - c <=? - y then _ else _).
        assert (Ht : (fst t <= - y -> worth m <= fst t) /\ (- y < fst t -> fst t <= worth m) /\ stays s3 (snd t) /\
          before s3 (snd t) /\ fair (content_of (snd t))).
        { unfold t. destruct (Z.leb_spec (- c) (- y)).
          - pose proof (root_test (play G p m) (- y) (again T s3) ltac:(unfold in_range; lia) F3) as Q.
            destruct (child (play G p m) (- - y - 1) (- - y) (again T s3)). exact Q.
          - cbn [fst snd]. split; [lia|]. split; [lia|]. split; [apply stays_refl|].
            split; [apply before_refl | exact F3]. }
        destruct t as [x s4]. cbn [fst snd] in *. destruct Ht as (T1 & T2 & Kt & Bt & F4).
        pose proof (before_trans _ _ _ Hb3 Bt) as Hb4.
        pose proof (stays_has _ _ _ Kt Sh) as Sh4.
        destruct (Z.leb_spec beta x) as [B2 | B2]; [|destruct (Z.ltb_spec (- y) x) as [U2 | U2]].
        + cbn [fst snd]. split; [lia|]. split; [exact F4|]. split; [exact Hb4|].
          split; [lia|]. split; [lia|]. intros _. right. left. lia.
        + replace (Z.max (- y) x) with x by lia.
          destruct (IH false (Some (m, - y)) x x s4 ltac:(unfold in_range; lia)) as (I0 & If & I1 & I2);
            [simpl; lia | discriminate | exact F4|].
          cbn [all_of low_of] in *. set (r := belle_loop _ _ _ _ _ _ _ _ _ _ _ _ _ _) in *. split; [lia|].
          split; [exact If|]. split. { eapply before_trans; [exact Hb4 | exact I1]. }
          destruct (snd (fst r)) as [w|].
          * destruct I2 as (I2 & I3 & I4 & I5). split; [lia|]. split; [exact I3|].
            split; [constructor; [lia | exact I4]|].
            rewrite <- I5. cbn [find]. destruct (Z.eqb_spec (worth m1) (worth w)); [lia | reflexivity].
          * destruct I2 as (I2 & I3 & I4). split; [lia|]. split; intros.
            -- destruct I3 as (I5 & w & I6 & I7); [lia|]. split; [constructor; [lia | exact I5]|].
               exists w. split; [|exact I7]. rewrite <- I6. cbn [find].
               destruct (Z.eqb_spec (worth m1) (fst (fst r))); [lia | reflexivity].
            -- right. now apply I4.
        + replace (Z.max (- y) x) with (- y) by lia.
          destruct (IH false None (- y) (- y) s4 ltac:(unfold in_range; lia)) as (I0 & If & I1 & I2);
            [simpl; lia | discriminate | exact F4|].
          cbn [all_of low_of] in *. set (r := belle_loop _ _ _ _ _ _ _ _ _ _ _ _ _ _) in *. split; [lia|].
          split; [exact If|]. split. { eapply before_trans; [exact Hb4 | exact I1]. }
          destruct (snd (fst r)) as [w|].
          * destruct I2 as (I2 & I3 & I4 & I5). split; [lia|]. split; [exact I3|].
            split; [constructor; [lia | constructor; [lia | exact I4]]|].
            cbn [find]. destruct (Z.eqb_spec (worth m1) (worth w)); [lia|].
            destruct (Z.eqb_spec (worth m) (worth w)); [lia | exact I5].
          * destruct I2 as (I2 & I3 & I4). split; [lia|]. split; intros.
            -- assert (Fm : Forall (fun m => worth m <= fst (fst r)) ms).
               { destruct (Z.eq_dec (fst (fst r)) (- y)); [apply I2 | apply I3]; lia. }
               split; [constructor; [lia | constructor; [lia | exact Fm]]|].
               cbn [find]. destruct (Z.eqb_spec (worth m1) (fst (fst r))) as [E | E].
               ++ exists m1. split; [reflexivity|]. eapply stays_has; [|exact Sh4]. apply I2; [lia | reflexivity].
               ++ destruct (Z.eqb_spec (worth m) (fst (fst r))); [lia|]. apply I3. lia.
            -- right. right. now apply I4.
      - (* a cutoff by the second move *)
        destruct (Z.leb_spec beta (- c)); [|lia]. cbn [fst snd]. split; [lia|]. split; [exact Fc|]. split; [exact Hb|].
        split; [lia|]. split; [lia|]. intros _. right. left. lia.
      - (* it fails low *)
        destruct (Z.leb_spec beta (- c)); [lia|]. replace (Z.max alpha (- c)) with alpha by lia.
        destruct (IH false (Some (m1, low)) alpha alpha s1 ltac:(unfold in_range; lia)) as (I0 & If & I1 & I2);
          [simpl; lia | discriminate | exact Fc|].
        cbn [all_of low_of] in *. set (r := belle_loop _ _ _ _ _ _ _ _ _ _ _ _ _ _) in *. split; [lia|].
        split; [exact If|]. split. { eapply before_trans; [exact Hb | exact I1]. }
        destruct (snd (fst r)) as [w|].
        + destruct I2 as (I2 & I3 & I4 & I5). apply Forall_cons_iff in I4. destruct I4 as (I4 & I6).
          split; [lia|]. split; [exact I3|]. split; [constructor; [exact I4 | constructor; [lia | exact I6]]|].
          cbn [find] in *. destruct (Z.eqb_spec (worth m1) (worth w)); [exact I5|].
          destruct (Z.eqb_spec (worth m) (worth w)); [lia | exact I5].
        + destruct I2 as (I2 & I3 & I4). split; [lia|]. split; intros.
          * destruct I3 as (I5 & w & I6 & I7); [lia|]. apply Forall_cons_iff in I5. destruct I5 as (I5 & I8).
            split; [constructor; [exact I5 | constructor; [lia | exact I8]]|].
            exists w. split; [|exact I7]. cbn [find] in *. destruct (Z.eqb_spec (worth m1) (fst (fst r))); [exact I6|].
            destruct (Z.eqb_spec (worth m) (fst (fst r))); [lia | exact I6].
          * specialize (I4 ltac:(lia)). inversion I4; subst; [left; assumption | right; right; assumption].
    Qed.
  End Belle.

  Section LastMove.
    Hypothesis child_stays : forall q a b s, in_range inf a b -> fair (content_of s) -> stays s (snd (child q a b s)).

    Lemma last_move_with_memory : forall ms first alpha s, in_range inf alpha beta -> fair (content_of s) ->
      let r := last_move_loop G state T child k p true beta ms first alpha s in
      alpha <= fst (fst r) /\ root_settled ms alpha True s r.
    Proof.
      unfold root_settled. induction ms as [|m ms IH]; intros first alpha s R F; cbn [last_move_loop].
      { unfold in_range in R. cbn [fst snd]. split; [lia|]. split; [exact F|]. split; [apply before_refl|].
        split; [intros; split; [constructor | intros; apply stays_refl]|]. split; [lia | intros; lia]. }
      set (is_last := negb first && match ms with [] => true | _ => false end).
      set (c := if is_last then _ else _).
      assert (Hc : (is_last = true -> agrees (- alpha - 1) (- alpha) (minimax G d (play G p m)) (fst c)) /\
        (is_last = false -> agrees (- beta) (- alpha) (minimax G d (play G p m)) (fst c) /\
           (- beta < fst c < - alpha -> ready (play G p m) (snd c))) /\
        fair (content_of (snd c)) /\ before s (snd c) /\ stays s (snd c)).
      { unfold in_range in *. unfold c. destruct is_last.
        - destruct (child_ok (play G p m) (- alpha - 1) (- alpha) s ltac:(unfold in_range; lia) F) as (A & Fc & B & _).
          split; [auto|]. split; [discriminate|]. split; [exact Fc|]. split; [exact B|].
          apply child_stays; [unfold in_range; lia | exact F].
        - destruct (child_ok (play G p m) (- beta) (- alpha) s ltac:(unfold in_range; lia) F) as (A & Fc & B & H).
          split; [discriminate|]. split; [auto|]. split; [exact Fc|]. split; [exact B|].
          apply child_stays; [unfold in_range; lia | exact F]. }
      destruct c as [c s1]. cbn [opposite fst snd] in *. destruct Hc as (Hn & Ho & Fc & Hb & Hk).
      destruct is_last eqn:IL; cbn [andb].
      - destruct first; [discriminate|]. destruct ms as [|]; [|discriminate]. specialize (Hn eq_refl).
        unfold agrees, in_range in *.
        destruct (Z.ltb_spec alpha (- c)) as [U | U]; [destruct (Z.ltb_spec (- c) beta) as [W | W]|]; cbn [andb].
        + cbn [fst snd]. split; [lia|]. split; [exact Fc|]. split; [exact Hb|]. split; [lia|]. split; [lia|].
          split; [repeat constructor; lia|]. cbn [find]. now rewrite Z.eqb_refl.
        + destruct (Z.leb_spec beta (- c)); [|lia]. cbn [fst snd]. split; [lia|]. split; [exact Fc|]. split; [exact
          Hb|].
          split; [lia|]. split; [lia|]. intros _. left. lia.
        + destruct (Z.leb_spec beta (- c)); [lia|]. cbn [last_move_loop fst snd]. split; [lia|]. split; [exact Fc|].
          split; [exact Hb|]. split; [intros _; split; [repeat constructor; lia | intros _; exact Hk]|]. split;
            intros; lia.
      - specialize (Ho eq_refl). destruct Ho as (A & Li). unfold agrees, in_range in *.
        destruct (Z.leb_spec beta (- c)) as [B | B]; [|destruct (Z.ltb_spec alpha (- c)) as [U | U]].
        + cbn [fst snd]. split; [lia|]. split; [exact Fc|]. split; [exact Hb|]. split; [lia|]. split; [lia|].
          intros _. left. lia.
        + destruct (IH false (- c) (raise T k true m s1) ltac:(unfold in_range; lia) Fc) as (I0 & If & I1 & I2).
          set (r := last_move_loop _ _ _ _ _ _ _ _ _ _ _ _) in *. split; [lia|]. split; [exact If|].
          split. { eapply before_trans; [exact Hb|]. eapply before_trans; [apply raise_before | exact I1]. }
          destruct (snd (fst r)) as [w|].
          * destruct I2 as (I2 & I3 & I4 & I5). split; [lia|]. split; [lia|]. split; [constructor; [lia | exact I4]|].
            cbn [find]. destruct (Z.eqb_spec (worth m) (worth w)); [lia | exact I5].
          * destruct I2 as (I2 & I3 & I4). split; [lia|]. split; intros.
            -- split; [constructor; [lia|]; destruct (Z.eq_dec (fst (fst r)) (- c)); [apply I2 | apply I3]; lia|].
               cbn [find]. destruct (Z.eqb_spec (worth m) (fst (fst r))) as [E | E].
               ++ exists m. split; [reflexivity|]. eapply stays_has; [|apply raise_has; apply Li; lia].
                  apply I2; [lia | exact I].
               ++ apply I3. lia.
            -- right. apply I4. lia.
        + destruct (IH false alpha s1 ltac:(unfold in_range; lia) Fc) as (I0 & If & I1 & I2).
          set (r := last_move_loop _ _ _ _ _ _ _ _ _ _ _ _) in *. split; [lia|]. split; [exact If|].
          split. { eapply before_trans; [exact Hb | exact I1]. }
          destruct (snd (fst r)) as [w|].
          * destruct I2 as (I2 & I3 & I4 & I5). split; [lia|]. split; [lia|]. split; [constructor; [lia | exact I4]|].
            cbn [find]. destruct (Z.eqb_spec (worth m) (worth w)); [lia | exact I5].
          * destruct I2 as (I2 & I3 & I4). split; [|split]; intros.
            -- split; [constructor; [lia | apply I2; lia]|]. intros _. eapply stays_trans; [exact Hk | now apply I2].
            -- split; [constructor; [lia | apply I3; lia]|]. cbn [find].
               destruct (Z.eqb_spec (worth m) (fst (fst r))) as [E | E]; [lia | apply I3; lia].
            -- right. apply I4. lia.
    Qed.
  End LastMove.
End Node.

(** ** The root *)

Section Root.
  Variable G : game.
  Variable inf : Z.
  Variable allowed : position G -> list (move G) -> Prop.
  Hypothesis all_moves : orders G allowed.
  Variable M : memory G.
  Variable fair : content M -> Prop.
  Hypothesis is_honest : honest G allowed M fair.
  Notation result lines := (Z * option (move G) * state G lines M)%type.

  (** A root is not probed. If only a bound is known of its best move, that is stored: a lower bound of its value. *)
  Definition root_stored {lines : Type} (d : nat) (p : position G) (a b : Z) (r : result lines) : result lines :=
    let e := match snd (fst r) with
      | Some _ => {| bound_of := Lower; score_of := fst (fst r) |}
      | None => entry_of a b (fst (fst r))
      end in
    (fst r, with_content G lines M (remember M 0 d p e (content_of (snd r))) (snd r)).

  Definition root_loop := forall lines, store (move G) lines -> nat -> position G -> bool -> Z -> list (move G) ->
    Z -> state G lines M -> result lines.
  Definition root_with (moves_of : root_loop) : table_searcher G M := fun lines T d p a b s =>
    let open := a + 1 <? b in
    let s := enter (lifted G lines T M) 0 open s in
    match d, moves G p with
    | S d', _ :: _ => root_stored d p a b (moves_of lines T d' p open b (arrange M 0 d p (content_of s)) a s)
    | _, _ => (value G p, None, leaf (lifted G lines T M) 0 open s)
    end.

  (** Belle's root over fail-soft PVS; and a null window for the last move over fail-hard alpha-beta. *)
  Definition table_belle_root : table_searcher G M := root_with (fun lines T d p open b ms a s =>
    belle_loop G _ (lifted G lines T M) (table_search G pvs_soft _ T (leaf T) inf M None d 1) 0 p open b ms true None a
      (- inf) s).
  Definition table_last_move : table_searcher G M := root_with (fun lines T d p open b ms a s =>
    last_move_loop G _ (lifted G lines T M) (table_search G (alpha_beta false) _ T (leaf T) inf M None d 1) 0 p open b
      ms
      true a s).

  Lemma root_from_loop : forall na quiet (moves_of : root_loop),
    (forall d p b ms a s, in_range inf a b -> fair (content_of s) ->
      root_settled G allowed M fair na d 0 p b ms a quiet s (moves_of _ (both G) d p true b ms a s)) ->
    both_good G inf allowed M fair na (root_with moves_of).
  Proof.
    intros na quiet moves_of H d p a b s R Op F. unfold root_with. destruct (Z.ltb_spec (a + 1) b); [|lia].
    assert (Lf : (d = O \/ moves G p = []) -> let r := (value G p, @None (move G),
        leaf (lifted G _ (both G) M) 0 true (enter (lifted G _ (both G) M) 0 true s)) in
      fair (content_of (snd r)) /\ agrees a b (minimax G d p) (fst (fst r)) /\
      (a < fst (fst r) < b -> shown G allowed (cutoffs (snd r)) d 0 p (rows_of G M (snd r) 0) /\
        (na -> holds G (array_of G M (snd r)) 0 (rows_of G M (snd r) 0)))).
    { intros E. cbn [fst snd]. split; [exact F|].
      split; [apply agrees_of_eq; destruct E as [-> | E]; [|destruct d; [|cbn [minimax]; rewrite E]]; reflexivity|].
      intros _. split; [cbn; tauto | intros _; reflexivity]. }
    destruct d as [|d]; [apply Lf; now left|].
    destruct (moves G p) as [|m0 ms0] eqn:Mo; [apply Lf; now right|]. clear Lf.
    set (s1 := enter (lifted G _ (both G) M) 0 true s).
    assert (F1 : fair (content_of s1)) by exact F.
    set (ms := arrange M 0 (S d) p (content_of s1)).
    assert (Al : allowed p ms) by (apply (arrange_allowed is_honest); exact F1).
    pose proof (all_moves p ms Al) as Ms.
    specialize (H d p b ms a s1 R F1). set (r := moves_of _ (both G) d p true b ms a s1) in *.
    destruct H as (Fr & _ & H). unfold root_stored. cbn [fst snd].
    destruct (minimax_spec G d p) as (Fo & Ex); [congruence|]. rewrite Forall_forall in Fo. rewrite Exists_exists in Ex.
    destruct Ex as (e & Ein & E). apply Ms in Ein.
    set (s2 := with_content _ _ _ _ _).
    change (cutoffs s2) with (cutoffs (snd r)). change (rows_of G M s2) with (rows_of G M (snd r)).
    change (array_of G M s2) with (array_of G M (snd r)).
    destruct (snd (fst r)) as [m|].
    - destruct H as (H1 & H2 & H3 & H4). rewrite Forall_forall in H3. specialize (H3 e Ein).
      pose proof (find_some _ _ H4) as (Min & _). apply Ms in Min. specialize (Fo m Min).
      assert (V : minimax G (S d) p = - minimax G d (play G p m)) by lia.
      split; [apply (remember_fair is_honest); [exact Fr|]; cbn [tells_truth bound_of score_of]; lia|].
      split; [exact H1|]. split; [lia|]. exists ms. split; [exact Al|]. rewrite V. exact H4.
    - destruct H as (H1 & H2 & H3).
      assert (V : agrees a b (minimax G (S d) p) (fst (fst r))).
      { apply (node_agrees G d p ms a b); [congruence | exact Ms | | |].
        - intros I. exact (proj1 (H1 I)).
        - intros I. destruct (H2 I) as (H4 & w & H5 & _). split; [exact H4|]. apply find_some in H5.
          destruct H5 as (Win & Wv). apply Z.eqb_eq in Wv. apply Exists_exists. now exists w.
        - exact H3. }
      split; [apply (remember_fair is_honest); [exact Fr | now apply entry_true]|]. split; [exact V|].
      intros I. destruct (H2 I) as (_ & w & H5 & l & Ro & Sh & Ho). rewrite Ro. split; [|exact Ho].
      cbn [shown]. split; [|exact Sh]. exists ms. split; [exact Al|].
      replace (minimax G (S d) p) with (fst (fst r)) by (unfold agrees in V; lia). exact H5.
  Qed.

  Lemma child_of : forall A, confirming A -> forall d q a b s, in_range inf a b -> fair (content_of s) ->
    good G A allowed M fair d 1 q a b s (table_search G A _ (both G) (leaf (both G)) inf M None d 1 q a b s).
  Proof. intros A C d q a b s R F. apply table_lines_good; try assumption. discriminate. Qed.

  (** Belle's root with a table: a score that agrees, and then the leftmost optimal line up to a node that the table has
      cut off, in the rows and in the single array; or a lower bound and the best move (src/algorithm/belle_root.rs). *)
  Theorem table_belle_root_right : both_good G inf allowed M fair True table_belle_root.
  Proof.
    apply (root_from_loop True (true = false)). intros d p b ms a s R F.
    assert (H : (true = true -> @None (move G * Z) = None)) by reflexivity.
    destruct (belle_with_table G inf allowed M fair True (table_search G pvs_soft _ (both G) (leaf (both G)) inf M
      None d 1)
      d 0 p b) with (ms := ms) (first := true) (pending := @None (move G * Z)) (alpha := a) (best := - inf) (s := s)
      as (_ & K); try assumption; try exact K; try (unfold in_range in R; cbn; lia).
    - intros q a' b' s' R' F'. destruct (child_of pvs_soft pvs_soft_confirming d q a' b' s' R' F')
        as (V & K & C & Rw & Ar & _ & L).
      split; [exact V|]. split; [exact K|]. split; [repeat split; [intros; apply Rw; lia | intros; apply Ar; lia |
        exact C]|].
      intros I. destruct (L I) as (L1 & L2). split; [exact L1 | intros _; apply L2, pvs_soft_null].
    - intros q a' b' s' R' N' F'. destruct (child_of pvs_soft pvs_soft_confirming d q a' b' s' R' F')
        as (V & K & C & Rw & Ar & Q & _).
      destruct (Q N') as (Qa & Qc). split; [apply Rw; lia|]. split; [intros _; exact Qa | exact C].
  Qed.

  (** The null window for the last move with a table: the same in the rows (src/algorithm/last_move.rs). *)
  Theorem table_last_move_right : both_good G inf allowed M fair False table_last_move.
  Proof.
    apply (root_from_loop False True). intros d p b ms a s R F.
    destruct (last_move_with_memory G inf allowed M fair False (table_search G (alpha_beta false) _ (both G) (leaf
      (both G)) inf M
      None d 1) d 0 p b) with (ms := ms) (first := true) (alpha := a) (s := s) as (_ & K); try assumption; try exact K.
    - intros q a' b' s' R' F'. destruct (child_of _ (alpha_beta_confirming false) d q a' b' s' R' F')
        as (V & K & C & Rw & Ar & _ & L).
      split; [exact V|]. split; [exact K|]. split; [repeat split; [intros; apply Rw; lia | intros; apply Ar; lia |
        exact C]|].
      intros I. destruct (L I) as (L1 & _). split; [exact L1 | contradiction].
    - intros q a' b' s' R' F'. destruct (child_of _ (alpha_beta_confirming false) d q a' b' s' R' F')
        as (V & K & C & Rw & Ar & _ & _).
      split; [apply Rw; lia|]. split; [contradiction | exact C].
  Qed.
End Root.

(** ** With any store *)

Section Stores.
  Variable G : game.
  Variable inf : Z.
  Variable M : memory G.

  Lemma root_with_blind : forall moves_of : root_loop G M,
    (forall lines1 lines2 (T1 : store (move G) lines1) (T2 : store (move G) lines2) R N P, cuts_only G M P ->
      events_related G _ _ T1 T2 R 0 N -> forall d p open b ms a s t, (S d <= N)%nat -> together G M _ _ R P 1 s t ->
      fst (moves_of _ T1 d p open b ms a s) = fst (moves_of _ T2 d p open b ms a t) /\
      together G M _ _ R P 1 (snd (moves_of _ T1 d p open b ms a s)) (snd (moves_of _ T2 d p open b ms a t))) ->
    table_blind G M (root_with G M moves_of).
  Proof.
    intros moves_of H lines1 lines2 T1 T2 R N P W E d p a b s t D Hs. unfold root_with.
    pose proof (together_events G M _ _ T1 T2 R 0 N E P) as Ev.
    assert (H1 : together G M _ _ R P 1 (enter (lifted G _ T1 M) 0 (a + 1 <? b) s) (enter (lifted G _ T2 M) 0 (a + 1 <?
      b) t))
      by (apply (enter_related _ _ _ _ _ _ _ _ Ev); [lia | exact Hs]).
    assert (Lf : together G M _ _ R P 1 (leaf (lifted G _ T1 M) 0 (a + 1 <? b) (enter (lifted G _ T1 M) 0 (a + 1 <? b)
      s))
        (leaf (lifted G _ T2 M) 0 (a + 1 <? b) (enter (lifted G _ T2 M) 0 (a + 1 <? b) t)))
      by (apply (leaf_related _ _ _ _ _ _ _ _ Ev); [lia | exact Hs]).
    destruct d as [|d]; [now split|]. destruct (moves G p) as [|m0 ms0]; [now split|].
    assert (Xc : content_of (enter (lifted G _ T2 M) 0 (a + 1 <? b) t) = content_of (enter (lifted G _ T1 M) 0 (a + 1
      <? b) s))
      by (destruct H1 as (_ & X & _); unfold content_of; now rewrite X).
    rewrite Xc. destruct (H _ _ T1 T2 R N P W E d p (a + 1 <? b) b (arrange M 0 (S d) p (content_of (enter (lifted G _
      T1
      M) 0
      (a + 1 <? b) s))) a _ _ D H1) as (V & Hr & X & O).
    set (r1 := moves_of _ T1 d p (a + 1 <? b) b _ a _) in *. set (r2 := moves_of _ T2 d p (a + 1 <? b) b _ a _) in *.
    clearbody r1 r2. unfold root_stored. cbn [fst snd]. split; [exact V|]. split; [exact Hr|].
    cbn [with_content snd]. unfold content_of. split; [now rewrite V, X | exact O].
  Qed.

  (** Belle's root does not read its store of lines (src/algorithm/belle_root.rs). *)
  Theorem table_belle_root_blind : table_blind G M (table_belle_root G inf M).
  Proof.
    apply root_with_blind. intros lines1 lines2 T1 T2 R N P W E d p open b ms a s t D Hs.
    pose proof (together_events G M _ _ T1 T2 R 0 N E P) as Ev.
    pose proof (table_search_same G M inf _ _ T1 T2 R 0 N E P W pvs_soft None None
      I) as Ch.
    apply (belle_loop_same G _ _ _ _ _ 0 N Ev 0 ltac:(lia) p); [|reflexivity | exact Hs].
    intros. apply Ch; [lia | assumption].
  Qed.

  (** Nor does the null window for the last move (src/algorithm/last_move.rs). *)
  Theorem table_last_move_blind : table_blind G M (table_last_move G inf M).
  Proof.
    apply root_with_blind. intros lines1 lines2 T1 T2 R N P W E d p open b ms a s t D Hs.
    pose proof (together_events G M _ _ T1 T2 R 0 N E P) as Ev.
    pose proof (table_search_same G M inf _ _ T1 T2 R 0 N E P W (alpha_beta false)
      None None I) as Ch.
    apply (last_move_loop_same G _ _ _ _ _ 0 N Ev 0 ltac:(lia) p); [|exact Hs]. intros. apply Ch; [lia | assumption].
  Qed.
End Stores.
