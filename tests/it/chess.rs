//! Searches of chess positions: the searches of the library keep their guarantees there.

use crate::common::engine::trial::run;
use crate::common::engine::{Engine, Features, Judged, Options};
use crate::common::prelude::*;
use pvcheck::algorithm::alpha_beta_hard;
use pvcheck::check::{NodeChecker, judge_store};
use pvcheck::contract::rules;
use pvcheck::feature::Feature;
use pvcheck::oracle::{Repetition, TooManyPaths};
use pvcheck::pv::AllStores;
use pvcheck::search::{Callee, ReportedNodes};
use pvcheck::verdict::{LineVerdict, Verdict};
use pvcheck_chess::{ChessPosition, bundled};

fn position(id: &str) -> &'static ChessPosition {
    let record = bundled().iter().find(|record| record.id() == Some(id));
    record.unwrap_or_else(|| panic!("no {id}")).position()
}

/// A depth that takes little time.
fn small_depth(root: &ChessPosition) -> usize {
    if legal_moves(root).len() <= 20 { 3 } else { 2 }
}

type Searched = (Trial, Vec<(Store, LineVerdict)>);

/// Searches a position by an algorithm with these options, and judges the lines of all stores. Every store must keep
/// its guarantee.
fn search(
    harness: &mut Harness,
    (name, callee, profile): (&str, Callee<ChessPosition, AllStores, NodeChecker<ChessPosition>>, Profile),
    options: &str,
    (root, depth): (&ChessPosition, usize),
) -> Result<Searched, TooManyPaths> {
    let options = crate::common::options(options);
    let searched = Subject { options, ..format!("{name}+triangular").parse().expect("a subject") };
    let mut game = harness.game_for(root, depth, &searched.options).expect("within capacity");
    game.check_paths(&rules(profile, &searched.options))?;
    let mut lines = Vec::new();
    let trial = game.run_search(callee, profile, &searched.options, |ground_truth, index, outcome| {
        let store = Store::ALL[index];
        lines.push((store, judge_store(ground_truth, store, outcome)));
    });
    game.finish();
    let about = |subject: Subject| format!("{:?} at depth {depth} by {subject}", root.name());
    assert!(!trial.verdict.is_fault() && trial.fault.is_none(), "{}: {trial:?}", about(searched));
    for &(store, line) in &lines {
        let subject = Subject { store, ..searched };
        if subject.meaningless().is_none() {
            let verdict = Verdict { score: trial.verdict, line };
            assert_eq!(guarantee(&subject).breach(verdict, trial.end), None, "{}", about(subject));
        }
    }
    Ok((trial, lines))
}

const PVS_SOFT: (&str, Callee<ChessPosition, AllStores, NodeChecker<ChessPosition>>, Profile) =
    ("pvs-soft", pvs_soft, Profile::PVS);

#[test]
fn every_store_keeps_its_guarantee_on_all_positions_of_the_project() {
    let mut harness = Harness::default();
    let alpha_beta = ("alpha-beta-hard", alpha_beta_hard as Callee<_, _, _>, Profile::ALPHA_BETA);
    for record in bundled() {
        let root = record.position();
        for algorithm in [PVS_SOFT, alpha_beta] {
            let (trial, lines) =
                search(&mut harness, algorithm, "", (root, small_depth(root))).expect("one fixed tree");
            assert_eq!(trial.verdict, ScoreVerdict::Exact);
            let (_, line) = lines.iter().find(|(store, _)| *store == Store::Triangular).expect("the store");
            assert_eq!(line.kind, LineKind::Same, "{:?}", record.id());
        }
    }
}

#[test]
fn every_search_option_is_judged_without_false_positives() {
    let mut harness = Harness::default();
    let options = [
        "tt+deepening+order=table",
        "tt(draft=deeper)+deepening",
        "aspiration(30)",
        "quiescence(plies=2)",
        "extension",
        "multipv(2)",
    ];
    let guesses = Feature::guesses().map(|(_, guess)| guess.presets[1]);
    let options: Vec<&str> = options.into_iter().chain(guesses).collect();
    let roots = [
        "middlegame-root-occurred-once",
        "fifty-a-pawn-move-goes-on",
        "repetition-perpetual-check",
        "mate-3-black-queen",
        "stalemate-rook-sacrifice",
        "promotion-queen-stalemates",
        "castling-960-rook-is-pinned",
        "en-passant-two-capturers",
    ];
    let mut acted = vec![0; options.len()];
    for id in roots {
        let root = position(id);
        let depth = small_depth(root);
        let (plain, _) = search(&mut harness, PVS_SOFT, "", (root, depth)).expect("one fixed tree");
        for (options, acted) in options.iter().zip(&mut acted) {
            let (trial, _) = search(&mut harness, PVS_SOFT, options, (root, depth)).expect("few paths");
            *acted += usize::from(trial.counts != plain.counts);
        }
    }
    for (options, acted) in options.iter().zip(acted) {
        assert!(acted > 0, "{options} changes no search");
    }
}

/// The search option draws by the path, the position by its history.
#[test]
fn a_perpetual_check_is_a_draw_by_the_path_or_by_the_history() {
    let mut harness = Harness::default();
    let with_history = position("repetition-perpetual-check");
    let without: ChessPosition = with_history.name().expect("a FEN").parse().expect("a position");
    let mut score = |root: &ChessPosition, options| {
        search(&mut harness, PVS_SOFT, options, (root, 4)).expect("few paths").0.score
    };
    assert_eq!(score(with_history, ""), Score::ZERO);
    assert!(score(&without, "") < Score::ZERO);
    assert_eq!(score(&without, "repetition"), Score::ZERO);
}

#[test]
fn the_rules_of_chess_allocate_nothing() {
    let mut moves = Vec::with_capacity(256);
    let mut visited = 0;
    assert!(!bundled().is_empty(), "the file is read before");
    let allocated = allocation_counter::measure(|| {
        for record in bundled() {
            let root = record.position();
            moves.clear();
            root.moves(&mut moves);
            for &mv in &moves {
                let after = root.play(mv);
                let number = after.evaluate().get() != 0 || root.is_noisy(mv) || root.is_forcing(mv);
                visited += usize::from(number || after.key() == 0 || after.pass() == Some(after.clone()));
            }
        }
    });
    assert!(visited > 300, "{visited}");
    assert_eq!(allocated.count_total, 0);
}

/// Searches a position by the engine, judged by its own rules and with the history of the position. `None` if it cannot
/// be judged.
fn judged(root: &ChessPosition, depth: usize, options: Options) -> Option<Judged> {
    let (mut harness, mut engine) = (Harness::with_store(NoStore), Engine::new(None));
    let history = root.history();
    engine.options = options;
    engine.history = history.iter().map(Position::key).collect();
    let mut game = harness.game(root, depth).expect("within capacity").with_history(&history);
    run(&options.rules(), &mut game, &mut engine).ok()
}

/// An engine that shares no code with the searches of the library, with random options, which it declares. Some searches
/// are refused: with a table and with extensions of any move, they may reach every position of an endgame.
#[test]
fn a_correct_engine_with_random_options_is_accepted() {
    let has_few_moves = |root| (1..=24).contains(&legal_moves(root).len());
    let roots: Vec<_> = bundled().iter().filter(|record| has_few_moves(record.position())).collect();
    let (mut searches, mut other_values) = (0, 0);
    for index in 0..440 {
        let record = roots[index as usize % roots.len()];
        let options = Options::random(&mut Seeded::new(21, index));
        let Some(judged) = judged(record.position(), 2, options) else { continue };
        let finding = judged.finding();
        assert!(judged.is_accepted(&options), "{:?}: {finding}, {options:?}", record.id());
        searches += 1;
        other_values += usize::from(judged.is_other_value());
    }
    assert!(searches > 350 && other_values > 10, "{searches} searches, {other_values} other values");
}

/// With a queen, its values took more than a minute.
#[test]
fn a_search_that_may_extend_its_way_through_an_endgame_is_refused_at_once() {
    let random = Options::random(&mut Seeded::new(21, 89));
    let options = Options { features: random.features.declarable(), ..random };
    let rules = options.rules();
    assert!(rules.extends.is_some() && rules.has_sets(), "{rules:?}");
    let mut harness = Harness::with_store(NoStore);
    let mut game = harness.game(position("mate-3-black-queen"), 2).expect("within capacity");
    let error = game.check_paths(&rules).expect_err("too many positions");
    assert!(matches!(error, TooManyPaths::States { depth: 2, .. }), "{error}");
    assert_eq!(game.begin(&options.conditions(&rules, ReportedNodes::All)).err(), Some(error));
    assert_eq!(game.check_paths(&Options::NONE.rules()), Ok(()));
}

#[test]
fn a_second_occurrence_after_the_history_is_a_draw_where_the_rules_state_it() {
    // The checks on e8 and h5 lead back to the start position of this game, which occurred once.
    let root: ChessPosition =
        "6k1/6p1/8/7Q/8/8/qr6/7K w - - 0 1 moves h5e8 g8h7".parse().expect("a position");
    let fresh: ChessPosition = root.name().expect("a FEN").parse().expect("a position");
    assert_eq!(root, fresh, "nothing occurred twice");
    let twice = Repetition { on_path: 0, in_game: 2, root_counts: false };
    let features = Features { repetition: Some(twice), ..Features::NONE };
    let options = Options { features, ..Options::NONE };
    let score = |root: &ChessPosition, options: Options| {
        let judged = judged(root, 2, options).expect("few paths");
        assert!(judged.is_accepted(&options), "{}", judged.finding());
        judged.trial.score
    };
    assert_eq!(score(&root, options), Score::ZERO);
    assert!(score(&fresh, options) < Score::ZERO && score(&root, Options::NONE) < Score::ZERO);
}
