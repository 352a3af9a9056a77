"""The checkers: each accepts or rejects a certificate, and trusts no finder.

``check(statement, evidence)`` returns where the evidence shows the statement and raises ``Rejected`` where it does not.
The kinds of statements stand in ``statements``, with their checkers. These, and each step of an ``inequality``, are
short enough to be read at a sitting. They share how formulas are read (``expressions``) and everything else is
(``reading``), normal forms (``normal_form``), where formulas are defined (``domain``), roots (``sturm``), Taylor series
(``series``) and enclosures (``enclosures``).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dpassay.exact import Undecided
from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.kernel.statements import KINDS, kind_of


def check(statement: Mapping[str, Any], evidence: Any) -> None:
    """Accept a statement on its evidence, or raise ``Rejected``."""
    kind = kind_of(statement)
    try:
        kind.check(kind.read(statement), kind.evidence(evidence))
    except Undecided as doubt:  # an undecided comparison is no evidence
        raise Rejected(f"undecided: {doubt}") from doubt
    except RecursionError:
        raise Rejected("the certificate is nested too deeply") from None


__all__ = ["KINDS", "Rejected", "check"]
