//! Enums whose values are written as words.

macro_rules! choices {
    ($(#[$meta:meta])* $name:ident { $($(#[$doc:meta])+ $variant:ident $text:literal,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
        pub enum $name { $($(#[$doc])+ $variant,)* }

        impl $name {
            /// All values.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// The names of all values.
            pub const NAMES: &[&str] = &[$($text,)*];

            /// The name that users type.
            pub const fn name(self) -> &'static str {
                Self::NAMES[self as usize]
            }
        }
    };
}

pub(super) use choices;
