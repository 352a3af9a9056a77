"""LEC-09: the private mechanism's hypothesis has an error above alpha with small probability.

Lecture notes, Section 1, third display: less than |C| e^(-eps alpha n/4) + |C| e^(-alpha^2 n/2). A chosen h that is
bad makes more than alpha n/2 mistakes (LEC-07) or is one that does not (LEC-08). Both bounds hold with |C| - 1 in the
place of |C|, as f is neither bad nor far off, so the inequality is strict even where BAD is empty.

LEC-09-sharp: at most (|C| - 1)(1 - alpha (1 - e^(-eps/2)))^n, for alpha <= 1, without Chernoff's bound. A bad h is
chosen with at most its weight z^X, z = e^(-eps/2), where X is the number of its mistakes, as f has weight 1; and E
z^X = (1 - q + q z)^n <= (1 - alpha (1 - z))^n for an error q > alpha. With n >= 5.09 ln|C|/(alpha min{1, eps}) rows,
which means at least 5.09 ln|C|/alpha and 5.09 ln|C|/(alpha eps), that is below 1/|C|: 5.09 (1 - z) >= 2 min{1, eps},
so it is at most (|C| - 1)/|C|^2.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import Any, Final

from dpassay.analysis import pac_accuracy
from dpassay.exact import Budget, as_real, exp
from dpassay.proofs_check.claim import Case, Goal, Guide, Hunt, Twin, claim
from dpassay.proofs_check.instances import family, told
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import exhaustive
from dpassay.proofs_check.lecture_notes.failure import (
    ENOUGH,
    FAILURE,
    FAR,
    FITTING,
    POWER,
    PRIVATE_ROWS,
    ROWS,
    SMALL,
    SQUARE,
    TWO_BOUNDS,
)
from dpassay.proofs_check.lecture_notes.small_classes import PRIVATE, classes_with, setting_of
from dpassay.proofs_check.models.private_learning import LEARNING
from dpassay.proofs_check.numbers import at_most, below
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, together


@claim(
    "LEC-09",
    location="Section 1, third display",
    latex=r"\Pr_{x,h}[\Pr_{r \sim D}[h(r) \ne f(r)] > \alpha] \le \Pr[u < -\alpha n/2] + \Pr[\exists h \in BAD: u "
    r"\ge -\alpha n/2] < |C|e^{-\varepsilon\alpha n/4} + |C|e^{-\alpha^2 n/2}",
    text="The private mechanism's hypothesis has error above alpha with probability less than |C| e^{-eps alpha n/4} "
    "+ |C| e^{-alpha^2 n/2}.",
    assumed=("the labels are those of some f in C", "C is finite", "alpha > 0"),
)
def lec_09() -> Case:
    """Two union bounds over at most |C| - 1 hypotheses."""
    return Case(
        checks=(Goal("small classes, exactly", exhaustive("lec09", "small-private-classes")),),
        hunts=(Hunt("lec09", _small_private_classes, Guide(_TWO_THAT_DIFFER, margin_of_two, _two_that_differ)),),
        twins=(Twin("with 4 and 12 times the exponents", exhaustive("lec09-too-sharp", "small-private-classes")),),
        remarks=(
            "LEC-09-sharp: one exponential term with a rate that is linear in alpha, by the same union bound without "
            "Chernoff's.",
        ),
    )


@claim(
    "LEC-09-sharp",
    location="Section 1, third display",
    latex=r"\Pr_{x,h}[\Pr_{r \sim D}[h(r) \ne f(r)] > \alpha] \le (|C| - 1)\big(1 - \alpha(1 - "
    r"e^{-\varepsilon/2})\big)^n;\quad n \ge 5.09 \ln|C|/(\alpha \min\{1, \varepsilon\}) \Rightarrow \text{ "
    r"below } 1/|C|",
    text="The private mechanism's hypothesis has error above alpha with probability at most (|C| - 1)(1 - alpha (1 - "
    "e^{-eps/2}))^n, which is below 1/|C| from n = 5.09 ln|C|/(alpha min{1, eps}) on.",
    assumed=("the labels are those of some f in C", "C is finite", "0 < alpha <= 1", "eps > 0"),
)
def lec_09_sharp() -> Case:
    """The mean of the weight of a bad hypothesis."""
    return Case(
        checks=(Goal("small classes, exactly", exhaustive("lec09-sharp", "small-private-classes")),),
        hunts=(
            Hunt(
                "lec09-sharp", _small_private_classes, Guide(_TWO_THAT_DIFFER, _direct_margin_of_two, _two_that_differ)
            ),
        ),
        twins=(Twin("49/100 of it", exhaustive("lec09-sharp-half", "small-private-classes")),),
    )


def _failure(instance: Instance) -> Any:
    parameters, target, distribution = setting_of(instance)
    return pac_accuracy.failure_probability(
        parameters, target, distribution, instance["rows"], Fraction(instance["alpha"])
    )


def _failure_bound(instance: Instance, share: Fraction, square: Fraction) -> Any:
    """|C| e^(-eps alpha n share) + |C| e^(-alpha^2 n square)."""
    alpha, rows, size = Fraction(instance["alpha"]), instance["rows"], len(instance["class"])
    budget = Budget(exp_eps=instance.get("exp_eps", "4"))
    return size * budget.exp(-share * alpha * rows) + size * exp(-square * alpha**2 * rows)


@told("lec09", "Pr[error > alpha] < |C| e^(-eps alpha n/4) + |C| e^(-alpha^2 n/2)", PRIVATE)
def _union_bound(instance: Instance) -> bool:
    return below(as_real(_failure(instance)), as_real(_failure_bound(instance, Fraction(1, 4), Fraction(1, 2))))


@told("lec09-too-sharp", "the same with e^(-eps alpha n) and e^(-6 alpha^2 n)", PRIVATE)
def _too_sharp_union_bound(instance: Instance) -> bool:
    return below(as_real(_failure(instance)), as_real(_failure_bound(instance, Fraction(1), Fraction(6))))


def _direct_bound(instance: Instance, share: Fraction) -> Any:
    """(|C| - 1)(1 - alpha (1 - e^(-eps share)))^n."""
    alpha, rows, others = Fraction(instance["alpha"]), instance["rows"], len(instance["class"]) - 1
    kept = Budget(exp_eps=instance.get("exp_eps", "4")).exp(-share)
    return others * (1 - alpha * (1 - kept)) ** rows


told("lec09-sharp", "Pr[error > alpha] <= (|C| - 1)(1 - alpha (1 - e^(-eps/2)))^n", PRIVATE)(
    lambda instance: at_most(_failure(instance), _direct_bound(instance, Fraction(1, 2)))
)
told("lec09-sharp-half", "Pr[error > alpha] <= 49/100 of that", PRIVATE)(
    lambda instance: at_most(_failure(instance), Fraction(49, 100) * _direct_bound(instance, Fraction(1, 2)))
)


def _failure_of_two(point: Mapping[str, float]) -> float:
    """Pr[error > alpha] for two hypotheses that differ with probability ``error``: the mean of 1/(1 + e^(eps X/2))."""
    n, error, root = int(point["rows"]), point["error"], math.sqrt(point["exp_eps"])
    if error <= point["alpha"]:
        return 0.0
    return math.fsum(math.comb(n, k) * error**k * (1 - error) ** (n - k) / (1 + root**k) for k in range(n + 1))


def margin_of_two(point: Mapping[str, float], share: float = 1 / 4, square: float = 1 / 2) -> float:
    """Return 1 - failure/bound of two hypotheses, LEC-09; ``share`` and ``square`` are the exponents of the bound."""
    n, alpha, t = int(point["rows"]), point["alpha"], point["exp_eps"]
    bound = 2 * math.pow(t, -share * alpha * n) + 2 * math.exp(-square * alpha**2 * n)
    return 1 - _failure_of_two(point) / bound


def _direct_margin_of_two(point: Mapping[str, float]) -> float:
    kept = 1 / math.sqrt(point["exp_eps"])
    return 1 - _failure_of_two(point) / math.pow(1 - point["alpha"] * (1 - kept), int(point["rows"]))


def _two_that_differ(point: Mapping[str, Fraction]) -> Instance:
    return {
        "class": ["0000", "0001"],
        "target": 0,
        "weights": [str(1 - point["error"]), "0", "0", str(point["error"])],
        "alpha": str(point["alpha"]),
        "rows": int(point["rows"]),
        "exp_eps": str(point["exp_eps"]),
    }


_TWO_THAT_DIFFER: Final = {"alpha": (0.01, 1.0), "error": (0.01, 1.0), "rows": (0.0, 60.0), "exp_eps": (1.01, 20.0)}


@family("small-private-classes", "the five small classes with 1 to 3 rows and one of them with 10 and 20, e^eps = 4")
def _small_private_classes() -> Iterator[Instance]:
    few = (instance for instance in classes_with({"rows": (1, 2, 3)}) if instance["alpha"] in {"1/4", "1/2"})
    yield from few
    for target in (0, 1):
        for alpha, rows in product(("1/4", "1/2"), (10, 20)):
            yield {
                "class": ["0011", "0101"],
                "target": target,
                "weights": [1, 2, 3, 4],
                "alpha": alpha,
                "rows": rows,
            }


PRINTED: Final = f"C*exp(-eps*a*n/4) + C*{SQUARE}"
theorem(
    "LEC-09",
    LEARNING,
    f"{FAILURE} <= E({FAR}) + Pr(1 <= {FITTING}) < {PRINTED}",
    Step("two kinds", f"{FAILURE} <= E({FAR}) + Pr(1 <= {FITTING})", apply("failure of two kinds")),
    Step("rare", TWO_BOUNDS, apply("both kinds are rare")),
    Step("bound", f"E({FAR}) + Pr(1 <= {FITTING}) < {PRINTED}", arithmetic("rare")),
    Step("all", f"{FAILURE} <= E({FAR}) + Pr(1 <= {FITTING}) < {PRINTED}", together("two kinds", "bound")),
)

IMPLIED: Final = f"[{ROWS}]*[{PRIVATE_ROWS}] <= [(C - 1)*{POWER} < 1/C]"
theorem(
    "LEC-09-sharp",
    LEARNING,
    f"{FAILURE} <= (C - 1)*{POWER} and {IMPLIED}",
    Step("failure", f"{FAILURE} <= (C - 1)*{POWER}", apply("failure by weights"), SMALL),
    Step("decay", f"{POWER} <= exp(-2*log(C))", apply("the weights decay"), ENOUGH),
    Step("below", f"(C - 1)*{POWER} < 1/C", arithmetic(("C - 1", "decay")), ENOUGH),
    Step(
        "enough",
        IMPLIED,
        apply(
            "implication of two",
            "below",
            F="509/100*log(C)",
            G="a*n",
            H="509/100*log(C)",
            K="a*eps*n",
            L=f"(C - 1)*{POWER}",
            R="1/C",
        ),
        SMALL,
    ),
    Step("all", f"{FAILURE} <= (C - 1)*{POWER} and {IMPLIED}", together("failure", "enough"), SMALL),
    where=SMALL,
)
