//! The lack of a resource that this process needs to start another one, which is no fault of the other process.

use std::io::{Error, ErrorKind};

/// The message of a panic if the system does not start a thread, in the words of the standard library.
pub const NO_THREAD: &str = "failed to spawn thread";

/// Returns the resource whose lack makes the system refuse an operation, and the change that would help.
pub fn lack(error: &Error) -> Option<String> {
    // The numbers of EMFILE and ENFILE, which have no kind, are the same on all Unix systems.
    let (what, limit) = match (error.kind(), error.raw_os_error()) {
        (_, Some(23 | 24)) if cfg!(unix) => ("too many open files", "`ulimit -n`"),
        (ErrorKind::WouldBlock, _) => {
            ("too many processes or threads", "`ulimit -u` or the limit of the container")
        }
        (ErrorKind::OutOfMemory, _) => ("too little memory", "the limit of the memory"),
        _ => return None,
    };
    Some(format!("{what} for pvcheck ({error}); raise {limit}, or run fewer at once (--threads, --workers)"))
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_lacking_here_is_a_lack() {
        let what = |code| {
            lack(&Error::from_raw_os_error(code)).map(|text| text.split(" for ").next().map(str::to_owned))
        };
        assert_eq!(what(24).flatten().as_deref(), Some("too many open files"));
        assert_eq!(what(11).flatten().as_deref(), Some("too many processes or threads"));
        assert_eq!(what(12).flatten().as_deref(), Some("too little memory"));
        // No such file, and one that may not be executed.
        assert_eq!((what(2), what(13)), (None, None));
    }
}
