//! Searches of the root, and the lines that are shown.

use super::format::{Entered, Reason};
use super::game::TracedGame;
use super::judge::TraceJudge;
use super::reasons::claimed;
use super::rule::Rule;
use super::visit::{Child, Tail};
use pvcheck::score::Bound;

/// A raise of alpha at the root, and the line that it begins.
#[derive(Clone, Debug)]
pub(super) struct RootRaise {
    score: i32,
    line: Vec<u32>,
    /// The number of its moves before the first one that quiescence has found.
    main: usize,
    end: (Reason, i32),
}

/// A search of the root.
#[derive(Clone, Debug)]
pub(super) struct RootSearch {
    depth: i16,
    window: (i32, i32),
    /// What it returned; `None` as long as it runs, or if it was stopped.
    result: Option<(i32, Bound)>,
    is_aborted: bool,
    /// Whether a move is excluded.
    has_excluded: bool,
    raises: Vec<RootRaise>,
}

impl RootSearch {
    pub fn new(entered: &Entered) -> Self {
        let Entered { depth, window, .. } = *entered;
        Self { depth, window, result: None, is_aborted: false, has_excluded: false, raises: Vec::new() }
    }

    /// Whether the search was to find a value: without some moves and with a null window it only tests a bound.
    fn seeks_value(&self) -> bool {
        !self.is_aborted && (!self.has_excluded || self.window.1 > self.window.0 + 1)
    }
}

impl<G: TracedGame> TraceJudge<G> {
    /// Alpha of the root is raised by a move with this child.
    pub(super) fn raise_root(&mut self, mv: u32, score: i32, child: Child) {
        let (mut line, mut tail, mut main) = (vec![mv], child.tail, None);
        let end = loop {
            match tail {
                Tail::Link(number) => {
                    let (mv, next, is_quiescence) = self.links[number as usize];
                    main = main.or(is_quiescence.then_some(line.len()));
                    line.push(mv);
                    tail = next;
                }
                Tail::End(why, score) => break (why, score),
            }
        };
        // Each line of the root is kept whole. No child of the root may lead to links that are gone.
        self.links.clear();
        let visit = &mut self.visits[0];
        visit.tail = None;
        for child in visit.children.iter_mut().chain(&mut visit.probes).chain(&mut visit.inner) {
            child.tail = Tail::End(Reason::Moves, child.score);
        }
        if let Some(root) = self.roots.last_mut() {
            let main = main.unwrap_or(line.len());
            root.raises.push(RootRaise { score, line, main, end });
        }
    }

    /// The search of the root ends.
    pub(super) fn end_root(&mut self, result: Child, is_aborted: bool) {
        let has_excluded = self.visits[0].excluded().is_some();
        let Some((root, before)) = self.roots.split_last_mut() else { return };
        (root.is_aborted, root.has_excluded) = (is_aborted, has_excluded);
        if is_aborted {
            return;
        }
        root.result = Some((result.score, result.bound));
        if !root.seeks_value() {
            return;
        }
        let before = before.iter().rev().filter(|search| search.seeks_value());
        let outside =
            before.take_while(|search| search.result.is_some_and(|(_, bound)| bound != Bound::Exact));
        let Some(failed) = outside.clone().max_by_key(|search| search.depth) else { return };
        let (depth, (alpha, beta), next) = (failed.depth, failed.window, result.depth);
        // The bounds of several searches may meet, as in MTD(f).
        let (mut least, mut most) = (i32::MIN, i32::MAX);
        for (score, bound) in
            outside.filter(|search| search.depth == depth).filter_map(|search| search.result)
        {
            least = if bound == Bound::Upper { least } else { least.max(score) };
            most = if bound == Bound::Lower { most } else { most.min(score) };
        }
        if next <= depth || least >= most {
            return;
        }
        self.accuse(Rule::RootRepeat, |_| {
            format!("depth {depth} with the window ({alpha}, {beta}) ended outside it, and depth {next} comes next")
        });
    }

    /// How the last line of the last search was made.
    pub(super) fn last_line(&self) -> Option<String> {
        let RootRaise { score, line, end: (why, last), .. } =
            self.roots.iter().rev().find_map(|root| root.raises.last())?;
        Some(format!("raised alpha to {score} by {}, left by {why} with {last}", self.line_text(line)))
    }

    /// Judges a line that was shown.
    pub(super) fn line(&mut self, score: i32, bound: Bound, moves: &[u32]) {
        let Some(&first) = moves.first() else { return };
        let raised = |search: &RootSearch| {
            let raise = search.raises.iter().rfind(|raise| raise.line[0] == first)?;
            Some((search.result, search.window, raise.clone()))
        };
        let found = self.roots.iter().rev().find_map(raised);
        let shown = self.line_text(moves);
        let Some((result, window, raise)) = found else {
            return self.accuse(Rule::Line, |_| {
                format!("{shown} is shown, and no search raised alpha by its first move")
            });
        };
        let RootRaise { line, main, end: (why, last), .. } = &raise;
        if line != moves {
            let raised = self.line_text(line);
            if line.starts_with(moves) {
                // Many engines keep no line in quiescence.
                if moves.len() < *main {
                    self.accuse(Rule::LineShort, |_| format!("{shown} is shown; raised: {raised}"));
                }
            } else if moves.starts_with(line) {
                let text = format!("{shown} is shown; raised: {raised}, then left by {why} with {last}");
                self.accuse(Rule::LineLong, |_| text);
            } else {
                self.accuse(Rule::Line, |_| format!("{shown} is shown; raised: {raised}"));
            }
        }
        // After a fail-low the line is the one of the search before.
        if bound == Bound::Upper {
            let is_returned = self.roots.iter().any(|root| root.result == Some((score, Bound::Upper)));
            if !is_returned {
                self.accuse(Rule::LineScore, |_| {
                    format!("at most {score} is shown, and no search of the root returned that")
                });
            }
            return;
        }
        if raise.score != score {
            let returned = self.roots.iter().filter_map(|root| root.result).rfind(|result| result.0 == score);
            let returned = returned
                .map_or(String::new(), |(_, bound)| format!("; the root returned {}", claimed(bound, score)));
            let text =
                format!("{score} is shown with {shown}, but alpha was raised to {}{returned}", raise.score);
            return self.accuse(Rule::LineScore, |_| text);
        }
        // A raise inside the window is exact; the last result may be a bound.
        let proven = match result {
            Some((returned, bound)) if returned == score => bound,
            _ => Bound::Exact,
        };
        if proven != Bound::Exact && bound != proven {
            let (alpha, beta) = window;
            self.accuse(Rule::LineBound, |_| {
                let (shown, returned) = (claimed(bound, score), claimed(proven, score));
                format!("{shown} is shown, but the root returned {returned} for the window ({alpha}, {beta})")
            });
        }
        let at_root = if line.len() % 2 == 0 { *last } else { -last };
        if at_root != score && proven == Bound::Exact {
            let text =
                format!("{score} is shown; the node at the end of {shown} was left by {why} with {last}");
            self.accuse(Rule::LineEnd, |_| text);
        }
    }

    fn line_text(&self, moves: &[u32]) -> String {
        let mut position = self.root.clone();
        let mut words = Vec::new();
        for &mv in moves {
            let Some(at) = &position else { break };
            words.push(self.game.move_name(at, mv));
            position = self.game.after(at, mv);
        }
        words.join(" ")
    }
}
