//! A node of a search, as the search tells it.

use std::panic::Location;

use super::request::Request;
use crate::position::{Move, Position};
use crate::score::{Score, Window};
use crate::table::Entry;
use crate::told::{SkipReason, Told, Why};

/// One search of a position, from [`Request::enter`] to [`Visit::leave`]. Scores and windows are those of the node: mates are
/// counted from it ([`Score::nearer`]).
///
/// A visit that is dropped without [`Visit::leave`] was given up because the search stops. If the search goes on after it, the
/// missing call is reported.
#[must_use = "a node that is entered must be left"]
pub struct Visit<'v, 'r, P: Position> {
    request: &'v Request<'r, P>,
    position: P,
    ply: usize,
    remaining: usize,
    window: Window,
}

impl<'r, P: Position> Request<'r, P> {
    /// Tells that the search enters `position`, `ply` moves after the root, with `remaining` plies to go (plies of quiescence
    /// included) and this window. A node with the same position and ply as the one around it is a search inside that one, such as
    /// internal deepening.
    pub fn enter(&self, position: &P, ply: usize, remaining: usize, window: Window) -> Visit<'_, 'r, P> {
        self.observer().node_entered(position, ply, remaining);
        Visit { request: self, position: position.clone(), ply, remaining, window }
    }
}

impl<P: Position> Visit<'_, '_, P> {
    /// Tells that the search of a move begins ([`Move::NULL`]: a pass), after which `remaining` plies are left at its full depth. A
    /// search with fewer plies is reduced. A move that is searched again needs no second call.
    pub fn mv(&self, mv: Move, remaining: usize) {
        self.tell(Told::Move(mv, remaining));
    }

    /// Tells that a move is left out.
    pub fn skip(&self, mv: Move, reason: SkipReason) {
        self.tell(Told::Skipped(mv, reason));
    }

    /// Tells that the evaluation was read: the node is a leaf, or may stand pat.
    pub fn evaluated(&self) {
        self.request.observer().leaf_evaluated(&self.position);
    }

    /// Tells anything else about the node.
    pub fn tell(&self, told: Told) {
        self.request.observer().told(self.ply, &told);
    }

    /// Tells that the node returns `score`, and why. Returns the score.
    #[track_caller]
    pub fn leave(self, score: Score, why: Why) -> Score {
        self.tell(Told::Line(Location::caller().line()));
        if why != Why::Moves {
            self.tell(Told::Leaves(why));
        }
        self.request.observer().node_exited(&self.position, self.remaining, self.window, score);
        score
    }

    /// Tells that the node returns `score` by its moves, and that `entry` is stored for it next. The entry is judged before it is
    /// written. Returns the score.
    #[track_caller]
    pub fn store(self, score: Score, entry: Entry) -> Score {
        let (request, ply) = (self.request, self.ply);
        let score = self.leave(score, Why::Moves);
        request.observer().told(ply, &Told::Stores(entry));
        score
    }
}
