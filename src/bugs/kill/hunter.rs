//! The hunt after one bug.

use std::collections::{BTreeMap, BTreeSet};

use super::{GamesToCatch, Generator, Killed, Plan};
use crate::bugs::{Bug, Caught};
use crate::campaign::{FeatureScratch, Features};
use crate::case::Case;
use crate::check::{Harness, check_on};
use crate::game::{Graph, Seeded};
use crate::pv::Store;
use crate::score::Score;
use crate::shrink::shrink_by;
use crate::subject::Subject;
use crate::verdict::Finding;

/// The shares of features among the games of the sample.
pub(super) struct Sample {
    features: Features,
}

impl Sample {
    pub fn new(plan: &Plan) -> Self {
        let (mut features, mut met) = (Features::default(), FeatureScratch::default());
        let mut graph = Graph::leaf(Score::ZERO);
        for index in 0..plan.sample {
            let depth = Generator::Mixed.game(&mut Seeded::new(plan.seeds.start, index), &mut graph);
            features.count(&graph, depth, &mut met);
        }
        Self { features }
    }

    /// The features that all of these games have, unless so many games all have it by chance once in a
    /// thousand times or more often.
    fn needs(&self, seen: &Features, games: u64, sample: u64) -> Vec<&'static str> {
        let both = seen.shares().zip(self.features.shares());
        let needed = both.filter(|&((_, count, _), (_, all, _))| {
            let chance = (all as f64 / sample as f64).powf(games as f64);
            games > 0 && count == games && chance < 0.001
        });
        needed.map(|((name, ..), _)| name).collect()
    }
}

/// How many of the smallest games that show a bug are shrunk.
const SHRUNK: usize = 4;

/// How many seeds there are for games that are compared with.
const COMPARED: usize = 5;

/// What was seen of a bug.
#[derive(Default)]
struct SeenFindings {
    games: u64,
    findings: BTreeMap<Finding, u64>,
    features: Features,
    met: FeatureScratch,
    small: Vec<Case>,
}

impl SeenFindings {
    /// Counts what is in one more game that shows it.
    fn count(&mut self, graph: &Graph, depth: usize) {
        self.games += 1;
        self.features.count(graph, depth, &mut self.met);
    }
}

/// Searches for games that show one bug.
pub(super) struct BugFinder {
    bug: Bug,
    subject: Subject,
    graph: Graph,
    harness: Harness,
}

impl BugFinder {
    pub fn new(bug: Bug) -> Self {
        Self { bug, subject: bug.subject(), graph: Graph::leaf(Score::ZERO), harness: Harness::default() }
    }

    pub fn kill(mut self, plan: &Plan, sample: &Sample) -> Killed {
        let (mut seen, mut all) = (0, SeenFindings::default());
        for index in 0..plan.sample {
            let depth = Generator::Mixed.game(&mut Seeded::new(plan.seeds.start, index), &mut self.graph);
            let breaches = self.caught(depth, true);
            if breaches.is_empty() {
                continue;
            }
            seen += 1;
            self.note(&breaches, depth, &mut all);
        }
        let hunts = Generator::ALL.map(|generator| self.hunts(generator, plan, &mut all));
        let needs_two_searches = seen > 0
            && self.subject.options.keeps_table()
            && !(0..plan.sample).any(|index| {
                let choices = &mut Seeded::new(plan.seeds.start, index);
                let depth = Generator::Mixed.game(choices, &mut self.graph);
                !self.caught(depth, false).is_empty()
            });
        let smallest = all.small.iter().map(|case| self.shrunk(case)).min_by_key(Case::size);
        if let Some(case) = &smallest {
            all.count(&case.game, case.depth);
        }
        let needs = sample.needs(&all.features, all.games, plan.sample);
        let findings = all.findings;
        let games = plan.sample;
        Killed { bug: self.bug, hunts, sample: games, seen, findings, needs, needs_two_searches, smallest }
    }

    /// Hunts by games of one kind. Those beside wild ones are for comparison: with a few seeds, and no more of
    /// them than say that most miss.
    fn hunts(&mut self, generator: Generator, plan: &Plan, all: &mut SeenFindings) -> GamesToCatch {
        let is_mixed = generator == Generator::Mixed;
        let seeds = plan.seeds.clone().take(if is_mixed { usize::MAX } else { COMPARED });
        let (most, mut games) = (seeds.clone().count(), Vec::new());
        for seed in seeds {
            let caught = (0..plan.most).find(|&index| {
                let depth = generator.game(&mut Seeded::new(seed, index), &mut self.graph);
                let breaches = self.caught(depth, true);
                // Other generators are asked about their games alone.
                if is_mixed && !breaches.is_empty() {
                    self.note(&breaches, depth, all);
                }
                !breaches.is_empty()
            });
            games.push(caught.map(|index| index + 1));
            let missed = games.iter().filter(|games| games.is_none()).count();
            if !is_mixed && 2 * missed > most {
                break;
            }
        }
        GamesToCatch::new(games)
    }

    /// Counts what shows on the game that was drawn last.
    fn note(&self, breaches: &[Caught], depth: usize, all: &mut SeenFindings) {
        let kinds: BTreeSet<Finding> = breaches.iter().map(|caught| caught.finding).collect();
        for finding in kinds {
            *all.findings.entry(finding).or_default() += 1;
        }
        all.count(&self.graph, depth);
        keep_small(&mut all.small, self.case(depth, breaches[0]));
    }

    /// What shows on the game that was drawn last, the worst first; nothing of what the correct code shows
    /// too.
    fn caught(&mut self, depth: usize, paired: bool) -> Vec<Caught> {
        let breaches = self.bug.breaches_on(&self.subject, &self.graph, depth, paired);
        let Ok(breaches @ [Some(_), ..]) = breaches else { return Vec::new() };
        let mut asked: Option<(Store, bool)> = None;
        let mut caught = Vec::new();
        for one in breaches.into_iter().flatten() {
            let passes = match asked {
                Some((store, passes)) if store == one.store => passes,
                _ => {
                    let case = self.case(depth, one);
                    self.passes(&case)
                }
            };
            asked = Some((one.store, passes));
            caught.extend(passes.then_some(one));
        }
        caught
    }

    fn case(&self, depth: usize, Caught { finding, store }: Caught) -> Case {
        let subject = Subject { store, ..self.subject };
        Case { subject, depth, expect: Some(finding), game: self.graph.clone() }
    }

    /// Whether the correct code keeps its guarantee.
    fn passes(&mut self, case: &Case) -> bool {
        check_on(&mut self.harness, case).is_ok_and(|checked| checked.is_kept())
    }

    /// The smallest game that the steps of shrinking lead to and that shows the same.
    fn shrunk(&mut self, case: &Case) -> Case {
        let expected = case.expect.expect("it expects what shows");
        shrink_by(case, |case| {
            let breaches = self.bug.breaches_on(&self.subject, &case.game, case.depth, true);
            let shows = breaches.is_ok_and(|breaches| {
                let mut caught = breaches.iter().flatten();
                caught.any(|one| one.finding == expected && one.store == case.subject.store)
            });
            shows && self.passes(case)
        })
    }
}

/// Keeps the smallest cases.
fn keep_small(small: &mut Vec<Case>, case: Case) {
    let place = small.partition_point(|other| other.size() <= case.size());
    if place < SHRUNK {
        small.insert(place, case);
        small.truncate(SHRUNK);
    }
}
