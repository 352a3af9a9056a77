"""ASI-43c: Theorem 4.2 where the rounds of drawing are independent of the losses. There is no constant.

Restart the follower of ASI-44-corrected: a block of L rounds begins with a draw, whatever was played; let b be what the
noisy tree desired when the block began. Each further round of the block draws again until b is drawn, and then b is
kept. With coins V_i, uniform and fresh, let the i-th draw be b + V_i modulo d. It is uniform given all that came
before, losses included, so it is a draw from a constant mu; and it is the last draw of its block if V_i = 0. So the
rounds are a function of the coins, and the same for all losses. What is released is a function of the desires and of
these coins, and eps^2-concentrated as the tree is. In the j-th round of a block b is missed with probability (1 -
1/d)^j, which sums to at most d - 1 rounds. So the regret is bounded as in ASI-44-corrected, and the refutation of
ASI-43b applies as it stands.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Final

from dpassay.analysis.limited_switching import (
    LimitedSwitching,
    Losses,
    Private,
    Released,
    follower,
    law,
    played,
)
from dpassay.exact import Dist, as_real
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import (
    REWARDS,
    as_rows,
    entries,
    family,
    matrices,
    told,
    whole,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive
from dpassay.proofs_check.lazy_to_private.asi_43b import CLAIMED, CONSTANT, FOLLOWER, LET, PRECONDITION, asi_43b
from dpassay.proofs_check.lazy_to_private.followed_tree import is_quarter, long_games, printed_regret, quarter, upper
from dpassay.proofs_check.lazy_to_private.lower_bound import (
    leader,
)
from dpassay.proofs_check.models.long_games import LONG_GAMES, Long
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.proof.no_constant import NoConstant
from dpassay.proofs_check.proof.register import refuted

told(
    "asi43c",
    "every such algorithm has a regret of at least c (sqrt(T) + T^{1/3}/eps^{2/3}), also the restarted follower of the "
    "tree, whose regret is bounded as in ASI-44-corrected",
    is_quarter,
    lambda instance: {
        "the follower's regret, at most": upper(instance),
        "sqrt(T) + T^{1/3}/eps^{2/3}": printed_regret(*quarter(instance)[:2]),
    },
)(
    lambda instance: at_most(
        printed_regret(*quarter(instance)[:2]) * as_real(Fraction(instance["constant"])), upper(instance)
    )
)


def restarted(rounds: int, experts: int, block: int) -> LimitedSwitching:
    """Follow the leader of before the block: a uniform draw in its first round, and again until the leader is drawn."""

    def uniform(past: Losses) -> Dist[int]:  # noqa: ARG001  # a constant function of the losses
        return Dist.uniform(range(experts))

    def rule(past: Losses, released: Released, state: Private) -> Dist[tuple[bool, Private]]:
        begun = len(past) // block * block
        return Dist.point((begun == len(past) or released[-1].model != _leader_or_first(past[:begun]), state))

    return LimitedSwitching(rounds, experts, uniform, rule)


def _leader_or_first(past: Losses) -> int:
    return leader(past) if past else 0


RESTARTED: Final = entries(losses=REWARDS, block=whole(1))


def _tells_nothing(algorithm: LimitedSwitching, released: Dist[Released]) -> bool:
    """Whether the rounds of drawing have the law that they have where all losses are 0."""
    quiet = law(algorithm, [[0] * algorithm.experts] * algorithm.rounds)
    found, expected = (dict(paths.map(_times).items()) for paths in (released, quiet))
    return found == expected


def _times(path: Released) -> tuple[int, ...]:
    return tuple(z.round for z in path)


def _follower_tells_nothing(losses: Losses) -> bool:
    algorithm = follower(len(losses), len(losses[0]), lambda past, _: _leader_or_first(past))
    return _tells_nothing(algorithm, law(algorithm, losses))


def _is_uniform_given_rounds(released: Dist[Released], experts: int) -> bool:
    """Whether every model drawn is uniform, given its round and all that was released before."""
    before: dict[Any, list[Any]] = {}
    for path, weight in released.items():
        for i, z in enumerate(path):
            before.setdefault((path[:i], z.round), [Fraction(0)] * experts)[z.model] += weight
    return all(len(set(masses)) == 1 for masses in before.values())


def _restarts(instance: Instance) -> bool:
    """The law of the rounds, of the draws, and of the model in each round of a block."""
    losses, block = as_rows(instance["losses"]), instance["block"]
    experts, rounds = len(losses[0]), len(losses)
    algorithm = restarted(rounds, experts, block)
    released = law(algorithm, losses)
    models = released.map(lambda path: played(path, rounds))
    missed = [
        models.probability(lambda path, t=t: path[t] != _leader_or_first(losses[: t // block * block]))  # type: ignore[misc]
        for t in range(rounds)
    ]
    return (
        _tells_nothing(algorithm, released)
        and _is_uniform_given_rounds(released, experts)
        and all(m == (1 - Fraction(1, experts)) ** (t % block + 1) for t, m in enumerate(missed))
    )


told(
    "asi43c-restarted",
    "the rounds have one law for all losses, draws are uniform given the past, and round j of a block misses the "
    "leader with prob. (1 - 1/d)^j",
    RESTARTED,
)(_restarts)
told(
    "asi43c-follower",
    "the follower of ASI-39c, without restarts: its rounds have one law for all losses",
    RESTARTED,
)(lambda i: _follower_tells_nothing(as_rows(i["losses"])))


@family(
    "restarted-games",
    "all 0/1 losses of 4 rounds and 2 models in blocks of 2, 3 and 2 in blocks of 3, 2 and 3 in blocks of 2",
)
def _restarted_games() -> Iterator[Instance]:
    for rounds, experts, block in ((4, 2, 2), (3, 2, 3), (2, 3, 2)):
        for losses in matrices(rounds, experts, ("0", "1")):
            yield {"losses": losses, "block": block}


@claim(
    "ASI-43c",
    location="Theorem 4.2, for rounds of drawing that are independent of the losses",
    latex=r"T_1, T_2, \dots \text{ independent of } \ell_1, \dots, \ell_T,\ d \ge 2 \Rightarrow "
    r"\mathbf{Reg}_T \ge \Omega\big(\sqrt{T} + T^{1/3}/\varepsilon^{2/3}\big)",
    text="The same for algorithms of Condition 4.1 whose rounds of drawing are independent of the losses. (The paper's "
    "own algorithm is not one of them.)",
    adjacency="one_loss",
    assumed=("the regret of the leader of the noisy tree, followed in blocks (ASI-44-corrected)",),
    corrected_by="ASI-43c-corrected",
)
def asi_43c() -> Case:
    """Rounds that tell nothing by themselves, but with the models that were drawn."""
    return Case(
        beyond="It speaks of the bound of ASI-44-corrected and not of the worst regret, which is at most that; "
        "restarting in each block keeps the bound.",
        argument="Restart the follower of ASI-44-corrected in each block: with coins that are uniform and fresh the "
        "rounds of drawing tell nothing, and the regret is bounded as before. So the refutation of ASI-43b applies.",
        counterexample=Goal(
            "c = 1/1000, two models",
            counterexample("asi43c"),
            Hunt("asi43c", lambda: long_games(("1/1000",), (2, 3))),
        ),
        sharper=(
            *asi_43b().sharper,
            Goal("the restarted follower, exactly", exhaustive("asi43c-restarted", "restarted-games")),
        ),
        twins=(
            Twin("with the true lower bound", counterexample("asi43b-true")),
            Twin("ratios below c^4", exhaustive("asi43b-far-below", "falling-ratios"), of=1),
            Twin("without restarts", exhaustive("asi43c-follower", "restarted-games"), of=2),
        ),
        remarks=(
            "What tells is whether a model was kept: rounds and models together. Where the rounds are independent of "
            "the models too, as in a plan that is made in advance, the bound holds: ASI-43c-corrected.",
        ),
    )


refuted(
    "ASI-43c",
    LONG_GAMES,
    f"{CLAIMED} <= B",
    setting=Long(30),
    where=(PRECONDITION,),
    variables=CONSTANT,
    let=LET,
    no_constant=NoConstant("c", "ASI-43b: for no constant", "k", {}, ("ASI-43b: the precondition",)),
    bound=FOLLOWER,
    c=Fraction(1),
)
