"""What the follower releases, where the desires are those of a random algorithm on two neighbors.

An outcome is a path of desired models; ``p`` and ``p2`` are its densities on the neighbors, with respect to the uniform
law ``F`` of paths. Given the path the release is the l-th of N with probability ``k(l)``, whatever the losses are;
``R(l)`` and ``R2(l)`` are its probabilities on the neighbors. Event m has the release l where ``w(m, l)`` is 1: event m
is any of the M sets of releases, the one of m - 1 and of every second release where they differ.
``over`` is what p is above e^eps p2, or 0, and ``delta`` the least delta of the path at eps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, Final

from dpassay.analysis.limited_switching import Released, follower, law
from dpassay.exact import Dist, as_real, hockey_stick_divergence, log
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model

Desires = tuple[int, ...]


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
            if len(weights) != self.experts**self.rounds or min(weights) < 0 or not any(weights):
                raise ValueError(f"weights = {weights}: expected a number for each path, one above 0")
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


def is_in(_: Desired, event: int, release: int) -> Fraction:
    """1 where a release is in an event."""
    return Fraction(int((int(event) - 1 >> int(release) - 1 & 1) != int(release) % 2))


def possible() -> Iterator[Desired]:
    """Two models and two rounds, a path that tells much or nothing; three models and one round; one model."""
    yield Desired(2, 2, (1, 2, 3, 4), (4, 2, 2, 2), Fraction(3, 2))
    yield Desired(2, 2, (1, 1, 1, 1), (1, 1, 1, 1), Fraction(1))
    yield Desired(3, 1, (1, 2, 3), (3, 2, 1), Fraction(1))
    yield Desired(1, 2, (1,), (1,), Fraction(2))


def settings() -> Iterator[Desired]:
    """These, and paths that are impossible on one neighbor, on the other or on both."""
    yield from possible()
    yield Desired(2, 2, (1, 2, 0, 0), (0, 2, 2, 0), Fraction(3, 2))
    yield Desired(2, 1, (1, 0), (0, 1), Fraction(1))


def read(desired: Desired) -> dict[str, Any]:
    """N, M, eps and delta."""
    return {
        "N": Fraction(len(releases(desired))),
        "M": Fraction(2 ** len(releases(desired))),
        "eps": as_real(log(desired.exp_eps)),
        "delta": hockey_stick_divergence(*desired.laws, desired.exp_eps),
    }


SPACE: Final = "desires"
RELEASE: Final = {"l": "integer, 1 <= l, l <= N"}
EVENT: Final = {"m": "integer, 1 <= m, m <= M"}


def _followed(name: str, low: str, settings: Callable[[], Iterator[Desired]]) -> Model:
    """The densities are in the range ``low``, and so are the probabilities of releases."""
    return Model(
        name,
        parameters={
            "N": "integer, 1 <= N",
            "M": "integer, 1 <= M",
            "eps": "real, 0 <= eps",
            "delta": "real, 0 <= delta",
        },
        variables={**RELEASE, **EVENT, "al": "real, 1 <= al"},
        quantities={
            "F": Named(
                lambda desired: dict.fromkeys(paths(desired), Fraction(1, len(paths(desired)))), space=SPACE, law=True
            ),
            "p": Named(lambda desired, path: density(desired, 0, path), space=SPACE, range=low),
            "p2": Named(lambda desired, path: density(desired, 1, path), space=SPACE, range=low),
            "k": Named(chance, RELEASE, SPACE, range="at least 0"),
            "R": Named(lambda desired, release: whole_chance(desired, 0, release), RELEASE, range=low),
            "R2": Named(lambda desired, release: whole_chance(desired, 1, release), RELEASE, range=low),
        },
        facts={
            "releases": "sum(k(l), l, 1, N) = 1",
            "first": "R(l) = E(p*k(l), F)",
            "second": "R2(l) = E(p2*k(l), F)",
        },
        settings=settings,
        read=read,
        outcomes={SPACE: paths},
    )


_FOLLOWED: Final = _followed("a random algorithm that is followed", "at least 0", settings)
FOLLOWED: Final = replace(
    _FOLLOWED,
    quantities={
        **_FOLLOWED.quantities,
        "over": Named(
            lambda desired, path: max(
                density(desired, 0, path) - desired.exp_eps * density(desired, 1, path), Fraction(0)
            ),
            space=SPACE,
            range="at least 0",
        ),
        "w": Named(is_in, {**EVENT, **RELEASE}, range="at least 0"),
    },
    facts={
        **_FOLLOWED.facts,
        "above": "p <= exp(eps)*p2 + over",
        "least delta": "delta = E(over, F)",
        "event": "w(m, l) <= 1",
    },
)
POSSIBLE: Final = _followed("a random algorithm that may desire every path, and is followed", "positive", possible)
