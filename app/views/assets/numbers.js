// What a typed citation leads to, as index/search/citation_lookup.py reads it: same patterns, same tables, one file of
// cases (tests/data/citations_typed.tsv) that both are tested with.

import { partsOf, printed } from "./ids.js";

const [LONGEST, WIDEST, NEAREST, SLIP] = [80, 100, 6, 100];
const ROMANS = "i ii iii iv v vi vii viii ix x xi xii".split(" ");
const PUNCTUATION = " .?!:;,";
const BETWEEN = " \t\n([,;:/";

const unique = (all) => [...new Set(all)];
const rstrip = (text, chars) => { let n = text.length; while (n && chars.includes(text[n - 1])) n--; return text.slice(0, n); };
const strip = (text, chars) => { let n = 0; const t = rstrip(text, chars); while (n < t.length && chars.includes(t[n])) n++; return t.slice(n); };
const spaced = (text) => text.split(/\s+/).filter(Boolean).join(" ");
const isDigits = (text) => /^\d+$/.test(text);

export class NumberReader {
  constructor(tables) {
    this.t = tables;
    this.whole = {}; this.start = {}; this.any = {};
    for (const [name, [source, flags]] of Object.entries(tables.patterns)) {
      this.whole[name] = new RegExp(`^(?:${source})$`, flags);
      this.start[name] = new RegExp(`^(?:${source})`, flags);
      this.any[name] = new RegExp(source, flags + "g");
    }
    this.texts = new Map(tables.texts.map((text) => [text.key, { ...text, held: new Set(text.ids) }]));
    this.rules = new Map();
    for (const text of this.texts.values()) text.ids.forEach((id, n) => this.rulesAt(text, n, id).forEach((rule) => {
      if (!this.rules.has(rule)) this.rules.set(rule, new Map());
      const places = this.rules.get(rule);
      places.set(text.key, [...(places.get(text.key) || []), id]);
    }));
    this.current = new Set([...this.texts.values()].filter((text) => this.isTextOf(text, tables.current)).flatMap((text) => text.ids));
  }

  rulesAt(text, n, id) { return text.rules[n] || [`${text.work}:${id}`]; }
  rulesOf(key, id) { const text = this.texts.get(key); return this.rulesAt(text, text.ids.indexOf(id), id); }
  isTextOf(text, edition) { return text.work === this.t.work && text.edition === edition; }

  // What was typed, with the texts that "in:nb-1997" limits it to.
  answer(typed) {
    const named = [...typed.matchAll(/(?<!\S)in:(\S+)/gi)].map((match) => match[1].toLowerCase()).filter((key) => this.texts.has(key));
    if (!named.length) return this.lookUp(typed, [...this.texts.keys()], this.t.reader);
    return this.lookUp(typed.replace(/(?<!\S)in:\S+/gi, " ").trim(), named, this.t.reader);
  }

  // Every key of what is held, or those in `allowed`; null when it is no citation. Of the laws in force the text in the
  // language of the reader comes first, where there is one and the words typed are of no other language.
  lookUp(text, allowed = [...this.texts.keys()], reader = "") {
    text = text.replace(this.any.bracketed, "$1");
    allowed = this.ledBy(reader, allowed);
    const regulation = this.ofRegulations(text, allowed);
    if (regulation) return regulation;
    let [written, named] = this.addressed(text);
    if (named.length) allowed = named;
    const [mention, behind] = this.mention(written);
    if (mention) {
      const answer = this.ofEdition(mention, allowed);
      if (answer) return { ...answer, rest: `${answer.rest} ${behind}`.trim() };
      const dated = allowed.filter((key) => this.texts.get(key).edition === mention.year);
      if (dated.length) [written, allowed] = [mention.rest, dated];
    }
    return this.withFates(this.plain(written, allowed), allowed, named);
  }

  addressed(text) {
    let match = this.whole.address.exec(text);
    if (match && this.texts.has(match.groups.key.toLowerCase())) return [match.groups.rest, [match.groups.key.toLowerCase()]];
    for (const form of ["named", "namedBehind"]) {
      const said = this.whole[form].exec(text)?.groups;
      const own = said ? [...this.texts.values()].filter((one) => one.names.includes(said.name.toLowerCase())).map((one) => one.key) : [];
      if (own.length) return [said.rest + (said.year ?? ""), own];
    }
    return [text, []];
  }

  ofRegulations(text, allowed) {
    const { name, rest } = this.whole.named.exec(text)?.groups ?? {};
    const named = allowed.filter((key) => name && this.texts.get(key).work === name.toLowerCase() && name.toLowerCase() !== this.t.work);
    for (const form of named.length ? [rest, `x${rest.replace(/^[§ ]+/, "")}`] : []) {
      const found = this.plain(form, named);
      if (found?.cited.length) return found;
    }
    return null;
  }

  mention(text) {
    const whole = this.readEdition(text);
    if (whole) return [whole, ""];
    for (const year of text.matchAll(this.any.year)) {
      const end = year.index + year[0].length;
      const found = this.readEdition(text.slice(0, end));
      if (found) return [found, text.slice(end).trim()];
    }
    return [null, ""];
  }

  readEdition(text) {
    for (const form of ["editionFirst", "editionLast"]) {
      const match = this.whole[form].exec(text)?.groups;
      if (!match) continue;
      const rest = form === "editionFirst" ? match.rest : this.withoutLinks(match.rest);
      if (!/\d/.test(rest)) continue;
      if (match.year) return { edition: this.ofYear(match.year), rest, year: match.year };
      const [y, m, d] = match.iso ? match.iso.split("-") : [match.of, match.month, match.day];
      const day = `${y}-${m.padStart(2, "0")}-${d.padStart(2, "0")}`;
      const date = new Date(`${day}T00:00:00Z`);
      if (!Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)) return { edition: this.inForce(day, day), rest, year: String(Number(y)) };
    }
    return null;
  }

  ofYear(year) {
    if (this.t.editions.some((one) => one.edition === year)) return year;
    return this.inForce(`${year}-01-01`, `${year}-12-31`);
  }

  inForce(first, last) {
    return this.t.editions.find((one) => one.from <= first && (!one.to || last <= one.to))?.edition || "";
  }

  withoutLinks(text) {
    if (/[([]$/.test(text)) return rstrip(text, BETWEEN);
    const taken = [];
    for (let match; (match = new RegExp(this.any.editionLink.source, this.any.editionLink.flags.replace("g", "")).exec(text));) {
      const word = match.groups.word.toLowerCase();
      if (!this.joins(word, taken)) break;
      taken.push(word);
      text = text.slice(0, match.index);
    }
    return rstrip(text, BETWEEN);
  }

  joins(word, taken) {
    const together = taken.length ? [word, taken.at(-1)] : null;
    const languages = this.t.joining.filter(({ links }) => [word, ...taken].every((one) => links.includes(one)));
    return !taken.includes(word) && languages.some(({ prepositions }) => !together?.every((one) => prepositions.includes(one)));
  }

  plain(written, allowed) {
    const normal = this.normalised(written);
    let found = this.read(normal, allowed);
    if (!found || (found.rest && normal !== written)) found = this.read(written, allowed);
    else if (!found.cited.length) { const listed = this.read(written, allowed); if (listed?.cited.length) found = listed; }
    const inside = found ? null : this.embedded(written);
    if (inside) { found = this.read(inside[0], allowed); found = found?.cited.length ? { ...found, rest: inside[1] } : null; }
    if (allowed.length === 1 && !found?.cited.length) return this.byMisprint(normal, allowed[0]) || found;
    return found;
  }

  withFates(found, allowed, named) {
    const entry = found?.cited.length ? this.texts.get(found.expression) : null;
    const older = Boolean(entry) && entry.work === this.t.work && entry.edition !== this.t.current;
    if (!found || !(found.missing.length || older)) return found;
    if (older && (named.length || allowed.length === 1)) return { ...found, fates: found.cited.map((id) => this.fate(entry.edition, id)) };
    const numbers = found.missing.length ? found.missing : found.cited;
    const fates = numbers.map((number) => this.last(number)).filter(Boolean);
    if (older && unique(fates.map((fate) => fate.edition)).join() === entry.edition) return { ...found, fates };
    if (!fates.length || (found.missing.length && (found.cited.length || fates.length < numbers.length))) return fates.length ? { ...found, fates } : found;
    return this.carried(fates, allowed, found.rest);
  }

  // The tables have every number that is known; of others the nearest one above them tells what holds for its parts.
  entry(table, number) {
    if (number in table.own) return table.own[number];
    for (let parts = partsOf(number).slice(0, -1); parts.length; parts = parts.slice(0, -1)) {
      const above = joined(parts);
      if (above in table.own || above in table.below) return table.below[above] ?? table.other;
    }
    return table.other;
  }

  fate(edition, number) {
    const table = this.t.fates[edition];
    const [fate, today, doubt, sentence] = table ? this.entry(table, number) : ["unknown", [], null, this.t.unknown[Number(this.current.has(number))].replaceAll("{edition}", edition)];
    return { number, edition, fate, today, doubt, sentence: sentence.replaceAll("{n}", this.printed(number, this.texts.get(this.t.columns[0]).language)) };
  }

  // The citation form of a language.
  printed(id, language) {
    return printed(id, this.t.lawWords[language]);
  }

  had(edition, number) { const table = this.t.fates[edition]; return Boolean(table && this.entry(table, number)[4]); }

  last(number) {
    const edition = this.entry(this.t.last, number);
    return edition ? this.fate(edition, number) : null;
  }

  byMisprint(text, key) {
    const { misprints, held, ids } = this.texts.get(key);
    const more = Object.keys(misprints);
    const citation = this.readQuery(text, { held: new Set([...held, ...more]), ids: [...ids, ...more] });
    if (!citation || !citation.ids.some((id) => id in misprints)) return null;
    return this.found(key, { ...citation, ids: citation.ids.map((id) => misprints[id] ?? id) }, [key]);
  }

  read(text, allowed) {
    const keys = this.order(text, allowed);
    const plain = this.readQuery(text);
    const whole = plain && keys.find((key) => this.hasAll(key, plain));
    if (whole) return this.found(whole, plain, keys);
    const readings = keys.map((key) => [key, this.readQuery(text, this.texts.get(key))]).filter(([, read]) => read);
    if (!readings.length) return null;
    const [key, best] = readings.reduce((a, b) => (compared(completeness(b[1]), completeness(a[1])) > 0 ? b : a));
    return best.ids.length ? this.found(key, best, keys) : this.nearest(key, best);
  }

  hasAll(key, citation) { return citation.ids.length > 0 && citation.ids.every((id) => this.texts.get(key).held.has(id)); }

  found(key, citation, keys) {
    const others = citation.ids.flatMap((id) => this.rulesOf(key, id).flatMap((rule) =>
      keys.filter((other) => other !== key).flatMap((other) => (this.rules.get(rule)?.get(other) || []).map((place) => `${other} ${place}`))));
    const places = unique([...citation.ids.map((id) => `${key} ${id}`), ...others]).map((place) => place.split(" "));
    return { cited: citation.ids, expression: key, places, missing: citation.missing.map((one) => one.number), suggestions: [], rest: citation.rest, fates: [], lacks: citation.missing };
  }

  nearest(key, citation) {
    const first = citation.missing[0];
    const own = sortKey(first.number);
    const near = first.known ? [...first.has].sort((a, b) => distance(sortKey(a), own) - distance(sortKey(b), own) || compared(sortKey(a), sortKey(b))) : [];
    return { cited: [], expression: key, places: first.known ? [[key, first.known]] : [], missing: citation.missing.map((one) => one.number), suggestions: near.slice(0, NEAREST), rest: "", fates: [], lacks: citation.missing };
  }

  ofEdition(mention, allowed) {
    const year = mention.edition || mention.year;
    let citation = this.citationOf(year, mention.rest);
    const inside = citation ? null : this.embedded(mention.rest);
    if (inside) { citation = this.citationOf(year, inside[0]); if (citation) citation = { ...citation, rest: inside[1] }; }
    if (!citation || !citation.ids.every((id) => this.t.laws.includes(partsOf(id)[0]))) return null;
    const own = allowed.filter((key) => this.isTextOf(this.texts.get(key), year));
    if (!own.some((key) => this.hasAll(key, citation))) for (const key of own) {
      const misprinted = this.byMisprint(this.normalised(mention.rest), key);
      if (misprinted) return { ...misprinted, fates: misprinted.cited.map((id) => this.fate(year, id)) };
    }
    const fates = citation.ids.map((id) => this.fate(year, id));
    const nowhere = fates.filter((fate) => fate.fate === "unknown" && !Object.keys(this.t.fates).some((edition) => this.had(edition, fate.number)));
    if (nowhere.length && mention.edition) return { cited: [], expression: allowed[0], places: [], missing: nowhere.map((fate) => fate.number), suggestions: [], rest: citation.rest, fates: [], lacks: [] };
    const held = own.find((key) => this.hasAll(key, citation));
    if (held) return { ...this.found(held, citation, own), fates };
    return this.carried(fates, allowed, citation.rest);
  }

  carried(fates, allowed, rest) {
    const rules = unique(fates.flatMap((fate) => fate.today.map((id) => `${this.t.work}:${id}`))).filter((rule) => this.rules.has(rule));
    const places = unique(allowed.flatMap((key) => rules.flatMap((rule) => (this.rules.get(rule).get(key) || []).map((id) => `${key} ${id}`)))).map((place) => place.split(" "));
    const first = places[0]?.[0] ?? allowed[0];
    return { cited: places.filter(([key]) => key === first).map(([, id]) => id), expression: first, places, missing: [], suggestions: [], rest, fates, lacks: [] };
  }

  citationOf(year, text) {
    const known = this.t.listed[year] || [];
    const normal = this.normalised(text);
    for (const form of [normal, text]) {
      const citation = this.readQuery(form, { held: new Set(known), ids: known });
      if (citation?.ids.length && !citation.missing.length) return citation;
    }
    return this.readQuery(normal);
  }

  // The site's order, but of the laws in force those in the reader's language first.
  ledBy(reader, allowed) {
    const later = (key) => Number(!(this.isTextOf(this.texts.get(key), this.t.current) && this.texts.get(key).language === reader));
    return [...this.texts.keys()].filter((key) => allowed.includes(key)).sort((a, b) => later(a) - later(b));
  }

  order(text, allowed) {
    const word = this.start.firstWord.exec(text)?.groups.word.toLowerCase();
    if (!word) return allowed;
    const later = (key) => Number(this.texts.get(key).edition !== this.t.current || !this.texts.get(key).signs.includes(word));
    return [...allowed].sort((a, b) => later(a) - later(b));
  }

  normalised(text) {
    if (text.length > LONGEST) return text;
    text = this.inFigures(text);
    if (!/\d/.test(text)) return text;
    const bare = text.replace(this.any.level, " ").replace(this.any.spaced, "x");
    const prefixed = this.whole.prefixed.exec(bare)?.groups;
    if (!prefixed) return this.withoutGaps(bare);
    // A group that is repeated forgets here what it held before, unlike in Python: "lov nr. 16C".
    const sign = prefixed.before.match(this.any.prefixSign)?.at(-1) ?? "§";
    return `${sign} ${this.withoutGaps(prefixed.rest.replace(/^[§ ]+/, ""))}`;
  }

  inFigures(text) {
    const match = this.whole.inWords.exec(text)?.groups;
    const word = match?.word.toLowerCase();
    const number = match && Object.hasOwn(this.t.numerals, word) && this.t.numerals[word];
    return number ? `${match.sign} ${number}${match.rest}` : text;
  }

  withoutGaps(text) {
    const match = this.whole.scattered.exec(strip(text, PUNCTUATION))?.groups;
    return match ? ["law", "letter", "number", "point", "roman"].map((name) => match[name] || "").join("") : text;
  }

  embedded(text) {
    if (text.length > LONGEST) return null;
    const [match] = text.matchAll(this.any.embedded);
    return match ? [match[0], spaced(text.slice(0, match.index) + text.slice(match.index + match[0].length))] : null;
  }

  // As parser/citations/query.py: `inventory` has what exists, without it nothing is checked.
  readQuery(text, inventory = null) {
    text = spaced(text);
    if (text.length > LONGEST || this.isShares(text)) return null;
    const held = inventory?.ids.length ? inventory : null;
    const whole = this.members(rstrip(text, PUNCTUATION), held) || this.members(rstrip(text.replace(this.any.gloss, ""), PUNCTUATION), held);
    if (whole) return whole;
    const leading = this.whole.leading.exec(text)?.groups;
    if (!leading || !(leading.sign || /\d[^\p{L}\p{N}_]*[a-z]/iu.test(leading.cited))) return null;
    const cited = this.members(leading.cited.trim(), held);
    return !cited || cited.missing.length ? null : { ...cited, rest: leading.rest };
  }

  // A score shared out in per cent, "60/40", is no list of laws.
  isShares(text) {
    const shares = this.whole.shares.exec(text)?.groups;
    return Boolean(shares) && Number(shares.one) + Number(shares.other) === 100;
  }

  members(text, inventory) {
    const [ids, missing] = [[], []];
    for (const member of text.split(this.any.split)) {
      const places = this.member(member, ids.at(-1) ?? missing.at(-1)?.number ?? null, inventory);
      if (!places) return null;
      for (const place of places) {
        if (inventory && !inventory.held.has(place)) missing.push(missingFrom(place, inventory));
        else if (!ids.includes(place)) ids.push(place);
      }
    }
    return { ids, missing, rest: "" };
  }

  member(text, before, inventory) {
    const whole = this.place(text, before);
    if (whole) return [whole];
    const ends = text.split(this.any.range);
    if (ends.length !== 2) return null;
    const first = this.place(ends[0], before);
    const last = first && this.end(ends[1], first);
    if (!first || !last || partsOf(first).length !== partsOf(last).length || compared(sortKey(first), sortKey(last)) >= 0) return null;
    const between = this.between(first, last, inventory);
    return between.length ? between : null;
  }

  place(text, before) {
    const bare = text.replace(this.start.sign, "");
    if (this.whole.place.test(bare)) return this.parsed(bare);
    const part = this.whole.part.exec(bare.trim());
    if (!part || !before || partsOf(before).length < 2) return null;
    const labels = part.slice(1).filter(Boolean);
    const parts = partsOf(before);
    const lower = (all) => all.map((label) => label.toLowerCase());
    if (bare.trim().startsWith("(") && parts.length >= 4) return this.valid([...parts.slice(0, 3), ...lower(labels)]);
    return this.valid([parts[0], labels[0].toUpperCase(), ...lower(labels.slice(1))]);
  }

  end(text, first) {
    const label = strip(text, " ()");
    const parts = partsOf(first);
    if (parts.length > 1 && /^(?:\d{1,2}|[A-Za-z])$/.test(label) && isDigits(label) === isDigits(parts.at(-1))) {
      return this.valid([...parts.slice(0, -1), parts.length === 2 ? label.toUpperCase() : label.toLowerCase()]);
    }
    return this.place(text, null);
  }

  between(first, last, inventory) {
    const depth = partsOf(first).length;
    const inside = (id) => partsOf(id).length === depth && compared(sortKey(first), sortKey(id)) <= 0 && compared(sortKey(id), sortKey(last)) <= 0;
    const held = (inventory?.ids || []).filter(inside).sort((a, b) => compared(sortKey(a), sortKey(b)));
    if (held.length) return held;
    const [above, start, stop] = [partsOf(first).slice(0, -1), partsOf(first).at(-1), partsOf(last).at(-1)];
    if (joined(above) !== joined(partsOf(last).slice(0, -1))) return [];
    const labels = [];
    if (isDigits(start) && isDigits(stop) && stop - start < WIDEST) for (let n = Number(start); n <= stop; n++) labels.push(String(n));
    else if (start.length === 1 && stop.length === 1) for (let n = start.charCodeAt(0); n <= stop.charCodeAt(0); n++) labels.push(String.fromCharCode(n));
    return labels.map((label) => joined([...above, label]));
  }

  parsed(text) {
    const dotted = text.replace(this.start.idPrefix, "").trim().replace(/(?<=\d)[\s.()]+(?=\d)/g, ".");
    const head = this.start.lawHead.exec(dotted)?.[0];
    if (!head) return null;
    const law = head.toUpperCase().replace("X0", "X").replace(/^0+/, "");
    const rest = dotted.slice(head.length).replaceAll(".", "\0").replace(this.any.separators, "").replaceAll("\0", ".").replace(/(?<!\d)\.|\.(?!\d)/g, "");
    return this.id(law + rest.slice(0, 1).toUpperCase() + rest.slice(1).toLowerCase());
  }

  id(text) {
    const match = this.whole.id.exec(text);
    return match && (!match.groups.roman || ROMANS.includes(match.groups.roman)) ? text : null;
  }

  valid(parts) { return this.id(joined(parts)); }
}

function joined(parts) {
  return parts.reduce((out, part) => (/\d$/.test(out) && /^\d/.test(part) ? `${out}.${part}` : out + part), "");
}

function sortKey(id) {
  return partsOf(id).map((part, depth) => {
    if (depth === 0) return part.startsWith("X") ? [0, Number(part.slice(1))] : [1, Number(part)];
    if (isDigits(part)) return [1, Number(part)];
    return [2, depth === 4 && ROMANS.includes(part) ? ROMANS.indexOf(part) + 1 : part.charCodeAt(0)];
  });
}

function compared(a, b) {
  for (let n = 0; n < Math.min(a.length, b.length); n++) {
    const difference = Array.isArray(a[n]) ? compared(a[n], b[n]) : a[n] - b[n];
    if (difference) return difference;
  }
  return a.length - b.length;
}

function missingFrom(number, inventory) {
  const parts = partsOf(number);
  const above = parts.slice(0, -1).map((_, n) => joined(parts.slice(0, parts.length - 1 - n)));
  const known = above.find((id) => inventory.held.has(id)) || null;
  const depth = known ? partsOf(known).length : 0;
  const under = (id) => { const own = partsOf(id); return own.length === depth + 1 && (!known || joined(own.slice(0, depth)) === known); };
  const has = inventory.ids.filter((id) => under(id) && (known || id.startsWith("X") === number.startsWith("X")));
  return { number, known, has: has.sort((a, b) => compared(sortKey(a), sortKey(b))) };
}

function completeness(citation) {
  const depth = Math.max(0, ...citation.missing.map((one) => (one.known ? partsOf(one.known).length : 0)));
  const far = citation.missing.flatMap(({ number, known, has }) => (known ? [] : has.map((place) => distance(sortKey(place), sortKey(number)))));
  return [Number(citation.ids.length > 0 && !citation.missing.length), citation.ids.length, depth, -Math.min(...far, SLIP)];
}

function distance(one, two) {
  for (let n = 0; n < Math.min(one.length, two.length); n++) {
    if (one[n][0] !== two[n][0] || one[n][1] !== two[n][1]) return Math.abs(one[n][1] - two[n][1]) + 1000 * Number(one[n][0] !== two[n][0]);
  }
  return 0;
}
