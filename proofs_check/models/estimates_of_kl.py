"""The estimate of KL(Pi || P) from T draws of Pi, where P is known at each draw: Algorithm 1 with all clients.

P and Pi are above 0 on the domain 1, ..., k. ``F`` is the law of the draws x_1, ..., x_T, which are independent and of
law Pi; ``g(t, l)`` is l (r - 1) - log r at r = P(x_t)/Pi(x_t), and ``est(l)`` their mean over t. What is released is
est(l) with noise of mean 0 and variance ``s2`` that is independent of the draws: ``center(l)`` is its mean and
``var(l)`` its variance. ``KL`` is KL(Pi || P), ``back`` is KL(P || Pi), ``alpha`` and ``beta`` are the largest P/Pi and
Pi/P, ``most`` is the larger one of alpha - 1 and beta^2 - 1, and ``larger`` that of E (r - 1)^2 and E (1 - 1/r)^2.
``best`` is the lambda at which the derivative of var is 0, (KL + back)/E (r - 1)^2; where P = Pi it is taken to be 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from math import prod
from typing import Any, Final

from dpassay.exact import Real, as_real, log
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model

Draws = tuple[int, ...]
NONE: Final = as_real(Fraction(0))


@dataclass(frozen=True)
class Estimate:
    """P and Pi on one domain, the number of draws and the variance of the noise."""

    private: tuple[Fraction, ...]
    public: tuple[Fraction, ...]
    draws: int
    noise: Fraction = Fraction(0)

    def __post_init__(self) -> None:
        if len(self.private) != len(self.public):
            raise ValueError(f"private, public = {self.private}, {self.public}: expected laws on one domain")
        if any(min(law) <= 0 or sum(law) != 1 for law in (self.private, self.public)):
            raise ValueError(f"private, public = {self.private}, {self.public}: expected laws above 0 everywhere")
        if self.draws < 1 or self.noise < 0:
            raise ValueError(f"draws, noise = {self.draws}, {self.noise}: expected 1 or more, and at least 0")

    @property
    def ratios(self) -> tuple[Fraction, ...]:
        """P/Pi."""
        return tuple(p / q for p, q in zip(self.private, self.public, strict=True))

    @property
    def alpha(self) -> Fraction:
        """The largest P/Pi."""
        return max(self.ratios)

    @property
    def beta(self) -> Fraction:
        """The largest Pi/P."""
        return 1 / min(self.ratios)


def divergence(p: tuple[Fraction, ...], q: tuple[Fraction, ...]) -> Real:
    """KL(p || q)."""
    return sum((as_real(a) * as_real(log(a / b)) for a, b in zip(p, q, strict=True)), NONE)


def mean_of_square(at: Estimate) -> Fraction:
    """E (r - 1)^2."""
    return sum((q * (r - 1) ** 2 for q, r in zip(at.public, at.ratios, strict=True)), Fraction(0))


def mean_of_inverse_square(at: Estimate) -> Fraction:
    """E (1 - 1/r)^2."""
    return sum((q * (1 - 1 / r) ** 2 for q, r in zip(at.public, at.ratios, strict=True)), Fraction(0))


def best(at: Estimate) -> Real:
    """The lambda at which the derivative of the variance is 0."""
    both = divergence(at.private, at.public) + divergence(at.public, at.private)
    return both / mean_of_square(at) if at.private != at.public else NONE


@cache
def law(at: Estimate) -> Mapping[Draws, Fraction]:
    """The law of the draws."""
    return {
        xs: prod((at.public[x - 1] for x in xs), start=Fraction(1))
        for xs in product(range(1, len(at.public) + 1), repeat=at.draws)
    }


def of_ratio(ratio: Fraction, weight: Any) -> Real:
    """l (r - 1) - log r."""
    return as_real(weight) * (ratio - 1) - as_real(log(ratio))


def expected(law: Mapping[Any, Fraction], value: Callable[[Any], Real]) -> Real:
    """The expectation of what is computed from the draws."""
    return sum((as_real(p) * value(draws) for draws, p in law.items()), NONE)


def term(at: Estimate, x: int, weight: Any) -> Real:
    """l (r - 1) - log r at a point of the domain."""
    return of_ratio(at.ratios[x - 1], weight)


def estimate(at: Estimate, weight: Any, xs: Draws) -> Real:
    """est(l)."""
    return sum((term(at, x, weight) for x in xs), NONE) / at.draws


def center(at: Estimate, weight: Any) -> Real:
    """The mean of the estimate."""
    return expected(law(at), lambda xs: estimate(at, weight, xs))


def variance(at: Estimate, weight: Any) -> Real:
    """The variance of what is released."""
    middle = center(at, weight)
    return expected(law(at), lambda xs: (estimate(at, weight, xs) - middle) ** 2) + at.noise


def estimates(*rows: tuple[str, str, int, str]) -> tuple[Estimate, ...]:
    """Settings: P, Pi, the number of draws and the variance of the noise."""
    laws = [tuple(tuple(map(Fraction, law.split())) for law in row[:2]) for row in rows]
    return tuple(Estimate(p, q, row[2], Fraction(row[3])) for (p, q), row in zip(laws, rows, strict=True))


DIFFERENT: Final = estimates(
    ("1/2 1/2", "1/3 2/3", 2, "0"),
    ("1/2 1/4 1/4", "1/3 1/3 1/3", 1, "1/2"),
    ("1/5 4/5", "4/5 1/5", 1, "0"),
    ("1/5 4/5", "1/2 1/2", 2, "1/3"),
)
SAME: Final = estimates(("1/2 1/2", "1/2 1/2", 1, "1"))


def settings() -> Iterator[Estimate]:
    """P = Pi, and P other than Pi."""
    yield from DIFFERENT
    yield from SAME


def read(at: Estimate) -> dict[str, Fraction]:
    """k, T, alpha, beta and the variance of the noise."""
    return {
        "k": Fraction(len(at.private)),
        "T": Fraction(at.draws),
        "alpha": at.alpha,
        "beta": at.beta,
        "s2": at.noise,
    }


POINT: Final = "integer, 1 <= x, x <= k"
ROUND: Final = "integer, 1 <= t, t <= T"
DRAWS: Final = "draws"
TERM: Final = "(l*(p(x)/q(x) - 1) - log(p(x)/q(x)))"
ESTIMATES: Final = Model(
    "an estimate of a KL divergence",
    parameters={
        "k": "integer, 1 <= k",
        "T": "integer, 1 <= T",
        "alpha": "real, 1 <= alpha",
        "beta": "real, 1 <= beta",
        "s2": "real, 0 <= s2",
    },
    variables={"x": POINT, "t": ROUND, "s": "integer, 1 <= s, s <= t - 1", "l": "real"},
    quantities={
        "p": Named(lambda at, x: at.private[x - 1], {"x": POINT}, range="positive"),
        "q": Named(lambda at, x: at.public[x - 1], {"x": POINT}, range="positive"),
        "KL": Named(lambda at: divergence(at.public, at.private)),
        "back": Named(lambda at: divergence(at.private, at.public)),
        "most": Named(lambda at: max(at.alpha, at.beta**2) - 1),
        "larger": Named(lambda at: max(mean_of_square(at), mean_of_inverse_square(at))),
        "best": Named(best),
        "F": Named(law, space=DRAWS, law=True),
        "g": Named(lambda at, t, weight, xs: term(at, xs[t - 1], weight), {"t": ROUND, "l": "real"}, space=DRAWS),
        "est": Named(estimate, {"l": "real"}, space=DRAWS),
        "center": Named(center, {"l": "real"}),
        "var": Named(variance, {"l": "real"}),
    },
    facts={
        "P is a law": "sum(p(x), x, 1, k) = 1",
        "Pi is a law": "sum(q(x), x, 1, k) = 1",
        "alpha is largest": "p(x)/q(x) <= alpha",
        "beta is largest": "q(x)/p(x) <= beta",
        "the larger is alpha - 1 or more": "alpha - 1 <= most",
        "the larger is beta^2 - 1 or more": "beta**2 - 1 <= most",
        "the larger is E (r - 1)^2 or more": "sum(q(x)*(p(x)/q(x) - 1)**2, x, 1, k) <= larger",
        "the larger is E (1 - 1/r)^2 or more": "sum(q(x)*(1 - q(x)/p(x))**2, x, 1, k) <= larger",
        "divergence": "KL = sum(q(x)*log(q(x)/p(x)), x, 1, k)",
        "divergence back": "back = sum(p(x)*log(p(x)/q(x)), x, 1, k)",
        "derivative 0": "best*sum(q(x)*(p(x)/q(x) - 1)**2, x, 1, k) = KL + back",
        "draws from Pi": f"E(g(t, l), F) = sum(q(x)*{TERM}, x, 1, k)",
        "draws from Pi, squares": f"E(g(t, l)**2, F) = sum(q(x)*{TERM}**2, x, 1, k)",
        "independent draws": "E(g(s, l)*g(t, l), F) = E(g(s, l), F)*E(g(t, l), F)",
        "estimate": "est(l) = sum(g(t, l), t, 1, T)/T",
        "noise of mean 0": "center(l) = E(est(l), F)",
        "independent noise": "var(l) = E((est(l) - E(est(l), F))**2, F) + s2",
    },
    settings=settings,
    read=read,
    outcomes={DRAWS: lambda at: tuple(law(at))},
)
"""P and Pi with full support, P known at each draw."""

OTHER: Final = ESTIMATES.narrowed(
    "an estimate of a KL divergence that is not 0",
    {"P is not Pi": "0 < sum(q(x)*(p(x)/q(x) - 1)**2, x, 1, k)"},
    lambda: DIFFERENT,
)
"""P other than Pi."""
