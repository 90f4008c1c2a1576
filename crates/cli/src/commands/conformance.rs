//! `pvcheck subject --conformance`: checks that a program keeps the line protocol.

use std::time::Duration;

use serde::Serialize;
use serde_json::json;

use super::{Next, Render};
use crate::report::{BROKEN, CiFailure, CiItem, CiReport, Document, GOOD, styled};
use pvcheck::experiment::Deadline;
use pvcheck::game::{Graph, SharedPosition};
use pvcheck::verify::{NoAnswer, Program, RunningProgram};

pub(super) struct Conformance {
    name: String,
    checks: Vec<ConformanceJson>,
    /// Whether the program did not answer in time.
    timed_out: bool,
}

/// A check of the protocol.
#[derive(Serialize)]
pub(super) struct ConformanceJson {
    /// The required behaviour of the program.
    check: &'static str,
    /// Whether the program passed the check; `null` if the program does not claim the behaviour.
    passed: Option<bool>,
    /// The fault of the program; `null` if the program passed.
    problem: Option<String>,
}

/// A check: the name of the requirement, and the function that tests the requirement in one process.
type ConformanceCheck = (&'static str, fn(&Program, &mut RunningProgram) -> Result<(), NoAnswer>);

const STOPS: &str = "it stops when it reads `stop`";

const CHECKS: &[ConformanceCheck] = &[
    ("it answers a search of a small game", |program, running| search(program, running, "[[1 0] [1 0]]", 2)),
    ("it searches a game that is over at the root", |program, running| search(program, running, "5", 3)),
    ("it searches to depth 0", |program, running| search(program, running, "7[1 2]", 0)),
    ("it searches positions with one move, 64 plies deep", |program, running| {
        search(program, running, &format!("{}3{}", "[".repeat(64), "]".repeat(64)), 64)
    }),
    ("it searches a game whose lines come back to a position", |program, running| {
        search(program, running, "a:[1 [a]]", 4)
    }),
    ("it reads scores up to 998,999,999 and mates", |program, running| {
        search(program, running, "[998999999 -998999999 -#0 #3]", 1)
    }),
    ("it reads moves that are noisy or forcing, and null moves", |program, running| {
        search(program, running, "[!1 +[2 3 ~1] !+4 ~5]", 2)
    }),
    ("it searches another position of the same game", |program, running| {
        let game = begin(running, "[[1 0] [1 0]]");
        running.send("search 1 depth 1\n".to_owned());
        answer(program, running, &game)
    }),
    ("it answers one search after the other", |program, running| {
        for game in ["[3 5]", "[[3 5] [2 9]]", "0"] {
            search(program, running, game, 2)?;
        }
        Ok(())
    }),
    ("it writes nothing after `done`", |program, running| {
        search(program, running, "[[1 0] [1 0]]", 2)?;
        std::thread::sleep(Duration::from_millis(100));
        running.ensure_silent()
    }),
    (STOPS, |program, running| {
        // Far too large to be searched to the end.
        let game = begin(running, "a:[1 a a a a a a a]");
        running.send("search 0 depth 60\nstop\n".to_owned());
        answer(program, running, &game)
    }),
    ("it ends when it reads `quit`", |_, running| {
        running.send("quit\n".to_owned());
        ended(running)
    }),
];

fn begin(running: &RunningProgram, game: &str) -> Graph {
    let game = game.parse().expect("a game");
    let mut text = String::new();
    running.write_game(&mut text, &game, None);
    running.send(text);
    game
}

fn search(program: &Program, running: &mut RunningProgram, game: &str, depth: usize) -> Result<(), NoAnswer> {
    let game = begin(running, game);
    running.send(format!("search 0 depth {depth}\n"));
    answer(program, running, &game)
}

/// Reads an answer with one result, as requested.
fn answer(program: &Program, running: &mut RunningProgram, game: &Graph) -> Result<(), NoAnswer> {
    match running.answer(&SharedPosition::from(game.clone()), &mut (), program.time_limit)?.results() {
        1 => Ok(()),
        results => Err(NoAnswer::Invalid(format!("{results} lines `result`; one line was requested"))),
    }
}

fn ended(running: &mut RunningProgram) -> Result<(), NoAnswer> {
    let limit = Duration::from_secs(2);
    let deadline = Deadline::after(Some(limit));
    match std::iter::repeat_with(|| running.next_line(&deadline, limit)).find_map(Result::err) {
        Some(NoAnswer::Stopped(_)) | None => Ok(()),
        Some(other) => Err(other),
    }
}

/// Runs all checks of the program with this name, each check in a new process.
pub(super) fn conformance(program: &Program, name: String) -> Conformance {
    let mut timed_out = false;
    let run = |&(check, run): &ConformanceCheck| {
        let result = RunningProgram::start(program, &Deadline::default()).and_then(|mut running| {
            let is_due = check != STOPS || running.can_stop;
            if is_due { run(program, &mut running).map(|()| true) } else { Ok(false) }
        });
        match result {
            Ok(is_due) => ConformanceJson { check, passed: is_due.then_some(true), problem: None },
            Err(problem) => {
                timed_out |= matches!(problem, NoAnswer::TimedOut(_));
                ConformanceJson { check, passed: Some(false), problem: Some(problem.to_string()) }
            }
        }
    };
    let checks = CHECKS.iter().map(run).collect();
    Conformance { name, checks, timed_out }
}

impl Conformance {
    fn failed(&self) -> usize {
        self.checks.iter().filter(|check| check.passed == Some(false)).count()
    }

    fn verdict(&self) -> String {
        match self.failed() {
            0 => format!("{}: it keeps the protocol", self.name),
            failed => {
                format!("{}: {failed} of {} checks of the protocol failed", self.name, self.checks.len())
            }
        }
    }
}

impl Render for Conformance {
    fn has_findings(&self) -> bool {
        self.failed() > 0
    }

    fn timed_out(&self) -> bool {
        self.timed_out
    }

    fn text(&self, _: u16) -> String {
        let mut text = String::new();
        for ConformanceJson { check, passed, problem } in &self.checks {
            match problem {
                None if passed.is_none() => text += &format!("- {check}: it does not claim that\n"),
                None => text += &format!("{} {check}\n", styled(GOOD, "✓")),
                Some(problem) => text += &format!("{} {check}\n    {problem}\n", styled(BROKEN, "✗")),
            }
        }
        format!("{text}{}\n", self.verdict())
    }

    fn next(&self) -> Option<Next> {
        (!self.has_findings()).then_some(Next::ProtocolKept)
    }

    fn json(&self) -> Document<impl Serialize> {
        let scope = json!({ "name": self.name, "conformance": true });
        Document::new("subject", None, scope, self.checks.iter())
    }

    fn ci(&self) -> CiReport {
        let command = "pvcheck subject --conformance";
        let item = |check: &ConformanceJson| {
            let failure = check.problem.clone().map(|problem| CiFailure {
                message: problem.clone(),
                details: problem,
                replay: command.to_owned(),
            });
            CiItem::new(check.check, &self.name, failure)
        };
        let due = self.checks.iter().filter(|check| check.passed.is_some());
        CiReport::new(command, self.verdict(), due.map(item))
    }
}
