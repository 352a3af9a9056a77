"""Hedge against an adaptive adversary: on every course its mean losses exceed those of a proxy by sqrt(T ln(K)/2).

With Z the mean of e^(-a loss) under the weights of a round, the log of the weight of proxy i moves by -a loss(i) - log
Z. Over all rounds it grows from -log K to at most 0. By Hoeffding's lemma log Z is at most -a times the mean loss plus
a^2/8, and a = sqrt(8 log(K)/T). With one proxy there is nothing to choose. For HRS-04 and HRS-11.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.models.hedge_on_a_cover import HEDGED, LOSS
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, cases, inside, use

Z: Final = "E(exp(-a*paid(r)), y(r))"
MEAN: Final = "E(paid(r), y(r))"
MEANS: Final = f"sum({MEAN}, r, 1, T)"
OF_I: Final = f"sum({LOSS}, r, 1, T)"
BOUND: Final = f"-a*{MEAN} + a**2/8"
POTENTIAL: Final = f"sum(-a*{LOSS} - log({Z}), r, 1, T) <= log(K)"
SECOND_ORDER: Final = f"a*({MEANS} - {OF_I}) <= log(K) + a**2*T/8"
theorem(
    "second-order regret of Hedge on proxies",
    HEDGED,
    SECOND_ORDER,
    Step(
        "Hoeffding",
        f"{Z} <= exp({BOUND})",
        apply("Hoeffding's lemma", "at most 1", P="y(r)", X="paid(r)", low="0", high="1", s="-a"),
    ),
    Step(
        "potential",
        POTENTIAL,
        apply(
            "potential of weights",
            "first",
            "update",
            "weights",
            T="T",
            K="K",
            w="r, i: w(r, i)",
            x=f"r, i: -a*{LOSS} - log({Z})",
            i="i",
        ),
    ),
    Step("all", SECOND_ORDER, arithmetic(inside("sum(log(_), r, 1, T)", "Hoeffding"), "potential")),
)
ONE: Final = ("K < 2",)
theorem(
    "one proxy is always chosen",
    HEDGED,
    f"{MEANS} - {OF_I} <= 0",
    Step("one", "K + 1 <= 2", apply("integers are 1 apart", A="K", B="2"), ONE),
    Step("right or not", "say(r, i) <= 1", apply("zero or one", "0 or 1, said", x="say(r, i)")),
    Step("true or not", "lab(r) <= 1", apply("zero or one", "0 or 1, true", x="lab(r)")),
    Step(
        "loss",
        f"{LOSS} <= 1",
        arithmetic(("1 - say(r, i)", "true or not"), "0 or 1, said", "0 or 1, true"),
        (),
        ("right or not",),
    ),
    Step("square", f"0 <= {LOSS}", analysis("0 <= z**2", "(-oo, oo)", z="say(r, i) - lab(r)")),
    Step(
        "behind",
        f"sum(w(r, i)*{LOSS}, i, 1, K) - {LOSS} <= (K - 1)*1",
        apply(
            "behind one of the experts",
            use("weights", n="r"),
            "square",
            "loss",
            K="K",
            s="1",
            w="i: w(r, i)",
            v=f"i: {LOSS}",
            i="i",
        ),
    ),
    Step(
        "round",
        f"{MEAN} - {LOSS} <= K - 1",
        arithmetic("behind", "paid on average"),
    ),
    Step("all", f"{MEANS} - {OF_I} <= 0", arithmetic(inside("sum(_, r, 1, T)", "round"), ("T", "one")), ONE),
    where=ONE,
)
ROOT: Final = "sqrt(T*L/2)"
REGRET: Final = f"{MEANS} - {OF_I} <= {ROOT}"
MANY: Final = ("0 <= K - 2",)
theorem(
    "regret of Hedge on proxies",
    HEDGED,
    REGRET,
    Step("positive", "0 < log(K)", analysis("0 < log(z)", "[2, oo)", z="K"), MANY),
    Step("learns", "0 < a", apply("a rate above 0", "rate", "positive", T="T", L="log(K)", c="8", a="a"), MANY),
    Step("second order", SECOND_ORDER, apply("second-order regret of Hedge on proxies")),
    Step(
        "linear",
        f"{MEANS} - {OF_I} <= a*T/4",
        arithmetic(("1/a", "second order"), ("-1/(8*a)", "rate")),
        MANY,
        ("learns",),
    ),
    Step("square", "(a*T/4)**2 <= T*L/2", arithmetic(("T/16", "rate"), ("-T/2", "logarithm"))),
    Step("root", f"a*T/4 <= {ROOT}", apply("a root is at least", "square", u="a*T/4", x="T*L/2")),
    Step("one", f"{MEANS} - {OF_I} <= 0", apply("one proxy is always chosen"), ("K - 2 < 0",)),
    Step("all", REGRET, cases("0 <= K - 2", arithmetic("linear", "root"), arithmetic("one"))),
)
theorem(
    "paid by Hedge on average",
    HEDGED,
    f"E({MEANS}) = E(sum(paid(r), r, 1, T))",
    Step("round", f"E({MEAN}) = E(paid(r))", apply("tower", P="P", K="y(r)", X="paid(r)")),
    Step(
        "all",
        f"E({MEANS}) = E(sum(paid(r), r, 1, T))",
        arithmetic(inside("sum(_, r, 1, T)", "round")),
    ),
)
