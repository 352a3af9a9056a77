"""The laws of the rounds of one batch, each close to the next, and the coupling of all of them.

A setting is B positive laws on d models, eta and delta_0. ``m(i, x)`` is the probability of model x in round i, and
``least(t, x)`` the smallest of these up to round t. x_s is the action of the first round, which has its law. ``P`` is
the maximal coupling of the actions of all rounds: with probability least(B, x) all of them are x, and what is left of
each law is drawn for each round alone. ``z(t, x)`` is 1 where the action of round t is x, and ``all(x)`` where all are.
``failure`` is the least probability, over all couplings, that some action differs from x_s. No coupling has all actions
equal to x with a probability above least(B, x), so it is that of the maximal one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from math import prod
from typing import Any, Final

from dpassay.exact import Real, as_real
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model

Law = tuple[Fraction, ...]
Actions = tuple[int, ...]
ZERO: Final = Fraction(0)


@dataclass(frozen=True)
class Batch:
    """The law of each round of a batch, with D^{delta_0} <= eta for two that follow each other."""

    laws: tuple[Law, ...]
    eta: Fraction
    delta_0: Fraction

    def __post_init__(self) -> None:
        if len({len(law) for law in self.laws}) != 1 or any(min(law) <= 0 or sum(law) != 1 for law in self.laws):
            raise ValueError(f"laws = {self.laws}: expected positive numbers, as many a law, that add up to 1")
        if not (self.eta > 0 and 0 <= self.delta_0 <= 1):
            raise ValueError(f"eta, delta_0 = {self.eta}, {self.delta_0}: expected eta above 0, and a probability")
        if not all(at_most(gain(*pair, self.eta), as_real(self.delta_0)) for pair in self._neighbors()):
            raise ValueError(f"delta_0 = {self.delta_0}: expected D^delta_0 <= eta for laws that follow each other")

    def _neighbors(self) -> Iterator[tuple[Law, Law]]:
        for old, new in pairwise(self.laws):
            yield from ((old, new), (new, old))


def gain(p: Law, q: Law, eta: Fraction) -> Real:
    """What p has beyond e^eta q."""
    growth = as_real(eta).exp()
    return sum(
        (as_real(a) - growth * b for a, b in zip(p, q, strict=True) if at_most(growth * b, as_real(a))), as_real(0)
    )


def largest_gain(eta: Fraction, factor: Fraction) -> Real:
    """The maximum over m of factor m/(1 - m + factor m) - e^eta m, (sqrt(factor) - e^{eta/2})^2/(factor - 1), or 0."""
    if at_most(as_real(factor), as_real(eta).exp()):
        return as_real(0)
    root = as_real(factor).sqrt() - as_real(eta / 2).exp()
    return root * root / as_real(factor - 1)


def groups(first: int, models: int, rounds: int, odds: Fraction, close: tuple[Fraction, Fraction]) -> Batch:
    """Multiplicative weights where the odds of the first models grow, from equal weights; any mass may grow so.

    ``close`` is eta and delta_0; ``ValueError`` where some losses in [0, 1] move masses further than these allow.
    """
    eta, delta_0 = close
    if not at_most(largest_gain(eta, odds), as_real(delta_0)):
        raise ValueError(f"odds = {odds}: expected a mass never to gain more than delta_0 = {delta_0}")
    weights = [[odds**t if x < first else Fraction(1) for x in range(models)] for t in range(rounds)]
    return Batch(tuple(tuple(w / sum(row) for w in row) for row in weights), eta, delta_0)


def least(batch: Batch, t: int, x: int) -> Fraction:
    """The smallest probability of model x up to round t."""
    return min(law[x - 1] for law in batch.laws[:t])


def failure(batch: Batch) -> Fraction:
    """What is left where all actions are as often as can be the same."""
    return 1 - sum((min(column) for column in zip(*batch.laws, strict=True)), ZERO)


@cache
def actions(batch: Batch) -> tuple[Actions, ...]:
    """All sequences of models, from 1, a round each."""
    return tuple(product(range(1, len(batch.laws[0]) + 1), repeat=len(batch.laws)))


@cache
def coupling(batch: Batch) -> dict[Actions, Fraction]:
    """The maximal one."""
    low, left = [min(column) for column in zip(*batch.laws, strict=True)], failure(batch)
    found: dict[Actions, Fraction] = {}
    for choice in actions(batch):
        equal = low[choice[0] - 1] if len(set(choice)) == 1 else ZERO
        apart = [law[x - 1] - low[x - 1] for law, x in zip(batch.laws, choice, strict=True)]
        found[choice] = equal + (prod(apart) / left ** (len(choice) - 1) if left else ZERO)
    return found


TENTH: Final = Fraction(1, 10)


def settings() -> Iterator[Batch]:
    """One to four rounds, two to four models; with delta_0 = 0, and more than that; masses that rise and fall."""
    yield Batch(((Fraction(1, 3), Fraction(2, 3)),), TENTH, ZERO)
    yield groups(1, 2, 3, Fraction(11, 10), (TENTH, ZERO))
    yield groups(2, 3, 4, Fraction(21, 20), (TENTH, ZERO))
    yield groups(2, 4, 4, Fraction(44, 25), (TENTH, TENTH))
    fourth, wide = Fraction(1, 4), Fraction(3, 10)
    laws = ((fourth,) * 4, (wide, wide, Fraction(1, 5), Fraction(1, 5)), (fourth, wide, fourth, Fraction(1, 5)))
    yield Batch((*laws, laws[0]), TENTH, Fraction(7, 100))
    yield Batch(((wide, 1 - wide), (Fraction(7, 20), Fraction(13, 20))), Fraction(1, 20), Fraction(1, 20))


def read(batch: Batch) -> dict[str, Any]:
    """B, d, eta and d0."""
    return {
        "B": Fraction(len(batch.laws)),
        "d": Fraction(len(batch.laws[0])),
        "eta": batch.eta,
        "d0": batch.delta_0,
    }


MODEL: Final = {"x": "integer, 1 <= x, x <= d"}
FALLS: Final = "[m(i + 1, x) < m(i, x)]"
BEFORE, AFTER = f"sum({FALLS}*m(i, x), x, 1, d)", f"sum({FALLS}*m(i + 1, x), x, 1, d)"
COUPLING: Final = Model(
    "the laws of a batch, coupled",
    parameters={
        "B": "integer, 1 <= B",
        "d": "integer, 1 <= d",
        "eta": "real, 0 < eta",
        "d0": "real, 0 <= d0, d0 <= 1",
    },
    variables={**MODEL, "i": "integer, 1 <= i, i <= B - 1", "t": "integer, 1 <= t, t <= B"},
    quantities={
        "m": Named(lambda b, i, x: b.laws[i - 1][x - 1], {"i": "integer, 1 <= i, i <= B", **MODEL}, range="positive"),
        "least": Named(least, {"t": "integer, 1 <= t, t <= B", **MODEL}, range="positive"),
        "failure": Named(failure, range="at least 0"),
        "P": Named(coupling, space="actions", law=True),
        "z": Named(
            lambda _, t, x, choice: int(choice[t - 1] == x),
            {"t": "integer, 1 <= t, t <= B", **MODEL},
            "actions",
            range="at least 0",
        ),
        "all": Named(lambda _, x, choice: int(set(choice) == {x}), MODEL, "actions", range="at least 0"),
    },
    facts={
        "law": "sum(m(t, x), x, 1, d) = 1",
        "near": f"{BEFORE} <= exp(eta)*{AFTER} + d0",
        "near, back": f"1 - {AFTER} <= exp(eta)*(1 - {BEFORE}) + d0",
        "least, first": "least(1, x) = m(1, x)",
        "least, next": "least(i + 1, x) = least(i, x) + [m(i + 1, x) < least(i, x)]*(m(i + 1, x) - least(i, x))",
        "coupled": "E(z(t, x)) = m(t, x)",
        "all are x": "E(all(x)) = least(B, x)",
        "failure": "failure = 1 - sum(E(all(x)), x, 1, d)",
    },
    settings=settings,
    read=read,
    outcomes={"actions": actions},
)
