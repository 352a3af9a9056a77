"""Mechanisms one after another that are private as long as the history is good under both secret bits.

``P`` is the uniform law of all T answers and ``after(t)`` that given the first t; ``w(k)`` is the density of all
answers under bit k, ``event(l)`` one of some events, and ``g(k, t)`` is 1 where the history before round t is in the
good set of bit k. ``keep(t)`` is the product of 1 - delta over the first t rounds, and (e, c) any guarantee for
adaptive composition.

The stopped process tells nothing more from the first round on whose history is not in both good sets: ``sp(k, t)`` is
the density of its answer t given those before it, uniform from then on, and ``sw(k, t)`` that of its first t answers.
``alive`` is 1 where it never stops, and ``lone(k)`` where it stops at a history that is in the good set of bit k, so
not in the other one.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.exact import as_real, log
from dpassay.proofs_check.models.good_histories import (
    PAD,
    both_settings,
    each_settings,
    events,
    every_setting,
    is_lone,
    kept,
    on_average,
    own_settings,
    read,
    stopped_densities,
    stopped_density,
    stopping_settings,
    transcripts,
    uniform,
)
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model

BIT: Final = "integer, 1 <= k, k <= 2"
ROUND: Final = "integer, 1 <= t, t <= T"
NEXT: Final = "integer, 0 <= t, t <= T - 1"
OF_ROUND: Final = {"k": BIT, "t": ROUND}
GOOD: Final = "g(1, i)*g(2, i)"
HISTORIES: Final = Model(
    "mechanisms that are private at good histories",
    parameters={
        "T": "integer, 1 <= T",
        "N": "integer, 1 <= N",
        "M": "integer, 1 <= M",
        "e": "real, 0 <= e",
        "c": "real, 0 <= c",
    },
    variables={
        "k": BIT,
        "h": "integer, 1 <= h, h <= 2",
        "l": "integer, 1 <= l, l <= N",
        "s": "integer, 1 <= s, s <= M",
        "t": NEXT,
        "i": "integer, 1 <= i, i <= T",
        "j": "integer, 0 <= j, j <= T",
        "a": "integer, 0 <= a, a <= 1",
    },
    quantities={
        "P": Named(lambda setting: uniform(setting, 0, ()), space="answers", law=True),
        "after": Named(uniform, {"t": NEXT}, "answers", given="answers", law=True, mean_of="P"),
        "w": Named(
            lambda setting, k, y: setting.size**setting.rounds * setting.chance(k, y),
            {"k": BIT},
            "answers",
            range="at least 0",
        ),
        "g": Named(
            lambda setting, k, t, y: Fraction(int(setting.is_good(k, y[: t - 1]))),
            OF_ROUND,
            "answers",
            range="at least 0",
        ),
        "event": Named(
            lambda setting, l, y: Fraction(int(y in events(setting)[int(l) - 1])),  # noqa: E741
            {"l": "integer, 1 <= l, l <= N"},
            "answers",
            range="at least 0",
        ),
        "eps": Named(lambda setting, t: as_real(log(setting.exp_eps[t - 1])), {"t": ROUND}, range="positive"),
        "delta": Named(lambda setting, t: setting.delta[t - 1], {"t": ROUND}, range="at least 0"),
        "lam": Named(lambda setting, t: setting.lam[t - 1], {"t": ROUND}, range="at least 0"),
        "keep": Named(kept, {"t": "integer, 0 <= t, t <= T"}, range="positive"),
        "mean": Named(on_average, {**OF_ROUND, "s": "integer, 1 <= s, s <= M"}),
    },
    facts={
        "an event": "event(l)**2 = event(l)",
        "good or not": "g(k, i)**2 = g(k, i)",
        "a probability": "delta(i) <= 1",
        "all kept": "keep(0) = 1",
        "kept": "keep(t + 1) = keep(t)*(1 - delta(t + 1))",
    },
    settings=every_setting,
    read=read,
    outcomes={"answers": transcripts},
)

AVERAGE: Final = HISTORIES.narrowed(
    "mechanisms that are private on average over good histories",
    {
        "on average": "mean(k, i, s) <= exp(eps(i))*mean(3 - k, i, s) + delta(i)",
        "both": f"E((1 - {GOOD})*w(k)) <= lam(i)",
    },
    lambda: (PAD,),
)
ROUND_EXCESS: Final = (
    "[exp(eps(t + 1))*sp(3 - k, t + 1) < sp(k, t + 1)]*(sp(k, t + 1) - exp(eps(t + 1))*sp(3 - k, t + 1))"
)
STOPPED: Final = HISTORIES.narrowed(
    "mechanisms that are private at each good history",
    {
        "start": "sw(k, 0) = 1",
        "next": "sw(k, t + 1) = sw(k, t)*sp(k, t + 1)",
        "known": "E((sw(k, t) - given(sw(k, t)))**2, after(t)) = 0",
        "law": "E(sw(k, j)) = 1",
        "unit": "E(sp(k, t + 1), after(t)) = 1",
        "private": f"E({ROUND_EXCESS}, after(t)) <= delta(t + 1)",
        "alive or not": "alive**2 = alive",
        "never stopped": "alive*sw(k, T) = alive*w(k)",
        "stopped": f"1 - alive <= sum(1 - {GOOD}, i, 1, T)",
        "stopped by either": "1 - alive <= lone(k) + sum(1 - g(k, i), i, 1, T)",
        "stopped by the other": "lone(k) <= sum(1 - g(3 - k, i), i, 1, T)",
        "decided": "E(lone(h)*sw(k, T)) = E(lone(h)*w(k))",
    },
    stopping_settings,
    {
        "sp": Named(stopped_density, OF_ROUND, "answers", range="at least 0"),
        "sw": Named(stopped_densities, {"k": BIT, "t": "integer, 0 <= t, t <= T"}, "answers", range="at least 0"),
        "alive": Named(
            lambda setting, y: Fraction(int(setting.stopped_at(y) is None)), space="answers", range="at least 0"
        ),
        "lone": Named(
            lambda setting, k, y: Fraction(int(is_lone(setting, k, y))), {"k": BIT}, "answers", range="at least 0"
        ),
    },
)
SEEN: Final = "(event(l)*alive + a*lone(k))"
GUARANTEE: Final = {"guarantee": f"E({SEEN}*sw(k, T)) <= exp(e)*E({SEEN}*sw(3 - k, T)) + c"}
"""What any guarantee (e, c) for adaptive composition says of the stopped process, for what is seen of it."""
OWN: Final = STOPPED.narrowed(
    "each good set is likely under its bit", {**GUARANTEE, "own": "E((1 - g(k, i))*w(k)) <= lam(i)"}, own_settings
)
EACH: Final = STOPPED.narrowed(
    "each good set is likely under each bit", {"each": "E((1 - g(h, i))*w(k)) <= lam(i)"}, each_settings
)
BOTH: Final = STOPPED.narrowed(
    "both good sets are likely under each bit", {**GUARANTEE, "both": f"E((1 - {GOOD})*w(k)) <= lam(i)"}, both_settings
)
