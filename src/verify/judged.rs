//! Who has judged the searches of a verification, what their nodes rest on, and what is missing.

use std::collections::BTreeMap;
use std::fmt::{self, Write};

use super::report::Report;
use crate::number::thousands;
use crate::oracle::{JudgedBy, Rest};
use crate::syntax::counted;

impl Report {
    /// Returns the numbers of told nodes by the name of what they rest on ([`Rest`]).
    #[doc(hidden)]
    pub fn rests(&self) -> BTreeMap<&'static str, u64> {
        Rest::ALL.iter().map(|&rest| (rest.name(), self.tally.rests[rest as usize])).collect()
    }

    /// Returns a text with the number of searches that each judge has judged.
    #[doc(hidden)]
    pub fn judges(&self) -> String {
        let not_answered = self.tally.searches + self.cases as u64 - self.tally.judged.iter().sum::<u64>();
        let judged = JudgedBy::ALL.iter().map(|&by| (self.judged(by), by.phrase()));
        let not_judged = not_answered.saturating_sub(self.tally.unjudged);
        let all = judged.chain([(self.tally.unjudged, "not judged"), (not_judged, "without an answer")]);
        let all: Vec<(u64, &str)> = all.filter(|&(count, _)| count > 0).collect();
        match all[..] {
            [] => "nothing judged".to_owned(),
            [(_, phrase)] => phrase.to_owned(),
            _ => all
                .iter()
                .map(|&(count, phrase)| format!("{} {phrase}", thousands(count)))
                .collect::<Vec<_>>()
                .join(", "),
        }
    }

    /// Writes what the told nodes rest on.
    pub(super) fn what_nodes_rest_on(&self, f: &mut dyn Write) -> fmt::Result {
        let rests = &self.tally.rests;
        let all: u64 = rests.iter().sum();
        if all == 0 {
            return Ok(());
        }
        let inner = all - rests[Rest::Leaf as usize];
        let share = |rest: Rest| 100.0 * rests[rest as usize] as f64 / all as f64;
        let shown = Rest::ALL.iter().filter(|&&rest| rests[rest as usize] > 0);
        let shown: Vec<String> = shown.map(|&rest| format!("{} {:.1} %", rest.name(), share(rest))).collect();
        writeln!(f, "The {} nodes rest on: {}.", thousands(all), shown.join(", "))?;
        let weak = [Rest::LeftOut, Rest::Reduced, Rest::Static].map(|rest| rests[rest as usize]);
        if 2 * weak.iter().sum::<u64>() > inner {
            writeln!(
                f,
                "More than half of those that are no leaves rest on moves left out or searched less deep, or on evaluations alone: \
                 little is judged."
            )?;
        }
        Ok(())
    }

    /// Writes the reasons why searches were not judged in full, and the changes that would help.
    pub(super) fn what_is_missing(&self, f: &mut dyn Write) -> fmt::Result {
        if self.left > 0 {
            let (left, all) = (thousands(self.left), thousands(self.planned));
            writeln!(f, "The run ended early: {left} of {all} searches were not run.")?;
        }
        if self.tally.unjudged > 0 {
            let unjudged = counted(thousands(self.tally.unjudged), "search", "searches");
            writeln!(f, "{unjudged} not judged: their values depend on too many paths; search less deep")?;
        }
        let [facts, too_many, no_score, no_line] =
            [JudgedBy::Facts, JudgedBy::TooManyPositions, JudgedBy::NoScore, JudgedBy::NoLine]
                .map(|by| self.judged(by));
        let words = self.without_values.join(", ");
        let unknown = match (words.is_empty(), self.command.is_some()) {
            (true, _) => "The values of some games depend on too many paths: search less deep.".to_owned(),
            (_, true) => format!(
                "No values are known for what is declared ({words}). Of a search that tells its nodes (docs/programs.md), each result is judged."
            ),
            (_, false) => format!(
                "No values are known for what is declared ({words}): report the nodes to have each result judged."
            ),
        };
        for (count, missing) in [
            (facts + too_many, &*unknown),
            (too_many, "Moves lead to too many positions for facts about the score: search less deep."),
            (
                no_score,
                "A move alone is judged only where each position has one value: return the score, too.",
            ),
            (no_line, "Only lines are judged (lines-only), and nothing of a search without one."),
            (self.judged_too_little().into(), "That is no pass: too little was judged."),
        ] {
            if count > 0 {
                writeln!(f, "{missing}")?;
            }
        }
        Ok(())
    }
}
