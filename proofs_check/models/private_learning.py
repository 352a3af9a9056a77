"""The private PAC learner on n i.i.d. inputs, labelled by a function f of its class.

A setting is a class of truth tables on two bits, the target f in it, a law D of the inputs, n, alpha and e^eps. ``P``
is the law of the n inputs. ``wrong(h)`` is 1 at an input where h and f differ, ``miss(h, t)`` the same at input t of
the sample, and ``error(h)`` its probability: h is bad where that is above a. ``u(h)`` is the consistency score and
``p(h)`` the probability that h is chosen, both given the sample. ``power(x, i)`` is x^i.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from math import prod
from typing import Any, Final

from dpassay.analysis import pac_accuracy
from dpassay.exact import Dist, as_real, require
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model
from dpassay.reference import private_pac
from dpassay.reference.private_pac import Row, concepts, score

Sample = tuple[int, ...]
INPUTS: Final = range(4)


@cache
def _parameters(tables: tuple[str, ...], exp_eps: Fraction) -> private_pac.Parameters:
    return private_pac.Parameters.read(exp_eps=exp_eps, dimension=2, hypotheses=",".join(tables))


@dataclass(frozen=True)
class Learning:
    """A class on two bits, the index of the target from 0, the weights of the inputs, n, alpha and e^eps."""

    tables: tuple[str, ...]
    target: int
    weights: tuple[int, ...]
    rows: int
    alpha: Fraction
    exp_eps: Fraction = Fraction(4)

    def __post_init__(self) -> None:
        """Check the domains."""
        self.parameters()
        require(self.target in range(len(self.tables)), "target", self.target, "the index of a hypothesis")
        expected = "four whole numbers of at least 0, not all of them 0"
        legal = len(self.weights) == len(INPUTS) and min(self.weights) >= 0 and sum(self.weights) > 0
        require(legal, "weights", self.weights, expected)
        require(type(self.rows) is int and self.rows >= 0, "rows", self.rows, "a whole number of at least 0")
        require(self.alpha > 0, "alpha", self.alpha, "a number above 0")
        require(self.exp_eps > 1, "exp_eps", self.exp_eps, "a number above 1")

    def parameters(self) -> private_pac.Parameters:
        """Those of the mechanism."""
        return _parameters(self.tables, self.exp_eps)


def inputs(setting: Learning) -> Dist[int]:
    """The law D."""
    return Dist.from_weights({r: Fraction(w) for r, w in zip(INPUTS, setting.weights, strict=True) if w})


@cache
def samples(setting: Learning) -> dict[Sample, Fraction]:
    """The law of n independent inputs."""
    law = {r: Fraction(mass) for r, mass in inputs(setting).items()}
    return {drawn: prod((law[r] for r in drawn), start=Fraction(1)) for drawn in product(law, repeat=setting.rows)}


@cache
def wrong(setting: Learning, h: int, r: int) -> int:
    """1 where hypothesis h, counted from 1, differs from the target at an input, else 0."""
    of = concepts(setting.parameters())
    return int(of[h - 1](r) != of[setting.target](r))


def labelled(setting: Learning, sample: Sample) -> tuple[Row, ...]:
    """The rows of the database."""
    target = concepts(setting.parameters())[setting.target]
    return tuple((r >> 1, r & 1, target(r)) for r in sample)


@cache
def score_of(setting: Learning, h: int, sample: Sample) -> int:
    """The consistency score of hypothesis h on the sample."""
    return score(labelled(setting, sample), concepts(setting.parameters())[h - 1])


@cache
def choice(setting: Learning, sample: Sample) -> Dist[int]:
    """The law of the index of the chosen hypothesis."""
    return private_pac.law(labelled(setting, sample), setting.parameters())


@cache
def normalization(setting: Learning, sample: Sample) -> Any:
    """The sum of all weights e^(eps u / 2): one over the probability of the target, whose weight is 1."""
    return 1 / as_real(choice(setting, sample).pmf(setting.target))


@cache
def error(setting: Learning, h: int) -> Any:
    """The error of hypothesis h."""
    of = concepts(setting.parameters())
    return pac_accuracy.error(of[h - 1], of[setting.target], inputs(setting))


def settings() -> Iterator[Learning]:
    """Classes of one to three hypotheses with some rows, enough of them for Theorem 1 in the fourth and for all bounds in the fifth."""
    of_one, of_two, of_three = ("0000",), ("0011", "0101"), ("0000", "0111", "0001")
    yield Learning(of_three, 0, (1, 2, 3, 4), 2, Fraction(1, 2), Fraction(3))
    yield Learning(of_two, 1, (1, 1, 1, 1), 1, Fraction(1, 4), Fraction(9, 4))
    yield Learning(of_two, 0, (1, 2, 3, 4), 0, Fraction(3, 2))
    yield Learning(("0000", "0111"), 0, (1, 9, 0, 0), 3, Fraction(4, 5))
    yield Learning(("0000", "0111"), 0, (0, 1, 0, 0), 9, Fraction(9, 10), Fraction(2))
    yield Learning(of_one, 0, (1, 1, 0, 0), 2, Fraction(1))


def read(setting: Learning) -> dict[str, Any]:
    """C, f, n, a and eps."""
    return {
        "C": Fraction(len(setting.tables)),
        "f": Fraction(setting.target + 1),
        "n": Fraction(setting.rows),
        "a": setting.alpha,
        "eps": as_real(setting.exp_eps).log(),
    }


HYPOTHESIS: Final = {"h": "integer, 1 <= h, h <= C"}
AT_ROW: Final = {**HYPOTHESIS, "t": "integer, 1 <= t, t <= n"}
LEARNING: Final = Model(
    "the private learner on a sample",
    parameters={
        "C": "integer, 1 <= C",
        "f": "integer, 1 <= f, f <= C",
        "n": "integer, 0 <= n",
        "a": "real, 0 < a",
        "eps": "real, 0 < eps",
    },
    variables={**AT_ROW, "x": "real", "i": "integer, 0 <= i"},
    quantities={
        "D": Named(inputs, space="input", law=True),
        "P": Named(samples, space="sample", law=True),
        "wrong": Named(wrong, HYPOTHESIS, "input", range="at least 0"),
        "error": Named(error, HYPOTHESIS),
        "miss": Named(lambda s, h, t, drawn: wrong(s, h, drawn[t - 1]), AT_ROW, "sample", range="at least 0"),
        "u": Named(score_of, HYPOTHESIS, "sample"),
        "Z": Named(normalization, space="sample", range="positive"),
        "p": Named(lambda s, h, drawn: choice(s, drawn).pmf(h - 1), HYPOTHESIS, "sample", range="positive"),
        "power": Named(lambda _, x, i: x**i, {"x": "real", "i": "integer, 0 <= i"}),
    },
    facts={
        "wrong or not": "wrong(h)**2 = wrong(h)",
        "target": "wrong(f) = 0",
        "error": "error(h) = E(wrong(h), D)",
        "mistake or not": "miss(h, t)**2 = miss(h, t)",
        "labels": "miss(f, t) = 0",
        "law of a row": "E(miss(h, t)) = error(h)",
        "independent": "independent(miss(h, t), t, 1, n)",
        "score": "u(h) = -sum(miss(h, t), t, 1, n)",
        "weights": "Z = sum(exp(eps*u(j)/2), j, 1, C)",
        "mechanism": "p(h) = exp(eps*u(h)/2)/Z",
        "power of 0": "power(x, 0) = 1",
        "next power": "power(x, i + 1) = x*power(x, i)",
    },
    settings=settings,
    read=read,
    outcomes={"sample": samples, "input": lambda _: INPUTS},
)
