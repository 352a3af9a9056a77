"""ASI-21, as printed and corrected."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Final

from dpassay.exact import as_real
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import (
    BETWEEN,
    BIT,
    entries,
    family,
    row_of,
    told,
    whole,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import (
    counterexample,
    exhaustive,
    inequality,
)
from dpassay.proofs_check.lazy_to_private.games import log_inverse
from dpassay.proofs_check.numbers import below


def _drawn_at(coins: list[int]) -> int:
    """The round in which y_t was drawn, by Algorithm 1: coins A_2, ..., A_t; it is drawn anew where a coin is 0."""
    drawn = 1
    for s, coin in enumerate(coins, start=2):
        drawn = s if coin == 0 else drawn
    return drawn


COINS: Final = entries({"l2p-coins": row_of(BIT, 0)})


told(
    "asi21",
    "y_t was drawn in the largest round t_0 <= t with A_{t_0} = 1",
    COINS.where(lambda i: 1 in i["l2p-coins"]),
    lambda i: {"drawn in round": _drawn_at(i["l2p-coins"]), "t_0": _last(i["l2p-coins"], 1)},
)(lambda i: _drawn_at(i["l2p-coins"]) == _last(i["l2p-coins"], 1))
told("asi21-corrected", "y_t was drawn in the largest round s <= t with s = 1 or A_s = 0", COINS)(
    lambda i: _drawn_at(i["l2p-coins"]) == _last(i["l2p-coins"], 0)
)


def _last(coins: list[int], value: int) -> int:
    return max([1] + [s for s, coin in enumerate(coins, start=2) if coin == value])


@family("l2p-coins", "all sequences of up to 8 coins")
def _coins() -> Iterator[Instance]:
    for length in range(9):
        for coins in product((0, 1), repeat=length):
            yield {"l2p-coins": list(coins)}


@claim(
    "ASI-21",
    location="Appendices A.1 and A.3",
    latex=r"t_0 = \max\{s \le t: A_s = 1\},\ \text{that is, } y_t \text{ is sampled from } \overline\nu_{t_0}",
    text="With t_0 the largest integer at most t such that A_{t_0} = 1, y_t was sampled from the normalized nu_{t_0}.",
    corrected_by="ASI-21-corrected",
)
def asi_21() -> Case:
    """Models are drawn where the coin is 0."""
    return Case(
        argument="Algorithm 1 draws y_s where A_s = 0 (line 14). With A_2 = 1, t_0 = 2, but y_2 = y_1 was drawn in "
        "round 1.",
        counterexample=Goal("one coin", counterexample("asi21"), Hunt("asi21", _coins)),
        twins=(Twin("A = 0, or the first round", counterexample("asi21-corrected")),),
        remarks=("A slip of the pen: what the proofs use is ASI-21-corrected.",),
    )


AGES: Final = entries(t=whole(1), fake_switch=BETWEEN, delta_1=BETWEEN)


def _older(instance: Instance, share: Fraction) -> Fraction:
    """Pr[t - t_0 > share L/p], exactly; L = log(1/delta_1)."""
    p, most, t = Fraction(instance["fake_switch"]), log_inverse(instance) * share, int(instance["t"])
    first = next((k for k in range(t) if below(most, as_real(k * p))), None)
    return Fraction(0) if first is None else Fraction((1 - p) ** first)


for _name, _share in (("asi21-age", Fraction(1)), ("asi21-age-half", Fraction(1, 2))):
    told(_name, f"Pr[t - t_0 > {_share} log(1/delta_1)/p] <= delta_1", AGES)(
        lambda i, share=_share: _older(i, share) <= Fraction(i["delta_1"])  # type: ignore[misc]  # bound at once
    )


@family("l2p-ages", "t = 1, 5, 40, p = 1/20, 1/2, 19/20, delta_1 = 1/2, 1/10, 1/1000")
def _ages() -> Iterator[Instance]:
    for t, p, delta in product((1, 5, 40), ("1/20", "1/2", "19/20"), ("1/2", "1/10", "1/1000")):
        yield {"t": t, "fake_switch": p, "delta_1": delta}


@claim(
    "ASI-21-corrected",
    location="Appendices A.1 and A.3",
    latex=r"t_0 = \max\{s \le t: s = 1 \text{ or } A_s = 0\}:\ y_t \sim \overline\nu_{t_0},\ \Pr[t - t_0 > "
    r"\log(1/\delta_1)/p] \le \delta_1",
    text="With t_0 the largest s <= t such that s = 1 or A_s = 0, y_t was sampled from the normalized nu_{t_0}, and t "
    "- t_0 > log(1/delta_1)/p has probability at most delta_1.",
    assumed=("0 < delta_1 < 1",),
)
def asi_21_corrected() -> Case:
    """A geometric tail."""
    return Case(
        argument="By line 14. t - t_0 > k needs k + 1 coins equal to 1 (and is impossible where there are fewer): "
        "(1 - p)^{floor(L/p) + 1} <= (1 - p)^{L/p} <= e^{-L}.",
        proof=(Goal("log(1 - p) <= -p", inequality("-p - log(1 - p)", "p", "[0, 1)")),),
        checks=(
            Goal("all short sequences of coins", exhaustive("asi21-corrected", "l2p-coins")),
            Goal("the tail", exhaustive("asi21-age", "l2p-ages")),
        ),
        twins=(
            Twin("t - t_0 > log(1/delta_1)/(2p)", exhaustive("asi21-age-half", "l2p-ages"), of=2),
            Twin("log(1 - p) <= -3p/2", inequality("-3*p/2 - log(1 - p)", "p", "[0, 1)")),
        ),
    )
