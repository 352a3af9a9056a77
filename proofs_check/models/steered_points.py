"""An adversary that steers all later points by the sign of the first noise: the example of Appendix B.

The points are x(1) = 1/2, and from round 2 on 1/4 where the first noise is at most 0, and else 3/4. The noises are
independent and uniform on (-1/4, 1/4). What the example looks at is the sign of the first noise alone, which is 0 with
probability 0: so a setting has noises on finitely many values that lie symmetrically, such as the middles of the parts
into which the interval is cut, an even number of them. An outcome is all noises; ``g(t)`` is 1 where the noisy point
of round t is at least 1/2.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Final

from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model

Noises = tuple[Fraction, ...]


@dataclass(frozen=True)
class Steered:
    """T rounds, and the interval cut into twice as many equal parts as ``parts``."""

    rounds: int
    parts: int = 1

    def __post_init__(self) -> None:
        if min(self.rounds, self.parts) < 1:
            raise ValueError(f"rounds, parts = {self.rounds}, {self.parts}: expected 1 or more of each")

    @property
    def noises(self) -> Noises:
        """The middles of the parts."""
        return tuple(Fraction(2 * k + 1, 8 * self.parts) for k in range(-self.parts, self.parts))

    @property
    def courses(self) -> list[Noises]:
        """All outcomes."""
        return list(product(self.noises, repeat=self.rounds))

    @property
    def law(self) -> Mapping[Noises, Fraction]:
        """Uniform."""
        return dict.fromkeys(self.courses, Fraction(1, len(self.courses)))


def point(t: int, noises: Noises) -> Fraction:
    """The point of a round, without its noise."""
    if t == 1:
        return Fraction(1, 2)
    return Fraction(1, 4) if noises[0] <= 0 else Fraction(3, 4)


def settings() -> Iterator[Steered]:
    """One to four rounds."""
    for rounds, parts in ((1, 1), (1, 3), (2, 2), (3, 1), (4, 1)):
        yield Steered(rounds, parts)


ROUND: Final = {"t": "integer, 1 <= t, t <= T"}
AT: Final = "noises"
STEERED: Final = Model(
    "points that follow the sign of the first noise",
    parameters={"T": "integer, 1 <= T"},
    variables={**ROUND, "n": "integer, 2 <= n, n <= T"},
    quantities={
        "P": Named(lambda at: at.law, space=AT, law=True),
        "noise": Named(lambda _, t, noises: noises[t - 1], ROUND, AT),
        "x": Named(lambda _, t, noises: point(t, noises), ROUND, AT),
        "g": Named(lambda _, t, noises: Fraction(int(2 * (point(t, noises) + noises[t - 1]) >= 1)), ROUND, AT),
    },
    facts={
        "threshold": "g(t) = [1/2 <= x(t) + noise(t)]",
        "first point": "x(1) = 1/2",
        "later points": "x(n) = 1/4 + [0 < noise(1)]/2",
        "above -1/4": "-1/4 < noise(t)",
        "below 1/4": "noise(t) < 1/4",
        "as often above 0": "Pr(0 < noise(1)) = 1/2",
        "never 0": "[0 < noise(1)] = [0 <= noise(1)]",
    },
    settings=settings,
    read=lambda at: {"T": Fraction(at.rounds)},
    outcomes={AT: lambda at: at.courses},
)
