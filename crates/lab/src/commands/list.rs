//! `pvcheck-lab list`: the claims and the seeded bugs, each with a sentence.

use clap::Args;

use crate::claims::Claim;
use pvcheck::bugs::Bug;
use pvcheck_cli::commands::Output;
use pvcheck_cli::commands::args::OutputArgs;
use pvcheck_cli::commands::list::Listing;
use pvcheck_cli::report::WordGroup;

#[derive(Args, Clone, Debug)]
pub(super) struct List {
    /// List only this group
    #[arg(value_parser = ["claims", "bugs"])]
    group: Option<String>,
}

impl List {
    pub fn run(&self, show: &OutputArgs) -> Output {
        let mut groups = vec![
            WordGroup::named::<&Claim>("claims", "a statement of the literature"),
            WordGroup::named::<&Bug>("bugs", "a seeded bug"),
        ];
        groups.retain(|group| self.group.as_ref().is_none_or(|one| one == group.name));
        Output::rendered(&Listing { command: "list", groups }, show)
    }
}
