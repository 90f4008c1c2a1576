"use strict";
// Steps through a recorded search. Everything that is shown comes from the JSON in the page.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const get = (id) => document.getElementById(id);

  get("subject").textContent = data.subject;
  get("replay").textContent = data.replay;
  get("verdict").className = data.right ? "right" : "wrong";
  get("verdict").textContent = `${data.right ? "✓" : "✗"} ${data.found}`;
  const SVG = "http://www.w3.org/2000/svg";
  const WIDTH = 84, HEIGHT = 88, BOX_WIDTH = 74, BOX_HEIGHT = 36, MARGIN = 14;

  const element = (name, parent, options = {}) => {
    const made = name.startsWith("svg:")
      ? document.createElementNS(SVG, name.slice(4)) : document.createElement(name);
    for (const [key, value] of Object.entries(options)) {
      if (key === "text") made.textContent = value; else made.setAttribute(key, value);
    }
    parent.append(made);
    return made;
  };

  // Leaves are side by side, and each node is in the middle of its children.
  const children = data.nodes.map(() => []);
  data.nodes.forEach((node, number) => { if (node.parent !== null) children[node.parent].push(number); });
  const places = [];
  let columns = 0;
  const place = (number) => {
    const order = children[number];
    order.sort((one, other) => data.nodes[one].name.localeCompare(data.nodes[other].name, "en", { numeric: true }));
    order.forEach(place);
    const x = order.length ? (places[order[0]].x + places[order[order.length - 1]].x) / 2 : columns++ * WIDTH + WIDTH / 2;
    places[number] = { x, y: data.nodes[number].ply * HEIGHT };
  };
  place(0);

  const deepest = Math.max(...data.nodes.map((node) => node.ply));
  const svg = element("svg:svg", get("tree"), {
    width: columns * WIDTH + 2 * MARGIN, height: deepest * HEIGHT + BOX_HEIGHT + 2 * MARGIN,
    viewBox: `${-MARGIN} ${-MARGIN} ${columns * WIDTH + 2 * MARGIN} ${deepest * HEIGHT + BOX_HEIGHT + 2 * MARGIN}`,
    role: "img", "aria-label": "the tree of the search; the sentence above describes each step",
  });
  const isOn = (line, number) => line.includes(number);
  const wrongFrom = data.wrong_from === null ? Infinity : data.wrong_from;
  const edges = [], boxes = [];
  data.nodes.forEach((node, number) => {
    if (node.parent === null) return;
    const [from, to] = [places[node.parent], places[number]];
    const path = `M${from.x},${from.y + BOX_HEIGHT} L${to.x},${to.y}`;
    const kinds = ["edge"];
    if (!node.visited) kinds.push("unseen");
    edges[number] = element("svg:path", svg, { d: path, class: kinds.join(" ") });
    if (isOn(data.correct, number)) element("svg:path", svg, { d: path, class: "edge good" });
    if (isOn(data.shown, number) && node.ply > wrongFrom) element("svg:path", svg, { d: path, class: "edge bad" });
    const at = { x: from.x + (to.x - from.x) * 0.6, y: from.y + BOX_HEIGHT + (to.y - from.y - BOX_HEIGHT) * 0.6 + 4 };
    const mark = isOn(data.correct, number) ? " ✓" : isOn(data.shown, number) && node.ply > wrongFrom ? " ✗" : "";
    element("svg:text", svg, { x: at.x, y: at.y, class: "move", "text-anchor": "middle", text: node.name + mark });
  });
  data.nodes.forEach((node, number) => {
    const { x, y } = places[number];
    const group = element("svg:g", svg, { class: "node" });
    element("svg:rect", group, { x: x - BOX_WIDTH / 2, y, width: BOX_WIDTH, height: BOX_HEIGHT, rx: 9 });
    const score = element("svg:text", group, { x, y: y + 16 });
    const range = element("svg:text", group, { x, y: y + 30, class: "window" });
    boxes[number] = { group, score, range };
  });

  // What every node shows at every step follows from the steps up to it.
  const state = () => data.nodes.map(() => ({ seen: false, score: "", window: null, open: false }));
  let now = state(), reached = -1;
  const replay = (step) => {
    if (step < reached) { now = state(); reached = -1; }
    while (reached < step) {
      const one = data.steps[++reached];
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

  const drawTree = (step) => {
    const { node: current } = data.steps[step];
    const onPath = new Set(path(current));
    data.nodes.forEach((node, number) => {
      const { group, score, range } = boxes[number];
      const own = now[number];
      const kinds = ["node"];
      if (!node.visited) kinds.push("unseen"); else if (!own.seen) kinds.push("fresh");
      if (own.window && !own.open) kinds.push("null");
      if (number === current) kinds.push("now");
      group.setAttribute("class", kinds.join(" "));
      const label = node.label ? `${node.label} ` : "";
      score.textContent = label + (own.score || (own.seen ? "…" : node.over || !children[number].length ? `(${node.evaluation})` : "?"));
      range.textContent = own.window && own.seen ? `${own.open ? "" : "null "}${own.window[0]}, ${own.window[1]}` : "";
      if (edges[number]) edges[number].classList.toggle("path", onPath.has(number));
    });
  };

  // The pieces of a FEN, upper case for White.
  const PIECES = { k: "♚", q: "♛", r: "♜", b: "♝", n: "♞", p: "♟" };
  const NAMES = { k: "king", q: "queen", r: "rook", b: "bishop", n: "knight", p: "pawn" };
  const drawBoard = (panel, board) => {
    element("h2", panel, { text: "the position of the node at hand" });
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

  const guilty = data.divergence;
  const drawMemory = (step) => {
    const panel = get("memory");
    panel.replaceChildren();
    const { board } = data.nodes[data.steps[step].node];
    if (board) drawBoard(panel, board);
    element("h2", panel, { text: "the store after this step" });
    const rows = data.memories[data.steps[step].memory] || [];
    const before = step > 0 ? data.memories[data.steps[step - 1].memory] || [] : rows;
    const slots = Math.max(0, ...rows.map((row) => row.cells.length));
    const table = element("table", panel);
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
      row.cells.forEach((cell, column) => {
        const old = before[index]?.cells[column];
        const kinds = [cell.state];
        if (old && (old.text !== cell.text || old.step !== cell.step)) kinds.push("changed");
        if (guilty !== null && cell.step === guilty) kinds.push("guilty");
        const slot = element("td", line, { class: kinds.join(" ") });
        const states = { line: "part of a line", old: "old: no part of a line", end: "ends a line", never: "never written" };
        let title = states[cell.state];
        if (cell.step !== null) {
          const origin = path(cell.node).reverse().slice(1).map((one) => data.nodes[one].name).join(" ");
          title += `; written in step ${cell.step + 1} by ${origin ? `the node after ${origin}` : "the root"}`;
          const jump = element("button", slot, { type: "button", text: cell.text, title });
          jump.onclick = () => show(cell.step);
        } else {
          slot.textContent = cell.text;
          slot.title = title;
        }
      });
    });
    if (!rows.length) element("p", panel, { text: "It keeps nothing of its own." });
    const entries = data.tables[data.steps[step].table] || [];
    if (entries.length) {
      element("h2", panel, { text: "the transposition table" });
      const list = element("table", panel);
      entries.forEach((entry) => {
        const line = element("tr", list);
        element("th", line, { scope: "row", text: entry.position });
        element("td", line, { text: entry.text });
      });
    }
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
    get("sentence").textContent = `Step ${step + 1} of ${data.steps.length}. ${text}`;
    get("sentence").dataset.kind = kind;
    for (const id of ["first", "back"]) get(id).disabled = step === 0;
    for (const id of ["forward", "last"]) get(id).disabled = step === data.steps.length - 1;
    drawTree(step);
    drawMemory(step);
    const at = places[data.steps[step].node], panel = get("tree");
    panel.scrollLeft = Math.max(0, at.x - panel.clientWidth / 2);
    panel.scrollTop = Math.max(0, at.y - panel.clientHeight / 2);
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
    if (step === null) { item.textContent = text; return; }
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
    // The tree and the memory scroll by these keys while they have the focus.
    if (name !== "divergence" && event.target?.closest?.("#tree, #memory")) return;
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
