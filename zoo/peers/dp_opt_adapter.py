"""DP-Opt: a third of the answers trains a classifier, optimizers set its threshold on a third, and a third tests it.

Logistic regression with the settings of its default experiments and five of the optimizers that these run; half of
alpha for either order of the inputs.
"""

import tempfile
from typing import Any

import numpy as np
import torch
from dpopt.attack.dpopt import DPOpt
from dpopt.classifiers.classifier_factory import LogisticRegressionFactory
from dpopt.classifiers.torch_optimizer_factory import SGDOptimizerFactory
from dpopt.mechanisms.abstract import Mechanism
from dpopt.optimizer.optimizer_generator import OptimizerGenerator
from dpopt.optimizer.optimizers import COBYLA, Bounded, BruteForce, NelderMead, Powell
from dpopt.probability.estimators import EpsEstimator, PrEstimator
from dpopt.search.dpconfig import DPConfig
from dpopt.utils.my_logging import log
from dpopt.utils.paths import set_output_directory
from dpopt.utils.torch import torch_initialize
from lines import Answer, serve

FROM = 0.5
"""Where its optimizers begin: at this threshold."""


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
        return self.answers[place][start : start + n_samples]


def audit(question: dict[str, Any], first: Any, second: Any) -> Answer:
    """Return the larger bound of the two orders of the inputs."""
    each = len(first) // 3 if len(first) < 30_000 else len(first) // 3 // 1_000 * 1_000
    answers = [np.asarray(values, dtype=np.float64) for values in (first, second)]
    torch.manual_seed(question["seed"])
    np.random.seed(question["seed"])  # noqa: NPY002  # it draws from there
    optimizers = [NelderMead(1, FROM), COBYLA(1, FROM), BruteForce(1), Bounded(), Powell(1, FROM)]
    bounds = []
    for order in ((0, 1), (1, 0)):
        config = DPConfig(n_train=each, n_check=each, n_final=each, confidence=1 - question["alpha"] / 2)
        mechanism = Drawn(answers)
        factory = LogisticRegressionFactory(
            in_dimensions=1 if first.ndim == 1 else first.shape[1],
            optimizer_factory=SGDOptimizerFactory(learning_rate=0.3, momentum=0.3, step_size=500),
            regularization_weight=0.001,
            epochs=10,
        )
        a1, a2 = np.array([order[0]]), np.array([order[1]])
        attack, _, _ = DPOpt(mechanism, factory, OptimizerGenerator(optimizers), config).best_attack(a1, a2)
        estimator = EpsEstimator(PrEstimator(mechanism, each, config))
        bounds.append(float(estimator.compute_lcb_estimates(a1, a2, attack)[0]))
    bound = max(0.0, *bounds)
    return {"flag": bound > question["epsilon"], "epsilon_lower": bound}


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        set_output_directory(folder)
        log.configure("ERROR")
        torch_initialize(torch_threads=1)
        serve(audit, delta=False, nan=False)
