"""What a trace costs: its exact losses call by call, and what they add up to for each kind of claim.

A pure claim is broken by one sequence of answers. At each call the answers before it are fixed, and so are its inputs:
so the losses before it, and the supremum of its own, are the supremum of the loss of what was seen by then.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from dpassay.audit.pipelines.composition import Step
from dpassay.audit.pipelines.laws import LAWS, Loss, added, larger
from dpassay.audit.pipelines.traces import Call, Replay, Site
from dpassay.exact import Real, as_real, require
from dpassay.exact.entrance import explain_failures

__all__ = [
    "Supremum",
    "call_loss",
    "drawn_delta",
    "fixed_steps",
    "hides",
    "is_fixed",
    "mean_bound",
    "most",
    "trace_loss",
    "unknown",
]

ALPHA: Final = Fraction(1, 100)
"""The probability that a bound from drawn answers is wrong."""


def call_loss(call: Call) -> Loss:
    """Return the loss of the answers of one call; a kind without a law counts as nothing here."""
    law = LAWS.get(call.asked.kind)
    return Fraction(0) if law is None else added(law.loss(row) for row in call.rows)


def trace_loss(replay: Replay) -> Loss:
    """Return the loss of all answers of a replay."""
    return added(map(call_loss, replay.calls))


def unknown(replays: Iterable[Replay]) -> list[tuple[str, Site]]:
    """Return the kinds that have no law and have different inputs somewhere, each with a place."""
    found: dict[str, Site] = {}
    for replay in replays:
        for call in replay.calls:
            if call.rows and call.asked.kind not in LAWS:
                found.setdefault(call.asked.kind, call.asked.site)
    return list(found.items())


# Pure claims


@dataclass(frozen=True, slots=True)
class Supremum:
    """The largest loss that a replay shows: of the answers before a call, and the most that it can give.

    Attributes:
        loss: in nats; None for an infinite one.
        replay: which one shows it.
        at: the number of the call.
    """

    loss: Loss
    replay: Replay
    at: int


def most(replays: Iterable[Replay]) -> Supremum | None:
    """Return the largest loss that any replay shows; None where no inputs differ."""
    best: Supremum | None = None
    for replay in replays:
        before: Loss = Fraction(0)
        for place, call in enumerate(replay.calls):
            law = LAWS.get(call.asked.kind)
            if law is None or not call.rows:
                continue
            found = Supremum(added([before, *map(law.supremum, call.rows)]), replay, place)
            best = found if best is None or _tells_more(found, best) else best
            before = added([before, call_loss(call)])
            if before is None:
                break
    return best


def _tells_more(found: Supremum, best: Supremum) -> bool:
    """Tell whether a supremum is above another, or as large and shown by answers that were steered."""
    if best.loss is None:
        return False
    if isinstance(found.loss, Fraction) and isinstance(best.loss, Fraction) and found.loss == best.loss:
        return found.replay.answers == "steered" and best.replay.answers != "steered"
    return larger(best.loss, found.loss) is not best.loss


# Claims with delta or rho


def is_fixed(replays: Sequence[Replay]) -> bool:
    """Tell whether the inputs of all calls are the same for all answers that were tried."""
    known: dict[int, str] = {}
    for replay in replays:
        for place, call in enumerate(replay.calls):
            pairs = ((row.first, row.second) if replay.recorded == 0 else (row.second, row.first) for row in call.rows)
            units = ((row.cell, row.unit) for row in call.rows)
            inputs = str(
                [call.asked.kind, *zip(units, pairs, strict=True)]
            )  # as texts, in which NaN is equal to itself
            if known.setdefault(place, inputs) != inputs:
                return False
    return True


def hides(replay: Replay) -> bool:
    """Tell whether a run chooses by chance that costs nothing itself, as sampling does, or in a way that has no law."""
    return any(
        call.asked.kind not in LAWS if call.rows else call.bare or call.asked.sampling or call.asked.kind == "coin"
        for call in replay.calls
    )


def fixed_steps(replays: Iterable[Replay], recorded: int) -> list[Step]:
    """Return the steps of the longest replay whose run was recorded on one of the inputs."""
    chosen = [each for each in replays if each.recorded == recorded]
    if not chosen:
        return []
    longest = max(chosen, key=lambda each: len(each.calls))
    return [(call.asked.kind, replace(row, cell=0, answer=None)) for call in longest.calls for row in call.rows]


def drawn_delta(replays: Iterable[Replay], epsilon: Fraction, alpha: Fraction = ALPHA) -> tuple[Fraction, int]:
    """Return a lower bound on delta at epsilon, wrong with probability at most alpha, and how many traces it is from.

    Delta is the mean of max(0, 1 - e^(epsilon - loss)) over traces that are drawn, numbers in [0, 1].
    The bound is that of Chernoff and Hoeffding: n kl(mean, delta) <= log(1 / alpha).
    """
    require(0 < alpha < 1, "alpha", alpha, "a number in (0, 1)")
    terms = [_term(trace_loss(each), epsilon) for each in replays if each.answers == "drawn"]
    if not terms:
        return Fraction(0), 0
    return mean_bound(sum(terms, Fraction(0)) / len(terms), len(terms), alpha), len(terms)


def mean_bound(mean: Fraction, count: int, alpha: Fraction) -> Fraction:
    """Return a lower bound on the mean of numbers in [0, 1], wrong with probability at most alpha (Chernoff)."""
    shown = float(mean) * (1 - 1e-12)
    room = math.log(1 / float(alpha)) / count * (1 + 1e-12)
    low, high = 0.0, shown
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if _kl(shown, middle) > room else (low, middle)
    return Fraction(low)


def _term(loss: Loss, epsilon: Fraction) -> Fraction:
    """Return a rational that is at most max(0, 1 - e^(epsilon - loss))."""
    if loss is None:
        return Fraction(1)
    gap = epsilon - loss if isinstance(loss, Fraction) else as_real(epsilon) - loss
    if isinstance(gap, Fraction) and gap >= 0:
        return Fraction(0)
    power = (gap if isinstance(gap, Real) else as_real(gap)).exp().bounds(50)[1]
    return max(Fraction(0), 1 - power)


def _kl(p: float, q: float) -> float:
    if p <= q:
        return 0.0
    if q <= 0:
        return math.inf
    rest = 0.0 if p >= 1 else (1 - p) * math.log((1 - p) / (1 - q))
    return p * math.log(p / q) + rest


explain_failures(__name__)
