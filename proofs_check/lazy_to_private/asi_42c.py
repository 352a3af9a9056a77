"""ASI-42c: the least eps_e^2 at which draws are concentrated are said to add up to at most eps^2 for one pair.

Proof of Theorem 4.2, the definition of eps_e, by Lemma 4.3. D_alpha/alpha is not constant in alpha, so eps_e^2 can
only be its supremum, and two draws reach theirs at different orders. Even in fixed rounds and for one pair of
neighbors the sum of suprema exceeds the supremum of the sum. For each alpha by itself the sum is right
(ASI-40-corrected).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any, Final

from dpassay.exact import Dist, LogForm, as_real
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import (
    ABOVE_0,
    entries,
    row_of,
    told,
    weights_of_law,
    whole,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample
from dpassay.proofs_check.lazy_to_private.laws import law_of
from dpassay.proofs_check.lazy_to_private.lower_bound import LEAK, MANY
from dpassay.proofs_check.limited_switching import is_concentrated, meets_theorem, renyi
from dpassay.proofs_check.models.two_draws import TWO_DRAWS, TwoDraws
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.proof.register import refuted


def _pair_of(weights: Any) -> tuple[Dist[int], Dist[int]]:
    return law_of(weights[0]), law_of(weights[1])


def _both(instance: Instance) -> tuple[Dist[Any], Dist[Any]]:
    (p, q), (r, s) = _pair_of(instance["first"]), _pair_of(instance["second"])
    return p.product(r), q.product(s)


PAIR: Final = row_of(weights_of_law(2, 2), 2, 2)


@entries(rounds=whole(1), first=PAIR, second=PAIR, orders=row_of(whole(1), 2, 2), rho=ABOVE_0).where
def _is_asi42c(instance: Instance) -> bool:
    """Two independent draws for one pair of neighbors, rho-concentrated together."""
    rho = Fraction(instance["rho"])
    return meets_theorem(instance["rounds"], 2, rho) and is_concentrated(*_both(instance), rho)


def _rates(instance: Instance) -> LogForm:
    """The sum of D_alpha/alpha at the two orders: at most eps_1^2 + eps_2^2."""
    pairs = (_pair_of(instance["first"]), _pair_of(instance["second"]))
    return sum(
        (renyi(*pair, order) * Fraction(1, order) for pair, order in zip(pairs, instance["orders"], strict=True)),
        LogForm(),
    )


told(
    "asi42c",
    "eps_1^2 + eps_2^2 is at most eps^2, eps_e^2 the supremum of D_alpha/alpha over alpha >= 1",
    _is_asi42c,
    lambda instance: {"eps_1^2 + eps_2^2, at least": as_real(_rates(instance)), "eps^2": Fraction(instance["rho"])},
)(lambda instance: at_most(_rates(instance), LogForm(Fraction(instance["rho"]))))


told("asi42c-twice", "... at most 2 eps^2", _is_asi42c)(
    lambda instance: at_most(_rates(instance), LogForm(2 * Fraction(instance["rho"])))
)


def _two_kinds() -> Iterator[Instance]:
    for orders in product((1, 2, 3, 4), repeat=2):
        yield {
            "rounds": MANY,
            "first": [["3", "1"], ["1", "3"]],
            "second": LEAK,
            "orders": list(orders),
            "rho": "111/100",
        }


@claim(
    "ASI-42c",
    location="Proof of Theorem 4.2, definition of eps_e",
    latex=r"D_\alpha(Z_{j_e} \| Z_{j_e}' \mid T_{j_e}) = \alpha \varepsilon_e^2 \Rightarrow \textstyle\sum_e "
    r"\varepsilon_e^2 \le \varepsilon^2",
    text="Each draw is eps_e^2-concentrated with eps_e^2 the least number such that D_alpha <= alpha eps_e^2 for all "
    "alpha >= 1; by Lemma 4.3 these add up to at most eps^2, for one pair of neighbors.",
    adjacency="one_loss",
    corrected_by="ASI-40-corrected",
)
def asi_42c() -> Case:
    """The supremum over alpha of a sum is not the sum of suprema."""
    return Case(
        argument="D_alpha/alpha is not constant in alpha, so eps_e^2 can only be its supremum; two draws reach "
        "theirs at different orders. Even at fixed rounds and for one pair of neighbors the sum of suprema exceeds "
        "the supremum of the sum. For each alpha by itself the sum is right (ASI-40-corrected).",
        counterexample=Goal(
            "randomized response and a rare leak", counterexample("asi42c"), Hunt("asi42c", _two_kinds)
        ),
        twins=(Twin("at most 2 eps^2", counterexample("asi42c-twice")),),
    )


refuted(
    "ASI-42c",
    TWO_DRAWS,
    "rho(1) + rho(2) <= V",
    setting=TwoDraws(
        (Fraction(3, 4), Fraction(1, 4)), (Fraction(1, 100), Fraction(1, 10**4)), Fraction(111, 100), 10**5
    ),
    where=("100**2*log(d*T)**3 <= V*T**2",),
)
