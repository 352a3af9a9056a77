"""A graph without circles in layers: what something rests on stands below it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from html import escape
from itertools import pairwise
from typing import Final

Graph = Mapping[str, tuple[str, ...]]
PASSES: Final = 4
"""How often layers are sorted by where their neighbors stand."""
HEIGHT, GAP, ROW, LETTER, LONGEST = 26, 14, 64, 7, 34
"""In pixels: of a box, between boxes, from layer to layer, a letter; and the letters of a label."""


def layers(graph: Graph) -> list[list[str]]:
    """Return the nodes in layers, each below all that point to it, sorted so that few edges cross.

    Raises:
        ValueError: the graph has a circle.
    """
    depth: dict[str, int] = {}
    waiting = dict.fromkeys(graph)
    incoming = {name: {user for user in graph if name in graph[user]} for name in graph}
    while waiting:
        ready = [name for name in waiting if incoming[name] <= depth.keys()]
        if not ready:
            raise ValueError(f"graph = {', '.join(waiting)}: expected no circle")
        for name in ready:
            depth[name] = 1 + max((depth[user] for user in incoming[name]), default=-1)
            del waiting[name]
    rows: list[list[str]] = [[] for _ in range(1 + max(depth.values(), default=-1))]
    for name, level in depth.items():
        rows[level].append(name)
    for _ in range(PASSES):
        for above, row in pairwise(rows):
            _sort(row, above, incoming)
        for under, row in pairwise(reversed(rows)):
            _sort(row, under, graph)
    return rows


def _sort(row: list[str], beside: list[str], neighbors: Mapping[str, Iterable[str]]) -> None:
    """Sort a layer by the middle of the neighbors in the one beside it."""
    place = {name: number for number, name in enumerate(beside)}
    middle = {}
    for number, name in enumerate(row):
        found = [place[other] for other in neighbors[name] if other in place]
        middle[name] = sum(found) / len(found) if found else number * len(beside) / len(row)
    row.sort(key=lambda name: middle[name])


def svg(graph: Graph, label: str, link: Callable[[str], tuple[str, str]]) -> str:
    """Draw a graph; ``link`` gives the address of a node, or nothing, and its class."""
    rows = layers(graph)
    widths = [sum(_width(name) + GAP for name in row) + GAP for row in rows]
    whole, height = max(widths, default=0), ROW * len(rows) - ROW + HEIGHT + 2 * GAP
    places = {}
    for level, (row, width) in enumerate(zip(rows, widths, strict=True)):
        left = (whole - width) / 2 + GAP
        for name in row:
            places[name] = (left + _width(name) / 2, GAP + level * ROW)
            left += _width(name) + GAP
    lines = [_line(places[name], places[other]) for name, others in graph.items() for other in others]
    boxes = [_box(name, *places[name], *link(name)) for row in rows for name in row]
    head = f'<svg class="graph" role="group" aria-label="{escape(label)}" width="{whole}" height="{height}"'
    return f'{head} viewBox="0 0 {whole} {height}">{"".join(lines + boxes)}</svg>'


def _width(name: str) -> int:
    return LETTER * len(_shortened(name)) + 16


def _shortened(name: str) -> str:
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"


def _line(start: tuple[float, float], end: tuple[float, float]) -> str:
    (x, y), (to_x, to_y) = (start[0], start[1] + HEIGHT), end
    bend = (to_y - y) / 2
    return f'<path d="M{x:g} {y:g}C{x:g} {y + bend:g} {to_x:g} {to_y - bend:g} {to_x:g} {to_y:g}"/>'


def _box(name: str, x: float, y: float, address: str, kind: str) -> str:
    width = _width(name)
    told = "" if name == _shortened(name) else f"<title>{escape(name)}</title>"
    shape = f'<rect x="{x - width / 2:g}" y="{y:g}" width="{width}" height="{HEIGHT}" rx="4"/>'
    inner = f'{shape}<text x="{x:g}" y="{y + HEIGHT - 9:g}" text-anchor="middle">{escape(_shortened(name))}</text>'
    inner = f'<a href="{address}">{told}{inner}</a>' if address else told + inner
    return f'<g class="{kind}">{inner}</g>'
