(** Every store that copies lines, and the single array, with a transposition table. *)

From Coq Require Import ZArith List Bool Lia Arith String.
From PvInPvs Require Import Game Search Score Stability Triangular SingleArray PvInPvs Windowless Simulation
  AnyStore TranspositionTable TableLines.
Import ListNotations.
Open Scope Z_scope.

(** ** Where cutoffs may be *)

Section Cutoffs.
  Variable G : game.
  Variable M : memory G.
  Variable P : nat -> nat -> position G -> Prop.
  (** An entry cuts off an open window at such nodes only. *)
  Definition cuts_only : Prop := forall k d p a b c e, a + 1 < b -> fst (probe M k d p a b c) = Cut e -> P k d p.
  (** And only there the search was cut off. *)
  Definition only {lines : Type} (s : state G lines M) : Prop := forall k d p, In (k, d, p) (cutoffs s) -> P k d p.
End Cutoffs.

(** ** One search with two stores, and with the same memory *)

Section Same.
  Variable G : game.
  Variable M : memory G.
  Variable inf : Z.
  Variables lines1 lines2 : Type.
  Variable T1 : store (move G) lines1.
  Variable T2 : store (move G) lines2.
  Variable R : nat -> lines1 -> lines2 -> Prop.
  Variables lo N : nat.
  Hypothesis E : events_related G _ _ T1 T2 R lo N.
  Notation state1 := (state G lines1 M).
  Notation state2 := (state G lines2 M).

  (** What is true of every node at which an entry may cut off an open window. *)
  Variable P : nat -> nat -> position G -> Prop.
  Hypothesis cut_where : cuts_only G M P.

  (** The stores are related, and the memories and the cutoffs are the same; and those are where they may be. *)
  Definition together (n : nat) (s : state1) (t : state2) : Prop :=
    R n (fst s) (fst t) /\ snd s = snd t /\ only G M P s.

  Lemma together_events : events_related G _ _ (lifted G lines1 T1 M) (lifted G lines2 T2 M) together lo N.
  Proof.
    constructor; unfold together; cbn [lifted enter leaf raise refute again fst snd].
    - intros n s t (H & X). split; [now apply (fewer _ _ _ _ _ _ _ _ E) | exact X].
    - intros k o s t K (H & X). split; [now apply (enter_related _ _ _ _ _ _ _ _ E) | exact X].
    - intros k o s t K (H & X). split; [now apply (leaf_related _ _ _ _ _ _ _ _ E) | exact X].
    - intros k o m s t K (H & X). split; [now apply (raise_related _ _ _ _ _ _ _ _ E) | exact X].
    - intros k o m s t K (H & X). split; [now apply (refute_related _ _ _ _ _ _ _ _ E) | exact X].
    - intros k s t K (H & X). split; [now apply (again_related _ _ _ _ _ _ _ _ E) | exact X].
  Qed.

  Lemma together_content : forall k s t c, together k s t ->
    together k (with_content G _ M c s) (with_content G _ M c t).
  Proof.
    intros k s t c (H & X & O). split; [exact H|]. split; [cbn [with_content snd]; now rewrite X | exact O].
  Qed.

  Notation same := (same state1 state2 together).
  Notation related := (related G state1 state2 together lo N).

  (** A visit with the same memory. *)
  Lemma visit_same : forall o a b, (o = true -> a + 1 < b) ->
    nodes_related G state1 state2 (lifted G lines1 T1 M) (lifted G lines2 T2 M) together lo N
      (visit G lines1 T1 (leaf T1) M) (visit G lines2 T2 (leaf T2) M) o a b.
  Proof.
    intros o a b Op d k p s t e1 e2 K (H & X & O) He. unfold visit.
    change (content_of (enter (lifted G lines1 T1 M) k o s)) with (fst (snd s)).
    change (content_of (enter (lifted G lines2 T2 M) k o t)) with (fst (snd t)). rewrite <- X.
    pose proof (fun e W => cut_where k d p a b (fst (snd s)) e W) as Cw.
    destruct (probe M k d p a b (fst (snd s))) as [[e | a' b'] c].
    - split; [reflexivity|]. split; [now apply (leaf_related _ _ _ _ _ _ _ _ E)|].
      cbn [cut_off lifted enter fst snd]. split; [now rewrite X|]. intros k' d' p' I. cbn [cutoffs snd] in I.
      destruct o; [|exact (O _ _ _ I)]. destruct I as [I | I]; [|exact (O _ _ _ I)].
      injection I as <- <- <-. exact (Cw e (Op eq_refl) eq_refl).
    - destruct (He a' b' (arrange M k d p c) (with_content G _ M c s) (with_content G _ M c t)) as (V & Hr & Xr & Or).
      { apply together_content. now split. }
      split; [exact V|]. split; [exact Hr|]. cbn [stored with_content fst snd]. unfold content_of.
      split; [|exact Or]. change (enter (lifted G lines1 T1 M) k o (with_content G lines1 M c s))
        with (with_content G lines1 M c (enter (lifted G lines1 T1 M) k o s)) in *.
      change (enter (lifted G lines2 T2 M) k o (with_content G lines2 M c t))
        with (with_content G lines2 M c (enter (lifted G lines2 T2 M) k o t)) in *. now rewrite V, Xr.
  Qed.

  (** With two stores a search with a memory returns the same score, stores the same entries, and is cut off at the same
      nodes (src/pv/mod.rs: a store cannot influence a search). *)
  Theorem table_search_same : forall A o1 o2, options_related G state1 state2 together lo N o1 o2 ->
    related (table_search G A lines1 T1 (leaf T1) inf M o1) (table_search G A lines2 T2 (leaf T2) inf M o2).
  Proof.
    intros A. apply search_by_same; [exact together_events|]. intros a b. apply visit_same, Z.ltb_lt.
  Qed.

  (** And so does the zero-window search (src/algorithm/pvs_zws.rs). *)
  Theorem table_zws_same : related (table_zws G lines1 T1 (leaf T1) M) (table_zws G lines2 T2 (leaf T2) M).
  Proof.
    apply zws_by_same; [exact together_events|]. intros a b. now apply visit_same.
  Qed.
End Same.

(** ** The zero-window search *)

Section Zws.
  Variable G : game.
  Variable A : algorithm.
  Variable inf : Z.
  Variable allowed : position G -> list (move G) -> Prop.
  Hypothesis all_moves : orders G allowed.
  Variable M : memory G.
  Variable fair : content M -> Prop.
  Hypothesis is_honest : honest G allowed M fair.
  Notation T := (lifted G ((nat -> list (move G)) * (nat -> option (move G))) (both G) M).

  (** The zero-window search with a memory returns true bounds, keeps the memory true, and writes nothing into the
      single array (`zws`: src/algorithm/pvs_zws.rs). *)
  Theorem table_zws_good : forall d k p a b s, in_range inf a b -> a + 1 = b -> fair (content_of s) ->
    good G A allowed M fair d k p a b s (table_zws G _ (both G) (hit_both G) M d k p a b s).
  Proof.
    assert (Q : forall d k p a b s r, a + 1 = b -> agrees a b (minimax G d p) (fst r) -> fair (content_of (snd r)) ->
      (forall j, (j < k)%nat -> rows_of G M (snd r) j = rows_of G M s j) ->
      array_of G M (snd r) = array_of G M s -> cutoffs (snd r) = cutoffs s -> good G A allowed M fair d k p a b s r).
    { intros d k p a b s r N V F Rw Ar Cs. unfold good. rewrite Ar, Cs. split; [exact V|]. split; [exact F|].
      split; [apply incl_refl|]. split; [exact Rw|]. split; [reflexivity|]. split; [auto | lia]. }
    induction d as [|d IH]; intros k p a b s R N F; cbn [zws_by];
      apply (visit_cases G _ (both G) (hit_both G) allowed M fair is_honest); try assumption; try lia.
    1, 3: intros e c Tr Cu Fc; apply Q; try assumption; try reflexivity;
      [apply cut_agrees; [lia | assumption | assumption] | intros j J; apply set_other; lia].
    - intros a' b' ms c Na Fc _. apply Q; try assumption; try reflexivity.
      + apply agrees_of_eq. reflexivity.
      + now apply (stored_value_fair G _ allowed M fair is_honest).
      + intros j J. apply set_other. lia.
    - intros a' b' ms c Na Fc Al. assert (a' = a) by (unfold narrower in Na; lia).
      assert (b' = b) by (unfold narrower in Na; lia). subst a' b'.
      destruct (moves G p) as [|m0 ms0] eqn:Mo.
      + apply Q; try assumption; try reflexivity.
        * apply agrees_of_eq. cbn [stored fst minimax]. now rewrite Mo.
        * apply (stored_value_fair G _ allowed M fair is_honest); [cbn [fst minimax]; now rewrite Mo | exact Fc].
        * intros j J. apply set_other. lia.
      + assert (L : forall ms s, fair (content_of s) -> let r := zws_loop G _ T (table_zws G _ (both G) (hit_both G) M
        d (S k)) k p b ms s in
          ((fst r = b - 1 /\ Forall (fun m => - minimax G d (play G p m) <= b - 1) ms) \/
           (fst r = b /\ Exists (fun m => b <= - minimax G d (play G p m)) ms)) /\
          fair (content_of (snd r)) /\ (forall j, (j <= k)%nat -> rows_of G M (snd r) j = rows_of G M s j) /\
          array_of G M (snd r) = array_of G M s /\ cutoffs (snd r) = cutoffs s).
        { clear s F Fc Al ms c Mo. induction ms as [|m ms IHms]; intros s F; cbn [zws_loop].
          { cbn [fst snd]. split; [left; split; [reflexivity | constructor]|]. auto. }
          destruct (IH (S k) (play G p m) (- b) (- b + 1) s) as (V & K & _ & Rw & _ & Qu & _);
            [unfold in_range in *; lia | lia | exact F|].
          destruct (table_zws G _ (both G) (hit_both G) M d (S k) (play G p m) (- b) (- b + 1) s) as [x s2].
          unfold opposite. cbn [fst snd] in *. destruct (Qu ltac:(lia)) as (Qa & Qc). unfold agrees in V.
          destruct (Z.leb_spec b (- x)) as [L | L].
          - cbn [fst snd]. split; [right; split; [reflexivity | left; lia]|].
            split; [exact K|]. split; [intros j J; apply Rw; lia|]. split; [exact Qa | exact Qc].
          - destruct (IHms s2 K) as (H & Kr & Rr & Ar & Cr). split.
            + destruct H as [(-> & H) | (-> & H)]; [left | right]; split; auto. constructor; [lia | exact H].
            + split; [exact Kr|]. split; [intros j J; rewrite Rr by exact J; apply Rw; lia|]. split; congruence. }
        destruct (L ms (with_content G _ M c (enter T k false s)) Fc) as (H & K & Rw & Ar & Cs).
        set (r := zws_loop _ _ _ _ _ _ _ _ _) in *.
        assert (V : agrees a b (minimax G (S d) p) (fst r)).
        { apply (node_agrees G d p ms a b); [congruence | apply (all_moves p ms Al) | | |]; intros I;
            destruct H as [(E & H) | (E & H)]; rewrite E in *; try lia; assumption. }
        apply Q; try assumption.
        * apply (stored_fair G _ allowed M fair is_honest); [cbn [is_leaf]; now rewrite Mo | assumption | assumption].
        * intros j J. change (rows_of G M (snd r) j = rows_of G M s j). rewrite Rw by lia. apply set_other. lia.
  Qed.
End Zws.

(** ** What each store shows *)

Section Stores.
  Variable G : game.
  Variable inf : Z.
  Variable allowed : position G -> list (move G) -> Prop.
  Hypothesis all_moves : orders G allowed.
  Variable M : memory G.
  Variable fair : content M -> Prop.
  Hypothesis is_honest : honest G allowed M fair.

  (** A search with a memory that may be given any store: it returns the score, the best move if only a bound is known
      of it, and the state. A cutoff by the table is a value without a search below. *)
  Definition table_searcher := forall lines, store (move G) lines -> nat -> position G -> Z -> Z -> state G lines M ->
    Z * option (move G) * state G lines M.
  Definition table_family (A : algorithm) : table_searcher := fun _ T d p a b s =>
    scored G (table_search G A _ T (leaf T) inf M None d 0 p a b s).
  Definition table_pvs_zws : table_searcher := fun _ T d p a b s =>
    scored G (table_search G pvs_hard _ T (leaf T) inf M (Some (table_zws G _ T (leaf T) M)) d 0 p a b s).
  Definition table_calphabeta : table_searcher := fun _ T d p a b s =>
    scored G (table_search G pvs_soft _ T (leaf T) inf M
      (Some (table_search G (alpha_beta true) _ T (leaf T) inf M None)) d 0 p a b s).

  (** It does the same whatever the store. *)
  Definition table_blind (f : table_searcher) : Prop :=
    forall lines1 lines2 (T1 : store (move G) lines1) (T2 : store (move G) lines2) R N P, cuts_only G M P ->
    events_related G _ _ T1 T2 R 0 N -> forall d p a b s t, (d <= N)%nat -> together G M _ _ R P 0 s t ->
    fst (f _ T1 d p a b s) = fst (f _ T2 d p a b t) /\
    together G M _ _ R P 1 (snd (f _ T1 d p a b s)) (snd (f _ T2 d p a b t)).

  Lemma scored_same : forall lines1 lines2 R n (r1 : Z * state G lines1 M) (r2 : Z * state G lines2 M),
    same _ _ R n r1 r2 -> fst (scored G r1) = fst (scored G r2) /\ R n (snd (scored G r1)) (snd (scored G r2)).
  Proof. intros lines1 lines2 R n r1 r2 (V & K). split; [cbn [scored fst]; now rewrite V | exact K]. Qed.

  (** No search with a table reads its store of lines (src/pv/mod.rs). *)
  Theorem table_family_blind : forall A, table_blind (table_family A).
  Proof.
    intros A lines1 lines2 T1 T2 R N P W E d p a b s t D H. unfold table_family. apply scored_same.
    apply (table_search_same G M inf _ _ T1 T2 R 0 N E P W A None None I); [lia | exact H].
  Qed.

  (** PVS in two functions (src/algorithm/pvs_zws.rs). *)
  Theorem table_pvs_zws_blind : table_blind table_pvs_zws.
  Proof.
    intros lines1 lines2 T1 T2 R N P W E d p a b s t D H. unfold table_pvs_zws. apply scored_same.
    apply (table_search_same G M inf _ _ T1 T2 R 0 N E P W pvs_hard (Some _) (Some _)); [|lia | exact H].
    exact (table_zws_same G M _ _ T1 T2 R 0 N E P W).
  Qed.

  (** Calphabeta (src/algorithm/calphabeta.rs). *)
  Theorem table_calphabeta_blind : table_blind table_calphabeta.
  Proof.
    intros lines1 lines2 T1 T2 R N P W E d p a b s t D H. unfold table_calphabeta. apply scored_same.
    apply (table_search_same G M inf _ _ T1 T2 R 0 N E P W pvs_soft (Some _) (Some _)); [|lia | exact H].
    exact (table_search_same G M inf _ _ T1 T2 R 0 N E P W _ None None I).
  Qed.

  (** With both stores at once: the memory stays true; the score is right, and inside the window the row of the root is
      shown rightly, and the array holds the same line, if it counts; or the score is a lower bound, and the move is a
      best one. *)
  Definition both_good (na : Prop) (f : table_searcher) : Prop := forall d p a b s, in_range inf a b -> a + 1 < b ->
    fair (content_of s) -> let r := f _ (both G) d p a b s in
    fair (content_of (snd r)) /\
    match snd (fst r) with
    | None => agrees a b (minimax G d p) (fst (fst r)) /\
        (a < fst (fst r) < b -> shown G allowed (cutoffs (snd r)) d 0 p (rows_of G M (snd r) 0) /\
          (na -> holds G (array_of G M (snd r)) 0 (rows_of G M (snd r) 0)))
    | Some m => a < fst (fst r) < b /\ fst (fst r) <= minimax G d p /\ chosen_at G allowed d p m
    end.

  (** What is right if the array counts is right if it does not. *)
  Lemma both_good_less : forall (na na' : Prop) f, (na' -> na) -> both_good na f ->
    both_good na' f.
  Proof.
    intros na na' f N H d p a b s R O F. destruct (H d p a b s R O F) as (K & L). split; [exact K|].
    destruct (snd (fst _)); [exact L|]. destruct L as (V & L). split; [exact V|]. intros I. destruct (L I). auto.
  Qed.

  (** The table is true after the search. The score is right, and inside the window the line is sound: each of its moves
      keeps the value, and it is complete unless the table has cut off the node at its end in an open window. Or the
      score is a lower bound, and the move is a best one. *)
  Definition table_shows (N : nat) (f : table_searcher) (K : keeper G) : Prop := forall d p a b t c,
    (d <= N)%nat -> laid_out K t -> in_range inf a b -> a + 1 < b -> fair c ->
    let r := f _ (method K) d p a b (t, (c, [])) in
    fair (content_of (snd r)) /\
    match snd (fst r) with
    | None => agrees a b (minimax G d p) (fst (fst r)) /\
        (a < fst (fst r) < b -> shown G allowed (cutoffs (snd r)) d 0 p (line_of K d (fst (snd r))))
    | Some m => a < fst (fst r) < b /\ fst (fst r) <= minimax G d p /\ chosen_at G allowed d p m
    end.

  Lemma both_shows : forall f na N (K : keeper G) (R : nat -> (nat -> list (move G)) * (nat -> option (move G)) ->
    memory_of K -> Prop),
    table_blind f -> both_good na f ->
    events_related G _ _ (both G) (method K) R 0 N -> (forall t, laid_out K t -> exists s, R 0%nat s t) ->
    (forall d s t cs p, R 1%nat s t -> (na -> holds G (snd s) 0 (fst s 0%nat)) ->
      shown G allowed cs d 0 p (fst s 0%nat) -> line_of K d t = fst s 0%nat) ->
    table_shows N f K.
  Proof.
    intros f na N K R B Gd E St L d p a b t c D Lt W Op F. destruct (St t Lt) as (s & Rs).
    destruct (B _ _ (both G) (method K) R N (fun _ _ _ => True) (fun _ _ _ _ _ _ _ _ _ => I) E d p a b (s, (c, []))
      (t, (c, [])) D) as (V & Rr & X & _); [now repeat split|].
    destruct (Gd d p a b (s, (c, [])) W Op F) as (K1 & H). cbv zeta.
    set (r1 := f _ (both G) d p a b (s, (c, []))) in *. set (r2 := f _ (method K) d p a b (t, (c, []))) in *.
    rewrite <- V. unfold content_of, cutoffs in *. rewrite <- X. split; [exact K1|].
    destruct (snd (fst r1)) as [m|]; [exact H|]. destruct H as (V1 & L1). split; [exact V1|]. intros J.
    destruct (L1 J) as (Sh & Ho). rewrite (L d (fst (snd r1)) (fst (snd r2)) (snd (snd (snd r1))) p Rr Ho Sh). exact Sh.
  Qed.

  (** So it shows such a line in the rows, and in the single array, if that counts. *)
  Lemma good_rows : forall na f N, table_blind f -> both_good na f -> table_shows N f (rows G).
  Proof.
    intros na f N B Gd. apply (both_shows f na N (rows G) (fun n s t => fst s = t) B Gd).
    - constructor; cbn [both pair_of enter leaf raise refute again fst snd rows method]; intros; now subst.
    - intros t _. exists (t, fun _ => None). reflexivity.
    - intros d u t cs p <- _ _. reflexivity.
  Qed.

  Lemma good_array : forall f N, table_blind f -> both_good True f -> table_shows N f (array G).
  Proof.
    intros f N B Gd. apply (both_shows f True N (array G) (fun n s t => snd s = t) B Gd).
    - constructor; cbn [both pair_of enter leaf raise refute again fst snd array method]; intros; now subst.
    - intros t _. exists (fun _ => [], t). reflexivity.
    - intros d u t cs p <- Ho Sh. cbn [array line_of]. apply (read_holds G); [|now apply Ho].
      exact (shown_length G allowed _ _ _ _ _ Sh).
  Qed.

  Lemma family_both : forall A, confirming A -> both_good (null_after_raise A) (table_family A).
  Proof.
    intros A C d p a b s R _ F. unfold table_family, scored. cbn [fst snd].
    destruct (table_lines_good G A inf allowed all_moves M fair is_honest C None ltac:(discriminate) d 0 p a b s R F)
      as (V & K & _ & _ & _ & _ & L). auto.
  Qed.

  Lemma pvs_zws_both : both_good True table_pvs_zws.
  Proof.
    intros d p a b s R _ F. unfold table_pvs_zws, scored. cbn [fst snd].
    destruct (table_lines_good G pvs_hard inf allowed all_moves M fair is_honest pvs_hard_confirming
      (Some (table_zws G _ (both G) (leaf (both G)) M))) with (d := d) (k := O) (p := p) (a := a) (b := b) (s := s)
      as (V & K & _ & _ & _ & _ & L); try assumption.
    - intros f E. injection E as <-. intros. eapply table_zws_good; eassumption.
    - split; [exact K|]. split; [exact V|]. intros I. destruct (L I) as (L1 & L2).
      split; [exact L1 | intros _; apply L2, pvs_hard_null].
  Qed.

  Lemma calphabeta_both : both_good True table_calphabeta.
  Proof.
    intros d p a b s R _ F. unfold table_calphabeta, scored. cbn [fst snd].
    destruct (table_lines_good G pvs_soft inf allowed all_moves M fair is_honest pvs_soft_confirming
      (Some (table_search G (alpha_beta true) _ (both G) (leaf (both G)) inf M None))) with (d := d) (k := O) (p := p)
      (a := a) (b := b) (s := s) as (V & K & _ & _ & _ & _ & L); try assumption.
    - intros f E. injection E as <-. intros d' k' q a' b' s' R' N' F'.
      destruct (table_lines_good G (alpha_beta true) inf allowed all_moves M fair is_honest (alpha_beta_confirming true)
        None ltac:(discriminate) d' k' q a' b' s' R' F') as (V1 & V2 & V3 & V4 & V5 & V6 & _).
      unfold good. do 6 (split; [assumption|]). lia.
    - split; [exact K|]. split; [exact V|]. intros I. destruct (L I) as (L1 & L2).
      split; [exact L1 | intros _; apply L2, pvs_soft_null].
  Qed.
End Stores.
