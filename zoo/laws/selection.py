"""The laws of `zoo/targets/selection.py`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from dpassay.exact import Dist

Data = Sequence[int]


def _exponential(base: int) -> Callable[[Data], Dist[int]]:
    return lambda data: Dist.from_weights({place: Fraction(base) ** score for place, score in enumerate(data)})


def _flipped(base: int) -> Callable[[Data], Dist[int]]:
    """Of two candidates the worse wins where it comes first and its coin falls so."""

    def law(data: Data) -> Dist[int]:
        better = data.index(max(data))
        worse = Fraction(1, 2) * Fraction(base) ** (min(data) - max(data))
        return Dist({better: 1 - worse, 1 - better: worse})

    return law


LAWS = {
    "exponential": _exponential(2),
    "exponential_factor_two": _exponential(4),
    "flips": _flipped(2),
    "flips_factor_two": _flipped(4),
}
