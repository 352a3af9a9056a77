"""Composition from its definition, as sums over all transcripts of the rounds, and small parameters to try it on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product

from hypothesis import strategies as st

from dpassay.reference.composition import Parameters

# A second opinion: every transcript of (revealed 0, answered 0, answered 1, revealed 1).

RoundNumbers = tuple[Fraction, Fraction]
"""e^eps and delta."""


def transcripts(rounds: Sequence[RoundNumbers], bit: int) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    for transcript in product(range(4), repeat=len(rounds)):
        mass = Fraction(1)
        for symbol, (t, delta) in zip(transcript, rounds, strict=True):
            answers = [(1 - delta) / (1 + t), (1 - delta) * t / (1 + t)]
            masses = [Fraction(0), *answers, delta] if bit else [delta, *answers[::-1], Fraction(0)]
            mass *= masses[symbol]
        yield transcript, mass


def delta_by_hand(rounds: Sequence[RoundNumbers], t: Fraction) -> Fraction:
    pairs = zip(transcripts(rounds, 0), transcripts(rounds, 1), strict=True)
    return sum((max(Fraction(0), p - t * q) for (_, p), (_, q) in pairs), Fraction(0))


def statistic(transcript: Sequence[int]) -> int:
    if 0 in transcript:
        return -1
    return len(transcript) + 1 if 3 in transcript else sum(symbol == 2 for symbol in transcript)


SMALL = st.builds(
    lambda t, k, delta: Parameters.read(exp_eps=t, rounds=k, delta=delta),
    st.fractions("13/12", 10, max_denominator=12),
    st.integers(1, 4),
    st.fractions(0, "11/12", max_denominator=12),
)


def numbers(p: Parameters) -> list[RoundNumbers]:
    t = p.budget.exp_eps
    assert isinstance(t, Fraction)
    return [(t, p.delta)] * p.rounds
