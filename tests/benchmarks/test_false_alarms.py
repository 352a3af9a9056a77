"""Every method is counted, in every run that it can have; a wrong sampler is a flag of each that can see it."""

import pytest

from benchmarks import false_alarms
from benchmarks.cases import MECHANISMS, Case
from tests.benchmarks.helpers import pool

FEW = {name: MECHANISMS[name] for name in ("randomized_response", "laplace")}
SAMPLES = 60


def test_every_run_of_every_method_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(false_alarms, "MECHANISMS", FEW)
    methods, mechanisms = false_alarms.tables(pool(), quick=True, runs=4, samples=SAMPLES)
    assert [row[0] for row in methods.rows] == list(false_alarms.METHODS.values())
    assert {row[1] for row in methods.rows} == {"4"}
    assert [list(row[:2]) for row in mechanisms.rows] == [["randomized_response", "2"], ["laplace", "2"]]


def test_bits_are_looked_at_so_often_though_few_mechanisms_have_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(false_alarms, "MECHANISMS", FEW)
    jobs = false_alarms.planned(10, SAMPLES)
    assert [(job.mechanism, job.bits) for job in jobs].count(("laplace", True)) == 5
    assert len({(job.mechanism, job.seed) for job in jobs}) == len(jobs) == 15


def test_a_wrong_sampler_is_a_flag_of_each_method_that_can_see_it(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = Case("wrong", "laplace", (("epsilon", 5.0),))
    monkeypatch.setattr(false_alarms, "Case", lambda *_: wrong)
    flags = false_alarms.audited(false_alarms.Run("laplace", 2_000, 0))
    blind = ("form", "blind form", "bits", "blind bits")
    assert set(flags) == set(false_alarms.METHODS)
    assert all(flags[name] == (True, True) for name in flags if name not in blind)
    assert all(flags[name] == (False, False) for name in ("form", "blind form"))


def test_a_claim_is_that_of_the_guarantee() -> None:
    claim, broken, alone = false_alarms.claimed("laplace")
    assert (claim.epsilon, claim.delta, broken) == (1, 0, False)
    assert alone.epsilon == 1
    assert alone.delta == 0
