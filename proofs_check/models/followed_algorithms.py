"""What the follower releases, where the desires are those of a random algorithm on two neighbors.

An outcome is a path of desired models; ``p`` and ``p2`` are its densities on the neighbors, with respect to the uniform
law ``F`` of paths. Given the path the release is the l-th of N with probability ``k(l)``, whatever the losses are;
``R(l)`` and ``R2(l)`` are its probabilities on the neighbors. Event m has the release l where ``w(m, l)`` is 1.
``over`` is what p is above e^eps p2, or 0, and ``delta`` the least delta of the path at eps.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, Final

from dpassay.analysis.limited_switching import Released, follower, law
from dpassay.exact import Dist, as_real, hockey_stick_divergence, log
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model

Desires = tuple[int, ...]
EVENTS: Final = 3
"""The first release alone, every second one, all but the last."""


@dataclass(frozen=True)
class Desired:
    """The weights of all paths of desires of some length, in their order, on two neighbors, and e^eps."""

    experts: int
    rounds: int
    weights: tuple[int, ...]
    others: tuple[int, ...]
    exp_eps: Fraction

    def __post_init__(self) -> None:
        for weights in (self.weights, self.others):
            if len(weights) != self.experts**self.rounds or min(weights) < 1:
                raise ValueError(f"weights = {weights}: expected a number above 0 for each path")
        if self.exp_eps < 1:
            raise ValueError(f"exp_eps = {self.exp_eps}: expected at least 1")

    @property
    def laws(self) -> tuple[Dist[Desires], Dist[Desires]]:
        """Those of the path on both neighbors."""
        first, second = (
            Dist.from_weights(dict(zip(paths(self), map(Fraction, weights), strict=True)))
            for weights in (self.weights, self.others)
        )
        return first, second


def paths(desired: Desired) -> list[Desires]:
    """All paths."""
    return list(product(range(desired.experts), repeat=desired.rounds))


@cache
def _released(desired: Desired, path: Desires) -> Dist[Released]:
    algorithm = follower(desired.rounds, desired.experts, lambda past, _: path[len(past)])
    return law(algorithm, [[0] * desired.experts] * desired.rounds)


@cache
def releases(desired: Desired) -> list[Released]:
    """All that may be released."""
    return sorted({release for path in paths(desired) for release in _released(desired, path).outcomes})


def density(desired: Desired, which: int, path: Desires) -> Any:
    """That of a path, with respect to the uniform law."""
    return desired.laws[which].pmf(path) * len(paths(desired))


def chance(desired: Desired, release: int, path: Desires) -> Any:
    """The probability of a release, given the path."""
    return _released(desired, path).pmf(releases(desired)[release - 1])


@cache
def whole_chance(desired: Desired, which: int, release: int) -> Any:
    """The probability of a release on a neighbor."""
    mixed = Dist.mixture([(weight, _released(desired, path)) for path, weight in desired.laws[which].items()])
    return mixed.pmf(releases(desired)[release - 1])


def is_in(desired: Desired, event: int, release: int) -> Fraction:
    """1 where a release is in an event."""
    return Fraction(int((release == 1, release % 2 == 0, release < len(releases(desired)))[event - 1]))


def settings() -> Iterator[Desired]:
    """Two models and two rounds, a path that tells much or nothing; three models and one round; one model."""
    yield Desired(2, 2, (1, 2, 3, 4), (4, 2, 2, 2), Fraction(3, 2))
    yield Desired(2, 2, (1, 1, 1, 1), (1, 1, 1, 1), Fraction(1))
    yield Desired(3, 1, (1, 2, 3), (3, 2, 1), Fraction(1))
    yield Desired(1, 2, (1,), (1,), Fraction(2))


def read(desired: Desired) -> dict[str, Any]:
    """N, eps and delta."""
    return {
        "N": Fraction(len(releases(desired))),
        "eps": as_real(log(desired.exp_eps)),
        "delta": hockey_stick_divergence(*desired.laws, desired.exp_eps),
    }


SPACE: Final = "desires"
RELEASE: Final = {"l": "integer, 1 <= l, l <= N"}
EVENT: Final = {"m": f"integer, 1 <= m, m <= {EVENTS}"}
FOLLOWED: Final = Model(
    "a random algorithm that is followed",
    parameters={"N": "integer, 1 <= N", "eps": "real, 0 <= eps", "delta": "real, 0 <= delta"},
    variables={**RELEASE, **EVENT, "al": "real, 1 <= al"},
    quantities={
        "F": Named(
            lambda desired: dict.fromkeys(paths(desired), Fraction(1, len(paths(desired)))), space=SPACE, law=True
        ),
        "p": Named(lambda desired, path: density(desired, 0, path), space=SPACE, range="positive"),
        "p2": Named(lambda desired, path: density(desired, 1, path), space=SPACE, range="positive"),
        "over": Named(
            lambda desired, path: max(
                density(desired, 0, path) - desired.exp_eps * density(desired, 1, path), Fraction(0)
            ),
            space=SPACE,
            range="at least 0",
        ),
        "k": Named(chance, RELEASE, SPACE, range="at least 0"),
        "R": Named(lambda desired, release: whole_chance(desired, 0, release), RELEASE, range="positive"),
        "R2": Named(lambda desired, release: whole_chance(desired, 1, release), RELEASE, range="positive"),
        "w": Named(is_in, {**EVENT, **RELEASE}, range="at least 0"),
    },
    facts={
        "releases": "sum(k(l), l, 1, N) = 1",
        "first": "R(l) = E(p*k(l), F)",
        "second": "R2(l) = E(p2*k(l), F)",
        "above": "p <= exp(eps)*p2 + over",
        "least delta": "delta = E(over, F)",
        "event": "w(m, l) <= 1",
    },
    settings=settings,
    read=read,
    outcomes={SPACE: paths},
)
