"""Bodies to draw points from."""

import math
from typing import Any

import pytest

from dpassay.fast.hit_and_run import Ball, Box
from tests.fast.helpers import expect_error


@pytest.mark.parametrize(
    ("body", "arguments"),
    [
        (Box, {"low": [0.0], "high": [0.0]}),
        (Box, {"low": [0.0], "high": [1.0, 2.0]}),
        (Box, {"low": [-1e308], "high": [math.inf]}),
        (Box, {"low": [[0.0]], "high": [1.0]}),
        (Ball, {"center": [], "radius": 1.0}),
        (Ball, {"center": [0.0], "radius": 0.0}),
        (Ball, {"center": [math.nan], "radius": 1.0}),
    ],
)
def test_bad_bodies(body: Any, arguments: dict[str, Any]) -> None:
    expect_error(body, arguments, "")
