//! Engines that misbehave on request: test doubles for a program that checks engines.

use std::io::Write;
use std::process::{Command, Stdio};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use clap::ValueEnum;

use super::limits::Limits;
use super::output::Output;
use super::report::{BestMove, Report, mate_plies};
use pvcheck::position::{Position as _, legal_moves};
use pvcheck::score::{Bound, Score};
use pvcheck_chess::ChessPosition;

/// The ways to misbehave. All but `no-uciok` and `ignores-quit` happen in each search, or in each one after the first few.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Misbehaviour {
    /// Ends with status 9 in the middle of a search
    Crash,
    /// Answers nothing any more, and reads no more commands
    Hang,
    /// Prints info lines without end
    Flood,
    /// Prints bytes that are no text
    Binary,
    /// Prints a line without its end, and then nothing
    HalfLine,
    /// Does not answer `uci` with `uciok`
    NoUciok,
    /// Closes its output and runs on
    ClosesOutput,
    /// Goes on searching after `stop`
    IgnoresStop,
    /// Starts a process that keeps the output open
    Forks,
    /// Ends the search without `bestmove`
    NoBestmove,
    /// The best move is illegal
    IllegalBestmove,
    /// The move to ponder on is illegal
    IllegalPonder,
    /// The best move is legal, but the line begins with another move
    WrongBestmove,
    /// Prints the last line of the preceding search first
    StaleLine,
    /// Mates in two moves or more are reported one move too short
    OverstatedMate,
    /// Every line of `MultiPV` repeats the moves of the first
    DuplicateMultipv,
    /// A line that ends with mate has one more move
    ContinuesAfterMate,
    /// Castling is written as in Chess960 in every position
    CastlingNotation,
    /// Exact scores have no line
    EmptyLine,
    /// The third move of a line is illegal
    IllegalMove,
    /// The lines of mates in two moves or more end after two plies
    ShortMateLine,
    /// The second line of `MultiPV` has a greater score than the first
    LineOrder,
    /// The second line of `MultiPV` is left out
    MissingLine,
    /// No line is printed
    NoLine,
    /// The number of nodes is no number
    MalformedLine,
    /// The number of nodes is random
    RandomNodes,
    /// Each line is printed again, as one of depth 1
    DepthDecreases,
    /// Ends one iteration before the depth
    EndsEarly,
    /// Searches one iteration beyond the depth
    GoesDeeper,
    /// Answers only after `stop`
    Slow,
    /// Goes on searching after `ponderhit`, until `stop`
    IgnoresPonderhit,
    /// Answers `go infinite` and `go ponder` at once
    EarlyBestmove,
    /// Prints the best move twice
    LateBestmove,
    /// Does not exit after `quit`
    IgnoresQuit,
    /// Takes a second more than its clock allows
    OverstepsClock,
    /// There is no best move
    NoMove,
    /// The move to ponder is another one than that of the line
    OtherPonder,
}

impl Misbehaviour {
    /// At the beginning of a search, before anything is printed. Most of these never return.
    pub fn begin<W: Write>(self, output: &Output<W>, last_line: Option<&str>) {
        match self {
            Self::Hang => sleep(),
            Self::Flood => {
                while !output.is_closed() {
                    output.line("info depth 1 seldepth 1 multipv 1 score cp 0 nodes 1");
                }
            }
            Self::Binary => output.bytes(b"info depth 1 \xff\xfe\x00\x80 score cp \xc3\x28 pv \xf0\x9f\n"),
            Self::HalfLine => {
                output.bytes(b"info depth 1 seldepth 1 multipv 1 sco");
                sleep();
            }
            Self::ClosesOutput => close_output(),
            Self::Forks => {
                let child = Command::new("sleep").arg("1000").stdin(Stdio::null()).spawn();
                let text = child.map_or_else(|error| error.to_string(), |child| child.id().to_string());
                output.line(&format!("info string started process {text}"));
            }
            Self::StaleLine => last_line.into_iter().for_each(|line| output.line(line)),
            _ => {}
        }
    }

    /// Before an `info` line is printed.
    pub fn alter(self, report: &mut Report, best_line: &[String], root: &ChessPosition) {
        match self {
            Self::OverstatedMate if mate_plies(report.score).is_some_and(|plies| plies > 2) => {
                let step = if report.score > Score::ZERO { 2 } else { -2 };
                report.score = report.score + step;
            }
            Self::DuplicateMultipv if report.rank > 1 => report.line = best_line.to_vec(),
            Self::ContinuesAfterMate if is_mate_at_end(root, &report.line) => {
                let last = report.line[report.line.len() - 1].clone();
                report.line.push(reversed(&last));
            }
            Self::EmptyLine if report.bound == Bound::Exact => report.line.clear(),
            Self::IllegalMove if report.line.len() > 2 => report.line[2] = reversed(&report.line[2]),
            Self::ShortMateLine if !report.score.is_ordinary() => report.line.truncate(2),
            Self::LineOrder if report.rank == 2 => {
                report.score = Score::new(20_000);
            }
            _ => {}
        }
    }

    /// What is printed of an `info` line.
    pub fn printed(self, report: &Report, text: String) -> Vec<String> {
        match self {
            Self::MissingLine if report.rank == 2 => Vec::new(),
            Self::NoLine => Vec::new(),
            Self::MalformedLine => vec![text.replace(" nodes ", " nodes x")],
            Self::RandomNodes => {
                let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.subsec_nanos());
                vec![text.replace(" nodes ", &format!(" nodes 1{now:09}"))]
            }
            Self::DepthDecreases if report.depth > 1 => {
                let again = text.replace(&format!("info depth {} ", report.depth), "info depth 1 ");
                vec![text, again]
            }
            _ => vec![text],
        }
    }

    /// When the search ends; whether it waits for a command first.
    pub fn limits(self, mut limits: Limits) -> (Limits, bool) {
        let mut is_held = limits.is_held();
        match self {
            Self::EndsEarly => limits.depth = limits.depth.map(|depth| depth.saturating_sub(1)),
            Self::GoesDeeper => limits.depth = limits.depth.map(|depth| depth.saturating_add(1)),
            Self::OverstepsClock => {
                limits.time = limits.left.map(|left| left.saturating_add(Duration::from_secs(1)));
            }
            Self::Slow => is_held = true,
            Self::EarlyBestmove if is_held => (limits.depth, is_held) = (Some(1), false),
            _ => {}
        }
        (limits, is_held)
    }

    /// Before `bestmove` is printed. Returns whether it is.
    pub fn alter_best(self, answer: &mut BestMove, root: &ChessPosition) -> bool {
        let Some(best) = answer.best.clone() else { return self != Self::NoBestmove };
        match self {
            Self::NoBestmove => return false,
            Self::IllegalBestmove => *answer = BestMove { best: Some(reversed(&best)), ponder: None },
            Self::IllegalPonder => answer.ponder = Some(reversed(&best)),
            Self::NoMove => *answer = BestMove { best: None, ponder: None },
            Self::OtherPonder => {
                // With a seeded bug the best move may be illegal.
                let Some(after) = root.parse_move(&best).map(|mv| root.play(mv)) else { return true };
                let mut names = legal_moves(&after).into_iter().map(|mv| after.move_name(mv));
                let other = names.find(|name| answer.ponder.as_ref().is_some_and(|ponder| ponder != name));
                answer.ponder = other.or(answer.ponder.take());
            }
            Self::WrongBestmove => {
                let mut names = legal_moves(root).into_iter().map(|mv| root.move_name(mv));
                if let Some(other) = names.find(|name| *name != best) {
                    *answer = BestMove { best: Some(other), ponder: None };
                }
            }
            _ => {}
        }
        true
    }
}

/// The move back, which is illegal for the same side: no piece of its own is there.
fn reversed(mv: &str) -> String {
    match (mv.get(0..2), mv.get(2..4)) {
        (Some(from), Some(to)) => format!("{to}{from}"),
        _ => "0000".to_owned(),
    }
}

fn is_mate_at_end(root: &ChessPosition, line: &[String]) -> bool {
    let play = |position: ChessPosition, mv: &String| Some(position.play(position.parse_move(mv)?));
    let end = line.iter().try_fold(root.clone(), play);
    !line.is_empty() && end.is_some_and(|end| end.evaluate() == Score::MIN)
}

pub(super) fn sleep() -> ! {
    loop {
        std::thread::park();
    }
}

/// The process becomes one that sleeps and whose output is closed: standard output cannot be closed safely in Rust.
#[cfg(unix)]
fn close_output() {
    use std::os::unix::process::CommandExt as _;

    let error = Command::new("sleep").arg("1000").stdout(Stdio::null()).exec();
    panic!("the command `sleep` does not run: {error}");
}

/// Elsewhere the process ends.
#[cfg(not(unix))]
fn close_output() {
    std::process::exit(0);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_scores_and_moves_are_altered_as_described() {
        let root: ChessPosition = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1".parse().expect("a position");
        let line = vec!["d1d8".to_owned()];
        let report = Report { depth: 1, rank: 1, score: Score::MAX - 5, bound: Bound::Exact, line };
        let altered = |kind: Misbehaviour, report: &Report| {
            let mut report = report.clone();
            kind.alter(&mut report, &["g1f1".to_owned()], &root);
            report
        };
        assert_eq!(altered(Misbehaviour::OverstatedMate, &report).score, Score::MAX - 3);
        let mated = Report { score: Score::MIN + 4, ..report.clone() };
        assert_eq!(altered(Misbehaviour::OverstatedMate, &mated).score, Score::MIN + 2);
        let short = Report { score: Score::MAX - 1, ..report.clone() };
        assert_eq!(altered(Misbehaviour::OverstatedMate, &short), short);
        assert_eq!(altered(Misbehaviour::ContinuesAfterMate, &report).line, ["d1d8", "d8d1"]);
        assert_eq!(altered(Misbehaviour::EmptyLine, &report).line.len(), 0);
        assert_eq!(altered(Misbehaviour::DuplicateMultipv, &report), report);
        let second = Report { rank: 2, ..report.clone() };
        assert_eq!(altered(Misbehaviour::DuplicateMultipv, &second).line, ["g1f1"]);

        let answer = BestMove { best: Some("d1d8".to_owned()), ponder: None };
        let best = |kind: Misbehaviour| {
            let mut answer = answer.clone();
            kind.alter_best(&mut answer, &root).then(|| answer.text())
        };
        assert_eq!(best(Misbehaviour::NoBestmove), None);
        assert_eq!(best(Misbehaviour::IllegalBestmove).as_deref(), Some("bestmove d8d1"));
        assert_eq!(best(Misbehaviour::IllegalPonder).as_deref(), Some("bestmove d1d8 ponder d8d1"));
        let wrong = best(Misbehaviour::WrongBestmove).expect("a best move");
        assert!(wrong != answer.text() && root.parse_move(&wrong[9..]).is_some(), "{wrong}");
    }
}
