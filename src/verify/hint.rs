//! Hints at what would make a result acceptable, or at its cause.

use super::problem::Problem;
use crate::position::Position;
use crate::verdict::{Finding, LineKind, ScoreVerdict};

/// A hint that may help with a finding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hint {
    /// The hint that results of the kind with this name may be accepted.
    Accept(&'static str),
    /// A search did not end in a game with cycles of noisy moves.
    NoisyCycle,
}

impl Hint {
    /// Returns the hint for a finding, if results with this finding may be accepted in all games.
    pub(super) fn for_finding(finding: Finding) -> Option<Self> {
        let may_be_right = matches!(
            finding,
            Finding::Line(LineKind::Truncated | LineKind::Overlong) | Finding::Score(ScoreVerdict::Bound)
        );
        may_be_right.then(|| Self::Accept(finding.name()))
    }

    /// Returns the hint for a finding of a search of `problem`.
    pub(super) fn for_example<P: Position + 'static>(finding: Finding, problem: &Problem<P>) -> Option<Self> {
        let has_cycle = || problem.whole().is_some_and(|whole| whole.game().has_noisy_cycle());
        Self::for_finding(finding)
            .or_else(|| (finding == Finding::TIMED_OUT && has_cycle()).then_some(Self::NoisyCycle))
    }

    /// Returns the hint in words for code in Rust.
    pub fn for_rust(self) -> String {
        match self {
            Self::Accept(name) => format!("`.known(\"{name}\")` accepts such results"),
            Self::NoisyCycle => Self::leave_out(".cycles()"),
        }
    }

    /// Returns the hint in words for the command line.
    pub fn for_command(self) -> String {
        match self {
            Self::Accept(name) => format!("a line `{name}` in the file of `--known` accepts such results"),
            Self::NoisyCycle => Self::leave_out("--cycles"),
        }
    }

    fn leave_out(option: &str) -> String {
        format!(
            "noisy moves lead back to a position here, so that quiescence without a limit does not end; captures never cycle in \
             your game? Leave out `{option}`"
        )
    }
}
