"""A mechanism of the user's own: what a file must define, what holds for the rest, and what is said of a wrong one."""

from __future__ import annotations

import os
from fractions import Fraction
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from dpassay.exact import Budget, GaussianLaw, LaplaceVectors
from dpassay.properties.contracts import CONTRACTS, contract
from dpassay.reference import MECHANISMS, data_text, laplace, mechanism
from dpassay.reference.mechanism import data_like
from dpassay.reference.members import REQUIRED, Mechanism
from tests.cli.harness import is_one_line, run

F = Fraction
COIN = '''"""A coin that shows the bit.

Or not."""
from dataclasses import dataclass
from fractions import Fraction
from dpassay.exact import Budget, Dist, as_fraction
from dpassay.reference import Guarantee, MechanismParameters, parameter

NAME = "coin"


@dataclass(frozen=True, slots=True)
class Parameters(MechanismParameters):
    keep: Fraction = parameter(as_fraction, "how likely the bit is kept")


def law(data, parameters):
    return Dist({data: parameters.keep, 1 - data: 1 - parameters.keep})


def neighbors(parameters):
    yield 0, 1


def guarantee(parameters):
    return Guarantee("add_remove", Budget(exp_eps=parameters.keep / (1 - parameters.keep)))
'''


TOSSED = """
def toss(data, *, size, rng, keep):
    return abs(data - (rng.random(size) >= keep))
"""


@pytest.fixture
def coin(tmp_path: Path) -> Path:
    path = tmp_path / "coin.py"
    path.write_text(COIN)
    return path


def test_five_members_are_enough(coin: Path) -> None:
    own = mechanism(coin)
    parameters = own.Parameters.read(keep="3/4")
    assert own.SUMMARY == "A coin that shows the bit."
    assert own.check_data("1", parameters) == 1
    assert own.are_neighbors(1, 0, parameters)
    assert not own.are_neighbors(0, 0, parameters)
    assert own.sample(1, parameters, Random(0)) in (0, 1)
    with pytest.raises(ValueError, match="data = '1/2': expected a whole number"):
        own.check_data("1/2", parameters)


def test_a_file_that_has_changed_is_run_again(coin: Path) -> None:
    first = mechanism(coin)
    assert mechanism(coin).law is first.law
    coin.write_text(COIN.replace('"coin"', '"changed"'))
    os.utime(coin, ns=(1, 1))
    assert mechanism(coin).NAME == "changed"


def test_a_command_that_needs_an_example_says_so(coin: Path) -> None:
    result = run("mechanisms", str(coin))
    assert is_one_line(result)
    assert f"EXAMPLE = nothing in {coin}: expected parameters to try it with (keep = nothing: " in result.output
    with pytest.raises(ValueError, match=r"^EXAMPLE = nothing in .*coin.py: expected parameters to try it with"):
        contract(coin)
    for command in ("law", "profile"):
        assert run(command, str(coin), "-p", "keep=3/4", "--json").exit_code == 0
    (coin.parent / "noise.py").write_text(TOSSED)
    options = ["-m", str(coin), "-p", "keep=3/4", "--samples", "4000", "--out", str(coin.parent)]
    assert run("audit", f"{coin.parent / 'noise.py'}:toss", *options).output.lstrip().startswith("INCONCLUSIVE")
    coin.write_text(COIN + 'EXAMPLE = {"keep": "3/4"}\n')
    assert "add_remove\n" in run("mechanisms", str(coin)).output
    assert contract(coin).ids[0] == "coin::law"


def test_where_each_parameter_has_a_default_no_example_is_needed(coin: Path) -> None:
    coin.write_text(
        COIN.replace('"how likely the bit is kept"', '"how likely the bit is kept", default=Fraction(3, 4)')
    )
    result = run("mechanisms", str(coin))
    assert result.exit_code == 0, result.output
    assert contract(coin).ids[0] == "coin::law"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (("def law", "def _law"), "mechanism = .*coin.py: .*; law is missing"),
        (("def guarantee", "def _guarantee"), "mechanism = .*coin.py: .*; guarantee is missing"),
        (("NAME = ", "OTHER = "), "mechanism = .*coin.py: .*; NAME is missing"),
        (("class Parameters", "class Others"), "mechanism = .*coin.py: .*; Parameters is missing"),
        (('NAME = "coin"', 'NAME = "laplace"'), "NAME = 'laplace': expected another name than .* in .*coin.py"),
        (('NAME = "coin"', 'NAME = "a coin"'), "NAME = 'a coin' in .*coin.py: expected letters"),
        (('NAME = "coin"', 'NAME = "coin"\nsample = 3'), "sample = 3 in .*coin.py: expected a function"),
        (("@dataclass(frozen=True, slots=True)", ""), "Parameters = .* in .*coin.py: expected a dataclass"),
        (("(MechanismParameters):", ":"), "Parameters = .* in .*coin.py: expected a dataclass"),
        (
            (' = parameter(as_fraction, "how likely the bit is kept")', ""),
            "Parameters.keep = .* in .*coin.py: expected",
        ),
        (("def law", "def law law"), r"mechanism = .*coin.py: expected a file that can be imported \(SyntaxError"),
        (('NAME = "coin"', "1 / 0"), r"coin.py: expected a file that can be imported \(ZeroDivisionError"),
        (('NAME = "coin"', "raise SystemExit"), r"coin.py: expected a file that can be imported \(SystemExit"),
        (("yield 0, 1", "yield from ()"), "neighbors in .*coin.py = none: expected at least one pair"),
    ],
)
def test_a_wrong_file_is_one_line(change: tuple[str, str], words: str, coin: Path) -> None:
    coin.write_text(COIN.replace(*change))
    with pytest.raises(ValueError, match=words) as caught:
        mechanism(coin).check_data("0", mechanism(coin).Parameters.read(keep="3/4"))
    assert "\n" not in str(caught.value)
    for command in ("law", "profile"):
        assert is_one_line(run(command, str(coin), "-p", "keep=3/4", "--data", "0"))


@pytest.mark.parametrize("path", ["nowhere.py", "no/where", "." + "/coin"])
def test_a_file_that_is_not_there(path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ValueError, match=f"mechanism = {path}: expected a file .No such file"):
        mechanism(path)
    assert is_one_line(run("audit", "x.py:f", "--mechanism", path))


def test_a_contract_of_the_files_own(coin: Path) -> None:
    coin.write_text(COIN + 'EXAMPLE = {"keep": "3/4"}\n')
    assert [case.parameters for case in contract(coin).cases] == [{"keep": F(3, 4)}] * 2  # it has no budget to double
    more = "import sys\nfrom dpassay.properties import Case, default_contract\n"
    more += 'CONTRACT = default_contract(sys.modules[__name__], cases=(Case({"keep": "2/3"}, 1),))\n'
    coin.write_text(COIN + more)
    assert [case.parameters for case in contract(coin).cases] == [{"keep": "2/3"}]
    coin.write_text(COIN + "CONTRACT = 3\n")
    with pytest.raises(ValueError, match=r"CONTRACT = int in .*coin.py: expected a dpassay.properties.Contract"):
        contract(coin)


# Ours go through the same place


def test_ours_are_named_as_their_files() -> None:
    assert all(name == spec.NAME == spec.place for name, spec in MECHANISMS.items())
    assert mechanism(laplace) is MECHANISMS["laplace"]
    assert mechanism(MECHANISMS["laplace"]) is MECHANISMS["laplace"]
    assert contract("laplace") is CONTRACTS["laplace"]


@pytest.mark.parametrize("name", MECHANISMS)
def test_the_default_reader_reads_what_neighbors_yields(name: str) -> None:
    spec = MECHANISMS[name]
    for data, _ in spec.neighbors(spec.example):
        assert Mechanism.check_data(spec, data_text(data), spec.example) == data
        assert Mechanism.check_data(spec, data, spec.example) == data


@pytest.mark.parametrize("name", MECHANISMS)
def test_the_default_neighbors_are_neighbors(name: str) -> None:
    spec = MECHANISMS[name]
    pair = next(spec.neighbors(spec.example))
    assert Mechanism.are_neighbors(spec, *pair, spec.example)
    assert Mechanism.are_neighbors(spec, *pair[::-1], spec.example)
    assert spec.are_neighbors(*pair, spec.example)


# What is read


@pytest.mark.parametrize(
    "data",
    [
        *(3, F(1, 2), "blue", (1, 0, 7), (F(1), F(1, 2)), ("a", "b")),
        *(((1, 0), (0, 1)), ((1,), (0,)), ((10, 11),), ((10, 11), (2, -3)), ((F(1), F(0)),), ((F(1, 2),), (F(3),))),
    ],
)
def test_data_are_read_as_they_are_written(data: object) -> None:
    assert data_like(data, data_text(data), "data") == data
    assert data_like(data, data, "data") == data


@pytest.mark.parametrize(
    ("example", "data", "words"),
    [
        (3, "1/2", "data = '1/2': expected a whole number"),
        (F(3), 0.5, "data = 0.5: expected"),
        ("blue", 3, "data = 3: expected a text"),
        ((1, 2), [], r"data = \[\]: expected a row such as 1,2"),
        ((1, 2), 3, "data = 3: expected a row such as 1,2"),
        (((1, 2),), [[1, "x"]], r"data\[0\]\[1\] = 'x': expected"),
        ({"a": 1}, "a", "data = 'a': expected check_data of the mechanism's own"),
    ],
)
def test_other_data_are_refused(example: object, data: object, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        data_like(example, data, "data")


# What is drawn


@pytest.mark.parametrize("name", ["discrete_laplace", "laplace", "gaussian"])
def test_a_draw_by_default_is_near(name: str) -> None:
    spec, rng = MECHANISMS[name], Random(5)
    draws = [Mechanism.sample(spec, 3, spec.example, rng) for _ in range(40)]
    assert abs(sum(draws) / 40 - 3) < 4
    assert len(set(draws)) > 3


def test_rows_of_numbers_are_not_drawn_by_default() -> None:
    law = LaplaceVectors([1], [[0, 0]], 1)
    members: dict[str, Any] = {name: getattr(laplace, name) for name in REQUIRED} | {"NAME": "rows"}
    own = mechanism(SimpleNamespace(**members | {"law": lambda *_: law}))
    with pytest.raises(ValueError, match="sample = nothing: expected a function in rows"):
        own.sample(0, laplace.Parameters(Budget(1), F(1)), Random(0))
    normal = mechanism(SimpleNamespace(**members | {"law": lambda *_: GaussianLaw(0, 1)}))
    assert abs(normal.sample(0, laplace.Parameters(Budget(1), F(1)), Random(0))) < 9
