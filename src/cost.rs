//! The cost model of the search of a case, which counts the positions that it may visit in the worst case.
//!
//! The check of a case must end soon, and the oracle must visit every position of its game. So [`MAX_MET`] and
//! [`MAX_VISITED`] limit the depth of a case.

use crate::algorithm::ReSearches;
use crate::game::{Graph, Visits};
use crate::search::Selectivity;
use crate::subject::Subject;

/// The maximum number of visits of positions by minimax without a table, all of which the oracle makes.
pub const MAX_MET: u64 = 5_000_000;

/// The maximum number of positions that the search of a case may visit in the worst case, summed over all iterations,
/// windows and lines. If moves are searched twice, with a reduction or after a null move, each ply may double the
/// number. The limit takes about one minute, for games made to reach it.
pub const MAX_VISITED: u64 = 1_000_000_000;

/// The worst-case cost of searches of `game` by `subject`.
#[derive(Clone, Copy, Debug)]
pub struct Cost<'c> {
    /// The game that is searched.
    pub game: &'c Graph,
    /// The algorithm, the store and the search options.
    pub subject: &'c Subject,
}

impl Cost<'_> {
    /// Whether a search to `depth` visits at most `most` positions in the worst case ([`MAX_VISITED`]).
    pub fn is_at_most(&self, most: u64, depth: usize) -> bool {
        let ply_limits = self.subject.options.ply_limits(self.deepest(depth));
        self.game.visits_within(most / self.walks(depth), ply_limits, self.visits())
    }

    /// Returns the limit that a search to `depth` exceeds, [`MAX_MET`] or [`MAX_VISITED`]; `None` if it exceeds none.
    pub fn limit_exceeded(&self, depth: usize) -> Option<u64> {
        let deepest = self.deepest(depth);
        let ply_limits = self.subject.options.ply_limits(deepest);
        // Most searches go no further than the depth, and one walk finds the greatest depth within the limit.
        let meets_more = if ply_limits.max_pv_length == deepest {
            self.game.max_depth_within(MAX_MET, deepest) < deepest
        } else {
            !self.game.visits_within(MAX_MET, ply_limits, Visits::default())
        };
        if meets_more {
            return Some(MAX_MET);
        }
        let is_plain =
            self.visits() == Visits::default() && MAX_MET.saturating_mul(self.walks(depth)) <= MAX_VISITED;
        let fits = is_plain || self.is_at_most(MAX_VISITED, depth);
        (!fits).then_some(MAX_VISITED)
    }

    /// Returns the greatest depth, at most `wanted`, to which a search exceeds no limit.
    pub fn greatest_depth(&self, wanted: usize) -> usize {
        let fits = |depth: usize| self.limit_exceeded(depth).is_none();
        if fits(wanted) {
            return wanted;
        }
        let depths: Vec<usize> = (0..wanted).collect();
        depths.partition_point(|&depth| fits(depth)).saturating_sub(1)
    }

    /// Returns how many walks of the whole tree a search to `depth` makes in the worst case.
    fn walks(&self, depth: usize) -> u64 {
        let walks_per_search = match self.subject.algorithm.profile().re_searches {
            // Second searches in null windows are counted at each ply: see `visits`.
            ReSearches::Nowhere | ReSearches::AllWindows => 1,
            // At each ply of a line, moves are searched with a null window and then once more.
            ReSearches::OpenWindows => depth as u64 + 1,
            // Each null-window search of the root returns a score that none before it returned.
            ReSearches::Root => self.game.len() as u64,
        };
        let searches = self.subject.options.max_root_searches(depth, self.game.children(0).count());
        let threads = self.subject.options.threads.map_or(1, |threads| threads.count.into());
        searches.saturating_mul(walks_per_search).saturating_mul(threads)
    }

    /// Returns how often a search visits a position in the worst case.
    fn visits(&self) -> Visits {
        let Selectivity { null, lmr, .. } = self.subject.options.selectivity;
        let twice = self.subject.algorithm.profile().re_searches == ReSearches::AllWindows;
        Visits { twice, reduced: lmr, passed: null }
    }

    /// Returns the depth of the search, or of the deepest preceding search if the table is kept
    /// ([`PrecedingSearch::of_case`](crate::check::PrecedingSearch::of_case)).
    fn deepest(&self, depth: usize) -> usize {
        depth + usize::from(self.subject.options.keeps_table())
    }
}
