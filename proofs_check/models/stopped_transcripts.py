"""Transcripts of L2P on two sequences, stopped once more than K of the bits zeta are 1.

A setting is a pair of sequences, K, e^eps and by how much delta is above the least one. ``P`` and ``Q`` are the laws of
the transcript on the two, which may be exchanged. ``o(l)`` is 1 where the transcript is in event l, and ``c(l)`` where
the stopped transcript is one that was not stopped and is in event l: an event of stopped transcripts, which are (eps,
delta)-indistinguishable. ``N`` is the number of bits that are 1. Event l has the bits of l - 1, from an event that
tells the two laws apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any, Final

from dpassay.exact import as_real, hockey_stick_divergence, log
from dpassay.exact.dist import Dist
from dpassay.proofs_check.models.lazy_rounds import Pair, rows
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model
from dpassay.reference import lazy_to_private
from dpassay.reference.lazy_to_private import Transcript


@dataclass(frozen=True)
class Stopped:
    """The pair, K, e^eps, and by how much delta is above the least one."""

    pair: Pair
    most: int
    exp_eps: Fraction
    slack: Fraction = Fraction(0)

    def __post_init__(self) -> None:
        if self.most < 0 or self.exp_eps < 1 or self.slack < 0:
            raise ValueError(f"{self}: expected most and slack of 0 or more, and exp_eps of 1 or more")


@cache
def law(setting: Stopped, which: int) -> Dist[Transcript]:
    """The law of the transcript."""
    pair = setting.pair
    return lazy_to_private.state_law((pair.first, pair.second)[which], pair.parameters, pair.measure)


@cache
def weights(setting: Stopped, which: int) -> Mapping[Transcript, Any]:
    """The same as a mapping."""
    return dict(law(setting, which).items())


def switches(transcript: Transcript) -> int:
    """How many bits are 1."""
    return sum(transcript.zeta)


def stopped(setting: Stopped, transcript: Transcript) -> Transcript:
    """What is seen until more than K bits are 1."""
    ones = 0
    for s, zeta in enumerate(transcript.zeta, 1):
        ones += zeta
        if ones > setting.most:
            return Transcript(transcript.x[:s], transcript.y[:s], transcript.zeta[:s])
    return transcript


@cache
def first_event(setting: Stopped) -> frozenset[Transcript]:
    """The transcripts that the first law gives more than e^eps times as often."""
    q = weights(setting, 1)
    return frozenset(y for y, weight in weights(setting, 0).items() if weight > setting.exp_eps * q[y])


def is_in(setting: Stopped, event: int, transcript: Transcript) -> Fraction:
    """o(l): bit k of l - 1 tells whether transcript k is in event l, other than in the first event."""
    place = list(weights(setting, 0)).index(transcript)
    return Fraction(int((transcript in first_event(setting)) != bool(int(event) - 1 >> place & 1)))


@cache
def not_stopped(setting: Stopped, event: int) -> frozenset[Transcript]:
    """The stopped transcripts that were not stopped, and are in event l."""
    return frozenset(y for y in weights(setting, 0) if switches(y) <= setting.most and is_in(setting, event, y))


def is_seen_in(setting: Stopped, event: int, transcript: Transcript) -> Fraction:
    """c(l)."""
    return Fraction(int(stopped(setting, transcript) in not_stopped(setting, event)))


@cache
def delta(setting: Stopped) -> Any:
    """The least delta of the stopped transcripts at e^eps, and the slack."""
    first, second = (law(setting, which).map(lambda y: stopped(setting, y)) for which in (0, 1))
    return setting.slack + hockey_stick_divergence(first, second, setting.exp_eps)


def settings() -> Iterator[Stopped]:
    """Two or three rounds, stopped at the first bit, at the second one, or never."""
    short = Pair(rows("10", "00"), rows("01", "00"), Fraction(3, 2), 1, Fraction(1, 3))
    long = Pair(rows("01", "0h", "00"), rows("11", "0h", "00"), Fraction(11, 10), 1, Fraction(1, 2))
    for pair, most in ((short, 0), (long, 1)):
        yield Stopped(pair, most, Fraction(1))
        yield Stopped(pair.exchanged(), most, Fraction(5, 4), Fraction(1, 10))


def read(setting: Stopped) -> dict[str, Any]:
    """K, M, eps and delta."""
    return {
        "K": Fraction(setting.most),
        "M": Fraction(2 ** len(weights(setting, 0))),
        "eps": as_real(log(setting.exp_eps)),
        "delta": delta(setting),
    }


EVENT: Final = {"l": "integer, 1 <= l, l <= M"}
STOPPED: Final = Model(
    "transcripts of L2P that are stopped",
    parameters={
        "K": "integer, 0 <= K",
        "M": "integer, 1 <= M",
        "eps": "real, 0 <= eps",
        "delta": "real, 0 <= delta",
    },
    variables=EVENT,
    quantities={
        "P": Named(lambda setting: weights(setting, 0), space="transcript", law=True),
        "Q": Named(lambda setting: weights(setting, 1), space="transcript", law=True),
        "o": Named(is_in, EVENT, "transcript", range="at least 0"),
        "c": Named(is_seen_in, EVENT, "transcript", range="at least 0"),
        "N": Named(lambda _, transcript: Fraction(switches(transcript)), space="transcript", range="at least 0"),
    },
    facts={
        "private": "E(c(l)) <= exp(eps)*E(c(l), Q) + delta",
        "at most 1": "o(l) <= 1",
        "not stopped": "c(l) = o(l)*[N <= K]",
    },
    settings=settings,
    read=read,
    outcomes={"transcript": lambda setting: tuple(weights(setting, 0))},
)
