//! Move generation and move ordering of a node.

use crate::position::{Move, Position};
use crate::pv::{At, CAPACITY, PvStore, Triangular};
use crate::search::node::Visit;
use crate::search::{Observer, Order, Scratch, Search};

impl<P, S, O> Search<'_, P, S, O>
where
    P: Position,
    S: PvStore,
    O: Observer<P>,
{
    /// Pushes the moves of a node on the shared stack, in the order in which they are tried. Returns the index of the first move.
    #[inline]
    pub(super) fn collect_moves(&mut self, visit: Visit<'_, P>, only_noisy: bool) -> usize {
        let Visit { position, ply, .. } = visit;
        let first = self.scratch.moves.len();
        position.moves(&mut self.scratch.moves);
        if only_noisy || ply == 0 && !self.scratch.excluded_moves.is_empty() {
            self.retain_searched_moves(visit, first, only_noisy);
        }
        if self.ordered {
            self.sort_moves(visit, first);
        }
        first
    }

    #[inline(never)]
    fn sort_moves(&mut self, visit: Visit<'_, P>, first: usize) {
        let Visit { position, ply, .. } = visit;
        let Scratch { moves, table, move_orderer, .. } = &mut *self.scratch;
        if moves.len() > first {
            let hash_move = || table.any_move(position.key()).map(|entry| entry.mv);
            self.counts.reordered += u64::from(move_orderer.sort(ply, &mut moves[first..], hash_move));
        }
    }

    #[inline(never)]
    fn retain_searched_moves(&mut self, visit: Visit<'_, P>, first: usize, only_noisy: bool) {
        let Visit { position, ply, .. } = visit;
        let Scratch { moves, excluded_moves, .. } = &mut *self.scratch;
        let mut end = first;
        for at in first..moves.len() {
            let mv = moves[at];
            let is_excluded = ply == 0 && excluded_moves.contains(&mv);
            if (!only_noisy || position.is_noisy(mv)) && !is_excluded {
                moves[end] = mv;
                end += 1;
            }
        }
        moves.truncate(end);
    }
}

/// The memory of move ordering. The ordering keeps its own lines, so no PV store under test influences the search.
#[derive(Debug)]
pub(super) struct MoveOrderer {
    order: Order,
    own: Triangular,
    path: [Move; CAPACITY + 1],
    pv: OrderingLine,
    refutations: Vec<OrderingLine>,
    killers: [[Move; 2]; CAPACITY + 1],
}

#[derive(Clone, Copy, Debug)]
struct OrderingLine {
    moves: [Move; CAPACITY + 1],
    length: usize,
}

impl OrderingLine {
    const EMPTY: Self = Self { moves: [Move::NULL; CAPACITY + 1], length: 0 };

    fn set(&mut self, moves: impl Iterator<Item = Move>) {
        self.length = 0;
        for mv in moves {
            self.moves[self.length] = mv;
            self.length += 1;
        }
    }

    fn after(&self, path: &[Move]) -> Option<Move> {
        let line = &self.moves[..self.length];
        line.starts_with(path).then(|| line.get(path.len()).copied()).flatten()
    }
}

impl Default for MoveOrderer {
    fn default() -> Self {
        Self {
            order: Order::None,
            own: Triangular::default(),
            path: [Move::NULL; CAPACITY + 1],
            pv: OrderingLine::EMPTY,
            refutations: Vec::new(),
            killers: [[Move::NULL; 2]; CAPACITY + 1],
        }
    }
}

impl MoveOrderer {
    pub(super) fn begin(&mut self, order: Order) {
        self.order = order;
        self.pv.length = 0;
        self.refutations.clear();
        if order == Order::Killers {
            self.killers = [[Move::NULL; 2]; CAPACITY + 1];
        }
    }

    pub(super) fn begin_iteration(&mut self, depth: usize) {
        if self.follows_lines() {
            self.own.reset(depth);
        }
    }

    pub(super) fn end_iteration(&mut self) {
        if self.follows_lines() && !self.own.row(0).is_empty() {
            let Self { own, pv, .. } = self;
            pv.set(own.row(0).iter().copied());
        }
    }

    fn follows_lines(&self) -> bool {
        matches!(self.order, Order::Pv | Order::Refutation)
    }

    #[inline]
    pub(super) fn enter_node(&mut self, at: At) {
        if self.follows_lines() {
            self.own.enter_node(&mut (), at);
        }
    }

    #[inline]
    pub(super) fn begin_move(&mut self, ply: usize, mv: Move) {
        if self.follows_lines() {
            self.path[ply - 1] = mv;
        }
    }

    #[inline]
    pub(super) fn end_move(&mut self, ply: usize, mv: Move) {
        if self.order == Order::Refutation && ply == 1 {
            let same = |line: &OrderingLine| line.moves[0] == mv;
            let at = self.refutations.iter().position(same).unwrap_or_else(|| {
                self.refutations.push(OrderingLine::EMPTY);
                self.refutations.len() - 1
            });
            let Self { own, refutations, .. } = self;
            refutations[at].set(std::iter::once(mv).chain(own.row(1).iter().copied()));
        }
    }

    #[inline]
    pub(super) fn raise(&mut self, at: At, mv: Move) {
        if self.follows_lines() {
            self.own.raise(&mut (), &(), at, mv);
        }
    }

    #[inline]
    pub(super) fn refute(&mut self, at: At, mv: Move) {
        match self.order {
            Order::Refutation if at.ply > 0 => self.own.raise(&mut (), &(), at, mv),
            Order::Killers if self.killers[at.ply][0] != mv => {
                self.killers[at.ply] = [mv, self.killers[at.ply][0]];
            }
            _ => {}
        }
    }

    /// Puts the moves to try first at the front. Returns whether the first move has changed.
    #[inline]
    pub(super) fn sort(
        &self,
        ply: usize,
        moves: &mut [Move],
        hash_move: impl FnOnce() -> Option<Move>,
    ) -> bool {
        let first = moves[0];
        match self.order {
            Order::None => {}
            Order::Table => put_first(moves, hash_move()),
            Order::Killers => {
                let [newer, older] = self.killers[ply];
                put_first(moves, Some(older));
                put_first(moves, Some(newer));
            }
            Order::Pv => put_first(moves, self.pv.after(&self.path[..ply])),
            Order::Refutation if ply == 0 => put_first(moves, self.pv.after(&[])),
            Order::Refutation => {
                let known = self.refutations.iter().find_map(|line| line.after(&self.path[..ply]));
                put_first(moves, known);
            }
        }
        moves[0] != first
    }
}

fn put_first(moves: &mut [Move], mv: Option<Move>) {
    if let Some(at) = mv.and_then(|mv| moves.iter().position(|&own| own == mv)) {
        moves[..=at].rotate_right(1);
    }
}
