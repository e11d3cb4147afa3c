"""A picture of references as SVG: three columns of names, curved lines between them, every name a link.

A drawn list stays legible where a cloud of dots does not, needs no script, prints, and can be walked by keyboard.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from markupsafe import Markup

from app.reader.text.html import render

STEP = 27
TOP = 46
WIDTH = 940
EDGES: Mapping[str, tuple[int, int]] = {"left": (0, 250), "middle": (375, 565), "right": (690, 940)}


@dataclass(frozen=True)
class PictureNode:
    """A name in the column ``side``; ``old`` when its text is not in force.

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


def draw(picture: Picture, label: str) -> Markup:
    """The picture as an SVG element with links."""
    by_side = {side: [n for n in picture.nodes if n.side == side] for side in EDGES}
    tallest = max(len(nodes) for nodes in by_side.values())
    at = {n.key: _middle(tallest, len(nodes), row) for nodes in by_side.values() for row, n in enumerate(nodes)}
    side_of = {node.key: node.side for node in picture.nodes}
    middles = {side: f"{sum(edges) / 2:.0f}" for side, edges in EDGES.items()}
    return render(
        "picture.html",
        label=label,
        width=WIDTH,
        height=TOP + STEP * (tallest + 1),
        lines=[(_curve(line, side_of, at), line.care) for line in picture.lines if line.start in at and line.end in at],
        heads=zip(middles.values(), picture.heads, strict=True),
        nodes=[(node, *_box(node.side, at[node.key])) for node in picture.nodes],
        foot=TOP + STEP * tallest + 14,
        more=zip((middles["left"], middles["right"]), picture.more, strict=True),
    )


def _middle(tallest: int, own: int, row: int) -> float:
    """The height of a row, each column centred on the tallest."""
    return TOP + STEP * ((tallest - own) / 2 + row) + STEP / 2 - 6


def _curve(line: PictureEdge, sides: Mapping[str, str], at: Mapping[str, float]) -> str:
    """The path from the right edge of one node to the left edge of another."""
    x1, x2 = EDGES[sides[line.start]][1], EDGES[sides[line.end]][0]
    y1, y2, bend = at[line.start], at[line.end], (x2 - x1) / 2
    return f"M{x1} {y1:.1f} C{x1 + bend:.0f} {y1:.1f} {x2 - bend:.0f} {y2:.1f} {x2} {y2:.1f}"


def _box(side: str, y: float) -> tuple[int, str, int, str, str, str]:
    """Left edge, top and width of a node's box; where its label is, and how it is anchored there."""
    left, right = EDGES[side]
    x, anchor = {"left": (right - 10, "end"), "middle": ((left + right) / 2, "middle"), "right": (left + 10, "start")}[
        side
    ]
    return left, f"{y - 12:.1f}", right - left, f"{x:.0f}", f"{y + 5:.1f}", anchor
