//! What the harness costs beside the searches that it checks. `cargo ratios` measures all of it and prints it as a table;
//! `cargo ratios NAME...` measures the ratios whose names begin so. `--quick` measures each ratio three times only.

mod by_hand;
mod campaigns;
mod hashed;
mod paired;
mod ratios;

use comfy_table::Table;
use comfy_table::presets::ASCII_MARKDOWN;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        ["--once", index, side, times] => run_once(index, side, times),
        ["--campaign", games] => campaigns::run_campaign(games.parse().expect("a number of games")),
        ["--memory"] => campaigns::print_memory(),
        ["--pairs"] => campaigns::print_pairs(5),
        ["--witnessed"] => campaigns::print_witnessed(),
        _ => print_all(&words),
    }
}

/// Runs one side of a ratio some times, for the count of its instructions.
fn run_once(index: &str, side: &str, times: &str) {
    let number = |text: &str| text.parse::<usize>().expect("a number");
    let ratio = ratios::all()[number(index)]();
    for _ in 0..number(times) {
        ratio.sides[number(side)]();
    }
}

fn print_all(words: &[&str]) {
    let (options, names): (Vec<&str>, Vec<&str>) = words.iter().partition(|word| word.starts_with("--"));
    if let Some(unknown) = options.iter().find(|&&option| option != "--quick") {
        eprintln!("error: unknown option {unknown}; expected --quick, --pairs, --witnessed or --memory");
        std::process::exit(1);
    }
    let rounds = if options.is_empty() { 21 } else { 3 };
    let mut table = Table::new();
    table.load_style(ASCII_MARKDOWN);
    table.set_header(["ratio", "goal", "median", "quartiles", "instructions", "ns", "ns", "reached"]);
    for (index, ratio) in ratios::all().into_iter().enumerate() {
        let ratio = ratio();
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
    if table.row_count() == 0 {
        eprintln!("error: no ratio has a name that begins with {}", names.join(" or "));
        std::process::exit(1);
    }
    println!("{table}");
    if names.is_empty() {
        campaigns::print_pairs(if rounds < 21 { 1 } else { 5 });
        campaigns::print_witnessed();
        campaigns::print_memory();
    }
}
