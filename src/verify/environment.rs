//! Variables of the environment, parsed as strictly as the command line.

use std::env;
use std::ffi::OsStr;
use std::path::PathBuf;

/// Returns the value of a variable, read by `parse`; `None` if it is not set.
///
/// # Panics
///
/// If the value is not valid; the message has the variable and what was expected.
pub fn variable<T>(name: &str, parse: impl FnOnce(&OsStr) -> Result<T, String>) -> Option<T> {
    let value = env::var_os(name)?;
    let shown = value.to_string_lossy();
    Some(parse(&value).unwrap_or_else(|expected| panic!("{name}={shown:?}: {expected}")))
}

/// Returns a parser of a value that must be text.
pub fn text<T>(parse: impl FnOnce(&str) -> Result<T, String>) -> impl FnOnce(&OsStr) -> Result<T, String> {
    |value| parse(value.to_str().ok_or("expected UTF-8 text")?)
}

/// Parses the name of a folder, which must not be empty.
pub fn folder(value: &OsStr) -> Result<PathBuf, String> {
    if value.is_empty() { Err("expected a folder".to_owned()) } else { Ok(value.into()) }
}
