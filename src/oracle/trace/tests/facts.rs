//! The declared facts: what follows only with one of them.

use super::*;
use crate::oracle::{ExtraPlies, Reductions};

/// The run follows by the first rules, and lacks this by the second ones, which do not declare a fact.
fn fact(text: &str, [with, without]: [Rules; 2], depth: usize, run: &str, lack: &str) {
    check(text, with, depth, run);
    check(text, without, depth, &format!("{run} ! {lack}"));
}

#[test]
fn draws() {
    fact("a:4[[a 9]]", [PLAIN.repetition(), PLAIN], 3, "0 0 =0", "Untold");
    let (text, rules) = ("[[4[1] !4[1]]]", PLAIN.fifty_move(2));
    fact(text, [rules, PLAIN.fifty_move(3)], 2, "0 0 =0", "Evaluation(4)");
    check(
        text,
        rules,
        2,
        "0 1 =0 ! Evaluation(4); 0 1 =4; 0 0 =4 ! Draw { rule: QuietMoves(2), least: 0, most: 0 }",
    );
    // Two moves lead to the position, and which one was played is not told.
    check(
        "[[a:4[1] !a]]",
        rules,
        2,
        "0 '0 draw =0; 0 '0 =4; 0 '0 =0 ! Evaluation(4); 0 0 draw =4 ! Draw; 0 1 draw =0 ! Evaluation(4)",
    );
    // A draw is worth -5 for the side to move at the root, and so for the one to move after two plies.
    let contempt = rules.contempt(Score::new(5));
    fact(text, [contempt, rules], 2, "0 0 =-5", "least: 0, most: 0");
    fact(text, [contempt.draw_spread(2), contempt], 2, "0 0 =-3", "least: -5, most: -5");
    check(
        text,
        contempt.draw_spread(2),
        2,
        "0 0 -> =-2 ! least: -7, most: -3; =-8 ! least: -7, most: -3; =-7",
    );
    check(text, contempt.fifty_move(1), 2, "0 =5; 0 =-5 ! least: 5, most: 5");
}

#[test]
fn evaluations() {
    let (text, rules) = ("5[3[1] 9]", PLAIN.correction_history(2));
    fact(text, [rules, PLAIN], 1, "0 =5", "Evaluation(3)");
    check(text, rules, 1, "0 =6 ! Evaluation(3); 1 =8 ! Evaluation(9)");
    fact(text, [rules, PLAIN], 2, "static:6 =6@3..4", "Reason(Static");
    // The position `a` is worth -5 with one ply to go.
    let (text, rules) = ("[a:3[5] [a]]", DEEPER.tt_evaluation());
    fact(text, [rules, DEEPER], 2, "0 0 =5 =-5 1 0 =-5", "Evaluation(3)");
    check(text, rules, 2, "0 0 =5 =-5 1 0 -> =-6 ! Evaluation(3); =3");
    check(text, PLAIN.tt_evaluation(), 2, "0 0 =5 =-5 1 0 =-5 ! Evaluation(3)");
}

#[test]
fn which_entries() {
    let (text, run) = ("[a:7[[1]] [a]]", "0 0 0 =1 =-1 =1 1 0 table:2=1 =1");
    fact(text, [DEEPER, PLAIN.tt(Drafts::Equal)], 3, run, "Draft(2, 1)");
    fact(text, [DEEPER, PLAIN], 3, run, "NoTable");
    let leaves = [DEEPER.tt_leaves(), DEEPER];
    fact("[a:7[1] a]", leaves, 1, "0 =7 1 table:0=7 =7", "NoTable");
    fact("[a:7[1] [a]]", leaves, 2, "0 0 =1 =-1 1 0 table:1=-1 =-1", "NoTable");
    // All plies of quiescence have draft 0.
    let (text, rules) = ("[a:-9[!5] [!a]]", DEEPER.quiescence(2, true));
    let run = "0 evaluates 0 =5 =-5 1 evaluates 0 table:0=-5 =-5";
    fact(text, [rules.tt_quiescence(), rules.tt_leaves()], 1, run, "NoTable");
}

#[test]
fn what_is_kept_between_searches() {
    let run = "0 0 =1 1 =2 =-1 =1 next 0 table:1=-1 =-1";
    fact("[[1 2]]", [DEEPER.tt_keep(), DEEPER], 2, run, "None, None");
    let run = "0 0 0 =3 =-3 =3 =-3 depth:2 0 table:2=3 =3";
    fact("[[[3]]]", [DEEPER.deepening(), DEEPER], 3, run, "None, None");
    check("[[[3]]]", DEEPER, 3, "0 0 0 =3 =-3 =3 =-3 depth:3 0 table:2=3 =3");
}

/// The position `a` has two plies to go, and is searched with one.
#[test]
fn the_draft_of_a_reduced_node() {
    let (text, first) = ("[a:7[1[2]] a [a]]", "0 reduced:1 0 =1 =-1");
    fact(text, [DEEPER.iir_requested_draft(), DEEPER], 3, &format!("{first} 1 table:2=-1 =-1"), "None, None");
    let runs = "2 0 table:1=-1 =-1; 2 0 table:2=-1 =-1 ! None, None; 1 table:1=-1 =-1 ! Draft(1, 2)";
    check(text, DEEPER, 3, &format!("{first} -> {runs}"));
    check(text, DEEPER, 3, "0 0/0 =1 =-1 ! Support; 0 reduced:1 0 =1 =-2 ! Weak(0)");
}

#[test]
fn joined_scores() {
    let joins = [PLAIN.joined_bounds(), PLAIN];
    fact("[3 5]", joins, 1, "0 =3 1 =5 |-3@-3..-2 0 =3 |-3@-4..-3 =-3", "NoClaim(0)");
    check("[3 5]", joins[0], 1, "0 =3 1 =5 |-2@-2..0 -> =-2 ! NoClaim(0); =-2@-2..0; =-3@-3..0 ! NoClaim(0)");
    check("[3 5]", PLAIN, 1, "0 =3 |-2@-4..-2 ! Support; 0 =3 |-3@-3..-2 ! NoClaim(1)");
    let one_child = "0 0 =1 =-1@-2..-1 0 0 =1 1 =3 =-1@-1..0 =1";
    fact("[[1 3]]", joins, 2, one_child, "Support");
    fact("[1[4]]", joins, 2, "0 0 =4 =-4 0/0 =1 =4", "Support");
}

/// An entry states at least -1, and a search without move 0 shows at most that.
#[test]
fn narrowed_windows() {
    let (text, first) = ("[a:7[1 3] b:8[1 3] a]", "0 0 =1 =-1@-9..-1");
    let narrows = [DEEPER.tt_narrow(), DEEPER];
    fact(text, narrows, 2, &format!("{first} 2 narrowed:1>=-1:-1..9 1 =3 skip:0 =-1"), "Support");
    fact(text, narrows, 2, &format!("{first} 2 narrowed:1>=-1:-1..9 =-1@-9..-1"), "Untold");
    let runs =
        "2 narrowed:1<=-1:-9..-1 1 =3 skip:0 =-1 ! Support; 1 narrowed:1>=-1:-1..9 1 =3 skip:0 =-1 ! Support;
        2 narrowed:0>=-1:-1..9 1 =3 skip:0 =-1 ! Support; 2 narrowed:1>=-1:-1..9 0 =1 =-1 ! NoClaim(1)";
    check(text, narrows[0], 2, &format!("{first} -> {runs}"));
}

#[test]
fn exact_outside() {
    fact("[[1 3]]", [PLAIN.exact_outside(), PLAIN], 2, "0 0 =1 1 =3 =-1@0..1 =1", "Support");
    let table = "0 0 =1 1 =3 =-1@0..1 1 table:1<=-1 =-1@0..1 2 =9 =1";
    fact("[a:[1 3] a 9]", [DEEPER.exact_outside(), DEEPER], 2, table, "Weak(1)");
}

#[test]
fn mate_distance() {
    let rules = [PLAIN.mate_distance(), PLAIN];
    fact("[-#0 3]", rules, 1, "0 =-#0 =#1", "NoClaim(1)");
    fact("[3]", rules, 1, "=#1@#1..inf", "Untold");
    fact("[[3]]", rules, 2, "0 without:0 =-#0", "Support");
    check("[-#1 3]", rules[0], 1, "0 =-#1 =#2 ! NoClaim(1); =#2@#2..inf ! Untold; =-#1@-inf..-#1 ! Untold");
}

#[test]
fn moves_that_are_less_deep() {
    let (text, run) = ("[3[1] 5[1]]", "0/0/0 =3 1/0/0 =5 =-3");
    fact(text, [PLAIN.lmr(Reductions::by_plies(1)).lmr_shallower(), PLAIN], 2, run, "Short(0)");
    let by = |least| PLAIN.extension_plies(ExtraPlies::between(least, 1));
    fact(text, [by(-1), by(0)], 2, run, "Short(0)");
    let entry = "0 0 0 =1 =-1 =1@0..1 1/3 child:0:1=-1 =1@0..1";
    fact("[[a:7[1] 9] [a 8]]", [by(-1).tt(Drafts::Deeper), DEEPER], 3, entry, "Reason(ChildEntry");
    // A test and a pass are no searches of a move.
    check("[[4] 1 ~-7]", PLAIN, 2, "~/0/0 =-7 ?0/0 =0 0 0 =4 =-4 =4@-9..4");
}

const STRICT: Rules = Rules::FIXED_TREE.tt(Drafts::Deeper);

#[test]
fn windows() {
    let runs =
        "0 =-3@-9..-1 -> 1 =-5@-4..-3 1 =-5@-9..-3 =5@1..9; 1 =-5@-9..-3 =5@1..9; 1 =-5@-9..-1 =5@1..9;
        1 =-5@-9..-5 =5@1..9 ! Window(1, Window { alpha: -9, beta: -5 }); 1 =-5@-8..-3 =5@1..9 ! Window(1;
        1 =-5@-9..-2 =5@1..9 ! Window(1; 1 =-5@-5..-4 =5@1..9 ! Window(1; ?1 =-5@-5..-4 1 =-5@-9..-3 =5@1..9";
    check("[-3 -5]", STRICT, 1, runs);
    let (any, joins) = ([STRICT.any_windows(), STRICT], [STRICT.joined_bounds(), STRICT]);
    fact("[-3 -5]", any, 1, "0 =-3@-8..-2 1 =-5 =5@1..9", "Window(0");
    // A fail-high of a null window does not raise alpha.
    let third = |alpha| {
        format!("0 0 =1@-2..9 =-1@-9..2 1 0 =3@1..2 =-3@-2..-1 2 0 =9@{alpha}..9 =-9@-9..-{alpha} =9@-2..9")
    };
    fact("[[1] [3] [9]]", joins, 2, &third(3), "Window(2");
    fact("[[1] [3] [9]]", joins, 2, &third(2), "Window(2");
    check("[[1] [3] [9]]", STRICT, 2, &third(1));
}

#[test]
fn windows_that_begin_elsewhere() {
    let (text, rules) = ("2[!-3 !-4]", STRICT.quiescence(1, true));
    let run = |beta| format!("evaluates 0 =-3@-9..{beta} 1 =-4@-9..-3 =4@0..9");
    check(text, rules, 0, &format!("{}; {}", run(-2), run(0)));
    fact(text, [rules.tt_evaluation(), rules], 0, &run(-1), "Window(0");
    fact(text, [rules.correction_history(2), rules], 0, &run(-1), "Window(0");
    let narrows = "0 =-3@-9..1 1 =-5@-9..-3 =5@1..9";
    fact("[-3 -5]", [STRICT.tt_narrow(), STRICT], 1, narrows, "Window(0");
    let mates = |end| format!("0 =-3@-{end}..inf 1 =-5@-{end}..-3 =5");
    check("[-3 -5]", STRICT, 1, &format!("{}; {} ! Window(0", mates("#0"), mates("#1")));
    let nearest = "0 =-3@-9..#-1 1 =-5@-9..-3 =5@-inf..9";
    fact("[-3 -5]", [STRICT.mate_distance(), STRICT], 1, nearest, "Window(0");
    check("[-3 -5]", STRICT, 1, &format!("alpha:-#0 {nearest}"));
    let draw = |told, end| format!("0 {told} 1 =-3@-inf..{end} skip:0 =3");
    let runs = [draw("alpha:0", 0), draw("", 0), draw("alpha:0", 1), draw("alpha:-#0", 0)];
    let runs = format!("{}; {} ! Window(1", runs[0], runs[1..].join(" ! Window(1; "));
    check("a:[[a -3]]", STRICT.repetition(), 2, &runs);
    check("[1 ~-7]", STRICT, 2, "~/0 =-7@-4..-3 pass =4@3..4; ~/0 =-7@-5..-4 pass =4@3..4 ! Window(null");
    // A test of beta has a null window there, however open that of the node is.
    check("[1 ~-9]", STRICT, 2, "~/0 =-9@-9..-8 pass =9@1..9; ~/0 =-9@-8..-7 pass =9@1..9 ! Window(null");
}
