"""What Algorithm 1 pays at least on the class of liars, for every T >= 3, K, eps and delta.

After round t the liar of that round who gave its label 3/4 is ahead of all kinds that have not lied yet: all of them
said (1/2, 1/2) in earlier rounds, and the clipped likelihood of what they said in round t is 1/4, that of the liar
(3/2 - 1/(2 T))/4. So their logs of weights are apart by x (lambda - 2 T c') at least, lambda = ln(3/2 - 1/(2 T)), but
for their sizes, where all noises are below c'. Those who have not lied yet have a weight of at most K r in all, r =
e^(-x (lambda - 2 T c')), and all others say (1, 0) next. So what is predicted for the other label is at most K r +
1/(2 T).
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.local_distribution_learning.sima_34_corrected import CHANCE
from dpassay.proofs_check.models.liars import LIARS
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, inside, use

theorem("noises of Algorithm 1 below c'", LIARS, "1 - exp(-gamma) <= chance", *CHANCE)

APART: Final = "tilt*(log(3*T - 1) - log(2*T) - 2*T*low)"
LET: Final = {
    "lead": "(log(3*T - 1) - log(2*T))",
    "r": f"exp(-{APART})",
    "floor": f"(-(log(2) + log(2*(K*exp(-{APART}) + 1/(2*T))))/2)",
}
HONEST, AHEAD, NOT_YET = "t + 1 <= turn(i)", "1 <= ahead(t, j)", "[t + 1 <= turn(i)]"
PAIR: Final = (HONEST, AHEAD)
GAP: Final = "log(w({n}, j)) - log(w({n}, i)) + log(size(i))"
SO_FAR: Final = "-2*tilt*low*{n} <= " + GAP
WHO_IS_AHEAD: Final = (
    Step("its turn", "turn(j) = t", arithmetic(("1/ahead(t, j)", "in its turn")), (AHEAD,)),
    Step("its share", "4*seen(t, j) = 3", arithmetic(("1/ahead(t, j)", "it lies")), (AHEAD,)),
    Step("none is more", "0 <= (1 - ahead(t, j))**2", analysis("0 <= z**2", "(-oo, oo)", z="1 - ahead(t, j)")),
    Step("at most 1", "ahead(t, j) <= 1", arithmetic("none is more", "ahead or not")),
)
LIKELIHOODS: Final = (
    Step("not yet", f"{NOT_YET} = 1", apply("indicator of what holds", A="t + 1", B="turn(i)"), (HONEST,)),
    Step(
        "half",
        "2*seen(t, i) = 1",
        arithmetic(use("before it lies", j="i"), ("1 - 2*seen(t, i)", "not yet")),
        (HONEST,),
    ),
    Step("quarter", "p(t, i) = 1/4", arithmetic(use("likelihood", j="i"), ("(1 - 1/T)/4", "half")), (HONEST,)),
    Step(
        "at most a quarter", "log(p(t, i)) <= log(1/4)", apply("log grows", "quarter", A="p(t, i)", B="1/4"), (HONEST,)
    ),
    Step(
        "at least a quarter", "log(1/4) <= log(p(t, i))", apply("log grows", "quarter", A="1/4", B="p(t, i)"), (HONEST,)
    ),
    Step(
        "of the liar", "3*T - 1 = p(t, j)*(8*T)", arithmetic(("-8*T", "likelihood"), ("1 - T", "its share")), (AHEAD,)
    ),
    Step(
        "log of the liar's",
        "log(3*T - 1) <= log(p(t, j)*(8*T))",
        apply("log grows", "of the liar", A="3*T - 1", B="p(t, j)*(8*T)"),
        (AHEAD,),
    ),
    Step("its log", "log(p(t, j)*(8*T)) = log(p(t, j)) + log(8*T)", apply("log of a product", A="p(t, j)", B="8*T")),
    Step("log of 2 T", "log(1/4*(8*T)) = log(1/4) + log(8*T)", apply("log of a product", A="1/4", B="8*T")),
)
LEADS: Final = (
    Step("log of size", "0 <= log(size(j))", analysis("0 <= log(z)", "[1, oo)", "one or more", z="size(j)")),
    Step(
        "start",
        SO_FAR.format(n="1"),
        arithmetic("log of size", ("-1", "first weights"), use("first weights", j="i")),
    ),
    Step(
        "next",
        SO_FAR.format(n="(n + 1)"),
        arithmetic(
            SO_FAR.format(n="n"),
            ("-1", use("update", t="n")),
            use("update", t="n", j="i"),
            ("tilt", use("above", t="n")),
            ("tilt", use("below", t="n", j="i")),
            ("tilt", use("at most a quarter", t="n")),
            ("tilt", use("at least a quarter", t="n", i="j")),
        ),
        (*PAIR, "n + 1 <= t", SO_FAR.format(n="n")),
        ("its turn",),
    ),
    Step(
        "so far",
        SO_FAR.format(n="t"),
        apply(
            "induction",
            "start",
            "next",
            low="1",
            high="t",
            f="n: -2*tilt*low*n",
            g="n: " + GAP.format(n="n"),
        ),
        PAIR,
    ),
    Step(
        "then",
        "tilt*(lead - 2*T*low) <= " + GAP.format(n="(t + 1)"),
        arithmetic(
            "so far",
            ("-1", "update"),
            use("update", j="i"),
            ("tilt", use("above")),
            ("tilt", use("below", j="i")),
            ("tilt", "at most a quarter"),
            ("tilt", "log of the liar's"),
            ("tilt", "its log"),
            ("-tilt", "log of 2 T"),
            ("2*tilt*low", "t <= T - 1"),
        ),
        PAIR,
    ),
)
LIGHT: Final = "w(t + 1, i) <= size(i)*w(t + 1, j)*r"
BOTH: Final = "log(size(i)) + log(w(t + 1, j)) - tilt*(lead - 2*T*low)"
LEFT, RIGHT = f"ahead(t, j)*{NOT_YET}*w(t + 1, i)", "ahead(t, j)*size(i)*w(t + 1, j)*r"
WEIGHTS: Final = (
    Step("logs", f"log(w(t + 1, i)) <= {BOTH}", arithmetic("then"), PAIR),
    Step(
        "powers",
        f"exp(log(w(t + 1, i))) <= exp({BOTH})",
        apply("exp grows", "logs", A="log(w(t + 1, i))", B=BOTH),
        PAIR,
    ),
    Step("weight", "exp(log(w(t + 1, j))) = w(t + 1, j)", apply("exp of log", A="w(t + 1, j)")),
    Step("size", "exp(log(size(i))) = size(i)", apply("exp of log", A="size(i)")),
    Step(
        "light",
        LIGHT,
        arithmetic(
            "powers",
            ("-1", use("weight", j="i")),
            ("exp(log(w(t + 1, j)))*r", "size"),
            ("size(i)*r", "weight"),
        ),
        PAIR,
    ),
    Step(
        "of a pair",
        f"{LEFT} <= {RIGHT}",
        arithmetic(("ahead(t, j)", "light"), ("ahead(t, j)*w(t + 1, i)", "not yet")),
        PAIR,
    ),
)
ANY_PAIR: Final = (
    Step("none yet", f"{NOT_YET} = 0", apply("indicator of what fails", A="t + 1", B="turn(i)"), ("turn(i) < t + 1",)),
    Step(
        "has lied",
        f"{LEFT} <= {RIGHT}",
        arithmetic(("ahead(t, j)*w(t + 1, i)", "none yet")),
        ("turn(i) < t + 1",),
    ),
    Step(
        "or not",
        f"{LEFT} <= {RIGHT}",
        apply("cases", "of a pair", "has lied", A=LEFT, B=RIGHT, c="turn(i) - (t + 1)"),
        (AHEAD,),
    ),
    Step("ahead is 0", "ahead(t, j) = 0", arithmetic(("-1/(1 - ahead(t, j))", "ahead or not")), ("ahead(t, j) < 1",)),
    Step(
        "not ahead",
        f"{LEFT} <= {RIGHT}",
        arithmetic((f"{NOT_YET}*w(t + 1, i) - size(i)*w(t + 1, j)*r", "ahead is 0")),
        ("ahead(t, j) < 1",),
    ),
    Step("pair", f"{LEFT} <= {RIGHT}", apply("cases", "or not", "not ahead", A=LEFT, B=RIGHT, c="ahead(t, j) - 1")),
)
ALL: Final = "1, 2*T - 1"
TOTAL: Final = "(K*r + 1/(2*T))"
YET: Final = f"{NOT_YET}*w(t + 1, i)"
LATER: Final = "w(t + 1, i)*((1 - 1/T)*second(t + 1, i) + share(t + 1)/T)"
SUMS: Final = (
    Step(
        "pairs",
        f"sum({LEFT}, j, {ALL}) <= sum({RIGHT}, j, {ALL})",
        apply("sum grows", "pair", f=f"j: {LEFT}", g=f"j: {RIGHT}", low="1", high="2*T - 1"),
    ),
    Step("part of it", "ahead(t, j)*w(t + 1, j) <= w(t + 1, j)", arithmetic(("w(t + 1, j)", "at most 1"))),
    Step(
        "parts of it",
        f"sum(ahead(t, j)*w(t + 1, j), j, {ALL}) <= sum(w(t + 1, j), j, {ALL})",
        apply(
            "sum grows",
            "part of it",
            f="j: ahead(t, j)*w(t + 1, j)",
            g="j: w(t + 1, j)",
            low="1",
            high="2*T - 1",
        ),
    ),
    Step(
        "of a kind",
        f"{YET} <= size(i)*r",
        arithmetic(
            "pairs", (f"-{YET}", "one is ahead"), ("size(i)*r", "parts of it"), ("size(i)*r", use("weights", n="t + 1"))
        ),
    ),
    Step(
        "of all kinds",
        f"sum({YET}, i, {ALL}) <= sum(size(i)*r, i, {ALL})",
        apply("sum grows", "of a kind", f=f"i: {YET}", g="i: size(i)*r", low="1", high="2*T - 1"),
    ),
    Step(
        "later",
        "turn(i) + 1 <= t + 1",
        apply("integers are 1 apart", A="turn(i)", B="t + 1"),
        ("turn(i) < t + 1",),
    ),
    Step(
        "lied",
        "[turn(i) + 1 <= t + 1] = 1",
        apply("indicator of what holds", "later", A="turn(i) + 1", B="t + 1"),
        ("turn(i) < t + 1",),
    ),
    Step(
        "says the first",
        f"second(t + 1, i) <= {NOT_YET}",
        arithmetic(use("after it lies", n="t + 1", j="i"), ("-second(t + 1, i)", "lied")),
        ("turn(i) < t + 1",),
    ),
    Step(
        "says the second",
        f"second(t + 1, i) <= {NOT_YET}",
        arithmetic(use("a mass", n="t + 1", j="i"), ("-1", "not yet")),
        (HONEST,),
    ),
    Step(
        "who says the second",
        f"second(t + 1, i) <= {NOT_YET}",
        apply("cases", "says the second", "says the first", A="second(t + 1, i)", B=NOT_YET, c="turn(i) - (t + 1)"),
    ),
    Step(
        "mass of a kind",
        f"{LATER} <= {YET} + w(t + 1, i)/(2*T)",
        arithmetic(("w(t + 1, i)", "who says the second"), ("w(t + 1, i)/(2*T)", use("half of all", n="t + 1"))),
    ),
    Step(
        "mass",
        f"sum({LATER}, i, {ALL}) <= sum({YET} + w(t + 1, i)/(2*T), i, {ALL})",
        apply(
            "sum grows",
            "mass of a kind",
            f=f"i: {LATER}",
            g=f"i: {YET} + w(t + 1, i)/(2*T)",
            low="1",
            high="2*T - 1",
        ),
    ),
    Step(
        "other label",
        f"other(t + 1) <= {TOTAL}",
        arithmetic(
            use("prediction", n="t + 1"),
            "mass",
            "of all kinds",
            ("r", "sizes"),
            ("1/(2*T)", use("weights", n="t + 1")),
        ),
    ),
)
PAID: Final = "E(sum(kl(n), n, 1, T))"
theorem(
    "cost of liars",
    LIARS,
    f"(T - 1)*floor <= {PAID}",
    *WHO_IS_AHEAD,
    *LIKELIHOODS,
    *LEADS,
    *WEIGHTS,
    *ANY_PAIR,
    *SUMS,
    Step("first label", "first(n) <= 1", arithmetic("two labels")),
    Step(
        "next round",
        "floor <= kl(t + 1)",
        arithmetic(
            ("-1/2", use("KL", n="t + 1")),
            ("1/2", inside("log(_)", "other label")),
            ("1/2", inside("log(_)", "first label", n="t + 1")),
        ),
    ),
    Step(
        "first round",
        "sum(kl(n), n, 1, T) = sum(kl(n), n, 1, 1) + sum(kl(n), n, 2, T)",
        apply("sum in two parts", f="n: kl(n)", low="1", mid="1", high="T"),
    ),
    Step(
        "course",
        "(T - 1)*floor <= sum(kl(n), n, 1, T)",
        arithmetic(inside("sum(_, n, 2, T)", "next round", t="n - 1"), ("-1", "first round")),
    ),
    Step(
        "all",
        f"(T - 1)*floor <= {PAID}",
        arithmetic(inside("E(_)", "course")),
    ),
    let=LET,
)
