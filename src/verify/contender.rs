//! The interface of the searches under test: Rust code and other programs.

use std::sync::Arc;

use super::answer::Answer;
use super::examine::NoAnswer;
use super::request::Request;
use crate::position::Position;

/// A search under test. Each thread begins its own.
pub trait Contender<S: ?Sized>: Send + Sync {
    /// Begins the search.
    fn begin(&self) -> Box<S>;
}

/// A search of synthetic games that was begun.
pub trait GraphSearch {
    /// The next search is of another game: what was kept is forgotten.
    fn new_game(&mut self);

    /// Runs one search. It may panic.
    fn search(&mut self, request: &Request<'_>) -> Result<Answer, NoAnswer>;
}

/// A search of the positions of one game that was begun.
pub trait PositionSearch<P> {
    /// See [`GraphSearch::new_game`].
    fn new_game(&mut self);

    /// See [`GraphSearch::search`].
    fn search(&mut self, request: &Request<'_, P>) -> Result<Answer, NoAnswer>;
}

/// A search in Rust: `make` makes the object of one game, on which `search` is called once per search.
pub(super) struct RustSearch<M, F> {
    pub make: Arc<M>,
    pub search: Arc<F>,
}

/// An object under test.
struct Begun<E, M, F> {
    make: Arc<M>,
    search: Arc<F>,
    object: Option<E>,
}

impl<M, F> RustSearch<M, F> {
    fn begun<E>(&self) -> Begun<E, M, F> {
        Begun { make: Arc::clone(&self.make), search: Arc::clone(&self.search), object: None }
    }
}

impl<E: 'static, M, F> Contender<dyn GraphSearch> for RustSearch<M, F>
where
    M: Fn() -> E + Send + Sync + 'static,
    F: Fn(&mut E, &Request<'_>) -> Answer + Send + Sync + 'static,
{
    fn begin(&self) -> Box<dyn GraphSearch> {
        Box::new(self.begun())
    }
}

impl<E, M, F> GraphSearch for Begun<E, M, F>
where
    M: Fn() -> E,
    F: Fn(&mut E, &Request<'_>) -> Answer,
{
    fn new_game(&mut self) {
        self.object = None;
    }

    fn search(&mut self, request: &Request<'_>) -> Result<Answer, NoAnswer> {
        let object = self.object.get_or_insert_with(|| (self.make)());
        Ok((self.search)(object, request))
    }
}

impl<P: Position + 'static, E: 'static, M, F> Contender<dyn PositionSearch<P>> for RustSearch<M, F>
where
    M: Fn() -> E + Send + Sync + 'static,
    F: Fn(&mut E, &Request<'_, P>) -> Answer + Send + Sync + 'static,
{
    fn begin(&self) -> Box<dyn PositionSearch<P>> {
        Box::new(self.begun())
    }
}

impl<P, E, M, F> PositionSearch<P> for Begun<E, M, F>
where
    M: Fn() -> E,
    F: Fn(&mut E, &Request<'_, P>) -> Answer,
{
    fn new_game(&mut self) {
        self.object = None;
    }

    fn search(&mut self, request: &Request<'_, P>) -> Result<Answer, NoAnswer> {
        let object = self.object.get_or_insert_with(|| (self.make)());
        Ok((self.search)(object, request))
    }
}
