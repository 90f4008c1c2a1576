//! Games from the literature, in notation.

/// A game of fifteen positions in which a search that narrows its window by a *deeper* table
/// entry returns a value that no valid search returns (Wesselink, Huizing & van de Wetering,
/// arXiv 2509.20138). It is searched to depth 6, where the window is (0, 5).
///
/// The shared position `a` is reached with 4 plies left after the first move, and with 2 plies
/// left at the end of a chain of single moves after the second.
pub const NARROWING: &str = "[[2 a:[[[-3 -4]] [2 1]] 1] [[[a]]]]";

/// Reads the game of a test.
#[cfg(test)]
pub(crate) fn game(text: &str) -> crate::game::Graph {
    text.parse().expect("a game")
}
