"""`dpassay.audit.audit`: the JSON report as a frozen object that a notebook shows."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import dpassay.audit
from dpassay.audit import Result, audit
from dpassay.audit.api import target_of
from dpassay.audit.reports import report

NOISE = """
import numpy as np


def response(data, *, size, rng, epsilon, categories):
    keep = rng.random(size) < np.expm1(epsilon) / (np.exp(epsilon) + categories - 1)
    return np.where(keep, data, rng.integers(0, categories, size))


def broken(data, *, size, rng, epsilon, categories):
    raise RuntimeError("no luck")


class Inner:
    response = staticmethod(response)
"""
RESPONSE = {"epsilon": 1, "categories": "3"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("noise")
    (path / "noise_of_the_api_tests.py").write_text(NOISE)
    return path


@pytest.fixture(scope="module")
def target(folder: Path) -> str:
    return f"{folder / 'noise_of_the_api_tests.py'}:response"


@pytest.fixture(scope="module")
def result(target: str) -> Result:
    return audit(target, "randomized_response", RESPONSE, samples=1_000, seed=4)


def equal(found: Any, expected: Any) -> bool:
    """Compare a frozen part with what the JSON file holds."""
    if isinstance(expected, dict):
        return list(found) == list(expected) and all(equal(getattr(found, key), expected[key]) for key in expected)
    if isinstance(expected, list):
        return len(found) == len(expected) and all(map(equal, found, expected))
    return bool(found == expected)


def test_a_result_has_the_fields_of_the_report(result: Result) -> None:
    content = json.loads(result.to_json())
    assert set(result) == set(json.loads(report.SCHEMA.read_text())["required"])
    assert equal(result, content)
    assert not equal(result, {**content, "verdict": "violation"})
    assert (result.verdict, result.exit_code, result.findings) == ("consistent", 0, ())
    assert 0 <= result.evidence.certificates.values.epsilon_lower < 1
    assert result.subject.parameters.epsilon.exact == "1"
    assert {"verdict", "evidence", "save"} <= set(dir(result))


def test_its_page_says_its_verdict_and_is_saved(result: Result, tmp_path: Path) -> None:
    page = result._repr_html_()
    assert result.headline.partition(": ")[2] in page
    assert "<script" not in page
    assert repr(result).startswith("<audit of ")
    assert result.headline in repr(result)
    name = "noise_of_the_api_tests-response-as-randomized_response-epsilon=1-categories=3"
    assert [path.name for path in result.save(tmp_path)] == [f"{name}.json", f"{name}.html"]


def test_the_command_of_a_result_is_that_of_the_same_audit(result: Result, target: str) -> None:
    assert result.command.startswith(f"dpassay audit {target} --mechanism randomized_response --param epsilon=1")


def test_what_the_target_does_is_a_verdict(target: str) -> None:
    failed = audit(target.replace(":response", ":broken"), "randomized_response", RESPONSE, samples=10)
    assert (failed.verdict, failed.exit_code, failed.evidence) == ("could not run", 2, None)
    assert "no luck" in failed.failure.message


def test_a_built_in_target_needs_no_more() -> None:
    built_in = audit("dpassay-randomized-response", samples=1_000)
    assert (built_in.verdict, built_in.subject.target) == ("consistent", "dpassay-randomized-response")
    assert built_in.command.startswith("dpassay audit dpassay-randomized-response --data=")


def test_a_pair_of_inputs_and_progress(target: str) -> None:
    seen: list[tuple[int, int]] = []
    shown = audit(
        target, "Randomized_Response".lower(), RESPONSE, 2, 1, samples="1e2", progress=lambda *each: seen.append(each)
    )
    assert [data.exact for data in shown.subject.data] == ["2", "1"]
    assert seen[-1] == (200, 200)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"data": 1}, "data = 1, neighbor = None: expected both or neither"),
        ({"parameters": {"epsilon": 0.5, "categories": 3}}, "epsilon = 0.5"),
        ({"parameters": None}, "exactly one of epsilon and exp_eps"),
        ({"mechanism": None}, "mechanism = nothing"),
        ({"samples": 3}, "samples = 3"),
        ({"alpha": 2.0}, "alpha = 2.0"),
        ({"environments": ""}, "environments = ''"),
        ({"target": 5}, "target = 5: expected a text"),
        ({"target": "noise.py"}, "path/to/file.py:function"),
    ],
)
def test_bad_input_is_one_line(changes: dict[str, Any], words: str, target: str) -> None:
    with pytest.raises(ValueError, match="expected") as caught:
        audit(**{"target": target, "mechanism": "randomized_response", "parameters": RESPONSE, **changes})
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


# Functions


def outer(data: object) -> object:
    return lambda: data


def test_functions_of_modules_are_targets(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    monkeypatch.syspath_prepend(str(folder))
    import noise_of_the_api_tests as noise  # type: ignore[import-not-found]

    assert target_of(noise.response) == "noise_of_the_api_tests:response"
    assert target_of(noise.Inner.response) == "noise_of_the_api_tests:response"
    assert target_of("any:text") == "any:text"
    assert audit(noise.response, "randomized_response", RESPONSE, samples=100).evidence is not None


@pytest.mark.parametrize("function", [lambda: None, outer(1), partial(outer, 1), 7, None])
def test_functions_that_no_other_process_can_import_are_refused(function: Any) -> None:
    with pytest.raises(ValueError, match=r"^target = .*: expected ") as caught:
        target_of(function)
    assert "\n" not in str(caught.value)


def test_a_function_of_a_notebook_cell_is_refused_with_what_to_do() -> None:
    def cell(data: object) -> None: ...

    cell.__module__, cell.__qualname__ = "__main__", "cell"
    with pytest.raises(ValueError, match=r"^target = __main__:cell: .* %%writefile noise\.py, .* 'noise\.py:cell'$"):
        target_of(cell)


# What is public


def test_what_is_public_is_loaded_when_it_is_asked_for() -> None:
    assert set(dpassay.audit.__all__) <= set(dir(dpassay.audit))
    with pytest.raises(AttributeError, match="no attribute 'assay'"):
        _ = dpassay.audit.assay  # type: ignore[attr-defined]
    code = (
        "import sys, dpassay.audit\n"
        "heavy = {'numpy', 'scipy', 'matplotlib', 'jinja2', 'flint', 'dpassay.audit.api'}\n"
        "assert not heavy & set(sys.modules), heavy & set(sys.modules)\n"
        "assert callable(dpassay.audit.primitive)\n"
        "assert not {'scipy', 'matplotlib', 'jinja2', 'dpassay.audit.api'} & set(sys.modules)\n"
        "assert callable(dpassay.audit.audit) and heavy - {'matplotlib'} <= set(sys.modules)\n"
        "assert 'matplotlib' not in sys.modules  # which is for whoever draws\n"
        "from dpassay.audit import *\n"
        "assert {'audit', 'Result', 'Record'} <= set(globals())\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_what_is_public_is_documented() -> None:
    for name in dpassay.audit.__all__:
        assert getattr(dpassay.audit, name).__doc__
    assert all(f"{name}:" in (audit.__doc__ or "") for name in audit.__annotations__ if name != "return")
