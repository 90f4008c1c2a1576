//! The triangular PV table: one row per ply.

use pvcheck::position::Move;

/// For each ply the line from there on.
#[derive(Debug)]
pub struct Rows(Vec<Vec<Move>>);

impl Rows {
    /// Rows for lines of at most `longest` moves.
    pub fn new(longest: usize) -> Self {
        Self(vec![Vec::new(); longest + 2])
    }

    /// The line from `ply` on.
    pub fn line(&self, ply: usize) -> &[Move] {
        &self.0[ply]
    }

    /// Empties the row of `ply`.
    pub fn clear(&mut self, ply: usize) {
        self.0[ply].clear();
    }

    /// The row of `ply` becomes `mv` and then the row below it.
    pub fn raise(&mut self, ply: usize, mv: Move) {
        let (above, below) = self.0.split_at_mut(ply + 1);
        let row = &mut above[ply];
        row.clear();
        row.push(mv);
        row.extend_from_slice(&below[0]);
    }

    /// The row of `ply` becomes `line`.
    pub fn set(&mut self, ply: usize, line: &[Move]) {
        self.0[ply].clear();
        self.0[ply].extend_from_slice(line);
    }
}
