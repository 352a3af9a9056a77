"""A lemma and a claim that are checked in a moment, for tests of what surrounds proofs."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, cast

import pytest

from dpassay.proofs_check.certify import find_evidence
from dpassay.proofs_check.models.anything import numbers
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.register import THEOREMS
from dpassay.proofs_check.proof.statements import Model, Statement, Step, Theorem, analysis, apply, arithmetic, use
from dpassay.proofs_check.proof.store import digest

BITS = Model(
    "small bits",
    {"n": "integer, 1 <= n"},
    {"t": "integer, 1 <= t, t <= n"},
    {"bit": Named(lambda n, t: Fraction(t % 2), {"t": "integer, 1 <= t, t <= n"}, range="at least 0")},
    {"at most 1": "bit(t) <= 1", "a bit": "bit(t)**2 = bit(t)"},
    settings=lambda: (1, 2),
    read=lambda n: {"n": Fraction(n)},
)
QUADRATIC, GOAL = "exp(b*x) <= 1 + b*x + b**2", "exp(bit(t)) <= 1 + bit(t) + n"
LEMMA, CLAIM = "a small lemma", "a small claim"
ENTRIES: dict[str, Any] = {}
"""The evidence that was found, by the digest of what it is for."""


def evidence(statement: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Evidence, which is looked for once."""
    name = digest(statement)
    if name not in ENTRIES:
        ENTRIES[name] = find_evidence(statement)
    return cast("Mapping[str, Any] | None", ENTRIES[name])


def small_lemma(name: str = LEMMA) -> Theorem:
    """By a rule, the kernel and arithmetic."""
    return Theorem(
        Statement(name, numbers(b="real, 0 < b, b <= 179/100", x="real, 0 <= x, x <= 1"), QUADRATIC),
        (
            Step("chord", "exp(b*x) <= 1 + x*(exp(b) - 1)", apply("chord of exp", w="x", x="0", y="b")),
            Step("one", "1 + b + b**2 - exp(b) >= 0", analysis("1 + z + z**2 - exp(z) >= 0", "(0, 179/100]", z="b")),
            Step("all", QUADRATIC, arithmetic("chord", ("x", "one"), ("b**2", "x <= 1"))),
        ),
    )


def small_claim(name: str = CLAIM, lemma: str = LEMMA) -> Theorem:
    """By the lemma, a fact, the kernel and arithmetic."""
    return Theorem(
        Statement(name, BITS, GOAL, where=("bit(t) <= n",)),
        (
            Step("quadratic", "exp(bit(t)) <= 2 + bit(t)", apply(lemma, "at most 1", b="1", x="bit(t)")),
            Step("count", "0 <= n - 1 + (n - 1)**2", analysis("0 <= z - 1 + (z - 1)**2", "[1, oo)", z="n")),
            Step("first", "bit(1)*n <= n", arithmetic(("n", use("at most 1", t="1")))),
            Step("all", GOAL, arithmetic("quadratic", ("1/n", "count"))),
        ),
    )


def register(patch: pytest.MonkeyPatch, lemma: str = LEMMA, claim: str = CLAIM) -> None:
    """Register both, under these names."""
    patch.setitem(THEOREMS, lemma, small_lemma(lemma))
    patch.setitem(THEOREMS, claim, small_claim(claim, lemma))
