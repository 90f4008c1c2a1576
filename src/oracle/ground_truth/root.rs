//! What is true at the root: of a score, of the move that bears it, and of a line.
//!
//! Of *several lines* the one of rank k says what the root is worth without the moves of the better ones:
//! its move has to bear the score, and none of the others to beat it. Why a correct search that sorts its
//! lines is never accused: let the line of rank k be found without the moves E. A move that was not in E,
//! and is in no better line, failed low against the score in that search. A move of E that is in a worse
//! line now is worth its own score by a valid *value = v*, which is no more; then `-high` of its child is
//! no more either, as what is in `exact` is no more than `high`.
//!
//! A search that was *stopped* returns nothing from the nodes that it was in, and stores nothing. What it
//! shows is true of the last iteration that has ended, by the searches up to that one; or of the best move
//! so far, the last one to raise the root's alpha: its child said *value = -s* by a search inside its
//! window, so *value >= s* is valid at the root, and the line behind that move is as good as any.

use super::GroundTruth;
use crate::oracle::{Claim, Walk};
use crate::position::{Move, Position};
use crate::score::{Bound, Score, Window};

/// Among which moves of the root a search says that its line is the best.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RootMoveSet<'m> {
    /// All but these, with which better lines begin.
    AllExcept(&'m [Move]),
    /// Those that it has come to before it was stopped: its score is a lower bound, which the first move of
    /// the line is worth.
    SearchedSoFar,
}

impl<'m> RootMoveSet<'m> {
    /// All of them.
    pub const ALL: Self = Self::AllExcept(&[]);

    /// The moves that do not count.
    pub(in crate::oracle) const fn excluded_moves(self) -> &'m [Move] {
        match self {
            Self::AllExcept(excluded_moves) => excluded_moves,
            Self::SearchedSoFar => &[],
        }
    }
}

impl<P: Position> GroundTruth<P> {
    /// The value of the root among these moves; of all of them where none is left.
    pub fn score_among(&self, move_set: RootMoveSet<'_>) -> Score {
        let excluded_moves = move_set.excluded_moves();
        if excluded_moves.is_empty() {
            return self.score();
        }
        let mut best = None;
        self.for_each_root_move(self.depth, |mv, worth| {
            best = best.max((!excluded_moves.contains(&mv)).then_some(worth));
        });
        best.unwrap_or_else(|| self.score())
    }

    /// The leftmost line of that value.
    pub fn line_among(&self, move_set: RootMoveSet<'_>) -> Vec<Move> {
        let excluded_moves = move_set.excluded_moves();
        if excluded_moves.is_empty() {
            return self.line().to_vec();
        }
        let (value, mut first) = (self.score_among(move_set), None);
        self.for_each_root_move(self.depth, |mv, worth| {
            let counts = !excluded_moves.contains(&mv) && worth == value;
            first = first.or(counts.then_some(mv));
        });
        let after_move = |mv| match self.paths() {
            None => self.by_position().line_after(mv),
            Some(paths) => paths.line_after(mv),
        };
        first.map_or_else(Vec::new, after_move)
    }

    /// What is to be said of `bound score` at the root.
    pub fn claim(&self, move_set: RootMoveSet<'_>, bound: Bound, score: Score) -> Claim {
        let value = self.score_among(move_set);
        let holds = match bound {
            Bound::Exact => score == value,
            Bound::Lower => score <= value,
            Bound::Upper => score >= value,
        };
        match holds {
            true => Claim::Valid,
            false if self.rules.is_fixed() => Claim::Invalid,
            false => {
                self.witnessed().root_claim(&self.root, self.plies(), move_set.excluded_moves(), bound, score)
            }
        }
    }

    /// Whether the root may return `score` from a search with this window, in the iteration that is
    /// under way, when the moves that `better` lines begin with do not count.
    pub(crate) fn root_allows(&self, excluded_moves: &[Move], window: Window, score: Score) -> bool {
        let mut value = None;
        self.for_each_root_move(self.iteration, |mv, worth| {
            value = value.max((!excluded_moves.contains(&mv)).then_some(worth));
        });
        if value.is_some_and(|value| window.admits(value, score)) {
            return true;
        }
        if self.rules.is_fixed() {
            return false;
        }
        let remaining = self.iteration + self.rules.horizon.plies;
        match self.witnessed().root_claim(&self.root, remaining, excluded_moves, window.bound(score), score) {
            Claim::Valid => true,
            Claim::Between => self.rules.joins,
            Claim::Invalid => false,
        }
    }

    /// Replays `line`, which is said to be worth `score` at the root.
    ///
    /// Legality is looked at first and to the end: a line with an illegal move
    /// is illegal, wherever it went wrong before.
    #[inline]
    pub fn walk(&self, move_set: RootMoveSet<'_>, score: Score, line: &[Move]) -> Walk {
        if move_set == RootMoveSet::ALL && self.paths().is_none() {
            return self.or_by_witnessed_values(move_set, score, line, self.by_position().walk(score, line));
        }
        self.walk_among(move_set, score, line)
    }

    fn walk_among(&self, move_set: RootMoveSet<'_>, score: Score, line: &[Move]) -> Walk {
        if let Some(ply) = self.oracle.first_illegal(line) {
            return Walk::Illegal { ply };
        }
        let is_best = move_set == RootMoveSet::SearchedSoFar || score == self.score_among(move_set);
        let plain = match self.paths() {
            _ if line.first().is_some_and(|first| move_set.excluded_moves().contains(first)) => {
                return Walk::Unsound { ply: 1 };
            }
            _ if !is_best => Walk::Unsound { ply: 0 },
            Some(paths) => paths.walk_on(score, line),
            None => self.by_position().walk_on(score, line),
        };
        let plain = match plain {
            Walk::Whole { leftmost: false } if line == self.line_among(move_set) => {
                Walk::Whole { leftmost: true }
            }
            plain => plain,
        };
        self.or_by_witnessed_values(move_set, score, line, plain)
    }

    /// What was found of a line in the fixed tree, or by witnessed values where these say more.
    #[inline]
    fn or_by_witnessed_values(
        &self,
        move_set: RootMoveSet<'_>,
        score: Score,
        line: &[Move],
        plain: Walk,
    ) -> Walk {
        let by_sets = || self.witnessed().walk(&self.root, self.plies(), move_set, score, line);
        match plain {
            // Where a search may be less deep than the depth says, so may a whole line.
            Walk::Truncated if self.rules.iir => by_sets(),
            Walk::Unsound { .. } if !self.rules.is_fixed() => by_sets(),
            plain => plain,
        }
    }

    /// Whether `mv` bears the claim that the root makes; `inside` says that a bound lies inside
    /// the root window and so has to prove that its move is the best.
    pub fn supports(
        &self,
        move_set: RootMoveSet<'_>,
        mv: Move,
        bound: Bound,
        score: Score,
        inside: bool,
    ) -> bool {
        let Some(worth) = self.move_value(mv).filter(|_| !move_set.excluded_moves().contains(&mv)) else {
            return false;
        };
        let proved = |proved: bool| !inside || proved;
        let plain = match bound {
            Bound::Exact => worth == score && score == self.score_among(move_set),
            Bound::Lower if move_set == RootMoveSet::SearchedSoFar => worth == score,
            Bound::Lower => worth >= score && proved(self.is_proved_best(move_set, mv, score)),
            // Of an upper bound no single move says anything.
            Bound::Upper => true,
        };
        plain
            || !self.rules.is_fixed() && {
                let (sets, remaining) = (self.witnessed(), self.plies());
                match move_set {
                    RootMoveSet::SearchedSoFar => {
                        sets.leads_to(&self.root, remaining, mv, Bound::Exact, score) != 0
                    }
                    RootMoveSet::AllExcept(excluded_moves) => {
                        sets.supports(&self.root, remaining, excluded_moves, mv, bound, score)
                            && proved(sets.nothing_beats(&self.root, remaining, excluded_moves, mv, score))
                    }
                }
            }
    }

    /// What the move `mv` is worth at the root; `None` where it is not legal, or
    /// nothing is searched below the root.
    pub fn move_value(&self, mv: Move) -> Option<Score> {
        let mut found = None;
        self.for_each_root_move(self.depth, |own, worth| found = found.or((own == mv).then_some(worth)));
        found
    }

    /// Calls `each` with the moves of the root and what they are worth in a search to `depth`; never
    /// where nothing is searched below.
    fn for_each_root_move(&self, depth: usize, mut each: impl FnMut(Move, Score)) {
        if let Some(paths) = self.paths_to(depth) {
            return paths.root_moves().for_each(|(mv, child)| each(mv, paths.value(child).for_parent()));
        }
        let mut moves = self.oracle.moves.take();
        moves.clear();
        let horizon = self.rules.horizon;
        horizon.moves(&self.root, depth + horizon.plies, &mut moves);
        for &mv in &moves {
            let worth = self.by_position().value(&self.root.play(mv), depth + horizon.plies - 1);
            each(mv, worth.for_parent());
        }
        self.oracle.moves.replace(moves);
    }

    /// Whether the lower bound `score` of `mv` alone proves that it is the best of these moves of the
    /// root: it is true, no other move is worth more, and none before it as much. The
    /// first move has no others to be compared with when it is searched.
    fn is_proved_best(&self, move_set: RootMoveSet<'_>, mv: Move, score: Score) -> bool {
        let in_order = self.rules.reorders == 0;
        let (mut holds, mut index, mut before) = (true, 0, true);
        self.for_each_root_move(self.depth, |own, worth| {
            if move_set.excluded_moves().contains(&own) {
                return;
            }
            holds &= match (own == mv, before && in_order) {
                (true, _) => worth >= score && (index > 0 || !in_order),
                (false, true) => worth < score,
                (false, false) => worth <= score,
            };
            before &= own != mv;
            index += 1;
        });
        holds
    }

    /// How many lines the root has: as many as moves that are searched; one where there is none.
    pub fn lines(&self) -> usize {
        let mut moves = 0;
        if self.depth > 0 {
            self.for_each_root_move(self.depth, |_, _| moves += 1);
        }
        moves.max(1)
    }
}
