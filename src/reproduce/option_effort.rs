//! The nodes of a search with an option, beside those of the search without it.

use super::games::Played;
use super::{Family, Measured, Refused, Request, Size, Statistic, Sums};
use crate::check::Harness;
use crate::game::Graph;
use crate::pv::NoStore;
use crate::subject::Subject;

/// An option, the search with it, and the search without it.
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

fn subject(text: &str) -> Subject {
    text.parse().expect("the searches of this table are valid")
}

fn play(
    pairs: &[[Subject; 2]],
    harness: &mut Harness<NoStore>,
    (tree, depth): (&Graph, usize),
    sums: &mut [Sums],
) {
    let mut game = harness.game(&tree.root(), depth).expect("games are no deeper than the stores");
    for (pair, sum) in pairs.iter().zip(sums) {
        let [with, without] = pair.map(|subject| {
            game.run_algorithm(subject.algorithm, &subject.options, |_, _, _| ()).counts.nodes
        });
        sum.count(without, with);
    }
    game.finish();
}

pub(super) fn measure(request: &Request<'_>, size: Size) -> Result<Vec<Measured>, Refused> {
    let usual = match request.family {
        Family::Mixed => 20_000,
        _ => (200_000 / size.leaves().unwrap_or(1)).clamp(50, 5_000),
    };
    let pairs = PAIRS.map(|(_, with, without)| [subject(with), subject(without)]);
    let sums = Played::new(request, size, usual)?
        .sums(PAIRS.len(), &|harness, tree, depth, sums| play(&pairs, harness, (tree, depth), sums));
    let measured = PAIRS.into_iter().zip(sums).map(|((option, with, without), sum)| {
        let name = |text: &str| text.replace("+none", "");
        Measured {
            size: (request.family != Family::Mixed).then_some(size),
            search: with.to_owned(),
            measure: format!("nodes / those without: {option}"),
            label: name(without),
            statistic: Statistic::Ratio(sum),
            known: None,
            varied: None,
        }
    });
    Ok(measured.collect())
}
