(** Quiescence and extensions: a search with them is the plain search of another game, whose positions also count the
    plies that are left. So every theorem about searches of a fixed depth speaks of it, too. *)

From Coq Require Import ZArith List Bool Lia Arith String.
From PvInPvs Require Import Game Search Score PvInPvs AnyStore Contract.
Import ListNotations.
Open Scope Z_scope.

Section FixedTree.
  Variable G : game.
  (** Is the move searched one ply deeper than others? *)
  Variable extends : position G -> move G -> bool.
  (** The moves that are searched after the last ply. *)
  Variable noisy : position G -> list (move G).

  (** A position, with the plies that are left, the extensions that are left, and the plies of quiescence. Or the end
      of a line of quiescence, at which no move is made. *)
  Inductive node := At (p : position G) (plies extensions quiet : nat) | StandPat (p : position G).

  (** Quiescence may make no move, [None], or a noisy one. *)
  Definition moves_at (n : node) : list (option (move G)) :=
    match n with
    | At p (S _) _ _ => map Some (moves G p)
    | At p O _ (S _) => match noisy p with [] => [] | ms => None :: map Some ms end
    | _ => []
    end.
  Definition play_at (n : node) (m : option (move G)) : node :=
    match n, m with
    | At p (S r) e q, Some m =>
        if extends p m then match e with S e => At (play G p m) (S r) e q | O => At (play G p m) r O q end
        else At (play G p m) r e q
    | At p O e q, Some m => At (play G p m) O e (pred q)
    | At p _ _ _, None => StandPat p
    | StandPat p, _ => StandPat p
    end.
  (** To make no move is worth the evaluation, for the side that does not move. *)
  Definition value_at (n : node) : Z := match n with At p _ _ _ => value G p | StandPat p => - value G p end.
  Definition fixed_tree : game :=
    {| position := node; move := option (move G); moves := moves_at; play := play_at; value := value_at |}.

  (** The longest line that may begin at a node. *)
  Definition left (n : node) : nat := match n with At _ r e q => r + e + q | StandPat _ => 0 end.

  Lemma left_less : forall n m, In m (moves_at n) -> (left (play_at n m) < left n)%nat.
  Proof.
    intros [p [|r] e q | p] m I; cbn [moves_at] in I; [| |contradiction].
    - destruct q as [|q]; [contradiction|]. destruct m as [m|]; simpl; lia.
    - apply in_map_iff in I. destruct I as (x & <- & _). cbn [play_at]. destruct (extends p x); [destruct e|]; simpl;
      lia.
  Qed.

  Lemma largest_same : forall (v w : option (move G) -> Z) ms m, (forall x, In x (m :: ms) -> v x = w x) ->
    largest fixed_tree v m ms = largest fixed_tree w m ms.
  Proof.
    intros v w ms m H. unfold largest. rewrite (H m) by now left.
    assert (K : forall x, In x ms -> v x = w x) by (intros; apply H; now right). revert K. generalize (w m). clear H m.
    induction ms as [|x ms IH]; intros b K; [reflexivity|]. cbn [fold_left]. rewrite (K x) by now left.
    apply IH. intros y Y. apply K. now right.
  Qed.

  (** A search that is deep enough has the value of the whole tree: more depth changes nothing
      (src/search/quiescence.rs, src/ply_limits.rs). *)
  Theorem depth_is_enough : forall d n, (left n <= d)%nat -> minimax fixed_tree d n = minimax fixed_tree (left n) n.
  Proof.
    assert (K : forall d n, (left n <= d)%nat -> minimax fixed_tree (S d) n = minimax fixed_tree d n).
    { induction d as [|d IH]; intros n L.
      - cbn [minimax]. cbn [moves fixed_tree]. destruct (moves_at n) as [|m ms] eqn:M; [reflexivity|].
        pose proof (left_less n m ltac:(rewrite M; now left)). lia.
      - cbn [minimax]. cbn [moves fixed_tree] in *. destruct (moves_at n) as [|m ms] eqn:M; [reflexivity|].
        apply largest_same. intros x X. f_equal. apply IH.
        pose proof (left_less n x ltac:(rewrite M; exact X)). cbn [play fixed_tree]. lia. }
    intros d n L. induction d as [|d IH].
    - now replace (left n) with 0%nat by lia.
    - destruct (Nat.eq_dec (left n) (S d)) as [-> | Ne]; [reflexivity|]. rewrite K by lia. apply IH. lia.
  Qed.

  (** The value of a node of quiescence is the best of standing pat and the noisy moves (src/search/quiescence.rs). *)
  Theorem quiescence_value : forall d p e q, minimax fixed_tree (S d) (At p 0 e (S q)) =
    fold_left (fun best m => Z.max best (- minimax fixed_tree d (At (play G p m) 0 e q))) (noisy p) (value G p).
  Proof.
    intros d p e q. cbn [minimax moves fixed_tree moves_at]. destruct (noisy p) as [|m ms]; [reflexivity|].
    assert (S0 : minimax fixed_tree d (StandPat p) = - value G p) by (destruct d; reflexivity).
    unfold largest. cbn [play fixed_tree play_at]. rewrite S0. rewrite Z.opp_involutive.
    generalize (m :: ms), (value G p). intros l. induction l as [|x l IH]; intros b; [reflexivity|].
    cbn [map fold_left]. rewrite IH. reflexivity.
  Qed.

  (** So every cell of the contract holds for a search with quiescence and extensions, too, as the plain search of its
      fixed tree, with the leftmost optimal line of that tree (src/search/quiescence.rs, src/search/steps.rs). *)
  Theorem selective_cells : forall inf, (forall p, - inf < value G p < inf) -> forall N poison a f s K,
    In (a, f) (copying_algorithms fixed_tree inf) -> In (s, K) (copying_stores fixed_tree N poison) ->
    shows_line fixed_tree inf N f K.
  Proof.
    intros inf B N poison a f s K F S. eapply copying_cells; [|exact F | exact S].
    intros [p r e q | p]; simpl; specialize (B p); lia.
  Qed.
End FixedTree.
