"""How accurate the private PAC learner is, and what the notes bound that by.

Source: lecture notes on private PAC learning and multiplicative weights, section 1. Theorem 1 and the bound on the
private mechanism are claims about n i.i.d. rows; ``bad_consistent_probability`` and ``failure_probability`` are the
numbers that they bound. The notes' steps to them are printed with "<" for every class, which fails where BAD is empty
(0 < 0); the conclusions, which are sums over all of C, hold all the same.
"""

from __future__ import annotations

import operator
from collections.abc import Sequence
from fractions import Fraction
from functools import reduce
from itertools import product
from math import comb

from dpassay.exact import (
    Dist,
    Number,
    Real,
    as_fraction,
    as_integer,
    as_positive_integer,
    as_real,
    exp,
    require,
)
from dpassay.exact.dist import total
from dpassay.exact.entrance import explain_failures
from dpassay.reference.private_pac import Bits, Concept, Parameters, Row, check_data, concepts, score

# What the notes say of scores


def consistent_hypotheses(data: Sequence[Row], parameters: Parameters) -> tuple[int, ...]:
    """Return the indices of the hypotheses with h(x_i) = y_i for all i."""
    rows = check_data(data, parameters)
    return tuple(index for index, hypothesis in enumerate(concepts(parameters)) if score(rows, hypothesis) == 0)


def sensitivity(parameters: Parameters, rows: int = 1) -> int:
    """Return the largest |u(x, h) - u(x', h)| over all h and all neighbors x, x' of so many rows, by trying them all.

    That is |C| rows 2^((d + 1)(rows + 1)) steps: for small d.
    """
    n = as_positive_integer(rows, "rows")
    every_row = list(product((0, 1), repeat=parameters.dimension + 1))
    return max(
        abs(score(x, hypothesis) - score((*x[:i], replacement, *x[i + 1 :]), hypothesis))
        for x in product(every_row, repeat=n)
        for i in range(n)
        for replacement in every_row
        for hypothesis in concepts(parameters)
    )


# How accurate a hypothesis is, over inputs r from a distribution D


def error(hypothesis: Concept, target: Concept, distribution: Dist[int]) -> Number:
    """Pr over r from D of [h(r) != f(r)]."""
    return distribution.probability(lambda r: hypothesis(r) != target(r))


def bad_hypotheses(parameters: Parameters, target: Concept, distribution: Dist[int], alpha: object) -> tuple[int, ...]:
    """BAD: the indices of the hypotheses with an error above alpha."""
    _check_distribution(distribution, parameters)
    a = _as_alpha(alpha)
    return tuple(i for i, h in enumerate(concepts(parameters)) if error(h, target, distribution) > a)


def bad_consistent_probability(
    parameters: Parameters, target: Concept, distribution: Dist[int], rows: int, alpha: object
) -> Number:
    """Pr over n rows (r, f(r)), r i.i.d. from D, that some h in BAD is consistent with all of them: Theorem 1's number.

    Row after row, only the hypotheses that agree with it stay: the law of the set of those that are left.
    """
    bad, h = bad_hypotheses(parameters, target, distribution, alpha), concepts(parameters)
    agreeing = distribution.map(lambda r: frozenset(i for i in bad if h[i](r) == target(r)))
    left = Dist.point(frozenset(bad))
    for _ in range(_as_rows(rows)):
        left = left.bind(lambda still: agreeing.map(still.intersection))
    return left.probability(bool)


def mistakes_law(parameters: Parameters, target: Concept, distribution: Dist[int], rows: int) -> Dist[Bits]:
    """The exact law of (-u(x, h) for each h), over n rows (r, f(r)), r i.i.d. from D.

    A row counts only through the hypotheses that it shows to be wrong. Of the rows not yet placed, a binomial number
    have the first such pattern, of the rest a binomial number the second, and so on: no sequence is enumerated.
    """
    _check_distribution(distribution, parameters)
    class_ = concepts(parameters)
    patterns = distribution.map(lambda r: tuple(int(h(r) != target(r)) for h in class_))
    states: dict[tuple[int, Bits], Number] = {(_as_rows(rows), (0,) * len(class_)): Fraction(1)}
    for pattern, mass in patterns.items():
        placed: dict[tuple[int, Bits], Number] = {}
        for (left, mistakes), weight in states.items():
            for count in range(left + 1):
                state = left - count, tuple(m + count * wrong for m, wrong in zip(mistakes, pattern, strict=True))
                ways = weight * comb(left, count) * mass**count
                placed[state] = placed.get(state, Fraction(0)) + ways
        states = placed
    return Dist({mistakes: weight for (left, mistakes), weight in states.items() if left == 0})


def failure_probability(
    parameters: Parameters, target: Concept, distribution: Dist[int], rows: int, alpha: object
) -> Number | Real:
    """Pr over n rows (r, f(r)), r i.i.d. from D, and over the mechanism, that the chosen h has an error above alpha.

    Exact: a ``Fraction`` where e^(eps / 2) and D are rational, else a ``Real``.
    """
    bad = bad_hypotheses(parameters, target, distribution, alpha)
    outcomes: dict[tuple[Bits, Bits], Number] = {}
    for mistakes, weight in mistakes_law(parameters, target, distribution, rows).items():
        kind = _by_goodness(mistakes, bad)  # the order among the good, and among the bad, does not matter
        outcomes[kind] = outcomes.get(kind, Fraction(0)) + weight
    return _enclosed_total([weight * _bad_share(kind, parameters) for kind, weight in outcomes.items()])


def _by_goodness(mistakes: Bits, bad: Sequence[int]) -> tuple[Bits, Bits]:
    good = (m for index, m in enumerate(mistakes) if index not in bad)
    return tuple(sorted(good)), tuple(sorted(mistakes[index] for index in bad))


def _bad_share(kind: tuple[Bits, Bits], parameters: Parameters) -> Number:
    """The probability that the mechanism chooses a bad hypothesis, given the mistakes of the good and of the bad."""
    good, bad = (total(parameters.budget.exp(Fraction(-m, 2)) for m in mistakes) for mistakes in kind)
    return bad / (good + bad)


def _enclosed_total(terms: Sequence[Number]) -> Number | Real:
    """Return the sum; where a term is irrational an enclosure, because a common denominator would be enormous."""
    if all(isinstance(term, Fraction) for term in terms):
        return total(terms)
    balls = [as_real(term) for term in terms]
    return Real(lambda: reduce(operator.add, (ball.evaluate() for ball in balls)))


def _as_alpha(alpha: object) -> Fraction:
    a = as_fraction(alpha, "alpha")
    require(0 <= a <= 1, "alpha", alpha, "a number in [0, 1]")
    return a


def _as_rows(rows: object) -> int:
    n = as_integer(rows, "rows")
    require(n >= 0, "rows", rows, "a whole number of at least 0")
    return n


def _check_distribution(distribution: Dist[int], parameters: Parameters) -> None:
    for r in distribution.outcomes:
        require(r in parameters.inputs, "distribution", f"on {r!r}", f"inputs in range({1 << parameters.dimension})")


# What the notes bound these by


def consistency_bound(parameters: Parameters, rows: int, alpha: object) -> Fraction:
    """|C| (1 - alpha)^n, above ``bad_consistent_probability``; the notes go on to e^(ln|C| - alpha n), larger still."""
    return len(concepts(parameters)) * (1 - _as_alpha(alpha)) ** _as_rows(rows)


def failure_bound(parameters: Parameters, rows: int, alpha: object) -> Number:
    """|C| e^(-eps alpha n / 4) + |C| e^(-alpha^2 n / 2), above ``failure_probability``."""
    n, a = _as_rows(rows), _as_alpha(alpha)
    return len(concepts(parameters)) * (parameters.budget.exp(-a * n / 4) + exp(-(a**2) * n / 2))


explain_failures(__name__)
