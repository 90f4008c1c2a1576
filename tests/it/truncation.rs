//! Why sound lines are truncated: every reason, in games that are small enough to follow by hand, and over random games
//! only reasons that are possible in the search.

use crate::common::checked;
use crate::common::prelude::*;
use pvcheck::check::judge_store;
use pvcheck::verdict::{Truncation, Verdict};

#[test]
fn each_reason_for_a_truncated_line_is_recognised() {
    for (text, why) in [
        // `a` is reached again at the same depth, and its entry ends the search of the PV-node.
        ("pvs-soft+triangular+tt depth=4 [[3 a:[a] [2]] [3 1 a]]", Truncation::Cutoff),
        // The moves after the cutoff lead back to `a`, so even the checked walk ends.
        ("pvs-soft+tail-recovery+tt depth=4 [[3 a:[a] [2]] [3 1 a]]", Truncation::Draw),
        ("pvs-soft+table-walk-checked+tt depth=3 a:[a]", Truncation::Draw),
        // The re-search from the score fails high, and MTD(f) has null windows only.
        ("negascout-hard+triangular depth=2 [0 [1]]", Truncation::Bound),
        ("mtdf+triangular+tt depth=2 [2]", Truncation::Bound),
        ("pvs-soft+table-walk-exact+tt depth=4 a:[[3] a]", Truncation::Bound),
        // One slot for the root and for all positions below it.
        ("pvs-soft+table-walk+tt(entries=1) depth=3 [[2]]", Truncation::Overwritten),
        ("pvs-soft+table-walk-checked+tt(entries=1) depth=3 [[2]]", Truncation::Overwritten),
        // The second move of equal value writes its terminator over the tail of the first.
        ("alpha-beta-hard+single-array depth=3 [[0] 2]", Truncation::Overwritten),
        ("pvs-soft+table-walk-checked+tt(draft=deeper) depth=3 [a:[0 [3 3 1]] [a a]]", Truncation::Depth),
        // The line is as long as the depth of the search, and the score is from a deeper one.
        ("pvs-soft+pv-table+tt(draft=deeper) depth=4 a:[[3 a] b:1 [3 b]]", Truncation::Depth),
    ] {
        let line = checked(&format!("v1 {text}")).verdict.line;
        assert_eq!((line.kind, line.truncation), (LineKind::Truncated, Some(why)), "{text}");
    }
}

#[test]
fn a_whole_or_missing_line_has_no_reason_for_truncation() {
    for store in ["triangular", "none"] {
        let checked = checked(&format!("v1 pvs-soft+{store} depth=2 [[3 5] [2 9]]"));
        assert_eq!(checked.verdict.line.truncation, None, "{store}");
    }
}

/// The number of truncated lines of `subject` over the random games, and how often each reason occurred.
fn reasons(subject: &str) -> (u64, Vec<(Truncation, u64)>) {
    let subject: Subject = subject.parse().expect("a subject");
    let games = Random { seed: 4, games: 20_000 };
    let finished = Campaign::new(&games, vec![subject]).replaying(Vec::new()).run(|_| ());
    let tally = &finished.rows[0].tally;
    let seen =
        Truncation::ALL.iter().map(|&why| (why, tally.truncation(why))).filter(|&(_, count)| count > 0);
    (tally.line(LineKind::Truncated), seen.collect())
}

#[test]
fn every_truncated_line_has_one_reason_that_is_possible_in_its_search() {
    use Truncation::{Bound, Cutoff, Depth, Draw, Overwritten, Score};
    let mut otherwise = Vec::new();
    for (subject, possible) in [
        ("pvs-soft+triangular+tt", &[Cutoff][..]),
        ("pvs-soft+triangular+tt(pv-cut=none)", &[]),
        ("pvs-soft+triangular+tt(draft=deeper)", &[Cutoff]),
        ("negascout-hard+triangular", &[Bound]),
        ("negascout-hard+triangular+tt", &[Cutoff, Bound]),
        // An entry that ends a null-window node truncates no line.
        ("mtdf+triangular+tt", &[Bound]),
        ("alpha-beta-hard+single-array", &[Overwritten]),
        ("alpha-beta-hard+single-array+tt", &[Cutoff, Overwritten]),
        ("pvs-soft+table-walk-exact", &[Bound]),
        ("pvs-soft+table-walk+tt(entries=4)", &[Bound, Overwritten]),
        ("pvs-soft+table-walk-checked+tt(entries=4)", &[Bound, Draw, Overwritten]),
        ("pvs-soft+tail-recovery+tt(draft=deeper,entries=4)", &[Draw, Depth, Overwritten]),
        ("pvs-soft+table-walk-checked+tt(draft=deeper)", &[Bound, Draw, Depth]),
        // Minimax has no bounds, and finds entries with the value of another depth.
        ("minimax+table-walk-checked+tt(draft=deeper)", &[Draw, Depth, Score]),
    ] {
        let (truncation, seen) = reasons(subject);
        assert_eq!(seen.iter().map(|&(_, count)| count).sum::<u64>(), truncation, "{subject}: {seen:?}");
        let names: Vec<Truncation> = seen.iter().map(|&(why, _)| why).collect();
        if names != possible {
            otherwise.push(format!("{subject}: {seen:?}"));
        }
    }
    assert!(otherwise.is_empty(), "{otherwise:#?}");
}

/// In a store that copies, only a cutoff can truncate a line.
#[test]
fn a_line_truncated_without_a_cutoff_violates_the_guarantee() {
    let game: Graph = "[[3 5] [2 9]]".parse().expect("a game");
    for (store, table, kept) in [
        ("triangular", "+tt", false),
        ("stack-list", "+tt(draft=deeper)", false),
        // In the array, a terminator may overwrite the tail.
        ("single-array", "+tt", true),
    ] {
        let subject: Subject = format!("pvs-soft+{store}{table}").parse().expect("a subject");
        let mut harness = Harness::<Triangular>::default();
        let root = game.root();
        let mut harness_game = harness.game(&root, 2).expect("within capacity");
        let mut kept_by = Vec::new();
        harness_game.run_search(
            pvs_soft,
            Profile::ALPHA_BETA,
            &subject.options,
            |ground_truth, _, outcome| {
                for length in 0..=2 {
                    let line = outcome.line.map(|line| &line[..length]);
                    let line = judge_store(ground_truth, subject.store, &Outcome { line, ..*outcome });
                    let verdict = Verdict { score: ScoreVerdict::Exact, line };
                    kept_by
                        .push(guarantee(&subject).breach(verdict, pvcheck::verdict::End::Inside).is_none());
                }
            },
        );
        assert_eq!(kept_by, [kept, kept, true], "{subject}");
    }
}
