"""LEC-03, Theorem 1: with n >= 2 ln|C|/alpha rows no bad hypothesis is consistent but with probability e^(-alpha n/2).

Lecture notes, Section 1, Theorem 1, "where h is any function consistent with x": the event is that every consistent h
has an error of at most alpha, so that there is not one that is bad and consistent. 2 ln|C|/alpha is rarely an
integer, and any n at least as large will do. A hypothesis of error q > alpha is consistent with probability (1 - q)^n
<= e^(-alpha n), and there are at most |C| = e^(ln|C|) <= e^(alpha n/2) of them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import combinations
from typing import Any, Final

from dpassay.analysis import pac_accuracy
from dpassay.exact import exp
from dpassay.exact.rationals import first_true
from dpassay.proofs_check.claim import Case, Goal, Guide, Hunt, Twin, claim
from dpassay.proofs_check.instances import family, told, word
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import exhaustive, inequality, nonnegative
from dpassay.proofs_check.lecture_notes.accuracy import union
from dpassay.proofs_check.lecture_notes.small_classes import classes_with, is_setting, setting_of
from dpassay.proofs_check.models.private_learning import LEARNING
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, inside


@claim(
    "LEC-03",
    location="Theorem 1",
    latex=r"n = 2(\ln|C|)/\alpha \Rightarrow \Pr_x[\Pr_{r \sim D}[h(r) = f(r)] \ge 1 - \alpha] \ge 1 - e^{-\alpha n/2}",
    text="For every class C, f in C, distribution D and n = 2 ln|C|/alpha i.i.d. labelled samples, with probability "
    "at least 1 - e^{-alpha n/2} every h in C that is consistent with them is correct on at least 1 - alpha of "
    "D.",
    checked=("n is 2 ln|C|/alpha rounded up; rounded down (see the remarks)",),
    assumed=("C is finite", "alpha > 0"),
)
def lec_03() -> Case:
    """Union bound."""
    return Case(
        checks=(Goal("small classes, exactly", exhaustive("lec03", "small-classes")),),
        sharper=(
            Goal("-ln(1-a) >= a + a^2/2", inequality("-log(1 - a) - a - a**2/2", "a", "[0, 1)")),
            Goal(
                "(L - a/2)(1 + a) >= L where L >= 1 >= a",
                nonnegative("(L - a/2)*(1 + a) - L", ("L - 1", "a", "1 - a")),
            ),
            Goal("ln|C| >= 1 from |C| = 3 on", inequality("log(c) - 1", "c", "[3, oo)", ">")),
        ),
        hunts=(_theorem_1_hunt("up"), _theorem_1_hunt("down")),
        twins=(Twin("with e^{-2 alpha n}", exhaustive("lec03-too-sharp", "small-classes")),),
        remarks=(
            "2 ln|C|/alpha is rarely an integer. Any n at least as large serves, and so does the integer below it: "
            "at most |C| - 1 hypotheses are bad, n(-ln(1-alpha) - alpha/2) >= (alpha n/2)(1 + alpha) > (L - "
            "alpha/2)(1 + alpha) >= L for n > 2L/alpha - 1 and |C| >= 3, so |C| (1 - alpha)^n is below e^{-alpha "
            "n/2}; for |C| = 2 the union has one term, and for |C| = 1 none.",
        ),
    )


def _least_rows(size: int, alpha: Fraction) -> int:
    """The least n >= 2 ln|C|/alpha."""
    return first_true(lambda n: bool(exp(alpha * n / 2) >= size), 0)


@family("small-classes", "five classes on two bits, three laws, four alphas, all targets; n rounded up and down")
def _small_classes() -> Iterator[Instance]:
    return classes_with({"round": ("up", "down")})


def _bad_and_consistent(instance: Instance) -> tuple[Any, Fraction, int]:
    parameters, target, distribution = setting_of(instance)
    alpha = Fraction(instance["alpha"])
    rows = _least_rows(len(instance["class"]), alpha)
    if instance["round"] == "down" and rows > 0 and exp(alpha * rows / 2) != len(instance["class"]):
        rows -= 1
    return pac_accuracy.bad_consistent_probability(parameters, target, distribution, rows, alpha), alpha, rows


THEOREM_1: Final = is_setting.having(round=word("up", "down"))


@told(
    "lec03",
    "Pr[some h with error > alpha is consistent] <= e^(-alpha n/2), n = 2 ln|C|/alpha rounded up or down",
    THEOREM_1,
)
def _theorem_1(instance: Instance) -> bool:
    probability, alpha, rows = _bad_and_consistent(instance)
    return at_most(probability, exp(-alpha * rows / 2))


@told("lec03-too-sharp", "the same with e^(-2 alpha n)", THEOREM_1)
def _theorem_1_too_sharp(instance: Instance) -> bool:
    probability, alpha, rows = _bad_and_consistent(instance)
    return at_most(probability, exp(-2 * alpha * rows))


def _points_and_alpha(point: Mapping[str, float]) -> float:
    """One minus the quotient of the two sides, for f = 0 and the functions that are 1 at one of the inputs 1, 2, 3."""
    masses = [point[name] for name in ("first", "second", "third")]
    alpha = point["alpha"]
    total = point["rest"] + math.fsum(masses)
    bad = [mass / total for mass in masses if mass > alpha * total]
    least = math.ceil(2 * math.log(4) / alpha)
    return min(1 - _some_input_is_missing(bad, n) * math.exp(alpha * n / 2) for n in (least, least - 1))


def _some_input_is_missing(masses: list[float], rows: int) -> float:
    """Inclusion and exclusion: the probability that not all of the inputs are among the rows."""
    subsets = (subset for size in range(1, len(masses) + 1) for subset in combinations(masses, size))
    return math.fsum((-1.0) ** (len(subset) + 1) * (1 - sum(subset)) ** rows for subset in subsets)


def _missing_inputs(point: Mapping[str, Fraction], rounding: str) -> Instance:
    weights = [str(point[name]) for name in ("rest", "first", "second", "third")]
    tables = ["0000", "0100", "0010", "0001"]
    return {"class": tables, "target": 0, "weights": weights, "alpha": str(point["alpha"]), "round": rounding}


def _theorem_1_hunt(rounding: str) -> Hunt:
    masses = dict.fromkeys(("rest", "first", "second", "third"), (0.0, 1.0))
    guide = Guide({**masses, "alpha": (0.05, 0.9)}, _points_and_alpha, lambda x: _missing_inputs(x, rounding))
    return Hunt("lec03", _small_classes, guide)


ENOUGH = ("2*log(C) <= a*n",)
BAD = ("a < error(h)",)
NUMBER = "sum([a < error(h)]*[0 <= u(h)], h, 1, C)"
theorem(
    "few bad are consistent",
    LEARNING,
    f"Pr(1 <= {NUMBER}) <= (C - 1)*exp(-a*n)",
    Step("tangent", "1 - a <= exp(-a)", analysis("1 - z <= exp(-z)", "[0, oo)", z="a")),
    Step("one", "Pr(0 <= u(h)) <= exp(-a*n)", apply("no mistake", "tangent", h="h", r="error(h) - a", c="-a"), BAD),
    *union("0", "exp(-a*n)", "one"),
)
theorem(
    "LEC-03",
    LEARNING,
    f"Pr({NUMBER} < 1) >= 1 - exp(-a*n/2)",
    Step("few", f"Pr(1 <= {NUMBER}) <= (C - 1)*exp(-a*n)", apply("few bad are consistent")),
    Step("exponent", "log(C) - a*n <= -a*n/2", arithmetic(("1/2", "2*log(C) <= a*n")), ENOUGH),
    Step("bad", f"Pr(1 <= {NUMBER}) <= exp(-a*n/2)", arithmetic("few", inside("exp(_)", "exponent")), ENOUGH),
    Step("contrary", f"[{NUMBER} < 1] = 1 - [1 <= {NUMBER}]", apply("indicator of the contrary", A="1", B=NUMBER)),
    Step("all", f"Pr({NUMBER} < 1) >= 1 - exp(-a*n/2)", arithmetic("bad", ("-1", inside("E(_)", "contrary"))), ENOUGH),
    where=ENOUGH,
)
