(** Searches without a window: Scout (Pearl 1980) and Palphabeta (Finkel and Fishburn 1980). And Calphabeta
    (Fishburn 1981), which has a window: it is PVS whose null windows are searched by alpha-beta. *)

From Coq Require Import ZArith List Bool Lia Arith.
From PvInPvs Require Import Game Search Score Stability Triangular SingleArray PvInPvs.
Import ListNotations.
Open Scope Z_scope.

(** ** The algorithms *)

Section Windowless.
  Variable G : game.
  Variable state : Type.
  Variable T : store (move G) state.
  Variable inf : Z.
  Notation searches := (nat -> nat -> position G -> Z -> Z -> state -> Z * state).

  Section Node.
    Variable null : position G -> Z -> Z -> state -> Z * state.
    Variable second : position G -> Z -> state -> Z * state.
    Variable k : nat.
    Variable p : position G.

    (** The later moves: first whether a move is better than [best], then its value. *)
    Fixpoint later_moves (ms : list (move G)) (best : Z) (s : state) : Z * state :=
      match ms with
      | [] => (best, s)
      | m :: ms =>
          let (x, s) := opposite state (null (play G p m) (- best - 1) (- best) s) in
          if x <=? best then later_moves ms best s
          else
            let (y, s) := opposite state (second (play G p m) (- best) (again T s)) in
            later_moves ms y (raise T k true m s)
      end.
  End Node.

  Variable visit : visiting G state.

  (** [test] answers whether a later move is better. Its value comes from [plain] with the window
      [(-inf, -best)], or from the search itself. *)
  Fixpoint windowless_by (test : searches) (plain : option searches) (d k : nat) (p : position G) (s : state) : Z *
    state :=
    visit d k p true (- inf) inf s (fun _ _ ms s =>
      match d, moves G p, ms with
      | S d', _ :: _, m :: ms =>
          let (x, s) := opposite state (windowless_by test plain d' (S k) (play G p m) s) in
          later_moves (test d' (S k))
            (fun q b s => match plain with
               | None => windowless_by test plain d' (S k) q s
               | Some f => f d' (S k) q (- inf) b s
               end) k p ms x (raise T k true m s)
      | _, _, _ => (value G p, leaf T k true s)
      end).
End Windowless.
Notation windowless G state T inf := (windowless_by G state T inf (at_once G state T)).

Section Named.
  Variable G : game.
  Variable state : Type.
  Variable T : store (move G) state.
  Variable inf : Z.

  (** Scout: EVAL, with TEST as a zero-window search. *)
  Definition scout := windowless G state T inf (zws G state T) None.
  (** Palphabeta. *)
  Definition palphabeta := windowless G state T inf (search G (alpha_beta true) state T inf None)
    (Some (search G (alpha_beta false) state T inf None)).
  (** Calphabeta: the null windows are searched by fail-soft alpha-beta. *)
  Definition calphabeta := search G pvs_soft state T inf (Some (search G (alpha_beta true) state T inf None)).
End Named.

(** ** What is asked of their algorithms *)

Lemma alpha_beta_sound : forall soft, sound (alpha_beta soft).
Proof. intros. apply is_sound, alpha_beta_confirming. Qed.

Lemma negascout_sound : forall soft, sound (negascout soft).
Proof.
  intros soft depth alpha beta score L. simpl. destruct (Nat.leb_spec depth 1); [now right; right|].
  unfold inside. destruct (Z.ltb_spec alpha score), (Z.ltb_spec score beta); simpl; try lia.
Qed.

(** NegaScout, fail-hard as printed and fail-soft: the score, with any store (src/algorithm/negascout_hard.rs,
    src/algorithm/negascout_soft.rs). *)
Theorem negascout_exact : forall G inf, (forall p, - inf < value G p < inf) ->
  forall d p soft state (T : store (move G) state) k s,
  fst (search G (negascout soft) state T inf None d k p (- inf) inf s) = minimax G d p.
Proof. intros. apply search_exact; [apply negascout_sound | exact I | now apply minimax_bounded]. Qed.
