//! What the judge needs of a game.

use cozy_chess::{Board, Move, Piece, Square};

use super::format::Rest;
use crate::ending::Ending;
use crate::setup::Setup;
use crate::uci::Root;

/// The end of a game at a position without legal moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    /// The side to move has lost.
    Lost,
    Drawn,
    /// This score, of the side to move.
    Score(i32),
    Unknown,
}

/// What a line means that the engine has received.
#[derive(Debug)]
pub(super) enum Received<P> {
    /// The positions of the game, the root last, and whether its search begins.
    Root(Vec<P>, bool),
    Search,
    NewGame,
    Other,
}

/// A game whose searches are traced. Moves are the numbers of the trace; 0 is the null move. A method that is not overridden says
/// that nothing is known.
pub(super) trait TracedGame {
    type Position: Clone;

    /// Reads a line that the engine has received.
    ///
    /// # Errors
    ///
    /// If the line is a position, and none of this game.
    fn receive(&mut self, line: &str) -> Result<Received<Self::Position>, String>;

    /// The position after a move; `None` if the move is not legal.
    fn after(&self, position: &Self::Position, mv: u32) -> Option<Self::Position>;

    /// Appends the legal moves. Returns `false` if they are not known.
    fn moves(&self, _: &Self::Position, _: &mut Vec<u32>) -> bool {
        false
    }

    /// What a repetition compares; `None` if only the engine's key is known.
    fn identity(&self, _: &Self::Position) -> Option<u64> {
        None
    }

    /// The number of moves since the last one that cannot be undone; `None` if it is not known.
    fn clock(&self, _: &Self::Position) -> Option<u16> {
        None
    }

    /// The end at a position without legal moves.
    fn end(&self, _: &Self::Position) -> End {
        End::Unknown
    }

    /// Whether so many moves without progress, or too little material, make a draw.
    fn is_drawn(&self, _: &Self::Position) -> bool {
        false
    }

    /// Whether the side to move is in check.
    fn is_in_check(&self, _: &Self::Position) -> bool {
        false
    }

    /// The evaluation, if the game and not the engine gives it.
    fn evaluation(&self, _: &Self::Position) -> Option<i32> {
        None
    }

    fn is_among(&self, _: &Self::Position, _: u32, _: Rest) -> bool {
        true
    }

    fn move_name(&self, _: &Self::Position, mv: u32) -> String {
        if mv == 0 { "null move".to_owned() } else { format!("move {mv}") }
    }

    /// The position in the words of the game.
    fn text(&self, _: &Self::Position) -> Option<String> {
        None
    }
}

/// A line of UCI, of which `positions` reads a position.
fn uci<P>(line: &str, positions: impl FnOnce(&str) -> Result<Vec<P>, String>) -> Result<Received<P>, String> {
    if let Some(position) = line.strip_prefix("position") {
        return Ok(Received::Root(positions(position.trim())?, false));
    }
    Ok(match line {
        "ucinewgame" => Received::NewGame,
        _ if line.starts_with("go") => Received::Search,
        _ => Received::Other,
    })
}

/// Chess and Chess960.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chess;

/// A position of chess with the moves of a trace.
#[derive(Clone, Debug)]
pub(super) struct ChessNode(Setup);

const PROMOTIONS: [Piece; 4] = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];

fn decoded(mv: u32) -> Option<Move> {
    let square = |number: u32| Square::index((number & 63) as usize);
    let promotion = match mv >> 12 {
        0 => None,
        number => Some(*PROMOTIONS.get(number as usize - 1)?),
    };
    Some(Move { from: square(mv), to: square(mv >> 6), promotion })
}

fn encoded(mv: Move) -> u32 {
    let rank = |piece| PROMOTIONS.iter().position(|&other| other == piece).map_or(0, |at| at as u32 + 1);
    mv.from as u32 | (mv.to as u32) << 6 | mv.promotion.map_or(0, rank) << 12
}

impl ChessNode {
    fn board(&self) -> &Board {
        self.0.board()
    }
}

impl TracedGame for Chess {
    type Position = ChessNode;

    fn receive(&mut self, line: &str) -> Result<Received<ChessNode>, String> {
        uci(line, |text| {
            let root: Root = text.parse().map_err(|error| format!("{error}"))?;
            let node = |root: Root| ChessNode(Setup::new(root.position().board().clone()));
            Ok(root.positions().map(node).collect())
        })
    }

    fn after(&self, ChessNode(setup): &ChessNode, mv: u32) -> Option<ChessNode> {
        if mv == 0 {
            return setup.board().null_move().map(|board| ChessNode(Setup::new(board)));
        }
        let mv = decoded(mv).filter(|&mv| setup.board().is_legal(mv))?;
        Some(ChessNode(setup.after(mv)))
    }

    fn moves(&self, position: &ChessNode, moves: &mut Vec<u32>) -> bool {
        position.board().generate_moves(|some| {
            moves.extend(some.into_iter().map(encoded));
            false
        });
        true
    }

    fn identity(&self, ChessNode(setup): &ChessNode) -> Option<u64> {
        Some(setup.key())
    }

    fn clock(&self, position: &ChessNode) -> Option<u16> {
        Some(position.board().halfmove_clock().into())
    }

    fn end(&self, position: &ChessNode) -> End {
        if position.board().checkers().is_empty() { End::Drawn } else { End::Lost }
    }

    fn is_drawn(&self, position: &ChessNode) -> bool {
        Ending::draws(position.board(), true, false).next().is_some()
    }

    fn is_in_check(&self, position: &ChessNode) -> bool {
        !position.board().checkers().is_empty()
    }

    fn is_among(&self, position: &ChessNode, mv: u32, which: Rest) -> bool {
        let Some(mv) = decoded(mv) else { return false };
        let captures = || crate::moves::victim(position.board(), mv).is_some();
        match which {
            Rest::All => true,
            Rest::Quiet => mv.promotion.is_none() && !captures(),
            Rest::NoCapture => !captures(),
        }
    }

    fn move_name(&self, position: &ChessNode, mv: u32) -> String {
        match decoded(mv) {
            _ if mv == 0 => "null move".to_owned(),
            Some(mv) => cozy_chess::util::display_uci_move(position.board(), mv).to_string(),
            None => format!("move {mv}"),
        }
    }

    fn text(&self, position: &ChessNode) -> Option<String> {
        Some(position.board().to_string())
    }
}

/// A game of which nothing is known: positions are known by their keys, and moves by their numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unknown;

impl TracedGame for Unknown {
    type Position = ();

    fn receive(&mut self, line: &str) -> Result<Received<()>, String> {
        uci(line, |_| Ok(vec![()]))
    }

    fn after(&self, (): &(), _: u32) -> Option<()> {
        Some(())
    }
}
