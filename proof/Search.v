(** Alpha-beta and principal variation search over any store of lines, as in [src/algorithm] and [src/pv]. *)

From Coq Require Import ZArith List Bool.
From PvInPvs Require Import Game.
Import ListNotations.
Open Scope Z_scope.

(** An algorithm of the family.

    [nulls depth first raised]: is a move searched with a null window first? [depth] is the depth of its
    node, [first] says that it is the first move, [raised] that a move before it has raised alpha.

    [re_search depth alpha beta score]: is it searched again after the null window returned [score], and from
    which lower end of the window? Its upper end is beta. *)
Record algorithm := {
  soft : bool;        (* below the window: the best bound found (soft), or alpha (hard) *)
  soft_above : bool;  (* above it: the score (soft), or beta (hard) *)
  joins : bool;       (* the larger of both scores counts, not the second one *)
  nulls : nat -> bool -> bool -> bool;
  re_search : nat -> Z -> Z -> Z -> option Z;
}.

Definition above (alpha score : Z) : option Z := if alpha <? score then Some alpha else None.
Definition inside (alpha beta score from : Z) : option Z :=
  if (alpha <? score) && (score <? beta) then Some from else None.

Definition alpha_beta (is_soft : bool) : algorithm := {|
  soft := is_soft; soft_above := is_soft; joins := false; nulls := fun _ _ _ => false;
  re_search := fun _ alpha _ score => above alpha score  (* not used: no null windows *) |}.
Definition pvs_hard : algorithm := {|
  soft := false; soft_above := false; joins := false; nulls := fun _ first _ => negb first;
  re_search := fun _ alpha _ score => above alpha score |}.
Definition pvs_hard_until_raise : algorithm := {|
  soft := false; soft_above := false; joins := false; nulls := fun _ _ raised => raised;
  re_search := fun _ alpha _ score => above alpha score |}.
Definition pvs_soft : algorithm := {|
  soft := true; soft_above := true; joins := false; nulls := fun _ first _ => negb first;
  re_search := fun _ alpha beta score => inside alpha beta score alpha |}.
Definition pvs_soft_from_below : algorithm := {|
  soft := true; soft_above := true; joins := true; nulls := fun _ first _ => negb first;
  re_search := fun _ alpha beta score => inside alpha beta score (score - 1) |}.

(** NegaScout: again from the score, not just above the leaves, and the larger score counts. As printed it returns
    alpha if no move raises it, and the score of a move that beats beta. *)
Definition negascout (is_soft : bool) : algorithm := {|
  soft := is_soft; soft_above := true; joins := true; nulls := fun _ first _ => negb first;
  re_search := fun depth alpha beta score =>
    if Nat.leb depth 1 then None else inside alpha beta score score |}.

(** The known mistakes. *)
Definition pvs_soft_from_score : algorithm := {|
  soft := true; soft_above := true; joins := true; nulls := fun _ first _ => negb first;
  re_search := fun _ alpha beta score => inside alpha beta score score |}.
Definition pvs_hard_not_last_two : algorithm := {|
  soft := false; soft_above := false; joins := false; nulls := fun depth first _ => negb first && negb (Nat.leb depth
    2);
  re_search := fun _ alpha _ score => above alpha score |}.
Definition pvs_hard_no_last_re_search : algorithm := {|
  soft := false; soft_above := false; joins := false; nulls := fun _ first _ => negb first;
  re_search := fun depth alpha _ score => if Nat.leb depth 2 then None else above alpha score |}.
Definition pvs_soft_no_last_re_search : algorithm := {|
  soft := true; soft_above := true; joins := false; nulls := fun _ first _ => negb first;
  re_search := fun depth alpha beta score =>
    if Nat.leb depth 2 then None else inside alpha beta score alpha |}.

(** A store of lines is notified of what happens at each ply; the flag says whether the window of the node is open. *)
Record store (M state : Type) := {
  enter : nat -> bool -> state -> state;
  leaf : nat -> bool -> state -> state;          (* a value that comes without a search below *)
  raise : nat -> bool -> M -> state -> state;    (* alpha < score < beta *)
  refute : nat -> bool -> M -> state -> state;   (* beta <= score *)
  again : state -> state;                        (* a re-search begins *)
}.
Arguments enter {M state}. Arguments leaf {M state}. Arguments raise {M state}.
Arguments refute {M state}. Arguments again {M state}.

Section Search.
  Variable G : game.
  Variable A : algorithm.
  Variable state : Type.
  Variable T : store (move G) state.
  Variable inf : Z.

  Definition opposite (r : Z * state) : Z * state := (- fst r, snd r).

  (** How a node is visited: with its depth, ply, position and window, and whether that counts as open. It is expanded,
      with a window and an order of its moves; or not, if a table knows enough of it: see [TranspositionTable]. *)
  Definition visiting := nat -> nat -> position G -> bool -> Z -> Z -> state ->
    (Z -> Z -> list (move G) -> state -> Z * state) -> Z * state.
  (** Without a table it is entered, and expanded at once. *)
  Definition at_once : visiting := fun d k p open a b s expand => expand a b (moves G p) (enter T k open s).

  Section Node.
    Variable child : position G -> Z -> Z -> state -> Z * state.  (* the search below with an open window *)
    Variable null : position G -> Z -> Z -> state -> Z * state.   (* and with a null window *)
    Variable d k : nat.         (* depth and ply of the node *)
    Variable p : position G.
    Variable open : bool.       (* is the window of the node open? *)
    Variable beta : Z.

    (** One move: with the open window, or with a null window and then, if it beats alpha, again. *)
    Definition try (q : position G) (first raised : bool) (alpha : Z) (s : state) : Z * state :=
      if nulls A d first raised then
        let (score, s) := opposite (null q (- alpha - 1) (- alpha) s) in
        match re_search A d alpha beta score with
        | None => (score, s)
        | Some from =>
            let (second, s) := opposite (child q (- beta) (- from) (again T s)) in
            (if joins A then Z.max score second else second, s)
        end
      else opposite (child q (- beta) (- alpha) s).

    Fixpoint loop (ms : list (move G)) (first raised : bool) (alpha best : Z) (s : state) : Z * state :=
      match ms with
      | [] => (if soft A then best else alpha, s)
      | m :: ms =>
          let (score, s) := try (play G p m) first raised alpha s in
          let best := Z.max best score in
          if beta <=? score then (if soft_above A then best else beta, refute T k open m s)
          else if alpha <? score then loop ms false true score best (raise T k open m s)
          else loop ms false raised alpha best s
      end.
  End Node.

  (** What searches null windows, if it is not the search itself: any function of depth, ply, position, window
      and state. *)
  Variable other : option (nat -> nat -> position G -> Z -> Z -> state -> Z * state).

  Variable visit : visiting.

  (** The search of position [p] at ply [k], [d] plies deep, with the window [(alpha, beta)]. *)
  Fixpoint search_by (d k : nat) (p : position G) (alpha beta : Z) (s : state) : Z * state :=
    let open := alpha + 1 <? beta in
    visit d k p open alpha beta s (fun alpha beta ms s =>
      match d, moves G p with
      | S d', _ :: _ =>
          let null := match other with None => search_by d' (S k) | Some f => f d' (S k) end in
          loop (search_by d' (S k)) null d k p open beta ms true false alpha (- inf) s
      | _, _ => (value G p, leaf T k open s)
      end).

  (** The zero-window search, with one bound only: the window is [(beta - 1, beta)]. *)
  Section ZeroWindowNode.
    Variable child : position G -> Z -> Z -> state -> Z * state.
    Variable k : nat.
    Variable p : position G.
    Variable beta : Z.

    Fixpoint zws_loop (ms : list (move G)) (s : state) : Z * state :=
      match ms with
      | [] => (beta - 1, s)
      | m :: ms =>
          let (score, s) := opposite (child (play G p m) (- beta) (- beta + 1) s) in
          if beta <=? score then (beta, refute T k false m s) else zws_loop ms s
      end.
  End ZeroWindowNode.

  Fixpoint zws_by (d k : nat) (p : position G) (alpha beta : Z) (s : state) : Z * state :=
    visit d k p false alpha beta s (fun alpha beta ms s =>
      match d, moves G p with
      | S d', _ :: _ => zws_loop (zws_by d' (S k)) k p beta ms s
      | _, _ => (value G p, leaf T k false s)
      end).
End Search.
Arguments at_once G state T d k p open a b s expand /.

(** The searches without a table. *)
Notation search G A state T inf other := (search_by G A state T inf other (at_once G state T)).
Notation zws G state T := (zws_by G state T (at_once G state T)).

(** ** What the theorems ask of an algorithm *)

(** For the score. A null-window score that is inside the window leads to a second search, from the score at
    most, or from below it if the second score counts alone. Just above the leaves, whose values are exact, it
    need not. *)
Definition sound (A : algorithm) : Prop := forall d alpha beta score, alpha < beta ->
  match re_search A d alpha beta score with
  | None => score <= alpha \/ beta <= score \/ (d <= 1)%nat
  | Some from => alpha < score /\ alpha <= from < beta /\ from <= score /\ (joins A = false -> from < score)
  end.

(** For the line. The second search begins below the score, so that it confirms it. *)
Definition confirming (A : algorithm) : Prop := forall d alpha beta score, alpha < beta ->
  match re_search A d alpha beta score with
  | None => score <= alpha \/ beta <= score
  | Some from => alpha <= from < beta /\ from < score
  end.

(** For the single array. Once a move has raised alpha, every later move is first searched with a null window.
    Alpha-beta does not do that. *)
Definition null_after_raise (A : algorithm) : Prop := forall d, nulls A d false true = true.

(** ** The stores *)

Definition set {A : Type} (f : nat -> A) (k : nat) (x : A) : nat -> A := fun j => if Nat.eqb j k then x else f j.

(** The triangular table: row [k] is the line from ply [k]. *)
Definition triangular (M : Type) : store M (nat -> list M) := {|
  enter := fun k _ s => set s k [];
  leaf := fun _ _ s => s;
  raise := fun k _ m s => set s k (m :: s (S k));
  refute := fun _ _ _ s => s;
  again := fun s => s;
|}.

(** The single array: [None] is the terminator. *)
Definition single_array (M : Type) : store M (nat -> option M) := {|
  enter := fun _ _ s => s;
  leaf := fun k open s => if open then set s k None else s;
  raise := fun k open m s => if open then set s k (Some m) else s;
  refute := fun _ _ _ s => s;
  again := fun s => s;
|}.

(** The single array without terminators. *)
Definition single_array_bare (M : Type) : store M (nat -> option M) := {|
  enter := fun _ _ s => s;
  leaf := fun _ _ s => s;
  raise := fun k open m s => if open then set s k (Some m) else s;
  refute := fun _ _ _ s => s;
  again := fun s => s;
|}.

(** The single array in which refutations in null-window nodes write, too. *)
Definition single_array_refuting (M : Type) : store M (nat -> option M) := {|
  enter := fun _ _ s => s;
  leaf := fun k open s => if open then set s k None else s;
  raise := fun k open m s => if open then set s k (Some m) else s;
  refute := fun k open m s => if open then s else set s k (Some m);
  again := fun s => s;
|}.

(** Any store, together with the numbers of nodes, of leaf evaluations and of re-searches. *)
Definition counted {M state : Type} (T : store M state) : store M (state * (Z * Z * Z)) := {|
  enter := fun k open '(s, (n, l, r)) => (enter T k open s, (n + 1, l, r));
  leaf := fun k open '(s, (n, l, r)) => (leaf T k open s, (n, l + 1, r));
  raise := fun k open m '(s, c) => (raise T k open m s, c);
  refute := fun k open m '(s, c) => (refute T k open m s, c);
  again := fun '(s, (n, l, r)) => (again T s, (n, l, r + 1));
|}.

(** Reads the array from index [k] to the first terminator, or up to [n] moves. *)
Fixpoint read {M : Type} (n : nat) (s : nat -> option M) (k : nat) : list M :=
  match n, s k with
  | S n', Some m => m :: read n' s (S k)
  | _, _ => []
  end.
