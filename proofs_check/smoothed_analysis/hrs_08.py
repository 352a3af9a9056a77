"""HRS-08: s = sqrt(ln K)/(T p) lies in (0, 1), and so e^s <= 1 + 2 s.

Appendix C.2, end of the proof of Lemma 3.2, for a class of K functions and p = eps/sigma, where T p >= sqrt(ln K).
HRS-08a is on s: with one function it is 0, and what is divided by it has no meaning; where T p = sqrt(ln K) it is 1.
With two functions and more it lies in (0, 1] (HRS-08a-corrected). HRS-08b is the inequality, which also holds at 1, and
a little above 5/4: HRS-08b-sharp.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from dpassay.exact import as_real, exp, log
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import ABOVE_0, BETWEEN, entries, family, told, whole
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive, inequality
from dpassay.proofs_check.models.anything import numbers
from dpassay.proofs_check.models.budgets_of_lemma import BUDGETS, Budgeted
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic

WHERE: Final = "Appendix C.2, end of the proof of Lemma 3.2"


@claim(
    "HRS-08a",
    location=WHERE,
    latex=r"Tp \ge \sqrt{\ln|\mathcal F|} \implies s = \sqrt{\ln|\mathcal F|}/(Tp) \in (0, 1)",
    text="Where T p >= sqrt(ln |F|), s = sqrt(ln |F|)/(T p) lies in (0, 1).",
    checked=("T p > 0", "T p >= sqrt(ln |F|)"),
    corrected_by="HRS-08a-corrected",
)
def hrs_08a() -> Case:
    """One function."""
    return Case(
        argument="With one function s = 0, and the bound that is divided by s has no meaning.",
        counterexample=Goal("one function", counterexample("hrs08a"), Hunt("hrs08a", _budgets)),
        twins=(Twin("in [0, 1]", counterexample("hrs08a-closed")),),
        remarks=("Where T p = sqrt(ln |F|) it is 1. That does no harm: HRS-08b-sharp.",),
    )


@claim(
    "HRS-08a-corrected",
    location=WHERE,
    latex=r"|\mathcal F| \ge 2,\ Tp \ge \sqrt{\ln|\mathcal F|} \implies s = \sqrt{\ln|\mathcal F|}/(Tp) \in (0, 1]",
    text="With two functions and more, where T p >= sqrt(ln |F|), s = sqrt(ln |F|)/(T p) lies in (0, 1].",
    checked=("|F| >= 2", "T p >= sqrt(ln |F|)"),
)
def hrs_08a_corrected() -> Case:
    """ln 2 > 0."""
    return Case(
        checks=(Goal("a few classes and budgets", exhaustive("hrs08a-corrected", "large-classes")),),
        twins=(Twin("below 1/2", exhaustive("hrs08a-half", "large-classes")),),
    )


@claim(
    "HRS-08b",
    location=WHERE,
    latex=r"s \in (0, 1) \implies e^s \le 1 + 2s",
    text="For s in (0, 1), e^s is at most 1 + 2 s.",
    checked=("0 < s < 1",),
)
def hrs_08b() -> Case:
    """A sign of 1 + 2 s - e^s."""
    return Case(
        checks=(Goal("a few numbers", exhaustive("hrs08b", "rates-below-1")),),
        sharper=(
            Goal("and fails from 1257/1000 on", inequality("exp(s) - 1 - 2*s", "s", "[1257/1000, oo)", ">")),
            Goal("e - 1 in place of 2 is enough", inequality("1 + (exp(1) - 1)*s - exp(s)", "s", "[0, 1]")),
        ),
        twins=(
            Twin("1 + 3/2 s", exhaustive("hrs08b-less", "rates-below-1")),
            Twin("from 5/4 on", inequality("exp(s) - 1 - 2*s", "s", "[5/4, oo)", ">"), of=1),
            Twin("17/10", inequality("1 + 17/10*s - exp(s)", "s", "[0, 1]"), of=2),
        ),
        remarks=("It holds up to the positive root of e^s = 1 + 2 s, between 1.256 and 1.257.",),
    )


@claim(
    "HRS-08b-sharp",
    location=WHERE,
    latex=r"s \in [0, 1.256] \implies e^s \le 1 + 2s",
    text="For s in [0, 1.256], e^s is at most 1 + 2 s.",
)
def hrs_08b_sharp() -> Case:
    """The same sign."""
    return Case()


BUDGET: Final = entries(functions=whole(1), budget=ABOVE_0)


@BUDGET.where
def _is_budget(instance: Instance) -> bool:
    """T p >= sqrt(ln K)."""
    return at_most(log(instance["functions"]), Fraction(instance["budget"]) ** 2)


def _is_rate(instance: Instance, *, least: bool, most: Fraction) -> bool:
    """0 < s, or 0 <= s, and s <= most."""
    functions, budget = instance["functions"], Fraction(instance["budget"])
    return (not least or functions > 1) and at_most(log(functions), (most * budget) ** 2)


told("hrs08a", "s = sqrt(ln K)/(T p) lies in (0, 1]", _is_budget)(lambda i: _is_rate(i, least=True, most=Fraction(1)))
told("hrs08a-closed", "s = sqrt(ln K)/(T p) lies in [0, 1]", _is_budget)(
    lambda i: _is_rate(i, least=False, most=Fraction(1))
)
told("hrs08a-corrected", "with two functions and more, s lies in (0, 1]", _is_budget.having(functions=whole(2)))(
    lambda i: _is_rate(i, least=True, most=Fraction(1))
)
told("hrs08a-half", "... in (0, 1/2]", _is_budget.having(functions=whole(2)))(
    lambda i: _is_rate(i, least=True, most=Fraction(1, 2))
)


def _is_below(instance: Instance, slope: Fraction) -> bool:
    s = Fraction(instance["s"])
    return at_most(exp(s), as_real(1 + slope * s))


told("hrs08b", "e^s <= 1 + 2 s", entries(s=BETWEEN))(lambda i: _is_below(i, Fraction(2)))
told("hrs08b-less", "e^s <= 1 + 3/2 s", entries(s=BETWEEN))(lambda i: _is_below(i, Fraction(3, 2)))


def _budgets() -> Iterator[Instance]:
    return ({"functions": k, "budget": budget} for k in (1, 2, 3, 10) for budget in ("2", "5"))


@family("large-classes", "2, 3 and 10 functions, T p = 3/2 sqrt(ln K) at least, and more")
def _large_classes() -> Iterator[Instance]:
    return ({"functions": k, "budget": budget} for k, budget in ((2, "9/10"), (3, "11/10"), (10, "8/5"), (10, "5")))


@family("rates-below-1", "1/10, 1/2, 9/10, 99/100")
def _rates() -> Iterator[Instance]:
    return ({"s": s} for s in ("1/10", "1/2", "9/10", "99/100"))


RATE: Final = "sqrt(L)/B"
ENOUGH: Final = ("sqrt(L) <= B",)
TWO: Final = (*ENOUGH, "2 <= K")
refuted("HRS-08a", BUDGETS, f"0 < {RATE} and {RATE} < 1", setting=Budgeted(1, Fraction(1)), where=ENOUGH)
theorem(
    "HRS-08a-corrected",
    BUDGETS,
    f"0 < {RATE} and {RATE} <= 1",
    Step("log", "0 < log(K)", analysis("0 < log(z)", "[2, oo)", z="K"), TWO[1:]),
    Step("positive", "0 < L", arithmetic("log", ("-1", "logarithm")), TWO[1:]),
    Step("first", f"0 < {RATE}", arithmetic(), TWO, ("positive",)),
    Step("second", f"{RATE} <= 1", arithmetic(("1/B", ENOUGH[0])), TWO),
    where=TWO,
)
theorem(
    "HRS-08b-sharp",
    numbers(s="real, 0 <= s, s <= 1256/1000"),
    "exp(s) <= 1 + 2*s",
    Step("all", "exp(s) <= 1 + 2*s", analysis("exp(z) <= 1 + 2*z", "[0, 1256/1000]", z="s")),
)
theorem(
    "HRS-08b",
    numbers(s="real, 0 < s, s < 1"),
    "exp(s) <= 1 + 2*s",
    Step("all", "exp(s) <= 1 + 2*s", apply("HRS-08b-sharp", s="s")),
)
