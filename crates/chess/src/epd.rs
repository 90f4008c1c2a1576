//! EPD: positions with operations, and the positions of the project.

use std::ops::Range;
use std::str::FromStr;
use std::sync::LazyLock;

use super::fen::{self, Fields};
use super::past::PlayedLine;
use super::position::ChessPosition;
use pvcheck::experiment::Deadline;
use pvcheck::syntax::{SyntaxError, SyntaxErrors, Words, quoted, read_lines};

/// A record of an EPD file: a position and its operations.
///
/// ```text
/// PIECES SIDE CASTLING EN-PASSANT [CLOCK NUMBER] OPERATION; OPERATION; ...
/// ```
///
/// The position is written as in a FEN of four fields, or of six. An operation is a word and its operands, which are
/// words or strings in double quotes. A semicolon ends an operation, and may be omitted at the end of the line. The
/// operations of the table are interpreted; all other operations, such as `bm` and `am`, are kept as text:
///
/// | operation | meaning |
/// |---|---|
/// | `id "NAME";` | the name of the record |
/// | `hmvc N;` | the clock of the fifty-move rule, 0 to 100 |
/// | `fmvn N;` | the number of the move, from 1 |
/// | `moves MOVE ...;` | an operation of this project: the moves of the game after this position, in UCI notation |
///
/// With `moves` the fields describe the *start* of the game, and so do `hmvc` and `fmvn`. The position of the record is
/// the position *after* the moves, and the moves are its history.
///
/// ```
/// use pvcheck_chess::EpdRecord;
///
/// let line = r#"4k3/8/8/8/8/8/4P3/4K3 w - - id "a pawn"; bm e4 Kd2; moves e1d2 e8e7;"#;
/// let record: EpdRecord = line.parse()?;
/// assert_eq!(record.id(), Some("a pawn"));
/// assert_eq!(record.operation("bm"), Some(&["e4".to_owned(), "Kd2".to_owned()][..]));
/// assert_eq!(record.position().history().len(), 2);
/// # Ok::<(), pvcheck::syntax::SyntaxError>(())
/// ```
#[derive(Clone, Debug)]
pub struct EpdRecord {
    position: ChessPosition,
    uci_position: String,
    operations: Vec<(String, Vec<String>)>,
}

impl EpdRecord {
    /// The position after the moves, with the history.
    pub fn position(&self) -> &ChessPosition {
        &self.position
    }

    /// Returns the name of the record, if any.
    pub fn id(&self) -> Option<&str> {
        self.operation("id").map(|operands| operands[0].as_str())
    }

    /// Returns the operands of an operation; `None` if the record does not have the operation.
    pub fn operation(&self, opcode: &str) -> Option<&[String]> {
        self.operations.iter().find(|(other, _)| other == opcode).map(|(_, operands)| operands.as_slice())
    }

    /// The position in the form of the UCI command `position`, with its history: `fen FEN moves MOVE ...`.
    pub fn uci_position(&self) -> &str {
        &self.uci_position
    }

    /// Reads an EPD file. Returns each record with its line number, from 1. Blank lines and lines that begin with `#`
    /// are ignored.
    ///
    /// # Errors
    ///
    /// If lines are not valid records, or the file has no record.
    pub fn read_all(text: &str) -> Result<Vec<(usize, Self)>, SyntaxErrors> {
        Self::read_until(text, &Deadline::default())
    }

    /// Reads the records of a file until the deadline.
    ///
    /// # Errors
    ///
    /// The errors of [`read_all`](Self::read_all).
    pub fn read_until(text: &str, until: &Deadline) -> Result<Vec<(usize, Self)>, SyntaxErrors> {
        let expected = r#"a line like `8/8/8/8/8/4k3/4p3/4K3 w - - id "stalemate";`"#;
        let read = |line: &str| (!until.is_over()).then(|| line.parse()).transpose();
        let lines = read_lines(text, read, || ("no record in this file", expected.to_owned()))?;
        Ok(lines.into_iter().filter_map(|(line, record)| Some((line, record?))).collect())
    }
}

impl FromStr for EpdRecord {
    type Err = SyntaxError;

    fn from_str(text: &str) -> Result<Self, SyntaxError> {
        let mut words = Words::over(text);
        let mut fields = Fields::read(text, &mut words)?;
        fields.read_counters(text, &mut words)?;
        let mut scanner = Scanner { text, at: words.offset() };
        let mut found: Vec<Spans> = Vec::new();
        while let Some(next) = scanner.operation()? {
            let opcode = &text[next.opcode.clone()];
            if found.iter().any(|other| &text[other.opcode.clone()] == opcode) {
                let problem = format!("a second operation {}", quoted(opcode));
                return Err(SyntaxError::new(text, next.opcode, problem, "each operation once"));
            }
            match opcode {
                "id" => {
                    next.one(text, "one name")?;
                }
                "hmvc" => {
                    let clock = next.one(text, "a number from 0 to 100")?;
                    fields.read_clock(text, clock)?;
                }
                "fmvn" => {
                    let moves = next.one(text, "a number from 1 on")?;
                    fields.read_number(text, moves)?;
                }
                _ => {}
            }
            found.push(next);
        }
        let is_chess960 = fields.is_chess960;
        let mut line = PlayedLine::new(fields.board);
        let mut uci_position = format!("fen {}", fen::written(&line.setup, is_chess960));
        if let Some(moves) = found.iter().find(|spans| &text[spans.opcode.clone()] == "moves") {
            let names = fen::play_all(text, moves.operands.iter().cloned(), &mut line, is_chess960)?;
            uci_position += &format!(" moves{names}");
        }
        let position = ChessPosition::root(line, is_chess960);
        let operations = found.into_iter().map(|spans| spans.operation(text)).collect();
        Ok(Self { position, uci_position, operations })
    }
}

struct Spans {
    opcode: Range<usize>,
    operands: Vec<Range<usize>>,
}

impl Spans {
    fn one(&self, text: &str, expected: &str) -> Result<Range<usize>, SyntaxError> {
        match &self.operands[..] {
            [only] if !only.is_empty() => Ok(only.clone()),
            operands => {
                let opcode = &text[self.opcode.clone()];
                let problem = format!("`{opcode}` has {} operands", operands.len());
                let is_empty = operands.len() == 1;
                let problem = if is_empty { format!("the operand of `{opcode}` is empty") } else { problem };
                Err(SyntaxError::new(text, self.opcode.clone(), problem, expected))
            }
        }
    }

    fn operation(self, text: &str) -> (String, Vec<String>) {
        let operands = self.operands.into_iter().map(|span| text[span].to_owned()).collect();
        (text[self.opcode].to_owned(), operands)
    }
}

struct Scanner<'t> {
    text: &'t str,
    at: usize,
}

impl Scanner<'_> {
    fn operation(&mut self) -> Result<Option<Spans>, SyntaxError> {
        self.skip_spaces();
        if self.rest().is_empty() {
            return Ok(None);
        }
        let opcode = self.word();
        let name = &self.text[opcode.clone()];
        let is_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        if !name.starts_with(|first: char| first.is_ascii_alphabetic()) || !name.bytes().all(is_name) {
            let rest = self.rest();
            let next = rest.chars().next().filter(|_| opcode.is_empty()).map_or(0, char::len_utf8);
            let span = opcode.start..opcode.end + next;
            let problem = format!("{} is not the name of an operation", quoted(&self.text[span.clone()]));
            return Err(SyntaxError::new(self.text, span, problem, r#"an operation as in `id "NAME";`"#));
        }
        let mut operands = Vec::new();
        loop {
            self.skip_spaces();
            match self.rest().chars().next() {
                None => break,
                Some(';') => {
                    self.at += 1;
                    break;
                }
                Some('"') => operands.push(self.string()?),
                Some(_) => operands.push(self.word()),
            }
        }
        Ok(Some(Spans { opcode, operands }))
    }

    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn skip_spaces(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    fn word(&mut self) -> Range<usize> {
        let start = self.at;
        let is_end = |next: char| next.is_whitespace() || next == ';' || next == '"';
        self.at += self.rest().find(is_end).unwrap_or(self.rest().len());
        start..self.at
    }

    fn string(&mut self) -> Result<Range<usize>, SyntaxError> {
        let start = self.at + 1;
        let Some(length) = self.text[start..].find('"') else {
            let span = self.at..self.text.len();
            return Err(SyntaxError::new(self.text, span, "a string without an end", "a closing `\"`"));
        };
        self.at = start + length + 1;
        Ok(start..start + length)
    }
}

/// The positions of the project, made for tests of principal variations: openings, middlegames with history, endgames
/// near the limit of the fifty-move rule, repetitions, short mates, stalemates, promotions, castling and en passant.
/// Ids are unique and begin with the category.
pub fn bundled() -> &'static [EpdRecord] {
    static RECORDS: LazyLock<Vec<EpdRecord>> =
        LazyLock::new(|| of_the_project(include_str!("positions.epd")));
    &RECORDS
}

/// 200 positions of the project near the end of a game: mates in one to three moves (operation `dm`), promotions to another
/// piece than the queen, stalemates in one move, and positions close to the limit of the fifty-move rule and to a third
/// occurrence. Ids are unique and begin with the kind.
pub fn near_the_end() -> &'static [EpdRecord] {
    static RECORDS: LazyLock<Vec<EpdRecord>> = LazyLock::new(|| of_the_project(include_str!("ends.epd")));
    &RECORDS
}

fn of_the_project(text: &str) -> Vec<EpdRecord> {
    let records = EpdRecord::read_all(text).expect("the positions of the project");
    records.into_iter().map(|(_, record)| record).collect()
}
