"""Pipelines that draw by libraries in native code, with stand-ins for them. This file needs numpy only."""

from __future__ import annotations

import random
import sys
from types import ModuleType, SimpleNamespace
from typing import Any


def module(name: str, **members: Any) -> Any:
    made = ModuleType(name)
    vars(made).update(members)
    return sys.modules.setdefault(name, made)


# OpenDP: what makes a measurement writes down how


class Measurement:
    def __init__(self, made: str, draw: Any, **given: Any) -> None:
        self.__opendp_dict__ = {"__function__": made, "__kwargs__": given}
        self.draw = draw

    def __call__(self, arg: Any) -> Any:
        return self.draw(arg)


class Transformation(Measurement):
    def __call__(self, arg: Any) -> Any:
        return self.draw(arg)


opendp = module("opendp.mod", Measurement=Measurement, Transformation=Transformation)


def noise(arg: Any) -> Any:
    return [x + random.random() for x in arg] if isinstance(arg, list) else arg + random.random()


def whole(arg: Any) -> Any:
    return arg + random.randrange(3)


def chained(measurement: Measurement, transformation: Any) -> Measurement:
    return Measurement(
        "make_chain_mt",
        lambda arg: measurement(transformation(arg)),
        measurement1=measurement,
        transformation0=transformation,
    )


REAL, LIST, WHOLE = "AtomDomain(T=f64)", "VectorDomain(AtomDomain(T=f64))", "AtomDomain(T=i32)"


def opendp_sum(data: list[float]) -> float:
    chain = chained(Measurement("make_laplace", noise, input_domain=REAL, scale=2.0), sum)
    made = Measurement("make_chain_pm", None, postprocess1=lambda x: -x, measurement0=chain)
    return float(made(data))


def resized(arg: list[float]) -> list[float]:
    return random.sample(arg, 2) if len(arg) > 2 else [*arg, 0.0, 0.0][:2]


def opendp_resized(data: list[float]) -> float:
    """Of a list that is too long records are dropped by chance."""
    parts = Transformation("make_clamp", lambda x: x), Transformation("make_resize", resized, size=2)
    made = Transformation("make_chain_tt", None, transformation1=parts[1], transformation0=parts[0])
    return float(
        chained(Measurement("make_laplace", noise, input_domain=REAL, scale=1.0), lambda x: sum(made(x)))(data)
    )


def opendp_count(data: list[float]) -> int:
    return int(chained(Measurement("make_geometric", whole, input_domain=WHOLE, scale=3.0), len)(data))


def opendp_both(data: list[float]) -> list[Any]:
    parts = [
        Measurement("make_gaussian", noise, input_domain=LIST, scale=2.0),
        Measurement("make_randomized_response_bool", lambda bit: bit ^ (random.random() < 0.25), prob=0.75),
    ]
    made = Measurement("make_composition", None, measurements=[parts[0], chained(parts[1], lambda x: len(x) > 1)])
    noisy, bit = made(data)
    return [*noisy[:1], bit]


def noisy_max(output_measure: str, *, negate: bool) -> Any:
    made = Measurement(
        "make_noisy_max",
        lambda scores: random.randrange(len(scores)),
        output_measure=output_measure,
        scale=2.0,
        negate=negate,
    )
    return chained(made, lambda x: [float(len(x)), 0.0])


def opendp_choice(data: list[float]) -> int:
    return int(noisy_max("ZeroConcentratedDivergence", negate=True)(data))


def opendp_largest(data: list[float]) -> int:
    return int(noisy_max("MaxDivergence", negate=False)(data))


def opendp_unknown(data: list[float]) -> float:
    return float(Measurement("make_alp_queryable", lambda _arg: random.random())(data))


# PyDP


class NumericalMechanism:
    def __init__(self, unit: float = 1.0) -> None:
        self.diversity = self.std = unit

    def add_noise(self, value: Any) -> Any:
        return value + random.random() if isinstance(value, float) else value + random.randrange(2)


class LaplaceMechanism(NumericalMechanism):
    pass


class GaussianMechanism(NumericalMechanism):
    pass


class MetaAlgorithm:
    def __init__(self, **given: Any) -> None:
        pass

    def add_entries(self, data: list[float]) -> None:
        pass

    def add_entry(self, value: float) -> None:
        pass

    def quick_result(self, data: list[float]) -> float:
        return sum(data) + random.random()

    def result(self, level: Any = None) -> float:
        return random.random()


class BoundedSum(MetaAlgorithm):
    pass


class Strategy:
    def probability_of_keep(self, units: int) -> float:
        return min(units / 4, 1.0)

    def should_keep(self, units: int) -> bool:
        return random.random() < units / 4


pydp = module("pydp.algorithms.numerical_mechanisms", NumericalMechanism=NumericalMechanism)
algorithms = module("pydp.algorithms._algorithm", MetaAlgorithm=MetaAlgorithm)
selection = module("pydp.algorithms.partition_selection", create_partition_strategy=lambda *_args: Strategy())


def pydp_laplace(data: list[float]) -> float:
    return float(LaplaceMechanism(2.0).add_noise(float(sum(data))))


def pydp_gaussian(data: list[float]) -> float:
    return float(GaussianMechanism(2.0).add_noise(float(sum(data))))


def pydp_whole(data: list[float]) -> int:
    return int(LaplaceMechanism(2.0).add_noise(len(data)))


def pydp_quick(data: list[float]) -> float:
    return float(BoundedSum().quick_result(data))


class Count(MetaAlgorithm):
    pass


def pydp_sum(data: list[float]) -> float:
    made = BoundedSum(epsilon=0.5, lower_bound=-3.0, upper_bound=2.0, dtype="float")
    return float(made.quick_result([*data, 9.0, float("nan")]))


def pydp_sum_of_whole(data: list[float]) -> float:
    return float(BoundedSum(epsilon=0.5, lower_bound=0, upper_bound=2, dtype="int").quick_result(data))


def pydp_sum_of_many(data: list[float]) -> float:
    made = BoundedSum(epsilon=0.5, lower_bound=0.0, upper_bound=2.0, dtype="float", linf_sensitivity=3)
    return float(made.quick_result(data))


class BoundedMean(MetaAlgorithm):
    pass


def pydp_mean(data: list[float]) -> float:
    made = BoundedMean(epsilon=0.5, lower_bound=-1.0, upper_bound=2.0, dtype="float")
    return float(made.quick_result([*data, 9.0, float("nan")]))


def pydp_mean_of_whole(data: list[float]) -> float:
    return float(BoundedMean(epsilon=0.5, lower_bound=-1, upper_bound=2, dtype="int").quick_result(data))


def pydp_count(data: list[float]) -> float:
    return float(Count(epsilon=0.5, dtype="float").quick_result(data))


def pydp_entered(data: list[float]) -> float:
    algorithm = BoundedSum()
    algorithm.add_entries(data)
    algorithm.add_entry(1.0)
    return float(algorithm.result())


def pydp_kept(data: list[float]) -> bool:
    strategies = [selection.create_partition_strategy("laplace", 1.0, 1e-5, 1) for _ in range(2)]
    return bool(strategies[1].should_keep(len(data)))


# Tumult Core


class AddLaplaceNoise:
    scale = "2"

    def __call__(self, value: float) -> float:
        return value + random.random()


class AddDiscreteGaussianNoise:
    def __init__(self, variance: int) -> None:
        self.sigma_squared = SimpleNamespace(expr=SimpleNamespace(p=variance, q=1))

    def __call__(self, value: int) -> int:
        return value + random.randrange(2)


tumult = module(
    "tmlt.core.measurements.noise_mechanisms",
    AddLaplaceNoise=AddLaplaceNoise,
    AddDiscreteGaussianNoise=AddDiscreteGaussianNoise,
)


def tmlt_laplace(data: list[float]) -> float:
    return AddLaplaceNoise()(float(sum(data)))


def tmlt_discrete(data: list[float]) -> int:
    return AddDiscreteGaussianNoise(9)(len(data))


def tmlt_no_square(data: list[float]) -> int:
    return AddDiscreteGaussianNoise(8)(len(data))
