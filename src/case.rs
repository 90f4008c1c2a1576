//! Cases, which are one line of text with a subject, a depth and a game.
//!
//! ```text
//! v1 SUBJECT depth=PLIES [expect=FINDING] GAME
//! ```
//!
//! A case of another search has no subject, and may have the [circumstances](crate::verify::Circumstances) of
//! the search in the place of `expect`: see [`Problem`](crate::verify::Problem).
//!
//! A file of cases has one case per line. Blank lines and lines that begin with `#` are ignored. `expect` is
//! the finding that the case must show.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use arbitrary::{Arbitrary, Unstructured};

use crate::algorithm::Algorithm;
use crate::cost::Cost;
use crate::game::{Choices, Graph, Growth, Link};
use crate::pv::{CAPACITY, Store};
use crate::score::Score;
use crate::search::SearchOptions;
use crate::subject::Subject;
use crate::syntax::{SyntaxError, SyntaxErrors, Words, named, quoted, read_lines};
use crate::table::{Narrow, TableOptions};
use crate::verdict::Finding;

/// The version at the beginning of the text of a case.
pub const VERSION: &str = "v1";

/// A subject, a depth, and the game that is searched.
#[derive(Clone, PartialEq, Eq)]
pub struct Case {
    /// The algorithm, the store and the search options.
    pub subject: Subject,
    /// The search depth in plies, at most [`CAPACITY`].
    pub depth: usize,
    /// The finding that this case must show, if any.
    pub expect: Option<Finding>,
    /// The game that is searched.
    pub game: Graph,
}

/// Returns the distance of a score from zero, which is larger for any mate than for any other score.
fn magnitude(score: Score) -> u64 {
    let size = score.get().unsigned_abs();
    let most = Score::MAX.get().unsigned_abs();
    u64::from(if score.is_mate() { most + most.abs_diff(size) } else { size })
}

/// The size of a game that is searched to some depth ([`Case::size`]).
pub type Size = (usize, usize, usize, u64);

/// Returns the size of a search of `game` to `depth`.
pub(crate) fn size(game: &Graph, depth: usize) -> Size {
    let nodes = || 0..game.len();
    let links = nodes().flat_map(|node| game.links(node)).map(Link::weight).sum();
    let scores = nodes().map(|node| magnitude(game.score(node))).sum();
    (game.len(), links, depth, scores)
}

impl Case {
    /// Returns the size by which counterexamples are ordered. Its parts are the positions, then the moves, their marks
    /// and passes, then the depth, then the distances of the scores from zero. Mates count more than all other scores,
    /// and long mates more than short ones.
    pub fn size(&self) -> Size {
        size(&self.game, self.depth)
    }

    /// Reads a file of cases, and returns each case with its line number, from 1.
    ///
    /// # Errors
    ///
    /// If lines are not valid cases, or the file has no case.
    pub fn read_all(text: &str) -> Result<Vec<(usize, Self)>, SyntaxErrors> {
        let expected = || format!("a line like `{VERSION} pvs-soft+triangular depth=2 [[3 5] [2 9]]`");
        read_lines(text, str::parse, || ("no case in this file", expected()))
    }

    /// Whether the search of the case visits at most `most` positions in the worst case, counting repeated visits.
    pub fn visits_at_most_nodes(&self, most: u64) -> bool {
        Cost { game: &self.game, subject: &self.subject }.is_at_most(most, self.depth)
    }
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { subject, depth, expect, game } = self;
        write!(f, "{VERSION} {subject} depth={depth} ")?;
        if let Some(expect) = expect {
            write!(f, "expect={expect} ")?;
        }
        write!(f, "{game}")
    }
}

crate::syntax::debug_is_display!(Case);

impl FromStr for Case {
    type Err = SyntaxError;

    fn from_str(text: &str) -> Result<Self, SyntaxError> {
        let mut words = after_version(text)?;
        let subject = words.next("a subject", "an algorithm and a store, as in `pvs-soft+triangular`")?;
        let start = subject.start;
        let subject = text[subject].parse::<Subject>().map_err(|error| error.within(text, start))?;
        let plies = words.next("a depth", "`depth=PLIES`")?;
        let depth = depth(text, plies.clone())?;
        let before = words.offset();
        let mut expect = None;
        let next = words.next("a game", "`expect=FINDING` or a tree")?;
        if text[next.clone()].starts_with("expect=") {
            expect = Some(finding(text, next.start + "expect=".len()..next.end)?);
        } else {
            words.go_to(before);
        }
        let start = words.offset();
        let game = text[start..].parse::<Graph>().map_err(|error| error.within(text, start))?;
        let longest = |depth| subject.options.ply_limits(depth).max_pv_length;
        if longest(depth) > CAPACITY {
            let problem = format!("lines of {} moves do not fit in the stores", longest(depth));
            let within = (0..depth).rev().find(|&depth| longest(depth) <= CAPACITY).unwrap_or(0);
            return Err(SyntaxError::new(text, plies, problem, format!("at most `depth={within}`")));
        }
        let cost = Cost { game: &game, subject: &subject };
        if let Some(most) = cost.limit_exceeded(depth) {
            let within = cost.greatest_depth(depth);
            let problem =
                format!("a search of this game to depth {depth} may visit more than {most} positions");
            return Err(SyntaxError::new(text, plies, problem, format!("at most `depth={within}`")));
        }
        Ok(Self { subject, depth, expect, game })
    }
}

/// Returns the words of a case after its version.
pub(crate) fn after_version(text: &str) -> Result<Words<'_>, SyntaxError> {
    let mut words = Words::over(text);
    let version = words.next("a version", &format!("`{VERSION}`"))?;
    if &text[version.clone()] == VERSION {
        return Ok(words);
    }
    let problem = format!("unknown version {}", quoted(&text[version.clone()]));
    Err(SyntaxError::new(text, version, problem, format!("`{VERSION}`")))
}

pub(crate) fn depth(text: &str, span: Range<usize>) -> Result<usize, SyntaxError> {
    let digits = text[span.clone()].strip_prefix("depth=").filter(|text| !text.starts_with('+'));
    let depth = digits.and_then(|digits| digits.parse().ok());
    depth.filter(|&depth: &usize| depth <= CAPACITY).ok_or_else(|| {
        let expected = format!("`depth=PLIES`, from 0 to {CAPACITY}, the capacity of the stores");
        let problem = format!("{} is not a valid depth", quoted(&text[span.clone()]));
        SyntaxError::new(text, span, problem, expected)
    })
}

fn finding(text: &str, span: Range<usize>) -> Result<Finding, SyntaxError> {
    named(text, span, "finding", &Finding::all().collect::<Vec<_>>(), Finding::name)
}

impl<'a> Arbitrary<'a> for Case {
    fn arbitrary(bytes: &mut Unstructured<'a>) -> arbitrary::Result<Self> {
        let mut game = Graph::default();
        let depth = Growth::random_game(bytes, &mut game);
        let mut subject = Subject {
            algorithm: Algorithm::ALL[bytes.below(Algorithm::ALL.len() as u32) as usize],
            store: Store::ALL[bytes.below(Store::ALL.len() as u32) as usize],
            options: SearchOptions::NONE,
        };
        let algorithm = subject.algorithm.profile();
        if algorithm.needs_table() || bytes.one_in(2) {
            subject.options = SearchOptions::random(bytes);
        }
        // Narrowing and keys that collide make scores invalid or unchecked. Only single cases draw them, where each option has a
        // guarantee of its own.
        if let Some(table) = &mut subject.options.table {
            table.narrow = Narrow::random(bytes, 6);
            if bytes.one_in(6) {
                table.key_bits = 1 + bytes.below(4);
            }
        }
        if algorithm.needs_table() {
            subject.options.table.get_or_insert(TableOptions::DEFAULT);
        }
        if !algorithm.has_root_window() {
            subject.options.aspiration = None;
        }
        if subject.meaningless().is_some() {
            let table = algorithm.needs_table().then_some(TableOptions::DEFAULT);
            subject.options = SearchOptions { table, ..SearchOptions::NONE };
        }
        // Without a table, the raw walk has no meaning. A walk that checks legality can read the shadow
        // table.
        if subject.meaningless().is_some() {
            subject.store = Store::TableWalk;
        }
        // A random case must be within the limits of a parsed case.
        let depth = Cost { game: &game, subject: &subject }.greatest_depth(depth);
        Ok(Self { subject, depth, expect: None, game })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        text.parse::<Case>().expect_err("this text is wrong").to_string()
    }

    #[test]
    fn canonical_text_survives_a_round_trip() {
        for text in [
            "v1 pvs-soft+triangular depth=2 [[3 5] [2 9]]",
            "v1 alpha-beta-hard+single-array depth=2 expect=unsound [[1 2] [3 4]]",
            "v1 pvs-soft+none+aspiration(3) depth=0 7",
            "v1 pvs-soft+none+aspiration(3,widen=both) depth=0 7",
        ] {
            assert_eq!(text.parse::<Case>().expect("this text is right").to_string(), text);
        }
    }

    #[test]
    fn errors_give_the_column_in_the_whole_text() {
        for (text, part) in [
            ("", "column 1: the text ends before a version; expected `v1`"),
            ("v2 x", "column 1: unknown version `v2`"),
            ("v1 pvs+none", "column 4: unknown algorithm `pvs`"),
            ("v1 pvs-soft+none", "column 17: the text ends before a depth"),
            ("v1 pvs-soft+none depth=65 1", "column 18: `depth=65` is not a valid depth"),
            ("v1 pvs-soft+none depth=1 expect=unsnd 1", "expected `unsound`"),
            ("v1 pvs-soft+none depth=1 [1 ?]", "column 29: found '?'"),
            ("v1 pvs-soft+none depth=1", "the text ends before a game"),
            ("v1 pvs-soft+none depth=-1 1", "column 18: `depth=-1` is not a valid depth"),
        ] {
            let error = error(text);
            assert!(error.contains(part), "{text}: {error}");
        }
    }

    /// Algorithms that search moves twice in null windows double their work with each ply.
    #[test]
    fn the_depth_of_a_case_is_limited_by_the_cost_of_its_search() {
        for (text, depth) in [
            ("v1 pvs-hard+none depth=64 a:2[1 a]", 28),
            ("v1 pvs-soft+none+lmr(1) depth=64 a:2[1 1 a]", 32),
            ("v1 pvs-soft+none+null(0) depth=64 a:2[1 a ~a]", 23),
        ] {
            let error = error(text);
            assert!(error.contains("may visit more than 1000000000 positions"), "{error}");
            assert!(error.contains(&format!("at most `depth={depth}`")), "{error}");
        }
        assert!("v1 pvs-soft+none depth=64 a:2[1 a]".parse::<Case>().is_ok());
    }

    /// Each iteration and each line is a separate search, and each line is judged together with all better
    /// ones.
    #[test]
    fn many_searches_of_one_root_are_counted_together() {
        let wide = format!("a:[1 a{}]", " a".repeat(98));
        let case =
            |options: &str, depth| format!("v1 minimax+none{options} depth={depth} {wide}").parse::<Case>();
        assert!(case("", 3).is_ok() && case("+multipv(9)+deepening", 3).is_ok());
        // Nearly 1,000,000 positions, 3 iterations, and 100 lines squared.
        let error = case("+multipv(100)+deepening", 3).expect_err("too many").to_string();
        assert!(
            error.contains("may visit more than 1000000000") && error.contains("at most `depth=2`"),
            "{error}"
        );
        // If the table is kept, the preceding search is one ply deeper.
        let deep = case("+tt(keep=yes)", 3).expect_err("too deep").to_string();
        assert!(deep.contains("more than 5000000 positions") && deep.contains("at most `depth=2`"), "{deep}");
    }

    #[test]
    fn positions_beyond_the_depth_do_not_count() {
        let far = format!("{}{}{}", "[".repeat(70), "1 ".repeat(60_000), "]".repeat(70));
        let error = error(&format!("v1 pvs-hard+none depth=64 [a:2[1 a] {far}]"));
        assert!(error.contains("at most `depth=29`"), "{error}");
    }

    /// Cases are ordered by positions, moves, marks and passes, depth, and the distances of the scores from zero. Mates
    /// count more than all other scores, and long mates more than short ones.
    #[test]
    fn each_case_is_larger_than_the_one_before() {
        let size = |text: &str| format!("v1 minimax+none {text}").parse::<Case>().expect("a case").size();
        let sizes = [
            "depth=0 0", "depth=0 1", "depth=0 -2", "depth=0 998999999", "depth=0 #0", "depth=0 -#1",
            "depth=0 #2", "depth=0 #500", "depth=1 0", "depth=0 [0]", "depth=0 [#500]", "depth=1 [0]",
            "depth=0 [!0]", "depth=0 [0 0]", "depth=0 [0 1]", "depth=0 [-1 1]", "depth=0 [0 0 0]",
        ]
        .map(size);
        for (index, two) in sizes.windows(2).enumerate() {
            assert!(two[0] < two[1], "{index}: {two:?}");
        }
        assert_eq!(size("depth=0 5"), size("depth=0 -5"));
        assert_eq!(size("depth=0 #5"), size("depth=0 -#5"));
    }

    #[test]
    fn an_error_in_a_file_gives_its_line() {
        let text = "# comment\n\nv1 pvs-soft+none depth=1 5\n  v1 pvs-soft+none depth=1 [5\n";
        let errors = Case::read_all(text).expect_err("the last line is wrong");
        assert_eq!((errors.first[0].line, errors.first[0].column), (4, 28));
        let empty = Case::read_all("# only a comment\n").expect_err("no case");
        assert!(empty.first[0].problem.contains("no case"));
    }

    #[test]
    fn all_wrong_lines_of_a_file_are_reported() {
        let right = "v1 pvs-soft+none depth=1 5\n";
        let errors = Case::read_all(&format!("v2\n{right}v1 x\n{right}")).expect_err("two wrong lines");
        let places: Vec<_> = errors.first.iter().map(|error| (error.line, error.column)).collect();
        assert_eq!((places, errors.more), (vec![(1, 1), (3, 4)], 0));
        let many = Case::read_all(&"v2\n".repeat(50)).expect_err("only wrong lines");
        assert_eq!((many.first.len(), many.first[19].line, many.more), (20, 20, 30));
        assert!(many.to_string().ends_with("`v1`\n30 more errors"), "{many}");
    }

    #[test]
    fn errors_repeat_only_the_start_of_a_long_word() {
        let long = "x".repeat(250_000);
        for text in [
            long.clone(),
            format!("v1 {long}+none depth=1 0"),
            format!("v1 pvs-soft+{long} depth=1 0"),
            format!("v1 pvs-soft+none+{long} depth=1 0"),
            format!("v1 pvs-soft+none+tt({long}) depth=1 0"),
            format!("v1 pvs-soft+none+tt(keep={long}) depth=1 0"),
            format!("v1 pvs-soft+none+tt={long} depth=1 0"),
            format!("v1 pvs-soft+none+lmr({long}) depth=1 0"),
            format!("v1 pvs-soft+none depth={long} 0"),
            format!("v1 pvs-soft+none depth=1 expect={long} 0"),
            format!("v1 pvs-soft+none depth=1 [a:1 {long}]"),
            format!("v1 pvs-soft+none depth=1 [{long}:1 {long}y]"),
            format!("v1 pvs-soft+none depth=1 [{long}:1 {long}:2]"),
            format!("v1 pvs-soft+none depth=1 [{long}:]"),
        ] {
            let error = error(&text);
            assert!(error.len() < 1_000, "{} bytes: {}", error.len(), &error[..200]);
        }
    }
}
