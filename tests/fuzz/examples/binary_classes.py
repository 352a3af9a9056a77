"""Right arguments for classes of functions with two values: brackets, covers, embeddings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dpassay.analysis import bracketing, classes, embeddings, halfspaces, set_packing, sign_rank
from tests.fuzz.examples.values import FAIR, HALF, TABLE, Makers
from tests.fuzz.harness import INSTANCES

OBJECTS: dict[type, Callable[[], Any]] = {
    bracketing.Bracket: lambda: bracketing.Bracket(0, 1),
    bracketing.Weights: lambda: bracketing.Weights((1, 1), 2),
    classes.HypothesisClass: lambda: classes.thresholds(2),
    embeddings.Embedding: lambda: embeddings.on_moment_curve(classes.thresholds(2), (0, 1)),
    halfspaces.Dichotomies: lambda: halfspaces.halfspaces(((0,), (1,))),
    halfspaces.Halfspace: lambda: halfspaces.Halfspace((HALF,), HALF),
    set_packing.Prices: lambda: set_packing.Prices((1, 1), ((0,), (0, 1))),
    sign_rank.Factors: lambda: sign_rank.trivial_factors(classes.thresholds(2)),
}
INSTANCES |= OBJECTS
BINARY: Makers = {
    "points": lambda: 2,
    "members": lambda: (0, 1),
    "rows": lambda: ((0, 1), (1, 1)),
    "from_signs.rows": lambda: ((-1, 1), (1, 1)),
    "value": lambda: 1,
    "mask": lambda: 1,
    "images": lambda: (0, 1, 1),
    "classes": lambda: (classes.thresholds(2), classes.singletons(2)),
    "cover": lambda: (0, 1),
    "law": lambda: FAIR,
    "radius": lambda: HALF,
    "families": lambda: [[bracketing.Bracket(0, 1)], [bracketing.Bracket(0, 3)]],
    "dimension": lambda: 1,
    "size": lambda: 2,
    "sets": lambda: [1, 2, 3],
    "shares": lambda: (HALF, HALF),
    "Weights.shares": lambda: (1, 1),
    "prices": lambda: (1, 1),
    "Prices.sets": lambda: ((0,), (0, 1)),
    "spread.sets": lambda: ((0,), (0, 1)),
    "target": lambda: 2,
    "steps": lambda: 2,
}
IN_SPACE: Makers = {
    **{name: BINARY[name] for name in ("mask", "points", "dimension")},
    "function": lambda: 1,
    "member": lambda: 1,
    "functions": lambda: classes.thresholds(2),
    "order": lambda: (0, 1),
    "images": lambda: ((0,), (1,)),
    "places": lambda: ((0,), (1,)),
    "place": lambda: (0, 1),
    "point": lambda: (HALF,),
    "rows": lambda: TABLE,
    "as_order.value": lambda: (0, 1),
    "as_rows.value": lambda: TABLE,
    "as_vector.value": lambda: (HALF, 1),
    "vector": lambda: (HALF, 1),
    "weights": lambda: (HALF, 1),
    "normal": lambda: (HALF,),
    "a": lambda: (HALF, HALF),
    "b": lambda: (HALF, HALF),
    "degree": lambda: 2,
    "variables": lambda: 2,
    "facets": lambda: 2,
    "left": lambda: TABLE,
    "right": lambda: TABLE,
    "Embedding.halfspaces": lambda: (halfspaces.Halfspace((HALF,), HALF),),
    "Dichotomies.halfspaces": lambda: {0: halfspaces.Halfspace((HALF,), HALF)},
    "refusals": lambda: {(1, 1): (HALF,)},
}
ARGUMENTS: dict[str, Makers] = {
    **dict.fromkeys(
        ("bracketing", "bracketing_numbers", "classes", "set_cover", "set_packing", "vc_dimension"), BINARY
    ),
    **dict.fromkeys(("embeddings", "gordan", "halfspaces", "sign_rank"), IN_SPACE),
}
