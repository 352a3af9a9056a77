"""Stand-ins for the synthesizers that the programs of findings run with, with their faults or mended."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tests.audit.fake_libraries import Installed

BOUND = 9
RECORDS = 10


class Synthesizer:
    """Cells from the least to the largest value, or up to a bound; uniform, and of as many records as there are."""

    mended = False
    histogram: NDArray[Any]

    def __init__(self, epsilon: float = 1.0, **given: Any) -> None:
        self.epsilon, self.given = epsilon, given
        self.rng = np.random.default_rng(5)

    def fit(self, data: NDArray[Any], *, transformer: object = None) -> None:
        assert data.ndim == 2
        cells = BOUND + 1 if self.mended else int(data[:, 0].max() - data[:, 0].min()) + 1
        total = RECORDS if self.mended else len(data)
        self.histogram = np.full(cells, total / cells)

    def sample(self, samples: int) -> NDArray[Any]:
        return self.rng.choice(len(self.histogram), size=(samples, 1))

    @property
    def synthetic_histograms(self) -> list[tuple[NDArray[Any], None, None]]:
        return [(self.histogram, None, None)]


def snsynth(*, mended: bool) -> Installed:
    """The synthesizer that shows the range and the number of records, or not."""
    kind = type("MWEMSynthesizer", (Synthesizer,), {"mended": mended})
    return {"snsynth.mwem": {"MWEMSynthesizer": kind}, "snsynth.transform.table": {"NoTransformer": object}}


def opendp_smartnoise(*, mended: bool) -> Installed:
    """The synthesizer whose noise is divided by the number of columns, or not."""

    class MWEMSynthesizer(Synthesizer):
        def _laplace(self, sigma: float) -> float:
            return float(self.rng.laplace(scale=sigma))

        def fit(self, data: NDArray[Any], *, transformer: object = None) -> None:
            super().fit(data)
            self._laplace(2 / (1 if mended else data.shape[1]))

    MWEMSynthesizer.mended = mended
    return {"opendp.smartnoise.synthesizers.mwem": {"MWEMSynthesizer": MWEMSynthesizer}}


def datasynthesizer(*, mended: bool) -> Installed:
    """A describer that finds keys in the data, pays nothing for them, and states how many values are missing."""

    class DataDescriber:
        def describe_dataset_in_independent_attribute_mode(self, table: str, epsilon: float, **given: Any) -> None:
            names, *rows = (line.split(",") for line in Path(table).read_text().splitlines())
            columns = dict(zip(names, zip(*rows, strict=True), strict=True))
            unique = {name: not mended and len({*column}) == len(column) for name, column in columns.items()}
            keys = given.get("attribute_to_is_candidate_key", unique)
            paid = len(columns) if mended else max(1, len(columns) - sum(keys.values()))
            for _ in columns:
                np.random.laplace(0, scale=2 / len(rows) / (epsilon / paid), size=2)  # noqa: NPY002  # the library's own
            rates = {name: 0.0 if mended else column.count("") / len(column) for name, column in columns.items()}
            self.data_description = {
                "meta": {"candidate_keys": [name for name, is_key in keys.items() if is_key]},
                "attribute_description": {name: {"missing_rate": rate} for name, rate in rates.items()},
            }

    return {"DataSynthesizer.DataDescriber": {"DataDescriber": DataDescriber}}
