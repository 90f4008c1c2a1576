//! The last test target of `cargo test`. It prints what the others did not test, as a program is missing.

#[path = "../common/tools.rs"]
mod tools;

/// The name under which runners of tests know it.
const NAME: &str = "what_was_not_tested";

fn main() {
    let words: Vec<String> = std::env::args().collect();
    let has = |word: &str| words.iter().any(|other| other == word);
    if has("--list") {
        if !has("--ignored") {
            println!("{NAME}: test");
        }
        return;
    }
    eprintln!(
        "`cargo test --workspace` also tests the studies (pvcheck-lab), the fuzz targets and what verifies published crates."
    );
    let missing = tools::ALL.iter().filter(|tool| tool.find().is_none()).count();
    if missing > 0 {
        eprintln!(
            "{missing} of {} programs are not installed: what is named above is NOT TESTED.",
            tools::ALL.len()
        );
    }
}
