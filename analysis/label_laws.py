"""Laws on the labels, exactly: tables of them, their distances, and sums of these.

A KL divergence is a ``LogForm`` where all weights are rational, a ``Real`` elsewhere, None where it is infinite.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TypeAlias

from dpassay.exact import ExpNumber, LogForm, Number, Real, as_real, largest, require, summed, times
from dpassay.exact.atom_sums import log_term, sum_logs
from dpassay.exact.dist import as_weight, total
from dpassay.exact.entrance import explain_failures

Vector: TypeAlias = tuple[Number, ...]
"""A law on the labels 0, ..., M - 1."""
Table: TypeAlias = tuple[Vector, ...]
"""What a feature tells: row j is f_j(x_t)."""
Prediction: TypeAlias = "tuple[Number | Real, ...]"
Logarithmic: TypeAlias = "LogForm | Real"


def read_table(value: object, name: str = "table") -> Table:
    """Return a class as a table of exact laws; a string separates rows by ";" and entries by ","."""
    rows = [row.split(",") for row in value.split(";")] if isinstance(value, str) else value
    if not isinstance(rows, Sequence) or not rows:
        raise ValueError(f"{name} = {value!r}: expected a sequence of rows, one a hypothesis")
    table = tuple(read_law(row, f"{name}[{j}]") for j, row in enumerate(rows))
    require(len({len(row) for row in table}) == 1, name, repr(value), "rows of one length")
    return table


def read_law(value: Iterable[object], name: str = "law") -> Vector:
    """Return a law on the labels as a tuple of exact probabilities of total 1."""
    entries = tuple(as_weight(entry, name) for entry in value)
    require(total(entries) == 1, name, f"with total {total(entries)}", "a total of 1")
    return entries


# Distances of two laws on the labels


def kl(p: Prediction, q: Prediction) -> Logarithmic | None:
    """KL(p, q) = sum of p[y] log(p[y]/q[y]); None where it is infinite."""
    terms = [(a, b) for a, b in zip(p, q, strict=True) if isinstance(a, Real) or a != 0]
    if any(not isinstance(b, Real) and b == 0 for _, b in terms):
        return None
    return sum_logs(_kl_term(a, b) for a, b in terms)


def _kl_term(p: Number | Real, q: Number | Real) -> Logarithmic:
    if isinstance(p, Real) or isinstance(q, Real):
        return as_real(p) * (as_real(p) / as_real(q)).log()
    return log_term(p, p / q)


def tv(p: Prediction, q: Prediction) -> Number | Real:
    """|p - q|_TV = sum of max(p[y] - q[y], 0)."""
    return summed([largest([summed([a, -b]), Fraction(0)]) for a, b in zip(p, q, strict=True)])


def weighted(weight: Number, value: Logarithmic) -> Logarithmic:
    """Return weight * value, a ``LogForm`` where the weight is rational."""
    exact = isinstance(value, LogForm) and not isinstance(weight, ExpNumber)
    return value * weight if exact else as_real(weight) * as_real(value)


def sum_risks(risks: Iterable[Logarithmic | None]) -> Logarithmic | None:
    """Return the sum; None where a term is infinite."""
    finite: list[Logarithmic] = []
    for risk in risks:
        if risk is None:
            return None
        finite.append(risk)
    return sum_logs(finite)


def average(predictions: Sequence[Prediction]) -> Prediction:
    """The mean of predictions: how an online learner's predictions become one estimate, in (17) and Section 6."""
    require(len(predictions) > 0, "predictions", "()", "at least one")
    share = Fraction(1, len(predictions))
    return tuple(times(share, summed(column)) for column in zip(*predictions, strict=True))


explain_failures(__name__)
