//! `pvcheck program`: the other side of the line protocol, with the searches of pvcheck.

use std::io::{self, BufRead as _, Write};

use clap::Args;

use super::args::{on_one_thread, parsed};
use super::{Failure, Output, Result, refused};
use pvcheck::game::{AnyPosition, Graph};
use pvcheck::position::Move;
use pvcheck::pv::{AnyStore, CAPACITY};
use pvcheck::search::{NodeLimit, Outcome, Scratch, SearchOptions, Task};
use pvcheck::subject::Subject;
use pvcheck::verify::PROTOCOL;

#[derive(Args, Clone, Debug)]
pub(super) struct ProgramCommand {
    /// The subject that searches: ALGORITHM+STORE[+OPTION...]
    #[arg(default_value = "pvs-soft+triangular")]
    subject: String,
}

struct State {
    subject: Subject,
    game: Graph,
    scratch: Scratch,
    store: AnyStore<'static>,
}

impl ProgramCommand {
    pub fn run(&self) -> Result<Output> {
        let subject: Subject = parsed("program", &self.subject)?;
        on_one_thread("program", &subject)?;
        let (store, scratch) = (subject.store.any(), Scratch::default());
        let mut state = State { subject, game: Graph::default(), scratch, store };
        let mut output = io::stdout().lock();
        for line in io::stdin().lock().lines() {
            let line = line.map_err(Failure::io("standard input", "read"))?;
            if line.trim() == "quit" {
                break;
            }
            let answered = state.answer(&line, &mut output).and_then(|()| output.flush());
            match answered {
                Ok(()) => {}
                Err(error) if error.kind() == io::ErrorKind::BrokenPipe => break,
                Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                    return refused(error.to_string());
                }
                Err(error) => return Err(Failure::io("standard output", "write to")(error)),
            }
        }
        Ok(Output::plain(String::new()))
    }
}

/// The error of a line that is not of the protocol.
fn invalid(line: &str, expected: &str) -> io::Error {
    let line: String = line.chars().take(80).collect();
    io::Error::new(io::ErrorKind::InvalidData, format!("line {line:?}: expected {expected}"))
}

impl State {
    fn answer(&mut self, line: &str, output: &mut impl Write) -> io::Result<()> {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["pvcheck", version] if version == PROTOCOL.to_string() => {
                writeln!(output, "ready pvcheck {} form notation", self.subject)
            }
            ["pvcheck", ..] => Err(invalid(line, &format!("`pvcheck {PROTOCOL}`"))),
            ["newgame", ..] => {
                self.scratch.new_game();
                Ok(())
            }
            ["game", "notation", ..] => {
                let start = line.find("notation").unwrap_or(0) + "notation".len();
                let game = line[start..].trim().parse();
                self.game = game.map_err(|error| invalid(line, &format!("a game: {error}")))?;
                Ok(())
            }
            ["search", root, "depth", depth, ref limits @ ..] => {
                let expected = "`search POSITION depth PLIES [nodes N] [lines K]`";
                let parsed = root.parse().ok().zip(depth.parse().ok());
                let (root, depth) = parsed
                    .filter(|&(root, depth): &(usize, usize)| root < self.game.len() && depth <= CAPACITY)
                    .ok_or_else(|| invalid(line, expected))?;
                let options = limited(self.subject.options, limits).ok_or_else(|| invalid(line, expected))?;
                self.search(root, depth, &options, output)
            }
            ["option" | "stop", ..] | [] => Ok(()),
            _ => Err(invalid(line, "`newgame`, `game notation`, `search`, `stop` or `quit`")),
        }
    }

    fn search(
        &mut self,
        root: usize,
        depth: usize,
        options: &SearchOptions,
        output: &mut impl Write,
    ) -> io::Result<()> {
        let Self { subject, game, scratch, store } = self;
        let root = AnyPosition::Graph(game.position(root));
        let task = Task { root: &root, depth, options, node_limit: None };
        let (mut results, mut done) = (String::new(), String::new());
        subject.algorithm.search(store, &mut (), scratch, task, &mut |outcome| {
            results += &result(outcome);
            let suffix = if outcome.unfinished { " unfinished" } else { "" };
            done = format!("done depth {}{suffix}", outcome.depth);
        });
        writeln!(output, "{results}{done}")
    }
}

/// The options with the limits of one request.
fn limited(options: SearchOptions, limits: &[&str]) -> Option<SearchOptions> {
    match limits {
        [] => Some(options),
        ["nodes", nodes, rest @ ..] => {
            let node_limit = Some(NodeLimit { nodes: nodes.parse().ok()?, improved: false });
            limited(SearchOptions { node_limit, ..options }, rest)
        }
        ["lines", lines, rest @ ..] => {
            let lines = lines.parse().ok().filter(|&lines| lines > 0)?;
            limited(SearchOptions { lines, ..options }, rest)
        }
        _ => None,
    }
}

/// Returns one line of an answer.
fn result(outcome: &Outcome<'_>) -> String {
    let mut text = format!("result {} {}", outcome.score, outcome.bound.name());
    if let Some(best) = outcome.best_move {
        text += &format!(" best {best}");
    }
    if let Some(line) = outcome.line {
        text += " pv";
        // A slot that was never written is shown as a move that does not exist.
        for mv in line {
            text += &format!(" {}", mv.number().min(Move::LARGEST));
        }
    }
    text + "\n"
}
