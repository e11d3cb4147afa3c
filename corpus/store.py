"""The only door to ``data/``: raw texts, patches, lexicons and concordance in, products out.

Everything else takes and gives values. The folder is ``data/`` of the checkout, or ``LOVBRO_DATA``.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from corpus.files import StoreError, data_dir, read_whole, write_atomic
from corpus.homes import library_dir
from corpus.library import Library
from corpus.model import Coverage, Expression
from corpus.own_judgements import judgements_over
from corpus.own_library import own_keys, own_sum, own_tables, with_block
from corpus.own_texts import OwnTexts
from corpus.registry import Registry, read_registry
from corpus.schema import FormatError, Loader
from corpus.source_text import read_source, read_source_text, read_source_toml
from corpus.sums import SumError, read_sums, write_sums
from corpus.text_cache import expression_of, kept, record_sum

if TYPE_CHECKING:  # a command imports the readers of the files that it reads: they take longer than most answers
    from corpus.alignment import readings, rows
    from corpus.alignment.concordance import Concordance
    from corpus.terms import Term

RAW_SUMS = "raw/SHA256SUMS"
SUMS = "SHA256SUMS"
ACCEPT = "lovbro build --accept"
LINE_VECTORS = "lexicon/line-vectors.npz"
OUTCOME_LAYERS = "lexicon/outcome-layers.npz"
PARITY = "parity/judgements.toml"
STATE = "build/state.json"
ALIGNED = "aligned/laws.xml"
WITNESSES = "aligned/witnesses.tsv"
COVERAGE = "build/coverage.jsonl"
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufffe\uffff]")


class RawTextError(StoreError, FormatError):
    """A raw text that is missing, empty, wrongly encoded or not the file whose sum was recorded."""


class NotBuiltError(StoreError, FormatError):
    """A product is missing, or not as the build left it: ``lovbro build`` makes it."""


def shipped_registry() -> Registry:
    """The works, editions and expressions of ``editions.toml``: those that a build makes."""
    return read_registry(read_source_toml("editions.toml"))


def load_registry() -> Registry:
    """All works, editions and expressions: the shipped ones, then the person's own. Raises FormatError."""
    own = OwnTexts.open()
    keys = own_keys()
    if not keys:
        return shipped_registry()
    table = read_source_toml("editions.toml")
    for key in keys:
        table = with_block(table, own.block(key))
    return read_registry(table)


def alignment_inputs() -> str:
    """A sum over what the alignment with the person's own texts is made from; empty where there is none of them."""
    own = own_sum()
    own = f"{own} {own_tables()[0]}" if own else own
    return hashlib.sha256(f"{own} {sum_of(ALIGNED)}".encode()).hexdigest() if own else ""


def load_patches(siglum: str) -> dict[str, Any]:
    """The recorded corrections of a witness as parsed TOML; no file means none."""
    return read_source_toml(f"patches/{siglum}.toml") if (data_dir() / f"patches/{siglum}.toml").exists() else {}


def load_lexicon(name: str) -> str:
    """A file of ``lexicon/`` as text."""
    return read_source_text(f"lexicon/{name}")


def load_line_vectors() -> bytes:
    """What the lines that search learns from mean, as ``index.search.line_vectors`` reads it."""
    return read_source(LINE_VECTORS)


def load_outcome_layers() -> bytes:
    """The layers of the sentence model that decisions taught, as ``index.search.sentence_layers`` reads them."""
    return read_source(OUTCOME_LAYERS)


def line_vectors_sum() -> str:
    """The sum of that as it was recorded; a build stops where the file is another one. Raises SumError."""
    return _recorded_sums().get(LINE_VECTORS, "")


def save_line_vectors(content: bytes) -> None:
    """Keep them; ``lovbro build --accept`` takes the change. Raises OSError where it cannot be written."""
    write_atomic(data_dir() / LINE_VECTORS, content)


def load_parity_judgements() -> dict[str, Any]:
    """What people decided about the parity report, as parsed TOML: shipped, and over it the person's own."""
    return judgements_over(read_source_toml(PARITY))


def load_settled() -> dict[str, Any]:
    """What was decided where concordance tables contradict each other, as parsed TOML."""
    return read_source_toml("concordance/settled.toml")


def load_tables() -> Concordance:
    """The number tables between editions: the shipped ones, and over them those of the library."""
    from corpus.alignment.concordance import Concordance
    from corpus.alignment.concordance_files import read_table

    shipped = shipped_tables()
    own = {name: read_table(name, text) for name, text in own_tables()[0].items()}
    if not own:
        return shipped
    # A shipped table that a person has reviewed is theirs; the shipped one lies beneath it.
    kept_tables = {f"{table.old}-{table.new}": table for table in shipped.tables} | own
    return Concordance(tuple(kept_tables.values()))


def shipped_tables() -> Concordance:
    """The number tables of ``data/concordance``."""
    from corpus.alignment.concordance_files import read_concordance

    return read_concordance({name: load_concordance(name) for name in concordance_names()})


def load_concordance(name: str) -> str:
    """A table of ``concordance/`` (``1997-2017``, ``terms``) as CSV text; comment lines begin with #."""
    return read_source_text(f"concordance/{name}.csv")


def load_terms() -> tuple[Term, ...]:
    """The term table. Raises StoreError when it is missing, TermError when a cell is."""
    from corpus.terms import read_terms

    return read_terms(load_concordance("terms"))


def concordance_names() -> tuple[str, ...]:
    """The tables from one edition's numbers to another's: ``1997-2017``."""
    found = (data_dir() / "concordance").glob("[0-9]*-[0-9]*.csv")
    return tuple(sorted(path.stem for path in found))


def read_raw(siglum: str) -> str:
    """The raw text of a witness, character for character (line ends too). Raises RawTextError."""
    name = f"raw/{siglum}.txt"
    load = Loader(f"data/{name}", RawTextError)
    content = read_whole(data_dir() / name, load, missing="lost")
    if not content.strip():
        raise load.fault("empty")
    text = load.text(content)
    _compare_sum(load, siglum, content)
    # XML has no place for them, and no printed page has them.
    if control := _CONTROL.search(text):
        line = text.count("\n", 0, control.start()) + 1
        raise load.fault("value", f"line {line}", found=f"U+{ord(control[0]):04X}", cause="a control character")
    return text


def _compare_sum(load: Loader, siglum: str, content: bytes) -> None:
    recorded = _sums().get(f"{siglum}.txt")
    if recorded is None:
        raise load.fault("unrecorded", expected=f"data/{RAW_SUMS}")
    sum_, size = recorded
    if len(content) < size:
        raise load.fault("truncated", expected=str(size), found=str(len(content)))
    if hashlib.sha256(content).hexdigest() != sum_:
        raise load.fault("edited", expected=f"data/{RAW_SUMS}")


def _sums() -> dict[str, tuple[str, int]]:
    """``SHA256SUMS`` has lines ``<sum>  <file>`` and, before each, ``# size <bytes>``; sha256sum -c reads it too."""
    text = read_source_text(RAW_SUMS)
    sizes = [int(size) for size in re.findall(r"^# size (\d{1,12})$", text, re.MULTILINE)]
    sums = read_sums(text.encode(), f"data/{RAW_SUMS}")
    if len(sizes) != len(sums):
        raise Loader(f"data/{RAW_SUMS}", SumError).fault("columns", expected="# size bytes")
    return {name: (sum_, size) for (name, sum_), size in zip(sums.items(), sizes, strict=True)}


def check_sources() -> None:
    """Every file that people write (raw texts are checked as they are read) is the one whose sum was recorded.

    Raises SumError naming the first that was changed, is missing or has no sum, and the command that records it.
    """
    recorded, found = _recorded_sums(), _source_sums()
    for name in sorted({*recorded, *found}):
        load = Loader(f"data/{name}", SumError)
        if name not in found:
            raise load.fault("missing")
        if name not in recorded:
            raise load.fault("unrecorded", expected=ACCEPT)
        if recorded[name] != found[name]:
            raise load.fault("changed", expected=ACCEPT)


def accept_sources() -> tuple[str, ...]:
    """Record the files that people write as they are now; returns the names of those whose record changed."""
    try:
        recorded = _recorded_sums()
    except SumError:
        recorded = {}
    found = _source_sums()
    changed = tuple(sorted(name for name in {*recorded, *found} if recorded.get(name) != found.get(name)))
    if changed:
        head = f"Sums of the files that people write; {ACCEPT} records a wanted change."
        write_product(SUMS, write_sums(found, head))
    return changed


def _recorded_sums() -> dict[str, str]:
    load = Loader(f"data/{SUMS}", SumError)
    if not (data_dir() / SUMS).exists():
        raise load.fault("unrecorded", expected=ACCEPT)
    return read_sums(read_whole(data_dir() / SUMS, load), load.file)


def _source_sums() -> dict[str, str]:
    paths = sorted(f"paths/{path.name}" for path in (data_dir() / "paths").glob("*") if path.is_file())
    names = (name for name in (*source_files(), PARITY, *paths) if not name.startswith("raw/"))
    return {name: sum_of(name) for name in names if has_product(name)}


def load_library() -> Library:
    """All expressions, from the XML products. Raises NotBuiltError when one is missing, AknFileError for a damaged one.

    A text of the person's own that cannot be read is left out (``left_out``). The XML is read once: what was read is
    kept in ``build/texts``, and from there an expression is taken when something of it is first asked for, as long as
    its XML and the code that reads it are the same.
    """
    registry = load_registry()
    contents = {key: expression_xml(key) for key in registry.keys}
    sums = {key: record_sum(content) for key, content in contents.items()}
    files = {key: f"akn/{key}.xml" for key in contents}
    readers = {
        key: kept(key, Expression, content, partial(expression_of, files[key])) for key, content in contents.items()
    }
    return Library.on_demand(registry, readers, hashlib.sha256(" ".join(sums.values()).encode()).hexdigest())


def expression_xml(key: str) -> bytes:
    """The XML of a text, shipped or the person's own. Raises NotBuiltError or OwnTextError."""
    own, shipped = OwnTexts.open(), f"akn/{key}.xml"
    return own.xml(key) if own.holds(key) and not has_product(shipped) else read_product(shipped)


def load_alignment() -> rows.Alignment:
    """The aligned rows, from their XML, kept as the texts are. Raises NotBuiltError when it is missing."""
    from corpus.alignment import rows

    made_from = alignment_inputs()
    if not made_from:
        return kept("aligned", rows.Alignment, read_product(ALIGNED), rows.read)()
    content = OwnTexts.open().alignment(made_from)
    if content is None:
        raise Loader(f"{library_dir()}/aligned.xml", NotBuiltError).fault("stale")
    return kept("aligned-own", rows.Alignment, content, rows.read)()


def load_readings() -> readings.Readings:
    """What second witnesses read. Raises NotBuiltError when the table is missing."""
    from corpus.alignment import readings

    return readings.read(read_product(WITNESSES))


def load_coverage() -> tuple[Coverage, ...]:
    """What every source line was used as, from the last build. Raises NotBuiltError."""
    load = Loader(f"data/{COVERAGE}", NotBuiltError)
    rows = load.text(read_product(COVERAGE)).splitlines()
    return tuple(load.convert(load.json(row.encode()), Coverage, f"line {n}") for n, row in enumerate(rows, 1))


def read_product(name: str) -> bytes:
    """A product (``akn/da-2017.xml``) or a file of the cache, as the build left it. Raises NotBuiltError.

    What a build recorded and what is there are compared at every reading: a letter that was changed in a product
    since is never taken for the rule.
    """
    content = stored_product(name)
    recorded = load_state().get(name) if name != STATE else None
    if recorded is not None and recorded != hashlib.sha256(content).hexdigest():
        raise Loader(f"data/{name}", NotBuiltError).fault("stale")
    return content


def stored_product(name: str) -> bytes:
    """A product as it is, be it what the build left or not. Raises NotBuiltError when there is none."""
    return read_whole(data_dir() / name, Loader(f"data/{name}", NotBuiltError), missing="unbuilt")


def has_product(name: str) -> bool:
    """True when the build has left a product or file of the cache with this name."""
    return (data_dir() / name).is_file()


def write_product(name: str, content: bytes) -> None:
    """Write a file of ``akn/``, ``aligned/`` or ``build/`` whole or not at all."""
    write_atomic(data_dir() / name, content)


def build_dir() -> Path:
    """The cache folder, made if need be; always safe to delete."""
    folder = data_dir() / "build"
    folder.mkdir(exist_ok=True)
    return folder


def digest(names: Iterable[str]) -> str:
    """The SHA-256 in hex over names and sums of files, by their paths in the data folder; a missing file counts too.

    >>> digest(["editions.toml", "raw/none.txt"]) == digest(["raw/none.txt", "editions.toml", "editions.toml"])
    True
    """
    total = hashlib.sha256()
    for name in sorted(set(names)):
        total.update(f"{name} {sum_of(name)}\n".encode())
    return total.hexdigest()


def source_files() -> tuple[str, ...]:
    """Every file in ``data/`` that people write and builds read."""
    folders = ("raw", "patches", "lexicon", "concordance")
    found = [path for folder in folders for path in (data_dir() / folder).glob("*") if path.is_file()]
    return ("editions.toml", *sorted(path.relative_to(data_dir()).as_posix() for path in found))


def load_state() -> Mapping[str, str]:
    """What the last build was made from, by stage, and the sum of each of its files, by name; empty when unknown.

    Damage to it is no error: it is a cache, and the next build makes it again.
    """
    load = Loader(STATE, FormatError)
    try:
        content = read_whole(data_dir() / STATE, load)
        return load.convert(load.json(content), Mapping[str, str])  # type: ignore[type-abstract]
    except FormatError:
        return {}


def sum_of(name: str) -> str:
    """The SHA-256 of a file of the data folder in hexadecimal; ``missing`` where there is none."""
    path = data_dir() / name
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else "missing"


def save_state(state: Mapping[str, str]) -> None:
    """Keep the sums that the build was made from. Raises OSError."""
    write_product(STATE, (json.dumps(dict(sorted(state.items())), indent=1) + "\n").encode())
