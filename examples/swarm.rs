//! Temporary: many games, random shortcuts.
use pvcheck::algorithm::Algorithm;
use pvcheck::campaign::{Games, Random};
use pvcheck::case::Case;
use pvcheck::check::{Bench, Earlier, judge_store};
use pvcheck::contract::promise;
use pvcheck::game::{Choices, Graph, Seeded};
use pvcheck::pv::{Fed, Store};
use pvcheck::score::Score;
use pvcheck::search::Shortcuts;
use pvcheck::subject::Subject;
use pvcheck::verdict::{LineKind, LineVerdict, ScoreVerdict, Verdict};

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let (seed, combos, games): (u64, u64, u64) =
        (args[1].parse().unwrap(), args[2].parse().unwrap(), args[3].parse().unwrap());
    let fixed: Option<Vec<Subject>> =
        (args.len() > 4).then(|| args[4..].iter().map(|text| text.parse().unwrap()).collect());
    let all = std::env::var("ALGS").is_ok();
    let algorithms: Vec<Algorithm> = if all {
        Algorithm::ALL.to_vec()
    } else {
        vec![Algorithm::AlphaBetaHard, Algorithm::AlphaBetaSoft, Algorithm::PvsHard, Algorithm::PvsSoft]
    };
    let mut bench = Bench::<Fed>::default();
    let (mut searches, mut witnessed, mut bad, mut kinds) =
        (0u64, 0u64, 0u64, std::collections::BTreeMap::<String, (u64, String)>::new());
    let mut lines = [0u64; 10];
    for combo in 0..combos {
        let mut choices = Seeded::new(seed * 1000 + combo, 7);
        let mut shortcuts = match &fixed {
            Some(list) => list[combo as usize % list.len()].shortcuts,
            None => Shortcuts::wild(&mut choices),
        };
        if fixed.is_none() && std::env::var("NOSEL").is_ok() {
            shortcuts.selectivity = Default::default();
        }
        let mut graph = Graph::leaf(Score::ZERO);
        let random = Random { seed: seed + combo, games };
        for index in 0..random.count() {
            let depth = random.game(index, &mut graph);
            let root = graph.root();
            let mut game = bench.game(&root, depth).unwrap();
            if shortcuts.keeps_table() {
                game = game.after(Earlier::of_case(&root, depth, &shortcuts)).unwrap();
            }
            for &algorithm in &algorithms {
                let subject = |store| Subject { algorithm, store, shortcuts };
                if subject(Store::Triangular).meaningless().is_some() {
                    continue;
                }
                let mut verdicts: [Option<LineVerdict>; 20] = [None; 20];
                let trial = game.try_algorithm(algorithm, &shortcuts, |truth, index, outcome| {
                    let v = judge_store(truth, Store::ALL[index], outcome);
                    verdicts[index] = Some(verdicts[index].map_or(v, |w| w.or_worse(v)));
                });
                searches += 1;
                witnessed += u64::from(trial.verdict == ScoreVerdict::Witnessed);
                for (i, v) in verdicts.iter().enumerate() {
                    let store = Store::ALL[i];
                    let Some(line) = *v else { continue };
                    if store == Store::Triangular {
                        lines[line.kind as usize] += 1;
                    }
                    let p = promise(&subject(store));
                    let fault = trial.fault.filter(|f| !p.allows_fault(f.kind()));
                    let breach = p.breach(Verdict { score: trial.verdict, line }, trial.inside);
                    if fault.is_some() || breach.is_some() {
                        bad += 1;
                        let what = format!(
                            "{} {} {:?} {:?}",
                            store.name(),
                            if all { algorithm.name() } else { "" },
                            fault.map(|f| f.kind()),
                            breach
                        );
                        let case = Case { subject: subject(store), depth, expect: None, game: graph.clone() };
                        let entry = kinds.entry(what).or_insert((0, case.to_string()));
                        entry.0 += 1;
                        let text = case.to_string();
                        if text.len() < entry.1.len() {
                            entry.1 = text;
                        }
                    }
                }
            }
            game.finish();
        }
    }
    println!(
        "seed {seed}: {searches} searches, {witnessed} witnessed, {bad} breaches; triangular lines {lines:?}"
    );
    let mut sorted: Vec<_> = kinds.iter().collect();
    sorted.sort_by_key(|(_, (_, text))| text.len());
    for (what, (count, text)) in sorted.iter().take(25) {
        println!("{count:8} {what}\n    {text}");
    }
    let _ = LineKind::Same;
    let _ = choices_unused;
}
fn choices_unused() {
    let _ = Seeded::new(0, 0).one_in(2);
}
