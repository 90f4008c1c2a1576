//! Campaigns: every planned subject is run on many games, and the results are summed.
//!
//! Games are numbered, and each depends on its number only. So any thread can run any part of them in any
//! order, and the sums are the same.

mod games;
mod row;
mod sums;
mod tally;

use std::ops::{ControlFlow, Range};

use crate::algorithm::Algorithm;
use crate::case::Case;
use crate::check::{Game, Harness, LineJudge, Trial, check_on, not_reproduced};
use crate::contract::{Guarantee, counterexamples, guarantee, rules};
use crate::experiment::{self, Experiment, Run};
use crate::feature::Schedules;
use crate::game::{Graph, GraphPosition};
use crate::oracle::Rules;
use crate::pv::{AllStores, Store};
use crate::search::SearchOptions;
use crate::subject::Subject;
use crate::verdict::{LineKind, LineVerdict};

pub(crate) use games::FeatureScratch;
pub use games::{Features, Games, Grown, Random, Shown};
pub use row::{Orders, Row};
pub use sums::Sums;
pub use tally::{Counterexample, Tally};

/// The number of searches that a thread takes at once, in whole games.
const CHUNK: u64 = 1024;

pub type CampaignPart = experiment::Part<Sums>;

/// One search whose results go to several of the planned rows.
pub struct PlannedSearch {
    pub algorithm: Algorithm,
    pub options: SearchOptions,
    rules: Rules,
    /// The row of each store of [`AllStores`]; `None` for a store that was not requested.
    pub rows: [Option<(usize, Guarantee)>; Store::ALL.len()],
}

/// The verdict on the worst line of each store whose row was requested; `None` for the leftmost optimal line, which most are.
pub(crate) type OtherLines = [Option<LineVerdict>; Store::ALL.len()];

/// The results of a search of one game.
pub(crate) type SearchedGame = (Trial, OtherLines);

pub struct Campaign<'g> {
    // A trait object, so that the searches are compiled once, in this crate.
    games: &'g dyn Games,
    subjects: Vec<Subject>,
    plan: Vec<PlannedSearch>,
    threads: usize,
    max_findings: Option<usize>,
    /// The maximum number of switches, if all schedules of several threads up to this maximum are searched instead of random ones.
    switches: Option<u8>,
    /// The replayed cases; each case must show the finding that the case expects.
    counterexamples: Vec<Case>,
}

#[derive(Clone, Default, Debug)]
pub struct Finished {
    pub rows: Vec<Row>,
    /// The number of games searched. If time ran out, the first games of the campaign were searched.
    pub games: u64,
    pub features: Features,
}

impl Finished {
    /// Returns the features and the search options that too few games show. Small runs are not judged.
    pub fn insufficient_coverage(&self) -> Vec<String> {
        let features = self.features.insufficient_coverage(self.games).into_iter().map(str::to_owned);
        features.chain(self.rows.iter().filter_map(Row::insufficient_coverage)).collect()
    }
}

impl<'g> Campaign<'g> {
    /// Returns a campaign of `subjects` on all of `games`, on one thread.
    ///
    /// # Panics
    ///
    /// If a subject occurs twice.
    pub fn new(games: &'g dyn Games, subjects: Vec<Subject>) -> Self {
        let mut plan = PlannedSearch::plan(&subjects);
        // To see whether search options change anything, each search is compared with the same search without
        // options. That one runs first, even if its row was not requested.
        let has_no_options = |planned: &PlannedSearch| planned.options == SearchOptions::NONE;
        for &algorithm in Algorithm::ALL.iter().filter(|algorithm| !algorithm.profile().needs_table()) {
            let is_same = |planned: &&PlannedSearch| planned.algorithm == algorithm;
            if plan.iter().any(|planned| is_same(&planned))
                && !plan.iter().filter(is_same).any(has_no_options)
            {
                plan.push(PlannedSearch::new(algorithm, SearchOptions::NONE));
            }
        }
        plan.sort_by_key(|planned| !has_no_options(planned));
        let counterexamples = counterexamples();
        Self { games, subjects, plan, threads: 1, max_findings: None, switches: None, counterexamples }
    }

    #[must_use]
    pub fn threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }

    #[must_use]
    pub fn replaying(mut self, counterexamples: Vec<Case>) -> Self {
        self.counterexamples = counterexamples;
        self
    }

    /// Ends the campaign after the round in which this many kinds of findings, counted per row, broke
    /// guarantees.
    #[must_use]
    pub fn until_findings(mut self, most: Option<usize>) -> Self {
        self.max_findings = most;
        self
    }

    /// Searches each game with several threads by every schedule with at most so many switches, up to two: to the next thread,
    /// before any step.
    #[must_use]
    pub fn by_every_schedule(mut self, switches: Option<u8>) -> Self {
        self.switches = switches;
        self
    }

    fn schedules(&self, options: &SearchOptions) -> Option<Schedules> {
        self.switches.filter(|_| options.threads.is_some()).map(Schedules::new)
    }

    /// The game of a row that was shown, with the first schedule that shows the finding if there are several.
    fn case(&self, index: u64, shown: Shown<'_>) -> Case {
        let Shown { subject, finding, breaks } = shown;
        let (game, depth) = self.games.counterexample(index, shown);
        let options = subject.options.in_game(index);
        let mut case = Case { subject: Subject { options, ..*subject }, depth, expect: Some(finding), game };
        let Some(mut schedules) = self.schedules(&options) else { return case };
        let mut harness = Harness::default();
        loop {
            case.subject.options = options.scheduled(schedules.schedule());
            let checked = check_on(&mut harness, &case).expect("games are no deeper than the stores");
            let is_it = checked.shows(finding) && !(breaks && checked.is_kept());
            if is_it || !schedules.advance(harness.last_choice()) {
                return case;
            }
        }
    }

    /// Runs the campaign. `progress` is called with the number of games searched since its last call.
    pub fn run(&self, progress: impl Fn(u64) + Sync) -> Finished {
        self.finish(&Run::new(0..self.games.count(), self.threads).progress(&progress).play(self))
    }

    pub fn finish(&self, part: &CampaignPart) -> Finished {
        let not_reproduced = not_reproduced(self.counterexamples.clone());
        let cell = |subject: &Subject| (subject.algorithm, subject.store, subject.regime());
        let rows = self.subjects.iter().zip(part.sums.of_rows(&self.plan));
        let rows = rows.map(|(&subject, tally)| {
            let not_reproduced =
                not_reproduced.iter().find(|case| cell(&case.subject) == cell(&subject)).cloned();
            Row { not_reproduced, ..Row::new(subject, tally, |index, shown| self.case(index, shown)) }
        });
        Finished { rows: rows.collect(), games: part.count(), features: part.sums.features }
    }

    fn play(&self, index: u64, memory: &mut CampaignMemory, sums: &mut Sums) {
        let CampaignMemory { harness, judge, tree, features } = memory;
        let depth = self.games.game(index, tree);
        if self.games.are_random() {
            sums.features.count(tree, depth, features);
        }
        let root = tree.root();
        let mut game = harness.game(&root, depth).expect("games are no deeper than the stores");
        let counterexample = Counterexample { size: tree.len(), index };
        let mut plain = [None; Algorithm::ALL.len()];
        for (planned, search) in self.plan.iter().zip(&mut sums.searches) {
            let slot = &mut plain[planned.algorithm as usize];
            let mut schedules = self.schedules(&planned.options);
            loop {
                let options = match &schedules {
                    None => planned.options.in_game(index),
                    Some(schedules) => planned.options.scheduled(schedules.schedule()),
                };
                let found = planned.search(&mut game, judge, &options);
                planned.count_lines(&found, counterexample, &mut sums.lines);
                let trial = found.0;
                search.count_search(&trial, slot.as_ref(), counterexample);
                if planned.options == SearchOptions::NONE {
                    *slot = Some(trial);
                }
                if !schedules.as_mut().is_some_and(|schedules| schedules.advance(game.last_choice())) {
                    break;
                }
            }
        }
        game.finish();
    }
}

impl PlannedSearch {
    fn new(algorithm: Algorithm, options: SearchOptions) -> Self {
        let rules = rules(algorithm.profile(), &options);
        Self { algorithm, options, rules, rows: [None; Store::ALL.len()] }
    }

    /// The searches of all `subjects`, which are the rows.
    ///
    /// # Panics
    ///
    /// If a subject occurs twice.
    pub fn plan(subjects: &[Subject]) -> Vec<Self> {
        let mut plan: Vec<Self> = Vec::new();
        for (row, subject) in subjects.iter().enumerate() {
            let Subject { algorithm, options, store } = *subject;
            let same = |planned: &Self| (planned.algorithm, planned.options) == (algorithm, options);
            let at = plan.iter().position(same).unwrap_or_else(|| {
                plan.push(Self::new(algorithm, options));
                plan.len() - 1
            });
            let slot = Store::ALL.iter().position(|&one| one == store).expect("every store is listed");
            let before = plan[at].rows[slot].replace((row, guarantee(subject)));
            assert!(before.is_none(), "the subject {subject} must occur only once");
        }
        plan
    }

    pub(crate) fn search(
        &self,
        game: &mut Game<'_, GraphPosition<'_>, AllStores>,
        judge: &mut LineJudge,
        options: &SearchOptions,
    ) -> SearchedGame {
        game.prepare_for(options).expect("games are no deeper than the stores");
        let mut others = OtherLines::default();
        let trial =
            game.run_algorithm_by(&self.rules, self.algorithm, options, &mut |oracle, store, outcome| {
                if store == 0 {
                    judge.begin(oracle, outcome);
                }
                if self.rows[store].is_some()
                    && let Some(line) = judge.judge(oracle, Store::ALL[store], outcome)
                {
                    others[store] = Some(others[store].map_or(line, |worst| worst.or_worse(line)));
                }
            });
        (trial, others)
    }

    /// Counts the line of each store. The stores of which no other line is given show the leftmost optimal line.
    pub(crate) fn count_lines(
        &self,
        (trial, others): &SearchedGame,
        game: Counterexample,
        tallies: &mut [Tally],
    ) {
        for (row, other) in self.rows.iter().zip(others) {
            if let Some((row, guarantee)) = row {
                let line = other.unwrap_or(LineKind::Same.into());
                tallies[*row].count_line(guarantee, trial, &line, game);
            }
        }
    }
}

#[derive(Default)]
pub struct CampaignMemory {
    harness: Harness,
    judge: LineJudge,
    tree: Graph,
    features: FeatureScratch,
}

impl Experiment for Campaign<'_> {
    type Sums = Sums;
    type Worker = CampaignMemory;

    /// Small with many searches per game: a thread searches all games that it has taken, even if time runs
    /// out.
    fn at_once(&self) -> u64 {
        if self.switches.is_some() {
            return 1;
        }
        (self.games.searches_at_once() / self.plan.len().max(1) as u64).max(1)
    }

    /// Small if a game is searched by hundreds of schedules: time is looked at after a round.
    fn first_round(&self) -> u64 {
        if self.switches.is_some() { 16 } else { 16 * CHUNK }
    }

    fn nothing(&self) -> Sums {
        Sums::nothing(self.subjects.len(), self.plan.len())
    }

    fn worker(&self) -> CampaignMemory {
        CampaignMemory::default()
    }

    fn run_items(&self, games: Range<u64>, memory: &mut CampaignMemory, sums: &mut Sums) -> ControlFlow<()> {
        games.for_each(|index| self.play(index, memory, sums));
        ControlFlow::Continue(())
    }

    fn is_enough(&self, sums: &Sums) -> bool {
        self.max_findings.is_some_and(|most| sums.findings() >= most)
    }
}

#[cfg(test)]
mod tests;
