(** Negamax without a window, as a search: every move is searched, and every better one is recorded. *)

From Coq Require Import ZArith List Bool Lia Arith.
From PvInPvs Require Import Game Search Score Stability Triangular SingleArray LineStore PvInPvs.
Import ListNotations.
Open Scope Z_scope.

Section Minimax.
  Variable G : game.
  Variable state : Type.
  Variable T : store (move G) state.
  Variable inf : Z.

  Section Node.
    Variable child : position G -> state -> Z * state.
    Variable k : nat.
    Variable p : position G.

    Fixpoint minimax_loop (ms : list (move G)) (best : Z) (s : state) : Z * state :=
      match ms with
      | [] => (best, s)
      | m :: ms =>
          let (score, s) := opposite state (child (play G p m) s) in
          if best <? score then minimax_loop ms score (raise T k true m s) else minimax_loop ms best s
      end.
  End Node.

  (** As in [src/algorithm/minimax.rs]. *)
  Fixpoint minimax_search (d k : nat) (p : position G) (s : state) : Z * state :=
    let s := enter T k true s in
    match d, moves G p with
    | S d', _ :: _ => minimax_loop (minimax_search d' (S k)) k p (moves G p) (- inf) s
    | _, _ => (value G p, leaf T k true s)
    end.
End Minimax.

Section Line.
  Variable G : game.
  Variable inf : Z.
  Hypothesis bounded : forall p, - inf < value G p < inf.
  Let T := triangular (move G).
  Notation state := (nat -> list (move G)).

  (** The score is the value, and the row of a node is the leftmost optimal line (`minimax` with `triangular`:
      src/algorithm/minimax.rs). *)
  Theorem minimax_row : forall d k p s, let r := minimax_search G state T inf d k p s in
    fst r = minimax G d p /\ below k s (snd r) /\ snd r k = leftmost G d p.
  Proof.
    induction d as [|d IH]; intros k p s.
    { cbn [minimax_search leftmost fst snd]. split; [reflexivity|].
      split; [intros j J; simpl; apply set_other; lia | simpl; apply set_same]. }
    destruct (moves G p) as [|m0 ms0] eqn:M.
    { cbn [minimax_search leftmost minimax]. rewrite M. cbn [fst snd find]. split; [reflexivity|].
      split; [intros j J; simpl; apply set_other; lia | simpl; apply set_same]. }
    assert (Lo : forall ms best s, - inf <= best < inf ->
      let r := minimax_loop G state T (minimax_search G state T inf d (S k)) k p ms best s in
      best <= fst r /\ Forall (fun m => - minimax G d (play G p m) <= fst r) ms /\ below k s (snd r) /\
      (fst r <= best -> snd r k = s k) /\
      (best < fst r -> exists m, find (fun m => - minimax G d (play G p m) =? fst r) ms = Some m /\
        snd r k = m :: leftmost G d (play G p m))).
    { clear M m0 ms0 s. induction ms as [|m ms IHms]; intros best s B; cbn [minimax_loop].
      { cbn [fst snd]. split; [lia|]. split; [constructor|]. split; [now intros j|]. split; [reflexivity | lia]. }
      pose proof (minimax_bounded G inf bounded d (play G p m)) as Bm.
      destruct (IH (S k) (play G p m) s) as (V & Bl & Li).
      destruct (minimax_search G state T inf d (S k) (play G p m) s) as [x s1]. cbn [opposite fst snd] in *. subst x.
      destruct (Z.ltb_spec best (- minimax G d (play G p m))) as [U | U].
      - destruct (IHms (- minimax G d (play G p m)) (raise T k true m s1) ltac:(lia)) as (I0 & If & Ib & I2 & I3).
        set (r := minimax_loop _ _ _ _ _ _ _ _ _) in *. split; [lia|]. split; [constructor; assumption|].
        split; [intros j J; rewrite Ib by assumption; simpl; rewrite set_other by lia; apply Bl; lia|]. split; [lia|].
        intros _. cbn [find]. destruct (Z.eqb_spec (- minimax G d (play G p m)) (fst r)) as [E | E]; [|apply I3; lia].
        exists m. split; [reflexivity|]. rewrite I2 by lia. simpl. now rewrite set_same, Li.
      - destruct (IHms best s1 B) as (I0 & If & Ib & I2 & I3).
        set (r := minimax_loop _ _ _ _ _ _ _ _ _) in *. split; [lia|]. split; [constructor; [lia | assumption]|].
        split; [intros j J; rewrite Ib by assumption; apply Bl; lia|].
        split; [intros E; rewrite I2 by assumption; apply Bl; lia|].
        intros E. cbn [find]. destruct (Z.eqb_spec (- minimax G d (play G p m)) (fst r)); [lia | now apply I3]. }
    destruct (Lo (moves G p) (- inf) (enter T k true s)) as (_ & Lf & Lb & _ & L).
    { pose proof (bounded p). lia. }
    assert (E : minimax_search G state T inf (S d) k p s =
      minimax_loop G state T (minimax_search G state T inf d (S k)) k p (moves G p) (- inf) (enter T k true s)).
    { cbn [minimax_search]. now rewrite M. }
    rewrite E. cbv zeta. set (r := minimax_loop _ _ _ _ _ _ _ _ _) in *.
    destruct (minimax_spec G d p) as (F & X); [congruence|].
    rewrite Forall_forall in Lf, F. rewrite Exists_exists in X. destruct X as (e & Ein & Ev). specialize (Lf e Ein).
    pose proof (minimax_bounded G inf bounded d (play G p e)) as Be.
    destruct L as (m & Fm & Lm); [lia|].
    pose proof (find_some _ _ Fm) as (Min & Mv). apply Z.eqb_eq in Mv. specialize (F m Min).
    assert (V : fst r = minimax G (S d) p) by lia.
    split; [exact V|]. split.
    - intros j J. rewrite Lb by assumption. simpl. apply set_other. lia.
    - cbn [leftmost]. rewrite <- V, Fm. exact Lm.
  Qed.
End Line.
