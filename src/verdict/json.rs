//! Serialization of findings in JSON, as their names.

use std::borrow::Cow;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::{Finding, NoAnswerKind};

impl Serialize for Finding {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Finding {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = <Cow<'de, str>>::deserialize(deserializer)?;
        let no_answers = NoAnswerKind::ALL.iter().copied().map(Self::NoAnswer);
        let found = no_answers.chain(Self::all()).find(|finding| finding.name() == name);
        found.ok_or_else(|| de::Error::custom(format!("unknown finding `{name}`")))
    }
}
