// The pages of one's own library: add a text, decide about its outline, review a table or differences.
// All words come from Python; what is text goes into the page as text. A decision shows the next row at once and is saved behind it.

let W = {}, D = {}, root = null, keys = null, poll = 0;

export default function ({ data: [data], parentElement }) {
  root = parentElement.querySelector(":scope > .workshop") || parentElement.appendChild(h("div", { class: "workshop" }));
  const shown = JSON.stringify(data);
  if (root.shown === shown) return;
  root.shown = shown;
  D = data;
  W = data.words;
  keys = null;
  poll += 1;
  root.lang = data.ui;
  if (!window.workshopKeys) {
    // Before the document's own listeners: Streamlit has keys of its own.
    window.workshopKeys = (e) => onKey(e);
    window.addEventListener("keydown", (e) => window.workshopKeys(e), true);
  }
  window.workshopKeys = (e) => onKey(e);
  const [one, all] = data.view === "library" ? [outlinePage, libraryPage] : [reviewPage, tablesPage];
  guarded(data.opened.text || data.opened.table ? one : all);
}

// ---- small helpers

function h(name, props = {}, ...kids) {
  const e = document.createElement(name);
  for (const [key, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) e.addEventListener(key.slice(2), value);
    else if (key === "html") e.innerHTML = value; // escaped in Python
    else if (key in e && typeof value !== "string") e[key] = value;
    else e.setAttribute(key, value === true ? "" : value);
  }
  e.append(...kids.flat(9).filter((kid) => kid !== null && kid !== undefined && kid !== false && kid !== ""));
  return e;
}

const put = (...kids) => root.replaceChildren(...kids.flat(9).filter(Boolean));
const say = (key, values = {}) => (W[key] ?? D.common[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
const link = (params, ...kids) => h("a", { href: "?" + new URLSearchParams({ view: D.view, ...params, ui: D.ui }) }, ...kids);
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

class Refused extends Error { constructor(words, status) { super(words); this.status = status; } }

async function ask(path, sent) {
  const at = `${D.at}${path}${path.includes("?") ? "&" : "?"}ui=${D.ui}`;
  let answer;
  try {
    answer = await fetch(at, sent === undefined ? {} : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(sent) });
  } catch { throw new Refused(say("own_no_server"), 0); }
  return read(answer.status, await answer.text());
}

function read(status, text) {
  let found = null;
  try { found = JSON.parse(text); } catch { /* not ours */ }
  if (!found || typeof found !== "object") throw new Refused(say("own_no_server"), status);
  if (found.refused && status !== 200) throw new Refused(found.refused, status);
  return found;
}

async function guarded(work) {
  try { await work(); } catch (error) { put(note(sentence(error.message), true), h("p", {}, link({}, say(D.view === "library" ? "own_to_list" : "rev_to_tables")))); }
}

// A reason that otherwise follows the name of a file.
const sentence = (words) => words.charAt(0).toUpperCase() + words.slice(1) + (/[.?!]$/.test(words) ? "" : ".");
const note = (words, bad) => h("p", { class: bad ? "notice bad" : "notice", role: bad ? "alert" : "status" }, words);
const button = (words, onclick, props = {}) => h("button", { type: "button", onclick, ...props }, words);
const keyed = (key, words, onclick, props = {}) => h("button", { type: "button", onclick, "aria-keyshortcuts": key, ...props }, h("kbd", {}, key), " ", words);
const field = (words, input, hint) => h("label", { class: "field" }, h("span", {}, words), input, hint ? h("small", {}, hint) : null);

function onKey(e) {
  if (!keys || !root.isConnected || e.ctrlKey || e.metaKey || e.altKey) return;
  if (e.target.closest?.("dialog, .jump")) return;
  const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(e.target.tagName);
  if (typing && e.key !== "Escape") return;
  if (e.key === "Enter" && e.target.closest?.("a, button, summary")) return;
  const act = keys[e.key.length === 1 ? e.key.toUpperCase() : e.key];
  if (!act) return;
  e.preventDefault();
  e.stopImmediatePropagation();
  act();
}

// ---- the list of texts, and the form that adds one

async function libraryPage() {
  const list = h("section", { "aria-live": "polite" });
  put(h("h2", {}, say("own_library")), h("p", { class: "lead" }, say("own_about")), list, help(), addForm());
  const found = await ask("/texts");
  list.replaceChildren(...textList(found));
}

function textList(found) {
  if (!found.texts.length) return [h("p", { class: "quiet" }, say("own_none"))];
  const rows = found.texts.map((one) => h("li", { class: `text ${one.state}` },
    h("div", {},
      one.state === "damaged" ? h("b", {}, one.title) : link({ text: one.key }, h("b", {}, one.title)), " ", h("code", {}, one.key), h("br"),
      h("span", { class: "state" }, say(`own_state_${one.state}`, { count: one.open, fault: one.fault })),
      one.work ? h("span", { class: "quiet" }, ` · ${D.languages[one.language] || one.language} ${one.edition}`, one.owner ? ` · ${one.owner}` : "", ` · ${say(one.shareable ? "own_shared" : "own_kept")}`) : null),
    h("div", { class: "acts" },
      one.work === "laws" && one.state !== "damaged" ? h("a", { href: `?law=${one.first}&in=${one.key}&ui=${D.ui}` }, say("own_open")) : null,
      one.state === "damaged" ? null : link({ text: one.key }, say(one.open ? "own_answer" : "own_outline")),
      button(say("own_remove"), (e) => removeText(e.target, one)))));
  return [h("ul", { class: "texts-own" }, rows), h("p", { class: "quiet" }, say("own_folder", { folder: found.folder }))];
}

function removeText(from, one) {
  confirmed(say("own_remove_sure", { title: one.title }), say("own_remove_yes"), async () => {
    const aside = await ask(`/texts/${encodeURIComponent(one.key)}/remove`, {});
    await libraryPage();
    const waiting = [aside.decisions ? say("own_aside_decisions", { count: aside.decisions }) : "", ...aside.tables.map((name) => say("own_aside_table", { name }))].filter(Boolean);
    root.prepend(note([say("own_removed", { title: one.title }), waiting.length ? say("own_aside", { what: waiting.join(", ") }) : ""].filter(Boolean).join(" ")));
  }, from);
}

function confirmed(words, yes, act, from) {
  const box = h("dialog", { class: "sure", "aria-label": yes });
  const close = () => { box.close(); box.remove(); from?.focus(); };
  box.append(h("p", {}, words), h("div", { class: "acts" },
    button(yes, async () => { close(); try { await act(); } catch (error) { root.prepend(note(error.message, true)); } }, { class: "main" }),
    button(say("own_cancel"), close)));
  box.addEventListener("cancel", (e) => { e.preventDefault(); close(); });
  root.append(box);
  box.showModal();
}

function help() {
  const steps = [1, 2, 3, 4, 5].map((n) => h("li", {}, say(`own_help_${n}`)));
  return h("details", { class: "help" }, h("summary", {}, say("own_help")), h("ol", {}, steps));
}

function addForm() {
  let chosen = [];
  const files = h("input", { type: "file", name: "file", multiple: true, accept: D.endings.join(","), class: "sr", tabIndex: -1, "aria-label": say("own_files") });
  const folder = h("input", { type: "file", webkitdirectory: true, class: "sr", tabIndex: -1, "aria-label": say("own_folder_of_pages") });
  const listed = h("ul", { class: "files", "aria-live": "polite" });
  const told = h("div", {});
  const take = (given) => { chosen = [...given]; listed.replaceChildren(...chosen.slice(0, 12).map((one) => h("li", {}, one.webkitRelativePath || one.name, " ", h("small", {}, size(one.size)))), ...(chosen.length > 12 ? [h("li", {}, say("own_more_files", { count: chosen.length - 12 }))] : [])); told.replaceChildren(); };
  files.onchange = () => take(files.files);
  folder.onchange = () => take(folder.files);
  const drop = h("div", { class: "drop" },
    h("p", {}, say("own_drop")), h("div", { class: "acts" }, button(say("desk_choose_files"), () => files.click()), button(say("own_folder_of_pages"), () => folder.click())),
    h("small", {}, say("own_kinds")), files, folder, listed);
  drop.addEventListener("dragover", (e) => { e.preventDefault(); drop.classList.add("over"); });
  drop.addEventListener("dragleave", () => drop.classList.remove("over"));
  drop.addEventListener("drop", (e) => { e.preventDefault(); drop.classList.remove("over"); take(e.dataTransfer.files); });
  const choice = (name, options) => h("select", { name, id: `own-${name}` }, options.map(([value, words]) => h("option", { value }, words)));
  const text = (name, props = {}) => h("input", { type: "text", name, maxlength: "300", autocomplete: "off", ...props });
  const works = [["laws", say("own_laws")], ...D.works.filter(([key]) => key !== "laws"), ["", say("own_other_rules")]];
  const work = choice("work", works);
  const short = field(say("own_short"), text("work_name", { pattern: "[a-z][a-z0-9\\-]{0,39}" }), say("own_short_hint"));
  const cites = field(say("own_cites"), choice("cites", [["", say("own_cites_today")], ...[...D.editions].reverse().map((one) => [one, one])]));
  const laws = () => { short.hidden = work.value !== ""; cites.hidden = work.value === "laws"; };
  work.onchange = laws;
  laws();
  const leave = h("fieldset", { class: "leave", hidden: true }, h("legend", {}, say("own_leave")),
    field(say("own_leave_by"), text("consent_by")), field(say("own_leave_on"), h("input", { type: "date", name: "consent_on" })), field(say("own_leave_words"), text("consent_words")));
  const share = choice("share", [["", say("own_kept")], ["1", say("own_shared")]]);
  share.onchange = () => { leave.hidden = !share.value; };
  const send = h("button", { type: "submit", class: "main" }, say("own_add"));
  const form = h("form", { class: "add", novalidate: true },
    h("h3", {}, say("own_add_title")), drop,
    h("div", { class: "fields" },
      field(say("own_title"), text("title", { required: true }), say("own_title_hint")),
      field(say("own_work"), work), short,
      field(say("own_language"), choice("language", Object.entries(D.languages))),
      field(say("own_edition"), text("edition", { inputmode: "numeric", maxlength: "4", required: true }), say("own_edition_hint")),
      cites, field(say("own_in_force_from"), h("input", { type: "date", name: "in_force_from" })), field(say("own_in_force_to"), h("input", { type: "date", name: "in_force_to" })), field(say("own_owner"), text("owner"), say("own_owner_hint")), field(say("own_share"), share)),
    leave, told, h("div", { class: "acts" }, send));
  form.language.value = D.languages[D.ui] ? D.ui : Object.keys(D.languages)[0];
  form.addEventListener("submit", async (e) => {
    e.preventDefault();
    e.stopPropagation();
    const wrong = unsent(chosen, form);
    if (wrong) return told.replaceChildren(note(wrong, true));
    send.disabled = true;
    try { await upload(form, chosen, told, {}); } catch (error) {
      told.replaceChildren(insisted(form, chosen, told, error, {}));
    } finally { send.disabled = false; }
  });
  return form;
}

const size = (bytes) => bytes >= 1e6 ? `${(bytes / 1e6).toFixed(1)} MB` : `${Math.max(1, Math.round(bytes / 1e3))} kB`;

// What the server would refuse is refused before it is sent, in the same sentence.
function unsent(chosen, form) {
  if (!chosen.length) return say("own_no_file");
  const large = chosen.find((one) => one.size > D.limits.file);
  if (large) return `${large.name}: ${say("document_large", { limit: Math.floor(D.limits.file / 1e6) })}`;
  if (chosen.length > D.limits.files) return say("own_too_many", { limit: D.limits.files });
  if (chosen.reduce((sum, one) => sum + one.size, 0) > D.limits.all) return say("own_too_large", { limit: Math.floor(D.limits.all / 1e6) });
  if (!form.title.value.trim()) { form.elements.title.focus(); return say("own_no_title"); }
  if (!form.edition.value.trim()) { form.elements.edition.focus(); return say("own_no_edition"); }
  return "";
}

// A refusal; one that a person may overrule (there is such a text, it looks like another work) with the button that does.
function insisted(form, chosen, told, error, sent) {
  const more = { 409: "replace", 428: "anyway" }[error.status];
  if (!more || sent[more]) return note(error.message, true);
  return h("div", {}, note(error.message, true), h("div", { class: "acts" }, button(say(`own_${more}`), async () => {
    const all = { ...sent, [more]: true };
    try { await upload(form, chosen, told, all); } catch (again) { told.replaceChildren(insisted(form, chosen, told, again, all)); }
  }, { class: "main" })));
}

async function upload(form, chosen, told, insist) {
  const sent = new FormData();
  for (const name of ["title", "language", "edition", "owner", "cites", "in_force_from", "in_force_to"]) sent.append(name, form.elements[name].value);
  sent.append("work", form.work.value || form.work_name.value);
  if (form.work.value === "laws") sent.delete("cites");
  if (form.share.value) for (const name of ["consent_by", "consent_on", "consent_words"]) sent.append(name, form.elements[name].value);
  for (const one of Object.keys(insist)) sent.append(one, "1");
  for (const one of chosen) sent.append("file", one, one.webkitRelativePath || one.name);
  const bar = h("progress", { max: 100, value: 0, "aria-label": say("own_job_sending") });
  const words = h("p", { role: "status" }, say("own_job_sending"));
  told.replaceChildren(h("div", { class: "working" }, words, bar));
  const started = await new Promise((done, fail) => {
    const request = new XMLHttpRequest();
    request.open("POST", `${D.at}/texts?ui=${D.ui}`);
    request.upload.onprogress = (e) => { if (e.lengthComputable) bar.value = Math.round(20 * e.loaded / e.total); };
    request.onerror = () => fail(new Refused(say("own_no_server"), 0));
    request.onload = () => { try { done(read(request.status, request.responseText)); } catch (error) { fail(error); } };
    request.send(sent);
  });
  await followed(started.job, words, bar);
  opened({ text: started.key });
}

const STAGES = { waiting: 20, reading: 25, references: 55, writing: 65, aligning: 70, index: 82, done: 100 };

async function followed(job, words, bar) {
  const mine = poll;
  for (;;) {
    const found = await ask(`/jobs/${job}`);
    if (mine !== poll) throw new Refused("", 0);
    bar.value = Math.max(bar.value, STAGES[found.stage] ?? 0);
    words.textContent = say(`own_job_${found.stage}`);
    if (found.stage === "done") { if (found.refused) throw new Refused(found.refused, found.insist ? 428 : 422); return found; }
    await pause(150);
  }
}

// An address of this page, opened as a link is: it can be quoted, and "back" leads back.
function opened(params) {
  const a = link(params, "");
  a.hidden = true;
  root.append(a);
  root.shown = "";
  a.click();
}

// ---- the outline of a text beside its source

async function outlinePage() {
  const key = D.opened.text, at = `/texts/${encodeURIComponent(key)}`;
  put(h("p", { role: "status" }, say("own_job_reading")));
  const text = await ask(at);
  const questions = new Map();
  for (const one of text.questions) questions.has(one.row) ? questions.get(one.row).push(one) : questions.set(one.row, [one]);
  let current = null, reason = "";
  const decided = () => text.decisions;
  const open = () => [...questions.keys()].filter((row) => !decided()[row]);
  // Decisions that were made before the page was opened can be taken back too.
  const undo = text.made.map((one) => ({ row: one.row, before: undefined, alike: one.alike }));

  const head = h("div", {}), card = h("section", { class: "card", tabIndex: -1, "aria-label": say("own_question") }), told = h("div", { "aria-live": "polite" });
  const filter = h("select", { onchange: () => drawRows() }, h("option", { value: "" }, say("own_all_kinds")), h("option", { value: "?" }, say("own_only_questions")), Object.keys(text.uses).map((kind) => h("option", { value: kind }, `${say(`own_use_${kind}`)} (${text.uses[kind]})`)));
  const rows = h("div", { class: "outline", role: "table", "aria-label": say("own_outline") });
  put(h("p", {}, link({}, `← ${say("own_to_list")}`)), h("h2", {}, text.title), head, told, card,
    h("div", { class: "bar" }, h("h3", {}, say("own_outline_title")), field(say("own_show"), filter)), rows);
  if (!text.rows.length) { rows.replaceWith(note(say("own_exact"))); card.hidden = true; }

  const place = (row) => [text.files > 1 ? row.file : "", row.page ? say("own_page", { page: row.page }) : "", say(/\.docx$/i.test(row.file) ? "own_paragraph" : "own_line", { line: row.line })].filter(Boolean).join(", ");
  const meaning = (reading) => /^(text|chapter|noise)$/.test(reading) ? say(`own_as_${reading}`) : reading.startsWith("of ") ? say("own_as_of", { place: reading.slice(3) }) : reading.endsWith(" heading") ? say("own_as_heading", { place: reading.slice(0, -8) }) : say("own_as_number", { place: reading });

  function drawHead() {
    const left = open().length;
    head.replaceChildren(...[
      h("p", { class: "lead" }, left ? say("own_left", { count: left, all: questions.size }) : questions.size ? say("own_all_decided") : say(text.elsewhere.length ? "own_nothing_open_but" : "own_nothing_open")),
      questions.size ? h("progress", { max: questions.size, value: questions.size - left, "aria-label": say("own_left", { count: left, all: questions.size }) }) : null,
      text.likely_language && text.likely_language !== text.language ? note(say("own_other_language", { found: D.languages[text.likely_language] || text.likely_language, given: D.languages[text.language] || text.language }), true) : null,
      text.likely_edition ? note(say("own_other_edition", { found: text.likely_edition, given: text.edition }), true) : null,
      text.missing.length ? h("p", { class: "quiet" }, say("own_missing", { places: cut(text.missing) })) : null,
      text.extra.length ? h("p", { class: "quiet" }, say("own_extra", { places: cut(text.extra) })) : null,
      text.elsewhere.length ? note(say("own_elsewhere", { places: cut(text.elsewhere.map((one) => `${one.number} (${one.likely})`)) })) : null,
      text.unfit.length ? note(say("own_unfit", { places: cut(text.unfit) }), true) : null,
      text.unused.length ? note(say("own_unused", { words: text.unused.join(" · ") })) : null,
      nextSteps(),
      text.stale ? h("div", { class: "acts" }, h("span", {}, say("own_unread")), button(say("own_read_again"), readAgain, { class: "main" })) : null,
    ].filter(Boolean));
  }
  // What to do once the text is read: nobody finds the table and the reports by himself.
  function nextSteps() {
    const step = text.next;
    if (open().length || text.work !== "laws") return null;
    const to = (params, words) => h("li", {}, h("a", { href: "?" + new URLSearchParams({ ...params, ui: D.ui }) }, words));
    const report = (name, words) => to({ view: "verify", report: name, to: step.edition }, words);
    return h("nav", { class: "next", "aria-label": say("own_then") }, h("p", {}, h("b", {}, say("own_then"))), h("ol", {},
      to({ law: text.first, in: key }, say("own_then_read")),
      step.table ? to({ view: "review", table: step.table }, say("own_then_table", { old: step.old, new: step.new, count: step.doubts })) : null,
      step.table && step.newer ? [report("changes", say("own_then_changes")), report("misleads", say("own_then_misleads"))] : null,
      to({ view: "verify" }, say("own_then_verify"))));
  }
  const cut = (places) => places.slice(0, 40).join(", ") + (places.length > 40 ? " …" : "");

  async function readAgain() {
    const bar = h("progress", { max: 100, value: 20, "aria-label": say("own_job_reading") }), words = h("p", {}, say("own_job_reading"));
    told.replaceChildren(h("div", { class: "working" }, words, bar));
    try {
      const job = await ask(`${at}/read`, {});
      await followed(job.job, words, bar);
      await outlinePage();
      root.querySelector("h2").after(note(say("own_read_done")));
    } catch (error) { told.replaceChildren(note(error.message, true)); }
  }

  const asks = (one) => say(`own_ask_${one.code}`) + (one.there >= 0 ? ` ${say("own_counted", one)}` : "");
  const elsewhere = (one) => one?.alike.length ? ` ${say("own_alike", { count: one.alike.length, places: cut(one.alike.map((n) => place(text.rows[n]))) })}` : "";
  // Places that several questions have in common are named once, behind the last of them.
  const about = (asked) => asked.map((one, n) => asks(one) + (elsewhere(one) === elsewhere(asked[n + 1]) ? "" : elsewhere(one))).join(" ");

  function drawCard() {
    keys = null;
    if (current === null) { card.hidden = true; return; }
    card.hidden = false;
    const row = text.rows[current], asked = questions.get(current) || [], first = asked[0], mine = decided()[current];
    // What it is read as now: of the paragraphs with a number only some begin it.
    const now = /^(paragraph|closing)$/.test(row.reason) ? `of ${row.id}` : /^(note|table)$/.test(row.kind) ? "text" : row.id;
    const likely = first ? first.likely : now || (row.kind === "noise" ? "noise" : row.kind === "heading" ? "chapter" : "text");
    const others = [...new Set(asked.flatMap((one) => [one.likely, ...one.others]))].filter((one) => one !== likely);
    const choices = [...others, ...["text", "chapter", "noise"].filter((one) => one !== likely && !others.includes(one))].slice(0, 9);
    const why = h("input", { type: "text", maxlength: "300", value: reason || say("own_reason_default"), list: "own-reasons", "aria-label": say("own_reason") });
    const other = h("input", { type: "text", maxlength: "24", placeholder: "16C2a", "aria-label": say("own_other_number"), onkeydown: (e) => { if (e.key === "Enter") decide(other.value.trim()); } });
    const alike = [...new Set(asked.flatMap((one) => one.alike))];
    // What comes again on pages is the same everywhere; all else a person says.
    const all = alike.length ? h("input", { type: "checkbox", checked: first.code === "repeated" }) : null;
    const decide = (reading) => { if (!reading) return other.focus(); reason = why.value.trim(); save(current, reading, reason || say("own_reason_default"), all?.checked && reading !== likely ? alike : []); };
    const near = [-2, -1, 0, 1, 2].map((n) => current + n).filter((n) => text.rows[n]);
    card.replaceChildren(...[
      h("p", { class: "where" }, h("b", {}, place(row)), first ? ` · ${about(asked)}` : ""),
      h("div", { class: "source" }, near.map((n) => h("p", { class: n === current ? "here" : "near" }, cutWords(text.rows[n].words, n === current ? 1200 : 140)))),
      first && !asked.some((one) => one.others.length || one.code === "repeated") ? h("p", { class: "quiet" }, say("own_mend")) : null,
      mine ? note(say("own_decided", { reading: meaning(mine.reading), reason: mine.reason })) : null,
      h("div", { class: "choices" },
        keyed("Enter", [say("own_likely"), ": ", h("b", {}, meaning(likely))], () => decide(likely), { class: "main" }),
        choices.map((one, n) => keyed(String(n + 1), meaning(one), () => decide(one))),
        h("span", { class: "other" }, keyed("0", say("own_other_number"), () => other.focus()), other)),
      all ? h("label", { class: "everywhere" }, all, h("span", {}, say("own_everywhere", { count: alike.length + 1 }))) : null,
      field(say("own_reason"), why),
      h("datalist", { id: "own-reasons" }, [1, 2, 3].map((n) => h("option", { value: say(`own_reason_${n}`) }))),
      h("div", { class: "acts steps" }, keyed("←", say("own_previous"), () => step(-1)), keyed("→", say("own_next"), () => step(1)), keyed("Z", say("own_undo"), takeBack, { disabled: !undo.length })),
    ].filter(Boolean));
    keys = { Enter: () => decide(likely), 0: () => other.focus(), ArrowLeft: () => step(-1), ArrowRight: () => step(1), Z: takeBack, Escape: () => card.focus() };
    choices.forEach((one, n) => { keys[n + 1] = () => decide(one); });
    rows.querySelectorAll(".here").forEach((one) => one.classList.remove("here"));
    rows.querySelector(`[data-row="${current}"]`)?.classList.add("here");
  }
  const cutWords = (words, most) => words.length > most ? `${words.slice(0, most)} …` : words;

  function step(by) {
    const all = [...questions.keys()].sort((a, b) => a - b);
    if (!all.length) return;
    const at = all.findIndex((row) => row >= (current ?? 0));
    current = all[(Math.max(0, at) + by + all.length) % all.length];
    drawCard();
  }

  function next() {
    const left = open().sort((a, b) => a - b);
    current = left.find((row) => row > current) ?? left[0] ?? null;
  }

  async function save(row, reading, why, alike) {
    const before = decided()[row], everywhere = alike.length ? "1" : "";
    text.decisions = { ...text.decisions, [row]: { reading, reason: why } };
    text.stale = true;
    undo.push({ row, before, alike });
    if (questions.has(row)) next();
    drawHead(); drawCard(); mark(row);
    card.focus({ preventScroll: true });
    try {
      const found = await ask(`${at}/decide`, { row, reading, reason: why, everywhere });
      Object.assign(text, found);
      told.replaceChildren(h("p", { class: "quiet", role: "status" }, say("own_saved")));
    } catch (error) {
      text.decisions = { ...text.decisions };
      if (before) text.decisions[row] = before; else delete text.decisions[row];
      undo.pop();
      current = row;
      told.replaceChildren(note(error.message, true));
      drawCard();
    }
    drawHead(); [row, ...alike].forEach(mark);
    if (!open().length && questions.size && text.stale && questions.has(row)) readAgain();
  }

  async function takeBack() {
    const last = undo.pop();
    if (!last) return;
    try {
      if (last.alike.length || !last.before) Object.assign(text, await ask(`${at}/undecide`, { row: last.row, everywhere: last.alike.length ? "1" : "" }));
      if (last.before) Object.assign(text, await ask(`${at}/decide`, { row: last.row, ...last.before }));
      current = last.row;
      told.replaceChildren(h("p", { class: "quiet", role: "status" }, say("own_undone")));
    } catch (error) { told.replaceChildren(note(error.message, true)); }
    drawHead(); drawCard(); [last.row, ...last.alike].forEach(mark);
  }

  function drawRow(n) {
    const row = text.rows[n], mine = decided()[n], asks = questions.has(n) && !mine;
    const depth = Math.max(0, (row.id.match(/[A-Z]+|\d+|[a-z]+/g) || []).length - 1);
    return h("div", { role: "row", class: `o ${row.kind}${asks ? " asks" : ""}${mine ? " decided" : ""}`, "data-row": String(n) },
      h("div", { role: "cell", class: "src" }, h("small", {}, place(row)), h("p", {}, cutWords(row.words, 600))),
      h("div", { role: "cell", class: "is", style: `--d:${Math.min(depth, 5)}` },
        row.id ? h("b", {}, row.id) : null, h("span", { class: "kind" }, say(`own_use_${row.kind}`)), h("small", {}, say(`own_why_${row.reason}`)),
        mine ? h("small", { class: "mine" }, `${say("own_mine")}: ${meaning(mine.reading)}`) : null,
        button(say(asks ? "own_answer" : "own_change"), () => { current = n; drawCard(); card.focus(); card.scrollIntoView({ block: "nearest" }); }, { "aria-label": `${say(asks ? "own_answer" : "own_change")}: ${place(row)}` })));
  }

  function mark(n) { rows.querySelector(`[data-row="${n}"]`)?.replaceWith(drawRow(n)); }

  function drawRows() {
    const kind = filter.value, mine = poll;
    const wanted = text.rows.map((_, n) => n).filter((n) => !kind || (kind === "?" ? questions.has(n) : text.rows[n].kind === kind));
    rows.replaceChildren(h("div", { role: "row", class: "o top" }, h("div", { role: "columnheader" }, say("own_source")), h("div", { role: "columnheader" }, say("own_outline"))));
    let from = 0;
    const more = () => {
      if (mine !== poll || filter.value !== kind || !rows.isConnected) return;
      rows.append(...wanted.slice(from, from += 120).map(drawRow));
      if (from < wanted.length) setTimeout(more, 30);
    };
    more();
  }

  const left = open().sort((a, b) => a - b);
  current = left[0] ?? null;
  drawHead(); drawCard(); drawRows();
}

// ---- review: tables of numbers and differences between languages

async function tablesPage() {
  put(h("h2", {}, say("rev_title")), h("p", { class: "lead" }, say("rev_about")), h("p", { role: "status" }, say("own_job_reading")));
  const { tables } = await ask("/tables");
  const line = (one, words, params) => h("li", {}, h("div", {}, link(params, h("b", {}, words)), h("br"),
    h("span", { class: one.doubts ? "state" : "quiet" }, say("rev_progress", { read: one.read, count: one.count }), one.doubts ? ` · ${say("rev_doubts", { count: one.doubts })}` : ""), h("progress", { max: Math.max(1, one.count), value: one.read, "aria-label": say("rev_progress", one) })),
    h("div", { class: "acts" }, link(params, say("rev_go"))));
  const damaged = (one) => h("li", {}, h("div", {}, h("b", {}, say("rev_from_to", { old: one.old, new: one.new })), h("br"), h("span", { class: "state" }, say("own_state_damaged", { fault: one.fault }))));
  const pairs = h("ul", { class: "texts-own tables" }, h("li", { class: "quiet" }, say("own_job_reading")));
  put(h("h2", {}, say("rev_title")), h("p", { class: "lead" }, say("rev_about")),
    h("h3", {}, say("rev_tables")), h("ul", { class: "texts-own tables" }, tables.map((one) => one.fault ? damaged(one) : line(one, say("rev_from_to", { old: one.old, new: one.new }), { table: one.name }))),
    h("h3", {}, say("rev_differences")), h("p", { class: "quiet" }, say("rev_differences_about")), pairs, reviewHelp());
  const found = await ask("/pairs");
  pairs.replaceChildren(...found.pairs.map((one) => line(one, `${one.one} – ${one.other}`, { table: one.name })));
}

const reviewHelp = () => h("details", { class: "help" }, h("summary", {}, say("own_help")), h("ol", {}, [1, 2, 3, 4].map((n) => h("li", {}, say(`rev_help_${n}`)))));

const VERDICTS = ["accepted", "moved", "split", "merged", "reworded", "new", "dropped", "noted"];
const TYPED = { moved: "rev_type_moved", split: "rev_type_split", merged: "rev_type_merged" };
const JUDGED = ["fault-one", "fault-other", "intended", "wrong", "open", "noted"];

async function reviewPage() {
  const name = D.opened.table, differs = name.includes("~"), at = `/${differs ? "pairs" : "tables"}/${encodeURIComponent(name)}`;
  put(h("p", { role: "status" }, say("own_job_reading")));
  let table = await ask(at);
  const cases = new Map(), words = new Map(), coming = new Set();
  let order = [], current = 0, queue = Promise.resolve(), waiting = 0, mode = "", left = "", right = "";
  const backs = [];
  const rank = { doubt: 0, open: 1, read: 2 };
  const arrange = () => {
    cases.clear();
    for (const one of table.cases) cases.set(one.key, one);
    order = [...cases.keys()].sort((a, b) => rank[cases.get(a).state] - rank[cases.get(b).state]);
  };
  arrange();
  if (!differs) {
    left = table.texts.old[0]?.key || "";
    const language = table.texts.old[0]?.language;
    right = (table.texts.new.find((one) => one.language === language) || table.texts.new.find((one) => one.language === D.ui) || table.texts.new[0])?.key || "";
  }

  const title = differs ? `${table.one} – ${table.other}` : say("rev_from_to", { old: table.old, new: table.new });
  const head = h("div", {}), told = h("div", { "aria-live": "polite", class: "told-line" }), card = h("section", { class: "card review", tabIndex: -1, "aria-label": title });
  const list = h("div", { class: "cases" });
  const show = h("select", { onchange: () => drawList() }, [["", "rev_show_all"], ["doubt", "rev_show_doubt"], ["open", "rev_show_open"], ["read", "rev_show_read"]].filter(([v]) => !differs || v !== "doubt").map(([value, key]) => h("option", { value }, say(key))));
  const jump = h("input", { type: "text", maxlength: "20", placeholder: "16C", onkeydown: (e) => { if (e.key === "Enter") jumpTo(e.target.value.replace(/[\s§]/g, "")); } });
  const choose = (list_, value, set) => h("select", { onchange: (e) => { set(e.target.value); words.clear(); draw(); } }, list_.length ? list_.map((one) => h("option", { value: one.key, selected: one.key === value }, one.name)) : h("option", { value: "" }, say("rev_no_text_short")));
  const texts = differs ? null : h("div", { class: "fields" }, field(say("rev_text_of", { edition: table.old }), choose(table.texts.old, left, (v) => { left = v; })), field(say("rev_text_of", { edition: table.new }), choose(table.texts.new, right, (v) => { right = v; })));
  put(h("p", {}, link({}, `← ${say("rev_to_tables")}`)), h("h2", {}, title), head, texts, card, told, h("div", { class: "bar" }, field(say("own_show"), show), field(say("rev_jump"), jump)), list);

  const key = () => order[current];
  const keyOf = (verdict) => say(`rev_key_${verdict}`);
  const answered = (one) => one.verdict ? say(differs ? `judged_${one.verdict}` : `rev_${one.verdict}`, { one: table.one, other: table.other }) : "";

  function drawHead() {
    head.replaceChildren(h("p", { class: "lead" }, say("rev_progress", { read: table.read, count: table.count }), table.doubts ? ` · ${say("rev_doubts", { count: table.doubts })}` : "", table.own ? ` · ${say("rev_own")}` : ""),
      h("progress", { max: Math.max(1, table.count), value: table.read, "aria-label": say("rev_progress", table) }));
  }

  function draw() {
    drawHead();
    drawCard();
    ahead();
  }

  function drawCard() {
    keys = null;
    const one = cases.get(key());
    if (!one) { card.replaceChildren(h("p", {}, say("rev_nothing"))); return; }
    const found = words.get(one.key);
    const verdicts = differs ? JUDGED : VERDICTS.filter((v) => !one.key.startsWith("+") || !["reworded", "dropped"].includes(v));
    const input = h("input", { type: "text", maxlength: "300", value: mode === "noted" ? one.note : "", "aria-label": say(TYPED[mode] || "rev_type_noted"), onkeydown: (e) => { if (e.key === "Enter") { e.preventDefault(); decide(mode, input.value); } if (e.key === "Escape") { mode = ""; drawCard(); card.focus(); } } });
    card.replaceChildren(...[
      h("p", { class: "where" }, h("b", {}, where(one)), ` · ${current + 1}/${order.length}`, one.state === "doubt" ? [" · ", h("span", { class: "state doubt" }, say("rev_in_doubt"))] : null, one.verdict ? ` · ${answered(one)}` : ""),
      one.note ? h("p", { class: "quiet" }, one.note) : null,
      h("div", { class: "sides" },
        h("div", {}, h("p", { class: "quiet" }, differs ? table.one : table.old), differs ? has(one, 0) : null, h("div", { html: found?.left ?? "…" })),
        h("div", {}, h("p", { class: "quiet" }, differs ? table.other : table.new), differs ? has(one, 1) : null, h("div", { html: found?.right ?? "…" }))),
      found?.difference ? h("p", { class: "redline", html: found.difference, lang: table.texts.new.find((t) => t.key === right)?.language }) : null,
      h("div", { class: "choices" }, verdicts.map((v, n) => keyed(keyOf(v), say(differs && v !== "noted" ? `judged_${v}` : `rev_${v}`, { one: table.one, other: table.other }), () => pick(v), { class: n || differs ? null : "main", "aria-pressed": String(one.verdict === v) }))),
      mode ? h("div", { class: "typing" }, field(say(TYPED[mode] || "rev_type_noted"), input), button(say("rev_save"), () => decide(mode, input.value), { class: "main" })) : null,
      h("div", { class: "acts steps" }, keyed("←", say("own_previous"), () => step(-1)), keyed("→", say("own_next"), () => step(1)), keyed(keyOf("undo"), say("own_undo"), undo, { disabled: !(differs ? backs.length : table.undo) }),
        !differs ? button(say("rev_propose"), (e) => confirmed(say("rev_propose_sure"), say("rev_propose"), proposeAgain, e.target)) : null),
    ].filter(Boolean));
    keys = { ArrowLeft: () => step(-1), ArrowRight: () => step(1), [keyOf("undo")]: undo };
    for (const v of verdicts) keys[keyOf(v)] = () => pick(v);
    if (mode) { input.focus(); input.select(); }
    list.querySelectorAll("[aria-current]").forEach((e) => e.removeAttribute("aria-current"));
    list.querySelector(`[data-key="${CSS.escape(one.key)}"]`)?.setAttribute("aria-current", "true");
  }

  const places = { same: "=", moved: "→", split: "⇉", merged: "⇒", dropped: "→ –", new: "+" };
  const where = (one) => differs ? `${one.place}: ${say(`differs_${one.kind}`)}` : one.rows.map(([old, now, place, content]) => `${old || "–"} → ${now || "–"} (${say(`rev_place_${place}`)}${content === "revised" ? `, ${say("rev_reworded").toLowerCase()}` : ""})`).join("; ");
  const has = (one, n) => h("p", { class: "has" }, one.has[n].length ? one.has[n].map((w) => w.replace(/\(([\w-]+)\)$/, (_, c) => `(${W[`class_${c}`] || W[`origin_${c}`] || c})`)).join(", ") : "–");

  function pick(verdict) {
    if (TYPED[verdict] || verdict === "noted") { mode = verdict; drawCard(); return; }
    decide(verdict, "");
  }

  // The next row is shown before the server has answered; decisions are sent in their order.
  function decide(verdict, typed) {
    const one = cases.get(key());
    if (TYPED[verdict] && !typed.trim()) return;
    mode = "";
    const before = { ...one };
    const noted = verdict === "noted";
    one.state = differs && verdict === "open" || noted ? one.state : "read";
    if (!noted) one.verdict = verdict;
    if (!noted && before.state !== "read" && one.state === "read") table = { ...table, read: table.read + 1, doubts: (table.doubts || 0) - (before.state === "doubt" ? 1 : 0) };
    if (!noted) step(1, true); else draw();
    card.focus({ preventScroll: true });
    waiting += 1;
    queue = queue.then(async () => {
      try {
        const sent = differs
          ? { key: one.key, status: noted ? before.verdict || "open" : verdict, reason: noted ? typed : before.note }
          : { key: one.key, verdict, numbers: TYPED[verdict] ? typed : "", note: noted ? typed : null, revision: before.revision };
        const found = await ask(`${at}/decide`, sent);
        if (differs) backs.push({ key: one.key, ...found.before });
        took(found);
        told.replaceChildren(h("p", { class: "quiet", role: "status" }, say("own_saved"), " ", h("b", {}, where(before))));
      } catch (error) {
        Object.assign(one, before);
        told.replaceChildren(note(`${where(before)}: ${error.message}`, true));
        try { table = await ask(at); arrange(); current = Math.max(0, order.indexOf(one.key)); draw(); drawList(); } catch { /* said already */ }
      }
      waiting -= 1;
    });
  }

  function took(found) {
    const at_ = key();
    for (const gone of found.gone) { cases.delete(gone); order = order.filter((one) => one !== gone); words.delete(gone); }
    for (const one of found.changed) {
      if (!cases.has(one.key)) order.push(one.key);
      cases.set(one.key, one);
      words.delete(one.key);
      mark(one);
    }
    table = { ...table, ...found, cases: table.cases };
    current = Math.max(0, order.indexOf(at_));
    drawHead();
    // What is being typed about a row stays where it is, unless there is no such row any more.
    if (found.gone.includes(at_)) mode = "";
    if (!mode && (found.gone.includes(at_) || found.changed.some((one) => one.key === at_))) drawCard();
    ahead();
  }

  function undo() {
    queue = queue.then(async () => {
      try {
        let found;
        if (differs) {
          const last = backs.pop();
          if (!last) return;
          found = { ...(await ask(`${at}/decide`, { key: last.key, status: last.status, reason: last.reason })), key: last.key };
        } else found = await ask(`${at}/undo`, {});
        took(found);
        mode = "";
        current = Math.max(0, order.indexOf(found.key));
        told.replaceChildren(h("p", { class: "quiet", role: "status" }, say("own_undone")));
        draw();
      } catch (error) { told.replaceChildren(note(error.message, true)); }
    });
  }

  async function proposeAgain() {
    await ask(`${at}/propose`, {});
    table = await ask(at);
    arrange(); words.clear(); current = 0; draw(); drawList();
    told.replaceChildren(note(say("rev_proposed")));
  }

  function step(by, unread) {
    mode = "";
    let next = current;
    for (let n = 0; n < order.length; n += 1) {
      next = (next + by + order.length) % order.length;
      if (!unread || cases.get(order[next]).state !== "read") break;
    }
    current = next;
    draw();
  }

  function jumpTo(typed) {
    const found = order.findIndex((one) => (differs ? cases.get(one).place : one.replace("+", "")).toLowerCase() === typed.toLowerCase());
    if (found >= 0) { current = found; draw(); card.focus(); } else told.replaceChildren(note(say("rev_no_such", { number: typed }), true));
  }

  // The words of the rows that come next are there before they are asked for.
  async function ahead() {
    const mine = poll;
    const next = order.slice(current, current + 12).filter((one) => !words.has(one) && !coming.has(one));
    if (!next.length || (words.has(key()) && next.length < 6)) return;
    const wanted = [...new Set([...next, ...order.slice(current, current + 30).filter((one) => !words.has(one) && !coming.has(one))])];
    wanted.forEach((one) => coming.add(one));
    try {
      const found = await ask(`${at}/words`, { left, right, keys: wanted });
      if (mine !== poll) return;
      for (const [one, both] of Object.entries(found.words)) words.set(one, both);
      if (wanted.includes(key()) && !mode) drawCard();
    } catch (error) { told.replaceChildren(note(error.message, true)); } finally { wanted.forEach((one) => coming.delete(one)); }
  }

  const row = (one) => h("button", { type: "button", class: `case ${one.state}`, "data-key": one.key, onclick: () => { current = order.indexOf(one.key); mode = ""; draw(); card.focus(); card.scrollIntoView({ block: "nearest" }); } }, where(one), one.verdict ? h("small", {}, ` ${answered(one)}`) : null);
  function mark(one) { list.querySelector(`[data-key="${CSS.escape(one.key)}"]`)?.replaceWith(row(one)); }
  function drawList() {
    const wanted = order.map((one) => cases.get(one)).filter((one) => !show.value || one.state === show.value);
    list.replaceChildren(...wanted.slice(0, 150).map(row), wanted.length > 150 ? h("p", { class: "quiet" }, say("rev_more", { count: wanted.length - 150 })) : "");
  }
  draw();
  drawList();
}
