"""DP-Sniper: a third of the answers trains a classifier, a third sets its threshold, a third tests the attack.

Logistic regression with the settings of its default experiments, event mass C; half of alpha for either order.
"""

import os
import tempfile
from typing import Any

import numpy as np
from dpsniper.attack.dpsniper import DPSniper
from dpsniper.classifiers.classifier_factory import LogisticRegressionFactory
from dpsniper.classifiers.torch_optimizer_factory import SGDOptimizerFactory
from dpsniper.mechanisms.abstract import Mechanism
from dpsniper.probability.estimators import EpsEstimator, PrEstimator
from dpsniper.search.ddconfig import DDConfig
from dpsniper.utils.my_logging import log
from dpsniper.utils.paths import set_output_directory
from dpsniper.utils.torch import torch_initialize
from lines import Answer, serve

C = float(os.environ.get("EVENT_MASS", ".01"))


class Drawn(Mechanism):  # type: ignore[misc]  # its types are not known here
    """Answers that were drawn before, given out in their order."""

    def __init__(self, answers: Any) -> None:
        self.answers = answers
        self.given = [0, 0]

    def m(self, a: Any, n_samples: int = 1) -> Any:
        """Return the next answers on input ``a[0]``."""
        place = int(a[0])
        start = self.given[place]
        self.given[place] = start + n_samples
        found = self.answers[place][start : start + n_samples]
        if len(found) < n_samples:
            raise ValueError("no more answers")
        return found


def audit(question: dict[str, Any], first: Any, second: Any) -> Answer:
    """Return the larger bound of the two orders of the inputs."""
    each = min(len(first) // 3, 9_000) if len(first) < 30_000 else len(first) // 3 // 1_000 * 1_000
    answers = [np.asarray(values, dtype=np.float64) for values in (first, second)]
    bounds = []
    for order in ((0, 1), (1, 0)):
        config = DDConfig(c=C, n_train=each, n=each, n_check=each, n_final=each, n_processes=1)
        config.confidence = 1 - question["alpha"] / 2
        mechanism = Drawn(answers)
        factory = LogisticRegressionFactory(
            in_dimensions=1 if first.ndim == 1 else first.shape[1],
            optimizer_factory=SGDOptimizerFactory(learning_rate=0.3, momentum=0.3, step_size=500),
            regularization_weight=0.001,
            epochs=10,
        )
        a1, a2 = np.array([order[0]]), np.array([order[1]])
        attack = DPSniper(mechanism, factory, config).best_attack(a1, a2)
        estimator = EpsEstimator(PrEstimator(mechanism, each, config))
        bounds.append(float(estimator.compute_eps_estimate(a1, a2, attack)[1]))
    bound = max(0.0, *bounds)
    return {"flag": bound > question["epsilon"], "epsilon_lower": bound}


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        set_output_directory(folder)
        log.configure("ERROR")
        torch_initialize(torch_threads=1)
        serve(audit, delta=False, nan=False)
