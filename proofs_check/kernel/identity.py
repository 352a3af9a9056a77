"""Identities of formulas, by exact expansion."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dpassay.proofs_check.kernel.normal_form import equal
from dpassay.proofs_check.kernel.rejected import insist


def check(statement: Mapping[str, Any], evidence: Mapping[str, Any]) -> None:  # noqa: ARG001  # nothing but the statement
    """Accept "left = right" wherever both are defined."""
    insist(equal(statement["left"], statement["right"]), "not an identity")
