"""What is fixed before the first answer of an audit is drawn: its size, its error budget, the evidence it looks for.

There are five kinds of evidence to ask for:

* law: the answers do not match the exact law. What is found is a p-value.
* values: a set of values, made of cells of the exact laws or of single outcomes.
* bits: a set of bit patterns of doubles.
* form: a set of types and shapes of answers.
* classifier: the answers that a classifier takes for those on one input; of a claim alone, and only if asked for.

Against a claim alone, values that come seldom and almost only on one input are evidence of their own, "rare", which has
a part of the share of values where training shows some.

For each of these but the law, one event is searched for, and a lower bound on epsilon is certified.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal

from dpassay.audit.answers.batches import Workers
from dpassay.audit.answers.request import MOST_SAMPLES
from dpassay.audit.answers.runner import DEFAULT_FIRST_TIME_LIMIT, DEFAULT_MEMORY_LIMIT, DEFAULT_TIME_LIMIT
from dpassay.exact import require
from dpassay.exact.entrance import explain_failures
from dpassay.reference import nearest

__all__ = ["CERTIFICATES", "KINDS", "LEARNED", "Kind", "Plan", "alpha_split", "read_evidence"]

Kind = Literal["law", "values", "bits", "form", "classifier", "rare"]
KINDS: Final[tuple[Kind, ...]] = ("law", "values", "bits", "form")
CERTIFICATES: Final[tuple[Kind, ...]] = ("values", "bits", "form")
"""The kinds of evidence that certify a bound on epsilon, of those that are looked for unless others are named."""

LEARNED: Final[tuple[Kind, ...]] = (*CERTIFICATES, "classifier")
"""The kinds of evidence against a claim alone."""

EVERY: Final[tuple[Kind, ...]] = (*KINDS, "classifier")

LEAST_SAMPLES: Final = 4
"""Fewer answers on an input cannot be cut into a part to choose an event by and a part to count it on."""

_WEIGHTS: Final[Mapping[Kind, int]] = {"values": 48, "bits": 1, "form": 1, "classifier": 48}
"""How what the law test leaves of alpha is shared: bits and forms leak so much, if at all, that little is enough."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How an audit is run: everything that is fixed before the first sample is drawn.

    Attributes:
        samples: outputs drawn on each input, at least 4.
        alpha: the probability with which a correct implementation may be flagged.
        seed: what the target's generator and the simulations are seeded with.
        delta: the delta of the claim, where the guarantee does not fix it (concentrated guarantees).
        python: the interpreter to run the target under; None for our own.
        time_limit: seconds for all draws.
        first_time_limit: seconds until the first output.
        memory_limit: bytes of address space.
        evidence: the kinds of evidence to look for, of which those count that the mechanism's answers can show.
        sequential: look at the answers while they are drawn, up to ``samples`` of them, and stop when they are enough
            against the law; then it is the only kind, as certified bounds do not hold where one may stop.
        workers: draw in batches, and who draws them, which the answers do not depend on; None: one process draws all.
    """

    samples: int = 200_000
    alpha: float = 0.01
    seed: int = 0
    delta: Fraction | None = None
    python: str | None = None
    time_limit: float = DEFAULT_TIME_LIMIT
    first_time_limit: float = DEFAULT_FIRST_TIME_LIMIT
    memory_limit: int = DEFAULT_MEMORY_LIMIT
    evidence: tuple[Kind, ...] = KINDS
    sequential: bool = False
    workers: Workers | None = None

    def __post_init__(self) -> None:
        """Refuse what no audit can be run with; bring the kinds of evidence into their order."""
        expected = f"an integer from {LEAST_SAMPLES} to 10^9"
        require(LEAST_SAMPLES <= self.samples <= MOST_SAMPLES, "samples", self.samples, expected)
        require(0 < self.alpha < 1, "alpha", self.alpha, "a number in (0, 1)")
        require(self.seed >= 0, "seed", self.seed, "an integer of at least 0")
        require(self.delta is None or 0 < self.delta < 1, "delta", self.delta, "a number in (0, 1)")
        kinds = read_evidence(self.evidence)
        if self.sequential:
            expected = "law alone: certified bounds do not hold where one may stop early"
            require(kinds in (KINDS, ("law",)), "evidence", ",".join(kinds), expected)
            kinds = ("law",)
        object.__setattr__(self, "evidence", kinds)

    def split(self, possible: Sequence[Kind]) -> dict[Kind, float]:
        """Return the share of alpha of each kind of evidence that is looked for and possible.

        Raises:
            ValueError: none of the kinds that are looked for is possible.
        """
        kinds = [kind for kind in self.evidence if kind in possible]
        expected = f"one of the kinds of evidence that this mechanism's answers can show: {', '.join(possible)}"
        require(bool(kinds), "evidence", ",".join(self.evidence), expected)
        return alpha_split(self.alpha, kinds)


def read_evidence(value: str | Sequence[str]) -> tuple[Kind, ...]:
    """Return kinds of evidence in their order, given as a sequence or as one comma-separated text."""
    given = [name.strip() for name in value.split(",")] if isinstance(value, str) else list(value)
    require(bool(given), "evidence", "nothing", f"some of {', '.join(KINDS)}")
    for name in given:
        known = f"some of {', '.join(EVERY)}"
        require(name in EVERY, "evidence", repr(name), known + nearest(str(name), list(EVERY)))
    require(len(set(given)) == len(given), "evidence", ",".join(given), "each kind once")
    return tuple(kind for kind in EVERY if kind in given)


def alpha_split(alpha: float, kinds: Sequence[Kind]) -> dict[Kind, float]:
    """Return the share of alpha of each kind: half for the law, the rest for the certificates, 48 : 1 : 1.

    So values have 12/25 of alpha, bits and form 1/100 each, where all of them are there; what a kind that is not there
    leaves goes to the others. By a union bound a correct implementation is flagged with probability at most alpha.
    """
    certified = [kind for kind in kinds if kind != "law"]
    shares: dict[Kind, float] = {"law": alpha / 2 if certified else alpha} if "law" in kinds else {}
    left, weight = alpha - shares.get("law", 0.0), sum(_WEIGHTS[kind] for kind in certified)
    return shares | {kind: left * _WEIGHTS[kind] / weight for kind in certified}


explain_failures(__name__)
