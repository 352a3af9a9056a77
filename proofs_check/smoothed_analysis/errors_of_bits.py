"""The error of MWEM on queries with values in an interval of width 1, after any number of rounds: three bounds.

An error is at most the width, and by Pinsker's inequality at most sqrt(psi/2). A round adds at most 2/15 v^2 to the
potential, whatever is chosen, so that after T rounds it is at most log(1/sigma) + 2/15 T v^2. Where what choices miss
and what noises add up to is at most T c, `noises_on_average` has a third bound. At the levels of Theorem 4.2 one of the
three is at most that of the theorem (`cases_of_bits`). The dimension is written ``z`` here, as ``d(j, x)`` is a law.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from dpassay.proofs_check.models.anything import anything
from dpassay.proofs_check.models.good_runs import MEASURED, TOGETHER
from dpassay.proofs_check.models.smooth_mwem import RUN
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Given, Step, analysis, apply, arithmetic, inside, use
from dpassay.proofs_check.smoothed_analysis.cases_of_bits import CASES
from dpassay.proofs_check.smoothed_analysis.error_of_mwem import AT, ROOTED, TERMS, both, errors
from dpassay.proofs_check.smoothed_analysis.error_of_mwem import GAP as APART
from dpassay.proofs_check.smoothed_analysis.many_rounds_of_bits import POSITIVE
from dpassay.proofs_check.smoothed_analysis.noises_on_average import TOGETHER_TEXT
from dpassay.proofs_check.smoothed_analysis.noises_on_average import most as most_on_average
from dpassay.proofs_check.smoothed_analysis.potential_of_mwem import LAW, ON_QUERY
from dpassay.proofs_check.smoothed_analysis.widths import UNIT

INDEX: Final = {"t": "integer, 1 <= t, t <= n"}
BITS: Final = ("w <= 1",)
WITHIN: Final = "far(j, k) <= w"
theorem(
    "an error is at most the width",
    RUN,
    WITHIN,
    Step("law", LAW, apply("D is a law")),
    Step(
        "high",
        f"{ON_QUERY} <= low + w",
        arithmetic(inside("sum(_*d(j, x), x, 1, N)", "values, high"), ("low + w", "law")),
    ),
    Step("low", f"low <= {ON_QUERY}", arithmetic(inside("sum(_*d(j, x), x, 1, N)", "values, low"), ("-low", "law"))),
    Step(
        "true, high",
        "true(k) <= low + w",
        arithmetic(inside("sum(_*s(x), x, 1, N)", "values, high"), ("low + w", "s is a law"), "the same answers"),
    ),
    Step(
        "true, low",
        "low <= true(k)",
        arithmetic(inside("sum(_*s(x), x, 1, N)", "values, low"), ("-low", "s is a law"), ("-1", "the same answers")),
    ),
    Step("above", f"{APART} <= w", arithmetic("true, high", "low")),
    Step("below", f"-{APART} <= w", arithmetic("high", "true, low")),
    Step(
        "all",
        WITHIN,
        apply("an absolute value is at most", "error", "above", "below", u=APART, g="far(j, k)", c="w"),
    ),
)
RISE: Final = "psi(i) <= psi(i - 1) + 2/15*v**2"
BY_THEN: Final = "psi({0}) <= log(1/sigma) + {0}*(2/15*v**2)"
OFF: Final = f"off(i) - {UNIT.part}*slip(i)"
SPREAD: Final = "log(1/sigma)/2 + T*v**2/15"
theorem(
    "an error and the noise of all rounds",
    MEASURED,
    f"far(j, k)**2 <= {SPREAD}",
    Step("round", UNIT.round, apply(f"the error of a choice, and its noise{UNIT.text}"), UNIT.narrow),
    Step("square", f"0 <= ({OFF})**2", analysis("0 <= z**2", "(-oo, oo)", z=OFF)),
    Step("slip", "slip(i)**2 <= v**2", arithmetic(("slip(i)", "measurements"), ("v", "measurements"))),
    Step("rise", RISE, arithmetic(("15/32", "round"), ("15/32", "square"), ("2/15", "slip")), UNIT.narrow),
    Step("first", "psi(0) <= log(1/sigma)", apply("HRS-26")),
    Step("start", "psi(0) <= log(1/sigma) + 0*(2/15*v**2)", arithmetic("first")),
    Step(
        "next",
        BY_THEN.format("(u + 1)"),
        arithmetic(use("rise", i="u + 1"), BY_THEN.format("u")),
        (*UNIT.narrow, BY_THEN.format("u")),
    ),
    Step(
        "by then",
        BY_THEN.format("j"),
        apply(
            "induction",
            "start",
            "next",
            low="0",
            high="j",
            f="t: psi(t)",
            g="t: log(1/sigma) + t*(2/15*v**2)",
        ),
        UNIT.narrow,
    ),
    Step("Pinsker", UNIT.pinsker, apply(f"an error and the potential{UNIT.text}"), UNIT.narrow),
    Step(
        "all",
        f"far(j, k)**2 <= {SPREAD}",
        arithmetic("Pinsker", ("1/2", "by then"), ("v**2/15", "j <= T")),
        UNIT.narrow,
    ),
    where=UNIT.narrow,
)
theorem(
    "terms of at most so much",
    anything(
        "terms and a bound",
        {"n": "integer, 1 <= n", "R": "real"},
        {"f": Named(index=INDEX)},
        ({"n": Fraction(2), "R": Fraction(3), "f": Fraction}, {"n": Fraction(1), "R": Fraction(-1), "f": lambda t: -t}),
        INDEX,
    ),
    "sum(f(t), t, 1, n) <= n*R",
    Step("all", "sum(f(t), t, 1, n) <= n*R", arithmetic(inside("sum(_, t, 1, n)", "term"))),
    given={"term": Given("f(t) <= R")},
)
L: Final = "z*log(41/g)"
RATE: Final = "2*T/(eps*n)"
WORST: Final = "(log(41) + log(2*n) + log(1/sigma))"
CHOICES: Final = f"c <= 4*T*(log(K) + log(2) + ({L} - log(T))/T)/(eps*n)"
NOISES: Final = f"v <= 2*T*{L}/(eps*n)"
FEW: Final = f"log(K) <= {L}"
LEVELED: Final = (*BITS, "2*n*g = sigma", FEW, CHOICES, NOISES)
PRINTED: Final = "1/n + 2*sqrt(log(1/sigma)/T) + 10*T*z*log(2*n/sigma)/(eps*n)"
VARIABLES: Final = {**TERMS, "z": "real, 1 <= z", "g": "real, 0 < g"}
LEFT: Final = f"32/15*z*{WORST} + 2*log(2) + 2*(z*{WORST} - log(T))/T"
ROOT: Final = f"sqrt({SPREAD})"
SAMPLES: Final = {"g": (Fraction(1, 3),), "z": (Fraction(1), Fraction(2))}
MEANING: Final = ("root", "not negative")
POSITIVE_LOGS: Final = ("log of 2n", "log of 41")


def _levels() -> Iterator[Step]:
    """The levels, with the logarithms of n and sigma."""
    yield from ROOTED
    yield Step("not negative", "0 <= log(1/sigma)", arithmetic("log of ratio", ("-1", "log of 1")))
    yield from POSITIVE
    yield Step("narrow", UNIT.narrow[0], arithmetic(("1 + w", BITS[0])), BITS)
    yield Step("ratio", "41/g = 41*((2*n)*(1/sigma))", arithmetic(("-41/(g*sigma)", LEVELED[1])), LEVELED)
    yield Step(
        "log of 41/g",
        "log(41/g) <= log(41*((2*n)*(1/sigma)))",
        apply("log grows", "ratio", A="41/g", B="41*((2*n)*(1/sigma))"),
        LEVELED,
    )
    yield Step("logs", f"log(41/g) <= {WORST}", arithmetic("log of 41/g"), LEVELED)
    yield Step("noises", f"v <= {RATE}*z*{WORST}", arithmetic(NOISES, (f"{RATE}*z", "logs")), LEVELED)
    yield Step(
        "both",
        f"c + 2/15*v <= {RATE}*({LEFT})",
        arithmetic(
            CHOICES,
            (f"2*{RATE}", FEW),
            (f"2*{RATE}*z", "logs"),
            (f"2*{RATE}*z/T", "logs"),
            ("2/15", "noises"),
        ),
        LEVELED,
    )
    yield Step(
        "spread",
        f"{ROOT}**2 <= log(1/sigma)/2 + T*({RATE}*z*{WORST})**2/15",
        arithmetic((f"T/15*(v + {RATE}*z*{WORST})", "noises")),
        LEVELED,
        (*MEANING, *POSITIVE_LOGS),
    )


def _laws(average: str) -> Iterator[Step]:
    """The sum of the errors of the laws that are averaged."""
    j = AT[average]
    yield Step("width", WITHIN, apply("an error is at most the width"))
    yield Step(
        "within",
        f"{errors(average)} <= T",
        arithmetic(inside("sum(_, t, 1, T)", "width", j=j), ("T", BITS[0])),
        BITS,
    )
    yield Step("noise", f"far(j, k)**2 <= {SPREAD}", apply("an error and the noise of all rounds", "narrow"), BITS)
    yield Step(
        "noisy",
        f"far(j, k) <= {ROOT}",
        apply("a root is at least", "noise", x=SPREAD, u="far(j, k)"),
        BITS,
        MEANING,
    )
    yield Step("then", f"far({j}, k) <= {ROOT}", arithmetic(use("noisy", j=j)), BITS, MEANING)
    yield Step(
        "moved",
        f"{errors(average)} <= T*{ROOT}",
        apply("terms of at most so much", "then", n="T", f=f"t: far({j}, k)", R=ROOT),
        BITS,
        MEANING,
    )


def _way(average: str, way: str, number: int) -> Iterator[Step]:
    """One of both inequalities."""
    gap = both(average, "0").split(" and ")[number].removesuffix(" <= 0")
    summed = both(average, f"{errors(average)}/T").split(" and ")[number]
    on_average = both(average, most_on_average(UNIT)).split(" and ")[number]
    yield Step(f"{way}, summed", summed, apply(f"the error of the average {average}"))
    yield Step(f"{way}, at most 1", f"{gap} <= 1", arithmetic(f"{way}, summed", ("1/T", "within")), BITS)
    yield Step(f"{way}, moved", f"{gap} <= {ROOT}", arithmetic(f"{way}, summed", ("1/T", "moved")), BITS, MEANING)
    yield Step(
        f"{way}, on average",
        on_average,
        apply(f"the bound of the average {average}{TOGETHER_TEXT}{UNIT.text}", "narrow"),
        BITS,
        MEANING,
    )
    yield Step(
        f"{way}, leveled",
        f"{gap} <= 2*sqrt(log(1/sigma)/T) + {RATE}*({LEFT})",
        arithmetic(f"{way}, on average", "both"),
        LEVELED,
        MEANING,
    )
    yield Step(
        f"{way}, enough",
        f"{gap} <= 1/n + 2*sqrt(log(1/sigma)/T) + 5*({RATE})*z*(log(2*n) + log(1/sigma))",
        apply(
            CASES,
            f"{way}, at most 1",
            f"{way}, leveled",
            f"{way}, moved",
            "spread",
            n="n",
            T="T",
            h="log(1/sigma)",
            d="z",
            b=RATE,
            e=gap,
            R=ROOT,
        ),
        LEVELED,
        MEANING,
    )


def leveled(average: str) -> str:
    """The name of the theorem on an average."""
    return f"the bound of the average {average}{UNIT.text}, at the levels of Theorem 4.2"


def _bits(average: str) -> None:
    """The bound of Theorem 4.2."""
    up, down = both(average, PRINTED).split(" and ")
    theorem(
        leveled(average),
        TOGETHER,
        both(average, PRINTED),
        *_levels(),
        *_laws(average),
        *_way(average, "up", 0),
        *_way(average, "down", 1),
        Step("up", up, arithmetic("up, enough"), LEVELED, MEANING),
        Step("down", down, arithmetic("down, enough"), LEVELED, MEANING),
        where=LEVELED,
        variables=VARIABLES,
        samples=SAMPLES,
    )


for _average in ("before", "after"):
    _bits(_average)
