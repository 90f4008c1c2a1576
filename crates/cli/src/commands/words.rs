//! Command lines that give the same result again.

/// The words after the name of the program.
pub struct CommandWords(Vec<String>);

impl CommandWords {
    pub fn new(command: &str) -> Self {
        Self(vec![command.to_owned()])
    }

    pub fn and(mut self, argument: &(impl ToString + ?Sized)) -> Self {
        self.0.push(argument.to_string());
        self
    }

    /// Adds the option `option` for each of the given values.
    pub fn with(self, option: &str, values: impl IntoIterator<Item: ToString>) -> Self {
        values.into_iter().fold(self, |words, value| words.and(option).and(&value))
    }

    pub fn flag(self, option: &str, is_set: bool) -> Self {
        if is_set { self.and(option) } else { self }
    }

    pub fn list(self) -> Vec<String> {
        self.0
    }

    pub fn command_line(&self) -> String {
        format!("pvcheck {}", shell_words::join(&self.0))
    }
}
