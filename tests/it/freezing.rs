//! A frozen game is searched like the game itself.

use std::collections::HashMap;
use std::sync::Arc;

use crate::common::changed::{Change, Changed};
use crate::common::prelude::*;
use pvcheck::game::{AnyPosition, Freeze, Frozen, Growth, TooLarge, freeze};
use pvcheck::ply_limits::PlyLimits;
use pvcheck::position::line_names;
use pvcheck::search::{Order, Scratch, Task};

/// A game numbers its moves by itself: the number of a move also depends on the position.
#[derive(Clone)]
struct OwnNumbers;

impl Change for OwnNumbers {
    fn number(&self, position: &SharedPosition, index: usize) -> Move {
        Move::new((position.node() % 7 * 100 + 5 * index) as u16)
    }

    fn inner(&self, position: &SharedPosition, mv: Move) -> Move {
        Move::new((mv.number() - (position.node() % 7 * 100) as u16) / 5)
    }

    fn key(&self, position: &SharedPosition) -> u64 {
        !position.key()
    }
}

/// The keys that the positions of a frozen game have in the game: slots of a table depend on keys.
#[derive(Clone)]
struct Keys(Arc<HashMap<usize, u64>>);

impl Change for Keys {
    fn key(&self, position: &SharedPosition) -> u64 {
        self.0[&position.node()]
    }
}

/// Returns the key of each position of a frozen game, as in the game.
fn keys<P: Position>(frozen: &Frozen<P>, root: &P) -> HashMap<usize, u64> {
    let mut keys = HashMap::from([(0, root.key())]);
    let mut todo = vec![(frozen.graph.root(), root.clone())];
    while let Some((node, position)) = todo.pop() {
        let (mut inner, mut own) = (Vec::new(), Vec::new());
        node.moves(&mut inner);
        position.moves(&mut own);
        if inner.len() != own.len() {
            // Only noisy moves, then; the others are followed by no search.
            own.retain(|&mv| position.is_noisy(mv));
            inner.retain(|&mv| node.is_noisy(mv));
        }
        let moves = inner.into_iter().zip(own).map(|(inner, own)| (node.play(inner), position.play(own)));
        for (node, position) in moves.chain(node.pass().zip(position.pass())) {
            if keys.insert(node.node(), position.key()).is_none() {
                todo.push((node, position));
            }
        }
    }
    keys
}

/// What a search shows: score, bound, window, best move, line, depth, and the moves of better lines.
type Shown = (Score, Bound, Window, Vec<Move>, Option<Vec<Move>>, usize, Vec<Move>);

/// Returns what a search of `root` shows; moves are translated by `moves_of`.
fn searched(
    root: impl Position + Send + Sync + 'static,
    depth: usize,
    (algorithm, options): (Algorithm, &SearchOptions),
    moves_of: impl Fn(&[Move]) -> Vec<Move>,
) -> (Vec<Shown>, Counts) {
    let (mut store, mut scratch) = (Store::Triangular.any(), Scratch::default());
    let task = Task { root: &AnyPosition::new(root), depth, options, node_limit: Some(20_000) };
    let mut shown = Vec::new();
    let mut each = |outcome: &Outcome<'_>| {
        let first = |&mv: &Move| moves_of(&[mv])[0];
        shown.push((
            outcome.score,
            outcome.bound,
            outcome.window,
            outcome.best_move.iter().map(first).collect(),
            outcome.line.map(&moves_of),
            outcome.depth,
            outcome.excluded_moves.iter().map(first).collect(),
        ));
    };
    let counts = algorithm.search(&mut store, &mut (), &mut scratch, task, &mut each);
    (shown, counts)
}

#[test]
fn a_frozen_game_is_searched_like_the_game() {
    let mut game = Graph::leaf(Score::ZERO);
    let (mut acted, mut cut, mut searches) = (Counts::NONE, 0, 0);
    for seed in 0..30_000 {
        let mut choices = Seeded::new(seed, 7);
        let depth = Growth::random_game(&mut choices, &mut game).min(choices.below(7) as usize);
        let mut options = SearchOptions::random(&mut choices);
        if options.order == Order::Killers {
            options.order = Order::None;
        }
        let algorithm = Algorithm::ALL[choices.below(Algorithm::ALL.len() as u32) as usize];
        let subject = Subject { algorithm, store: Store::Triangular, options };
        if subject.meaningless().is_some() {
            continue;
        }
        let root = Changed { position: game.clone().into(), change: OwnNumbers };
        let frozen = freeze(&root, &Freeze::for_search(options.ply_limits(depth), 100_000)).expect("small");
        let change = Keys(Arc::new(keys(&frozen, &root)));
        let with_key = Changed { position: frozen.graph.clone().into(), change };
        let expected = searched(root, depth, (algorithm, &options), <[Move]>::to_vec);
        let found = searched(with_key, depth, (algorithm, &options), |line| frozen.moves_of(line));
        assert_eq!(
            found, expected,
            "seed {seed}, {subject}, depth {depth}: {game} is frozen as {}",
            frozen.graph
        );
        acted += expected.1;
        cut += usize::from(frozen.graph.len() < game.len());
        searches += 1;
    }
    let idle: Vec<_> = acted.acts().into_iter().filter(|&(_, times)| times < 40).collect();
    assert!(idle.is_empty() && cut > 500 && searches > 20_000, "{idle:?}, {cut} of {searches} games are cut");
}

#[test]
fn a_graph_frozen_as_a_whole_is_the_same_graph() {
    let mut game = Graph::leaf(Score::ZERO);
    for seed in 0..2_000 {
        Growth::random_game(&mut Seeded::new(seed, 8), &mut game);
        let whole = Freeze::for_search(PlyLimits::for_depth(game.len()), game.len());
        assert_eq!(freeze(&game.root(), &whole).expect("all positions fit").graph, game);
    }
}

/// Take 1 to 3 matches; the last one wins. To take three is noisy.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Nim(u16);

impl Position for Nim {
    fn moves(&self, moves: &mut Vec<Move>) {
        moves.extend((1..=self.0.min(3)).map(Move::new));
    }

    fn play(&self, mv: Move) -> Self {
        Self(self.0 - mv.number())
    }

    fn evaluate(&self) -> Score {
        if self.is_terminal() { Score::MIN } else { Score::ZERO + i32::from(self.0 % 4) }
    }

    fn is_terminal(&self) -> bool {
        self.0 == 0
    }

    fn is_noisy(&self, mv: Move) -> bool {
        mv.number() == 3
    }

    fn key(&self) -> u64 {
        u64::from(self.0)
    }

    fn move_name(&self, mv: Move) -> String {
        format!("take {mv}")
    }

    fn name(&self) -> Option<String> {
        Some(format!("{} matches", self.0))
    }
}

fn frozen(matches: u16, plies: usize, noisy_plies: usize) -> Frozen<Nim> {
    let (plies, quiescence) = (plies + noisy_plies, noisy_plies);
    let ply_limits = PlyLimits { plies, quiescence, max_pv_length: plies, extends: false };
    freeze(&Nim(matches), &Freeze::for_search(ply_limits, 1_000)).expect("a small game")
}

#[test]
fn equal_positions_become_one_and_names_stay() {
    let whole = frozen(4, 4, 0);
    assert_eq!(
        whole.graph.to_string(),
        [
            r#"["take 1" 3["take 1" a:2["take 1" b:1["take 1" c:-#0] "take 2" c] "take 2" b "take 3"!c]"#,
            r#""take 2" a "take 3"!b]"#
        ]
        .join(" ")
    );
    assert_eq!(whole.graph.root().name().as_deref(), Some("4 matches"));
}

#[test]
fn positions_at_the_horizon_have_their_noisy_moves_and_one_for_all_others() {
    // One ply, then takes of three from 8, 7 and 6 matches, then a move without a name.
    let near = frozen(9, 1, 1);
    assert_eq!(
        near.graph.to_string(),
        [
            r#"1["take 1" ["take 1" a:0 "take 3"!1[a]] "take 2" 3["take 1" a "take 3"![a]]"#,
            r#""take 3"!2["take 1" a "take 3"!3[a]]]"#,
        ]
        .join(" ")
    );
    assert!(near.graph.children(near.graph.child(0, 0)).len() == 2, "not terminal, as in the game");
}

#[test]
fn a_line_of_a_frozen_game_is_translated_to_the_game() {
    let near = frozen(9, 1, 1);
    let moves = |line: &[u16]| near.moves_of(&line.iter().map(|&mv| Move::new(mv)).collect::<Vec<_>>());
    assert_eq!(moves(&[1, 1]), [2, 3].map(Move::new));
    assert_eq!(moves(&[1, 0, 0]), [2, 1].map(Move::new), "no move is known beyond");
    assert_eq!(moves(&[3]), []);
    assert_eq!(line_names(&near.graph.root(), &[1, 1].map(Move::new)), ["take 2", "take 3"]);
}

#[test]
fn a_game_with_too_many_positions_is_refused() {
    let limits = |positions| Freeze::for_search(PlyLimits::for_depth(5), positions);
    assert!(freeze(&Nim(5), &limits(6)).is_ok());
    let error = freeze(&Nim(5), &limits(5)).expect_err("there are six positions");
    assert_eq!(error, TooLarge { positions: 5, plies: 1 });
    assert_eq!(error.to_string(), "the game has more than 5 positions within 2 plies of the root");
}
