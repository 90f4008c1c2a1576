//! Connect Four as a game of one's own: its laws are checked, and a search of it is verified, on its own positions and on
//! frozen ones. What is found is shown in the words of the game.
//!
//! ```console
//! $ cargo run --example connect_four
//! ```

use pvcheck::prelude::*;

/// The columns, the best ones first.
const COLUMNS: [u16; 7] = [3, 2, 4, 1, 5, 0, 6];
/// The squares of the bottom row. A column has seven bits, and its highest one is always empty.
const BOTTOM: u64 = 0x0408_1020_4081;
/// All squares.
const BOARD: u64 = BOTTOM * 0b11_1111;
/// The distances between squares of a line: a column, a row, and two diagonals.
const DIRECTIONS: [u32; 4] = [1, 7, 6, 8];

/// A position: the stones of the player to move, and all stones.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct ConnectFour {
    own: u64,
    all: u64,
}

impl ConnectFour {
    /// The position after these columns were played, for example `ddc`.
    pub fn after(columns: &str) -> Self {
        columns.bytes().fold(Self::default(), |position, column| {
            let mv = Move::new(u16::from(column - b'a'));
            assert!(position.legal().any(|legal| legal == mv), "{columns}: no column {}", char::from(column));
            position.play(mv)
        })
    }

    fn legal(self) -> impl Iterator<Item = Move> {
        let is_open = move |column: u16| self.all >> (7 * column + 5) & 1 == 0;
        COLUMNS.into_iter().filter(move |&column| is_open(column)).map(Move::new)
    }

    const fn opponent(self) -> u64 {
        self.own ^ self.all
    }

    const fn is_full(self) -> bool {
        self.all == BOARD
    }
}

/// Whether four of these stones are in a line.
fn has_four(stones: u64) -> bool {
    DIRECTIONS.iter().any(|&step| {
        let pairs = stones & stones >> step;
        pairs & pairs >> (2 * step) != 0
    })
}

/// How much these stones are worth: pairs and threes in a line, and those in the middle column.
fn value(stones: u64) -> i64 {
    let middle = (stones >> 21 & 0b11_1111).count_ones();
    let lines = DIRECTIONS.iter().map(|&step| {
        let pairs = stones & stones >> step;
        pairs.count_ones() + 4 * (pairs & stones >> (2 * step)).count_ones()
    });
    i64::from(middle + lines.sum::<u32>())
}

impl Position for ConnectFour {
    fn moves(&self, moves: &mut Vec<Move>) {
        moves.extend(self.legal());
    }

    fn play(&self, mv: Move) -> Self {
        // The carry of the sum is the lowest empty square of the column.
        let square = (self.all + (1 << (7 * mv.number()))) & !self.all;
        Self { own: self.opponent(), all: self.all | square }
    }

    fn evaluate(&self) -> Score {
        match () {
            () if has_four(self.opponent()) => Score::MIN,
            () if self.is_full() => Score::ZERO,
            () => Score::saturating(value(self.own) - value(self.opponent())),
        }
    }

    fn is_terminal(&self) -> bool {
        self.is_full() || has_four(self.opponent())
    }

    fn key(&self) -> u64 {
        // No two positions have the same sum, and multiplication by an odd number mixes its bits.
        let mixed = (self.own + self.all + BOTTOM).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        mixed ^ mixed >> 32
    }

    fn move_name(&self, mv: Move) -> String {
        u8::try_from(mv.number())
            .map_or_else(|_| mv.to_string(), |column| char::from(b'a' + column).to_string())
    }

    /// The rows from the top, with `x` for the player to move and `o` for the other one.
    fn name(&self) -> Option<String> {
        let square = |row: u32, column: u32| match 1 << (7 * column + row) {
            square if self.own & square != 0 => 'x',
            square if self.all & square != 0 => 'o',
            _ => '.',
        };
        let row = |row| (0..7).map(|column| square(row, column)).collect::<String>();
        Some((0..6).rev().map(row).collect::<Vec<_>>().join("/"))
    }
}

/// Fail-soft alpha-beta of any game. Returns the score and the line. With `bug`, it takes over the line of a move whose
/// score equals alpha; but that score may be an upper bound, and its line then proves nothing.
fn alpha_beta(position: &impl Position, depth: usize, window: Window, bug: bool) -> (Score, Vec<Move>) {
    if depth == 0 || position.is_terminal() {
        return (position.evaluate(), Vec::new());
    }
    let (mut moves, mut best, mut line) = (Vec::new(), -Score::INFINITY, Vec::new());
    position.moves(&mut moves);
    for mv in moves {
        let alpha = window.alpha.max(best);
        if alpha >= window.beta {
            break;
        }
        let child = Window { alpha, ..window }.for_child();
        let (score, rest) = alpha_beta(&position.play(mv), depth - 1, child, bug);
        let score = score.for_parent();
        if score > best || bug && score == alpha {
            line = [vec![mv], rest].concat();
        }
        best = best.max(score);
    }
    (best, line)
}

/// Positions to search, each to a depth: the start, quiet ones, and some with threats.
pub fn positions() -> Vec<(ConnectFour, usize)> {
    let games = ["", "d", "ddddc", "dcdced", "dddddcce", "gabcddcbbc", "dedcbfcedc", "aabbccd"];
    games.into_iter().flat_map(|game| (0..=4).map(move |depth| (ConnectFour::after(game), depth))).collect()
}

/// Verifies the search on the positions themselves.
pub fn on_positions(bug: bool) -> Verification<ConnectFour> {
    verify_positions(
        positions(),
        || (),
        move |(): &mut (), request| {
            let (score, line) = alpha_beta(request.root(), request.depth(), Window::FULL, bug);
            Answer::exact(score, line)
        },
    )
}

/// Verifies the search on frozen positions: synthetic games with the moves of Connect Four.
///
/// # Errors
///
/// If there are too many positions below one of them.
pub fn on_frozen_positions(bug: bool) -> Result<Verification, pvcheck::verify::CannotFreeze> {
    let verification = verify(move |request: &Request<'_>| {
        let (score, line) = alpha_beta(request.root(), request.depth(), Window::FULL, bug);
        Answer::exact(score, line)
    });
    Ok(verification.games(FrozenGames::new(positions(), 10_000)?))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let examined = laws(positions().into_iter().map(|(position, _)| position))?;
    println!("{} positions obey the laws\n", examined.positions);
    for bug in [false, true] {
        println!("{}", on_positions(bug).report());
        println!("{}", on_frozen_positions(bug)?.report());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_game_obeys_the_laws() {
        let examined = laws(positions().into_iter().map(|(position, _)| position)).expect("the laws");
        assert!(examined.positions == 10_000 && examined.collision.is_none(), "{examined:?}");
    }

    #[test]
    fn the_search_is_right() {
        on_positions(false).run();
        on_frozen_positions(false).expect("small games").run();
    }

    #[test]
    fn a_seeded_bug_is_shown_in_the_words_of_the_game() {
        for report in [
            on_positions(true).report().to_string(),
            on_frozen_positions(true).expect("small games").report().to_string(),
        ] {
            assert!(report.starts_with("pvcheck: unsound line in 40 searches"), "{report}");
            let entry = |label: &str| {
                let line = report.lines().find_map(|line| line.strip_prefix(label));
                line.map_or_else(|| panic!("{label:?} is missing in:\n{report}"), str::trim)
            };
            let position = "......./......./...x.../...o.../...x.../..oo...";
            // A frozen position keeps its name when it is shrunk, and the page adds that.
            assert!(entry("position").starts_with(position), "{report}");
            let shown: Vec<&str> = entry("shown").split(' ').collect();
            let is_column = |mv: &&str| matches!(mv.as_bytes(), [b'a'..=b'g']);
            assert!(shown.len() == 2 && shown.iter().all(is_column), "{report}");
            assert!(report.contains("── g: value") && report.contains("<- shown, wrong"), "{report}");
        }
    }

    #[test]
    fn a_position_that_is_too_large_is_named() {
        let start = [(ConnectFour::default(), 1), (ConnectFour::after("d"), 4)];
        let error = FrozenGames::new(start, 100).expect_err("more than 100 positions").to_string();
        assert_eq!(
            error,
            "position 2, ......./......./......./......./......./...o..., cannot be searched to depth 4: \
             the game has more than 100 positions within 3 plies of the root"
        );
    }
}
