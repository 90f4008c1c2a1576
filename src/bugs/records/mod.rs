//! The records of all seeded bugs, grouped by the code that they are injected into.

/// Defines a group of records. A record has its name, its class, its subject, its findings and its summary, the real
/// bugs that have the same fault, if there are any, and its change.
macro_rules! records {
    ($group:ident $(
        $name:literal $class:tt in $subject:literal shows [$($finding:ident),*]
        $summary:literal
        $(like [$($reference:literal),* $(,)?])?
        $(store $store:ident)?
        $(algorithm $correct:literal => $wrong:literal)?
        $(search $file:literal $function:ident: $original:literal => $replacement:literal)*;
    )*) => {
        pub const $group: &[crate::bugs::record::Bug] = &[$(crate::bugs::record::Bug {
            name: $name,
            class: stringify!($class),
            subject: $subject,
            summary: $summary,
            findings: &[$(stringify!($finding)),*],
            references: &[$($($reference),*)?],
            // The kind that is written; a list of hunks is empty where there is another one.
            change: [
                $(crate::bugs::record::Change::Store(stringify!($store)),)?
                $(crate::bugs::record::Change::Algorithm { original: $correct, replacement: $wrong },)?
                crate::bugs::record::Change::Search(&[$(crate::bugs::record::Hunk {
                    file: $file,
                    function: stringify!($function),
                    original: $original,
                    replacement: $replacement,
                },)*]),
            ][0],
        },)*];
    };
}

mod alpha_beta;
mod node;
mod pvs;
mod readers;
mod root;
mod selective;
mod stores;
mod table;
mod threads;

use crate::bugs::record::Bug;

/// The groups of records: two for stores, two for algorithms, and five for the code that all searches share.
const GROUPS: [&[Bug]; 9] = [
    stores::STORES,
    readers::READERS,
    alpha_beta::ALPHA_BETA,
    pvs::PVS,
    node::NODE,
    selective::SELECTIVE,
    table::TABLE,
    root::ROOT,
    threads::THREADS,
];

const COUNT: usize = {
    let (mut count, mut group) = (0, 0);
    while group < GROUPS.len() {
        count += GROUPS[group].len();
        group += 1;
    }
    count
};

pub const ALL: &[Bug] = &{
    let mut all = [GROUPS[0][0]; COUNT];
    let (mut next, mut group) = (0, 0);
    while group < GROUPS.len() {
        let mut index = 0;
        while index < GROUPS[group].len() {
            all[next] = GROUPS[group][index];
            (next, index) = (next + 1, index + 1);
        }
        group += 1;
    }
    all
};
