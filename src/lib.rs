//! pvcheck
pub mod algorithm;
pub mod campaign;
pub mod case;
pub mod check;
pub mod contract;
pub mod enumerate;
pub mod game;
pub mod oracle;
pub mod position;
pub mod pv;
pub mod score;
pub mod search;
pub mod shrink;
pub mod subject;
pub mod syntax;
pub mod verdict;
