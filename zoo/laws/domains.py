"""The laws of `zoo/targets/domains.py`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dpassay.exact import Dist


def _record(data: Sequence[int], cells: Iterable[int]) -> Dist[int]:
    return Dist.from_weights({cell: 2 ** list(data).count(cell) for cell in cells})


LAWS = {
    "given": lambda data: _record(data, range(4)),
    "inferred": lambda data: _record(data, range(min(data), max(data) + 1)),
}
