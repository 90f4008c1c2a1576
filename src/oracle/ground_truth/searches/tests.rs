//! A search that makes use of all rules at random, judged at every node by the witnessed values and by its trace.

use crate::game::{Choices, Graph, Growth, Seeded};
use crate::oracle::ground_truth::tests::random_rules;
use crate::oracle::trace::{Fit, ShownOutcome, Trace};
use crate::oracle::witnessed::ClaimPlace;
use crate::oracle::{
    ClaimValidity, Drafts, Extended, ExtraPlies, Plies, ReplayResult, RootMoveSet, Rules, Witnessed,
};
use crate::position::{Move, Position};
use crate::score::{Bound, Score, Window};
use crate::told::Entry;
use crate::told::{SkipReason, Told, Why};

/// A run of searches of one root to increasing depths, with one table.
struct CorrectSearch<'s, P> {
    rules: Rules,
    sets: &'s Witnessed<P>,
    trace: Trace<P>,
    choices: Seeded,
    is_hard: bool,
    path: Vec<P>,
    /// The stored entries of nodes, with position, draft and claim.
    table: Vec<(P, usize, Bound, Score)>,
    /// The depth of the current search.
    depth: usize,
    checked: u64,
    faults: u64,
    /// The number of results that do not follow from the trace.
    underived: u64,
    /// The line of the last node whose search ended; the line counts if the score of the node is inside its window.
    line: Vec<Move>,
}

impl<P: Position> CorrectSearch<'_, P> {
    fn may(&mut self) -> bool {
        self.choices.one_in(2)
    }

    fn tell(&mut self, ply: usize, told: Told) {
        assert!(self.trace.told(ply, &told).is_ok());
    }

    fn leave<T>(&mut self, ply: usize, why: Why, result: T) -> T {
        self.tell(ply, Told::Leaves(why));
        result
    }

    /// Searches a node. Scores and windows are counted from the node.
    fn visit(
        &mut self,
        position: &P,
        ply: usize,
        remaining: usize,
        window: Window,
        excluded: Option<Move>,
    ) -> Score {
        self.path.truncate(ply);
        self.line.clear();
        self.trace.enter(position, ply, remaining);
        if let Some(mv) = excluded {
            self.tell(ply, Told::Without(mv));
        }
        let found = self.search(position, ply, remaining, window, excluded);
        self.underived += u64::from(self.trace.exit(position, remaining, window, found).is_err());
        if excluded.is_none() {
            self.checked += 1;
            let bound = window.bound(found);
            if self.sets.claim(position, remaining, bound, found) != ClaimValidity::Valid {
                self.faults += 1;
            }
        }
        found
    }

    fn search(
        &mut self,
        position: &P,
        ply: usize,
        remaining: usize,
        window: Window,
        excluded: Option<Move>,
    ) -> Score {
        if self.rules.draws() && self.path[..ply].contains(position) {
            return self.leave(ply, Why::Draw, Score::ZERO);
        }
        let (mut window, passed) = (window, window);
        if self.rules.mate_distance && !position.is_terminal() && self.may() {
            window.alpha = window.alpha.max(Score::MIN);
            self.tell(ply, Told::Alpha(Score::MIN));
            window.beta = window.beta.min(Score::MAX - 1);
            if window.alpha >= window.beta {
                return window.alpha;
            }
        }
        if position.is_terminal() {
            return position.evaluate();
        }
        let horizon = self.rules.horizon;
        let probes = self.rules.drafts != Drafts::NoTable
            && excluded.is_none()
            && (!horizon.is_past(remaining) || remaining == horizon.plies && self.rules.leaves);
        if probes
            && ply > 0
            && self.may()
            && let Some(entry) = self.probe(position, remaining, window)
        {
            return self.leave(ply, Why::Table(entry), entry.score);
        }
        self.path.push(position.clone());
        let (mut found, draft) = if horizon.is_past(remaining) {
            (self.quiesce(position, ply, remaining, window), remaining)
        } else {
            self.expand(position, ply, remaining, window, excluded)
        };
        if self.is_hard {
            found = found.clamp(window.alpha, window.beta);
        }
        if probes {
            self.table.push((position.clone(), draft, passed.bound(found), found));
        }
        found
    }

    fn probe(&mut self, position: &P, remaining: usize, window: Window) -> Option<Entry> {
        let deeper = self.rules.drafts == Drafts::Deeper;
        let usable: Vec<_> = self
            .table
            .iter()
            .filter(|(other, draft, ..)| {
                other == position && (*draft == remaining || deeper && *draft > remaining)
            })
            .filter(|(.., bound, score)| match bound {
                Bound::Exact => true,
                Bound::Lower => *score >= window.beta,
                Bound::Upper => *score <= window.alpha,
            })
            .collect();
        let &(_, draft, bound, score) = usable.get(self.choices.below(usable.len().max(1) as u32) as usize)?;
        let draft = self.rules.horizon.depth(*draft);
        Some(Entry { key: position.key(), draft, bound: *bound, score: *score, mv: Move::NULL })
    }

    fn quiesce(&mut self, position: &P, ply: usize, remaining: usize, mut window: Window) -> Score {
        let (mut best, mut line) = (position.evaluate(), Vec::new());
        window.alpha = window.alpha.max(best);
        let mut moves = Vec::new();
        self.rules.horizon.moves(position, remaining, &mut moves);
        for mv in moves {
            if best >= window.beta {
                break;
            }
            let score =
                self.visit(&position.play(mv), ply + 1, remaining - 1, window.for_child(), None).for_parent();
            if score > best && !self.rules.horizon.hides {
                line = self.line_after(mv);
            }
            best = best.max(score);
            window.alpha = window.alpha.max(best);
        }
        self.line = line;
        best
    }

    /// A move and the line after it.
    fn line_after(&self, mv: Move) -> Vec<Move> {
        std::iter::once(mv).chain(self.line.iter().copied()).collect()
    }

    fn plies(&mut self, plies: Plies) -> usize {
        usize::from(plies.least) + self.choices.below(u32::from(plies.most - plies.least) + 1) as usize
    }

    fn cutoff(&mut self, position: &P, ply: usize, remaining: usize, window: Window) -> Option<Score> {
        let Rules { horizon, null, static_null, razoring, .. } = self.rules;
        let depth = horizon.depth(remaining);
        let evaluation = position.evaluate();
        let above = Window::new(window.beta - 1, window.beta);
        if let Some(plies) = null.filter(|_| depth >= 2)
            && let Some(after) = position.pass()
            && self.may()
        {
            let less = (depth - 1).saturating_sub(self.plies(plies)) + horizon.plies;
            self.tell(ply, Told::Move(Move::NULL, less));
            let score = self.visit(&after, ply + 1, less, above.for_child(), None).for_parent();
            if score >= window.beta {
                return self.leave(ply, Why::Pass, Some(score));
            }
        }
        if let Some(less) = static_null.and_then(|margin| evaluation.with_margin(-margin.margin_at(depth)?))
            && less >= window.beta
            && self.may()
        {
            return self.leave(ply, Why::Static(evaluation), Some(less));
        }
        if let Some(more) = razoring.and_then(|margin| evaluation.with_margin(margin.margin_at(depth)?))
            && more <= window.alpha
            && self.may()
        {
            return self.leave(ply, Why::Static(evaluation), Some(evaluation));
        }
        None
    }

    /// The moves of a node, of which a few are searched before all others.
    fn ordered(&mut self, position: &P) -> Vec<Move> {
        let mut moves = Vec::new();
        position.moves(&mut moves);
        for first in 0..usize::from(self.rules.reorders).min(moves.len()) {
            if self.may() {
                let from = first + self.choices.below((moves.len() - first) as u32) as usize;
                moves[first..=from].rotate_right(1);
            }
        }
        moves
    }

    fn expand(
        &mut self,
        position: &P,
        ply: usize,
        mut remaining: usize,
        mut window: Window,
        excluded: Option<Move>,
    ) -> (Score, usize) {
        let Rules { horizon, .. } = self.rules;
        let is_pruned = !window.is_open();
        let reduction = self.rules.iir.filter(|_| horizon.depth(remaining) >= 2 && ply > 0);
        let reduction = reduction.map(|plies| self.plies(plies)).filter(|_| self.may());
        let reduced =
            horizon.plies + (horizon.depth(remaining).saturating_sub(reduction.unwrap_or(0))).max(1);
        if reduction.is_some() && self.may() {
            remaining = reduced;
            self.tell(ply, Told::Reduced(remaining));
        }
        if is_pruned
            && excluded.is_none()
            && let Some(score) = self.cutoff(position, ply, remaining, window)
        {
            return (score, remaining);
        }
        let (depth, mut was_tested) = (horizon.depth(remaining), false);
        if (self.rules.deepens_inside || self.rules.singular) && excluded.is_none() && self.choices.one_in(4)
        {
            let less = horizon.plies + self.choices.below(depth as u32) as usize;
            let mut moves = Vec::new();
            position.moves(&mut moves);
            let tested = self.rules.singular && moves.len() > 1 && less > horizon.plies && self.may();
            let without = tested.then(|| moves[self.choices.below(moves.len() as u32) as usize]);
            if self.rules.deepens_inside || without.is_some() {
                self.visit(position, ply, less, window, without);
                was_tested = true;
                self.path.truncate(ply);
                self.path.push(position.clone());
            }
        }
        if reduced < remaining {
            remaining = reduced;
            self.tell(ply, Told::Reduced(remaining));
        }
        let depth = horizon.depth(remaining);
        let (mut best, mut line) = (None, Vec::new());
        let mut moves = self.ordered(position);
        moves.retain(|&mv| Some(mv) != excluded);
        for (index, mv) in moves.into_iter().enumerate() {
            if index > 0
                && is_pruned
                && let Some((reason, score)) = self.skips((position, mv), index, depth, window.alpha)
            {
                self.tell(ply, Told::Skipped(mv, reason));
                best = best.max(score);
                continue;
            }
            let after = self.after(position, mv, ply, remaining, was_tested);
            let score = self.search_move(position, mv, index, ply, remaining, after, window);
            best = best.max(Some(score));
            if score > window.alpha {
                line = self.line_after(mv);
            }
            window.alpha = window.alpha.max(score);
            if score >= window.beta {
                break;
            }
        }
        self.line = line;
        (best.expect("the first move is searched"), remaining)
    }

    /// Whether a move is left out, and the score that it then counts with.
    fn skips(
        &mut self,
        (position, mv): (&P, Move),
        index: usize,
        depth: usize,
        alpha: Score,
    ) -> Option<(SkipReason, Option<Score>)> {
        if position.is_noisy(mv) {
            return None;
        }
        let late = self.rules.move_count.is_some_and(|count| index >= usize::from(count));
        if late && self.may() {
            return Some((SkipReason::Late, None));
        }
        let margin = self.rules.futility.and_then(|by| by.margin_at(depth));
        let futile = margin.and_then(|margin| position.evaluate().with_margin(margin));
        let futile = futile.filter(|&score| score <= alpha && self.may())?;
        Some((SkipReason::Futile, Some(futile)))
    }

    /// The plies that remain after a move.
    fn after(&mut self, position: &P, mv: Move, ply: usize, remaining: usize, was_tested: bool) -> usize {
        let (rules, is_forcing) = (self.rules, position.is_forcing(mv));
        let times = usize::from(rules.extension_times);
        let longest = rules.extends.map_or(0, |most| self.depth.max(most.min(times * self.depth)));
        let spare = (longest + rules.horizon.plies).saturating_sub(ply + remaining);
        let extends = match rules.extended {
            Extended::Forcing => is_forcing,
            Extended::SomeForcing => is_forcing && self.may(),
            Extended::Any => self.may(),
        };
        if !extends || rules.extends.is_none() {
            return remaining - 1;
        }
        let ExtraPlies { least, most } = rules.extension_plies;
        let extra = isize::from(least) + self.choices.below(u32::from(most.abs_diff(least)) + 1) as isize;
        // A move is not extended where the line would be too long, nor less deep without a search of its node.
        let is_other = extra > spare as isize || extra < 0 && rules.singular && !was_tested;
        let extra = if is_other { 0 } else { extra };
        (remaining - 1).saturating_add_signed(extra).max(rules.horizon.plies)
    }

    #[expect(clippy::too_many_arguments, reason = "a helper of one loop")]
    fn search_move(
        &mut self,
        position: &P,
        mv: Move,
        index: usize,
        ply: usize,
        remaining: usize,
        mut after: usize,
        window: Window,
    ) -> Score {
        let (horizon, child) = (self.rules.horizon, position.play(mv));
        self.tell(ply, Told::Move(mv, after));
        let above = Window::new(window.alpha, window.alpha + 1).for_child();
        let late = self.rules.lmr.filter(|lmr| index >= usize::from(lmr.after));
        if let Some(lmr) = late.filter(|_| horizon.depth(remaining) >= 2)
            && self.may()
        {
            let less = horizon.depth(after).saturating_sub(self.plies(lmr.plies)) + horizon.plies;
            let score = self.visit(&child, ply + 1, less, above, None).for_parent();
            if score <= window.alpha {
                return score;
            }
            after -= usize::from(self.rules.lmr_shallower && after > horizon.plies && self.may());
            self.tell(ply, Told::Move(mv, after));
        }
        if index > 0 && window.is_open() && self.may() {
            let score = self.visit(&child, ply + 1, after, above, None).for_parent();
            if score <= window.alpha || score >= window.beta {
                return score;
            }
        }
        self.visit(&child, ply + 1, after, window.for_child(), None).for_parent()
    }
}

/// A change of the rules of a search into the rules that are declared for it.
type Declare = fn(Rules) -> Rules;

/// The results of searches that keep to their rules.
#[derive(Default, Debug)]
struct Results {
    /// The number of nodes.
    nodes: u64,
    /// The number of results and lines that are not valid.
    faults: u64,
    /// The number of results and lines that do not follow from the trace.
    underived: u64,
    /// The numbers of complete and of truncated lines.
    lines: [u64; 2],
}

/// Searches the random game of this number by random rules, judged by the rules that are declared for them.
fn judge_search(index: u64, declare: impl Fn(Rules) -> Rules, results: &mut Results) {
    let mut graph = Graph::leaf(Score::ZERO);
    let depth = Growth::random_game(&mut Seeded::new(31, index), &mut graph).min(5);
    let rules = random_rules(&mut Seeded::new(32, index));
    let (root, declared) = (graph.root(), declare(rules));
    let depths: Vec<usize> = (1..=depth).filter(|&at| at == depth || rules.iterates).collect();
    let searched: Vec<_> = depths.iter().map(|&depth| (root, depth)).collect();
    if rules.is_fixed() {
        return;
    }
    let sets = Witnessed::new(&declared, &searched);
    for run in 0..3 {
        let (choices, is_hard) = (Seeded::new(33 + run, index), run == 1);
        let (path, table, line) = (Vec::new(), Vec::new(), Vec::new());
        let mut trace = Trace::default();
        trace.begin(&declared, false);
        let mut correct = CorrectSearch {
            trace,
            underived: 0,
            rules,
            sets: &sets,
            choices,
            is_hard,
            path,
            table,
            depth,
            checked: 0,
            faults: 0,
            line,
        };
        for &depth in &depths {
            correct.depth = depth;
            let plies = depth + rules.horizon.plies;
            let alpha = Score::ZERO - 4 + correct.choices.below(9) as i32;
            let narrow = Window::new(alpha, alpha + 1 + correct.choices.below(3) as i32);
            let window = if run == 2 { narrow } else { Window::FULL };
            correct.trace.search_started(depth, &[]);
            let score = correct.visit(&root, 0, plies, window, None);
            let bound = window.bound(score);
            let shown = ShownOutcome { depth, score, bound, best_move: None, unfinished: false };
            let fits = correct.trace.is_complete() && correct.trace.fit(shown, usize::MAX) == Fit::Derived;
            results.underived += u64::from(!fits);
            if bound == Bound::Exact {
                let walk = correct.trace.walk(shown, &correct.line);
                let is_supported = matches!(walk, Some(ReplayResult::Whole { .. } | ReplayResult::Truncated));
                results.underived += u64::from(!is_supported);
            }
            let claim = sets.root_claim(
                &ClaimPlace::whole(&root, plies),
                !window.is_open(),
                window.bound(score),
                score,
            );
            results.faults += u64::from(claim != ClaimValidity::Valid);
            if window.bound(score) == Bound::Exact {
                match sets.walk(&root, plies, RootMoveSet::ALL, score, &correct.line) {
                    ReplayResult::Whole { .. } => results.lines[0] += 1,
                    ReplayResult::Truncated => results.lines[1] += 1,
                    _ => results.faults += 1,
                }
            }
        }
        results.nodes += correct.checked;
        results.faults += correct.faults;
        results.underived += correct.underived;
    }
}

/// No result of a search that keeps to the rules is reported, at any node.
#[test]
fn every_result_of_a_search_that_keeps_to_the_rules_is_valid() {
    let mut results = Results::default();
    (0..21_000).for_each(|index| judge_search(index, |rules| rules, &mut results));
    let Results { nodes, faults, underived, lines: [whole, short] } = results;
    assert!(faults + underived == 0 && nodes > 1_000_000 && whole > 50_000 && short > 500, "{results:?}");
}

/// A search is reported if one of its features is not declared. Mate distances are not listed, because nearly all of
/// their claims are valid without that rule.
#[test]
fn every_declaration_is_needed() {
    let declarations: [(&str, Declare); 7] = [
        ("lmr_shallower", |rules| Rules { lmr_shallower: false, ..rules }),
        ("iir", |rules| Rules { iir: rules.iir.map(|_| Plies::exactly(1)), ..rules }),
        ("extension_plies", |rules| rules.extension_plies(ExtraPlies::ONE)),
        ("reorders", |rules| Rules { reorders: 0, ..rules }),
        ("extended", |rules| Rules { extended: Extended::Forcing, ..rules }),
        ("deepens_inside", |rules| Rules { deepens_inside: false, ..rules }),
        ("singular", |rules| Rules { singular: false, ..rules }),
    ];
    for (name, declare) in declarations {
        let mut results = Results::default();
        // Up to the first report.
        for index in 0..3_000 {
            judge_search(index, declare, &mut results);
            if results.faults > 0 {
                break;
            }
        }
        assert!(results.faults > 0, "{name}: {results:?}");
    }
}
