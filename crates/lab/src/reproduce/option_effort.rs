//! The nodes of a search with an option, beside those of the search without it.

use super::games::{Played, Usual};
use super::{Measured, Query, Refused, Size, Statistic, Sums, Varied};
use pvcheck::check::Harness;
use pvcheck::game::Graph;
use pvcheck::pv::NoStore;
use pvcheck::subject::Subject;

const PAIRS: [(&str, &str, &str); 9] = [
    ("no exact hit at PV-nodes", "pvs-soft+none+tt(pv-cut=none)", "pvs-soft+none+tt"),
    ("no exact hit at PV-nodes", "pvs-soft+none+tt(pv-cut=none)+deepening", "pvs-soft+none+tt+deepening"),
    (
        "no exact hit at PV-nodes",
        "pvs-soft+none+tt(draft=deeper,pv-cut=none)",
        "pvs-soft+none+tt(draft=deeper)",
    ),
    (
        "no exact hit at PV-nodes",
        "pvs-soft+none+tt(draft=deeper,pv-cut=none,keep=yes)",
        "pvs-soft+none+tt(draft=deeper,keep=yes)",
    ),
    ("the line of the iteration before first", "pvs-soft+none+deepening+order=pv", "pvs-soft+none+deepening"),
    (
        "the line of the iteration before first",
        "alpha-beta-soft+none+deepening+order=pv",
        "alpha-beta-soft+none+deepening",
    ),
    ("the move of the table first", "pvs-soft+none+tt+deepening+order=table", "pvs-soft+none+tt+deepening"),
    ("killer moves first", "pvs-soft+none+order=killers", "pvs-soft+none"),
    ("refutations first", "pvs-soft+none+deepening+order=refutation", "pvs-soft+none+deepening"),
];

const NO_EXACT_HIT: &str = PAIRS[0].0;

const SLOTS: [u32; 7] = [1, 4, 16, 64, 256, 1_024, 4_096];

const DRAFTS: [&str; 2] = ["equal", "deeper"];

struct Pair {
    option: &'static str,
    subjects: [Subject; 2],
    label: String,
    varied: Option<Varied>,
}

fn subject(text: &str) -> Subject {
    text.parse().expect("the searches of this table are valid")
}

fn pairs() -> Vec<Pair> {
    let plain = PAIRS.into_iter().map(|(option, with, without)| Pair {
        option,
        subjects: [subject(with), subject(without)],
        label: without.replace("+none", ""),
        varied: None,
    });
    let of_table = |draft: &'static str| {
        SLOTS.into_iter().map(move |slots| {
            let search = |cut: &str| {
                subject(&format!("pvs-soft+none+tt(entries={slots},draft={draft},pv-cut={cut})+deepening"))
            };
            let series = format!("{draft} drafts match");
            Pair {
                option: NO_EXACT_HIT,
                subjects: [search("none"), search("exact")],
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

pub(super) fn measure(query: &Query<'_>, size: Size) -> Result<Vec<Measured>, Refused> {
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
