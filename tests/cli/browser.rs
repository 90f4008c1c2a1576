//! The explorer and the report in a real browser: Chromium without a window, over the pipe of its debugging protocol.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

use crate::command::{fresh, pvcheck, stderr, wait_until};
use crate::tools;

/// The browser with one page.
struct Browser {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    last: u64,
    session: Option<String>,
    /// What the page has caused.
    events: Vec<Value>,
    _profile: tempfile::TempDir,
}

impl Browser {
    /// Starts it, if it is installed.
    fn start() -> Option<Self> {
        let program = tools::CHROMIUM.find()?;
        let profile = tempfile::tempdir().expect("a folder");
        // The protocol is on the descriptors 3 and 4.
        let script = format!(
            "exec '{}' --headless --no-sandbox --disable-gpu --no-first-run --disable-background-networking \
             --disable-component-update --disable-sync --user-data-dir={} --remote-debugging-pipe about:blank \
             3<&0 4>&1 0</dev/null 1>/dev/null 2>/dev/null",
            program.display(),
            profile.path().display()
        );
        let mut command = Command::new("sh");
        command.args(["-c", &script]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process = command.spawn().expect("a shell");
        let (input, output) = (process.stdin.take().expect("a pipe"), process.stdout.take().expect("a pipe"));
        let output = BufReader::new(output);
        let mut browser =
            Self { process, input, output, last: 0, session: None, events: Vec::new(), _profile: profile };
        let target = browser.call("Target.createTarget", &json!({ "url": "about:blank" }));
        let target = json!({ "targetId": target["targetId"], "flatten": true });
        let attached = browser.call("Target.attachToTarget", &target);
        browser.session = attached["sessionId"].as_str().map(str::to_owned);
        for domain in ["Page", "Runtime", "Network", "Log"] {
            browser.call(&format!("{domain}.enable"), &json!({}));
        }
        Some(browser)
    }

    /// Reads one message. Messages end with a zero byte.
    fn read(&mut self) -> Value {
        let mut bytes = Vec::new();
        self.output.read_until(0, &mut bytes).expect("a pipe");
        assert_eq!(bytes.pop(), Some(0), "the browser has ended");
        serde_json::from_slice(&bytes).expect("JSON")
    }

    /// Calls a method of the protocol and returns its result.
    fn call(&mut self, method: &str, params: &Value) -> Value {
        self.last += 1;
        let mut message = json!({ "id": self.last, "method": method, "params": params });
        if let Some(session) = &self.session {
            message["sessionId"] = session.clone().into();
        }
        self.input.write_all(format!("{message}\0").as_bytes()).expect("a pipe");
        loop {
            let answer = self.read();
            if answer["id"] == self.last {
                // A click before has led to another page: the same call is for that one.
                if answer["error"]["message"].as_str().is_some_and(|error| error.contains("navigated")) {
                    return self.call(method, params);
                }
                assert!(answer["error"].is_null(), "{method}: {answer}");
                return answer["result"].clone();
            }
            self.events.push(answer);
        }
    }

    /// Opens a page and waits until it is there.
    fn open(&mut self, address: &str) {
        self.events.clear();
        self.call("Page.navigate", &json!({ "url": address }));
        while !self.events.iter().any(|event| event["method"] == "Page.loadEventFired") {
            let event = self.read();
            self.events.push(event);
        }
        self.has_no_error();
    }

    /// The value of an expression in the page.
    fn value(&mut self, expression: &str) -> Value {
        let evaluated = json!({ "expression": expression, "returnByValue": true });
        let result = self.call("Runtime.evaluate", &evaluated);
        assert!(result["exceptionDetails"].is_null(), "{expression}: {result}");
        result["result"]["value"].clone()
    }

    fn text(&mut self, expression: &str) -> String {
        self.value(expression).as_str().unwrap_or_else(|| panic!("{expression}: no text")).to_owned()
    }

    /// Waits until an expression in the page is true: a click may lead to another page.
    fn becomes(&mut self, what: &str, expression: &str) {
        wait_until(what, || self.value(expression) == true);
    }

    /// Presses a key.
    fn press(&mut self, key: &str) {
        let code = match key {
            "Tab" => 9,
            "Enter" => 13,
            " " => 32,
            "End" => 35,
            "Home" => 36,
            "ArrowLeft" => 37,
            "ArrowRight" => 39,
            _ => u32::from(key.as_bytes()[0].to_ascii_uppercase()),
        };
        for kind in ["rawKeyDown", "keyUp"] {
            let key = json!({ "type": kind, "key": key, "code": key, "windowsVirtualKeyCode": code });
            self.call("Input.dispatchKeyEvent", &key);
        }
    }

    /// Clicks in the middle of the first element of this kind.
    fn click(&mut self, selector: &str) {
        let selector = json!(selector);
        let place = self.value(&format!(
            "(() => {{ const it = document.querySelector({selector}); it.scrollIntoView({{ block: 'center' }}); \
             const r = it.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; }})()"
        ));
        for kind in ["mousePressed", "mouseReleased"] {
            let mouse =
                json!({ "type": kind, "x": place[0], "y": place[1], "button": "left", "clickCount": 1 });
            self.call("Input.dispatchMouseEvent", &mouse);
        }
    }

    fn resize(&mut self, width: u32, height: u32) {
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600 });
        self.call("Emulation.setDeviceMetricsOverride", &size);
    }

    fn scheme(&mut self, name: &str) {
        let feature = json!([{ "name": "prefers-color-scheme", "value": name }]);
        self.call("Emulation.setEmulatedMedia", &json!({ "features": feature }));
    }

    /// The number of the step in the sentence.
    fn step(&mut self) -> usize {
        let text = self.text("document.getElementById('sentence').textContent");
        let number = text.strip_prefix("Step ").and_then(|text| text.split(' ').next()?.parse().ok());
        number.unwrap_or_else(|| panic!("{text}"))
    }

    /// Waits until the page shows this step: it notices another address a little later.
    fn reaches(&mut self, what: &str, step: usize) {
        wait_until(what, || self.step() == step);
    }

    /// Fails if a text is hard to read on light or on dark paper, or if both are the same.
    fn has_contrast_by_day_and_in_the_dark(&mut self) {
        let mut papers = Vec::new();
        for scheme in ["light", "dark"] {
            self.scheme(scheme);
            let least = self.value(CONTRAST).as_f64().expect("a number");
            assert!(least >= 4.5, "{scheme}: {least}");
            papers.push(self.text("getComputedStyle(document.body).backgroundColor"));
        }
        assert_ne!(papers[0], papers[1], "two schemes");
    }

    /// Fails if the page has caused an error, or does what its policy forbids: that error has the hash of the style or script.
    fn has_no_error(&mut self) {
        self.value("0");
        let errors = ["Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Log.entryAdded"];
        let error = self.events.iter().find(|event| errors.iter().any(|error| event["method"] == *error));
        assert_eq!(error, None);
    }

    /// Fails if a button has no name in words, or a link or a slot that leads elsewhere does not look like a link.
    fn has_named_buttons_and_links_that_look_like_links(&mut self) {
        let named = "[...document.querySelectorAll('button, [role=button]')].filter((it) => !it.hidden) \
             .every((it) => /[a-z]{3}/.test(it.getAttribute('aria-label') ?? it.textContent))";
        assert_eq!(self.value(named), true);
        let underlined = "[...document.querySelectorAll('a[href], td button')] \
             .every((it) => getComputedStyle(it).textDecorationLine.includes('underline'))";
        assert_eq!(self.value(underlined), true);
    }

    /// Fails if a script that is not of the page runs in it.
    fn runs_no_script_of_others(&mut self) {
        let added = "(() => { const script = document.createElement('script'); script.textContent = 'window.ran = 1'; \
             document.body.append(script); return window.ran === undefined; })()";
        assert_eq!(self.value(added), true);
    }

    /// Fails if the page has caused an error, or a request for anything but itself.
    fn is_quiet(&mut self, address: &str) {
        self.has_no_error();
        for event in self.events.iter().filter(|event| event["method"] == "Network.requestWillBeSent") {
            let url = event["params"]["request"]["url"].as_str().expect("an address");
            assert!(url == address || url.starts_with("data:"), "{url}");
        }
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The least contrast of all texts with what they are on (WCAG 2.2, 1.4.3: at least 4.5).
const CONTRAST: &str = "(() => { const root = getComputedStyle(document.documentElement); \
        const light = (name) => { const hex = root.getPropertyValue(name).trim().slice(1); \
          const part = (at) => { const v = parseInt(hex.slice(at, at + 2), 16) / 255; return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; }; \
          return 0.2126 * part(0) + 0.7152 * part(2) + 0.0722 * part(4); }; \
        let least = 21; for (const ink of ['--ink', '--soft', '--now', '--good', '--bad', '--old']) for (const paper of ['--paper', '--panel']) { \
          const [a, b] = [light(ink), light(paper)].sort((x, y) => y - x); least = Math.min(least, (a + 0.05) / (b + 0.05)); } return least; })()";

/// The text that is shown.
const TEXT: &str = "document.body.innerText";

/// The address of the page on a case.
fn page(name: &str, case: &str) -> String {
    let path = fresh(name);
    let output = pvcheck(&["explain", case, "--html", &path]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    format!("file://{path}")
}

const CASE: &str = "v1 alpha-beta-hard+single-array depth=2 [[1 0] [1 0]]";

#[test]
fn the_explorer_is_driven_by_keys_buttons_links_and_the_slider() {
    let Some(mut browser) = Browser::start() else { return };
    let address = page("driven.html", CASE);
    browser.open(&address);
    let steps = browser.value("Number(document.getElementById('slider').max) + 1").as_u64().expect("a number")
        as usize;
    // It begins at the divergence.
    assert_eq!(browser.step(), 18);
    assert_eq!(
        browser.text("document.getElementById('sentence').textContent"),
        format!(
            "Step 18 of {steps}. The move 0 raises alpha in the node after 1, and is written to the line."
        )
    );
    for (key, step) in [
        ("ArrowRight", 19),
        ("ArrowLeft", 18),
        ("Home", 1),
        ("ArrowLeft", 1),
        ("End", steps),
        ("ArrowRight", steps),
        ("d", 18),
    ] {
        browser.press(key);
        assert_eq!(browser.step(), step, "{key}");
    }
    for (button, step) in
        [("#first", 1), ("#forward", 2), ("#forward", 3), ("#back", 2), ("#last", steps), ("#divergence", 18)]
    {
        browser.click(button);
        assert_eq!(browser.step(), step, "{button}");
    }
    browser.value("(() => { const s = document.getElementById('slider'); s.value = 4; s.oninput(); })()");
    assert_eq!(browser.step(), 5);
    assert_eq!(browser.text("document.getElementById('score').textContent"), "0; minimax value 0: exact");
    let poison = "document.getElementById('poison').textContent";
    assert_eq!(browser.text(poison), "poison, or a grey slot: never written by the search");
    assert_eq!(browser.text(TEXT).matches("transposition table").count(), 0, "there is none");
    browser.press("Home");
    assert!(browser.text(TEXT).contains("window (-inf, inf)") && !browser.text(TEXT).contains('∞'));
    browser.press("End");
    browser.has_named_buttons_and_links_that_look_like_links();
    browser.click("#story a");
    browser.reaches("the first link of the story", 18);
    browser.press("End");
    browser.click("td.guilty button");
    assert_eq!(browser.step(), 18, "a slot leads to the step that wrote it");
    browser.is_quiet(&address);
    // A link has the case and the step.
    let hash = browser.text("location.hash");
    assert!(hash.ends_with("&step=18") && hash.contains("single-array"), "{hash}");
    browser.value("location.hash = location.hash.replace('step=18', 'step=7')");
    browser.reaches("the step in the address", 7);
    browser.open("about:blank");
    browser.open(&format!("{address}{}", hash.replace("step=18", "step=3")));
    assert_eq!(browser.step(), 3);
    // A link to another case is not about this one, which begins at its divergence.
    browser.open("about:blank");
    browser.open(&format!("{address}#case=v1&step=3"));
    assert_eq!(browser.step(), 18);
    browser.runs_no_script_of_others();
}

/// A function that returns the first name of a move that is on an edge, a node or another name; `undefined` if none is.
const LABELS: &str = "(() => { \
    const boxes = (kind) => [...document.querySelectorAll(kind)].map((it) => [it, it.getBBox()]); \
    const meets = (a, b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height; \
    const points = [...document.querySelectorAll('.edge')].flatMap((it) => \
      Array.from({ length: Math.ceil(it.getTotalLength()) }, (_, at) => it.getPointAtLength(at))); \
    const inside = (p, b) => p.x > b.x && p.x < b.x + b.width && p.y > b.y && p.y < b.y + b.height; \
    const others = [...boxes('.node .box'), ...boxes('.move')]; \
    return boxes('.move').find(([it, own]) => points.some((point) => inside(point, own)) || \
      others.some(([other, box]) => other !== it && meets(own, box)))?.[0].textContent; })";

/// In a tree of 85 positions those on the path and on the line are drawn, and all others after a click.
#[test]
fn a_large_tree_is_folded_and_unfolded_by_a_click() {
    let Some(mut browser) = Browser::start() else { return };
    let game = (0..3).fold("1".to_owned(), |below, _| format!("[{below} {below} {below} {below}]"));
    let address = page("folded.html", &format!("v1 minimax+triangular depth=3 {game}"));
    browser.open(&address);
    let positions =
        "[...document.querySelectorAll('.node')].reduce((sum, it) => sum + Number(it.dataset.positions), 0)";
    let nodes = "document.querySelectorAll('.node').length";
    for _ in 0..40 {
        browser.press("ArrowRight");
        assert_eq!(browser.value(positions), 85, "each position is drawn or counted once");
        assert!(browser.value(nodes).as_u64() < Some(30));
        assert_eq!(browser.value(&format!("{LABELS}()")), Value::Null);
    }
    let mut before = 0;
    while browser.value("document.querySelectorAll('.folds path').length") != 0 {
        browser.value("document.querySelector('.folds path').parentNode.onclick()");
        let now = browser.value(nodes).as_u64().expect("a number");
        assert!(now > before, "a click draws more");
        before = now;
    }
    assert_eq!(before, 85);
    browser.is_quiet(&address);
}

/// What was folded or drawn keeps the focus, and the arrow keys step on.
#[test]
fn a_fold_is_opened_by_enter_and_space_and_the_arrow_keys_step_after_it() {
    let Some(mut browser) = Browser::start() else { return };
    let game = (0..3).fold("1".to_owned(), |below, _| format!("[{below} {below} {below} {below}]"));
    let address = page("keys.html", &format!("v1 minimax+triangular depth=3 {game}"));
    browser.open(&address);
    let nodes = "document.querySelectorAll('.node').length";
    let fold = "[...document.querySelectorAll('.folds')].find((it) => it.querySelector('path') && it.dataset.positions === '63')";
    let focused = "document.activeElement.dataset.node";
    let few = browser.value(nodes).as_u64();
    for key in ["Enter", " "] {
        browser.value(&format!("{fold}.focus()"));
        browser.press(key);
        assert!(browser.value(nodes).as_u64() > few, "{key:?} draws the moves of the root");
        assert_eq!(browser.text(focused), "0", "{key:?}");
        browser.press(key);
        assert_eq!(browser.value(nodes).as_u64(), few, "{key:?} folds them");
        assert_eq!(browser.text(focused), "0", "{key:?}");
    }
    browser.click(".folds:has(path)");
    assert!(browser.value(nodes).as_u64() > few, "a click opens the fold");
    let step = browser.step();
    browser.press("ArrowRight");
    assert_eq!(browser.step(), step + 1);
    browser.is_quiet(&address);
}

/// The names of moves at the right edge of the tree are whole, in the order of the game, and long ones do not widen the page.
#[test]
fn names_of_moves_are_in_the_order_of_the_game_and_within_the_page() {
    let Some(mut browser) = Browser::start() else { return };
    let game = "[\"zwischen\" 3 \"abc\" 2 \"knightb1\" [\"bishopg1\" 5 \"bishopg2\" 1]]";
    let address = page("names.html", &format!("v1 alpha-beta-hard+single-array depth=2 {game}"));
    browser.open(&address);
    let names = "[...document.querySelectorAll('.move')].filter((it) => it.getBBox().y < 88) \
                 .map((it) => it.firstChild.textContent.split(' ')[0]).join(' ')";
    assert_eq!(browser.text(names), "zwischen abc knightb1");
    let inside = "(() => { const all = document.querySelector('#tree svg').viewBox.baseVal; \
        return [...document.querySelectorAll('.move')].every((it) => { const own = it.getBBox(); \
          return own.x + own.width <= all.x + all.width; }); })()";
    assert_eq!(browser.value(inside), true, "no name is cut off");
    let long = "n".repeat(300);
    let address =
        page("long-names.html", &format!("v1 alpha-beta-hard+single-array depth=2 [\"{long}\" [1 0] [1 0]]"));
    browser.open(&address);
    assert_eq!(browser.value("document.scrollingElement.scrollWidth <= innerWidth"), true);
    browser.is_quiet(&address);
}

/// Among many moves only those on the path and on a line are drawn alone.
#[test]
fn searched_siblings_in_a_wide_tree_are_one_symbol() {
    let Some(mut browser) = Browser::start() else { return };
    let address = page("wide.html", &format!("v1 minimax+triangular depth=1 [{}]", ["1"; 40].join(" ")));
    browser.open(&address);
    browser.press("End");
    assert!(browser.value("document.querySelectorAll('.node').length").as_u64() < Some(6));
    browser.click(".folds:has(path)");
    assert_eq!(browser.value("document.querySelectorAll('.node').length"), 41);
    browser.is_quiet(&address);
}

#[test]
fn every_step_of_every_kind_of_store_is_drawn() {
    let Some(mut browser) = Browser::start() else { return };
    for (number, case) in [
        CASE,
        "v1 pvs-soft+table-walk+tt depth=2 [[\"<!--<script>\" 3 \"&lt;\" 1] [2 4]]",
        "v1 alpha-beta-hard+pointer-array depth=3 [[[3 1] [2 4]] [[5 0] [7 2]]]",
        "v1 pvs-soft+stack-list+null(1) depth=3 [[[3 1] [2 4]] ~[[5 0] [7 2]]]",
        "v1 negascout-hard+edwards-trees depth=2 [1 [1 0]]",
        "v1 pvs-soft+pv-holder+tt(pv-cut=all) depth=2 [a:[1 2] [a 0]]",
        "v1 pvs-soft+triangular+deepening+stop-after(9,improved=yes) depth=3 [[[3 1] [2 4]] [[5 0] [7 2]]]",
    ]
    .into_iter()
    .enumerate()
    {
        let address = page(&format!("drawn-{number}.html"), case);
        browser.open(&address);
        let drawn = "(() => { const steps = Number(document.getElementById('slider').max) + 1; let changed = 0, last = ''; \
            document.onkeydown(new KeyboardEvent('keydown', { key: 'Home' })); \
            for (let step = 0; step < steps; step++) { const now = document.getElementById('memory').textContent; \
              changed += now !== last; last = now; \
              if (document.querySelectorAll('.node.now').length !== 1) throw step; \
              if (LABELS()) throw LABELS() + ' at step ' + step; \
              document.onkeydown(new KeyboardEvent('keydown', { key: 'ArrowRight' })); } return changed; })()";
        let changed = browser.value(&drawn.replace("LABELS", LABELS)).as_u64().expect("a number");
        assert_eq!(browser.text(TEXT).contains("the transposition table"), case.contains("+tt"), "{case}");
        assert!(changed > 1, "{case}: the memory changed {changed} times");
        browser.is_quiet(&address);
    }
}

#[test]
fn the_explorer_is_readable_on_a_phone_in_the_dark_and_by_keyboard() {
    let Some(mut browser) = Browser::start() else { return };
    let address = page("readable.html", CASE);
    browser.resize(390, 844);
    browser.open(&address);
    assert_eq!(browser.value("document.scrollingElement.scrollWidth <= 390"), true, "no scrolling sideways");
    let stacked = "document.getElementById('memory').getBoundingClientRect().top >= document.getElementById('tree').getBoundingClientRect().bottom";
    assert_eq!(browser.value(stacked), true, "the memory is below the tree");
    let large = "[...document.querySelectorAll('nav button')].every((b) => b.hidden || b.offsetHeight >= 38 && b.offsetWidth >= 38)";
    assert_eq!(browser.value(large), true, "buttons for fingers");
    browser.resize(1280, 800);
    assert_eq!(browser.value(stacked), false, "side by side on a wide screen");
    browser.has_contrast_by_day_and_in_the_dark();
    // By keyboard alone: the links, the controls, the tree, the memory, in this order.
    let mut order: Vec<String> = Vec::new();
    for _ in 0..12 {
        browser.press("Tab");
        order.push(browser.text("(document.activeElement.id || document.activeElement.tagName).toString()"));
    }
    let place =
        |name: &str| order.iter().position(|one| one == name).unwrap_or_else(|| panic!("{name}: {order:?}"));
    let places: Vec<usize> =
        ["A", "first", "slider", "forward", "divergence", "tree", "memory"].map(place).to_vec();
    assert!(places.is_sorted(), "{order:?}");
    browser.is_quiet(&address);
}

/// A report on a small matrix and on a small scope.
fn report_page(name: &str) -> String {
    let saved = |index: usize, args: &[&str]| {
        crate::report::saved(&format!("{name}-{index}.json"), &[args, &["--format", "json"]].concat())
    };
    let results = [
        saved(1, &["matrix", "--games", "200", "--algorithm", "alpha-beta-hard"]),
        saved(2, &["exhaust", "--depth", "2"]),
    ];
    let folder = crate::report::report(name, &results.each_ref().map(String::as_str));
    format!("file://{folder}/index.html")
}

#[test]
fn a_cell_of_the_report_opens_into_its_counterexample_and_its_explorer() {
    let Some(mut browser) = Browser::start() else { return };
    let address = report_page("driven-report");
    browser.open(&address);
    let shown = "[...document.querySelectorAll('.cell')].filter((it) => it.offsetHeight > 0).length";
    assert_eq!(browser.value(shown), 0, "all cells are closed");
    browser.has_named_buttons_and_links_that_look_like_links();
    // By keyboard: the cell, and the link in what it opens.
    browser.value(
        "[...document.querySelectorAll('table.map a')].find((it) => it.textContent.startsWith('!')).focus()",
    );
    browser.press("Enter");
    browser.becomes("one cell is open", &format!("{shown} === 1"));
    browser.is_quiet(&address);
    assert_eq!(
        browser.value("document.querySelector('.cell:target').getBoundingClientRect().top < innerHeight"),
        true
    );
    browser.click(".cell:target a[href^=explorer]");
    browser.becomes("the explorer", "document.getElementById('slider') !== null");
    browser.press("End");
    browser.press("d");
    assert!(browser.step() > 1, "its divergence");
}

#[test]
fn the_report_is_readable_on_a_phone_and_in_the_dark() {
    let Some(mut browser) = Browser::start() else { return };
    let address = report_page("readable-report");
    for (width, height) in [(390, 844), (1280, 800)] {
        browser.resize(width, height);
        browser.open(&address);
        let fits = format!("document.scrollingElement.scrollWidth <= {width}");
        assert_eq!(browser.value(&fits), true, "no scrolling sideways at {width}");
        browser.has_contrast_by_day_and_in_the_dark();
    }
    // Tables that scroll can be reached by keyboard and have a name; pictures have one too.
    let named = "[...document.querySelectorAll('.scroll')].every((it) => it.getAttribute('aria-label') && it.tabIndex === 0)";
    assert_eq!(browser.value(named), true);
    let heads = "[...document.querySelectorAll('th')].every((it) => it.getAttribute('scope'))";
    assert_eq!(browser.value(heads), true, "heads of rows and columns");
    browser.is_quiet(&address);
    browser.runs_no_script_of_others();
}

#[test]
fn the_page_on_an_engine_has_boards_and_commands_to_copy() {
    let Some(mut browser) = Browser::start() else { return };
    let (engine, path) =
        (concat!(env!("CARGO_BIN_EXE_misbehaving-engine"), " illegal-move"), fresh("engine.html"));
    let position = ["--fen", "startpos moves e2e4 e7e5", "--plan", "warm", "--depth", "3"];
    let words = [&["uci", "--engine", engine, "--html", &path, "--quiet"], &position[..]].concat();
    assert_eq!(pvcheck(&words).status.code(), Some(2));
    let address = format!("file://{path}");
    for width in [390, 1280] {
        browser.resize(width, 844);
        browser.open(&address);
        let fits = format!("document.scrollingElement.scrollWidth <= {width}");
        assert_eq!(browser.value(&fits), true, "no scrolling sideways at {width}");
        browser.has_contrast_by_day_and_in_the_dark();
    }
    assert_eq!(browser.value("document.querySelectorAll('.card').length"), 1);
    assert_eq!(browser.value("document.querySelectorAll('.board .wrong').length >= 1"), true);
    assert_eq!(
        browser.value("document.querySelector('.board').getAttribute('aria-label').length > 20"),
        true
    );
    browser.has_named_buttons_and_links_that_look_like_links();
    browser.click(".copy");
    browser.becomes(
        "the command is copied",
        "['copied', 'selected'].includes(document.querySelector('.copy').textContent)",
    );
    browser.is_quiet(&address);
    browser.runs_no_script_of_others();
}

#[test]
fn a_search_of_ones_own_is_stepped_through() {
    let Some(mut browser) = Browser::start() else { return };
    let text = crate::explorer::own_search(true, "v1 depth=2 [[1 0] [1 0]]")
        .unwrap_or_else(|error| panic!("{error}"));
    let path = fresh("own-search.html");
    std::fs::write(&path, text).expect("a file");
    let address = format!("file://{path}");
    browser.open(&address);
    let divergence = browser.step();
    assert!(divergence > 1, "it begins at the divergence");
    browser.press("Home");
    assert_eq!(browser.step(), 1);
    browser.press("d");
    assert_eq!(browser.step(), divergence);
    assert_eq!(browser.value("document.querySelectorAll('.node').length"), 7);
    let wrote = format!("in step {divergence}, with the open window");
    assert!(
        browser.text("document.getElementById('story').innerText").contains(&wrote),
        "the step that wrote the move"
    );
    browser.is_quiet(&address);
}
