"""The average of MWEM on blocks is off by 97/50 or more on the star, but for a small probability.

``held(t)`` is V(t) as long as rounds are fine, and from then on h. Its mean grows by the factor 1 + 11/2 b^2 (M + 1 +
D)/K in a round at most, and by h times the probability of the star. So all rounds are fine, but for a probability of at
most e^(11/2 b^2 (M + 1 + D) T/K) (1/(L h) + T e^(1/b)/K). While they are, the odds of S fall: their means over all
rounds add up to s (11/10 K + e^(1/b))/(9/10 b^2 (M + 1)) at most, and the share of S is at most its odds. Where the
answer to the star is off by less than 97/50, S has more than 3/100 of the average: Markov's inequality.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.models.noise_on_blocks import LIMITED, STAYS
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, inside, together, use
from dpassay.proofs_check.smoothed_analysis.noise_on_blocks import IN_ALL, RARE
from dpassay.proofs_check.smoothed_analysis.odds_on_blocks import FALL, GAIN, GROW, LOSS

HELD: Final = "(ok({0})*V({0}) + h*(1 - ok({0})))"
SPENT: Final = f"exp({{0}}*{GAIN})*(1/L + {{0}}*h*exp(1/b)/K)"
MEAN: Final = f"E({HELD}) <= {SPENT}"
NEXT: Final = "(u + 1)"
THEN: Final = "[V(t + 1) <= h]"
theorem(
    "a round hardly adds to the squares",
    LIMITED,
    f"E({HELD.format('(t + 1)')}) <= (1 + {GAIN})*E({HELD.format('t')}) + h*exp(1/b)/K",
    Step(
        "comparison",
        f"0 <= {THEN}*(h - V(t + 1)) and 0 <= (1 - {THEN})*(V(t + 1) - h) and {THEN} <= 1",
        apply("a comparison", x="h", y="V(t + 1)"),
    ),
    Step("compared", f"0 <= (1 - {THEN})*(V(t + 1) - h)", together("comparison")),
    Step("at most 1", "star(t + 1) <= 1", apply("zero or one", "star or not", x="star(t + 1)")),
    Step("stays", f"0 <= {STAYS}", arithmetic(("ok(t)", "at most 1"))),
    Step(
        "held",
        f"{HELD.format('(t + 1)')} <= {STAYS}*V(t + 1) + h*ok(t)*star(t + 1) + h*(1 - ok(t))",
        arithmetic(("V(t + 1) - h", "fine"), (STAYS, "compared")),
        (),
        ("stays",),
    ),
    Step("grow", GROW, apply("the squares hardly grow")),
    Step("others", f"{IN_ALL} and {RARE}", apply("the star is hardly ever chosen")),
    Step("rare", RARE, together("others")),
    Step("flag", "ok(t)**2 = ok(t)", apply("fine or not", j="t")),
    Step("one at most", "ok(t) <= 1", apply("zero or one", "flag", x="ok(t)")),
    Step(
        "chance",
        "ok(t)*q(t) <= exp(1/b)/K",
        arithmetic(("ok(t)/K", "rare"), ("exp(1/b)/K", "one at most")),
    ),
    Step("star", "E(ok(t)*star(t + 1)) <= exp(1/b)/K", arithmetic("the star is asked for", inside("E(_)", "chance"))),
    Step("left", "0 <= E(h*(1 - ok(t)))", arithmetic(inside("E(h*(1 - _))", "one at most"))),
    Step(
        "all",
        f"E({HELD.format('(t + 1)')}) <= (1 + {GAIN})*E({HELD.format('t')}) + h*exp(1/b)/K",
        arithmetic(inside("E(_)", "held"), "grow", ("h", "star"), (GAIN, "left")),
    ),
)
theorem(
    "the squares stay small",
    LIMITED,
    MEAN.format("j"),
    Step("share", "v(0, x) = 1/L", arithmetic(("1/L", "uniform at first"))),
    Step("first", "V(0) = 1/L", arithmetic(use("squares", j="0"), inside("sum(_**2, x, 1, L)", "share"))),
    Step(
        "comparison",
        "0 <= [V(0) <= h]*(h - V(0)) and 0 <= (1 - [V(0) <= h])*(V(0) - h) and [V(0) <= h] <= 1",
        apply("a comparison", x="h", y="V(0)"),
    ),
    Step("compared", "0 <= (1 - [V(0) <= h])*(V(0) - h)", together("comparison")),
    Step("at first", f"{HELD.format('0')} <= V(0)", arithmetic(("V(0) - h", "fine at first"), "compared")),
    Step("begin", MEAN.format("0"), arithmetic(inside("E(_)", "at first"), inside("E(_)", "first"))),
    Step(
        "a round",
        f"E({HELD.format('(t + 1)')}) <= (1 + {GAIN})*E({HELD.format('t')}) + h*exp(1/b)/K",
        apply("a round hardly adds to the squares"),
    ),
    Step("tangent", f"1 + {GAIN} <= exp({GAIN})", analysis("1 + z <= exp(z)", "(-oo, oo)", z=GAIN)),
    Step("at least 1", f"1 <= exp((u + 1)*{GAIN})", analysis("1 <= exp(z)", "[0, oo)", z=f"(u + 1)*{GAIN}")),
    Step(
        "next",
        MEAN.format(NEXT),
        arithmetic(
            use("a round", t="u"),
            (f"1 + {GAIN}", MEAN.format("u")),
            (SPENT.format("u"), "tangent"),
            ("h*exp(1/b)/K", "at least 1"),
        ),
        (MEAN.format("u"),),
    ),
    Step(
        "all",
        MEAN.format("j"),
        apply(
            "induction", "begin", "next", low="0", high="j", f=f"u: E({HELD.format('u')})", g=f"u: {SPENT.format('u')}"
        ),
    ),
    variables={"u": "integer, 0 <= u, u <= T - 1"},
)

LOST: Final = f"exp(T*{GAIN})*(1/(L*{{h}}) + T*exp(1/b)/K)"
FAILED: Final = LOST.format(h="h")
BOUND: Final = f"100/3*(s/({LOSS}*T) + {LOST})"
"""Of the probability, with a limit ``h``."""
FAR: Final = "[97/50 <= worst]"
ANSWER: Final = f"Pr(worst < 97/50) <= {BOUND.format(h='h')}"
theorem(
    "the star is far off",
    LIMITED,
    ANSWER,
    Step("fall", FALL, apply("the odds of S fall")),
    Step(
        "falls",
        f"{LOSS}*E(ok(t + 1)*o(t + 1)) <= E(ok(t)*o(t)) - E(ok(t + 1)*o(t + 1))",
        arithmetic((f"1 + {LOSS}", "fall")),
    ),
    Step(
        "sum of falls",
        f"sum({LOSS}*E(ok(t + 1)*o(t + 1)), t, 0, T - 1) <= -sum(E(ok(t + 1)*o(t + 1)) - E(ok(t)*o(t)), t, 0, T - 1)",
        arithmetic(inside("sum(_, t, 0, T - 1)", "falls")),
    ),
    Step(
        "telescope",
        "sum(E(ok(t + 1)*o(t + 1)) - E(ok(t)*o(t)), t, 0, T - 1) = E(ok(T)*o(T)) - E(ok(0)*o(0))",
        apply("telescope", f="t: E(ok(t)*o(t))", low="0", high="T - 1"),
    ),
    Step(
        "shifted",
        "sum(E(ok(t + 1)*o(t + 1)), t, 0, T - 1) = sum(E(ok(t)*o(t)), t, 1, T)",
        apply("sum of shifted terms", f="t: E(ok(t)*o(t))", low="0", high="T - 1"),
    ),
    Step("flag", "ok(j)**2 = ok(j)", apply("fine or not")),
    Step("one at most", "ok(j) <= 1", apply("zero or one", "flag", x="ok(j)")),
    Step(
        "begin",
        "E(ok(0)*o(0)) <= s",
        arithmetic(inside("E(_*o(0))", "one at most", j="0"), inside("E(_)", "odds at first")),
    ),
    Step(
        "odds",
        f"{LOSS}*sum(E(ok(t)*o(t)), t, 1, T) <= s",
        arithmetic("sum of falls", ("-1", "telescope"), (f"-{LOSS}", "shifted"), "begin"),
    ),
    Step("share", "mass(j) <= o(j)", arithmetic("law")),
    Step("a share", "mass(j) <= 1", arithmetic(("1/(1 + o(j))", "law"))),
    Step(
        "by odds",
        "mass(j) <= ok(j)*o(j) + (1 - ok(j))",
        arithmetic(("ok(j)", "share"), ("1 - ok(j)", "a share")),
        (),
        ("one at most",),
    ),
    Step("held", MEAN.format("j"), apply("the squares stay small")),
    Step("longer", f"exp(j*{GAIN}) <= exp(T*{GAIN})", arithmetic(inside(f"exp(_*{GAIN})", "j <= T"))),
    Step(
        "failed",
        f"E(1 - ok(j)) <= {FAILED}",
        arithmetic(("1/h", "held"), ("1/(L*h) + j*exp(1/b)/K", "longer"), (f"exp(T*{GAIN})*exp(1/b)/K", "j <= T")),
    ),
    Step("mean", f"E(mass(j)) <= E(ok(j)*o(j)) + {FAILED}", arithmetic(inside("E(_)", "by odds"), "failed")),
    Step(
        "means",
        f"sum(E(mass(i)), i, 1, T) <= sum(E(ok(i)*o(i)), i, 1, T) + T*{FAILED}",
        arithmetic(inside("sum(_, j, 1, T)", "mean")),
    ),
    Step(
        "comparison",
        f"0 <= {FAR}*(worst - 97/50) and 0 <= (1 - {FAR})*(97/50 - worst) and {FAR} <= 1",
        apply("a comparison", x="worst", y="97/50"),
    ),
    Step("compared", f"0 <= (1 - {FAR})*(97/50 - worst)", together("comparison")),
    Step("at most 1", f"{FAR} <= 1", together("comparison")),
    Step("in all", f"50/3*{FAR} <= 50/3", arithmetic(("50/3", "at most 1"))),
    Step("contrary", f"[worst < 97/50] = 1 - {FAR}", apply("indicator of the contrary", A="97/50", B="worst")),
    Step(
        "pointwise",
        "[worst < 97/50] <= 100/3*sum(mass(i), i, 1, T)/T",
        arithmetic((f"50/3*(1 - {FAR})", "error on the star"), ("50/3", "compared"), "contrary"),
        (),
        ("in all",),
    ),
    Step(
        "all",
        ANSWER,
        arithmetic(
            inside("E(_)", "pointwise"),
            ("100/3/T", "means"),
            (f"100/3/(T*{LOSS})", "odds"),
        ),
    ),
)
