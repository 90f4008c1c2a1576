//! `pvcheck exhaust`: every game of a scope.

use clap::Args;
use serde_json::{Value, json};

use super::matrix::LEGEND;
use super::run::{Run, summary, witness_pages};
use super::{Failure, Format, Output, Show};
use crate::algorithm::Algorithm;
use crate::campaign::{Finished, Games};
use crate::enumerate::{Leaves, Scope};
use crate::pv::Store;
use crate::report::{Document, RowJson, effort_table, outcome_table, survival_table, thousands};
use crate::score::Score;
use crate::search::Shortcuts;
use crate::subject::Subject;

#[derive(Args, Clone, Debug)]
pub(super) struct Exhaust {
    /// Moves of every inner position
    #[arg(long, value_name = "B", default_value_t = 2)]
    branching: u16,
    /// Height of the tree, and depth of the search, in plies
    #[arg(long, value_name = "D", default_value_t = 3)]
    depth: usize,
    /// permutations (distinct scores), orderings (all weak orderings) or values:K (scores from 0 to K-1)
    #[arg(long, value_name = "LEAVES", default_value = "permutations")]
    leaves: String,
    /// Every ordered tree of up to N positions with all weak orderings of its leaves, searched to its
    /// height, instead of one uniform tree
    #[arg(long, value_name = "N", conflicts_with_all = ["branching", "depth", "leaves"])]
    shapes: Option<usize>,
    /// Distance between neighbouring scores; from 2 on windows between them are open
    #[arg(long, value_name = "GAP", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    gap: u32,
    #[command(flatten)]
    run: Run,
}

impl Exhaust {
    pub fn show(&self) -> &Show {
        &self.run.show
    }

    pub fn run(&self) -> Result<Output, Failure> {
        let scope = self.scope()?;
        let every = Algorithm::ALL.iter().flat_map(|&algorithm| {
            Store::ALL.iter().map(move |&store| Subject { algorithm, store, shortcuts: Shortcuts::NONE })
        });
        let every = every.filter(|subject| subject.meaningless().is_none());
        let subjects = self.run.subjects(every.collect())?;
        let finished = self.run.play(&scope, subjects);
        let (summary, findings) = summary(&finished.rows, &[]);
        let text = match self.show().format {
            Format::Json => self.json(&scope, &finished),
            Format::Text => {
                self.heading(&scope, &finished)
                    + &outcome_table(&finished.rows)
                    + &summary
                    + LEGEND
                    + "\n"
                    + &effort_table(&finished.rows)
                    + &survival_table(&finished.rows)
                    + &witness_pages(&finished.rows)
            }
        };
        Ok(Output { text, findings })
    }

    fn scope(&self) -> Result<Scope, Failure> {
        let scope = match self.shapes {
            Some(positions) => Scope::shapes(positions),
            None => {
                let leaves = self.leaves.parse::<Leaves>();
                let leaves = leaves.map_err(|error| Failure::argument("--leaves", &self.leaves, error))?;
                Scope::uniform(self.branching, self.depth, leaves)
            }
        };
        let scope = scope.map_err(|error| Failure::Usage(error.to_string()))?;
        let scope = scope.apart(self.gap);
        if scope.highest() > i64::from(Score::MAX.get()) {
            let most = format!("a smaller gap: scores go up to {}", Score::MAX);
            return Err(Failure::Usage(format!(
                "the highest score would be {}; expected {most}",
                scope.highest()
            )));
        }
        Ok(scope)
    }

    fn heading(&self, scope: &Scope, finished: &Finished) -> String {
        let games = if finished.games == scope.count() {
            let plural = if finished.games == 1 { "game" } else { "games" };
            format!("all {} {plural}", thousands(finished.games))
        } else {
            format!("the first {} of {} games", thousands(finished.games), thousands(scope.count()))
        };
        let trees = match self.shapes {
            Some(positions) => {
                format!(
                    "Every ordered tree of up to {positions} positions, searched to its height, all orderings of its leaves"
                )
            }
            None => {
                let Self { branching, depth, leaves, .. } = self;
                format!("Branching {branching}, depth {depth}, {leaves}")
            }
        };
        let gap = if self.gap == 1 { String::new() } else { format!(", scores {} apart", self.gap) };
        format!("{trees}{gap}: {games}\n\n")
    }

    fn json(&self, scope: &Scope, finished: &Finished) -> String {
        let mut fields = match self.shapes {
            Some(positions) => json!({ "shapes": positions, "leaves": Leaves::Orderings.to_string() }),
            None => json!({ "branching": self.branching, "depth": self.depth, "leaves": self.leaves }),
        };
        fields["gap"] = Value::from(self.gap);
        fields["games"] = Value::from(scope.count());
        fields["played"] = Value::from(finished.games);
        let rows = finished.rows.iter().map(|row| RowJson::new(row, row.is_kept(), None));
        Document::new("exhaust", None, fields, rows.collect()).text()
    }
}
