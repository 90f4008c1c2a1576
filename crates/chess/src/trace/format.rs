//! The format of traces: a stream of events, which `docs/traces.md` describes byte by byte.

use std::fmt;
use std::io::{self, Read};

use pvcheck::named_enum;
use pvcheck::score::Bound;

/// The first bytes of a trace. The last one is the version.
pub(super) const MAGIC: [u8; 8] = *b"pvcheck\x01";

/// The largest score, so that negating it or adding plies never overflows.
const MOST: i32 = 1 << 30;

/// The number of legal moves left out, where it is not known.
const UNKNOWN: u16 = u16::MAX;

named_enum! {
    /// Why a node is left, a bound is moved, or a move is left out. The numbers in a trace are those of this order.
    Reason {
        Moves "moves" "The moves that were searched; mate and stalemate too.",
        Leaf "leaf" "The evaluation, where the depth is over.",
        StandPat "stand-pat" "The value of standing pat.",
        Draw "draw" "The position is a draw: a repetition, fifty moves, or too little material.",
        Cycle "cycle" "A repetition is near.",
        Table "table" "An entry of the table.",
        Null "null" "The search after a null move.",
        Static "static" "The evaluation and a margin.",
        Razoring "razoring" "A search of the same node, because the evaluation is far below alpha.",
        ProbCut "probcut" "Probes of moves that exceed beta by a margin.",
        MultiCut "multicut" "A search of the same node without its best move.",
        MateDistance "mate-distance" "No mate is nearer.",
        Tablebase "tablebase" "A tablebase of endgames.",
        Abort "abort" "The search is stopped: the score means nothing.",
        Same "same" "A search of the same node.",
        End "end" "The game is over.",
        Rule "rule" "A rule of the game bounds the value.",
        Excluded "excluded" "The move is excluded: a singular test, or a better line.",
        Futility "futility" "The evaluation and a margin do not reach alpha.",
        See "see" "The exchange loses.",
        Late "late" "Many moves came before it.",
        History "history" "The history of the move is bad.",
        Stage "stage" "The generator of this node does not make such moves.",
    }
}

named_enum! {
    /// Where an evaluation comes from.
    Source {
        Fresh "fresh" "It was computed.",
        Cached "cached" "It was kept.",
        Derived "derived" "It was derived from another one.",
    }
}

named_enum! {
    /// Which of the moves that were not begun are left out.
    Rest {
        All "all" "All.",
        Quiet "quiet" "Those that neither capture nor promote.",
        NoCapture "no capture" "Those that capture nothing.",
    }
}

impl Reason {
    /// Whether a search of the same node gives the score.
    pub(super) fn is_of_same_node(self) -> bool {
        matches!(self, Self::Same | Self::Razoring | Self::MultiCut)
    }
}

/// What kind of search a node belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Main,
    Quiescence,
    Solver,
}

/// A node that is entered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entered {
    pub kind: Kind,
    pub level: u8,
    pub depth: i16,
    /// The ply that the engine counts; `None` if it did not tell it.
    pub ply: Option<i16>,
    pub window: (i32, i32),
    pub key: u64,
    /// The line of the engine's source.
    pub line: u16,
}

/// An entry of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TableEntry {
    pub key: u64,
    pub mv: u32,
    pub score: i32,
    pub bound: Bound,
    pub draft: i16,
    pub level: u8,
}

/// What an engine tells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Event {
    /// A line that the engine has received.
    Text(String),
    Constants {
        win: i32,
        least: i32,
        draws: (i32, i32),
    },
    Facts(String),
    GameKey(u64),
    Enter(Entered),
    Leave {
        score: i32,
        why: Reason,
        line: u16,
    },
    /// A return that was not told; the line is that of the enter.
    Untold {
        line: u16,
    },
    /// The search is stopped, and all its nodes are left.
    Aborted,
    Legal(u16),
    Move {
        mv: u32,
        depth: i16,
    },
    Probe {
        mv: u32,
        depth: i16,
    },
    Skip {
        mv: u32,
        why: Reason,
    },
    Illegal(u32),
    /// The moves that were not begun are left out, and their number where it is known.
    Rest {
        which: Rest,
        why: Reason,
        count: Option<u16>,
    },
    Depth(i16),
    Alpha {
        value: i32,
        why: Reason,
    },
    Beta {
        value: i32,
        why: Reason,
    },
    Evaluated {
        value: i32,
        source: Source,
    },
    StandPat(i32),
    Read(TableEntry),
    /// The number is counted over all threads.
    Stored(TableEntry, u32),
    Raise(i32),
    Line {
        score: i32,
        bound: Bound,
        moves: Vec<u32>,
    },
}

impl Event {
    /// The event without its line of source.
    pub fn without_line(&self) -> Self {
        match self.clone() {
            Self::Enter(entered) => Self::Enter(Entered { line: 0, ..entered }),
            Self::Leave { score, why, .. } => Self::Leave { score, why, line: 0 },
            Self::Untold { .. } => Self::Untold { line: 0 },
            event => event,
        }
    }
}

impl fmt::Display for TableEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { key, mv, score, bound, draft, .. } = self;
        write!(f, "{key:#x}, move {mv}, {score}, {bound:?}, {draft}")
    }
}

/// The event as a call of the header.
impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => write!(f, "PV_UCI({text})"),
            Self::Constants { win, least, draws: (low, high) } => {
                write!(f, "PV_CONSTANTS({win}, {least}, {low}, {high})")
            }
            Self::Facts(text) => write!(f, "PV_FACTS({text})"),
            Self::GameKey(key) => write!(f, "PV_GAMEKEY({key:#x})"),
            Self::Enter(Entered { kind, key, window: (alpha, beta), depth, .. }) => {
                write!(f, "PV_ENTER({kind:?}, {key:#x}, {alpha}, {beta}, {depth})")
            }
            Self::Leave { score, why, .. } => write!(f, "PV_RETURN({score}, {why})"),
            Self::Untold { .. } => f.write_str("a return that is not told"),
            Self::Aborted => f.write_str("PV_ABORTED()"),
            Self::Legal(count) => write!(f, "PV_LEGAL({count})"),
            Self::Move { mv, depth } => write!(f, "PV_MOVE({mv}, {depth})"),
            Self::Probe { mv, depth } => write!(f, "PV_PROBE({mv}, {depth})"),
            Self::Skip { mv, why } => write!(f, "PV_SKIP({mv}, {why})"),
            Self::Illegal(mv) => write!(f, "PV_ILLEGAL({mv})"),
            Self::Rest { which, why, .. } => write!(f, "PV_REST({which}, {why})"),
            Self::Depth(depth) => write!(f, "PV_DEPTH({depth})"),
            Self::Alpha { value, why } => write!(f, "PV_ALPHA({value}, {why})"),
            Self::Beta { value, why } => write!(f, "PV_BETA({value}, {why})"),
            Self::Evaluated { value, source } => write!(f, "PV_EVAL({value}, {source})"),
            Self::StandPat(value) => write!(f, "PV_STANDPAT({value})"),
            Self::Read(entry) => write!(f, "PV_TABLE({entry})"),
            Self::Stored(entry, _) => write!(f, "PV_STORE({entry})"),
            Self::Raise(score) => write!(f, "PV_RAISE({score})"),
            Self::Line { score, bound, moves } => write!(f, "PV_LINE({score}, {bound:?}, {moves:?})"),
        }
    }
}

/// The reason why a trace cannot be read further.
#[derive(Debug, thiserror::Error)]
pub enum TraceError {
    /// The bytes are no trace from this place on.
    #[error("byte {at}: {problem}")]
    Format {
        /// The number of bytes before it.
        at: u64,
        /// What is wrong, and what was expected.
        problem: String,
    },
    /// The trace cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Reads the events of a trace one by one.
#[derive(Debug)]
pub(super) struct Reader<R> {
    input: R,
    at: u64,
}

/// The fields of an event.
struct Fields<'b>(&'b [u8]);

impl Fields<'_> {
    fn take<const N: usize>(&mut self) -> [u8; N] {
        let (first, rest) = self.0.split_first_chunk().expect("as many bytes as the event has were read");
        self.0 = rest;
        *first
    }

    fn u8(&mut self) -> u8 {
        self.take::<1>()[0]
    }

    fn u16(&mut self) -> u16 {
        u16::from_le_bytes(self.take())
    }

    fn i16(&mut self) -> i16 {
        i16::from_le_bytes(self.take())
    }

    fn u32(&mut self) -> u32 {
        u32::from_le_bytes(self.take())
    }

    fn i32(&mut self) -> i32 {
        i32::from_le_bytes(self.take())
    }

    fn u64(&mut self) -> u64 {
        u64::from_le_bytes(self.take())
    }

    /// A score, or an end of a window.
    fn score(&mut self) -> Result<i32, String> {
        let score = self.i32();
        let is_valid = (-MOST..=MOST).contains(&score);
        is_valid.then_some(score).ok_or_else(|| format!("the score {score}; expected -{MOST} to {MOST}"))
    }

    fn named<T: Copy>(&mut self, all: &[T], what: &str) -> Result<T, String> {
        let number = self.u8();
        all.get(usize::from(number))
            .copied()
            .ok_or_else(|| format!("unknown {what} {number}; expected 0 to {}", all.len() - 1))
    }

    fn reason(&mut self) -> Result<Reason, String> {
        self.named(Reason::ALL, "reason")
    }

    fn bound(&mut self) -> Result<Bound, String> {
        match self.u8() {
            1 => Ok(Bound::Upper),
            2 => Ok(Bound::Lower),
            3 => Ok(Bound::Exact),
            other => Err(format!("unknown bound {other}; expected 1 (upper), 2 (lower) or 3 (exact)")),
        }
    }

    fn entry(&mut self) -> Result<TableEntry, String> {
        let (key, mv, score) = (self.u64(), self.u32(), self.score()?);
        Ok(TableEntry { key, mv, score, bound: self.bound()?, draft: self.i16(), level: self.u8() })
    }
}

/// The number of bytes of the fields of an event, for a text or a line those of its head; `None` for an unknown letter.
pub(super) const fn size(letter: u8) -> Option<usize> {
    Some(match letter {
        b'!' => 0,
        b'U' | b'F' | b'?' | b'G' | b'D' => 2,
        b'R' | b'I' | b'P' | b'^' => 4,
        b'K' | b'A' | b'B' | b'V' => 5,
        b'M' | b'm' | b'L' => 6,
        b'X' => 7,
        b'H' => 8,
        b'C' => 16,
        b'T' => 20,
        b'N' => 24,
        b'W' => 24,
        _ => return None,
    })
}

fn event(letter: u8, mut fields: Fields<'_>) -> Result<Event, String> {
    let f = &mut fields;
    Ok(match letter {
        b'C' => {
            let (win, least, draws) = (f.score()?, f.score()?, (f.score()?, f.score()?));
            if !(0 < least && least <= win && draws.0 <= draws.1) {
                return Err(
                    "constants that do not fit; expected 0 < least <= win, and draws in order".to_owned()
                );
            }
            Event::Constants { win, least, draws }
        }
        b'H' => Event::GameKey(f.u64()),
        b'N' => Event::Enter(Entered {
            kind: f.named(&[Kind::Main, Kind::Quiescence, Kind::Solver], "kind of node")?,
            level: f.u8(),
            depth: f.i16(),
            ply: Some(f.i16()).filter(|&ply| ply >= 0),
            window: (f.score()?, f.score()?),
            key: f.u64(),
            line: f.u16(),
        }),
        b'X' => Event::Leave { score: f.score()?, why: f.reason()?, line: f.u16() },
        b'?' => Event::Untold { line: f.u16() },
        b'!' => Event::Aborted,
        b'G' => Event::Legal(f.u16()),
        b'M' => Event::Move { mv: f.u32(), depth: f.i16() },
        b'm' => Event::Probe { mv: f.u32(), depth: f.i16() },
        b'K' => Event::Skip { mv: f.u32(), why: f.reason()? },
        b'I' => Event::Illegal(f.u32()),
        b'R' => Event::Rest {
            which: f.named(Rest::ALL, "group of moves")?,
            why: f.reason()?,
            count: Some(f.u16()).filter(|&count| count != UNKNOWN),
        },
        b'D' => Event::Depth(f.i16()),
        b'A' => Event::Alpha { value: f.score()?, why: f.reason()? },
        b'B' => Event::Beta { value: f.score()?, why: f.reason()? },
        b'V' => Event::Evaluated { value: f.score()?, source: f.named(Source::ALL, "source")? },
        b'P' => Event::StandPat(f.score()?),
        b'T' => Event::Read(f.entry()?),
        b'W' => Event::Stored(f.entry()?, f.u32()),
        _ => Event::Raise(f.score()?),
    })
}

impl<R: Read> Reader<R> {
    /// Begins to read a trace.
    ///
    /// # Errors
    ///
    /// If it is no trace of this version.
    pub fn new(mut input: R) -> Result<Self, TraceError> {
        let mut magic = [0; MAGIC.len()];
        let is_read = read_all(&mut input, &mut magic)?;
        let problem = match magic.split_last() {
            _ if is_read && magic == MAGIC => return Ok(Self { input, at: MAGIC.len() as u64 }),
            Some((version, name)) if is_read && MAGIC.starts_with(name) => {
                format!("version {version} of the format; expected version 1")
            }
            _ => "no trace; expected that it begins with `pvcheck` and the version".to_owned(),
        };
        Err(TraceError::Format { at: 0, problem })
    }

    /// Returns the next event; `None` at the end of the trace, or where it is cut.
    ///
    /// # Errors
    ///
    /// If an event is not valid.
    pub fn event(&mut self) -> Result<Option<Event>, TraceError> {
        let (mut letter, mut buffer) = ([0], [0; 24]);
        if !read_all(&mut self.input, &mut letter)? {
            return Ok(None);
        }
        let at = self.at;
        let invalid = |problem| TraceError::Format { at, problem };
        let letter = letter[0];
        let Some(size) = size(letter) else {
            return Err(invalid(format!("unknown event {:?}", char::from(letter))));
        };
        if !read_all(&mut self.input, &mut buffer[..size])? {
            return Ok(None);
        }
        self.at += 1 + size as u64;
        let mut fields = Fields(&buffer[..size]);
        let read = match letter {
            b'U' | b'F' => {
                let Some(bytes) = self.more(fields.u16().into())? else { return Ok(None) };
                let text = String::from_utf8_lossy(&bytes).into_owned();
                Ok(if letter == b'U' { Event::Text(text) } else { Event::Facts(text) })
            }
            b'L' => {
                let score = fields.score().map_err(invalid)?;
                let bound = fields.bound().map_err(invalid)?;
                let Some(bytes) = self.more(4 * usize::from(fields.u8()))? else { return Ok(None) };
                let moves = bytes.chunks_exact(4).map(|bytes| Fields(bytes).u32()).collect();
                Ok(Event::Line { score, bound, moves })
            }
            _ => event(letter, fields),
        };
        read.map(Some).map_err(invalid)
    }

    fn more(&mut self, size: usize) -> io::Result<Option<Vec<u8>>> {
        let mut bytes = vec![0; size];
        self.at += size as u64;
        Ok(read_all(&mut self.input, &mut bytes)?.then_some(bytes))
    }
}

/// Fills the buffer. Returns `false` if the input ends before.
fn read_all(input: &mut impl Read, buffer: &mut [u8]) -> io::Result<bool> {
    match input.read_exact(buffer) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(error),
    }
}
