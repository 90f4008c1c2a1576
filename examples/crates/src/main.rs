//! Published crates that search game trees are verified, unchanged. `docs/bugs-found.md` contains the results.
//!
//! ```console
//! $ cargo run --release -p pvcheck-crates -- mtdf
//! ```

mod ai_connect4;
mod ai_othello;
mod alpha_beta_pruning;
mod board_game;
mod chess_engine;
mod game_solver;
mod minimax_alpha_beta;
mod mtdf;
mod state;
mod tanton;
mod turnbase_bots;
mod walks;

use pvcheck::position::Position;
use pvcheck::verify::{Report, Verification};

/// A verification of one function of a crate.
struct Verified {
    name: &'static str,
    report: Box<dyn FnOnce() -> Report>,
}

impl Verified {
    fn new<P: Position + Send + Sync + 'static>(name: &'static str, verification: Verification<P>) -> Self {
        Self { name, report: Box::new(|| verification.report()) }
    }
}

/// The findings of a verification, each with its smallest case.
#[cfg(test)]
fn found<P: Position + Send + Sync + 'static>(verification: Verification<P>) -> Vec<(&'static str, String)> {
    let report = verification.report();
    report.examples().iter().map(|example| (example.finding.name(), example.case.clone())).collect()
}

/// The verifications of a crate, each on this many games.
type Verifications = fn(u64) -> Vec<Verified>;

const CRATES: &[(&str, Verifications)] = &[
    ("ai-connect4", ai_connect4::verified),
    ("ai-othello", ai_othello::verified),
    ("alpha_beta_pruning", alpha_beta_pruning::verified),
    ("board-game", board_game::verified),
    ("chess-engine", chess_engine::verified),
    ("game-solver", game_solver::verified),
    ("minimax-alpha-beta", minimax_alpha_beta::verified),
    ("mtdf", mtdf::verified),
    ("tanton", tanton::verified),
    ("turnbase-bots", turnbase_bots::verified),
];

/// Prints the reports on the crates that the arguments name, or on all.
fn main() {
    let names: Vec<String> = std::env::args().skip(1).collect();
    for name in &names {
        let known = CRATES.iter().map(|(known, _)| *known).collect::<Vec<_>>();
        assert!(known.contains(&name.as_str()), "no crate {name:?}; expected one of {}", known.join(", "));
    }
    for (name, verified) in CRATES {
        if names.is_empty() || names.iter().any(|wanted| wanted == name) {
            for Verified { name: function, report } in verified(10_000) {
                println!("== {name}: {function}\n{}", report());
            }
        }
    }
}
