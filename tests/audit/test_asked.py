"""What an audit is asked for: read strictly, checked before anything runs, and named so that no report is lost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from dpassay.audit import asked
from dpassay.audit.answers.environments import Environment
from dpassay.audit.asked import LONGEST_NAME, attempted, read_plan, read_requests, report_name
from dpassay.audit.assess import Plan, Subject
from dpassay.audit.reports.files import check_folder

LAPLACE: dict[str, Sequence[object]] = {"epsilon": ["1"], "sensitivity": ["1"]}
SUBJECT = Subject("folder/mine.py:noise", "laplace", {"epsilon": "1", "sensitivity": "2"})


# The plan


def test_numbers_are_read_as_they_are_written() -> None:
    plan = read_plan(samples="1e5", alpha="1/50", seed="7", delta="1e-6", time_limit="2.5", memory_limit="512")
    assert (plan.samples, plan.alpha, plan.seed, plan.delta) == (100_000, 0.02, 7, read_plan(delta="1/1000000").delta)
    assert (plan.time_limit, plan.first_time_limit, plan.memory_limit) == (2.5, 2.5, 512 << 20)
    assert read_plan(samples=1_000, alpha=0.05, seed=3, time_limit=10) == replace(
        read_plan(), samples=1_000, alpha=0.05, seed=3, time_limit=10.0, first_time_limit=10.0
    )
    assert read_plan() == Plan()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("samples", "9" * 23),
        ("samples", "9" * 5_000),
        ("samples", "3"),
        ("samples", "10.5"),
        ("samples", ""),
        ("samples", 1e5),
        ("samples", None),
        ("alpha", "nan"),
        ("alpha", float("nan")),
        ("alpha", "0"),
        ("alpha", "1"),
        ("alpha", "1e-101"),
        ("alpha", "0." + "9" * 50),
        ("delta", "0"),
        ("delta", "-1e-5"),
        ("delta", "1"),
        ("seed", "-5"),
        ("seed", "1.5"),
        ("seed", "9" * 60),
        ("memory_limit", "1"),
        ("memory_limit", "9" * 30),
        ("time_limit", "nan"),
        ("time_limit", "0"),
        ("time_limit", "-1"),
        ("time_limit", "soon"),
        ("time_limit", 10**400),
        ("python", ""),
    ],
)
def test_what_is_no_plan_is_one_short_line(name: str, value: object) -> None:
    with pytest.raises(ValueError, match=rf"^{name} = .*: expected ") as caught:
        read_plan(**{name: value})
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 200


# The requests


def read(target: str = "m:f", **changes: object) -> list[asked.Request]:
    given = {"mechanism_name": "laplace", "parameters": LAPLACE, "pairs": [None], "plan": Plan(), **changes}
    return read_requests(target, **given)  # type: ignore[arg-type]


def test_a_grid_is_every_combination_and_shares_alpha() -> None:
    pairs = [("0", "1"), ("3", "2")]
    wanted = read(parameters={"epsilon": ["1", "1/2"], "sensitivity": ["1", "2", "3"]}, pairs=pairs)
    values = [(*each.subject.parameters.values(), each.subject.data) for each in wanted]
    assert values == [(e, s, pair) for e in ("1", "1/2") for s in "123" for pair in pairs]
    assert {each.plan.alpha for each in wanted} == {0.01 / 12}
    assert len({each.name for each in wanted}) == 12


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"target": "mine.py"}, "path/to/file.py:function, package.module:function, or the name of a built-in target"),
        ({"target": ""}, "path/to/file.py:function, package.module:function, or the name of a built-in target"),
        ({"target": "x" * 1_000}, "target = 'xxx"),
        ({"mechanism_name": None}, "--mechanism NAME"),
        ({"mechanism_name": "laplac"}, "did you mean 'laplace'?"),
        ({"parameters": {**LAPLACE, "sensitivity": []}}, "0 audits"),
        ({"parameters": {**LAPLACE, "epsilon": [str(e) for e in range(1, 1_002)]}}, "1001 audits"),
        ({"parameters": {**LAPLACE, "epsilon": ["1", "1"]}}, "each value of a parameter and each pair of inputs once"),
        ({"pairs": [("0", "1"), ("0", "1")]}, "each value of a parameter and each pair of inputs once"),
        ({"parameters": {**LAPLACE, "epsilon": ["1", "-1"]}}, "epsilon = -1"),
        (
            {"parameters": {**LAPLACE, "epsilon": ["1e400"]}},
            "epsilon = 1e+400: expected a number above 0 and at most 10^6",
        ),
        ({"parameters": {**LAPLACE, "epsilon": [0.5]}}, "epsilon = 0.5"),
        ({"pairs": [("0", "1"), ("0", "5")]}, "data = 0 and 5: expected neighbors"),
        ({"plan": Plan(delta=read_plan(delta="1e-5").delta)}, "delta = 1/100000: expected nothing"),
        ({"plan": Plan(alpha=1.5e-100), "pairs": [("0", "1"), ("1", "0")]}, "for each audit"),
        ({"target": "dpassay-laplace"}, "param = epsilon, sensitivity: expected nothing: dpassay-laplace is built in"),
        ({"target": "dpassay-laplace", "parameters": {}, "mechanism_name": "gaussian"}, "is built in, as laplace"),
        ({"target": "dpassay-laplace", "parameters": {}, "plan": Plan(python="p")}, "an environment of its own"),
    ],
)
def test_what_does_not_fit_is_one_line(changes: dict[str, object], words: str) -> None:
    with pytest.raises(ValueError, match="expected") as caught:
        read(**changes)  # type: ignore[arg-type]
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 500


def test_a_delta_is_for_concentrated_guarantees() -> None:
    plan = Plan(delta=read_plan(delta="1e-5").delta)
    parameters = {"sigma_squared": ["4"], "sensitivity": ["1"]}
    (wanted,) = read(mechanism_name="discrete_gaussian", parameters=parameters, plan=plan)
    assert wanted.plan.delta == plan.delta


def test_a_built_in_target_brings_everything_whatever_the_case(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    asked_for = []

    def prepare(names: list[str], root: object, notify: object) -> dict[str, Environment]:
        asked_for.append((names, root, notify))
        return {name: Environment(name, tmp_path / "python") for name in names}

    monkeypatch.setattr(asked, "prepare", prepare)
    (wanted,) = read("OpenDP-0.16.0-Float-Laplace", mechanism_name="LAPLACE", parameters={}, environments=tmp_path)
    assert asked_for == [(["opendp-0.16.0"], tmp_path, None)]
    assert wanted.plan.python == str(tmp_path / "python")
    assert wanted.name == wanted.subject.title == "opendp-0.16.0-float-laplace"


def test_an_environment_that_cannot_be_made_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = {"opendp-0.16.0": Environment("opendp-0.16.0", None, "No matching\ndistribution")}
    monkeypatch.setattr(asked, "prepare", lambda *_: broken)
    with pytest.raises(ValueError, match=r"^environment = opendp-0\.16\.0: .* installed: No matching distribution$"):
        read("opendp-0.16.0-float-laplace", mechanism_name=None, parameters={})


def test_what_cannot_be_compared_does_not_stop_a_grid() -> None:
    wanted = read(parameters={"epsilon": ["1"], "sensitivity": ["1"]}, pairs=[("1e17", "100000000000000001")])
    result = attempted(wanted[0])
    assert (result.verdict, result.exit_code) == ("could not run", 2)
    assert "times finer than the scale of the noise" in result.findings[0]


# Names


def test_a_report_is_named_after_what_was_audited() -> None:
    assert report_name(SUBJECT, Plan()) == "mine-noise-as-laplace-epsilon=1-sensitivity=2"
    assert report_name(replace(SUBJECT, target="a.b:f.g"), Plan()).startswith("a.b-f.g-as-laplace-")
    assert report_name(replace(SUBJECT, data=("0", "-2")), Plan()).endswith("-data=0-neighbor=-2")
    assert report_name(replace(SUBJECT, built_in="own"), Plan()) == "own"
    assert report_name(replace(SUBJECT, built_in="own", data=("0", "1")), Plan()) == "own-data=0-neighbor=1"


def test_audits_that_differ_have_reports_that_differ() -> None:
    long = ";".join(["1/2,1/2"] * 100)
    subjects = [
        SUBJECT,
        replace(SUBJECT, mechanism_name="gaussian"),
        replace(SUBJECT, data=("0", "1")),
        replace(SUBJECT, data=("1", "0")),
        *(
            replace(SUBJECT, parameters={"epsilon": text})
            for text in ("1/2", "1_2", "1 2", "12", "é", "1\n2", "../2", long, f"{long};1", "1" * 300, "1" * 301)
        ),
    ]
    names = [report_name(subject, Plan()) for subject in subjects]
    names.append(report_name(SUBJECT, read_plan(delta="1/2")))
    assert len(set(names)) == len(names)
    for name in names:
        assert len(name) <= LONGEST_NAME
        assert Path(name).name == name
        assert not name.startswith((".", "-"))
        assert name.isascii()
        assert set(name) & set("/\\:*?\"<>|' \n") == set()


# Folders


@pytest.mark.parametrize("folder", ["", " ", "file", "file/below", "x" * 300, "nu\0ll"])
def test_a_folder_that_cannot_be_is_refused_and_none_is_made(
    folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").touch()
    with pytest.raises(ValueError, match=r"^out = .*: expected "):
        check_folder(folder, "out")
    assert check_folder("new/folder", "out") == Path("new/folder")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
