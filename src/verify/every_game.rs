//! Verification of a search in every game on some positions and moves, by the scores that the search reads.

use std::cell::RefCell;
use std::ops::{Deref, RangeInclusive};

use crate::check::{judge_line, judge_score};
use crate::enumerate::plies;
use crate::game::{Graph, GraphPosition, Holder, PositionOf};
use crate::oracle::GroundTruth;
use crate::position::Move;
use crate::score::{Bound, Score};
use crate::search::Outcome;
use crate::verdict::{Finding, LineKind};

/// The results of a search in every game of some kind.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct EveryGame {
    /// The number of classes of games that the search cannot distinguish, each represented by one run.
    pub classes: u64,
    /// The number of classes in which the score is not the minimax value, or the line is not whole and optimal.
    pub wrong: u64,
    /// The first wrong class, given by its finding and a game of the class.
    pub first: Option<(Finding, String)>,
}

impl EveryGame {
    /// Adds a class; `wrong` is the finding and a game of a wrong class.
    fn add(&mut self, wrong: Option<(Finding, String)>) {
        self.classes += 1;
        self.wrong += u64::from(wrong.is_some());
        self.first = self.first.take().or(wrong);
    }

    /// Returns the finding of a score and a line; `None` if both are right.
    fn finding(
        root: &GraphPosition<'_>,
        depth: usize,
        (score, line): &(Score, Vec<Move>),
    ) -> Option<Finding> {
        let ground_truth = GroundTruth::new(root, depth);
        let outcome = Outcome { line: Some(line), ..Outcome::new(depth, *score, Bound::Exact) };
        let verdict = judge_score(&ground_truth, &outcome);
        if verdict.is_fault() {
            return Some(Finding::Score(verdict));
        }
        let kind = judge_line(&ground_truth, &outcome, true).kind;
        (!matches!(kind, LineKind::Same | LineKind::Equivalent)).then_some(Finding::Line(kind))
    }
}

/// A game whose positions get their scores when the scores are first read.
struct Unread {
    graph: Graph,
    chosen: RefCell<Chosen>,
}

/// The positions that this run has read, and the positions that this run has to read next, in order and with their scores.
#[derive(Default)]
struct Chosen {
    least: i32,
    scores: Vec<(usize, i32)>,
    read: usize,
    /// Whether the run read another position than the previous run, although all scores so far were the same.
    differs: bool,
}

/// The link from positions to their game where every score is tried.
#[derive(Clone, Copy)]
pub struct UnreadGame<'g>(&'g Unread);

/// A position of a game in which [`every_game`] tries every score.
pub type UnreadPosition<'g> = PositionOf<UnreadGame<'g>>;

impl Deref for UnreadGame<'_> {
    type Target = Graph;

    fn deref(&self) -> &Graph {
        &self.0.graph
    }
}

impl Holder for UnreadGame<'_> {
    fn score(&self, node: usize) -> Score {
        Score::saturating(self.0.score(node).into())
    }
}

impl Unread {
    fn score(&self, node: usize) -> i32 {
        let Chosen { least, scores, read, differs } = &mut *self.chosen.borrow_mut();
        if let Some(&(_, score)) = scores[..*read].iter().find(|&&(known, _)| known == node) {
            return score;
        }
        if *read == scores.len() {
            scores.push((node, *least));
        }
        let (expected, score) = scores[*read];
        *differs |= expected != node;
        *read += 1;
        score
    }
}

impl Chosen {
    /// Prepares the next run by increasing the last score that was read, as in a counter with digits.
    fn next(&mut self, most: i32) -> bool {
        self.read = 0;
        while let Some((_, last)) = self.scores.last_mut() {
            if *last < most {
                *last += 1;
                return true;
            }
            self.scores.pop();
        }
        false
    }
}

/// Verifies that a search to `depth` is right in every game on the tree `game` whose scores are in `scores`. The search
/// returns a score and a line: the score must be the minimax value of the tree down to this depth, and the line whole
/// and optimal.
///
/// Runs are enumerated by the scores that the search reads, not by games: a run for each score of the first position
/// that it evaluates, and of each next one. Positions that a run does not read may have any score of the range, and the
/// answer must be right for all of them. So one run stands for many games. The search must do the same each time, and
/// keep nothing from one run to the next.
///
/// ```
/// use pvcheck::prelude::*;
/// use pvcheck::verify::every_game;
///
/// fn alpha_beta(position: &impl Position, depth: usize, mut alpha: i32, beta: i32) -> (i32, Vec<Move>) {
///     if depth == 0 || position.is_terminal() {
///         return (position.evaluate().get(), Vec::new());
///     }
///     let (mut moves, mut line) = (Vec::new(), Vec::new());
///     position.moves(&mut moves);
///     for mv in moves {
///         let (score, below) = alpha_beta(&position.play(mv), depth - 1, -beta, -alpha);
///         if -score > alpha {
///             (alpha, line) = (-score, [vec![mv], below].concat());
///         }
///         if alpha >= beta {
///             break;
///         }
///     }
///     (alpha, line)
/// }
///
/// let found = every_game("[[0 0] [0 0]]", 2, 0..=6, |root, depth| {
///     let (score, line) = alpha_beta(root, depth, -1_000_000, 1_000_000);
///     (Score::new(score), line)
/// })?;
/// assert_eq!((found.classes, found.wrong), (1_561, 0));
/// # Ok::<(), String>(())
/// ```
///
/// # Errors
///
/// If `game` is no tree, or `scores` is empty or beyond [`Score::LARGEST`]; and if the search reads other positions when it
/// searches the same game again.
pub fn every_game(
    game: &str,
    depth: usize,
    scores: RangeInclusive<i32>,
    mut search: impl FnMut(&UnreadPosition<'_>, usize) -> (Score, Vec<Move>),
) -> Result<EveryGame, String> {
    let graph: Graph = game.parse().map_err(|error| format!("{error}"))?;
    let (least, most, limit) = (*scores.start(), *scores.end(), Score::LARGEST.get());
    if !graph.is_tree() {
        return Err("positions are shared; expected a tree".to_owned());
    }
    if least > most || least < -limit || most > limit {
        return Err(format!("scores from {least} to {most}; expected some from -{limit} to {limit}"));
    }
    let plies = plies(&graph);
    let unread = Unread { graph, chosen: RefCell::new(Chosen { least, ..Chosen::default() }) };
    let mut all = EveryGame::default();
    loop {
        let answer = search(&UnreadPosition::on_node(UnreadGame(&unread), 0), depth);
        let mut chosen = unread.chosen.borrow_mut();
        if chosen.differs || chosen.read < chosen.scores.len() {
            return Err(
                "the search read other positions of the same game; expected one that does the same each time"
                    .to_owned(),
            );
        }
        // Minimax values grow with each score of the root's view: what is right for the least and for the greatest scores of the
        // other positions is right for all between.
        let wrong = [[least, most], [most, least]].into_iter().find_map(|by_side| {
            let mut graph = unread.graph.clone();
            for (node, ply) in plies.iter().enumerate() {
                graph.set_score(node, Score::saturating(by_side[ply % 2].into()));
            }
            for &(node, score) in &chosen.scores {
                graph.set_score(node, Score::saturating(score.into()));
            }
            Some((EveryGame::finding(&graph.root(), depth, &answer)?, graph.to_string()))
        });
        all.add(wrong);
        if !chosen.next(most) {
            return Ok(all);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;

    /// Alpha-beta on numbers, whose bounds may be wrong by `slack`.
    fn alpha_beta(
        position: &UnreadPosition<'_>,
        depth: usize,
        (mut alpha, beta): (i32, i32),
        slack: i32,
    ) -> (i32, Vec<Move>) {
        if depth == 0 || position.is_terminal() {
            return (position.evaluate().get(), Vec::new());
        }
        let (mut moves, mut line) = (Vec::new(), Vec::new());
        position.moves(&mut moves);
        for mv in moves {
            let (score, below) = alpha_beta(&position.play(mv), depth - 1, (-beta, -alpha), slack);
            if -score > alpha {
                (alpha, line) = (-score, [vec![mv], below].concat());
            }
            if alpha + slack >= beta {
                break;
            }
        }
        (alpha, line)
    }

    fn found(game: &str, depth: usize, most: i32, slack: i32) -> EveryGame {
        let search = |root: &UnreadPosition<'_>, depth: usize| {
            let (score, line) = alpha_beta(root, depth, (-1_000, 1_000), slack);
            (Score::new(score), line)
        };
        every_game(game, depth, 0..=most, search).expect("a tree")
    }

    /// Alpha-beta reads all scores of the first move, and scores of the second move up to a refutation. With scores
    /// from 0 to k - 1, k^2 pairs have the minimum m, and a score of at most m refutes.
    #[test]
    fn runs_are_counted_by_hand() {
        for k in 1..6u64 {
            let by_first = |m: u64| (m + 1) + (k - 1 - m) * k;
            let pairs = (0..k).flat_map(|a| (0..k).map(move |b| a.min(b)));
            let EveryGame { classes, wrong, .. } = found("[[0 0] [0 0]]", 2, k as i32 - 1, 0);
            assert_eq!((classes, wrong), (pairs.map(by_first).sum(), 0));
        }
        assert_eq!(found("[[[0 0] [0 0]] [0 [0 0]]]", 3, 4, 0).wrong, 0);
    }

    /// A cutoff one too early is wrong by a position that was not read, whatever was read.
    #[test]
    fn what_is_not_read_counts() {
        let EveryGame { classes, wrong, first } = found("[[0 0] [0 0]]", 2, 3, 1);
        assert!(0 < wrong && wrong < classes, "{wrong} of {classes}");
        let (finding, game) = first.expect("a game");
        assert!(matches!(finding, Finding::Score(_)), "{finding} in {game}");
        let first_move = |root: &UnreadPosition<'_>, _: usize| {
            (-root.play(Move::first(1).next().expect("a move")).evaluate(), Move::first(1).collect())
        };
        let found = every_game("[0 0]", 1, 0..=1, first_move).expect("a tree");
        assert_eq!(
            (found.classes, found.wrong),
            (2, 1),
            "the second move may be better than a 1 of the opponent"
        );
        // The best score of the range ends the search.
        let stops = |root: &UnreadPosition<'_>, depth: usize| {
            let (score, line) = alpha_beta(root, depth, (-5, 0), 0);
            (Score::saturating(score.into()), line)
        };
        assert_eq!(every_game("[0 0]", 1, 0..=4, stops).expect("a tree").wrong, 0);
    }

    #[test]
    fn a_short_line_is_a_finding() {
        let search = |root: &UnreadPosition<'_>, depth: usize| {
            let (score, mut line) = alpha_beta(root, depth, (-1_000, 1_000), 0);
            line.pop();
            (Score::new(score), line)
        };
        let found = every_game("[[0 0] [0 0]]", 2, 0..=2, search).expect("a tree");
        assert_eq!(found.wrong, found.classes);
        assert_eq!(found.first.map(|(finding, _)| finding), Some(Finding::Line(LineKind::Truncated)));
    }

    #[test]
    fn what_cannot_be_searched_is_refused() {
        let zero = |_: &UnreadPosition<'_>, _: usize| (Score::default(), Vec::new());
        let error = |game, scores| every_game(game, 1, scores, zero).expect_err("refused");
        assert!(error("[0 0", 0..=1).contains("column"));
        assert!(error("[a:0 a]", 0..=1).contains("expected a tree"));
        assert!(error("[0 0]", RangeInclusive::new(1, 0)).contains("scores from 1 to 0"));
        assert!(error("[0 0]", 0..=i32::MAX).contains("expected some from"));
        let mut turn = 0;
        let moody = |root: &UnreadPosition<'_>, depth: usize| {
            turn += 1;
            let depth = if turn % 2 == 0 { 0 } else { depth };
            (Score::saturating(alpha_beta(root, depth, (-9, 9), 0).0.into()), Vec::new())
        };
        let error = every_game("[[0 0] 0]", 2, 0..=1, moody).expect_err("it reads fewer positions");
        assert!(error.contains("does the same each time"), "{error}");
        let mut turn = 0;
        let restless = |root: &UnreadPosition<'_>, _: usize| {
            turn += 1;
            let order = if turn % 2 == 0 { [0, 1] } else { [2, 1] };
            let moves: Vec<Move> = Move::first(3).collect();
            let best = order
                .map(|mv| (-root.play(moves[mv]).evaluate(), moves[mv]))
                .into_iter()
                .max_by_key(|&(score, _)| score);
            best.map(|(score, mv)| (score, vec![mv])).expect("a move")
        };
        let error = every_game("[0 0 0]", 1, 0..=1, restless).expect_err("it reads another position");
        assert!(error.contains("read other positions"), "{error}");
    }
}
