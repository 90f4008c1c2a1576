//! Studies with pvcheck: claims and tables of the literature, and games too large to store.

pub mod all_scores;
pub mod claims;
mod each_game;
pub mod large;
pub mod reproduce;
