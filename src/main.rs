//! temp
use pvcheck::{
    algorithm::Algorithm, campaign::*, enumerate::*, pv::Store, search::Shortcuts, subject::Subject,
    verdict::*,
};
fn go<G: Games>(name: &str, g: &G) {
    let subjects: Vec<Subject> = Algorithm::ALL
        .iter()
        .flat_map(|&algorithm| {
            Store::ALL.iter().map(move |&store| Subject { algorithm, store, shortcuts: Shortcuts::NONE })
        })
        .collect();
    let n = subjects.len() as f64;
    let t = std::time::Instant::now();
    let f = Campaign::new(g, subjects).threads(1).run(|_| ());
    let s = t.elapsed().as_secs_f64();
    println!(
        "== {name}: {} games {:.2}s {:.1} M pairs/s {:?} rare {:?}",
        f.games,
        s,
        f.games as f64 * n / s / 1e6,
        f.features,
        f.features.too_rare(f.games)
    );
    for r in &f.rows {
        let lines: Vec<String> = LineKind::ALL
            .iter()
            .filter(|k| r.tally.line(**k) > 0)
            .map(|k| format!("{k} {:.3}%", 100.0 * r.tally.line(*k) as f64 / r.tally.games as f64))
            .collect();
        println!(
            "{:50} kept {} score {} faults {} leafs {} mean {:.6} re {} unc {} {}",
            r.subject.to_string(),
            r.is_kept(),
            r.tally.score(ScoreVerdict::Exact),
            r.tally.node_faults,
            r.tally.counts.leaf_evaluations,
            r.tally.counts.leaf_evaluations as f64 / f.games as f64,
            r.tally.counts.re_searches,
            r.tally.counts.unconfirmed,
            lines.join(" ")
        );
    }
}
fn main() {
    go("(2,2) perm", &Scope::new(2, 2, Leaves::Permutations).unwrap());
    go("(2,3) perm", &Scope::new(2, 3, Leaves::Permutations).unwrap());
    go("(2,3) ord", &Scope::new(2, 3, Leaves::Orderings).unwrap());
    go("random", &Random { seed: 1, games: 300_000 });
}
