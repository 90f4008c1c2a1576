//! Hints: what the search would have to be for its result to be valid.

use super::campaign::{Plan, Runner};
use super::flaw::Flaw;
use super::item::Item;
use crate::oracle::{Drafts, Margin, Plies, Reductions, Rules};
use crate::verdict::{Finding, LineKind, ScoreVerdict};

/// Declarations to try, the strictest first: the words of the builder, and the rules.
fn declarations(rules: Rules) -> Vec<(&'static str, Rules)> {
    let mut all = vec![
        (".drawing_repetitions()", rules.drawing_repetitions()),
        (".exact_outside()", rules.exact_outside()),
        (".joining()", rules.joining()),
        (".quiescing(8, false)", rules.quiescing(8, false)),
        (".quiescing(8, true)", rules.quiescing(8, true)),
        (".extending(64)", rules.extending(64)),
        (".table(Drafts::Equal)", rules.table(Drafts::Equal)),
        (".table(Drafts::Equal).iterating()", rules.table(Drafts::Equal).iterating()),
        (".table(Drafts::Equal).drawing_repetitions()", rules.table(Drafts::Equal).drawing_repetitions()),
        (".table(Drafts::Deeper)", rules.table(Drafts::Deeper)),
        (".table(Drafts::Deeper).iterating()", rules.table(Drafts::Deeper).iterating()),
        (
            ".table(Drafts::Deeper).iterating().drawing_repetitions()",
            rules.table(Drafts::Deeper).iterating().drawing_repetitions(),
        ),
        (".reducing_nodes()", rules.reducing_nodes()),
        (".skipping_after(2)", rules.skipping_after(2)),
        (".futility(Margin::at_one(100))", rules.futility(Margin::at_one(100))),
        (".static_null(Margin::at_all(100))", rules.static_null(Margin::at_all(100))),
        (".razoring(Margin::at_one(100))", rules.razoring(Margin::at_one(100))),
        (".reducing(Reductions::by(1))", rules.reducing(Reductions::by(1))),
        (".null_move(Plies::exactly(2))", rules.null_move(Plies::exactly(2))),
    ];
    if rules.drafts != Drafts::NoTable {
        all.push((".keeping()", rules.keeping()));
        all.push((".iterating()", rules.iterating()));
        all.push((".iterating().keeping()", rules.iterating().keeping()));
        all.push((".narrowing()", rules.narrowing()));
    }
    all.retain(|(_, other)| *other != rules);
    all
}

/// Returns what would make the results of these two items valid: the smallest game and that which it is from.
pub(super) fn hints<T: Item>(
    runner: &mut Runner<'_, T>,
    plan: &Plan<T>,
    flaw: Flaw,
    small: &T,
    whole: &T,
) -> Vec<String> {
    let Flaw::Finding(finding) = flaw else { return Vec::new() };
    let allow = match finding {
        Finding::Line(LineKind::Truncated) => Some("`.allows(LineKind::Truncated)` accepts truncated lines"),
        Finding::Line(LineKind::Overlong) => Some("`.allows(LineKind::Overlong)` accepts overlong lines"),
        Finding::Score(ScoreVerdict::Bound) => {
            Some("`.allows(ScoreVerdict::Bound)` accepts a bound in place of an exact score")
        }
        _ => None,
    };
    let mut found: Vec<String> = allow.map(str::to_owned).into_iter().collect();
    for (words, rules) in declarations(plan.rules) {
        let mut is_valid = |item: &T| {
            let outcome = runner.examine_by(&rules, item);
            outcome.is_ok() && plan.flaw(item, &outcome).is_none()
        };
        if is_valid(small) && is_valid(whole) {
            found.push(format!(
                "with `{words}` declared this result is valid: declare it only if the search does that"
            ));
            break;
        }
    }
    found
}
