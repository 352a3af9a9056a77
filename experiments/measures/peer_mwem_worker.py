"""MWEM of a published package, in a process and an environment of its own: one JSON object in, one out.

In: "package", "table" (a list of records of whole numbers), "epsilon", "rounds", "runs", "seed". Out: "lows", the least
value of each column, "weights", for each run the synthetic histogram from there on, as nested lists, and "seconds",
for each run what the fit took.
It needs NumPy and the package, and imports nothing of dpassay.
"""

from __future__ import annotations

import json
import random
import sys
import time
import warnings
from typing import Any

import numpy as np


def smartnoise_synth(table: Any, epsilon: float, rounds: int) -> Any:
    """Fit the synthesizer of smartnoise-synth, with its random ranges beside its marginals."""
    from snsynth.mwem import MWEMSynthesizer  # type: ignore[import-not-found,import-untyped,unused-ignore]
    from snsynth.transform.table import NoTransformer  # type: ignore[import-not-found,import-untyped,unused-ignore]

    synthesizer = MWEMSynthesizer(epsilon=epsilon, iterations=rounds, q_count=max(400, 2 * rounds), add_ranges=True)
    synthesizer.fit(table, transformer=NoTransformer())
    return synthesizer


def opendp_smartnoise(table: Any, epsilon: float, rounds: int) -> Any:
    """Fit the synthesizer of opendp-smartnoise, with its random ranges."""
    from opendp.smartnoise.synthesizers.mwem import (  # type: ignore[import-not-found,import-untyped,unused-ignore]
        MWEMSynthesizer,
    )

    columns = list(range(table.shape[1]))
    synthesizer = MWEMSynthesizer(epsilon, q_count=max(400, 2 * rounds), iterations=rounds, splits=[columns])
    synthesizer.fit(table)
    return synthesizer


PACKAGES = {"smartnoise-synth": smartnoise_synth, "opendp-smartnoise": opendp_smartnoise}


def answer(request: dict[str, Any]) -> dict[str, Any]:
    """Return the synthetic histograms of all runs."""
    table = np.array(request["table"])
    weights, seconds = [], []
    for run in range(request["runs"]):
        seeds = np.random.SeedSequence((request["seed"], run)).generate_state(2)
        random.seed(int(seeds[0]))
        np.random.seed(int(seeds[1]))  # noqa: NPY002  # the package's own source of ranges
        begin = time.perf_counter()
        fitted = PACKAGES[request["package"]](table, request["epsilon"], request["rounds"])
        seconds.append(time.perf_counter() - begin)
        weights.append(fitted.synthetic_histograms[0][0].tolist())
    return {"lows": table.min(axis=0).tolist(), "weights": weights, "seconds": seconds}


def main() -> None:
    """Answer one request; what the package prints goes to stderr."""
    warnings.simplefilter("ignore")
    out, sys.stdout = sys.stdout, sys.stderr
    json.dump(answer(json.load(sys.stdin)), out)


if __name__ == "__main__":
    main()
