//! Games in PGN: the moves only.

use std::ops::Range;

use super::ChessPosition;
use pvcheck::position::{Position as _, legal_moves};
use pvcheck::syntax::{SyntaxError, quoted};

/// Reads the games of a PGN file (Edwards 1994), one after the other. A game is returned as `startpos` or a FEN, `moves`, and the
/// moves in UCI notation. Comments, variations, annotations and results are ignored; of the tags only `FEN` counts.
///
/// A move that is not legal, or a position that is not valid, is an error.
pub fn read_games(text: &str) -> impl Iterator<Item = Result<String, SyntaxError>> {
    let (mut tokens, mut game) = (Tokens { text, at: 0 }, Game::default());
    std::iter::from_fn(move || {
        let finished = tokens.by_ref().find_map(|token| game.add(text, token).transpose());
        finished.or_else(|| game.take_if_played().map(Ok))
    })
}

#[derive(Default)]
struct Game {
    start: Option<String>,
    position: Option<ChessPosition>,
    moves: String,
}

impl Game {
    /// Adds a tag or a move. Returns the game that the token ends.
    fn add(&mut self, text: &str, token: Token) -> Result<Option<String>, SyntaxError> {
        match token {
            Token::Tag(span) => {
                // A tag after moves begins the next game.
                let before = self.take_if_played();
                self.tag(text, span)?;
                Ok(before)
            }
            Token::Word(span) => match &text[span.clone()] {
                "1-0" | "0-1" | "1/2-1/2" | "*" => Ok(std::mem::take(self).finished()),
                _ => self.play(text, span).map(|()| None),
            },
        }
    }

    fn tag(&mut self, text: &str, span: Range<usize>) -> Result<(), SyntaxError> {
        let content = &text[span.clone()];
        let Some(rest) = content.strip_prefix("FEN ") else { return Ok(()) };
        let fen = rest.trim().trim_matches('"');
        let start = span.start + content.find(fen).unwrap_or(0);
        let position: ChessPosition = fen.parse().map_err(|error: SyntaxError| error.within(text, start))?;
        (self.start, self.position) = (Some(fen.to_owned()), Some(position));
        Ok(())
    }

    fn play(&mut self, text: &str, span: Range<usize>) -> Result<(), SyntaxError> {
        let word = &text[span.clone()];
        let name =
            word.trim_end_matches(['!', '?', '+', '#']).replace("0-0-0", "O-O-O").replace("0-0", "O-O");
        let position = self.position.get_or_insert_with(ChessPosition::start);
        let is_it = |san: String| san.trim_end_matches(['+', '#']) == name;
        let found = legal_moves(position).into_iter().find(|&mv| position.san(mv).is_some_and(is_it));
        let Some(mv) = found.or_else(|| position.parse_move(word)) else {
            let problem = format!("{} is not legal here", quoted(word));
            let expected = "a legal move in standard algebraic notation";
            return Err(SyntaxError::new(text, span, problem, expected));
        };
        self.moves += " ";
        self.moves += &position.move_name(mv);
        *position = position.play_in_game(mv);
        Ok(())
    }

    fn take_if_played(&mut self) -> Option<String> {
        if self.moves.is_empty() { None } else { std::mem::take(self).finished() }
    }

    fn finished(self) -> Option<String> {
        let Self { start, moves, .. } = self;
        (!moves.is_empty()).then(|| format!("{} moves{moves}", start.as_deref().unwrap_or("startpos")))
    }
}

enum Token {
    Tag(Range<usize>),
    Word(Range<usize>),
}

struct Tokens<'t> {
    text: &'t str,
    at: usize,
}

impl Tokens<'_> {
    /// The place of the first `end` from here on, or of the end of the text.
    fn until(&self, end: impl FnMut(char) -> bool) -> usize {
        self.text[self.at..].find(end).map_or(self.text.len(), |length| self.at + length)
    }

    fn skip_variation(&mut self) {
        let mut depth = 0;
        while let Some(letter) = self.text[self.at..].chars().next() {
            match letter {
                '{' => self.at = self.until(|letter| letter == '}'),
                '(' => depth += 1,
                ')' => depth -= 1,
                _ => {}
            }
            self.at = (self.at + letter.len_utf8()).min(self.text.len());
            if depth == 0 {
                return;
            }
        }
    }
}

impl Iterator for Tokens<'_> {
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        loop {
            let letter = self.text[self.at..].chars().next()?;
            match letter {
                '{' => self.at = (self.until(|letter| letter == '}') + 1).min(self.text.len()),
                ';' | '%' => self.at = self.until(|letter| letter == '\n'),
                '(' => self.skip_variation(),
                '[' => {
                    let start = self.at + 1;
                    let end = self.until(|letter| letter == ']').max(start.min(self.text.len()));
                    self.at = (end + 1).min(self.text.len());
                    return Some(Token::Tag(start.min(end)..end));
                }
                letter if letter.is_whitespace() || letter == ')' || letter == '.' => {
                    self.at += letter.len_utf8();
                }
                _ => {
                    let start = self.at;
                    self.at = self.until(|letter| letter.is_whitespace() || "{;([)".contains(letter));
                    // `12.e4` is a number and a move.
                    let word = &self.text[start..self.at];
                    let number =
                        word.len() - word.trim_start_matches(|letter: char| letter.is_ascii_digit()).len();
                    let dots = word[number..].len() - word[number..].trim_start_matches('.').len();
                    let skipped = if dots > 0 || number == word.len() { number + dots } else { 0 };
                    if skipped == word.len() || word.starts_with('$') {
                        continue;
                    }
                    return Some(Token::Word(start + skipped..self.at));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &str) -> Result<Vec<String>, SyntaxError> {
        read_games(text).collect()
    }

    #[test]
    fn games_are_read_without_what_is_no_move() {
        let text = "[Event \"x\"]\n[Site \"?\"]\n\n1. e4 {a comment (with [brackets])} e5 2.Nf3 $1 (2. f4 exf4 {x}) Nc6!? 3. Bb5 a6 4. Bxc6 dxc6 5. 0-0 1/2-1/2\n\n\
                    [FEN \"7k/8/8/8/8/8/R7/1R4K1 w - - 0 1\"]\n1. Ra7 Kg8 ; the end\n2. Rb8# 1-0\n[Event \"none\"]\n*\n1. d4";
        let games = all(text).expect("games");
        assert_eq!(
            games,
            [
                "startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6 e1g1",
                "7k/8/8/8/8/8/R7/1R4K1 w - - 0 1 moves a2a7 h8g8 b1b8",
                "startpos moves d2d4"
            ]
        );
    }

    #[test]
    fn a_move_that_is_not_legal_is_refused_with_its_place() {
        let error = all("1. e4 e5\n2. Ke3").expect_err("an illegal move");
        assert_eq!((error.line, error.column), (2, 4), "{error}");
        assert!(all("[FEN \"x\"]\n1. e4").is_err());
        for text in ["", "[", "{", "(", ";", "1.", "$", ")", "[]", "1... ", "(((", "({)"] {
            assert_eq!(all(text), Ok(Vec::new()), "{text}");
        }
    }
}
