//! What the fuzz targets do, here where `cargo test` reaches it: `fuzz/` only hands over bytes.
//!
//! A [`Target`] runs on bytes. Most of them grow what they try from bytes as from a list of choices, so
//! that smaller bytes are smaller games; bytes that begin with the first word of a text are read as that
//! text instead, and `bytes 00ff` spells bytes that are no text. A corpus is kept as text: a change of how things grow would make other inputs of old bytes.
//!
//! | target | grows | asks |
//! |---|---|---|
//! | `agree` | a game | every algorithm with every store: what the stable regime guarantees |
//! | `sound` | a case with wild search options | every store of its search: what its regime guarantees |
//! | `stores` | the calls of searches that never were | every store that a plain list can stand for |
//! | `tables` | entries and questions | nothing is answered that was not said; what must be known is |
//! | `notation` | any text, and a case | parsed, printed and parsed again it is the same |
//! | `case` | any text as a file of cases | a clear error, or cases that keep their guarantees |
//!
//! What is found is an [`FuzzFinding`]; its text begins with the line that shows it again.

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
use crate::check::Harness;
use crate::contract::guarantee;
use crate::game::{Graph, Growth};
use crate::pv::{AllStores, Store, WalkBuffers};
use crate::score::Score;
use crate::search::SearchOptions;
use crate::subject::Subject;
use crate::syntax::{SyntaxError, suggest};
use crate::table::Table;

pub use promotion::{Promoted, kept_texts, promote};

/// The most bytes that are read: longer inputs take time and show nothing else.
const MAX_BYTES: usize = 4096;

/// The first word of a text that spells bytes, which are no text, in hexadecimal digits.
const HEX_PREFIX: &str = "bytes ";

/// A target of the fuzzer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// Every algorithm with every store on one game, in the stable regime.
    Agree,
    /// Every store of a search with wild search options.
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
    pub fn run(self, bytes: &[u8], memory: &mut Memory) -> Result<RunStatus, FuzzFinding> {
        self.once(bytes, memory).map_err(|fuzz_finding| match self.once(bytes, &mut Memory::default()) {
            Err(fuzz_finding) => fuzz_finding,
            Ok(_) => fuzz_finding.needs_previous_runs(),
        })
    }

    fn once(self, bytes: &[u8], memory: &mut Memory) -> Result<RunStatus, FuzzFinding> {
        RUN_PHASE.set(RunPhase::Reading);
        let bytes = &*self.decode_hex(bytes);
        if bytes.len() > MAX_BYTES {
            return Ok(RunStatus::Rejected);
        }
        match self {
            Self::Agree => cases::agree(bytes, memory, guarantee),
            Self::Sound => cases::sound(bytes, memory, guarantee),
            Self::Stores => stores::run(bytes, &mut memory.stores, &mut memory.walk_buffers, Store::ALL),
            Self::Tables => tables::run(bytes, &mut memory.table, |table_options| table_options),
            Self::Notation => notation::run(bytes, |text| text),
            Self::Case => cases::file(bytes, memory, guarantee),
        }
    }

    /// Runs a seeded bug in place of the correct code, on the game that `agree` or `sound` grows.
    ///
    /// # Errors
    ///
    /// As what the bug was caught.
    #[cfg(feature = "bugs")]
    pub fn run_bug(self, bug: &Bug, bytes: &[u8], memory: &mut Memory) -> Result<RunStatus, FuzzFinding> {
        match self {
            Self::Agree | Self::Sound => cases::bug(bug, bytes, memory),
            _ => self.run(bytes, memory),
        }
    }

    /// What these bytes are to this target, of what is under way in this thread: for whoever hears of
    /// a panic below. Nothing is read again that may be what has panicked.
    pub fn reproducer(self, bytes: &[u8]) -> Reproducer {
        match RUN_PHASE.get() {
            RunPhase::Reading => Reproducer::raw(self, bytes),
            RunPhase::Running(subject) => self.shown(bytes, subject),
        }
    }

    /// What these bytes are to this target before anything is tried: of a run that never ends there is
    /// nothing else to tell.
    pub fn decoded(self, bytes: &[u8]) -> Reproducer {
        self.shown(bytes, None)
    }

    /// The bytes that a text spells, or the bytes themselves. A file of cases is text whatever is in it.
    fn decode_hex(self, bytes: &[u8]) -> Cow<'_, [u8]> {
        let digits = bytes.strip_prefix(HEX_PREFIX.as_bytes()).filter(|_| self != Self::Case);
        match digits.and_then(unhex) {
            Some(spelled) => Cow::Owned(spelled),
            None => Cow::Borrowed(bytes),
        }
    }

    fn shown(self, bytes: &[u8], subject: Option<Subject>) -> Reproducer {
        let bytes = &*self.decode_hex(bytes);
        let as_text = || Reproducer::raw(self, bytes);
        match (self, subject) {
            (Self::Agree, subject) => {
                let mut game = Graph::leaf(Score::ZERO);
                let depth = cases::game(bytes, &mut game).unwrap_or_default();
                let usual = Subject {
                    algorithm: Algorithm::PvsSoft,
                    store: Store::Triangular,
                    options: SearchOptions::NONE,
                };
                let subject = subject.unwrap_or(usual);
                Reproducer::Case(Box::new(Case { subject, depth, expect: None, game }))
            }
            (Self::Sound, subject) => match cases::case(bytes) {
                Some(case) => {
                    Reproducer::Case(Box::new(Case { subject: subject.unwrap_or(case.subject), ..case }))
                }
                None => as_text(),
            },
            (Self::Case, Some(subject)) => match cases::case_of(bytes, &subject) {
                Some(case) => Reproducer::Case(Box::new(case)),
                None => as_text(),
            },
            (Self::Stores, _) => stores::reproducer(bytes).unwrap_or_else(as_text),
            (Self::Tables, _) => tables::reproducer(bytes).unwrap_or_else(as_text),
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
enum RunPhase {
    /// The bytes are being read, or a text in them.
    Reading,
    /// What they say is tried, with this subject where there is one.
    Running(Option<Subject>),
}

thread_local! {
    static RUN_PHASE: Cell<RunPhase> = const { Cell::new(RunPhase::Reading) };
}

/// From here on `subject` is tried.
fn set_running(subject: Option<Subject>) {
    RUN_PHASE.set(RunPhase::Running(subject));
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
    harness: Harness,
    game: Graph,
    stores: AllStores,
    walk_buffers: WalkBuffers,
    table: Table,
}

impl Default for Memory {
    fn default() -> Self {
        Self {
            harness: Harness::default(),
            game: Graph::leaf(Score::ZERO),
            stores: AllStores::default(),
            walk_buffers: WalkBuffers::default(),
            table: Table::default(),
        }
    }
}

/// How a run has ended that found nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RunStatus {
    /// Something was tried.
    Completed,
    /// The bytes are nothing to this target.
    Rejected,
}

/// What shows a finding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reproducer {
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

impl Reproducer {
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
                Self::text(target, &(HEX_PREFIX.to_owned() + &digits.collect::<String>()))
            }
        }
    }
}

/// A text as a word of a shell.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}

impl fmt::Display for Reproducer {
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
pub struct FuzzFinding {
    /// What shows it.
    pub reproducer: Reproducer,
    /// What is wrong.
    pub what: String,
}

impl FuzzFinding {
    fn of_case(case: Case, what: impl Into<String>) -> Self {
        Self { reproducer: Reproducer::Case(Box::new(case)), what: what.into() }
    }

    fn of_text(target: Target, text: &str, what: impl Into<String>) -> Self {
        Self { reproducer: Reproducer::text(target, text), what: what.into() }
    }

    fn needs_previous_runs(mut self) -> Self {
        self.what += ", and only behind what ran before it: something was not forgotten in between";
        self
    }
}

impl fmt::Display for FuzzFinding {
    /// The replay line comes first.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "replay   {}\nfound    {}", self.reproducer, self.what)
    }
}

impl std::error::Error for FuzzFinding {}

/// A case from choices.
fn grown(bytes: &[u8]) -> Option<Case> {
    Case::arbitrary(&mut Unstructured::new(bytes)).ok()
}

/// A game from choices, in place of what `game` held, and its depth.
fn grown_game(bytes: &[u8], game: &mut Graph) -> usize {
    Growth::random_game(&mut Unstructured::new(bytes), game)
}

#[cfg(test)]
mod tests;
