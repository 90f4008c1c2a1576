(** Negamax without a window, as a search: every move is searched, and every better one is recorded. *)

From Coq Require Import ZArith List.
From PvInPvs Require Import Game Search.
Import ListNotations.
Open Scope Z_scope.

Section Minimax.
  Variable G : game.
  Variable state : Type.
  Variable T : store (move G) state.
  Variable inf : Z.

  Section Node.
    Variable child : position G -> state -> Z * state.
    Variable k : nat.
    Variable p : position G.

    Fixpoint minimax_loop (ms : list (move G)) (best : Z) (s : state) : Z * state :=
      match ms with
      | [] => (best, s)
      | m :: ms =>
          let (score, s) := opposite state (child (play G p m) s) in
          if best <? score then minimax_loop ms score (raise T k true m s) else minimax_loop ms best s
      end.
  End Node.

  Variable visit : visiting G state.

  (** As in [src/algorithm/minimax.rs]. *)
  Fixpoint minimax_by (d k : nat) (p : position G) (s : state) : Z * state :=
    visit d k p true (- inf) inf s (fun _ _ ms s =>
      match d, moves G p with
      | S d', _ :: _ => minimax_loop (minimax_by d' (S k)) k p ms (- inf) s
      | _, _ => (value G p, leaf T k true s)
      end).
End Minimax.
Notation minimax_search G state T inf := (minimax_by G state T inf (at_once G state T)).
