//! The values of each feature.

use super::value::{FeatureValue, Number};
use super::{Draft, Narrow, Order, PvCut, Replace, ShownThread, TableOptions, Widen, Words};
use crate::ply_limits::CAPACITY;
use crate::score::Score;

/// A reduction of the depth.
pub(super) const PLIES: Number = Number {
    own: (0, CAPACITY as i128),
    has_range: true,
    ..Number::new("R", "number of plies", 0, CAPACITY as i128)
};

pub(super) const MOVES: Number = Number { own: (1, 255), ..Number::new("N", "number of moves", 0, 255) };

/// The depth at which a margin ceases to apply.
pub(super) const DEPTH: Number = Number::new("D", "depth", 0, 255);

/// A margin in the unit of the game's scores.
pub(super) const MARGIN: Number =
    Number { own: (0, 1_000_000), ..Number::new("M", "margin", 0, u32::MAX as i128) };

/// The plies of quiescence, more than small games can have.
pub(super) const NOISY: Number = Number { own: (1, 32), ..Number::new("N", "number of plies", 0, 32) };

/// The maximum length of a line with extensions.
pub(super) const LONGEST: FeatureValue = FeatureValue::number(
    "longest",
    Number::new("N", "number of plies", 0, CAPACITY as i128),
    CAPACITY as i128,
)
.declared();

pub(super) const ENTRIES: Number =
    Number::new("N", "number of entries", 1, TableOptions::MAX_ENTRIES as i128);
pub(super) const OCCURRENCES: Number = Number::new("N", "number of occurrences", 0, 255);
pub(super) const QUIET_PLIES: Number = Number::new("N", "number of plies", 0, 65_535);
pub(super) const WIDTH: Number = Number::new("W", "half-width", 1, u32::MAX as i128);
pub(super) const LINES: Number = Number::new("K", "number of lines", 2, 255);
pub(super) const NODES: Number = Number::new("N", "number of nodes", 0, u64::MAX as i128);
pub(super) const CONTEMPT: Number =
    Number::new("C", "score", -(Score::LARGEST.get() as i128), Score::LARGEST.get() as i128);

/// Returns the values of a feature with a margin, which applies up to this depth by default.
pub(super) const fn margin_to(deepest: i128) -> [FeatureValue; 2] {
    let depth = FeatureValue::number("depth", DEPTH, deepest).declared();
    [FeatureValue::first(MARGIN), depth.means("The greatest depth at which it applies.")]
}

pub(super) const TT: &[FeatureValue] = &[
    FeatureValue::number("entries", ENTRIES, 4096)
        .in_options()
        .means("Number of slots, or of groups of slots (default 4096)."),
    FeatureValue::choice("replace", Replace::NAMES, 0)
        .in_options()
        .means("Which entry a new one replaces (default always)."),
    FeatureValue::choice("draft", Draft::NAMES, 0).means(
        "Which entries match: those of the required depth only (the default), or deeper ones too, as \
         in most engines.",
    ),
    FeatureValue::choice("pv-cut", PvCut::NAMES, 1).in_options().means(
        "What cuts off a node with an open window: nothing, an exact entry (the default), or also a \
         bound outside the window.",
    ),
    FeatureValue::number("key-bits", Number::new("K", "number of bits", 1, 64), 64).in_options().means(
        "Number of bits of the key that are compared (default 64); with fewer bits, positions collide.",
    ),
    FeatureValue::switch("keep")
        .means("Whether a search begins with the entries of two preceding searches of the same root."),
    FeatureValue::switch("leaves").means("Whether leaves probe the table and are stored."),
    FeatureValue::choice("narrow", Narrow::NAMES, 0).means(
        "Whether a bound that does not cut off narrows the window of the node: to the bound (an empty \
         window cuts off), or to one beyond it.",
    ),
    FeatureValue::switch("quiescence")
        .declared()
        .means("Whether quiescence probes the table and stores in it; all its nodes have depth 0 there."),
    FeatureValue::switch("evaluation").declared().means(
        "Whether the score of an entry of any draft replaces the evaluation, if the bound of the \
         entry allows it.",
    ),
];

pub(super) const LMR: &[FeatureValue] = &[
    FeatureValue::first(Number { own: (1, CAPACITY as i128), ..PLIES }),
    FeatureValue::number("after", MOVES, 2)
        .declared()
        .means("The number of moves that are searched first and never reduced (default 2)."),
    FeatureValue::choice("again", &["full", "shallower"], 0)
        .declared()
        .means("Whether the search that repeats a reduced one may be one ply less deep than the full depth."),
];

pub(super) const EXTENSION: &[FeatureValue] = &[
    LONGEST.means("The maximum length of a line, without quiescence."),
    FeatureValue::choice("moves", &["forcing", "some-forcing", "any"], 0)
        .declared()
        .means("Which moves are extended: all forcing moves (the default), some of them, or any."),
    FeatureValue::number("times", Number::new("K", "number of times", 1, 255), 2)
        .declared()
        .means("How many times as long as the depth a line may be (default 2)."),
    EXTRA_PLIES,
];

/// The plies of an extension.
const EXTRA_PLIES: FeatureValue = FeatureValue::number(
    "plies",
    Number { has_range: true, ..Number::new("N", "number of plies", -8, 8) },
    1,
)
.declared()
.means(
    "The plies by which a move is extended (default 1); with less than 0 it is searched less deep, \
         together with `singular` only after a search without one move.",
);

pub(super) const SINGULAR: &[FeatureValue] = &[LONGEST, EXTRA_PLIES];

pub(super) const REPETITION: &[FeatureValue] = &[
    FeatureValue::number("path", OCCURRENCES, 2)
        .declared()
        .means("The occurrences on the path from the root that make a draw (default 2); 0 means never."),
    FeatureValue::number("game", OCCURRENCES, 0).declared().means(
        "The occurrences on the path and before the root together that make a draw (default 0); 0 \
         means never.",
    ),
    FeatureValue::choice("root", &["path", "game"], 0)
        .declared()
        .means("Whether the root is a position of the path (the default) or one before it."),
];

pub(super) const QUIESCENCE: &[FeatureValue] =
    &[FeatureValue::number("plies", NOISY, 4), FeatureValue::choice("line", &["yes", "no"], 0)];
pub(super) const CONTEMPT_OF: &[FeatureValue] = &[
    FeatureValue::first(CONTEMPT),
    FeatureValue::number("spread", MARGIN, 0)
        .means("How far the value of a draw may be from that (default 0)."),
];
pub(super) const ASPIRATION: &[FeatureValue] =
    &[FeatureValue::first(WIDTH), FeatureValue::choice("widen", Widen::NAMES, 0)];
pub(super) const STOP_AFTER: &[FeatureValue] =
    &[FeatureValue::first(NODES), FeatureValue::switch("improved")];
const STEP: Number = Number::new("K", "step", 0, u32::MAX as i128);

pub(super) const THREADS: &[FeatureValue] = &[
    FeatureValue::first(Number::new("N", "number of threads", 2, 64)),
    FeatureValue::choice("line", ShownThread::NAMES, 0).in_options().means(
        "Whose line is shown: that of the first thread (the default), of the thread that has completed the greatest depth, of the one \
         with the best score, or of the one whose best move has the most votes.",
    ),
    FeatureValue::choice("words", Words::NAMES, 0).in_options().means(
        "How the two words of a table entry are written: the key combined with the data by XOR (the default); as it is, before or after \
         them; or combined with what is in memory after they are written. Except by default an entry may mix two threads.",
    ),
    FeatureValue::number("schedule", Number::new("S", "seed", 0, u32::MAX as i128), 1).in_options().means(
        "The seed of the schedule by which one thread at a time goes on (default 1). With 0 all run at once, and results may differ.",
    ),
    FeatureValue::number("changes", Number::new("D", "number of changes", 0, 9), 0).in_options().means(
        "With a random schedule: the threads have random priorities, the first one that has not ended goes on, and before so many random \
         steps the running one becomes the last (PCT). With 0, the default, the next thread is drawn at random steps.",
    ),
    FeatureValue::number("first", STEP, 0)
        .in_options()
        .means("In place of a random schedule: the next thread goes on before this access to a word of the table, counted from 1."),
    FeatureValue::number("second", STEP, 0).in_options().means("After `first`, which must be smaller: the next thread goes on before this access, too."),
];

/// The plies of an internal reduction.
const IIR_PLIES: Number =
    Number { has_range: true, ..Number::new("R", "number of plies", 1, CAPACITY as i128) };

pub(super) const IIR: &[FeatureValue] = &[
    FeatureValue::choice("draft", &["searched", "requested"], 0).declared().means(
        "The draft with which such a node is stored: the depth to which it was searched, or the \
         requested one.",
    ),
    FeatureValue::number("plies", IIR_PLIES, 1)
        .declared()
        .means("By how many plies it is searched less deep (default 1); at least one ply remains."),
];

pub(super) const ORDER: &[FeatureValue] = &[FeatureValue::choice("", Order::NAMES, 0)];
