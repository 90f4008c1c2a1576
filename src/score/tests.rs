//! Tests of the arithmetic of scores and windows.

use super::*;
use crate::position::Move;

#[test]
fn one_step_beyond_infinity_does_not_overflow() {
    assert_eq!((-Score::INFINITY - 1).get(), -1_000_002_001);
    assert_eq!((Score::INFINITY + 1).get(), 1_000_002_001);
    assert_eq!(Window::around(Score::MAX, u32::MAX).beta, Score::INFINITY);
}

/// Returns all scores within 3 of zero and of each end of a range of scores.
fn boundary_scores() -> Vec<Score> {
    let ends = [Score::ZERO, Score::FURTHEST_MATE, Score::MAX, Score::INFINITY];
    let mut scores: Vec<Score> = ends.iter().flat_map(|&end| (-3..=3).map(move |step| end + step)).collect();
    scores.extend(scores.clone().into_iter().map(Neg::neg));
    scores.sort_unstable();
    scores.dedup();
    scores
}

#[test]
fn a_parent_is_a_ply_further_from_the_end() {
    assert_eq!(Score::MIN.for_parent(), Score::MAX - 1);
    assert_eq!(Score::MAX.for_parent(), Score::MIN + 1);
    assert_eq!(Score::from_units(7).for_parent(), Score::from_units(-7));
    assert_eq!((Score::MAX - 1).for_child(), Score::MIN);
    for score in [Score::ZERO, Score::LARGEST, Score::INFINITY, -Score::INFINITY - 1] {
        assert!(!score.is_mate());
        assert_eq!((score.further(9), score.nearer(9)), (score, score));
    }
    assert!(Score::FURTHEST_MATE.is_mate() && Score::MIN.is_mate());
}

#[test]
fn nearer_and_further_are_inverse() {
    for score in boundary_scores() {
        for plies in 0..3 {
            assert_eq!((-score).further(plies), -score.further(plies));
            assert_eq!((-score).nearer(plies), -score.nearer(plies));
            assert_eq!(score.further(plies).further(1), score.further(plies + 1));
            // Only scores within a few plies of the longest mate or of infinity saturate.
            let (longest, infinity) = (Score::FURTHEST_MATE + 3, Score::INFINITY - 3);
            let size = Score::from_units(score.0.abs());
            if size < Score::FURTHEST_MATE || size >= longest {
                assert_eq!(score.further(plies).nearer(plies), score, "{}", score.0);
            }
            if size < infinity || size >= Score::INFINITY {
                assert_eq!(score.nearer(plies).further(plies), score, "{}", score.0);
                assert_eq!(score.for_child().for_parent(), score);
            }
        }
    }
}

#[test]
fn nearer_and_further_keep_the_order_of_scores() {
    for pair in boundary_scores().windows(2) {
        for plies in [0, 1, 2, 64] {
            assert!(pair[0].further(plies) <= pair[1].further(plies));
            assert!(pair[0].nearer(plies) <= pair[1].nearer(plies));
            assert!(pair[0].for_parent() >= pair[1].for_parent());
        }
    }
}

#[test]
fn a_window_beyond_the_shortest_mate_keeps_its_width() {
    // The root has found a mate in 3. At ply 5 only a mate in fewer than 0 plies would be better.
    let window = Window::new(Score::MAX - 3, Score::MAX - 2).nearer(5);
    assert!(!window.is_open() && !window.is_empty() && window.alpha > Score::MAX);
    assert_eq!(window.bound(Score::MAX), Bound::Upper);
    assert_eq!(Window::FULL.nearer(64), Window::FULL);
    let window = Window::new(Score::MIN + 4, Score::from_units(3));
    assert_eq!(window.for_child(), Window::new(Score::from_units(-3), Score::MAX - 3));
}

#[test]
fn mates_are_written_with_a_hash() {
    let text = |score: Score| score.to_string();
    assert_eq!([Score::MAX, Score::MAX - 12].map(text), ["#0", "#12"]);
    assert_eq!([Score::MIN, Score::MIN + 3].map(text), ["-#0", "-#3"]);
    assert_eq!(text(Score::LARGEST), "999998999");
    assert_eq!([Score::INFINITY, -Score::INFINITY].map(text), ["inf", "-inf"]);
}

#[test]
fn mates_longer_than_the_limit_are_rejected() {
    let read = |text: &str| text.parse::<Score>();
    assert_eq!(read("#500"), Ok(Score::MAX - 500));
    assert_eq!(read("-#0"), Ok(Score::MIN));
    assert_eq!(read("1000000000"), Ok(Score::MAX));
    assert_eq!(read("-999998999"), Ok(-Score::LARGEST));
    for text in ["#501", "-#501", "#1001", "999998999.", "999999000", "-999999499", "1000000001", "#", "#-1"]
    {
        let expected = "a whole number from -999998999 to 999998999, or a mate from #0 to #500";
        assert!(read(text).is_err_and(|error| error.starts_with(expected)), "{text}");
    }
    assert!(!Score::INFINITY.is_static() && !(Score::MAX + 1).is_static());
}

#[test]
fn the_bound_law_rejects_exactly_the_wrong_results() {
    let window = Window::new(Score::from_units(0), Score::from_units(10));
    assert!(window.admits(Score::from_units(5), Score::from_units(5)));
    assert!(!window.admits(Score::from_units(5), Score::from_units(6)));
    // For a value outside the window, fail-soft may return any score from the value to the window.
    assert!(window.admits(Score::from_units(-7), Score::from_units(-7)));
    assert!(window.admits(Score::from_units(-7), Score::from_units(0)));
    assert!(!window.admits(Score::from_units(-7), Score::from_units(1)));
    assert!(!window.admits(Score::from_units(-7), Score::from_units(-8)));
    assert!(window.admits(Score::from_units(12), Score::from_units(10)));
    assert!(!window.admits(Score::from_units(12), Score::from_units(9)));
}

#[test]
fn a_margin_neither_makes_a_mate_nor_applies_to_one() {
    let sum = |score: Score, margin| score.with_margin(margin).map(Score::get);
    assert_eq!(
        [sum(Score::from_units(7), 3), sum(Score::from_units(7), -9), sum(Score::from_units(0), 0)],
        [Some(10), Some(-2), Some(0)]
    );
    assert_eq!(sum(Score::LARGEST - 1, 1), Some(Score::LARGEST.get()));
    assert_eq!(
        [sum(Score::LARGEST, 1), sum(-Score::LARGEST, -1), sum(Score::from_units(0), i64::from(i32::MAX))],
        [None; 3]
    );
    assert_eq!(
        [sum(Score::MAX, 0), sum(Score::MIN, 1), sum(Score::FURTHEST_MATE, -5), sum(Score::INFINITY, 0)],
        [None; 4]
    );
}

/// A number out of range panics, just as a number that is no move does.
#[test]
fn a_number_out_of_range_is_no_score() {
    let number = |score: Score| score.get();
    for score in [Score::MIN, Score::MAX, Score::ZERO] {
        assert_eq!(Score::new(number(score)), score);
    }
    for outside in [number(Score::MIN) - 1, number(Score::MAX) + 1, i32::MIN, i32::MAX] {
        assert!(std::panic::catch_unwind(|| Score::new(outside)).is_err(), "{outside}");
    }
    assert!(std::panic::catch_unwind(|| Move::new(Move::LARGEST + 1)).is_err());
}
