"""Points that an adaptive adversary draws from sigma-smooth laws, and a finite class of functions with values 0 and 1.

A cell is what no function of the class divides: so a class of K functions on any space has finitely many cells, N of
them, of any measures u(c) under the base law U. A law is sigma-smooth where no cell has more than u(c)/sigma: laws that
are smooth on points are so on cells, and so are averages of them, such as the law of the next cell given the cells
before, where the adversary has seen the points themselves, labels, choices of a learner, and coins of its own.

A setting gives the law of the next cell after every past of cells. An outcome is the cells of all T rounds. ``P`` is
its law and ``after(t)`` that given the first t rounds. ``at(r, c)`` is 1 where round r is in cell c and else 0,
``f(i, c)`` is function i there, ``hit(r, i)`` function i at the point of round r. ``best`` is the largest total
of a function, L is log K, and ``leads(i)`` is 1 for the first function that has it. ``top(s)`` is the largest
e^(s total), and ``ahead(s, i)`` is 1 for the first function that has it.

``BINOMIAL`` is that of eps <= sigma: ``tail(m, k)`` is the probability that a binomial with m trials and p = eps/sigma
is at least k.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import comb
from typing import Any, Final

from dpassay.exact import Real, as_real, decide, log
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model

Cells = tuple[int, ...]
Law = tuple[Fraction, ...]


@dataclass(frozen=True, eq=False)
class Smoothed:
    """An adversary, and a class of functions.

    Args:
        masses: of the cells under U.
        functions: a row a function, with its values 0 or 1 on the cells.
        rounds: T, at least 1.
        sigma: the smoothness, in (0, 1].
        eps: a bound on the mean of every function under U.
        law: of the next cell, after every past of fewer than T cells; they are numbered from 1.
    """

    masses: Law
    functions: tuple[Cells, ...]
    rounds: int
    sigma: Fraction
    eps: Fraction
    law: Callable[[Any], Law]

    def __post_init__(self) -> None:
        if self.rounds < 1:
            raise ValueError(f"rounds = {self.rounds}: expected at least 1")
        if not 0 < self.sigma <= 1:
            raise ValueError(f"sigma = {self.sigma}: expected a number in (0, 1]")
        _insist_on_law("masses", self.masses)
        for function in self.functions:
            if len(function) != len(self.masses) or not set(function) <= {0, 1} or self.mean(function) > self.eps:
                raise ValueError(f"functions = {self.functions}: expected bits of mean at most {self.eps}")
        for past in self.pasts:
            _insist_on_law(f"law({past})", self.law(past))
            if any(p * self.sigma > mass for p, mass in zip(self.law(past), self.masses, strict=True)):
                raise ValueError(f"law({past}) = {self.law(past)}: expected a law that is {self.sigma}-smooth")

    def mean(self, function: Cells) -> Fraction:
        """The mean of a function under U."""
        return sum((mass * bit for mass, bit in zip(self.masses, function, strict=True)), Fraction(0))

    @property
    def pasts(self) -> Iterator[Cells]:
        """All cells of fewer than T rounds."""
        for t in range(self.rounds):
            yield from product(range(1, len(self.masses) + 1), repeat=t)

    @property
    def courses(self) -> list[Cells]:
        """All outcomes."""
        return list(product(range(1, len(self.masses) + 1), repeat=self.rounds))

    @cached_property
    def whole(self) -> Mapping[Cells, Fraction]:
        """The law of the outcome."""
        return self.given(0, ())

    def given(self, t: int, course: Cells) -> Mapping[Cells, Fraction]:
        """The law of the outcome given the cells of the first t rounds."""
        laws = {course[:t]: Fraction(1)}
        for _ in range(self.rounds - t):
            laws = {
                (*past, cell): weight * p
                for past, weight in laws.items()
                for cell, p in enumerate(self.law(past), 1)
                if p
            }
        return laws

    def cell(self, r: int, course: Any) -> int:
        """The cell of a round."""
        return int(course[r - 1])

    def value(self, i: int, r: int, course: Any) -> Fraction:
        """A function at the point of a round."""
        return Fraction(self.functions[i - 1][self.cell(r, course) - 1])

    def total(self, i: int, course: Any) -> Fraction:
        """The sum of a function over the points of all rounds."""
        return sum((self.value(i, r, course) for r in range(1, self.rounds + 1)), Fraction(0))

    def totals(self, course: Cells) -> list[Fraction]:
        """The totals of all functions."""
        return [self.total(i, course) for i in range(1, len(self.functions) + 1)]

    def powers(self, s: Any, course: Cells) -> list[Real]:
        """e^(s total) of all functions."""
        return [(as_real(s) * as_real(total)).exp() for total in self.totals(course)]

    def ahead(self, s: Any, course: Cells) -> int:
        """The first function with the largest e^(s total): that of the largest total, or of the smallest one."""
        totals = self.totals(course)
        best = max(totals) if decide(as_real(0) <= as_real(s)) else min(totals)
        return totals.index(best) + 1


def _insist_on_law(name: str, law: Law) -> None:
    if not law or min(law) < 0 or sum(law) != 1:
        raise ValueError(f"{name} = {law}: expected probabilities")


def binomial_tail(trials: int, p: Fraction, least: Fraction) -> Fraction:
    """The probability that a binomial is at least some number."""
    counts = (v for v in range(trials + 1) if v >= least)
    return sum((comb(trials, v) * p**v * (1 - p) ** (trials - v) for v in counts), Fraction(0))


def thirds(*numerators: int) -> Law:
    """A law with the denominator 3."""
    return tuple(Fraction(n, 3) for n in numerators)


def chasing(past: Cells) -> Law:
    """Of three cells: as much as a smooth law may have on the cell of the last round."""
    rest = Fraction(1, 6)
    return tuple(
        Fraction(2, 3) if past and cell == past[-1] else rest if past else Fraction(1, 3) for cell in (1, 2, 3)
    )


def unlikely_settings() -> Iterator[Smoothed]:
    """Those with eps <= sigma."""
    return (at for at in settings() if at.eps <= at.sigma)


def settings() -> Iterator[Smoothed]:
    """One to three rounds; fixed laws, and such as go where the points were; functions that are 0 as well."""
    half, third = Fraction(1, 2), Fraction(1, 3)
    pair = (half, half)
    yield Smoothed(pair, ((1, 0),), 1, Fraction(1), half, lambda _: pair)
    yield Smoothed(pair, ((1, 0),), 2, Fraction(1), half, lambda _: pair)
    yield Smoothed((Fraction(1, 4), Fraction(3, 4)), ((1, 0), (0, 0)), 2, half, third, lambda _: pair)
    even = thirds(1, 1, 1)
    units = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
    yield Smoothed(even, units, 2, half, third, chasing)
    yield Smoothed(even, units[:2], 3, half, half, chasing)
    yield Smoothed(even, ((0, 0, 0),), 1, third, Fraction(0), lambda _: thirds(0, 0, 3))
    yield Smoothed(even, ((1, 1, 0), (0, 1, 1)), 1, third, Fraction(2, 3), lambda _: thirds(0, 3, 0))


CELL: Final = {"c": "integer, 1 <= c, c <= N"}
FUNCTION: Final = {"i": "integer, 1 <= i, i <= K"}
ROUND: Final = {"r": "integer, 1 <= r, r <= T"}
PAST: Final = {"t": "integer, 0 <= t, t <= T - 1"}
REAL: Final = {"s": "real"}
TRIALS: Final = {"m": "integer, 0 <= m, m <= T"}
REST: Final = {"m": "integer, 0 <= m, m <= T - 1", "k": "real"}
TOTAL: Final = "sum(hit(r, i), r, 1, T)"
MEASURE: Final = "sum(f(i, c)*u(c), c, 1, N)"
"""The mean of a function under U."""
SMOOTHED: Final = Model(
    "points of an adaptive smooth adversary, and a finite class",
    parameters={
        "T": "integer, 1 <= T",
        "K": "integer, 1 <= K",
        "N": "integer, 1 <= N",
        "sigma": "real, 0 < sigma, sigma <= 1",
        "eps": "real, 0 <= eps",
    },
    variables={
        **PAST,
        **ROUND,
        **FUNCTION,
        **CELL,
        "j": "integer, 1 <= j, j <= t",
        **REAL,
    },
    quantities={
        "P": Named(lambda at: at.whole, space="cells", law=True),
        "after": Named(lambda at, t, course: at.given(t, course), PAST, "cells", given="cells", law=True, mean_of="P"),
        "L": Named(lambda at: log(len(at.functions)), range="at least 0"),
        "u": Named(lambda at, c: at.masses[c - 1], CELL, range="at least 0"),
        "f": Named(lambda at, i, c: Fraction(at.functions[i - 1][c - 1]), {**FUNCTION, **CELL}, range="at least 0"),
        "at": Named(
            lambda at, r, c, course: Fraction(int(at.cell(r, course) == c)),
            {**ROUND, **CELL},
            "cells",
            range="at least 0",
        ),
        "hit": Named(
            lambda at, r, i, course: at.value(i, r, course),
            {**ROUND, **FUNCTION},
            "cells",
            range="at least 0",
        ),
        "best": Named(lambda at, course: max(at.totals(course)), {}, "cells", range="at least 0"),
        "leads": Named(
            lambda at, i, course: Fraction(int(at.ahead(1, course) == i)), FUNCTION, "cells", range="at least 0"
        ),
        "top": Named(
            lambda at, s, course: at.powers(s, course)[at.ahead(s, course) - 1], REAL, "cells", range="positive"
        ),
        "ahead": Named(
            lambda at, s, i, course: Fraction(int(at.ahead(s, course) == i)),
            {**REAL, **FUNCTION},
            "cells",
            range="at least 0",
        ),
    },
    facts={
        "smooth": "sigma*E(at(t + 1, c), after(t)) <= u(c)",
        "at a point": "hit(r, i) = sum(f(i, c)*at(r, c), c, 1, N)",
        "0 or 1": "hit(r, i)**2 = hit(r, i)",
        "small": f"{MEASURE} <= eps",
        "revealed": "E((hit(j, i) - given(hit(j, i)))**2, after(t)) = 0",
        "logarithm": "L = log(K)",
        "none is better": f"{TOTAL} <= best",
        "the leader is best": f"leads(i)*best = leads(i)*{TOTAL}",
        "one leads": "sum(leads(i), i, 1, K) = 1",
        "none is larger": f"exp(s*{TOTAL}) <= top(s)",
        "one of them is the largest": f"top(s) = sum(ahead(s, i)*exp(s*{TOTAL}), i, 1, K)",
        "one is ahead": "sum(ahead(s, i), i, 1, K) = 1",
    },
    settings=settings,
    read=lambda at: {
        "T": Fraction(at.rounds),
        "K": Fraction(len(at.functions)),
        "N": Fraction(len(at.masses)),
        "sigma": at.sigma,
        "eps": at.eps,
    },
    outcomes={"cells": lambda at: at.courses},
)
BINOMIAL: Final = replace(
    SMOOTHED.narrowed(
        "points of an adaptive smooth adversary, functions of mean at most sigma",
        {
            "at most sigma": "eps <= sigma",
            "no trial": "tail(0, k) = [k <= 0]",
            "one trial more": "tail(m + 1, k) = eps/sigma*tail(m, k - 1) + (1 - eps/sigma)*tail(m, k)",
            "tails fall": "tail(m, k) <= tail(m, k - 1)",
        },
        unlikely_settings,
        {
            "tail": Named(
                lambda at, m, k: binomial_tail(m, at.eps / at.sigma, k), {**TRIALS, "k": "real"}, range="at least 0"
            )
        },
    ),
    variables={**SMOOTHED.variables, **REST},
)


def of_one_function(parameters: Mapping[str, Any]) -> Smoothed:
    """Two cells: the function is 1 on the first one, which is as likely in each round as it may be."""
    eps, sigma = parameters["eps"], parameters["sigma"]
    p = eps / sigma
    return Smoothed((eps, 1 - eps), ((1, 0),), int(parameters["T"]), sigma, eps, lambda _: (p, 1 - p))


def settings_of_one_function() -> Iterator[Smoothed]:
    """One to three rounds."""
    for rounds, eps, sigma in ((1, "1/2", "1"), (2, "1/4", "1/2"), (3, "1/3", "1/3")):
        yield of_one_function({"T": rounds, "eps": Fraction(eps), "sigma": Fraction(sigma)})


ONE_FUNCTION: Final = SMOOTHED.narrowed(
    "one function, which is 1 as often as it may be",
    {
        "one function": "K = 1",
        "two cells": "N = 2",
        "eps is at most sigma": "eps <= sigma",
        "likely": "sigma*E(hit(t + 1, i), after(t)) = eps",
    },
    settings_of_one_function,
    made=of_one_function,
)
