//! A guard that ends the processes that this process has started when it ends, even by SIGKILL or a second ctrl-C.
//!
//! A process group is not enough: nobody ends it after SIGKILL, and a program leaves it when it begins a session of its own. So each
//! program gets a variable of the environment, which its own children inherit, and a shell waits for the end of a pipe that only
//! this process holds. Then it ends each process with that variable; one that clears its environment and begins its own session
//! stays. Jenkins finds what a build has left running in the same way.
//!
//! This needs `/proc`, so it works on Linux. Elsewhere a process group is ended when its program is dropped, and programs that
//! outlive a SIGKILL read the end of their input.

use std::os::unix::process::CommandExt as _;
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::time::SystemTime;

/// The variable that marks a process.
const VARIABLE: &str = "PVCHECK_GUARDED";

/// A script that waits for the end of its input, and then ends the marked processes. It repeats this until none is
/// left, because a process may start another one while it is ended.
const SCRIPT: &str = r#"trap '' HUP INT TERM
cat
for round in 1 2 3 4 5 6 7 8 9; do
    files=$(grep -ls "$1" /proc/[0-9]*/environ)
    [ -n "$files" ] || exit 0
    for file in $files; do
        file=${file#/proc/}
        kill -9 "${file%/environ}"
    done
    sleep 0.1
done"#;

struct Guard {
    value: String,
    /// The shell of the guard, whose input is closed when this process ends.
    _shell: Option<Child>,
}

/// Marks the processes that this command will start.
pub(super) fn mark(command: &mut Command) {
    static GUARD: OnceLock<Guard> = OnceLock::new();
    command.env(VARIABLE, &GUARD.get_or_init(Guard::start).value);
}

impl Guard {
    /// Starts the shell of the guard. Without a shell, nothing is guarded.
    fn start() -> Self {
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let value = format!("{}-{}", std::process::id(), now.as_nanos());
        let mut shell = Command::new("sh");
        shell.args(["-c", SCRIPT, "sh", &format!("{VARIABLE}={value}")]);
        shell.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        // A signal for this process is none for the shell, and what guards an outer process does not end it.
        shell.process_group(0).env_remove(VARIABLE);
        Self { value, _shell: shell.spawn().ok() }
    }
}
