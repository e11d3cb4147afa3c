"""What a command prints: an answer as text or JSON on standard output, progress on standard error."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import repeat
from typing import Any

import click


def print_answer(answer: dict[str, Any], as_json: bool, as_text: Callable[[dict[str, Any]], str]) -> None:
    """Print an answer: one JSON object on one line, or the text that ``as_text`` makes of it."""
    if as_json:
        print_json(answer)
    else:
        print(as_text(answer), flush=True)


def print_json(answer: Mapping[str, Any]) -> None:
    """Print one JSON object on one line."""
    print(json.dumps(answer, ensure_ascii=False), flush=True)


def difference_text(difference: Iterable[Mapping[str, str]]) -> str:
    """What differs between two texts on a terminal.

    >>> difference_text([{"kind": "equal", "text": "a "}, {"kind": "old", "text": "b"}, {"kind": "new", "text": "c"}])
    'a [-b-]{+c+}'
    """
    return "".join(_SIGNS[one["kind"]].format(one["text"]) for one in difference)


_SIGNS = {"equal": "{}", "old": "[-{}-]", "new": "{{+{}+}}"}


@contextmanager
def progress(length: int) -> Iterator[Callable[[str], None]]:
    """A bar on standard error, drawn at a terminal only; call what it yields with the name of each step as it begins.

    ``length`` is the number of steps. Without a step nothing is drawn.
    """
    bar = click.progressbar(
        repeat(""),
        length,
        hidden=not sys.stderr.isatty(),
        file=sys.stderr,
        show_eta=False,
        item_show_func=lambda step: step,
    )

    def begin(step: str) -> None:
        # The step before is done when the next one begins.
        bar.make_step(int(bar.current_item is not None))
        bar.current_item = step
        bar.render_progress()

    try:
        yield begin
        if bar.current_item is not None:
            bar.finished = True
            bar.render_progress()
    finally:
        if bar.current_item is not None:
            bar.render_finish()
