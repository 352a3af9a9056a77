"""ASI-39: the family of Condition 4.1 contains L2P."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from dpassay.exact import Dist
from dpassay.proofs_check.claim import Case, Goal, Twin, claim
from dpassay.proofs_check.instances import (
    as_rows,
    family,
    matrices,
    told,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import exhaustive
from dpassay.proofs_check.lazy_to_private.chain import RATIONAL_GAME
from dpassay.reference import lazy_to_private


def _keeps_or_draws(instance: Instance, *, from_before: bool) -> bool:
    """From each state, the next model is the last one or a draw from the normalized measure, in some proportion."""
    losses = as_rows(instance["losses"])
    sizes = {"rounds": len(losses), "experts": len(losses[0])}
    given = {name: instance[name] for name in ("exp_learning_rate", "batch", "fake_switch")}
    parameters = lazy_to_private.Parameters.read({**given, **sizes})
    kernels = lazy_to_private.chain(losses, parameters).kernels
    measures = lazy_to_private.measures(losses, parameters)
    laws = [lazy_to_private.normalized(nu, parameters) for nu in (measures[:-1] if from_before else measures[1:])]
    return all(
        _is_kept_or_drawn(Dist(row).map(lambda after: after.x), state.x, fresh)
        for kernel, fresh in zip(kernels, laws, strict=True)
        for state, row in kernel.items()
    )


def _is_kept_or_drawn(models: Dist[int], last: int, fresh: Dist[int]) -> bool:
    """Whether the law is c of the last model and 1 - c of the fresh law, 0 <= c <= 1."""
    others = [(models.pmf(x), fresh.pmf(x)) for x in fresh.outcomes if x != last]
    proportional = all(a * q == b * p for (a, p), (b, q) in pairwise(others))
    return proportional and bool(models.pmf(last) >= fresh.pmf(last))


told(
    "asi39",
    "in each step of L2P the model is kept, or drawn from a law that is a function of past losses",
    RATIONAL_GAME,
)(lambda instance: _keeps_or_draws(instance, from_before=False))
told("asi39-before", "... or drawn from the law of the batch before", RATIONAL_GAME)(
    lambda instance: _keeps_or_draws(instance, from_before=True)
)


@family("lazy-games", "L2P on all 0/1 losses of 2 rounds and 3 models and of 3 rounds and 2 models, B = 1, p = 1/4")
def _lazy_games() -> Iterator[Instance]:
    for rounds, experts in ((2, 3), (3, 2)):
        for losses in matrices(rounds, experts, ("0", "1")):
            yield {"losses": losses, "batch": 1, "fake_switch": "1/4", "exp_learning_rate": "3/2"}


@claim(
    "ASI-39",
    location="Condition 4.1 and the text before it",
    latex=r"x_{t+1} = x_t \text{ or } x_{t+1} \sim \mu_{t+1}(\ell_1, \dots, \ell_t) \text{: a family that contains "
    r"L2P}",
    text="The family of Condition 4.1 (each model is the last one or a fresh draw from a law that is a function of "
    "past losses; the rounds of the draws and what is drawn are released) contains the paper's own algorithm.",
    assumed=(
        "nothing is said of the rule by which an algorithm decides to draw; that of L2P uses a private model y_s",
    ),
)
def asi_39() -> Case:
    """What Condition 4.1 constrains: the law of a fresh draw, and nothing else."""
    return Case(
        argument="Line 8 of Algorithm 1 draws from the normalized nu_s, a function of the losses of earlier batches; "
        "line 11 keeps the model. Whether it draws depends on the losses, on the last model and on y. So the rule must "
        "be free, or the paper's own algorithm is outside.",
        checks=(Goal("L2P, state by state, exactly", exhaustive("asi39", "lazy-games")),),
        twins=(Twin("with the law of the batch before", exhaustive("asi39-before", "lazy-games")),),
        remarks=(
            "The condition bounds neither the number of draws nor what their rounds tell (ASI-39b, ASI-39c), in "
            "spite of its name.",
        ),
    )
