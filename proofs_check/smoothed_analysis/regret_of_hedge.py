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
theorem(
    "potential of Hedge on proxies",
    HEDGED,
    POTENTIAL,
    Step(
        "telescope",
        "sum(log(w(r + 1, i)) - log(w(r, i)), r, 1, T) = log(w(T + 1, i)) - log(w(1, i))",
        apply("telescope", f="r: log(w(r, i))", low="1", high="T"),
    ),
    Step(
        "one of all",
        "w(n, i) <= sum(w(n, k), k, 1, K)",
        apply("a term of a sum", f="k: w(n, k)", low="1", k="i", high="K"),
    ),
    Step("log", "log(w(n, i)) <= w(n, i) - 1", analysis("log(z) <= z - 1", "(0, oo)", z="w(n, i)")),
    Step("no more", "log(w(n, i)) <= 0", arithmetic("log", "one of all", "weights")),
    Step(
        "all",
        POTENTIAL,
        arithmetic(
            ("-1", inside("sum(_, r, 1, T)", "update")), "telescope", ("-1", "first"), use("no more", n="T + 1")
        ),
    ),
)
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
    Step("potential", POTENTIAL, apply("potential of Hedge on proxies")),
    Step("all", SECOND_ORDER, arithmetic(inside("sum(log(_), r, 1, T)", "Hoeffding"), "potential")),
)
OTHER: Final = LOSS.replace("i)", "k)")
AHEAD: Final = f"w(r, k)*({OTHER} - {LOSS})"
ONE: Final = ("K < 2",)
theorem(
    "one proxy is always chosen",
    HEDGED,
    f"{MEANS} - {OF_I} <= 0",
    Step("one", "K + 1 <= 2", apply("integers are 1 apart", A="K", B="2"), ONE),
    Step(
        "one of all",
        "w(r, k) <= sum(w(r, l), l, 1, K)",
        apply("a term of a sum", f="l: w(r, l)", low="1", k="k", high="K"),
    ),
    Step("at most one", "w(r, k) <= 1", arithmetic("one of all", use("weights", n="r"))),
    Step("right or not", "say(r, k) <= 1", apply("zero or one", use("0 or 1, said", i="k"), x="say(r, k)")),
    Step("true or not", "lab(r) <= 1", apply("zero or one", "0 or 1, true", x="lab(r)")),
    Step(
        "loss",
        f"{OTHER} <= 1",
        arithmetic(
            ("1 - say(r, k)", "true or not"),
            use("0 or 1, said", i="k"),
            "0 or 1, true",
        ),
        (),
        ("right or not",),
    ),
    Step("square", f"0 <= {LOSS}", analysis("0 <= z**2", "(-oo, oo)", z="say(r, i) - lab(r)")),
    Step("ahead", f"{AHEAD} <= 1", arithmetic(("w(r, k)", "loss"), ("w(r, k)", "square"), "at most one")),
    Step(
        "others",
        f"sum({AHEAD}, k, 1, K) <= K - 1",
        apply("all but one", "ahead", f=f"k: {AHEAD}", low="1", k="i", high="K", c="1"),
    ),
    Step(
        "round",
        f"{MEAN} - {LOSS} <= K - 1",
        arithmetic("others", "paid on average", (LOSS, use("weights", n="r"))),
    ),
    Step("all", f"{MEANS} - {OF_I} <= 0", arithmetic(inside("sum(_, r, 1, T)", "round"), ("T", "one")), ONE),
    where=ONE,
    variables={"k": "integer, 1 <= k, k <= K"},
)
ROOT: Final = "sqrt(T*L/2)"
REGRET: Final = f"{MEANS} - {OF_I} <= {ROOT}"
MANY: Final = ("0 <= K - 2",)
theorem(
    "regret of Hedge on proxies",
    HEDGED,
    REGRET,
    Step("positive log", "0 < log(K)", analysis("0 < log(z)", "[2, oo)", z="K"), MANY),
    Step("positive", "0 < L", arithmetic("positive log", ("-1", "logarithm")), MANY),
    Step("squared", "8*L/T <= a**2", arithmetic(("-1/T", "rate"), ("8/T", "logarithm"))),
    Step("at least", "sqrt(8*L/T) <= a", apply("a root is at most", "squared", x="8*L/T", y="a")),
    Step("learns", "0 < a", arithmetic("at least"), MANY, ("positive",)),
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
