//! Hints: what would make a result acceptable, or what its cause may be.

use super::problem::Problem;
use crate::position::Position;
use crate::verdict::{Finding, LineKind, ScoreVerdict};

/// What may help with a finding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hint {
    /// Results of this kind may be allowed.
    Allow {
        /// The kind as code in Rust.
        code: &'static str,
        /// Its name on the command line.
        name: &'static str,
    },
    /// A search did not end in a game whose noisy moves lead back to a position.
    NoisyCycle,
}

impl Hint {
    /// The hint for a finding that may be allowed.
    pub(super) fn for_finding(finding: Finding) -> Option<Self> {
        let (code, name) = match finding {
            Finding::Line(LineKind::Truncated) => ("LineKind::Truncated", "truncated"),
            Finding::Line(LineKind::Overlong) => ("LineKind::Overlong", "overlong"),
            Finding::Score(ScoreVerdict::Bound) => ("ScoreVerdict::Bound", "bound"),
            _ => return None,
        };
        Some(Self::Allow { code, name })
    }

    /// The hint for a finding of a search of `problem`.
    pub(super) fn for_example<P: Position + 'static>(finding: Finding, problem: &Problem<P>) -> Option<Self> {
        let has_cycle = || problem.whole().is_some_and(|whole| whole.game().has_noisy_cycle());
        Self::for_finding(finding)
            .or_else(|| (finding == Finding::TIMED_OUT && has_cycle()).then_some(Self::NoisyCycle))
    }

    /// The hint for code in Rust.
    pub fn for_rust(self) -> String {
        match self {
            Self::Allow { code, .. } => format!("`.allows({code})` accepts such results"),
            Self::NoisyCycle => Self::leave_out(".cycles()"),
        }
    }

    /// The hint for the command line.
    pub fn for_command(self) -> String {
        match self {
            Self::Allow { name, .. } => format!("`--allow {name}` accepts such results"),
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
