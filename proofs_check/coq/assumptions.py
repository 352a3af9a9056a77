"""On what axioms the theorems rest: those of Coq's real numbers, and its integers and floats of the processor."""

from __future__ import annotations

import re
from typing import Final

ALLOWED: Final = (
    "Classical_Prop.classic",
    "ClassicalDedekindReals.sig_forall_dec",
    "ClassicalDedekindReals.sig_not_dec",
    "FunctionalExtensionality.functional_extensionality_dep",
)
"""The axioms of classical analysis with which Coq's standard library builds the reals."""
PRIMITIVE: Final = ("FloatAxioms.", "PrimFloat.", "PrimInt63.", "Uint63.")
"""Numbers of the processor, with which the tactic `interval` computes, and what the standard library says of them."""
CLOSED: Final = "Closed under the global context"
NAMED: Final = re.compile(r"^([\w.']+)(?:\s|$)", re.MULTILINE)


def axioms(printed: str) -> list[str]:
    """The axioms in what `Print Assumptions` printed; ``ValueError`` where that is not what it prints."""
    if printed.strip() == CLOSED:
        return []
    head, found, listed = printed.partition("Axioms:\n")
    if head.strip() or not found:
        raise ValueError(f"assumptions {printed[:60]!r}: expected a list of axioms")
    return NAMED.findall(listed)


def forbidden(printed: str) -> list[str]:
    """Those of the axioms that are not allowed."""
    return [name for name in axioms(printed) if name not in ALLOWED and not name.startswith(PRIMITIVE)]
