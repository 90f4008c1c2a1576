//! A page on one case: what was searched, what was shown, where it is wrong and why.

use std::fmt::Write as _;

use crate::case::Case;
use crate::check::{Checked, Harness, ShownLine, check_on, ground_truth};
use crate::contract::explain;
use crate::oracle::RootMoveSet;
use crate::position::Move;
use crate::pv::Store;
use crate::report::table::grouped;
use crate::report::{BROKEN, GOOD, KNOWN, draw, styled};
use crate::score::Bound;
use crate::subject::Subject;
use crate::verdict::{LineKind, LineVerdict, ScoreVerdict, Truncation};

/// The page on `case`, of which `checked` was found.
pub fn page(case: &Case, checked: &Checked) -> String {
    let why = explain(&case.subject).filter(|_| checked.is_flawed());
    let mut harness = Harness::default();
    let answers = answers(case, Store::ALL, |case| check_on(&mut harness, case).ok());
    describe(case, checked, answers, why, &replay(case))
}

/// What each of these stores shows of the same search, with those that show the same.
pub(crate) type Answers = Vec<(Vec<&'static str>, String)>;

/// Asks each store by `check`.
pub(crate) fn answers(
    case: &Case,
    stores: &[Store],
    mut check: impl FnMut(&Case) -> Option<Checked>,
) -> Answers {
    let subjects = stores.iter().map(|&store| Subject { store, ..case.subject });
    let answers = subjects.filter(|subject| subject.meaningless().is_none()).filter_map(|subject| {
        let checked = check(&Case { subject, ..case.clone() })?;
        let line = checked.line.as_deref().map_or("no line".to_owned(), moves);
        Some((
            subject.store.name(),
            format!("{line}, {}", checked.verdict.line.kind.name().replace('_', " ")),
        ))
    });
    grouped(answers)
}

/// The page on `case`, with what each store answered, a word on why and the line that runs it again.
pub(crate) fn describe(
    case: &Case,
    checked: &Checked,
    answers: Answers,
    why: Option<&str>,
    replay: &str,
) -> String {
    let whole = ground_truth(case);
    let ground_truth = checked.ground_truth_shown(&whole);
    let mut page = String::new();
    let mut say =
        |label: &str, text: &str| writeln!(page, "{label:<8} {text}").expect("a string takes any text");
    say("subject", &format!("{} in the {} regime", case.subject, case.subject.regime()));
    say("found", &found(checked));
    let Checked { trial, guarantee: guaranteed, .. } = checked;
    let (worst, excluded_moves) = (checked.worst(), checked.excluded_moves());
    let (move_set, bound) = (RootMoveSet::AllExcept(&excluded_moves), or_what(worst.bound));
    let by_then = if ground_truth.depth() < case.depth {
        format!(" at depth {}", ground_truth.depth())
    } else {
        String::new()
    };
    let score = format!(
        "{}{bound}; minimax says {}{by_then}{}",
        worst.score,
        ground_truth.score_among(move_set),
        without(&excluded_moves)
    );
    let wrong = if checked.verdict.score.is_fault() { BROKEN } else { GOOD };
    say("score", &format!("{score}: {}", styled(wrong, checked.verdict.score.name())));
    if let (None, Some(mv)) = (&checked.line, worst.best_move) {
        say("best", &format!("move {mv}"));
    }
    say("shown", &checked.line.as_deref().map_or("no line".to_owned(), moves));
    for (rank, shown) in checked.lines.iter().enumerate().filter(|_| is_one_of_several(case)) {
        say(&format!("line {}", rank + 1), &one_of_several(case, shown));
    }
    for (index, (stores, line)) in answers.into_iter().enumerate() {
        say(if index == 0 { "stores" } else { "" }, &wrapped(&format!("{line}: {}", stores.join(", "))));
    }
    say("right", &moves(&ground_truth.line_among(move_set)));
    say("guarantee", &guarantee(checked));
    if let Some(fault) = trial.fault {
        let style = if guaranteed.allows_fault(fault.kind()) { KNOWN } else { BROKEN };
        say("breach", &styled(style, &fault.to_string()));
    }
    if let Some(why) = why {
        say("cause", &wrapped(why));
    }
    say("replay", replay);
    page.push('\n');
    page.push_str(&draw(
        ground_truth,
        case.game.root(),
        move_set,
        checked.line.as_deref().unwrap_or_default(),
    ));
    page
}

/// Whether score and line alone do not say what was shown.
const fn is_one_of_several(case: &Case) -> bool {
    case.subject.options.lines > 1 || case.subject.options.node_limit.is_some()
}

/// One of the lines, its score, and the depth that it is from where that is not the one asked for.
fn one_of_several(case: &Case, shown: &ShownLine) -> String {
    let ShownLine { score, bound, ref line, verdict, depth, .. } = *shown;
    let line = line.as_deref().map_or("no line".to_owned(), moves);
    let depth = if depth == case.depth { String::new() } else { format!(", by the search to depth {depth}") };
    let style = if verdict.kind <= LineKind::NoneDue { GOOD } else { KNOWN };
    let place = move_number(verdict).map_or(String::new(), |number| format!(" at move number {number}"));
    format!("{line}: {}{place}, worth {score}{}{depth}", styled(style, verdict.kind.name()), or_what(bound))
}

/// Which moves do not count, where better lines begin with some.
fn without(excluded_moves: &[Move]) -> String {
    let moves: Vec<String> = excluded_moves.iter().map(Move::to_string).collect();
    if moves.is_empty() { String::new() } else { format!(" without move {}", moves.join(" and ")) }
}

const fn or_what(bound: Bound) -> &'static str {
    match bound {
        Bound::Exact => "",
        Bound::Lower => " or more",
        Bound::Upper => " or less",
    }
}

const fn describe_truncation(truncation: Truncation) -> &'static str {
    match truncation {
        Truncation::Cutoff => ", where a table entry ended the search of the node",
        Truncation::Bound => ", where the position is known by bounds alone",
        Truncation::Draw => ", where it would come back to a position that stands on it",
        Truncation::Depth => ", where the score is from an entry of another draft, or from behind the depth",
        Truncation::Score => ", where the entry is of another score",
        Truncation::Overwritten => ", where what stood there was overwritten",
    }
}

/// A paragraph that stays readable on a wide terminal, indented as the labels are.
pub(crate) fn wrapped(text: &str) -> String {
    let options = textwrap::Options::new(100).subsequent_indent("         ");
    // Names have hyphens of their own.
    let options = options.word_splitter(textwrap::WordSplitter::NoHyphenation);
    textwrap::fill(text, options)
}

/// The line that runs `case` again.
fn replay(case: &Case) -> String {
    let plain = Case { expect: None, ..case.clone() };
    format!("pvcheck check --case '{plain}'")
}

/// Which move of a line makes it what it is, from 1.
fn move_number(line: LineVerdict) -> Option<usize> {
    match line.kind {
        LineKind::Illegal => line.ply.map(|ply| ply + 1),
        _ => line.ply,
    }
}

fn found(checked: &Checked) -> String {
    let line = checked.verdict.line;
    let what = match (line.kind, move_number(line)) {
        (LineKind::Unsound, Some(0)) => {
            "the score is not that of the root, so no line can carry it".to_owned()
        }
        (LineKind::Unsound, Some(1)) => {
            "legal but wrong: no line that attains the score begins with its first move".to_owned()
        }
        (LineKind::Unsound, Some(number)) => {
            format!("legal but wrong: no line that attains the score begins with its first {number} moves")
        }
        (LineKind::Illegal, Some(number)) => format!("its move number {number} does not exist"),
        (LineKind::PastDraw, Some(number)) => {
            format!(
                "it goes on behind its move number {number}, which leads back to a position on the line: a draw"
            )
        }
        (LineKind::Truncated, _) => {
            let why = checked.verdict.line.truncation.map_or("", describe_truncation);
            format!("it stops before the depth and before the end of the game{why}")
        }
        (LineKind::Same, _) => "the leftmost optimal line, whole".to_owned(),
        (LineKind::Equivalent, _) => "another optimal line, whole".to_owned(),
        (LineKind::NoneDue, _) => "no line due".to_owned(),
        (kind, _) => kind.name().to_owned(),
    };
    let style = match () {
        () if !checked.is_kept() => BROKEN,
        () if checked.is_flawed() => KNOWN,
        () => GOOD,
    };
    format!("{}: {what}", styled(style, &format!("{} line", line.kind.name().replace('_', " "))))
}

fn guarantee(checked: &Checked) -> String {
    let guarantee = checked.guarantee;
    let kept = if checked.is_kept() { styled(GOOD, "kept") } else { styled(BROKEN, "broken") };
    let known = if guarantee.must_show.is_some() { ", expected failure" } else { "" };
    let score = match guarantee.score {
        ScoreVerdict::Exact if guarantee.may_bound || guarantee.may_fail || guarantee.may_stop => {
            "the exact score or a bound"
        }
        ScoreVerdict::Exact => "the exact score",
        wrong if wrong.is_fault() => "no right score",
        other => other.name(),
    };
    let line = with_article(guarantee.line.name());
    let by = if guarantee.truncated_only_by_cutoffs { " that a cutoff has made short" } else { "" };
    format!("{score}, at worst {line} line{by} ({}{known}): {kept}", guarantee.basis)
}

fn with_article(name: &str) -> String {
    match name {
        "same" => "the same".to_owned(),
        "none_due" => "no".to_owned(),
        _ if name.starts_with(['a', 'e', 'i', 'o', 'u']) => format!("an {name}"),
        _ => format!("a {name}"),
    }
}

fn moves(line: &[Move]) -> String {
    let moves: Vec<String> = line.iter().map(Move::to_string).collect();
    let note =
        if line.contains(&Move::POISON) { "   (poison: a slot that the search never wrote)" } else { "" };
    if moves.is_empty() { "the empty line".to_owned() } else { moves.join(" ") + note }
}
