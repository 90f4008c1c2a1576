//! What the verification of a search of your own needs, imported by `use pvcheck::prelude::*;`.

pub use crate::game::SharedPosition;
pub use crate::laws::laws;
pub use crate::oracle::{Drafts, Rules};
pub use crate::position::{Move, Position};
pub use crate::score::{Bound, Score, Window};
pub use crate::told::{Entry, SkipReason, Told, Why};
pub use crate::verify::{
    Answer, Before, FrozenGames, RandomGames, Request, Verification, Visit, verify, verify_object,
    verify_positions,
};
