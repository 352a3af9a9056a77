"""SIMA-06: randomized response with eta = (e^eps/(M - 1) + 1)^-1 is (eps, 0)-locally private.

Section 3, before Theorem 3. For two labels the ratio of the probabilities of one report is at most e^eps, and so is
that of an event.

SIMA-06b: it "needs" that eta only in the sense that it is the least one: the private ones are those between it and (M -
1)/(e^-eps + M - 1). The ratios other than 1 are (1 - eta)(M - 1)/eta and its inverse. The first is at most e^eps if and
only if M - 1 <= (e^eps + M - 1) eta, and the second if and only if (e^-eps + M - 1) eta <= M - 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Final

from dpassay.analysis.distribution_learners import (
    eta,
)
from dpassay.analysis.label_laws import Vector
from dpassay.exact import Budget, Number
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import (
    PROBABILITY,
    family,
    told,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import (
    counterexample,
    exhaustive,
)
from dpassay.proofs_check.local_distribution_learning.responses import RESPONSE, exp_eps_of
from dpassay.proofs_check.models.flipped_labels import FLIPS, PRINTED, PRIVATE
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, inside, use
from dpassay.reference import randomized_response


def _laws(instance: Instance, wrong: Number) -> list[Vector]:
    """The laws of the report of each label, where another label is reported with the probability ``wrong``."""
    labels = range(instance["labels"])
    return [tuple(1 - wrong if x == y else wrong / (len(labels) - 1) for x in labels) for y in labels]


def _largest_ratio(laws: list[Vector]) -> Number | None:
    """None where it is infinite."""
    pairs = [(p, q) for first, second in product(laws, laws) for p, q in zip(first, second, strict=True)]
    return None if any(q == 0 < p for p, q in pairs) else max(p / q for p, q in pairs if p)


def _is_reference_law(instance: Instance) -> bool:
    """Whether the printed eta gives the law of the reference mechanism."""
    labels = range(instance["labels"])
    parameters = randomized_response.Parameters(Budget(exp_eps=exp_eps_of(instance)), len(labels))
    known = [randomized_response.law(y, parameters) for y in labels]
    printed = _laws(instance, eta(len(labels), exp_eps_of(instance)))
    return all(law.pmf(x) == row[x] for law, row in zip(known, printed, strict=True) for x in labels)


told("sima06", "with the printed eta the largest ratio is e^eps, and the laws are those of the reference", RESPONSE)(
    lambda instance: (
        _is_reference_law(instance)
        and _largest_ratio(_laws(instance, eta(instance["labels"], exp_eps_of(instance)))) == exp_eps_of(instance)
    )
)
told("sima06-without-1", "with eta = (M - 1)/e^eps, or 1, the largest ratio is at most e^eps", RESPONSE)(
    lambda instance: _within(instance, min(Fraction(1), (instance["labels"] - 1) / exp_eps_of(instance)))
)


def _within(instance: Instance, wrong: Fraction) -> bool:
    ratio = _largest_ratio(_laws(instance, wrong))
    return ratio is not None and bool(ratio <= exp_eps_of(instance))


@claim(
    "SIMA-06",
    location="Section 3, before Theorem 3",
    latex=r"\eta = \Big(\tfrac{e^\epsilon}{M-1} + 1\Big)^{-1} \Rightarrow \text{randomized response is } (\epsilon, "
    r"0)\text{-LDP}",
    text="Randomized response that reports another label, uniformly, with probability eta = (e^eps/(M - 1) + 1)^-1 is "
    "(eps, 0)-locally private.",
    checked=("M >= 2; for M = 1 the formula divides by 0",),
    adjacency="any_pair",
)
def sima_06() -> Case:
    """The ratio is e^eps."""
    return Case(
        checks=(Goal("exactly", exhaustive("sima06", "sima-responses")),),
        twins=(Twin("without + 1", exhaustive("sima06-without-1", "sima-responses")),),
    )


FLIP: Final = RESPONSE.having(eta=PROBABILITY)


def _ends(instance: Instance) -> tuple[Fraction, Fraction]:
    """(M - 1)/(E + M - 1) and (M - 1)/(1/E + M - 1)."""
    others, t = instance["labels"] - 1, exp_eps_of(instance)
    return others / (t + others), others / (1 / t + others)


told("sima06b", "private if and only if (M - 1)/(E + M - 1) <= eta <= (M - 1)/(1/E + M - 1)", FLIP)(
    lambda instance: (
        _within(instance, Fraction(instance["eta"]))
        == (_ends(instance)[0] <= Fraction(instance["eta"]) <= _ends(instance)[1])
    )
)
told("sima06b-above", "private if and only if (M - 1)/(E + M - 1) <= eta", FLIP)(
    lambda instance: _within(instance, Fraction(instance["eta"])) == (_ends(instance)[0] <= Fraction(instance["eta"]))
)
told("sima06b-only", "private only at the printed eta", FLIP)(
    lambda instance: not _within(instance, Fraction(instance["eta"])) or Fraction(instance["eta"]) == _ends(instance)[0]
)


@family("sima-flips", "M = 2, ..., 5, e^eps = 3/2 and 4, eta = 0, 1/20, ..., 1 and at and around both ends")
def _flips() -> Iterator[Instance]:
    for labels, t in product(range(2, 6), ("3/2", "4")):
        instance = {"labels": labels, "exp_eps": t}
        ends = [end * near for end in _ends(instance) for near in (Fraction(99, 100), Fraction(1), Fraction(101, 100))]
        for wrong in (*(Fraction(i, 20) for i in range(21)), *ends):
            if wrong <= 1:
                yield {**instance, "eta": str(wrong)}


@claim(
    "SIMA-06b",
    location="Section 3, before Theorem 3: one would need to set eta",
    latex=r"\text{randomized response is } (\epsilon, 0)\text{-LDP} \iff \tfrac{M-1}{e^\epsilon + M - 1} \le \eta \le "
    r"\tfrac{M-1}{e^{-\epsilon} + M - 1}",
    text="The printed eta is the least with which randomized response is (eps, 0)-locally private; the private ones "
    "are those between it and (M - 1)/(e^-eps + M - 1).",
    checked=("M >= 2",),
    adjacency="any_pair",
)
def sima_06b() -> Case:
    """Two ratios."""
    return Case(
        checks=(Goal("exactly", exhaustive("sima06b", "sima-flips")),),
        sharper=(
            Goal(
                "it is not the only one",
                counterexample("sima06b-only"),
                Hunt("sima06b-only", _flips),
            ),
        ),
        twins=(Twin("without the upper end", exhaustive("sima06b-above", "sima-flips")),),
        remarks=("eta = (M - 1)/M makes reports uniform, whatever the label, and is private for every eps.",),
    )


LET: Final = {"M": "n + 1"}
LOW, HIGH = "M - 1 <= (exp(eps) + M - 1)*eta", "(exp(-eps) + M - 1)*eta <= M - 1"
REPORT: Final = "p(x, y) <= exp(eps)*p(x, z)"
ENDS: Final = "(M - 1)/(exp(eps) + M - 1) <= eta <= (M - 1)/(exp(-eps) + M - 1)"
theorem(
    "SIMA-06b: enough",
    FLIPS,
    REPORT,
    Step("truth", "1 - eta <= exp(eps)*eta/(M - 1)", arithmetic(("1/(M - 1)", LOW)), (LOW,)),
    Step("lie", "eta/(M - 1) <= exp(eps)*(1 - eta)", arithmetic(("exp(eps)/(M - 1)", HIGH)), (HIGH,)),
    Step("first", "same(x, y) <= 1", apply("zero or one", "0 or 1", x="same(x, y)")),
    Step("second", "same(x, z) <= 1", apply("zero or one", use("0 or 1", y="z"), x="same(x, z)")),
    Step("both", "0 <= same(x, y)*same(x, z)*(1 - eta)", arithmetic(("same(x, y)*same(x, z)", "eta <= 1"))),
    Step("first alone", "0 <= same(x, y)*(1 - same(x, z))", arithmetic(("same(x, y)", "second"))),
    Step("second alone", "0 <= (1 - same(x, y))*same(x, z)", arithmetic(("same(x, z)", "first"))),
    Step("neither", "0 <= (1 - same(x, y))*(1 - same(x, z))", arithmetic(("1 - same(x, y)", "second")), (), ("first",)),
    Step("neither, times eta", "0 <= (1 - same(x, y))*(1 - same(x, z))*eta/n", arithmetic(("eta/n", "neither"))),
    Step(
        "all",
        REPORT,
        arithmetic(
            "report",
            ("-exp(eps)", use("report", y="z")),
            ("same(x, y)*same(x, z)*(1 - eta)", inside("exp(_)", "0 <= eps")),
            ("same(x, y)*(1 - same(x, z))", "truth"),
            ("(1 - same(x, y))*same(x, z)", "lie"),
            ("(1 - same(x, y))*(1 - same(x, z))*eta/(M - 1)", inside("exp(_)", "0 <= eps")),
        ),
        (LOW, HIGH),
        ("both", "first alone", "second alone", "neither, times eta"),
    ),
    where=(LOW, HIGH),
    let=LET,
)
NONE: Final = Step("two are different", "same(1, 2) = 0", arithmetic(("-1", use("two labels", x="1", y="2"))))
theorem(
    "SIMA-06b",
    PRIVATE,
    ENDS,
    NONE,
    Step(
        "truth",
        "1 - eta <= exp(eps)*eta/(M - 1)",
        arithmetic(
            use("private", x="1", y="1", z="2"),
            ("-1", use("report", x="1", y="1")),
            ("exp(eps)", use("report", x="1", y="2")),
            ("-(1 - eta) + eta/(M - 1)", use("one label", x="1")),
            ("exp(eps)*(1 - eta - eta/(M - 1))", "two are different"),
        ),
    ),
    Step(
        "lie",
        "eta/(M - 1) <= exp(eps)*(1 - eta)",
        arithmetic(
            use("private", x="1", y="2", z="1"),
            ("-1", use("report", x="1", y="2")),
            ("exp(eps)", use("report", x="1", y="1")),
            ("exp(eps)*((1 - eta) - eta/(M - 1))", use("one label", x="1")),
            ("-(1 - eta) + eta/(M - 1)", "two are different"),
        ),
    ),
    Step("low", "(M - 1)/(exp(eps) + M - 1) <= eta", arithmetic(("(M - 1)/(exp(eps) + M - 1)", "truth"))),
    Step("high", "eta <= (M - 1)/(exp(-eps) + M - 1)", arithmetic(("(M - 1)*exp(-eps)/(exp(-eps) + M - 1)", "lie"))),
    let=LET,
    also=("SIMA-06b: enough",),
)
IN_EVENT: Final = "sum(among(l, x)*p(x, y), x, 1, M)"
OTHER: Final = "sum(among(l, x)*p(x, z), x, 1, M)"
theorem(
    "SIMA-06",
    PRINTED,
    f"{IN_EVENT} <= exp(eps)*{OTHER}",
    Step("low", LOW, arithmetic(("-(exp(eps) + M - 1)", "eta"))),
    Step(
        "high",
        HIGH,
        arithmetic(
            ("exp(-eps) + M - 1", "eta"),
            ("(M - 1)/(exp(eps) + M - 1)", inside("exp(_)", "-eps <= 0")),
            ("(M - 1)/(exp(eps) + M - 1)", inside("exp(_)", "0 <= eps")),
        ),
    ),
    Step("report of two", REPORT, apply("SIMA-06b: enough"), (), ("low", "high")),
    Step(
        "all",
        f"{IN_EVENT} <= exp(eps)*{OTHER}",
        arithmetic(inside("sum(among(l, x)*_, x, 1, M)", "report of two")),
    ),
    let=LET,
)
