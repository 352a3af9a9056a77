"""The benchmarks: every table can be built, at sizes at which nothing is measured; what they compute is right."""

import io
import math
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from rich.console import Console

from benchmarks import __main__ as command
from benchmarks import composition, false_alarms, power, samplers
from benchmarks.cases import MECHANISMS, Case
from benchmarks.peers import PEERS
from benchmarks.pool import Pool
from benchmarks.tables import Table
from dpassay.reference import MECHANISMS as REFERENCE

TINY = power.Effort(
    repetitions=2,
    largest=500,
    bound_size=200,
    bound_repetitions=1,
    audit_samples=100,
    audit_repetitions=1,
    cases=1,
)


FEW = {name: MECHANISMS[name] for name in ("randomized_response", "discrete_gaussian")}


def pool() -> Pool:
    """A pool that runs everything in this process and shows nothing."""
    return Pool(Console(file=io.StringIO(), width=200), workers=0)


def shown(table: Table) -> str:
    console = Console(file=io.StringIO(), width=400)
    table.show(console)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def test_every_mechanism_is_measured() -> None:
    assert set(MECHANISMS) == set(REFERENCE)


def test_exact_delta_by_direct_summation() -> None:
    rounds, t = 30, Fraction(4)
    truth, lie = Fraction(3, 5), Fraction(2, 5)
    direct = sum(
        math.comb(rounds, k) * max(truth**k * lie ** (rounds - k) - t * lie**k * truth ** (rounds - k), Fraction(0))
        for k in range(rounds + 1)
    )
    assert composition.exact_delta(composition.Point(rounds, t, "4")) == direct


def test_composition_is_shown_where_a_double_shows_one() -> None:
    exact = composition.exact_delta(composition.Point(10_000, Fraction(4), "4"))
    assert 0 < 1 - exact < Fraction(1, 10**80)
    shown_digits = composition.decimal(1 - exact)
    assert abs(Fraction(shown_digits) / (1 - exact) - 1) < Fraction(1, 10**16)


def test_composition_tables() -> None:
    exact, accountant = composition.tables(pool(), quick=True)
    assert len(exact.rows) == len(composition.points(quick=True))
    assert "1 - 1.78E-90" in shown(exact)
    assert "delta" in accountant.markdown()


def test_accountant_agrees() -> None:
    pytest.importorskip("dp_accounting", reason="the extra `bench` is not installed")
    for row in composition.tables(pool(), quick=True)[1].rows:
        pessimistic, optimistic = float(row[4]), float(row[6])
        assert -1e-9 <= pessimistic < 1e-3
        assert -1e-3 < optimistic <= 1e-9


def test_sampler_table() -> None:
    (table,) = samplers.tables(pool(), quick=True, size=50)
    assert {row[0] for row in table.rows} >= set(MECHANISMS)
    assert all(float(row[3]) > 0 for row in table.rows)


def test_power_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(power, "MECHANISMS", FEW)
    detect, bound, seconds = power.tables(pool(), quick=True, effort=TINY)
    assert len(detect.rows) == 3 + len(PEERS)
    assert detect.rows[1][1] == "> 500 / > 500"
    assert len(bound.rows) == len(power.CORRECT) + len(PEERS)
    assert [row[0] for row in seconds.rows] == list(FEW)


def test_a_grossly_wrong_law_is_detected_by_either_method(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(power, "CASES", (Case("four times the budget", "randomized_response", (("epsilon", 4.0),)),))
    effort = replace(TINY, largest=2_000)
    assert power.needed(pool(), 0, "law", effort) == ("125", "125")
    assert all(not size.startswith(">") for size in power.needed(pool(), 0, "bound", effort))


def test_best_event_masses_are_those_of_the_sampler() -> None:
    case = power.CASES[2]
    first, second = case.draw(40_000, np.random.default_rng(5))
    p, q = power._best_event_masses(case)
    for frequency, mass in ((np.mean(first == 0), p), (np.mean(second == 0), q)):
        assert abs(frequency - mass) < 6 * math.sqrt(mass * (1 - mass) / 40_000)


def test_false_alarm_table_counts_every_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(false_alarms, "MECHANISMS", FEW)
    (table,) = false_alarms.tables(pool(), quick=True, runs=1, samples=60)
    assert [row[0] for row in table.rows] == [*FEW, "all"]
    assert table.rows[-1][1] == str(len(FEW))


def test_a_wrong_sampler_is_a_flag(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = Case("wrong", "randomized_response", (("epsilon", 5.0),))
    monkeypatch.setattr(false_alarms, "Case", lambda *_: wrong)
    for flag in false_alarms.audited(false_alarms.Run("randomized_response", 2_000, 0)):
        assert flag.flagged
        assert flag.by_law
        assert flag.by_bound


def test_results_are_written_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "RESULTS.md"
    command.write_results(path, [Table("A title", ("a", "b"), [("x|y", "1")], ("a note",))])
    written = path.read_text()
    assert "## A title" in written
    assert "| x\\|y | 1 |" in written
    with pytest.raises(AttributeError):
        command.write_results(path, [None])  # type: ignore[list-item]
    assert path.read_text() == written
    assert list(tmp_path.iterdir()) == [path]


def test_ragged_rows_are_refused() -> None:
    with pytest.raises(ValueError, match="expected 2 entries"):
        Table("t", ("a", "b"), [("x",)])


@pytest.mark.parametrize("arguments", [["--write", "--quick"], ["--write", "samplers"], ["nothing"]])
def test_the_command_refuses_nonsense(arguments: list[str]) -> None:
    found = CliRunner().invoke(command.main, arguments)
    assert found.exit_code == 2
    assert "Error" in found.output
