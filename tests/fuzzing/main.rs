//! The seeds of fuzzing and what it has found: texts that every version of the code has to handle.

use std::fs;
use std::path::{Path, PathBuf};

use pvcheck::algorithm::Algorithm;
use pvcheck::case::Case;
use pvcheck::contract::counterexamples;
use pvcheck::feature::Feature;
use pvcheck::pv::Store;
use pvcheck_fuzzing::{Memory, RunStatus, Target, kept_texts};

fn path(relative: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(relative)
}

fn text(relative: &str) -> String {
    fs::read_to_string(path(relative)).unwrap_or_else(|error| panic!("{relative}: {error}"))
}

/// The files of a folder with this ending, by name.
fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(path(folder)).expect("the folder is committed");
    let mut files: Vec<_> = entries.map(|entry| entry.expect("readable").path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == ending));
    files.sort_unstable();
    files
}

/// Whether the target accepted these bytes as an input.
fn tried(target: Target, bytes: &[u8], memory: &mut Memory) -> bool {
    match target.run(bytes, memory) {
        Ok(ran) => ran == RunStatus::Completed,
        Err(fuzz_finding) => panic!("{}: {fuzz_finding}", target.name()),
    }
}

/// `fuzz/seeds.sh` makes a seed of every committed case.
#[test]
fn every_committed_case_is_a_valid_seed() {
    let committed = files("tests/cases", "case").into_iter().flat_map(|file| {
        let text = fs::read_to_string(file).expect("text");
        Case::read_all(&text).expect("cases").into_iter().map(|(_, case)| case)
    });
    let (mut memory, mut seeds) = (Memory::default(), 0);
    for case in committed.chain(counterexamples()) {
        for target in [Target::Agree, Target::Sound, Target::Notation, Target::Case] {
            assert!(tried(target, case.to_string().as_bytes(), &mut memory), "{}: {case}", target.name());
        }
        assert!(tried(Target::Notation, case.game.to_string().as_bytes(), &mut memory), "{}", case.game);
        seeds += 1;
    }
    assert!(seeds > 100, "{seeds} seeds");
}

#[test]
fn every_seed_of_stores_tables_and_engines_is_valid() {
    let mut memory = Memory::default();
    for target in [Target::Stores, Target::Tables, Target::Uci] {
        let file = text(&format!("fuzz/seeds/{}.txt", target.name()));
        let seeds: Vec<&str> =
            file.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
        assert!(seeds.len() >= 5);
        for seed in seeds {
            assert!(tried(target, seed.as_bytes(), &mut memory), "{seed}");
        }
    }
}

/// The texts that `promote` has kept; its cases are replayed with all other cases.
#[test]
fn inputs_found_by_fuzzing_pass_now() {
    for file in files("tests/cases", "text") {
        let name = file.file_stem().and_then(|stem| stem.to_str()).expect("a name");
        let target: Target = name.parse().expect("a file has the name of its target");
        let texts = kept_texts(&fs::read_to_string(&file).expect("text"));
        for (line, text) in texts.unwrap_or_else(|error| panic!("{}: {error}", file.display())) {
            assert!(tried(target, text.as_bytes(), &mut Memory::default()), "{}:{line}", file.display());
        }
    }
}

#[test]
fn dictionaries_have_every_name_and_are_well_formed() {
    for file in files("fuzz/dictionaries", "dict") {
        for line in fs::read_to_string(&file).expect("text").lines() {
            let is_entry = line.len() > 2 && line.starts_with('"') && line.ends_with('"');
            assert!(line.is_empty() || line.starts_with('#') || is_entry, "{}: {line}", file.display());
        }
    }
    let cases = text("fuzz/dictionaries/cases.dict");
    let algorithms = Algorithm::ALL.iter().map(|algorithm| format!("\"{}\"", algorithm.name()));
    let stores = Store::ALL.iter().map(|store| format!("\"+{}\"", store.name()));
    for entry in algorithms.chain(stores) {
        assert!(cases.contains(&entry), "{entry} is missing");
    }
    for feature in Feature::options().filter(|feature| feature.guess.is_none()) {
        assert!(cases.contains(&format!("\"+{}", feature.name)), "{} is missing", feature.name);
    }
    let (others, selective) = cases.split_once("# Selective options.\n").expect("the last section");
    let words = Feature::guesses().map(|(_, guess)| guess.presets[0].rsplit('+').next().expect("a word"));
    let words = words.map(|word| format!("\"+{word}\"\n")).collect::<Vec<_>>().concat();
    if std::env::var("PVCHECK_DOCS").is_ok_and(|mode| mode == "update") {
        let file = path("fuzz/dictionaries/cases.dict");
        fs::write(file, format!("{others}# Selective options.\n{words}")).expect("writable");
    } else {
        assert_eq!(selective, words, "`PVCHECK_DOCS=update` writes these words");
    }
}

/// Each target is built and can be replayed.
#[test]
fn every_target_has_a_file_and_every_file_a_target() {
    let names: Vec<String> = files("fuzz/fuzz_targets", "rs")
        .iter()
        .map(|file| file.file_stem().expect("a name").to_string_lossy().into_owned())
        .collect();
    let mut targets: Vec<&str> = Target::ALL.iter().map(|target| target.name()).collect();
    targets.sort_unstable();
    assert_eq!(names, targets);
    let manifest = text("fuzz/Cargo.toml");
    assert!(targets.iter().all(|target| manifest.contains(&format!("path = \"fuzz_targets/{target}.rs\""))));
}
