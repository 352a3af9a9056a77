"""Approximately private algorithms one after another, each chosen by what the earlier ones told.

A setting is a tree: at each node a pair of laws of one answer, on data and on a neighbor, that are (eps(t),
delta(t))-indistinguishable both ways in round t. ``P`` is the uniform law of all T answers and ``after(t)`` that given
the first t of them; ``p(t)`` and ``q(t)`` are the densities of answer t given those before it, on the data and on the
neighbor, and ``w(t)`` and ``v(t)`` those of the first t answers. ``keep(t)`` is the product of 1 - delta over the
first t rounds, and ``least(x)`` the least delta of all answers at x. The other direction is the tree with data and
neighbor exchanged.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any, Final

from dpassay.exact import Real, as_real
from dpassay.proofs_check.proof import rounds
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.pure_parts import Law, Pair, excess
from dpassay.proofs_check.proof.rounds import NEXT, Answers, density, transcripts, uniform
from dpassay.proofs_check.proof.statements import Model

ONE: Final = Fraction(1)


class Tree:
    """A pair of laws of one answer after all answers so far, and e^eps of each round."""

    pairs: tuple[tuple[Answers, Pair], ...]
    exp_eps: tuple[Fraction, ...]

    @property
    def rounds(self) -> int:
        """T."""
        return len(self.exp_eps)

    @property
    def size(self) -> int:
        """The number of answers of one round."""
        return len(self.pairs[0][1][0])

    @property
    def pasts(self) -> list[Answers]:
        """The answers of less than T rounds."""
        return [past for t in range(self.rounds) for past in product(range(self.size), repeat=t)]


@dataclass(frozen=True)
class Rounds(Tree):
    """The laws at every node, and the budgets of the rounds.

    Args:
        pairs: by the answers so far, with those of T - 1 answers as the last ones.
        exp_eps: of each round, above 1.
        delta: of each round, from 0 to below 1.
    """

    pairs: tuple[tuple[Answers, Pair], ...]
    exp_eps: tuple[Fraction, ...]
    delta: tuple[Fraction, ...]

    def __post_init__(self) -> None:
        if not all(growth > 1 for growth in self.exp_eps) or not all(0 <= delta < 1 for delta in self.delta):
            raise ValueError(f"budgets = {self.exp_eps}, {self.delta}: expected e^eps > 1 and 0 <= delta < 1")
        if {past for past, _ in self.pairs} != set(self.pasts) or len(self.delta) != self.rounds:
            raise ValueError(f"pairs = {self.pairs}: expected a pair after all answers of less than T rounds")
        for past, pair in self.pairs:
            for one, other in (pair, pair[::-1]):
                if excess(one, other, self.exp_eps[len(past)]) > self.delta[len(past)]:
                    raise ValueError(f"pairs at {past} = {pair}: expected indistinguishable laws")


def densities(setting: Rounds, which: int, t: int, answers: Answers, *, pure: bool = False) -> Fraction:
    """That of the first t answers."""
    whole = ONE
    for k in range(1, int(t) + 1):
        whole *= density(setting, which, k, answers, pure=pure)
    return whole


def pure_law(setting: Rounds, t: int, past: Answers) -> Mapping[Answers, Fraction]:
    """The law of pure answers given the first t."""
    later = range(int(t) + 1, setting.rounds + 1)
    return {
        answers: weight * prod(density(setting, 0, k, answers, pure=True) for k in later)
        for answers, weight in uniform(setting, t, past).items()
    }


def kept(setting: Rounds, t: int) -> Fraction:
    """The product of 1 - delta over the first t rounds."""
    whole = ONE
    for delta in setting.delta[: int(t)]:
        whole *= 1 - delta
    return whole


def least_delta(setting: Rounds, epsilon: Any) -> Real:
    """The mass of the one law above e^epsilon times the other."""
    laws = [
        [densities(setting, which, setting.rounds, answers) for answers in transcripts(setting)] for which in (0, 1)
    ]

    def enclosed() -> Any:
        factor = as_real(epsilon).exp().evaluate()
        total = as_real(Fraction(0)).evaluate()
        for w, v in zip(*laws, strict=True):
            total += (as_real(w).evaluate() - factor * as_real(v).evaluate()).max(0)
        return total / len(laws[0])

    return Real(enclosed)


def mixture(weight: Fraction, junk: Law, law: Law) -> Law:
    """With some weight the one, else the other."""
    return tuple(weight * a + (1 - weight) * b for a, b in zip(junk, law, strict=True))


def law_of(*parts: str) -> Law:
    """A law, written."""
    return tuple(map(Fraction, parts))


RESPONSE: Final = (law_of("2/3", "1/3"), law_of("1/3", "2/3"))
WEAK: Final = (law_of("1/2", "1/2"), law_of("2/5", "3/5"))
EQUAL: Final = (law_of("1/4", "3/4"), law_of("1/4", "3/4"))
TOLD: Final = (law_of("1", "0"), law_of("0", "1"))
BACK: Final = (RESPONSE[1], RESPONSE[0])


def mixed(laws: Mapping[Answers, Pair], exp_eps: tuple[str, ...], delta: tuple[str, ...]) -> Rounds:
    """Rounds whose laws are mixtures of these and of what tells all."""
    weights = law_of(*delta)
    pairs = {
        past: (mixture(weights[len(past)], TOLD[0], pair[0]), mixture(weights[len(past)], TOLD[1], pair[1]))
        for past, pair in laws.items()
    }
    return Rounds(tuple(pairs.items()), law_of(*exp_eps), weights)


def settings() -> Iterator[Rounds]:
    """Mixtures of pure laws and of what tells all, that depend on the past, and laws that are none as they stand."""
    yield mixed({(): RESPONSE}, ("2",), ("1/10",))
    yield mixed({(): EQUAL}, ("11/10",), ("1/1000",))
    yield mixed({(): RESPONSE, (0,): BACK, (1,): RESPONSE}, ("2", "2"), ("0", "1/4"))
    yield mixed({(): WEAK, (0,): RESPONSE, (1,): EQUAL}, ("3/2", "2"), ("1/5", "1/100"))
    pasts = [past for t in range(3) for past in product((0, 1), repeat=t)]
    yield mixed({past: (RESPONSE, BACK, WEAK)[sum(past)] for past in pasts}, ("2", "2", "9/4"), ("1/5", "0", "1/10"))

    laws = (law_of("1/2", "1/2", "0"), law_of("1/4", "1/2", "1/4"))
    others = (law_of("1/3", "1/3", "1/3"), law_of("1/2", "1/4", "1/4"))
    yield Rounds((((), laws),), law_of("3/2"), law_of("1/4"))
    yield Rounds(
        (((), laws), ((0,), others), ((1,), laws[::-1]), ((2,), (others[0], others[0]))),
        law_of("3/2", "5/4"),
        law_of("1/4", "1/4"),
    )


def read(setting: Rounds) -> dict[str, Any]:
    """T."""
    return {"T": Fraction(setting.rounds)}


SO_FAR: Final = {"t": "integer, 0 <= t, t <= T"}


def answers_density(which: int, *, pure: bool = False) -> Named:
    """That of the first answers."""
    return Named(
        lambda setting, t, answers: densities(setting, which, t, answers, pure=pure),
        SO_FAR,
        "answers",
        range="at least 0",
    )


ROUNDS: Final = Model(
    "adaptive composition of approximately private algorithms",
    parameters={"T": "integer, 1 <= T"},
    variables={
        "t": NEXT,
        "i": "integer, 1 <= i, i <= T",
        "j": "integer, 0 <= j, j <= T",
        "k": "integer, 1 <= k, k <= t",
        "x": "real",
    },
    quantities={
        "P": rounds.UNIFORM,
        "after": rounds.AFTER,
        "p": rounds.ON_DATA,
        "q": rounds.ON_NEIGHBOR,
        "w": answers_density(0),
        "v": answers_density(1),
        "eps": rounds.EPS,
        "delta": rounds.DELTA,
        "keep": Named(kept, SO_FAR, range="positive"),
        "least": Named(least_delta, {"x": "real"}),
    },
    facts={
        "first, start": "w(0) = 1",
        "second, start": "v(0) = 1",
        "first, next": "w(t + 1) = w(t)*p(t + 1)",
        "second, next": "v(t + 1) = v(t)*q(t + 1)",
        "first, known": "E((w(t) - given(w(t)))**2, after(t)) = 0",
        "second, known": "E((v(t) - given(v(t)))**2, after(t)) = 0",
        "law": "E(w(j)) = 1",
        "unit": "E(p(t + 1), after(t)) = 1",
        "private": "E([exp(eps(t + 1))*q(t + 1) < p(t + 1)]*(p(t + 1) - exp(eps(t + 1))*q(t + 1)), after(t)) "
        "<= delta(t + 1)",
        "a probability": "delta(i) <= 1",
        "all kept": "keep(0) = 1",
        "kept": "keep(t + 1) = keep(t)*(1 - delta(t + 1))",
        "least": "least(x) = E([exp(x)*v(T) < w(T)]*(w(T) - exp(x)*v(T)))",
    },
    settings=settings,
    read=read,
    outcomes={"answers": transcripts},
)
