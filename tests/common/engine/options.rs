//! The options of the engine, and their random choice.

use pvcheck::game::Choices;

use super::Features;

/// The recursion of the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Recursion {
    /// Alpha-beta: every move is searched with the open window.
    AlphaBeta,
    /// PVS: later moves are searched with a null window, and again with `(alpha, beta)` if they fail high.
    Pvs,
}

/// Which entry a new one replaces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Replacement {
    /// Any entry.
    Always,
    /// An entry whose draft is not greater.
    DeeperOrEqual,
    /// Two entries per slot: one for the greater drafts, one for all others.
    TwoTier,
    /// The entry of the least draft in a bucket of four.
    Bucket,
    /// Any entry, but only an exact one replaces an exact one.
    ProtectExact,
    /// An entry of a preceding search, or one whose draft is not greater.
    Aging,
}

impl Replacement {
    pub const ALL: [Self; 6] =
        [Self::Always, Self::DeeperOrEqual, Self::TwoTier, Self::Bucket, Self::ProtectExact, Self::Aging];
}

/// Which entries cut off nodes with an open window.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PvCutoffs {
    None,
    Exact,
    All,
}

/// The ways to widen the window of the root after a search that ended outside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Widening {
    /// The window is not widened: the result is a bound.
    None,
    /// Only the side on which the search failed is opened.
    Side,
    /// Both sides of the window are opened.
    Both,
}

/// The first window of the root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Aspiration {
    /// Whether the window is around 0 instead of the score of the iteration before, or the evaluation.
    pub around_zero: bool,
    /// The distance of alpha. With 0 and a distance of beta of 1 the window is null.
    pub below: i32,
    /// The distance of beta, at least 1.
    pub above: i32,
    pub widening: Widening,
}

/// The options of the transposition table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableOptions {
    /// The number of slots. The replacement scheme decides how many entries a slot has.
    pub slots: usize,
    pub replacement: Replacement,
    /// Whether entries of greater drafts cause cutoffs too.
    pub deeper_drafts: bool,
    /// Whether leaves probe the table and are stored.
    pub leaves: bool,
    /// Whether the entries are kept between searches of one game.
    pub kept: bool,
    pub pv_cutoffs: PvCutoffs,
}

/// Quiescence: noisy moves below the horizon.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Quiescence {
    /// The maximum number of its plies.
    pub plies: usize,
    /// Whether its moves are part of the line.
    pub in_line: bool,
}

/// A node limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limit {
    /// The maximum number of nodes of all iterations together.
    pub nodes: u64,
    /// Whether a stopped search shows the best move so far of its unfinished iteration.
    pub shows_best_so_far: bool,
}

/// The options of the engine.
#[expect(clippy::struct_excessive_bools, reason = "the switches are independent: all combinations are valid")]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    pub recursion: Recursion,
    /// Whether scores are limited to the window.
    pub fail_hard: bool,
    pub deepening: bool,
    pub aspiration: Option<Aspiration>,
    pub table: Option<TableOptions>,
    /// Whether a position that is already on the path is a draw.
    pub repetition: bool,
    pub quiescence: Option<Quiescence>,
    /// Whether forcing moves are extended.
    pub extension: bool,
    /// The reduction of the null move, in addition to the ply of the move.
    pub null_move: Option<usize>,
    /// The reduction of late moves.
    pub late_moves: Option<usize>,
    /// The margin of futility pruning.
    pub futility: Option<u32>,
    /// The margin of the static null move, per ply of depth.
    pub static_null: Option<u32>,
    /// The margin of razoring.
    pub razoring: Option<u32>,
    /// The number of moves after which quiet moves are skipped.
    pub move_count: Option<usize>,
    /// Internal iterative reduction.
    pub iir: bool,
    /// Whether the root is cut off and skips moves as other nodes do, if its window is null. Never drawn at random.
    pub selective_root: bool,
    /// Whether scores of null windows that are known to be exact are taken for exact. Never drawn at random.
    pub exact_outside: bool,
    /// Whether the move of the table entry is tried first.
    pub hash_move: bool,
    /// Whether the moves that last refuted a node at the same ply are tried before others.
    pub killers: bool,
    /// The number of lines (`MultiPV`).
    pub lines: usize,
    pub limit: Option<Limit>,
    /// The features of the engine beyond these options.
    pub features: Features,
}

impl Options {
    /// Fail-soft PVS without any option.
    pub const NONE: Self = Self {
        recursion: Recursion::Pvs,
        fail_hard: false,
        deepening: false,
        aspiration: None,
        table: None,
        repetition: false,
        quiescence: None,
        extension: false,
        null_move: None,
        late_moves: None,
        futility: None,
        static_null: None,
        razoring: None,
        move_count: None,
        iir: false,
        selective_root: false,
        exact_outside: false,
        hash_move: false,
        killers: false,
        lines: 1,
        limit: None,
        features: Features::NONE,
    };

    /// Returns these options with each of the four recursions.
    pub fn recursions(self) -> impl Iterator<Item = Self> {
        let both = [Recursion::AlphaBeta, Recursion::Pvs];
        both.into_iter()
            .flat_map(move |recursion| [false, true].map(|fail_hard| Self { recursion, fail_hard, ..self }))
    }

    /// Draws options at random. Most sets have few options, so that no option hides another; in one set of four half of
    /// the options are on.
    pub fn random(choices: &mut impl Choices) -> Self {
        let dense = choices.one_in(4);
        let mut one_in = |odds: u32| choices.one_in(if dense { 2 } else { odds });
        let [has_table, deepening, has_window, repetition] = [2, 3, 4, 3].map(&mut one_in);
        let [quiescence, extension, has_lines, has_limit] = [5, 5, 8, 10].map(&mut one_in);
        let [hash_move, killers, is_selective] = [3, 5, 2].map(&mut one_in);
        let table = (has_table || hash_move).then(|| TableOptions::random(choices));
        let widenings = [Widening::None, Widening::Side, Widening::Both];
        let window = Aspiration {
            around_zero: choices.one_in(4),
            below: choices.below(3) as i32,
            above: 1 + choices.below(2) as i32,
            widening: one_of(choices, &widenings),
        };
        let noisy = Quiescence { plies: 1 + number(choices, 4), in_line: !choices.one_in(3) };
        let limit = Limit { nodes: u64::from(choices.below(80)), shows_best_so_far: choices.one_in(2) };
        let options = Self {
            recursion: one_of(choices, &[Recursion::Pvs, Recursion::AlphaBeta]),
            fail_hard: choices.one_in(2),
            deepening,
            aspiration: has_window.then_some(window),
            table,
            repetition,
            quiescence: quiescence.then_some(noisy),
            extension,
            lines: if has_lines { 2 + number(choices, 3) } else { 1 },
            limit: has_limit.then_some(limit),
            hash_move,
            killers,
            ..if is_selective { Self::selective(choices) } else { Self::NONE }
        };
        // Drawn last, so that they do not change the other options.
        if choices.one_in(2) { Features::random(choices).enabled(options, choices) } else { options }
    }

    /// Selective options drawn at random.
    fn selective(choices: &mut impl Choices) -> Self {
        let mut some = |least: u32, below: u32| choices.one_in(3).then(|| least + choices.below(below));
        let mut plies = |least, below| some(least, below).map(|number| number as usize);
        Self {
            null_move: plies(0, 3),
            late_moves: plies(1, 2),
            move_count: plies(1, 3),
            futility: some(0, 3),
            static_null: some(0, 3),
            razoring: some(0, 3),
            iir: choices.one_in(3),
            ..Self::NONE
        }
    }

    /// The remaining plies that belong to quiescence.
    pub fn quiescence_plies(&self) -> usize {
        self.quiescence.map_or(0, |quiescence| quiescence.plies)
    }
}

impl TableOptions {
    /// Options drawn at random.
    pub fn random(choices: &mut impl Choices) -> Self {
        Self {
            slots: if choices.one_in(2) { 1 + number(choices, 8) } else { super::table::MOST_SLOTS },
            replacement: one_of(choices, &Replacement::ALL),
            deeper_drafts: choices.one_in(2),
            leaves: choices.one_in(3),
            kept: choices.one_in(3),
            pv_cutoffs: one_of(choices, &[PvCutoffs::Exact, PvCutoffs::None, PvCutoffs::All]),
        }
    }
}

fn number(choices: &mut impl Choices, below: usize) -> usize {
    choices.below(below as u32) as usize
}

/// A value of `all`, drawn at random.
fn one_of<T: Copy>(choices: &mut impl Choices, all: &[T]) -> T {
    all[number(choices, all.len())]
}
