"""The ``lovbro`` command: its sub-commands and their options. What they answer is worked out elsewhere.

Exit codes: 0 done, 1 a check failed, 2 bad input (one line on standard error that names what would be right), 130
stopped by Ctrl+C.
A command imports its modules when it runs, so that a mistyped word is answered at once. Only ``serve`` imports
streamlit.
"""

from __future__ import annotations

import atexit
import gc
import os
import re
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

import click
from click.shell_completion import shell_complete

from app.cli.building import build_stale
from app.cli.complaints import complaint
from app.cli.edition_commands import changes, misleads
from app.cli.options import BAD_INPUT, DONE, FAILED, OneOf, UsageError, json_option
from app.cli.output import print_answer, progress
from app.cli.own_text_commands import add, library
from app.cli.precedents_commands import precedents
from app.cli.release_command import release
from app.cli.review_command import review
from app.cli.score_command import score
from app.cli.serve_command import serve
from app.cli.shared_commands import SHARED
from app.cli.verification import verify

STOPPED = 130  # 128 and the number of SIGINT, as shells have it
LIMIT = 20
PACKAGES = frozenset(("app", "corpus", "index", "parser"))
# As in app.export.formats, which takes longer to import than a mistyped word deserves.
FORMATS = ("akn", "csv", "graph", "jsonl", "tmx")
SITE, BOOK, EPUB, PDF = "site", "html", "epub", "pdf"
A5 = "a5"
PAPER_SIZES = ("a4", A5, "pocket")
STANDARD_INPUT = "-"
# Tens of thousands of values are made at a start and kept: looking through them for garbage takes a fifth of it.
GARBAGE_AFTER = 50_000
_COMPLETE = "_LOVBRO_COMPLETE"
_EPILOG = f"""\b
Completion of commands, options and names of texts; in ~/.bashrc:
  eval "$({_COMPLETE}=bash_source lovbro)"
likewise zsh_source in ~/.zshrc, and for fish:
  {_COMPLETE}=fish_source lovbro > ~/.config/fish/completions/lovbro.fish"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    gc.set_threshold(GARBAGE_AFTER)
    atexit.register(gc.freeze)  # nor are they looked through for garbage when the process ends
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115  # as long as the process
    if sys.stdout is None:
        return _refuse("standard output is closed")
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")
    try:
        if wanted := os.environ.get(_COMPLETE):
            return shell_complete(lovbro, {}, "lovbro", _COMPLETE, wanted)
        with lovbro.make_context("lovbro", list(sys.argv[1:] if argv is None else argv)) as context:
            code: int | None = lovbro.invoke(context)
        sys.stdout.flush()
        _tell_unmoved()
    except click.exceptions.Exit as done:  # --help
        return done.exit_code
    except click.UsageError as error:
        return _refuse(complaint(error))
    except BrokenPipeError:
        # The reader of our output has gone (| head); what is left goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except KeyboardInterrupt:
        print("lovbro: stopped", file=sys.stderr)
        return STOPPED
    except ValueError as error:
        # Our own errors name what is wrong; any other is a fault of the program and keeps its traceback.
        if type(error).__module__.split(".")[0] not in PACKAGES:
            raise
        from app.i18n.errors import error_words

        return _refuse(error_words(error, "en") or str(error))
    except OSError as error:
        return _refuse(f"{error.filename or 'file'}: {error.strerror}")
    return code or DONE


def _tell_unmoved() -> None:
    """What still lies in ``data/`` and should be in the library, if the command needed it."""
    if homes := sys.modules.get("corpus.homes"):
        for fault in homes.unmoved():
            print(f"lovbro: could not be moved into the library: {fault.file}: {fault.cause}", file=sys.stderr)


def _refuse(message: str) -> int:
    print("lovbro: " + " ".join(message.split()), file=sys.stderr)
    return BAD_INPUT


def _positive(text: str) -> int:
    if text.isdecimal() and int(text):
        return int(text)
    raise click.BadParameter(f"{text!r} is no number of hits; take 1 or more")


def _expressions(context: click.Context, parameter: click.Parameter, begun: str) -> list[str]:
    """The keys of the texts that begin so: for completion."""
    from corpus.store import load_registry

    return [key for key in load_registry().keys if key.startswith(begun)]


_citation = click.argument("citation")
_in = click.option("--in", "expression", metavar="EXPRESSION", shell_complete=_expressions, help="Only this text.")


@click.group(epilog=_EPILOG, no_args_is_help=False, context_settings={"help_option_names": ["-h", "--help"]})
def lovbro() -> None:
    """The laws of duplicate bridge, side by side and cross-referenced."""


@lovbro.command()
@click.option("--check", is_flag=True, help="Compare with what is stored, byte for byte; write nothing.")
@click.option("--accept", is_flag=True, help="Record the files that people write as they are now.")
@click.option("--lose-rows", is_flag=True, help="Let provisions lose their row in the alignment.")
def build(check: bool, accept: bool, lose_rows: bool) -> int:
    """Raw texts to XML, index and reports.

    A file of data/ that people write and that is not as recorded stops the build: --accept records a wanted change.
    """
    from app.build import products

    if not check:
        built = build_stale(accept, lose_rows, index=True)
        for name in built.accepted:
            print(f"recorded: data/{name}")
        print(products.counts_table(built.counts))
        if built.fresh:
            print("nothing to do: the products are what the sources give")
        return DONE
    with progress(products.step_count()) as begin:
        counts, difference = products.check(begin)
    print(products.counts_table(counts))
    if difference is not None:
        print(f"lovbro: {difference}", file=sys.stderr)
        return FAILED
    print("every byte as stored")
    return DONE


@lovbro.command()
@_citation
@_in
@json_option
def show(citation: str, expression: str | None, as_json: bool) -> None:
    """A provision with its notes, references and counterparts.

    CITATION is such as 16C2a, '§ 12 C 1 b', nb-1997:16B1 or 61-64.
    """
    from app.cli import answers, answers_text

    _mend()
    print_answer(answers.CommandAnswers.open().show(citation, expression), as_json, answers_text.provisions_text)


@lovbro.command()
@_citation
@_in
@click.option("--to", metavar="CITATION", help="The shortest chain of references to another provision.")
@json_option
def refs(citation: str, expression: str | None, to: str | None, as_json: bool) -> None:
    """What a provision cites and what cites it.

    CITATION is such as 16C2a, '§ 12 C 1 b', nb-1997:16B1 or 61-64.
    """
    from app.cli import answers, answers_text

    _mend()
    desk = answers.CommandAnswers.open()
    if to is not None:
        print_answer(desk.chain(citation, to, expression), as_json, answers_text.chain_text)
    else:
        print_answer(desk.refs(citation, expression), as_json, answers_text.references_text)


@lovbro.command()
@_citation
@json_option
def compare(citation: str, as_json: bool) -> None:
    """The same rule in every language and edition."""
    from app.cli import answers, answers_text

    _mend()
    print_answer(answers.CommandAnswers.open().compare(citation), as_json, answers_text.comparison_text)


@lovbro.command()
@click.argument("text", nargs=-1, required=True)
@click.option("--in", "expressions", multiple=True, metavar="EXPRESSION", shell_complete=_expressions,
              help="Only this text; may be given again.")  # fmt: skip
@click.option("--limit", type=_positive, default=str(LIMIT), show_default=True, metavar="N", help="So many hits.")
@json_option
def search(text: tuple[str, ...], expressions: tuple[str, ...], limit: int, as_json: bool) -> None:
    """Citations and words.

    With - as TEXT every line of standard input is a question: an answer each, with --json one object a line.
    """
    from app.cli import answers_text, search_answers

    _mend()
    questions = (line.rstrip("\r\n") for line in sys.stdin) if text == (STANDARD_INPUT,) else (" ".join(text),)
    for answer in search_answers.search(questions, expressions or None, limit):
        print_answer(answer, as_json, answers_text.hits_text)


@lovbro.command()
@json_option
def check(as_json: bool) -> int:
    """References that would mislead a reader; unread source lines."""
    from app.cli import answers, answers_text

    build_stale()
    answer = answers.check()
    print_answer(answer, as_json, answers_text.health_text)
    return DONE if answer["sound"] else FAILED


@lovbro.command()
@click.argument("form", metavar="FORMAT", type=OneOf((*FORMATS, SITE, BOOK, EPUB, PDF)))
@click.argument("path", type=click.Path(path_type=Path))
@click.option("--public", is_flag=True, help="site, html, epub, pdf: only texts whose owner has given leave.")
@click.option("--at", metavar="URL", default="", help="site: where it will be, for its sitemap.")
@click.option("--language", "languages", multiple=True, metavar="CODE",
              help="epub, pdf: the language; given twice, two beside each other.")  # fmt: skip
@click.option("--edition", default="", metavar="EDITION", help="epub, pdf: 2017, dbf-2008; else that in force.")
@click.option(
    "--size", type=OneOf(("", *PAPER_SIZES)), default="", help="pdf: a4, a5, or pocket for the table; else a5."
)
def export(form: str, path: Path, public: bool, at: str, languages: tuple[str, ...], edition: str, size: str) -> None:
    """The corpus for other programs, or the book as a site, written into the folder PATH.

    FORMAT is akn, csv, graph, jsonl or tmx; site: pages for any web host, which work with the network off; html: the
    whole book in one file for each language, to be mailed; epub and pdf: a book in one language, or in two.
    """
    from app.build.shareable import load_shareable_library
    from app.export import formats

    if public and form not in (SITE, BOOK, EPUB, PDF):
        raise UsageError(f"--public is for lovbro export {SITE}, {BOOK}, {EPUB} and {PDF}")
    if (languages or edition or size) and form not in (EPUB, PDF):
        raise UsageError(f"--language, --edition and --size are for lovbro export {EPUB} and {PDF}")
    if at and form != SITE:
        raise UsageError(f"--at is for lovbro export {SITE}")
    _check_address(at)
    build_stale()
    if form == SITE:
        from app.publish.services import published_services
        from app.publish.site import export_site

        print(f"{len(export_site(path, published_services(), progress, public=public, at=at))} files in {path}")
        return
    if form == BOOK:
        from app.publish.book import export_books
        from app.publish.services import published_services

        for file in export_books(path, published_services(), progress, public=public):
            print(file)
        return
    if form in (EPUB, PDF):
        from app.publish.services import published_services
        from app.publish.volume.export_volume import export_volume

        made = export_volume(path, published_services(), progress, form, languages, edition, size or A5, public=public)
        print(made)
        return
    for file in formats.export(form, path, load_shareable_library(), progress):
        print(file)


@lovbro.command()
@click.argument("expression", shell_complete=_expressions)
def propose(expression: str) -> None:
    """A first table of numbers for a text that has none.

    It is made from the texts alone. EXPRESSION is a text that has been built, such as nb-1997.
    """
    from app.build.proposal import proposed
    from corpus.store import load_library

    _mend()
    print(proposed(load_library(), expression), end="")


@lovbro.command()
@click.option("--public", is_flag=True, help="Only texts whose owner has given leave to pass them on.")
@click.option("--at", metavar="URL", default="", help="The server of the addresses in the answers.")
def mcp(public: bool, at: str) -> None:
    """A server for assistants, on standard input and output.

    It answers over the Model Context Protocol: citations, provisions, comparisons, references, search. It needs
    pip install 'lovbro[mcp]'.
    """
    _check_address(at)
    if find_spec("mcp") is None:
        raise UsageError("lovbro mcp needs the extra mcp: pip install 'lovbro[mcp]'")
    from app.cli.assistant.assistant_answers import AssistantAnswers
    from app.cli.assistant.protocol import serve_assistant
    from app.publish.consent import shown_services
    from app.publish.services import stored_services

    _mend()
    serve_assistant(AssistantAnswers(shown_services(stored_services(), public=public), at.rstrip("/")))


for command in (serve, score, precedents, add, library, review, verify, changes, misleads, release):
    lovbro.add_command(command)
for command in SHARED:
    library.add_command(command)


def _check_address(at: str) -> None:
    if at and not re.fullmatch(r"https?://[^/\s]+\S*", at):
        raise UsageError(f"--at {at} is no address such as https://example.org/lovbro")


def _mend() -> None:
    """Nothing is read that is not as the build, or a person who recorded it, left it: products are made again."""
    from app.build import freshness
    from corpus import own_library, store

    store.check_sources()
    if faults := own_library.left_out():
        from app.i18n.errors import fault_words  # takes as long to import as a text to read

        for fault in faults:
            print(f"lovbro: left out: {fault_words(fault, 'en')}", file=sys.stderr)
    if not freshness.is_recorded() or freshness.damaged() or not freshness.is_own_alignment_fresh():
        build_stale()
