//! The records of all seeded bugs, grouped by the code that they are injected into.

mod alpha_beta;
mod node;
mod pvs;
mod readers;
mod root;
mod selective;
mod stores;
mod table;

use crate::bugs::record::Bug;

/// Two groups for stores, two for algorithms, four for the code that all searches share.
const GROUPS: [&[Bug]; 8] = [
    stores::STORES,
    readers::READERS,
    alpha_beta::ALPHA_BETA,
    pvs::PVS,
    node::NODE,
    selective::SELECTIVE,
    table::TABLE,
    root::ROOT,
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
