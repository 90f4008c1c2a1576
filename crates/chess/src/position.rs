//! A position of chess.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use cozy_chess::Board;

use super::ending::{Ending, FIFTY_MOVES};
use super::past::{Past, PlayedLine};
use super::setup::Setup;
use super::walk::GameWalk;
use super::{diagram, evaluation, fen, moves};
use pvcheck::position::{Move, Position, mixed};
use pvcheck::score::Score;

/// The most plies between the root of a search and any of its positions: the [capacity](pvcheck::pv::CAPACITY) of the
/// stores.
pub const LONGEST_SEARCH: usize = 64;

const FIRST_CLOCK: u8 = FIFTY_MOVES - LONGEST_SEARCH as u8;

/// A position of chess or Chess960, with the history of the game. The [module](super) describes what repetition and
/// the fifty-move rule mean in it.
///
/// Two positions are equal if and only if no search can distinguish them: they have the same pieces, side to move,
/// castling rights and legal en-passant capture, the same clock where it counts, the same [`Ending`], and the same
/// positions that will be drawn when they occur again. The number of the move is no part of it, nor is the notation of
/// castling.
///
/// A clone copies about 150 bytes and shares the history.
///
/// # Text
///
/// [`FromStr`](std::str::FromStr) reads `startpos` or a FEN, and after it optionally the word `moves` and the moves of
/// the game in UCI notation: the form of the UCI command `position`. The moves give the history.
///
/// A FEN has four fields, or six with the clock of the fifty-move rule (0 to 100) and the number of the move (from 1).
/// Castling rights are `KQkq`, where `K` means the outermost rook on that side (X-FEN), or the files of the rooks, as in
/// `HAha` (Shredder-FEN). A position is one of Chess960 if its rights are written as files, or if one of them is for a
/// king that is not on the e-file or for a rook that is not on the a- or h-file.
///
/// [`name`](Position::name) is a FEN of six fields, a Shredder-FEN in Chess960, without the history. Its en-passant
/// square is given only where the capture is legal.
#[derive(Clone)]
pub struct ChessPosition {
    setup: Setup,
    clock_counts: bool,
    is_chess960: bool,
    /// The game before the root; `None` if the game before the root no longer counts.
    past: Option<Arc<Past>>,
    ending: Option<Ending>,
    key: u64,
}

impl ChessPosition {
    /// The start position of chess.
    pub fn start() -> Self {
        Self::root(PlayedLine::new(Board::startpos()), false)
    }

    pub(super) fn root(line: PlayedLine, is_chess960: bool) -> Self {
        let is_third = line.is_third();
        let PlayedLine { before, setup } = line;
        let clock_counts = setup.board().halfmove_clock() >= FIRST_CLOCK;
        let past = Past::new(before, &setup);
        Self::new(setup, clock_counts, is_chess960, past, is_third)
    }

    fn new(
        setup: Setup,
        clock_counts: bool,
        is_chess960: bool,
        past: Option<Arc<Past>>,
        is_third: bool,
    ) -> Self {
        let ending = Ending::on_board(setup.board(), clock_counts, is_third);
        let mut position = Self { setup, clock_counts, is_chess960, past, ending, key: 0 };
        let third = if ending == Some(Ending::Threefold) { mixed(0x300) } else { 0 };
        let clock = position.clock().map_or(0, |clock| mixed(0x200 + u64::from(clock)));
        let past = position.past.as_ref().map_or(0, |past| past.key);
        position.key = position.setup.key() ^ clock ^ past ^ third;
        position
    }

    fn reached(&self, setup: Setup, clock_counts: bool, past: Option<Arc<Past>>) -> Self {
        let is_third = past.as_ref().is_some_and(|past| past.is_third(&setup));
        Self::new(setup, clock_counts, self.is_chess960, past, is_third)
    }

    fn clock(&self) -> Option<u8> {
        self.clock_counts.then(|| self.board().halfmove_clock())
    }

    fn before(&self) -> &[Setup] {
        self.past.as_ref().map_or(&[], |past| &past.before)
    }

    pub(super) fn line(&self) -> PlayedLine {
        PlayedLine { before: self.before().to_vec(), setup: self.setup.clone() }
    }

    fn repeated(&self) -> &[Setup] {
        self.past.as_ref().map_or(&[], |past| &past.repeated)
    }

    /// The root of the next search after `mv`, a legal move that is played in the game: this position, a root,
    /// becomes part of the history. [`Position::play`] returns a position of the same search instead.
    #[must_use]
    pub fn play_in_game(&self, mv: Move) -> Self {
        let mut line = self.line();
        line.play(decoded(mv));
        Self::root(line, self.is_chess960)
    }

    /// The positions of the game before the root of this search, oldest first, since the last irreversible move: for
    /// [`Game::with_history`](pvcheck::check::Game::with_history). Each equals the position of the search in which it is
    /// repeated, except where the clock counts. Empty after an irreversible move or a null move.
    pub fn history(&self) -> Vec<Self> {
        let before = self.before().iter();
        before.map(|setup| self.reached(setup.clone(), self.clock_counts, self.past.clone())).collect()
    }

    pub(crate) fn fen(&self) -> String {
        fen::written(&self.setup, self.is_chess960)
    }

    pub(crate) fn board(&self) -> &Board {
        self.setup.board()
    }

    /// The ending of the game at this position; `None` if the game goes on.
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// Whether White is to move.
    pub fn is_white_to_move(&self) -> bool {
        self.board().side_to_move() == cozy_chess::Color::White
    }

    /// Whether the side to move is in check.
    pub fn is_in_check(&self) -> bool {
        !self.board().checkers().is_empty()
    }

    /// Whether this position is a position of Chess960, where castling is written as a king move to the square of the rook.
    pub fn is_chess960(&self) -> bool {
        self.is_chess960
    }

    /// Returns this position as a position of Chess960.
    #[must_use]
    pub fn in_chess960(self) -> Self {
        Self { is_chess960: true, ..self }
    }

    /// The legal move with this text in UCI notation. Castling may also be written as in Chess960.
    pub fn parse_move(&self, text: &str) -> Option<Move> {
        let mv = moves::from_uci(self.board(), self.is_chess960, text)?;
        self.ending.is_none().then(|| moves::encoded(mv))
    }

    /// The move in standard algebraic notation, such as `Nbxd5+`; `None` if the move is not legal.
    pub fn san(&self, mv: Move) -> Option<String> {
        if self.is_terminal() { None } else { moves::san(self.board(), mv) }
    }

    /// The moves of a walk from this position that can be played, in standard algebraic notation with the numbers of the
    /// moves, such as `1... Nf6 2. Nc3`.
    pub fn walk_in_san(&self, walk: &GameWalk) -> String {
        let mut board = self.board().clone();
        let mut text = String::new();
        for &mv in &walk.moves {
            moves::append_san(&board, moves::encoded(mv), &mut text)
                .expect("a move that was played is legal");
            board.play_unchecked(mv);
        }
        text
    }

    /// The board in plain text: the eighth rank on top, upper-case letters for White, dots for empty squares, the
    /// letters of the files, and the side to move.
    ///
    /// ```
    /// let position: pvcheck_chess::ChessPosition = "4k3/8/8/8/8/8/4P3/4K3 w - -".parse()?;
    /// assert!(position.diagram().ends_with("\n2 . . . . P . . .\n1 . . . . K . . .\n  a b c d e f g h\nWhite to move\n"));
    /// # Ok::<(), pvcheck::syntax::SyntaxError>(())
    /// ```
    pub fn diagram(&self) -> String {
        diagram::diagram(self.board())
    }
}

fn decoded(mv: Move) -> cozy_chess::Move {
    moves::decoded(mv).expect("a legal move")
}

impl fmt::Debug for ChessPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let past = self.before().len();
        let mut shown = f.debug_struct("ChessPosition");
        shown
            .field("fen", &self.fen())
            .field("ending", &self.ending)
            .field("past", &past)
            .finish_non_exhaustive()
    }
}

impl PartialEq for ChessPosition {
    fn eq(&self, other: &Self) -> bool {
        let shares_past = || match (&self.past, &other.past) {
            (Some(past), Some(other)) => Arc::ptr_eq(past, other),
            (None, None) => true,
            _ => false,
        };
        self.key == other.key
            && self.clock() == other.clock()
            && self.ending == other.ending
            && self.setup == other.setup
            && (shares_past() || self.repeated() == other.repeated())
    }
}

impl Eq for ChessPosition {}

impl Hash for ChessPosition {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key.hash(state);
    }
}

impl Position for ChessPosition {
    /// All legal moves: captures first, the most valuable victim first and then the least valuable capturer, then
    /// promotions, then all others. Where these are equal, better promotions first, then by the squares from and to,
    /// seen from the side to move (a1, b1, ... h8 for White, a8, b8, ... h1 for Black). None where the game has ended.
    fn moves(&self, moves: &mut Vec<Move>) {
        if self.ending.is_none() {
            moves::append(self.board(), moves);
        }
    }

    fn play(&self, mv: Move) -> Self {
        let setup = self.setup.after(decoded(mv));
        let counts = self.clock_counts && setup.board().halfmove_clock() > 0;
        let past = self.past.as_ref().filter(|_| !setup.is_irreversible_after(&self.setup));
        self.reached(setup, counts, past.cloned())
    }

    /// In hundredths of a pawn, for the side to move: the sum of the points of its pieces, minus that of the other
    /// side, plus 10.
    ///
    /// ```text
    /// points   = material + weight * nearness + advance + file
    /// material = pawn 100, knight 320, bishop 330, rook 500, queen 900, king 0
    /// weight   = pawn 3, knight 8, bishop 5, rook 2, queen 2,
    ///            king -8 while the other side has a queen, then 8
    /// nearness = 7 - (|2 * file - 7| + |2 * rank - 7|) / 2    from 0 in a corner to 6 in the centre
    /// advance  = 3 * (rank - 1)^2 for a pawn, else 0
    /// file     = 0 to 7 from the a-file to the h-file
    /// rank     = 0 to 7 from the own side of the board
    /// ```
    ///
    /// A checkmate is [`Score::MIN`], a draw 0.
    fn evaluate(&self) -> Score {
        match self.ending {
            None => Score::ZERO + evaluation::evaluate(self.board()),
            Some(Ending::Checkmate) => Score::MIN,
            Some(_) => Score::ZERO,
        }
    }

    fn is_terminal(&self) -> bool {
        self.ending.is_some()
    }

    /// A pass is not allowed in check, nor where the game has ended. After a pass there is no en-passant capture, and no
    /// position of the history counts. The clock goes on.
    fn pass(&self) -> Option<Self> {
        let board = self.board().null_move().filter(|_| self.ending.is_none())?;
        Some(self.reached(Setup::new(board), self.clock_counts, None))
    }

    /// Whether `mv` is a capture, also en passant, or a promotion.
    fn is_noisy(&self, mv: Move) -> bool {
        moves::is_noisy(self.board(), mv)
    }

    /// Whether `mv` gives check.
    fn is_forcing(&self, mv: Move) -> bool {
        moves::gives_check(self.board(), mv)
    }

    /// A Zobrist key. Equal positions have equal keys; different positions have different keys but for collisions of 64
    /// bits.
    fn key(&self) -> u64 {
        self.key
    }

    /// Returns the move in UCI notation.
    fn move_name(&self, mv: Move) -> String {
        moves::uci(self.board(), self.is_chess960, mv)
    }

    /// Returns the FEN of the position.
    fn name(&self) -> Option<String> {
        Some(self.fen())
    }
}
