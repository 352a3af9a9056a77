"""Right arguments for learning distributions from private labels."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from dpassay.analysis import channels, distribution_game, distribution_learners, hadamard_class
from dpassay.exact import Dist, WorstPair, as_real
from dpassay.reference import label_clipping, private_wma
from tests.fuzz.examples.values import HALF, TABLE, Makers, case
from tests.fuzz.harness import INSTANCES, PROTOCOLS

PAIR = WorstPair(0, 1, Fraction(2))
OBJECTS: dict[type, Callable[[], Any]] = {
    hadamard_class.HadamardClass: lambda: hadamard_class.HadamardClass(2, Fraction(1, 4)),
    channels.Channel: lambda: channels.randomized_response(4, 2),
    distribution_game.Fixed: lambda: distribution_game.constant(0, [["1/2", "1/2"], ["1/4", "3/4"]], 2),
    distribution_game.Randomizer: lambda: distribution_game.Randomizer(Dist.point),
    distribution_learners.Constant: lambda: distribution_learners.Constant((HALF, HALF)),
    distribution_learners.Posterior: distribution_learners.Posterior,
    distribution_learners.RandomizedResponseLearner: lambda: distribution_learners.RandomizedResponseLearner(
        Fraction(2)
    ),
    distribution_learners.NoisedPrediction: lambda: distribution_learners.NoisedPrediction(Fraction(2)),
}
INSTANCES |= OBJECTS
PROTOCOLS |= {
    label_clipping.Clipped: lambda: case("private_wma")[0],
    distribution_game.Nature: OBJECTS[distribution_game.Fixed],
    distribution_game.Users: OBJECTS[distribution_game.Randomizer],
    distribution_game.Learner: OBJECTS[distribution_learners.Constant],
}
GAME: Makers = {
    "value": lambda: TABLE,
    "table": lambda: TABLE,
    "tables": lambda: (TABLE,),
    "predictions": lambda: (TABLE[0],),
    "p": lambda: TABLE[0],
    "q": lambda: TABLE[1],
    "t": lambda: 0,
    "reports": lambda: (),
    "labels": lambda: (),
    "truth": lambda: 0,
}
HARD_CLASS: Makers = {
    "column": lambda: (HALF, Fraction(1, 4)),
    "inputs": lambda: 4,
    "subsets": lambda: [[0], [1], [2], [3]],
    "patterns": lambda: {frozenset([y]): Fraction(1, 5) for y in range(4)},
    "rows": lambda: TABLE,
    "output.p": lambda: (Fraction(1, 4),) * 4,
    "i": lambda: 1,
    "label": lambda: 0,
    "estimate": lambda: (Fraction(1, 4),) * 4,
    "estimator": lambda: lambda *_: (Fraction(1, 4),) * 4,
    "size": lambda: 2,
}
ARGUMENTS: dict[str, Makers] = {
    **dict.fromkeys(("distribution_game", "game_risk", "label_laws"), GAME),
    "distribution_learners": {
        "t": lambda: 0,
        "reports": lambda: (),
        "tables": lambda: (TABLE,),
        "table": lambda: TABLE,
        "estimates": lambda: list(TABLE),
        "members": lambda: list(TABLE),
        "labels": lambda: 2,
    },
    **dict.fromkeys(("hadamard_class", "channels", "channel_outputs", "le_cam", "two_point_risk"), HARD_CLASS),
    "label_clipping": {"value": lambda: TABLE, "as_calibration.value": lambda: "printed", "label": lambda: 0},
    "private_exp3": {"report": lambda: (0, HALF)},
    "private_wma": {"report": lambda: (HALF,)},
    "privatized_likelihood": {
        "label": lambda: 0,
        "pairs": lambda: [PAIR],
        "pair": lambda: PAIR,
        "worst_pair": lambda: lambda: PAIR,
        "weights": lambda: (HALF,),
        "losses": lambda: (as_real(1),),
        "bits": lambda: 8,
    },
    "two_round_risk": {"truth": lambda: 0, "algorithm": lambda: private_wma},
}
