"""A picture of references as SVG: three columns of names, curved lines between them, every name a link.

A drawn list stays legible where a cloud of dots does not, needs no script, prints, and can be walked by keyboard.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape

STEP = 27
TOP = 46
WIDTH = 940
EDGES: Mapping[str, tuple[int, int]] = {"left": (0, 250), "middle": (375, 565), "right": (690, 940)}


@dataclass(frozen=True)
class PictureNode:
    """A name in the column ``side``; ``old`` when its text is not in force. ``href`` is escaped already.

    ``language`` is that of the label and the title.
    """

    key: str
    side: str
    label: str
    title: str
    href: str
    old: bool
    language: str = ""


@dataclass(frozen=True)
class PictureEdge:
    """From one node to another; ``care`` when the reference does not mean what its number says."""

    start: str
    end: str
    care: bool


@dataclass(frozen=True)
class Picture:
    """Nodes and lines, the heads of the three columns, and what did not fit left and right."""

    nodes: tuple[PictureNode, ...]
    lines: tuple[PictureEdge, ...]
    heads: tuple[str, str, str]
    more: tuple[str, str]


def draw(picture: Picture, label: str) -> str:
    """The picture as an SVG element with links."""
    by_side = {side: [n for n in picture.nodes if n.side == side] for side in EDGES}
    tallest = max(len(nodes) for nodes in by_side.values())
    height = TOP + STEP * (tallest + 1)
    at = {n.key: _middle(tallest, len(nodes), row) for nodes in by_side.values() for row, n in enumerate(nodes)}
    side_of = {node.key: node.side for node in picture.nodes}
    lines = "".join(_line(line, side_of, at) for line in picture.lines if line.start in at and line.end in at)
    nodes = "".join(_node(node, at[node.key]) for node in picture.nodes)
    heads = "".join(
        f'<text class="g-head" x="{sum(EDGES[side]) / 2:.0f}" y="20">{escape(head)}</text>'
        for side, head in zip(EDGES, picture.heads, strict=True)
    )
    more = "".join(
        f'<text class="g-head" x="{sum(EDGES[side]) / 2:.0f}" y="{TOP + STEP * tallest + 14}">{escape(words)}</text>'
        for side, words in zip(("left", "right"), picture.more, strict=True)
        if words
    )
    return (
        f'<svg class="graph" viewBox="0 0 {WIDTH} {height}" role="group" aria-label="{escape(label, quote=True)}">'
        f"{lines}{heads}{nodes}{more}</svg>"
    )


def _middle(tallest: int, own: int, row: int) -> float:
    """The height of a row, each column centred on the tallest."""
    return TOP + STEP * ((tallest - own) / 2 + row) + STEP / 2 - 6


def _line(line: PictureEdge, sides: Mapping[str, str], at: Mapping[str, float]) -> str:
    x1, x2 = EDGES[sides[line.start]][1], EDGES[sides[line.end]][0]
    y1, y2, bend = at[line.start], at[line.end], (x2 - x1) / 2
    kind = "g-line care" if line.care else "g-line"
    return f'<path class="{kind}" d="M{x1} {y1:.1f} C{x1 + bend:.0f} {y1:.1f} {x2 - bend:.0f} {y2:.1f} {x2} {y2:.1f}"/>'


def _node(node: PictureNode, y: float) -> str:
    left, right = EDGES[node.side]
    x, anchor = {"left": (right - 10, "end"), "middle": ((left + right) / 2, "middle"), "right": (left + 10, "start")}[
        node.side
    ]
    kind = f"g-node {node.side}" + (" old" if node.old else "")
    box = f'<rect x="{left}" y="{y - 12:.1f}" width="{right - left}" height="24" rx="5"/>'
    words = f'<text x="{x:.0f}" y="{y + 5:.1f}" text-anchor="{anchor}">{escape(node.label)}</text>'
    language = f' lang="{escape(node.language, quote=True)}"' if node.language else ""
    title = f"<title>{escape(node.title or node.label)}</title>"
    return f'<a class="{kind}"{language} href="{node.href}">{title}{box}{words}</a>'
