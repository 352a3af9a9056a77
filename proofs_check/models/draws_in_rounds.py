"""An algorithm of Condition 4.1 on two neighbors, which draws its models in rounds that a plan tells.

A setting is a plan, a pair of fresh laws for each round, the horizon T and a rho = eps^2 at which all that is released
is rho-concentrated, in both directions; there are d = 2 models. An outcome lists the n pairs (T_i, Z_i), with (0, 0)
where there is no i-th draw. ``p`` and ``p2`` are its probabilities on the two neighbors. ``a(i)`` is the logarithm of
the ratio of the probabilities of T_i given what was released before, ``b(i)`` that of Z_i given T_i and all before.
``D(i, al)`` is the Renyi divergence of order al of the two fresh laws of round T_i, and ``div(al)`` that of all that is
released; order 1 is KL. ``K(i)`` is the law of everything given the first i pairs, ``M(i)`` given T_i besides the i - 1
pairs before, and ``R(i)`` given all rounds and the first i models.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any, Final

from dpassay.exact import Dist, Real, as_real, log
from dpassay.proofs_check.limited_switching import is_concentrated, meets_theorem
from dpassay.proofs_check.planned_draws import released_laws
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model

Pairs = tuple[tuple[int, int], ...]
"""The pairs (T_i, Z_i)."""
Weights = tuple[int, int]
NONE: Final = (0, 0)


@dataclass(frozen=True)
class Draws:
    """A plan: by what was drawn, the weights of the round of the next draw, 0 for none.

    Args:
        active: the last round with a draw, at most.
        plan: keys and rounds as in ``planned_draws``.
        laws: the weights of the two models, on the data and on the neighbor, in rounds where they are not uniform.
        rho: eps^2.
        rounds: T.
    """

    active: int
    plan: tuple[tuple[str, tuple[tuple[int, int], ...]], ...]
    laws: tuple[tuple[int, tuple[Weights, Weights]], ...]
    rho: Fraction
    rounds: int = 10**5

    def __post_init__(self) -> None:
        if self.rounds < self.active or not meets_theorem(self.rounds, 2, self.rho):
            raise ValueError(f"rounds, rho = {self.rounds}, {self.rho}: expected eps >= 100 log^(3/2)(dT)/T")

    @property
    def instance(self) -> dict[str, Any]:
        """The same, as it is written down."""
        return {
            "active": self.active,
            "plan": {key: {str(t): weight for t, weight in following} for key, following in self.plan},
            "laws": {str(t): [list(map(str, weights)) for weights in pair] for t, pair in self.laws},
        }


@cache
def _laws(draws: Draws) -> tuple[dict[Pairs, Fraction], dict[Pairs, Fraction]]:
    """The law of all pairs, on the data and on the neighbor."""
    found = released_laws(draws.instance)
    if not is_concentrated(*found, draws.rho):
        raise ValueError(f"rho = {draws.rho}: expected one at which what is released is concentrated")
    longest = max(len(path) for path in found[0].outcomes)
    first, second = (_padded(law, longest) for law in found)
    return first, second


def _padded(law: Dist[Any], longest: int) -> dict[Pairs, Fraction]:
    """Add the pairs that stand for no draw."""
    return {(*map(tuple, path), *[NONE] * (longest - len(path))): Fraction(w) for path, w in law.items()}  # type: ignore[arg-type]


def outcomes(draws: Draws) -> list[Pairs]:
    """All that may be released, the same on both neighbors."""
    return list(_laws(draws)[0])


def length(draws: Draws) -> int:
    """n."""
    return len(outcomes(draws)[0])


def _told_before(i: int, pairs: Pairs) -> tuple[Any, ...]:
    return pairs[:i]


def _told_with_round(i: int, pairs: Pairs) -> tuple[Any, ...]:
    return (*pairs[: i - 1], pairs[i - 1][0])


def _told_with_rounds(i: int, pairs: Pairs) -> tuple[Any, ...]:
    return (*(t for t, _ in pairs), *(z for _, z in pairs[:i]))


Told = Callable[[int, Pairs], tuple[Any, ...]]


@cache
def _mass(draws: Draws, which: int, told: Told, i: int) -> dict[tuple[Any, ...], Fraction]:
    """The probabilities of what is told by then."""
    found: dict[tuple[Any, ...], Fraction] = {}
    for pairs, weight in _laws(draws)[which].items():
        key = told(i, pairs)
        found[key] = found.get(key, Fraction(0)) + weight
    return found


def _chance(draws: Draws, which: int, i: int, pairs: Pairs, *, of_model: bool) -> Fraction:
    """The probability of Z_i given T_i and all before, or of T_i given all before."""
    now, before = (
        ((_told_before, i), (_told_with_round, i)) if of_model else ((_told_with_round, i), (_told_before, i - 1))
    )
    after, past = (_mass(draws, which, told, k)[told(k, pairs)] for told, k in (now, before))
    return after / past


def _log_ratio(draws: Draws, i: int, pairs: Pairs, *, of_model: bool) -> Any:
    ratio = _chance(draws, 0, i, pairs, of_model=of_model) / _chance(draws, 1, i, pairs, of_model=of_model)
    return Fraction(0) if ratio == 1 else as_real(log(ratio))


def _conditional(told: Told) -> Callable[[Draws, int, Pairs], Mapping[Pairs, Fraction]]:
    def law(draws: Draws, i: int, past: Pairs) -> Mapping[Pairs, Fraction]:
        known = told(i, past)
        total = _mass(draws, 0, told, i)[known]
        return {pairs: w / total for pairs, w in _laws(draws)[0].items() if told(i, pairs) == known}

    return law


@cache
def _divergence(p: tuple[Fraction, ...], q: tuple[Fraction, ...], order: Fraction) -> Real:
    """The Renyi divergence of a rational order, of laws of one support."""
    logs = [(weight, as_real(log(weight)), as_real(log(other))) for weight, other in zip(p, q, strict=True)]
    if order == 1:
        return sum(((a - b) * as_real(weight) for weight, a, b in logs), as_real(Fraction(0)))
    powers = [(a * as_real(order) + b * as_real(1 - order)).exp() for _, a, b in logs]
    return sum(powers, as_real(Fraction(0))).log() / as_real(order - 1)


def fresh_divergence(draws: Draws, i: int, order: Any, pairs: Pairs) -> Any:
    """The divergence of the fresh laws of the round of the i-th draw; 0 where there is none."""
    pair = dict(draws.laws).get(pairs[i - 1][0])
    if pair is None:
        return Fraction(0)
    p, q = (tuple(Fraction(w, sum(weights)) for w in weights) for weights in pair)
    return _divergence(p, q, Fraction(order))


def whole_divergence(draws: Draws, order: Any) -> Real:
    """The divergence of all that is released."""
    first, second = _laws(draws)
    return _divergence(tuple(first.values()), tuple(second[pairs] for pairs in first), Fraction(order))


LEAK: Final = ((1, 99), (1, 9999))
RARE: Final = ((1, 999), (1, 9999))
RESPONSE: Final = ((3, 1), (1, 3))
LATE: Final = Draws(3, (("", ((2, 1), (3, 99))),), ((2, RESPONSE),), Fraction(1, 10))
"""One draw, in round 2 with probability 1/100, from randomized response, else in round 3, uniform."""
ADAPTIVE: Final = Draws(
    4, (("", ((2, 1),)), ("2:1", ((3, 1),)), ("2:0", ((4, 1),))), ((2, RARE), (3, RARE)), Fraction(19, 100)
)
"""A rare leak in round 2; where it did not happen, the same again in round 3."""
EITHER: Final = Draws(
    5, (("", ((2, 1), (3, 1))), ("2", ((5, 1),)), ("3", ((4, 1),))), ((2, LEAK), (4, LEAK)), Fraction(4, 5)
)
"""A leak in round 2 and a uniform draw in round 5, or a uniform draw in round 3 and the leak in round 4."""


def planned() -> Iterator[Draws]:
    """Rounds that do not depend on the models drawn."""
    yield LATE
    yield EITHER
    two = (("", ((2, 1), (3, 2))), ("2", ((3, 2), (4, 1))), ("3", ((4, 1), (0, 1))))
    yield Draws(4, two, ((2, RESPONSE), (3, ((1, 2), (2, 1))), (4, ((1, 1), (1, 4)))), Fraction(3))


def settings() -> Iterator[Draws]:
    """Rounds that depend on the models drawn, and rounds that do not."""
    yield from planned()
    yield ADAPTIVE
    after = (("", ((2, 1),)), ("2:0", ((3, 1), (0, 2))), ("2:1", ((4, 1),)))
    yield Draws(4, after, ((2, RESPONSE), (3, ((1, 2), (2, 1)))), Fraction(2))


def read(draws: Draws) -> dict[str, Any]:
    """T, d, n and eps; ``ValueError`` where what is released is not concentrated."""
    return {
        "T": Fraction(draws.rounds),
        "d": Fraction(2),
        "n": Fraction(length(draws)),
        "eps": as_real(draws.rho).sqrt(),
    }


DRAW: Final = {"i": "integer, 1 <= i, i <= n"}
BEFORE: Final = {"i": "integer, 0 <= i, i <= n - 1"}
SPACE: Final = "released"
DRAWS: Final = Model(
    "draws in rounds of a plan",
    parameters={
        "T": "integer, 1 <= T",
        "d": "integer, 1 <= d",
        "n": "integer, 1 <= n",
        "eps": "real, 0 < eps",
    },
    variables={**DRAW, "j": "integer, 0 <= j, j <= n - 1", "h": "integer, 1 <= h, h <= j", "al": "real, 1 <= al"},
    quantities={
        "P": Named(lambda draws: _laws(draws)[0], space=SPACE, law=True),
        "p": Named(lambda draws, pairs: _laws(draws)[0][pairs], space=SPACE, range="positive"),
        "p2": Named(lambda draws, pairs: _laws(draws)[1][pairs], space=SPACE, range="positive"),
        "a": Named(lambda draws, i, pairs: _log_ratio(draws, i, pairs, of_model=False), DRAW, SPACE),
        "b": Named(lambda draws, i, pairs: _log_ratio(draws, i, pairs, of_model=True), DRAW, SPACE),
        "D": Named(fresh_divergence, {**DRAW, "al": "real, 1 <= al"}, SPACE),
        "div": Named(whole_divergence, {"al": "real, 1 <= al"}),
        "K": Named(_conditional(_told_before), BEFORE, SPACE, given=SPACE, law=True, mean_of="P"),
        "M": Named(_conditional(_told_with_round), DRAW, SPACE, given=SPACE, law=True, mean_of="P"),
        "R": Named(_conditional(_told_with_rounds), BEFORE, SPACE, given=SPACE, law=True, mean_of="P"),
    },
    facts={
        "ratio": "log(p) - log(p2) = sum(a(i) + b(i), i, 1, n)",
        "rounds have a law": "E(exp(-a(i)), K(i - 1)) = 1",
        "draws are fresh": "E(b(i), M(i)) = D(i, 1)",
        "order 1": "div(1) = E(log(p) - log(p2))",
        "concentrated": "div(al) <= al*eps**2",
    },
    settings=settings,
    read=read,
    outcomes={SPACE: outcomes},
)
PLANNED: Final = DRAWS.narrowed(
    "draws in rounds that do not depend on the models drawn",
    facts={
        "other orders": "exp((al - 1)*div(al)) = E(exp((al - 1)*(log(p) - log(p2))))",
        "rounds tell": "E((a(i) + D(i, al) - given(a(i) + D(i, al)))**2, R(j)) = 0",
        "drawn": "E((b(h) - D(h, al) - given(b(h) - D(h, al)))**2, R(j)) = 0",
        "fresh given the rounds": "E(exp((al - 1)*(b(i) - D(i, al))), R(i - 1)) = 1",
    },
    settings=planned,
)
