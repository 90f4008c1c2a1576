"use strict";
// Steps through a recorded search. Everything that is shown comes from the JSON in the page.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const get = (id) => document.getElementById(id);

  get("subject").textContent = data.subject;
  get("replay").textContent = data.replay;
  get("score").textContent = data.score;
  get("verdict").className = data.right ? "right" : "wrong";
  get("verdict").textContent = `${data.right ? "✓" : "✗"} ${data.found}`;
  if (data.has) get("has").textContent = `This page has ${data.has}.`;
  const SVG = "http://www.w3.org/2000/svg";
  const WIDTH = 88, HEIGHT = 88, BOX_WIDTH = 78, BOX_HEIGHT = 36, MARGIN = 14, STEM = 24, LABEL = 36;

  const element = (name, parent, options = {}) => {
    const made = name.startsWith("svg:")
      ? document.createElementNS(SVG, name.slice(4)) : document.createElement(name);
    for (const [key, value] of Object.entries(options)) {
      if (key === "text") made.textContent = value; else made.setAttribute(key, value);
    }
    parent.append(made);
    return made;
  };

  const children = data.nodes.map(() => []), sizes = data.nodes.map(() => 1);
  data.nodes.forEach((node, number) => { if (node.parent !== null) children[node.parent].push(number); });
  // In the order of the game; a pass, which has no index, is first.
  for (const order of children) order.sort((one, other) => data.nodes[one].index - data.nodes[other].index);
  // A parent has a smaller number than its children.
  for (let number = sizes.length - 1; number > 0; number--) sizes[data.nodes[number].parent] += sizes[number];

  // What every node shows at every step, and what is stored, follows from the steps up to it.
  let now, reached, rows, before, entries, added;
  const restart = () => {
    now = data.nodes.map(() => ({ seen: false, score: "", window: null, open: false }));
    [reached, rows, entries] = [-1, [], []];
  };
  restart();
  const replay = (step) => {
    if (step < reached) restart();
    while (reached < step) {
      const one = data.steps[++reached];
      before = rows.slice();
      for (const change of one.memory) rows.splice(...change);
      for (const change of one.table) entries.splice(...change);
      added = new Set(one.table.flatMap((change) => change.slice(2)));
      if (one.kind === "start") continue;
      const node = now[one.node];
      node.seen = true;
      if (one.window) { node.window = one.window; node.open = one.open; }
      if (one.kind === "enter") node.score = "";
      if (one.score !== null) node.score = one.score;
    }
  };

  const path = (number) => {
    const all = [];
    for (let at = number; at !== null; at = data.nodes[at].parent) all.push(at);
    return all;
  };
  const place = (number) => {
    const moves = path(number).reverse().slice(1).map((one) => data.nodes[one].name).join(" ");
    return moves ? `the node after ${moves}` : "the root";
  };

  // In a large tree only what is touched is drawn, and what was opened by a click.
  const lines = new Set([...data.shown, ...data.correct]), opened = new Set(), isLarge = data.nodes.length > 24;
  const parts = (number, onPath) => {
    const isListed = !isLarge || opened.has(number);
    if (!isListed && !onPath.has(number) && !children[number].some((child) => lines.has(child))) return [];
    const groups = [], isWide = children[number].length > 8;
    for (const child of children[number]) {
      // Moves without any result, side by side, are one part; of many moves, also those with one.
      const isQuiet = !isListed && (isWide || !now[child].seen) && !onPath.has(child) && !lines.has(child);
      const last = groups[groups.length - 1];
      if (isQuiet && last?.isQuiet) last.nodes.push(child); else groups.push({ isQuiet, nodes: [child] });
    }
    return groups.map(({ nodes }) => nodes);
  };

  const wrongFrom = data.wrong_from === null ? Infinity : data.wrong_from;
  let current = { x: 0, y: 0 };
  const drawTree = (step) => {
    const { node: atHand } = data.steps[step];
    const onPath = new Set(path(atHand)), edges = [], boxes = [];
    let columns = 0, deepest = 0;
    // Leaves are side by side, and each node is in the middle of its parts.
    const lay = (nodes) => {
      const [number] = nodes, node = data.nodes[number], y = node.ply * HEIGHT;
      deepest = Math.max(deepest, y);
      const below = nodes.length > 1 ? [] : parts(number, onPath).map(lay);
      const x = below.length ? (below[0].x + below[below.length - 1].x) / 2 : (columns++ + 0.5) * WIDTH;
      const at = { x, y, nodes, isFolded: !below.length && (nodes.length > 1 || children[number].length > 0) };
      for (const to of below) edges.push([at, to]);
      boxes.push(at);
      return at;
    };
    lay([0]);
    const panel = get("tree");
    panel.replaceChildren();
    // The name of a move in the last column ends beyond it.
    const [width, height] = [columns * WIDTH + MARGIN + LABEL, deepest + BOX_HEIGHT + 2 * MARGIN];
    const svg = element("svg:svg", panel, {
      width, height, viewBox: `${-MARGIN} ${-MARGIN} ${width} ${height}`,
      role: "group", "aria-label": "the tree of the search; the sentence describes each step",
    });
    // A drawing that is nearly small enough is made to fit.
    if (0.75 * width < panel.clientWidth) svg.style.maxWidth = "100%";
    for (const [from, to] of edges) {
      const [number] = to.nodes, { name, ply, visited } = data.nodes[number];
      // Only its own edge enters the column of a node, as a stem: the name of the move is beside it.
      const d = `M${from.x},${from.y + BOX_HEIGHT} L${to.x},${to.y - STEM} V${to.y}`;
      const draw = (kind) => element("svg:path", svg, { d, class: `edge ${kind}` });
      const isGood = data.correct.includes(number), isBad = data.shown.includes(number) && ply > wrongFrom;
      draw(onPath.has(number) ? "path" : visited ? "" : "unseen");
      if (isGood) draw("good");
      if (isBad) draw("bad");
      const mark = to.nodes.length > 1 ? " …" : isGood ? " ✓" : isBad ? " ✗" : "";
      const text = (name.length > 8 ? `${name.slice(0, 7)}…` : name) + mark;
      const label = element("svg:text", svg, { x: to.x + 5, y: to.y - 7, class: "move", text });
      element("svg:title", label, { text: to.nodes.map((one) => data.nodes[one].name).join(" ") });
    }
    for (const { x, y, nodes, isFolded } of boxes) {
      const [number] = nodes, node = data.nodes[number], own = now[number];
      const kinds = ["node"];
      if (!node.visited) kinds.push("unseen"); else if (!own.seen) kinds.push("fresh");
      if (own.window && !own.open) kinds.push("null");
      if (number === atHand) { kinds.push("now"); current = { x, y }; }
      const all = isFolded ? nodes.reduce((sum, one) => sum + sizes[one], 0) : 1;
      const group = element("svg:g", svg, { class: kinds.join(" "), "data-positions": all, "data-node": number, tabindex: -1 });
      if (isFolded) {
        const [left, right, low] = [x - BOX_WIDTH / 2, x + BOX_WIDTH / 2, y + BOX_HEIGHT];
        element("svg:path", group, { class: "box", d: `M${x - 16},${y} H${x + 16} L${right},${low} H${left} Z` });
      } else {
        element("svg:rect", group, { class: "box", x: x - BOX_WIDTH / 2, y, width: BOX_WIDTH, height: BOX_HEIGHT, rx: 9 });
      }
      const label = node.label ? `${node.label} ` : "";
      const score = own.score || (own.seen ? "…" : node.over || !children[number].length ? `(${node.evaluation})` : "?");
      const searched = nodes.filter((one) => now[one].seen).length;
      element("svg:text", group, { x, y: y + 16, text: nodes.length === 1 ? label + score : searched ? "…" : "?" });
      const window = own.window && own.seen ? own.window.join(", ") : "";
      const low = element("svg:text", group, { x, y: y + 30, class: "window", text: isFolded ? `+${nodes.length > 1 ? all : all - 1}` : window });
      if (low.textContent.length > 12) low.setAttribute("textLength", BOX_WIDTH - 8);
      if (!isFolded && !opened.has(number)) continue;
      const toggled = nodes.length > 1 ? node.parent : number;
      group.classList.add("folds");
      element("svg:title", group, { text: isFolded ? `${all} positions${nodes.length > 1 ? `, ${searched} of ${nodes.length} moves searched` : ""}; click to draw them` : "click to fold" });
      const title = group.lastChild.textContent;
      for (const [name, value] of [["role", "button"], ["tabindex", 0], ["aria-label", `${place(number)}: ${title}`]]) group.setAttribute(name, value);
      group.onclick = () => {
        if (!opened.delete(toggled)) opened.add(toggled);
        drawTree(step);
        panel.querySelector(`[data-node="${toggled}"]`).focus();
      };
      group.onkeydown = (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        group.onclick();
      };
    }
  };

  // The pieces of a FEN, upper case for White.
  const PIECES = { k: "♚", q: "♛", r: "♜", b: "♝", n: "♞", p: "♟" };
  const NAMES = { k: "king", q: "queen", r: "rook", b: "bishop", n: "knight", p: "pawn" };
  const drawBoard = (panel, board) => {
    const table = element("table", panel, { class: "board" });
    board.split("/").forEach((rank, row) => {
      const line = element("tr", table);
      element("th", line, { scope: "row", text: 8 - row });
      [...rank].flatMap((letter) => Number(letter) ? Array(Number(letter)).fill("") : [letter]).forEach((letter, column) => {
        const kinds = [(row + column) % 2 ? "dark" : "light"];
        const square = element("td", line);
        if (letter) {
          const piece = letter.toLowerCase(), side = letter === piece ? "black" : "white";
          kinds.push(side);
          element("span", square, { role: "img", "aria-label": `${side} ${NAMES[piece]}`, text: PIECES[piece] + "\uFE0E" });
        }
        square.className = kinds.join(" ");
      });
    });
    const files = element("tr", table);
    ["", ..."abcdefgh"].forEach((file) => element("th", files, { scope: "col", text: file }));
  };

  const writes = data.steps.flatMap(({ node, writes }, step) => writes.map((text) => ({ text, node, step })));
  const guilty = data.divergence !== null && data.divergence < data.steps.length ? data.divergence : null;
  const STATES = { line: "part of a line", old: "old: no part of a line", end: "ends a line", never: "never written" };
  const drawMemory = (step) => {
    const panel = get("memory"), { node: number } = data.steps[step], node = data.nodes[number], own = now[number];
    panel.replaceChildren();
    const block = (title) => {
      const made = element("div", panel);
      element("h2", made, { text: title });
      return made;
    };
    const facts = [["static evaluation", node.evaluation]];
    if (own.window) facts.push([own.open ? "open window" : "null window", own.window.join(", ")], ["returned", own.score || "not yet"]);
    const about = element("table", block(place(number))), [heads, values] = [element("tr", about), element("tr", about)];
    for (const [head, text] of facts) {
      element("th", heads, { scope: "col", text: head });
      element("td", values, { text });
    }
    if (node.board) drawBoard(panel, node.board);
    const store = block("the store after this step");
    const slots = Math.max(0, ...rows.map((row) => row.cells.length));
    const table = element("table", store);
    if (slots) {
      const head = element("tr", table);
      element("th", head, { text: "ply" });
      for (let ply = 0; ply < slots; ply++) element("th", head, { scope: "col", class: "ply", text: ply });
    }
    rows.forEach((row, index) => {
      const line = element("tr", table);
      element("th", line, { scope: "row", text: row.title });
      // Rows of a triangle end at the right: a column is a ply.
      const skipped = row.title.startsWith("from ply ") ? slots - row.cells.length : 0;
      for (let column = 0; column < skipped; column++) element("td", line, { class: "empty" });
      row.cells.forEach((write, column) => {
        const kind = write === -1 ? "end" : write < 0 ? "never" : column < row.length ? "line" : "old";
        const from = writes[write], old = before[index]?.cells[column];
        const kinds = [kind];
        if (old !== undefined && old !== write) kinds.push("changed");
        if (from && from.step === guilty) kinds.push("guilty");
        const slot = element("td", line, { class: kinds.join(" "), title: STATES[kind], text: kind === "end" ? "end" : "" });
        if (!from) return;
        const title = `${STATES[kind]}; written in step ${from.step + 1} by ${place(from.node)}`;
        element("button", slot, { type: "button", text: from.text, title, "aria-label": `${from.text}: ${title}` }).onclick = () => show(from.step);
      });
    });
    if (!rows.length) element("p", store, { text: data.has_memory ? "It keeps nothing of its own." : "The memory of this search is not recorded." });
    if (!entries.length) return;
    const list = element("table", block("the transposition table"));
    entries.forEach((entry) => {
      const line = element("tr", list);
      element("th", line, { scope: "row", text: entry[0] });
      element("td", line, { text: entry[1], class: added.has(entry) ? "changed" : "" });
    });
  };

  // A link has the case and the step.
  const address = (step) => `#case=${encodeURIComponent(data.case)}&step=${step + 1}`;
  const slider = get("slider");
  slider.max = data.steps.length - 1;
  let shownStep = -1;
  const show = (wanted) => {
    const step = Math.max(0, Math.min(data.steps.length - 1, wanted));
    if (step === shownStep) return;
    shownStep = step;
    replay(step);
    slider.value = step;
    const { text, kind } = data.steps[step];
    slider.setAttribute("aria-valuetext", `step ${step + 1}: ${text}`);
    get("sentence").textContent = `Step ${step + 1} of ${data.steps.length}. ${text[0].toUpperCase()}${text.slice(1)}`;
    get("sentence").dataset.kind = kind;
    for (const id of ["first", "back"]) get(id).disabled = step === 0;
    for (const id of ["forward", "last"]) get(id).disabled = step === data.steps.length - 1;
    drawTree(step);
    drawMemory(step);
    const panel = get("tree");
    panel.scrollLeft = Math.max(0, current.x - panel.clientWidth / 2);
    panel.scrollTop = Math.max(0, current.y - panel.clientHeight / 2);
    history.replaceState(null, "", address(step));
  };

  const words = (target, names, wrong) => {
    names.forEach((name, index) => {
      if (index) target.append(" ");
      element("span", target, { text: name, class: index >= wrong ? "wrong" : "" });
    });
    if (wrong === names.length) element("span", target, { class: "wrong", text: names.length ? " (ends here)" : "(empty)" });
  };
  words(get("line"), data.line, wrongFrom);
  words(get("correct"), data.correct_line, Infinity);
  data.story.forEach(({ text, step }) => {
    const item = element("li", get("story"));
    if (step === null || step >= data.steps.length) { item.textContent = text; return; }
    element("a", item, { href: address(step), text });
  });

  slider.oninput = () => show(Number(slider.value));
  const moves = {
    first: () => show(0), last: () => show(data.steps.length - 1),
    back: () => show(shownStep - 1), forward: () => show(shownStep + 1),
    divergence: () => show(guilty),
  };
  for (const [id, move] of Object.entries(moves)) get(id).onclick = move;
  get("divergence").hidden = guilty === null;
  document.onkeydown = (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const names = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last", d: "divergence" };
    const name = names[event.key];
    if (!name || name === "divergence" && guilty === null) return;
    // The tree and the memory scroll by these keys while they, and no node or slot in them, have the focus.
    if (name !== "divergence" && event.target?.matches?.("#tree, #memory")) return;
    event.preventDefault();
    moves[name]();
  };
  const wanted = () => {
    const link = new URLSearchParams(location.hash.slice(1));
    // A link to another case is not about the steps of this one.
    return (link.get("case") ?? data.case) === data.case ? Number(link.get("step")) : 0;
  };
  window.onhashchange = () => { if (wanted()) show(wanted() - 1); };
  show(wanted() ? wanted() - 1 : guilty ?? 0);
})();
