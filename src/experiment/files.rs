//! Files that are written completely or not at all.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU64, Ordering};

/// The prefix of the name of a file that is not complete.
const UNFINISHED: &str = ".pvcheck-unfinished-";

/// The identity of a file, which is its place if the file exists, and its name if not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FileIdentity {
    /// The device of the file, and the number of the file on the device.
    #[cfg(unix)]
    Inode(u64, u64),
    /// The whole path of the file, without links.
    Path(PathBuf),
}

impl FileIdentity {
    /// Returns the identity of the file or folder to which a path leads through links. A pipe or a device has none,
    /// because it may be both read and written.
    pub fn identify(path: &Path) -> Option<Self> {
        match fs::metadata(path) {
            Ok(data) if !data.is_file() && !data.is_dir() => None,
            #[cfg(unix)]
            Ok(data) => {
                use std::os::unix::fs::MetadataExt as _;
                Some(Self::Inode(data.dev(), data.ino()))
            }
            _ => Some(Self::Path(target(path))),
        }
    }
}

/// Returns the folder of a file.
pub fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Returns the file to which a path leads through links, even if it does not exist yet.
pub fn target(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    // No system follows more links than these.
    for _ in 0..40 {
        let Ok(link) = fs::read_link(&path) else { break };
        path = folder(&path).join(link);
    }
    let place = folder(&path).canonicalize().ok().zip(path.file_name());
    place.map_or_else(|| path.clone(), |(folder, name)| folder.join(name))
}

/// Locks a file or a folder until it is closed, and returns whether no other run has locked it. Pipes, devices and
/// files on a file system without locks are shared.
pub fn lock_for_us(file: &File) -> bool {
    let is_exclusive = file.metadata().is_ok_and(|data| data.is_file() || data.is_dir());
    !(is_exclusive && matches!(file.try_lock(), Err(TryLockError::WouldBlock)))
}

/// Replaces a file completely or not at all, with the contents `parts` one after the other. A new file in the same
/// folder is written and then renamed; a pipe, a device, or a file in a folder that is not writable is written to
/// directly.
///
/// # Errors
///
/// If a file cannot be created, written or renamed; the older file is then unchanged.
pub fn replace(path: &Path, parts: &[&[u8]]) -> io::Result<()> {
    let write = |mut file: &File| parts.iter().try_for_each(|part| file.write_all(part));
    let older = fs::metadata(path).ok();
    // Links to pipes lead to no name.
    if older.as_ref().is_some_and(|older| !older.is_file()) {
        return write(&OpenOptions::new().write(true).open(path)?);
    }
    let path = target(path);
    let (file, new) = match unfinished(&path) {
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied && older.is_some() => {
            return write(&File::create(&path)?);
        }
        new => new?,
    };
    let permissions = older.map_or(Ok(()), |older| file.set_permissions(older.permissions()));
    let written = permissions.and_then(|()| write(&file)).and_then(|()| file.sync_all());
    let renamed = written.and_then(|()| fs::rename(&new, &path));
    if renamed.is_err() {
        let _ = fs::remove_file(&new);
    }
    renamed
}

/// Fails if a file cannot be written, as far as this is known before. No file is changed, and none remains. A pipe is
/// not opened, because its reader would see the end of the pipe.
///
/// # Errors
///
/// If the file or its folder is not writable, or the path is a folder.
pub fn ensure_writable(path: &Path) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(data) if data.is_file() => OpenOptions::new().append(true).open(path).map(drop),
        Ok(data) if data.is_dir() => Err(io::Error::from(io::ErrorKind::IsADirectory)),
        Ok(_) => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            unfinished(&target(path)).and_then(|(_, new)| fs::remove_file(new))
        }
        // For example a link that leads to itself.
        Err(error) => Err(error),
    }
}

/// Creates a file for the new content of `path` in the same folder, locked so that no other process removes it.
fn unfinished(path: &Path) -> io::Result<(File, PathBuf)> {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let folder = folder(path);
    remove_stale(folder);
    loop {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let new = folder.join(format!("{UNFINISHED}{}-{number}", process::id()));
        let file = match OpenOptions::new().write(true).create_new(true).open(&new) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
            file => file?,
        };
        // A process that removes stale files may have seen it before it was locked.
        let _ = file.lock();
        if new.exists() {
            return Ok((file, new));
        }
    }
}

/// Removes the unfinished files of killed processes, which no process has locked, from a folder.
fn remove_stale(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let is_unfinished = entry.file_name().as_encoded_bytes().starts_with(UNFINISHED.as_bytes())
            && entry.file_type().is_ok_and(|kind| kind.is_file());
        if is_unfinished
            && let Ok(file) = File::open(entry.path())
            && file.try_lock().is_ok()
        {
            let _ = fs::remove_file(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_and_what_killed_processes_left_is_removed() {
        let folder = tempfile::tempdir().expect("a folder");
        let [path, stale, used] = ["result", ".pvcheck-unfinished-1-0", ".pvcheck-unfinished-1-1"]
            .map(|name| folder.path().join(name));
        fs::write(&stale, "a part").expect("a file");
        let used_by_another = File::create(&used).expect("a file");
        used_by_another.lock().expect("a lock");
        for text in ["first", "second"] {
            replace(&path, &[&text.as_bytes()[..2], &text.as_bytes()[2..]]).expect("a file");
            assert_eq!(fs::read_to_string(&path).expect("a file"), text);
        }
        assert!(!stale.exists() && used.exists());
        drop(used_by_another);
        ensure_writable(&folder.path().join("new")).expect("a writable folder");
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
    }

    #[test]
    fn a_file_has_one_identity_and_a_device_has_none() {
        let folder = tempfile::tempdir().expect("a folder");
        let [path, link, new] = ["file", "link", "new"].map(|name| folder.path().join(name));
        fs::write(&path, "").expect("a file");
        fs::hard_link(&path, &link).expect("a link");
        let same = folder.path().join(".").join("new");
        assert_eq!(FileIdentity::identify(&new), FileIdentity::identify(&same));
        assert_ne!(FileIdentity::identify(&path), FileIdentity::identify(&new));
        #[cfg(unix)]
        {
            assert_eq!(FileIdentity::identify(&path), FileIdentity::identify(&link));
            assert_eq!(FileIdentity::identify(Path::new("/dev/null")), None);
        }
    }
}
