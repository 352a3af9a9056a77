"""The checks of a contract as pytest tests; ``dpassay.properties.plugin`` says how to run them."""

from __future__ import annotations

import pytest

from dpassay.properties.contract import Contract
from dpassay.properties.target import Target

__all__ = ["test_contract"]


def test_contract(
    check_id: str, dpassay_contract: Contract, dpassay_target: Target, pytestconfig: pytest.Config
) -> None:
    """The target passes this check."""
    result = dpassay_contract.check_one(
        check_id,
        dpassay_target,
        alpha=pytestconfig.getoption("--alpha"),
        seed=pytestconfig.getoption("--seed"),
        samples=pytestconfig.getoption("--samples"),
    )
    if result.status == "skipped":
        pytest.skip(result.detail)
    if result.status == "failed":
        pytest.fail(f"{result.id}: {result.detail}", pytrace=False)
