//! A session in one line of text, `PLAN: COMMAND; COMMAND`, which reports print and replays read.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use super::clock::Clock;
use super::plan::{Plan, Session};
use super::root::Root;
use super::search::{Go, Limit, Ponder, Setting, set_option};
use pvcheck::syntax::{SyntaxError, quoted};

/// The text that names the commands of a replay in error messages.
const EXPECTED: &str = "`setoption name NAME value VALUE`, `ucinewgame`, `position POSITION`, `go depth|nodes|movetime N \
                        [searchmoves MOVE ...]`, `go wtime N btime N winc N binc N`, `go infinite` and then `stop (after N ms)`, or `go ponder` and a \
                        limit, and then that or `ponderhit (after N ms)`, separated by `; `";

impl Session {
    /// Returns the commands, as a user types them, without the handshake.
    pub fn commands(&self) -> Vec<String> {
        self.settings.iter().map(set_option).chain(self.requests.iter().flat_map(Go::commands)).collect()
    }
}

/// The offsets in milliseconds at which a replay tries the command of a search that waits for one.
const AROUND: [i64; 9] = [0, 1, -1, 2, -2, 4, -4, 8, -8];

impl Session {
    /// Returns the session with its last search stopped at its moment, and at moments around; without a moment, the session
    /// alone.
    pub fn moments(&self) -> Vec<Self> {
        let Some((moment, _)) = self.requests.last().and_then(Go::held) else { return vec![self.clone()] };
        let at = |moment| {
            let mut session = self.clone();
            session.requests.last_mut().expect("the search with the moment").hold(moment);
            session
        };
        AROUND.iter().filter_map(|&by| moment.checked_add_signed(by)).map(at).collect()
    }
}

impl fmt::Display for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_compared = self.requests.last().is_some_and(|last| last.relation.is_some());
        // A plan that compares its last two searches, if these are compared.
        let plan = if is_compared || self.plan.relation().is_none() { self.plan } else { Plan::Fresh };
        write!(f, "{plan}: {}", self.commands().join("; "))
    }
}

/// The settings for the next search.
#[derive(Default)]
struct Next {
    settings: Vec<Setting>,
    new_game: bool,
    root: Option<Arc<Root>>,
}

impl FromStr for Session {
    type Err = SyntaxError;

    fn from_str(text: &str) -> Result<Self, SyntaxError> {
        let text = text.trim_end();
        let whole = |problem: &str, expected: &str| SyntaxError::new(text, 0..text.len(), problem, expected);
        let (name, commands) =
            text.split_once(": ").ok_or_else(|| whole("no plan", "`PLAN: COMMAND; COMMAND`"))?;
        let mut session = Self { plan: name.parse()?, settings: Vec::new(), requests: Vec::new() };
        let (mut next, mut at) = (Next::default(), name.len() + 2);
        for command in commands.split("; ") {
            session.read(&mut next, command).map_err(|error| {
                let wrong = || SyntaxError::new(command, 0..command.len(), quoted(command), EXPECTED);
                error.unwrap_or_else(wrong).within(text, at)
            })?;
            at += command.len() + 2;
        }
        let relation = session.plan.relation().filter(|_| session.requests.len() > 1);
        let last = session.requests.last_mut().ok_or_else(|| whole("no search", "`position` and `go`"))?;
        last.relation = relation;
        Ok(session)
    }
}

impl Session {
    /// Reads one command. An error without a place is about the whole command.
    fn read(&mut self, next: &mut Next, command: &str) -> Result<(), Option<SyntaxError>> {
        let (word, rest) = command.split_once(' ').unwrap_or((command, ""));
        match word {
            "setoption" => {
                let setting = rest.strip_prefix("name ").and_then(|rest| rest.split_once(" value "));
                let (name, value) = setting.ok_or(None)?;
                let settings = if self.requests.is_empty() { &mut self.settings } else { &mut next.settings };
                settings.push((name.to_owned(), value.to_owned()));
            }
            "ucinewgame" => next.new_game = true,
            "position" => {
                let start = command.len() - rest.len();
                let root = rest.parse().map_err(|error: SyntaxError| Some(error.within(command, start)))?;
                next.root = Some(Arc::new(root));
            }
            "go" => {
                let root = next.root.clone().ok_or(None)?;
                let Next { settings, new_game, .. } = std::mem::take(next);
                let (rest, ponder) = match rest.strip_prefix("ponder ") {
                    Some(rest) => (rest, Some(Ponder { after: 0, hit: false })),
                    None => (rest, None),
                };
                let (limit, only) = limit(rest).ok_or(None)?;
                let waits = self.plan != Plan::NoIsReady;
                self.requests.push(Go {
                    only,
                    new_game,
                    settings,
                    waits,
                    ponder,
                    ..Go::new(Arc::clone(&root), limit)
                });
                next.root = Some(root);
            }
            "stop" | "ponderhit" => {
                let time = rest.strip_prefix("(after ").and_then(|rest| rest.strip_suffix(" ms)"));
                let after = time.and_then(|time| time.parse().ok()).ok_or(None)?;
                let hit = word == "ponderhit";
                let last = self.requests.last_mut().ok_or(None)?;
                match (&mut last.ponder, &mut last.limit) {
                    (Some(ponder), _) => *ponder = Ponder { after, hit },
                    (None, Limit::Stop(time)) if !hit => *time = after,
                    _ => return Err(None),
                }
            }
            _ => return Err(None),
        }
        Ok(())
    }
}

/// The limit after `go`, and the only moves to search.
fn limit(rest: &str) -> Option<(Limit, Vec<String>)> {
    let (rest, only) = rest.split_once(" searchmoves ").unwrap_or((rest, ""));
    let number = || rest.split_once(' ')?.1.parse().ok();
    let limit = match rest.split(' ').next()? {
        "depth" => Limit::Depth(number()?),
        "nodes" => Limit::Nodes(number()?),
        "movetime" => Limit::MoveTime(number()?),
        "wtime" => Limit::Clock(Clock::read(rest)?),
        "infinite" if rest == "infinite" => Limit::Stop(0),
        _ => return None,
    };
    Some((limit, only.split_whitespace().map(str::to_owned).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_is_read_as_it_is_written() {
        for text in [
            "random-stop: setoption name Hash value 1; ucinewgame; position startpos; go infinite; stop (after 12 ms)",
            "repeat: ucinewgame; position startpos moves e2e4; go nodes 7; ucinewgame; position startpos moves e2e4; go nodes 7",
            "multipv: position startpos; go depth 3; ucinewgame; position startpos; go depth 3 searchmoves e2e4 d2d4",
            "warm: ucinewgame; position startpos; go depth 1; setoption name Hash value 64; position startpos; go depth 1",
            "play: ucinewgame; position startpos; go wtime 1000 btime 900 winc 10 binc 10",
            "two-processes: setoption name Ponder value true; position startpos moves e2e4 e7e5; go ponder depth 4; ponderhit (after 9 ms)",
            "two-processes: ucinewgame; position startpos; go ponder wtime 9 btime 9 winc 0 binc 0; stop (after 1 ms)",
            "no-isready: position fen 4k3/8/8/8/8/2p5/8/4K3 w - - 0 1; go movetime 5",
        ] {
            let session: Session = text.parse().unwrap_or_else(|error| panic!("{text}: {error:?}"));
            assert_eq!(session.to_string(), text);
        }
        let related: Session =
            "repeat: position startpos; go depth 1; go depth 1".parse().expect("a session");
        assert!(related.requests[1].relation.is_some() && related.requests[0].waits);
        let single: Session = "repeat: position startpos; go depth 1".parse().expect("a session");
        assert_eq!(single.to_string(), "fresh: position startpos; go depth 1");
    }

    #[test]
    fn what_is_no_session_is_refused_with_its_place() {
        for (text, column) in [
            ("position startpos", 1),
            ("frech: position startpos; go depth 1", 1),
            ("fresh: ucinewgame", 1),
            ("fresh: go depth 1", 8),
            ("fresh: position startpos; go deep 1", 27),
            ("play: position startpos; go wtime 1 btime 1 winc 1 binc 2", 26),
            ("fresh: position startpos moves e2e5; go depth 1", 32),
            ("fresh: position startpos; go depth 1; stop (after 5 ms)", 39),
            ("fresh: position startpos; go infinite; ponderhit (after 5 ms)", 40),
            ("fresh: setoption Hash 1; position startpos; go depth 1", 8),
        ] {
            let error = text.parse::<Session>().expect_err(text);
            assert_eq!(error.column, column, "{text}: {error:?}");
        }
    }
}
