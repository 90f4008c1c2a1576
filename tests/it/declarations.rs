//! What must be declared by a search that tells its nodes, and what a superfluous declaration costs: `snapshots/declarations.snap`.
//! `docs/internals/sensitivity.md` describes how to read it.

use crate::common::engine::games::{has_forcing, has_mate, has_noisy, has_pass};
use crate::common::engine::{
    Act, Bug, Engine, Feature, Features, Judged, Options, StaticNull, TableOptions, judge, judge_by, prepare,
    random_game_with,
};
use crate::common::prelude::*;
use crate::common::{assert_snapshot_of_sample, percent, sample};

/// The number of searches in which each feature acts, and the most games that are played for them. A sample of these, and of the
/// next ones.
const ACTING: (u64, u64) = (1_000, 40_000);

/// The number of wrong scores, and the most games that are played for them.
const WRONG: (u64, u64) = (2_000, 10_000);

/// Seeded bugs of the search and the table.
const BUGS: [Bug; 6] = [
    Bug::NoReSearch,
    Bug::FailLowStoredAsExact,
    Bug::DraftUnchecked,
    Bug::LastMoveShallow,
    Bug::LastMoveForgotten,
    Bug::WrongSide,
];

/// A declaration, and the feature of the engine that needs it.
struct Declaration {
    /// The word, with the values that need it, or a phrase where no word is left.
    word: &'static str,
    feature: Feature,
    /// What the feature does where it acts.
    acts: &'static [Act],
    /// The property of games where it can act.
    suits: fn(&Graph) -> bool,
    /// Whether it is a fact, which is declared. All else is told, and need not be declared.
    is_fact: bool,
}

const fn told(
    word: &'static str,
    feature: Feature,
    acts: &'static [Act],
    suits: fn(&Graph) -> bool,
) -> Declaration {
    Declaration { word, feature, acts, suits, is_fact: false }
}

const fn fact(
    word: &'static str,
    feature: Feature,
    acts: &'static [Act],
    suits: fn(&Graph) -> bool,
) -> Declaration {
    Declaration { is_fact: true, ..told(word, feature, acts, suits) }
}

const DECLARATIONS: [Declaration; 38] = [
    told("lmr(R..R,after=N)", Feature::LateMoves, &[Act::DeepReduction, Act::SecondReduction], any),
    told("null(R..R)", Feature::NullMove, &[Act::DepthNullMove], has_pass),
    told("static null evaluation (told)", Feature::StaticNull, &[Act::StaticEvaluation], any),
    told("futility(depth=D)", Feature::Futility, &[Act::DeepFutility], any),
    told("razoring(depth=D)", Feature::Razoring, &[Act::DeepRazoring], any),
    told("pruned open windows (told)", Feature::OpenWindows, &[Act::OpenPruning], any),
    fact("tt(quiescence=yes)", Feature::QuiescenceTable, &[Act::QuiescenceCutoff], has_noisy),
    told("extension(moves=some-forcing)", Feature::DeepForcing, &[Act::DeepForcing], has_forcing),
    fact("extension(moves=any)", Feature::SingleMove, &[Act::SingleMove], any),
    fact("singular", Feature::Singular, &[Act::Singular], any),
    told("delta pruning (told)", Feature::Delta, &[Act::Delta], has_noisy),
    told("evasions (told)", Feature::Evasions, &[Act::Evasion], has_forcing),
    told("ProbCut (told)", Feature::ProbCut, &[Act::ProbCut], any),
    told("multi-cut (told)", Feature::MultiCut, &[Act::MultiCut], any),
    fact("mate-distance", Feature::MateDistance, &[Act::MateDistance], has_mate),
    told(
        "razoring by quiescence (told)",
        Feature::RazoringByQuiescence,
        &[Act::QuiescenceRazoring],
        has_noisy,
    ),
    fact("tt(evaluation=yes)", Feature::Corrected, &[Act::Corrected], is_shared),
    fact("repetition(path=N,game=N)", Feature::Repetition, &[Act::OtherRepetition], is_shared),
    fact("contempt", Feature::Contempt, &[Act::Contempt], is_shared),
    fact("fifty-move", Feature::QuietPlies, &[Act::QuietDraw], any),
    fact("iir(draft=requested)", Feature::KeptDraft, &[Act::KeptDraft], is_shared),
    told("iid", Feature::InnerDeepening, &[Act::InnerDeepening], any),
    fact("tt(narrow=yes)", Feature::Narrow, &[Act::Narrowed], is_shared),
    told("child entries (told)", Feature::ChildEntries, &[Act::ChildEntry], is_shared),
    told("quiet checks (told)", Feature::QuietChecks, &[Act::QuietCheck], has_forcing),
    told("upcoming repetition (told)", Feature::Upcoming, &[Act::Upcoming], is_shared),
    fact("contempt(spread=N)", Feature::DrawSpread, &[Act::SpreadDraw], is_shared),
    fact("correction-history", Feature::Correction, &[Act::Correction], any),
    told("futility, best (told)", Feature::FutilityBest, &[Act::NothingEntered], any),
    told("delta pruning, best (told)", Feature::DeltaBest, &[Act::NothingInQuiescence], has_noisy),
    told("move count, noisy too (told)", Feature::NoisyCount, &[Act::NoisyCount], has_noisy),
    fact("lmr(again=shallower)", Feature::Shallower, &[Act::Shallower], any),
    fact("extension(plies=-1..2)", Feature::ExtraPlies, &[Act::Double, Act::Negative], any),
    fact("extension(times=3)", Feature::LongLines, &[Act::LongLine], has_forcing),
    told("null move at depth 1 (told)", Feature::ShallowPass, &[Act::ShallowPass], has_pass),
    told("iir(plies=1..2)", Feature::DeepIir, &[Act::DeepIir], any),
    told("verified null move (told)", Feature::Verification, &[Act::Verified], has_pass),
    told("singular test cuts (told)", Feature::SingularCut, &[Act::SingularCut], any),
];

fn any(_: &Graph) -> bool {
    true
}

fn is_shared(graph: &Graph) -> bool {
    !graph.is_tree()
}

impl Declaration {
    /// Options drawn at random: the feature, and what it needs to act.
    fn options(&self, choices: &mut impl Choices) -> Options {
        let features = Features::NONE.with(self.feature, choices);
        let mut options =
            features.enabled(Options { fail_hard: choices.one_in(2), ..Options::NONE }, choices);
        match self.feature {
            // Moves are extended that a shallower search has found, and evaluations come from other depths.
            Feature::Singular | Feature::Corrected => options.deepening = true,
            _ => {}
        }
        // Without a table, or with equal drafts, many of these searches would have one valid value only.
        let table = options.table.unwrap_or_else(|| TableOptions::random(choices));
        let deeper_drafts = self.feature != Feature::KeptDraft;
        Options { table: Some(TableOptions { deeper_drafts, ..table }), ..options }
    }

    /// The options of an engine without the feature: with its plain form if there is one.
    fn plain(&self, options: Options) -> Options {
        let Options { features, .. } = options;
        let plain = Options { features: Features::NONE, ..options };
        match self.feature {
            Feature::LateMoves => Options { late_moves: Some(1), ..plain },
            Feature::NullMove => Options { null_move: Some(1), ..plain },
            Feature::StaticNull => {
                Options { static_null: features.static_null.map(|StaticNull { margin, .. }| margin), ..plain }
            }
            Feature::Futility => Options { futility: features.futility, ..plain },
            Feature::Razoring => Options { razoring: features.razoring, ..plain },
            Feature::OpenWindows => {
                Options { features: Features { open_windows: false, ..features }, ..plain }
            }
            Feature::DeepForcing => Options { extension: true, ..plain },
            Feature::KeptDraft => Options { iir: true, ..plain },
            Feature::Repetition | Feature::Upcoming | Feature::DrawSpread => {
                Options { repetition: true, ..plain }
            }
            _ if features.variants > 0 => Options { features: Features { variants: 0, ..features }, ..plain },
            _ => plain,
        }
    }

    /// A random game, and options that depend on it.
    fn draw(&self, index: u64, graph: &mut Graph) -> (usize, Options) {
        let seed = 2_000 + 10 * self.feature as u64;
        let depth = random_game_with(seed, index, graph, self.suits);
        (depth, self.options(&mut Seeded::new(seed + 1, index)))
    }
}

/// The searches in which a feature acts.
#[derive(Default)]
struct Needed {
    searches: u64,
    /// Those that are reported if the feature is not declared.
    undeclared: u64,
    /// Those that are reported although it is declared, the first one in full.
    declared: u64,
    first: Option<String>,
}

fn needed(declaration: &Declaration) -> Needed {
    let (mut harness, mut engine) = (Harness::with_store(NoStore), Engine::new(None));
    let (mut graph, mut needed) = (Graph::leaf(Score::ZERO), Needed::default());
    for index in 0..sample(ACTING.1) {
        if needed.searches == sample(ACTING.0) {
            break;
        }
        let (depth, options) = declaration.draw(index, &mut graph);
        let mut game = prepare(&mut harness, &graph, depth);
        let judged = judge(&mut game, &mut engine, options);
        if declaration.acts.iter().any(|&act| engine.acts.count(act) > 0) {
            needed.searches += 1;
            if !judged.is_accepted(&options) {
                needed.declared += 1;
                let case = || {
                    format!("{}: {graph}\ndepth {depth}\n{options:?}\n{:?}", judged.finding(), judged.lines)
                };
                needed.first.get_or_insert_with(case);
            }
            let rules = declaration.plain(options).rules().tells();
            let undeclared = judge_by(&rules, &mut game, &mut engine, options);
            needed.undeclared += u64::from(!undeclared.is_accepted(&options));
        }
        game.finish();
    }
    needed
}

/// Wrong scores of an engine without the feature.
#[derive(Default)]
struct Price {
    wrong: u64,
    /// Those that are accepted with the right rules.
    usual: u64,
    /// Those that are accepted if the feature is declared all the same.
    superfluous: u64,
}

fn price(declaration: &Declaration) -> Price {
    let (mut harness, mut correct) = (Harness::with_store(NoStore), Engine::new(None));
    let mut with_bugs = BUGS.map(|bug| Engine::new(Some(bug)));
    let (mut graph, mut price) = (Graph::leaf(Score::ZERO), Price::default());
    for index in 0..sample(WRONG.1) {
        if price.wrong >= sample(WRONG.0) {
            break;
        }
        let (depth, options) = declaration.draw(index, &mut graph);
        let (plain, rules) = (declaration.plain(options), options.rules());
        let mut game = prepare(&mut harness, &graph, depth);
        let scores = |judged: &Judged| -> Vec<(Score, Bound)> {
            judged.lines.iter().map(|shown| (shown.score, shown.bound)).collect()
        };
        let right = scores(&judge(&mut game, &mut correct, plain));
        for engine in &mut with_bugs {
            let usual = judge(&mut game, engine, plain);
            if scores(&usual) != right {
                let superfluous = judge_by(&rules, &mut game, engine, plain);
                price.wrong += 1;
                price.usual += u64::from(usual.is_accepted(&plain));
                price.superfluous += u64::from(superfluous.is_accepted(&plain));
            }
        }
        game.finish();
    }
    price
}

/// Each fact must be declared by the engine that has it, and no other feature, since the engine tells those. A declaration
/// suffices for its feature, and lets an engine without it return more wrong scores unnoticed.
#[test]
fn facts_alone_must_be_declared_and_each_declaration_has_its_price() {
    let (mut table, mut faults) = (String::new(), Vec::new());
    table.push_str(&format!(
        "{:<32}{:>9}{:>12}{:>10}{:>8}{:>9}{:>13}\n",
        "declaration", "searches", "undeclared", "declared", "wrong", "without", "superfluous"
    ));
    for declaration in &DECLARATIONS {
        let (needed, price) = (needed(declaration), price(declaration));
        table.push_str(&format!(
            "{:<32}{:>9}{:>12.1}{:>10.1}{:>8}{:>9.2}{:>13.2}\n",
            declaration.word,
            needed.searches,
            percent(needed.undeclared, needed.searches),
            percent(needed.declared, needed.searches),
            price.wrong,
            percent(price.usual, price.wrong),
            percent(price.superfluous, price.wrong),
        ));
        if (needed.undeclared > 0) != declaration.is_fact {
            faults
                .push(format!("{}: {} reported if it is not declared", declaration.word, needed.undeclared));
        }
        faults.extend(needed.first.map(|case| format!("{}: {case}", declaration.word)));
    }
    let description = "Declarations. The number of searches in which the feature acts, and the shares of them that are \
                       reported if it is not declared, and if it is, in per cent. The number of wrong scores of an \
                       engine without the feature, and the shares of them that are accepted with the right rules, and \
                       if the feature is declared all the same, in per cent.";
    println!("{table}");
    println!("{}", faults.join("\n"));
    assert_snapshot_of_sample(["declarations", "declarations_sample"], description, &table);
    assert!(faults.is_empty(), "{faults:#?}");
}
