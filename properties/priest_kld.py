"""PRIEST-KLD: strategies for its inputs, and its contract."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from dpassay.exact.entrance import explain_failures
from dpassay.properties.defaults import NAN, default_contract
from dpassay.properties.run import Case
from dpassay.properties.strategies import budgets, checked, rationals
from dpassay.reference.priest_kld import NAME, check_data
from dpassay.reference.priest_kld_estimator import Clients, Shares
from dpassay.reference.priest_kld_setting import TRUSTS, Parameters

__all__ = ["BAD", "CASES", "CONTRACT", "data", "neighbors", "parameters", "references"]

MOST_SPARE: Final = 3
"""Items beyond the least that there must be."""

BAD: Final[dict[str, tuple[object, ...]]] = {
    "reference": ([], [1.0], [0.5, 0.25], [1.5, -0.5], [0.0, 1.0], [NAN, 0.5], 0.5),
    "trust": ("", "central", "Trusted"),
    "calibration": ("", "correct", "Printed"),
}
"""References: without letters, of one, of another total, negative, with a 0, no number, no row."""


def references() -> SearchStrategy[Shares]:
    """Probabilities above 0 of 2 or 3 letters, of small denominators; shrinks toward two halves."""
    weights = st.integers(2, 3).flatmap(lambda k: st.lists(st.integers(1, 4), min_size=k, max_size=k))
    return weights.map(lambda drawn: tuple(Fraction(weight, sum(drawn)) for weight in drawn))


@st.composite
def parameters(draw: st.DrawFn) -> Parameters:
    """All three models, with and without a floor, sampled clients with one; shrinks toward "trusted" and one round."""
    reference, trust = draw(references()), draw(st.sampled_from(TRUSTS))
    items = draw(st.integers(1, 2))
    floor = draw(st.none() | rationals(Fraction(1, 12), Fraction(1, 2)))
    strict = trust != "dist" and floor is None
    least = 2 * len(reference) + 1 if strict else 2 * items
    clients = -(-least // items) + draw(st.integers(0, MOST_SPARE))
    return Parameters(
        draw(budgets()),
        delta=Fraction(1, 10 ** draw(st.integers(1, 5))),
        reference=reference,
        clients=clients,
        trust=trust,
        rounds=draw(st.integers(1, 2)),
        lam=draw(st.just(Fraction(1)) | rationals(0, 3)),
        items=items,
        participants=None if strict or clients > 4 else draw(st.none() | st.integers(1, clients)),
        floor=floor,
    )


def data(parameters: Parameters) -> SearchStrategy[Clients]:
    """What the clients hold, each letter as often as it must be; shrinks toward the first letter."""
    given = checked(parameters, Parameters)
    fixed = [letter for letter in range(given.letters) for _ in range(given.least_count)]
    size = given.clients * given.items - len(fixed)
    free = st.lists(st.integers(0, given.letters - 1), min_size=size, max_size=size)
    return free.map(lambda drawn: _dealt([*fixed, *drawn], given))


def _dealt(items: list[int], parameters: Parameters) -> Clients:
    """Deal items to the clients, one after the other."""
    return tuple(tuple(items[client :: parameters.clients]) for client in range(parameters.clients))


def neighbors(parameters: Parameters) -> SearchStrategy[tuple[Clients, Clients]]:
    """Data and the same with the last item of the last client replaced; shrinks toward equal data."""
    given = checked(parameters, Parameters)
    pairs = st.tuples(data(given), st.integers(0, given.letters - 1))
    changed = pairs.map(lambda drawn: (drawn[0], (*drawn[0][:-1], (*drawn[0][-1][:-1], drawn[1]))))
    return changed.filter(lambda pair: _is_allowed(pair[1], given))


def _is_allowed(clients: Clients, parameters: Parameters) -> bool:
    try:
        check_data(clients, parameters)
    except ValueError:
        return False
    return True


_HELD: Final = ((0,), (0,), (0,), (1,), (1,), (1,), (1,))
CASES: Final = (
    Case({"epsilon": "2", "delta": "1/100", "reference": "1/3,2/3", "clients": 7, "rounds": 2, "lam": "2"}, _HELD),
    Case({"epsilon": "4", "delta": "1/100", "reference": "1/3,2/3", "clients": 7, "trust": "tagg", "rounds": 2}, _HELD),
    Case(
        {"exp_eps": "20", "delta": "1/100", "reference": "1/4,3/4", "clients": 7, "trust": "dist", "rounds": 3}, _HELD
    ),
    Case(
        {
            "epsilon": "8",
            "delta": "1/10",
            "reference": "1/2,1/4,1/4",
            "clients": 3,
            "trust": "tagg",
            "items": 2,
            "participants": 2,
            "floor": "1/5",
            "lam": "3",
        },
        ((0, 1), (1, 1), (0, 1)),
    ),
    Case(
        {
            "epsilon": "8",
            "delta": "1/10",
            "reference": "3/4,1/4",
            "clients": 4,
            "trust": "trusted",
            "participants": 3,
            "floor": "1/10",
            "lam": "1/2",
        },
        ((0,), (0,), (1,), (0,)),
    ),
    Case(
        {
            "epsilon": "8",
            "delta": "1/10",
            "reference": "1/2,1/2",
            "clients": 4,
            "trust": "dist",
            "participants": 2,
            "rounds": 1,
        },
        ((0,), (0,), (1,), (0,)),
    ),
    Case(
        {"epsilon": "1", "delta": "1/20", "reference": "1/3,2/3", "clients": 7, "calibration": "printed"},
        _HELD,
    ),
    Case(
        {
            "epsilon": "6",
            "delta": "1/20",
            "reference": "1/3,2/3",
            "clients": 7,
            "trust": "dist",
            "rounds": 2,
            "calibration": "printed",
        },
        _HELD,
    ),
)
"""Each model with all clients and with some, with several items each, with a letter that nobody holds, as printed."""

CONTRACT = default_contract(NAME, parameters=parameters, data=data, neighbors=neighbors, cases=CASES, bad=BAD)


explain_failures(__name__)
