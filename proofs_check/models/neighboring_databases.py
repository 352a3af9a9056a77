"""The private PAC learner on two databases of labelled inputs that differ in one row.

A setting is a class of hypotheses, given by truth tables, a database that none of them has to fit, the row k with
what stands there in a neighbor, e^eps, alpha and a set of hypotheses. ``u(h)`` is the consistency score on the
database, ``v(h)`` that on the neighbor and ``w(h)`` that on the database with the label of row k flipped; ``p(h)``
and ``q(h)`` are the probabilities of h on the first two. ``m`` is a hypothesis of best score, ``chosen(h)`` is 1 in
the set.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, Final

from dpassay.exact import Dist, as_real, require
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model
from dpassay.reference import private_pac
from dpassay.reference.private_pac import Row, concepts, input_of, label_of, score

NEW, FLIPPED = 1, 2
"""Which database is meant: 0 is the first."""


@cache
def _parameters(tables: tuple[str, ...], exp_eps: Fraction) -> private_pac.Parameters:
    return private_pac.Parameters.read(exp_eps=exp_eps, dimension=2, hypotheses=",".join(tables))


@dataclass(frozen=True)
class Neighbors:
    """A class on two bits, a database, the index of a row from 0 and the new one, and a set of hypotheses."""

    tables: tuple[str, ...]
    rows: tuple[Row, ...]
    changed: int
    new: Row
    chosen: frozenset[int] = frozenset({0})
    exp_eps: Fraction = Fraction(4)
    alpha: Fraction = Fraction(1, 4)

    def __post_init__(self) -> None:
        """Check the domains."""
        private_pac.check_data((*self.rows, self.new), self.parameters())
        require(0 <= self.changed < len(self.rows), "changed", self.changed, "the index of a row")
        require(self.chosen <= set(range(len(self.tables))), "chosen", self.chosen, "indices of hypotheses")
        require(self.exp_eps > 1, "exp_eps", self.exp_eps, "a number above 1")
        require(self.alpha >= 0, "alpha", self.alpha, "a number of at least 0")

    def parameters(self) -> private_pac.Parameters:
        """Those of the mechanism."""
        return _parameters(self.tables, self.exp_eps)

    def database(self, which: int) -> tuple[Row, ...]:
        """The first database, the neighbor, or the first with one label flipped."""
        old = self.rows[self.changed]
        row = {0: old, NEW: self.new, FLIPPED: (*old[:-1], 1 - label_of(old))}[which]
        return (*self.rows[: self.changed], row, *self.rows[self.changed + 1 :])


@cache
def wrong(setting: Neighbors, which: int, h: int, t: int) -> int:
    """1 where hypothesis h is wrong on row t, else 0; both are counted from 1."""
    row = setting.database(which)[t - 1]
    return int(concepts(setting.parameters())[h - 1](input_of(row)) != label_of(row))


@cache
def score_of(setting: Neighbors, which: int, h: int) -> int:
    """The consistency score."""
    return score(setting.database(which), concepts(setting.parameters())[h - 1])


@cache
def law(setting: Neighbors, which: int) -> Dist[int]:
    """The law of the index of the chosen hypothesis."""
    return private_pac.law(setting.database(which), setting.parameters())


@cache
def normalization(setting: Neighbors, which: int) -> Any:
    """The sum of all weights e^(eps u / 2): one over the probability of a hypothesis, times its weight."""
    weight = setting.parameters().budget.exp(Fraction(score_of(setting, which, 1), 2))
    return as_real(weight) / as_real(law(setting, which).pmf(0))


def best(setting: Neighbors) -> int:
    """A hypothesis of best score, counted from 1."""
    return max(range(1, len(setting.tables) + 1), key=lambda h: score_of(setting, 0, h))


def settings() -> Iterator[Neighbors]:
    """Classes of one to three hypotheses, one to three rows."""
    points = list(product((0, 1), repeat=3))
    for tables, chosen in ((("0000",), {0}), (("0011", "0101"), {1}), (("1111", "0101", "0001"), {0, 2})):
        for rows, changed in ((points[1:2], 0), (points[2:4], 1), ((points[0], points[7], points[4]), 0)):
            for new, growth in ((points[0], Fraction(4)), (points[7], Fraction(3, 2))):
                yield Neighbors(tables, tuple(rows), changed, new, frozenset(chosen), growth, Fraction(3, 4))


def read(setting: Neighbors) -> dict[str, Any]:
    """C, n, k, m, eps and a."""
    return {
        "C": Fraction(len(setting.tables)),
        "n": Fraction(len(setting.rows)),
        "k": Fraction(setting.changed + 1),
        "m": Fraction(best(setting)),
        "eps": as_real(setting.exp_eps).log(),
        "a": setting.alpha,
    }


HYPOTHESIS: Final = {"h": "integer, 1 <= h, h <= C"}
AT_ROW: Final = {**HYPOTHESIS, "t": "integer, 1 <= t, t <= n"}
NEIGHBORS: Final = Model(
    "the private learner on two databases",
    parameters={
        "C": "integer, 1 <= C",
        "n": "integer, 1 <= n",
        "k": "integer, 1 <= k, k <= n",
        "m": "integer, 1 <= m, m <= C",
        "eps": "real, 0 < eps",
        "a": "real, 0 <= a",
    },
    variables=AT_ROW,
    quantities={
        "wrong": Named(lambda s, h, t: wrong(s, 0, h, t), AT_ROW, range="at least 0"),
        "wrong_new": Named(lambda s, h, t: wrong(s, NEW, h, t), AT_ROW, range="at least 0"),
        "wrong_flipped": Named(lambda s, h, t: wrong(s, FLIPPED, h, t), AT_ROW, range="at least 0"),
        "u": Named(lambda s, h: score_of(s, 0, h), HYPOTHESIS),
        "v": Named(lambda s, h: score_of(s, NEW, h), HYPOTHESIS),
        "w": Named(lambda s, h: score_of(s, FLIPPED, h), HYPOTHESIS),
        "Z": Named(lambda s: normalization(s, 0), range="positive"),
        "Z_new": Named(lambda s: normalization(s, NEW), range="positive"),
        "p": Named(lambda s, h: law(s, 0).pmf(h - 1), HYPOTHESIS, range="positive"),
        "q": Named(lambda s, h: law(s, NEW).pmf(h - 1), HYPOTHESIS, range="positive"),
        "chosen": Named(lambda s, h: int(h - 1 in s.chosen), HYPOTHESIS, range="at least 0"),
    },
    facts={
        "wrong or not": "wrong(h, t)**2 = wrong(h, t)",
        "wrong or not, new": "wrong_new(h, t)**2 = wrong_new(h, t)",
        "one row": "(t - k)*(wrong(h, t) - wrong_new(h, t)) = 0",
        "one label": "(t - k)*(wrong(h, t) - wrong_flipped(h, t)) = 0",
        "flipped": "wrong_flipped(h, k) = 1 - wrong(h, k)",
        "score": "u(h) = -sum(wrong(h, t), t, 1, n)",
        "score, new": "v(h) = -sum(wrong_new(h, t), t, 1, n)",
        "score, flipped": "w(h) = -sum(wrong_flipped(h, t), t, 1, n)",
        "weights": "Z = sum(exp(eps*u(j)/2), j, 1, C)",
        "weights, new": "Z_new = sum(exp(eps*v(j)/2), j, 1, C)",
        "mechanism": "p(h) = exp(eps*u(h)/2)/Z",
        "mechanism, new": "q(h) = exp(eps*v(h)/2)/Z_new",
        "best": "u(h) <= u(m)",
    },
    settings=settings,
    read=read,
)
