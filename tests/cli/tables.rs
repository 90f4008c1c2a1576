//! The tables of a report.

use pvcheck::campaign::{Campaign, Games};
use pvcheck::game::Graph;
use pvcheck_cli::report::{action_table, truncation_table};

/// Four games: a cutoff truncates one line, a draw another, and the other two are whole.
struct Four;

impl Games for Four {
    fn count(&self) -> u64 {
        4
    }

    fn game(&self, index: u64, graph: &mut Graph) -> usize {
        let (depth, text) =
            [(4, "[[3 a:[a] [2]] [3 1 a]]"), (3, "a:[a]"), (2, "[[3 5] [2 9]]"), (1, "[1 2]")]
                [index as usize];
        *graph = text.parse().expect("a game");
        depth
    }
}

#[test]
fn the_tables_of_truncations_and_of_actions_show_every_share() {
    let subjects = [
        "pvs-soft+triangular+tt",
        "pvs-soft+quadratic+tt",
        "pvs-soft+tail-recovery+tt",
        "pvs-soft+triangular",
    ];
    let subjects = subjects.map(|text| text.parse().expect("a subject")).to_vec();
    let finished = Campaign::new(&Four, subjects).replaying(Vec::new()).run(|_| ());
    let rows = finished.rows;
    let truncated = "\
┌───────────────────────────────────────────────────────────────────────────────────────────┐
│ truncated lines   store           cutoff    bound   draw      depth   score   overwritten │
╞═══════════════════════════════════════════════════════════════════════════════════════════╡
│ pvs-soft+tt       triangular      25.00 %                                                 │
│                   quadratic                                                               │
│                   tail-recovery                     25.00 %                               │
└───────────────────────────────────────────────────────────────────────────────────────────┘
";
    assert_eq!(truncation_table(&rows, 120), truncated);
    // In the first game the second and the third reply to the first move are better than the replies before them,
    // and so are the second move and two of its replies. The last of these leads to `a`.
    let acted = "\
┌────────────────────────────────────────────────────────────────────────────────────┐
│ search        option acted   in games   result differs   re-searches   unconfirmed │
╞════════════════════════════════════════════════════════════════════════════════════╡
│ pvs-soft+tt   tt              25.00 %          25.00 %             5               │
│ pvs-soft                                                           5               │
└────────────────────────────────────────────────────────────────────────────────────┘
";
    assert_eq!(action_table(&rows, 120), acted);
}
