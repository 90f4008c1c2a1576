(** No table: a memory that knows nothing. It is honest, and with it the searches are those without a table; so what is
    proven of searches with a table holds for those without. *)

From Coq Require Import ZArith List Bool Lia Arith.
From PvInPvs Require Import Game Search Score Stability Triangular SingleArray PvInPvs Windowless Simulation Minimax
  Root AnyStore TranspositionTable TableLines TableStores TableWindowless TableRoot.
Import ListNotations.
Open Scope Z_scope.

Lemma narrower_refl : forall v a b, a < b -> narrower v a b a b.
Proof. unfold narrower. lia. Qed.

Section Nothing.
  Variable G : game.

  Definition nothing : memory G := {|
    content := unit; probe := fun _ _ _ a b c => (Expand a b, c); arrange := fun _ _ p _ => moves G p;
    remember := fun _ _ _ _ c => c |}.

  (** To remember nothing is honest. *)
  Theorem nothing_honest : honest G (in_order G) nothing (fun _ => True).
  Proof.
    constructor; cbn [nothing probe fst]; intros; try exact I; try discriminate; [|reflexivity].
    injection H1 as <- <-. now apply narrower_refl.
  Qed.

  (** ** The same searches *)

  Section Same.
    Variable inf : Z.
    Variable lines : Type.
    Variable T : store (move G) lines.
    Variable N : nat.
    Notation state := (state G lines nothing).
    Notation T' := (lifted G lines T nothing).

    (** The store is the same, and nothing was cut off. *)
    Definition bare (n : nat) (s : lines) (t : state) : Prop := fst t = s /\ cutoffs t = [].
    Notation same := (same lines state bare).
    Notation related := (related G lines state bare 0 N).

    Lemma bare_events : events_related G _ _ T T' bare 0 N.
    Proof.
      constructor; unfold bare; cbn [lifted enter leaf raise refute again fst snd]; intros;
        match goal with K : fst _ = _ /\ _ |- _ => destruct K as (<- & C) end; split; (reflexivity || exact C).
    Qed.

    Lemma visit_bare : forall o a b,
      nodes_related G lines state T T' bare 0 N (at_once G lines T) (visit G lines T (leaf T) nothing) o a b.
    Proof.
      intros o a b d k p s t e1 e2 _ (<- & C) H. unfold at_once, visit. cbn [nothing probe arrange].
      destruct (content_of (enter T' k o t)) eqn:Ct.
      destruct (H a b (moves G p) (fst t) (with_content G _ nothing tt t)) as (V & F & Cs); [now split|].
      now repeat split.
    Qed.

    (** With a memory that knows nothing a search is the one without a table (src/search/steps.rs). *)
    Theorem search_without_table : forall A o1 o2, options_related G lines state bare 0 N o1 o2 ->
      related (search G A lines T inf o1) (table_search G A lines T (leaf T) inf nothing o2).
    Proof. intros A. apply search_by_same; [exact bare_events|]. intros a b. apply visit_bare. Qed.

    (** So is the zero-window search (src/algorithm/pvs_zws.rs). *)
    Theorem zws_without_table : related (zws G lines T) (table_zws G lines T (leaf T) nothing).
    Proof. apply zws_by_same; [exact bare_events|]. intros a b. apply visit_bare. Qed.
  End Same.

  (** ** So what is proven with a table is proven without *)

  Variable inf : Z.

  (** A search without a table, and with the table that knows nothing. *)
  Definition twins (f : searcher G) (g : table_searcher G nothing) : Prop :=
    forall lines (T : store (move G) lines) d p a b s, let r := g _ T d p a b (s, (tt, [])) in
    fst (f _ T d p a b s) = fst r /\ bare lines 1 (snd (f _ T d p a b s)) (snd r).

  Lemma start_bare : forall lines (s : lines), bare lines 0 s (s, (tt, [])).
  Proof. now split. Qed.
  Hint Resolve start_bare : core.

  Lemma twins_scored : forall lines (r1 : Z * lines) (r2 : Z * state G lines nothing), same _ _ (bare lines) 1 r1 r2 ->
    fst (scored G r1) = fst (scored G r2) /\ bare lines 1 (snd (scored G r1)) (snd (scored G r2)).
  Proof. intros lines r1 r2 (V & K). split; [unfold scored; cbn [fst]; now rewrite V | exact K]. Qed.

  Lemma family_twins : forall A, twins (family G inf A) (table_family G inf nothing A).
  Proof.
    intros A lines T d p a b s. apply twins_scored.
    apply (search_without_table inf lines T d A None None I); [lia | apply start_bare].
  Qed.
  Lemma pvs_zws_twins : twins (pvs_zws G inf) (table_pvs_zws G inf nothing).
  Proof.
    intros lines T d p a b s. apply twins_scored.
    apply (search_without_table inf lines T d pvs_hard (Some _) (Some _) (zws_without_table lines T d));
      [lia | apply start_bare].
  Qed.
  Lemma calphabeta_twins : twins (calphabeta_with G inf) (table_calphabeta G inf nothing).
  Proof.
    intros lines T d p a b s. apply twins_scored.
    apply (search_without_table inf lines T d pvs_soft (Some _) (Some _)
      (search_without_table inf lines T d _ None None I)); [lia | apply start_bare].
  Qed.
  Lemma scout_twins : twins (scout_with G inf) (table_scout G inf nothing).
  Proof.
    intros lines T d p a b s. apply twins_scored.
    apply (windowless_by_same G _ _ _ _ inf _ 0 d (bare_events lines T d) _ _ (visit_bare lines T d true _ _) _ _ None
      None (zws_without_table lines T d) I);
      [lia | apply start_bare].
  Qed.
  Lemma palphabeta_twins : twins (palphabeta_with G inf) (table_palphabeta G inf nothing).
  Proof.
    intros lines T d p a b s. apply twins_scored.
    apply (windowless_by_same G _ _ _ _ inf _ 0 d (bare_events lines T d) _ _ (visit_bare lines T d true _ _) _ _ (Some
      _) (Some _) (search_without_table inf lines T d _ None None I)
      (search_without_table inf lines T d _ None None I)); [lia | apply start_bare].
  Qed.
  Lemma minimax_twins : twins (minimax_with G inf) (table_minimax G inf nothing).
  Proof.
    intros lines T d p a b s. apply twins_scored.
    apply (minimax_by_same G _ _ _ _ inf _ 0 d (bare_events lines T d) _ _ (visit_bare lines T d true _ _)); [lia |
      apply start_bare].
  Qed.
  Lemma last_move_twins : twins (last_move_with G inf) (table_last_move G inf nothing).
  Proof.
    intros lines T [|d] p a b s; unfold last_move_with, last_move, table_last_move, root_with; [now repeat split|].
    cbn [arrange nothing]. destruct (moves G p) as [|m ms]; [now repeat split|].
    destruct (last_move_loop_same G _ _ T (lifted G lines T nothing) (bare lines) 0 (S d)
      (bare_events lines T (S d)) 0 ltac:(lia) p (search G (alpha_beta false) _ T inf None d 1)
      (table_search G (alpha_beta false) _ T (leaf T) inf nothing None d 1)) with (open := a + 1 <? b) (b := b)
      (ms := m :: ms) (first := true) (alpha := a) (s := enter T 0 (a + 1 <? b) s)
      (t := enter (lifted G lines T nothing) 0 (a + 1 <? b) (s, (tt, @nil (cutoff G)))) as (V & F & C).
    - intros. apply (search_without_table inf lines T (S d) (alpha_beta false) None None I); [lia | assumption].
    - now split.
    - unfold root_stored. now repeat split.
  Qed.
  Lemma belle_root_twins : twins (belle_root_with G inf) (table_belle_root G inf nothing).
  Proof.
    intros lines T [|d] p a b s; unfold belle_root_with, belle_root, table_belle_root, root_with; [now repeat split|].
    cbn [arrange nothing]. destruct (moves G p) as [|m ms]; [now repeat split|].
    destruct (belle_loop_same G _ _ T (lifted G lines T nothing) (bare lines) 0 (S d)
      (bare_events lines T (S d)) 0 ltac:(lia) p (search G pvs_soft _ T inf None d 1)
      (table_search G pvs_soft _ T (leaf T) inf nothing None d 1)) with (open := a + 1 <? b) (b := b)
      (ms := m :: ms) (first := true) (pending := @None (move G * Z)) (alpha := a) (best := - inf)
      (s := enter T 0 (a + 1 <? b) s)
      (t := enter (lifted G lines T nothing) 0 (a + 1 <? b) (s, (tt, @nil (cutoff G)))) as (V & F & C).
    - intros. apply (search_without_table inf lines T (S d) pvs_soft None None I); [lia | assumption].
    - reflexivity.
    - now split.
    - unfold root_stored. now repeat split.
  Qed.

  Notation nothing_good na f := (both_good G inf (in_order G) nothing (fun _ => True) na f).

  Lemma twins_show : forall f g N K, twins f g -> table_shows G inf (in_order G) nothing (fun _ => True) N g K ->
    shows_line G inf N f K.
  Proof.
    intros f g N K Tw H d p a b s D Ls R Op. cbv zeta. destruct (H d p a b s tt D Ls R Op I) as (_ & L).
    destruct (Tw _ (method K) d p a b s) as (V & F & C). rewrite V. unfold right_score.
    cbv zeta in L. cbn [content nothing] in *. set (r := g _ (method K) d p a b (s, (tt, []))) in *. clearbody r.
    destruct (snd (fst r)) as [m|].
    - destruct L as (L1 & L2 & L3). split; [|discriminate]. split; [exact L1|]. split; [exact L2|].
      now apply chosen_is_leftmost.
    - destruct L as (L1 & L2). split; [exact L1|]. intros _ J. rewrite <- F. specialize (L2 J). rewrite C in L2.
      exact (shown_without_cutoffs G _ _ _ _ L2).
  Qed.

  (** The rows show the leftmost optimal line if they do so with every table that knows nothing. *)
  Theorem rows_without_table : forall na f g, twins f g -> table_blind G nothing g -> nothing_good na g ->
    forall N, shows_line G inf N f (rows G).
  Proof. intros na f g Tw B Gd N. apply (twins_show f g N _ Tw). now apply (good_rows _ _ _ _ _ na). Qed.

  (** And the single array. *)
  Theorem array_without_table : forall f g, twins f g -> table_blind G nothing g -> nothing_good True g ->
    forall N, shows_line G inf N f (array G).
  Proof. intros f g Tw B Gd N. apply (twins_show f g N _ Tw). now apply good_array. Qed.
End Nothing.
