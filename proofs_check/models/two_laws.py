"""Two laws of finitely many outcomes, and the divergence D^delta of each from the other, for delta < 1.

``p(k)`` is the density of law k = 1, 2 with respect to the uniform law, and ``m(k, l)`` its mass of event l; the other
law is 3 - k. Events 1 and 2 hold the outcomes at which the density of that law is above e^eps times the other, and the
events from 3 on are all there are. ``r(k)`` is e^-D for D = sup ln((mu(S) - delta)/nu(S)), over the S in the support of
mu, law k, with mu(S) > delta: D <= x says e^-x <= r(k), and D is infinite where r(k) = 0. (Where mu(S) = delta the
quotient is 0, or passed over.) ``closeness`` is the smaller of r(1) and r(2), that for the larger divergence. ``o(k,
l)`` is the mass that the other law has of that part of event l which lies in the support of law k, and ``pick(k, l)``
is 1 at one event at which the supremum is attained.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, Final

from dpassay.exact import as_real, log
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model

Law = tuple[Fraction, ...]


@dataclass(frozen=True)
class Pair:
    """Two laws on 0, 1, ..., e^eps and delta."""

    first: Law
    second: Law
    exp_eps: Fraction
    delta: Fraction

    def __post_init__(self) -> None:
        if len(self.first) != len(self.second) or any(min(law) < 0 or sum(law) != 1 for law in self.laws):
            raise ValueError(f"laws = {self.laws}: expected probabilities that add up to 1, of as many outcomes")
        if self.exp_eps <= 0:
            raise ValueError(f"exp_eps = {self.exp_eps}: expected a number above 0")
        if not 0 <= self.delta < 1:
            raise ValueError(f"delta = {self.delta}: expected a number from 0 to below 1")

    @property
    def laws(self) -> tuple[Law, Law]:
        """Both laws."""
        return self.first, self.second

    @property
    def size(self) -> int:
        """The number of outcomes."""
        return len(self.first)


def of_law(k: int) -> int:
    """The place of a law in the pair."""
    return int(k) - 1


def is_bad(pair: Pair, k: int, y: int) -> bool:
    """Tell whether the density of law k is above e^eps times the other."""
    return pair.laws[of_law(k)][y] > pair.exp_eps * pair.laws[of_law(3 - k)][y]


@cache
def events(pair: Pair) -> tuple[frozenset[int], ...]:
    """The bad outcomes of both laws, and then all subsets."""
    bad = [frozenset(y for y in range(pair.size) if is_bad(pair, k, y)) for k in (1, 2)]
    every = [frozenset(y for y, bit in enumerate(bits) if bit) for bits in product((0, 1), repeat=pair.size)]
    return (*bad, *every)


def mass(pair: Pair, k: int, event: frozenset[int]) -> Fraction:
    """The mass that a law has of an event."""
    return sum((pair.laws[of_law(k)][y] for y in event), Fraction(0))


def support(pair: Pair, k: int) -> frozenset[int]:
    """The outcomes that a law has."""
    return frozenset(y for y, p in enumerate(pair.laws[of_law(k)]) if p)


@cache
def attained(pair: Pair, k: int) -> tuple[Fraction, int]:
    """The least (nu(S))/(mu(S) - delta), and the number of an event of the support at which it is attained."""
    quotients = [
        (mass(pair, 3 - k, event) / (mass(pair, k, event) - pair.delta), number)
        for number, event in enumerate(events(pair), 1)
        if event <= support(pair, k) and mass(pair, k, event) > pair.delta
    ]
    return min(quotients)


def within(law: str, *more: str) -> Law:
    """A law, written with its denominators."""
    return tuple(map(Fraction, (law, *more)))


PAIRS: Final[tuple[tuple[Law, Law], ...]] = (
    (within("1/2", "1/2"), within("1/2", "1/2")),
    (within("1/2", "1/3", "1/6"), within("1/6", "1/3", "1/2")),
    (within("1/4", "1/5", "11/20"), within("1/5", "1/4", "11/20")),
    (within("1", "0"), within("0", "1")),
    (within("1/4", "3/4", "0"), within("0", "3/4", "1/4")),
    (within("1/10", "9/10"), within("1/20", "19/20")),
)


def settings() -> Iterator[Pair]:
    """Equal laws, laws of other supports, and laws that are close; delta 0, small and large; a negative eps."""
    for first, second in PAIRS:
        for exp_eps, delta in (("3/2", "0"), ("21/20", "1/20"), ("11/10", "1/3"), ("1/2", "3/4")):
            yield Pair(first, second, Fraction(exp_eps), Fraction(delta))


def is_indistinguishable(pair: Pair) -> bool:
    """Tell whether mu(S) <= e^eps nu(S) + delta for all S, both ways."""
    return all(
        mass(pair, k, event) <= pair.exp_eps * mass(pair, 3 - k, event) + pair.delta
        for k in (1, 2)
        for event in events(pair)
    )


def read(pair: Pair) -> dict[str, Any]:
    """n, N, eps and delta."""
    return {
        "n": Fraction(pair.size),
        "N": Fraction(len(events(pair))),
        "eps": as_real(log(pair.exp_eps)),
        "delta": pair.delta,
    }


def _event(pair: Pair, number: int, y: int) -> Fraction:
    return Fraction(int(y in events(pair)[int(number) - 1]))


def _mass(which: Callable[[Pair, int, frozenset[int]], Fraction]) -> Callable[[Pair, int, int], Fraction]:
    return lambda pair, k, number: which(pair, k, events(pair)[int(number) - 1])


LAW: Final = "integer, 1 <= k, k <= 2"
EVENT: Final = "integer, 1 <= l, l <= N"
OF_BOTH: Final = {"k": LAW, "l": EVENT}
TWO_LAWS: Final = Model(
    "two laws",
    parameters={
        "n": "integer, 1 <= n",
        "N": "integer, 2 <= N",
        "eps": "real",
        "delta": "real, 0 <= delta, delta < 1",
    },
    variables=OF_BOTH,
    quantities={
        "P": Named(
            lambda pair: dict.fromkeys(range(pair.size), Fraction(1, pair.size)),
            space="outcomes",
            law=True,
        ),
        "p": Named(
            lambda pair, k, y: pair.size * pair.laws[of_law(k)][y], {"k": LAW}, space="outcomes", range="at least 0"
        ),
        "event": Named(_event, {"l": EVENT}, space="outcomes", range="at least 0"),
        "m": Named(_mass(mass), OF_BOTH, range="at least 0"),
        "closeness": Named(lambda pair: min(attained(pair, k)[0] for k in (1, 2)), range="at least 0"),
        "o": Named(_mass(lambda pair, k, event: mass(pair, 3 - k, event & support(pair, k))), OF_BOTH),
        "r": Named(lambda pair, k: attained(pair, k)[0], {"k": LAW}, range="at least 0"),
        "pick": Named(lambda pair, k, l: Fraction(int(attained(pair, k)[1] == l)), OF_BOTH, range="at least 0"),  # noqa: E741
    },
    facts={
        "laws": "E(p(k)) = 1",
        "mass": "m(k, l) = E(event(l)*p(k))",
        "ratio above e^eps": "event(k) = [exp(eps)*p(3 - k) < p(k)]",
        "of the support": "o(k, l) <= m(3 - k, l)",
        "least": "[delta < m(k, l)]*(r(k)*(m(k, l) - delta) - o(k, l)) <= 0",
        "attained": "sum(pick(k, l)*(r(k)*(m(k, l) - delta) - o(k, l)), l, 1, N) = 0",
        "attained above delta": "0 < sum(pick(k, l)*(m(k, l) - delta), l, 1, N)",
        "both directions": "closeness <= r(k)",
        "attained on the support": "pick(k, l)*(m(3 - k, l) - o(k, l)) = 0",
    },
    settings=settings,
    read=read,
    outcomes={"outcomes": lambda pair: list(range(pair.size))},
)
INDISTINGUISHABLE: Final = TWO_LAWS.narrowed(
    "two indistinguishable laws",
    {"indistinguishable": "m(k, l) <= exp(eps)*m(3 - k, l) + delta"},
    lambda: (pair for pair in settings() if is_indistinguishable(pair)),
)
