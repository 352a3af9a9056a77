"""The density of a transcript of MWEM moves by at most e^(T (2 r w + w/b)) where one record is replaced.

Each mean moves by at most w/n, and so each score, whatever the iterate is, by at most w. A choice by weights e^(r s)
then moves by e^(2 r w), and the density of the measurement, around the mean with noise of scale b/n, by e^(w/b). Given
the rounds before, that is all: the iterate is the same on both data sets.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.models.mwem_transcripts import TRANSCRIPTS
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, inside
from dpassay.proofs_check.smoothed_analysis.moved_sums import MOVED_SUMS, SUM, SUM2

CENTER, CENTER2 = (f"sum(chosen(t, j)*{total}, j, 1, K)/n" for total in (SUM, SUM2))
LOSS: Final = "2*r*w + w/b"
LOGS, LOGS2 = (f"log(p{end}(t)) + log(g{end}(t))" for end in ("", "2"))


def _center(way: str, more: str, less: str) -> tuple[Step, ...]:
    """The mean of the query that is chosen moves by at most w/n."""
    high, low = (f"sum(chosen(t, j)*{mean}, j, 1, K)" for mean in (more, less))
    return (
        Step(
            f"center, {way}",
            f"{high}/n - {low}/n <= w/n",
            arithmetic(("1/n", inside("sum(chosen(t, j)*_, j, 1, K)", f"sum, {way}")), ("w/n", "one choice")),
        ),
    )


PRIVATE: Final = theorem(
    "MWEM: of one transcript",
    TRANSCRIPTS,
    f"f <= exp(T*({LOSS}))*f2",
    *MOVED_SUMS,
    Step(
        "score, up",
        "s(t, j) <= s2(t, j) + w",
        apply(
            "triangle inequality",
            "score, new",
            "score",
            "sum, up",
            "sum, down",
            v="n*a(t, j)",
            a=SUM2,
            b=SUM,
            g="s2(t, j)",
            h="s(t, j)",
            S="w",
        ),
    ),
    Step(
        "score, down",
        "s2(t, j) <= s(t, j) + w",
        apply(
            "triangle inequality",
            "score",
            "score, new",
            "sum, up",
            "sum, down",
            v="n*a(t, j)",
            a=SUM,
            b=SUM2,
            g="s(t, j)",
            h="s2(t, j)",
            S="w",
        ),
    ),
    Step("exponent, up", "r*s(t, j) <= r*w + r*s2(t, j)", arithmetic(("r", "score, up"))),
    Step("exponent, down", "r*s2(t, j) <= r*w + r*s(t, j)", arithmetic(("r", "score, down"))),
    Step(
        "choices",
        "p(t) <= exp(2*r*w)*p2(t)",
        apply(
            "the exponential mechanism is private",
            "exponent, up",
            "exponent, down",
            "weights",
            "weights, new",
            "choice",
            "choice, new",
            K="K",
            D="r*w",
            Z="Z(t)",
            Z2="Z2(t)",
            p="p(t)",
            p2="p2(t)",
            e="j: chosen(t, j)",
            pi="j: 1",
            x="j: r*s(t, j)",
            y="j: r*s2(t, j)",
        ),
    ),
    *_center("up", SUM, SUM2),
    *_center("down", SUM2, SUM),
    Step(
        "measurements",
        "exp(-d(t)*(w/b)/(w/n))*(w/b)/(2*(w/n)) <= exp(w/b)*(exp(-d2(t)*(w/b)/(w/n))*(w/b)/(2*(w/n)))",
        apply(
            "Laplace noise",
            "distance",
            "distance, new",
            "center, up",
            "center, down",
            a=CENTER,
            b=CENTER2,
            v="m(t)",
            g="d(t)",
            h="d2(t)",
            S="w/n",
            eps="w/b",
        ),
    ),
    Step(
        "densities",
        "g(t) <= exp(w/b)*g2(t)",
        arithmetic("measurements", "noise", ("-exp(w/b)", "noise, new")),
    ),
    Step(
        "round",
        f"{LOGS} <= {LOSS} + {LOGS2}",
        arithmetic(inside("log(_)", "choices"), inside("log(_)", "densities")),
    ),
    Step(
        "logs",
        f"log(f) <= T*({LOSS}) + log(f2)",
        arithmetic(inside("sum(_, t, 1, T)", "round"), "transcript", ("-1", "transcript, new")),
    ),
    Step(
        "all",
        f"f <= exp(T*({LOSS}))*f2",
        arithmetic(inside("exp(_)", "logs")),
    ),
)
