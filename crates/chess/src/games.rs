//! Chess positions as the games of a campaign.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::{Mutex, PoisonError};

use crate::{ChessPosition, EpdRecord};
use pvcheck::campaign::{Games, Shown};
use pvcheck::case::Case;
use pvcheck::check::{Harness, check_on};
use pvcheck::game::{Freeze, Graph, TooLarge, freeze};
use pvcheck::position::{Position, legal_moves};
use pvcheck::search::SearchOptions;
use pvcheck::subject::Subject;

/// A position, and its text.
type Given<'p> = (&'p ChessPosition, &'p str);

/// Chess positions, each with its game tree as a graph ([`freeze()`]), so that searches and oracle read arrays and
/// never make a move. The graph contains the positions that searches with these options to this depth visit, and the
/// preceding searches of a kept table. A graph exists only while its position is searched.
#[derive(Debug)]
pub struct ChessGames {
    records: Vec<EpdRecord>,
    depth: usize,
    options: Vec<SearchOptions>,
    positions: usize,
    shallower: Mutex<BTreeMap<u64, usize>>,
    /// The graphs of the positions that were tried as counterexamples, by text and depth, with their options.
    tried: Mutex<Tried>,
}

type Tried = HashMap<(String, usize, SearchOptions), Option<Graph>>;

/// A record that was searched less deep than requested.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shallower {
    /// The id of the record, or its number from 1.
    pub record: String,
    /// The depth to which the record was searched.
    pub depth: usize,
}

impl ChessGames {
    /// The maximum number of positions of a graph. The memory for a graph of this size is about 300 MB during its construction.
    pub const MOST_POSITIONS: usize = 2_000_000;

    /// The positions of these records, searched to `depth` with the options of these subjects. A record whose graph
    /// would have more than `positions` positions is searched less deep: see [`ChessGames::shallower`].
    pub fn new(records: Vec<EpdRecord>, depth: usize, subjects: &[Subject], positions: usize) -> Self {
        let mut seen = HashSet::new();
        let options = subjects.iter().map(|subject| subject.options);
        let options = options.filter(|&options| seen.insert(options)).collect();
        let (shallower, tried) = Default::default();
        Self { records, depth, options, positions, shallower, tried }
    }

    /// Returns the records that were searched less deep than requested, as their graphs would be too large.
    pub fn shallower(&self) -> Vec<Shallower> {
        let found = self.shallower.lock().unwrap_or_else(PoisonError::into_inner);
        let named = |(&index, &depth): (&u64, &usize)| {
            let id = self.records[index as usize].id();
            Shallower { record: id.map_or_else(|| format!("number {}", index + 1), str::to_owned), depth }
        };
        found.iter().map(named).collect()
    }

    /// Finds the records that are searched less deep, without searching any.
    pub fn survey(&self) {
        let mut game = Graph::default();
        for index in 0..self.count() {
            self.game(index, &mut game);
        }
    }

    /// Returns the graph that searches of `position` to `depth` with these options visit. `text` is the name of the root.
    ///
    /// # Errors
    ///
    /// If the graph has more than `positions` positions.
    pub fn frozen(
        (position, text): Given<'_>,
        depth: usize,
        options: &[SearchOptions],
        positions: usize,
    ) -> Result<Graph, TooLarge> {
        let mut searches = Vec::new();
        for options in options {
            // A kept table is filled by a deeper search.
            let ply_limits = options.ply_limits(depth + usize::from(options.keeps_table()));
            if !searches.contains(&ply_limits) {
                searches.push(ply_limits);
            }
        }
        let mut graph = freeze(position, &Freeze { searches, positions })?.graph;
        graph.set_position_name(0, text);
        Ok(graph)
    }

    ///
    /// # Errors
    ///
    /// If its graph has more than [`ChessGames::MOST_POSITIONS`] positions.
    pub fn case((position, text): Given<'_>, depth: usize, subject: Subject) -> Result<Case, TooLarge> {
        let game = Self::frozen((position, text), depth, &[subject.options], Self::MOST_POSITIONS)?;
        Ok(Case { subject, depth, expect: None, game })
    }

    /// Returns a case that shows `shown` at the smallest depth, with the position of the record or a position after a move.
    fn smallest(&self, record: &EpdRecord, depth: usize, shown: Shown<'_>) -> Option<Case> {
        let root = record.position();
        // Without the history, so that the FEN is all of it.
        let after = legal_moves(root).into_iter().filter_map(|mv| {
            let fen = root.play(mv).name()?;
            Some((fen.parse().ok()?, fen))
        });
        let own = std::iter::once((root.clone(), text(record).to_owned()));
        let positions: Vec<(ChessPosition, String)> = own.chain(after).collect();
        let mut harness = Harness::default();
        let mut case_if_shown = |(position, text): &(ChessPosition, String), depth| {
            let case = self.tried_case((position, text), depth, shown)?;
            let checked = check_on(&mut harness, &case).ok()?;
            (checked.shows(shown.finding) && !(shown.breaks && checked.is_kept())).then_some(case)
        };
        let less = (1..depth).find_map(|depth| positions.iter().find_map(|one| case_if_shown(one, depth)));
        less.or_else(|| case_if_shown(&positions[0], depth))
    }

    fn tried_case(&self, (position, text): Given<'_>, depth: usize, shown: Shown<'_>) -> Option<Case> {
        let subject = *shown.subject;
        let mut tried = self.tried.lock().unwrap_or_else(PoisonError::into_inner);
        // Options with the same limits share a graph.
        let same = |options: &&SearchOptions| {
            options.keeps_table() == subject.options.keeps_table()
                && options.ply_limits(depth) == subject.options.ply_limits(depth)
        };
        let options = *self.options.iter().find(same).unwrap_or(&subject.options);
        let freeze = || Self::frozen((position, text), depth, &[options], self.positions).ok();
        let game = tried.entry((text.to_owned(), depth, options)).or_insert_with(freeze).clone()?;
        Some(Case { subject, depth, expect: None, game })
    }
}

fn text(record: &EpdRecord) -> &str {
    record.uci_position().trim_start_matches("fen ")
}

impl Games for ChessGames {
    fn count(&self) -> u64 {
        self.records.len() as u64
    }

    fn game(&self, index: u64, tree: &mut Graph) -> usize {
        let record = &self.records[index as usize];
        let mut depth = self.depth;
        // Graphs are large: this is the memory for the next one.
        *tree = Graph::default();
        loop {
            match Self::frozen((record.position(), text(record)), depth, &self.options, self.positions) {
                Ok(graph) => {
                    *tree = graph;
                    return depth;
                }
                Err(error) => {
                    assert!(depth > 0, "a graph has room for one position");
                    depth = error.plies.min(depth - 1);
                    let mut shallower = self.shallower.lock().unwrap_or_else(PoisonError::into_inner);
                    shallower.insert(index, depth);
                }
            }
        }
    }

    /// A real chess position, at the smallest depth found.
    fn counterexample(&self, index: u64, shown: Shown<'_>) -> (Graph, usize) {
        let shallower = self.shallower.lock().unwrap_or_else(PoisonError::into_inner).get(&index).copied();
        let depth = shallower.unwrap_or(self.depth);
        match self.smallest(&self.records[index as usize], depth, shown) {
            Some(case) => (case.game, case.depth),
            // Keys of positions, and with them collisions in a table, are those of the whole graph. Without the name,
            // it is shrunk like any other game.
            None => {
                let mut game = Graph::default();
                let depth = self.game(index, &mut game);
                game.set_position_name(0, "");
                (game, depth)
            }
        }
    }

    fn are_random(&self) -> bool {
        false
    }

    fn searches_at_once(&self) -> u64 {
        1
    }
}
