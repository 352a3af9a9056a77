"""HRS-01: the definitions of smooth laws and of brackets, as they are used.

Section 2. HRS-01a: a density of at most 1/sigma times the uniform one gives every event at most 1/sigma times its
uniform probability. HRS-01d: so sigma is at most 1.

A bracket is of functions with the values -1 and 1, and its width is Pr[f != g]; Appendix C.3 has E[g - f] in its place.
HRS-01b: with values 0 and 1, as in Lemma 3.2, the two are equal. HRS-01c: with the values of the definition they are
not: E[g - f] is twice Pr[f != g] (HRS-01c-corrected).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Final

from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import entries, family, row_of, told, whole
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive
from dpassay.proofs_check.models.smooth_densities import DENSITIES, TWO_VALUES, TwoValues
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, cases, inside

EVENT: Final = "sum(p(x)*s(x), x, 1, n) <= sum(s(x), x, 1, n)/sigma"
theorem(
    "HRS-01a",
    DENSITIES,
    EVENT,
    Step(
        "all",
        EVENT,
        arithmetic(inside("sum(s(x)/sigma*_, x, 1, n)", "smooth")),
    ),
)
theorem(
    "HRS-01d",
    DENSITIES,
    "sigma <= 1",
    Step(
        "all",
        "sigma <= 1",
        arithmetic(inside("sum(w(x)*_, x, 1, n)", "smooth"), ("-sigma", "a density"), "all of the domain"),
    ),
)
MEAN: Final = "sum(mu(x)*(g(x) - f(x)), x, 1, n)"
DIFFERS: Final = "sum(mu(x)*[f(x) < g(x)], x, 1, n)"
GAP, WIDTH = "g(x) - f(x)", "(high - low)*[f(x) < g(x)]"
VALUES: Final = (("-1", "two values"), "the same two")
MINUS: Final = ("two values", ("-1", "the same two"))
BELOW, SAME = ("k(x) < l(x)",), ("l(x) <= k(x)",)
theorem(
    "the mean of the gap of a bracket",
    TWO_VALUES,
    f"{MEAN} = (high - low)*{DIFFERS}",
    Step("span", "0 <= high - low", arithmetic("low < high")),
    Step("contrary", "[f(x) < g(x)] = 1 - [g(x) <= f(x)]", apply("indicator of the contrary", A="g(x)", B="f(x)")),
    Step("apart", "k(x) + 1 <= l(x)", apply("integers are 1 apart", A="k(x)", B="l(x)"), BELOW),
    Step("strictly", "f(x) < g(x)", arithmetic(*MINUS, ("high - low", BELOW[0])), BELOW, ("span",)),
    Step("none", "[g(x) <= f(x)] = 0", apply("indicator of what fails", "strictly", A="g(x)", B="f(x)"), BELOW),
    Step(
        "at most, apart",
        f"{GAP} <= {WIDTH}",
        arithmetic(
            *VALUES,
            ("high - low", "at most 1"),
            ("high - low", "at least 0"),
            ("high - low", "none"),
            ("-(high - low)", "contrary"),
        ),
        BELOW,
        ("span",),
    ),
    Step(
        "at least, apart",
        f"{WIDTH} <= {GAP}",
        arithmetic(*MINUS, ("high - low", "apart"), ("-(high - low)", "none"), ("high - low", "contrary")),
        BELOW,
        ("span",),
    ),
    Step("not above", "g(x) <= f(x)", arithmetic(*VALUES, ("high - low", SAME[0])), SAME, ("span",)),
    Step("one", "[g(x) <= f(x)] = 1", apply("indicator of what holds", "not above", A="g(x)", B="f(x)"), SAME),
    Step(
        "at least, same",
        f"{WIDTH} <= {GAP}",
        arithmetic(*MINUS, ("high - low", "in order"), ("-(high - low)", "one"), ("high - low", "contrary")),
        SAME,
        ("span",),
    ),
    Step(
        "at most",
        f"{GAP} <= {WIDTH}",
        cases(
            "l(x) <= k(x)",
            arithmetic("not above", ("high - low", "one"), ("-(high - low)", "contrary")),
            arithmetic("at most, apart"),
        ),
    ),
    Step(
        "at least",
        f"{WIDTH} <= {GAP}",
        apply("cases", "at least, same", "at least, apart", A=WIDTH, B=GAP, c="k(x) - l(x)"),
    ),
    Step("gap", f"{GAP} = {WIDTH}", apply("at most each other", "at most", "at least", A=GAP, B=WIDTH)),
    Step("all", f"{MEAN} = (high - low)*{DIFFERS}", arithmetic(inside("sum(mu(x)*_, x, 1, n)", "gap"))),
)
UNIT, SIGNS = ("low = 0", "high = 1"), ("low = -1", "high = 1")
FACTOR: Final = f"{MEAN} = (high - low)*{DIFFERS}"
for name, values, factor in (("HRS-01b", UNIT, "1"), ("HRS-01c-corrected", SIGNS, "2")):
    theorem(
        name,
        TWO_VALUES,
        f"{MEAN} = {factor}*{DIFFERS}",
        Step("mean", FACTOR, apply("the mean of the gap of a bracket")),
        Step(
            "all",
            f"{MEAN} = {factor}*{DIFFERS}",
            arithmetic("mean", (DIFFERS, values[1]), (f"-{DIFFERS}", values[0])),
            values,
        ),
        where=values,
    )
refuted("HRS-01c", TWO_VALUES, f"{MEAN} = {DIFFERS}", setting=TwoValues((0,), (1,), (1,), (-1, 1)), where=SIGNS)

IS_BRACKET: Final = entries(lower=row_of(whole(0, 1)), upper=row_of(whole(0, 1)), signed=whole(0, 1)).where(
    lambda at: (
        len(at["lower"]) == len(at["upper"]) and all(a <= b for a, b in zip(at["lower"], at["upper"], strict=True))
    )
)


def _agrees(instance: Instance, factor: int) -> bool:
    """Whether E[g - f] is so many times Pr[f != g], under the uniform law, with the values 0 or -1, and 1."""
    low = -instance["signed"]
    pairs = list(zip(instance["lower"], instance["upper"], strict=True))
    mean = Fraction(sum((1 - low) * (b - a) for a, b in pairs), len(pairs))
    return mean == factor * Fraction(sum(a != b for a, b in pairs), len(pairs))


told("hrs01-once", "E[g - f] = Pr[f != g], under the uniform law", IS_BRACKET)(lambda at: _agrees(at, 1))
told("hrs01-twice", "E[g - f] = 2 Pr[f != g], under the uniform law", IS_BRACKET)(lambda at: _agrees(at, 2))


def _small(signed: int) -> Iterator[Instance]:
    for size in (1, 2, 3):
        for pairs in product(((0, 0), (0, 1), (1, 1)), repeat=size):
            lower, upper = map(list, zip(*pairs, strict=True))
            yield {"lower": lower, "upper": upper, "signed": signed}


@family("hrs-01", "all brackets on 1 to 3 points, with values 0 and 1")
def _unit() -> Iterator[Instance]:
    return _small(0)


@family("hrs-signs", "all brackets on 1 to 3 points, with values -1 and 1")
def _signs() -> Iterator[Instance]:
    return _small(1)


@claim(
    "HRS-01a",
    location="Section 2, smooth laws, as they are used from Section 3.1 on",
    latex=r"p \le u/\sigma \implies \Pr_D[A] \le \Pr_U[A]/\sigma",
    text="A law whose density is pointwise at most 1/sigma times that of the uniform law gives every event at most "
    "1/sigma times its uniform probability.",
    assumed=("the domain is [0, 1], and the density is constant on each of finitely many intervals",),
)
def hrs_01a() -> Case:
    """Interval by interval."""
    return Case(
        remarks=(
            "Smoothness of a law of labeled pairs bounds the density of the instance alone: the label may depend on it "
            "in any way.",
            "Theorem 4.3 speaks of a sigma-smooth database, which is not defined: a (sigma, 0)-smooth one is meant.",
            "Where eps-nets are spoken of, eps-covers are meant, and a cover need not be of members, but those that "
            "are used are.",
        )
    )


@claim(
    "HRS-01b",
    location="Section 2, brackets, and C.3, with values 0 and 1",
    latex=r"f \preceq g:\ \mathbb E[g - f] = \Pr[f \ne g]",
    text="For functions f <= g with values 0 and 1: E[g - f] = Pr[f != g].",
    assumed=("the measure has finitely many points",),
)
def hrs_01b() -> Case:
    """g - f is the indicator of f != g."""
    return Case(
        checks=(Goal("small brackets", exhaustive("hrs01-once", "hrs-01")),),
        twins=(Twin("twice as much", exhaustive("hrs01-twice", "hrs-01")),),
    )


@claim(
    "HRS-01c",
    location="Section 2, brackets, with the values -1 and 1 of the definition, and C.3",
    latex=r"f \preceq g:\ \mathbb E[g - f] = \Pr[f \ne g]",
    text="For functions f <= g with values -1 and 1: E[g - f] = Pr[f != g].",
    assumed=("the measure has finitely many points",),
    corrected_by="HRS-01c-corrected",
)
def hrs_01c() -> Case:
    """g - f is 2 where they differ."""
    return Case(
        argument="On one point, from -1 to 1: E[g - f] = 2, and Pr[f != g] = 1.",
        counterexample=Goal("one point", counterexample("hrs01-once"), Hunt("hrs01-once", _signs)),
        twins=(Twin("twice as much", counterexample("hrs01-twice")),),
        remarks=(
            "The source defines brackets for values -1 and 1 and uses E[b - g] <= eps/2 for differences, which have "
            "values 0 and 1: there it is right. No result depends on it.",
        ),
    )


@claim(
    "HRS-01c-corrected",
    location="Section 2, brackets, with the values -1 and 1",
    latex=r"f \preceq g:\ \mathbb E[g - f] = 2 \Pr[f \ne g]",
    text="For functions f <= g with values -1 and 1: E[g - f] = 2 Pr[f != g].",
    assumed=("the measure has finitely many points",),
)
def hrs_01c_corrected() -> Case:
    """The distance of the values."""
    return Case(
        checks=(Goal("small brackets", exhaustive("hrs01-twice", "hrs-signs")),),
        twins=(Twin("once", exhaustive("hrs01-once", "hrs-signs")),),
    )


@claim(
    "HRS-01d",
    location="Section 2, smooth laws: which sigma there are",
    latex=r"D\ \sigma\text{-smooth} \implies \sigma \le 1",
    text="If there is a sigma-smooth law then sigma <= 1.",
    assumed=("the domain is [0, 1], and the density is constant on each of finitely many intervals",),
)
def hrs_01d() -> Case:
    """The density has the mean 1."""
    return Case(remarks=("At sigma = 1 the uniform law alone is smooth. The source prints no range.",))
