//! The circumstances of a search, beside its position and depth.

use std::fmt;

use crate::check::PrecedingSearch;
use crate::position::{Position, legal_moves};
use crate::syntax::{SyntaxError, named, quoted, suggest};

/// The circumstances of a search, beside its position and depth.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Circumstances {
    /// The searches that the object has done before the search, in order.
    pub after: Vec<Before>,
    /// The maximum number of nodes, if the search is limited.
    pub node_limit: Option<u64>,
    /// The number of lines to return, at least 1.
    pub lines: u8,
    /// The number of entries of the table; `None` if the number is not limited.
    pub table_entries: Option<usize>,
    /// The number of threads that the search runs on, at least 1.
    pub threads: u8,
}

impl Default for Circumstances {
    /// Returns the circumstances of the search of a new object, of one line, without any limit.
    fn default() -> Self {
        Self { after: Vec::new(), node_limit: None, lines: 1, table_entries: None, threads: 1 }
    }
}

named_enum! {
    /// A search that the same object has done before, whose entries its table may still have. The searches are in the
    /// order in which they are run.
    Before {
        Deeper "deeper" "The same position, one ply deeper.",
        OtherRoot "other-root" "The position after the last move of the root, to the same depth.",
        Shallower "shallower" "The same position, one ply less deep.",
        Same "same" "The same search.",
    }
}

impl Before {
    /// Returns the search that runs before a search of `root` to `depth`, at most as deep as `most`.
    pub(super) fn search<P: Position>(self, root: &P, depth: usize, most: usize) -> PrecedingSearch<P> {
        let last = if self == Self::OtherRoot { legal_moves(root).pop() } else { None };
        let depth = match self {
            Self::Deeper => (depth + 1).min(most),
            Self::Shallower => depth.saturating_sub(1),
            Self::OtherRoot | Self::Same => depth,
        };
        PrecedingSearch {
            root: last.map_or_else(|| root.clone(), |mv| root.play(mv)),
            depth,
            node_limit: None,
        }
    }
}

impl Circumstances {
    /// Returns the searches that run before a search of `root` to `depth`, each at most as deep as `most`.
    pub(super) fn preceding<P: Position>(
        &self,
        root: &P,
        depth: usize,
        most: usize,
    ) -> Vec<PrecedingSearch<P>> {
        self.after.iter().map(|before| before.search(root, depth, most)).collect()
    }

    /// Returns simpler circumstances, each with one change, such as one preceding search or one thread less.
    pub(super) fn simpler(&self) -> impl Iterator<Item = Self> {
        let without = |index: usize| {
            let mut next = self.clone();
            next.after.remove(index);
            next
        };
        let after = (0..self.after.len()).rev().map(without);
        let rest = [
            Self { table_entries: None, ..self.clone() },
            Self { threads: 1, ..self.clone() },
            Self { threads: self.threads.saturating_sub(1).max(1), ..self.clone() },
            Self { lines: 1, ..self.clone() },
            Self { lines: self.lines.saturating_sub(1).max(1), ..self.clone() },
            Self { node_limit: None, ..self.clone() },
            Self { node_limit: self.node_limit.map(|nodes| (nodes / 2).max(1)), ..self.clone() },
            Self { node_limit: self.node_limit.map(|nodes| nodes.saturating_sub(1).max(1)), ..self.clone() },
        ];
        after.chain(rest.into_iter().filter(move |next| next != self))
    }

    /// Reads one of the words before the game. Returns whether `word` is a circumstance.
    pub(super) fn option(&mut self, word: &str) -> Result<bool, SyntaxError> {
        let Some((name, value)) = word.split_once('=') else { return Ok(false) };
        let whole = 0..word.len();
        let invalid = |expected: &str| {
            Err(SyntaxError::new(word, whole.clone(), format!("{} is not valid", quoted(word)), expected))
        };
        let is_given = match name {
            "after" => !self.after.is_empty(),
            "stop-after" => self.node_limit.is_some(),
            "lines" => self.lines != 1,
            "entries" => self.table_entries.is_some(),
            "threads" => self.threads != 1,
            _ => false,
        };
        if is_given {
            let problem = format!("{} is given twice", quoted(name));
            return Err(SyntaxError::new(word, whole, problem, "each word once"));
        }
        match (name, value.parse::<u64>()) {
            ("after", _) => {
                for part in value.split(',') {
                    let before = named(part, 0..part.len(), "search", Before::ALL, Before::name);
                    self.after.push(before.map_err(|SyntaxError { problem, expected, .. }| {
                        SyntaxError::new(word, whole.clone(), problem, expected)
                    })?);
                }
            }
            ("stop-after", Ok(nodes)) => self.node_limit = Some(nodes),
            ("stop-after", _) => return invalid("`stop-after=NODES`"),
            ("lines", Ok(lines @ 1..=255)) => self.lines = lines as u8,
            ("lines", _) => return invalid("`lines=K`, from 1 to 255"),
            ("entries", Ok(entries @ 1..=0xFFFF_FFFF)) => self.table_entries = Some(entries as usize),
            ("entries", _) => return invalid("`entries=N`, from 1 to 4294967295"),
            ("threads", Ok(threads @ 1..=255)) => self.threads = threads as u8,
            ("threads", _) => return invalid("`threads=N`, from 1 to 255"),
            _ => {
                let expected = suggest(name, ["after", "stop-after", "lines", "entries", "threads"]);
                let problem = format!("unknown word {}", quoted(word));
                return Err(SyntaxError::new(word, whole, problem, expected));
            }
        }
        Ok(true)
    }
}

impl fmt::Display for Circumstances {
    /// Writes the circumstances as words in the text of a problem, each with a space after it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { after, node_limit, lines, table_entries, threads } = self;
        if !after.is_empty() {
            let names: Vec<&str> = after.iter().map(|before| before.name()).collect();
            write!(f, "after={} ", names.join(","))?;
        }
        if let Some(nodes) = node_limit {
            write!(f, "stop-after={nodes} ")?;
        }
        if *lines != 1 {
            write!(f, "lines={lines} ")?;
        }
        if let Some(entries) = table_entries {
            write!(f, "entries={entries} ")?;
        }
        if *threads != 1 {
            write!(f, "threads={threads} ")?;
        }
        Ok(())
    }
}

crate::syntax::debug_is_display!(Circumstances);
