//! Tests of the fuzz targets: they find injected faults, and nothing in the correct code.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::promotion::promote_by;
use super::*;
use pvcheck::algorithm::Algorithm;
use pvcheck::bugs::Bug;
use pvcheck::contract::Guarantee;
use pvcheck::game::Seeded;
use pvcheck::pv::{NoStore, PvStore, SingleArray, StackList, Triangular};
use pvcheck::table::{Draft, Narrow, PvCut, Replace, TableOptions};

/// Returns `count` random inputs of less than 400 bytes.
fn inputs(seed: u64, count: u64) -> impl Iterator<Item = Vec<u8>> {
    (0..count).map(move |index| {
        let mut choices = Seeded::new(seed, index);
        let length = choices.below(400);
        (0..length).map(|_| choices.below(256) as u8).collect()
    })
}

/// Returns the first finding among these inputs.
fn first_finding(
    seed: u64,
    count: u64,
    mut run: impl FnMut(&[u8]) -> Result<RunStatus, FuzzFinding>,
) -> Option<FuzzFinding> {
    inputs(seed, count).find_map(|bytes| run(&bytes).err())
}

/// A wrong contract: every subject guarantees as much as the best one.
fn too_strong(_: &Subject) -> Guarantee {
    guarantee(&"pvs-soft+triangular".parse().expect("a subject"))
}

#[test]
fn no_target_finds_anything_and_most_inputs_are_valid() {
    for &target in Target::ALL {
        let mut memory = Memory::default();
        let mut completed = 0;
        let count = if target == Target::Agree { 300 } else { 3_000 };
        for bytes in inputs(1, count).chain([vec![]]) {
            match target.run(&bytes, &mut memory) {
                Ok(ran) => completed += u64::from(ran == RunStatus::Completed),
                Err(fuzz_finding) => panic!("{}: {fuzz_finding}", target.name()),
            }
        }
        assert!(completed * 10 > count * 9, "{} ran {completed} of {count}", target.name());
    }
}

#[test]
fn a_broken_guarantee_is_found_and_its_replay_line_comes_first() {
    let mut memory = Memory::default();
    let agreed = first_finding(2, 300, |bytes| cases::agree(bytes, &mut memory, too_strong)).expect("found");
    let sounded =
        first_finding(2, 3_000, |bytes| cases::sound(bytes, &mut memory, too_strong)).expect("found");
    for fuzz_finding in [agreed, sounded] {
        let text = fuzz_finding.to_string();
        assert!(text.starts_with("replay   pvcheck check --case 'v1 "), "{text}");
        let Reproducer::Case(case) = &fuzz_finding.reproducer else { panic!("a case: {text}") };
        let file = format!("# found\n{case}\n");
        let again =
            cases::file(file.as_bytes(), &mut memory, too_strong).expect_err("found as a file of cases too");
        assert_eq!(again.reproducer, fuzz_finding.reproducer);
        assert_eq!(cases::file(file.as_bytes(), &mut memory, guarantee), Ok(RunStatus::Completed));
    }
}

#[test]
fn seeded_bugs_are_found_and_the_correct_code_passes_the_same_case() {
    for name in ["never-clears", "not-cleared-at-leaf", "pv-table-unverified"] {
        let bug = Bug::ALL.iter().find(|bug| bug.name == name).expect("a bug");
        let mut memory = Memory::default();
        let found = first_finding(3, 3_000, |bytes| Target::Agree.run_bug(bug, bytes, &mut memory));
        let found = found.unwrap_or_else(|| panic!("{name} is found"));
        assert!(found.what.contains(name), "{found}");
        let Reproducer::Case(case) = found.reproducer else { panic!("a case") };
        assert_eq!(Target::Sound.run(case.to_string().as_bytes(), &mut memory), Ok(RunStatus::Completed));
    }
}

#[test]
fn a_store_under_the_wrong_name_is_found() {
    fn found<S: PvStore + Default>(names: &[Store]) -> bool {
        let (mut store, mut walk_buffers) = (S::default(), WalkBuffers::default());
        first_finding(4, 1_000, |bytes| stores::run(bytes, &mut store, &mut walk_buffers, names)).is_some()
    }
    assert!(found::<SingleArray>(&[Store::Triangular]));
    assert!(found::<Triangular>(&[Store::SingleArray]));
    assert!(found::<Triangular>(&[Store::PvHolder]), "the held tail is missing");
    assert!(found::<NoStore>(&[Store::Triangular]));
    assert!(found::<(Triangular, StackList)>(&[Store::Triangular, Store::SingleArrayBare]));
    assert!(found::<(Triangular, StackList)>(&[Store::Triangular; 3]), "too few stores");
    assert!(!found::<(Triangular, SingleArray)>(&[Store::Quadratic, Store::SingleArray]));
}

#[test]
fn a_table_with_wrong_options_is_found() {
    let found = |meant: fn(TableOptions) -> TableOptions, as_what: &str| {
        let mut table = Table::default();
        let findings = inputs(5, 3_000).filter_map(|bytes| tables::run(&bytes, &mut table, meant).err());
        findings.filter(|fuzz_finding| fuzz_finding.what.contains(as_what)).count() > 0
    };
    assert!(found(|own| TableOptions { key_bits: 64, ..own }, "was stored, but"));
    assert!(found(|own| TableOptions { draft: Draft::Equal, ..own }, "is returned for depth"));
    assert!(found(|own| TableOptions { replace: Replace::Always, ..own }, "was stored, but"));
    assert!(found(|own| TableOptions { keep: false, ..own }, "was never stored"));
    assert!(found(|own| TableOptions { narrow: Narrow::No, ..own }, "narrows"));
    assert!(found(|own| TableOptions { pv_cut: PvCut::None, ..own }, "cuts off a node"));
    assert!(!found(|own| TableOptions { leaves: false, ..own }, ""), "only the search uses this option");
}

#[test]
fn a_wrong_printer_is_found() {
    let found = |printed| first_finding(6, 3_000, |bytes| notation::run(bytes, printed));
    let lost = found(|text| text.replace('!', "")).expect("a lost mark is found");
    assert!(lost.what.starts_with("after printing it is parsed as"), "{lost}");
    assert!(found(|text| text.replace("depth=", "")).expect("a finding").what.contains("is rejected"));
    let text = |printed| notation::run(b"[!3 x:[1 2] x]", printed).expect_err("found").to_string();
    assert!(text(|text| text.replace('!', "")).starts_with("replay   cargo run --manifest-path fuzz"));
}

/// Two wrong judges: one reports no illegal moves, the other reports illegal moves everywhere.
#[test]
fn a_wrong_judge_of_engines_is_found() {
    let found = |judge: uci::Judge| first_finding(6, 300, |bytes| uci::run(bytes, judge)).expect("a finding");
    let silent = found(|request, printed, context| {
        let findings = judge(request, printed, context).into_iter();
        findings.filter(|finding| finding.class != pvcheck_chess::uci::Class::IllegalMove).collect()
    });
    assert!(silent.what.contains("which is not reported"), "{silent}");
    let text = silent.to_string();
    let replay = "replay   cargo run --manifest-path fuzz/Cargo.toml --bin replay -- uci --text 'uci ";
    assert!(text.starts_with(replay), "{text}");
    let strict = found(|_, printed, _| {
        let class = pvcheck_chess::uci::Class::IllegalMove;
        let finding = |line| pvcheck_chess::uci::EngineFinding::of_lines(class, line, "");
        (0..printed.lines.len()).map(finding).collect()
    });
    assert!(strict.what.contains("every move is legal"), "{strict}");
    for (text, status) in [
        ("uci startpos ; info pv e2e4 e7e5 ; bestmove e2e4", RunStatus::Completed),
        ("uci", RunStatus::Completed),
        ("uci nowhere ; info pv e2e4", RunStatus::Rejected),
    ] {
        assert_eq!(Target::Uci.run(text.as_bytes(), &mut Memory::default()), Ok(status), "{text}");
    }
}

#[test]
fn scripts_survive_printing_and_parsing_and_run_as_text() {
    let mut memory = Memory::default();
    for seed in 0..500 {
        let script = stores::Calls::grown(&mut Seeded::new(7, seed));
        assert_eq!(stores::Calls::read(script.to_string().as_bytes()), Some(script.clone()));
        assert_eq!(Target::Stores.run(script.to_string().as_bytes(), &mut memory), Ok(RunStatus::Completed));
        let script = tables::Rounds::grown(&mut Seeded::new(8, seed));
        assert_eq!(tables::Rounds::read(script.to_string().as_bytes()), Some(script.clone()), "{script}");
        assert_eq!(Target::Tables.run(script.to_string().as_bytes(), &mut memory), Ok(RunStatus::Completed));
    }
    let calls =
        ["", "1", "0 o0[o0.]", "1 o0[]", "1 o0[n1.!n1.]", "1 o9."].map(|text| format!("stores {text}"));
    let rounds = ["", "tt +1/2", "tt ?1/2(3,3)", "tt +1/2=999999999", "tt; x"];
    let rounds = rounds.map(|text| format!("tables {text}"));
    for (target, texts) in [(Target::Stores, &calls[..]), (Target::Tables, &rounds)] {
        for text in texts {
            assert_eq!(target.run(text.as_bytes(), &mut memory), Ok(RunStatus::Rejected), "{text}");
        }
    }
}

/// The panic hook of a fuzz target has only the bytes.
#[test]
fn the_reproducer_of_a_panic_is_the_running_case() {
    fn panics(subject: &Subject) -> Guarantee {
        assert!(subject.store != Store::Quadratic, "panics for the test");
        guarantee(subject)
    }
    let mut memory = Memory::default();
    let bytes = inputs(9, 1).next().expect("one");
    let panicked = catch_unwind(AssertUnwindSafe(|| cases::agree(&bytes, &mut memory, panics)));
    assert!(panicked.is_err());
    let shown = Target::Agree.reproducer(&bytes);
    let decoded = Target::Agree.decoded(&bytes).to_string();
    assert!(decoded.starts_with("pvcheck check --case 'v1 pvs-soft+triangular "), "{decoded}");
    assert!(matches!(&shown, Reproducer::Case(case) if case.subject.algorithm == Algorithm::ALL[0]));
    assert!(shown.to_string().starts_with("pvcheck check --case 'v1 "), "{shown}");
    let file = "# two\nv1 pvs-hard+none depth=1 3\nv1 pvs-soft+quadratic depth=2 [[1]]\n";
    assert!(catch_unwind(AssertUnwindSafe(|| cases::file(file.as_bytes(), &mut memory, panics))).is_err());
    let shown = Target::Case.reproducer(file.as_bytes()).to_string();
    assert_eq!(shown, "pvcheck check --case 'v1 pvs-soft+quadratic depth=2 [[1]]'");
    // During parsing the reproducer is the text itself.
    RUN_PHASE.set(RunPhase::Reading);
    assert_eq!(Target::Case.reproducer(b"it's"), Reproducer::text(Target::Case, "it's"));
    assert!(Target::Case.reproducer(b"it's").to_string().ends_with("--text 'it'\\''s'"));
}

#[test]
fn invalid_text_is_spelled_in_hexadecimal_and_read_back() {
    RUN_PHASE.set(RunPhase::Reading);
    for &target in Target::ALL.iter().filter(|&&target| target != Target::Case) {
        let bytes = [0xff, 0x00, 0x9a, 0x07, 0xc3];
        assert_eq!(target.reproducer(&bytes), Reproducer::text(target, "bytes ff009a07c3"));
        assert_eq!(target.decoded(b"bytes ff009a07c3"), target.decoded(&bytes));
        // A text that spells no bytes represents itself.
        for text in ["bytes f", "bytes +f", "bytes 0g"] {
            assert_eq!(target.reproducer(text.as_bytes()), Reproducer::text(target, text));
        }
    }
    let spelled = format!("bytes {}", "00".repeat(2 * MAX_BYTES));
    for &target in Target::ALL {
        let mut memory = Memory::default();
        assert_eq!(target.run(&[0; MAX_BYTES + 1], &mut memory), Ok(RunStatus::Rejected), "{target:?}");
        assert_eq!(target.run(spelled.as_bytes(), &mut memory), Ok(RunStatus::Rejected), "{target:?}");
    }
    assert_eq!(Target::Agree.run(&[0; MAX_BYTES], &mut Memory::default()), Ok(RunStatus::Completed));
}

/// Runs the single array under the name of the triangular store.
fn as_triangular(_: Target, bytes: &[u8]) -> Result<RunStatus, FuzzFinding> {
    stores::run(bytes, &mut SingleArray::default(), &mut WalkBuffers::default(), &[Store::Triangular])
}

#[test]
fn a_promoted_input_is_small_and_can_be_read_again() {
    fn run(target: Target, bytes: &[u8]) -> Result<RunStatus, FuzzFinding> {
        let mut memory = Memory::default();
        match target {
            Target::Case => cases::file(bytes, &mut memory, too_strong),
            _ => cases::agree(bytes, &mut memory, too_strong),
        }
    }
    let artefact = inputs(2, 300).find(|bytes| run(Target::Agree, bytes).is_err()).expect("found");
    let promoted = promote_by(&artefact, Target::Agree, run).expect("promoted");
    let Reproducer::Case(case) = &promoted.reproducer else { panic!("a case") };
    assert!(case.game.len() <= 7, "{case}");
    assert_eq!(promoted.reproducer.file(), "found_by_fuzzing.case");
    let entry = promoted.reproducer.entry(&"A cause of many words. ".repeat(20));
    assert!(entry.lines().count() > 3 && entry.lines().all(|line| line.len() <= 108), "{entry}");
    assert_eq!(Case::read_all(&entry).expect("cases")[0].1, **case);

    let artefact = inputs(4, 300).find(|bytes| as_triangular(Target::Stores, bytes).is_err()).expect("found");
    let Reproducer::Text { text, .. } =
        promote_by(&artefact, Target::Stores, as_triangular).expect("promoted").reproducer
    else {
        panic!("a text")
    };
    assert!(text.len() < 25 && as_triangular(Target::Stores, text.as_bytes()).is_err(), "{text}");

    let rejected = promote(Target::Agree, b"v1 nonsense").expect_err("rejected");
    assert!(rejected.contains("no valid input for this target"), "{rejected}");
    assert!(promote(Target::Sound, &[]).expect_err("fine").contains("finds no fault"));
}

#[test]
fn every_text_is_kept_as_one_line() {
    for text in ["stores 1 o0.", "# a\nb", "a'\"\\\t\u{7}é", "[1 2]\r\n"] {
        let entry = Reproducer::text(Target::Notation, text).entry("why");
        assert_eq!(kept_texts(&entry), Ok(vec![(2, text.to_owned())]), "{entry}");
    }
    assert!(kept_texts("\\x").is_err() && kept_texts("\\u{110000}").is_err());
    assert_eq!("agre".parse::<Target>().expect_err("no target").problem, "unknown target `agre`");
}
