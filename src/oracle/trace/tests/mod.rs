//! Every rule and fact of the trace check on runs of small games: a run that follows, and the nearest that does not.
//!
//! A run is a text. Its words are reported one after another, from the visit of the root on; all but the last one must follow.
//!
//! ```text
//! 3  3/1  3/1/2      the visit after move 3: with one ply less, with 1 ply to go, with 1 where 2 are the full depth
//! ?3/1  ~/1  '3/1    the same as a test, after a pass, and after a move that is not told
//! @1                 a visit of the same position at the same ply with 1 ply to go
//! =5  =5@2..9        the visit returns 5 to the full window, or to this one
//! |5@2..9            a pass over all its moves ends with 5
//! 2>=5               an entry of draft 2 with a lower bound, in the words of `Run::other`
//! ```

mod facts;
mod outcome;
mod rules;

use super::*;
use crate::game::{Graph as Game, GraphPosition};
use crate::oracle::Drafts;
use crate::told::Told;

/// The windows of these runs are those that their rules need: one test is about where they come from.
const PLAIN: Rules = Rules::FIXED_TREE.any_windows();
const DEEPER: Rules = PLAIN.tt(Drafts::Deeper);

fn game(text: &str) -> Game {
    text.parse().expect("a game")
}

/// Judges the last word of each run. `first -> run; run ! lack` is two runs that begin with `first`, of which the second does
/// not follow.
fn check(text: &str, rules: Rules, depth: usize, runs: &str) {
    let game = game(text);
    let (first, runs) = runs.split_once("->").unwrap_or(("", runs));
    for run in runs.split(';') {
        let (words, lack) =
            run.split_once('!').map_or((run, None), |(words, lack)| (words, Some(lack.trim())));
        let judged = Run::new(&game, rules, depth).report(&format!("{first} {words}"));
        let found = judged.err().map(|step| format!("{:?}", step.lack));
        let fits =
            found.as_deref().map_or(lack.is_none(), |found| lack.is_some_and(|lack| found.contains(lack)));
        assert!(fits, "{text}: {first} {run}: {found:?}");
    }
}

#[derive(Clone, Copy)]
struct Node<'g> {
    position: GraphPosition<'g>,
    ply: usize,
    remaining: usize,
    /// The plies to go with which the node is searched: `remaining`, or fewer at a reduced node.
    searched: usize,
}

struct Run<'g> {
    game: &'g Game,
    trace: Trace<GraphPosition<'g>>,
    rules: Rules,
    depth: usize,
    open: Vec<Node<'g>>,
    ended: Option<Node<'g>>,
}

impl<'g> Run<'g> {
    fn new(game: &'g Game, rules: Rules, depth: usize) -> Self {
        let mut trace = Trace::default();
        trace.begin(&rules, false);
        let mut run = Self { game, trace, rules, depth, open: Vec::new(), ended: None };
        run.start(depth, &[]);
        run
    }

    /// The search of the root to this depth without these moves starts.
    fn start(&mut self, depth: usize, excluded: &[Move]) {
        self.depth = depth;
        self.trace.search_started(depth, excluded);
        self.open.clear();
        self.enter(self.game.root(), 0, depth + self.rules.horizon.plies);
    }

    fn enter(&mut self, position: GraphPosition<'g>, ply: usize, remaining: usize) {
        self.trace.enter(&position, ply, remaining);
        self.open.push(Node { position, ply, remaining, searched: remaining });
    }

    fn report(&mut self, words: &str) -> Judged {
        let mut words = words.split_whitespace().peekable();
        while let Some(word) = words.next() {
            let judged = self.word(word);
            if words.peek().is_none() {
                return judged;
            }
            judged.unwrap_or_else(|step| panic!("`{word}` is not the last word: {step}"));
        }
        Ok(())
    }

    fn word(&mut self, word: &str) -> Judged {
        let (sign, rest) = word.split_at(1);
        match sign {
            "=" | "|" => return self.returns(rest, sign == "="),
            "?" | "~" | "'" => self.play(sign, rest),
            "@" => {
                let Node { position, ply, .. } = self.current();
                self.enter(position, ply, number(rest));
            }
            _ if sign.parse::<u8>().is_ok() => self.play("", word),
            _ => return self.other(word),
        }
        Ok(())
    }

    fn current(&self) -> Node<'g> {
        *self.open.last().expect("an open visit")
    }

    fn play(&mut self, sign: &str, rest: &str) {
        let Node { position, ply, searched, .. } = self.current();
        let mut parts = rest.split('/');
        let mv = parts.next().filter(|mv| !mv.is_empty()).map_or(Move::NULL, |mv| Move::new(number(mv)));
        let after = parts.next().map_or_else(|| searched.saturating_sub(1), number);
        let full = parts.next().map_or_else(|| searched.saturating_sub(1).max(after), number);
        match sign {
            "'" => {}
            "?" => self.tell(Told::Probe(mv)),
            _ => self.tell(Told::Move(mv, full)),
        }
        let child = if mv == Move::NULL { position.pass().expect("a pass") } else { position.play(mv) };
        self.enter(child, ply + 1, after);
    }

    fn tell(&mut self, told: Told) {
        let ply = self.current().ply;
        self.trace.told(ply, &told).expect("only a stored entry is judged");
    }

    fn returns(&mut self, text: &str, ends: bool) -> Judged {
        let (value, window) =
            text.split_once('@').map_or((text, Window::FULL), |(value, ends)| (value, window(ends)));
        let Node { position, remaining, .. } = self.current();
        if !ends {
            return self.trace.pass_ended(&position, remaining, window, score(value));
        }
        self.ended = self.open.pop();
        if self.trace.is_reported() {
            return self.trace.exit(&position, remaining, window, score(value));
        }
        self.trace.exit_unchecked(&position, remaining, window, score(value));
        Ok(())
    }

    fn other(&mut self, word: &str) -> Judged {
        let (name, rest) = word.split_once(':').unwrap_or((word, ""));
        let (first, second) = rest.split_once(':').unwrap_or((rest, ""));
        let mv = || if first.is_empty() { Move::NULL } else { Move::new(number(first)) };
        let told = match name {
            // Reasons of a visit that returns next.
            "draw" => Told::Leaves(Why::Draw),
            "table" => Told::Leaves(Why::Table(entry(rest))),
            "static" => Told::Leaves(Why::Static(score(rest))),
            "pass" => Told::Leaves(Why::Pass),
            "cut" => Told::Leaves(Why::Cut(number(rest))),
            "same" => Told::Leaves(Why::SameNode),
            "child" => Told::Leaves(Why::ChildEntry(mv(), entry(second))),
            // What else it tells.
            "begins" => Told::Move(mv(), 0),
            "skip" => Told::Skipped(mv(), SkipReason::Other),
            "late" => Told::Skipped(mv(), SkipReason::Late),
            "futile" => Told::Skipped(mv(), SkipReason::Futile),
            "reduced" => {
                let searched = number(rest);
                self.open.last_mut().expect("an open visit").searched = searched;
                Told::Reduced(searched)
            }
            "narrowed" => Told::Narrowed(entry(first), window(second)),
            "alpha" => Told::Alpha(score(rest)),
            "without" => Told::Without(mv()),
            // An entry for the visit that ended, or for another position.
            "stores" | "stores-other" => {
                let Node { position, ply, .. } = self.ended.expect("a visit that ended");
                let key = position.key() + u64::from(name == "stores-other");
                return self.trace.told(ply, &Told::Stores(Entry { key, ..entry(rest) }));
            }
            _ => {
                self.run(name, rest);
                return Ok(());
            }
        };
        self.tell(told);
        Ok(())
    }

    /// The words about the visit itself and about the whole run.
    fn run(&mut self, name: &str, rest: &str) {
        match name {
            "evaluates" => self.trace.evaluated(&self.current().position),
            "options" => self.trace.checks_options = true,
            "reported-down-to" => self.trace.reported_down_to(number(rest)),
            "gives-up" => self.open.truncate(self.open.len() - 1),
            "depth" => self.start(number(rest), &[]),
            "excluding" => self.start(self.depth, &[Move::new(number(rest))]),
            "next" => {
                self.trace.next_search();
                self.start(self.depth, &[]);
            }
            _ => panic!("no word `{name}`"),
        }
    }
}

fn number<T: std::str::FromStr<Err: std::fmt::Debug>>(text: &str) -> T {
    text.parse().expect("a number")
}

fn score(text: &str) -> Score {
    match text {
        "inf" => Score::INFINITY,
        "-inf" => -Score::INFINITY,
        // Nearer than any game can end, as an end of a window may be.
        "#-1" => Score::MAX.nearer(1),
        _ => number(text),
    }
}

fn window(text: &str) -> Window {
    let (alpha, beta) = text.split_once("..").expect("a window");
    Window::new(score(alpha), score(beta))
}

fn entry(text: &str) -> Entry {
    let sign = |(sign, bound)| text.split_once(sign).map(|parts| (parts, bound));
    let bounds = [(">=", Bound::Lower), ("<=", Bound::Upper), ("=", Bound::Exact)];
    let ((draft, value), bound) = bounds.into_iter().find_map(sign).expect("an entry");
    Entry { key: 0, draft: number(draft), bound, score: score(value), mv: Move::NULL }
}
