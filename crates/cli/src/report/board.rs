//! Cases of chess positions, in the terms of chess.

use pvcheck::case::Case;
use pvcheck::check::Checked;
use pvcheck::game::GraphPosition;
use pvcheck::position::{Move, Position, line_names};
use pvcheck::recording::Recording;
use pvcheck::recording::explorer::{Boards, ShownSearch};
use pvcheck_chess::{ChessGames, ChessPosition};

/// Returns the chess position at the root of `case` and its name, if the name is a chess position.
pub fn chess_root(case: &Case) -> Option<(&str, ChessPosition)> {
    let text = case.game.position_name(0)?;
    Some((text, text.parse().ok()?))
}

/// Returns the text of the chess position of `case` if its game is the whole tree of that position: not smaller, as after
/// shrinking.
pub fn whole_position(case: &Case) -> Option<&str> {
    let (text, position) = chess_root(case)?;
    let whole = ChessGames::case((&position, text), case.depth, case.subject).ok()?;
    (whole.game == case.game).then_some(text)
}

/// Returns the line in standard algebraic notation with the numbers of the moves. The moves from the first one on that is
/// not legal are as the game names them.
pub fn line_in_san(case: &Case, root: &ChessPosition, line: &[Move]) -> String {
    let names = line_names(&case.game.root(), line);
    let walk = root.walk(&names);
    let (rest, mut text) = (names[walk.legal..].join(" "), root.walk_in_san(&walk));
    if !rest.is_empty() {
        let then = if text.is_empty() { "" } else { ", then " };
        text += &format!("{then}not legal: {rest}");
    }
    text
}

pub fn explored<'c>(case: &'c Case, checked: &Checked, replay: &str) -> ShownSearch<GraphPosition<'c>> {
    let root = chess_root(case).map(|(_, root)| root);
    let boards = root.map(|root| -> Boards { Box::new(move |recording| boards(&root, recording)) });
    ShownSearch { boards, ..ShownSearch::new(case, checked, replay) }
}

fn boards(root: &ChessPosition, recording: &Recording) -> Vec<Option<String>> {
    let mut positions: Vec<Option<ChessPosition>> = Vec::new();
    for node in &recording.nodes {
        let position = match node.parent {
            None => Some(root.clone()),
            Some(parent) => positions[parent].as_ref().and_then(|position| {
                if node.mv == Move::NULL {
                    position.pass()
                } else {
                    Some(position.play(position.parse_move(&node.name)?))
                }
            }),
        };
        positions.push(position);
    }
    let board = |position: ChessPosition| Some(position.name()?.split(' ').next()?.to_owned());
    positions.into_iter().map(|position| position.and_then(board)).collect()
}
