"""The checkers: each accepts or rejects a certificate, and trusts no finder.

``check(statement, evidence)`` returns where the evidence shows the statement and raises ``Rejected`` where it does not.
The checkers, and each step of an ``inequality``, are short enough to be read at a sitting. They share how formulas are
read (``expressions``), their normal forms (``normal_form``), where they are defined (``domain``), roots (``sturm``),
Taylor series (``series``) and enclosures (``enclosures``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from dpassay.exact import Undecided
from dpassay.proofs_check.kernel import box, finite, identity, inequality, nonnegative, sign
from dpassay.proofs_check.kernel.rejected import Rejected

CHECKERS: Final[dict[str, Callable[[Mapping[str, Any], Mapping[str, Any]], None]]] = {
    "identity": identity.check,
    "sign": sign.check,
    "nonnegative": nonnegative.check,
    "inequality": inequality.check,
    "box": box.check,
    "exhaustive": finite.check_exhaustive,
    "counterexample": finite.check_counterexample,
}


def check(statement: Mapping[str, Any], evidence: Mapping[str, Any]) -> None:
    """Accept a statement on its evidence, or raise ``Rejected``."""
    kind = statement.get("kind")
    if kind not in CHECKERS:
        raise Rejected(f"no checker for statements of the kind {kind!r}")
    try:
        CHECKERS[kind](statement, evidence)
    except Undecided as doubt:  # an undecided comparison is no evidence
        raise Rejected(f"undecided: {doubt}") from doubt
    except RecursionError:
        raise Rejected("the certificate is nested too deeply") from None


__all__ = ["CHECKERS", "Rejected", "check"]
