//! `pvcheck subject`: programs that keep the protocol, and programs that do not.

use std::process::Command;

use crate::command::{file, fresh, has_parts, pvcheck, refuses, result, stderr, stdout, with_status};
#[cfg(target_os = "linux")]
use crate::command::{processes_with, started, wait_until};
use crate::{PVCHECK, tools};

/// The beginning of a program in Python: it reads games, and calls `search(root, depth)`.
const PROGRAM: &str = r##"
import sys, time, os
scores, moves = {}, {}
def number(text):
    if "#" not in text: return int(text)
    return 10**9 - int(text[1:]) if text[0] == "#" else int(text[2:]) - 10**9
def negamax(position, depth):
    if depth == 0 or not moves[position]: return scores[position], []
    best, line = -10**10, []
    for index, child in enumerate(moves[position]):
        score, rest = negamax(child, depth - 1)
        if -score > best: best, line = -score, [index] + rest
    return best, line
def right(position, depth):
    score, line = negamax(position, depth)
    print("result", score, "pv", *line)
    print("done", flush=True)
print("ready test", flush=True)
for line in sys.stdin:
    words = line.split()
    if words[0] == "position":
        end = [i for i, word in enumerate(words) if word in ("noisy", "forcing", "pass")] + [len(words)]
        scores[int(words[1])], moves[int(words[1])] = number(words[3]), [int(word) for word in words[5:end[0]]]
    elif words[0] == "search": search(int(words[1]), int(words[3]))
    elif words[0] == "quit": break
"##;

/// Verifies a program with this search. Returns the exit status and both outputs; `None` without Python.
fn with(name: &str, search: &str, args: &[&str]) -> Option<(Option<i32>, String, String)> {
    tools::PYTHON.find()?;
    let (head, rest) = PROGRAM.split_once("print(\"ready").expect("the program has a first line");
    let path = file(&format!("{name}.py"), format!("{head}{search}\nprint(\"ready{rest}").as_bytes());
    // Without the packages of this machine, which take longer to find than a search.
    let cmd = format!("python3 -S '{path}'");
    let mut all = vec!["subject", "--cmd", &cmd, "--quiet"];
    all.extend(args);
    let output = pvcheck(&all);
    Some((output.status.code(), stdout(&output), stderr(&output)))
}

const NOTHING_FOUND: &str =
    "test: nothing found in 200 searches (random games of seed 1); judged by minimax\n";

#[test]
fn a_right_program_has_no_findings() {
    let args = ["--cycles", "--marks", "--warm", "4", "--games", "200"];
    let Some((status, text, _)) = with("right", "search = right", &args) else { return };
    assert_eq!((status, text.as_str()), (Some(0), NOTHING_FOUND));
}

/// A program that answers the same in each game and declares a word under which no tree and no sets are known: the facts refute it. One
/// whose moves alone could be judged is no pass, and the report says what to change.
#[test]
fn no_declaration_turns_a_constant_green_and_a_run_that_judged_nothing_is_no_pass() {
    let constant = "def search(root, depth):\n    print('result 12345')\n    print('done', flush=True)";
    for words in
        ["tells", "fifty-move", "contempt(1)", "tt(quiescence=yes)+quiescence", "correction-history(1)"]
    {
        let args = ["--games", "30", "--declare", words];
        let Some((status, text, _)) = with("constant", constant, &args) else { return };
        assert_eq!(status, Some(2), "{words}: {text}");
        has_parts(&text, &["test: wrong score in 30 searches (random games of seed 1); judged by "]);
    }
    let by_facts = ["--games", "60", "--declare", "tt+fifty-move"];
    let Some((status, text, _)) = with("by-facts", "search = right", &by_facts) else { return };
    assert_eq!(status, Some(0), "{text}");
    has_parts(&text, &["; judged by facts alone\n", "declared (fifty-move)"]);
    // Only lines are judged, and there is none.
    let args = ["--games", "60", "--declare", "lines-only", "--format"];
    for (format, parts) in [
        (
            "text",
            &["test: too little judged in 60", "nothing of a search without one", "That is no pass"][..],
        ),
        ("junit", &["judged: not judged without a line", "too little was judged"]),
        ("github", &["::error title=pvcheck%3A judged", "too little was judged"]),
        ("json", &["\"judged_too_little\":true", "\"without_values\":[\"lines-only\"]", "\"no-line\":60"]),
    ] {
        let judged = with("no-line", constant, &[&args[..], &[format]].concat());
        let Some((status, text, _)) = judged else { return };
        assert_eq!(status, Some(2), "{text}");
        has_parts(&text, parts);
    }
}

/// A program that answers a game of depth 0 with the line of the game before. No game shows that alone.
#[test]
fn a_program_that_does_not_clear_what_it_keeps_is_asked_for_its_new_games() {
    let search = "kept = []\ndef search(root, depth):\n    global kept\n    score, line = negamax(root, depth)\n    \
                  shown, kept = line or kept, line\n    print('result', score, 'pv', *shown)\n    print('done', flush=True)";
    let judged = with("kept", search, &["--games", "300", "--threads", "1"]);
    let Some((status, text, _)) = judged else { return };
    assert_eq!(status, Some(2), "{text}");
    let question = "does `newgame` clear what the search keeps?";
    has_parts(&text, &["recurs     in 0 of 10 runs", question, "\nanswered   score "]);
}

/// A right search, but for what it does where `condition` is true.
fn wrong_if(condition: &str, wrong: &str) -> String {
    format!("def search(root, depth):\n    if {condition}:\n        {wrong}\n    else: right(root, depth)")
}

/// Each program is wrong in searches to depth 4. What is wrong is named.
#[test]
fn each_wrong_program_is_named() {
    for (name, wrong, finding) in [
        ("dies", "sys.stderr.write('out of memory'); os._exit(7)", "it wrote: out of memory"),
        ("killed", "os.kill(os.getpid(), 9)", "the program stopped: signal: 9"),
        ("nonsense", "print('bestmove e2e4', flush=True)", "the line \"bestmove e2e4\"; expected `result`"),
        ("no-score", "print('done', flush=True)", "`done` without a `result` before it"),
        ("no-number", "print('result good'); print('done', flush=True)", "expected `result SCORE"),
        (
            "bytes",
            "sys.stdout.buffer.write(b'\\xff\\xfe\\n'); sys.stdout.buffer.flush()",
            "bytes that are no UTF-8 text",
        ),
        ("long-line", "print('x' * 100000, flush=True)", "a line of more than 65,536 bytes"),
        ("closes", "os.close(1); time.sleep(1000)", "it closed its output"),
        ("requests", "print('position 99999', flush=True)", "the game has no position 99999"),
        (
            "illegal",
            "print('result', scores[root] if depth == 0 else 0, 'pv 4294967296'); print('done', flush=True)",
            "moves from 0 to 65533",
        ),
        ("beyond", "print('result 0 pv 0'); print('done depth 63', flush=True)", "but depth 4 was requested"),
        ("fork", "os.fork() == 0 and time.sleep(1000); os._exit(3)", "the program stopped: exit status: 3"),
        ("many", "print('result 0\\n' * 5000, flush=True)", "more than 1000 lines `result`"),
        (
            "bounds",
            "print('result', negamax(root, depth)[0] + 1, 'lower'); print('done', flush=True)",
            "wrong bound of the score",
        ),
    ] {
        let cases = ["--case", "v1 depth=4 [[[[1 0] 2] 3] 4]", "--case", "v1 depth=1 [1]"];
        let Some((status, text, error)) = with(name, &wrong_if("depth == 4", wrong), &cases) else { return };
        assert_eq!(status, Some(2), "{name}: {text}{error}");
        has_parts(&text, &[finding, " in 2 cases", "replay     pvcheck subject --cmd", "depth=4"]);
    }
}

/// A line too many would be read as the answer to the next search.
#[test]
fn a_line_after_the_answer_is_named() {
    let search = "def search(root, depth):\n    right(root, depth)\n    print('result 5', flush=True)";
    let judged = with("late", search, &["--games", "50", "--threads", "1"]);
    let Some((status, text, _)) = judged else { return };
    assert_eq!(status, Some(2), "{text}");
    // Whether it is read before the next search or with its answer depends on the moment.
    assert!(text.starts_with("test: answer that is not valid in 50 searches"), "{text}");
}

/// A program that started others is ended with them.
#[cfg(target_os = "linux")]
#[test]
fn no_process_is_left() {
    let mark = format!("pvcheck-left-{}", std::process::id());
    let search = format!(
        "def search(root, depth):\n    import subprocess\n    \
         subprocess.Popen(['sh', '-c', 'exec -a {mark} sleep 1000 || sleep 1000', '{mark}'])\n    right(root, depth)"
    );
    let Some((status, text, _)) = with("parent", &search, &["--games", "3"]) else { return };
    assert_eq!(status, Some(0), "{text}");
    wait_until("no process is left", || processes_with("cmdline", &mark) == 0);
}

/// A program that hangs, and a child of it in a session of its own: neither the end of the run nor a SIGKILL leaves one.
#[cfg(target_os = "linux")]
#[test]
fn no_process_is_left_whatever_ends_the_run() {
    let mark = format!("pvcheck-hangs-{}", std::process::id());
    let program = file(
        "hangs.sh",
        b"setsid sh -c 'sleep 1000; :' \"$1\" &\necho ready hangs\nsh -c 'sleep 1000; :' \"$1\"",
    );
    let run = |limit: &str| {
        let cmd = format!("sh {program} '{mark}'");
        started(Command::new(PVCHECK).args(["subject", "--cmd", &cmd, "--timeout", limit]))
    };
    let is_left = || processes_with("cmdline", &mark) > 0;
    let mut killed = run("100");
    wait_until("the program has started", || processes_with("cmdline", &mark) >= 3);
    killed.kill().expect("a child");
    killed.wait().expect("a child");
    wait_until("no process is left after SIGKILL", || !is_left());
    assert_eq!(run("0.2").wait().expect("a child").code(), Some(3));
    wait_until("no process is left after the end", || !is_left());
}

/// A program that dies in some games is started again for the others.
#[test]
fn the_run_goes_on_after_a_program_has_died() {
    let search = wrong_if("depth == 4", "os._exit(7)");
    let Some((status, text, _)) = with("mortal", &search, &["--games", "100"]) else { return };
    assert_eq!(status, Some(2), "{text}");
    // The case is the smallest game.
    has_parts(&text, &["end of the program in 100 searches", "case       v1 depth=4 0\n"]);
}

/// A program that loops, floods its output, or never reads its input. The other games are searched all the same.
#[test]
fn a_program_that_does_not_answer_in_time_ends_with_status_3() {
    for (name, wrong) in [("loops", "while True: pass"), ("floods", "while True: print('info', flush=True)")]
    {
        let search = wrong_if("depth == 6 and root == 0", wrong);
        let judged = with(name, &search, &["--timeout", "0.3", "--games", "60"]);
        let Some((status, text, error)) = judged else { return };
        assert_eq!(status, Some(3), "{name}: {text}{error}");
        has_parts(&text, &["the search did not answer within 0.3 s"]);
    }
}

#[test]
fn a_program_that_cannot_be_started_is_refused() {
    let refused = |cmd: &str, status: i32, part: &str| {
        let output = pvcheck(&["subject", "--cmd", cmd, "--timeout", "0.5"]);
        let error = stderr(&output);
        assert_eq!((output.status.code(), stdout(&output)), (Some(status), String::new()), "{cmd}: {error}");
        assert!(error.contains(part), "{cmd}: {error}");
    };
    refused("/no/such/program", 1, "`/no/such/program` cannot be started: No such file");
    refused("true", 1, "the program stopped: exit status: 0");
    refused("echo hello", 1, "the first line is \"hello\"; expected `ready NAME");
    refused("echo ready x form chess", 1, "unknown form \"chess\"; expected `form table`");
    refused("sleep 1000", 3, "no first line within 5 s");
    refused("'unclosed", 1, "expected a program and its arguments");
    refused("", 1, "expected a program and its arguments");
}

/// One that writes several results for one line, and one that does not answer.
#[test]
fn conformance_counts_results_and_tells_a_late_answer_from_a_wrong_one() {
    let run = |answer: &str, status| {
        let script = format!(
            "echo ready x; while read -r word rest; do case $word in search) {answer};; quit) exit;; esac; done"
        );
        let command = format!("sh -c '{script}'");
        with_status(status, &["subject", "--conformance", "--timeout", "0.2", "--cmd", &command])
    };
    let many = run("echo result 0; echo result 0; echo done", 2);
    has_parts(&many, &["2 lines `result`; one line was requested"]);
    run(":", 3);
}

#[test]
fn wrong_options_are_refused_with_what_was_expected() {
    let refused = |args: &[&str], part: &str| {
        let program = format!("{PVCHECK} program");
        refuses(&[&["subject", "--cmd", &program], args].concat(), &[part]);
    };
    refused(&["--declare", "tt+deepenin"], "`deepening` (the nearest name)");
    refused(&["--declare", "tt+reducing(1)"], "`reducing` is now written `lmr(R,after=N)`");
    refused(&["--option", "Hash"], "expected NAME=VALUE");
    refused(&["--scores", "5..1"], "expected a range");
    refused(&["--scores", "0..999999999"], "expected scores from -999998999");
    refused(&["--depths", "0..65"], "expected depths from 0 to 64");
    refused(&["--case", "v1 depth=2 [1"], "expected");
    refused(&["--warm", "5"], "from 0 to 4");
    for (text, part) in [("bound\n truncate", "known.case:2:2"), ("v1 depth=2 [[0", "known.case:1:13")] {
        refused(&["--known", &file("known.case", text.as_bytes())], part);
    }
    refused(&["--known", "/no/such/file"], "cannot read /no/such/file");
    refused(&["--write-known", "known.case", "--shard", "1/2"], "cannot be used with '--shard <K/N>'");
}

/// A case is replayed as it was found, and a known one is no finding.
#[test]
fn a_case_is_replayed_and_a_known_one_is_accepted() {
    let truncating = "def search(root, depth):\n    score, line = negamax(root, depth)\n    print('result', score, 'pv', *line[:1])\n    print('done', flush=True)";
    if tools::PYTHON.find().is_none() {
        return;
    }
    let verified = |name: &str, search: &str, args: &[&str]| {
        let (status, text, _) = with(name, search, &[&["--games", "40"], args].concat()).expect("Python");
        (status, text)
    };
    let depths = ["--depths", "2..2"];
    let (status, text) = verified("truncating", truncating, &depths);
    assert!(status == Some(2) && text.contains("case       v1 depth=2 [[0]]\n"), "{text}");
    let kind = file("kind.case", b"# It keeps one move only.\ntruncated\n");
    let (status, text) = verified("truncating", truncating, &["--known", &kind]);
    assert!(status == Some(0) && text.contains(": truncated (It keeps one move only.)"), "{text}");
    let known = fresh("truncating.case");
    let (status, _) = verified("truncating", truncating, &["--depths", "2..2", "--write-known", &known]);
    assert_eq!((status, &*std::fs::read_to_string(&known).expect("a file")), (Some(2), "v1 depth=2 [[0]]\n"));
    let both = ["--depths", "2..2", "--known", &known, "--write-known", &known];
    std::fs::write(&known, "# It keeps one move only.\nv1 depth=2 [[0]]\n").expect("an own file");
    let (status, text) = verified("truncating", truncating, &both);
    assert!(status == Some(0) && text.contains("accepted: v1 depth=2 [[0]] (It keeps one"), "{text}");
    let (status, text) = verified("right", "search = right", &both);
    assert!(status == Some(2) && text.contains("\nstale: the case v1 depth=2 [[0]] (It"), "{text}");
    assert_eq!(std::fs::read_to_string(&known).expect("a file"), "", "a stale entry is not written again");
}

/// One bug shows in games that shrink to several cases: the report has one of each kind, the file all.
#[test]
fn the_findings_of_a_first_run_are_accepted_by_the_next() {
    let program = format!("{PVCHECK} program alpha-beta-hard+single-array");
    let known = fresh("first-run.case");
    let run = |status, option: &str| {
        let base = ["subject", "--cmd", &program, "--games", "300", "--depths", "0..4", "--quiet"];
        with_status(status, &[&base[..], &[option, &known]].concat())
    };
    let first = run(2, "--write-known");
    let cases = std::fs::read_to_string(&known).expect("a file").lines().count();
    assert!(first.matches("\ncase ").count() < cases, "{cases} cases\n{first}");
    run(0, "--known");
}

/// The number of processes does not change the result, and neither do shards and journals.
#[test]
fn the_result_does_not_depend_on_threads_shards_and_interruptions() {
    // It interrupts pvcheck before the search with the number `CUT`.
    let interrupts =
        "case $word in search) n=$((n + 1)); [ \"$n\" = \"$CUT\" ] && kill $PPID && sleep 0.1;; esac";
    let program = format!("{PVCHECK} program alpha-beta-hard+single-array");
    let script = format!("while read -r word rest; do {interrupts}; echo $word $rest; done | {program}\n");
    let program = format!("sh {}", file("interrupts.sh", script.as_bytes()));
    let run = |args: &[&str]| {
        with_status(2, &[&["subject", "--cmd", &program, "--games", "900", "--quiet"], args].concat())
    };
    let whole = run(&["--threads", "1"]);
    assert_eq!(whole, run(&["--threads", "3"]));

    let shards = ["1/3", "2/3", "3/3"]
        .map(|shard| file(&format!("{shard}.json").replace('/', "-"), run(&["--shard", shard]).as_bytes()));
    let [one, two, three] = &shards;
    assert_eq!(with_status(2, &["merge", "--run-command", one, two, three]), whole);
    let other = format!("{PVCHECK} program alpha-beta-hard+triangular");
    let other = ["subject", "--cmd", &other, "--games", "900", "--quiet", "--shard", "3/3"];
    let other = file("other.json", result(&other).as_bytes());
    let found = ["program alpha-beta-hard+triangular"];
    refuses(&["merge", "--run-command", one, two, &other], &found);

    let journal = file("subject.journal", b"");
    let journaled = |args: &[&str]| run(&[&["--journal", &journal], args].concat());
    let mut cut = Command::new(PVCHECK);
    cut.args(["subject", "--cmd", &program, "--games", "900", "--quiet", "--journal", &journal]);
    assert_eq!(cut.env("CUT", "300").output().expect("pvcheck runs").status.code(), Some(143));
    assert_eq!(journaled(&[]), whole);
    let text = std::fs::read(&journal).expect("a journal");
    let ends: Vec<usize> = (0..text.len()).filter(|&at| text[at] == b'\n').collect();
    assert!(ends.len() >= 3, "a head and two parts");
    for cut in [0, ends[0] + 1, ends[1] - 3, text.len() - 1] {
        std::fs::write(&journal, &text[..cut]).expect("a writable folder");
        assert_eq!(journaled(&[]), whole, "cut after {cut} bytes");
    }
}

#[test]
fn a_shard_with_searches_that_ran_out_of_time_cannot_be_merged() {
    let silent = "sh -c 'echo ready silent; exec sleep 1000'";
    let base = ["subject", "--cmd", silent, "--games", "90", "--quiet", "--timeout", "0.2"];
    let part = with_status(3, &[&base[..], &["--shard", "1/3"]].concat());
    refuses(&["merge", &file("cut-short.json", part.as_bytes())], &["expected the result of a shard"]);
}

/// A program that requests each position when it comes to it.
#[test]
fn a_program_that_requests_positions_is_right_and_its_wrong_lines_are_found() {
    if tools::PYTHON.find().is_none() {
        return;
    }
    let search = |line: &str| {
        format!(
            "class Requested(dict):
    def __missing__(self, position):
        print('position', position, flush=True)
        words = sys.stdin.readline().split()
        end = [i for i, word in enumerate(words) if word in ('noisy', 'forcing', 'pass')] + [len(words)]
        scores[position], moves[position] = number(words[3]), [int(word) for word in words[5:end[0]]]
        return self[position]
scores, moves = Requested(), Requested()
def search(root, depth):
    scores.clear(), moves.clear()
    score, line = negamax(root, depth)
    print('result', score, 'pv', *{line})
    print('done', flush=True)"
        )
    };
    let path = |name: &str, line: &str| {
        let (head, rest) = PROGRAM.split_once("print(\"ready test").expect("a program");
        let text = format!("{head}{}\nprint(\"ready test form queries{rest}", search(line));
        format!("python3 '{}'", file(&format!("{name}.py"), text.as_bytes()))
    };
    let run = |status, cmd: &str| {
        with_status(status, &["subject", "--cmd", cmd, "--cycles", "--marks", "--games", "200", "--quiet"])
    };
    assert_eq!(run(0, &path("queries", "line")), NOTHING_FOUND);
    has_parts(&run(2, &path("queries-wrong", "line[1:]")), &["unsound line"]);
}
