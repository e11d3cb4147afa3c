// The static site: the page is in the file already; the reading room's own script answers clicks and keys in it.

import * as frame from "./frame.js";
import page from "./page.js";
import { citeOf, nameOf, preview } from "./preview.js";

const [head, main] = [document.querySelector(".lovbro-head"), document.getElementById("main")];
const { lang: ui, dataset: { root: folder, view } } = document.documentElement;
const root = new URL(folder || "./", location.href);
const place = () => decodeURIComponent(location.hash.slice(1));
const made = (html) => Object.assign(document.createElement("div"), { innerHTML: html });

// The head is the same on all pages but for where its links lead from, and which of them is this page.
function wholeHead() {
  const whole = made(frame.head);
  for (const link of whole.querySelectorAll("a[href]")) {
    const here = link.dataset.view === view;
    const same = link.hreflang && document.querySelector(`link[rel="alternate"][hreflang="${link.hreflang}"]`);
    if (same) link.href = same.href;
    else if (here) link.href = location.pathname;
    else if (!link.hash) link.href = new URL(link.getAttribute("href"), root);
    if (link.dataset.view) link.toggleAttribute("aria-current", false);
    if (here) link.setAttribute("aria-current", "page");
  }
  const box = whole.querySelector(".jump input").dataset;
  box.place = main.querySelector(".row.law > .num")?.textContent || "";
  box.text = nameOf(main, ".on") || box.text;
  return whole.innerHTML;
}

// What only a script needs is not in the pages.
for (const piece of main.querySelectorAll(".piece[data-place]")) piece.dataset.cite = citeOf(piece);
main.querySelector(".tools > .steps")?.parentElement.append(...made(frame.tools).children);
for (const aside of main.querySelectorAll(".piece > .aside")) aside.prepend(...made(frame.copy).children);

const top = wholeHead();
const showHead = (typed, pop) => page({ data: [{ part: "head", ui, html: top, typed, pop }], parentElement: document.body, setStateValue: (name, typed) => name === "typed" && found(typed) });
showHead("", "");
page({ data: [{ part: "main", ui, html: main.innerHTML, title: document.title, focus: place() }], parentElement: document.body });

// The provision of the address is marked, as the server marks it; of a situation the step that the address names is shown.
const title = document.title;
function mark() {
  document.querySelectorAll(":is(.row, .stations > section).here").forEach((one) => one.classList.remove("here"));
  const here = document.getElementById(place());
  here?.classList.add("here");
  const step = here?.matches(".stations > section") && here.querySelector(".step");
  document.title = step ? `${step.textContent} · ${here.querySelector("h1").textContent} · Lovbro` : title;
  for (const link of head.querySelectorAll("a[hreflang]")) if (document.querySelector(`link[hreflang="${link.hreflang}"]`)) link.hash = location.hash;
  return step;
}
mark();
addEventListener("hashchange", () => {
  const step = mark() || document.querySelector(".stations .step");
  if (!step) return;
  step.tabIndex = -1;
  step.focus({ preventScroll: true });
  scrollTo(0, 0);
});

// What this browser read last, for the first page; it is kept in the browser alone.
const READ = "lovbro-site-read";
function stored() {
  try { return JSON.parse(localStorage.getItem(READ) || "[]").filter((one) => one && typeof one.file === "string" && typeof one.title === "string"); } catch { return []; }
}
const file = location.pathname.slice(root.pathname.length);
if (main.querySelector(".row.law")) {
  const read = [{ file, title: title.replace(/ · Lovbro$/, "") }, ...stored().filter((one) => one.file !== file)].slice(0, 12);
  try { localStorage.setItem(READ, JSON.stringify(read)); } catch { /* nothing is kept where it may not be */ }
}
const recent = document.querySelector("[data-recent]");
if (recent && stored().length) {
  recent.replaceChildren(...stored().slice(0, Number(recent.dataset.recent)).map((one) => {
    const item = document.createElement("li");
    item.append(Object.assign(document.createElement("a"), { href: new URL(one.file, root), textContent: one.title }));
    return item;
  }));
  recent.parentElement.hidden = false;
}

// A link gets its card when it is pointed at: the words are those of the page to which it leads.
const POINTED = ".lovbro-main a[href]:not([data-head], .num, .tools a, nav a, .answers a, .way a, .answered a)";
let pointed;
const point = (event) => {
  const link = event.target.closest?.(POINTED);
  pointed = link;
  if (!link || link.origin !== location.origin || !matchMedia("(hover: hover)").matches) return;
  setTimeout(async () => {
    const found = pointed === link && await preview(link.href);
    if (!found) return;
    Object.assign(link.dataset, found);
    if (link.matches(":hover, :focus-visible")) link.dispatchEvent(new MouseEvent("mouseover", { bubbles: true }));
  }, 120);
};
document.addEventListener("mouseover", point);
document.addEventListener("focusin", point);

// The contents are one file for all pages of a book; the letters of the open law are those of its rows.
const toc = document.querySelector(".toc[data-contents]");
if (toc) fetch(toc.dataset.contents).then((answer) => answer.text()).then((html) => {
  const book = new DOMParser().parseFromString(html, "text/html").querySelector(".toc .book");
  const own = decodeURIComponent(location.pathname).split("/").pop();
  const here = [...book.querySelectorAll("a")].find((a) => decodeURIComponent(a.getAttribute("href")) === own)?.parentElement;
  here?.setAttribute("aria-current", "true");
  const letters = lettersOf();
  if (letters.length) here?.appendChild(document.createElement("ol")).append(...letters);
  if (here?.closest("details")) here.closest("details").open = true;
  toc.replaceChildren(book);
  if (here && toc.clientHeight) toc.scrollTop = here.offsetTop - toc.clientHeight / 3;
}).catch(() => {});

function lettersOf() {
  const key = decodeURIComponent(location.pathname).split("/").at(-2);
  return [...document.querySelectorAll(".grid .row.l2")].flatMap((row) => {
    const heading = row.querySelector(`.cell[data-key="${key}"] h2`)?.cloneNode(true);
    if (!heading) return [];
    heading.querySelectorAll(".nm").forEach((mark) => mark.remove());
    heading.querySelectorAll("a").forEach((link) => link.replaceWith(...link.childNodes));
    const words = document.createElement("span");
    words.append(...heading.childNodes);
    const link = Object.assign(document.createElement("a"), { href: `#${row.id}` });
    link.append(`${row.querySelector(".num").textContent} `, words);
    const item = document.createElement("li");
    item.append(link);
    return [item];
  });
}

// Numbers and words are looked up on the device; what that takes is read when the box is first used.
const box = document.querySelector(".jump input");
document.body.classList.add("finds");
let finder;
const open = () => (finder ||= import("./find.js").then((find) => find.open(root)));
async function found(typed) {
  const { answer } = await open();
  let last = "";
  for await (const pop of answer(typed)) {
    last = pop;
    if (box.value.trim() === typed) showHead(typed, pop);
  }
  return last;
}
box.addEventListener("focus", open);
document.addEventListener("submit", (event) => {
  if (!event.target.matches(".jump")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const typed = box.value.trim();
  // Not what the list shows: the box may have been left, or have other words in it, before these were found.
  if (typed) found(typed).then((pop) => made(pop).querySelector("a")?.click());
}, true);

if ("serviceWorker" in navigator && location.protocol !== "file:") {
  navigator.serviceWorker.register(new URL("worker.js", root), { scope: root.pathname });
}
