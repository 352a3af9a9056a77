"""`replay` as a function: the verdicts of the command, and arguments that are refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import dpassay.audit
from dpassay.audit import ReplayResult, replay
from tests.mutants import planted

FILE = Path(planted.__file__)


def test_a_pipeline_is_replayed(tmp_path: Path) -> None:
    found = replay(f"{FILE}:sum_not_clipped", [1.0], [1.0, 500.0], {"epsilon": 1}, epsilon=1, drawn=2)
    assert isinstance(found, ReplayResult)
    assert (found.verdict, found.exit_code, found.cost.low.exact) == ("violation", 1, "50")
    assert "sum_not_clipped" in repr(found)
    assert found._repr_html_().startswith("<iframe")
    assert json.loads(found.to_json())["format"] == "dpassay replay report 1"
    assert all(path.is_file() for path in found.save(tmp_path))
    assert found.timeline.calls[0].line > 0


def test_a_function_of_a_module_is_a_target() -> None:
    found = replay(planted.response, [0, 1], [1, 1], {"epsilon": 1}, epsilon=1, drawn=1, steered=1)
    assert found.verdict in ("no violation found", "could not run")  # where the tests are no package


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({}, "^epsilon = nothing"),
        ({"epsilon": 1, "drawn": 0}, "^drawn = 0: expected"),
        ({"epsilon": 1, "steered": "x"}, "^steered = 'x': expected"),
        ({"epsilon": 1, "time_limit": 0}, "^time_limit = 0: expected"),
        ({"epsilon": 1, "primitives": ["x"]}, "^primitive = 'x': expected"),
    ],
)
def test_what_makes_no_sense_is_refused(more: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        replay(f"{FILE}:response", [0], [1], **more)


def test_the_package_offers_it() -> None:
    assert dpassay.audit.replay is replay
    assert {"replay", "ReplayResult"} <= set(dir(dpassay.audit))
