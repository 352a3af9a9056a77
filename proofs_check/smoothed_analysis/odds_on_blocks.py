"""MWEM on blocks: in a round the odds of S fall, on average, and the squares of the shares hardly grow."""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.models.noise_on_blocks import ERROR, GROWN, LIMITED, STAYS, WHOLE
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, inside, together, use
from dpassay.proofs_check.smoothed_analysis.noise_on_blocks import HIGH, IN_ALL, LOW, OTHERS, RARE, SMALL

TURN: Final = "2*a(t, k)/(1 + o(t))"
A_ROUND: Final = (
    Step("flag", "ok(t)**2 = ok(t)", apply("fine or not", j="t")),
    Step("small", SMALL, apply("shares are small where it is fine")),
    Step("tangent", f"1 - {TURN} <= {ERROR}", analysis("1 + z <= exp(z)", "(-oo, oo)", z=f"-{TURN}")),
    Step("error", f"1 - 2*a(t, k) <= {ERROR}", arithmetic("tangent")),
    Step("at most 1", f"{ERROR} <= 1", analysis("exp(-z) <= 1", "[0, oo)", z=TURN)),
    Step("even", f"{LOW} and {HIGH}", apply("choices are nearly uniform where it is fine")),
    Step("low", LOW, together("even")),
    Step("high", HIGH, together("even")),
    Step("others", f"{IN_ALL} and {RARE}", apply("the star is hardly ever chosen")),
    Step("in all", IN_ALL, together("others")),
)
AT: Final = {"b": "b", "r": "rest(t, k)", "y": ERROR, "a": "a(t, k)", "N": "N", "g": "g", "u": "ok(t)"}
NOISE: Final = (
    "mean of the noise",
    "mean square of the noise",
    "share of the others",
    "error",
    "at most 1",
    "flag",
    "small",
)
LOSS: Final = f"(9/10*b**2*(M + 1)/{OTHERS})"
FALL: Final = f"E(ok(t + 1)*o(t + 1)) <= (1 - {LOSS})*E(ok(t)*o(t))"
ODDS: Final = f"p(t, k)*E(o(t)/{WHOLE}, N)"
theorem(
    "the odds of S fall",
    LIMITED,
    FALL,
    *A_ROUND,
    Step(
        "by a noise",
        f"ok(t)*E(1/{WHOLE}, N) <= ok(t)*(1 - 9/10*a(t, k)*b**2)",
        apply("odds fall by a noise, where a flag is 1", *NOISE, **AT, c="0"),
    ),
    Step(
        "by a choice",
        f"ok(t)*{ODDS} <= ok(t)*p(t, k)*o(t)*(1 - 9/10*a(t, k)*b**2)",
        arithmetic(("p(t, k)*o(t)", "by a noise")),
    ),
    Step(
        "turned",
        "sum(sum(has(k, x)*v(t, x), x, 1, L), k, 1, K) = sum(sum(has(k, x)*v(t, x), k, 1, K), x, 1, L)",
        apply("sums in either order", m="K", n="L", f="k, x: has(k, x)*v(t, x)"),
    ),
    Step(
        "all shares",
        "M + 1 <= sum(a(t, k), k, 1, K)",
        arithmetic(
            ("-1", inside("sum(_, k, 1, K)", "share of a query")),
            ("-1", "turned"),
            inside("sum(_*v(t, x), x, 1, L)", "a point is often asked for"),
            ("-(M + 1)", use("shares", j="t")),
        ),
    ),
    Step(
        "chosen shares",
        f"ok(t)*(M + 1) <= ok(t)*{OTHERS}*sum(p(t, k)*a(t, k), k, 1, K)",
        arithmetic(("ok(t)", "all shares"), inside("sum(_*a(t, k), k, 1, K)", "low")),
    ),
    Step(
        "round",
        f"ok(t)*sum({ODDS}, k, 1, K) <= ok(t)*o(t)*(1 - {LOSS})",
        arithmetic(
            inside("sum(_, k, 1, K)", "by a choice"),
            ("ok(t)*o(t)", "in all"),
            (f"9/10*b**2*o(t)/{OTHERS}", "chosen shares"),
        ),
    ),
    Step("star", "star(t + 1) <= 1", apply("zero or one", "star or not", x="star(t + 1)")),
    Step("stays", f"0 <= {STAYS}", arithmetic(("ok(t)", "star"))),
    Step("compared", "[V(t + 1) <= h] <= 1", arithmetic("[h < V(t + 1)] = 1 - [V(t + 1) <= h]")),
    Step("fewer", f"ok(t + 1) <= {STAYS}", arithmetic("fine", (STAYS, "compared")), (), ("stays",)),
    Step(
        "all",
        FALL,
        arithmetic(
            inside("E(_*o(t + 1))", "fewer"),
            "the odds of a round",
            inside("E(_)", "round"),
        ),
    ),
)
GAIN: Final = "(11/2*b**2*(M + 1 + D)/K)"
GROW: Final = f"E({STAYS}*V(t + 1)) <= (1 + {GAIN})*E(ok(t)*V(t))"
SQUARE: Final = f"p(t, k)*E({GROWN}, N)"
theorem(
    "the squares hardly grow",
    LIMITED,
    GROW,
    *A_ROUND,
    Step(
        "by a noise",
        f"ok(t)*E(((1 + has(k, x)*(g*{ERROR} - 1))/{WHOLE})**2, N) <= ok(t)*(1 + 5*has(k, x)*b**2)",
        apply("squares grow by a noise, where a flag is 1", *NOISE, "in or not", **AT, c="has(k, x)"),
    ),
    Step(
        "by a choice",
        f"ok(t)*{SQUARE} <= ok(t)*p(t, k)*v(t, x)**2*(1 + 5*has(k, x)*b**2)",
        arithmetic(("p(t, k)*v(t, x)**2", "by a noise")),
    ),
    Step(
        "asked",
        "ok(t)*sum(p(t, k)*has(k, x), k, 1, K) <= ok(t)*11/10*(M + 1 + D)/K",
        arithmetic(
            ("1/K", inside("sum(_*has(k, x), k, 1, K)", "high")),
            ("11/10*ok(t)/K", "and not too often"),
        ),
    ),
    Step(
        "round",
        f"ok(t)*sum({SQUARE}, k, 1, K) <= ok(t)*v(t, x)**2*(1 + {GAIN})",
        arithmetic(
            inside("sum(_, k, 1, K)", "by a choice"),
            ("ok(t)*v(t, x)**2", "in all"),
            ("5*b**2*v(t, x)**2", "asked"),
        ),
    ),
    Step(
        "mean",
        f"E({STAYS}*v(t + 1, x)**2) <= (1 + {GAIN})*E(ok(t)*v(t, x)**2)",
        arithmetic("the shares of a round", inside("E(_)", "round")),
    ),
    Step(
        "all",
        GROW,
        arithmetic(
            inside(f"E({STAYS}*_)", "squares", j="t + 1"),
            inside("sum(_, x, 1, L)", "mean"),
            (f"-(1 + {GAIN})", inside("E(ok(t)*_)", "squares", j="t")),
        ),
    ),
)
