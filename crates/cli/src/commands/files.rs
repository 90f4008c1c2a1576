//! All files that a command line names. A written file has no other use, since its old contents would be lost.

use std::path::{Path, PathBuf};
use std::{fmt, fs};

use clap::ArgMatches;

use super::input::{is_stdin, name, results_in};
use super::{Failure, Result, refused, report};
use pvcheck::experiment::files::{FileIdentity, ensure_writable, target};
use pvcheck::syntax::cleaned;

/// The arguments whose files are only read. Every other argument that is a path is written to.
const READ: [&str; 5] = ["files", "paths", "epd", "pgn", "known"];
/// The arguments that are folders in which files are written, or may be.
const FOLDERS: [&str; 4] = ["dir", "folder", "into", "tables"];
/// The arguments that are command lines.
const COMMANDS: [&str; 2] = ["cmd", "engine"];
/// The pairs of uses that one file may have: reading comes before replacing, or both uses append.
const TOGETHER: [[&str; 2]; 2] = [["--known", "--write-known"], ["--summary", STDOUT]];

pub(super) const STDOUT: &str = "standard output";

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Role {
    Read,
    Written,
    Folder,
}

/// A file, and the argument that names the file.
#[derive(Clone, Debug)]
pub struct NamedFile {
    argument: String,
    path: PathBuf,
    role: Role,
    identity: Option<FileIdentity>,
}

impl NamedFile {
    fn new(argument: &str, path: &Path, role: Role) -> Self {
        let stream = if role == Role::Read { "/dev/stdin" } else { "/dev/stdout" };
        let identity = FileIdentity::identify(if is_stdin(path) { Path::new(stream) } else { path });
        Self { argument: argument.to_owned(), path: path.to_owned(), role, identity }
    }

    /// The folder into which the command writes a report.
    pub fn of_report(folder: &Path) -> Self {
        Self::new("--into", folder, Role::Folder)
    }

    fn clashes_with(&self, other: &Self) -> bool {
        let names = [other.argument.as_str(), &self.argument];
        if self.is_written_in(other) || other.is_written_in(self) {
            return true;
        }
        self.identity.is_some()
            && self.identity == other.identity
            && !TOGETHER.iter().any(|[one, two]| names == [*one, *two] || names == [*two, *one])
    }

    /// Whether the command writes this file to a place in `folder` to which the command also writes another file.
    fn is_written_in(&self, folder: &Self) -> bool {
        let place = target(&self.path);
        let inside = folder.path.canonicalize().ok().and_then(|folder| place.strip_prefix(folder).ok());
        self.role == Role::Written
            && folder.role == Role::Folder
            && inside.is_some_and(|path| folder.has(path))
    }

    /// Whether the command writes a file of this path in this folder.
    fn has(&self, path: &Path) -> bool {
        let ends_with = |end: &str| path.extension().is_some_and(|one| one == end);
        match self.argument.as_str() {
            "--into" => report::PARTS.iter().any(|part| path.starts_with(part)),
            "--tables" => ends_with("dtm"),
            _ => ends_with("1") && path.to_string_lossy().starts_with("pvcheck"),
        }
    }

    /// Fails if a link in this folder has the name of a file that the command writes, which would write outside the folder.
    fn refuse_links(&self) -> Result<()> {
        for part in ["", report::COMPLETE] {
            for entry in fs::read_dir(self.path.join(part)).into_iter().flatten().flatten() {
                let is_link = entry.file_type().is_ok_and(|kind| kind.is_symlink());
                if is_link && self.has(Path::new(&entry.file_name())) {
                    let link = name(&entry.path());
                    return refused(format!("{self}: {link} is a link; expected none, or another folder"));
                }
            }
        }
        Ok(())
    }

    fn check(&self) -> Result<()> {
        match (self.role, fs::metadata(&self.path)) {
            (Role::Folder, Ok(data)) if !data.is_dir() => {
                refused(format!("{self}: it is a file; expected a folder"))
            }
            (Role::Folder, _) => self.refuse_links(),
            (Role::Written, _) if !is_stdin(&self.path) => {
                ensure_writable(&self.path).map_err(Failure::io(&self.path, "write"))
            }
            _ => Ok(()),
        }
    }
}

/// Returns the files of a command line: all arguments that are paths, and the files of the commands in the command line.
pub fn named(command: &clap::Command, matches: &ArgMatches) -> Vec<NamedFile> {
    if let Some((name, inner)) = matches.subcommand() {
        return command.find_subcommand(name).map_or(Vec::new(), |command| named(command, inner));
    }
    let mut files = Vec::new();
    for argument in command.get_arguments() {
        let id = argument.get_id().as_str();
        let name = argument.get_long().map_or("the argument".to_owned(), |long| format!("--{long}"));
        let role = match id {
            id if READ.contains(&id) => Role::Read,
            id if FOLDERS.contains(&id) => Role::Folder,
            _ => Role::Written,
        };
        for path in matches.try_get_many::<PathBuf>(id).ok().flatten().into_iter().flatten() {
            files.push(NamedFile::new(&name, path, role));
            let inner = if role == Role::Read { results_in(path) } else { Ok(Vec::new()) };
            files.extend(inner.into_iter().flatten().map(|path| NamedFile::new(&name, &path, role)));
        }
        if COMMANDS.contains(&id) {
            let texts = matches.try_get_many::<String>(id).ok().flatten().into_iter().flatten();
            let words =
                texts.flat_map(|text| [shell_words::split(text).unwrap_or_default(), vec![text.clone()]]);
            let programs = words.flatten().map(PathBuf::from).filter(|path| path.is_file());
            files.extend(programs.map(|path| NamedFile::new(&name, &path, Role::Read)));
        }
    }
    files
}

/// Fails before the work if a file has two uses and one of them writes, or if a file cannot be written.
pub(super) fn check(files: &[NamedFile]) -> Result<()> {
    let has_out = files.iter().any(|file| file.argument == "--out");
    let stdout = (!has_out).then(|| NamedFile::new(STDOUT, Path::new("-"), Role::Written));
    let all: Vec<&NamedFile> = files.iter().chain(&stdout).collect();
    for (index, one) in all.iter().enumerate() {
        one.check()?;
        let clash = all[..index]
            .iter()
            .find(|other| (one.role, other.role) != (Role::Read, Role::Read) && one.clashes_with(other));
        if let Some(other) = clash {
            return refused(format!(
                "{other} and {one} are the same file, or one has the other; expected two files"
            ));
        }
    }
    Ok(())
}

impl fmt::Display for NamedFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.argument.as_str() {
            STDOUT => f.write_str(STDOUT),
            argument => write!(f, "{argument} {}", cleaned(&self.path.to_string_lossy())),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::any::TypeId;

    use super::*;
    use crate::commands::Cli;
    use clap::CommandFactory as _;

    #[test]
    fn a_file_that_the_command_writes_in_its_folder_is_no_other_output() {
        let folder = tempfile::tempdir().expect("a folder");
        let clashes = |argument: &str, name: &str| {
            let written = NamedFile::new("--out", &folder.path().join(name), Role::Written);
            check(&[NamedFile::new(argument, folder.path(), Role::Folder), written]).is_err()
        };
        for (argument, name, other) in [
            ("--into", "index.html", "result.json"),
            ("--tables", "KQK.dtm", "index.html"),
            ("the argument", "pvcheck.1", "x.txt"),
        ] {
            assert!(clashes(argument, name) && !clashes(argument, other), "{argument}");
        }
    }

    /// Arguments in no list count as written, which is the safe side. The test lists these arguments.
    #[test]
    fn each_argument_with_a_path_is_read_written_or_a_folder() {
        let command = Cli::command();
        let commands = std::iter::once(&command).chain(command.get_subcommands());
        let arguments = commands.flat_map(clap::Command::get_arguments);
        let paths = arguments.filter(|one| one.get_value_parser().type_id() == TypeId::of::<PathBuf>());
        let mut written: Vec<&str> = paths.map(|argument| argument.get_id().as_str()).collect();
        written.sort_unstable();
        written.dedup();
        assert!([&READ[..], &FOLDERS].concat().iter().all(|id| written.contains(id)), "{written:?}");
        written.retain(|id| !READ.contains(id) && !FOLDERS.contains(id));
        assert_eq!(written, ["html", "journal", "log", "out", "summary", "write_known"]);
    }
}
