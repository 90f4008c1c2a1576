(* Runs the extracted searches with a table over every graph of a scope, and prints one row for each option, algorithm
  and
   store: usage: tables POSITIONS SCORES CYCLES(0|1) OPTION ..., an option as tt(pv-cut=all) *)
open Proven
open Rows

(* The table of the product with equal drafts, without collisions: src/table/slots.rs. *)
type rules = { name : string; pv_cut : string; narrows : bool; stores_leaves : bool; replace : string; entries : int }
let rules_of name =
  let body = if name = "tt" then "" else String.sub name 3 (String.length name - 4) in
  List.fold_left (fun r part -> match String.split_on_char '=' part with
    | ["pv-cut"; v] -> { r with pv_cut = v }
    | ["leaves"; v] -> { r with stores_leaves = v = "yes" }
    | ["narrow"; v] -> { r with narrows = v = "beyond" }
    | ["replace"; v] -> { r with replace = v }
    | ["entries"; v] -> { r with entries = int_of_string v }
    | _ -> failwith part)
    { name; pv_cut = "exact"; narrows = false; stores_leaves = false; replace = "always"; entries = 4096 }
    (if body = "" then [] else String.split_on_char ',' body)

module Slots = Map.Make (Int)
type table = { filled : (int * int * entry) Slots.t; hits : int }
let empty = { filled = Slots.empty; hits = 0 }

let memory g rules : memory0 =
  let slot p = if rules.entries = 1 then 0 else p in
  let is_left_out d p = is_leaf g d p && not rules.stores_leaves in
  { probe = (fun k d p a b c ->
      let t : table = Obj.magic c and q : int = Obj.magic p in
      match Slots.find_opt (slot q) t.filled with
      | Some (q', draft, e) when k > 0 && not (is_left_out d p) && q' = q && draft = d ->
        if not (cuts_off a b e) then (if rules.narrows then narrowed a b e else Expand (a, b)), c
        else if a + 1 >= b || rules.pv_cut = "all" || (rules.pv_cut = "exact" && e.bound_of = Exact) then
          Cut e, Obj.magic { t with hits = t.hits + 1 }
        else Expand (a, b), c
      | _ -> Expand (a, b), c);
    arrange = (fun _ _ p _ -> g.moves p);
    remember = (fun _ d p e c ->
      let t : table = Obj.magic c and q : int = Obj.magic p in
      let keeps (_, draft, old) = match rules.replace with
        | "always" -> false
        | "depth" -> d < draft
        | "protect-pv" -> old.bound_of = Exact && e.bound_of <> Exact
        | other -> failwith other in
      if is_left_out d p || Option.fold ~none:false ~some:keeps (Slots.find_opt (slot q) t.filled) then c
      else Obj.magic { t with filled = Slots.add (slot q) (q, d, e) t.filled }) }

(* For each number of positions all lists of edges; positions are numbered as they are found. *)
let wirings n cycles each =
  let targets = Array.make n [] in
  let leads start goal =
    let met = Array.make n false in
    let rec go p = if not met.(p) then (met.(p) <- true; List.iter go targets.(p)) in
    go start; met.(goal) in
  let rec complete node found =
    (* the moves of [node] end here *)
    if node + 1 < found then complete (node + 1) found
    else if found = n then each (Array.map List.rev targets);
    for target = 0 to min n (found + 1) - 1 do
      if not (List.mem target targets.(node)) && (cycles || not (leads target node)) then begin
        targets.(node) <- target :: targets.(node);
        complete node (max found (target + 1));
        targets.(node) <- List.tl targets.(node)
      end
    done in
  complete 0 1

(* the scores nearest to 0 *)
let score rank = let distance = (rank + 1) / 2 in if rank land 1 = 0 then - distance else distance

let game edges values : game = {
  moves = (fun p -> List.mapi (fun i _ -> Obj.magic i) edges.((Obj.magic p : int)));
  play = (fun p m -> Obj.magic (List.nth edges.((Obj.magic p : int)) (Obj.magic m : int)));
  value = (fun p -> values.((Obj.magic p : int))) }
let show edges values () =
  let one p moves = Printf.sprintf "%d:%d[%s]" p values.(p) (String.concat " " (List.map string_of_int moves)) in
  String.concat " " (List.mapi one (Array.to_list edges))

let () =
  let number i = int_of_string Sys.argv.(i) in
  let options = List.map rules_of (List.tl (List.tl (List.tl (List.tl (Array.to_list Sys.argv))))) in
  let no_game = game [| [] |] [| 0 |] in
  let no_table = memory no_game (rules_of "tt") in
  let copying = List.map fst (table_copying_algorithms no_game inf no_table)
  and in_array = List.map fst (table_array_algorithms no_game inf no_table) in
  (* pvcheck has no minimax whose open windows are not cut off: it has no others *)
  let rows = List.concat_map (fun rules -> List.concat_map (fun store -> List.filter_map (fun name ->
    if name = "minimax" && rules.pv_cut = "none" then None else Some (rules, row name store rules.name)) copying)
    ["triangular"; "single-array"]) options in
  let games = ref 0 in
  let each_of edges values depth =
    incr games;
    let g = game edges values and root : position = Obj.magic 0 in
    let best = right g depth root in
    let keeper = function
      | "single-array" -> array g, Obj.repr (fun (_ : int) -> Some poisoned)
      | store -> List.assoc store (copying_stores g depth poisoned),
        Obj.repr { slots = (fun _ -> poisoned); lengths = (fun k -> depth - k) } in
    List.iter (fun (rules, r) ->
      let m = memory g rules and keeper, start = keeper r.store in
      let search = List.assoc r.algorithm (table_copying_algorithms g inf m) in
      let (result, state : (int * move option) * (Obj.t * (table * ((int * int) * position) list))) =
        Obj.magic (search (Obj.repr ()) (Obj.magic (counted keeper.method0)) depth root (-inf) inf
          (Obj.magic ((start, ((0, 0), 0)), (empty, [])))) in
      let counted_lines, (content, cutoffs) = state in
      let (lines, ((nodes, leaves), again) : Obj.t * ((int * int) * int)) = Obj.magic counted_lines in
      let line : int list = Obj.magic (keeper.line_of depth lines) in
      let k = add r g root depth (show edges values) best result line (nodes, leaves - content.hits, again) in
      if r.store <> "single-array" || List.mem r.algorithm in_array then begin
        let plies = List.length line in
        let last = List.fold_left (fun p m -> g.play p (Obj.magic m)) root line in
        (* The theorems say that this cannot be. *)
        if k = 1 || k > 2 && k < 6 || k = 2 && not (List.mem ((plies, depth - plies), last) cutoffs) then begin
          prerr_endline ("DIFFERENT: a theorem is false: " ^ r.first);
          exit 1
        end
      end) rows in
  for positions = 1 to number 1 do
    wirings positions (number 3 = 1) (fun edges ->
      assignments positions (number 2) (fun ranks ->
        let values = Array.map score ranks in
        for depth = 1 to number 1 do each_of edges values depth done))
  done;
  print ["table_copying_algorithms", copying; "table_array_algorithms", in_array] !games (List.map snd rows)
