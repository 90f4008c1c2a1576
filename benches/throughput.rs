//! Benchmarks: the number of (algorithm x store) pairs that one core checks per second, and the cost of the
//! parts of a trial. Run them with `cargo bench`, and compare ratios within one run only.

use std::sync::Arc;

use divan::counter::ItemsCount;
use pvcheck::algorithm::Algorithm;
use pvcheck::campaign::{Campaign, Games, Random};
use pvcheck::enumerate::{Leaves, Scope};
use pvcheck::game::Graph;
use pvcheck::oracle::Oracle;
use pvcheck::pv::Store;
use pvcheck::score::Score;
use pvcheck::search::SearchOptions;
use pvcheck::subject::Subject;
use pvcheck_chess::uci::{Context, Go, Limit, Printed, Root, judge};

fn main() {
    divan::main();
}

/// Every algorithm with every store, without search options.
fn every_pair() -> Vec<Subject> {
    let pairs = Algorithm::ALL.iter().flat_map(|&algorithm| {
        Store::ALL.iter().map(move |&store| Subject { algorithm, store, options: SearchOptions::NONE })
    });
    pairs.filter(|subject: &Subject| subject.meaningless().is_none()).collect()
}

/// The whole scope of (2,3) orderings; counts (algorithm x store) pairs.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn exhaust_orderings_2_3(bencher: divan::Bencher<'_, '_>) {
    let scope = Scope::uniform(2, 3, Leaves::Orderings).expect("a small scope");
    let pairs = scope.count() * every_pair().len() as u64;
    let campaign = Campaign::new(&scope, every_pair());
    bencher.counter(ItemsCount::new(pairs)).bench_local(|| campaign.run(|_| ()).games);
}

/// Random games; counts (algorithm x store) pairs.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn random_games(bencher: divan::Bencher<'_, '_>) {
    let games = Random { seed: 1, games: 100_000 };
    let pairs = games.count() * every_pair().len() as u64;
    let campaign = Campaign::new(&games, every_pair());
    bencher.counter(ItemsCount::new(pairs)).bench_local(|| campaign.run(|_| ()).games);
}

/// The generation of random games alone; counts games.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn growth_alone(bencher: divan::Bencher<'_, '_>) {
    let games = Random { seed: 1, games: 100_000 };
    let mut tree = Graph::leaf(Score::ZERO);
    bencher
        .counter(ItemsCount::new(games.count()))
        .bench_local(|| (0..games.count()).map(|index| games.game(index, &mut tree)).sum::<usize>());
}

/// The oracle alone on (2,3); counts games.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn oracle_alone(bencher: divan::Bencher<'_, '_>) {
    let scope = Scope::uniform(2, 3, Leaves::Permutations).expect("a small scope");
    let mut tree = Graph::leaf(Score::ZERO);
    bencher.counter(ItemsCount::new(scope.count())).bench_local(|| {
        let mut buffers = pvcheck::oracle::Buffers::default();
        for index in 0..scope.count() {
            let depth = scope.game(index, &mut tree);
            let oracle = Oracle::reusing(std::mem::take(&mut buffers), &tree.root(), depth);
            divan::black_box(oracle.score());
            buffers = oracle.into_buffers();
        }
    });
}

/// The reading and the checks of one line of twenty moves that an engine has printed, without proofs; counts lines.
#[divan::bench(sample_count = 20, sample_size = 100)]
fn line_of_twenty_moves(bencher: divan::Bencher<'_, '_>) {
    let root: Root = "startpos".parse().expect("a position");
    let request = Go::new(Arc::new(root), Limit::Depth(20));
    let line = "info depth 20 seldepth 24 multipv 1 score cp 31 nodes 1044720 nps 989318 hashfull 402 tbhits 0 time 1056 \
                pv e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7 f1e1 b7b5 a4b3 d7d6 c2c3 e8g8 h2h3 c6a5 b3c2 c7c5";
    let circumstances = Context { lines: 1, before: &[] };
    let read = || judge(&request, &Printed::from_iter([line]), &circumstances);
    assert!(read().is_empty());
    bencher.counter(ItemsCount::new(1_u64)).bench_local(read);
}
