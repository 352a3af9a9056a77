"""Algorithms 1 and 2 where the noises are given, all of them below c'(gamma) = ``low``: their weights, by rounds.

Label clipping and all constants are as printed, but for the learning rate a of Algorithm 1, sqrt(2 log K/T). The
clipping of round t is as in ``label_clipping`` and ``clipped_draws``, with one more index: label y owns ``c(t, y)`` of
``N(t)`` integers. ``x(t, j)`` is the noise of hypothesis j in round t, and g = c(gamma) the constant of the losses
``Y(t, j)``.

An outcome is a path: an integer a round and, in Algorithm 2, who is shown. ``P`` is its law under the truth, hypothesis
s, and ``after(t)`` that given the first t rounds. ``at(t, z)`` is 1 where the integer of round t is z. ``lk(t, j)`` is
the log of its likelihood under hypothesis j, and ``lm(t)`` under the mixture by the weights ``w(t, j)``; ``mix(t, z)``
is the likelihood of any integer under it, and ``ph(t, y)`` the prediction. ``pick(t)`` is the law of a hypothesis that
is drawn by the weights, and ``drawn(j)`` is 1 where it is j. ``risk`` is the expected KL-risk, and ``noise`` the noise
terms of (10). ``small`` is the probability that a noise is below c', and ``chance`` that all K T are.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any, Final

from dpassay.proofs_check.models import given_noises, noisy_paths
from dpassay.proofs_check.models.clipped_draws import WEIGHTED, answer, log_or_0, on_parts
from dpassay.proofs_check.models.given_noises import Given
from dpassay.proofs_check.models.label_clipping import answered, is_part, likelihood, most, owner
from dpassay.proofs_check.models.noisy_paths import Path, clipping, real
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model
from dpassay.reference.label_clipping import integers, labels, sizes

IN_ROUND: Final = re.compile(r"\b(f|best|B|c|part|h|p|own|q|mix|ph|lp|lf|lq|w)\(")
CLIPPING_FACTS: Final = (
    *("a law", "the most", "0 or 1", "one owner", "owner", "ceiling, below", "ceiling, above", "at least one"),
    *("integers", "one part", "clipping", "likelihood", "the smaller", "size", "part", "uniform"),
    *("likelihood without going astray", "mixture", "prediction", "log of p", "log of f", "log of q"),
)


def in_round(text: str) -> str:
    """A formula on the clipping of one round, on that of round t."""
    return re.sub(r"\bN\b", "N(t)", IN_ROUND.sub(r"\1(t, ", text))


ROUND: Final = {"t": "integer, 1 <= t, t <= T"}
NEXT: Final = {"t": "integer, 1 <= t, t <= T + 1"}
PAST: Final = {"t": "integer, 0 <= t, t <= T - 1"}
HYPOTHESIS: Final = {"j": "integer, 1 <= j, j <= K"}
CELL: Final = {**ROUND, **HYPOTHESIS}
LABEL: Final = {"y": "integer, 1 <= y, y <= M"}
INTEGER: Final = {"z": "integer, 1 <= z, z <= N(t)"}
PATHS, EXPERTS = "paths", "experts"
LOSS: Final = "sum(drawn(k)*Y(t, k), k, 1, K)"
NOISE: Final = "sum(sum(E(w(t, j))*x(t, j), j, 1, K), t, 1, T) - sum(x(t, s), t, 1, T)"
KL: Final = "sum(f(t, s, y)*(lf(t, s, y) - log(ph(t, y))), y, 1, M)"
CLIPPED: Final = "sum(p(t, s, z)*(lp(t, s, z) - log(mix(t, z))), z, 1, N(t))"


def _clipped(value: Any, index: dict[str, str], kind: str = "real") -> Named:
    """A quantity of the clipping of a round."""
    return Named(lambda at, t, *rest: value(clipping(at, t), *rest), {**ROUND, **index}, range=kind)


ON_LABELS, ON_INTEGERS = {**HYPOTHESIS, **LABEL}, {**HYPOTHESIS, **INTEGER}
CLIPPED_BY_ROUND: Final = {
    "N": Named(lambda at, t: Fraction(integers(clipping(at, t))), {"t": "real"}, range="positive integer"),
    "f": _clipped(lambda of, j, y: of.hypotheses[j - 1][y - 1], ON_LABELS, "at least 0"),
    "best": _clipped(most, LABEL, "at least 0"),
    "B": _clipped(lambda of, j, y: Fraction(int(owner(of, y) == j)), ON_LABELS, "integer"),
    "c": _clipped(lambda of, y: Fraction(sizes(of)[y - 1]), LABEL, "integer"),
    "part": _clipped(is_part, {**LABEL, **INTEGER}, "at least 0"),
    "h": _clipped(answered, {**LABEL, **INTEGER}),
    "p": _clipped(likelihood, ON_INTEGERS),
    "own": _clipped(answer, {**LABEL, **INTEGER}, "at least 0"),
    "q": _clipped(on_parts, ON_INTEGERS, "at least 0"),
    "lf": _clipped(lambda of, j, y: log_or_0(of.hypotheses[j - 1][y - 1]), ON_LABELS),
    "lq": _clipped(lambda of, j, z: log_or_0(on_parts(of, j, z)), ON_INTEGERS),
    "lp": Named(noisy_paths.log_likelihood, {**ROUND, **ON_INTEGERS}),
}


def _log_mixture(at: Given, t: int, path: Path) -> Any:
    return real(noisy_paths.mixture(at, t, path[t - 1][0], path[: t - 1])).log()


def _drawn_weights(at: Given, t: int, path: Path) -> dict[int, Any]:
    return {j: real(w) for j, w in enumerate(noisy_paths.weights(at, path[: t - 1]), 1)}


PLAYED: Final = {
    "P": Named(lambda at: noisy_paths.after(at, 0, ()), space=PATHS, law=True),
    "after": Named(noisy_paths.after, PAST, PATHS, given=PATHS, law=True, mean_of="P"),
    "at": Named(
        lambda _, t, z, path: Fraction(int(path[t - 1][0] == z)), {**ROUND, **INTEGER}, PATHS, range="at least 0"
    ),
    "lk": Named(lambda at, t, j, path: noisy_paths.log_likelihood(at, t, j, path[t - 1][0]), CELL, PATHS),
    "lm": Named(_log_mixture, ROUND, PATHS),
    "w": Named(
        lambda at, t, j, path: real(noisy_paths.weights(at, path[: t - 1])[j - 1]),
        {**NEXT, **HYPOTHESIS},
        PATHS,
        range="positive",
    ),
    "mix": Named(
        lambda at, t, z, path: real(noisy_paths.mixture(at, t, z, path[: t - 1])),
        {**ROUND, **INTEGER},
        PATHS,
        range="positive",
    ),
    "ph": Named(
        lambda at, t, y, path: real(noisy_paths.prediction(at, t, y, path[: t - 1])),
        {**ROUND, **LABEL},
        PATHS,
        range="positive",
    ),
    "Y": Named(lambda at, t, j, path: real(noisy_paths.losses(at, t, path[t - 1][0])[j - 1]), CELL, PATHS),
    "x": Named(lambda at, t, j: real(noisy_paths.noise(at, t, j)), CELL),
    "kl": Named(lambda at, t, j: real(noisy_paths.divergence_of(at, t, j)), CELL),
    "g": Named(lambda at: real(noisy_paths.constant(at)), range="positive"),
    "low": Named(given_noises.low, range="at least 0"),
    "scale": Named(given_noises.scale, range="at least 0"),
    "small": Named(given_noises.small, range="positive"),
    "chance": Named(given_noises.chance, range="positive"),
    "risk": Named(lambda at: real(noisy_paths.risk(at))),
    "noise": Named(lambda at: real(noisy_paths.noise_terms(at))),
}
PLAY: Final = {
    "two or more": "2 <= K*T",
    "largest noise": "low = scale*(gamma + log(K) + log(T))",
    "one noise": "small = 1 - exp(-gamma)/(K*T)",
    "independent noises": "log(chance) = K*T*log(small)",
    "noise below": "x(t, j) <= low",
    "noise above": "-low <= x(t, j)",
    **{name: in_round(WEIGHTED.facts[name]) for name in CLIPPING_FACTS},
    "loss": "Y(t, j) = -g*(lk(t, j) + x(t, j) + log(M) - low)",
    "constant": "g*(log(K*T) + 2*low) = 1",
    "weights": "sum(w(n, j), j, 1, K) = 1",
    "first": "log(w(1, j)) = -log(K)",
    "known": "E((w(t, j) - given(w(t, j)))**2, after(t - 1)) = 0",
    "one integer": "sum(at(t, z), z, 1, N(t)) = 1",
    "likelihood of the path": "exp(lk(t, j)) = sum(at(t, z)*p(t, j, z), z, 1, N(t))",
    "mixture of the path": "exp(lm(t)) = sum(w(t, j)*exp(lk(t, j)), j, 1, K)",
    "divergence": "kl(t, j) = E(lk(t, s) - lk(t, j), after(t - 1))",
    "divergence of the mixture": f"{CLIPPED} = E(lk(t, s) - lm(t), after(t - 1))",
    "risk": f"risk = E(sum({KL}, t, 1, T))",
    "noise terms": f"noise = {NOISE}",
}
PARAMETERS: Final = {
    "K": "integer, 1 <= K",
    "T": "integer, 1 <= T",
    "M": "integer, 1 <= M",
    "m": "integer, 1 <= m, m <= K, m <= M",
    "s": "integer, 1 <= s, s <= K",
    "eps": "real, 0 < eps",
    "delta": "real, 0 < delta, delta <= 1",
    "gamma": "real, 0 < gamma",
}


def read(at: Given) -> dict[str, Any]:
    """All numbers that a setting fixes."""
    count = labels(at.clippings[0])
    sizes_ = {"K": at.experts, "T": at.rounds, "M": count, "m": min(at.experts, count), "s": at.truth}
    return {
        **{name: Fraction(size) for name, size in sizes_.items()},
        "eps": at.epsilon,
        "delta": at.delta,
        "gamma": at.gamma,
    }


GAME: Final = Model(
    "Algorithms 1 and 2 where the noises are given, by rounds",
    PARAMETERS,
    {**CELL, **LABEL, **INTEGER, "n": "integer, 1 <= n, n <= T + 1"},
    {**CLIPPED_BY_ROUND, **PLAYED},
    PLAY,
    lambda: (at for algorithm in (1, 2) for at in noisy_paths.settings(algorithm)),
    read,
    {PATHS: noisy_paths.paths},
)
GAME_1: Final = GAME.narrowed(
    "Algorithm 1 where the noises are given, by rounds",
    {
        "rate": "a**2*T = 2*log(K)",
        "one drawn": "sum(drawn(j), j, 1, K) = 1",
        "mean": f"E({LOSS}, pick(t)) = sum(w(t, k)*Y(t, k), k, 1, K)",
        "update": f"log(w(t + 1, j)) = log(w(t, j)) - a*Y(t, j) - log(E(exp(-a*{LOSS}), pick(t)))",
    },
    lambda: noisy_paths.settings(1),
    {
        "pick": Named(_drawn_weights, ROUND, EXPERTS, given=PATHS, law=True),
        "drawn": Named(lambda _, j, expert: Fraction(int(j == expert)), HYPOTHESIS, EXPERTS, range="at least 0"),
        "a": Named(given_noises.rate, range="at least 0"),
    },
    outcomes={EXPERTS: lambda at: range(1, at.experts + 1)},
)
GAME_2: Final = GAME.narrowed("Algorithm 2 where the noises are given, by rounds", {}, lambda: noisy_paths.settings(2))
