//! Campaigns in parts: shards that add up to the whole, and runs that resume where they were killed.

use std::fs;
use std::process::{Command, Stdio};

use crate::PVCHECK;
use crate::command::{file, fresh, has_parts, pvcheck, refuses, result, stderr, stdout, wait_until};
#[cfg(unix)]
use crate::command::{interrupt, limited, started, with_signals};

/// A campaign whose rows are of every kind: right lines, wrong ones, wrong scores, nodes that violate laws.
const MATRIX: [&str; 10] = [
    "--games",
    "20000",
    "--subject",
    "pvs-soft+single-array+tt(draft=deeper)",
    "--subject",
    "alpha-beta-hard+single-array",
    "--subject",
    "pvs-soft+triangular+tt(key-bits=2)",
    "--subject",
    "negascout-hard+triangular",
];

/// The files with the results of all shards of a run.
fn shards(name: &str, words: &[&str], of: u64) -> Vec<String> {
    let shard = |number: u64| {
        let shard = format!("{number}/{of}");
        let text = result(&[words, &["--shard", &shard, "--threads", "2"]].concat());
        file(&format!("{name}-{number}-of-{of}.json"), text.as_bytes())
    };
    (1..=of).map(shard).collect()
}

fn merged(files: &[String], more: &[&str]) -> String {
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    result(&[&["merge"], files.as_slice(), more].concat())
}

#[test]
fn shards_add_up_to_the_whole_byte_for_byte() {
    let assert_add_up = |words: &[&str], of: u64| {
        // A shard is JSON whatever the format of the whole.
        let mut files = shards(words[1].trim_matches('-'), words, of);
        files.reverse();
        for format in ["text", "json"] {
            let format = ["--format", format];
            assert_eq!(merged(&files, &format), result(&[words, &format].concat()), "{words:?}, {of} shards");
        }
    };
    let matrix = [&["matrix", "--games", "6000"], &MATRIX[2..]].concat();
    for of in [1, 3, 7] {
        assert_add_up(&matrix, of);
    }
    assert_add_up(&["exhaust", "--depth", "2", "--gap", "2"], 2);
    assert_add_up(&["exhaust", "--graphs", "2", "--cycles", "--scores", "2", "--algorithm", "pvs-soft"], 2);
    // Shapes are searched to their height.
    assert_add_up(&["exhaust", "--shapes", "4", "--store", "single-array"], 2);
}

#[test]
fn a_shard_reports_only_its_own_games() {
    let shard = result(&[&MATRIX[..], &["--shard", "1/4"]].concat());
    let shard: serde_json::Value = serde_json::from_str(&shard).expect("JSON whatever the format");
    assert_eq!(shard["shard"], "1/4");
    assert_eq!(shard["rows"][0]["games"], 5_000);
    assert!(shard["rows"][0]["kept"].is_null());
}

#[test]
fn missing_duplicate_and_foreign_shards_are_refused() {
    let words = ["matrix", "--games", "300", "--subject", "pvs-soft+triangular"];
    let files = shards("some", &words, 3);
    let [one, two, three] = [0, 1, 2].map(|index| files[index].as_str());
    refuses(&["merge", one, three], &["of 3 shards these are missing: 2/3"]);
    refuses(&["merge", one], &["of 3 shards these are missing: 2/3, 3/3"]);
    refuses(&["merge", one, two, three, two], &["some-2-of-3.json", "shard 2/3 was already read"]);
    let other = shards("other", &["matrix", "--games", "400", "--subject", "pvs-soft+triangular"], 3);
    refuses(&["merge", one, two, &other[2]], &["other-3-of-3.json", "--games 400", "--games 300"]);
    let four = shards("four", &words, 4);
    refuses(&["merge", one, two, &four[2]], &["four-3-of-4.json", "shard 3/4"]);
    let whole = file("whole.json", result(&[&words[..], &["--format", "json"]].concat()).as_bytes());
    let other_fields = ["whole.json", "is JSON with other fields", "expected the result of a shard"];
    refuses(&["merge", &whole], &other_fields);
    let text = fs::read_to_string(one).expect("a file");
    let cut = file("cut.json", &text.as_bytes()[..text.len() / 2]);
    let too_short = ["cut.json", "the text ends too early", "expected the result of a shard"];
    refuses(&["merge", &cut, two, three], &too_short);
    let moved = file("moved.json", text.replace("\"1/3\"", "\"2/3\"").as_bytes());
    let first = fs::read_to_string(two).expect("a file").replace("\"2/3\"", "\"1/3\"");
    let first = file("first.json", first.as_bytes());
    refuses(&["merge", &first, &moved, three], &["first.json", "wrong checksum"]);
    // Fields that `merge` does not add up.
    for (from, to) in [
        ("\"games\":100,", "\"games\":101,"),
        ("\"played\":100", "\"played\":99"),
        ("\"seed\":1", "\"seed\":2"),
    ] {
        let edited = text.replacen(from, to, 1);
        assert_ne!(edited, text, "{from}");
        let edited = file("edited.json", edited.as_bytes());
        refuses(&["merge", &edited, two, three], &["edited.json", "wrong checksum"]);
    }
    // A seed that was not played.
    let seed = file("seed.json", text.replace("\"--seed\",\"1\"", "\"--seed\",\"7\"").as_bytes());
    refuses(&["merge", &seed, two, three], &["seed.json", "wrong checksum"]);
    let build = text.split("\"build\":\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a build");
    let elsewhere = file("elsewhere.json", text.replace(build, "0123456789abcdef").as_bytes());
    refuses(&["merge", &elsewhere, two, three], &["elsewhere.json", "build 0123456789abcdef", build]);
    let random = file("random.json", b"\xff\x00{]");
    refuses(&["merge", &random], &["random.json"]);
    refuses(&["merge", "no-such.json"], &["cannot read no-such.json"]);
    refuses(&["merge"], &["FILE"]);
    refuses(&["--shard", "4/3"], &["expected k/n"]);
    refuses(&["--shard", "1/2", "--time", "1"], &["cannot be used with"]);
    refuses(&["--shard", "1/2", "--max-findings", "1"], &["cannot be used with"]);
    refuses(&["--journal", "x.journal", "--max-findings", "1"], &["cannot be used with"]);
    let same = ["the argument", "--out", "same file", "some-2-of-3.json"];
    refuses(&["merge", one, two, three, "--out", two], &same);
    // The last of as many shards as there can be games has one of them.
    let last = "1000000000000000/1000000000000000";
    let huge = ["--games", "1e15", "--subject", "pvs-soft+none", "--shard", last];
    assert!(result(&huge).contains("\"games\":1,"));
}

#[test]
fn a_killed_run_resumes_with_nothing_lost_or_counted_twice() {
    let words = ["--games", "150000", "--subject", "pvs-soft+single-array+tt(draft=deeper)", "--quiet"];
    let (plain, journal) = (result(&words), fresh("killed.journal"));
    let journaled = [&words[..], &["--journal", &journal]].concat();
    let mut kills = 0;
    // Killed again and again, each time when more was written than before.
    for _ in 0..3 {
        let before = fs::metadata(&journal).map_or(0, |data| data.len());
        let mut command = Command::new(PVCHECK);
        let mut child = command.args(&journaled).stdout(Stdio::null()).spawn().expect("pvcheck runs");
        wait_until("a part is written", || {
            let is_written = fs::metadata(&journal).is_ok_and(|data| data.len() > before.max(300));
            is_written || child.try_wait().expect("a child").is_some()
        });
        kills += usize::from(child.try_wait().expect("a child").is_none());
        child.kill().expect("a child");
        child.wait().expect("a child");
    }
    assert!(kills > 0, "the process was killed while it ran");
    assert_eq!(result(&journaled), plain);
    // Everything was played by then.
    assert_eq!(result(&journaled), plain);
}

#[test]
fn a_run_resumes_from_a_journal_that_was_cut_anywhere() {
    // The first part ends after 16,384 games.
    let words = ["--games", "17000", "--subject", "pvs-soft+single-array+tt(draft=deeper)"];
    let (plain, path) = (result(&words), fresh("cut.journal"));
    let journaled = [&words[..], &["--journal", &path]].concat();
    // Two parts: one when the time ran out, the rest.
    result(&[&journaled[..], &["--time", "0.000001"]].concat());
    assert_eq!(result(&journaled), plain);
    let whole = fs::read(&path).expect("a journal");
    let ends: Vec<usize> = (0..whole.len()).filter(|&at| whole[at] == b'\n').collect();
    assert!(ends.len() >= 3, "a head and two parts");
    for cut in [0, 1, ends[0] - 1, ends[0], ends[0] + 1, ends[1] - 5, ends[1], ends[1] + 1, whole.len() - 1] {
        fs::write(&path, &whole[..cut]).expect("a writable folder");
        assert_eq!(result(&journaled), plain, "cut after {cut} of {} bytes", whole.len());
    }
}

#[test]
fn a_damaged_or_foreign_journal_is_refused_and_not_changed() {
    let (path, subject) = (fresh("of.journal"), "pvs-soft+triangular");
    let of = |games: &'static str| ["--games", games, "--subject", subject, "--journal", path.as_str()];
    result(&of("2000"));
    let whole = fs::read_to_string(&path).expect("a journal");
    refuses(&of("3000"), &["of.journal is the journal of another run", "--games 2000", "--games 3000"]);
    refuses(&[&of("2000")[..], &["--shard", "1/2"]].concat(), &["another run", "--shard 1/2"]);
    refuses(&[&of("2000")[..], &["--out", &path]].concat(), &["--out", "--journal", "same file"]);
    let broken = |text: &[u8], parts: &[&str]| {
        fs::write(&path, text).expect("a writable folder");
        refuses(&of("2000"), parts);
        assert_eq!(fs::read(&path).expect("a journal"), text, "the file is unchanged");
    };
    let line = whole.lines().nth(1).expect("a part");
    broken(format!("{whole}{line}\n").as_bytes(), &["line 3", "wrong checksum"]);
    broken(whole.replacen("\"games\":2000", "\"games\":x", 1).as_bytes(), &["line 2", "expected a journal"]);
    broken(b"v1 pvs-soft+triangular depth=1 3\n", &["line 1"]);
    broken(b"{\"no newline\": \"and no journal\"}", &["line 1", "not a journal of this run"]);
    broken(b"\xff\xfe\n", &["line 1", "expected a journal"]);
    broken(&[whole.as_bytes(), &vec![0; 64 << 20]].concat(), &["line 3", "a longer line than a run writes"]);
    let build = whole.split("\"build\":\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a build");
    let of_another = whole.replace(build, "0123456789abcdef");
    broken(of_another.as_bytes(), &["another run", "build 0123456789abcdef", build]);
    // Sums that were edited by hand.
    broken(whole.replacen("\"line\":[2000,", "\"line\":[4000,", 1).as_bytes(), &["line 2", "wrong checksum"]);
    let renamed = whole.replacen("\"line\":[", "\"lime\":[", 1);
    broken(renamed.as_bytes(), &["line 2", "is JSON with other fields"]);
    for (from, to) in [("\"games\":2000", "\"games\":200"), ("\"distinct_leaves\":", "\"distinct_leaves\":9")]
    {
        broken(whole.replacen(from, to, 1).as_bytes(), &["line 2", "wrong checksum"]);
    }
    // A line that was cut off is dropped, whatever its content.
    fs::write(&path, [whole.as_bytes(), b"{\"from\":\xff"].concat()).expect("a writable folder");
    assert_eq!(result(&of("2000")), result(&of("2000")[..4]));
    refuses(&[&of("2000")[..5], &["/no/such/folder/x.journal"]].concat(), &["cannot", "/no/such/folder"]);
}

#[test]
fn two_runs_cannot_write_one_journal_or_log_at_once() {
    let (journal, log) = (file("locked.journal", b""), file("locked.txt", b"of the other run"));
    let engine = format!("{PVCHECK} engine --reproducible");
    let of_uci =
        ["uci", "--quiet", "--engine", &engine, "--depth", "1", "--plan", "fresh", "--fen", "startpos"];
    for (words, option, path) in [
        (&["--games", "2000", "--subject", "pvs-soft+none"][..], "--journal", &journal),
        (&of_uci, "--log", &log),
    ] {
        let before = fs::read(path).expect("a file");
        let held = fs::File::open(path).expect("a file");
        held.lock().expect("a file system that locks");
        refuses(&[words, &[option, path]].concat(), &[path, "another run"]);
        assert_eq!(fs::read(path).expect("a file"), before, "{option}");
        drop(held);
        assert_eq!(result(&[words, &[option, path]].concat()), result(words));
        assert_ne!(fs::read(path).expect("a file"), before, "{option}");
    }
    result(&[&of_uci[..], &["--log", "/dev/null"]].concat());
}

/// A limit on the size of files, in blocks of 512 bytes, simulates a full disk.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error_with_the_file_name_and_keeps_the_played_games() {
    let words = [&["--games", "2000"], &MATRIX[2..]].concat();
    let (plain, path) = (result(&words), fresh("full.journal"));
    let journaled = [&words[..], &["--journal", &path]].concat();
    let run = |args: &[&str]| limited("ulimit -f 2", args).output().expect("a shell");
    let output = run(&journaled);
    let error = stderr(&output);
    assert_eq!(output.status.code(), Some(1), "{error}");
    has_parts(&error, &["cannot write to the journal", "full.journal"]);
    assert_eq!(fs::metadata(&path).expect("a journal").len(), 1024, "the bytes that fit on the disk");
    assert_eq!(result(&journaled), plain);
    // A result that cannot be written is printed, and the older one is kept.
    let (older, json) = (file("older.json", b"older"), ["--format", "json"]);
    let output = run(&[&words[..], &json, &["--out", &older]].concat());
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    has_parts(&stderr(&output), &["cannot write", "older.json"]);
    assert_eq!(stdout(&output), result(&[&words[..], &json].concat()));
    assert_eq!(fs::read(&older).expect("a file"), b"older");
    let output = pvcheck(&[&words[..], &["--out", "/dev/full"]].concat());
    has_parts(&stderr(&output), &["/dev/full", "No space left"]);
    assert_eq!((output.status.code(), stdout(&output)), (Some(1), plain));
    refuses(&[&words[..], &["--journal", "/dev/full"]].concat(), &["/dev/full", "not a regular file"]);
}

/// A batch scheduler sends a signal before it kills.
#[cfg(unix)]
#[test]
fn a_run_that_gets_a_signal_saves_its_games_and_reports_it() {
    let words = ["--games", "1e12", "--subject", "pvs-soft+single-array+tt(draft=deeper)", "--quiet"];
    for (signal, status) in [("TERM", 143), ("INT", 130)] {
        let path = fresh(&format!("{signal}.journal"));
        let output = interrupt(started(with_signals().args(words).args(["--journal", &path])), signal);
        let error = stderr(&output);
        assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(status), ""), "{error}");
        has_parts(&error, &[&format!("{signal}.journal holds"), "run the same command again"]);
        assert!(fs::read_to_string(&path).expect("a journal").lines().count() >= 2, "a head and a part");
    }
}

/// The previous content of the file is kept until the new result is complete.
#[test]
fn a_result_file_is_replaced_as_a_whole_or_not_at_all() {
    let case = "v1 pvs-soft+triangular depth=2 [[3 5] [2 9]]";
    let path = fresh("result.txt");
    refuses(&["check", "--case", "v2", "--out", &path], &["unknown version"]);
    assert!(fs::metadata(&path).is_err(), "nothing was computed, so nothing is written");
    result(&["check", "--case", case, "--out", &path]);
    let first = fs::read_to_string(&path).expect("a result");
    assert_eq!(first, result(&["check", "--case", case]));
    refuses(&["check", "--case", "v2", "--out", &path], &["unknown version"]);
    assert_eq!(fs::read_to_string(&path).expect("the older result"), first);
    let folder = fs::read_dir(std::path::Path::new(&path).parent().expect("a folder")).expect("a folder");
    let names = folder.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let beside: Vec<_> = names.filter(|name| name.starts_with(".pvcheck-")).collect();
    assert!(beside.is_empty(), "{beside:?}");
}
