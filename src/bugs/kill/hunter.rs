//! The hunt for one bug, which searches for games that show it.

use std::collections::{BTreeMap, BTreeSet};

use super::{GamesToCatch, Generator, Hunt, Killed};
use crate::bugs::{Bug, Caught, Visible};
use crate::campaign::{FeatureScratch, Features};
use crate::case::Case;
use crate::check::{Harness, check_on};
use crate::game::{Choices as _, Graph, Seeded};
use crate::pv::Store;
use crate::shrink::shrink_case;
use crate::subject::Subject;
use crate::verdict::Finding;

/// Returns the features of the games of the sample.
pub(super) fn sample(hunt: &Hunt) -> Features {
    let (mut features, mut scratch) = (Features::default(), FeatureScratch::default());
    let mut graph = Graph::default();
    for index in 0..hunt.sample {
        let depth = Generator::Mixed.game(&mut Seeded::new(hunt.seeds.start, index), &mut graph);
        features.count(&graph, depth, &mut scratch);
    }
    features
}

/// The number of smallest games per bug that are shrunk.
const SHRUNK: usize = 4;

/// The number of seeds for the generators used for comparison.
const COMPARED_SEEDS: usize = 5;

#[derive(Default)]
struct SeenFindings {
    games: u64,
    findings: BTreeMap<Finding, u64>,
    features: Features,
    scratch: FeatureScratch,
    small: Vec<Case>,
}

impl SeenFindings {
    fn count(&mut self, graph: &Graph, depth: usize) {
        self.games += 1;
        self.features.count(graph, depth, &mut self.scratch);
    }

    /// Returns the features that all these games have, if chance would explain this with a probability below one in a thousand.
    fn needs(&self, sample: &Features, size: u64) -> Vec<&'static str> {
        let both = self.features.shares().zip(sample.shares());
        let needed = both.filter(|&((_, count, _), (_, all, _))| {
            let chance = (all as f64 / size as f64).powf(self.games as f64);
            self.games > 0 && count == self.games && chance < 0.001
        });
        needed.map(|((name, ..), _)| name).collect()
    }
}

pub(super) struct BugFinder {
    bug: Bug,
    subject: Subject,
    visible: Visible,
    graph: Graph,
    harness: Harness,
}

impl BugFinder {
    /// Returns the hunt of a bug, whose search is judged by what is visible of it.
    pub fn new(bug: Bug, visible: Visible) -> Self {
        let (graph, harness) = Default::default();
        Self { bug, subject: bug.subject(), visible, graph, harness }
    }

    /// Returns the number of games of each seed until the bug was caught.
    pub fn games_to_catch(mut self, hunt: &Hunt) -> GamesToCatch {
        self.hunts(Generator::Mixed, hunt, &mut SeenFindings::default())
    }

    pub fn kill(mut self, hunt: &Hunt, sample: &Features) -> Killed {
        let (mut seen, mut all) = (0, SeenFindings::default());
        for index in 0..hunt.sample {
            let depth = self.draw(Generator::Mixed, hunt.seeds.start, index);
            let breaches = self.caught(depth, true);
            if breaches.is_empty() {
                continue;
            }
            seen += 1;
            self.note(&breaches, depth, &mut all);
        }
        let hunts = std::array::from_fn(|index| self.hunts(Generator::ALL[index], hunt, &mut all));
        let needs_two_searches = seen > 0
            && self.subject.options.keeps_table()
            && !(0..hunt.sample).any(|index| {
                let depth = self.draw(Generator::Mixed, hunt.seeds.start, index);
                !self.caught(depth, false).is_empty()
            });
        let smallest = all.small.iter().map(|case| self.shrunk(case)).min_by_key(Case::size);
        if let Some(case) = &smallest {
            all.count(&case.game, case.depth);
        }
        let needs = all.needs(sample, hunt.sample);
        let findings = all.findings;
        let games = hunt.sample;
        Killed { bug: self.bug, hunts, sample: games, seen, findings, needs, needs_two_searches, smallest }
    }

    /// Hunts with one generator. A generator for comparison, other than [`Generator::Mixed`], uses a few seeds, and
    /// ends as soon as most hunts have missed the bug.
    fn hunts(&mut self, generator: Generator, hunt: &Hunt, all: &mut SeenFindings) -> GamesToCatch {
        let is_mixed = generator == Generator::Mixed;
        let seeds = hunt.seeds.clone().take(if is_mixed { usize::MAX } else { COMPARED_SEEDS });
        let (hunts, mut games) = (seeds.clone().count(), Vec::new());
        for seed in seeds {
            let caught = (0..hunt.max_games).find(|&index| {
                let depth = self.draw(generator, seed, index);
                let breaches = self.caught(depth, true);
                // Other generators contribute only the number of games.
                if is_mixed && !breaches.is_empty() {
                    self.note(&breaches, depth, all);
                }
                !breaches.is_empty()
            });
            games.push(caught.map(|index| index + 1));
            let missed = games.iter().filter(|games| games.is_none()).count();
            if !is_mixed && 2 * missed > hunts {
                break;
            }
        }
        GamesToCatch::new(games)
    }

    /// Draws a game, and the schedule if there are several threads, and returns the depth.
    fn draw(&mut self, generator: Generator, seed: u64, index: u64) -> usize {
        let choices = &mut Seeded::new(seed, index);
        let depth = generator.game(choices, &mut self.graph);
        self.subject = self.bug.subject_in_game(choices.below(u32::MAX).into());
        depth
    }

    fn note(&self, breaches: &[Caught], depth: usize, all: &mut SeenFindings) {
        let kinds: BTreeSet<Finding> = breaches.iter().map(|caught| caught.finding).collect();
        for finding in kinds {
            *all.findings.entry(finding).or_default() += 1;
        }
        all.count(&self.graph, depth);
        keep_small(&mut all.small, self.case(depth, breaches[0]));
    }

    /// Returns the findings on the game drawn last, the worst first, without stores that show a finding in the correct code too.
    fn caught(&mut self, depth: usize, paired: bool) -> Vec<Caught> {
        let breaches = self.bug.breaches_on(&self.subject, &self.graph, depth, (paired, self.visible));
        let Ok(breaches @ [Some(_), ..]) = breaches else { return Vec::new() };
        let mut checked: Option<(Store, bool)> = None;
        let mut caught = Vec::new();
        for one in breaches.into_iter().flatten() {
            let passes = match checked {
                Some((store, passes)) if store == one.store => passes,
                _ => {
                    let case = self.case(depth, one);
                    self.passes(&case)
                }
            };
            checked = Some((one.store, passes));
            caught.extend(passes.then_some(one));
        }
        caught
    }

    fn case(&self, depth: usize, Caught { finding, store }: Caught) -> Case {
        let subject = Subject { store, ..self.subject };
        Case { subject, depth, expect: Some(finding), game: self.graph.clone() }
    }

    fn passes(&mut self, case: &Case) -> bool {
        check_on(&mut self.harness, case).is_ok_and(|checked| checked.is_kept())
    }

    fn shrunk(&mut self, case: &Case) -> Case {
        let expected = case.expect.expect("the case has an expectation");
        shrink_case(case, |case| {
            let subject = Subject { store: self.subject.store, ..case.subject };
            let breaches = self.bug.breaches_on(&subject, &case.game, case.depth, (true, self.visible));
            let shows = breaches.is_ok_and(|breaches| {
                let mut caught = breaches.iter().flatten();
                caught.any(|one| one.finding == expected && one.store == case.subject.store)
            });
            shows && self.passes(case)
        })
    }
}

fn keep_small(small: &mut Vec<Case>, case: Case) {
    let place = small.partition_point(|other| other.size() <= case.size());
    if place < SHRUNK {
        small.insert(place, case);
        small.truncate(SHRUNK);
    }
}
