//! Facts that hold for every search, whatever it does.
//!
//! Facts judge a search without reported nodes if no sets of valid values are known for its rules. Facts about the line also
//! judge a line alone, for [`Rules::LINES_ONLY`].
//!
//! # Facts about the score
//!
//! - *An exact score* is the evaluation of a position that moves lead to from the root, or the value of a draw if a position can be
//!   one. Proof: an exact score of a node is its evaluation, a draw, the exact score of one of its moves, or that of an entry which a
//!   visit of the same position left. So a sequence of moves leads from the root to the position whose evaluation or draw it is, by
//!   induction over the visits. Null moves, reductions, margins and cutoffs prove bounds only. Without a table the sequence is no
//!   longer than the longest line; with one it may be of any length.
//! - *With a correction* of up to M, each evaluation may be up to M away; *with a spread* of draws, they too.
//! - *A bound*, and an exact score where bounds are joined, windows narrowed, or evaluations replaced by those of the table, is
//!   within the extremes of all these scores. Proof: a lower bound is at most an evaluation, a draw, a lower bound of a move or of the
//!   position after a null move, or the nearest mate, and upper bounds are the reverse; margins only weaken them.
//! - *With mate distance pruning* any mate may be a joined score.
//!
//! Each score of a mate is accepted that is at least as far away as the nearest such mate.
//!
//! # Facts about the line
//!
//! - Each move is legal.
//! - A line ends where the game is over or a draw is possible, or it has as many moves as the depth; if not, it is truncated. This is
//!   unknown where a node may be searched less deep (internal reduction, a shallower repeated search, extensions by other numbers of
//!   plies), where a line may end before a draw or a mate bound, or where bounds are joined.
//! - If the game is over at its end, the value there is the score, unless bounds are joined or windows narrowed: each position of a
//!   sound line has the score as its exact score, and the end of the game has no other.
//! - If it has as many moves as the depth and ends elsewhere, its last position is evaluated, and that is the score; unless lines omit
//!   the moves of quiescence, moves are extended, nodes are searched less deep, leaves or quiescence use the table, entries of
//!   greater drafts do, or a position may be a draw and the table has that of another path.

use std::collections::{HashMap, HashSet, VecDeque};

use super::GroundTruth;
use crate::oracle::graph::Digraph;
use crate::oracle::horizon::TreeRules;
use crate::oracle::{Drafts, ReplayResult, Rules};
use crate::position::{Move, Position, legal_moves};
use crate::score::{Bound, Score};

/// The maximum number of positions from which the scores of a root are collected. With more positions, no score is judged.
const MOST_POSITIONS: usize = 1 << 14;

/// The ranges of scores that searches of one root may return, both ends included.
#[derive(Debug)]
pub(super) struct ScoreFacts {
    ranges: Vec<(Score, Score)>,
    /// Whether an exact score may be joined from two bounds, and so lie anywhere between the extremes.
    joins: bool,
    /// Whether a search may return any mate.
    mates: bool,
}

impl ScoreFacts {
    /// Whether a search may return this score with this bound.
    fn admit(&self, bound: Bound, score: Score) -> bool {
        let ends = self.ranges.iter().copied();
        let (Some(least), Some(most)) =
            (ends.clone().map(|(least, _)| least).min(), ends.map(|(_, most)| most).max())
        else {
            return false;
        };
        match bound {
            _ if self.mates && score.is_mate() => true,
            Bound::Lower => score <= most,
            Bound::Upper => least <= score,
            Bound::Exact if self.joins => least <= score && score <= most,
            Bound::Exact => self.ranges.iter().any(|&(least, most)| least <= score && score <= most),
        }
    }
}

impl<P: Position> GroundTruth<P> {
    /// Whether the facts admit that a search returns `score` with this bound. They admit every score where the root
    /// leads to too many positions.
    pub(crate) fn facts_admit(&self, bound: Bound, score: Score) -> bool {
        self.facts().is_none_or(|facts| facts.admit(bound, score))
    }

    /// Whether the scores that searches of the root may return were collected, because the root leads to few enough positions.
    pub(crate) fn has_facts(&self) -> bool {
        self.facts().is_some()
    }

    fn facts(&self) -> Option<&ScoreFacts> {
        self.facts.get_or_init(|| self.collected()).as_ref()
    }

    /// Replays `line`, which a search returned with `score` at the root, by the facts about lines.
    pub(super) fn walk_by_facts(&self, score: Score, line: &[Move]) -> ReplayResult {
        if let Some(ply) = self.oracle.first_illegal(line) {
            return ReplayResult::Illegal { ply };
        }
        let (mut position, mut value, mut path) = (self.root.clone(), score, Vec::new());
        for &mv in line {
            path.push(position.clone());
            (position, value) = (position.play(mv), value.for_child());
        }
        let (is_over, is_long) = (position.is_terminal(), line.len() >= self.depth);
        let Rules { draw_spread, correction, .. } = self.rules;
        let is_draw = self.may_be_draw(&path, &position)
            && is_within(
                around(TreeRules::from_rules(&self.rules).value_of_draw(line.len()), draw_spread),
                value,
            );
        let has_score = is_within(around(position.evaluate(), if is_over { 0 } else { correction }), value);
        let must_have_it =
            is_over && self.ends_have_the_score() || is_long && !is_over && self.leaves_have_the_score();
        if is_draw {
            ReplayResult::Whole { leftmost: false }
        } else if !is_over && !is_long && !self.may_end_early() {
            ReplayResult::Truncated
        } else if must_have_it && !has_score {
            ReplayResult::Unsound { ply: line.len() }
        } else {
            ReplayResult::Whole { leftmost: false }
        }
    }

    fn may_be_draw(&self, path: &[P], position: &P) -> bool {
        let Rules { repetition, quiet_plies, .. } = self.rules;
        let is_repeated = repetition.is_some_and(|rule| rule.in_game > 0 || path.contains(position));
        is_repeated || quiet_plies.is_some_and(|limit| self.before.len() + path.len() >= limit.into())
    }

    /// Whether a correct line may end before the depth, the end of the game and a draw.
    fn may_end_early(&self) -> bool {
        let Rules { tells, mate_distance, lines_only, .. } = self.rules;
        !lines_only && (self.may_shorten_lines() || tells || mate_distance || self.joins_bounds())
    }

    fn joins_bounds(&self) -> bool {
        let Rules { joins, narrows, corrects_evaluation, drafts, .. } = self.rules;
        joins || narrows || corrects_evaluation && drafts != Drafts::NoTable
    }

    /// Whether the value of a position where the game is over is the score of a line that ends there.
    fn ends_have_the_score(&self) -> bool {
        let Rules { tells, joins, narrows, mate_distance, lines_only, .. } = self.rules;
        lines_only || !tells && !joins && !narrows && !mate_distance
    }

    /// Whether the evaluation of the last position of a line as long as the depth is the score, if the game is not over there.
    fn leaves_have_the_score(&self) -> bool {
        let Rules { drafts, leaves, quiescence_table, extends, horizon, lines_only, .. } = self.rules;
        let is_leaf = !self.may_end_early()
            && extends.is_none()
            && drafts != Drafts::Deeper
            && (drafts == Drafts::NoTable || !self.rules.may_draw())
            && !leaves
            && !quiescence_table;
        (lines_only || is_leaf) && !horizon.hides
    }

    /// The scores that searches of the root may return.
    fn collected(&self) -> Option<ScoreFacts> {
        let rules = self.rules;
        let reach = Reach::collect(&self.root, &rules, self.longest_line())?;
        let evaluated = reach.evaluated.iter().map(|&(position, ply)| {
            let position = &reach.positions[position as usize];
            let correction = if position.is_terminal() { 0 } else { rules.correction };
            let (least, most) = around(position.evaluate(), correction);
            let seen = |score: Score| if ply % 2 == 0 { score.further(ply) } else { -score.further(ply) };
            with_further_mates(seen(least).min(seen(most)), seen(least).max(seen(most)))
        });
        let mut ranges: Vec<(Score, Score)> = evaluated.collect();
        if self.can_draw(&reach) {
            ranges.extend([rules.draw, -rules.draw].map(|draw| around(draw, rules.draw_spread)));
        }
        ranges.sort_unstable();
        ranges.dedup();
        Some(ScoreFacts { ranges, joins: self.joins_bounds(), mates: rules.mate_distance })
    }

    /// Returns the maximum number of plies, with quiescence, in a line of any search that may have left entries.
    fn longest_line(&self) -> usize {
        let shape = TreeRules::from_rules(&self.rules);
        let depths = self.preceding.iter().map(|&(_, depth)| depth).chain([self.depth]);
        depths.map(|depth| shape.longest(depth) + self.rules.horizon.plies).max().unwrap_or(0)
    }

    /// Whether a position below the root may be a draw.
    fn can_draw(&self, reach: &Reach<P>) -> bool {
        let Rules { repetition, quiet_plies, .. } = self.rules;
        let cycles = reach.has_cycle();
        let occurs = |position: &P| reach.numbers.contains_key(position);
        let repeats = repetition.is_some() && (cycles || self.before.iter().any(occurs));
        let most = if cycles { self.longest_line() } else { self.longest_line().min(reach.positions.len()) };
        repeats || quiet_plies.is_some_and(|limit| self.before.len() + most >= limit.into())
    }
}

fn is_within((least, most): (Score, Score), score: Score) -> bool {
    least <= score && score <= most
}

/// Returns the range of scores at most `spread` away from `own`, or `own` alone if `own` is a mate.
fn around(own: Score, spread: u32) -> (Score, Score) {
    let away = |by: i64| own.with_margin(by).unwrap_or(own);
    (away(-i64::from(spread)), away(spread.into()))
}

/// Returns a range, extended at each end that is a mate to all mates that are further away.
fn with_further_mates(least: Score, most: Score) -> (Score, Score) {
    let furthest = Score::LARGEST + 1;
    let from = if least.is_mate() && least > Score::ZERO { furthest } else { least };
    let to = if most.is_mate() && most < Score::ZERO { -furthest } else { most };
    (from, to)
}

/// The positions that moves lead to from a root.
struct Reach<P> {
    positions: Vec<P>,
    numbers: HashMap<P, u32>,
    /// The positions to which moves, and null moves that the rules declare, lead from each position.
    successors: Vec<Vec<u32>>,
    /// The positions whose evaluations a search may use, with the fewest even and odd numbers of plies from the root.
    evaluated: Vec<(u32, usize)>,
}

impl<P: Position> Reach<P> {
    /// Collects all positions within `longest` plies from the root, or all positions if the rules declare a table.
    /// Quiescence follows only the moves that it may search. Returns `None` beyond [`MOST_POSITIONS`].
    fn collect(root: &P, rules: &Rules, longest: usize) -> Option<Self> {
        let mut reach = Self {
            positions: Vec::new(),
            numbers: HashMap::new(),
            successors: Vec::new(),
            evaluated: Vec::new(),
        };
        let most_plies = |is_quiet: bool| match rules.drafts {
            _ if rules.tells => usize::MAX,
            Drafts::NoTable if is_quiet => longest,
            Drafts::NoTable => longest - rules.horizon.plies,
            Drafts::Equal | Drafts::Deeper => usize::MAX,
        };
        let (mut visited, mut evaluated) = (HashSet::new(), HashSet::new());
        let mut queue = VecDeque::from([(reach.number(root), 0, false)]);
        while let Some((number, ply, is_quiet)) = queue.pop_front() {
            if !visited.insert((number, ply % 2, is_quiet)) {
                continue;
            }
            if evaluated.insert((number, ply % 2)) {
                reach.evaluated.push((number, ply));
            }
            if reach.positions.len() > MOST_POSITIONS {
                return None;
            }
            let position = reach.positions[number as usize].clone();
            if !is_quiet && rules.horizon.plies > 0 {
                // The same position in quiescence comes before the positions at the next ply.
                queue.push_front((number, ply, true));
            }
            if position.is_terminal() || ply >= most_plies(is_quiet) {
                continue;
            }
            let tries = |mv: Move| !is_quiet || rules.tells || position.is_noisy(mv);
            let moves =
                legal_moves(&position).into_iter().filter(|&mv| tries(mv)).map(|mv| position.play(mv));
            let passed = position.pass().filter(|_| !is_quiet && (rules.tells || rules.null.is_some()));
            for next in moves.chain(passed) {
                let next = reach.number(&next);
                reach.successors[number as usize].push(next);
                queue.push_back((next, ply + 1, is_quiet));
            }
        }
        Some(reach)
    }

    fn number(&mut self, position: &P) -> u32 {
        *self.numbers.entry(position.clone()).or_insert_with(|| {
            self.positions.push(position.clone());
            self.successors.push(Vec::new());
            self.positions.len() as u32 - 1
        })
    }

    /// Whether moves lead from some position back to the same position.
    fn has_cycle(&self) -> bool {
        let mut graph = Digraph::default();
        for successors in &self.successors {
            graph.push(successors.iter().copied());
        }
        // A component has the number of one of its positions.
        let components = graph.components();
        let (numbers, mut all) = (0_u32.., HashSet::new());
        numbers.zip(&components).any(|(number, component)| {
            !all.insert(component) || self.successors[number as usize].contains(&number)
        })
    }
}
