"""HRS-14c: for eps = sigma/sqrt(T) the upper brackets of the differences meet the conditions of Lemma 3.2.

Appendix C.3, before the last two displays, and its last line, which chooses eps. The text says it of "the conditions",
and shows the one on means (HRS-14b). That eps is at most sigma is clear. But the lemma also asks for T eps/sigma >=
sqrt(ln |B(G)|), which is ln |B(G)| <= T here, and that is false for large classes. Let the class have the functions
that are 1 on at most one of five points, with T = 1, sigma = eps = 2/5 and the net of the function 0: an upper bracket
is 1 on at most two points, so that three are needed, and ln 3 > 1. With more than 2 e^T points it is so for any T.

Where ln |B(G)| <= T all conditions are met (HRS-14c-corrected). Elsewhere the lemma is not needed for Theorem 3.3, for
HRS-07-sharp has no such condition.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from typing import Final

from dpassay.exact import log
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import entries, family, told, whole
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive
from dpassay.proofs_check.models.nets_and_brackets import FIVE, SIZED
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic

WHERE: Final = "Appendix C.3, before the last two displays, with the last line"
NET: Final = "H' is a net of H within eps/2 under U"


@claim(
    "HRS-14c",
    location=WHERE,
    latex=r"\epsilon = \sigma/\sqrt T \implies \sigma \ge \epsilon,\ T\tfrac{\epsilon}{\sigma} \ge \sqrt{\ln|\mathcal "
    r"B(\mathcal G)|},\ \mathbb E_{\mathcal U}[b] \le \epsilon\ \ \forall b \in \mathcal B(\mathcal G)",
    text="For eps = sigma/sqrt(T), a smallest set of upper eps/2-brackets of G meets the conditions of Lemma 3.2: each "
    "has measure at most eps, sigma >= eps, and T eps/sigma >= sqrt(ln |B(G)|).",
    checked=(NET, "eps = sigma/sqrt(T)"),
    corrected_by="HRS-14c-corrected",
)
def hrs_14c() -> Case:
    """Too many brackets."""
    return Case(
        argument="Let the functions be 1 on at most one of five points, with T = 1, sigma = eps = 2/5 and the net of "
        "the function 0. An upper bracket is 1 on at most two points: three are needed, and sqrt(ln 3) > 1.",
        counterexample=Goal("five points, one round", counterexample("hrs14c"), Hunt("hrs14c", _points)),
        twins=(Twin("each has measure at most eps", counterexample("hrs14c-means")),),
        remarks=("Theorem 3.3 does not suffer from it: HRS-07-sharp has no such condition.",),
    )


@claim(
    "HRS-14c-corrected",
    location=WHERE,
    latex=r"\epsilon = \sigma/\sqrt T,\ \ln|\mathcal B(\mathcal G)| \le T \implies \sigma \ge \epsilon,\ "
    r"T\tfrac{\epsilon}{\sigma} \ge \sqrt{\ln|\mathcal B(\mathcal G)|},\ \mathbb E_{\mathcal U}[b] \le \epsilon\ \ "
    r"\forall b \in \mathcal B(\mathcal G)",
    text="For eps = sigma/sqrt(T) and ln |B(G)| <= T, upper eps/2-brackets of G meet the conditions of Lemma 3.2: each "
    "has measure at most eps, sigma >= eps, and T eps/sigma >= sqrt(ln |B(G)|).",
    checked=(NET, "eps = sigma/sqrt(T)", "ln |B(G)| <= T"),
)
def hrs_14c_corrected() -> Case:
    """T eps/sigma is sqrt(T)."""
    return Case(
        checks=(Goal("up to five points, one and two rounds", exhaustive("hrs14c-corrected", "rare-points")),),
        twins=(Twin("with half of T eps/sigma", exhaustive("hrs14c-half", "rare-points")),),
    )


POINTS: Final = entries(points=whole(3, 6), rounds=whole(1, 2))
"""Functions that are 1 on at most one of the points, the net of 0, eps = 2/n, and sigma = eps sqrt(T) <= 1."""


def _uppers(points: int) -> list[frozenset[int]]:
    """All that may be an upper bracket: at most one point more than a function."""
    return [frozenset(chosen) for size in range(3) for chosen in combinations(range(points), size)]


def _is_enough(points: int, chosen: tuple[frozenset[int], ...]) -> bool:
    """Each function of G is below one of them, within one point."""
    functions = [frozenset[int](), *(frozenset({x}) for x in range(points))]
    return all(any(f <= b and len(b - f) <= 1 for b in chosen) for f in functions)


def _least(points: int) -> int:
    """The least number of upper brackets."""
    sizes = range(1, points + 1)
    return next(k for k in sizes if any(_is_enough(points, c) for c in combinations(_uppers(points), k)))


def _are_within(instance: Instance, share: Fraction) -> bool:
    """sqrt(log K) is at most that share of T eps/sigma, which is sqrt(T)."""
    return at_most(log(_least(instance["points"])), share**2 * instance["rounds"])


def _are_small(instance: Instance) -> bool:
    """Each has a measure of at most eps."""
    return max(map(len, _uppers(instance["points"]))) <= 2


@POINTS.where
def _is_few(instance: Instance) -> bool:
    """The log of their number is at most T."""
    return at_most(log(_least(instance["points"])), Fraction(instance["rounds"]))


told("hrs14c", "the means are at most eps, and sqrt(ln |B(G)|) is at most T eps/sigma", POINTS)(
    lambda i: _are_small(i) and _are_within(i, Fraction(1))
)
told("hrs14c-means", "the means are at most eps", POINTS)(_are_small)
told("hrs14c-corrected", "where ln |B(G)| <= T, both hold", _is_few)(
    lambda i: _are_small(i) and _are_within(i, Fraction(1))
)
told("hrs14c-half", "... with half of T eps/sigma", _is_few)(lambda i: _are_within(i, Fraction(1, 2)))


def _points() -> Iterator[Instance]:
    return ({"points": points, "rounds": 1} for points in (3, 5))


@family("rare-points", "three points, one and two rounds; four and five points, two rounds")
def _rare_points() -> Iterator[Instance]:
    return ({"points": points, "rounds": rounds} for points, rounds in ((3, 1), (3, 2), (4, 2), (5, 2)))


SIGMA: Final = {"sigma": "real, 0 < sigma, sigma <= 1"}
LET: Final = {"e": "2*rad"}
CHOICE: Final = "T*e**2 = sigma**2"
OF_B: Final = "sum(u(c)*b(k, c), c, 1, N) <= e"
BELOW: Final = "e <= sigma"
ENOUGH: Final = "sqrt(L) <= T*e/sigma"
ABOVE: Final = "above(i, j, k) = 1"
FEW: Final = "L <= T"
refuted(
    "HRS-14c",
    SIZED,
    f"{OF_B} and {BELOW} and {ENOUGH}",
    setting=FIVE,
    where=(CHOICE, ABOVE),
    variables=SIGMA,
    let=LET,
    sigma=Fraction(2, 5),
    i=Fraction(2),
    j=Fraction(1),
    k=Fraction(1),
)
theorem(
    "HRS-14c-corrected",
    SIZED,
    f"{OF_B} and {BELOW} and {ENOUGH}",
    Step("squares", "e**2 <= sigma**2", arithmetic(CHOICE, ("e**2", "1 <= T")), (CHOICE,)),
    Step("square", "L <= (T*e/sigma)**2", arithmetic(FEW, ("-T/sigma**2", CHOICE)), (CHOICE, FEW)),
    Step("measure", OF_B, apply("HRS-14b"), (ABOVE,)),
    Step("below sigma", BELOW, arithmetic(("1/(e + sigma)", "squares")), (CHOICE,)),
    Step("enough", ENOUGH, apply("a root is at most", "square", x="L", y="T*e/sigma"), (CHOICE, FEW)),
    where=(CHOICE, ABOVE, FEW),
    variables=SIGMA,
    let=LET,
)
