"""The laws of `zoo/targets/lengths.py`."""

from __future__ import annotations

from fractions import Fraction

from dpassay.exact import Dist


def _list(data: int, chance: Fraction) -> Dist[tuple[int, ...]]:
    bits = Dist({data: Fraction(3, 4), 1 - data: Fraction(1, 4)})
    return bits.bind(lambda bit: Dist({(bit,): 1 - chance, (bit, 0): chance}) if chance else Dist.point((bit,)))


def _sign(data: int) -> Dist[str]:
    zero = Fraction(1 if data else 3, 4)
    return Dist({"0.0": zero / 2, "-0.0": zero / 2, "1.0": 1 - zero})


def _negative_zero(data: int) -> Dist[str]:
    zero = Fraction(1 if data else 3, 4)
    return Dist({"-0.0" if data else "0.0": zero, "1.0": 1 - zero})


LAWS = {
    "correct": lambda data: _list(data, Fraction(1, 16)),
    "longer_of_one": lambda data: _list(data, Fraction(data, 16)),
    "sign_correct": _sign,
    "negative_zero": _negative_zero,
}
