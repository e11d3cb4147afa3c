"""What dialects of Markdown write beyond CommonMark, put in the common form before it is read.

- "[[#§16|§ 16C]]" and "[[§ 16]]" are links of wikis and of collections of notes: what is shown of them is read.
- " ^16b3" at the end of a line is where such a link leads; it is no word.
- "^[Se § 16.]" is a note within the words (pandoc's inline note); it becomes a note at the end, as "[^1]" has.
- "[Udspil]{.margin}" are words with a style of their own (pandoc's bracketed span), "^12^" is a raised sign, and
  lines of colons begin and end a division.
- ":   Ord" two lines below a label of a list is what stands behind that label (a definition list of pandoc's).
- "{:.ledd}" on a line of its own names the style of the paragraph above it (kramdown).
- "> [!note]- Note 1 til lov 12" opens a box (Obsidian, GitHub), and so does "!!! note" with lines set in (MkDocs): one
  that is called a note with a number is that note; of others the words stay. "#lov16" alone on its line is a keyword,
  for who looks for it, and no text.
- "*[KP]: Kamppoint" is what a browser shows over a word (kramdown), and no text.
- "==Udspil==" is marked with a pen; tables may be set by blanks and dashes alone.
"""

from __future__ import annotations

import html
import re
from itertools import count

from corpus.text import RAISED
from parser.documents.marked_asides import with_asides_as_notes
from parser.documents.simple_tables import with_bars
from parser.lang.words import LANGUAGES, any_of, words_of

# "[[1]](#fn1)" is a link of CommonMark whose words are in brackets; "[[§ 50|§ 50 D 2]](a)" is none.
_LINK = re.compile(r"(!?)\[\[(?P<target>[^\[\]|\n]+)(?:\|(?P<shown>[^\[\]\n]+))?\]\](?!\((?:#|/|\.|https?:))")
_BLOCK = re.compile(r"(?<=\S)[ \t]+\^[A-Za-z0-9][\w-]*[ \t]*$", re.MULTILINE)
_NOTE = re.compile(r"\^\[(?=[^\]\s])")
_SIGN = re.compile(r"\[\^([^\]\s]+)\]")
_SPAN = re.compile(r"(?<![!\]])\[(?P<words>[^\[\]\n]+)\]\{(?P<said>[.#][^{}\n]*)\}")
_CLASS = re.compile(r"\.([A-Za-z][\w-]*)")
_MARKED = re.compile(r"(?<![=\w])==(?=[^\s=])([^=\n]+)(?<!\s)==(?![=\w])")
_RAISED = re.compile(r"\^(\d{1,3})\^")
_DIVISION = re.compile(r"^:{3,}(?:[ \t]*(?:\{[^{}\n]*\}|[\w-]+))?[ \t]*:*[ \t]*$", re.MULTILINE)
# "2\\." on a line of its own, an empty line, ":   Udspil".
_DESCRIBED = re.compile(
    r"^(?P<label>[ \t]*[(\[]?\w{1,4}\\?[.)\]]{0,2}[ \t]*\n[ \t]*\n[ \t]*):(?=[ \t]+\S)", re.MULTILINE
)
_STYLE_LINE = re.compile(r"^[ \t]*\{:[^{}\n]*\}[ \t]*$", re.MULTILINE)
_BOX = re.compile(r"^(?P<quote>[ \t]*(?:>[ \t]*)+)\[![\w-]+\][-+]?[ \t]*(?P<title>.*)$", re.MULTILINE)
# MkDocs: "!!! note "Note 1 til lov 12"", and below it lines that are set in.
_ADMONITION = re.compile(
    r'^(?:!!!|\?\?\?\+?)[ \t]+[\w-]+(?:[ \t]+"(?P<title>[^"\n]*)")?[ \t]*\n'
    r"(?P<words>(?:(?:[ ]{4}|\t).*\n|[ \t]*\n(?=[ ]{4}\S))+)",
    re.MULTILINE,
)
_NOTE_WORD = any_of({sign for code in LANGUAGES for sign in words_of(code).note_signs})
_NOTE_TITLE = re.compile(rf"{_NOTE_WORD}\s(?P<number>\d{{1,3}})(?!\d)(?P<rest>.*)", re.IGNORECASE)
_SAID = re.compile(r"\s*[.:–-]")  # behind the number of a note: what follows are its words
_TITLED = 40  # signs behind the number of a note that only say whose it is
_QUOTED_ON = re.compile(r"(?:\n[ \t]*>[ \t>]*)+(?!\[!)[^\s>]")
_KEYWORDS = re.compile(r"^(?:#[^\W\d_][\w/-]*[ \t]*)+$(?=\n[ \t]*(?:\n|\Z)|\Z)", re.MULTILINE)
_SHORT_FORM = re.compile(r"(?<=\n)\*\[[^\]\n]{1,40}\]:[ \t]+\S.*$", re.MULTILINE)
_OFTEN = 5  # keywords, or boxes, that are a custom of the text
_ENOUGH = 2  # links of a kind that make it a custom of the text


def in_common_form(text: str) -> str:
    r"""The text with links of wikis as their words, and notes within the words as notes at the end.

    No line moves but what is added at the end. A bracket that is never closed stays as it is.

    >>> in_common_form("Se [[#§16|§ 16C]] og [[§ 17]]. ^a1\n\nKort.^[Et kort.]")
    'Se § 16C og § 17.\n\nKort.[^1]\n\n[^1]: Et kort.\n'
    """
    links = len(_LINK.findall(text))
    if links >= _ENOUGH:
        text = _BLOCK.sub("", _LINK.sub(_words, text))
    text = with_bars(_MARKED.sub(r"<mark>\1</mark>", text))
    if len(_DIVISION.findall(text)) >= _ENOUGH:
        text = _DIVISION.sub("", text)
    text = _STYLE_LINE.sub("", text)
    text = _ADMONITION.sub(_quoted, text)
    if len(_BOX.findall(text)) >= _ENOUGH:
        text = _BOX.sub(_box, text)
    # Behind a comment HTML ends with its line, whatever stands on the next one.
    text = _SHORT_FORM.sub(lambda line: f"<!-- --><nav>{html.escape(line[0].strip())}</nav>", text)
    if len(_KEYWORDS.findall(text)) >= _OFTEN:
        text = _KEYWORDS.sub(lambda line: f"<nav>{line[0].strip()}</nav>", text)
    if len(_DESCRIBED.findall(text)) >= _ENOUGH:
        text = _DESCRIBED.sub(r"\g<label> ", text)
    text = _RAISED.sub(lambda sign: sign[1].translate(RAISED), text)
    return _with_notes_at_the_end(_SPAN.sub(_styled, with_asides_as_notes(text)))


def _quoted(box: re.Match[str]) -> str:
    lines = (line[4:] if line.startswith("    ") else line.lstrip() for line in box["words"].split("\n")[:-1])
    words = "".join(f"> {line}".rstrip() + "\n" for line in lines)
    return _BOX.sub(_box, f"> [!note] {box['title'] or ''}\n{words}", count=1)


def _box(line: re.Match[str]) -> str:
    noted = _NOTE_TITLE.fullmatch(line["title"].strip())
    if noted is None:
        return f"{line['quote']}{line['title']}".rstrip()
    sign, said = f"{line['quote']}<sup>{noted['number']}</sup>", _SAID.match(noted["rest"])
    if said or not _QUOTED_ON.match(line.string, line.end()):
        return f"{sign} {noted['rest'][said.end() if said else 0 :].strip()}".rstrip()
    return sign if len(noted["rest"]) <= _TITLED else f"{line['quote']}{line['title']}".rstrip()


def _styled(span: re.Match[str]) -> str:
    styles = " ".join(_CLASS.findall(span["said"]))
    return f'<span class="{styles}">{span["words"]}</span>' if styles else span["words"]


def _words(link: re.Match[str]) -> str:
    shown = link["shown"] or link["target"].rpartition("#")[2] or link["target"]
    return link[0] if link[1] or shown.strip().isdigit() else shown


def _with_notes_at_the_end(text: str) -> str:
    used, signs = set(_SIGN.findall(text)), count(1)
    notes: list[tuple[str, str]] = []
    out, at = "", 0
    for opened in _NOTE.finditer(text):
        end = _closed(text, opened.end())
        if opened.start() < at or end is None:
            continue
        sign = next(sign for number in signs if (sign := str(number)) not in used)
        notes.append((sign, text[opened.end() : end]))
        out += f"{text[at : opened.start()].rstrip(' ')}[^{sign}]"
        at = end + 1
    if not notes:
        return text
    return f"{out}{text[at:]}".rstrip("\n") + "".join(f"\n\n[^{sign}]: {words}" for sign, words in notes) + "\n"


def _closed(text: str, at: int) -> int | None:
    """Where the bracket closes that was opened before ``at``; None where its paragraph ends before."""
    depth = 1
    for place in range(at, len(text)):
        sign = text[place]
        if sign == "[":
            depth += 1
        elif sign == "]":
            depth -= 1
            if not depth:
                return place
        elif text.startswith("\n\n", place):
            return None
    return None
