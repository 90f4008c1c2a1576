//! Hints: what the search would have to be for its result to be valid.

use std::time::{Duration, Instant};

use super::problem::Problem;
use super::trials::{Runner, Trials};
use crate::feature::declare;
use crate::oracle::Rules;
use crate::position::Position;
use crate::verdict::{Finding, LineKind, ScoreVerdict};

/// What would make a result valid, or acceptable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hint {
    /// This declaration makes it valid.
    Declare(&'static str),
    /// Results of this kind may be allowed: code, and the name on the command line.
    Allow(&'static str, &'static str),
}

impl Hint {
    /// The hint for code in Rust.
    pub fn for_rust(self) -> String {
        match self {
            Self::Declare(words) => {
                format!("valid if the search declares `{words}`: declare it only if that is what it does")
            }
            Self::Allow(code, _) => format!("`.allows({code})` accepts such results"),
        }
    }

    /// The hint for the command line.
    pub fn for_command(self) -> String {
        match self {
            Self::Declare(words) => {
                format!("valid with `--declare '{words}'`: declare it only if that is what the search does")
            }
            Self::Allow(_, name) => format!("`--allow {name}` accepts such results"),
        }
    }
}

/// Declarations to try, the strictest first.
const DECLARATIONS: &[&str] = &[
    "repetition",
    "exact-outside",
    "joined-bounds",
    "quiescence(plies=8)",
    "quiescence(plies=8,line=no)",
    "extension(longest=56)",
    "tt",
    "tt+deepening",
    "tt+repetition",
    "tt(draft=deeper)",
    "tt(draft=deeper)+deepening",
    "deepening",
    "tt(keep=yes)",
    "tt(keep=yes)+deepening",
    "tt(narrow=yes)",
    "iir",
    "move-count(2)",
    "futility(100)",
    "static-null(100)",
    "razoring(100)",
    "lmr(1)",
    "null(2)",
];

/// The most time for trying declarations.
const TRYING: Duration = Duration::from_secs(2);

/// Returns what would make the result of `small` valid. If several declarations would, it is the one that makes most of
/// the results of `others` valid too, and the strictest one of these.
pub(super) fn hints<P: Position + 'static>(
    runner: &mut Runner<'_, P>,
    trials: &Trials<P>,
    finding: Finding,
    small: &Problem<P>,
    others: &[Problem<P>],
) -> Vec<Hint> {
    if let Finding::NoAnswer(_) = finding {
        return Vec::new();
    }
    let allow = match finding {
        Finding::Line(LineKind::Truncated) => Some(Hint::Allow("LineKind::Truncated", "truncated")),
        Finding::Line(LineKind::Overlong) => Some(Hint::Allow("LineKind::Overlong", "overlong")),
        Finding::Score(ScoreVerdict::Bound) => Some(Hint::Allow("ScoreVerdict::Bound", "bound")),
        _ => None,
    };
    let mut is_valid = |rules: &Rules, item: &Problem<P>| {
        let outcome = runner.examine_by(rules, item);
        outcome.is_ok() && trials.finding(item, &outcome).is_none()
    };
    let begun = Instant::now();
    let mut best: Option<(usize, Hint)> = None;
    for words in DECLARATIONS {
        let declared = declare(trials.rules, words).ok().filter(|rules| *rules != trials.rules);
        let Some(rules) = declared else { continue };
        if begun.elapsed() < TRYING && is_valid(&rules, small) {
            let valid = others.iter().filter(|item| is_valid(&rules, item)).count();
            if best.is_none_or(|(most, _)| valid > most) {
                best = Some((valid, Hint::Declare(words)));
            }
        }
    }
    // A declaration states what the search does; what is allowed, it need not do.
    best.map(|(_, hint)| hint).into_iter().chain(allow).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_hint_can_be_declared() {
        for words in DECLARATIONS {
            let rules = words.parse::<Rules>().unwrap_or_else(|error| panic!("{words}: {error}"));
            assert_ne!(rules, Rules::FIXED_TREE, "{words}");
        }
    }
}
