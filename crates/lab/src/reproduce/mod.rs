//! The figures of the literature on game-tree search, computed by the searches of this crate.
//!
//! A [`Reproduction`] computes the figures of one table: means over random trees of a [`Family`], with their confidence
//! intervals, or exact means over all trees of a size. Each [`Figure`] is compared with the value of the literature,
//! where there is one. A difference is a finding.
//!
//! All counts are integers, and are added up. So the results do not depend on the number of threads.

mod branching_factor;
mod family;
mod figure;
mod formulas;
mod games;
mod leaf_counts;
mod lines;
mod null_window;
mod option_effort;
mod ordered_trees;
mod ordering;
mod published;
mod selective;
mod statistic;
mod table_sizes;

pub use family::{Family, MAX_EXACT, NotExact, Size};
pub use figure::{Agreement, Figure, Measured, Published, PublishedValue, Varied, compare};
pub use formulas::{alpha_beta_leaves, branching_limit, minimal_leaves, null_window_leaves};
pub use null_window::null_window_root;
pub use statistic::{Fraction, Statistic, Sums};

use std::collections::HashSet;
use std::hash::Hash;

use pvcheck::game::STRONGLY;
use pvcheck::named_enum;

macro_rules! reproductions {
    ($($variant:ident $name:literal $summary:literal $source:literal
        on $family:expr, $sizes:expr, by $measure:path,)*) => {
        named_enum! {
            Reproduction ["name"] { $($variant $name $summary,)* }
        }

        impl Reproduction {
            pub const fn source(self) -> &'static str {
                match self { $(Self::$variant => $source,)* }
            }

            pub const fn usual_family(self) -> Family {
                match self { $(Self::$variant => $family,)* }
            }

            const fn usual_sizes(self) -> &'static [(u16, u8)] {
                match self { $(Self::$variant => &$sizes,)* }
            }

            fn measure(self, query: &Query<'_>, size: Size) -> Measurements {
                match self { $(Self::$variant => $measure(query, size),)* }
            }
        }
    };
}

reproductions! {
    LeafCounts "leaf-counts"
        "Mean leaf evaluations and distinct leaves of every algorithm, and the ratio to alpha-beta."
        "Knuth & Moore 1975, Baudet 1978"
        on Family::Permutations, [(2, 2), (2, 3), (5, 3), (10, 2)], by leaf_counts::measure,
    SingleArray "single-array"
        "Lines that are truncated or wrong if the PV is kept in a single array."
        "Shawul and Muller, computer chess forum"
        on Family::Permutations, [(2, 2), (2, 3)], by lines::single_array,
    ReSearch "re-search"
        "Lines that are truncated or wrong after a re-search, by its window."
        "Reinefeld 1983; Letouzey and Schimmels, computer chess forum"
        on Family::Permutations, [(2, 3), (2, 6), (5, 3), (10, 2)], by lines::re_search,
    OrderedTrees "ordered-trees"
        "Leaf evaluations of PVS beside alpha-beta, and fail-highs on the first move, in strongly ordered trees."
        "Marsland & Campbell 1982; Belle: Thompson, as Fishburn describes it"
        on Family::Ordered(STRONGLY), [(4, 3), (8, 3), (16, 3), (24, 3)], by ordered_trees::measure,
    NullWindow "null-window"
        "Mean leaf evaluations of one null-window search, if each leaf is won with probability P."
        "Pearl 1980"
        on Family::WinLoss(500_000), [(2, 4), (2, 8), (3, 4), (5, 4), (10, 3)], by null_window::measure,
    BranchingFactor "branching-factor"
        "Growth of the leaf evaluations of alpha-beta per ply, and its limit."
        "Knuth & Moore 1975, Baudet 1978, Pearl 1982"
        on Family::Permutations, [(2, 8), (3, 6), (5, 4), (10, 3)], by branching_factor::measure,
    TableWalks "table-walks"
        "Lines that are truncated or wrong if they are read from a table after the search."
        "this project"
        on Family::Mixed, [(2, 4), (3, 3)], by lines::table_walks,
    Ordering "ordering"
        "Leaf evaluations beside alpha-beta, by how often the first move is the best one."
        "Marsland & Campbell 1982, on strongly ordered trees"
        on Family::Ordered(STRONGLY), [(8, 3), (16, 3)], by ordering::measure,
    TableSizes "table-sizes"
        "Length and correctness of lines that are read from a table, by its size and by what it replaces."
        "Breuker, Uiterwijk & van den Herik 1994, on replacement schemes"
        on Family::Permutations, [(4, 5)], by table_sizes::measure,
    OptionEffort "option-effort"
        "Nodes of a search with an option, beside those of the search without it."
        "Akl & Newborn 1977, on the principal continuation; Hyatt 2014, on exact hits at PV-nodes"
        on Family::Mixed, [(4, 5)], by option_effort::measure,
    Selective "selective"
        "Wrong lines in the single array, and unusual scores, with each selective option."
        "this project"
        on Family::Mixed, [(2, 4), (3, 3)], by selective::measure,
}

impl Reproduction {
    fn check(self, family: Family, exact: bool) -> Result<(), Refused> {
        let (fits, expected) = match self {
            Self::NullWindow => (family.probability().is_some(), "`win-loss:P`"),
            Self::OrderedTrees | Self::BranchingFactor => {
                (family != Family::Mixed, "a family of uniform trees")
            }
            Self::Ordering => (matches!(family, Family::Ordered(_)), "`ordered`"),
            _ => (true, ""),
        };
        if !fits {
            return Err(Refused::Family { name: self.name(), family, expected });
        }
        if exact && self == Self::BranchingFactor {
            return Err(Refused::NoFraction { name: self.name() });
        }
        Ok(())
    }
}

#[derive(Clone, Copy)]
pub struct Query<'r> {
    pub family: Family,
    pub branchings: &'r [u16],
    pub depths: &'r [u8],
    pub games: Option<u64>,
    pub seed: u64,
    pub exact: bool,
    pub threads: usize,
    pub progress: &'r (dyn Fn(u64) + Sync),
}

#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum Refused {
    #[error("--family: `{name}` cannot use `{family}`; expected {expected}")]
    Family { name: &'static str, family: Family, expected: &'static str },
    #[error("--branching, --depth: the games of `mixed` vary in size; expected another --family")]
    Sized,
    #[error(
        "--branching {0}: the first of so few moves is the best one more often than stated; expected at least 5"
    )]
    TooNarrow(u16),
    #[error("--branching {0}: expected from 1 to {max}", max = Size::MAX_BRANCHING)]
    Branching(u16),
    #[error("--depth {depth}: expected from {least} to {max}", max = Size::MAX_DEPTH)]
    Depth { depth: u8, least: u8 },
    #[error(
        "--branching {} --depth {}: more than {} leaves; expected smaller trees",
        .0.branching,
        .0.depth,
        Size::MAX_LEAVES
    )]
    TooLarge(Size),
    #[error("--exact: {0}")]
    NotExact(#[from] NotExact),
    #[error(
        "--exact: no usual size of this family can be enumerated; expected a smaller --branching and --depth"
    )]
    NoExactSize,
    #[error("--exact: the figures of `{name}` are no fractions; expected a sample")]
    NoFraction { name: &'static str },
}

/// The figures of a query, or why there are none.
type Measurements = Result<Vec<Measured>, Refused>;

impl Query<'_> {
    fn shown(&self, size: Size) -> Option<Size> {
        (self.family != Family::Mixed).then_some(size)
    }

    /// Returns the sizes of the trees: each branching with each depth; or the usual sizes, those that can be
    /// enumerated if the query is exact. A game of `mixed` has no size, and gets the first one.
    fn sizes(&self, reproduction: Reproduction) -> Result<Vec<Size>, Refused> {
        let usual = reproduction.usual_sizes().iter().map(|&(branching, depth)| Size { branching, depth });
        if self.family == Family::Mixed {
            let is_sized = !self.branchings.is_empty() || !self.depths.is_empty();
            return if is_sized { Err(Refused::Sized) } else { Ok(usual.take(1).collect()) };
        }
        if self.branchings.is_empty() && self.depths.is_empty() {
            let usual: Vec<Size> = usual.collect();
            let is_possible = |size: &Size| !self.exact || family::all(self.family, *size).is_ok();
            let possible: Vec<Size> = usual.iter().copied().filter(is_possible).collect();
            // If none is possible, the first one is refused with its reason.
            return Ok(if possible.is_empty() { usual } else { possible });
        }
        let (branchings, depths) = (given(self.branchings, 2), given(self.depths, 3));
        // The growth per ply is measured over two plies.
        let least = if reproduction == Reproduction::BranchingFactor { 3 } else { 1 };
        let mut sizes = Vec::new();
        for &branching in &branchings {
            if !(1..=Size::MAX_BRANCHING).contains(&branching) {
                return Err(Refused::Branching(branching));
            }
            for &depth in &depths {
                if !(least..=Size::MAX_DEPTH).contains(&depth) {
                    return Err(Refused::Depth { depth, least });
                }
                let size = Size { branching, depth };
                size.leaves().ok_or(Refused::TooLarge(size))?;
                sizes.push(size);
            }
        }
        Ok(sizes)
    }
}

fn given<N: Copy + Eq + Hash>(numbers: &[N], usual: N) -> Vec<N> {
    let mut seen = HashSet::new();
    let given: Vec<N> = numbers.iter().copied().filter(|&number| seen.insert(number)).collect();
    if given.is_empty() { vec![usual] } else { given }
}

/// Runs a reproduction; [`compare`] takes its results.
///
/// # Errors
///
/// If the query has no meaning, or its trees are too large.
pub fn measure(reproduction: Reproduction, query: &Query<'_>) -> Result<Vec<Measured>, Refused> {
    reproduction.check(query.family, query.exact)?;
    let sizes = query.sizes(reproduction)?;
    if query.exact {
        // Refuse all before the work on the first one.
        sizes.iter().try_for_each(|&size| family::all(query.family, size).map(drop))?;
    }
    let mut measured = Vec::new();
    for size in sizes {
        measured.extend(reproduction.measure(query, size)?);
    }
    Ok(measured)
}
