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

/// The score of a win at the root, the least score that has a distance, and the range of draws.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Constants {
    pub win: i32,
    pub least: i32,
    pub draws: (i32, i32),
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
    Constants(Constants),
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
            Self::Constants(Constants { win, least, draws: (low, high) }) => {
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
    /// Where the event begins that is read.
    begin: u64,
}

impl<R: Read> Reader<R> {
    /// Begins to read a trace.
    ///
    /// # Errors
    ///
    /// If it is no trace of this version.
    pub fn new(input: R) -> Result<Self, TraceError> {
        let mut reader = Self { input, at: 0, begin: 0 };
        let problem = match reader.take() {
            Ok(MAGIC) => return Ok(reader),
            Ok([name @ .., version]) if MAGIC.starts_with(&name) => {
                format!("version {version} of the format; expected version 1")
            }
            Err(error) if error.kind() != io::ErrorKind::UnexpectedEof => return Err(error.into()),
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
        self.begin = self.at;
        match self.whole_event() {
            Err(TraceError::Io(error)) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(None),
            read => read.map(Some),
        }
    }

    fn whole_event(&mut self) -> Result<Event, TraceError> {
        Ok(match self.u8()? {
            b'U' => Event::Text(self.text()?),
            b'F' => Event::Facts(self.text()?),
            b'C' => {
                let (win, least, draws) = (self.score()?, self.score()?, (self.score()?, self.score()?));
                if !(0 < least && least <= win && draws.0 <= draws.1) {
                    let expected = "expected 0 < least <= win, and draws in order";
                    return Err(self.invalid(format!("constants that do not fit; {expected}")));
                }
                Event::Constants(Constants { win, least, draws })
            }
            b'H' => Event::GameKey(self.u64()?),
            b'N' => Event::Enter(Entered {
                kind: self.named(&[Kind::Main, Kind::Quiescence, Kind::Solver], "kind of node")?,
                level: self.u8()?,
                depth: self.i16()?,
                ply: Some(self.i16()?).filter(|&ply| ply >= 0),
                window: (self.score()?, self.score()?),
                key: self.u64()?,
                line: self.u16()?,
            }),
            b'X' => Event::Leave { score: self.score()?, why: self.reason()?, line: self.u16()? },
            b'?' => Event::Untold { line: self.u16()? },
            b'!' => Event::Aborted,
            b'G' => Event::Legal(self.u16()?),
            b'M' => Event::Move { mv: self.u32()?, depth: self.i16()? },
            b'm' => Event::Probe { mv: self.u32()?, depth: self.i16()? },
            b'K' => Event::Skip { mv: self.u32()?, why: self.reason()? },
            b'I' => Event::Illegal(self.u32()?),
            b'R' => Event::Rest {
                which: self.named(Rest::ALL, "group of moves")?,
                why: self.reason()?,
                count: Some(self.u16()?).filter(|&count| count != UNKNOWN),
            },
            b'D' => Event::Depth(self.i16()?),
            b'A' => Event::Alpha { value: self.score()?, why: self.reason()? },
            b'B' => Event::Beta { value: self.score()?, why: self.reason()? },
            b'V' => Event::Evaluated { value: self.score()?, source: self.named(Source::ALL, "source")? },
            b'P' => Event::StandPat(self.score()?),
            b'T' => Event::Read(self.entry()?),
            b'W' => Event::Stored(self.entry()?, self.u32()?),
            b'^' => Event::Raise(self.score()?),
            b'L' => {
                let (score, bound, count) = (self.score()?, self.bound()?, self.u8()?);
                let moves = (0..count).map(|_| self.u32()).collect::<io::Result<_>>()?;
                Event::Line { score, bound, moves }
            }
            letter => return Err(self.invalid(format!("unknown event {:?}", char::from(letter)))),
        })
    }

    fn invalid(&self, problem: String) -> TraceError {
        TraceError::Format { at: self.begin, problem }
    }

    fn take<const N: usize>(&mut self) -> io::Result<[u8; N]> {
        let mut bytes = [0; N];
        self.input.read_exact(&mut bytes)?;
        self.at += N as u64;
        Ok(bytes)
    }

    fn u8(&mut self) -> io::Result<u8> {
        self.take().map(|[byte]| byte)
    }

    fn u16(&mut self) -> io::Result<u16> {
        self.take().map(u16::from_le_bytes)
    }

    fn i16(&mut self) -> io::Result<i16> {
        self.take().map(i16::from_le_bytes)
    }

    fn u32(&mut self) -> io::Result<u32> {
        self.take().map(u32::from_le_bytes)
    }

    fn u64(&mut self) -> io::Result<u64> {
        self.take().map(u64::from_le_bytes)
    }

    fn text(&mut self) -> io::Result<String> {
        let mut bytes = vec![0; self.u16()?.into()];
        self.input.read_exact(&mut bytes)?;
        self.at += bytes.len() as u64;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// A score, or an end of a window.
    fn score(&mut self) -> Result<i32, TraceError> {
        let score = i32::from_le_bytes(self.take()?);
        if (-MOST..=MOST).contains(&score) {
            return Ok(score);
        }
        Err(self.invalid(format!("the score {score}; expected -{MOST} to {MOST}")))
    }

    fn named<T: Copy>(&mut self, all: &[T], what: &str) -> Result<T, TraceError> {
        let number = self.u8()?;
        let problem = || format!("unknown {what} {number}; expected 0 to {}", all.len() - 1);
        all.get(usize::from(number)).copied().ok_or_else(|| self.invalid(problem()))
    }

    fn reason(&mut self) -> Result<Reason, TraceError> {
        self.named(Reason::ALL, "reason")
    }

    fn bound(&mut self) -> Result<Bound, TraceError> {
        match self.u8()? {
            1 => Ok(Bound::Upper),
            2 => Ok(Bound::Lower),
            3 => Ok(Bound::Exact),
            other => {
                let expected = "expected 1 (upper), 2 (lower) or 3 (exact)";
                Err(self.invalid(format!("unknown bound {other}; {expected}")))
            }
        }
    }

    fn entry(&mut self) -> Result<TableEntry, TraceError> {
        let (key, mv, score) = (self.u64()?, self.u32()?, self.score()?);
        Ok(TableEntry { key, mv, score, bound: self.bound()?, draft: self.i16()?, level: self.u8()? })
    }
}
