"""What a failure prints: neighboring inputs, an event, and a program that shows the fault again, which is run here."""

from __future__ import annotations

import contextlib
import io
import re
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest

from dpassay.properties import CONTRACTS, CheckResult
from dpassay.properties.cells import Cells
from dpassay.properties.explained import explained
from dpassay.properties.run import Run
from dpassay.properties.witness import condition, neighbor_of, witness
from dpassay.reference import MECHANISMS, Guarantee, mechanism
from tests.mutants.registry import CORRECT, MUTANTS, path_of

pytestmark = [pytest.mark.statistical, pytest.mark.xdist_group("witness")]

SAMPLES, ALPHA = 2_000, 1e-3
"""A right implementation is never drawn from for a verdict here: that a wrong one fails at this alpha is no chance."""


@cache
def failed(name: str) -> tuple[CheckResult, Any]:
    """Return what the law test says of the first mutant that it rejects with few samples."""
    for target in MUTANTS[name].values():
        result = CONTRACTS[name].check_one("law", target, samples=SAMPLES, alpha=ALPHA)
        if result.status == "failed":
            return result, target
    raise AssertionError(name)


def program(text: str) -> str:
    return "\n".join(line[4:] for line in text.partition("to see it again:\n\n")[2].splitlines())


def printed(source: str) -> list[str]:
    """Return the lines that a program prints."""
    with contextlib.redirect_stdout(io.StringIO()) as out:
        exec(compile(source, "snippet", "exec"), {})
    return out.getvalue().splitlines()


def on(event: str, y: Any) -> Any:
    return eval(event, {"np": np, "y": y})


@pytest.mark.parametrize("name", MECHANISMS)
def test_the_program_of_a_failure_shows_it_again(name: str) -> None:
    result, target = failed(name)
    run = Run(target, ALPHA, 3, SAMPLES)
    text = explained(CONTRACTS[name], result, run, f"{path_of(name)}:{target.__name__}")
    told = re.findall(rf"^on (.*) it came (\d+) times in {SAMPLES}, and by the law (\S+) are expected$", text, re.M)
    assert [f"{data} {count}" for data, count, _ in told] == printed(program(text))
    expected = [float(law) for _, _, law in told]
    spread = [np.sqrt(law * (1 - law / SAMPLES)) for law in expected]
    assert max(abs(int(found[1]) - law) - 2 * s for found, law, s in zip(told, expected, spread, strict=True)) > 0, text
    assert text.startswith(f"{name}::law: outputs do not follow the law")
    assert "\nneighboring inputs: " in text
    assert "\nevent: " in text


@pytest.mark.parametrize("name", MECHANISMS)
def test_the_inputs_are_neighbors_and_the_law_of_the_event_is_exact(name: str) -> None:
    """Held against another sample of the correct implementation, within 6 standard deviations: alpha = 1e-8 each."""
    own, (result, target) = mechanism(name), failed(name)
    assert result.at is not None
    parameters, data = result.at
    found = witness(own, Run(target, ALPHA, 3, SAMPLES), parameters, data[0])
    first, second = found.sides
    assert own.are_neighbors(first.data, second.data, parameters)
    right = Run(CORRECT[name], ALPHA, 11, 4_000)
    for side in found.sides:
        y = right.draw(parameters, side.data, right.samples)
        mean = right.samples * side.probability
        counted = np.count_nonzero(on(found.condition, y))
        assert abs(counted - mean) <= 6 * np.sqrt(mean) + 6, found


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf, 0.5])
def test_answers_that_no_law_gives_are_the_event(value: float) -> None:
    def odd(data: int, *, size: int, rng: Any, epsilon: float, sensitivity: int) -> Any:
        return np.where(np.arange(size) < 3, value, rng.integers(0, 2, size))

    parameters = MECHANISMS["discrete_laplace"].Parameters.read(epsilon=1, sensitivity=1)
    found = witness(mechanism("discrete_laplace"), Run(odd, ALPHA, 0, 100), parameters, 5)
    assert [(side.count, side.probability) for side in found.sides] == [(3, 0), (3, 0)]
    y = odd(0, size=9, rng=np.random.default_rng(0), epsilon=1, sensitivity=1)
    assert np.count_nonzero(on(found.condition, y)) == 3


def test_an_input_keeps_its_place_where_it_has_a_neighbor() -> None:
    own = mechanism("laplace")
    parameters = own.Parameters.read(epsilon=1, sensitivity=2)
    assert neighbor_of(own, parameters, Fraction(7, 3)) == (Fraction(7, 3), Fraction(13, 3))
    own = mechanism("randomized_response")
    parameters = own.Parameters.read(epsilon=1, categories=3)
    first, second = neighbor_of(own, parameters, 2)
    assert first == 2 != second


def test_events_of_every_kind_are_written_down() -> None:
    y = np.array([-3, 0, 1, 2, 9])
    integers = Cells("integer", np.array([0, 1, 2]), np.full(5, 0.2))
    assert [np.count_nonzero(on(condition(integers, cell, cell), y)) for cell in range(5)] == [1, 1, 1, 1, 1]
    assert on(condition(integers, 1, 2), y).tolist() == [False, True, True, False, False]
    assert on(condition(integers, 0, 4), y).all()
    reals = Cells("real", np.array([0.0, 1.5]), np.full(3, 1 / 3))
    assert [on(condition(reals, cell, cell), y).tolist() for cell in range(3)] == [
        [True, True, False, False, False],
        [False, False, True, False, False],
        [False, False, False, True, True],
    ]
    labels = Cells("finite", np.array([0, 9]), np.full(2, 0.5))
    assert on(condition(labels, 1, 1), y).tolist() == [False] * 4 + [True]


def test_a_guarantee_that_does_not_hold_names_its_pair(monkeypatch: pytest.MonkeyPatch) -> None:
    contract = CONTRACTS["randomized_response"]

    def twice_as_private(parameters: Any) -> Guarantee:
        return Guarantee("replace_one", type(parameters.budget)(epsilon="1/10"))

    monkeypatch.setitem(vars(contract.mechanism), "guarantee", twice_as_private)
    target = CORRECT["randomized_response"]
    result = contract.check_one("guarantee", target)
    assert result.status == "failed"
    place = f"{path_of('randomized_response')}:{target.__name__}"
    text = explained(contract, result, Run(target, ALPHA, 0, SAMPLES), place)
    assert re.search(r"^neighboring inputs: \d+ and \d+, with ", text, re.M)
    assert printed(program(text)) == [str(result)]


def test_answers_of_another_form_are_told_without_an_event() -> None:
    def pairs(data: int, *, size: int, rng: Any, epsilon: float, categories: int) -> Any:
        return np.zeros((size, 2))

    contract = CONTRACTS["randomized_response"]
    result = contract.check_one("any_parameters", pairs)
    text = explained(contract, result, Run(pairs, ALPHA, 0, 10), "mine:pairs")
    assert "the target returned shape (5, 2)" in text
    assert "event: " not in text
    assert "from mine import pairs as target" in text
