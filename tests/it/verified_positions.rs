//! Verification on given positions: of a game of one's own, and within synthetic games.

use crate::common::prelude::*;
use pvcheck::prelude::*;
use pvcheck::verdict::{Finding, NoAnswerKind};
use pvcheck::verify::{Problem, Report};

use super::verify::{Found, alpha_beta, best_of, right};

fn shared(game: &str) -> SharedPosition {
    game.parse::<Graph>().expect("a game").into()
}

/// A search that returns one too much in games with a leaf of score 9.
fn wrong_with_nine(request: &Request<'_>) -> Answer {
    let game = request.root().graph();
    let has_nine = (0..game.len()).any(|node| game.score(node).get() == 9);
    let (score, line) = alpha_beta(request.root(), request.depth(), Window::FULL);
    Answer::exact(score + i32::from(has_nine), line)
}

#[test]
fn a_position_within_a_game_is_a_case_that_shows_its_finding_again() {
    let inner = shared("[[[5 6] 7] [9 8]]").play(Move::new(1));
    let given: Vec<Problem> = vec![(shared("[[1 2] [3 4]]"), 2).into(), (inner.clone(), 1).into()];
    let of_games = verify(wrong_with_nine).games(given).report();
    let of_problem = verify(wrong_with_nine).games(Vec::new()).problem((inner.clone(), 1).into()).report();
    let of_positions =
        verify_positions([(inner, 1)], || (), |(): &mut (), request| wrong_with_nine(request)).report();
    for report in [of_games, of_problem, of_positions] {
        let [example] = report.examples() else { panic!("{report}") };
        assert!(example.case.starts_with("v1 "), "{report}");
        let again = verify(wrong_with_nine).games(Vec::new()).case(&example.case).report();
        assert_eq!(again.examples().iter().map(|one| one.finding).collect::<Vec<_>>(), [example.finding]);
    }
}

#[test]
fn positions_of_different_games_differ() {
    let (first, second) = (shared("[1 [2 3]]"), shared("[4 [5 6]]"));
    assert_ne!(first, second);
    assert_eq!(first, shared("[1 [2 3]]"));
    let positions = [(first, 2), (second, 2)];
    let report = verify_positions(positions, || (), |(): &mut (), request| right(request)).report();
    assert!(report.is_clean() && report.searches() == 2, "{report}");
}

/// An object whose end panics.
struct EndsInPanic;

impl Drop for EndsInPanic {
    fn drop(&mut self) {
        panic!("the end of the object");
    }
}

#[test]
fn a_panic_at_the_end_of_an_object_is_a_finding_of_its_game() {
    let verification = verify_object(|| EndsInPanic, |_, request| right(request));
    let report = verification.games(RandomGames::seed(1).count(20)).report();
    let [example] = report.examples() else { panic!("{report}") };
    assert_eq!(example.finding, Finding::NoAnswer(NoAnswerKind::Panicked), "{report}");
    assert_eq!((example.count, report.searches()), (20, 20), "{report}");
    assert_eq!(example.case, "v1 depth=0 0");
}

/// A tree of six plies. The moves 0 are quiet, the moves 1 noisy.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Clock {
    moves: Vec<u16>,
    quiet: u8,
}

impl Position for Clock {
    fn moves(&self, moves: &mut Vec<Move>) {
        moves.extend([Move::new(0), Move::new(1)]);
    }

    fn play(&self, mv: Move) -> Self {
        let quiet = if self.is_noisy(mv) { 0 } else { self.quiet + 1 };
        Self { moves: [self.moves.as_slice(), &[mv.number()]].concat(), quiet }
    }

    fn evaluate(&self) -> Score {
        Score::saturating(self.moves.iter().fold(1, |sum, &mv| (sum * 7 + i64::from(mv) * 3) % 11 + 1))
    }

    fn is_terminal(&self) -> bool {
        self.moves.len() == 6
    }

    fn is_noisy(&self, mv: Move) -> bool {
        mv.number() == 1
    }

    fn key(&self) -> u64 {
        self.moves.iter().fold(1, |key, &mv| key * 2 + u64::from(mv))
    }

    fn move_name(&self, mv: Move) -> String {
        ["quiet", "#1"][usize::from(mv.number())].to_owned()
    }
}

/// A search that draws after two quiet moves, and reports its nodes, but for those at the ply `hidden`.
fn drawing(
    request: &Request<'_, Clock>,
    position: &Clock,
    (ply, depth): (usize, usize),
    hidden: Option<usize>,
) -> Found {
    let is_shown = hidden != Some(ply);
    if is_shown {
        request.observer().node_entered(position, ply, depth);
    }
    let best = if position.quiet >= 2 && ply > 0 && !position.is_terminal() {
        (Score::ZERO, Vec::new())
    } else if depth == 0 || position.is_terminal() {
        (position.evaluate(), Vec::new())
    } else {
        best_of(position, |next| drawing(request, next, (ply + 1, depth - 1), hidden))
    };
    if is_shown {
        request.observer().node_exited(position, depth, Window::FULL, best.0);
    }
    best
}

fn verify_drawing(hidden: Option<usize>) -> Verification<Clock> {
    let root = Clock { moves: Vec::new(), quiet: 0 };
    let search = move |(): &mut (), request: &Request<'_, Clock>| {
        request.observer().search_started(request.depth(), Window::FULL, &[]);
        let (score, line) = drawing(request, request.root(), (0, request.depth()), hidden);
        Answer::exact(score, line)
    };
    let rules: Rules = "fifty-move(plies=2)".parse().expect("a declaration");
    verify_positions([(root, 4)], || (), search).declares(rules)
}

/// The positions before a noisy move are no history of those after it.
#[test]
fn a_right_search_is_not_reported_after_the_moves_of_a_case() {
    for moves in ["quiet", "#1", "quiet #1", "quiet #1 quiet", "#1 quiet"] {
        let plies = 6 - moves.split(' ').count();
        let report = verify_drawing(None).case(&format!("position=1 depth={plies} moves {moves}")).report();
        assert!(report.is_clean(), "{moves}: {report}");
    }
}

#[test]
fn nodes_that_are_left_out_are_no_panic() {
    for hidden in 1..4 {
        let report = verify_drawing(Some(hidden)).report();
        let panicked = Finding::NoAnswer(NoAnswerKind::Panicked);
        assert!(report.examples().iter().all(|example| example.finding != panicked), "{report}");
    }
}

#[test]
fn a_word_of_a_case_that_is_given_twice_is_refused() {
    for word in ["after=same", "stop-after=3", "lines=2", "entries=4"] {
        let error = format!("v1 depth=1 {word} {word} [1 0]").parse::<Problem>().expect_err("given twice");
        assert!(error.to_string().contains("is given twice"), "{error}");
    }
}

/// A search without windows that reports its nodes with at least so many plies to go.
fn reporting(
    request: &Request<'_>,
    position: &SharedPosition,
    (ply, depth): (usize, usize),
    least: usize,
) -> Found {
    let is_told = depth >= least;
    if is_told {
        request.observer().node_entered(position, ply, depth);
    }
    let best = if depth == 0 || position.is_terminal() {
        if is_told {
            request.observer().leaf_evaluated(position);
        }
        (position.evaluate(), Vec::new())
    } else {
        best_of(position, |next| reporting(request, next, (ply + 1, depth - 1), least))
    };
    if is_told {
        request.observer().node_exited(position, depth, Window::FULL, best.0);
    }
    best
}

/// A search that reports its nodes and not that it begins is judged as one that does. One that returns another score than
/// it reports is found by that alone.
#[test]
fn a_search_that_does_not_say_that_it_begins_is_judged_by_its_nodes() {
    for declared in ["joined-bounds", "deepening", "tt(draft=deeper)", "lmr(1)", "null(1)", "tt+repetition"] {
        for (more, warm) in [(0, 0), (0, 2), (1, 0)] {
            let report = verify(move |request: &Request<'_>| {
                let (score, line) = reporting(request, request.root(), (0, request.depth()), 0);
                Answer::exact(score + more, line)
            })
            .declares(declared.parse().expect("a declaration"))
            .warm(warm)
            .games(RandomGames::seed(3).count(300))
            .report();
            let is_found = !report.is_clean();
            assert_eq!(is_found, more > 0, "{declared}, {warm} before: {report}");
        }
    }
}

/// The number of nodes of a search without windows.
fn nodes(position: &SharedPosition, depth: usize) -> u64 {
    let moves = if depth > 0 { legal_moves(position) } else { Vec::new() };
    1 + moves.into_iter().map(|mv| nodes(&position.play(mv), depth - 1)).sum::<u64>()
}

/// A search that stops within an iteration, does not say that iterations begin, and reports its nodes with at least so many plies to
/// go. It shows the iteration `shown_of` the number of the last complete one.
fn deepening(request: &Request<'_>, least: usize, shown_of: fn(usize) -> usize) -> Answer {
    let (limit, root) = (request.node_limit().unwrap_or(u64::MAX), request.root());
    let (mut entered, mut iterations) = (0, Vec::new());
    for depth in 1..=request.depth() {
        let needed = nodes(root, depth);
        if entered + needed > limit {
            // The rest is spent at the root.
            for _ in (entered..limit).filter(|_| least == 0) {
                request.observer().node_entered(root, 0, depth);
            }
            break;
        }
        entered += needed;
        iterations.push(reporting(request, root, (0, depth), least));
    }
    let Some(shown) = iterations.len().checked_sub(1).map(shown_of) else {
        return Answer::nothing_searched(root.evaluate());
    };
    let (score, line) = iterations.swap_remove(shown);
    Answer::exact(score, line).of_depth(shown + 1)
}

fn has_stale_iteration(report: &Report) -> bool {
    report.examples().iter().any(|example| example.finding == FaultKind::StaleIteration.into())
}

/// Iterations are known by the depths of their roots.
#[test]
fn the_last_complete_iteration_is_the_result_of_a_stopped_search_that_reports_its_nodes() {
    let report = |declared: &str, shown_of: fn(usize) -> usize| {
        verify(move |request: &Request<'_>| deepening(request, 0, shown_of))
            .declares(declared.parse().expect("a declaration"))
            .warm(2)
            .stopped(1..=30)
            .games(RandomGames::seed(4).count(300).depths(1..=5))
            .report()
    };
    // Who judges differs: minimax, the tree of paths, the trace. Without a table an iteration leaves the next one nothing, so that
    // deepening need not be declared.
    let all = "/deepening/repetition/extension/tt(draft=deeper)+deepening/lmr(1)+deepening/lmr(1)/tells";
    for declared in all.split('/') {
        let right = report(declared, |last| last);
        assert!(right.is_clean(), "{declared}: {right}");
        let wrong = report(declared, |last| last.saturating_sub(1));
        assert!(has_stale_iteration(&wrong), "{declared}: {wrong}");
    }
}

/// Where leaves are not reported, fewer nodes than the limit do not mean that the search is complete.
#[test]
fn a_stopped_search_that_reports_some_nodes_is_judged_by_the_iterations_that_began() {
    let report = |shown_of: fn(usize) -> usize| {
        verify(move |request: &Request<'_>| deepening(request, 1, shown_of))
            .declares("tt(draft=deeper)+deepening".parse().expect("a declaration"))
            .reports_nodes_down_to(1)
            .stopped(1..=60)
            .games(RandomGames::seed(5).count(300).depths(1..=5))
            .report()
    };
    let right = report(|last| last);
    assert!(right.is_clean(), "{right}");
    // The iteration before the last one was completed when the last one began.
    let wrong = report(|last| last.saturating_sub(2));
    assert!(has_stale_iteration(&wrong), "{wrong}");
}

/// A game of one ply whose names have characters that move a cursor or turn the direction of writing.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Named(u16);

impl Position for Named {
    fn moves(&self, moves: &mut Vec<Move>) {
        moves.extend([Move::new(1), Move::new(2)]);
    }

    fn play(&self, mv: Move) -> Self {
        Self(mv.number())
    }

    fn evaluate(&self) -> Score {
        Score::ZERO
    }

    fn is_terminal(&self) -> bool {
        self.0 > 0
    }

    fn key(&self) -> u64 {
        self.0.into()
    }

    fn move_name(&self, mv: Move) -> String {
        format!("\u{1b}[{}J", mv.number())
    }

    fn name(&self) -> Option<String> {
        Some(format!("\u{202e}{}", self.0))
    }
}

#[test]
fn names_are_shown_as_plain_text_which_a_case_reads() {
    let report = |case: Option<&str>| {
        let search = |(): &mut (), request: &Request<'_, Named>| {
            let is_wrong = request.depth() == 1 || request.root().0 == 2;
            Answer::score(Score::saturating(i64::from(is_wrong)))
        };
        let verification = verify_positions([(Named(0), 1)], || (), search);
        case.into_iter().fold(verification, Verification::case).report()
    };
    let found = report(None);
    let case = "position=1 depth=0 moves \u{fffd}[2J # \u{fffd}2";
    assert_eq!(found.examples()[0].case, case, "{found}");
    assert_eq!(report(Some(case)).examples()[0].case, case);
    let text = found.to_string();
    assert!(text.contains("position   \u{fffd}2") && !text.contains(['\u{1b}', '\u{202e}']), "{text}");
}
