(** The algorithms of [src/algorithm], written out: each lies beside its file, with the same order of steps.
    Each is what
    the theorems speak of: [search] with the record of the same name.
      [negascout-hard] is not here: it returns the score
    that beats beta, and [search] the larger one of that and the best before it,
      which is the same only because the best
    before it is at most alpha. Negamax, Scout, Palphabeta and the root moves are written out in files of their own. *)

From Coq Require Import ZArith List Bool Lia.
From PvInPvs Require Import Game Search Windowless.
Import ListNotations.
Open Scope Z_scope.

Section Written.
  Variable G : game.
  Variable state : Type.
  Variable T : store (move G) state.
  Variable inf : Z.
  Notation child_search := (position G -> Z -> Z -> state -> Z * state).
  Notation minus := (opposite state).

  Section Node.
    Variable child : child_search.  (* the search of a child by the algorithm itself *)
    Variable depth k : nat.         (* depth and ply of the node *)
    Variable p : position G.
    Variable open : bool.           (* is the window of the node open? *)
    Variable beta : Z.

    (** [src/algorithm/alpha_beta_hard.rs] *)
    Fixpoint alpha_beta_hard_moves (ms : list (move G)) (alpha : Z) (s : state) : Z * state :=
      match ms with
      | [] => (alpha, s)
      | m :: ms =>
          let (score, s) := minus (child (play G p m) (- beta) (- alpha) s) in
          if beta <=? score then (beta, refute T k open m s)
          else if alpha <? score then alpha_beta_hard_moves ms score (raise T k open m s)
          else alpha_beta_hard_moves ms alpha s
      end.

    (** [src/algorithm/alpha_beta_soft.rs] *)
    Fixpoint alpha_beta_soft_moves (ms : list (move G)) (alpha best : Z) (s : state) : Z * state :=
      match ms with
      | [] => (best, s)
      | m :: ms =>
          let (score, s) := minus (child (play G p m) (- beta) (- alpha) s) in
          let best := Z.max best score in
          if beta <=? score then (best, refute T k open m s)
          else if alpha <? score then alpha_beta_soft_moves ms score best (raise T k open m s)
          else alpha_beta_soft_moves ms alpha best s
      end.

    (** [src/algorithm/pvs_hard.rs] *)
    Fixpoint pvs_hard_moves (ms : list (move G)) (search_pv : bool) (alpha : Z) (s : state) : Z * state :=
      match ms with
      | [] => (alpha, s)
      | m :: ms =>
          let (score, s) :=
            if search_pv then minus (child (play G p m) (- beta) (- alpha) s)
            else
              let (score, s) := minus (child (play G p m) (- alpha - 1) (- alpha) s) in
              if alpha <? score then minus (child (play G p m) (- beta) (- alpha) (again T s)) else (score, s) in
          if beta <=? score then (beta, refute T k open m s)
          else if alpha <? score then pvs_hard_moves ms false score (raise T k open m s)
          else pvs_hard_moves ms false alpha s
      end.

    (** [src/algorithm/pvs_hard_until_raise.rs] *)
    Fixpoint pvs_hard_until_raise_moves (ms : list (move G)) (search_pv : bool) (alpha : Z) (s : state) : Z * state :=
      match ms with
      | [] => (alpha, s)
      | m :: ms =>
          let (score, s) :=
            if search_pv then minus (child (play G p m) (- beta) (- alpha) s)
            else
              let (score, s) := minus (child (play G p m) (- alpha - 1) (- alpha) s) in
              if alpha <? score then minus (child (play G p m) (- beta) (- alpha) (again T s)) else (score, s) in
          if beta <=? score then (beta, refute T k open m s)
          else if alpha <? score then pvs_hard_until_raise_moves ms false score (raise T k open m s)
          else pvs_hard_until_raise_moves ms search_pv alpha s
      end.

    (** [src/algorithm/pvs_hard_not_last_two.rs] *)
    Fixpoint pvs_hard_not_last_two_moves (ms : list (move G)) (search_pv : bool) (alpha : Z) (s : state) : Z * state :=
      match ms with
      | [] => (alpha, s)
      | m :: ms =>
          let (score, s) :=
            if search_pv || Nat.leb depth 2 then minus (child (play G p m) (- beta) (- alpha) s)
            else
              let (score, s) := minus (child (play G p m) (- alpha - 1) (- alpha) s) in
              if alpha <? score then minus (child (play G p m) (- beta) (- alpha) (again T s)) else (score, s) in
          if beta <=? score then (beta, refute T k open m s)
          else if alpha <? score then pvs_hard_not_last_two_moves ms false score (raise T k open m s)
          else pvs_hard_not_last_two_moves ms false alpha s
      end.

    (** [src/algorithm/pvs_hard_no_last_re_search.rs] *)
    Fixpoint pvs_hard_no_last_re_search_moves (ms : list (move G)) (search_pv : bool) (alpha : Z) (s : state) : Z *
      state :=
      match ms with
      | [] => (alpha, s)
      | m :: ms =>
          let (score, s) :=
            if search_pv then minus (child (play G p m) (- beta) (- alpha) s)
            else
              let (score, s) := minus (child (play G p m) (- alpha - 1) (- alpha) s) in
              if (alpha <? score) && negb (Nat.leb depth 2) then minus (child (play G p m) (- beta) (- alpha) (again T
                s)) else (score, s) in
          if beta <=? score then (beta, refute T k open m s)
          else if alpha <? score then pvs_hard_no_last_re_search_moves ms false score (raise T k open m s)
          else pvs_hard_no_last_re_search_moves ms false alpha s
      end.

    (** [src/algorithm/pvs_soft.rs] *)
    Fixpoint pvs_soft_moves (ms : list (move G)) (search_pv : bool) (alpha best : Z) (s : state) : Z * state :=
      match ms with
      | [] => (best, s)
      | m :: ms =>
          let (score, s) :=
            if search_pv then minus (child (play G p m) (- beta) (- alpha) s)
            else
              let (score, s) := minus (child (play G p m) (- alpha - 1) (- alpha) s) in
              if (alpha <? score) && (score <? beta) then minus (child (play G p m) (- beta) (- alpha) (again T s))
                else (score, s) in
          let best := Z.max best score in
          if beta <=? score then (best, refute T k open m s)
          else if alpha <? score then pvs_soft_moves ms false score best (raise T k open m s)
          else pvs_soft_moves ms false alpha best s
      end.

    (** [src/algorithm/pvs_soft_from_score.rs] *)
    Fixpoint pvs_soft_from_score_moves (ms : list (move G)) (search_pv : bool) (alpha best : Z) (s : state) : Z *
      state :=
      match ms with
      | [] => (best, s)
      | m :: ms =>
          let (score, s) :=
            if search_pv then minus (child (play G p m) (- beta) (- alpha) s)
            else
              let (score, s) := minus (child (play G p m) (- alpha - 1) (- alpha) s) in
              if (alpha <? score) && (score <? beta) then let (second,
                s) := minus (child (play G p m) (- beta) (- score) (again T s)) in (Z.max score second,
                s) else (score, s) in
          let best := Z.max best score in
          if beta <=? score then (best, refute T k open m s)
          else if alpha <? score then pvs_soft_from_score_moves ms false score best (raise T k open m s)
          else pvs_soft_from_score_moves ms false alpha best s
      end.

    (** [src/algorithm/pvs_soft_from_below.rs] *)
    Fixpoint pvs_soft_from_below_moves (ms : list (move G)) (search_pv : bool) (alpha best : Z) (s : state) : Z *
      state :=
      match ms with
      | [] => (best, s)
      | m :: ms =>
          let (score, s) :=
            if search_pv then minus (child (play G p m) (- beta) (- alpha) s)
            else
              let (score, s) := minus (child (play G p m) (- alpha - 1) (- alpha) s) in
              if (alpha <? score) && (score <? beta) then let (second,
                s) := minus (child (play G p m) (- beta) (- (score - 1)) (again T s)) in (Z.max score second,
                s) else (score, s) in
          let best := Z.max best score in
          if beta <=? score then (best, refute T k open m s)
          else if alpha <? score then pvs_soft_from_below_moves ms false score best (raise T k open m s)
          else pvs_soft_from_below_moves ms false alpha best s
      end.

    (** [src/algorithm/pvs_soft_no_last_re_search.rs] *)
    Fixpoint pvs_soft_no_last_re_search_moves (ms : list (move G)) (search_pv : bool) (alpha best : Z) (s : state) : Z
      * state :=
      match ms with
      | [] => (best, s)
      | m :: ms =>
          let (score, s) :=
            if search_pv then minus (child (play G p m) (- beta) (- alpha) s)
            else
              let (score, s) := minus (child (play G p m) (- alpha - 1) (- alpha) s) in
              if (alpha <? score) && (score <? beta) && negb (Nat.leb depth 2) then minus (child (play G p m) (- beta)
                (- alpha) (again T s)) else (score, s) in
          let best := Z.max best score in
          if beta <=? score then (best, refute T k open m s)
          else if alpha <? score then pvs_soft_no_last_re_search_moves ms false score best (raise T k open m s)
          else pvs_soft_no_last_re_search_moves ms false alpha best s
      end.

    (** [src/algorithm/negascout_soft.rs] *)
    Fixpoint negascout_soft_moves (ms : list (move G)) (first : bool) (alpha best : Z) (s : state) : Z * state :=
      match ms with
      | [] => (best, s)
      | m :: ms =>
          let (score, s) :=
            let (score, s) := minus (child (play G p m) (- (if first then beta else alpha + 1)) (- alpha) s) in
            if (alpha <? score) && (score <? beta) && negb first && negb (Nat.leb depth 1) then
              let (second, s) := minus (child (play G p m) (- beta) (- score) (again T s)) in (Z.max score second, s)
            else (score, s) in
          let best := Z.max best score in
          if beta <=? score then (best, refute T k open m s)
          else if alpha <? score then negascout_soft_moves ms false score best (raise T k open m s)
          else negascout_soft_moves ms false alpha best s
      end.

    (** [src/algorithm/pvs_zws.rs] *)
    Fixpoint pvs_zws_moves (ms : list (move G)) (search_pv : bool) (alpha : Z) (s : state) : Z * state :=
      match ms with
      | [] => (alpha, s)
      | m :: ms =>
          let (score, s) :=
            if search_pv then minus (child (play G p m) (- beta) (- alpha) s)
            else
              let (score, s) := minus (zws G state T (pred depth) (S k) (play G p m) (- alpha - 1) (- alpha) s) in
              if alpha <? score then minus (child (play G p m) (- beta) (- alpha) (again T s)) else (score, s) in
          if beta <=? score then (beta, refute T k open m s)
          else if alpha <? score then pvs_zws_moves ms false score (raise T k open m s)
          else pvs_zws_moves ms false alpha s
      end.

    (** [src/algorithm/calphabeta.rs] *)
    Fixpoint calphabeta_moves (ms : list (move G)) (search_pv : bool) (alpha best : Z) (s : state) : Z * state :=
      match ms with
      | [] => (best, s)
      | m :: ms =>
          let (score, s) :=
            if search_pv then minus (child (play G p m) (- beta) (- alpha) s)
            else
              let (score, s) :=
                minus (search G (alpha_beta true) state T inf None (pred depth) (S k) (play G p m) (- alpha - 1) (-
                  alpha) s) in
              if (alpha <? score) && (score <? beta) then minus (child (play G p m) (- beta) (- alpha) (again T s))
                else (score, s) in
          let best := Z.max best score in
          if beta <=? score then (best, refute T k open m s)
          else if alpha <? score then calphabeta_moves ms false score best (raise T k open m s)
          else calphabeta_moves ms false alpha best s
      end.
  End Node.

  (** What all of them have in common: terminal positions and leaves (src/search/steps.rs). [moves_of] is the loop. *)
  Definition loop_over_moves := child_search -> nat -> nat -> position G -> bool -> Z -> list (move G) -> Z -> state
    -> Z * state.
  Fixpoint searched (moves_of : loop_over_moves) (d k : nat) (p : position G) (alpha beta : Z) (s : state) : Z * state
    :=
    let open := alpha + 1 <? beta in
    let s := enter T k open s in
    match d, moves G p with
    | S d', _ :: _ => moves_of (searched moves_of d' (S k)) d k p open beta (moves G p) alpha s
    | _, _ => (value G p, leaf T k open s)
    end.

  (** If the loops are the same, the searches are. *)
  Lemma searched_same : forall A other (moves_of : loop_over_moves),
    (forall child1 child2 d k p open beta ms alpha s, (forall q a b s, child1 q a b s = child2 q a b s) ->
      moves_of child1 (S d) k p open beta ms alpha s =
      loop G A state T child2 (match other with None => child2 | Some f => f d (S k) end) (S d) k p open beta ms true
        false
        alpha (- inf) s) ->
    forall d k p a b s, searched moves_of d k p a b s = search G A state T inf other d k p a b s.
  Proof.
    intros A other moves_of H. induction d as [|d IH]; intros k p a b s; [reflexivity|]. cbn [searched search_by
      at_once].
    destruct (moves G p) as [|m ms]; [reflexivity|]. apply H. intros. apply IH.
  Qed.

  (** One move: the same searches, the same cases. *)
  Ltac step C IH child2 :=
    match goal with |- _ = loop _ _ _ _ _ _ _ _ _ _ _ _ ?first ?raised _ _ _ => destruct first, raised end;
    cbn; unfold try, opposite; cbn; unfold above, inside; cbn [fst snd]; rewrite ?C;
    try match goal with |- context [- (?a + 1)] => replace (- (a + 1)) with (- a - 1) by lia end;
    repeat (match goal with
    | |- context [child2 ?q ?a ?b ?s] => is_var s; destruct (child2 q a b s)
    | |- context [zws G state T ?d ?k ?q ?a ?b ?s] => destruct (zws G state T d k q a b s)
    | |- context [search G ?A state T inf None ?d ?k ?q ?a ?b ?s] => destruct (search G A state T inf None d k q a b s)
    | |- context [Nat.leb ?x ?y] => destruct (Nat.leb x y)
    | H : Z.ltb ?x ?y = _ |- context [Z.ltb ?x ?y] => rewrite H
    | H : Z.leb ?x ?y = _ |- context [Z.leb ?x ?y] => rewrite H
    | |- context [Z.ltb ?x ?y] => destruct (Z.ltb x y) eqn:?
    | |- context [Z.leb ?x ?y] => destruct (Z.leb x y) eqn:?
    | |- context [child2 ?q ?a ?b ?s] => destruct (child2 q a b s)
    end; cbn [fst snd negb andb orb] in *; rewrite ?C; try discriminate); try reflexivity;
    first [apply IH | apply (IH false true) | apply (IH false false)].

  (** `alpha-beta-hard` (src/algorithm/alpha_beta_hard.rs). *)
  Theorem alpha_beta_hard_written : forall d k p a b s,
    searched (fun child d k p open beta ms alpha s => alpha_beta_hard_moves child k p open beta ms alpha s) d k p a b s
    = search G (alpha_beta false) state T inf None d k p a b s.
  Proof.
    apply searched_same. intros child1 child2 d k p open beta ms alpha s C.
    assert (L : forall first raised best alpha s,
      alpha_beta_hard_moves child1 k p open beta ms alpha s =
      loop G (alpha_beta false) state T child2 child2 (S d) k p open beta ms first raised alpha best s);
      [|now apply (L true false)].
    clear alpha s. induction ms as [|m ms IH]; intros first raised best alpha s; [reflexivity|]. step C IH child2.
  Qed.

  (** `alpha-beta-soft` (src/algorithm/alpha_beta_soft.rs). *)
  Theorem alpha_beta_soft_written : forall d k p a b s,
    searched (fun child d k p open beta ms alpha s => alpha_beta_soft_moves child k p open beta ms alpha (- inf) s) d
      k p a b s
    = search G (alpha_beta true) state T inf None d k p a b s.
  Proof.
    apply searched_same. intros child1 child2 d k p open beta ms alpha s C.
    assert (L : forall first raised best alpha s,
      alpha_beta_soft_moves child1 k p open beta ms alpha best s =
      loop G (alpha_beta true) state T child2 child2 (S d) k p open beta ms first raised alpha best s);
      [|now apply (L true false)].
    clear alpha s. induction ms as [|m ms IH]; intros first raised best alpha s; [reflexivity|]. step C IH child2.
  Qed.

  (** `pvs-hard` (src/algorithm/pvs_hard.rs). *)
  Theorem pvs_hard_written : forall d k p a b s,
    searched (fun child d k p open beta ms alpha s => pvs_hard_moves child k p open beta ms true alpha s) d k p a b s
    = search G Search.pvs_hard state T inf None d k p a b s.
  Proof.
    apply searched_same. intros child1 child2 d k p open beta ms alpha s C.
    assert (L : forall first raised best alpha s,
      pvs_hard_moves child1 k p open beta ms first alpha s =
      loop G Search.pvs_hard state T child2 child2 (S d) k p open beta ms first raised alpha best s);
      [|now apply (L true false)].
    clear alpha s. induction ms as [|m ms IH]; intros first raised best alpha s; [reflexivity|]. step C IH child2.
  Qed.

  (** `pvs-hard-until-raise` (src/algorithm/pvs_hard_until_raise.rs). *)
  Theorem pvs_hard_until_raise_written : forall d k p a b s,
    searched (fun child d k p open beta ms alpha s => pvs_hard_until_raise_moves child k p open beta ms true alpha s)
      d k p a b s
    = search G Search.pvs_hard_until_raise state T inf None d k p a b s.
  Proof.
    apply searched_same. intros child1 child2 d k p open beta ms alpha s C.
    assert (L : forall first raised best alpha s,
      pvs_hard_until_raise_moves child1 k p open beta ms (negb raised) alpha s =
      loop G Search.pvs_hard_until_raise state T child2 child2 (S d) k p open beta ms first raised alpha best s);
      [|now apply (L true false)].
    clear alpha s. induction ms as [|m ms IH]; intros first raised best alpha s; [reflexivity|]. step C IH child2.
  Qed.

  (** `pvs-hard-not-last-two` (src/algorithm/pvs_hard_not_last_two.rs). *)
  Theorem pvs_hard_not_last_two_written : forall d k p a b s,
    searched (fun child d k p open beta ms alpha s => pvs_hard_not_last_two_moves child d k p open beta ms true alpha
      s) d k p a b s
    = search G Search.pvs_hard_not_last_two state T inf None d k p a b s.
  Proof.
    apply searched_same. intros child1 child2 d k p open beta ms alpha s C.
    assert (L : forall depth first raised best alpha s,
      pvs_hard_not_last_two_moves child1 depth k p open beta ms first alpha s =
      loop G Search.pvs_hard_not_last_two state T child2 child2 depth k p open beta ms first raised alpha best s);
      [|now apply (L (S d) true false)].
    clear alpha s. intros depth. induction ms as [|m ms IH]; intros first raised best alpha s; [reflexivity|].
      step C IH child2.
  Qed.

  (** `pvs-hard-no-last-re-search` (src/algorithm/pvs_hard_no_last_re_search.rs). *)
  Theorem pvs_hard_no_last_re_search_written : forall d k p a b s,
    searched (fun child d k p open beta ms alpha s => pvs_hard_no_last_re_search_moves child d k p open beta ms true
      alpha s) d k p a b s
    = search G Search.pvs_hard_no_last_re_search state T inf None d k p a b s.
  Proof.
    apply searched_same. intros child1 child2 d k p open beta ms alpha s C.
    assert (L : forall depth first raised best alpha s,
      pvs_hard_no_last_re_search_moves child1 depth k p open beta ms first alpha s =
      loop G Search.pvs_hard_no_last_re_search state T child2 child2 depth k p open beta ms first raised alpha best s);
      [|now apply (L (S d) true false)].
    clear alpha s. intros depth. induction ms as [|m ms IH]; intros first raised best alpha s; [reflexivity|].
      step C IH child2.
  Qed.

  (** `pvs-soft` (src/algorithm/pvs_soft.rs). *)
  Theorem pvs_soft_written : forall d k p a b s,
    searched (fun child d k p open beta ms alpha s => pvs_soft_moves child k p open beta ms true alpha (- inf) s) d k
      p a b s
    = search G Search.pvs_soft state T inf None d k p a b s.
  Proof.
    apply searched_same. intros child1 child2 d k p open beta ms alpha s C.
    assert (L : forall first raised best alpha s,
      pvs_soft_moves child1 k p open beta ms first alpha best s =
      loop G Search.pvs_soft state T child2 child2 (S d) k p open beta ms first raised alpha best s);
      [|now apply (L true false)].
    clear alpha s. induction ms as [|m ms IH]; intros first raised best alpha s; [reflexivity|]. step C IH child2.
  Qed.

  (** `pvs-soft-from-score` (src/algorithm/pvs_soft_from_score.rs). *)
  Theorem pvs_soft_from_score_written : forall d k p a b s,
    searched (fun child d k p open beta ms alpha s => pvs_soft_from_score_moves child k p open beta ms true alpha (-
      inf) s) d k p a b s
    = search G Search.pvs_soft_from_score state T inf None d k p a b s.
  Proof.
    apply searched_same. intros child1 child2 d k p open beta ms alpha s C.
    assert (L : forall first raised best alpha s,
      pvs_soft_from_score_moves child1 k p open beta ms first alpha best s =
      loop G Search.pvs_soft_from_score state T child2 child2 (S d) k p open beta ms first raised alpha best s);
      [|now apply (L true false)].
    clear alpha s. induction ms as [|m ms IH]; intros first raised best alpha s; [reflexivity|]. step C IH child2.
  Qed.

  (** `pvs-soft-from-below` (src/algorithm/pvs_soft_from_below.rs). *)
  Theorem pvs_soft_from_below_written : forall d k p a b s,
    searched (fun child d k p open beta ms alpha s => pvs_soft_from_below_moves child k p open beta ms true alpha (-
      inf) s) d k p a b s
    = search G Search.pvs_soft_from_below state T inf None d k p a b s.
  Proof.
    apply searched_same. intros child1 child2 d k p open beta ms alpha s C.
    assert (L : forall first raised best alpha s,
      pvs_soft_from_below_moves child1 k p open beta ms first alpha best s =
      loop G Search.pvs_soft_from_below state T child2 child2 (S d) k p open beta ms first raised alpha best s);
      [|now apply (L true false)].
    clear alpha s. induction ms as [|m ms IH]; intros first raised best alpha s; [reflexivity|]. step C IH child2.
  Qed.

  (** `pvs-soft-no-last-re-search` (src/algorithm/pvs_soft_no_last_re_search.rs). *)
  Theorem pvs_soft_no_last_re_search_written : forall d k p a b s,
    searched (fun child d k p open beta ms alpha s => pvs_soft_no_last_re_search_moves child d k p open beta ms true
      alpha (- inf) s) d k p a b s
    = search G Search.pvs_soft_no_last_re_search state T inf None d k p a b s.
  Proof.
    apply searched_same. intros child1 child2 d k p open beta ms alpha s C.
    assert (L : forall depth first raised best alpha s,
      pvs_soft_no_last_re_search_moves child1 depth k p open beta ms first alpha best s =
      loop G Search.pvs_soft_no_last_re_search state T child2 child2 depth k p open beta ms first raised alpha best s);
      [|now apply (L (S d) true false)].
    clear alpha s. intros depth. induction ms as [|m ms IH]; intros first raised best alpha s; [reflexivity|].
      step C IH child2.
  Qed.

  (** `negascout-soft` (src/algorithm/negascout_soft.rs). *)
  Theorem negascout_soft_written : forall d k p a b s,
    searched (fun child d k p open beta ms alpha s => negascout_soft_moves child d k p open beta ms true alpha (- inf)
      s) d k p a b s
    = search G (negascout true) state T inf None d k p a b s.
  Proof.
    apply searched_same. intros child1 child2 d k p open beta ms alpha s C.
    assert (L : forall depth first raised best alpha s,
      negascout_soft_moves child1 depth k p open beta ms first alpha best s =
      loop G (negascout true) state T child2 child2 depth k p open beta ms first raised alpha best s);
      [|now apply (L (S d) true false)].
    clear alpha s. intros depth. induction ms as [|m ms IH]; intros first raised best alpha s; [reflexivity|].
      step C IH child2.
  Qed.

  (** `pvs-zws` (src/algorithm/pvs_zws.rs). *)
  Theorem pvs_zws_written : forall d k p a b s,
    searched (fun child d k p open beta ms alpha s => pvs_zws_moves child d k p open beta ms true alpha s) d k p a b s
    = search G Search.pvs_hard state T inf (Some (zws G state T)) d k p a b s.
  Proof.
    apply searched_same. intros child1 child2 d k p open beta ms alpha s C.
    assert (L : forall first raised best alpha s,
      pvs_zws_moves child1 (S d) k p open beta ms first alpha s =
      loop G Search.pvs_hard state T child2 (zws G state T d (S k)) (S d) k p open beta ms first raised alpha best s);
      [|now apply (L true false)].
    clear alpha s. induction ms as [|m ms IH]; intros first raised best alpha s; [reflexivity|]. step C IH child2.
  Qed.

  (** `calphabeta` (src/algorithm/calphabeta.rs). *)
  Theorem calphabeta_written : forall d k p a b s,
    searched (fun child d k p open beta ms alpha s => calphabeta_moves child d k p open beta ms true alpha (- inf) s)
      d k p a b s
    = search G Search.pvs_soft state T inf (Some (search G (alpha_beta true) state T inf None)) d k p a b s.
  Proof.
    apply searched_same. intros child1 child2 d k p open beta ms alpha s C.
    assert (L : forall first raised best alpha s,
      calphabeta_moves child1 (S d) k p open beta ms first alpha best s =
      loop G Search.pvs_soft state T child2 (search G (alpha_beta true) state T inf None d (S k)) (S d) k p open beta
        ms first raised alpha best s);
      [|now apply (L true false)].
    clear alpha s. induction ms as [|m ms IH]; intros first raised best alpha s; [reflexivity|]. step C IH child2.
  Qed.
End Written.
