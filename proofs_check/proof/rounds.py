"""What published theorems say of rounds: of pairs of laws of one answer, each chosen by what the earlier ones told.

A setting is a tree. It holds the number of ``rounds`` and the ``size``, how many answers there are in each; ``pairs``,
by the answers so far the laws on data and on a neighbor; and of each round ``exp_eps``, above 1, and ``delta``.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import Any, Final

from dpassay.exact import Real, as_real, log
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.pure_parts import Pair, pure_parts

Answers = tuple[int, ...]


def transcripts(setting: Any) -> list[Answers]:
    """The answers of all rounds."""
    return list(product(range(setting.size), repeat=setting.rounds))


def node(setting: Any, past: Answers, *, pure: bool = False) -> Pair:
    """The pair of laws at a node, or their pure parts."""
    pair: Pair = dict(setting.pairs)[past]
    return pure_parts(pair, setting.exp_eps[len(past)], setting.delta[len(past)]) if pure else pair


def density(setting: Any, which: int, t: int, answers: Answers, *, pure: bool = False) -> Fraction:
    """That of answer t, given those before it."""
    size: int = setting.size
    return size * node(setting, answers[: t - 1], pure=pure)[which][answers[t - 1]]


def uniform(setting: Any, t: int, past: Answers) -> Mapping[Answers, Fraction]:
    """The uniform law given the first t answers."""
    alike = [answers for answers in transcripts(setting) if answers[:t] == past[:t]]
    return dict.fromkeys(alike, Fraction(1, len(alike)))


def loss(setting: Any, t: int, answers: Answers) -> Real:
    """The privacy loss of a pure answer; 0 of one that there never is."""
    one, other = (density(setting, which, t, answers, pure=True) for which in (0, 1))
    return as_real(log(one / other)) if one != other else as_real(Fraction(0))


ROUND: Final = {"t": "integer, 1 <= t, t <= T"}
NEXT: Final = "integer, 0 <= t, t <= T - 1"


def _density(which: int, *, pure: bool = False) -> Named:
    """That of one answer, on the data (0) or on the neighbor (1)."""
    return Named(
        lambda setting, t, answers: density(setting, which, t, answers, pure=pure), ROUND, "answers", range="at least 0"
    )


UNIFORM: Final = Named(lambda setting: uniform(setting, 0, ()), space="answers", law=True)
"""The uniform law of all answers."""
AFTER: Final = Named(uniform, {"t": NEXT}, "answers", given="answers", law=True, mean_of="P")
"""That given the first t of them."""
ON_DATA: Final = _density(0)
ON_NEIGHBOR: Final = _density(1)
PURE_ON_DATA: Final = _density(0, pure=True)
PURE_ON_NEIGHBOR: Final = _density(1, pure=True)
LOSS: Final = Named(loss, ROUND, "answers")
EPS: Final = Named(lambda setting, t: as_real(log(setting.exp_eps[t - 1])), ROUND, range="positive")
DELTA: Final = Named(lambda setting, t: setting.delta[t - 1], ROUND, range="at least 0")
