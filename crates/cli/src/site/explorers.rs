//! The explorers of the counterexamples: one page for each different case.

use std::collections::BTreeMap;

use super::SitePage;
use crate::report::{chess_root, explored, replay, smaller};
use pvcheck::case::Case;
use pvcheck::check::{Harness, check, check_on};
use pvcheck::recording::record;

#[derive(Default)]
pub(super) struct Explorers {
    harness: Harness,
    known: BTreeMap<String, usize>,
    shrunk: BTreeMap<String, Case>,
    pub pages: Vec<SitePage>,
}

pub(super) struct Linked {
    pub path: Option<String>,
    pub case: String,
    pub replay: String,
}

impl Explorers {
    /// Links the explorer of a case; `None` if the text is no case of this version. A case that shows its expected finding is
    /// shrunk.
    pub fn link(&mut self, text: &str) -> Option<Linked> {
        if let Some(case) = self.shrunk.get(text) {
            return Some(self.page(&case.clone()));
        }
        let case: Case = text.parse().ok()?;
        let small = self.smaller(&case);
        self.shrunk.insert(text.to_owned(), small.clone());
        Some(self.page(&small))
    }

    /// Returns a link to the explorer of a case, which is not shrunk before.
    pub fn link_as_is(&mut self, text: &str) -> Option<Linked> {
        text.parse().ok().map(|case| self.page(&case))
    }

    fn smaller(&mut self, case: &Case) -> Case {
        let Some(finding) = case.expect.filter(|_| chess_root(case).is_none()) else { return case.clone() };
        let Ok(first) = check_on(&mut self.harness, case) else { return case.clone() };
        if !first.shows(finding) {
            return case.clone();
        }
        smaller(&mut self.harness, case, finding, !first.is_kept())
    }

    fn page(&mut self, case: &Case) -> Linked {
        let case = Case { expect: None, ..case.clone() };
        let text = case.to_string();
        let replay = replay(&case);
        if let Some(&number) = self.known.get(&text) {
            return Linked { path: Some(path(number)), case: text, replay };
        }
        let page = check(&case).ok().zip(record(&case).ok());
        let page = page.map(|(checked, recorded)| explored(&case, &checked, &replay).page(recorded));
        let path = page.map(|page| {
            let number = self.known.len() + 1;
            self.known.insert(text.clone(), number);
            self.pages.push(SitePage { path: path(number), text: page.html });
            path(number)
        });
        Linked { path, case: text, replay }
    }
}

fn path(number: usize) -> String {
    format!("explorer/{number:03}.html")
}
