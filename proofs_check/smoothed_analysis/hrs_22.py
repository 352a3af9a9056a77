"""HRS-22: against an adaptive smooth adversary the average of one threshold need not come close to its mean.

Appendix B. Points have noise that is uniform on (-1/4, 1/4): x_1 = 1/2, and all later points are 1/4 where the first
noise is at most 0, and else 3/4. The threshold at 1/2 is then 0 at all noisy points, or 1 at all of them, each with
probability 1/2, whatever T is: the average is 1/2 away from its mean 1/2. True as printed, where the first noise is not
0: there round 1 counts 1, and the others count 0; that has probability 0. Each law is uniform on an interval of length
1/2, and so 1/2-smooth on [0, 1].
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from dpassay.proofs_check.claim import Case, Goal, Twin, claim
from dpassay.proofs_check.instances import entries, family, told, whole
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import exhaustive
from dpassay.proofs_check.models.steered_points import STEERED
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, cases, inside, use


@claim(
    "HRS-22",
    location="Appendix B",
    latex=r"\tfrac1T \sum_{t=1}^T g_{0.5}(x_t + \eta_t) = \begin{cases} 0 & \text{w.p. } 1/2\\ 1 & \text{w.p. } 1/2 "
    r"\end{cases} \quad\text{and}\quad \mathbb E\Big[\tfrac1T \sum_{t=1}^T g_{0.5}(x_t + \eta_t)\Big] = \tfrac12",
    text="With x_1 = 1/2, x_t = 1/4 for t >= 2 where the first noise is at most 0 and x_t = 3/4 otherwise, and noises "
    "that are uniform on (-1/4, 1/4): for any T the average of the threshold at 1/2 is 0 with probability 1/2 and 1 "
    "with probability 1/2, and its mean is 1/2. So it does not concentrate.",
    assumed=("the first noise is not 0, which it is with probability 0",),
)
def hrs_22() -> Case:
    """The sign of the first noise decides."""
    return Case(
        checks=(Goal("one to four rounds, noises on a grid", exhaustive("hrs22", "steered-points")),),
        twins=(Twin("within 1/4 of the mean", exhaustive("hrs22-close", "steered-points")),),
        remarks=("Each law is uniform on an interval of length 1/2: it is 1/2-smooth on [0, 1].",),
    )


EXAMPLE: Final = entries(rounds=whole(1, 6), parts=whole(1, 4))


def _averages(instance: Instance) -> dict[Fraction, Fraction]:
    """The law of the average, where noises are the middles of equal parts of the interval."""
    rounds, parts = instance["rounds"], instance["parts"]
    noises = [Fraction(k, 8 * parts) for k in range(1 - 2 * parts, 2 * parts, 2)]
    laws: dict[Fraction, Fraction] = {}
    for first in noises:
        later = Fraction(1, 4) if first <= 0 else Fraction(3, 4)
        rest = {Fraction(int(later + noise >= Fraction(1, 2))) for noise in noises}
        if len(rest) != 1:
            raise ValueError(f"instance = {instance}: expected later rounds that agree")
        average = (Fraction(int(first >= 0)) + (rounds - 1) * rest.pop()) / rounds
        laws[average] = laws.get(average, Fraction(0)) + Fraction(1, len(noises))
    return laws


told("hrs22", "the average is 0 or 1, each with probability 1/2", EXAMPLE)(
    lambda i: _averages(i) == {Fraction(0): Fraction(1, 2), Fraction(1): Fraction(1, 2)}
)
told("hrs22-close", "the average is within 1/4 of its mean", EXAMPLE)(
    lambda i: all(
        4 * abs(average - sum((a * w for a, w in _averages(i).items()), Fraction(0))) <= 1 for average in _averages(i)
    )
)


@family("steered-points", "one to four rounds, two to six parts of the interval")
def _examples() -> Iterator[Instance]:
    return ({"rounds": rounds, "parts": parts} for rounds in (1, 2, 3, 4) for parts in (1, 2, 3))


UP: Final = "[0 < noise(1)]"
RISEN: Final = ("0 <= noise(1)",)
FALLEN: Final = ("noise(1) < 0",)
AVERAGE: Final = "sum(g(t), t, 1, T)/T"
ONES: Final = f"[1 <= {AVERAGE}]"
ZEROS: Final = f"[{AVERAGE} <= 0]"
SIDES: Final = {"above": RISEN, "below": FALLEN}


FIRST, LATER = "x(1) + noise(1)", "x(n) + noise(n)"


def _side(side: str) -> Iterator[Step]:
    """Where the first noise is above 0, or below it: the threshold is the same at all noisy points."""
    up, where = side == "above", SIDES[side]
    how, value = ("holds", "1") if up else ("fails", "0")
    yield Step(f"{side}, sign", f"{UP} = {value}", arithmetic("never 0", f"[0 <= noise(1)] = {value}"), where)
    yield from _points(side, where, up=up)
    for place, when in ((FIRST, "first"), (LATER, "last")):
        yield Step(
            f"{side}, {when}",
            f"[1/2 <= {place}] = {value}",
            apply(f"indicator of what {how}", f"{side}, at {when}", A="1/2", B=place),
            where,
        )
    yield Step(
        f"{side}, average",
        f"{AVERAGE} = {value}",
        arithmetic(
            ("1/T", "first of all"),
            ("1/T", use("threshold", t="1")),
            ("1/T", f"{side}, first"),
            ("1/T", inside("sum(_, n, 2, T)", "threshold", t="n")),
            ("1/T", inside("sum(_, n, 2, T)", f"{side}, last")),
        ),
        where,
    )


def _points(side: str, where: tuple[str, ...], *, up: bool) -> Iterator[Step]:
    """The first noisy point, and all later ones, lie on this side of the middle."""
    sign, noise, bound = ("-1", "-1/2", "above -1/4") if up else ("1", "1/2", "below 1/4")
    for place, when in ((FIRST, "first"), (LATER, "last")):
        relation = f"1/2 <= {place}" if up else f"{place} < 1/2"
        later = arithmetic((sign, "later points"), (noise, f"{side}, sign"), use(bound, t="n"))
        yield Step(
            f"{side}, at {when}", relation, arithmetic((sign, "first point")) if when == "first" else later, where
        )


theorem(
    "HRS-22",
    STEERED,
    f"Pr({AVERAGE} <= 0) = 1/2 and Pr(1 <= {AVERAGE}) = 1/2 and E({AVERAGE}) = 1/2",
    Step(
        "first of all",
        "sum(g(t), t, 1, T) = g(1) + sum(g(n), n, 2, T)",
        apply("sum in two parts", f="t: g(t)", low="1", mid="1", high="T"),
    ),
    *_side("above"),
    *_side("below"),
    Step(
        "the average",
        f"{AVERAGE} = {UP}",
        cases(
            "0 <= noise(1)",
            arithmetic("above, average", ("-1", "above, sign")),
            arithmetic("below, average", ("-1", "below, sign")),
        ),
    ),
    Step(
        "ones",
        f"{ONES} = {UP}",
        cases(
            "0 <= noise(1)",
            arithmetic(inside("[1 <= _]", "above, average"), "[1 <= 1] = 1", ("-1", "above, sign")),
            arithmetic(inside("[1 <= _]", "below, average"), "[1 <= 0] = 0", ("-1", "below, sign")),
        ),
    ),
    Step(
        "zeros",
        f"{ZEROS} = 1 - {UP}",
        cases(
            "0 <= noise(1)",
            arithmetic(inside("[_ <= 0]", "above, average"), "[1 <= 0] = 0", "above, sign"),
            arithmetic(inside("[_ <= 0]", "below, average"), "[0 <= 0] = 1", "below, sign"),
        ),
    ),
    Step("none", f"Pr({AVERAGE} <= 0) = 1/2", arithmetic(inside("E(_)", "zeros"), ("-1", "as often above 0"))),
    Step("all of them", f"Pr(1 <= {AVERAGE}) = 1/2", arithmetic(inside("E(_)", "ones"), "as often above 0")),
    Step("mean", f"E({AVERAGE}) = 1/2", arithmetic(inside("E(_)", "the average"), "as often above 0")),
)
