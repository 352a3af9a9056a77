"""What a run is asked for is refused in one line where it cannot be done."""

import math
from fractions import Fraction
from typing import Any

import pytest

from dpassay.audit.answers.runner import draw
from tests.audit.running import target


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"samples": 0}, "samples = 0: expected an integer from 1 to 10^9"),
        ({"samples": True}, "samples = True"),
        ({"samples": 10**22}, "samples = 10000000000000000000000: expected an integer from 1 to 10^9"),
        ({"samples": 10**5000}, "samples = an integer of 16610 bits: expected"),
        ({"seed": -1}, "seed = -1: expected a non-negative integer"),
        ({"seed": 10**5000}, "seed = an integer of 16610 bits: expected a non-negative integer below 2^128"),
        ({"time_limit": 0}, "time_limit = 0: expected a number above 0"),
        ({"first_time_limit": math.nan}, "first_time_limit = nan"),
        ({"memory_limit": -5}, "memory_limit = -5"),
        ({"memory_limit": 1 << 20}, "memory_limit = 1 MiB: expected a whole number of bytes, at least 64 MiB"),
        ({"memory_limit": 1e9}, "memory_limit = 1000000000.0 bytes: expected a whole number"),
        ({"target": "nothing"}, "target = 'nothing': expected \"package.module:callable\""),
        ({"target": "module:"}, "target = 'module:'"),
        ({"datasets": []}, "datasets = none: expected at least one"),
        ({"datasets": [math.nan]}, "data = nan: expected a finite number"),
        ({"datasets": [[1, Fraction(10) ** 400]]}, "expected a number in the range of a float"),
        ({"datasets": [True]}, "data = True: expected"),
        ({"datasets": [[0, True]]}, "data = True: expected"),
        ({"datasets": [[[0, True]]]}, "data = True: expected"),
        ({"parameters": {"epsilon": math.inf}}, "epsilon = inf: expected a finite number"),
        ({"parameters": {"epsilon": True}}, "epsilon = True"),
        ({"parameters": {"epsilon": "1", "exp_eps": "2"}}, "expected exactly one of epsilon and exp_eps"),
        ({"parameters": {"exp_eps": "1"}}, "expected a number above 1"),
    ],
)
def test_bad_arguments_are_one_line(arguments: dict[str, Any], message: str) -> None:
    good: dict[str, Any] = {"target": target("pairs"), "datasets": [0], "parameters": {}, "samples": 1, "seed": 0}
    with pytest.raises(ValueError, match="expected") as caught:
        draw(**{**good, **arguments})
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
