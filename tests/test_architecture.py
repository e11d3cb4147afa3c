"""The picture in code: imports point one way, each library has one home, names hide nothing and mean one thing.

The import rules are contracts in ``pyproject.toml``, checked by import-linter; the rest is read off the modules here.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest
from importlinter.cli import EXIT_STATUS_SUCCESS, lint_imports

from corpus import store

ROOT = Path(__file__).parent.parent
PACKAGES = ("corpus", "parser", "index", "app")
HOMES = {
    "lxml": (
        "corpus/akn/",
        "corpus/alignment/",
        "corpus/precedents/",
        "parser/decisions/pages.py",
        "parser/documents/",
    ),
    "mcp": ("app/cli/assistant/protocol.py",),
    "networkx": ("index/references/paths.py",),
    "whoosh": ("index/search/",),
    "pydantic": ("app/cli/assistant/",),
    "snowballstemmer": ("corpus/stemming.py",),
    "streamlit": ("app/main.py", "app/public.py", "app/hosted.py", "app/views/"),
}
PATHS = [path.relative_to(ROOT).as_posix() for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]


@cache
def modules() -> Mapping[str, ast.Module]:
    """Every module of the program, read when the first test asks: each process collects the tests, one runs them."""
    return {path: ast.parse((ROOT / path).read_text("utf-8")) for path in PATHS}


def test_imports_point_one_way(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The four packages, the parts inside each, no circle at any depth, streamlit only behind ``lovbro serve``."""
    monkeypatch.chdir(ROOT)
    status = lint_imports(config_filename="pyproject.toml", no_cache=True, no_logo=True)
    assert EXIT_STATUS_SUCCESS == status, capsys.readouterr().out


@cache
def imports() -> Mapping[str, frozenset[str]]:
    """By module the modules that it imports, those within functions too; a relative import begins with a dot."""
    return {path: frozenset(_imported(tree)) for path, tree in modules().items()}


def _imported(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield "." * node.level + (node.module or "")


def test_imports_are_absolute() -> None:
    assert [] == [path for path, names in imports().items() if any(name.startswith(".") for name in names)]


@pytest.mark.parametrize("library", sorted(HOMES))
def test_each_library_has_one_home(library: str) -> None:
    users = {path for path, names in imports().items() if library in {name.split(".")[0] for name in names}}
    assert users
    assert set() == {user for user in users if not user.startswith(HOMES[library])}


def test_no_module_is_named_like_a_package() -> None:
    names = {*PACKAGES, "tests", "data"}
    assert [] == [path for path in PATHS if Path(path).stem in names]


def test_nothing_in_app_hides_a_module() -> None:
    """Streamlit puts ``app/`` first on the path: ``app/html`` would hide Python's ``html`` from the page."""
    names = {path.stem for path in (ROOT / "app").iterdir() if not path.name.startswith("__")}
    assert set() == names & {*sys.stdlib_module_names, *PACKAGES, "pages"}


def test_no_file_of_app_is_called_after_presenting() -> None:
    """``app/reader`` presents; what a file there is about is in its name."""
    assert [] == [path for path in PATHS if path.startswith("app/") and Path(path).name.startswith("present_")]


def test_no_module_grows_past_four_hundred_lines() -> None:
    lengths = {path: len((ROOT / path).read_text("utf-8").splitlines()) for path in PATHS}
    assert {} == {path: length for path, length in lengths.items() if length > 400}


def public_types(tree: ast.Module) -> Iterator[str]:
    """Classes and type aliases that a module defines for others."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            # Aliases are written like classes (``Relation = Literal[...]``), constants in capitals.
            if isinstance(target, ast.Name) and target.id[0].isupper() and not target.id.isupper():
                yield target.id


def test_no_two_public_types_share_a_name() -> None:
    homes: defaultdict[str, list[str]] = defaultdict(list)
    for path, tree in modules().items():
        for name in public_types(tree):
            if not name.startswith("_"):
                homes[name].append(path)
    assert {} == {name: where for name, where in homes.items() if len(where) > 1}


def filled(value: ast.ClassDef) -> Iterator[str]:
    """What the methods of a frozen dataclass put into its own lists, sets and dictionaries."""
    frozen = any("frozen=True" in ast.unparse(decorator) for decorator in value.decorator_list)
    for node in ast.walk(value) if frozen else ():
        if isinstance(node, ast.Assign):
            yield from (one for one in map(ast.unparse, node.targets) if re.match(r"self\.[\w.]+\[", one))
        elif isinstance(node, ast.Call):
            call = ast.unparse(node.func)
            yield from [call] if re.match(r"self\.[\w.]+\.(?:add|append|extend|pop|setdefault|update)$", call) else ()


def test_nothing_is_filled_inside_a_frozen_value() -> None:
    """What is worked out once is a ``cached_property`` or a ``cache`` of a function."""
    classes = ((path, node) for path, tree in modules().items() for node in tree.body if isinstance(node, ast.ClassDef))
    assert {} == {f"{path}: {one.name}": found for path, one in classes if (found := sorted(filled(one)))}


def test_the_letters_of_languages_are_written_down_once() -> None:
    """In ``corpus.languages``: a pattern that lists them for itself would not know those of a further language."""
    listed = re.compile(r"\[[^\]]*(?:æøå|ÆØÅ|åäö|ÅÄÖ)")
    own = ("parser/lang/", "parser/sources/", "parser/layout/scanned_pages.py", "app/reader/text/capitals.py")
    shared = (
        "app/",
        "corpus/",
        "index/",
        "parser/alignment/",
        "parser/citations/",
        "parser/documents/",
        "parser/text/",
    )
    found = {
        path: [one for one in literals(modules()[path]) if listed.search(one)]
        for path in PATHS
        if path.startswith(shared) and not path.startswith(own)
    }
    # Small letters behind a blank after a relative number; "ä" and "ö" there would make citations of other words.
    assert {"parser/citations/grammar.py": 1} == {path: len(ones) for path, ones in found.items() if ones}


def test_every_package_and_module_says_what_it_does() -> None:
    assert [] == [path for path, tree in modules().items() if not ast.get_docstring(tree)]
    folders = {path.parent for package in PACKAGES for path in (ROOT / package).rglob("*.py")}
    assert [] == sorted(str(folder) for folder in folders if not (folder / "__init__.py").exists())


HTML_MAKERS = ("app/reader/text/html.py", "app/reader/text/markup.py")
# Not the group of a pattern: "(?P<year>".
_TAG = re.compile(r"(?<!\?P)</?[a-z][a-z0-9]*[\s>/]|<!(?:DOCTYPE|--)")


def literals(tree: ast.Module) -> Iterator[str]:
    """The strings of a module, those inside f-strings too; docstrings and other strings that stand alone are not."""
    alone = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in alone:
            yield node.value


# An export is XML.
PAGES = [path for path in PATHS if path.startswith("app/") and not path.startswith("app/export/")]


@pytest.mark.parametrize("path", PAGES)
def test_html_is_made_by_templates_and_by_the_modules_that_escape(path: str) -> None:
    if path in HTML_MAKERS:
        return
    assert [] == [text for text in literals(modules()[path]) if _TAG.search(text)]
    calls = [node for node in ast.walk(modules()[path]) if isinstance(node, ast.Call)]
    assert not [call for call in calls if isinstance(call.func, ast.Name) and call.func.id == "Markup"]


def test_no_template_turns_escaping_off() -> None:
    templates = sorted((ROOT / "app/reader/templates").glob("*.html"))
    assert templates
    assert [] == [
        path.name for path in templates if re.search(r"\|\s*safe|autoescape", path.read_text(encoding="utf-8"))
    ]


def test_a_page_is_made_without_reading_a_file() -> None:
    readers = {path: names for path, names in imports().items() if path.startswith("app/reader/")}
    assert [] == [
        path for path, names in readers.items() if {"corpus.store", "pathlib"} & names and not path.endswith("/html.py")
    ]


def test_what_people_write_is_recorded() -> None:
    """A change of ``data/`` is landed with its sum: ``python -m app build --accept`` records it."""
    store.check_sources()
