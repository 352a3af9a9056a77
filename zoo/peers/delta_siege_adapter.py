"""Delta-Siege: a quarter of the answers each to train, to set the threshold, to choose the order, and to test.

The classifier and its settings are those of its benchmarks: logistic regression on the 64 bits of each number. Of a
mechanism of which nothing but (epsilon, delta) is claimed it knows one point of the curve, the claimed delta; what it
gains by going along the curve, as that of Gaussian noise, is not measured here.

Its packages import the libraries whose mechanisms it audits, and a search over parameters. None of that is used: the
modules that need them are known here by empty ones.
"""

import sys
import types
from collections.abc import Iterator
from typing import Any

import numpy as np


class Unused(types.ModuleType):
    """A module whose names are there, and of no use."""

    def __getattr__(self, name: str) -> Any:
        """Return an empty class."""
        if name.startswith("__"):
            raise AttributeError(name)
        return type(name, (), {})


UNUSED = (
    *(f"mechanism.laplace_{each}" for each in ("inversion", "ibm", "pydp", "opendp")),
    *(f"mechanism.gauss_{each}" for each in ("mechanism", "ibm", "pydp", "opendp", "opacus")),
    *(f"mechanism.gauss_{each}" for each in ("ziggurat", "polar", "box_muller")),
    "mechanism.rng_mechanism",
    "mechanism.pgm_mechansims",
    "attack.witnesses.witness_dpopt",
    "main.experiment",
)
for part in UNUSED:
    sys.modules[f"deltasiege.{part}"] = Unused(f"deltasiege.{part}")

import torch  # noqa: E402
from deltasiege.attack import LinesearchEstimator, Witness, WitnessOptimization  # noqa: E402
from deltasiege.classifiers import BitPatternFeatureTransformer  # noqa: E402
from deltasiege.classifiers.legacy.multi_layer_perceptron import MultiLayerPerceptron  # noqa: E402
from deltasiege.classifiers.legacy.torch_optimizer_factory import AdamOptimizerFactory  # noqa: E402
from deltasiege.main import Trial  # noqa: E402
from deltasiege.mechanism import Mechanism  # noqa: E402
from deltasiege.utils import Config  # noqa: E402
from lines import Answer, cannot, serve  # noqa: E402

BATCHES = 10
SHARES = (0, 1, 1, 2, 2, 3)
"""Which quarter it is given when: both orders see the same answers until one of them is chosen."""


class Drawn(Mechanism):  # type: ignore[misc]  # its types are not known here
    """Answers that were drawn before, and a claim of one epsilon at one delta."""

    def __init__(self, answers: Any, epsilon: float, delta: float, each: int) -> None:
        self.answers, self.each = answers, each
        self.given = [0, 0]
        super().__init__(epsilon=epsilon, delta=delta)

    def guarantee_(self, epsilon: float, _delta: float) -> float:
        """Return what is the smaller, the larger epsilon is."""
        return 1 / epsilon if epsilon > 0 else float("inf")

    def perturb_delta(self, new_delta: float, **_more: Any) -> Any:
        """Return the claimed epsilon at the claimed delta, and nothing elsewhere."""
        return self.epsilon if new_delta == self.delta else None

    def get_batches(self, input: int, n: int, batch_size: Any = None, idx: Any = None) -> Iterator[Any]:  # noqa: A002, ARG002
        """Give out the next answers on an input."""
        for _ in range(n // (batch_size or n)):
            yield self(input, batch_size or n)

    def __call__(self, input: int, n: int) -> Any:  # noqa: A002  # its name
        """Return the next answers on an input."""
        share, place = divmod(self.given[input], self.each)
        self.given[input] += n
        start = SHARES[share] * self.each + place
        return self.answers[input][start : start + n]


def audit(question: dict[str, Any], first: Any, second: Any) -> Answer:
    """Return the bound that is certified on the last quarter."""
    each = len(first) // 4 // BATCHES * BATCHES
    if not each:
        return cannot("takes 40 answers or more")
    torch.manual_seed(question["seed"])
    np.random.seed(question["seed"])  # noqa: NPY002  # it draws from there
    answers = [np.ascontiguousarray(values, dtype=np.float64).reshape(len(values), -1) for values in (first, second)]
    sizes = {"n_train": each, "n_init": each, "n_check": each, "n_final": each, "batch_size": each // BATCHES}
    config = Config(**sizes, confidence=1 - question["alpha"], n_jobs=1, n_experiments=1)
    classifier = MultiLayerPerceptron.get_factory(
        optimizer_factory=AdamOptimizerFactory(learning_rate=0.1, step_size=500),
        in_dimensions=64 * answers[0].shape[1],
        hidden_sizes=(),
        n_test_batches=1,
        normalize_input=False,
        epochs=10,
        regularization_weight=0.0001,
        feature_transform=BitPatternFeatureTransformer(),
    )
    estimator = LinesearchEstimator(delta_steps=np.array([question["delta"]]))
    trial = Trial(
        config=config,
        input_pair=(0, 1),
        mechanism=Drawn(answers, question["epsilon"], question["delta"], each),
        classifier_factories=classifier,
        witnesses_factories=WitnessOptimization.get_factory(estimator=estimator),
    )
    trial._init_classifiers()  # what run() does, which ends in an error where nothing is stored
    trial._init_witnesess()
    trial._run_estimation(Witness.State.Check)
    chosen = min(trial.witnesses)
    chosen.state = Witness.State.Final
    chosen.compute_estimate()
    left = float(chosen.estimate_c)
    bound = question["epsilon"] / left if left > 0 else float("inf")
    return {"flag": left < 1, "epsilon_lower": bound}


if __name__ == "__main__":
    torch.set_num_threads(1)
    serve(audit, nan=False)
