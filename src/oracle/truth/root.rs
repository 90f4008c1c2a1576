//! What is true at the root: of a score, of the move that bears it, and of a line.
//!
//! Of *several lines* the one of rank k says what the root is worth without the moves of the better ones:
//! its move has to bear the score, and none of the others to beat it. Why an honest search that sorts its
//! lines is never accused: let the line of rank k be found without the moves E. A move that was not in E,
//! and is in no better line, failed low against the score in that search. A move of E that is in a worse
//! line now is worth its own score by an honest *value = v*, which is no more; then `-high` of its child is
//! no more either, as what is in `exact` is no more than `high`.
//!
//! A search that was *stopped* returns nothing from the nodes that it was in, and stores nothing. What it
//! shows is true of the last iteration that has ended, by the searches up to that one; or of the best move
//! so far, the last one to raise the root's alpha: its child said *value = -s* by a search inside its
//! window, so *value >= s* is honest at the root, and the line behind that move is as good as any.

use super::Truth;
use crate::oracle::{Claim, Walk};
use crate::position::{Move, Position};
use crate::score::{Bound, Score, Window};

/// Among which moves of the root a search says that its line is the best.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Among<'m> {
    /// All but these, with which better lines begin.
    AllBut(&'m [Move]),
    /// Those that it has come to before it was stopped: its score is a lower bound, which the first move of
    /// the line is worth.
    SoFar,
}

impl<'m> Among<'m> {
    /// All of them.
    pub const ALL: Self = Self::AllBut(&[]);

    /// The moves that do not count.
    pub(in crate::oracle) const fn better(self) -> &'m [Move] {
        match self {
            Self::AllBut(better) => better,
            Self::SoFar => &[],
        }
    }
}

impl<P: Position> Truth<P> {
    /// The value of the root among these moves; of all of them where none is left.
    pub fn score_among(&self, among: Among<'_>) -> Score {
        let better = among.better();
        if better.is_empty() {
            return self.score();
        }
        let mut best = None;
        self.each_root_move(self.depth, |mv, worth| {
            best = best.max((!better.contains(&mv)).then_some(worth));
        });
        best.unwrap_or_else(|| self.score())
    }

    /// The leftmost line of that value.
    pub fn line_among(&self, among: Among<'_>) -> Vec<Move> {
        let better = among.better();
        if better.is_empty() {
            return self.line().to_vec();
        }
        let (value, mut first) = (self.score_among(among), None);
        self.each_root_move(self.depth, |mv, worth| {
            let counts = !better.contains(&mv) && worth == value;
            first = first.or(counts.then_some(mv));
        });
        let behind = |mv| match self.paths() {
            None => self.alone().line_behind(mv),
            Some(paths) => paths.line_behind(mv),
        };
        first.map_or_else(Vec::new, behind)
    }

    /// What is to be said of `bound score` at the root.
    pub fn claim(&self, among: Among<'_>, bound: Bound, score: Score) -> Claim {
        let value = self.score_among(among);
        let holds = match bound {
            Bound::Exact => score == value,
            Bound::Lower => score <= value,
            Bound::Upper => score >= value,
        };
        match holds {
            true => Claim::Honest,
            false if self.rules.is_fixed() => Claim::False,
            false => self.witnessed().root_claim(&self.root, self.plies(), among.better(), bound, score),
        }
    }

    /// Whether the root may return `score` from a search with this window, in the iteration that is
    /// under way, when the moves that `better` lines begin with do not count.
    pub(crate) fn root_allows(&self, better: &[Move], window: Window, score: Score) -> bool {
        let mut value = None;
        self.each_root_move(self.iteration, |mv, worth| {
            value = value.max((!better.contains(&mv)).then_some(worth));
        });
        if value.is_some_and(|value| window.admits(value, score)) {
            return true;
        }
        if self.rules.is_fixed() {
            return false;
        }
        let left = self.iteration + self.rules.horizon.plies;
        match self.witnessed().root_claim(&self.root, left, better, window.bound(score), score) {
            Claim::Honest => true,
            Claim::Between => self.rules.joins,
            Claim::False => false,
        }
    }

    /// Replays `line`, which is said to be worth `score` at the root.
    ///
    /// Legality is looked at first and to the end: a line with an illegal move
    /// is illegal, wherever it went wrong before.
    #[inline]
    pub fn walk(&self, among: Among<'_>, score: Score, line: &[Move]) -> Walk {
        if among == Among::ALL && self.paths().is_none() {
            return self.or_witnessed(among, score, line, self.alone().walk(score, line));
        }
        self.walk_among(among, score, line)
    }

    fn walk_among(&self, among: Among<'_>, score: Score, line: &[Move]) -> Walk {
        if let Some(ply) = self.oracle.first_illegal(line) {
            return Walk::Illegal { ply };
        }
        let is_best = among == Among::SoFar || score == self.score_among(among);
        let plain = match self.paths() {
            _ if line.first().is_some_and(|first| among.better().contains(first)) => {
                return Walk::Unsound { ply: 1 };
            }
            _ if !is_best => Walk::Unsound { ply: 0 },
            Some(paths) => paths.walk_on(score, line),
            None => self.alone().walk_on(score, line),
        };
        let plain = match plain {
            Walk::Whole { leftmost: false } if line == self.line_among(among) => {
                Walk::Whole { leftmost: true }
            }
            plain => plain,
        };
        self.or_witnessed(among, score, line, plain)
    }

    /// What was found of a line in the fixed tree, or by witnessed values where these say more.
    #[inline]
    fn or_witnessed(&self, among: Among<'_>, score: Score, line: &[Move], plain: Walk) -> Walk {
        let by_sets = || self.witnessed().walk(&self.root, self.plies(), among, score, line);
        match plain {
            // Where a search may be less deep than the depth says, so may a whole line.
            Walk::Short if self.rules.iir => by_sets(),
            Walk::Unsound { .. } if !self.rules.is_fixed() => by_sets(),
            plain => plain,
        }
    }

    /// Whether `mv` bears the claim that the root makes; `inside` says that a bound lies inside
    /// the root window and so has to prove that its move is the best.
    pub fn bears(&self, among: Among<'_>, mv: Move, bound: Bound, score: Score, inside: bool) -> bool {
        let Some(worth) = self.worth(mv).filter(|_| !among.better().contains(&mv)) else { return false };
        let proved = |proved: bool| !inside || proved;
        let plain = match bound {
            Bound::Exact => worth == score && score == self.score_among(among),
            Bound::Lower if among == Among::SoFar => worth == score,
            Bound::Lower => worth >= score && proved(self.is_proved_best(among, mv, score)),
            // Of an upper bound no single move says anything.
            Bound::Upper => true,
        };
        plain
            || !self.rules.is_fixed() && {
                let (sets, left) = (self.witnessed(), self.plies());
                match among {
                    Among::SoFar => sets.leads_to(&self.root, left, mv, Bound::Exact, score) != 0,
                    Among::AllBut(better) => {
                        sets.bears(&self.root, left, better, mv, bound, score)
                            && proved(sets.nothing_beats(&self.root, left, better, mv, score))
                    }
                }
            }
    }

    /// What the move `mv` is worth at the root; `None` where it is not legal, or
    /// nothing is searched below the root.
    pub fn worth(&self, mv: Move) -> Option<Score> {
        let mut found = None;
        self.each_root_move(self.depth, |own, worth| found = found.or((own == mv).then_some(worth)));
        found
    }

    /// Calls `each` with the moves of the root and what they are worth in a search to `depth`; never
    /// where nothing is searched below.
    fn each_root_move(&self, depth: usize, mut each: impl FnMut(Move, Score)) {
        if let Some(paths) = self.paths_to(depth) {
            return paths.root_moves().for_each(|(mv, child)| each(mv, paths.value(child).for_parent()));
        }
        let mut moves = self.oracle.moves.take();
        moves.clear();
        let horizon = self.rules.horizon;
        horizon.moves(&self.root, depth + horizon.plies, &mut moves);
        for &mv in &moves {
            let worth = self.alone().value(&self.root.play(mv), depth + horizon.plies - 1);
            each(mv, worth.for_parent());
        }
        self.oracle.moves.replace(moves);
    }

    /// Whether the lower bound `score` of `mv` alone proves that it is the best of these moves of the
    /// root: it is true, no other move is worth more, and none before it as much. The
    /// first move has no others to be compared with when it is searched.
    fn is_proved_best(&self, among: Among<'_>, mv: Move, score: Score) -> bool {
        let in_order = self.rules.reorders == 0;
        let (mut holds, mut index, mut before) = (true, 0, true);
        self.each_root_move(self.depth, |own, worth| {
            if among.better().contains(&own) {
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
            self.each_root_move(self.depth, |_, _| moves += 1);
        }
        moves.max(1)
    }
}
