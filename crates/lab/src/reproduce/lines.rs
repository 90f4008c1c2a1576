//! Shares of truncated and of wrong lines: in single arrays, after re-searches, and in walks through a table.

use super::games::{Played, Usual};
use super::published::published;
use super::{Measured, Measurements, Published, PublishedValue, Query, Reproduction, Size, Statistic};
use pvcheck::algorithm::Algorithm;
use pvcheck::campaign::Tally;
use pvcheck::named_enum;
use pvcheck::pv::Store;
use pvcheck::search::SearchOptions;
use pvcheck::subject::Subject;
use pvcheck::table::{Replace, TableOptions};
use pvcheck::verdict::LineKind;

named_enum! {
    LineFinding {
        Truncated "truncated lines",
        Wrong "wrong lines",
        Either "truncated or wrong lines",
    }
}

impl LineFinding {
    fn share(self, tally: &Tally) -> Statistic {
        let truncated = tally.line(LineKind::Truncated);
        let count = match self {
            Self::Truncated => truncated,
            Self::Wrong => tally.wrong_lines() - truncated,
            Self::Either => tally.wrong_lines(),
        };
        Statistic::Share { count, games: tally.games }
    }
}

struct Tested {
    subject: Subject,
    label: &'static str,
    group: &'static str,
}

fn shares(reproduction: Reproduction, query: &Query<'_>, size: Size, tested: &[Tested]) -> Measurements {
    let rows = Played::new(query, size, USUAL)?.rows(tested.iter().map(|one| one.subject).collect());
    let mut groups: Vec<&str> = tested.iter().map(|one| one.group).collect();
    groups.dedup();
    let mut measured = Vec::new();
    for group in groups {
        for &finding in LineFinding::ALL {
            for (Tested { subject, label, .. }, row) in
                tested.iter().zip(&rows).filter(|(one, _)| one.group == group)
            {
                let measure = match group {
                    "" => finding.name().to_owned(),
                    _ => format!("{}, {group}", finding.name()),
                };
                let share = finding.share(&row.tally);
                let figure = Measured::new(query.shown(size), subject.to_string(), *label, measure, share);
                let published = published(reproduction, query.family, &figure);
                let published = published.or_else(|| restored(reproduction, subject.algorithm, finding));
                measured.push(Measured { published, ..figure });
            }
        }
    }
    Ok(measured)
}

/// Re-search from one below the null-window score restores every line, in a store that copies.
fn restored(reproduction: Reproduction, algorithm: Algorithm, finding: LineFinding) -> Option<Published> {
    let is_restored = (reproduction, algorithm, finding)
        == (Reproduction::ReSearch, Algorithm::PvsSoftFromBelow, LineFinding::Either);
    is_restored.then_some(Published {
        value: PublishedValue::Percent(0.0, 0),
        source: "Letouzey and Schimmels: the re-search (score - 1, beta) restores the line",
    })
}

const USUAL: Usual = Usual { leaves: 2_000_000, games: (100, 40_000), mixed: 200_000 };

fn plain(algorithm: Algorithm, store: Store, group: &'static str) -> Tested {
    let subject = Subject { algorithm, store, options: SearchOptions::NONE };
    Tested { subject, label: algorithm.name(), group }
}

pub(super) fn single_array(query: &Query<'_>, size: Size) -> Measurements {
    let stores = [Store::SingleArray, Store::SingleArrayRefuting];
    let algorithms = || Algorithm::ALL.iter().filter(|algorithm| !algorithm.profile().needs_table());
    let tested: Vec<Tested> = stores
        .into_iter()
        .flat_map(|store| algorithms().map(move |&one| plain(one, store, store.name())))
        .collect();
    shares(Reproduction::SingleArray, query, size, &tested)
}

pub(super) fn re_search(query: &Query<'_>, size: Size) -> Measurements {
    let algorithms = [
        Algorithm::PvsSoft,
        Algorithm::PvsSoftFromScore,
        Algorithm::PvsSoftFromBelow,
        Algorithm::NegascoutHard,
        Algorithm::NegascoutSoft,
    ];
    let tested = algorithms.map(|algorithm| plain(algorithm, Store::Triangular, ""));
    shares(Reproduction::ReSearch, query, size, &tested)
}

pub(super) fn table_walks(query: &Query<'_>, size: Size) -> Measurements {
    let tables = [
        ("shadow table", SearchOptions::NONE),
        ("tt", SearchOptions::table(TableOptions::DEFAULT)),
        (
            "tt(replace=bucket)",
            SearchOptions::table(TableOptions { replace: Replace::Bucket, ..TableOptions::DEFAULT }),
        ),
    ];
    let stores = [
        Store::Triangular,
        Store::TailRecovery,
        Store::PvHolder,
        Store::PvTable,
        Store::EdwardsTrees,
        Store::TableWalk,
        Store::TableWalkExact,
        Store::TableWalkChecked,
    ];
    let tested: Vec<Tested> = tables
        .iter()
        .flat_map(|&(group, options)| {
            let subject = move |store| Subject { algorithm: Algorithm::PvsSoft, store, options };
            stores.map(|store| Tested { subject: subject(store), label: store.name(), group })
        })
        .collect();
    shares(Reproduction::TableWalks, query, size, &tested)
}
