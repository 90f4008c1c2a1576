//! Everything that is true of one game, whatever a search may do.

use std::cell::OnceCell;

use crate::oracle::{Buffers, Claim, History, Oracle, Rules, Walk, Witnessed};
use crate::position::{Move, Position};
use crate::score::{Bound, Score, Window};

/// What is true of a root searched to a depth, for searches under any [`Rules`].
///
/// Minimax is worked out at once. Paths and witnessed values are worked out when they are
/// asked for first: of most games minimax says enough, as it is always among the honest values.
#[derive(Debug)]
pub struct Truth<P> {
    root: P,
    depth: usize,
    oracle: Oracle<P>,
    history: Option<History<P>>,
    /// Roots and depths that were searched before, where the table is kept.
    earlier: Vec<(P, usize)>,
    /// The rules of the search in question, and their place in `witnessed`.
    rules: Rules,
    current: usize,
    witnessed: Vec<(Rules, OnceCell<Witnessed<P>>)>,
}

impl<P: Position> Truth<P> {
    /// What is true of `root` searched to `depth`, by default under [`Rules::FIXED_TREE`].
    pub fn new(root: &P, depth: usize) -> Self {
        Self::reusing(Buffers::default(), root, depth)
    }

    /// The same, in the memory of an earlier oracle.
    pub fn reusing(buffers: Buffers, root: &P, depth: usize) -> Self {
        Self {
            root: root.clone(),
            depth,
            oracle: Oracle::reusing(buffers, root, depth),
            history: None,
            earlier: Vec::new(),
            rules: Rules::FIXED_TREE,
            current: 0,
            witnessed: Vec::new(),
        }
    }

    /// Searches of these roots to these depths went before, and a table may have been kept
    /// from them.
    #[must_use]
    pub fn after(self, earlier: Vec<(P, usize)>) -> Self {
        // What is known by now is of other searches.
        Self { earlier, witnessed: Vec::new(), current: 0, rules: Rules::FIXED_TREE, ..self }
    }

    /// The memory, for the next game.
    pub fn into_buffers(self) -> Buffers {
        self.oracle.into_buffers()
    }

    /// Sets the rules of the search that is to be judged.
    pub fn judge_by(&mut self, rules: &Rules) {
        self.rules = *rules;
        if rules.repetition {
            let history = self.history.get_or_insert_with(|| History::new(&self.root, self.depth));
            history.search_to(self.depth);
        }
        if !rules.is_fixed() {
            let of_values = rules.of_values();
            let known = self.witnessed.iter().position(|(rules, _)| *rules == of_values);
            self.current = known.unwrap_or_else(|| {
                self.witnessed.push((of_values, OnceCell::new()));
                self.witnessed.len() - 1
            });
        }
    }

    /// The values at nodes of a search to a smaller depth, an iteration of the whole, are asked for
    /// from now on. What is true of the root stays: it is the last search that is judged.
    pub(crate) fn search_to(&mut self, depth: usize) {
        if depth < self.depth {
            self.oracle.solve_to(depth);
        }
        if let Some(history) = self.history.as_mut().filter(|_| self.rules.repetition) {
            history.search_to(depth);
        }
    }

    /// The position that is searched.
    pub fn root(&self) -> &P {
        &self.root
    }

    /// The depth to which it is searched in the end.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// Minimax of the game without its paths.
    pub fn oracle(&self) -> &Oracle<P> {
        &self.oracle
    }

    pub(crate) fn oracle_mut(&mut self) -> &mut Oracle<P> {
        &mut self.oracle
    }

    /// The rules by which searches are judged now.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Minimax with its paths, where repetition counts.
    fn paths(&self) -> Option<&History<P>> {
        self.history.as_ref().filter(|_| self.rules.repetition)
    }

    /// The witnessed values by the rules of the search in question.
    pub fn witnessed(&self) -> &Witnessed<P> {
        let (rules, sets) = &self.witnessed[self.current];
        sets.get_or_init(|| {
            let own = std::iter::once((self.root.clone(), self.depth));
            let earlier = self.earlier.iter().filter(|_| rules.keeps).cloned();
            // Who iterates has searched every smaller depth before, each time.
            let least = |depth: usize| if rules.iterates { 1.min(depth) } else { depth };
            let all = own
                .chain(earlier)
                .flat_map(|(root, depth)| (least(depth)..=depth).map(move |depth| (root.clone(), depth)));
            Witnessed::new(rules, &all.collect::<Vec<_>>())
        })
    }

    /// The value of the fixed tree that the game is without a table.
    pub fn score(&self) -> Score {
        self.paths().map_or_else(|| self.oracle.score(), |paths| paths.value(0))
    }

    /// The leftmost line of that tree.
    pub fn line(&self) -> &[Move] {
        self.paths().map_or_else(|| self.oracle.line(), History::line)
    }

    /// The node of a path that goes on from `parent`, where repetition counts; see [`Truth::value`].
    pub(crate) fn step(&self, parent: usize, position: &P) -> usize {
        // A search that leaves the game's own tree has no path there, and is judged by the root.
        self.paths().and_then(|paths| paths.child(parent, position)).unwrap_or(0)
    }

    /// The value of the fixed tree at the end of a path, in the iteration that is under way: the
    /// position, the depth that is left, and the node of [`Truth::step`].
    #[cfg(feature = "cli")]
    pub(crate) fn value(&self, position: &P, depth: usize, path: usize) -> Score {
        self.paths().map_or_else(|| self.oracle.value(position, depth), |paths| paths.value_now(path))
    }

    /// The same wherever a search comes to, be it where the fixed tree does not: selective ones come to
    /// positions with depths of their own. What minimax says of them is among the honest values too.
    #[inline]
    pub(crate) fn minimax(&mut self, position: &P, depth: usize, path: usize) -> Score {
        match self.paths() {
            Some(paths) if !self.rules.is_selective() => paths.value_now(path),
            _ => self.oracle.solved(position, depth),
        }
    }

    /// What is to be said of `bound score` at the root.
    pub fn claim(&self, bound: Bound, score: Score) -> Claim {
        let value = self.score();
        let holds = match bound {
            Bound::Exact => score == value,
            Bound::Lower => score <= value,
            Bound::Upper => score >= value,
        };
        match holds {
            true => Claim::Honest,
            false if self.rules.is_fixed() => Claim::False,
            false => self.witnessed().root_claim(&self.root, self.depth, bound, score),
        }
    }

    /// Whether a node may return `score` from a search with this window.
    pub(crate) fn allows(
        &mut self,
        position: &P,
        depth: usize,
        path: usize,
        window: Window,
        score: Score,
    ) -> bool {
        if window.admits(self.minimax(position, depth, path), score) {
            return true;
        }
        if self.rules.is_fixed() {
            return false;
        }
        match self.witnessed().claim(position, depth, window.bound(score), score) {
            Claim::Honest => true,
            Claim::Between => self.rules.joins,
            Claim::False => false,
        }
    }

    /// Replays `line`, which is said to be worth `score` at the root.
    ///
    /// Legality is looked at first and to the end: a line with an illegal move
    /// is illegal, wherever it went wrong before.
    pub fn walk(&self, score: Score, line: &[Move]) -> Walk {
        let plain = match self.paths() {
            None => self.oracle.walk(score, line),
            Some(paths) => match self.oracle.first_illegal(line) {
                Some(ply) => Walk::Illegal { ply },
                None => paths.walk(score, line),
            },
        };
        match plain {
            // Where a search may be less deep than the depth says, so may a whole line.
            Walk::Short if self.rules.iir => self.witnessed().walk(&self.root, self.depth, score, line),
            Walk::Unsound { .. } if !self.rules.is_fixed() => {
                self.witnessed().walk(&self.root, self.depth, score, line)
            }
            plain => plain,
        }
    }

    /// Whether `mv` bears the claim that the root makes; `inside` says that a bound lies inside
    /// the root window and so has to prove that its move is the best.
    pub fn bears(&self, mv: Move, bound: Bound, score: Score, inside: bool) -> bool {
        let Some(worth) = self.worth(mv) else { return false };
        let proved = |proved: bool| !inside || proved;
        let plain = match bound {
            Bound::Exact => worth == score && score == self.score(),
            Bound::Lower => worth >= score && proved(self.is_proved_best(mv, score)),
            // Of an upper bound no single move says anything.
            Bound::Upper => true,
        };
        plain
            || !self.rules.is_fixed() && {
                let sets = self.witnessed();
                sets.bears(&self.root, self.depth, mv, bound, score)
                    && proved(sets.nothing_beats(&self.root, self.depth, mv, score))
            }
    }

    /// What the move `mv` is worth at the root; `None` where it is not legal, or
    /// nothing is searched below the root.
    pub fn worth(&self, mv: Move) -> Option<Score> {
        let mut found = None;
        self.each_root_move(|own, worth| found = found.or((own == mv).then_some(worth)));
        found
    }

    /// Calls `each` with the moves of the root and what they are worth; never where nothing is
    /// searched below.
    fn each_root_move(&self, mut each: impl FnMut(Move, Score)) {
        let mut moves = self.oracle.moves.take();
        moves.clear();
        if self.depth > 0 && !self.root.is_terminal() {
            self.root.moves(&mut moves);
        }
        for &mv in &moves {
            let (child, depth) = (self.root.play(mv), self.depth - 1);
            let of_path = |paths: &History<P>| paths.value(self.step(0, &child));
            let worth = self.paths().map_or_else(|| self.oracle.value(&child, depth), of_path);
            each(mv, worth.for_parent());
        }
        self.oracle.moves.replace(moves);
    }

    /// Whether the lower bound `score` of `mv` alone proves that it is the best move of the
    /// root: it is true, no other move is worth more, and none before it as much. The
    /// first move has no others to be compared with when it is searched.
    fn is_proved_best(&self, mv: Move, score: Score) -> bool {
        let in_order = self.rules.reorders == 0;
        let (mut holds, mut index, mut before) = (true, 0, true);
        self.each_root_move(|own, worth| {
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
}
