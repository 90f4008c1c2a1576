//! Progress bars.

use indicatif::{ProgressBar, ProgressStyle};

use super::args::OutputArgs;

/// Returns a bar of this form, without an end if it has no length. It is drawn on standard error, and only on a terminal.
pub(super) fn progress_bar(show: &OutputArgs, length: Option<u64>, template: &str) -> ProgressBar {
    if show.quiet {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template(template).expect("the template is right");
    length.map_or_else(ProgressBar::new_spinner, ProgressBar::new).with_style(style)
}
