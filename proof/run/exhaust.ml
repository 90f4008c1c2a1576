(* Runs the extracted searches over every game of a scope, and prints one row for each algorithm and store:
   usage: exhaust BRANCHING DEPTH permutations|orderings|values:K, or 0 0 shapes:N *)
open Proven
open Rows

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

(* An algorithm and a store, by their names in the product. Both come from the lists of Contract.v and ArrayFailures.v;
   all that is written here is the memory at first, which depends on the depth, and what no list has. *)
type cell = { name : string; store : string; search : searcher; keeper : int -> keeper; start : int -> Obj.t }

let start store d = match store with
  | "triangular" | "triangular-lookup" | "quadratic" | "pv-holder" ->
    Obj.repr { slots = (fun _ -> poisoned); lengths = (fun k -> d - k) }
  | "triangular-offsets" | "stack-list-half" ->
    Obj.repr { memory = (fun _ -> poisoned); starts = (fun _ -> 0); counts = (fun k -> d - k) }
  | "stack-list" -> Obj.repr (fun k -> { size = d - k; list_moves = (fun _ -> poisoned) })
  | "pointer-array" -> Obj.repr { cells = (fun _ -> poisoned); starts_at = (fun k -> k * d); ends_at = (fun _ -> d) }
  | "triangular-terminated" | "single-array" | "single-array-bare" | "single-array-refuting" ->
    Obj.repr (fun (_ : int) -> Some poisoned)
  | _ -> failwith ("no memory for the store " ^ store)

(* a list of the contract for each depth *)
let by_depth make = let made = Hashtbl.create 8 in fun d ->
  match Hashtbl.find_opt made d with Some x -> x | None -> let x = make d in Hashtbl.add made d x; x
let stores_at = by_depth (fun d -> copying_stores trees d poisoned)
let copying_names = List.map fst (stores_at 1)
let copying = List.mapi (fun i store -> store, fun d -> snd (List.nth (stores_at d) i)) copying_names
let holder = "pv-holder", fun _ -> pv_holder_keeper trees 64
let one_array = "single-array", fun _ -> array trees

let cells =
  let cell (name, search) (store, keeper) = { name; store; search; keeper = by_depth keeper; start = start store } in
  let every algorithms stores = List.concat_map (fun a -> List.map (cell a) stores) algorithms in
  let copies = copying_algorithms trees inf and exact = exact_algorithms trees inf in
  let others = List.filter (fun (name, _) -> not (List.mem_assoc name copies)) exact in
  let unlisted = ["pvs-hard-no-last-re-search", (fun _ -> family trees inf pvs_hard_no_last_re_search)] in
  let failing f = cell (f.algorithm_name, f.searches)
    (f.store_name, fun _ -> { method0 = Obj.magic f.keeps_in; line_of = (array trees).line_of }) in
  every copies (copying @ [holder]) @ every (others @ unlisted) (copying @ [holder])
  @ every (array_algorithms trees inf) [one_array] @ every exact [one_array] @ List.map failing array_failures

let rec show (Node (z, ts)) = if ts = [] then string_of_int z else "[" ^ String.concat " " (List.map show ts) ^ "]"

(* What the full window does not tell apart: of two moves that are both worse than alpha, a search with `-soft` in its
   name returns a bound that is less than alpha, in some game; one with `-hard` in its name never does. *)
let hard_or_soft () =
  let has part name =
    let n = String.length part in
    let rec go i = i + n <= String.length name && (String.sub name i n = part || go (i + 1)) in go 0 in
  let below search =
    let found = ref false in
    orderings 4 (fun v ->
      let t = uniform 2 2 (ref (Array.to_list v)) in
      for a = 0 to 4 do
        let store = Obj.magic single_array and memory = Obj.repr (fun (_ : int) -> Some poisoned) in
        let (score, _), _ = search (Obj.repr ()) store 2 (Obj.magic t : position) a (a + 3) memory in
        if score < a then found := true
      done);
    !found in
  List.iter (fun (name, search) ->
    let soft = below search in
    if (has "-hard" name && soft) || (has "-soft" name && not soft) then begin
      prerr_endline ("DIFFERENT: " ^ name ^ (if soft then " is fail-soft" else " is fail-hard"));
      exit 1
    end) (copying_algorithms trees inf @ array_algorithms trees inf @ exact_algorithms trees inf)

let () =
  hard_or_soft ();
  let b = int_of_string Sys.argv.(1) and depth = int_of_string Sys.argv.(2) and scope = Sys.argv.(3) in
  let d = depth in
  let n = int_of_float (float b ** float d) in
  let rows = List.map (fun (cell : cell) -> row cell.name cell.store "") cells in
  let games = ref 0 in
  let each_of t d =
    incr games;
    let p : position = Obj.magic t in
    let best = right trees d p in
    List.iter2 (fun (cell : cell) r ->
      let keeper = cell.keeper d in
      let result, memory =
        cell.search (Obj.repr ()) (Obj.magic (counted keeper.method0)) d p (-inf) inf
          (Obj.repr (cell.start d, ((0, 0), 0))) in
      let (memory : Obj.t), (((nodes : int), (leaves : int)), (again : int)) = Obj.obj memory in
      let line : int list = Obj.magic (keeper.line_of d memory) in
      ignore (add r trees p d (fun () -> show t) best result line (nodes, leaves, again))) cells rows in
  let each leaves = each_of (uniform b d (ref (Array.to_list (Array.map (fun x -> x - n / 2) leaves)))) d in
  (match String.split_on_char ':' scope with
   | ["permutations"] ->
     let v = Array.init n (fun i -> i) in
     let rec perm k = if k = n then each v else
       for i = k to n - 1 do
         let x = v.(k) in v.(k) <- v.(i); v.(i) <- x; perm (k + 1);
         let x = v.(k) in v.(k) <- v.(i); v.(i) <- x
       done in perm 0
   | ["values"; k] -> assignments n (int_of_string k) each
   | ["orderings"] -> orderings n each
   | ["shapes"; n] ->
     for n = 1 to int_of_string n do
       List.iter (fun shape -> orderings (leaf_count shape) (fun v ->
         each_of (filled 0 (ref (Array.to_list v)) shape) (height shape))) (shapes n)
     done
   | _ -> failwith "scope");
  print [
    "copying_algorithms", List.map fst (copying_algorithms trees inf);
    "array_algorithms", List.map fst (array_algorithms trees inf);
    "exact_algorithms", List.map fst (exact_algorithms trees inf); "copying_stores", copying_names] !games rows
