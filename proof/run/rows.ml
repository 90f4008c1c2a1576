(* What both programs have in common: the verdict on a line, the totals of an algorithm with a store over all games, and
   how they are printed. *)
open Proven

let inf = 1000
let poisoned : move = Obj.repr 255  (* what a store holds at first *)

type row = {
  algorithm : string; store : string; options : string; v : int array; mutable exact : int; mutable bound : int;
  mutable nodes : int; mutable leaves : int; mutable again : int; mutable first : string }
let row algorithm store options =
  { algorithm; store; options; v = Array.make 7 0; exact = 0; bound = 0; nodes = 0; leaves = 0; again = 0; first = "" }

(* 0 same, 1 equivalent, 2 truncated, 3 missing, 4 unsound, 5 illegal; 6 no line is due *)
let verdict g (p : position) d score line best =
  if line = best && score = minimax g d p then 0 else if line = [] then 3 else
  let rec go p d v line ok = match line with
    | [] -> if not ok then 4 else if d = 0 || g.moves p = [] then 1 else 2
    | m :: line ->
      if d = 0 || m >= List.length (g.moves p) then 5 else
      let p = g.play p (Obj.magic (m : int)) in
      go p (d - 1) (-v) line (ok && minimax g (d - 1) p = -v) in
  go p d score line (minimax g d p = score)

let right g d p : int * int list = minimax g d p, Obj.magic (leftmost g d p)

(* Adds a search to its row, and returns the verdict. [show] writes the game. *)
let add r g p d show (value, best) (score, (best_by_bound : move option)) line (nodes, leaves, again) =
  (match best_by_bound with
   | None -> if score = value then r.exact <- r.exact + 1
   | Some m -> if score <= value && (Obj.magic m : int) = List.hd best then r.bound <- r.bound + 1);
  r.nodes <- r.nodes + nodes; r.leaves <- r.leaves + leaves; r.again <- r.again + again;
  let k = if best_by_bound = None then verdict g p d score line best else 6 in
  let moves line = String.concat " " (List.map string_of_int line) in
  if k > 0 && k < 6 && r.first = "" then
    r.first <- Printf.sprintf "%s: [%s], not [%s]" (show ()) (moves line) (moves best);
  r.v.(k) <- r.v.(k) + 1;
  k

(* all orders of n things, with ties *)
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

(* all lists of n numbers less than k *)
let assignments n k each =
  let v = Array.make n 0 in
  let rec go i = if i = n then each v else for x = 0 to k - 1 do v.(i) <- x; go (i + 1) done in
  go 0

let print lists games rows =
  let field name n = Printf.sprintf "\"%s\":%d" name n in
  let show r =
    let names = ["same"; "equivalent"; "truncated"; "missing"; "unsound"; "illegal"; "none_due"] in
    let counts = List.mapi (fun k name -> field name r.v.(k)) names in
    let others = ["score_exact", r.exact; "bound", r.bound; "nodes", r.nodes; "leaf_evaluations", r.leaves;
      "re_searches", r.again] in
    Printf.sprintf " {\"algorithm\":\"%s\",\"store\":\"%s\",\"options\":\"%s\",%s,\"first\":\"%s\"}" r.algorithm r.store
      r.options (String.concat "," (counts @ List.map (fun (name, n) -> field name n) others)) r.first in
  let names list = "[" ^ String.concat "," (List.map (Printf.sprintf "\"%s\"") list) ^ "]" in
  let lists = String.concat "," (List.map (fun (name, list) -> Printf.sprintf "\"%s\":%s" name (names list)) lists) in
  Printf.printf "{\"lists\":{%s},\"games\":%d,\"rows\":[\n%s\n]}\n" lists games (String.concat ",\n" (List.map show
    rows))
