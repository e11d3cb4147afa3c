// The box of the static site: a number as the tables of numbers have it, anything else as words. Nothing leaves the device.

import { partsOf } from "./ids.js";
import { NumberReader } from "./numbers.js";
import { preview } from "./preview.js";

const SHOWN = 5;
const idOf = (place) => `p-${place.replace(/[^\p{L}\p{N}.-]/gu, "_")}`;

export async function open(root) {
  const table = (name) => fetch(new URL(`assets/${name}.json`, root)).then((answer) => answer.json());
  const tables = await table("numbers");
  const reader = new NumberReader(tables);
  const texts = new Map(tables.texts.map((text) => [text.key, text]));
  let words;
  const finder = () => (words ||= Promise.all([import("./words.js"), table("words")]).then(([module, all]) => new module.WordFinder(all)));

  // What the list under the box shows, as HTML: first what is known at once, then the same with the words of the text.
  async function* answer(typed) {
    if (!typed) return;
    const cited = reader.answer(typed);
    const list = document.createElement("div");
    const message = cited ? messageOf(cited) : "";
    if (message) list.append(element("p", { className: "say heard" }, message));
    const links = cited ? [...placesOf(cited), ...nearestTo(cited)].map(([key, id]) => numberLink(key, id)) : [];
    list.append(...links);
    if (links.length) yield list.innerHTML;
    const rest = cited ? cited.rest : typed;
    if (rest && links.length < SHOWN) {
      const laws = (await finder()).find(rest).slice(0, SHOWN - links.length);
      list.append(...laws.map(lawLink));
      if (!links.length && !laws.length) list.append(element("p", { className: "say heard" }, filled("no_hits", { query: typed })));
      else if (!cited) list.append(element("p", { className: "sr heard" }, filled("suggested", { count: laws.length })));
      yield list.innerHTML;
    } else if (!links.length) yield list.innerHTML;
    if (!links.length) return;
    await Promise.all(links.map((link) => quote(link)));
    yield list.innerHTML;
  }

  // One place of each rule: in the text that was named or whose word for "law" was used, else in the reader's own.
  function placesOf(cited) {
    const places = cited.cited.length ? cited.places.filter(([key]) => key === cited.expression) : cited.places;
    return places.slice(0, SHOWN);
  }

  // For a number that no law has, the nearest law there is.
  function nearestTo(cited) {
    const far = (id, number) => Math.abs(lawOf(id) - lawOf(number));
    return cited.lacks.filter(({ known, has }) => !known && has.length).map(({ number, has }) => [cited.expression, has.reduce((a, b) => (far(b, number) < far(a, number) ? b : a))]);
  }

  function messageOf(cited) {
    const fates = cited.fates.map((fate) => fate.sentence);
    const held = cited.fates.every((fate) => tables.texts.some((text) => text.work === tables.work && text.edition === fate.edition));
    const missing = cited.lacks.map(({ number, known, has }) => {
      const language = texts.get(cited.expression).language;
      const near = has.length ? filled("no_place_near", { near: known ? printed(known, language) : texts.get(cited.expression).short, parts: runs(has) }) : "";
      return filled("no_place", { given: printed(number, language), text: texts.get(cited.expression).short, near }).trim();
    });
    return [...fates, ...(held ? [] : [tables.interface.date_not_held]), ...missing].join(" ");
  }

  const filled = (word, values) => tables.interface[word].replace(/\{(\w+)\}/g, (_, name) => values[name]);

  const printed = (id, language) => reader.printed(id, language);

  function numberLink(key, id) {
    const parts = partsOf(id);
    const link = option(`${key}/${parts[0]}.html${parts.length > 1 ? `#${idOf(id)}` : ""}`, key, id, "");
    link.className = "pin";
    return link;
  }

  const lawLink = (law) => option(law.file, law.text, law.id, law.heading);

  function option(file, key, id, heading) {
    const { language, short, standing } = texts.get(key);
    const link = element("a", { href: new URL(file, root).pathname + new URL(file, root).hash });
    // What is in force needs no word at every hit.
    const of = element("span", { className: "of" });
    of.append(short, ...(standing ? [" ", element("span", { className: "tag" }, standing)] : []));
    link.append(element("strong", { lang: language }, printed(id, language)), " · ", of, " ", element("span", { lang: language }, heading));
    return link;
  }

  // The first words of the cited place, from its page.
  async function quote(link) {
    const found = await preview(link.href);
    if (found?.tip) link.append(element("span", { className: "t", lang: found.lang }, found.tip));
  }

  return { answer };
}

const lawOf = (id) => Number(partsOf(id)[0].replace("X", ""));

function element(name, properties, text) {
  return Object.assign(document.createElement(name), properties, text ? { textContent: text } : {});
}

// "A–D", "1–93, 201–206": the labels of what exists, those that follow each other as one.
function runs(ids) {
  const out = [];
  for (const label of ids.map((id) => partsOf(id).at(-1))) {
    const last = out.at(-1)?.[1];
    const follows = last && (/^\d+$/.test(last) ? Number(label) === Number(last) + 1 : label.length === 1 && last.length === 1 && label.charCodeAt(0) === last.charCodeAt(0) + 1);
    if (follows) out.at(-1)[1] = label; else out.push([label, label]);
  }
  return out.map(([first, last]) => (first === last ? first : `${first}–${last}`)).join(", ");
}
