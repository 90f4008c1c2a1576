//! The records of all search features except the selective options, which are in `selectivity`.

use super::schema::{
    ASPIRATION, CONTEMPT_OF, EXTENSION, LINES, MARGIN, ORDER, QUIESCENCE, QUIET_PLIES, REPETITION, SINGULAR,
    STOP_AFTER, THREADS, TT,
};
use super::value::{FeatureValue, FeatureValues, Given};
use super::{
    Aspiration, Draft, Feature, Field, Guess, NodeLimit, Order, Quiescence, Rule, Schedule, TableOptions,
    Threads, selectivity,
};
use crate::oracle::{Drafts, Extended, Repetition, Rules};
use crate::score::Score;

/// Returns all records, in the order in which lists show them.
pub(super) fn all() -> impl Iterator<Item = &'static Feature> {
    [FIRST, selectivity::RECORDS, LAST, DECLARED].into_iter().flatten()
}

/// Defines an option that is a struct. Each field is read as a number, as a word, or as the second of two words, in the
/// order of the values; the last field may be a struct, too.
macro_rules! fields {
    ($option:ident: $struct:ident {
        $($field:ident: $read:ident),+ $(; $last:ident: $inner:ident { $($part:ident: $read_part:ident),+ })?
    }) => {
        Field::Other(
            |options| {
                let $struct { $($field,)+ $($last: $inner { $($part),+ })? } = options.$option?;
                #[expect(clippy::cast_lossless, reason = "a word has no other way to its number")]
                let numbers = [$($field as i128,)+ $($($part as i128),+)?];
                Some(Given::from_numbers(&numbers))
            },
            |options, values| {
                let [$($field,)+ $($($part),+)?] = std::array::from_fn(|index| index);
                options.$option = Some($struct {
                    $($field: values.$read($field),)+
                    $($last: $inner { $($part: values.$read_part($part)),+ })?
                });
            },
        )
    };
}

/// Defines features that our own search does not have, each with its name, sentence, values and rule.
macro_rules! declared {
    ($($name:literal $summary:literal $values:expr => $rule:expr;)+) => {
        const DECLARED: &[Feature] = &[$(Feature {
            name: $name,
            summary: $summary,
            values: $values,
            field: None,
            least_share: 0,
            guess: None,
            rule: Some($rule),
        },)+];
    };
}

const FIRST: &[Feature] = &[
    option(
        "tt",
        "A transposition table; the table options are written in the brackets.",
        TT,
        fields!(table: TableOptions {
            entries: number, replace: word, draft: word, pv_cut: word, key_bits: number,
            keep: is_second, leaves: is_second, narrow: word
        }),
        50,
    )
    .allows(|rules, values| {
        let rules = match values.word(2) {
            // A second declaration that does not name the drafts leaves them as they are.
            Draft::Equal if values.is_given(2) || rules.drafts == Drafts::NoTable => rules.tt(Drafts::Equal),
            Draft::Equal => rules,
            Draft::Deeper => rules.tt(Drafts::Deeper),
        };
        let switches: [fn(Rules) -> Rules; 5] =
            [Rules::tt_keep, Rules::tt_leaves, Rules::tt_narrow, Rules::tt_quiescence, Rules::tt_evaluation];
        let on = (5..).zip(switches).filter(|&(index, _)| values.number::<i128>(index) > 0);
        on.fold(rules, |rules, (_, allow)| allow(rules))
    }),
    option(
        "aspiration",
        "A root window of half-width W around the static evaluation of the root. Where the search \
         fails, `side` opens the side on which it failed, `both` opens both, and the root is searched \
         again.",
        ASPIRATION,
        fields!(aspiration: Aspiration { width: number, widen: word }),
        100,
    ),
    option(
        "deepening",
        "Iterative deepening: the root is searched to depth 1, 2 and so on; a table is kept between \
         the iterations.",
        &[],
        Field::Flag(|options| &mut options.deepening),
        0,
    )
    .allows(|rules, _| rules.deepening()),
    option(
        "order",
        "Which moves are tried first. Move ordering has its own data and never reads the store under \
         test.",
        ORDER,
        Field::Other(
            |options| (options.order != Order::None).then(|| Given::from_numbers(&[options.order as i128])),
            |options, values| options.order = values.word(0),
        ),
        10,
    )
    .allows(|rules, values| {
        rules.order(match values.word(0) {
            Order::None => 0,
            Order::Pv | Order::Table | Order::Refutation => 1,
            Order::Killers => 2,
        })
    }),
    option(
        "repetition",
        "A position that is already on the path is a draw.",
        REPETITION,
        Field::Flag(|options| &mut options.repetition),
        40,
    )
    .allows(|rules, values| {
        let (on_path, in_game, root_counts) = (values.number(0), values.number(1), !values.is_second(2));
        rules.repetition_when(Repetition { on_path, in_game, root_counts })
    }),
    option(
        "extension",
        "A forcing move costs no depth, as long as no line gets longer than twice the depth of the \
         search.",
        EXTENSION,
        Field::Flag(|options| &mut options.extension),
        50,
    )
    .allows(|rules, values| {
        let moves = [Extended::Forcing, Extended::SomeForcing, Extended::Any];
        let rules = rules.extension(values.number(0)).extension_moves(moves[values.number::<usize>(1)]);
        extended_by(rules.extension_times(values.number(2)), values, 3)
    }),
    option(
        "quiescence",
        "Where the depth runs out, the side to move stands pat or makes a noisy move, for at most N \
         plies (default 4). With `line=no` these moves are not part of the line.",
        QUIESCENCE,
        Field::Other(
            |options| {
                let Quiescence { plies, in_line } = options.quiescence?;
                Some(Given::from_numbers(&[plies.into(), (!in_line).into()]))
            },
            |options, values| {
                options.quiescence =
                    Some(Quiescence { plies: values.number(0), in_line: !values.is_second(1) });
            },
        ),
        30,
    )
    .allows(|rules, values| rules.quiescence(values.number(0), !values.is_second(1))),
];

const LAST: &[Feature] = &[
    option(
        "multipv",
        "The K best lines are searched, each without the first moves of the better lines.",
        &[FeatureValue::first(LINES)],
        Field::Other(
            |options| (options.lines > 1).then(|| Given::from_numbers(&[options.lines.into()])),
            |options, values| options.lines = values.number(0),
        ),
        300,
    ),
    option(
        "stop-after",
        "The search stops before it enters more than N nodes and shows its last completed iteration; \
         with `improved=yes` the best move so far of the unfinished one.",
        STOP_AFTER,
        fields!(node_limit: NodeLimit { nodes: number, improved: is_second }),
        10,
    ),
    option(
        "threads",
        "N threads (2 to 64) deepen independently, every second one from one ply deeper on, and share the table (Lazy SMP). The search ends \
         when the first thread has ended.",
        THREADS,
        fields!(threads: Threads {
            count: number, shown: word, words: word;
            schedule: Schedule { seed: number, changes: number, first: number, second: number }
        }),
        0,
    ),
];

declared! {
    "iid"
        "Internal iterative deepening: a node may be searched to smaller depths before, at the same ply."
        &[] => |rules, _| rules.iid();

    "singular"
        "Singular extension: a node may be searched without one move, at the same ply and to a smaller depth, and any move may be extended."
        SINGULAR => |rules, values| extended_by(rules.singular().extension(values.number(0)), values, 1);

    "mate-distance"
        "Mate distance pruning: a node may return a bound without a search because no mate is nearer."
        &[] => |rules, _| rules.mate_distance();

    "contempt"
        "A draw has the value -C for the side to move at the root."
        CONTEMPT_OF => |rules, values| rules.contempt(Score::ZERO + values.number(0)).draw_spread(values.number(1));

    "correction-history"
        "An evaluation may be up to M away from that of the game, for example by a correction history."
        &[FeatureValue::first(MARGIN)] => |rules, values| rules.correction_history(values.number(0));

    "fifty-move"
        "A position is a draw after N quiet moves in a row (default 100). All positions before the root count."
        &[FeatureValue::number("plies", QUIET_PLIES, 100)] => |rules, values| rules.fifty_move(values.number(0));

    "joined-bounds"
        "An exact score may be joined from the bounds of two null-window searches."
        &[] => |rules, _| rules.joined_bounds();

    "any-windows"
        "A move may be searched with a window that follows neither from that of its node nor from the scores found before."
        &[] => |rules, _| rules.any_windows();

    "exact-outside"
        "A search outside its window, too, may take for exact what its moves prove to be exact."
        &[] => |rules, _| rules.exact_outside();

    "tells"
        "The search tells its nodes and the reason of each result, so that it may prune and reduce as it likes."
        &[] => |rules, _| rules.tells();

    "lines-only"
        "Nothing is claimed about minimax: only the lines are judged."
        &[] => |rules, _| Rules { lines_only: true, ..rules };
}

/// Returns the rules with the plies of an extension, if a declaration gives them.
fn extended_by(rules: Rules, values: &FeatureValues, index: usize) -> Rules {
    if values.is_given(index) { rules.extension_plies(values.extra_plies(index)) } else { rules }
}

/// Returns a feature of our own search.
pub(super) const fn option(
    name: &'static str,
    summary: &'static str,
    values: &'static [FeatureValue],
    field: Field,
    least_share: u64,
) -> Feature {
    Feature { name, summary, values, field: Some(field), least_share, guess: None, rule: None }
}

impl Feature {
    pub(super) const fn selective(self, guess: Guess) -> Self {
        Self { guess: Some(guess), ..self }
    }

    pub(super) const fn allows(self, rule: Rule) -> Self {
        Self { rule: Some(rule), ..self }
    }
}
