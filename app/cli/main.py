"""The ``lovbro`` command: reads the arguments, calls the part that knows, prints. Only ``serve`` imports streamlit.

Exit codes: 0 done, 1 a check failed, 2 bad input (one line on standard error that says what would be right).
Every command's module is imported when it runs, so that a mistyped word is answered at once.
"""

from __future__ import annotations

import argparse
import json
import os
import socket
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NoReturn

DONE, FAILED, BAD_INPUT = 0, 1, 2
PORT = 8501
LIMIT = 20
PACKAGES = frozenset(("app", "corpus", "index", "parser"))
ROOT = Path(__file__).resolve().parent.parent.parent
FORMATS = ("akn", "csv", "graph", "jsonl", "tmx")


class UsageError(ValueError):
    """Something typed that no command can do."""


class Parser(argparse.ArgumentParser):
    """argparse whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(BAD_INPUT, f"lovbro: {message}\n")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8")
    options = _parser().parse_args(argv)
    try:
        code: int = options.run(options)
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader of our output has gone (| head); what is left goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except KeyboardInterrupt:
        return DONE
    except ValueError as error:
        # Our own errors tell a person what is wrong; any other is a fault of the program and keeps its traceback.
        if type(error).__module__.split(".")[0] not in PACKAGES:
            raise
        return _refuse(str(error))
    except OSError as error:
        return _refuse(f"{error.filename or 'file'}: {error.strerror}")
    return code


def _refuse(message: str) -> int:
    print("lovbro: " + " ".join(message.split()), file=sys.stderr)
    return BAD_INPUT


def _parser() -> Parser:
    parser = Parser(prog="lovbro", description="The laws of duplicate bridge, side by side and cross-referenced.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    build = commands.add_parser("build", help="raw texts to XML, index and reports")
    build.add_argument("--check", action="store_true", help="compare with what is stored, byte for byte; write nothing")
    build.set_defaults(run=_build)
    serve = commands.add_parser("serve", help="start the web app, building first what is missing or stale")
    serve.add_argument("--port", type=_port, default=PORT, metavar="N")
    serve.set_defaults(run=_serve)
    for name, run, help_ in (
        ("show", _show, "a provision with its notes, references and counterparts"),
        ("refs", _refs, "what a provision cites and what cites it"),
    ):
        one = commands.add_parser(name, help=help_)
        one.add_argument("citation", metavar="CITATION", help="16C2a, '§ 12 C 1 b', nb-1997:16B1, 61-64")
        one.add_argument("--in", dest="expression", metavar="EXPRESSION")
        one.add_argument("--json", action="store_true")
        one.set_defaults(run=run)
        if name == "refs":
            one.add_argument("--to", metavar="CITATION", help="the shortest chain of references to another provision")
    compare = commands.add_parser("compare", help="the same rule in every language and edition")
    compare.add_argument("citation", metavar="CITATION")
    compare.add_argument("--json", action="store_true")
    compare.set_defaults(run=_compare)
    search = commands.add_parser("search", help="citations and words")
    search.add_argument("text", metavar="TEXT", nargs="+")
    search.add_argument("--in", dest="expressions", action="append", metavar="EXPRESSION")
    search.add_argument("--limit", type=_positive, default=LIMIT, metavar="N")
    search.add_argument("--json", action="store_true")
    search.set_defaults(run=_search)
    check = commands.add_parser("check", help="references that would mislead a reader; unread source lines")
    check.add_argument("--json", action="store_true")
    check.set_defaults(run=_check)
    export = commands.add_parser("export", help=f"the corpus for other programs: {', '.join(FORMATS)}")
    export.add_argument("format", choices=FORMATS, metavar="FORMAT")
    export.add_argument("path", type=Path, metavar="PATH")
    export.set_defaults(run=_export)
    propose = commands.add_parser(
        "propose", help="a first table of numbers for a text that has none, from the texts alone"
    )
    propose.add_argument("expression", metavar="EXPRESSION", help="a text that has been built, such as nb-1997")
    propose.set_defaults(run=_propose)
    precedents = commands.add_parser("precedents", help="the register of appeal decisions", add_help=False)
    precedents.add_argument("rest", nargs=argparse.REMAINDER)
    precedents.set_defaults(run=_precedents)
    return parser


def _port(text: str) -> int:
    if text.isdigit() and 0 < int(text) < 65536:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is no port; take a number from 1 to 65535")


def _positive(text: str) -> int:
    if text.isdigit() and int(text):
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is no number of hits; take 1 or more")


def _tell(message: str) -> None:
    """Progress, for a person at a terminal only."""
    if sys.stderr.isatty():
        print(f"{message} ...", file=sys.stderr)


def _build(options: argparse.Namespace) -> int:
    from app.build import products

    if not options.check:
        built = products.build(_tell)
        print(products.table(built.counts))
        if built.fresh:
            print("nothing to do: the products are what the sources give")
        return DONE
    counts, difference = products.check(_tell)
    print(products.table(counts))
    if difference is not None:
        print(f"lovbro: {difference}", file=sys.stderr)
        return FAILED
    print("every byte as stored")
    return DONE


def _serve(options: argparse.Namespace) -> int:
    from app.build import freshness

    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", options.port))
        except OSError as error:
            other = options.port + 1 if options.port < 65535 else PORT
            raise UsageError(f"port {options.port} is in use: try lovbro serve --port {other}") from error
    if not (freshness.is_fresh() and freshness.is_index_fresh()):
        # The parsers take longer to import than a start with nothing to build.
        from app.build import products

        products.build(_tell)
    print(f"Lovbro: http://127.0.0.1:{options.port}/  (stop with Ctrl+C)", flush=True)
    # Streamlit reads its settings (.streamlit) from the folder it is started in.
    # At a terminal the page opens by itself; a service or a test only gets the address.
    open_browser = sys.stdout.isatty()
    if named := os.environ.get("LOVBRO_DATA"):
        os.environ["LOVBRO_DATA"] = str(Path(named).resolve())
    os.chdir(ROOT)
    # Streamlit's own banner would print the address a second time.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    from app.views import server

    server.serve(ROOT / "app" / "main.py", options.port, open_browser)
    return DONE


def _show(options: argparse.Namespace) -> int:
    from app.cli import answers, answers_text

    return _print(
        answers.CommandAnswers.open().show(options.citation, options.expression), options.json, answers_text.shown
    )


def _refs(options: argparse.Namespace) -> int:
    from app.cli import answers, answers_text

    desk = answers.CommandAnswers.open()
    if options.to is not None:
        return _print(desk.chain(options.citation, options.to, options.expression), options.json, answers_text.chain)
    return _print(desk.refs(options.citation, options.expression), options.json, answers_text.refs)


def _compare(options: argparse.Namespace) -> int:
    from app.cli import answers, answers_text

    return _print(answers.CommandAnswers.open().compare(options.citation), options.json, answers_text.compared)


def _search(options: argparse.Namespace) -> int:
    from app.cli import answers, answers_text

    answer = answers.search(" ".join(options.text), options.expressions, options.limit)
    return _print(answer, options.json, answers_text.found)


def _check(options: argparse.Namespace) -> int:
    from app.build import products
    from app.cli import answers, answers_text

    products.build(_tell)
    answer = answers.check()
    _print(answer, options.json, answers_text.checked)
    return DONE if answer["sound"] else FAILED


def _export(options: argparse.Namespace) -> int:
    from app.build import products
    from app.export.formats import export
    from corpus.store import load_library

    products.build(_tell)
    for path in export(options.format, options.path, load_library()):
        print(path)
    return DONE


def _propose(options: argparse.Namespace) -> int:
    from app.build.proposal import proposed
    from corpus.store import load_library

    print(proposed(load_library(), options.expression), end="")
    return DONE


def _precedents(options: argparse.Namespace) -> int:
    from app.cli import precedents

    parser = Parser(prog="lovbro")
    precedents.register(parser.add_subparsers(required=True))
    chosen = parser.parse_args(["precedents", *options.rest])
    code: int = chosen.run(chosen)
    return code


def _print(answer: dict[str, Any], as_json: bool, as_text: Callable[[dict[str, Any]], str]) -> int:
    print(json.dumps(answer, ensure_ascii=False) if as_json else as_text(answer))
    return DONE
