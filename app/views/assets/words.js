// Which laws a question in words is about. Stems and parts of compounds were worked out when the site was made
// (app/publish/word_tables.py): a word is looked up, one that is not known is a known one misspelt, joined or bent.

import MiniSearch from "./vendor/minisearch.js";

const FOLDS = { æ: "a", ä: "a", å: "a", ø: "o", ö: "o", "’": "'", ð: "d", ß: "ss", "♠": "spar", "♥": "hjerter", "♦": "ruder", "♣": "klor" };
const LINKS = ["", "s", "e", "es"];
const [LEAST_BEGINNING, LEAST_PART, SHORTEST_MISSPELT, SHORTEST_COMPOUND] = [5, 4, 5, 7];
const BOOST = { h: 2, t: 1, p: 2, r: 1.5, c: 1.5 };
const SMALL = 0.25; // what "uden", "før" and the like count beside words that tell something
const [LINES, LINE_DECAY] = [3, 0.4]; // so many lines of a law count, each less than the one before
const MOST_LINES = 200;

const options = { tokenize: (text) => text.split(" "), processTerm: (token) => token || null };

// One spelling for all keyboards, as index/search/analyzer.py has it.
export const fold = (word) => [...word.normalize("NFC").toLowerCase()].map((c) => FOLDS[c] ?? c).join("")
  .normalize("NFKD").replace(/\p{M}/gu, "").replace(/a[ae]|oe/g, (both) => both[0]);

export class WordFinder {
  constructor(tables) {
    this.laws = tables.laws;
    this.small = new Set(tables.small);
    const spell = (numbers) => numbers.map((n) => tables.tokens[n]);
    this.words = new Map([...Object.entries(tables.words).map(([word, tokens]) => [word, spell(tokens)]), ...spell(summed(tables.same)).map((word) => [word, [word]])]);
    this.whole = new MiniSearch({ fields: Object.keys(BOOST), ...options });
    this.lines = new MiniSearch({ fields: ["line"], storeFields: ["law"], ...options });
    const own = tables.laws.map(() => ({ p: [], r: [], c: [] }));
    for (const [kind, lines] of Object.entries(tables.lines)) for (const [laws, tokens] of lines) for (const id of summed(laws)) own[id][kind].push(tokens);
    let line = 0;
    tables.laws.forEach((law, id) => {
      const fields = { h: spell(unpacked(law.h)), t: spell(unpacked(law.t)) };
      for (const kind of ["p", "r", "c"]) {
        fields[kind] = own[id][kind].flatMap(spell);
        this.lines.addAll(own[id][kind].map((tokens) => ({ id: line++, law: id, line: spell(tokens).join(" ") })));
      }
      this.whole.add({ id, ...Object.fromEntries(Object.entries(fields).map(([name, tokens]) => [name, tokens.join(" ")])) });
    });
  }

  // The laws that answer best, best first: what all words of a law have in common with the question, and its likest lines.
  find(text) {
    const low = new Set();
    const tokens = new Set();
    for (const [typed] of text.matchAll(/[\p{L}\p{N}]+(?:[’'](?=\p{L})[\p{L}\p{N}]+)?|[♠♥♦♣]/gu)) {
      const word = fold(typed.split(/[’']/)[0]);
      for (const token of this.tokens(word)) { tokens.add(token); if (this.small.has(word)) low.add(token); }
    }
    if (!tokens.size) return [];
    const query = [...tokens].join(" ");
    const boostTerm = (token) => (low.has(token) ? SMALL : 1);
    const scores = new Map();
    const wholes = this.whole.search(query, { boost: BOOST, boostTerm });
    for (const one of wholes) scores.set(one.id, (one.score / wholes[0].score) * Math.sqrt(one.queryTerms.length / tokens.size));
    const lines = this.lines.search(query, { boostTerm }).slice(0, MOST_LINES);
    const counted = new Map();
    for (const one of lines) {
      const before = counted.get(one.law) || 0;
      counted.set(one.law, before + 1);
      if (before < LINES) scores.set(one.law, (scores.get(one.law) || 0) + (one.score / lines[0].score) * LINE_DECAY ** before);
    }
    return [...scores].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([id]) => this.laws[id]);
  }

  tokens(word) {
    if (this.words.has(word)) return this.words.get(word);
    const found = word.length >= SHORTEST_MISSPELT ? [...this.words.keys()].filter((known) => known.length >= LEAST_PART && isOneOff(word, known)) : [];
    if (word.length >= SHORTEST_COMPOUND) found.push(...this.split(word));
    return unique((found.length ? found : this.begun(word)).flatMap((known) => this.words.get(known)));
  }

  split(word) {
    for (let at = word.length - 3; at > 2; at--) {
      const rest = word.slice(at);
      const link = this.words.has(rest) ? LINKS.find((end) => word.slice(0, at).endsWith(end) && at - end.length >= LEAST_PART && this.words.has(word.slice(0, at - end.length))) : undefined;
      if (link !== undefined) return [word.slice(0, at - link.length), rest];
    }
    return [];
  }

  // Known words that begin as an unknown one does, for as many letters as any.
  begun(word) {
    for (let at = word.length - 1; at >= LEAST_BEGINNING; at--) {
      const found = [...this.words.keys()].filter((known) => known.startsWith(word.slice(0, at)));
      if (found.length) return found.slice(0, 4);
    }
    return [];
  }
}

const unique = (all) => [...new Set(all)];

// Ascending numbers, each written as the difference to the one before.
function summed(steps) {
  let sum = 0;
  return steps.map((step) => (sum += step));
}

function unpacked(bag) {
  const out = [];
  for (let n = 0, token = 0; n < bag.length; n += 2) {
    token += bag[n];
    for (let count = bag[n + 1]; count; count--) out.push(token);
  }
  return out;
}

// One letter more, less, other, or two neighbours changed about.
function isOneOff(one, two) {
  if (Math.abs(one.length - two.length) > 1) return false;
  let [start, a, b] = [0, one.length - 1, two.length - 1];
  while (start < one.length && start < two.length && one[start] === two[start]) start++;
  while (a >= start && b >= start && one[a] === two[b]) { a--; b--; }
  const swapped = a - start === 1 && b - start === 1 && one[start] === two[b] && one[a] === two[start];
  return (a <= start && b <= start) || swapped;
}
