//! Wrong on purpose: what every check must be able to see.
//!
//! A store's bug is a decorator that alters one operation of a real store, or the
//! way its rows are found; an algorithm's is its source with one hunk replaced (see
//! [`Mutation`]); a bug of what all searches share, the seam, the root driver, the orderer or the
//! table, is one hunk in a copy of all files that a search goes through ([`SHARED`]). Each names
//! the findings as which it must be seen, and those alone.
//! *Caught* means that the correct code passes the very same game. Nothing in the
//! library uses this room; tests, fuzz targets and the command line do.
//!
//! The two known mistakes among the stores, [`SingleArrayBare`](crate::pv::SingleArrayBare) and
//! [`SingleArrayRefuting`](crate::pv::SingleArrayRefuting), are bugs of the single array themselves.

mod catalogue;
pub mod kill;
mod mutations;
mod shared;
mod stores;
#[cfg(test)]
mod tests;

use crate::algorithm::{Algorithm, alpha_beta_hard, pvs_soft, pvs_soft_no_last_re_search};
use crate::case::Case;
use crate::check::{Bench, Checked, Earlier, Game, Shown, Trial, Watch, judge_store};
use crate::contract::{promise, rules};
use crate::game::{Graph, GraphPosition};
use crate::oracle::Truth;
use crate::pv::{PvStore, SingleArray, Store, TableWalkChecked, TableWalkRaw, Triangular};
use crate::score::Score;
use crate::search::{Callee, Outcome, Searcher, TooDeep};
use crate::subject::Subject;
use crate::verdict::{Fault, Finding, LineKind, LineVerdict, Verdict};

pub use mutations::{MUTATIONS, Mutation};
pub use shared::SHARED;
use stores::Altered;
pub use stores::StaleRow;

/// The searches with their hunks replaced, by the build script.
mod mutated {
    include!(concat!(env!("OUT_DIR"), "/mutated.rs"));
}

include!(concat!(env!("OUT_DIR"), "/chosen.rs"));

/// What became of each real bug.
const REAL_BUGS: &str = include_str!("../../docs/real-bugs.md");

/// A bug on purpose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bug {
    /// The name that users type.
    pub name: &'static str,
    /// The class of real bugs that it belongs to, by the letters of the catalogue: A a
    /// row not cleared, B a child that
    /// is never entered, C a write that looks at the window, D a shared buffer, E a row of quiescence, F a tail that a table
    /// cutoff left short or wrong, G a walk of a table, H a length, copy or index, I an overflow at
    /// the largest ply, J a bound taken for a line, K a line and a best move that
    /// differ, L a null move in a line, N a mate that is counted from elsewhere, O several lines mixed, P a line
    /// behind a draw; `-` where the bug is one of search and shows in the line.
    pub class: &'static str,
    /// One line on what is wrong.
    pub what: &'static str,
    /// Every finding as which random games show it.
    pub seen_as: &'static [Finding],
    subject: &'static str,
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
    /// The subject that this bug spoils: its store, or for a bug of a search
    /// the store in which it shows first.
    pub fn subject(&self) -> Subject {
        self.subject.parse().expect("a bug names its subject")
    }

    /// For a bug of an algorithm: where it differs from the original.
    pub fn mutation(&self) -> Option<&'static Mutation> {
        MUTATIONS.iter().find(|mutation| mutation.bug == self.name)
    }

    /// The real bugs that it stands for, as `docs/real-bugs.md` has them: engine, and issue or commit.
    pub fn references(&self) -> Vec<&'static str> {
        let name = format!("`{}`", self.name);
        let cells = REAL_BUGS.lines().map(|line| line.split('|').map(str::trim).collect::<Vec<_>>());
        let rows = cells.filter(|cells| cells.get(4).is_some_and(|expressed| expressed.contains(&name)));
        rows.map(|cells| cells[2]).collect()
    }

    /// For a bug of what all searches share: where it differs from the original.
    pub fn shared(&self) -> Option<&'static Mutation> {
        SHARED.iter().find(|mutation| mutation.bug == self.name)
    }

    /// Runs the buggy search on a game: the worst that shows and that the correct
    /// subject promises never to show.
    ///
    /// # Errors
    ///
    /// When the depth exceeds the capacity of the stores.
    pub fn try_on(&self, game: &Graph, depth: usize) -> Result<Option<Caught>, TooDeep> {
        self.breaches_on(&self.subject(), game, depth, true).map(|breaches| breaches[0])
    }

    /// Everything that shows on a game and that `subject`, which is this bug's own, promises never to
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
        let trial = self.run(subject, game, depth, paired, &mut |truth, store, outcome| {
            let line = judge_store(truth, store, outcome);
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
            self.run(&self.subject(), &case.game, case.depth, true, &mut |truth, store, outcome| {
                if store == subject.store {
                    lines.push(Shown::new(truth, store, outcome));
                }
            })?;
        Ok(Checked::new(&subject, trial, lines))
    }

    /// The stores that show what the buggy search does.
    pub fn stores(&self) -> &'static [Store] {
        const BOTH: &[Store] = FOUR.split_at(2).0;
        let own = Store::ALL.iter().position(|&store| store == self.subject().store);
        match (self.mutation(), self.shared()) {
            (Some(_), _) => BOTH,
            (None, Some(_)) => &FOUR,
            (None, None) => own.map_or(&[], |own| &Store::ALL[own..=own]),
        }
    }

    /// Runs the buggy search; `hear` hears every line that it shows.
    fn run<'t>(
        &self,
        subject: &Subject,
        game: &'t Graph,
        depth: usize,
        paired: bool,
        hear: Hear<'_, 't>,
    ) -> Result<Trial, TooDeep> {
        if let Some(trial) = self.run_store(subject, game, depth, paired, &mut *hear) {
            return trial;
        }
        if let Some(trial) =
            with_mutation!(self.name, callee => mutated_search(callee, subject, game, depth, &mut *hear))
        {
            return trial;
        }
        let searched = with_search!(self.name, Searcher => searched(&mut Searcher::default(), subject, game, depth, paired, hear));
        searched.expect("a bug is one of a store, of an algorithm or of what all searches share")
    }
}

/// Who hears every line that a buggy search shows: what is true of the game, the store and what it shows.
type Hear<'h, 't> = &'h mut dyn FnMut(&Truth<GraphPosition<'t>>, Store, &Outcome<'_>);

/// The game on the bench; where the table is kept, the search of a case has others before it.
fn begun<'b, 't, S: PvStore>(
    bench: &'b mut Bench<S>,
    subject: &Subject,
    tree: &'t Graph,
    depth: usize,
    paired: bool,
) -> Result<Game<'b, GraphPosition<'t>, S>, TooDeep> {
    let game = bench.game(&tree.root(), depth)?;
    game.has_room(depth, &subject.shortcuts)?;
    if !paired || !subject.shortcuts.keeps_table() {
        return Ok(game);
    }
    game.after(Earlier::of_case(&tree.root(), depth, &subject.shortcuts))
}

/// Tries a store with an altered operation.
fn altered<'t, A: stores::Alteration>(
    subject: &Subject,
    tree: &'t Graph,
    depth: usize,
    paired: bool,
    hear: Hear<'_, 't>,
) -> Result<Trial, TooDeep> {
    let mut bench = Bench::feeding(Altered::<A>::default());
    let mut game = begun(&mut bench, subject, tree, depth, paired)?;
    let judge = |truth: &Truth<GraphPosition<'t>>, _: usize, outcome: &Outcome<'_>| {
        hear(truth, subject.store, outcome);
    };
    let habits = subject.algorithm.habits();
    // Three searches show every bug of a store; all of them, compiled for each altered store,
    // would take minutes.
    Ok(match subject.algorithm {
        Algorithm::AlphaBetaHard => game.try_search(alpha_beta_hard, habits, &subject.shortcuts, judge),
        Algorithm::PvsSoft => game.try_search(pvs_soft, habits, &subject.shortcuts, judge),
        Algorithm::PvsSoftNoLastReSearch => {
            game.try_search(pvs_soft_no_last_re_search, habits, &subject.shortcuts, judge)
        }
        other => panic!("bugs of stores are tried under three searches, not under {}", other.name()),
    })
}

/// Tries the copy of an algorithm with a store that copies, and with the single array.
#[cfg_attr(test, expect(dead_code, reason = "unit tests know no altered search"))]
fn mutated_search<'t>(
    copy: Callee<GraphPosition<'t>, Both, Watch<GraphPosition<'t>>>,
    subject: &Subject,
    tree: &'t Graph,
    depth: usize,
    hear: Hear<'_, 't>,
) -> Result<Trial, TooDeep> {
    let mut bench = Bench::<Both>::default();
    let mut game = begun(&mut bench, subject, tree, depth, false)?;
    let habits = subject.algorithm.habits();
    Ok(game.try_search(copy, habits, &subject.shortcuts, |truth, index, outcome| {
        hear(truth, FOUR[index], outcome);
    }))
}

/// Tries the copy of all that a search goes through: with the stores that see what it does, be
/// it to a row, to the one array or to what is left in the table.
#[cfg_attr(test, expect(dead_code, reason = "unit tests know no altered search"))]
fn searched<'t>(
    searcher: &mut impl Searcher<GraphPosition<'t>, Four, Watch<GraphPosition<'t>>>,
    subject: &Subject,
    tree: &'t Graph,
    depth: usize,
    paired: bool,
    hear: Hear<'_, 't>,
) -> Result<Trial, TooDeep> {
    let Subject { algorithm, shortcuts, .. } = *subject;
    let mut bench = Bench::<Four>::default();
    let mut game = begun(&mut bench, subject, tree, depth, paired)?;
    let habits = algorithm.habits();
    let rules = rules(habits, &shortcuts);
    Ok(game.try_searcher(searcher, &rules, habits, &shortcuts, |truth, index, outcome| {
        hear(truth, FOUR[index], outcome);
    }))
}

/// What a copy of an algorithm feeds.
type Both = (Triangular, SingleArray);

/// What a copy of all that searches share feeds, and the names in its order, of which the first are those
/// of [`Both`].
type Four = (Both, (TableWalkRaw, TableWalkChecked));
const FOUR: [Store; 4] =
    [Store::Triangular, Store::SingleArray, Store::TableWalkRaw, Store::TableWalkChecked];

/// A score, a fault, and a line of each store.
type Breaches = [Option<Caught>; 2 + FOUR.len()];

/// What no promise allows: a wrong score, then a breach inside the search, then lines, the worst first.
fn breaches(subject: &Subject, trial: &Trial, lines: &[Option<(Store, LineVerdict)>]) -> Breaches {
    let Trial { verdict: score, fault, .. } = *trial;
    let promised = promise(subject);
    let caught = |finding| Caught { finding, store: subject.store };
    let wrong = (score.is_fault() && score > promised.score).then(|| caught(Finding::Score(score)));
    let fault = fault.map(Fault::kind).filter(|&kind| !promised.allows_fault(kind));
    let mut broken: [Option<(LineKind, Caught)>; FOUR.len()] = [None; FOUR.len()];
    for (seen, place) in lines.iter().zip(&mut broken) {
        *place = seen.and_then(|(store, line)| {
            let promised = promise(&Subject { store, ..*subject });
            // No line carries a wrong score, which is found already.
            let score = if wrong.is_some() { promised.score } else { score };
            let finding = promised.breach(Verdict { score, line }, trial.end)?;
            let says_more = wrong.is_none() || (line.kind, line.ply) != (LineKind::Unsound, Some(0));
            says_more.then_some((line.kind, Caught { finding, store }))
        });
    }
    broken.sort_by_key(|line| std::cmp::Reverse(line.map(|(kind, _)| kind)));
    let lines = broken.into_iter().flatten().map(|(_, caught)| caught);
    let mut found = wrong.into_iter().chain(fault.map(|kind| caught(Finding::Fault(kind)))).chain(lines);
    std::array::from_fn(|_| found.next())
}
