//! Studies with pvcheck: claims and tables of the literature.

pub mod all_scores;
pub mod claims;
mod each_game;
pub mod reproduce;
