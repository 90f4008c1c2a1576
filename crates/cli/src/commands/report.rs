//! `pvcheck report`: a page with charts from saved results.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{fs, io};

use clap::Args;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;

use super::input::{name, read};
use super::{Failure, Output, OutputArgs, Render, progress_bar, refused};
use crate::report::{CiItem, CiReport, Document, counted};
use crate::site::{GENERATOR, Page, Saved, data_path, pages};

#[derive(Args, Clone, Debug)]
pub(super) struct Report {
    /// Results in JSON (`--format json` or `jsonl`), or folders with such files; `-` is standard input
    #[arg(value_name = "FILE|FOLDER", required = true)]
    paths: Vec<PathBuf>,
    /// Write the pages to FOLDER; open `index.html` there. With `--out FILE.html` instead, the first page is that file, and the
    /// others are in the folder `FILE-files` beside it
    #[arg(long, value_name = "FOLDER", default_value = "pvcheck-report")]
    into: PathBuf,
}

impl Report {
    pub fn run(&self, show: &OutputArgs) -> Result<Output, Failure> {
        let is_page =
            |out: &&PathBuf| show.format.is_none() && out.extension().is_some_and(|end| end == "html");
        let Some(page) = show.out.as_ref().filter(is_page) else { return self.make(show) };
        let folder = format!("{}-files", page.file_stem().unwrap_or_default().to_string_lossy());
        let own = Self { into: page.with_file_name(&folder), ..self.clone() };
        own.make(show)?;
        let index = own.into.join("index.html");
        let text = fs::read_to_string(&index).map_err(Failure::io(&index, "read"))?;
        // Its links lead into the folder beside it.
        let inner = ["explorer/", "data/"].map(|inner| (format!("\"{inner}"), format!("\"{folder}/{inner}")));
        Ok(Output::plain(inner.iter().fold(text, |text, (from, to)| text.replace(from, to))))
    }

    /// Makes the pages, and shows where the first one is.
    fn make(&self, show: &OutputArgs) -> Result<Output, Failure> {
        let results = self.results()?;
        self.make_folder()?;
        let bar = progress_bar(show, Some(results.len() as u64), "{bar:30} {pos}/{len}  {elapsed}");
        let mut all = pages(&results, || bar.inc(1));
        bar.finish_and_clear();
        for (index, saved) in results.iter().enumerate() {
            all.push(Page { path: data_path(index, saved), text: saved.text.clone() });
        }
        for page in &all {
            write(&self.into.join(&page.path), &page.text)?;
        }
        let index = self.into.join("index.html");
        Ok(Output::of(&Written { index, results, pages: all }, show))
    }

    /// Reads all results. The error lists every text that is not a result.
    fn results(&self) -> Result<Vec<Saved>, Failure> {
        let (mut results, mut problems) = (Vec::new(), Vec::new());
        for path in self.files()? {
            match Saved::read(&name(&path), &read(&path)?) {
                Ok(saved) => results.push(saved),
                Err(problem) => problems.push(problem),
            }
        }
        if problems.is_empty() { Ok(results) } else { Err(Failure::Usage(problems.join("\nerror: "))) }
    }

    /// The files that are given, and those in folders that are given, in the order of their names.
    fn files(&self) -> Result<Vec<PathBuf>, Failure> {
        let mut files = Vec::new();
        for path in &self.paths {
            if !path.is_dir() {
                files.push(path.clone());
                continue;
            }
            let failed = Failure::io(path, "read");
            let mut inside = BTreeSet::new();
            for entry in fs::read_dir(path).map_err(&failed)? {
                let file = entry.map_err(&failed)?.path();
                let is_json = file.extension().is_some_and(|end| end == "json" || end == "jsonl");
                inside.extend((is_json && file.is_file()).then_some(file));
            }
            if inside.is_empty() {
                return refused(format!(
                    "{}: no file ends with .json or .jsonl; expected results",
                    path.display()
                ));
            }
            files.extend(inside);
        }
        Ok(files)
    }

    /// Makes the folder. If it is there, it must be empty or have a report, which is removed: nothing else is lost.
    fn make_folder(&self) -> Result<(), Failure> {
        fs::create_dir_all(&self.into).map_err(Failure::io(&self.into, "create"))?;
        let is_empty = fs::read_dir(&self.into).map_err(Failure::io(&self.into, "read"))?.next().is_none();
        let index = fs::read(self.into.join("index.html")).unwrap_or_default();
        if !is_empty && !String::from_utf8_lossy(&index).contains(&format!("content=\"{GENERATOR}\"")) {
            return refused(format!(
                "--into: {} has other files; expected a new folder",
                self.into.display()
            ));
        }
        for folder in ["explorer", "data"].map(|name| self.into.join(name)) {
            // Links are removed, and not what they lead to.
            match fs::remove_dir_all(&folder) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    return Err(Failure::io(folder, "remove")(error));
                }
                _ => {}
            }
        }
        Ok(())
    }
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let failed = Failure::io(path, "write");
    fs::create_dir_all(path.parent().expect("a path within a folder")).map_err(&failed)?;
    fs::write(path, text).map_err(failed)
}

struct Written {
    index: PathBuf,
    results: Vec<Saved>,
    pages: Vec<Page>,
}

/// A result that a report shows.
#[derive(Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct ReportedJson {
    /// The file that it was read from.
    result: String,
    /// The command that wrote it.
    of: String,
    /// Its copy within the folder of the report.
    data: String,
}

impl Written {
    fn verdict(&self) -> String {
        let explorers = self.pages.iter().filter(|page| page.path.starts_with("explorer/")).count() as u64;
        let results = counted(self.results.len() as u64, "result");
        format!("{results}, with {} to step through: {}", counted(explorers, "search"), self.index.display())
    }
}

impl Render for Written {
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
        Document::new("report", None, json!({ "index": self.index.display().to_string() }), rows)
    }

    fn ci(&self) -> CiReport {
        let items = self.results.iter().map(|saved| CiItem::new(&saved.name, &saved.command, None));
        CiReport::new("pvcheck report", self.verdict(), items)
    }
}
