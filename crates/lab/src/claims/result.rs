//! The results of claims: JSON, and a sentence each.

use serde::Serialize;

use super::{Claim, Conclusion, Ratio, Tested};
use pvcheck_cli::report::page::cited;
use pvcheck_cli::report::{joined, percent, thousands};

/// A claim, tested.
#[derive(Serialize, Debug)]
pub struct ClaimJson {
    /// The name of the claim.
    pub id: String,
    /// The source of the claim.
    pub source: String,
    /// The statement of the claim.
    pub statement: String,
    /// `confirmed`, `proven`, `refuted` or `measured`.
    pub outcome: String,
    /// The searches and counts of the test.
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
    /// The theorems that prove the claim, each with its file.
    pub theorems: Vec<String>,
    /// The smallest game in which the statement is false, as a case.
    pub counterexample: Option<String>,
    /// The numbers that were measured.
    pub measured: Vec<Ratio>,
    /// The command line that tests the claim again.
    pub replay: String,
}

/// A set of games.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct SetJson {
    /// The name of the set.
    pub name: String,
    /// The number of games of the set.
    pub games: u64,
}

impl ClaimJson {
    pub fn new(claim: &Claim, tested: Tested, replay: String) -> Self {
        let (searches, outcome) = (tested.games() * tested.subjects, tested.conclusion.name());
        let (false_in, counterexample, measured) = match &tested.conclusion {
            Conclusion::Confirmed | Conclusion::Proven(_) => (Some(0), None, Vec::new()),
            Conclusion::Refuted { searches, smallest } => {
                (Some(*searches), smallest.as_ref().map(ToString::to_string), Vec::new())
            }
            Conclusion::Measured(ratios) => (None, None, ratios.clone()),
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
            scope: tested.scope,
            every_score: tested.every_score,
            searches,
            false_in,
            theorems,
            counterexample,
            measured,
            replay,
        }
    }

    /// Returns the result in one sentence: the number of searches in which the statement is false, or the measured numbers.
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
            (None, _) => joined(self.measured.iter().map(|one| one.text(self.measured.len() > 1)), "; "),
        }
    }
}

pub fn outcomes(rows: &[ClaimJson]) -> String {
    let count = |name: &str| rows.iter().filter(|row| row.outcome == name).count();
    let [proven, confirmed, refuted, measured] = ["proven", "confirmed", "refuted", "measured"].map(count);
    format!("{proven} proven, {confirmed} confirmed, {refuted} refuted, {measured} measured.")
}
