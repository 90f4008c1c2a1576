//! The declaration of the engine to the oracle: exactly what its options permit.

use pvcheck::check::{Conditions, TableKeys};
use pvcheck::oracle::{Drafts, Margin, Plies, Reductions, Repetition, Rules};
use pvcheck::search::{NodeLimit, ReportedNodes};

use super::{Limit, Options};

/// The maximum length of a line in plies. No line of the harness may be longer.
pub const LONGEST_LINE: usize = 64;

impl Options {
    /// The rules by which the engine is judged.
    pub fn rules(&self) -> Rules {
        let drafts = match self.table {
            None => Drafts::NoTable,
            Some(table) if table.deeper_drafts => Drafts::Deeper,
            Some(_) => Drafts::Equal,
        };
        let selective = Rules {
            null: self.null_move.map(|plies| Plies::exactly(plies as u8)),
            lmr: self.late_moves.map(|plies| Reductions::by_plies(plies as u8)),
            futility: self.futility.map(Margin::at_one),
            static_null: self.static_null.map(Margin::at_all),
            razoring: self.razoring.map(Margin::at_one),
            move_count: self.move_count.map(|count| count as u8),
            iir: self.iir.then_some(Plies::exactly(1)),
            exact_outside: self.exact_outside,
            ..Rules::FIXED_TREE
        };
        let mut rules = Rules {
            drafts,
            leaves: self.table.is_some_and(|table| table.leaves),
            keeps: self.table.is_some_and(|table| table.kept),
            repetition: self.repetition.then_some(Repetition::FIRST),
            ..selective
        };
        if let Some(quiescence) = self.quiescence {
            rules = rules.quiescence(quiescence.plies, quiescence.in_line);
        }
        if self.extension {
            rules = rules.extension(LONGEST_LINE - self.quiescence_plies());
        }
        rules = self.features.declare(rules, LONGEST_LINE - self.quiescence_plies());
        rules.iterates = self.deepening && (self.table.is_some() || !rules.is_fixed());
        // The hash move, and two killers.
        rules.order(u8::from(self.hash_move) + 2 * u8::from(self.killers))
    }

    /// The conditions of a search with these options that is judged by `rules`. Alpha-beta without any option evaluates only
    /// leaves that alpha-beta evaluates, and so does PVS.
    pub fn conditions<'c>(&self, rules: &'c Rules, reported: ReportedNodes) -> Conditions<'c> {
        let Self { recursion, fail_hard, aspiration, .. } = *self;
        let limit = |Limit { nodes, shows_best_so_far }| {
            let improved = shows_best_so_far && self.lines == 1;
            NodeLimit { nodes, improved }
        };
        Conditions {
            reported,
            lines: self.lines as u8,
            node_limit: self.limit.map(limit),
            table: self.table.map_or(TableKeys::NoTable, |_| TableKeys::Whole),
            prunes: *self == Self { recursion, fail_hard, aspiration, ..Self::NONE },
            ..Conditions::new(rules)
        }
    }
}
