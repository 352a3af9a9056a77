"""One round of a privatization scheme: each of M labels has a law of its report, of which there are finitely many.

``q(y, l)`` is the probability that the report of label y is in event l. Event l holds the reports whose bit in l - 1
is 1, so there are N = 2^n events of n reports. Every setting is (eps, delta)-private as Definition 1 has it: for any
two different labels.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations
from typing import Any, Final

from dpassay.exact import as_real, log
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model

Law = tuple[Fraction, ...]


@dataclass(frozen=True)
class Scheme:
    """The law of the report of each label, e^eps >= 1 and delta >= 0 at which it is private for different labels."""

    laws: tuple[Law, ...]
    exp_eps: Fraction
    delta: Fraction

    def __post_init__(self) -> None:
        if self.exp_eps < 1:
            raise ValueError(f"exp_eps = {self.exp_eps}: expected at least 1")
        if self.delta < 0:
            raise ValueError(f"delta = {self.delta}: expected at least 0")
        if not self.laws or not self.laws[0] or len({len(law) for law in self.laws}) > 1:
            raise ValueError(f"laws = {self.laws}: expected one or more, of as many reports")
        if any(min(law) < 0 or sum(law) != 1 for law in self.laws):
            raise ValueError(f"laws = {self.laws}: expected probabilities that add up to 1")
        if self.excess > self.delta:
            raise ValueError(f"delta = {self.delta}: expected at least {self.excess}, for it to be private")

    @property
    def excess(self) -> Fraction:
        """The least delta for different labels: what P has beyond e^eps Q, added over the reports."""
        return max(
            (
                sum((max(a - self.exp_eps * b, Fraction(0)) for a, b in zip(p, q, strict=True)), Fraction(0))
                for p, q in permutations(self.laws, 2)
            ),
            default=Fraction(0),
        )


def probability(scheme: Scheme, label: int, event: int) -> Fraction:
    """The probability of event l for a label from 1 on."""
    return sum((p for x, p in enumerate(scheme.laws[label - 1]) if (event - 1) >> x & 1), Fraction(0))


def response(labels: int, exp_eps: Fraction) -> tuple[Law, ...]:
    """Randomized response: the truth is e^eps times as likely as each other label."""
    total = exp_eps + labels - 1
    return tuple(tuple((exp_eps if x == y else 1) / total for x in range(labels)) for y in range(labels))


def settings() -> Iterator[Scheme]:
    """Randomized response, labels that are shown, equal laws, and laws apart by delta; one to three labels."""
    half, third, none, one = Fraction(1, 2), Fraction(1, 3), Fraction(0), Fraction(1)
    yield Scheme(response(2, Fraction(2)), Fraction(2), none)
    yield Scheme(response(3, Fraction(3, 2)), Fraction(3, 2), none)
    yield Scheme(((third, 1 - third),), one, none)
    yield Scheme(((half, half), (half, half)), one, none)
    yield Scheme(((one, none), (none, one)), Fraction(5), one)
    yield Scheme(((half, half, none), (none, half, half), (third, third, third)), one, half)
    yield Scheme(((half, half), (Fraction(1, 10), Fraction(9, 10))), Fraction(2), Fraction(3, 10))


def read(scheme: Scheme) -> dict[str, Any]:
    """M, N, eps and delta."""
    return {
        "M": Fraction(len(scheme.laws)),
        "N": Fraction(2 ** len(scheme.laws[0])),
        "eps": as_real(log(scheme.exp_eps)),
        "delta": scheme.delta,
    }


LABELS: Final = {"y": "integer, 1 <= y, y <= M", "z": "integer, 1 <= z, z <= M"}
EVENT: Final = "integer, 1 <= l, l <= N"
SCHEMES: Final = Model(
    "a local privatization scheme",
    parameters={
        "M": "integer, 1 <= M",
        "N": "integer, 1 <= N",
        "eps": "real, 0 <= eps",
        "delta": "real, 0 <= delta",
    },
    variables={**LABELS, "l": EVENT},
    quantities={"q": Named(probability, {"y": LABELS["y"], "l": EVENT}, range="at least 0")},
    settings=settings,
    read=read,
)
