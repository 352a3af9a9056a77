"""The files of vectors are what their generators write, and are as their schema and their README say."""

from __future__ import annotations

import copy
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from dpassay.reference import MECHANISMS
from tests.vectors.held_to import FOLDER, bounds, document, vectors
from tools.vectors import write
from tools.vectors.vector import Generator, edge, fault

SCHEMA = Draft202012Validator(json.loads((FOLDER / "schema.json").read_text(encoding="utf-8")))


def test_every_mechanism_has_its_vectors() -> None:
    assert {path.stem for path in FOLDER.glob("*.json")} == {*MECHANISMS, "schema"}


@pytest.mark.parametrize("mechanism", MECHANISMS)
def test_a_file_is_what_its_generator_writes(mechanism: str) -> None:
    assert (FOLDER / f"{mechanism}.json").read_bytes() == write.generated(mechanism).encode()


def test_a_file_that_was_edited_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(write, "FOLDER", tmp_path)
    assert write.main(["exponential"]) == 0
    assert write.main(["--check", "exponential"]) == 0
    path = tmp_path / "exponential.json"
    path.write_text(
        path.read_text(encoding="utf-8").replace('"samples": 20000', '"samples": 20001', 1), encoding="utf-8"
    )
    assert write.main(["--check", "exponential", "laplace"]) == 1
    assert [line.partition(" ")[0] for line in capsys.readouterr().out.splitlines()] == [
        "exponential.json",
        "laplace.json",
    ]


@pytest.mark.parametrize("mechanism", MECHANISMS)
def test_a_file_follows_the_schema(mechanism: str) -> None:
    whole = document(mechanism)
    SCHEMA.validate(whole)
    assert whole["mechanism"] == mechanism
    assert {flag for vector in whole["vectors"] for flag in vector["flags"]} == set(whole["flags"])
    assert [vector["id"] for vector in whole["vectors"]] == list(range(1, len(whole["vectors"]) + 1))


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("vectors", 0, "law", 0, "probability", "lower"), 0.25),
        (("vectors", 0, "law", 0, "probability", "numerator"), "1"),
        (("vectors", 0, "law", 0, "event", 0, "below"), "1"),
        (("vectors", 0, "kind"), "privacy"),
        (("vectors", 0, "result"), "valid"),
        (("flags", "biased_coin", "kind"), "bug"),
        (("version",), "1"),
    ],
)
def test_the_schema_is_closed(place: tuple[Any, ...], value: object) -> None:
    spoiled = copy.deepcopy(document("randomized_response"))
    at = spoiled
    for step in place[:-1]:
        at = at[step]
    at[place[-1]] = value
    assert not SCHEMA.is_valid(spoiled)


@pytest.mark.parametrize("mechanism", MECHANISMS)
def test_the_events_of_a_law_have_probability_one(mechanism: str) -> None:
    for vector in vectors(mechanism, "law"):
        low, high = (sum(part) for part in zip(*(bounds(e["probability"]) for e in vector["law"]), strict=True))
        assert low <= 1 <= high
        assert high - low < Fraction(1, 10**15)


@pytest.mark.parametrize("mechanism", MECHANISMS)
def test_every_mechanism_has_vectors_of_each_kind(mechanism: str) -> None:
    for kind in ("law", "privacy", "invalid"):
        assert vectors(mechanism, kind)


def test_a_flag_must_be_described_and_used() -> None:
    make = Generator("exponential", {"odd": fault("Odd."), "corner": edge("A corner.")})
    with pytest.raises(ValueError, match=r"flags = even: expected names of odd, corner"):
        make.law("some scores", {"epsilon": "1", "sensitivity": 1}, "0,1", "even")
    listed = [make.law("some scores", {"epsilon": "1", "sensitivity": 1}, "0,1", "*")]
    with pytest.raises(ValueError, match=r"flags = \{'corner'\}: expected each used"):
        make.document(listed)


def test_cuts_must_increase() -> None:
    make = Generator("laplace", {})
    with pytest.raises(ValueError, match=r"cuts = \['1', '1/2'\]: expected increasing numbers"):
        make.law("noise", {"epsilon": "1", "sensitivity": 1}, "0", "", ["1", "1/2"])
