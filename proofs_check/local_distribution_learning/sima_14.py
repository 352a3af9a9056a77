"""SIMA-14: what a channel makes of the two laws of a pair, and the coefficient by which these differ.

Appendix A, (20), (21) and the two displays after (21). p1 is uniform on the labels of sign -1, so its report has law
(2/N) times the sum of q over these; and p2 - p1 is a H_{i+1}/N, so that the laws of the report differ by a times the
coefficient b_{i+1} = (1/N) sum of q H_{i+1}. That is for every column but the first, k + 1 = 2, ..., N, and every a.

SIMA-14b: the range is printed as i in [N] without 1, but at i = N there is no column H_{N+1}, and i = 1 is a pair. It
is meant for i + 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from dpassay.analysis.channel_outputs import coefficients, first_output_displayed, outputs, second_output_displayed
from dpassay.analysis.hadamard_class import order_of
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import entries, told, whole
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive
from dpassay.proofs_check.local_distribution_learning.lower_bound_channels import SIZE, channel_of, class_of, is_channel
from dpassay.proofs_check.models.games_of_pairs import game
from dpassay.proofs_check.models.hard_pairs import PAIRS
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, inside


def _difference(instance: Instance, *, shifted: int) -> bool:
    """Whether the displays after (21) are the output laws of (21), for all members with i + 1 + shifted <= N."""
    channel, hard = channel_of(instance), class_of(instance)
    for i in range(1, min(hard.size + 1, hard.order - shifted)):
        first, second = outputs(channel, hard, i)
        steps = tuple(hard.a * coefficients(column)[i + shifted] for column in channel.columns)
        displayed = first_output_displayed(channel, hard, i), second_output_displayed(channel, hard, i)
        if displayed != (first, second) or tuple(q - p for p, q in zip(first, second, strict=True)) != steps:
            return False
    return True


told("sima14", "the displays are the output laws, and p~_(i,2) - p~_(i,1) = a b_(i+1), for all members", is_channel)(
    lambda instance: _difference(instance, shifted=0)
)

told("sima14-shifted", "... = a b_(i+2), for all members with i + 2 <= N", is_channel)(
    lambda instance: _difference(instance, shifted=1)
)


@claim(
    "SIMA-14",
    location="Appendix A, (20), (21) and the two displays after (21)",
    latex=r"\tilde p_{i,1}(\tilde y) = \tfrac{2}{N} \sum_{y: H_{i+1,y} = -1} q(\tilde y | y),\quad \tilde "
    r"p_{i,2}(\tilde y) = \tilde p_{i,1}(\tilde y) + a\, b(\tilde y)_{i+1}",
    text="The output densities are p~_{i,1} = (2/N) times the sum of q(y~|y) over the labels with H_{i+1,y} = -1, and "
    "p~_{i,2} = p~_{i,1} + a b(y~)_{i+1}, for every i for which H_{i+1} is a column other than the first.",
    checked=("i in [N - 1], which contains [K]; for the printed range see SIMA-14b",),
)
def sima_14() -> Case:
    """Linearity."""
    return Case(
        checks=(Goal("from (16), (20) and (21), exactly", exhaustive("sima14", "private-channels")),),
        twins=(Twin("a b_{i+2}, where i + 2 <= N", exhaustive("sima14-shifted", "private-channels")),),
        remarks=("In other words p~_{i,1} = b_1 - b_{i+1}. (16) and (20) use rows and columns of H alike: H^T = H.",),
    )


@entries(size=SIZE, i=whole(2)).where
def _is_index(instance: Instance) -> bool:
    """The range that is printed: i in [N] without 1."""
    return bool(instance["i"] <= order_of(instance["size"]))


told("sima14b", "H_(i+1) is a column of H^N", _is_index)(
    lambda instance: bool(instance["i"] + 1 <= order_of(instance["size"]))
)

told("sima14b-column", "H_i is a column of H^N other than the first", _is_index)(
    lambda instance: bool(2 <= instance["i"] <= order_of(instance["size"]))
)


def _indices() -> Iterator[Instance]:
    return ({"size": size, "i": i} for size in (1, 2, 3, 4) for i in range(2, order_of(size) + 1))


@claim(
    "SIMA-14b",
    location="Appendix A, after (21): the range of i, as printed",
    latex=r"i \in [N] \setminus \{1\}",
    text="The displays after (21), with b_{i+1} and H_{i+1}, are for i in [N] without 1.",
    corrected_by="SIMA-14",
)
def sima_14b() -> Case:
    """An index that is shifted by one."""
    return Case(
        argument="For i = N there is no column H_{N+1}. i = 1 is a member and is left out; for K = 1 it is the only "
        "one (N = 2, and the printed range is {2}). The range is meant for i + 1.",
        counterexample=Goal("N = 2, i = 2", counterexample("sima14b"), Hunt("sima14b", _indices)),
        twins=(Twin("the range, read for the column", counterexample("sima14b-column")),),
    )


COEFFICIENT = theorem(
    "coefficients of a report",
    PAIRS,
    "N*b(t, r, y) = sum(q(t, r, x)*H(y, x), x, 1, N)",
    Step(
        "all",
        "N*b(t, r, y) = sum(q(t, r, x)*H(y, x), x, 1, N)",
        apply(
            "coefficients in orthogonal signs",
            "signs",
            "orthogonal",
            "(20)",
            N="N",
            H="y, x: H(y, x)",
            b="y: b(t, r, y)",
            q="x: q(t, r, x)",
            y="y",
        ),
    ),
)
FIRST, SECOND = (
    "o1(t, k, r) = 2/N*sum(neg(k + 1, x)*q(t, r, x), x, 1, N)",
    "o2(t, k, r) = o1(t, k, r) + a*b(t, r, k + 1)",
)
theorem(
    "SIMA-14",
    PAIRS,
    f"{FIRST} and {SECOND}",
    Step(
        "coefficient",
        "N*b(t, r, k + 1) = sum(q(t, r, x)*H(k + 1, x), x, 1, N)",
        apply("coefficients of a report", y="k + 1"),
    ),
    Step("first", FIRST, arithmetic("(21), first", inside("sum(q(t, r, x)*_, x, 1, N)", "(16), first"))),
    Step(
        "second",
        SECOND,
        arithmetic(
            "(21), second",
            ("-1", "(21), first"),
            inside("sum(q(t, r, x)*_, x, 1, N)", "(16), second"),
            ("-a/N", "coefficient"),
        ),
    ),
)

refuted(
    "SIMA-14b",
    PAIRS,
    "l + 1 <= N",
    setting=game(1, "1", "4", ("response",)),
    variables={"l": "integer, 2 <= l, l <= N"},
    l=Fraction(2),
)
