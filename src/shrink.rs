//! The shrinker, which makes a case smaller while the finding stays the same.
//!
//! It removes parts of the game and simplifies scores. The result is 1-minimal: no single `Step` makes it
//! smaller and keeps the finding. The subject and the kind of the finding stay the same; its ply may change.
//!
//! Steps of one ply seldom lead to a smaller depth. So the shrinker begins twice: with the whole case, and
//! with the game below one of its positions at the smallest depth that shows the finding.

use std::ops::Range;

use crate::case::{Case, Size, size};
use crate::check::{Harness, check_on};
use crate::feature::Schedule;
use crate::game::{Graph, Link, Marks};
use crate::score::Score;
use crate::verdict::Finding;

/// Returns the smallest case with `finding` that greedy single steps reach from `case`, as [`shrink_case`] does. A case
/// without this finding is returned unchanged.
pub fn shrink(case: &Case, finding: Finding) -> Case {
    let mut harness = Harness::default();
    shrink_case(case, |case| check_on(&mut harness, case).is_ok_and(|checked| checked.shows(finding)))
}

/// Shrinks a case like [`shrink`], for any finding, as long as `shows` is true. Several threads get the schedule with
/// the fewest switches that is found.
pub fn shrink_case(case: &Case, mut shows: impl FnMut(&Case) -> bool) -> Case {
    if case.subject.options.threads.is_none() {
        return shrink_by(case, shows);
    }
    let smaller = shrink_by(case, &mut shows);
    let mut scheduled = |case: &Case, switches| schedules(case, switches).find(&mut shows);
    let simple = scheduled(&smaller, 2).unwrap_or(smaller);
    // With other schedules a game can be smaller.
    let smallest = shrink_by(&simple, |case| scheduled(case, 1).is_some());
    scheduled(&smallest, 2).unwrap_or(smallest)
}

/// The last step before which another thread may run in the schedules that are tried.
const LAST_STEP: u32 = 64;

/// Returns the case with other schedules of its threads, of at most this many switches, and with its own schedule.
fn schedules(case: &Case, switches: usize) -> impl Iterator<Item = Case> + use<> {
    let singles = (1..=LAST_STEP).map(|first| (first, 0));
    let later = move |first| if switches < 2 { LAST_STEP + 1 } else { first + 1 };
    let pairs =
        (1..=LAST_STEP).flat_map(move |first| (later(first)..=LAST_STEP).map(move |second| (first, second)));
    let switching = singles.chain(pairs).map(|(first, second)| Schedule::switching_at(first, second));
    let case = case.clone();
    let own = case.subject.options.threads.map(|threads| threads.schedule);
    switching.chain(own).map(move |schedule| {
        let mut case = case.clone();
        case.subject.options = case.subject.options.scheduled(schedule);
        case
    })
}

/// A search that the shrinker makes smaller, with a game, a depth, and circumstances that stay unchanged.
pub trait Searched: Clone {
    /// The game.
    fn game(&self) -> &Graph;

    /// The depth to which the game is searched, in plies.
    fn depth(&self) -> usize;

    /// Returns the search with this depth and this game.
    #[must_use]
    fn with(&self, depth: usize, game: Graph) -> Self;

    /// The size by which the results of the shrinker are ordered ([`Case::size`]).
    fn size(&self) -> Size {
        size(self.game(), self.depth())
    }
}

impl Searched for Case {
    fn game(&self) -> &Graph {
        &self.game
    }

    fn depth(&self) -> usize {
        self.depth
    }

    fn with(&self, depth: usize, game: Graph) -> Self {
        Self { depth, game, ..*self }
    }
}

/// Shrinks any search like [`shrink`], as long as `shows` is true.
pub fn shrink_by<C: Searched>(case: &C, mut shows: impl FnMut(&C) -> bool) -> C {
    let part = shallower_parts(case).take(MAX_PARTS).find(|part| shows(part));
    let of_part = part.map(|part| by_single_steps(part, &mut shows));
    let of_whole = by_single_steps(case.clone(), &mut shows);
    match of_part {
        Some(of_part) if of_part.size() < of_whole.size() => of_part,
        _ => of_whole,
    }
}

/// The maximum number of positions that are tried as the root of a game of smaller depth.
const MAX_ROOTS: usize = 256;

const MAX_PARTS: usize = 1_000;

/// Returns the games below the positions nearest to the root of `case`, at each smaller depth, the smallest depth
/// first. Each game is whole, and also cut at the depth, beyond which search options may lead.
fn shallower_parts<C: Searched>(case: &C) -> impl Iterator<Item = C> {
    let roots = case.game().len().min(MAX_ROOTS);
    let places = (0..case.depth()).flat_map(move |depth| (0..roots).map(move |root| (depth, root)));
    places.flat_map(move |(depth, root)| {
        let whole = case.game().relinked(root, |_, link| Some(link));
        let cut = Some(cut_at(&whole, depth)).filter(|cut| cut.len() < whole.len());
        let games = [Some(whole), cut].into_iter().flatten();
        games.map(move |game| case.with(depth, game))
    })
}

fn by_single_steps<C: Searched>(case: C, shows: &mut impl FnMut(&C) -> bool) -> C {
    let mut best = without_blocks(case, shows);
    let mut all = steps(&best);
    // After a successful step the list of steps is made anew, and the next try is at the same index.
    // The loop ends after a whole round of steps without success. It always ends, as every
    // success makes the size smaller.
    let (mut at, mut failed) = (0, 0);
    while failed < all.len() {
        at %= all.len();
        let next = all[at].repeated(&best, shows);
        if let Some(next) = next {
            best = next;
            all = steps(&best);
            failed = 0;
        } else {
            at += 1;
            failed += 1;
        }
    }
    best
}

/// Removes halves of the positions, quarters and so on, down to pairs of neighbours, where the finding stays. Large
/// cases become small in a few hundred steps (after Zeller & Hildebrandt's delta debugging, 2002).
fn without_blocks<C: Searched>(case: C, shows: &mut impl FnMut(&C) -> bool) -> C {
    let mut best = case;
    let mut block = best.game().len() / 2;
    while block >= 2 {
        let mut start = 1;
        while start < best.game().len() {
            let game = without(best.game(), start..start + block);
            let next = best.with(best.depth(), game);
            if next.size() < best.size() && shows(&next) {
                best = next;
            } else {
                start += block;
            }
        }
        block = block.min(best.game().len()) / 2;
    }
    best
}

#[derive(Clone, Copy, Debug)]
enum ShrinkStep {
    Shallower,
    Hoist {
        parent: usize,
        node: usize,
    },
    Cut(usize),
    Without(usize),
    Unlink {
        node: usize,
        index: usize,
    },
    Unmark {
        node: usize,
        index: usize,
        but: Marks,
    },
    Rank,
    /// Replaces the scores by their ranks, except mates.
    RankOthers,
    Zero(usize),
    Nearer(usize),
    /// Limits the gaps between neighbouring distances from 0, except those of mates, in the same order.
    Gaps(u32),
    /// Brings all scores with the distance `from` or more one unit nearer to 0, except mates.
    AllNearer {
        from: u32,
    },
}

fn steps(case: &impl Searched) -> Vec<ShrinkStep> {
    let (game, nodes) = (case.game(), 0..case.game().len());
    let hoists = nodes
        .clone()
        .flat_map(|parent| game.children(parent).map(move |node| ShrinkStep::Hoist { parent, node }));
    let inner = nodes.clone().filter(|&node| !game.is_leaf(node));
    let scored = nodes.clone().filter(|&node| game.score(node) != Score::ZERO);
    let shallower = (case.depth() > 0).then_some(ShrinkStep::Shallower);
    let mut steps: Vec<ShrinkStep> =
        shallower.into_iter().chain(hoists).chain(inner.map(ShrinkStep::Cut)).collect();
    steps.extend(nodes.clone().skip(1).map(ShrinkStep::Without));
    if !game.is_tree() {
        let links = |node| (0..game.links(node).count()).map(move |index| ShrinkStep::Unlink { node, index });
        steps.extend(nodes.clone().flat_map(links));
    }
    steps.extend(nodes.flat_map(|node| unmarkings(game, node)));
    steps.push(ShrinkStep::Rank);
    if (0..game.len()).any(|node| game.score(node).is_mate()) {
        steps.push(ShrinkStep::RankOthers);
    }
    steps.extend(scored.flat_map(|node| [ShrinkStep::Zero(node), ShrinkStep::Nearer(node)]));
    let distances = distances(game);
    let largest_gap = distances.windows(2).map(|two| two[1] - two[0]).max().unwrap_or(0);
    let limits = (0..32).map(|bit| 1u32 << bit);
    steps.extend(limits.take_while(|&limit| limit < largest_gap).map(ShrinkStep::Gaps));
    steps.extend(distances.iter().skip(1).map(|&from| ShrinkStep::AllNearer { from }));
    steps
}

fn distances(game: &Graph) -> Vec<u32> {
    let scores = (0..game.len()).map(|node| game.score(node)).filter(|score| !score.is_mate());
    let mut distances: Vec<u32> = scores.map(|score| score.get().unsigned_abs()).collect();
    distances.push(0);
    distances.sort_unstable();
    distances.dedup();
    distances
}

fn unmarkings(game: &Graph, node: usize) -> impl Iterator<Item = ShrinkStep> {
    (0..game.children(node).len()).flat_map(move |index| {
        let marks = game.marks(node, index);
        let quiet = marks.noisy.then_some(Marks { noisy: false, ..marks });
        let free = marks.forcing.then_some(Marks { forcing: false, ..marks });
        quiet.into_iter().chain(free).map(move |but| ShrinkStep::Unmark { node, index, but })
    })
}

impl ShrinkStep {
    /// Returns the case after this step, or after many such steps at once if units are counted. `None` if one step does
    /// not keep the finding.
    fn repeated<C: Searched>(self, case: &C, shows: &mut impl FnMut(&C) -> bool) -> Option<C> {
        let mut after = |smaller_than: &C, units| {
            self.apply(case, units).filter(|next| next.size() < smaller_than.size() && shows(next))
        };
        let mut best = after(case, 1)?;
        if !matches!(self, Self::Nearer(_) | Self::AllNearer { .. }) {
            return Some(best);
        }
        // Twice as many units more after each success, half as many after each failure.
        let (mut done, mut more, mut has_failed) = (1u32, 2, false);
        while more > 0 {
            if let Some(next) = after(&best, done.saturating_add(more)) {
                best = next;
                done += more;
            } else {
                has_failed = true;
            }
            more = if has_failed { more / 2 } else { more * 2 };
        }
        Some(best)
    }

    /// Returns the case after this step; `None` if the depth is 0 and cannot become less.
    fn apply<C: Searched>(self, case: &C, units: u32) -> Option<C> {
        let tree = case.game();
        let with_game = |game| Some(case.with(case.depth(), game));
        match self {
            Self::Shallower => Some(case.with(case.depth().checked_sub(1)?, case.game().clone())),
            Self::Hoist { parent, node } => with_game(hoist(tree, parent, node)),
            Self::Cut(node) => with_game(cut(tree, node)),
            Self::Without(node) => with_game(without(tree, node..node + 1)),
            Self::Unlink { node, index } => with_game(unlinked(tree, node, index)),
            Self::Unmark { node, index, but } => with_game(marked(tree, node, index, but)),
            Self::Rank => with_game(ranked(tree, |_| true)),
            Self::RankOthers => with_game(ranked(tree, |score| !score.is_mate())),
            Self::Zero(node) => with_game(with_score(tree, node, Score::ZERO)),
            Self::Nearer(node) => with_game(with_score(tree, node, nearer(tree.score(node), units))),
            Self::Gaps(most) => with_game(with_gaps(tree, most)),
            Self::AllNearer { from } => with_game(all_nearer(tree, from, units)),
        }
    }
}

fn nearer(score: Score, units: u32) -> Score {
    let size = i64::from(score.get().unsigned_abs().saturating_sub(units));
    match score {
        mate if mate.is_mate() => mate.nearer(units as usize).clamp(Score::MIN, Score::MAX),
        positive if positive > Score::ZERO => Score::saturating(size),
        _ => Score::saturating(-size),
    }
}

fn with_gaps(tree: &Graph, most: u32) -> Graph {
    let distances = distances(tree);
    let mut limited = vec![0; distances.len()];
    for index in 1..distances.len() {
        limited[index] = limited[index - 1] + (distances[index] - distances[index - 1]).min(most);
    }
    with_distances(tree, |distance| {
        distances.binary_search(&distance).map_or(distance, |index| limited[index])
    })
}

/// Brings the distances from 0 that are at least `from` nearer by `units`. The number of units is less if a distance
/// would otherwise fall below a smaller one.
fn all_nearer(tree: &Graph, from: u32, units: u32) -> Graph {
    let before = distances(tree).into_iter().filter(|&distance| distance < from).max().unwrap_or(0);
    let units = units.min(from - before);
    with_distances(tree, |distance| if distance < from { distance } else { distance - units })
}

fn with_distances(tree: &Graph, new: impl Fn(u32) -> u32) -> Graph {
    let mut changed = tree.clone();
    for node in 0..tree.len() {
        let score = tree.score(node);
        if !score.is_mate() {
            let distance = score.get().unsigned_abs();
            changed.set_score(node, nearer(score, distance - new(distance)));
        }
    }
    changed
}

pub(crate) fn hoist(tree: &Graph, parent: usize, node: usize) -> Graph {
    let instead = |child: usize| if child == parent { node } else { child };
    tree.relinked(instead(0), |_, link| Some(Link { to: instead(link.to), ..link }))
}

fn cut(tree: &Graph, node: usize) -> Graph {
    tree.relinked(0, |at, link| (at != node).then_some(link))
}

fn cut_at(tree: &Graph, plies: usize) -> Graph {
    // Positions are numbered in breadth-first order along the moves.
    let mut distances = vec![usize::MAX; tree.len()];
    distances[0] = 0;
    for node in 0..tree.len() {
        for child in tree.children(node) {
            distances[child] = distances[child].min(distances[node].saturating_add(1));
        }
    }
    tree.relinked(0, |at, link| (distances[at] < plies).then_some(link))
}

fn unlinked(tree: &Graph, node: usize, index: usize) -> Graph {
    let links = |at: usize, out: &mut Vec<Link>| {
        out.extend(tree.links(at).enumerate().filter(|&own| at != node || own.0 != index).map(|own| own.1));
    };
    tree.rebuild(0, links, |at| tree.score(at))
}

fn without(tree: &Graph, gone: Range<usize>) -> Graph {
    tree.relinked(0, |_, link| (!gone.contains(&link.to)).then_some(link))
}

/// Replaces the scores for which `counts` is true by their ranks, so that signs stay. Negative scores become -1, -2,
/// ... from the highest down, the others 0, 1, 2, ... from the lowest up.
fn ranked(tree: &Graph, counts: impl Fn(Score) -> bool) -> Graph {
    let mut scores: Vec<Score> =
        (0..tree.len()).map(|node| tree.score(node)).filter(|&score| counts(score)).collect();
    scores.push(Score::ZERO);
    scores.sort_unstable();
    scores.dedup();
    let rank = |score: Score| scores.binary_search(&score).map_or(0, |rank| rank as i64);
    let zero = rank(Score::ZERO);
    let score = |node| match tree.score(node) {
        score if counts(score) => Score::saturating(rank(score) - zero),
        score => score,
    };
    tree.rebuild(0, |at, out| out.extend(tree.links(at)), score)
}

fn marked(tree: &Graph, node: usize, index: usize, marks: Marks) -> Graph {
    let mut changed = tree.clone();
    changed.mark(node, index, marks);
    changed
}

fn with_score(tree: &Graph, node: usize, score: Score) -> Graph {
    let mut changed = tree.clone();
    changed.set_score(node, score);
    changed
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::check;
    use crate::verdict::LineKind;

    fn case(depth: usize, game: &str) -> Case {
        format!("v1 alpha-beta-hard+single-array depth={depth} {game}").parse().expect("a case")
    }

    /// Returns the shrunk game, where `shows` states the finding.
    fn shrunk(depth: usize, game: &str, shows: impl FnMut(&Case) -> bool) -> String {
        shrink_by(&case(depth, game), shows).game.to_string()
    }

    /// Returns every game with one position less or one score nearer to zero, by the definition of 1-minimal and
    /// without the shrinker.
    fn all_smaller_by_one_step(tree: &Graph) -> Vec<Graph> {
        let mut trees = Vec::new();
        for gone in 1..tree.len() {
            let keep =
                |at: usize, out: &mut Vec<Link>| out.extend(tree.links(at).filter(|link| link.to != gone));
            trees.push(tree.rebuild(0, keep, |at| tree.score(at)));
        }
        for node in (0..tree.len()).filter(|&node| tree.score(node) != Score::ZERO) {
            let mut nearer = tree.clone();
            let score = tree.score(node);
            nearer.set_score(node, if score > Score::ZERO { score - 1 } else { score + 1 });
            trees.push(nearer);
        }
        trees
    }

    #[test]
    fn a_large_counterexample_becomes_one_minimal() {
        let case = case(4, "[[[5 -3[2 8]] [[9 1] 4]] [[[7 7] 6] [3 [2 2]]] 9]");
        let finding = check(&case).expect("within capacity").finding();
        let small = shrink(&case, finding);
        assert_eq!(check(&small).expect("within capacity").finding(), finding);
        assert!(small.size() < case.size());
        for game in all_smaller_by_one_step(&small.game) {
            let next = Case { game, ..small.clone() };
            assert!(!check(&next).expect("within capacity").shows(finding), "{next} is smaller");
        }
    }

    #[test]
    fn each_kind_of_step_is_needed() {
        // Only less depth helps: the game itself must stay.
        let game = case(3, "[0]").game;
        assert_eq!(shrink_by(&case(3, "[0]"), |next| next.game == game).depth, 0);
        // Three moves of one position that is one ply too deep: only hoisting it helps.
        assert_eq!(shrunk(1, "[[0 0 0]]", |next| next.game.to_string().contains("0 0 0")), "[0 0 0]");
        // Only cutting below a position helps: the position must stay.
        let two_moves = |next: &Case| next.game.children(0).len() == 2;
        assert_eq!(shrunk(1, "[[0] [0]]", two_moves), "[0 0]");
        // Only removing a position helps: its sibling with a child must stay.
        assert_eq!(shrunk(2, "[0 [0]]", |next| next.game.to_string().contains("[0]]")), "[[0]]");
        // Only ranks help: neither score may become zero or change by one unit alone.
        let distant_or_ranks = |next: &Case| {
            let [a, b] =
                [1, 2].map(|node| if node < next.game.len() { next.game.score(node).get() } else { 0 });
            (a, b) == (700, 900) || (a, b) == (1, 2)
        };
        assert_eq!(shrunk(1, "[700 900]", distant_or_ranks), "[1 2]");
        // Only zero helps: the score must not have any value between.
        let ends = |next: &Case| next.game.score(0) == Score::ZERO || next.game.score(0).get() == 700;
        assert_eq!(shrunk(0, "700", ends), "0");
        // Only steps of one unit help: the score may not become a rank, which is below 5.
        assert_eq!(shrunk(0, "700", |next| next.game.score(0).get() >= 5), "5");
        // Only removing one mark helps: the other one must stay.
        let forcing = |next: &Case| next.game.to_string().contains('+');
        assert_eq!(shrunk(1, "[!+0]", forcing), "[+0]");
        // Only removing the pass helps: a move leads to its target too.
        assert_eq!(shrunk(1, "[0 a:0 ~a]", |next| next.game.children(0).len() == 2), "[0 0]");
    }

    #[test]
    fn a_part_of_the_game_at_a_smaller_depth_is_tried() {
        let game = "[[[3 1] [3 0]] [[5 2] [4 4]]]";
        for subject in [
            "alpha-beta-hard+single-array",
            "alpha-beta-hard+single-array-bare",
            "alpha-beta-soft+single-array",
        ] {
            let case: Case = format!("v1 {subject} depth=3 {game}").parse().expect("a case");
            let finding = check(&case).expect("within capacity").finding();
            assert_eq!(shrink(&case, finding).to_string(), format!("v1 {subject} depth=2 [[1 0] [1 0]]"));
        }
        // Only a cut at the depth helps: search options lead further.
        let cut = |next: &Case| next.depth == 3 || next.depth == 1 && next.game.to_string() == "[0 0]";
        assert_eq!(shrunk(3, "[[0 0] [[0] 0]]", |next| cut(next) && next.game.len() > 2), "[0 0]");
    }

    /// Returns the shrunk game, and the number of calls of `shows`.
    fn counted(depth: usize, game: &str, mut shows: impl FnMut(&Case) -> bool) -> (String, usize) {
        let mut calls = 0;
        let game = shrunk(depth, game, |next| {
            calls += 1;
            shows(next)
        });
        (game, calls)
    }

    #[test]
    fn large_scores_shrink_in_few_steps() {
        let (game, calls) = counted(0, "998999999", |next| next.game.score(0).get() >= 12_345);
        assert!(game == "12345" && calls < 100, "{game}: {calls} calls");
        // Neither score may come nearer to 0 without the other one.
        let two =
            |next: &Case| (next.game.len() == 3).then(|| [1, 2].map(|node| next.game.score(node).get()));
        let next_to_each_other =
            |next: &Case| two(next).is_some_and(|[a, b]| b == a + 1 && a >= 1_000 || b == -a && b >= 2_000);
        let (game, calls) = counted(1, "[900000000 900000001]", next_to_each_other);
        assert!(game == "[1000 1001]" && calls < 200, "{game}: {calls} calls");
        let (game, calls) = counted(1, "[-900000000 900000000]", next_to_each_other);
        assert!(game == "[-2000 2000]" && calls < 200, "{game}: {calls} calls");
        // The gap must stay, and the order of all scores.
        let with_gap = |next: &Case| {
            let scores: Vec<i32> = (1..next.game.len()).map(|node| next.game.score(node).get()).collect();
            let gaps: Vec<i32> = scores.windows(2).map(|two| two[1] - two[0]).collect();
            gaps.len() == 199 && gaps.iter().all(|&gap| gap > 0) && gaps[100] > 1_000
        };
        let scores: Vec<String> = (0..200).map(|node| (700_000_000 + node * 1_000_003).to_string()).collect();
        let (game, calls) = counted(1, &format!("[{}]", scores.join(" ")), with_gap);
        assert!(game.starts_with("[0 1 2 3 ") && game.ends_with(" 1199]"), "{game}");
        assert!(calls < 40_000, "{calls} calls");
    }

    #[test]
    fn mates_come_nearer_and_may_stay_while_other_scores_become_ranks() {
        let has_mate = |next: &Case| (0..next.game.len()).any(|node| next.game.score(node).is_mate());
        // Only ranks of the other scores help: the mate must stay, and neither score may become zero or change
        // by one unit alone.
        let beside_mate = |next: &Case| {
            let text = next.game.to_string();
            text == "[#3 700 900]" || text == "[#3 1 2]"
        };
        assert_eq!(shrunk(1, "[#3 700 900]", beside_mate), "[#3 1 2]");
        // A mate becomes nearer ply by ply, up to the end of the game.
        assert_eq!(shrunk(0, "#7", has_mate), "#0");
        assert_eq!(shrunk(0, "-#7", has_mate), "-#0");
        let at_least_4 = |next: &Case| next.game.score(0).is_mate() && next.game.score(0) <= Score::MAX - 4;
        assert_eq!(shrunk(0, "#7", at_least_4), "#4");
        // A score that is no mate is smaller than every mate.
        assert_eq!(shrunk(0, "#0", |next| next.game.score(0) > Score::ZERO), "1");
    }

    #[test]
    fn a_game_of_tens_of_thousands_of_positions_shrinks_quickly() {
        let replies: Vec<String> =
            (0..20_000).map(|i| format!("[{} {}]", i * 7919 % 1000, i * 104_729 % 997)).collect();
        let large = case(2, &format!("[{}]", replies.join(" ")));
        let finding = check(&large).expect("within capacity").finding();
        assert!(shrink(&large, finding).game.len() <= 7);
    }

    #[test]
    fn a_case_without_the_finding_is_returned_unchanged() {
        let case: Case = "v1 pvs-soft+triangular depth=2 [[3 5] [2 9]]".parse().expect("a case");
        assert_eq!(shrink(&case, Finding::Line(LineKind::Illegal)), case);
    }
}
