"""What is the same for both sequences: the coins of every batch but the changed one, and all models up to its round.

For any measure of which nu_(s+1)(x)/nu_s(x) is a function of batch s and x.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.models.lazy_rounds import L2P, QUOTIENT, other
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, inside, together, use

ELSEWHERE: Final = ("0 < (s - c)**2",)
SAME_COIN: Final = "q(s, x, y) = q2(s, x, y)"
SMALLER: Final = f"({QUOTIENT}*[{QUOTIENT} <= 1] + [1 < {QUOTIENT}])"
SHORT: Final = "exp(-2*B*eta)/(f(s, y)*f2(s, y))"
theorem(
    "coins of another batch",
    L2P,
    f"{SAME_COIN} and k(s, x, y) = k2(s, x, y)",
    Step("factor", "f(s, x) = f2(s, x)", arithmetic(("(s - c)/(s - c)**2", "one batch")), ELSEWHERE),
    Step(
        "quotient",
        f"{QUOTIENT} = {other(QUOTIENT)}",
        arithmetic(("exp(-2*B*eta)/f(s, y)", "factor"), (f"-f2(s, x)*{SHORT}", use("factor", x="y"))),
        ELSEWHERE,
    ),
    Step(
        "coin",
        SAME_COIN,
        arithmetic("line 6", inside("_*[_ <= 1] + [1 < _]", "quotient"), ("-1", "line 6, other")),
        ELSEWHERE,
    ),
    Step(
        "bit",
        "k(s, x, y) = k2(s, x, y)",
        arithmetic("nothing drawn", ("-1", "nothing drawn, other"), ("[s < n]*(1 - p)**2", "coin")),
        ELSEWHERE,
    ),
    Step("all", f"{SAME_COIN} and k(s, x, y) = k2(s, x, y)", together("coin", "bit"), ELSEWHERE),
    where=ELSEWHERE,
)

EARLIER: Final = ("s <= c",)
SAME: Final = "nu(s, x) = nu2(s, x)"
SUM: Final = "sum(nu(s, j), j, 1, d)"
theorem(
    "measures up to the changed batch",
    L2P,
    "mu(s, x) = mu2(s, x)",
    Step("before", "i + 1 <= c", arithmetic("i <= s - 1", "s <= c"), EARLIER),
    Step("factor", "f(i, x) = f2(i, x)", arithmetic(("1/(i - c)", use("one batch", s="i"))), EARLIER, ("before",)),
    Step(
        "next",
        "nu(i + 1, x) = nu2(i + 1, x)",
        arithmetic(
            use("measure", s="i"),
            ("-1", use("measure, other", s="i")),
            ("f(i, x)", "nu(i, x) = nu2(i, x)"),
            ("nu2(i, x)", "factor"),
        ),
        ("nu(i, x) = nu2(i, x)", *EARLIER),
    ),
    Step(
        "measures",
        SAME,
        apply(
            "induction of equalities",
            "same start",
            "next",
            low="1",
            high="s",
            f="i: nu(i, x)",
            g="i: nu2(i, x)",
        ),
        EARLIER,
    ),
    Step("a term", f"nu(s, x) <= {SUM}", apply("a term of a sum", f="x: nu(s, x)", low="1", k="x", high="d")),
    Step("positive", f"0 < {SUM}", arithmetic(use("a term", x="1"))),
    Step(
        "all",
        "mu(s, x) = mu2(s, x)",
        arithmetic(
            (f"1/{SUM}", "normalized"),
            (f"-1/{SUM}", "normalized, other"),
            (f"1/{SUM}", "measures"),
            (f"-mu2(s, x)/{SUM}", inside("sum(_, x, 1, d)", "measures")),
        ),
        EARLIER,
        ("positive",),
    ),
    where=EARLIER,
    variables={"i": "integer, 1 <= i, i <= s - 1"},
)

CUT: Final = f"[{QUOTIENT} <= 1]"
theorem(
    "a coin is a probability",
    L2P,
    "q(s, x, y) <= 1 and q2(s, x, y) <= 1",
    *(
        step
        for end, at in (("", QUOTIENT), (", other", other(QUOTIENT)))
        for step in (
            Step(f"cut{end}", f"0 <= [{at} <= 1]*(1 - {at})", apply("a comparison", x="1", y=at)),
            Step(
                f"contrary{end}",
                f"[1 < {at}] = 1 - [{at} <= 1]",
                apply("indicator of the contrary", A=at, B="1"),
            ),
        )
    ),
    Step("first", "q(s, x, y) <= 1", arithmetic("line 6", "contrary", "cut")),
    Step("second", "q2(s, x, y) <= 1", arithmetic("line 6, other", "contrary, other", "cut, other")),
)

LARGE: Final = "0 <= 1 - (1 - p)**2*q(s, x, y)"
theorem(
    "a bit is a probability",
    L2P,
    "k(s, x, y) <= 1",
    Step("square", "0 <= (1 - p)**2", arithmetic(("1 - p", "p < 1"))),
    Step("probability", "q(s, x, y) <= 1", apply("a coin is a probability")),
    Step("large", LARGE, arithmetic(("(1 - p)**2", "probability"), ("p", "p < 1")), (), ("square",)),
    Step("all", "k(s, x, y) <= 1", arithmetic("nothing drawn", ("[s < n]", "large"))),
)

DRAWN: Final = "(1 - (1 - p)**2*q(t - 1, u, v))"
EARLY: Final = ("t <= c",)
OF_Y: Final = "((1 - p)*[y = v] + p*mu(t, y))"
SOME: Final = f"0 < {DRAWN} and 0 < {other(DRAWN)}"
FRESH: Final = "(1 - (1 - p)*q(t - 1, u, v))"
NONE: Final = f"0 <= {FRESH} and 0 <= {other(FRESH)}"


def _chances(end: str) -> tuple[Step, ...]:
    at = other if end else str
    return (
        Step(
            f"probability{end}",
            at("q(t - 1, u, v) <= 1"),
            apply("a coin is a probability", s="t - 1", x="u", y="v"),
        ),
        Step(f"fresh{end}", at(f"0 <= {FRESH}"), arithmetic(("1 - p", f"probability{end}"))),
        Step(
            f"some{end}",
            at(f"0 < {DRAWN}"),
            arithmetic(("(1 - p)**2", f"probability{end}"), ("p", "p < 1")),
            (),
            ("square",),
        ),
    )


theorem(
    "chances that models are drawn",
    L2P,
    f"{SOME} and {NONE}",
    Step("square", "0 <= (1 - p)**2", arithmetic(("1 - p", "p < 1"))),
    *_chances(""),
    *_chances(", other"),
    Step("all", f"{SOME} and {NONE}", together("some", "some, other", "fresh", "fresh, other")),
)
theorem(
    "models up to the changed batch",
    L2P,
    "m(t, u, v, w, x, y) = m2(t, u, v, w, x, y)",
    Step("elsewhere", "0 < (t - 1 - c)**2", arithmetic(("c + 1 - t", "t <= c")), EARLY),
    Step(
        "coin",
        "q(t - 1, u, v) = q2(t - 1, u, v)",
        apply("coins of another batch", "elsewhere", s="t - 1", x="u", y="v"),
        EARLY,
    ),
    Step("sample", "mu(t, x) = mu2(t, x)", apply("measures up to the changed batch", s="t"), EARLY),
    Step("some", f"0 < {DRAWN}", apply("chances that models are drawn")),
    Step(
        "new",
        "new(t, u, v, x, y) = new2(t, u, v, x, y)",
        arithmetic(
            (f"1/{DRAWN}", "drawn"),
            (f"-1/{DRAWN}", "drawn, other"),
            (
                f"((1 - p)**2*new2(t, u, v, x, y) - (1 - p)*mu(t, x)*{OF_Y} + (1 - p)*p*[x = u]*mu(t, y))/{DRAWN}",
                "coin",
            ),
            (f"{other(FRESH)}*{OF_Y}/{DRAWN}", "sample"),
            (f"({other(FRESH)}*p*mu2(t, x) + (1 - p)*q2(t - 1, u, v)*p*[x = u])/{DRAWN}", use("sample", x="y")),
        ),
        EARLY,
        ("some",),
    ),
    Step(
        "all",
        "m(t, u, v, w, x, y) = m2(t, u, v, w, x, y)",
        arithmetic("models", ("-1", "models, other"), ("w", "new")),
        EARLY,
    ),
    where=EARLY,
)
