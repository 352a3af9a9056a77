"""ASI-39b, ASI-39c: every algorithm can be followed by fresh draws that are uniform whatever the losses are."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any, Final

from dpassay.analysis.limited_switching import (
    Models,
    Released,
    average,
    epochs,
    expected_loss,
    follower,
    law,
    played_law,
)
from dpassay.exact import Dist
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import (
    entries,
    family,
    row_of,
    told,
    whole,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive, identity
from dpassay.proofs_check.lazy_to_private.lower_bound import (
    leader,
)

EPOCH: Final = entries(rounds=whole(1, 6), experts=whole(1, 3))


def _loss_of_follower(instance: Instance) -> Any:
    rounds, experts = instance["rounds"], instance["experts"]
    algorithm = follower(rounds, experts, leader)
    return average(epochs(1, rounds, experts), lambda losses: expected_loss(algorithm, losses))


told(
    "asi39b",
    "fresh draws that are uniform, whatever the losses, lose at least T/2 where one random loss is repeated",
    EPOCH,
    lambda instance: {"the loss of the follower of the leader": _loss_of_follower(instance)},
)(lambda instance: bool(_loss_of_follower(instance) >= Fraction(instance["rounds"], 2)))
told("asi39b-quarter", "... at least T/4", EPOCH)(
    lambda instance: bool(_loss_of_follower(instance) >= Fraction(instance["rounds"], 4))
)


@claim(
    "ASI-39b",
    location="Condition 4.1, read as a limit on how an algorithm learns of the losses",
    latex=r"\mu_t \text{ constant} \Rightarrow \mathbb{E}\big[\textstyle\sum_t \ell(x_t)\big] \ge T/2 \text{ for } "
    r"\ell \sim \mathrm{Ber}(1/2)^d",
    text="What an algorithm of Condition 4.1 learns of the losses is in its fresh draws: where their laws do not "
    "depend on the losses, it loses at least T/2 in expectation against one random loss that is repeated.",
    corrected_by="ASI-39c",
)
def asi_39b() -> Case:
    """Whether to draw tells everything."""

    def short() -> Iterator[Instance]:
        return ({"rounds": rounds, "experts": experts} for rounds, experts in product((1, 2, 3, 4), (1, 2, 3)))

    return Case(
        argument="Draw uniform models and keep the first good one: every draw is independent of the losses, and "
        "whether to draw is not.",
        counterexample=Goal("two rounds, two models", counterexample("asi39b"), Hunt("asi39b", short)),
        twins=(Twin("at least T/4", counterexample("asi39b-quarter")),),
    )


@entries(desired=row_of(whole(), 1, 5), experts=whole(1, 4)).where
def _is_path(instance: Instance) -> bool:
    """Desired models for rounds 2, 3, ..., at least one, among d."""
    return bool(max(instance["desired"]) < instance["experts"])


def _followed(instance: Instance) -> tuple[Dist[Released], Dist[Models], int]:
    """What the follower of a fixed path releases, and the models that it plays."""
    desired, experts = instance["desired"], instance["experts"]
    rounds = len(desired) + 1
    algorithm = follower(rounds, experts, lambda past, _: int(desired[len(past) - 1]))
    nothing = [[0] * experts] * rounds
    return law(algorithm, nothing), played_law(algorithm, nothing), rounds


def _misses(instance: Instance, power: int) -> bool:
    """Whether j rounds after the last change of the path it is missed with probability at most (1 - 1/d)^(j power)."""
    desired, experts = instance["desired"], instance["experts"]
    _, models, _ = _followed(instance)
    steady = next((j for j, a in enumerate(reversed(desired)) if a != desired[-1]), len(desired))
    if steady == len(desired):
        steady += 1  # the first model is a draw, too
    missed = models.probability(lambda path: path[-1] != desired[-1])
    return bool(missed <= (1 - Fraction(1, experts)) ** (steady * power))


def _draws_are_uniform(instance: Instance) -> bool:
    """Whether every model drawn is uniform, given its round and all that was released before."""
    released, _, _ = _followed(instance)
    experts = instance["experts"]
    before: dict[Any, list[Any]] = {}
    for path, weight in released.items():
        for i, z in enumerate(path):
            masses = before.setdefault((path[:i], z.round), [Fraction(0)] * experts)
            masses[z.model] += weight
    return all(len(set(masses)) == 1 for masses in before.values())


told("asi39c", "draws are uniform, and j rounds after a change the path is missed with prob. <= (1 - 1/d)^j", _is_path)(
    lambda instance: _draws_are_uniform(instance) and _misses(instance, 1)
)
told("asi39c-faster", "... <= (1 - 1/d)^(2j)", _is_path)(lambda instance: _misses(instance, 2))


@family("desired-paths", "all paths of 1 to 4 desired models among 2, and of 1 to 3 among 3")
def _desired_paths() -> Iterator[Instance]:
    for experts, longest in ((2, 4), (3, 3)):
        for length in range(1, longest + 1):
            for path in product(range(experts), repeat=length):
                yield {"desired": list(path), "experts": experts}


FOLLOWED: Final = (
    "Let any online algorithm desire the model a_(t+1) after round t. The follower keeps x_t where it is desired, and "
    "draws a uniform model elsewhere, with fresh coins. It meets Condition 4.1 with mu constant. What it releases is a "
    "function of the desires and of coins that are independent of the losses: post-processing, so every privacy "
    "guarantee of the desires is inherited. While the desire stays the same, each round in which it is missed ends "
    "with a draw that finds it with probability 1/d, and then it is kept: j rounds after a change it is missed with "
    "probability at most (1 - 1/d)^j, which sums to d - 1 rounds."
)


@claim(
    "ASI-39c",
    location="Condition 4.1",
    latex=r"x_{t+1} = x_t \text{ if } x_t = a_{t+1}, \text{ else } x_{t+1} \sim U([d]):\quad \Pr[x \ne a \text{ after "
    r"} j \text{ rounds}] \le (1 - 1/d)^j",
    text="Every online algorithm can be followed within Condition 4.1 by fresh draws that are uniform and "
    "independent of the losses, at the same privacy: j rounds after a change of the algorithm's model, the follower "
    "misses it with probability at most (1 - 1/d)^j, at most d - 1 rounds in expectation.",
    adjacency="one_loss",
)
def asi_39c() -> Case:
    """The follower."""
    return Case(
        argument=FOLLOWED,
        proof=(Goal("(1 - 1/d) + (1 - 1/d)^2 + ... = d - 1", identity("(1 - 1/d)/(1 - (1 - 1/d))", "d - 1")),),
        checks=(Goal("all short paths, exactly", exhaustive("asi39c", "desired-paths")),),
        twins=(
            Twin("twice as fast", exhaustive("asi39c-faster", "desired-paths"), of=1),
            Twin("d rounds", identity("(1 - 1/d)/(1 - (1 - 1/d))", "d")),
        ),
        remarks=(
            "With two models the follower is exactly 'copy the desire if a fair coin says so': it lags behind by a "
            "geometric time that is independent of everything.",
        ),
    )
