//! Declarations as text, such as `table(equal)+iterating+reducing(1..2)`, for the command line.

use crate::oracle::{Drafts, Extended, Margin, Plies, Reductions, Repetition, Rules};
use crate::pv::CAPACITY;
use crate::score::Score;
use crate::syntax::{SyntaxError, quoted, suggest};

/// Reads the arguments of a word. Returns the rules with it, or `None` if the arguments are not valid.
type Declare = fn(Rules, &[&str]) -> Option<Rules>;

/// A word of a declaration: its name, the form of its arguments, and its meaning.
type Word = (&'static str, &'static str, Declare);

/// All words, each named as the function of [`Rules`] that it calls.
const WORDS: &[Word] = &[
    ("table", "(equal) or (deeper)", |rules, args| match args {
        ["equal"] => Some(rules.table(Drafts::Equal)),
        ["deeper"] => Some(rules.table(Drafts::Deeper)),
        _ => None,
    }),
    ("probing-leaves", "", |rules, args| plain(args, rules.probing_leaves())),
    ("iterating", "", |rules, args| plain(args, rules.iterating())),
    ("keeping", "", |rules, args| plain(args, rules.keeping())),
    ("drawing-repetitions", "", |rules, args| plain(args, rules.drawing_repetitions())),
    ("repeating", "(ON_PATH,IN_GAME)", |rules, args| match args {
        [on_path, in_game] => {
            let (on_path, in_game) = (number(on_path, 255)? as u8, number(in_game, 255)? as u8);
            Some(rules.repeating(Repetition { on_path, in_game, root_counts: true }))
        }
        _ => None,
    }),
    ("valuing-draws", "(SCORE)", |rules, args| match args {
        [draw] => Some(rules.valuing_draws(Score::new(draw.parse().ok()?).filter(|draw| !draw.is_mate())?)),
        _ => None,
    }),
    ("drawing-quiet-plies", "(PLIES)", |rules, args| match args {
        [plies] => Some(rules.drawing_quiet_plies(number(plies, 65_535)? as u16)),
        _ => None,
    }),
    ("joining", "", |rules, args| plain(args, rules.joining())),
    ("narrowing", "", |rules, args| plain(args, rules.narrowing())),
    ("exact-outside", "", |rules, args| plain(args, rules.exact_outside())),
    ("reordering", "(MOVES)", |rules, args| match args {
        [moves] => Some(rules.reordering(number(moves, 255)? as u8)),
        _ => None,
    }),
    ("quiescing", "(PLIES) or (PLIES,hidden)", |rules, args| match args {
        [plies] => Some(rules.quiescing(number(plies, 32)?, false)),
        [plies, "hidden"] => Some(rules.quiescing(number(plies, 32)?, true)),
        _ => None,
    }),
    ("probing-quiescence", "", |rules, args| plain(args, rules.probing_quiescence())),
    ("delta-pruning", "(MARGIN)", |rules, args| match args {
        [margin] => Some(rules.delta_pruning(margin.parse().ok()?)),
        _ => None,
    }),
    ("evading", "", |rules, args| plain(args, rules.evading())),
    ("extending", "(LONGEST)", |rules, args| match args {
        [longest] => Some(rules.extending(number(longest, CAPACITY)?)),
        _ => None,
    }),
    ("extending-moves", "(forcing|some-forcing|any,LONGEST)", |rules, args| match args {
        ["forcing", longest] => Some(rules.extending_moves(Extended::Forcing, number(longest, CAPACITY)?)),
        ["some-forcing", longest] => {
            Some(rules.extending_moves(Extended::SomeForcing, number(longest, CAPACITY)?))
        }
        ["any", longest] => Some(rules.extending_moves(Extended::Any, number(longest, CAPACITY)?)),
        _ => None,
    }),
    ("extending-singular", "(LONGEST)", |rules, args| match args {
        [longest] => Some(rules.extending_singular(number(longest, CAPACITY)?)),
        _ => None,
    }),
    ("null-move", "(PLIES)", |rules, args| match args {
        [plies] => Some(rules.null_move(self::plies(plies)?)),
        _ => None,
    }),
    ("reducing", "(PLIES) or (PLIES,AFTER)", |rules, args| match args {
        [plies] => Some(rules.reducing(Reductions { plies: self::plies(plies)?, after: 2 })),
        [plies, after] => {
            Some(rules.reducing(Reductions { plies: self::plies(plies)?, after: number(after, 255)? as u8 }))
        }
        _ => None,
    }),
    ("futility", "(MARGIN) or (MARGIN,DEEPEST)", |rules, args| Some(rules.futility(margin(args, 1)?))),
    ("static-null", "(MARGIN) or (MARGIN,DEEPEST)", |rules, args| {
        Some(rules.static_null(margin(args, u8::MAX)?))
    }),
    ("returning-evaluation", "", |rules, args| plain(args, rules.returning_evaluation())),
    ("razoring", "(MARGIN) or (MARGIN,DEEPEST)", |rules, args| Some(rules.razoring(margin(args, 1)?))),
    ("razoring-by-quiescence", "", |rules, args| plain(args, rules.razoring_by_quiescence())),
    ("skipping-after", "(MOVES)", |rules, args| match args {
        [moves] => Some(rules.skipping_after(number(moves, 255)? as u8)),
        _ => None,
    }),
    ("prob-cut", "(PLIES,MARGIN)", |rules, args| match args {
        [plies, margin] => Some(rules.prob_cut(self::plies(plies)?, margin.parse().ok()?)),
        _ => None,
    }),
    ("multi-cut", "(PLIES,MOVES)", |rules, args| match args {
        [plies, moves] => Some(rules.multi_cut(self::plies(plies)?, number(moves, 255)? as u8)),
        _ => None,
    }),
    ("pruning-open-windows", "", |rules, args| plain(args, rules.pruning_open_windows())),
    ("mate-distance", "", |rules, args| plain(args, rules.mate_distance())),
    ("correcting-evaluations", "", |rules, args| plain(args, rules.correcting_evaluations())),
    ("deepening-inside", "", |rules, args| plain(args, rules.deepening_inside())),
    ("keeping-draft", "", |rules, args| plain(args, rules.keeping_draft())),
    ("reducing-nodes", "", |rules, args| plain(args, rules.reducing_nodes())),
    ("lines-only", "", |rules, args| plain(args, Rules { lines_only: true, ..rules })),
];

/// The rules, if there are no arguments.
fn plain(args: &[&str], rules: Rules) -> Option<Rules> {
    args.is_empty().then_some(rules)
}

fn number(text: &str, most: usize) -> Option<usize> {
    text.parse().ok().filter(|&number| number <= most)
}

/// Reads `2` or `1..3`, both ends included.
fn plies(text: &str) -> Option<Plies> {
    let (least, most) = text.split_once("..").unwrap_or((text, text));
    let (least, most) = (number(least, CAPACITY)? as u8, number(most, CAPACITY)? as u8);
    (least <= most).then_some(Plies { least, most })
}

fn margin(args: &[&str], deepest: u8) -> Option<Margin> {
    match args {
        [per_ply] => Some(Margin { per_ply: per_ply.parse().ok()?, deepest }),
        [per_ply, deepest] => {
            Some(Margin { per_ply: per_ply.parse().ok()?, deepest: number(deepest, 255)? as u8 })
        }
        _ => None,
    }
}

/// All words, each with the form of its arguments.
pub fn declaration_words() -> impl Iterator<Item = (&'static str, &'static str)> {
    WORDS.iter().map(|&(name, form, _)| (name, form))
}

/// Reads a declaration: words with a plus sign between them, each named as a function of [`Rules`]. The empty text declares
/// nothing.
///
/// # Errors
///
/// If a word or its arguments are not known.
pub fn parse_declaration(text: &str) -> Result<Rules, SyntaxError> {
    declare(Rules::FIXED_TREE, text)
}

/// Adds a declaration to `rules`.
pub(super) fn declare(mut rules: Rules, text: &str) -> Result<Rules, SyntaxError> {
    let mut start = 0;
    for word in text.split('+').filter(|_| !text.is_empty()) {
        let span = start..start + word.len();
        let (name, args) =
            word.split_once('(').map_or((word, Some("")), |(name, args)| (name, args.strip_suffix(')')));
        let Some(&(name, form, declare)) = WORDS.iter().find(|(known, ..)| *known == name) else {
            let expected = suggest(name, WORDS.iter().map(|&(name, ..)| name));
            return Err(SyntaxError::new(text, span, format!("unknown word {}", quoted(name)), expected));
        };
        let has_brackets = word.len() > name.len();
        let list: Option<Vec<&str>> = args.map(|args| args.split(',').filter(|_| has_brackets).collect());
        let declared = list.and_then(|args| declare(rules, &args));
        rules = declared.ok_or_else(|| {
            let problem = format!("the arguments of {} are not valid", quoted(word));
            SyntaxError::new(text, span, problem, format!("`{name}{form}`"))
        })?;
        start += word.len() + 1;
    }
    Ok(rules)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_word_calls_its_function() {
        let none = Rules::FIXED_TREE;
        for (text, rules) in [
            ("", none),
            ("table(equal)+iterating", none.table(Drafts::Equal).iterating()),
            ("table(deeper)+keeping+narrowing", none.table(Drafts::Deeper).keeping().narrowing()),
            ("repeating(3,3)", none.repeating(Repetition::THIRD)),
            ("valuing-draws(-7)", none.valuing_draws(Score::new(-7).expect("in range"))),
            ("quiescing(4)", none.quiescing(4, false)),
            ("quiescing(4,hidden)", none.quiescing(4, true)),
            ("extending(64)", none.extending(64)),
            ("extending-moves(any,30)", none.extending_moves(Extended::Any, 30)),
            ("null-move(2..3)", none.null_move(Plies::between(2, 3))),
            ("reducing(1)", none.reducing(Reductions::by(1))),
            ("reducing(1..3,1)", none.reducing(Reductions { plies: Plies::between(1, 3), after: 1 })),
            ("futility(100)", none.futility(Margin::at_one(100))),
            ("futility(100,3)", none.futility(Margin { per_ply: 100, deepest: 3 })),
            ("static-null(50)", none.static_null(Margin::at_all(50))),
            ("prob-cut(2,100)", none.prob_cut(Plies::exactly(2), 100)),
            ("multi-cut(2,3)", none.multi_cut(Plies::exactly(2), 3)),
            ("lines-only", Rules::LINES_ONLY),
        ] {
            assert_eq!(parse_declaration(text), Ok(rules), "{text}");
        }
    }

    #[test]
    fn each_word_declares_something_that_no_other_word_declares() {
        let declared = |name: &str, form: &str| {
            let first = form.split(" or ").next().unwrap_or("");
            let example = first.replace("(forcing|", "(").replace("some-forcing|any", "any");
            let example = ["ON_PATH", "IN_GAME", "SCORE", "PLIES", "MOVES", "MARGIN", "LONGEST", "AFTER"]
                .iter()
                .fold(example, |text, word| text.replace(word, "3"));
            let text = format!("{name}{example}");
            parse_declaration(&text).unwrap_or_else(|error| panic!("{text}: {error}"))
        };
        let all: Vec<Rules> = declaration_words().map(|(name, form)| declared(name, form)).collect();
        for (index, rules) in all.iter().enumerate() {
            assert_ne!(*rules, Rules::FIXED_TREE, "{}", WORDS[index].0);
            assert!(all[..index].iter().all(|other| other != rules), "{}", WORDS[index].0);
        }
    }

    #[test]
    fn errors_give_the_word_and_what_was_expected() {
        for (text, column, expected) in [
            ("tabel(equal)", 1, "`table` (the nearest name)"),
            ("iterating+table", 11, "`table(equal) or (deeper)`"),
            ("iterating+table(equal", 11, "`table(equal) or (deeper)`"),
            ("iterating()", 1, "`iterating`"),
            ("null-move(3..2)", 1, "`null-move(PLIES)`"),
            ("extending(65)", 1, "`extending(LONGEST)`"),
            ("iterating+", 11, "one of"),
        ] {
            let error = parse_declaration(text).expect_err(text);
            assert!(error.column == column && error.expected.starts_with(expected), "{text}: {error}");
        }
    }
}
