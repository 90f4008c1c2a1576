//! The rules, one after another.

use super::*;
use crate::oracle::{Margin, Reductions};

/// The position `a` is a draw after two plies, and none after three.
#[test]
fn draw() {
    let (text, rules) = ("[b:6[[a:4[[a 9]]]] [[[a]]]]", DEEPER.tt_leaves().repetition());
    let draw = "Draw { rule: Repetition(Repetition { on_path: 2, in_game: 0, root_counts: true }), least: 0, most: 0 }";
    check(text, rules, 5, &format!("0 0 0 0 0 -> =0; =4 ! {draw}; table:0=4 =4 ! {draw}"));
    check(text, PLAIN, 5, "0 0 0 0 0 -> =0 ! Evaluation(4); draw =0 ! Evaluation(4); =4");
    // It is worth that to the node before it, but is not kept.
    let first = "0 0 0 0 0 =0 1 =9 =0 =0 =0 =0 1 0 0 0/0";
    check(text, rules, 5, &format!("{first} -> table:0=0 =0 ! None, None; =4"));
}

#[test]
fn ground() {
    check("[3 [5]]", PLAIN, 1, "0 -> =3; =2 ! Evaluation(3); =4@4..9; =2@-9..2; =2@2..4 ! Evaluation(3)");
    check("[3 [5]]", PLAIN, 2, "0 =3; 0 =4@2..4 ! Evaluation(3); 1 =0 ! Untold; 1 0 =5 =-5");
    check("3[5]", PLAIN, 0, "=3; static:4 =4@3..4 ! Evaluation(3)");
}

#[test]
fn moves() {
    let runs = "0 =3 1 =5@2..3 =-3; 0 =3 =-3 ! NoClaim(1); 0 =3 1 =5 =-4 ! Weak(0); 0 =3 1 =5 =-2 ! Support;
        0 =3 =-3@-9..-4; 0 =3 =-2@-9..-4 ! Support; 0 =3 1 =5 =0@0..9; 0 =3 =0@0..9 ! NoClaim(1);
        0 =3 1 =5 =-4@-4..9 ! Weak(0); 0 =3 skip:1 =0@0..9; 0 =3 skip:1 =-3; 0 =3 skip:1 =-2 ! Support;
        skip:0 skip:1 =0@0..9 ! Support";
    check("[3 5]", PLAIN, 1, runs);
    // A claim about a move is none about another one to the same position, unless the move was not told.
    check("[a:3 a]", PLAIN, 1, "0 =3 =-3 ! NoClaim(1); 0 =3 1 =3 =-3; '0 =3 =-3");
    // Which move is searched was not told, and two lead to the position: the first search may be of one, the last of the other.
    let runs = "'0 0 =1 1 =3 =-1 '0 0 =1 =-1@-2..-1 =1";
    check("[a:[1 3] a]", PLAIN, 2, runs);
    check("[a:[1 3]]", PLAIN, 2, &format!("{runs} ! Support"));
    // The bound of a null window is no value.
    check("[[-1 3] 9]", PLAIN, 2, "1 =9 0 0 =-1 =1@0..1 -> =-1 ! Support; =-1@-1..9; =-1@-9..-1 ! Support");
}

/// Move 1 is worth 2 at once and 5 a ply later. Less than the full depth refutes a move and proves nothing else.
#[test]
fn moves_at_their_full_depth() {
    let runs = "0 0 =4 =-4 1/0 =-2 =4; 0 0 =4 =-4 1/0 =-2 1 0 =5 =-5 =5; 1 0 =5 =-5 =5@-9..2; 1/0 =-2 =2@-9..2 ! Support;
        1/0/0 =-2 =2@-9..2 ! Short(1)";
    check("[[4] -2[5]]", PLAIN, 2, runs);
    // The last search counts: the first one of move 0 shows what the last one does not.
    check(
        "[1[4]]",
        PLAIN,
        2,
        "0 0 =4 =-4 0/0 =1 =4@-9..4 ! Support; 0/0 =1 0 0 =4 =-4 =4; 0 0 =4 =-4 ?0/0 =1 =4",
    );
}

#[test]
fn stand_pat() {
    let runs = "=2@-9..2; =3@-9..3 ! Support; =2 ! NoClaim(0); evaluates 0 =-3 =3; 0 =-3 =3 ! NoClaim(1); 0 =-3 1 =-9 =9;
        evaluates 0 =-3 1 =-9 =9";
    check("2[!-3 -9]", PLAIN.quiescence(1, true), 0, runs);
    check("2[!5]", PLAIN.quiescence(1, true), 0, "evaluates 0 =5 -> =2; =1@1..9 ! StandPat(2)");
    check("[2[!5]]", PLAIN.quiescence(1, true), 1, "0/2 =2@-9..2 ! Untold; 0 =2@-9..2");
}

/// The position `a` is worth -1 with one ply to go, which is found out below move 0.
#[test]
fn table() {
    let text = "[a:7[1 2] a [a]]";
    let runs = "0/1 0 =1 1 =2 =-1 ->
        1/1 table:1=-1 =-1; 1/1 table:1=-1 =-1@-9..-1; 1/1 =-1 ! Untold; 1/1 table:1=-2 =-2 ! Some(-1), Some(-1);
        1/1 table:1>=-1 =-1@-9..-1; 1/1 table:1<=-1 =-1@-9..-1 ! Some(-1), Some(-1); 1/1 table:1>=-2 =-1@-9..-1 ! Some(-1), Some(-1);
        1/1 table:1<=-1 =-1@-1..9; 1/1 table:1>=-1 =-1@-1..9 ! Some(-1), Some(-1); 1/1 table:1>=-1 =-1 ! Some(-1), Some(-1);
        1/1 table:2=-1 =-1 ! None, None; 1/2 table:1=-1 =-1 ! Draft(1, 2); 2 0/0 table:1=-1 =-1 ! NoTable";
    check(text, DEEPER, 3, runs);
    let runs = "0/1 0 =1 =-1@-9..-1 -> 1/1 table:1>=-1 =-1@-9..-1; 1/1 table:1>=-1 =-2@-9..-2;
        1/1 table:1=-1 =-1 ! Some(-1), None; 1/1 table:1>=0 =0@-9..0 ! Some(-1), None";
    check(text, DEEPER, 3, runs);
    check(text, DEEPER, 3, "1/1 table:1=-1 =-1 ! None, None");
    let runs = "0 0 =-#0 =#1 -> 1 table:1=#1 =#1; 1 table:1=#1 =#2 ! Some(#1), Some(#1); 1 table:1=#2 =#2 ! Some(#1), Some(#1)";
    check("[a:[-#0] a]", DEEPER, 2, runs);
}

#[test]
fn pass() {
    let runs = "~ =-7 -> pass =5@4..5; pass =7@4..5; pass =8@4..5 ! Reason(Pass); =5@4..5 ! Support; pass =9@9..10 ! Reason(Pass)";
    check("[[5] ~-7]", PLAIN, 2, runs);
    check(
        "[[5] ~-7]",
        PLAIN,
        2,
        "pass =5@4..5 ! Reason(Pass); ~ =-7@-7..-6 pass =7@6..7; ~ =-6@-6..-5 pass =6@6..7 ! Reason(Pass)",
    );
    check("[[5] ~-7]", PLAIN, 2, "~ =-6@-6..-5 -> pass =6@5..6; pass =7@6..7 ! Reason(Pass)");
    // Below beta it shows nothing, even if the moves show that the score is an upper bound.
    let low = "0 0 =2@-9..2 1 =2@-9..2 |-2@-2..-1 ~ =2 pass =-2@-2..-1";
    let runs = "1 table:1>=-2 =-2@-9..-2 ! None, Some(-2); 1 table:1<=-2 =-2@-2..9";
    check("[a:[3 5 ~2] a]", DEEPER, 2, &format!("{low} -> {runs}"));
}

#[test]
fn cut() {
    let runs = "?0/0 =-5 cut:1 =4@3..4; ?0/0 =-5 cut:2 =4@3..4 ! Reason(Cut(2)); ?0/0 =-5 ?0/0 =-5 cut:2 =4@3..4 ! Reason(Cut(2));
        ?0/0 =-5 ?1/0 =-6 cut:2 =4@3..4; ?0/0 =-5 ?1/0 =-6 cut:2 =6@3..4 ! Reason(Cut(2)); ?0/0 =-5 ?1/0 =-6 cut:1 =6@3..4;
        ?0/0 =-5 cut:1 =4@3..6 ! Reason(Cut(1)); 0/0 =-5 cut:1 =4@3..4 ! Reason(Cut(1)); ?0 0 =5 =-5 =4@3..4 ! Support";
    check("[-5[5] -6[1]]", PLAIN, 2, runs);
}

#[test]
fn same_node() {
    let runs = "@1 0 =-5 =5@3..4 -> same =4@3..4; same =6@3..4 ! Reason(SameNode); =4@3..4 ! Untold; same =5@5..7 ! Reason(SameNode);
        1 same =5@5..6 ! Reason(SameNode)";
    check("[-5[1] 2[1]]", PLAIN, 2, runs);
    check("[-5[1] 2[1]]", PLAIN, 2, "@1 0 =-5 1 =2 =5@6..7 -> same =6@6..7; same =4@4..7 ! Reason(SameNode)");
    check("[-5[1] 2[1]]", PLAIN, 2, "same =4@3..4 ! Reason(SameNode)");
}

/// Without one move, a failure low tells nothing about the position, and a failure high all.
#[test]
fn without_a_move() {
    let text = "[a:[-5[1] 2[1]] a]";
    let runs = "0 -> without:0 1/0 =2 =-2@3..4; without:0 =3@3..4 ! NoClaim(1); 1/0 =2 =-2@3..4 ! NoClaim(0);
        @1 without:0 1 =2 =-2@3..4 same =3@3..4 ! Reason(SameNode); @1 without:0 1 =2 =-2@-9..-2 same =-2@-9..-2";
    check(text, DEEPER, 2, runs);
    check(
        text,
        DEEPER,
        2,
        "0 without:0 1/0 =2 =-2@-9..-2 -> 1 table:1>=-2 =-2@-9..-2; 1 table:1<=-2 =-2@-2..9 ! Some(-2), None",
    );
    check(text, DEEPER, 2, "0 without:0 1/0 =2 =-2@-2..9 -> 1 table:1<=-2 =-2@-2..9 ! Some(-2), None");
    check("[[-5]]", PLAIN, 2, "0 without:0 =3@3..4; 0 =3@3..4 ! Untold");
}

#[test]
fn static_evaluation() {
    let runs = "static:5 =4@3..4; static:5 =5@3..4; static:5 =6@3..4 ! Reason(Static; static:6 =6@3..4 ! Reason(Static;
        static:5 =7@7..8; static:5 =5@7..8; static:5 =4@7..8 ! Reason(Static; static:4 =4@7..8 ! Reason(Static;
        static:5 =5@3..9 ! Reason(Static";
    check("5[1 2]", PLAIN, 2, runs);
}

/// The position `a` is worth -1 with one ply to go, so that a move to it is worth 1 with two.
#[test]
fn child_entry() {
    let runs = "0 0 0 =1 =-1 =1@0..1 -> 1 child:0:1=-1 =1@0..1; 1 child:0:1=-1 =2@1..2 ! Reason(ChildEntry;
        1 child:1:1=-1 =1@0..1 ! Reason(ChildEntry;
        1 child:0:1=-1 =1@1..2 ! Reason(ChildEntry; 1 child:0:2=-1 =1@0..1 ! Reason(ChildEntry;
        1/3 child:0:1=-1 =1@0..1 ! Reason(ChildEntry;
        1/1 child:0:1=-1 =1@0..1";
    check("[[a:7[1] 9] [a 8]]", DEEPER, 3, runs);
    check("[[a:7[1] 9] [a 8]]", DEEPER, 3, "1 child:0:1=-1 =1@0..1 ! Reason(ChildEntry");
}

/// A move leads back to the root, or to the second quiet move in a row.
#[test]
fn alpha() {
    let (text, rules) = ("a:[[a 3] [5 6]]", PLAIN.repetition());
    let runs = "alpha:0 =0@-5..0; =0@-5..0 ! Untold; alpha:0 =1@-5..1 ! Support; alpha:0 =0@-5..5 ! NoClaim(0);
        alpha:0 skip:0 1 =3 =0@-5..5; skip:0 1 =3 =0@-5..5 ! Support; alpha:0 skip:0 1 =3 =1@-5..5 ! Support;
        alpha:0 skip:0 1 =3 =-1@-5..5 ! Support; alpha:1 =1@-5..1 ! Alpha(1); alpha:-1 =-1@-5..-1 ! Alpha(-1)";
    check(text, rules, 2, &format!("0 -> {runs}"));
    check(
        text,
        rules,
        2,
        "1 alpha:0 =0@-5..0 ! Alpha(0); alpha:0 =0@-5..0 ! Alpha(0); excluding:0 alpha:0 =0@-5..0 ! Alpha(0)",
    );
    check(text, PLAIN, 2, "0 alpha:0 =0@-5..0 ! Alpha(0)");
    check(text, rules.contempt(Score::new(5)), 2, "0 alpha:5 =5@-9..5; 0 alpha:-5 =-5@-9..-5 ! Alpha(-5)");
    let quiet = "0 alpha:0 =0@-5..0; 1 alpha:0 =0@-5..0 ! Alpha(0)";
    check("[[1[1]] [!1[1]]]", PLAIN.fifty_move(2), 2, quiet);
    check("[3]", PLAIN, 1, "alpha:-#0 =-#0 ! NoClaim(0)");
    check(
        "[-#0 3]",
        PLAIN,
        1,
        "alpha:-#0 0 =-#0 =#1; 0 =-#0 =#1 ! NoClaim(1); alpha:-#1 0 =-#0 =#1 ! Alpha(-#1)",
    );
}

#[test]
fn range() {
    check("[3]", PLAIN, 1, "=-#0@-inf..-#0; =-#1@-inf..-#1 ! Untold; =#0@#0..inf; =#1@#1..inf ! Untold");
}

/// What the search tells of a node is too little, or does not fit.
#[test]
fn what_is_not_told() {
    let runs = "=-3 ! Untold; skip:0 skip:1 =-3@-3..9 ! Support(None); 0 =3 1 =5 =-2 ! Support(Some((0, -3, 0)));
        begins:0 =-3@-9..-3 ! NotEntered(0); 0 =3 begins:1 =-3 ! NotEntered(1); begins:0 '1 =5 =-5@-9..-5 ! OtherPosition(0, Some(1));
        begins: '1 =5 pass =-5@-9..-5 ! OtherPosition(null, Some(1))";
    check("[3 5]", PLAIN, 1, runs);
    check("[[4] -2[5]]", PLAIN, 2, "1/0 =-2 =2@-9..2 ! Support(Some((1, 2, 1))); 0 draw =-4 ! Reason(Draw)");
}

/// The root has the depth of its search.
#[test]
fn a_root_that_is_searched_to_another_depth() {
    let runs = "reduced:1 0 =1 =-1 ! the root; reduced:3 0 0 =2 =-2 =2 ! the root; reported-down-to:1 reduced:1 0 =1 =-1 ! the root;
        reported-down-to:1 0 =1 =-1; @2 reduced:1 0 =1 =-1@-9..-1 same =-1@-9..-1";
    check("[1[2]]", DEEPER, 2, runs);
}

#[test]
fn stored_entries() {
    let text = "[a:7[1 2]]";
    let exact = "0 0 =1 1 =2 =-1 -> stores:1=-1; stores:1>=-1; stores:0=-1; stores:2=-1 ! Stored; stores:1=-2 ! Stored;
        stores-other:1=-1 ! Stored";
    check(text, DEEPER, 2, exact);
    let bound = "0 0 =1 =-1@-9..-1 -> stores:1>=-1; stores:1=-1 ! Stored; stores:1<=-1 ! Stored; stores:2>=-1 ! Stored;
        stores:1>=-2 ! Stored";
    check(text, DEEPER, 2, bound);
    let (reduced, first) = ("[a:7[1[2]]]", "0 reduced:1 0 =1 =-1 ->");
    check(reduced, DEEPER, 3, &format!("{first} stores:1=-1; stores:2=-1 ! Stored"));
    check(reduced, DEEPER.iir_requested_draft(), 3, &format!("{first} stores:2=-1; stores:3=-1 ! Stored"));
}

const MARGIN: Margin = Margin { per_ply: 1, deepest: 2 };

/// The reasons for cutoffs that the options of a search of this crate permit.
#[test]
fn permitted_cutoffs() {
    let (text, rules) = ("5[1 2 ~-7]", PLAIN.static_null(MARGIN).null(0));
    let runs = "options -> static:5 =3@2..3; static:5 =4@2..3 ! the cutoff; static:5 =3@1..3 ! the cutoff;
        ~ =-7 pass =5@4..5; ~/0 =-7 pass =5@4..5 ! the cutoff; ~ =-7 pass =5@3..5 ! the cutoff";
    check(text, rules, 2, runs);
    check(
        text,
        PLAIN,
        2,
        "options -> ~ =-7 pass =5@4..5 ! the cutoff; static:5 =3@2..3 ! the cutoff; 0 =1 1 =2 =-1",
    );
    check(text, rules, 1, "options ~ =-7 pass =5@4..5 ! the cutoff");
    check(text, rules, 3, "options -> static:5 =2@1..2 ! the cutoff; static:5 =3@2..3 ! the cutoff");
    let runs = "options -> static:5 =7@7..8; static:5 =6@6..7 ! the cutoff; static:5 =7@7..9 ! the cutoff";
    check("5[1 2]", PLAIN.razoring(MARGIN), 2, runs);
}

#[test]
fn permitted_depths() {
    let (text, reduced) = ("[1[2[3]]]", "options -> 0 reduced:1 0 =2 =-2");
    check(
        text,
        PLAIN.iir(1),
        3,
        &format!("{reduced}; 0 reduced:0 =1 ! the node; reduced:2 0 0 =2 =-2 =2 ! the root"),
    );
    check(text, PLAIN, 3, &format!("{reduced} ! the node"));
    let (text, late) = ("[[4] -2[5]]", "options 0 0 =4 =-4 1/0 =-2@-5..-4 =4");
    check(
        text,
        PLAIN.lmr(Reductions::by_plies(1)),
        2,
        &format!("{late}; options 0 0 =4 =-4 1/0 =-2 =4 ! a move is searched"),
    );
    check(
        text,
        PLAIN.lmr(Reductions::by_plies(2)),
        4,
        &format!("{} ! a move is searched", late.replace(" 0 ", " 0/3 ")),
    );
    check(text, PLAIN, 2, &format!("{late} ! a move is searched"));
    let (text, extended) = ("[+[4] 2[4]]", "options 0/1 0 =4 =-4 1 =2 =4");
    check(
        text,
        PLAIN.extension(9),
        1,
        &format!("{extended}; options 0 =0 1/1 0 =4 =-4 =4 ! a move is searched"),
    );
    check(text, PLAIN, 1, &format!("{extended} ! a move is searched"));
}

#[test]
fn permitted_skips() {
    let (text, rules) = ("5[0 1 2]", PLAIN.futility(Margin::at_one(2)));
    let futile = "0 =0 futile:1 futile:2 =7@7..8";
    let runs = "0 =0 futile:1 futile:2 =6@6..7 ! left out; 0 =0 futile:1 futile:2 =7@7..9 ! left out;
        futile:0 1 =1 futile:2 =7@7..8 ! left out; 0 =0 late:1 2 =2 =7@7..8 ! left out; 0 =0 skip:1 2 =2 =7@7..8 ! left out";
    check(text, rules, 1, &format!("options -> {futile}; {runs}"));
    check("5[0 1 !2]", rules, 1, &format!("options {futile} ! left out"));
    check(text, PLAIN, 1, &format!("{futile}; options {futile} ! left out"));
    let late = "options -> 0 =0 late:1 late:2 =7@7..8 ! left out; 0 =0 1 =1 late:2 =7@7..8; 0 =0 1 =1 futile:2 =7@7..8 ! left out;
        0 =0 1 =1 1 =1 late:2 =7@7..8; 0 =0 0 =0 late:1 2 =2 =7@7..8 ! left out";
    check(text, PLAIN.move_count(2), 1, late);
}
