//! Engines that misbehave, each a small shell script: the report names what is wrong, and no search takes longer than its
//! time limit.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use pvcheck::experiment::{Accepted, Deadline, Recurrence};
use pvcheck_chess::uci::{
    Class, EngineCampaign, EngineCheck, EngineCommand, EngineExample, EngineOption, FindingKind, Found, Go,
    KnownFinding, Limit, Plan, Played, Printed, Root, Scale, Session, Severity, minimised, rows,
};

/// What an engine prints in which nothing is wrong.
const RIGHT: &str = "echo info depth 1 score cp 0 pv e2e4; echo bestmove e2e4";

/// A shell that runs this script.
fn shell(script: &str) -> EngineCommand {
    let command = ["sh", "-c", script].map(str::to_owned).to_vec();
    EngineCommand { command, time_limit: Duration::from_secs(60), ..EngineCommand::default() }
}

/// A shell that answers `uci` and `isready`, and `go` with this script.
fn engine(go: &str) -> EngineCommand {
    shell(&format!(
        "while read -r word rest; do case $word in \
         uci) echo id name script; echo option name Hash type spin default 16 min 1 max 64; \
              echo option name MultiPV type spin default 1 min 1 max 8; echo uciok;; \
         isready) echo readyok;; quit) exit;; position) position=$rest;; \
         eval) echo 'Final evaluation +0.10 (white side)';; go) {go};; esac; done"
    ))
}

/// An engine like this one, with `other` in place of `part` in its script.
fn with(part: &str, other: &str, mut engine: EngineCommand) -> EngineCommand {
    engine.command[2] = engine.command[2].replace(part, other);
    engine
}

/// An engine with this answer to `go`, if any, whose time limit is soon over.
fn silent(go: &str) -> EngineCommand {
    EngineCommand { time_limit: Duration::from_millis(400), ..engine(go) }
}

fn option(name: &str, kind: &str) -> EngineOption {
    EngineOption { name: name.to_owned(), kind: kind.to_owned(), range: None, default: None }
}

fn root(text: &str) -> Arc<Root> {
    Arc::new(text.parse().expect("a position"))
}

fn scale(limit: Limit) -> Scale {
    let (threads, table, has_lines, ponders) = (2, 1, false, false);
    let (positions, sweep, plies, seed) = (3, 4, 6, 1);
    Scale { limit, positions, sweep, plies, seed, threads, has_lines, ponders, table }
}

fn sessions(plan: Plan, roots: &[Arc<Root>], scale: &Scale) -> Vec<Session> {
    pvcheck_chess::uci::sessions(plan, roots, scale, &Deadline::default())
}

/// The searches of a plan from the start position.
fn from_start(plan: Plan, limit: Limit) -> Vec<Session> {
    sessions(plan, &[root("startpos")], &scale(limit))
}

fn played(engine: &EngineCommand, sessions: &[Session]) -> Played {
    recorded(engine, sessions).0
}

/// The result, and each search as it was run, of one session after the other.
fn recorded(engine: &EngineCommand, sessions: &[Session]) -> (Played, Vec<(Go, Printed)>) {
    checked(engine, sessions, None)
}

/// The result of [`recorded`], with one more check of each search.
fn checked(
    engine: &EngineCommand,
    sessions: &[Session],
    check: Option<&EngineCheck<'_>>,
) -> (Played, Vec<(Go, Printed)>) {
    let ran = Mutex::new(Vec::new());
    let progress = || ();
    let record = |place, go: &Go, printed: &Printed| {
        ran.lock().expect("no panic").push((place, go.clone(), printed.clone()));
    };
    let campaign = EngineCampaign {
        command: engine,
        sessions,
        workers: 2,
        give_up: 3,
        check,
        until: &Deadline::default(),
        progress: &progress,
        record: &record,
    };
    let played = campaign.play();
    let mut ran = ran.into_inner().expect("no panic");
    ran.sort_by_key(|&(place, ..)| place);
    (played, ran.into_iter().map(|(_, go, printed)| (go, printed)).collect())
}

/// The classes of the findings.
fn shown(played: &Played) -> Vec<Class> {
    played.found.iter().map(|found| found.finding.class).collect()
}

/// The searches with a finding, by their numbers, and its class.
fn placed(played: &Played) -> Vec<(usize, Class)> {
    played.found.iter().map(|found| (found.request, found.finding.class)).collect()
}

fn found(engine: &EngineCommand, sessions: &[Session]) -> Vec<Class> {
    shown(&played(engine, sessions))
}

/// A finding of a session as small as it gets, which recurs each time.
fn recurring(engine: &EngineCommand, session: &Session, found: &Found) -> EngineExample {
    let example = minimised(engine, session, found, None);
    assert_eq!(example.recurrence, Recurrence { shown: 5, of: 5 });
    example
}

/// The script for `go`, if it is only for searches of positions after moves of the game: the others are answered.
fn after_moves(go: &str) -> String {
    format!(
        "case $position in *moves*) {go};; *) echo info depth 1 score cp 0 pv a2a3; echo bestmove a2a3;; esac"
    )
}

/// The classes that are found in searches of two positions. What sleeps here sleeps for 1000 s: no one waits for it.
fn classes(engine: &EngineCommand, limit: Limit) -> Vec<Class> {
    let sessions = sessions(Plan::Fresh, &[root("startpos"), root("startpos moves e2e4")], &scale(limit));
    let begun = Instant::now();
    let found = found(engine, &sessions);
    assert!(begun.elapsed() < Duration::from_secs(500), "{engine:?}: {:?}", begun.elapsed());
    found
}

#[test]
fn each_misbehaviour_is_named_within_its_time_and_the_run_goes_on() {
    for (go, class) in [
        ("exit 7", Class::Crashed),
        ("kill -9 $$", Class::Crashed),
        ("exec 1>&-; sleep 1000", Class::Crashed),
        ("sleep 1000 & exit 3", Class::Crashed),
    ] {
        // Both positions were searched: after the first failure there is a fresh process.
        assert_eq!(classes(&engine(go), Limit::Depth(1)), [class; 2], "{go}");
    }
    for go in ["sleep 1000", "printf bestmo; sleep 1000"] {
        assert_eq!(classes(&silent(&after_moves(go)), Limit::Depth(1)), [Class::TimedOut], "{go}");
    }
    // An endless flow of lines: whichever limit it reaches first.
    for class in classes(&silent("while :; do echo info depth 1; done"), Limit::Depth(1)) {
        assert!([Class::TimedOut, Class::Flood].contains(&class), "{class}");
    }
    assert!(classes(&silent(&after_moves("sleep 1000")), Limit::Stop(10)).contains(&Class::IgnoresStop));
    let ends = EngineCommand { command: vec!["true".to_owned()], ..engine("") };
    assert_eq!(found(&ends, &from_start(Plan::Fresh, Limit::Depth(1)))[0], Class::Crashed);
}

/// Each line after one that is no text is judged, by the same process.
#[test]
fn a_line_that_is_no_text_is_named_once_and_the_others_are_judged() {
    let answer = "echo info depth 1 score cp 0 pv a1a8; echo bestmove a2a3";
    for (line, begins) in [
        ("echo info string $(head -c 100000 /dev/zero | tr '\\0' x)", "\"info string xxx"),
        ("printf 'info string \\377\\n'", "no UTF-8 text"),
    ] {
        let all = sessions(Plan::Warm, &vec![root("startpos"); 2], &scale(Limit::Depth(1)));
        let played =
            played(&engine(&format!("n=$((n+1)); test $n = 1 && {{ {line}; {line}; }}; {answer}")), &all);
        let expected = [(0, Class::IllegalMove), (0, Class::NotText), (1, Class::IllegalMove)];
        assert_eq!(placed(&played), expected, "{line}");
        assert!(played.found[1].finding.detail.contains(begins), "{played:?}");
    }
}

/// MultiPV is a number here, and nothing else elsewhere.
#[test]
fn an_option_of_another_type_is_not_multipv() {
    for (kind, reason) in [
        ("type check default false", "the option MultiPV is not of the type spin"),
        ("type spin default 1 min 1 max 1", "the option MultiPV takes 1 to 1"),
    ] {
        let other = with("type spin default 1 min 1 max 8", kind, engine(RIGHT));
        let played = played(&other, &from_start(Plan::Lines, Limit::Depth(1)));
        assert_eq!((played.searches, &played.left_out[0].1[..]), (0, reason));
    }
}

/// The engine knows no `go depth`: it searches until it is stopped, or answers with no move.
#[test]
fn an_engine_that_obeys_no_depth_is_searched_by_time() {
    for (otherwise, class) in
        [("read -r word", Class::Slow), ("m=a8a8; echo bestmove $m; continue", Class::IllegalBestMove)]
    {
        let by_time = silent(&format!("case $rest in movetime*) ;; *) {otherwise};; esac; {RIGHT}"));
        let all = sessions(Plan::Fresh, &vec![root("startpos"); 9], &scale(Limit::Depth(8)));
        let (played, ran) = recorded(&by_time, &all);
        assert_eq!(shown(&played).into_iter().filter(|&found| found == class).count(), 2, "{played:?}");
        assert!(played.ignores_depth && ran.len() == 9, "{played:?}");
        assert!(ran.iter().all(|(go, _)| go.limit == Limit::MoveTime(100)), "{ran:?}");
    }
}

/// An engine may crash where there is no move, or answer with one; the next search must work.
#[test]
fn finished_roots_are_searched_near_the_end_only() {
    let roots = ["R5k1/5ppp/8/8/8/8/8/6K1 b - -", "7k/5Q2/6K1/8/8/8/8/8 b - -"].map(root);
    let with = |plan, go: &str| {
        let answer = "echo info depth 1 score cp 0 pv h8h7; echo bestmove h8h7";
        let roots = [&roots[..], &[root("7k/8/5K2/8/8/8/8/R7 b - -")]].concat();
        let all = sessions(plan, &roots, &Scale { positions: 9, ..scale(Limit::Depth(1)) });
        let script = format!("case $position in R5k1*|7k/5Q2*|*R5k1*|*7k/5Q2*) {go};; *) {answer};; esac");
        let played = played(&engine(&script), &all);
        let mut found = placed(&played);
        found.retain(|&(request, _)| request < 2);
        (found.into_iter().map(|(_, class)| class).collect::<Vec<_>>(), played.skipped.len())
    };
    assert_eq!(with(Plan::Fresh, "exit 1"), (vec![], 2));
    assert_eq!(with(Plan::NearTheEnd, "echo info depth 0 score mate 0; echo bestmove '(none)'"), (vec![], 0));
    assert_eq!(with(Plan::NearTheEnd, "exit 1"), (vec![Class::Crashed; 2], 0));
    assert_eq!(with(Plan::NearTheEnd, "echo bestmove g8f8"), (vec![Class::IllegalBestMove; 2], 0));
}

/// The second line has the score of the search without the first, or one of a position that is won or lost as well.
#[test]
fn the_second_line_is_compared_with_a_search_without_the_first() {
    let with_depth = |depth: u64, second: &str, alone: &str, mv: &str| {
        let two = format!(
            "echo info depth {depth} multipv 1 score cp 90 pv a2a3; echo info depth {depth} multipv 2 score"
        );
        let script = format!(
            "case $rest in *searchmoves*) echo info depth {depth} score {alone} pv {mv}; echo bestmove {mv};; \
             *) {two} {second} pv b2b3; for i in 3 4; do set -- x x c2c3 d2d3; shift $((i-1)); \
             echo info depth {depth} multipv $i score cp -3000 pv $1; done; echo bestmove a2a3;; esac"
        );
        let (played, ran) = recorded(&engine(&script), &from_start(Plan::Lines, Limit::Depth(depth)));
        assert_eq!(ran.len(), if depth < 8 { 1 } else { 2 }, "{ran:?}");
        for (without, _) in &ran[1..] {
            assert!(without.only.len() == 19 && !without.only.contains(&"a2a3".to_owned()), "{without:?}");
            assert!(!without.new_game);
        }
        played.found.into_iter().map(|found| (found.finding.class, found.finding.detail)).collect::<Vec<_>>()
    };
    let with = |second: &str, alone: &str, mv: &str| with_depth(8, second, alone, mv);
    for (second, alone) in [("cp 80", "cp 80"), ("cp 80", "cp -300"), ("cp -2000", "cp -800")] {
        assert_eq!(with(second, alone, "b2b3"), [], "{second}, {alone}");
    }
    let detail = "cp -500 without the first line's move; cp 80 in the second line".to_owned();
    assert_eq!(with("cp 80", "cp -500", "b2b3"), [(Class::SecondLineDiffers, detail)]);
    assert_eq!(with("cp 80", "cp -400", "a2a3"), [], "an engine that does not obey `searchmoves`");
    assert_eq!(with_depth(7, "cp 80", "cp -400", "b2b3"), []);
}

/// The other positions of the plan are searched.
#[test]
fn after_three_searches_without_an_answer_the_position_is_skipped() {
    let roots = [vec![root("startpos moves e2e4"); 5], vec![root("startpos"); 5]].concat();
    let all = sessions(Plan::Fresh, &roots, &Scale { positions: 10, ..scale(Limit::Depth(1)) });
    // A crash is no answer either.
    for (script, class) in [("sleep 1000", Class::TimedOut), ("exit 1", Class::Crashed)] {
        let played = played(&silent(&after_moves(script)), &all);
        assert_eq!((played.searches, played.left_out.len()), (8, 0), "{played:?}");
        assert_eq!(shown(&played), [class; 3], "{played:?}");
        let skipped: Vec<_> = played.skipped.iter().collect();
        let reason = "3 searches without an answer".to_owned();
        assert_eq!(skipped, [(&(reason, "startpos moves e2e4".to_owned()), &2)]);
    }
}

#[test]
fn an_engine_that_answers_nothing_is_named_once_within_twice_its_time() {
    let silent = EngineCommand { time_limit: Duration::from_secs(2), ..engine("sleep 1000") };
    let begun = Instant::now();
    let all = sessions(Plan::Fresh, &vec![root("startpos moves e2e4"); 9], &scale(Limit::Depth(1)));
    let played = played(&silent, &all);
    assert!(begun.elapsed() < Duration::from_secs(6), "{:?}", begun.elapsed());
    assert_eq!((played.searches, shown(&played), played.answers_nothing), (1, vec![Class::TimedOut], true));
}

#[test]
fn the_smallest_table_and_the_most_threads_are_those_that_the_engine_allows() {
    let offered = |name: &str, range| EngineOption { range: Some(range), ..option(name, "spin") };
    let of = |hash, threads| {
        let scale = Scale { threads: 8, ..scale(Limit::Depth(1)) };
        let scale = scale.within(&[offered("hash", hash), offered("Threads", threads)]);
        (scale.table, scale.threads)
    };
    assert_eq!(of((1, 1024), (1, 512)), (1, 8));
    assert_eq!(of((4, 1024), (1, 6)), (4, 6));
    assert_eq!(of((100, 150), (1, 1)), (100, 1));
    let has_lines = |most| scale(Limit::Depth(1)).within(&[offered("MultiPV", (1, most))]).has_lines;
    assert_eq!([3, 4].map(has_lines), [false, true], "four lines");
    let large = with("min 1 max 64", "min 4 max 64", engine(RIGHT));
    let plan = |scale| played(&large, &sessions(Plan::SmallTable, &[root("startpos")], scale));
    let fixed = scale(Limit::Depth(1));
    assert_eq!(plan(&fixed).left_out[0].1, "the option Hash takes 4 to 64");
    assert_eq!(plan(&fixed.within(&[offered("Hash", (4, 64))])).searches, 1);
}

/// The third search is of the engine in a fresh process.
#[test]
fn a_late_answer_is_not_taken_for_the_answer_to_the_next_search() {
    let with = |go: &str| {
        let roots = ["startpos", "startpos moves e2e4", "startpos moves e2e4 e7e5"].map(root);
        let requests = roots
            .iter()
            .zip(0..)
            .map(|(root, index)| Go { new_game: index == 0, ..Go::new(Arc::clone(root), Limit::Depth(1)) });
        let session = Session { plan: Plan::Warm, settings: Vec::new(), requests: requests.collect() };
        found(
            &engine(&format!("set -- $position; n=$((n+1)); case $# in 3) m=e7e5;; *) m=g1f3;; esac; {go}")),
            &[session],
        )
    };
    let answer = "echo info depth 1 score cp 0 pv $m; echo bestmove $m";
    assert_eq!(with(answer), []);
    // The answer to each search comes again when the next one has begun.
    let again = format!("test $n -gt 1 && echo bestmove $last; last=$m; {answer}");
    assert_eq!(with(&again), [Class::AfterBestMove]);
    // The next search has begun, and its own answer takes longer.
    let slow = format!("test $n -gt 1 && echo bestmove $last && sleep 0.02; last=$m; {answer}");
    assert_eq!(with(&slow), [Class::AfterBestMove]);
}

/// It may be a part of a longer line.
#[test]
fn a_line_without_its_end_is_quoted_and_not_judged() {
    let dies = engine("printf 'info depth 1 score cp 0 pv e2e5'; exit 3");
    let played = played(&dies, &from_start(Plan::Fresh, Limit::Depth(1)));
    assert_eq!(shown(&played), [Class::Crashed]);
    let detail = "exit status: 3; it had begun the line: info depth 1 score cp 0 pv e2e5";
    assert_eq!(played.found[0].finding.detail, detail);
}

#[test]
fn names_may_have_any_bytes_and_quit_must_be_obeyed() {
    let one = from_start(Plan::Fresh, Limit::Depth(1));
    let latin = with("echo id name script", "printf 'id author Jos\\351 \\377\\n'", engine(RIGHT));
    assert_eq!(found(&latin, &one), []);
    let stays = with("quit) exit", "quit) sleep 1000", silent(RIGHT));
    let played = played(&stays, &one);
    assert_eq!(shown(&played), [Class::IgnoresQuit], "{played:?}");
    recurring(&stays, &one[0], &played.found[0]);
}

#[test]
fn without_isready_nothing_is_waited_for() {
    // It takes `isready` for an answer to it, once it has searched.
    let once = "test -z \"$n\" && echo readyok || exit 7";
    let never = with("echo readyok", once, engine(&format!("n=1; {RIGHT}")));
    let all = |plan| sessions(plan, &[root("startpos"), root("startpos")], &scale(Limit::Depth(1)));
    assert_eq!(found(&never, &all(Plan::Warm)), [Class::Crashed; 2]);
    assert_eq!(found(&never, &all(Plan::NoIsReady)), []);
}

#[test]
fn a_plan_that_an_engine_does_not_support_is_left_out_with_the_reason() {
    let right = engine(RIGHT);
    let alone = sessions(Plan::Threads, &[root("startpos")], &Scale { threads: 1, ..scale(Limit::Depth(1)) });
    for (engine, all, reason) in [
        (&right, from_start(Plan::Threads, Limit::Depth(1)), "no option Threads"),
        (&with_threads(1), alone, "the option Threads takes 1 to 1"),
    ] {
        let found = played(engine, &all);
        assert_eq!((found.searches, found.left_out), (0, vec![(Plan::Threads, reason.to_owned())]));
    }
    let fits = played(&right, &from_start(Plan::SmallTable, Limit::Depth(1)));
    assert_eq!((fits.searches, fits.found.len(), fits.left_out.len()), (1, 0, 0));
}

/// An engine with a bug: in so many of sixteen searches as it has threads beyond the first, it plays another move than the
/// first one of its line; and with several threads its lines of mates have no end.
fn with_threads(most: u64) -> EngineCommand {
    shell(&format!(
        "t=1; s='cp 0'; answer() {{ n=$((n+1)); m=e2e4; test $((n % 16)) -lt $((t-1)) && m=d2d4; \
         test $t -gt 1 && s='mate 3'; echo info depth 1 score $s pv e2e4 e7e5; echo bestmove $m; }}; \
         while read -r word rest; do case $word in \
         uci) echo option name Threads type spin default 1 min 1 max {most}; \
              echo option name Hash type spin default 16 min 1 max 64; echo uciok;; \
         setoption) case $rest in *Threads*) t=${{rest##* }};; esac;; \
         isready) echo readyok;; quit) exit;; go) test $rest = infinite || answer;; stop) answer;; esac; done"
    ))
}

#[test]
fn each_number_of_threads_has_the_same_searches_some_of_several_lines_and_some_stopped() {
    let roots = vec![root("startpos"); 4];
    let with = |threads, limit| {
        let all = sessions(Plan::Threads, &roots, &Scale { threads, has_lines: true, ..scale(limit) });
        let of = |session: &Session| (session.settings[0].1.clone(), session.requests.clone());
        all.iter().map(of).collect::<Vec<_>>()
    };
    let numbers = |threads| {
        let all = with(threads, Limit::Depth(5));
        let numbers = all.iter().map(|(threads, _)| threads.as_str()).collect::<Vec<_>>();
        assert_eq!(numbers[..numbers.len() / 2], numbers[numbers.len() / 2..]);
        numbers[..numbers.len() / 2].join(" ")
    };
    assert_eq!([1, 2, 6, 16, 20].map(numbers), ["2", "1 2", "1 2 4 6", "1 2 4 16", "1 2 4 16 20"]);
    let all = with(4, Limit::Depth(5));
    let commands = |requests: &[Go]| requests.iter().flat_map(Go::commands).collect::<Vec<_>>();
    assert!(all[..3].iter().all(|(_, requests)| commands(requests) == commands(&all[0].1)));
    let searches = |all: &[(String, Vec<Go>)]| {
        let search = |go: &Go| (go.settings[0].1.clone(), go.limit.to_string(), go.new_game);
        all[0].1.iter().map(search).collect::<Vec<_>>()
    };
    let [one, four] = ["1", "4"].map(str::to_owned);
    let [depth, infinite] = ["depth 5", "infinite"].map(str::to_owned);
    let expected = [(one.clone(), depth.clone(), true), (four, depth, false), (one, infinite, false)];
    assert_eq!(searches(&all), expected);
    // An engine may know no other limit than a clock.
    let with_clock = with(4, clock("5+0"));
    assert!(searches(&with_clock).iter().all(|(_, limit, _)| limit.starts_with("wtime ")));
}

#[test]
fn what_grows_with_threads_has_a_rate_and_an_interval_for_each_number() {
    let scale = Scale { positions: 16, threads: 16, ..scale(Limit::Depth(1)) };
    let all = sessions(Plan::Threads, &vec![root("startpos"); 32], &scale);
    let statistics = played(&with_threads(16), &all).statistics;
    let of = |class| {
        let rates = statistics.rates().into_iter().filter(|rate| rate.class == class);
        rates.map(|rate| (rate.threads, rate.of, rate.shown)).collect::<Vec<_>>()
    };
    assert_eq!(of(Class::OtherBestMove), [(1, 32, 0), (2, 32, 2), (4, 32, 6), (16, 32, 30)]);
    assert_eq!(of(Class::MateIncomplete), [(2, 32, 32), (4, 32, 32), (16, 32, 32)]);
    let text = statistics.to_string();
    for row in [
        "with threads              threads       of    shown  rate (95 % interval)",
        "other-best-move                 1       32        0  0.0 % (0.0 to 10.7)",
        "other-best-move                 4       32        6  18.8 % (8.9 to 35.3)",
        "mate-line-incomplete            2       32       32  100.0 % (89.3 to 100.0)",
    ] {
        assert!(text.lines().any(|line| line == row), "{row}\n{text}");
    }
    // In other plans the number is not set.
    let fresh = sessions(Plan::Fresh, &[root("startpos")], &scale);
    assert!(played(&with_threads(16), &fresh).statistics.rates().is_empty());
}

/// The line of the first search is printed again in all others: two searches are needed, and the game before the
/// second one is not.
#[test]
fn a_finding_is_made_as_small_as_it_gets_and_tried_again() {
    let stale =
        engine("n=$((n+1)); test $n = 1 && d=8; echo info depth $d score cp 0 pv e2e4; echo bestmove e2e4");
    let roots: Vec<Arc<Root>> =
        ["startpos", "startpos moves d2d4 d7d5", "startpos moves e2e4 e7e5"].map(root).to_vec();
    let limit = Limit::Depth(8);
    let settings = vec![("Hash".to_owned(), "1".to_owned())];
    let requests = roots.iter().enumerate().map(|(index, root)| Go {
        new_game: index == 0,
        settings: settings.clone(),
        ..Go::new(Arc::clone(root), limit)
    });
    let requests = requests.collect();
    let session = Session { plan: Plan::Warm, settings, requests };
    let all = [session];
    let played = played(&stale, &all);
    let rows = rows(&played, &all, &[], false).into_iter().map(|row| row.kind.class);
    assert_eq!(rows.collect::<Vec<_>>(), [Class::StaleLine, Class::IllegalBestMove]);
    let finding = recurring(&stale, &all[0], &played.found[0]);
    assert_eq!(finding.kind.class, Class::StaleLine);
    // The move is stale only after a search of another position; nothing else is needed.
    assert_eq!(finding.session.requests.len(), 2);
    assert!(finding.session.settings.is_empty());
    assert!(finding.session.requests.iter().all(|go| go.settings.is_empty()), "{finding:?}");
    let commands = finding.commands();
    assert!(commands.iter().any(|command| command.starts_with("go depth 1")), "{commands:?}");
}

#[test]
fn related_searches_are_compared() {
    // The score is the number of the search in the process.
    let counting = engine("n=$((n+1)); echo info depth 1 score cp $n pv e2e4; echo bestmove e2e4");
    let repeated = from_start(Plan::Repeat, Limit::Depth(1));
    assert_eq!(found(&counting, &repeated), [Class::NotRepeatable]);
    // By time, or with several threads, a right engine may differ.
    let by_time = played(&counting, &from_start(Plan::Repeat, Limit::MoveTime(1)));
    assert_eq!((by_time.searches, by_time.left_out.len()), (0, 1));
    let threads = vec![("Threads".to_owned(), "4".to_owned())];
    let parallel = EngineCommand { options: threads, ..counting.clone() };
    assert!(played(&parallel, &repeated).found.is_empty());
    let constant = engine("echo info depth 1 score cp 7 pv e2e4; echo bestmove e2e4");
    assert_eq!(found(&constant, &repeated), []);
}

/// The score is the same for both sides, which is wrong after an odd number of moves.
#[test]
fn a_value_at_the_end_of_a_line_that_differs_comes_back_in_fresh_processes() {
    let constant = engine("echo info depth 4 score cp 5 pv e2e4 e7e5 g1f3; echo bestmove e2e4");
    let all = from_start(Plan::EndValue, Limit::Depth(4));
    let played = played(&constant, &all);
    let ends: Vec<_> =
        played.found.iter().filter(|found| found.finding.class == Class::EndValueDiffers).collect();
    assert_eq!(ends.len(), 1, "{played:?}");
    assert!(ends[0].finding.detail.ends_with("for the other side at the end of the line; cp 5 before"));
    let commands = recurring(&constant, &all[0], ends[0]).commands();
    let end = "position startpos moves e2e4 e7e5 g1f3".to_owned();
    assert!(commands.contains(&end), "{commands:?}");
    let spread = &played.statistics.differences[&Plan::EndValue];
    assert_eq!((spread.pairs(), spread.equal(), spread.quantile(50)), (1, 0, Some(10)));
}

#[test]
fn statistics_count_lengths_ends_and_mates() {
    let go = "echo info depth 1 score cp 1 pv a2a3; echo info depth 1 score cp 0 pv e2e4; \
              echo info depth 2 score cp 9 lowerbound pv e2e4; echo info depth 3 score mate 2 pv e2e4 e7e5; \
              echo info depth 4 score mate 2 pv f2f3 e7e5 g2g4 d8h4; echo info depth 5 pv e2e5; \
              echo info depth 5 score mate 3; echo bestmove e2e4";
    let statistics = played(&engine(go), &from_start(Plan::Fresh, Limit::Depth(5))).statistics;
    let lengths = |depth: u64| {
        let found = statistics.depths[&depth];
        (found.lines, found.whole, found.plies)
    };
    assert_eq!([1, 3, 4, 5].map(lengths), [(1, 1, 1), (1, 0, 2), (1, 1, 4), (1, 0, 1)]);
    assert!(!statistics.depths.contains_key(&2), "a line with a bound does not count");
    let ends: Vec<_> = statistics.ends.iter().map(|(end, &count)| (end.name(), count)).collect();
    assert_eq!(ends, [("depth", 1), ("early", 1), ("checkmate", 1), ("illegal", 1)]);
    let mates = statistics.mates[&Plan::Fresh];
    assert_eq!((mates.lines, mates.incomplete), (3, 2), "a mate without a line is incomplete");
    let text = statistics.to_string();
    let shares = "ends       depth 25.0 %, early 25.0 %, checkmate 25.0 %, illegal 25.0 %";
    assert!(text.contains(shares), "{text}");
    // Where there is nothing to search, depths grow and grow.
    let mut deep = statistics.clone();
    deep.depths.extend((1..=20_000).map(|depth| (depth, statistics.depths[&1])));
    let rows: Vec<String> = deep.to_string().lines().take(10).map(str::to_owned).collect();
    assert!(rows[1].starts_with("1-8 ") && rows[9].starts_with("more than 64 "), "{rows:?}");
}

/// A score that is different only once in the life of the engine does not come back: the limits of a pair stay equal, although
/// the score depends on the depth.
#[test]
fn the_searches_of_a_pair_keep_the_same_limit() {
    let flag = std::env::temp_dir().join(format!("pvcheck-flaky-{}", std::process::id()));
    let go = format!(
        "set -- $rest; s=${{2}}0; n=$((n+1)); if test $n = 2 && ! test -e {0}; then : > {0}; s=99; fi; \
         echo info depth $2 score cp $s pv e2e4; echo bestmove e2e4",
        flag.display()
    );
    let flaky = engine(&go);
    let all = from_start(Plan::Repeat, Limit::Depth(4));
    let played = played(&flaky, &all);
    assert_eq!(played.found.len(), 1, "{played:?}");
    let finding = minimised(&flaky, &all[0], &played.found[0], None);
    std::fs::remove_file(flag).expect("it was made");
    assert_eq!((finding.recurrence, finding.severity), (Recurrence { shown: 0, of: 20 }, Severity::Warning));
    let limits: Vec<Limit> = finding.session.requests.iter().map(|request| request.limit).collect();
    assert_eq!(limits, [Limit::Depth(4); 2]);
}

#[test]
fn answers_that_are_late_early_or_double_are_named() {
    let with = |engine: &EngineCommand, limit| found(engine, &from_start(Plan::Fresh, limit));
    for late in ["info depth 2 score cp 3 pv d2d4", "bestmove d2d4"] {
        let late = engine(&format!("{RIGHT}; echo {late}"));
        assert_eq!(with(&late, Limit::Depth(1)), [Class::AfterBestMove]);
    }
    assert_eq!(with(&engine(RIGHT), Limit::Stop(60_000)), [Class::EarlyBestMove]);
    // It reads `stop`, and answers then.
    let patient = engine(&format!("read -r word; {RIGHT}"));
    let soon = EngineCommand { time_limit: Duration::from_secs(4), ..patient };
    // The easiest search comes before, twice.
    assert_eq!(with(&soon, Limit::Depth(1)), [Class::Slow; 3]);
    assert_eq!(with(&soon, Limit::Stop(5)), []);
}

/// Some engines print several lines from the start.
#[test]
fn the_number_of_lines_is_that_of_the_engine() {
    let one = engine(
        "echo info depth 1 multipv 1 score cp 0 pv a2a3; echo info depth 1 multipv 2 score cp 0 pv b2b3; \
         echo bestmove a2a3",
    );
    let all = from_start(Plan::Fresh, Limit::Depth(1));
    assert_eq!(found(&one, &all), [Class::RankBeyondLimit]);
    let mut two = with("MultiPV type spin default 1", "MultiPV type spin default 2", one);
    assert_eq!(found(&two, &all), []);
    two.options.push(("MultiPV".to_owned(), "3".to_owned()));
    assert_eq!(found(&two, &all), [Class::MissingRank]);
}

/// The option is part of the reproduction, and so are the options of the whole run.
#[test]
fn a_reproduction_has_all_options() {
    let three = "for i in 1 2 3; do set -- a2a3 b2b3 c2c3; eval echo info depth 1 multipv $i score cp 0 pv \\$$i; done; \
                 echo bestmove a2a3";
    let command = EngineCommand { options: vec![("Hash".to_owned(), "7".to_owned())], ..engine(three) };
    let all = from_start(Plan::Lines, Limit::Depth(1));
    let played = played(&command, &all);
    assert_eq!(played.found[0].finding.class, Class::MissingRank, "{played:?}");
    let finding = recurring(&command, &all[0], &played.found[0]);
    assert_eq!(finding.detail, "3 lines at the last depth; 4 are possible");
    assert_eq!(finding.commands()[..2], ["setoption name Hash value 7", "setoption name MultiPV value 4"]);
}

#[test]
fn mates_of_different_sides_are_different_values() {
    let mates = engine("echo info depth 4 score mate 9 pv e2e4; echo bestmove e2e4");
    let found = found(&mates, &from_start(Plan::EndValue, Limit::Depth(4)));
    assert!(found.contains(&Class::EndValueDiffers), "{found:?}");
}

#[test]
fn a_panic_of_a_check_ends_its_session_only() {
    let roots = ["startpos", "startpos moves e2e4", "startpos moves d2d4"].map(root);
    let scale = Scale { positions: 1, ..scale(Limit::Depth(1)) };
    let sessions = sessions(Plan::Fresh, &roots, &scale);
    assert_eq!(sessions.len(), 3);
    let check = |request: &Go, _: &Printed| {
        assert!(request.root.to_string() != "startpos moves e2e4", "this message is part of the test");
        Vec::new()
    };
    let (played, _) = checked(&engine("echo bestmove a1a1"), &sessions, Some(&check));
    assert_eq!(played.panicked, [1]);
    let found: Vec<_> = played.found.iter().map(|found| (found.session, found.finding.class)).collect();
    assert!([0, 2].iter().all(|&other| found.contains(&(other, Class::IllegalBestMove))), "{found:?}");
    assert!(found.iter().all(|&(session, _)| session != 1), "{found:?}");
}

#[test]
fn accepted_findings_are_read_with_their_reasons() {
    let text = "# Truncated lines are\n# accepted.\nmate-line-incomplete\n\n# Here only.\nillegal-move startpos moves e2e4\n";
    let read = |text: &str| Accepted::<KnownFinding>::read_all(text, str::parse);
    let known = read(text).expect("a file of accepted findings");
    assert_eq!(known.len(), 2);
    assert_eq!(read(&known.iter().map(Accepted::lines).collect::<String>()).as_ref(), Ok(&known));
    let is = |known: &Accepted<KnownFinding>, class, text: &str| {
        known.entry.is(FindingKind { class, rule: None }, &root(text).canonical())
    };
    assert!(is(&known[0], Class::MateIncomplete, "startpos"));
    assert_eq!(known[0].reason, "Truncated lines are accepted.");
    // In any notation of the position.
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    for (text, is_known) in [
        ("startpos moves e2e4", true),
        (&format!("fen {start} 0 1 moves e2e4"), true),
        (&format!("{start} moves e2e4"), true),
        ("startpos", false),
        ("fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", false),
    ] {
        assert_eq!(is(&known[1], Class::IllegalMove, text), is_known, "{text}");
    }
    // One rule of a trace, or each.
    let entry = |text: &str| text.parse::<KnownFinding>().expect("an entry");
    let kinds = ["trace/no-draw", "trace/line-long"].map(|text| entry(text).kind);
    let is_accepted = |text: &str| kinds.map(|kind| entry(text).is(kind, &root("startpos").canonical()));
    assert_eq!(is_accepted("trace/no-draw startpos"), [true, false]);
    assert_eq!(is_accepted("trace startpos"), [true, true]);
    assert_eq!(is_accepted("illegal-move"), [false, false]);
    for (text, part) in [
        ("trace/no-drawn\n", "line 1, column 7: unknown rule `no-drawn`; expected `no-draw`"),
        ("# x\n ilegal-move\n", "line 2, column 2: unknown class `ilegal-move`; expected `illegal-move`"),
        ("slow\n\nillegal-move *\n", "line 3, column 14: unknown piece `*`"),
        ("slow fen 8/8", "line 1, column 13: only 2 ranks"),
        ("illegal-move\tstartpos moves e2e5", "line 1, column 29: `e2e5` is no legal move here"),
    ] {
        let error = read(text).expect_err("a mistake").to_string();
        assert!(error.starts_with(part), "{error}");
    }
}

fn clock(text: &str) -> Limit {
    Limit::Clock(text.parse().expect("a clock"))
}

/// An engine that knows no other limit than a clock, and plays knights there and back. It prints the clock that it got.
fn with_clock(go: &str) -> EngineCommand {
    engine(&format!(
        "case $rest in wtime*) ;; *) sleep 1000;; esac; \
         set -- $position; case $# in 1|6) m=g1f3;; 3|7) m=g8f6;; 4|8) m=f3g1;; *) m=f6g8;; esac; \
         {go}; echo info string $rest; echo info depth 1 score cp 0 pv $m; echo bestmove $m"
    ))
}

/// What the engine printed of each clock that it got.
fn clocks(ran: &[(Go, Printed)]) -> Vec<String> {
    let line = |(_, printed): &(Go, Printed)| {
        printed.lines.first().map(|line| line.text.clone()).unwrap_or_default()
    };
    ran.iter().map(line).collect()
}

#[test]
fn a_game_has_one_clock_and_ends_by_the_rules() {
    let all = sessions(Plan::Play, &[root("startpos")], &Scale { plies: 60, ..scale(clock("5+0.01")) });
    assert_eq!(all[0].requests.len(), 60);
    let (played, ran) = recorded(&with_clock("sleep 0.02"), &all);
    // The start position occurs for the third time.
    assert_eq!((played.searches, played.found.len()), (8, 0), "{played:?}");
    let sent: Vec<String> = ran.iter().map(|(go, _)| format!("info string {}", go.limit)).collect();
    assert_eq!(clocks(&ran), sent);
    assert_eq!(sent[0], "info string wtime 5000 btime 5000 winc 10 binc 10");
    let mut left = [5000; 2];
    for (ply, (go, printed)) in ran.iter().enumerate() {
        let Limit::Clock(clock) = go.limit else { panic!("{go:?}") };
        assert_eq!((clock.left, go.root.moves().len()), (left, ply));
        let elapsed = printed.elapsed.as_millis() as u64;
        assert!(elapsed >= 20, "{elapsed}");
        left[ply % 2] -= elapsed - 10;
    }
}

#[test]
fn a_session_keeps_its_clock_and_a_new_game_has_a_new_one() {
    let roots = ["startpos", "startpos moves g1f3 g8f6", "startpos moves g1f3"].map(root);
    let left = |plan| {
        let (played, ran) =
            recorded(&with_clock("sleep 0.02"), &sessions(plan, &roots, &scale(clock("5+0"))));
        assert_eq!(played.found.len(), 0, "{played:?}");
        let left = |(go, _): &(Go, Printed)| match go.limit {
            Limit::Clock(clock) => clock.left,
            limit => panic!("{limit}"),
        };
        ran.iter().map(left).collect::<Vec<_>>()
    };
    assert_eq!(left(Plan::Fresh), [[5000; 2]; 3]);
    let warm = left(Plan::Warm);
    assert_eq!(warm[..1], [[5000; 2]]);
    assert!(warm[1][0] < 5000 && warm[2][0] < warm[1][0] && warm[2][1] == 5000, "{warm:?}");
}

/// The third search of the game has too little time left. A replay has the clock of the search that was found.
#[test]
fn a_time_forfeit_ends_the_game_and_is_replayed_with_the_same_clock() {
    let late = with_clock("sleep 0.45");
    let all = from_start(Plan::Play, clock("0.6+0"));
    let (played, ran) = recorded(&late, &all);
    assert_eq!(placed(&played), [(2, Class::TimeForfeit)], "{played:?}");
    let example = recurring(&late, &all[0], &played.found[0]);
    assert_eq!(example.session.requests.len(), 1);
    assert_eq!(example.request().limit, ran[2].0.limit);
    let replay: Session = example.whole().to_string().parse().expect("a session");
    let (played, again) = recorded(&late, &[replay]);
    assert!(shown(&played).contains(&Class::TimeForfeit), "{played:?}");
    assert_eq!(clocks(&again), clocks(&ran[2..]));
    // Searches that are no game have a new clock then.
    let roots = vec![root("startpos"); 2];
    let (_, warm) = recorded(&late, &sessions(Plan::Warm, &roots, &scale(clock("0.1+0"))));
    assert_eq!(clocks(&warm), ["info string wtime 100 btime 100 winc 0 binc 0"; 2]);
}

/// A game needs no clock.
#[test]
fn an_illegal_move_ends_the_game() {
    let wrong = engine(
        "set -- $position; case $# in 1) m=e2e4;; 3) m=e7e5;; *) m=e4e5;; esac; \
         echo info depth 1 score cp 0 pv $m; echo bestmove $m",
    );
    let all = from_start(Plan::Play, Limit::Depth(1));
    let played = played(&wrong, &all);
    assert_eq!(placed(&played), [(2, Class::IllegalMove), (2, Class::IllegalBestMove)], "{played:?}");
    assert_eq!(played.found[1].request().root.to_string(), "startpos moves e2e4 e7e5");
    assert_eq!(recurring(&wrong, &all[0], &played.found[1]).session.requests.len(), 1);
}

/// An engine that ponders, and plays knights there and back. It prints its process and the searches that it got, and expects
/// the move back, or `expected`.
fn pondering(expected: &str) -> EngineCommand {
    let answer = "set -- $position; case $# in 1|6) m=g1f3; p=g8f6;; 3|7) m=g8f6; p=f3g1;; 4|8) m=f3g1; p=f6g8;; \
                  *) m=f6g8; p=g1f3;; esac; echo info string $$; echo info depth 1 score cp 0 pv $m";
    shell(&format!(
        "while read -r word rest; do case $word in uci) echo option name Ponder type check default false; echo uciok;; \
         isready) echo readyok;; quit) exit;; position) position=$rest;; \
         go) case $rest in ponder*) ;; *) {answer}; echo bestmove $m ponder {expected};; esac;; \
         stop|ponderhit) {answer}; echo bestmove $m ponder {expected};; esac; done"
    ))
}

/// Only the first process answers. The others are cut when the time of the run is over: that they show nothing says nothing.
#[test]
fn a_trial_that_is_cut_does_not_count() {
    let folder = tempfile::tempdir().expect("a folder");
    let flag = folder.path().join("answered").display().to_string();
    let once = engine(&format!(
        "case $rest in nodes*) test -e {flag} && sleep 1000; : > {flag};; esac; echo info depth 1 score cp 0 pv; \
         echo bestmove e2e4"
    ));
    let all = from_start(Plan::Fresh, Limit::Nodes(1));
    let found = played(&once, &all).found;
    let soon = EngineCommand { deadline: Deadline::after(Some(Duration::from_secs(1))), ..once };
    let example = minimised(&soon, &all[0], &found[0], None);
    assert_eq!((example.kind.class, example.recurrence), (Class::EmptyLine, Recurrence { shown: 0, of: 0 }));
    assert_eq!(example.severity, Severity::Warning, "it is not known whether it recurs");
}

/// Each process gets its own side, and its searches are in the time of the other one where that expects them.
#[test]
fn two_processes_play_a_game_and_ponder() {
    let offered = [option("Ponder", "check")];
    let scale = Scale { plies: 60, ..scale(clock("5+0.01")) }.within(&offered);
    let all = sessions(Plan::TwoProcesses, &[root("startpos")], &scale);
    let with = |expected: &str| {
        let (played, ran) = recorded(&pondering(expected), &all);
        let search = |(go, printed): &(Go, Printed)| {
            let ponder = go.ponder.map_or("own", |ponder| if ponder.hit { "hit" } else { "miss" });
            (go.root.moves().len(), ponder, go.process, printed.lines[0].text.clone())
        };
        (played, ran.iter().map(search).collect::<Vec<_>>(), ran)
    };
    // The start position occurs for the third time after eight plies.
    let (played, ran, whole) = with("$p");
    let ponders: Vec<_> = ran.iter().map(|(ply, ponder, process, _)| (*ply, *ponder, *process)).collect();
    let hits = (2..8).map(|ply| (ply, "hit", ply % 2));
    assert_eq!(ponders, [(0, "own", 0), (1, "own", 1)].into_iter().chain(hits).collect::<Vec<_>>());
    assert_eq!((played.found.len(), played.searches), (0, 8), "{played:?}");
    let processes: Vec<&String> = ran.iter().map(|(.., process)| process).collect();
    assert!(processes.windows(3).all(|three| three[0] == three[2] && three[0] != three[1]), "{ran:?}");
    let sent = whole[2].0.commands();
    assert!(sent[1].starts_with("go ponder wtime ") && sent[2].starts_with("ponderhit (after "), "{sent:?}");
    // A move that is not played: the search in the time of the other side ends, and another one follows.
    let (played, ran, _) = with("$(test $m = g8f6 && echo a2a3 || test $m = f6g8 && echo a2a3 || echo a7a6)");
    let ponders: Vec<_> = ran.iter().map(|(ply, ponder, ..)| (*ply, *ponder)).collect();
    assert_eq!(ponders[..6], [(0, "own"), (1, "own"), (2, "miss"), (2, "own"), (3, "miss"), (3, "own")]);
    let is_ponder = |&class: &Class| matches!(class, Class::OtherPonder | Class::IllegalPonder);
    assert!(shown(&played).iter().all(is_ponder), "{played:?}");
}

/// A finding has the searches of its own process only, and is replayed with them.
#[test]
fn a_finding_of_one_of_two_processes_is_replayed_in_one() {
    // After the second search of a process its lines are wrong.
    let count = "n=$((n+1)); test $n = 3 && m=a1a8; echo info string";
    let wrong = with("echo info string", count, pondering("$p"));
    let scale = Scale { plies: 9, ponders: true, ..scale(Limit::Depth(1)) };
    let all = sessions(Plan::TwoProcesses, &[root("startpos")], &scale);
    let found = played(&wrong, &all).found;
    assert!(!found.is_empty() && found.iter().all(|found| found.requests().len() == 3), "{found:?}");
    let example = recurring(&wrong, &all[0], &found[0]);
    assert_eq!(example.session.requests.len(), 3);
    assert!(example.session.requests.iter().all(|go| go.ponder.is_none()), "{example:?}");
    let replay: Session = example.whole().to_string().parse().expect("a session");
    assert_eq!(played(&wrong, &[replay]).found.len(), found.len());
}

/// The position, and the last ones of a game from there to its end, the last one first, in one process.
#[test]
fn positions_near_the_end_are_searched_backwards() {
    use pvcheck::position::Position as _;

    let text = "8/7k/8/8/8/8/R7/1R4K1 w - - 0 1";
    let all = sessions(Plan::NearTheEnd, &[root(text), root("startpos")], &scale(Limit::Depth(1)));
    let requests = &all[0].requests;
    assert_eq!(all.len(), 1);
    assert_eq!(requests.iter().filter(|go| go.new_game).count(), 1);
    let at = requests
        .iter()
        .position(|go| go.root.to_string() == format!("fen {text}") && go.root.moves().is_empty());
    let walk = &requests[..=at.expect("the position itself")];
    assert!(walk.len() > 2, "{walk:?}");
    let plies: Vec<usize> = walk.iter().map(|go| go.root.moves().len()).collect();
    assert!(plies.is_sorted_by(|one, next| one > next), "{plies:?}");
    let ends = |go: &Go| {
        let root = go.root.position();
        pvcheck::position::legal_moves(root).into_iter().any(|mv| root.play_in_game(mv).is_terminal())
    };
    assert!(ends(&walk[0]), "{walk:?}");
    assert!(requests.iter().all(|go| !go.root.position().is_terminal()));
}

/// A search to a great depth is made smaller by halves.
#[test]
fn limits_are_halved_first() {
    let wrong = engine("n=${rest#depth }; echo info depth $n score cp 0 pv a1a8; echo bestmove a2a3");
    let all = from_start(Plan::Fresh, Limit::Depth(1000));
    let found = played(&wrong, &all).found;
    let example = minimised(&wrong, &all[0], &found[0], None);
    assert_eq!((example.request().limit, example.was_cut), (Limit::Depth(1), false));
}

/// The engine does not know `go nodes`: after some positions the plan is left out, and the other one is run.
#[test]
fn a_plan_without_any_answer_is_left_out() {
    let no_nodes =
        silent("case $rest in nodes*) ;; *) echo info depth 1 score cp 0 pv a2a3; echo bestmove a2a3;; esac");
    let roots: Vec<Arc<Root>> =
        ["startpos", "startpos moves e2e4 e7e5", "startpos moves d2d4 d7d5"].map(root).to_vec();
    let both =
        [Plan::StopSweep, Plan::Fresh].map(|plan| sessions(plan, &roots, &scale(Limit::Depth(1)))).concat();
    let played = played(&no_nodes, &both);
    let [(plan, reason)] = &played.left_out[..] else { panic!("{played:?}") };
    assert!(*plan == Plan::StopSweep && reason.starts_with("none of 6 "), "{played:?}");
    assert!(played.gave_up && (6 + 3..=8 + 3).contains(&played.searches), "{}", played.searches);
}

/// Of much error output the first words are kept, where some programs say why they end, and the last ones.
#[test]
fn the_first_and_the_last_words_of_a_process_that_ends_are_shown() {
    let talks = engine("echo panic: first >&2; seq 2000 >&2; echo the last >&2; exit 7");
    let found = played(&talks, &from_start(Plan::Fresh, Limit::Depth(1))).found;
    let detail = &found[0].finding.detail;
    assert!(detail.contains("it wrote: panic: first / 1 / 2 / ") && detail.contains(" / ... / "), "{detail}");
    assert!(detail.ends_with(" / 2000 / the last") && detail.len() < 1000, "{detail}");
}

/// A program may set an option only to a value of its type.
#[test]
fn an_engine_whose_ponder_is_no_switch_does_not_ponder() {
    let ponders = |kind| scale(Limit::Depth(1)).within(&[option("Ponder", kind)]).ponders;
    assert!(ponders("check") && !ponders("string"));
    let all = from_start(Plan::TwoProcesses, Limit::Depth(1));
    assert!(all[0].settings.is_empty() && all[0].requests.iter().all(|go| go.ponder.is_none()));
}

/// Each is wrong at one limit only, which no other plan has.
#[test]
fn sweeps_reach_the_limits_at_which_an_engine_is_wrong() {
    for (plan, limit) in [(Plan::StopSweep, "nodes 256"), (Plan::TimeSweep, "movetime 8")] {
        let right = "echo info depth 1 score cp 0 pv $m; echo bestmove $m";
        let wrong = engine(&format!("m=a2a3; case $rest in '{limit}') m=a1a8;; esac; {right}"));
        let found = played(&wrong, &from_start(plan, Limit::Depth(1))).found;
        assert!(found.iter().any(|found| found.finding.class == Class::IllegalMove), "{plan}: {found:?}");
        assert!(found.iter().all(|found| found.request().limit.to_string() == limit), "{plan}: {found:?}");
    }
}

/// The positions of one session are played to different kinds of ends.
#[test]
fn each_position_is_played_to_an_end_of_its_own() {
    let roots = vec![root("8/7k/8/8/8/8/R7/1R4K1 w - - 0 1"); 10];
    let all = sessions(Plan::NearTheEnd, &roots, &Scale { positions: 10, ..scale(Limit::Depth(1)) });
    let ends: std::collections::BTreeSet<String> =
        all[0].requests.iter().map(|go| go.root.to_string()).collect();
    // Ten equal walks have five positions.
    assert!(ends.len() > 15, "{ends:?}");
}
