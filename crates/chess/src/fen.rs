//! FEN: reading and writing positions.

use std::ops::Range;
use std::str::FromStr;

use cozy_chess::{Board, BoardBuilder, Color, File, Piece, Rank, Square, get_king_moves};

use super::moves;
use super::past::PlayedLine;
use super::position::ChessPosition;
use super::setup::Setup;
use pvcheck::syntax::{SyntaxError, Words, quoted};

pub(super) fn name(color: Color) -> &'static str {
    if color == Color::White { "White" } else { "Black" }
}

fn number(text: &str, span: Range<usize>, what: &str, least: u16, most: u16) -> Result<u16, SyntaxError> {
    let word = &text[span.clone()];
    let digits = Some(word).filter(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
    let number = digits.and_then(|word| word.parse().ok()).filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| {
        let problem = format!("{} is not {what}", quoted(word));
        SyntaxError::new(text, span, problem, format!("a number from {least} to {most}"))
    })
}

pub(super) struct Fields {
    pub board: Board,
    pub is_chess960: bool,
}

impl Fields {
    pub fn read(text: &str, words: &mut Words<'_>) -> Result<Self, SyntaxError> {
        let mut builder = BoardBuilder::empty();
        let pieces = words.next("the pieces", "`startpos` or the first field of a FEN")?;
        let reader = Reader { text, pieces: pieces.clone() };
        reader.pieces(&mut builder)?;
        let side = words.next("the side to move", "`w` or `b`")?;
        builder.side_to_move = match &text[side.clone()] {
            "w" => Color::White,
            "b" => Color::Black,
            word => {
                let problem = format!("unknown side {}", quoted(word));
                return Err(SyntaxError::new(text, side, problem, "`w` or `b`"));
            }
        };
        reader.check(&builder)?;
        let rights = words.next("the castling rights", RIGHTS)?;
        let is_chess960 = reader.rights(rights, &mut builder)?;
        let square = words.next("the en-passant square", EN_PASSANT)?;
        let board = reader.en_passant(square, &mut builder)?;
        Ok(Self { board, is_chess960 })
    }

    pub fn read_counters(&mut self, text: &str, words: &mut Words<'_>) -> Result<(), SyntaxError> {
        let before = words.offset();
        let Some(clock) = words.next_or_end() else { return Ok(()) };
        if !text[clock.clone()].starts_with(|first: char| first.is_ascii_digit()) {
            words.go_to(before);
            return Ok(());
        }
        self.read_clock(text, clock)?;
        let moves = words.next("the number of the move", "a number from 1 on")?;
        self.read_number(text, moves)
    }

    pub fn read_clock(&mut self, text: &str, span: Range<usize>) -> Result<(), SyntaxError> {
        self.board.set_halfmove_clock(number(text, span, "a clock", 0, 100)? as u8);
        Ok(())
    }

    pub fn read_number(&mut self, text: &str, span: Range<usize>) -> Result<(), SyntaxError> {
        self.board.set_fullmove_number(number(text, span, "a number of a move", 1, u16::MAX)?);
        Ok(())
    }
}

const RIGHTS: &str = "`-`, some of `KQkq`, or the files of the rooks as in `HAha`";
const EN_PASSANT: &str = "`-` or the square that a pawn has just passed";

struct Reader<'t> {
    text: &'t str,
    pieces: Range<usize>,
}

impl Reader<'_> {
    fn pieces(&self, builder: &mut BoardBuilder) -> Result<(), SyntaxError> {
        let error = |span, problem, expected: &str| Err(SyntaxError::new(self.text, span, problem, expected));
        let mut start = self.pieces.start;
        let mut ranks = 0;
        for row in self.text[self.pieces.clone()].split('/') {
            let span = start..start + row.len();
            let Some(rank) = Rank::try_index(7_usize.wrapping_sub(ranks)) else {
                return error(span, "a ninth rank".to_owned(), "8 ranks");
            };
            let mut file = 0;
            for (at, letter) in row.char_indices() {
                let place = start + at..start + at + letter.len_utf8();
                let piece = Piece::try_from(letter.to_ascii_lowercase());
                match (letter.to_digit(9), piece) {
                    (Some(empty @ 1..), _) => file += empty as usize,
                    (_, Ok(piece)) => {
                        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
                        if let Some(file) = File::try_index(file) {
                            *builder.square_mut(Square::new(file, rank)) = Some((piece, color));
                        }
                        file += 1;
                    }
                    _ => {
                        let problem = format!("unknown piece {}", quoted(&letter.to_string()));
                        return error(place, problem, "one of `PNBRQKpnbrqk`, or 1 to 8 empty squares");
                    }
                }
                if file > File::NUM {
                    return error(place, format!("more than 8 squares in rank {rank}"), "8 squares");
                }
            }
            if file < File::NUM {
                return error(span, format!("only {file} squares in rank {rank}"), "8 squares");
            }
            start += row.len() + 1;
            ranks += 1;
        }
        if ranks < Rank::NUM {
            let end = self.pieces.end..self.pieces.end;
            return error(end, format!("only {ranks} ranks"), "8 ranks, separated by `/`");
        }
        Ok(())
    }

    fn check(&self, builder: &BoardBuilder) -> Result<(), SyntaxError> {
        let error = |problem: String, expected: &str| {
            Err(SyntaxError::new(self.text, self.pieces.clone(), problem, expected))
        };
        let squares = |wanted: &dyn Fn(Piece, Color) -> bool| -> Vec<Square> {
            let is_wanted =
                |square: &Square| builder.square(*square).is_some_and(|(piece, color)| wanted(piece, color));
            Square::ALL.into_iter().filter(is_wanted).collect()
        };
        for side in Color::ALL {
            let count = |wanted: Piece| squares(&|piece, color| piece == wanted && color == side).len();
            let (kings, pawns) = (count(Piece::King), count(Piece::Pawn));
            let pieces = squares(&|_, color| color == side).len();
            if kings != 1 {
                return error(format!("{} has {kings} kings", name(side)), "one king of each color");
            }
            if pawns > 8 {
                return error(format!("{} has {pawns} pawns", name(side)), "at most 8 pawns");
            }
            if pieces > 16 {
                return error(format!("{} has {pieces} pieces", name(side)), "at most 16 pieces");
            }
        }
        let is_last = |square: &Square| matches!(square.rank(), Rank::First | Rank::Eighth);
        let pawns = squares(&|piece, _| piece == Piece::Pawn);
        if let Some(square) = pawns.into_iter().find(is_last) {
            return error(format!("a pawn on {square}"), "pawns on the ranks 2 to 7");
        }
        let kings = squares(&|piece, _| piece == Piece::King);
        if get_king_moves(kings[0]).has(kings[1]) {
            let problem = format!("the kings are on {} and {}", kings[0], kings[1]);
            return error(problem, "kings that do not touch");
        }
        let Ok(board) = builder.build() else {
            let side = name(!builder.side_to_move);
            let problem = format!("{side} is in check, and it is not {side}'s move");
            return error(problem, "check to the side to move only");
        };
        if board.checkers().len() > 2 {
            return error(format!("{} pieces give check", board.checkers().len()), "at most two");
        }
        Ok(())
    }

    fn rights(&self, field: Range<usize>, builder: &mut BoardBuilder) -> Result<bool, SyntaxError> {
        let word = &self.text[field.clone()];
        let mut is_chess960 = false;
        for (at, letter) in word.char_indices().filter(|_| word != "-") {
            let start = field.start + at;
            let error =
                |problem| Err(SyntaxError::new(self.text, start..start + letter.len_utf8(), problem, RIGHTS));
            let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
            let back = Rank::First.relative_to(color);
            let has = |file: File, piece| builder.square(Square::new(file, back)) == Some((piece, color));
            let Some(king) = File::ALL.into_iter().find(|&file| has(file, Piece::King)) else {
                return error(format!("{}'s king is not on rank {back}", name(color)));
            };
            let rooks = File::ALL.into_iter().filter(|&file| has(file, Piece::Rook));
            let rook = match letter.to_ascii_lowercase() {
                'k' => rooks.max().filter(|&rook| rook > king),
                'q' => rooks.min().filter(|&rook| rook < king),
                other => match File::try_from(other) {
                    Ok(file) => {
                        is_chess960 = true;
                        Some(file).filter(|&file| has(file, Piece::Rook))
                    }
                    Err(_) => {
                        return error(format!("unknown castling right {}", quoted(&letter.to_string())));
                    }
                },
            };
            let Some(rook) = rook else {
                return error(format!("{} has no rook to castle with by `{letter}`", name(color)));
            };
            let rights = builder.castle_rights_mut(color);
            let is_kingside = rook > king;
            let right = if is_kingside { &mut rights.short } else { &mut rights.long };
            if right.replace(rook).is_some() {
                return error(format!("a second castling right of {} on this side", name(color)));
            }
            is_chess960 |= king != File::E || rook != if is_kingside { File::H } else { File::A };
        }
        Ok(is_chess960)
    }

    fn en_passant(&self, field: Range<usize>, builder: &mut BoardBuilder) -> Result<Board, SyntaxError> {
        let word = &self.text[field.clone()];
        let rank = Rank::Sixth.relative_to(builder.side_to_move);
        let square = word.parse::<Square>().ok();
        if word != "-" && square.is_none_or(|square| square.rank() != rank) {
            let problem = format!("{} is not a square of rank {rank}", quoted(word));
            return Err(SyntaxError::new(self.text, field, problem, EN_PASSANT));
        }
        builder.en_passant = square;
        builder.build().map_err(|_| {
            let problem = format!("no pawn can just have passed {word}");
            SyntaxError::new(self.text, field, problem, EN_PASSANT)
        })
    }
}

pub(super) fn play_all(
    text: &str,
    places: impl IntoIterator<Item = Range<usize>>,
    line: &mut PlayedLine,
    is_chess960: bool,
) -> Result<String, SyntaxError> {
    let mut names = String::new();
    for span in places {
        let board = line.setup.board();
        let Some(mv) = moves::from_uci(board, is_chess960, &text[span.clone()]) else {
            let problem = format!("{} is no legal move here", quoted(&text[span.clone()]));
            return Err(SyntaxError::new(text, span, problem, "a legal move in UCI notation, as in `e2e4`"));
        };
        names.extend([" ", &moves::uci(board, is_chess960, moves::encoded(mv))]);
        line.play(mv);
    }
    Ok(names)
}

impl FromStr for ChessPosition {
    type Err = SyntaxError;

    fn from_str(text: &str) -> Result<Self, SyntaxError> {
        let mut words = Words::over(text);
        let mut fields = Fields { board: Board::startpos(), is_chess960: false };
        if words.next_or_end().is_none_or(|word| &text[word] != "startpos") {
            words.go_to(0);
            fields = Fields::read(text, &mut words)?;
            fields.read_counters(text, &mut words)?;
        }
        let Fields { board, is_chess960 } = fields;
        let mut line = PlayedLine::new(board);
        if let Some(word) = words.next_or_end() {
            if &text[word.clone()] != "moves" {
                let problem = format!("unexpected {}", quoted(&text[word.clone()]));
                return Err(SyntaxError::new(text, word, problem, "`moves` or the end of the text"));
            }
            play_all(text, std::iter::from_fn(|| words.next_or_end()), &mut line, is_chess960)?;
        }
        Ok(Self::root(line, is_chess960))
    }
}

/// The FEN of six fields, a Shredder-FEN in Chess960. The en-passant square is given only where the capture is legal.
pub(super) fn written(setup: &Setup, is_chess960: bool) -> String {
    let board = setup.board();
    let fen = if is_chess960 { format!("{board:#}") } else { board.to_string() };
    let mut fields: Vec<&str> = fen.split(' ').collect();
    let square = setup.en_passant().map_or_else(|| "-".to_owned(), |square| square.to_string());
    fields[3] = &square;
    fields.join(" ")
}
