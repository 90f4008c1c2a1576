//! Journals of the verification of a search in Rust, from which a killed run continues and shards are added up.
//!
//! A verification has its own file in the folder of the journals. The name of the file has the name of the test and a
//! checksum of the verified search and its program, so that a changed search has another journal.

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::experiment::journal::{Journal, JournalError, RunId, checksum, checksum_of_files};
use crate::experiment::{Part, Shard};
use crate::position::Position;
use crate::verify::builder::Verification;
use crate::verify::environment::{folder, text, variable};
use crate::verify::prepared::{Prepared, test_name};
use crate::verify::problem::Mobile;
use crate::verify::tally::SearchTally;
use crate::verify::trials::Trials;

/// The journals and the shard of a verification.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Journals {
    /// The folder with the journals.
    pub folder: Option<PathBuf>,
    /// The shard of the games to search; `None` for all games.
    pub shard: Option<Shard>,
    /// The folder with the journals of all shards, which are added up.
    pub merged: Option<PathBuf>,
}

/// The number of the first games that identify all games.
const IDENTIFYING: u64 = 64;

impl<P: Position + Send + Sync + 'static> Verification<P> {
    /// Records progress in a file in this folder, which is created if needed. A run that is killed continues there when
    /// it is started again, and has the same report. The file belongs to this verification by this program, so that a
    /// changed search begins a new file.
    pub fn journal(mut self, folder: impl Into<PathBuf>) -> Self {
        self.journals.folder = Some(folder.into());
        self
    }

    /// Searches only this shard of the games, number `number` of `of`. With a [journal](Self::journal) its results can
    /// be [added](Self::merge) to those of the other shards.
    ///
    /// # Panics
    ///
    /// If `number` is not from 1 to `of`.
    pub fn shard(mut self, number: u64, of: u64) -> Self {
        let shard = Shard::new(number, of);
        self.journals.shard = Some(shard.unwrap_or_else(|| panic!("shard {number} of {of}: no such shard")));
        self
    }

    /// Adds up the journals of all shards in this folder, without searching games, to the report of the whole run. Only
    /// the searches for shrinking are run.
    pub fn merge(mut self, folder: impl Into<PathBuf>) -> Self {
        self.journals.merged = Some(folder.into());
        self
    }
}

impl Journals {
    /// Takes the settings of the environment, as [`Verification::run`] describes.
    pub fn configure(&mut self) {
        self.folder = variable("PVCHECK_JOURNAL", folder).or(self.folder.take());
        self.merged = variable("PVCHECK_MERGE", folder).or(self.merged.take());
        self.shard = variable("PVCHECK_SHARD", text(str::parse)).or(self.shard);
    }

    /// Returns the games of the shard, out of `count` games, and the name of the shard.
    ///
    /// # Panics
    ///
    /// If all shards are to be merged too.
    #[track_caller]
    pub fn shard_of(&self, count: u64) -> Option<(Range<u64>, String)> {
        let shard = self.shard?;
        assert!(self.merged.is_none(), "a shard is searched or all are merged; expected one of both");
        Some((shard.range(count), shard.to_string()))
    }

    /// Searches the games of a verification, or the games after its journal, or reads the results of the shards.
    pub fn play<P: Mobile>(&self, prepared: &Prepared<P>) -> Result<Part<SearchTally>, JournalError> {
        if let Some(folder) = &self.merged {
            return merged(folder, prepared);
        }
        let Some(folder) = &self.folder else { return Ok(prepared.run().play(prepared)) };
        fs::create_dir_all(folder).map_err(JournalError::io(folder, "create the folder"))?;
        let identity = RunIdentity::identify(&prepared.trials)?;
        let path = folder.join(identity.file(self.shard));
        prepared.run().play_with_journal(prepared, &path, identity.id(self.shard))
    }
}

/// Returns the sum of all shards of a verification, whose journals are in `folder`.
fn merged<P: Mobile>(folder: &Path, prepared: &Prepared<P>) -> Result<Part<SearchTally>, JournalError> {
    let identity = RunIdentity::identify(&prepared.trials)?;
    let entries = fs::read_dir(folder).map_err(JournalError::io(folder, "read the folder"))?;
    let mut names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let Some(shards) = names.find_map(|name| identity.number_of_shards(&name)) else {
        return Err(JournalError::Unusable(format!(
            "{}: no journal of a shard of this verification by this program; expected files such as {}",
            folder.display(),
            identity.file(Shard::new(1, 2))
        )));
    };
    let mut sum = prepared.run().begin(prepared);
    for shard in (1..=shards).filter_map(|number| Shard::new(number, shards)) {
        let (path, games) = (folder.join(identity.file(Some(shard))), shard.range(prepared.games.end));
        if !path.is_file() {
            let problem = format!("{}: shard {shard} is missing; expected each shard", path.display());
            return Err(JournalError::Unusable(problem));
        }
        let mut part = Part::nothing(games.start, SearchTally::default());
        drop(Journal::open(&path, identity.id(Some(shard)), &games, &mut part)?);
        if part.items() != games {
            let (done, all) = (part.count(), games.end - games.start);
            let problem = format!("{}: {done} of {all} games; expected a complete shard", path.display());
            return Err(JournalError::Unusable(problem));
        }
        sum.append(&part).expect("shards follow each other");
    }
    Ok(sum)
}

/// The identity of a verification and of the program that runs it.
struct RunIdentity {
    test: String,
    /// The checksum of the trials, which are the games, rules and limits of the verification.
    trials: u32,
    /// The checksum of the program.
    program: u32,
}

impl RunIdentity {
    fn identify<P: Mobile>(trials: &Trials<P>) -> Result<Self, JournalError> {
        let Trials { rules, reported, circumstances, node_limits, repeats, allowed, .. } = trials;
        let kinds: Vec<_> = allowed.kinds.iter().map(|kind| kind.entry).collect();
        let what = (rules, reported, circumstances, node_limits, repeats, kinds, allowed.only_leftmost);
        let first = 0..trials.games.count().min(IDENTIFYING);
        let games: Vec<String> = first.map(|index| trials.item(index).to_string()).collect();
        let sum = checksum(0, &(format!("{what:?}"), trials.games.describe(), trials.games.count(), games));
        let own = std::env::current_exe().map_err(JournalError::io("the running program", "find"))?;
        let test = test_name().unwrap_or_else(|| "verification".to_owned());
        Ok(Self { test, trials: sum, program: checksum_of_files([own])? })
    }

    /// Returns the prefix of the names of all files of the verification.
    fn stem(&self) -> String {
        let test = self.test.replace("::", ".");
        format!("{test}-{:08x}", checksum(self.trials, &self.program))
    }

    fn file(&self, shard: Option<Shard>) -> String {
        let shard =
            shard.map_or(String::new(), |shard| format!(".{}", shard.to_string().replace('/', "-of-")));
        format!("{}{shard}.journal", self.stem())
    }

    /// Returns the number of shards, if `name` is the name of the journal of a shard.
    fn number_of_shards(&self, name: &str) -> Option<u64> {
        let shard = name.strip_prefix(&self.stem())?.strip_prefix('.')?.strip_suffix(".journal")?;
        shard.split_once("-of-")?.1.parse().ok()
    }

    fn id(&self, shard: Option<Shard>) -> RunId {
        let run = vec!["verify".to_owned(), self.test.clone(), format!("{:08x}", self.trials)];
        RunId { run, shard, program: Some(format!("checksum {:08x}", self.program)) }
    }
}
