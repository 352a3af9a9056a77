"""A graph is drawn in layers: nothing stands above what rests on it, and nothing upon another box."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tools.site.layers import layers, svg

GRAPHS = st.integers(1, 12).flatmap(
    lambda size: st.lists(
        st.lists(st.integers(0, size - 1), max_size=4, unique=True), min_size=size, max_size=size
    ).map(lambda rows: {f"n{a}": tuple(f"n{b}" for b in row if b > a) for a, row in enumerate(rows)})
)


def test_what_something_rests_on_stands_below_it() -> None:
    assert layers({"a": ("b", "c"), "b": ("c",), "c": ()}) == [["a"], ["b"], ["c"]]


@given(GRAPHS)
def test_every_node_stands_once_and_every_edge_leads_down(graph: dict[str, tuple[str, ...]]) -> None:
    rows = layers(graph)
    place = {name: level for level, row in enumerate(rows) for name in row}
    assert sorted(name for row in rows for name in row) == sorted(graph)
    assert all(place[name] < place[other] for name, others in graph.items() for other in others)


@given(GRAPHS)
def test_boxes_do_not_touch_and_stay_in_the_picture(graph: dict[str, tuple[str, ...]]) -> None:
    tree = ET.fromstring(svg(graph, "a graph", lambda name: ("", "lemma")))
    width, height = (float(tree.attrib[name]) for name in ("width", "height"))
    boxes = [tuple(float(box.attrib[name]) for name in ("x", "y", "width", "height")) for box in tree.iter("rect")]
    for number, (x, y, w, h) in enumerate(boxes):
        assert x >= 0
        assert y >= 0
        assert x + w <= width
        assert y + h <= height
        for x2, y2, w2, h2 in boxes[:number]:
            assert x + w < x2 or x2 + w2 < x or y + h < y2 or y2 + h2 < y


def test_a_circle_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^graph = b, c: expected no circle$"):
        layers({"a": ("b",), "b": ("c",), "c": ("b",)})


def test_names_are_escaped_links_kept_and_long_names_whole_in_their_titles() -> None:
    name = "a < b, which is a name of more than thirty letters"
    found = svg({name: ()}, 'so "called"', lambda _: ("#place", "lemma"))
    tree = ET.fromstring(found)
    assert tree.attrib["aria-label"] == 'so "called"'
    assert [title.text for title in tree.iter("title")] == [name]
    assert [link.attrib["href"] for link in tree.iter("a")] == ["#place"]
    assert re.search(r">a &lt; b, which[^<]*…<", found)
