"""Drawing in stages: how large they are, with which seeds, when they end, and what is made of them."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np

from dpassay.audit.answers.outcome import Failure, FailureKind, Origin, Samples
from dpassay.audit.answers.watching import Progress
from dpassay.audit.evidence.watch import Watch
from dpassay.audit.plan import Plan
from dpassay.audit.stages import FIRST_STAGE, drawn_in_stages, stage_seed
from tests.audit.evidence.test_watch import CELLS, LAWS, answers

PLAN = Plan(samples=6_000, alpha=0.01, seed=5, time_limit=100.0, sequential=True)


class Target:
    """Draws as it is told, and remembers the plans."""

    def __init__(self, truth: float = 0.75, **ends: Samples | Failure) -> None:
        self.truth, self.ends, self.plans = truth, ends, list[Plan]()

    def __call__(self, plan: Plan, progress: Progress) -> Samples | Failure:
        self.plans.append(plan)
        progress(plan.samples, 0)
        if (end := self.ends.get(f"stage_{len(self.plans)}")) is not None:
            return end
        arrays = tuple(answers(self.truth, plan.samples, plan.seed))
        return Samples(arrays, plan.seed, 10.0, Origin(), form_names=("int64 of shape ()",))


def watch() -> Watch:
    return Watch(LAWS, CELLS, PLAN.alpha)


def run(target: Target, plan: Plan = PLAN) -> tuple[Samples | Failure, Watch, list[tuple[int, int]]]:
    told: list[tuple[int, int]] = []
    seen = watch()
    found = drawn_in_stages(target, plan, seen, (), lambda done, total: told.append((done, total)))
    return found, seen, told


def failure(kind: FailureKind) -> Failure:
    return Failure(kind, "no more", 1.0, 10, Origin())


def test_each_stage_is_as_large_as_all_before_it() -> None:
    target = Target()
    found, seen, told = run(target)
    assert isinstance(found, Samples)
    assert [plan.samples for plan in target.plans] == [FIRST_STAGE, 1_000, 2_000, 2_000]
    assert ([len(array) for array in found.arrays], seen.stopped, found.shortfall) == ([6_000, 6_000], None, "")
    assert (found.seed, found.seconds) == (5, 40.0)
    assert told == [(1_000, 12_000), (3_000, 12_000), (6_000, 12_000), (10_000, 12_000)]


def test_each_stage_has_a_seed_of_its_own() -> None:
    target = Target()
    run(target)
    seeds = [plan.seed for plan in target.plans]
    assert seeds[0] == PLAN.seed
    assert len({*seeds, *(stage_seed(6, stage) for stage in range(4))}) == 8
    assert all(0 <= seed < 2**128 for seed in seeds)
    assert all(one.time_limit > other.time_limit for one, other in pairwise(target.plans))


def test_it_ends_where_the_answers_are_enough() -> None:
    target = Target(truth=0.85)
    found, seen, _ = run(target)
    assert isinstance(found, Samples)
    assert seen.stopped is not None
    assert seen.stopped < 1_000
    assert len(target.plans) == 1
    assert [len(array) for array in found.arrays] == [seen.stopped] * 2


def test_a_failure_is_a_failure() -> None:
    for kind in ("raised", "timeout"):
        found, _, _ = run(Target(stage_1=failure(kind)))
        assert isinstance(found, Failure)
    found, _, _ = run(Target(stage_2=failure("crash")))
    assert isinstance(found, Failure)


def test_where_the_time_is_up_there_are_the_answers_until_then() -> None:
    found, _, _ = run(Target(stage_3=failure("timeout")))
    assert isinstance(found, Samples)
    assert [len(array) for array in found.arrays] == [2_000, 2_000]
    assert found.shortfall == "the time limit came after 2,000 answers on each input"
    target = Target()
    found, _, _ = run(target, replace(PLAN, time_limit=20.0))
    assert len(target.plans) == 2
    short = Samples(tuple(answers(0.75, 300)), 5, 1.0, Origin(), shortfall="Time was up.")
    found, _, _ = run(Target(stage_2=short))
    assert isinstance(found, Samples)
    assert ([len(array) for array in found.arrays], found.shortfall) == ([1_300, 1_300], "Time was up.")


def test_answers_of_another_form_are_the_last() -> None:
    rows = Samples((np.zeros((4, 2)), np.zeros((4, 2))), 5, 1.0, Origin())
    mixed = Samples((), 5, 1.0, Origin(), form_names=("NoneType", "float"))
    for odd in (rows, mixed):
        target = Target(stage_2=odd)
        found, _, _ = run(target)
        assert found is odd
        assert len(target.plans) == 2
