"""The planted pipelines with what each of them promises to bear: a schema, and nothing of the two neighbors."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from dpassay.audit import SearchResult, search_neighbors
from tests.mutants import planted

FILE = Path(planted.__file__)
PURE: dict[str, Any] = {"epsilon": 1}
RHO: dict[str, Any] = {"rho": "1/2"}
LOOSE: dict[str, Any] = {"epsilon": 1, "delta": "1/1000"}


def numbers(low: float, high: float, *edges: str, kind: str = "real", **more: Any) -> dict[str, Any]:
    return {"form": "list", "columns": {"x": {"kind": kind, "low": low, "high": high, "edges": list(edges)}}, **more}


def integers(low: int, high: int, *edges: str, **more: Any) -> dict[str, Any]:
    return numbers(low, high, *edges, kind="integer", **more)


ANY = ("outside", "infinite", "nan", "huge")
REPLACED: dict[str, Any] = {"adjacency": "replace-one"}
LETTERS = {"form": "list", "columns": {"x": {"kind": "category", "categories": ["a", "b", "c"], "edges": ["unseen"]}}}
POINTS = {
    "form": "lists",
    "columns": {name: {"kind": "real", "low": 0, "high": 1, "edges": []} for name in "xy"},
    "rows": [1, 4],
}

CASES: dict[str, tuple[str, str, dict[str, Any], dict[str, Any]]] = {
    "sum_not_clipped": ("sum_clipped", "cost", PURE, numbers(0, 10, "outside", "infinite")),
    "histogram_as_if_added": ("histogram", "cost", PURE, integers(0, 2, **REPLACED)),
    "counts_by_class_found": ("counts_by_class", "control flow", PURE, LETTERS),
    "mean_with_nan": ("mean_without_nan", "cost", PURE, numbers(0, 10, *ANY)),
    "two_answers_at_full_budget": ("two_answers", "cost", PURE, numbers(0, 10, "outside", "infinite")),
    "sum_of_range_found": ("sum_of_known_range", "cost", LOOSE, numbers(1, 10, rows=[1, 5])),
    "mean_of_true_count": ("mean_of_noisy_count", "release", PURE, numbers(0, 1, "outside")),
    "threshold_true": ("threshold_noisy", "control flow", PURE, numbers(0, 1, rows=[1, 5], **REPLACED)),
    "count_noisy_if_large": ("count_always_noisy", "control flow", PURE, integers(0, 1)),
    "five_rounds_as_if_by_roots": ("five_rounds", "cost", PURE, numbers(0, 1)),
    "sums_with_one_noise": ("sums_with_own_noise", "release", PURE, POINTS),
    "total_of_some": ("total_of_any", "control flow", PURE, numbers(0, 10, "outside")),
    "sum_of_bytes_in_bytes": ("sum_of_small_bytes", "cost", PURE, integers(0, 255)),
    "response_too_true": ("response", "cost", PURE, integers(0, 1, **REPLACED)),
    "best_of_without_half": ("best_of", "cost", PURE, integers(0, 2)),
    "gaussian_sum_of_half_the_noise": ("gaussian_sum", "cost", RHO, numbers(0, 1, "outside")),
    "noisy_steps_of_one": ("noisy_steps", "cost", LOOSE, numbers(0, 1, rows=[0, 3])),
}
"""Of each fault: the correct one beside it, what is found, the claim, and the schema."""


@cache
def searched(function: str, fault: str) -> SearchResult:
    _, _, claim, schema = CASES[fault]
    return search_neighbors(f"{FILE}:{function}", schema, claim, **claim, examples=40 if function != fault else 400)
