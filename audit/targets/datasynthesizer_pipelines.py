"""DataSynthesizer's descriptions of tables of two categories as pipelines: the domains are given, and no seed is.

That no column is a candidate key is given, too: else a column whose values all differ is one, and shares no budget.
"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

from DataSynthesizer.DataDescriber import (  # type: ignore[import-not-found,import-untyped,unused-ignore]
    DataDescriber,
)

DISTRIBUTION = "DataSynthesizer"
NAMES = ("c0", "c1")
DOMAINS = {name: [0, 1] for name in NAMES}


def independent(data: list[list[int]], *, epsilon: float) -> Any:
    """The independent attribute mode: how often each value is there, in each column."""
    given = {
        "attribute_to_is_categorical": dict.fromkeys(NAMES, True),
        "attribute_to_is_candidate_key": dict.fromkeys(NAMES, False),
        "seed": None,
    }
    with tempfile.TemporaryDirectory() as folder:
        table, domains = (Path(folder) / name for name in ("table.csv", "domains.json"))
        table.write_text("".join(f"{x},{y}\n" for x, y in [NAMES, *data]))
        domains.write_text(json.dumps(DOMAINS))
        describer = DataDescriber()
        describer.describe_dataset_in_independent_attribute_mode(
            str(table), epsilon=epsilon, categorical_attribute_domain_file=str(domains), **given
        )
    columns = describer.data_description["attribute_description"]
    return [columns[name]["distribution_probabilities"] for name in NAMES]
