"""The sources: one module or package a text, each with a ``SOURCE``. A new text is a new module, listed nowhere."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from parser.layout.source import Source

SOURCES: tuple[Source, ...] = tuple(
    import_module(f"{__name__}.{module.name}").SOURCE for module in iter_modules(__path__)
)
