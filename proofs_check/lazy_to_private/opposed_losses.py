"""Two rounds and any measure: how far the bits of round 1 are apart where one loss is replaced by an opposed one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any, Final

from dpassay.exact import LogForm, log
from dpassay.proofs_check.instances import (
    ABOVE_0,
    ABOVE_1,
    entries,
    family,
    rational,
    row_of,
    told,
    weights_of_law,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.lazy_to_private.chain import (
    growth_of,
)
from dpassay.proofs_check.lazy_to_private.round_ratios import (
    largest_bit_ratio,
    printed_bound,
)
from dpassay.proofs_check.numbers import sum_of

RATIOS: Final = row_of(ABOVE_0)


@entries(
    weights=weights_of_law(positive=True),
    ratios=RATIOS,
    other=RATIOS,
    exp_learning_rate=ABOVE_1,
    fake_switch=rational("[1/2, 1)"),
).where
def _is_general(instance: Instance) -> bool:
    """Two rounds, B = 1: weights of nu_1 and two functions func(l, .) that satisfy Assumption 3.1 with delta_0 = 0."""
    growth, p = growth_of(instance), Fraction(instance["fake_switch"])
    weights = [Fraction(weight) for weight in instance["weights"]]
    if not len(weights) == len(instance["ratios"]) == len(instance["other"]):
        return False
    close = all(_is_close(weights, [Fraction(r) for r in instance[name]], growth) for name in ("ratios", "other"))
    sure = log(growth) <= LogForm(min(Fraction(1, 10), 4 * p**2))
    return close and sure


def _is_close(weights: list[Fraction], ratios: list[Fraction], growth: Fraction) -> bool:
    """The normalized measures before and after differ by factors in [e^{-eta}, e^eta]."""
    mean = sum_of([w * r for w, r in zip(weights, ratios, strict=True)]) / sum_of(weights)
    return all(mean <= growth * r and r <= growth * mean for r in ratios)


def _general_bits(instance: Instance) -> Iterator[tuple[Fraction, Fraction]]:
    """Pr[zeta_1 = 1 | x, y] for both losses and all x and y."""
    growth, kept = growth_of(instance), (1 - Fraction(instance["fake_switch"])) ** 2
    ratios, other = ([Fraction(r) for r in instance[name]] for name in ("ratios", "other"))
    for x, y in product(range(len(ratios)), repeat=2):
        first, second = (1 - kept * min(Fraction(1), r[x] / r[y] / growth**2) for r in (ratios, other))
        yield first, second


def _general(name: str, words: str, bound: Callable[[Instance], LogForm]) -> None:
    def largest(instance: Instance) -> Any:
        return max(largest_bit_ratio(*pair) for pair in _general_bits(instance))

    told(name, words, _is_general, lambda instance: {"the largest ratio": largest(instance)})(
        lambda instance: log(largest(instance)) <= bound(instance)
    )


_general("asi25", "zeta_{s_0} is (2 eta/p)-indistinguishable given x and y", printed_bound)


_general(
    "asi25-corrected",
    "zeta_{s_0} is max(4 eta, 2 eta/p)-indistinguishable given x and y",
    lambda instance: log(growth_of(instance)) * max(Fraction(4), 2 / Fraction(instance["fake_switch"])),
)


_general("asi25-step", "Pr[zeta_{s_0} = 0] changes by at most e^{2 eta}", lambda i: log(growth_of(i)) * 2)


def opposed_losses() -> Iterator[Instance]:
    """Two models are multiplied by u and 1/u, or the other way round, and a third one keeps the total; u <= e^eta."""
    pairs = ((Fraction(21, 20), Fraction(26, 25)), (Fraction(21, 20), Fraction(21, 20)), (Fraction(51, 50),) * 2)
    for (growth, gain), p in product(pairs, ("1/2", "2/3", "3/4", "9/10")):
        up, down = str(gain), str(1 / gain)
        yield {
            "weights": ["1", "1", str(gain - 1)],
            "ratios": [up, down, down],
            "other": [down, up, down],
            "exp_learning_rate": str(growth),
            "fake_switch": p,
        }


family(
    "opposed-measures",
    "three models and two losses of opposed effect, u = 26/25, 21/20 at e^eta = 21/20, u = 51/50 = e^eta, p = 1/2, "
    "2/3, 3/4, 9/10",
)(opposed_losses)
