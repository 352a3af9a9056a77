"""SIMA-17: the variance of the q(y~|i) over i is half of the mean of (q_i - q_j)^2 over all pairs.

Appendix A, (23)(b), cites the identity and prints the second sum over [K] alone, K < N. Terms are missing then, all of
them at least 0, and it fails unless q is constant, as at N = 2, K = 1 for randomized response. With j in [N] it is an
identity for any vector: multiply out.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Final

from dpassay.analysis.channel_outputs import after_identity, after_parseval
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import told
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive
from dpassay.proofs_check.local_distribution_learning.lower_bound_channels import REALIZED, column_of, columns, is_step
from dpassay.proofs_check.models.anything import anything
from dpassay.proofs_check.models.games_of_pairs import game
from dpassay.proofs_check.models.hard_pairs import PAIRS
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, arithmetic


def _identity_step(instance: Instance, last: int | None) -> dict[str, Any]:
    column = column_of(instance)
    return {"the left side of (b)": after_parseval(column), "the right side": after_identity(column, last)}


told("sima17", "(b) with j in [K]", is_step, lambda instance: _identity_step(instance, instance["size"]))(
    lambda instance: bool(after_parseval(column_of(instance)) <= after_identity(column_of(instance), instance["size"]))
)

told("sima17-equal", "(b) with j in [N], as an equality", is_step, lambda instance: _identity_step(instance, None))(
    lambda instance: bool(after_parseval(column_of(instance)) == after_identity(column_of(instance)))
)

told("sima17-ordered", "(b) with pairs i < j instead of all pairs", is_step)(
    lambda instance: bool(after_parseval(column_of(instance)) <= after_identity(column_of(instance)) / 2)
)


def _small_columns() -> Iterator[Instance]:
    yield {"column": ["1", "2"], "size": 1}
    yield from columns((2,), (2, 4), 2)


@claim(
    "SIMA-17",
    location="Appendix A, (23)(b), with the index ranges as printed",
    latex=r"\frac1N \sum_{i \in [N]} q_i^2 - \Big(\frac1N \sum_{i \in [N]} q_i\Big)^2 \le \frac{1}{2N^2} \sum_{i \in "
    r"[N]} \sum_{j \in [K]} (q_i - q_j)^2",
    text="The mean of the q_i^2 minus the square of the mean is at most the sum of (q_i - q_j)^2 over i in [N] and j "
    "in [K], over 2 N^2.",
    checked=("N/2 <= K <= N - 1",),
    corrected_by="SIMA-17-corrected",
)
def sima_17() -> Case:
    """Terms are missing."""
    return Case(
        argument="By the identity that is cited the left side is the sum over i and j in [N], over 2 N^2. Since K < N "
        "terms are left out, all of them not negative: the printed right side is never larger than the left, and it is "
        "smaller unless q is constant: if it is equal, q_j with j > K is equal to every entry. " + REALIZED,
        counterexample=Goal("N = 2, K = 1, q = (1, 2)", counterexample("sima17"), Hunt("sima17", _small_columns)),
        twins=(Twin("with j in [N]", counterexample("sima17-equal")),),
    )


@claim(
    "SIMA-17-corrected",
    location="Appendix A, (23)(b)",
    latex=r"\frac1N \sum_{i} q_i^2 - \Big(\frac1N \sum_{i} q_i\Big)^2 = \frac{1}{2N^2} \sum_{i, j \in [N]} (q_i - "
    r"q_j)^2",
    text="The mean of the q_i^2 minus the square of the mean equals the sum of (q_i - q_j)^2 over i and j in [N], over "
    "2 N^2.",
)
def sima_17_corrected() -> Case:
    """The elementary identity."""
    return Case(
        checks=(Goal("exactly", exhaustive("sima17-equal", "private-columns")),),
        twins=(Twin("each pair once", exhaustive("sima17-ordered", "private-columns")),),
    )


refuted(
    "SIMA-17",
    PAIRS,
    "sum(q(t, r, x)**2, x, 1, N)/N - (sum(q(t, r, x), x, 1, N)/N)**2"
    " <= sum(sum((q(t, r, x) - q(t, r, z))**2, z, 1, K), x, 1, N)/(2*N**2)",
    setting=game(1, "1", "2", ("response",)),
    t=Fraction(1),
    r=Fraction(1),
)
VECTORS: Final = tuple(tuple(map(Fraction, entries)) for entries in ((1,), (1, 2), (3, -1, 0, 7), (1, 1, 1)))
VECTOR: Final = anything(
    "a vector",
    {"N": "integer, 1 <= N"},
    {"q": Named(index={"x": "integer, 1 <= x, x <= N"})},
    tuple({"N": Fraction(len(vector)), "q": lambda x, vector=vector: vector[x - 1]} for vector in VECTORS),
)

IDENTITY: Final = (
    "sum(q(x)**2, x, 1, N)/N - (sum(q(x), x, 1, N)/N)**2 = sum(sum((q(x) - q(y))**2, y, 1, N), x, 1, N)/(2*N**2)"
)
theorem("SIMA-17-corrected", VECTOR, IDENTITY, Step("all", IDENTITY, arithmetic()))
