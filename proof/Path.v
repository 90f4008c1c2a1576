(** A position together with the path to it is the position of a game, too. So scores of mates, which count plies from
    the root, and draws by repetition, without a table, are games in the sense of [Game]. *)

From Coq Require Import ZArith List Bool Lia String.
From PvInPvs Require Import Game AnyStore Contract.
Import ListNotations.
Open Scope Z_scope.

Section Path.
  Variable G : game.
  (** Does the game end here? What is the position worth? Both may ask for the positions before, the last one first,
      whose number is the ply. *)
  Variable over : position G -> list (position G) -> bool.
  Variable worth_at : position G -> list (position G) -> Z.

  Definition with_path : game := {|
    position := position G * list (position G);
    move := move G;
    moves := fun '(p, path) => if over p path then [] else moves G p;
    play := fun '(p, path) m => (play G p m, p :: path);
    value := fun '(p, path) => worth_at p path;
  |}.

  (** The ply of a node is the length of its path. *)
  Theorem ply_of_path : forall line p, List.length (snd (fold_left (play with_path) line (p, []))) = List.length line.
  Proof.
    intros line p. enough (H : forall q, List.length (snd (fold_left (play with_path) line q)) =
      (List.length line + List.length (snd q))%nat) by (rewrite H; simpl; lia).
    induction line as [|m line IH]; intros (q & path); [reflexivity|]. cbn [fold_left]. rewrite IH. simpl. lia.
  Qed.

  (** So every cell of the single array holds where values and ends depend on the path (src/contract/base.rs: `same`
      with `single-array`). *)
  Theorem path_array_cells : forall inf, (forall p path, - inf < worth_at p path < inf) -> forall N a f,
    In (a, f) (array_algorithms with_path inf) -> shows_line with_path inf N f (array with_path).
  Proof. intros inf B. apply array_cells. intros (p & path). apply B. Qed.

  (** And every cell of the stores that copy (src/contract/base.rs: `same`). *)
  Theorem path_copying_cells : forall inf, (forall p path, - inf < worth_at p path < inf) -> forall N poison a f s K,
    In (a, f) (copying_algorithms with_path inf) -> In (s, K) (copying_stores with_path N poison) ->
    shows_line with_path inf N f K.
  Proof. intros inf B. apply copying_cells. intros (p & path). apply B. Qed.
End Path.

(** ** Mates and draws by repetition *)

Section Mates.
  Variable G : game.
  Variable same_position : position G -> position G -> bool.
  Variable mated : position G -> bool.
  Variables mate inf : Z.
  Hypothesis sizes : 0 < mate < inf.
  Hypothesis bounded : forall p, - inf < value G p < inf.

  Definition repeated (p : position G) (path : list (position G)) : bool := existsb (same_position p) path.
  (** A repetition is worth 0; to be mated is worth the more, the later. *)
  Definition mate_or_draw (p : position G) (path : list (position G)) : Z :=
    if repeated p path then 0
    else if mated p then Z.min 0 (Z.of_nat (List.length path) - mate)
    else value G p.

  (** With scores of mates from the root and draws by repetition, a single array is enough, too
      (src/contract/base.rs: `same` with `single-array`). *)
  Theorem mates_and_draws_array_cells : forall N a f,
    In (a, f) (array_algorithms (with_path G repeated mate_or_draw) inf) ->
    shows_line _ inf N f (array (with_path G repeated mate_or_draw)).
  Proof.
    apply path_array_cells. intros p path. unfold mate_or_draw. pose proof (bounded p).
    destruct (repeated p path), (mated p); lia.
  Qed.
End Mates.
