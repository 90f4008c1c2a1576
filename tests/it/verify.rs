//! Verification of searches of others: what is wrong is found, named and shrunk; what is right is not reported.

use crate::common::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::guide;

use pvcheck::oracle::JudgedBy;
use pvcheck::prelude::*;
use pvcheck::verify::{Before, Example, Problem, Report};

/// A score and its line.
pub(super) type Found = (Score, Vec<Move>);

/// Fail-soft alpha-beta: its score and its line.
pub(super) fn alpha_beta<P: Position>(position: &P, depth: usize, window: Window) -> Found {
    if depth == 0 || position.is_terminal() {
        return (position.evaluate(), Vec::new());
    }
    let mut best = (-Score::INFINITY, Vec::new());
    for mv in legal_moves(position) {
        let alpha = window.alpha.max(best.0);
        if alpha >= window.beta {
            break;
        }
        let (score, rest) = alpha_beta(&position.play(mv), depth - 1, Window { alpha, ..window }.for_child());
        if score.for_parent() > best.0 {
            best = (score.for_parent(), [vec![mv], rest].concat());
        }
    }
    best
}

/// The move after which `search` finds the best score for its side, with that score and the line.
pub(super) fn best_of<P: Position>(position: &P, mut search: impl FnMut(&P) -> Found) -> Found {
    let mut best = (-Score::INFINITY, Vec::new());
    for mv in legal_moves(position) {
        let (score, rest) = search(&position.play(mv));
        if score.for_parent() > best.0 {
            best = (score.for_parent(), [vec![mv], rest].concat());
        }
    }
    best
}

fn searched(request: &Request<'_>) -> Found {
    alpha_beta(request.root(), request.depth(), Window::FULL)
}

/// The search of which everything is right.
pub(super) fn right(request: &Request<'_>) -> Answer {
    let (score, line) = searched(request);
    Answer::exact(score, line)
}

/// A search that changes the result of alpha-beta.
fn verify_changed(
    answer: impl Fn(Score, Vec<Move>, &Request<'_>) -> Answer + Send + Sync + 'static,
) -> Verification {
    verify(move |request: &Request<'_>| {
        let (score, line) = searched(request);
        answer(score, line, request)
    })
}

/// A search whose score is 7 too large in the calls of these numbers.
fn wrong_in(is_wrong: fn(u64) -> bool) -> Verification {
    let calls = AtomicU64::new(0);
    verify_changed(move |score, line, _| {
        let more = if is_wrong(calls.fetch_add(1, Ordering::Relaxed)) { 7 } else { 0 };
        Answer::exact(Score::saturating(i64::from(score.get()) + more), line)
    })
}

/// The games of every kind.
fn games(count: u64) -> RandomGames {
    RandomGames::seed(7).count(count).cycles().mates().marks()
}

/// The report on a search that changes the result of alpha-beta.
fn report_on(answer: impl Fn(Score, Vec<Move>, &Request<'_>) -> Answer + Send + Sync + 'static) -> Report {
    verify_changed(answer).games(games(500)).report()
}

/// The findings of a report, by name.
fn findings(report: &Report) -> Vec<&'static str> {
    report.examples().iter().map(|example| example.finding.name()).collect()
}

#[test]
fn a_right_search_has_no_findings() {
    let report = report_on(|score, line, _| Answer::exact(score, line));
    assert!(report.is_clean() && report.searches() == 500, "{report}");
    assert_eq!(report.lines(LineKind::Same), 500);
    assert_eq!(
        report.to_string(),
        "pvcheck: nothing found in 500 searches (random games of seed 7); judged by minimax\n"
    );
}

#[test]
fn each_wrong_answer_is_named() {
    let check = |names: &[&str], answer: fn(Score, Vec<Move>, &Request<'_>) -> Answer| {
        let report = report_on(answer);
        assert_eq!(findings(&report), names, "{report}");
    };
    // A move that does not exist, and a move after the end of the game.
    check(&["illegal"], |score, line, _| {
        Answer::exact(score, line.iter().map(|_| Move::new(60_000)).collect::<Vec<_>>())
    });
    check(&["illegal", "unsound"], |score, line, _| {
        Answer::exact(score, [line, vec![Move::new(0)]].concat())
    });
    check(&["truncated"], |score, line, _| Answer::exact(score, line.into_iter().take(1)));
    check(&["unwitnessed"], |score, line, _| {
        Answer::exact(Score::saturating(i64::from(score.get()) / 2 + 1), line)
    });
    // Bounds: where an exact score is due, wrong ones, and a line that a bound does not prove.
    check(&["bound"], |score, _, _| Answer::lower(score));
    check(&["false_bound"], |score, _, _| Answer::lower(Score::saturating(i64::from(score.get()) + 1)));
    check(&["false_bound"], |score, _, _| Answer::upper(Score::saturating(i64::from(score.get()) - 1)));
    check(&["bound"], |score, line, _| Answer::upper(score).line(line));
    // Answers that cannot be the result of the search.
    check(&["invalid"], |score, line, request| Answer::exact(score, line).of_depth(request.depth() + 1));
    check(&["invalid"], |_, _, _| Answer::lines(Vec::<(Score, Vec<Move>)>::new()));
    check(&["invalid"], |score, line, _| {
        Answer::exact(score, line).in_window(Window::new(Score::ZERO, Score::ZERO))
    });
    check(&["panicked"], |_, _, request| panic!("depth {}", request.depth()));
    let report = report_on(|_, _, _| panic!("boom\u{1b}[2J")).to_string();
    assert!(report.contains(&format!("search panicked: boom\u{fffd}[2J at {}:", file!())), "{report}");
    // A search to a smaller depth that does not say so.
    check(&["unwitnessed", "unsound", "truncated"], |_, _, request| {
        let (score, line) = alpha_beta(request.root(), request.depth().saturating_sub(1), Window::FULL);
        Answer::exact(score, line)
    });
}

#[test]
fn a_wrong_best_move_and_a_line_that_begins_with_another_one_are_named() {
    let other = |request: &Request<'_>, not: Option<&Move>| {
        legal_moves(request.root()).into_iter().rev().find(|mv| Some(mv) != not)
    };
    let report = report_on(move |score, line, request| match other(request, line.first()) {
        Some(mv) if request.depth() > 0 => Answer::exact(score, line).best_move(mv),
        _ => Answer::exact(score, line),
    });
    assert_eq!(findings(&report), ["wrong_move", "other_move"], "{report}");
}

#[test]
fn lines_of_several_moves_are_judged_together() {
    let best = |request: &Request<'_>| {
        let moves = if request.depth() > 0 { legal_moves(request.root()) } else { Vec::new() };
        let line_of = |mv: &Move| {
            let (score, line) = alpha_beta(&request.root().play(*mv), request.depth() - 1, Window::FULL);
            (score.for_parent(), [vec![*mv], line].concat())
        };
        let mut lines: Vec<Found> = moves.iter().map(line_of).collect();
        lines.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
        lines.truncate(request.lines());
        lines
    };
    let report = |answer: fn(Vec<Found>, Score) -> Answer| {
        verify(move |request: &Request<'_>| answer(best(request), request.root().evaluate()))
            .games(games(500))
            .lines(3)
            .report()
    };
    let or_leaf = |lines: Vec<Found>, leaf: Score| {
        if lines.is_empty() { Answer::exact(leaf, []) } else { Answer::lines(lines) }
    };
    assert!(report(or_leaf).is_clean(), "{}", report(or_leaf));
    let one = report(|lines, leaf| {
        lines.into_iter().next().map_or(Answer::exact(leaf, []), |(score, line)| Answer::exact(score, line))
    });
    assert_eq!(findings(&one), ["line_count"], "{one}");
    let twice = report(|lines, leaf| match lines.first() {
        None => Answer::exact(leaf, []),
        Some(first) => Answer::lines(lines.iter().map(|_| first.clone())),
    });
    assert_eq!(findings(&twice)[0], "unwitnessed", "{twice}");
    assert!(findings(&twice).contains(&"same_move"), "{twice}");
    let page = twice.page_of(&twice.examples()[0]);
    assert!(page.contains("number 2 of 2; the lines before it begin with other moves"), "{page}");
}

/// An endless loop is reported with its game, and the run ends.
#[test]
fn a_search_that_does_not_end_is_reported() {
    let report = verify(|request: &Request<'_>| {
        while request.depth() == 4 {
            std::thread::sleep(Duration::from_millis(1));
        }
        right(request)
    })
    .games(games(100_000))
    .time_limit(Duration::from_secs(4))
    .report();
    assert_eq!(findings(&report), ["timed_out"], "{report}");
    let case: Problem = report.examples()[0].case.parse().expect("a case");
    assert!(case.depth == 4 && report.timed_out() && report.searches() < 100_000, "{report}");
}

/// Quiescence without a limit goes round in a circle of noisy moves for ever.
#[test]
fn a_search_that_does_not_end_among_noisy_moves_has_a_hint() {
    let report = |case: &str| {
        let endless = |_: &Request<'_>| loop {
            std::thread::sleep(Duration::from_millis(1));
        };
        let verification = verify(endless).games(Vec::<Problem>::new()).case(case);
        let report = verification.time_limit(Duration::from_millis(100)).report();
        assert_eq!(findings(&report), ["timed_out"], "{report}");
        report.page_of(&report.examples()[0])
    };
    let hint = "does not end; captures never cycle in your game? Leave out `.cycles()`\n";
    let page = report("v1 depth=1 a:[!b:[!a] 1]");
    assert!(page.contains("\nhint       noisy moves lead back") && page.contains(hint), "{page}");
    let page = report("v1 depth=1 a:[!b:[a] 1]");
    assert!(!page.contains("\nhint "), "{page}");
}

#[test]
fn a_page_has_the_finding_the_lines_and_the_drawing_and_a_case_that_shows_it_again() {
    // The first line of all, whose end another line has overwritten.
    let wrong = |request: &Request<'_>| {
        let (score, line) = searched(request);
        let end = line.len().saturating_sub(1);
        let last =
            line.iter().enumerate().map(|(at, &mv)| if at == end && end > 0 { Move::new(0) } else { mv });
        Answer::exact(score, last.collect::<Vec<_>>())
    };
    let report = verify(wrong).games(games(2_000)).report();
    assert_eq!(findings(&report), ["unsound"], "{report}");
    let Example { case, detail, .. } = &report.examples()[0];
    let detail = detail.as_ref().expect("there was an answer");
    assert!(detail.wrong_from.is_some() && detail.line.as_ref() != Some(&detail.correct), "{report}");
    let page = report.to_string();
    assert!(page.contains(&format!("add `.case({case:?})` to the verification")), "{page}");
    for part in
        ["pvcheck: unsound line in 2,000 searches", "legal but wrong", "replay     PVCHECK_CASE='v1 depth="]
    {
        assert!(page.contains(part), "{part} is missing in:\n{page}");
    }
    assert!(page.contains("<- shown, wrong") && page.contains("<- correct"), "{page}");
    let again = verify(wrong).games(Vec::new()).case(case).report();
    assert_eq!((findings(&again), again.searches()), (vec!["unsound"], 0));
    assert_eq!(again.examples()[0].case, *case);
}

/// The alpha-beta of `docs/your-search.md`, whose plies share one array.
fn sharing(request: &Request<'_>) -> Found {
    let (mut pv, max) = (Vec::new(), 1_000_000_000);
    let score = guide::alpha_beta(request.root(), request.depth(), 0, -max, max, &mut pv);
    (Score::saturating(score.into()), pv)
}

/// The report on this search, with all cases known that such reports gave one after the other. With another bug, the third move of a line is
/// wrong too.
fn sharing_is_known(has_other: bool) -> Report {
    let known = [
        "v1 depth=2 [0 [1 0]]",
        "v1 depth=2 [a:[1 0] a]",
        "v1 depth=4 [[[[1] 0]] [[0 [2]] [0]]]",
        "v1 depth=4 [[a:[[1 0]]] [a]]",
        "v1 depth=4 [[[1 0]] [[[1]] [0]]]",
        "v1 depth=2 [[0 1] [2 1 0]]",
        "v1 depth=4 [[[a:0 b:[[a]] 1]] [[0 0 [1]] b] b]",
        "v1 depth=2 [a:[b:-1 0] [1 a b]]",
    ];
    let verification = verify(move |request: &Request<'_>| {
        let (score, mut pv) = sharing(request);
        if let Some(third) = pv.get_mut(2).filter(|_| has_other) {
            *third = Move::new(1 - third.number().min(1));
        }
        Answer::exact(score, pv)
    });
    verification.known("truncated").known(&known.join("\n")).report()
}

/// Without coarse steps, 50 known cases are not enough.
#[test]
fn few_known_cases_account_for_all_games_of_one_bug() {
    let report = sharing_is_known(false);
    assert!(report.is_clean(), "{report}");
}

#[test]
fn known_cases_do_not_hide_another_bug_with_the_same_findings() {
    let report = sharing_is_known(true);
    assert_eq!(findings(&report), ["illegal", "unsound"], "{report}");
    for example in report.examples() {
        assert!(example.case.starts_with("v1 depth=3 [[["), "{report}");
    }
}

#[test]
fn a_known_case_is_no_finding_until_it_shows_none() {
    let truncating = || {
        let verification = verify_changed(|score, line, _| Answer::exact(score, line.into_iter().take(1)));
        verification.games(RandomGames::seed(7).count(300).depths(2..=2))
    };
    let smallest = "v1 depth=2 [[0]]";
    let report = truncating().report();
    assert_eq!(report.examples()[0].case, smallest, "{report}");
    let known = truncating().known(&format!("# the store truncates\n{smallest}")).report();
    assert!(known.is_clean());
    assert!(known.to_string().ends_with("\naccepted: v1 depth=2 [[0]] (the store truncates)\n"), "{known}");
    let stale = verify(right).games(games(10)).known(&format!("# it was so\n{smallest}")).report();
    assert!(!stale.is_clean() && stale.examples().is_empty());
    let shown = "\nstale: the case v1 depth=2 [[0]] (it was so) shows no finding any more; remove it from";
    assert!(stale.to_string().contains(shown), "{stale}");
    // A kind in all games is not stale where none shows it.
    assert!(verify(right).games(games(10)).known("truncated").report().is_clean());
}

/// A case that is known must not hide another bug, and the report states how many games it accounts for.
#[test]
fn a_known_case_does_not_hide_another_bug() {
    let report = |other: bool| {
        verify_changed(move |score, line, request| {
            let is_wrong = match request.depth() {
                0 => score.get() >= 5,
                depth => other && depth >= 3 && score.get() <= -5,
            };
            let more = i64::from(is_wrong);
            Answer::exact(Score::saturating(i64::from(score.get()) + more), line)
        })
        .games(games(2000).scores(-9..=9))
        .known("v1 depth=0 5")
        .report()
    };
    let one = report(false);
    assert!(one.is_clean(), "{one}");
    assert!(one.to_string().contains(" examined, which shrink to accepted cases"), "{one}");
    assert_eq!(findings(&report(true)), ["unwitnessed"]);
}

/// What a game breaks is not taken for a finding of a search of it.
#[test]
fn a_game_that_breaks_a_law_is_named_and_not_searched() {
    /// A game whose evaluation is another one each time.
    #[derive(Clone, PartialEq, Eq, Hash)]
    struct Changing(u16);
    static CALLS: AtomicU64 = AtomicU64::new(0);
    impl Position for Changing {
        fn moves(&self, moves: &mut Vec<Move>) {
            moves.extend((0..2).map(Move::new));
        }
        fn play(&self, mv: Move) -> Self {
            Self(2 * self.0 + mv.number() + 1)
        }
        fn evaluate(&self) -> Score {
            Score::saturating(CALLS.fetch_add(1, Ordering::Relaxed) as i64)
        }
        fn is_terminal(&self) -> bool {
            self.0 > 100
        }
        fn key(&self) -> u64 {
            u64::from(self.0)
        }
    }
    let search = |(): &mut (), request: &Request<'_, Changing>| Answer::score(request.root().evaluate());
    let report = verify_positions([(Changing(0), 3)], || (), search).report();
    assert!(!report.is_clean() && report.searches() == 0);
    let text = report.to_string();
    assert!(text.contains("nothing was searched") && text.contains("breaks a law"), "{text}");
    let refused = FrozenGames::new([(Changing(0), 3)], 1000).expect_err("a broken law");
    assert!(refused.to_string().contains("breaks a law"), "{refused}");
}

#[test]
fn extreme_numbers_do_not_overflow() {
    let report = verify(right).games(games(20)).stopped(0..=u64::MAX).time_limit(Duration::MAX).report();
    assert!(report.is_clean(), "{report}");
}

#[test]
#[should_panic(expected = "line 2, column 1: `unwitnessed` is no kind of finding that can be accepted")]
fn a_wrong_score_cannot_be_accepted_in_all_games() {
    drop(verify(|_: &Request<'_>| Answer::score(Score::ZERO)).known("v1 depth=1 [0]\nunwitnessed"));
}

#[test]
#[should_panic(expected = "depth=PLIES")]
fn a_case_that_cannot_be_read_is_refused() {
    drop(verify(|_: &Request<'_>| Answer::score(Score::ZERO)).case("v1 deep=1 [0]"));
}

#[test]
fn the_report_does_not_depend_on_the_number_of_threads() {
    let on = |threads| {
        let wrong = verify_changed(|score, line, _| Answer::exact(score, line.into_iter().take(3)));
        wrong.games(games(1_000)).threads(threads).report().to_string()
    };
    assert_eq!(on(1), on(3));
}

/// A table that keeps only scores, without the depth at which they were found.
#[test]
fn warm_objects_find_what_new_ones_do_not() {
    type Table = std::collections::HashMap<u64, (Score, Vec<Move>)>;
    let verification = || {
        verify_object(Table::new, |table: &mut Table, request: &Request<'_>| {
            let key = request.root().key();
            let (score, line) = table.entry(key).or_insert_with(|| searched(request)).clone();
            Answer::exact(score, line)
        })
        .games(RandomGames::seed(1).count(300))
    };
    assert!(verification().report().is_clean());
    assert!(verification().after(&[Before::Same]).report().is_clean());
    let warm = verification().warm(3).report();
    assert!(findings(&warm).contains(&"unwitnessed"), "{warm}");
    let cases = warm.examples().iter().map(|example| example.case.as_str());
    assert!(cases.clone().all(|case| case.contains("after=")), "{warm}");
    assert!(cases.clone().all(|case| !case.contains(',')), "one search before is enough:\n{warm}");
}

#[test]
fn a_stopped_search_returns_its_last_iteration() {
    let report = |claims_depth: bool| {
        verify(move |request: &Request<'_>| {
            // One iteration per node.
            let depth =
                request.node_limit().map_or(request.depth(), |nodes| request.depth().min(nodes as usize));
            let (score, line) = alpha_beta(request.root(), depth, Window::FULL);
            let answer = Answer::exact(score, line);
            if claims_depth && depth > 0 { answer.of_depth(depth) } else { answer }
        })
        .games(games(500))
        .stopped(1..=8)
        .report()
    };
    assert!(report(true).is_clean(), "{}", report(true));
    let unclaimed = report(false);
    assert_eq!(findings(&unclaimed), ["unwitnessed", "unsound", "truncated"], "{unclaimed}");
    assert!(unclaimed.examples().iter().all(|example| example.case.contains("stop-after=")), "{unclaimed}");
}

#[test]
fn a_search_that_is_not_always_wrong_is_found_by_repeats() {
    let report = |repeats| {
        let games = RandomGames::seed(1).count(2).depths(1..=1);
        wrong_in(|call| call % 3 == 2).games(games).repeats(repeats).report()
    };
    assert!(report(1).is_clean());
    assert_eq!(findings(&report(3)), ["unwitnessed"]);
}

#[test]
fn a_page_on_a_search_that_is_not_always_wrong_shows_a_wrong_result_and_how_often_it_recurs() {
    let report = |is_wrong| wrong_in(is_wrong).games(RandomGames::seed(1).count(20).depths(1..=2)).report();
    let sometimes = report(|call| call % 3 == 0);
    assert_eq!(findings(&sometimes), ["unwitnessed"]);
    let page = sometimes.to_string();
    assert!([3, 4].iter().any(|times| page.contains(&format!("recurs     in {times} of 10 runs"))), "{page}");
    let shown = page.lines().find_map(|line| line.strip_prefix("score ")).expect("a score");
    let mut scores = shown.split([' ', ';']).filter_map(|word| word.parse::<i32>().ok());
    let (score, value) = (scores.next(), scores.next());
    assert!(score.is_some() && value.is_some() && score != value, "{page}");

    // No later search shows it, whether steps of shrinking do or not: what was answered then is printed, and no other result.
    let passing: [fn(u64) -> bool; 2] = [|call| call == 10, |call| (10..25).contains(&call)];
    for page in passing.map(|is_wrong| report(is_wrong).to_string()) {
        assert!(page.contains("recurs     in 0 of 10 runs") && !page.contains("minimax value"), "{page}");
        assert!(page.contains("\nanswered   score ") && page.contains(", line "), "{page}");
    }
    let always = report(|_| true).to_string();
    assert!(!always.contains("\nrecurs "), "{always}");
}

/// Its lines may be extended through all positions.
#[test]
fn a_case_that_cannot_be_judged_is_no_pass() {
    let tree = (0..6).fold("1".to_owned(), |tree, _| format!("[{}]", [tree.as_str(); 7].join(" ")));
    let report = verify(right)
        .declares("extension(longest=64,moves=any,times=255)".parse().expect("words"))
        .case(&format!("v1 depth=2 {tree}"))
        .games(RandomGames::seed(1).count(10))
        .report();
    let text = report.to_string();
    assert!(report.examples().is_empty() && report.judged_too_little() && !report.is_clean(), "{text}");
    assert!(text.contains("1 search not judged: ") && !text.contains("without an answer"), "{text}");
}

/// A search that reports its root alone is not judged by its nodes, and one that has a score for some games only is not judged in most.
#[test]
fn what_was_judged_is_what_the_verdicts_rest_on() {
    let root_alone = verify_changed(|score, line, request| {
        let remaining = request.depth();
        request.observer().node_entered(request.root(), 0, remaining);
        request.observer().node_exited(request.root(), remaining, Window::FULL, score);
        Answer::exact(score, line)
    })
    .declares("tt(draft=deeper)+fifty-move".parse().expect("words"))
    .reports_nodes_down_to(60)
    .games(RandomGames::seed(1).count(200))
    .report();
    assert!(root_alone.is_clean() && root_alone.judged(JudgedBy::Facts) == 200, "{root_alone}");
    let mostly_moves = verify_changed(|score, line, _| match line.first() {
        None => Answer::exact(score, line),
        Some(&best) => Answer::only_move(best),
    })
    .declares("tt(draft=deeper)".parse().expect("words"))
    .games(RandomGames::seed(1).count(200))
    .report();
    assert!(mostly_moves.examples().is_empty() && !mostly_moves.is_clean(), "{mostly_moves}");
    assert!(mostly_moves.judged(JudgedBy::Sets) > 0 && mostly_moves.judged(JudgedBy::NoScore) > 100);
}

/// Facts know nothing of minimax, nor of a move before the last one.
#[test]
fn a_page_on_what_facts_judge_says_no_more_than_they_know() {
    let pages = |answer: fn(Score, Vec<Move>) -> Answer| {
        let report = verify_changed(move |score, line, _| answer(score, line))
            .declares("tt+fifty-move(plies=60)".parse().expect("words"))
            .games(RandomGames::seed(1).count(400).depths(2..=3))
            .report();
        report.to_string()
    };
    let short = pages(|score, line| Answer::exact(score, line.into_iter().take(1)));
    assert!(short.contains("the line ends before the depth, the end of the game and a draw"), "{short}");
    let negated = pages(|score, line| Answer::exact(-score, line));
    assert!(negated.contains("legal, but the value of its last position is not the score"), "{negated}");
    for page in [short, negated] {
        assert!(!page.contains("minimax value") && !page.contains("\ncorrect "), "{page}");
        assert!(!page.contains("shown, wrong"), "{page}");
    }
}

/// Score, line and drawing of a page are those of the case that it prints.
#[test]
fn a_page_shows_the_result_of_exactly_the_case_that_it_prints() {
    let sharing = |request: &Request<'_>| {
        let (score, line) = sharing(request);
        Answer::exact(score, line)
    };
    let mut pages = 0;
    for seed in 1..=40 {
        let report = verify(sharing).games(RandomGames::seed(seed).count(60)).report();
        for example in report.examples() {
            let again = verify(sharing).games(Vec::new()).case(&example.case).report();
            let shown = again.examples().iter().find(|again| again.finding == example.finding);
            assert_eq!(shown.map(|again| &again.detail), Some(&example.detail), "seed {seed}: {report}");
            pages += 1;
        }
    }
    assert!(pages > 40, "{pages}");
}

/// The line of a search that does not clear what it keeps from the game before is longer than its own game. A small game alone does not
/// show that, nor does a game that is searched again.
#[test]
fn a_search_that_keeps_something_between_games_is_asked_whether_it_clears_that() {
    let kept: Arc<Mutex<Vec<Move>>> = Arc::default();
    let report = verify_changed(move |score, mut line, _| {
        let mut kept = kept.lock().expect("no search panics");
        // Never cleared, so that a game of depth 0 shows the line of the game before.
        if line.is_empty() {
            line.append(&mut kept);
        } else {
            kept.clone_from(&line);
        }
        Answer::exact(score, line)
    })
    .games(games(500))
    .report();
    let text = report.to_string();
    assert!(!report.is_clean(), "{text}");
    assert!(text.contains("does the search keep anything from game to game"), "{text}");
    assert!(text.contains("\nanswered   score ") && !text.contains("no line"), "{text}");
}

#[test]
fn a_hint_names_the_declaration_that_is_missing() {
    // Draws by repetition, which the search does not declare.
    fn drawing<P: Position>(path: &mut Vec<P>, depth: usize) -> Found {
        let (position, before) = path.split_last().expect("a path has an end");
        if before.contains(position) {
            return (Score::ZERO, Vec::new());
        }
        if depth == 0 || position.is_terminal() {
            return (position.evaluate(), Vec::new());
        }
        best_of(&position.clone(), |next| {
            path.push(next.clone());
            let found = drawing(path, depth - 1);
            path.pop();
            found
        })
    }
    let verification = || {
        verify(|request: &Request<'_>| {
            let (score, line) = drawing(&mut vec![request.root().clone()], request.depth());
            Answer::exact(score, line)
        })
        .games(RandomGames::seed(1).count(3_000).cycles())
    };
    let report = verification().report();
    let explanation = report.explanation().expect("one habit explains them");
    assert_eq!((explanation.words.as_str(), explanation.others.len()), ("repetition", 0), "{report}");
    let declared = verification().declares(Rules::FIXED_TREE.repetition()).report();
    assert!(declared.is_clean(), "{declared}");
}

/// Events in an order that no search has, and without the nodes around them.
#[test]
fn events_without_sense_do_not_end_the_run() {
    let report = verify_changed(|score, line, request| {
        let (mut observer, root) = (request.observer(), request.root());
        observer.node_exited(root, 7, Window::FULL, score);
        observer.node_entered(root, 9, 3);
        observer.told(5, &Told::Raised(Move::new(3)));
        observer.told(0, &Told::Refuted(Move::NULL));
        observer.search_started(60, Window::new(score, score), &[Move::POISON]);
        observer.node_researched(root, 0, Window::FULL, Score::INFINITY);
        observer.leaf_evaluated(root);
        observer.node_exited(root, 0, Window::new(Score::MAX, Score::MIN), Score::MIN);
        Answer::exact(score, line)
    })
    .declares(Rules::FIXED_TREE.tt(Drafts::Deeper).deepening())
    .games(games(300))
    .report();
    let allowed = ["empty_window", "false_claim", "bound_law", "untold"];
    assert!(findings(&report).iter().all(|name| allowed.contains(name)), "{report}");
    assert_eq!(report.searches(), 300);
}

/// Another thread of a search has an observer of its own. What it returns is judged, though all shown results are right.
#[test]
fn the_nodes_of_another_thread_are_judged() {
    let report = |wrong: i32| {
        let search = move |request: &Request<'_>| {
            let mut other = request.observer().of_thread(1).expect("its nodes are judged");
            let (root, depth) = (request.root().clone(), request.depth());
            let (score, line) = searched(request);
            std::thread::scope(|scope| {
                scope.spawn(move || {
                    other.node_entered(&root, 0, depth);
                    other.node_exited(&root, depth, Window::FULL, score + wrong);
                });
            });
            Answer::exact(score, line)
        };
        verify(search).games(RandomGames::seed(7).count(200)).report()
    };
    assert!(report(0).is_clean(), "{}", report(0));
    assert_eq!(findings(&report(1)), ["bound_law"]);
}

/// A search that reports its nodes gets a finding at the node.
#[test]
fn a_fault_inside_the_search_names_the_node() {
    fn wrong(request: &Request<'_>, position: &SharedPosition, ply: usize, depth: usize) -> Found {
        request.observer().node_entered(position, ply, depth);
        let (score, line) = if depth == 0 || position.is_terminal() {
            request.observer().leaf_evaluated(position);
            (position.evaluate(), Vec::new())
        } else {
            let best = best_of(position, |next| wrong(request, next, ply + 1, depth - 1));
            // At ply 1 the score is too large, if it is not too large by far.
            if ply == 1 { (Score::saturating(i64::from(best.0.get()) + 1), best.1) } else { best }
        };
        request.observer().node_exited(position, depth, Window::FULL, score);
        (score, line)
    }
    let report = verify(|request: &Request<'_>| {
        let (score, line) = wrong(request, request.root(), 0, request.depth());
        Answer::exact(score, line)
    })
    .declares(Rules::FIXED_TREE.tt(Drafts::Deeper))
    .games(RandomGames::seed(1).count(300))
    .report();
    assert!(findings(&report).contains(&"unwitnessed"), "{report}");
    let nodes: Vec<&str> =
        report.examples().iter().filter_map(|example| example.detail.as_ref()?.node.as_deref()).collect();
    let is_named = |node: &&str| node.contains("the search of the position after");
    assert!(!nodes.is_empty() && nodes.iter().all(is_named), "{nodes:?}");
    // The line is the correct one, and no move of it is wrong. The game of the wrong score shows the false claim too.
    let text = report.to_string();
    let short =
        "\nfalse claim in 17 of 300 searches; the game above of the wrong score shows it too:\n\ncase ";
    assert!(!text.contains("shown, wrong") && text.contains("\nalso       false claim\n"), "{text}");
    assert!(text.matches("root: ").count() == 1 && text.contains(short), "{text}");
}

/// Two findings whose smallest games are the same: the second one is drawn only if its page is alone.
#[test]
fn a_game_is_drawn_once() {
    let game = "[[1 0] [1 0]]";
    let report = verify_changed(|score, line, request| {
        let stops = request.node_limit().is_some();
        Answer::exact(score, if stops { line[..1].to_vec() } else { vec![line[0], Move::new(0)] })
    })
    .games(Vec::<Problem>::new())
    .case(&format!("v1 depth=2 {game}"))
    .case(&format!("v1 depth=2 stop-after=9 {game}"))
    .report();
    assert_eq!(findings(&report), ["unsound", "truncated"]);
    let text = report.to_string();
    assert_eq!(text.matches("root: ").count(), 1, "{text}");
    assert!(text.ends_with("\ndrawing    that of the unsound line above\n"), "{text}");
    assert!(report.page_of(&report.examples()[1]).contains("root: "), "{report}");
}

/// A line that can be copied into a shell, although the name of a move contains a single quote.
#[test]
fn a_replay_line_is_quoted_for_a_shell() {
    let case = r#"v1 depth=1 ["it's" 1 "b" 2]"#;
    let report = verify(|_: &Request<'_>| Answer::score(Score::ZERO))
        .games(Vec::<Problem>::new())
        .case(case)
        .report()
        .to_string();
    assert!(report.contains(r#"PVCHECK_CASE='v1 depth=1 ["it'\''s" 1 "b" 2]' cargo test"#), "{report}");
    assert!(report.contains(r#"`.case("v1 depth=1 [\"it's\" 1 \"b\" 2]")`"#), "{report}");
}

/// A strategy draws the games that it is limited to, and a proptest shrinks them.
#[test]
fn a_strategy_draws_games_of_the_requested_kinds_and_shrinks_them() {
    use proptest::test_runner::{Config, RngSeed, TestError, TestRunner};
    let games = RandomGames::seed(1).scores(-9..=9).depths(1..=3);
    let config =
        Config { cases: 500, failure_persistence: None, rng_seed: RngSeed::Fixed(1), ..Config::default() };
    let in_range = |problem: &Problem| {
        let scores = (0..problem.game().len()).map(|node| problem.game().score(node).get());
        (1..=3).contains(&problem.depth) && scores.into_iter().all(|score| (-9..=9).contains(&score))
    };
    TestRunner::new(config.clone())
        .run(&games.strategy(), |problem| {
            proptest::prop_assert!(in_range(&problem), "{problem}");
            Ok(())
        })
        .expect("all games are within the limits");
    let failed = TestRunner::new(config).run(&games.strategy(), |problem| {
        let wrong = verify_changed(|score, line, _| Answer::exact(score, line.into_iter().take(1)));
        proptest::prop_assert!(wrong.games(Vec::new()).problem(problem).report().is_clean());
        Ok(())
    });
    let Err(TestError::Fail(_, problem)) = failed else { panic!("a game with a truncated line: {failed:?}") };
    assert!(problem.game().len() <= 12, "{problem:?}");
}
