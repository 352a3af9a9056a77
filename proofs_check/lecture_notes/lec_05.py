"""LEC-05: the consistency score has sensitivity 1.

Lecture notes, Section 1, after Theorem 1. The score is minus a sum over the rows of mistakes in {0, 1}, and one of
its terms changes, so it changes by at most 1. Flipping the label of a row changes the score of every hypothesis by
exactly 1: the sensitivity is 1, and not less, for every class and every number of rows.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from dpassay.analysis import pac_accuracy
from dpassay.proofs_check.claim import Case, Goal, Twin, claim
from dpassay.proofs_check.instances import family, told, whole
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import exhaustive
from dpassay.proofs_check.lecture_notes.small_classes import CLASS, CLASSES, class_parameters
from dpassay.proofs_check.models.neighboring_databases import NEIGHBORS
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, together, use


@claim(
    "LEC-05",
    location="Section 1, after Theorem 1",
    latex=r"u(x, h) = -|\{i : h(x_i) \ne y_i\}|,\quad \max_{x \sim x'} |u(x, h) - u(x', h)| = 1",
    text="The consistency score has sensitivity 1: changing a row creates at most one inconsistency with a fixed "
    "hypothesis.",
    adjacency="replace_one",
    assumed=("n >= 1, and x' is any neighbor of x, its labels included",),
)
def lec_05() -> Case:
    """All but one summand stay."""
    return Case(
        checks=(Goal("all databases of small classes", exhaustive("lec05-class", "classes-and-rows")),),
        twins=(Twin("at most 1/2", exhaustive("lec05-class-half", "classes-and-rows")),),
    )


def _class_sensitivity(instance: Instance) -> Fraction:
    return Fraction(pac_accuracy.sensitivity(class_parameters(tuple(instance["class"])), instance["rows"]))


@told(
    "lec05-class",
    "the sensitivity of the score over all neighboring databases of n rows is 1",
    CLASS.having(rows=whole(1)),
)
def _is_1(instance: Instance) -> bool:
    return _class_sensitivity(instance) == 1


@told("lec05-class-half", "... is at most 1/2", CLASS.having(rows=whole(1)))
def _is_half(instance: Instance) -> bool:
    return _class_sensitivity(instance) <= Fraction(1, 2)


@family("classes-and-rows", "the five small classes, one and two rows")
def _classes_and_rows() -> Iterator[Instance]:
    return ({"class": list(tables), "rows": rows} for tables, rows in product(CLASSES, (1, 2)))


NEAR = "u(h) - v(h) <= 1 and v(h) - u(h) <= 1"
SENSITIVITY = "(u(h) - v(h))**2 <= 1 and (u(h) - w(h))**2 = 1"


def differ(name: str, fact: str, other: str) -> Step:
    """The mistakes on two databases differ by what they differ in row k."""
    return Step(
        name,
        f"sum(wrong(h, t), t, 1, n) - sum({other}(h, t), t, 1, n) = wrong(h, k) - {other}(h, k)",
        apply(
            "sums that differ in one term",
            fact,
            f="t: wrong(h, t)",
            g=f"t: {other}(h, t)",
            low="1",
            k="k",
            high="n",
        ),
    )


theorem(
    "scores of neighbors",
    NEIGHBORS,
    NEAR,
    differ("new row", "one row", "wrong_new"),
    Step(
        "change",
        "u(h) - v(h) = wrong_new(h, k) - wrong(h, k)",
        arithmetic("score", ("-1", "score, new"), ("-1", "new row")),
    ),
    Step("old", "wrong(h, t) <= 1", apply("zero or one", "wrong or not", x="wrong(h, t)")),
    Step("new", "wrong_new(h, t) <= 1", apply("zero or one", "wrong or not, new", x="wrong_new(h, t)")),
    Step("up", "u(h) - v(h) <= 1", arithmetic("change", use("new", t="k"))),
    Step("down", "v(h) - u(h) <= 1", arithmetic(("-1", "change"), use("old", t="k"))),
    Step("all", NEAR, together("up", "down")),
)
theorem(
    "LEC-05",
    NEIGHBORS,
    SENSITIVITY,
    Step("near", NEAR, apply("scores of neighbors")),
    Step("up", "u(h) - v(h) <= 1", together("near")),
    Step("down", "v(h) - u(h) <= 1", together("near")),
    differ("new label", "one label", "wrong_flipped"),
    Step(
        "flip",
        "u(h) - w(h) = 1 - 2*wrong(h, k)",
        arithmetic("score", ("-1", "score, flipped"), ("-1", "new label"), "flipped"),
    ),
    Step("at most 1", "(u(h) - v(h))**2 <= 1", arithmetic(("1 + u(h) - v(h)", "up")), defined=("down",)),
    Step(
        "exactly 1",
        "(u(h) - w(h))**2 = 1",
        arithmetic(("u(h) - w(h) + 1 - 2*wrong(h, k)", "flip"), ("4", use("wrong or not", t="k"))),
    ),
    Step("all", SENSITIVITY, together("at most 1", "exactly 1")),
)
