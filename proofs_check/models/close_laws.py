"""Two consecutive normalized measures under the first item of Assumption 3.1: D^delta0 is at most eta, both ways.

``p`` and ``q`` are the laws on d points. D^delta0(p || q) <= eta says that p(S) <= e^eta q(S) + delta0 for every event
S (ASI-01); the event of which p has most beyond e^eta q is that of the points where it has more.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any, Final

from dpassay.exact import Dist, LogForm, as_real, exp, hockey_stick_divergence, log
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model

Law = tuple[Fraction, ...]


def beyond(p: Law, q: Law, factor: Any) -> Any:
    """The most that p has of an event beyond ``factor`` times what q has of it."""
    first, second = (Dist({i: weight for i, weight in enumerate(law) if weight}) for law in (p, q))
    return hockey_stick_divergence(first, second, factor)


@dataclass(frozen=True)
class Pair:
    """Two laws, and delta0 where e^eta is ``growth``, or where eta is ``rate``."""

    p: Law
    q: Law
    delta: Fraction
    growth: Fraction | None = None
    rate: Fraction | None = None

    def __post_init__(self) -> None:
        if (self.growth is None) == (self.rate is None):
            raise ValueError(f"growth = {self.growth}, rate = {self.rate}: expected one of them")
        if not all(min(law) >= 0 and sum(law) == 1 for law in (self.p, self.q)) or len(self.p) != len(self.q):
            raise ValueError(f"p, q = {self.p}, {self.q}: expected laws on equally many points")
        if not 0 <= self.delta <= 1:
            raise ValueError(f"delta = {self.delta}: expected a number in [0, 1]")
        if not self._is_above_0():
            raise ValueError(f"growth = {self.growth}, rate = {self.rate}: expected 0 < eta")
        for pair in ((self.p, self.q), (self.q, self.p)):
            if not at_most(beyond(*pair, self.factor), self.delta):
                raise ValueError(
                    f"delta = {self.delta}: expected at least what one law has beyond e^eta times the other"
                )

    def _is_above_0(self) -> bool:
        return self.rate > 0 if self.rate is not None else log(1) < self.eta

    @property
    def eta(self) -> LogForm:
        """The rate."""
        return log(self.growth) if self.growth is not None else LogForm(self.rate or Fraction(0))

    @property
    def factor(self) -> Any:
        """e^eta."""
        return self.growth if self.growth is not None else exp(self.rate or Fraction(0))


def settings() -> Iterator[Pair]:
    """One to three points; a law and itself, delta0 = 0 and up to 1, laws that attain the bound, and a large eta."""
    growth = Fraction(21, 20)
    yield Pair((Fraction(1),), (Fraction(1),), Fraction(0), growth)
    near = [tuple(map(Fraction, law)) for law in (("1/2", "1/2"), ("10/21", "11/21"), ("20/41", "21/41"))]
    for p, q in product(near, repeat=2):
        yield Pair(p, q, Fraction(1, 20), growth)
    yield Pair(near[2], near[2][::-1], Fraction(0), growth)
    d = Fraction(1, 21)  # q(A) = (1 - d)/(1 + e^eta), p(A) = e^eta q(A) + d
    yield Pair(
        (1 - (1 - d) / (1 + growth), (1 - d) / (1 + growth)),
        ((1 - d) / (1 + growth), 1 - (1 - d) / (1 + growth)),
        d,
        growth,
    )
    three = tuple(Fraction(k, 40) for k in (20, 10, 10)), tuple(Fraction(k, 40) for k in (19, 11, 10))
    yield Pair(*three, Fraction(1, 40), growth)
    yield Pair(*three, Fraction(1, 50), rate=Fraction(1, 10))
    yield Pair((Fraction(1), Fraction(0)), (Fraction(0), Fraction(1)), Fraction(1), rate=Fraction(1, 100))
    yield Pair(*three, Fraction(0), Fraction(3))


def read(pair: Pair) -> dict[str, Any]:
    """d, eta and delta0."""
    return {"d": Fraction(len(pair.p)), "eta": pair.rate or as_real(pair.eta), "delta0": pair.delta}


POINT: Final = {"i": "integer, 1 <= i, i <= d"}
CLOSE: Final = Model(
    "two laws that are close",
    parameters={
        "d": "integer, 1 <= d",
        "eta": "real, 0 < eta",
        "delta0": "real, 0 <= delta0, delta0 <= 1",
    },
    variables=POINT,
    quantities={
        "p": Named(lambda pair, i: pair.p[i - 1], POINT, range="at least 0"),
        "q": Named(lambda pair, i: pair.q[i - 1], POINT, range="at least 0"),
    },
    facts={
        "p is a law": "sum(p(i), i, 1, d) = 1",
        "q is a law": "sum(q(i), i, 1, d) = 1",
        "close": "sum([exp(eta)*q(i) < p(i)]*(p(i) - exp(eta)*q(i)), i, 1, d) <= delta0",
        "close, back": "sum([exp(eta)*p(i) < q(i)]*(q(i) - exp(eta)*p(i)), i, 1, d) <= delta0",
    },
    settings=settings,
    read=read,
)
