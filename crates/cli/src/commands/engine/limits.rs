//! The command `go`: what is searched, and when the search ends.

use std::time::Duration;

use pvcheck::position::Move;
use pvcheck_chess::ChessPosition;

#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Limits {
    /// The depth of the last iteration.
    pub depth: Option<usize>,
    pub nodes: Option<u64>,
    pub time: Option<Duration>,
    /// The maximum number of moves of a mate that ends the search. The absence of a mate also ends the search.
    pub mate: Option<u32>,
    /// Whether the search ends only by `stop`, or, while pondering, not before `ponderhit`.
    pub infinite: bool,
    /// Whether the search is in the time of the other side.
    pub ponder: bool,
    /// The moves of the root that are searched; empty for all.
    pub moves: Vec<Move>,
}

/// The words that begin a part of `go`.
const WORDS: [&str; 12] = [
    "depth", "nodes", "movetime", "mate", "infinite", "ponder", "wtime", "btime", "winc", "binc",
    "movestogo", "searchmoves",
];

/// The clocks of the two sides: White, Black.
#[derive(Default)]
struct Clocks {
    left: [Option<u64>; 2],
    increment: [u64; 2],
    moves: Option<u64>,
}

impl Clocks {
    /// Returns the time for one move: an equal share of the time that is left, for 30 moves if the number of moves is
    /// unknown, and most of the increment. The limit is nine tenths of the time that is left.
    fn time(&self, side: usize) -> Option<Duration> {
        let left = self.left[side]?;
        let moves = self.moves.filter(|&moves| moves > 0).unwrap_or(30);
        let share = (left / moves).saturating_add(self.increment[side] / 4 * 3);
        Some(Duration::from_millis(share.min(left - left / 10)))
    }
}

impl Limits {
    /// Reads the words after `go`. Returns a sentence for each ignored word. A number below 0 counts as 0: a graphical
    /// interface may send such a time.
    pub fn read(words: &[&str], root: &ChessPosition) -> (Self, Vec<String>) {
        let (mut limits, mut clocks, mut ignored) = (Self::default(), Clocks::default(), Vec::new());
        let mut rest = words.iter().copied().peekable();
        while let Some(word) = rest.next() {
            match word {
                "infinite" => limits.infinite = true,
                "ponder" => limits.ponder = true,
                "searchmoves" => {
                    while let Some(text) = rest.next_if(|next| !WORDS.contains(next)) {
                        match root.parse_move(text) {
                            Some(mv) => limits.moves.push(mv),
                            None => ignored.push(format!("searchmoves: {text} is no legal move")),
                        }
                    }
                }
                _ if WORDS.contains(&word) => match rest.next_if(|next| !WORDS.contains(next)).map(number) {
                    Some(Some(number)) => limits.set(word, number, &mut clocks),
                    _ => ignored.push(format!("go: `{word}` without a number")),
                },
                _ => ignored.push(format!("go: unknown word `{word}`")),
            }
        }
        let side = usize::from(!root.is_white_to_move());
        limits.time = limits.time.or_else(|| clocks.time(side));
        limits.infinite |= matches!(limits, Self { depth: None, nodes: None, time: None, mate: None, .. });
        (limits, ignored)
    }

    /// Whether the search waits for `stop` or `ponderhit`.
    pub fn is_held(&self) -> bool {
        self.infinite || self.ponder
    }

    /// The depth of the last iteration; `None` without a limit. A mate in N moves has 2N - 1 plies.
    pub fn last_depth(&self) -> Option<usize> {
        let of_mate = self.mate.filter(|_| !self.infinite).map(|mate| (mate as usize * 2).saturating_sub(1));
        self.depth.into_iter().chain(of_mate).min()
    }

    fn set(&mut self, word: &str, number: u64, clocks: &mut Clocks) {
        match word {
            "depth" => self.depth = Some(usize::try_from(number).unwrap_or(usize::MAX)),
            "nodes" => self.nodes = Some(number),
            "movetime" => self.time = Some(Duration::from_millis(number)),
            "mate" => self.mate = Some(u32::try_from(number).unwrap_or(u32::MAX)),
            "wtime" => clocks.left[0] = Some(number),
            "btime" => clocks.left[1] = Some(number),
            "winc" => clocks.increment[0] = number,
            "binc" => clocks.increment[1] = number,
            _ => clocks.moves = Some(number),
        }
    }
}

/// Reads a number, and turns a number below 0 into 0.
fn number(text: &str) -> Option<u64> {
    text.parse::<i128>().ok().map(|number| u64::try_from(number.max(0)).unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, root: &str) -> (Limits, usize) {
        let words: Vec<&str> = text.split_whitespace().collect();
        let (limits, ignored) = Limits::read(&words, &root.parse().expect("a position"));
        (limits, ignored.len())
    }

    #[test]
    fn limits_are_read_in_any_combination() {
        let none = Limits::default;
        assert_eq!(read("", "startpos"), (Limits { infinite: true, ..none() }, 0));
        assert_eq!(
            read("depth 5 nodes 10", "startpos"),
            (Limits { depth: Some(5), nodes: Some(10), ..none() }, 0)
        );
        assert_eq!(read("mate -3", "startpos"), (Limits { mate: Some(0), ..none() }, 0));
        assert_eq!(read("mate 3 depth 9", "startpos").0.last_depth(), Some(5));
        assert_eq!(read("mate 3 infinite", "startpos").0.last_depth(), None);
        assert_eq!(read("depth infinite", "startpos"), (Limits { infinite: true, ..none() }, 1));
        assert_eq!(read("depth x y", "startpos").1, 2);
        let (limits, ignored) = read("searchmoves e2e4 e2e5 d2d4 depth 2", "startpos");
        assert_eq!((limits.moves.len(), limits.depth, ignored), (2, Some(2), 1));
    }

    #[test]
    fn the_clock_of_the_side_to_move_counts_and_some_time_is_always_left() {
        let time = |text: &str, root: &str| read(text, root).0.time.map(|time| time.as_millis());
        let black = "startpos moves e2e4";
        let clocks = "wtime 30000 btime 60000 winc 400 binc 0";
        assert_eq!((time(clocks, "startpos"), time(clocks, black)), (Some(1300), Some(2000)));
        assert_eq!(time("wtime 1000 movestogo 1", "startpos"), Some(900));
        assert_eq!(time("wtime -5 winc 100", "startpos"), Some(0));
        assert_eq!(time("wtime 1000", black), None);
        assert_eq!(time("movetime 7 wtime 1000", "startpos"), Some(7));
    }
}
