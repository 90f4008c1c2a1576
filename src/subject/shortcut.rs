//! Shortcuts as text: a name, and options in brackets.

use std::fmt::Display;
use std::ops::{Range, RangeInclusive};
use std::str::FromStr;

use super::named;
use crate::pv::CAPACITY;
use crate::search::{Aspiration, Order, Quiescence, Selectivity, Shortcuts, Stop, Widen};
use crate::syntax::SyntaxError;
use crate::table::{Draft, Options, PvCut, Replace};

/// The shortcuts that a subject may name.
const SHORTCUTS: &[&str] = &[
    "tt",
    "aspiration",
    "deepening",
    "order",
    "repetition",
    "extension",
    "quiescence",
    "null",
    "lmr",
    "futility",
    "static-null",
    "razoring",
    "move-count",
    "iir",
    "multipv",
    "stop-after",
];

const TABLE: &[&str] = &["entries", "replace", "draft", "pv-cut", "key-bits", "keep", "leaves", "narrow"];

/// Adds the shortcut that stands at `part` of `text`.
pub(super) fn add(text: &str, part: Range<usize>, shortcuts: &mut Shortcuts) -> Result<(), SyntaxError> {
    let word = &text[part.clone()];
    let end = word.find(['(', '=']).unwrap_or(word.len());
    let name = named(text, part.start..part.start + end, "shortcut", SHORTCUTS, |one| one)?;
    let Selectivity { null, lmr, futility, static_null, razoring, move_count, iir } =
        &mut shortcuts.selectivity;
    let twice = match name {
        "tt" => shortcuts.table.is_some(),
        "aspiration" => shortcuts.aspiration.is_some(),
        "deepening" => shortcuts.deepening,
        "order" => shortcuts.order != Order::None,
        "repetition" => shortcuts.repetition,
        "extension" => shortcuts.extension,
        "quiescence" => shortcuts.quiescence.is_some(),
        "multipv" => shortcuts.lines > 1,
        "stop-after" => shortcuts.stop.is_some(),
        "null" => null.is_some(),
        "lmr" => lmr.is_some(),
        "futility" => futility.is_some(),
        "static-null" => static_null.is_some(),
        "razoring" => razoring.is_some(),
        "move-count" => move_count.is_some(),
        _ => *iir,
    };
    if twice {
        return Err(SyntaxError::new(text, part, format!("`{name}` stands twice"), "each shortcut once"));
    }
    let rest = part.start + end..part.end;
    let plies = |least| single(text, &part, &rest, name, "number of plies", least..=MOST_PLIES);
    let moves = || single(text, &part, &rest, name, "number of moves", 1..=MOST_MOVES);
    let margin = || single(text, &part, &rest, name, "margin", 0..=MOST_MARGIN);
    match name {
        "tt" => shortcuts.table = Some(table(text, &options(text, rest)?)?),
        "aspiration" => shortcuts.aspiration = Some(aspiration(text, part, &options(text, rest)?)?),
        "order" => {
            let value = if text[rest.clone()].starts_with('=') { rest.start + 1..rest.end } else { rest };
            shortcuts.order = choice(text, value, name, Order::ALL, Order::name)?;
        }
        "quiescence" => shortcuts.quiescence = Some(quiescence(text, &options(text, rest)?)?),
        "stop-after" => shortcuts.stop = Some(stop(text, part, &options(text, rest)?)?),
        "multipv" => {
            shortcuts.lines = single(text, &part, &rest, name, "number of lines", 2..=MOST_LINES)?;
        }
        "null" => *null = Some(plies(0)?),
        "lmr" => *lmr = Some(plies(1)?),
        "move-count" => *move_count = Some(moves()?),
        "futility" => *futility = Some(margin()?),
        "static-null" => *static_null = Some(margin()?),
        "razoring" => *razoring = Some(margin()?),
        _ if !rest.is_empty() => {
            let problem = format!("`{name}` with something behind it");
            return Err(SyntaxError::new(text, rest, problem, format!("`{name}` alone")));
        }
        "deepening" => shortcuts.deepening = true,
        "repetition" => shortcuts.repetition = true,
        "extension" => shortcuts.extension = true,
        _ => *iir = true,
    }
    Ok(())
}

/// The largest numbers that selective shortcuts take.
const MOST_PLIES: u8 = CAPACITY as u8;
const MOST_MOVES: u8 = u8::MAX;
const MOST_MARGIN: u32 = 1_000_000;

/// The most noisy moves in a row, and the most lines: neither finds an end in small games.
const MOST_NOISY: u8 = 32;
const MOST_LINES: u8 = u8::MAX;

/// The one number in the brackets of `rest`, what it counts, and its range.
fn single<T: FromStr + PartialOrd + Display>(
    text: &str,
    part: &Range<usize>,
    rest: &Range<usize>,
    name: &str,
    what: &str,
    range: RangeInclusive<T>,
) -> Result<T, SyntaxError> {
    let (least, most) = (range.start(), range.end());
    let expected = format!("`{name}(N)`, N a {what} from {least} to {most}");
    match &options(text, rest.clone())?[..] {
        [] => Err(SyntaxError::new(text, part.clone(), format!("`{name}` without its number"), expected)),
        [value] => number(text, value.clone(), what, &range, &expected),
        [_, more, ..] => {
            Err(SyntaxError::new(text, more.clone(), format!("`{name}` with a second number"), expected))
        }
    }
}

/// The options in the brackets of `rest`; none where there are no brackets.
fn options(text: &str, rest: Range<usize>) -> Result<Vec<Range<usize>>, SyntaxError> {
    let word = &text[rest.clone()];
    if word.is_empty() {
        return Ok(Vec::new());
    }
    if !word.starts_with('(') {
        return Err(SyntaxError::new(text, rest, format!("`{word}` behind a shortcut"), "`(` and options"));
    }
    let Some(close) = word.find(')') else {
        let span = rest.start..rest.start + 1;
        return Err(SyntaxError::new(text, span, "a bracket that is not closed", "`)` at the end"));
    };
    if close + 1 < word.len() {
        let span = rest.start + close + 1..rest.end;
        return Err(SyntaxError::new(text, span, "text behind a bracket", "`+` or the end"));
    }
    if close == 1 {
        return Err(SyntaxError::new(text, rest, "brackets without options", "an option, or no brackets"));
    }
    Ok(split(text, rest.start + 1..rest.end - 1))
}

/// The parts between commas.
fn split(text: &str, inside: Range<usize>) -> Vec<Range<usize>> {
    let mut start = inside.start;
    let parts = text[inside].split(',').map(|part| {
        let span = start..start + part.len();
        start = span.end + 1;
        span
    });
    parts.collect()
}

fn aspiration(text: &str, part: Range<usize>, values: &[Range<usize>]) -> Result<Aspiration, SyntaxError> {
    let expected = format!("`aspiration(W)`, W a whole number from 1 to {}", u32::MAX);
    let Some((width, options)) = values.split_first() else {
        return Err(SyntaxError::new(text, part, "`aspiration` without a half-width", expected));
    };
    let width = number(text, width.clone(), "half-width", &(1..=u32::MAX), &expected)?;
    let mut aspiration = Aspiration { width, widen: Widen::No };
    for_each(text, options, &["widen"], |key, value| {
        aspiration.widen = choice(text, value, key, Widen::ALL, Widen::name)?;
        Ok(())
    })?;
    Ok(aspiration)
}

fn quiescence(text: &str, values: &[Range<usize>]) -> Result<Quiescence, SyntaxError> {
    let mut quiescence = Quiescence::DEFAULT;
    for_each(text, values, &["plies", "line"], |key, value| {
        match key {
            "plies" => {
                let expected = format!("a whole number from 1 to {MOST_NOISY}");
                quiescence.plies = number(text, value, "number of plies", &(1..=MOST_NOISY), &expected)?;
            }
            _ => quiescence.in_line = yes_or_no(text, value, key)?,
        }
        Ok(())
    })?;
    Ok(quiescence)
}

fn stop(text: &str, part: Range<usize>, values: &[Range<usize>]) -> Result<Stop, SyntaxError> {
    let expected = format!("`stop-after(N)`, N a number of nodes from 0 to {}", u64::MAX);
    let Some((nodes, options)) = values.split_first() else {
        return Err(SyntaxError::new(text, part, "`stop-after` without a number of nodes", expected));
    };
    let nodes = number(text, nodes.clone(), "number of nodes", &(0..=u64::MAX), &expected)?;
    let mut stop = Stop { nodes, improved: false };
    for_each(text, options, &["improved"], |key, value| {
        stop.improved = yes_or_no(text, value, key)?;
        Ok(())
    })?;
    Ok(stop)
}

fn table(text: &str, values: &[Range<usize>]) -> Result<Options, SyntaxError> {
    let mut options = Options::DEFAULT;
    for_each(text, values, TABLE, |key, value| {
        match key {
            "entries" => {
                let range = 1..=Options::MOST_ENTRIES;
                let expected = format!("a whole number from 1 to {}", Options::MOST_ENTRIES);
                options.entries = number(text, value, "number of entries", &range, &expected)?;
            }
            "key-bits" => {
                options.key_bits =
                    number(text, value, "number of bits", &(1..=64), "a whole number from 1 to 64")?;
            }
            "replace" => options.replace = choice(text, value, key, Replace::ALL, Replace::name)?,
            "draft" => options.draft = choice(text, value, key, Draft::ALL, Draft::name)?,
            "keep" => options.keep = yes_or_no(text, value, key)?,
            "pv-cut" => options.pv_cut = choice(text, value, key, PvCut::ALL, PvCut::name)?,
            "leaves" => options.leaves = yes_or_no(text, value, key)?,
            _ => options.narrow = yes_or_no(text, value, key)?,
        }
        Ok(())
    })?;
    Ok(options)
}

/// Reads options of the form `key=value`, each of `keys` once.
fn for_each(
    text: &str,
    options: &[Range<usize>],
    keys: &[&'static str],
    mut read: impl FnMut(&'static str, Range<usize>) -> Result<(), SyntaxError>,
) -> Result<(), SyntaxError> {
    let mut seen = Vec::new();
    for span in options {
        let word = &text[span.clone()];
        let length = word.find('=').unwrap_or(word.len());
        let key = named(text, span.start..span.start + length, "option", keys, |one| one)?;
        if length == word.len() {
            let expected = format!("`{key}=` and a value");
            return Err(SyntaxError::new(text, span.clone(), "an option without a value", expected));
        }
        if seen.contains(&key) {
            return Err(SyntaxError::new(
                text,
                span.clone(),
                format!("`{key}` stands twice"),
                "each option once",
            ));
        }
        seen.push(key);
        read(key, span.start + length + 1..span.end)?;
    }
    Ok(())
}

fn number<T: FromStr + PartialOrd>(
    text: &str,
    span: Range<usize>,
    what: &str,
    range: &RangeInclusive<T>,
    expected: &str,
) -> Result<T, SyntaxError> {
    let word = &text[span.clone()];
    let digits = Some(word).filter(|word| !word.starts_with('+')).and_then(|word| word.parse().ok());
    let number = digits.filter(|number| range.contains(number));
    number.ok_or_else(|| SyntaxError::new(text, span, format!("`{word}` is no {what}"), expected))
}

fn choice<T: Copy>(
    text: &str,
    span: Range<usize>,
    key: &str,
    known: &[T],
    name: impl Fn(T) -> &'static str,
) -> Result<T, SyntaxError> {
    named(text, span, &format!("value of {key}"), known, name)
}

fn yes_or_no(text: &str, span: Range<usize>, key: &str) -> Result<bool, SyntaxError> {
    choice(text, span, key, &[false, true], |on| if on { "yes" } else { "no" })
}
