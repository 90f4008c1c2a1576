//! The parser for search options: a name, and values in brackets.

use std::fmt::Display;
use std::ops::{Range, RangeInclusive};
use std::str::FromStr;

use super::named;
use super::names::{SEARCH_OPTIONS, TABLE_OPTIONS};
use crate::pv::CAPACITY;
use crate::search::{Aspiration, NodeLimit, Order, Quiescence, SearchOptions, Selectivity, Widen};
use crate::syntax::{SyntaxError, quoted};
use crate::table::{Draft, PvCut, Replace, TableOptions};

/// Parses the search option at `part` of `text` and adds it to `options`.
pub(super) fn add(text: &str, part: Range<usize>, options: &mut SearchOptions) -> Result<(), SyntaxError> {
    let word = &text[part.clone()];
    let end = word.find(['(', '=']).unwrap_or(word.len());
    let span = part.start..part.start + end;
    let name = named(text, span, "search option", SEARCH_OPTIONS, |one| one.name)?.name;
    let Selectivity { null, lmr, futility, static_null, razoring, move_count, iir } =
        &mut options.selectivity;
    let is_given = match name {
        "tt" => options.table.is_some(),
        "aspiration" => options.aspiration.is_some(),
        "deepening" => options.deepening,
        "order" => options.order != Order::None,
        "repetition" => options.repetition,
        "extension" => options.extension,
        "quiescence" => options.quiescence.is_some(),
        "multipv" => options.lines > 1,
        "stop-after" => options.node_limit.is_some(),
        "null" => null.is_some(),
        "lmr" => lmr.is_some(),
        "futility" => futility.is_some(),
        "static-null" => static_null.is_some(),
        "razoring" => razoring.is_some(),
        "move-count" => move_count.is_some(),
        "iir" => *iir,
        _ => unreachable!("`{name}` is listed and not parsed"),
    };
    if is_given {
        return Err(SyntaxError::new(
            text,
            part,
            format!("`{name}` is given twice"),
            "each search option once",
        ));
    }
    let rest = part.start + end..part.end;
    let plies = |least| single(text, &part, &rest, name, "number of plies", least..=MAX_PLIES);
    let moves = || single(text, &part, &rest, name, "number of moves", 1..=MAX_MOVES);
    let margin = || single(text, &part, &rest, name, "margin", 0..=MAX_MARGIN);
    match name {
        "tt" => options.table = Some(table(text, &bracketed(text, rest)?)?),
        "aspiration" => options.aspiration = Some(aspiration(text, part, &bracketed(text, rest)?)?),
        "order" => {
            let value = if text[rest.clone()].starts_with('=') { rest.start + 1..rest.end } else { rest };
            options.order = choice(text, value, name, Order::ALL, Order::name)?;
        }
        "quiescence" => options.quiescence = Some(quiescence(text, &bracketed(text, rest)?)?),
        "stop-after" => options.node_limit = Some(node_limit(text, part, &bracketed(text, rest)?)?),
        "multipv" => {
            options.lines = single(text, &part, &rest, name, "number of lines", 2..=MAX_LINES)?;
        }
        "null" => *null = Some(plies(0)?),
        "lmr" => *lmr = Some(plies(1)?),
        "move-count" => *move_count = Some(moves()?),
        "futility" => *futility = Some(margin()?),
        "static-null" => *static_null = Some(margin()?),
        "razoring" => *razoring = Some(margin()?),
        _ if !rest.is_empty() => {
            let problem = format!("`{name}` with something after it");
            return Err(SyntaxError::new(text, rest, problem, format!("`{name}` alone")));
        }
        "deepening" => options.deepening = true,
        "repetition" => options.repetition = true,
        "extension" => options.extension = true,
        "iir" => *iir = true,
        _ => unreachable!("`{name}` is listed and not parsed"),
    }
    Ok(())
}

/// The largest numbers for selective search options.
const MAX_PLIES: u8 = CAPACITY as u8;
const MAX_MOVES: u8 = u8::MAX;
const MAX_MARGIN: u32 = 1_000_000;

/// The largest number of plies of quiescence, and the largest number of lines. Both exceed what small games
/// can have.
const MAX_NOISY: u8 = 32;
const MAX_LINES: u8 = u8::MAX;

/// Parses the single number in the brackets of `rest`. `what` describes the number for the error message.
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
    match &bracketed(text, rest.clone())?[..] {
        [] => Err(SyntaxError::new(text, part.clone(), format!("`{name}` without its number"), expected)),
        [value] => number(text, value.clone(), what, &range, &expected),
        [_, more, ..] => {
            Err(SyntaxError::new(text, more.clone(), format!("`{name}` with a second number"), expected))
        }
    }
}

/// Returns the spans of the values in the brackets of `rest`; none if there are no brackets.
fn bracketed(text: &str, rest: Range<usize>) -> Result<Vec<Range<usize>>, SyntaxError> {
    let word = &text[rest.clone()];
    if word.is_empty() {
        return Ok(Vec::new());
    }
    if !word.starts_with('(') {
        return Err(SyntaxError::new(
            text,
            rest,
            format!("{} after a search option", quoted(word)),
            "`(` and options",
        ));
    }
    let Some(close) = word.find(')') else {
        let span = rest.start..rest.start + 1;
        return Err(SyntaxError::new(text, span, "an unclosed bracket", "`)` at the end"));
    };
    if close + 1 < word.len() {
        let span = rest.start + close + 1..rest.end;
        return Err(SyntaxError::new(text, span, "text after the closing bracket", "`+` or the end"));
    }
    if close == 1 {
        return Err(SyntaxError::new(text, rest, "brackets without options", "an option, or no brackets"));
    }
    Ok(split(text, rest.start + 1..rest.end - 1))
}

/// Returns the spans between commas.
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
    let Some((width, rest)) = values.split_first() else {
        return Err(SyntaxError::new(text, part, "`aspiration` without a half-width", expected));
    };
    let width = number(text, width.clone(), "half-width", &(1..=u32::MAX), &expected)?;
    let mut aspiration = Aspiration { width, widen: Widen::No };
    for_each(text, rest, &["widen"], |key, value| {
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
                let expected = format!("a whole number from 1 to {MAX_NOISY}");
                quiescence.plies = number(text, value, "number of plies", &(1..=MAX_NOISY), &expected)?;
            }
            _ => quiescence.in_line = yes_or_no(text, value, key)?,
        }
        Ok(())
    })?;
    Ok(quiescence)
}

fn node_limit(text: &str, part: Range<usize>, values: &[Range<usize>]) -> Result<NodeLimit, SyntaxError> {
    let expected = format!("`stop-after(N)`, N a number of nodes from 0 to {}", u64::MAX);
    let Some((nodes, rest)) = values.split_first() else {
        return Err(SyntaxError::new(text, part, "`stop-after` without a number of nodes", expected));
    };
    let nodes = number(text, nodes.clone(), "number of nodes", &(0..=u64::MAX), &expected)?;
    let mut node_limit = NodeLimit { nodes, improved: false };
    for_each(text, rest, &["improved"], |key, value| {
        node_limit.improved = yes_or_no(text, value, key)?;
        Ok(())
    })?;
    Ok(node_limit)
}

fn table(text: &str, values: &[Range<usize>]) -> Result<TableOptions, SyntaxError> {
    let mut table = TableOptions::DEFAULT;
    let names: Vec<_> = TABLE_OPTIONS.iter().map(|one| one.name).collect();
    for_each(text, values, &names, |key, value| {
        match key {
            "entries" => {
                let range = 1..=TableOptions::MAX_ENTRIES;
                let expected = format!("a whole number from 1 to {}", TableOptions::MAX_ENTRIES);
                table.entries = number(text, value, "number of entries", &range, &expected)?;
            }
            "key-bits" => {
                table.key_bits =
                    number(text, value, "number of bits", &(1..=64), "a whole number from 1 to 64")?;
            }
            "replace" => table.replace = choice(text, value, key, Replace::ALL, Replace::name)?,
            "draft" => table.draft = choice(text, value, key, Draft::ALL, Draft::name)?,
            "keep" => table.keep = yes_or_no(text, value, key)?,
            "pv-cut" => table.pv_cut = choice(text, value, key, PvCut::ALL, PvCut::name)?,
            "leaves" => table.leaves = yes_or_no(text, value, key)?,
            _ => table.narrow = yes_or_no(text, value, key)?,
        }
        Ok(())
    })?;
    Ok(table)
}

/// Parses options of the form `key=value`, with each of `keys` at most once.
fn for_each(
    text: &str,
    values: &[Range<usize>],
    keys: &[&'static str],
    mut read: impl FnMut(&'static str, Range<usize>) -> Result<(), SyntaxError>,
) -> Result<(), SyntaxError> {
    let mut seen = Vec::new();
    for span in values {
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
                format!("`{key}` is given twice"),
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
    let problem = || format!("{} is not a valid {what}", quoted(word));
    number.ok_or_else(|| SyntaxError::new(text, span, problem(), expected))
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
