//! The search options with which each regime is tested.

use std::sync::LazyLock;

use super::{Feature, SearchOptions};

/// The search options with which a regime is tested. Windows and margins are such that the options act often, but not always.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// The options for random games. The window has the half-width 2: the value is often inside if the scores of the
    /// game are only 0 and 1, and mostly outside if they are widely spread. If only two bits of the key are compared,
    /// positions collide in most games.
    pub random: SearchOptions,
    /// The options for chess positions, whose scores are hundredths of a pawn.
    pub chess: SearchOptions,
}

/// The options of each preset for random games and for chess positions. A node limit often ends the last iteration
/// between two moves. Selective options have their presets in their records.
const PRESETS: &[[&str; 2]] = &[
    ["", ""],
    ["aspiration(2)", "aspiration(30)"],
    ["aspiration(2,widen=side)", "aspiration(30,widen=side)"],
    ["repetition", "repetition"],
    ["quiescence", "quiescence(plies=2)"],
    ["extension", "extension"],
    ["multipv(2)", "multipv(2)"],
    ["deepening+stop-after(20)", "deepening+stop-after(20)"],
    ["deepening+stop-after(20,improved=yes)", "deepening+stop-after(20,improved=yes)"],
    ["tt(pv-cut=none)", "tt(pv-cut=none)"],
    ["tt", "tt"],
    ["tt(narrow=beyond)", "tt(narrow=beyond)"],
    ["tt(narrow=yes)", "tt(narrow=yes)"],
    ["tt(draft=deeper)", "tt(draft=deeper)"],
    ["tt+repetition", "tt+repetition"],
    ["tt(key-bits=2)", "tt(key-bits=8)"],
];

/// The options with which several threads are tested. The last options find entries of two threads in a table of one entry.
const PARALLEL: &[&str] = &[
    "tt+deepening+threads(2)",
    "tt(draft=deeper)+deepening+threads(2)",
    "tt(entries=4)+repetition+deepening+threads(3)",
    "tt(entries=4,draft=deeper)+deepening+stop-after(20)+threads(2,line=deepest)",
    "tt+deepening+threads(2,line=best-score)",
    "tt+deepening+threads(2,line=vote)",
    "tt(entries=1)+deepening+threads(2,words=key-first)",
    "tt(entries=1)+deepening+threads(2,words=data-first)",
];

impl Preset {
    /// Returns the presets of the parallel regime, which is tested on request because starting threads takes longer
    /// than most searches.
    pub fn parallel() -> Vec<Self> {
        let read = |text: &&str| text.parse().expect("a preset consists of options");
        PARALLEL.iter().map(read).map(|options| Self { random: options, chess: options }).collect()
    }

    /// Returns all presets except the parallel ones, in the order in which tables show them.
    pub fn all() -> &'static [Self] {
        static ALL: LazyLock<Vec<Preset>> = LazyLock::new(|| {
            let read = |text: &str| text.parse().expect("a preset consists of options");
            let guesses = Feature::guesses().map(|(_, guess)| &guess.presets);
            let preset = |[random, chess]: &[&str; 2]| Preset { random: read(random), chess: read(chess) };
            PRESETS.iter().chain(guesses).map(preset).collect()
        });
        &ALL
    }
}
