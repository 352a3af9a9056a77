"""HRS-17: bracketing numbers of k-fold intersections and unions, and of symmetric differences.

Theorem 3.7. HRS-17a: intersections at k eps, at most the product of the numbers at eps. HRS-17b: unions. In both the
brackets are the tuples of brackets, and the ends of a combination differ at most where those of one of the k do. The
proof covers all that ask for h of the k functions, such as majorities.

HRS-17c: symmetric differences of a class with itself at 4 eps, at most N^4.

HRS-17c-sharp: at 2 eps, and at most N^2. With values 0 and 1 f xor g lies between the points where both brackets
force a difference and those where they do not exclude one, and these ends differ at most where those of one bracket do.
Unordered pairs do: two different brackets make N (N - 1)/2, and a bracket with itself has the lower end 0 and a width
of eps, so that two of these share one: (N^2 + 1)/2 brackets. This is checked on small classes.
"""

from __future__ import annotations

from fractions import Fraction
from math import prod
from typing import Final

from dpassay.analysis.classes import intersections, symmetric_differences, unions
from dpassay.proofs_check.claim import Case, Goal, Twin, claim
from dpassay.proofs_check.instances import told
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import exhaustive
from dpassay.proofs_check.models.bracketed_classes import BRACKETED
from dpassay.proofs_check.models.folds import FOLDS
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic
from dpassay.proofs_check.smoothed_analysis.differences import FOURTH
from dpassay.proofs_check.smoothed_analysis.folds import EXACT
from dpassay.proofs_check.smoothed_analysis.small_classes import IS_FOLD, classes_of, number_at, radius_of

COMBINED: Final = Step("all", EXACT, apply("the bracketing number of combinations"))
theorem("HRS-17a", FOLDS, EXACT, COMBINED, where=("h = k",))
theorem("HRS-17b", FOLDS, EXACT, COMBINED, where=("h = 1",))
theorem(
    "HRS-17c",
    BRACKETED,
    "differ(4*e) <= N**4",
    FOURTH,
    Step("square", "differ(4*e) <= N**2", apply("the bracketing number of differences", s="4*e")),
    Step("all", "differ(4*e) <= N**4", arithmetic("square", "powers")),
)
theorem(
    "HRS-17c-sharp",
    BRACKETED,
    "differ(2*e) <= N**2",
    Step("all", "differ(2*e) <= N**2", apply("the bracketing number of differences", s="2*e")),
)


def _product(instance: Instance) -> int:
    return prod(number_at(one, radius_of(instance)) for one in classes_of(instance))


def _intersected(instance: Instance, less: int) -> bool:
    """Whether the intersections at k eps have at most so many less than the product."""
    classes, radius = classes_of(instance), radius_of(instance)
    return bool(number_at(intersections(classes), len(classes) * radius) + less <= _product(instance))


def _united(instance: Instance, less: int) -> bool:
    classes, radius = classes_of(instance), radius_of(instance)
    return bool(number_at(unions(classes), len(classes) * radius) + less <= _product(instance))


def _differ(instance: Instance, times: int, most: Fraction, power: int) -> bool:
    """Whether the differences at so many times eps have at most so many times a power of the number, rounded up."""
    (functions,), radius = classes_of(instance), radius_of(instance)
    number = Fraction(number_at(functions, radius)) ** power
    return bool(number_at(symmetric_differences(functions), times * radius) <= most * number + (1 - most))


told("hrs17a", "N_[](F_1 ... F_k, k eps) is at most the product, under the uniform law", IS_FOLD)(
    lambda instance: _intersected(instance, 0)
)
told("hrs17a-less", "N_[](F_1 ... F_k, k eps) is less than the product, under the uniform law", IS_FOLD)(
    lambda instance: _intersected(instance, 1)
)
told("hrs17b", "N_[](F_1 + ... + F_k, k eps) is at most the product, under the uniform law", IS_FOLD)(
    lambda instance: _united(instance, 0)
)
told("hrs17b-less", "N_[](F_1 + ... + F_k, k eps) is less than the product, under the uniform law", IS_FOLD)(
    lambda instance: _united(instance, 1)
)
told("hrs17c", "N_[](G, 4 eps) <= N^4, under the uniform law", IS_FOLD)(lambda i: _differ(i, 4, Fraction(1), 4))
told("hrs17c-linear", "N_[](G, 4 eps) <= N, under the uniform law", IS_FOLD)(lambda i: _differ(i, 4, Fraction(1), 1))
told("hrs17c-sharp", "N_[](G, 2 eps) <= N^2, under the uniform law", IS_FOLD)(lambda i: _differ(i, 2, Fraction(1), 2))
told("hrs17c-half", "N_[](G, 2 eps) <= (N^2 + 1)/2, under the uniform law", IS_FOLD)(
    lambda i: _differ(i, 2, Fraction(1, 2), 2)
)
told("hrs17c-more", "N_[](G, eps) <= (N^2 + 1)/2, under the uniform law", IS_FOLD)(
    lambda i: _differ(i, 1, Fraction(1, 2), 2)
)
FINITE: Final = ("the domain and the classes are finite",)


@claim(
    "HRS-17a",
    location="Theorem 3.7, intersections",
    latex=r"\mathcal N_{[\,]}(F_1 \cdots F_k, \mu, k\epsilon) \le \prod_{i \in [k]} \mathcal N_{[\,]}(F_i, \mu, "
    r"\epsilon)",
    text="For k classes and any law mu the class of all intersections of a member of each has N_[](F_1 ... F_k, mu, k "
    "eps) <= product of N_[](F_i, mu, eps).",
    assumed=FINITE,
)
def hrs_17a() -> Case:
    """All tuples of brackets."""
    return Case(
        checks=(Goal("small classes", exhaustive("hrs17a", "hrs-folds")),),
        twins=(Twin("less than the product", exhaustive("hrs17a-less", "hrs-folds")),),
        remarks=(
            "Of the law it is used alone that a sum of differences of the ends has the sum of their means: with "
            "infinitely many points the same brackets serve.",
            "The radius k eps is the best one: let F_i have the whole domain and the domain without point i, of the "
            "measure eps. Each has one bracket, and one that holds all intersections leaves out k points.",
        ),
    )


@claim(
    "HRS-17b",
    location="Theorem 3.7, unions",
    latex=r"\mathcal N_{[\,]}(F_1 + \cdots + F_k, \mu, k\epsilon) \le \prod_{i \in [k]} \mathcal N_{[\,]}(F_i, \mu, "
    r"\epsilon)",
    text="For k classes and any law mu the class of all unions of a member of each has N_[](F_1 + ... + F_k, mu, k "
    "eps) <= product of N_[](F_i, mu, eps).",
    assumed=FINITE,
)
def hrs_17b() -> Case:
    """All tuples of brackets."""
    return Case(
        checks=(Goal("small classes", exhaustive("hrs17b", "hrs-folds")),),
        twins=(Twin("less than the product", exhaustive("hrs17b-less", "hrs-folds")),),
    )


@claim(
    "HRS-17c",
    location="Theorem 3.7, symmetric differences",
    latex=r"G = \{f \Delta f'\} \implies \mathcal N_{[\,]}(G, \mu, 4\epsilon) \le \mathcal N_{[\,]}(F, \mu, "
    r"\epsilon)^4",
    text="For the class G of all symmetric differences of members of F and any law mu: N_[](G, mu, 4 eps) <= N_[](F, "
    "mu, eps)^4.",
    assumed=FINITE,
)
def hrs_17c() -> Case:
    """Less will do."""
    return Case(
        checks=(Goal("small classes", exhaustive("hrs17c", "hrs-small")),),
        twins=(Twin("the power 1", exhaustive("hrs17c-linear", "hrs-small")),),
        remarks=(
            "The printed proof takes (f or g) and not (f and g), and so pays for each of f and g twice. It names the "
            "complements of F + F; those of F F are meant, which have the same bound.",
        ),
    )


@claim(
    "HRS-17c-sharp",
    location="Theorem 3.7, symmetric differences",
    latex=r"\mathcal N_{[\,]}(G, \mu, 2\epsilon) \le \mathcal N_{[\,]}(F, \mu, \epsilon)^2",
    text="For the class G of all symmetric differences of members of F and any law mu: N_[](G, mu, 2 eps) <= N_[](F, "
    "mu, eps)^2.",
    assumed=FINITE,
)
def hrs_17c_sharp() -> Case:
    """A bracket for each pair of brackets."""
    return Case(
        checks=(Goal("small classes", exhaustive("hrs17c-sharp", "hrs-small")),),
        remarks=(
            "The radius 2 eps is the best one: let F have all subsets of A, and C with all subsets of B, for A and B "
            "of m points and measure eps each and C apart from them. Then N = 2, and a bracket of width 2 eps (1 - s) "
            "holds at most 4^(m (1 - s)) of the 4^m differences that contain C: one needs 4^(m s) brackets.",
        ),
        sharper=(Goal("(N^2 + 1)/2, small classes", exhaustive("hrs17c-half", "hrs-small")),),
        twins=(Twin("(N^2 + 1)/2 at the radius eps", exhaustive("hrs17c-more", "hrs-small")),),
    )
