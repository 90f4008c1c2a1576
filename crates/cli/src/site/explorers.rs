//! The explorers of the counterexamples: one page for each different case.

use std::collections::BTreeMap;

use super::Page;
use crate::report::{chess_root, explored, replay, smaller};
use pvcheck::bugs::Bug;
use pvcheck::case::Case;
use pvcheck::check::{Checked, Harness, check, check_on};
use pvcheck::recording::{Recorded, record};
use pvcheck::syntax::shell_quoted;

#[derive(Default)]
pub(super) struct Explorers {
    harness: Harness,
    known: BTreeMap<(String, Option<String>), usize>,
    shrunk: BTreeMap<String, Case>,
    pub pages: Vec<Page>,
}

pub(super) struct Linked {
    pub path: Option<String>,
    pub case: String,
    pub replay: String,
}

impl Explorers {
    /// Links the explorer of a case, shrunk if it expects what it shows; `None` if the text is no case of this version.
    pub fn link(&mut self, text: &str) -> Option<Linked> {
        if let Some(case) = self.shrunk.get(text) {
            return Some(self.page(&case.clone(), None));
        }
        let case: Case = text.parse().ok()?;
        let small = self.smaller(&case);
        self.shrunk.insert(text.to_owned(), small.clone());
        Some(self.page(&small, None))
    }

    /// Links the explorer of a case as it is, with a seeded bug if there is one.
    pub fn link_as_is(&mut self, text: &str, bug: Option<&str>) -> Option<Linked> {
        text.parse().ok().map(|case| self.page(&case, bug))
    }

    fn smaller(&mut self, case: &Case) -> Case {
        let Some(finding) = case.expect.filter(|_| chess_root(case).is_none()) else { return case.clone() };
        let Ok(first) = check_on(&mut self.harness, case) else { return case.clone() };
        if !first.shows(finding) {
            return case.clone();
        }
        smaller(&mut self.harness, case, finding, !first.is_kept())
    }

    fn page(&mut self, case: &Case, bug: Option<&str>) -> Linked {
        let case = Case { expect: None, ..case.clone() };
        let text = case.to_string();
        let replay = match bug {
            None => replay(&case),
            Some(bug) => format!("pvcheck explain {} --bug {}", shell_quoted(&text), shell_quoted(bug)),
        };
        let key = (text.clone(), bug.map(str::to_owned));
        if let Some(&number) = self.known.get(&key) {
            return Linked { path: Some(path(number)), case: text, replay };
        }
        let page = match bug {
            None => check(&case).ok().zip(record(&case).ok()),
            Some(bug) => seeded(bug, &case),
        };
        let page = page.map(|(checked, recorded)| explored(&case, &checked, &replay).page(recorded));
        let path = page.map(|page| {
            let number = self.known.len() + 1;
            self.known.insert(key, number);
            self.pages.push(Page { path: path(number), text: page.html });
            path(number)
        });
        Linked { path, case: text, replay }
    }
}

fn seeded<'c>(bug: &str, case: &'c Case) -> Option<(Checked, Recorded<'c>)> {
    let bug = Bug::named(bug).filter(|bug| bug.fits(&case.subject))?;
    bug.check(case).ok().zip(bug.record(case).ok())
}

fn path(number: usize) -> String {
    format!("explorer/{number:03}.html")
}
