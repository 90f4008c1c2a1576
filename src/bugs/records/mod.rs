//! The records of all seeded bugs, grouped by the code that they are injected into.

mod alpha_beta;
mod node;
mod pvs;
mod readers;
mod root;
mod selective;
mod stores;
mod table;

use std::sync::LazyLock;

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

pub static ALL: LazyLock<Vec<Bug>> = LazyLock::new(|| GROUPS.concat());
