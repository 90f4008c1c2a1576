//! The validity of claims of a search about a node, about the root, and about single moves.

use super::mates::is_clamped;
use super::{Depths, DrawValues, Witnessed};
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

    /// Returns the validity of the claim that the value of a root has the relation `bound` to `score`, where the root
    /// was searched without the excluded moves. The claim needs more than at an inner node: no table entry cuts off a
    /// root, so its moves must support the claim. In a null window a root may be pruned like an inner node; then a cutoff
    /// supports the claim without a move.
    pub(crate) fn root_claim(
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
        let (high, negated_low) = self.pruned_ranks(node, remaining, excluded);
        let limited = self.limit_mate(score);
        let cut_off = || high.is_some_and(|rank| limited <= self.value(rank));
        let failed_low = || negated_low.is_some_and(|rank| -self.value(rank) <= limited);
        let is_lower = || moves.attained || is_null_window && cut_off();
        let is_upper = || moves.unbeaten || is_null_window && failed_low();
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
        let mut candidates =
            edges().filter(|&(_, edge)| second.is_none() && first.is_none_or(|first| first == edge));
        RootMoves {
            unbeaten: first.is_none(),
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

    /// Whether a correct search of the place can find that nothing but `mv` is worth more than `score`: no other move
    /// that counts, and not the evaluation, where the search may return it without a move. With [`Move::NULL`] as `mv` all
    /// moves are compared.
    pub(crate) fn nothing_beats(&self, at: &ClaimPlace<'_, P>, mv: Move, score: Score) -> bool {
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
        let refuting = self.largest_child_high(node, index, edge, remaining);
        refuting.is_some_and(|rank| self.value(self.rank_at_parent(self.negated(rank))) <= score)
    }

    /// Whether a pruned root may have no best move although `score` is a lower bound outside its window. A cutoff by
    /// the evaluation or by a null move needs none.
    pub(in crate::oracle) fn is_cut_off_without_move(
        &self,
        root: &P,
        remaining: usize,
        score: Score,
    ) -> bool {
        let past = self.rules.horizon.is_past(remaining) || root.is_terminal();
        let node = self.searched(root, remaining).filter(|_| !past);
        let high = node.and_then(|node| self.cutoff_ranks(node, remaining).0);
        high.is_some_and(|rank| self.limit_mate(score) <= self.value(rank))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Graph;
    use crate::oracle::{Drafts, Margin, Plies, Reductions, Rules};

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
            // The only move is worth 0. The evaluation is 2, and the margin 1.
            ("2[0]", 1, Rules { static_null: Some(Margin::at_all(1)), ..plain }, Bound::Lower, 1),
            ("-2[0 -3]", 1, Rules { razoring: Some(Margin::at_one(1)), ..plain }, Bound::Upper, -2),
            // The only move is worth 1, and so is the null move; its reduced search reaches the leaf.
            ("[[[1]] ~[2]]", 3, Rules { null: Some(Plies::exactly(1)), ..plain }, Bound::Lower, 2),
        ];
        for (text, depth, rules, bound, score) in cases {
            let game: Graph = text.parse().expect("a game");
            let sets = Witnessed::new(&rules, &[(game.root(), depth)]);
            let claim = |is_null_window, by| {
                let score = Score::ZERO + score + by;
                sets.root_claim(&ClaimPlace::whole(&game.root(), depth), is_null_window, bound, score)
            };
            let too_sharp = if bound == Bound::Upper { -1 } else { 1 };
            assert_eq!(claim(true, 0), ClaimValidity::Valid, "{text}: {rules:?}");
            assert_eq!(claim(true, too_sharp), ClaimValidity::Invalid, "{text}: {rules:?}");
            let open = claim(false, 0);
            assert_eq!(open, ClaimValidity::Invalid, "{text}: nothing is skipped in an open window");
        }
    }

    /// A margin that does not apply at a depth allows nothing there, nor does a depth that is too small.
    #[test]
    fn a_cutoff_applies_at_its_depths_only() {
        let high = |text: &str, depth, rules: Rules| {
            let game: Graph = text.parse().expect("a game");
            let sets = Witnessed::new(&rules, &[(game.root(), depth)]);
            sets.high(&game.root(), depth).expect("a bound").get()
        };
        let shallow = Rules { static_null: Some(Margin::at_one(1)), ..Rules::FIXED_TREE };
        assert_eq!([high("7[5]", 1, shallow), high("7[[0]]", 2, shallow)], [6, 0]);
        let null = Rules::FIXED_TREE.null(Plies::between(0, 9));
        // The move is worth 0. The position after the null move is worth -5 as a leaf, and -1 otherwise.
        assert_eq!([high("[0 ~-5]", 1, null), high("[[0] ~-5[1]]", 2, null)], [0, 5]);
    }

    /// A skipped move may lower the upper bound of a node. An exact value is found in an open window, where nothing is skipped.
    #[test]
    fn skipped_moves_change_the_upper_bound_only() {
        let futile = Rules { futility: Some(Margin::at_one(1)), ..Rules::FIXED_TREE };
        let late = Rules { move_count: Some(1), ..Rules::FIXED_TREE };
        for (text, rules, exact, low) in [
            // The moves are worth 0 and 1, and the second one counts as 0 if it is skipped.
            ("-1[0 -1]", futile, 1, 0),
            ("0[0 -1]", futile, 1, 1),
            ("-1[0 !-1]", futile, 1, 1),
            // The first move is searched, the others need not be.
            ("[0 -5 -2]", late, 5, 0),
            ("[0 !-5 -2]", late, 5, 5),
            ("[0 -5 !-2]", late, 5, 2),
            // Each of the moves may be the one that is searched first.
            ("[-2 -5]", late.order(1), 5, 2),
        ] {
            let game: Graph = text.parse().expect("a game");
            let sets = Witnessed::new(&rules, &[(game.root(), 1)]);
            assert!(sets.exact(&game.root(), 1).map(Score::get).eq([exact]), "{text}");
            assert_eq!(sets.low(&game.root(), 1), Some(Score::ZERO + low), "{text}");
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
