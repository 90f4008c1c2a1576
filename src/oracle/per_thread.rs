//! The state that each thread of a search has for itself.

use std::iter;
use std::mem;
use std::ops::{Deref, DerefMut};

/// The states of all threads, which dereference to the state of the current thread, at first thread 0.
#[derive(Default, Debug)]
pub struct PerThread<T> {
    own: T,
    /// The states of all threads by their numbers, with an empty place for the current thread.
    others: Vec<T>,
    number: usize,
}

impl<T: Default> PerThread<T> {
    /// The number of the current thread.
    pub fn number(&self) -> usize {
        self.number
    }

    pub fn go_on_as(&mut self, number: usize) {
        if self.others.len() <= number {
            self.others.resize_with(number + 1, T::default);
        }
        mem::swap(&mut self.own, &mut self.others[self.number]);
        mem::swap(&mut self.own, &mut self.others[number]);
        self.number = number;
    }

    /// Returns the state of the current thread, then the states of the other threads.
    pub fn all(&self) -> impl Iterator<Item = &T> {
        iter::once(&self.own).chain(&self.others)
    }

    pub fn for_all(&mut self, change: impl FnMut(&mut T)) {
        iter::once(&mut self.own).chain(&mut self.others).for_each(change);
    }
}

impl<T> Deref for PerThread<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        &self.own
    }
}

impl<T> DerefMut for PerThread<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        &mut self.own
    }
}
