//! The files of tables.
//!
//! ```text
//! 12 bytes   the text "pvcheck dtm\n"
//!  4 bytes   the version of the format
//!  8 bytes   the material, filled up with zeros
//!  8 bytes   the number of values
//!  4 bytes   CRC-32 of all other bytes
//!            the values, one byte each
//! ```
//!
//! Numbers are little-endian.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use pvcheck::experiment::files::replace;

const TITLE: &[u8; 12] = b"pvcheck dtm\n";

/// The version of the format and of the meaning of the values, which changes with the layout of the entries.
const VERSION: u32 = 1;

const HEADER: usize = 36;

fn path(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("{name}.dtm"))
}

fn header(name: &str, values: &[u8]) -> [u8; HEADER] {
    let mut header = [0; HEADER];
    header[..12].copy_from_slice(TITLE);
    header[12..16].copy_from_slice(&VERSION.to_le_bytes());
    header[16..16 + name.len()].copy_from_slice(name.as_bytes());
    header[24..32].copy_from_slice(&(values.len() as u64).to_le_bytes());
    let mut sum = crc32fast::Hasher::new();
    sum.update(&header[..32]);
    sum.update(values);
    header[32..].copy_from_slice(&sum.finalize().to_le_bytes());
    header
}

/// The values in the file of a table; `None` without a file, or if the file is not exactly as [`write()`] writes it.
pub fn read(folder: &Path, name: &str, size: usize) -> Option<Vec<u8>> {
    let path = path(folder, name);
    // A pipe would be waited for.
    fs::metadata(&path).ok().filter(|data| data.is_file() && data.len() == (HEADER + size) as u64)?;
    let mut file = fs::File::open(path).ok()?;
    let (mut start, mut values) = ([0; HEADER], vec![0; size]);
    file.read_exact(&mut start).ok()?;
    file.read_exact(&mut values).ok()?;
    (start == header(name, &values)).then_some(values)
}

pub fn write(folder: &Path, name: &str, values: &[u8]) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let path = path(folder, name);
    if path.exists() && !path.is_file() {
        return Err(io::Error::other(format!("{}: not a regular file", path.display())));
    }
    replace(&path, &[&header(name, values), values])
}
