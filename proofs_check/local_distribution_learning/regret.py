"""Games of Algorithm 2 in which one loss a round is shown, and how their regret changes with its range (Lemma 7)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from flint import arb

from dpassay.exact import Real, decide, log
from dpassay.exact.real import rational_ball
from dpassay.proofs_check.claim import Goal
from dpassay.proofs_check.instances import (
    Precondition,
    as_rows,
    entries,
    family,
    matrix_of,
    rational,
    told,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import nonnegative
from dpassay.proofs_check.numbers import sum_of


def log_ball(n: int) -> arb:
    """An enclosure of log n."""
    return arb(n).log()


QUARTERS: Final = (
    "For w = w_j and a = eta Z_j >= 0 the function -log(1 - w + w e^-a) has the value 0 and the slope w at a = 0, and "
    "the second derivative -v(1 - v), v = w e^-a/(1 - w + w e^-a) <= w. So it is at least w a - V(w) a^2/2 with V(w) = "
    "w(1 - w) for w <= 1/2, and 1/4 for w > 1/2. If all w_j <= 1/2 then sum_j V(w_j) = 1 - sum w_j^2 <= 1 - 1/K; if "
    "one is larger, sum_j V(w_j) <= 1/4 + (1 - w_j) <= 3/4."
)
"""The sharper form of Lemma 7, for what a single published coordinate can do to the weights."""


def quarter_goals() -> tuple[Goal, ...]:
    """See ``QUARTERS``."""
    return (
        Goal("v <= w: w e^-a <= w (1 - w + w e^-a)", nonnegative("w*(1 - w + w*g) - w*g", ("w", "1 - w", "1 - g"))),
        Goal("v(1 - v) <= w(1 - w), v <= w <= 1/2", nonnegative("w*(1 - w) - v*(1 - v)", ("w - v", "1 - 2*w"))),
        Goal("v(1 - v) <= 1/4", nonnegative("1/4 - v*(1 - v)")),
        Goal(
            "1/4 + sum_j (w_j - w_j^2) <= 3/4 for other weights of sum u = 1 - w, of squares of sum q, and w >= 1/2",
            nonnegative("3/4 - (1/4 + u - q)", ("1 - w - u", "w - 1/2", "q")),
        ),
    )


def hidden_games_up_to(largest: Fraction) -> Precondition:
    """Losses Z_{t,j,j} from 0 to ``largest`` for K >= 2 experts, and T > log K."""

    @entries(losses=matrix_of(rational(f"[0, {largest}]"))).where
    def is_hidden_game(instance: Instance) -> bool:
        rounds, count = len(instance["losses"]), len(instance["losses"][0])
        return count >= 2 and (rounds - log(count)).sign() > 0

    return is_hidden_game


is_hidden_game_of_1: Final = hidden_games_up_to(Fraction(1))


def hidden_regret(instance: Instance) -> arb:
    """The largest over i of E sum_t (sum_j w_j^t Z_{t,j,j} - Z_{t,i,i}), J uniform; eta as printed if not given."""
    rows = as_rows(instance["losses"])
    count = len(rows[0])
    given = instance.get("rate")
    eta = rational_ball(Fraction(given)) if given else (2 * count * log_ball(count) / len(rows)).sqrt()
    sums: dict[tuple[Fraction, ...], int] = {(Fraction(0),) * count: 1}
    paid = arb(0)
    for t, row in enumerate(rows):
        after: dict[tuple[Fraction, ...], int] = defaultdict(int)
        for totals, ways in sums.items():
            weights = [(-eta * rational_ball(s)).exp() for s in totals]
            loss = sum((w * rational_ball(v) for w, v in zip(weights, row, strict=True)), arb(0))
            paid += loss / sum(weights, arb(0)) * ways / count**t
            for j, entry in enumerate(row):
                after[(*totals[:j], totals[j] + entry, *totals[j + 1 :])] += ways
        sums = after
    return paid - rational_ball(min(sum_of(list(column)) for column in zip(*rows, strict=True)))


def hidden_bound(instance: Instance) -> arb:
    """sqrt(2 T K log K)."""
    rows = as_rows(instance["losses"])
    count = len(rows[0])
    return (2 * len(rows) * count * log_ball(count)).sqrt()


@family("sima-hidden-games", "K = 2 with T = 1 to 12 and K = 3, 4 with T = 2 to 6: one good expert, turns, and mixed")
def hidden_games() -> Iterator[Instance]:
    """K = 2 with up to 12 rounds, K = 3 and 4 with up to 6."""
    for count, last in ((2, 12), (3, 6), (4, 6)):
        for rounds in range(1 if count == 2 else 2, last + 1):
            alone = ["0", *["1"] * (count - 1)]
            turned = [[str(int((t + j) % 2 == 0)) for j in range(count)] for t in range(rounds)]
            mixed = [[str(Fraction((t + 2 * j) % 4, 3)) for j in range(count)] for t in range(rounds)]
            yield from ({"losses": losses} for losses in ([alone] * rounds, turned, mixed))


WIDE: Final = Fraction(8, 7)
"""(8/7)^2 3/4 < 1: losses this much above 1 still have the regret of Lemma 7 for K = 2 and 3."""

told(
    "sima41-regret",
    "for losses up to 8/7 the expected regret is at most sqrt(2 T K log K) (1 + (8/7)^2 max(3/4, 1 - 1/K))/2",
    hidden_games_up_to(WIDE),
)(lambda i: decide(Real(lambda: hidden_bound(i) * _wide_factor(i) - hidden_regret(i)) >= 0))


def _wide_factor(instance: Instance) -> arb:
    most = max(Fraction(3, 4), 1 - Fraction(1, len(instance["losses"][0])))
    return rational_ball((1 + WIDE**2 * most) / 2)


@family("sima-wide-hidden-games", "K = 2 with T = 1 to 12, K = 3, 4 with T = 2 to 6, with losses up to 8/7")
def _wide_hidden_games() -> Iterator[Instance]:
    for instance in hidden_games():
        yield {"losses": [[str(WIDE * Fraction(entry)) for entry in row] for row in instance["losses"]]}
