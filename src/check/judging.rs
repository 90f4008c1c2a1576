//! A search that is judged while it runs, whoever runs it.

use super::judge::Judge;
use super::{Game, Harness, NodeChecker, PrecedingSearch, Trial};
use crate::algorithm::Profile;
use crate::oracle::{GroundTruth, Rules, TooManyPaths, Underived};
use crate::position::Position;
use crate::search::{Counts, NodeLimit, Outcome, ReportedNodes, SearchOptions, ShownThread};

/// The conditions that are fixed before a trial and decide how it is judged.
#[derive(Clone, Copy, Debug)]
pub struct Conditions<'c> {
    /// The rules of the search.
    pub rules: &'c Rules,
    /// The nodes that the search reports.
    pub reported: ReportedNodes,
    /// The number of lines that the search shows.
    pub lines: u8,
    /// The node limit at which the search stops.
    pub node_limit: Option<NodeLimit>,
    /// The thread whose result is shown, if there are several.
    pub shown_thread: Option<ShownThread>,
    /// How the transposition table of the search tells positions apart.
    pub table: TableKeys,
    /// Whether the search evaluates only leaves that alpha-beta evaluates.
    pub prunes: bool,
    /// Whether the search gives only reasons that its options permit, as the searches of this crate do.
    pub keeps_to_options: bool,
}

/// How a transposition table tells positions apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableKeys {
    /// There is no table.
    NoTable,
    /// By whole keys.
    Whole,
    /// By a part of each key, which several positions may share, so that no score is checked.
    Part,
}

impl<'c> Conditions<'c> {
    /// Returns the conditions of a search of one line by these rules, without table, limit and threads, that reports all its
    /// nodes or none.
    pub const fn new(rules: &'c Rules) -> Self {
        Self {
            rules,
            reported: ReportedNodes::All,
            lines: 1,
            node_limit: None,
            shown_thread: None,
            table: TableKeys::NoTable,
            prunes: false,
            keeps_to_options: false,
        }
    }

    /// Returns the conditions of a search of this crate with this profile and these options, judged by these rules.
    pub fn of_options(rules: &'c Rules, profile: Profile, options: &SearchOptions) -> Self {
        Self {
            lines: options.lines,
            node_limit: options.node_limit,
            shown_thread: options.threads.map(|threads| threads.shown),
            table: match options.table {
                None => TableKeys::NoTable,
                Some(_) if options.collides() => TableKeys::Part,
                Some(_) => TableKeys::Whole,
            },
            prunes: profile.is_within_alpha_beta && options.is_plain(),
            keeps_to_options: true,
            ..Self::new(rules)
        }
    }

    /// Sets the rules by which `ground_truth` judges from now on, and the depths at which the search may end.
    pub(super) fn declare<P: Position>(&self, ground_truth: &mut GroundTruth<P>) {
        ground_truth.judge_by(self.rules);
        if self.node_limit.is_some() || self.shown_thread.is_some() {
            ground_truth.allow_shallower(self.shown_thread.is_some());
        }
    }
}

/// A trial that has begun. Its searches run elsewhere, and notify the observer that is given for each.
#[derive(Debug)]
pub struct Judging<'g, P> {
    pub(super) checker: &'g mut NodeChecker<P>,
    pub(super) judge: Judge<'g>,
    /// The searches that run before the one that is judged, oldest first.
    pub preceding: &'g [PrecedingSearch<P>],
}

impl<P: Position, S> Game<'_, P, S> {
    /// Begins a trial of any search, also one that shares no code with this crate.
    ///
    /// # Errors
    ///
    /// The error of [`Game::check_paths`], if it returns one.
    pub fn begin<'g>(&'g mut self, conditions: &Conditions<'g>) -> Result<Judging<'g, P>, TooManyPaths> {
        self.checker.ground_truth.check_paths(conditions.rules)?;
        let Self { harness, checker, preceding, .. } = self;
        Ok(Judging::begin(harness, checker, preceding, conditions))
    }
}

impl<'g, P: Position> Judging<'g, P> {
    pub(super) fn begin<S>(
        harness: &mut Harness<S>,
        checker: &'g mut NodeChecker<P>,
        preceding: &'g [PrecedingSearch<P>],
        conditions: &Conditions<'g>,
    ) -> Self {
        harness.trials += 1;
        checker.begin(harness.trials, conditions);
        Self { checker, judge: Judge::new(*conditions), preceding }
    }

    /// Begins a search to this depth that precedes the one that is judged. Returns its observer.
    pub fn precede(&mut self, depth: usize) -> &mut NodeChecker<P> {
        self.checker.search_ended();
        self.checker.next_search(depth, true);
        self.checker
    }

    /// Begins the search that is judged. Returns its observer.
    pub fn begin_search(&mut self) -> &mut NodeChecker<P> {
        self.checker.search_ended();
        self.checker.next_search(self.checker.ground_truth.depth(), false);
        self.checker
    }

    /// Returns the ground truth, with all that the search has reported. The search has ended.
    pub fn ground_truth(&mut self) -> &GroundTruth<P> {
        self.checker.search_ended();
        &self.checker.ground_truth
    }

    /// Returns the first result that does not follow from what the search had returned before.
    pub(crate) fn underived(&self) -> Option<&Underived> {
        self.checker.underived.as_deref()
    }

    /// Ends the trial, whose search returned these outcomes: one for each line, best first.
    ///
    /// # Panics
    ///
    /// If there is no outcome.
    pub fn end(mut self, outcomes: &[Outcome<'_>], counts: Counts) -> Trial {
        self.checker.search_ended();
        for outcome in outcomes {
            self.judge.judge_outcome(&self.checker.ground_truth, outcome);
        }
        self.judge.trial(self.checker, counts)
    }
}
