//! Progress on standard error: a bar on a terminal, and elsewhere a line from time to time, for logs.

use std::io::{self, IsTerminal as _, Write as _};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle, TermLike};

use super::args::OutputArgs;

/// The time between two lines of progress.
const INTERVAL: Duration = Duration::from_secs(10);

/// Returns a progress bar with the form `template`, without an end if `length` is `None`.
pub fn progress_bar(show: &OutputArgs, length: Option<u64>, template: &str) -> ProgressBar {
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

/// A progress bar that is printed as a new line every ten seconds.
#[derive(Debug)]
struct Lines(Mutex<(Instant, String)>);

impl Lines {
    fn new() -> Self {
        Self(Mutex::new((Instant::now(), String::new())))
    }

    /// Returns the last drawn bar if ten seconds have passed since the last line.
    fn due(&self, now: Instant) -> Option<String> {
        let (last, text) = &mut *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let line = std::mem::take(text).trim().to_owned();
        let is_due = now.duration_since(*last) >= INTERVAL && !line.is_empty();
        is_due.then(|| {
            *last = now;
            line
        })
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
        if let Some(line) = self.due(Instant::now()) {
            // If standard error is closed, no one can read it.
            let _ = writeln!(io::stderr(), "{line}");
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_due_every_ten_seconds() {
        let lines = Lines::new();
        let begun = Instant::now();
        let drawn_at = |seconds| {
            lines.write_str(" 3/9 bugs ").expect("it is memory");
            lines.due(begun + Duration::from_secs(seconds))
        };
        let line = Some("3/9 bugs".to_owned());
        assert_eq!([1, 11, 12, 20, 22].map(drawn_at), [None, line.clone(), None, None, line]);
        assert_eq!(lines.due(begun + Duration::from_secs(60)), None, "nothing was drawn");
    }
}
