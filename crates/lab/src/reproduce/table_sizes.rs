//! Lines that are read from the table of the search, by its size and by which entry a new one replaces.

use super::games::{Played, Usual};
use super::{Measured, Measurements, Query, Size, Statistic, Sums, Varied};
use pvcheck::algorithm::Algorithm;
use pvcheck::check::{Harness, judge_store};
use pvcheck::game::Graph;
use pvcheck::oracle::RootMoveSet;
use pvcheck::pv::{AllStores, Store};
use pvcheck::search::SearchOptions;
use pvcheck::subject::Subject;
use pvcheck::table::{Replace, TableOptions};
use pvcheck::verdict::LineKind;

const ENTRIES: [u32; 8] = [1, 4, 16, 64, 256, 1_024, 4_096, 16_384];

/// The walks, with short names: one that goes on while bound, draft and value fit, and one that follows any stored move that
/// is legal.
const WALKS: [(Store, &str); 2] = [(Store::TableWalkChecked, "checked"), (Store::TableWalk, "any")];

/// A search, a scheme of replacement, and the index of a walk.
const SEARCHES: [(Algorithm, Replace, usize); 7] = [
    (Algorithm::PvsSoft, Replace::Always, 0),
    (Algorithm::PvsSoft, Replace::Depth, 0),
    (Algorithm::PvsSoft, Replace::TwoTier, 0),
    (Algorithm::PvsSoft, Replace::Bucket, 0),
    (Algorithm::PvsSoft, Replace::ProtectPv, 0),
    (Algorithm::PvsSoft, Replace::Always, 1),
    (Algorithm::Mtdf, Replace::Always, 1),
];

const MEASURES: [&str; 3] =
    ["moves of the line / those of the correct line", "truncated lines", "wrong lines"];

fn options(replace: Replace, slots: u32) -> Option<SearchOptions> {
    let table = TableOptions { replace, ..TableOptions::DEFAULT };
    let groups = slots / table.slots_per_group() as u32;
    (groups > 0).then(|| SearchOptions::table(TableOptions { entries: groups, ..table }))
}

fn play(entries: u32, harness: &mut Harness, (tree, depth): (&Graph, usize), sums: &mut [Sums]) {
    let mut game = harness.game(&tree.root(), depth).expect("games are no deeper than the stores");
    let correct = game.ground_truth().line_among(RootMoveSet::ALL);
    for ((algorithm, replace, walk), counted) in SEARCHES.into_iter().zip(sums.chunks_mut(MEASURES.len())) {
        let Some(options) = options(replace, entries) else { continue };
        game.run_algorithm(algorithm, &options, &mut |ground_truth, index, outcome| {
            if Store::ALL[index] != WALKS[walk].0 {
                return;
            }
            let length = outcome.line.map_or(0, <[_]>::len) as u64;
            let kind = judge_store(ground_truth, WALKS[walk].0, outcome).kind;
            counted[0].count(correct.len() as u64, length);
            counted[1].count(1, u64::from(kind == LineKind::Truncated));
            counted[2].count(1, u64::from(kind > LineKind::NoneDue));
        });
    }
    game.finish();
}

pub(super) fn measure(query: &Query<'_>, size: Size) -> Measurements {
    let usual = Usual { leaves: 400_000, games: (50, 5_000), mixed: 20_000 };
    let mut measured = Vec::new();
    for entries in ENTRIES {
        let sums = Played::new(query, size, usual)?.sums_with::<AllStores>(
            SEARCHES.len() * MEASURES.len(),
            &|harness, tree, depth, sums| {
                play(entries, harness, (tree, depth), sums);
            },
        );
        for ((algorithm, replace, walk), counted) in SEARCHES.into_iter().zip(sums.chunks(MEASURES.len())) {
            let (store, name) = WALKS[walk];
            let Some(options) = options(replace, entries) else { continue };
            let subject = Subject { algorithm, store, options };
            let series = format!("{}, {}, {}", algorithm.name(), replace.name(), name);
            measured.extend(MEASURES.into_iter().zip(counted).enumerate().map(|(at, (measure, &sum))| {
                let statistic = if at == 0 { Statistic::Ratio(sum) } else { sum.share() };
                let label = format!("{series}, {entries}");
                let varied =
                    Some(Varied { name: "slots of the table", value: entries, series: series.clone() });
                let figure = Measured::new(query.shown(size), subject.to_string(), label, measure, statistic);
                Measured { varied, ..figure }
            }));
        }
    }
    // Figures of one measure are next to each other, as in all tables.
    measured.sort_by_key(|one| MEASURES.iter().position(|&measure| measure == one.measure));
    Ok(measured)
}
