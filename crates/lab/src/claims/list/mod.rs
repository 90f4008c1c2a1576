//! The claims, with their tests.

/// Defines a group of claims. A claim has a name, a source, a statement and a test in some games. The test is the
/// findings that subjects never show, the equality of two searches, or a ratio of counts of two searches.
macro_rules! claims {
    ($group:ident $(
        $id:literal $source:literal
        $statement:literal
        $(never $class:ident in $games:ident of [$($subject:literal),+ $(,)?])?
        $(same $difference:ident in $both:ident of [$left:ident, $right:ident])?
        $(ratio $counted:ident in $counted_in:expr; of [$first:literal, $second:literal])?
        $(triangular_index $depth:literal)?;
    )*) => {
        pub(in crate::claims) const $group: &[crate::claims::Claim] = &[$(crate::claims::Claim {
            id: $id,
            source: $source,
            statement: $statement,
            // The one that is written.
            test: [
                $(crate::claims::Test::Never {
                    subjects: &[$($subject),+],
                    class: crate::claims::FindingClass::$class,
                    games: crate::claims::Kind::$games,
                },)?
                $(crate::claims::Test::SameTree {
                    left: pvcheck::algorithm::Algorithm::$left,
                    right: pvcheck::algorithm::Algorithm::$right,
                    difference: crate::claims::Difference::$difference,
                    games: crate::claims::Kind::$both,
                },)?
                $(crate::claims::Test::Ratio {
                    subjects: [$first, $second],
                    counted: crate::claims::Counted::$counted,
                    games: $counted_in,
                },)?
                $(crate::claims::Test::TriangularIndex { depth: $depth },)?
            ][0],
        },)*];
    };
}

mod lines;
mod searches;
mod threads;

pub(super) use lines::LINES;
pub(super) use searches::SEARCHES;
pub(super) use threads::THREADS;
