//! The lines that an engine prints (UCI, Huber & Meyer-Kahlen 2000). Any bytes can be read.

use std::fmt;

use pvcheck::score::Bound;

/// A line that an engine printed, and its content.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Line {
    /// The line, without its line break.
    pub text: String,
    /// The content of the line.
    pub message: Message,
}

impl From<String> for Line {
    fn from(text: String) -> Self {
        Self { message: Message::read(&text), text }
    }
}

impl Line {
    /// Whether the message has moves or a best move.
    pub(super) const fn is_result(&self) -> bool {
        matches!(&self.message, Message::BestMove(..) | Message::Info(Info { line: Some(_), .. }))
    }
}

/// The content of a line of an engine.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub enum Message {
    /// The line `id name ...`, with the name.
    Name(String),
    /// The line `option name ...`, with the option.
    Option(EngineOption),
    /// The line `uciok`, which ends the options.
    UciOk,
    /// The line `readyok`, the answer to `isready`.
    ReadyOk,
    /// The line `info ...`, with its words.
    Info(Info),
    /// `bestmove MOVE [ponder MOVE]`, without a best move if the word is missing, `(none)` or `0000`.
    BestMove(Option<String>, Option<String>),
    /// Anything else, which UCI lets a program ignore.
    #[default]
    Other,
}

/// An option of an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineOption {
    /// The name, which may have spaces.
    pub name: String,
    /// The type of the option, such as `spin` (a number) or `check` (on or off).
    pub kind: String,
    /// The range of a spin option.
    pub range: Option<(i64, i64)>,
    /// The default value of the option, if the default value is a number.
    pub default: Option<i64>,
}

impl EngineOption {
    /// Whether the option is the number of lines, with a maximum above 1.
    pub(super) fn is_number_of_lines(&self) -> bool {
        let has_several = self.range.is_some_and(|(_, most)| most > 1);
        self.name.eq_ignore_ascii_case("MultiPV") && self.kind == "spin" && has_several
    }
}

/// A score in the form in which an engine prints the score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UciScore {
    /// In hundredths of a pawn, for the side to move.
    Centipawns(i64),
    /// A mate in this number of moves; negative if the side to move is mated; 0 if the side to move is already mated.
    Mate(i64),
}

/// The number of a mate in no plies, in the [order](UciScore::order) of scores.
pub(super) const MATE: i64 = 1 << 40;

impl UciScore {
    /// A number that orders scores: hundredths of a pawn, or 2^40 less the plies to a mate.
    pub const fn order(self) -> i64 {
        match self {
            Self::Centipawns(score) => score,
            Self::Mate(moves) if moves > 0 => MATE - (2 * moves - 1),
            Self::Mate(moves) => -MATE - 2 * moves,
        }
    }

    /// Returns the number of plies to the mate, and whether the side to move mates; `None` for other scores.
    pub fn mate(self) -> Option<(u64, bool)> {
        match self {
            Self::Mate(moves) if moves > 0 => Some((2 * moves.unsigned_abs() - 1, true)),
            Self::Mate(moves) => Some((2 * moves.unsigned_abs(), false)),
            Self::Centipawns(_) => None,
        }
    }
}

impl fmt::Display for UciScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Centipawns(score) => write!(f, "cp {score}"),
            Self::Mate(moves) => write!(f, "mate {moves}"),
        }
    }
}

/// An info line.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Info {
    /// The depth, in plies.
    pub depth: Option<u64>,
    /// The selective depth, in plies.
    pub seldepth: Option<u64>,
    /// The rank of the line, from 1.
    pub rank: Option<u64>,
    /// The score.
    pub score: Option<UciScore>,
    /// Whether the score is exact, a lower or an upper bound.
    pub bound: Bound,
    /// The number of nodes.
    pub nodes: Option<u64>,
    /// The moves of the line, as the engine printed the moves; `None` without the word `pv`.
    pub line: Option<Vec<String>>,
    /// Whether the line shows progress, because the line has the move that is being searched (`currmove`).
    pub is_progress: bool,
    /// The first violation of the grammar, in words.
    pub fault: Option<String>,
}

/// The words of an info line with one number after them.
const NUMBERS: &[&str] =
    &["time", "nodes", "hashfull", "nps", "tbhits", "sbhits", "cpuload", "currmovenumber"];

/// Words that end a line of moves.
fn ends_moves(word: &str) -> bool {
    let others =
        ["depth", "seldepth", "multipv", "score", "pv", "currmove", "string", "refutation", "currline"];
    NUMBERS.contains(&word) || others.contains(&word) || ["lowerbound", "upperbound", "wdl"].contains(&word)
}

impl Message {
    /// Reads a line without its line break.
    pub fn read(line: &str) -> Self {
        let (word, rest) = split_word(line);
        match word {
            "info" => Self::Info(Info::read(rest)),
            "bestmove" => best_move(rest),
            "uciok" => Self::UciOk,
            "readyok" => Self::ReadyOk,
            "id" => match split_word(rest) {
                ("name", name) => Self::Name(name.trim().to_owned()),
                _ => Self::Other,
            },
            "option" => EngineOption::read(rest).map_or(Self::Other, Self::Option),
            _ => Self::Other,
        }
    }
}

/// The words that engines print if there is no move.
pub(super) const NULL_MOVES: [&str; 3] = ["(none)", "0000", "NULL"];

/// Whether a word is a move in UCI notation from one square to another, whatever the piece and the squares.
pub(super) fn is_move(word: &str) -> bool {
    let square = |square: &[u8]| (b'a'..=b'h').contains(&square[0]) && (b'1'..=b'8').contains(&square[1]);
    let squares = |word: &[u8]| word[..2] != word[2..4] && square(&word[..2]) && square(&word[2..4]);
    matches!(word.len(), 4 | 5) && squares(word.as_bytes())
}

fn split_word(text: &str) -> (&str, &str) {
    let text = text.trim_ascii_start();
    text.split_once(|letter: char| letter.is_ascii_whitespace()).unwrap_or((text, ""))
}

fn best_move(rest: &str) -> Message {
    let mut words = rest.split_ascii_whitespace();
    let some_move = |word: &str| (!NULL_MOVES.contains(&word)).then(|| word.to_owned());
    let best = words.next();
    let ponder = words.next().filter(|&word| word == "ponder").and_then(|_| words.next());
    Message::BestMove(best.and_then(some_move), ponder.and_then(some_move))
}

impl EngineOption {
    /// Returns the option with this name, in upper or lower case.
    pub(super) fn named<'o>(all: &'o [Self], name: &str) -> Option<&'o Self> {
        all.iter().find(|option| option.name.eq_ignore_ascii_case(name))
    }

    fn read(rest: &str) -> Option<Self> {
        let (_, rest) = rest.split_once("name ")?;
        let (name, rest) = rest.split_once(" type ")?;
        let (kind, rest) = split_word(rest);
        let after = |word: &str| {
            let mut words = rest.split_ascii_whitespace().skip_while(|other| *other != word);
            words.nth(1)?.parse().ok()
        };
        let range = after("min").zip(after("max"));
        let name = name.trim().to_owned();
        Some(Self { name, kind: kind.to_owned(), range, default: after("default") })
    }
}

impl Info {
    /// Returns the rank of the line (MultiPV), from 1; a single line has rank 1.
    pub fn line_rank(&self) -> u64 {
        self.rank.unwrap_or(1)
    }

    /// Reads the part of a line after the word `info`.
    pub fn read(text: &str) -> Self {
        let mut info = Self::default();
        let mut words = text.split_ascii_whitespace().peekable();
        while let Some(word) = words.next() {
            match word {
                "string" => break,
                "depth" => info.depth = info.number("depth", info.depth, words.next()),
                "seldepth" => info.seldepth = info.number("seldepth", info.seldepth, words.next()),
                "multipv" => {
                    info.rank = info.number("multipv", info.rank, words.next());
                    if info.rank == Some(0) {
                        info.broken("`multipv 0`: lines are counted from 1");
                    }
                }
                "score" => {
                    info.once("score", info.score.is_some());
                    let mut kind = words.next();
                    // Some engines print the bound first.
                    while let Some(bound @ ("lowerbound" | "upperbound")) = kind {
                        info.bounded(if bound == "lowerbound" { Bound::Lower } else { Bound::Upper });
                        kind = words.next();
                    }
                    info.score = match kind {
                        Some("cp") => info.signed("cp", words.next()).map(UciScore::Centipawns),
                        Some("mate") => info.signed("mate", words.next()).map(UciScore::Mate),
                        _ => {
                            info.broken("`score` without `cp` or `mate` after it");
                            None
                        }
                    };
                }
                "currmove" => (info.is_progress, _) = (true, words.next()),
                "refutation" | "currline" => while words.next_if(|next| !ends_moves(next)).is_some() {},
                "lowerbound" => info.bounded(Bound::Lower),
                "upperbound" => info.bounded(Bound::Upper),
                "pv" => {
                    info.once("pv", info.line.is_some());
                    let mut line = Vec::with_capacity(32);
                    while let Some(next) = words.next_if(|next| !ends_moves(next)) {
                        if next.len() == 5 && next.ends_with(|letter: char| letter.is_ascii_uppercase()) {
                            info.broken("a promotion in upper case; UCI has lower case, such as e7e8q");
                        }
                        line.push(next.to_owned());
                    }
                    info.line = Some(line);
                }
                // UCI lets a program ignore what it does not know.
                other => {
                    if is_move(other) {
                        info.broken("moves without `pv` before them");
                    }
                    if NUMBERS.contains(&other) {
                        let is_number = |next: &&str| next.parse::<i64>().is_ok();
                        let number = info.found(other, words.next_if(is_number));
                        if other == "nodes" {
                            info.nodes = number.and_then(|number| number.parse().ok());
                        }
                    }
                }
            }
        }
        info
    }

    fn broken(&mut self, fault: impl Into<String>) {
        self.fault.get_or_insert_with(|| fault.into());
    }

    fn once(&mut self, word: &str, is_given: bool) {
        if is_given {
            self.broken(format!("`{word}` twice in one line"));
        }
    }

    fn number(&mut self, word: &str, before: Option<u64>, text: Option<&str>) -> Option<u64> {
        self.once(word, before.is_some());
        self.found(word, text.and_then(|text| text.parse().ok()))
    }

    fn signed(&mut self, word: &str, text: Option<&str>) -> Option<i64> {
        let number: Option<i64> = text.and_then(|text| text.parse().ok());
        // A number beyond all scores would overflow where scores are compared.
        self.found(word, number.filter(|number| number.unsigned_abs() < 1 << 32))
    }

    fn found<T>(&mut self, word: &str, number: Option<T>) -> Option<T> {
        if number.is_none() {
            self.broken(format!("`{word}` without a whole number of its range after it"));
        }
        number
    }

    fn bounded(&mut self, bound: Bound) {
        if self.bound != Bound::Exact && self.bound != bound {
            self.broken("`lowerbound` and `upperbound` in one line");
        }
        self.bound = bound;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn info(line: &str) -> Info {
        match Message::read(line) {
            Message::Info(info) => info,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn lines_of_real_engines_are_read() {
        let stockfish = "info depth 12 seldepth 18 multipv 2 score cp -31 lowerbound nodes 5120 nps 512000 \
                         hashfull 3 tbhits 0 time 10 pv e7e5 g1f3";
        let read = info(stockfish);
        assert_eq!((read.depth, read.seldepth, read.rank), (Some(12), Some(18), Some(2)));
        assert_eq!((read.score, read.bound), (Some(UciScore::Centipawns(-31)), Bound::Lower));
        let words = |words: [&str; 2]| Some(words.map(str::to_owned).to_vec());
        assert_eq!((read.line, read.fault), (words(["e7e5", "g1f3"]), None));
        // Fields after the moves, fields that UCI does not define, a string that looks like fields.
        let mixed = info("info score mate -3 wdl 0 0 1000 pv a1a2 b1b2 depth 4 ebf 1.5 string score cp x");
        assert_eq!((mixed.depth, mixed.score, mixed.fault), (Some(4), Some(UciScore::Mate(-3)), None));
        assert_eq!(mixed.line, words(["a1a2", "b1b2"]));
        assert_eq!(info("info pv").line, Some(Vec::new()));
        let answer = Message::BestMove(Some("e2e4".to_owned()), Some("e7e5".to_owned()));
        assert_eq!(Message::read("bestmove e2e4 ponder e7e5"), answer);
        assert_eq!(Message::read("bestmove (none)"), Message::BestMove(None, None));
        assert_eq!(Message::read("id name An Engine 1.0"), Message::Name("An Engine 1.0".to_owned()));
        let option = |name: &str, kind: &str, range, default| {
            Message::Option(EngineOption { name: name.to_owned(), kind: kind.to_owned(), range, default })
        };
        let clear = Message::read("option name Clear Hash type button");
        assert_eq!(clear, option("Clear Hash", "button", None, None));
        let hash = Message::read("option name Hash type spin default 16 min 1 max 1024");
        assert_eq!(hash, option("Hash", "spin", Some((1, 1024)), Some(16)));
        assert_eq!(Message::read("Stockfish 15.1 by the developers"), Message::Other);
    }

    #[test]
    fn what_breaks_the_grammar_is_named() {
        for (line, fault) in [
            ("info depth x pv e2e4", "`depth` without a whole number"),
            ("info depth", "`depth` without a whole number"),
            ("info depth 1 depth 2", "`depth` twice"),
            ("info score 12", "`score` without `cp`"),
            ("info score cp", "`cp` without a whole number"),
            ("info score cp 99999999999999999999", "`cp` without a whole number"),
            ("info score cp 1 score cp 2", "`score` twice"),
            ("info score mate 1.5", "`mate` without a whole number"),
            ("info nodes pv e2e4", "`nodes` without a whole number"),
            ("info multipv 0", "`multipv 0`"),
            ("info score cp 1 lowerbound upperbound", "`lowerbound` and `upperbound`"),
            ("info pv e2e4 pv e7e5", "`pv` twice"),
            ("info depth 4 cps 0 nodes 25956 b1c3 b8c6", "moves without `pv`"),
            ("info depth 1 score cp 900 pv a7a8Q h7h6", "a promotion in upper case"),
        ] {
            assert!(info(line).fault.is_some_and(|found| found.starts_with(fault)), "{line}: {fault}");
        }
        for line in [
            "info depth 3 currmove e2e4 currmovenumber 1",
            "info refutation d1h5 g6h5",
            "info currline 1 e2e4 e7e5 nodes 5",
        ] {
            assert_eq!(info(line).fault, None, "{line}");
        }
    }
}
