//! The validity of claims of a search about a node, about the root, and about single moves.

use super::mates::is_clamped;
use super::selective::ABOVE_ALL_RANKS;
use super::{Depths, DrawValues, Rank, Witnessed};
use crate::position::{Move, Position};
use crate::score::{Bound, Score};

/// The validity of a claim about a value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum ClaimValidity {
    /// A correct search may make the claim.
    Valid,
    /// The claim of an exact value lies between two valid bounds, but no correct search of a node may make it. It is
    /// valid only for methods that may join bounds.
    Between,
    /// No correct search may make the claim.
    Invalid,
}

/// The position of a claim, with the plies to go and the moves that do not count.
pub struct ClaimPlace<'a, P> {
    pub position: &'a P,
    pub remaining: usize,
    pub excluded: &'a [Move],
}

struct RootMoves {
    unbeaten: bool,
    attained: bool,
    /// Whether some move has exactly the claimed score, and no other move a higher one.
    equalled: bool,
}

impl<P: Position> Witnessed<P> {
    /// The validity of the claim that the value of `position` has the relation `bound` to `score`, at
    /// `depth` remaining plies, including those of quiescence.
    pub fn claim(&self, position: &P, depth: usize, bound: Bound, score: Score) -> ClaimValidity {
        self.values_of(position, depth)
            .map_or(ClaimValidity::Invalid, |values| self.claim_by(values, bound, score))
    }

    fn claim_by(&self, values: DrawValues<'_>, bound: Bound, score: Score) -> ClaimValidity {
        let score = self.limit_mate(score);
        let above = values.negated_low.is_some_and(|rank| -self.value(rank) <= score);
        let below = values.high.is_some_and(|rank| score <= self.value(rank));
        match bound {
            Bound::Upper if above => ClaimValidity::Valid,
            Bound::Lower if below => ClaimValidity::Valid,
            Bound::Exact if values.exact().any(|rank| self.value(rank) == score) => ClaimValidity::Valid,
            Bound::Exact if above && below => ClaimValidity::Between,
            _ => ClaimValidity::Invalid,
        }
    }

    /// Whether a move of the best line may have a score whose claim has this validity. In a window that the table
    /// narrowed, any score between two bounds may be exact.
    pub(super) const fn may_show(&self, claim: ClaimValidity) -> bool {
        matches!(claim, ClaimValidity::Valid) || self.rules.narrows && matches!(claim, ClaimValidity::Between)
    }

    /// Returns the validity of a claim about a root that was searched without the excluded moves. A move of the root
    /// must support the claim, because no table entry cuts off the root. Where the root is pruned like any other node,
    /// moves may be skipped, and a cutoff needs no move.
    pub fn root_claim(
        &self,
        at: &ClaimPlace<'_, P>,
        is_null_window: bool,
        bound: Bound,
        score: Score,
    ) -> ClaimValidity {
        let &ClaimPlace { position: root, remaining, excluded } = at;
        let claim = self.claim(root, remaining, bound, score);
        let past = self.rules.horizon.is_past(remaining) || root.is_terminal();
        let Some(node) = self.searched(root, remaining).filter(|_| !past) else { return claim };
        let moves = self.root_moves(node, remaining, excluded, score);
        let is_pruned = is_null_window || self.rules.prunes_open;
        let (high, negated_low) = self.pruned_ranks(node, remaining, excluded);
        let limited = self.limit_mate(score);
        let cut_off = || high.is_some_and(|rank| limited <= self.value(rank));
        let failed_low = || negated_low.is_some_and(|rank| -self.value(rank) <= limited);
        let is_lower = || moves.attained || is_pruned && cut_off();
        let is_upper = || moves.unbeaten || is_pruned && failed_low();
        match bound {
            Bound::Upper if is_upper() => ClaimValidity::Valid,
            Bound::Lower if is_lower() => ClaimValidity::Valid,
            Bound::Exact if moves.equalled => ClaimValidity::Valid,
            _ if self.rules.mate_distance && is_clamped(bound, score, is_lower, is_upper) => {
                ClaimValidity::Valid
            }
            // An algorithm that joins bounds may find both in null windows.
            Bound::Exact if (moves.attained || cut_off()) && (moves.unbeaten || failed_low()) => {
                ClaimValidity::Between
            }
            // A value that only an entry of the root itself supports lies between valid bounds.
            Bound::Exact if excluded.is_empty() && claim != ClaimValidity::Invalid => ClaimValidity::Between,
            _ => ClaimValidity::Invalid,
        }
    }

    /// Returns whether the root moves without the excluded moves support a score, as each of the three bounds.
    fn root_moves(&self, node: usize, remaining: usize, excluded: &[Move], score: Score) -> RootMoves {
        let edges = || {
            let edges = self.edges[node].clone().enumerate();
            edges.filter(|&(_, edge)| !excluded.contains(&self.moves[edge as usize]))
        };
        let limited = self.limit_mate(score);
        let may_beat =
            |&(index, edge): &(usize, u32)| !self.is_at_most(node, index, edge, remaining, limited);
        // A move that no other move beats is the only one that may beat the score, if there is such a move.
        let mut beating = edges().filter(may_beat).map(|(_, edge)| edge);
        let (first, second) = (beating.next(), beating.next());
        // A skipped move proves nothing if all are skipped.
        let is_refuted = |(index, edge): (usize, u32)| {
            self.is_value_at_most(self.largest_child_high(node, index, edge, remaining), limited)
        };
        let mut candidates =
            edges().filter(|&(_, edge)| second.is_none() && first.is_none_or(|first| first == edge));
        RootMoves {
            unbeaten: first.is_none() && (!self.rules.prunes_open || edges().all(is_refuted)),
            attained: edges()
                .any(|(_, edge)| self.depths_by_edge(node, edge, remaining, Bound::Lower, score) != 0),
            equalled: candidates
                .any(|(_, edge)| self.depths_by_edge(node, edge, remaining, Bound::Exact, score) != 0),
        }
    }

    /// Whether a correct search of the place can claim that its value has the relation `bound` to `score`, with `mv` as
    /// the best move.
    pub fn supports(&self, at: &ClaimPlace<'_, P>, mv: Move, bound: Bound, score: Score) -> bool {
        let attains_score = !at.excluded.contains(&mv) && self.supporting_depths(at, mv, bound, score) != 0;
        attains_score && (bound == Bound::Lower || self.nothing_beats(at, mv, score))
    }

    /// Returns the depths after `mv`, excluded or not, at which the child supports the claim that the value of the
    /// position has the relation `bound` to `score`.
    pub(in crate::oracle) fn supporting_depths(
        &self,
        at: &ClaimPlace<'_, P>,
        mv: Move,
        bound: Bound,
        score: Score,
    ) -> Depths {
        let Some(node) = self.searched(at.position, at.remaining) else { return 0 };
        let edge = self.edges[node].clone().find(|&edge| self.moves[edge as usize] == mv);
        edge.map_or(0, |edge| self.depths_by_edge(node, edge, at.remaining, bound, score))
    }

    fn depths_by_edge(&self, node: usize, edge: u32, remaining: usize, bound: Bound, score: Score) -> Depths {
        let child_bound = match bound {
            Bound::Exact => Bound::Exact,
            Bound::Lower => Bound::Upper,
            Bound::Upper => Bound::Lower,
        };
        let supports = |after_move: &usize| {
            let values = self.values_after(edge, *after_move);
            self.may_show(self.claim_by(values, child_bound, score.for_child()))
        };
        self.plies_after(node, edge, remaining)
            .filter(supports)
            .fold(0, |all, after_move| all | 1 << after_move)
    }

    /// Whether a correct search can find that no move of the position, except `mv` and the excluded moves, and no
    /// standing pat has a higher value than `score`.
    pub fn nothing_beats(&self, at: &ClaimPlace<'_, P>, mv: Move, score: Score) -> bool {
        let &ClaimPlace { position, remaining, excluded } = at;
        let score = self.limit_mate(score);
        let Some(node) = self.searched(position, remaining).filter(|_| remaining > 0) else { return false };
        if self.rules.horizon.is_past(remaining) && position.evaluate() > score {
            return false;
        }
        let mut others = self.edges[node].clone().enumerate().filter(|&(_, edge)| {
            let other = self.moves[edge as usize];
            other != mv && !excluded.contains(&other) && !self.plies_after(node, edge, remaining).is_empty()
        });
        others.all(|(index, edge)| self.is_at_most(node, index, edge, remaining, score))
    }

    fn is_at_most(&self, node: usize, index: usize, edge: u32, remaining: usize, score: Score) -> bool {
        let refuting = self.refuting_rank(node, index, edge, remaining);
        refuting == ABOVE_ALL_RANKS || self.is_value_at_most(refuting, score)
    }

    /// Whether the value of this rank, seen from the child, is known and at most `score`.
    fn is_value_at_most(&self, rank: Rank, score: Score) -> bool {
        rank.is_some_and(|rank| self.value(self.rank_at_parent(self.negated(rank))) <= score)
    }

    /// Whether the move `mv` may cut off a root by a search at a reduced depth, so that `score` is a lower bound.
    pub(in crate::oracle) fn is_cut_off_with_move(
        &self,
        at: &ClaimPlace<'_, P>,
        mv: Move,
        score: Score,
    ) -> bool {
        let &ClaimPlace { position: root, remaining, .. } = at;
        let past = self.rules.horizon.is_past(remaining) || root.is_terminal();
        let Some(node) = self.searched(root, remaining).filter(|_| !past) else { return false };
        let edge = self.edges[node].clone().find(|&edge| self.moves[edge as usize] == mv);
        edge.is_some_and(|edge| self.is_cut_off_by(edge, remaining, score))
    }

    /// Whether a pruned root may have no best move although `score` is a lower bound outside its window. A cutoff by
    /// the evaluation, by a null move or at a reduced depth needs none.
    pub(in crate::oracle) fn is_cut_off_without_move(&self, at: &ClaimPlace<'_, P>, score: Score) -> bool {
        let &ClaimPlace { position: root, remaining, excluded } = at;
        let past = self.rules.horizon.is_past(remaining) || root.is_terminal();
        let node = self.searched(root, remaining).filter(|_| !past);
        let high = node.and_then(|node| self.cutoff_ranks(node, remaining, excluded).0);
        high.is_some_and(|rank| self.limit_mate(score) <= self.value(rank))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Graph;
    use crate::oracle::{Drafts, Margin, Plies, Reductions, ReplayResult, RootMoveSet, Rules};

    impl<'a, P> ClaimPlace<'a, P> {
        /// Returns the place of a position without excluded moves.
        pub(in crate::oracle) fn whole(position: &'a P, remaining: usize) -> Self {
            Self { position, remaining, excluded: &[] }
        }
    }

    #[test]
    fn nothing_is_proved_about_the_moves_of_a_leaf() {
        let game: Graph = "5[-9 -2]".parse().expect("a game");
        let sets =
            Witnessed::new(&Rules::FIXED_TREE.tt(Drafts::Deeper), &[(game.root(), 0), (game.root(), 1)]);
        let beats = |remaining, score| {
            !sets.nothing_beats(&ClaimPlace::whole(&game.root(), remaining), Move::NULL, Score::ZERO + score)
        };
        assert!(!beats(1, 9) && beats(1, 8), "at depth 1 the value of the best move is 9");
        assert!(beats(0, 9) && beats(0, 5), "a leaf has searched no move");
    }

    /// A root in a null window skips moves too, and the evaluation or a null move cuts it off.
    #[test]
    fn a_root_in_a_null_window_is_a_node_like_any_other() {
        let plain = Rules::FIXED_TREE;
        let cases = [
            // The second move is worth 1, but futile: the evaluation is -1, and the margin 1.
            ("-1[0 -1]", 1, Rules { futility: Some(Margin::at_one(1)), ..plain }, Bound::Upper, 0),
            ("-1[0 -1]", 1, Rules { move_count: Some(1), ..plain }, Bound::Upper, 0),
            // The second move is worth 5, and would count as 4.
            ("3[0 -5]", 1, plain.futility(Margin::at_one(1)).futility_best(), Bound::Upper, 0),
            ("[0 !-5]", 1, plain.move_count(1).move_count_any(), Bound::Upper, 0),
            // The only move is worth -1, and the null move 4.
            ("[1 ~-4]", 1, plain.null(0).null_from(1), Bound::Lower, 4),
            // The only move is worth 5 at depth 1, and 1 at depth 2.
            ("[-5[1]]", 2, plain.own_cutoffs(), Bound::Lower, 5),
            // The only move is worth 0. The evaluation is 2, and the margin 1.
            ("2[0]", 1, Rules { static_null: Some(Margin::at_all(1)), ..plain }, Bound::Lower, 1),
            ("-2[0 -3]", 1, Rules { razoring: Some(Margin::at_one(1)), ..plain }, Bound::Upper, -2),
            ("2[0]", 1, RETURNING.static_null_evaluation(), Bound::Lower, 2),
            // Standing pat is worth 3 and the noisy move 4, the quiet one 9.
            ("3[!-4 -9]", 1, plain.razoring_by_quiescence(), Bound::Upper, 3),
            ("3[!-4 -9]", 1, plain.razoring_by_quiescence().quiescence(1, true), Bound::Upper, 4),
            // The moves are worth 5, 3 and 4 at the reduced depth, and 1 at the full depth.
            (REDUCED, 3, plain.prob_cut(Plies::exactly(1), 9), Bound::Lower, 5),
            (REDUCED, 3, plain.prob_cut(Plies::exactly(0), 0), Bound::Lower, 1),
            // The only move is worth 1, and so is the null move; its reduced search reaches the leaf.
            ("[[[1]] ~[2]]", 3, Rules { null: Some(Plies::exactly(1)), ..plain }, Bound::Lower, 2),
        ];
        for (text, depth, rules, bound, score) in cases {
            let game: Graph = text.parse().expect("a game");
            let claim = |rules: Rules, is_null_window, by| {
                let sets = Witnessed::new(&rules, &[(game.root(), depth)]);
                let (plies, score) = (depth + rules.horizon.plies, Score::ZERO + score + by);
                sets.root_claim(&ClaimPlace::whole(&game.root(), plies), is_null_window, bound, score)
            };
            let too_sharp = if bound == Bound::Upper { -1 } else { 1 };
            for (rules, is_null_window) in [(rules, true), (rules.pv_pruning(), false)] {
                assert_eq!(claim(rules, is_null_window, 0), ClaimValidity::Valid, "{text}: {rules:?}");
                assert_eq!(
                    claim(rules, is_null_window, too_sharp),
                    ClaimValidity::Invalid,
                    "{text}: {rules:?}"
                );
            }
            // One is the value of that game.
            let is_value = text == REDUCED && score == 1;
            let open = if is_value { ClaimValidity::Valid } else { ClaimValidity::Invalid };
            assert_eq!(claim(rules, false, 0), open, "{text}: nothing is skipped in an open window");
        }
    }

    const REDUCED: &str = "[[5[-1]] [3[-1]] [4[-1]]]";
    const RETURNING: Rules = Rules { static_null: Some(Margin::at_all(1)), ..Rules::FIXED_TREE };

    /// A margin that does not apply at a depth allows nothing there, nor does a depth that is too small.
    #[test]
    fn a_cutoff_applies_at_its_depths_only() {
        let high = |text: &str, depth, rules: Rules| {
            let game: Graph = text.parse().expect("a game");
            let sets = Witnessed::new(&rules, &[(game.root(), depth)]);
            sets.high(&game.root(), depth).expect("a bound").get()
        };
        let shallow = Rules { static_null: Some(Margin::at_one(1)), ..RETURNING.static_null_evaluation() };
        assert_eq!([high("7[5]", 1, shallow), high("7[[0]]", 2, shallow)], [7, 0]);
        let prob_cut = Rules::FIXED_TREE.prob_cut(Plies::between(0, 9), 0);
        // The position after the move is worth -5 as a leaf, and -1 otherwise.
        assert_eq!([high("[-5[1]]", 1, prob_cut), high("[-5[1[2]]]", 2, prob_cut)], [5, 5]);
        assert_eq!([high("[-1[1]]", 1, prob_cut), high("[-5[1[2]]]", 2, Rules::FIXED_TREE)], [1, 1]);
    }

    /// Excluded moves of MultiPV are not searched at a reduced depth either; the cutoff belongs to a move that is searched.
    #[test]
    fn a_cutoff_at_a_reduced_depth_is_that_of_a_move_that_is_searched() {
        let game: Graph = REDUCED.parse().expect("a game");
        let (root, rules) = (game.root(), Rules::FIXED_TREE.prob_cut(Plies::exactly(1), 0));
        let sets = Witnessed::new(&rules, &[(root, 3)]);
        let cut_off = |excluded: &[Move], score| {
            let score = Score::ZERO + score;
            let at = ClaimPlace { position: &root, remaining: 3, excluded };
            let claim = sets.root_claim(&at, true, Bound::Lower, score);
            assert_eq!(sets.is_cut_off_without_move(&at, score), claim == ClaimValidity::Valid);
            claim == ClaimValidity::Valid
        };
        let first = [Move::new(0)];
        assert_eq!([cut_off(&[], 5), cut_off(&[], 6), cut_off(&first, 4)], [true, false, true]);
        assert!(!cut_off(&first, 5));
        let at = ClaimPlace::whole(&root, 3);
        let by = |mv, score| sets.is_cut_off_with_move(&at, Move::new(mv), Score::ZERO + score);
        assert_eq!([by(0, 5), by(0, 6), by(1, 3), by(1, 4), by(7, 0)], [true, false, true, false, false]);
    }

    /// A move that may be skipped does not beat the score, and the move that attains it was searched.
    #[test]
    fn moves_are_skipped_in_open_windows_where_these_are_pruned() {
        let futile = Rules { futility: Some(Margin::at_one(1)), ..Rules::FIXED_TREE };
        let late = Rules { move_count: Some(1), ..Rules::FIXED_TREE };
        for (text, rules, exact, low) in [
            // The moves are worth 0 and 1, and the second one counts as 0 if it is skipped.
            ("-1[0 -1]", futile, &[0, 1][..], 0),
            ("0[0 -1]", futile, &[1], 1),
            ("-1[0 !-1]", futile, &[1], 1),
            // The first move is searched, the others need not be.
            ("[0 -5 -2]", late, &[0, 2, 5], 0),
            ("[0 !-5 -2]", late, &[5], 5),
            ("[0 -5 !-2]", late, &[2, 5], 2),
            // Each of the moves may be the one that is searched first.
            ("[-2 -5]", late.order(1), &[2, 5], 2),
        ] {
            let game: Graph = text.parse().expect("a game");
            let root = game.root();
            let sets = Witnessed::new(&rules.pv_pruning(), &[(root, 1)]);
            assert!(sets.exact(&root, 1).map(Score::get).eq(exact.iter().copied()), "{text}");
            assert_eq!(sets.low(&root, 1), Some(Score::ZERO + low), "{text}");
            let claim = |bound, score| {
                sets.root_claim(&ClaimPlace::whole(&root, 1), false, bound, Score::ZERO + score)
            };
            let valid = (-9..9).filter(|&score| claim(Bound::Exact, score) == ClaimValidity::Valid);
            assert!(valid.eq(exact.iter().copied()), "{text}");
            assert_eq!(
                [claim(Bound::Upper, low), claim(Bound::Upper, low - 1)],
                [ClaimValidity::Valid, ClaimValidity::Invalid],
                "{text}"
            );
            let most = exact[exact.len() - 1];
            let without = Witnessed::new(&rules, &[(root, 1)]);
            assert!(without.exact(&root, 1).map(Score::get).eq([most]), "{text}: null windows only");
        }
    }

    /// The move is worth at least what the skipped move counts as, so a line may begin with it.
    #[test]
    fn a_line_may_begin_with_a_move_after_which_others_are_skipped() {
        let game: Graph = "-1[0 -1]".parse().expect("a game");
        let rules = Rules { futility: Some(Margin::at_one(1)), ..Rules::FIXED_TREE };
        for (rules, expected) in [
            (rules.pv_pruning(), ReplayResult::Whole { leftmost: false }),
            (rules, ReplayResult::Unsound { ply: 0 }),
        ] {
            let sets = Witnessed::new(&rules, &[(game.root(), 1)]);
            assert_eq!(sets.walk(&game.root(), 1, RootMoveSet::ALL, Score::ZERO, &[Move::new(0)]), expected);
        }
    }

    /// The excluded moves of MultiPV prove nothing in a null window either.
    #[test]
    fn a_skipped_move_is_compared_with_the_moves_that_are_not_excluded() {
        let game: Graph = "-9[0 -2 -1]".parse().expect("a game");
        let rules = Rules { move_count: Some(1), ..Rules::FIXED_TREE };
        let sets = Witnessed::new(&rules, &[(game.root(), 1)]);
        let upper = |excluded: &[Move], score| {
            let at = ClaimPlace { position: &game.root(), remaining: 1, excluded };
            sets.root_claim(&at, true, Bound::Upper, Score::ZERO + score)
        };
        assert_eq!([upper(&[], 0), upper(&[], -1)], [ClaimValidity::Valid, ClaimValidity::Invalid]);
        let first = [Move::new(0)];
        assert_eq!([upper(&first, 1), upper(&first, 0)], [ClaimValidity::Valid, ClaimValidity::Invalid]);
    }

    /// Each move but the last is worth 1, and the last one 2. A comparison of each move with all others would take
    /// a minute.
    #[test]
    fn a_claim_about_a_root_reads_each_move_once() {
        let mut game = Graph::uniform(60_000, 1);
        for node in 1..game.len() {
            game.set_score(node, -(Score::ZERO + if node == 60_000 { 2 } else { 1 }));
        }
        let rules = Rules { lmr: Some(Reductions::by_plies(1)), ..Rules::FIXED_TREE.tt(Drafts::Deeper) };
        let sets = Witnessed::new(&rules, &[(game.root(), 1)]);
        let exact = |score| {
            sets.root_claim(&ClaimPlace::whole(&game.root(), 1), false, Bound::Exact, Score::ZERO + score)
        };
        assert_eq!(
            [1, 2, 3].map(exact),
            [ClaimValidity::Invalid, ClaimValidity::Valid, ClaimValidity::Invalid]
        );
    }
}
