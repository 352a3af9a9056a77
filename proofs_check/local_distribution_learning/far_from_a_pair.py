"""No estimate is near both laws of a pair: the divergences of p1 and p2 from it are together at least (a/2) log 2.

By log z <= z - 1 at z = N e(n, x)/g, the mean of g log(N e(n, x)) is largest for an estimate that is in proportion to
g. On sign -1 let g be 2 for p1, 2 - a for p2 and 2 - a/2 for both; on sign 1 it is 0, a and a/2.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.models.hard_pairs import PAIRS
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, Written, analysis, apply, arithmetic, inside, use

POSITIVE: Final = "estimates are above 0 on every label: from one that is not, some member of a pair has infinite KL"
"""No label has mass 0 under both members of a pair."""
G: Final = {"g": "real, 0 < g"}
TANGENT: Final = "g*log(N*e(n, x)) <= g*log(g) + N*e(n, x) - g"
theorem(
    "tangent of an estimate",
    PAIRS,
    TANGENT,
    Step("log", "log(N*e(n, x)/g) <= N*e(n, x)/g - 1", analysis("log(z) <= z - 1", "(0, oo)", z="N*e(n, x)/g")),
    Step("all", TANGENT, arithmetic(("g", "log"))),
    variables=G,
)
HALF_OF_LABELS: Final = "sum(neg(k + 1, x), x, 1, N) = N/2"
SIGN: Final = Step("0 or 1, neg", "neg(y, x)**2 = neg(y, x)", apply("negative signs"))
theorem(
    "negative signs",
    PAIRS,
    f"neg(y, x)**2 = neg(y, x) and 0 <= neg(y, x) <= 1 and {HALF_OF_LABELS}",
    Step("balanced", "sum(H(k + 1, x), x, 1, N) = 0", apply("balanced columns")),
    Step(
        "idempotent",
        "neg(y, x)**2 = neg(y, x)",
        arithmetic(("1/4", "signs"), ("-(1 - 2*neg(y, x) + H(y, x))/4", "sign -1")),
    ),
    Step("at least 0", "0 <= neg(y, x)", arithmetic("idempotent")),
    Step("at most 1", "neg(y, x) <= 1", apply("zero or one", "idempotent", x="neg(y, x)")),
    Step(
        "half of the labels",
        HALF_OF_LABELS,
        arithmetic(("-1/2", "balanced"), ("1/2", inside("sum(_, x, 1, N)", "sign -1", y="k + 1"))),
    ),
)
NEG: Final = "neg(i + 1, x)"
"""1 on the labels of sign -1."""
AT_LEAST_0: Final = Step("at least 0", "0 <= neg(y, x)", apply("negative signs"))
AT_MOST_1: Final = Step("at most 1", "neg(y, x) <= 1", apply("negative signs"))
NOT_MORE: Final = Step("not more", "0 <= 1 - neg(y, x)", arithmetic("at most 1"))
COUNT: Final = Step("count", HALF_OF_LABELS, apply("negative signs"))
MASS: Final = Step("mass", "p1(k, x) = 2*neg(k + 1, x)/N", arithmetic("(16), first"))
OTHER: Final = Step(
    "other mass",
    "p2(k, x) = ((2 - a)*neg(k + 1, x) + a*(1 - neg(k + 1, x)))/N",
    arithmetic("(16), second", "(16), first", ("a/N", use("sign -1", y="k + 1"))),
)


def weighed(
    name: str, term: str, bound: str, *uses: tuple[str, Written], where: tuple[str, ...] = ()
) -> tuple[Step, Step]:
    """A bound on each label, with the tangents at what is likely on each sign, and added over the labels."""
    defined = ("at least i", "not more i", "not more, over N", "not more, twice")
    return (
        Step(f"{name}, label", f"{term} <= {bound}", arithmetic(*uses), where, defined),
        Step(
            f"{name}, labels",
            f"sum({term}, x, 1, N) <= sum({bound}, x, 1, N)",
            apply("sum grows", f"{name}, label", f=f"x: {term}", g=f"x: {bound}", low="1", high="N"),
            where,
        ),
    )


LOG: Final = "log(N*e(n, x))"
STEPS: Final = (
    AT_LEAST_0,
    AT_MOST_1,
    NOT_MORE,
    COUNT,
    Step("at least i", f"0 <= {NEG}", arithmetic(use("at least 0", y="i + 1"))),
    Step("not more i", f"0 <= 1 - {NEG}", arithmetic(use("not more", y="i + 1"))),
    Step("not more, over N", f"0 <= (1 - {NEG})/N", arithmetic(("1/N", "not more i"))),
    Step("not more, twice", f"0 <= 2*(1 - {NEG})/N", arithmetic(("2/N", "not more i"))),
    Step("tangent", TANGENT, apply("tangent of an estimate", g="g")),
)
BELOW_2: Final = ("a < 2",)
theorem(
    "far from the first",
    PAIRS,
    "0 <= far1(n, i)",
    *STEPS,
    MASS,
    *weighed(
        "first",
        f"p1(i, x)*{LOG}",
        f"{NEG}*(2*log(2) - 2)/N + e(n, x)",
        (LOG, use("mass", k="i")),
        (f"{NEG}/N", use("tangent", g="2")),
        ("e(n, x)", "not more i"),
    ),
    Step(
        "all",
        "0 <= far1(n, i)",
        arithmetic(("-1", "far from first"), "first, labels", ("(2*log(2) - 2)/N", use("count", k="i")), "estimate"),
    ),
    variables=G,
)
theorem(
    "far from the second",
    PAIRS,
    "0 <= far2(n, i)",
    *STEPS,
    OTHER,
    *weighed(
        "second",
        f"p2(i, x)*{LOG}",
        f"{NEG}*((2 - a)*log(2 - a) - 2 + a)/N + (1 - {NEG})*(a*log(a) - a)/N + e(n, x)",
        (LOG, use("other mass", k="i")),
        (f"{NEG}/N", use("tangent", g="2 - a")),
        (f"(1 - {NEG})/N", use("tangent", g="a")),
        where=BELOW_2,
    ),
    Step(
        "all",
        "0 <= far2(n, i)",
        arithmetic(
            ("-1", "far from second"),
            "second, labels",
            ("((2 - a)*log(2 - a) - 2 - a*log(a) + 2*a)/N", use("count", k="i")),
            "estimate",
            ("-1/2", use("x log x", v="a")),
            ("-1/2", use("x log x", v="2 - a")),
        ),
        BELOW_2,
    ),
    where=BELOW_2,
    variables=G,
)
BOTH: Final = "log(2) + a/2*log(2) + xlog(2 - a)/2 - (2 - a/2)*log(2 - a/2)"
theorem(
    "far from both",
    PAIRS,
    f"{BOTH} <= far1(n, i) + far2(n, i)",
    *STEPS,
    MASS,
    OTHER,
    *weighed(
        "both",
        f"(p1(i, x) + p2(i, x))*{LOG}",
        f"{NEG}*((4 - a)*log(2 - a/2) - 4 + a)/N + (1 - {NEG})*(a*log(a/2) - a)/N + 2*e(n, x)",
        (LOG, use("mass", k="i")),
        (LOG, use("other mass", k="i")),
        (f"2*{NEG}/N", use("tangent", g="2 - a/2")),
        (f"2*(1 - {NEG})/N", use("tangent", g="a/2")),
    ),
    Step(
        "all",
        f"{BOTH} <= far1(n, i) + far2(n, i)",
        arithmetic(
            ("-1", "far from first"),
            ("-1", "far from second"),
            "both, labels",
            ("((4 - a)*log(2 - a/2) - 4 - a*log(a/2) + 2*a)/N", use("count", k="i")),
            ("2", "estimate"),
            ("-1/2", use("x log x", v="a")),
        ),
    ),
    variables=G,
)
