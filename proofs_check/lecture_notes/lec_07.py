"""LEC-07: the hypothesis makes more than alpha n/2 mistakes with probability at most |C| e^(-eps alpha n/4).

Lecture notes, Section 1, after Theorem 1, "by Theorem 6 from Lecture 2, the probability that u(x, h) is smaller than
-alpha n/2 is at most |C| e^(-eps alpha n/4)". Where the labels are those of some f in C this is so, for every sample
(LEC-07): f has score 0. Read of every database it is false (LEC-07b): where no hypothesis fits, the mechanism has
nothing better to choose. What holds is that the hypothesis is rarely far below the best one (LEC-07b-corrected).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any, Final

from dpassay.analysis import pac_accuracy
from dpassay.exact import Budget
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import ABOVE_1, BIT, FROM_0, family, row_of, told
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive, identity
from dpassay.proofs_check.lecture_notes.small_classes import CLASS, CLASSES, class_parameters
from dpassay.proofs_check.models.neighboring_databases import NEIGHBORS, Neighbors
from dpassay.proofs_check.models.private_learning import LEARNING
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, inside, use
from dpassay.reference import private_pac


@claim(
    "LEC-07",
    location="Section 1, after Theorem 1",
    latex=r"\Pr[u(x, h) < -\alpha n/2] \le |C| e^{-\varepsilon \alpha n/4}",
    text="The probability that the mechanism's hypothesis has more than alpha n/2 inconsistencies is at most |C| "
    "e^{-eps alpha n/4}.",
    assumed=(
        "the labels are those of some f in C (LEC-07b reads the sentence without this)",
        "C is finite",
        "eps > 0",
    ),
    checked=("alpha > 0, n >= 0",),
)
def lec_07() -> Case:
    """The consistent f has weight 1."""
    return Case(
        checks=(Goal("small databases, exactly", exhaustive("lec07", "realizable-databases")),),
        sharper=(
            Goal(
                "(|C| - 1) x/(1 + (|C| - 1) x), with x = e^{-eps alpha n/4}: W/(1 + W) grows with W",
                identity("m*x/(1 + m*x) - W/(1 + W)", "(m*x - W)/((1 + m*x)*(1 + W))"),
            ),
        ),
        twins=(Twin("e^{-eps alpha n}", exhaustive("lec07-too-sharp", "realizable-databases")),),
        remarks=(
            "The tight form is (|C| - 1)/(|C| - 1 + e^{eps alpha n/4}), approached when every other hypothesis is "
            "just beyond the threshold.",
        ),
    )


@claim(
    "LEC-07b",
    location="Section 1, after Theorem 1, the sentence read for every database",
    latex=r"\forall x:\ \Pr[u(x, h) < -\alpha n/2] \le |C| e^{-\varepsilon \alpha n/4}",
    text="The same for every database, whether or not some hypothesis in C fits it.",
    corrected_by="LEC-07b-corrected",
)
def lec_07b() -> Case:
    """Nothing fits."""
    return Case(
        argument="If no hypothesis fits, the best score is far below 0 and the mechanism has nothing better to choose.",
        counterexample=Goal(
            "a class of one hypothesis that errs on every row",
            counterexample("lec07b"),
            Hunt("lec07b", _all_databases),
        ),
        twins=(
            Twin("with consistent labels", counterexample("lec07")),
            Twin("below the best score", counterexample("lec07b-corrected")),
        ),
    )


@claim(
    "LEC-07b-corrected",
    location="Section 1, after Theorem 1, the sentence read for every database",
    latex=r"\forall x:\ \Pr\big[u(x, h) < \max_{h'} u(x, h') - \alpha n/2\big] \le |C| e^{-\varepsilon \alpha n/4}",
    text="For every database the probability that the hypothesis has more than alpha n/2 inconsistencies above the "
    "fewest possible is at most |C| e^{-eps alpha n/4}.",
    assumed=("C is finite", "eps > 0"),
    checked=("alpha >= 0, n >= 1",),
)
def lec_07b_corrected() -> Case:
    """As LEC-07, with the best hypothesis in the place of f."""
    return Case(
        checks=(Goal("small databases, exactly", exhaustive("lec07b-corrected", "databases")),),
        twins=(Twin("e^{-eps alpha n}", exhaustive("lec07b-too-sharp", "databases")),),
    )


def _far_off(instance: Instance) -> Any:
    """Pr[u < -alpha n/2] on one database."""
    parameters = class_parameters(tuple(instance["class"]), instance["exp_eps"])
    data = tuple(tuple(row) for row in instance["data"])
    limit = Fraction(instance["alpha"]) * len(data) / 2
    concepts = private_pac.concepts(parameters)
    return private_pac.law(data, parameters).probability(lambda h: -private_pac.score(data, concepts[h]) > limit)


def _exponent(instance: Instance, share: Fraction) -> Any:
    """e^(-eps alpha n share)."""
    return Budget(exp_eps=instance["exp_eps"]).exp(-share * Fraction(instance["alpha"]) * len(instance["data"]))


DATABASE: Final = CLASS.having(data=row_of(row_of(BIT, 3, 3), 0), alpha=FROM_0, exp_eps=ABOVE_1)
"""A class on two bits, rows of two bits and a label, alpha >= 0 and e^eps > 1."""


@DATABASE.where
def _is_realizable(instance: Instance) -> bool:
    data = tuple(tuple(row) for row in instance["data"])
    return bool(
        pac_accuracy.consistent_hypotheses(data, class_parameters(tuple(instance["class"]), instance["exp_eps"]))
    )


@told("lec07", "with consistent labels, Pr[u < -alpha n/2] <= |C| e^(-eps alpha n/4)", _is_realizable)
def _rarely_far_off(instance: Instance) -> bool:
    return at_most(_far_off(instance), len(instance["class"]) * _exponent(instance, Fraction(1, 4)))


@told("lec07-too-sharp", "with consistent labels, Pr[u < -alpha n/2] <= e^(-eps alpha n), without |C|", _is_realizable)
def _too_rarely_far_off(instance: Instance) -> bool:
    return at_most(_far_off(instance), _exponent(instance, Fraction(1)))


@told(
    "lec07b",
    "with any labels, Pr[u < -alpha n/2] <= |C| e^(-eps alpha n/4)",
    DATABASE,
    numbers=lambda instance: {
        "Pr[u < -alpha n/2]": _far_off(instance),
        "|C| e^(-eps alpha n/4)": len(instance["class"]) * _exponent(instance, Fraction(1, 4)),
    },
)
def _rarely_far_off_anywhere(instance: Instance) -> bool:
    return at_most(_far_off(instance), len(instance["class"]) * _exponent(instance, Fraction(1, 4)))


def _far_below_the_best(instance: Instance) -> Any:
    """Pr[u < max u - alpha n/2] on one database."""
    parameters = class_parameters(tuple(instance["class"]), instance["exp_eps"])
    data = tuple(tuple(row) for row in instance["data"])
    scores = [private_pac.score(data, concept) for concept in private_pac.concepts(parameters)]
    limit = max(scores) - Fraction(instance["alpha"]) * len(data) / 2
    return private_pac.law(data, parameters).probability(lambda h: scores[h] < limit)


@told("lec07b-corrected", "with any labels, Pr[u < max u - alpha n/2] <= |C| e^(-eps alpha n/4)", DATABASE)
def _rarely_far_below_the_best(instance: Instance) -> bool:
    return at_most(_far_below_the_best(instance), len(instance["class"]) * _exponent(instance, Fraction(1, 4)))


@told("lec07b-too-sharp", "with any labels, Pr[u < max u - alpha n/2] <= e^(-eps alpha n), without |C|", DATABASE)
def _too_rarely_far_below_the_best(instance: Instance) -> bool:
    return at_most(_far_below_the_best(instance), _exponent(instance, Fraction(1)))


@family("databases", "the five small classes with all databases of one or two rows")
def _all_databases() -> Iterator[Instance]:
    return (instance for rows in (1, 2) for instance in _databases(rows))


def _databases(rows: int) -> Iterator[Instance]:
    points = list(product((0, 1), repeat=3))
    for tables, data, alpha in product(CLASSES, product(points, repeat=rows), ("1/4", "3/4")):
        yield {
            "class": list(tables),
            "data": [list(row) for row in data],
            "alpha": alpha,
            "exp_eps": "4",
        }


@family("realizable-databases", "the five small classes with all databases of one or two rows that one of them fits")
def _realizable_databases() -> Iterator[Instance]:
    return (instance for rows in (1, 2) for instance in _databases(rows) if _is_realizable(instance))


FAR = "sum(p(h)*[u(h) < -a*n/2], h, 1, C)"
theorem(
    "the target fits",
    LEARNING,
    "u(f) = 0",
    Step("all", "u(f) = 0", arithmetic(use("score", h="f"), ("-1", inside("sum(_, t, 1, n)", "labels")))),
)
theorem(
    "far below the target",
    LEARNING,
    f"{FAR} <= (C - 1)*exp(-eps*a*n/4)",
    Step("its score", "u(f) = 0", apply("the target fits")),
    Step("fits", "0 <= u(f)", arithmetic(("-1", "its score"))),
    Step(
        "all",
        f"{FAR} <= (C - 1)*exp(-eps*a*n/4)",
        apply(
            "the exponential mechanism is accurate",
            "fits",
            "weights",
            "mechanism",
            u="h: u(h)",
            p="h: p(h)",
            C="C",
            m="f",
            v="0",
            eps="eps",
            g="a*n/2",
            Z="Z",
        ),
    ),
)
theorem(
    "LEC-07",
    LEARNING,
    f"{FAR} <= C*exp(-eps*a*n/4)",
    Step("others", f"{FAR} <= (C - 1)*exp(-eps*a*n/4)", apply("far below the target")),
    Step("all", f"{FAR} <= C*exp(-eps*a*n/4)", arithmetic("others")),
)
refuted(
    "LEC-07b",
    NEIGHBORS,
    f"{FAR} <= C*exp(-eps*a*n/4)",
    setting=Neighbors(("0000",), ((0, 0, 1), (0, 1, 1)), 0, (0, 0, 0), alpha=Fraction(1)),
)
theorem(
    "LEC-07b-corrected",
    NEIGHBORS,
    "sum(p(h)*[u(h) < u(m) - a*n/2], h, 1, C) <= C*exp(-eps*a*n/4)",
    Step(
        "accurate",
        "sum(p(h)*[u(h) < u(m) - a*n/2], h, 1, C) <= (C - 1)*exp(-eps*a*n/4)",
        apply(
            "the exponential mechanism is accurate",
            "weights",
            "mechanism",
            u="h: u(h)",
            p="h: p(h)",
            C="C",
            m="m",
            v="u(m)",
            eps="eps",
            g="a*n/2",
            Z="Z",
        ),
    ),
    Step("all", "sum(p(h)*[u(h) < u(m) - a*n/2], h, 1, C) <= C*exp(-eps*a*n/4)", arithmetic("accurate")),
)
