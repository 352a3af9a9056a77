"""Pairs of neighboring inputs, generated."""

from __future__ import annotations

from collections.abc import Iterator

from hypothesis import strategies as st

strategy = st.tuples(st.integers(0, 1), st.integers(0, 1))
rows = st.lists(st.one_of(st.none(), st.text(max_size=3), st.floats(-1, 1)), max_size=3).map(lambda row: (row, row[1:]))


def pairs() -> Iterator[tuple[int, int]]:
    """Yield one without a difference, and then some, of which the second tells more."""
    yield (0, 0)
    yield (2, 4)
    yield (0, 1)
    yield (0, 1)


def of_strategy() -> st.SearchStrategy[tuple[int, int]]:
    """Return a strategy."""
    return strategy


def fails() -> None:
    """Fail."""
    raise RuntimeError("no\npairs")


def single() -> list[int]:
    """Return no pairs."""
    return [1, 2]


def equal() -> list[tuple[int, int]]:
    """Return what does not differ."""
    return [(1, 1)]


def number() -> int:
    """Return what holds nothing."""
    return 3
