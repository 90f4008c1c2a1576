//! `pvcheck merge`: the shards of a run, added up.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::{Args, Parser};
use serde::Deserialize;

use super::output::{ensure_not_output, read};
use super::{Cli, Command, Failure, Output, OutputArgs};
use crate::campaign::{Part, Shard};
use crate::report::{BUILD, SCHEMA, ShardJson};

/// What `merge` reads of a file.
#[derive(Deserialize)]
struct ShardFile {
    schema: u32,
    version: String,
    #[serde(flatten)]
    shard: ShardJson,
}

#[derive(Args, Clone, Debug)]
pub(super) struct Merge {
    /// The results of all shards of one run
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    pub show: OutputArgs,
}

impl Merge {
    /// What the whole run says, byte for byte.
    pub fn run(&self) -> Result<Output, Failure> {
        let mut shards: BTreeMap<Shard, (&PathBuf, ShardJson)> = BTreeMap::new();
        for path in &self.files {
            ensure_not_output(path, "the shard", &self.show)?;
            let found = Self::read(path)?;
            if let Some((first, one)) = shards.values().next()
                && (one.run != found.run || one.shard.of() != found.shard.of())
            {
                let name =
                    |one: &ShardJson| format!("shard {} of `pvcheck {}`", one.shard, one.run.join(" "));
                let (found, one) = (name(&found), name(one));
                return Err(refused(path, &format!("{found}, and {} is {one}", first.display())));
            }
            let shard = found.shard;
            if let Some((first, _)) = shards.insert(shard, (path, found)) {
                let text = format!("{}: shard {shard} once more, as {}", path.display(), first.display());
                return Err(Failure::Usage(format!("{text}; expected each once")));
            }
        }
        let (_, first) = shards.values().next().expect("a file is required");
        let of = first.shard.of();
        let missing =
            (1..=of).filter_map(|number| Shard::new(number, of)).filter(|shard| !shards.contains_key(shard));
        let missing: Vec<String> = missing.take(10).map(String::from).collect();
        if !missing.is_empty() {
            let text = format!("missing of {of} shards: {}; expected each once", missing.join(", "));
            return Err(Failure::Usage(text));
        }
        let run = first.run.clone();
        let parts = shards.into_values().map(|(_, shard)| shard.part).collect();
        self.whole(&run, parts)
    }

    /// A file is the result of a shard, of this build, and as it was written.
    fn read(path: &Path) -> Result<ShardJson, Failure> {
        let text = read(path)?;
        let found: ShardFile =
            serde_json::from_str(&text).map_err(|error| refused(path, &error.to_string()))?;
        let ShardFile { schema, version, shard } = found;
        if (schema, version.as_str()) != (SCHEMA, env!("CARGO_PKG_VERSION")) {
            let expected = format!("schema {SCHEMA} and version {}", env!("CARGO_PKG_VERSION"));
            return Err(refused(path, &format!("schema {schema} and version {version}, not {expected}")));
        }
        if shard.build != BUILD {
            let problem = format!("of build {} of version {version}, and this is {BUILD}", shard.build);
            return Err(refused(path, &problem));
        }
        if !shard.is_as_written() {
            return Err(refused(path, "not what was written, by its checksum"));
        }
        Ok(shard)
    }

    /// Shows what the whole `run` says, of which these are all parts.
    fn whole(&self, run: &[String], parts: Vec<Part>) -> Result<Output, Failure> {
        let words = std::iter::once("pvcheck").chain(run.iter().map(String::as_str));
        // What clap prints for people, the help among it, is no word on a file.
        let none = || Failure::Usage(format!("`pvcheck {}` is no run that has shards", run.join(" ")));
        match Cli::try_parse_from(words).map_err(|_| none())?.command {
            Some(Command::Matrix(mut matrix)) => {
                matrix.run.merges(parts, &self.show);
                matrix.run()
            }
            Some(Command::Exhaust(mut exhaust)) => {
                exhaust.run.merges(parts, &self.show);
                exhaust.run()
            }
            _ => Err(none()),
        }
    }
}

fn refused(path: &Path, problem: &str) -> Failure {
    Failure::Usage(format!("{}: {problem}; expected the result of a shard, `--shard k/n`", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Nobody's shards say so, but whoever alters a file may alter its checksum too.
    #[test]
    fn only_runs_that_have_shards_are_added_up() {
        let show = OutputArgs { format: super::super::Format::Text, out: None, quiet: true, no_color: true };
        for run in [&["--help"][..], &["check", "x.case"], &["matrix", "--gomes"]] {
            let run: Vec<String> = run.iter().map(|&word| word.to_owned()).collect();
            let refused = Merge { files: Vec::new(), show: show.clone() }.whole(&run, Vec::new());
            let said =
                matches!(refused, Err(Failure::Usage(text)) if text.contains("no run that has shards"));
            assert!(said, "{run:?}");
        }
    }
}
