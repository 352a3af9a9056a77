"""What every mechanism's strategies must do; each mechanism's test file calls these on its own module."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, find, settings
from hypothesis import strategies as st
from hypothesis.errors import NoSuchExample

from dpassay.exact import Budget
from dpassay.reference import MECHANISMS

SIMPLEST = settings(
    max_examples=10,
    phases=[Phase.generate, Phase.shrink],
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
FINDING = settings(SIMPLEST, max_examples=200, phases=[Phase.generate])
"""For finding any example, without shrinking it."""


def simplest(strategy: st.SearchStrategy[Any]) -> Any:
    return find(strategy, lambda _: True, settings=SIMPLEST)


def parameters_are_valid_and_shrink_to(module: ModuleType, expected: dict[str, object]) -> None:
    """The simplest parameters are the stated ones, and both forms of the budget are drawn."""
    kind = MECHANISMS[module.NAME].Parameters
    assert simplest(module.parameters()) == kind.read(expected)
    if "budget" in kind.__dataclass_fields__:
        find(module.parameters(), lambda p: p.budget.given_exp_eps is not None, settings=FINDING)
        find(module.parameters(), lambda p: p.budget.given_epsilon not in (None, 1), settings=FINDING)
        assert isinstance(simplest(module.parameters()).budget, Budget)


def data_is_valid_and_shrinks_to(module: ModuleType, expected: object) -> None:
    parameters = simplest(module.parameters())
    drawn = simplest(module.data(parameters))
    assert drawn == expected
    assert MECHANISMS[module.NAME].check_data(drawn, parameters) == expected


def other_parameters_are_refused(module: ModuleType) -> None:
    for strategy in (module.data, module.neighbors):
        for bad in (None, {"epsilon": 1}, Budget(epsilon=1)):
            with pytest.raises(ValueError, match=r"parameters = .*expected"):
                strategy(bad)


def distance(pair: tuple[Any, Any]) -> Any:
    """How far the farthest-moving entry moves."""
    first, second = (entry if isinstance(entry, tuple) else (entry,) for entry in pair)
    assert len(first) == len(second)
    return max(abs(a - b) for a, b in zip(first, second, strict=True))


def neighbors_move_by_at_most_the_sensitivity(module: ModuleType, parameters: Any) -> None:
    """No drawn pair is too far apart; some move as far as allowed, some less, and in both directions."""
    pairs, s = module.neighbors(parameters), parameters.sensitivity
    assert distance(simplest(pairs)) == 0
    with pytest.raises(NoSuchExample):
        find(pairs, lambda pair: distance(pair) > s, settings=settings(FINDING, max_examples=60))
    find(pairs, lambda pair: distance(pair) == s, settings=FINDING)
    find(pairs, lambda pair: 0 < distance(pair) < s, settings=FINDING)
    find(pairs, lambda pair: pair[1] < pair[0], settings=FINDING)
    find(pairs, lambda pair: pair[1] > pair[0], settings=FINDING)
