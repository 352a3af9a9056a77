"""LEC-04: the display in the proof of Theorem 1, whose third link is printed as a strict inequality of sums over BAD.

Lecture notes, Section 1, proof of Theorem 1. Where no hypothesis is bad the link says 0 < 0, and at n = 0 it compares
equal sums of ones ("LEC-04: as printed", refuted, for alpha <= 1: the last link fails for a larger one). It holds with
<=, and strictly where some g is bad and n >= 1 (LEC-04-corrected): each term is (1 - q)^n < (1 - alpha)^n for an error
q > alpha. The ends of the display are related as it says, strictly (LEC-04): f is not bad, so that at most |C| - 1 are.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Final

from dpassay.analysis import pac_accuracy
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import family, told
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive
from dpassay.proofs_check.lecture_notes.small_classes import WITH_ROWS, classes_with, setting_of
from dpassay.proofs_check.models.private_learning import LEARNING, Learning
from dpassay.proofs_check.numbers import sum_of
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, inside, use
from dpassay.reference import private_pac


@claim(
    "LEC-04",
    location="proof of Theorem 1, display",
    latex=r"\Pr_x[\exists h \in BAD \text{ consistent}] \le \sum_{h \in BAD} \Pr[h \text{ consistent}] < \sum_{h \in "
    r"BAD} (1-\alpha)^n \le |C|(1-\alpha)^n \le e^{\ln|C| - \alpha n}",
    text="Some h in BAD is consistent with probability below |C| e^{-alpha n}, by the printed links, of which the "
    "second inequality is a strict one between sums over BAD.",
    assumed=("C is finite", "0 < alpha <= 1 (no hypothesis is bad for a larger one, and the last link fails)"),
    corrected_by="LEC-04-corrected",
)
def lec_04() -> Case:
    """The strict link fails for an empty sum."""
    return Case(
        broken_steps=(
            Goal(
                "an empty BAD: 0 < 0",
                counterexample("lec04-strict"),
                Hunt("lec04-strict", lambda: classes_with({"rows": (1, 2)})),
            ),
        ),
        twins=(Twin("an empty BAD is let off", counterexample("lec04-strict-if-bad")),),
        remarks=("The theorem needs no strict inequality.",),
    )


@claim(
    "LEC-04-corrected",
    location="proof of Theorem 1, display",
    latex=r"\sum_{h \in BAD} \Pr[h \text{ consistent}] \le \sum_{h \in BAD} (1-\alpha)^n,\text{ strictly if } BAD "
    r"\ne \emptyset \text{ and } n \ge 1",
    text="The third link holds with <=, and strictly where BAD is not empty and n >= 1.",
    assumed=("C is finite", "alpha > 0"),
)
def lec_04_corrected() -> Case:
    """Termwise."""
    return Case(
        checks=(Goal("small classes, exactly", exhaustive("lec04-strict-if-bad", "small-classes-with-bad")),),
        twins=(Twin("strict without the condition", exhaustive("lec04-strict", "small-classes-with-rows")),),
    )


def _strict_sides(instance: Instance) -> tuple[Any, Any]:
    """The sum over BAD of Pr[consistent], and that of (1 - alpha)^n."""
    parameters, target, distribution = setting_of(instance)
    alpha, rows = Fraction(instance["alpha"]), instance["rows"]
    bad = pac_accuracy.bad_hypotheses(parameters, target, distribution, alpha)
    errors = [pac_accuracy.error(private_pac.concepts(parameters)[h], target, distribution) for h in bad]
    return sum_of([Fraction((1 - error) ** rows) for error in errors]), len(errors) * (1 - alpha) ** rows


def _strict_sum(instance: Instance) -> bool:
    """The third link of the display."""
    left, right = _strict_sides(instance)
    return bool(left < right)


def _has_bad(instance: Instance) -> bool:
    parameters, target, distribution = setting_of(instance)
    return bool(pac_accuracy.bad_hypotheses(parameters, target, distribution, Fraction(instance["alpha"])))


told(
    "lec04-strict",
    "the sum over BAD of Pr[h consistent] is below that of (1 - alpha)^n",
    WITH_ROWS,
    numbers=lambda instance: dict(zip(("left side", "right side"), _strict_sides(instance), strict=True)),
)(_strict_sum)
told(
    "lec04-strict-if-bad",
    "the same where BAD is not empty and n >= 1",
    WITH_ROWS.where(_has_bad),
)(_strict_sum)


@family("small-classes-with-rows", "the small classes with 1 to 3 rows")
def _small_classes_with_rows() -> Iterator[Instance]:
    return classes_with({"rows": (1, 2, 3)})


@family("small-classes-with-bad", "the small classes with 1 to 3 rows in which some hypothesis is bad")
def _small_classes_with_bad() -> Iterator[Instance]:
    return (instance for instance in classes_with({"rows": (1, 2, 3)}) if _has_bad(instance))


BAD: Final = ("a < error(h)",)
STRICT: Final = ("a < error(h)", "1 <= n")
SOME: Final = "Pr(1 <= sum([a < error(h)]*[0 <= u(h)], h, 1, C))"
CONSISTENT: Final = "sum([a < error(h)]*Pr(0 <= u(h)), h, 1, C)"
NO_MISTAKE: Final = "sum([a < error(h)]*Pr(sum(miss(h, t), t, 1, n) <= 0), h, 1, C)"
POWERS: Final = "sum([a < error(h)]*power(1 - a, n), h, 1, C)"
refuted(
    "LEC-04: as printed",
    LEARNING,
    f"{SOME} <= {CONSISTENT} = {NO_MISTAKE} < {POWERS} <= C*power(1 - a, n) <= exp(log(C) - a*n)",
    setting=Learning(("0000",), 0, (1, 1, 1, 1), 1, Fraction(1, 2)),
    where=("a <= 1",),
)

SO_FAR: Final = "power(x, i) = exp(i*log(x))"
theorem(
    "a power is an exponential",
    LEARNING,
    SO_FAR,
    Step(
        "next",
        "power(x, i + 1) = exp((i + 1)*log(x))",
        arithmetic("next power", ("x", SO_FAR)),
        ("0 < x", SO_FAR),
    ),
    Step(
        "all",
        SO_FAR,
        apply(
            "induction of equalities",
            "power of 0",
            "next",
            low="0",
            high="i",
            f="j: power(x, j)",
            g="j: exp(j*log(x))",
        ),
        ("0 < x",),
    ),
    where=("0 < x",),
)

MIDDLE: Final = "log(1 - (a + error(h))/2)"
BELOW: Final = Step("below 1", "a < 1", arithmetic("errors"), BAD)
ERRORS: Final = Step("errors", "error(h) <= 1", apply("errors"))
POWER: Final = Step(
    "power",
    "power(1 - a, n) = exp(n*log(1 - a))",
    apply("a power is an exponential", x="1 - a", i="n"),
    BAD,
    ("below 1",),
)
theorem(
    "consistent",
    LEARNING,
    "Pr(0 <= u(h)) <= power(1 - a, n)",
    ERRORS,
    BELOW,
    POWER,
    Step("rate", "1 - a <= exp(log(1 - a))", arithmetic(), BAD, ("below 1",)),
    Step(
        "chance",
        "Pr(0 <= u(h)) <= exp(n*log(1 - a))",
        apply("no mistake", "rate", r="error(h) - a", c="log(1 - a)"),
        BAD,
        ("below 1",),
    ),
    Step("all", "Pr(0 <= u(h)) <= power(1 - a, n)", arithmetic("chance", ("-1", "power")), BAD),
    where=BAD,
)
theorem(
    "consistent, strictly",
    LEARNING,
    "Pr(0 <= u(h)) < power(1 - a, n)",
    ERRORS,
    BELOW,
    POWER,
    Step("below", "(a + error(h))/2 < 1", arithmetic(("1/2", "errors"), ("1/2", "below 1")), BAD),
    Step("rate", f"1 - (a + error(h))/2 <= exp({MIDDLE})", arithmetic(), BAD, ("below",)),
    Step("less", "0 < (error(h) - a)/2", arithmetic(("1/2", "a < error(h)")), BAD),
    Step(
        "chance",
        f"Pr(0 <= u(h)) <= exp(n*{MIDDLE})",
        apply("no mistake", "rate", "less", r="(error(h) - a)/2", c=MIDDLE),
        BAD,
        ("below",),
    ),
    Step("between", "1 - (a + error(h))/2 < 1 - a", arithmetic(("1/2", "a < error(h)")), BAD),
    Step(
        "exponents",
        f"n*{MIDDLE} < n*log(1 - a)",
        arithmetic(("n", inside("log(_)", "between"))),
        STRICT,
        ("below", "below 1"),
    ),
    Step(
        "all",
        "Pr(0 <= u(h)) < power(1 - a, n)",
        arithmetic("chance", inside("exp(_)", "exponents"), ("-1", "power")),
        STRICT,
    ),
    where=STRICT,
)

CORRECTED: Final = f"{CONSISTENT} <= {POWERS} and [a < error(g)]*[1 <= n] <= [{CONSISTENT} < {POWERS}]"
EACH: Final = {"f": "h: [a < error(h)]*Pr(0 <= u(h))", "g": "h: [a < error(h)]*power(1 - a, n)"}
IS_BAD: Final = ("a < error(g)", "1 <= n")
theorem(
    "LEC-04-corrected",
    LEARNING,
    CORRECTED,
    Step("consistent", "Pr(0 <= u(h)) <= power(1 - a, n)", apply("consistent"), BAD),
    Step(
        "each",
        "[a < error(h)]*Pr(0 <= u(h)) <= [a < error(h)]*power(1 - a, n)",
        apply("where it is so", "consistent", A="a", B="error(h)", Y="Pr(0 <= u(h))", c="power(1 - a, n)"),
    ),
    Step("strictly", "Pr(0 <= u(h)) < power(1 - a, n)", apply("consistent, strictly"), STRICT),
    Step("bad", "[a < error(h)] = 1", arithmetic("[a < error(h)] = 1"), BAD),
    Step(
        "one",
        "[a < error(g)]*Pr(0 <= u(g)) < [a < error(g)]*power(1 - a, n)",
        arithmetic(use("strictly", h="g"), ("Pr(0 <= u(g)) - power(1 - a, n)", use("bad", h="g"))),
        IS_BAD,
    ),
    Step(
        "sums, strictly",
        f"{CONSISTENT} < {POWERS}",
        apply("sum grows strictly", "each", "one", low="1", k="g", high="C", **EACH),
        IS_BAD,
    ),
    Step(
        "where one is bad",
        f"[a < error(g)]*[1 <= n] <= [{CONSISTENT} < {POWERS}]",
        apply("implication", "sums, strictly", A="a", B="error(g)", F="1", G="n", L=CONSISTENT, R=POWERS),
    ),
    Step("sums", f"{CONSISTENT} <= {POWERS}", arithmetic(inside("sum(_, h, 1, C)", "each"))),
    variables={"g": "integer, 1 <= g, g <= C"},
)
theorem(
    "LEC-04",
    LEARNING,
    f"{SOME} < exp(log(C) - a*n)",
    Step("few", f"{SOME} <= (C - 1)*exp(-a*n)", apply("few bad are consistent")),
    Step("all", f"{SOME} < exp(log(C) - a*n)", arithmetic("few")),
)
