"""The path of a situation: one question at a time, the answers so far, and at the end the provisions to read out.

The questions and answers are ours (``data/paths``); what is read out is the provision itself, in the reader's language
where a text of the edition in force is held in it, else in another language, which the page then says.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from markupsafe import Markup

from app.i18n.words import LANGUAGE_NAMES
from app.reader.address import AddressProblem
from app.reader.context import Page, PageContext, ReaderServices
from app.reader.parts.frame import home_href, problems
from app.reader.parts.prose import link_with_heading
from app.reader.parts.provision_text import TextPart, text_in_place
from app.reader.text.capitals import capitals
from app.reader.text.html import NOTHING
from app.reader.text.unbroken import unbroken
from corpus.ids import ProvisionId
from corpus.paths.faults import home
from corpus.paths.ruling_path import PathEnd, PathQuestion, PathWalk, QuotedWords, RulingPath
from corpus.registry import LAWS

FOCUS = "step"


class QuotedBasis(NamedTuple):
    """What a question rests on: a provision, its number and a link to it, words of its and their language.

    ``text`` names the text where it is not in the reader's language. ``words`` are empty for a provision without own.
    """

    number: str
    link: Markup
    words: str
    language: str
    text: str


class ReadProvision(NamedTuple):
    """A provision at an end: link, heading, standing of a text other than the one read out, language, parts."""

    link: Markup
    heading: Markup | str
    standing: Markup
    language: str
    parts: Sequence[TextPart]


def situation_page(page: PageContext) -> Page:
    """The question or the end to which the trail of the address leads; the first page's choice for no situation."""
    path = page.services.ruling_path(page.state.path)
    if path is None:
        from app.reader.home import home_page

        lost = (AddressProblem("bad_path", page.state.path),) if page.state.path else ()
        return home_page(PageContext(page.services, page.state.to(view="home", problems=lost), page.address_of))
    return _SituationPage(page, path).page


def text_read_out(services: ReaderServices, columns: Sequence[str]) -> str:
    """The key of the text that is read out: the first of the chosen ones that is of the edition in force."""
    current = [e.key for e in services.library.of_work(LAWS, services.current)]
    return next((key for key in columns if key in current), current[0])


def with_shared_words_once(provisions: Sequence[ReadProvision]) -> Iterator[ReadProvision]:
    """Provisions read one after the other: what opens or closes the rule that neighbours share is there once.

    § 50 A and § 50 E 1 are both in law 50, whose first words are as long as either.
    """
    around = [[part for part in one.parts if part.around] for one in provisions]
    for one, before, after in zip(provisions, [[], *around], [*around[1:], []], strict=False):
        kept = [
            part
            for part in one.parts
            # What opens a rule has a number, what closes it has none.
            if not (part.around and part in (before if part.number else after))
        ]
        yield one._replace(parts=kept)


class _SituationPage:
    def __init__(self, context: PageContext, path: RulingPath) -> None:
        self.context = context
        self.path = path
        self.walk: PathWalk = path.walk(context.state.trail)
        self.trail = tuple(answer.to for _, answer in self.walk.steps)

    @property
    def page(self) -> Page:
        context, at = self.context, self.walk.at
        lost = (AddressProblem("bad_answer", self.walk.lost),) if self.walk.lost else ()
        shown = PageContext(context.services, context.state.to(problems=lost), context.address_of)
        heads = {s.key: self._words(s.words) for s in context.services.at_the_table.situations}
        title = heads[self.path.key]
        html = context.render(
            "situation.html",
            problems=problems(shown),
            title=title,
            home=home_href(context),
            focus=FOCUS,
            back=self._href(self.trail[:-1]) if self.trail else home_href(context),
            answered=[
                (self._words(question.words), self._words(answer.words), self._href(self.trail[:number]))
                for number, (question, answer) in enumerate(self.walk.steps)
            ],
            laws=[] if self.trail else self._laws(),
            **(self._question(at) if isinstance(at, PathQuestion) else self._end(at, heads)),
        )
        step = self._words(at.words) if isinstance(at, PathQuestion) else context.words["path_read_out"]
        return Page(f"{step} · {title} · Lovbro", html, FOCUS if self.trail else "")

    def _question(self, question: PathQuestion) -> dict[str, object]:
        by_dbf = {answer.to: self._of_dbf(answer.basis) for answer in question.answers}
        # Whose federation is another one is first asked by the laws that he has.
        dbf, words = self.context.entry(self.context.services.at_the_table.dbf), self.context.words
        abroad = self.context.state.ui != dbf.language
        answers = [
            (self._href((*self.trail, answer.to)), self._words(answer.words), list(self._basis(answer.basis)))
            for answer in sorted(question.answers, key=lambda answer: abroad and by_dbf[answer.to])
        ]
        return {
            "limits": words["path_dbf_limits"].format(edition=dbf.edition) if any(by_dbf.values()) else "",
            "limits_standing": self.context.standing(dbf.key),
            "question": self._words(question.words),
            "answers": answers,
            "basis": list(self._basis(question.basis)),
            "end": False,
        }

    def _end(self, end: PathEnd, heads: Mapping[str, str]) -> dict[str, object]:
        entry, words = self.context.entry(self.text), self.context.words
        other = words["path_other_language"].format(edition=entry.edition, text=entry.short)
        dbf = self.context.services.at_the_table.dbf
        held = {self.context.entry(key).language for key, *_ in self._texts()}
        return {
            "end": True,
            "other": other if self.context.state.ui not in held else "",
            "texts": [
                (self._name(key), self.context.link.go(columns=columns, by="", on=""), here)
                for key, columns, here in self._texts()
            ],
            "read": list(with_shared_words_once(list(self._provisions(end.read)))),
            "cites": list(self._provisions(end.cites)),
            "standing": self.context.standing(self.text),
            "dbf_title": words["path_dbf"].format(edition=self.context.entry(dbf).edition),
            "dbf": list(with_shared_words_once([self._provision(dbf, place) for place in end.dbf])),
            "sources": [self.context.library[key].title for key in (self.text, *((dbf,) if end.dbf else ()))],
            "then": [(self.context.link.go(path=key, trail=()), heads[key]) for key in end.then],
        }

    def _of_dbf(self, basis: Iterable[QuotedWords]) -> bool:
        table, library = self.context.services.at_the_table, self.context.library
        return any(home(table, library, quoted.place) == table.dbf for quoted in basis)

    @cached_property
    def text(self) -> str:
        return text_read_out(self.context.services, self.context.state.columns)

    def _name(self, key: str) -> str:
        """A text's language; its own name where another is of that language too."""
        language = self.context.entry(key).language
        alike = [other for other, *_ in self._texts() if self.context.entry(other).language == language]
        return LANGUAGE_NAMES[language] if len(alike) == 1 else self.context.entry(key).short

    def _texts(self) -> Iterator[tuple[str, tuple[str, ...], bool]]:
        """The texts in force, each with the columns that put it first, and whether it is the one shown."""
        services, columns = self.context.services, self.context.state.columns
        for expression in services.library.of_work(LAWS, services.current):
            key = expression.key
            yield key, (key, *(other for other in columns if other != key))[:4], key == self.text

    def _laws(self) -> list[Markup]:
        """Links to the laws that the ends of the path read out, with their headings, in the order of the book."""
        own = self.context.services.at_the_table.text
        laws = {ProvisionId.of(place).law for end in self.path.ends for place in end.read}
        order = sorted(laws, key=lambda law: ProvisionId.of(law).sort_key)
        found = [place for law in order for place in self._counterparts(own, law)]
        return [link_with_heading(self.context, key, place) for key, place in found]

    def _basis(self, quotations: Iterable[QuotedWords]) -> Iterator[QuotedBasis]:
        """The words quoted; where another text is read out, its provisions, with their words in its language."""
        services = self.context.services
        for quoted in quotations:
            key = home(services.at_the_table, services.library, quoted.place)
            if key in (self.text, services.at_the_table.dbf):
                yield self._quoted(key, quoted.place, self.context.link.anchor(key, quoted.place), quoted.words)
                continue
            for other, place in self._counterparts(key, quoted.place):
                provision = self.context.library.provision(other, place)
                own = self.context.entry(other).language == self.context.state.ui
                words = " ".join(provision.text.split()) if provision and own else ""
                yield self._quoted(other, place, link_with_heading(self.context, other, place), words)

    def _quoted(self, key: str, place: str, link: Markup, words: str) -> QuotedBasis:
        entry, number = self.context.entry(key), self.context.link.cite(key, place)
        text = "" if entry.language == self.context.state.ui else entry.short
        return QuotedBasis(number, link, unbroken(words), entry.language, text)

    def _provisions(self, places: Iterable[str]) -> Iterator[ReadProvision]:
        own = self.context.services.at_the_table.text
        for place in places:
            found = (self._provision(key, one) for key, one in self._counterparts(own, place))
            yield from (one._replace(standing=NOTHING) for one in found)

    def _counterparts(self, own: str, place: str) -> list[tuple[str, str]]:
        """A provision of the quoted text in the text that is read out; in its own where the other has none."""
        if self.text == own:
            return [(own, place)]
        cells = self.context.services.alignment.counterparts(own, place, self.text)
        return [(self.text, cell.id) for cell in cells] or [(own, place)]

    def _provision(self, key: str, place: str) -> ReadProvision:
        context = self.context
        provision = context.library.provision(key, place)
        entry = context.entry(key)
        heading = capitals(provision.heading.text) if provision and provision.heading else ""
        parts = list(text_in_place(context, key, provision)) if provision else []
        return ReadProvision(context.link.anchor(key, place), heading, context.standing(key), entry.language, parts)

    def _href(self, trail: Sequence[str]) -> str:
        return self.context.link.go(trail=tuple(trail))

    def _words(self, words: Mapping[str, str]) -> str:
        return words.get(self.context.state.ui) or next(iter(words.values()))
