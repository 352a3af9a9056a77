"""Hedge drawn in rounds that are planned in advance: R^3 KL is at least a constant times T."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product

from dpassay.analysis.limited_switching import (
    LimitedSwitching,
    Losses,
    are_neighbors,
    at_fixed_rounds,
    expected_regret,
    law,
)
from dpassay.exact import Dist, LogForm, as_real, decide, kl_divergence, log
from dpassay.proofs_check.instances import (
    ABOVE_1,
    as_rows,
    entries,
    family,
    matrices,
    row_of,
    told,
    whole,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.numbers import at_most


@entries(rounds=whole(2, 4), growth=ABOVE_1, drawing=row_of(whole(2, 4), 0)).where
def _is_planned_hedge(instance: Instance) -> bool:
    return all(t <= instance["rounds"] for t in instance["drawing"])


def _planned_hedge(instance: Instance) -> LimitedSwitching:
    growth = Fraction(instance["growth"])

    def fresh(past: Losses) -> Dist[int]:
        sums = [sum((row[x] for row in past), Fraction(0)) for x in range(2)]
        return Dist.from_weights({x: growth ** -int(total) for x, total in enumerate(sums)})

    return at_fixed_rounds(instance["rounds"], 2, instance["drawing"], fresh)


@cache
def _bits_of(rounds: int) -> tuple[Losses, ...]:
    return tuple(as_rows(losses) for losses in matrices(rounds, 2, ("0", "1")))


def _meets_cubes(instance: Instance, factor: int) -> bool:
    """Whether factor R^3 KL >= T for some neighbors, R the largest regret on bits."""
    algorithm, rounds = _planned_hedge(instance), instance["rounds"]
    regret = max(Fraction(expected_regret(algorithm, losses)) for losses in _bits_of(rounds))  # type: ignore[arg-type]
    quiet = _bits_of(rounds)[0]
    changed = (losses for losses in _bits_of(rounds) if are_neighbors(quiet, losses))
    laws = law(algorithm, quiet)
    return any(
        at_most(LogForm(Fraction(rounds)), kl_divergence(law(algorithm, losses), laws) * (factor * regret**3))  # type: ignore[operator]
        for losses in changed
    )


told("asi43c-planned", "some neighbors have 18^3 R^3 KL >= T, so R >= T^{1/3}/(18 eps^{2/3})", _is_planned_hedge)(
    lambda instance: _meets_cubes(instance, 18**3)
)
told("asi43c-planned-more", "... R^3 KL >= T", _is_planned_hedge)(lambda instance: _meets_cubes(instance, 1))


@family(
    "planned-hedges", "Hedge with rates ln 3/2, ln 2, ln 9 for 2 and 3 rounds, drawn in all rounds, or not in round 2"
)
def _planned_hedges() -> Iterator[Instance]:
    for rounds, growth in product((2, 3), ("3/2", "2", "9")):
        for first in (2, 3):
            if first <= rounds:
                yield {"rounds": rounds, "growth": growth, "drawing": list(range(first, rounds + 1))}


def _hedge_weights(lead: Fraction, growth: Fraction) -> Dist[int]:
    """Hedge's law where model 0 has lost ``lead`` more than model 1."""
    return Dist.from_weights({0: 1, 1: growth ** int(lead)})


def _hedge_regret(instance: Instance, losses: Losses) -> Fraction:
    """The regret of Hedge that draws in every round: the draws of one round do not depend on those of others."""
    growth, lead, total = Fraction(instance["growth"]), Fraction(0), Fraction(0)
    for row in losses:
        drawn = _hedge_weights(lead, growth)
        total += sum((Fraction(drawn.pmf(x)) * row[x] for x in range(2)), Fraction(0))  # type: ignore[arg-type]
        lead += row[0] - row[1]
    return total - min(sum((row[x] for row in losses), Fraction(0)) for x in range(2))


@entries(rounds=whole(42), growth=ABOVE_1).where
def _is_long_hedge(instance: Instance) -> bool:
    """T > 40 is even, and ln 2/eta + eta T/8 <= (T - 2)/16: so R is by Hedge's bound, h <= 8R + 1, and T >= 2h."""
    rounds, growth = instance["rounds"], Fraction(instance["growth"])
    eta = as_real(log(growth))
    return rounds % 2 == 0 and decide(as_real(log(2)) / eta + eta * Fraction(rounds, 8) <= Fraction(rounds - 2, 16))


def _long_hedge(instance: Instance, factor: int) -> bool:
    """Whether factor R^3 KL >= T, with R on constant and alternating losses and KL for a change of the first loss."""
    rounds, growth = instance["rounds"], Fraction(instance["growth"])
    ones: tuple[Losses, ...] = (as_rows([["1", "0"]] * rounds), as_rows([["1", "0"], ["0", "1"]] * (rounds // 2)))
    regret = max(_hedge_regret(instance, losses) for losses in ones)
    one_draw = kl_divergence(_hedge_weights(Fraction(1), growth), _hedge_weights(Fraction(0), growth))
    return at_most(LogForm(Fraction(rounds)), one_draw * ((rounds - 1) * factor * regret**3))


told(
    "asi43c-long",
    "Hedge drawn in every round: 18^3 R^3 KL >= T, R on constant and alternating losses, KL at a changed first loss",
    _is_long_hedge,
)(lambda instance: _long_hedge(instance, 18**3))
told("asi43c-long-more", "... R^3 KL >= T", _is_long_hedge)(lambda instance: _long_hedge(instance, 1))


@family(
    "long-hedges",
    "128 and 256 rounds, e^eta = 5/4 and 6/5: the second half of the argument, T > 40 and T >= 2h",
)
def _long_hedges() -> Iterator[Instance]:
    return ({"rounds": t, "growth": growth} for t, growth in ((128, "5/4"), (256, "6/5")))
