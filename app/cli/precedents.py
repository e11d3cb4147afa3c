"""``lovbro precedents add FILE... | list | show CASE``: the register of decisions on the command line."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

from app.committee.register import ImportResult, Register, add, from_paths, open_register
from app.i18n.errors import refusal_words
from corpus.precedents.decision import OUTCOMES, CaseCitation, Decision, latest_edition
from corpus.precedents.folder import CaseFolder, case_folder
from corpus.store import load_registry
from index.precedents import Casebook, DecisionFilter


def register(subparsers: Any) -> None:
    """Hang ``precedents`` into the command's parser. Each subcommand sets ``run``, which returns the exit code."""
    parser = subparsers.add_parser("precedents", help="the register of appeal decisions")
    commands = parser.add_subparsers(dest="precedents", required=True, metavar="COMMAND")
    adding = commands.add_parser("add", help="take decisions in: .txt, .md or .html files, or folders of them")
    adding.add_argument("files", nargs="+", type=Path, metavar="FILE")
    adding.add_argument("--played", type=_day, metavar="DATE", help="date of play (2009-03-01) of files that tell none")
    adding.add_argument("--json", action="store_true")
    adding.set_defaults(run=_add)
    listing = commands.add_parser("list", help="the decisions, newest first")
    listing.add_argument("--instance", default="", help="AU, LK ...")
    listing.add_argument("--outcome", default="", choices=OUTCOMES)
    listing.add_argument("--json", action="store_true")
    listing.set_defaults(run=_list)
    showing = commands.add_parser("show", help="one decision with its citations, old numbers and today's")
    showing.add_argument("case", help="its number or key")
    showing.add_argument("--json", action="store_true")
    showing.set_defaults(run=_show)


def _add(options: argparse.Namespace) -> int:
    """Exit code 1 when a file was refused; every other file is in the register all the same."""
    results = []
    for result in add(from_paths(options.files), case_folder(), options.played):
        results.append(result)
        if not options.json:
            print(_told(result), file=sys.stderr if result.fate == "refused" else sys.stdout)
    if options.json:
        _print_json({"files": [_added_row(result) for result in results]})
    elif len(results) != 1:
        counts = {fate: sum(r.fate == fate for r in results) for fate in dict.fromkeys(r.fate for r in results)}
        print(", ".join(f"{count} {fate}" for fate, count in counts.items()) or "no files")
    return 1 if any(result.fate == "refused" for result in results) else 0


def _list(options: argparse.Namespace) -> int:
    folder = case_folder()
    found = open_register(folder)
    chosen = found.casebook.select(DecisionFilter(instance=options.instance, outcome=options.outcome))
    if options.json:
        damaged = [{"key": one.name, "reason": refusal_words(one.refusal, "en")} for one in found.damaged]
        _print_json({"decisions": [_row(decision) for decision in chosen], "damaged": damaged})
    else:
        for line in _listed(chosen, found, folder):
            print(line)
    for one in found.damaged:
        print(f"lovbro: {one.name}: {refusal_words(one.refusal, 'en')}", file=sys.stderr)
    return 1 if found.damaged else 0


def _listed(chosen: tuple[Decision, ...], found: Register, folder: CaseFolder) -> Iterator[str]:
    for decision in chosen:
        day = decision.played.isoformat() if decision.played else "no date   "
        mark = "  INVENTED" if decision.invented else ""
        yield f"{decision.key:<16} {day}  {decision.outcome or '-':<14} {decision.summary}{mark}"
    reach = found.casebook.reach
    if not reach.count:
        yield f"no decisions in {folder.path}: lovbro precedents add FILE..."
    elif reach.first and reach.last:
        instances = ", ".join(f"{name} {count}" for name, count in reach.instances) or "no instance named"
        yield f"{reach.count} decisions, played {reach.first} to {reach.last}: {instances}; {reach.undated} undated"


def _show(options: argparse.Namespace) -> int:
    casebook = open_register(case_folder()).casebook
    wanted = options.case.casefold()
    chosen = [d for d in casebook.decisions if wanted in (d.key, d.number.casefold())]
    if not chosen:
        print(f"lovbro: no case {options.case} in the register: lovbro precedents list", file=sys.stderr)
        return 2
    if options.json:
        _print_json({"decisions": [_full(casebook, decision) for decision in chosen]})
        return 0
    for decision in chosen:
        print("\n".join(_shown(casebook, decision)))
    return 0


def _shown(casebook: Casebook, decision: Decision) -> Iterator[str]:
    if decision.invented:
        yield "INVENTED CASE: a sample, decided by nobody"
    yield f"{decision.number}  {decision.played or 'no date of play'}  {decision.event}"
    yield f"outcome: {decision.outcome or '-'}, unanimous: {decision.unanimous}, deposit: {decision.deposit or '-'}"
    yield f"laws of {decision.laws_edition or '?'}; file {decision.name}"
    for section in decision.sections:
        yield ""
        if section.title:
            yield section.title.upper()
        yield from section.paragraphs
    yield ""
    for row in (_citation(casebook, decision, citation) for citation in decision.citations):
        today = ", ".join(row["today"]) if row["today"] is not None else "not held"
        yield f"{row['printed']:<14} {row['finding']:<12} {row['work']} {row['edition'] or '?'} -> {today or 'dropped'}"
    for problem in decision.problems:
        yield f"problem: {problem}"


def _full(casebook: Casebook, decision: Decision) -> dict[str, Any]:
    sections = [{"kind": s.kind, "title": s.title, "paragraphs": list(s.paragraphs)} for s in decision.sections]
    citations = [_citation(casebook, decision, citation) for citation in decision.citations]
    return {**_row(decision), "sections": sections, "citations": citations}


def _citation(casebook: Casebook, decision: Decision, citation: CaseCitation) -> dict[str, Any]:
    edition = latest_edition(load_registry(), citation.work)
    passages = [casebook.passage(decision, citation.work, place, edition) for place in citation.ids]
    carried = [place for passage in passages if passage for place in passage.ids]
    return {
        "printed": citation.printed,
        "work": citation.work,
        "edition": decision.edition(citation.work),
        "ids": list(citation.ids),
        "finding": citation.finding,
        "today": list(dict.fromkeys(carried)) if all(passages) else None,
    }


def _row(decision: Decision) -> dict[str, Any]:
    return {
        "key": decision.key,
        "number": decision.number,
        "instance": decision.instance,
        "played": decision.played.isoformat() if decision.played else None,
        "event": decision.event,
        "outcome": decision.outcome,
        "unanimous": decision.unanimous,
        "deposit": decision.deposit,
        "laws": decision.laws_edition,
        "basis": decision.basis,
        "invented": decision.invented,
        "file": decision.name,
        "problems": list(decision.problems),
    }


def _added_row(result: ImportResult) -> dict[str, Any]:
    row = _row(result.decision) if result.decision else None
    return {
        "name": result.name,
        "fate": result.fate,
        "other": result.other,
        "reason": refusal_words(result.refusal, "en") if result.refusal else "",
        "decision": row,
    }


def _told(result: ImportResult) -> str:
    decision = result.decision
    if result.fate == "refused":
        return f"lovbro: {result.name}: {refusal_words(result.refusal, 'en') if result.refusal else ''}"
    if decision is None:
        return f"{result.name}: already in the register as {result.other}"
    told = f"{result.name}: {decision.key}, {len(decision.citations)} citations, laws of {decision.laws_edition or '?'}"
    if result.fate == "same-number":
        told += f"; another file has the number {decision.number} too ({result.other}): both are kept"
    return told + "".join(f"; {problem}" for problem in decision.problems)


def _day(words: str) -> date:
    try:
        return date.fromisoformat(words)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{words!r} is no date such as 2009-03-01") from None


def _print_json(value: dict[str, Any]) -> None:
    print(json.dumps(value, ensure_ascii=False))
