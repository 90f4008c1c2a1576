use pvcheck::position::{Move, Position};

use super::{ChessPosition, Ending, EpdRecord, bundled, near_the_end};

pub mod ground_truth;
mod positions;
mod rules;
mod text;
mod walks;

/// The position with this text.
fn position(text: &str) -> ChessPosition {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn legal_moves(position: &ChessPosition) -> Vec<Move> {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    moves
}

/// The legal moves in UCI notation.
fn names(position: &ChessPosition) -> Vec<String> {
    legal_moves(position).into_iter().map(|mv| position.move_name(mv)).collect()
}

/// The legal move with this text.
fn mv(position: &ChessPosition, text: &str) -> Move {
    position.parse_move(text).unwrap_or_else(|| panic!("{text} in {:?}", position.name()))
}

/// The position after these moves of a search.
fn after(position: &ChessPosition, moves: &str) -> ChessPosition {
    moves.split(' ').fold(position.clone(), |position, text| position.play(mv(&position, text)))
}

/// A record of the project.
fn record(id: &str) -> &'static EpdRecord {
    bundled().iter().find(|record| record.id() == Some(id)).unwrap_or_else(|| panic!("no {id}"))
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
