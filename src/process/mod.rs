//! Programs that run beside this one and exchange lines with it. No call waits for ever, and a program is ended
//! together with the processes that it started.

#[cfg(target_os = "linux")]
mod guard;
mod lack;

use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::process::{ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

#[cfg(unix)]
use process_wrap::std::ProcessGroup;
use process_wrap::std::{ChildWrapper, CommandWrap};

pub use self::lack::{NO_THREAD, lack};
use crate::experiment::Deadline;
use crate::syntax::cleaned;

const LONGEST_LINE: u64 = 1 << 16;
const READ_AHEAD: usize = 1024;
/// The number of bytes that are shown of a line that is too long.
const SHOWN: usize = 60;
/// The number of bytes of the error output that are kept for the message when a program ends, from its beginning and its end.
const ERROR_OUTPUT: usize = 600;
const FIRST_ERRORS: usize = 200;
/// The text that replaces the bytes between the beginning and the end of the error output.
const CUT: &[u8] = b"\n...\n";
/// The number of unread bytes beyond which this process waits for a program to read.
const UNREAD: usize = 1 << 20;
/// The maximum time between the end of the output of a program and its exit.
const EXIT: Duration = Duration::from_millis(100);

#[derive(Debug)]
pub struct Process {
    child: Box<dyn ChildWrapper>,
    input: Sender<String>,
    unread: Arc<AtomicUsize>,
    output: Receiver<Result<String, OutputWithoutLine>>,
    errors: Arc<ErrorOutput>,
}

#[derive(Default, Debug)]
struct ErrorOutput {
    end: Mutex<Vec<u8>>,
    is_whole: AtomicBool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoLine {
    TimedOut,
    /// The program exited or closed its output, as the text describes.
    Stopped(String),
    /// The program wrote a line that is no text.
    NotText(NotText),
}

/// A line that is not text, with the reason. Lines after this line can be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotText {
    /// A line that is not UTF-8, given in Latin-1, where each byte has a meaning.
    #[error("it wrote bytes that are no UTF-8 text")]
    NotUtf8(String),
    /// A line that is too long, given by its beginning.
    #[error("it wrote a line of more than 65,536 bytes, which begins with {0:?}")]
    TooLong(String),
}

/// Output that is no line.
#[derive(Debug)]
enum OutputWithoutLine {
    NotText(NotText),
    /// A line that is not complete when the output ends.
    Unfinished(String),
}

impl Process {
    /// Starts a program with its arguments in its own process group. `prepare` sets its folder and its environment.
    ///
    /// # Errors
    ///
    /// If the system cannot start the program; the error has the reason. If this process [lacks](lack) a resource, the
    /// run of `deadline` fails.
    ///
    /// # Panics
    ///
    /// If `command` is empty.
    pub fn start(
        command: &[String],
        prepare: impl FnOnce(&mut Command),
        deadline: &Deadline,
    ) -> Result<Self, String> {
        let (name, arguments) = command.split_first().expect("a command has a name");
        let mut command = CommandWrap::with_new(name, |command| {
            command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
            prepare(command);
            #[cfg(target_os = "linux")]
            guard::mark(command);
        });
        #[cfg(unix)]
        command.wrap(ProcessGroup::leader());
        command.spawn().and_then(Self::with_threads).map_err(|error| {
            if let Some(why) = lack(&error) {
                deadline.fail(why);
            }
            format!("`{name}` cannot be started: {error}")
        })
    }

    /// Starts the threads that exchange data with `child`.
    fn with_threads(mut child: Box<dyn ChildWrapper>) -> io::Result<Self> {
        let (stdin, stdout, stderr) = (child.stdin().take(), child.stdout().take(), child.stderr().take());
        let (input, texts) = channel();
        let (lines, output) = sync_channel(READ_AHEAD);
        let process = Self { child, input, unread: Arc::default(), output, errors: Arc::default() };
        let (unread, errors) = (Arc::clone(&process.unread), Arc::clone(&process.errors));
        let thread = thread::Builder::new;
        thread().spawn(move || write_to(stdin.expect("it is piped"), &texts, &unread))?;
        thread().spawn(move || read_from(stdout.expect("it is piped"), &lines))?;
        thread().spawn(move || keep_end_of(stderr.expect("it is piped"), &errors))?;
        Ok(process)
    }

    pub fn send(&self, text: String) {
        self.unread.fetch_add(text.len(), Ordering::Relaxed);
        // If the process has ended, that is noticed when its answer is read.
        let _ = self.input.send(text);
    }

    /// Waits until the process has read most of what was sent. A process that requests more and more without reading it
    /// would fill the memory.
    ///
    /// # Errors
    ///
    /// If the process does not read enough before `deadline`.
    pub fn catch_up(&self, deadline: &Deadline) -> Result<(), NoLine> {
        while self.unread.load(Ordering::Relaxed) > UNREAD {
            if deadline.left().is_zero() {
                return Err(NoLine::TimedOut);
            }
            thread::sleep(Duration::from_millis(1));
        }
        Ok(())
    }

    pub fn written_line(&self) -> Option<String> {
        self.output.try_recv().ok().and_then(Result::ok)
    }

    /// Returns the next line that the process writes.
    ///
    /// # Errors
    ///
    /// If there is none before `deadline`.
    pub fn next_line(&mut self, deadline: &Deadline) -> Result<String, NoLine> {
        loop {
            let left = deadline.left();
            match self.output.recv_timeout(left.min(EXIT)) {
                Ok(line) => return line.map_err(|unread| self.no_line(unread)),
                Err(RecvTimeoutError::Disconnected) => return Err(NoLine::Stopped(self.how_it_stopped())),
                // A process that it has started may keep its output open. What it wrote itself has been read by now.
                Err(RecvTimeoutError::Timeout) if self.has_exited() => {
                    let last = self.output.recv_timeout(EXIT);
                    let Ok(line) = last else { return Err(NoLine::Stopped(self.how_it_stopped())) };
                    return line.map_err(|unread| self.no_line(unread));
                }
                Err(RecvTimeoutError::Timeout) if left <= EXIT => return Err(NoLine::TimedOut),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    fn no_line(&mut self, unread: OutputWithoutLine) -> NoLine {
        match unread {
            OutputWithoutLine::NotText(why) => NoLine::NotText(why),
            OutputWithoutLine::Unfinished(line) => {
                let line: String = line.chars().take(ERROR_OUTPUT).collect();
                NoLine::Stopped(format!("{}; it had begun the line: {line}", self.how_it_stopped()))
            }
        }
    }

    /// Whether the process exits before `deadline`. The output of the process is ignored.
    pub fn exits_by(&mut self, deadline: &Deadline) -> bool {
        while !deadline.left().is_zero() {
            match self.next_line(deadline) {
                Err(NoLine::Stopped(_)) if self.has_exited() => return true,
                // Of a program whose output is closed nothing else waits.
                Err(NoLine::Stopped(_)) => thread::sleep(Duration::from_millis(1)),
                _ => {}
            }
        }
        false
    }

    fn has_exited(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(Some(_)))
    }

    fn how_it_stopped(&mut self) -> String {
        let begun = Instant::now();
        let status = loop {
            match self.child.try_wait() {
                Ok(Some(status)) => break status.to_string(),
                _ if begun.elapsed() > EXIT => break "it closed its output".to_owned(),
                _ => thread::sleep(Duration::from_millis(1)),
            }
        };
        // The last words of the program may still be on their way.
        while !self.errors.is_whole.load(Ordering::Acquire) && begun.elapsed() < 2 * EXIT {
            thread::sleep(Duration::from_millis(1));
        }
        let errors = self.errors.end.lock().expect("no thread panics while it has the lock");
        let text = String::from_utf8_lossy(&errors);
        let lines: Vec<String> = text.lines().map(|line| cleaned(line.trim())).collect();
        let text = lines.join(" / ");
        if text.is_empty() { status } else { format!("{status}; it wrote: {text}") }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // A program that ends by itself needs no more than this, and one that does not is ended, with all that it started.
        self.send("quit\n".to_owned());
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn write_to(mut stdin: ChildStdin, texts: &Receiver<String>, unread: &AtomicUsize) {
    while let Ok(text) = texts.recv() {
        if stdin.write_all(text.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            return;
        }
        unread.fetch_sub(text.len(), Ordering::Relaxed);
    }
}

fn read_from(stdout: ChildStdout, lines: &SyncSender<Result<String, OutputWithoutLine>>) {
    let mut reader = BufReader::new(stdout);
    loop {
        let mut line = Vec::new();
        let length = reader.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line);
        if matches!(length, Ok(0) | Err(_)) {
            return;
        }
        let (is_whole, is_cut) = (line.ends_with(b"\n"), line.len() as u64 == LONGEST_LINE);
        let ends = lines.send(read(line)).is_err() || !is_whole && !is_cut;
        // The rest of a line that is too long is not kept, however long it is.
        if ends || !is_whole && reader.skip_until(b'\n').is_err() {
            return;
        }
    }
}

fn read(line: Vec<u8>) -> Result<String, OutputWithoutLine> {
    let (is_whole, length) = (line.ends_with(b"\n"), line.len() as u64);
    if !is_whole && length == LONGEST_LINE {
        let begin = cleaned(&String::from_utf8_lossy(&line[..SHOWN]));
        return Err(OutputWithoutLine::NotText(NotText::TooLong(begin)));
    }
    let text = |text: &str| cleaned(text.trim_end());
    let line = String::from_utf8(line).map(|line| text(&line)).map_err(|error| {
        let latin: String = error.as_bytes().iter().copied().map(char::from).collect();
        text(&latin)
    });
    match line {
        Ok(line) | Err(line) if !is_whole => Err(OutputWithoutLine::Unfinished(line)),
        line => line.map_err(|line| OutputWithoutLine::NotText(NotText::NotUtf8(line))),
    }
}

fn keep_end_of(mut stderr: ChildStderr, errors: &ErrorOutput) {
    let mut buffer = [0; 1024];
    while let Ok(length @ 1..) = stderr.read(&mut buffer) {
        let mut end = errors.end.lock().expect("no thread panics while it has the lock");
        end.extend_from_slice(&buffer[..length]);
        let more = end.len().saturating_sub(ERROR_OUTPUT);
        if more > 0 {
            end.splice(FIRST_ERRORS..FIRST_ERRORS + more + CUT.len(), CUT.iter().copied());
        }
    }
    errors.is_whole.store(true, Ordering::Release);
}
