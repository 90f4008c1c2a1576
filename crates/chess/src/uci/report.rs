//! The report on one engine.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::accepted::KnownFinding;
use super::campaign::Played;
use super::class::{Class, FindingKind, Severity};
use super::example::EngineExample;
use super::message::{Info, Line, Message};
use super::plan::{Plan, Session};
use super::process::Found;
use super::search::Go;
use super::statistics::{Statistics, range_in_percent};
use pvcheck::experiment::{Accepted, Recurrence};
use pvcheck::syntax::{counted, shell_quoted};
use pvcheck::verify::Label;

/// The most bytes of a command line that is shown: one of searches that were not made fewer may have many times as many.
const LONGEST_REPLAY: usize = 4000;

/// The run is no pass if fewer than one in this many planned searches was run, as the engine did not answer others.
const LEAST_SHARE: u64 = 3;

/// The findings in the searches of one engine.
#[derive(Clone, Debug)]
pub struct EngineReport {
    /// The name that the engine gives itself.
    pub name: String,
    /// The command that starts the engine.
    pub command: String,
    /// The options of pvcheck that a replay needs, such as the time limit of an answer.
    pub replay_options: String,
    /// Whether commands are shown in full, whatever their length.
    pub is_full: bool,
    /// The number of moments at which a replay tries its last search; 1 for a search without moments.
    pub moments: usize,
    /// The plans that were run.
    pub plans: Vec<Plan>,
    /// The number of searches that were planned.
    pub planned: u64,
    /// The searches of the engine.
    pub played: Played,
    /// The findings, by class and position.
    pub rows: Vec<EngineRow>,
    /// An example of each class.
    pub examples: Vec<EngineExample>,
    /// The entries of the file of accepted findings that accept a row.
    pub accepted: Vec<Accepted<KnownFinding>>,
    /// The accepted findings whose position was searched and does not show the class any more.
    pub stale: Vec<Accepted<KnownFinding>>,
}

/// A class of findings in one position.
#[derive(Clone, Debug)]
pub struct EngineRow {
    /// The class, and the rule of a trace.
    pub kind: FindingKind,
    /// Whether the finding is proven.
    pub severity: Severity,
    /// The position, as in `position`.
    pub position: String,
    /// The plan.
    pub plan: Plan,
    /// The number of searches of this position that showed the class.
    pub count: u64,
    /// Whether the finding is accepted.
    pub is_known: bool,
    /// The index of the finding in the played searches.
    pub index: usize,
}

/// Returns the rows of the played searches, with the first finding of each class in each position, or all findings.
pub fn rows(
    played: &Played,
    sessions: &[Session],
    known: &[Accepted<KnownFinding>],
    all: bool,
) -> Vec<EngineRow> {
    let mut rows: Vec<EngineRow> = Vec::new();
    let mut places: BTreeMap<(FindingKind, String), usize> = BTreeMap::new();
    for (index, found) in played.found.iter().enumerate() {
        let request = found.request();
        let kind = found.finding.kind();
        let key = (kind, request.root.to_string());
        if let Some(&place) = places.get(&key).filter(|_| !all) {
            rows[place].count += 1;
            continue;
        }
        let (_, position) = key.clone();
        places.insert(key, rows.len());
        let canonical = request.root.canonical();
        let is_known = known.iter().any(|known| known.entry.is(kind, &canonical));
        rows.push(EngineRow {
            kind,
            severity: kind.class.severity(),
            position,
            plan: sessions[found.session].plan,
            count: 1,
            is_known,
            index,
        });
    }
    // The first of a class is the one that is made smaller: it has few searches before it, the usual chess, and few pieces.
    let size = |row: &EngineRow| {
        let found = &played.found[row.index];
        let position = found.request().root.position();
        (found.before, position.is_chess960(), position.board().occupied().len())
    };
    rows.sort_by_cached_key(|row| {
        (std::cmp::Reverse(row.severity), row.kind, row.plan.depends_on_timing(), size(row))
    });
    rows
}

impl EngineReport {
    /// The rows of this severity that are not known.
    pub fn new_rows(&self, severity: Severity) -> impl Iterator<Item = &EngineRow> {
        self.rows.iter().filter(move |row| !row.is_known && row.severity == severity)
    }

    /// Returns the finding of a row.
    pub fn found(&self, row: &EngineRow) -> &Found {
        &self.played.found[row.index]
    }

    /// Whether the run is no pass despite no new error, because the engine showed no score and no line, or answered so
    /// rarely that most searches were not run.
    pub fn judged_nothing(&self) -> bool {
        let Played { searches, shown, gave_up, traced, .. } = self.played;
        let is_left_out = gave_up && searches * LEAST_SHARE < self.planned;
        (shown == 0 || traced.is_missing() || is_left_out && !self.played.was_stopped)
            && self.new_rows(Severity::Error).next().is_none()
    }

    /// The likely reason why almost nothing was judged.
    fn why_nothing(&self) -> &'static str {
        if self.played.traced.is_missing() {
            "the search tells nothing"
        } else if self.played.cut > 0 {
            "the time was over"
        } else {
            "does the engine obey `go depth`, and print lines?"
        }
    }

    /// Returns a sentence on each omitted plan or position, with the reason.
    pub fn not_searched(&self) -> impl Iterator<Item = String> {
        let plans = self.played.left_out.chunk_by(|one, other| one.1 == other.1).map(|plans| {
            let names: Vec<&str> = plans.iter().map(|(plan, _)| plan.name()).collect();
            format!("left out   {}: {}", names.join(", "), plans[0].1)
        });
        let mut reasons: Vec<(&str, &str, usize, u64)> = Vec::new();
        for ((why, position), &searches) in &self.played.skipped {
            match reasons.last_mut().filter(|reason| reason.0 == why) {
                Some((.., positions, all)) => (*positions, *all) = (*positions + 1, *all + searches),
                None => reasons.push((why, position, 1, searches)),
            }
        }
        let skipped = reasons.into_iter().map(|(why, position, positions, searches)| {
            let searches = counted(searches, "search", "searches");
            let more = if positions > 1 {
                format!(", and {}", counted(positions - 1, "more position", "more positions"))
            } else {
                String::new()
            };
            format!("skipped    {searches} of {position}{more}: {why}")
        });
        let no_depth = self.played.ignores_depth.then(|| {
            "limit      `go movetime` instead of `go depth`: two searches to depth 1 did not end by themselves".to_owned()
        });
        let nothing = self
            .played
            .answers_nothing
            .then(|| "skipped    everything else: the engine does not answer the easiest search".to_owned());
        let cut = (self.played.cut > 0).then(|| {
            let searches = counted(self.played.cut, "search", "searches");
            format!("cut        {searches} without an answer when the time of the run was over")
        });
        let panicked = Some(self.played.panicked.len()).filter(|&sessions| sessions > 0);
        let panicked = panicked.map(|sessions| {
            format!("ended      {}: an error of pvcheck itself", counted(sessions, "session", "sessions"))
        });
        no_depth.into_iter().chain(plans).chain(skipped).chain(nothing).chain(cut).chain(panicked)
    }

    /// What was found, in the words of the first line.
    fn found_in_words(&self) -> String {
        let found = |severity, one, more| match self.new_rows(severity).count() {
            0 => None,
            rows => Some(counted(rows, one, more)),
        };
        let found =
            [found(Severity::Error, "error", "errors"), found(Severity::Warning, "warning", "warnings")];
        let found: Vec<String> = found.into_iter().flatten().collect();
        let gone = counted(self.stale.len(), "accepted finding is gone", "accepted findings are gone");
        match (found.is_empty(), self.stale.is_empty()) {
            (true, true) => "nothing found".to_owned(),
            (true, false) => format!("nothing new, {gone}"),
            _ => found.join(" and "),
        }
    }

    /// For each class, the number of moments of a replay at which the class was found; empty without moments.
    pub fn replayed(&self) -> BTreeMap<Class, usize> {
        let mut shown: BTreeMap<Class, BTreeSet<usize>> = BTreeMap::new();
        for found in self.played.found.iter().filter(|_| self.moments > 1) {
            shown.entry(found.finding.class).or_default().insert(found.session);
        }
        shown.into_iter().map(|(class, shown)| (class, shown.len())).collect()
    }

    /// The findings that were not made as small as possible.
    pub fn not_shrunk(&self) -> usize {
        self.examples.iter().filter(|example| example.was_cut).count()
    }

    /// The command line that runs exactly the searches of an example.
    pub fn replay(&self, example: &EngineExample) -> String {
        let [engine, searches] = [&self.command, &example.whole().to_string()].map(|text| shell_quoted(text));
        format!("pvcheck uci --engine {engine}{} --replay {searches}", self.replay_options)
    }

    /// The page on an example.
    pub fn page(&self, example: &EngineExample) -> String {
        let mut page = String::new();
        self.write_page(&mut page, example).expect("writing to a string");
        page
    }

    fn write_page(&self, f: &mut impl fmt::Write, example: &EngineExample) -> fmt::Result {
        let EngineExample { kind, severity, detail, line, recurrence, .. } = example;
        let positions = self.rows.iter().filter(|row| row.kind == *kind && !row.is_known).count();
        let places = counted(positions, "position", "positions");
        writeln!(f, "{kind} ({}) in {places}; the smallest sequence of searches found:\n", severity.name())?;
        entry(f, Label::Found, kind.summary())?;
        entry(f, Label::Detail, detail)?;
        if let Some(line) = line {
            entry(f, Label::Printed, &line.text)?;
        }
        let request = example.request();
        if let Some(san) = line.as_ref().and_then(|line| in_san(request, line)) {
            entry(f, Label::Line, &san)?;
        }
        entry(f, Label::Position, &request.root.to_string())?;
        let &Recurrence { shown, of } = recurrence;
        let rate = format!(" (95 % interval {} %)", range_in_percent(recurrence.interval()));
        let rate = if recurrence.is_certain() { "" } else { &rate };
        let rest = if shown == 0 { "; a replay may not show it either" } else { "" };
        let recurs = match of {
            0 => "not tried again".to_owned(),
            _ => format!("in {shown} of {of} fresh processes{rate}{rest}"),
        };
        entry(f, Label::Recurs, &recurs)?;
        let (replay, mut commands) = (self.replay(example), example.commands());
        if replay.len() <= LONGEST_REPLAY || self.is_full {
            entry(f, Label::Replay, &replay)?;
        } else {
            let searches = counted(example.session.requests.len(), "search", "searches");
            let whole = format!("of {searches}, which it makes fewer: see --full, or --format json");
            entry(f, Label::Replay, &whole)?;
            commands = [vec!["...".to_owned()], request.commands()].concat();
        }
        entry(f, Label::Commands, "")?;
        for command in commands {
            writeln!(f, "  {command}")?;
        }
        write!(f, "\n{}", request.root.position().diagram())?;
        example.inside.as_ref().map_or(Ok(()), |inside| write!(f, "\nInside the search: {inside}"))
    }
}

/// Returns the legal part of the line of an info line, in standard algebraic notation.
fn in_san(request: &Go, line: &Line) -> Option<String> {
    let Message::Info(Info { line: Some(words), .. }) = &line.message else { return None };
    let root = request.root.position();
    let walk = root.walk(words);
    let legal = root.walk_in_san(&walk);
    let rest = words[walk.legal..].join(" ");
    Some(if rest.is_empty() {
        legal
    } else {
        format!("{legal}, then {rest}").trim_start_matches(", ").to_owned()
    })
}

fn entry(f: &mut impl fmt::Write, label: Label, text: &str) -> fmt::Result {
    writeln!(f, "{}", format!("{:<10} {text}", label.name()).trim_end())
}

impl fmt::Display for EngineReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let found = self.found_in_words();
        let searches = if self.played.was_stopped || self.judged_nothing() {
            format!("{} of {}", self.played.searches, counted(self.planned, "search", "searches"))
        } else {
            counted(self.played.searches, "search", "searches")
        };
        let lines = counted(self.played.lines, "line", "lines");
        writeln!(f, "{}: {found} in {searches} ({lines})", self.name)?;
        if self.judged_nothing() {
            writeln!(f, "no pass    almost nothing was judged: {}", self.why_nothing())?;
        }
        let plans: Vec<&str> = self.plans.iter().map(|plan| plan.name()).collect();
        writeln!(f, "plans      {}", plans.join(", "))?;
        for reason in self.not_searched() {
            writeln!(f, "{reason}")?;
        }
        self.played.traced.sentence().map_or(Ok(()), |traced| writeln!(f, "traced     {traced}"))?;
        for (class, shown) in self.replayed() {
            writeln!(f, "replayed   {class} at {shown} of {} moments around its own", self.moments)?;
        }
        if self.not_shrunk() > 0 {
            let cut = self
                .examples
                .iter()
                .filter(|example| example.was_cut)
                .map(|example| example.kind.to_string());
            let kinds = cut.collect::<Vec<_>>().join(", ");
            let findings = counted(self.not_shrunk(), "finding", "findings");
            writeln!(f, "not shrunk {findings}, for which the time was over: {kinds}; a replay goes on")?;
        }
        let known = self.rows.iter().filter(|row| row.is_known).count();
        if known > 0 {
            writeln!(f, "known      {}", counted(known, "finding", "findings"))?;
        }
        for accepted in self.accepted.iter().filter(|accepted| !accepted.reason.is_empty()) {
            writeln!(f, "known      {accepted}")?;
        }
        for stale in &self.stale {
            writeln!(f, "stale      {stale}: accepted, but not found any more")?;
        }
        let mut kinds: Vec<(FindingKind, Severity, u64, u64)> = Vec::new();
        for row in self.rows.iter().filter(|row| !row.is_known) {
            match kinds.iter_mut().find(|(kind, ..)| *kind == row.kind) {
                Some((_, _, positions, count)) => (*positions, *count) = (*positions + 1, *count + row.count),
                None => kinds.push((row.kind, row.severity, 1, row.count)),
            }
        }
        if !kinds.is_empty() {
            writeln!(f, "\n{:<24} {:<8} {:>9} {:>6}", "class", "severity", "positions", "lines")?;
        }
        for (kind, severity, positions, count) in kinds {
            writeln!(f, "{:<24} {:<8} {positions:>9} {count:>6}", kind.to_string(), severity.name())?;
        }
        if self.played.statistics != Statistics::default() {
            write!(f, "\n{}", self.played.statistics)?;
        }
        for example in &self.examples {
            write!(f, "\n{}", self.page(example))?;
        }
        Ok(())
    }
}
