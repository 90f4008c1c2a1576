//! Tests of the root driver and the shared search, with a store and an observer that record their calls.

use crate::algorithm::{alpha_beta_soft, last_move};
use crate::game::{Graph, GraphPosition, Growth, Seeded};
use crate::position::{Move, Position};
use crate::pv::{At, Each, FinishedSearch, PvStore, Triangular};
use crate::score::{Bound, Score, Window};
use crate::search::{
    Callee, NodeLimit, Observer, Outcome, Quiescence, Scratch, Search, SearchOptions, Task, Widen,
};
use crate::table::{Entry, TableOptions};
use crate::told::Told;

/// A store that keeps no line and records table hits.
#[derive(Default)]
struct RecordingStore {
    /// The keys of the entries that cut off nodes.
    hits: Vec<u64>,
}

/// The line that [`RecordingStore`] shows after a search that failed.
const FAILED_LINE: [Move; 1] = [Move::new(7)];

impl PvStore for RecordingStore {
    type Line = ();

    fn capacity(&self) -> usize {
        8
    }

    fn reset(&mut self, _depth: usize) {}

    fn frame(&mut self, _parent: Option<&()>, _ply: usize) {}

    fn enter_node(&mut self, (): &mut (), _at: At) {}

    fn leaf_value(&mut self, (): &mut (), _at: At) {}

    fn raise(&mut self, (): &mut (), (): &(), _at: At, _mv: Move) {}

    fn hit(&mut self, (): &mut (), _at: At, entry: &Entry, _window: Window) {
        self.hits.push(entry.key);
    }

    fn show(&self, (): &(), _finished: &mut FinishedSearch<'_>, each: Each<'_>) {
        each(None);
    }

    fn show_failed(&self, (): &(), _finished: &mut FinishedSearch<'_>, each: Each<'_>) {
        each(Some(&FAILED_LINE));
    }
}

/// An observer that records the nodes that were entered and the moves that refuted nodes.
#[derive(Default)]
struct Recorder {
    entered: Vec<u64>,
    refuted: Vec<(usize, Move)>,
}

impl<P: Position> Observer<P> for Recorder {
    fn node_entered(&mut self, position: &P, _ply: usize, _remaining: usize) {
        self.entered.push(position.key());
    }

    fn told(&mut self, ply: usize, told: &Told) {
        if let Told::Refuted(mv) = *told {
            self.refuted.push((ply, mv));
        }
    }
}

/// Searches the root of `game` to `depth` by `algorithm` and calls `each` with the outcomes.
fn search<'g, S: PvStore>(
    (store, recorder): (&mut S, &mut Recorder),
    (game, depth): (&'g Graph, usize),
    options: &SearchOptions,
    algorithm: Callee<GraphPosition<'g>, S, Recorder>,
    mut each: impl FnMut(&Outcome<'_>),
) {
    let mut scratch = Scratch::default();
    let task = Task { root: &game.root(), depth, options, node_limit: None };
    let mut search = Search::new(store, recorder, &mut scratch);
    search.root(algorithm, &task, &mut |_, outcome| each(outcome)).expect("within capacity");
}

/// A table that compares few bits of a key stores no whole keys. The search gives the store the whole key
/// of the position.
#[test]
fn a_store_gets_a_table_hit_with_the_whole_key() {
    let options = SearchOptions::table(TableOptions { key_bits: 16, ..TableOptions::DEFAULT });
    let mut hits = 0;
    for index in 0..100 {
        let mut graph = Graph::default();
        let depth = Growth::random_game(&mut Seeded::new(7, index), &mut graph);
        let (mut store, mut recorder) = (RecordingStore::default(), Recorder::default());
        search((&mut store, &mut recorder), (&graph, depth.min(8)), &options, alpha_beta_soft, |_| ());
        assert!(store.hits.iter().all(|key| recorder.entered.contains(key)), "{:?} in {graph}", store.hits);
        hits += store.hits.len();
    }
    assert!(hits > 10, "only {hits} hits");
}

/// Without a completed iteration the store is read as after a failed search.
#[test]
fn a_search_without_a_completed_iteration_shows_what_the_store_returns() {
    let game: Graph = "4[[3 5] [2 9]]".parse().expect("a game");
    let options =
        SearchOptions { node_limit: Some(NodeLimit { nodes: 1, improved: false }), ..SearchOptions::NONE };
    let mut shown = Vec::new();
    search(
        (&mut RecordingStore::default(), &mut Recorder::default()),
        (&game, 2),
        &options,
        alpha_beta_soft,
        |outcome| {
            assert!(outcome.unfinished && outcome.bound == Bound::Lower);
            shown.push((outcome.score, outcome.line.map(<[Move]>::to_vec)));
        },
    );
    assert_eq!(shown, [(Score::ZERO + 4, Some(FAILED_LINE.to_vec()))]);
}

#[test]
fn each_of_several_lines_comes_with_traces() {
    let game: Graph = "[[a:[1] 2] [a 3]]".parse().expect("a game");
    for lines in [1, 2] {
        let options = SearchOptions { lines, ..SearchOptions::table(TableOptions::DEFAULT) };
        let mut has_root_entry = Vec::new();
        let stores = (&mut Triangular::default(), &mut Recorder::default());
        search(stores, (&game, 3), &options, alpha_beta_soft, |outcome| {
            has_root_entry.push(outcome.traces.map(|traces| traces.table.any(game.root().key()).is_some()));
        });
        assert_eq!(has_root_entry, vec![Some(true); usize::from(lines)]);
    }
}

/// A last move whose score reaches beta refutes the root, with a lower bound, and is not merely the best move.
#[test]
fn a_last_move_that_reaches_beta_refutes_the_root() {
    for (game, refuted) in [("0[0 -1]", true), ("0[0 0]", false), ("0[0 -2]", true)] {
        let game: Graph = game.parse().expect("a game");
        let (mut recorder, mut finished) = (Recorder::default(), None);
        let options = SearchOptions::aspiration(1, Widen::No);
        let mut rows = Triangular::default();
        search((&mut rows, &mut recorder), (&game, 1), &options, last_move, |outcome| {
            finished = Some((outcome.bound, outcome.score, outcome.best_move));
        });
        let best = Move::new(u16::from(refuted));
        let found = if refuted { (Bound::Lower, 1) } else { (Bound::Exact, 0) };
        assert_eq!(finished, Some((found.0, Score::ZERO + found.1, Some(best))));
        assert_eq!(recorder.refuted, if refuted { vec![(0, best)] } else { vec![] });
    }
}

/// The result of an unfinished iteration is shown for a single line only, because its rank among several is unknown.
#[test]
fn with_several_lines_those_of_the_last_completed_iteration_are_shown() {
    let game: Graph = "[[3 5] [2 9]]".parse().expect("a game");
    // Both searches are stopped at the second root move of iteration 2; the second one has already excluded
    // its best move.
    for (lines, nodes, unfinished) in [(1, 8, true), (2, 13, false)] {
        let node_limit = Some(NodeLimit { nodes, improved: true });
        let options = SearchOptions { lines, node_limit, deepening: true, ..SearchOptions::NONE };
        let mut shown = Vec::new();
        search(
            (&mut Triangular::default(), &mut Recorder::default()),
            (&game, 2),
            &options,
            alpha_beta_soft,
            |outcome| {
                shown.push((outcome.unfinished, outcome.depth));
            },
        );
        assert_eq!(shown, vec![(unfinished, 1 + usize::from(unfinished)); usize::from(lines)]);
    }
}

/// At depth 0 the root is in quiescence. Lines that do not show quiescence do not show its first move.
#[test]
fn a_stopped_root_in_hidden_quiescence_shows_no_move() {
    let game: Graph = "[!0 !0]".parse().expect("a game");
    for in_line in [true, false] {
        let options = SearchOptions {
            quiescence: Some(Quiescence { plies: 3, in_line }),
            node_limit: Some(NodeLimit { nodes: 2, improved: true }),
            ..SearchOptions::table(TableOptions::DEFAULT)
        };
        let mut length = None;
        let (mut store, mut recorder) = (crate::pv::TableWalk::default(), Recorder::default());
        search((&mut store, &mut recorder), (&game, 0), &options, crate::algorithm::palphabeta, |outcome| {
            assert!(outcome.unfinished && outcome.best_move.is_some());
            length = outcome.line.map(<[Move]>::len);
        });
        assert_eq!(length, Some(usize::from(in_line)));
    }
}
