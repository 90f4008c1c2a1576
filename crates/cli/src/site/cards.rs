//! A finding as a card: the board with the moves, what is wrong, and the command that shows it again.

use maud::{Markup, html};

use super::board::{Arrow, ArrowKind, board};
use super::mark;
use crate::report::{FindingJson, RuleJson, counted};
use pvcheck::position::Position as _;
use pvcheck_chess::trace::Rule;
use pvcheck_chess::uci::{FindingKind, Info, Line, Message, Root};

/// The most moves of a line that are drawn.
const DRAWN: usize = 6;

struct Card {
    mark: usize,
    title: String,
    summary: String,
    /// The board, where the game is chess.
    board: Option<Markup>,
    entries: Vec<(&'static str, String)>,
    /// More lines, with a title.
    details: Option<(&'static str, String)>,
    replay: Option<String>,
}

impl Card {
    fn markup(&self) -> Markup {
        html! {
            article.card {
                h4 { (mark(self.mark)) " " (self.title) }
                p { (self.summary) }
                @if let Some(board) = &self.board { (board) }
                div {
                    dl { @for (label, text) in self.entries.iter().filter(|(_, text)| !text.is_empty()) { dt { (label) } dd { (text) } } }
                    @if let Some((title, lines)) = &self.details { details open { summary { (title) } pre { (lines) } } }
                    @if let Some(replay) = &self.replay {
                        p.replay { code { (replay) } " " button.copy type="button" { "copy the command" } }
                    }
                }
            }
        }
    }
}

fn arrow(mv: &str, label: String, kind: ArrowKind) -> Arrow {
    Arrow { mv: mv.to_owned(), label, kind }
}

/// The board with the end of the line that was printed; the first move that cannot be played is the wrong one.
fn drawn_line(row: &FindingJson) -> Option<Markup> {
    let root: Root = row.position.parse().ok()?;
    let line = row.line.clone().map(Line::from);
    let words = match line.map(|line| line.message) {
        Some(Message::Info(Info { line: Some(words), .. })) => words,
        _ => Vec::new(),
    };
    let legal = root.position().walk(&words).legal;
    let first = (legal + 1).saturating_sub(DRAWN);
    let shown = words[..first].iter().try_fold(root, |root, word| root.after(word))?;
    let kind = |index| if index == legal { ArrowKind::Wrong } else { ArrowKind::Move };
    let arrows = words.iter().enumerate().take(legal + 1).skip(first);
    let arrows = arrows.map(|(index, word)| arrow(word, (index + 1).to_string(), kind(index)));
    let (line, arrows): (String, Vec<Arrow>) = (words.join(" "), arrows.collect());
    let after = if first > 0 { format!(" after {}", counted(first as u64, "move")) } else { String::new() };
    Some(board(&shown.position().name()?, &format!("The position{after}, and the line {line}"), &arrows))
}

/// The card of the first finding of a class.
pub(super) fn of_finding(row: &FindingJson) -> Markup {
    let kind: Option<FindingKind> = row.class.parse().ok();
    let card = Card {
        mark: if row.severity == "error" { 3 } else { 2 },
        title: row.class.clone(),
        summary: kind.map_or("", FindingKind::summary).to_owned(),
        board: drawn_line(row),
        entries: vec![
            ("what", row.detail.clone()),
            ("printed", row.line.clone().unwrap_or_default()),
            ("position", row.position.clone()),
            ("commands", row.reproduce.clone().unwrap_or_default().join("; ")),
        ],
        details: row.inside.clone().map(|inside| ("inside the search", inside)),
        replay: row.replay.clone(),
    };
    card.markup()
}

/// The board of a node with the moves that were searched; the first move in the sentence on the fault is the wrong one.
fn drawn_node(row: &RuleJson) -> Option<Markup> {
    let drawn = |text: &str, kind| {
        let mut words = text.split(' ').map(|word| arrow(word, String::new(), kind));
        words.find(|arrow| arrow.ends().is_some())
    };
    let wrong = drawn(&row.found, ArrowKind::Wrong);
    let children = row.children.iter().filter_map(|child| drawn(child, ArrowKind::Move));
    let right = children.filter(|child| wrong.as_ref().is_none_or(|wrong| wrong.mv != child.mv));
    let arrows: Vec<Arrow> = right.chain(wrong.clone()).collect();
    let fen = row.position.as_ref()?;
    Some(board(fen, &format!("The position of the node: {fen}"), &arrows))
}

/// The card of a rule that a trace breaks.
pub(super) fn of_rule(row: &RuleJson) -> Markup {
    let rule: Option<Rule> = row.rule.parse().ok();
    let line = if row.line > 0 { format!(", in line {}", row.line) } else { String::new() };
    let node = if row.node > 0 { format!("{}, {}", row.node, row.what) } else { String::new() };
    let path = if row.node > 0 && row.path.is_empty() { "the root".to_owned() } else { row.path.join(" ") };
    let card = Card {
        mark: 3,
        title: format!("{}, {}", row.rule, counted(row.count, "time")),
        summary: rule.map_or("", Rule::summary).to_owned(),
        board: drawn_node(row),
        entries: vec![
            ("what", row.found.clone()),
            ("node", node),
            ("left", row.left.as_ref().map_or(String::new(), |left| format!("{left}{line}"))),
            ("path", path),
            ("position", row.position.clone().unwrap_or_default()),
            ("search", row.search.clone()),
        ],
        details: (!row.children.is_empty()).then(|| ("what was searched here", row.children.join("\n"))),
        replay: None,
    };
    card.markup()
}
