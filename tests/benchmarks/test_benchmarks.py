"""The benchmarks: every table can be built, at sizes at which nothing is measured; what they compute is right."""

import math
import subprocess
import time
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from click.testing import CliRunner
from scipy import stats

from benchmarks import __main__ as command
from benchmarks import (
    claims,
    composition,
    distribution_learners,
    hypotheses,
    law_power,
    lazy_regret,
    lazy_to_private,
    local_privacy,
    multiplicative_weights,
    power,
    power_curves,
    samplers,
)
from benchmarks.cases import MECHANISMS, Case
from benchmarks.peers import PEERS
from benchmarks.results import chapter, chapters_of, write_results
from benchmarks.tables import Table
from dpassay.cli import main
from dpassay.reference import MECHANISMS as REFERENCE
from tests.benchmarks.helpers import pool, shown

TINY = power.Effort(
    repetitions=2,
    largest=500,
    bound_size=200,
    bound_repetitions=1,
    audit_samples=100,
    audit_repetitions=1,
    cases=1,
)


FEW_CURVES = replace(power_curves.QUICK, sizes=(100,), curves=1)

FEW = {name: MECHANISMS[name] for name in ("randomized_response", "discrete_gaussian")}


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
    exact, accountant, tenth = composition.tables(pool(), quick=True)
    assert len(exact.rows) == len(composition.points(quick=True))
    assert [row[0] for row in tenth.rows] == ["10", "100"]
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


LAST = [contest for contest in samplers.contests() if contest.name in samplers.LAST]


def whole(outputs: np.ndarray) -> np.ndarray:
    """Rows of reals as rows of integers, of which there are few."""
    return outputs if outputs.dtype.kind == "i" else np.clip(np.floor(outputs), -4, 4).astype(int)


@pytest.mark.statistical
@pytest.mark.parametrize("contest", LAST, ids=[contest.name for contest in LAST])
def test_sampler_and_one_line_of_numpy_have_one_law(contest: samplers.Contest) -> None:
    """alpha = 1e-6 each; the chi-square test of two samples, and of one against outputs moved by 1."""
    assert contest.naive is not None
    rng, size = np.random.default_rng(2), 50_000
    ours, naive = (whole(np.asarray(draw(size, rng)).reshape(size, -1)) for draw in (contest.draw, contest.naive))
    outputs, places = np.unique(np.concatenate([ours, naive]), axis=0, return_inverse=True)
    counts = [np.bincount(half, minlength=len(outputs)) for half in np.split(places.ravel(), 2)]
    assert stats.chi2_contingency(counts).pvalue > 1e-6
    assert stats.chi2_contingency([counts[0], np.roll(counts[1], 1)]).pvalue < 1e-6


def test_multiplicative_weights_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(multiplicative_weights, "QUICK_ROUNDS", multiplicative_weights.BLOCK_ROWS)
    (table,) = multiplicative_weights.tables(pool(), quick=True, experts=3)
    assert [row[:2] for row in table.rows] == [("real", "0"), ("real", "1"), ("0 or 1", "0"), ("0 or 1", "1")]
    assert all(float(entry) > 0 for row in table.rows for entry in row[4:6])


def test_lazy_to_private_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lazy_to_private, "BLOCK", 3_000)
    monkeypatch.setattr(lazy_to_private, "QUICK_LOSSES", 60_000)
    (table,) = lazy_to_private.tables(pool(), quick=True, experts=(3,))
    assert [(row[0], row[4]) for row in table.rows] == [
        ("lazy to private", "1"),
        ("lazy to private", "4"),
        ("lazy to private", "1"),
        ("lazy to private", "4"),
        ("shrinking dartboard", "1"),
    ]
    assert all(float(entry) >= 0 for row in table.rows for entry in row[5:])
    assert all(float(row[7]) > 0 for row in table.rows)


def test_lazy_regret_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lazy_regret, "QUICK_ROUNDS", (300,))
    (table,) = lazy_regret.tables(pool(), quick=True)
    assert table.columns == ("adversary", "rounds", "hedge", "lazy-to-private", "dartboard")
    for row in table.rows:
        hedge, lazy = (float(entry.split()[0]) for entry in row[2:4])
        assert float(row[3].split("(")[1].rstrip(")")) == pytest.approx(lazy / hedge, rel=0.01)


def test_distribution_learner_tables() -> None:
    rounds, games = distribution_learners.tables(pool(), quick=True)
    assert [row[0] for row in rounds.rows[:3]] == ["private wma", "private wma, a new class", "private exp3"]
    assert all(float(entry) > 0 for row in rounds.rows for entry in row[1:])
    assert [row[4] for row in games.rows] == ["1", "100", "1"]
    assert all(float(row[7]) > 0 for row in games.rows)


def test_bumps_are_one_class() -> None:
    """Its masses, columns and blocks are those of one table, in which every row adds up to 1."""
    bumps = distribution_learners.Bumps(30, 700)
    blocks = np.concatenate([block.copy() for block in bumps.blocks()])
    hypotheses, labels = np.indices((30, 700))
    np.testing.assert_allclose(blocks, bumps.masses(hypotheses, labels), rtol=1e-13)
    np.testing.assert_allclose(blocks[:, 650], bumps.column(650), rtol=1e-13)
    np.testing.assert_allclose(blocks.sum(axis=1), 1, rtol=1e-13)
    assert np.ptp(blocks, axis=0).min() > 0
    assert not np.allclose(blocks, bumps.masses(hypotheses + 1, labels))


def test_peak_memory_is_counted() -> None:
    block = np.ones(4_000_000)  # 32 MB
    assert distribution_learners.peak() >= distribution_learners.resident() > block.nbytes / 2**20
    assert distribution_learners.account_of("VmNothing") == 0


def test_hypotheses_table() -> None:
    (table,) = hypotheses.tables(pool(), quick=True)
    assert [row[0] for row in table.rows] == ["pairs", "pairs", "dense", "dense", "pairs"]
    assert all(float(row[3]) > 0 for row in table.rows[:-1])


@pytest.mark.statistical
@pytest.mark.parametrize("kind", [hypotheses.pairs, hypotheses.dense])
def test_listed_and_factored_hypotheses_have_one_law(
    kind: Callable[[int, np.random.Generator], hypotheses.Rows],
) -> None:
    """alpha = 1e-6; the chi-square test of two samples, and of one against another law."""
    rng = np.random.default_rng(1)
    rows, size = kind(4, rng), 50_000
    samples = hypotheses.listed(rows, size, rng), hypotheses.factored(rows, size, rng)
    wrong = hypotheses.factored(rows[1:], size, rng) if len(rows) < 10 else hypotheses.factored(rows[100:], size, rng)
    listed, ours, other = (np.bincount(drawn, minlength=16) + 1 for drawn in (*samples, wrong))
    assert stats.chi2_contingency([listed, ours]).pvalue > 1e-6
    assert stats.chi2_contingency([listed, other]).pvalue < 1e-6


@pytest.mark.parametrize("learner", [local_privacy.EXP3, local_privacy.WMA])
@pytest.mark.parametrize("rate", local_privacy.RATES)
def test_the_local_loss_is_that_of_all_pairs(learner: str, rate: str) -> None:
    case = local_privacy.Case(learner, rate, 2, 3)
    ours, naive = local_privacy.loss(case), local_privacy.naive_loss(case)
    assert local_privacy.agree(ours, naive)
    assert not local_privacy.agree(ours, local_privacy.naive_loss(replace(case, labels=2)))
    assert not local_privacy.agree(ours, local_privacy.naive_loss(replace(case, hypotheses=1)))


def test_classes_whose_local_loss_is_measured() -> None:
    table = local_privacy.masses(3, 7)
    assert [sum(row) for row in table] == [1] * 3
    assert {(7000 * mass).denominator for row in table for mass in row} == {1}
    assert len({len(row) for row in table}) == len(set(table)) - 2 == 1


def test_local_privacy_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local_privacy, "HYPOTHESES", {local_privacy.EXP3: (1, 3), local_privacy.WMA: (2,)})
    monkeypatch.setattr(local_privacy, "NAIVE_HYPOTHESES", {local_privacy.EXP3: (2,), local_privacy.WMA: (1,)})
    alone, against = local_privacy.tables(pool(), quick=True, seconds=5.0, labels=(2, 3))
    assert [row[:3] for row in alone.rows] == [
        (learner, rate, size)
        for learner, sizes in ((local_privacy.EXP3, "13"), (local_privacy.WMA, "2"))
        for rate in local_privacy.RATES
        for size in sizes
    ]
    assert all(float(entry) > 0 for row in alone.rows for entry in row[3:])
    assert [row[3:5] for row in against.rows] == [("3", "6")] * 4
    monkeypatch.setattr(local_privacy, "loss", lambda _: Fraction(7))
    with pytest.raises(AssertionError):
        local_privacy.tables(pool(), quick=True, seconds=5.0, labels=(2,))


def test_more_labels_as_long_as_they_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    """M labels take M^2 seconds, and more than 50 are refused."""
    tried: list[int] = []

    def compute(size: int) -> Fraction:
        tried.append(size)
        if size > 50:
            raise ValueError("grid entries")
        return Fraction(size)

    monkeypatch.setattr(local_privacy, "timed", lambda run, _: (value := run(), float(value) ** 2))
    for limit, expected, most in ((0.5, [2], 2), (150.0, [2, 10], 10), (1e9, [2, 10, 50], 100)):
        tried.clear()
        found = local_privacy.growing(lambda size: lambda: compute(size), (2, 10, 50, 100), limit)
        assert [one.labels for one in found] == expected
        assert max(tried) == most


def in_this_process(
    command_line: list[str | Path], *, capture_output: bool, text: bool, check: bool
) -> subprocess.CompletedProcess[str]:
    """What `dpassay` does in a process of its own; for the seconds in which one starts there is a tenth of a second."""
    time.sleep(0.1)
    assert (command_line[0], capture_output, text, check) == (claims.COMMAND, True, True, False)
    done = CliRunner().invoke(main, [str(argument) for argument in command_line[1:]])
    return subprocess.CompletedProcess(command_line, done.exit_code, done.stdout, done.stderr)


def test_claim_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(claims, "subprocess", SimpleNamespace(run=in_this_process))
    claims.command("run", *claims.QUICK_CLAIMS, "--ledger", str(tmp_path))
    commands, slowest, established, steps, sizes = claims.tables(pool(), quick=True, ledger=tmp_path)
    assert [row[1] for row in commands.rows] == [str(len(claims.QUICK_CLAIMS))] * 2
    assert all(float(row[-1]) > 0 for row in commands.rows)
    assert {row[0] for row in slowest.rows} == set(claims.QUICK_CLAIMS)
    assert [row[:3] for row in established.rows] == [("LEC", "2", "2"), ("all", "2", "2")]
    assert int(steps.rows[-1][1]) > 2
    assert sizes.rows[0] == ("theorems: claims", "2")
    (tmp_path / f"{claims.QUICK_CLAIMS[0]}.json").unlink()
    with pytest.raises(RuntimeError, match=f"exit code 1\n{claims.QUICK_CLAIMS[0]}"):
        claims.tables(pool(), quick=True, ledger=tmp_path)


def test_progress_of_claims_is_read() -> None:
    progress = "[1/2] LEC-01: proved (0.3 s)\nsomething else\n[2/2] LEC-04-corrected: refuted (12.0 s)\n"
    assert claims.seconds_by_claim(progress) == {"LEC-01": 0.3, "LEC-04-corrected": 12.0}


def test_complaints_about_claims_are_errors() -> None:
    """What the command itself says is in the complaint; here it has a process of its own."""
    with pytest.raises(RuntimeError, match="exit code 2\nError: id = 'LEC-00'"):
        claims.command("verify", "LEC-00")


def test_power_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(power, "MECHANISMS", FEW)
    detect, limits, shapes, curves, bound = power.tables(pool(), quick=True, effort=TINY, curve_effort=FEW_CURVES)
    (seconds,) = power.seconds(pool(), quick=True, effort=TINY)
    assert len(limits.rows) == 4 * len(law_power.ALPHAS)
    assert [len(shapes.rows), len(curves.rows)] == [1, len(power_curves.PERCENTS)]
    assert len(detect.rows) == 4 + len(PEERS)
    assert detect.rows[1][1] == "> 500 / > 500"
    assert len(bound.rows) == len(power.CORRECT) + len(PEERS)
    assert [row[0] for row in seconds.rows] == list(FEW)


def test_a_grossly_wrong_law_is_detected_by_either_method(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(power, "CASES", (Case("four times the budget", "randomized_response", (("epsilon", 4.0),)),))
    effort = replace(TINY, largest=2_000)
    assert power.needed(pool(), 0, "law", effort) == ("125", "125")
    assert all(not size.startswith(">") for size in power.needed(pool(), 0, "bound", effort))


def test_the_limit_of_two_labels_is_that_of_the_normal_law() -> None:
    """Fisher's information on epsilon is p (1 - p) an answer; both inputs, level .05 and power .9."""
    fault = law_power.LIMITED[2]
    truth = math.e / (math.e + 3)
    quantiles = stats.norm.isf(0.05) + stats.norm.isf(0.1)
    assert law_power.limit(fault, 0.05) == pytest.approx(quantiles**2 / (2 * truth * (1 - truth) * 0.05**2), rel=0.02)


@pytest.mark.parametrize(
    "fault", law_power.SHAPES, ids=[f"{fault.label}, {fault.mechanism}" for fault in law_power.SHAPES]
)
def test_faults_are_laws_that_are_not_far_off(fault: law_power.Fault) -> None:
    laws = law_power.frame(fault.mechanism, 1_000)[0]
    far = [abs(m - law.probabilities).sum() / 2 for m, law in zip(law_power.masses_of(fault, 1_000), laws, strict=True)]
    assert 1e-4 < max(far) < 0.05
    assert all((masses >= 0).all() and masses.sum() == pytest.approx(1) for masses in law_power.masses_of(fault, 1_000))


def test_a_grossly_wrong_law_needs_few_answers_by_each_test(monkeypatch: pytest.MonkeyPatch) -> None:
    four = law_power.Fault("four times the budget", "randomized_response", Fraction(4))
    monkeypatch.setattr(law_power, "LIMITED", (four,))
    effort = replace(law_power.QUICK, most_steps=8)
    size = law_power.needed(pool(), 0, 0.05, effort)
    assert int(size.partition(" ")[0]) < 60
    assert all(0 < stop <= 200 for stop in law_power.stopping((0, 0.05, 200, 5)))


def test_best_event_masses_are_those_of_the_sampler() -> None:
    case = power.CASES[2]
    first, second = case.draw(40_000, np.random.default_rng(5))
    p, q = power.best_event_masses(case)
    for frequency, mass in ((np.mean(first == 0), p), (np.mean(second == 0), q)):
        assert abs(frequency - mass) < 6 * math.sqrt(mass * (1 - mass) / 40_000)


def test_a_run_replaces_its_own_chapters(tmp_path: Path) -> None:
    path = tmp_path / "RESULTS.md"
    table = Table("A title", ("a", "b"), [("x|y", "1")], ("a note",))
    first = chapter([table, replace(table, title="Another title")], "an old machine")
    write_results(path, {"second": first, "first": first, "gone": first}, ["first", "second", "gone"])
    write_results(path, {"first": chapter([table], "a new machine")}, ["first", "second"])
    written = path.read_text()
    assert "| x\\|y | 1 |" in written
    assert "Another title" in written.split("## second")[1]
    assert "Another title" not in written.split("## second")[0]
    assert chapters_of(written) == {"first": chapter([table], "a new machine"), "second": first}


def test_results_are_written_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "RESULTS.md"
    write_results(path, {"first": "old\n"}, ["first"])
    written = path.read_text()
    with pytest.raises(UnicodeEncodeError):
        write_results(path, {"first": "\ud800"}, ["first"])
    assert path.read_text() == written
    assert list(tmp_path.iterdir()) == [path]


def test_ragged_rows_are_refused() -> None:
    with pytest.raises(ValueError, match="expected 2 entries"):
        Table("t", ("a", "b"), [("x",)])


@pytest.mark.parametrize("arguments", [["--write", "--quick"], ["nothing"]])
def test_the_command_refuses_nonsense(arguments: list[str]) -> None:
    found = CliRunner().invoke(command.main, arguments)
    assert found.exit_code == 2
    assert "Error" in found.output
