//! A row of the result: a subject, what it guaranteed and what happened.

use std::collections::BTreeMap;

use crate::algorithm::Algorithm;
use crate::campaign::{Counterexample, Tally};
use crate::case::Case;
use crate::check::Checked;
use crate::contract::{Guarantee, guarantee};
use crate::game::Graph;
use crate::score::Score;
use crate::search::{Order, SearchOptions, Selectivity};
use crate::subject::Subject;
use crate::table::PvCut;
use crate::verdict::Finding;

/// What one subject guaranteed and did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// The subject.
    pub subject: Subject,
    /// What the contract says of it.
    pub guarantee: Guarantee,
    /// What happened.
    pub tally: Tally,
    /// The smallest game of each finding, as a case that expects it.
    pub counterexamples: BTreeMap<Finding, Case>,
    /// The smallest game of each finding that broke the guarantee.
    pub breaches: BTreeMap<Finding, Case>,
    /// The committed counterexample of this cell, if it no longer shows what it must.
    pub not_reproduced: Option<Case>,
}

impl Row {
    /// A row whose counterexamples are grown again by `game` from their numbers.
    pub fn new(subject: Subject, tally: Tally, game: impl Fn(u64, &mut Graph) -> usize) -> Self {
        let case = |(&finding, counterexample): (&Finding, &Counterexample)| {
            let mut tree = Graph::leaf(Score::ZERO);
            let depth = game(counterexample.index, &mut tree);
            (finding, Case { subject, depth, expect: Some(finding), game: tree })
        };
        let counterexamples = tally.counterexamples.iter().map(case).collect();
        let breaches = tally.breaches.iter().map(case).collect();
        Self {
            subject,
            guarantee: guarantee(&subject),
            counterexamples,
            breaches,
            tally,
            not_reproduced: None,
        }
    }

    /// The row of a campaign of this one case.
    pub fn of_case(case: &Case, checked: &Checked) -> Self {
        let mut tally = Tally::default();
        let counterexample = Counterexample { size: case.game.len(), index: 0 };
        tally.count_search(&checked.trial, None, counterexample);
        tally.count_line(guarantee(&case.subject), &checked.trial, checked.verdict.line, counterexample);
        Self::new(case.subject, tally, |_, tree| {
            tree.clone_from(&case.game);
            case.depth
        })
    }

    /// Whether every game kept the guarantee, and the cell still breaks where it is known to.
    pub fn is_kept(&self) -> bool {
        self.not_reproduced.is_none() && self.breaches.is_empty()
    }

    /// What is too rare here to mean anything, if the run is large enough to say: each
    /// search option has to act in a share of games of its own, all of them
    /// together have to change what the search does as often as the rarest one acts, and
    /// a tenth of the searches with a window must end inside it too.
    pub fn insufficient_coverage(&self) -> Option<String> {
        let Tally { games, compared, mattered, .. } = self.tally;
        let rarer = |count: u64, of: u64, least: u64| of >= 10_000 && count * 1000 < least * of;
        let shares = self.tally.acts().map(|(name, acted)| (name, acted, least_share(&self.subject, name)));
        let shares: Vec<_> = shares.filter_map(|(name, acted, least)| Some((name, acted, least?))).collect();
        let idle = shares.iter().find(|&&(_, acted, least)| rarer(acted, games, least));
        let least = shares.iter().map(|&(.., least)| least).min();
        let failed = self.tally.acts().find(|&(name, _)| name == "aspiration").map_or(0, |(_, games)| games);
        let windowed = self.subject.options.aspiration.is_some();
        let what = match (idle, least) {
            (Some((name, ..)), _) => format!("hardly ever has {name} act"),
            _ if windowed && rarer(games - failed, games, 100) => "hardly ever ends inside its window".into(),
            (None, Some(least)) if rarer(mattered, compared, least) => {
                "hardly ever differs from the search without options".into()
            }
            _ => return None,
        };
        Some(format!("{} {what}", self.subject))
    }
}

/// In how many of a thousand games this search option has to act in the search of `subject`, if it has it.
///
/// Where only matches at null windows cut off, an algorithm that opens all its windows has
/// no use for its table but below the edge of one.
fn least_share(subject: &Subject, option_name: &str) -> Option<u64> {
    let SearchOptions { aspiration, table, repetition, order, selectivity, .. } = subject.options;
    let SearchOptions { extension, quiescence, lines, node_limit, .. } = subject.options;
    let Selectivity { null, lmr, futility, static_null, razoring, move_count, iir } = selectivity;
    // In alpha-beta a window is null only where two bounds have come that near.
    let has_few = matches!(subject.algorithm, Algorithm::AlphaBetaHard | Algorithm::AlphaBetaSoft);
    let windows = |least| if has_few { 1 } else { least };
    match (option_name, table) {
        ("null", _) => null.map(|_| windows(20)),
        ("lmr", _) => lmr.map(|_| windows(100)),
        ("futility", _) => futility.map(|_| windows(30)),
        ("static-null", _) => static_null.map(|_| windows(100)),
        ("razoring", _) => razoring.map(|_| windows(30)),
        ("move-count", _) => move_count.map(|_| windows(50)),
        ("iir", _) => iir.then_some(100),
        ("extension", _) => extension.then_some(50),
        ("quiescence", _) => quiescence.map(|_| 30),
        ("multipv", _) => (lines > 1).then_some(300),
        ("stop-after", _) => node_limit.map(|_| 10),
        // What is searched a ply less deep matches no entry of the depth that is asked for.
        ("tt", Some(_)) if iir => Some(20),
        ("aspiration", _) => aspiration.map(|_| 100),
        ("tt", Some(table_options)) if matches!(table_options.pv_cut, PvCut::None) => Some(5),
        ("tt", Some(_)) => Some(50),
        ("repetition", _) => repetition.then_some(40),
        ("order", _) => (order != Order::None).then_some(10),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::{Trial, check};
    use crate::search::Counts;
    use crate::verdict::{Fault, LineKind, ScoreVerdict, Verdict};

    /// A row of one game, with what `change` makes of its valid trial.
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
    fn a_row_breaks_by_a_line_a_score_a_node_or_blindness() {
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

    /// How often the window failed, the table cut off and a repetition was a draw; how many games
    /// were compared with the search without search options, and how many differed.
    fn rare(subject: &str, games: u64, [failed, cut, drawn]: [u64; 3], differs: (u64, u64)) -> bool {
        let (mattered, compared) = differs;
        let mut acts = [0; Counts::NONE.acts().len()];
        acts[..3].copy_from_slice(&[failed, cut, drawn]);
        let tally = Tally { games, acts, compared, mattered, ..Tally::default() };
        Row::new(subject.parse().expect("a subject"), tally, |_, _| 0).insufficient_coverage().is_some()
    }

    #[test]
    fn a_window_has_to_be_left_and_kept_and_to_matter() {
        let subject = "pvs-soft+none+aspiration(2)";
        assert!(!rare(subject, 10_000, [3_000, 0, 0], (3_000, 10_000)));
        assert!(rare(subject, 10_000, [0; 3], (3_000, 10_000)), "never outside");
        assert!(rare(subject, 10_000, [9_999, 0, 0], (3_000, 10_000)), "never inside");
        assert!(rare(subject, 10_000, [3_000, 0, 0], (0, 10_000)), "changes nothing");
        assert!(!rare(subject, 9_999, [0; 3], (0, 9_999)), "too few games to say");
        assert!(!rare("pvs-soft+none", 10_000, [0; 3], (0, 0)));
    }

    #[test]
    fn each_search_option_has_to_act_and_none_can_do_it_for_another() {
        let both = "pvs-soft+none+tt+repetition";
        assert!(!rare(both, 10_000, [0, 1_000, 1_000], (1_000, 10_000)));
        assert!(rare(both, 10_000, [0, 0, 1_000], (1_000, 10_000)), "the table never cuts off");
        assert!(rare(both, 10_000, [0, 1_000, 0], (1_000, 10_000)), "no draw");
        assert!(rare(both, 10_000, [0, 1_000, 1_000], (0, 10_000)), "changes nothing");
        let hidden = "pvs-soft+none+tt(pv-cut=none)";
        assert!(!rare(hidden, 10_000, [0, 60, 0], (60, 10_000)));
        assert!(rare(hidden, 10_000, [0, 40, 0], (40, 10_000)));
        assert!(rare("pvs-soft+none+tt+order=table", 10_000, [0, 1_000, 0], (1_000, 10_000)), "no order");
    }
}
