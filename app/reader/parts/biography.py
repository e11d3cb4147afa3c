"""The biography of a rule: its number in every edition of the laws, and where its number meant another rule."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from markupsafe import Markup

from app.i18n.words import listed
from app.reader.context import PageContext
from app.reader.text.html import NOTHING, join, tag
from corpus.alignment.fate import NumberFate
from corpus.ids import ProvisionId
from corpus.registry import LAWS
from index.comparison.biography import Biography, numbers_before

SHOWN = 3
"""So many numbers of one edition; the rest is in the concordance, where the line leads."""


def biography(page: PageContext, key: str, place: str) -> Markup:
    """The line under a law, or under a provision of which the line of the rule around it does not tell all."""
    entry = page.entry(key)
    if entry.work != LAWS or entry.edition != page.services.current:
        return NOTHING
    number = ProvisionId.of(page.library.wid(key, place))
    own = page.services.biography(number)
    if number.parent:
        own = own.beyond(page.services.biography(number.parent))
    if not own:
        return NOTHING
    href = page.link.go(view="concordance", query=f"{entry.edition} {number}", kind="", pair="")
    numbers = [*(_number(page, key, fate) for fate in own.before), _cited(page, key, entry.edition, (number,))]
    line = [tag("a", "\u00a0· ".join(numbers), href=href, title=page.words["bio_title"])] if own.before else []
    warnings = _others(page, key, own)
    return tag("p", join([*line, *warnings], " "), class_="bio", lang=page.state.ui)


def _number(page: PageContext, key: str, fate: NumberFate) -> str:
    # Of a rule that kept its number the row may be in doubt about its content alone.
    unsure = fate.doubt == "row" and fate.today not in ((), (fate.number,))
    doubt = f" ({page.words['rel_unsure']})" if unsure else ""
    return _cited(page, key, fate.target, numbers_before(fate)) + doubt


def _cited(page: PageContext, key: str, edition: str, numbers: tuple[ProvisionId, ...]) -> str:
    more = " …" if len(numbers) > SHOWN else ""
    cited = ", ".join(_unbroken(page, key, one) for one in numbers[:SHOWN])
    return f"{edition}\u00a0{cited or '–'}{more}"


def _others(page: PageContext, key: str, own: Biography) -> Iterator[Markup]:
    """What the number meant before, each rule once with the editions in which it did, as a way to that rule."""
    editions: defaultdict[tuple[tuple[ProvisionId, ...], bool], list[str]] = defaultdict(list)
    for fate in own.others:
        editions[fate.today, fate.doubt == "row"].append(fate.edition)
    for (today, unsure), years in editions.items():
        words = page.words["bio_other" if today else "bio_gone"].format(
            number=_unbroken(page, key, own.number),
            edition=listed(years, page.state.ui),
            today=", ".join(_unbroken(page, key, one) for one in today),
        )
        home = page.library.number(key, str(today[0])) if today else None
        asked = page.link.go(view="concordance", query=f"{years[-1]} {own.number}", kind="", pair="")
        href = page.link.go(place=home) if home else asked
        yield tag("a", f"{words} ({page.words['rel_unsure']})" if unsure else words, class_="else", href=href)


def _unbroken(page: PageContext, key: str, number: ProvisionId) -> str:
    """A number that no line end divides."""
    return page.link.cite(key, str(number)).replace(" ", "\u00a0")
