//! The clock of a game.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use super::root::Root;

/// The delay beyond the clock that an engine is allowed, because the pipe and a busy machine take time too.
pub(super) const MARGIN: Duration = Duration::from_millis(100);

/// The most seconds of a clock or an increment.
const MOST: f64 = 1e6;

/// The remaining times of White and Black, and the increment of each move, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// The time that is left to White and to Black.
    pub left: [u64; 2],
    /// The time that each move adds.
    pub increment: u64,
}

impl Clock {
    /// The time that is left to the side to move.
    pub fn left_to_move(self, root: &Root) -> Duration {
        Duration::from_millis(self.left[side(root)])
    }

    /// The clock after a search of `root` that took the time `elapsed`; `None` if the time of the side was over.
    pub(super) fn after(mut self, root: &Root, elapsed: Duration) -> Option<Self> {
        if self.is_overstepped(root, elapsed) {
            return None;
        }
        let left = &mut self.left[side(root)];
        let elapsed = u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX);
        // Some engines take 0 for a search without a clock.
        *left = left.saturating_sub(elapsed).saturating_add(self.increment).max(1);
        Some(self)
    }

    pub(super) fn is_overstepped(self, root: &Root, elapsed: Duration) -> bool {
        elapsed > self.left_to_move(root) + MARGIN
    }

    pub(super) fn half(self) -> Option<Self> {
        let left = self.left.map(|left| left / 2);
        (!left.contains(&0)).then_some(Self { left, increment: self.increment / 2 })
    }

    /// Reads a clock from the arguments of `go`, in the form in which pvcheck writes the arguments.
    pub(super) fn read(arguments: &str) -> Option<Self> {
        let words: Vec<&str> = arguments.split(' ').collect();
        let &["wtime", white, "btime", black, "winc", increment, "binc", other] = &words[..] else {
            return None;
        };
        let left = [white.parse().ok()?, black.parse().ok()?];
        (increment == other).then_some(Self { left, increment: increment.parse().ok()? })
    }
}

/// The index of the side to move.
fn side(root: &Root) -> usize {
    usize::from(!root.position().is_white_to_move())
}

impl fmt::Display for Clock {
    /// Writes the clock as arguments of the command `go`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { left: [white, black], increment } = self;
        write!(f, "wtime {white} btime {black} winc {increment} binc {increment}")
    }
}

impl FromStr for Clock {
    type Err = String;

    /// Reads `BASE+INC`, both in seconds: the clock at the beginning of a game.
    fn from_str(text: &str) -> Result<Self, String> {
        let time = |text: &str| {
            let seconds = text.parse::<f64>().ok().filter(|seconds| (0.0..=MOST).contains(seconds))?;
            u64::try_from(Duration::from_secs_f64(seconds).as_millis()).ok()
        };
        let clock = text.split_once('+').and_then(|(base, increment)| {
            let (base, increment) = (time(base)?, time(increment)?);
            (base > 0).then_some(Self { left: [base; 2], increment })
        });
        clock.ok_or_else(|| {
            "expected BASE+INC in seconds, such as 10+0.1: 0.001 to 1e6, and 0 to 1e6".to_owned()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn root(text: &str) -> Root {
        text.parse().expect("a position")
    }

    #[test]
    fn a_clock_is_read_as_base_and_increment() {
        let read = |text: &str| text.parse::<Clock>().map(|clock| clock.to_string()).ok();
        assert_eq!(read("10+0.1").as_deref(), Some("wtime 10000 btime 10000 winc 100 binc 100"));
        assert_eq!(read("0.5+0").as_deref(), Some("wtime 500 btime 500 winc 0 binc 0"));
        for wrong in ["", "10", "+1", "10+", "0+1", "-1+0", "nan+0", "1e7+0", "1+inf", "1+1+1", "40/10+1"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn the_side_to_move_pays_for_its_search() {
        let clock: Clock = "1+0.1".parse().expect("a clock");
        let (white, black) = (root("startpos"), root("startpos moves e2e4"));
        let after = |clock: Clock, root: &Root, ms| clock.after(root, Duration::from_millis(ms));
        let later = after(clock, &white, 300).expect("time is left");
        assert_eq!(later.left, [800, 1000]);
        assert_eq!(after(later, &black, 999).map(|clock| clock.left), Some([800, 101]));
        assert_eq!(after(later, &white, 900).map(|clock| clock.left), Some([100, 1000]), "within the margin");
        assert_eq!(after(later, &white, 901), None);
        let none = Clock { increment: 0, ..clock };
        assert_eq!(after(none, &white, 1000).map(|clock| clock.left), Some([1, 1000]));
    }
}
