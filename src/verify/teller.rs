//! The lines by which a program tells its nodes while it searches.

use crate::game::SharedPosition;
use crate::position::{Move, Position, legal_moves};
use crate::score::{Bound, Score, Window};
use crate::search::Observer;
use crate::table::Entry;
use crate::told::{SkipReason, Told, Why};

/// The words of the lines, for errors.
const LINES: &str = "`enter [same] DEPTH ALPHA BETA`, `move MOVE|pass DEPTH`, `probe MOVE`, `skip MOVE late|futile|other`, `stand`, \
     `reduced DEPTH`, `alpha SCORE`, `without MOVE`, `leave SCORE [REASON] [line N]` or `store DRAFT BOUND SCORE`";

/// The most nodes that are open at once, more than any search of a game of ours needs.
const MOST_OPEN: usize = 1000;

/// Passes on what a program tells. Positions follow from moves: `enter` is the node after the last `move`.
pub(super) struct Teller<'o> {
    observer: &'o mut dyn Observer<SharedPosition>,
    root: SharedPosition,
    open: Vec<ToldNode>,
    /// The ply and the key of the node that was left last.
    left: Option<(usize, u64)>,
}

/// A node that is entered.
struct ToldNode {
    position: SharedPosition,
    ply: usize,
    remaining: usize,
    window: Window,
    /// The position after the move that is searched.
    next: Option<SharedPosition>,
}

impl<'o> Teller<'o> {
    pub fn new(root: SharedPosition, observer: &'o mut dyn Observer<SharedPosition>) -> Self {
        Self { observer, root, open: Vec::new(), left: None }
    }

    /// Reads a line. Returns `false` if it is none that tells a node.
    ///
    /// # Errors
    ///
    /// If the line is not valid; the error states what was expected.
    pub fn read(&mut self, words: &[&str]) -> Result<bool, String> {
        match *words {
            ["enter", "same", depth, alpha, beta] => self.enter(true, depth, alpha, beta)?,
            ["enter", depth, alpha, beta] => self.enter(false, depth, alpha, beta)?,
            ["leave", score, ref why @ ..] => self.leave(score, why)?,
            ["store", draft, bound, score] => {
                let (ply, key) = self.left.ok_or("`store` before a node was left")?;
                let entry = entry(draft, bound, score, key)?;
                self.observer.told(ply, &Told::Stores(entry));
            }
            ["stand"] => {
                let position = self.top()?.position.clone();
                self.observer.leaf_evaluated(&position);
            }
            ["move", mv, depth] => {
                let (mv, next) = self.after(mv)?;
                self.tell(Told::Move(mv, number(depth)?))?;
                self.top()?.next = Some(next);
            }
            ["probe", mv] => {
                let (mv, next) = self.after(mv)?;
                self.tell(Told::Probe(mv))?;
                self.top()?.next = Some(next);
            }
            ["skip", mv, reason] => {
                let reason = match reason {
                    "late" => SkipReason::Late,
                    "futile" => SkipReason::Futile,
                    "other" => SkipReason::Other,
                    _ => return Err(expected(words)),
                };
                let (mv, _) = self.after(mv)?;
                self.tell(Told::Skipped(mv, reason))?;
            }
            ["without", mv] => {
                let (mv, _) = self.after(mv)?;
                self.tell(Told::Without(mv))?;
            }
            ["reduced", depth] => self.tell(Told::Reduced(number(depth)?))?,
            ["alpha", score] => self.tell(Told::Alpha(bound_of_window(score)?))?,
            [
                "enter" | "leave" | "store" | "stand" | "move" | "probe" | "skip" | "without" | "reduced"
                | "alpha",
                ..,
            ] => return Err(expected(words)),
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn top(&mut self) -> Result<&mut ToldNode, String> {
        self.open.last_mut().ok_or_else(|| "no node is entered".to_owned())
    }

    fn tell(&mut self, told: Told) -> Result<(), String> {
        let ply = self.top()?.ply;
        self.observer.told(ply, &told);
        Ok(())
    }

    fn enter(&mut self, is_same: bool, depth: &str, alpha: &str, beta: &str) -> Result<(), String> {
        let (remaining, [alpha, beta]) = (number(depth)?, [bound_of_window(alpha)?, bound_of_window(beta)?]);
        let (position, ply) = match self.open.last() {
            None => (self.root.clone(), 0),
            Some(node) if is_same => (node.position.clone(), node.ply),
            Some(ToldNode { next, ply, .. }) => {
                let next = next.clone().ok_or(
                    "`enter` without a `move` before it; `enter same` is a search of the same position",
                )?;
                (next, ply + 1)
            }
        };
        if self.open.len() == MOST_OPEN {
            return Err(format!("more than {MOST_OPEN} nodes are open: `leave` is missing"));
        }
        self.observer.node_entered(&position, ply, remaining);
        self.open.push(ToldNode { position, ply, remaining, window: Window { alpha, beta }, next: None });
        Ok(())
    }

    /// The position after a move of the current node.
    fn after(&mut self, mv: &str) -> Result<(Move, SharedPosition), String> {
        let position = &self.open.last().ok_or("no node is entered")?.position;
        if mv == "pass" {
            let passed = position.pass().ok_or("this position has no `pass`")?;
            return Ok((Move::NULL, passed));
        }
        let moves = legal_moves(position);
        let known = mv.parse().ok().and_then(|index: usize| moves.get(index).copied());
        let mv = known.ok_or_else(|| {
            let (ply, moves) = (self.open.len() - 1, moves.len());
            format!("move {mv} at ply {ply}, where the position has {moves} moves, from 0 on; is a `leave` missing?")
        })?;
        Ok((mv, position.play(mv)))
    }

    fn leave(&mut self, score: &str, words: &[&str]) -> Result<(), String> {
        let (words, line) = match words {
            [words @ .., "line", line] => (words, Some(number(line)?)),
            words => (words, None),
        };
        let (score, key) = (bound_of_window(score)?, self.top()?.position.key());
        let why = match *words {
            [] => Why::Moves,
            ["draw"] => Why::Draw,
            ["pass"] => Why::Pass,
            ["same"] => Why::SameNode,
            ["static", value] => Why::Static(bound_of_window(value)?),
            ["cut", count] => Why::Cut(number(count)?.try_into().map_err(|_| expected(words))?),
            ["table", draft, bound, score] => Why::Table(entry(draft, bound, score, key)?),
            _ => {
                let reasons =
                    "`draw`, `pass`, `same`, `static SCORE`, `cut COUNT` or `table DRAFT BOUND SCORE`";
                return Err(format!("the reason {:?}; expected {reasons}", words.join(" ")));
            }
        };
        if let Some(line) = line {
            self.tell(Told::Line(line as u32))?;
        }
        if why != Why::Moves {
            self.tell(Told::Leaves(why))?;
        }
        let node = self.open.pop().ok_or("no node is entered")?;
        self.observer.node_exited(&node.position, node.remaining, node.window, score);
        self.left = Some((node.ply, key));
        Ok(())
    }
}

fn entry(draft: &str, bound: &str, score: &str, key: u64) -> Result<Entry, String> {
    let kind = match bound {
        "exact" => Bound::Exact,
        "lower" => Bound::Lower,
        "upper" => Bound::Upper,
        _ => return Err(format!("the bound {bound:?}; expected `exact`, `lower` or `upper`")),
    };
    Ok(Entry { key, draft: number(draft)?, bound: kind, score: bound_of_window(score)?, mv: Move::NULL })
}

/// Reads a score, or an end of a window.
fn bound_of_window(text: &str) -> Result<Score, String> {
    match text {
        "inf" => Ok(Score::INFINITY),
        "-inf" => Ok(-Score::INFINITY),
        text => text
            .parse()
            .map_err(|expected| format!("the score {text:?}; expected {expected}, `inf` or `-inf`")),
    }
}

fn number(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| format!("the number {text:?}; expected a whole number from 0"))
}

fn expected(words: &[&str]) -> String {
    format!("the line {:?}; expected {LINES}", words.join(" "))
}
