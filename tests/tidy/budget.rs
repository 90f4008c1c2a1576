//! How large the project may be. `budget.txt` has the limits; a measured number must be equal to its limit, so that what has become
//! smaller stays small.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

use super::source::Source;
use super::{SOURCES, files, read, root, sources};

const FILE: &str = "tests/tidy/budget.txt";

/// `PVCHECK_BUDGET=lower cargo test -p pvcheck-tidy budget` writes the smaller numbers to the file. No command writes a greater one.
const LOWER: &str = "PVCHECK_BUDGET";

/// A number, and what it counts.
type Count = (usize, String);

fn lines_of_code(directory: &str) -> usize {
    sources(&[directory]).map(|source| source.code.len()).sum()
}

fn measured() -> Vec<Count> {
    let mut all = Vec::new();
    let mut count = |number, what: &str| all.push((number, what.to_owned()));
    let packages = ["src", "crates/chess", "crates/cli", "crates/fuzzing", "crates/lab"];
    for package in packages {
        count(lines_of_code(package), &format!("lines of code in {package}"));
    }
    let build = read("build.rs").expect("the build script");
    let build = Source::new("build.rs", &build).code.len();
    count(
        build + lines_of_code("src") + lines_of_code("crates"),
        "lines of code in src, crates and build.rs",
    );
    let inline: usize = sources(&["src", "crates"]).map(|source| source.test_lines).sum();
    let tests = sources(&["tests"]).map(|source| source.code.len() + source.test_lines);
    count(inline + tests.sum::<usize>(), "lines of code of tests");
    let pages: Vec<String> =
        files("docs").into_iter().filter(|file| is_markdown(file) && file != "docs/SUMMARY.md").collect();
    count(pages.len(), "pages of docs");
    count(pages.iter().map(|page| words(page)).sum(), "words of docs");
    count(sources(&["src"]).map(|source| source.public).sum(), "public items and fields in src");
    count(SOURCES.iter().map(|source| source.options).sum(), "long options");
    count(plans(), "plans for UCI engines");
    count(dependencies("pvcheck"), "dependencies of the library");
    count(dependencies("pvcheck-cli"), "dependencies of the command line");
    all
}

fn is_markdown(file: &str) -> bool {
    Path::new(file).extension().is_some_and(|extension| extension == "md")
}

fn words(file: &str) -> usize {
    read(file).map_or(0, |text| text.split_whitespace().count())
}

/// The lines `Name "name" "Sentence.",` of the enum.
fn plans() -> usize {
    let text = read("crates/chess/src/uci/plan.rs").expect("the plans");
    let (_, after) = text.split_once("Plan [\"plan\"] {").expect("the enum");
    let (variants, _) = after.split_once("\n    }").expect("its end");
    variants.lines().filter(|line| line.ends_with("\",")).count()
}

/// The packages that are built for `package` on this machine, without itself.
fn dependencies(package: &str) -> usize {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let words =
        ["tree", "--locked", "--edges", "normal", "--prefix", "none", "--no-dedupe", "--package", package];
    let output = Command::new(cargo).args(words).current_dir(root()).output().expect("`cargo tree` starts");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut names: Vec<&str> = text.lines().filter_map(|line| line.split(' ').next()).collect();
    names.sort_unstable();
    names.dedup();
    names.len() - 1
}

/// The limits of the file: its lines `NUMBER  what`. The others are comments.
fn limits(text: &str) -> Vec<Count> {
    let limit = |line: &str| {
        let (number, what) = line.trim().split_once("  ")?;
        Some((number.parse().ok()?, what.to_owned()))
    };
    text.lines().filter(|line| !line.starts_with('#')).filter_map(limit).collect()
}

/// What differs between the numbers and the limits.
fn violations(measured: &[Count], limits: &[Count]) -> Vec<String> {
    let limit_of = |what: &str| limits.iter().find(|limit| limit.1 == what).map(|limit| limit.0);
    let difference = |(number, what): &Count| match limit_of(what) {
        None => Some(format!("{FILE}: no line for {number} {what}")),
        Some(limit) if *number > limit => {
            Some(format!("{number} {what}: {} above the budget", number - limit))
        }
        Some(limit) if *number < limit => {
            Some(format!("{number} {what}: {} below the budget; `{LOWER}=lower` lowers it", limit - number))
        }
        Some(_) => None,
    };
    let is_measured = |limit: &&Count| measured.iter().all(|count| count.1 != limit.1);
    let unknown =
        limits.iter().filter(is_measured).map(|limit| format!("{FILE}: nothing counts {}", limit.1));
    measured.iter().filter_map(difference).chain(unknown).collect()
}

/// The file with the smaller one of both numbers in each line.
fn lowered(text: &str, measured: &[Count]) -> String {
    let mut lowered = String::new();
    for line in text.lines() {
        let limit = limits(line).into_iter().next();
        let number = limit.and_then(|(limit, what)| {
            measured.iter().find(|count| count.1 == what && count.0 < limit).cloned()
        });
        lowered += &number.map_or_else(|| line.to_owned(), |(number, what)| format!("{number:>7}  {what}"));
        lowered.push('\n');
    }
    lowered
}

#[test]
fn the_project_is_as_large_as_its_budget_says() {
    let text = read(FILE).expect("the budget");
    let measured = measured();
    let text = if env::var(LOWER).is_ok_and(|value| value == "lower") {
        let lowered = lowered(&text, &measured);
        fs::write(root().join(FILE), &lowered).expect("the budget is written");
        lowered
    } else {
        text
    };
    super::none(&violations(&measured, &limits(&text)));
}

#[test]
fn a_number_above_or_below_its_limit_is_found_and_only_lowered() {
    let count = |number, what: &str| (number, what.to_owned());
    let text = "# A comment.\n     10  pages\n      7  plans\n";
    assert_eq!(limits(text), [count(10, "pages"), count(7, "plans")]);
    let measured = [count(9, "pages"), count(8, "plans"), count(1, "crates")];
    assert_eq!(
        violations(&measured, &limits(text)),
        [
            "9 pages: 1 below the budget; `PVCHECK_BUDGET=lower` lowers it",
            "8 plans: 1 above the budget",
            "tests/tidy/budget.txt: no line for 1 crates",
        ]
    );
    assert_eq!(violations(&[], &[count(1, "crates")]), ["tests/tidy/budget.txt: nothing counts crates"]);
    assert_eq!(lowered(text, &measured), "# A comment.\n      9  pages\n      7  plans\n");
}

#[test]
fn items_options_and_plans_are_counted() {
    let text = "pub struct A { pub a: u8, pub(crate) b: u8, c: u8 }\npub(crate) fn f() {}\n\
        #[arg(long, short)]\n#[arg(id = \"x\", long = \"y\")]\n#[arg(short)]\n#[cfg(test)]\nmod tests {\n    fn f() {}\n}\n";
    let source = Source::new("a.rs", text);
    assert_eq!((source.public, source.options, source.code.len(), source.test_lines), (2, 2, 5, 4));
    assert!(plans() > 10);
}
