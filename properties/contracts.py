"""Every mechanism's contract, by its name."""

from __future__ import annotations

from typing import Final

from dpassay.exact.entrance import explain_failures
from dpassay.properties import (
    composition,
    discrete_gaussian,
    discrete_laplace,
    exponential,
    gaussian,
    label_clipping,
    laplace,
    lazy_to_private,
    multiplicative_weights,
    permute_and_flip,
    private_exp3,
    private_pac,
    private_wma,
    randomized_response,
)
from dpassay.properties.contract import Contract
from dpassay.reference import mechanism

__all__ = ["CONTRACTS", "contract"]

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
    label_clipping,
    private_wma,
    private_exp3,
)
CONTRACTS: Final[dict[str, Contract]] = {module.NAME: module.CONTRACT for module in _MODULES}
"""The contracts, in the order of ``dpassay.reference.MECHANISMS``."""


def contract(name: str) -> Contract:
    """Return a mechanism's contract; ``ValueError`` with the nearest known name where there is none."""
    return CONTRACTS[mechanism(name).NAME]


explain_failures(__name__)
