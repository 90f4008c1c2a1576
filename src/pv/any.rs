//! One type for several stores, so that a search is compiled once for all of them.

/// Defines a store that is one of several, chosen at run time, and the type of its lines.
macro_rules! any_store {
    ($(#[$doc:meta])* $vis:vis enum $Store:ident, $Line:ident { $($variant:ident($type:ty),)* }) => {
        $(#[$doc])*
        #[allow(missing_docs, clippy::large_enum_variant, reason = "one store per search")]
        $vis enum $Store {
            $($variant($type),)*
        }

        /// The line of one of the stores.
        #[allow(missing_docs)]
        $vis enum $Line {
            $($variant(<$type as $crate::pv::PvStore>::Line),)*
        }

        impl $crate::pv::PvStore for $Store {
            type Line = $Line;

            fn reads_table(&self) -> bool {
                match self { $(Self::$variant(store) => store.reads_table(),)* }
            }

            fn capacity(&self) -> usize {
                match self { $(Self::$variant(store) => store.capacity(),)* }
            }

            fn reset(&mut self, depth: usize) {
                match self { $(Self::$variant(store) => store.reset(depth),)* }
            }

            fn frame(&mut self, parent: Option<&$Line>, ply: usize) -> $Line {
                match (self, parent) {
                    $(
                        (Self::$variant(store), None) => $Line::$variant(store.frame(None, ply)),
                        (Self::$variant(store), Some($Line::$variant(parent))) => {
                            $Line::$variant(store.frame(Some(parent), ply))
                        }
                    )*
                    _ => unreachable!("a line belongs to its store"),
                }
            }

            fn release(&mut self, line: $Line) {
                match (self, line) {
                    $((Self::$variant(store), $Line::$variant(line)) => store.release(line),)*
                    _ => unreachable!("a line belongs to its store"),
                }
            }

            fn enter_node(&mut self, line: &mut $Line, at: $crate::pv::At) {
                match (self, line) {
                    $((Self::$variant(store), $Line::$variant(line)) => store.enter_node(line, at),)*
                    _ => unreachable!("a line belongs to its store"),
                }
            }

            fn leaf_value(&mut self, line: &mut $Line, at: $crate::pv::At) {
                match (self, line) {
                    $((Self::$variant(store), $Line::$variant(line)) => store.leaf_value(line, at),)*
                    _ => unreachable!("a line belongs to its store"),
                }
            }

            fn draw(&mut self, line: &mut $Line, at: $crate::pv::At) {
                match (self, line) {
                    $((Self::$variant(store), $Line::$variant(line)) => store.draw(line, at),)*
                    _ => unreachable!("a line belongs to its store"),
                }
            }

            fn raise(&mut self, line: &mut $Line, child: &$Line, at: $crate::pv::At, mv: $crate::position::Move) {
                match (self, line, child) {
                    $((
                        Self::$variant(store),
                        $Line::$variant(line),
                        $Line::$variant(child),
                    ) => store.raise(line, child, at, mv),)*
                    _ => unreachable!("a line belongs to its store"),
                }
            }

            fn refute(&mut self, line: &mut $Line, child: &$Line, at: $crate::pv::At, mv: $crate::position::Move) {
                match (self, line, child) {
                    $((
                        Self::$variant(store),
                        $Line::$variant(line),
                        $Line::$variant(child),
                    ) => store.refute(line, child, at, mv),)*
                    _ => unreachable!("a line belongs to its store"),
                }
            }

            fn exit_node(&mut self, line: &mut $Line, at: $crate::pv::At, entry: &$crate::table::Entry) {
                match (self, line) {
                    $((Self::$variant(store), $Line::$variant(line)) => {
                        store.exit_node(line, at, entry);
                    })*
                    _ => unreachable!("a line belongs to its store"),
                }
            }

            fn hit(&mut self, line: &mut $Line, at: $crate::pv::At, entry: &$crate::table::Entry, window: $crate::score::Window) {
                match (self, line) {
                    $((Self::$variant(store), $Line::$variant(line)) => {
                        store.hit(line, at, entry, window);
                    })*
                    _ => unreachable!("a line belongs to its store"),
                }
            }

            fn memory(&self, rows: &mut Vec<$crate::pv::MemoryRow>) {
                match self { $(Self::$variant(store) => store.memory(rows),)* }
            }

            fn frame_memory(&self, line: &$Line, ply: usize, rows: &mut Vec<$crate::pv::MemoryRow>) {
                match (self, line) {
                    $((Self::$variant(store), $Line::$variant(line)) => store.frame_memory(line, ply, rows),)*
                    _ => unreachable!("a line belongs to its store"),
                }
            }

            fn show<P: $crate::position::Position>(
                &self,
                root: &$Line,
                finished_search: &mut $crate::pv::FinishedSearch<'_, P>,
                each: &mut dyn FnMut(Option<&[$crate::position::Move]>),
            ) {
                match (self, root) {
                    $((Self::$variant(store), $Line::$variant(root)) => {
                        store.show(root, finished_search, each);
                    })*
                    _ => unreachable!("a line belongs to its store"),
                }
            }

            fn show_failed<P: $crate::position::Position>(
                &self,
                root: &$Line,
                finished_search: &mut $crate::pv::FinishedSearch<'_, P>,
                each: &mut dyn FnMut(Option<&[$crate::position::Move]>),
            ) {
                match (self, root) {
                    $((Self::$variant(store), $Line::$variant(root)) => {
                        store.show_failed(root, finished_search, each);
                    })*
                    _ => unreachable!("a line belongs to its store"),
                }
            }
        }
    };
}
pub(crate) use any_store;
