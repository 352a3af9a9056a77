"""The potential of MWEM: the divergence of the smooth law from D_j, and what a round takes off it.

With h = (m - q(D))/2 the update multiplies D(x) by e^(h q(x))/Z, so the potential falls by h q(s) - log Z, and by
Hoeffding's lemma log Z <= h q(D) + h^2 w^2/8. The same lemma and the variational formula bound what any query tells
the laws apart by: u^2 <= w^2/2 psi.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.models.smooth_mwem import RATE, RUN
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, inside, use

ON_D: Final = "sum(q(i, x)*d(i - 1, x), x, 1, N)"
ON_S: Final = "sum(q(i, x)*s(x), x, 1, N)"
LAW: Final = "sum(d(j, x), x, 1, N) = 1"
PAST: Final = "sum(d(i - 1, x), x, 1, N) = 1"
theorem(
    "D is a law",
    RUN,
    LAW,
    Step("first", "sum(d(0, x), x, 1, N) = 1", arithmetic(inside("sum(_, x, 1, N)", "uniform"))),
    Step(
        "next",
        "sum(d(i, x), x, 1, N) = 1",
        arithmetic(("1/Z(i)", inside("sum(_, x, 1, N)", "update")), ("-1/Z(i)", "normalization")),
    ),
    Step("one more", "sum(d(u + 1, x), x, 1, N) = 1", arithmetic(use("next", i="u + 1"))),
    Step(
        "all",
        LAW,
        apply(
            "induction of equalities",
            "first",
            "one more",
            low="0",
            high="j",
            f="t: sum(d(t, x), x, 1, N)",
            g="t: 1",
        ),
    ),
)
SUM: Final = "sum(d(j, x)*exp(h*ask(k, x)), x, 1, N)"
ON_QUERY: Final = "sum(ask(k, x)*d(j, x), x, 1, N)"
CUMULANT: Final = "h*E(answered(k), D(j)) + h**2*w**2/8"
theorem(
    "a query tells laws apart",
    RUN,
    f"h*(true(k) - {ON_QUERY}) <= psi(j) + h**2*w**2/8",
    Step(
        "Hoeffding",
        f"E(exp(h*answered(k)), D(j)) <= exp({CUMULANT})",
        apply(
            "Hoeffding's lemma",
            "values at a point, low",
            "values at a point, high",
            P="D(j)",
            X="answered(k)",
            low="low",
            high="low + w",
            s="h",
        ),
    ),
    Step("tilted", f"{SUM} <= exp({CUMULANT})", arithmetic("Hoeffding", ("-1", "tilted mean of a query"))),
    Step(
        "variational",
        f"sum(s(x)*(h*ask(k, x) + log(d(j, x)) - l(x)), x, 1, N) <= {CUMULANT}",
        apply(
            "the variational formula, with a bound",
            "log",
            "s is a law",
            "tilted",
            N="N",
            B=CUMULANT,
            s="x: s(x)",
            l="x: l(x)",
            d="x: d(j, x)",
            f="x: h*ask(k, x)",
        ),
    ),
    Step(
        "all",
        f"h*(true(k) - {ON_QUERY}) <= psi(j) + h**2*w**2/8",
        arithmetic("variational", ("h", "mean of a query"), ("h", "the same answers"), ("-1", "potential")),
    ),
)
POWER: Final = "h*E(asked(i), D(i - 1)) + h**2*w**2/8"
TILTED: Final = "sum(d(i - 1, x)*exp(h*q(i, x)), x, 1, N)"
TERM: Final = "s(x)*(l(x) - log(d(i, x)))"
RIGHT: Final = "s(x)*(l(x) - log(d(i - 1, x)) - H*q(i, x) + log(Z(i)))"
DROP: Final = f"(m(i) - {ON_D})/2*({ON_S} - {ON_D}) - (m(i) - {ON_D})**2*w**2/32 <= psi(i - 1) - psi(i)"
AT_RATE: Final = POWER.replace("h", "H")
theorem(
    "what a round takes off the potential",
    RUN,
    DROP,
    Step(
        "Hoeffding",
        f"E(exp(h*asked(i)), D(i - 1)) <= exp({POWER})",
        apply(
            "Hoeffding's lemma",
            "values of a choice, low",
            "values of a choice, high",
            P="D(i - 1)",
            X="asked(i)",
            low="low",
            high="low + w",
            s="h",
        ),
    ),
    Step("tilted", f"{TILTED} <= exp({POWER})", arithmetic("Hoeffding", ("-1", "tilted mean of a choice"))),
    Step("normalized", f"Z(i) <= exp({AT_RATE})", arithmetic(use("tilted", h="H"), "normalization")),
    Step(
        "grown",
        "log(d(i - 1, x)*exp(H*q(i, x))) <= log(d(i, x)*Z(i))",
        apply("log grows", "update", A="d(i - 1, x)*exp(H*q(i, x))", B="d(i, x)*Z(i)"),
    ),
    Step(
        "all",
        DROP,
        arithmetic(
            inside("sum(s(x)*_, x, 1, N)", "grown"),
            ("log(Z(i))", "s is a law"),
            inside("log(_)", "normalized"),
            ("H", "mean of a choice"),
            use("potential", j="i"),
            ("-1", use("potential", j="i - 1")),
        ),
    ),
    let={"H": RATE},
)
