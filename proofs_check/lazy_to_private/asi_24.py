"""ASI-24: the proof conditions on E, so that no more than 2 T p log(1/delta_1)/B coins fall, and (3) holds.

Proof of Theorem 3.2, the event E. As printed it is the union of E_G, E_G' and all E_s, E_s'. For multiplicative weights
each E_s is certain, so the union is, and bounds no number. ASI-24b reads it as an intersection. But E_G speaks of coins
that come later: where the history shows that the budget is spent, there are no fake switches after it given E_G,
and zeta_(s_0) = 1 if and only if S = 0, of probabilities whose ratio is near 3 however small eta is.

ASI-24-corrected stands in `asi_24_corrected`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, Final

from dpassay.exact import LogForm, log
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import (
    told,
    whole,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample
from dpassay.proofs_check.lazy_to_private.chain import (
    growth_of,
    parameters_of,
)
from dpassay.proofs_check.lazy_to_private.round_ratios import (
    largest_bit_ratio,
    printed_bound,
)
from dpassay.proofs_check.lazy_to_private.switch_events import (
    binomial_at_most,
    event_of,
    is_event_with_rate,
    switch_budget,
)
from dpassay.proofs_check.models.events import EVENTS
from dpassay.proofs_check.models.lazy_rounds import Pair, rows
from dpassay.proofs_check.models.spent_budget import SPENT, History
from dpassay.proofs_check.proof.register import refuted
from dpassay.reference import lazy_to_private


@is_event_with_rate.having(batch=whole(1, 1), changed_batch=whole(1), spent=whole()).where
def _is_history(instance: Instance) -> bool:
    """The preconditions of Theorem 3.2 with 2 T delta_1 < 1, and a history within E_G before round s_0 + 1."""
    rounds, batch, p, delta_1 = event_of(instance)
    s_0, spent = instance["changed_batch"], instance["spent"]
    return bool(
        s_0 < rounds and spent <= min(s_0 - 1, switch_budget(rounds, batch, p, delta_1)) and 2 * rounds * delta_1 < 1
    )


def _keeping(instance: Instance) -> tuple[Any, Any]:
    """The probabilities of S_{s_0 + 1} = 1 at (x, y) = (0, 1), for the two loss sequences."""
    rounds, s_0 = instance["rounds"], instance["changed_batch"]
    coins = []
    for row in (("1", "0"), ("0", "1")):
        losses = [("0", "0")] * (s_0 - 1) + [row] + [("0", "0")] * (rounds - s_0)
        game = {"losses": losses, "exp_learning_rate": instance["exp_learning_rate"], "batch": 1}
        parameters = parameters_of({**game, "fake_switch": instance["fake_switch"]})
        measures = lazy_to_private.measures(lazy_to_private.check_data(losses, parameters), parameters)
        coins.append(lazy_to_private.keeping(measures[s_0 - 1], measures[s_0], 0, 1, parameters))
    return coins[0], coins[1]


def _switches_given_budget(instance: Instance, q: Any) -> Any:
    """Pr[zeta_{s_0} = 1 | history, E_G]: the coins that are still to come have to stay within the budget."""
    rounds, batch, p, delta_1 = event_of(instance)
    left, later = switch_budget(rounds, batch, p, delta_1) - instance["spent"], rounds - 1 - instance["changed_batch"]
    fires = 1 - (1 - p) ** 2
    stays, spends = (binomial_at_most(later, fires, most) if most >= 0 else Fraction(0) for most in (left, left - 1))
    return ((1 - fires) * (1 - q) * stays + fires * spends) / ((1 - fires) * stays + fires * spends)


def _given_budget(instance: Instance) -> dict[str, Any]:
    first, second = (_switches_given_budget(instance, q) for q in _keeping(instance))
    return {"Pr[zeta = 1]": first, "Pr[zeta = 1], the other loss": second}


def _bits_are_close(first: Any, second: Any, bound: LogForm) -> bool:
    """Two bits with positive probabilities are indistinguishable, both ways."""
    return log(largest_bit_ratio(first, second)) <= bound


told("asi24b", "given E_G and the history, zeta_{s_0} is (2 eta/p)-indistinguishable", _is_history, _given_budget)(
    lambda instance: log(largest_bit_ratio(*_given_budget(instance).values())) <= printed_bound(instance)
)


@told("asi24b-free", "given the history alone, zeta_{s_0} is (2 eta/p)-indistinguishable", _is_history)
def _given_history(instance: Instance) -> bool:
    kept = (1 - Fraction(instance["fake_switch"])) ** 2
    first, second = (1 - kept * q for q in _keeping(instance))
    return _bits_are_close(first, second, printed_bound(instance))


def _outside_the_budget(instance: Instance) -> Fraction:
    """Pr[E and not E_G], where E is the union that is printed: every E_s is certain, so E is."""
    rounds, batch, p, delta_1 = event_of(instance)
    return 1 - binomial_at_most(rounds // batch - 1, 1 - (1 - p) ** 2, switch_budget(rounds, batch, p, delta_1))


@_is_history.where
def _has_sure_events(instance: Instance) -> bool:
    """A history, and the quotient of line 6, which is e^{2 eta} q, is always in [e^{-2 eta}, e^{2 eta}] (E_s)."""
    square = growth_of(instance) ** 2
    return all(1 / square <= square * q <= square for q in _keeping(instance))


told(
    "asi24",
    "on E no more coins fire than 2 T p log(1/delta_1)/B",
    _has_sure_events,
    lambda instance: {"Pr[E and more coins]": _outside_the_budget(instance)},
)(lambda instance: _outside_the_budget(instance) == 0)


told("asi24-double", "on E no more coins fire than 4 T p log(1/delta_1)/B", _has_sure_events)(
    lambda instance: 2 * switch_budget(*event_of(instance)) >= instance["rounds"] - 1
)


def _spent_budgets() -> Iterator[Instance]:
    yield {
        "rounds": 10,
        "batch": 1,
        "fake_switch": "1/10",
        "delta_1": "1/21",
        "exp_learning_rate": "31/30",
        "changed_batch": 8,
        "spent": 6,
    }


@claim(
    "ASI-24",
    location="Proof of Theorem 3.2, the event E, as printed",
    latex=r"E := E_G \cup E_G' \cup_{s \in [T/B]} (E_s \cup E_s'): \text{ on } E,\ \sum_{s=2}^{T/B} 1(A_s = 0 \text{ "
    r"or } S'_s = 0) \le 2Tp\log(1/\delta_1)/B",
    text="The proof conditions on the union E of E_G, E_G' and all E_s, E_s', so that no more than 2 T p "
    "log(1/delta_1)/B coins fire.",
    checked=("the preconditions of Theorem 3.2, with 2 T delta_1 < 1",),
    adjacency="one_loss",
    corrected_by="ASI-24-corrected",
)
def asi_24() -> Case:
    """A union that is certain bounds nothing."""
    return Case(
        argument="For multiplicative weights each E_s is certain, so the union is the whole space, and more coins than "
        "2 T p log(1/delta_1)/B fire with positive probability on it.",
        counterexample=Goal("ten rounds", counterexample("asi24"), Hunt("asi24", _spent_budgets)),
        twins=(Twin("twice as many", counterexample("asi24-double")),),
    )


@claim(
    "ASI-24b",
    location="Proof of Theorem 3.2, the event E, read as an intersection",
    latex=r"\text{conditional on } E_G \cap E_G' \cap \bigcap_s (E_s \cap E_s'),\ \Sigma_{s_0-1} = \Sigma:\ (x_{s_0}, "
    r"y_{s_0}, \zeta_{s_0}) \text{ are } (2\eta/p, \delta_0)\text{-indistinguishable}",
    text="Conditional on the intersection E of these events the bound (3) holds for s = s_0, given each history.",
    checked=("the preconditions of Theorem 3.2, with 2 T delta_1 < 1",),
    adjacency="one_loss",
    corrected_by="ASI-24-corrected",
)
def asi_24b() -> Case:
    """A history that has spent the budget forbids the fake switches that hide a real one."""
    return Case(
        argument="E_G speaks of coins that come later. Where the history shows that the budget of fake switches is "
        "spent, then given E_G there are none after it, and zeta_{s_0} = 1 if and only if S_{s_0 + 1} = 0, of "
        "probabilities 1 - q and 1 - q': the ratio is (1 - e^{-3 eta})/(1 - e^{-eta}), near 3, however small "
        "eta is.",
        counterexample=Goal(
            "ten rounds, p = 1/10, log(1/delta_1) = log 21, six fake switches in rounds 2 to 7",
            counterexample("asi24b"),
            Hunt("asi24b", _spent_budgets),
        ),
        twins=(Twin("without conditioning", counterexample("asi24b-free")),),
    )


PRECONDITIONS: Final = ("eta <= 1/10", "2*T*g < 1")
ALL_FELL: Final[Mapping[str, Any]] = {"@runs": ((5, 1), (0, 1))}
"""In the first run five coins fell, in the other one none; in both some E_s held."""
NOTHING: Final = rows(*["00"] * 6)
refuted(
    "ASI-24",
    EVENTS,
    "inside*N <= inside*2*T*p*log(1/g)/B",
    setting=Pair(NOTHING, (*rows("01"), *NOTHING[1:]), Fraction(21, 20), 1, Fraction(1, 6), Fraction(10, 121)),
    where=(*PRECONDITIONS, "B <= T*p", "eta*B*log(1/g) <= p"),
    **ALL_FELL,
)
refuted(
    "ASI-24b",
    SPENT,
    "c(z) <= exp(2*eta/p)*c2(z)",
    setting=History(10, Fraction(1, 10), Fraction(1, 21), Fraction(31, 30), 8, 6),
    where=(*PRECONDITIONS, "1 <= T*p", "eta*log(1/g) <= p"),
    z=Fraction(1),
)
