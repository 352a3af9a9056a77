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
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, use


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
    yield Step(
        f"{side}, at least", f"[0 <= noise(1)] = {value}", apply(f"indicator of what {how}", A="0", B="noise(1)"), where
    )
    yield Step(f"{side}, sign", f"{UP} = {value}", arithmetic("never 0", f"{side}, at least"), where)
    yield from _points(side, where, up=up)
    for place, at, when in ((FIRST, "1", "first"), (LATER, "n", "last")):
        yield Step(
            f"{side}, {when}",
            f"[1/2 <= {place}] = {value}",
            apply(f"indicator of what {how}", f"{side}, at {when}", A="1/2", B=place),
            where,
        )
        yield Step(
            f"{side}, value at {when}",
            f"g({at}) = {value}",
            arithmetic(use("threshold", t=at), f"{side}, {when}"),
            where,
        )
    yield from _averages_to(value, side, where)
    yield from _indicators(side, where, up=up)


def _points(side: str, where: tuple[str, ...], *, up: bool) -> Iterator[Step]:
    """The first noisy point, and all later ones, lie on this side of the middle."""
    sign, noise, bound = ("-1", "-1/2", "above -1/4") if up else ("1", "1/2", "below 1/4")
    for place, when in ((FIRST, "first"), (LATER, "last")):
        relation = f"1/2 <= {place}" if up else f"{place} < 1/2"
        later = arithmetic((sign, "later points"), (noise, f"{side}, sign"), use(bound, t="n"))
        yield Step(
            f"{side}, at {when}", relation, arithmetic((sign, "first point")) if when == "first" else later, where
        )


def _averages_to(value: str, side: str, where: tuple[str, ...]) -> Iterator[Step]:
    """The threshold has this value at all points, so that their average is it."""
    yield Step(
        f"{side}, rest",
        f"sum(g(n), n, 2, T) = sum({value}, n, 2, T)",
        apply("sum of equals", f"{side}, value at last", f="n: g(n)", g=f"n: {value}", low="2", high="T"),
        where,
    )
    yield Step(
        f"{side}, average",
        f"{AVERAGE} = {value}",
        arithmetic(("1/T", "first of all"), ("1/T", f"{side}, value at first"), ("1/T", f"{side}, rest")),
        where,
    )
    yield Step(
        f"{side}, as the sign", f"{AVERAGE} = {UP}", arithmetic(f"{side}, average", ("-1", f"{side}, sign")), where
    )


def _indicators(side: str, where: tuple[str, ...], *, up: bool) -> Iterator[Step]:
    """The average is 1, or 0."""
    average = f"{side}, average"
    for name, indicator, ends, holds in (
        ("one", ONES, ("1", AVERAGE), up),
        ("zero", ZEROS, (AVERAGE, "0"), not up),
    ):
        relation = f"{ends[0]} <= {ends[1]}" if holds else f"{ends[1]} < {ends[0]}"
        yield Step(
            f"{side}, {name}, side", relation, arithmetic(("-1" if (name == "one") == holds else "1", average)), where
        )
        yield Step(
            f"{side}, {name}, indicator",
            f"{indicator} = {int(holds)}",
            apply(f"indicator of what {'holds' if holds else 'fails'}", f"{side}, {name}, side", A=ends[0], B=ends[1]),
            where,
        )
        equal = UP if name == "one" else f"1 - {UP}"
        sign = ("-1", f"{side}, sign") if name == "one" else f"{side}, sign"
        yield Step(f"{side}, {name}", f"{indicator} = {equal}", arithmetic(f"{side}, {name}, indicator", sign), where)


def _both(name: str, step: str, left: str, right: str) -> Iterator[Step]:
    """What holds on both sides."""
    for way, (a, b) in {"at most": (left, right), "at least": (right, left)}.items():
        sign = "1" if way == "at most" else "-1"
        for side, where in SIDES.items():
            yield Step(f"{side}, {name}, {way}", f"{a} <= {b}", arithmetic((sign, f"{side}, {step}")), where)
        yield Step(
            f"{name}, {way}",
            f"{a} <= {b}",
            apply("cases", f"above, {name}, {way}", f"below, {name}, {way}", A=a, B=b, c="noise(1)"),
        )
    yield Step(
        name, f"{left} = {right}", apply("at most each other", f"{name}, at most", f"{name}, at least", A=left, B=right)
    )
    yield Step(
        f"mean of {name}",
        f"E({left}) = E({right})",
        apply("expectation of equals", name, P="P", X=left, Y=right),
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
    *_both("the average", "as the sign", AVERAGE, UP),
    *_both("ones", "one", ONES, UP),
    *_both("zeros", "zero", ZEROS, f"1 - {UP}"),
    Step("none", f"Pr({AVERAGE} <= 0) = 1/2", arithmetic("mean of zeros", ("-1", "as often above 0"))),
    Step("all of them", f"Pr(1 <= {AVERAGE}) = 1/2", arithmetic("mean of ones", "as often above 0")),
    Step("mean", f"E({AVERAGE}) = 1/2", arithmetic("mean of the average", "as often above 0")),
)
