"""The picture in code: imports point one way, each library has one home, no module shadows a package."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = ("corpus", "parser", "index", "app")
HOMES = {
    "lxml": ("corpus/", "parser/decisions/files.py"),
    "networkx": ("index/references/paths.py",),
    "whoosh": ("index/search/",),
    "streamlit": ("app/main.py", "app/views/"),
}
MODULES = [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            yield node.module or ""


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_point_inwards(path: Path) -> None:
    own = PACKAGES.index(path.relative_to(ROOT).parts[0])
    outer = {name for name in imports(path) if name.split(".")[0] in PACKAGES[own + 1 :]}
    assert set() == outer


@pytest.mark.parametrize("library", sorted(HOMES))
def test_each_library_has_one_home(library: str) -> None:
    users = {
        str(path.relative_to(ROOT)) for path in MODULES if any(name.split(".")[0] == library for name in imports(path))
    }
    strangers = {user for user in users if not user.startswith(HOMES[library])}
    assert set() == strangers


def test_no_module_is_named_like_a_package() -> None:
    names = {*PACKAGES, "tests", "data"}
    assert [] == [str(path) for path in MODULES if path.stem in names]


def test_no_module_grows_past_four_hundred_lines() -> None:
    long = {str(path.relative_to(ROOT)): n for path in MODULES if (n := len(path.read_text().splitlines())) > 400}
    assert {} == long


def public_types(path: Path) -> Iterator[str]:
    """Classes and type aliases that a module defines for others."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            # Aliases are written like classes (``Relation = Literal[...]``), constants in capitals.
            if isinstance(target, ast.Name) and target.id[0].isupper() and not target.id.isupper():
                yield target.id


def test_no_two_public_types_share_a_name() -> None:
    homes: defaultdict[str, list[str]] = defaultdict(list)
    for path in MODULES:
        for name in public_types(path):
            if not name.startswith("_"):
                homes[name].append(str(path.relative_to(ROOT)))
    assert {} == {name: where for name, where in homes.items() if len(where) > 1}


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
PAGES = [path for path in MODULES if path.is_relative_to(ROOT / "app") and "export" not in path.parts]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_html_is_made_by_templates_and_by_the_modules_that_escape(path: Path) -> None:
    if str(path.relative_to(ROOT)) in HTML_MAKERS:
        return
    tree = ast.parse(path.read_text(encoding="utf-8"))
    assert [] == [text for text in literals(tree) if _TAG.search(text)]
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    assert not [call for call in calls if isinstance(call.func, ast.Name) and call.func.id == "Markup"]


def test_no_template_turns_escaping_off() -> None:
    templates = sorted((ROOT / "app/reader/templates").glob("*.html"))
    assert templates
    assert [] == [
        path.name for path in templates if re.search(r"\|\s*safe|autoescape", path.read_text(encoding="utf-8"))
    ]


def test_a_page_is_made_without_reading_a_file() -> None:
    readers = [path for path in MODULES if path.is_relative_to(ROOT / "app/reader")]
    assert [] == [
        str(path) for path in readers if {"corpus.store", "pathlib"} & set(imports(path)) and path.stem != "html"
    ]
