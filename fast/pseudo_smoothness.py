"""The least chi for which a data set is (sigma, chi)-smooth, in floating point: a linear program for HiGHS.

Source: Haghtalab, Roughgarden and Shetty, "Smoothed Analysis of Online and Differentially Private Learning" (2020),
Section 2. A law p on N points with p(x) <= 1/(sigma N) is sought whose largest |q(p) - q(D)| over the queries q is
least, where D is the law of the data set.

The answer is as good as the solver's tolerance, 1e-7. With it come p and the multipliers of the queries, of which
others can make proved bounds: by weak duality any weights w whose absolute values sum to at most 1 give one from below.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import optimize

from dpassay.fast import checks
from dpassay.fast.draws import Floats

__all__ = ["Answer", "least_chi"]


@dataclass(frozen=True, slots=True)
class Answer:
    """The least chi, the law p that allows it, and the weights of the errors q(D) - q(p). Shapes: (N,) and (Q,)."""

    chi: float
    law: Floats
    weights: Floats


def least_chi(law: Any, queries: Any, *, sigma: checks.Real) -> Answer:
    """Solve for the least chi.

    Args:
        law: D, the share of each of N points.
        queries: values of shape (Q, N).
        sigma: above 0 and at most 1.

    Raises:
        ValueError: an argument is outside its domain, or the solver gives up.
    """
    shares, table = _numbers(law, "law", 1), _numbers(queries, "queries", 2)
    if shares.min() < 0 or abs(shares.sum() - 1) > 1e-9:
        raise checks.bad("law", law, "probabilities that sum to 1")
    if table.shape[1] != len(shares):
        raise checks.bad("queries", queries, f"rows of {len(shares)} numbers")
    smooth = checks.positive(sigma, "sigma")
    if smooth > 1:
        raise checks.bad("sigma", sigma, "a number above 0 and at most 1")
    return _solved(shares, table, 1 / (smooth * len(shares)))


def _solved(shares: Floats, table: Floats, cap: float) -> Answer:
    """Minimize chi over p and chi: q(p) - chi <= q(D) and -q(p) - chi <= -q(D) for each query."""
    count, size = table.shape
    answers, chi = table @ shares, np.ones((count, 1))
    limits = np.block([[table, -chi], [-table, -chi]])
    found: Any = optimize.linprog(
        np.append(np.zeros(size), 1.0),
        A_ub=limits,
        b_ub=np.append(answers, -answers),
        A_eq=np.append(np.ones(size), 0.0)[np.newaxis],
        b_eq=[1.0],
        bounds=[*[(0.0, min(cap, 1.0))] * size, (0.0, None)],
        method="highs",
    )
    if found.status != 0:
        raise ValueError(f"queries: expected a program that the solver can solve; it says: {found.message}")
    over, under = np.split(found.ineqlin.marginals, 2)  # at most 0, one for each side
    return Answer(float(found.fun), np.asarray(found.x[:-1]), np.asarray(over - under))


def _numbers(value: object, name: str, dimensions: int) -> Floats:
    array = np.asarray(value) if isinstance(value, (Sequence, np.ndarray)) else np.empty(0)
    if array.ndim != dimensions or array.size == 0 or array.dtype.kind not in "iuf" or not np.isfinite(array).all():
        raise checks.bad(name, value, f"finite numbers in {dimensions} dimension{'s' if dimensions > 1 else ''}")
    return array.astype(np.float64)
