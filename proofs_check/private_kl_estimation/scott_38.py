"""SCOTT-38: noise for a fixed lambda is enough where the lambda_0 of the data is used.

Algorithms 1 to 3 use lambda_0, which is a function of the private distribution. Theorem 4.10 has it move with the data;
Theorem 4.6, which calibrates the noise, does not. With three cells and 160000 data the estimates differ by 0.7327,
where a fixed lambda of that size would give log(3/2) at most (SCOTT-21-corrected). What is true adds |r - 1| times the
difference of the lambdas (SCOTT-29-corrected).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from dpassay.exact import LogForm, log
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import told
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample
from dpassay.proofs_check.models.sensitivity_of_kl import Neighbors, law
from dpassay.proofs_check.models.sensitivity_of_kl_lambdas import LEAST_VARIANCE, of_least_variance, ratios, term
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.private_kl_estimation.adjacent_histograms import as_neighbors
from dpassay.proofs_check.private_kl_estimation.scott_29 import is_sampled_pair, value
from dpassay.proofs_check.proof.register import refuted


@claim(
    "SCOTT-38",
    location="Algorithms 1 to 3, of lambda_0",
    latex=r"|\hat\eta_{\lambda_{0, P_1}}(P_1) - \hat\eta_{\lambda_{0, P_2}}(P_2)| \le \max\big\{\log\tfrac32, "
    r"\tfrac{\lambda_{0, P_1}}{N m}, \tfrac{\lambda_{0, P_2}}{N m}\big\}",
    text="The sampled estimates with the lambda_0 of Definition 4.1 of each distribution differ by no more than those "
    "with a fixed lambda may: the largest of log(3/2) and lambda_0/(N m).",
    checked=("every count of both histograms is at least 2", "neither distribution is the reference"),
    adjacency="replace_one",
    corrected_by="SCOTT-29-corrected",
)
def scott_38() -> Case:
    """lambda_0 moves with the data."""
    return Case(
        argument="Three cells, the reference is (1/400, 1/20, 379/400), the counts are (3, 2, 159995) and (2, 3, "
        "159995), "
        "and the first cell is sampled: lambda_0 is 7.76 and 7.41, and the estimates differ by 0.7327.",
        counterexample=Goal("three cells", counterexample("scott38"), Hunt("scott38", _three_cells)),
        twins=(Twin("with one lambda for both", counterexample("scott38-fixed")),),
    )


def _differ(instance: Instance, *, fixed: bool) -> tuple[LogForm, LogForm]:
    """How far the values at the cell differ, and the most that they do for a fixed lambda."""
    at = as_neighbors({key: entry for key, entry in instance.items() if key != "cell"})
    x, lambdas = instance["cell"] - 1, [of_least_variance(at, i) for i in (1, 1 if fixed else 2)]
    first, second = (
        term(at, Fraction(0), i, x) + weight * (ratios(at, i)[x] - 1) for i, weight in enumerate(lambdas, 1)
    )
    most = log(Fraction(3, 2))
    for weight in lambdas:
        excess = weight / (at.size * min(at.pi))
        most = excess if most < excess else most
    return (first - second if second < first else second - first), most


told(
    "scott38",
    "the values at the cell, with the lambda_0 of each, differ by at most max{log(3/2), lambda_0/(N m)}",
    is_sampled_pair,
    lambda instance: dict(zip(("difference", "bound"), _differ(instance, fixed=False), strict=True)),
)(lambda instance: at_most(*_differ(instance, fixed=False)))
told("scott38-fixed", "the same with the first lambda_0 in both", is_sampled_pair)(
    lambda instance: at_most(*_differ(instance, fixed=True))
)


def _three_cells() -> Iterator[Instance]:
    for size in (1000, 160000):
        yield {"reference": ["1/400", "1/20", "379/400"], "first": [3, 2, size - 5], "cell": 1}


FIRST, SECOND = value("l(1)", 1, "x"), value("l(2)", 2, "x")
SMALL: Final = ("log(3/2) <= S", "l(1)/(N*least_pi) <= S", "l(2)/(N*least_pi) <= S")
refuted(
    "SCOTT-38",
    LEAST_VARIANCE,
    f"{FIRST} - {SECOND} <= S and {SECOND} - {FIRST} <= S",
    setting=Neighbors(law("1/400", "1/20", "379/400"), (3, 2, 159995), (1, 0, 0)),
    where=SMALL,
    variables={"S": "real"},
    x=Fraction(1),
    S=Fraction(41, 100),
)
