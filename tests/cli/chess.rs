//! Chess positions on the command line.

use serde_json::Value;

use crate::command::{file, has_parts, json, refuses, result};

/// A pawn runs and the king cannot stop it, but the array shows a king move that does not attain the score.
const PAWN: &str = "4k3/8/8/8/8/2p5/8/4K3 w - - 0 1";
const SINGLE_ARRAY: &str = "alpha-beta-hard+single-array";

/// docs/cases.md shows and checks the lines.
#[test]
fn the_page_on_a_real_position_has_its_board() {
    let page = result(&["check", "--fen", PAWN, "--depth", "2", "--subject", SINGLE_ARRAY]);
    let board = "\n8 . . . . k . . .\n7 . . . . . . . .\n";
    has_parts(&page, &[&format!("position  {PAWN}\n"), board, "\n3 . . p . . . . .\n", "\nWhite to move\n"]);
}

#[test]
fn a_run_on_the_positions_of_pvcheck_shows_a_real_position_that_can_be_replayed() {
    let run = ["matrix", "--game", "chess", "--depth", "2", "--subject", SINGLE_ARRAY];
    let screen = result(&run);
    assert!(screen.contains(": 40 chess positions at depth 2, 1 subject\n"), "{screen}");
    let full = result(&[&run[..], &["--full"]].concat());
    let replays: Vec<&str> =
        full.lines().filter_map(|line| line.strip_prefix("replay    pvcheck check --fen ")).collect();
    assert!(!replays.is_empty(), "{full}");
    for replay in replays {
        let (fen, rest) = replay[1..].split_once("' --depth ").expect("a quoted FEN");
        let (depth, _) = rest.split_once(' ').expect("a depth");
        let page = result(&["check", "--fen", fen, "--depth", depth, "--subject", SINGLE_ARRAY]);
        let found = page.lines().filter(|line| line.starts_with("found ") || line.starts_with("shown "));
        let found: Vec<&str> = found.collect();
        assert!(found.len() == 2 && found.iter().all(|line| full.contains(line)), "{found:?}\n{full}");
    }
}

#[test]
fn the_screen_shows_the_board_of_an_expected_failure() {
    let screen = result(&[
        "matrix", "--game", "chess", "--depth", "2", "--regime", "stable", "--store", "single-array",
    ]);
    let title = "A chess position in which alpha-beta-hard+single-array fails, as";
    has_parts(&screen, &[title, "  a b c d e f g h\n", "pvcheck check --fen '"]);
}

#[test]
fn the_scope_names_the_game() {
    let chess =
        json(&["matrix", "--game", "chess", "--depth", "1", "--subject", SINGLE_ARRAY, "--format", "json"]);
    let scope = &chess["scope"];
    let found = [&scope["game"], &scope["depth"], &scope["games"]];
    assert_eq!(found, [&Value::from("chess"), &1.into(), &40.into()], "{scope}");
    assert!(chess["seed"].is_null() && scope.get("features").is_none(), "{scope}");
    let random = json(&["matrix", "--games", "10", "--subject", SINGLE_ARRAY, "--format", "json"]);
    assert_eq!(random["scope"]["game"], "random");
}

#[test]
fn the_positions_of_a_file_are_searched_in_shards_that_add_up() {
    let epd = file(
        "three.epd",
        format!("{PAWN} id \"pawn\";\n4k3/8/8/8/8/8/4P3/4K3 w - -\n8/P7/8/8/8/k7/8/K7 b - -\n").as_bytes(),
    );
    let run = ["matrix", "--game", "chess", "--epd", &epd, "--depth", "3", "--store", "single-array"];
    let whole = result(&run);
    let plain = whole.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(plain.contains(&format!(": 3 chess positions of {epd} at depth 3, ")), "{whole}");
    let shards = ["1/2", "2/2"].map(|shard| {
        let name = format!("chess-shard-{}.json", &shard[..1]);
        file(&name, result(&[&run[..], &["--shard", shard]].concat()).as_bytes())
    });
    assert_eq!(result(&["merge", &shards[0], &shards[1]]), whole);
}

#[test]
fn a_wrong_epd_file_is_refused_with_the_place_and_what_was_expected() {
    let epd = file("wrong.epd", b"4k3/8/8/8/8/8/4P3/4K3 w - -\n4k3/8/8/8/8/8/4P3/4K3 x - -\n");
    refuses(&["matrix", "--game", "chess", "--epd", &epd], &["wrong.epd:2:23", "expected"]);
    let empty = file("empty.epd", b"# nothing\n");
    refuses(&["matrix", "--game", "chess", "--epd", &empty], &["no record in this file"]);
}

#[test]
fn options_of_one_game_are_refused_with_the_other() {
    refuses(&["matrix", "--depth", "2"], &["`--depth` is for chess; expected `--game chess` with it"]);
    refuses(&["matrix", "--epd", "some.epd"], &["`--epd` is for chess"]);
    for flag in ["--games", "--seed"] {
        let parts = [flag, "is for random games; expected `--epd FILE`"];
        refuses(&["matrix", "--game", "chess", flag, "5"], &parts);
    }
    refuses(&["matrix", "--game", "chess", "--depth", "13"], &["13", "from 1 to 12"]);
    refuses(&["check", "--fen", PAWN], &["--depth", "--subject"]);
    refuses(&["check", "--fen", "8/8 w", "--depth", "1", "--subject", SINGLE_ARRAY], &["--fen", "expected"]);
    refuses(
        &["check", "--fen", "startpos", "--depth", "12", "--subject", SINGLE_ARRAY],
        &["more than 2000000 positions", "expected a smaller --depth"],
    );
}

#[test]
fn a_position_whose_tree_is_too_large_is_searched_less_deep_and_named() {
    let epd = file(
        "large.epd",
        b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - id \"opening\";\n8/8/8/8/8/k7/p7/K7 w - -\n",
    );
    let run =
        ["matrix", "--game", "chess", "--epd", &epd, "--depth", "6", "--subject", "pvs-soft+triangular"];
    let note = "The tree of opening has more than 2,000,000 positions; it was searched to depth 5 instead.";
    let plain = result(&run).split_whitespace().collect::<Vec<_>>().join(" ");
    has_parts(&plain, &[note, ": 2 chess positions of "]);
}
