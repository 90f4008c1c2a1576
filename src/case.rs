//! The one noun in the middle: a game, a depth and a subject, as one line of text.
//!
//! ```text
//! v1 SUBJECT depth=PLIES [expect=FINDING] GAME
//! ```
//!
//! A file of cases has one a line; blank lines, and lines that begin with `#`,
//! are for its readers. `expect` is the finding that this very case must show.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use arbitrary::{Arbitrary, Unstructured};

use crate::algorithm::Algorithm;
use crate::game::{Choices, Graph, Growth, Link, Visits};
use crate::pv::{CAPACITY, Store};
use crate::score::Score;
use crate::search::SearchOptions;
use crate::subject::Subject;
use crate::syntax::{SyntaxError, suggest};
use crate::table::TableOptions;
use crate::verdict::Finding;

/// The version that case text begins with.
pub const VERSION: &str = "v1";

/// A game, a depth, and what searches it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Case {
    /// What searches.
    pub subject: Subject,
    /// How deep, in plies; at most [`CAPACITY`].
    pub depth: usize,
    /// The finding that this case is known to show, if that is known.
    pub expect: Option<Finding>,
    /// What is searched.
    pub game: Graph,
}

/// How far a score is from zero; a mate, whatever its plies, further than any other score.
fn magnitude(score: Score) -> u64 {
    let size = score.get().unsigned_abs();
    let most = Score::MAX.get().unsigned_abs();
    u64::from(if score.is_mate() { most + most.abs_diff(size) } else { size })
}

impl Case {
    /// A case is no deeper than lets a search without a table meet this many positions, one that is met
    /// again counted again: what is true of it must be found out by looking at all of them.
    pub const MAX_MET: u64 = 5_000_000;

    /// And no deeper than lets its search come to so many at worst, in all iterations, windows and lines
    /// together. Where moves are searched twice, reduced or after a pass, each ply may double that. About a
    /// minute, in games that are made for it.
    pub const MAX_VISITED: u64 = 1_000_000_000;

    /// Size, by which counterexamples are ordered: positions, then moves, their marks and passes, then
    /// depth, then how far the scores are from zero, mates behind all others and by their plies.
    pub fn size(&self) -> (usize, usize, usize, u64) {
        let nodes = || 0..self.game.len();
        let links = nodes().flat_map(|node| self.game.links(node)).map(Link::weight).sum();
        let scores = nodes().map(|node| magnitude(self.game.score(node))).sum();
        (self.game.len(), links, self.depth, scores)
    }

    /// Reads a file of cases, with the line on which each stands, from 1.
    ///
    /// # Errors
    ///
    /// The first line that is no case, or a file without any.
    pub fn read_all(text: &str) -> Result<Vec<(usize, Self)>, SyntaxError> {
        let mut cases = Vec::new();
        let mut start = 0;
        for (index, line) in text.split_inclusive('\n').enumerate() {
            let content = line.trim_end();
            if !content.trim_start().is_empty() && !content.trim_start().starts_with('#') {
                let case = content.parse::<Self>().map_err(|error| error.within(text, start))?;
                cases.push((index + 1, case));
            }
            start += line.len();
        }
        if cases.is_empty() {
            let end = text.len()..text.len();
            let expected = format!("a line like `{VERSION} pvs-soft+triangular depth=2 [[3 5] [2 9]]`");
            return Err(SyntaxError::new(text, end, "no case in this file", expected));
        }
        Ok(cases)
    }
}

impl Case {
    /// Whether its search comes to at most so many positions, at worst: in all iterations, windows and lines
    /// together, one that is met again counted again.
    pub fn visits_at_most_nodes(&self, most: u64) -> bool {
        let Self { subject, depth, game, .. } = self;
        Self::visits_at_most(most, game, subject, *depth)
    }

    fn visits_at_most(most: u64, game: &Graph, subject: &Subject, depth: usize) -> bool {
        let searches = Self::searches(game, subject, depth);
        let deepest = Self::deepest(subject, depth);
        game.visits_within(most / searches, subject.options.ply_limits(deepest), subject.visits())
    }

    /// How many walks of the whole tree its searches are, at worst.
    fn searches(game: &Graph, subject: &Subject, depth: usize) -> u64 {
        let passes = match subject.algorithm {
            Algorithm::Minimax | Algorithm::AlphaBetaHard | Algorithm::AlphaBetaSoft => 1,
            algorithm if algorithm.searches_null_windows_twice() => 1,
            // Each of its passes ends with a score that none before it has ended with.
            Algorithm::Mtdf => game.len() as u64,
            // At each ply of a line moves are searched in a null window and then once more.
            _ => depth as u64 + 1,
        };
        subject.options.max_root_searches(depth, game.children(0).count()).saturating_mul(passes)
    }

    /// How deep the search goes, or the one before it: see [`PrecedingSearch::of_case`](crate::check::PrecedingSearch::of_case).
    fn deepest(subject: &Subject, depth: usize) -> usize {
        depth + usize::from(subject.options.keeps_table())
    }

    /// The limit on positions that a search to `depth` may break.
    fn limit_broken(game: &Graph, subject: &Subject, depth: usize) -> Option<u64> {
        let deepest = Self::deepest(subject, depth);
        let ply_limits = subject.options.ply_limits(deepest);
        // Most searches go as far as the depth says, and a walk tells it at once.
        let meets_more = if ply_limits.max_pv_length == deepest {
            game.max_depth_within(Self::MAX_MET, deepest) < deepest
        } else {
            !game.visits_within(Self::MAX_MET, ply_limits, Visits::default())
        };
        if meets_more {
            return Some(Self::MAX_MET);
        }
        let searches = Self::searches(game, subject, depth);
        let is_plain = subject.visits() == Visits::default()
            && Self::MAX_MET.saturating_mul(searches) <= Self::MAX_VISITED;
        let fits = is_plain || Self::visits_at_most(Self::MAX_VISITED, game, subject, depth);
        (!fits).then_some(Self::MAX_VISITED)
    }

    /// The largest depth up to `wanted` to which a search breaks no limit.
    fn depth_within(game: &Graph, subject: &Subject, wanted: usize) -> usize {
        let fits = |depth: usize| Self::limit_broken(game, subject, depth).is_none();
        if fits(wanted) {
            return wanted;
        }
        let depths: Vec<usize> = (0..wanted).collect();
        depths.partition_point(|&depth| fits(depth)).saturating_sub(1)
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

impl FromStr for Case {
    type Err = SyntaxError;

    fn from_str(text: &str) -> Result<Self, SyntaxError> {
        let mut words = Words { text, at: 0 };
        let version = words.next("a version", &format!("`{VERSION}`"))?;
        if &text[version.clone()] != VERSION {
            let problem = format!("unknown version `{}`", &text[version.clone()]);
            return Err(SyntaxError::new(text, version, problem, format!("`{VERSION}`")));
        }
        let subject = words.next("a subject", "an algorithm and a store, as in `pvs-soft+triangular`")?;
        let start = subject.start;
        let subject = text[subject].parse::<Subject>().map_err(|error| error.within(text, start))?;
        let plies = words.next("a depth", "`depth=PLIES`")?;
        let depth = depth(text, plies.clone())?;
        let before = words.at;
        let mut expect = None;
        let next = words.next("a game", "`expect=FINDING` or a tree")?;
        if text[next.clone()].starts_with("expect=") {
            expect = Some(finding(text, next.start + "expect=".len()..next.end)?);
        } else {
            words.at = before;
        }
        let start = words.at;
        let game = text[start..].parse::<Graph>().map_err(|error| error.within(text, start))?;
        let longest = |depth| subject.options.ply_limits(depth).max_pv_length;
        if longest(depth) > CAPACITY {
            let problem = format!("lines of {} moves do not fit the stores", longest(depth));
            let within = (0..depth).rev().find(|&depth| longest(depth) <= CAPACITY).unwrap_or(0);
            return Err(SyntaxError::new(text, plies, problem, format!("at most `depth={within}`")));
        }
        if let Some(most) = Self::limit_broken(&game, &subject, depth) {
            let within = Self::depth_within(&game, &subject, depth);
            let problem =
                format!("a search of this game to depth {depth} may meet more than {most} positions");
            return Err(SyntaxError::new(text, plies, problem, format!("at most `depth={within}`")));
        }
        Ok(Self { subject, depth, expect, game })
    }
}

/// The words of a line, as spans.
struct Words<'t> {
    text: &'t str,
    at: usize,
}

impl Words<'_> {
    fn next(&mut self, what: &str, expected: &str) -> Result<Range<usize>, SyntaxError> {
        let rest = &self.text[self.at..];
        let start = self.at + (rest.len() - rest.trim_start().len());
        let length = self.text[start..].find(char::is_whitespace).unwrap_or(self.text.len() - start);
        self.at = start + length;
        if length == 0 {
            return Err(SyntaxError::new(
                self.text,
                start..start,
                format!("the text ends before {what}"),
                expected,
            ));
        }
        Ok(start..self.at)
    }
}

fn depth(text: &str, span: Range<usize>) -> Result<usize, SyntaxError> {
    let digits = text[span.clone()].strip_prefix("depth=").filter(|text| !text.starts_with('+'));
    let depth = digits.and_then(|digits| digits.parse().ok());
    depth.filter(|&depth: &usize| depth <= CAPACITY).ok_or_else(|| {
        let expected = format!("`depth=PLIES`, from 0 to {CAPACITY}, the capacity of the stores");
        SyntaxError::new(text, span.clone(), format!("`{}` is no depth", &text[span]), expected)
    })
}

fn finding(text: &str, span: Range<usize>) -> Result<Finding, SyntaxError> {
    let word = &text[span.clone()];
    Finding::all().find(|finding| finding.name() == word).ok_or_else(|| {
        let expected = suggest(word, Finding::all().map(Finding::name));
        SyntaxError::new(text, span, format!("unknown finding `{word}`"), expected)
    })
}

impl<'a> Arbitrary<'a> for Case {
    fn arbitrary(bytes: &mut Unstructured<'a>) -> arbitrary::Result<Self> {
        let mut game = Graph::leaf(Score::ZERO);
        let depth = Growth::random_game(bytes, &mut game);
        let mut subject = Subject {
            algorithm: Algorithm::ALL[bytes.below(Algorithm::ALL.len() as u32) as usize],
            store: Store::ALL[bytes.below(Store::ALL.len() as u32) as usize],
            options: SearchOptions::NONE,
        };
        if subject.algorithm.needs_table() || bytes.one_in(2) {
            subject.options = SearchOptions::random(bytes);
        }
        // What is disvalid by itself, or claims nothing, is for cases alone: each has its guarantee.
        if let Some(table) = &mut subject.options.table {
            table.narrow = bytes.one_in(6);
            if bytes.one_in(6) {
                table.key_bits = 1 + bytes.below(4);
            }
        }
        if subject.algorithm.needs_table() {
            subject.options.table.get_or_insert(TableOptions::DEFAULT);
        }
        if !subject.algorithm.has_window() {
            subject.options.aspiration = None;
        }
        if subject.meaningless().is_some() {
            let table = subject.algorithm.needs_table().then_some(TableOptions::DEFAULT);
            subject.options = SearchOptions { table, ..SearchOptions::NONE };
        }
        // Where the search has no table, one that listens is walked.
        if subject.meaningless().is_some() {
            subject.store = Store::TableWalk;
        }
        // What is drawn has to be within the limits of what is written.
        let depth = Self::depth_within(&game, &subject, depth);
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
    fn errors_name_the_place_in_the_whole_text() {
        assert!(error("").contains("column 1: the text ends before a version; expected `v1`"));
        assert!(error("v2 x").contains("column 1: unknown version `v2`"));
        assert!(error("v1 pvs+none").contains("column 4: unknown algorithm `pvs`"));
        assert!(error("v1 pvs-soft+none").contains("column 17: the text ends before a depth"));
        assert!(error("v1 pvs-soft+none depth=65 1").contains("column 18: `depth=65` is no depth"));
        assert!(error("v1 pvs-soft+none depth=1 expect=unsnd 1").contains("expected `unsound`"));
        assert!(error("v1 pvs-soft+none depth=1 [1 ?]").contains("column 29: found '?'"));
        assert!(error("v1 pvs-soft+none depth=1").contains("the text ends before a game"));
    }

    /// Whatever searches a move again in null windows doubles its work with each ply.
    #[test]
    fn a_case_is_as_deep_as_its_search_ends_soon() {
        for (text, depth) in [
            ("v1 pvs-hard+none depth=64 a:2[1 a]", 28),
            ("v1 pvs-soft+none+lmr(1) depth=64 a:2[1 1 a]", 32),
            ("v1 pvs-soft+none+null(0) depth=64 a:2[1 a ~a]", 23),
        ] {
            let error = error(text);
            assert!(error.contains("may meet more than 1000000000 positions"), "{error}");
            assert!(error.contains(&format!("at most `depth={depth}`")), "{error}");
        }
        assert!("v1 pvs-soft+none depth=64 a:2[1 a]".parse::<Case>().is_ok());
    }

    /// Each iteration and each line is a search of its own, and a line is judged beside all better ones.
    #[test]
    fn many_searches_of_one_root_are_counted_together() {
        let wide = format!("a:[1 a{}]", " a".repeat(98));
        let case =
            |options: &str, depth| format!("v1 minimax+none{options} depth={depth} {wide}").parse::<Case>();
        assert!(case("", 3).is_ok() && case("+multipv(9)+deepening", 3).is_ok());
        // Nearly a million positions, three iterations, and a hundred lines squared.
        let error = case("+multipv(100)+deepening", 3).expect_err("too many").to_string();
        assert!(
            error.contains("may meet more than 1000000000") && error.contains("at most `depth=2`"),
            "{error}"
        );
        // What goes before, where the table is kept, is a ply deeper.
        let deep = case("+tt(keep=yes)", 3).expect_err("too deep").to_string();
        assert!(deep.contains("more than 5000000 positions") && deep.contains("at most `depth=2`"), "{deep}");
    }

    #[test]
    fn what_lies_behind_the_depth_does_not_count_against_a_case() {
        let far = format!("{}{}{}", "[".repeat(70), "1 ".repeat(60_000), "]".repeat(70));
        let error = error(&format!("v1 pvs-hard+none depth=64 [a:2[1 a] {far}]"));
        assert!(error.contains("at most `depth=29`"), "{error}");
    }

    #[test]
    fn a_file_names_the_line_of_its_error() {
        let text = "# comment\n\nv1 pvs-soft+none depth=1 5\n  v1 pvs-soft+none depth=1 [5\n";
        let error = Case::read_all(text).expect_err("the last line is wrong");
        assert_eq!((error.line, error.column), (4, 28));
        assert!(Case::read_all("# only a comment\n").expect_err("no case").problem.contains("no case"));
    }
}
