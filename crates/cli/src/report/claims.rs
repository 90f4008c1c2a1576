//! The results of claims: JSON, and a sentence each.

use serde::{Deserialize, Serialize};

use super::{FigureJson, joined, percent, thousands};
use pvcheck_lab::claims::{Claim, Conclusion, Tested};

/// A claim, tested.
#[derive(Serialize, Deserialize, Debug)]
pub(crate) struct ClaimJson {
    /// The name.
    pub id: String,
    /// Where it comes from.
    pub source: String,
    /// What it states.
    pub statement: String,
    /// `confirmed`, `proven`, `refuted` or `measured`.
    pub outcome: String,
    /// What was searched and counted.
    pub method: String,
    /// The sets of games.
    pub scope: Vec<SetJson>,
    /// Games that were searched for every assignment of scores, by classes of equal decisions: the classes of all subjects.
    pub every_score: Option<SetJson>,
    /// The number of games, times the number of subjects.
    pub searches: u64,
    /// The number of searches in which the statement is false, or of classes of `every_score` if it is false in no search;
    /// `null` if a number was measured.
    false_in: Option<u64>,
    /// The theorems which prove it, each with its file.
    #[serde(default)]
    pub theorems: Vec<String>,
    /// The smallest game in which the statement is false, as a case.
    pub counterexample: Option<String>,
    /// The numbers, with their confidence intervals.
    figures: Vec<FigureJson>,
    /// The command line that tests it again.
    pub replay: String,
}

/// A set of games.
#[derive(Serialize, Deserialize, Debug)]
pub(crate) struct SetJson {
    /// What it contains.
    pub name: String,
    /// The number of its games.
    pub games: u64,
}

impl ClaimJson {
    pub fn new(claim: &Claim, tested: Tested, replay: String) -> Self {
        let (searches, outcome) = (tested.games() * tested.subjects, tested.conclusion.name());
        let (false_in, counterexample, figures) = match &tested.conclusion {
            Conclusion::Confirmed | Conclusion::Proven(_) => (Some(0), None, Vec::new()),
            Conclusion::Refuted { searches, smallest } => {
                (Some(*searches), smallest.as_ref().map(ToString::to_string), Vec::new())
            }
            Conclusion::Measured(figures) => (None, None, figures.iter().map(FigureJson::new).collect()),
        };
        let theorems = match &tested.conclusion {
            Conclusion::Proven(theorems) => theorems.iter().map(ToString::to_string).collect(),
            _ => Vec::new(),
        };
        Self {
            id: claim.id.to_owned(),
            source: claim.source.to_owned(),
            statement: claim.statement.to_owned(),
            outcome: outcome.to_owned(),
            method: tested.method,
            scope: tested.scope.into_iter().map(|(name, games)| SetJson { name, games }).collect(),
            every_score: tested.every_score.map(|(name, games)| SetJson { name, games }),
            searches,
            false_in,
            theorems,
            counterexample,
            figures,
            replay,
        }
    }

    /// Returns the result in one sentence: in how many searches the statement is false, or the numbers that were measured.
    pub fn result(&self) -> String {
        let searches = thousands(self.searches);
        let classes = self.every_score.as_ref().map(|SetJson { games, .. }| thousands(*games));
        match (self.false_in, classes) {
            (Some(0), classes) => {
                let every = classes.map_or(String::new(), |classes| format!(" and all {classes} classes"));
                let proof = if self.theorems.is_empty() {
                    String::new()
                } else {
                    format!(", and proven: {}", cited(&self.theorems))
                };
                format!("true in all {searches} searches{every}{proof}")
            }
            // Classes are searched if the statement is true in all games of the other sets.
            (Some(count), Some(classes)) => {
                format!("true in all {searches} searches, false in {} of {classes} classes", thousands(count))
            }
            (Some(count), None) => {
                let share = percent(count, self.searches);
                // A share too small for two decimals is written as the two numbers.
                let share = if share.ends_with('%') { format!(" ({share})") } else { String::new() };
                format!("false in {} of {searches} searches{share}", thousands(count))
            }
            (None, _) => {
                let varied = self.figures.iter().find_map(|one| one.varied.as_ref());
                let by = varied.map_or(String::new(), |name| format!("by {name}: "));
                by + &joined(self.figures.iter().map(|one| self.number(one)), "; ")
            }
        }
    }

    fn number(&self, one: &FigureJson) -> String {
        let FigureJson { label, varied_value, branching, depth, value, low, high, .. } = one;
        let differs = |is_other: &dyn Fn(&FigureJson) -> bool| self.figures.iter().any(is_other);
        let label =
            (varied_value.is_none() && differs(&|other| other.label != *label)).then(|| label.clone());
        let varied = varied_value.map(|value| value.to_string());
        let size = branching.zip(*depth);
        let size = size.filter(|_| differs(&|other| other.branching.zip(other.depth) != size));
        let size = size.map(|(branching, depth)| format!("({branching}, {depth})"));
        let place: Vec<String> = [label, varied, size].into_iter().flatten().collect();
        let place = if place.is_empty() { String::new() } else { format!("{}: ", place.join(" ")) };
        match low.zip(*high) {
            Some((low, high)) => format!("{place}{value:.3} ({low:.3} to {high:.3})"),
            None => format!("{place}{value:.3}"),
        }
    }
}

/// Theorems by name, with their files: as `a, b (proof/X.v), c (proof/Y.v)`.
pub(crate) fn cited(theorems: &[String]) -> String {
    let parts: Vec<(&str, &str)> = theorems.iter().filter_map(|theorem| theorem.split_once(' ')).collect();
    let of_one_file =
        |same: &[(&str, &str)]| format!("{} {}", joined(same.iter().map(|&(name, _)| name), ", "), same[0].1);
    joined(parts.chunk_by(|one, other| one.1 == other.1).map(of_one_file), ", ")
}

pub(crate) fn outcomes(rows: &[ClaimJson]) -> String {
    let count = |name: &str| rows.iter().filter(|row| row.outcome == name).count();
    let [proven, confirmed, refuted, measured] = ["proven", "confirmed", "refuted", "measured"].map(count);
    format!("{proven} proven, {confirmed} confirmed, {refuted} refuted, {measured} measured.")
}
