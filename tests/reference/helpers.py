"""What the tests of the reference mechanisms share.

Statistical tests draw from generators of fixed seeds, at level ``ALPHA`` each.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from random import Random
from typing import Any

import numpy as np
import pytest

from dpassay.exact import Coins, Dist, decide, enumerate_coins
from dpassay.properties.cells import law_cells
from dpassay.properties.goodness_of_fit import LawTest, sample_test
from dpassay.reference import MECHANISMS

ALPHA = 1e-4
BUDGET_MISTAKES: list[tuple[dict[str, object], str]] = [
    ({"epsilon": None}, "exactly one of epsilon and exp_eps"),
    ({"exp_eps": "3/2"}, "exactly one of epsilon and exp_eps"),
    ({"epsilon": "0"}, "epsilon = 0: expected a number above 0"),
    ({"epsilon": "-1/2"}, "epsilon = -1/2: expected a number above 0"),
    ({"epsilon": 0.5}, "epsilon = 0.5: expected .*not float"),
    ({"epsilon": True}, "epsilon = True: expected"),
    ({"epsilon": "nan"}, "epsilon = 'nan': expected"),
    ({"epsilon": "inf"}, "epsilon = 'inf': expected"),
    ({"epsilon": "1/0"}, "epsilon = '1/0': expected"),
    ({"epsilon": None, "exp_eps": 1}, "exp_eps = 1: expected a number above 1"),
    ({"epsilon": None, "exp_eps": "1/2"}, "exp_eps = 1/2: expected a number above 1"),
    ({"epslon": "1"}, r"did you mean 'epsilon'\?"),
]
"""Changes to good parameters with ``epsilon``, and the complaint about each; None leaves the parameter out."""

REAL_MISTAKES: list[tuple[object, str]] = [
    (0.5, "data = 0.5: expected"),
    (True, "data = True: expected"),
    (None, "data = None: expected"),
    ("nan", "data = 'nan': expected"),
    ("inf", "data = 'inf': expected"),
    ([1], "expected"),
]


def refuses(good: Mapping[str, object], change: Mapping[str, object], message: str, name: str) -> None:
    """``Parameters.read`` complains in one line about the good parameters with a change."""
    raw = {key: value for key, value in {**good, **change}.items() if value is not None}
    with pytest.raises(ValueError, match=message) as caught:
        MECHANISMS[name].Parameters.read(raw)
    assert "\n" not in str(caught.value)


def complains(question: Callable[[], object], message: str) -> None:
    """A call complains in one line."""
    with pytest.raises(ValueError, match=message) as caught:
        question()
    assert "\n" not in str(caught.value)


def refuses_data(name: str, parameters: object, data: object, message: str) -> None:
    """Every function that takes data complains in one line."""
    module = MECHANISMS[name]
    for function in (module.check_data, module.law, lambda d, p: module.sample(d, p, Random(0))):
        with pytest.raises(ValueError, match=message) as caught:
            function(data, parameters)
        assert "\n" not in str(caught.value)


def law_of_coins_agrees(name: str, data: Any, parameters: Any, max_runs: int, **options: Any) -> float:
    """The law of all the sampler's coins is the mechanism's, up to the mass of runs that were cut off; return that.

    For mechanisms whose law has a ``pmf``.
    """
    module: Any = MECHANISMS[name]

    def program(coins: Coins) -> Hashable:
        outcome: Hashable = module.sample(data, parameters, coins, **options)
        return outcome

    code, law = enumerate_coins(program, max_runs), module.law(data, parameters)
    seen = code.weights if not isinstance(law, Dist) else {y: code.weights.get(y, 0) for y in law.outcomes}
    assert set(code.weights) <= set(seen)
    for outcome, weight in seen.items():
        assert decide(weight <= law.pmf(outcome))
        assert decide(law.pmf(outcome) <= weight + code.leftover)
    return float(code.leftover)


def samples_follow_the_law(name: str, data: Any, parameters: Any, size: int, seed: int, **options: Any) -> LawTest:
    """Test draws of ``sample`` against the law."""
    module: Any = MECHANISMS[name]
    rng, exact = Random(seed), module.check_data(data, parameters)
    samples = [float(module.sample(exact, parameters, rng, **options)) for _ in range(size)]
    cells = law_cells(module.law(exact, parameters), size)
    return sample_test(np.array(samples), cells, alpha=ALPHA, rng=np.random.default_rng(seed))
