"""Drawing in this process, with the worker's own parts: the same samples as the runner's, and no process for each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from dpassay.audit.answers import request
from dpassay.audit.answers.chunks import Chunk, put_together
from dpassay.audit.answers.outcome import Origin, Samples
from dpassay.audit.answers.request import Data
from dpassay.audit.answers.worker_answers import Answers
from dpassay.audit.answers.worker_drawing import Drawing
from dpassay.audit.answers.worker_lines import Lines
from dpassay.audit.answers.worker_target import load


class Unheard:
    """A channel to nobody."""

    def end_copies(self) -> None:
        """There are none."""

    def send(self, event: str, **fields: Any) -> None:
        """Say nothing."""


class Keeping(Drawing):
    """Drawing that keeps the answers in memory."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.chunks: dict[int, list[Chunk]] = {}

    def keep(self, dataset: int, chunk: int, answers: Answers | Lines) -> None:
        """Keep one chunk as `dpassay.audit.answers.chunks.read` would read it."""
        values = answers.values if len(answers.values) else None
        kept = self.chunks.setdefault(dataset, [])
        assert chunk == len(kept)
        lines = (tuple(answers.lines), answers.places) if isinstance(answers, Lines) else ((), None)
        kept.append(Chunk(values, tuple(answers.names), answers.codes.astype(np.int64), *lines))


def draw_here(
    target: str,
    datasets: Sequence[Data],
    parameters: Mapping[str, object],
    *,
    samples: int,
    seed: int,
    memory_limit: int,
    **_limits: Any,
) -> Samples:
    """Draw as `dpassay.audit.answers.runner.draw` does, from a target that does no harm."""
    wanted = request.written(target, datasets, parameters, samples=samples, seed=seed, memory_limit=memory_limit)
    _, function = load(wanted["place"], wanted["name"], wanted["is_file"])
    drawing = Keeping(wanted, function, Unheard())  # type: ignore[arg-type]  # no Channel
    drawing.run()
    drawn = put_together(list(drawing.chunks.values()))
    return Samples(drawn.arrays, seed, 1.0, Origin(), form_names=drawn.form_names, form_codes=drawn.form_codes)
