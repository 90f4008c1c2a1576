(** The theorems on which the contract rests, once more, with their definitions unfolded: so that no definition and no
    statement becomes weaker together with its proof. What a game, its minimax value and its leftmost optimal line are
    is in Game.v. *)

From Coq Require Import ZArith List Bool Arith String.
From PvInPvs Require Import Game Search Stability SingleArray PvInPvs AnyStore Contract TranspositionTable TableLines
  TableStores WithoutTable TableContract Memories Mtdf Counterexamples ArrayFailures TableFailures.
Import ListNotations.
Open Scope Z_scope.

(** The names of the cells. *)
Check (fun G inf => eq_refl : map fst (copying_algorithms G inf) = [
  "minimax"; "alpha-beta-hard"; "alpha-beta-soft"; "pvs-hard"; "pvs-hard-until-raise"; "pvs-zws";
  "pvs-hard-not-last-two"; "pvs-soft"; "pvs-soft-from-below"; "scout"; "palphabeta"; "calphabeta"; "last-move";
  "belle-root"]%string).
Check (fun G inf => eq_refl : map fst (array_algorithms G inf) = [
  "pvs-hard"; "pvs-hard-until-raise"; "pvs-zws"; "pvs-soft"; "pvs-soft-from-below"; "scout"; "calphabeta";
  "belle-root"]%string).
Check (fun G inf => eq_refl : map fst (exact_algorithms G inf) = (map fst (copying_algorithms G inf) ++ [
  "pvs-soft-from-score"; "pvs-soft-no-last-re-search"; "negascout-hard"; "negascout-soft"]%string)%list).
Check (fun G N poison => eq_refl : map fst (copying_stores G N poison) = [
  "triangular"; "triangular-offsets"; "triangular-lookup"; "triangular-terminated"; "quadratic"; "stack-list";
  "stack-list-half"; "pointer-array"]%string).

(** The leftmost optimal line is worth the value; it ends at the horizon, or where the game is over; and at each node
    the moves before its move are worse. *)
Check (leftmost_worth : forall G d p, worth G p (leftmost G d p) = minimax G d p).
Check (leftmost_ends : forall G d p,
  List.length (leftmost G d p) = d \/ moves G (fold_left (play G) (leftmost G d p) p) = []).
Check (leftmost_first : forall G d p m l, leftmost G (S d) p = m :: l ->
  l = leftmost G d (play G p m) /\
  exists ms1 ms2, moves G p = ms1 ++ m :: ms2 /\
    (forall x, In x ms1 -> - minimax G d (play G p x) < - minimax G d (play G p m)) /\
    (forall x, In x ms2 -> - minimax G d (play G p x) <= - minimax G d (play G p m))).

(** Scores, with any store: right inside the window, and a right bound outside. Or a lower bound of the value, and the
    first best move. *)
Check (score_cells : forall G inf, (forall p, - inf < value G p < inf) ->
  forall a f, In (a, f) (exact_algorithms G inf) ->
  forall state (T : store (move G) state) d p alpha beta s,
  (- inf <= alpha /\ alpha < beta /\ beta <= inf) -> alpha + 1 < beta ->
  let score := fst (fst (f state T d p alpha beta s)) in
  match snd (fst (f state T d p alpha beta s)) with
  | None =>
      (score <= alpha -> minimax G d p <= score) /\ (alpha < score < beta -> minimax G d p = score) /\
      (beta <= score -> score <= minimax G d p)
  | Some m => alpha < score < beta /\ score <= minimax G d p /\ hd_error (leftmost G d p) = Some m
  end).

(** Lines: in the stores that copy, as they are laid out at first and as a search leaves them. *)
Check (copying_cells : forall G inf, (forall p, - inf < value G p < inf) ->
  forall N poison a f s K, In (a, f) (copying_algorithms G inf) -> In (s, K) (copying_stores G N poison) ->
  forall d p alpha beta t, (d <= N)%nat -> laid_out K t ->
  (- inf <= alpha /\ alpha < beta /\ beta <= inf) -> alpha + 1 < beta ->
  let r := f (memory_of K) (method K) d p alpha beta t in
  match snd (fst r) with
  | None =>
      (fst (fst r) <= alpha -> minimax G d p <= fst (fst r)) /\
      (alpha < fst (fst r) < beta -> minimax G d p = fst (fst r)) /\ (beta <= fst (fst r) -> fst (fst r) <= minimax G d
        p)
  | Some m => alpha < fst (fst r) < beta /\ fst (fst r) <= minimax G d p /\ hd_error (leftmost G d p) = Some m
  end /\
  (snd (fst r) = None -> alpha < fst (fst r) < beta -> line_of K d (snd r) = leftmost G d p)).
Check (every_store_can_be_laid_out : forall G N poison s K, In (s, K) (copying_stores G N poison) ->
  exists t, laid_out K t).
Check (copying_cells_again : forall G inf N poison a f s K,
  In (a, f) (copying_algorithms G inf) -> In (s, K) (copying_stores G N poison) ->
  forall d p alpha beta t, (d <= N)%nat -> laid_out K t ->
  laid_out K (snd (f (memory_of K) (method K) d p alpha beta t))).

(** And in the single array, whatever it held before. *)
Check (array_cells : forall G inf, (forall p, - inf < value G p < inf) ->
  forall N a f, In (a, f) (array_algorithms G inf) ->
  forall d p alpha beta (s : nat -> option (move G)), (d <= N)%nat -> True ->
  (- inf <= alpha /\ alpha < beta /\ beta <= inf) -> alpha + 1 < beta ->
  let r := f (nat -> option (move G)) (single_array (move G)) d p alpha beta s in
  match snd (fst r) with
  | None =>
      (fst (fst r) <= alpha -> minimax G d p <= fst (fst r)) /\
      (alpha < fst (fst r) < beta -> minimax G d p = fst (fst r)) /\ (beta <= fst (fst r) -> fst (fst r) <= minimax G d
        p)
  | Some m => alpha < fst (fst r) < beta /\ fst (fst r) <= minimax G d p /\ hd_error (leftmost G d p) = Some m
  end /\
  (snd (fst r) = None -> alpha < fst (fst r) < beta -> read d (snd r) 0 = leftmost G d p)).

(** The game that runs is one of them. *)
Check (trees_are_bounded : forall p, - inf < value trees p < inf).

(** Second searches: each confirms the null window that led to it. *)
Check (confirmed : forall G A inf,
  (forall d alpha beta score, alpha < beta ->
    match re_search A d alpha beta score with
    | None => score <= alpha \/ beta <= score
    | Some from => alpha <= from < beta /\ from < score
    end) ->
  forall state (T : store (move G) state) other, Score.truthful G state inf other ->
  forall d k q alpha beta s s' from, (- inf <= alpha /\ alpha < beta /\ beta <= inf) ->
  re_search A (S d) alpha beta
    (- fst (match other with None => search G A state T inf other | Some f => f end d k q (- alpha - 1) (- alpha) s))
    = Some from ->
  alpha <= from < - fst (search G A state T inf other d k q (- beta) (- from) s')).

(** What fails: in each of the games the array shows a line with a move that is none of its position; and each algorithm
    with each array is there or above. *)
Check (every_array_failure_fails : forall c, In c array_failures ->
  let r := searches c _ (keeps_in c) (plies c) (root c) (- inf) inf (fun _ => Some 255%nat) in
  match snd (fst r) with Some _ => false | None => negb (legal (root c) (read (plies c) (snd r) 0)) end = true).
Check (every_array_cell_is_listed : forall a s,
  In a (map fst (exact_algorithms trees inf) ++ ["pvs-hard-no-last-re-search"])%list%string ->
  In s ["single-array"; "single-array-bare"; "single-array-refuting"]%string ->
  ((s =? "single-array")%string && existsb (fun f => (fst f =? a)%string) (array_algorithms trees inf)) =
  negb (existsb (fun c => (algorithm_name c =? a)%string && (store_name c =? s)%string) array_failures)).

(** ** With a table *)

Check (fun G inf M => eq_refl : map fst (table_copying_algorithms G inf M) = map fst (copying_algorithms G inf)).
Check (fun G inf M => eq_refl : map fst (table_array_algorithms G inf M) = map fst (array_algorithms G inf)).
Check (fun G inf M => eq_refl : map fst (table_exact_algorithms G inf M) =
  (map fst (copying_algorithms G inf) ++ ["pvs-soft-from-score"]%string)%list).

(** An honest memory: there is a property of its content which every true entry keeps, and under which it cuts off by
    true entries that are exact, or bounds outside the window, and narrows a window to an end strictly beyond the value.
    *)
Check (Build_honest : forall G (allowed : position G -> list (move G) -> Prop) (M : memory G) (fair : content M ->
  Prop),
  (forall k d p a b c, a < b -> fair c -> fair (snd (probe M k d p a b c))) ->
  (forall k d p a b c e, a < b -> fair c -> fst (probe M k d p a b c) = Cut e ->
    match bound_of e with
    | Exact => score_of e = minimax G d p
    | Lower => score_of e <= minimax G d p
    | Upper => minimax G d p <= score_of e
    end /\
    match bound_of e with Exact => True | Lower => b <= score_of e | Upper => score_of e <= a end) ->
  (forall k d p a b c a' b', a < b -> fair c -> fst (probe M k d p a b c) = Expand a' b' ->
    a <= a' /\ a' < b' /\ b' <= b /\ (a < a' -> a' < minimax G d p) /\ (b' < b -> minimax G d p < b')) ->
  (forall k d p c, fair c -> allowed p (arrange M k d p c)) ->
  (forall k d p e c, fair c -> tells_truth (minimax G d p) e -> fair (remember M k d p e c)) ->
  honest G allowed M fair).
Check (nothing_honest : forall G, honest G (fun p ms => ms = moves G p) (nothing G) (fun _ => True)).
Check (hash_table_honest : forall G key, (forall p q, key p = key q -> forall d, minimax G d p = minimax G d q) ->
  forall slot_of replaces pv_cut narrows, honest G (fun p ms => ms = moves G p)
    (hash_table G key slot_of replaces pv_cut narrows)
    (slots_true G key)).

(** One array is enough with a table, too. *)
Check (one_array_is_enough : forall G inf, (forall p, - inf < value G p < inf) ->
  forall (M : memory G) (fair : content M -> Prop), honest G (fun p ms => ms = moves G p) M fair ->
  forall a f, In (a, f) (table_array_algorithms G inf M) ->
  forall d p alpha beta (array : nat -> option (move G)) c,
  (- inf <= alpha /\ alpha < beta /\ beta <= inf) -> alpha + 1 < beta -> fair c ->
  let r := f _ (single_array (move G)) d p alpha beta (array, (c, [])) in
  let line := read d (fst (snd r)) 0 in
  snd (fst r) = None -> alpha < fst (fst r) < beta -> fst (fst r) = minimax G d p /\ exists n,
    line = firstn n (leftmost G d p) /\ (n <= List.length (leftmost G d p))%nat /\
    ((n < List.length (leftmost G d p))%nat -> In (n, d - n, fold_left (play G) line p)%nat (snd (snd (snd r))))).

(** The cells: any order of the moves, so that the line is not the leftmost one; see [shown_is_optimal], [shown_ends],
    [complete_worth]. *)
Check (table_score_cells : forall G inf, (forall p, - inf < value G p < inf) ->
  forall allowed : position G -> list (move G) -> Prop, (forall p ms, allowed p ms -> forall m, In m ms <-> In m (moves
    G p)) ->
  forall (M : memory G) (fair : content M -> Prop), honest G allowed M fair -> forall a f, In (a, f)
    (table_exact_algorithms G inf M) ->
  forall lines (T : store (move G) lines) d p alpha beta t c,
  (- inf <= alpha /\ alpha < beta /\ beta <= inf) -> alpha + 1 < beta -> fair c ->
  let r := f _ T d p alpha beta (t, (c, [])) in
  fair (fst (snd (snd r))) /\
  match snd (fst r) with
  | None =>
      (fst (fst r) <= alpha -> minimax G d p <= fst (fst r)) /\
      (alpha < fst (fst r) < beta -> minimax G d p = fst (fst r)) /\ (beta <= fst (fst r) -> fst (fst r) <= minimax G d
        p)
  | Some m => alpha < fst (fst r) < beta /\ fst (fst r) <= minimax G d p /\ chosen_at G allowed d p m
  end).
Check (table_copying_cells : forall G inf, (forall p, - inf < value G p < inf) ->
  forall allowed : position G -> list (move G) -> Prop, (forall p ms, allowed p ms -> forall m, In m ms <-> In m (moves
    G p)) ->
  forall (M : memory G) (fair : content M -> Prop), honest G allowed M fair ->
  forall N poison a f s K, In (a, f) (table_copying_algorithms G inf M) -> In (s, K) (copying_stores G N poison) ->
  forall d p alpha beta t c, (d <= N)%nat -> laid_out K t ->
  (- inf <= alpha /\ alpha < beta /\ beta <= inf) -> alpha + 1 < beta -> fair c ->
  let r := f _ (method K) d p alpha beta (t, (c, [])) in
  fair (fst (snd (snd r))) /\
  match snd (fst r) with
  | None => Score.agrees alpha beta (minimax G d p) (fst (fst r)) /\
      (alpha < fst (fst r) < beta -> shown G allowed (snd (snd (snd r))) d 0 p (line_of K d (fst (snd r))))
  | Some m => alpha < fst (fst r) < beta /\ fst (fst r) <= minimax G d p /\ chosen_at G allowed d p m
  end).
Check (table_array_cells : forall G inf, (forall p, - inf < value G p < inf) ->
  forall allowed : position G -> list (move G) -> Prop, (forall p ms, allowed p ms -> forall m, In m ms <-> In m (moves
    G p)) ->
  forall (M : memory G) (fair : content M -> Prop), honest G allowed M fair ->
  forall N a f, In (a, f) (table_array_algorithms G inf M) ->
  forall d p alpha beta (t : nat -> option (move G)) c, (d <= N)%nat -> True ->
  (- inf <= alpha /\ alpha < beta /\ beta <= inf) -> alpha + 1 < beta -> fair c ->
  let r := f _ (single_array (move G)) d p alpha beta (t, (c, [])) in
  fair (fst (snd (snd r))) /\
  match snd (fst r) with
  | None => Score.agrees alpha beta (minimax G d p) (fst (fst r)) /\
      (alpha < fst (fst r) < beta -> shown G allowed (snd (snd (snd r))) d 0 p (read d (fst (snd r)) 0))
  | Some m => alpha < fst (fst r) < beta /\ fst (fst r) <= minimax G d p /\ chosen_at G allowed d p m
  end).
Check (shown_is_optimal : forall G (allowed : position G -> list (move G) -> Prop), (forall p ms, allowed p ms -> forall
  m, In m ms <-> In m (moves G p)) ->
  forall cs l d k p, shown G allowed cs d k p l -> optimal G d p l).
Check (shown_ends : forall G allowed cs l d k p, shown G allowed cs d k p l ->
  (List.length l = d \/ moves G (fold_left (play G) l p) = []) \/
  In (k + List.length l, d - List.length l, fold_left (play G) l p)%nat cs).
Check (complete_worth : forall G l d p, optimal G d p l ->
  List.length l = d \/ moves G (fold_left (play G) l p) = [] -> worth G p l = minimax G d p).

(** Second searches, with a table. *)
Check (table_confirmed : forall G A inf (allowed : position G -> list (move G) -> Prop) (M : memory G)
  (fair : content M -> Prop) lines (T : store (move G) lines) hit,
  (forall p ms, allowed p ms -> forall m, In m ms <-> In m (moves G p)) -> honest G allowed M fair -> confirming A ->
  forall d k q alpha beta s s' from, (- inf <= alpha /\ alpha < beta /\ beta <= inf) ->
  fair (fst (snd s)) -> fair (fst (snd s')) ->
  re_search A (S d) alpha beta (- fst (table_search G A lines T hit inf M None d k q (- alpha - 1) (- alpha) s))
    = Some from ->
  from < - fst (table_search G A lines T hit inf M None d k q (- beta) (- from) s')).

(** The searches that run, in every graph: nothing is left to assume. *)
Check (every_graph : forall g d p a b array, (- inf <= a /\ a < b /\ b <= inf) -> a + 1 < b ->
  let G := graph_game g in
  let r := table_search G pvs_soft _ (single_array nat) (leaf (single_array nat)) inf
    (table_by G number Nat.eqb by_rule) None d 0 p a b (array, ([], [])) in
  let line := read d (fst (snd r)) 0 in
  a < fst r < b -> fst r = minimax G d p /\ exists n,
    line = firstn n (leftmost G d p) /\ (n <= List.length (leftmost G d p))%nat /\
    ((n < List.length (leftmost G d p))%nat -> In (n, d - n, fold_left (play G) line p)%nat (snd (snd (snd r))))).

(** MTD(f) ends with the value, without a table and with one. *)
Check (mtdf_score : forall G state (T : store (move G) state) inf d p, - inf < minimax G d p < inf ->
  forall guess s, - inf <= guess <= inf ->
  fst (mtdf state (search G (alpha_beta true) state T inf None d 0 p) (Z.to_nat (2 * inf)) (- inf) inf guess s)
    = Some (minimax G d p)).
Check (table_mtdf_score : forall G lines (T : store (move G) lines) hit inf
  (allowed : position G -> list (move G) -> Prop) (M : memory G) (fair : content M -> Prop),
  (forall p ms, allowed p ms -> forall m, In m ms <-> In m (moves G p)) -> honest G allowed M fair ->
  forall d p, - inf < minimax G d p < inf -> forall guess s, - inf <= guess <= inf -> fair (fst (snd s)) ->
  let r := mtdf _ (table_search G (alpha_beta true) lines T hit inf M None d 0 p) (Z.to_nat (2 * inf)) (- inf) inf guess
    s
  in fst r = Some (minimax G d p) /\ fair (fst (snd (snd r)))).
