//! The page on one case: the search, the shown line, and where and why the line is wrong.

use std::fmt::Write as _;

use anstyle::Style;

use crate::report::table::grouped;
use crate::report::{
    BROKEN, GOOD, KNOWN, MARKS, chess_root, joined, line_in_san, line_mark, marked, styled, whole_position,
    wrapping,
};
use pvcheck::case::Case;
use pvcheck::check::{Checked, Harness, ShownLine, check_on, ground_truth};
use pvcheck::contract::{Guarantee, explain, theorems};
use pvcheck::draw::{Mark, Paint, draw};
use pvcheck::oracle::RootMoveSet;
use pvcheck::position::{Move, Position, line_names};
use pvcheck::pv::Store;
use pvcheck::score::Score;
use pvcheck::shrink::shrink_case;
use pvcheck::subject::Subject;
use pvcheck::syntax::{counted, shell_quoted};
use pvcheck::verdict::{Finding, LineKind, LineVerdict, ScoreVerdict, TraceVerdict, Truncation};
use pvcheck::verify::Label;

pub fn page(case: &Case, checked: &Checked, width: u16) -> String {
    let why = explain(&case.subject).filter(|_| needs_cause(checked));
    let mut harness = Harness::default();
    let answers = answers(case, Store::ALL, |case| check_on(&mut harness, case).ok());
    describe(case, checked, answers, why, &replay(case), width)
}

/// Whether the result is a failure of the method. Another optimal line is none, nor is a line that an entry of the table ends.
fn needs_cause(checked: &Checked) -> bool {
    let verdict = checked.verdict;
    let is_usual = match verdict.line.kind {
        LineKind::Equivalent => true,
        LineKind::Truncated => verdict.line.truncation == Some(Truncation::Cutoff),
        _ => false,
    };
    !checked.is_kept() || verdict.score.is_fault() || checked.has_finding() && !is_usual
}

/// Returns theorems by name, with their files, in the form `a, b (proof/X.v), c (proof/Y.v)`.
pub fn cited(theorems: &[String]) -> String {
    let parts: Vec<(&str, &str)> = theorems.iter().filter_map(|theorem| theorem.split_once(' ')).collect();
    let of_one_file =
        |same: &[(&str, &str)]| format!("{} {}", joined(same.iter().map(|&(name, _)| name), ", "), same[0].1);
    joined(parts.chunk_by(|one, other| one.1 == other.1).map(of_one_file), ", ")
}

pub type Answers = Vec<(Vec<&'static str>, String)>;

pub fn answers(case: &Case, stores: &[Store], mut check: impl FnMut(&Case) -> Option<Checked>) -> Answers {
    let subjects = stores.iter().map(|&store| Subject { store, ..case.subject });
    let answers = subjects.filter(|subject| subject.meaningless().is_none()).filter_map(|subject| {
        let case = Case { subject, ..case.clone() };
        let checked = check(&case)?;
        let line = shown_line(&case, checked.line());
        let kind = checked.verdict.line.kind;
        let index = if checked.is_kept() { line_mark(kind) } else { 3 };
        let mark = marked(index, MARKS[index].0);
        Some((subject.store.name(), format!("{mark} {line}, {}", kind.name().replace('_', " "))))
    });
    grouped(answers)
}

/// Returns the page on `case`, with the line of each store, the cause `why` and the command line `replay`
/// that runs it again.
pub fn describe(
    case: &Case,
    checked: &Checked,
    answers: Answers,
    why: Option<&str>,
    replay: &str,
    width: u16,
) -> String {
    let (right_score, correct) = right_result(case, checked);
    let mut page = String::new();
    let mut say = |label: &str, text: &str| {
        // A command line to copy is never broken.
        let text = if [Label::Replay, Label::Position].map(Label::name).contains(&label) {
            text.to_owned()
        } else {
            wrapped(text, width)
        };
        writeln!(page, "{label:<9} {text}").expect("a string takes any text");
    };
    say(Label::Subject.name(), &format!("{} in the {} regime", case.subject, case.subject.regime()));
    if let Some((text, _)) = chess_root(case) {
        say(Label::Position.name(), text);
    }
    say(Label::Found.name(), &found(checked));
    let Checked { trial, guarantee: guaranteed, .. } = checked;
    let (worst, excluded_moves) = (checked.lines.worst(), checked.lines.better_moves());
    let bound = worst.bound.suffix();
    let at_depth = if (1..case.depth).contains(&worst.depth) {
        format!(" at depth {}", worst.depth)
    } else {
        String::new()
    };
    let score = format!(
        "{}{bound}; minimax value {}{at_depth}{}",
        worst.score,
        right_score,
        without(case, &excluded_moves)
    );
    let wrong = if checked.verdict.score.is_fault() { BROKEN } else { GOOD };
    say(Label::Score.name(), &format!("{score}: {}", styled(wrong, checked.verdict.score.name())));
    if let (None, Some(mv)) = (checked.line(), worst.best_move) {
        say(Label::BestMove.name(), &case.game.root().move_name(mv));
    }
    say(Label::Shown.name(), &shown_line(case, checked.line()));
    for (rank, shown) in checked.lines.iter().enumerate().filter(|_| has_several_lines(case)) {
        say(&format!("{} {}", Label::Line.name(), rank + 1), &one_of_several(case, shown));
    }
    for (index, (stores, line)) in answers.into_iter().enumerate() {
        say(if index == 0 { Label::Stores.name() } else { "" }, &format!("{line}: {}", stores.join(", ")));
    }
    say(Label::Correct.name(), &moves(case, &correct));
    say(Label::Guarantee.name(), &guarantee(&case.subject, checked));
    if let Some(threads) = turns(case, checked) {
        say(Label::Threads.name(), &threads);
    }
    if let (Some(fault), Some(words)) = (trial.fault, trial.describe_fault(&case.game.root())) {
        let style = if guaranteed.allows_fault(fault.kind()) { KNOWN } else { BROKEN };
        say(Label::Fault.name(), &styled(style, &words));
    }
    if let Some(trace) = trace(case, checked) {
        say(Label::Trace.name(), &trace);
    }
    if let Some(why) = why {
        say(Label::Cause.name(), why);
    }
    say(Label::Replay.name(), replay);
    page + "\n" + &drawing(case, checked)
}

/// The largest number of positions of a tree that is drawn below the board of a chess position.
const MAX_DRAWN: usize = 30;

fn drawing(case: &Case, checked: &Checked) -> String {
    let board = chess_root(case).map(|(_, position)| position.diagram());
    match board {
        None => tree(case, checked),
        Some(board) if case.game.len() > MAX_DRAWN => board,
        Some(board) => board + "\n" + &tree(case, checked),
    }
}

pub fn summary(case: &Case, checked: &Checked) -> String {
    let Some((text, position)) = chess_root(case) else { return tree(case, checked) };
    let (_, correct) = right_result(case, checked);
    let shown = shown_line(case, checked.line());
    let board = position.diagram();
    format!("{text}\n{board}shown    {shown}\ncorrect  {}\n", moves(case, &correct))
}

/// Returns the value and the line that the worst line of a case should have had.
pub fn right_result(case: &Case, checked: &Checked) -> (Score, Vec<Move>) {
    let (whole, excluded_moves) = (ground_truth(case), checked.lines.better_moves());
    let (ground_truth, among) =
        (checked.lines.worst().ground_truth(&whole), RootMoveSet::AllExcept(&excluded_moves));
    (ground_truth.score_among(among), ground_truth.line_among(among))
}

const fn style(mark: Mark, wrong: Style) -> Style {
    match mark {
        Mark::Good => GOOD,
        Mark::Shown => KNOWN,
        Mark::Broken => wrong,
    }
}

fn tree(case: &Case, checked: &Checked) -> String {
    let whole = ground_truth(case);
    let excluded_moves = checked.lines.better_moves();
    // Red is for what is worse than guaranteed; a failure that is known is not.
    let paint: Paint = if checked.is_kept() {
        |mark, text| styled(style(mark, KNOWN), text)
    } else {
        |mark, text| styled(style(mark, BROKEN), text)
    };
    draw(
        checked.lines.worst().ground_truth(&whole),
        case.game.root(),
        RootMoveSet::AllExcept(&excluded_moves),
        checked.line().unwrap_or_default(),
        checked.verdict.first_wrong_move(),
        paint,
    )
}

const fn has_several_lines(case: &Case) -> bool {
    case.subject.options.lines > 1 || case.subject.options.node_limit.is_some()
}

fn one_of_several(case: &Case, shown: &ShownLine) -> String {
    let ShownLine { score, bound, ref line, verdict, depth, .. } = *shown;
    let line = shown_line(case, line.as_deref());
    let depth =
        if depth == case.depth { String::new() } else { format!(", from the iteration of depth {depth}") };
    let style = if verdict.kind <= LineKind::NoneDue { GOOD } else { KNOWN };
    let place = move_number(verdict).map_or(String::new(), |number| format!(" at move number {number}"));
    format!("{line}: {}{place}, score {score}{}{depth}", styled(style, verdict.kind.name()), bound.suffix())
}

fn without(case: &Case, excluded_moves: &[Move]) -> String {
    let root = case.game.root();
    let moves = joined(excluded_moves.iter().map(|&mv| root.move_name(mv)), " and ");
    if moves.is_empty() { moves } else { format!(" without move {moves}") }
}

const fn describe_truncation(truncation: Truncation) -> &'static str {
    match truncation {
        Truncation::Cutoff => ", because a table entry ended the search of its last node",
        Truncation::Bound => ", because only bounds are known for its last position",
        Truncation::Draw => ", because its next move would repeat a position",
        Truncation::Depth => {
            ", because its score is from a table entry of another draft, or from below the depth"
        }
        Truncation::Score => ", because the table entry has another score",
        Truncation::Overwritten => ", because the rest was overwritten",
    }
}

/// Wraps a paragraph after its label to this width; further lines are indented by the width of the labels.
pub fn wrapped(text: &str, width: u16) -> String {
    let indent = " ".repeat(10);
    let options = wrapping(width).initial_indent(&indent).subsequent_indent(&indent);
    textwrap::fill(text, options).trim_start().to_owned()
}

pub fn replay(case: &Case) -> String {
    if let Some(position) = whole_position(case) {
        let (fen, depth) = (shell_quoted(position), case.depth);
        let subject = shell_quoted(&case.subject.to_string());
        return format!("pvcheck check --fen {fen} --depth {depth} --subject {subject}");
    }
    let plain = Case { expect: None, ..case.clone() };
    format!("pvcheck check --case {}", shell_quoted(&plain.to_string()))
}

/// Returns the smallest case found with the same finding. A broken guarantee stays broken.
pub fn smaller(harness: &mut Harness, case: &Case, finding: Finding, is_broken: bool) -> Case {
    shrink_case(case, |case| {
        let shown = check_on(harness, case);
        shown.is_ok_and(|shown| shown.shows(finding) && !(is_broken && shown.is_kept()))
    })
}

/// The most turns of threads that are listed.
const TURNS: usize = 12;

/// Returns the turns of the threads with their steps; `None` without several threads.
fn turns(case: &Case, Checked { turns, .. }: &Checked) -> Option<String> {
    let at_once = case.subject.options.threads?.schedule.seed == 0;
    if at_once {
        return Some("all at once, so that a replay may show another result".to_owned());
    }
    let turn = |&(thread, steps): &(usize, u32)| {
        format!("thread {} makes {}", thread + 1, counted(steps, "access", "accesses"))
    };
    let listed: Vec<_> = turns.iter().take(TURNS).map(turn).collect();
    let rest = turns.len().saturating_sub(TURNS);
    let rest = if rest > 0 { format!("; and {rest} more") } else { String::new() };
    let of = if case.subject.options.keeps_table() { "of the last search: " } else { "" };
    Some(format!("{of}{}{rest}", listed.join("; "))).filter(|_| !turns.is_empty())
}

fn trace(case: &Case, checked: &Checked) -> Option<String> {
    let what = match (checked.trace(), &checked.underived) {
        (TraceVerdict::NotJudged, _) => return None,
        (TraceVerdict::Derived, _) => "every result follows from what the search returned before".to_owned(),
        (TraceVerdict::Fault, Some(underived)) => underived.describe(&case.game.root()),
        (TraceVerdict::Fault, None) if checked.verdict.line.trace == TraceVerdict::Fault => {
            "the nodes of the search do not support the line".to_owned()
        }
        (TraceVerdict::Fault, None) => "the search shows another result than it returned".to_owned(),
    };
    Some(what)
}

fn move_number(line: LineVerdict) -> Option<usize> {
    match line.kind {
        LineKind::Illegal => line.ply.map(|ply| ply + 1),
        _ => line.ply,
    }
}

fn found(checked: &Checked) -> String {
    let line = checked.verdict.line;
    let what = match (line.kind, move_number(line)) {
        (LineKind::Unsound, Some(number)) => line.unsound_from(number),
        (LineKind::Illegal, Some(number)) => format!("move number {number} does not exist"),
        (LineKind::PastDraw, Some(number)) => {
            format!("it goes on after move number {number}, which is a draw by repetition")
        }
        (LineKind::Truncated, _) => {
            let why = checked.verdict.line.truncation.map_or("", describe_truncation);
            format!("it stops before the depth and before the end of the game{why}")
        }
        (LineKind::Same, _) => "the leftmost optimal line, whole".to_owned(),
        (LineKind::Equivalent, _) => "another optimal line, whole".to_owned(),
        (LineKind::NoneDue, _) => "no line was due".to_owned(),
        (LineKind::Overlong, _) => {
            "right, but longer than the depth: it continues with the line of a table entry".to_owned()
        }
        (LineKind::Missing, _) => "no line was shown, but one was due".to_owned(),
        (LineKind::Unproven, _) => "only a bound of the score is known".to_owned(),
        (kind, _) => kind.name().to_owned(),
    };
    let style = match () {
        () if !checked.is_kept() => BROKEN,
        () if checked.has_finding() => KNOWN,
        () => GOOD,
    };
    let kind = match line.kind {
        LineKind::NoneDue => "no line".to_owned(),
        kind => format!("{} line", kind.name().replace('_', " ")),
    };
    format!("{}: {what}", styled(style, &kind))
}

fn guarantee(subject: &Subject, checked: &Checked) -> String {
    let kept = if checked.is_kept() { styled(GOOD, "kept") } else { styled(BROKEN, "broken") };
    format!("{}: {kept}", guaranteed(subject, &checked.guarantee))
}

/// Returns the guarantee of a subject and its basis, with the names of theorems.
pub fn guaranteed(subject: &Subject, guarantee: &Guarantee) -> String {
    let score = match guarantee.score {
        ScoreVerdict::Exact if guarantee.may_bound || guarantee.may_fail || guarantee.may_stop => {
            "the exact score or a bound"
        }
        ScoreVerdict::Exact => "the exact score",
        wrong if wrong.is_fault() => "no correct score",
        ScoreVerdict::Witnessed => "a witnessed score",
        ScoreVerdict::Joined => "a score between witnessed bounds",
        _ => "any score",
    };
    let by = if guarantee.truncated_only_by_cutoffs { " by a cutoff" } else { "" };
    let failure = if guarantee.must_show.is_some() { ", an expected failure" } else { "" };
    let line = match (guarantee.line, guarantee.must_show) {
        (LineKind::Same, None) => " and the leftmost optimal line".to_owned(),
        (LineKind::NoneDue, None) => " and no line".to_owned(),
        (kind, _) => format!("; the line may be {}{by}{failure}", kind.name().replace('_', " ")),
    };
    let theorems: Vec<String> = theorems(subject).iter().map(ToString::to_string).collect();
    let by = if theorems.is_empty() { String::new() } else { format!(" {}", cited(&theorems)) };
    format!("{score}{line} (basis: {}{by})", guarantee.basis)
}

fn shown_line(case: &Case, line: Option<&[Move]>) -> String {
    line.map_or("no line".to_owned(), |line| moves(case, line))
}

fn moves(case: &Case, line: &[Move]) -> String {
    let moves = match chess_root(case) {
        Some((_, root)) if !line.is_empty() => vec![line_in_san(case, &root, line)],
        _ => line_names(&case.game.root(), line),
    };
    let note =
        if line.contains(&Move::POISON) { "   (poison: a slot that the search never wrote)" } else { "" };
    if moves.is_empty() { "the empty line".to_owned() } else { moves.join(" ") + note }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pvcheck::check::check;
    use pvcheck::position::legal_moves;

    /// Returns the lines of the drawing on the page of `case`.
    fn drawing(case: &str) -> Vec<String> {
        let case: Case = case.parse().expect("a case");
        let page = page(&case, &check(&case).expect("within capacity"), 100);
        let plain = anstream::adapter::strip_str(&page).to_string();
        plain.lines().skip_while(|line| !line.starts_with("root")).map(str::to_owned).collect()
    }

    #[test]
    fn all_moves_of_a_line_are_drawn_and_the_wrong_ones_are_marked() {
        assert_eq!(
            drawing("v1 pvs-soft+edwards-trees+extension depth=2 a:[a]"),
            [
                "root (a): value 0 (for the side to move, as below)",
                "└── move 0 (a): value 0  <- correct and shown",
                "    └── move 0 (a): value 0  <- correct and shown",
                "        └── move 0 (a): evaluates to 0  <- shown, wrong, outside the search tree",
                "            └── move 0 (a): evaluates to 0  <- shown, wrong, outside the search tree",
            ]
        );
        // Moves before the first wrong one are not marked as wrong.
        let unsound = drawing("v1 alpha-beta-hard+single-array depth=2 [[1 0] [1 0]]");
        let marked = |mark: &str| unsound.iter().filter(|line| line.ends_with(mark)).count();
        assert_eq!(
            (marked("<- correct and shown"), marked("<- correct"), marked("<- shown, wrong")),
            (1, 1, 1)
        );
    }

    /// The wrong line of an array whose tail belongs to another move, in the words of the game.
    #[test]
    fn a_page_names_the_moves_of_a_game_with_names() {
        let text = r#"v1 alpha-beta-hard+single-array depth=2 ["a" ["c" 1 "d" 0] "b" ["e" 1 "f" 0]]"#;
        let case: Case = text.parse().expect("a case");
        let page = page(&case, &check(&case).expect("within capacity"), 100);
        let page = anstream::adapter::strip_str(&page).to_string();
        for line in ["shown     a c", "correct   a d"] {
            assert!(page.contains(line), "{line:?} is missing in:\n{page}");
        }
        let replay = page.lines().find_map(|line| line.strip_prefix("replay    ")).expect("a replay line");
        assert!(
            replay.ends_with(
                r#"--case 'v1 alpha-beta-hard+single-array depth=2 ["a" ["c" 1 "d" 0] "b" ["e" 1 "f" 0]]'"#
            ),
            "{replay}"
        );
    }

    /// The lines of a game that repetition ends, and of quiescence, which omits quiet moves.
    #[test]
    fn each_move_of_a_wrong_line_is_drawn_whatever_the_search_options() {
        let mut wrong = 0;
        for options in
            ["", "+extension", "+repetition", "+quiescence", "+tt", "+tt+repetition", "+tt(draft=deeper)"]
        {
            for store in ["edwards-trees", "pv-holder", "table-walk", "single-array-bare", "single-array"] {
                for game in ["a:[a]", "a:[!a 1]", "a:1[a [a]]", "a:[+b:1[a 2] b]", "[0 [0]]"] {
                    for depth in 1..4 {
                        let text = format!("v1 pvs-soft+{store}{options} depth={depth} {game}");
                        let Ok(case) = text.parse::<Case>() else { continue };
                        let checked = check(&case).expect("within capacity");
                        let (line, kind) =
                            (checked.line().unwrap_or_default().to_vec(), checked.verdict.line.kind);
                        let legal = line.iter().scan(case.game.root(), |position, &mv| {
                            *position = legal_moves(position).contains(&mv).then(|| position.play(mv))?;
                            Some(())
                        });
                        let drawing = drawing(&text).join("\n");
                        let shown = drawing.matches("shown").count() - drawing.matches("next shown").count();
                        assert_eq!(shown, legal.count(), "{text}\n{drawing}");
                        let is_wrong =
                            matches!(kind, LineKind::Unsound | LineKind::PastDraw | LineKind::Illegal);
                        let is_marked = drawing.contains("wrong") || drawing.contains("(illegal)");
                        assert_eq!(is_marked, is_wrong, "{text}\n{drawing}");
                        wrong += usize::from(is_wrong);
                    }
                }
            }
        }
        assert!(wrong > 50, "{wrong}");
    }
}
