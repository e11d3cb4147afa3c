"""An edition that never was: da-2017 changed by a recorded script, which says of every rule where it went.

Rules move within and between laws, are split, merged, reworded, dropped and added, laws change their order, and every
number, in labels and in citations, follows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from random import Random

from corpus.ids import ROMANS, Level, ProvisionId
from corpus.model import Block, Expression, Prose, Provision, Table

EDITION = "2027"
MOVES, SPLITS, MERGES, REWORDINGS, ADDED, DROPPED, LAWS_MOVED = 50, 20, 20, 40, 15, 15, 4
# What no law says today: the new rules of an edition that introduces machines.
_NEW = (
    "En elektronisk meldeboks skal være slukket, når bordets sidste runde er slut.",
    "Kameraer ved bordet må kun betjenes af turneringsarrangørens teknikere.",
    "Den, der medbringer et ur med netforbindelse, afleverer det ved indgangen.",
    "Ved fjernspil over nettet sørger hver deltager selv for strøm og forbindelse.",
    "Afbrydes forbindelsen i mere end fire minutter, overtager en reserve pladsen.",
    "Optagelser slettes tredive dage efter, at protestfristen er udløbet.",
    "Skærme opstilles diagonalt, og bakken skubbes først, når begge har handlet.",
    "En tolk må sidde ved bordet, hvis en spiller er døv eller blind.",
    "Kortblandemaskiner plomberes af to personer, som ikke selv deltager.",
    "Deltagere under femten år har ret til en pause i hver halvleg.",
    "Drikkevarer stilles på et sidebord og aldrig på bridgebordet.",
    "Resultater i tabletten bekræftes af øst eller vest med en kode.",
    "Er koden glemt, udsteder kontoret en ny mod forevisning af medlemskort.",
    "Robotter spiller efter det systemkort, som fabrikanten har indleveret.",
    "Hunde er velkomne i spillelokalet, når de ligger stille under stolen.",
    "Luftkvaliteten måles hver time, og vinduerne åbnes ved for høje værdier.",
    "Tilskuere på nettet ser spillet med en halv times forsinkelse.",
    "Et hold må udskifte sin kaptajn én gang i løbet af sæsonen.",
)
_EXCHANGED = ("gerne", "aldrig", "straks", "senere", "skriftligt", "altid", "mundtligt", "tidligst", "højst", "mindst")


@dataclass
class _Node:
    """A provision while the edition is made: ``origins`` are the numbers of today whose words it has."""

    provision: Provision
    origins: list[str]
    children: list[_Node] = field(default_factory=list)

    def walk(self) -> Iterator[_Node]:
        yield self
        for child in self.children:
            yield from child.walk()


@dataclass(frozen=True)
class InventedEdition:
    """The new text, and what became of each number: old -> new ones; ``revised``: pairs whose words changed."""

    expression: Expression
    became: Mapping[str, tuple[str, ...]]
    added: frozenset[str]
    revised: frozenset[tuple[str, str]]


def invented_edition(old: Expression, seed: int) -> InventedEdition:
    """The edition that the script makes with a seed; the same one each time."""
    return _Script(old, Random(seed)).run()


class _Script:
    def __init__(self, old: Expression, random: Random) -> None:
        self.old, self.random = old, random
        self.laws = [_node(law) for law in old.laws]
        self.touched: set[int] = set()
        self.changed: set[int] = set()
        self.parts: dict[int, list[str]] = {}

    def run(self) -> InventedEdition:
        for change, count in (
            (self._drop, DROPPED),
            (self._split, SPLITS),
            (self._merge, MERGES),
            (self._reword, REWORDINGS),
            (self._move, MOVES),
            (self._add, ADDED),
        ):
            done = tries = 0
            while done < count:
                tries += 1
                assert tries < 20_000, change
                done += change()
        for _ in range(LAWS_MOVED):
            at = self.random.randrange(len(self.laws))
            law = self.laws.pop(at)
            self.laws.insert(self.random.randrange(len(self.laws) + 1), law)
        return self._numbered()

    def _all(self) -> list[tuple[_Node, _Node, int]]:
        """(parent, node, place) of everything below the laws."""
        return [(p, c, n) for law in self.laws for p in law.walk() for n, c in enumerate(p.children)]

    def _leaf(self, least: int) -> tuple[_Node, _Node, int]:
        """One that nothing was done to yet, with words enough and no table, note or parts."""
        while True:
            parent, node, place = self.random.choice(self._all())
            own = node.provision
            plain = all(isinstance(b, Prose) for b in own.own_blocks) and not node.children
            marks = any(p.prose.marks for p in own.passages())
            if id(node) in self.touched or not plain or marks or len(own.text.split()) < least:
                continue
            return parent, node, place

    def _drop(self) -> int:
        parent, node, place = self._leaf(6)
        if len(parent.children) < 3:
            return 0
        self.touched |= {id(node)}
        del parent.children[place]
        return 1

    def _split(self) -> int:
        parent, node, place = self._leaf(20)
        text = node.provision.text
        cuts = [m.end() for m in re.finditer(r"[.;]\s+(?=[A-ZÆØÅ])", text)]
        cuts = [cut for cut in cuts if min(len(text[:cut].split()), len(text[cut:].split())) >= 8]
        if not cuts or len(parent.children) > 7:
            return 0
        cut = self.random.choice(cuts)
        second = _Node(_with_text(_without_heading(node.provision), text[cut:].strip()), list(node.origins))
        node.provision = _with_text(node.provision, text[:cut].strip())
        parent.children.insert(place + 1, second)
        self.touched |= {id(node), id(second)}
        return 1

    def _merge(self) -> int:
        parent, node, place = self._leaf(6)
        if place + 1 >= len(parent.children):
            return 0
        other = parent.children[place + 1]
        own = other.provision
        plain = not other.children and all(isinstance(b, Prose) for b in own.own_blocks) and not own.heading
        if (
            not plain
            or id(other) in self.touched
            or len(own.text.split()) < 6
            or any(p.prose.marks for p in own.passages())
        ):
            return 0
        if node.provision.heading or len(parent.children) < 3:
            return 0
        node.provision = _with_text(node.provision, f"{node.provision.text} {own.text}")
        node.origins += other.origins
        del parent.children[place + 1]
        self.touched |= {id(node), id(other)}
        return 1

    def _reword(self) -> int:
        _, node, _ = self._leaf(8)
        words = node.provision.text.split(" ")
        free = [n for n, word in enumerate(words[:-1]) if re.fullmatch(r"[a-zæøå]{3,},?", word)]
        if len(free) < 4:
            return 0
        for n in self.random.sample(free, self.random.randint(1, max(1, len(words) // 12))):
            words[n] = self.random.choice([one for one in _EXCHANGED if one != words[n]])
        if self.random.random() < 0.4:
            words.insert(free[0], "ikke")
        node.provision = _with_text(node.provision, " ".join(words))
        self.touched |= {id(node)}
        self.changed |= {id(node)}
        return 1

    def _move(self) -> int:
        parent, node, place = self.random.choice(self._all())
        level = len(node.provision.id.parts)
        if any(id(one) in self.touched for one in node.walk()) or len(parent.children) < 3:
            return 0
        if len(" ".join(one.provision.text for one in node.walk()).split()) < 8:
            return 0
        homes = [p for p, c, _ in self._all() if len(c.provision.id.parts) == level and len(p.children) < 8]
        home = parent if self.random.random() < 0.4 else self.random.choice(homes)
        del parent.children[place]
        home.children.insert(self.random.randrange(len(home.children) + 1), node)
        self.touched |= {id(one) for one in node.walk()}
        return 1

    def _add(self) -> int:
        parent, node, place = self.random.choice(self._all())
        if len(parent.children) > 8:
            return 0
        words = _NEW[len(self.parts)]
        made = Provision(node.provision.id, "", node.provision.source, None, (_prose(node.provision, words),))
        new = _Node(made, [])
        self.parts[id(new)] = [words]
        parent.children.insert(place, new)
        self.touched |= {id(new)}
        return 1

    def _numbered(self) -> InventedEdition:
        became: dict[str, list[str]] = {}
        added, revised = set(), set()
        nodes: list[tuple[_Node, str]] = []
        laws = [self._number(law, ProvisionId((str(n),)), nodes) for n, law in enumerate(self.laws, 1)]
        for node, key in nodes:
            for origin in node.origins:
                became.setdefault(origin, []).append(key)
                if id(node) in self.changed:
                    revised.add((origin, key))
            if not node.origins:
                added.add(key)
        whole = {str(p.id): tuple(became.get(str(p.id), ())) for p in self.old.walk()}
        cited = _Renumbered(self.old, whole)
        laws = [cited.law(law) for law in laws]
        text = replace(
            self.old,
            key=f"{self.old.language}-{EDITION}",
            edition=EDITION,
            laws=tuple(laws),
            notes=(),
            references=(),
            parts=(),
            index=(),
        )
        return InventedEdition(text, whole, frozenset(added), frozenset(revised))

    def _number(self, node: _Node, place: ProvisionId, nodes: list[tuple[_Node, str]]) -> Provision:
        nodes.append((node, str(place)))
        children = tuple(
            self._number(child, ProvisionId((*place.parts, _label(len(place.parts) + 1, n))), nodes)
            for n, child in enumerate(node.children)
        )
        return replace(node.provision, id=place, printed=place.parts[-1], children=children, label_emendations=())


class _Renumbered:
    """Citations in the words follow the rules that they cite: "§ 16C2" becomes the number that it has now."""

    def __init__(self, old: Expression, became: Mapping[str, tuple[str, ...]]) -> None:
        simple = (one for one in old.references if re.fullmatch(r"§ ?\d+\w*", one.printed) and len(one.targets) == 1)
        self.homes = {one.printed: became.get(one.targets[0].id, ()) for one in simple}

    def law(self, law: Provision) -> Provision:
        """A law and all below it with the numbers of the new edition, and without notes."""
        heading = self._prose(law.heading) if law.heading else None
        blocks, closing = (tuple(map(self._block, each)) for each in (law.blocks, law.closing))
        return replace(
            law, heading=heading, blocks=blocks, closing=closing, children=tuple(map(self.law, law.children))
        )

    def _block(self, block: Block) -> Block:
        return block if isinstance(block, Table) else self._prose(block)

    def _prose(self, block: Prose) -> Prose:
        text = re.sub(r"§ ?\d+\w*", lambda m: f"§ {home[0]}" if (home := self.homes.get(m[0])) else m[0], block.text)
        return replace(block, text=text, marks=(), emendations=(), emphasis=())


def _node(provision: Provision) -> _Node:
    return _Node(provision, [str(provision.id)], [_node(child) for child in provision.children])


def _label(level: int, number: int) -> str:
    kinds = {Level.UPPER: "ABCDEFGHIJKLMNOPQRSTUVWXYZ", Level.LOWER: "abcdefghijklmnopqrstuvwxyz"}
    if Level(level) in kinds:
        return kinds[Level(level)][number]
    return str(number + 1) if Level(level) is Level.DIGIT else ROMANS[number]


def _without_heading(provision: Provision) -> Provision:
    return replace(provision, heading=None)


def _prose(provision: Provision, words: str) -> Prose:
    first = next((b for b in provision.own_blocks if isinstance(b, Prose)), None)
    return replace(first, text=words, marks=(), emendations=()) if first else Prose(words, provision.source)


def _with_text(provision: Provision, words: str) -> Provision:
    return replace(provision, blocks=(_prose(provision, words),), closing=())
