"""Randomized response on n + 1 labels: another label, uniform, is reported with the probability eta.

``p(x, y)`` is the probability that label y is reported as x, and ``same(x, y)`` is 1 where they are one label, and 0
elsewhere. Event l holds the labels whose bit in l - 1 is 1: ``among(l, x)`` is 1 for these.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any, Final

from dpassay.exact import as_real, log
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model


@dataclass(frozen=True)
class Flips:
    """M >= 2 labels, e^eps > 1 and eta."""

    labels: int
    exp_eps: Fraction
    eta: Fraction

    def __post_init__(self) -> None:
        if self.labels < 2:
            raise ValueError(f"labels = {self.labels}: expected at least 2")
        if not self.exp_eps > 1:
            raise ValueError(f"exp_eps = {self.exp_eps}: expected more than 1")
        if not 0 <= self.eta <= 1:
            raise ValueError(f"eta = {self.eta}: expected a probability")

    @property
    def is_private(self) -> bool:
        """Whether no report is more than e^eps times as likely for one label as for another."""
        labels = range(1, self.labels + 1)
        rows = product(labels, labels, labels)
        return all(probability(self, x, y) <= self.exp_eps * probability(self, x, z) for x, y, z in rows)


def probability(at: Flips, report: int, label: int) -> Fraction:
    """That of a report."""
    return 1 - at.eta if report == label else at.eta / (at.labels - 1)


def printed(labels: int, exp_eps: Fraction) -> Flips:
    """The eta of the text."""
    return Flips(labels, exp_eps, 1 / (exp_eps / (labels - 1) + 1))


SIZES: Final = tuple(product((2, 3, 5), (Fraction(3, 2), Fraction(5))))


def printed_settings() -> Iterator[Flips]:
    """Two, three and five labels at the printed eta; small eps, too."""
    yield from (printed(*size) for size in (*SIZES, (2, Fraction(101, 100))))


def private_settings() -> Iterator[Flips]:
    """The printed eta, the largest private one, and one between."""
    yield from printed_settings()
    for labels, exp_eps in SIZES:
        largest = (labels - 1) / (1 / exp_eps + labels - 1)
        yield Flips(labels, exp_eps, largest)
        yield Flips(labels, exp_eps, Fraction(labels - 1, labels))


def settings() -> Iterator[Flips]:
    """Private ones, and eta = 0, 1/20 and 1."""
    yield from private_settings()
    yield from (Flips(*size, eta) for size in SIZES for eta in (Fraction(0), Fraction(1, 20), Fraction(1)))


def read(at: Flips) -> dict[str, Any]:
    """n, N, eps and eta."""
    return {
        "n": Fraction(at.labels - 1),
        "N": Fraction(2**at.labels),
        "eps": as_real(log(at.exp_eps)),
        "eta": at.eta,
    }


LABELS: Final = {name: f"integer, 1 <= {name}, {name} <= n + 1" for name in ("x", "y", "z")}
PAIR: Final = {"x": LABELS["x"], "y": LABELS["y"]}
EVENT: Final = "integer, 1 <= l, l <= N"
FLIPS: Final = Model(
    "randomized response",
    parameters={
        "n": "integer, 1 <= n",
        "N": "integer, 1 <= N",
        "eps": "real, 0 < eps",
        "eta": "real, 0 <= eta, eta <= 1",
    },
    variables={**LABELS, "l": EVENT},
    quantities={
        "p": Named(probability, PAIR, range="at least 0"),
        "same": Named(lambda _, x, y: Fraction(int(x == y)), PAIR, range="at least 0"),
        "among": Named(
            lambda _, l, x: Fraction((l - 1) >> (x - 1) & 1),  # noqa: E741  # as it is named
            {"l": EVENT, "x": LABELS["x"]},
            range="at least 0",
        ),
    },
    facts={
        "report": "p(x, y) = same(x, y)*(1 - eta) + (1 - same(x, y))*eta/n",
        "0 or 1": "same(x, y)**2 = same(x, y)",
        "one label": "same(x, x) = 1",
        "two labels": "same(x, y)*(x - y) = 0",
    },
    settings=settings,
    read=read,
)
PRINTED: Final = FLIPS.narrowed(
    "randomized response at the printed eta", {"eta": "eta = 1/(exp(eps)/n + 1)"}, printed_settings
)
PRIVATE: Final = FLIPS.narrowed(
    "private randomized response", {"private": "p(x, y) <= exp(eps)*p(x, z)"}, private_settings
)
