//! The explorer: the page of `pvcheck explain CASE --html FILE`.

use std::sync::atomic::{AtomicUsize, Ordering};

use pvcheck::prelude::{
    Answer, Position as _, RandomGames, Request, Score, Window, verify, verify_positions,
};
use pvcheck::told::Told;
use pvcheck::verify::Verification;
use pvcheck_chess::ChessPosition;
use serde_json::{Value, json};

use crate::command::{fresh, has_parts, refuses, result};

const CASE: &str = "v1 alpha-beta-hard+single-array depth=2 [[1 0] [1 0]]";

/// The page on a case, and the data in it.
fn page(case: &[&str]) -> (String, Value) {
    // The tests run at once.
    static PAGES: AtomicUsize = AtomicUsize::new(0);
    let path = fresh(&format!("explorer-{}.html", PAGES.fetch_add(1, Ordering::Relaxed)));
    let printed = result(&[&["explain"], case, &["--html", &path]].concat());
    let text = std::fs::read_to_string(&path).expect("the page");
    let data = data(&text);
    // What the page and the command have left out is the same.
    let note = data["has"].as_str().map_or(String::new(), |has| format!(", with {has}"));
    assert!(printed.ends_with(&format!("written: {path}{note}\n")), "{printed}");
    (text, data)
}

fn data(page: &str) -> Value {
    let (_, rest) = page.split_once("type=\"application/json\">").expect("data");
    let (json, _) = rest.split_once("</script>").expect("the end of the data");
    assert!(!json.contains(['<', '&']), "HTML reads no mark in the data");
    serde_json::from_str(json).unwrap_or_else(|error| panic!("{error}: {json}"))
}

fn length(list: &Value) -> usize {
    list.as_array().expect("a list").len()
}

/// What is stored after this step, from the changes of the steps up to it.
fn stored(data: &Value, list: &str, step: usize) -> Vec<Value> {
    let mut items = Vec::new();
    for step in &data["steps"].as_array().expect("steps")[..=step] {
        for change in step[list].as_array().expect("changes") {
            let [at, removed, added @ ..] = &change.as_array().expect("a change")[..] else {
                panic!("{change}")
            };
            let [at, removed] = [at, removed].map(|number| number.as_u64().expect("a number") as usize);
            items.splice(at..at + removed, added.iter().cloned());
        }
    }
    items
}

#[test]
fn the_page_needs_no_other_file() {
    let (text, _) = page(&[CASE]);
    let links = text.match_indices("http:").chain(text.match_indices("https:"));
    let links: Vec<&str> = links.map(|(at, _)| &text[at..at + 26]).collect();
    assert_eq!(links, ["http://www.w3.org/2000/svg"], "only the name of SVG");
    assert!(!text.contains(" src=") && !text.contains("@import") && !text.contains("url("));
}

#[test]
fn every_step_has_a_node_a_memory_and_a_table() {
    for case in [
        CASE,
        // With names that HTML would read.
        "v1 pvs-soft+table-walk+tt depth=2 [\"<!--<script>\" [3 1] \"&lt;\\\" [2 4]]",
        "v1 pvs-soft+stack-list+null(1) depth=3 [[[3 1] [2 4]] ~[[5 0] [7 2]]]",
        "v1 negascout-hard+edwards-trees depth=2 [1 [1 0]]",
        "v1 pvs-soft+pv-holder+tt(pv-cut=all) depth=2 [a:[1 2] [a 0]]",
    ] {
        let (_, data) = page(&[case]);
        let steps = data["steps"].as_array().expect("steps");
        assert!(steps.len() > 5, "{case}");
        let mut writes = 0;
        for (number, step) in steps.iter().enumerate() {
            writes += length(&step["writes"]) as i64;
            assert!(step["node"].as_u64().expect("a number") < length(&data["nodes"]) as u64, "{step}");
            for row in stored(&data, "memory", number) {
                let cells = row["cells"].as_array().expect("cells");
                assert!(cells.iter().all(|cell| cell.as_i64() < Some(writes)), "{row}");
            }
            assert!(stored(&data, "table", number).iter().all(|entry| length(entry) == 2));
            assert!(!step["text"].as_str().expect("a sentence").is_empty());
        }
        assert_eq!(data["case"], case);
    }
}

#[test]
fn the_divergence_is_the_step_that_writes_the_first_wrong_move() {
    let (_, data) = page(&[CASE]);
    let found = (&data["wrong_from"], &data["line"][1], &data["correct_line"][1]);
    assert_eq!(found, (&1.into(), &"0".into(), &"1".into()));
    let step = data["divergence"].as_u64().expect("a step") as usize;
    assert_eq!(data["steps"][step]["kind"], "raise");
    let write = stored(&data, "memory", step)[0]["cells"][1].as_u64().expect("a write") as usize;
    let writes = data["steps"].as_array().expect("steps")[..=step].iter().map(|one| length(&one["writes"]));
    assert_eq!((writes.sum::<usize>(), &data["steps"][step]["writes"][0]), (write + 1, &"0".into()));
    let (_, right) = page(&["v1 pvs-soft+triangular depth=2 [[3 5] [2 9]]"]);
    assert_eq!((&right["divergence"], &right["right"]), (&Value::Null, &true.into()));
}

/// A tree with this many moves at each position.
fn tree(depth: usize, moves: usize) -> String {
    (0..depth).fold("1".to_owned(), |below, _| format!("[{}]", vec![below; moves].join(" ")))
}

/// The holder has a line for each of 300 positions at the end.
#[test]
fn a_step_has_what_it_changes_and_not_the_whole_memory() {
    let (text, data) = page(&[&format!("v1 minimax+pv-holder depth=5 {}", tree(5, 4))]);
    assert!(text.len() < 2_000_000, "{} bytes", text.len());
    let last = length(&data["steps"]) - 1;
    assert_eq!((last > 3_000, &data["has"]), (true, &Value::Null));
    assert!(stored(&data, "memory", last).len() > 300);
}

#[test]
fn a_page_that_would_be_too_large_has_the_first_steps_and_says_so() {
    let move_name = "e".repeat(30_000);
    let (text, data) = page(&[&format!("v1 minimax+triangular depth=2 [\"{move_name}\" {}]", tree(1, 400))]);
    assert!(text.len() < 20_100_000, "{} bytes", text.len());
    let shown = length(&data["steps"]);
    let has = data["has"].as_str().expect("what the page has");
    assert_eq!(has, format!("the first {shown} of 1207 steps, as a page has at most 20 MB"));
}

#[test]
fn a_chess_position_has_boards() {
    let fen = "4k3/8/8/8/8/2p5/8/4K3 w - - 0 1";
    let (_, data) = page(&["--fen", fen, "--depth", "2", "--subject", "alpha-beta-hard+single-array"]);
    assert_eq!(data["nodes"][0]["board"], "4k3/8/8/8/8/2p5/8/4K3");
    let child = data["nodes"].as_array().expect("nodes").iter().find(|node| node["name"] == "e1e2");
    assert_eq!(child.expect("a move")["board"], "4k3/8/8/8/8/2p5/4K3/8");
}

#[test]
fn a_page_of_anything_but_a_case_is_refused() {
    let path = fresh("no-page.html");
    refuses(&["explain", "truncated", "--html", &path], &["--html is for a case", "`v1`"]);
    refuses(&["explain", CASE, "--html", "/no/such/folder/x.html"], &["/no/such/folder/x.html"]);
}

/// A page on [`own_verification`].
pub fn own_search(notifies: bool, case: &str) -> Result<String, pvcheck::verify::Unexplored> {
    own_verification(notifies).explorer(case)
}

/// The search of docs/your-search.md: one array for all plies, which is a bug in plain alpha-beta. With
/// `notifies` it is the one that notifies of its nodes.
fn own_verification(notifies: bool) -> Verification {
    verify(move |request: &Request<'_>| {
        let mut pv = Vec::new();
        let root = request.root();
        if notifies {
            return Answer::exact(crate::observed::observed(request, root, 0, Window::FULL, &mut pv), pv);
        }
        let (depth, most) = (request.depth(), 1_000_000_000);
        let score = crate::guide::alpha_beta(root, depth, 0, -most, most, &mut pv);
        Answer::exact(Score::saturating(score.into()), pv)
    })
}

#[test]
fn a_finding_of_ones_own_search_has_a_page_if_one_is_requested() {
    let report = |notifies, path: &str| {
        let games = RandomGames::seed(1).count(200);
        own_verification(notifies).games(games).known("truncated").explore(path).report()
    };
    let path = fresh("own-finding.html");
    let found = report(true, &path);
    assert!(found.to_string().contains(&format!("\npage       {path}\n")), "{found}");
    let page = std::fs::read_to_string(&path).expect("the page");
    assert_eq!(data(&page)["case"], found.examples()[0].case);
    let silent = report(false, &fresh("no-finding.html")).to_string();
    let no_node = "\npage       not written: the search notified `request.observer()` of no node";
    has_parts(&silent, &[no_node, "see `Tell the nodes` in docs/your-search.md\n"]);
    let replay = found.to_string().lines().find_map(|line| line.strip_prefix("replay     ")).map(Value::from);
    assert_eq!(Some(&data(&page)["replay"]), replay.as_ref(), "with the name of this test");
    let deep = fresh("own-folder");
    let _ = std::fs::remove_dir_all(&deep);
    let deeper = format!("{deep}/new/x.html");
    assert!(report(true, &deeper).to_string().contains(&format!("\npage       {deeper}\n")));
    let below = format!("{path}/x.html");
    let nowhere = report(true, &below).to_string();
    assert!(nowhere.contains(&format!("\npage       not written: {below}: ")), "{nowhere}");
    let empty = report(true, "").to_string();
    assert!(empty.contains("\npage       not written: the path is empty\n"), "{empty}");
    let clean = fresh("clean.html");
    let right =
        own_verification(true).case("v1 depth=1 [0 1]").games(RandomGames::seed(1).count(0)).explore(&clean);
    assert!(right.report().is_clean() && !std::path::Path::new(&clean).exists());
}

/// A search of positions that are no synthetic game, such as those of chess.
#[test]
fn a_finding_in_given_positions_has_a_page_too() {
    let start: ChessPosition = "4k3/8/8/8/8/2p5/8/4K3 w - - 0 1".parse().expect("a FEN");
    let last_move = |(): &mut (), request: &Request<'_, ChessPosition>| {
        let (mut moves, root) = (Vec::new(), request.root());
        root.moves(&mut moves);
        request.observer().node_entered(root, 0, 1);
        let children: Vec<ChessPosition> = moves.iter().map(|&mv| root.play(mv)).collect();
        for child in &children {
            request.observer().node_entered(child, 1, 0);
            request.observer().leaf_evaluated(child);
            request.observer().node_exited(child, 0, Window::FULL, child.evaluate());
        }
        let best = children.iter().map(|child| -child.evaluate()).max().expect("a move");
        request.observer().node_exited(root, 1, Window::FULL, best);
        Answer::exact(best, vec![moves[moves.len() - 1]])
    };
    let path = fresh("own-position.html");
    let report = verify_positions([(start, 1)], || (), last_move).explore(&path).report();
    assert!(report.to_string().contains(&format!("\npage       {path}\n")), "{report}");
    let data = data(&std::fs::read_to_string(&path).expect("the page"));
    assert_eq!((&data["case"], length(&data["nodes"])), (&report.examples()[0].case.as_str().into(), 5));
    // It did not notify of its moves.
    assert!(data["nodes"].as_array().expect("nodes")[1..].iter().any(|node| node["name"] == "e1e2"));
}

#[test]
fn a_search_of_ones_own_that_notifies_has_a_page_too() {
    let case = "v1 depth=2 [[1 0] [1 0]]";
    let text = own_search(true, case).unwrap_or_else(|error| panic!("{error}"));
    let data = data(&text);
    assert_eq!((&data["found"], &data["case"]), (&Value::from("unsound"), &Value::from(case)));
    assert_eq!([&data["line"], &data["correct_line"]], [&json!(["0", "0"]), &json!(["0", "1"])]);
    // The nodes of the search, with the names of their moves.
    let nodes = data["nodes"].as_array().expect("nodes").iter();
    let nodes: Vec<_> = nodes.map(|node| (&node["parent"], &node["name"])).collect();
    assert_eq!(nodes.len(), 7);
    assert_eq!(nodes[1], (&Value::from(0), &Value::from("0")));
    assert_eq!(nodes[3], (&Value::from(1), &Value::from("1")));
    // The move was recorded by the second child of the root, where it raises alpha there.
    let step = data["divergence"].as_u64().expect("a step") as usize;
    let sentence = |one: &Value| one["text"].as_str().expect("a sentence").to_owned();
    has_parts(&sentence(&data["steps"][step]), &["raises alpha"]);
    let lines = "The line shown is 0 0; the leftmost correct one is 0 1.";
    has_parts(&sentence(&data["story"][0]), &[lines]);
}

/// The array is the memory of the search, and not of pvcheck: only the raises are known.
#[test]
fn the_story_of_a_memory_that_is_not_recorded_claims_no_more_than_the_raises_show() {
    let story = |search: Verification, case| {
        let page = data(&search.explorer(case).unwrap_or_else(|error| panic!("{error}")));
        assert_eq!(page["has_memory"], false);
        let story = page["story"].as_array().expect("sentences");
        let text = |one: &Value| one["text"].as_str().expect("a sentence").to_owned();
        (story[1..].iter().map(text).collect::<Vec<_>>(), page["divergence"].clone())
    };
    let (overwritten, divergence) = story(own_verification(true), "v1 depth=2 [a:[1 0] a]");
    assert_eq!(
        overwritten,
        [
            "The memory of this search is not recorded. The last node at this ply that recorded the move is the node after 1, \
             in step 17, with the open window (-inf, 0).",
            "The line has this move at the node after 0, which recorded the move 1 last, in step 10: probably step 17 \
             overwrote it.",
        ]
    );
    assert_eq!(divergence, 16);
    // No raise explains a move that the search puts into its line at the end.
    let at_the_end = verify(|request: &Request<'_>| {
        let mut pv = Vec::new();
        let score = crate::observed::observed(request, request.root(), 0, Window::FULL, &mut pv);
        Answer::exact(score, [pv[0], pv[0]])
    });
    let (unknown, divergence) = story(at_the_end, "v1 depth=2 [[1 0]]");
    assert_eq!(
        unknown,
        [
            "The memory of this search is not recorded. The recorded steps do not show what wrote the move.",
            "The line has this move at the node after 0, which recorded the move 1 last, in step 10.",
        ]
    );
    assert_eq!(divergence, Value::Null);
}

#[test]
fn a_search_that_notifies_of_nothing_or_is_no_case_has_no_page() {
    let error = |notifies, case: &str| match own_search(notifies, case) {
        Ok(_) => panic!("a page"),
        Err(error) => error.to_string(),
    };
    assert!(error(false, "v1 depth=1 [0]").contains("notified `request.observer()` of no node"));
    assert!(error(true, "v1 depth=1").contains("game"), "{}", error(true, "v1 depth=1"));
    // A search of many steps is refused, and not cut: three steps for each leaf.
    let large = format!("v1 depth=1 [{}]", vec!["0"; 7_000].join(" "));
    assert!(error(true, &large).contains("more than 20000 steps"), "{}", error(true, &large));
}

/// Events in an order that no search has are drawn as far as they make sense.
#[test]
fn events_without_sense_do_not_end_the_page() {
    use pvcheck::prelude::Move;
    let page = verify(|request: &Request<'_>| {
        let root = request.root();
        let mut observer = request.observer();
        observer.node_exited(root, 7, Window::FULL, Score::ZERO);
        observer.told(5, &Told::Raised(Move::new(3)));
        observer.node_entered(root, 9, 3);
        observer.told(0, &Told::Refuted(Move::NULL));
        observer.search_started(60, Window::FULL, &[Move::POISON]);
        observer.node_entered(&root.play(Move::new(1)), 1, 0);
        observer.node_entered(root, 2, 0);
        observer.leaf_evaluated(root);
        observer.node_exited(root, 0, Window::new(Score::MAX, Score::MIN), Score::MIN);
        Answer::exact(Score::ZERO, vec![Move::new(1)])
    })
    .explorer("v1 depth=1 [0 1]");
    assert!(page.is_ok_and(|page| page.contains("</html>")));
}

/// With several lines the story is that of the line that the page shows: the worst one.
#[test]
fn the_story_of_several_lines_is_about_the_worst_one() {
    let case = "v1 pvs-soft+single-array+lmr(1)+multipv(2) depth=4 a:1[1 [-1] a]";
    let text = result(&["explain", case]);
    let shown = text.lines().find_map(|line| line.strip_prefix("shown     ")).expect("a line");
    let moves = shown.split(" (").next().expect("a line").trim_end();
    assert!(text.contains(&format!("The line shown is {moves};")), "{text}");
}
