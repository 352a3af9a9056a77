"""Which partitions are kept, as coins: one for each partition that is in the data of one of two inputs.

The input of such a row is the share of each partition that is there, a key and a probability; the answer holds the keys
of those that are kept. A partition that is in one input alone is never kept on the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Final

from dpassay.audit.pipelines.rows import Row
from dpassay.exact import require
from dpassay.exact.entrance import explain_failures

__all__ = ["KEPT", "coins_of"]

KEPT: Final = "kept partitions"


def coins_of(row: Row) -> Iterator[Row]:
    """Yield a coin for each partition.

    Raises:
        ValueError: an input is no list of keys and shares.
    """
    first, second = _shares(row.first), _shares(row.second)
    kept = set(row.answer) if isinstance(row.answer, tuple) else set()
    for cell, key in enumerate(dict.fromkeys([*first, *second])):
        yield Row(cell, None, first.get(key, Fraction(0)), second.get(key, Fraction(0)), key in kept)


def _shares(given: Any) -> dict[str, Any]:
    pairs = isinstance(given, tuple) and all(isinstance(each, tuple) and len(each) == 2 for each in given)
    require(pairs, "given", given, "keys of partitions, each with the probability that it is kept")
    return dict(given)


explain_failures(__name__)
