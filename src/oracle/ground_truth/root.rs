//! The ground truth at the root, with valid scores, best moves and lines, also for MultiPV and stopped searches.
//!
//! *MultiPV.* The line of rank k claims the value of the root without the first moves of the better
//! lines: its first move must attain the score, and no other move may beat it. A correct search may
//! sort its lines after it has found them, and this still gives no false positives. Proof: let E be the root
//! moves that were excluded when the line of rank k was found. A move outside E that begins no better line
//! failed low against the score in that search. A move of E that begins a worse line now has its own score v
//! by a valid claim *value = v*, and v is not larger than the score. Then `-high` of its child is not larger
//! either, because no member of `exact` exceeds `high`.
//!
//! *Stopping.* A stopped search returns nothing from its unfinished nodes, and stores nothing for them. Its
//! result is either that of the last completed iteration, which is judged by the searches up to that
//! one; or the best move so far, the last move that raised alpha at the root. The child after this move made
//! the claim *value = -s*, with the score inside its window. So *value >= s* is valid at the root, and the
//! line through this move is judged like any other line.

use super::GroundTruth;
use crate::oracle::witnessed::ClaimPlace;
use crate::oracle::witnessed::mates::narrowed;
use crate::oracle::{ClaimValidity, Extended, ExtraPlies, ReplayResult, Rules};
use crate::position::{Move, Position};
use crate::score::{Bound, Score, Window};

/// The root moves among which a line is claimed to be the best.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RootMoveSet<'m> {
    /// All root moves except the first moves of the better lines.
    AllExcept(&'m [Move]),
    /// The moves that a stopped search has completed. The score is a lower bound for the root, and the exact
    /// value of the first move of the line.
    SearchedSoFar,
}

impl<'m> RootMoveSet<'m> {
    pub const ALL: Self = Self::AllExcept(&[]);

    pub(in crate::oracle) const fn excluded_moves(self) -> &'m [Move] {
        match self {
            Self::AllExcept(excluded_moves) => excluded_moves,
            Self::SearchedSoFar => &[],
        }
    }
}

impl<P: Position> GroundTruth<P> {
    /// The value of the root if only the moves of `move_set` may be played; of all moves if the set is empty.
    pub fn score_among(&self, move_set: RootMoveSet<'_>) -> Score {
        let excluded_moves = move_set.excluded_moves();
        if excluded_moves.is_empty() {
            return self.score();
        }
        self.best_except(excluded_moves, self.depth).unwrap_or_else(|| self.score())
    }

    /// Returns the value of the root at `depth` without the excluded moves; `None` if all moves are excluded.
    fn best_except(&self, excluded_moves: &[Move], depth: usize) -> Option<Score> {
        let mut best = None;
        self.for_each_root_move(depth, |mv, value| {
            best = best.max((!excluded_moves.contains(&mv)).then_some(value));
        });
        best
    }

    pub fn line_among(&self, move_set: RootMoveSet<'_>) -> Vec<Move> {
        let excluded_moves = move_set.excluded_moves();
        if excluded_moves.is_empty() {
            return self.line().to_vec();
        }
        let (best, mut first) = (self.score_among(move_set), None);
        self.for_each_root_move(self.depth, |mv, value| {
            let is_best = !excluded_moves.contains(&mv) && value == best;
            first = first.or(is_best.then_some(mv));
        });
        let after_move = |mv| match self.paths() {
            None => self.by_position().line_after(mv),
            Some(paths) => paths.line_after(mv),
        };
        first.map_or_else(Vec::new, after_move)
    }

    /// Whether the claim that the value of the root has this relation to `score` is valid.
    ///
    /// The value of the fixed tree decides most cases without the witnessed values, which contain it: by
    /// induction over the tree they contain the value of each of its nodes. A draw is certain or
    /// possible there, because its path is a walk of a search. A leaf is *ground*. At another node the best
    /// move has its value in `exact`, and the value of every other move is at most the largest one that its
    /// child allows; both by induction. Pruning, reductions and table entries only add values.
    pub fn claim(&self, move_set: RootMoveSet<'_>, bound: Bound, score: Score) -> ClaimValidity {
        self.claim_in(Window::FULL, move_set, bound, score)
    }

    /// The validity of a claim like [`GroundTruth::claim`], for a search of the root with this window. In a null
    /// window, pruning at the root makes more bounds valid.
    pub(crate) fn claim_in(
        &self,
        window: Window,
        move_set: RootMoveSet<'_>,
        bound: Bound,
        score: Score,
    ) -> ClaimValidity {
        let value = self.score_among(move_set);
        let holds = match bound {
            Bound::Exact => score == value,
            Bound::Lower => score <= value,
            Bound::Upper => score >= value,
        };
        match holds {
            true => ClaimValidity::Valid,
            false if self.is_fixed() => ClaimValidity::Invalid,
            false => {
                let at = self.place(move_set.excluded_moves());
                self.witnessed().root_claim(&at, self.is_null_window(window), bound, score)
            }
        }
    }

    /// Returns the root without the excluded moves as the place of a claim.
    pub(super) fn place<'a>(&'a self, excluded: &'a [Move]) -> ClaimPlace<'a, P> {
        ClaimPlace { position: &self.root, remaining: self.plies(), excluded }
    }

    /// Whether a correct search of the root with `remaining` plies to go and this window may return `score` without the
    /// excluded moves.
    pub(crate) fn root_allows(
        &self,
        excluded: &[Move],
        remaining: usize,
        window: Window,
        score: Score,
    ) -> bool {
        if !self.has_values() {
            return true;
        }
        if self.is_fixed() {
            // A node that is reported with more plies than the search has does not exist.
            let depth = Some(self.rules.horizon.depth(remaining)).filter(|_| remaining <= self.plies());
            let best = depth.and_then(|depth| self.best_except(excluded, depth));
            return best.is_some_and(|best| window.admits(best, score));
        }
        let (is_null_window, bound) = (self.is_null_window(window), window.bound(score));
        let at = ClaimPlace { position: &self.root, remaining, excluded };
        match self.witnessed().root_claim(&at, is_null_window, bound, score) {
            ClaimValidity::Valid => true,
            ClaimValidity::Between => self.rules.joins || self.rules.narrows,
            ClaimValidity::Invalid => false,
        }
    }

    /// Replays `line`, which a search returned with `score` at the root.
    ///
    /// The legality of the whole line is checked first: a line with an illegal move
    /// is illegal, even if it is unsound at an earlier ply.
    ///
    /// `by_trace` is the result of the replay by the trace of the search, if it has one. It decides whether the
    /// line is sound, and the sets of witnessed values are not needed.
    #[inline]
    pub fn walk(
        &self,
        move_set: RootMoveSet<'_>,
        score: Score,
        line: &[Move],
        by_trace: Option<ReplayResult>,
    ) -> ReplayResult {
        if !self.has_values() {
            let alone = self.walk_by_facts(score, line);
            let is_legal = !matches!(alone, ReplayResult::Illegal { .. });
            return by_trace.filter(|_| is_legal).unwrap_or(alone);
        }
        let in_fixed_tree = if move_set == RootMoveSet::ALL && self.paths().is_none() {
            self.by_position().walk(score, line)
        } else {
            self.walk_among(move_set, score, line)
        };
        match (in_fixed_tree, by_trace) {
            (ReplayResult::Illegal { .. }, _) => in_fixed_tree,
            (_, None) => self.or_by_witnessed_values(move_set, score, line, in_fixed_tree),
            (_, Some(wrong @ (ReplayResult::Unsound { .. } | ReplayResult::PastDraw { .. }))) => wrong,
            (_, Some(_)) if self.is_fixed() => in_fixed_tree,
            (ReplayResult::Whole { .. }, Some(_)) => in_fixed_tree,
            (ReplayResult::Truncated, Some(_)) if !self.may_shorten_lines() => in_fixed_tree,
            (_, Some(sound)) => sound,
        }
    }

    fn walk_among(&self, move_set: RootMoveSet<'_>, score: Score, line: &[Move]) -> ReplayResult {
        if let Some(ply) = self.oracle.first_illegal(line) {
            return ReplayResult::Illegal { ply };
        }
        // A stopped search claims the score only for the first move of the line, not for the root.
        let is_best = move_set == RootMoveSet::SearchedSoFar || score == self.score_among(move_set);
        let in_fixed_tree = match self.paths() {
            _ if line.first().is_some_and(|first| move_set.excluded_moves().contains(first)) => {
                return ReplayResult::Unsound { ply: 1 };
            }
            _ if !is_best => ReplayResult::Unsound { ply: 0 },
            Some(paths) => paths.walk_from_root_move(score, line),
            None => self.by_position().walk_from_root_move(score, line),
        };
        match in_fixed_tree {
            ReplayResult::Whole { leftmost: false } if line == self.line_among(move_set) => {
                ReplayResult::Whole { leftmost: true }
            }
            other => other,
        }
    }

    /// Returns the result of the replay in the fixed tree, or by witnessed values where that replay can be better.
    #[inline]
    fn or_by_witnessed_values(
        &self,
        move_set: RootMoveSet<'_>,
        score: Score,
        line: &[Move],
        in_fixed_tree: ReplayResult,
    ) -> ReplayResult {
        let by_witnessed_values = || self.witnessed().walk(&self.root, self.plies(), move_set, score, line);
        match in_fixed_tree {
            ReplayResult::Truncated if self.may_shorten_lines() => by_witnessed_values(),
            ReplayResult::Unsound { .. } if !self.is_fixed() => by_witnessed_values(),
            other => other,
        }
    }

    fn is_null_window(&self, window: Window) -> bool {
        !window.is_open() || self.rules.mate_distance && !narrowed(window).is_open()
    }

    /// Whether complete lines may be shorter than those of the fixed tree. Internal iterative reduction, a shallower
    /// repetition of a reduced search, and forcing moves that need not be extended can shorten them.
    pub(super) const fn may_shorten_lines(&self) -> bool {
        let Rules { iir, extends, extension_plies, lmr_shallower, .. } = self.rules;
        let ExtraPlies { least, most } = extension_plies;
        let extends_all = matches!(self.rules.extended_moves(), Extended::Forcing) && least == 1 && most == 1;
        iir.is_some() || lmr_shallower || extends.is_some() && !extends_all
    }

    /// Whether the root move `mv` supports the claim; any move does where no values are known. If `inside` is set, the
    /// score lies inside the root window, and a bound has to prove that `mv` is the best move.
    pub fn supports(
        &self,
        move_set: RootMoveSet<'_>,
        mv: Move,
        bound: Bound,
        score: Score,
        inside: bool,
    ) -> bool {
        if !self.has_values() {
            return !move_set.excluded_moves().contains(&mv);
        }
        let Some(value) = self.move_value(mv).filter(|_| !move_set.excluded_moves().contains(&mv)) else {
            return false;
        };
        let proved = |proved: bool| !inside || proved;
        let in_fixed_tree = match bound {
            Bound::Exact => value == score && score == self.score_among(move_set),
            Bound::Lower if move_set == RootMoveSet::SearchedSoFar => value == score,
            Bound::Lower => value >= score && proved(self.is_proved_best(move_set, mv, score)),
            // All moves together prove an upper bound, no single one does.
            Bound::Upper => true,
        };
        in_fixed_tree
            || !self.is_fixed() && {
                let (sets, at) = (self.witnessed(), self.place(move_set.excluded_moves()));
                match move_set {
                    RootMoveSet::SearchedSoFar => sets.supporting_depths(&at, mv, Bound::Exact, score) != 0,
                    RootMoveSet::AllExcept(_) => {
                        sets.supports(&at, mv, bound, score) && proved(sets.nothing_beats(&at, mv, score))
                    }
                }
            }
    }

    /// Whether a search of the root with this window that reports `score` may have no best move:
    ///
    /// - all moves failed low;
    /// - no move is searched, or standing pat is the best one, so that the best line is empty;
    /// - standing pat proves the lower bound;
    /// - the root is pruned, and a null move or the evaluation proves it.
    pub(crate) fn may_lack_best_move(
        &self,
        window: Window,
        move_set: RootMoveSet<'_>,
        bound: Bound,
        score: Score,
    ) -> bool {
        let is_refuted = bound == Bound::Lower && score >= window.beta;
        let stands_pat = || self.rules.horizon.is_past(self.plies()) && score <= self.root.evaluate();
        let is_cut_off = || {
            self.is_null_window(window) && self.rules.is_selective() && {
                self.witnessed().is_cut_off_without_move(&self.root, self.plies(), score)
            }
        };
        bound == Bound::Upper
            || !self.has_values()
            || is_refuted && (stands_pat() || is_cut_off())
            || self.line_among(move_set).is_empty()
    }

    /// The value of the root move `mv`; `None` if it is not legal, or if the search has no moves at
    /// the root.
    pub fn move_value(&self, mv: Move) -> Option<Score> {
        let mut found = None;
        self.for_each_root_move(self.depth, |other, value| {
            found = found.or((other == mv).then_some(value));
        });
        found
    }

    fn for_each_root_move(&self, depth: usize, mut each: impl FnMut(Move, Score)) {
        if let Some(paths) = self.paths_to(depth) {
            return paths.root_moves().for_each(|(mv, child)| each(mv, paths.value(child).for_parent()));
        }
        let mut moves = self.oracle.moves.take();
        moves.clear();
        let horizon = self.rules.horizon;
        horizon.moves(&self.root, depth + horizon.plies, &mut moves);
        for &mv in &moves {
            let value = self.by_position().value(&self.root.play(mv), depth + horizon.plies - 1);
            each(mv, value.for_parent());
        }
        self.oracle.moves.replace(moves);
    }

    /// Whether the lower bound `score` of `mv` alone proves that `mv` is the best move of `move_set`. The bound must be
    /// valid, no other move higher, and every move before `mv` lower. A first move is not proved best, because no other
    /// move was compared with it.
    fn is_proved_best(&self, move_set: RootMoveSet<'_>, mv: Move, score: Score) -> bool {
        let in_order = self.rules.reorders == 0;
        let (mut holds, mut index, mut before) = (true, 0, true);
        self.for_each_root_move(self.depth, |other, value| {
            if move_set.excluded_moves().contains(&other) {
                return;
            }
            holds &= match (other == mv, before && in_order) {
                (true, _) => value >= score && (index > 0 || !in_order),
                (false, true) => value < score,
                (false, false) => value <= score,
            };
            before &= other != mv;
            index += 1;
        });
        holds
    }

    /// The number of lines that the root can have, which is the number of root moves that are searched, at least 1.
    pub fn lines(&self) -> usize {
        if self.depth == 0 {
            return 1;
        }
        let mut moves = self.oracle.moves.take();
        moves.clear();
        self.rules.horizon.moves(&self.root, self.plies(), &mut moves);
        let lines = moves.len().max(1);
        self.oracle.moves.replace(moves);
        lines
    }
}
