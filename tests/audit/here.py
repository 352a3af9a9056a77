"""Drawing in this process, with the worker's own parts: the same samples as the runner's, and no process for each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from dpassay.audit import request
from dpassay.audit.chunks import collect
from dpassay.audit.outcome import Origin, Samples
from dpassay.audit.request import Data
from dpassay.audit.worker_drawing import Drawing
from dpassay.audit.worker_target import load


class Unheard:
    """A channel to nobody."""

    def end_copies(self) -> None:
        """There are none."""

    def send(self, event: str, **fields: Any) -> None:
        """Say nothing."""


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
    """Draw as `dpassay.audit.runner.draw` does, from a target that does no harm."""
    wanted = request.written(target, datasets, parameters, samples=samples, seed=seed, memory_limit=memory_limit)
    _, function = load(wanted["place"], wanted["name"], wanted["is_file"])
    with TemporaryDirectory() as folder:
        Drawing({**wanted, "directory": folder}, function, Unheard()).run()  # type: ignore[arg-type]  # no Channel
        drawn = collect(Path(folder), len(datasets))
    return Samples(drawn.arrays, seed, 1.0, Origin(), form_names=drawn.form_names, form_codes=drawn.form_codes)
