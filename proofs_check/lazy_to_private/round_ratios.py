"""What single rounds release on two sequences of losses, given what came before: how far the probabilities are apart.

Families: the last batch has no losses, for nothing that is released depends on it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, Final

from dpassay.exact import LogForm, log
from dpassay.proofs_check.instances import Precondition, family, told
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.lazy_to_private.chain import (
    batches_of,
    changed_batch,
    growth_of,
    histories,
    is_pair,
    meets_theorem_32,
    neighboring_pairs,
    pair_of,
    parameters_of,
    round_law,
    round_ratio,
)


def _shapes() -> Iterator[Instance]:
    yield from neighboring_pairs(2, 2, "11/10", "1/2")
    yield from neighboring_pairs(3, 2, "11/10", "1/2")
    yield from neighboring_pairs(2, 3, "11/10", "1/3")
    yield from neighboring_pairs(2, 2, "20/19", "1/4", batch=2)


family(
    "l2p-pairs",
    "all pairs of 0/1 matrices with (n, d, B) = (2, 2, 1), (3, 2, 1), (2, 3, 1), (2, 2, 2) of which one row differs, "
    "with p = 1/2, 1/2, 1/3, 1/4",
)(_shapes)


def against_the_last(experts: int, batches: int, growth: str, fake_switch: str, place: int) -> Instance:
    """Every loss is on the last model; one row is replaced by its mirror image."""
    row, mirrored = ["0"] * (experts - 1) + ["1"], ["1"] * (experts - 1) + ["0"]
    return {
        "losses": [row] * (batches - 1) + [["0"] * experts],
        "changed_round": place,
        "row": mirrored,
        "exp_learning_rate": growth,
        "batch": 1,
        "fake_switch": fake_switch,
    }


def two_models() -> Iterator[Instance]:
    """In order of size, all with two models."""
    yield from neighboring_pairs(2, 2, "11/10", "1/2")
    yield from neighboring_pairs(3, 2, "11/10", "1/2")
    yield against_the_last(2, 4, "11/10", "1/2", 0)


def rare_switches() -> Iterator[Instance]:
    """Few fake switches: which coin fired tells of the changed batch."""
    yield against_the_last(2, 2, "11/10", "1/4", 0)
    yield against_the_last(2, 2, "11/10", "1/10", 0)
    yield against_the_last(2, 10, "101/100", "1/10", 8)


def largest_bit_ratio(first: Any, second: Any) -> Any:
    """The largest ratio of the probabilities of two bits, both ways."""
    return max(first / second, second / first, (1 - first) / (1 - second), (1 - second) / (1 - first))


def printed_bound(instance: Instance) -> LogForm:
    """2 eta/p."""
    return log(growth_of(instance)) * (2 / Fraction(instance["fake_switch"]))


def multiple_of_eta(instance: Instance, multiple: int | Fraction = 1) -> LogForm:
    """A multiple of eta."""
    return log(growth_of(instance)) * multiple


def later(instance: Instance, start: int) -> range:
    """The rounds from s_0 + start on."""
    return range(changed_batch(instance) + start, batches_of(instance) + 1)


def ratios(instance: Instance, rounds: range, zetas: tuple[int, ...] = (0, 1)) -> Iterator[Any]:
    """The largest ratio of what each of these rounds releases, history by history."""
    parameters = parameters_of(instance)
    for s in rounds:
        yield from (round_ratio(instance, s, given) for given in histories(parameters, zetas))


def worst(instance: Instance, rounds: range) -> dict[str, Any]:
    """The largest ratio, beside e^eta."""
    ratio = max(ratios(instance, rounds))
    return {"the largest ratio": ratio, "e^eta": growth_of(instance)}


SOME_ROUNDS_LATER: Final = meets_theorem_32.where(lambda instance: len(later(instance, 1)) > 1)


def _round_after(name: str, words: str, bound: Callable[[Instance], LogForm], applies: Precondition = is_pair) -> None:
    """Round s_0 + 1."""

    def rounds(instance: Instance) -> range:
        return later(instance, 1)[:1]

    speaks = applies.where(lambda instance: len(rounds(instance)) > 0)
    told(name, words, speaks, lambda instance: worst(instance, rounds(instance)))(
        lambda instance: log(max(ratios(instance, rounds(instance)))) <= bound(instance)
    )


def _coin_of_round(instance: Instance) -> LogForm:
    """log (1 - (1 - p) e^{-(B + 2) eta})/(1 - (1 - p) e^{-B eta})."""
    growth, batch, stay = growth_of(instance), instance["batch"], 1 - Fraction(instance["fake_switch"])
    return log((1 - stay * growth ** -(batch + 2)) / (1 - stay * growth**-batch))


_round_after("asi26", "round s_0 + 1 is eta-indistinguishable given the history", multiple_of_eta, meets_theorem_32)


_round_after(
    "asi26-corrected",
    "... (4 eta + 2 eta (1 - p)/p)-indistinguishable",
    lambda i: multiple_of_eta(i, 4) + _coin_of_round(i),
)


_round_after("asi26-4", "... 4 eta-indistinguishable", lambda i: multiple_of_eta(i, 4))


_round_after("asi26-9", "... 9 eta-indistinguishable", lambda i: multiple_of_eta(i, 9), meets_theorem_32)


@family(
    "l2p-pairs-before-the-last", "those of the pairs whose changed batch is not the last: n = 2 and 3, d = 2, B = 1"
)
def _before_the_last() -> Iterator[Instance]:
    yield from neighboring_pairs(2, 2, "11/10", "1/2")
    yield from neighboring_pairs(3, 2, "11/10", "1/2")


def _rounds_later(name: str, words: str, multiple: Fraction, applies: Precondition = is_pair) -> None:
    """All rounds from s_0 + 2 on; where zeta_{s - 1} = 0 the bound is 0."""

    def holds(instance: Instance) -> bool:
        rounds = later(instance, 2)
        switched = log(max(ratios(instance, rounds, (1,)))) <= multiple_of_eta(instance, multiple)
        return switched and all(ratio == 1 for ratio in ratios(instance, rounds, (0,)))

    speaks = applies.where(lambda instance: len(later(instance, 2)) > 0)
    told(name, words, speaks, lambda instance: worst(instance, later(instance, 2)))(holds)


_rounds_later(
    "asi27", "each round s > s_0 + 1 is eta-indistinguishable given the history", Fraction(1), meets_theorem_32
)


_rounds_later("asi27-2", "... 2 eta-indistinguishable", Fraction(2), meets_theorem_32)


_rounds_later("asi27-corrected", "... (4 eta zeta_{s - 1})-indistinguishable", Fraction(4))


_rounds_later("asi27-3", "... 3 eta-indistinguishable", Fraction(3))


@told(
    "asi27b",
    "for s > s_0 and s < n, Pr[x_s, y_s, zeta_s = 0] given the history is the same for both",
    SOME_ROUNDS_LATER,
)
def _kept_costs_nothing(instance: Instance) -> bool:
    parameters = parameters_of(instance)
    for s in later(instance, 1)[:-1]:
        for given in histories(parameters):
            first, second = (round_law(rows, parameters, s, given) for rows in pair_of(instance))
            if any(weight != second.pmf(entry) for entry, weight in first.items() if entry[2] == 0):
                return False
    return True


@told(
    "asi27b-shifted",
    "for s > s_0 + 1 the law of (x_s, y_s) given the history with zeta_{s - 1} = 0 is the same for both",
    SOME_ROUNDS_LATER,
)
def _kept_before_costs_nothing(instance: Instance) -> bool:
    return all(ratio == 1 for ratio in ratios(instance, later(instance, 2), (0,)))


def many_models() -> Iterator[Instance]:
    """Two to four models, in three rounds."""
    return (against_the_last(d, 3, "11/10", "1/2", 0) for d in (2, 3, 4))


@family("l2p-pairs-of-batch-1", "those of the pairs with n = 3, d = 2, B = 1, p = 1/2 whose first batch changed")
def _of_batch_1() -> Iterator[Instance]:
    return (i for i in neighboring_pairs(3, 2, "11/10", "1/2") if changed_batch(i) == 1)
