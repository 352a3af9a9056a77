"""The checks of the implementations that the command line names, as tests; ``dpassay.properties.plugin`` says how."""

from __future__ import annotations

import pytest

from dpassay.properties.implementing import run_check
from dpassay.properties.plugin import Named

__all__ = ["test_contract"]


def test_contract(dpassay_named: Named, dpassay_check: str, request: pytest.FixtureRequest) -> None:
    """The target passes this check."""
    run_check(dpassay_named.contract, dpassay_check, dpassay_named.target, request, dpassay_named.place)
