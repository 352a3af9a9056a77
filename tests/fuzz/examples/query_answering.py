"""Right arguments for MWEM, its smooth forms and Subsampled Net."""

from __future__ import annotations

from fractions import Fraction

from dpassay.reference import mwem_setting, smooth_mwem_setting
from tests.fuzz.examples.values import HALF, Makers
from tests.fuzz.harness import PROTOCOLS

TWO_ROUNDS = mwem_setting.Parameters.read(epsilon=1, rounds=2, queries="1,0")
"""Of MWEM, with one query on two points."""
SMOOTH_ROUNDS = smooth_mwem_setting.Parameters.read(epsilon=1, rounds=2, queries="1,0", sigma="1/2")


PROTOCOLS |= {mwem_setting.Setting: lambda: TWO_ROUNDS}
MWEM: Makers = {
    "setting": lambda: TWO_ROUNDS,
    "query": lambda: (Fraction(1), Fraction(0)),
    "answer.query": lambda: 0,
    "queries": lambda: ((Fraction(1), Fraction(0)),),
    "query_range": lambda: (0, 1),
    "as_queries.value": lambda: "1,0",
    "as_range.value": lambda: "0,1",
    "as_margin.value": lambda: 1,
    "margin": lambda: 1,
    "calibration": lambda: "printed",
    "data": lambda: (0, 1),
    "first": lambda: (0, 1),
    "second": lambda: (1, 1),
    "mean_distance.first": lambda: (Fraction(1), Fraction(0)),
    "mean_distance.second": lambda: (Fraction(0), Fraction(0)),
    "points": lambda: (0, 1),
    "weights": lambda: (HALF, HALF),
    "weight": lambda: HALF,
    "exponent": lambda: HALF,
    "measured": lambda: HALF,
    "candidates": lambda: (0,),
    "records_listed.candidates": lambda: lambda _: (0,),
    "replacements.candidates": lambda: lambda _: (0,),
    "candidates.parameters": lambda: SMOOTH_ROUNDS,
    "radius_of.parameters": lambda: SMOOTH_ROUNDS,
    "as_sigma.value": lambda: HALF,
    "as_radius.value": lambda: HALF,
    "radius": lambda: HALF,
    "sigma": lambda: HALF,
    "center": lambda: 1,
    "ratio": lambda: HALF,
    "answers": lambda: range(3),
    "records": lambda: 2,
    "transcript": lambda: (0, 1, 0, 2),
    "as_transcript.value": lambda: (0, 1, 0, 2),
    "projection": lambda: lambda weights: weights,
    "average": lambda: "after",
    "which": lambda: "after",
    "distribution": lambda: (HALF, HALF),
}
ARGUMENTS: dict[str, Makers] = {
    **dict.fromkeys(
        (
            *("mwem", "mwem_neighbors", "mwem_release", "mwem_rounds", "mwem_setting"),
            *("projected_smooth_mwem", "smooth_mwem", "smooth_mwem_setting", "smooth_projection"),
        ),
        MWEM,
    ),
    "subsampled_net": {
        "records": lambda: (0, 1),
        "candidate": lambda: (0, 1),
        "support": lambda: (0, 1),
        "universe": lambda: 2,
        "drawn": lambda: 2,
        "points": lambda: 2,
        "query_range": lambda: (0, 1),
        "calibration": lambda: "printed",
        "queries": lambda: ((Fraction(1), Fraction(0)),),
        "length": lambda: 2,
        "size": lambda: 2,
        "as_size.value": lambda: 2,
        "mask": lambda: 3,
        "code": lambda: 1,
    },
}
