(** Root moves of their own: Fishburn's null window for the last move of the root, and Belle's root. Both may end
    with a bound: then the best move is known, and neither its value nor its line. *)

From Coq Require Import ZArith List Bool Lia Arith.
From PvInPvs Require Import Game Search Score Stability Triangular SingleArray LineStore PvInPvs Windowless.
Import ListNotations.
Open Scope Z_scope.

(** ** The algorithms. The result is the score, the best move if only a bound is known of it, and the state. *)

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

(** ** What they return *)

Section Results.
  Variable G : game.
  Context {X : Type}.
  Variable T : store (move G) (nat -> X).
  Variable L : line_store T.
  Variable inf : Z.
  Notation state := (nat -> X).

  (** The score, the line, or else a lower bound of the best move. *)
  Definition settles (d k : nat) (p : position G) (a b : Z) (r : Z * option (move G) * state) : Prop :=
    match snd (fst r) with
    | None => agrees a b (minimax G d p) (fst (fst r)) /\ (a < fst (fst r) < b -> shows L (snd r) k (leftmost G d p))
    | Some m => a < fst (fst r) < b /\ fst (fst r) <= minimax G d p /\ hd_error (leftmost G d p) = Some m
    end.

  Section Node.
    Variable child : position G -> Z -> Z -> state -> Z * state.
    Variable v : position G -> Z.
    Variable line : position G -> list (move G).
    Variable k : nat.
    Variable p : position G.
    Variable beta : Z.
    Hypothesis child_line : forall q a b s, in_range inf a b -> let r := child q a b s in
      agrees a b (v q) (fst r) /\ below (S k) s (snd r) /\ (a < fst r < b -> shows L (snd r) (S k) (line q)).
    Notation worth m := (- v (play G p m)).

    (** The loop has settled the moves [ms] over the bound [low]. *)
    Definition settled (ms : list (move G)) (low : Z) (quiet : Prop) (s : state) (r : Z * option (move G) * state) :
      Prop :=
      let score := fst (fst r) in
      below k s (snd r) /\
      match snd (fst r) with
      | None =>
          (score <= low -> Forall (fun m => worth m <= score) ms /\ (quiet -> keeps L (S k) s (snd r))) /\
          (low < score < beta -> Forall (fun m => worth m <= score) ms /\ exists m,
             find (fun m => worth m =? score) ms = Some m /\ shows L (snd r) k (m :: line (play G p m))) /\
          (beta <= score -> Exists (fun m => score <= worth m) ms)
      | Some m =>
          low < score < beta /\ score <= worth m /\ Forall (fun x => worth x <= worth m) ms /\
          find (fun x => worth x =? worth m) ms = Some m
      end.

    (** *** The last move *)

    Section LastMove.
      Hypothesis child_keeps : forall q a b s, in_range inf a b -> keeps L (S k) s (snd (child q a b s)).

      Lemma last_move_settled : forall ms first alpha s, in_range inf alpha beta ->
        let r := last_move_loop G state T child k p true beta ms first alpha s in
        alpha <= fst (fst r) /\ settled ms alpha True s r.
      Proof.
        unfold settled. induction ms as [|m ms IH]; intros first alpha s R; cbn [last_move_loop].
        { unfold in_range in R. cbn [fst snd]. split; [lia|]. split; [now intros j|]. repeat split; intros; try lia;
          try constructor.
          apply keeps_refl. }
        set (is_last := negb first && match ms with [] => true | _ => false end).
        set (c := if is_last then _ else _).
        assert (Hc : (is_last = true -> agrees (- alpha - 1) (- alpha) (v (play G p m)) (fst c)) /\
          (is_last = false -> agrees (- beta) (- alpha) (v (play G p m)) (fst c) /\
             (- beta < fst c < - alpha -> shows L (snd c) (S k) (line (play G p m)))) /\
          below (S k) s (snd c) /\ keeps L (S k) s (snd c)).
        { unfold in_range in *. unfold c. destruct is_last.
          - destruct (child_line (play G p m) (- alpha - 1) (- alpha) s ltac:(unfold in_range; lia)) as (A & B & _).
            repeat split; try apply A; try assumption; try discriminate. apply child_keeps. unfold in_range; lia.
          - destruct (child_line (play G p m) (- beta) (- alpha) s ltac:(unfold in_range; lia)) as (A & B & H).
            repeat split; try apply A; try assumption; try discriminate. apply child_keeps. unfold in_range; lia. }
        destruct c as [c s1]. cbn [opposite fst snd] in *. destruct Hc as (Hn & Ho & Hb & Hk).
        pose proof (below_less _ _ k _ _ Hb ltac:(lia)) as Hb'.
        destruct is_last eqn:IL; cbn [andb].
        - destruct first; [discriminate|]. destruct ms as [|]; [|discriminate]. specialize (Hn eq_refl).
          unfold agrees, in_range in *.
          destruct (Z.ltb_spec alpha (- c)) as [U | U]; [destruct (Z.ltb_spec (- c) beta) as [W | W]|]; cbn [andb].
          + cbn [fst snd]. split; [lia|]. split; [exact Hb'|]. repeat split; try lia; [repeat constructor; lia|].
            cbn [find]. now rewrite Z.eqb_refl.
          + destruct (Z.leb_spec beta (- c)); [|lia]. cbn [fst snd]. split; [lia|]. rewrite (refute_keeps T L).
            split; [exact Hb'|]. repeat split; intros; try lia. left. lia.
          + destruct (Z.leb_spec beta (- c)); [lia|]. cbn [last_move_loop fst snd]. split; [lia|].
            split; [exact Hb'|]. repeat split; intros; try lia; [repeat constructor; lia | exact Hk].
        - specialize (Ho eq_refl). destruct Ho as (A & Li). unfold agrees, in_range in *.
          destruct (Z.leb_spec beta (- c)) as [B | B]; [|destruct (Z.ltb_spec alpha (- c)) as [U | U]].
          + cbn [fst snd]. split; [lia|]. rewrite (refute_keeps T L). split; [exact Hb'|]. repeat split; intros;
            try lia. left. lia.
          + destruct (IH false (- c) (raise T k true m s1) ltac:(unfold in_range; lia)) as (I0 & I1 & I2).
            set (r := last_move_loop _ _ _ _ _ _ _ _ _ _ _ _) in *. split; [lia|].
            split. { eapply below_trans; [exact Hb'|]. eapply below_trans; [apply (raise_below T L) | exact I1]. }
            destruct (snd (fst r)) as [w|].
            * destruct I2 as (I2 & I3 & I4 & I5). repeat split; try lia; [constructor; [lia | exact I4]|].
              cbn [find]. destruct (Z.eqb_spec (worth m) (worth w)); [lia | exact I5].
            * destruct I2 as (I2 & I3 & I4). repeat split; intros; try lia.
              -- constructor; [lia|]. destruct (Z.eq_dec (fst (fst r)) (- c)); [apply I2 | apply I3]; lia.
              -- cbn [find]. destruct (Z.eqb_spec (worth m) (fst (fst r))) as [E | E].
                 ++ exists m. split; [reflexivity|]. eapply keeps_shown; [apply raise_shows; apply Li; lia | apply I2;
                   [lia | exact I]].
                 ++ apply I3. lia.
              -- right. apply I4. lia.
          + destruct (IH false alpha s1 ltac:(unfold in_range; lia)) as (I0 & I1 & I2).
            set (r := last_move_loop _ _ _ _ _ _ _ _ _ _ _ _) in *. split; [lia|].
            split. { eapply below_trans; [exact Hb' | exact I1]. }
            destruct (snd (fst r)) as [w|].
            * destruct I2 as (I2 & I3 & I4 & I5). repeat split; try lia; [constructor; [lia | exact I4]|].
              cbn [find]. destruct (Z.eqb_spec (worth m) (worth w)); [lia | exact I5].
            * destruct I2 as (I2 & I3 & I4). split; [|split]; intros.
              -- split; [constructor; [lia | apply I2; lia]|]. intros _. eapply keeps_trans; [exact Hk | now apply I2].
              -- split; [constructor; [lia | apply I3; lia]|]. cbn [find].
                 destruct (Z.eqb_spec (worth m) (fst (fst r))) as [E | E]; [lia | apply I3; lia].
              -- right. apply I4. lia.
      Qed.
    End LastMove.

    (** *** Belle's root *)

    Section Belle.
      Hypothesis child_keeps : forall q a b s, in_range inf a b -> a + 1 = b -> keeps L (S k) s (snd (child q a b s)).

      Definition candidates (pending : option (move G * Z)) (ms : list (move G)) : list (move G) :=
        match pending with None => ms | Some (m, _) => m :: ms end.
      Definition bound (pending : option (move G * Z)) (alpha : Z) : Z :=
        match pending with None => alpha | Some (_, low) => low end.
      Definition pending_above (pending : option (move G * Z)) (alpha best : Z) : Prop :=
        match pending with None => best <= alpha | Some (m, low) => - inf <= low < alpha /\ best = alpha /\ alpha <=
          worth m end.

      (** A null window over alpha. *)
      Lemma belle_test : forall q alpha s, in_range inf alpha beta -> let r := child q (- alpha - 1) (- alpha) s in
        (- fst r <= alpha -> - v q <= - fst r) /\ (alpha < - fst r -> - fst r <= - v q) /\ keeps L (S k) s (snd r).
      Proof.
        intros q alpha s R. unfold in_range in R.
        destruct (child_line q (- alpha - 1) (- alpha) s ltac:(unfold in_range; lia)) as (A & _ & _).
        pose proof (child_keeps q (- alpha - 1) (- alpha) s ltac:(unfold in_range; lia) ltac:(lia)) as K.
        cbv zeta. unfold agrees in A. repeat split; try lia. exact K.
      Qed.

      Lemma belle_settled : forall ms first pending alpha best s, in_range inf alpha beta ->
        pending_above pending alpha best -> (first = true -> pending = None) ->
        let r := belle_loop G state T child k p true beta ms first pending alpha best s in
        best <= fst (fst r) /\ settled (candidates pending ms) (bound pending alpha) (first = false) s r.
      Proof.
        unfold settled. induction ms as [|m ms IH]; intros first pending alpha best s R P F; cbn [belle_loop].
        { unfold in_range in R. cbn [fst snd]. split; [lia|]. split; [now intros j|].
          destruct pending as [[m low]|]; cbn [option_map fst snd candidates bound pending_above] in *.
          - repeat split; try lia; [repeat constructor; lia|]. cbn [find]. now rewrite Z.eqb_refl.
          - repeat split; intros; try lia; try constructor. apply keeps_refl. }
        destruct first.
        { (* the first move *)
          rewrite F in * by reflexivity. clear pending F. cbn [candidates bound pending_above] in *.
            unfold in_range in R.
          destruct (child_line (play G p m) (- beta) (- alpha) s ltac:(unfold in_range; lia)) as (A & Hb & Li).
          destruct (child (play G p m) (- beta) (- alpha) s) as [c s1]. cbn [opposite fst snd] in *.
          pose proof (below_less _ _ k _ _ Hb ltac:(lia)) as Hb'. unfold agrees in A.
          replace (if (alpha <? - c) && (- c <? beta) then @None (move G * Z) else None) with (@None (move G * Z))
            by now destruct (_ && _).
          destruct (Z.leb_spec beta (- c)) as [B | B]; [|destruct (Z.ltb_spec alpha (- c)) as [U | U]].
          - cbn [fst snd]. split; [lia|]. rewrite (refute_keeps T L). split; [exact Hb'|]. repeat split; intros;
            try lia. left. lia.
          - replace (Z.max best (- c)) with (- c) by lia.
            destruct (IH false None (- c) (- c) (raise T k true m s1) ltac:(unfold in_range; lia)) as (I0 & I1 & I2);
              [simpl; lia | discriminate|].
            cbn [candidates bound] in *. set (r := belle_loop _ _ _ _ _ _ _ _ _ _ _ _ _ _) in *. split; [lia|].
            split. { eapply below_trans; [exact Hb'|]. eapply below_trans; [apply (raise_below T L) | exact I1]. }
            destruct (snd (fst r)) as [w|].
            + destruct I2 as (I2 & I3 & I4 & I5). repeat split; try lia; [constructor; [lia | exact I4]|].
              cbn [find]. destruct (Z.eqb_spec (worth m) (worth w)); [lia | exact I5].
            + destruct I2 as (I2 & I3 & I4). split; [lia|]. split; intros.
              * split; [constructor; [lia|]; destruct (Z.eq_dec (fst (fst r)) (- c)); [apply I2 | apply I3]; lia|].
                cbn [find]. destruct (Z.eqb_spec (worth m) (fst (fst r))) as [E | E].
                -- exists m. split; [reflexivity|]. eapply keeps_shown; [apply raise_shows; apply Li; lia | apply I2;
                  [lia | reflexivity]].
                -- apply I3. lia.
              * right. apply I4. lia.
          - destruct (IH false None alpha (Z.max best (- c)) s1 ltac:(unfold in_range; lia)) as (I0 & I1 & I2);
              [simpl; lia | discriminate|].
            cbn [candidates bound] in *. set (r := belle_loop _ _ _ _ _ _ _ _ _ _ _ _ _ _) in *. split; [lia|].
            split. { eapply below_trans; [exact Hb' | exact I1]. }
            destruct (snd (fst r)) as [w|].
            + destruct I2 as (I2 & I3 & I4 & I5). repeat split; try lia; [constructor; [lia | exact I4]|].
              cbn [find]. destruct (Z.eqb_spec (worth m) (worth w)); [lia | exact I5].
            + destruct I2 as (I2 & I3 & I4). split; [|split]; intros.
              * split; [constructor; [lia | apply I2; lia] | discriminate].
              * split; [constructor; [lia | apply I3; lia]|]. cbn [find].
                destruct (Z.eqb_spec (worth m) (fst (fst r))) as [E | E]; [lia | apply I3; lia].
              * right. apply I4. lia. }
        (* a later move: first its null window *)
        destruct (belle_test (play G p m) alpha s R) as (N1 & N2 & K).
        destruct (child (play G p m) (- alpha - 1) (- alpha) s) as [c s1]. cbn [opposite fst snd] in *.
        pose proof (below_less _ _ k _ _ (keeps_below T L _ _ _ K) ltac:(lia)) as Hb. unfold in_range in R. clear F.
        destruct pending as [[m1 low]|]; cbn [candidates bound pending_above] in *.
        2: { (* no move is pending *)
          replace (if (alpha <? - c) && (- c <? beta) then @None (move G * Z) else None) with (@None (move G * Z))
            by now destruct (_ && _).
          destruct (Z.leb_spec beta (- c)) as [B | B]; [|destruct (Z.ltb_spec alpha (- c)) as [U | U]].
          - cbn [fst snd]. split; [lia|]. rewrite (refute_keeps T L). split; [exact Hb|]. repeat split; intros;
            try lia. left. lia.
          - replace (Z.max best (- c)) with (- c) by lia.
            destruct (IH false (Some (m, alpha)) (- c) (- c) s1 ltac:(unfold in_range; lia)) as (I0 & I1 & I2);
              [simpl; lia | discriminate|].
            cbn [candidates bound] in *. set (r := belle_loop _ _ _ _ _ _ _ _ _ _ _ _ _ _) in *. split; [lia|].
            split. { eapply below_trans; [exact Hb | exact I1]. }
            destruct (snd (fst r)) as [w|]; [exact I2|]. destruct I2 as (I2 & I3 & I4). split; [lia|]. split;
              assumption.
          - destruct (IH false None alpha (Z.max best (- c)) s1 ltac:(unfold in_range; lia)) as (I0 & I1 & I2);
              [simpl; lia | discriminate|].
            cbn [candidates bound] in *. set (r := belle_loop _ _ _ _ _ _ _ _ _ _ _ _ _ _) in *. split; [lia|].
            split. { eapply below_trans; [exact Hb | exact I1]. }
            destruct (snd (fst r)) as [w|].
            + destruct I2 as (I2 & I3 & I4 & I5). repeat split; try lia; [constructor; [lia | exact I4]|].
              cbn [find]. destruct (Z.eqb_spec (worth m) (worth w)); [lia | exact I5].
            + destruct I2 as (I2 & I3 & I4). split; [|split]; intros.
              * split; [constructor; [lia | apply I2; lia]|]. intros _. eapply keeps_trans; [exact K | now apply I2].
              * split; [constructor; [lia | apply I3; lia]|]. cbn [find].
                destruct (Z.eqb_spec (worth m) (fst (fst r))) as [E | E]; [lia | apply I3; lia].
              * right. apply I4. lia. }
        (* the move m1 is pending *)
        destruct P as (Pl & -> & Pm).
        destruct (Z.ltb_spec alpha (- c)) as [U | U]; [destruct (Z.ltb_spec (- c) beta) as [W | W]|]; cbn [andb].
        - (* a second move fails high: m1 is searched again *)
          rewrite (again_keeps T L).
          destruct (child_line (play G p m1) (- beta) (- low) s1 ltac:(unfold in_range; lia)) as (A & Hb1 & Li).
          destruct (child (play G p m1) (- beta) (- low) s1) as [y s2]. cbn [opposite fst snd] in *.
            unfold agrees in A.
          pose proof (below_trans _ _ _ _ _ Hb (below_less _ _ k _ _ Hb1 ltac:(lia))) as Hb2.
          destruct (Z.leb_spec beta (- y)) as [B | B].
          { cbn [fst snd]. split; [lia|]. rewrite (refute_keeps T L). split; [exact Hb2|]. repeat split; intros;
            try lia. left. lia. }
          assert (Y : - y = worth m1) by lia. specialize (Li ltac:(lia)).
          pose proof (raise_shows T L k m1 s2 _ Li) as Sh.
          pose proof (below_trans _ _ _ _ _ Hb2 (raise_below T L k m1 s2)) as Hb3.
          revert Sh Hb3. generalize (raise T k true m1 s2). intros s3 Sh Hb3. rewrite (again_keeps T L).
          set (t := if - c <=? - y then _ else _).
          assert (Ht : (fst t <= - y -> worth m <= fst t) /\ (- y < fst t -> fst t <= worth m) /\ keeps L (S k) s3
            (snd t)).
          { unfold t. destruct (Z.leb_spec (- c) (- y)).
            - pose proof (belle_test (play G p m) (- y) s3 ltac:(unfold in_range; lia)) as Q.
              destruct (child (play G p m) (- - y - 1) (- - y) s3). exact Q.
            - cbn [fst snd]. repeat split; try lia. apply keeps_refl. }
          destruct t as [x s4]. cbn [fst snd] in *. destruct Ht as (T1 & T2 & Kt).
          pose proof (below_trans _ _ _ _ _ Hb3 (below_less _ _ k _ _ (keeps_below T L _ _ _ Kt) ltac:(lia))) as Hb4.
          pose proof (keeps_shown T L _ _ _ _ Sh Kt) as Sh4.
          destruct (Z.leb_spec beta x) as [B2 | B2]; [|destruct (Z.ltb_spec (- y) x) as [U2 | U2]].
          + cbn [fst snd]. split; [lia|]. rewrite (refute_keeps T L). split; [exact Hb4|].
            repeat split; intros; try lia. right. left. lia.
          + replace (Z.max (- y) x) with x by lia.
            destruct (IH false (Some (m, - y)) x x s4 ltac:(unfold in_range; lia)) as (I0 & I1 & I2);
              [simpl; lia | discriminate|].
            cbn [candidates bound] in *. set (r := belle_loop _ _ _ _ _ _ _ _ _ _ _ _ _ _) in *. split; [lia|].
            split. { eapply below_trans; [exact Hb4 | exact I1]. }
            destruct (snd (fst r)) as [w|].
            * destruct I2 as (I2 & I3 & I4 & I5). split; [lia|]. split; [exact I3|]. split; [constructor;
              [lia | exact I4]|].
              rewrite <- I5. cbn [find]. destruct (Z.eqb_spec (worth m1) (worth w)); [lia | reflexivity].
            * destruct I2 as (I2 & I3 & I4). split; [lia|]. split; intros.
              -- destruct I3 as (I5 & w & I6 & I7); [lia|]. split; [constructor; [lia | exact I5]|].
                 exists w. split; [|exact I7]. rewrite <- I6. cbn [find].
                 destruct (Z.eqb_spec (worth m1) (fst (fst r))); [lia | reflexivity].
              -- right. now apply I4.
          + replace (Z.max (- y) x) with (- y) by lia.
            destruct (IH false None (- y) (- y) s4 ltac:(unfold in_range; lia)) as (I0 & I1 & I2);
              [simpl; lia | discriminate|].
            cbn [candidates bound] in *. set (r := belle_loop _ _ _ _ _ _ _ _ _ _ _ _ _ _) in *. split; [lia|].
            split. { eapply below_trans; [exact Hb4 | exact I1]. }
            destruct (snd (fst r)) as [w|].
            * destruct I2 as (I2 & I3 & I4 & I5). split; [lia|]. split; [exact I3|].
              split; [constructor; [lia | constructor; [lia | exact I4]]|].
              cbn [find]. destruct (Z.eqb_spec (worth m1) (worth w)); [lia|].
              destruct (Z.eqb_spec (worth m) (worth w)); [lia | exact I5].
            * destruct I2 as (I2 & I3 & I4). split; [lia|]. split; intros.
              -- assert (Fa : Forall (fun m => worth m <= fst (fst r)) ms).
                 { destruct (Z.eq_dec (fst (fst r)) (- y)); [apply I2 | apply I3]; lia. }
                 split; [constructor; [lia | constructor; [lia | exact Fa]]|].
                 cbn [find]. destruct (Z.eqb_spec (worth m1) (fst (fst r))) as [E | E].
                 ++ exists m1. split; [reflexivity|]. eapply keeps_shown; [exact Sh4 | apply I2; [lia | reflexivity]].
                 ++ destruct (Z.eqb_spec (worth m) (fst (fst r))); [lia|]. apply I3. lia.
              -- right. right. now apply I4.
        - (* a cutoff by the second move *)
          destruct (Z.leb_spec beta (- c)); [|lia]. cbn [fst snd]. split; [lia|]. rewrite (refute_keeps T L).
          split; [exact Hb|]. repeat split; intros; try lia. right. left. lia.
        - (* it fails low *)
          destruct (Z.leb_spec beta (- c)); [lia|]. replace (Z.max alpha (- c)) with alpha by lia.
          destruct (IH false (Some (m1, low)) alpha alpha s1 ltac:(unfold in_range; lia)) as (I0 & I1 & I2);
            [simpl; lia | discriminate|].
          cbn [candidates bound] in *. set (r := belle_loop _ _ _ _ _ _ _ _ _ _ _ _ _ _) in *. split; [lia|].
          split. { eapply below_trans; [exact Hb | exact I1]. }
          destruct (snd (fst r)) as [w|].
          + destruct I2 as (I2 & I3 & I4 & I5). apply Forall_cons_iff in I4. destruct I4 as (I4 & I6).
            split; [lia|]. split; [exact I3|]. split; [constructor; [exact I4 | constructor; [lia | exact I6]]|].
            cbn [find] in *. destruct (Z.eqb_spec (worth m1) (worth w)); [exact I5|].
            destruct (Z.eqb_spec (worth m) (worth w)); [lia | exact I5].
          + destruct I2 as (I2 & I3 & I4). split; [lia|]. split; intros.
            * destruct I3 as (I5 & w & I6 & I7); [lia|]. apply Forall_cons_iff in I5. destruct I5 as (I5 & I8).
              split; [constructor; [exact I5 | constructor; [lia | exact I8]]|].
              exists w. split; [|exact I7]. cbn [find] in *. destruct (Z.eqb_spec (worth m1) (fst (fst r)));
                [exact I6|].
              destruct (Z.eqb_spec (worth m) (fst (fst r))); [lia | exact I6].
            * specialize (I4 ltac:(lia)). inversion I4; subst; [left; assumption | right; right; assumption].
      Qed.
    End Belle.
  End Node.

  (** What the loop says of the moves of a node, it says of the node. *)
  Lemma settled_settles : forall d k p a b Q s r, moves G p <> [] ->
    settled (minimax G d) (leftmost G d) k p b (moves G p) a Q s r ->
    settles (S d) k p a b r.
  Proof.
    intros d k p a b Q s r N (_ & H). unfold settles.
    destruct (minimax_spec G d p N) as (F & E). rewrite Forall_forall in F. rewrite Exists_exists in E.
    destruct E as (e & Ein & E). destruct (snd (fst r)) as [m|].
    - destruct H as (H1 & H2 & H3 & H4). rewrite Forall_forall in H3. specialize (H3 e Ein).
      pose proof (find_some _ _ H4) as (Min & _). specialize (F m Min).
      split; [exact H1|]. split; [lia|]. cbn [leftmost].
      replace (minimax G (S d) p) with (- minimax G d (play G p m)) by lia. rewrite H4. reflexivity.
    - destruct H as (H1 & H2 & H3).
      assert (V : a < fst (fst r) < b -> minimax G (S d) p = fst (fst r)).
      { intros I. destruct (H2 I) as (H4 & m & H5 & _). rewrite Forall_forall in H4. specialize (H4 e Ein).
        apply find_some in H5. destruct H5 as (Min & H5). rewrite Z.eqb_eq in H5. specialize (F m Min). lia. }
      split.
      + unfold agrees. split; [|split; [exact V|]]; intros I.
        * destruct (H1 I) as (H4 & _). rewrite Forall_forall in H4. specialize (H4 e Ein). lia.
        * specialize (H3 I). rewrite Exists_exists in H3. destruct H3 as (x & Xin & Xv). specialize (F x Xin). lia.
      + intros I. destruct (H2 I) as (_ & m & H5 & H6). cbn [leftmost]. rewrite V, H5 by assumption. exact H6.
  Qed.

  Lemma leaf_settles : forall d k p a b s, leftmost G d p = [] -> minimax G d p = value G p ->
    settles d k p a b (value G p, None, leaf T k true (enter T k true s)).
  Proof.
    intros d k p a b s E V. unfold settles. cbn [fst snd]. rewrite E, V. split; [unfold agrees; lia|].
    intros _. apply (leaf_shows T L).
  Qed.

  Variable child : nat -> nat -> position G -> Z -> Z -> state -> Z * state.
  Hypothesis child_line : line_search G inf T L child.

  (** The null window for the last move, over any child search that keeps the lines above it: score and line, or a
      bound and the best move (src/algorithm/last_move.rs). *)
  Theorem last_move_settles :
    (forall d k p a b s, in_range inf a b -> keeps L k s (snd (child d k p a b s))) ->
    forall d k p a b s, in_range inf a b -> a + 1 < b -> settles d k p a b (last_move G state T child d k p a b s).
  Proof.
    intros Ke d k p a b s R O. unfold last_move. destruct (Z.ltb_spec (a + 1) b); [|lia].
    destruct d as [|d]; [apply leaf_settles; reflexivity|].
    destruct (moves G p) as [|m ms] eqn:M; [apply leaf_settles; cbn [leftmost minimax]; now rewrite M|].
    rewrite <- M. eapply settled_settles; [congruence|].
    apply last_move_settled; [|intros; now apply Ke | exact R].
    intros. now apply child_line.
  Qed.

  (** Belle's root over any child search whose null windows keep the lines above them: score and line, or a bound and
      the best move (src/algorithm/belle_root.rs). *)
  Theorem belle_root_settles : null_search G inf T L child ->
    forall d k p a b s, in_range inf a b -> a + 1 < b -> settles d k p a b (belle_root G state T inf child d k p a b
      s).
  Proof.
    intros Nu d k p a b s R O. unfold belle_root. destruct (Z.ltb_spec (a + 1) b); [|lia].
    destruct d as [|d]; [apply leaf_settles; reflexivity|].
    destruct (moves G p) as [|m ms] eqn:M; [apply leaf_settles; cbn [leftmost minimax]; now rewrite M|].
    rewrite <- M. eapply settled_settles; [congruence|].
    apply belle_settled; [| | exact R | unfold in_range in R; simpl; lia | reflexivity].
    - intros. now apply child_line.
    - intros. now apply Nu.
  Qed.
End Results.

(** ** By name, with the full window *)

Section Named.
  Variable G : game.
  Variable inf : Z.
  Variable d : nat.
  Variable p : position G.
  Hypothesis value_inside : - inf < minimax G d p < inf.

  (** Score and line; or else a lower bound and the best move. *)
  Definition returns {state : Type} (line : state -> list (move G)) (r : Z * option (move G) * state) : Prop :=
    match snd (fst r) with
    | None => fst (fst r) = minimax G d p /\ line (snd r) = leftmost G d p
    | Some m => fst (fst r) <= minimax G d p /\ hd_error (leftmost G d p) = Some m
    end.

  Lemma settles_returns : forall X (T : store (move G) (nat -> X)) (L : line_store T) line r,
    (forall s, shows L s 0 (leftmost G d p) -> line s = leftmost G d p) ->
    settles G T L d 0 p (- inf) inf r -> returns line r.
  Proof.
    intros X T L line r H K. unfold settles, returns in *. destruct (snd (fst r)); [split; apply K|].
    destruct K as (A & W). assert (E : fst (fst r) = minimax G d p) by (unfold agrees in A; lia).
    split; [exact E|]. apply H, W. rewrite E. exact value_inside.
  Qed.

  Lemma full_window : in_range inf (- inf) inf /\ - inf + 1 < inf.
  Proof. unfold in_range. lia. Qed.

  (** The null window for the last move, over fail-hard alpha-beta, with the triangular table
      (src/algorithm/last_move.rs, src/pv/triangular.rs). *)
  Theorem last_move_table : forall table, returns (fun s => s 0%nat)
    (last_move G _ (triangular (move G)) (search G (alpha_beta false) _ (triangular (move G)) inf None) d 0 p (- inf)
      inf table).
  Proof.
    intros table. apply (settles_returns _ _ (table_lines (move G))); [intros s H; exact H|].
    apply (last_move_settles G _ (table_lines (move G)) inf); try apply full_window.
    - apply table_line_search; [apply alpha_beta_confirming | exact I | exact I].
    - intros. exact (proj1 (triangular_line G (alpha_beta false) inf (alpha_beta_confirming false) None I I d0 k p0 a
      b s H)).
  Qed.

  (** Belle's root over fail-soft PVS, with the triangular table (src/algorithm/belle_root.rs, src/pv/triangular.rs).
      *)
  Theorem belle_root_table : forall table, returns (fun s => s 0%nat)
    (belle_root G _ (triangular (move G)) inf (search G pvs_soft _ (triangular (move G)) inf None) d 0 p (- inf) inf
      table).
  Proof.
    intros table. apply (settles_returns _ _ (table_lines (move G))); [intros s H; exact H|].
    apply (belle_root_settles G _ (table_lines (move G)) inf); try apply full_window.
    - apply table_line_search; [apply pvs_soft_confirming | exact I | exact I].
    - apply table_null_search; [apply search_truthful; [apply is_sound, pvs_soft_confirming | exact I]|].
      apply search_keeps_rows; [apply pvs_soft_confirming | exact I | exact I].
  Qed.

  (** And with the single array (src/algorithm/belle_root.rs, src/pv/single_array.rs). *)
  Theorem belle_root_line : forall array, returns (fun s => read d s 0)
    (belle_root G _ (single_array (move G)) inf (search G pvs_soft _ (single_array (move G)) inf None) d 0 p (- inf)
      inf array).
  Proof.
    intros array. apply (settles_returns _ _ (array_lines G)).
    { intros s H. apply (read_holds G); [apply leftmost_length | exact H]. }
    apply (belle_root_settles G _ (array_lines G) inf); try apply full_window.
    - apply array_line_search; [apply pvs_soft_confirming | apply pvs_soft_null | exact I | exact I].
    - apply array_null_search; [apply search_truthful; [apply is_sound, pvs_soft_confirming | exact I]|].
      apply null_windows_write_nothing; [apply is_sound, pvs_soft_confirming | exact I].
  Qed.
End Named.
