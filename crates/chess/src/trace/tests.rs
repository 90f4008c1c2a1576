//! Each rule, broken by a trace of a few events, and kept by the same trace with one event changed.

use super::format::{Constants, Entered, Event, Kind, MAGIC, Reader, Reason, Rest, Source, TableEntry};
use super::game::{Chess, TracedGame, Unknown};
use super::judge::TraceJudge;
use super::report::TraceReport;
use super::rule::{Rule, Share};
use pvcheck::game::{Choices as _, Seeded};
use pvcheck::score::Bound;
use pvcheck::syntax::Named;

fn named<T: Named>(name: &str) -> T {
    T::all().find(|value| value.name() == name).unwrap_or_else(|| panic!("unknown word {name}"))
}

/// The number of a move of chess in UCI notation, or a number.
fn number_of(word: &str) -> u32 {
    let square = |text: &[u8]| u32::from(text[0] - b'a') + 8 * u32::from(text[1] - b'1');
    word.parse().unwrap_or_else(|_| {
        let bytes = word.as_bytes();
        let promotion = bytes
            .get(4)
            .map_or(0, |piece| 1 + b"nbrq".iter().position(|one| one == piece).expect("a piece") as u32);
        square(&bytes[..2]) | square(&bytes[2..4]) << 6 | promotion << 12
    })
}

fn word_key(word: &str) -> u64 {
    word.parse().expect("a key")
}

fn entry(words: &[&str]) -> TableEntry {
    let [key, bound, score, draft, ref mv @ ..] = *words else {
        panic!("an entry is `KEY BOUND SCORE DRAFT [MOVE]`: {words:?}")
    };
    let bound = match bound {
        "=" => Bound::Exact,
        ">=" => Bound::Lower,
        _ => Bound::Upper,
    };
    let number = |word: &str| word.parse().expect("a number");
    TableEntry {
        key: word_key(key),
        mv: mv.first().map_or(0, |mv| number_of(mv)),
        score: number(score),
        bound,
        draft: number(draft) as i16,
        level: 0,
    }
}

/// The event of a line of words.
fn event(line: &str) -> Event {
    let words: Vec<&str> = line.split_whitespace().collect();
    let number = |word: &str| word.parse::<i32>().expect("a number");
    match words[..] {
        ["position" | "go", ..] => Event::Text(line.trim().to_owned()),
        ["constants", win, least] => {
            Event::Constants(Constants { win: number(win), least: number(least), draws: (0, 0) })
        }
        [enter @ ("enter" | "quiesce"), key, depth, alpha, beta] => Event::Enter(Entered {
            kind: if enter == "enter" { Kind::Main } else { Kind::Quiescence },
            level: 0,
            depth: number(depth) as i16,
            ply: None,
            window: (number(alpha), number(beta)),
            key: word_key(key),
            line: 7,
        }),
        ["leave", score, why] => Event::Leave { score: number(score), why: named(why), line: 9 },
        ["leave", score] => Event::Leave { score: number(score), why: Reason::Moves, line: 9 },
        ["facts", word] => Event::Facts(word.to_owned()),
        ["untold"] => Event::Untold { line: 7 },
        ["abort"] => Event::Aborted,
        ["legal", count] => Event::Legal(count.parse().expect("a number")),
        ["move", mv, depth] => Event::Move { mv: number_of(mv), depth: number(depth) as i16 },
        ["probe", mv, depth] => Event::Probe { mv: number_of(mv), depth: number(depth) as i16 },
        ["skip", mv, why] => Event::Skip { mv: number_of(mv), why: named(why) },
        ["illegal", mv] => Event::Illegal(number_of(mv)),
        ["rest", which] => Event::Rest { which: named(which), why: Reason::Late, count: None },
        ["depth", depth] => Event::Depth(number(depth) as i16),
        ["alpha", value, why] => Event::Alpha { value: number(value), why: named(why) },
        ["eval", value] => Event::Evaluated { value: number(value), source: Source::Fresh },
        ["cached", value] => Event::Evaluated { value: number(value), source: Source::Cached },
        ["pat", value] => Event::StandPat(number(value)),
        ["read", ref rest @ ..] => Event::Read(entry(rest)),
        ["store", ref rest @ ..] => Event::Stored(entry(rest), 0),
        ["raise", score] => Event::Raise(number(score)),
        ["line", score, ref moves @ ..] => {
            let moves = moves.iter().map(|mv| number_of(mv)).collect();
            Event::Line { score: number(score), bound: Bound::Exact, moves }
        }
        _ => panic!("unknown event {line:?}"),
    }
}

fn report(game: impl TracedGame, text: &str) -> TraceReport {
    let mut judge = TraceJudge::new(game);
    text.split(';').for_each(|line| judge.judge(&event(line)));
    judge.finish()
}

fn broken(report: &TraceReport) -> Vec<&'static str> {
    report.findings().into_iter().map(|(rule, _)| rule.name()).collect()
}

/// Asserts which rules a search of an unknown game breaks.
fn check(text: &str, expected: &[&str]) {
    let report = report(Unknown, &format!("constants 1000 900; position; go; {text}"));
    assert_eq!(broken(&report), expected, "{text}\n{report}");
}

/// Asserts which rules a search of chess breaks.
fn check_chess(position: &str, text: &str, expected: &[&str]) {
    let report = report(Chess, &format!("constants 1000 900; position {position}; go; {text}"));
    assert_eq!(broken(&report), expected, "{text}\n{report}");
}

#[test]
fn a_search_that_tells_its_reasons_breaks_no_rule() {
    // Principal variation search: the second move is refuted by a null window, the third is searched again.
    check(
        "enter 1 2 -50 50; move 1 1; enter 2 1 -50 50; eval -3; leave -3 leaf; raise 3; move 2 1; enter 3 1 -4 -3; eval 8; \
         leave 8 leaf; move 3 1; enter 4 0 -4 -3; eval -9; leave -9 leaf; enter 4 1 -4 -3; eval -9; leave -9 leaf; \
         enter 4 1 -50 -3; eval -9; leave -9 leaf; raise 9; legal 3; store 1 = 9 2; leave 9; line 9 3",
        &[],
    );
}

#[test]
fn what_is_not_told_is_named_and_nothing_else() {
    check("enter 1 1 -5 5; untold; enter 1 1 -5 5; leave 3 moves", &["untold-return"]);
    check("leave 3", &["not-told"]);
    check("enter 1 1 -5 5; enter 2 0 -5 5; eval 3; leave 3 leaf; leave 9", &["not-told"]);
    check("enter 1 1 -5 5; move 1 0; raise 2; leave 2", &["not-told"]);
    check(
        "enter 1 1 -5 5; move 1 0; enter 2 0 -5 5; eval 1; leave 1 leaf; enter 3 0 -5 5; eval 2; leave 2 leaf; leave -1",
        &["not-told"],
    );
    check_chess(
        "startpos",
        "enter 1 1 -5 5; move e1e8 0; enter 2 0 -5 5; leave 1 leaf; leave -1",
        &["numbering"],
    );
}

#[test]
fn moves() {
    let board = "8/8/8/8/8/6k1/6p1/6K1 w - - 0 1";
    check_chess(board, "enter 1 1 -5 5; leave 0", &[]);
    check_chess(board, "enter 1 1 -5 5; leave 3", &["end-value"]);
    let mated = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1";
    check_chess(mated, "enter 1 1 -5 5; leave -1000", &[]);
    check_chess(mated, "enter 1 1 -5 5; leave 0", &["end-value"]);
    check_chess(mated, "enter 1 1 -5 5; leave -1000 end", &[]);
    check_chess(mated, "enter 1 1 -5 5; leave -990 end", &["end-value"]);
    let untold = report(Chess, &format!("position {mated}; go; enter 1 1 -5 5; leave -990 end"));
    assert_eq!(broken(&untold), [""; 0]);
    assert!(untold.to_string().contains("`PV_CONSTANTS` is not told"), "{untold}");
    check_chess("startpos", "enter 1 1 -5 5; leave -1000 end", &["end-value"]);
    check_chess("startpos", "quiesce 1 0 -5 5; rest all; leave -1000", &["end-value"]);
    check_chess("startpos", "quiesce 1 0 -1000 5; rest all; leave -1000", &[]);
    check_chess("startpos", "quiesce 1 0 -5 5; pat 3; rest all; leave 3 stand-pat", &[]);
    check_chess("startpos", "quiesce 1 0 -5 5; pat 3; leave 3 stand-pat", &["move-missing"]);
    // A pawn has three moves, two of them promotions to pieces that are not told.
    let pawn = "8/P7/8/8/8/8/5k1K/8 w - - 0 1";
    let first = "enter 1 1 -5 5; move a7a8q 0; enter 2 0 -5 5; eval -3; leave -3 leaf; raise 3";
    check_chess(pawn, &format!("{first}; rest all; leave 3"), &[]);
    check_chess(pawn, &format!("{first}; rest quiet; leave 3"), &["move-missing"]);
    check_chess(pawn, &format!("{first}; leave 3"), &["move-missing"]);
    check_chess(
        "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1",
        "enter 1 1 -5 5; move 0 0; enter 2 0 -5 5; leave 3; rest all; leave 4",
        &["null-in-check", "unsupported"],
    );
    // After ten legal moves an illegal one is no wrong numbering. Its node is not judged, and nothing if it is told to be illegal.
    let nodes = "enter 1 1 -5 5; move a7a8q 0; enter 2 0 -5 5; eval -6; leave -6 leaf; leave 6; ".repeat(10);
    let through = "enter 1 1 -5 5; move a7b8q 0; enter 2 0 -5 5; leave 1 draw";
    check_chess(pawn, &format!("{nodes}{through}; rest all; leave -6"), &["illegal-move"]);
    check_chess(pawn, &format!("{nodes}{through}; illegal a7b8q; rest all; leave -6"), &[]);
    let quiet = "quiesce 1 0 -5 5; pat -6; move a7b8q 0; quiesce 2 0 -5 5; leave 4 static";
    check_chess(pawn, &format!("{nodes}{quiet}; rest all; leave -6"), &[]);
    check_chess(
        pawn,
        &format!("{nodes}{quiet}; raise -4; rest all; leave -4"),
        &["illegal-move", "unsupported"],
    );
}

#[test]
fn scores_by_moves() {
    let child = |score: i32| format!("move 1 1; enter 2 1 -5 5; eval {score}; leave {score} leaf");
    check(&format!("enter 1 2 -5 5; {}; raise 3; leave 3", child(-3)), &[]);
    check(&format!("enter 1 2 -5 5; {}; leave 4", child(-3)), &["unsupported"]);
    check(&format!("enter 1 2 -5 5; {}; leave 2", child(-3)), &["better-move"]);
    check(&format!("enter 1 2 -5 5; {}; legal 2; raise 3; leave 3", child(-3)), &["move-missing"]);
    check(&format!("enter 1 2 -5 5; {}; skip 2 late; legal 2; raise 3; leave 3", child(-3)), &[]);
    check("enter 1 2 -5 5; move 1 1; enter 2 0 -5 5; eval -6; leave -6 leaf; leave 6", &["reduced-only"]);
    // A move whose depth is told anew was not reduced. One that is searched again after others was not first.
    let again = "enter 1 3 -5 5; move 1 2; enter 2 1 -5 5; eval -3; leave -3 leaf; move 1 1; raise 3; legal 1; leave 3";
    check(again, &[]);
    let leaf = |mv: u8, window: &str| format!("move {mv} 0; enter {mv}0 0 {window}; eval 9; leave 9 leaf");
    let inner = format!("{}; raise -9; {}", leaf(3, "-50 50"), leaf(4, "8 9"));
    let outer = |inner: &str| {
        format!("enter 1 2 -50 50; move 1 1; enter 2 1 -50 50; {inner}; leave -9; raise 9; leave 9")
    };
    check(&outer(&inner), &[]);
    check(&outer(&format!("{inner}; {}", leaf(3, "8 9"))), &["move-twice"]);
    check("quiesce 1 0 -5 5; pat 3; leave 3", &[]);
    check("quiesce 1 0 -5 5; pat 4; leave 3", &["stand-pat-above"]);
    let told = "enter 1 2 -5 5; move 1 1; enter 2 1 -5 5; skip 3 excluded; leave -6; leave 6";
    check(told, &["excluded-here"]);
}

#[test]
fn windows_and_raises() {
    let pat = "quiesce 1 0 -50 50; pat 3; move 1 0; quiesce 2 0 -50 -3; eval 9; leave 9 leaf; leave 3";
    check(pat, &[]);
    let child =
        |window: &str, score: i32| format!("move 1 1; enter 2 1 {window}; eval {score}; leave {score} leaf");
    check(&format!("enter 1 2 -5 5; {}; raise 3; leave 3", child("-4 5", -3)), &["child-window"]);
    check(&format!("enter 1 2 -5 5; {}; raise 3; leave 3", child("-9 9", -3)), &[]);
    check(
        &format!("enter 1 2 -5 5; {}; raise 2; leave 3", child("-5 5", -3)),
        &["raise-other", "raise-returned"],
    );
    check(
        &format!("enter 1 2 -5 5; {}; raise -6; leave -6", child("-5 5", 6)),
        &["raise-none", "raise-bound"],
    );
    let reduced = "enter 1 2 -5 5; move 1 2; enter 2 1 -5 5; eval -3; leave -3 leaf; raise 3; leave 3";
    check(reduced, &["raise-reduced", "reduced-only"]);
}

#[test]
fn reasons() {
    check("enter 1 2 -5 5; eval 3; leave 4 leaf", &["leaf-value"]);
    check("quiesce 1 0 -5 5; pat 5; leave 6 stand-pat", &["leaf-value"]);
    let null =
        |score: i32| format!("enter 1 2 -5 5; move 0 0; enter 2 0 -5 -4; eval {score}; leave {score} leaf");
    check(&format!("{}; leave 5 null", null(-5)), &[]);
    check(&format!("{}; leave 6 null", null(-5)), &["null-cutoff"]);
    check(&format!("{}; leave 5 null", null(5)), &["null-cutoff"]);
    check("enter 1 2 -5 5; enter 1 0 -5 5; eval 3; leave 3 leaf; leave 3 same", &[]);
    check("enter 1 2 -5 5; enter 1 0 -5 5; eval 3; leave 3 leaf; leave 2 same", &["same-node"]);
    check("enter 1 2 -5 5; enter 1 0 -5 5; eval -6; leave -6 leaf; leave -6 razoring", &[]);
    check("enter 1 2 -5 5; enter 1 0 -5 5; eval 6; leave 6 leaf; leave 6 razoring", &["same-node"]);
    check("enter 1 2 -5 5; alpha 0 cycle; enter 1 0 0 5; eval -2; leave -2 leaf; leave -2 same", &[]);
    check("enter 1 2 -5 5; enter 1 0 -5 5; eval -6; leave -6 leaf; leave -6 multicut", &["same-node"]);
    check("enter 1 2 -5 5; probe 1 0; enter 2 0 -6 -5; eval -6; leave -6 leaf; leave 6 probcut", &[]);
    check(
        "enter 1 2 -5 5; probe 1 0; enter 2 0 -6 -5; eval -4; leave -4 leaf; leave 6 probcut",
        &["probcut"],
    );
    check("enter 1 2 -5 5; leave 3 static", &["static-cutoff"]);
    check("enter 1 2 -5 5; leave 7 static", &[]);
    check("enter 1 2 -5 5; leave -7 static", &["static-cutoff"]);
    check("enter 1 2 -5 5; leave -7 futility", &[]);
    check("enter 1 2 999 2000; leave 999 mate-distance", &[]);
    check("enter 1 2 998 2000; leave 998 mate-distance", &["mate-distance"]);
    check("enter 1 2 -5 5; move 1 1; enter 2 1 -5 5; eval -3; leave -3 abort; leave 3", &["abort-used"]);
    check("enter 1 2 -5 5; alpha 0 cycle; leave 7 cycle", &["cycle-score"]);
    check("enter 1 2 -5 5; move 1 1; enter 2 1 -5 5; leave 0 abort; raise 0; leave 0 abort", &["abort-used"]);
}

#[test]
fn the_table() {
    let stored = "enter 1 2 -5 5; eval 3; store 1 = 3 2; leave 3 leaf";
    check(&format!("{stored}; enter 1 2 -5 5; read 1 = 3 2; leave 3 table"), &[]);
    check(
        &format!("{stored}; enter 1 2 -5 5; read 1 >= 3 2; leave 3 table"),
        &["entry-unknown", "entry-score"],
    );
    check(&format!("{stored}; enter 1 3 -5 5; read 1 = 3 2; leave 3 table"), &["entry-shallow"]);
    let seen = "quiesce 1 0 -5 5; store 1 <= 3 0; pat 3; leave 3; quiesce 1 0 -5 5";
    check(&format!("{seen}; pat 3; read 1 <= 3 0; leave 3 table"), &[]);
    check(&format!("{seen}; pat 2; read 1 <= 3 0; leave 3 table"), &["entry-score"]);
    // What is won is won at any depth.
    let won = "enter 1 2 -5 5; eval 950; store 1 >= 950 1; leave 950 leaf";
    check(&format!("{won}; enter 1 2 -5 5; read 1 >= 950 1; leave 950 table"), &[]);
    let own = "enter 1 2 -50 50; eval 9; store 1 = 9 2 4; leave 9 leaf; enter 1 3 4 5; enter 1 2 4 5";
    check(
        &format!("{own}; skip 4 excluded; read 1 = 9 2 4; leave 9 table; leave 9 same"),
        &["entry-excluded"],
    );
    check(&format!("{own}; skip 3 excluded; read 1 = 9 2 4; leave 9 table; leave 9 same"), &[]);
    let best = "enter 1 2 -50 50; move 1 1; enter 2 1 -50 50; eval -3; leave -3 leaf; raise 3; move 5 1; enter 3 1 -50 50; \
                eval 9; leave 9 leaf";
    check(&format!("{best}; store 1 = 3 2 1; leave 3"), &[]);
    check(&format!("{best}; store 1 = 3 2 5; leave 3"), &["store-move"]);
    let cutoff = "enter 1 2 -50 2; move 5 1; enter 3 1 -2 50; eval 9; leave 9 leaf; move 1 1; enter 2 1 -2 50; eval -3; \
                  leave -3 leaf";
    check(&format!("{cutoff}; store 1 >= 3 2 1; leave 3"), &[]);
    check(&format!("{cutoff}; store 1 >= 3 2 5; leave 3"), &["store-move"]);
    check(&format!("{stored}; enter 2 2 -5 5; read 1 = 3 2; leave 3 table"), &["entry-key"]);
    check(&format!("{stored}; enter 1 2 -5 5; read 1 = 3 2; leave 4 table"), &["entry-score"]);
    check("enter 1 2 -5 5; eval 3; store 1 = 4 2; leave 3 leaf", &["store-score"]);
    // A search that returns alpha may store the bound that it found below.
    let below = "enter 1 2 -5 5; move 1 1; enter 2 1 -5 5; eval 9; leave 9 leaf";
    check(&format!("{below}; store 1 <= -9 2; leave -5"), &[]);
    check(&format!("{below}; store 1 <= -10 2; leave -5"), &["store-score"]);
    check(&format!("{below}; store 1 <= -4 2; leave -5"), &["store-score"]);
    check("enter 1 2 -5 5; read 1 = 3 2; leave 3 table", &["not-told"]);
    check("enter 1 2 -5 5; rest all; store 1 = -7 2; leave -7", &["store-bound"]);
    check("enter 1 2 -5 5; eval 3; store 1 = 3 3; leave 3 leaf", &["store-depth"]);
    check("enter 1 2 -5 5; eval 3; store 2 = 3 2; leave 3 leaf", &["store-key"]);
    // A mate is stored with its distance from the position.
    let mate = |score: i32| {
        format!(
            "enter 1 2 -2000 2000; move 1 1; enter 2 1 -2000 2000; store 2 = {score} 1; leave -999; leave 999"
        )
    };
    check(&mate(-1000), &[]);
    check(&mate(-999), &["store-score"]);
    let inner = |bound: &str| {
        format!(
            "enter 1 3 -5 5; enter 1 1 -6 -5; skip 4 excluded; store 1 {bound} -7 1; leave -7; leave 3 static"
        )
    };
    check(&inner("<="), &["store-excluded", "static-cutoff"]);
}

#[test]
fn draws_and_evaluations() {
    let game = "startpos moves g1f3 g8f6 f3g1";
    check_chess(game, "enter 1 2 -5 5; alpha 0 cycle; rest all; leave 0", &[]);
    check_chess(game, "enter 1 2 -5 5; alpha 3 cycle; rest all; leave 3", &["draw-score"]);
    check_chess("startpos", "enter 1 2 -5 5; alpha 0 cycle; rest all; leave 0", &["no-cycle"]);
    let back = |why: &str| {
        format!(
            "enter 1 2 -5 5; move f6g8 1; enter 2 1 -5 5; eval 0; leave 0 {why}; raise 0; rest all; leave 0"
        )
    };
    check_chess(game, &back("leaf"), &[]);
    check_chess(game, &back("draw"), &[]);
    check_chess(&format!("{game} f6g8 g1f3 g8f6 f3g1"), &back("leaf"), &["repetition-missed"]);
    check_chess(&format!("{game} f6g8 g1f3 g8f6 f3g1"), &back("draw"), &[]);
    let far = "enter 1 2 999 1000; move f6g8 1; enter 2 1 -1000 -999; leave -999 mate-distance; rest all; leave 999";
    check_chess(&format!("{game} f6g8 g1f3 g8f6 f3g1"), far, &[]);
    let other = "enter 1 2 -5 5; move b8c6 1; enter 2 1 -5 5; leave 0 draw; raise 0; rest all; leave 0";
    check_chess(game, other, &["no-draw"]);
    let fifty = "4k3/8/8/8/8/8/R7/4K3 w - - 99 80";
    let quiet = |why: &str| {
        format!(
            "enter 1 2 -5 5; move a2a3 1; enter 2 1 -5 5; eval 0; leave 0 {why}; raise 0; rest all; leave 0"
        )
    };
    check_chess(fifty, &quiet("draw"), &[]);
    check_chess(fifty, &quiet("leaf"), &["fifty-moves-missed"]);
    check_chess(
        fifty,
        "enter 1 2 -5 5; move a2a3 1; enter 2 1 -5 5; leave 3 draw; rest all; leave -3",
        &["draw-score"],
    );
    check(
        "enter 1 2 -5 5; eval 3; leave 3 leaf; enter 1 2 -5 5; eval 4; leave 4 leaf",
        &["evaluation-changed"],
    );
    check("enter 1 2 -5 5; cached 3; leave 3 leaf", &["evaluation-unknown"]);
    let other = "enter 1 2 -5 5; eval 3; leave 3 leaf; enter 1 2 -5 5; eval 4; leave 4 leaf";
    check(&format!("facts evaluations-change; {other}"), &[]);
    check(&format!("facts evaluations; {other}"), &["evaluation-changed"]);
    let two = "enter 1 2 -5 5; move e2e4 1; enter 2 1 -5 5; leave 9 static; move d2d4 1; enter 2 1 -5 5; leave 9 static; rest all; leave -9";
    check_chess("startpos", two, &["two-positions-one-key"]);
}

#[test]
fn lines() {
    let search = |line: &str| {
        format!(
            "enter 1 2 -50 50; move 1 1; enter 2 1 -50 50; move 2 0; enter 3 0 -50 50; eval 3; leave 3 leaf; raise -3; leave -3; \
             raise 3; leave 3; {line}"
        )
    };
    check(&search("line 3 1 2"), &[]);
    check(&search("line 4 1 2"), &["line-score"]);
    check(&search("line 3 1"), &["line-short"]);
    check(&search("line 3 1 2 5"), &["line-long"]);
    check(&search("line 3 1 5"), &["line-other"]);
    check(&search("line 3 9"), &["line-other"]);
    let other = "enter 1 2 -50 50; move 1 1; enter 2 1 -50 50; move 2 0; enter 3 0 -50 50; eval 3; leave 3 leaf; raise -3; leave -2; \
                 raise 2; leave 2; line 2 1 2";
    check(other, &["unsupported", "raise-returned", "line-end"]);
    // Quiescence need not keep its moves; what it passes on is part of the line.
    let quiet = |line: &str| {
        format!(
            "enter 1 1 -50 50; move 1 0; enter 2 0 -50 50; quiesce 2 0 -50 50; move 2 0; quiesce 3 0 -50 50; pat 3; \
             leave 3 stand-pat; raise -3; leave -3; leave -3 same; raise 3; leave 3; {line}"
        )
    };
    check(&quiet("line 3 1 2"), &[]);
    check(&quiet("line 3 1"), &[]);
    check(&quiet("line 3 1 2 4"), &["line-long"]);
    // Two bounds that meet are a value, and a test without a move has none to find.
    let leaf = |window: &str, depth: u8| format!("enter 1 {depth} {window}; eval 5; leave 5 leaf; ");
    check(&(leaf("-1 0", 1) + &leaf("5 6", 1) + "enter 1 2 -9 9; eval 5; leave 5 leaf"), &[]);
    check(&(leaf("-1 0", 1) + "enter 1 2 -9 9; eval 5; leave 5 leaf"), &["root-not-repeated"]);
    let test = "enter 1 1 -1 0; skip 4 excluded; eval 5; leave 5 leaf; enter 1 2 -9 9; eval 5; leave 5 leaf";
    check(test, &[]);
    let failed = "enter 1 2 -50 2; move 1 1; enter 2 1 -2 50; eval -3; leave -3 leaf; raise 3; leave 3";
    check(&format!("{failed}; line 3 1"), &["line-bound"]);
    check(&format!("{failed}; enter 1 3 -50 50; eval 3; leave 3 leaf"), &["root-not-repeated"]);
    check(
        &format!("{failed}; enter 1 2 -50 50; eval 3; leave 3 leaf; enter 1 3 -5 5; eval 3; leave 3 leaf"),
        &[],
    );
}

#[test]
fn shares_count_what_nodes_rest_on() {
    let report = report(
        Unknown,
        "position; go; enter 1 2 -5 5; move 1 1; enter 2 1 -5 5; eval -3; leave -3 leaf; raise 3; skip 2 late; leave 3",
    );
    let counts = [Share::Evaluation, Share::LeftOut, Share::Full].map(|share| report.count(share));
    assert_eq!((report.nodes, counts), (2, [1, 1, 0]));
    assert!(report.to_string().contains("50.0 %  left out"), "{report}");
}

/// What another thread has evaluated or stored may be read, at a time that is not known.
#[test]
fn threads_share_what_they_keep() {
    let trace = |word| format!("position; go; enter 5 0 -9 9; {word} 7; leave 7 leaf");
    for (one, other) in [("cached", "eval"), ("eval", "cached")] {
        let mut judge = TraceJudge::new(Unknown);
        judge.trust_threads();
        for text in [trace(one), trace(other)] {
            text.split(';').for_each(|line| judge.judge(&event(line.trim())));
            judge.next_trace();
        }
        assert_eq!(broken(&judge.finish()), [""; 0]);
    }
}

#[test]
fn a_trace_that_is_taken_on_trust_is_no_pass() {
    let trusted =
        report(Unknown, "position; go; enter 1 2 -5 5; leave 7 static; enter 1 2 -5 5; leave 3 rule");
    assert!((trusted.judged(), trusted.nodes) == (0, 2) && trusted.to_string().contains("That is no pass"));
    let little = report(
        Unknown,
        "position; go; enter 1 2 -5 5; eval 1; leave 1 leaf; enter 1 2 -5 5; leave 3 rule; enter 1 2 -5 5; leave 3 rule",
    );
    assert!(little.judged() == 1 && little.to_string().contains("little is judged"), "{little}");
}

/// Judges the events up to the first that is not valid. Returns the number of nodes.
fn nodes_of(game: impl TracedGame, bytes: &[u8]) -> u64 {
    let (mut judge, mut reader) = (TraceJudge::new(game), Reader::new(bytes).expect("a trace"));
    while let Ok(Some(event)) = reader.event() {
        judge.judge(&event);
    }
    judge.finish().nodes
}

/// A root move that raises alpha twice leads to no line that is gone.
#[test]
fn any_events_are_judged() {
    let twice = "enter 1 2 -50 50; move 1 1; enter 2 1 -50 50; move 2 0; enter 3 0 -50 50; eval 3; leave 3 leaf; raise -3; leave -3; \
                 raise 3; raise 3; leave 3";
    check(twice, &["raise-none"]);
    let letters = b"!UF?GDRIP^KABVMmLXHCTNW";
    // The bytes after each letter, with an empty text or line.
    let sizes = [0, 2, 2, 2, 2, 2, 4, 4, 4, 4, 5, 5, 5, 5, 6, 6, 6, 7, 8, 16, 20, 24, 24];
    let mut judged = 0;
    for seed in 0..20_000 {
        let mut choices = Seeded::new(5, seed);
        let mut bytes = MAGIC.to_vec();
        bytes.extend(b"U\x11\x00position startpos");
        for _ in 0..60 {
            bytes.push(if choices.one_in(2) {
                b"NMX^"[choices.below(4) as usize]
            } else {
                letters[choices.below(23) as usize]
            });
            // Small numbers are valid more often.
            let most = if choices.one_in(20) { 256 } else { 3 };
            let letter = bytes[bytes.len() - 1];
            let size = letters.iter().zip(sizes).find(|(one, _)| **one == letter).expect("a letter").1;
            bytes.extend((0..size).map(|_| choices.below(most) as u8));
        }
        judged += nodes_of(Chess, &bytes) + nodes_of(Unknown, &bytes);
    }
    assert!(judged > 40_000, "{judged} nodes");
}

#[test]
fn bytes_are_read_as_they_are_documented() {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(b"U\x02\x00go");
    bytes.extend([b'N', 1, 2, 0xff, 0xff, 3, 0]);
    bytes.extend([(-5_i32).to_le_bytes(), 5_i32.to_le_bytes()].concat());
    bytes.extend(0x1234_u64.to_le_bytes());
    bytes.extend([9, 1]);
    bytes.extend([b'R', 2, 20, 0xff, 0xff]);
    bytes.extend([b'L', 7, 0, 0, 0, 2, 1, 5, 0, 0, 0]);
    let whole = bytes.len();
    bytes.extend([b'X', 1]);
    let mut reader = Reader::new(&bytes[..]).expect("a trace");
    let mut events = Vec::new();
    while let Some(event) = reader.event().expect("valid events") {
        events.push(event);
    }
    let entered = Entered {
        kind: Kind::Quiescence,
        level: 2,
        depth: -1,
        ply: Some(3),
        window: (-5, 5),
        key: 0x1234,
        line: 0x109,
    };
    let rest = Event::Rest { which: Rest::NoCapture, why: Reason::Late, count: None };
    let line = Event::Line { score: 7, bound: Bound::Lower, moves: vec![5] };
    assert_eq!(
        events,
        [Event::Text("go".to_owned()), Event::Enter(entered), rest, line],
        "the last event is cut"
    );
    let problem = |bytes: &[u8]| {
        let read = Reader::new(bytes).and_then(|mut reader| {
            while reader.event()?.is_some() {}
            Ok(())
        });
        read.expect_err("an error").to_string()
    };
    bytes.truncate(whole);
    bytes.push(b'z');
    assert_eq!(problem(&bytes), format!("byte {whole}: unknown event 'z'"));
    assert!(problem(b"pvcheck\x02").contains("version 2"));
    assert!(problem(b"hello").contains("no trace"));
}

#[test]
fn each_rule_has_a_trace_that_breaks_it() {
    let tested = include_str!("tests.rs");
    for rule in Rule::ALL {
        let is_tested = tested.contains(&format!("\"{rule}\""));
        assert!(is_tested, "{rule}");
    }
}
