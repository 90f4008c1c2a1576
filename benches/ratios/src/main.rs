//! What the harness costs beside the searches that it checks. `cargo ratios` measures all of it and prints it as a table;
//! `cargo ratios NAME...` measures the ratios whose names begin so. `--quick` measures each ratio three times only.

mod by_hand;
mod campaigns;
mod hashed;
mod paired;
mod ratios;

use std::process::ExitCode;

use clap::Parser;
use comfy_table::Table;
use comfy_table::presets::ASCII_MARKDOWN;

/// What the harness of pvcheck costs beside the searches that it checks.
///
/// Prints the ratios as one table, and then all other figures: about a quarter of an hour.
#[derive(Parser)]
#[command(name = "cargo ratios", bin_name = "cargo ratios")]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of the command")]
struct Arguments {
    /// Only the ratios whose names begin so, such as `a-` or `d-negamax`.
    names: Vec<String>,
    /// Measures each ratio three times instead of 21 times, and the pairs per second once.
    #[arg(long)]
    quick: bool,
    /// Only the checked pairs per second.
    #[arg(long, group = "figure", conflicts_with = "names")]
    pairs: bool,
    /// Only the time of the sets of witnessed values.
    #[arg(long, group = "figure", conflicts_with = "names")]
    witnessed: bool,
    /// Only the memory of campaigns.
    #[arg(long, group = "figure", conflicts_with = "names")]
    memory: bool,
    /// Runs one side of a ratio some times: what the count of instructions starts.
    #[arg(long, hide = true, num_args = 3, value_names = ["INDEX", "SIDE", "TIMES"])]
    once: Option<Vec<usize>>,
    /// Runs a campaign of so many games: what `--memory` starts.
    #[arg(long, hide = true)]
    campaign: Option<u64>,
}

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            let status = if error.use_stderr() { ExitCode::FAILURE } else { ExitCode::SUCCESS };
            // It cannot be reported if standard error is closed.
            error.print().ok();
            return status;
        }
    };
    let Arguments { quick, pairs, witnessed, memory, .. } = arguments;
    let rounds = if quick { 1 } else { 5 };
    match (&arguments.once, arguments.campaign) {
        (Some(once), _) => return run_once(once),
        (None, Some(games)) => campaigns::run_campaign(games),
        (None, None) if pairs => campaigns::print_pairs(rounds),
        (None, None) if witnessed => campaigns::print_witnessed(),
        (None, None) if memory => return campaigns::print_memory(),
        (None, None) => return print_all(&arguments),
    }
    ExitCode::SUCCESS
}

/// Runs one side of a ratio some times, for the count of its instructions.
fn run_once(once: &[usize]) -> ExitCode {
    let &[index, side, times] = once else { return ExitCode::FAILURE };
    let ratios = ratios::all();
    let (Some(ratio), 0 | 1) = (ratios.get(index), side) else {
        eprintln!(
            "error: --once {index} {side}; expected a ratio below {} and the side 0 or 1",
            ratios.len()
        );
        return ExitCode::FAILURE;
    };
    let ratio = ratio();
    for _ in 0..times {
        ratio.sides[side]();
    }
    ExitCode::SUCCESS
}

fn print_all(arguments: &Arguments) -> ExitCode {
    let Arguments { names, quick, .. } = arguments;
    let (rounds, runs) = if *quick { (3, 1) } else { (21, 5) };
    let mut table = Table::new();
    table.load_style(ASCII_MARKDOWN);
    table.set_header(["ratio", "goal", "median", "quartiles", "instructions", "ns", "ns", "reached"]);
    let all: Vec<paired::Ratio> = ratios::all().into_iter().map(|ratio| ratio()).collect();
    if let Some(unknown) = names.iter().find(|name| !all.iter().any(|ratio| ratio.name.starts_with(*name))) {
        let known: Vec<&str> = all.iter().map(|ratio| ratio.name.as_str()).collect();
        eprintln!(
            "error: no ratio has a name that begins with {unknown}; expected one of {}",
            known.join(", ")
        );
        return ExitCode::FAILURE;
    }
    for (index, ratio) in all.into_iter().enumerate() {
        if !names.is_empty() && !names.iter().any(|name| ratio.name.starts_with(name)) {
            continue;
        }
        eprintln!("{}", ratio.title);
        let paired::Measured { quartiles: [low, median, high], nanoseconds: [first, second], instructions } =
            ratio.measure(rounds, index);
        let has_goal = !ratio.goal.text().is_empty();
        let reached = if ratio.goal.is_reached(median) { "yes" } else { "no" };
        table.add_row([
            ratio.title,
            ratio.goal.text(),
            format!("{median:.2}"),
            format!("{low:.2} to {high:.2}"),
            instructions.map_or("not counted".to_owned(), |ratio| format!("{ratio:.2}")),
            format!("{first:.1}"),
            format!("{second:.1}"),
            if has_goal { reached.to_owned() } else { String::new() },
        ]);
    }
    println!("{table}");
    if !names.is_empty() {
        return ExitCode::SUCCESS;
    }
    campaigns::print_pairs(runs);
    campaigns::print_witnessed();
    campaigns::print_memory()
}
