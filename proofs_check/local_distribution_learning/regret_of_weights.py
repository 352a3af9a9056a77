"""The regret of exponential weights with a = sqrt(c log(K)/T) on losses in [0, s]: at most a T (1/c + s^2/8).

With Z the mean of e^(-a v) under the weights before a round, the log of the weight of expert i moves by -a v(i) - log
Z. Over all rounds it grows from -log K to at most 0. By Hoeffding's lemma log Z is at most -a times the mean of v, plus
a^2 s^2/8. For one expert there is no regret. For SIMA-24 and SIMA-33-corrected.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.models.exponential_weights import WEIGHTS
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, cases, inside, use

Z: Final = "E(exp(-a*loss(t)), y(t))"
MEAN: Final = "E(loss(t), y(t))"
OF_I: Final = "sum(v(t, i), t, 1, T)"
BOUND: Final = f"-a*{MEAN} + a**2*s**2/8"
MIXED: Final = "sum(w(t, i)*v(t, i), i, 1, K)"
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
    Step(
        "potential",
        f"sum(-a*v(t, i) - log({Z}), t, 1, T) <= log(K)",
        apply(
            "potential of weights",
            "first",
            "update",
            "weights",
            T="T",
            K="K",
            w="t, i: w(t, i)",
            x=f"t, i: -a*v(t, i) - log({Z})",
            i="i",
        ),
    ),
    Step("all", SECOND_ORDER, arithmetic(inside("sum(_, t, 1, T)", "round"), "potential", ("a", "paid"))),
)
ONE: Final = ("K < 2",)
theorem(
    "one expert has no regret",
    WEIGHTS,
    f"paid - {OF_I} <= 0",
    Step("one", "K + 1 <= 2", apply("integers are 1 apart", A="K", B="2"), ONE),
    Step(
        "round",
        f"{MIXED} - v(t, i) <= (K - 1)*s",
        apply(
            "behind one of the experts",
            use("weights", n="t"),
            "at most s",
            K="K",
            s="s",
            w="i: w(t, i)",
            v="i: v(t, i)",
            i="i",
        ),
    ),
    Step("all", f"paid - {OF_I} <= 0", arithmetic(inside("sum(_, t, 1, T)", "round"), "paid", ("T*s", "one")), ONE),
    where=ONE,
)
REGRET: Final = f"paid - {OF_I} <= a*T*(1/c + s**2/8)"
MANY: Final = ("0 <= K - 2",)
theorem(
    "regret of exponential weights",
    WEIGHTS,
    REGRET,
    Step("positive", "0 < log(K)", arithmetic(inside("log(_)", "1 < K")), MANY),
    Step("learns", "0 < a", apply("a rate above 0", "rate", "positive", T="T", L="log(K)", c="c", a="a"), MANY),
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
