//! A problem: a synthetic game, the depth to search it to, and the circumstances of the search, as one line of text.
//!
//! ```text
//! v1 depth=PLIES [after=SEARCH,...] [stop-after=NODES] [lines=K] [entries=N] GAME
//! ```

use std::fmt;
use std::str::FromStr;

use super::contender::GraphSearch;
use super::detail::{Detail, detail, ground_truth_of};
use super::examine::{Examination, GraphRelay, Judged, NoAnswer, Unjudged, examine};
use super::games::Games;
use super::item::Item;
use super::request::Details;
use super::watch::Watch;
use crate::case::{Size, VERSION, depth};
use crate::check::{Harness, PrecedingSearch};
use crate::cost::MAX_MET;
use crate::game::{Graph, GraphPosition};
use crate::oracle::{GroundTruth, Rules};
use crate::position::Position;
use crate::pv::NoStore;
use crate::search::ReportedNodes;
use crate::shrink::{Searched, shrink_by};
use crate::syntax::{SyntaxError, Words, quoted, suggest};

/// A synthetic game, a depth and the circumstances of one search of it.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Problem {
    /// The depth, in plies, at most 64.
    pub depth: usize,
    /// The circumstances.
    pub circumstances: Circumstances,
    /// The game.
    pub game: Graph,
}

/// The circumstances of a search, beside its position and depth.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Circumstances {
    /// The searches that the same object has done before, in order.
    pub after: Vec<Before>,
    /// The maximum number of nodes, if the search is to stop.
    pub node_limit: Option<u64>,
    /// The number of lines to return, at least 1.
    pub lines: u8,
    /// The number of entries of the table, if it is limited.
    pub table_entries: Option<usize>,
}

impl Default for Circumstances {
    /// The search of a new object, of one line, without any limit.
    fn default() -> Self {
        Self { after: Vec::new(), node_limit: None, lines: 1, table_entries: None }
    }
}

/// A search that the same object has done before. Its table may still have the entries.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Before {
    /// The same position, one ply deeper.
    Deeper,
    /// The position after the last move of the root, to the same depth.
    OtherRoot,
    /// The same position, one ply less deep.
    Shallower,
    /// The same search.
    Same,
}

impl Before {
    /// All kinds, in the order in which they are run.
    pub const ALL: [Self; 4] = [Self::Deeper, Self::OtherRoot, Self::Shallower, Self::Same];

    /// The name in the text of a problem.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Deeper => "deeper",
            Self::OtherRoot => "other-root",
            Self::Shallower => "shallower",
            Self::Same => "same",
        }
    }

    /// The search before that of `root` to `depth`. The depth is at most `most`.
    pub(super) fn search<P: Position>(self, root: &P, depth: usize, most: usize) -> PrecedingSearch<P> {
        let mut moves = Vec::new();
        let child = match self {
            Self::OtherRoot if !root.is_terminal() => {
                root.moves(&mut moves);
                moves.last().map(|&mv| root.play(mv))
            }
            _ => None,
        };
        let depth = match self {
            Self::Deeper => (depth + 1).min(most),
            Self::Shallower => depth.saturating_sub(1),
            Self::OtherRoot | Self::Same => depth,
        };
        PrecedingSearch { root: child.unwrap_or_else(|| root.clone()), depth, node_limit: None }
    }
}

impl Problem {
    /// The search of `game` to `depth` by a new object, without any limit.
    pub fn new(depth: usize, game: Graph) -> Self {
        Self { depth, circumstances: Circumstances::default(), game }
    }

    /// The searches before.
    /// The searches of the same object before this one.
    pub(super) fn preceding(&self) -> Vec<PrecedingSearch<GraphPosition<'_>>> {
        let most = self.game.max_depth_within(MAX_MET, self.depth + 1);
        self.circumstances.preceding(&self.game.root(), self.depth, most)
    }

    /// The ground truth by these rules.
    pub(super) fn ground_truth(&self, rules: &Rules) -> GroundTruth<GraphPosition<'_>> {
        let preceding = self.preceding().into_iter().map(|search| (search.root, search.depth)).collect();
        ground_truth_of(&self.game.root(), self.depth, preceding, rules)
    }
}

impl Circumstances {
    /// The searches before that of `root` to `depth`. None is deeper than `most`.
    pub(super) fn preceding<P: Position>(
        &self,
        root: &P,
        depth: usize,
        most: usize,
    ) -> Vec<PrecedingSearch<P>> {
        self.after.iter().map(|before| before.search(root, depth, most)).collect()
    }

    /// The request for a search in these circumstances, after these positions.
    pub(super) fn details<'r, P>(&self, history: &'r [P]) -> Details<'r, P> {
        let Self { node_limit, table_entries, .. } = *self;
        Details { lines: usize::from(self.lines), node_limit, table_entries, history }
    }

    /// These circumstances, each time with one thing less.
    pub(super) fn simpler(&self) -> impl Iterator<Item = Self> {
        let without = |index: usize| {
            let mut next = self.clone();
            next.after.remove(index);
            next
        };
        let after = (0..self.after.len()).rev().map(without);
        let rest = [
            Self { table_entries: None, ..self.clone() },
            Self { lines: 1, ..self.clone() },
            Self { lines: self.lines.saturating_sub(1).max(1), ..self.clone() },
            Self { node_limit: None, ..self.clone() },
            Self { node_limit: self.node_limit.map(|nodes| (nodes / 2).max(1)), ..self.clone() },
            Self { node_limit: self.node_limit.map(|nodes| nodes.saturating_sub(1).max(1)), ..self.clone() },
        ];
        after.chain(rest.into_iter().filter(move |next| next != self))
    }
}

impl Searched for Problem {
    fn game(&self) -> &Graph {
        &self.game
    }

    fn depth(&self) -> usize {
        self.depth
    }

    fn with(&self, depth: usize, game: Graph) -> Self {
        Self { depth, game, circumstances: self.circumstances.clone() }
    }
}

impl Item for Problem {
    type Search = dyn GraphSearch;
    type Size = Size;

    fn size(&self) -> Size {
        Searched::size(self)
    }

    fn circumstances(&self) -> &Circumstances {
        &self.circumstances
    }

    fn with_circumstances(&self, circumstances: Circumstances) -> Self {
        Self { circumstances, ..self.clone() }
    }

    fn examine(
        &self,
        search: &mut Self::Search,
        harness: &mut Harness<NoStore>,
        rules: &Rules,
        reported: ReportedNodes,
        watch: &Watch,
    ) -> Result<Judged, Unjudged> {
        let root = self.game.root();
        let task = Examination {
            root: &root,
            depth: self.depth,
            rules,
            reported,
            preceding: self.preceding(),
            details: self.circumstances.details(&[]),
        };
        // The end of the object of the game before is somebody else's code too.
        watch.guard(|| search.new_game()).map_err(NoAnswer::Panicked)?;
        examine(harness, &task, &mut |asked, observer| {
            let mut relay = GraphRelay { graph: &self.game, observer };
            let request = asked.request(&mut relay);
            watch.guard(|| search.search(&request))
        })
    }

    fn smaller(&self, shows: &mut dyn FnMut(&Self) -> bool) -> Self {
        shrink_by(self, shows)
    }

    fn detail(&self, rules: &Rules, examined: &Judged) -> Detail {
        let labels = self.game.labels();
        let label = |position: &GraphPosition<'_>| labels[position.node()].clone();
        let detail = detail(&self.ground_truth(rules), &label, examined);
        // A frozen position keeps its name when it is shrunk.
        Detail {
            position: detail.position.map(|name| format!("{name}, as much of it as the case has")),
            ..detail
        }
    }

    fn read(text: &str, _games: &dyn Games<Self>) -> Result<Self, SyntaxError> {
        text.parse()
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { depth, circumstances, game } = self;
        write!(f, "{VERSION} depth={depth} {circumstances}{game}")
    }
}

impl fmt::Display for Circumstances {
    /// As in the text of a problem: words, each with a space after it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { after, node_limit, lines, table_entries } = self;
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
        Ok(())
    }
}

impl fmt::Debug for Circumstances {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Debug for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Problem {
    type Err = SyntaxError;

    fn from_str(text: &str) -> Result<Self, SyntaxError> {
        let mut words = Words::of(text);
        let version = words.next("a version", &format!("`{VERSION}`"))?;
        if &text[version.clone()] != VERSION {
            let problem = format!("unknown version {}", quoted(&text[version.clone()]));
            return Err(SyntaxError::new(text, version, problem, format!("`{VERSION}`")));
        }
        let plies = words.next("a depth", "`depth=PLIES`")?;
        let mut problem = Self::new(depth(text, plies.clone())?, Graph::uniform(1, 0));
        let start = loop {
            let before = words.at();
            let word = words.next("a game", "a game like `[1 0]`")?;
            let start = word.start;
            if !problem.circumstances.option(&text[word]).map_err(|error| error.within(text, start))? {
                break before;
            }
        };
        problem.game = text[start..].parse::<Graph>().map_err(|error| error.within(text, start))?;
        let most = problem.game.max_depth_within(MAX_MET, problem.depth);
        if most < problem.depth {
            let reason = format!("this game has more than {MAX_MET} paths of {} plies", problem.depth);
            return Err(SyntaxError::new(text, plies, reason, format!("at most `depth={most}`")));
        }
        Ok(problem)
    }
}

impl Circumstances {
    /// Reads one of the words before the game. Returns whether `word` is one.
    pub(super) fn option(&mut self, word: &str) -> Result<bool, SyntaxError> {
        let Some((name, value)) = word.split_once('=') else { return Ok(false) };
        let whole = 0..word.len();
        let invalid = |expected: &str| {
            Err(SyntaxError::new(word, whole.clone(), format!("{} is not valid", quoted(word)), expected))
        };
        match (name, value.parse::<u64>()) {
            ("after", _) => {
                for part in value.split(',') {
                    let Some(before) = Before::ALL.into_iter().find(|before| before.name() == part) else {
                        let expected = suggest(part, Before::ALL.map(Before::name));
                        let problem = format!("unknown search {}", quoted(part));
                        return Err(SyntaxError::new(word, whole, problem, expected));
                    };
                    self.after.push(before);
                }
            }
            ("stop-after", Ok(nodes)) => self.node_limit = Some(nodes),
            ("stop-after", _) => return invalid("`stop-after=NODES`"),
            ("lines", Ok(lines @ 1..=255)) => self.lines = lines as u8,
            ("lines", _) => return invalid("`lines=K`, from 1 to 255"),
            ("entries", Ok(entries @ 1..=0xFFFF_FFFF)) => self.table_entries = Some(entries as usize),
            ("entries", _) => return invalid("`entries=N`, from 1 to 4294967295"),
            _ => {
                let expected = suggest(name, ["after", "stop-after", "lines", "entries"]);
                return Err(SyntaxError::new(
                    word,
                    whole,
                    format!("unknown word {}", quoted(word)),
                    expected,
                ));
            }
        }
        Ok(true)
    }
}
