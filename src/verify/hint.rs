//! Hints: what the search would have to be for its result to be valid.

use std::time::{Duration, Instant};

use super::declaration::declare;
use super::flaw::Flaw;
use super::item::Item;
use super::trials::{Runner, Trials};
use crate::oracle::Rules;
use crate::verdict::{Finding, LineKind, ScoreVerdict};

/// What would make a result valid, or acceptable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hint {
    /// This declaration makes it valid: code, and the words of the command line.
    Declare(&'static str, &'static str),
    /// Results of this kind may be allowed: code, and the name on the command line.
    Allow(&'static str, &'static str),
}

impl Hint {
    /// The hint for code in Rust.
    pub fn for_rust(self) -> String {
        match self {
            Self::Declare(code, _) => {
                format!("valid if the search declares `{code}`: declare it only if that is what it does")
            }
            Self::Allow(code, _) => format!("`.allows({code})` accepts such results"),
        }
    }

    /// The hint for the command line.
    pub fn for_command(self) -> String {
        match self {
            Self::Declare(_, words) => {
                format!("valid with `--declare '{words}'`: declare it only if that is what the search does")
            }
            Self::Allow(_, name) => format!("`--allow {name}` accepts such results"),
        }
    }
}

/// Declarations to try, the strictest first: the code, and the words of the command line.
const DECLARATIONS: &[(&str, &str)] = &[
    (".drawing_repetitions()", "drawing-repetitions"),
    (".exact_outside()", "exact-outside"),
    (".joining()", "joining"),
    (".quiescing(8, false)", "quiescing(8)"),
    (".quiescing(8, true)", "quiescing(8,hidden)"),
    (".extending(56)", "extending(56)"),
    (".table(Drafts::Equal)", "table(equal)"),
    (".table(Drafts::Equal).iterating()", "table(equal)+iterating"),
    (".table(Drafts::Equal).drawing_repetitions()", "table(equal)+drawing-repetitions"),
    (".table(Drafts::Deeper)", "table(deeper)"),
    (".table(Drafts::Deeper).iterating()", "table(deeper)+iterating"),
    (".iterating()", "iterating"),
    (".keeping()", "keeping"),
    (".iterating().keeping()", "iterating+keeping"),
    (".narrowing()", "narrowing"),
    (".reducing_nodes()", "reducing-nodes"),
    (".skipping_after(2)", "skipping-after(2)"),
    (".futility(Margin::at_one(100))", "futility(100)"),
    (".static_null(Margin::at_all(100))", "static-null(100)"),
    (".razoring(Margin::at_one(100))", "razoring(100)"),
    (".reducing(Reductions::by(1))", "reducing(1)"),
    (".null_move(Plies::exactly(2))", "null-move(2)"),
];

/// `rules` with these words declared too.
fn with(rules: Rules, words: &str) -> Option<Rules> {
    let more = declare(rules, words).ok();
    more.filter(|more| *more != rules)
}

/// The most time for trying declarations.
const TRYING: Duration = Duration::from_secs(2);

/// Returns what would make the result of `small` valid. If several declarations would, it is the one that makes most of
/// the results of `others` valid too, and the strictest one of these.
pub(super) fn hints<T: Item>(
    runner: &mut Runner<'_, T>,
    plan: &Trials<T>,
    flaw: Flaw,
    small: &T,
    others: &[T],
) -> Vec<Hint> {
    let Flaw::Finding(finding) = flaw else { return Vec::new() };
    let allow = match finding {
        Finding::Line(LineKind::Truncated) => Some(Hint::Allow("LineKind::Truncated", "truncated")),
        Finding::Line(LineKind::Overlong) => Some(Hint::Allow("LineKind::Overlong", "overlong")),
        Finding::Score(ScoreVerdict::Bound) => Some(Hint::Allow("ScoreVerdict::Bound", "bound")),
        _ => None,
    };
    let mut is_valid = |rules: &Rules, item: &T| {
        let outcome = runner.examine_by(rules, item);
        outcome.is_ok() && plan.flaw(item, &outcome).is_none()
    };
    let begun = Instant::now();
    let mut best: Option<(usize, Hint)> = None;
    for &(code, words) in DECLARATIONS {
        let Some(rules) = with(plan.rules, words) else { continue };
        if begun.elapsed() < TRYING && is_valid(&rules, small) {
            let valid = others.iter().filter(|item| is_valid(&rules, item)).count();
            if best.is_none_or(|(most, _)| valid > most) {
                best = Some((valid, Hint::Declare(code, words)));
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
        for (code, words) in DECLARATIONS {
            let rules = declare(Rules::FIXED_TREE, words).unwrap_or_else(|error| panic!("{words}: {error}"));
            assert_ne!(rules, Rules::FIXED_TREE, "{words}");
            let plain =
                |text: &str| text.replace(['_', '-', '.', '(', ')', '+', ' ', ','], "").to_lowercase();
            let (name, function) = (words.split('(').next().unwrap_or(words), plain(code));
            assert!(function.starts_with(&plain(name.split('+').next().unwrap_or(name))), "{code} {words}");
        }
    }
}
