"""SIMA-16: the squares of the coefficients b_2, ..., b_N of a report add up to the variance of its probabilities.

Appendix A, (23)(a): Parseval's identity, of any vector q of N entries, private or not. The columns of the Hadamard
matrix are orthogonal, and their entries are signs, so N b(y) = sum of q(x) H(y, x) for each y. Put (20) into the sum
of the q(x)^2: it is N times the sum of the b(y)^2. And b(1) is the mean of q, for the first column is constant.
"""

from __future__ import annotations

from dpassay.analysis.channel_outputs import after_parseval, coefficients, square_sum
from dpassay.proofs_check.claim import Case, Goal, Twin, claim
from dpassay.proofs_check.instances import told
from dpassay.proofs_check.kernel.statements import exhaustive
from dpassay.proofs_check.local_distribution_learning.lower_bound_channels import column_of, is_column
from dpassay.proofs_check.local_distribution_learning.orthogonal_signs import BASIS, FIRST, ORTHOGONAL, SIGN, VECTOR
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, inside, use

told("sima16", "b_2^2 + ... + b_N^2 is the mean of the squares minus the square of the mean", is_column)(
    lambda instance: bool(square_sum(column_of(instance)) == after_parseval(column_of(instance)))
)

told("sima16-all", "b_1^2 + ... + b_N^2 is the mean of the squares minus the square of the mean", is_column)(
    lambda instance: bool(sum(b * b for b in coefficients(column_of(instance))) == after_parseval(column_of(instance)))
)


@claim(
    "SIMA-16",
    location="Appendix A, (23)(a)",
    latex=r"\sum_{y \in [N-1]} b(\tilde y)_{y+1}^2 = \frac1N \sum_i q(\tilde y | i)^2 - \Big(\frac1N \sum_i q(\tilde "
    r"y | i)\Big)^2",
    text="b_2^2 + ... + b_N^2 is the mean of the q(y~|i)^2 minus the square of the mean of the q(y~|i) (Parseval).",
)
def sima_16() -> Case:
    """Parseval's identity for the Hadamard matrix."""
    return Case(
        checks=(Goal("exactly", exhaustive("sima16", "private-columns")),),
        twins=(Twin("with b_1 in the sum", exhaustive("sima16-all", "private-columns")),),
        remarks=(
            "It holds for every real vector q, private or not.",
            "The first equality of (23), b_{y+1} = (1/N) times the sum over i of q(y~|i) H_{y+1,i}, is (20) solved for "
            "b: the first sentence of the argument.",
        ),
    )


PARSEVAL = "sum(b(y)**2, y, 2, N) = sum(q(x)**2, x, 1, N)/N - (sum(q(x), x, 1, N)/N)**2"
theorem(
    "SIMA-16",
    VECTOR,
    PARSEVAL,
    Step(
        "coefficients",
        "N*b(y) = sum(q(x)*H(y, x), x, 1, N)",
        apply(
            "coefficients in orthogonal signs",
            "signs",
            "orthogonal",
            "basis",
            N="N",
            H="y, x: H(y, x)",
            b="y: b(y)",
            q="x: q(x)",
            y="y",
        ),
    ),
    Step(
        "order",
        "sum(sum(q(x)*b(y)*H(y, x), y, 1, N), x, 1, N) = sum(sum(q(x)*b(y)*H(y, x), x, 1, N), y, 1, N)",
        apply("sums in either order", f="x, y: q(x)*b(y)*H(y, x)", m="N", n="N"),
    ),
    Step(
        "mean",
        "b(1) = sum(q(x), x, 1, N)/N",
        arithmetic(("1/N", use("coefficients", y="1")), ("1/N", inside("sum(q(x)*_, x, 1, N)", "first"))),
    ),
    Step(
        "without the first",
        "sum(b(y)**2, y, 1, N) = sum(b(y)**2, y, 1, 1) + sum(b(y)**2, y, 2, N)",
        apply("sum in two parts", f="y: b(y)**2", low="1", mid="1", high="N"),
    ),
    Step(
        "all",
        PARSEVAL,
        arithmetic(
            ("-1", "without the first"),
            ("-1/N", inside("sum((-b(y))*_, y, 1, N)", "coefficients")),
            ("-1/N", "order"),
            ("-1/N", inside("sum(q(x)*_, x, 1, N)", "basis")),
            ("-(b(1) + sum(q(x), x, 1, N)/N)", "mean"),
        ),
    ),
    given={"signs": SIGN, "first": FIRST, "orthogonal": ORTHOGONAL, "basis": BASIS},
)
