"""Every mechanism's contract: its own, where it has one, else what follows from its law and its guarantee."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Final

from dpassay.exact.entrance import explain_failures
from dpassay.properties.contract import Contract
from dpassay.properties.defaults import default_contract
from dpassay.reference import MECHANISMS, mechanism

__all__ = ["CONTRACTS", "contract"]


def _of(name: str) -> Contract:
    place = f"dpassay.properties.{name}"
    own: Contract | None = import_module(place).CONTRACT if find_spec(place) else None
    return own or default_contract(name)


CONTRACTS: Final[dict[str, Contract]] = {name: _of(name) for name in MECHANISMS}
"""The contracts of the built-in mechanisms, in their order: ``CONTRACT`` of ``dpassay.properties.<name>``."""


def contract(name: object) -> Contract:
    """Return the contract of a mechanism: of ours by name, of a user's by the path of its file or by its module.

    A user's may be in its file, as ``CONTRACT``. ``ValueError`` (with the nearest known name) where there is no such
    mechanism.
    """
    spec = mechanism(name)
    if spec.NAME in CONTRACTS:
        return CONTRACTS[spec.NAME]
    own = vars(spec).get("CONTRACT") or default_contract(spec)
    if not isinstance(own, Contract):
        raise ValueError(f"CONTRACT = {type(own).__name__} in {spec.place}: expected a dpassay.properties.Contract")
    return own


explain_failures(__name__)
