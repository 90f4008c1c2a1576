//! The regimes in which missed bugs are counted, and the seeded bugs that can act in each regime.

use pvcheck::game::Choices;

use super::table::MOST_SLOTS;
use super::{Bug, Options, PvCutoffs, Quiescence, Recursion, Replacement, TableOptions};

/// A group of options in which a position has several valid values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Regime {
    /// A table whose entries of greater drafts cause cutoffs too.
    DeeperDrafts,
    /// A table as in `DeeperDrafts`, leaves that probe the table, and draws by repetition.
    LeavesAndRepetition,
    /// No table: null move, late move reductions, futility pruning, and draws by repetition.
    Selective,
    /// A table whose entries of the same draft cause cutoffs, and internal iterative reduction.
    EqualDrafts,
    /// All options of table and selectivity, with iterative deepening, quiescence and extensions.
    Everything,
    /// A table whose entries of greater drafts cause cutoffs too, null move, late move reductions, futility pruning, and the move
    /// of the entry first.
    TableAndSelective,
}

impl Regime {
    pub const ALL: [Self; 6] = [
        Self::DeeperDrafts,
        Self::LeavesAndRepetition,
        Self::Selective,
        Self::EqualDrafts,
        Self::Everything,
        Self::TableAndSelective,
    ];

    pub const fn name(self) -> &'static str {
        match self {
            Self::DeeperDrafts => "deeper drafts",
            Self::LeavesAndRepetition => "leaves, repetition",
            Self::Selective => "selective",
            Self::TableAndSelective => "table, selective",
            Self::EqualDrafts => "equal drafts, iir",
            Self::Everything => "everything",
        }
    }

    /// Draws options of this regime at random; `None` if the bug cannot act with these options.
    pub fn options(self, bug: Bug, choices: &mut impl Choices) -> Option<Options> {
        let mut options = self.options_without_bug(choices);
        let choice = choices.below(2);
        if bug.needs_pvs() {
            options.recursion = Recursion::Pvs;
        }
        if bug == Bug::NoFullDepthSearch {
            options.late_moves?;
        }
        if matches!(bug, Bug::NullMoveSign | Bug::PassSharesKey) {
            options.null_move?;
        }
        if matches!(bug, Bug::RepetitionIgnored | Bug::StaleRowOnDraw | Bug::DrawStored)
            && !options.repetition
        {
            return None;
        }
        options.deepening |= bug == Bug::LineOfLastIteration;
        if bug.needs_table() {
            let table = options.table.as_mut()?;
            match bug {
                Bug::DrawStored => {
                    // Otherwise the entry of the position itself replaces that of the draw.
                    table.slots = MOST_SLOTS;
                    table.replacement = [Replacement::Bucket, Replacement::ProtectExact][choice as usize];
                }
                Bug::OldEntries => (table.slots, table.kept) = (MOST_SLOTS, false),
                Bug::StaleRowOnHit | Bug::TableMovesAppended | Bug::NullWindowTail => {
                    table.pv_cutoffs = [PvCutoffs::Exact, PvCutoffs::All][choice as usize];
                }
                _ => {}
            }
        }
        Some(options)
    }

    fn options_without_bug(self, choices: &mut impl Choices) -> Options {
        let recursion = [Recursion::Pvs, Recursion::AlphaBeta][choices.below(2) as usize];
        let plain = Options { recursion, fail_hard: choices.one_in(2), ..Options::NONE };
        let deeper =
            TableOptions { deeper_drafts: true, leaves: false, kept: false, ..TableOptions::random(choices) };
        let mut some = |least: u32, below: u32| Some(least + choices.below(below));
        let null_move = some(0, 3).map(|plies| plies as usize);
        let late_moves = some(1, 2).map(|plies| plies as usize);
        let (futility, static_null, razoring) = (some(0, 3), some(0, 3), some(0, 3));
        let move_count = some(1, 3).map(|count| count as usize);
        let quiescence = some(0, 8).map(|n| Quiescence { plies: 1 + n as usize / 2, in_line: n % 2 == 0 });
        match self {
            Self::DeeperDrafts => Options { table: Some(deeper), ..plain },
            Self::LeavesAndRepetition => {
                Options { table: Some(TableOptions { leaves: true, ..deeper }), repetition: true, ..plain }
            }
            Self::Selective => Options { null_move, late_moves, futility, repetition: true, ..plain },
            Self::TableAndSelective => {
                Options { table: Some(deeper), null_move, late_moves, futility, hash_move: true, ..plain }
            }
            Self::EqualDrafts => {
                Options { table: Some(TableOptions { deeper_drafts: false, ..deeper }), iir: true, ..plain }
            }
            Self::Everything => Options {
                table: Some(TableOptions { leaves: true, kept: true, ..deeper }),
                deepening: true,
                repetition: true,
                quiescence,
                extension: true,
                null_move,
                late_moves,
                futility,
                static_null,
                razoring,
                move_count,
                iir: true,
                hash_move: true,
                killers: true,
                ..plain
            },
        }
    }
}

impl Bug {
    /// Whether the bug acts only where later moves are searched with a null window.
    fn needs_pvs(self) -> bool {
        matches!(
            self,
            Self::NoReSearch
                | Self::NoFullDepthSearch
                | Self::LargerScore
                | Self::NullMoveSign
                | Self::PassSharesKey
                | Self::RefutedReSearch
                | Self::NullWindowTail
        )
    }

    fn needs_table(self) -> bool {
        matches!(
            self,
            Self::FailLowStoredAsExact
                | Self::NarrowedWindow
                | Self::OriginalWindow
                | Self::DraftUnchecked
                | Self::MateUnadjusted
                | Self::DrawStored
                | Self::PassSharesKey
                | Self::OldEntries
                | Self::StaleRowOnHit
                | Self::TableMovesAppended
                | Self::NullWindowTail
        )
    }
}
