"""One draw of a reference Pi, and what a private law P gives it: Facts 4.1 and 4.2.

Pi is above 0 on the domain 1, ..., k; ``q`` and ``p`` are the masses of Pi and P, ``ratio`` is p/q, ``Pi`` the law of
one draw, and ``r`` the ratio at the draw. ``KL`` is KL(Pi || P), where P too is above 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from dpassay.exact import Real, as_real, log
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model


@dataclass(frozen=True)
class Draw:
    """P and Pi on one domain."""

    private: tuple[Fraction, ...]
    public: tuple[Fraction, ...]

    def __post_init__(self) -> None:
        if len(self.private) != len(self.public) or min(self.private) < 0 or min(self.public) <= 0:
            raise ValueError(f"private, public = {self.private}, {self.public}: expected laws, and Pi above 0")
        if sum(self.private) != 1 or sum(self.public) != 1:
            raise ValueError(f"private, public = {self.private}, {self.public}: expected totals of 1")

    @property
    def ratios(self) -> tuple[Fraction, ...]:
        """P/Pi."""
        return tuple(p / q for p, q in zip(self.private, self.public, strict=True))


def law(at: Draw) -> Mapping[int, Fraction]:
    """Pi."""
    return dict(enumerate(at.public, 1))


def divergence(at: Draw) -> Real:
    """KL(Pi || P)."""
    terms = (as_real(q) * as_real(log(1 / r)) for q, r in zip(at.public, at.ratios, strict=True))
    return sum(terms, as_real(Fraction(0)))


def _draws(*rows: str) -> Iterator[Draw]:
    for row in rows:
        private, public = (tuple(map(Fraction, law.split())) for law in row.split(";"))
        yield Draw(private, public)


def positive() -> Iterator[Draw]:
    """P above 0."""
    yield from _draws("1/2 1/2; 1/3 2/3", "1/4 1/2 1/4; 1/3 1/3 1/3", "1/2 1/2; 1/2 1/2")


def settings() -> Iterator[Draw]:
    """P with a mass of 0 too."""
    yield from _draws("0 1; 1/3 2/3", "1/2 0 1/2; 1/3 1/3 1/3")
    yield from positive()


POINT: Final = "integer, 1 <= x, x <= k"
POINTS: Final = "points"


def _quantities(range_of_p: str) -> dict[str, Named]:
    return {
        "Pi": Named(law, space=POINTS, law=True),
        "q": Named(lambda at, x: at.public[x - 1], {"x": POINT}, range="positive"),
        "p": Named(lambda at, x: at.private[x - 1], {"x": POINT}, range=range_of_p),
        "ratio": Named(lambda at, x: at.ratios[x - 1], {"x": POINT}, range=range_of_p),
        "r": Named(lambda at, x: at.ratios[x - 1], space=POINTS, range=range_of_p),
    }


FACTS: Final = {
    "P is a law": "sum(p(x), x, 1, k) = 1",
    "ratio": "ratio(x) = p(x)/q(x)",
    "the mean ratio under Pi": "E(r, Pi) = sum(q(x)*ratio(x), x, 1, k)",
}
COMMON: Final[dict[str, Any]] = {
    "parameters": {"k": "integer, 1 <= k"},
    "variables": {"x": POINT, "l": "real"},
    "read": lambda at: {"k": Fraction(len(at.public))},
    "outcomes": {POINTS: lambda at: tuple(law(at))},
}
ONE_DRAW: Final = Model(
    "one draw of a reference", quantities=_quantities("at least 0"), facts=FACTS, settings=settings, **COMMON
)
FULL_SUPPORT: Final = Model(
    "one draw of a reference, with a private law above 0",
    quantities={**_quantities("positive"), "KL": Named(divergence)},
    facts={
        **FACTS,
        "the mean logarithm under Pi": "E(log(r), Pi) = sum(q(x)*log(p(x)/q(x)), x, 1, k)",
        "divergence": "KL = sum(q(x)*log(q(x)/p(x)), x, 1, k)",
    },
    settings=positive,
    **COMMON,
)
