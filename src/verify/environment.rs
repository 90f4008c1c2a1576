//! Variables of the environment, read as strictly as the command line.

use std::env;
use std::ffi::OsStr;
use std::path::PathBuf;

/// Returns the value of a variable, read by `parse`; `None` if it is not set.
///
/// # Panics
///
/// With the variable and what was expected, when the value is not valid.
pub fn variable<T>(name: &str, parse: impl FnOnce(&OsStr) -> Result<T, String>) -> Option<T> {
    let value = env::var_os(name)?;
    let shown = value.to_string_lossy();
    Some(parse(&value).unwrap_or_else(|expected| panic!("{name}={shown:?}: {expected}")))
}

/// Returns a parser of a value that is text.
pub fn text<T>(parse: impl FnOnce(&str) -> Result<T, String>) -> impl FnOnce(&OsStr) -> Result<T, String> {
    |value| parse(value.to_str().ok_or("expected UTF-8 text")?)
}

/// Parses the name of a folder, of which an empty one would be the current folder.
pub fn folder(value: &OsStr) -> Result<PathBuf, String> {
    if value.is_empty() { Err("expected a folder".to_owned()) } else { Ok(value.into()) }
}
