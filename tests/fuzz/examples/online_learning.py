"""Right arguments for lazy and private online learning, and composition."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from dpassay.analysis import composition_bounds, lazy_certificate, limited_switching, optimal_composition
from dpassay.exact import Dist, GaussianLaw, as_real, log
from dpassay.reference import lazy_to_private, shrinking_dartboard
from tests.fuzz.examples.values import FAIR, HALF, Makers, case
from tests.fuzz.harness import INSTANCES, PROTOCOLS

BOUND = composition_bounds.Bound(log(2), Fraction(1, 8))
OBJECTS: dict[type, Callable[[], Any]] = {
    lazy_to_private.MultiplicativeWeights: lazy_to_private.MultiplicativeWeights,
    lazy_certificate.Setting: lambda: lazy_certificate.Setting(as_real(Fraction(1, 8)), 2, as_real(Fraction(1, 8)), 4),
    limited_switching.LimitedSwitching: lambda: limited_switching.follower(2, 2, lambda *_: 0),
    optimal_composition.Round: lambda: optimal_composition.Round(case("laplace")[0].budget),
}
INSTANCES |= OBJECTS
PROTOCOLS |= {lazy_to_private.Measure: lazy_to_private.MultiplicativeWeights}
ARGUMENTS: dict[str, Makers] = {
    "lazy_printed": {"theorem": lambda: "3.12"},
    "lazy_regret": {
        "parameters": lambda: case("lazy_to_private")[0],
        "data": lambda: case("lazy_to_private")[1],
    },
    "lazy_to_private": {"before": lambda: (HALF, HALF), "now": lambda: (HALF, HALF), "x": lambda: 0, "y": lambda: 1},
    "limited_switching": {
        "algorithm": OBJECTS[limited_switching.LimitedSwitching],
        "data": lambda: ((HALF, HALF), (HALF, Fraction(0))),
        "first": lambda: ((HALF, HALF), (HALF, Fraction(0))),
        "second": lambda: ((HALF, HALF), (HALF, HALF)),
        "past": lambda: (),
        "released": lambda: (limited_switching.Resampling(1, 0),),
        "models": lambda: (0, 1),
        "losses": lambda: ((HALF, HALF), (HALF, Fraction(0))),
        "fresh": lambda: lambda _: FAIR,
        "answer": lambda: lambda _: Dist.point((0, 1)),
    },
    "multiplicative_weights": {"rows": lambda: [[HALF, HALF]], "value": lambda: "loss"},
    "shrinking_dartboard": {
        "parameters": lambda: shrinking_dartboard.Parameters.read(exp_learning_rate=2, rounds=2, experts=2),
        "data": lambda: ((HALF, HALF), (HALF, Fraction(0))),
        "first": lambda: ((HALF, HALF), (HALF, Fraction(0))),
        "second": lambda: ((HALF, HALF), (HALF, HALF)),
        "as_constant.value": lambda: "fixed",
        "x": lambda: 0,
        "t": lambda: 2,
    },
    "additive_noise": {
        "integer_value.data": lambda: 1,
        "parameters": lambda: case("discrete_laplace")[0],
        "_parameters": lambda: case("discrete_laplace")[0],
        "law": lambda: GaussianLaw(0, 1),
        "bits": lambda: 4,
    },
    "composition_bounds": {"rounds": lambda: [OBJECTS[optimal_composition.Round]()], "bound": lambda: BOUND},
    "optimal_composition": {
        "rounds": lambda: [OBJECTS[optimal_composition.Round]()],
        "parameters": lambda: case("composition")[0],
    },
}
