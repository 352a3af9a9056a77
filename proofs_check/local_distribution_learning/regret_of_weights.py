"""The regret of exponential weights with a = sqrt(c log(K)/T) on losses in [0, s]: at most a T (1/c + s^2/8).

With Z the mean of e^(-a v) under the weights before a round, the log of the weight of expert i moves by -a v(i) - log
Z. Over all rounds it grows from -log K to at most 0. By Hoeffding's lemma log Z is at most -a times the mean of v, plus
a^2 s^2/8. For one expert there is no regret. For SIMA-24 and SIMA-33-corrected.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.models.exponential_weights import WEIGHTS
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, cases, inside, use

Z: Final = "E(exp(-a*loss(t)), y(t))"
MEAN: Final = "E(loss(t), y(t))"
OF_I: Final = "sum(v(t, i), t, 1, T)"
BOUND: Final = f"-a*{MEAN} + a**2*s**2/8"
MIXED: Final = "sum(w(t, i)*v(t, i), i, 1, K)"
theorem(
    "potential of exponential weights",
    WEIGHTS,
    "sum(-a*v(t, i) - log(Z), t, 1, T) <= log(K)",
    Step(
        "telescope",
        "sum(log(w(t + 1, i)) - log(w(t, i)), t, 1, T) = log(w(T + 1, i)) - log(w(1, i))",
        apply("telescope", f="t: log(w(t, i))", low="1", high="T"),
    ),
    Step(
        "one of all",
        "w(n, i) <= sum(w(n, j), j, 1, K)",
        apply("a term of a sum", f="j: w(n, j)", low="1", k="i", high="K"),
    ),
    Step("log", "log(w(n, i)) <= w(n, i) - 1", analysis("log(z) <= z - 1", "(0, oo)", z="w(n, i)")),
    Step("at most 1", "log(w(n, i)) <= 0", arithmetic("log", "one of all", "weights")),
    Step(
        "all",
        "sum(-a*v(t, i) - log(Z), t, 1, T) <= log(K)",
        arithmetic(
            ("-1", inside("sum(_, t, 1, T)", "update")), "telescope", ("-1", "first"), use("at most 1", n="T + 1")
        ),
    ),
    let={"Z": Z},
)
SECOND_ORDER: Final = f"a*(paid - {OF_I}) <= log(K) + a**2*s**2*T/8"
theorem(
    "second-order regret of exponential weights",
    WEIGHTS,
    SECOND_ORDER,
    Step(
        "Hoeffding",
        f"{Z} <= exp({BOUND})",
        apply("Hoeffding's lemma", "drawn at most s", P="y(t)", X="loss(t)", low="0", high="s", s="-a"),
    ),
    Step(
        "round",
        f"a*{MIXED} - a*v(t, i) - a**2*s**2/8 <= -a*v(t, i) - log({Z})",
        arithmetic(inside("log(_)", "Hoeffding"), ("-a", "mean")),
    ),
    Step("potential", f"sum(-a*v(t, i) - log({Z}), t, 1, T) <= log(K)", apply("potential of exponential weights")),
    Step("all", SECOND_ORDER, arithmetic(inside("sum(_, t, 1, T)", "round"), "potential", ("a", "paid"))),
)
AHEAD: Final = "w(t, j)*(v(t, j) - v(t, i))"
ONE: Final = ("K < 2",)
theorem(
    "one expert has no regret",
    WEIGHTS,
    f"paid - {OF_I} <= 0",
    Step("one", "K + 1 <= 2", apply("integers are 1 apart", A="K", B="2"), ONE),
    Step(
        "one of all",
        "w(t, j) <= sum(w(t, k), k, 1, K)",
        apply("a term of a sum", f="k: w(t, k)", low="1", k="j", high="K"),
    ),
    Step("at most 1", "w(t, j) <= 1", arithmetic("one of all", use("weights", n="t"))),
    Step("ahead", f"{AHEAD} <= s", arithmetic(("w(t, j)", use("at most s", i="j")), ("s", "at most 1"))),
    Step(
        "others",
        f"sum({AHEAD}, j, 1, K) <= (K - 1)*s",
        apply("all but one", "ahead", f=f"j: {AHEAD}", low="1", k="i", high="K", c="s"),
    ),
    Step(
        "round",
        f"{MIXED} - v(t, i) <= (K - 1)*s",
        arithmetic("others", ("v(t, i)", use("weights", n="t"))),
    ),
    Step("all", f"paid - {OF_I} <= 0", arithmetic(inside("sum(_, t, 1, T)", "round"), "paid", ("T*s", "one")), ONE),
    where=ONE,
    variables={"j": "integer, 1 <= j, j <= K"},
)
REGRET: Final = f"paid - {OF_I} <= a*T*(1/c + s**2/8)"
MANY: Final = ("0 <= K - 2",)
theorem(
    "regret of exponential weights",
    WEIGHTS,
    REGRET,
    Step("positive", "0 < log(K)", arithmetic(inside("log(_)", "1 < K")), MANY),
    Step("rate, squared", "c*log(K)/T <= a**2", arithmetic(("-1/T", "rate"))),
    Step(
        "rate at least",
        "sqrt(c*log(K)/T) <= a",
        apply("a root is at most", "rate, squared", x="c*log(K)/T", y="a"),
        MANY,
        ("positive",),
    ),
    Step("learns", "0 < a", arithmetic("rate at least"), MANY, ("positive",)),
    Step("second order", SECOND_ORDER, apply("second-order regret of exponential weights")),
    Step("several", REGRET, arithmetic(("1/a", "second order"), ("-1/(a*c)", "rate")), MANY, ("learns",)),
    Step("one expert", f"paid - {OF_I} <= 0", apply("one expert has no regret"), ("K - 2 < 0",)),
    Step(
        "all",
        REGRET,
        cases("0 <= K - 2", arithmetic("several"), arithmetic("one expert")),
    ),
)
LOG: Final = (
    Step("log K grows", "log(1) <= log(K)", apply("log grows", A="1", B="K")),
    Step("log of 1", "log(1) = 0", apply("log of exp", A="0")),
    Step("entropy", "0 <= log(K)", arithmetic("log K grows", ("-1", "log of 1"))),
)
"""The root of T log K has a meaning."""
