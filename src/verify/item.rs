//! What is searched: a synthetic game, or a position of some game.

use std::fmt;

use super::detail::Detail;
use super::examine::{Judged, Unjudged};
use super::games::Games;
use super::problem::Circumstances;
use super::watch::Watch;
use crate::check::Harness;
use crate::oracle::Rules;
use crate::pv::NoStore;
use crate::search::ReportedNodes;
use crate::syntax::SyntaxError;

/// What one verification searches many of. [`Problem`](super::Problem) and
/// [`PositionProblem`](super::PositionProblem) implement it; nothing else has to.
///
/// Its text form, one line, is what [`Item::read`] reads.
pub trait Item: Clone + PartialEq + fmt::Display + Send + Sync + 'static {
    /// The interface of the search under test.
    type Search: ?Sized;
    /// The size by which items are ordered.
    type Size: Size;

    /// The size.
    fn size(&self) -> Self::Size;

    /// The circumstances of the search.
    fn circumstances(&self) -> &Circumstances;

    /// The same search in other circumstances.
    #[must_use]
    fn with_circumstances(&self, circumstances: Circumstances) -> Self;

    /// Runs the search once and judges it.
    ///
    /// # Errors
    ///
    /// If there is no valid answer, or it cannot be judged.
    fn examine(
        &self,
        search: &mut Self::Search,
        harness: &mut Harness<NoStore>,
        rules: &Rules,
        reported: ReportedNodes,
        watch: &Watch,
    ) -> Result<Judged, Unjudged>;

    /// The smallest item for which `shows` is true that single steps reach.
    #[must_use]
    fn smaller(&self, shows: &mut dyn FnMut(&Self) -> bool) -> Self;

    /// The result in words, for a report.
    fn detail(&self, rules: &Rules, examined: &Judged) -> Detail;

    /// The item that with this text; `games` are those of the verification.
    ///
    /// # Errors
    ///
    /// What is wrong with the text, and where.
    fn read(text: &str, games: &dyn Games<Self>) -> Result<Self, SyntaxError>;
}

/// The size of an item. Everything that is needed of it implements this.
#[cfg(feature = "json")]
pub trait Size: Ord + Clone + fmt::Debug + Send + serde::Serialize + serde::de::DeserializeOwned {}

#[cfg(feature = "json")]
impl<S: Ord + Clone + fmt::Debug + Send + serde::Serialize + serde::de::DeserializeOwned> Size for S {}

/// The size of an item. Everything that is needed of it implements this.
#[cfg(not(feature = "json"))]
pub trait Size: Ord + Clone + fmt::Debug + Send {}

#[cfg(not(feature = "json"))]
impl<S: Ord + Clone + fmt::Debug + Send> Size for S {}
