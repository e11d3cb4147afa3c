"""Whether the products are still those that the sources and the code give: sums only, so that a start can ask at once.

Staleness goes by content, never by time stamps: a touched file is fresh, a changed one is not.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from corpus import files, own_library, store
from corpus.own_texts import OwnTexts

COVERAGE = store.COVERAGE
COUNTS = "build/counts.json"
STAGES = ("inputs", "index")  # what the state names beside files
INDEX = "index"  # the folder of indexes, in the cache
INDEX_MANIFESTS = f"{INDEX}/*/manifest.json"
_ROOT = Path(__file__).resolve().parent.parent.parent
# Another lxml may write other bytes, another whoosh another index: the versions count as code.
_BUILDERS = ("app/build/products.py", "app/build/freshness.py", "locks/run.txt")


def is_fresh() -> bool:
    """True when the products are those that were made from the sources and the code as they are now."""
    return store.load_state().get("inputs") == inputs() and is_intact()


def is_intact() -> bool:
    """True when every product, and every file of the cache but the index, is as the last build left it."""
    state = store.load_state()
    return all(state.get(name) == sum_ for name, sum_ in outputs().items())


def is_recorded() -> bool:
    """True when a build here recorded what it left; products of a fresh checkout are another's word only."""
    return "inputs" in store.load_state()


def damaged() -> tuple[str, ...]:
    """The products that are there and not as the last build left them; none where no build of them is recorded."""
    state = store.load_state()
    return tuple(name for name, sum_ in outputs().items() if sum_ not in ("missing", state.get(name, sum_)))


def is_index_fresh() -> bool:
    """True when the index was made from the products, word lists and code as they are now."""
    fresh = store.load_state().get("index") == index_inputs() and any(store.build_dir().glob(INDEX_MANIFESTS))
    return fresh and is_own_alignment_fresh()


def is_own_alignment_fresh() -> bool:
    """True when the alignment with the person's own texts was made from them as they are, or there are none."""
    made_from = store.alignment_inputs()
    return not made_from or OwnTexts.open().alignment(made_from) is not None


def inputs() -> str:
    """A sum over everything that decides what the products are: sources in ``data/`` and the code that reads them."""
    return f"{store.digest(store.source_files())} {_code_sum('corpus', 'parser')}"


def outputs() -> dict[str, str]:
    """The sum of each file that a build writes, by name: texts, alignment, second witnesses, counts, coverage."""
    texts = (f"akn/{key}.xml" for key in store.shipped_registry().keys)
    return {name: store.sum_of(name) for name in (*texts, store.ALIGNED, store.WITNESSES, COUNTS, COVERAGE)}


def index_inputs() -> str:
    """A sum over what decides the index: the products, the sources (word lists are among them) and its code."""
    state = store.load_state()
    products = " ".join(sum_ for name, sum_ in sorted(state.items()) if name not in STAGES)
    own = own_library.own_sum() + files.named_engine()
    return f"{own}{state.get('inputs')} {hashlib.sha256(products.encode()).hexdigest()} {_code_sum('index/search')}"


def _code_sum(*packages: str) -> str:
    """A sum over the modules of packages, those that build, and the versions of the libraries."""
    code = [path for package in packages for path in (_ROOT / package).rglob("*.py")]
    total = hashlib.sha256()
    for path in sorted((*code, *(_ROOT / name for name in _BUILDERS))):
        total.update(f"{path.relative_to(_ROOT)} ".encode() + hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()
