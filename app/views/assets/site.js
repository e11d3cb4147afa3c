// The static site: the page is in the file already; the reading room's own script answers clicks and keys in it.

import page from "./page.js";

const [head, main] = [document.querySelector(".lovbro-head"), document.getElementById("main")];
const ui = document.documentElement.lang;
const root = new URL(document.documentElement.dataset.root || "./", location.href);
const place = () => decodeURIComponent(location.hash.slice(1));
const top = head.innerHTML;
const showHead = (typed, pop) => page({ data: { part: "head", ui, html: top, typed, pop }, parentElement: document.body, setStateValue: (_, typed) => found(typed) });
showHead("", "");
page({ data: { part: "main", ui, html: main.innerHTML, title: document.title, focus: place() }, parentElement: document.body });

// The provision of the address is marked, as the server marks it.
function mark() {
  document.querySelectorAll(".row.here").forEach((row) => row.classList.remove("here"));
  document.getElementById(place())?.classList.add("here");
}
mark();
addEventListener("hashchange", mark);

// The contents are one file for all pages of a book; a page has only the letters of its own law.
const toc = document.querySelector(".toc[data-contents]");
if (toc) fetch(toc.dataset.contents).then((answer) => answer.text()).then((html) => {
  const book = new DOMParser().parseFromString(html, "text/html").querySelector(".toc .book");
  const file = decodeURIComponent(location.pathname).split("/").pop();
  const line = [...book.querySelectorAll("a")].find((a) => decodeURIComponent(a.getAttribute("href")) === file)?.parentElement;
  const own = toc.querySelector("li[aria-current]");
  if (own && line) line.replaceWith(own);
  const here = own || line;
  here?.setAttribute("aria-current", "true");
  if (here?.closest("details")) here.closest("details").open = true;
  toc.replaceChildren(book);
  if (here && toc.clientHeight) toc.scrollTop = here.offsetTop - toc.clientHeight / 3;
}).catch(() => {});

// Numbers and words are looked up on the device; what that takes is read when the box is first used.
const box = document.querySelector(".jump input");
document.body.classList.add("finds");
let finder;
const open = () => (finder ||= import("./find.js").then((find) => find.open(root)));
async function found(typed) {
  const { answer } = await open();
  for await (const pop of answer(typed)) if (box.value.trim() === typed) showHead(typed, pop);
}
box.addEventListener("focus", open);
document.addEventListener("submit", (event) => {
  if (!event.target.matches(".jump")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const typed = box.value.trim();
  if (typed) found(typed).then(() => document.querySelector(".jump .pop a")?.click());
}, true);

// The previews of links are kept once for all pages.
fetch(new URL("assets/previews.json", root)).then((answer) => answer.json()).then((previews) => {
  for (const link of document.querySelectorAll("[data-of]")) [link.dataset.lang, link.dataset.head, link.dataset.tip] = previews[link.dataset.of];
}).catch(() => {});

if ("serviceWorker" in navigator && location.protocol !== "file:") {
  navigator.serviceWorker.register(new URL("worker.js", root), { scope: root.pathname });
}
