(* Runs the extracted searches over every game of a scope, and prints one row for each algorithm and store:
   usage: exhaust BRANCHING DEPTH permutations|orderings|values:K [STORE...], or 0 0 shapes:N [STORE...] *)
open Proven

let rec uniform b d leaves =
  if d = 0 then (match !leaves with z :: rest -> leaves := rest; Node (z, []) | [] -> assert false)
  else Node (0, List.init b (fun _ -> ()) |> List.map (fun () -> uniform b (d - 1) leaves))

(* every ordered tree of n positions; every forest of n positions *)
let rec shapes n = List.map (fun ts -> Node (0, ts)) (forests (n - 1))
and forests n = if n = 0 then [[]] else
  List.concat_map (fun first -> List.concat_map (fun t -> List.map (fun ts -> t :: ts) (forests (n - first))) (shapes
    first))
    (List.init n (fun i -> i + 1))
let rec leaf_count (Node (_, ts)) = if ts = [] then 1 else List.fold_left (fun n t -> n + leaf_count t) 0 ts
let rec height (Node (_, ts)) = List.fold_left (fun h t -> max h (1 + height t)) 0 ts
(* leaves are ranked from the side of the root *)
let rec filled ply leaves (Node (_, ts)) =
  if ts = [] then (match !leaves with
    | z :: rest -> leaves := rest; Node ((if ply land 1 = 0 then z else -z), [])
    | [] -> assert false)
  else Node (0, List.map (filled (ply + 1) leaves) ts)

let inf = 1000
let poison = 255  (* what the array holds at first *)
(* a search of depth d from a position: the score, the best move if only a bound is known of it, the state *)
type subject = { run : 's. (move, 's) store -> int -> position -> 's -> (int * move option) * 's }
let exact (score, s) = ((score, None), s)
let family a = { run = fun st d p s -> exact (search trees a st inf None d 0 p (-inf) inf s) }
let algorithms = [
  "minimax", { run = fun st d p s -> exact (minimax_search trees st inf d 0 p s) };
  "alpha-beta-hard", family (alpha_beta false); "alpha-beta-soft", family (alpha_beta true); "pvs-hard",
    family pvs_hard;
  "pvs-hard-until-raise", family pvs_hard_until_raise; "pvs-soft", family pvs_soft;
  "pvs-soft-from-score", family pvs_soft_from_score; "pvs-soft-from-below", family pvs_soft_from_below;
  "pvs-hard-not-last-two", family pvs_hard_not_last_two; "pvs-hard-no-last-re-search",
    family pvs_hard_no_last_re_search;
  "pvs-soft-no-last-re-search", family pvs_soft_no_last_re_search;
  "pvs-zws", { run = fun st d p s -> exact (search trees pvs_hard st inf (Some (zws trees st)) d 0 p (-inf) inf s) };
  "negascout-hard", family (negascout false); "negascout-soft", family (negascout true);
  "scout", { run = fun st d p s -> exact (scout trees st inf d 0 p s) };
  "palphabeta", { run = fun st d p s -> exact (palphabeta trees st inf d 0 p s) };
  "calphabeta", { run = fun st d p s -> exact (calphabeta trees st inf d 0 p (-inf) inf s) };
  "last-move", { run = fun st d p s -> last_move trees st (search trees (alpha_beta false) st inf None) d 0 p (-inf)
    inf s };
  "belle-root", { run = fun st d p s -> belle_root trees st inf (search trees pvs_soft st inf None) d 0 p (-inf) inf s
    } ]

(* 0 same, 1 equivalent, 2 truncated, 3 missing, 4 unsound, 5 illegal; 6 no line is due *)
let verdict t d score line best =
  if line = best && score = minimax trees d (Obj.magic t) then 0 else if line = [] then 3 else
  let rec go t d v line ok = match line with
    | [] -> if not ok then 4 else if d = 0 || trees.moves (Obj.magic t) = [] then 1 else 2
    | m :: line ->
      let ch = trees.moves (Obj.magic t) in
      if m >= List.length ch then 5 else
      let t = trees.play (Obj.magic t) (Obj.magic m) in
      go (Obj.magic t : tree) (d - 1) (-v) line (ok && minimax trees (d - 1) t = -v) in
  go t d score line (minimax trees d (Obj.magic t) = score)

type row = {
  v : int array; mutable exact : int; mutable bound : int; mutable nodes : int; mutable leaves : int;
    mutable again : int;
  mutable first : string }

let rec show (Node (z, ts)) = if ts = [] then string_of_int z else "[" ^ String.concat " " (List.map show ts) ^ "]"

let orderings n each =
  let v = Array.make n 0 in
  for k = 1 to n do
    let rec go i =
      if i = n then begin
        let seen = Array.make k false in
        Array.iter (fun x -> seen.(x) <- true) v;
        if Array.for_all Fun.id seen then each v
      end else for x = 0 to k - 1 do v.(i) <- x; go (i + 1) done in
    go 0
  done

let () =
  let b = int_of_string Sys.argv.(1) and depth = int_of_string Sys.argv.(2) and scope = Sys.argv.(3) in
  let d = depth in
  let given = List.filteri (fun i _ -> i > 3) (Array.to_list Sys.argv) in
  let stores = if given <> [] then given else [
    "triangular"; "triangular-offsets"; "triangular-lookup"; "triangular-terminated"; "quadratic"; "stack-list";
    "stack-list-half"; "pointer-array"; "pv-holder"; "single-array"; "single-array-bare"; "single-array-refuting"] in
  let n = int_of_float (float b ** float d) in
  let subjects = List.concat_map (fun (a, alg) -> List.map (fun st -> a, alg, st)
    stores) algorithms in
  let rows = List.map (fun _ ->
    { v = Array.make 7 0; exact = 0; bound = 0; nodes = 0; leaves = 0; again = 0; first = "" }) subjects in
  let games = ref 0 in
  let each_of t d =
    incr games;
    let p : position = Obj.magic t in
    let value = minimax trees d p and best : int list = Obj.magic (leftmost trees d p) in
    List.iter2 (fun (name, alg, st) r ->
      let poisoned : move = Obj.magic poison in
      let go : 's. (move, 's) store -> 's -> ('s -> move list) -> (int * move option) * int list * int * int * int =
        fun store start line ->
          let result, (s, ((nodes, l), a)) = alg.run (counted store) d p (start, ((0, 0), 0)) in
          result, (Obj.magic (line s) : int list), nodes, l, a in
      let array store = go store (fun _ -> Some poisoned) (fun s -> read d s 0) in
      let table start = go (row_table start) { slots = (fun _ -> poisoned);
        lengths = (fun k -> d - k) } (fun s -> row start s 0) in
      let frames store =
        go store { memory = (fun _ -> poisoned); starts = (fun _ -> 0);
          counts = (fun k -> d - k) } (fun s -> framed_line s 0) in
      let (score, best_by_bound), line, nodes, l, a = match st with
        | "lists" -> go triangular (fun _ -> []) (fun s -> s 0)
        | "triangular" -> table (index d)
        | "triangular-offsets" -> frames (triangular_offsets d)
        | "triangular-lookup" -> table (lookup d)
        | "triangular-terminated" -> go (triangular_terminated d) (fun _ -> Some poisoned) (fun s -> read d s 0)
        | "quadratic" -> table (shifted d)
        | "pv-holder" -> table (fun k -> k * 64)
        | "stack-list" ->
          let full k = { size = d - k; list_moves = fun _ -> poisoned } in
          go (stack_list d poisoned) full (fun s -> listed (s 0))
        | "stack-list-half" -> frames (stack_list_half d poisoned)
        | "pointer-array" ->
          let start = { cells = (fun _ -> poisoned); starts_at = (fun k -> k * d); ends_at = (fun _ -> d) } in
          go pointer_block start (fun s -> block_line s 0)
        | "single-array" -> array single_array
        | "single-array-bare" -> array single_array_bare
        | "single-array-refuting" -> array single_array_refuting
        | _ -> failwith "store" in
      (match best_by_bound with
       | None -> if score = value then r.exact <- r.exact + 1
       | Some m -> if score <= value && (Obj.magic m : int) = List.hd best then r.bound <- r.bound + 1);
      r.nodes <- r.nodes + nodes; r.leaves <- r.leaves + l; r.again <- r.again + a;
      let k = if best_by_bound = None then verdict t d score line best else 6 in
      if k > 0 && k < 6 && r.first = "" then
        r.first <- Printf.sprintf "%s: [%s], not [%s]" (show t)
          (String.concat " " (List.map string_of_int line)) (String.concat " " (List.map string_of_int best));
      r.v.(k) <- r.v.(k) + 1) subjects rows in
  let each leaves = each_of (uniform b d (ref (Array.to_list (Array.map (fun x -> x - n / 2) leaves)))) d in
  (match String.split_on_char ':' scope with
   | ["permutations"] ->
     let v = Array.init n (fun i -> i) in
     let rec perm k = if k = n then each v else
       for i = k to n - 1 do
         let x = v.(k) in v.(k) <- v.(i); v.(i) <- x; perm (k + 1);
         let x = v.(k) in v.(k) <- v.(i); v.(i) <- x
       done in perm 0
   | ["values"; k] ->
     let k = int_of_string k and v = Array.make n 0 in
     let rec go i = if i = n then each v else for x = 0 to k - 1 do v.(i) <- x; go (i + 1) done in go 0
   | ["orderings"] -> orderings n each
   | ["shapes"; n] ->
     for n = 1 to int_of_string n do
       List.iter (fun shape -> orderings (leaf_count shape) (fun v ->
         each_of (filled 0 (ref (Array.to_list v)) shape) (height shape))) (shapes n)
     done
   | _ -> failwith "scope");
  let field name n = Printf.sprintf "\"%s\":%d" name n in
  let row (a, _, st) r =
    let names = ["same"; "equivalent"; "truncated"; "missing"; "unsound"; "illegal"; "none_due"] in
    let counts = List.mapi (fun k name -> field name r.v.(k)) names in
    let others = ["score_exact", r.exact; "bound", r.bound; "nodes", r.nodes; "leaf_evaluations", r.leaves;
      "re_searches", r.again] in
    Printf.sprintf " {\"algorithm\":\"%s\",\"store\":\"%s\",%s,\"first\":\"%s\"}" a st
      (String.concat "," (counts @ List.map (fun (name, n) -> field name n) others)) r.first in
  Printf.printf "{\"branching\":%d,\"depth\":%d,\"leaves\":\"%s\",\"games\":%d,\"rows\":[\n%s\n]}\n" b d scope !games
    (String.concat ",\n" (List.map2 row subjects rows))
