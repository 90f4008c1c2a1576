//! The fuzz targets, in a library so that `cargo test` runs them too; `fuzz/` only passes bytes on.
//!
//! A [`Target`] runs on bytes. Most targets read them as a list of choices from which the input grows. Bytes that begin
//! with the first word of a text notation are read as text. The text `bytes 00ff` represents bytes that are not valid
//! text. A corpus is stored as text: a change of the generators would change what bytes mean.
//!
//! | target | input | check |
//! |---|---|---|
//! | `agree` | a game | every algorithm with every store keeps the guarantee of the stable regime |
//! | `sound` | a case with random search options | every store keeps the guarantee of the case's regime |
//! | `stores` | random calls in the order of a search | every store equals a model with plain lists |
//! | `tables` | entries and probes | a probe returns only stored entries, and none is lost without reason |
//! | `notation` | any text, and a case | parsing, printing and parsing again gives the same value |
//! | `case` | any text as a file of cases | a clear error, or cases that keep their guarantees |
//! | `uci` | any output of a chess engine | lines are reported as illegal exactly if they are |
//!
//! The result is a [`FuzzFinding`]. Its text begins with the command that reproduces it.

mod cases;
mod notation;
mod promotion;
mod stores;
mod stores_text;
mod tables;
mod tables_text;
mod uci;

use std::borrow::Cow;
use std::cell::Cell;
use std::fmt;

use arbitrary::{Arbitrary, Unstructured};

#[cfg(feature = "bugs")]
use pvcheck::bugs::Bug;
use pvcheck::case::Case;
use pvcheck::check::Harness;
use pvcheck::contract::guarantee;
use pvcheck::game::{Choices, Graph};
use pvcheck::named_enum;
use pvcheck::pv::{AllStores, Store, WalkBuffers};
use pvcheck::subject::Subject;
use pvcheck::syntax::shell_quoted;
use pvcheck::table::Table;
use pvcheck_chess::uci::judge;

pub use promotion::{kept_texts, promote};

/// The maximum length of an input in bytes. Longer inputs cost time and show nothing new.
const MAX_BYTES: usize = 4096;

/// The first word of a text that spells other bytes in hexadecimal digits.
const HEX_PREFIX: &str = "bytes ";

named_enum! {
    Target ["target"] {
        Agree "agree" "Every algorithm with every store on one game, in the stable regime.",
        Sound "sound" "Every store of a search with random options.",
        Stores "stores" "Stores compared with a simple model.",
        Tables "tables" "The transposition table compared with a simple model.",
        Notation "notation" "Printing and parsing again gives the same value.",
        Case "case" "Files of cases.",
        Uci "uci" "What chess engines print.",
    }
}

/// The status of a run, or its finding.
type Ran = Result<RunStatus, FuzzFinding>;

impl Target {
    /// Runs the target on these bytes. After a finding the target runs again with an empty memory, and the finding
    /// states whether it needs the preceding runs.
    ///
    /// # Errors
    ///
    /// The finding.
    pub fn run(self, bytes: &[u8], memory: &mut Memory) -> Result<RunStatus, FuzzFinding> {
        self.once(bytes, memory).map_err(|fuzz_finding| match self.once(bytes, &mut Memory::default()) {
            Err(fuzz_finding) => fuzz_finding,
            Ok(_) => fuzz_finding.needs_previous_runs(),
        })
    }

    fn once(self, bytes: &[u8], memory: &mut Memory) -> Ran {
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
            Self::Uci => uci::run(bytes, judge),
        }
    }

    /// Runs a search with a seeded bug instead of the correct one, on the game of `agree` or `sound`. Other
    /// targets run as usual.
    ///
    /// # Errors
    ///
    /// The finding that shows the bug.
    #[cfg(feature = "bugs")]
    pub fn run_bug(self, bug: &Bug, bytes: &[u8], memory: &mut Memory) -> Result<RunStatus, FuzzFinding> {
        match self {
            Self::Agree | Self::Sound => cases::bug(bug, bytes, memory),
            _ => self.run(bytes, memory),
        }
    }

    /// Returns what reproduces the current run of this thread on these bytes, for a panic hook. If the panic occurred while the
    /// bytes were being read, the bytes are not read again.
    pub fn reproducer(self, bytes: &[u8]) -> Reproducer {
        match RUN_PHASE.get() {
            RunPhase::Reading => Reproducer::raw(self, bytes),
            RunPhase::Running(subject) => self.shown(bytes, subject),
        }
    }

    /// Returns the input that these bytes encode, for a run that never ends.
    pub fn decoded(self, bytes: &[u8]) -> Reproducer {
        self.shown(bytes, None)
    }

    /// Returns the bytes that a hexadecimal text spells, or else the bytes themselves, which `case` always
    /// takes.
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
                let mut game = Graph::default();
                let depth = cases::game(bytes, &mut game).unwrap_or_default();
                let usual = || "pvs-soft+triangular".parse().expect("a subject");
                let subject = subject.unwrap_or_else(usual);
                Reproducer::case(Case { subject, depth, expect: None, game })
            }
            (Self::Sound, subject) => cases::case(bytes).map_or_else(as_text, |case| {
                Reproducer::case(Case { subject: subject.unwrap_or(case.subject), ..case })
            }),
            (Self::Case, Some(subject)) => {
                cases::case_of(bytes, &subject).map_or_else(as_text, Reproducer::case)
            }
            (Self::Stores, _) => self.script::<stores::Calls>(bytes).unwrap_or_else(as_text),
            (Self::Tables, _) => self.script::<tables::Rounds>(bytes).unwrap_or_else(as_text),
            _ => as_text(),
        }
    }

    fn script<S: Script>(self, bytes: &[u8]) -> Option<Reproducer> {
        Some(Reproducer::text(self, &S::read(bytes)?.to_string()))
    }
}

#[derive(Clone, Copy)]
enum RunPhase {
    Reading,
    /// The input is running, with this subject if the input has a subject.
    Running(Option<Subject>),
}

thread_local! {
    static RUN_PHASE: Cell<RunPhase> = const { Cell::new(RunPhase::Reading) };
}

fn set_running(subject: Option<Subject>) {
    RUN_PHASE.set(RunPhase::Running(subject));
}

fn text<'b>(bytes: &'b [u8], word: &str) -> Option<&'b str> {
    str::from_utf8(bytes).ok().filter(|_| bytes.starts_with(word.as_bytes()))
}

/// The input of a target, which a text spells, or which grows from choices.
trait Script: fmt::Display + Sized {
    /// The first word of the text.
    const WORD: &str;

    fn parsed(text: &str) -> Option<Self>;

    fn grown(choices: &mut impl Choices) -> Self;

    fn read(bytes: &[u8]) -> Option<Self> {
        match text(bytes, Self::WORD) {
            Some(text) => Self::parsed(&text[Self::WORD.len()..]),
            None => Some(Self::grown(&mut Unstructured::new(bytes))),
        }
    }
}

fn unhex(digits: &[u8]) -> Option<Vec<u8>> {
    let (pairs, rest) = digits.as_chunks::<2>();
    let digit = |digit: u8| char::from(digit).to_digit(16);
    let byte = |&[high, low]: &[u8; 2]| Some((digit(high)? << 4 | digit(low)?) as u8);
    pairs.iter().map(byte).collect::<Option<Vec<u8>>>().filter(|_| rest.is_empty())
}

#[derive(Default, Debug)]
pub struct Memory {
    harness: Harness,
    game: Graph,
    stores: AllStores,
    walk_buffers: WalkBuffers,
    table: Table,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RunStatus {
    Completed,
    Rejected,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reproducer {
    Case(Box<Case>),
    Text { target: Target, text: String },
}

impl Reproducer {
    fn case(case: Case) -> Self {
        Self::Case(Box::new(case))
    }

    fn text(target: Target, text: &str) -> Self {
        Self::Text { target, text: text.to_owned() }
    }

    /// Returns the bytes as text, unchanged or spelled in hexadecimal digits.
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

impl fmt::Display for Reproducer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Case(case) => write!(f, "pvcheck check --case {}", shell_quoted(&case.to_string())),
            Self::Text { target, text } => {
                let target = target.name();
                write!(f, "cargo run --manifest-path fuzz/Cargo.toml --bin replay -- {target} --text ")?;
                f.write_str(&shell_quoted(text))
            }
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FuzzFinding {
    pub reproducer: Reproducer,
    pub what: String,
}

impl FuzzFinding {
    fn of_case(case: Case, what: impl Into<String>) -> Self {
        Self { reproducer: Reproducer::case(case), what: what.into() }
    }

    fn of_text(target: Target, text: &str, what: impl Into<String>) -> Self {
        Self { reproducer: Reproducer::text(target, text), what: what.into() }
    }

    fn needs_previous_runs(mut self) -> Self {
        self.what += ", but only after the runs before it: some state was not reset between runs";
        self
    }
}

impl fmt::Display for FuzzFinding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "replay   {}\nfound    {}", self.reproducer, self.what)
    }
}

impl std::error::Error for FuzzFinding {}

fn grown(bytes: &[u8]) -> Option<Case> {
    Case::arbitrary(&mut Unstructured::new(bytes)).ok()
}

#[cfg(test)]
mod tests;
