//! A whole suite of tests for one search.

/// Makes a module of tests from a verification. The tests search with new objects, and with objects that have searched before:
/// the same, deeper, or another position. They use tables of several sizes, and stop at every node count up to 200.
///
/// The first argument is the name of the module, the second an expression for the
/// [`Verification`](crate::verify::Verification). It is evaluated once per test, in a module that imports
/// everything of the module around it. A search that starts threads adds
/// [`search_threads`](crate::verify::Verification::search_threads) to it.
///
/// ```
/// # #[derive(Default)] struct Engine;
/// # impl Engine {
/// #     fn search(&mut self, request: &Request<'_>) -> Answer { Answer::score(request.root().evaluate()) }
/// # }
/// use pvcheck::prelude::*;
///
/// pvcheck::suite!(
///     my_engine,
///     verify_object(Engine::default, |engine: &mut Engine, request: &Request<'_>| engine.search(request))
///         .declares(Rules::FIXED_TREE.tt(Drafts::Deeper).deepening())
///         .known("truncated")
/// );
/// # fn main() {}
/// ```
#[macro_export]
macro_rules! suite {
    ($name:ident, $verification:expr $(,)?) => {
        mod $name {
            #[allow(unused_imports)]
            use super::*;

            // Another name than the function of the caller that the expression may call.
            fn new_verification() -> $crate::verify::Verification {
                $verification
            }

            #[test]
            fn new_objects() {
                new_verification().run();
            }

            #[test]
            fn after_other_searches() {
                new_verification().warm(4).run();
            }

            #[test]
            fn after_a_deeper_search() {
                new_verification().after(&[$crate::verify::Before::Deeper]).run();
            }

            #[test]
            fn after_another_root() {
                new_verification().after(&[$crate::verify::Before::OtherRoot]).run();
            }

            #[test]
            fn with_small_tables() {
                for entries in [1, 2, 16, 1024] {
                    new_verification().table_entries(entries).after(&[$crate::verify::Before::Same]).run();
                }
            }

            #[test]
            fn stopped_at_every_node_count() {
                new_verification().stopped(1..=200).run();
            }
        }
    };
}
