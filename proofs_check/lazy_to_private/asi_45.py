"""ASI-45, as printed and corrected."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product

from dpassay.proofs_check.claim import Case, Goal, Twin, claim
from dpassay.proofs_check.instances import (
    ABOVE_1,
    Rows,
    as_rows,
    entries,
    family,
    row_of,
    told,
    whole,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import (
    exhaustive,
    inequality,
    nonnegative,
)
from dpassay.proofs_check.lazy_to_private.asi_17 import SWAP, swap_goals
from dpassay.proofs_check.lazy_to_private.games import BITS, bit_games, normalized_law


@entries(losses=BITS, rates=row_of(ABOVE_1), swap=row_of(whole(), 2, 2)).where
def _is_swap(instance: Instance) -> bool:
    """0/1 losses, a rate for each round, and two rounds to swap."""
    return bool(len(instance["rates"]) == len(instance["losses"]) > max(instance["swap"]))


def _weights(rows: Rows, rates: list[Fraction]) -> list[Fraction]:
    """The normalized measure after all rounds, round i with its own rate."""
    raw = [Fraction(1)] * len(rows[0])
    for row, rate in zip(rows, rates, strict=True):
        raw = [w * rate ** -int(loss) for w, loss in zip(raw, row, strict=True)]
    return normalized_law(raw)


def _swaps(instance: Instance) -> bool:
    rows, rates, (i, j) = as_rows(instance["losses"]), [Fraction(g) for g in instance["rates"]], instance["swap"]
    swapped = list(rows)
    swapped[i], swapped[j] = rows[j], rows[i]
    return _weights(rows, rates) == _weights(tuple(swapped), rates)


told(
    "asi45",
    "swapping two losses leaves the measure as it is, for one func",
    _is_swap.where(lambda i: len(set(i["rates"])) == 1),
)(_swaps)
told("asi45-any", "the same where func may change with the round", _is_swap)(_swaps)


def _swapped(rates: tuple[str, ...]) -> Iterator[Instance]:
    for losses, (i, j) in product(bit_games(3, 2), combinations(range(3), 2)):
        yield {"losses": losses, "rates": list(rates), "swap": [i, j]}


family("l2p-swapped", "all 0/1 games with T = 3, d = 2 at e^eta = 3/2, and all pairs of rounds")(
    lambda: _swapped(("3/2", "3/2", "3/2"))
)
family("l2p-swapped-any", "the same at e^eta = 3/2, 2, 3 in turn")(lambda: _swapped(("3/2", "2", "3")))


@claim(
    "ASI-45",
    location="Appendix A.2",
    latex=r"\mu_t = \mu_0 \textstyle\prod_{i<t} \mathsf{func}(\ell_i);\ \text{swap } t-1 \text{ and } t_0;\ "
    r"D_\infty^{(e^\eta + 1)\delta_0}(\overline\mu_t, \overline\mu_t') \le 2\eta;\ e^\eta + 1 \le 4",
    text="The steps of the proof of Lemma 3.6: the measures are equal for t <= t_0; for t = t_0 + 1 group privacy "
    "gives D^{(e^eta + 1) delta_0} <= 2 eta; swapping the losses of rounds t - 1 and t_0 leaves mu_t as it is; and "
    "e^eta + 1 <= 4.",
    assumed=(
        "mu_0 is the measure of the first round, mu_1: no loss comes before it",
        "Assumption 3.1 for the swapped sequences too, with one func for all rounds",
    ),
    adjacency="one_loss",
)
def asi_45() -> Case:
    """As printed, with mu_1 for mu_0."""
    return Case(
        argument=f"{SWAP} For t <= t_0 the measure depends on l_1, ..., l_{{t-1}} alone, which are equal.",
        proof=swap_goals(),
        checks=(Goal("all swaps in small games", exhaustive("asi45", "l2p-swapped")),),
        sharper=(Goal("e^eta + 1 <= 4 up to eta = 1.09", inequality("4 - (exp(h) + 1)", "h", "[0, 109/100]", ">")),),
        twins=(
            Twin("where func may change with the round", exhaustive("asi45-any", "l2p-swapped-any"), of=3),
            Twin("e^eta delta_0", nonnegative("E**2*Q + E*d - P", ("E*R + d - P", "E*Q + d - R", "E"))),
        ),
        remarks=("The product is printed with mu_0, which Algorithm 1 does not have; mu_1 is meant.",),
    )
