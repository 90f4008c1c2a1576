//! The target `uci`, which judges any output of a chess engine. A second reader of moves must agree on which lines are legal.
//!
//! As text: `uci ROOT ; LINE ; LINE ...`, where the root is `startpos` or a FEN, optionally with `moves` and moves.

use std::sync::Arc;

use super::{FuzzFinding, Ran, RunStatus, Script, Target, set_running};
use pvcheck::game::Choices;
use pvcheck::position::{Position, legal_moves};
use pvcheck_chess::uci::{Class, Context, EngineFinding, Go, Info, Limit, Message, Printed, Root};
use pvcheck_chess::{Ending, bundled};

pub(super) type Judge = fn(&Go, &Printed, &Context<'_>) -> Vec<EngineFinding>;

#[derive(Clone, Debug)]
pub(super) struct Output {
    root: Root,
    lines: Vec<String>,
}

impl Script for Output {
    const WORD: &str = "uci ";

    fn parsed(text: &str) -> Option<Self> {
        let mut parts = text.split([';', '\n']).map(str::trim);
        let root = parts.next()?.parse().ok()?;
        Some(Self { root, lines: parts.map(str::to_owned).collect() })
    }

    fn grown(choices: &mut impl Choices) -> Self {
        let records = bundled();
        let root = Root::from(&records[choices.below(records.len() as u32) as usize]);
        let lines = (0..choices.below(9)).map(|_| line(&root, choices)).collect();
        Self { root, lines }
    }
}

impl std::fmt::Display for Output {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", Self::WORD, self.root)?;
        self.lines.iter().try_for_each(|line| write!(f, " ; {line}"))
    }
}

fn line(root: &Root, choices: &mut impl Choices) -> String {
    const WORDS: &[&str] =
        &["info", "pv", "score", "cp", "mate", "lowerbound", "string", "0000", "e1g1", "a7a8q", "xyz", "-1"];
    if choices.one_in(6) {
        let count = choices.below(8);
        let words: Vec<&str> =
            (0..count).map(|_| WORDS[choices.below(WORDS.len() as u32) as usize]).collect();
        return words.join(" ");
    }
    let moves = walked(root, choices);
    if choices.one_in(4) {
        let words: Vec<&str> = moves.split(' ').collect();
        return match words[..] {
            [best, ponder, ..] => format!("bestmove {best} ponder {ponder}"),
            _ => format!("bestmove {moves}"),
        };
    }
    let (depth, rank) = (choices.below(9), choices.below(3));
    let score = if choices.one_in(2) {
        format!("mate {}", i64::from(choices.below(9)) - 4)
    } else {
        format!("cp {}", i64::from(choices.below(200)) - 100)
    };
    let bound = ["", "", " lowerbound", " upperbound"][choices.below(4) as usize];
    format!("info depth {depth} multipv {rank} score {score}{bound} pv {moves}")
}

fn walked(root: &Root, choices: &mut impl Choices) -> String {
    let (mut position, mut words) = (root.position().clone(), Vec::new());
    for _ in 0..choices.below(11) {
        let moves = legal_moves(&position);
        if moves.is_empty() || choices.one_in(12) {
            words.push(["e2e4", "e7e5", "0000", "e1g1", "h7h8n"][choices.below(5) as usize].to_owned());
            continue;
        }
        let mv = moves[choices.below(moves.len() as u32) as usize];
        words.push(position.move_name(mv));
        position = position.play_in_game(mv);
    }
    words.join(" ")
}

pub(super) fn run(bytes: &[u8], judge: Judge) -> Ran {
    let Some(Output { root, lines }) = Output::read(bytes) else { return Ok(RunStatus::Rejected) };
    set_running(None);
    let request = Go::new(Arc::new(root), Limit::Depth(6));
    let printed = lines.iter().map(String::as_str).collect();
    check(&request, &printed, judge).map_err(|what| {
        let script = Output { root: Root::clone(&request.root), lines };
        FuzzFinding::of_text(Target::Uci, &script.to_string(), what)
    })?;
    Ok(RunStatus::Completed)
}

fn check(request: &Go, printed: &Printed, judge: Judge) -> Result<(), String> {
    let before: Root = "startpos moves e2e4".parse().expect("a position");
    let before = [Go::new(Arc::new(before), Limit::Depth(6))];
    let findings = judge(request, printed, &Context { lines: 2, before: &before });
    for (index, line) in printed.lines.iter().enumerate() {
        let spaced = line.text.split_ascii_whitespace().collect::<Vec<_>>().join(" \t ");
        if line.message != Message::read(&spaced) && !is_name(&line.message) {
            return Err(format!("it is read in another way with more spaces: {:?}", line.text));
        }
        let Message::Info(Info { line: Some(words), .. }) = &line.message else { continue };
        // Where the game is over, words that are no moves say that there is none.
        if request.root.position().is_terminal() && !words.iter().any(|word| is_notation(word)) {
            continue;
        }
        let of_line =
            || findings.iter().filter(|finding| finding.line == Some(index)).map(|finding| finding.class);
        let is_reported = of_line().any(is_of_an_illegal_line);
        let is_noted = |number: usize| {
            let (word, place) = (&words[number - 1], format!("move number {number}, "));
            let is_it = |finding: &EngineFinding| match finding.class {
                Class::CastlingNotation => is_other_castling(word),
                Class::Malformed => !is_notation(word),
                _ => false,
            };
            let mut of_line = findings.iter().filter(|finding| finding.line == Some(index));
            of_line.any(|finding| is_it(finding) && finding.detail.starts_with(&place))
        };
        match legality(&request.root, words) {
            Legality::Illegal(number) if !is_reported && !is_noted(number) => {
                return Err(format!(
                    "move number {number} is not legal, which is not reported: {:?}",
                    line.text
                ));
            }
            Legality::Whole if is_reported => {
                return Err(format!("every move is legal: {:?} has {:?}", line.text, of_line().next()));
            }
            _ => {}
        }
    }
    match findings.iter().find(|finding| finding.line.is_some_and(|line| line >= printed.lines.len())) {
        Some(finding) => Err(format!("a finding in a line that was not printed: {finding:?}")),
        None => Ok(()),
    }
}

/// Whether the message is the name of an engine or an option, which may contain any spaces.
const fn is_name(message: &Message) -> bool {
    matches!(message, Message::Name(_) | Message::Option(_))
}

const fn is_of_an_illegal_line(class: Class) -> bool {
    matches!(class, Class::IllegalMove | Class::StaleLine | Class::AfterCheckmate | Class::AfterStalemate)
}

/// Whether an illegal move may be castling in the notation of the other kind of chess, in which a king stays on its first rank.
fn is_other_castling(word: &str) -> bool {
    let squares = word.as_bytes();
    squares.len() == 4 && squares[1] == squares[3] && matches!(squares[1], b'1' | b'8')
}

/// Whether a word is two different squares, and perhaps a piece.
fn is_notation(word: &str) -> bool {
    let allowed: [&[u8]; 5] = [b"abcdefgh", b"12345678", b"abcdefgh", b"12345678", b"nbrqNBRQ"];
    let are_different = |word: &[u8]| matches!(word.len(), 4 | 5) && word[..2] != word[2..4];
    let is_allowed = |(letter, allowed): (u8, &[u8])| allowed.contains(&letter);
    are_different(word.as_bytes()) && word.bytes().zip(allowed).all(is_allowed)
}

enum Legality {
    Whole,
    /// The number of the first move that is not legal, from 1.
    Illegal(usize),
    /// A draw other than stalemate ends the game within the line; later moves are not examined.
    Drawn,
}

fn legality(root: &Root, words: &[String]) -> Legality {
    let mut position = root.position().clone();
    for (index, word) in words.iter().enumerate() {
        match position.ending() {
            None => {}
            Some(Ending::Checkmate | Ending::Stalemate) => return Legality::Illegal(index + 1),
            Some(_) => return Legality::Drawn,
        }
        let Some(mv) = position.parse_move(word) else { return Legality::Illegal(index + 1) };
        position = position.play_in_game(mv);
    }
    Legality::Whole
}
