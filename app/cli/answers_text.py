"""The answers of ``app.cli.answers`` and ``search_answers`` as text for a terminal: a function for each command."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.cli.answers import Answer

STANDINGS = {"not-in-force": "not in force", "superseded": "superseded", "preliminary": "preliminary text"}

HOW = {"cites": "cites", "cited": "is cited by", "part": "has the part", "within": "is part of"}


def provisions_text(answer: Answer) -> str:
    """What ``lovbro show`` prints: the provisions with notes and references, separated by empty lines."""
    return "\n\n".join((*_message(answer), *("\n".join(_shown(one)) for one in answer["provisions"])))


def references_text(answer: Answer) -> str:
    """What ``lovbro refs`` prints: for each provision its references out and in, and its neighbours."""
    return "\n\n".join((*_message(answer), *("\n".join(_refs_of(one)) for one in answer["provisions"])))


def chain_text(answer: Answer) -> str:
    """What ``lovbro refs --to`` prints: a line a step, or one line where no chain of references leads there."""
    start, end = (f"{answer[key]['expression']}:{answer[key]['id']}" for key in ("from_place", "to_place"))
    if not answer["steps"]:
        return f"no chain of references leads from {start} to {end}"
    return "\n".join([start, *(_step(step) for step in answer["steps"])])


def comparison_text(answer: Answer) -> str:
    """What ``lovbro compare`` prints: for each row a line a text."""
    return "\n\n".join((*_message(answer), *("\n".join(_row(row)) for row in answer["rows"])))


def hits_text(answer: Answer) -> str:
    """What ``lovbro search`` prints: a message if there is one, two lines a hit, and what else to try."""
    lines = [answer["message"]] if answer["message"] else []
    for hit in answer["hits"]:
        lines.append(
            f"{hit['expression']}:{hit['id']}  {' > '.join(filter(None, hit['heading_path']))}  [{hit['via']}]"
        )
        lines.append(f"    {' '.join(hit['snippet'].split())}")
    if answer["suggestions"]:
        head = "Did you mean" if answer["hits"] else "Index entries to try"
        lines.append(f"{head}: {', '.join(answer['suggestions'])}")
    return "\n".join(lines)


def health_text(answer: Answer) -> str:
    """What ``lovbro check`` prints: a line of counts for each text, then the findings."""
    lines = []
    for key, counts in answer["summary"].items():
        lines.append(f"{key}: " + ", ".join(f"{count} {verdict}" for verdict, count in sorted(counts.items())))
    for row in answer["findings"]:
        proposed = f" -> {row['proposed']}" if row["proposed"] else ""
        lines.append(
            f"  {row['verdict']}: {row['expression']}:{row['place']} {row['printed']!r}{proposed}: {row['evidence']}"
        )
    lines += [f"  parity: {row['row']} is missing in {row['missing_in']} ({row['reason']})" for row in answer["parity"]]
    lines += [
        f"  {row['kind']}: {row['row']} {row['one']} {row['one_has'] or '-'} / {row['other']} {row['other_has'] or '-'}"
        for row in answer["differences"]
        if row["status"] != "wrong"
    ]
    lines += [f"  unread: {row['witness']}, line {row['line']}" for row in answer["unread"]]
    lines.append(
        "every source line was read" if answer["sound"] else f"{len(answer['unread'])} source lines were not read"
    )
    return "\n".join(lines)


def _message(answer: Answer) -> Iterator[str]:
    """What became of the number asked about, where it is one of an older edition."""
    yield from filter(None, (answer.get("message"),))


def _shown(one: Answer) -> Iterator[str]:
    yield _title(one)
    yield from _content(one, 0)
    yield from _refs_of(one, heading=False)
    if one["aligned"]:
        yield "Elsewhere: " + ", ".join(map(_counterpart, one["aligned"]))


def _counterpart(row: Answer) -> str:
    from corpus.alignment.rows import SURE_FROM  # for this answer alone

    doubt = ", in doubt" if row["confidence"] < SURE_FROM else ""
    return f"{row['expression']}:{row['id']} ({row['relation']}{doubt})"


def _title(one: Answer) -> str:
    standing = STANDINGS.get(one.get("standing", ""))
    path = " > ".join(heading for _, heading in one["heading_path"] if heading)
    misprinted = f"printed {one['misprinted']}" if one.get("misprinted") else ""
    remarks = ", ".join(filter(None, (standing, misprinted)))
    name = f"{one['edition']} {one['id']}" + (f" ({remarks})" if remarks else "")
    return f"{name}  {path}".rstrip()


def _block_lines(block: Answer) -> Iterator[str]:
    """The lines of a paragraph, or of a table below its caption."""
    if "text" in block:
        yield from filter(None, block["text"].split("\n"))
    else:
        yield from filter(None, (block["caption"],))
        yield from ("  " + " | ".join(row) for row in block["rows"])


def _content(one: Answer, depth: int) -> Iterator[str]:
    indent = "  " * depth
    label = one.get("printed", "")
    first = " ".join(filter(None, (label if depth else "", one.get("heading") if depth else "")))
    blocks = one.get("blocks") or [{"text": one["text"]}]
    lines = [line for block in blocks for line in _block_lines(block)]
    if first and lines and not one.get("heading") and "text" in blocks[0]:
        yield f"{indent}{first} {lines.pop(0)}"
    elif first:
        yield f"{indent}{first}"
    yield from (f"{indent}{line}" for line in lines)
    for note in one.get("notes", ()):
        doubt = " (the place of its mark is a guess)" if note["doubtful"] else ""
        yield f"{indent}{note['marker']}{doubt} {' '.join(note['text'].split())}"
    for child in one.get("children", ()):
        yield from _content(child, depth + 1)


def _refs_of(one: Answer, heading: bool = True) -> Iterator[str]:
    if heading:
        yield f"{one['expression']}:{one['id']}"
    if one["references"]:
        yield "Cites:"
    for row in one["references"]:
        leads = ", ".join(f"{to['expression']}:{to['id']}" for to in row["leads_to"])
        today = ", ".join(row["current"])
        about = f" today {today}" if today and row["status"] != "exact" else ""
        yield f"  {row['in']}: {row['printed']} [{row['status']}]{about}" + (f" -> {leads}" if leads else "")
    if one["cited_by"]:
        yield "Cited by:"
    for row in one["cited_by"]:
        denied = " (says it does not apply)" if row["negated"] else ""
        yield f"  {row['expression']}:{row['id']}: {row['printed']} [{row['kind']}]{denied}"
    if one.get("neighbours"):
        yield "Near: " + ", ".join(f"{to['expression']}:{to['id']}" for to in one["neighbours"])


def _step(step: Answer) -> str:
    words = f"{step['signal']} {step['printed']}".strip() if step["printed"] else ""
    reference = f" ({words}) [{step['status']}]" if words else ""
    denied = " (says it does not apply)" if step["negated"] else ""
    return f"  {HOW[step['how']]} {step['expression']}:{step['id']}{reference}{denied}"


def _row(row: Answer) -> Iterator[str]:
    for cell in row["cells"]:
        note = f" ({cell['note']})" if cell["note"] else ""
        yield f"{_title(cell)}  [{cell['relation']}]{note}"
        yield from _content(cell, 0)
        yield ""
    for gap in row["gaps"]:
        ids = f": {', '.join(gap['ids'])}" if gap["ids"] else ""
        yield f"{gap['expression']}: {gap['reason']}{ids}"
    for difference in row["differences"]:
        yield f"part {difference['part']}: only in {', '.join(difference['only_in'])}"
