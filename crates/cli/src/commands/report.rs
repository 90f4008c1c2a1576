//! `pvcheck report`: pages from saved results.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::mem::take;
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;
use serde_json::json;

use super::files::{self, NamedFile};
use super::input::{LARGEST, name, read, results_in};
use super::{Failure, Output, OutputArgs, Render, Result, progress_bar, refused};
use crate::report::{CiItem, CiReport, Document, counted};
use crate::site::{GENERATOR, Saved, SitePage, data_path, page, pages};
use pvcheck::experiment::files::{lock_for_us, replace};

/// The first page, and the folders with the other files of a report.
const INDEX: &str = "index.html";
const FOLDERS: [&str; 2] = ["data", "explorer"];
/// The places of an incomplete report and of a report not moved yet, in the report folder, which may be a mount point.
const NEW: &str = ".pvcheck-new";
pub(super) const COMPLETE: &str = ".pvcheck-complete";

/// The names in a folder that belong to the report.
pub(super) const PARTS: [&str; 5] = [INDEX, FOLDERS[0], FOLDERS[1], NEW, COMPLETE];

#[derive(Args, Clone, Debug)]
pub(super) struct Report {
    /// Results in JSON (`--format json`), or folders with such files; `-` is standard input
    #[arg(value_name = "FILE|FOLDER", required = true)]
    paths: Vec<PathBuf>,
    /// Write the pages to FOLDER; open `index.html` there. A report in FOLDER is replaced, other files are kept. With `--out FILE.html` instead, the first page is that file, and the
    /// others are in the folder `FILE-files` beside it
    #[arg(long, value_name = "FOLDER", default_value = "pvcheck-report")]
    into: PathBuf,
}

impl Report {
    pub fn run(&self, show: &OutputArgs) -> Result<Output> {
        let is_page =
            |out: &&PathBuf| show.format.is_none() && out.extension().is_some_and(|end| end == "html");
        let Some(page) = show.out.as_ref().filter(is_page) else { return self.make(show) };
        let folder = format!("{}-files", page.file_stem().unwrap_or_default().to_string_lossy());
        let own = Self { into: page.with_file_name(&folder), ..self.clone() };
        files::check(&[NamedFile::of_report(&own.into)])?;
        own.make(show)?;
        let index = own.into.join(INDEX);
        let text = fs::read_to_string(&index).map_err(Failure::io(&index, "read"))?;
        // The links of the page lead into the folder beside it.
        let inner = ["explorer/", "data/"].map(|inner| (format!("\"{inner}"), format!("\"{folder}/{inner}")));
        Ok(Output::plain(inner.iter().fold(text, |text, (from, to)| text.replace(from, to))))
    }

    /// Makes the pages, and shows the place of the first page.
    fn make(&self, show: &OutputArgs) -> Result<Output> {
        let mut results = self.results()?;
        let _lock = self.ready()?;
        let bar = progress_bar(show, Some(results.len() as u64), "{bar:30} {pos}/{len}  {elapsed}");
        let mut all = pages(&results, || bar.inc(1));
        bar.finish_and_clear();
        for (index, saved) in results.iter_mut().enumerate() {
            all.push(SitePage { path: data_path(index, saved), text: take(&mut saved.text) });
        }
        let failed = Failure::io(&self.into, "write to");
        let written = self.write(&all).and_then(|()| self.swap());
        written.inspect_err(|_| drop(self.remove(NEW))).map_err(failed)?;
        let index = self.into.join(INDEX);
        Ok(Output::rendered(&WrittenResult { index, results, pages: all }, show))
    }

    /// Reads all results. The error lists every text that is not a result.
    fn results(&self) -> Result<Vec<Saved>> {
        let (mut results, mut problems) = (Vec::new(), Vec::new());
        for path in self.files()? {
            match Saved::read(&name(&path), read(&path)?) {
                Ok(saved) => results.push(saved),
                Err(problem) => problems.push(problem),
            }
        }
        if problems.is_empty() { Ok(results) } else { Err(Failure::usage(problems.join("\nerror: "))) }
    }

    /// Returns the given files, and the files of given folders in the order of their names.
    fn files(&self) -> Result<Vec<PathBuf>> {
        let mut files = Vec::new();
        for path in &self.paths {
            if !path.is_dir() {
                files.push(path.clone());
                continue;
            }
            let inside = results_in(path).map_err(Failure::io(path, "read"))?;
            if inside.is_empty() {
                let name = name(path);
                return refused(format!("{name}: no file ends with .json; expected results"));
            }
            files.extend(inside);
        }
        Ok(files)
    }

    /// Makes the folder, which must be empty or have a report, or completes the work of a killed run. Returns the lock
    /// of the folder.
    fn ready(&self) -> Result<Option<File>> {
        let refuse = |problem| refused(format!("--into: {} {problem}", name(&self.into)));
        fs::create_dir_all(&self.into).map_err(Failure::io(&self.into, "create"))?;
        let lock = File::open(&self.into).ok();
        if lock.as_ref().is_some_and(|folder| !lock_for_us(folder)) {
            return refuse("is being written by another run; expected a new folder");
        }
        let cleared = self.swap().and_then(|()| self.remove(NEW));
        cleared.map_err(Failure::io(&self.into, "write to"))?;
        let is_empty = fs::read_dir(&self.into).map_err(Failure::io(&self.into, "read"))?.next().is_none();
        let is_folder = |part| fs::symlink_metadata(self.into.join(part)).map_or(true, |data| data.is_dir());
        if is_empty || FOLDERS.iter().all(is_folder) && self.older().is_some() {
            Ok(lock)
        } else {
            refuse("has other files; expected a new folder")
        }
    }

    /// The first page of an older report in the folder; `None` without an older report.
    fn older(&self) -> Option<String> {
        let index = self.into.join(INDEX);
        // A pipe would be waited for, and a page that is larger than all inputs may be is of no report.
        fs::symlink_metadata(&index).ok().filter(|data| data.is_file() && data.len() <= LARGEST)?;
        let text = fs::read_to_string(index).ok()?;
        text.contains(&format!("content=\"{GENERATOR}\"")).then_some(text)
    }

    /// Writes the pages to a separate folder, which gets another name when all pages are written.
    fn write(&self, pages: &[SitePage]) -> io::Result<()> {
        let new = self.into.join(NEW);
        for folder in FOLDERS {
            fs::create_dir_all(new.join(folder))?;
        }
        for page in pages {
            fs::write(new.join(&page.path), &page.text)?;
        }
        // Afterwards, since the system then writes many at once.
        for page in pages {
            OpenOptions::new().append(true).open(new.join(&page.path))?.sync_all()?;
        }
        fs::rename(new, self.into.join(COMPLETE))
    }

    /// Puts a complete report, if there is one, in its place. The files of the older report are removed, and all other
    /// files are kept. After an interruption the next call continues.
    fn swap(&self) -> io::Result<()> {
        let complete = self.into.join(COMPLETE);
        let older = self.older().unwrap_or_default();
        for part in FOLDERS {
            let (new, place) = (complete.join(part), self.into.join(part));
            if !new.exists() {
                continue;
            }
            if place.exists() {
                for entry in fs::read_dir(&place)? {
                    let entry = entry?;
                    let name = entry.file_name();
                    let link = format!("\"{part}/{}\"", name.to_string_lossy());
                    let is_ours = entry.file_type()?.is_file() && older.contains(&link);
                    if is_ours {
                        continue;
                    }
                    // A new page may have the same name.
                    let mut kept = new.join(&name);
                    while kept.exists() {
                        kept.as_mut_os_string().push(".kept");
                    }
                    fs::rename(place.join(&name), kept)?;
                }
                fs::rename(&place, complete.join(format!("older-{part}")))?;
            }
            fs::rename(&new, &place)?;
        }
        if complete.join(INDEX).exists() {
            fs::rename(complete.join(INDEX), self.into.join(INDEX))?;
        }
        for part in FOLDERS {
            // A folder that is not empty stays.
            let _ = fs::remove_dir(self.into.join(part));
        }
        self.remove(COMPLETE)
    }

    fn remove(&self, folder: &str) -> io::Result<()> {
        match fs::remove_dir_all(self.into.join(folder)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            removed => removed,
        }
    }
}

/// Writes one page on a result of chess engines, which has no search to step through.
pub(super) fn write_page(path: &Path, result: &impl Render) -> Result<()> {
    let saved = Saved::read("this run", result.json().text()).map_err(Failure::usage)?;
    replace(path, &[page(&saved).as_bytes()]).map_err(Failure::io(path, "write"))
}

struct WrittenResult {
    index: PathBuf,
    results: Vec<Saved>,
    pages: Vec<SitePage>,
}

/// A result that a report shows.
#[derive(Serialize)]
pub(super) struct ReportedJson {
    /// The file of the result.
    result: String,
    /// The name of the command that wrote the result.
    of: String,
    /// The copy of the result within the folder of the report.
    data: String,
}

impl WrittenResult {
    fn verdict(&self) -> String {
        let explorers = self.pages.iter().filter(|page| page.path.starts_with("explorer/")).count() as u64;
        let results = counted(self.results.len() as u64, "result");
        format!("{results}, with {} to step through: {}", counted(explorers, "search"), name(&self.index))
    }
}

impl Render for WrittenResult {
    fn text(&self, _: u16) -> String {
        format!("{}\n", self.verdict())
    }

    fn json(&self) -> Document<impl Serialize> {
        let row = |(index, saved): (usize, &Saved)| ReportedJson {
            result: saved.name.clone(),
            of: saved.command.clone(),
            data: data_path(index, saved),
        };
        let rows = self.results.iter().enumerate().map(row);
        Document::new("report", None, json!({ "index": self.index }), rows)
    }

    fn ci(&self) -> CiReport {
        let items = self.results.iter().map(|saved| CiItem::new(&saved.name, &saved.command, None));
        CiReport::new("pvcheck report", self.verdict(), items)
    }
}
