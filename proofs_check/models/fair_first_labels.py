"""An adversary whose first label is a fair coin: no algorithm foresees it, and some function of the class does.

In round 1 the adversary draws, with probability p = 1/q, a point at which functions of the class differ, with a fair
label; else, and in all later rounds, points and labels on which all functions are right. The learner says 1 at the
first point with a probability that may depend on that point; ``later`` is what it gets wrong elsewhere. So the best
function makes no mistake, and the regret is that of the learner.

Two classes are meant. All functions on d points, of VC dimension d: the first point is uniform, sigma = 1 and p = 1,
for one round. And two functions that differ on a cell of measure p sigma, which is small enough that the other laws
are sigma-smooth as well: N is the bracketing number of the class at the radius sigma/(4 sqrt(T)), which is 1 where
4 sqrt(T) p <= 1, and else 2. ``W`` is log(T/sigma) and ``L`` is log(N).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any, Final

from dpassay.exact import log
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model

Outcome = tuple[int, int, int]
"""Whether the first point is one on which functions differ, what the learner says, and the label."""


@dataclass(frozen=True)
class First:
    """A first round.

    Args:
        rounds: T, at least 1.
        p: the probability of a point on which functions differ, in (0, 1].
        sigma: the smoothness, in (0, 1].
        guess: the probability that the learner says 1 there.
        dimension: d, at least 1.
        brackets: N.
        later: mistakes of the learner elsewhere.
    """

    rounds: int
    p: Fraction
    sigma: Fraction
    guess: Fraction
    dimension: int = 1
    brackets: int = 1
    later: int = 0

    def __post_init__(self) -> None:
        for name in ("p", "sigma"):
            if not 0 < getattr(self, name) <= 1:
                raise ValueError(f"{name} = {getattr(self, name)}: expected a number in (0, 1]")
        if not 0 <= self.guess <= 1:
            raise ValueError(f"guess = {self.guess}: expected a probability")
        if min(self.rounds, self.dimension) < 1 or self.later < 0:
            raise ValueError(
                f"rounds, dimension, later = {self.rounds}, {self.dimension}, {self.later}: expected 1, 1 and 0 or more"
            )
        if self.brackets != (1 if 16 * self.rounds * self.p**2 <= 1 else 2):
            raise ValueError(f"brackets = {self.brackets}: expected 1 where 4 sqrt(T) p <= 1, and else 2")

    @property
    def law(self) -> Mapping[Outcome, Fraction]:
        """The law of the first round."""
        inside = {1: self.p, 0: 1 - self.p}
        said = {1: self.guess, 0: 1 - self.guess}
        return {(at, guess, label): inside[at] * said[guess] / 2 for at, guess, label in product((0, 1), repeat=3)}


def of_all_functions(parameters: Mapping[str, Any]) -> First:
    """One round with sigma = 1, against all functions on d points."""
    return First(1, Fraction(1), Fraction(1), Fraction(1, 3), int(parameters["d"]), 2)


def of_one_bracket(parameters: Mapping[str, Any]) -> First:
    """A cell that is seldom seen."""
    return First(int(parameters["T"]), 1 / parameters["q"], parameters["sigma"], Fraction(2, 3), later=1)


def settings() -> Iterator[First]:
    """One round and more, all guesses, rare points and others."""
    half = Fraction(1, 2)
    yield of_all_functions({"d": 3})
    yield First(1, half, half, Fraction(1), 1, 2)
    yield First(2, Fraction(1, 8), half, Fraction(0))
    yield of_one_bracket({"T": 4, "q": Fraction(16), "sigma": half})


OUTCOME: Final = "first round"
BIT: Final = Named(lambda _, outcome: Fraction(outcome[0]), {}, OUTCOME, range="at least 0")
FAIR: Final = Model(
    "a first label that is a fair coin",
    parameters={
        "T": "integer, 1 <= T",
        "d": "integer, 1 <= d",
        "N": "integer, 1 <= N",
        "q": "real, 1 <= q",
        "sigma": "real, 0 < sigma, sigma <= 1",
    },
    quantities={
        "P": Named(lambda at: at.law, space=OUTCOME, law=True),
        "at": BIT,
        "guess": Named(lambda _, outcome: Fraction(outcome[1]), {}, OUTCOME, range="at least 0"),
        "label": Named(lambda _, outcome: Fraction(outcome[2]), {}, OUTCOME, range="at least 0"),
        "later": Named(lambda at, _: Fraction(at.later), {}, OUTCOME, range="at least 0"),
        "regret": Named(
            lambda at, outcome: Fraction(outcome[0] * int(outcome[1] != outcome[2]) + at.later), {}, OUTCOME
        ),
        "W": Named(lambda at: log(Fraction(at.rounds) / at.sigma), range="at least 0"),
        "L": Named(lambda at: log(at.brackets), range="at least 0"),
    },
    facts={
        "how likely": "q*E(at) = 1",
        "fair": "E(at*label) = E(at)/2",
        "not foreseen": "E(at*guess*label) = E(at*guess)/2",
        "0 or 1, said": "guess**2 = guess",
        "0 or 1, true": "label**2 = label",
        "mistakes": "regret = at*(guess - label)**2 + later",
        "W": "W = log(T/sigma)",
        "L": "L = log(N)",
    },
    settings=settings,
    read=lambda at: {
        "T": Fraction(at.rounds),
        "d": Fraction(at.dimension),
        "N": Fraction(at.brackets),
        "q": 1 / at.p,
        "sigma": at.sigma,
    },
    outcomes={OUTCOME: lambda _: list(product((0, 1), repeat=3))},
)
ALL_FUNCTIONS: Final = FAIR.narrowed(
    "one round of uniform points, against all functions on them",
    {
        "one round": "T = 1",
        "uniform": "sigma = 1",
        "any point": "q = 1",
        "two brackets": "N = 2",
        "right elsewhere": "later = 0",
    },
    lambda: map(of_all_functions, ({"d": 1}, {"d": 3})),
    made=of_all_functions,
)
ONE_BRACKET: Final = FAIR.narrowed(
    "two functions in one bracket",
    {"one bracket": "N = 1", "rare": "16*T <= q**2", "one point": "d = 1"},
    lambda: (of_one_bracket({"T": rounds, "q": Fraction(4 * rounds), "sigma": Fraction(1, 2)}) for rounds in (1, 4)),
    made=of_one_bracket,
)
