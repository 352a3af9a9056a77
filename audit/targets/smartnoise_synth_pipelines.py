"""SmartNoise's synthesizers as pipelines: what is looked at is a synthetic table."""

from __future__ import annotations

import warnings
from typing import Any

import pandas as pd  # type: ignore[import-not-found,import-untyped,unused-ignore]
from snsynth import Synthesizer  # type: ignore[import-not-found,import-untyped,unused-ignore]

DISTRIBUTION = "smartnoise-synth"


def synthetic(name: str, data: list[list[int]], epsilon: float, **more: Any) -> Any:
    """Return 4 synthetic records of a synthesizer that is told that all columns are categories."""
    table = pd.DataFrame(data, columns=[f"c{place}" for place in range(len(data[0]))])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        made = Synthesizer.create(name, epsilon=epsilon, **more)
        made.fit(table, categorical_columns=list(table.columns), preprocessor_eps=0.0)
        return made.sample(4).to_numpy().tolist()


def mwem(data: list[list[int]], *, epsilon: float) -> Any:
    """`MWEMSynthesizer`, two rounds."""
    return synthetic("mwem", data, epsilon, q_count=4, iterations=2, mult_weights_iterations=2)


def mwem_once(data: list[list[int]], *, epsilon: float) -> Any:
    """`MWEMSynthesizer`, one round."""
    return synthetic("mwem", data, epsilon, q_count=4, iterations=1, mult_weights_iterations=2)
