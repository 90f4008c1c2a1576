(** The theorems in the words of the product. *)

From Coq Require Import ZArith List Bool Lia Arith.
From PvInPvs Require Import Game Search Score Stability Triangular SingleArray.
Import ListNotations.
Open Scope Z_scope.

(** ** Which algorithms have which property *)

Ltac decide_policy :=
  red; intros; simpl; unfold above, inside;
  repeat match goal with
  | |- context [?x <? ?y] => destruct (Z.ltb_spec x y); simpl
  end; try lia; auto.

Lemma alpha_beta_confirming : forall b, confirming (alpha_beta b).       Proof. intros. decide_policy. Qed.
Lemma pvs_hard_confirming : confirming pvs_hard.                         Proof. decide_policy. Qed.
Lemma pvs_hard_until_raise_confirming : confirming pvs_hard_until_raise. Proof. decide_policy. Qed.
Lemma pvs_soft_confirming : confirming pvs_soft.                         Proof. decide_policy. Qed.
Lemma pvs_soft_from_below_confirming : confirming pvs_soft_from_below.   Proof. decide_policy. Qed.
Lemma pvs_hard_not_last_two_confirming : confirming pvs_hard_not_last_two. Proof. decide_policy. Qed.
Lemma pvs_soft_from_score_sound : sound pvs_soft_from_score.
Proof. decide_policy. Qed.

Lemma pvs_hard_null : null_after_raise pvs_hard.                         Proof. decide_policy. Qed.
Lemma pvs_hard_until_raise_null : null_after_raise pvs_hard_until_raise. Proof. decide_policy. Qed.
Lemma pvs_soft_null : null_after_raise pvs_soft.                         Proof. decide_policy. Qed.
Lemma pvs_soft_from_below_null : null_after_raise pvs_soft_from_below.   Proof. decide_policy. Qed.

(** ** The leftmost optimal line is what its name says *)

Section Values.
  Variable G : game.

  (** The value of the position at the end of a line, for the side to move at its start. *)
  Fixpoint worth (p : position G) (l : list (move G)) : Z :=
    match l with
    | [] => value G p
    | m :: l => - worth (play G p m) l
    end.

  Lemma best_move_exists : forall d p, moves G p <> [] ->
    exists m, find (fun m => - minimax G d (play G p m) =? minimax G (S d) p) (moves G p) = Some m.
  Proof.
    intros d p N. destruct (find _ _) as [m|] eqn:F; [now exists m | exfalso].
    destruct (minimax_spec G d p N) as (_ & E). rewrite Exists_exists in E. destruct E as (m & M & V).
    pose proof (find_none _ _ F m M) as K. cbv beta in K. rewrite Z.eqb_neq in K. lia.
  Qed.

  (** The leftmost optimal line is worth the value (a line that attains the score: src/verdict). *)
  Theorem leftmost_worth : forall d p, worth p (leftmost G d p) = minimax G d p.
  Proof.
    induction d as [|d IH]; intros p; [reflexivity|].
    destruct (moves G p) as [|m0 ms] eqn:M.
    - cbn [leftmost minimax]. rewrite M. reflexivity.
    - destruct (best_move_exists d p) as (m & F); [congruence|].
      cbn [leftmost]. rewrite F. cbn [worth]. rewrite IH.
      apply find_some in F. destruct F as (_ & F). now apply Z.eqb_eq in F.
  Qed.

  (** It ends at the horizon, or where the game is over (a line that is not truncated: src/verdict). *)
  Theorem leftmost_ends : forall d p,
    length (leftmost G d p) = d \/ moves G (fold_left (play G) (leftmost G d p) p) = [].
  Proof.
    induction d as [|d IH]; intros p; [left; reflexivity|].
    destruct (moves G p) as [|m0 ms] eqn:M.
    - right. cbn [leftmost]. rewrite M. exact M.
    - destruct (best_move_exists d p) as (m & F); [congruence|].
      cbn [leftmost]. rewrite F. simpl. destruct (IH (play G p m)) as [E | E]; [left; congruence | right; exact E].
  Qed.

  (** At each of its nodes all moves before its move are worse. *)
  Lemma find_first : forall A (f : A -> bool) l x, find f l = Some x ->
    exists l1 l2, l = l1 ++ x :: l2 /\ f x = true /\ forall y, In y l1 -> f y = false.
  Proof.
    induction l as [|y l IH]; simpl; intros x F; [discriminate|].
    destruct (f y) eqn:E.
    - injection F as <-. exists [], l. repeat split; auto. intros z [].
    - destruct (IH x F) as (l1 & l2 & -> & X & N). exists (y :: l1), l2. repeat split; auto.
      intros z [-> | Z]; auto.
  Qed.

  (** At each of its nodes the moves before its move are worse, and no move after it is better (the oracle:
      src/oracle/minimax.rs). *)
  Theorem leftmost_first : forall d p m l, leftmost G (S d) p = m :: l ->
    l = leftmost G d (play G p m) /\
    exists ms1 ms2, moves G p = ms1 ++ m :: ms2 /\
      (forall x, In x ms1 -> - minimax G d (play G p x) < - minimax G d (play G p m)) /\
      (forall x, In x ms2 -> - minimax G d (play G p x) <= - minimax G d (play G p m)).
  Proof.
    intros d p m l E. cbn [leftmost] in E.
    destruct (find _ _) as [x|] eqn:F; [|discriminate]. injection E as -> <-. split; [reflexivity|].
    apply find_first in F. destruct F as (l1 & l2 & M & X & N). exists l1, l2. split; [exact M|].
    destruct (minimax_spec G d p) as (B & _); [rewrite M; destruct l1; discriminate|].
    rewrite Forall_forall in B. apply Z.eqb_eq in X. rewrite M in B. split; intros y Y.
    - specialize (N y Y). apply Z.eqb_neq in N.
      assert (- minimax G d (play G p y) <= minimax G (S d) p) by (apply B, in_or_app; auto). lia.
    - assert (- minimax G d (play G p y) <= minimax G (S d) p) by (apply B, in_or_app; right; right; auto). lia.
  Qed.

  (** Values are inside the bounds if all evaluations are. *)
  Lemma minimax_bounded : forall inf, (forall p, - inf < value G p < inf) -> forall d p, - inf < minimax G d p < inf.
  Proof.
    intros inf B d p. rewrite <- leftmost_worth. generalize (leftmost G d p). intros l. revert p.
    induction l as [|m l IH]; intros p; simpl; [apply B | specialize (IH (play G p m)); lia].
  Qed.
End Values.

(** ** The claim *)

Section Claim.
  Variable G : game.
  Variable A : algorithm.
  Variable inf : Z.

  Section Triangular.
    Let state := nat -> list (move G).
    Variable other : option (nat -> nat -> position G -> Z -> Z -> state -> Z * state).
    Definition with_triangular := search G A _ (triangular (move G)) inf other.

    (** With the full window the triangular table holds the leftmost optimal line (`same` of the column `stable`:
        src/contract/base.rs, src/pv/triangular.rs). *)
    Theorem triangular_is_leftmost : confirming A -> truthful G _ inf other -> keeps_rows G inf other ->
      forall d p table, - inf < minimax G d p < inf ->
      let r := with_triangular d 0 p (- inf) inf table in
      fst r = minimax G d p /\ snd r 0%nat = leftmost G d p.
    Proof.
      intros C O K d p table B. cbv zeta.
      pose proof (search_exact G A _ (triangular (move G)) inf (is_sound A C) other O d 0 p table B) as V.
      split; [exact V|].
      apply (triangular_line G A inf C other O K d 0 p (- inf) inf table); [unfold in_range; lia|].
      unfold with_triangular in *. rewrite V. exact B.
    Qed.
  End Triangular.

  Section Single.
    Let state := nat -> option (move G).
    Variable other : option (nat -> nat -> position G -> Z -> Z -> state -> Z * state).
    Definition with_single_array := search G A _ (single_array (move G)) inf other.

    (** PV in PVS. For every game, every depth and whatever the array held before: after the search the array, read
        from index 0 to the first terminator, is the leftmost optimal line (`single-array`: src/pv/single_array.rs). *)
    Theorem pv_in_pvs : confirming A -> null_after_raise A -> truthful G _ inf other -> quiet G inf other ->
      forall d p array, - inf < minimax G d p < inf ->
      let r := with_single_array d 0 p (- inf) inf array in
      fst r = minimax G d p /\ read d (snd r) 0 = leftmost G d p.
    Proof.
      intros C N O Q d p array B. cbv zeta.
      pose proof (search_exact G A _ (single_array (move G)) inf (is_sound A C) other O d 0 p array B) as V.
      split; [exact V|].
      apply (read_holds G), (single_array_line G A inf C N other O Q d 0 p (- inf) inf array);
        [apply leftmost_length | unfold in_range; lia|].
      unfold with_single_array in *. rewrite V. exact B.
    Qed.

    (** Aspiration: with any window, if the score is inside it, then score and line are right (`single-array` in the
        column `aspiration`: src/contract/base.rs, src/pv/single_array.rs). *)
    Theorem aspiration : confirming A -> null_after_raise A -> truthful G _ inf other -> quiet G inf other ->
      forall d p a b array, - inf <= a -> a < b -> b <= inf ->
      let r := with_single_array d 0 p a b array in
      a < fst r < b -> fst r = minimax G d p /\ read d (snd r) 0 = leftmost G d p.
    Proof.
      intros C N O Q d p a b array Ra Rb Rc. cbv zeta. intros I.
      assert (R : in_range inf a b) by (unfold in_range; lia).
      pose proof (search_agrees G A _ (single_array (move G)) inf (is_sound A C) other O d 0 p a b array R) as V.
      split; [unfold agrees, with_single_array in *; lia|].
      apply (read_holds G); [apply leftmost_length|].
      now apply (single_array_line G A inf C N other O Q d 0 p a b array R).
    Qed.
  End Single.

  (** So it shows what the triangular table shows (src/pv/single_array.rs, src/pv/triangular.rs). *)
  Corollary same_lines : confirming A -> null_after_raise A -> forall d p array table,
    - inf < minimax G d p < inf ->
    read d (snd (with_single_array None d 0 p (- inf) inf array)) 0 =
    snd (with_triangular None d 0 p (- inf) inf table) 0%nat.
  Proof.
    intros C N d p array table B.
    destruct (pv_in_pvs None C N I I d p array B) as (_ & ->).
    destruct (triangular_is_leftmost None C I I d p table B) as (_ & ->). reflexivity.
  Qed.

  (** Fail-hard: the score of a node with moves is the value, cut to the window (the algorithms whose names end with
      `-hard`: src/algorithm/pvs_hard.rs). *)
  Theorem hard_score : sound A -> soft A = false -> soft_above A = false -> forall state T other,
    truthful G _ inf other ->
    forall d k p a b (s : state), in_range inf a b -> moves G p <> [] ->
    fst (search G A state T inf other (S d) k p a b s) = Z.max a (Z.min b (minimax G (S d) p)).
  Proof.
    intros So H H2 state T other O d k p a b s R N.
    pose proof (search_agrees G A state T inf So other O (S d) k p a b s R) as V.
    assert (I : a <= fst (search G A state T inf other (S d) k p a b s) <= b).
    { cbn [search_by at_once]. destruct (moves G p) as [|m ms]; [congruence|].
      assert (K : forall child null open ms first raised alpha best s, a <= alpha <= b ->
        a <= fst (loop G A state T child null (S d) k p open b ms first raised alpha best s) <= b).
      { clear -H H2. induction ms as [|m ms IH]; intros first raised alpha best s B; simpl; rewrite ?H, ?H2 in *.
        - exact B.
        - destruct (try _ _ _ _ _ _ _ _ _ _ _ _ _) as [x s'].
          destruct (Z.leb_spec b x); [simpl; lia|].
          destruct (Z.ltb_spec alpha x); apply IH; lia. }
      apply K. unfold in_range in R. lia. }
    unfold agrees, in_range in *. lia.
  Qed.
End Claim.

(** ** The algorithms of [src/algorithm] *)

Section Named.
  Variable G : game.
  Variable inf : Z.
  Variable d : nat.
  Variable p : position G.
  Variable array : nat -> option (move G).
  Hypothesis value_inside : - inf < minimax G d p < inf.

  Definition shows_the_line (r : Z * (nat -> option (move G))) : Prop :=
    fst r = minimax G d p /\ read d (snd r) 0 = leftmost G d p.

  (** With the full window `pvs-hard` shows the line in the single array (src/algorithm/pvs_hard.rs,
      src/pv/single_array.rs). *)
  Theorem pvs_hard_line : shows_the_line (with_single_array G pvs_hard inf None d 0 p (- inf) inf array).
  Proof. apply pv_in_pvs; auto using pvs_hard_confirming, pvs_hard_null; exact I. Qed.

  (** With the full window `pvs-soft` shows the line in the single array (src/algorithm/pvs_soft.rs,
      src/pv/single_array.rs). *)
  Theorem pvs_soft_line : shows_the_line (with_single_array G pvs_soft inf None d 0 p (- inf) inf array).
  Proof. apply pv_in_pvs; auto using pvs_soft_confirming, pvs_soft_null; exact I. Qed.

  (** With the full window `pvs-hard-until-raise` shows the line in the single array
      (src/algorithm/pvs_hard_until_raise.rs, src/pv/single_array.rs). *)
  Theorem pvs_hard_until_raise_line :
    shows_the_line (with_single_array G pvs_hard_until_raise inf None d 0 p (- inf) inf array).
  Proof. apply pv_in_pvs; auto using pvs_hard_until_raise_confirming, pvs_hard_until_raise_null; exact I. Qed.

  (** With the full window `pvs-soft-from-below` shows the line in the single array
      (src/algorithm/pvs_soft_from_below.rs, src/pv/single_array.rs). *)
  Theorem pvs_soft_from_below_line :
    shows_the_line (with_single_array G pvs_soft_from_below inf None d 0 p (- inf) inf array).
  Proof. apply pv_in_pvs; auto using pvs_soft_from_below_confirming, pvs_soft_from_below_null; exact I. Qed.

  (** With the full window `pvs-zws` shows the line in the single array (src/algorithm/pvs_zws.rs,
      src/pv/single_array.rs). *)
  Theorem pvs_zws_line :
    shows_the_line (with_single_array G pvs_hard inf (Some (zws G _ (single_array (move G)))) d 0 p (- inf) inf array).
  Proof.
    apply pv_in_pvs; auto using pvs_hard_confirming, pvs_hard_null.
    - exact (zws_truthful G _ (single_array (move G)) inf).
    - apply zws_quiet.
  Qed.
End Named.

(** Alpha-beta, and every algorithm whose second searches confirm, with the triangular table
    (src/algorithm/alpha_beta_hard.rs, src/algorithm/alpha_beta_soft.rs, src/pv/triangular.rs). *)
Theorem alpha_beta_table : forall G inf is_soft d p table, - inf < minimax G d p < inf ->
  let r := with_triangular G (alpha_beta is_soft) inf None d 0 p (- inf) inf table in
  fst r = minimax G d p /\ snd r 0%nat = leftmost G d p.
Proof. intros. apply triangular_is_leftmost; auto using alpha_beta_confirming; exact I. Qed.

(** The second search from the score: the score only (`pvs-soft-from-score`: src/algorithm/pvs_soft_from_score.rs). *)
Theorem from_score_exact : forall G inf state T d p (s : state), - inf < minimax G d p < inf ->
  fst (search G pvs_soft_from_score state T inf None d 0 p (- inf) inf s) = minimax G d p.
Proof. intros. apply search_exact; auto using pvs_soft_from_score_sound. exact I. Qed.
