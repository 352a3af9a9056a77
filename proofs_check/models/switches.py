"""How often L2P with multiplicative weights draws: the bits zeta of its transcript.

A setting is a game, e^eta, B, p and delta_1. ``P`` is the law of all models and bits, ``after(t)`` that given the
models up to round t + 1 and the first t bits; ``zeta(s)`` is the bit of round s, and ``D(s)`` by how much the losses
of batch s of the model x_s are above those of y_s. ``g`` is the delta_1 of Theorem 3.2.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from typing import Any, Final

from dpassay.exact import Dist, as_real, log
from dpassay.proofs_check.models.lazy_rounds import integers, rows
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model
from dpassay.reference import lazy_to_private
from dpassay.reference.lazy_to_private import Parameters, Transcript
from dpassay.reference.multiplicative_weights import Matrix


@dataclass(frozen=True)
class Run:
    """The losses, and what L2P is run with."""

    losses: Matrix
    growth: Fraction
    batch: int
    fake_switch: Fraction
    delta_1: Fraction

    def __post_init__(self) -> None:
        if self.batch < 1 or len(self.losses) % self.batch != 0 or len(self.losses) < 2 * self.batch:
            raise ValueError(f"losses = {self.losses}: expected two or more whole batches of {self.batch} rows")
        if not (self.growth > 1 and 0 < self.delta_1 < 1):
            raise ValueError(f"growth, delta_1 = {self.growth}, {self.delta_1}: expected above 1, and between 0 and 1")
        if lazy_to_private.check_data(self.losses, self.parameters) != self.losses:
            raise ValueError(f"losses = {self.losses}: expected rows of losses in [0, 1]")

    @cached_property
    def parameters(self) -> Parameters:
        """Those of L2P."""
        return Parameters.read(
            exp_learning_rate=self.growth,
            batch=self.batch,
            fake_switch=self.fake_switch,
            rounds=len(self.losses),
            experts=len(self.losses[0]),
        )


@cache
def law(run: Run) -> Dist[Transcript]:
    """The law of the transcript."""
    return lazy_to_private.state_law(run.losses, run.parameters)


def past(transcript: Transcript, t: int) -> tuple[Any, ...]:
    """The models up to round t + 1 and the first t bits."""
    return transcript.x[: t + 1], transcript.y[: t + 1], transcript.zeta[:t]


@cache
def given(run: Run, t: int, known: tuple[Any, ...]) -> Mapping[Transcript, Any]:
    """The law of the transcript given its past."""
    return dict(law(run).condition(lambda transcript: past(transcript, t) == known).items())


def batch_loss(run: Run, s: int, model: int) -> Fraction:
    """The losses of a model, from 0, in batch s."""
    return sum((row[model] for row in run.losses[(s - 1) * run.batch : s * run.batch]), Fraction(0))


def difference(run: Run, s: int, transcript: Transcript) -> Fraction:
    """D(s)."""
    return batch_loss(run, s, transcript.x[s - 1]) - batch_loss(run, s, transcript.y[s - 1])


def settings() -> Iterator[Run]:
    """Two or three batches of one or two rounds, losses or none, small and large delta_1 and eta."""
    half = Fraction(1, 2)
    yield Run(rows("10", "00"), Fraction(21, 20), 1, half, Fraction(1, 100))
    yield Run(rows("01", "0h", "00"), Fraction(41, 40), 1, Fraction(2, 5), Fraction(1, 1000))
    yield Run(rows("11", "01", "10", "00"), Fraction(41, 40), 2, Fraction(3, 4), Fraction(1, 100))
    yield Run(rows("00", "00"), Fraction(2), 1, Fraction(1, 3), half)


def read(run: Run) -> dict[str, Any]:
    """T, n, B, p, eta and g."""
    return {
        "T": Fraction(len(run.losses)),
        "n": Fraction(run.parameters.batches),
        "B": Fraction(run.batch),
        "p": run.fake_switch,
        "eta": as_real(log(run.growth)),
        "g": run.delta_1,
    }


STEP: Final = integers("1", "n - 1", "s")
SEEN: Final = integers("0", "n - 2", "t")
SWITCHING: Final = Model(
    "how often L2P draws",
    parameters={
        "T": "integer, 1 <= T",
        "n": "integer, 2 <= n",
        "B": "integer, 1 <= B",
        "p": "real, 0 < p, p < 1",
        "eta": "real, 0 < eta",
        "g": "real, 0 < g, g < 1",
    },
    variables={**STEP, **SEEN, "i": "integer, 1 <= i, i <= t"},
    quantities={
        "P": Named(lambda run: dict(law(run).items()), space="transcript", law=True),
        "after": Named(
            lambda run, t, transcript: given(run, t, past(transcript, t)),
            SEEN,
            "transcript",
            given="transcript",
            law=True,
            mean_of="P",
        ),
        "zeta": Named(
            lambda _, s, transcript: Fraction(transcript.zeta[s - 1]), STEP, "transcript", range="at least 0"
        ),
        "D": Named(difference, STEP, "transcript"),
    },
    facts={
        "batches": "T = n*B",
        "0 or 1": "zeta(s)**2 = zeta(s)",
        "losses": "D(s) <= B",
        "switch": "E(zeta(t + 1), after(t)) = 1 - (1 - p)**2*exp(-2*B*eta - eta*D(t + 1))",
        "revealed": "E((zeta(i) - given(zeta(i)))**2, after(t)) = 0",
    },
    settings=settings,
    read=read,
    outcomes={"transcript": lambda run: law(run).outcomes},
)
