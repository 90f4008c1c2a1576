//! A chess board as a drawing, with an arrow for each move.

use std::fmt::Write as _;

use maud::{Markup, html};

/// What an arrow means, by its colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ArrowKind {
    Move,
    Wrong,
}

/// A move in UCI notation, as an arrow with a label.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Arrow {
    pub mv: String,
    pub label: String,
    pub kind: ArrowKind,
}

/// The column and the row of a square from the top left, in halves of a square; `None` if it is no square.
fn centre(square: &str) -> Option<(f64, f64)> {
    let &[file @ b'a'..=b'h', rank @ b'1'..=b'8'] = square.as_bytes() else { return None };
    Some((f64::from(file - b'a') + 0.5, f64::from(b'8' - rank) + 0.5))
}

impl Arrow {
    /// The ends of the arrow; `None` if the text is no move.
    pub(super) fn ends(&self) -> Option<[(f64, f64); 2]> {
        Some([centre(self.mv.get(..2)?)?, centre(self.mv.get(2..4)?)?])
    }

    fn drawing(&self) -> Option<Markup> {
        let [from, to] = self.ends()?;
        let (x, y) = (to.0 - from.0, to.1 - from.1);
        let length = x.hypot(y);
        if length == 0.0 {
            return None;
        }
        // The shaft ends where the head begins; both lie along the move and across it.
        let at = |along: f64, across: f64| {
            let (x, y) = (x / length, y / length);
            format!("{:.2} {:.2}", from.0 + along * x - across * y, from.1 + along * y + across * x)
        };
        let neck = length - 0.4;
        let points = [
            at(0.2, 0.07),
            at(neck, 0.07),
            at(neck, 0.2),
            at(length - 0.05, 0.0),
            at(neck, -0.2),
            at(neck, -0.07),
            at(0.2, -0.07),
        ];
        let class = if self.kind == ArrowKind::Wrong { "arrow wrong" } else { "arrow" };
        let (x, y) = (from.0 + x * 0.4, from.1 + y * 0.4);
        Some(html! {
            path class=(class) d={ "M" (points.join("L")) "Z" } {}
            @if !self.label.is_empty() {
                circle class=(class) cx=(format!("{x:.2}")) cy=(format!("{y:.2}")) r="0.2" {}
                text.number x=(format!("{x:.2}")) y=(format!("{:.2}", y + 0.09)) { (self.label) }
            }
        })
    }
}

/// The board of a FEN. `label` says in words what it shows.
pub(super) fn board(fen: &str, label: &str, arrows: &[Arrow]) -> Markup {
    let placement = fen.split(' ').next().unwrap_or_default();
    let mut dark = String::new();
    for square in (0..64).filter(|square| (square % 8 + square / 8) % 2 == 1) {
        write!(dark, "M{} {}h1v1h-1z", square % 8, square / 8).expect("writing to a string");
    }
    let mut pieces = Vec::new();
    for (row, rank) in placement.split('/').enumerate() {
        let mut file = 0;
        for letter in rank.chars() {
            match letter.to_digit(10) {
                Some(empty) => file += empty,
                None => {
                    pieces.push((file, row, letter));
                    file += 1;
                }
            }
        }
    }
    html! {
        svg.board viewBox="-0.4 0 8.4 8.4" role="img" aria-label=(label) {
            rect.light width="8" height="8" {}
            path.dark d=(dark) {}
            @for (index, file) in ('a'..='h').enumerate() { text.edge x=(format!("{index}.5")) y="8.32" { (file) } }
            @for (index, rank) in ('1'..='8').rev().enumerate() { text.edge x="-0.2" y=(format!("{index}.62")) { (rank) } }
            @for (file, row, letter) in pieces {
                text class=(if letter.is_uppercase() { "piece white" } else { "piece black" }) x=(format!("{file}.5")) y=(format!("{row}.8")) { (glyph(letter)) }
            }
            @for arrow in arrows { (arrow.drawing().unwrap_or_default()) }
        }
    }
}

/// The filled figure of a piece, of which the style chooses the colour.
fn glyph(letter: char) -> &'static str {
    match letter.to_ascii_lowercase() {
        'k' => "♚\u{fe0e}",
        'q' => "♛\u{fe0e}",
        'r' => "♜\u{fe0e}",
        'b' => "♝\u{fe0e}",
        'n' => "♞\u{fe0e}",
        _ => "♟\u{fe0e}",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pieces_and_the_moves_are_drawn_on_their_squares() {
        let arrow = |mv: &str, kind| Arrow { mv: mv.to_owned(), label: String::new(), kind };
        let arrows = [
            arrow("e2e4", ArrowKind::Move),
            arrow("h8h7q", ArrowKind::Wrong),
            arrow("pass", ArrowKind::Move),
        ];
        let drawn = board("7k/8/8/8/8/8/4P3/K7 w - - 0 1", "a board", &arrows).into_string();
        assert_eq!(drawn.matches("piece ").count(), 3);
        assert!(drawn.contains("<text class=\"piece white\" x=\"4.5\" y=\"6.8\">♟"), "{drawn}");
        assert!(drawn.contains("<text class=\"piece black\" x=\"7.5\" y=\"0.8\">♚"), "{drawn}");
        assert_eq!(drawn.matches("class=\"arrow").count(), 2, "{drawn}");
        // From e2 up to e4: the tip is just below the middle of that square.
        assert!(
            drawn.contains("<path class=\"arrow\" d=\"M4.57 6.30L4.57 4.90L4.70 4.90L4.50 4.55L"),
            "{drawn}"
        );
        assert!(drawn.contains("<path class=\"arrow wrong\" d=\"M7.43 0.70"), "{drawn}");
    }
}
