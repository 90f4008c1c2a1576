//! Counts of what the options really did in a search.

macro_rules! acts {
    ($($act:ident $name:literal,)*) => {
        /// Something that an option does.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Act { $($act,)* }

        impl Act {
            pub const ALL: &[Self] = &[$(Self::$act,)*];

            pub const fn name(self) -> &'static str {
                match self { $(Self::$act => $name,)* }
            }
        }

        /// The number of times that each [`Act`] occurred.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct Acts([u64; [$($name),*].len()]);
    };
}

acts! {
    ReSearch "re-search of a null window",
    Refuted "re-search that refutes its move",
    Iteration "iteration before the last",
    FailedOutside "search outside of the root window",
    Widened "search with a wider window",
    Cutoff "table cutoff",
    DeeperCutoff "cutoff by a greater draft",
    LeafCutoff "cutoff of a leaf",
    KeptCutoff "cutoff by a preceding search",
    PvCutoff "cutoff of an open window, exact",
    PvBoundCutoff "cutoff of an open window, by a bound",
    Conflict "two positions in one slot",
    Draw "draw by repetition",
    Noisy "noisy move better than standing pat",
    HiddenNoisy "the same, not in the line",
    Extension "extension",
    NullMove "null move cutoff",
    Reduction "move refuted at a reduced depth",
    FullDepth "full-depth search after a reduction",
    Futility "futile move skipped",
    StaticNull "static null move cutoff",
    Razoring "razoring cutoff",
    MoveCount "late move skipped",
    Iir "internal iterative reduction",
    HashMove "hash move moved to the front",
    Killer "killer moved to the front",
    ExtraLine "line after the best one",
    Stopped "search stopped",
    BestSoFar "best move so far shown",
    DeepReduction "move refuted after a reduction by two plies or more",
    SecondReduction "second move refuted at a reduced depth",
    DepthNullMove "null move cutoff, reduced by two plies or more",
    StaticEvaluation "static null move that returns the evaluation",
    DeepFutility "futile move skipped above depth 1",
    DeepRazoring "razoring cutoff above depth 1",
    OpenPruning "pruning in an open window",
    QuiescenceCutoff "table cutoff in quiescence",
    DeepForcing "extension of some forcing moves",
    SingleMove "extension of a single move",
    Singular "singular extension",
    Delta "noisy move skipped",
    Evasion "evasion in quiescence",
    ProbCut "ProbCut",
    MultiCut "multi-cut",
    MateDistance "cutoff by the mate distance",
    QuiescenceRazoring "razoring by quiescence",
    Corrected "evaluation corrected by the table",
    OtherRepetition "draw by another rule of repetition",
    RepetitionInGame "draw by a position before the root",
    Contempt "draw that is not worth 0",
    QuietDraw "draw by quiet plies",
    InnerDeepening "internal iterative deepening",
    KeptDraft "draft of a reduced node kept",
    Narrowed "window narrowed by an entry",
    ChildEntry "cutoff by the entry of a child",
    QuietCheck "quiet forcing move better than standing pat",
    Upcoming "window raised to a draw that a move leads to",
    SpreadDraw "draw of another value",
    Correction "evaluation that is not that of the game",
    NothingEntered "futile move skipped that counts as nothing",
    NothingInQuiescence "noisy move skipped that counts as nothing",
    NoisyCount "late noisy move skipped",
    Shallower "less deep search after a reduction",
    Double "extension by two plies",
    Negative "negative extension",
    LongLine "extension beyond twice the depth",
    ShallowPass "null move cutoff at depth 1",
    DeepIir "internal reduction by two plies",
    Verified "cutoff by the verification of a null move",
    SingularCut "cutoff by the test of a singular move",
}

impl Act {
    /// Whether few games permit the act, which needs a mate near the root.
    pub const fn is_rare(self) -> bool {
        matches!(self, Self::MateDistance)
    }
}

impl Acts {
    pub const NONE: Self = Self([0; _]);

    pub fn note(&mut self, act: Act) {
        self.0[act as usize] += 1;
    }

    pub fn count(&self, act: Act) -> u64 {
        self.0[act as usize]
    }
}
