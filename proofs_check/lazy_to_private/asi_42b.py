"""ASI-42b: in an epoch in which the algorithm does not switch it is said to lose B/2 in expectation.

Proof of Theorem 4.2. The rule may look at the losses: whoever keeps a model because it was good loses less. Follow
(ASI-39c) a randomized response on which model is better in the epoch's first round; neighbors differ in one response.
The model of before the epoch is independent of its loss, so where the losses differ it is the better one with
probability 1/2, and is kept with probability (1 + g)/2 if it is, else (1 - g)/2.

ASI-42b-corrected: so it is where the rule does not depend on the losses of the epoch. That x was in use before it and
nothing is drawn is then independent of the loss of x, which is 1 with probability 1/2.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Final

from dpassay.analysis.limited_switching import (
    LimitedSwitching,
    Losses,
    Private,
    Released,
    epochs,
    follower,
    law,
    loss_of,
    played,
)
from dpassay.exact import Dist
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import (
    PROBABILITY,
    entries,
    family,
    row_of,
    told,
    weights_of_law,
    whole,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive
from dpassay.proofs_check.lazy_to_private.epochs_of_responses import (
    follows_responses,
    gap_of,
    long_responses,
)
from dpassay.proofs_check.lazy_to_private.laws import law_of
from dpassay.proofs_check.limited_switching import leader
from dpassay.proofs_check.models.one_epoch import BLIND, EPOCH, LOST, STAYS, Epoch
from dpassay.proofs_check.models.theorem_42 import LARGE_EPS
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, arithmetic, inside


def _kept(instance: Instance) -> tuple[Fraction, Fraction]:
    """In an epoch: the probability that nothing is drawn after its first round, and the loss of a round then.

    The algorithm follows a randomized response on which of two models is better in the first round, and draws no more.
    """
    right = (1 + gap_of(instance)) / 2
    private: Dist[Private] = Dist({True: right, False: 1 - right})

    def desired(past: Losses, state: Private) -> int:
        best = leader(past)
        return best if state is True else 1 - best

    algorithm = follower(2, 2, desired, private)
    kept, loss = Fraction(0), Fraction(0)
    adversary = epochs(1, 2, 2)
    for losses, weight in adversary.items():
        for released, mass in law(algorithm, losses).items():
            if len(released) == 1:
                kept += Fraction(weight * mass)  # type: ignore[arg-type]
                loss += Fraction(weight * mass) * losses[0][released[0].model]  # type: ignore[arg-type]
    return kept, loss


told(
    "asi42b",
    "in an epoch without a draw the expected loss is B/2, for the follower of randomized response on its first loss",
    follows_responses,
    lambda instance: {"loss of an epoch without a draw, over B": _kept(instance)[1] / _kept(instance)[0]},
)(lambda instance: _kept(instance)[1] * 2 == _kept(instance)[0])


told("asi42b-quarter", "... at least B/4", follows_responses)(
    lambda instance: _kept(instance)[1] * 4 >= _kept(instance)[0]
)


@entries(length=whole(1, 4), experts=whole(1, 3), drawing=row_of(PROBABILITY, 0), law=weights_of_law()).where
def _is_blind(instance: Instance) -> bool:
    return bool(len(instance["drawing"]) == instance["length"] - 1 and len(instance["law"]) == instance["experts"])


def _blind(instance: Instance, draws: int) -> bool:
    """Whether E[loss; at most so many draws] is B/2 times the probability, for a rule that does not see the losses."""
    length, experts = instance["length"], instance["experts"]
    shares = [Fraction(share) for share in instance["drawing"]]

    def rule(past: Losses, _: Released, state: Private) -> Dist[tuple[bool, Private]]:
        share = shares[len(past) - 1]
        return Dist({(True, state): share, (False, state): 1 - share})

    def fresh(past: Losses) -> Dist[int]:
        return Dist.point(leader(past)) if past else law_of(instance["law"])

    algorithm = LimitedSwitching(length, experts, fresh, rule)
    mass, loss = Fraction(0), Fraction(0)
    for losses, weight in epochs(1, length, experts).items():
        for released, chance in law(algorithm, losses).items():
            if len(released) <= 1 + draws:
                mass += Fraction(weight * chance)  # type: ignore[arg-type]
                loss += Fraction(weight * chance) * loss_of(played(released, length), losses)  # type: ignore[arg-type]
    return bool(loss * 2 == mass * length)


told("asi42b-blind", "a rule that does not see the epoch's losses: E[loss; no draw] = Pr[no draw] B/2", _is_blind)(
    lambda instance: _blind(instance, 0)
)


told("asi42b-drawn", "the same with a draw allowed", _is_blind)(lambda instance: _blind(instance, 1))


@family("blind-rules", "epochs of 1 to 3 rounds and 2 or 3 models, draws of the leader with probability 0, 1/3 or 1/2")
def _blind_rules() -> Iterator[Instance]:
    for length, experts in ((1, 2), (2, 2), (3, 2), (2, 3)):
        for shares in product(("0", "1/3", "1/2"), repeat=length - 1):
            yield {"length": length, "experts": experts, "drawing": list(shares), "law": [1, 2, 3][:experts]}


@claim(
    "ASI-42b",
    location="Proof of Theorem 4.2, epochs without a switch",
    latex=r"\mathbb{E}[\text{loss of epoch } e \mid \text{no switch in } e] = B/2",
    text="In an epoch in which the algorithm does not switch, it suffers an expected loss of B/2.",
    corrected_by="ASI-42b-corrected",
)
def asi_42b() -> Case:
    """Not to switch is a choice, too."""
    return Case(
        argument="The rule may look at the losses: whoever keeps a model because it was good loses less than B/2. "
        "Follow (ASI-39c) a randomized response on which model is better in the epoch's first round: neighbors differ "
        "in one response. The model of before the epoch is independent of its loss, so where the two losses differ it "
        "is the better one with probability 1/2, and it is kept with probability (1 + g)/2 if it is, else (1 - g)/2.",
        counterexample=Goal("keep what seems good", counterexample("asi42b"), Hunt("asi42b", long_responses)),
        twins=(Twin("at least B/4", counterexample("asi42b-quarter")),),
    )


@claim(
    "ASI-42b-corrected",
    location="Proof of Theorem 4.2, epochs without a switch",
    latex=r"\text{rule independent of } \ell_e \Rightarrow \mathbb{E}[\text{loss of } e;\ \text{no switch}] = "
    r"\Pr[\text{no switch}] \cdot B/2",
    text="That is so where the rule that decides to draw in the epoch does not depend on the epoch's losses.",
)
def asi_42b_corrected() -> Case:
    """Independence."""
    return Case(
        checks=(Goal("small epochs, exactly", exhaustive("asi42b-blind", "blind-rules")),),
        twins=(Twin("with a draw allowed", exhaustive("asi42b-drawn", "blind-rules")),),
    )


HALF: Final = f"{LOST} = {STAYS}*B/2"
refuted(
    "ASI-42b",
    EPOCH,
    HALF,
    setting=Epoch(2, (Fraction(1, 2),) * 2, gap=Fraction(1, 50), epochs=17**4, epsilon=Fraction(17, 2 * 17**2)),
    where=("E**3 = (T*eps)**4", LARGE_EPS),
)
theorem(
    "ASI-42b-corrected",
    BLIND,
    HALF,
    Step(
        "one model",
        "E(kept(x)*B*l(x)) = B/2*E(kept(x))",
        arithmetic(("B", "the rule does not see the loss"), ("B*E(kept(x))", "fair")),
    ),
    Step("all", HALF, arithmetic(inside("sum(_, x, 1, d)", "one model"))),
)
