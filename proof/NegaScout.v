(** NegaScout as printed: its line is right if no two scores of the game are close. *)

From Coq Require Import ZArith List Bool Lia Arith.
From PvInPvs Require Import Game Search Score Stability PvInPvs Windowless Simulation.
Import ListNotations.
Open Scope Z_scope.

Section NegaScout.
  Variable G : game.
  Variable inf : Z.
  Notation A := (negascout false).
  Let T := triangular (move G).
  Notation state := (nat -> list (move G)).
  Notation run := (search G A state T inf None).

  (** The scores of the game, from both sides, and the ends of the full window. *)
  Inductive is_score : Z -> Prop :=
    | of_position : forall p, is_score (value G p)
    | of_the_other_side : forall x, is_score x -> is_score (- x)
    | of_the_window : is_score inf.

  (** Two scores are the same, or more than [gap] apart. *)
  Variable gap : Z.
  Hypothesis spaced : forall x y, is_score x -> is_score y -> x < y -> x + gap < y.

  Lemma minimax_is_score : forall d p, is_score (minimax G d p).
  Proof.
    intros d p. rewrite <- leftmost_worth. generalize (leftmost G d p). intros l. revert p.
    induction l as [|m l IH]; intros p; [apply of_position | apply of_the_other_side, IH].
  Qed.

  (** The lower end of a window is a score, or up to [j] above one: each second search begins 1 above alpha. *)
  Definition above_score (j a : Z) : Prop := exists w, is_score w /\ w <= a <= w + j.
  Definition below_score (j b : Z) : Prop := exists w, is_score w /\ w - j <= b <= w.

  Lemma opposite_ends : forall j x, above_score j x -> below_score j (- x).
  Proof. intros j x (w & W & H). exists (- w). split; [now apply of_the_other_side | lia]. Qed.
  Lemma opposite_ends' : forall j x, below_score j x -> above_score j (- x).
  Proof. intros j x (w & W & H). exists (- w). split; [now apply of_the_other_side | lia]. Qed.
  Lemma more_above : forall j x, above_score j x -> above_score (j + 1) x.
  Proof. intros j x (w & W & H). exists w. split; [exact W | lia]. Qed.

  (** A search leaves the rows of smaller plies alone. *)
  Lemma rows_before : forall d k p a b s j, (j < k)%nat -> snd (run d k p a b s) j = s j.
  Proof.
    intros d k p a b s j J.
    pose (nothing := {| enter := fun _ _ u => u; leaf := fun _ _ u => u; raise := fun _ _ _ u => u;
      refute := fun _ _ _ u => u; again := fun u => u |} : store (move G) unit).
    assert (E : events_related G _ _ T nothing (fun _ t _ => forall j, (j < k)%nat -> t j = s j) k (k + d)).
    { apply leaf_alone; intros; try (apply H; assumption); try (apply H0; assumption);
        simpl; rewrite set_other by lia; auto. }
    destruct (search_same G _ _ T nothing inf _ k (k + d) E A None None I d k p a b s tt ltac:(lia) (fun _ _ =>
      eq_refl)) as (_ & K).
    exact (K j J).
  Qed.

  (** Fail-hard below: a node with moves returns no less than alpha. *)
  Lemma at_least_alpha : forall d k p a b s, a < b -> moves G p <> [] -> a <= fst (run (S d) k p a b s).
  Proof.
    intros d k p a b s R N. cbn [search_by at_once]. destruct (moves G p) as [|m0 ms0]; [congruence|].
    assert (K : forall ms first raised alpha best s, a <= alpha < b ->
      a <= fst (loop G A state T (run d (S k)) (run d (S k)) (S d) k p (a + 1 <? b) b ms first raised alpha best s)).
    { clear. induction ms as [|m ms IH]; intros first raised alpha best s H; cbn [loop]; [simpl; lia|].
      destruct (try _ _ _ _ _ _ _ _ _ _ _ _ _) as [x s1].
      destruct (Z.leb_spec b x); [simpl; lia|]. destruct (Z.ltb_spec alpha x); apply IH; lia. }
    apply K. lia.
  Qed.

  (** No moves, no line. *)
  Lemma no_line : forall d k p a b s, d = O \/ moves G p = [] -> snd (run d k p a b s) k = [] /\ leftmost G d p = [] /\
    fst (run d k p a b s) = minimax G d p.
  Proof.
    intros [|d] k p a b s H; cbn [search_by at_once leftmost minimax fst snd]; [split; [apply set_same | now split]|].
    destruct H as [H | ->]; [discriminate|]. cbn [fst snd find]. split; [apply set_same | now split].
  Qed.

  (** If scores are further apart than the search is deep, the row of a node whose score is inside its window is the
      leftmost optimal line (`negascout-hard` with `triangular`: src/algorithm/negascout_hard.rs). *)
  Theorem negascout_hard_line : forall d k p a b s j, in_range inf a b -> above_score j a -> below_score j b ->
    0 <= j -> j + Z.of_nat d <= gap ->
    a < fst (run d k p a b s) < b -> snd (run d k p a b s) k = leftmost G d p.
  Proof.
    assert (So : sound A) by apply negascout_sound.
    induction d as [|d IH]; intros k p a b s j R Ra Rb J0 Jd In.
    { destruct (no_line O k p a b s (or_introl eq_refl)) as (-> & -> & _). reflexivity. }
    destruct (moves G p) as [|m0 ms0] eqn:M.
    { destruct (no_line (S d) k p a b s (or_intror M)) as (-> & -> & _). reflexivity. }
    assert (V : fst (run (S d) k p a b s) = minimax G (S d) p).
    { pose proof (search_agrees G A state T inf So None I (S d) k p a b s R) as H. unfold agrees in H. lia. }
    pose proof (fun q a b s R => search_agrees G A state T inf So None I d (S k) q a b s R) as Ch.
    (* one move *)
    assert (Tr : forall q first raised alpha s, in_range inf alpha b -> above_score j alpha ->
      let r := try G A state T (run d (S k)) (run d (S k)) (S d) b q first raised alpha s in
      agrees alpha b (- minimax G d q) (fst r) /\ (forall i, (i <= k)%nat -> snd r i = s i) /\
      (alpha < fst r < b -> snd r (S k) = leftmost G d q)).
    { clear - IH Ch Rb J0 Jd spaced. intros q first raised alpha s R Ra. unfold in_range in R. cbv zeta. unfold try,
      opposite.
      assert (Op : agrees alpha b (- minimax G d q) (- fst (run d (S k) q (- b) (- alpha) s))).
      { pose proof (Ch q (- b) (- alpha) s ltac:(unfold in_range; lia)) as H. unfold agrees in *. lia. }
      cbn [nulls negascout]. destruct (negb first); cbn [fst snd].
      2: { split; [exact Op|]. split; [intros i L; apply rows_before; lia|]. intros H.
           apply (IH (S k) q (- b) (- alpha) s j); try lia; [unfold in_range;
             lia | now apply opposite_ends' | now apply opposite_ends]. }
      clear Op.
      pose proof (Ch q (- alpha - 1) (- alpha) s ltac:(unfold in_range; lia)) as N.
      pose proof (fun i (L : (i <= k)%nat) => rows_before d (S k) q (- alpha - 1) (- alpha) s i ltac:(lia)) as B1.
      pose proof (no_line d (S k) q (- alpha - 1) (- alpha) s) as Lf.
      pose proof (fun d' => at_least_alpha d' (S k) q (- alpha - 1) (- alpha) s ltac:(lia)) as Lo.
      destruct (Nat.leb_spec (S d) 1) as [D | D].
      { (* just above the leaves *)
        cbn [re_search negascout]. destruct (Nat.leb_spec (S d) 1); [|lia]. cbn [fst snd].
        destruct Lf as (Lr & Ll & Lv); [left; lia|].
        destruct (run d (S k) q (- alpha - 1) (- alpha) s) as [x s1]. cbn [fst snd] in *.
        split; [unfold agrees in *; lia|]. split; [exact B1|]. intros _. now rewrite Lr, Ll. }
      assert (Lo' : moves G q <> [] -> - alpha - 1 <= fst (run d (S k) q (- alpha - 1) (- alpha) s))
        by (destruct d; [lia | apply Lo]).
      clear Lo. destruct (run d (S k) q (- alpha - 1) (- alpha) s) as [x s1]. cbn [fst snd re_search negascout] in *.
      destruct (Nat.leb_spec (S d) 1) as [D2 | D2]; [lia|]. unfold inside.
      destruct (Z.ltb_spec alpha (- x)) as [U | U]; [destruct (Z.ltb_spec (- x) b) as [U2 | U2]|]; cbn [andb fst snd];
        [|split; [unfold agrees in *; lia | split; [exact B1 | lia]]..].
      change (again T s1) with s1. cbn [joins negascout].
      pose proof (Ch q (- b) (- - x) s1 ltac:(unfold in_range; lia)) as W.
      pose proof (fun i (L : (i <= k)%nat) => rows_before d (S k) q (- b) (- - x) s1 i ltac:(lia)) as B2.
      pose proof (no_line d (S k) q (- b) (- - x) s1) as Lf2.
      pose proof (IH (S k) q (- b) (- - x) s1 (j + 1)) as Li.
      destruct (run d (S k) q (- b) (- - x) s1) as [y s2]. cbn [fst snd] in *.
      split; [clear - N W U U2; unfold agrees in *; lia|]. split; [intros i L; rewrite B2, B1 by assumption; reflexivity|]. intros H.
      destruct (moves G q) as [|m ms] eqn:M.
      { destruct Lf2 as (-> & -> & _); [now right | reflexivity]. }
      assert (X : x = - alpha - 1) by (specialize (Lo' ltac:(discriminate)); lia).
      destruct Ra as (w & Sw & Ra).
      assert (Ne : - minimax G d q <> alpha + 1).
      { intros E. pose proof (spaced w (- minimax G d q) Sw (of_the_other_side _ (minimax_is_score d q))). lia. }
      apply Li; unfold in_range; try lia.
      - apply more_above. now apply opposite_ends'.
      - exists (- w). split; [now apply of_the_other_side | lia].
      - clear - N W X Ne H U U2. unfold agrees in *. lia. }
    (* the loop *)
    assert (Lo : forall ms first raised alpha best s, in_range inf alpha b -> best <= alpha -> above_score j alpha ->
      let r := loop G A state T (run d (S k)) (run d (S k)) (S d) k p (a + 1 <? b) b ms first raised alpha best s in
      alpha <= fst r /\ (fst r <= alpha -> snd r k = s k) /\
      (alpha < fst r < b -> exists m,
        find (fun m => - minimax G d (play G p m) =? fst r) ms = Some m /\ snd r k = m :: leftmost G d (play G p m))).
    { clear - Tr J0. induction ms as [|m ms IHms]; intros first raised alpha best s R B Ra; cbn [loop].
      { cbn [fst snd soft negascout]. split; [lia|]. split; [reflexivity | lia]. }
      destruct (Tr (play G p m) first raised alpha s R Ra) as (V & Bl & Li).
      destruct (try _ _ _ _ _ _ _ _ _ _ _ _ _) as [x s1]. cbn [fst snd] in *. unfold agrees, in_range in *.
      destruct (Z.leb_spec b x) as [C | C]; [|destruct (Z.ltb_spec alpha x) as [U | U]].
      - cbn [fst snd soft_above negascout]. replace (Z.max best x) with x by lia. split; [lia|]. split; lia.
      - assert (Ev : - minimax G d (play G p m) = x) by lia.
        destruct (IHms false true x (Z.max best x) (raise T k (a + 1 <? b) m s1)) as (I0 & I1 & I2); [lia | lia | |].
        { exists x. split; [rewrite <- Ev; apply of_the_other_side, minimax_is_score | lia]. }
        set (r := loop _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _) in *. split; [lia|]. split; [lia|]. intros H. cbn [find].
        destruct (Z.eqb_spec (- minimax G d (play G p m)) (fst r)) as [E | E]; [|apply I2; lia].
        exists m. split; [reflexivity|]. rewrite I1 by lia. simpl. rewrite set_same. f_equal. apply Li. lia.
      - destruct (IHms false raised alpha (Z.max best x) s1) as (I0 & I1 & I2); [lia | lia | exact Ra|].
        set (r := loop _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _) in *. split; [lia|].
        split; [intros H; rewrite I1 by assumption; apply Bl; lia|]. intros H. cbn [find].
        destruct (Z.eqb_spec (- minimax G d (play G p m)) (fst r)) as [E | E]; [lia | now apply I2]. }
    cbn [leftmost]. rewrite <- V. revert In. cbn [search_by at_once]. rewrite M. intros In.
    destruct (Lo (m0 :: ms0) true false a (- inf) (enter T k (a + 1 <? b) s) R ltac:(unfold in_range in R;
      lia) Ra) as (_ & _ & L).
    destruct (L In) as (m & F & X). rewrite F. exact X.
  Qed.

  (** With the full window it shows the leftmost optimal line if the depth is no more than the gap (`negascout-hard`
      with
      `triangular` where no two scores are close: src/algorithm/negascout_hard.rs). *)
  Theorem negascout_hard_line_if_spaced : forall d p table, - inf < minimax G d p < inf -> Z.of_nat d <= gap ->
    let r := run d 0 p (- inf) inf table in fst r = minimax G d p /\ snd r 0%nat = leftmost G d p.
  Proof.
    intros d p table B D. cbv zeta.
    pose proof (search_exact G A state T inf (negascout_sound false) None I d 0 p table B) as V.
    split; [exact V|]. apply (negascout_hard_line d 0 p (- inf) inf table 0); try lia.
    - unfold in_range. lia.
    - exists (- inf). split; [apply of_the_other_side, of_the_window | lia].
    - exists inf. split; [apply of_the_window | lia].
  Qed.
End NegaScout.
