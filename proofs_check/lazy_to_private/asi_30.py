"""ASI-30, as printed and corrected."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise, product
from typing import Final

from dpassay.exact import max_ratio
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import (
    family,
    told,
    whole,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import (
    counterexample,
    exhaustive,
    identity,
    nonnegative,
)
from dpassay.proofs_check.lazy_to_private.chain import RATIONAL_GAME
from dpassay.proofs_check.lazy_to_private.games import bit_games, game, growth_of
from dpassay.reference import lazy_to_private as l2p


def _next_ratios(instance: Instance) -> list[Fraction]:
    """The largest ratios of consecutive normalized measures, both ways."""
    losses, parameters = game(instance)
    laws = [l2p.normalized(a, parameters) for a in l2p.measures(losses, parameters)]
    return [Fraction(max_ratio(*pair)) for a, b in pairwise(laws) for pair in ((a, b), (b, a))]  # type: ignore[arg-type]


SINGLE_ROUNDS: Final = RATIONAL_GAME.having(batch=whole(1, 1))


told("asi30", "consecutive normalized measures differ by at most the factor e^eta", SINGLE_ROUNDS)(
    lambda i: all(ratio <= growth_of(i) for ratio in _next_ratios(i))
)
told("asi30-too-sharp", "... by at most 19/20 of e^eta", SINGLE_ROUNDS)(
    lambda i: all(ratio <= growth_of(i) * 19 / 20 for ratio in _next_ratios(i))
)


@family("l2p-single-rounds", "all 0/1 games with (T, d) = (2, 2), (3, 2), (2, 3) at e^eta = 11/10 and 4")
def _single_rounds() -> Iterator[Instance]:
    for (rounds, experts), rate in product(((2, 2), (3, 2), (2, 3)), ("11/10", "4")):
        for losses in bit_games(rounds, experts):
            yield {"losses": losses, "exp_learning_rate": rate, "batch": 1, "fake_switch": "1/2"}


def _all_but_one(experts: int) -> Instance:
    losses = [["0", *["1"] * (experts - 1)], ["0"] * experts]
    return {"losses": losses, "exp_learning_rate": "2", "batch": 1, "fake_switch": "1/2"}


@claim(
    "ASI-30",
    location="Lemma 3.9",
    latex=r"D_\infty^0(\overline\mu_{t+1}, \overline\mu_t) \le \eta,\quad \mu_{t+1}(x)/\mu_t(x) = e^{-\eta \ell_t(x)}",
    text="The measures of multiplicative weights satisfy Assumption 3.1 with delta_0 = 0: consecutive normalized "
    "measures have D <= eta both ways, and mu_{t+1}(x)/mu_t(x) = e^{-eta l_t(x)}.",
    assumed=("losses in [0, 1]", "eta > 0 (Assumption 3.1 itself asks for eta <= 1/10)"),
)
def asi_30() -> Case:
    """The factor and its mean are both in [e^{-eta}, 1]."""
    return Case(
        argument="The ratio of the normalized measures is u/Z with u = e^{-eta l_t(x)} in [a, 1], a = e^{-eta}, and Z "
        "the mean of u under the normalized mu_t, also in [a, 1]. A bound for each x gives one for each set.",
        proof=(
            Goal("u/Z <= 1/a, times a Z", nonnegative("Z - a*u", ("Z - a", "1 - u", "a"))),
            Goal("u/Z >= a, times Z", nonnegative("u - a*Z", ("u - a", "1 - Z", "a"))),
            Goal("the unnormalized ratio", identity("exp(-h*(S + l))/exp(-h*S)", "exp(-h*l)")),
        ),
        checks=(Goal("small games, exactly", exhaustive("asi30", "l2p-single-rounds")),),
        sharper=(
            Goal(
                "with many models more than 19/20 of e^eta is reached",
                counterexample("asi30-too-sharp"),
                Hunt("asi30-too-sharp", lambda: (_all_but_one(d) for d in range(2, 60))),
            ),
        ),
        twins=(
            Twin("19/20 of e^eta", exhaustive("asi30-too-sharp", "l2p-single-rounds"), of=3),
            Twin("u/Z <= 1 for the best", nonnegative("Z - u", ("Z - a", "1 - u", "a"))),
        ),
        remarks=("eta is the supremum over d, and is not attained.",),
    )
