"""The contract of a mechanism that says nothing more of it: what follows from its law, its neighbors, its guarantee.

A contract of its own takes from here what it does not say itself:

    CONTRACT = default_contract("laplace", cases=(Case({"epsilon": "1", "sensitivity": 2}, "7/3"),))
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import fields
from fractions import Fraction
from itertools import islice
from typing import Any, Final

from hypothesis import strategies as st

from dpassay.exact import require
from dpassay.exact.entrance import explain_failures
from dpassay.properties.contract import Contract, DataStrategy, Pairs, ParametersStrategy
from dpassay.properties.run import Case
from dpassay.properties.target import plain
from dpassay.reference import Mechanism, MechanismParameters, mechanism, names_of, with_loss_scaled

__all__ = ["INFINITY", "NAN", "WRONG_NUMBERS", "default_contract"]

NAN: Final = float("nan")
INFINITY: Final = float("inf")
WRONG_NUMBERS: Final = (NAN, INFINITY, -INFINITY, -1, 0, 1, 2, 3, Fraction(-1, 10), Fraction(3, 2))
"""What an implementation must refuse for a number, those of them that the mechanism itself refuses."""

_COUNTS: Final = (NAN, -1, 0, 1, 2, 3)
"""Those of them for a whole number, which need not be refused where it is infinite."""

_MOST_PAIRS: Final = 64
_INPUTS: Final = 2
"""How many inputs are cases at each of the parameters."""

_FURTHER: Final = 10
"""A label out of range is looked for among so many whole numbers above an input."""


def default_contract(
    of: object,
    *,
    parameters: ParametersStrategy | None = None,
    data: DataStrategy | None = None,
    neighbors: Pairs | None = None,
    cases: tuple[Case, ...] = (),
    bad: Mapping[str, tuple[object, ...]] | None = None,
) -> Contract:
    """Return the contract of a mechanism; what is not given follows from the mechanism.

    Parameters are those of its ``EXAMPLE``, and the same with twice the privacy loss; inputs are those that its
    ``neighbors`` yields. What the example does not vary, such as a sensitivity that is 1, is not varied here either.

    Args:
        of: the mechanism: its name, the path of its file, or its module.
        parameters: returns a strategy for exact parameters.
        data: given parameters, returns a strategy for exact data.
        neighbors: given parameters, returns a strategy for pairs of neighboring data.
        cases: where the law is tested; what is bad is bad at the first one.
        bad: values to reject, for the arguments for which they are not those among ``WRONG_NUMBERS`` (or data with
            such a number or of another length) that the mechanism itself refuses.

    Raises:
        ValueError: there is no such mechanism, or it has no example that its parameters take.
    """
    own = mechanism(of)
    tested = cases or tuple(_cases(own))
    return Contract(
        mechanism=own,
        parameters=parameters or (lambda: st.sampled_from(_examples(own))),
        data=data or (lambda given: st.sampled_from(_inputs(own, given))),
        neighbors=neighbors or (lambda given: st.sampled_from(_pairs(own, given))),
        cases=tested,
        bad={**_refused(own, tested[0]), **(bad or {})},
    )


def _examples(own: Mechanism) -> list[MechanismParameters]:
    doubled = None
    with suppress(ValueError):  # out of the domain
        doubled = with_loss_scaled(own, own.example, Fraction(2))
    return [own.example] if doubled is None else [own.example, doubled]


def _pairs(own: Mechanism, parameters: MechanismParameters) -> list[tuple[Any, Any]]:
    pairs = list(islice(own.neighbors(parameters), _MOST_PAIRS))
    require(bool(pairs), "neighbors", "nothing", f"at least one pair of inputs in {own.place}")
    return pairs


def _inputs(own: Mechanism, parameters: MechanismParameters) -> list[Any]:
    return [own.check_data(data, parameters) for pair in _pairs(own, parameters) for data in pair]


def _cases(own: Mechanism) -> Iterator[Case]:
    for parameters in _examples(own):
        inputs = _inputs(own, parameters)
        distinct = [data for place, data in enumerate(inputs) if data not in inputs[:place]]
        yield from (Case(parameters.given(), data) for data in distinct[:_INPUTS])


# What must be refused


def _refused(own: Mechanism, case: Case) -> dict[str, tuple[object, ...]]:
    """Return, for each argument, what the mechanism itself refuses at a case: parameters, data, and sizes."""
    parameters = own.Parameters.read(case.parameters)
    data, found = own.check_data(case.data, parameters), {}
    for entry in fields(parameters):
        name, *others = names_of(entry)
        given = {key: value for key, value in parameters.given().items() if key not in others}
        is_count = isinstance(getattr(parameters, entry.name), int)
        numbers = _COUNTS if is_count else WRONG_NUMBERS

        def used(value: object, name: str = name, given: dict[str, object] = given) -> None:
            own.check_data(data, own.Parameters.read({**given, name: value}))

        found[name] = _those(numbers, used)
    found["data"] = _those(_spoiled(data), own.check_data, parameters)
    return {name: values for name, values in found.items() if values} | {"size": (-1,)}


def _those(values: Iterable[Any], read: Callable[..., object], *others: object) -> tuple[object, ...]:
    """Return those values that cannot be read, as an implementation gets them."""
    return tuple(plain(value) for value in values if _is_refused(value, read, *others))


def _is_refused(value: object, read: Callable[..., object], *others: object) -> bool:
    try:
        read(value, *others)
    except ValueError:
        return True
    return False


def _spoiled(data: Any) -> Iterator[Any]:
    """Yield what is nearly an input: with another number at its end, or with an entry too few or too many."""
    if isinstance(data, tuple) and data:
        yield from ((), data[:-1], (*data, data[-1]), data[0])
        if isinstance(data[0], tuple):
            yield from (tuple(row[:-1] for row in data), tuple((*row, *row[-1:]) for row in data))
        yield from ((*data[:-1], wrong) for wrong in _spoiled(data[-1]))
    elif isinstance(data, int):
        yield from dict.fromkeys([INFINITY, -INFINITY, *_COUNTS, *range(data + 1, data + _FURTHER)])
    elif isinstance(data, Fraction):
        yield from WRONG_NUMBERS


explain_failures(__name__)
