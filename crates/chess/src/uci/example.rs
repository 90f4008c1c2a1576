//! Findings that are made as small as possible, and tried again in fresh processes.

use std::sync::Arc;
use std::time::Duration;

use super::class::{Class, FindingKind, Severity};
use super::engine::EngineCommand;
use super::judge::EngineCheck;
use super::message::Line;
use super::plan::Session;
use super::process::{EngineRun, Found, Place};
use super::search::{EngineFailure, Go, Relation, Setting, set_option};
use pvcheck::experiment::{Deadline, Recurrence};

/// The number of final trials of a finding. A finding that does not come back each time gets more trials, because
/// timing decides and few trials tell little.
const RUNS: u32 = 5;
const MORE_RUNS: u32 = 15;

/// The most time for making a finding smaller, and again for the final trials.
const TIME: Duration = Duration::from_secs(20);

/// A finding, with the smallest found sequence of searches that shows the finding.
#[derive(Clone, Debug)]
pub struct EngineExample {
    /// The class of the finding, and the rule of a trace.
    pub kind: FindingKind,
    /// Whether the finding is proven.
    pub severity: Severity,
    /// The finding in one sentence.
    pub detail: String,
    /// The line that shows the finding.
    pub line: Option<Line>,
    /// The options with which all engines of the run were started.
    pub options: Vec<Setting>,
    /// The searches in one process, the last of which shows the finding.
    pub session: Session,
    /// What the trace shows of the last search; `None` without a trace.
    pub inside: Option<String>,
    /// The number of fresh processes that show the finding again.
    pub recurrence: Recurrence,
    /// Whether the time was over before all reductions were tried.
    pub was_cut: bool,
}

impl EngineExample {
    /// The commands to type, without the handshake.
    pub fn commands(&self) -> Vec<String> {
        let chess960 = [("UCI_Chess960".to_owned(), "true".to_owned())];
        let chess960 = chess960.iter().filter(|_| self.request().root.position().is_chess960());
        chess960.map(set_option).chain(self.whole().commands()).collect()
    }

    /// The session of the case with the options of the command before its own settings.
    pub fn whole(&self) -> Session {
        let settings = self.options.iter().chain(&self.session.settings).cloned().collect();
        Session { settings, ..self.session.clone() }
    }

    /// The last search, which shows the finding.
    pub fn request(&self) -> &Go {
        self.session.requests.last().expect("at least one search")
    }
}

struct Minimiser<'c> {
    command: &'c EngineCommand,
    check: Option<&'c EngineCheck<'c>>,
    kind: FindingKind,
    place: Place,
    deadline: Deadline,
    /// The last trial that showed the finding, with the searches as they were run: a related search depends on the
    /// result of the search before.
    shown: Option<Found>,
}

/// Makes the session of a finding smaller, and tries the session again.
pub fn minimised(
    command: &EngineCommand,
    session: &Session,
    found: &Found,
    check: Option<&EngineCheck<'_>>,
) -> EngineExample {
    let (kind, place) = (found.finding.kind(), (found.session, found.request));
    // The small case is tried again in the rest of the time.
    let shrinking = command.deadline.share(0.5).within(TIME);
    let mut minimiser = Minimiser { command, check, kind, place, deadline: shrinking, shown: None };
    let whole = Session { requests: found.requests(), ..session.clone() };
    let small = minimiser.smaller(whole);
    let was_cut = minimiser.is_late();
    minimiser.deadline = command.deadline.within(TIME);
    // A trial that is cut shows nothing.
    let mut try_again = || {
        let shows = !minimiser.is_late() && minimiser.shows(&small);
        (shows || !minimiser.is_late()).then_some(shows)
    };
    let mut recurrence = Recurrence::count(RUNS, &mut try_again);
    if !recurrence.is_certain() {
        recurrence += Recurrence::count(MORE_RUNS, &mut try_again);
    }
    let shown = minimiser.shown.take();
    let small = match &shown {
        Some(shown) => Session { requests: shown.requests(), ..small },
        None => small,
    };
    let Found { finding, line, inside, .. } = shown.unwrap_or_else(|| found.clone());
    let mut severity = kind.class.severity();
    // An engine that differs between fresh processes is random; its `ucinewgame` does not matter then. A search that was
    // stopped in a rare moment may have no line.
    let is_random = kind.class == Class::NotRepeatable && !recurrence.is_certain();
    if is_random || kind.class == Class::EmptyLine && !(recurrence.is_certain() && recurrence.of > 0) {
        severity = Severity::Warning;
    }
    EngineExample {
        kind,
        severity,
        detail: finding.detail,
        line,
        options: command.options.clone(),
        session: small,
        inside,
        recurrence,
        was_cut,
    }
}

impl Minimiser<'_> {
    /// Runs a session in a fresh process. Returns whether its last search shows the class.
    fn shows(&mut self, session: &Session) -> bool {
        let mut running = match EngineRun::start(self.command, &session.settings, self.check) {
            Ok(running) => running,
            Err(EngineFailure::Cut) => return false,
            Err(_) => return matches!(self.kind.class, Class::NotUci | Class::Crashed),
        };
        for request in &session.requests {
            // The requests were completed when they were run; a relation may complete them differently now.
            let Some(request) = Relation::completed(request, running.before()) else { return false };
            if !running.is_in_step() {
                return false;
            }
            running.search(self.place, request);
        }
        let last = session.requests.len() - 1;
        let (found, _) = running.end(self.place, self.kind.class == Class::IgnoresQuit);
        let shown = found.into_iter().find(|found| found.finding.kind() == self.kind && found.before == last);
        let is_shown = shown.is_some();
        self.shown = shown.or(self.shown.take());
        is_shown
    }

    fn is_late(&self) -> bool {
        self.deadline.is_over()
    }

    fn try_next(&mut self, session: &mut Session, next: Session) -> bool {
        let shows = !self.is_late() && self.shows(&next);
        if shows {
            *session = next;
        }
        shows
    }

    /// Returns a smaller session that shows the finding, with fewer searches or options, a shorter game, or a smaller limit.
    fn smaller(&mut self, mut session: Session) -> Session {
        self.without_preceding(&mut session);
        for index in (0..session.settings.len()).rev() {
            let mut next = session.clone();
            next.settings.remove(index);
            self.try_next(&mut session, next);
        }
        self.without_settings(&mut session);
        self.with_less_history(&mut session);
        self.with_smaller_limits(&mut session);
        session
    }

    /// Removes the options of single searches, except of searches that are compared.
    fn without_settings(&mut self, session: &mut Session) {
        if session.plan.relation().is_some() {
            return;
        }
        for index in 0..session.requests.len() {
            self.replace(session, index, |search| {
                let without = Go { settings: Vec::new(), ..search.clone() };
                Vec::from_iter((!search.settings.is_empty()).then_some(without))
            });
        }
    }

    /// Removes searches before the last one: all, then halves, then single searches. A related search stays with the
    /// search before it.
    fn without_preceding(&mut self, session: &mut Session) {
        let kept = 1 + usize::from(session.requests.last().is_some_and(|last| last.relation.is_some()));
        let mut size = session.requests.len().saturating_sub(kept);
        while size > 0 {
            let mut start = 0;
            while start + size + kept <= session.requests.len() {
                let mut next = session.clone();
                next.requests.drain(start..start + size);
                next.requests[0].new_game = true;
                if !self.try_next(session, next) {
                    start += size;
                }
                if self.is_late() {
                    return;
                }
            }
            size = (size / 2).min(session.requests.len().saturating_sub(kept));
        }
    }

    /// Shortens the game before the last position: to nothing, or to half as often as possible.
    fn with_less_history(&mut self, session: &mut Session) {
        let last = session.requests.len() - 1;
        if session.requests[last].relation.is_some() {
            return;
        }
        self.replace(session, last, |last| {
            let moves = last.root.moves().len();
            let shorter = [0, moves / 2, moves.saturating_sub(1)].into_iter().filter(|&plies| plies < moves);
            shorter
                .map(|plies| Go { root: Arc::new(last.root.with_history(plies)), ..last.clone() })
                .collect()
        });
    }

    /// Makes the limits of all searches smaller, beginning with the last search.
    fn with_smaller_limits(&mut self, session: &mut Session) {
        // A shorter clock is harder to keep.
        if self.kind.class == Class::TimeForfeit {
            return;
        }
        // A related search has the limit of the one before it, or one that follows from its result.
        let free = (0..session.requests.len()).filter(|&index| session.requests[index].relation.is_none());
        for index in free.rev().collect::<Vec<_>>() {
            self.replace(session, index, Go::smaller);
        }
    }

    /// Replaces a search by the first smaller search that still shows the finding, as often as possible.
    fn replace(&mut self, session: &mut Session, index: usize, smaller: impl Fn(&Go) -> Vec<Go>) {
        loop {
            let is_smaller = smaller(&session.requests[index]).into_iter().any(|smaller| {
                let mut next = session.clone();
                next.requests[index] = smaller;
                self.try_next(session, next)
            });
            if !is_smaller {
                break;
            }
        }
    }
}
