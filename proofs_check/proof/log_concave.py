"""What published theorems say of laws with densities: measures e^(-V) on a convex set, and functions on it.

A setting holds them: ``exponent(i)`` is the V of measure i, and ``function(r)`` a function, for all whole i and r. Both
are told along a line, on which a real x is the place of a point, and may be continued beyond the set. Those that have
values here are on an interval, linear or quadratic.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from dpassay.exact import as_real
from dpassay.proofs_check.proof.densities import Density, kept
from dpassay.proofs_check.proof.names import Named


@dataclass(frozen=True)
class Curve:
    """slope x + bend x^2 on [-radius, radius], and its tangents at the ends beyond; and everywhere weight x^2."""

    slope: Fraction
    bend: Fraction
    radius: Fraction
    weight: Fraction = Fraction(0)

    def __call__(self, x: Any) -> Fraction:
        """The value at a place."""
        place = Fraction(x)
        at = max(-self.radius, min(self.radius, place))
        return self.slope * place + self.bend * (2 * place - at) * at + self.weight * place**2

    @property
    def law(self) -> Density:
        """The law on the interval with a density in proportion to e^(-V), where this is V."""
        return Density(self.slope, self.bend + self.weight, self.radius)


def mean(law: Density, function: Curve) -> Any:
    """The mean of a function on the same interval."""
    bend = function.bend + function.weight
    linear = law.mean() * function.slope if function.slope else Fraction(0)
    return kept(linear + law.square() * bend if bend else linear)


INTEGER, REAL = "integer", "real"
BOTH: Final = {"i": INTEGER, "j": INTEGER}
MEASURE: Final = Named(lambda at, i, x: as_real(-at.exponent(i)(x)).exp(), {"i": INTEGER, "x": REAL}, range="positive")
"""e^(-V_i) at a place."""
FUNCTION: Final = Named(lambda at, r, x: at.function(r)(x), {"r": INTEGER, "x": REAL})
MEAN: Final = Named(lambda at, i, r: mean(at.exponent(i).law, at.function(r)), {"i": INTEGER, "r": INTEGER})
"""The mean of function r under law i: the measure, divided by its mass."""
DIVERGENCE: Final = Named(lambda at, i, j: at.exponent(i).law.divergence(at.exponent(j).law), BOTH)
"""KL of law i and law j."""
TAIL: Final = Named(lambda at, i, j, e: at.exponent(i).law.tail(at.exponent(j).law, e)[0], {**BOTH, "e": REAL})
"""The probability under law i that the log of the ratio of its density to that of law j exceeds e."""
VARIATION: Final = Named(
    lambda at, i, j: at.exponent(i).law.beyond(at.exponent(j).law, Fraction(0)), BOTH, range="at least 0"
)
"""The total variation of law i and law j."""
DIAMETER: Final = Named(lambda at: 2 * at.exponent(1).radius, range="positive")
"""That of the set."""
