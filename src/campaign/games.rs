//! Numbered games, and what is in them.

use crate::game::{Growth, Seeded, Tree};

/// Games that have numbers; game `i` depends on `i` alone.
pub trait Games: Sync {
    /// How many there are.
    fn count(&self) -> u64;

    /// Makes `tree` game `index` and says how deep it is to be searched, at most
    /// [`CAPACITY`](crate::pv::CAPACITY) plies.
    fn game(&self, index: u64, tree: &mut Tree) -> usize;
}

/// Random games of every shape and value that [`Growth::wild`] draws.
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

    fn game(&self, index: u64, tree: &mut Tree) -> usize {
        let mut choices = Seeded::new(self.seed, index);
        let (growth, depth) = Growth::wild(&mut choices);
        growth.grow(&mut choices, tree);
        usize::from(depth)
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

    fn game(&self, index: u64, tree: &mut Tree) -> usize {
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
    ties "ties" 300 "Two moves to leaves of one position are worth the same.",
    open_choice "open choice" 400 "A position with at least two moves to positions with moves.",
}

impl Features {
    /// The features of which a run of `games` games had too few; none when the run
    /// is too small to say.
    pub fn too_rare(&self, games: u64) -> Vec<&'static str> {
        let judged = games >= 10_000;
        let rare = self.shares().filter(|&(_, count, least)| judged && count * 1000 < least * games);
        rare.map(|(name, ..)| name).collect()
    }

    /// Counts what is in one game, searched to `depth`. One pass over the levels.
    pub(crate) fn count(&mut self, tree: &Tree, depth: usize) {
        let (mut single, mut early, mut horizon, mut ties, mut choice) = (false, false, false, false, false);
        let mut level = 0..1;
        for ply in 0..=depth {
            let mut next = level.end..level.end;
            for node in level {
                let children = tree.children(node);
                next.end = next.end.max(children.end);
                match children.len() {
                    0 => early |= ply < depth && ply > 0,
                    _ if ply == depth => horizon = true,
                    1 => single = true,
                    _ => {
                        choice |= children
                            .clone()
                            .filter(|&child| !tree.children(child).is_empty())
                            .nth(1)
                            .is_some();
                        ties |= children.skip(1).any(|child| is_tie(tree, child - 1, child));
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            level = next;
        }
        self.terminal_root += u64::from(tree.len() == 1);
        self.single_move += u64::from(single);
        self.early_end += u64::from(early);
        self.horizon += u64::from(horizon);
        self.ties += u64::from(ties);
        self.open_choice += u64::from(choice);
    }
}

fn is_tie(tree: &Tree, one: usize, other: usize) -> bool {
    let leaves = tree.children(one).is_empty() && tree.children(other).is_empty();
    leaves && tree.score(one) == tree.score(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn features(game: &str, depth: usize) -> Features {
        let mut features = Features::default();
        features.count(&game.parse().expect("a tree"), depth);
        features
    }

    #[test]
    fn features_are_seen_where_they_are_and_nowhere_else() {
        let none = Features::default();
        assert_eq!(features("3", 2), Features { terminal_root: 1, ..none });
        assert_eq!(features("[1 2]", 1), none);
        assert_eq!(features("[1 1]", 1), Features { ties: 1, ..none });
        assert_eq!(features("[1 2]", 2), Features { early_end: 1, ..none });
        assert_eq!(features("[[1 2] [1 2]]", 1), Features { horizon: 1, open_choice: 1, ..none });
        assert_eq!(features("[[1]]", 2), Features { single_move: 1, ..none });
    }

    #[test]
    fn a_run_without_ties_is_refused() {
        let features = Features { ties: 10, ..Features::default() };
        assert!(features.too_rare(10_000).contains(&"ties"));
        assert!(features.too_rare(9_999).is_empty());
    }
}
