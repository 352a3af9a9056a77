"""Every mechanism's contract, by its name."""

from __future__ import annotations

from typing import Final

from dpassay.properties import (
    composition,
    discrete_gaussian,
    discrete_laplace,
    exponential,
    gaussian,
    laplace,
    lazy_to_private,
    multiplicative_weights,
    permute_and_flip,
    private_pac,
    randomized_response,
)
from dpassay.properties.contract import Contract
from dpassay.reference import mechanism

_MODULES = (
    randomized_response,
    discrete_laplace,
    laplace,
    gaussian,
    discrete_gaussian,
    exponential,
    permute_and_flip,
    multiplicative_weights,
    private_pac,
    composition,
    lazy_to_private,
)
CONTRACTS: Final[dict[str, Contract]] = {module.NAME: module.CONTRACT for module in _MODULES}
"""The contracts, in the order of ``dpassay.reference.MECHANISMS``."""


def contract(name: str) -> Contract:
    """Return a mechanism's contract; ``ValueError`` with the nearest known name where there is none."""
    return CONTRACTS[mechanism(name).NAME]
