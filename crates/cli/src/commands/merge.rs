//! `pvcheck merge`: adds up the results of the shards of a run.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::files;
use super::input::{name, read};
use super::{Command, Failure, Output, OutputArgs, Result, parse, refused};
use crate::report::{ShardJson, joined};
use pvcheck::experiment::Shard;
use pvcheck::experiment::journal::{BUILD, SCHEMA, json_problem};
use pvcheck::syntax::cleaned;

/// The schema and the version that wrote a file.
#[derive(Deserialize)]
struct WrittenShard {
    schema: u32,
    version: String,
}

#[derive(Args, Clone, Debug)]
pub(super) struct Merge {
    /// Files with the results of all shards of one run, in any order
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Show all tables and counterexamples instead of one screen
    #[arg(long)]
    full: bool,
    /// For shards of `pvcheck subject`: run the program that the files name, to shrink what was found
    #[arg(long)]
    run_command: bool,
}

impl Merge {
    /// Returns the output of the whole run, identical to the byte.
    pub fn run(&self, show: &OutputArgs) -> Result<Output> {
        let mut shards: BTreeMap<Shard, (&PathBuf, ShardJson)> = BTreeMap::new();
        for path in &self.files {
            let found = Self::read(path)?;
            if let Some((first, one)) = shards.values().next()
                && (one.run != found.run
                    || one.program != found.program
                    || one.shard.count() != found.shard.count())
            {
                let run = |one: &ShardJson| {
                    let program = one.program.as_ref().map_or(String::new(), |name| format!(" ({name})"));
                    format!("shard {} of `pvcheck {}`{program}", one.shard, shell_words::join(&one.run))
                };
                let (found, one) = (run(&found), run(one));
                return Err(not_a_shard(path, &format!("it is {found}, but {} is {one}", name(first))));
            }
            let shard = found.shard;
            if let Some((first, _)) = shards.insert(shard, (path, found)) {
                let text = format!("{}: shard {shard} was already read from {}", name(path), name(first));
                return refused(format!("{text}; expected each shard once"));
            }
        }
        let (_, first) = shards.values().next().expect("a file is required");
        let of = first.shard.count();
        let missing =
            (1..=of).filter_map(|number| Shard::new(number, of)).filter(|shard| !shards.contains_key(shard));
        let missing = joined(missing.take(10).map(String::from), ", ");
        if !missing.is_empty() {
            return refused(format!("of {of} shards these are missing: {missing}; expected each shard once"));
        }
        let (run, program) = (first.run.clone(), first.program.clone());
        let parts = shards.into_values().map(|(path, shard)| (path.as_path(), shard.part)).collect();
        self.whole(&run, program.as_deref(), parts, show)
    }

    /// Fails when the file is not the result of a shard, comes from another build, or was changed.
    fn read(path: &Path) -> Result<ShardJson> {
        let text = read(path)?;
        let refuse = |error: serde_json::Error| not_a_shard(path, &json_problem(&error));
        // Before its other fields, which differ between versions.
        let WrittenShard { schema, version } = serde_json::from_str(&text).map_err(refuse)?;
        if (schema, version.as_str()) != (SCHEMA, env!("CARGO_PKG_VERSION")) {
            let expected = format!("schema {SCHEMA} and version {}", env!("CARGO_PKG_VERSION"));
            return Err(not_a_shard(path, &format!("schema {schema} and version {version}, not {expected}")));
        }
        let shard: ShardJson = serde_json::from_str(&text).map_err(refuse)?;
        if shard.build != BUILD {
            let problem =
                format!("played by build {} of version {version}, but this is build {BUILD}", shard.build);
            return Err(not_a_shard(path, &problem));
        }
        if !shard.is_as_written(serde_json::from_str(&text).map_err(refuse)?) {
            return Err(not_a_shard(path, "wrong checksum, the file was changed"));
        }
        Ok(shard)
    }

    fn whole(
        &self,
        run: &[String],
        program: Option<&str>,
        parts: Vec<(&Path, serde_json::Value)>,
        show: &OutputArgs,
    ) -> Result<Output> {
        let words: Vec<_> =
            std::iter::once("pvcheck").chain(run.iter().map(String::as_str)).map(Into::into).collect();
        // An error of clap, or its help text, would not tell the user that the file is wrong.
        let none =
            || Failure::usage(format!("`pvcheck {}` is not a run with shards", shell_words::join(run)));
        let cli = parse(&words).map_err(|_| none())?;
        files::check(&[&show.files[..], &cli.show.files].concat())?;
        match cli.command {
            Some(Command::Matrix(mut matrix)) => {
                matrix.run.merges(of_type(parts)?, self.full);
                matrix.run(show)
            }
            Some(Command::Exhaust(mut exhaust)) => {
                exhaust.run.merges(of_type(parts)?, self.full);
                exhaust.run(show)
            }
            Some(Command::Subject(subject)) => {
                if !self.run_command {
                    let (cmd, expected) = (&subject.cmd, "expected --run-command, if that is your program");
                    return refused(format!("the shards name a program to run, `{cmd}`; {expected}"));
                }
                eprintln!("pvcheck: runs `{}`", cleaned(&subject.cmd));
                subject.merge(program, &of_type(parts)?, show)
            }
            _ => Err(none()),
        }
    }
}

fn of_type<P: DeserializeOwned>(parts: Vec<(&Path, serde_json::Value)>) -> Result<Vec<P>> {
    let read = |(path, part)| {
        serde_json::from_value(part).map_err(|_| not_a_shard(path, "the part of another command"))
    };
    parts.into_iter().map(read).collect()
}

fn not_a_shard(path: &Path, problem: &str) -> Failure {
    Failure::usage(format!("{}: {problem}; expected the result of a shard (`--shard K/N`)", name(path)))
}

#[cfg(test)]
mod tests {
    use super::super::USAGE;
    use super::*;

    /// No shard has these command lines, but an altered file may have a valid checksum.
    #[test]
    fn only_commands_with_shards_are_merged() {
        let (merge, show) =
            (Merge { files: Vec::new(), full: false, run_command: false }, OutputArgs::default());
        let harmful = ["subject", "--cmd", "touch x"].map(str::to_owned);
        let refused = merge.whole(&harmful, None, Vec::new(), &show);
        assert!(
            matches!(&refused, Err(Failure { text, status: USAGE }) if text.contains("`touch x`") && text.contains("--run-command")),
            "the program of a file is run only on request"
        );
        for run in [&["--help"][..], &["check", "x.case"], &["matrix", "--gomes"]] {
            let run: Vec<String> = run.iter().map(|&word| word.to_owned()).collect();
            let refused = merge.whole(&run, None, Vec::new(), &show);
            let is_reported = matches!(refused, Err(Failure { text, status: USAGE }) if text.contains("not a run with shards"));
            assert!(is_reported, "{run:?}");
        }
    }
}
