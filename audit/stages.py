"""Drawing answers in stages, each as large as all before it, until a watch has seen enough.

Each stage is a run of its own, of a new process with a seed of its own: a target that starts from the same state of its
own in each process, whatever the seed, repeats itself from stage to stage, and its answers are not independent.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from dpassay.audit.answers.outcome import Failure, Samples
from dpassay.audit.answers.watching import Progress
from dpassay.audit.evidence.watch import Watch
from dpassay.audit.plan import Plan
from dpassay.exact.entrance import explain_failures

__all__ = ["FIRST_STAGE", "Draw", "drawn_in_stages", "stage_seed"]

FIRST_STAGE: Final = 1_000
"""Answers of the first stage on each input."""

Draw = Callable[[Plan, Progress], "Samples | Failure"]


def stage_seed(seed: int, stage: int) -> int:
    """Return the seed of a stage, of 128 bits; that of the first is the audit's own."""
    if stage == 0:
        return seed
    return int.from_bytes(np.random.SeedSequence((seed, stage)).generate_state(4, np.uint32).tobytes(), "little")


def drawn_in_stages(
    draw: Draw, plan: Plan, watch: Watch, form: tuple[int, ...], progress: Progress
) -> Samples | Failure:
    """Return the answers up to where the watch has seen enough, or all of the plan, or until the time is up.

    Args:
        draw: draws as a plan says.
        plan: that of the audit.
        watch: sees each stage.
        form: the shape of one answer; a stage with answers of another is the last.
        progress: told of all draws so far.
    """
    stages: list[Samples] = []
    total, seconds = 0, 0.0
    while total < plan.samples and watch.stopped is None:
        size = min(max(total, FIRST_STAGE), plan.samples - total)
        left = plan.time_limit - seconds
        part = replace(plan, samples=size, seed=stage_seed(plan.seed, len(stages)), time_limit=left)
        part = replace(part, first_time_limit=min(plan.first_time_limit, left))
        found = draw(part, _after(progress, 2 * total, 2 * plan.samples))
        if isinstance(found, Failure):
            late = found.kind == "timeout" and stages
            return _joined(stages, f"the time limit came after {total:,} answers on each input") if late else found
        stages.append(found)
        if not found.arrays or any(array.shape[1:] != form for array in found.arrays):
            return found
        watch.see(found.arrays)
        total, seconds = total + size, seconds + found.seconds
        if found.shortfall or seconds >= plan.time_limit:
            break
    return _cut(_joined(stages, stages[-1].shortfall), watch.stopped)


def _after(progress: Progress, before: int, total: int) -> Progress:
    return lambda done, _of: progress(before + done, total)


def _joined(stages: Sequence[Samples], shortfall: str) -> Samples:
    """Return the answers of all stages as those of one run."""
    arrays = tuple(np.concatenate(parts) for parts in zip(*(stage.arrays for stage in stages), strict=True))
    codes = tuple(np.zeros(len(array), dtype=np.int64) for array in arrays)
    seconds = sum(stage.seconds for stage in stages)
    first = replace(stages[-1], seed=stages[0].seed, seconds=seconds, shortfall=shortfall)
    return replace(first, arrays=arrays, form_names=stages[0].form_names, form_codes=codes)


def _cut(samples: Samples, most: int | None) -> Samples:
    """Return the first answers on each input."""
    if most is None:
        return samples
    return replace(samples, arrays=tuple(array[:most] for array in samples.arrays), shortfall="")


explain_failures(__name__)
