// Puts finished HTML on the page and answers clicks and keys. All text in it was escaped in Python.
// One module serves both parts: "head" (search box, pages) and "main" (the page).

const SHELL = "lovbro";
const pause = (run, ms) => { let t; return (...a) => { clearTimeout(t); t = setTimeout(() => run(...a), ms); }; };

export default function ({ data, parentElement, setStateValue }) {
  const root = parentElement.querySelector(`:scope > .${SHELL}-${data.part}`) || add(parentElement, data.part);
  document.documentElement.lang = data.ui || document.documentElement.lang;
  if (data.part === "head") showHead(root, data, setStateValue);
  else showMain(root, data);
  listen();
}

function add(parent, part) {
  const root = document.createElement(part === "head" ? "header" : "div");
  root.className = `${SHELL}-${part}`;
  if (part === "main") { root.id = "main"; root.tabIndex = -1; }
  parent.appendChild(root);
  return root;
}

function showHead(root, data, send) {
  if (root.shown !== data.html) {
    const old = root.querySelector("input");
    const typing = old && document.activeElement === old && !old.sent;
    const kept = typing ? old.value : null;
    const way = wayTo(root);
    root.innerHTML = data.html;
    root.shown = data.html;
    const box = root.querySelector("input");
    if (typing) { box.value = kept; box.focus(); } else goBackTo(root, way);
    const here = root.querySelector(".views [aria-current]");
    if (here) here.parentElement.scrollLeft = here.offsetLeft - here.parentElement.clientWidth / 2;
  }
  const box = root.querySelector("input");
  box.report = pause(() => { if (box.value.trim() !== box.reported) send("typed", (box.reported = box.value.trim())); }, 60);
  const pop = root.querySelector(".pop");
  const wanted = data.typed === box.value.trim() && box.value.trim() && document.activeElement === box;
  if (wanted && pop.shown !== data.pop) { pop.innerHTML = data.pop; pop.shown = data.pop; }
  if (!wanted) return;
  pop.about = data.typed;
  answer(box, pop);
  // Five texts read aloud at every letter would drown what is typed: a number's own text, else how many there are.
  const heard = (pop.querySelector(".heard") || pop.querySelector(".pin"))?.textContent || "";
  const status = root.querySelector("[role=status]");
  if (status.textContent !== heard) status.textContent = heard;
}

// Results stand under the words they are about; while others are typed they are dimmed, under an empty box there are none.
function answer(box, pop) {
  const typed = box.value.trim();
  pop.classList.toggle("old", typed !== pop.about);
  pop.classList.toggle("open", Boolean(typed && pop.innerHTML && (typed === pop.about || pop.matches(".open"))));
}

function showMain(root, data) {
  document.title = data.title;
  if (data.address && data.address !== location.search) history.replaceState(history.state, "", data.address);
  if (root.shown === data.html) return;
  const first = root.shown === undefined;
  const way = wayTo(root);
  root.innerHTML = data.html;
  root.shown = data.html;
  root.dataset.ready = location.search;
  const left = listen.back && history.state?.lovbroWay;
  if (listen.stay) goBackTo(root, way);
  else if (!first && !typing() && !(left && goBackTo(root, left))) attend(document.getElementById(data.focus) || root.querySelector("h1") || root);
  hide();
  settle(root, data.focus, first);
}

const typing = () => document.activeElement?.matches?.("input, textarea, select");

// A keyboard and a screen reader go on from the new text, not from the top of the page.
function attend(target) {
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

// Where the focus is in a part of the page, as the numbers of the children on the way to it.
function wayTo(root) {
  const steps = [];
  let at = document.activeElement;
  if (!root.contains(at) || at === root) return null;
  // An element of a picture has no string for its className.
  const [tagName, kind] = [at.tagName, at.getAttribute("class")];
  for (; at !== root; at = at.parentElement) steps.unshift([...at.parentElement.children].indexOf(at));
  return { steps, tagName, kind };
}

// The same link or button in the new page: who turns the letters larger or picks a text often does it twice.
function goBackTo(root, way) {
  const at = way?.steps.reduce((node, n) => node && node.children[n], root);
  if (!at || at.tagName !== way.tagName || at.getAttribute("class") !== way.kind) return false;
  const menu = at.closest("details:not([open])");
  if (menu && at.getAttribute("role") === "checkbox") menu.open = true;
  (at.closest("details:not([open])")?.querySelector("summary") || at).focus({ preventScroll: true });
  return true;
}

// After a new page: to the marked provision, to the place of a page walked back to, or to the top.
function settle(root, focus, first) {
  const scroller = document.querySelector('[data-testid="stMain"]') || document.scrollingElement;
  const toc = root.querySelector(".toc [aria-current]");
  if (narrow()) root.querySelectorAll(".toc .book").forEach((d) => d.removeAttribute("open"));
  if (toc) { const box = root.querySelector(".toc"); box.scrollTop = toc.offsetTop - box.clientHeight / 3; }
  const target = focus && document.getElementById(focus);
  const kept = history.state && history.state.lovbroTop;
  if (kept !== undefined && kept !== null && listen.back) scroller.scrollTop = kept;
  else if (listen.stay) hold(scroller);
  else if (target) target.scrollIntoView({ block: "center" });
  else if (!first) scroller.scrollTop = 0;
  listen.back = listen.stay = false;
}

// The row that was at the top of the screen is put there again: other letters or columns have other heights.
function hold(scroller) {
  const row = document.getElementById(listen.row);
  scroller.scrollTop = listen.top;
  if (row) scroller.scrollTop += row.getBoundingClientRect().top - listen.rowTop;
}

const topRow = () => [...document.querySelectorAll(".grid .row:not(.head)")].find((r) => r.getBoundingClientRect().bottom > 130);

const narrow = () => matchMedia("(max-width: 760px)").matches;

function go(address, replace) {
  const scroller = document.querySelector('[data-testid="stMain"]') || document.scrollingElement;
  const stay = sameText(address);
  const way = wayTo(document.getElementById("main"));
  history.replaceState({ ...history.state, lovbroTop: scroller.scrollTop, lovbroWay: way }, "");
  history[replace ? "replaceState" : "pushState"]({}, "", address);
  listen.stay = stay;
  listen.top = scroller.scrollTop;
  const row = topRow();
  listen.row = row ? row.id : "";
  listen.rowTop = row ? row.getBoundingClientRect().top : 0;
  listen.ours = true;
  window.dispatchEvent(new PopStateEvent("popstate", { state: history.state }));
  listen.ours = false;
}

// The same law in other words (corrections, language, columns) keeps its place on the screen.
function sameText(address) {
  const [now, then] = [new URLSearchParams(location.search), new URL(address, location.href).searchParams];
  return ["law", "view", "q", "by", "letter"].every((key) => now.get(key) === then.get(key));
}

function listen() {
  if (window.lovbroListens) return;
  window.lovbroListens = true;
  window.addEventListener("popstate", () => { if (!listen.ours) listen.back = true; }, true);
  document.addEventListener("click", onClick);
  document.addEventListener("submit", onSubmit);
  document.addEventListener("keydown", onKey, true);
  document.addEventListener("input", (e) => { if (e.target.report) { e.target.sent = false; answer(e.target, e.target.form.querySelector(".pop")); e.target.report(); } });
  document.addEventListener("focusin", (e) => {
    // In a strip that runs past the edge of a phone, a browser leaves what it shows by half where it is.
    e.target.closest?.(".chips a, .views a")?.scrollIntoView({ block: "nearest", inline: "nearest" });
    onPoint(e);
  });
  document.addEventListener("mouseover", pause(onPoint, 120));
  document.addEventListener("mouseout", (e) => { if (e.target.closest?.("[data-tip]")) hide(); });
  // A link reached by keyboard scrolls into view after it got the focus: its preview moves along instead of going.
  document.addEventListener("scroll", () => {
    const at = document.activeElement;
    if (at?.matches?.("[data-tip]:focus-visible")) onPoint({ target: at });
    else hide();
  }, true);
}

function onClick(event) {
  const link = event.target.closest?.(`.${SHELL}-head a, .${SHELL}-main a`);
  if (!event.target.closest?.(".jump")) closePop();
  document.querySelectorAll("details.menu[open]").forEach((d) => { if (!d.contains(event.target)) d.removeAttribute("open"); });
  if (link) {
    const href = link.getAttribute("href");
    if (href === "#main") { event.preventDefault(); document.getElementById("main").focus(); return; }
    if (!href || !href.startsWith("?") || event.button || event.ctrlKey || event.metaKey || event.shiftKey || link.download) return;
    event.preventDefault();
    hide();
    closePop();
    const box = document.querySelector(".jump input");
    if (box && link.closest(".jump")) box.sent = true;
    go(href);
    return;
  }
  const button = event.target.closest?.("button");
  if (!button) return;
  if (button.dataset.on) turn(button);
  if (button.dataset.copy) copy(button);
  if (button.dataset.print) window.print();
}

function onSubmit(event) {
  const form = event.target.closest("form[data-base]");
  if (!form) return;
  event.preventDefault();
  const fields = new URLSearchParams(new FormData(form));
  const address = new URL(form.dataset.base, location.href).searchParams;
  for (const [key, value] of fields) { if (value.trim()) address.set(key, value.trim()); else address.delete(key); }
  if (form.classList.contains("jump") && !fields.get("q").trim()) return;
  const box = form.querySelector("input[type=search]");
  if (box) { box.sent = true; box.blur(); }
  closePop();
  go("?" + address.toString().replaceAll("%2C", ",").replaceAll("%3A", ":"));
}

function onKey(event) {
  const box = document.querySelector(".jump input");
  if (!box) return;
  const inside = event.target.closest?.(".jump");
  if (event.key === "Escape") { hide(); closePop(); closeMenu(); if (inside) box.focus(); }
  if (event.key === "/" && !/^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)) { event.preventDefault(); box.focus(); box.select(); }
  // Streamlit reruns on "r" and offers to clear its cache on "c": not in a reading room.
  if (/^[rc]$/i.test(event.key) && !event.ctrlKey && !event.metaKey && !inside && !/^(INPUT|TEXTAREA)$/.test(event.target.tagName)) event.stopImmediatePropagation();
  if (inside && /^Arrow(Down|Up)$/.test(event.key)) {
    const stops = [box, ...document.querySelectorAll(".pop.open a")];
    const at = stops.indexOf(document.activeElement);
    const next = stops[at + (event.key === "ArrowDown" ? 1 : -1)];
    if (next) { event.preventDefault(); next.focus(); }
  }
}

function closeMenu() {
  const menu = document.querySelector("details.menu[open]");
  if (!menu) return;
  const inside = menu.contains(document.activeElement);
  menu.removeAttribute("open");
  if (inside) menu.querySelector("summary").focus();
}

const closePop = () => document.querySelectorAll(".pop.open").forEach((pop) => pop.classList.remove("open"));

// Narrow screens show one text; the row that was at the top of the screen stays there.
function turn(button) {
  const grid = document.querySelector(".grid");
  const row = topRow();
  const before = row ? row.getBoundingClientRect().top : 0;
  grid.dataset.on = button.dataset.on;
  show(grid);
  document.querySelectorAll(".switch button").forEach((b) => b.setAttribute("aria-pressed", String(b === button)));
  const scroller = document.querySelector('[data-testid="stMain"]') || document.scrollingElement;
  if (row) scroller.scrollTop += row.getBoundingClientRect().top - before;
  const address = new URL(location.href);
  address.searchParams.set("on", button.dataset.on);
  history.replaceState(history.state, "", "?" + address.searchParams.toString().replaceAll("%2C", ",").replaceAll("%3A", ":"));
}

const show = (grid) => grid.querySelectorAll(".cell").forEach((c) => c.classList.toggle("on", c.dataset.key === grid.dataset.on));

// What is copied stands as in the book: the place that is marked with all its parts, each part with its number.
async function copy(button) {
  const shown = `.cell[data-key="${document.querySelector(".grid").dataset.on}"] .piece`;
  const piece = button.closest(".piece");
  const here = document.querySelector(".row.here");
  const rows = here ? whole(here) : [...document.querySelectorAll(".grid")][0].children;
  const pieces = piece ? [piece] : [...rows].flatMap((row) => [...row.querySelectorAll(shown)]);
  const own = piece || here?.querySelector(shown);
  const lines = pieces.map((p) => (p === own ? "" : label(p)) + words(p)).filter((t) => t.trim());
  const source = own || !here ? pieces[0]?.dataset.cite : pieces.map((p) => p.dataset.cite).join("; ");
  await navigator.clipboard.writeText(`${lines.join("\n")}\n(${source || ""})`);
  const said = button.textContent;
  button.textContent = say(document.querySelector("[data-copied]")?.dataset.copied || "✓");
  setTimeout(() => { button.textContent = said; }, 1200);
}

// For a screen reader: what was just done.
function say(words) {
  const line = document.getElementById("said") || document.body.appendChild(Object.assign(document.createElement("p"), { id: "said", className: "sr" }));
  line.setAttribute("role", "status");
  line.textContent = "";
  setTimeout(() => { line.textContent = words; }, 50);
  return words;
}

// A row with those of its parts, and with what closes them.
function whole(row) {
  const level = (r) => Number(/\bl(\d)\b/.exec(r.className)?.[1] || 0);
  const rows = [row];
  for (let next = row.nextElementSibling; next; next = next.nextElementSibling) {
    if (level(next) < level(row) || (level(next) === level(row) && !next.classList.contains("closing"))) break;
    rows.push(next);
  }
  return rows;
}

// The number in the margin, or the text's own where it is another.
function label(piece) {
  const number = piece.closest(".row").querySelector(".num");
  const cite = piece.dataset.cite.split(", ").pop();
  const bare = (words) => words.replace(/[^\p{L}\p{N}]/gu, "");
  if (!number.textContent) return "";
  return bare(cite).endsWith(bare(number.textContent)) ? `${number.textContent} ` : `${cite} `;
}

function words(piece) {
  const twin = piece.cloneNode(true);
  twin.querySelectorAll(".said, .was, .aside, .nm, .note, .cor.out").forEach((e) => e.remove());
  const line = (e) => e.textContent.replace(/\s+/g, " ").trim();
  return [...twin.querySelectorAll("h1, .h1, h2, h3, p:not(.h1), caption, tr")]
    .map((e) => (e.cells ? [...e.cells].map(line).join("\t") : line(e))).join("\n");
}

// A small card with the target's heading and first words, for pointer and keyboard alike.
function onPoint(event) {
  const at = event.target.closest?.("[data-tip],[data-head],[data-status]");
  if (!at || !(at.dataset.tip || at.dataset.head || at.dataset.status)) return hide();
  const card = document.getElementById("tip") || document.body.appendChild(Object.assign(document.createElement("div"), { id: "tip" }));
  card.setAttribute("role", "tooltip");
  card.replaceChildren(...["status", "head", "tip"].filter((k) => at.dataset[k]).map((k) =>
    Object.assign(document.createElement("p"), { className: k, textContent: at.dataset[k] })));
  card.lang = at.dataset.lang || "";
  const box = at.getClientRects()[0];
  if (!box) return hide();
  card.classList.add("open");
  at.setAttribute("aria-describedby", "tip");
  const left = Math.max(8, Math.min(box.left, innerWidth - card.offsetWidth - 8));
  const below = box.bottom + 8 + card.offsetHeight < innerHeight;
  card.style.left = `${left}px`;
  card.style.top = `${below ? box.bottom + 6 : Math.max(8, box.top - card.offsetHeight - 6)}px`;
}

function hide() {
  document.getElementById("tip")?.classList.remove("open");
}
