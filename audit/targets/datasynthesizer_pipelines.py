"""DataSynthesizer's descriptions of tables of two categories as pipelines: the domains are given, and no seed is.

That no column is a candidate key is given, too, unless said: else a column whose values all differ is one.
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
NO_KEYS = {"attribute_to_is_candidate_key": dict.fromkeys(NAMES, False)}
KEY = {"attribute_to_is_candidate_key": {"c0": False, "c1": True}}


def field(value: Any) -> str:
    """Return a field of a table; that of None and of NaN is empty."""
    return "" if value is None or value != value else str(value)  # noqa: PLR0124  # NaN


def described(data: list[list[Any]], epsilon: float, given: dict[str, Any]) -> Any:
    """Return the description of a table in the independent attribute mode."""
    with tempfile.TemporaryDirectory() as folder:
        table, domains = (Path(folder) / name for name in ("table.csv", "domains.json"))
        lines = [",".join(map(field, row)) for row in data]
        table.write_text("".join(f"{line}\n" for line in [",".join(NAMES), *lines]))
        domains.write_text(json.dumps({"c0": [0, 1], "c1": [0, 1, 2]}))
        describer = DataDescriber()
        describer.describe_dataset_in_independent_attribute_mode(
            str(table),
            epsilon=epsilon,
            attribute_to_is_categorical=dict.fromkeys(NAMES, True),
            categorical_attribute_domain_file=str(domains),
            seed=None,
            **{name: dict(value) for name, value in given.items()},  # which it fills in
        )
    return describer.data_description


def of_columns(description: Any, part: str = "distribution_probabilities") -> list[Any]:
    """Return a part of the description of each column."""
    return [description["attribute_description"][name][part] for name in NAMES]


def independent(data: list[list[int]], *, epsilon: float) -> Any:
    """How often each value is there, in each column."""
    return of_columns(described(data, epsilon, NO_KEYS))


def with_a_key(data: list[list[int]], *, epsilon: float) -> Any:
    """The same where the second column is a candidate key."""
    return of_columns(described(data, epsilon, KEY))


def with_keys_found(data: list[list[int]], *, epsilon: float) -> Any:
    """The same, and which columns are candidate keys, where that is not given."""
    found = described(data, epsilon, {})
    return sorted(found["meta"]["candidate_keys"]), of_columns(found)


def with_missing(data: list[list[Any]], *, epsilon: float) -> Any:
    """The same, and the shares of missing values."""
    found = described(data, epsilon, NO_KEYS)
    return of_columns(found, "missing_rate"), of_columns(found)
