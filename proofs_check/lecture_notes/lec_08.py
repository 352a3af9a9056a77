"""LEC-08: a bad hypothesis makes at most alpha n/2 mistakes with probability at most e^(-alpha^2 n/2).

Lecture notes, Section 1, second display, "the second inequality is the Chernoff bound". It is printed as a strict one
between sums over BAD, and that fails where BAD is empty: 0 < 0 ("LEC-08: as printed", refuted). Each term is strictly
less where n >= 1 and the sums are related with <= (LEC-08-corrected). By Hoeffding's lemma E e^(s u(h)) <= e^(n (s^2/8
- s q)) for a hypothesis of error q > alpha; with s = 4 (q - alpha/2) the tail is at most e^(-2 (q - alpha/2)^2 n), and
2 (q - alpha/2)^2 exceeds alpha^2/2 by 2 q (q - alpha). A second bound is linear in alpha, and better for alpha < 1 - ln
2: the exact moments at e^(-s) = (1 - alpha)/(2 - alpha). The ends of the printed display are related as it says,
strictly (LEC-08), because f is not bad.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.proofs_check.lecture_notes.accuracy import union
from dpassay.proofs_check.models.private_learning import LEARNING, Learning
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, constant, together

BAD: Final = ("a < error(h)",)
STRICT: Final = ("a < error(h)", "1 <= n")
FEW: Final = "Pr(-a*n/2 <= u(h))"
SQUARE: Final = "exp(-a**2*n/2)"
LINEAR: Final = "exp(-(1 - log(2))*a*n/2)"
SOME: Final = "Pr(1 <= sum([a < error(h)]*[-a*n/2 <= u(h)], h, 1, C))"


def over_bad(term: str) -> str:
    """The sum over BAD."""
    return f"sum([a < error(h)]*{term}, h, 1, C)"


refuted(
    "LEC-08: as printed",
    LEARNING,
    f"{SOME} <= {over_bad(FEW)} < {over_bad(SQUARE)} <= C*{SQUARE}",
    setting=Learning(("0000",), 0, (1, 1, 1, 1), 1, Fraction(1, 2)),
)

AT: Final = "n*(s**2/8 - s*error(h)) + s*a*n/2"
HOEFFDING: Final = "s**2/8 - s*error(h)"
theorem(
    "few mistakes, Hoeffding",
    LEARNING,
    f"{FEW} <= exp({AT})",
    Step("at most 1", "miss(h, t) <= 1", apply("zero or one", "mistake or not", x="miss(h, t)")),
    Step(
        "tilt",
        "E(exp(-s*miss(h, t))) <= exp(-s*E(miss(h, t)) + s**2/8)",
        apply("Hoeffding's lemma", "at most 1", P="P", X="miss(h, t)", low="0", high="1", s="-s"),
    ),
    Step("exponent", f"-s*E(miss(h, t)) + s**2/8 <= {HOEFFDING}", arithmetic(("-s", "law of a row"))),
    Step(
        "grow",
        f"exp(-s*E(miss(h, t)) + s**2/8) <= exp({HOEFFDING})",
        apply("exp grows", "exponent", A="-s*E(miss(h, t)) + s**2/8", B=HOEFFDING),
    ),
    Step("row", f"E(exp(-s*miss(h, t))) <= exp({HOEFFDING})", arithmetic("tilt", "grow")),
    Step(
        "rows",
        f"E(exp(-s*sum(miss(h, t), t, 1, n))) <= exp(n*({HOEFFDING}))",
        apply(
            "independent sum",
            "independent",
            "row",
            P="P",
            X="t: miss(h, t)",
            c=f"t: {HOEFFDING}",
            low="1",
            high="n",
            s="-s",
        ),
    ),
    Step("sum", "E(exp(s*u(h))) <= E(exp(-s*sum(miss(h, t), t, 1, n)))", apply("the score is a sum", s="s")),
    Step("moments", f"E(exp(s*u(h))) <= exp(n*({HOEFFDING}))", arithmetic("sum", "rows")),
    Step(
        "all",
        f"{FEW} <= exp({AT})",
        apply("lower tail", "moments", P="P", X="-u(h)", s="s", e="a*n/2", c=f"n*({HOEFFDING})"),
        ("0 <= s",),
    ),
    where=("0 <= s",),
    variables={"s": "real"},
    samples={"s": (0, 1)},
)

BEST: Final = "-2*n*(error(h) - a/2)**2"
POSITIVE: Final = Step("positive", "0 < error(h)", arithmetic(), BAD)
STEPS_OF_SQUARE: Final = (
    POSITIVE,
    Step("sign", "0 <= 4*(error(h) - a/2)", arithmetic(("4", "a < error(h)")), BAD),
    Step(
        "Hoeffding",
        f"{FEW} <= exp({BEST})",
        apply("few mistakes, Hoeffding", "sign", s="4*(error(h) - a/2)"),
        BAD,
    ),
    Step("square", f"{BEST} <= -a**2*n/2", arithmetic(("2*n*error(h)", "a < error(h)")), BAD, ("positive",)),
    Step("square strictly", f"{BEST} < -a**2*n/2", arithmetic(("2*n*error(h)", "a < error(h)")), STRICT, ("positive",)),
    Step("grows", f"exp({BEST}) <= {SQUARE}", apply("exp grows", "square", A=BEST, B="-a**2*n/2"), BAD),
    Step(
        "grows strictly",
        f"exp({BEST}) < {SQUARE}",
        apply("exp grows strictly", "square strictly", A=BEST, B="-a**2*n/2"),
        STRICT,
    ),
)
theorem(
    "few mistakes",
    LEARNING,
    f"{FEW} <= {SQUARE}",
    *(step for step in STEPS_OF_SQUARE if not step.name.endswith("strictly")),
    Step("all", f"{FEW} <= {SQUARE}", arithmetic("Hoeffding", "grows"), BAD),
    where=BAD,
)
theorem(
    "few mistakes, strictly",
    LEARNING,
    f"{FEW} < {SQUARE}",
    *(step for step in STEPS_OF_SQUARE if step.name not in {"square", "grows"}),
    Step("all", f"{FEW} < {SQUARE}", arithmetic("Hoeffding", "grows strictly"), STRICT),
    where=STRICT,
)

GAP: Final = "(1 - a/2)*(high - low) - a/2"
TAIL: Final = "n*(low - high) + s*a*n/2"
LIMIT: Final = "-(1 - log(2))*a*n/2"
STEPS_OF_LINEAR: Final = (
    Step("errors", "error(h) <= 1", apply("errors")),
    Step("below 1", "a < 1", arithmetic("errors"), BAD),
    Step("exp of low", "exp(low) = 1 - a", apply("exp of log", A="1 - a"), BAD, ("below 1",)),
    Step("exp of high", "exp(high) = 1 - a/2", apply("exp of log", A="1 - a/2"), BAD, ("below 1",)),
    Step("exp of log 2", "exp(log(2)) = 2", apply("exp of log", A="2")),
    Step(
        "ratio",
        "(1 - a/2)*exp(low - high) = 1 - a",
        arithmetic(("-exp(low - high)", "exp of high"), "exp of low"),
        BAD,
        ("below 1",),
    ),
    Step("half", "exp(-log(2)) = 1/2", arithmetic(("-exp(-log(2))/2", "exp of log 2"))),
    Step(
        "rate",
        "1 - a*(1 - exp(-s)) <= exp(low - high)",
        arithmetic(("-1", "ratio"), ("a*exp(low - high)", "half")),
        BAD,
        ("below 1",),
    ),
    Step("logs", "low <= high", apply("log grows", A="1 - a", B="1 - a/2"), BAD, ("below 1",)),
    Step("log 2", "0 < log(2)", constant()),
    Step("sign", "0 <= s", arithmetic("logs", "log 2"), BAD, ("below 1",)),
    Step(
        "moments",
        "E(exp(s*u(h))) <= exp(n*(low - high))",
        apply("moments of the score", "sign", "rate", s="s", b="a", c="low - high"),
        BAD,
        ("below 1",),
    ),
    Step(
        "tail",
        f"{FEW} <= exp({TAIL})",
        apply("lower tail", "sign", "moments", P="P", X="-u(h)", s="s", e="a*n/2", c="n*(low - high)"),
        BAD,
        ("below 1",),
    ),
    Step(
        "divergence",
        f"0 < {GAP}",
        analysis("0 < (1 - z/2)*(log(1 - z/2) - log(1 - z)) - z/2", "(0, 1)", z="a"),
        BAD,
        ("below 1",),
    ),
    Step("linear", f"{TAIL} <= {LIMIT}", arithmetic(("n", "divergence")), BAD, ("below 1",)),
    Step("linear strictly", f"{TAIL} < {LIMIT}", arithmetic(("n", "divergence")), STRICT, ("below 1",)),
    Step("grows", f"exp({TAIL}) <= {LINEAR}", apply("exp grows", "linear", A=TAIL, B=LIMIT), BAD, ("below 1",)),
    Step(
        "grows strictly",
        f"exp({TAIL}) < {LINEAR}",
        apply("exp grows strictly", "linear strictly", A=TAIL, B=LIMIT),
        STRICT,
        ("below 1",),
    ),
)
LOGS: Final = {"low": "log(1 - a)", "high": "log(1 - a/2)", "s": "log(2) + log(1 - a/2) - log(1 - a)"}
theorem(
    "few mistakes, linear",
    LEARNING,
    f"{FEW} <= {LINEAR}",
    *(step for step in STEPS_OF_LINEAR if not step.name.endswith("strictly")),
    Step("all", f"{FEW} <= {LINEAR}", arithmetic("tail", "grows"), BAD),
    where=BAD,
    let=LOGS,
)
theorem(
    "few mistakes, linear and strictly",
    LEARNING,
    f"{FEW} < {LINEAR}",
    *(step for step in STEPS_OF_LINEAR if step.name not in {"linear", "grows"}),
    Step("all", f"{FEW} < {LINEAR}", arithmetic("tail", "grows strictly"), STRICT),
    where=STRICT,
    let=LOGS,
)


def over_the_bad(name: str, step: str, bound: str) -> tuple[Step, Step]:
    """The sum over BAD of a bound that holds for each of them."""
    return (
        Step(
            f"{name}, each",
            f"[a < error(h)]*{FEW} <= [a < error(h)]*{bound}",
            apply("where it is so", step, A="a", B="error(h)", Y=FEW, c=bound),
        ),
        Step(
            f"{name}, sum",
            f"{over_bad(FEW)} <= {over_bad(bound)}",
            apply(
                "sum grows",
                f"{name}, each",
                f=f"h: [a < error(h)]*{FEW}",
                g=f"h: [a < error(h)]*{bound}",
                low="1",
                high="C",
            ),
        ),
    )


def implication(name: str, step: str, bound: str) -> Step:
    """The strict bound, where h is bad and n >= 1."""
    return Step(
        name,
        f"[a < error(h)]*[1 <= n] <= [{FEW} < {bound}]",
        apply("implication", step, A="a", B="error(h)", F="1", G="n", L=FEW, R=bound),
    )


CORRECTED: Final = " and ".join(
    [
        f"[a < error(h)]*[1 <= n] <= [{FEW} < {SQUARE}]",
        f"[a < error(h)]*[1 <= n] <= [{FEW} < {LINEAR}]",
        f"{over_bad(FEW)} <= {over_bad(SQUARE)}",
        f"{over_bad(FEW)} <= {over_bad(LINEAR)}",
    ]
)
theorem(
    "LEC-08-corrected",
    LEARNING,
    CORRECTED,
    Step("square strictly", f"{FEW} < {SQUARE}", apply("few mistakes, strictly"), STRICT),
    Step("linear strictly", f"{FEW} < {LINEAR}", apply("few mistakes, linear and strictly"), STRICT),
    Step("square", f"{FEW} <= {SQUARE}", apply("few mistakes"), BAD),
    Step("linear", f"{FEW} <= {LINEAR}", apply("few mistakes, linear"), BAD),
    implication("square where bad", "square strictly", SQUARE),
    implication("linear where bad", "linear strictly", LINEAR),
    *over_the_bad("square", "square", SQUARE),
    *over_the_bad("linear", "linear", LINEAR),
    Step("all", CORRECTED, together("square where bad", "linear where bad", "square, sum", "linear, sum")),
)
theorem(
    "few bad fit",
    LEARNING,
    f"{SOME} <= (C - 1)*{SQUARE}",
    Step("few", f"{FEW} <= {SQUARE}", apply("few mistakes"), BAD),
    *union("-a*n/2", SQUARE, "few"),
)
theorem(
    "LEC-08",
    LEARNING,
    f"{SOME} < C*{SQUARE}",
    Step("few bad", f"{SOME} <= (C - 1)*{SQUARE}", apply("few bad fit")),
    Step("all", f"{SOME} < C*{SQUARE}", arithmetic("few bad")),
)
