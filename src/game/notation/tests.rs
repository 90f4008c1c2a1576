use super::*;
use crate::game::{Choices, Growth, Seeded};
use crate::position::{Move, Position};

fn error(text: &str) -> String {
    text.parse::<Graph>().expect_err("an invalid text").to_string()
}

#[test]
fn canonical_text_survives_a_round_trip() {
    for text in [
        "5",
        "-7",
        "[1]",
        "[[3 5] 2[9]]",
        "1[-2[3 4] 0 6[[0]]]",
        "[a:1 a]",
        "[a:2[1 b:[3]] [b a]]",
        "a:[[a 3]]",
        "a:-1[a]",
        "[!3 +[2 4] 5 ~a:[1 a]]",
        "[!+-#0 !-1 +[1 ~#3] ~-2[3]]",
        "[1 2 ~0]",
        "[a:[1] ~a]",
        "a:[!a +b:[1 ~[!+b ~a]] ~b]",
        r#"["e2e4" 3 "d2d4" [1 2]]"#,
        r#"a:["Nf3"!a "O-O-O"+-#1 "x y '~[1 2]"!+b:["ü" b 4] "same" 5 "same" a ~b]"#,
    ] {
        let tree: Graph = text.parse().expect("a valid text");
        assert_eq!(tree.to_string(), text);
    }
}

#[test]
fn loose_text_is_read_and_printed_canonically() {
    let tree: Graph = "  [ 0[1\n2]\t-0 ]  ".parse().expect("any white space is allowed");
    assert_eq!(tree.to_string(), "[[1 2] 0]");
    let marked: Graph = "[+!x:1 !2\n~x ]".parse().expect("marks are allowed in either order");
    assert_eq!(marked.to_string(), "[!+a:1 !2 ~a]");
    let named: Graph =
        "[\"e2e4\"[1 \"b\"\n +!2] \"c\"x:3 \"d\"   !x]".parse().expect("white space may follow a name");
    assert_eq!(named.to_string(), r#"["e2e4" [1 "b"!+2] "c" a:3 "d"!a]"#);
}

#[test]
fn errors_state_the_place_and_what_was_expected() {
    assert!(error("[1\n1000000001]").starts_with("line 2, column 1: a score out of range"));
    for (text, error_begins) in [
        ("", "1: no game; expected a score"),
        ("[1 2", "1: this bracket is never closed"),
        ("[1 []]", "4: no moves; expected at least one position"),
        ("[1 x]", "4: unknown label `x`; expected a label that was defined before"),
        ("[1 -]", "4: a minus sign alone"),
        ("[1 -#]", "4: a mate without its plies"),
        ("[1 #501]", "4: a score out of range"),
        ("1 2", "3: text after the game"),
        ("[1]]", "4: text after the game"),
        ("[[1][2]]", "5: no space between two positions"),
        ("[1 ?]", "4: found '?'; expected a score, `[`, `]` or a label"),
        ("[x:1 y]", "6: unknown label `y`; expected one of x"),
        ("[x:1 x:2]", "6: the label `x` is defined twice"),
        ("[x: 1]", "4: no position after `x:`"),
        ("x", "1: unknown label `x`"),
        ("]", "1: found ']'"),
        // Marks and passes.
        ("!1", "1: `!` before the root, to which no move leads; expected a score or `[`"),
        ("~[1]", "1: `~` before the root"),
        ("[1 !~2]", "4: a mark before a pass; expected the position after a move"),
        ("[1 !+~2]", "4: a mark before a pass"),
        ("[!!1]", "3: `!` twice; expected each mark once"),
        ("[+!+1]", "4: `+` twice"),
        ("[! 1]", "3: no position after `!`; expected a score, `[` or a label, without a space"),
        ("[1 +]", "5: no position after `+`"),
        ("[1 ~ 2]", "5: no position after `~`"),
        ("[1 ~!2]", "5: no position after `~`"),
        ("[1 ~", "5: no position after `~`"),
        ("[~1]", "2: a pass without a move; expected at least one move before the pass"),
        ("[1 ~2 ~3]", "7: a move or pass after the pass; expected `]`"),
        ("[1 ~2 3]", "7: a move or pass after the pass"),
        ("[1 ~[2] !3]", "9: a move or pass after the pass"),
        ("[1!2]", "3: no space between two positions"),
        ("[1~2]", "3: no space between two positions"),
        ("[1 ~x x:2]", "5: unknown label `x`"),
        // Names.
        (r#"["e2e4 3]"#, r#"2: this quote is never closed; expected `"` at the end of the name"#),
        ("[\"a\" 3 \"b\n\" 4]", r#"10: '\n' in a name; expected `"` at the end of the name"#),
        (r#"["" 3]"#, "2: an empty name; expected at least one character"),
        (r#""a" 3"#, "1: a name before the root, to which no move leads"),
        (r#"[3 "a" ~4]"#, "4: a name before a pass; expected the position after a move"),
        (r#"[3 "a" ]"#, "8: no position after a name; expected a mark, a score, `[` or a label"),
        (r#"["a" "b" 3]"#, "6: no position after a name"),
        (r#"["a""#, "5: no position after a name"),
        (r#"[3"a" 4]"#, "3: no space between two positions"),
        (r#"[1 ~2 "a" 3]"#, "7: a move or pass after the pass"),
        (r#"["a" x]"#, "6: unknown label `x`"),
        (r#"[!"a" 3]"#, "3: no position after `!`"),
    ] {
        let error = error(text);
        assert!(error.starts_with(&format!("line 1, column {error_begins}")), "{text}: {error}");
    }
}

#[test]
fn a_label_means_one_position_and_printing_assigns_new_labels() {
    let graph: Graph = "[x:[1 2] [x] y1:3 y1]".parse().expect("a valid text");
    assert_eq!(graph.len(), 6);
    assert_eq!(graph.to_string(), "[a:[1 2] [a] b:3 b]");
    // A label that is used once is not printed.
    assert_eq!("[x:1 2]".parse::<Graph>().expect("a valid text").to_string(), "[1 2]");
}

#[test]
fn labels_continue_after_the_last_letter() {
    let shared: Vec<String> = (0..60).map(|i| format!("n{i}:{i} n{i}")).collect();
    let graph: Graph = format!("[{}]", shared.join(" ")).parse().expect("a valid text");
    let text = graph.to_string();
    assert!(text.starts_with("[a:0 a b:1 b") && text.contains(" z:25 z a1:26 a1 "), "{text}");
    assert_eq!(text.parse(), Ok(graph));
}

#[test]
fn a_hundred_thousand_brackets_cause_no_stack_overflow() {
    let text = format!("{}1{}", "[".repeat(100_000), "]".repeat(100_000));
    let tree: Graph = text.parse().expect("a valid text, only deep");
    assert_eq!(tree.to_string(), text);
    assert!("[".repeat(100_000).parse::<Graph>().is_err());
}

#[test]
fn games_are_debugged_in_the_notation() {
    let game: Graph = "[a:[!1 2] 3[a ~-#1]]".parse().expect("a game");
    assert_eq!(format!("{game:?}"), "[a:[!1 2] 3[a ~-#1]]");
    assert_eq!(format!("{game:#?}"), format!("{game}"));
    let position = game.root().play(Move::new(1));
    assert_eq!(format!("{position:?}"), "position 2 of [a:[!1 2] 3[a ~-#1]]");
}

/// Prints and reads random games in which several moves often have the same name.
#[test]
fn games_with_names_are_printed_and_read_again() {
    let names = ["e2e4", "Nf3", "O-O", "x", "é ~[!+]", "it's", "0"];
    let (mut game, mut given, mut shared) = (Graph::default(), 0, 0);
    for seed in 0..2_000 {
        let mut choices = Seeded::new(seed, 0);
        Growth::random_game(&mut choices, &mut game);
        for node in 0..game.len() {
            let moves = game.children(node).len();
            for index in 0..moves {
                if choices.one_in(2) {
                    game.set_move_name(node, index, names[choices.below(names.len() as u32) as usize]);
                    given += 1;
                }
            }
        }
        shared += usize::from(!game.is_tree());
        assert_eq!(game.to_string().parse().as_ref(), Ok(&game));
    }
    assert!(given > 1_000 && shared > 100, "{given} names, {shared} games with shared positions");
}
