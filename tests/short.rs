//! Why sound lines are short: every reason, in games small enough to be followed by hand, and
//! over random games never a reason that the search cannot have had.

use pvcheck::algorithm::{Profile, pvs_soft};
use pvcheck::campaign::{Campaign, Games, Random};
use pvcheck::case::Case;
use pvcheck::check::{Harness, check, judge_store};
use pvcheck::contract::guarantee;
use pvcheck::game::Graph;
use pvcheck::pv::Triangular;
use pvcheck::report::{action_table, truncation_table};
use pvcheck::search::Outcome;
use pvcheck::subject::Subject;
use pvcheck::verdict::{LineKind, ScoreVerdict, Truncation, Verdict};

#[test]
fn each_reason_is_told_apart() {
    for (text, why) in [
        // The second way to `a` comes at the same depth, and its entry ends the search of the PV-node.
        ("pvs-soft+triangular+tt depth=4 [[3 a:[a] [2]] [3 1 a]]", Truncation::Cutoff),
        // What the cutoff left out leads back to `a`: not even the checked walk goes on.
        ("pvs-soft+tail-recovery+tt depth=4 [[3 a:[a] [2]] [3 1 a]]", Truncation::Draw),
        ("pvs-soft+table-walk-checked+tt depth=3 a:[a]", Truncation::Draw),
        // The re-search from the score fails high, and MTD(f) has no other window than null ones.
        ("negascout-hard+triangular depth=2 [0 [1]]", Truncation::Bound),
        ("mtdf+triangular+tt depth=2 [2]", Truncation::Bound),
        ("pvs-soft+table-walk-exact+tt depth=4 a:[[3] a]", Truncation::Bound),
        // One slot for the root and for what is below it.
        ("pvs-soft+table-walk+tt(entries=1) depth=3 [[2]]", Truncation::Overwritten),
        ("pvs-soft+table-walk-checked+tt(entries=1) depth=3 [[2]]", Truncation::Overwritten),
        // The second move of equal value writes its terminator over the tail of the first.
        ("alpha-beta-hard+single-array depth=3 [[0] 2]", Truncation::Overwritten),
        ("pvs-soft+table-walk-checked+tt(draft=deeper) depth=3 [a:[0 [3 3 1]] [a a]]", Truncation::Depth),
        // As long as the search was deep, and the score is from deeper.
        ("pvs-soft+pv-table+tt(draft=deeper) depth=4 a:[[3 a] b:1 [3 b]]", Truncation::Depth),
    ] {
        let case: Case = format!("v1 {text}").parse().expect("a case");
        let checked = check(&case).expect("shallow");
        assert_eq!(checked.verdict.line.kind, LineKind::Truncated, "{text}");
        assert_eq!(checked.verdict.line.truncation, Some(why), "{text}");
    }
}

#[test]
fn a_line_that_is_not_short_has_no_reason_to_be() {
    for text in ["pvs-soft+triangular depth=2 [[3 5] [2 9]]", "pvs-soft+none depth=2 [[3 5] [2 9]]"] {
        let case: Case = format!("v1 {text}").parse().expect("a case");
        assert_eq!(check(&case).expect("shallow").verdict.line.truncation, None, "{text}");
    }
}

/// The reasons why the lines of `subject` were short over the random games, with how often.
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
fn every_short_line_has_one_reason_and_one_that_its_search_can_have() {
    use Truncation::{Bound, Cutoff, Depth, Draw, Overwritten, Score};
    let mut otherwise = Vec::new();
    for (subject, possible) in [
        ("pvs-soft+triangular+tt", &[Cutoff][..]),
        ("pvs-soft+triangular+tt(pv-cut=none)", &[]),
        ("pvs-soft+triangular+tt(draft=deeper)", &[Cutoff]),
        ("negascout-hard+triangular", &[Bound]),
        ("negascout-hard+triangular+tt", &[Cutoff, Bound]),
        // An entry that ends a node with a null window ends no line.
        ("mtdf+triangular+tt", &[Bound]),
        ("alpha-beta-hard+single-array", &[Overwritten]),
        ("alpha-beta-hard+single-array+tt", &[Cutoff, Overwritten]),
        ("pvs-soft+table-walk-exact", &[Bound]),
        ("pvs-soft+table-walk+tt(entries=4)", &[Bound, Overwritten]),
        ("pvs-soft+table-walk-checked+tt(entries=4)", &[Bound, Draw, Overwritten]),
        ("pvs-soft+tail-recovery+tt(draft=deeper,entries=4)", &[Draw, Depth, Overwritten]),
        ("pvs-soft+table-walk-checked+tt(draft=deeper)", &[Bound, Draw, Depth]),
        // Minimax knows no bounds, and meets a position with the value of another depth.
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

/// A line is no shorter than what a cutoff has made it, where a store only copies.
#[test]
fn a_line_that_is_short_without_a_cutoff_breaks_the_guarantee() {
    let game: Graph = "[[3 5] [2 9]]".parse().expect("a game");
    for (store, table, kept) in [
        ("triangular", "+tt", false),
        ("stack-list", "+tt(draft=deeper)", false),
        // The array may lose its tail to a terminator.
        ("single-array", "+tt", true),
    ] {
        let subject: Subject = format!("pvs-soft+{store}{table}").parse().expect("a subject");
        let mut harness = Harness::<Triangular>::default();
        let root = game.root();
        let mut bench_game = harness.game(&root, 2).expect("shallow");
        let mut kept_by = Vec::new();
        bench_game.run_search(pvs_soft, Profile::ALPHA_BETA, &subject.options, |ground_truth, _, outcome| {
            for length in 0..=2 {
                let line = outcome.line.map(|line| &line[..length]);
                let line = judge_store(ground_truth, subject.store, &Outcome { line, ..*outcome });
                let verdict = Verdict { score: ScoreVerdict::Exact, line };
                kept_by.push(guarantee(&subject).breach(verdict, pvcheck::verdict::End::Inside).is_none());
            }
        });
        assert_eq!(kept_by, [kept, kept, true], "{subject}");
    }
}

/// Four games: one is short by a cutoff, one by a draw, and the other two have whole lines.
struct Four;

impl Games for Four {
    fn count(&self) -> u64 {
        4
    }

    fn game(&self, index: u64, graph: &mut Graph) -> usize {
        let (depth, text) =
            [(4, "[[3 a:[a] [2]] [3 1 a]]"), (3, "a:[a]"), (2, "[[3 5] [2 9]]"), (1, "[1 2]")]
                [index as usize];
        *graph = text.parse().expect("a game");
        depth
    }
}

#[test]
fn the_tables_show_every_share() {
    let subjects = [
        "pvs-soft+triangular+tt",
        "pvs-soft+quadratic+tt",
        "pvs-soft+tail-recovery+tt",
        "pvs-soft+triangular",
    ];
    let subjects = subjects.map(|text| text.parse().expect("a subject")).to_vec();
    let finished = Campaign::new(&Four, subjects).replaying(Vec::new()).run(|_| ());
    let rows = finished.rows;
    let truncation = "\
┌─────────────────────────────────────────────────────────────────────────────────────────────────┐
│ truncated lines   store           cutoff    bound   draw      depth   score   overwritten │
╞═════════════════════════════════════════════════════════════════════════════════════════════════╡
│ pvs-soft+tt             triangular      25.00 %                                                 │
│                         quadratic                                                               │
│                         tail-recovery                     25.00 %                               │
└─────────────────────────────────────────────────────────────────────────────────────────────────┘
";
    assert_eq!(truncation_table(&rows), truncation);
    // In the first game both replies of the first move that come later are better than those before,
    // and so are the second move and two of its replies. The last of these is the known position.
    let acted = "\
┌─────────────────────────────────────────────────────────────────────┐
│ search        acted             differs   re-searches   unconfirmed │
╞═════════════════════════════════════════════════════════════════════╡
│ pvs-soft+tt   tt      25.00 %   25.00 %             5               │
│ pvs-soft                                            5               │
└─────────────────────────────────────────────────────────────────────┘
";
    assert_eq!(action_table(&rows), acted);
}
