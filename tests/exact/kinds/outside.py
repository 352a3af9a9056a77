"""A kind of laws from outside: uniform laws on intervals. All that the house needs to know of it stands here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from dpassay.exact import LogForm, Number, Real, as_real
from dpassay.exact.kinds.on_line import OnLine
from dpassay.properties.cells.line import CutAtQuantiles


@dataclass(frozen=True)
class UniformLaw:
    """The uniform law on [low, low + width]."""

    low: Fraction
    width: Fraction

    def pdf(self, x: Fraction) -> Fraction:
        return 1 / self.width if self.low <= x <= self.low + self.width else Fraction(0)

    def cdf(self, x: Fraction) -> Fraction:
        return min(max((Fraction(x) - self.low) / self.width, Fraction(0)), Fraction(1))


class UniformKind(OnLine[UniformLaw]):
    """Uniform laws of one width."""

    name = "uniform"

    def max_ratio(self, p: UniformLaw, q: UniformLaw) -> Fraction | None:
        return Fraction(1) if p == q else None

    def hockey_stick(self, p: UniformLaw, q: UniformLaw, t: Number) -> Number:
        outside = min(abs(p.low - q.low) / p.width, Fraction(1))
        return outside + (1 - outside) * max(Fraction(0), 1 - t)

    def kl(self, p: UniformLaw, q: UniformLaw) -> LogForm | None:
        return LogForm() if p == q else None

    def renyi(self, p: UniformLaw, q: UniformLaw, alpha: int) -> LogForm | None:
        return self.kl(p, q)

    def is_possible(self, law: UniformLaw, value: Fraction) -> bool:
        return law.pdf(value) > 0

    def centers(self, law: UniformLaw) -> Sequence[Fraction]:
        return [law.low + law.width / 2]

    def scale(self, law: UniformLaw) -> Real:
        return as_real(law.width) / 10


UNIFORM = UniformKind()
CUT_UNIFORM = CutAtQuantiles(lambda law: [float(law.low)], lambda law: float(law.width), lambda levels: levels)
