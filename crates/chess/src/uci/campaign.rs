//! Many searches of one engine: its sessions on several processes at once.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::{AddAssign, ControlFlow, Range};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::class::Class;
use super::engine::{Engine, EngineCommand};
use super::judge::{Context, Finding, judge};
use super::own_eval;
use super::plan::{Plan, Session};
use super::relation::{Difference, Relation};
use super::root::Root;
use super::search::{EngineFailure, Go, Limit, Printed};
use super::statistics::Statistics;
use pvcheck::experiment::{Experiment, Run};
use pvcheck::position::Position;
use pvcheck::syntax::counted;

/// A check of one search that needs more than its output, such as whether a mate is forced.
pub type Check<'c> = dyn Fn(&Go, &Printed) -> Vec<Finding> + Send + Sync + 'c;

/// The sessions of one engine.
pub struct Campaign<'c> {
    /// The engine.
    pub command: &'c EngineCommand,
    /// What it runs.
    pub sessions: &'c [Session],
    /// The number of processes at the same time.
    pub workers: usize,
    /// The number of searches of one position without an answer in time after which it is skipped.
    pub give_up: usize,
    /// More checks.
    pub checks: &'c [&'c Check<'c>],
    /// Is called after each search. Returns whether to go on.
    pub progress: &'c (dyn Fn() -> bool + Sync),
    /// Is called with each search: its place, and what was printed.
    pub record: &'c (dyn Fn(Place, &Go, &Printed) + Sync),
}

/// The place of a search: the index of the session, and its own in the session.
pub type Place = (usize, usize);

/// One finding, and where it was found.
#[derive(Clone, Debug)]
pub struct Found {
    /// The index of the session.
    pub session: usize,
    /// The index of the search in it.
    pub request: usize,
    /// What is wrong.
    pub finding: Finding,
    /// The line that shows it.
    pub line: Option<String>,
    /// The search that shows it, as it was run.
    go: Go,
    /// All searches of its process, shared by what was found in it; empty until it ends.
    ran: Arc<Vec<Go>>,
    /// The number of those before this one.
    before: usize,
}

impl Found {
    /// The line that shows a finding is the last one, if it names none.
    pub(super) fn new(
        (session, request): Place,
        finding: Finding,
        printed: &Printed,
        (go, before): (&Go, usize),
    ) -> Self {
        let line = finding.line.map_or(printed.lines.last(), |index| printed.lines.get(index)).cloned();
        Self { session, request, finding, line, go: go.clone(), ran: Arc::default(), before }
    }

    /// The search that shows it.
    pub fn request(&self) -> &Go {
        &self.go
    }

    /// The searches of its process up to this one, as they were run.
    pub fn requests(&self) -> Vec<Go> {
        let before = self.ran.iter().take(self.before);
        before.chain([&self.go]).cloned().collect()
    }

    #[must_use]
    pub(super) fn after(self, ran: Vec<Go>) -> Self {
        Self { ran: Arc::new(ran), ..self }
    }
}

/// The result of a campaign.
#[derive(Clone, Debug, Default)]
pub struct Played {
    /// The number of searches.
    pub searches: u64,
    /// The number of lines that were checked.
    pub lines: u64,
    /// Everything that was found, in the order of sessions and searches.
    pub found: Vec<Found>,
    /// Plans that were not run to their end, and why.
    pub left_out: Vec<(Plan, String)>,
    /// Whether a plan or a position was left out because the engine did not answer or could not be started again.
    pub gave_up: bool,
    /// Whether nothing was searched because the engine answers nothing.
    pub answers_nothing: bool,
    /// The number of searches that were skipped since the engine cannot search their positions, by the reason and the
    /// position.
    pub skipped: BTreeMap<(String, String), u64>,
    /// What its lines have in common.
    pub statistics: Statistics,
    /// The sessions in which pvcheck itself, and not the engine, panicked. The message was printed.
    pub panicked: Vec<usize>,
}

/// A search that was run and checked.
#[derive(Debug)]
pub(super) struct JudgedSearch {
    /// What was printed.
    pub printed: Printed,
    /// What is wrong with it.
    pub findings: Vec<Finding>,
    /// How its score differs from the one it is compared with, if it is.
    pub difference: Option<Difference>,
}

/// Runs one search and all checks. `before`: the search before it in the same process.
pub(super) fn examine(
    engine: &mut Engine,
    session: &Session,
    request: &Go,
    before: Option<(&Go, &Printed)>,
    checks: &[&Check<'_>],
) -> JudgedSearch {
    let mut printed = engine.search(request);
    let mut compared = None;
    if printed.failure.is_none() {
        let found = match session.plan {
            Plan::Minimax => own_eval::minimax_compared(engine, request, &printed),
            Plan::EndEval => own_eval::end_compared(engine, request, &printed),
            _ => Ok(None),
        };
        match found {
            Ok(found) => compared = found,
            Err(failure) => printed.failure = Some(failure),
        }
    }
    let context =
        Context { lines: engine.lines(), before: before.map(|(request, _)| &*request.root as &Root) };
    let mut findings = judge(request, &printed, &context);
    if before.is_some() && findings.iter().any(|finding| finding.class.may_be_of_another_search()) {
        printed.late.extend(engine.settle());
        if printed.late_result().is_some() {
            findings = judge(request, &printed, &context);
        }
    }
    let is_mixed_up = before.is_some() && printed.late_result().is_some();
    if printed.failure.is_none() && !is_mixed_up {
        for check in checks {
            findings.extend(check(request, &printed));
        }
        if let (Some(relation), Some((_, before))) = (request.relation, before) {
            let finding = relation.finding(request, before, &printed);
            compared = relation.difference(before, &printed).map(|difference| (difference, finding));
        }
    }
    let (difference, finding) = compared.unzip();
    findings.extend(finding.flatten());
    JudgedSearch { printed, findings, difference }
}

impl AddAssign for Played {
    fn add_assign(&mut self, other: Self) {
        self.searches += other.searches;
        self.lines += other.lines;
        self.found.extend(other.found);
        self.left_out.extend(other.left_out);
        self.gave_up |= other.gave_up;
        self.answers_nothing |= other.answers_nothing;
        for (reason, count) in other.skipped {
            *self.skipped.entry(reason).or_default() += count;
        }
        self.statistics += other.statistics;
        self.panicked.extend(other.panicked);
    }
}

impl Campaign<'_> {
    /// Runs all sessions. What is found does not depend on the number of processes, if the engine always prints the same.
    /// A session in which a check panics ends, and the others go on.
    pub fn play(&self) -> Played {
        if let Some(silence) = self.silence() {
            return silence;
        }
        let sessions = Sessions { campaign: self, ended: Mutex::default() };
        let mut played = Run::new(0..self.sessions.len() as u64, self.workers).play(&sessions).sums;
        played.found.sort_by_key(|found| (found.session, found.request));
        played.panicked.sort_unstable();
        played
    }

    /// The result if the engine does not answer the easiest search: then no other one has to wait for its time.
    fn silence(&self) -> Option<Played> {
        let root = Arc::new("startpos".parse().expect("the start position"));
        let first = self.sessions.first()?;
        let limit = match first.requests.first()?.limit {
            // It may know no other limit.
            clock @ Limit::Clock(_) => clock,
            _ => Limit::Depth(1),
        };
        let request = Go::new(root, limit);
        let printed = Engine::start(self.command, &first.settings).ok()?.search(&request);
        let failure = printed.failure.as_ref()?;
        if !matches!(failure, EngineFailure::TimedOut { .. } | EngineFailure::IgnoresStop(_)) {
            return None;
        }
        (self.record)((0, 0), &request, &printed);
        let detail = format!("{failure}, in the easiest search");
        let finding = Finding { class: Class::TimedOut, line: None, detail };
        let found = vec![Found::new((0, 0), finding, &printed, (&request, 0))];
        Some(Played { searches: 1, found, gave_up: true, answers_nothing: true, ..Played::default() })
    }
}

struct Sessions<'c> {
    campaign: &'c Campaign<'c>,
    ended: Mutex<Ended>,
}

/// What need not be tried again.
#[derive(Default)]
struct Ended {
    plans: BTreeSet<Plan>,
    /// The number of searches of each position without an answer in time.
    unanswered: BTreeMap<String, usize>,
    ignores_quit: bool,
}

impl Experiment for Sessions<'_> {
    type Sums = Played;
    type Worker = ();

    fn nothing(&self) -> Played {
        Played::default()
    }

    fn worker(&self) {}

    fn run_items(&self, sessions: Range<u64>, (): &mut (), played: &mut Played) -> ControlFlow<()> {
        for index in sessions {
            let index = index as usize;
            let session = &self.campaign.sessions[index];
            if self.ended().plans.contains(&session.plan) {
                continue;
            }
            let play = AssertUnwindSafe(|| self.play_session(index, session, played));
            match catch_unwind(play) {
                Ok(flow) => flow?,
                Err(_) => played.panicked.push(index),
            }
        }
        ControlFlow::Continue(())
    }
}

impl Sessions<'_> {
    /// It is complete even if a thread panicked.
    fn ended(&self) -> MutexGuard<'_, Ended> {
        self.ended.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Leaves out the rest of a plan. Returns whether no other session has done so.
    fn leave_out(&self, plan: Plan, reason: String, played: &mut Played) -> bool {
        let is_first = self.ended().plans.insert(plan);
        if is_first {
            played.left_out.push((plan, reason));
        }
        is_first
    }

    /// Runs one session. `Break` ends the campaign.
    fn play_session(&self, index: usize, session: &Session, played: &mut Played) -> ControlFlow<()> {
        let mut done = Done { requests: Vec::new(), found: played.found.len() };
        let flow = self.run_searches(index, session, played, &mut done);
        done.share(played);
        flow
    }

    fn run_searches(
        &self,
        index: usize,
        session: &Session,
        played: &mut Played,
        done: &mut Done,
    ) -> ControlFlow<()> {
        let Campaign { command, checks, progress, record, .. } = *self.campaign;
        let mut engine: Option<Engine> = None;
        let mut last: Option<Printed> = None;
        for (number, request) in session.requests.iter().enumerate() {
            let before = done.requests.last().zip(last.as_ref());
            let Some(request) = request.following(before) else { continue };
            let running = match &mut engine {
                Some(engine) => engine,
                none => match Engine::start(command, &session.settings) {
                    Ok(started) => none.insert(started),
                    Err(failure) => {
                        self.not_started((index, number), session, &request, &failure, played);
                        return ControlFlow::Continue(());
                    }
                },
            };
            match self.hopeless(&request).or_else(|| unfit(running, command, session, &request)) {
                Some(Unfit::Plan(reason)) => {
                    self.leave_out(session.plan, reason, played);
                    return ControlFlow::Continue(());
                }
                Some(Unfit::Position(reason)) => {
                    *played.skipped.entry((reason, request.root.to_string())).or_default() += 1;
                    continue;
                }
                None => {}
            }
            let Some(request) = Relation::completed(&request, before) else { continue };
            let judged = examine(running, session, &request, before, checks);
            record((index, number), &request, &judged.printed);
            played.statistics.count(session.plan, &request, &judged);
            let JudgedSearch { printed, findings, .. } = judged;
            let (place, before) = ((index, number), done.requests.len());
            self.count_search(place, (&request, before), &printed, findings, played);
            done.requests.push(request);
            if printed.is_in_step() {
                last = Some(printed);
            } else {
                // The next search has a fresh process, so that one fault does not show as another.
                (engine, last) = (None, None);
                done.share(played);
            }
            if !progress() {
                return ControlFlow::Break(());
            }
            if self.ended().plans.contains(&session.plan) {
                break;
            }
        }
        if let Some(engine) = &mut engine
            && let Some((request, before)) = done.requests.split_last()
            && !self.ended().ignores_quit
            && let Some(finding) = at_quit(engine)
        {
            self.ended().ignores_quit = true;
            let place = (index, session.requests.len());
            let printed = last.unwrap_or_default();
            played.found.push(Found::new(place, finding, &printed, (request, before.len())));
        }
        ControlFlow::Continue(())
    }

    /// The engine cannot be started again: the rest of the plan is left out.
    fn not_started(
        &self,
        place: Place,
        session: &Session,
        request: &Go,
        failure: &EngineFailure,
        played: &mut Played,
    ) {
        let class = match failure {
            EngineFailure::TimedOut { .. } => Class::NotUci,
            _ => Class::Crashed,
        };
        let detail = failure.to_string();
        played.gave_up = true;
        if self.leave_out(session.plan, detail.clone(), played) {
            let finding = Finding { class, line: None, detail };
            played.found.push(Found::new(place, finding, &Printed::default(), (request, 0)));
        }
    }

    /// Why a position is not searched again.
    fn hopeless(&self, request: &Go) -> Option<Unfit> {
        let most = self.campaign.give_up;
        let unanswered = self.ended().unanswered.get(&request.root.to_string()).copied();
        let reason = || format!("{} without an answer in time", counted(most, "search", "searches"));
        (unanswered? >= most).then(|| Unfit::Position(reason()))
    }

    fn count_search(
        &self,
        place: Place,
        go: (&Go, usize),
        printed: &Printed,
        findings: Vec<Finding>,
        played: &mut Played,
    ) {
        played.searches += 1;
        played.lines += printed.lines.len() as u64;
        let is_unanswered =
            |finding: &Finding| matches!(finding.class, Class::TimedOut | Class::IgnoresStop | Class::Slow);
        if findings.iter().any(is_unanswered) {
            let mut ended = self.ended();
            let unanswered = ended.unanswered.entry(go.0.root.to_string()).or_default();
            *unanswered += 1;
            played.gave_up |= *unanswered >= self.campaign.give_up;
        }
        for finding in findings {
            played.found.push(Found::new(place, finding, printed, go));
        }
    }
}

/// What is wrong if the engine does not exit at `quit`.
pub(super) fn at_quit(engine: &mut Engine) -> Option<Finding> {
    let detail = || "it still ran when the time was over".to_owned();
    (!engine.quits()).then(|| Finding { class: Class::IgnoresQuit, line: None, detail: detail() })
}

/// The searches that the process at hand has run.
struct Done {
    requests: Vec<Go>,
    /// The number of findings before those of this process.
    found: usize,
}

impl Done {
    /// The process has ended: all that was found in it shares its searches.
    fn share(&mut self, played: &mut Played) {
        let ran = Arc::new(std::mem::take(&mut self.requests));
        for found in &mut played.found[self.found..] {
            found.ran = Arc::clone(&ran);
        }
        self.found = played.found.len();
    }
}

/// Why a right engine may have another result when it repeats a search.
fn not_repeatable(command: &EngineCommand, limit: Limit) -> Option<&'static str> {
    let is_threads = |name: &str, value: &str| name.eq_ignore_ascii_case("Threads") && value != "1";
    if command.options.iter().any(|(name, value)| is_threads(name, value)) {
        Some("a search with several threads is not repeatable")
    } else {
        matches!(limit, Limit::MoveTime(_) | Limit::Stop(_) | Limit::Clock(_))
            .then_some("a search by time is not repeatable")
    }
}

/// Why a search cannot be requested of an engine.
enum Unfit {
    /// This is so for all searches of the plan.
    Plan(String),
    /// This is so for the position.
    Position(String),
}

fn unfit(engine: &mut Engine, command: &EngineCommand, session: &Session, request: &Go) -> Option<Unfit> {
    if session.plan == Plan::Repeat
        && let Some(reason) = not_repeatable(command, request.limit)
    {
        return Some(Unfit::Plan(reason.to_owned()));
    }
    let needs_eval = matches!(session.plan, Plan::Minimax | Plan::EndEval);
    if needs_eval && !matches!(engine.evaluation(&request.root.game()[0]), Ok(Some(_))) {
        return Some(Unfit::Plan("it does not answer `eval`".to_owned()));
    }
    let changed = session.requests.iter().flat_map(|request| &request.settings).chain(&session.settings);
    for (name, value) in changed {
        let Some(offered) = engine.offered(name) else {
            return Some(Unfit::Plan(format!("no option {name}")));
        };
        if let (Some((least, most)), Ok(number)) = (offered.range, value.parse())
            && !(least..=most).contains(&number)
        {
            return Some(Unfit::Plan(format!("the option {name} takes {least} to {most}")));
        }
    }
    let position = request.root.position();
    if position.is_terminal() {
        Some(Unfit::Position("the game is over".to_owned()))
    } else if position.is_chess960() && engine.offered("UCI_Chess960").is_none() {
        Some(Unfit::Position("no option UCI_Chess960".to_owned()))
    } else {
        None
    }
}
