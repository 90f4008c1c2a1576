//! Seeded bugs: faults injected into correct searches, which the checks must find.
//!
//! Each bug is one [record](Bug). A bug of a store alters one operation of a real store (`stores`). A bug
//! of an algorithm is a copy of its file with one hunk replaced. The bugs of what all searches share (the
//! steps of a node, the root driver, move ordering, the table) are in one copy of all files that a search
//! goes through, each behind a switch that is read at run time. The build script makes the copies.
//!
//! A bug is *caught* where its findings show and the correct code passes the same game. Nothing in the
//! library uses this module; tests, fuzz targets and the command line do.
//!
//! The two known mistakes among the stores, [`SingleArrayBare`](crate::pv::SingleArrayBare) and
//! [`SingleArrayRefuting`](crate::pv::SingleArrayRefuting), are bugs of the single array themselves.

pub mod kill;
mod record;
mod records;
mod stores;
mod switch;
#[cfg(test)]
mod tests;

use crate::case::Case;
use crate::check::{Checked, Harness, NodeChecker, PrecedingSearch, ShownLine, Trial, judge_store};
use crate::contract::{guarantee, rules};
use crate::game::{Graph, GraphPosition};
use crate::oracle::GroundTruth;
use crate::pv::{PvStore, SingleArray, Store, TableWalkChecked, TableWalkRaw, Triangular};
use crate::search::{AlgorithmAdapter, Counts, ExternalSearch, Outcome, Scratch, Task, TooDeep};
use crate::subject::Subject;
use crate::verdict::{Fault, Finding, LineKind, LineVerdict, Verdict};

pub use record::{Bug, Change, Hunk};
use stores::AlteredStore;
pub use stores::StaleRow;

/// The searches with seeded bugs, from the build script.
mod injected {
    include!(concat!(env!("OUT_DIR"), "/injected.rs"));
}

/// What a buggy search was caught at, and with which store.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Caught {
    /// As what.
    pub finding: Finding,
    /// The store whose line shows it; any, when the search itself is at fault.
    pub store: Store,
}

impl Bug {
    /// Every bug: those of stores, those of algorithms, those of what all searches share.
    pub const ALL: &[Self] = records::ALL;

    /// The bug of this name.
    pub fn named(name: &str) -> Option<&'static Self> {
        Self::ALL.iter().find(|bug| bug.name == name)
    }

    /// The subject that it is injected into.
    pub fn subject(&self) -> Subject {
        self.subject.parse().expect("a record has a subject")
    }

    /// All findings that random games show.
    pub fn findings(&self) -> impl Iterator<Item = Finding> {
        let named = |name: &str| Finding::all().find(|finding| finding.name() == name);
        self.findings.iter().map(move |name| named(name).expect("a record has names of findings"))
    }

    /// The hunks of source that it replaces; none where it alters a store.
    pub fn hunks(&self) -> &[Hunk] {
        match &self.change {
            Change::Store(_) => &[],
            Change::Algorithm(hunk) => std::slice::from_ref(hunk),
            Change::Search(hunks) => hunks,
        }
    }

    /// Runs the buggy search on a game: the worst that shows and that the correct
    /// subject guarantees never to show.
    ///
    /// # Errors
    ///
    /// When the depth exceeds the capacity of the stores.
    pub fn run_on(&self, game: &Graph, depth: usize) -> Result<Option<Caught>, TooDeep> {
        self.breaches_on(&self.subject(), game, depth, true).map(|breaches| breaches[0])
    }

    /// Everything that shows on a game and that `subject`, which is this bug's own, guarantees never to
    /// show: the worst first. Where the subject keeps its table, other searches go before only if they are
    /// `paired`.
    fn breaches_on(
        &self,
        subject: &Subject,
        game: &Graph,
        depth: usize,
        paired: bool,
    ) -> Result<Breaches, TooDeep> {
        let mut lines: [Option<(Store, LineVerdict)>; FOUR.len()] = [None; FOUR.len()];
        let trial = self.run(subject, game, depth, paired, &mut |ground_truth, store, outcome| {
            let line = judge_store(ground_truth, store, outcome);
            let same = |seen: &&mut Option<_>| seen.is_none_or(|(other, _)| other == store);
            let seen = lines.iter_mut().find(same).expect("a bug is tried with four stores at most");
            *seen = Some((store, seen.map_or(line, |(_, worst): (_, LineVerdict)| worst.or_worse(line))));
        })?;
        Ok(breaches(subject, &trial, &lines))
    }

    /// Runs the buggy search on the game of a case, and judges it as if it were the correct one. Of the
    /// case's subject only the store counts.
    ///
    /// # Errors
    ///
    /// When the depth exceeds the capacity of the stores.
    pub fn check(&self, case: &Case) -> Result<Checked, TooDeep> {
        let subject = Subject { store: case.subject.store, ..self.subject() };
        let mut lines = Vec::new();
        let trial =
            self.run(&self.subject(), &case.game, case.depth, true, &mut |ground_truth, store, outcome| {
                if store == subject.store {
                    lines.push(ShownLine::new(ground_truth, store, outcome));
                }
            })?;
        Ok(Checked::new(&subject, trial, lines))
    }

    /// The stores that show what the buggy search does.
    pub fn stores(&self) -> &'static [Store] {
        const BOTH: &[Store] = FOUR.split_at(2).0;
        match self.change {
            Change::Algorithm(_) => BOTH,
            Change::Search(_) => &FOUR,
            Change::Store(_) => {
                let own = Store::ALL.iter().position(|&store| store == self.subject().store);
                own.map_or(&[], |own| &Store::ALL[own..=own])
            }
        }
    }

    /// Runs the buggy search; `each` is called with every line that it shows.
    fn run<'t>(
        &self,
        subject: &Subject,
        game: &'t Graph,
        depth: usize,
        paired: bool,
        each: Each<'_, 't>,
    ) -> Result<Trial, TooDeep> {
        let names = self.stores();
        match self.change {
            Change::Store(alteration) => {
                let store = AlteredStore::named(alteration).expect("a record names an alteration");
                let mut search = AlgorithmAdapter(subject.algorithm.callee());
                run(Harness::with_store(store), &mut search, subject, (game, depth), paired, (names, each))
            }
            Change::Algorithm(_) => {
                let callee = injected::algorithm(self.name).expect("the build script has made it");
                let harness = Harness::<Both>::default();
                run(harness, &mut AlgorithmAdapter(callee), subject, (game, depth), false, (names, each))
            }
            Change::Search(_) => {
                let mut search = SeededSearch { bug: self.number(), ..SeededSearch::default() };
                run(Harness::<Four>::default(), &mut search, subject, (game, depth), paired, (names, each))
            }
        }
    }

    /// Its number among all bugs, from 1, as the build script counts them.
    fn number(&self) -> usize {
        Self::ALL.iter().position(|bug| bug.name == self.name).map_or(0, |index| index + 1)
    }
}

/// Called with every line that a buggy search shows: the ground truth of the game, the store and what it
/// shows.
type Each<'e, 't> = &'e mut dyn FnMut(&GroundTruth<GraphPosition<'t>>, Store, &Outcome<'_>);

/// Runs a search with a seeded bug on a game. Where the table is kept and the search is `paired`, others
/// precede it.
fn run<'t, S: PvStore>(
    mut harness: Harness<S>,
    search: &mut impl ExternalSearch<GraphPosition<'t>, S, NodeChecker<GraphPosition<'t>>>,
    subject: &Subject,
    (tree, depth): (&'t Graph, usize),
    paired: bool,
    (names, each): (&[Store], Each<'_, 't>),
) -> Result<Trial, TooDeep> {
    let Subject { algorithm, options, .. } = *subject;
    let mut game = harness.game(&tree.root(), depth)?;
    game.check_capacity(depth, &options)?;
    if paired && options.keeps_table() {
        game = game.after(PrecedingSearch::of_case(&tree.root(), depth, &options))?;
    }
    let profile = algorithm.profile();
    Ok(game.run_external(
        search,
        &rules(profile, &options),
        profile,
        &options,
        |ground_truth, index, outcome| {
            each(ground_truth, names[index], outcome);
        },
    ))
}

/// The copy of all that searches share, with one of its bugs active, or none.
#[derive(Default)]
struct SeededSearch {
    bug: usize,
    scratch: injected::shared::search::Scratch,
}

impl<P, S, O> ExternalSearch<P, S, O> for SeededSearch
where
    P: crate::position::Position,
    S: PvStore,
    O: crate::search::Observer<P>,
{
    fn new_game(&mut self, _scratch: &mut Scratch) {
        self.scratch.new_game();
    }

    fn search(
        &mut self,
        store: &mut S,
        observer: &mut O,
        _scratch: &mut Scratch,
        task: Task<'_, P>,
        each: impl FnMut(&O, &Outcome<'_>),
    ) -> Counts {
        use injected::shared::{algorithm::pvs_soft, search::Search};
        let counts = switch::with(self.bug, || {
            Search::new(store, observer, &mut self.scratch).root(pvs_soft::pvs_soft, &task, each)
        });
        counts.expect("no task is deeper than its store")
    }
}

/// What a copy of an algorithm writes to.
type Both = (Triangular, SingleArray);

/// What the copy of all that searches share writes to, and the names in its order, of which the first are
/// those of [`Both`].
type Four = (Both, (TableWalkRaw, TableWalkChecked));
const FOUR: [Store; 4] =
    [Store::Triangular, Store::SingleArray, Store::TableWalkRaw, Store::TableWalkChecked];

/// A score, a fault, and a line of each store.
type Breaches = [Option<Caught>; 2 + FOUR.len()];

/// What no guarantee allows: a wrong score, then a breach inside the search, then lines, the worst first.
fn breaches(subject: &Subject, trial: &Trial, lines: &[Option<(Store, LineVerdict)>]) -> Breaches {
    let Trial { verdict: score, fault, .. } = *trial;
    let guaranteed = guarantee(subject);
    let caught = |finding| Caught { finding, store: subject.store };
    let wrong = (score.is_fault() && score > guaranteed.score).then(|| caught(Finding::Score(score)));
    let fault = fault.map(Fault::kind).filter(|&kind| !guaranteed.allows_fault(kind));
    let mut broken: [Option<(LineKind, Caught)>; FOUR.len()] = [None; FOUR.len()];
    for (seen, place) in lines.iter().zip(&mut broken) {
        *place = seen.and_then(|(store, line)| {
            let guaranteed = guarantee(&Subject { store, ..*subject });
            // No line carries a wrong score, which is found already.
            let score = if wrong.is_some() { guaranteed.score } else { score };
            let finding = guaranteed.breach(Verdict { score, line }, trial.end)?;
            let says_more = wrong.is_none() || (line.kind, line.ply) != (LineKind::Unsound, Some(0));
            says_more.then_some((line.kind, Caught { finding, store }))
        });
    }
    broken.sort_by_key(|line| std::cmp::Reverse(line.map(|(kind, _)| kind)));
    let lines = broken.into_iter().flatten().map(|(_, caught)| caught);
    let mut found = wrong.into_iter().chain(fault.map(|kind| caught(Finding::Fault(kind)))).chain(lines);
    std::array::from_fn(|_| found.next())
}
