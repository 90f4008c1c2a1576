//! Games from the literature, in notation.

/// A game of fifteen positions in which a search that narrows its window by a *deeper* table
/// entry returns a value that no valid search returns (Wesselink, Huizing & van de Wetering,
/// arXiv 2509.20138). It is searched to depth 6, where the window is (0, 5).
///
/// The shared position `a` is reached with 4 plies left after the first move, and with 2 plies
/// left at the end of a chain of single moves after the second.
pub const NARROWING: &str = "[[2 a:[[[-3 -4]] [2 1]] 1] [[[a]]]]";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Graph;
    use crate::oracle::Oracle;

    #[test]
    fn the_narrowing_game_is_the_published_one() {
        let game: Graph = NARROWING.parse().expect("a game");
        assert_eq!(game.len(), 15);
        assert_eq!(game.to_string(), NARROWING);
        // Without a table the search walks one fixed tree.
        let oracle = Oracle::new(&game.root(), 6);
        assert_eq!(oracle.score().get(), 1);
        let shared = game.root().graph().child(game.child(0, 0), 1);
        assert!(game.children(game.child(0, 1)).len() == 1 && game.reaches(game.child(0, 1), shared));
    }
}
