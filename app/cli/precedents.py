"""``lovbro precedents``: the register of decisions on the command line. ``precedents_commands`` has its options."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from datetime import date
from pathlib import Path
from typing import Any

from app.cli.messages import fate_record
from app.cli.output import print_answer, print_json, progress
from app.committee import case_editing
from app.committee.register import (
    ImportResult,
    IncomingFile,
    Register,
    from_paths,
    index_of,
    open_register,
    paths_of_files,
)
from app.committee.register import add as add_to_register
from app.i18n.errors import fault_words, refusal_words
from corpus.precedents.corrections import BadCorrectionError
from corpus.precedents.decision import OUTCOMES, CaseCitation, Decision, DecisionHead
from corpus.precedents.folder import CaseFolder, case_folder
from corpus.registry import LAWS
from corpus.store import load_registry
from index.precedents.casebook import Casebook, register_statistics
from index.precedents.decision_index import AT_ONCE
from index.precedents.filters import DecisionFilter

_CITATION = "citation:"


class NoSuchCaseError(ValueError):
    """A number or key that no case of the register has."""


def add(files: Iterable[Path], played: date | None, as_json: bool) -> bool:
    """Take files in and print what became of each; False when one was refused, which keeps no other out."""
    paths = list(paths_of_files(files))
    with progress(len(paths)) as begin:
        results = list(add_to_register(_announced(from_paths(paths), begin), case_folder(), played))
    if as_json:
        print_json({"files": [_added_row(result) for result in results]})
    else:
        for result in results:
            print(_added(result), file=sys.stderr if result.refusal else sys.stdout)
        counts = Counter(result.fate for result in results)
        if len(results) != 1:
            print(", ".join(f"{count} {fate}" for fate, count in counts.items()) or "no files")
    return not any(result.refusal for result in results)


def list_decisions(instance: str, outcome: str, as_json: bool) -> bool:
    """Print the decisions; False when one could not be read."""
    found = open_register(case_folder(), whole=True)
    chosen = found.casebook.select(DecisionFilter(instance, next(o for o in OUTCOMES if o == outcome)))
    damaged = [{"key": one.name, "reason": fault_words(one.fault, "en")} for one in found.damaged]
    if as_json:
        print_json({"decisions": [_row(decision) for decision in chosen], "damaged": damaged})
    else:
        for line in _listed(chosen, found):
            print(line)
    for one in damaged:
        print(f"lovbro: {one['reason']}", file=sys.stderr)
    return not damaged


def show(case: str, as_json: bool) -> None:
    """Print the decisions with a number or key, however it is spelt. Raises NoSuchCaseError."""
    casebook = open_register(case_folder(), whole=True).casebook
    chosen = [casebook.by_key[one.key] for one in casebook.named(case)]
    if not chosen:
        raise NoSuchCaseError(f"no case {case} in the register: lovbro precedents list")
    if as_json:
        print_json({"decisions": [_full(casebook, decision) for decision in chosen]})
        return
    for decision in chosen:
        print("\n".join(_shown(casebook, decision)))


def edit(case: str, changes: Iterable[str], as_json: bool) -> None:
    """Set fields of one case, ``FIELD=VALUE`` each, and print it.

    ``citation:N=16B1a`` sets the N-th citation, ``citation:N=`` takes it out. Raises NoSuchCaseError and
    BadCorrectionError.
    """
    folder, decision = case_folder(), one_case(case)
    pairs = [change.partition("=") for change in changes]
    if wrong := next((name for name, sign, _ in pairs if not sign), None):
        raise BadCorrectionError("field", wrong, "FIELD=VALUE")
    fields = {name: value for name, _, value in pairs if not name.startswith(_CITATION)}
    if fields:
        decision = case_editing.edit(folder, decision, fields)
    # From the last: a citation taken out moves those behind it.
    cited = sorted(((_number(name, decision), value) for name, _, value in pairs if name.startswith(_CITATION)))
    for number, value in reversed(cited):
        citation = decision.citations[number - 1]
        decision = case_editing.judge_citation(folder, decision, citation, value, citation.finding)
    show(decision.key, as_json)


def remove(case: str) -> None:
    """Take one case out of the register, with its original. Raises NoSuchCaseError and OSError."""
    decision = one_case(case)
    case_editing.remove(case_folder(), decision.key)
    print(f"{decision.key}: removed")


def read_again(cases: Iterable[str], as_json: bool) -> bool:
    """Read cases again from their originals, all when none is named; False when one could not be read."""
    folder = case_folder()
    decisions = [one_case(case) for case in cases] or list(folder.load()[0])
    results = list(case_editing.read_again(folder, decisions))
    if as_json:
        rows = [{"key": one.key, "changed": list(one.changed), "reason": _reason(one)} for one in results]
        print_json({"cases": rows})
        return not any(map(_reason, results))
    for one in results:
        if reason := _reason(one):
            print(f"lovbro: {one.key}: {reason}", file=sys.stderr)
        else:
            print(f"{one.key}: {', '.join(one.changed) or 'as before'}")
    return not any(map(_reason, results))


def index(as_json: bool) -> None:
    """Make the index of the register anew, from its decisions, and print how many it has. Raises OSError."""
    print_answer({"decisions": index_register(case_folder(), anew=True)}, as_json, _indexed)


def index_register(folder: CaseFolder, anew: bool = False) -> int:
    """Have the index take in all that it has not, or everything anew; returns how many it has. Raises OSError."""
    found = index_of(folder)
    with progress(1 + len(folder.keys()) // AT_ONCE) as begin:
        return found.make_anew(begin) if anew else found.complete(begin)


def _indexed(answer: dict[str, Any]) -> str:
    return f"{answer['decisions']} decisions are in the index"


def statistics(as_json: bool) -> None:
    """Print outcome, unanimity and deposit by year and by provision of today, with the number of decisions without."""
    edition = load_registry().current_edition(LAWS)
    found = register_statistics(open_register(case_folder(), whole=True).casebook, edition)
    if as_json:
        print_json({"edition": edition, "rows": [vars(row) | {"counts": dict(row.counts)} for row in found]})
        return
    for row in found:
        counts = ", ".join(f"{count} {value or 'unknown'}" for value, count in row.counts.items())
        group = row.group or ("" if row.by == "all" else "unknown")
        print(f"{row.by:<10} {group:<10} {row.field:<10} {counts}")


def one_case(case: str) -> Decision:
    """The decision that a name or key means. Raises NoSuchCaseError where it means none, or several."""
    casebook = open_register(case_folder(), whole=True).casebook
    found = casebook.named(case)
    chosen = [d for d in found if case.casefold() == d.key] or found
    if not chosen:
        raise NoSuchCaseError(f"no case {case} in the register: lovbro precedents list")
    if len(chosen) > 1:
        raise NoSuchCaseError(
            f"{len(chosen)} cases have the number {case}: use one of {', '.join(d.key for d in chosen)}"
        )
    return casebook.by_key[chosen[0].key]


def _number(name: str, decision: Decision) -> int:
    number = name.removeprefix(_CITATION)
    if not (number.isdecimal() and 0 < int(number) <= len(decision.citations)):
        raise BadCorrectionError("citation", number, f"a number from 1 to {len(decision.citations)}")
    return int(number)


def _reason(result: case_editing.ReadAgainResult) -> str:
    """Why a case was not read again; empty when it was."""
    if result.refusal:
        return refusal_words(result.refusal, "en")
    return fault_words(result.fault, "en") if result.fault else ""


def _listed(chosen: tuple[DecisionHead, ...], found: Register) -> Iterator[str]:
    for decision in chosen:
        day = decision.played.isoformat() if decision.played else "no date   "
        mark = "  INVENTED" if decision.invented else ""
        yield f"{decision.key:<16} {day}  {decision.outcome or '-':<14} {decision.summary}{mark}"
    reach = found.casebook.reach
    if not reach.count:
        yield f"no decisions in {case_folder().documents}: lovbro precedents add FILE..."
    elif reach.first and reach.last:
        instances = ", ".join(f"{name} {count}" for name, count in reach.instances) or "no instance named"
        yield f"{reach.count} decisions, played {reach.first} to {reach.last}: {instances}; {reach.undated} undated"


def _shown(casebook: Casebook, decision: Decision) -> Iterator[str]:
    if decision.invented:
        yield "INVENTED CASE: a sample, decided by nobody"
    yield f"{decision.number}  {decision.played or 'no date of play'}  {decision.event}"
    yield f"outcome: {decision.outcome or '-'}, unanimous: {decision.unanimous}, deposit: {decision.deposit or '-'}"
    yield f"laws of {decision.laws_edition or '?'}; file {decision.name}"
    for origin in decision.origins:
        yield f'{origin.field}: from "{" ".join(origin.words.split())}"'
    for section in decision.sections:
        yield ""
        if section.title:
            yield section.title.upper()
        yield from section.paragraphs
    yield ""
    for row in (_citation(casebook, decision, citation) for citation in decision.citations):
        today = ", ".join(row["today"]) or "dropped" if row["today"] is not None else "not known"
        yield f"{row['printed']:<14} {row['finding']:<12} {row['work']} {row['edition'] or '?'} -> {today}"
        yield from (
            f"  {fate['message']}" for fate in row["fates"] if fate and (fate["fate"] != "same" or fate["doubt"])
        )
    for problem in decision.problems:
        yield f"problem: {problem}"


def _full(casebook: Casebook, decision: Decision) -> dict[str, Any]:
    sections = [{"kind": s.kind, "title": s.title, "paragraphs": list(s.paragraphs)} for s in decision.sections]
    citations = [_citation(casebook, decision, citation) for citation in decision.citations]
    origins = {origin.field: origin.words for origin in decision.origins}
    return {**_row(decision), "origins": origins, "sections": sections, "citations": citations}


def _citation(casebook: Casebook, decision: Decision, citation: CaseCitation) -> dict[str, Any]:
    edition = load_registry().current_edition(citation.work)
    fates = [casebook.fate(decision, citation.work, place, edition) for place in citation.ids]
    known = [fate for fate in fates if fate is not None and fate.fate != "unknown"]
    return {
        "printed": citation.printed,
        "work": citation.work,
        "edition": decision.edition(citation.work),
        "ids": list(citation.ids),
        "finding": citation.finding,
        "today": list(dict.fromkeys(str(place) for fate in known for place in fate.today))
        if len(known) == len(fates)
        else None,
        "fates": [fate_record([fate]) if fate else None for fate in fates],
    }


def _row(decision: Decision | DecisionHead) -> dict[str, Any]:
    names = ("key", "number", "instance", "played", "event", "outcome", "unanimous", "deposit")
    return {name: getattr(decision, name) for name in names} | {
        "played": decision.played.isoformat() if decision.played else None,
        "laws": decision.laws_edition,
        "basis": decision.basis,
        "invented": decision.invented,
        "file": decision.name,
        "problems": list(decision.problems),
    }


def _added_row(result: ImportResult) -> dict[str, Any]:
    return {
        "name": result.name,
        "fate": result.fate,
        "other": result.other,
        "reason": refusal_words(result.refusal, "en") if result.refusal else "",
        "decision": _row(result.decision) if result.decision else None,
    }


def _added(result: ImportResult) -> str:
    decision = result.decision
    if result.refusal:
        return f"lovbro: {result.name}: {refusal_words(result.refusal, 'en')}"
    if decision is None:
        return f"{result.name}: already in the register as {result.other}"
    line = f"{result.name}: {decision.key}, {len(decision.citations)} citations, laws of {decision.laws_edition or '?'}"
    if result.fate == "same-number":
        line += f"; another file has the number {decision.number} too ({result.other}): both are kept"
    return line + "".join(f"; {problem}" for problem in decision.problems)


def _announced(files: Iterable[IncomingFile], begin: Callable[[str], None]) -> Iterator[IncomingFile]:
    for file in files:
        begin(Path(file.name).name)
        yield file
