"""Rounds of MWEM on blocks, as long as no share is large and the star is not asked for: what noise does to the odds.

By Cauchy's inequality the share of a query is at most the root of (M + 1) h, which is b^2/100. So all weights are
between 1 and 11/10, but that of the star, which is at most e^(1/b): a query has a probability of at most 11/10 of 1/K,
and of at least 1/(11/10 K + e^(1/b)). By the noise alone the odds of S fall in a round, on average, by the factor
1 - 9/10 b^2 (M + 1)/(11/10 K + e^(1/b)), and the squares of the shares grow by 1 + 11/2 b^2 (M + 1 + D)/K at most.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.models.noise_on_blocks import BLOCKS, LIMITED, STAR, WEIGHT
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, cases, inside, together, use

FLAG: Final = "ok(j)**2 = ok(j)"
IS_BELOW: Final = "[V(j) <= h]"
COMPARED: Final = Step(
    "compared",
    f"{IS_BELOW}**2 = {IS_BELOW}",
    cases(
        "V(j) <= h",
        arithmetic((IS_BELOW, f"{IS_BELOW} = 1")),
        arithmetic((f"{IS_BELOW} - 1", f"{IS_BELOW} = 0")),
    ),
)
HAPPENS: Final = {"u": "integer, 0 <= u, u <= T - 1"}
theorem(
    "fine or not",
    BLOCKS,
    FLAG,
    COMPARED,
    Step("begin", "ok(0)**2 = ok(0)", arithmetic(("ok(0) + [V(0) <= h] - 1", "fine at first"), use("compared", j="0"))),
    Step(
        "stays or not",
        "(ok(u)*(1 - star(u + 1)))**2 = ok(u)*(1 - star(u + 1))",
        arithmetic(("(1 - star(u + 1))**2", "ok(u)**2 = ok(u)"), ("ok(u)", use("star or not", t="u"))),
        ("ok(u)**2 = ok(u)",),
    ),
    Step(
        "next",
        "ok(u + 1)**2 = ok(u + 1)",
        arithmetic(
            ("ok(u + 1) + ok(u)*(1 - star(u + 1))*[V(u + 1) <= h] - 1", use("fine", t="u")),
            ("[V(u + 1) <= h]**2", "stays or not"),
            ("ok(u)*(1 - star(u + 1))", use("compared", j="u + 1")),
        ),
        ("ok(u)**2 = ok(u)",),
    ),
    Step(
        "all",
        FLAG,
        apply("induction of equalities", "begin", "next", low="0", high="j", f="u: ok(u)**2", g="u: ok(u)"),
    ),
    variables=HAPPENS,
)
BELOW: Final = "ok({0})*V({0}) <= ok({0})*h"
theorem(
    "below the limit where it is fine",
    LIMITED,
    BELOW.format("j"),
    Step(
        "comparison",
        f"0 <= {IS_BELOW}*(h - V(j)) and 0 <= (1 - {IS_BELOW})*(V(j) - h) and {IS_BELOW} <= 1",
        apply("a comparison", x="h", y="V(j)"),
    ),
    Step("compared", f"0 <= {IS_BELOW}*(h - V(j))", together("comparison")),
    Step(
        "begin",
        BELOW.format("0"),
        arithmetic(("V(0) - h", "fine at first"), use("compared", j="0")),
    ),
    Step("star at most 1", "star(u + 1) <= 1", apply("zero or one", use("star or not", t="u"), x="star(u + 1)")),
    Step("stays", "0 <= ok(u)*(1 - star(u + 1))", arithmetic(("ok(u)", "star at most 1"))),
    Step(
        "next",
        BELOW.format("(u + 1)"),
        arithmetic(
            ("V(u + 1) - h", use("fine", t="u")),
            ("ok(u)*(1 - star(u + 1))", use("compared", j="u + 1")),
        ),
        (),
        ("stays",),
    ),
    Step(
        "all",
        BELOW.format("j"),
        apply("induction", "begin", "next", low="0", high="j", f="u: ok(u)*V(u)", g="u: ok(u)*h"),
    ),
    variables=HAPPENS,
)
SMALL: Final = "100*ok(t)*a(t, k) <= ok(t)*b**2"
LEVEL: Final = "(b**2/(100*(M + 1)))"
theorem(
    "shares are small where it is fine",
    LIMITED,
    SMALL,
    Step(
        "square",
        f"0 <= (v(t, x) - {LEVEL}*has(k, x))**2",
        analysis("0 <= z**2", "(-oo, oo)", z=f"v(t, x) - {LEVEL}*has(k, x)"),
    ),
    Step(
        "Cauchy",
        f"2*{LEVEL}*a(t, k) <= V(t) + {LEVEL}**2*(M + 1)",
        arithmetic(
            inside("sum(_, x, 1, L)", "square"),
            (f"2*{LEVEL}", "share of a query"),
            ("-1", use("squares", j="t")),
            (f"{LEVEL}**2", inside("sum(_, x, 1, L)", "in or not")),
            (f"{LEVEL}**2", "points of a query"),
        ),
    ),
    Step("below", BELOW.format("t"), apply("below the limit where it is fine", j="t")),
    Step(
        "all",
        SMALL,
        arithmetic(
            ("5000*(M + 1)*ok(t)/b**2", "Cauchy"),
            ("5000*(M + 1)/b**2", "below"),
            ("ok(t)/(2*b**2)", "limit"),
        ),
    ),
)
OTHERS: Final = "(11/10*K + exp(1/b))"
LOW: Final = f"ok(t) <= ok(t)*p(t, k)*{OTHERS}"
HIGH: Final = "ok(t)*p(t, k)*K <= ok(t)*11/10"
IN_ALL: Final = "sum(p(t, k), k, 1, K) <= 1"
RARE: Final = "q(t)*K <= exp(1/b)"
EXPONENT: Final = "(a(t, k)/(b*(1 + o(t))))"
SUM: Final = f"sum({WEIGHT}, k, 1, K)"
ALL_WEIGH: Final = (
    Step("at least 1", f"1 <= {WEIGHT}", analysis("1 <= exp(z)", "[0, oo)", z=EXPONENT)),
    Step("star", "1/(b*(1 + o(t))) <= 1/b", arithmetic()),
    Step("weight of the star", f"{STAR} <= exp(1/b)", apply("exp grows", "star", A="1/(b*(1 + o(t)))", B="1/b")),
    Step("all weigh", "K <= Z(t)", arithmetic(inside("sum(_, k, 1, K)", "at least 1"), ("-1", "weights"))),
)
theorem(
    "choices are nearly uniform where it is fine",
    LIMITED,
    f"{LOW} and {HIGH}",
    Step("small", SMALL, apply("shares are small where it is fine")),
    Step(
        "small exponent",
        f"100*ok(t)*{EXPONENT} <= ok(t)*b",
        arithmetic(("1/(b*(1 + o(t)))", "small")),
    ),
    Step("flag", "ok(t)**2 = ok(t)", apply("fine or not", j="t")),
    Step(
        "light",
        f"ok(t)*{WEIGHT} <= ok(t)*11/10",
        apply("a small exponent, where a flag is 1", "flag", "small exponent", u="ok(t)", b="b", w=EXPONENT),
    ),
    *ALL_WEIGH,
    Step(
        "all are light",
        f"ok(t)*Z(t) <= ok(t)*{OTHERS}",
        arithmetic(inside("sum(_, k, 1, K)", "light"), ("ok(t)", "weights"), ("ok(t)", "weight of the star")),
    ),
    Step(
        "low",
        LOW,
        arithmetic(("ok(t)", "at least 1"), ("-ok(t)", "mechanism"), ("p(t, k)", "all are light")),
    ),
    Step("high", HIGH, arithmetic(("ok(t)*p(t, k)", "all weigh"), ("ok(t)", "mechanism"), "light")),
)
theorem(
    "the star is hardly ever chosen",
    LIMITED,
    f"{IN_ALL} and {RARE}",
    *ALL_WEIGH,
    Step(
        "chances",
        f"sum(p(t, k), k, 1, K)*Z(t) = {SUM}",
        arithmetic(inside("sum(_, k, 1, K)", "mechanism")),
    ),
    Step("in all", IN_ALL, arithmetic(("1/Z(t)", "chances"), ("-1/Z(t)", "weights"))),
    Step("rare", RARE, arithmetic(("q(t)", "all weigh"), "mechanism at the star", "weight of the star")),
)
