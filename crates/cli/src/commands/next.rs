//! The next step after a result: the last line on a terminal.

use pvcheck::named_enum;

named_enum! {
    /// What a command has found, as far as the next step depends on it. The name of a value is the sentence that it prints.
    Next {
        #[doc = "Random games: each guarantee was kept."]
        RandomKept "`pvcheck exhaust` plays every small game; --full shows all counterexamples.",
        #[doc = "Games of a kind: each guarantee was kept."]
        EveryKept "larger games by --depth or --graphs; --full shows all counterexamples.",
        #[doc = "A guarantee was broken, or the games covered a feature too rarely."]
        Broken "`pvcheck explain CASE --html FILE` steps through the case above.",
        #[doc = "Each case is as expected."]
        CasesPassed "the same command in CI, with --format github or junit: docs/ci.md.",
        #[doc = "A case is not as expected."]
        CasesFailed "`pvcheck shrink` makes a case smaller, `pvcheck explain` draws its search.",
        #[doc = "A case was made smaller, or a page was written on it."]
        CaseToKeep "keep the case in a file: `pvcheck check FILE` watches it, in CI too (docs/ci.md).",
        #[doc = "A case was drawn."]
        CaseDrawn "--html FILE writes a page on which you step through this search.",
        #[doc = "A word was explained."]
        WordExplained "`pvcheck list` has all names; `pvcheck explain CASE` draws a case.",
        #[doc = "Findings in the lines of an engine or a program, each with a line `replay`."]
        Found "`pvcheck explain CLASS` tells what it means; --write-known FILE accepts what stays.",
        #[doc = "Findings beside accepted ones, or accepted ones that are not found any more."]
        FoundBesideKnown "run a line `replay`; mend it, or change the file of --known.",
        #[doc = "Accepted findings that are not found any more, and no others."]
        OnlyStale "delete the lines `stale` from the file of --known.",
        #[doc = "An engine without an answer in time, or without lines."]
        Silent "--log FILE shows what the engine was told and said; --timeout gives it more time.",
        #[doc = "The time was over before all searches were run."]
        NotWhole "more --time, for the searches that were not run.",
        #[doc = "The lines of an engine show nothing wrong."]
        RightOutside "inside: `pvcheck trace --header`, then `pvcheck uci --trace` (docs/traces.md).",
        #[doc = "Neither do its nodes."]
        RightInside "in CI with --known FILE, and at night with more plans: docs/ci.md.",
        #[doc = "A trace breaks rules."]
        RulesBroken "--html FILE draws these places; --write-known FILE accepts what stays.",
        #[doc = "A trace breaks no rule."]
        RulesKept "`pvcheck uci --trace` judges nodes under every plan, in CI too (docs/ci.md).",
        #[doc = "The scores of all nodes are taken on trust."]
        OnTrust "tell the reason of each score, so that it can be judged: docs/traces.md.",
        #[doc = "A program shows nothing wrong."]
        ProgramRight "--marks, --cycles, --mates, --warm, more --games; then in CI (docs/ci.md).",
        #[doc = "A program of which too little was judged."]
        ProgramUnjudged "tell the nodes, or declare more, so that more is judged: docs/programs.md.",
        #[doc = "A program obeys the protocol."]
        ProtocolKept "the same command without --conformance judges the lines.",
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use clap::CommandFactory as _;

    use super::Next;
    use crate::commands::Cli;

    #[test]
    fn a_next_step_is_one_line_and_names_commands_and_options_that_exist() {
        let cli = Cli::command();
        let commands: BTreeSet<&str> = cli.get_subcommands().map(clap::Command::get_name).collect();
        let all = std::iter::once(&cli).chain(cli.get_subcommands()).flat_map(clap::Command::get_arguments);
        let options: BTreeSet<&str> = all.filter_map(clap::Arg::get_long).collect();
        for text in Next::NAMES {
            assert!(
                text.len() <= 100 - "Next: ".len() && text.ends_with('.') && !text.contains('\n'),
                "{text}"
            );
            for (at, _) in text.match_indices("pvcheck ") {
                let name = text[at + "pvcheck ".len()..].split(|letter: char| !letter.is_alphabetic()).next();
                assert!(name.is_some_and(|name| commands.contains(name)), "{text}");
            }
            for word in text.split([' ', '`', ',', ';', '.', ')']) {
                let option = word.strip_prefix("--");
                assert!(option.is_none_or(|option| options.contains(option)), "{text}");
            }
            for page in text.split([' ', '(', ')']).filter(|word| word.starts_with("docs/")) {
                let page =
                    concat!(env!("CARGO_MANIFEST_DIR"), "/../../").to_owned() + page.trim_end_matches('.');
                assert!(std::path::Path::new(&page).is_file(), "{text}");
            }
        }
    }
}
