(** No search reads its store. So it returns the same score with any store, and with a store that copies lines it shows
    the line that the rows show. *)

From Coq Require Import ZArith List Bool Lia Arith.
From PvInPvs Require Import Game Search Score Stability Triangular SingleArray PvInPvs Windowless Simulation
  Minimax Root.
Import ListNotations.
Open Scope Z_scope.

(** ** Searches that may be given any store *)

Section Searches.
  Variable G : game.

  (** The score, the best move if only a bound is known of it, and the state of the store. *)
  Notation result state := (Z * option (move G) * state)%type.
  (** It is given a store, a depth, a position, a window and the state of the store. *)
  Definition searcher := forall state, store (move G) state -> nat -> position G -> Z -> Z -> state -> result state.

  (** It does the same whatever the store: events that keep a relation keep it through the search. *)
  Definition blind (f : searcher) : Prop :=
    forall state1 state2 (T1 : store (move G) state1) (T2 : store (move G) state2) R N,
    events_related G _ _ T1 T2 R 0 N -> forall d p a b s t, (d <= N)%nat -> R 0%nat s t ->
    fst (f _ T1 d p a b s) = fst (f _ T2 d p a b t) /\ R 1%nat (snd (f _ T1 d p a b s)) (snd (f _ T2 d p a b t)).

  (** A method to keep lines: how it is laid out at first, and which line it shows after a search of a depth. *)
  Record keeper := {
    memory_of : Type;
    method : store (move G) memory_of;
    laid_out : memory_of -> Prop;
    line_of : nat -> memory_of -> list (move G);
  }.

  (** The rows as lists: the plainest method that copies. *)
  Definition rows : keeper := {|
    memory_of := nat -> list (move G); method := triangular (move G); laid_out := fun _ => True;
    line_of := fun _ s => s 0%nat |}.
  (** The single array, whatever it holds at first. *)
  Definition array : keeper := {|
    memory_of := nat -> option (move G); method := single_array (move G); laid_out := fun _ => True;
    line_of := fun d s => read d s 0 |}.

  (** A method copies if, up to depth N, it shows what the rows show, and is still laid out after a search. *)
  Definition copies (N : nat) (K : keeper) : Prop := exists R,
    events_related G _ _ (triangular (move G)) (method K) R 0 N /\
    (forall t, laid_out K t -> exists s, R 0%nat s t) /\
    (forall d s t, R 1%nat s t -> line_of K d t = s 0%nat) /\
    (forall s t, R 1%nat s t -> laid_out K t).
End Searches.
Arguments memory_of {G}. Arguments method {G}. Arguments laid_out {G}. Arguments line_of {G}.

(** ** What they must return *)

Section Right.
  Variable G : game.
  Variable inf : Z.

  (** A score that agrees with minimax; or a lower bound of the value, and the first best move. *)
  Definition right_score (d : nat) (p : position G) (a b : Z) (r : Z * option (move G)) : Prop :=
    match snd r with
    | None => agrees a b (minimax G d p) (fst r)
    | Some m => a < fst r < b /\ fst r <= minimax G d p /\ hd_error (leftmost G d p) = Some m
    end.

  (** The score is right with any store, in any window that is open. *)
  Definition score_with_any_store (f : searcher G) : Prop := forall state (T : store (move G) state) d p a b s,
    in_range inf a b -> a + 1 < b -> right_score d p a b (fst (f _ T d p a b s)).

  (** And if the score is inside the window, and not a bound, the line is the leftmost optimal one. *)
  Definition shows_line (N : nat) (f : searcher G) (K : keeper G) : Prop := forall d p a b s,
    (d <= N)%nat -> laid_out K s ->
    in_range inf a b -> a + 1 < b -> let r := f _ (method K) d p a b s in
    right_score d p a b (fst r) /\
    (snd (fst r) = None -> a < fst (fst r) < b -> line_of K d (snd r) = leftmost G d p).

  (** A search whose score is right over one store has the right score with any store (src/pv/mod.rs: a store cannot
      influence a search). *)
  Theorem one_store_is_enough : forall f, blind G f -> (forall N, shows_line N f (rows G)) -> score_with_any_store f.
  Proof.
    intros f B H state T d p a b s R O.
    destruct (H d d p a b (fun _ => []) (le_n d) I R O) as (V & _).
    destruct (B _ _ (triangular (move G)) T (fun _ _ _ => True) d ltac:(constructor;
      auto) d p a b (fun _ => []) s) as (E & _); auto.
    cbn [rows method memory_of] in V. now rewrite E in V.
  Qed.

  (** What the rows show, every method that copies shows (src/pv/mod.rs: the rules of [PvStore]). *)
  Theorem copies_show_the_line : forall N f K, copies G N K -> blind G f -> shows_line N f (rows G) -> shows_line N f
    K.
  Proof.
    intros N f K (R & E & S & L & _) B H d p a b t D Lt W O. destruct (S t Lt) as (s & Rs).
    destruct (B _ _ (triangular (move G)) (method K) R N E d p a b s t D Rs) as (V & Rr).
    destruct (H d p a b s D I W O) as (H1 & H2). cbn [rows method memory_of line_of] in *.
    cbv zeta. rewrite <- V. split; [exact H1|]. intros M I. rewrite (L d _ _ Rr). now apply H2.
  Qed.

  (** A search leaves the store laid out, whatever its window and its score. So the next one, from the same root with a
      wider window, may begin with the store as this one left it (src/search/iteration.rs). *)
  Theorem search_keeps_layout : forall N f K, copies G N K -> blind G f -> forall d p a b t, (d <= N)%nat ->
    laid_out K t -> laid_out K (snd (f _ (method K) d p a b t)).
  Proof.
    intros N f K (R & E & S & _ & Y) B d p a b t D Lt. destruct (S t Lt) as (s & Rs).
    destruct (B _ _ (triangular (move G)) (method K) R N E d p a b s t D Rs) as (_ & Rr). exact (Y _ _ Rr).
  Qed.

  (** Inside an open window around the value the score is the value, or a lower bound of the best move, and the line is
      the leftmost optimal one: so with the full window, and in every aspiration window that holds the value
      (src/search/iteration.rs). *)
  Theorem value_inside : forall N f K, shows_line N f K -> forall d p a b s, (d <= N)%nat -> laid_out K s ->
    - inf <= a -> b <= inf -> a < minimax G d p < b -> let r := f _ (method K) d p a b s in
    match snd (fst r) with
    | None => fst (fst r) = minimax G d p /\ line_of K d (snd r) = leftmost G d p
    | Some m => fst (fst r) <= minimax G d p /\ hd_error (leftmost G d p) = Some m
    end.
  Proof.
    intros N f K H d p a b s D Ls Wa Wb V. cbv zeta.
    destruct (H d p a b s D Ls ltac:(unfold in_range; lia) ltac:(lia)) as (H1 & H2).
    unfold right_score in H1. destruct (snd (fst _)) as [m|]; [split; apply H1|].
    assert (E : fst (fst (f _ (method K) d p a b s)) = minimax G d p) by (unfold agrees in H1; lia).
    split; [exact E|]. apply H2; [reflexivity | lia].
  Qed.
End Right.

(** ** The algorithms *)

Section Algorithms.
  Variable G : game.
  Variable inf : Z.

  (** No bound of a best move. *)
  Definition scored {state : Type} (r : Z * state) : Z * option (move G) * state := (fst r, None, snd r).

  Definition family (A : algorithm) : searcher G := fun _ T d p a b s => scored (search G A _ T inf None d 0 p a b s).
  Definition minimax_with : searcher G := fun _ T d p _ _ s => scored (minimax_search G _ T inf d 0 p s).
  Definition pvs_zws : searcher G := fun _ T d p a b s =>
    scored (search G pvs_hard _ T inf (Some (zws G _ T)) d 0 p a b s).
  Definition scout_with : searcher G := fun _ T d p _ _ s => scored (scout G _ T inf d 0 p s).
  Definition palphabeta_with : searcher G := fun _ T d p _ _ s => scored (palphabeta G _ T inf d 0 p s).
  Definition calphabeta_with : searcher G := fun _ T d p a b s => scored (calphabeta G _ T inf d 0 p a b s).
  Definition last_move_with : searcher G := fun _ T d p a b s =>
    last_move G _ T (search G (alpha_beta false) _ T inf None) d 0 p a b s.
  Definition belle_root_with : searcher G := fun _ T d p a b s =>
    belle_root G _ T inf (search G pvs_soft _ T inf None) d 0 p a b s.
End Algorithms.

(** ** None of them reads its store *)

Section Same.
  Variable G : game.
  Variables state1 state2 : Type.
  Variable T1 : store (move G) state1.
  Variable T2 : store (move G) state2.
  Variable inf : Z.
  Variable R : nat -> state1 -> state2 -> Prop.
  Variables lo N : nat.
  Hypothesis E : events_related G _ _ T1 T2 R lo N.
  Notation same := (same state1 state2 R).
  Notation related := (related G state1 state2 R lo N).

  Definition same_result (n : nat) (r1 : Z * option (move G) * state1) (r2 : Z * option (move G) * state2) : Prop :=
    fst r1 = fst r2 /\ R n (snd r1) (snd r2).

  (** The loops of a node whose children are searched alike. *)
  Section Node.
    Variable k : nat.
    Hypothesis inside : (lo <= k < N)%nat.
    Variable p : position G.

    Variable child1 : position G -> Z -> Z -> state1 -> Z * state1.
    Variable child2 : position G -> Z -> Z -> state2 -> Z * state2.
    Hypothesis child_same : forall q a b s t, R (S k) s t -> same (S (S k)) (child1 q a b s) (child2 q a b t).
    Variable open : bool.
    Variable b : Z.

    Lemma child_pair : forall q a b s t, R (S k) s t -> exists x s' t',
      opposite state1 (child1 q a b s) = (x, s') /\ opposite state2 (child2 q a b t) = (x, t') /\ R (S (S k)) s' t'.
    Proof.
      intros q a' b' s t H. destruct (child_same q a' b' s t H) as (V & K).
      exists (- fst (child1 q a' b' s)). do 2 eexists. unfold opposite. rewrite <- V. repeat split. exact K.
    Qed.

    (** The null window for the last move. *)
    Lemma last_move_loop_same : forall ms first alpha s t, R (S k) s t -> same_result (S k)
      (last_move_loop G state1 T1 child1 k p open b ms first alpha s)
      (last_move_loop G state2 T2 child2 k p open b ms first alpha t).
    Proof.
      induction ms as [|m ms IH]; intros first alpha s t H; cbn [last_move_loop]; [now split|].
      set (is_last := negb first && match ms with [] => true | _ => false end).
      assert (P : exists x s' t',
        opposite state1 (if is_last then child1 (play G p m) (- alpha - 1) (- alpha) s
          else child1 (play G p m) (- b) (- alpha) s) = (x, s') /\
        opposite state2 (if is_last then child2 (play G p m) (- alpha - 1) (- alpha) t
          else child2 (play G p m) (- b) (- alpha) t) = (x, t') /\ R (S (S k)) s' t')
        by (destruct is_last; now apply child_pair).
      destruct P as (x & s' & t' & -> & -> & K).
      destruct (is_last && (alpha <? x) && (x <? b)); [split; [reflexivity | now apply (fewer _ _ _ _ _ _ _ _ E)]|].
      destruct (b <=? x); [split; [reflexivity | apply (refute_related _ _ _ _ _ _ _ _ E); [lia | exact K]]|].
      destruct (alpha <? x); apply IH;
        [apply (raise_related _ _ _ _ _ _ _ _ E); [lia | exact K] | now apply (fewer _ _ _ _ _ _ _ _ E)].
    Qed.

    (** Belle's root. *)
    Lemma belle_loop_same : forall ms first pending alpha best s t, (first = true -> pending = None) -> R (S k) s t ->
      same_result (S k) (belle_loop G state1 T1 child1 k p open b ms first pending alpha best s)
        (belle_loop G state2 T2 child2 k p open b ms first pending alpha best t).
    Proof.
      induction ms as [|m ms IH]; intros first pending alpha best s t F H; cbn [belle_loop]; [now split|].
      assert (P : exists x s' t',
        opposite state1 (if first then child1 (play G p m) (- b) (- alpha) s
          else child1 (play G p m) (- alpha - 1) (- alpha) s) = (x, s') /\
        opposite state2 (if first then child2 (play G p m) (- b) (- alpha) t
          else child2 (play G p m) (- alpha - 1) (- alpha) t) = (x, t') /\ R (S (S k)) s' t')
        by (destruct first; now apply child_pair).
      destruct P as (x & s1 & t1 & -> & -> & K). pose proof (fewer _ _ _ _ _ _ _ _ E _ _ _ K) as K1.
      assert (Go : forall pending alpha best, (first = true -> pending = None) -> same_result (S k)
        (if b <=? x then (Z.max best x, None, refute T1 k open m s1)
         else if alpha <? x then if first then belle_loop G state1 T1 child1 k p open b ms false pending x
           (Z.max best x) (raise T1 k open m s1)
           else belle_loop G state1 T1 child1 k p open b ms false (Some (m, alpha)) x (Z.max best x) s1
         else belle_loop G state1 T1 child1 k p open b ms false pending alpha (Z.max best x) s1)
        (if b <=? x then (Z.max best x, None, refute T2 k open m t1)
         else if alpha <? x then if first then belle_loop G state2 T2 child2 k p open b ms false pending x
           (Z.max best x) (raise T2 k open m t1)
           else belle_loop G state2 T2 child2 k p open b ms false (Some (m, alpha)) x (Z.max best x) t1
         else belle_loop G state2 T2 child2 k p open b ms false pending alpha (Z.max best x) t1)).
      { intros pending' alpha' best' F'.
        destruct (b <=? x); [split; [reflexivity | apply (refute_related _ _ _ _ _ _ _ _ E); [lia | exact K]]|].
        destruct (alpha' <? x); [|now apply IH]. destruct first; apply IH; try discriminate; [|exact K1].
        apply (raise_related _ _ _ _ _ _ _ _ E); [lia | exact K]. }
      destruct pending as [[m1 low]|].
      2: { destruct ((alpha <? x) && (x <? b)); now apply Go. }
      destruct first; [discriminate (F eq_refl)|].
      destruct ((alpha <? x) && (x <? b)) eqn:C; [|now apply Go]. apply andb_prop in C. rewrite !Z.ltb_lt in C.
      destruct (child_pair (play G p m1) (- b) (- low) (again T1 s1) (again T2 t1)) as (y & s2 & t2 & -> & -> & K2);
        [apply (again_related _ _ _ _ _ _ _ _ E); [lia | exact K1]|].
      destruct (b <=? y); [split; [reflexivity | apply (refute_related _ _ _ _ _ _ _ _ E); [lia | exact K2]]|].
      assert (K3 : R (S k) (raise T1 k open m1 s2) (raise T2 k open m1 t2))
        by (apply (raise_related _ _ _ _ _ _ _ _ E); [lia | exact K2]).
      destruct (Z.leb_spec x y).
      - destruct (child_pair (play G p m) (- y - 1) (- y) (again T1 (raise T1 k open m1 s2)) (again T2 (raise T2 k
        open m1 t2)))
          as (z & s3 & t3 & -> & -> & K4); [apply (again_related _ _ _ _ _ _ _ _ E); [lia | exact K3]|].
        pose proof (fewer _ _ _ _ _ _ _ _ E _ _ _ K4) as K5.
        destruct (b <=? z); [split; [reflexivity | apply (refute_related _ _ _ _ _ _ _ _ E); [lia | exact K4]]|].
        destruct (y <? z); apply IH; (discriminate || exact K5).
      - destruct (Z.leb_spec b x); [lia|]. destruct (y <? x); apply IH; (discriminate || exact K3).
    Qed.
  End Node.

  Lemma bare_value_same : forall k p o s t, (lo <= k <= N)%nat -> R k s t ->
    same_result (S k) (value G p, None, leaf T1 k o (enter T1 k o s)) (value G p, None, leaf T2 k o (enter T2 k o t)).
  Proof. intros k p o s t K H. split; [reflexivity | now apply (leaf_related _ _ _ _ _ _ _ _ E)]. Qed.

  Variable child1 : nat -> nat -> position G -> Z -> Z -> state1 -> Z * state1.
  Variable child2 : nat -> nat -> position G -> Z -> Z -> state2 -> Z * state2.
  Hypothesis child_same : related child1 child2.

  (** The null window for the last move, with two stores (src/algorithm/last_move.rs). *)
  Theorem last_move_same : forall d k p a b s t, (lo <= k /\ k + d <= N)%nat -> R k s t ->
    same_result (S k) (last_move G state1 T1 child1 d k p a b s) (last_move G state2 T2 child2 d k p a b t).
  Proof.
    intros [|d] k p a b s t D H; cbn [last_move]; [apply bare_value_same; [lia | exact H]|].
    destruct (moves G p) as [|m ms]; [apply bare_value_same; [lia | exact H]|]. apply last_move_loop_same; [lia | |].
    - intros. apply child_same; [lia | assumption].
    - apply (enter_related _ _ _ _ _ _ _ _ E); [lia | exact H].
  Qed.

  (** Belle's root with two stores (src/algorithm/belle_root.rs). *)
  Theorem belle_root_same : forall d k p a b s t, (lo <= k /\ k + d <= N)%nat -> R k s t ->
    same_result (S k) (belle_root G state1 T1 inf child1 d k p a b s) (belle_root G state2 T2 inf child2 d k p a b t).
  Proof.
    intros [|d] k p a b s t D H; cbn [belle_root]; [apply bare_value_same; [lia | exact H]|].
    destruct (moves G p) as [|m ms]; [apply bare_value_same; [lia | exact H]|]. apply belle_loop_same; [lia | |
      reflexivity |].
    - intros. apply child_same; [lia | assumption].
    - apply (enter_related _ _ _ _ _ _ _ _ E); [lia | exact H].
  Qed.
End Same.

Section Blind.
  Variable G : game.
  Variable inf : Z.

  Lemma same_scored : forall state1 state2 (R : nat -> state1 -> state2 -> Prop) n r1 r2,
    same state1 state2 R n r1 r2 ->
    fst (scored G r1) = fst (scored G r2) /\ R n (snd (scored G r1)) (snd (scored G r2)).
  Proof. intros state1 state2 R n r1 r2 (V & K). split; [unfold scored; cbn [fst]; now rewrite V | exact K]. Qed.

  (** The family (src/algorithm: alpha-beta, PVS, NegaScout). *)
  Theorem family_blind : forall A, blind G (family G inf A).
  Proof.
    intros A state1 state2 T1 T2 R N E d p a b s t D H. apply same_scored.
    apply (search_same G _ _ T1 T2 inf R 0 N E A None None I); [lia | exact H].
  Qed.

  (** Negamax (src/algorithm/minimax.rs). *)
  Theorem minimax_blind : blind G (minimax_with G inf).
  Proof.
    intros state1 state2 T1 T2 R N E d p a b s t D H. apply same_scored.
    apply (minimax_by_same G _ _ T1 T2 inf R 0 N E); [apply at_once_related | lia | exact H].
  Qed.

  (** PVS in two functions (src/algorithm/pvs_zws.rs). *)
  Theorem pvs_zws_blind : blind G (pvs_zws G inf).
  Proof.
    intros state1 state2 T1 T2 R N E d p a b s t D H. apply same_scored.
    apply (search_same G _ _ T1 T2 inf R 0 N E pvs_hard (Some _) (Some _)); [|lia | exact H].
    apply (zws_by_same G _ _ T1 T2 R 0 N E). intros. apply at_once_related.
  Qed.

  (** Scout (src/algorithm/scout.rs). *)
  Theorem scout_blind : blind G (scout_with G inf).
  Proof.
    intros state1 state2 T1 T2 R N E d p a b s t D H. apply same_scored.
    apply (windowless_by_same G _ _ T1 T2 inf R 0 N E _ _ (at_once_related _ _ _ _ _ _ _ _ _ _ _) _ _ None None);
      [|exact I | lia | exact H].
    apply (zws_by_same G _ _ T1 T2 R 0 N E). intros. apply at_once_related.
  Qed.

  (** Palphabeta (src/algorithm/palphabeta.rs). *)
  Theorem palphabeta_blind : blind G (palphabeta_with G inf).
  Proof.
    intros state1 state2 T1 T2 R N E d p a b s t D H. apply same_scored.
    apply (windowless_by_same G _ _ T1 T2 inf R 0 N E _ _ (at_once_related _ _ _ _ _ _ _ _ _ _ _) _ _ (Some _) (Some
      _));
      [| | lia | exact H];
      exact (search_same G _ _ T1 T2 inf R 0 N E _ None None I).
  Qed.

  (** Calphabeta (src/algorithm/calphabeta.rs). *)
  Theorem calphabeta_blind : blind G (calphabeta_with G inf).
  Proof.
    intros state1 state2 T1 T2 R N E d p a b s t D H. apply same_scored.
    apply (search_same G _ _ T1 T2 inf R 0 N E pvs_soft (Some _) (Some _)); [|lia | exact H].
    exact (search_same G _ _ T1 T2 inf R 0 N E _ None None I).
  Qed.

  (** The null window for the last root move (src/algorithm/last_move.rs). *)
  Theorem last_move_blind : blind G (last_move_with G inf).
  Proof.
    intros state1 state2 T1 T2 R N E d p a b s t D H.
    apply (last_move_same G _ _ T1 T2 R 0 N E); [|lia | exact H].
    exact (search_same G _ _ T1 T2 inf R 0 N E _ None None I).
  Qed.

  (** Belle's root (src/algorithm/belle_root.rs). *)
  Theorem belle_root_blind : blind G (belle_root_with G inf).
  Proof.
    intros state1 state2 T1 T2 R N E d p a b s t D H.
    apply (belle_root_same G _ _ T1 T2 inf R 0 N E); [|lia | exact H].
    exact (search_same G _ _ T1 T2 inf R 0 N E _ None None I).
  Qed.
End Blind.
