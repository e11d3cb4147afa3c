// The parts of a case's form: a line that leads to each and to the paper, and headings that fold what is below them.
// Streamlit draws headings and fields anew as it likes, so what is folded is kept here and put on them again.

const WIDE = 1000;  // from here on the paper stands beside the form
const state = { case: "", folded: {}, root: null, watch: null };

export default function ({ data: [data], parentElement }) {
  const form = () => document.querySelector(".st-key-committee");
  let nav = parentElement.querySelector(":scope > nav");
  if (!nav) {
    nav = parentElement.appendChild(document.createElement("nav"));
    nav.className = "case-parts";
    state.style = parentElement.appendChild(document.createElement("style"));
    nav.addEventListener("click", (e) => { const to = e.target.closest("button"); if (to) go(to.dataset.to); });
  }
  if (state.case !== data.case) { state.case = data.case; state.folded = kept(); }
  if (nav.shown !== JSON.stringify(data)) {
    nav.shown = JSON.stringify(data);
    nav.setAttribute("aria-label", data.label);
    nav.replaceChildren(...data.parts.map(([name, words]) => {
      const button = document.createElement("button");
      Object.assign(button, { type: "button", textContent: words });
      button.dataset.to = name;
      return button;
    }));
  }
  document.removeEventListener("click", onClick);
  document.addEventListener("click", onClick);
  state.watch?.disconnect();
  state.watch = new MutationObserver(put);
  if (form()) state.watch.observe(form(), { childList: true, subtree: true });
  put();
  return () => { state.watch.disconnect(); document.removeEventListener("click", onClick); };
}

const headings = () => document.querySelectorAll("h3.part > button[data-part]");

// A part is folded or not from when it is first seen: what is typed into an open one does not fold it.
function put() {
  for (const button of headings()) {
    const name = button.dataset.part;
    const holds = Boolean(button.querySelector(".holds").textContent);
    const optional = "optional" in button.dataset;
    state.folded[name] ??= innerWidth > WIDE ? optional && !holds : optional || holds;
    const open = String(!state.folded[name]);
    if (button.getAttribute("aria-expanded") !== open) button.setAttribute("aria-expanded", open);
  }
  const hidden = Object.keys(state.folded).filter((name) => state.folded[name]);
  const rule = hidden.map((name) => `.st-key-part_${name} > :not(:first-child)`).join(",");
  const text = rule && `${rule} { display: none !important; }`;
  if (state.style.textContent !== text) state.style.textContent = text;
}

function fold(name, folded) {
  state.folded[name] = folded;
  try { sessionStorage.setItem(`lovbro-parts:${state.case}`, JSON.stringify(state.folded)); } catch { /* nothing is kept where it may not be */ }
  put();
}

function kept() {
  try { return JSON.parse(sessionStorage.getItem(`lovbro-parts:${state.case}`) || "{}"); } catch { return {}; }
}

function onClick(event) {
  const button = event.target.closest?.("h3.part > button[data-part]");
  if (button) fold(button.dataset.part, button.getAttribute("aria-expanded") === "true");
}

function go(name) {
  const heading = document.querySelector(`h3.part > button[data-part="${name}"]`);
  if (heading) fold(name, false);
  const target = heading?.closest("h3") || document.querySelector(`.st-key-${name}`);
  target?.scrollIntoView({ block: "start" });
  if (!heading && target) target.tabIndex = -1;
  (heading || target)?.focus({ preventScroll: true });
}
