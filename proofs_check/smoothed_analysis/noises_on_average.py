"""MWEM where what choices miss and what noises add up to is small on average, for values in an interval of width 2.

With e = q(s) - q(D) and a noise nu a round takes 3/8 (e + nu/3)^2 - nu^2/6 off the potential, or more. So the squares
of off - slip/3 add up to at most 8/3 log(1/sigma) and 4/9 of those of all noises. Where these are at most v each, and S
on average, that is at most 4/9 T S v <= 4/9 T (S + v/4)^2, so what is off is on average at most 2 sqrt(log(1/sigma)/T)
and S/3 + 2/3 (S + v/4): all of S, and v/6. The last law of an average after the rounds is off by no more, by Pinsker.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.models.good_runs import MEASURED, TOGETHER
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, inside, use
from dpassay.proofs_check.smoothed_analysis.error_of_mwem import ROOTED, bounded, errors
from dpassay.proofs_check.smoothed_analysis.hrs_31g import MOVED, NARROW, PINSKER
from dpassay.proofs_check.smoothed_analysis.potential_of_mwem import DROP, ON_D, ON_S

GAP: Final = f"({ON_S} - {ON_D})"
NOISE: Final = f"(m(i) - {ON_S})"
ROUND: Final = "(off(i) - slip(i)/3)**2 <= 8/3*(psi(i - 1) - psi(i)) + 4/9*slip(i)**2"
theorem(
    "the error of a choice, and its noise",
    MEASURED,
    ROUND,
    Step("fall", DROP, apply("what a round takes off the potential")),
    Step("moved", f"0 <= {MOVED}**2", analysis("0 <= z**2", "(-oo, oo)", z=MOVED)),
    Step("part", f"0 <= {MOVED}**2/12", arithmetic(("1/12", "moved"))),
    Step(
        "squares",
        f"(-{GAP}*{NOISE})**2 = (off(i)*slip(i))**2",
        arithmetic(("-slip(i)**2", "error of a choice"), (f"-{GAP}**2", "error of a measurement")),
    ),
    Step(
        "product",
        f"-{GAP}*{NOISE} <= off(i)*slip(i)",
        apply("at most its absolute value", "squares", u=f"-{GAP}*{NOISE}", g="off(i)*slip(i)"),
    ),
    Step(
        "all",
        ROUND,
        arithmetic(
            ("8/3", "fall"),
            ("4 - w**2", "part"),
            ("2/3", "product"),
            "error of a choice",
            ("-1/3", "error of a measurement"),
        ),
        NARROW,
    ),
    where=NARROW,
)
MEAN: Final = "(sum(slip(i), i, 1, T)/T)"
Y: Final = f"(2*sqrt(log(1/sigma)/T) + 2/3*({MEAN} + v/4))"
NOISES: Final = (
    *ROOTED,
    Step("round", ROUND, apply("the error of a choice, and its noise"), NARROW),
    Step("one noise", "slip(i)**2 <= v*slip(i)", arithmetic(("slip(i)", "measurements"))),
    Step(
        "noises",
        "sum(slip(i)**2, i, 1, T) <= v*sum(slip(i), i, 1, T)",
        arithmetic(inside("sum(_, i, 1, T)", "one noise")),
    ),
    Step("mean", f"0 <= ({MEAN} - v/4)**2", analysis("0 <= z**2", "(-oo, oo)", z=f"{MEAN} - v/4")),
    Step("at first", "psi(0) <= log(1/sigma)", apply("HRS-26")),
    Step("at last", "0 <= psi(T)", apply("the potential is at least 0", j="T")),
    Step("not negative", "0 <= log(1/sigma)", arithmetic("log of ratio", ("-1", "log of 1"))),
    Step(
        "in all",
        f"8/3*log(1/sigma) + 4/9*sum(slip(i)**2, i, 1, T) <= T*{Y}**2",
        arithmetic(("4/9", "noises"), ("4/9*T", "mean"), ("4/3", "not negative")),
        (),
        ("root",),
    ),
)
OFF: Final = "off({0}) - slip({0})/3"
BEFORE: Final = f"sum({OFF.format('i')}, i, 1, T - 1) + ({OFF.format('T')})"
theorem(
    "what choices are off by, but for their noise",
    MEASURED,
    f"{BEFORE} <= T*{Y}",
    *NOISES,
    Step(
        "telescope",
        "sum(psi(i) - psi(i - 1), i, 1, T) = psi(T) - psi(0)",
        apply("telescope", low="1", high="T", f="t: psi(t - 1)"),
    ),
    Step(
        "last",
        "sum((off(i) - slip(i)/3)**2, i, 1, T) = sum((off(i) - slip(i)/3)**2, i, 1, T - 1) + (off(T) - slip(T)/3)**2",
        apply("last term", f="i: (off(i) - slip(i)/3)**2", low="1", high="T"),
    ),
    Step(
        "squares",
        f"sum((off(i) - slip(i)/3)**2, i, 1, T - 1) + (off(T) - slip(T)/3)**2 <= T*{Y}**2",
        arithmetic(
            inside("sum(_, i, 1, T)", "round"),
            ("-8/3", "telescope"),
            ("-1", "last"),
            ("8/3", "at first"),
            ("8/3", "at last"),
            "in all",
        ),
        NARROW,
        ("root",),
    ),
    Step(
        "all",
        f"{BEFORE} <= T*{Y}",
        apply("a sum below its squares", "squares", n="T", f="i: off(i) - slip(i)/3", e="off(T) - slip(T)/3", Y=Y),
        NARROW,
        ("root",),
    ),
    where=NARROW,
)
LATER: Final = f"sum({OFF.format('(t + 1)')}, t, 1, T - 1) + far(T, k)"
theorem(
    "what later choices are off by, but for their noise",
    MEASURED,
    f"{LATER} <= T*{Y}",
    *NOISES,
    Step("square", "0 <= (off(1) - slip(1)/3)**2", analysis("0 <= z**2", "(-oo, oo)", z="off(1) - slip(1)/3")),
    Step(
        "first", "psi(1) <= psi(0) + slip(1)**2/6", arithmetic(("3/8", use("round", i="1")), ("3/8", "square")), NARROW
    ),
    Step(
        "later round",
        "(off(u + 1) - slip(u + 1)/3)**2 <= 8/3*(psi(u) - psi(u + 1)) + 4/9*slip(u + 1)**2",
        arithmetic(use("round", i="u + 1")),
        NARROW,
    ),
    Step(
        "rounds",
        "sum((off(t + 1) - slip(t + 1)/3)**2, t, 1, T - 1) <= "
        "sum(8/3*(psi(t) - psi(t + 1)) + 4/9*slip(t + 1)**2, t, 1, T - 1)",
        apply(
            "sum grows",
            "later round",
            f="t: (off(t + 1) - slip(t + 1)/3)**2",
            g="t: 8/3*(psi(t) - psi(t + 1)) + 4/9*slip(t + 1)**2",
            low="1",
            high="T - 1",
        ),
        NARROW,
    ),
    Step(
        "telescope",
        "sum(psi(t + 1) - psi(t), t, 1, T - 1) = psi(T) - psi(1)",
        apply("telescope", low="1", high="T - 1", f="t: psi(t)"),
    ),
    Step(
        "shifted",
        "sum(slip(t + 1)**2, t, 1, T - 1) = sum(slip(t)**2, t, 2, T)",
        apply("sum of shifted terms", f="t: slip(t)**2", low="1", high="T - 1"),
    ),
    Step(
        "first noise",
        "sum(slip(i)**2, i, 1, T) = slip(1)**2 + sum(slip(i)**2, i, 2, T)",
        apply("sum in two parts", f="i: slip(i)**2", low="1", mid="1", high="T"),
    ),
    Step(
        "Pinsker",
        PINSKER,
        apply("an error and the potential, for values in an interval of width 2"),
        NARROW,
    ),
    Step("end", "far(T, k)**2 <= 2*psi(T)", arithmetic(use("Pinsker", j="T")), NARROW),
    Step(
        "squares",
        f"sum((off(t + 1) - slip(t + 1)/3)**2, t, 1, T - 1) + far(T, k)**2 <= T*{Y}**2",
        arithmetic(
            "rounds",
            ("-8/3", "telescope"),
            ("4/9", "shifted"),
            ("-4/9", "first noise"),
            "end",
            ("2/3", "at last"),
            ("8/3", "first"),
            ("8/3", "at first"),
            "in all",
        ),
        NARROW,
        ("root",),
    ),
    Step(
        "all",
        f"{LATER} <= T*{Y}",
        apply("a sum below its squares", "squares", n="T", f="t: off(t + 1) - slip(t + 1)/3", e="far(T, k)", Y=Y),
        NARROW,
        ("root",),
    ),
    where=NARROW,
)
TOGETHER_TEXT: Final = ", where choices and noises are good on average"
MOST: Final = "2*sqrt(log(1/sigma)/T) + v/6 + c"
SPLIT: Final = Step(
    "last",
    f"sum({OFF.format('i')}, i, 1, T) = {BEFORE}",
    apply("last term", f=f"i: {OFF.format('i')}", low="1", high="T"),
)
bounded(
    "before",
    Step("term", "far(t - 1, k) <= largest(t - 1)", arithmetic(use("largest", j="t - 1"))),
    Step(
        "terms",
        f"{errors('before')} <= sum(largest(t - 1), t, 1, T)",
        apply("sum grows", "term", f="t: far(t - 1, k)", g="t: largest(t - 1)", low="1", high="T"),
    ),
    SPLIT,
    Step("offs", f"{BEFORE} <= T*{Y}", apply("what choices are off by, but for their noise"), NARROW, ("root",)),
    Step(
        "sum",
        f"{errors('before')} <= T*({MOST})",
        arithmetic("terms", "choices and noises", "last", "offs"),
        NARROW,
        ("root",),
    ),
    model=TOGETHER,
    where_choices_are=TOGETHER_TEXT,
    most=MOST,
    narrow=NARROW,
)
SHIFTED: Final = "sum(largest(t) - off(t + 1) + slip(t + 1), t, 1, T - 1)"
bounded(
    "after",
    Step("term", "far(u, k) <= largest(u)", arithmetic(use("largest", j="u"))),
    Step(
        "terms",
        "sum(far(t, k), t, 1, T - 1) <= sum(largest(t), t, 1, T - 1)",
        apply("sum grows", "term", f="t: far(t, k)", g="t: largest(t)", low="1", high="T - 1"),
    ),
    Step(
        "last",
        f"{errors('after')} = sum(far(t, k), t, 1, T - 1) + far(T, k)",
        apply("last term", f="t: far(t, k)", low="1", high="T"),
    ),
    Step(
        "shifted",
        f"{SHIFTED} = sum(largest(t - 1) - off(t) + slip(t), t, 2, T)",
        apply("sum of shifted terms", f="t: largest(t - 1) - off(t) + slip(t)", low="1", high="T - 1"),
    ),
    Step(
        "first",
        "sum(largest(t - 1) - off(t) + slip(t), t, 1, T) = "
        "largest(0) - off(1) + slip(1) + sum(largest(t - 1) - off(t) + slip(t), t, 2, T)",
        apply("sum in two parts", f="t: largest(t - 1) - off(t) + slip(t)", low="1", mid="1", high="T"),
    ),
    Step(
        "later noises",
        "sum(slip(t + 1), t, 1, T - 1) = sum(slip(t), t, 2, T)",
        apply("sum of shifted terms", f="t: slip(t)", low="1", high="T - 1"),
    ),
    Step(
        "first noise",
        "sum(slip(t), t, 1, T) = slip(1) + sum(slip(t), t, 2, T)",
        apply("sum in two parts", f="t: slip(t)", low="1", mid="1", high="T"),
    ),
    Step("offs", f"{LATER} <= T*{Y}", apply("what later choices are off by, but for their noise"), NARROW, ("root",)),
    Step(
        "sum",
        f"{errors('after')} <= T*({MOST})",
        arithmetic(
            "terms",
            "last",
            "choices and noises",
            ("-1", "first"),
            "shifted",
            use("a choice is a query", i="1"),
            "offs",
            ("2/3", "first noise"),
            ("-2/3", "later noises"),
        ),
        NARROW,
        ("root",),
    ),
    model=TOGETHER,
    where_choices_are=TOGETHER_TEXT,
    most=MOST,
    narrow=NARROW,
)
