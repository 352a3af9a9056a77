"""The laws of `zoo/targets/response.py`."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from dpassay.exact import Dist


def _law(data: int, truth: Fraction, others: list[int]) -> Dist[int]:
    return Dist({data: truth, **dict.fromkeys(others, (1 - truth) / len(others))})


def _with(truth: Fraction, labels: int = 4) -> Callable[[int], Dist[int]]:
    return lambda data: _law(data, truth, [label for label in range(labels) if label != data])


LAWS = {
    "correct": _with(Fraction(1, 2)),
    "formula_of_two": _with(Fraction(3, 4)),
    "last_label_missing": _with(Fraction(1, 2), 3),
    "biased_coin": _with(Fraction(11, 20)),
}
