"""What Theorem 1 and the accuracy of the private mechanism share (LEC-03, LEC-04, LEC-08, LEC-09, LEC-10).

The moments of the consistency score of a hypothesis, whose rows are independent, and the union bound over the bad ones.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.proofs_check.models.private_learning import LEARNING
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, inside, use

FREE: Final = {"s": "real", "b": "real", "c": "real", "z": "real"}
SCORE: Final = "-s*sum(miss(h, t), t, 1, n)"
RATE: Final = ("0 <= s", "b <= error(h)", "1 - b*(1 - exp(-s)) <= exp(c)")
theorem(
    "the score is a sum",
    LEARNING,
    f"E(exp(s*u(h))) <= E(exp({SCORE}))",
    Step(
        "all",
        f"E(exp(s*u(h))) <= E(exp({SCORE}))",
        arithmetic(inside("E(exp(s*_))", "score")),
    ),
    variables=FREE,
)
theorem(
    "moments of the score",
    LEARNING,
    "E(exp(s*u(h))) <= exp(n*c)",
    Step("likely", "b <= E(miss(h, t))", arithmetic(("-1", "law of a row"), "b <= error(h)"), ("b <= error(h)",)),
    Step(
        "moments",
        f"E(exp({SCORE})) <= exp(n*c)",
        apply(
            "moments of trials",
            "independent",
            "mistake or not",
            "likely",
            P="P",
            X="t: miss(h, t)",
            n="n",
            s="s",
            b="b",
            c="c",
        ),
        RATE,
    ),
    Step("mean", f"E(exp(s*u(h))) <= E(exp({SCORE}))", apply("the score is a sum", s="s")),
    Step("all", "E(exp(s*u(h))) <= exp(n*c)", arithmetic("mean", "moments"), RATE),
    where=RATE,
    variables=FREE,
    samples={"b": (0, Fraction(1, 5)), "s": (0, 1), "c": (0, Fraction(-1, 20))},
)

BAD: Final = "[a < error(h)]*[z <= u(h)]"
UNION: Final = f"Pr(1 <= sum({BAD}, h, 1, C)) <= sum([a < error(h)]*Pr(z <= u(h)), h, 1, C)"
theorem(
    "union over the bad",
    LEARNING,
    UNION,
    Step(
        "some",
        f"[1 <= sum({BAD}, h, 1, C)] <= sum({BAD}, h, 1, C)",
        apply("at least one", N=f"sum({BAD}, h, 1, C)"),
    ),
    Step("all", UNION, arithmetic(inside("E(_)", "some"))),
    variables=FREE,
    samples={"z": (0, -1)},
)

theorem(
    "errors",
    LEARNING,
    "error(h) <= 1",
    Step("at most 1", "wrong(h) <= 1", apply("zero or one", "wrong or not", x="wrong(h)")),
    Step("all", "error(h) <= 1", arithmetic(inside("E(_, D)", "at most 1"), "error")),
)

LIKELY: Final = ("0 < r", "r <= error(h)")
RARE: Final = (*LIKELY, "1 - error(h) + r <= exp(c)")
ODDS: Final = "error(h)/r"
theorem(
    "no mistake",
    LEARNING,
    "Pr(0 <= u(h)) <= exp(n*c)",
    Step("positive", "0 < error(h)", arithmetic(), LIKELY),
    Step("odds", "1 <= odds", arithmetic(("1/r", "r <= error(h)")), LIKELY),
    Step(
        "rate",
        "1 - error(h)*(1 - exp(-s)) <= exp(c)",
        arithmetic("1 - error(h) + r <= exp(c)"),
        RARE,
        ("positive",),
    ),
    Step(
        "moments",
        "E(exp(s*u(h))) <= exp(n*c)",
        apply("moments of the score", inside("log(_)", "odds"), "rate", s="s", b="error(h)", c="c"),
        RARE,
        ("odds",),
    ),
    Step(
        "all",
        "Pr(0 <= u(h)) <= exp(n*c)",
        apply("lower tail", inside("log(_)", "odds"), "moments", P="P", X="-u(h)", s="s", e="0", c="n*c"),
        RARE,
        ("odds",),
    ),
    where=RARE,
    variables={"r": "real", "c": "real"},
    let={"odds": ODDS, "s": f"log({ODDS})"},
    samples={"r": (Fraction(1, 5), Fraction(2, 5)), "c": (0, Fraction(-1, 20))},
)
NO_ERROR: Final = "[a < error(f)] = 0"
theorem(
    "the target is good",
    LEARNING,
    NO_ERROR,
    Step("no error", "error(f) <= a", arithmetic(inside("E(_, D)", "target"), use("error", h="f"))),
    Step("good", "[error(f) <= a] = 1", apply("indicator of what holds", "no error", A="error(f)", B="a")),
    Step("all", NO_ERROR, arithmetic("[a < error(f)] = 1 - [error(f) <= a]", ("-1", "good"))),
)


def union(z: str, bound: str, step: str) -> tuple[Step, ...]:
    """The steps from a bound on Pr[u(h) >= z] for each bad h to one on the chance that some bad h has such a score.

    It is |C| - 1 times as large, because the target is not bad. The last step is named "some".

    Args:
        z: the least score.
        bound: the bound, at least 0.
        step: the name of the step that says it where h is bad.
    """
    chance = f"[a < error(h)]*Pr({z} <= u(h))"
    some = f"Pr(1 <= sum([a < error(h)]*[{z} <= u(h)], h, 1, C))"
    return (
        Step(
            "if bad",
            f"{chance} <= [a < error(h)]*{bound}",
            apply("where it is so", step, A="a", B="error(h)", Y=f"Pr({z} <= u(h))", c=bound),
        ),
        Step(
            "good or bad",
            "[a < error(h)] = 1 - [error(h) <= a]",
            apply("indicator of the contrary", A="error(h)", B="a"),
        ),
        Step("each", f"{chance} <= {bound}", arithmetic("if bad", (bound, "good or bad"))),
        Step("target is good", NO_ERROR, apply("the target is good")),
        Step("itself", f"[a < error(f)]*Pr({z} <= u(f)) <= 0", arithmetic((f"Pr({z} <= u(f))", "target is good"))),
        Step(
            "others",
            f"sum({chance}, h, 1, C) <= (C - 1)*{bound}",
            apply("all but one", "each", "itself", f=f"h: {chance}", low="1", k="f", high="C", c=bound),
        ),
        Step("union", f"{some} <= sum({chance}, h, 1, C)", apply("union over the bad", z=z)),
        Step("some", f"{some} <= (C - 1)*{bound}", arithmetic("union", "others")),
    )
