"""What of a person's library can be shown; a text or table that cannot is left out, named, and keeps no other away."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import date, timedelta
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from corpus.files import data_dir
from corpus.model import Expression
from corpus.own_texts import ENTRY, TABLES, XML, OwnTextError, OwnTexts
from corpus.registry import read_registry
from corpus.schema import FileFault, FormatError, Loader
from corpus.source_text import read_source_toml
from corpus.text_cache import expression_of, kept


def with_block(table: Mapping[str, Any], block: Mapping[str, Any]) -> dict[str, Any]:
    """The registry's table with the block of a person's own text.

    An edition that begins on a known day ends the older one of its work of which no last day is known.
    """
    editions = [dict(one) for one in table.get("edition", ())]
    for new in block.get("edition", ()):
        name = (new.get("work"), new.get("edition"))
        same = next((one for one in editions if (one.get("work"), one.get("edition")) == name), None)
        if same is None:
            editions.append(dict(new))
        else:  # another text of an edition may tell its days
            same |= {key: value for key, value in new.items() if key not in same}
        _end_older(editions, new)
    return {**table, "expression": [*table.get("expression", ()), *block.get("expression", ())], "edition": editions}


def _end_older(editions: Iterable[dict[str, Any]], new: Mapping[str, Any]) -> None:
    begins = new.get("from")
    if not isinstance(begins, date):
        return
    for one in editions:
        older = one.get("work") == new.get("work") and str(one.get("edition")) < str(new.get("edition"))
        first = one.get("from")
        if older and "to" not in one and (not isinstance(first, date) or first < begins):
            one["to"] = begins - timedelta(days=1)


def own_keys() -> tuple[str, ...]:
    """The keys of the person's own texts that can be shown, sorted."""
    own = OwnTexts.open()
    return tuple(key for key in own.keys if _reading_fault(own, key) is None and _has_table(own, key))


def _has_table(own: OwnTexts, key: str) -> bool:
    """False where the table to a text's edition is damaged: its numbers would lead nowhere."""
    years = {year for fault in own_tables()[1] for year in Path(fault.file).stem.split("-")}
    block = own.block(key)["expression"][0]
    return not years or not years & {block["edition"], block["cites"]} - _shipped_years()


def _shipped_years() -> set[str]:
    paths = (data_dir() / "concordance").glob("[0-9]*-[0-9]*.csv")
    return {year for path in paths for year in path.stem.split("-")}


def left_out() -> tuple[FileFault, ...]:
    """What of the library cannot be shown, and why: a text or table that was damaged, or that another Lovbro wrote."""
    own = OwnTexts.open()
    unread = (_reading_fault(own, key) for key in own.keys)
    return (*own.damaged(), *(fault for fault in unread if fault is not None), *own_tables()[1])


def own_sum() -> str:
    """One sum over the person's own texts that can be shown; empty where there is none."""
    return OwnTexts.open().sum(own_keys())


def _reading_fault(own: OwnTexts, key: str) -> FileFault | None:
    """Why a text whose files are as they were written cannot be read; what was read once is known by its sum."""
    return _fault_of(own.path, key, own.sum((key,)))


@lru_cache(maxsize=256)
def _fault_of(library: Path, key: str, sum_: str) -> FileFault | None:
    own, load = OwnTexts(library), Loader(f"texts/{key}/{ENTRY}", OwnTextError)
    try:
        block = own.block(key)
        if [key] != [one.get("key") for one in block.get("expression", ())]:
            raise load.fault("value", "expression", found=key, cause="the name of the folder")
        read_registry(with_block(read_source_toml("editions.toml"), block))
    except FormatError as error:
        return replace(error.fault, file=load.file)
    except (AttributeError, TypeError):
        return load.fault("kind", "expression", expected="table", found="text").fault
    try:
        kept(key, Expression, own.xml(key), partial(expression_of, f"texts/{key}/{XML}"))
    except FormatError as error:
        return error.fault
    return None


def own_tables() -> tuple[Mapping[str, str], tuple[FileFault, ...]]:
    """The texts of the number tables of the library by name, and what is wrong with the others."""
    own, faults = OwnTexts.open(), []
    tables = {}
    for name in own.table_names():
        try:
            text = own.table(name)
            _demand_table(name, text)
        except FormatError as error:
            faults.append(replace(error.fault, file=f"{TABLES}/{name}.csv"))
        else:
            tables[name] = text
    return tables, tuple(faults)


@lru_cache(maxsize=8)
def _demand_table(name: str, text: str) -> None:
    """Raises ConcordanceFileError for a text that is no number table."""
    from corpus.alignment.concordance_files import read_table

    read_table(name, text)
