"""The second part of SIMA-44: the median trick makes an estimate near with high probability."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.proofs_check.models.median_trick import MEDIAN
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, words

NEAR: Final = "sum([far(i) <= 3*alpha], i, 1, m)"

ENOUGH: Final = ("18*log(1/beta) <= m",)

theorem(
    "SIMA-44: the median trick",
    MEDIAN,
    "Pr(9*alpha < chosen) <= beta",
    Step("log beta", "0 <= log(1/beta)", analysis("0 <= log(1/z)", "(0, 1]", z="beta")),
    # Markov
    Step(
        "not near",
        "[far(i) <= 3*alpha] = 0",
        apply("indicator of what fails", A="far(i)", B="3*alpha"),
        ("3*alpha < far(i)",),
    ),
    Step(
        "is near",
        "[far(i) <= 3*alpha] = 1",
        apply("indicator of what holds", A="far(i)", B="3*alpha"),
        ("far(i) <= 3*alpha",),
    ),
    Step(
        "where it is not",
        "1 - far(i)/(3*alpha) <= [far(i) <= 3*alpha]",
        arithmetic("not near", ("1/(3*alpha)", "3*alpha < far(i)")),
        ("3*alpha < far(i)",),
    ),
    Step(
        "where it is",
        "1 - far(i)/(3*alpha) <= [far(i) <= 3*alpha]",
        arithmetic(("-1", "is near")),
        ("far(i) <= 3*alpha",),
    ),
    Step(
        "pointwise",
        "1 - far(i)/(3*alpha) <= [far(i) <= 3*alpha]",
        apply(
            "cases",
            "where it is",
            "where it is not",
            A="1 - far(i)/(3*alpha)",
            B="[far(i) <= 3*alpha]",
            c="3*alpha - far(i)",
        ),
    ),
    Step(
        "Markov",
        "E(1 - far(i)/(3*alpha)) <= E([far(i) <= 3*alpha])",
        apply("expectation grows", "pointwise", P="P", X="1 - far(i)/(3*alpha)", Y="[far(i) <= 3*alpha]"),
    ),
    Step("likely", "2/3 <= E([far(i) <= 3*alpha])", arithmetic("Markov", ("1/(3*alpha)", "accurate"))),
    # Hoeffding
    Step("at most one", "[far(i) <= 3*alpha] <= 1", apply("a comparison", x="3*alpha", y="far(i)")),
    Step(
        "moments",
        "E(exp(-2/3*[far(i) <= 3*alpha])) <= exp(-2/3*E([far(i) <= 3*alpha]) + 1/18)",
        apply("Hoeffding's lemma", "at most one", P="P", X="[far(i) <= 3*alpha]", low="0", high="1", s="-2/3"),
    ),
    Step("exponent", "-2/3*E([far(i) <= 3*alpha]) + 1/18 <= -7/18", arithmetic(("2/3", "likely"))),
    Step(
        "grows",
        "exp(-2/3*E([far(i) <= 3*alpha]) + 1/18) <= exp(-7/18)",
        apply("exp grows", "exponent", A="-2/3*E([far(i) <= 3*alpha]) + 1/18", B="-7/18"),
    ),
    Step("of one", "E(exp(-2/3*[far(i) <= 3*alpha])) <= exp(-7/18)", arithmetic("moments", "grows")),
    Step(
        "of all",
        f"E(exp(-2/3*{NEAR})) <= exp(sum(-7/18, i, 1, m))",
        apply(
            "independent sum",
            "independent",
            "of one",
            P="P",
            X="i: [far(i) <= 3*alpha]",
            c="i: -7/18",
            low="1",
            high="m",
            s="-2/3",
        ),
    ),
    Step(
        "tail",
        f"Pr({NEAR} <= m/2) <= exp(-7/18*m + 2/3*(m/2))",
        apply("lower tail", "of all", P="P", X=NEAR, s="2/3", c="-7/18*m", e="m/2"),
    ),
    Step("small", "-m/18 <= -log(1/beta)", arithmetic(("1/18", ENOUGH[0])), ENOUGH),
    Step("power", "exp(-m/18) <= exp(-log(1/beta))", apply("exp grows", "small", A="-m/18", B="-log(1/beta)"), ENOUGH),
    Step("reciprocal", "exp(log(1/beta)) = 1/beta", apply("exp of log", A="1/beta")),
    # the trick
    Step(
        "majority",
        f"[9*alpha < chosen] <= [{NEAR} <= m/2]",
        words(
            "Where more than half are within 3 alpha of the truth, any two of these are within 6 alpha, so "
            "the chosen one is within 6 alpha of more than half. Two majorities share an estimate.",
        ),
    ),
    Step(
        "events",
        f"Pr(9*alpha < chosen) <= Pr({NEAR} <= m/2)",
        apply("expectation grows", "majority", P="P", X="[9*alpha < chosen]", Y=f"[{NEAR} <= m/2]"),
    ),
    Step(
        "all",
        "Pr(9*alpha < chosen) <= beta",
        arithmetic("events", "tail", "power", ("-beta*exp(-log(1/beta))", "reciprocal")),
        ENOUGH,
    ),
    where=ENOUGH,
    variables={"beta": "real, 0 < beta, beta <= 1"},
    samples={"beta": (Fraction(1, 2), Fraction(9, 10), Fraction(1))},
)
