//! Searches of chess positions: the searches of the library keep their guarantees there.

use pvcheck::algorithm::{Profile, alpha_beta_hard, pvs_soft};
use pvcheck::check::{Harness, NodeChecker, Trial, judge_store};
use pvcheck::chess::{ChessPosition, bundled};
use pvcheck::contract::guarantee;
use pvcheck::oracle::TooManyPaths;
use pvcheck::position::Position;
use pvcheck::pv::{AllStores, Store};
use pvcheck::score::Score;
use pvcheck::search::Callee;
use pvcheck::subject::Subject;
use pvcheck::verdict::{LineKind, LineVerdict, ScoreVerdict, Verdict};

fn position(id: &str) -> &'static ChessPosition {
    let record = bundled().iter().find(|record| record.id() == Some(id));
    record.unwrap_or_else(|| panic!("no {id}")).position()
}

fn count_moves(position: &ChessPosition) -> usize {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    moves.len()
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
    let searched: Subject = format!("{name}+triangular{options}").parse().expect("a subject");
    let mut game = harness.game_for(root, depth, &searched.options).expect("within capacity");
    game.check_paths(&pvcheck::contract::rules(profile, &searched.options))?;
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
        let depth = if count_moves(root) <= 20 { 3 } else { 2 };
        for algorithm in [PVS_SOFT, alpha_beta] {
            let (trial, lines) = search(&mut harness, algorithm, "", (root, depth)).expect("one fixed tree");
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
        "+tt+deepening+order=table",
        "+tt(draft=deeper)+deepening",
        "+aspiration(30)",
        "+quiescence(plies=2)",
        "+extension",
        "+null(1)",
        "+lmr(1)",
        "+futility(60)",
        "+static-null(60)",
        "+razoring(60)",
        "+move-count(4)",
        "+tt+iir",
        "+multipv(2)",
    ];
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
        let depth = if count_moves(root) <= 20 { 3 } else { 2 };
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
    assert_eq!(score(&without, "+repetition"), Score::ZERO);
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
