"""Right arguments for estimates of KL divergence, and sums of secrets."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from dpassay.exact import Dist, log
from dpassay.reference import priest_kld_estimator, priest_kld_views, secure_aggregation
from tests.fuzz.examples.values import HALF, Makers, case
from tests.fuzz.harness import INSTANCES

TWO_CLIENTS = secure_aggregation.Settings(clients=2, threshold=1, prime=3, degree=1)
DEALT: secure_aggregation.Dealt[int] = secure_aggregation.deal(lambda: 1, TWO_CLIENTS)
OBJECTS: dict[type, Callable[[], Any]] = {
    priest_kld_estimator.Moments: lambda: priest_kld_estimator.exact_moments(((0,), (1,)), (HALF, HALF)),
}
INSTANCES |= OBJECTS
SUMMED: Makers = {
    "settings": lambda: TWO_CLIENTS,
    "Settings.clients": lambda: 2,
    "Settings.threshold": lambda: 1,
    "Settings.prime": lambda: 3,
    "Settings.degree": lambda: 1,
    "frequencies": lambda: (Fraction(0), Fraction(1)),
    "survivors": lambda: (0, 1),
    "some": lambda: (0, 1),
    "clients": lambda: 2,
    "lagrange_weight.clients": lambda: (0, 1),
    "client": lambda: 0,
    "pair": lambda: (0, 1),
    "prime": lambda: 3,
    "uniform": lambda: lambda: 1,
    "values": lambda: (0, 1),
    "value": lambda: 1,
    "dealt": lambda: DEALT,
    "shares": lambda: {0: 1},
    "elements": lambda: iter((1, 2)),
    "coefficients": lambda: (1, 2),
    "got": lambda: secure_aggregation.received((0, 1), DEALT, (0, 1), TWO_CLIENTS),
}
PRIEST: Makers = {
    "parameters": lambda: case("priest_kld")[0],
    "data": lambda: case("priest_kld")[1],
    "first": lambda: case("priest_kld")[1],
    "second": lambda: case("priest_kld")[1],
    "clients": lambda: ((0,), (1,)),
    "letters": lambda: 2,
    "participants": lambda: 1,
    "law": lambda: Dist.point(HALF),
    "laws": lambda: (Dist.point(HALF), Dist.point(HALF)),
    "floor": lambda: HALF,
    "share": lambda: HALF,
    "shares": lambda: (HALF, HALF),
    "samples": lambda: (0, 1),
    "estimate_sensitivity.samples": lambda: (HALF, HALF),
    "reference": lambda: (HALF, HALF),
    "term.reference": lambda: HALF,
    "size": lambda: 5,
    "least": lambda: 2,
    "lam": lambda: Fraction(1),
    "value": lambda: "1/2,1/2",
    "largest_change.value": lambda: lambda h: log(h[0]),
    "as_lambda.value": lambda: HALF,
    "as_floor.value": lambda: HALF,
    "as_trust.value": lambda: "dist",
    "as_calibration.value": lambda: "printed",
    "count": lambda: 1,
    "parts": lambda: [(HALF, log(2))],
    "sigma": lambda: Fraction(1),
    "row": lambda: (0, HALF),
    "question": lambda: next(priest_kld_views.asked(case("priest_kld")[0])),
}
ARGUMENTS: dict[str, Makers] = {
    "secure_aggregation": SUMMED,
    **dict.fromkeys(
        (
            *("priest_kld", "priest_kld_estimator", "priest_kld_noise"),
            *("priest_kld_sensitivity", "priest_kld_setting", "priest_kld_views"),
        ),
        PRIEST,
    ),
}
