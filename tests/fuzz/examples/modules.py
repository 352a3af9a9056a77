"""Right arguments, small ones, for the functions that the harness calls: by their names, module by module.

Those of modules that belong together are in a file each: ``ARGUMENTS`` by the name of the module and of the argument,
or of the function and the argument where others have it too, and objects whose methods are called.
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from types import ModuleType

from dpassay.exact import Dist
from dpassay.reference import MECHANISMS
from tests.fuzz.examples import (
    binary_classes,
    contracts,
    distribution_learning,
    estimation,
    laws,
    online_learning,
    query_answering,
    smoothness,
)
from tests.fuzz.examples.values import FAIR, HALF, Makers, case, coins
from tests.fuzz.harness import INSTANCES

PARTS = (
    laws,
    contracts,
    binary_classes,
    smoothness,
    query_answering,
    distribution_learning,
    estimation,
    online_learning,
)
BY_MODULE: dict[str, Makers] = {name: known for part in PARTS for name, known in part.ARGUMENTS.items()}
COMMON: Makers = {
    "name": lambda: "name",
    "p": lambda: FAIR,
    "q": lambda: Dist({0: Fraction(1, 4), 1: Fraction(3, 4)}),
    "exp_eps": lambda: Fraction(2),
    "delta": lambda: Fraction(1, 8),
    "slack": lambda: Fraction(1, 8),
    "rounds": lambda: 2,
    "experts": lambda: 2,
    "order": lambda: 2,
    "tolerance": lambda: HALF,
    "cdf": lambda: lambda k: Fraction(k >= 0),
}
for _mechanism in MECHANISMS.values():
    INSTANCES[_mechanism.Parameters] = partial(lambda name: case(name)[0], _mechanism.NAME)


def own(module: ModuleType) -> Makers:
    """Return examples for the arguments of one module's functions."""
    short = module.__name__.rpartition(".")[2]
    named: Makers = {"rng": coins, **COMMON, **BY_MODULE.get(short, {})}
    if short in MECHANISMS:
        mechanism = MECHANISMS[short]
        parameters, data = case(short)
        first, second = next(iter(mechanism.neighbors(parameters)), (data, data))
        named |= {
            "parameters": lambda: parameters,
            "data": lambda: data,
            "first": lambda: first,
            "second": lambda: second,
        }
        named |= BY_MODULE.get(short, {})
    return named
