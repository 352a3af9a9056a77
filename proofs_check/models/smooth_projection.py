"""The projection of a law onto the smooth laws in the sense of the divergence, on the domain 1, ..., N.

``s`` is any smooth law, of density at most 1/sigma against the uniform one; ``s(x) l(x)`` is s(x) log s(x), which is 0
where s(x) is. ``t`` is a law above 0, and ``p`` its projection: the smaller of r t(x) and the cap 1/(sigma N), with the
factor ``r`` for which that is a law.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Final

from dpassay.exact import Real, as_real, log
from dpassay.proofs_check.models.close_queries import Values, values
from dpassay.proofs_check.models.smooth_mwem import kept
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model


@dataclass(frozen=True)
class Projected:
    """A smooth law, sigma, and the law that is projected."""

    smooth: Values
    sigma: Fraction
    law: Values

    def __post_init__(self) -> None:
        """Check what the model says of a setting."""
        if len(self.law) != len(self.smooth) or sum(self.law) != 1 or min(self.law) <= 0:
            raise ValueError(f"law = {self.law}: expected a law above 0")
        if not 0 < self.sigma <= 1 or max(self.smooth) > self.cap or sum(self.smooth) != 1 or min(self.smooth) < 0:
            raise ValueError(f"smooth, sigma = {self.smooth}, {self.sigma}: expected a law that is so smooth")

    @property
    def cap(self) -> Fraction:
        """The largest probability of a point under a smooth law."""
        return 1 / (self.sigma * len(self.law))


@cache
def factor(at: Projected) -> Fraction:
    """r: as many of the largest probabilities are capped as have to be."""
    falling = sorted(at.law, reverse=True)
    for capped in range(len(falling)):
        scale = (1 - capped * at.cap) / sum(falling[capped:])
        if falling[capped] * scale <= at.cap:
            return scale
    raise ValueError(f"sigma = {at.sigma}: expected a number in (0, 1]")


@cache
def projection(at: Projected) -> Values:
    """The smaller of r t(x) and the cap."""
    return tuple(min(factor(at) * t, at.cap) for t in at.law)


def settings() -> Iterator[Projected]:
    """Laws of which nothing, one probability or all but one are capped."""
    for smooth, sigma, law in (
        ("1/2 1/2", "1", "1/4 3/4"),
        ("1/2 1/2", "1/2", "1/4 3/4"),
        ("1 0", "1/2", "1/4 3/4"),
        ("1/2 0 1/2", "2/3", "1/8 3/4 1/8"),
        ("1/2 1/4 1/4", "2/3", "2/3 1/6 1/6"),
        ("2/5 1/5 2/5", "5/6", "1/10 9/20 9/20"),
        ("1", "1", "1"),
    ):
        yield Projected(values(smooth), Fraction(sigma), values(law))


POINT: Final = {"x": "integer, 1 <= x, x <= N"}
PROJECTION: Final = Model(
    "a law and its projection onto the smooth laws",
    parameters={"N": "integer, 1 <= N", "sigma": "real, 0 < sigma, sigma <= 1", "r": "real, 0 < r"},
    variables={**POINT, "h": "real"},
    quantities={
        "s": Named(lambda at, x: at.smooth[x - 1], POINT, range="at least 0"),
        "l": Named(lambda at, x: log(at.smooth[x - 1]) if at.smooth[x - 1] else Fraction(0), POINT),
        "t": Named(lambda at, x: at.law[x - 1], POINT, range="positive"),
        "p": Named(lambda at, x: projection(at)[x - 1], POINT, range="positive"),
    },
    facts={
        "s is a law": "sum(s(x), x, 1, N) = 1",
        "s is smooth": "sigma*N*s(x) <= 1",
        "log": "s(x)*exp(l(x)) = s(x)**2",
        "t is a law": "sum(t(x), x, 1, N) = 1",
        "p is a law": "sum(p(x), x, 1, N) = 1",
        "p is smooth": "sigma*N*p(x) <= 1",
        "at most the multiple": "p(x) <= r*t(x)",
        "one of both": "(1 - sigma*N*p(x))*(r*t(x) - p(x)) = 0",
    },
    settings=settings,
    read=lambda at: {"N": Fraction(len(at.law)), "sigma": at.sigma, "r": factor(at)},
    outcomes={"point": lambda at: range(1, len(at.law) + 1)},
)

TILT: Final = Fraction(1, 3)
"""(m - q(d))/2 in the settings of a round."""


def asked(_: Projected, x: int) -> Fraction:
    """A query: -1 at the first point, 1 at the second, 1/2 at the third."""
    return (Fraction(-1), Fraction(1), Fraction(1, 2))[x - 1]


@cache
def before(at: Projected) -> tuple[Real, ...]:
    """The law of which the one that is projected is the update."""
    weights = [as_real(t) * as_real(-TILT * asked(at, x)).exp() for x, t in enumerate(at.law, 1)]
    whole = sum(weights, as_real(0))
    return tuple(kept(weight / whole) for weight in weights)


@cache
def measured(at: Projected) -> Real:
    """m."""
    return kept(sum((p * as_real(asked(at, x)) for x, p in enumerate(before(at), 1)), as_real(2 * TILT)))


@cache
def normalization(at: Projected) -> Real:
    """What the update is normalized by."""
    grown = (p * as_real(TILT * asked(at, x)).exp() for x, p in enumerate(before(at), 1))
    return kept(sum(grown, as_real(0)))


RATE: Final = "(m - sum(q(y)*d(y), y, 1, N))/2"
ROUND: Final = PROJECTION.narrowed(
    "a round of projected MWEM, with values of the query in [-1, 1]",
    {
        "values, low": "-1 <= asked",
        "values, high": "asked <= 1",
        "normalization": f"Z = sum(d(x)*exp(q(x)*{RATE}), x, 1, N)",
        "update": f"t(x)*Z = d(x)*exp(q(x)*{RATE})",
        "mean": "E(asked, D) = sum(q(x)*d(x), x, 1, N)",
        "tilted mean": "E(exp(h*asked), D) = sum(d(x)*exp(h*q(x)), x, 1, N)",
    },
    settings,
    {
        "d": Named(lambda at, x: before(at)[x - 1], POINT, range="positive"),
        "q": Named(asked, POINT),
        "m": Named(measured),
        "Z": Named(normalization, range="positive"),
        "D": Named(lambda at: dict(enumerate(before(at), 1)), space="point", law=True),
        "asked": Named(asked, space="point"),
    },
)
"""``d`` is any law above 0, ``q`` the query and ``m`` its measurement; ``t`` is the update of d."""
