//! The judge, judged: outcomes that no correct search has.

use super::*;
use crate::algorithm::{Profile, alpha_beta_hard, minimax};
use crate::game::Graph;
use crate::game::examples::NARROWING;
use crate::pv::{SingleArray, Triangular};
use crate::search::{Search, Widen};
use crate::table::{Draft, TableOptions};

/// Worth 3 at depth 2, by the line 0 0.
const GAME: &str = "[[3 5] [2 9]]";

fn tree(game: &str) -> Graph {
    game.parse().expect("a tree")
}

fn score(value: i32) -> Score {
    Score::new(value).expect("in range")
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
fn a_line_is_owed_for_an_exact_score_and_for_nothing_else() {
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
fn a_store_that_keeps_lines_owes_one() {
    let tree = tree(GAME);
    let ground_truth = GroundTruth::new(&tree.root(), 2);
    for &store in Store::ALL {
        let owed = if store == Store::None { LineKind::NoneDue } else { LineKind::Missing };
        assert_eq!(judge_store(&ground_truth, store, &Outcome::new(2, score(3), Bound::Exact)).kind, owed);
    }
}

#[test]
fn every_optimal_move_is_known() {
    let tree = tree("[[3 5] [2 9] [7 3] 4 -3]");
    let ground_truth = GroundTruth::new(&tree.root(), 2);
    let optimal: Vec<u16> =
        ground_truth.oracle().optimal_moves(&tree.root(), 2).iter().map(|mv| mv.number()).collect();
    assert_eq!(optimal, [0, 2, 4]);
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
    let refused = Search::new(&mut store, &mut (), &mut scratch).root(minimax, &task, |(), _| {});
    assert_eq!(refused, Err(error));
    assert_eq!(error.to_string(), "depth 3 is beyond the capacity of the store, 2 plies");
}

/// With the window (2, 4) about 3 alpha-beta reads fewer leaves than with the full
/// one; a search that forgets the window reads them, and is seen to.
#[test]
fn a_search_that_forgets_the_root_window_reads_pruned_leaves() {
    let tree = tree("3[[3 5] [2 9] [1 1]]");
    let mut harness = Harness::<Triangular>::default();
    let mut game = harness.game(&tree.root(), 2).expect("shallow");
    let narrow = SearchOptions::aspiration(1, Widen::No);
    let valid = game.run_search(alpha_beta_hard, Profile::ALPHA_BETA, &narrow, |_, _, _| {});
    assert_eq!(valid.fault, None);
    // The same game under another window: what is examined is found out anew.
    let open = game.run_search(alpha_beta_hard, Profile::ALPHA_BETA, &SearchOptions::NONE, |_, _, _| {});
    assert_eq!(open.fault, None);
    let tight = "6[[3 5] [2 9] [1 1]]".parse::<Graph>().expect("a tree");
    game.finish();
    let mut game = harness.game(&tight.root(), 2).expect("shallow");
    game.run_search(alpha_beta_hard, Profile::ALPHA_BETA, &SearchOptions::NONE, |_, _, _| {});
    let forgetful = game.run_search(minimax, Profile::ALPHA_BETA, &narrow, |_, _, _| {});
    assert_eq!(forgetful.fault, Some(Fault::PrunedLeaf { value: score(5) }));
}

/// A search that tries every later move again, confirmed or not.
#[test]
fn a_re_search_that_does_not_exceed_alpha_is_unconfirmed() {
    let tree = tree("[1 5 1 0]");
    let mut harness = Harness::<Triangular>::default();
    let mut game = harness.game(&tree.root(), 1).expect("shallow");
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
    // -1 raises; -5 does not, nor does another -1; 0 raises again.
    assert_eq!((trial.counts.re_searches, trial.counts.unconfirmed), (4, 2));
    assert_eq!((trial.counts.leaf_evaluations, trial.distinct_leaves), (8, 4));
}

#[test]
fn a_breach_at_a_node_breaks_any_guarantee() {
    let case: Case = format!("v1 pvs-soft+triangular depth=2 {GAME}").parse().expect("a case");
    let mut checked = check(&case).expect("shallow");
    assert!(checked.is_kept() && !checked.is_flawed());
    checked.trial.fault = Some(Fault::RaisedRefutation { ply: 1 });
    assert!(!checked.is_kept() && checked.is_flawed());
    assert!(checked.shows(checked.finding()) && checked.shows(Finding::Line(LineKind::Same)));
    checked.trial.fault = None;
    checked.verdict.score = ScoreVerdict::Unwitnessed;
    assert!(!checked.is_kept(), "no guarantee allows a wrong score");
}

#[test]
fn a_counterexample_that_no_longer_shows_it_is_a_blind_spot() {
    let case = |text: &str| text.parse::<Case>().expect("a case");
    let shows = case("v1 alpha-beta-hard+single-array depth=2 expect=unsound [[1 0] [1 0]]");
    let does_not = case("v1 pvs-soft+single-array depth=2 expect=unsound [[1 0] [1 0]]");
    let says_nothing = case("v1 pvs-soft+single-array depth=2 [[1 0] [1 0]]");
    assert_eq!(not_reproduced(vec![does_not.clone(), shows, says_nothing.clone()]), [does_not, says_nothing]);
}

/// A search that prunes is held to it: minimax is no alpha-beta, whatever it says of itself.
#[test]
fn who_prunes_evaluates_no_leaf_that_is_pruned() {
    let tree = tree(GAME);
    for (algorithm, is_fault) in
        [(Algorithm::Minimax, false), (Algorithm::Scout, false), (Algorithm::PvsSoft, true)]
    {
        let mut harness = Harness::with_store(Triangular::default());
        let mut game = harness.game(&tree.root(), 2).expect("shallow");
        let trial = game.run_search(minimax, algorithm.profile(), &SearchOptions::NONE, |_, _, _| ());
        let pruned = matches!(trial.fault, Some(Fault::PrunedLeaf { .. }));
        assert_eq!(pruned, is_fault, "{algorithm:?}: {:?}", trial.fault);
    }
}

/// A value between valid ones is for those to name who join two bounds.
#[test]
fn what_two_searches_say_is_joined_by_those_who_keep_the_larger_score() {
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
