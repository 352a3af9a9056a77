"""SIMA-14: what a channel makes of the two laws of a pair, and the coefficient by which these differ.

Appendix A, (20), (21) and the two displays after (21). p1 is uniform on the labels of sign -1, so its report has law
(2/N) times the sum of q over these; and p2 - p1 is a H_{i+1}/N, so that the laws of the report differ by a times the
coefficient b_{i+1} = (1/N) sum of q H_{i+1}. That is for every column but the first, k + 1 = 2, ..., N, and every a.

SIMA-14b: the range is printed as i in [N] without 1, but at i = N there is no column H_{N+1}, and i = 1 is a pair. It is
meant for i + 1.
"""

from __future__ import annotations

from fractions import Fraction

from dpassay.proofs_check.models.hard_pairs import PAIRS, game
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic

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
    Step("mass", "q(t, r, x)*p1(k, x) = 2/N*neg(k + 1, x)*q(t, r, x)", arithmetic(("q(t, r, x)", "(16), first"))),
    Step(
        "masses",
        "sum(q(t, r, x)*p1(k, x), x, 1, N) = sum(2/N*neg(k + 1, x)*q(t, r, x), x, 1, N)",
        apply(
            "sum of equals",
            "mass",
            f="x: q(t, r, x)*p1(k, x)",
            g="x: 2/N*neg(k + 1, x)*q(t, r, x)",
            low="1",
            high="N",
        ),
    ),
    Step(
        "step",
        "q(t, r, x)*p2(k, x) = q(t, r, x)*p1(k, x) + a/N*q(t, r, x)*H(k + 1, x)",
        arithmetic(("q(t, r, x)", "(16), second")),
    ),
    Step(
        "steps",
        "sum(q(t, r, x)*p2(k, x), x, 1, N) = sum(q(t, r, x)*p1(k, x) + a/N*q(t, r, x)*H(k + 1, x), x, 1, N)",
        apply(
            "sum of equals",
            "step",
            f="x: q(t, r, x)*p2(k, x)",
            g="x: q(t, r, x)*p1(k, x) + a/N*q(t, r, x)*H(k + 1, x)",
            low="1",
            high="N",
        ),
    ),
    Step(
        "coefficient",
        "N*b(t, r, k + 1) = sum(q(t, r, x)*H(k + 1, x), x, 1, N)",
        apply("coefficients of a report", y="k + 1"),
    ),
    Step("first", FIRST, arithmetic("(21), first", "masses")),
    Step(
        "second",
        SECOND,
        arithmetic("(21), second", ("-1", "(21), first"), "steps", ("-a/N", "coefficient")),
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
