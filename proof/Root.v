(** Root moves of their own: Fishburn's null window for the last move of the root, and Belle's root. Both may end
    with a bound: then the best move is known, and neither its value nor its line. *)

From Coq Require Import ZArith List Bool.
From PvInPvs Require Import Game Search.
Import ListNotations.
Open Scope Z_scope.

(** The result is the score, the best move if only a bound is known of it, and the state. *)

Section Definitions.
  Variable G : game.
  Variable state : Type.
  Variable T : store (move G) state.
  Variable inf : Z.
  Notation result := (Z * option (move G) * state)%type.

  Section Node.
    Variable child : position G -> Z -> Z -> state -> Z * state.
    Variable k : nat.
    Variable p : position G.
    Variable open : bool.
    Variable beta : Z.

    Fixpoint last_move_loop (ms : list (move G)) (first : bool) (alpha : Z) (s : state) : result :=
      match ms with
      | [] => (alpha, None, s)
      | m :: ms =>
          let is_last := negb first && match ms with [] => true | _ => false end in
          let (x, s) := opposite state
            (if is_last then child (play G p m) (- alpha - 1) (- alpha) s else child (play G p m) (- beta) (- alpha)
              s) in
          if is_last && (alpha <? x) && (x <? beta) then (x, Some m, s)
          else if beta <=? x then (beta, None, refute T k open m s)
          else if alpha <? x then last_move_loop ms false x (raise T k open m s)
          else last_move_loop ms false alpha s
      end.

    (** [pending] is the move that failed high, with the alpha that it failed high over. *)
    Fixpoint belle_loop (ms : list (move G)) (first : bool) (pending : option (move G * Z)) (alpha best : Z) (s :
      state) : result :=
      match ms with
      | [] => (best, option_map fst pending, s)
      | m :: ms =>
          let go_on pending alpha best x s :=
            let best := Z.max best x in
            if beta <=? x then (best, None, refute T k open m s)
            else if alpha <? x then
              if first then belle_loop ms false pending x best (raise T k open m s)
              else belle_loop ms false (Some (m, alpha)) x best s
            else belle_loop ms false pending alpha best s in
          let (x, s) := opposite state
            (if first then child (play G p m) (- beta) (- alpha) s else child (play G p m) (- alpha - 1) (- alpha) s)
              in
          match (if (alpha <? x) && (x <? beta) then pending else None) with
          | None => go_on pending alpha best x s
          | Some (m1, low) =>
              let (y, s) := opposite state (child (play G p m1) (- beta) (- low) (again T s)) in
              if beta <=? y then (y, None, refute T k open m1 s)
              else
                let s := raise T k open m1 s in
                let (x, s) := if x <=? y then opposite state (child (play G p m) (- y - 1) (- y) (again T s)) else (x,
                  s) in
                go_on None y y x s
          end
      end.
  End Node.

  Variable child : nat -> nat -> position G -> Z -> Z -> state -> Z * state.

  Definition last_move (d k : nat) (p : position G) (a b : Z) (s : state) : result :=
    let open := a + 1 <? b in
    let s := enter T k open s in
    match d, moves G p with
    | S d', _ :: _ => last_move_loop (child d' (S k)) k p open b (moves G p) true a s
    | _, _ => (value G p, None, leaf T k open s)
    end.

  Definition belle_root (d k : nat) (p : position G) (a b : Z) (s : state) : result :=
    let open := a + 1 <? b in
    let s := enter T k open s in
    match d, moves G p with
    | S d', _ :: _ => belle_loop (child d' (S k)) k p open b (moves G p) true None a (- inf) s
    | _, _ => (value G p, None, leaf T k open s)
    end.
End Definitions.
