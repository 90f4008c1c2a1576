//! Numbered games, and what is in them.

use crate::game::{Graph, Growth, Seeded};

/// Games that have numbers; game `i` depends on `i` alone.
pub trait Games: Sync {
    /// How many there are.
    fn count(&self) -> u64;

    /// Makes `tree` game `index` and says how deep it is to be searched, at most
    /// [`CAPACITY`](crate::pv::CAPACITY) plies.
    fn game(&self, index: u64, tree: &mut Graph) -> usize;
}

/// Random games of every shape, value and sharing that [`Growth::random_game`] draws.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Random {
    /// Where they begin.
    pub seed: u64,
    /// How many.
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

/// Random games of one recipe, searched to its height.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Grown {
    /// The recipe.
    pub growth: Growth,
    /// Where they begin.
    pub seed: u64,
    /// How many.
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
        /// In how many games each feature acted. What a generator never produces, no
        /// check has ever looked at: a run of random games in which a feature acts
        /// too rarely has failed.
        #[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
        #[cfg_attr(feature = "cli", derive(serde::Serialize, serde::Deserialize))]
        pub struct Features {
            $(#[doc = $doc] pub $field: u64,)*
        }

        impl Features {
            /// Name, count and the least share in thousandths, of each feature.
            pub fn shares(&self) -> impl Iterator<Item = (&'static str, u64, u64)> {
                [$(($name, self.$field, $least),)*].into_iter()
            }

            pub(crate) fn add(&mut self, other: &Self) {
                $(self.$field += other.$field;)*
            }
        }
    };
}

features! {
    terminal_root "terminal root" 5 "The game is over at the root.",
    single_move "single move" 150 "A position that is searched has one move only.",
    early_end "early end" 300 "The game ends at a leaf before the depth runs out.",
    horizon "horizon" 50 "The depth runs out at a position that has moves.",
    ties "ties" 200 "Two moves to leaves of one position are worth the same.",
    open_choice "open choice" 400 "A position with at least two moves to positions with moves.",
    transposition "transposition" 150 "Two lines lead to one position at the same remaining depth.",
    depths "depths" 100 "A position is met at different remaining depths.",
    cycle "cycle" 40 "A position can be met again below itself.",
    mate "mate" 80 "A leaf is a mate.",
    noisy "noisy move" 150 "A position that is searched has a move marked noisy.",
    forcing "forcing move" 120 "A position that is searched has a move marked forcing.",
    pass "pass" 100 "At a position that is searched one may pass.",
    zugzwang "zugzwang" 40 "Passing at such a position is better than every move, as far as static scores say.",
}

impl Features {
    /// The features of which a run of `games` games had too few; none when the run
    /// is too small to say.
    pub fn insufficient_coverage(&self, games: u64) -> Vec<&'static str> {
        let judged = games >= 10_000;
        let rare = self.shares().filter(|&(_, count, least)| judged && count * 1000 < least * games);
        rare.map(|(name, ..)| name).collect()
    }

    /// Counts what is in one game, searched to `depth`: one pass over the positions of each ply.
    pub(crate) fn count(&mut self, graph: &Graph, depth: usize, met: &mut FeatureScratch) {
        let mut seen = Self { terminal_root: u64::from(graph.children(0).is_empty()), ..Self::default() };
        met.plies.clear();
        met.plies.resize(graph.len(), 0);
        met.here.clear();
        met.here.push(0);
        for ply in 0..=depth {
            met.below.clear();
            for &node in &met.here {
                let node = node as usize;
                seen.position(graph, node, ply, depth);
                if ply == depth {
                    continue;
                }
                for child in graph.children(node) {
                    // At ply 64 and beyond all plies are one: no search goes deeper.
                    let bit = 1 << (ply + 1).min(63);
                    let before = met.plies[child];
                    seen.transposition |= u64::from(before & bit != 0);
                    seen.depths |= u64::from(before & !bit != 0);
                    seen.cycle |= u64::from(child <= node && graph.reaches(child, node));
                    if before & bit == 0 {
                        met.plies[child] |= bit;
                        met.below.push(child as u32);
                    }
                }
            }
            std::mem::swap(&mut met.here, &mut met.below);
        }
        self.add(&seen);
    }

    /// Marks what is to be seen at one position.
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
                let open = children.filter(|&child| !graph.children(child).is_empty()).nth(1);
                self.open_choice |= u64::from(open.is_some());
                let pair = |index| (graph.child(node, index - 1), graph.child(node, index));
                self.ties |= u64::from((1..count).any(|index| is_tie(graph, pair(index))));
            }
        }
        if ply < depth {
            self.ways_out(graph, node);
        }
    }

    /// Marks what is to be seen of moves and the pass at a position that is searched.
    fn ways_out(&mut self, graph: &Graph, node: usize) {
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

/// Where positions were met while features were counted; memory that is kept.
#[derive(Default, Debug)]
pub(crate) struct FeatureScratch {
    /// The plies at which each position was met, a bit each.
    plies: Vec<u64>,
    here: Vec<u32>,
    below: Vec<u32>,
}

fn is_tie(graph: &Graph, (one, other): (usize, usize)) -> bool {
    let leaves = graph.children(one).is_empty() && graph.children(other).is_empty();
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
    fn features_are_seen_where_they_are_and_nowhere_else() {
        let none = Features::default();
        assert_eq!(features("3", 2), Features { terminal_root: 1, ..none });
        assert_eq!(features("[1 2]", 1), none);
        assert_eq!(features("-#0", 1), Features { terminal_root: 1, mate: 1, ..none });
        assert_eq!(features("[[1] #2]", 1), Features { horizon: 1, mate: 1, ..none });
        assert_eq!(
            features("[[-#0]]", 1),
            Features { single_move: 1, horizon: 1, ..none },
            "nobody comes to it"
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
        assert_eq!(features("[[!+1 2 ~0] 3]", 1), Features { horizon: 1, ..none }, "nobody searches it");
    }

    #[test]
    fn a_run_without_ties_is_refused() {
        let features = Features { ties: 10, ..Features::default() };
        assert!(features.insufficient_coverage(10_000).contains(&"ties"));
        assert!(features.insufficient_coverage(9_999).is_empty());
    }
}
