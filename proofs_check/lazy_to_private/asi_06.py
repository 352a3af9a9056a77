"""ASI-06, as printed and corrected."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Final

from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import (
    ABOVE_1,
    Precondition,
    Rows,
    as_rows,
    entries,
    family,
    told,
    whole,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import (
    counterexample,
    exhaustive,
    identity,
)
from dpassay.proofs_check.lazy_to_private.games import BITS, bit_games


def _quotient(rows: Rows, growth: Fraction, t: int, x: int, y: int, *, normalized: bool) -> Fraction:
    """mu_t(x)/mu_{t-1}(x) mu_{t-1}(y)/mu_t(y), of the measures or the laws; rounds count from 1, losses are bits."""
    now, before = (_measure(rows[:end], growth, len(rows[0]), normalized=normalized) for end in (t - 1, t - 2))
    return now[x] / before[x] * before[y] / now[y]


def _measure(rows: Rows, growth: Fraction, experts: int, *, normalized: bool) -> list[Fraction]:
    weights = [growth ** -sum(int(row[x]) for row in rows) for x in range(experts)]
    whole = sum(weights, Fraction(0)) if normalized else Fraction(1)
    return [w / whole for w in weights]


def _quotients(instance: Instance, name: str, *, normalized: bool = False) -> list[Fraction]:
    rows, growth, t = as_rows(instance[name]), Fraction(instance["exp_learning_rate"]), instance["round"]
    pairs = product(range(len(rows[0])), repeat=2)
    return [_quotient(rows, growth, t, x, y, normalized=normalized) for x, y in pairs]


def _of_asi06(agree: int) -> Precondition:
    """Two games with 0/1 losses, a round t >= 2, and equal losses in round t - ``agree``."""

    @entries(losses=BITS, others=BITS, exp_learning_rate=ABOVE_1, round=whole(2)).where
    def is_asi06(instance: Instance) -> bool:
        first, second, t = instance["losses"], instance["others"], instance["round"]
        return bool(
            (len(first), len(first[0])) == (len(second), len(second[0]))
            and t <= len(first)
            and first[t - 1 - agree] == second[t - 1 - agree]
        )

    return is_asi06


def _asi06(name: str, words: str, agree: int) -> None:
    def same(instance: Instance) -> bool:
        of_games = [_quotients(instance, games) for games in ("losses", "others")]
        cancels = all(
            _quotients(instance, games, normalized=True) == _quotients(instance, games)
            for games in ("losses", "others")
        )
        return cancels and of_games[0] == of_games[1]

    told(
        name,
        words,
        _of_asi06(agree),
        lambda instance: {games: max(_quotients(instance, games)) for games in ("losses", "others")},
    )(same)


_asi06("asi06", "games with the same losses in round t have the same ratios of round t, for all x and y", 0)
_asi06("asi06-corrected", "games with the same losses in round t - 1 have the same ratios of round t", 1)


def _game_pairs() -> Iterator[Instance]:
    for first, second in product(bit_games(2, 2), repeat=2):
        yield {"losses": first, "others": second, "exp_learning_rate": "3/2", "round": 2}


family("l2p-pairs-that-agree", "all pairs of 0/1 games with T = d = 2 and equal first losses, at e^eta = 3/2")(
    lambda: (pair for pair in _game_pairs() if pair["losses"][0] == pair["others"][0])
)
family("l2p-pairs-that-agree-later", "the same with equal second losses")(
    lambda: (pair for pair in _game_pairs() if pair["losses"][1] == pair["others"][1])
)
RATIO: Final = r"\frac{\overline\mu_t(x_{t-1})}{\overline\mu_{t-1}(x_{t-1})} \frac{\overline\mu_{t-1}(y_{t-1})}"
RATIO_END: Final = (
    r"{\overline\mu_t(y_{t-1})} = \frac{\mu_t(x_{t-1})}{\mu_{t-1}(x_{t-1})} \frac{\mu_{t-1}(y_{t-1})}{\mu_t(y_{t-1})}"
)


@claim(
    "ASI-06",
    location="Section 3, technique overview",
    latex=RATIO + RATIO_END + r" \text{ and this ratio is a function of } \ell_t",
    text="The ratio with the parallel model y is the same for the normalized and the unnormalized measures, and is a "
    "function of the loss of round t (given the two models of round t - 1).",
    corrected_by="ASI-06-corrected",
)
def asi_06() -> Case:
    """mu_t does not depend on l_t."""
    return Case(
        argument="mu_t is a function of l_1, ..., l_{t-1} alone (Assumption 3.1), and mu_t/mu_{t-1} = func(l_{t-1}, "
        ".): the ratio of round t never depends on l_t, and it does depend on l_{t-1}.",
        counterexample=Goal("two rounds, multiplicative weights", counterexample("asi06"), Hunt("asi06", _game_pairs)),
        twins=(Twin("a function of the loss of round t - 1", counterexample("asi06-corrected")),),
        remarks=(
            "A shift of the index, without effect on the theorems. In Algorithm 1 the ratio of batch s is a function "
            "of the B losses of batch s - 1. The ratio is, up to a factor, the probability of keeping the model, not "
            "'of switching', as the text has it.",
        ),
    )


@claim(
    "ASI-06-corrected",
    location="Section 3, technique overview",
    latex=RATIO + RATIO_END + r" = \frac{\mathsf{func}(\ell_{t-1}, x_{t-1})}{\mathsf{func}(\ell_{t-1}, y_{t-1})}",
    text="The ratio is the same for the normalized and the unnormalized measures, and is a function of the loss of "
    "round t - 1 and the two models of round t - 1.",
    assumed=("Assumption 3.1, second part", "the measures are positive"),
)
def asi_06_corrected() -> Case:
    """The normalizations cancel."""
    return Case(
        argument="Insert mu_t = Z_t times the law, and mu_t(x) = func(l_{t-1}, x) mu_{t-1}(x).",
        proof=(
            Goal("the normalizations cancel", identity("((m/Z)/(n/W))*((u/W)/(v/Z))", "(m/n)*(u/v)")),
            Goal("what remains of func", identity("(f*n/n)*(u/(g*u))", "f/g")),
        ),
        checks=(Goal("small games", exhaustive("asi06-corrected", "l2p-pairs-that-agree")),),
        twins=(
            Twin("a function of the loss of round t", exhaustive("asi06", "l2p-pairs-that-agree-later"), of=2),
            Twin("with one normalization left over", identity("((m/Z)/(n/W))*(u/v)", "(m/n)*(u/v)")),
        ),
    )
