"""One frame for all experiments: names agree, and one that nobody has seen is run, interrupted, resumed and drawn."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from pathlib import Path
from types import ModuleType

import pytest
from click import Context
from click.testing import CliRunner, Result
from matplotlib.figure import Figure

from dpassay import experiments
from dpassay.cli import main
from dpassay.cli.experiments import command_of, experiment
from dpassay.experiments.frame.experiment import Experiment, Listing, Option, Summary
from dpassay.experiments.frame.runs import DIGEST, Row, Task

# The experiments of the folder


@pytest.mark.parametrize("name", experiments.names())
def test_command_file_and_table_have_one_name(name: str) -> None:
    found = experiments.the_experiment(name)
    assert (Path(experiments.__file__).parent / f"{name.replace('-', '_')}.py").exists()
    command = experiment.get_command(Context(experiment), name)
    assert command is not None
    assert command.name == found.name == name
    assert found.rows_name in {f"{name}.csv", f"{name}-runs.csv"}
    assert (found.summary is None) == (found.rows_name == f"{name}.csv")


def test_the_folder_holds_the_experiments_and_what_they_share() -> None:
    folder = Path(experiments.__file__).parent
    assert experiment.list_commands(Context(experiment)) == experiments.names()
    assert {path.name for path in folder.iterdir() if path.is_dir()} - {"__pycache__"} == {"frame", "measures"}


def test_another_name_than_that_of_the_file_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("somewhere.other_name")
    module.EXPERIMENT = TOY  # type: ignore[attr-defined]
    monkeypatch.setitem(__import__("sys").modules, "somewhere.other_name", module)
    with pytest.raises(
        ValueError, match=r"^name = 'toy-squares' in somewhere/other_name.py: expected 'other-name', that of the f"
    ):
        experiments.the_experiment("other-name", "somewhere")
    module.EXPERIMENT = replace(TOY, name="other-name")  # type: ignore[attr-defined]
    assert experiments.the_experiment("other-name", "somewhere").rows_name == "other-name-runs.csv"


def test_a_file_with_a_mistake_is_in_nobody_elses_way(monkeypatch: pytest.MonkeyPatch) -> None:
    def load(name: str) -> object:
        if name == "lazy-excess":
            raise ValueError("name = 'wrong'")
        return experiments.the_experiment(name)

    monkeypatch.setattr("dpassay.cli.experiments.the_experiment", load)
    assert CliRunner().invoke(main, ["experiment", "lazy-regret", "--help"]).exit_code == 0
    refused = CliRunner().invoke(main, ["experiment", "lazy-excess", "--help"])
    assert (refused.exit_code, refused.output) == (2, "Error: name = 'wrong'\n")


# One that nobody has seen


@dataclass(frozen=True, slots=True)
class Plan:
    """Squares of the numbers up to a size, in some runs, scaled."""

    size: int
    scales: tuple[Fraction, ...]
    runs: int

    def tasks(self) -> list[Task]:
        return [
            Task({"number": str(k), "scale": str(scale), "run": str(run)}, partial(squared, k, scale))
            for run in range(self.runs)
            for scale in self.scales
            for k in range(self.size)
        ]


def squared(k: int, scale: Fraction) -> Row:
    return {"square": str(scale * k * k)}


def summary(rows: Sequence[Row]) -> list[Row]:
    return [{"number": row["number"], "square": row["square"]} for row in rows if row["run"] == "0"]


def report(plan: Plan, rows: Sequence[Row]) -> Iterator[Listing | str]:
    yield Listing("Squares", ("number", "square"), [tuple(row.values()) for row in rows], f"up to {plan.size}", 1)
    yield f"{len(rows)} numbers"


def drawn(rows: Sequence[Row]) -> Figure:
    figure = Figure()
    figure.subplots().plot([float(Fraction(row["square"])) for row in rows])
    return figure


TOY = Experiment(
    name="toy-squares",
    help="Square some numbers.",
    options=(
        Option(name="size", help="How many.", full=50, quick=3),
        Option(name="scale", help="A factor; exact.", full=("1/2",), exact="S"),
        Option(name="runs", help="Of each.", full=1),
        Option(name="kind", help="Of numbers.", full=("odd", "even"), choices=("odd", "even")),
    ),
    plan=lambda _quick, *, size, scale, runs, kind: Plan(size, scale, runs * len(kind) // 2),
    inputs=("number", "scale", "run"),
    outputs=("square",),
    summary=Summary(("number", "square"), summary),
    report=report,
    figures=lambda _plan, rows: {"toy-squares": drawn(rows)},
    failures=lambda rows: "a square is large" if any(Fraction(row["square"]) > 1000 for row in rows) else None,
)


@pytest.fixture
def added(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add the experiment to the others."""
    monkeypatch.setitem(experiment.commands, TOY.name, command_of(TOY))


def run(out: Path, *arguments: str) -> Result:
    return CliRunner().invoke(main, ["experiment", "toy-squares", "--out", str(out), *arguments])


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.usefixtures("added")
def test_a_toy_is_run_shown_written_and_drawn(tmp_path: Path) -> None:
    result = run(tmp_path, "--quick", "--runs", "2", "--scale", "1", "--scale", "1/2", "--scale", "0.5")
    assert result.exit_code == 0, result.output
    assert set(contents(tmp_path)) == {f"toy-squares{end}" for end in ("-runs.csv", ".csv", ".png", ".svg")}
    with (tmp_path / "toy-squares-runs.csv").open(newline="") as file:
        header, *rows = csv.reader(file)
    assert header == ["number", "scale", "run", "square", DIGEST]
    assert [row[:4] for row in rows[:6]] == [
        [str(k), s, "0", str(Fraction(s) * k**2)] for s in ("1/2", "1") for k in range(3)
    ]
    assert len(rows) == 12
    for text in ("12 runs: 12 to be measured", "Squares", "up to 3", "6 numbers", f"wrote {tmp_path}"):
        assert text in result.output


@pytest.mark.usefixtures("added")
def test_a_toy_that_is_interrupted_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    run(whole, "--quick")
    right, done = squared, list[int]()

    def interrupted(k: int, scale: Fraction) -> Row:
        if k == 2:
            raise KeyboardInterrupt
        done.append(k)
        return right(k, scale)

    with monkeypatch.context() as patch:
        patch.setitem(globals(), "squared", interrupted)
        assert run(cut, "--quick").exit_code == 130
    assert set(contents(cut)) == {"toy-squares-runs.csv"}
    result = run(cut, "--quick")
    assert (result.exit_code, done) == (0, [0, 1])
    assert "3 runs: 1 to be measured, 2 are in" in result.output
    assert contents(cut) == contents(whole)


@pytest.mark.usefixtures("added")
def test_a_bound_that_is_contradicted_ends_with_exit_code_1(tmp_path: Path) -> None:
    result = run(tmp_path, "--scale", "1")
    assert result.exit_code == 1
    assert "Error: a square is large" in result.output


@pytest.mark.usefixtures("added")
def test_help_says_what_can_be_repeated_and_all_defaults() -> None:
    text = " ".join(CliRunner().invoke(main, ["experiment", "toy-squares", "--help"]).output.split())
    for line in (
        "--size INTEGER How many. Default: 50.",
        "--scale S A factor; exact. Repeat for more. Default: 1/2.",
        "--runs INTEGER Of each. [default: 1]",
        "--kind [odd|even] Of numbers. Repeat for more. Default: all.",
        "--quick Small sizes",
    ):
        assert line in text


def test_without_quick_sizes_there_is_no_such_option(tmp_path: Path) -> None:
    plain = replace(TOY, options=tuple(replace(option, quick=None) for option in TOY.options))
    result = CliRunner().invoke(command_of(plain), ["--out", str(tmp_path), "--quick"])
    assert "No such option '--quick'" in result.output


@pytest.mark.usefixtures("added")
@pytest.mark.parametrize(("argument", "value"), [("--scale", "much"), ("--kind", "prime"), ("--size", "few")])
def test_bad_input_is_refused(tmp_path: Path, argument: str, value: str) -> None:
    result = run(tmp_path, argument, value)
    assert result.exit_code == 2
    assert argument.removeprefix("--") in result.output
    assert contents(tmp_path) == {}
