"""The laws of `zoo/targets/bits.py`, in steps of 1/1024 or 1/8; of `low_bits` only an event is known (`events.py`)."""

from __future__ import annotations

from fractions import Fraction

from dpassay.exact import Dist, IntegerLaw, exp, two_sided_geometric

HALF = Fraction(1, 2)


def _on_lattice(data: int) -> IntegerLaw:
    return two_sided_geometric(1024 * data, exp(Fraction(-1, 1024)))


def _on_halves(data: float) -> IntegerLaw:
    """Return the law in steps of 1/2; round() of a double takes halves to the even side."""
    return two_sided_geometric(round(data * 2), HALF)


def _off_lattice(data: float) -> Dist[Fraction]:
    """Return the law of what tells the inputs apart: how far the answers are from the multiples of 1/2."""
    return Dist.point(Fraction(data) % HALF)


LAWS = {"on_lattice": _on_lattice, "query_on_lattice": _on_halves, "query_off_lattice": _off_lattice}
