//! The nodes of a search with an option, beside those of the search without it.

use super::games::{Played, Usual};
use super::{Measured, Measurements, Query, Size, Statistic, Sums, Varied};
use pvcheck::check::Harness;
use pvcheck::game::Graph;
use pvcheck::pv::NoStore;
use pvcheck::subject::Subject;

const NO_EXACT_HIT: &str = "no exact hit at PV-nodes";

const LINE_FIRST: &str = "the line of the iteration before first";

/// An option, the algorithm, and its other options with this one and without it.
const PAIRS: [(&str, &str, &str, &str); 9] = [
    (NO_EXACT_HIT, "pvs-soft", "+tt(pv-cut=none)", "+tt"),
    (NO_EXACT_HIT, "pvs-soft", "+tt(pv-cut=none)+deepening", "+tt+deepening"),
    (NO_EXACT_HIT, "pvs-soft", "+tt(draft=deeper,pv-cut=none)", "+tt(draft=deeper)"),
    (NO_EXACT_HIT, "pvs-soft", "+tt(draft=deeper,pv-cut=none,keep=yes)", "+tt(draft=deeper,keep=yes)"),
    (LINE_FIRST, "pvs-soft", "+deepening+order=pv", "+deepening"),
    (LINE_FIRST, "alpha-beta-soft", "+deepening+order=pv", "+deepening"),
    ("the move of the table first", "pvs-soft", "+tt+deepening+order=table", "+tt+deepening"),
    ("killer moves first", "pvs-soft", "+order=killers", ""),
    ("refutations first", "pvs-soft", "+deepening+order=refutation", "+deepening"),
];

const SLOTS: [u32; 7] = [1, 4, 16, 64, 256, 1_024, 4_096];

const DRAFTS: [&str; 2] = ["equal", "deeper"];

struct Pair {
    option: &'static str,
    subjects: [Subject; 2],
    label: String,
    varied: Option<Varied>,
}

fn subject(algorithm: &str, options: &str) -> Subject {
    format!("{algorithm}+none{options}").parse().expect("the searches of this table are valid")
}

fn pairs() -> Vec<Pair> {
    let plain = PAIRS.into_iter().map(|(option, algorithm, with, without)| Pair {
        option,
        subjects: [with, without].map(|options| subject(algorithm, options)),
        label: format!("{algorithm}{without}"),
        varied: None,
    });
    let of_table = |draft: &'static str| {
        SLOTS.into_iter().map(move |slots| {
            let table = |cut: &str| format!("+tt(entries={slots},draft={draft},pv-cut={cut})+deepening");
            let series = format!("{draft} drafts match");
            Pair {
                option: NO_EXACT_HIT,
                subjects: ["none", "exact"].map(|cut| subject("pvs-soft", &table(cut))),
                label: format!("{series}, {slots}"),
                varied: Some(Varied { name: "slots of the table", value: slots, series }),
            }
        })
    };
    plain.chain(DRAFTS.into_iter().flat_map(of_table)).collect()
}

fn play(pairs: &[Pair], harness: &mut Harness<NoStore>, (tree, depth): (&Graph, usize), sums: &mut [Sums]) {
    let mut game = harness.game(&tree.root(), depth).expect("games are no deeper than the stores");
    for (pair, sum) in pairs.iter().zip(sums) {
        let [with, without] = pair.subjects.map(|subject| {
            game.run_algorithm(subject.algorithm, &subject.options, &mut |_, _, _| ()).counts.nodes
        });
        sum.count(without, with);
    }
    game.finish();
}

pub(super) fn measure(query: &Query<'_>, size: Size) -> Measurements {
    let usual = Usual { leaves: 200_000, games: (50, 5_000), mixed: 20_000 };
    let pairs = pairs();
    let sums = Played::new(query, size, usual)?
        .sums(pairs.len(), &|harness, tree, depth, sums| play(&pairs, harness, (tree, depth), sums));
    let measured = pairs.into_iter().zip(sums).map(|(pair, sum)| {
        let Pair { option, subjects: [with, _], label, varied } = pair;
        let by = if varied.is_some() { ", by slots of the table" } else { "" };
        let measure = format!("nodes with / nodes without: {option}{by}");
        let figure =
            Measured::new(query.shown(size), with.to_string(), label, measure, Statistic::Ratio(sum));
        Measured { varied, ..figure }
    });
    Ok(measured.collect())
}
