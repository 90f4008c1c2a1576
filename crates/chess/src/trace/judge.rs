//! The judge: reads the events of a trace and notes the rules that are broken.

use super::format::{Constants, Entered, Event, Kind, Reason, Source, TableEntry};
use super::game::{Received, TracedGame};
use super::memory::Memory;
use super::report::{BrokenRule, Place, TraceReport};
use super::root::RootSearch;
use super::rule::Rule;
use super::table::identity_of;
use super::visit::{Child, Tail, Via, Visit, words};
use pvcheck::score::Bound;

/// A position of the game or of the path.
#[derive(Clone, Copy, Debug)]
pub(super) struct Occurred {
    pub identity: u64,
    /// Whether no position before this one can occur again.
    pub is_first: bool,
    pub by_null: bool,
}

/// What a position was evaluated as.
#[derive(Default, Debug)]
pub(super) struct Evaluations {
    fresh: Option<i32>,
    told: Vec<i32>,
}

/// The most children that a report lists.
const MOST_CHILDREN: usize = 12;

/// Judges one trace.
#[expect(clippy::struct_excessive_bools, reason = "independent facts")]
#[derive(Debug)]
pub(super) struct TraceJudge<G: TracedGame> {
    pub(super) game: G,
    pub(super) constants: Option<Constants>,
    evaluations_change: bool,
    /// The visits that are open are the first `open` ones; the others are memory.
    pub(super) visits: Vec<Visit<G::Position>>,
    pub(super) open: usize,
    pub(super) root: Option<G::Position>,
    /// The positions of the game and of the path, and where the root is.
    pub(super) occurred: Vec<Occurred>,
    pub(super) root_at: usize,
    /// The entries that were stored, and the last one of each key.
    pub(super) stored: Memory<bool>,
    pub(super) last_stored: Memory<Option<TableEntry>>,
    evaluations: Memory<Evaluations>,
    pub(super) identities: Memory<Option<u64>>,
    /// The moves by which alpha was raised: what follows each, and whether quiescence found it.
    pub(super) links: Vec<(u32, Tail, bool)>,
    pub(super) roots: Vec<RootSearch>,
    search: String,
    pub(super) moves: Vec<u32>,
    /// The score and the reason of the node that is left now, and the line of source.
    pub(super) leaving: Option<(i32, Reason, u16)>,
    /// A move that was not legal, until it is told to be illegal.
    pub(super) illegal: Option<(u32, Box<Place>)>,
    /// The number of nodes of the traces before this one.
    pub(super) nodes_before: u64,
    pub(super) events: u64,
    pub(super) legal_moves: u64,
    /// Whether alpha was told to be raised, an entry to be stored, a position to be a draw.
    pub(super) tells_raises: bool,
    pub(super) tells_stores: bool,
    pub(super) tells_draws: bool,
    pub(super) report: TraceReport,
}

impl<G: TracedGame> TraceJudge<G> {
    pub fn new(game: G) -> Self {
        Self {
            game,
            constants: None,
            evaluations_change: false,
            visits: Vec::new(),
            open: 0,
            root: None,
            occurred: Vec::new(),
            root_at: 0,
            stored: Memory::default(),
            last_stored: Memory::default(),
            evaluations: Memory::default(),
            identities: Memory::default(),
            links: Vec::new(),
            roots: Vec::new(),
            search: String::new(),
            moves: Vec::new(),
            leaving: None,
            illegal: None,
            nodes_before: 0,
            events: 0,
            legal_moves: 0,
            tells_raises: false,
            tells_stores: false,
            tells_draws: false,
            report: TraceReport::default(),
        }
    }

    /// The next events are those of another trace, of another thread of the same engine.
    pub fn next_trace(&mut self) {
        self.accuse_illegal(false);
        self.report.is_cut |= self.open > 0;
        (self.open, self.nodes_before) = (0, self.report.nodes);
        self.report.traces += 1;
    }

    /// Ends the judgement.
    pub fn finish(mut self) -> TraceReport {
        self.next_trace();
        for (is_told, rule, text) in [
            (
                self.tells_raises,
                Rule::ChildWindow,
                "no raise of alpha is told in the whole trace; expected `PV_RAISE`",
            ),
            (
                self.tells_stores,
                Rule::EntryUnknown,
                "no entry is told to be stored in the whole trace; expected `PV_STORE`",
            ),
        ] {
            // Without it the children's windows do not fit, and no entry that is read was stored.
            if !is_told && self.report.broken.contains_key(&rule) {
                self.accuse(Rule::NotBegun, |_| text.to_owned());
            }
        }
        self.report.last_line = self.last_line();
        self.report
    }

    /// Entries and evaluations may be those of other threads, which stored them at times that are not known.
    pub fn trust_threads(&mut self) {
        self.stored.has_forgotten = true;
        self.evaluations.has_forgotten = true;
    }

    /// The open node that was entered last.
    pub(super) fn top(&mut self) -> Option<&mut Visit<G::Position>> {
        self.visits[..self.open].last_mut()
    }

    pub(super) fn note(&mut self, note: &'static str) {
        *self.report.notes.entry(note).or_default() += 1;
    }

    /// Notes that a rule is broken at the current node.
    pub(super) fn accuse(&mut self, rule: Rule, text: impl FnOnce(&Self) -> String) {
        if let Some(broken) = self.report.broken.get_mut(&rule) {
            broken.count += 1;
            return;
        }
        let first = self.place(text(self));
        self.report.broken.insert(rule, BrokenRule { count: 1, event: self.events, first });
    }

    pub(super) fn place(&self, text: String) -> Place {
        let open = &self.visits[..self.open];
        let (search, number) = (self.search.clone(), self.report.searches);
        let place = Place { text, search, number, trace: self.report.traces + 1, ..Place::default() };
        let Some(visit) = open.last() else { return place };
        let mut path = Vec::new();
        for pair in open.windows(2) {
            let [above, visit] = pair else { continue };
            let name = || self.game.move_name(&above.position, visit.mv);
            path.push(match visit.via {
                Via::Same => "(same node)".to_owned(),
                Via::Probe => format!("(probe) {}", name()),
                _ => name(),
            });
        }
        let Entered { kind, window: (alpha, beta), depth, line, .. } = visit.entered;
        let kind = match kind {
            Kind::Main => "main search",
            Kind::Quiescence => "quiescence",
            Kind::Solver => "solver",
        };
        let what = format!("{kind}, depth {depth}, window ({alpha}, {beta})");
        let (left, line) = match self.leaving {
            Some((score, why, line)) => (Some((score, why)), line),
            None => (None, line),
        };
        let position = self.game.text(&visit.position);
        let children = visit.children.iter().chain(&visit.probes).chain(&visit.null);
        let mut children: Vec<String> = children.map(|child| self.child_text(visit, child)).collect();
        children.extend(visit.inner.iter().map(|child| {
            let Child { score, bound, depth, window: (alpha, beta), node, .. } = *child;
            let bound = words(bound);
            format!(
                "the same node gave {bound} {score}: node {node}, depth {depth}, window ({alpha}, {beta})"
            )
        }));
        let more = children.len().saturating_sub(MOST_CHILDREN);
        if more > 1 {
            children.truncate(MOST_CHILDREN);
            children.push(format!("and {more} more"));
        }
        Place { path, position, node: visit.node, what, left, line, children, ..place }
    }

    /// A child in words, from the view of the node above it.
    pub(super) fn child_text(&self, visit: &Visit<G::Position>, child: &Child) -> String {
        let bound = match child.bound {
            Bound::Upper => Bound::Lower,
            Bound::Lower => Bound::Upper,
            Bound::Exact => Bound::Exact,
        };
        let name = self.game.move_name(&visit.position, child.mv);
        let (alpha, beta) = child.window;
        let full = if child.is_reduced() { format!(" instead of {}", child.full) } else { String::new() };
        format!(
            "{name} gave {} {}: node {}, depth {}{full}, window ({alpha}, {beta})",
            words(bound),
            -child.score,
            child.node,
            child.depth
        )
    }

    /// Judges the next event.
    pub fn judge(&mut self, event: &Event) {
        self.events += 1;
        if self.illegal.is_some() {
            if let Event::Illegal(mv) = event
                && self.illegal.as_ref().is_some_and(|(illegal, _)| illegal == mv)
            {
                self.illegal = None;
            }
            self.accuse_illegal(matches!(event, Event::Raise(_)));
        }
        match *event {
            Event::Text(ref text) => self.text(text),
            Event::Constants(constants) => self.constants = Some(constants),
            Event::Facts(ref text) => {
                if text == "evaluations-change" {
                    self.evaluations_change = true;
                } else {
                    self.note("a fact is told that is not known; expected `evaluations-change`");
                }
            }
            // Where the positions of the game are known, the engine's keys are not needed.
            Event::GameKey(identity) => {
                let is_known = self.root.as_ref().is_some_and(|root| self.game.identity(root).is_some());
                let occurred = Occurred { identity, is_first: false, by_null: false };
                self.occurred.extend((!is_known).then_some(occurred));
            }
            Event::Enter(entered) => self.enter(entered),
            Event::Leave { score, why, line } => self.leave(score, why, line),
            Event::Untold { line } => {
                self.accuse(Rule::Untold, |_| {
                    format!("a return is not told in the function that enters its node in line {line}")
                });
                self.leave(0, Reason::Abort, 0);
                if let Some(visit) = self.top() {
                    visit.is_aborted = false;
                }
            }
            Event::Aborted => {
                while self.open > 0 {
                    self.leave(0, Reason::Abort, 0);
                }
            }
            Event::Raise(score) => self.raise(score),
            Event::Line { score, bound, ref moves } => self.line(score, bound, moves),
            Event::Stored(ref entry, _) => self.store(entry),
            _ => self.at_node(event),
        }
    }

    /// What is told about the current node.
    fn at_node(&mut self, event: &Event) {
        let Some(visit) = self.top() else {
            // Entries are also read where a line is walked.
            if !matches!(event, Event::Read(_) | Event::Evaluated { .. }) {
                self.accuse(Rule::NotBegun, |_| "no node is entered".to_owned());
            }
            return;
        };
        match *event {
            Event::Legal(count) => visit.legal = Some(count),
            Event::Move { mv, depth } => self.begin_move(mv, depth),
            Event::Probe { mv, depth } => {
                (visit.begun, visit.begun_key) = (Some((mv, depth, Via::Probe)), None);
            }
            Event::Skip { mv, why } => visit.skipped.push((mv, why)),
            Event::Illegal(mv) => {
                visit.begun = visit.begun.filter(|&(begun, ..)| begun != mv);
                visit.children.retain(|child| child.mv != mv);
            }
            Event::Rest { which, count, .. } => visit.rest.push((which, count)),
            Event::Depth(depth) => visit.depth = depth,
            Event::StandPat(value) => {
                visit.stand_pat = Some(value);
                let alpha = visit.alpha();
                visit.alphas.extend((value > alpha).then_some(value));
            }
            Event::Alpha { value, why } => {
                visit.alphas.push(value);
                match why {
                    Reason::StandPat | Reason::MateDistance => {}
                    Reason::Cycle | Reason::Draw => {
                        visit.cycle = Some(value);
                        self.judge_cycle(value);
                    }
                    _ => visit.least = visit.least.max(Some(value)),
                }
            }
            Event::Beta { value, why } => {
                visit.betas.push(value);
                if why != Reason::MateDistance {
                    visit.most = Some(visit.most.map_or(value, |most| most.min(value)));
                }
            }
            Event::Evaluated { value, source } => self.evaluated(value, source),
            Event::Read(entry) => {
                visit.entries.push(entry);
                let is_known = self.stored.get(identity_of(&entry)) == Some(&true);
                if !is_known && !self.stored.has_forgotten {
                    self.accuse(Rule::EntryUnknown, |judge| judge.unknown_entry(&entry));
                }
            }
            _ => {}
        }
    }

    /// A move begins, or the depth that it gets is told anew, also for the search before.
    fn begin_move(&mut self, mv: u32, depth: i16) {
        let is_root = self.open == 1;
        let Some(visit) = self.top() else { return };
        let is_same = visit.begun.is_some_and(|(last, ..)| last == mv);
        visit.begun_key = visit.begun_key.filter(|_| is_same);
        visit.begun = Some((mv, depth, if mv == 0 { Via::Null } else { Via::Move }));
        let mut before = visit.children.iter_mut().filter(|child| child.mv == mv);
        if is_same {
            before.for_each(|child| child.full = child.full.min(depth));
        } else if !is_root && before.next().is_some() {
            visit.has_twice = true;
            self.accuse(Rule::MoveTwice, |judge| {
                let name = judge.game.move_name(&judge.current().position, mv);
                format!("{name} was searched before, and other moves since")
            });
        }
    }

    fn evaluated(&mut self, value: i32, source: Source) {
        let Some(visit) = self.visits[..self.open].last_mut() else { return };
        visit.evaluation = Some(value);
        if self.evaluations_change || visit.is_dead {
            return;
        }
        if let Some(known) = self.game.evaluation(&visit.position) {
            if known != value {
                self.accuse(Rule::Evaluation, |_| format!("it is {value}, and the game has {known}"));
            }
            return;
        }
        let known = self.evaluations.value_of(visit.identity);
        let (before, was_told) = (known.fresh, known.told.contains(&value));
        if !was_told && known.told.len() < 8 {
            known.told.push(value);
        }
        match source {
            Source::Fresh => {
                known.fresh = Some(value);
                if let Some(before) = before.filter(|&before| before != value) {
                    self.accuse(Rule::Evaluation, |_| format!("it is {value} now, and was {before} before"));
                }
            }
            Source::Cached if !was_told && !self.evaluations.has_forgotten => {
                self.accuse(Rule::EvaluationUnknown, |_| format!("the value {value} was never told for it"));
            }
            Source::Cached | Source::Derived => {}
        }
    }

    fn text(&mut self, text: &str) {
        let text = text.trim();
        match self.game.receive(text) {
            Ok(Received::Root(positions, is_searched)) => {
                self.begin_game(positions);
                text.clone_into(&mut self.search);
                if is_searched {
                    self.begin_search();
                }
            }
            Ok(Received::Search) => {
                let position = self.search.split(", go").next().unwrap_or_default().to_owned();
                self.search = format!("{position}, {text}");
                self.begin_search();
            }
            Ok(Received::NewGame) => self.evaluations.clear(),
            Ok(Received::Other) => {}
            Err(problem) => {
                self.accuse(Rule::NotBegun, |_| format!("`{text}`: {problem}"));
                text.clone_into(&mut self.search);
            }
        }
    }

    /// The positions before the root may be repeated, and the root is the last one.
    fn begin_game(&mut self, positions: Vec<G::Position>) {
        self.occurred.clear();
        for position in &positions {
            let identity = self.game.identity(position);
            let is_first = self.game.clock(position) == Some(0);
            self.occurred.extend(identity.map(|identity| Occurred { identity, is_first, by_null: false }));
        }
        self.root = positions.into_iter().next_back();
    }

    fn begin_search(&mut self) {
        self.report.searches += 1;
        self.roots.clear();
    }
}
