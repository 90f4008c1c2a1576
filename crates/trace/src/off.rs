//! The calls without the feature `on`: nothing is written, and nothing is left of them.

use std::cell::Cell;
use std::marker::PhantomData;
use std::mem::size_of;

use crate::event::Event;
use crate::{Node, Why};

/// Nothing, which threads share as little as what is written.
pub(crate) struct Open(PhantomData<Cell<()>>);

const _: () = assert!(size_of::<Node>() == 0);

pub(crate) fn enter(_: usize, _: impl FnOnce() -> Event) -> Open {
    Open(PhantomData)
}

pub(crate) fn tell(_: Option<&Open>, _: impl FnOnce() -> Event) {}

#[inline]
pub(crate) fn because(_: &Open, _: Why) {}

pub(crate) fn leave(_: &Open, _: impl FnOnce(Why) -> Event) {}

pub(crate) fn keep(_: impl FnOnce() -> Event, _: &str) {}

pub(crate) fn line(_: impl FnOnce() -> Event, _: impl IntoIterator<Item = u32>) {}
