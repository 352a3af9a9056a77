"""All statements of a claim alone hold together as often as is said: by exact enumeration on laws of two answers."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb
from typing import Any

import mpmath
import numpy as np
import pytest

from dpassay.audit.answers.outcome import Origin, Samples
from dpassay.audit.answers.request import Json
from dpassay.audit.evidence import learned, statements
from dpassay.audit.evidence.joint import joint_region
from dpassay.audit.evidence.learned import HOCKEY_STICKS, ORDERS, Found, learn
from dpassay.audit.held_to.alone import ClaimAlone

N, TRAINED = 6, 1
"""Answers on each input, and how many of them choose."""

ALPHA = Fraction(3, 10)
CLAIM = ClaimAlone("a:b", {}, (Json("0"), Json("1")), Fraction(1, 2), Fraction(1, 10))
SHARES: Any = {"values": 0.25, "form": 0.05}
PROBABILITIES = [Fraction(place, 10) for place in (0, 1, 3, 5, 8, 10)]

Counts = tuple[int, int]
"""Ones among the first answers on an input, and among the others."""


@cache
def answers(counts: Counts) -> np.ndarray[Any, Any]:
    chosen, others = counts
    return np.array([1] * chosen + [0] * (TRAINED - chosen) + [1] * others + [0] * (N - TRAINED - others))


def outcomes() -> Iterator[Counts]:
    return product(range(TRAINED + 1), range(N - TRAINED + 1))


def probability(p: Fraction, counts: Counts) -> Fraction:
    """Of so many ones, where each has probability p."""
    ones = sum(counts)
    return comb(TRAINED, counts[0]) * comb(N - TRAINED, counts[1]) * p**ones * (1 - p) ** (N - ones)


def said(first: Counts, second: Counts, shares: Any) -> list[Found]:
    drawn = Samples(
        (answers(first), answers(second)),
        0,
        0.0,
        Origin(),
        form_names=("int64 of shape ()",),
        form_codes=(np.zeros(1, int),) * 2,
    )
    return list(learn(drawn, CLAIM, shares, 0).found.values())


def log_of(value: Any) -> Any:
    return mpmath.log(value) if value > 0 else -mpmath.inf


def ratio(numerator: Any, denominator: Any) -> Any:
    """The logarithm of a quotient, which may be infinite; 0 where nothing is above."""
    return mpmath.inf if numerator > 0 and denominator == 0 else log_of(numerator) - log_of(denominator)


def renyi(p: Any, q: Any, order: int) -> Any:
    """The divergence of two laws of two answers."""
    terms = [(a, b) for a, b in ((p, q), (1 - p, 1 - q)) if a > 0]
    if any(b == 0 for _, b in terms):
        return mpmath.inf
    return log_of(sum(a**order * b ** (1 - order) for a, b in terms)) / (order - 1)


def normal_quantile(p: Any) -> Any:
    if p in (0, 1):
        return mpmath.inf if p else -mpmath.inf
    return mpmath.sqrt(2) * mpmath.erfinv(2 * p - 1)


@cache
def truth(first: Fraction, second: Fraction) -> dict[str, Any]:
    """What is true of the two laws, by both answers in both directions."""
    with mpmath.workdps(40):
        p, q = (mpmath.mpf(each.numerator) / each.denominator for each in (first, second))
        pairs = [(p, q), (1 - p, 1 - q), (q, p), (1 - q, 1 - p)]
        delta, claimed = mpmath.mpf(float(CLAIM.delta)), mpmath.exp(mpmath.mpf(0.5))
        return {
            "epsilon": max(ratio(a - delta, b) if a > delta else mpmath.mpf(0) for a, b in pairs),
            "delta": max(a - claimed * b for a, b in pairs),
            "mu": max(0 if a == b else normal_quantile(a) - normal_quantile(b) for a, b in pairs),
            "renyi": [max(renyi(p, q, order), renyi(q, p, order)) for order in ORDERS],
            "hockey": [max(a - mpmath.exp(each) * b for a, b in pairs) for each in HOCKEY_STICKS],
        }


def is_false(found: Found, true: dict[str, Any]) -> bool:
    """Whether one of the statements says more than is true."""
    pairs = [
        (found.certificate.epsilon_lower, true["epsilon"]),
        (found.delta_lower, true["delta"]),
        (found.mu_lower, true["mu"]),
        *zip(found.renyi_lower, true["renyi"], strict=True),
        *zip(found.hockey_stick_lower, true["hockey"], strict=True),
    ]
    return any(lower > 0 and lower > above for lower, above in pairs)


def worst(shares: Any) -> Fraction:
    """The largest probability, over a grid of laws, that a statement of any kind of evidence is false."""
    table = {key: said(key[0], key[1], shares) for key in product(outcomes(), repeat=2)}
    return max(
        sum(
            (
                probability(p, key[0]) * probability(q, key[1])
                for key, found in table.items()
                if any(is_false(each, truth(p, q)) for each in found)
            ),
            Fraction(0),
        )
        for p, q in product(PROBABILITIES, repeat=2)
    )


@pytest.fixture(autouse=True)
def _known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the region of some counts once."""
    regions = cache(joint_region)
    for module in (learned, statements):
        monkeypatch.setattr(module, "joint_region", regions)


def test_no_statement_is_false_more_often_than_is_said() -> None:
    assert float(ALPHA) / 2 < worst(SHARES) <= ALPHA


def test_evidence_that_spends_twice_its_share_fails_the_same_check() -> None:
    assert worst({kind: 2 * share for kind, share in SHARES.items()}) > ALPHA
