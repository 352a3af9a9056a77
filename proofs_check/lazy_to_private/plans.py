"""Plans of draws, for Lemma 4.3: what the conditional divergences of the draws add up to, in each reading."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any, Final

from dpassay.analysis.limited_switching import (
    Released,
)
from dpassay.exact import LogForm, Real, as_real
from dpassay.proofs_check.instances import (
    ABOVE_0,
    Precondition,
    by_key,
    entries,
    family,
    optional,
    row_of,
    text,
    told,
    weights_of_law,
    whole,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.lazy_to_private.lower_bound import (
    LEAK,
    MANY,
    is_concentrated,
    meets_theorem,
    renyi,
)
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.planned_draws import fresh_pair, released_laws

ROUND: Final = text("an active round from 2 on", "[2-6]")
DRAWN: Final = text("the rounds with a draw so far, perhaps with what was drawn", "([2-6](:[01])?(,[2-6](:[01])?)*)?")
NEXT: Final = by_key(text("an active round from 2 on, or 0 for none", "[02-6]"), whole(1))
TWO: Final = weights_of_law(2, 2)


@entries(
    rounds=optional(whole(2)),
    active=whole(2, 6),
    plan=by_key(DRAWN, NEXT),
    laws=by_key(ROUND, row_of(TWO, 2, 2)),
    order=whole(1),
    rho=optional(ABOVE_0),
).where
def _is_any_plan(instance: Instance) -> bool:
    """A plan of a few active rounds among T: each draw has a later one or none after it."""
    named = [int(t) for following in (instance["laws"], *instance["plan"].values()) for t in following]
    last = {drawn: int(drawn.split(",")[-1].split(":")[0] or 1) for drawn in instance["plan"]}
    later = all(t == "0" or int(t) > last[drawn] for drawn, rounds in instance["plan"].items() for t in rounds)
    return later and all(instance["plan"].values()) and max(named, default=0) <= instance["active"]


@_is_any_plan.having(rounds=whole(2), rho=ABOVE_0).where
def is_plan(instance: Instance) -> bool:
    """A plan that is eps^2-concentrated, with eps as Theorem 4.2 has it."""
    rounds, rho = instance["rounds"], Fraction(instance["rho"])
    enough = bool(rounds >= instance["active"]) and meets_theorem(rounds, 2, rho)
    return enough and is_concentrated(*released_laws(instance), rho)


def _times(released: Released) -> tuple[int, ...]:
    return tuple(z.round for z in released)


def _conditional(instance: Instance, reading: str) -> LogForm | Real:
    """The sum over i of D_alpha(Z_i || Z_i' | T_i), for each reading of a conditional divergence."""
    order, times = instance["order"], released_laws(instance)[0].map(_times)
    known = {t: renyi(*fresh_pair(instance, t), order) for t in range(2, instance["active"] + 1)}
    known[1] = LogForm()
    if reading == "largest":
        sums = [sum((known[t] for t in path), LogForm()) for path in times.outcomes]
        return max(sums)
    if reading == "mean":
        terms = ((weight, t) for path, weight in times.items() for t in path)
        return sum((known[t] * Fraction(weight) for weight, t in terms), LogForm())  # type: ignore[arg-type]
    longest = max(len(path) for path in times.outcomes)
    moments = [times.map(partial(_time_of, i)) for i in range(longest)]
    powers = [
        sum(((as_real(known[t]) * as_real(order - 1)).exp() * as_real(w) for t, w in m.items()), as_real(Fraction(0)))
        for m in moments
    ]
    return sum((power.log() / as_real(order - 1) for power in powers), as_real(Fraction(0)))


def _time_of(draw: int, path: tuple[int, ...]) -> int:
    """The round of a draw; where there is none, round 1, whose law does not depend on the losses either."""
    return path[draw] if draw < len(path) else 1


READINGS: Final = {
    "largest": "for every possible sequence of rounds, sum of D_alpha(Z_i || Z_i' | T_i = t_i) <= alpha eps^2",
    "mean": "the sum of the means over T_i of D_alpha(Z_i || Z_i' | T_i = t_i) is at most alpha eps^2",
    "moment": "the sum of log(mean over T_i of e^((alpha - 1) D_alpha))/(alpha - 1) is at most alpha eps^2",
}


def _told_reading(name: str, reading: str, applies: Precondition = is_plan) -> None:
    def numbers(instance: Instance) -> dict[str, Any]:
        bound = instance["order"] * Fraction(instance["rho"])
        return {"the sum": as_real(_conditional(instance, reading)), "alpha eps^2": bound}

    told(name, READINGS[reading], applies, numbers)(
        lambda instance: at_most(_conditional(instance, reading), instance["order"] * Fraction(instance["rho"]))
    )


_told_reading("asi40", "largest")
_told_reading("asi40b", "mean")
_told_reading("asi40c", "moment", is_plan.having(order=whole(2)))


_RARE: Final = [["1", "999"], ["1", "9999"]]


def late(order: int) -> Instance:
    """One draw, in round 2 with probability 1/100, from randomized response on the bit, else in round 3, uniform."""
    plan = {"": {"2": 1, "3": 99}}
    laws = {"2": [["3", "1"], ["1", "3"]]}
    return {"rounds": MANY, "active": 3, "plan": plan, "laws": laws, "order": order, "rho": "1/10"}


def adaptive(order: int) -> Instance:
    """A rare leak in round 2; where it did not happen, the same again in round 3."""
    laws = {"2": _RARE, "3": _RARE}
    plan = {"": {"2": 1}, "2:1": {"3": 1}, "2:0": {"4": 1}}
    return {"rounds": MANY, "active": 4, "plan": plan, "laws": laws, "order": order, "rho": "19/100"}


def either(order: int) -> Instance:
    """A leak in round 2 and a uniform draw in round 5, or a uniform draw in round 3 and the leak in round 4."""
    laws = {"2": LEAK, "4": LEAK}
    plan = {"": {"2": 1, "3": 1}, "2": {"5": 1}, "3": {"4": 1}}
    return {"rounds": MANY, "active": 5, "plan": plan, "laws": laws, "order": order, "rho": "4/5"}


def _plans() -> Iterator[Instance]:
    for order in (1, 2, 3, 4, 5, 6, 7, 8):
        yield from (late(order), adaptive(order), either(order))


def _adds_up(instance: Instance, reading: str) -> bool:
    """Whether the sum is at most the divergence of everything, at the instance's order."""
    return at_most(_conditional(instance, reading), renyi(*released_laws(instance), instance["order"]))


told(
    "asi40-whole",
    "the sum of mean conditional divergences is at most the divergence of all that is released",
    _is_any_plan,
)(lambda instance: _adds_up(instance, "mean"))
told("asi40-whole-largest", "the same for the largest sum of conditional divergences", _is_any_plan)(
    lambda instance: _adds_up(instance, "largest")
)


@family("plans", "plans with KL, with rounds that depend on models or not, and with orders to 8 where they do not")
def _small_plans() -> Iterator[Instance]:
    yield from (late(1), adaptive(1), either(1))
    for order in range(1, 9):
        yield from (late(order), either(order))
    bit = {"2": [["3", "1"], ["1", "3"]], "3": [["1", "2"], ["2", "1"]], "4": [["1", "1"], ["1", "4"]]}
    for weights in product((1, 2), repeat=2):
        both = {"": {"2": weights[0], "3": weights[1]}, "2": {"3": weights[1], "4": weights[0]}, "3": {"4": 1}}
        for order in (1, 2, 5):
            yield {"active": 4, "plan": both, "laws": bit, "order": order}
        after = {"": {"2": 1}, "2:0": {"3": weights[0], "0": weights[1]}, "2:1": {"4": 1}}
        yield {"active": 4, "plan": after, "laws": bit, "order": 1}


told("asi40d", "the mean of the KL divergences given T_i adds up to at most eps^2", is_plan)(
    lambda instance: at_most(_conditional({**instance, "order": 1}, "mean"), Fraction(instance["rho"]))
)
