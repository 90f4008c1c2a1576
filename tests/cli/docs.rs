//! README.md and the book: links, commands with their output, tables that are made from the code.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};

use pulldown_cmark::{Event, Tag, TagEnd};
use pvcheck::feature::{Feature, FeaturePlace, FeatureValue};
use pvcheck::verdict::{Finding, NoAnswerKind, ScoreVerdict};
use pvcheck_chess::uci::Class;
use pvcheck_cli::report::{Word, WordGroup, words};

use crate::book::{Page, ROOT, elide, examples, matches, pages, run_commands, skipped};
use crate::command::{fresh, pvcheck, stdout};

/// The commands that the tests do not run, and where they are run instead.
const NOT_RUN: &[(&str, &str)] = &[
    // docs/traces.md.
    ("pvcheck trace --header > pvcheck.h", "writes a file; `trace.rs` prints the header"),
    ("cc -O2 -DPVCHECK -o engine *.c", "needs an engine; `trace.rs` compiles one"),
    (
        "(printf 'position startpos\\ngo depth 8\\n'; sleep 5) | PVCHECK_TRACE=my.trace ./engine",
        "needs an engine; `trace.rs` runs one",
    ),
    ("pvcheck trace my.trace", "needs a trace; `trace.rs` judges many"),
    ("pvcheck uci --engine ./engine --trace", "needs an engine; `trace.rs` runs one"),
    // README.md and docs/commands.md.
    ("pip install pvcheck-cli", "nothing is published yet; `.ci/wheel` installs the wheel"),
    ("cargo run --release", "builds a binary; `.ci/run` runs the main job"),
    ("cargo test", "runs this test; `.ci/run` runs it"),
    (
        "pvcheck completions bash > ~/.local/share/bash-completion/completions/pvcheck",
        "changes the home folder; `first_contact.rs` prints completions",
    ),
    ("pvcheck man ~/.local/share/man/man1", "changes the home folder; `first_contact.rs` writes the pages"),
    // docs/your-search.md.
    ("cargo new mine --lib && cd mine", "makes a crate; `guide.rs` is its test"),
    ("cargo add --dev --path ../pvcheck", "changes that crate"),
    ("cargo mutants --file src/search.rs -- --test pv", "builds that crate 41 times"),
    // docs/ci.md and docs/internals/long-runs.md. `campaigns.rs` runs journals and shards on few games.
    ("pvcheck matrix --games 100000000 --journal run.journal", "takes hours; `campaigns.rs`"),
    (
        "parallel -j 4 pvcheck matrix --games 10000000 --threads 1 --shard {}/16 --quiet --out shard-{}.json ::: \
         $(seq 16)",
        "takes hours; `.ci/shards` runs it on few games",
    ),
    ("pvcheck merge shard-*.json", "`.ci/shards` runs it"),
    // docs/internals/long-runs.md. `fuzz/run_ci.sh` builds and runs all targets.
    ("cargo install cargo-fuzz --locked", "installs a tool"),
    ("bash fuzz/seeds.sh fuzz/corpus", "`fuzz/run_ci.sh`"),
    (
        "cargo +stable fuzz run --sanitizer none --no-trace-compares agree -- -dict=fuzz/dictionaries/cases.dict -max_len=1024",
        "does not end; `fuzz/run_ci.sh` runs the target",
    ),
    (
        "cargo run --release --manifest-path fuzz/Cargo.toml --bin promote -- \\\n    sound \
         fuzz/artifacts/sound/crash-... --cause \"A leaf did not clear its row, so that ...\"",
        "needs a finding; `fuzz/run_ci.sh` runs it on what is none",
    ),
    // docs/bugs-found.md.
    ("cargo run --release -p pvcheck-crates", "builds other crates; the tests of that package"),
    ("cargo run --release -p pvcheck-crates -- mtdf", "builds other crates; the tests of that package"),
    (
        "cargo run --release -p pvcheck-minimax",
        "its figures change from run to run; the tests of that package",
    ),
    // docs/internals/sensitivity.md.
    ("cargo install cargo-mutants", "installs a tool"),
    ("cargo mutants -f src/search/ordering.rs", "takes hours"),
    ("pvcheck-lab bugs", "takes many minutes; `bugs.rs` runs it on few seeds"),
];

/// All Markdown files with links.
fn documents() -> Vec<Page> {
    let others = ["CONTRIBUTING.md", "CHANGELOG.md", "fuzz/README.md"].map(Page::read);
    pages().into_iter().chain(others).collect()
}

#[test]
fn the_readme_has_at_most_150_lines() {
    let lines = Page::read("README.md").text.lines().count();
    assert!(lines <= 150, "README.md has {lines} lines");
}

/// `own_search.rs` is compiled and run, so that the example can be copied to a file of tests as it is.
#[test]
fn the_example_of_the_readme_is_the_test_own_search() {
    let (_, code) = include_str!("own_search.rs").split_once("\n\n").expect("a line about the file");
    let readme = Page::read("README.md").text;
    assert!(
        readme.contains(&format!("```rust\n{code}```\n")),
        "README.md and tests/cli/own_search.rs differ"
    );
}

/// Returns the anchor that git hosts and mdBook give a heading.
fn anchor(heading: &str) -> String {
    let kept = heading.trim().chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.map(|c| if c == ' ' { '-' } else { c }).flat_map(char::to_lowercase).collect()
}

/// Returns the anchors of a page, and the destinations of its links.
fn anchors_and_links(page: &Page) -> (BTreeSet<String>, Vec<String>) {
    let (mut anchors, mut links) = (BTreeSet::new(), Vec::new());
    let mut heading: Option<String> = None;
    for (event, _) in page.events() {
        match event {
            Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
            Event::End(TagEnd::Heading(_)) => {
                let new = anchors.insert(anchor(&heading.take().unwrap_or_default()));
                assert!(new, "{}: two headings have the same anchor", page.path);
            }
            Event::Text(text) | Event::Code(text) => {
                if let Some(heading) = &mut heading {
                    heading.push_str(&text);
                }
            }
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                links.push(dest_url.into_string());
            }
            _ => {}
        }
    }
    (anchors, links)
}

/// Returns the file that `link` leads to from the file `from`, without `.` and `..`.
fn target(from: &str, link: &str) -> String {
    let joined = Path::new(from).parent().expect("a folder").join(link);
    let mut path = PathBuf::new();
    for part in joined.components() {
        match part {
            Component::ParentDir => assert!(path.pop(), "{from}: {link} leaves the project"),
            Component::CurDir => {}
            part => path.push(part),
        }
    }
    path.to_str().expect("a plain path").replace('\\', "/")
}

/// Returns what is wrong with a link, if anything.
fn broken(page: &Page, link: &str, anchors: &BTreeMap<String, BTreeSet<String>>) -> Option<String> {
    if let Some(rest) = link.strip_prefix("https://") {
        let host = rest.split('/').next().unwrap_or_default();
        let plain = host.contains('.') && link.is_ascii() && !link.contains(char::is_whitespace);
        return (!plain).then(|| format!("{}: {link} is no address", page.path));
    }
    let (file, heading) = link.split_once('#').unwrap_or((link, ""));
    let file = if file.is_empty() { page.path.clone() } else { target(&page.path, file) };
    if !Path::new(ROOT).join(&file).exists() {
        return Some(format!("{}: {link} leads to no file", page.path));
    }
    let known = heading.is_empty() || anchors.get(&file).is_some_and(|all| all.contains(heading));
    (!known).then(|| format!("{}: {link} leads to no heading", page.path))
}

#[test]
fn every_link_leads_to_a_file_and_to_a_heading_of_it() {
    let documents = documents();
    let parsed: Vec<_> = documents.iter().map(|page| (page, anchors_and_links(page))).collect();
    let anchors = parsed.iter().map(|(page, (anchors, _))| (page.path.clone(), anchors.clone())).collect();
    let links = parsed.iter().flat_map(|(page, (_, links))| links.iter().map(move |link| (*page, link)));
    let found: Vec<String> = links.clone().filter_map(|(page, link)| broken(page, link, &anchors)).collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
    assert!(links.count() > 50, "links are found");
    let page = Page { path: "docs/findings.md".into(), text: String::new() };
    for link in ["no-such-file.md", "../README.md#no-such-heading", "https://host", "http://example.org"] {
        assert!(broken(&page, link, &anchors).is_some(), "{link}");
    }
}

#[test]
fn every_page_is_in_the_table_of_contents() {
    let contents = Page::read("docs/SUMMARY.md");
    let (_, links) = anchors_and_links(&contents);
    let listed: BTreeSet<String> = links.iter().map(|link| target(&contents.path, link)).collect();
    assert_eq!(listed.len(), links.len(), "a page is listed once");
    let pages = pages().into_iter().map(|page| page.path);
    let pages: BTreeSet<String> =
        pages.filter(|path| path.starts_with("docs/") && *path != contents.path).collect();
    assert_eq!(listed, pages);
}

/// The names in the second column of the index of docs/findings.md.
fn names_in_the_index() -> BTreeSet<String> {
    let page = Page::read("docs/findings.md").text;
    let (_, rest) = page.split_once("\n## What you see\n").expect("the index");
    let index = rest.split("\n## ").next().unwrap_or_default();
    let cells = index.lines().filter_map(|line| line.split('|').nth(2));
    cells.flat_map(|cell| cell.split('`').skip(1).step_by(2)).map(str::to_owned).collect()
}

#[test]
fn the_index_leads_from_what_one_sees_to_every_finding() {
    let names = Finding::all().map(Finding::name).chain(NoAnswerKind::NAMES.iter().copied());
    let all: BTreeSet<String> = names.chain(Class::NAMES.iter().copied()).map(str::to_owned).collect();
    let indexed = names_in_the_index();
    let wrong: Vec<&String> = all.symmetric_difference(&indexed).collect();
    assert!(wrong.is_empty(), "not in the index of docs/findings.md, or no findings: {wrong:?}");
}

#[test]
fn the_workflows_use_options_and_variables_that_exist() {
    let page = Page::read("docs/ci.md").text;
    let mut options = 0;
    for rest in page.split("args: >-").skip(1) {
        let words: Vec<&str> =
            rest.split("\n      - ").next().unwrap_or_default().split_whitespace().collect();
        let help = stdout(&pvcheck(&[words[0], "--help"]));
        for option in words.iter().filter(|word| word.starts_with("--")) {
            assert!(help.contains(&format!(" {option} ")), "pvcheck {} has no {option}", words[0]);
            options += 1;
        }
    }
    let variables = page.split(|c: char| !c.is_alphanumeric() && c != '_');
    let variables: BTreeSet<&str> = variables.filter(|word| word.starts_with("PVCHECK_")).collect();
    let read = include_str!("../../src/verify/builder.rs");
    assert!(variables.iter().all(|name| read.contains(&format!("`{name}`"))), "{variables:?}");
    assert!(options > 5 && variables.len() > 3, "{options} options, {variables:?}");
}

/// The blocks of docs/ci.md in this language, by the name of the file in their first line.
fn files_for_ci(language: &str) -> BTreeMap<String, String> {
    let page = Page::read("docs/ci.md").text;
    let begin = format!("```{language}\n# ");
    let blocks = page.split(&begin).skip(1);
    let file = |block: &str| {
        let (name, text) = block.split("```").next()?.split_once('\n')?;
        Some((name.to_owned(), text.to_owned()))
    };
    blocks.filter_map(file).collect()
}

/// The lines of docs/ci.md, run by a shell on an engine with a wrong store. `cargo` writes what it is asked for.
struct Server {
    folder: PathBuf,
    path: String,
}

impl Server {
    fn new(scripts: &BTreeMap<String, String>) -> Self {
        let folder = PathBuf::from(fresh("server"));
        for (name, text) in scripts {
            std::fs::create_dir_all(folder.join("ci")).expect("a folder");
            std::fs::write(folder.join(name), text).expect("a file");
        }
        let own = Self {
            path: format!("{}/bin:{}", folder.display(), std::env::var("PATH").expect("a path")),
            folder,
        };
        own.program("src/engine", &format!("exec {} engine alpha-beta-hard+single-array", crate::PVCHECK));
        own.program("mine", &format!("exec {} program", crate::PVCHECK));
        own.program("bin/cargo", "echo $PVCHECK_CASES $PVCHECK_REGRESSIONS cargo \"$@\" >> asked");
        // The same run, in less time.
        let less = "s/--depth 8/--depth 3/; s/--random 100/--random 1/; s/--time [0-9]*/--time 60/; s/^uci /uci --fen startpos /";
        own.program("bin/pvcheck", &format!("exec {} $(echo \"$@\" | sed '{less}')", crate::PVCHECK));
        own.file("tests/known-findings.txt", "");
        own
    }

    fn file(&self, name: &str, text: &str) {
        let path = self.folder.join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }

    fn program(&self, name: &str, line: &str) {
        use std::os::unix::fs::PermissionsExt as _;
        self.file(name, &format!("#!/bin/sh\n{line}\n"));
        let mode = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(self.folder.join(name), mode).expect("own file");
    }

    /// The exit status of a line.
    fn run(&self, line: &str) -> Option<i32> {
        let mut shell = std::process::Command::new("sh");
        shell.env_remove("PVCHECK_REGRESSIONS");
        let output = shell.args(["-c", line]).current_dir(&self.folder).env("PATH", &self.path).output();
        output.expect("a shell").status.code()
    }

    fn has(&self, name: &str) -> bool {
        self.folder.join(name).is_file()
    }
}

#[test]
fn the_scripts_for_ci_fail_on_a_new_finding_only() {
    let scripts = files_for_ci("sh");
    let server = Server::new(&scripts);
    // A new finding, the same finding accepted, and a stale one.
    assert_eq!(server.run("sh ci/engine.sh"), Some(2));
    assert!(server.has("engine.html"));
    let accept = scripts["ci/engine.sh"].trim_end().to_owned() + " --write-known tests/known-findings.txt";
    assert_eq!(server.run(&accept), Some(2));
    assert_eq!(server.run("sh ci/engine.sh"), Some(0), "it is accepted");
    let known = std::fs::read_to_string(server.folder.join("tests/known-findings.txt")).expect("the file");
    server.file("tests/known-findings.txt", &format!("{known}illegal-ponder startpos\n"));
    assert_eq!(server.run("sh ci/engine.sh"), Some(2), "it is stale");
    server.file("tests/known-findings.txt", &known);
    let case = "v1 pvs-soft+single-array depth=2 expect=same [[1 0] [1 0]]\n";
    server.file("tests/cases/a.case", case);
    assert_eq!(server.run("sh ci/cases.sh"), Some(0));
    server.file("tests/cases/b.case", &case.replace("same", "unsound"));
    assert_eq!(server.run("sh ci/cases.sh"), Some(2));
    assert!(server.has("cases.xml"));
    assert_eq!(server.run("sh ci/search.sh"), Some(0));
    server.file("tests/known.txt", "");
    assert_eq!(server.run("sh ci/program.sh"), Some(0));
    server.program("mine", &format!("exec {} program alpha-beta-hard+single-array", crate::PVCHECK));
    assert_eq!(server.run("sh ci/program.sh"), Some(2));
    assert_ne!(server.run("sh ci/week.sh"), Some(1), "no wrong usage");
    assert_eq!(server.run("sh ci/fuzz.sh"), Some(0));
    let asked = std::fs::read_to_string(server.folder.join("asked")).expect("the calls of cargo");
    let asked: Vec<&str> = asked.lines().map(str::trim).collect();
    let fuzz = "off cargo +stable fuzz run --sanitizer none lines -- -max_total_time=3600";
    let week = "4000000 cargo test --release --test pv";
    assert_eq!(asked, ["cargo test", week, "cargo install cargo-fuzz --locked", fuzz]);
    // GitLab runs these scripts, and GitHub the same command on the engine.
    let gitlab = &files_for_ci("yaml")[".gitlab-ci.yml"];
    let lines = gitlab.lines().filter_map(|line| line.strip_prefix("    - sh "));
    let run: BTreeSet<&str> = lines.collect();
    assert!(run.len() == 4 && run.iter().all(|name| scripts.contains_key(*name)), "{run:?}");
    let page = Page::read("docs/ci.md").text;
    let words =
        |text: &str| text.replace('\\', " ").split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let github =
        page.split("args: >-").last().and_then(|rest| rest.split("\n      - ").next()).expect("arguments");
    assert_eq!(words(github), words(&scripts["ci/engine.sh"])[1..]);
}

/// The words of declarations, each with its values.
fn declarations() -> WordGroup {
    let declared = |feature: &'static Feature| {
        let word = |form, summary: &str| Word { name: feature.name, form, summary: summary.to_owned() };
        let value =
            move |value: &FeatureValue| word(format!("{}({})", feature.name, value.form()), value.summary);
        let values = feature.explained_values(FeaturePlace::Declarations).map(value);
        std::iter::once(word(feature.short_form(), feature.summary)).chain(values)
    };
    let words = Feature::declarations().flat_map(declared).collect();
    WordGroup { name: "declarations", what: "a word of a declaration", words }
}

/// Every word of a declaration, with each of its values, is the answer to a question.
#[test]
fn each_word_of_a_declaration_answers_a_question() {
    let page = Page::read("docs/declarations.md").text;
    let questions =
        page.split("\n## ").find(|section| section.starts_with("Which words")).expect("the questions");
    let answers: Vec<&str> = questions.split('`').skip(1).step_by(2).collect();
    let is_answer = |name: &str, key: &str| {
        answers.iter().any(|answer| answer.split(['(', '=']).next() == Some(name) && answer.contains(key))
    };
    for word in declarations().words {
        let inner = word
            .form
            .split_once('(')
            .map_or("", |(_, inner)| inner.split(['=', ')']).next().unwrap_or_default());
        let key = if word.form.contains('=') { inner.rsplit(',').next().unwrap_or_default() } else { "" };
        assert!(is_answer(word.name, key), "{} is no answer", word.form);
    }
}

#[test]
fn the_commands_print_what_the_pages_show() {
    let run = run_commands(false, Path::new(&fresh("pages")));
    assert!(run > 10, "{run} commands");
}

#[test]
fn every_command_that_is_not_run_has_a_reason() {
    let shown: BTreeSet<String> = pages().iter().flat_map(skipped).collect();
    let listed: BTreeSet<String> = NOT_RUN.iter().map(|&(command, _)| command.to_owned()).collect();
    let wrong: Vec<&String> = shown.symmetric_difference(&listed).collect();
    assert!(wrong.is_empty(), "skipped without a reason, or listed and not skipped: {wrong:?}");
    assert!(NOT_RUN.iter().all(|(_, reason)| !reason.is_empty()));
}

/// Returns the code of a file of tests as a guide shows it.
fn shown(file: &str) -> String {
    let (_, code) = file.split_once("\n\n").expect("a line about the file");
    let lines = code.lines().filter(|line| !line.contains("// Not in the guide"));
    lines.map(|line| line.replace("pub(super) ", "") + "\n").collect()
}

/// The mates of an engine that counts them from the root are right if they are converted as the guide shows, and wrong if they are not.
#[test]
fn mates_from_the_root_are_converted_as_the_guide_shows() {
    use pvcheck::prelude::*;
    fn negamax(position: &SharedPosition, depth: usize, ply: i32, own: bool) -> (i32, Vec<Move>) {
        let (mut moves, mut best) = (Vec::new(), (i32::MIN, Vec::new()));
        if depth == 0 || position.is_terminal() {
            let evaluated = super::root_mates::evaluated(position, ply);
            return (if own { evaluated } else { position.evaluate().get() }, Vec::new());
        }
        position.moves(&mut moves);
        for mv in moves {
            let (score, line) = negamax(&position.play(mv), depth - 1, ply + 1, own);
            if -score > best.0 {
                best = (-score, [vec![mv], line].concat());
            }
        }
        best
    }
    let report = |own: bool| {
        let games = RandomGames::seed(1).mates().scores(-30_000..=30_000).count(2_000);
        let answered = if own { super::root_mates::answered } else { Score::new };
        let search = move |request: &Request<'_>| {
            let (score, line) = negamax(request.root(), request.depth(), 0, own);
            Answer::exact(answered(score), line)
        };
        verify(search).games(games).report()
    };
    assert!(report(true).is_clean(), "{}", report(true));
    assert!(report(false).scores(ScoreVerdict::Unwitnessed) > 0);
}

/// These files are compiled and run. `guide.rs` fails with the page that the guide shows.
#[test]
fn the_example_of_the_guide_fails_with_the_page_that_it_shows() {
    let guide = include_str!("../../docs/your-search.md");
    for file in [include_str!("guide.rs"), include_str!("observed.rs"), include_str!("root_mates.rs")] {
        let code = shown(file);
        assert!(guide.contains(&format!("```rust\n{code}```\n")), "docs/your-search.md lacks\n{code}");
    }
    let panic = std::panic::catch_unwind(super::guide::my_lines_are_right).expect_err("it has a bug");
    let page = panic.downcast_ref::<String>().expect("a page");
    let shown = guide.split("```text\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a page");
    let shown = shown.replace(
        "my_lines_are_right -- --exact",
        "docs::the_example_of_the_guide_fails_with_the_page_that_it_shows -- --exact",
    );
    assert!(page.ends_with(&shown), "the guide shows:\n{shown}\nthe page is:\n{page}");
}

#[test]
fn an_output_matches_if_it_differs_only_in_elided_lines() {
    let now = "one\ntwo\nthree\nfour\n";
    for shown in [now, "one\n...\nfour\n", "...\nthree\nfour\n", "one\n...\nthree\n...\n", "...\n"] {
        assert!(matches(shown, now), "{shown}");
    }
    for shown in
        ["", "one\n", "one\n...\nfive\n", "...\nfour\n...\nthree\nfour\n", "two\n...\n", "one\n...\ntwo\n"]
    {
        assert!(!matches(shown, now), "{shown}");
    }
    let [first, second] = &examples("$ a \\\n    b\nout\n$ c\n")[..] else { panic!("two commands") };
    assert_eq!((first.command(), first.output.as_str()), ("a \\\n    b", "out\n"));
    assert_eq!((second.command(), second.output.as_str()), ("c", ""));
}

#[test]
fn an_update_keeps_what_is_elided() {
    let now = "1\nhead\n2\n3\nlast\n";
    for (shown, updated) in [
        ("0\nhead\n2\n", now),
        ("...\n", "...\n"),
        ("0\n...\n", "1\n...\n"),
        ("...\nhead\n0\n...\n", "...\nhead\n2\n...\n"),
        ("0\n...\n2\n...\nend\n", "1\n...\n2\n...\nlast\n"),
        ("...\nhead\nlast\n...\n", "...\nhead\n2\n3\nlast\n...\n"),
        ("...\n3\n0\n...\n", "...\n3\nlast\n...\n"),
        ("...\nno such line\n...\n", now),
    ] {
        assert_eq!(elide(shown, now), updated, "{shown}");
        assert!(matches(updated, now), "{updated}");
    }
}

/// Returns a table of these words. A bar within a cell is escaped.
fn table(words: &[Word]) -> String {
    let rows = words.iter().map(|word| {
        let cell = |text: &str| text.replace('|', "\\|");
        format!("| `{}` | {} |\n", cell(&word.form), cell(&word.summary))
    });
    format!("| name | meaning |\n|---|---|\n{}", rows.collect::<String>())
}

/// The groups of names, and the words of declarations.
fn groups() -> Vec<WordGroup> {
    words().into_iter().chain([declarations()]).collect()
}

/// Replaces the text between `<!-- list GROUP -->` and `<!-- end -->` by the table of that group.
fn with_tables(page: &Page, listed: &mut BTreeSet<String>) -> String {
    let mut parts = page.text.split("<!-- list ");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_once(" -->").expect("the marker ends");
        let (_, rest) = rest.split_once("<!-- end -->").expect("the table ends");
        let groups = groups();
        let group = groups.iter().find(|group| group.name == name);
        let group = group.unwrap_or_else(|| panic!("{}: no group {name}", page.path));
        assert!(listed.insert(name.to_owned()), "{name} is listed twice");
        text += &format!("<!-- list {name} -->\n\n{}\n<!-- end -->{rest}", table(&group.words));
    }
    text
}

#[test]
fn the_tables_of_names_equal_those_of_the_program() {
    let mut listed = BTreeSet::new();
    for page in pages() {
        page.expect(&with_tables(&page, &mut listed));
    }
    let all: BTreeSet<String> = groups().iter().map(|group| group.name.to_owned()).collect();
    assert_eq!(listed, all, "each group of names is in the book");
}
