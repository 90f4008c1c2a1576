//! `pvcheck report`: pages from saved results.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

#[cfg(target_os = "linux")]
use crate::command::limited;
use crate::command::{file, fresh, has_parts, json as run_json, pvcheck, refuses, result, stderr};
use crate::{DOUBLE, PVCHECK};

/// Writes the result of a command to a new file and returns its name.
pub fn saved(name: &str, args: &[&str]) -> String {
    let path = fresh(name);
    let output = pvcheck(&[args, &["--quiet", "--out", &path]].concat());
    assert!(matches!(output.status.code(), Some(0 | 2)), "{args:?}: {}", stderr(&output));
    path
}

/// Writes a report on these results to a new folder and returns its name.
pub fn report(name: &str, results: &[&str]) -> String {
    let folder = fresh(name);
    let _ = std::fs::remove_dir_all(&folder);
    has_parts(&result(&[&["report", "--into", &folder], results].concat()), &["index.html"]);
    folder
}

fn page(folder: &str, path: &str) -> String {
    let path = Path::new(folder).join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

const MATRIX: [&str; 7] = ["matrix", "--games", "300", "--algorithm", "alpha-beta-hard", "--format", "json"];

/// A trace that says that a node is entered without a move: a root, and one more.
fn damaged_trace() -> String {
    let path = fresh("damaged.trace");
    let node = |key: u64| {
        let window = [(-100i32).to_le_bytes(), 100i32.to_le_bytes()].concat();
        let head = [&b"N"[..], &[0, 0], &1i16.to_le_bytes(), &(-1i16).to_le_bytes()].concat();
        [&head[..], &window, &key.to_le_bytes(), &7u16.to_le_bytes()].concat()
    };
    let text = |line: &str| [&b"U"[..], &(line.len() as u16).to_le_bytes(), line.as_bytes()].concat();
    let events = [text("position here"), text("go depth 1"), node(1), node(2)].concat();
    std::fs::write(&path, [&b"pvcheck\x01"[..], &events].concat()).expect("a file");
    path
}

#[test]
fn every_kind_of_result_has_its_section() {
    let case = "v1 alpha-beta-hard+single-array depth=2 [[1 0] [1 0]]";
    let engine = format!("{DOUBLE} illegal-bestmove");
    let program = format!("{PVCHECK} program pvs-soft+none");
    let results = [
        &MATRIX[..5],
        &["exhaust", "--depth", "2"],
        &["check", "--case", case],
        &["uci", "--engine", &engine, "--plan", "fresh", "--depth", "2"],
        &["subject", "--cmd", &program, "--games", "20"],
        &["trace", &damaged_trace(), "--game", "unknown"],
    ];
    let saved = |(number, args): (usize, &&[&str])| {
        saved(&format!("report-{number}.json"), &[args, &["--format", "json"][..]].concat())
    };
    let results: Vec<String> = results.iter().enumerate().map(saved).collect();
    let results: Vec<&str> = results.iter().map(String::as_str).collect();
    let folder = report("report-all", &results);
    let index = page(&folder, "index.html");
    let parts = [
        "matrix, 300 games",
        "Every guarantee was kept by",
        "exhaust,",
        "check, 1 case",
        "illegal-best-move",
        "not-told, 1 time",
        "Each case shows what it may",
    ];
    has_parts(&index, &parts);
    // Each link leads to a section of the page or to a page of the report.
    let links: Vec<&str> = index.split("href=\"").skip(1).filter_map(|text| text.split('"').next()).collect();
    assert!(links.len() > 40, "{} links", links.len());
    for link in links.iter().filter(|link| **link != "data:,") {
        match link.strip_prefix('#') {
            Some(id) => assert!(index.contains(&format!("id=\"{id}\"")), "#{id}"),
            None => assert!(!page(&folder, link).is_empty(), "{link}"),
        }
    }
    // The data beside the page are those that were read.
    for (index, (saved, command)) in
        results.iter().zip(["matrix", "exhaust", "check", "uci", "subject", "trace"]).enumerate()
    {
        let copy = page(&folder, &format!("data/{}-{command}.json", index + 1));
        assert_eq!(copy, std::fs::read_to_string(saved).expect("a file"));
    }
}

/// With `--out FILE.html` that file is the first page, and its links lead into the folder beside it.
#[test]
fn a_page_is_written_where_it_was_asked_for() {
    let result = saved("report-out.json", &MATRIX);
    let folder = fresh("report-out");
    std::fs::create_dir_all(&folder).expect("a folder");
    let out = format!("{folder}/all.html");
    assert_eq!(self::result(&["report", &result, "--out", &out]), "");
    let index = page(&folder, "all.html");
    let links: Vec<&str> = index.split("href=\"").skip(1).filter_map(|text| text.split('"').next()).collect();
    let pages: Vec<&&str> = links.iter().filter(|link| link.starts_with("all-files/")).collect();
    assert!(pages.len() > 3 && !links.iter().any(|link| link.starts_with("explorer/")), "{links:?}");
    assert!(pages.into_iter().all(|link| !page(&folder, link).is_empty()));
}

#[test]
fn a_cell_shows_the_rates_of_the_result_and_its_explorer_the_shrunk_case() {
    let result = saved("report-cell.json", &MATRIX);
    let folder = report("report-cell", &[&result]);
    let (index, document): (String, Value) = (
        page(&folder, "index.html"),
        serde_json::from_str(&std::fs::read_to_string(&result).expect("a file")).expect("JSON"),
    );
    let row = document["rows"].as_array().expect("rows").iter().find(|row| row["store"] == "single-array");
    let unsound = row.expect("a row")["line"]["unsound"].as_u64().expect("a number");
    assert!(unsound > 0);
    assert!(index.contains(&format!("unsound {:.2} %", 100.0 * unsound as f64 / 300.0)));
    // A smallest wrong line of one array in alpha-beta, however large the game was in which it was found: both moves lead to
    // the same position.
    let smallest = "v1 alpha-beta-hard+single-array depth=2 [a:[1 0] a]";
    let (before, _) = index.split_once(&format!("<code class=\"case\">{smallest}")).expect("the shrunk case");
    let (_, link) = before.rsplit_once("href=\"").expect("a link before it");
    let explorer = page(&folder, link.split('"').next().expect("a path"));
    has_parts(&explorer, &[smallest, "<title>pvcheck: alpha-beta-hard+single-array</title>"]);
}

#[test]
fn a_broken_guarantee_is_marked_first() {
    let result = saved("report-broken.json", &MATRIX);
    let mut document: Value =
        serde_json::from_str(&std::fs::read_to_string(&result).expect("a file")).expect("JSON");
    let row = &mut document["rows"][0];
    row["kept"] = false.into();
    row["breaches"] = json!({ "illegal": "v1 alpha-beta-hard+triangular depth=1 expect=illegal [1]" });
    row["line"]["illegal"] = 3.into();
    let broken = file("report-changed.json", document.to_string().as_bytes());
    let index = page(&report("report-broken", &[&broken]), "index.html");
    // The verdict; the mark and the share of the games.
    has_parts(&index, &["Guarantees were broken by 1 of", "✗ 1.0%"]);
}

#[test]
fn the_same_results_give_the_same_pages_and_a_folder_is_read_in_order() {
    let result = saved("report-same.json", &MATRIX);
    let folder = fresh("report-same-results");
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::copy(&result, Path::new(&folder).join("a.json")).expect("a copy");
    std::fs::write(Path::new(&folder).join("notes.txt"), "not read").expect("a file");
    let [one, two] = ["report-same-1", "report-same-2"].map(|name| report(name, &[&folder]));
    assert_eq!(page(&one, "index.html"), page(&two, "index.html"));
    assert_eq!(page(&one, "explorer/001.html"), page(&two, "explorer/001.html"));
    // A report may be replaced.
    self::result(&["report", &result, "--into", &one]);
    let listed = run_json(&["report", &result, "--into", &one, "--format", "json"]);
    assert_eq!(listed["rows"][0]["of"], "matrix");
}

#[test]
fn what_is_no_result_is_refused_by_its_place_and_nothing_is_written() {
    let result = saved("report-good.json", &MATRIX);
    let text = std::fs::read_to_string(&result).expect("a file");
    let document: Value = serde_json::from_str(&text).expect("JSON");
    let changed = |name: &str, change: &dyn Fn(&mut Value)| {
        let mut document = document.clone();
        change(&mut document);
        file(name, document.to_string().as_bytes())
    };
    let into = fresh("report-never");
    let _ = std::fs::remove_dir_all(&into);
    let shard = saved("report-shard.json", &[&MATRIX[..], &["--shard", "1/2"]].concat());
    let list = saved("report-list.json", &["list", "--format", "json"]);
    let folder = fresh("report-empty");
    std::fs::create_dir_all(&folder).expect("a folder");
    for (path, problem) in [
        (file("report-empty.json", b""), "the text ends too early; expected a result in JSON"),
        (file("report-cut.json", &text.as_bytes()[..text.len() / 2]), "the text ends too early"),
        (file("report-array.json", b"[1]"), "no `rows`"),
        (changed("report-schema.json", &|it| it["schema"] = 1.into()), "expected schema"),
        (
            changed("report-field.json", &|it| {
                drop(it["rows"][4].as_object_mut().map(|row| row.remove("games")));
            }),
            "row 5: missing field `games`",
        ),
        (changed("report-name.json", &|it| it["rows"][2]["store"] = "shelf".into()), "row 3: "),
        (shard, "it is shard 1/2"),
        (list, "a result of `list`; expected one of matrix"),
        (folder, "no file ends with .json"),
        (fresh("report-missing.json"), "cannot read"),
    ] {
        refuses(&["report", &result, &path, "--into", &into], &[problem]);
        assert!(!Path::new(&into).exists(), "{problem}");
    }
    // All problems are in one message.
    let both = [file("report-empty-2.json", b""), file("report-array-2.json", b"[1]")];
    refuses(&["report", &both[0], &both[1], "--into", &into], &["expected a result in JSON", "no `rows`"]);
    // Files of somebody else are not replaced.
    for (name, content) in
        [("index.html", &b"<h1>Mine</h1>"[..]), ("index.html", b"\xff\xfe"), ("notes.txt", b"mine")]
    {
        let other = fresh("report-other");
        std::fs::create_dir_all(&other).expect("a folder");
        std::fs::write(Path::new(&other).join(name), content).expect("a file");
        refuses(&["report", &result, "--into", &other], &["has other files; expected a new folder"]);
        assert_eq!(std::fs::read(Path::new(&other).join(name)).expect("a file"), content);
        std::fs::remove_dir_all(&other).expect("a folder");
    }
    refuses(&["report"], &["FILE|FOLDER"]);
}

/// All files below a folder, with their contents.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = BTreeMap::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            files.append(&mut self::files(&path));
        } else {
            files.insert(path.clone(), std::fs::read(path).expect("a file"));
        }
    }
    files
}

#[test]
fn files_of_others_in_a_report_are_kept() {
    let result = saved("report-kept.json", &MATRIX);
    let folder = report("report-kept", &[&result]);
    let own = [
        "notes.txt",
        "data/notes.txt",
        "data/2024-uci.json",
        "explorer/a.html",
        "explorer/99999.html/notes.txt",
    ];
    std::fs::create_dir(Path::new(&folder).join("explorer/99999.html")).expect("a folder");
    for name in own {
        std::fs::write(Path::new(&folder).join(name), name).expect("a file");
    }
    for _ in 0..2 {
        self::result(&["report", &result, "--into", &folder]);
        assert!(own.iter().all(|name| page(&folder, name) == *name));
    }
    assert_eq!(page(&folder, "data/1-matrix.json"), std::fs::read_to_string(&result).expect("a file"));
    // The next report has a page with this name.
    std::fs::write(Path::new(&folder).join("data/2-matrix.json"), "mine").expect("a file");
    self::result(&["report", &result, &result, "--into", &folder]);
    assert_ne!(page(&folder, "data/2-matrix.json"), "mine");
    assert_eq!(page(&folder, "data/2-matrix.json.kept"), "mine");
}

#[test]
fn another_output_over_a_page_of_the_report_is_refused() {
    let result = saved("report-clash.json", &MATRIX);
    let folder = report("report-clash", &[&result]);
    for part in ["index.html", "data/1-matrix.json"] {
        let out = format!("{folder}/{part}");
        let words = ["report", &result, "--into", &folder, "--format", "json", "--out", &out];
        refuses(&words, &["--into", "--out", "one has the other"]);
    }
    let beside = format!("{folder}/result.json");
    let words = ["report", &result, "--into", &folder, "--format", "json", "--out", &beside];
    self::result(&words);
}

/// A pipe with the name of a part of a report would be waited for.
#[cfg(unix)]
#[test]
fn pipes_as_parts_of_a_report_are_refused() {
    let result = saved("report-pipes.json", &MATRIX);
    for part in ["index.html", "data", "explorer"] {
        let folder = report(&format!("report-pipes-{part}"), &[&result]);
        let (place, older) = (Path::new(&folder).join(part), fresh(&format!("report-pipes-{part}-older")));
        std::fs::rename(&place, &older).expect("a part of the report");
        let made = std::process::Command::new("mkfifo").arg(&place).status();
        assert!(made.expect("a command of the system").success());
        refuses(&["report", &result, "--into", &folder], &["has other files; expected a new folder"]);
    }
}

/// What a link of such a name leads to is of others.
#[cfg(unix)]
#[test]
fn a_link_with_a_name_of_ours_is_refused_and_nothing_is_moved_or_written() {
    let result = saved("report-links.json", &MATRIX);
    let engine = format!("{PVCHECK} engine");
    let tables =
        ["uci", "--engine", &engine, "--depth", "1", "--fen", "7k/8/6K1/8/8/8/8/1Q6 w - -", "--tables"];
    let into = ["report", &result, "--into"];
    for (command, link) in [
        (&into[..], "index.html"),
        (&into, "data"),
        (&into, "explorer"),
        (&into, ".pvcheck-new"),
        (&into, ".pvcheck-complete"),
        (&into, ".pvcheck-complete/data"),
        (&["report", &result, "--out"], "data"),
        (&tables, "KQK.dtm"),
        (&["man"], "pvcheck-uci.1"),
    ] {
        let all = tempfile::tempdir().expect("a folder");
        let at = |name: &str| all.path().join(name);
        let (folder, outside) = (at("all-files"), at("outside"));
        // A run that was killed while it replaced a report leaves such folders.
        for inner in ["all-files/.pvcheck-complete/data", "outside/data"] {
            std::fs::create_dir_all(at(inner)).expect("a folder");
        }
        let is_file = link.ends_with("html") || command[0] != "report";
        let mine = outside.join("data/mine");
        std::fs::write(&mine, "mine").expect("a file");
        let place = folder.join(link);
        let _ = std::fs::remove_dir_all(&place);
        std::os::unix::fs::symlink(if is_file { &mine } else { &outside }, &place).expect("a link");
        let named = if command.contains(&"--out") { at("all.html") } else { folder.clone() };
        let expected = format!("{} is a link; expected none", place.display());
        refuses(&[command, &[named.to_str().expect("a name")]].concat(), &[&expected]);
        assert_eq!(std::fs::read_to_string(&mine).expect("a file"), "mine", "{command:?} {link}");
    }
}

/// No more of a file is read than a report can have.
#[test]
fn a_first_page_that_no_report_has_is_not_replaced() {
    let result = saved("report-large.json", &MATRIX);
    let folder = report("report-large", &[&result]);
    let index = std::fs::File::options().write(true).open(format!("{folder}/index.html"));
    index.and_then(|index| index.set_len(4 << 30)).expect("a file system with large files");
    refuses(&["report", &result, "--into", &folder], &["has other files; expected a new folder"]);
}

/// A limit on the size of files simulates a full disk.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_changes_no_report_and_what_it_leaves_is_not_refused() {
    let result = saved("report-full.json", &MATRIX);
    let (older, new) = (report("report-full", &[&result]), fresh("report-full-new"));
    let before = files(Path::new(&older));
    for folder in [&older, &new] {
        let mut shell = limited("trap '' XFSZ; ulimit -f 8", &["report", &result, "--into", folder]);
        let output = shell.output().expect("a shell");
        assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
        has_parts(&stderr(&output), &["cannot write to"]);
    }
    assert!(files(Path::new(&older)) == before && files(Path::new(&new)).is_empty());
    self::result(&["report", &result, "--into", &new]);
}

/// Whatever was done when it ended, the next run continues.
#[test]
fn a_report_whose_run_was_killed_is_completed_by_the_next_run() {
    let result = saved("report-killed.json", &MATRIX);
    let whole = files(Path::new(&report("report-killed", &[&result]))).into_values().collect::<Vec<_>>();
    for moved in 0..=3 {
        let folder = report(&format!("report-killed-{moved}"), &[&result]);
        let at = |path: &str| Path::new(&folder).join(path);
        std::fs::write(at("data/notes.txt"), "notes").expect("a file");
        for folder in [".pvcheck-complete", ".pvcheck-new"] {
            std::fs::create_dir_all(at(folder)).expect("a folder");
        }
        std::fs::write(at(".pvcheck-new/index.html"), "").expect("a file");
        for part in &["index.html", "explorer", "data"][..moved] {
            std::fs::rename(at(part), at(&format!(".pvcheck-complete/{part}"))).expect("a part");
        }
        self::result(&["report", &result, "--into", &folder]);
        assert_eq!(page(&folder, "data/notes.txt"), "notes");
        std::fs::remove_file(at("data/notes.txt")).expect("a file");
        assert!(files(Path::new(&folder)).into_values().eq(whole.iter().cloned()), "{moved}");
    }
}

/// A report that is made again has nothing left of the one before, and follows no link out of its folder.
#[cfg(unix)]
#[test]
fn a_report_is_replaced_as_a_whole() {
    let small = ["exhaust", "--depth", "1", "--algorithm", "pvs-soft", "--store", "triangular"];
    let matrix = saved("report-again-1.json", &MATRIX);
    let exhaust = saved("report-again-2.json", &[&small[..], &["--format", "json"]].concat());
    let folder = report("report-again", &[&matrix]);
    let outside = file("report-outside.json", b"mine");
    std::os::unix::fs::symlink(&outside, Path::new(&folder).join("data/1-exhaust.json")).expect("a link");
    result(&["report", &exhaust, "--into", &folder]);
    assert_eq!(std::fs::read(&outside).expect("a file"), b"mine");
    let is_left = |part: &str| Path::new(&folder).join(part).exists();
    assert!(!is_left("explorer") && !is_left("data/1-matrix.json"));
    assert_eq!(page(&folder, "data/1-exhaust.json"), std::fs::read_to_string(&exhaust).expect("a file"));
}
