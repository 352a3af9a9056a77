"""Pipelines that draw by the samplers of `dpassay.fast` and `dpassay.reference`: the data are 0 or 1."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import numpy as np

from dpassay import reference
from dpassay.fast.discrete_gaussian import discrete_gaussian
from dpassay.fast.discrete_laplace import discrete_laplace
from dpassay.fast.exponential import exponential
from dpassay.fast.gaussian import gaussian
from dpassay.fast.label_clipping import label_clipping
from dpassay.fast.laplace import laplace
from dpassay.fast.multiplicative_weights import draw_experts
from dpassay.fast.mwem_release import release
from dpassay.fast.priest_kld import priest_kld
from dpassay.fast.private_exp3 import private_exp3
from dpassay.fast.private_pac import private_pac
from dpassay.fast.private_wma import private_wma
from dpassay.fast.query_tables import Intervals
from dpassay.fast.randomized_response import randomized_response
from dpassay.fast.subsampled_net import subsampled_net

CLASS = "1/2,1/2;1/4,3/4"


def all_samplers(data: int, *, rng: Any) -> list[str]:
    """Two answers of each; what is returned are shapes and types."""
    scores = [data, Fraction(1, 3)]
    two = {"size": 2, "rng": rng}
    found = [
        laplace(data, epsilon=0.5, sensitivity=2, **two),
        laplace(data, exp_eps="3/2", sensitivity=2, **two),
        discrete_laplace(data, epsilon=Fraction(1, 3), sensitivity=2, **two),
        discrete_laplace(data, exp_eps=2, sensitivity=2, **two),
        gaussian(data, sigma=3, sensitivity=1, **two),
        gaussian(data, epsilon=1, delta=0.5, sensitivity=1, **two),
        discrete_gaussian(data, sigma_squared=2, sensitivity=1, **two),
        randomized_response(data, epsilon=1, categories=3, **two),
        randomized_response(data, exp_eps="3/2", categories=3, **two),
        exponential(scores, epsilon=2, sensitivity=1, **two),
        exponential(np.array([data, 1.0]), exp_eps=4, sensitivity=1, **two),
        label_clipping(data, hypotheses=CLASS, rounds=4, **two),
        private_pac([[0, data]], epsilon=1, dimension=1, **two),
        private_pac(f"0{data}", epsilon=1, dimension=1, hypotheses="01", **two),
        private_wma(data, epsilon=1, delta=0.5, hypotheses=CLASS, rounds=4, **two),
        private_exp3(data, epsilon=1, hypotheses=CLASS, rounds=4, **two),
        subsampled_net([0, data], epsilon=1, queries="0,1", drawn=1, points=1, **two),
        priest_kld([[0], [data]], epsilon=1, delta=0.5, reference="1/2,1/2", clients=2, floor=0.25, **two),
    ]
    return [f"{answers.dtype}{answers.shape}" for answers in found]


def exact_samplers(data: int) -> list[str]:
    coins = random.Random(1)
    found = []
    for name, given in (
        ("laplace", {"epsilon": 1, "sensitivity": 2}),
        ("gaussian", {"epsilon": 1, "delta": "1/2", "sensitivity": 1}),
        ("label_clipping", {"hypotheses": CLASS, "rounds": 4}),
    ):
        module: Any = reference.MECHANISMS[name].module
        found.append(type(module.sample(data, module.Parameters.read(given), coins)).__name__)
    return found


def many_rounds(data: int, *, rng: Any) -> list[list[int]]:
    """A run of MWEM over a table, and experts by logarithms of weights."""
    queries = Intervals(np.array([0, 1]), np.array([1, 2]), 2)
    run = release([0, data], rng=rng, epsilon=1, rounds=1, queries=queries)
    return [run.transcript.tolist(), draw_experts(np.array([0.0, -float(data)]), 2, rng).tolist()]


def impossible_expert(data: int, *, rng: Any) -> int:
    return int(draw_experts(np.array([0.0, -np.inf, -float(data)]), 1, rng)[0])


def nothing_asked_for(data: int, *, rng: Any) -> Any:
    return laplace(data, size=0, rng=rng, epsilon=1, sensitivity=1)


def label_out_of_range(data: int, *, rng: Any) -> int:
    """The neighbor's label is none of two, which the sampler refuses."""
    return int(randomized_response(2 * data, size=1, rng=rng, epsilon=1, categories=2)[0])


def label_in_range(data: int, *, rng: Any) -> int:
    return int(randomized_response(data, size=1, rng=rng, epsilon=1, categories=2)[0])


def scale_of_data(data: int, *, rng: Any) -> float:
    return float(laplace(data, size=1, rng=rng, epsilon=1, sensitivity=1 + data)[0])


def many_hypotheses(data: int, *, rng: Any) -> int:
    """A class that the reference does not list."""
    return int(private_pac([[0] * 20 + [data]], size=1, rng=rng, epsilon=1, dimension=20)[0])


def several(data: int, *, rng: Any) -> list[float]:
    """Calls with delta, of which the inputs do not depend on answers."""
    noisy = gaussian(data, size=1, rng=rng, epsilon=1, delta=0.01, sensitivity=1)
    place = private_pac([[0, data]], size=1, rng=rng, epsilon=0.5, dimension=1)
    label = label_clipping(data, size=1, rng=rng, hypotheses=CLASS, rounds=2)
    return [float(noisy[0]), int(place[0]), int(label[0])]


def noise_of_ours(data: int, *, rng: Any) -> float:
    return float(laplace(data, size=1, rng=rng, epsilon=1, sensitivity=1)[0])


def noise_of_numpy(data: int, *, rng: Any) -> float:
    return float(rng.laplace(data, 1.0))
