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
mod mutations;
mod shared;
mod stores;
#[cfg(test)]
mod tests;

use crate::algorithm::{Algorithm, alpha_beta_hard, pvs_soft, pvs_soft_no_last_re_search};
use crate::check::{Bench, Earlier, Trial, Watch, judge_store};
use crate::contract::{promise, rules};
use crate::game::{Graph, GraphPosition};
use crate::oracle::Truth;
use crate::pv::{SingleArray, Store, TableWalkChecked, TableWalkRaw, Triangular};
use crate::score::Score;
use crate::search::{Node, Outcome, Search, Searcher, TooDeep};
use crate::subject::Subject;
use crate::verdict::{Finding, LineVerdict, Verdict};

pub use mutations::{MUTATIONS, Mutation};
pub use shared::SHARED;
use stores::Altered;
pub use stores::StaleRow;

/// The searches with their hunks replaced, by the build script.
mod mutated {
    include!(concat!(env!("OUT_DIR"), "/mutated.rs"));
}

include!(concat!(env!("OUT_DIR"), "/chosen.rs"));

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
        let mutated = || with_mutation!(self.name, callee => self.mutated(callee, game, depth));
        let searched =
            || with_search!(self.name, Searcher => self.searched(&mut Searcher::default(), game, depth));
        let caught = self.try_store(game, depth).or_else(mutated).or_else(searched);
        caught.expect("a bug is one of a store, of an algorithm or of what all searches share")
    }

    /// Tries a store with an altered operation.
    fn altered<A: stores::Alteration>(&self, tree: &Graph, depth: usize) -> Result<Option<Caught>, TooDeep> {
        let subject = self.subject();
        let mut bench = Bench::feeding(Altered::<A>::default());
        let mut game = bench.game(&tree.root(), depth)?;
        let mut line = None;
        let judge = |truth: &Truth<GraphPosition<'_>>, _: usize, outcome: &Outcome<'_>| {
            add(&mut line, judge_store(truth, subject.store, outcome));
        };
        let habits = subject.algorithm.habits();
        // Three searches show every bug of a store; all of them, compiled for each altered store,
        // would take minutes.
        let trial = match subject.algorithm {
            Algorithm::AlphaBetaHard => game.try_search(alpha_beta_hard, habits, &subject.shortcuts, judge),
            Algorithm::PvsSoft => game.try_search(pvs_soft, habits, &subject.shortcuts, judge),
            Algorithm::PvsSoftNoLastReSearch => {
                game.try_search(pvs_soft_no_last_re_search, habits, &subject.shortcuts, judge)
            }
            other => panic!("bugs of stores are tried under three searches, not under {}", other.name()),
        };
        Ok(worst(&subject, &trial, &[(subject.store, line)]))
    }

    /// Tries the copy of an algorithm with a store that copies, and with the single array.
    fn mutated<'t, F>(&self, copy: F, tree: &'t Graph, depth: usize) -> Result<Option<Caught>, TooDeep>
    where
        F: Fn(
                &mut Search<'_, GraphPosition<'t>, Both, Watch<GraphPosition<'t>>>,
                &mut Node<'_, GraphPosition<'t>, Both>,
                Score,
                Score,
            ) -> Score
            + Copy,
    {
        let subject = self.subject();
        let mut bench = Bench::<Both>::default();
        let mut game = bench.game(&tree.root(), depth)?;
        let mut lines = [Store::Triangular, Store::SingleArray].map(|store| (store, None));
        let habits = subject.algorithm.habits();
        let trial = game.try_search(copy, habits, &subject.shortcuts, |truth, index, outcome| {
            let (store, line) = &mut lines[index];
            add(line, judge_store(truth, *store, outcome));
        });
        Ok(worst(&subject, &trial, &lines))
    }

    /// Tries the copy of all that a search goes through: with the stores that see what it does, be
    /// it to a row, to the one array or to what is left in the table. Where the table is
    /// kept, the search of a case has others before it.
    fn searched<'t>(
        &self,
        searcher: &mut impl Searcher<GraphPosition<'t>, Four, Watch<GraphPosition<'t>>>,
        tree: &'t Graph,
        depth: usize,
    ) -> Result<Option<Caught>, TooDeep> {
        let Subject { algorithm, shortcuts, .. } = self.subject();
        let mut bench = Bench::<Four>::default();
        let mut game = bench.game(&tree.root(), depth)?;
        if shortcuts.keeps_table() {
            game = game.after(Earlier::of_case(&tree.root(), depth, &shortcuts))?;
        }
        let mut lines = FOUR.map(|store| (store, None));
        let habits = algorithm.habits();
        let rules = rules(habits, &shortcuts);
        let trial = game.try_searcher(searcher, &rules, habits, &shortcuts, |truth, index, outcome| {
            let (store, line) = &mut lines[index];
            add(line, judge_store(truth, *store, outcome));
        });
        Ok(worst(&self.subject(), &trial, &lines))
    }
}

/// What a copy of an algorithm feeds.
type Both = (Triangular, SingleArray);

/// What a copy of all that searches share feeds, and the names in its order.
type Four = (Both, (TableWalkRaw, TableWalkChecked));
const FOUR: [Store; 4] =
    [Store::Triangular, Store::SingleArray, Store::TableWalkRaw, Store::TableWalkChecked];

/// One more line of a store: the worst counts.
fn add(worst: &mut Option<LineVerdict>, line: LineVerdict) {
    *worst = Some(worst.map_or(line, |worst| worst.or_worse(line)));
}

/// The worst that no promise allows: a wrong score, then a breach inside the search, then a line.
fn worst(subject: &Subject, trial: &Trial, lines: &[(Store, Option<LineVerdict>)]) -> Option<Caught> {
    let Trial { verdict: score, fault, .. } = *trial;
    let promised = promise(subject);
    let caught = |finding| Some(Caught { finding, store: subject.store });
    if score.is_fault() && score > promised.score {
        return caught(Finding::Score(score));
    }
    if let Some(fault) = fault.filter(|fault| !promised.allows_fault(fault.kind())) {
        return caught(Finding::Fault(fault.kind()));
    }
    let broken = lines.iter().filter_map(|&(store, line)| {
        let line = line?;
        let promised = promise(&Subject { store, ..*subject });
        let finding = promised.breach(Verdict { score, line }, trial.end)?;
        Some((line.kind, Caught { finding, store }))
    });
    broken.max_by_key(|&(kind, _)| kind).map(|(_, caught)| caught)
}
