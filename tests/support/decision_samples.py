"""The sample of decisions in ``tests/data/decisions``: what each file says, and its bytes as a body would publish them.

A record is a line ``=== file name | form``, lines ``field: value`` with what a reader of the file would answer, a line
``---`` and the text. The form is an encoding, or ``docx`` or ``pdf``, which are made from the text here.
"""

from __future__ import annotations

import io
import re
from collections import Counter
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

import docx
import typst
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from docx.text.paragraph import Paragraph

FOLDER = Path(__file__).parents[1] / "data" / "decisions"
# What people typed where the encoding had no suits.
_PLAIN = str.maketrans("♠♥♦♣−", "SHDC-")
_SYMBOL = re.compile(r"\{symbol:([0-9A-F]{4})\}")


@dataclass(frozen=True)
class Sample:
    """A file and what it says; an empty text, or None, where the file does not tell.

    ``citations`` are (work and id, finding): ``("laws:16B1a", "not-breached")``, as often as they are printed.
    """

    name: str
    form: str
    text: str
    outcome: str
    played: date | None
    edition: str
    instances: tuple[str, ...]
    deposit: str
    unanimous: bool | None
    citations: Counter[tuple[str, bool]] = field(hash=False)

    @property
    def content(self) -> bytes:
        """The file's bytes."""
        if self.form == "docx":
            return _word(self.text)
        if self.form == "pdf":
            return _pdf(self.text)
        # DOS had no "§" among its letters: it printed the control character.
        text = self.text.replace("§", "\x15") if self.form.startswith("cp") else self.text
        if self.name.endswith(".html"):
            return text.encode(self.form, "xmlcharrefreplace")
        return (text if self.form.startswith("utf") else text.translate(_PLAIN)).encode(self.form)


def samples(part: str, number: int | str = "*") -> tuple[Sample, ...]:
    """The samples of a part: ``tuned`` (looked at while the reader was written), ``unseen`` (never); or a file."""
    texts = [path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob(f"{part}-{number}.txt"))]
    records = [record for text in texts for record in re.split(r"^=== ", text, flags=re.MULTILINE)[1:]]
    return tuple(_sample(record) for record in records)


def _sample(record: str) -> Sample:
    first, _, rest = record.partition("\n")
    head, _, text = rest.partition("\n---\n")
    name, form = (part.strip() for part in first.split("|"))
    answers = {
        key: value.strip().removeprefix("-") for key, value in (line.split(":", 1) for line in head.splitlines())
    }
    cited = head.partition("cites:")[2].split()
    return Sample(
        name=name,
        form=form,
        text=text,
        outcome=answers["outcome"],
        played=date.fromisoformat(answers["played"]) if answers["played"] else None,
        edition=answers["edition"],
        instances=tuple(answers["instance"].split("|")),
        deposit=answers["deposit"],
        unanimous={"yes": True, "no": False}.get(answers["unanimous"]),
        citations=Counter(_cited(word) for word in cited),
    )


def _cited(word: str) -> tuple[str, bool]:
    work, _, place = word.lstrip("-").rpartition(":")
    place = re.sub(r"[ .()]", "", place).removeprefix("L")
    return f"{work or 'laws'}:{place}", word.startswith("-")


def _word(text: str) -> bytes:
    document = docx.Document()
    # A run of lines in bars is a table, with or without blank lines around it.
    for block in re.split(r"\n\s*\n|\n(?=\|)(?<!\|\n)|(?<=\|)\n(?!\|)", text.strip()):
        lines = block.splitlines()
        if lines[0].startswith("|"):
            rows = [[cell.strip() for cell in line.strip("| ").split("|")] for line in lines]
            table = document.add_table(rows=len(rows), cols=max(map(len, rows)))
            for row, cells in zip(table.rows, rows, strict=True):
                for cell, words in zip(row.cells, cells, strict=False):
                    _runs(cell.paragraphs[0], words)
            continue
        for line in lines:
            if heading := re.match(r"(#+) (.*)", line):
                document.add_heading(heading[2], len(heading[1]))
            else:
                _runs(document.add_paragraph(), line)
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def _runs(paragraph: Paragraph, line: str) -> None:
    """Runs in bold between double asterisks; a suit of the Symbol font as Word stores it."""
    for number, words in enumerate(line.split("**")):
        for place, part in enumerate(_SYMBOL.split(words)):
            run = paragraph.add_run("" if place % 2 else part)
            run.bold = bool(number % 2)
            if place % 2:
                sign = OxmlElement("w:sym")
                sign.set(qn("w:font"), "Symbol")
                sign.set(qn("w:char"), part)
                run._r.append(sign)


def _pdf(text: str) -> bytes:
    body = re.sub(r"(?<!\*)\*(?!\*)|[@$<>_\\`\[\]]", r"\\\g<0>", text)
    body = re.sub(r"\*\*(.+?)\*\*", r"*\1*", body)
    body = re.sub(r"^(#+) ", lambda match: "=" * len(match[1]) + " ", body, flags=re.MULTILINE)
    return bytes(typst.compile(f"#set page(width: 12cm)\n{body}".encode(), format="pdf"))
