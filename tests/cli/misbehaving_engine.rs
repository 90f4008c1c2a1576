//! A test double: the engine of pvcheck, but for one thing that goes wrong.
//!
//! `misbehaving-engine KIND [AFTER]` starts `pvcheck engine`, passes commands to it and its lines back, and misbehaves in this way in each
//! search after the first `AFTER` ones (0). Tests of `pvcheck uci` have each kind with the class of findings that it must show.

use std::io::{self, BufRead as _, BufReader, Write as _};
use std::process::{ChildStdin, Command, Stdio, exit};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread;
use std::time::{SystemTime, UNIX_EPOCH};

use pvcheck::position::{Position as _, legal_moves};
use pvcheck_chess::{ChessPosition, Ending};

/// What the double does wrong, and what it has to know for that.
struct Double {
    kind: String,
    /// The number of searches before it begins.
    after: u64,
    /// The number of searches so far.
    searches: u64,
    root: ChessPosition,
    /// The last line that was printed, and the moves of the last first line of `MultiPV`.
    last_line: String,
    first_moves: String,
}

fn main() {
    let mut words = std::env::args().skip(1);
    let kind = words.next().expect("a kind of misbehaviour");
    let after = words.next().map_or(0, |number| number.parse().expect("a number of searches"));
    let own = std::env::current_exe().expect("a path");
    let mut engine = Command::new(own.with_file_name("pvcheck"));
    engine.args(["engine", "--reproducible"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut engine = engine.spawn().expect("pvcheck beside this program");
    let double = Arc::new(Mutex::new(Double {
        kind,
        after,
        searches: 0,
        root: ChessPosition::start(),
        last_line: String::new(),
        first_moves: String::new(),
    }));
    let (mut input, output) = (engine.stdin.take().expect("a pipe"), engine.stdout.take().expect("a pipe"));
    let of_lines = Arc::clone(&double);
    let lines = thread::spawn(move || {
        let lines = BufReader::new(output).lines().map_while(Result::ok);
        lines.for_each(|line| locked(&of_lines).pass_back(&line));
        let _ = engine.wait();
        exit(0);
    });
    for line in io::stdin().lines().map_while(Result::ok) {
        locked(&double).pass_on(&line, &mut input);
    }
    drop(input);
    // The engine ends now.
    lines.join().expect("no panic");
}

fn locked(double: &Mutex<Double>) -> MutexGuard<'_, Double> {
    double.lock().expect("no thread panics")
}

impl Double {
    /// How the search that was started last misbehaves.
    fn kind(&self) -> String {
        if self.searches > self.after { self.kind.clone() } else { String::new() }
    }

    fn pass_on(&mut self, line: &str, engine: &mut ChildStdin) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let mut line = line.to_owned();
        match words.first().copied().unwrap_or_default() {
            "quit" if self.kind() == "ignores-quit" => sleep(),
            "ponderhit" if self.kind() == "ignores-ponderhit" => return,
            "stop" if self.kind() == "ignores-stop" => return,
            "position" => {
                let text = words[1..].join(" ");
                self.root = text.strip_prefix("fen ").unwrap_or(&text).parse().expect("a position");
            }
            "setoption" if self.kind == "castling-notation" && line.contains("UCI_Chess960") => return,
            "go" => line = self.go(line),
            _ => {}
        }
        // An engine that has ended reads no more.
        let _ = writeln!(engine, "{line}");
    }

    /// A search begins. Returns what the engine reads. Some of these never return.
    fn go(&mut self, line: String) -> String {
        self.searches += 1;
        let words: Vec<&str> = line.split_whitespace().collect();
        let number = |name: &str| {
            words.iter().position(|word| *word == name).and_then(|at| words.get(at + 1)?.parse::<u64>().ok())
        };
        let side = if self.root.is_white_to_move() { "wtime" } else { "btime" };
        let deeper = |more: i64| {
            number("depth").map(|depth| format!("go depth {}", depth.saturating_add_signed(more)))
        };
        let is_held = words.contains(&"infinite") || words.contains(&"ponder");
        let kind = self.kind();
        match &*kind {
            "hang" => sleep(),
            "flood" => loop {
                print("info depth 1 seldepth 1 multipv 1 score cp 0 nodes 1");
            },
            "binary" => bytes(b"info depth 1 \xff\xfe\x00\x80 score cp \xc3\x28 pv \xf0\x9f\n"),
            "half-line" => {
                bytes(b"info depth 1 seldepth 1 multipv 1 sco");
                sleep();
            }
            "closes-output" => close_output(),
            "forks" => {
                let child = Command::new("sleep").arg("1000").stdin(Stdio::null()).spawn();
                print(&format!("info string started process {}", child.expect("a command").id()));
            }
            "stale-line" if !self.last_line.is_empty() => print(&self.last_line),
            "castling-notation" => return format!("setoption name UCI_Chess960 value true\n{line}"),
            "slow" => return format!("{line} infinite"),
            "oversteps-clock" => return format!("go movetime {}", number(side).unwrap_or(0) + 1000),
            "early-bestmove" if is_held => return "go depth 1".to_owned(),
            "ends-early" => return deeper(-1).unwrap_or(line),
            "goes-deeper" => return deeper(1).unwrap_or(line),
            _ => {}
        }
        line
    }

    fn pass_back(&mut self, line: &str) {
        if line.starts_with("info depth ") {
            self.info(line);
        } else if line.starts_with("bestmove ") {
            self.answer(line);
        } else if line != "uciok" || self.kind != "no-uciok" {
            print(line);
        }
    }

    /// The engine prints a line of moves.
    fn info(&mut self, line: &str) {
        let (head, moves) = line.split_once(" pv ").unwrap_or((line, ""));
        let (mut head, mut moves) =
            (head.to_owned(), moves.split(' ').map(str::to_owned).collect::<Vec<_>>());
        let (is_second, is_first) = (head.contains(" multipv 2 "), head.contains(" multipv 1 "));
        let is_exact = !head.contains("bound ");
        if is_first {
            self.first_moves = moves.join(" ");
        }
        let mate = between(&head, " score mate ", " ").and_then(|mate| mate.parse::<i64>().ok());
        let kind = self.kind();
        let is_left_out = kind == "no-line" || kind == "missing-line" && is_second;
        match (&*kind, mate) {
            ("overstated-mate", Some(mate)) if mate.abs() > 1 => {
                head = head.replace(&format!(" mate {mate} "), &format!(" mate {} ", mate - mate.signum()));
            }
            ("short-mate-line", Some(_)) => moves.truncate(2),
            ("duplicate-multipv", _) => moves = vec![self.first_moves.clone()],
            ("continues-after-mate", _) if self.is_mate_after(&moves) => {
                moves.push(reversed(&moves[moves.len() - 1]));
            }
            ("illegal-move", _) if moves.len() > 2 => moves[2] = reversed(&moves[2]),
            ("empty-line", _) if is_exact => moves.clear(),
            ("line-order", _) if is_second => {
                let score = between(&head, " score ", " nodes ").expect("a score");
                head = head.replace(score, "cp 20000");
            }
            ("malformed-line", _) => head = head.replace(" nodes ", " nodes x"),
            ("random-nodes", _) => {
                let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.subsec_nanos());
                head = head.replace(" nodes ", &format!(" nodes 1{now:09}"));
            }
            _ => {}
        }
        let moves = moves.join(" ");
        self.last_line = if moves.is_empty() { head } else { format!("{head} pv {moves}") };
        if !is_left_out {
            print(&self.last_line);
        }
        if kind == "crash" {
            exit(9);
        }
        let depth = between(&self.last_line, "info depth ", " ").expect("a depth");
        if kind == "depth-decreases" && depth != "1" {
            print(&self.last_line.replace(&format!("info depth {depth} "), "info depth 1 "));
        }
    }

    /// The engine answers.
    fn answer(&mut self, line: &str) {
        let words: Vec<&str> = line.split(' ').collect();
        let (best, ponder) = (words[1], words.get(3).copied());
        let other = |position: &ChessPosition, than: &str| {
            let mut names = legal_moves(position).into_iter().map(|mv| position.move_name(mv));
            names.find(|name| name != than)
        };
        let kind = self.kind();
        let line = match (&*kind, self.root.parse_move(best)) {
            ("no-bestmove", _) => return,
            (_, None) => line.to_owned(),
            ("no-move", _) => "bestmove (none)".to_owned(),
            ("illegal-bestmove", _) => format!("bestmove {}", reversed(best)),
            ("illegal-ponder", _) => format!("bestmove {best} ponder {}", reversed(best)),
            ("wrong-bestmove", _) => {
                other(&self.root, best).map_or(line.to_owned(), |other| format!("bestmove {other}"))
            }
            ("other-ponder", Some(mv)) => ponder
                .and_then(|ponder| other(&self.root.play(mv), ponder))
                .map_or(line.to_owned(), |other| format!("bestmove {best} ponder {other}")),
            ("late-bestmove", _) => format!("{line}\n{line}"),
            _ => line.to_owned(),
        };
        print(&line);
    }

    fn is_mate_after(&self, moves: &[String]) -> bool {
        let play = |position: ChessPosition, mv: &String| Some(position.play(position.parse_move(mv)?));
        let end = moves.iter().try_fold(self.root.clone(), play);
        end.is_some_and(|end| end.ending() == Some(Ending::Checkmate))
    }
}

fn print(line: &str) {
    bytes(format!("{line}\n").as_bytes());
}

/// Prints bytes, which need not be text or a whole line, at once. Ends when no one reads them.
fn bytes(bytes: &[u8]) {
    let mut output = io::stdout();
    if output.write_all(bytes).and_then(|()| output.flush()).is_err() {
        exit(0);
    }
}

fn between<'t>(text: &'t str, start: &str, end: &str) -> Option<&'t str> {
    text.split_once(start)?.1.split(end).next()
}

/// The move back, which is illegal for the same side: no piece of its own is there.
fn reversed(mv: &str) -> String {
    format!("{}{}", &mv[2..4], &mv[0..2])
}

fn sleep() -> ! {
    loop {
        thread::park();
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
    exit(0);
}
