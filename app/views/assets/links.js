// For other people's pages: makes links of the numbers on them, with the text of the rule on hover. Needs nothing else.
//   <script src="https://laws.example/links.js" data-text="da/2017" defer></script>
// A number of another edition ("§ 16C (2007)"), or one that the text does not have, stays as it is.

(() => {
  const own = document.currentScript;
  const base = new URL(`${own.dataset.text || "da/2017"}/`, own.src);
  const edition = /\d{4}/.exec(base.pathname.split("/").at(-2))?.[0];
  const END = String.raw`(?![\p{L}\d]|\.\d|\s?[A-K]\d)`;
  const NUMBER = new RegExp(String.raw`(?<![\p{L}\d])(?:§+|[Ll]ag|[Ll]aw)\s?(X?[1-9]\d{0,2})(?!\d)(?:\s?([A-K])(?!\p{L})(?:\s?([1-9]\d?)(?!\d)(?:\s?\(?([a-k])(?!\p{L})\)?(?:\s?\(?([ivx]{1,4})(?!\p{L})\)?)?)?)?)?${END}`, "gu");
  const YEAR_BEFORE = /\b((?:19|20)\d\d)\b[^.;\n]{0,20}$/;
  const YEAR_BEHIND = /^[^.;\n§\d]{0,25}\b((?:19|20)\d\d)\b/;
  const SKIPPED = "a, script, style, textarea, input, select, code, pre, [contenteditable]";
  const laws = new Map();
  const law = (number) => {
    if (!laws.has(number)) laws.set(number, fetch(new URL(`texts/${number}.json`, base)).then((answer) => (answer.ok ? answer.json() : null)).catch(() => null));
    return laws.get(number);
  };
  const isOther = (text, start, end) => [YEAR_BEFORE.exec(text.slice(0, start)), YEAR_BEHIND.exec(text.slice(end))].some((year) => year && year[1] !== edition);

  async function link(node) {
    const text = node.data;
    const parts = [];
    let at = 0;
    for (const match of text.matchAll(NUMBER)) {
      const end = match.index + match[0].length;
      if (isOther(text, match.index, end)) continue;
      const id = match.slice(1).filter(Boolean).join("");
      const found = (await law(match[1]))?.places[id];
      if (!found) continue;
      const a = Object.assign(document.createElement("a"), { href: new URL(`${id}/`, base).href, textContent: match[0], title: found });
      parts.push(text.slice(at, match.index), a);
      at = end;
    }
    if (parts.length) node.replaceWith(...parts, text.slice(at));
  }

  const nodes = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) if (/\d/.test(walker.currentNode.data) && !walker.currentNode.parentElement.closest(SKIPPED)) nodes.push(walker.currentNode);
  nodes.forEach(link);
})();
