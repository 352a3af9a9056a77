"""Unary encodings of two libraries, as functions of one answer: of each of the labels a bit, which is kept or flipped.

Each runs in the environment of its library (`dpassay audit-all --only 'pure-ldp-*' --only 'multi-freq-ldpy-*'` makes
them), and the claim is the epsilon that the library is given: `--exact --epsilon 1 -p epsilon=1`. multi-freq-ldpy draws
in code that numba compiles; with the environment variable NUMBA_DISABLE_JIT=1 it is the Python that stands in its
files, which draws from numpy.
"""

from __future__ import annotations

from functools import cache
from typing import Any

CATEGORIES = 3


@cache
def client(epsilon: float, optimal: bool) -> Any:
    """Return pure-ldp's client, which is made once: that takes longer than an answer."""
    from pure_ldp.frequency_oracles.unary_encoding import (  # type: ignore[import-not-found,import-untyped,unused-ignore]
        UEClient,
    )

    return UEClient(epsilon=epsilon, d=CATEGORIES, use_oue=optimal)


def pure_ldp_symmetric(data: int, *, epsilon: str) -> list[int]:
    """Symmetric unary encoding; it counts its labels from 1."""
    return [int(bit) for bit in client(float(epsilon), False).privatise(data + 1)]


def pure_ldp_optimal(data: int, *, epsilon: str) -> list[int]:
    """Optimal unary encoding."""
    return [int(bit) for bit in client(float(epsilon), True).privatise(data + 1)]


def multi_freq_symmetric(data: int, *, epsilon: str) -> list[int]:
    """Symmetric unary encoding."""
    return _multi_freq(data, float(epsilon), False)


def multi_freq_optimal(data: int, *, epsilon: str) -> list[int]:
    """Optimal unary encoding."""
    return _multi_freq(data, float(epsilon), True)


def _multi_freq(data: int, epsilon: float, optimal: bool) -> list[int]:
    from multi_freq_ldpy.pure_frequency_oracles.UE import (  # type: ignore[import-not-found,import-untyped,unused-ignore]
        UE_Client,
    )

    return [int(bit) for bit in UE_Client(data, CATEGORIES, epsilon, optimal)]
