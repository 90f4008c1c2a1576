//! Selective options: wrong lines in the single array, and scores that are valid but not the minimax value.

use super::games::{Played, Usual};
use super::{Measured, Measurements, Query, Size, Sums};
use pvcheck::algorithm::Algorithm;
use pvcheck::check::{Harness, judge_store};
use pvcheck::feature::Preset;
use pvcheck::game::Graph;
use pvcheck::oracle::{Claim, RootMoveSet};
use pvcheck::pv::{AllStores, Store};
use pvcheck::score::Bound;
use pvcheck::search::SearchOptions;
use pvcheck::subject::Subject;
use pvcheck::verdict::{LineKind, ScoreVerdict};

fn options() -> Vec<SearchOptions> {
    let all = Preset::all().iter().map(|preset| preset.random);
    all.filter(|options| options.selectivity.is_any()).collect()
}

const MEASURES: [&str; 3] = [
    "wrong lines, single-array",
    "scores witnessed, not minimax",
    "scores too large by one that are accepted",
];

fn play(harness: &mut Harness, tree: &Graph, depth: usize, sums: &mut [Sums]) {
    let mut game = harness.game(&tree.root(), depth).expect("games are no deeper than the stores");
    for (options, counted) in options().iter().zip(sums.chunks_mut(MEASURES.len())) {
        let (mut is_wrong, mut is_accepted) = (false, false);
        let trial = game.run_algorithm(Algorithm::PvsSoft, options, &mut |ground_truth, index, outcome| {
            if Store::ALL[index] != Store::SingleArray {
                return;
            }
            is_wrong = judge_store(ground_truth, Store::SingleArray, outcome).kind > LineKind::Truncated;
            let claim = ground_truth.claim(RootMoveSet::ALL, Bound::Exact, outcome.score + 1);
            is_accepted = claim == Claim::Valid;
        });
        let is_witnessed = trial.verdict == ScoreVerdict::Witnessed;
        // Without a choice at the root there is little that a search could do wrong.
        let has_choice = depth > 0 && tree.children(0).len() > 1;
        let counts = [(true, is_wrong), (true, is_witnessed), (has_choice, has_choice && is_accepted)];
        for (sum, (is_counted, shows)) in counted.iter_mut().zip(counts) {
            sum.count(u64::from(is_counted), u64::from(shows));
        }
    }
    game.finish();
}

pub(super) fn measure(query: &Query<'_>, size: Size) -> Measurements {
    let searches = options();
    let usual = Usual { leaves: 500_000, games: (100, 20_000), mixed: 60_000 };
    let played = Played::new(query, size, usual)?;
    let sums = played.sums_with::<AllStores>(searches.len() * MEASURES.len(), &play);
    let mut measured = Vec::new();
    for (at, measure) in MEASURES.iter().enumerate() {
        for (&options, counted) in searches.iter().zip(sums.chunks(MEASURES.len())) {
            let subject = Subject { algorithm: Algorithm::PvsSoft, store: Store::SingleArray, options };
            let options = options.to_string();
            let label = options.trim_start_matches('+');
            let (search, share) = (subject.to_string(), counted[at].share());
            measured.push(Measured::new(query.shown(size), search, label, *measure, share));
        }
    }
    Ok(measured)
}
