//! The lines that a program writes as the results of a search.

use super::answer::Answer;
use crate::position::Move;
use crate::score::Score;

/// The maximum number of results of one answer, more than any game has moves.
const MOST_RESULTS: usize = 1000;

/// A reader of the lines of one answer.
#[derive(Default, Debug)]
pub(crate) struct ReplyReader {
    results: Vec<Answer>,
}

/// The meaning of a line of an answer.
#[derive(Debug)]
pub(crate) enum Reply {
    /// The answer has more lines, which follow.
    More,
    /// The program requests this position.
    Position(usize),
    /// The answer is complete.
    Answer(Answer),
}

impl ReplyReader {
    /// Reads the next line.
    ///
    /// # Errors
    ///
    /// If the line is not valid; the error states what was expected.
    pub fn read(&mut self, line: &str) -> Result<Reply, String> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let invalid = |expected: &str| Err(format!("the line {:?}; expected {expected}", cut(line)));
        match words[..] {
            ["info", ..] => Ok(Reply::More),
            ["position", node] => match node.parse() {
                Ok(node) => Ok(Reply::Position(node)),
                Err(_) => invalid("`position NUMBER`"),
            },
            ["result", score, ref rest @ ..] => match result(score, rest) {
                Some(_) if self.results.len() == MOST_RESULTS => {
                    Err(format!("more than {MOST_RESULTS} lines `result` in one answer"))
                }
                Some(result) => {
                    self.results.push(result);
                    Ok(Reply::More)
                }
                None => invalid(
                    "`result SCORE [exact|lower|upper] [best MOVE] [pv MOVE...]`, moves from 0 to 65533",
                ),
            },
            ["done", ref rest @ ..] => {
                let answer = std::mem::take(&mut self.results).into_iter().reduce(Answer::then);
                match (answer, rest) {
                    (None, _) => Err("`done` without a `result` before it".to_owned()),
                    (Some(answer), []) => Ok(Reply::Answer(answer)),
                    (Some(answer), ["depth", depth, last @ ..]) => match (depth.parse(), last) {
                        (Ok(depth), []) => Ok(Reply::Answer(answer.of_depth(depth))),
                        (Ok(depth), ["unfinished"]) => Ok(Reply::Answer(answer.unfinished(depth))),
                        _ => invalid("`done [depth PLIES [unfinished]]`"),
                    },
                    _ => invalid("`done [depth PLIES [unfinished]]`"),
                }
            }
            _ => invalid(
                "`result`, `done`, `position`, `info`, `enter` or another line about a node, or a comment with `#`",
            ),
        }
    }
}

/// Reads a result after its score.
fn result(score: &str, rest: &[&str]) -> Option<Answer> {
    let score: Score = score.parse().ok()?;
    let (answer, rest) = match rest {
        ["lower", rest @ ..] => (Answer::lower(score), rest),
        ["upper", rest @ ..] => (Answer::upper(score), rest),
        ["exact", rest @ ..] | rest => (Answer::score(score), rest),
    };
    let (answer, rest) = match rest {
        ["best", best, rest @ ..] => (answer.best_move(number(best)?), rest),
        rest => (answer, rest),
    };
    match rest {
        [] => Some(answer),
        ["pv", line @ ..] => Some(answer.line(line.iter().map(|mv| number(mv)).collect::<Option<Vec<_>>>()?)),
        _ => None,
    }
}

/// Reads the number of a move.
fn number(text: &str) -> Option<Move> {
    text.parse().ok().filter(|&number| number <= Move::LARGEST).map(Move::new)
}

/// Returns the beginning of a line, for a message.
fn cut(line: &str) -> String {
    let mut text: String = line.chars().take(80).collect();
    if text.len() < line.len() {
        text.push_str("...");
    }
    text
}
