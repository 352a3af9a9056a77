"""An exact audit as a function: the command's fields, and its reports."""

import json
from pathlib import Path

import pytest

import dpassay.audit
from dpassay.audit import ExactResult, audit_exact
from tests.audit import exact_targets

FILE = Path(exact_targets.__file__)
RESPONSE = {"exp_eps": 3, "categories": 2}


def test_the_fields_are_those_of_the_report(tmp_path: Path) -> None:
    result = audit_exact(f"{FILE}:response", "randomized_response", RESPONSE)
    assert (result.verdict, result.exit_code) == ("proved", 0)
    assert result.privacy.delta == ("0", "0")
    assert dict(result.laws[1].weights) == {"0": "1/4", "1": "3/4"}
    assert repr(result).endswith("PROVED: the code meets the claim (epsilon = 1.099, delta = 0) on these inputs.>")
    assert json.loads(result.to_json())["verdict"] == "proved"
    page = result._repr_html_()  # as a notebook calls it
    assert page.startswith("<iframe")
    assert [path.suffix for path in result.save(tmp_path)] == [".json", ".html"]


def test_what_is_public_is_offered() -> None:
    assert dpassay.audit.ExactResult is ExactResult
    assert {"audit", "audit_exact", "ExactResult"} <= set(dpassay.audit.__all__)


def test_a_function_may_be_given_and_another_pair() -> None:
    result = audit_exact(exact_targets.response, "randomized_response", RESPONSE, 1, 0)
    assert result.subject.data == ("1", "0")


@pytest.mark.parametrize(
    ("name", "value"),
    [("branches", 0), ("branches", "many"), ("leftover", 2), ("leftover", "-1"), ("delta", 5), ("data", 1)],
)
def test_wrong_arguments_are_named(name: str, value: object) -> None:
    with pytest.raises(ValueError, match=f"^{name} = "):
        audit_exact(f"{FILE}:response", "randomized_response", RESPONSE, **{name: value})  # type: ignore[arg-type]
