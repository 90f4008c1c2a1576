//! Statements of the literature on principal variations, each tested by the searches of this crate.
//!
//! A statement about every game is *refuted* by one game in which it is false, and otherwise *confirmed* in all games of some sizes
//! and in random games, or *proven* if theorems cover it too. A statement about a number is *measured*: the result is the number and
//! its variation. No conclusion is written down in advance; [`Claim::all`] has the statements and their tests only.

mod list;
mod ratio;
mod result;
mod same_tree;

pub use ratio::Ratio;
pub use result::{ClaimJson, SetJson, outcomes};

use crate::all_scores::AllScores;
use pvcheck::algorithm::Algorithm;
use pvcheck::campaign::{Campaign, Games, Random, Row};
use pvcheck::case::Case;
use pvcheck::contract::{Guarantee, Theorem, guarantee, theorems};
use pvcheck::enumerate::{Leaves, Scope};
use pvcheck::experiment::Run;
use pvcheck::named_enum;
use pvcheck::pv::{ClosedForm, Store};
use pvcheck::shrink::shrink;
use pvcheck::subject::Subject;
use pvcheck::syntax::Named;
use pvcheck::verdict::{Finding, LineKind, ScoreVerdict};

#[derive(Clone, Copy, Debug)]
pub struct Claim {
    pub id: &'static str,
    /// The author and year, or the place of publication.
    pub source: &'static str,
    pub statement: &'static str,
    test: Test,
}

#[derive(Clone, Copy, Debug)]
enum Test {
    /// The statement is false in each game in which one of these subjects shows a finding of this class.
    Never { subjects: &'static [&'static str], class: FindingClass, games: Kind },
    /// The statement is false in each game in which the two searches have this difference.
    SameTree { left: Algorithm, right: Algorithm, difference: Difference, games: Kind },
    /// The result is the count of the first search as a share of the count of the second search.
    Ratio { subjects: [&'static str; 2], counted: Counted, games: ratio::GameSize },
    /// Rows that follow the closed formula of the triangular table neither overlap nor leave a gap, up to this depth.
    TriangularIndex { depth: usize },
}

named_enum! {
    FindingClass {
        Line "lines that are truncated, missing or wrong (no line is due for a bound)",
        WrongLine "wrong lines",
        /// A score that is neither the minimax value nor a bound that is right, a wrong best move, or a fault at a node.
        Result "wrong scores, bounds and best moves",
        InexactScore "scores that are not the minimax value",
    }
}

named_enum! {
    Difference {
        /// They visit another number of nodes, or evaluate other positions, or in another order.
        Tree "number of nodes, and evaluated positions in their order, game by game",
        Leaves "set of evaluated positions, game by game",
        /// The second search evaluates a position that the first one does not.
        MoreLeaves "positions that the second search evaluates and the first one does not",
        /// A re-search of either one does not confirm that its move is better.
        Unconfirmed "re-searches whose score does not exceed alpha",
    }
}

named_enum! {
    Counted {
        Leaves "leaf evaluations",
        Nodes "nodes",
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    All,
    Trees,
    Uniform,
    /// The games of several threads: small trees with every schedule of up to two switches, and random games with random schedules.
    Schedules,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Conclusion {
    Confirmed,
    /// The statement is confirmed, and theorems of `proof/` prove the statement for every game.
    Proven(Vec<Theorem>),
    Refuted {
        searches: u64,
        smallest: Option<Case>,
    },
    Measured(Vec<Ratio>),
}

impl Conclusion {
    fn from_searches(searches: u64, smallest: Option<Case>) -> Self {
        if searches == 0 { Self::Confirmed } else { Self::Refuted { searches, smallest } }
    }

    pub const fn name(&self) -> &'static str {
        match self {
            Self::Confirmed => "confirmed",
            Self::Proven(_) => "proven",
            Self::Refuted { .. } => "refuted",
            Self::Measured(_) => "measured",
        }
    }
}

#[derive(Clone, PartialEq, Debug)]
pub struct Tested {
    pub conclusion: Conclusion,
    pub scope: Vec<SetJson>,
    /// Games by classes of every score, and the number of their classes, of all subjects together; where no game of `scope`
    /// refutes it.
    pub every_score: Option<SetJson>,
    pub subjects: u64,
    pub method: String,
}

pub struct Effort<'e> {
    pub quick: bool,
    pub seed: u64,
    pub threads: usize,
    pub progress: &'e (dyn Fn(u64) + Sync),
}

impl Tested {
    pub fn games(&self) -> u64 {
        self.scope.iter().map(|set| set.games).sum()
    }
}

/// The most switches of a schedule of small trees.
const SWITCHES: u8 = 2;

type Set = (String, Box<dyn Games>);

impl Effort<'_> {
    fn sets(&self, kind: Kind) -> Vec<Set> {
        let small = "these sets are small";
        if kind == Kind::Schedules {
            let (positions, games) = if self.quick { (3, 2_000) } else { (5, 100_000) };
            let trees = Scope::shapes(positions).expect(small);
            let random = Random { seed: self.seed, games };
            let schedules = format!("every schedule of up to {SWITCHES} switches");
            return vec![
                (format!("ordered trees of up to {positions} positions, {schedules}"), Box::new(trees)),
                (format!("random games and schedules from seed {}", self.seed), Box::new(random)),
            ];
        }
        let uniform: &[(u16, usize, Leaves)] = if self.quick {
            &[(2, 2, Leaves::Orderings), (2, 3, Leaves::Permutations)]
        } else {
            &[
                (2, 2, Leaves::Orderings),
                (3, 2, Leaves::Permutations),
                (2, 3, Leaves::Orderings),
                (2, 4, Leaves::Values(2)),
            ]
        };
        let mut sets: Vec<Set> = Vec::new();
        for &(branching, depth, leaves) in uniform {
            let scope = Scope::uniform(branching, depth, leaves).expect(small);
            sets.push((format!("branching {branching}, depth {depth}, {leaves}"), Box::new(scope)));
        }
        if kind != Kind::Uniform {
            let positions = if self.quick { 6 } else { 9 };
            let scope = Scope::shapes(positions).expect(small);
            sets.push((format!("ordered trees of up to {positions} positions"), Box::new(scope)));
        }
        if kind == Kind::All {
            let games = if self.quick { 5_000 } else { 1_000_000 };
            let random = Random { seed: self.seed, games };
            sets.push((format!("random games from seed {}", self.seed), Box::new(random)));
        }
        sets
    }
}

impl Named for &'static Claim {
    fn all() -> impl Iterator<Item = Self> {
        Claim::all()
    }

    fn name(self) -> &'static str {
        self.id
    }

    fn summary(self) -> &'static str {
        self.statement
    }
}

impl Claim {
    pub fn all() -> impl Iterator<Item = &'static Self> + Clone {
        list::LINES.iter().chain(list::SEARCHES).chain(list::THREADS)
    }

    pub fn test(&self, effort: &Effort<'_>) -> Tested {
        let tested = match self.test {
            Test::Never { subjects, class, games } => never(subjects, class, games, effort),
            Test::SameTree { left, right, difference, games } => {
                same_tree::test([left, right], difference, effort.sets(games), effort)
            }
            Test::Ratio { subjects, counted, games } => ratio::test(subjects, counted, games, effort),
            Test::TriangularIndex { depth } => triangular_index(depth, ClosedForm::index),
        };
        match self.theorems() {
            theorems if tested.conclusion == Conclusion::Confirmed && !theorems.is_empty() => {
                Tested { conclusion: Conclusion::Proven(theorems), ..tested }
            }
            _ => tested,
        }
    }

    /// Returns the theorems that prove the claim; none if it is not proven. A claim on several subjects needs a proof
    /// for each subject.
    pub fn theorems(&self) -> Vec<Theorem> {
        match self.test {
            Test::Never { subjects, class, .. } => {
                let proofs: Vec<_> = subjects.iter().map(|name| class.theorems(&subject(name))).collect();
                let is_whole = proofs.iter().all(|proof| !proof.is_empty());
                let mut all = if is_whole { proofs.concat() } else { Vec::new() };
                all.sort_unstable();
                all.dedup();
                all
            }
            Test::SameTree { difference: Difference::Unconfirmed, .. } => {
                vec![Theorem::new("Stability.v", "confirmed")]
            }
            Test::TriangularIndex { .. } => vec![Theorem::new("Tables.v", "rows_fill_the_triangle")],
            Test::SameTree { .. } | Test::Ratio { .. } => Vec::new(),
        }
    }
}

impl FindingClass {
    fn findings(self) -> Vec<Finding> {
        let good = [LineKind::Same, LineKind::Equivalent, LineKind::NoneDue];
        Finding::all()
            .filter(|finding| match (self, finding) {
                (Self::Line, Finding::Line(kind)) => !good.contains(kind),
                (Self::WrongLine, Finding::Line(kind)) => {
                    !good.contains(kind) && *kind != LineKind::Truncated
                }
                (Self::Result, Finding::Score(verdict)) => {
                    !matches!(verdict, ScoreVerdict::Exact | ScoreVerdict::Bound)
                }
                (Self::Result, Finding::Fault(_)) => true,
                (Self::InexactScore, Finding::Score(verdict)) => *verdict != ScoreVerdict::Exact,
                _ => false,
            })
            .collect()
    }

    /// Returns the theorems which state that a subject never shows findings of the class; empty without a theorem.
    fn theorems(self, subject: &Subject) -> Vec<Theorem> {
        let Guarantee { score, line, may_bound, .. } = guarantee(subject);
        let of_score = || theorems(&Subject { store: Store::None, ..*subject });
        match self {
            // A right line begins with the right move.
            Self::Line | Self::WrongLine | Self::Result if line == LineKind::Same => theorems(subject),
            // What ends early has no wrong move.
            Self::WrongLine if line == LineKind::Truncated => theorems(subject),
            Self::InexactScore if score == ScoreVerdict::Exact && !may_bound => of_score(),
            _ => Vec::new(),
        }
    }

    fn games(self, row: &Row) -> u64 {
        let count = |finding| match finding {
            Finding::Line(kind) => row.tally.line(kind),
            Finding::Score(verdict) => row.tally.score(verdict),
            Finding::Fault(_) | Finding::NoAnswer(_) => 0,
        };
        let faults = if self == Self::Result { row.tally.node_faults } else { 0 };
        // A game may show a wrong score and a fault.
        faults.max(self.findings().into_iter().map(count).sum())
    }
}

fn subject(name: &str) -> Subject {
    name.parse().expect("the subjects of all claims are valid")
}

fn never(names: &[&str], class: FindingClass, games: Kind, effort: &Effort<'_>) -> Tested {
    let subjects: Vec<Subject> = names.iter().map(|name| subject(name)).collect();
    let (mut searches, mut scope) = (0, Vec::new());
    let mut smallest: Option<Case> = None;
    for (name, set) in effort.sets(games) {
        let campaign = Campaign::new(&*set, subjects.clone()).replaying(Vec::new()).threads(effort.threads);
        // The first set is that of small trees.
        let switches = (games == Kind::Schedules && scope.is_empty()).then_some(SWITCHES);
        let finished = campaign.by_every_schedule(switches).run(effort.progress);
        for row in &finished.rows {
            searches += class.games(row);
            let findings = class.findings();
            let shown = row.counterexamples.iter().filter(|(finding, _)| findings.contains(finding));
            let cases = shown.map(|(_, case)| case.clone()).chain(smallest.take());
            smallest = cases.min_by_key(Case::size);
        }
        let most = finished.rows.iter().map(|row| row.tally.games).max();
        scope.push(SetJson { name, games: most.unwrap_or(finished.games) });
    }
    // The decisions of a class are those of one thread.
    let has_classes = searches == 0 && games != Kind::Schedules;
    let every_score = has_classes.then(|| every_score(&subjects, class, games, effort));
    let every_score = every_score.map(|(scope, wrong, case)| {
        (searches, smallest) = (wrong, case);
        scope
    });
    let smallest =
        smallest.map(|case| shrink(&case, case.expect.expect("a counterexample expects what it shows")));
    let conclusion = Conclusion::from_searches(searches, smallest);
    let method = format!("{}: {}", class.name(), names.join(", "));
    Tested { conclusion, scope, every_score, subjects: names.len() as u64, method }
}

/// Searches every assignment of scores to the leaves of small trees. Returns the set with its number of classes, the
/// number of classes with a finding of `class`, and the smallest such game.
fn every_score(
    subjects: &[Subject],
    class: FindingClass,
    games: Kind,
    effort: &Effort<'_>,
) -> (SetJson, u64, Option<Case>) {
    let small = "a small scope";
    let positions = if effort.quick { 5 } else { 7 };
    let (name, scope) = match games {
        Kind::All | Kind::Trees | Kind::Schedules => {
            let name = format!("ordered trees of up to {positions} positions, every score");
            (name, Scope::shapes_with(positions, Leaves::Values(1)).expect(small))
        }
        Kind::Uniform => {
            let scope = Scope::uniform(2, 3, Leaves::Values(1)).expect(small);
            ("branching 2, depth 3, every score".to_owned(), scope)
        }
    };
    let searches = AllScores::new(&scope, subjects.to_vec()).expect(small);
    let part = Run::new(0..searches.items(), effort.threads).play(&searches);
    let finished = searches.finish(&part).expect("the margins of all claims are small");
    let findings = class.findings();
    let wrong = finished.rows.iter().map(|row| class.games(row)).sum();
    let cases = finished.rows.iter().flat_map(|row| &row.counterexamples);
    let cases = cases.filter(|(finding, _)| findings.contains(finding)).map(|(_, case)| case.clone());
    (SetJson { name, games: finished.games }, wrong, cases.min_by_key(Case::size))
}

/// Checks that each row of a triangular table begins where the preceding row ends, for each depth. `index` returns the
/// first slot of a row, from the depth of the search and the ply.
fn triangular_index(depth: usize, index: impl Fn(usize, usize) -> usize) -> Tested {
    let is_wrong = |&n: &usize| {
        let end = (0..n).try_fold(0, |next, ply| {
            // The row of `ply` has a slot for each of the `n - ply` moves of its line.
            (index(n, ply) == next).then_some(next + n - ply)
        });
        end != Some(n * (n + 1) / 2)
    };
    let wrong = (1..=depth).filter(is_wrong).count() as u64;
    let method = "the first slot of each row against the end of the row before".to_owned();
    Tested {
        conclusion: Conclusion::from_searches(wrong, None),
        scope: vec![SetJson { name: format!("tables for depths 1 to {depth}"), games: depth as u64 }],
        every_score: None,
        subjects: 1,
        method,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quick(test: Test) -> Tested {
        let claim = Claim { id: "", source: "", statement: "", test };
        claim.test(&Effort { quick: true, seed: 1, threads: 2, progress: &|_| () })
    }

    #[test]
    fn every_claim_has_its_own_name() {
        let mut ids: Vec<_> = Claim::all().map(|claim| claim.id).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), Claim::all().count());
        assert!(Claim::all().all(|claim| claim.statement.ends_with('.')));
    }

    /// 2 of 24 permutations and 7,136 of 40,320: the known rates, in the scopes that contain these sizes.
    #[test]
    fn a_false_statement_is_refuted_by_the_smallest_game() {
        let subjects = &["alpha-beta-hard+single-array"];
        let tested = quick(Test::Never { subjects, class: FindingClass::Line, games: Kind::Uniform });
        let Conclusion::Refuted { searches, smallest: Some(case) } = tested.conclusion else {
            panic!("{:?}", tested.conclusion)
        };
        assert!(searches > 7_136);
        assert_eq!((case.depth, case.game.len()), (2, 7));
    }

    /// The index with a sign exchanged is right for the first two rows only.
    #[test]
    fn a_wrong_index_is_seen() {
        assert_eq!(triangular_index(100, ClosedForm::index).conclusion, Conclusion::Confirmed);
        let tested = triangular_index(100, |n, ply| ply * (2 * n + ply - 1) / 2);
        let Conclusion::Refuted { searches, .. } = tested.conclusion else {
            panic!("{:?}", tested.conclusion)
        };
        assert_eq!(searches, 98);
    }

    #[test]
    fn each_kind_of_finding_is_seen() {
        for (subject, class) in [
            ("alpha-beta-hard+single-array", FindingClass::WrongLine),
            ("pvs-hard-no-last-re-search+triangular", FindingClass::Result),
            ("last-move+triangular", FindingClass::InexactScore),
        ] {
            let subjects: &'static [&'static str] = Box::leak(Box::new([subject]));
            let tested = quick(Test::Never { subjects, class, games: Kind::Trees });
            assert_eq!(tested.conclusion.name(), "refuted", "{subject}");
        }
        // A bound that is right is no wrong score.
        let subjects = &["last-move+triangular"];
        let tested = quick(Test::Never { subjects, class: FindingClass::Result, games: Kind::Trees });
        assert_eq!(tested.conclusion.name(), "proven");
    }
}
