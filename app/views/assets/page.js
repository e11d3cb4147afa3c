// Puts finished HTML on the page and answers clicks and keys. All text in it was escaped in Python.
// One module serves both parts: "head" (search box, pages) and "main" (the page).

const SHELL = "lovbro";
const sent = {};  // what Streamlit sent last for each part; the same once more it does not send again
const pause = (run, ms) => { let t; return (...a) => { clearTimeout(t); t = setTimeout(() => run(...a), ms); }; };

export default function ({ data: [data], parentElement, setStateValue }) {
  const root = parentElement.querySelector(`:scope > .${SHELL}-${data.part}`) || add(parentElement, data.part);
  sent[data.part] = data;
  if (stale(data)) { if (data.part === "head") listen.send = setStateValue; return; }
  document.documentElement.lang = data.ui || document.documentElement.lang;
  if (data.part === "head") showHead(root, data, setStateValue);
  else {
    listen.turn ||= { asked: asked(data.asked), done: true };  // the first page
    // Where Streamlit's page is another one than was shown early, the reader stays at what is being read.
    if (listen.turn.shown && !listen.turn.done && root.shown !== data.html) listen.stay = true;
    showMain(root, data);
    listen.turn.done = true;
  }
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
    arrange();
    const box = root.querySelector("input");
    if (typing) { box.value = kept; box.focus(); } else goBackTo(root, way);
    const here = root.querySelector(".views [aria-current]");
    if (here) here.parentElement.scrollLeft = here.offsetLeft - here.parentElement.clientWidth / 2;
  }
  listen.send = send;
  root.last = data;
  journal.window = data.case?.window || journal.window;
  journal.words = data.case?.away || journal.words;
  if (data.case?.journal) openJournal();
  showCase(data.case || {});
  showSheet();
  fillPeek(data.peeked, data.peek);
  const box = root.querySelector("input");
  box.report = pause(() => { if (box.value.trim() !== box.reported) send("typed", (box.reported = box.value.trim())); }, 60);
  const pop = root.querySelector(".pop");
  const wanted = data.typed === box.value.trim() && box.value.trim() && document.activeElement === box;
  if (wanted && pop.shown !== data.pop) { pop.innerHTML = data.pop; pop.shown = data.pop; }
  if (!wanted) return;
  pop.about = data.typed;
  answer(box, pop);
  askAhead(box);
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
  root.previews = data.previews || [];
  if (data.address && data.address !== location.search) history.replaceState(history.state, "", data.address);
  if (root.shown === data.html) return;
  const first = root.shown === undefined;
  const way = wayTo(root);
  const kept = listen.stay ? eye() : null;
  root.innerHTML = data.html;
  root.shown = data.html;
  putSigns();
  document.querySelectorAll(`.${SHELL}-head :is(.toc, .switch)`).forEach((e) => e.remove());
  root.own = { toc: root.querySelector(".split > .toc"), texts: root.querySelector(".switch"), tools: root.querySelector(".tools") };
  arrange();
  remember(data.title);
  root.dataset.ready = location.search;
  const left = listen.back && history.state?.lovbroWay;
  if (listen.stay) goBackTo(root, way);
  else if (!first && !typing() && !(left && goBackTo(root, left))) attend(document.getElementById(data.focus) || root.querySelector("h1") || root);
  hide();
  settle(root, data.focus, first, kept);
}

// What this browser read last, on the first page; it is kept in the browser alone.
const READ = "lovbro-read";
function remember(title) {
  const list = document.querySelector("[data-recent]");
  const kept = stored();
  const address = new URLSearchParams(location.search);
  if (address.get("law") && !address.get("view")) {
    const item = { law: address.get("law"), by: address.get("by") || "", in: address.get("in") || "", title: title.replace(/ · Lovbro$/, "") };
    const others = kept.filter((one) => one.law !== item.law || one.by !== item.by);
    try { localStorage.setItem(READ, JSON.stringify([item, ...others].slice(0, 12))); } catch { /* nothing is kept where it may not be */ }
  }
  if (!list || !kept.length) return;
  const ui = document.documentElement.lang;
  list.replaceChildren(...kept.slice(0, Number(list.dataset.recent)).map((one) => {
    const link = Object.assign(document.createElement("a"), { textContent: one.title });
    const to = Object.entries({ law: one.law, in: one.in, by: one.by, ui }).filter(([, value]) => value);
    link.setAttribute("href", "?" + new URLSearchParams(to).toString().replaceAll("%2C", ",").replaceAll("%3A", ":"));
    const item = document.createElement("li");
    item.append(link);
    return item;
  }));
  list.parentElement.hidden = false;
}

function stored() {
  try {
    const found = JSON.parse(localStorage.getItem(READ) || "[]");
    return Array.isArray(found) ? found.filter((one) => one && typeof one.law === "string" && typeof one.title === "string") : [];
  } catch { return []; }
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
  if (menu && (at.getAttribute("role") === "checkbox" || at.closest(".sizes"))) menu.open = true;
  const panel = at.closest("#drawer, #tongues");
  if (panel && !at.offsetParent) return Boolean(panel.previousElementSibling.focus());
  (at.closest("details:not([open])")?.querySelector("summary") || at).focus({ preventScroll: true });
  return true;
}

// What is chosen in a row that goes on to the side comes into sight.
function showChosen(root) {
  for (const here of root.querySelectorAll(".chips [aria-current]")) {
    here.parentElement.scrollLeft = here.offsetLeft - here.parentElement.offsetLeft - (here.parentElement.clientWidth - here.offsetWidth) / 2;
  }
}

const scroller = () => document.querySelector('[data-testid="stMain"]') || document.scrollingElement;

// A page that is loaded anew, which a phone does by itself, goes on where it was left. While a page goes a browser writes
// nothing into its history any more, so that the place is kept when a reader comes to rest.
const reopened = history.state;
function keepPlace(more) {
  const lovbroWhole = Boolean(document.querySelector(".grid.sought.all"));
  history.replaceState({ ...history.state, lovbroTop: scroller().scrollTop, lovbroWhole, ...more }, "");
}
// Between a turn and its page what is on the screen is not what the address names.
const keepRest = pause(() => { if (!listen.turn || listen.turn.done || listen.turn.shown) keepPlace(); }, 400);

// After a new page: to the marked provision, to the place of a page walked back to, or to the top.
function settle(root, focus, first, place) {
  showWhere(root.own.toc);
  showChosen(root);
  const target = focus && document.getElementById(focus);
  const kept = listen.back ? history.state : first ? reopened : null;
  const { shown } = root;
  const goOn = () => { if (root.shown === shown) scroller().scrollTop = kept.lovbroTop; };
  if (Number.isFinite(kept?.lovbroTop)) {
    if (kept.lovbroWhole) document.querySelector(".grid.sought")?.classList.add("all");
    goOn();
    if (first) document.fonts.ready.then(goOn);  // other letters have other heights
  } else if (listen.stay) hold(place);
  else if (target) target.scrollIntoView({ block: "start" });
  else if (!first) scroller().scrollTop = 0;
  listen.back = listen.stay = false;
}

// The paragraph that is being read: the marked one if it begins in sight, else the one a third down the screen.
function eye() {
  const line = innerHeight / 3;
  const top = (row) => row.getBoundingClientRect().top;
  const rows = [...document.querySelectorAll(".grid .row:not(.head)")].filter((row) => row.offsetHeight);
  const row = rows.find((r) => r.matches(".here") && top(r) > 40 && top(r) < innerHeight * 0.6)
    || rows.find((r) => r.getBoundingClientRect().bottom > line) || rows.at(-1);
  if (!row) return null;
  // A row whose beginning is in sight keeps it there; of a longer one the same part stays where it is.
  const part = top(row) > 40 ? 0 : (line - top(row)) / row.offsetHeight;
  return { id: row.id, part, y: top(row) + part * row.getBoundingClientRect().height };
}

// What was being read is put where it was: other languages, letters or columns have other heights.
function hold(place) {
  const row = place && document.getElementById(place.id);
  if (!row) return;
  const box = row.getBoundingClientRect();
  scroller().scrollTop += box.top + place.part * box.height - place.y;
}

const NARROW = matchMedia("(max-width: 760px)");
const TABLET = matchMedia("(max-width: 1050px)");

// What has no room beside the text goes where it opens from the bar (contents, texts) or after the text (tools).
function arrange() {
  const own = document.querySelector(`.${SHELL}-main`)?.own;
  const [drawer, panel] = [document.getElementById("drawer"), document.getElementById("tongues")];
  if (!own || !drawer) return;
  const put = (what, parent, before) => { if (what && parent && what !== before && (what.parentElement !== parent || what.nextElementSibling !== before)) parent.insertBefore(what, before || null); };
  const article = document.querySelector(`.${SHELL}-main article`);
  const grid = article?.querySelector(":scope > .grid");
  const split = article?.parentElement;
  if (TABLET.matches) put(own.toc, drawer, null); else put(own.toc, split, article);
  if (NARROW.matches) put(own.texts, panel, panel.querySelector(".tongues")); else put(own.texts, article, grid);
  if (NARROW.matches) put(own.tools, article, null); else if (grid) put(own.tools, article, own.texts || grid);
  showBar();
}

const BROAD = 28;  // signs that a phone's box has room for
// On a narrow screen the box for searches shows, while nothing is typed, what is being read and in which text.
function showBar() {
  const box = document.querySelector(".jump input");
  const button = document.querySelector(".opens.tongue");
  const chosen = document.querySelector(".switch [aria-pressed=true]")?.dataset;
  const shown = chosen?.name || box.dataset.text;
  const reads = TABLET.matches && box.dataset.place && document.activeElement !== box;
  // The number is that of the edition whose numbers lead: in another one it may mean another rule.
  const place = chosen?.renumbered ? "" : `${box.dataset.place} · `;
  box.placeholder = reads ? place + shown : box.dataset.hint;
  box.classList.toggle("reads", Boolean(reads));
  box.classList.toggle("long", Boolean(reads) && box.placeholder.length > BROAD);
  // The button says what is chosen first in its panel: the text of a phone, else the language of the page.
  const text = document.querySelector("#tongues .switch") && chosen?.language;
  button.textContent = text || document.querySelector(".tongues [aria-current]")?.title || button.textContent;
}

function showWhere(toc) {
  const at = toc?.querySelector("[aria-current]");
  if (at) toc.scrollTop += at.getBoundingClientRect().top - toc.getBoundingClientRect().top - toc.clientHeight / 3;
}

function togglePanel(button) {
  const open = button.getAttribute("aria-expanded") !== "true";
  closePanels();
  const panel = document.getElementById(button.dataset.opens);
  button.setAttribute("aria-expanded", String(open));
  panel.classList.toggle("open", open);
  if (open) showWhere(panel.querySelector(".toc"));
}

function closePanels(back) {
  document.querySelectorAll(".opens[aria-expanded=true]").forEach((button) => {
    button.setAttribute("aria-expanded", "false");
    document.getElementById(button.dataset.opens).classList.remove("open");
    if (back) button.focus();
  });
}

function go(address, replace) {
  // A second click on the link that was followed is no step more to come back from.
  const same = new URL(address, location.href).search === location.search;
  if (same) leaveSheet();
  if (sheet.leaving) { sheet.then = () => go(address, replace); return; }
  const stay = sameText(address);
  const early = earlyPage(address);  // on its way while the browser writes its history
  // A page that is opened from a sheet takes its place: the page below it has kept where it is.
  if (!history.state?.lovbroSheets) keepPlace({ lovbroWay: wayTo(document.getElementById("main")) });
  history[replace || same || history.state.lovbroSheets ? "replaceState" : "pushState"]({}, "", address);
  sheet.of = undefined;
  listen.stay = stay;
  turnTo(early);
}

// A turn of the page goes two ways at once: one request for the page itself, and Streamlit's run for the same address,
// which has the last word and brings the forms. Until it has come, a page made for another address is not shown.
const HEAD_START = 250;  // milliseconds: while Streamlit runs, the server answers later
const PATIENCE = 4000;
function turnTo(early) {
  left.add(listen.turn?.asked);
  const turn = (listen.turn = { asked: asked(location.search) });
  left.delete(turn.asked);
  const run = () => {
    if (listen.turn !== turn || turn.runs) return;
    turn.runs = listen.ours = true;
    window.dispatchEvent(new PopStateEvent("popstate", { state: history.state }));
    listen.ours = false;
  };
  setTimeout(run, HEAD_START);
  early.then((page) => {
    run();  // before the page is shown: the later Streamlit runs, the more often it sends a page that has been left
    const found = page || sentFor(turn.asked);
    if (found && listen.turn === turn && !turn.done) showEarly(found);
  });
}

// A page that Streamlit has already sent: where its run for the address between was cut short, it sends nothing more.
function sentFor(address) {
  const both = ["head", "main"].every((part) => sent[part] && asked(sent[part].asked) === address);
  return both ? { ...sent.main, head: sent.head.html } : null;
}

// The results of what was typed are asked for while the reader looks at what shows under the box: Enter then shows them.
// Streamlit's run has the last word about them too.
const STILL = 250;  // milliseconds without a letter
const KEPT = 15000;
let ahead = {};

function askAhead(box) {
  clearTimeout(askAhead.timer);
  if (ahead.none || showsForm()) return;
  const typed = box.value;
  askAhead.timer = setTimeout(() => {
    const address = box.isConnected && box.value === typed && askedBy(box.form);
    if (!address || asked(address) === ahead.asked) return;
    const made = (ahead = { asked: asked(address), until: performance.now() + KEPT, page: requestPage(address) });
    // Nothing comes where only Streamlit shows pages, or where the server has enough to do.
    made.page.then((page) => { made.none = !page; });
  }, STILL);
}

// What was asked for ahead serves one turn of the page: after any other it may be out of date.
async function earlyPage(search) {
  if (showsForm()) return null;
  const made = ahead;
  ahead = { none: made.none };
  const ready = made.asked === asked(search) && performance.now() < made.until && await made.page;
  return ready || requestPage(search);
}

// A form would stand under a new page until Streamlit has taken it away.
const showsForm = () => Boolean(document.querySelector('[class*="st-key-committee"], .st-key-own'));

// Null where only Streamlit shows the page (forms, lists of damaged files), and where the request fails.
async function requestPage(search) {
  try {
    const wanted = new URLSearchParams(search);
    wanted.set("locale", navigator.language);
    const answer = await fetch(`page.json?${wanted}`, { signal: AbortSignal.timeout(PATIENCE) });
    return answer.status === 200 ? await answer.json() : null;
  } catch { return null; }
}

function showEarly(page) {
  const [head, main] = [document.querySelector(`.${SHELL}-head`), document.querySelector(`.${SHELL}-main`)];
  if (!main || !head?.last) return;
  document.documentElement.lang = page.ui;
  showMain(main, page);
  listen.turn.shown = true;
  // What was typed or opened in the head before is about the page that was left.
  head.last = { ...head.last, ui: page.ui, html: page.head, typed: "", peek: "", peeked: "" };
  showHead(head, head.last, listen.send);
}

// An address as Streamlit gives it to a page: what it keeps for itself is left out.
function asked(search) {
  const pairs = search instanceof Object ? Object.entries(search) : [...new URLSearchParams(search)];
  const last = Object.fromEntries(pairs.filter(([key]) => !key.startsWith("embed")));
  return JSON.stringify(Object.keys(last).sort().map((key) => [key, last[key]]));
}

// Whether a page that Streamlit sends was made for an address that has been left meanwhile. Who turns A-B-A-B may get B's
// first page late: it ends the turn, and the page of A that comes after it is still none to show.
const left = new Set();
function stale(data) {
  const made = asked(data.asked);
  if (!listen.turn || !data.asked || [listen.turn.asked, asked(location.search)].includes(made)) return false;
  return !listen.turn.done || left.has(made);
}

// The same law in other words (corrections, language, columns) keeps its place on the screen.
function sameText(address) {
  const [now, then] = [new URLSearchParams(location.search), new URL(address, location.href).searchParams];
  // An address may leave out whose numbers lead.
  const leads = !now.get("by") || now.get("by") === then.get("by");
  return leads && ["law", "view", "q", "letter", "path", "trail"].every((key) => now.get(key) === then.get(key));
}

function listen() {
  if (window.lovbroListens) return;
  window.lovbroListens = true;
  window.addEventListener("popstate", (e) => {
    if (listen.ours) return;
    if (stepOfSheet()) { e.stopImmediatePropagation(); return; }  // the page is the same: Streamlit need not hear of it
    listen.back = true;
    if (!sent.main?.asked) return;  // a page in a file: no server makes another one
    e.stopImmediatePropagation();  // Streamlit hears of it from turnTo
    turnTo(earlyPage(location.search));
  }, true);
  document.addEventListener("click", answerOnce, true);
  document.addEventListener("click", onClick);
  document.addEventListener("click", onCollect);
  document.addEventListener("submit", onSubmit);
  document.addEventListener("keydown", onKey, true);
  document.addEventListener("input", (e) => { if (e.target.report) { e.target.sent = false; answer(e.target, e.target.form.querySelector(".pop")); e.target.report(); } });
  TABLET.addEventListener("change", () => { closePanels(); arrange(); });
  NARROW.addEventListener("change", arrange);
  document.addEventListener("input", handInSoon);
  document.addEventListener("beforeinput", rememberFirst, true);
  document.addEventListener("input", journalTyped);
  window.addEventListener("pagehide", keepWaiting);
  window.addEventListener("pagehide", handInAll);
  document.addEventListener("visibilitychange", () => { if (document.hidden) handInAll(); });
  // The browser tells of it a moment later: a sheet that was opened since has taken its step.
  document.addEventListener("close", (e) => { if (e.target.id === "peek" && !e.target.open) leaveSheet(); }, true);
  document.addEventListener("focusout", (e) => { if (e.target.matches?.(".jump input")) setTimeout(showBar); });
  window.addEventListener("beforeprint", dateSource);
  new MutationObserver(() => { nameUploads(); nameBoxes(); noteCase(); }).observe(document.body, { childList: true, subtree: true });
  document.addEventListener("focusin", (e) => {
    if (e.target.matches?.(".jump input")) showBar();
    rememberFirst(e);
    // In a strip that runs past the edge of a phone, a browser leaves what it shows by half where it is.
    e.target.closest?.(".chips a, .views a")?.scrollIntoView({ block: "nearest", inline: "nearest" });
    onPoint(e);
  });
  // A pointer that lies beside the links takes no preview from who goes on by keyboard.
  document.addEventListener("mouseover", pause((e) => { if (e.target.closest?.(HINTED)) onPoint(e); }, 120));
  document.addEventListener("mouseout", (e) => { if (e.target.closest?.(HINTED)) hide(); });
  // A link reached by keyboard scrolls into view after it got the focus: its preview moves along instead of going.
  document.addEventListener("scroll", (e) => {
    if (e.target === scroller()) keepRest();
    const at = document.activeElement;
    if (at?.matches?.(`:is(${PREVIEWED}):focus-visible`)) onPoint({ target: at });
    else hide();
  }, true);
}

// The second of two taps would answer, unseen, the question to which the first one led.
let answered = { timeStamp: -Infinity };
function answerOnce(event) {
  if (!event.target.closest?.(".answers > li > a")) return;
  // Not every browser counts the taps of a finger.
  const near = event.pointerType === "touch" && Math.hypot(event.clientX - answered.clientX, event.clientY - answered.clientY) < 24;
  if (event.detail < 2 && !(near && event.timeStamp - answered.timeStamp < 350)) answered = event;
  else { event.preventDefault(); event.stopImmediatePropagation(); }
}

function onClick(event) {
  const link = event.target.closest?.(`.${SHELL}-head a, .${SHELL}-main a, .workshop a`);
  if (!event.target.closest?.(".jump")) closePop();
  document.querySelectorAll("details.menu[open]").forEach((d) => { if (!d.contains(event.target)) d.removeAttribute("open"); });
  if (!event.target.closest?.(".opens, .drawer, .texts")) closePanels();
  if (peeks(event) && !event.ctrlKey && !event.metaKey) { event.preventDefault(); openPeek(peeks(event)); return; }
  if (link) {
    const href = link.getAttribute("href");
    if (href === "#main") { event.preventDefault(); document.getElementById("main").focus(); return; }
    if (!href || !href.startsWith("?") || event.button || event.ctrlKey || event.metaKey || event.shiftKey || link.download) return;
    event.preventDefault();
    hide();
    closePop();
    closePanels();
    if (collects(event)) return;
    document.getElementById("peek")?.close();
    const box = document.querySelector(".jump input");
    if (box && link.closest(".jump")) box.sent = true;
    go(href);
    return;
  }
  if (event.target.id === "peek") return closeSheet();
  const button = event.target.closest?.("button");
  if (!button) return;
  if (button.dataset.opens) togglePanel(button);
  if (button.dataset.peek) backFromPeek(button.dataset.peek);
  if (button.dataset.unfold) unfold();
  if (button.dataset.on) turn(button);
  if (button.dataset.copy) copy(button);
  if (button.dataset.print) window.print();
}

function onSubmit(event) {
  const form = event.target.closest("form[data-base]");
  if (!form) return;
  event.preventDefault();
  const address = askedBy(form);
  if (!address) return;
  const box = form.querySelector("input[type=search]");
  if (box) { box.sent = true; box.blur(); }
  closePop();
  go(address);
}

// The address that a form opens; none while the box for searches is empty.
function askedBy(form) {
  const fields = new URLSearchParams(new FormData(form));
  const address = new URL(form.dataset.base, location.href).searchParams;
  for (const [key, value] of fields) { if (value.trim()) address.set(key, value.trim()); else address.delete(key); }
  if (form.classList.contains("jump") && !fields.get("q").trim()) return "";
  return "?" + address.toString().replaceAll("%2C", ",").replaceAll("%3A", ":");
}

function onKey(event) {
  const box = document.querySelector(".jump input");
  if (!box) return;
  const inside = event.target.closest?.(".jump");
  if (event.key === "Escape") { hide(); closePop(); closeMenu(); closePanels(true); if (inside) box.focus(); }
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

// Narrow screens show one text; the paragraph that is being read stays where it is.
function turn(button) {
  const grid = document.querySelector(".grid");
  const place = eye();
  grid.dataset.on = button.dataset.on;
  show(grid);
  document.querySelectorAll(".switch button").forEach((b) => b.setAttribute("aria-pressed", String(b === button)));
  hold(place);
  closePanels();
  showBar();
  const address = new URL(location.href);
  address.searchParams.set("on", button.dataset.on);
  go("?" + address.searchParams.toString().replaceAll("%2C", ",").replaceAll("%3A", ":"), true);
}

// The rows before the one that was looked for, which a narrow screen folds.
function unfold() {
  const place = eye();
  document.querySelector(".grid.sought").classList.add("all");
  hold(place);
}

const show = (grid) => grid.querySelectorAll(".cell").forEach((c) => c.classList.toggle("on", c.dataset.key === grid.dataset.on));

// What is copied stands as in the book: the place that is marked with all its parts, each part with its number.
async function copy(button) {
  if (button.dataset.copy === "link") return copied(button, location.href);
  const end = button.closest(".situation");
  if (button.dataset.copy === "ruling") return copied(button, `${ruling(end)}\n(${end.querySelector(".print-source").textContent})\n${location.href}`);
  const shown = `.cell[data-key="${document.querySelector(".grid").dataset.on}"] .piece`;
  const piece = button.closest(".piece");
  const here = document.querySelector(".row.here");
  const rows = here ? whole(here) : [...document.querySelectorAll(".grid")][0].children;
  const pieces = piece ? [piece] : [...rows].flatMap((row) => [...row.querySelectorAll(shown)]);
  const own = piece || here?.querySelector(shown);
  const lines = pieces.map((p) => (p === own ? "" : label(p)) + words(p)).filter((t) => t.trim());
  const source = own || !here ? pieces[0]?.dataset.cite : pieces.map((p) => p.dataset.cite).join("; ");
  const address = piece ? addressOf(piece) : location.href;
  await copied(button, `${lines.join("\n")}\n(${source || ""})\n${address}`);
}

// What is read out at the end of a path: each provision under its number.
function ruling(end) {
  return [...end.querySelectorAll(".ruling .told")].map((one) => [...one.querySelectorAll(".told-head, .peek-part")].map((part) => {
    const twin = part.cloneNode(true);
    twin.querySelectorAll(".said, .nm, .note, .tag").forEach((e) => e.remove());
    return [...twin.querySelectorAll(".peek-num, h3, p")].map((e) => e.textContent.trim()).filter(Boolean).join(" ") || twin.textContent.trim();
  }).join("\n")).join("\n\n");
}

async function copied(button, words) {
  await navigator.clipboard.writeText(words);
  const before = button.textContent;
  button.textContent = say(button.dataset.copied || "✓");
  setTimeout(() => { button.textContent = before; }, 1200);
}

// Where a piece that is copied by itself is read.
function addressOf(piece) {
  const address = new URL(location.href);
  if (piece.dataset.place) { address.searchParams.set("law", piece.dataset.place); address.searchParams.set("by", piece.closest(".cell").dataset.key); }
  return address.href.replaceAll("%2C", ",").replaceAll("%3A", ":");
}

// On paper: the day, and where the text is read.
function dateSource() {
  const line = document.querySelector(".print-source");
  if (!line) return;
  line.dataset.day = ` · ${new Date().toLocaleDateString(document.documentElement.lang)} · ${location.href}`;
}

// On a narrow screen a tap shows what a reference, a note or a defined word leads to, over the law that is being read.
// A link to another page than a law has no text for a sheet, but for that to all who cite: it is followed.
const PEEKS = "a[href^='?']:not(.num, [href*='view=']), .by-all, .nm, .cor, [data-status]";
const TEXTS = ".grid, .over, .prose, .told, .basis, .peek-body";
function peeks(event) {
  if (!TABLET.matches || !event.target.closest?.(TEXTS)) return null;
  return event.target.closest(PEEKS) || (event.target.closest("a, button, summary") ? null : nearest(event));
}

// A finger needs 44 px, lines of a text leave less: a tap between two lines is for the nearest of what leads on.
const FINGER = 44;
function nearest(event) {
  if (!getSelection().isCollapsed) return null;
  const off = (at, from, to) => Math.max(from - at, at - to, 0);
  const near = [...event.target.closest(`.row, ${TEXTS}`).querySelectorAll(PEEKS)].flatMap((to) => [...to.getClientRects()].map((box) => ({
    to, x: off(event.clientX, box.left, box.right), y: off(event.clientY, box.top, box.bottom),
    wide: (FINGER - box.width) / 2, high: (FINGER - box.height) / 2,
  }))).filter((one) => one.x <= Math.max(one.wide, 0) && one.y <= Math.max(one.high, 0));
  return near.sort((a, b) => Math.hypot(a.x, a.y) - Math.hypot(b.x, b.y))[0]?.to || null;
}

const seen = new Map();
const SHEETS = 60;  // sheets that are kept; a window may stay open for a whole tournament

function openPeek(at) {
  if (sheet.leaving) { sheet.then = () => openPeek(at); return; }
  const dialog = document.getElementById("peek");
  hide();
  const view = sheetOf(at);
  dialog.views = [...(dialog.open ? dialog.views : []), view];
  keepSheets(dialog.views);
  if (!dialog.open) dialog.showModal();
  showPeek(dialog, view);
}

// The open sheet, with those it was reached from, is one step of the browser's history: back closes it, forward and a
// reload open it again. ``of`` is the page that it lies over, ``leaving`` until the browser has taken its step back, and
// ``then`` what was asked for meanwhile.
const sheet = { of: history.state?.lovbroPage, leaving: false, then: null };

function keepSheets(views) {
  const lovbroSheets = views.map(({ href, name, status, text }) => ({ href, name, status, lang: text.lang, css: text.className, html: text.innerHTML }));
  if (history.state?.lovbroSheets) { history.replaceState({ ...history.state, lovbroSheets }, ""); return; }
  sheet.of ||= `${performance.timeOrigin + performance.now()}`;
  keepPlace({ lovbroPage: sheet.of, lovbroWay: wayTo(document.getElementById("main")) });
  const { lovbroPage, lovbroTop, lovbroWhole } = history.state;
  history.pushState({ lovbroPage, lovbroTop, lovbroWhole, lovbroSheets }, "");
}

function closeSheet() {
  document.getElementById("peek").close();
  leaveSheet();
}

function leaveSheet() {
  if (!history.state?.lovbroSheets || sheet.leaving) return;
  sheet.leaving = true;
  history.back();
}

// After a step in the history: whether it led to the same page, over which the sheet is then opened or closed.
function stepOfSheet() {
  const page = history.state?.lovbroPage;
  const same = Boolean(page) && page === sheet.of;
  const { then } = sheet;
  Object.assign(sheet, { of: page, leaving: false, then: null });
  if (same || !history.state?.lovbroSheets) showSheet();
  then?.();
  return same;
}

// The sheet as the browser's history has it.
function showSheet() {
  const dialog = document.getElementById("peek");
  const kept = history.state?.lovbroSheets;
  if (!kept) { if (dialog?.open) dialog.close(); return; }
  if (!dialog || dialog.open || sheet.leaving) return;
  dialog.views = kept.map(({ lang, css, html, ...view }) =>
    ({ ...view, text: Object.assign(document.createElement("div"), { lang, className: css, innerHTML: html }) }));
  dialog.showModal();
  showPeek(dialog, dialog.views.at(-1));
}

// What a sheet shows: at once what the page has, then the whole text when the server has sent it.
function sheetOf(at) {
  const href = at.getAttribute("href") || "";
  const text = document.createElement("div");
  const preview = previewOf(at);
  text.lang = preview.lang || at.closest("[lang]")?.lang || "";
  const all = at.closest(".by");
  if (all && at.matches(".by-all")) {
    const links = [...all.querySelectorAll("a:not(.by-all)")].map((a) => a.cloneNode(true));
    text.replaceChildren(...links);
    text.className = "peek-list";
    return { href, name: at.dataset.name || at.textContent, text };
  }
  const note = at.matches(".nm") && noteOf(at);
  if (note) text.replaceChildren(...[...note.childNodes].map((e) => e.cloneNode(true)));
  else text.replaceChildren(...["status", "head", "tip"].filter((k) => preview[k]).map((k) =>
    Object.assign(document.createElement("p"), { className: `peek-${k}`, textContent: preview[k] })));
  return { href, name: preview.head?.split(" · ")[0] || at.textContent, text, status: preview.status };
}

const noteOf = (mark) => [...mark.closest(".piece, .peek-part")?.querySelectorAll(".note") || []]
  .find((n) => n.querySelector("b").textContent.split(" · ")[0] === mark.getAttribute("aria-label"));

function showPeek(dialog, view) {
  const body = dialog.querySelector(".peek-body");
  body.replaceChildren(view.text);
  body.scrollTop = 0;
  const link = dialog.querySelector(".peek-go");
  link.hidden = !view.href;
  link.setAttribute("href", view.href || "?");
  link.querySelector("b").textContent = view.name;
  if (!view.href || view.text.className === "peek-list") return;
  if (seen.has(view.href)) fillPeek(view.href, seen.get(view.href));
  else listen.send("peek", view.href);
}

function fillPeek(href, html) {
  const dialog = document.getElementById("peek");
  if (!href || !html) return;
  seen.delete(href);
  seen.set(href, html);
  if (seen.size > SHEETS) seen.delete(seen.keys().next().value);
  const view = dialog?.open && dialog.views.at(-1);
  if (!view || view.href !== href || view.filled) return;
  view.filled = true;
  const status = view.status && Object.assign(document.createElement("p"), { className: "peek-status", textContent: view.status });
  const whole = document.createElement("div");
  whole.innerHTML = html;
  if (status) whole.prepend(status);
  view.text = whole;
  dialog.querySelector(".peek-body").replaceChildren(whole);
}

function backFromPeek(how) {
  const dialog = document.getElementById("peek");
  dialog.views.pop();
  if (how !== "back" || !dialog.views.length) return closeSheet();
  keepSheets(dialog.views);
  showPeek(dialog, dialog.views.at(-1));
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
  twin.querySelectorAll(".said, .was, .aside, .nm, .note, .bio, .cor.out").forEach((e) => e.remove());
  const line = (e) => e.textContent.replace(/\s+/g, " ").trim();
  return [...twin.querySelectorAll("h1, .h1, h2, h3, p:not(.h1), caption, tr")]
    .map((e) => (e.cells ? [...e.cells].map(line).join("\t") : line(e))).join("\n");
}

// What a link's target says: told once beside the page and named by its number, or on the element itself.
const PREVIEWED = "[data-preview],[data-tip]";
const HINTED = `${PREVIEWED},[data-head],[data-status]`;
function previewOf(at) {
  const told = document.querySelector(`.${SHELL}-main`)?.previews?.[at.dataset.preview];
  const [lang, head, tip] = told || [at.dataset.lang, at.dataset.head, at.dataset.tip];
  return { lang, status: at.dataset.status, head, tip };
}

// A small card with the target's heading and first words, for pointer and keyboard alike.
function onPoint(event) {
  const at = event.target.closest?.(HINTED);
  if (TABLET.matches) return hide();
  const preview = at ? previewOf(at) : {};
  if (!preview.tip && !preview.head && !preview.status) return hide();
  const card = document.getElementById("tip") || document.body.appendChild(Object.assign(document.createElement("div"), { id: "tip" }));
  card.setAttribute("role", "tooltip");
  card.replaceChildren(...["status", "head", "tip"].filter((k) => preview[k]).map((k) =>
    Object.assign(document.createElement("p"), { className: k, textContent: preview[k] })));
  card.lang = preview.lang || "";
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

// The committee's fields are saved while one types, not only when one leaves them. A form with a button of its own waits.
const FIELD = ".st-key-committee :is([data-testid=stTextArea] textarea, [data-testid=stTextInput] input)";
const pending = new Set();

function handInSoon(e) {
  const field = e.target;
  if (!field.matches?.(FIELD) || field.closest("[data-testid=stForm]")) return;
  // Counted from the first letter, not from the last: who types for a minute without a pause is saved all the while.
  if (pending.has(field)) return;
  pending.add(field);
  field.handIn = setTimeout(() => handIn(field), 600);
}

// Streamlit takes the words of a field that loses the focus; the cursor stays where it is.
function handIn(field) {
  clearTimeout(field.handIn);
  pending.delete(field);
  if (!field.isConnected) return;
  field.dispatchEvent(new FocusEvent("focusout", { bubbles: true }));
  if (document.activeElement === field) field.dispatchEvent(new FocusEvent("focusin", { bubbles: true }));
}

function handInAll() {
  for (const field of [...pending]) handIn(field);
}

// Words are in a field long before Streamlit has saved them: each change goes to the server's journal at once, and what it
// has not taken is kept in the browser. A field says in its key which field of which case it is.
const TYPED = "lovbro-typed";
const CASE_FIELD = /^st-key-(typed_([a-z0-9-]+)_([\w-]+)_\d+)$/;
const journal = { window: "", order: 0, first: new Map(), waiting: new Map(), socket: null };

function placeOf(field) {
  const box = field.matches?.(FIELD) && field.closest("[class*=st-key-typed_]");
  return box ? [...box.classList].map((name) => CASE_FIELD.exec(name)).find(Boolean) : null;
}

function rememberFirst(e) {
  const place = placeOf(e.target);
  if (place && !journal.first.has(place[1])) journal.first.set(place[1], e.target.value);
}

function journalTyped(e) {
  const place = placeOf(e.target);
  if (!place || !journal.window) return;  // where several people share a server there is no journal, and nothing stays in the browser
  const [, key, dossier, field] = place;
  const one = { dossier, field, before: journal.first.get(key) ?? "", words: e.target.value };
  journal.waiting.set(key, { one, order: sendTyped([one], false) });
}

// What is written to an open socket leaves the browser in order, however busy the server is.
function sendTyped(fields, left) {
  journal.order += 1;
  if (journal.socket?.readyState === WebSocket.OPEN) journal.socket.send(JSON.stringify({ window: journal.window, order: journal.order, fields, left }));
  return journal.order;
}

// Opened with the first page of a window that shows a case, and again whenever it was lost.
function openJournal() {
  if (journal.socket || !journal.window) return;
  const socket = (journal.socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}/typed`));
  socket.onopen = () => {
    sayAway(false);
    const waiting = [...journal.waiting.values()];
    if (waiting.length) { const order = sendTyped(waiting.map((w) => w.one), false); for (const w of waiting) w.order = order; }
    sendLeft();
  };
  socket.onmessage = (e) => {
    const taken = [...journal.waiting].filter(([, w]) => w.order <= Number(e.data)).map(([key]) => key);
    for (const key of taken) journal.waiting.delete(key);
    if (Number(e.data) === journal.left) { journal.left = 0; setAside(() => ({})); }
    else if (journal.aside) { setAside((kept) => { for (const key of taken) delete kept[key]; return kept; }); journal.aside = journal.waiting.size > 0; }
  };
  socket.onclose = () => {
    journal.socket = null;
    keepWaiting();
    sayAway(true);
    setTimeout(openJournal, 1000);
  };
}

// Fields that only turn grey do not say that the server is gone, and that what was typed is kept here until it is back.
function sayAway(away) {
  let notice = document.querySelector(".case-away");
  if (away && !notice && journal.words) {
    notice = document.body.appendChild(document.createElement("p"));
    notice.className = "case-away";
    notice.setAttribute("role", "alert");
    notice.textContent = journal.words;
  }
  if (!away) notice?.remove();
}

// What the server has not taken when it is gone, or when the page goes.
function keepWaiting() {
  if (!journal.waiting.size) return;
  journal.aside = true;
  setAside((kept) => { for (const [key, w] of journal.waiting) kept[key] = w.one; return kept; });
}

// What an earlier page of this browser could not send.
function sendLeft() {
  if (journal.asked) return;
  journal.asked = true;
  setAside((kept) => { if (Object.keys(kept).length) journal.left = sendTyped(Object.values(kept), true); return kept; });
}

function setAside(changed) {
  try {
    const kept = changed(JSON.parse(localStorage.getItem(TYPED) || "{}"));
    if (Object.keys(kept).length) localStorage.setItem(TYPED, JSON.stringify(kept)); else localStorage.removeItem(TYPED);
  } catch { /* nothing is kept where it may not be */ }
}

// Streamlit's button for files has English words: the style sheet puts others in their place, which a screen reader gets here.
function nameUploads() {
  let waiting = false;
  for (const zone of document.querySelectorAll("[data-testid=stFileUploaderDropzone][role=presentation]")) {
    const name = getComputedStyle(zone).getPropertyValue("--upload").replace(/"/g, "");
    if (!name) { waiting = true; continue; }  // the style comes after the button, and nothing tells when
    zone.removeAttribute("role");
    zone.querySelector("button")?.setAttribute("aria-label", name);
  }
  clearTimeout(nameUploads.again);
  if (waiting) nameUploads.again = setTimeout(nameUploads, 100);
}

// Streamlit calls the button of a box to choose from "Open" in every language; the word comes as that of an upload does.
function nameBoxes() {
  const boxes = document.querySelectorAll(":is([data-testid=stSelectbox], [data-testid=stMultiSelect]) button[aria-label=Open]");
  const name = boxes.length && getComputedStyle(document.documentElement).getPropertyValue("--open-box").replace(/"/g, "");
  if (name) for (const button of boxes) button.setAttribute("aria-label", name);
}

// The case on the page: its address opens it again, and so do the other pages of this browser.
const CASE = "lovbro-case";
function noteCase() {
  const shown = document.querySelector(".open-case");
  if (!shown || shown === noteCase.shown) return;
  noteCase.shown = shown;
  const address = new URLSearchParams(location.search);
  if (address.get("view") !== "dossier") return;
  try { localStorage.setItem(CASE, shown.dataset.case); } catch { /* nothing is kept where it may not be */ }
  if (address.get("dossier") === shown.dataset.case) return;
  address.set("dossier", shown.dataset.case);
  history.replaceState(history.state, "", `?${address}`);
  left.delete(asked(location.search));
}

// A page that was opened anew has no case yet: of several, the one that this browser had open.
function askForCase() {
  if (askForCase.done || !listen.send) return;
  askForCase.done = true;
  let key = "";
  try { key = localStorage.getItem(CASE) || ""; } catch { /* nothing was kept */ }
  if (key) listen.send("collect", JSON.stringify({ do: "open", key }));
}

// The page ends above the strip; over its list, which is opened for a look, the page goes on.
const stripSize = new ResizeObserver(([{ target }]) => {
  if (!target.querySelector("details[open]")) document.body.style.setProperty("--strip", `${target.offsetHeight}px`);
});

// The rule that was looked for, or the whole law, in the text that is shown or else in the first that has it.
function sought() {
  const row = document.querySelector(".row.here") || document.querySelector(".row.law");
  const shown = document.querySelector(".grid")?.dataset.on;
  return row?.querySelector(`.cell[data-key="${shown}"] .piece[data-place]`) || row?.querySelector(".piece[data-place]");
}

// The open case: a strip below the page, and a sign at every provision that puts it in.
function showCase(found) {
  let drawer = document.querySelector(".case-drawer");
  if (!drawer && found.html) {
    drawer = document.body.appendChild(document.createElement("aside"));
    drawer.className = "case-drawer";
    stripSize.observe(drawer);
  }
  showCase.label = found.label || "";
  showCase.puts = Boolean(found.puts);
  if (!found.html) askForCase();
  document.body.classList.toggle("collects", Boolean(found.html));
  if (drawer && drawer.shown !== found.html) {
    const open = drawer.querySelector("details")?.open;
    drawer.innerHTML = drawer.shown = found.html || "";
    const details = drawer.querySelector("details");
    // The list would cover what is read: after a click the line that says what was done is enough.
    if (details) details.open = Boolean(open);
  }
  putSigns();
}

function putSigns() {
  if (!showCase.label) return;
  // A place in a list of results or references has its sign beside its link, a provision at the edge of its text.
  for (const piece of document.querySelectorAll("[data-key] [data-cite][data-place], [data-key][data-cite][data-place]")) {
    if (piece.querySelector(".collect")) continue;
    const button = document.createElement("button");
    if (piece.matches(".piece")) piece.append(button); else piece.querySelector(".ui > a, :scope > a").after(button);
    button.type = "button";
    button.className = "collect";
    button.textContent = "+";
    button.dataset.collect = "add";
    const name = showCase.label.replace("{cited}", piece.dataset.cite.split(", ").pop());
    button.title = name;
    button.setAttribute("aria-label", name);
  }
}

// What a click on a sign or a tool puts into the case, if it is no click that opens the link in a window of its own.
const collects = (event) => {
  const button = event.target.closest?.("[data-collect]");
  const link = button?.matches("a");
  return link && (!showCase.puts || event.ctrlKey || event.metaKey || event.shiftKey) ? null : button;
};

function onCollect(event) {
  const button = collects(event);
  if (!button || !listen.send) return;
  const piece = button.dataset.collect === "put" ? sought() : button.closest("[data-cite][data-place]");
  const at = piece ? { key: piece.closest("[data-key]").dataset.key, place: piece.dataset.place } : { key: button.dataset.case };
  listen.send("collect", JSON.stringify({ do: button.dataset.collect, ...at, turn: Date.now() }));
}
