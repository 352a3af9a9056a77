"""The error of MWEM where the choices and the measurements are as good as they should be: both averages.

On the event a choice misses the largest error by at most c, and a measurement the answer by at most v. Then off(i)^2 <=
4 (psi(i - 1) - psi(i)) + v^2, the squares of T rounds add up to at most 4 log(1/sigma) + T v^2 <= T Y^2 with Y = 2
sqrt(log(1/sigma)/T) + v, and so the errors of D_0, ..., D_(T - 1) on any query to at most T (c + Y).

For D_1, ..., D_T the first round is left out and the error u of D_T on the query is added: u^2 <= 4 psi(T), by
Hoeffding's lemma, and psi(1) <= psi(0) + v^2/4. So the squares add up to no more.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from dpassay.proofs_check.models.good_runs import GOOD, MEASURED
from dpassay.proofs_check.models.smooth_mwem import RUN
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Model, Step, analysis, apply, arithmetic, inside, use
from dpassay.proofs_check.smoothed_analysis.hrs_27 import CLAIMED
from dpassay.proofs_check.smoothed_analysis.potential_of_mwem import ON_QUERY

NARROW: Final = ("w**2 <= 8",)
Y: Final = "(2*sqrt(log(1/sigma)/T) + v)"
ROUND: Final = "off(i)**2 <= 4*(psi(i - 1) - psi(i)) + v**2"
theorem(
    "the error of a good choice",
    MEASURED,
    ROUND,
    Step("fall", CLAIMED, apply("HRS-27-sharp"), NARROW),
    Step("slip", "slip(i)**2 <= v**2", arithmetic(("slip(i)", "measurements"), ("v", "measurements"))),
    Step(
        "all",
        ROUND,
        arithmetic(("4", "fall"), "error of a choice", ("-1", "error of a measurement"), "slip"),
        NARROW,
    ),
    where=NARROW,
)
LAST: Final = "far(j, k)**2 <= 4*psi(j)"
GAP: Final = f"(true(k) - {ON_QUERY})"
theorem(
    "an error and the potential",
    RUN,
    LAST,
    Step("apart", f"{GAP}/2*{GAP} <= psi(j) + ({GAP}/2)**2*w**2/8", apply("a query tells laws apart", h=f"{GAP}/2")),
    Step("square", f"0 <= {GAP}**2", analysis("0 <= z**2", "(-oo, oo)", z=GAP)),
    Step("part", f"0 <= {GAP}**2/8", arithmetic(("1/8", "square"))),
    Step("all", LAST, arithmetic(("4", "apart"), ("8 - w**2", "part"), "error"), NARROW),
    where=NARROW,
)
ROOTED: Final = (
    Step("at least 1", "1 <= 1/sigma", arithmetic(("1/sigma", "sigma <= 1"))),
    Step("log of 1", "log(exp(0)) = 0", apply("log of exp", A="0")),
    Step("log of ratio", "log(1) <= log(1/sigma)", apply("log grows", "at least 1", A="1", B="1/sigma")),
    Step("root", "0 <= log(1/sigma)/T", arithmetic(("1/T", "log of ratio"), ("-1/T", "log of 1"))),
)
FALL: Final = "4*(psi(i - 1) - psi(i)) + v**2"
OFFS: Final = f"sum(off(i), i, 1, T - 1) + off(T) <= T*{Y}"
theorem(
    "the errors of good choices",
    MEASURED,
    OFFS,
    *ROOTED,
    Step("round", ROUND, apply("the error of a good choice"), NARROW),
    Step(
        "telescope",
        "sum(psi(i) - psi(i - 1), i, 1, T) = psi(T) - psi(0)",
        apply("telescope", low="1", high="T", f="t: psi(t - 1)"),
    ),
    Step(
        "last",
        "sum(off(i)**2, i, 1, T) = sum(off(i)**2, i, 1, T - 1) + off(T)**2",
        apply("last term", f="i: off(i)**2", low="1", high="T"),
    ),
    Step("potential falls", "psi(0) - psi(T) <= log(1/sigma)", apply("HRS-26")),
    Step(
        "squares",
        f"sum(off(i)**2, i, 1, T - 1) + off(T)**2 <= T*{Y}**2",
        arithmetic(inside("sum(_, i, 1, T)", "round"), ("-4", "telescope"), ("-1", "last"), ("4", "potential falls")),
        NARROW,
        ("root",),
    ),
    Step(
        "all",
        OFFS,
        apply("a sum below its squares", "squares", n="T", f="i: off(i)", e="off(T)", Y=Y),
        NARROW,
        ("root",),
    ),
    where=NARROW,
)
AT: Final = {"before": "t - 1", "after": "t"}
"""The laws that are averaged."""


def on(average: str) -> str:
    """The answer of an average to query k."""
    return f"sum(ask(k, x)*{average}(x), x, 1, N)"


def errors(average: str) -> str:
    """The sum of the errors of the laws that are averaged."""
    return f"sum(far({AT[average]}, k), t, 1, T)"


def both(average: str, most: str) -> str:
    """The error of an average is at most so much."""
    return f"{on(average)} - true(k) <= {most} and true(k) - {on(average)} <= {most}"


def _jensen(average: str) -> None:
    """An average is off by no more than its laws are on average: (7) of the proof."""
    ways = {way: tuple(_off(average, way)) for way in ("up", "down")}
    theorem(
        f"the error of the average {average}",
        MEASURED,
        both(average, f"{errors(average)}/T"),
        *_turned(average),
        *ways["up"][:-1],
        *ways["down"][:-1],
        *(steps[-1] for steps in ways.values()),
        variables=TERMS,
    )


def _turned(average: str) -> Iterator[Step]:
    """The answer of the average is the average of the answers."""
    cell = f"ask(k, x)*d({AT[average]}, x)/T"
    of_x = f"sum({cell}, t, 1, T)"
    yield Step("term", f"ask(k, x)*{average}(x) = {of_x}", arithmetic(("ask(k, x)", f"average {average}")))
    yield Step(
        "terms",
        f"{on(average)} = sum({of_x}, x, 1, N)",
        apply("sum of equals", "term", f=f"x: ask(k, x)*{average}(x)", g=f"x: {of_x}", low="1", high="N"),
    )
    yield Step(
        "turned",
        f"sum({of_x}, x, 1, N) = sum(sum({cell}, x, 1, N), t, 1, T)",
        apply("sums in either order", m="N", n="T", f=f"x, t: {cell}"),
    )


def _off(average: str, way: str) -> Iterator[Step]:
    """By how much it is above, or below."""
    j = AT[average]
    answers, sign = (on(average), f"sum(ask(k, x)*d({j}, x), x, 1, N)"), "1" if way == "up" else "-1"
    total, gap = (f"{answer} - true(k)" if way == "up" else f"true(k) - {answer}" for answer in answers)
    yield Step(
        f"error {way}",
        f"{gap} <= far({j}, k)",
        apply("at most its absolute value", use("error", j=j), u=gap, g=f"far({j}, k)"),
    )
    yield Step(
        f"errors {way}",
        f"sum({gap}, t, 1, T) <= {errors(average)}",
        apply("sum grows", f"error {way}", f=f"t: {gap}", g=f"t: far({j}, k)", low="1", high="T"),
    )
    yield Step(
        way,
        f"{total} <= {errors(average)}/T",
        arithmetic(("1/T", f"errors {way}"), (sign, "terms"), (sign, "turned")),
    )


TERMS: Final = {"t": "integer, 1 <= t, t <= T"}
_jensen("before")
_jensen("after")
MOST: Final = "2*sqrt(log(1/sigma)/T) + v + c"
NEXT: Final = "4*psi(1) + (T - 1)*v**2"


def bounded(
    average: str,
    *steps: Step,
    model: Model = GOOD,
    where_choices_are: str = "",
    most: str = MOST,
    narrow: tuple[str, ...] = NARROW,
) -> None:
    """The error of an average, from the sum of the errors."""
    up, down = both(average, most).split(" and ")
    theorem(
        f"the bound of the average {average}{where_choices_are}",
        model,
        both(average, most),
        *ROOTED,
        *steps,
        Step(
            "up, summed",
            f"{on(average)} - true(k) <= {errors(average)}/T",
            apply(f"the error of the average {average}"),
        ),
        Step(
            "down, summed",
            f"true(k) - {on(average)} <= {errors(average)}/T",
            apply(f"the error of the average {average}"),
        ),
        Step("up", up, arithmetic("up, summed", ("1/T", "sum")), narrow, ("root",)),
        Step("down", down, arithmetic("down, summed", ("1/T", "sum")), narrow, ("root",)),
        where=narrow,
        variables=TERMS,
    )


bounded(
    "before",
    Step("term", "far(t - 1, k) <= c + off(t)", arithmetic(use("choices", i="t"), use("largest", j="t - 1"))),
    Step(
        "terms",
        f"{errors('before')} <= sum(c + off(t), t, 1, T)",
        apply("sum grows", "term", f="t: far(t - 1, k)", g="t: c + off(t)", low="1", high="T"),
    ),
    Step(
        "last",
        "sum(off(t), t, 1, T) = sum(off(t), t, 1, T - 1) + off(T)",
        apply("last term", f="t: off(t)", low="1", high="T"),
    ),
    Step("offs", OFFS, apply("the errors of good choices"), NARROW, ("root",)),
    Step("sum", f"{errors('before')} <= T*({MOST})", arithmetic("terms", "last", "offs"), NARROW, ("root",)),
)
LATER: Final = "sum(off(t + 1), t, 1, T - 1) + far(T, k)"
theorem(
    "the errors of later choices",
    MEASURED,
    f"{LATER} <= T*{Y}",
    *ROOTED,
    Step("round", ROUND, apply("the error of a good choice"), NARROW),
    Step("first", "psi(1) <= psi(0) + v**2/4", arithmetic(("1/4", use("round", i="1"))), NARROW),
    Step("later round", "off(u + 1)**2 <= 4*(psi(u) - psi(u + 1)) + v**2", arithmetic(use("round", i="u + 1")), NARROW),
    Step(
        "rounds",
        "sum(off(t + 1)**2, t, 1, T - 1) <= sum(4*(psi(t) - psi(t + 1)) + v**2, t, 1, T - 1)",
        apply(
            "sum grows",
            "later round",
            f="t: off(t + 1)**2",
            g="t: 4*(psi(t) - psi(t + 1)) + v**2",
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
    Step("end", "far(T, k)**2 <= 4*psi(T)", apply("an error and the potential", j="T"), NARROW),
    Step("at first", "psi(0) <= log(1/sigma)", apply("HRS-26")),
    Step(
        "squares",
        f"sum(off(t + 1)**2, t, 1, T - 1) + far(T, k)**2 <= T*{Y}**2",
        arithmetic("rounds", ("-4", "telescope"), "end", ("4", "first"), ("4", "at first")),
        NARROW,
        ("root",),
    ),
    Step(
        "all",
        f"{LATER} <= T*{Y}",
        apply("a sum below its squares", "squares", n="T", f="t: off(t + 1)", e="far(T, k)", Y=Y),
        NARROW,
        ("root",),
    ),
    where=NARROW,
)
bounded(
    "after",
    Step("term", "far(u, k) <= c + off(u + 1)", arithmetic(use("choices", i="u + 1"), use("largest", j="u"))),
    Step(
        "terms",
        "sum(far(t, k), t, 1, T - 1) <= sum(c + off(t + 1), t, 1, T - 1)",
        apply("sum grows", "term", f="t: far(t, k)", g="t: c + off(t + 1)", low="1", high="T - 1"),
    ),
    Step(
        "last",
        f"{errors('after')} = sum(far(t, k), t, 1, T - 1) + far(T, k)",
        apply("last term", f="t: far(t, k)", low="1", high="T"),
    ),
    Step("offs", f"{LATER} <= T*{Y}", apply("the errors of later choices"), NARROW, ("root",)),
    Step("sum", f"{errors('after')} <= T*({MOST})", arithmetic("terms", "last", "offs"), NARROW, ("root",)),
)
