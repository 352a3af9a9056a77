"""One module a mechanism: input strategies, and the contract that any implementation must satisfy.

    from dpassay.properties import CONTRACTS

    CONTRACTS["laplace"].require(target)                     # raises where the target breaks its contract
    CONTRACTS["laplace"].check_one("law", target).p_value    # one check, by its id

A ``Contract`` is made of a mechanism (as ``dpassay.reference.Mechanism`` describes it), Hypothesis strategies for its
parameters, its data and its neighbors, the ``Case``s at which the law is tested, and the values that a target must
refuse. ``default_contract("./my_mechanism.py")`` derives all of that from a mechanism, and takes what it is told
otherwise; ``strategies`` has the building blocks.

``implements`` makes pytest tests of a contract in a suite of your own, and ``pytest --dpassay`` runs one with no file.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dpassay.properties.contract import CheckResult, Contract
    from dpassay.properties.contracts import CONTRACTS
    from dpassay.properties.defaults import default_contract
    from dpassay.properties.implementing import implements
    from dpassay.properties.run import Case, NotApplicable, Violation
    from dpassay.properties.target import Target

__all__ = [
    "CONTRACTS",
    "Case",
    "CheckResult",
    "Contract",
    "NotApplicable",
    "Target",
    "Violation",
    "default_contract",
    "implements",
]

_HOMES = {
    "CONTRACTS": "contracts",
    "Target": "target",
    "default_contract": "defaults",
    "implements": "implementing",
    **dict.fromkeys(("Case", "NotApplicable", "Violation"), "run"),
}


def __getattr__(name: str) -> object:
    """Import what is asked for: a test of samples alone needs no strategies."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES.get(name, 'contract')}"), name)
