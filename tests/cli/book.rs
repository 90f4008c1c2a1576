//! The commands in README.md and in the pages of the book, and what they print.
//!
//! A block that begins with ```` ```console ```` shows commands (lines that begin with `$ `) and their output. Each command
//! is run by `sh`, and its output is compared with the block; a line `...` in the block stands for any number of lines. A
//! block with `,slow` is run by `cargo exhaustive`. A block with `,skip` is not run. `$ cat NAME` shows a file that later
//! commands of the page read: the file is made from the page.
//!
//! `PVCHECK_DOCS=update` in the environment writes the present output into the pages.

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::Command;

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag};
use pvcheck::contract::Theorem;

use crate::PVCHECK;

/// The root of the project.
pub const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// A Markdown file, by its path from the root of the project.
pub struct Page {
    pub path: String,
    pub text: String,
}

impl Page {
    pub fn read(path: impl Into<String>) -> Self {
        let path = path.into();
        let text = fs::read_to_string(Path::new(ROOT).join(&path));
        Self { text: text.unwrap_or_else(|error| panic!("{path}: {error}")), path }
    }

    /// Parses the page. Tables are read too, so that links in them are found.
    pub fn events(&self) -> impl Iterator<Item = (Event<'_>, Range<usize>)> {
        Parser::new_ext(&self.text, Options::ENABLE_TABLES).into_offset_iter()
    }

    /// Returns the fenced code blocks, in order.
    fn blocks(&self) -> Vec<Block<'_>> {
        let block = |(event, range): (Event<'_>, Range<usize>)| {
            let Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) = event else { return None };
            let source = &self.text[range.clone()];
            let start = range.start + source.find('\n')? + 1;
            let end = range.start + source.rfind("\n```")? + 1;
            Some(Block {
                info: info.split(',').map(str::to_owned).collect(),
                at: start..end,
                text: &self.text[start..end],
            })
        };
        self.events().filter_map(block).collect()
    }

    /// Compares `text` with the page. Writes it if an update is requested, and fails else if it differs.
    pub fn expect(&self, text: &str) {
        if text == self.text {
            return;
        }
        if std::env::var("PVCHECK_DOCS").is_ok_and(|mode| mode == "update") {
            fs::write(Path::new(ROOT).join(&self.path), text).expect("a page that can be written");
            return;
        }
        let (shown, now) = (self.text.lines(), text.lines());
        let at = shown.zip(now).position(|(shown, now)| shown != now).unwrap_or_default();
        let part = |text: &str| text.lines().skip(at).take(12).collect::<Vec<_>>().join("\n");
        panic!(
            "{}:{}: this is not what the program gives now; `PVCHECK_DOCS=update` updates it.\n--- page\n{}\n--- now\n{}",
            self.path,
            at + 1,
            part(&self.text),
            part(text)
        );
    }
}

struct Block<'a> {
    info: Vec<String>,
    /// The bytes of the page between the two fences.
    at: Range<usize>,
    text: &'a str,
}

impl Block<'_> {
    fn has(&self, word: &str) -> bool {
        self.info.iter().any(|other| other == word)
    }
}

/// README.md, the pages of the book and those of the internals, which may show commands.
pub fn pages() -> Vec<Page> {
    let mut pages = vec![Page::read("README.md")];
    for folder in ["docs", "docs/internals"] {
        let files = fs::read_dir(Path::new(ROOT).join(folder)).expect("a folder of the book").flatten();
        let mut names: Vec<String> =
            files.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        names.retain(|name| Path::new(name).extension().is_some_and(|end| end == "md"));
        names.sort_unstable();
        pages.extend(names.into_iter().map(|name| Page::read(format!("{folder}/{name}"))));
    }
    pages
}

/// A command with its output.
#[derive(PartialEq, Eq, Debug)]
pub struct Example {
    /// The lines as written, with the prompt.
    pub written: String,
    pub output: String,
}

impl Example {
    /// The command as a shell reads it.
    pub fn command(&self) -> &str {
        self.written.trim_start_matches("$ ").trim_end()
    }
}

/// Splits a block into commands and their output. A command continues on the next line after a backslash.
pub fn examples(block: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    let mut continues = false;
    for line in block.split_inclusive('\n') {
        if line.starts_with("$ ") {
            examples.push(Example { written: line.to_owned(), output: String::new() });
        } else {
            let last = examples.last_mut().expect("a block begins with a command");
            if continues { &mut last.written } else { &mut last.output }.push_str(line);
            continues &= line.trim_end().ends_with('\\');
            continue;
        }
        continues = line.trim_end().ends_with('\\');
    }
    examples
}

/// Returns the commands that are not run, without comments.
pub fn skipped(page: &Page) -> Vec<String> {
    let blocks = page.blocks().into_iter().filter(|block| block.has("console") && block.has("skip"));
    blocks
        .flat_map(|block| examples(block.text))
        .map(|example| example.command().split("  #").next().unwrap_or_default().trim_end().to_owned())
        .collect()
}

/// Returns whether `now` is the text `shown`, in which a line `...` stands for any number of lines.
pub fn matches(shown: &str, now: &str) -> bool {
    let lines = |text: &str| text.lines().map(|line| line.trim_end().to_owned()).collect::<Vec<_>>();
    let (shown, now) = (lines(shown), lines(now));
    let mut parts = shown.split(|line| line == "...");
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = now.strip_prefix(first) else { return false };
    let mut parts: Vec<&[String]> = parts.collect();
    let Some(last) = parts.pop() else { return rest.is_empty() };
    for part in parts {
        // The first place is as good as any later one.
        let Some(at) = (0..=rest.len()).find(|&at| rest[at..].starts_with(part)) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(last)
}

/// Leaves out of `now` what `shown` leaves out. A part begins where its first line is. It has as many lines as before, or more
/// up to its last line; the first part is the beginning, the last one the end. Returns all of `now` if a part is
/// not found.
pub fn elide(shown: &str, now: &str) -> String {
    let (shown, now): (Vec<&str>, Vec<&str>) = (shown.lines().collect(), now.lines().collect());
    let text = |lines: &[&str]| lines.iter().map(|line| [line, "\n"].concat()).collect::<String>();
    let parts: Vec<&[&str]> = shown.split(|&line| line == "...").collect();
    let (mut kept, mut end) = (Vec::new(), 0);
    for (index, part) in parts.iter().enumerate() {
        let start = match part.first() {
            _ if parts.len() == 1 => None,
            _ if index == 0 => Some(0),
            _ if index + 1 == parts.len() => now.len().checked_sub(part.len()),
            Some(first) => (end..now.len()).find(|&at| now[at] == *first),
            None => Some(end),
        };
        let Some(start) = start.filter(|&start| start >= end) else { return text(&now) };
        let is_last = |at: &usize| part.last().is_some_and(|last| now[*at] == *last);
        end =
            (start + part.len().max(1) - 1..now.len()).find(is_last).map_or(start + part.len(), |at| at + 1);
        let Some(lines) = now.get(start..end) else { return text(&now) };
        kept.push(text(lines));
    }
    kept.join("...\n")
}

/// Fails if `proof/` does not have this theorem.
pub fn assert_is_in_proof(Theorem { file, name }: &Theorem) {
    let proofs = Page::read(format!("proof/{file}")).text;
    let mut statements = proofs.lines().filter_map(|line| line.trim_start().split_once(' '));
    let is_it = |(keyword, rest): (&str, &str)| {
        let rest = rest.strip_prefix(name.as_str()).filter(|_| ["Theorem", "Lemma"].contains(&keyword));
        rest.is_some_and(|rest| rest.starts_with([' ', ':']))
    };
    assert!(statements.any(is_it), "{file} has no theorem {name}");
}

/// Runs the fast or the slow commands of all pages, in `folder`, and compares their output: those with the program that is
/// tested, `pvcheck` or `pvcheck-lab`. Returns their number.
pub fn run_commands(slow: bool, folder: &Path) -> usize {
    let mut run = 0;
    let is_lab = |block: &Block<'_>| block.text.contains("pvcheck-lab ");
    for page in pages() {
        let own = folder.join(page.path.replace('/', "-"));
        let _ = fs::remove_dir_all(&own);
        fs::create_dir_all(&own).expect("a writable folder");
        let mut now = page.text.clone();
        let mut changes = Vec::new();
        for block in page.blocks() {
            if !block.has("console")
                || block.has("skip")
                || block.has("slow") != slow
                || is_lab(&block) != PVCHECK.ends_with("-lab")
            {
                continue;
            }
            let mut text = String::new();
            for example in examples(block.text) {
                run += 1;
                if let Some(name) = example.command().strip_prefix("cat ") {
                    fs::write(own.join(name), &example.output).expect("a writable folder");
                }
                let output = output(example.command(), &own);
                text += &example.written;
                text += &if matches(&example.output, &output) {
                    example.output
                } else {
                    elide(&example.output, &output)
                };
            }
            changes.push((block.at, text));
        }
        for (at, text) in changes.into_iter().rev() {
            now.replace_range(at, &text);
        }
        page.expect(&now);
    }
    run
}

/// Returns what a command prints, without white space at the ends of lines.
fn output(command: &str, folder: &Path) -> String {
    let programs = PathBuf::from(PVCHECK).parent().expect("a folder").to_owned();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(std::iter::once(programs).chain(std::env::split_paths(&path)));
    let run = Command::new("sh")
        .args(["-c", &format!("exec 2>&1\n{command}")])
        .current_dir(folder)
        .env("PATH", path.expect("a path"))
        .env("NO_COLOR", "1")
        .env_remove("CLICOLOR_FORCE")
        .output();
    let bytes = run.unwrap_or_else(|error| panic!("sh: {error}")).stdout;
    let text = String::from_utf8(bytes).expect("text");
    // On a slow machine there are lines of progress after ten seconds.
    let is_progress = |line: &&str| line.starts_with(['█', '░']);
    let lines: Vec<&str> = text.lines().map(str::trim_end).filter(|line| !is_progress(line)).collect();
    if lines.is_empty() { String::new() } else { lines.join("\n") + "\n" }
}
