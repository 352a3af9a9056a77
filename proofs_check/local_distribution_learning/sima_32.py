"""SIMA-32: K eps'^2/2 + sqrt(2 ln(1/delta) K eps'^2) <= eps at eps' = eps/(2 sqrt(K ln(1/delta)) + sqrt(K eps)).

The proof of Lemma 3, its last display. With a = 2 sqrt(K ln(1/delta)) and b = sqrt(K eps), K eps'^2 is eps (b/(a +
b))^2, and ln(1/delta) is eps (a/(2 b))^2: the left side is eps (b^2/2 + a (a + b)/sqrt 2)/(a + b)^2, and at most
eps/sqrt 2.

SIMA-32b: the same at the eps' that the scale of (8) implies, with 2 K ln(1/delta) in the root. Not printed. There the
left side is even at most eps/2.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Final

from dpassay.exact import Real, as_real, log
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import ABOVE_0, entries, family, rational, told, whole
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive, nonnegative
from dpassay.proofs_check.models.anything import numbers
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic

NOISE_OF_MANY: Final = entries(experts=whole(1), epsilon=ABOVE_0, delta=rational("(0, 1]"))


def composed(instance: Instance, inside: int) -> Real | Fraction:
    """K eps'^2/2 + sqrt(2 ln(1/delta) K eps'^2), eps' = eps/(2 sqrt(inside K ln(1/delta)) + sqrt(K eps))."""
    k, epsilon = instance["experts"], Fraction(instance["epsilon"])
    if Fraction(instance["delta"]) == 1:  # ln(1/delta) = 0, and eps'^2 = eps^2/(K eps) is rational
        half: Fraction = k * (epsilon**2 / (k * epsilon)) / 2
        return half
    loss = as_real(log(1 / Fraction(instance["delta"])))
    each = as_real(epsilon) / (2 * (inside * k * loss).sqrt() + as_real(k * epsilon).sqrt())
    square: Real = each**2 * k
    root: Real = (2 * loss * square).sqrt()
    return square / 2 + root


def _composed_is_within(instance: Instance, inside: int, share: Fraction) -> bool:
    return at_most(composed(instance, inside), Fraction(instance["epsilon"]) * share)


def _tell_composed(name: str, inside: int, share: Fraction) -> None:
    where = "(8)" if inside == 2 else "the proof"  # the factor inside of the root
    words = f"K eps'^2/2 + sqrt(2 ln(1/delta) K eps'^2) <= {share} eps at the eps' of {where}"
    told(name, words, NOISE_OF_MANY)(lambda instance: _composed_is_within(instance, inside, share))


_tell_composed("sima32", 1, Fraction(1))
_tell_composed("sima32-too-sharp", 1, Fraction(7, 10))
_tell_composed("sima32b", 2, Fraction(1))
_tell_composed("sima32b-half", 2, Fraction(1, 2))
_tell_composed("sima32b-too-sharp", 2, Fraction(49, 100))


@family("private-compositions", "K = 1, 2, 30, eps = 1/1000 to 100, delta = 1 - 10^-6 to 10^-12, and 1")
def _compositions() -> Iterator[Instance]:
    deltas = ("999999/1000000", "1/2", "1/1000", "1/1000000000000", "1")
    for k, epsilon, delta in product((1, 2, 30), ("1/1000", "1/10", "1", "100"), deltas):
        yield {"experts": k, "epsilon": epsilon, "delta": delta}


BUDGETS: Final = numbers(K="integer, 1 <= K", eps="real, 0 < eps", d="real, 0 < d, d <= 1")
AT_LEAST_0: Final = (
    Step("large", "1 <= 1/d", arithmetic(("1/d", "d <= 1"))),
    Step("grows", "log(1) <= log(1/d)", apply("log grows", "large", A="1", B="1/d")),
    Step("log of 1", "log(1) = 0", apply("log of exp", A="0")),
    Step("at least 0", "0 <= log(1/d)", arithmetic("grows", ("-1", "log of 1"))),
)
DEFINED: Final = ("at least 0",)
COMPOSED: Final = "K*e**2/2 + sqrt(2*log(1/d)*K*e**2)"
theorem(
    "SIMA-32",
    BUDGETS,
    f"{COMPOSED} <= eps",
    *AT_LEAST_0,
    Step(
        "root",
        "sqrt(2*log(1/d)*K*e**2) <= y",
        apply("a root is at most", x="2*log(1/d)*K*e**2", y="y"),
        defined=DEFINED,
    ),
    Step("all", f"{COMPOSED} <= eps", arithmetic("root"), defined=DEFINED),
    let={
        "a": "2*sqrt(K*log(1/d))",
        "b": "sqrt(K*eps)",
        "e": "eps/(2*sqrt(K*log(1/d)) + sqrt(K*eps))",
        "y": "eps*(b/2 + 3/4*a)/(a + b)",
    },
)
theorem(
    "SIMA-32b",
    BUDGETS,
    f"{COMPOSED} <= eps",
    *AT_LEAST_0,
    Step(
        "root",
        "sqrt(2*log(1/d)*K*e**2) <= eps/2",
        apply("a root is at most", x="2*log(1/d)*K*e**2", y="eps/2"),
        defined=DEFINED,
    ),
    Step("all", f"{COMPOSED} <= eps", arithmetic("root"), defined=DEFINED),
    let={"e": "eps/(2*sqrt(2*K*log(1/d)) + sqrt(K*eps))"},
)


@claim(
    "SIMA-32",
    location="the proof of Lemma 3",
    latex=r"\tfrac{K(\epsilon')^2}{2} + \sqrt{2 \ln(\tfrac1\delta) K (\epsilon')^2} \le \epsilon, \quad \epsilon' = "
    r"\tfrac{\epsilon}{2\sqrt{K \ln(1/\delta)} + \sqrt{K\epsilon}}",
    text="K eps'^2/2 + sqrt(2 ln(1/delta) K eps'^2) <= eps at eps' = eps/(2 sqrt(K ln(1/delta)) + sqrt(K eps)).",
    assumed=("K >= 1, eps > 0, 0 < delta <= 1",),
)
def sima_32() -> Case:
    """A polynomial inequality in the two roots."""
    return Case(
        checks=(Goal("on a grid", exhaustive("sima32", "private-compositions")),),
        sharper=(
            Goal("at most q eps", nonnegative("q*(a + b)**2 - b**2/2 - q*a*(a + b)", ("a", "b", "q", "q - 1/2"))),
            Goal(
                "more than 7/10 of eps is reached",
                counterexample("sima32-too-sharp"),
                Hunt("sima32-too-sharp", _compositions),
            ),
        ),
        twins=(Twin("at most 7/10 of eps", exhaustive("sima32-too-sharp", "private-compositions")),),
        remarks=("The best constant is 1/sqrt 2, for ln(1/delta)/eps to infinity.",),
    )


@claim(
    "SIMA-32b",
    location="the proof of Lemma 3, its inequality at the eps' that the scale of (8) implies (not printed)",
    latex=r"\tfrac{K(\epsilon')^2}{2} + \sqrt{2 \ln(\tfrac1\delta) K (\epsilon')^2} \le \epsilon, \quad \epsilon' = "
    r"\tfrac{\epsilon}{2\sqrt{2 K \ln(1/\delta)} + \sqrt{K\epsilon}}",
    text="K eps'^2/2 + sqrt(2 ln(1/delta) K eps'^2) <= eps at eps' = eps/(2 sqrt(2 K ln(1/delta)) + sqrt(K eps)).",
    assumed=("K >= 1, eps > 0, 0 < delta <= 1",),
)
def sima_32b() -> Case:
    """Even at most eps/2."""
    return Case(
        checks=(Goal("on a grid", exhaustive("sima32b", "private-compositions")),),
        sharper=(
            Goal("at most eps/2", nonnegative("(a + b)**2 - b**2 - a*(a + b)", ("a", "b"))),
            Goal("at most eps/2, on the grid", exhaustive("sima32b-half", "private-compositions")),
            Goal(
                "more than 49/100 of eps is reached",
                counterexample("sima32b-too-sharp"),
                Hunt("sima32b-too-sharp", _compositions),
            ),
        ),
        twins=(
            Twin("at most 49/100 of eps", exhaustive("sima32b-too-sharp", "private-compositions")),
            Twin("at most eps/4", nonnegative("(a + b)**2/2 - b**2 - a*(a + b)", ("a", "b")), of=1),
        ),
        remarks=("The scale of (8) is up to twice what the proof of Lemma 3 needs.",),
    )
