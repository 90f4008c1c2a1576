//! Numbered games, and the counts of their features.

use crate::game::{Graph, Growth, Seeded};
use crate::subject::Subject;
use crate::verdict::Finding;

/// A sequence of numbered games. Game `i` depends on `i` only.
pub trait Games: Sync {
    fn count(&self) -> u64;

    /// Writes game `index` to `tree` and returns the search depth, at most [`CAPACITY`](crate::pv::CAPACITY).
    fn game(&self, index: u64, tree: &mut Graph) -> usize;

    /// Returns a game that shows the finding, and the depth of the game: game `index` or a smaller game.
    fn counterexample(&self, index: u64, _shown: Shown<'_>) -> (Graph, usize) {
        let mut game = Graph::default();
        let depth = self.game(index, &mut game);
        (game, depth)
    }

    /// Whether the games are random. Random games are judged by the features that the games have.
    fn are_random(&self) -> bool {
        true
    }

    /// The approximate number of searches that a thread takes at once.
    fn searches_at_once(&self) -> u64 {
        super::CHUNK
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Shown<'s> {
    pub subject: &'s Subject,
    pub finding: Finding,
    /// Whether the finding breaks the guarantee of the subject.
    pub breaks: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Random {
    pub seed: u64,
    pub games: u64,
}

impl Games for Random {
    fn count(&self) -> u64 {
        self.games
    }

    fn game(&self, index: u64, tree: &mut Graph) -> usize {
        Growth::random_game(&mut Seeded::new(self.seed, index), tree)
    }
}

/// Random games of one [`Growth`], searched to its height.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Grown {
    pub growth: Growth,
    pub seed: u64,
    pub games: u64,
}

impl Games for Grown {
    fn count(&self) -> u64 {
        self.games
    }

    fn game(&self, index: u64, tree: &mut Graph) -> usize {
        self.growth.grow(&mut Seeded::new(self.seed, index), tree);
        usize::from(self.growth.height)
    }
}

macro_rules! features {
    ($($field:ident $name:literal $least:literal $doc:literal,)*) => {
        /// The number of games that have each feature. What a generator never produces is never checked, so a
        /// run of random games fails if a feature is too rare.
        #[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
        #[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize))]
        pub struct Features {
            $(#[doc = $doc] pub $field: u64,)*
        }

        impl Features {
            /// Returns the name, the count and the least share in thousandths of each feature.
            pub fn shares(&self) -> impl Iterator<Item = (&'static str, u64, u64)> {
                [$(($name, self.$field, $least),)*].into_iter()
            }

            pub fn add(&mut self, other: &Self) {
                $(self.$field += other.$field;)*
            }
        }
    };
}

features! {
    terminal_root "terminal root" 5 "The game is over at the root.",
    single_move "single move" 150 "A position that is searched has exactly one move.",
    early_end "early end" 300 "The game ends at a leaf before the depth runs out.",
    horizon "horizon" 50 "The depth runs out at a position that has moves.",
    ties "ties" 200 "Two moves of one position lead to different leaves of equal value.",
    open_choice "open choice" 400 "A position has at least two moves to positions that have moves.",
    transposition "transposition" 150 "Two lines lead to one position at the same remaining depth.",
    depths "depths" 100 "A position occurs at different remaining depths.",
    cycle "cycle" 40 "A position can occur again below itself.",
    mate "mate" 80 "A leaf is a mate.",
    noisy "noisy move" 150 "A position that is searched has a move marked noisy.",
    forcing "forcing move" 120 "A position that is searched has a move marked forcing.",
    pass "pass" 100 "A position that is searched allows a pass.",
    zugzwang "zugzwang" 40 "At such a position, the pass is better than every move by static scores.",
}

impl Features {
    /// Returns the features that too few of `games` games have; none below 10,000 games.
    pub fn insufficient_coverage(&self, games: u64) -> Vec<&'static str> {
        let is_judged = games >= 10_000;
        let rare = self.shares().filter(|&(_, count, least)| is_judged && count * 1000 < least * games);
        rare.map(|(name, ..)| name).collect()
    }

    /// Counts the features of one game that is searched to `depth`.
    pub fn count(&mut self, graph: &Graph, depth: usize, scratch: &mut FeatureScratch) {
        let mut seen = Self { terminal_root: u64::from(graph.is_leaf(0)), ..Self::default() };
        scratch.plies.clear();
        scratch.plies.resize(graph.len(), 0);
        scratch.here.clear();
        scratch.here.push(0);
        for ply in 0..=depth {
            scratch.below.clear();
            for &node in &scratch.here {
                let node = node as usize;
                seen.position(graph, node, ply, depth);
                if ply == depth {
                    continue;
                }
                for child in graph.children(node) {
                    // All plies from 63 on share one bit; searches are at most 64 plies deep.
                    let bit = 1 << (ply + 1).min(63);
                    let before = scratch.plies[child];
                    seen.transposition |= u64::from(before & bit != 0);
                    seen.depths |= u64::from(before & !bit != 0);
                    seen.cycle |= u64::from(child <= node && graph.reaches(child, node));
                    if before & bit == 0 {
                        scratch.plies[child] |= bit;
                        scratch.below.push(child as u32);
                    }
                }
            }
            std::mem::swap(&mut scratch.here, &mut scratch.below);
        }
        self.add(&seen);
    }

    fn position(&mut self, graph: &Graph, node: usize, ply: usize, depth: usize) {
        let children = graph.children(node);
        match children.len() {
            0 => {
                self.early_end |= u64::from(ply < depth && ply > 0);
                self.mate |= u64::from(graph.score(node).is_mate());
            }
            _ if ply == depth => self.horizon = 1,
            1 => self.single_move = 1,
            count => {
                let open = children.filter(|&child| !graph.is_leaf(child)).nth(1);
                self.open_choice |= u64::from(open.is_some());
                let pair = |index| (graph.child(node, index - 1), graph.child(node, index));
                self.ties |= u64::from((1..count).any(|index| is_tie(graph, pair(index))));
            }
        }
        if ply < depth {
            self.marks_and_pass(graph, node);
        }
    }

    fn marks_and_pass(&mut self, graph: &Graph, node: usize) {
        let children = graph.children(node);
        for index in 0..children.len() {
            self.noisy |= u64::from(graph.is_noisy(node, index));
            self.forcing |= u64::from(graph.is_forcing(node, index));
        }
        if let Some(pass) = graph.pass(node) {
            let best = children.map(|child| -graph.score(child)).max();
            self.pass = 1;
            self.zugzwang |= u64::from(best.is_some_and(|best| -graph.score(pass) > best));
        }
    }
}

#[derive(Default, Debug)]
pub struct FeatureScratch {
    /// For each position, the set of plies at which it occurs, as bits.
    plies: Vec<u64>,
    here: Vec<u32>,
    below: Vec<u32>,
}

fn is_tie(graph: &Graph, (one, other): (usize, usize)) -> bool {
    let leaves = graph.is_leaf(one) && graph.is_leaf(other);
    one != other && leaves && graph.score(one) == graph.score(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn features(game: &str, depth: usize) -> Features {
        let mut features = Features::default();
        features.count(&game.parse().expect("a game"), depth, &mut FeatureScratch::default());
        features
    }

    #[test]
    fn each_feature_is_counted_only_where_it_occurs() {
        let none = Features::default();
        assert_eq!(features("3", 2), Features { terminal_root: 1, ..none });
        assert_eq!(features("[1 2]", 1), none);
        assert_eq!(features("-#0", 1), Features { terminal_root: 1, mate: 1, ..none });
        assert_eq!(features("[[1] #2]", 1), Features { horizon: 1, mate: 1, ..none });
        assert_eq!(
            features("[[-#0]]", 1),
            Features { single_move: 1, horizon: 1, ..none },
            "the mate is beyond the depth"
        );
        assert_eq!(features("[1 1]", 1), Features { ties: 1, ..none });
        assert_eq!(features("[1 2]", 2), Features { early_end: 1, ..none });
        assert_eq!(features("[[1 2] [1 2]]", 1), Features { horizon: 1, open_choice: 1, ..none });
        assert_eq!(features("[[1]]", 2), Features { single_move: 1, ..none });
        let shared = Features { single_move: 1, transposition: 1, open_choice: 1, ..none };
        assert_eq!(features("[[x:[1]] [x]]", 3), shared);
        let depths = Features { single_move: 1, depths: 1, early_end: 1, ..none };
        assert_eq!(features("[x:1 [x]]", 2), depths);
        assert_eq!(
            features("x:[[x]]", 3),
            Features { single_move: 1, depths: 1, cycle: 1, horizon: 1, ..none }
        );
        assert_eq!(features("[1 !2]", 1), Features { noisy: 1, ..none });
        assert_eq!(features("[1 +2]", 1), Features { forcing: 1, ..none });
        assert_eq!(features("[1 2 ~1]", 1), Features { pass: 1, ..none });
        assert_eq!(features("[1 2 ~0]", 1), Features { pass: 1, zugzwang: 1, ..none });
        assert_eq!(
            features("[[!+1 2 ~0] 3]", 1),
            Features { horizon: 1, ..none },
            "the marked moves are beyond the depth"
        );
    }

    #[test]
    fn a_run_without_ties_has_insufficient_coverage() {
        let features = Features { ties: 10, ..Features::default() };
        assert!(features.insufficient_coverage(10_000).contains(&"ties"));
        assert!(features.insufficient_coverage(9_999).is_empty());
    }
}
