(** A search that is stopped. Every event is a moment at which it may be: a traced store remembers them all. *)

From Coq Require Import ZArith List Bool Lia Arith.
From PvInPvs Require Import Game Search Score Stability Triangular SingleArray PvInPvs Windowless Simulation.
Import ListNotations.
Open Scope Z_scope.

(** The store, together with all states that it has had, the latest one first. *)
Definition traced {M state : Type} (T : store M state) : store M (state * list state) :=
  let log (s : state) (l : list state) := (s, s :: l) in {|
  enter := fun k open '(s, l) => log (enter T k open s) l;
  leaf := fun k open '(s, l) => log (leaf T k open s) l;
  raise := fun k open m '(s, l) => log (raise T k open m s) l;
  refute := fun k open m '(s, l) => log (refute T k open m s) l;
  again := fun '(s, l) => log (again T s) l;
|}.

(** The trace changes nothing (src/search/stopping.rs). *)
Theorem traced_same : forall G A state (T : store (move G) state) inf d k p a b s l,
  let r := search G A _ T inf None d k p a b s in let r' := search G A _ (traced T) inf None d k p a b (s, l) in
  fst r = fst r' /\ snd r = fst (snd r').
Proof.
  intros G A state T inf d k p a b s l.
  apply (search_same G _ _ T (traced T) inf (fun _ s t => s = fst t) 0 (k + d)); [|exact I | lia | reflexivity].
  apply leaf_alone; intros; try destruct t; simpl in *; congruence.
Qed.

(** The longest line that a search may show after the root moves [ms]: that of the first best one. If none beats the
    lower end of the window, there is none. *)
Definition best_so_far (G : game) (d : nat) (p : position G) (a : Z) (ms l : list (move G)) : Prop :=
  (Forall (fun x => - minimax G d (play G p x) <= a) ms /\ l = []) \/
  exists m, find (fun x => - minimax G d (play G p x) =? - minimax G d (play G p m)) ms = Some m /\
    Forall (fun x => - minimax G d (play G p x) <= - minimax G d (play G p m)) ms /\
    l = m :: leftmost G d (play G p m).

(** ** The triangular table, at every moment *)

Section Table.
  Variable G : game.
  Variable A : algorithm.
  Variable inf : Z.
  Hypothesis C : confirming A.
  Notation state := (nat -> list (move G)).
  Let T := triangular (move G).

  (** Since [log] the first row has been [x]. *)
  Definition row_is (x : list (move G)) (log : list state) (n : nat) (s : state) (t : state * list state) : Prop :=
    s = fst t /\ s 0%nat = x /\ exists new, snd t = new ++ log /\ Forall (fun u => u 0%nat = x) new.

  Lemma row_is_kept : forall x log N, events_related G _ _ T (traced T) (row_is x log) 1 N.
  Proof.
    intros x log N.
    assert (K : forall n s s' t l, row_is x log n s (t, l) -> s' 0%nat = s 0%nat -> row_is x log (S n) s' (s',
      s' :: l)).
    { intros n s s' t l (E & X & new & L & F) Z0. cbn [fst snd] in *. split; [reflexivity|]. split; [congruence|].
      exists (s' :: new). cbn [app snd]. split; [now rewrite L|]. constructor; [congruence | exact F]. }
    apply leaf_alone.
    - intros n s t H. exact H.
    - intros k o s [t l] B H. pose proof (proj1 H) as E. cbn [fst] in E. subst t. apply (K k s _ s l H).
      simpl. apply set_other. lia.
    - intros k o s [t l] B H. pose proof (proj1 H) as E. cbn [fst] in E. subst t. apply (K k s _ s l H). reflexivity.
    - intros k o m s [t l] B H. pose proof (proj1 H) as E. cbn [fst] in E. subst t. apply (K k s _ s l H).
      simpl. apply set_other. lia.
    - intros k o m s [t l] B H. pose proof (proj1 H) as E. cbn [fst] in E. subst t. apply (K k s _ s l H). reflexivity.
    - intros k s [t l] B H. pose proof (proj1 H) as E. cbn [fst] in E. subst t. apply (K k s _ s l H). reflexivity.
  Qed.

  Variable o1 : option (nat -> nat -> position G -> Z -> Z -> state -> Z * state).
  Variable o2 : option (nat -> nat -> position G -> Z -> Z -> state * list state -> Z * (state * list state)).
  Hypothesis correct : truthful G _ inf o1.
  Hypothesis rows : keeps_rows G inf o1.
  Hypothesis traces : forall x log N, options_related G _ _ (row_is x log) 1 N o1 o2.

  Variable d : nat.
  Variable p : position G.
  Variable a : Z.

  (** The first row and alpha, after the moves [ms]. *)
  Definition so_far (ms : list (move G)) (alpha : Z) (l : list (move G)) : Prop :=
    best_so_far G d p a ms l /\ a <= alpha /\ Forall (fun x => - minimax G d (play G p x) <= alpha) ms /\
    (l = [] -> alpha = a) /\ (forall m l', l = m :: l' -> alpha = - minimax G d (play G p m)).

  Lemma find_app : forall X (f : X -> bool) l l', find f (l ++ l') = match find f l with Some x => Some x | None =>
    find f l' end.
  Proof. intros X f l l'. induction l as [|x l IH]; [reflexivity|]. cbn [app find]. now destruct (f x). Qed.

  (** A move that does not beat alpha changes nothing. *)
  Lemma so_far_more : forall ms m alpha l, so_far ms alpha l -> - minimax G d (play G p m) <= alpha -> so_far (ms ++
    [m]) alpha l.
  Proof.
    intros ms m alpha l (B & A0 & F & E & V) W. split; [|repeat split; try assumption; apply Forall_app; auto].
    destruct B as [(Fa & El) | (x & H1 & H2 & H3)].
    - left. rewrite <- (E El) in *. split; [apply Forall_app; auto | exact El].
    - right. exists x. rewrite find_app, H1. repeat split; [|exact H3]. apply Forall_app. split; [exact H2|].
      constructor; [|constructor]. rewrite <- (V _ _ H3). exact W.
  Qed.

  (** A move that beats it is the best. *)
  Lemma so_far_better : forall ms m alpha l, so_far ms alpha l -> alpha < - minimax G d (play G p m) ->
    so_far (ms ++ [m]) (- minimax G d (play G p m)) (m :: leftmost G d (play G p m)).
  Proof.
    intros ms m alpha l (_ & A0 & F & _) W.
    assert (F' : Forall (fun x => - minimax G d (play G p x) <= - minimax G d (play G p m)) (ms ++ [m])).
    { apply Forall_app. split; [eapply Forall_impl; [|exact F]; simpl; intros; lia | repeat constructor; lia]. }
    split; [|split; [lia | split; [exact F' | split; [discriminate | intros; congruence]]]].
    right. exists m. split; [|split; [exact F' | reflexivity]]. rewrite find_app.
    replace (find _ ms) with (@None (move G)); [cbn [find]; now rewrite Z.eqb_refl|].
    symmetry. clear F' A0 l. induction F as [|y ms H F IH]; [reflexivity|]. cbn [find].
    destruct (Z.eqb_spec (- minimax G d (play G p y)) (- minimax G d (play G p m))); [lia | exact IH].
  Qed.

  Let child := search G A _ T inf o1 d 1.
  Let child2 := search G A _ (traced T) inf o2 d 1.
  Let null := match o1 with None => child | Some f => f d 1%nat end.
  Let null2 := match o2 with None => child2 | Some f => f d 1%nat end.

  Lemma child_agrees : forall q a b s, in_range inf a b -> agrees a b (minimax G d q) (fst (child q a b s)).
  Proof. intros. apply search_agrees; [now apply is_sound | exact correct | assumption]. Qed.
  Lemma null_agrees : forall q a b s, in_range inf a b -> a + 1 = b -> agrees a b (minimax G d q) (fst (null q a b s)).
  Proof.
    intros q a' b s R N. pose proof (child_agrees q a' b s R) as Ca. unfold null. pose proof correct as Tr.
      destruct o1 as [f|]; [now apply Tr | exact Ca].
  Qed.
  Lemma child_line : forall q a b s, in_range inf a b -> (forall j, (j <= 0)%nat -> snd (child q a b s) j = s j) /\
    (a < fst (child q a b s) < b -> snd (child q a b s) 1%nat = leftmost G d q).
  Proof.
    intros q a' b s R. destruct (triangular_line G A inf C o1 correct rows d 1 q a' b s R) as (B & Li).
    split; [intros; apply B; lia | exact Li].
  Qed.
  Lemma null_below : forall q a b s, in_range inf a b -> a + 1 = b -> forall j,
    (j <= 0)%nat -> snd (null q a b s) j = s j.
  Proof.
    intros q a' b s R N j J. pose proof (proj1 (child_line q a' b s R) j J) as Ca. unfold null. pose proof rows as Tr.
    destruct o1 as [f|]; [apply Tr; (assumption || lia) | exact Ca].
  Qed.

  (** One root move with the trace: the first row does not change. *)
  Lemma root_try : forall beta q first raised alpha s log, in_range inf alpha beta ->
    let r := try G A _ (traced T) child2 null2 (S d) beta q first raised alpha (s, log) in
    agrees alpha beta (- minimax G d q) (fst r) /\ row_is (s 0%nat) log 2 (fst (snd r)) (snd r) /\
    (alpha < fst r < beta -> fst (snd r) 1%nat = leftmost G d q).
  Proof.
    intros beta q first raised alpha s log R. cbv zeta.
    assert (Ch : forall q a b s' t, row_is (s 0%nat) log 1 s' t -> same _ _ (row_is (s 0%nat) log) 2 (child q a b s')
      (child2 q a b t)).
    { intros. apply (search_same G _ _ T (traced T) inf _ 1 (1 + d) (row_is_kept _ _ _) A o1 o2);
      [apply traces | lia | assumption]. }
    assert (Nu : forall q a b s' t, row_is (s 0%nat) log 1 s' t -> same _ _ (row_is (s 0%nat) log) 2 (null q a b s')
      (null2 q a b t)).
    { intros q' a' b' s' t Q. unfold null, null2. pose proof (traces (s 0%nat) log (1 + d)) as Tr.
      destruct o1, o2; try contradiction; [apply Tr; [lia | exact Q] | now apply Ch]. }
    assert (Sm : same _ _ (row_is (s 0%nat) log) 2 (try G A _ T child null (S d) beta q first raised alpha s)
      (try G A _ (traced T) child2 null2 (S d) beta q first raised alpha (s, log))).
    { apply (try_same G _ _ T (traced T) (row_is (s 0%nat) log) 1 (1 + d) (row_is_kept _ _ _) 0);
      [lia | exact Ch | exact Nu|].
      split; [reflexivity|]. split; [reflexivity|]. exists []. split; [reflexivity | constructor]. }
    pose proof (try_agrees G A _ T inf (is_sound A C) child null (minimax G d) child_agrees null_agrees (S d) beta
      (never_omitted A C _ (S d)) q first raised alpha s R) as V.
    destruct (tri_try G A inf C child null (minimax G d) (leftmost G d) (S d) 0 beta child_agrees null_agrees
      child_line null_below
      q first raised alpha s R) as (_ & Li).
    destruct Sm as (E & K). fold T in Li. pose proof (proj1 K) as E2. rewrite <- E, <- E2. split; [exact V|]. split;
      [exact K | exact Li].
  Qed.

  Lemma every_moment : forall open beta ms finished first raised alpha best s log, in_range inf alpha beta ->
    so_far finished alpha (s 0%nat) ->
    exists new, snd (snd (loop G A _ (traced T) child2 null2 (S d) 0 p open beta ms first raised alpha best (s,
      log))) = new ++ log /\
      Forall (fun u => exists n, best_so_far G d p a (finished ++ firstn n ms) (u 0%nat)) new.
  Proof.
    intros open beta. induction ms as [|m ms IH]; intros finished first raised alpha best s log R H; cbn [loop].
    { exists []. split; [reflexivity | constructor]. }
    destruct (root_try beta (play G p m) first raised alpha s log R) as (V & K & Li).
    destruct (try G A _ (traced T) child2 null2 (S d) beta (play G p m) first raised alpha (s, log)) as [x [s1 l1]].
    unfold row_is in K. cbn [fst snd] in *. destruct K as (_ & X0 & new & -> & Fn).
    assert (Fn' : Forall (fun u : state => exists n, best_so_far G d p a (finished ++ firstn n (m :: ms)) (u 0%nat))
      new).
    { eapply Forall_impl; [|exact Fn]. cbv beta. intros u U. exists 0%nat. cbn [firstn]. rewrite app_nil_r, U.
      apply H. }
    assert (More : forall t log' alpha' best' first' raised',
      in_range inf alpha' beta -> so_far (finished ++ [m]) alpha' (t 0%nat) ->
      exists new0, snd (snd (loop G A _ (traced T) child2 null2 (S d) 0 p open beta ms first' raised' alpha' best' (t,
        log'))) = new0 ++ log' /\
        Forall (fun u => exists n, best_so_far G d p a (finished ++ firstn n (m :: ms)) (u 0%nat)) new0).
    { intros t log' alpha' best' first' raised' R' H'. destruct (IH (finished ++ [m]) first' raised' alpha' best' t
      log' R' H') as (n2 & E2 & F2).
      exists n2. split; [exact E2|]. eapply Forall_impl; [|exact F2]. cbv beta. intros u (n & U). exists (S n).
      cbn [firstn]. rewrite <- app_assoc in U. exact U. }
    unfold agrees, in_range in *.
    destruct (Z.leb_spec beta x) as [B | B]; [|destruct (Z.ltb_spec alpha x) as [U | U]].
    - cbn [traced refute snd]. exists (s1 :: new). split; [reflexivity|]. constructor; [|exact Fn'].
      exists 0%nat. cbn [firstn]. rewrite app_nil_r, X0. apply H.
    - assert (Ev : - minimax G d (play G p m) = x) by lia.
      pose proof (so_far_better finished m alpha _ H ltac:(lia)) as H2. rewrite Ev in H2.
      cbn [traced raise]. set (s2 := raise T 0 open m s1).
      assert (E2 : s2 0%nat = m :: leftmost G d (play G p m)) by (unfold s2; simpl; rewrite set_same; f_equal;
        apply Li; lia).
      rewrite <- E2 in H2.
      destruct (More s2 (s2 :: new ++ log) x (Z.max best x) false true ltac:(lia) H2) as (n2 & -> & F2).
      exists (n2 ++ s2 :: new). split; [now rewrite <- app_assoc|]. apply Forall_app. split; [exact F2|].
      constructor; [|exact Fn']. exists 1%nat. cbn [firstn]. apply H2.
    - pose proof (so_far_more finished m alpha _ H ltac:(lia)) as H2. rewrite <- X0 in H2.
      destruct (More s1 (new ++ log) alpha (Z.max best x) false raised ltac:(lia) H2) as (n2 & -> & F2).
      exists (n2 ++ new). split; [now rewrite <- app_assoc|]. apply Forall_app. now split.
  Qed.

  (** Move by move: while a move is under way, the first row is the best line of the moves before it; then, if the
      move is better, it is that of the moves with it. *)
  Lemma one_more : forall open beta m ms finished first raised alpha best s log, in_range inf alpha beta ->
    so_far finished alpha (s 0%nat) ->
    let run ms := snd (snd (loop G A _ (traced T) child2 null2 (S d) 0 p open beta ms first raised alpha best (s,
      log))) in
    exists new, run (ms ++ [m]) = new ++ run ms /\
      Forall (fun u => best_so_far G d p a (finished ++ ms) (u 0%nat) \/ best_so_far G d p a (finished ++ ms ++ [m])
        (u 0%nat)) new.
  Proof.
    intros open beta m. cbv zeta. induction ms as [|m1 ms IH]; intros finished first raised alpha best s log R H.
    { destruct (every_moment open beta [m] finished first raised alpha best s log R H) as (new & E & F).
      exists new. split; [exact E|]. eapply Forall_impl; [|exact F]. cbv beta. intros u ([|n] & U).
      - left. exact U.
      - right. cbn [firstn app] in *. now rewrite firstn_nil in U. }
    cbn [app loop]. destruct (root_try beta (play G p m1) first raised alpha s log R) as (V & K & Li).
    destruct (try G A _ (traced T) child2 null2 (S d) beta (play G p m1) first raised alpha (s, log)) as [x [s1 l1]].
    unfold row_is in K. cbn [fst snd] in *. destruct K as (_ & X0 & _).
    assert (Eq : forall l, finished ++ m1 :: l = (finished ++ [m1]) ++ l) by (intros; now rewrite <- app_assoc).
    unfold agrees, in_range in *.
    destruct (Z.leb_spec beta x) as [B | B].
    { cbn [traced refute snd]. exists []. split; [reflexivity | constructor]. }
    rewrite (Eq ms), (Eq (ms ++ [m])). destruct (Z.ltb_spec alpha x) as [U | U].
    - cbn [traced raise]. apply IH; [lia|].
      assert (Ev : - minimax G d (play G p m1) = x) by lia.
      pose proof (so_far_better finished m1 alpha _ H ltac:(lia)) as H2. rewrite Ev in H2.
      replace (raise T 0 open m1 s1 0%nat) with (m1 :: leftmost G d (play G p m1)); [exact H2|].
      simpl. rewrite set_same. f_equal. symmetry. apply Li. lia.
    - apply IH; [lia|]. rewrite X0. apply so_far_more; [exact H | lia].
  Qed.
End Table.

(** Whenever a search is stopped, the first row of the triangular table is the best line of some of the first root
    moves: the leftmost optimal line of those (`interrupted`: src/search/stopping.rs, src/pv/triangular.rs). *)
Theorem stopped_table : forall G A inf, confirming A -> forall d p a b table, in_range inf a b -> moves G p <> [] ->
  let r := search G A _ (traced (triangular (move G))) inf None (S d) 0 p a b (table, []) in
  Forall (fun u => exists n, best_so_far G d p a (firstn n (moves G p)) (u 0%nat)) (snd (snd r)).
Proof.
  intros G A inf C d p a b table R N. cbv zeta. cbn [search_by at_once]. destruct (moves G p) as [|m ms] eqn:M;
    [congruence|].
    rewrite <- M.
  cbn [traced enter]. set (s0 := enter (triangular (move G)) 0 (a + 1 <? b) table).
  assert (E : s0 0%nat = []) by apply set_same.
  assert (S0 : so_far G d p a [] a (s0 0%nat)).
  { rewrite E. split; [left; split; [constructor | reflexivity]|]. split; [lia|]. split; [constructor|]. split;
    [reflexivity | discriminate]. }
  destruct (every_moment G A inf C None None I I (fun _ _ _ => I) d p a (a + 1 <? b) b (moves G p) [] true false a (-
    inf) s0 [s0] R S0)
    as (new & L & F).
  cbv zeta in L. rewrite L. apply Forall_app. split; [exact F|]. constructor; [|constructor]. exists 0%nat. apply S0.
Qed.

(** ** When no root move is under way *)

Section After.
  Variable G : game.
  Variable A : algorithm.
  Variable inf : Z.

  (** The search of the first [n] root moves. *)
  Definition after_moves {state : Type} (T : store (move G) state) (n d : nat) (p : position G) (a b : Z) (s : state)
    : Z * state :=
    let child := search G A state T inf None d 1 in
    loop G A state T child child (S d) 0 p (a + 1 <? b) b (firstn n (moves G p)) true false a (- inf) (enter T 0 (a +
      1 <? b) s).

  (** Since [log], and the last state of the trace is the present one. *)
  Definition logged {state : Type} (log : list state) (_ : nat) (s : state) (t : state * list state) : Prop :=
    s = fst t /\ hd_error (snd t) = Some (fst t) /\ exists new, snd t = new ++ log.

  Lemma logged_kept : forall state (T : store (move G) state) log N,
    events_related G _ _ T (traced T) (logged log) 0 N.
  Proof.
    intros state T log N.
    assert (K : forall s' l, (exists new, l = new ++ log) -> logged log 0 s' (s', s' :: l)).
    { intros s' l (new & ->). split; [reflexivity|]. split; [reflexivity|]. now exists (s' :: new). }
    apply leaf_alone; [intros n s t H; exact H | | | | |]; intros; destruct t as [t l]; unfold logged in *;
      cbn [fst snd] in *;
      match goal with H : _ = t /\ _ |- _ => destruct H as (-> & _ & H); now apply K end.
  Qed.

  (** The search of more moves goes on where that of the first ones ends. *)
  Lemma prefix_log : forall state (T : store (move G) state) d p open beta ms1 ms2 first raised alpha best st,
    hd_error (snd st) = Some (fst st) ->
    let child := search G A _ (traced T) inf None d 1 in
    let run ms := snd (loop G A _ (traced T) child child (S d) 0 p open beta ms first raised alpha best st) in
    hd_error (snd (run ms1)) = Some (fst (run ms1)) /\ exists new, snd (run (ms1 ++ ms2)) = new ++ snd (run ms1).
  Proof.
    intros state T d p open beta. cbv zeta.
    assert (Ch : forall log q a b s t, logged log 1 s t ->
      same _ _ (logged log) 2 (search G A _ T inf None d 1 q a b s) (search G A _ (traced T) inf None d 1 q a b t)).
    { intros. apply (search_same G _ _ T (traced T) inf _ 0 (1 + d) (logged_kept _ T log _) A None None I);
      [lia | assumption]. }
    induction ms1 as [|m ms1 IH]; intros ms2 first raised alpha best st H.
    - cbn [app loop snd fst]. split; [exact H|].
      destruct (loop_same G _ _ T (traced T) (logged (snd st)) 0 (1 + d) (logged_kept _ T _ _) 0 p ltac:(lia)
        _ _ _ _ (Ch (snd st)) (Ch (snd st)) ltac:(lia) A (S d) open beta ms2 first raised alpha best (fst st) st) as
          (_ & _ & _ & K).
      { split; [reflexivity|]. split; [exact H | now exists []]. }
      exact K.
    - cbn [app loop].
      destruct (try_same G _ _ T (traced T) (logged (snd st)) 0 (1 + d) (logged_kept _ T _ _) 0 ltac:(lia)
        _ _ _ _ (Ch (snd st)) (Ch (snd st)) A (S d) beta (play G p m) first raised alpha (fst st) st) as (_ & _ & K &
          _).
      { split; [reflexivity|]. split; [exact H | now exists []]. }
      destruct (try G A _ (traced T) _ _ _ _ _ _ _ _ _) as [x [s1 l1]]. cbn [fst snd] in K.
      destruct (beta <=? x); [cbn [traced refute snd fst]; split; [reflexivity | now exists []]|].
      destruct (alpha <? x); apply IH; [reflexivity | exact K].
  Qed.

  (** So its end is a moment of the whole search, at which that may be stopped (src/search/stopping.rs). *)
  Theorem after_moves_is_a_moment : forall state (T : store (move G) state) n d p a b s, moves G p <> [] ->
    In (snd (after_moves T n d p a b s)) (snd (snd (search G A _ (traced T) inf None (S d) 0 p a b (s, [])))).
  Proof.
    intros state T n d p a b s N. cbn [search_by at_once]. destruct (moves G p) as [|m ms] eqn:M; [congruence|]. rewrite
      <- M.
      clear M N m ms.
    cbn [traced enter]. set (s0 := enter T 0 (a + 1 <? b) s).
    destruct (prefix_log state T d p (a + 1 <? b) b (firstn n (moves G p)) (skipn n (moves G p)) true false a (- inf)
      (s0, [s0]) eq_refl)
      as (H & new & K).
    rewrite firstn_skipn in K. cbn [traced] in K, H. rewrite K. apply in_or_app. right.
    assert (Sm : snd (after_moves T n d p a b s) = fst (snd (loop G A _ (traced T) (search G A _ (traced T) inf None d
      1)
      (search G A _ (traced T) inf None d 1) (S d) 0 p (a + 1 <? b) b (firstn n (moves G p)) true false a (- inf) (s0,
        [s0])))).
    { assert (Ch : forall q a b s t, logged [s0] 1 s t ->
        same _ _ (logged [s0]) 2 (search G A _ T inf None d 1 q a b s) (search G A _ (traced T) inf None d 1 q a b t)).
      { intros. apply (search_same G _ _ T (traced T) inf _ 0 (1 + d) (logged_kept _ T _ _) A None None I);
        [lia | assumption]. }
      destruct (loop_same G _ _ T (traced T) (logged [s0]) 0 (1 + d) (logged_kept _ T _ _) 0 p ltac:(lia)
        _ _ _ _ Ch Ch ltac:(lia) A (S d) (a + 1 <? b) b (firstn n (moves G p)) true false a (- inf) s0 (s0,
          [s0])) as (_ & E & _).
      { split; [reflexivity|]. split; [reflexivity | now exists []]. }
      exact E. }
    rewrite Sm. cbn [traced] in *. destruct (snd (snd (loop _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _))); [discriminate|].
    cbn [hd_error] in H. injection H as H. left. exact H.
  Qed.

  Hypothesis C : confirming A.

  (** What the best of the first moves is. *)
  Definition best_line (d : nat) (p : position G) (ms l : list (move G)) : Prop := exists m,
    find (fun x => - minimax G d (play G p x) =? - minimax G d (play G p m)) ms = Some m /\
    Forall (fun x => - minimax G d (play G p x) <= - minimax G d (play G p m)) ms /\ l = m :: leftmost G d (play G p
      m).

  (** If the score after some root moves is inside the window, the triangular table holds the line of the best of
      them (src/search/stopping.rs, src/pv/triangular.rs). *)
  Theorem table_after_moves : forall n d p a b table, in_range inf a b ->
    let r := after_moves (triangular (move G)) n d p a b table in
    a < fst r < b -> best_line d p (firstn n (moves G p)) (snd r 0%nat).
  Proof.
    intros n d p a b table R. cbv zeta. unfold after_moves. set (T := triangular (move G)).
      set (child := search G A _ T inf None d 1).
    set (s0 := enter T 0 _ table). set (r := loop _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _). intros In.
    assert (Cv : forall q a b s, in_range inf a b -> agrees a b (minimax G d q) (fst (child q a b s)))
      by (intros; apply search_agrees; [now apply is_sound | exact I | assumption]).
    assert (Cl : forall q a b s, in_range inf a b -> (forall j, (j <= 0)%nat -> snd (child q a b s) j = s j) /\
      (a < fst (child q a b s) < b -> snd (child q a b s) 1%nat = leftmost G d q)).
    { intros q a' b' s R'. destruct (triangular_line G A inf C None I I d 1 q a' b' s R') as (B & Li). split; [intros;
      apply B; lia | exact Li]. }
    destruct (tri_loop G A inf C child child (minimax G d) (leftmost G d) (S d) 0 p (a + 1 <? b) b Cv (fun q a b s R _
      => Cv q a b s R)
      Cl (fun q a b s R _ => proj1 (Cl q a b s R)) (firstn n (moves G p)) true false a (- inf) s0 R) as (_ & _ & H).
    { unfold in_range in R. lia. }
    destruct (loop_agrees G A _ T inf (is_sound A C) child child (minimax G d) Cv (fun q a b s R _ => Cv q a b s R) (S
      d) 0 p (a + 1 <? b) b
      (never_omitted A C _ (S d)) (firstn n (moves G p)) true false a (- inf) s0 R) as (_ & _ & F & _).
    { unfold in_range in R. lia. }
    fold T child r in H, F. destruct (H In) as (m & Hm & Hl). destruct (F In) as (Fa & _).
    pose proof (find_some _ _ Hm) as (_ & E). cbv beta in E. rewrite Z.eqb_eq in E.
    exists m. rewrite E. split; [exact Hm|]. split; [exact Fa | exact Hl].
  Qed.

  Hypothesis Nu : null_after_raise A.

  (** And so does the single array (src/search/stopping.rs, src/pv/single_array.rs). *)
  Theorem array_after_moves : forall n d p a b array, in_range inf a b -> a + 1 < b ->
    let r := after_moves (single_array (move G)) n d p a b array in
    a < fst r < b -> best_line d p (firstn n (moves G p)) (read (S d) (snd r) 0).
  Proof.
    intros n d p a b array R O. cbv zeta. unfold after_moves. set (T := single_array (move G)).
      set (child := search G A _ T inf None d 1).
    set (s0 := enter T 0 _ array). destruct (Z.ltb_spec (a + 1) b); [|lia].
      set (r := loop _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _). intros In.
    assert (Cv : forall q a b s, in_range inf a b -> agrees a b (minimax G d q) (fst (child q a b s)))
      by (intros; apply search_agrees; [now apply is_sound | exact I | assumption]).
    assert (Cl : forall q a b s, in_range inf a b -> (forall j, (j < 1)%nat -> snd (child q a b s) j = s j) /\
      (a + 1 = b -> snd (child q a b s) = s) /\
      (a < fst (child q a b s) < b -> holds G (snd (child q a b s)) 1 (leftmost G d q))).
    { intros q a' b' s R'. exact (single_array_line G A inf C Nu None I I d 1 q a' b' s R'). }
    destruct (one_loop G A inf C Nu child child (minimax G d) (leftmost G d) (S d) 0 p b Cv (fun q a b s R _ => Cv q a
      b s R)
      (fun q a b s R j J => proj1 (Cl q a b s R) j (le_n_S _ _ J)) (fun q a b s R => proj1 (proj2 (Cl q a b s R)))
      (fun q a b s R => proj2 (proj2 (Cl q a b s R))) (fun q a b s R => proj1 (proj2 (Cl q a b s R)))
      (firstn n (moves G p)) true false a (- inf) s0 R) as (_ & _ & Hh); [unfold in_range in R; lia | reflexivity|].
    destruct (loop_agrees G A _ T inf (is_sound A C) child child (minimax G d) Cv (fun q a b s R _ => Cv q a b s R) (S
      d) 0 p true b
      (never_omitted A C _ (S d)) (firstn n (moves G p)) true false a (- inf) s0 R) as (_ & _ & F & _).
    { unfold in_range in R. lia. }
    fold T child r in Hh, F. destruct (Hh In) as (m & Hm & Hl). destruct (F In) as (Fa & _).
    pose proof (find_some _ _ Hm) as (_ & E). cbv beta in E. rewrite Z.eqb_eq in E.
    exists m. rewrite E. split; [exact Hm|]. split; [exact Fa|].
    apply (read_holds G); [cbn [length]; pose proof (leftmost_length G d (play G p m)); lia | exact Hl].
  Qed.

  (** With the full window the score after one move at least is inside it (src/search/stopping.rs). *)
  Theorem inside_after_moves : (forall p, - inf < value G p < inf) -> forall state (T : store (move G) state) n d p s,
    firstn n (moves G p) <> [] -> - inf < fst (after_moves T n d p (- inf) inf s) < inf.
  Proof.
    intros B state T n d p s N. unfold after_moves.
    assert (R : in_range inf (- inf) inf) by (specialize (B p); unfold in_range; lia).
    assert (Cv : forall q a b s, in_range inf a b -> agrees a b (minimax G d q) (fst (search G A _ T inf None d 1 q a
      b s)))
      by (intros; apply search_agrees; [now apply is_sound | exact I | assumption]).
    destruct (loop_agrees G A _ T inf (is_sound A C) _ _ (minimax G d) Cv (fun q a b s R _ => Cv q a b s R) (S d) 0 p
      (- inf + 1 <? inf) inf
      (never_omitted A C _ (S d)) (firstn n (moves G p)) true false (- inf) (- inf) (enter T 0 (- inf + 1 <? inf) s)
        R) as (_ & Lo & _ & Hi); [lia|].
    set (r := fst (loop _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _)) in *.
    destruct (Z.le_gt_cases r (- inf)) as [L | L].
    - specialize (Lo L). destruct (firstn n (moves G p)) as [|m ms]; [congruence|]. apply Forall_inv in Lo.
      pose proof (minimax_bounded G inf B d (play G p m)). lia.
    - split; [lia|]. destruct (Z.le_gt_cases inf r) as [U | U]; [|exact U]. specialize (Hi U).
      rewrite Exists_exists in Hi.
      destruct Hi as (m & _ & Hm). pose proof (minimax_bounded G inf B d (play G p m)). lia.
  Qed.
End After.

(** While a null window is under way, the single array is what it was before: at every moment
    (src/pv/single_array.rs). *)
Theorem array_in_null_windows : forall G A inf, sound A -> forall d k p a b array log, in_range inf a b -> a + 1 = b ->
  let r := search G A _ (traced (single_array (move G))) inf None d k p a b (array, log) in
  exists new, snd (snd r) = new ++ log /\ Forall (fun u => u = array) new.
Proof.
  intros G A inf So d k p a b array log R N. cbv zeta.
  set (I := fun t : (nat -> option (move G)) * list (nat -> option (move G)) =>
    fst t = array /\ exists new, snd t = new ++ log /\ Forall (fun u => u = array) new).
  assert (K : forall s l, I (s, l) -> I (s, s :: l)).
  { intros s l (E & new & L & F). cbn [fst snd] in *. split; [exact E|]. exists (s :: new). cbn [snd app].
    split; [now rewrite L | now constructor]. }
  apply (null_windows_keep G A _ (traced (single_array (move G))) inf None I); try assumption;
    try (intros; destruct s as [s l]; now apply K).
  - discriminate.
  - split; [reflexivity|]. exists []. split; [reflexivity | constructor].
Qed.

(** The triangular table, root move by root move. [log n] are the moments until the first [n] root moves are searched
    (src/search/stopping.rs, src/pv/triangular.rs). *)
Theorem stopped_table_in_order : forall G A inf, confirming A -> forall d p a b table n,
  in_range inf a b -> (n < length (moves G p))%nat ->
  let log n := snd (snd (after_moves G A inf (traced (triangular (move G))) n d p a b (table, []))) in
  exists new, log (S n) = new ++ log n /\
    Forall (fun u => best_so_far G d p a (firstn n (moves G p)) (u 0%nat) \/ best_so_far G d p a (firstn (S n) (moves
      G p)) (u 0%nat)) new.
Proof.
  intros G A inf C d p a b table n R Ln. cbv zeta. unfold after_moves.
  destruct (nth_error (moves G p) n) as [m|] eqn:M; [|apply nth_error_None in M; lia].
  assert (F : firstn (S n) (moves G p) = firstn n (moves G p) ++ [m]).
  { revert M. clear. generalize (moves G p). induction n as [|n IH]; intros [|x l] M; cbn in *; try discriminate;
    [now injection M as ->|].
    f_equal. now apply IH. }
  rewrite F. cbn [traced enter]. set (s0 := enter (triangular (move G)) 0 (a + 1 <? b) table).
  assert (E : s0 0%nat = []) by apply set_same.
  assert (S0 : so_far G d p a [] a (s0 0%nat)).
  { rewrite E. split; [left; split; [constructor | reflexivity]|]. split; [lia|]. split; [constructor|]. split;
    [reflexivity | discriminate]. }
  destruct (one_more G A inf C None None I I (fun _ _ _ => I) d p a (a + 1 <? b) b m (firstn n (moves G p)) [] true
    false a (- inf) s0 [s0] R S0)
    as (new & L & Fo).
  exists new. split; [exact L | exact Fo].
Qed.
