//! Games of the literature, in notation.

/// The game of fifteen positions in which a table search that narrows its window from a
/// *deeper* entry returns a value that is nobody's (Wesselink, Huizing & van de Wetering,
/// arXiv 2509.20138). Searched to depth 6, where the window is (0, 5).
///
/// The shared position `a` is met with 4 plies to go behind the first move, and with 2 at
/// the end of a chain of single moves behind the second.
pub const NARROWING: &str = "[[2 a:[[[-3 -4]] [2 1]] 1] [[[a]]]]";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Graph;
    use crate::oracle::Oracle;

    #[test]
    fn the_narrowing_game_is_as_its_authors_have_it() {
        let game: Graph = NARROWING.parse().expect("a game");
        assert_eq!(game.len(), 15);
        assert_eq!(game.to_string(), NARROWING);
        // Without a table it is one fixed tree.
        let oracle = Oracle::new(&game.root(), 6);
        assert_eq!(oracle.score().get(), 1);
        let shared = game.root().graph().child(game.child(0, 0), 1);
        assert!(game.children(game.child(0, 1)).len() == 1 && game.reaches(game.child(0, 1), shared));
    }
}
