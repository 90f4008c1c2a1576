//! What the fuzz targets do, here where `cargo test` reaches it: `fuzz/` only hands over bytes.
//!
//! A [`Target`] runs on bytes. Most of them grow what they try from bytes as from a list of choices, so
//! that smaller bytes are smaller games; bytes that begin with the first word of a text are read as that
//! text instead, and `bytes 00ff` spells bytes that are no text. A corpus is kept as text: a change of how things grow would make other inputs of old bytes.
//!
//! | target | grows | asks |
//! |---|---|---|
//! | `agree` | a game | every algorithm with every store: what the stable regime promises |
//! | `sound` | a case with wild shortcuts | every store of its search: what its regime promises |
//! | `stores` | the calls of searches that never were | every store that a plain list can stand for |
//! | `tables` | entries and questions | nothing is answered that was not said; what must be known is |
//! | `notation` | any text, and a case | parsed, printed and parsed again it is the same |
//! | `case` | any text as a file of cases | a clear error, or cases that keep their promises |
//!
//! What is found is an [`Alarm`]; its text begins with the line that shows it again.

mod cases;
mod notation;
mod promotion;
mod stores;
mod stores_text;
mod tables;
mod tables_text;

use std::borrow::Cow;
use std::cell::Cell;
use std::fmt;
use std::str::FromStr;

use arbitrary::{Arbitrary, Unstructured};

use crate::algorithm::Algorithm;
#[cfg(feature = "bugs")]
use crate::bugs::Bug;
use crate::case::Case;
use crate::check::Bench;
use crate::contract::promise;
use crate::game::{Graph, Growth};
use crate::pv::{Fed, Store, Trail};
use crate::score::Score;
use crate::search::Shortcuts;
use crate::subject::Subject;
use crate::syntax::{SyntaxError, suggest};
use crate::table::Table;

pub use promotion::{Promoted, kept_texts, promote};

/// The most bytes that are read: longer inputs take time and show nothing else.
const MOST_BYTES: usize = 4096;

/// The first word of a text that spells bytes, which are no text, in hexadecimal digits.
const SPELLED: &str = "bytes ";

/// A target of the fuzzer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// Every algorithm with every store on one game, in the stable regime.
    Agree,
    /// Every store of a search with wild shortcuts.
    Sound,
    /// Stores beside a plain model.
    Stores,
    /// The transposition table beside a plain model.
    Tables,
    /// What is printed is what was read.
    Notation,
    /// Files of cases.
    Case,
}

impl Target {
    /// All of them.
    pub const ALL: &[Self] =
        &[Self::Agree, Self::Sound, Self::Stores, Self::Tables, Self::Notation, Self::Case];

    /// The name that users type.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Agree => "agree",
            Self::Sound => "sound",
            Self::Stores => "stores",
            Self::Tables => "tables",
            Self::Notation => "notation",
            Self::Case => "case",
        }
    }

    /// Runs on these bytes. An alarm is raised once more with a memory that knows nothing yet, so that
    /// it says whether what is shown shows it by itself.
    ///
    /// # Errors
    ///
    /// What was found.
    pub fn run(self, bytes: &[u8], memory: &mut Memory) -> Result<Ran, Alarm> {
        self.once(bytes, memory).map_err(|alarm| match self.once(bytes, &mut Memory::default()) {
            Err(alarm) => alarm,
            Ok(_) => alarm.only_behind_others(),
        })
    }

    fn once(self, bytes: &[u8], memory: &mut Memory) -> Result<Ran, Alarm> {
        UNDER_WAY.set(UnderWay::Reading);
        let bytes = &*self.unspelled(bytes);
        if bytes.len() > MOST_BYTES {
            return Ok(Ran::Refused);
        }
        match self {
            Self::Agree => cases::agree(bytes, memory, promise),
            Self::Sound => cases::sound(bytes, memory, promise),
            Self::Stores => stores::run(bytes, &mut memory.stores, &mut memory.trail, Store::ALL),
            Self::Tables => tables::run(bytes, &mut memory.table, |options| options),
            Self::Notation => notation::run(bytes, |text| text),
            Self::Case => cases::file(bytes, memory, promise),
        }
    }

    /// Tries a bug on purpose in place of the correct code, on the game that `agree` or `sound` grows.
    ///
    /// # Errors
    ///
    /// As what the bug was caught.
    #[cfg(feature = "bugs")]
    pub fn run_bug(self, bug: &Bug, bytes: &[u8], memory: &mut Memory) -> Result<Ran, Alarm> {
        match self {
            Self::Agree | Self::Sound => cases::bug(bug, bytes, memory),
            _ => self.run(bytes, memory),
        }
    }

    /// What these bytes are to this target, of what is under way in this thread: for whoever hears of
    /// a panic below. Nothing is read again that may be what has panicked.
    pub fn exhibit(self, bytes: &[u8]) -> Exhibit {
        match UNDER_WAY.get() {
            UnderWay::Reading => Exhibit::raw(self, bytes),
            UnderWay::Trying(subject) => self.shown(bytes, subject),
        }
    }

    /// What these bytes are to this target before anything is tried: of a run that never ends there is
    /// nothing else to tell.
    pub fn decoded(self, bytes: &[u8]) -> Exhibit {
        self.shown(bytes, None)
    }

    /// The bytes that a text spells, or the bytes themselves. A file of cases is text whatever is in it.
    fn unspelled(self, bytes: &[u8]) -> Cow<'_, [u8]> {
        let digits = bytes.strip_prefix(SPELLED.as_bytes()).filter(|_| self != Self::Case);
        match digits.and_then(unhex) {
            Some(spelled) => Cow::Owned(spelled),
            None => Cow::Borrowed(bytes),
        }
    }

    fn shown(self, bytes: &[u8], subject: Option<Subject>) -> Exhibit {
        let bytes = &*self.unspelled(bytes);
        let as_text = || Exhibit::raw(self, bytes);
        match (self, subject) {
            (Self::Agree, subject) => {
                let mut game = Graph::leaf(Score::ZERO);
                let depth = cases::game(bytes, &mut game).unwrap_or_default();
                let usual = Subject {
                    algorithm: Algorithm::PvsSoft,
                    store: Store::Triangular,
                    shortcuts: Shortcuts::NONE,
                };
                let subject = subject.unwrap_or(usual);
                Exhibit::Case(Box::new(Case { subject, depth, expect: None, game }))
            }
            (Self::Sound, subject) => match cases::case(bytes) {
                Some(case) => {
                    Exhibit::Case(Box::new(Case { subject: subject.unwrap_or(case.subject), ..case }))
                }
                None => as_text(),
            },
            (Self::Case, Some(subject)) => match cases::case_of(bytes, &subject) {
                Some(case) => Exhibit::Case(Box::new(case)),
                None => as_text(),
            },
            (Self::Stores, _) => stores::exhibit(bytes).unwrap_or_else(as_text),
            (Self::Tables, _) => tables::exhibit(bytes).unwrap_or_else(as_text),
            _ => as_text(),
        }
    }
}

impl FromStr for Target {
    type Err = SyntaxError;

    fn from_str(text: &str) -> Result<Self, SyntaxError> {
        Self::ALL.iter().copied().find(|target| target.name() == text).ok_or_else(|| {
            let expected = suggest(text, Self::ALL.iter().map(|target| target.name()));
            SyntaxError::new(text, 0..text.len(), format!("unknown target `{text}`"), expected)
        })
    }
}

/// How far a run has come.
#[derive(Clone, Copy)]
enum UnderWay {
    /// The bytes are being read, or a text in them.
    Reading,
    /// What they say is tried, with this subject where there is one.
    Trying(Option<Subject>),
}

thread_local! {
    static UNDER_WAY: Cell<UnderWay> = const { Cell::new(UnderWay::Reading) };
}

/// From here on `subject` is tried.
fn trying(subject: Option<Subject>) {
    UNDER_WAY.set(UnderWay::Trying(subject));
}

/// The text that `bytes` are, if they begin with `word`.
fn text<'b>(bytes: &'b [u8], word: &str) -> Option<&'b str> {
    str::from_utf8(bytes).ok().filter(|_| bytes.starts_with(word.as_bytes()))
}

/// What `bytes` are: a text that begins with `word`, or choices from which it grows.
fn read<T: FromStr>(bytes: &[u8], word: &str, grow: fn(&mut Unstructured<'_>) -> T) -> Option<T> {
    match text(bytes, word) {
        Some(text) => text.parse().ok(),
        None => Some(grow(&mut Unstructured::new(bytes))),
    }
}

/// The bytes of these hexadecimal digits.
fn unhex(digits: &[u8]) -> Option<Vec<u8>> {
    let (pairs, rest) = digits.as_chunks::<2>();
    let digit = |digit: u8| char::from(digit).to_digit(16);
    let byte = |&[high, low]: &[u8; 2]| Some((digit(high)? << 4 | digit(low)?) as u8);
    pairs.iter().map(byte).collect::<Option<Vec<u8>>>().filter(|_| rest.is_empty())
}

/// What is kept between runs: after the first few hardly anything is allocated.
#[derive(Debug)]
pub struct Memory {
    bench: Bench,
    game: Graph,
    stores: Fed,
    trail: Trail,
    table: Table,
}

impl Default for Memory {
    fn default() -> Self {
        Self {
            bench: Bench::default(),
            game: Graph::leaf(Score::ZERO),
            stores: Fed::default(),
            trail: Trail::default(),
            table: Table::default(),
        }
    }
}

/// How a run has ended that found nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ran {
    /// Something was tried.
    Tried,
    /// The bytes are nothing to this target.
    Refused,
}

/// What shows a finding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Exhibit {
    /// A case.
    Case(Box<Case>),
    /// A text that a target reads.
    Text {
        /// The target.
        target: Target,
        /// The text.
        text: String,
    },
}

impl Exhibit {
    fn text(target: Target, text: &str) -> Self {
        Self::Text { target, text: text.to_owned() }
    }

    /// The bytes as the text that they are, or as one that spells them.
    fn raw(target: Target, bytes: &[u8]) -> Self {
        if target == Target::Case {
            return Self::text(target, &String::from_utf8_lossy(bytes));
        }
        match str::from_utf8(bytes) {
            Ok(text) => Self::text(target, text),
            Err(_) => {
                let digits = bytes.iter().map(|byte| format!("{byte:02x}"));
                Self::text(target, &(SPELLED.to_owned() + &digits.collect::<String>()))
            }
        }
    }
}

/// A text as a word of a shell.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}

impl fmt::Display for Exhibit {
    /// The line that shows it again.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Case(case) => write!(f, "pvcheck check --case {}", quoted(&case.to_string())),
            Self::Text { target, text } => {
                let target = target.name();
                write!(f, "cargo run --manifest-path fuzz/Cargo.toml --bin replay -- {target} --text ")?;
                f.write_str(&quoted(text))
            }
        }
    }
}

/// What a target has found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Alarm {
    /// What shows it.
    pub exhibit: Exhibit,
    /// What is wrong.
    pub what: String,
}

impl Alarm {
    fn of_case(case: Case, what: impl Into<String>) -> Self {
        Self { exhibit: Exhibit::Case(Box::new(case)), what: what.into() }
    }

    fn of_text(target: Target, text: &str, what: impl Into<String>) -> Self {
        Self { exhibit: Exhibit::text(target, text), what: what.into() }
    }

    fn only_behind_others(mut self) -> Self {
        self.what += ", and only behind what ran before it: something was not forgotten in between";
        self
    }
}

impl fmt::Display for Alarm {
    /// The replay line comes first.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "replay   {}\nfound    {}", self.exhibit, self.what)
    }
}

impl std::error::Error for Alarm {}

/// A case from choices.
fn grown(bytes: &[u8]) -> Option<Case> {
    Case::arbitrary(&mut Unstructured::new(bytes)).ok()
}

/// A game from choices, in place of what `game` held, and its depth.
fn grown_game(bytes: &[u8], game: &mut Graph) -> usize {
    Growth::wild_game(&mut Unstructured::new(bytes), game)
}

#[cfg(test)]
mod tests;
