"""Every way of printing a number, with a last part that exists and one that does not: never "right" of what is none."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest

from app.committee.verifying import verify_file
from index.verification.document import Verification
from tests.support.texts import all_texts

# Laws of 2017 by depth: an existing number, and the same with a last part that no edition had.
NUMBERS = (
    (("64", "B"), "G"),
    (("90", "B", "8"), "9"),
    (("27", "B", "1", "b"), "d"),
    (("40", "B", "2", "a", "ii"), "vi"),
)
FILLER = {
    "da": "Udvalget har set på sagen, og det blev ikke afgjort af en spiller ved bordet.",
    "nb": "Utvalget har sett på saken, og det ble ikke avgjort av noen spiller ved bordet.",
    "sv": "Nämnden har sett på ärendet, och det avgjordes inte av någon spelare vid bordet.",
    "en": "The committee has looked at the case, and it was not decided by the players.",
}
SENTENCES = {
    "da": ("Efter {n} skal det ske.", "Det skal ske ({n}).", "Det står i {n}, som alle kender.", "Se {n}."),
    "nb": ("Etter {n} skal det skje.", "Det skal skje ({n}).", "Det står i {n}, som alle kjenner.", "Se {n}."),
    "sv": ("Enligt {n} ska det ske.", "Det ska ske ({n}).", "Det står i {n}, som alla känner till.", "Se {n}."),
    "en": ("Under {n} it must be done.", "It must be done ({n}).", "It is in {n}, which all know.", "See {n}."),
}
SIGNS = {
    "da": ("§ ", "§", "paragraf ", "lov ", "lov nr. ", "lovens § ", "par. ", "pgf. ", "art. ", "L. ", ""),
    "nb": ("§ ", "§", "paragraf ", "lov ", "lov nr. ", "lovens § ", "par. ", "art. ", "L. ", ""),
    "sv": ("Lag ", "§ ", "paragraf ", "lagens § ", "lag nr ", "art. ", ""),
    "en": ("Law ", "Law no. ", "§ ", "Section ", "Art. ", "L. ", ""),
}
LEVELS = {
    "da": (("litra", "stk.", "litra", "nr."), ("bogstav", "nr.", "punkt", "led"), ("lit.", "pkt.", "lit.", "pkt.")),
    "nb": (("bokstav", "nr.", "bokstav", "punkt"), ("litra", "ledd", "litra", "nr."), ("pkt.", "pkt.", "pkt.", "pkt.")),
    "sv": (("bokstav", "moment", "punkt", "led"), ("punkt", "mom.", "bokstav", "nr"), ("punkt",) * 4),
    "en": (("letter", "point", "item", "no."), ("section", "paragraph", "letter", "point"), ("part", "para.") * 2),
}


def _plain(parts: tuple[str, ...]) -> Iterator[str]:
    """A number with each kind of sign between its labels."""
    for mark in ("", " ", ".", ", ", ",", "-", "/", "_", ":", "\N{NO-BREAK SPACE}", " / "):
        yield mark.join(parts)
    law, *labels = parts
    for before, opening, closing in (("", "(", ")"), (" ", "(", ")"), ("", "[", "]"), (" ", "[", "]")):
        yield law + "".join(f"{before}{opening}{label}{closing}" for label in labels)
    if len(labels) > 1:
        yield law + labels[0] + "".join(f"({label})" for label in labels[1:])
        yield f"{law} {labels[0]} " + " ".join(f"({label})" for label in labels[1:])
    head = "".join(parts[:-1])
    for mark in ("(%s)", " (%s)", ", (%s)", ".(%s)", "-%s", "/%s", ".%s", " %s", ", %s", " [%s]", "-(%s)"):
        yield head + mark % labels[-1]
        yield " ".join(parts[:-1]) + mark % labels[-1]


def _worded(parts: tuple[str, ...], code: str) -> Iterator[str]:
    law, *labels = parts
    for words in LEVELS[code]:
        for mark in (", ", " "):
            yield law + "".join(f"{mark}{word} {label}" for word, label in zip(words, labels, strict=False))
            head = "".join(parts[:-1])
            yield f"{head}{mark}{words[len(labels) - 1]} {labels[-1]}"
            if len(labels) > 1:
                yield f"{law}{labels[0]}" + "".join(
                    f"{mark}{word} {label}" for word, label in zip(words[1:], labels[1:], strict=False)
                )
        yield f"{''.join(parts[:-1])}s {words[len(labels) - 1]} {labels[-1]}"
        yield f"{''.join(parts[:-1])}'s {words[len(labels) - 1]} {labels[-1]}"


def _verified(lines: list[str], code: str) -> Verification:
    text = "\n\n".join([FILLER[code], *lines])
    return verify_file("numbers.md", text.replace("_", r"\_").encode(), "2017", library=all_texts())


def _by_line(found: Verification) -> dict[int, list[str]]:
    out: dict[int, list[str]] = {}
    for one in found.citations:
        out.setdefault(one.place.line, []).append(one.verdict)
    for part in found.unchecked:
        out.setdefault(part.place.line if part.place else 0, []).append("not checked")
    return out


def _cases(code: str) -> Iterator[tuple[str, bool]]:
    for parts, wrong in NUMBERS:
        for exists, number in ((True, parts), (False, (*parts[:-1], wrong))):
            for sign, printed in product(SIGNS[code], (*_plain(number), *_worded(number, code))):
                # "64 G" without a sign may be anything.
                if sign or len(number) > 2 or printed == "".join(number):
                    yield sign + printed, exists


@pytest.mark.parametrize("code", ["da", "nb", "sv", "en"])
def test_no_way_of_printing_a_number_makes_right_what_does_not_exist(code: str) -> None:
    cases = tuple(dict.fromkeys(_cases(code)))
    lines = [SENTENCES[code][at % 4].format(n=printed) for at, (printed, _) in enumerate(cases)]
    found = _by_line(_verified(lines, code))
    told = {at: found.get(2 * at + 3, []) for at in range(len(cases))}
    passed = [lines[at] for at, (_, exists) in enumerate(cases) if not exists and set(told[at]) <= {"right"}]
    silent = [lines[at] for at, (_, exists) in enumerate(cases) if exists and not told[at]]
    blamed = [lines[at] for at, (_, exists) in enumerate(cases) if exists and set(told[at]) - {"right", "not checked"}]
    right = sum(exists and told[at] == ["right"] for at, (_, exists) in enumerate(cases))
    assert ([], [], []) == (passed, silent, blamed)
    assert right > 0.8 * sum(exists for _, exists in cases), "what exists is read, not only listed as not checked"


@pytest.mark.parametrize(
    ("printed", "expected"),
    [
        ("Law 90(B)(9)", "never-existed"),
        ("§ 64A(8)", "never-existed"),
        ("§ 16(Z)", "never-existed"),
        ("§ 27, B, 1, d", "never-existed"),
        ("§ 27, B, 1, b", "right"),
        ("§ 27, B, litra d", "not checked"),
        ("§ 27, B, 1, litra d", "never-existed"),
        ("§ 12.C.1.e.ii", "right"),
        ("§ 40.B.2.a.vi", "never-existed"),
        ("§16-B-9", "never-existed"),
        ("§ 64/A/9", "never-existed"),
        ("§ 16B's stk. 8", "never-existed"),
        ("§ 16B's stk. 2", "right"),
        ("§ 16 C, 9. pkt.", "not checked"),
        ("§ 64 A, 9", "not checked"),
        ("§ 27 B 1 og 9", "not checked"),
        ("§ 47 E og 41", "right"),
        ("Laws 16B and 27(B)(1)", "right"),
        ("Laws 16B and 27(B)(9)", "never-existed"),
        ("Laws 27(B)(9) and 16B", "never-existed"),
        ("§§ 16(B), (C) og (Z)", "never-existed"),
        ("§ 27 B 1 a, b og d", "never-existed"),
        ("§ 12C1 (a)-(d)", "right"),
        ("§ 27B1 (a)-(d)", "never-existed"),
        ("§ 64B (1, 2, and 9)", "never-existed"),
        ("§ 27B1 (b-a)", "not checked"),
        ("§ 27 B 1 a-b", "right"),
        ("§ 27 B 1 a til d", "never-existed"),
        ("§§ 64A-H", "never-existed"),
        ("§ 90B1-12", "never-existed"),
        ("§ 64 C-A", "not checked"),
        ("§ 16.4", "not checked"),
        ("§ 27B1dd", "not checked"),
        ("§ XVI C", "not checked"),
        ("paragraf seksten C", "not checked"),
        ("lov nr. 16 Z", "not checked"),
        ("L 16Z", "not checked"),
        ("lov nr. 16C2", "right"),
        ("par. 90B9", "never-existed"),
        ("Art. 90B9", "never-existed"),
        ("90B9", "never-existed"),
        ("dog 90B9", "not checked"),
        ("16C2 og 90B9", "never-existed"),
        ("stk. 9", "not checked"),
    ],
)
def test_a_number_is_read_to_its_end(printed: str, expected: str) -> None:
    (verdicts,) = _by_line(_verified([f"Efter {printed} er det afgjort."], "da")).values()
    assert [expected] == verdicts


@pytest.mark.parametrize(
    "text",
    [
        "Efter § 64 A 2 stik blev scoren ændret.",
        "Scoren blev ændret efter § 12 C 1 til 4S to beit.",
        "Efter § 12 C 1 c, 2 spar vundet og 3 hjerter tabt.",
        "Efter § 16 B 1, d. 3. marts, blev det afgjort.",
        "Efter § 16 B 1, f.eks. når makker tøver, er det afgjort.",
        "Det følger af § 16 B 1 i lovene, at det er afgjort.",
        "Syd meldte efter § 21 B 3, 4H-1.",
        "Der er indgivet en appel efter § 92 B, 30 minutter efter spillet.",
        "Det er afgjort efter § 16-sagen, § 64 ff. og § 64 C's regel.",
        "Under Law 16 B 1 a player may not choose from among alternatives that were suggested by his partner.",
        "Enligt Lag 64 A, lite senare, och 64 C:s ord har spelaren inte rätt i det.",
    ],
)
def test_a_word_or_an_amount_behind_a_number_is_none_of_its_labels(text: str) -> None:
    found = verify_file("numbers.md", text.encode(), "2017", library=all_texts())
    assert [] == [(one.printed, one.verdict) for one in found.citations if one.verdict != "right"]
    assert (True, []) == (bool(found.citations), [part.words for part in found.unchecked])
