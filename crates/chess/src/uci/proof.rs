//! Proofs about the mates that an engine claims, by a search for mates and by endgame tables.

use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use cozy_chess::{Board, BoardBuilder, Move};

use super::class::Class;
use super::judge::EngineFinding;
use super::message::UciScore;
use super::search::{Go, Printed};
use crate::endgames::{LineValue, Tables};
use crate::mates::{LineProof, MateAnswer, MateProver, MoveFinding};
use crate::{Distance, Ending};
use pvcheck::experiment::Deadline;
use pvcheck::syntax::counted;

/// Proves or refutes claimed mates.
pub struct Proofs {
    tables: Tables,
    /// The provers that no thread uses at the moment, each with its proofs.
    provers: Mutex<Vec<MateProver>>,
    /// The longest mates that are proven by search, in moves.
    most: u32,
    /// The maximum number of nodes of one proof.
    budget: u64,
    until: Deadline,
    /// The number of mates that were not examined in time.
    cut: AtomicU64,
}

/// A claim: a mate score and the legal part of its line.
struct Claim<'c> {
    board: &'c Board,
    score: UciScore,
    /// The plies to the mate.
    plies: u64,
    /// Whether the side to move mates.
    gives: bool,
    line: &'c [Move],
    /// Whether the line ends with mate.
    is_complete: bool,
    /// The place from which the plies are counted.
    from: &'c str,
}

/// The proven fault of a claim; `None` if the claim is right.
type Proven = Result<Option<(Class, String)>, NotKnown>;

#[derive(Clone, Copy)]
struct NotKnown;

impl Proofs {
    /// Proves mates of up to `most` moves by search, each with at most `budget` nodes. `folder` keeps the files of the
    /// endgame tables between runs. Nothing is proven after the deadline.
    pub fn new(most: u8, budget: u64, folder: Option<PathBuf>, until: &Deadline) -> Self {
        let tables = Tables::new(folder).until(until.clone());
        Self {
            tables,
            provers: Mutex::new(Vec::new()),
            most: most.into(),
            budget,
            until: until.clone(),
            cut: AtomicU64::new(0),
        }
    }

    /// The first error of writing a file of the endgame tables.
    pub fn write_error(&self) -> Option<&std::io::Error> {
        self.tables.write_error()
    }

    /// The number of claimed mates that were not examined, or not to the end, since the time was over.
    pub fn cut(&self) -> u64 {
        self.cut.load(Ordering::Relaxed)
    }

    /// Returns the findings on the exact mate scores and lines of a search.
    pub fn check(&self, request: &Go, printed: &Printed) -> Vec<EngineFinding> {
        let (mut findings, mut seen) = (Vec::new(), Vec::new());
        let last = last_of_depths(request, printed);
        for (index, info) in printed.exact_infos() {
            let (Some(score), Some(words)) = (info.score, &info.line) else { continue };
            let Some((plies, gives)) = score.mate().filter(|&(plies, _)| plies > 0) else { continue };
            // A line of lower rank claims nothing about the root, but about the position after its first move. So does the
            // best line so far, if it loses: the other moves have not been searched.
            let is_of_move = info.rank.is_some_and(|rank| rank > 1)
                || !request.only.is_empty()
                || !gives && !last.contains(&index);
            // Iterations repeat their lines.
            let line = (score, words, is_of_move);
            let known =
                seen.iter().find(|(other, _)| *other == line).map(|(_, proven): &(_, Proven)| proven.clone());
            let proven = known.unwrap_or_else(|| {
                let proven = self.proven(request, (score, plies, gives), words, is_of_move);
                seen.push((line, proven.clone()));
                proven
            });
            // While an iteration runs, a shorter mate may not have been found yet.
            let is_early = |class| class == Class::LongerMate && !last.contains(&index);
            if let Ok(Some((class, detail))) = proven
                && !is_early(class)
            {
                findings.push(EngineFinding::of_lines(class, index, detail));
            }
        }
        findings
    }

    /// Returns the proven fault of a mate score and its line.
    fn proven(
        &self,
        request: &Go,
        (score, plies, gives): (UciScore, u64, bool),
        words: &[String],
        is_of_move: bool,
    ) -> Proven {
        let walk = request.root.position().walk(words);
        if words.is_empty() || walk.stop.is_some() {
            return Err(NotKnown);
        }
        let after = format!("after {}", words[0]);
        let mut board = request.root.position().board().clone();
        let is_complete = walk.ending == Some(Ending::Checkmate);
        let (line, from) = (&walk.moves[..], "from here");
        let mut claim = Claim { board: &board, score, plies, gives, line, is_complete, from };
        if let ([first, rest @ ..], true) = (&walk.moves[..], is_of_move) {
            board.play_unchecked(*first);
            let (plies, gives) = (plies - 1, !gives);
            claim = Claim { board: &board, score, plies, gives, line: rest, is_complete, from: &after };
        }
        let proven = self.by_line(&claim).or_else(|NotKnown| self.by_tables(&claim));
        let proven = proven.or_else(|NotKnown| self.by_search(&claim));
        if proven.is_err() && self.until.is_over() {
            self.cut.fetch_add(1, Ordering::Relaxed);
        }
        proven
    }

    /// Returns the fault of a line that mates earlier than its score states, if the mate is forced.
    fn by_line(&self, claim: &Claim<'_>) -> Proven {
        let &Claim { board, score, plies, line, is_complete, from, .. } = claim;
        let length = line.len() as u64;
        let is_shorter = is_complete && length < plies && length % 2 == plies % 2;
        let short =
            u32::try_from(length).ok().filter(|_| is_shorter && length.div_ceil(2) <= self.most.into());
        let is_forced =
            self.with_prover(short.ok_or(NotKnown)?, |prover, length| prover.is_forced(board, length));
        let detail = || {
            format!(
                "{score} is {} {from}; the line mates in {}, which is forced",
                counted(plies, "ply", "plies"),
                counted(length, "ply", "plies")
            )
        };
        if is_forced == MateAnswer::Yes { Ok(Some((Class::WrongMate, detail()))) } else { Err(NotKnown) }
    }

    fn with_prover<T>(&self, plies: u32, prove: impl FnOnce(&mut MateProver, u32) -> T) -> T {
        let pool = || self.provers.lock().expect("no thread panics while it has the lock");
        let pooled = pool().pop();
        let mut prover = pooled.unwrap_or_else(|| MateProver::new(self.budget).until(self.until.clone()));
        let found = prove(&mut prover, plies);
        pool().push(prover);
        found
    }

    fn by_tables(&self, claim: &Claim<'_>) -> Proven {
        let &Claim { board, score, plies, gives, line, from, .. } = claim;
        let distance = self.tables.probe(board).ok_or(NotKnown)?;
        let exact = match distance {
            Distance::Mate(exact) | Distance::Mated(exact) => exact,
            Distance::Draw => 0,
        };
        // The tables do not know the fifty-move rule.
        let plies_of_score = format!("{score} is {} {from}", counted(plies, "ply", "plies"));
        if u64::from(board.halfmove_clock()) + u64::from(exact).max(plies) > 100 {
            return Err(NotKnown);
        }
        let is_same_side = matches!(distance, Distance::Mate(_)) == gives && distance != Distance::Draw;
        Ok(if !is_same_side {
            Some((Class::WrongValue, format!("{score}; the endgame table has {}", shown(distance))))
        } else if u64::from(exact) > plies {
            Some((Class::WrongMate, format!("{plies_of_score}; the shortest mate has {exact}")))
        } else if u64::from(exact) < plies {
            Some((Class::LongerMate, format!("{plies_of_score}; the shortest mate has {exact}")))
        } else {
            match self.tables.judge_line(board, line) {
                LineValue::Worse { ply, best, played } => {
                    let (number, played, best) = (ply + 1, shown(played), shown(best));
                    let leads = format!("move number {number} leads to {played}, the best one to {best}");
                    Some((Class::DefenderHelps, format!("{leads}, for the side that moves")))
                }
                LineValue::Best | LineValue::Illegal { .. } | LineValue::NotCovered => None,
            }
        })
    }

    fn by_search(&self, claim: &Claim<'_>) -> Proven {
        let &Claim { board, score, plies, line, from, .. } = claim;
        let short = u32::try_from(plies).ok().filter(|plies| plies.div_ceil(2) <= self.most);
        let mut without_clock = BoardBuilder::from_board(board);
        without_clock.halfmove_clock = 0;
        let without_clock = without_clock.build().expect("a clock at 0 is valid");
        self.with_prover(short.ok_or(NotKnown)?, |prover, plies| {
            let wrong = wrong_of(prover, (board, score, from), line, plies)?;
            let is_for_the_clock = wrong.is_some()
                && board.halfmove_clock() > 0
                && matches!(wrong_of(prover, (&without_clock, score, from), line, plies), Ok(None));
            Ok(wrong.map(|(class, detail)| {
                let by_clock =
                    (Class::MateByClock, format!("{detail}: the fifty-move rule ends the game before"));
                if is_for_the_clock { by_clock } else { (class, detail) }
            }))
        })
    }
}

/// Returns the fault of a mate in `plies` plies and of its line, by search.
fn wrong_of(
    prover: &mut MateProver,
    (board, score, from): (&Board, UciScore, &str),
    line: &[Move],
    plies: u32,
) -> Proven {
    match prover.is_forced(board, plies) {
        MateAnswer::Unknown => Err(NotKnown),
        MateAnswer::No => {
            let within = counted(plies, "ply", "plies");
            Ok(Some((Class::WrongMate, format!("{score}: no mate is forced within {within} {from}"))))
        }
        MateAnswer::Yes => match prover.judge_line(board, line, plies, plies) {
            LineProof::Wrong { ply, finding } => {
                Ok(wrong_move(ply, finding).map(|detail| (Class::DefenderHelps, detail)))
            }
            LineProof::Right | LineProof::Unknown { .. } => Ok(None),
        },
    }
}

/// Returns the indices of the lines of rank 1 that end an iteration: the last exact line of each depth, if a greater
/// depth follows or the search ended by its depth.
fn last_of_depths(request: &Go, printed: &Printed) -> Vec<usize> {
    let lines = printed.exact_infos().filter(|(_, info)| info.line_rank() == 1 && info.line.is_some());
    let exact: Vec<(usize, u64)> = lines.filter_map(|(index, info)| Some((index, info.depth?))).collect();
    let by_depth = request.depth().is_some() && printed.failure.is_none();
    let is_last = |place: usize| match exact.get(place + 1) {
        Some(&(_, next)) => next > exact[place].1,
        None => by_depth,
    };
    (0..exact.len()).filter(|&place| is_last(place)).map(|place| exact[place].0).collect()
}

/// Returns the fault of a move of a line, if the fault concerns the mate.
fn wrong_move(ply: usize, finding: MoveFinding) -> Option<String> {
    let number = ply + 1;
    match finding {
        MoveFinding::Illegal | MoveFinding::NotForced => None,
        MoveFinding::Misses { reply: Some(reply) } => Some(format!(
            "after move number {number} the reply {reply} is not mated in the plies that are left"
        )),
        MoveFinding::Misses { reply: None } => Some(format!("move number {number} gives up the mate")),
        MoveFinding::Helps { within } => {
            let within = counted(within, "ply", "plies");
            Some(format!(
                "move number {number} is mated within {within}, and another one holds out for longer"
            ))
        }
    }
}

fn shown(distance: Distance) -> String {
    match distance {
        Distance::Mate(plies) => format!("a mate in {plies} plies"),
        Distance::Mated(plies) => format!("being mated in {plies} plies"),
        Distance::Draw => "a draw".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, LazyLock};

    use super::*;
    use crate::uci::Limit;

    /// The proofs of all tests, so that each endgame table is computed once.
    static PROOFS: LazyLock<Proofs> = LazyLock::new(|| Proofs::new(5, 1_000_000, None, &Deadline::default()));

    /// The classes of what is proven wrong with this line.
    fn classes(root: &str, score: &str, line: &str) -> Vec<Class> {
        ranked(root, 1, score, line)
    }

    fn ranked(root: &str, rank: usize, score: &str, line: &str) -> Vec<Class> {
        found(root, rank, score, line).into_iter().map(|finding| finding.class).collect()
    }

    fn found(root: &str, rank: usize, score: &str, line: &str) -> Vec<EngineFinding> {
        let request = Go::new(Arc::new(root.parse().expect("a position")), Limit::Depth(9));
        let lines =
            [format!("info depth 9 multipv {rank} score {score} pv {line}"), "bestmove 0000".to_owned()];
        PROOFS.check(&request, &lines.into_iter().collect())
    }

    /// With two plies more before the limit the mate would be one.
    #[test]
    fn a_mate_after_fifty_moves_is_wrong_for_that_reason() {
        let detail = |root: &str| {
            let found = found(root, 1, "mate 2", "f6g6 h8g8 a1a8");
            found.into_iter().map(|finding| (finding.class, finding.detail)).collect::<Vec<_>>()
        };
        let late = detail("7k/8/5K2/8/8/8/8/R7 w - - 98 120");
        let why =
            "mate 2: no mate is forced within 3 plies from here: the fifty-move rule ends the game before";
        assert_eq!(late, [(Class::MateByClock, why.to_owned())]);
        assert_eq!(detail("7k/8/5K2/8/8/8/8/R7 w - - 97 120"), []);
        let never = detail("7k/8/8/5K2/8/8/8/R6r w - - 98 120");
        assert!(never.iter().all(|(_, detail)| !detail.contains("fifty")), "{never:?}");
        // The mate is forced, by a capture; that of the line is too late.
        let line = |clock| {
            let root = format!("4r3/8/8/8/4rk2/5P2/8/5K2 b - - {clock} 97");
            classes(&root, "mate 3", "e4e1 f1g2 e8e2 g2h3 e1h1")
        };
        assert_eq!((line(98), line(0)), (vec![Class::MateByClock], vec![]));
    }

    /// Both lines are complete with forced mates, and the score has another number of moves.
    #[test]
    fn a_line_that_mates_earlier_than_its_score_states_proves_the_score_wrong() {
        let mated = "7k/R7/8/8/8/8/8/1R4K1 b - -";
        let detail = |root, score, line| found(root, 1, score, line).pop().map(|finding| finding.detail);
        let expected = "mate -2 is 4 plies from here; the line mates in 2 plies, which is forced";
        assert_eq!(detail(mated, "mate -2", "h8g8 b1b8").as_deref(), Some(expected));
        let long = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - -";
        assert_eq!(classes(long, "mate 9", "d1d8"), [Class::WrongMate]);
        // The mate is not forced.
        let helped = "6k1/5ppp/8/8/8/8/r4PPP/3R2K1 b - -";
        assert_eq!(classes(helped, "mate -9", "g8f8 d1d8"), []);
    }

    #[test]
    fn the_plies_of_a_claim_are_counted_from_a_named_position() {
        let detail = |rank, score, line| {
            let found = found("8/8/8/8/2k5/8/7q/K7 b - -", rank, score, line);
            found.into_iter().map(|finding| finding.detail).collect::<String>()
        };
        assert!(detail(1, "mate 1", "c4b3").starts_with("mate 1 is 1 ply from here; "));
        assert!(detail(2, "mate 1", "c4b3").starts_with("mate 1 is 0 plies after c4b3; "));
    }

    #[test]
    fn claims_are_judged_by_endgame_tables() {
        let king_and_queen = "8/8/8/8/2k5/8/7q/K7 b - -";
        assert_eq!(classes(king_and_queen, "mate 2", "c4b3 a1b1 h2b2"), []);
        assert_eq!(classes(king_and_queen, "mate 1", "c4b3"), [Class::WrongMate]);
        assert_eq!(classes(king_and_queen, "mate 3", "c4b3"), [Class::LongerMate]);
        assert_eq!(classes(king_and_queen, "mate -2", "c4b3"), [Class::WrongValue]);
        assert_eq!(
            classes(king_and_queen, "mate 2", "h2h8"),
            [Class::DefenderHelps],
            "the queen gives it up"
        );
        assert_eq!(classes("8/8/8/8/8/3k4/3p4/3K4 w - -", "mate -5", "d1d2"), [], "the move is not legal");
        assert_eq!(classes("8/8/8/3k4/8/8/3p4/3K4 b - -", "mate 5", "d5d4"), [Class::WrongValue]);
        assert_eq!(classes(king_and_queen, "cp 900", "h2h8"), [], "no mate is claimed");
    }

    /// The second line states what happens after its first move.
    #[test]
    fn a_line_of_lower_rank_is_judged_after_its_first_move() {
        let root = "6k1/6p1/8/7Q/8/8/qr6/7K w - - 0 1";
        assert_eq!(ranked(root, 2, "mate -2", "h1g1 a2a1 h5d1 a1d1"), []);
        assert_eq!(ranked(root, 1, "mate -2", "h1g1 a2a1 h5d1 a1d1"), [Class::WrongMate]);
        assert_eq!(ranked("8/8/6R1/8/8/7k/5q2/7K w - -", 3, "mate -1", "g6g1 f2h2"), []);
        let two_rooks = "7k/8/8/8/8/8/R7/1R4K1 w - -";
        assert_eq!(ranked(two_rooks, 2, "mate 2", "a2a7 h8g8 b1b8"), []);
        assert_eq!(ranked(two_rooks, 2, "mate 1", "a2a7"), [Class::WrongMate]);
    }

    /// While an iteration runs, the best line so far may lose where another move does not.
    #[test]
    fn a_line_that_loses_claims_nothing_about_the_root_until_its_iteration_is_complete() {
        let root = Arc::new("8/8/6R1/8/8/7k/5q2/7K w - -".parse().expect("a position"));
        let loses = "info depth 1 score mate -1 pv g6g1 f2h2";
        let judged = |limit, lines: &[&str]| {
            let printed = lines.iter().copied().collect();
            let findings = PROOFS.check(&Go::new(Arc::clone(&root), limit), &printed);
            findings.into_iter().map(|finding| finding.class).collect::<Vec<_>>()
        };
        let draws = "info depth 1 score cp 0 pv g6h6 h3g3";
        assert_eq!(judged(Limit::Depth(1), &[loses, draws, "bestmove g6h6"]), []);
        assert_eq!(judged(Limit::Nodes(5), &[loses, "bestmove g6g1"]), []);
        assert_eq!(judged(Limit::Depth(1), &[loses, "bestmove g6g1"]), [Class::WrongValue]);
        let deeper = "info depth 2 score cp 0 pv g6h6 h3g3";
        assert_eq!(judged(Limit::Nodes(5), &[loses, deeper, "bestmove g6h6"]), [Class::WrongValue]);
    }

    #[test]
    fn claims_are_judged_by_search() {
        let root = "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1";
        assert_eq!(classes(root, "mate 3", "f6a6 f7f6 e5f6 g8g7 a6a8"), []);
        assert_eq!(classes(root, "mate 2", "f6a6 f7f6"), [Class::WrongMate]);
        assert_eq!(classes(root, "mate 3", "f6c6 f7f6"), [Class::DefenderHelps]);
        assert_eq!(classes(root, "mate 9", "f6c6 f7f6"), [], "too long to be proven");
        // A line that the next iteration repeats is as wrong there.
        let lines = [8, 9].map(|depth| format!("info depth {depth} score mate 2 pv f6a6 f7f6"));
        let request = Go::new(Arc::new(root.parse().expect("a position")), Limit::Depth(9));
        let found = PROOFS.check(&request, &lines.into_iter().collect());
        assert_eq!(found.iter().map(|finding| finding.line).collect::<Vec<_>>(), [Some(0), Some(1)]);
    }
}
