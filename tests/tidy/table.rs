//! The words that no text may contain, and the words to write instead: one row per word or phrase.
//!
//! Readers are chess programmers who have never seen the project, and many are not native speakers. They
//! know the standard terms, or find them in books.

/// Where a rule applies.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Where {
    Anywhere,
    /// Comments, docs, string literals and all files that are not Rust.
    Prose,
    /// The names in Rust, and those of files.
    Code,
}

/// An exception; its reason is a comment beside it.
pub enum Allow {
    /// The pattern may match within these words. A name is split into its words, as in the rules.
    Phrase(&'static str),
    /// The pattern may match in this file or directory.
    In(&'static str),
}

pub struct Rule {
    /// A regular expression for text whose names are split into words; a space is any white space.
    pub pattern: &'static str,
    pub instead: &'static str,
    pub within: Where,
    pub allow: &'static [Allow],
    /// Texts in which the rule finds something, once each.
    pub examples: &'static [&'static str],
}

use Allow::{In, Phrase};
use Where::{Anywhere, Code, Prose};

const fn rule(
    within: Where,
    pattern: &'static str,
    instead: &'static str,
    allow: &'static [Allow],
    examples: &'static [&'static str],
) -> Rule {
    Rule { pattern, instead, within, allow, examples }
}

pub const RULES: &[Rule] = &[
    rule(
        Anywhere,
        r"\brooms?\b",
        "module",
        // The space that something takes.
        &[Phrase("room for"), Phrase("room to"), Phrase("room left")],
        &["a room of its own", "rooms"],
    ),
    rule(Anywhere, r"\bon purpose\b", "seeded bug, or intentionally", &[], &["bugs on purpose"]),
    rule(
        Anywhere,
        r"\bwitness(es)?\b",
        "counterexample",
        &[Phrase("`witnesses` | `counterexamples`")],
        &["a witness", "WITNESSES"],
    ),
    rule(
        Anywhere,
        r"\bpromis(e|es|ed|ing)\b",
        "guarantee",
        &[Phrase("`score promise` | `guaranteed score`"), Phrase("`promise` | `guarantee`")],
        &["it promises", "PROMISE"],
    ),
    rule(
        Anywhere,
        r"\bknown to (break|be wrong)\b|\bgo on showing\b",
        "expected failure",
        &[],
        &["a cell that is known to break", "must go on showing"],
    ),
    rule(
        Anywhere,
        r"\bow(e|es|ed|ing)\b",
        "due (`none_due`: no line due), or must have",
        // A renamed JSON field (CHANGELOG.md).
        &[Phrase("`none owed` | `none due`")],
        &["none_owed", "NoneOwed", "it owes a line"],
    ),
    rule(
        Anywhere,
        r"\b(dis)?honest(ly)?\b",
        "valid (a claim, a value), or correct (a search)",
        &[],
        &["an honest value", "Honest"],
    ),
    rule(
        Anywhere,
        r"\baccus(e|es|ed|ing)\b",
        "report (a false positive when the search is correct)",
        &[],
        &["an oracle that accuses"],
    ),
    rule(
        Anywhere,
        r"\bbelie(ve|ves|ved|ving)\b",
        "accept (a false negative when the claim is invalid)",
        // A renamed seeded bug (CHANGELOG.md).
        &[Phrase("reduced-search-believed")],
        &["the oracle believes it"],
    ),
    rule(
        Prose,
        r"\blets? ((it|them|this|that|something|anything) )?pass\b|\blet pass\b",
        "accept (a false negative)",
        &[],
        &["lets pass what is wrong", "lets it pass"],
    ),
    rule(
        Anywhere,
        r"\bshortcuts?\b",
        "search option",
        &[Phrase("`shortcuts` | `options`")],
        &["Shortcuts", "a shortcut"],
    ),
    rule(
        Code,
        r"(?-i)\b[bB]ench(es)?\b",
        "harness",
        // Benchmarks of speed.
        &[In("benches/"), Phrase("divan::bench")],
        &["fn f(bench: u8) {}", "struct Bench;"],
    ),
    rule(
        Code,
        r"\btry (search|algorithm|by|searcher|on|store)\b",
        "run (`run_search`, `run_algorithm`)",
        &[],
        &["fn try_search() {}"],
    ),
    rule(Code, r"\bearlier\b", "preceding", &[], &["struct Earlier;", "fn earlier() {}"]),
    rule(
        Prose,
        r"\bearlier search(es)?\b|\bsearch(es)? (that )?(go|goes|went|gone) before\b|\btwo go before\b",
        "preceding search",
        &[],
        &["an earlier search", "the searches that went before"],
    ),
    rule(
        Anywhere,
        r"\btruth\b",
        "ground truth (`GroundTruth`)",
        &[Phrase("ground truth")],
        &["Truth", "the truth"],
    ),
    rule(Code, r"\breach\b", "maximum PV length (`max_pv_length`)", &[], &["mod reach;"]),
    rule(
        Prose,
        r"\blines? (that )?(is|are|was|were|be) short\b|\bshort lines?\b|\bwhy (it|a line) is short\b",
        "truncated",
        &[],
        &["lines are short", "a short line"],
    ),
    rule(
        Code,
        r"(?-i)\bShort\b|\bis short\b",
        "truncation (`Truncation`)",
        // Seeded bugs: a length or an offset that is too small by one.
        &[Phrase("One Short")],
        &["enum Short {}"],
    ),
    rule(Anywhere, r"\bstrangers?\b", "external search, or user", &[], &["a stranger"]),
    rule(Anywhere, r"\bdoors?\b", "adapter, or interface", &[], &["the door"]),
    rule(
        Anywhere,
        r"\blisten(s|ed|ing|er|ers)?\b",
        "shadow table (written, never probed), or observe",
        &[],
        &["a table that only listens"],
    ),
    rule(
        Anywhere,
        r"\bhear(s|d|ing)?\b|\b(is|are|was|were|be|been|not) told\b|\buntold\b",
        "is notified, observes, is given",
        &[],
        &["it hears of it", "is told of"],
    ),
    rule(
        Prose,
        r"\bstands?\b|\bstood\b|\bstanding\b",
        "is, or is located in",
        // The move that is no move.
        &[
            Phrase("stand pat"),
            Phrase("stands pat"),
            Phrase("stand-pat"),
            Phrase("standing pat"),
            // A symbol does.
            Phrase("stand for"),
            Phrase("stands for"),
            // A renamed seeded bug (CHANGELOG.md).
            Phrase("line-goes-on-where-it-stands-pat"),
        ],
        &["it stands there", "stood"],
    ),
    rule(
        Anywhere,
        r"\bbehind\b",
        "after, below or beyond",
        // Terms of programming.
        &[
            Phrase("behind a feature"),
            Phrase("behind a flag"),
            Phrase("behind a switch"),
            Phrase("behind pointers"),
        ],
        &["behind the move", "behind_it"],
    ),
    rule(Anywhere, r"\bnobody\b", "no one, or the passive voice", &[], &["nobody knows"]),
    rule(
        Prose,
        r"\b(once|twice|allocations?|evaluations?|hours?|seconds?|days?|files?|lines?|bytes|entry|entries|leaf|one|verdict|times|bugs?|games?|rows?|slots?) an? (store|ply|game|mutant|file|function|search|node|case|bug|verdict|line|row|position|algorithm|module|part|second|minute)\b",
        "per (once per store, 70 lines per function)",
        &[],
        &["once a store", "No allocation a game", "400 lines a file"],
    ),
    rule(Prose, r"\bbears?\b|\bborne\b", "supports, or attains (a score)", &[], &["bears the claim"]),
    rule(
        Prose,
        r"\boracle's (own )?(power|sharpness)\b|\bpower of the oracle\b|\bsharpness\b",
        "oracle sensitivity",
        &[],
        &["the oracle's power"],
    ),
    rule(Code, r"\bpower\b", "sensitivity", &[Phrase("power of two")], &["fn power() {}", "mod power_by;"]),
    rule(Anywhere, r"\btame\b", "insufficient feature coverage", &[], &["too tame"]),
    rule(
        Anywhere,
        r"\bwild(er|ly)?\b",
        "random, or unrestricted",
        &[Phrase("wild card"), Phrase("`wild` | `mixed`")],
        &["wild games"],
    ),
    rule(Anywhere, r"\bwant of\b", "missing, or without", &[], &["for want of a move"]),
    rule(
        Prose,
        r"\bwithout a move to stand\b|\bhas without a move\b",
        "stand-pat score",
        &[],
        &["what it has without a move"],
    ),
    rule(
        Anywhere,
        r"\baside\b",
        "set of deferred lines (MultiPV), or stored",
        &[],
        &["put aside", "mod aside;"],
    ),
    rule(Anywhere, r"\bspoil(s|ed|ing|t)?\b", "corrupt, overwrite, or invalidate", &[], &["Spoiled"]),
    rule(Anywhere, r"\bseams?\b", "node interface, or the module's name", &[], &["mod seam;", "the seam"]),
    rule(Anywhere, r"\bhabits?\b", "profile", &[], &["Habits"]),
    rule(
        Code,
        r"(?-i)\bFed\b|\bfeeding\b",
        "the set of stores that are written (`AllStores`)",
        &[],
        &["struct Fed;"],
    ),
    rule(
        Code,
        r"(?-i)\bEnded\b",
        "a name that says what has ended",
        // `DoubleEndedIterator`.
        &[Phrase("Double Ended")],
        &["struct Ended;"],
    ),
    rule(Code, r"\bapart\b", "a name that says what is separate", &[], &["fn apart() {}"]),
    rule(Anywhere, r"\bliars?\b|\blies about\b", "false result", &[], &["struct Liar;"]),
    rule(
        Prose,
        r"\brules of the house\b|\bhouse rules?\b",
        "project rules",
        &[],
        &["the rules of the house"],
    ),
    rule(Prose, r"\blearnt\b", "Results (as a heading), or found", &[], &["What was learnt"]),
    rule(
        Prose,
        r"(?-i)\bOf\b",
        "the subject first: no sentence begins with \"Of\"",
        // A type that a string names.
        &[Phrase("Offset Of Own Row")],
        &["Of 20 games"],
    ),
    rule(
        Prose,
        r"(?-i)\bWho(ever)?\b",
        "the subject first: no sentence begins with \"Who\"",
        &[],
        &["Who asks"],
    ),
    rule(
        Prose,
        r"(?-i)\bWhat [^.?!|`]{1,120} is\.",
        "the subject first: no sentence begins with \"What\" and ends in \"is\"",
        &[],
        &["What it shows is what a search is."],
    ),
    rule(
        Prose,
        r"\b(says?|said|saying)\b",
        "lists, describes, gives, returns, reports or shows",
        // Renamed seeded bugs (CHANGELOG.md).
        &[Phrase("says-none"), Phrase("test-says-yes-to-ties")],
        &["the table says", "what it said"],
    ),
    rule(
        Prose,
        r"\basks?\b|\basked\b|\basking\b",
        "requests, reads, checks, or probes",
        &[],
        &["the store asks", "what was asked"],
    ),
    rule(
        Prose,
        r"\b(bug|bugs|fault|faults|lines?|tables?|games?|rows?|rules?|places?) of (its|their|his) own\b",
        "its own ...",
        &[],
        &["a line of its own"],
    ),
    rule(
        Prose,
        r"\bgames? (that|which) (is|are) too easy\b|\bgone blind\b|\bblind spots?\b|\bgo(es)? blind\b",
        "counterexample that no longer shows its finding, or undetected fault",
        &[],
        &["has gone blind", "a blind spot"],
    ),
];
