//! The result of a claim in one sentence.

use super::{percent, thousands};

#[derive(Clone, PartialEq, Debug)]
pub struct ClaimNumber {
    pub label: String,
    pub varied: Option<(u32, String)>,
    pub size: Option<(u16, u8)>,
    pub value: f64,
    pub interval: Option<(f64, f64)>,
}

/// Returns the result of a test of so many searches: in how many of them the statement is false; or, if that is `None`,
/// the numbers that were measured.
pub fn claim_result(searches: u64, false_in: Option<u64>, numbers: &[ClaimNumber]) -> String {
    match false_in {
        Some(0) => format!("true in all {} searches", thousands(searches)),
        Some(count) => {
            let share = percent(count, searches);
            // A share too small for two decimals is written as the two numbers.
            let share = if share.ends_with('%') { format!(" ({share})") } else { String::new() };
            format!("false in {} of {} searches{share}", thousands(count), thousands(searches))
        }
        None => {
            let varied = numbers.iter().find_map(|one| one.varied.as_ref());
            let by = varied.map_or(String::new(), |(_, name)| format!("by {name}: "));
            by + &numbers.iter().map(|one| number(one, numbers)).collect::<Vec<_>>().join("; ")
        }
    }
}

fn number(one: &ClaimNumber, others: &[ClaimNumber]) -> String {
    let ClaimNumber { label, varied, size, value, interval } = one;
    let differs = |is_other: &dyn Fn(&ClaimNumber) -> bool| others.iter().any(is_other);
    let label = (varied.is_none() && differs(&|other| other.label != *label)).then(|| label.clone());
    let varied = varied.as_ref().map(|(value, _)| value.to_string());
    let size = size.filter(|_| differs(&|other| other.size != one.size));
    let size = size.map(|(branching, depth)| format!("({branching}, {depth})"));
    let place: Vec<String> = [label, varied, size].into_iter().flatten().collect();
    let place = if place.is_empty() { String::new() } else { format!("{}: ", place.join(" ")) };
    match interval {
        Some((low, high)) => format!("{place}{value:.3} ({low:.3} to {high:.3})"),
        None => format!("{place}{value:.3}"),
    }
}
