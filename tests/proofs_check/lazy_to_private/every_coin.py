"""Algorithm 1 of the source by enumeration, coin by coin and draw by draw: what claims compute is held against it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise, product
from typing import Any, NamedTuple

Law = list[Fraction]


class Course(NamedTuple):
    """x_1, ..., x_n, y_1, ..., y_n and zeta_1, ..., zeta_(n-1), of which zeta_s tells whether a coin of s + 1 is 0."""

    x: tuple[int, ...]
    y: tuple[int, ...]
    zeta: tuple[int, ...]


def normalized(weights: Sequence[Any]) -> Law:
    whole = sum(map(Fraction, weights), Fraction(0))
    return [Fraction(weight) / whole for weight in weights]


def batch_laws(instance: Mapping[str, Any], losses: Sequence[Sequence[str]]) -> list[Law]:
    """The normalized nu_s of multiplicative weights: e^(-eta times the losses of all batches before), by (4)."""
    growth, batch, models = Fraction(instance["exp_learning_rate"]), instance["batch"], range(len(losses[0]))
    before = [losses[:start] for start in range(0, len(losses), batch)]
    return [normalized([growth ** -sum(int(row[x]) for row in rows) for x in models]) for rows in before]


def courses(laws: Sequence[Law], scale: Fraction, p: Fraction) -> dict[Course, Fraction]:
    """The law of all that is released, where line 6 divides by e^(2 B eta) = ``scale``."""
    found: dict[Course, Fraction] = {}
    for (x, a), (y, b) in product(enumerate(laws[0]), repeat=2):
        found[Course((x,), (y,), ())] = a * b
    for old, now in pairwise(laws):
        later: dict[Course, Fraction] = {}
        for course, chance in found.items():
            for following, share in _rounds(course, old, now, scale, p):
                later[following] = later.get(following, Fraction(0)) + chance * share
        found = later
    return {course: chance for course, chance in found.items() if chance}


def _rounds(course: Course, old: Law, now: Law, scale: Fraction, p: Fraction) -> Iterator[tuple[Course, Fraction]]:
    x, y = course.x[-1], course.y[-1]
    bias = min(Fraction(1), now[x] / (scale * old[x]) * old[y] / now[y])
    fair = {0: p, 1: 1 - p}
    for kept, honest, stays in product((0, 1), repeat=3):  # S_s, S'_s and A_s
        coins = (bias if kept else 1 - bias) * fair[honest] * fair[stays]
        new_x = [(x, Fraction(1))] if kept and honest else list(enumerate(now))
        new_y = [(y, Fraction(1))] if stays else list(enumerate(now))
        zeta = int(not (kept and honest and stays))
        for (a, mass_a), (b, mass_b) in product(new_x, new_y):
            yield Course((*course.x, a), (*course.y, b), (*course.zeta, zeta)), coins * mass_a * mass_b


def courses_of(instance: Mapping[str, Any], losses: Sequence[Sequence[str]]) -> dict[Course, Fraction]:
    """Those of a game with multiplicative weights."""
    scale = Fraction(instance["exp_learning_rate"]) ** (2 * instance["batch"])
    return courses(batch_laws(instance, losses), scale, Fraction(instance.get("fake_switch", "1/2")))


def other_losses(instance: Mapping[str, Any]) -> list[list[str]]:
    """The losses of the neighbor."""
    losses: list[list[str]] = list(instance["losses"])
    losses[instance["changed_round"]] = instance["row"]
    return losses


def marginal(law: Mapping[Course, Fraction], part: Any) -> dict[Any, Fraction]:
    """The law of a function of the course."""
    found: dict[Any, Fraction] = {}
    for course, chance in law.items():
        found[part(course)] = found.get(part(course), Fraction(0)) + chance
    return found
