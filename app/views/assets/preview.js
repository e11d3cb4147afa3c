// What a place says, from the page that has it: for the card beside a link and the list under the box.

import { texts } from "./frame.js";
import { printed } from "./ids.js";

const LONGEST = 180;
const pages = new Map();

const pageOf = (file) => {
  if (!pages.has(file)) pages.set(file, fetch(file).then((answer) => answer.text()).then((html) => new DOMParser().parseFromString(html, "text/html")).catch(() => null));
  return pages.get(file);
};

// Language, head and first words of the place to which a link leads; null where it leads to no row of a page.
export async function preview(href) {
  const url = new URL(href, location.href);
  const page = await pageOf(url.origin + url.pathname);
  const key = decodeURIComponent(url.pathname).split("/").at(-2);
  const anchor = decodeURIComponent(url.hash.slice(1));
  const row = anchor ? page?.getElementById(anchor) : page?.querySelector(".row.law");
  const piece = row && pieceOf(row, key);
  if (!piece) return null;
  const head = [citeOf(piece).split(", ").at(-1), nameOf(page, `[data-key="${key}"]`), ...headings(row, key)];
  return { lang: piece.closest("[lang]").lang, head: head.filter(Boolean).join(" · "), tip: firstWords(row, key) };
}

// The name of a text as the head of its column has it, without its standing.
export function nameOf(page, column) {
  const who = page.querySelector(`.row.head .who${column}`)?.cloneNode(true);
  who?.querySelector(".tag")?.remove();
  return who?.textContent.trim() || "";
}

// What a piece of text is cited as; the pages have its number alone.
export function citeOf(piece) {
  const { title, law, before } = texts[piece.closest(".cell").dataset.key];
  return piece.dataset.cite || `${title}, ${before}${printed(piece.dataset.place, law)}`;
}

const pieceOf = (row, key) => row.querySelector(`.cell[data-key="${key}"] .piece`);
const level = (row) => Number(/\bl(\d)\b/.exec(row.className)?.[1] || 0);
const line = (element) => element.textContent.replace(/\s+/g, " ").trim();

// The headings from the law down to the row.
function headings(row, key) {
  const found = [];
  for (let at = row, below = Infinity; at && below > 1; at = at.previousElementSibling) {
    if (!level(at) || level(at) >= below) continue;
    below = level(at);
    const heading = pieceOf(at, key)?.querySelector("h1, .h1, h2, h3");
    if (heading) found.unshift(line(heading));
  }
  return found;
}

// The words of the row, and while there is room those of its parts.
function firstWords(row, key) {
  let words = "";
  for (let at = row; at && words.length < LONGEST && (at === row || level(at) > level(row)); at = at.nextElementSibling) {
    const piece = pieceOf(at, key)?.cloneNode(true);
    piece?.querySelectorAll(".aside, .note, .nm, .bio, .was, .said, h1, .h1, h2, h3").forEach((extra) => extra.remove());
    words = `${words} ${piece ? line(piece) : ""}`.trim();
  }
  return words.length > LONGEST ? `${words.slice(0, LONGEST).replace(/\s\S*$/, "")} …` : words;
}
