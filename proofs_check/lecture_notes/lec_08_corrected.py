"""LEC-08-corrected: a bad hypothesis makes few mistakes with probability below e^(-alpha^2 n/2) and e^(-0.153 alpha n).

Lecture notes, Section 1, second display. For a bad h and n >= 1 both bounds on the probability of at most alpha n/2
mistakes are strict; the sums over BAD are related with <=. The first one is Hoeffding's (see LEC-08). The second is
linear in alpha, and better for alpha < 1 - ln 2: the exact moments at e^(-s) = (1 - alpha)/(2 - alpha), where the
exponent is the divergence of alpha/2 from alpha, more than (1 - ln 2) alpha/2.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.exact import as_real
from dpassay.proofs_check.claim import Case, Goal, Twin, claim
from dpassay.proofs_check.instances import told
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import exhaustive
from dpassay.proofs_check.lecture_notes.lec_08 import BAD, FEW, SQUARE, STRICT, few_mistakes, is_one_bad, over_bad
from dpassay.proofs_check.models.private_learning import LEARNING
from dpassay.proofs_check.numbers import below
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, constant, inside, together


@claim(
    "LEC-08-corrected",
    location="Section 1, second display (accuracy of the private mechanism)",
    latex=r"\Pr[u(x,h) \ge -\alpha n/2] < \min\{e^{-\alpha^2 n/2}, e^{-(1 - \ln 2)\alpha n/2}\}\quad (h \in BAD, n "
    r"\ge 1)",
    text="For each bad h and n >= 1 the probability of at most alpha n/2 mistakes is below e^{-alpha^2 n/2}, and "
    "below e^{-0.153 alpha n}; the sums over BAD satisfy <=.",
    assumed=("0 < alpha", "n >= 1"),
)
def lec_08_corrected() -> Case:
    """Hoeffding, and the exact exponent of Chernoff's bound."""
    return Case(
        checks=(
            Goal("one bad hypothesis, exactly", exhaustive("lec08-one", "one-bad-hypothesis")),
            Goal("the second bound, exactly", exhaustive("lec08-linear", "one-bad-hypothesis")),
        ),
        twins=(Twin("with e^{-alpha n/2}", exhaustive("lec08-too-sharp", "one-bad-hypothesis"), of=1),),
        remarks=(
            "The second bound is linear in alpha, and the better one for alpha < 1 - ln 2 = 0.3068...: the alpha^2 "
            "is not needed.",
        ),
    )


def _linear_chernoff(instance: Instance) -> bool:
    """The probability is below 2^(alpha n/2) e^(-alpha n/2)."""
    alpha, rows = Fraction(instance["alpha"]), instance["rows"]
    left = few_mistakes(Fraction(instance["errors"][0]), alpha, rows)
    exponent = as_real(2).log() * as_real(alpha * rows / 2) - as_real(alpha * rows / 2)
    return below(as_real(left), exponent.exp())


told(
    "lec08-linear",
    "... < e^(-(1 - ln 2) alpha n/2)",
    is_one_bad,
)(_linear_chernoff)


LINEAR: Final = "exp(-(1 - log(2))*a*n/2)"
GAP: Final = "(1 - a/2)*(high - low) - a/2"
TAIL: Final = "n*(low - high) + s*a*n/2"
LIMIT: Final = "-(1 - log(2))*a*n/2"
STEPS_OF_LINEAR: Final = (
    Step("errors", "error(h) <= 1", apply("errors")),
    Step("below 1", "a < 1", arithmetic("errors"), BAD),
    Step("rate", "1 - a*(1 - exp(-s)) <= exp(low - high)", arithmetic(), BAD, ("below 1",)),
    Step("log 2", "0 < log(2)", constant()),
    Step("sign", "0 <= s", arithmetic(inside("log(1 - a*_)", "1/2 <= 1"), "log 2"), BAD, ("below 1",)),
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
)
LOGS: Final = {"low": "log(1 - a)", "high": "log(1 - a/2)", "s": "log(2) + log(1 - a/2) - log(1 - a)"}
theorem(
    "few mistakes, linear",
    LEARNING,
    f"{FEW} <= {LINEAR}",
    *STEPS_OF_LINEAR,
    Step("linear", f"{TAIL} <= {LIMIT}", arithmetic(("n", "divergence")), BAD, ("below 1",)),
    Step("all", f"{FEW} <= {LINEAR}", arithmetic("tail", inside("exp(_)", "linear")), BAD),
    where=BAD,
    let=LOGS,
)
theorem(
    "few mistakes, linear and strictly",
    LEARNING,
    f"{FEW} < {LINEAR}",
    *STEPS_OF_LINEAR,
    Step("linear", f"{TAIL} < {LIMIT}", arithmetic(("n", "divergence")), STRICT, ("below 1",)),
    Step("all", f"{FEW} < {LINEAR}", arithmetic("tail", inside("exp(_)", "linear")), STRICT),
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
