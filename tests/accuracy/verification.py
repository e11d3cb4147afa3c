"""Documents with known answers, verified: how often wrong passes for right, and right for wrong.

    python -m tests.accuracy.verification [--held-out] [--count N] [--show N]

Each document is made from real provisions of the texts held by a template of one of four languages, in one of four
formats, and is either sound or has one fault. The templates and the seed of ``--held-out`` are others than those by
which the verifier was made; only their figures say how good it is.
"""

from __future__ import annotations

import argparse
import io
import random
import re
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from html import escape

import docx

from app.committee.verifying import verify_file
from corpus import store
from corpus.alignment.fate import NumberFates
from corpus.ids import BadIdError, ProvisionId
from corpus.library import Library
from corpus.model import Provision
from corpus.text import sentences
from index.verification.document import Verification

TUNED_SEED, HELD_OUT_SEED = 20261122, 777_013
COUNT = 2_000
MARKS = {"da": ("»", "«"), "nb": ("«", "»"), "sv": ("”", "”"), "en": ("“", "”")}
OTHER_MARKS = {"da": ('"', '"'), "nb": ("“", "”"), "sv": ("»", "»"), "en": ('"', '"')}
TEXT_OF = {"da": "da-2017", "nb": "da-2017", "sv": "sv-2017", "en": "da-2017"}
BOOK = {
    "da": "Love for turneringsbridge {year}",
    "nb": "Lover for duplikatbridge {year}",
    "sv": "Lagar för tävlingsbridge {year}",
    "en": "Laws of Duplicate Bridge {year}",
}


@dataclass(frozen=True)
class Templates:
    """How documents of one language speak: {n} is a number, {q} quoted words, {g} words about a number."""

    quoted: tuple[str, ...]
    cited: tuple[str, ...]
    glossed: tuple[str, ...]
    filler: tuple[str, ...]


TUNED = {
    "da": Templates(
        ("I {n} står: {q}", "Efter {n} gælder {q}.", "Udvalget bemærker, at {q} ({n})."),
        ("TL anvendte {n}.", "Sagen er afgjort efter {n}, og depositum blev tilbagebetalt."),
        ("Se {n} ({g}).", "Spilleren kan kalde på TL, jf. {n} ({g})."),
        ("Nord åbnede med 1♠, og Øst meldte 2♥.", "Syd passede efter lang tids tøven."),
    ),
    "nb": Templates(
        ("I {n} står det: {q}", "Etter {n} gjelder {q}.", "Utvalget viser til at {q} ({n})."),
        ("TL brukte {n}.", "Saken er avgjort etter {n}, og depositumet ble betalt tilbake."),
        ("Se {n} ({g}).", "Spilleren kan tilkalle TL, jf. {n} ({g})."),
        ("Nord åpnet med 1♠, og Øst meldte 2♥.", "Sør passet etter lang tids nøling."),
    ),
    "sv": Templates(
        ("I {n} står: {q}", "Enligt {n} gäller {q}.", "Nämnden konstaterar att {q} ({n})."),
        ("TL tillämpade {n}.", "Ärendet avgjordes enligt {n}, och depositionen återlämnades."),
        ("Se {n} ({g}).", "Spelaren kan tillkalla TL, jfr {n} ({g})."),
        ("Nord öppnade med 1♠ och Öst bjöd 2♥.", "Syd passade efter lång tvekan."),
    ),
    "en": Templates(
        ("{n} says: {q}", "Under {n} the rule is {q}.", "The committee notes that {q} ({n})."),
        ("The director applied {n}.", "The case was decided under {n}, and the deposit was returned."),
        ("See {n} ({g}).", "The player may call the director, see {n} ({g})."),
        ("North opened 1♠ and East bid 2♥.", "South passed after a long pause."),
    ),
}
HELD_OUT = {
    "da": Templates(
        ("Ordlyden af {n} er denne: {q}",
         "{q}, hedder det i {n}.", "Det følger af {n}, hvor man læser {q}, at klagen afvises."),
        ("{n} finder ikke anvendelse her.", "Turneringslederen har med rette støttet sig på {n}."),
        ("Reglen findes i {n} ({g}), som alle bør kende.", "Modparten henviste til {n} ({g})."),
        ("Spillet blev spillet i anden runde ved bord 7.", "Vest spillede ♦K ud, og kontrakten gik to ned."),
    ),
    "nb": Templates(
        ("Ordlyden i {n} er denne: {q}",
         "{q}, heter det i {n}.", "Det følger av {n}, der en leser {q}, at klagen avvises."),
        ("{n} kommer ikke til anvendelse her.", "Turneringslederen har med rette bygget på {n}."),
        ("Regelen står i {n} ({g}), som alle bør kjenne.", "Motparten viste til {n} ({g})."),
        ("Spillet ble spilt i andre runde ved bord 7.", "Vest spilte ut ♦K, og kontrakten gikk to bet."),
    ),
    "sv": Templates(
        ("Ordalydelsen i {n} är denna: {q}",
         "{q}, heter det i {n}.", "Det följer av {n}, där man läser {q}, att klagan avslås."),
        ("{n} är inte tillämplig här.", "Tävlingsledaren har med rätta stött sig på {n}."),
        ("Regeln finns i {n} ({g}), som alla bör känna till.", "Motparten hänvisade till {n} ({g})."),
        ("Brickan spelades i andra ronden vid bord 7.", "Väst spelade ut ♦K och kontraktet gick två bet."),
    ),
    "en": Templates(
        ("The wording of {n} is this: {q}",
         "{q}, as {n} has it.", "It follows from {n}, where one reads {q}, that the appeal fails."),
        ("{n} does not apply here.", "The director rightly relied on {n}."),
        ("The rule is in {n} ({g}), which everybody should know.", "The opponents referred to {n} ({g})."),
        ("The board was played in the second round at table 7.", "West led ♦K and the contract went two down."),
    ),
}  # fmt: skip


@dataclass(frozen=True)
class KnownDocument:
    """A document with its answer: ``fault`` is "" for a sound one; ``is_told`` tells whether the verdicts are true."""

    fault: str
    name: str
    content: bytes
    edition: str
    text: str
    is_told: Callable[[Verification], bool]


@dataclass
class Score:
    """False "right" among faulty documents, false alarms among sound ones."""

    documents: int = 0
    faulty: int = 0
    false_right: int = 0
    sound: int = 0
    false_alarms: int = 0
    by_fault: Counter[str] = field(default_factory=Counter)
    wrong: list[tuple[KnownDocument, Verification]] = field(default_factory=list)

    def add(self, document: KnownDocument, found: Verification) -> None:
        told = document.is_told(found)
        self.documents += 1
        self.by_fault[document.fault or "sound"] += 1
        if document.fault:
            self.faulty += 1
            self.false_right += not told
        else:
            self.sound += 1
            self.false_alarms += not told
        if not told:
            self.wrong.append((document, found))
            self.by_fault[f"wrong: {document.fault or 'sound'}"] += 1


class Maker:
    """Makes documents; the same for the same seed."""

    def __init__(self, library: Library, fates: NumberFates, seed: int, templates: dict[str, Templates]) -> None:
        self.library, self.fates, self.chance, self.templates = library, fates, random.Random(seed), templates
        self.rules = {
            key: [p for p in library[key].walk() if _quotable(p)]
            for key in ("da-2017", "sv-2017", "nb-1997", "dbf-2008")
        }
        self.headed = {
            key: [p for p in library[key].walk() if p.heading and p.heading.text] for key in ("da-2017", "sv-2017")
        }
        self.held_out = templates is HELD_OUT

    def document(self) -> KnownDocument:
        kinds = (
            *("sound-quote",) * 5, *("sound-cite",) * 3, "sound-gloss", "sound-part", "sound-gap", "sound-look",
            *("word",) * 3, *("number-quote",) * 2, "number-gloss", "old-edition", "old-edition", "other-language",
            "old-text", "invented", "invented", *("cut",) * 2, "regulation",
        )  # fmt: skip
        made = None
        while made is None:
            kind = self.chance.choice(kinds)
            made = getattr(self, "_" + kind.replace("-", "_"))(self.chance.choice(("da", "nb", "sv", "en")))
        return made  # type: ignore[no-any-return]

    # Sound documents.
    def _sound_quote(self, code: str) -> KnownDocument:
        rule = self.chance.choice(self.rules[TEXT_OF[code]])
        return self._quoting("", code, rule, _text(rule))

    def _sound_part(self, code: str) -> KnownDocument | None:
        rule = self.chance.choice(self.rules[TEXT_OF[code]])
        found = _sentences(_text(rule))
        if len(found) < 2:
            return None
        return self._quoting("", code, rule, self.chance.choice(found))

    def _sound_gap(self, code: str) -> KnownDocument | None:
        rule = self.chance.choice(self.rules[TEXT_OF[code]])
        words = _text(rule).split()
        if len(words) < 14:
            return None
        at = self.chance.randrange(4, len(words) - 8)
        gap = self.chance.choice(("[...]", "[…]", "(...)", "…"))
        return self._quoting("", code, rule, " ".join([*words[:at], gap, *words[at + 2 :]]))

    def _sound_look(self, code: str) -> KnownDocument:
        rule = self.chance.choice(self.rules[TEXT_OF[code]])
        text = _text(rule).replace(" ", "\N{NO-BREAK SPACE}", 2).replace(" - ", " – ").replace("’", "'")
        return self._quoting("", code, rule, text)

    def _sound_cite(self, code: str) -> KnownDocument:
        rule = self.chance.choice(list(self.library[TEXT_OF[code]].walk()))
        text = self._pick(self.templates[code].cited).format(n=self._number(rule.id, code))
        return self._made("", code, text, lambda found: _all_right(found) and _cites(found, rule.id))

    def _sound_gloss(self, code: str) -> KnownDocument:
        key = TEXT_OF[code] if code in ("da", "sv") else "da-2017"
        code = self.library.entry(key).language
        rule = self.chance.choice(self.headed[key])
        gloss = rule.heading.text if rule.heading else ""
        text = self._pick(self.templates[code].glossed).format(n=self._number(rule.id, code), g=_lowered(gloss))
        return self._made("", code, text, _all_right)

    # Documents with one fault.
    def _word(self, code: str) -> KnownDocument | None:
        rule = self.chance.choice(self.rules[TEXT_OF[code]])
        words = _text(rule).split()
        at = self.chance.randrange(1, len(words) - 1)
        other = self.chance.choice(_text(self.chance.choice(self.rules[TEXT_OF[code]])).split())
        how = self.chance.choice(("change", "leave-out", "put-in", "swap"))
        if how == "swap":
            words[at - 1], words[at] = words[at], words[at - 1]
        else:
            words[at : at + (how != "put-in")] = [other] if how != "leave-out" else []
        text = " ".join(words)
        if _plain(text) == _plain(_text(rule)) or self._stands(text):
            return None
        return self._quoting("word", code, rule, text, lambda found: _no_exact(found))

    def _number_quote(self, code: str) -> KnownDocument | None:
        key = TEXT_OF[code]
        rule, other = self.chance.choice(self.rules[key]), self.chance.choice(list(self.library[key].walk()))
        if other.id.contains(rule.id) or self._stands_at(_text(rule), key, other):
            return None
        return self._quoting(
            "number-quote", code, rule, _text(rule),
            lambda found: _no_exact(found) and all(one.verdict != "right" for one in found.citations),
            cited=other.id,
        )  # fmt: skip

    def _number_gloss(self, code: str) -> KnownDocument | None:
        key = TEXT_OF[code] if code in ("da", "sv") else "da-2017"
        code = self.library.entry(key).language
        rule, other = self.chance.choice(self.headed[key]), self.chance.choice(self.headed[key])
        gloss = rule.heading.text if rule.heading else ""
        unique = sum(bool(p.heading and p.heading.text.lower() == gloss.lower()) for p in self.headed[key]) == 1
        words = set(re.findall(r"\w{4,}", gloss.lower()))
        around = " ".join(heading for _, heading in self.library.heading_path(key, other.id)).lower()
        around += " ".join(_text(p) for p in other.walk()).lower()
        if not unique or rule.id.law == other.id.law or len(words) < 2 or all(w in around for w in words):
            return None
        text = self._pick(self.templates[code].glossed).format(n=self._number(other.id, code), g=_lowered(gloss))
        return self._made("number-gloss", code, text, lambda found: not found.is_right)

    def _old_edition(self, code: str) -> KnownDocument | None:
        edition = self.chance.choice(("2007", "1997"))
        rule = self.chance.choice(list(self.library["da-2017"].walk()))
        if not self.fates.had(edition, rule.id):
            return None
        fate = self.fates.fate(edition, rule.id, "2017")
        if fate.today == (rule.id,) or fate.fate == "unknown":
            return None
        text = self._pick(self.templates[code].cited).format(n=self._number(rule.id, code))

        def is_told(found: Verification) -> bool:
            told = [one for one in found.citations if rule.id in [n.number for n in one.numbers]]
            return bool(told) and all(one.verdict != "right" and set(fate.today) <= set(one.today) for one in told)

        return self._made("old-edition", code, text, is_told, edition)

    def _other_language(self, code: str) -> KnownDocument | None:
        key = "sv-2017" if code != "sv" else "da-2017"
        rule = self.chance.choice(self.rules[key])
        own = self.library.number("da-2017" if key == "sv-2017" else "sv-2017", self.library.wid(key, str(rule.id)))
        if own != str(rule.id):
            return None

        def is_told(found: Verification) -> bool:
            sources = [one.checked.source for one in found.quotations]
            return len(sources) == 1 and sources[0] is not None and sources[0].expression == key

        return self._quoting("other-language", code, rule, _text(rule), is_told)

    def _old_text(self, code: str) -> KnownDocument | None:
        rule = self.chance.choice(self.rules["nb-1997"])
        return self._quoting("old-text", code, rule, _text(rule), lambda found: _no_exact(found))

    def _invented(self, code: str) -> KnownDocument | None:
        rule = self.chance.choice(list(self.library["da-2017"].walk()))
        parts = list(rule.id.parts)
        endings = {
            1: str(self.chance.randint(94, 99)),
            2: self.chance.choice("LMNPQRSTUV"),
            3: str(self.chance.randint(11, 29)),
            4: self.chance.choice("klmnpqrstuvz"),
        }
        parts[-1] = endings.get(len(parts), "xii")
        try:
            number = ProvisionId.of(str(ProvisionId(tuple(parts))))
        except BadIdError:
            return None
        if any(self.fates.had(edition, number) for edition in self.fates.editions) or len(parts) > 4:
            return None
        text = self._pick(self.templates[code].cited).format(n=self._number(number, code))
        return self._made(
            "invented", code, text, lambda found: any(o.verdict == "never-existed" for o in found.citations)
        )

    def _cut(self, code: str) -> KnownDocument | None:
        rule = self.chance.choice(self.rules[TEXT_OF[code]])
        first = _sentences(_text(rule))[0]
        words = first.split()
        if len(words) < 9:
            return None
        at = self.chance.randrange(5, len(words) - 2)
        text = " ".join(words[:at]).rstrip(",;:") + self.chance.choice(("", "."))
        if re.search(r"[.!?:;]\W*$", " ".join(words[:at])) or self._is_rule(text):
            return None
        return self._quoting("cut", code, rule, text, lambda found: _no_exact(found))

    def _regulation(self, code: str) -> KnownDocument | None:
        """A sentence of DBf's regulations with the laws that it cites, as of 2007: what the tables say of each."""
        expression = self.library["dbf-2008"]
        reference = self.chance.choice(expression.references)
        targets = [t for t in reference.targets if t.work == "laws"]
        if len(targets) != 1 or len(reference.targets) != 1 or reference.status not in ("moved", "split", "dropped"):
            return None
        text = next(p.prose.text for p in expression.passages() if p.key[0] == reference.anchor.place
                    and p.key[1:] == (reference.anchor.where, reference.anchor.block))  # fmt: skip
        number = ProvisionId.of(targets[0].id)

        def is_told(found: Verification) -> bool:
            told = [one for one in found.citations if number in [n.number for n in one.numbers]]
            return bool(told) and all(one.verdict != "right" for one in told)

        return self._made("regulation", "da", text, is_told, "2007")

    def _quoting(
        self,
        fault: str,
        code: str,
        rule: Provision,
        text: str,
        is_told: Callable[[Verification], bool] | None = None,
        cited: ProvisionId | None = None,
    ) -> KnownDocument:
        marks = self.chance.choice((MARKS, OTHER_MARKS))[code]
        if any(mark in text for mark in (*marks, '"')):
            marks = ("«", "»") if "«" not in text and "»" not in text else ("“", "”")
        number = self._number(cited or rule.id, code)
        template = self._pick(self.templates[code].quoted)
        body = template.format(n=number, q=f"{marks[0]}{text}{marks[1]}")

        def is_sound(found: Verification) -> bool:
            return _all_right(found) and len(found.quotations) == 1 and _cites(found, rule.id)

        return self._made(fault, code, body, is_told or is_sound)

    def _made(
        self, fault: str, code: str, text: str, is_told: Callable[[Verification], bool], year: str = "2017"
    ) -> KnownDocument:
        named = self.chance.random() < 0.5
        head = BOOK[code].format(year=year) if named else "Notat"
        filler = self._pick(self.templates[code].filler)
        paragraphs = [head, filler, text, self._pick(self.templates[code].filler)]
        name, content = _file(self.chance.choice(("md", "txt", "html", "docx")), paragraphs)
        return KnownDocument(fault, name, content, "" if named else year, text, is_told)

    def _number(self, number: ProvisionId, code: str) -> str:
        printed = number.printed(code)
        if code in ("sv", "en"):
            return printed
        return self.chance.choice((printed, f"§ {number}" if self.held_out else printed))

    def _pick(self, options: Sequence[str]) -> str:
        return self.chance.choice(options)

    def _stands(self, text: str) -> bool:
        """True when words are those of some text after all."""
        plain = _plain(text)
        return any(plain in whole for whole in self._wholes())

    def _is_rule(self, text: str) -> bool:
        return any(_plain(text) == whole for whole in self._wholes())

    def _wholes(self) -> list[str]:
        if not hasattr(self, "_plain_texts"):
            self._plain_texts = [_plain(_text(p)) for rules in self.rules.values() for p in rules]
        return self._plain_texts

    def _stands_at(self, text: str, key: str, other: Provision) -> bool:
        return any(_plain(text) in _plain(_text(one)) for one in other.walk())


def _quotable(provision: Provision) -> bool:
    text = _text(provision)
    return len(text.split()) >= 8 and "\n" not in text and "…?" not in text and text[:1].isupper() and text[-1:] == "."


def _text(provision: Provision) -> str:
    return provision.text


def _sentences(text: str) -> tuple[str, ...]:
    found = sentences(text, abbreviations=("jf", "fx", "t.ex", "bl.a", "pkt", "nr", "stk"))
    return tuple(one for one in found if len(one.split()) >= 4) or (text,)


def _plain(text: str) -> str:
    return " ".join(re.findall(r"\w+|[^\w\s]", text)).rstrip(" .").lower()


def _lowered(heading: str) -> str:
    return heading.capitalize() if heading.isupper() else heading


def _all_right(found: Verification) -> bool:
    return found.is_right and bool(found.citations)


def _cites(found: Verification, number: ProvisionId) -> bool:
    return any(number in [n.number for n in one.numbers] for one in found.citations)


def _no_exact(found: Verification) -> bool:
    return bool(found.quotations) and all(one.checked.verdict != "exact" for one in found.quotations)


def _file(form: str, paragraphs: Sequence[str]) -> tuple[str, bytes]:
    if form == "docx":
        paper = docx.Document()
        for text in paragraphs:
            paper.add_paragraph(text)
        out = io.BytesIO()
        paper.save(out)
        return "a.docx", out.getvalue()
    if form == "html":
        body = "".join(f"<p>{escape(text)}</p>" for text in paragraphs)
        return "a.html", f"<!doctype html><html><meta charset=utf-8><body>{body}</body></html>".encode()
    text = "\n\n".join(paragraphs)
    return f"a.{form}", (re.sub(r"([*_`\[\]<>])", r"\\\1", text) if form == "md" else text).encode()


def measured(held_out: bool, count: int, fates: NumberFates, library: Library) -> Score:
    """Make ``count`` documents and verify each."""
    maker = Maker(library, fates, HELD_OUT_SEED if held_out else TUNED_SEED, HELD_OUT if held_out else TUNED)
    score = Score()
    for _ in range(count):
        document = maker.document()
        score.add(document, verify_file(document.name, document.content, document.edition, library=library))
    return score


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--held-out", action="store_true")
    parser.add_argument("--count", type=int, default=COUNT)
    parser.add_argument("--show", type=int, default=0)
    options = parser.parse_args()
    library = store.load_library()
    score = measured(options.held_out, options.count, NumberFates.of(store.load_tables(), library), library)
    for document, found in score.wrong[: options.show]:
        print(f"\n{document.fault or 'sound'} {document.name} {document.edition}: {document.text}")
        for citation in found.citations:
            print("  C", citation.printed, citation.verdict, citation.gravest.reason, *map(str, citation.today))
        for quotation in found.quotations:
            source = quotation.checked.source
            where = source and (source.expression, source.place)
            cited = map(str, (one.number for one in quotation.cited))
            print("  Q", quotation.checked.verdict, where, quotation.checked.notes, *cited)
        print("  U", [(part.reason, part.words[:50]) for part in found.unchecked])
    print(dict(sorted(score.by_fault.items())))
    print(
        f"{score.documents} documents: of {score.faulty} with a fault {score.false_right} passed for right; "
        f"of {score.sound} sound ones {score.false_alarms} were blamed ({score.false_alarms / max(1, score.sound):.2%})"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
