"""The build: raw texts to XML products and caches. The one place where the steps are strung together.

Everything is made in memory first; files change only when all of it is right, so a damaged source leaves the
last good build in place.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from functools import partial
from itertools import zip_longest

from rapidfuzz.distance import Prefix

from app.build import freshness
from app.build.invariants import demand_all_laws, demand_all_rows, demand_sound_paths, lost_rows
from app.build.search_index import fresh_index
from corpus import akn, path_store, store, text_cache
from corpus.alignment import readings
from corpus.alignment import rows as aligned_rows
from corpus.ids import Level
from corpus.library import Library
from corpus.model import Expression, Table
from corpus.own_texts import OwnTexts
from corpus.paths.faults import cited_texts
from corpus.paths.ruling_path import RulingPath, TableSituations
from corpus.registry import ExpressionEntry
from corpus.schema import Loader
from parser.alignment.known import align
from parser.citations.doubts import reviewer_overrides
from parser.citations.resolve import resolve
from parser.layout.source import Source
from parser.pipeline import SourceTexts, parse
from parser.sources import SOURCES
from parser.text.patches import read_patches
from parser.text.tracked import Witness

Progress = Callable[[str], None]

COLUMNS = (
    *("laws", "letters", "numbers", "small", "roman", "ids", "definitions", "notes", "tables", "index", "references"),
    "emendations",
)


class BuildError(ValueError):
    """A product that is not what it must be; nothing was written."""


@dataclass(frozen=True)
class ProductDifference:
    """The first place where a product in ``data/`` is not what the sources give."""

    name: str
    line: int
    stored: str
    built: str

    def __str__(self) -> str:
        if not self.line:
            return f"data/{self.name} is missing"
        return f"data/{self.name}, line {self.line}: stored {self.stored!r}, built {self.built!r}"


@dataclass(frozen=True)
class Built:
    """What a build gave. ``fresh`` is True when nothing had to be done; ``accepted`` are the files newly recorded."""

    counts: Mapping[str, Mapping[str, int]]
    fresh: bool
    accepted: tuple[str, ...] = ()


def build(progress: Progress, accept: bool = False, lose_rows: bool = False, *, index: bool = True) -> Built:
    """Bring ``data/akn``, ``data/aligned`` and the caches up to date, with ``index`` that of search too.

    Raises on any fault in the sources.

    ``accept`` records the files that people write as they are, once all has been made of them; without it one that is
    not as recorded stops the build. ``lose_rows`` lets provisions lose their row in the alignment.
    """
    if not accept:
        store.check_sources()
    built = _build_products(progress, lose_rows)
    if accept:
        accept_paths()
        built = replace(built, accepted=store.accept_sources())
    refresh_own_alignment()
    if index and not freshness.is_index_fresh():
        progress("indexing")
        fresh_index(store.load_library())
    return built


def refresh_own_alignment() -> None:
    """Align the person's own texts with the shipped ones, if there are any and that was not done."""
    if not freshness.is_own_alignment_fresh():
        made_from = store.alignment_inputs()
        found = align(store.load_library(), store.load_tables(), store.load_terms())
        OwnTexts.open().save_alignment(aligned_rows.write(found), made_from)


def _build_products(progress: Progress, lose_rows: bool) -> Built:
    if freshness.is_fresh():
        return Built(_load_counts(), True)
    # Taken before the sources are read: what changes meanwhile makes the next build stale.
    inputs = freshness.inputs()
    library = make_library(progress)
    products = make_products(library, progress)
    counts = {expression.key: provision_counts(expression) for expression in library.expressions}
    if not lose_rows:
        _demand_no_loss(products[store.ALIGNED], library)
    for name, content in products.items():
        store.write_product(name, content)
    for expression in library.expressions:
        # What was read back from the XML once need not be read again.
        read = partial(_as_read, expression)
        text_cache.kept(expression.key, Expression, products[f"akn/{expression.key}.xml"], read)
    store.write_product(freshness.COVERAGE, _coverage(library.expressions))
    store.write_product(freshness.COUNTS, (json.dumps(counts, indent=1) + "\n").encode())
    store.save_state({"inputs": inputs, **freshness.outputs()})
    return Built(counts, False)


def _load_counts() -> Mapping[str, Mapping[str, int]]:
    load = Loader(f"data/{freshness.COUNTS}", store.NotBuiltError)
    found = load.json(store.read_product(freshness.COUNTS))
    return load.convert(found, Mapping[str, Mapping[str, int]])  # type: ignore[type-abstract]


def accept_paths() -> None:
    """Record the texts that paths name for the first time; one that changed since is never recorded unread.

    Raises InvariantError naming the first fault of the paths.
    """
    library, (situations, paths) = store.load_library(), _load_paths()
    recorded = path_store.load_reviewed()
    reviewed = {place: recorded.get(place, sum_) for place, sum_ in cited_texts(situations, paths, library).items()}
    demand_sound_paths(library, situations, paths, reviewed)
    if reviewed != recorded:
        path_store.write_reviewed(reviewed)


def step_count() -> int:
    """How many steps a whole build reports: two for each expression, three for all of them together."""
    return 2 * len(store.shipped_registry().expressions) + 3


def check(progress: Progress) -> tuple[Mapping[str, Mapping[str, int]], ProductDifference | None]:
    """Build in memory and compare with the files in ``data/``, byte for byte. Writes nothing. Raises SumError."""
    store.check_sources()
    library = make_library(progress)
    demand_sound_paths(library, *_load_paths(), path_store.load_reviewed())
    products = make_products(library, progress)
    counts = {expression.key: provision_counts(expression) for expression in library.expressions}
    differences = (_difference(name, products[name]) for name in sorted(products))
    return counts, next((found for found in differences if found), None)


def make_library(progress: Progress) -> Library:
    """All expressions from their sources, references resolved, in reading order. Raises BuildError."""
    registry = store.shipped_registry()
    sources = {source.key: source for source in SOURCES}
    unread = [entry.key for entry in registry.expressions if entry.key not in sources]
    if unread:
        raise BuildError(f"no source in parser/sources reads {', '.join(unread)}")
    raws = {entry.key: read_sources(entry, sources[entry.key]) for entry in registry.expressions}
    expressions = []
    for entry in registry.expressions:
        progress(f"reading {entry.key}")
        expressions.append(parse(sources[entry.key], entry, raws[entry.key]))
    progress("resolving references")
    overrides = reviewer_overrides(store.load_patches("references"))
    concordance = store.shipped_tables()
    for expression in expressions:
        demand_all_laws(expression, concordance)
    demand_all_rows(Library(registry, tuple(expressions)), concordance)
    expressions = list(resolve(expressions, registry, concordance, overrides))
    return Library(registry, tuple(akn.in_reading_order(expression) for expression in expressions))


def make_products(library: Library, progress: Progress) -> dict[str, bytes]:
    """The XML by file name, checked: valid against the schema (where it is installed) and read back the same."""
    products = {}
    for expression in library.expressions:
        progress(f"writing {expression.key}")
        content = akn.write(expression, library.registry)
        verify_xml(expression, content)
        products[f"akn/{expression.key}.xml"] = content
    progress("aligning")
    products[store.ALIGNED] = aligned_rows.write(align(library, store.shipped_tables(), store.load_terms()))
    products[store.WITNESSES] = readings.write(r for e in library.expressions for r in e.readings)
    return products


def provision_counts(expression: Expression) -> dict[str, int]:
    """How much of everything an expression has, in the order of ``COLUMNS``."""
    provisions = list(expression.walk())
    levels = Counter(provision.id.level for provision in provisions)
    row = (
        *(levels[level] for level in Level),
        len(provisions),
        sum(1 for _ in expression.all_definitions()),
        len(expression.notes),
        sum(isinstance(block, Table) for provision in provisions for block in provision.own_blocks),
        len(expression.index),
        len(expression.references),
        sum(len(passage.prose.emendations) for passage in expression.passages()),
    )
    return dict(zip(COLUMNS, row, strict=True))


def counts_table(counts: Mapping[str, Mapping[str, int]]) -> str:
    """The counts as a text table, one line an expression."""
    rows = [["", *COLUMNS]] + [[key, *(str(row.get(column, 0)) for column in COLUMNS)] for key, row in counts.items()]
    widths = [max(len(row[n]) for row in rows) for n in range(len(rows[0]))]
    lines = ("  ".join((row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:]))) for row in rows)
    return "\n".join(lines)


class _Witnesses(dict[str, Witness]):
    """The witnesses that a text lists; a source that wants another stops the build in words."""

    def __missing__(self, siglum: str) -> Witness:
        raise BuildError(f"data/editions.toml: no text of this kind without its witness {siglum}")


def read_sources(entry: ExpressionEntry, source: Source) -> SourceTexts:
    """All that a source is read from; every file is opened before the first is parsed. Raises BuildError."""
    if not entry.witnesses:
        raise BuildError(f"data/editions.toml: {entry.key} names no witness")
    return SourceTexts(
        _Witnesses({siglum: Witness(siglum, store.read_raw(siglum)) for siglum in entry.witnesses}),
        {siglum: read_patches(siglum, store.load_patches(siglum)) for siglum in entry.witnesses},
        {name: store.load_lexicon(name) for name in source.lexicons},
    )


def _load_paths() -> tuple[TableSituations, tuple[RulingPath, ...]]:
    return path_store.load_situations(), tuple(map(path_store.load_path, path_store.path_names()))


def _demand_no_loss(aligned: bytes, library: Library) -> None:
    """Raises BuildError where a provision had a row in the stored alignment and would have none any more."""
    try:
        stored = aligned_rows.read(store.stored_product(store.ALIGNED))
    except ValueError:  # nothing stored, or nothing that can be read: then nothing is lost
        return
    if lost := lost_rows(stored, aligned_rows.read(aligned), library.registry.keys):
        raise BuildError(f"{lost}: if that is wanted, lovbro build --lose-rows")


def verify_xml(expression: Expression, content: bytes) -> None:
    """Raises BuildError where XML is not valid (if the schema is installed) or does not give back what was written."""
    if akn.schema_available():
        try:
            akn.validate(content)
        except akn.AknError as error:
            raise BuildError(f"{expression.key} is not valid Akoma Ntoso: {error}") from error
    if akn.read(content) != _as_read(expression):
        raise BuildError(f"{expression.key}: the XML does not give back what was written")


def _as_read(expression: Expression, _: bytes = b"") -> Expression:
    """What is read from the XML of an expression."""
    return replace(expression, coverage=(), readings=())


def _coverage(expressions: Iterable[Expression]) -> bytes:
    rows = [asdict(row) for expression in expressions for row in expression.coverage]
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode()


def _difference(name: str, built: bytes) -> ProductDifference | None:
    if not store.has_product(name):
        return ProductDifference(name, 0, "", "")
    stored = store.stored_product(name)
    if stored == built:
        return None
    pairs = zip_longest(stored.decode(errors="replace").splitlines(), built.decode().splitlines(), fillvalue="")
    for number, (old, new) in enumerate(pairs, 1):
        if old != new:
            return ProductDifference(name, number, *_around(old, new))
    return ProductDifference(name, 0, "other line ends", "LF")


def _around(old: str, new: str) -> tuple[str, str]:
    """The two lines from a little before their first difference, cut short."""
    start = max(0, Prefix.similarity(old, new) - 30)
    return old[start : start + 80], new[start : start + 80]
