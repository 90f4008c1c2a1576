//! Tests of the verdicts, with outcomes that no correct search has.

use std::cell::RefCell;

use super::*;
use crate::algorithm::{Profile, alpha_beta_hard, minimax, pvs_soft};
use crate::campaign::{Games, Random};
use crate::game::examples::NARROWING;
use crate::game::{AnyPosition, Graph, Seeded};
use crate::pv::{AnyStore, SingleArray, Triangular};
use crate::search::{AnySearch, Quiescence, Search, Widen, search_graph};
use crate::shrink::shrink;
use crate::table::{Draft, TableOptions};
use crate::verdict::{FaultKind, Finding, LineKind};

/// A game whose value at depth 2 is 3, with the line 0 0.
const GAME: &str = "[[3 5] [2 9]]";

fn tree(game: &str) -> Graph {
    game.parse().expect("a tree")
}

fn score(value: i32) -> Score {
    Score::new(value)
}

#[test]
fn a_declared_bound_is_true_or_false() {
    let tree = tree(GAME);
    let ground_truth = GroundTruth::new(&tree.root(), 2);
    let judge = |value, bound| judge_score(&ground_truth, &Outcome::new(2, score(value), bound));
    assert_eq!(judge(3, Bound::Exact), ScoreVerdict::Exact);
    assert_eq!(judge(4, Bound::Exact), ScoreVerdict::Unwitnessed);
    assert_eq!(judge(2, Bound::Lower), ScoreVerdict::Bound);
    assert_eq!(judge(3, Bound::Lower), ScoreVerdict::Bound);
    assert_eq!(judge(4, Bound::Lower), ScoreVerdict::FalseBound);
    assert_eq!(judge(4, Bound::Upper), ScoreVerdict::Bound);
    assert_eq!(judge(3, Bound::Upper), ScoreVerdict::Bound);
    assert_eq!(judge(2, Bound::Upper), ScoreVerdict::FalseBound);
}

#[test]
fn a_line_is_due_only_for_an_exact_score() {
    let tree = tree(GAME);
    let ground_truth = GroundTruth::new(&tree.root(), 2);
    let line = [Move::new(0), Move::new(0)];
    let judge = |bound, line, keeps| {
        judge_line(&ground_truth, &Outcome { line, ..Outcome::new(2, score(3), bound) }, keeps).kind
    };
    assert_eq!(judge(Bound::Exact, Some(&line), true), LineKind::Same);
    assert_eq!(judge(Bound::Exact, None, true), LineKind::Missing);
    assert_eq!(judge(Bound::Exact, None, false), LineKind::NoneDue);
    for bound in [Bound::Lower, Bound::Upper] {
        assert_eq!(judge(bound, Some(&line), true), LineKind::Unproven);
        assert_eq!(judge(bound, None, true), LineKind::NoneDue);
    }
}

#[test]
fn a_store_that_keeps_lines_must_show_one() {
    let tree = tree(GAME);
    let ground_truth = GroundTruth::new(&tree.root(), 2);
    for &store in Store::ALL {
        let expected = if store == Store::None { LineKind::NoneDue } else { LineKind::Missing };
        assert_eq!(
            judge_store(&ground_truth, store, &Outcome::new(2, score(3), Bound::Exact)).kind,
            expected
        );
    }
}

#[test]
fn the_oracle_finds_every_optimal_move() {
    let tree = tree("[[3 5] [2 9] [7 3] 4 -3]");
    let ground_truth = GroundTruth::new(&tree.root(), 2);
    let is_optimal = |number| ground_truth.oracle().is_optimal(&tree.root(), 2, Move::new(number));
    assert_eq!([0, 1, 2, 3, 4].map(is_optimal), [true, false, true, false, true]);
}

#[test]
fn a_search_deeper_than_its_store_is_refused() {
    let tree = tree(GAME);
    let error = TooDeep { depth: 3, capacity: 2 };
    let mut harness = Harness::with_store((SingleArray::with_capacity(5), Triangular::with_capacity(2)));
    assert_eq!(harness.game(&tree.root(), 3).err(), Some(error));
    let mut store = Triangular::with_capacity(2);
    let mut scratch = Scratch::default();
    let task = Task { root: &tree.root(), depth: 3, options: &SearchOptions::NONE, node_limit: None };
    let refused = Search::new(&mut store, &mut (), &mut scratch).root(minimax, &task, &mut |(), _| {});
    assert_eq!(refused, Err(error));
    assert_eq!(error.to_string(), "depth 3 is beyond the capacity of the store, 2 plies");
}

/// With the window (2, 4) around 3, alpha-beta evaluates fewer leaves than with the full window. A search
/// that ignores the window evaluates them all, and the checker reports it.
#[test]
fn a_search_that_ignores_the_root_window_evaluates_pruned_leaves() {
    let tree = tree("3[[3 5] [2 9] [1 1]]");
    let mut harness = Harness::<Triangular>::default();
    let mut game = harness.game(&tree.root(), 2).expect("within capacity");
    let narrow = SearchOptions::aspiration(1, Widen::No);
    let valid = game.run_search(alpha_beta_hard, Profile::ALPHA_BETA, &narrow, |_, _, _| {});
    assert_eq!(valid.fault, None);
    // The same game with another window: the leaves of alpha-beta are marked again.
    let open = game.run_search(alpha_beta_hard, Profile::ALPHA_BETA, &SearchOptions::NONE, |_, _, _| {});
    assert_eq!(open.fault, None);
    let tight = "6[[3 5] [2 9] [1 1]]".parse::<Graph>().expect("a tree");
    game.finish();
    let mut game = harness.game(&tight.root(), 2).expect("within capacity");
    game.run_search(alpha_beta_hard, Profile::ALPHA_BETA, &SearchOptions::NONE, |_, _, _| {});
    let ignores_window = game.run_search(minimax, Profile::ALPHA_BETA, &narrow, |_, _, _| {});
    assert_eq!(ignores_window.fault, Some(Fault::PrunedLeaf { value: score(5) }));
}

/// The search repeats the search of every later move, whatever its null-window score.
#[test]
fn a_re_search_that_does_not_exceed_alpha_is_unconfirmed() {
    let tree = tree("[1 5 1 0]");
    let mut harness = Harness::<Triangular>::default();
    let mut game = harness.game(&tree.root(), 1).expect("within capacity");
    let trial = game.run_search(
        |s, node, mut alpha, beta| {
            while let Some(child) = s.next(node) {
                s.search(minimax, node, child, -alpha - 1, -alpha);
                let score = -s.search(minimax, node, child, -beta, -alpha);
                if score > alpha {
                    alpha = score;
                    s.raise(node, child);
                }
            }
            alpha
        },
        Profile::MINIMAX,
        &SearchOptions::NONE,
        |_, _, _| {},
    );
    // -1 raises alpha; -5 and the second -1 do not; 0 raises it again.
    assert_eq!((trial.counts.re_searches, trial.counts.unconfirmed), (4, 2));
    assert_eq!((trial.counts.leaf_evaluations, trial.distinct_leaves), (8, 4));
}

#[test]
fn a_counterexample_that_does_not_show_its_finding_is_returned() {
    let case = |text: &str| text.parse::<Case>().expect("a case");
    let shows = case("v1 alpha-beta-hard+single-array depth=2 expect=unsound [[1 0] [1 0]]");
    let does_not = case("v1 pvs-soft+single-array depth=2 expect=unsound [[1 0] [1 0]]");
    let without_finding = case("v1 pvs-soft+single-array depth=2 [[1 0] [1 0]]");
    assert_eq!(
        not_reproduced(vec![does_not.clone(), shows, without_finding.clone()]),
        [does_not, without_finding]
    );
}

/// The profile decides whether pruned leaves are a fault. Minimax evaluates them, so a false profile reports a fault.
#[test]
fn pruned_leaves_are_a_fault_where_the_profile_requires_alpha_beta() {
    let tree = tree(GAME);
    for (algorithm, is_fault) in
        [(Algorithm::Minimax, false), (Algorithm::Scout, false), (Algorithm::PvsSoft, true)]
    {
        let mut harness = Harness::with_store(Triangular::default());
        let mut game = harness.game(&tree.root(), 2).expect("within capacity");
        let trial = game.run_search(minimax, algorithm.profile(), &SearchOptions::NONE, |_, _, _| ());
        let pruned = matches!(trial.fault, Some(Fault::PrunedLeaf { .. }));
        assert_eq!(pruned, is_fault, "{algorithm:?}: {:?}", trial.fault);
    }
}

/// A score between two valid values is accepted only from an algorithm that joins bounds.
#[test]
fn a_score_between_valid_values_is_joined_only_if_the_algorithm_joins_bounds() {
    let tree = tree(NARROWING);
    let options = SearchOptions::table(TableOptions { draft: Draft::Deeper, ..TableOptions::DEFAULT });
    let judged = |algorithm: Algorithm| {
        let mut ground_truth = GroundTruth::new(&tree.root(), 6);
        ground_truth.judge_by(&rules(algorithm.profile(), &options));
        judge_score(&ground_truth, &Outcome::new(6, score(2), Bound::Exact))
    };
    assert_eq!(judged(Algorithm::PvsSoft), ScoreVerdict::Unwitnessed);
    assert_eq!(judged(Algorithm::NegascoutHard), ScoreVerdict::Joined);
}

/// The capacity of the store decides, because the deeper preceding search has longer lines than the search itself.
#[test]
fn preceding_searches_fit_in_the_store() {
    for (capacity, depth, plies) in [(8, 8, 0), (10, 9, 1), (10, 8, 1)] {
        let quiescence = (plies > 0).then_some(Quiescence { plies, in_line: true });
        let table = TableOptions { keep: true, ..TableOptions::DEFAULT };
        let options = SearchOptions { quiescence, ..SearchOptions::table(table) };
        let mut harness = Harness::with_store(Triangular::with_capacity(capacity));
        let tree = tree(GAME);
        let mut game = harness.game_for(&tree.root(), depth, &options).expect("it fits");
        let trial = game.run_search(pvs_soft, Profile::PVS, &options, |_, _, _| ());
        assert_eq!(trial.verdict, ScoreVerdict::Exact);
    }
}

#[test]
fn a_preceding_search_that_is_refused_leaves_no_trace() {
    let mut harness = Harness::with_store(Triangular::with_capacity(4));
    let tree = tree(GAME);
    let mut game = harness.game(&tree.root(), 2).expect("it fits");
    let deep = PrecedingSearch { root: tree.root(), depth: 5, node_limit: None };
    assert_eq!(game.precede_by([deep]), Err(TooDeep { depth: 5, capacity: 4 }));
    assert!(game.preceding.is_empty());
}

/// The first line is right; the tail of the second line is overwritten below another move.
#[test]
fn with_multipv_the_worst_line_is_judged() {
    let text = "v1 alpha-beta-hard+single-array+multipv(2) depth=2 [[1 0] [1 0] [2 3]]";
    let case: Case = text.parse().expect("a case");
    let checked = check(&case).expect("within capacity");
    let kinds: Vec<LineKind> = checked.lines.iter().map(|shown| shown.verdict.kind).collect();
    assert_eq!(kinds, [LineKind::Same, LineKind::Unsound]);
    assert_eq!((checked.lines.rank(), checked.verdict.line.kind), (1, LineKind::Unsound));
    assert_eq!(checked.line(), checked.lines[1].line.as_deref());
    assert_eq!(checked.lines.better_moves(), [Move::new(2)]);
    let unsound = Finding::Line(LineKind::Unsound);
    assert_eq!((checked.finding(), checked.has_finding()), (unsound, true));
    assert!(shrink(&case, unsound).size() < case.size(), "the shrinker sees the second line too");
}

/// A wrong score comes before a fault inside the search, and a fault before the line.
#[test]
fn the_finding_is_the_worst_of_a_case_and_every_breach_is_one() {
    let case: Case = format!("v1 pvs-soft+triangular depth=2 {GAME}").parse().expect("a case");
    let mut checked = check(&case).expect("within capacity");
    assert!(checked.is_kept() && !checked.has_finding());
    checked.trial.fault = Some(Fault::RaisedRefutation { ply: 1 });
    assert!(!checked.is_kept() && checked.has_finding(), "no guarantee allows the fault");
    let fault = Finding::Fault(FaultKind::RaisedRefutation);
    let shown: Vec<Finding> = Finding::all().filter(|&finding| checked.shows(finding)).collect();
    assert_eq!(shown, [Finding::Line(LineKind::Same), Finding::Score(ScoreVerdict::Exact), fault]);
    checked.verdict.score = ScoreVerdict::Unwitnessed;
    assert_eq!(checked.finding(), Finding::Score(ScoreVerdict::Unwitnessed));
    checked.verdict.score = ScoreVerdict::Witnessed;
    assert_eq!(checked.finding(), fault);
    checked.trial.fault = None;
    assert_eq!(checked.finding(), Finding::Line(LineKind::Same));
    assert!(!checked.is_kept() && checked.has_finding(), "the score breaks the guarantee");
    let truncated = check(&"v1 pvs-soft+table-walk-checked depth=2 a:[a]".parse().expect("a case"));
    let truncated = truncated.expect("within capacity");
    assert!(truncated.is_kept() && truncated.has_finding(), "an expected failure is a finding");
}

#[test]
fn a_stopped_search_must_show_a_line_only_if_its_store_keeps_lines() {
    let tree = tree(GAME);
    let ground_truth = GroundTruth::new(&tree.root(), 2);
    let so_far = Outcome {
        best_move: Some(Move::new(0)),
        unfinished: true,
        ..Outcome::new(2, score(3), Bound::Lower)
    };
    assert_eq!(judge_line(&ground_truth, &so_far, true).kind, LineKind::Missing);
    assert_eq!(judge_line(&ground_truth, &so_far, false).kind, LineKind::NoneDue);
    let line = [Move::new(1), Move::new(0)];
    let other = judge_line(&ground_truth, &Outcome { line: Some(&line), score: score(2), ..so_far }, true);
    assert_eq!((other.kind, other.ply), (LineKind::Unsound, Some(1)), "the line of another move");
}

/// The trace check judges the score, the nodes and the line where a node may have several values.
#[test]
fn the_trace_of_a_correct_search_supports_its_result_and_its_line() {
    for (options, expected) in [
        ("", TraceVerdict::NotJudged),
        ("+tt(draft=deeper)", TraceVerdict::Derived),
        ("+lmr(1)", TraceVerdict::Derived),
    ] {
        for store in ["triangular", "none"] {
            let case: Case = format!("v1 pvs-soft+{store}{options} depth=2 {GAME}").parse().expect("a case");
            let checked = check(&case).expect("within capacity");
            assert_eq!((checked.trial.trace, checked.verdict.line.trace), (expected, expected), "{case}");
            assert_eq!((checked.trace(), checked.underived.as_ref()), (expected, None), "{case}");
        }
    }
}

#[test]
fn the_preceding_searches_of_a_case_are_a_deeper_one_and_a_stopped_one() {
    let tree = tree(GAME);
    let of = |options: &str, depth, capacity| {
        let subject: Subject = format!("pvs-soft+triangular{options}").parse().expect("a subject");
        let searches = PrecedingSearch::of_case(&tree.root(), depth, &subject.options, capacity);
        searches.into_iter().map(|search| (search.depth, search.node_limit)).collect::<Vec<_>>()
    };
    assert_eq!(of("+tt", 3, 64), [], "nothing is kept");
    assert_eq!(of("+tt(keep=yes)", 3, 64), [(4, None), (3, Some(8))]);
    assert_eq!(of("+tt(keep=yes)", 3, 4), [(4, None), (3, Some(8))]);
    assert_eq!(of("+tt(keep=yes)", 3, 3), [(2, None), (3, Some(8))], "a deeper one does not fit");
    assert_eq!(of("+tt(keep=yes)", 0, 0), [(0, None), (0, Some(2))]);
    assert_eq!(of("+tt(keep=yes)+quiescence(plies=2)", 3, 5), [(2, None), (3, Some(8))]);
}

/// A case whose table is kept is prepared with the searches that precede it, and with no others.
#[test]
fn a_game_is_prepared_once_for_each_set_of_preceding_searches() {
    let (tree, mut harness) = (tree(GAME), Harness::with_store(Triangular::default()));
    let options = |text: &str| text.parse::<Subject>().expect("a subject").options;
    let kept = options("pvs-soft+triangular+tt(keep=yes)");
    let mut game = harness.game(&tree.root(), 2).expect("within capacity");
    let mut depths = |options: &SearchOptions| {
        game.prepare_for(options).expect("within capacity");
        game.preceding.iter().map(|search| search.depth).collect::<Vec<_>>()
    };
    assert!(depths(&options("pvs-soft+triangular+tt")).is_empty());
    assert_eq!(depths(&kept), [3, 2]);
    assert_eq!(depths(&kept), [3, 2]);
    let capacity = game.harness.capacity();
    let quiet =
        SearchOptions { quiescence: Some(Quiescence { plies: capacity as u8 - 2, in_line: true }), ..kept };
    game.prepare_for(&quiet).expect("within capacity");
    assert_eq!(game.preceding.iter().map(|search| search.depth).collect::<Vec<_>>(), [1, 2]);
}

/// A line attains the score but begins with another move than the best move, which attains it too.
#[test]
fn the_line_begins_with_the_best_move() {
    let case: Case =
        "v1 pvs-soft+triangular+order=killers+multipv(2) depth=1 [-3 -3 0]".parse().expect("a case");
    let right = check(&case).expect("within capacity");
    assert!(right.is_kept() && !right.verdict.line.other_move && right.lines.len() == 2);
    let graph: Graph = "[-3 -3 0]".parse().expect("a game");
    let ground_truth = GroundTruth::new(&graph.root(), 1);
    let [zero, one, two] = [0, 1, 2].map(Move::new);
    let judged = |best: Option<Move>, line: &[Move]| {
        let outcome = Outcome {
            best_move: best,
            line: Some(line),
            ..Outcome::new(1, Score::saturating(3), Bound::Exact)
        };
        let verdict = judge_line(&ground_truth, &outcome, true);
        (verdict.kind, verdict.other_move)
    };
    assert_eq!(judged(Some(zero), &[zero]), (LineKind::Same, false));
    assert_eq!(judged(Some(one), &[zero]), (LineKind::Same, true));
    assert_eq!(judged(Some(zero), &[one]), (LineKind::Equivalent, true));
    assert_eq!(judged(None, &[one]), (LineKind::Equivalent, false));
    assert_eq!(judged(Some(zero), &[]), (LineKind::Truncated, false));
    assert_eq!(judged(Some(zero), &[two]), (LineKind::Unsound, false), "the line is reported as wrong");
}

/// The table keeps the root's entry of a preceding search, which has another optimal move.
#[test]
fn a_walk_may_begin_with_the_move_of_a_preceding_search() {
    let check = |store: &str, options: &str| {
        let text = format!("v1 pvs-hard+{store}+tt(draft=deeper,{options})+deepening depth=1 [2 !2[!5]]");
        check(&text.parse().expect("a case")).expect("within capacity")
    };
    for store in ["table-walk", "table-walk-exact", "table-walk-raw"] {
        let kept = check(store, "replace=two-tier,keep=yes");
        assert!(kept.verdict.line.other_move && kept.is_kept(), "{store}: {:?}", kept.verdict);
        assert!(kept.shows(Finding::Fault(FaultKind::OtherMove)) && kept.trial.fault.is_none());
        for options in ["replace=two-tier", "replace=always,keep=yes"] {
            let other = check(store, options);
            assert!(!other.verdict.line.other_move && other.is_kept(), "{store} {options}");
            assert!(!other.guarantee.allows_fault(FaultKind::OtherMove));
        }
    }
    let checked = check("table-walk-checked", "replace=two-tier,keep=yes");
    assert!(!checked.verdict.line.other_move && !checked.guarantee.allows_fault(FaultKind::OtherMove));
}

/// Returns the algorithm and random options of a search, where that has a meaning.
fn random_search(seed: u64, index: u64) -> Option<(Algorithm, SearchOptions)> {
    let algorithm = Algorithm::ALL[index as usize % Algorithm::ALL.len()];
    let options = SearchOptions::random(&mut Seeded::new(seed, index));
    (!algorithm.profile().needs_table() || options.table.is_some()).then_some((algorithm, options))
}

/// A campaign judges the lines of a search together, all other commands each line alone.
#[test]
fn lines_that_are_judged_together_get_the_verdicts_of_each_one_alone() {
    let games = Random { seed: 9, games: 4_000 };
    let (mut harness, mut tree) = (Harness::<AllStores>::default(), Graph::default());
    let (mut judge, mut kinds) = (LineJudge::default(), [0; LineKind::ALL.len()]);
    for index in 0..games.count() {
        let depth = games.game(index, &mut tree);
        let Some((algorithm, options)) = random_search(5, index) else { continue };
        let mut game = harness.game_for(&tree.root(), depth, &options).expect("within capacity");
        game.run_algorithm(algorithm, &options, &mut |ground_truth, index, outcome| {
            let store = Store::ALL[index];
            if index == 0 {
                judge.begin(ground_truth, outcome);
            }
            let alone = judge_store(ground_truth, store, outcome);
            let together = judge.judge(ground_truth, store, outcome).unwrap_or(LineKind::Same.into());
            assert_eq!(together, alone, "{}+{store:?}{options} {tree}", algorithm.name());
            kinds[alone.kind as usize] += 1;
        });
        game.finish();
    }
    assert!(kinds.iter().filter(|&&count| count > 0).count() >= 7, "{kinds:?}");
}

/// Returns the score and the line of one outcome.
fn shown(outcome: &Outcome<'_>) -> (Score, Option<Vec<Move>>) {
    (outcome.score, outcome.line.map(<[Move]>::to_vec))
}

/// A search of any game with any store gives the same events as a search compiled for synthetic games and all stores.
#[test]
fn a_search_of_any_game_with_any_store_gives_the_same_results() {
    let games = Random { seed: 8, games: 2_000 };
    let (mut compiled, mut harness) = (Harness::<AllStores>::default(), Harness::with_store(NoStore));
    let (mut store, mut scratch) = (AnyStore::new(AllStores::default()), Scratch::default());
    let mut acted = [0; Counts::NONE.acts().len()];
    for index in 0..games.count() {
        // Only a game that lives on has positions of which nothing but the trait is known.
        let tree: &'static mut Graph = Box::leak(Box::new(Graph::default()));
        let depth = games.game(index, tree);
        let tree: &'static Graph = tree;
        let Some((algorithm, options)) = random_search(4, index) else { continue };
        let (root, profile) = (tree.root(), algorithm.profile());
        let mut game = compiled.game_for(&root, depth, &options).expect("within capacity");
        let mut lines = Vec::new();
        let expected =
            game.run_algorithm(algorithm, &options, &mut |_, _, outcome| lines.push(shown(outcome)));
        game.finish();

        let mut own = Scratch::default();
        let search: &mut AnySearch<'_> =
            &mut |store, observer, task, each| algorithm.search(store, observer, &mut own, task, each);
        let run: &mut JudgedCall<'_, _, _> = &mut |_, checker, task, each| {
            let observer = RefCell::new(checker);
            search_graph(search, &mut store, &observer, *task, &mut |outcome| {
                each(&observer.borrow(), outcome);
            })
        };
        let mut any_lines = Vec::new();
        let mut game = harness.game_for(&root, depth, &options).expect("within capacity");
        let rules = rules(profile, &options);
        let conditions = Conditions::of_options(&rules, profile, &options);
        let trial = game.run(&conditions, &options, run, &mut |_, _, outcome| {
            any_lines.push(shown(outcome));
        });
        game.finish();
        let text = format!("{}{options} depth={depth} {tree}", algorithm.name());
        assert_eq!((trial, any_lines), (expected, lines.clone()), "{text}");

        if !options.keeps_table() {
            let (root, mut any_lines) = (AnyPosition::new(root), Vec::new());
            let task = Task { root: &root, depth, options: &options, node_limit: None };
            scratch.new_game();
            let counts = algorithm.search(&mut store, &mut (), &mut scratch, task, &mut |outcome| {
                any_lines.push(shown(outcome));
            });
            assert_eq!((counts, any_lines), (expected.counts, lines), "{text}");
        }
        acted.iter_mut().zip(expected.counts.acts()).for_each(|(sum, (_, more))| *sum += more);
    }
    assert!(acted.iter().all(|&sum| sum > 0), "every search option has an effect: {acted:?}");
}
