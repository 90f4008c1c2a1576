//! Many searches of one engine: its sessions on several processes at once.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::{ControlFlow, Range};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::class::Class;
use super::engine::{EngineCommand, EngineProcess};
use super::inside::Traced;
use super::judge::{Context, EngineCheck, EngineFinding, judge};
use super::message::Info;
use super::plan::{Plan, Session};
use super::process::{EngineRun, EngineSearch, Found, Place};
use super::search::{EngineFailure, Following, Go, Limit, Printed, Relation};
use super::statistics::Statistics;
use crate::Ending;
use pvcheck::experiment::{Deadline, Experiment, Run};
use pvcheck::position::Position;
use pvcheck::syntax::counted;

/// The sessions of one engine.
pub struct EngineCampaign<'c> {
    /// The engine.
    pub command: &'c EngineCommand,
    /// The sessions that the engine runs.
    pub sessions: &'c [Session],
    /// The number of processes at the same time.
    pub workers: usize,
    /// The number of searches of one position without an answer after which the position is skipped.
    pub give_up: usize,
    /// A check that needs more than the output, such as whether a mate is forced.
    pub check: Option<&'c EngineCheck<'c>>,
    /// The deadline for the start of searches. The deadline of `command` ends running searches.
    pub until: &'c Deadline,
    /// A function that is called after each search.
    pub progress: &'c (dyn Fn() + Sync),
    /// A function that is called with the place of each search, with the search, and with the output of the search.
    pub record: &'c (dyn Fn(Place, &Go, &Printed) + Sync),
}

/// The result of a campaign.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each may be so without the others")]
pub struct Played {
    /// The number of searches.
    pub searches: u64,
    /// The number of further searches that were cut when the time of the run was over.
    pub cut: u64,
    /// The plans of which a search was begun, or which were left out.
    pub begun: BTreeSet<Plan>,
    /// The number of searches that showed a score or a line of moves.
    pub shown: u64,
    /// The number of lines that were checked.
    pub lines: u64,
    /// Whether the time of the run was over before all searches were run.
    pub was_stopped: bool,
    /// What was judged of the nodes, if the engine is traced.
    pub traced: Traced,
    /// All findings, in the order of sessions and searches.
    pub found: Vec<Found>,
    /// The plans that were not run to the end, each with the reason.
    pub left_out: Vec<(Plan, String)>,
    /// Whether a plan or a position was left out because the engine did not answer or could not be started again.
    pub gave_up: bool,
    /// Whether nothing was searched because the engine answers nothing.
    pub answers_nothing: bool,
    /// Whether the engine does not end a search at its depth, so that all searches were limited by time.
    pub ignores_depth: bool,
    /// The number of searches that were skipped since the engine cannot search their positions, by the reason and the
    /// position.
    pub skipped: BTreeMap<(String, String), u64>,
    /// The statistics of the lines and searches of the engine.
    pub statistics: Statistics,
    /// The sessions in which pvcheck itself, and not the engine, panicked. The message was printed.
    pub panicked: Vec<usize>,
}

sums! {
    Played: numbers searches cut shown lines statistics traced, maps skipped,
        facts was_stopped gave_up answers_nothing ignores_depth, lists begun found left_out panicked;
}

impl EngineCampaign<'_> {
    /// Runs all sessions. What is found does not depend on the number of processes, if the engine always prints the same.
    /// A session in which a check panics ends, and the others go on.
    pub fn play(&self) -> Played {
        let easiest = self.easiest();
        if easiest.answers_nothing || easiest.was_stopped {
            return easiest;
        }
        let by_time: Vec<Session>;
        let sessions = if easiest.ignores_depth {
            by_time = self.sessions.iter().map(Session::by_time).collect();
            &by_time
        } else {
            self.sessions
        };
        let sessions = Sessions { campaign: &EngineCampaign { sessions, ..*self }, ended: Mutex::default() };
        let run = Run::new(0..self.sessions.len() as u64, self.workers).until(self.until);
        let part = run.play(&sessions);
        let was_stopped = part.items() != run.items() || part.is_cut_short();
        let mut played = Played { was_stopped, ..part.sums };
        played += easiest;
        played.found.sort_by_key(|found| (found.session, found.request));
        played.panicked.sort_unstable();
        played
    }

    /// Returns the findings of the easiest search, which comes first. An engine that does not answer this search is asked nothing
    /// else. An engine that twice does not end the search at its depth gets no depth.
    fn easiest(&self) -> Played {
        let mut played = Played::default();
        let Some(first) = self.sessions.first() else { return played };
        let limit = match first.requests.first().map(|request| request.limit) {
            // An engine that is tested with clocks may know no other limit.
            Some(clock @ Limit::Clock(_)) => clock,
            _ => Limit::Depth(1),
        };
        let request = Go::new(Arc::new("startpos".parse().expect("the start position")), limit);
        let mut requests = self.sessions.iter().flat_map(|session| &session.requests);
        let has_depth = requests.any(|request| matches!(request.limit, Limit::Depth(_)));
        let command = EngineCommand { traces: None, ..self.command.clone() };
        let Ok(mut engine) = EngineProcess::start(&command, &first.settings) else { return played };
        for before in 0..2 {
            let printed = engine.search(&request);
            let found = |finding| Found::new((0, 0), finding, &printed, (&request, before));
            if printed.failure == Some(EngineFailure::Cut) {
                return Played { cut: 1, was_stopped: true, ..played };
            }
            if let Some(failure) = &printed.failure
                && matches!(failure, EngineFailure::TimedOut { .. } | EngineFailure::IgnoresStop(_))
            {
                (self.record)((0, 0), &request, &printed);
                let hint = match limit {
                    Limit::Clock(_) => "",
                    _ => "; if the engine knows only a clock, try --clock 10+0.1",
                };
                let detail = format!("{failure}, in the easiest search{hint}");
                let finding = EngineFinding::of_lines(Class::TimedOut, None, detail);
                let found = vec![found(finding)];
                return Played { searches: 1, found, gave_up: true, answers_nothing: true, ..played };
            }
            if !has_depth || !printed.ignores_limit() {
                return Played::default();
            }
            let context = Context { lines: engine.lines(), before: &[] };
            played.found.extend(judge(&request, &printed, &context).into_iter().map(found));
        }
        Played { ignores_depth: true, ..played }
    }
}

struct Sessions<'c> {
    campaign: &'c EngineCampaign<'c>,
    ended: Mutex<Ended>,
}

/// The plans and positions that are not tried again, and the counts that decide this.
#[derive(Default)]
struct Ended {
    plans: BTreeSet<Plan>,
    /// The number of searches of each plan without an answer; `None` after the first answer.
    silent: BTreeMap<Plan, Option<usize>>,
    /// The number of searches of each position without an answer.
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
            played.begun.insert(session.plan);
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
    /// Returns the plans and positions that are not tried again, which are complete even if a thread panicked.
    fn ended(&self) -> MutexGuard<'_, Ended> {
        self.ended.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Leaves out the remaining searches of a plan. Returns whether no other session has left out the plan before.
    fn leave_out(&self, plan: Plan, reason: String, played: &mut Played) -> bool {
        let is_first = self.ended().plans.insert(plan);
        if is_first {
            played.left_out.push((plan, reason));
        }
        is_first
    }

    /// Runs one session. `Break` ends the campaign.
    fn play_session(&self, index: usize, session: &Session, played: &mut Played) -> ControlFlow<()> {
        let mut processes = [None, None];
        let flow = self.run_searches(index, session, &mut processes, played);
        for process in processes.into_iter().flatten() {
            let (found, traced) = process.end((index, session.requests.len()), !self.ended().ignores_quit);
            played.traced += traced;
            self.ended().ignores_quit |= found.iter().any(|found| found.finding.class == Class::IgnoresQuit);
            played.found.extend(found);
        }
        flow
    }

    fn run_searches<'c>(
        &'c self,
        index: usize,
        session: &Session,
        processes: &mut [Option<EngineRun<'c>>; 2],
        played: &mut Played,
    ) -> ControlFlow<()> {
        let EngineCampaign { command, check, until, progress, record, .. } = *self.campaign;
        for (number, request) in session.requests.iter().enumerate() {
            if number > 0 && until.is_over() {
                return ControlFlow::Break(());
            }
            let (place, process) = ((index, number), request.process);
            let last = if session.plan == Plan::TwoProcesses { 1 - process } else { process };
            let [own, last] =
                [process, last].map(|process| processes[process].as_ref().and_then(EngineRun::before));
            let request = match request.following(own, last) {
                Following::Run(request) => request,
                Following::Skip => continue,
                Following::Over => break,
            };
            let running = match &mut processes[process] {
                Some(running) => running,
                none => match EngineRun::start(command, &session.settings, check) {
                    Ok(started) => none.insert(started),
                    Err(EngineFailure::Cut) => return ControlFlow::Break(()),
                    Err(failure) => {
                        self.not_started(place, session, &request, &failure, played);
                        break;
                    }
                },
            };
            match self.hopeless(&request).or_else(|| unfit(&mut running.engine, command, session, &request)) {
                Some(Unfit::Plan(reason)) => {
                    self.leave_out(session.plan, reason, played);
                    break;
                }
                Some(Unfit::Position(reason)) => {
                    *played.skipped.entry((reason, request.root.to_string())).or_default() += 1;
                    continue;
                }
                None => {}
            }
            let Some(mut request) = Relation::completed(&request, running.before()) else { continue };
            // A process that replaces another one begins in the middle of a session.
            request.new_game |= running.before().is_none();
            let judged = running.search(place, request);
            record(place, judged.request, judged.printed);
            played.statistics.count(session, &judged);
            self.count_search(session.plan, &judged, played);
            if !running.is_in_step()
                && let Some(running) = processes[process].take()
            {
                // The next search has a fresh process, so that one fault does not show as another.
                let (found, traced) = running.end(place, false);
                played.found.extend(found);
                played.traced += traced;
            }
            progress();
            if self.ended().plans.contains(&session.plan) {
                break;
            }
        }
        ControlFlow::Continue(())
    }

    /// Leaves out the remaining searches of the plan, because the engine cannot be started again.
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
            let finding = EngineFinding::of_lines(class, None, detail);
            played.found.push(Found::new(place, finding, &Printed::default(), (request, 0)));
        }
    }

    /// Returns the reason why a position is not searched again; `None` if the position may be searched again.
    fn hopeless(&self, request: &Go) -> Option<Unfit> {
        let most = self.campaign.give_up;
        let unanswered = self.ended().unanswered.get(&request.root.to_string()).copied();
        let reason = || format!("{} without an answer", counted(most, "search", "searches"));
        (unanswered? >= most).then(|| Unfit::Position(reason()))
    }

    fn count_search(&self, plan: Plan, judged: &EngineSearch<'_>, played: &mut Played) {
        let EngineSearch { request, printed, findings, .. } = judged;
        if printed.failure == Some(EngineFailure::Cut) {
            played.cut += 1;
            played.was_stopped = true;
            return;
        }
        played.searches += 1;
        let has_result = |(_, info): (usize, &Info)| info.score.is_some() || info.line.is_some();
        played.shown += u64::from(printed.exact_infos().any(has_result));
        played.lines += printed.lines.len() as u64;
        let give_up = self.campaign.give_up;
        let mut ended = self.ended();
        if !findings.iter().any(|finding| finding.class.waits() || finding.class == Class::Crashed) {
            ended.silent.insert(plan, None);
            return;
        }
        let unanswered = ended.unanswered.entry(request.root.to_string()).or_default();
        *unanswered += 1;
        played.gave_up |= *unanswered >= give_up;
        let silent = ended.silent.entry(plan).or_insert(Some(0)).as_mut().map_or(0, |silent| {
            *silent += 1;
            *silent
        });
        drop(ended);
        if silent >= 2 * give_up {
            played.gave_up = true;
            // The plan is at fault, and not its positions.
            self.ended().unanswered.clear();
            self.leave_out(plan, format!("none of {silent} searches was answered"), played);
        }
    }
}

/// Returns the reason why a correct engine may return another result when a search is repeated; `None` without a reason.
fn not_repeatable(command: &EngineCommand, limit: Limit) -> Option<&'static str> {
    let is_threads = |name: &str, value: &str| name.eq_ignore_ascii_case("Threads") && value != "1";
    if command.options.iter().any(|(name, value)| is_threads(name, value)) {
        Some("a search with several threads is not repeatable")
    } else {
        matches!(limit, Limit::MoveTime(_) | Limit::Stop(_) | Limit::Clock(_))
            .then_some("a search by time is not repeatable")
    }
}

/// The reason why a search cannot be requested of an engine.
enum Unfit {
    /// The reason applies to all searches of the plan.
    Plan(String),
    /// The reason applies to the position.
    Position(String),
}

fn unfit(
    engine: &mut EngineProcess,
    command: &EngineCommand,
    session: &Session,
    request: &Go,
) -> Option<Unfit> {
    if session.plan == Plan::Repeat
        && let Some(reason) = not_repeatable(command, request.limit)
    {
        return Some(Unfit::Plan(reason.to_owned()));
    }
    let changed = session.requests.iter().flat_map(|request| &request.settings).chain(&session.settings);
    for (name, value) in changed {
        let Some(offered) = engine.offered(name) else {
            return Some(Unfit::Plan(format!("no option {name}")));
        };
        let kind = if value.parse::<i64>().is_ok() { "spin" } else { "check" };
        if offered.kind != kind {
            return Some(Unfit::Plan(format!("the option {name} is not of the type {kind}")));
        }
        if name.eq_ignore_ascii_case("MultiPV") && offered.range.is_none() {
            return Some(Unfit::Plan(format!("the option {name} has no maximum")));
        }
        if let (Some((least, most)), Ok(number)) = (offered.range, value.parse())
            && !(least..=most).contains(&number)
        {
            return Some(Unfit::Plan(format!("the option {name} takes {least} to {most}")));
        }
    }
    let position = request.root.position();
    let has_moves = !matches!(position.ending(), Some(Ending::Checkmate | Ending::Stalemate));
    if position.is_terminal() && (has_moves || session.plan != Plan::NearTheEnd) {
        Some(Unfit::Position("the game is over".to_owned()))
    } else if position.is_chess960() && engine.offered("UCI_Chess960").is_none() {
        Some(Unfit::Position("no option UCI_Chess960".to_owned()))
    } else {
        None
    }
}
