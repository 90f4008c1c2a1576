//! Shell completions and manual pages, made from the definition of the command line.

use std::path::PathBuf;

use clap::{Args, CommandFactory as _};
use clap_complete::Shell;

use super::{Cli, Failure, Output, Result};
use pvcheck::experiment::files::replace;

#[derive(Args, Clone, Debug)]
pub(super) struct Completions {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

impl Completions {
    pub fn run(&self) -> Output {
        let mut text = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "pvcheck", &mut text);
        Output::plain(String::from_utf8(text).expect("completions are text"))
    }
}

#[derive(Args, Clone, Debug)]
pub(super) struct Man {
    /// The folder; one page for each command is written
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
}

impl Man {
    pub fn run(&self) -> Result<Output> {
        let failed = Failure::io(&self.folder, "write manual pages to");
        std::fs::create_dir_all(&self.folder).map_err(&failed)?;
        let mut command = Cli::command().disable_help_subcommand(true);
        command.build();
        for command in command.get_subcommands().chain([&command]) {
            let page = clap_mangen::Man::new(command.clone());
            let mut text = Vec::new();
            page.render(&mut text).map_err(&failed)?;
            replace(&self.folder.join(page.get_filename()), &[&text]).map_err(&failed)?;
        }
        Ok(Output::plain(String::new()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No name is given twice, no default is no value: assertions of `clap`, which this profile has.
    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }
}
