//! The rows of a result, each with a subject, its guarantee and the sums of its verdicts.

use std::collections::BTreeMap;

use crate::algorithm::ReSearches;
use crate::campaign::{Counterexample, Shown, Tally};
use crate::case::Case;
use crate::check::Checked;
use crate::contract::{Guarantee, guarantee};
use crate::feature::{Feature, PvCut, TableOptions};
use crate::subject::Subject;
use crate::verdict::{Finding, LineKind};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    pub subject: Subject,
    pub guarantee: Guarantee,
    pub tally: Tally,
    /// The smallest game of each finding, as a case that expects the finding.
    pub counterexamples: BTreeMap<Finding, Case>,
    pub breaches: BTreeMap<Finding, Case>,
    /// The committed counterexample of this row, if the counterexample no longer shows its finding.
    pub not_reproduced: Option<Case>,
    /// The results for the orders of distinct scores, if all these orders were counted.
    pub orders: Option<Orders>,
}

/// The results of a search for every order of distinct scores.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Orders {
    /// The distance between neighbouring scores.
    pub gap: u32,
    /// The numbers of orders with each kind of line, in the order of [`LineKind::ALL`].
    pub lines: [u64; LineKind::ALL.len()],
    /// The sum of the distinct leaves that the searches evaluate.
    pub leaves: u128,
}

impl Orders {
    /// A distance between scores that exceeds every sum of the numbers that searches add to scores.
    pub const FAR_APART: u32 = 1_000_000;
}

impl Row {
    pub fn new(subject: Subject, tally: Tally, case: impl Fn(u64, Shown<'_>) -> Case) -> Self {
        let cases = |counterexamples: &BTreeMap<Finding, Counterexample>, breaks| {
            let case = |(&finding, counterexample): (&Finding, &Counterexample)| {
                (finding, case(counterexample.index, Shown { subject: &subject, finding, breaks }))
            };
            counterexamples.iter().map(case).collect()
        };
        let counterexamples = cases(&tally.counterexamples, false);
        let breaches = cases(&tally.breaches, true);
        Self {
            subject,
            guarantee: guarantee(&subject),
            counterexamples,
            breaches,
            tally,
            not_reproduced: None,
            orders: None,
        }
    }

    pub fn of_case(case: &Case, checked: &Checked) -> Self {
        let mut tally = Tally::default();
        let counterexample = Counterexample { size: case.game.len(), index: 0 };
        tally.count_search(&checked.trial, None, counterexample);
        tally.count_line(&guarantee(&case.subject), &checked.trial, &checked.verdict.line, counterexample);
        Self::new(case.subject, tally, |_, Shown { finding, .. }| Case {
            expect: Some(finding),
            ..case.clone()
        })
    }

    pub fn is_kept(&self) -> bool {
        self.not_reproduced.is_none() && self.breaches.is_empty()
    }

    /// Returns a message if the search options of this row had an effect too rarely for a meaningful result, unless the
    /// run has fewer than 10,000 games. Each search option must have an effect in its own least share of games. All
    /// options together must change the search at least as often as the smallest of these shares. A tenth of the
    /// searches with a window must end inside it.
    pub fn insufficient_coverage(&self) -> Option<String> {
        let Tally { games, compared, mattered, .. } = self.tally;
        let is_rarer = |count: u64, of: u64, least: u64| of >= 10_000 && count * 1000 < least * of;
        let shares = self.tally.acts().map(|(name, acted)| (name, acted, least_share(&self.subject, name)));
        let shares: Vec<_> = shares.filter_map(|(name, acted, least)| Some((name, acted, least?))).collect();
        let rare = shares.iter().find(|&&(_, acted, least)| is_rarer(acted, games, least));
        let least = shares.iter().map(|&(.., least)| least).min();
        let failed = self.tally.acts().find(|&(name, _)| name == "aspiration").map_or(0, |(_, games)| games);
        let windowed = self.subject.options.aspiration.is_some();
        let problem = match (rare, least) {
            (Some((name, ..)), _) => format!("hardly ever shows an effect of {name}"),
            _ if windowed && is_rarer(games - failed, games, 100) => {
                "hardly ever ends inside its window".into()
            }
            (None, Some(least)) if is_rarer(mattered, compared, least) => {
                "hardly ever differs from the search without options".into()
            }
            _ => return None,
        };
        Some(format!("{} {problem}", self.subject))
    }
}

/// Returns the least share of games, in thousandths, in which this search option must have an effect for `subject`;
/// `None` without the option. The share is small for options that act only at null windows if the algorithm opens all
/// its windows.
fn least_share(subject: &Subject, option_name: &str) -> Option<u64> {
    let mut features = Feature::options().filter(|feature| feature.is_set(&subject.options));
    let feature = features.find(|feature| feature.name == option_name)?;
    // Without null-window searches, a window is null only if alpha and beta happen to be adjacent.
    let has_few_null_windows = subject.algorithm.profile().re_searches == ReSearches::Nowhere;
    Some(match subject.options.table {
        _ if has_few_null_windows && feature.guess.as_ref().is_some_and(|guess| guess.in_null_windows) => 1,
        // A node that is searched one ply less deep stores no entry that matches the original depth.
        Some(_) if feature.name == "tt" && subject.options.selectivity.iir => 20,
        Some(TableOptions { pv_cut: PvCut::None, .. }) if feature.name == "tt" => 5,
        _ => feature.least_share,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::{Trial, check};
    use crate::search::Counts;
    use crate::verdict::{Fault, LineKind, ScoreVerdict, Verdict};

    fn no_game() -> Case {
        unreachable!("there is no finding")
    }

    /// Returns a row of one game, whose trial is correct before `change`.
    fn row(change: impl Fn(&mut Trial, &mut Verdict)) -> Row {
        let case: Case = "v1 pvs-soft+triangular depth=2 [[3 5] [2 9]]".parse().expect("a case");
        let mut checked = check(&case).expect("shallow");
        change(&mut checked.trial, &mut checked.verdict);
        Row::of_case(&case, &checked)
    }

    fn broken(row: &Row) -> Vec<Finding> {
        row.breaches.keys().copied().collect()
    }

    #[test]
    fn a_row_breaks_by_a_line_a_score_a_node_or_its_counterexample() {
        let valid = row(|_, _| {});
        assert!(valid.is_kept() && broken(&valid).is_empty() && valid.counterexamples.is_empty());
        let line = row(|_, verdict| verdict.line = LineKind::Truncated.into());
        assert!(!line.is_kept());
        assert_eq!(broken(&line), [Finding::Line(LineKind::Truncated)]);
        let score = row(|trial, _| trial.verdict = ScoreVerdict::FalseBound);
        assert!(!score.is_kept());
        assert_eq!(broken(&score), [Finding::Score(ScoreVerdict::FalseBound)]);
        let fault = Fault::RaisedRefutation { ply: 0 };
        let node = row(|trial, _| trial.fault = Some(fault));
        assert!(!node.is_kept() && node.tally.node_faults == 1);
        assert_eq!(broken(&node), [Finding::Fault(fault.kind())]);
        let not_reproduced = Some("v1 pvs-soft+triangular depth=1 0".parse().expect("a case"));
        assert!(!Row { not_reproduced, ..valid }.is_kept());
    }

    /// Whether coverage is insufficient for these numbers of games: with a failed window, with a table cutoff, and with
    /// a draw by repetition. `differs` has the games that differ from the search without options, and those compared.
    fn rare(subject: &str, games: u64, [failed, cut, drawn]: [u64; 3], differs: (u64, u64)) -> bool {
        let (mattered, compared) = differs;
        let mut acts = [0; Counts::NONE.acts().len()];
        acts[..3].copy_from_slice(&[failed, cut, drawn]);
        let tally = Tally { games, acts, compared, mattered, ..Tally::default() };
        Row::new(subject.parse().expect("a subject"), tally, |_, _| no_game())
            .insufficient_coverage()
            .is_some()
    }

    /// Returns the message on insufficient coverage for 10,000 games. The option `of` had an effect in `count` of them,
    /// and every other option in half of them.
    fn rare_option(subject: &Subject, of: &str, count: u64) -> Option<String> {
        let games = 10_000;
        let acts = Counts::NONE.acts().map(|(name, _)| if name == of { count } else { games / 2 });
        let tally = Tally { games, acts, compared: games, mattered: games, ..Tally::default() };
        Row::new(*subject, tally, |_, _| no_game()).insufficient_coverage()
    }

    /// Coverage is sufficient with the least share of each option in 10,000 games, and insufficient with one game less.
    #[test]
    fn each_search_option_must_have_an_effect_in_its_least_share_of_games() {
        for (subject, option, least) in [
            ("pvs-soft+none+null(1)", "null", 200),
            ("pvs-soft+none+lmr(1)", "lmr", 1_000),
            ("pvs-soft+none+futility(1)", "futility", 300),
            ("pvs-soft+none+static-null(1)", "static-null", 1_000),
            ("pvs-soft+none+razoring(1)", "razoring", 300),
            ("pvs-soft+none+move-count(1)", "move-count", 500),
            // Alpha-beta has few null windows.
            ("alpha-beta-hard+none+null(1)", "null", 10),
            ("alpha-beta-hard+none+lmr(1)", "lmr", 10),
            ("alpha-beta-hard+none+futility(1)", "futility", 10),
            ("alpha-beta-hard+none+static-null(1)", "static-null", 10),
            ("alpha-beta-hard+none+razoring(1)", "razoring", 10),
            ("alpha-beta-hard+none+move-count(1)", "move-count", 10),
            ("pvs-soft+none+tt+iir", "iir", 1_000),
            ("pvs-soft+none+tt+iir", "tt", 200),
            ("pvs-soft+none+extension", "extension", 500),
            ("pvs-soft+none+quiescence", "quiescence", 300),
            ("pvs-soft+none+multipv(2)", "multipv", 3_000),
            ("pvs-soft+none+stop-after(9)", "stop-after", 100),
            ("pvs-soft+none+aspiration(2)", "aspiration", 1_000),
            ("pvs-soft+none+tt", "tt", 500),
            ("pvs-soft+none+tt(pv-cut=none)", "tt", 50),
            ("pvs-soft+none+repetition", "repetition", 400),
            ("pvs-soft+none+order=killers", "order", 100),
        ] {
            let subject = subject.parse().expect("a subject");
            assert_eq!(rare_option(&subject, option, least), None, "{subject}");
            let rare = format!("{subject} hardly ever shows an effect of {option}");
            assert_eq!(rare_option(&subject, option, least - 1), Some(rare));
        }
        let plain = "pvs-soft+none".parse().expect("a subject");
        for (option, _) in Counts::NONE.acts() {
            assert_eq!(rare_option(&plain, option, 0), None, "an option that the subject does not have");
        }
    }

    /// A tenth of the searches must end inside the window, and the result must differ from that of the search
    /// without options as often as the rarest option must have an effect.
    #[test]
    fn the_shares_of_failed_windows_and_of_differences_have_exact_limits() {
        let subject = "pvs-soft+none+aspiration(2)";
        assert!(!rare(subject, 10_000, [9_000, 0, 0], (9_000, 10_000)));
        assert!(rare(subject, 10_000, [9_001, 0, 0], (9_000, 10_000)));
        assert!(rare(subject, 10_000, [9_000, 0, 0], (0, 10_000)), "no difference");
        assert!(!rare(subject, 9_999, [0; 3], (0, 9_999)), "too few games to judge");
        let two = "pvs-soft+none+tt+repetition";
        assert!(!rare(two, 10_000, [0, 900, 900], (400, 10_000)));
        assert!(rare(two, 10_000, [0, 900, 900], (399, 10_000)));
        assert!(!rare(two, 20_000, [0, 1_800, 1_800], (0, 9_999)), "too few games were compared");
    }
}
