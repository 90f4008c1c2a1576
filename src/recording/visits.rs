//! The visits of nodes in a recorded search.

use super::{Event, Recording};
use crate::oracle::PerThread;
use crate::score::{Score, Window};

/// One visit of a node: the steps at which it began and ended, and what happened between them.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct StoryVisit {
    pub node: usize,
    pub entered: usize,
    pub remaining: usize,
    pub exited: Option<(usize, Window, Score)>,
    pub cut: Option<usize>,
    pub narrowed: Option<(usize, Window)>,
    pub evaluated: bool,
    pub drawn: bool,
}

/// Returns the visits of a recorded search, in the order in which they began.
pub(super) fn visits(recording: &Recording) -> Vec<StoryVisit> {
    let (mut visits, mut paths): (Vec<StoryVisit>, PerThread<Vec<usize>>) = Default::default();
    for (step, one) in recording.steps.iter().enumerate() {
        paths.go_on_as(one.thread);
        let path = &mut *paths;
        match one.event {
            Event::Started { .. } => path.clear(),
            Event::Entered { remaining, .. } => {
                path.push(visits.len());
                visits.push(StoryVisit { node: one.node, entered: step, remaining, ..StoryVisit::default() });
            }
            ref event => {
                let Some(&at) = path.last() else { continue };
                match *event {
                    Event::Evaluated => visits[at].evaluated = true,
                    Event::Drawn => visits[at].drawn = true,
                    Event::Cut { .. } => visits[at].cut = Some(step),
                    Event::Narrowed { window, .. } => visits[at].narrowed = Some((step, window)),
                    Event::Exited { window, score } => {
                        visits[at].exited = Some((step, window, score));
                        path.pop();
                    }
                    _ => {}
                }
            }
        }
    }
    visits
}
