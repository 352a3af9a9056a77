"""The laws of `zoo/targets/forms.py`: answers of different forms are different outcomes, whatever == says of them."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from dpassay.exact import Dist

RARE = Fraction(1, 16)


def _law(data: int, form: Callable[[int, bool], str]) -> Dist[str]:
    """Return the law of ``form(bit, is it the rare branch)``."""
    bits = Dist({data: Fraction(3, 4), 1 - data: Fraction(1, 4)})
    both = bits.product(Dist({True: RARE, False: 1 - RARE}))
    return both.map(lambda pair: form(*pair))


LAWS = {
    "nan_correct": lambda data: _law(data, lambda bit, rare: "nan" if rare else f"{bit}.0"),
    "nan_of_one": lambda data: _law(data, lambda bit, rare: ("nan" if data else "0.0") if rare else f"{bit}.0"),
    "type_correct": lambda data: _law(data, lambda bit, rare: f"{bit}.0" if rare else f"{bit}"),
    "type_of_one": lambda data: _law(data, lambda bit, rare: f"{bit}.0" if rare and data else f"{bit}"),
}
