"""A learner against the pairs of the local lower bound, at the separation of the proof of Theorem 3.

The class has ``size`` members, 2 K or 2 K + 1 of them: K pairs, and the uniform law where the number is odd; they are
constant functions on N <= size labels. In round n + 1 the learner predicts the estimate from the first n reports.
``risk`` is the largest expected sum of the divergences of a member from the T predictions. The separation a is the
smaller of 2 and (3/2) sqrt(K/T)/(e^(eps/2) - 1).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache, reduce
from typing import Final

from dpassay.analysis.label_laws import kl
from dpassay.exact import Real, as_real
from dpassay.exact.real import maximum
from dpassay.proofs_check.models.games_of_pairs import Game, chance_of_uniform, game, sequences
from dpassay.proofs_check.models.hard_pairs import PAIRS
from dpassay.proofs_check.models.inference_on_pairs import cost, estimate
from dpassay.proofs_check.proof.names import Named


def size(at: Game) -> int:
    """The number of members."""
    return 2 * at.pairs + at.more


@cache
def uniform_cost(at: Game, n: int) -> Real:
    """The expected divergence of the uniform law from the estimate after n reports, where the labels have that law."""
    law = tuple(Fraction(1, at.labels) for _ in range(at.labels))
    terms = (
        as_real(chance_of_uniform(at, y)) * as_real(kl(law, tuple(estimate(at, y, x + 1) for x in range(at.labels))))
        for y in sequences(at, n)
    )
    return sum(terms, as_real(Fraction(0)))


@cache
def risk(at: Game) -> Real:
    """The largest sum over the rounds."""
    rounds, zero = range(len(at.channels)), as_real(Fraction(0))
    sums = [sum((cost(at, n, i, side) for n in rounds), zero) for i in range(1, at.pairs + 1) for side in (1, 2)]
    if at.more:
        sums.append(sum((uniform_cost(at, n) for n in rounds), zero))
    return reduce(maximum, sums)


def settings() -> Iterator[Game]:
    """One to three pairs and one to four rounds, on both sides of the separation 2."""
    yield game(1, "3/2", "4", ("response",))
    yield game(1, "2", "9/4", ("sign 1",), more=1)
    yield game(1, "3/8", "9", ("response", "constant") * 2, share=Fraction(1, 2))
    yield game(1, "3/2", "9/4", ("sign 1",) * 4, more=1, share=Fraction(9, 10))
    yield game(2, "1/2", "16", ("sign 1", "sign 2"), share=Fraction(0), more=1)
    yield game(2, "2", "25/16", ("sign 2", "sign 1"), share=Fraction(3, 4))
    yield game(3, "2", "49/16", ("sign 1", "sign 3", "constant"), share=Fraction(1, 2))
    yield game(3, "1/2", "16", ("sign 1", "sign 2", "sign 3"), share=Fraction(1, 3), more=1)


LEARNING: Final = PAIRS.narrowed(
    "a learner against the pairs of the local lower bound",
    {
        "size, at least": "2*K <= size",
        "size, at most": "size <= 2*K + 1",
        "risk, first": "sum(cost1(n, i), n, 0, T - 1) <= risk",
        "risk, second": "sum(cost2(n, i), n, 0, T - 1) <= risk",
        "separation": "2*a*(exp(eps/2) - 1)*sqrt(T) <= 3*sqrt(K)",
        "separation, either": "(a - 2)*(2*a*(exp(eps/2) - 1)*sqrt(T) - 3*sqrt(K)) = 0",
    },
    settings,
    {"size": Named(lambda at: Fraction(size(at)), range="positive"), "risk": Named(risk)},
)
