//! Two exact measures in `snapshots/`: the effort of searches, and what the oracle accepts.
//!
//! No value of them is right or wrong. But no verdict shows when a search visits other nodes, or when an oracle accepts
//! more: a person has to review it.

use std::fmt::Write as _;

use crate::common::prelude::*;
use crate::common::{self, assert_kept, assert_snapshot, options, random_line};
use pvcheck::contract::rules;
use pvcheck::oracle::{ClaimValidity, GroundTruth, RootMoveSet};

/// Each search option alone, or with the options that it needs to act.
const OPTIONS: [&str; 37] = [
    "",
    "aspiration(2)",
    "aspiration(2,widen=side)",
    "aspiration(2,widen=both)",
    "deepening",
    "deepening+order=pv",
    "deepening+order=refutation",
    "order=killers",
    "tt+order=table",
    "tt",
    "tt(pv-cut=none)",
    "tt(pv-cut=all)",
    "tt(entries=4,replace=depth)",
    "tt(entries=4,replace=two-tier)",
    "tt(entries=2,replace=bucket)",
    "tt(entries=4,replace=protect-pv)",
    "tt(narrow=yes)",
    "tt(narrow=beyond)",
    "tt(draft=deeper,leaves=yes)",
    "tt(keep=yes)",
    "tt(key-bits=3)",
    "repetition",
    "tt+repetition",
    "extension",
    "quiescence",
    "null(1)",
    "lmr(1)",
    "futility(1)",
    "static-null(1)",
    "razoring(1)",
    "move-count(1)",
    "tt+iir",
    "null(1)+repetition",
    "lmr(1)+tt+repetition",
    "multipv(3)",
    "multipv(2)+deepening+order=pv",
    "stop-after(20,improved=yes)+deepening",
];

/// These, and some random combinations of many.
fn all_options() -> Vec<SearchOptions> {
    let mut all = OPTIONS.map(options).to_vec();
    for drawn in (0..60).map(|index| SearchOptions::random(&mut Seeded::new(7, index))) {
        if !all.contains(&drawn) {
            all.push(drawn);
        }
    }
    all
}

/// Nodes, evaluations and what the options do. The store makes no difference to them.
#[test]
fn search_effort() {
    let games = Random { seed: 1, games: 1_000 };
    let (mut subjects, mut algorithms) = (Vec::new(), Algorithm::ALL.iter().cycle());
    for (index, options) in all_options().into_iter().enumerate() {
        // All algorithms without options and in a window, some with each option, and others in turn with many.
        let tried = match index {
            0..=3 => Algorithm::ALL.to_vec(),
            _ if index < OPTIONS.len() => {
                vec![Algorithm::AlphaBetaHard, Algorithm::PvsSoft, Algorithm::Scout]
            }
            _ => algorithms.by_ref().take(2).copied().collect(),
        };
        let tried = common::subjects(&tried, &[Store::Triangular], options);
        let new: Vec<Subject> = tried.into_iter().filter(|subject| !subjects.contains(subject)).collect();
        subjects.extend(new);
    }
    let mut text = format!(
        "{:>7} {:>7} {:>7} {:>7} {:>7}  subject, and games in which a search option acted\n",
        "nodes", "evals", "leaves", "again", "unconf"
    );
    for row in Campaign::new(&games, subjects).threads(2).replaying(Vec::new()).run(|_| ()).rows {
        assert_kept([&row]);
        let (tally, counts) = (&row.tally, row.tally.counts);
        let acts = tally.acts().filter(|&(_, games)| games > 0);
        let acts: Vec<String> = acts.map(|(name, games)| format!("{name} {games}")).collect();
        let numbers = [
            counts.nodes,
            counts.leaf_evaluations,
            tally.distinct_leaves,
            counts.re_searches,
            counts.unconfirmed,
        ];
        let numbers: Vec<String> = numbers.iter().map(|number| format!("{number:>7}")).collect();
        let acts = if acts.is_empty() { String::new() } else { format!("  ({})", acts.join(", ")) };
        writeln!(text, "{}  {}{acts}", numbers.join(" "), row.subject).expect("a string takes any text");
    }
    assert_snapshot(
        "effort",
        "The effort of searches, summed over 1,000 random games from seed 1. Columns: visited nodes, evaluations of \
         leaves, distinct leaves per game, re-searches, and re-searches whose score does not exceed alpha.",
        &text,
    );
}

/// How many claims, moves and lines of a root the oracle accepts.
#[derive(Default)]
struct Accepted {
    /// Claims, the valid ones, and those between valid ones.
    claims: [u64; 3],
    /// Moves of the root, and those that may attain the claim.
    moves: [u64; 2],
    /// Lines, by their verdict.
    lines: [u64; LineKind::ALL.len()],
}

impl Accepted {
    /// Tries the scores and bounds near the returned one, all moves for each, and the lines near the one shown.
    fn note(
        &mut self,
        ground_truth: &GroundTruth<GraphPosition<'_>>,
        outcome: &Outcome<'_>,
        choices: &mut Seeded,
    ) {
        let move_set = if outcome.unfinished {
            RootMoveSet::SearchedSoFar
        } else {
            RootMoveSet::AllExcept(outcome.excluded_moves)
        };
        let moves = legal_moves(ground_truth.root());
        for off in -3..=3 {
            let score = outcome.score + off;
            for bound in [Bound::Exact, Bound::Lower, Bound::Upper] {
                let claim = ground_truth.claim(move_set, bound, score);
                self.claims[0] += 1;
                self.claims[1] += u64::from(claim == ClaimValidity::Valid);
                self.claims[2] += u64::from(claim == ClaimValidity::Between);
                for (&mv, inside) in moves.iter().flat_map(|mv| [(mv, false), (mv, true)]) {
                    self.moves[0] += 1;
                    self.moves[1] += u64::from(ground_truth.supports(move_set, mv, bound, score, inside));
                }
            }
        }
        for line in Self::lines_about(ground_truth.root(), outcome.line.unwrap_or_default(), choices) {
            let kind = judge_line(ground_truth, &Outcome { line: Some(&line), ..*outcome }, true).kind;
            let at = LineKind::ALL.iter().position(|&other| other == kind).expect("all are listed");
            self.lines[at] += 1;
        }
    }

    /// Every prefix of `line`, the same with another last move, and four random walks.
    fn lines_about(root: &GraphPosition<'_>, line: &[Move], choices: &mut Seeded) -> Vec<Vec<Move>> {
        let mut lines: Vec<Vec<Move>> = (0..=line.len()).map(|end| line[..end].to_vec()).collect();
        for end in 1..=line.len() {
            let others = (0..4).map(Move::new).filter(|&mv| mv != line[end - 1]);
            lines.extend(others.map(|mv| [&line[..end - 1], &[mv]].concat()));
        }
        for _ in 0..4 {
            let walk = random_line(root, 6, choices);
            lines.extend((1..=walk.len()).map(|end| walk[..end].to_vec()));
        }
        lines
    }
}

/// How many of the claims and lines near the result of a search the oracle accepts too.
fn accepted(games: &Random, options: &SearchOptions) -> Accepted {
    let (mut harness, mut graph): (Harness<Triangular>, _) = (Harness::default(), Graph::leaf(Score::ZERO));
    let rules = rules(Profile::ALPHA_BETA, options);
    let mut accepted = Accepted::default();
    for index in 0..games.count() {
        let depth = games.game(index, &mut graph);
        let mut choices = Seeded::new(3, index);
        let mut game = harness.game(&graph.root(), depth).expect("grown games are within capacity");
        game.run_search_by(
            &rules,
            pvs_soft,
            Profile::ALPHA_BETA,
            options,
            &mut |ground_truth, _, outcome| {
                accepted.note(ground_truth, outcome, &mut choices);
            },
        );
        game.finish();
    }
    accepted
}

#[test]
fn oracle_sensitivity() {
    let games = Random { seed: 2, games: 1_000 };
    let subject = |options| Subject { algorithm: Algorithm::PvsSoft, store: Store::Triangular, options };
    let tried = all_options().into_iter().filter(|&options| subject(options).meaningless().is_none());
    let rows: Vec<(SearchOptions, Accepted)> =
        tried.map(|options| (options, accepted(&games, &options))).collect();
    // A verdict that no line has needs no column.
    let kinds: Vec<usize> = (0..LineKind::ALL.len())
        .filter(|&at| rows.iter().any(|(_, accepted)| accepted.lines[at] > 0))
        .collect();
    let kind_names = kinds.iter().map(|&at| LineKind::ALL[at].name());
    let heads = ["claims", "valid", "between", "moves", "attain"].into_iter().chain(kind_names);
    let heads: Vec<String> = heads.map(|head| format!("{:>7}", head.replace('_', " "))).collect();
    let mut text = heads.join(" ") + "\n";
    for (options, Accepted { claims, moves, lines }) in rows {
        let numbers = claims.iter().chain(&moves).chain(kinds.iter().map(|&at| &lines[at])).zip(&heads);
        let numbers: Vec<String> =
            numbers.map(|(number, head)| format!("{number:>width$}", width = head.len())).collect();
        let plain = if options == SearchOptions::NONE { "none" } else { "" };
        writeln!(text, "{plain}{options}\n{}", numbers.join(" ")).expect("a string takes any text");
    }
    assert_snapshot(
        "sensitivity",
        "Claims, best moves and lines near the results of pvs-soft in 1,000 random games from seed 2, and how many of \
         them the oracle accepts. Columns: claims, valid claims, claims between valid ones, moves of the root, moves \
         that may attain the claim, and lines by kind.",
        &text,
    );
}
