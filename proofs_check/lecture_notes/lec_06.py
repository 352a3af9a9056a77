"""LEC-06: choosing h with probability proportional to e^(eps u(x, h)/2) is eps-differentially private.

Lecture notes, Section 1, after Theorem 1. A changed row multiplies each weight, and so the sum of all of them, by a
number between e^(-eps/2) and e^(eps/2) (LEC-05); their quotient changes by at most e^eps, and so does the probability
of every set of hypotheses. Neighbors differ in one row, its label included.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any, Final

from dpassay.exact import max_ratio
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import BIT, entries, family, row_of, told
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive
from dpassay.proofs_check.lecture_notes.small_classes import truth_tables
from dpassay.proofs_check.models.neighboring_databases import NEIGHBORS
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, inside, together
from dpassay.reference import private_pac


@claim(
    "LEC-06",
    location="Section 1, after Theorem 1",
    latex=r"\Pr[h] \propto \exp(\varepsilon u(x, h)/2) \text{ is } \varepsilon\text{-differentially private}",
    text="Choosing h with probability proportional to e^{eps u(x, h)/2} is eps-differentially private.",
    adjacency="replace_one",
    assumed=("C is finite", "eps > 0"),
)
def lec_06() -> Case:
    """The worst row raises one weight and lowers all others."""
    return Case(
        checks=(Goal("all small databases", exhaustive("lec06", "one-bit-databases")),),
        sharper=(
            Goal(
                "e^eps is approached: 39/40 of it is exceeded",
                counterexample("lec06-too-sharp"),
                Hunt("lec06-too-sharp", _one_sided_databases),
            ),
        ),
        twins=(Twin("without the half", exhaustive("lec06-unhalved", "one-bit-databases")),),
        remarks=(
            "Every loss is below eps, and eps is its supremum over databases of all sizes: the constant is tight for "
            "every class with two hypotheses that differ somewhere. Let many rows speak against those that are right "
            "on the changed row.",
        ),
    )


def _pac_loss(instance: Instance, exp_eps: str) -> Any:
    parameters = private_pac.Parameters.read(exp_eps=exp_eps, dimension=1, hypotheses=",".join(instance["class"]))
    first, second = (tuple(tuple(row) for row in instance[name]) for name in ("first", "second"))
    return max_ratio(private_pac.law(first, parameters), private_pac.law(second, parameters))


LABELLED_BITS: Final = row_of(row_of(BIT, 2, 2))


@entries(truth_tables(1), first=LABELLED_BITS, second=LABELLED_BITS).where
def _are_neighbors(instance: Instance) -> bool:
    """Two databases of labelled bits that differ in one row, and a class on one bit."""
    first, second = instance["first"], instance["second"]
    return len(first) == len(second) and sum(x != y for x, y in zip(first, second, strict=True)) <= 1


@told("lec06", "the ratio of the probabilities of any hypothesis is at most e^eps, at e^eps = 4", _are_neighbors)
def _pac_is_private(instance: Instance) -> bool:
    return at_most(_pac_loss(instance, "4"), 4)


@told("lec06-unhalved", "the same for weights e^(eps u), without the half", _are_neighbors)
def _unhalved_is_private(instance: Instance) -> bool:
    return at_most(_pac_loss(instance, "16"), 4)


@told("lec06-too-sharp", "the ratio is at most 39/10 at e^eps = 4", _are_neighbors)
def _pac_is_more_private(instance: Instance) -> bool:
    return at_most(_pac_loss(instance, "4"), Fraction(39, 10))


@family("one-bit-databases", "two classes on one bit, all neighboring databases of one and of two rows")
def _one_bit_databases() -> Iterator[Instance]:
    rows = list(product((0, 1), repeat=2))
    for tables, length in product((("00", "11"), ("00", "01", "10", "11")), (1, 2)):
        for first in product(rows, repeat=length):
            for place, row in product(range(length), rows):
                second = (*first[:place], row, *first[place + 1 :])
                yield {
                    "class": list(tables),
                    "first": [list(entry) for entry in first],
                    "second": [list(entry) for entry in second],
                }


def _one_sided_databases() -> Iterator[Instance]:
    """Two constant hypotheses, of which one is right on all rows, or on all but one."""
    for rows in range(1, 20):
        first, second = [[0, 1]] * rows, [[0, 1]] * (rows - 1) + [[0, 0]]
        yield {"class": ["00", "11"], "first": second, "second": first}


NEW = "exp(eps/2 + eps*v(h)/2)"
PRIVATE = "sum(p(h)*chosen(h), h, 1, C) <= exp(eps)*sum(q(h)*chosen(h), h, 1, C)"
theorem(
    "LEC-06",
    NEIGHBORS,
    PRIVATE,
    Step("near", "u(h) - v(h) <= 1 and v(h) - u(h) <= 1", apply("scores of neighbors")),
    Step("up", "u(h) - v(h) <= 1", together("near")),
    Step("down", "v(h) - u(h) <= 1", together("near")),
    Step("exponent", "eps*u(h)/2 <= eps/2 + eps*v(h)/2", arithmetic(("eps/2", "up"))),
    Step("exponent, new", "eps*v(h)/2 <= eps/2 + eps*u(h)/2", arithmetic(("eps/2", "down"))),
    Step(
        "all weights",
        "Z_new <= exp(eps/2)*Z",
        arithmetic(inside("sum(exp(_), h, 1, C)", "exponent, new"), "weights, new", ("-exp(eps/2)", "weights")),
    ),
    Step(
        "each",
        "p(h) <= exp(eps)*q(h)",
        arithmetic(
            "mechanism",
            ("-exp(eps)", "mechanism, new"),
            ("1/Z", inside("exp(_)", "exponent")),
            (f"{NEW}/(Z*Z_new)", "all weights"),
        ),
    ),
    Step(
        "all",
        PRIVATE,
        arithmetic(inside("sum(chosen(h)*_, h, 1, C)", "each")),
    ),
)
