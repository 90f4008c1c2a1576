//! Figures that are no ratios: checked pairs per second, memory, and the time of witnessed values.

use std::process::{Command, ExitCode};
use std::time::Instant;

use pvcheck::algorithm::Algorithm;
use pvcheck::campaign::{Campaign, Games, Random};
use pvcheck::contract::rules;
use pvcheck::enumerate::{Leaves, Scope};
use pvcheck::experiment::Run;
use pvcheck::game::{Graph, Growth, Seeded};
use pvcheck::oracle::GroundTruth;
use pvcheck::score::Score;
use pvcheck::subject::Subject;

use crate::paired::quartiles;
use crate::ratios::every_pair;

/// The pairs of an algorithm and a store that one thread checks per second, in millions: the quartiles of some runs.
fn pairs_per_second(games: &dyn Games, count: u64, rounds: usize) -> [f64; 3] {
    let subjects = every_pair();
    let pairs = count * subjects.len() as u64;
    let campaign = Campaign::new(games, subjects);
    let run = |_| {
        let begun = Instant::now();
        assert_eq!(campaign.finish(&Run::new(0..count, 1).play(&campaign)).games, count);
        pairs as f64 / begun.elapsed().as_secs_f64() / 1e6
    };
    quartiles((0..rounds).map(run).collect())
}

/// (e) Prints the pairs checked per second on one thread.
pub fn print_pairs(rounds: usize) {
    let scope = Scope::uniform(2, 3, Leaves::Orderings).expect("a small scope");
    let row = |name: &str, [low, median, high]: [f64; 3]| {
        println!("{name:34} {median:8.2} million pairs a second ({low:.2} to {high:.2})");
    };
    row("exhaust, (2,3) orderings", pairs_per_second(&scope, 200_000, rounds));
    row("random games", pairs_per_second(&Random { seed: 1, games: 50_000 }, 50_000, rounds));
}

/// (f) Prints the time of the sets of witnessed values, by the size of the game: positions x depth x different values.
pub fn print_witnessed() {
    let subject: Subject = "pvs-soft+none+tt(draft=deeper)".parse().expect("a subject");
    let rules = rules(subject.algorithm.profile(), &subject.options);
    let mut sizes: Vec<(u64, f64)> = Vec::new();
    for index in 0..20_000 {
        let mut graph = Graph::leaf(Score::ZERO);
        let depth = Growth::random_game(&mut Seeded::new(9, index), &mut graph);
        let mut values: Vec<i32> = (0..graph.len()).map(|node| graph.score(node).get()).collect();
        values.sort_unstable();
        values.dedup();
        let root = graph.root();
        let mut ground_truth = GroundTruth::new(&root, depth);
        ground_truth.judge_by(&rules);
        let begun = Instant::now();
        std::hint::black_box(ground_truth.witnessed());
        sizes.push(((graph.len() * depth.max(1) * values.len()) as u64, begun.elapsed().as_secs_f64() * 1e6));
    }
    println!("{:>24} {:>8} {:>14}", "positions x depth x values", "games", "microseconds");
    for bits in 0..24 {
        let range = 1_u64 << bits..2 << bits;
        let times: Vec<f64> =
            sizes.iter().filter(|(size, _)| range.contains(size)).map(|&(_, time)| time).collect();
        if times.len() >= 20 {
            let count = times.len();
            println!(
                "{:>24}   {count:>8} {:>14.2}",
                format!("{} to {}", range.start, range.end - 1),
                quartiles(times)[1]
            );
        }
    }
}

/// Prints the largest memory of a process that runs a campaign, by the number of its games.
pub fn print_memory() -> ExitCode {
    for games in [10_000_u64, 100_000, 1_000_000, 10_000_000] {
        let output = std::env::current_exe()
            .and_then(|program| Command::new(program).args(["--campaign", &games.to_string()]).output());
        match output {
            Ok(output) if output.status.success() => {
                println!("{games:>10} games: {}", String::from_utf8_lossy(&output.stdout).trim());
            }
            Ok(output) => return failed(&format!("the campaign ended with {}", output.status)),
            Err(error) => return failed(&format!("the campaign cannot be started: {error}")),
        }
    }
    ExitCode::SUCCESS
}

fn failed(problem: &str) -> ExitCode {
    eprintln!("error: {problem}");
    ExitCode::FAILURE
}

/// Runs a campaign and prints the largest memory that this process has had.
pub fn run_campaign(games: u64) {
    let games = Random { seed: 1, games };
    let mut subjects = every_pair();
    subjects.retain(|subject| subject.algorithm == Algorithm::PvsSoft);
    Campaign::new(&games, subjects).run(|_| ());
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak =
        status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or("not known on this system");
    println!("{}", peak.trim());
}
