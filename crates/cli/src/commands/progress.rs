//! Progress on standard error: a bar on a terminal, and elsewhere a line from time to time, for logs.

use std::io::{self, IsTerminal as _, Write as _};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle, TermLike};

use super::args::OutputArgs;

/// The time between two lines of progress.
const INTERVAL: Duration = Duration::from_secs(10);

/// Returns a bar of this form, without an end if it has no length.
pub(super) fn progress_bar(show: &OutputArgs, length: Option<u64>, template: &str) -> ProgressBar {
    if show.quiet {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template(template).expect("the template is right");
    let bar = length.map_or_else(ProgressBar::new_spinner, ProgressBar::new).with_style(style);
    if !io::stderr().is_terminal() {
        bar.set_draw_target(ProgressDrawTarget::term_like_with_hz(Box::new(Lines::new()), 1));
    }
    bar
}

/// Prints a bar as it is every ten seconds, each time on a line of its own.
#[derive(Debug)]
struct Lines(Mutex<(Instant, String)>);

impl Lines {
    fn new() -> Self {
        Self(Mutex::new((Instant::now(), String::new())))
    }
}

impl TermLike for Lines {
    fn width(&self) -> u16 {
        100
    }

    fn move_cursor_up(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn move_cursor_down(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn move_cursor_right(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn move_cursor_left(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn write_line(&self, line: &str) -> io::Result<()> {
        self.write_str(line)
    }

    fn write_str(&self, text: &str) -> io::Result<()> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).1 += text;
        Ok(())
    }

    fn clear_line(&self) -> io::Result<()> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).1.clear();
        Ok(())
    }

    fn flush(&self) -> io::Result<()> {
        let (last, text) = &mut *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if last.elapsed() >= INTERVAL && !text.trim().is_empty() {
            *last = Instant::now();
            // If standard error is closed, no one can read it.
            let _ = writeln!(io::stderr(), "{}", text.trim());
        }
        text.clear();
        Ok(())
    }
}
