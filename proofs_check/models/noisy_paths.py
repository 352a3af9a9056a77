"""The paths of Algorithms 1 and 2 where the noises are given: an integer a round and, in Algorithm 2, who is shown.

Exact numbers, enclosed at 100 bits, are kept for each path up to a round.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, Final

from flint import arb

from dpassay.exact import Real, as_real, log
from dpassay.exact.real import rational_ball, working_precision
from dpassay.proofs_check.models.given_noises import PRECISION, Given, log_sizes, low, rate
from dpassay.proofs_check.models.label_clipping import likelihood
from dpassay.reference.label_clipping import Parameters, as_table, integers, parts

Draw = tuple[int, int]
Path = tuple[Draw, ...]
"""Of each round the integer, and the hypothesis that is shown, from 1; 0 where all of them are."""


def real(ball: arb) -> Real:
    """An enclosure that is kept."""
    return Real(lambda: ball)


def clipping(at: Given, t: int) -> Parameters:
    """That of round t, from 1; what is said of other numbers means another round."""
    return at.clippings[(int(t) - 1) % at.rounds]


def shown(at: Given) -> tuple[int, ...]:
    """Who may be shown."""
    return (0,) if at.algorithm == 1 else tuple(range(1, at.experts + 1))


@cache
def draws(at: Given, t: int) -> Mapping[Draw, Fraction]:
    """The law of a round."""
    of, hypotheses = clipping(at, t), shown(at)
    return {
        (z, j): likelihood(of, at.truth, z) / len(hypotheses) for z in range(1, integers(of) + 1) for j in hypotheses
    }


@cache
def paths(at: Given) -> tuple[Path, ...]:
    """All of them."""
    return tuple(product(*(draws(at, t) for t in range(1, at.rounds + 1))))


@cache
def after(at: Given, t: int, past: Path) -> Mapping[Path, Fraction]:
    """The law of a path given its first t rounds."""
    found = {past[:t]: Fraction(1)}
    for s in range(t + 1, at.rounds + 1):
        found = {(*path, draw): mass * more for path, mass in found.items() for draw, more in draws(at, s).items()}
    return found


@cache
def losses(at: Given, t: int, z: int) -> tuple[arb, ...]:
    """The normalized losses of all hypotheses in round t, at an integer."""
    with working_precision(PRECISION):
        c = constant(at)
        shift = as_real(log(len(at.tables[0][0]))).evaluate() - low(at).evaluate()
        return tuple(
            -c * (rational_ball(likelihood(clipping(at, t), j, z)).log() + noise(at, t, j) + shift)
            for j in range(1, at.experts + 1)
        )


@cache
def constant(at: Given) -> arb:
    """C(gamma)."""
    with working_precision(PRECISION):
        return 1 / (log_sizes(at).evaluate() + 2 * low(at).evaluate())


@cache
def noise(at: Given, t: int, j: int) -> arb:
    """That of hypothesis j in round t."""
    with working_precision(PRECISION):
        return rational_ball(at.noises[t - 1][j - 1]) * low(at).evaluate()


@cache
def weights(at: Given, past: Path) -> tuple[arb, ...]:
    """Those after some rounds, of total 1."""
    with working_precision(PRECISION):
        eta = rate(at).evaluate()
        exponents = [arb(0)] * at.experts
        for t, draw in enumerate(past, 1):
            exponents = [e - eta * y for e, y in zip(exponents, paid(at, t, draw), strict=True)]
        grown = [e.exp() for e in exponents]
        whole = sum(grown, arb(0))
        return tuple(g / whole for g in grown)


def paid(at: Given, t: int, draw: Draw) -> tuple[arb, ...]:
    """The losses that move the weights: all, or the one that is shown."""
    z, j = draw
    return tuple(y if j in {0, i} else arb(0) for i, y in enumerate(losses(at, t, z), 1))


@cache
def mixture(at: Given, t: int, z: int, past: Path) -> arb:
    """The likelihood of an integer under the weights."""
    with working_precision(PRECISION):
        terms = (w * rational_ball(likelihood(clipping(at, t), j, z)) for j, w in enumerate(weights(at, past), 1))
        return sum(terms, arb(0))


@cache
def prediction(at: Given, t: int, y: int, past: Path) -> arb:
    """The probability of a label that is predicted."""
    counts = clipping(at, t)
    with working_precision(PRECISION):
        return sum((mixture(at, t, z, past) for z in owned(counts, y)), arb(0))


def owned(at: Parameters, label: int) -> Iterator[int]:
    """The integers of a label, from 1."""
    return (z + 1 for z in parts(at)[label - 1])


GAMES: Final = (
    ("1/3,2/3", "1,0"),
    ("1,0;0,1",),
    ("3/4,1/4;1/4,3/4", "1,0;0,1"),
    ("1/3,1/3,1/3;1,0,0;1/2,1/2,0",),
    ("1;1",) * 3,
    ("1,0;1/2,1/2",) * 2,
)
NEARLY: Final = Fraction(99, 100)


def settings(algorithm: int) -> Iterator[Given]:
    """Noises with changing signs, and against the truth; little noise, too."""
    for texts in GAMES:
        tables = tuple(as_table(text, "tables") for text in texts)
        count, rounds = len(tables[0]), len(tables)
        turns = tuple(tuple((-1) ** (j + t) * Fraction(9, 10) for j in range(count)) for t in range(rounds))
        yield Given(algorithm, tables, 1, turns)
        against = ((NEARLY, *(-NEARLY,) * (count - 1)),) * rounds
        yield Given(algorithm, tables, count, against, epsilon=Fraction(10**5))


@cache
def risk(at: Given) -> arb:
    """The expected sum of the divergences of the law of the truth from the predictions."""
    with working_precision(PRECISION):
        terms = (
            rational_ball(mass) * _divergence(at, t, path[: t - 1])
            for path, mass in after(at, 0, ()).items()
            for t in range(1, at.rounds + 1)
        )
        return sum(terms, arb(0))


@cache
def _divergence(at: Given, t: int, past: Path) -> arb:
    law = at.tables[t - 1][at.truth - 1]
    pairs = ((rational_ball(p), prediction(at, t, y, past)) for y, p in enumerate(law, 1) if p)
    return sum((p * (p / q).log() for p, q in pairs), arb(0))


@cache
def noise_terms(at: Given) -> arb:
    """Those of (10) and (15)."""
    with working_precision(PRECISION):
        total = arb(0)
        for t in range(1, at.rounds + 1):
            for path, mass in after(at, 0, ()).items():
                held = weights(at, path[: t - 1])
                total += rational_ball(mass) * sum((w * noise(at, t, j) for j, w in enumerate(held, 1)), arb(0))
            total -= noise(at, t, at.truth)
        return total


def log_likelihood(at: Given, t: int, j: int, z: int) -> Any:
    """Of an integer under a hypothesis."""
    return log(likelihood(clipping(at, t), j, z))


@cache
def divergence_of(at: Given, t: int, j: int) -> arb:
    """That of the clipped laws of the truth and of a hypothesis."""
    with working_precision(PRECISION):
        of = clipping(at, t)
        pairs = ((rational_ball(likelihood(of, i, z)) for i in (at.truth, j)) for z in range(1, integers(of) + 1))
        return sum((p * (p / q).log() for p, q in pairs), arb(0))
