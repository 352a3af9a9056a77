"""The graph of all theorems, which is made once in a process, and evidence for others that are close to them."""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check import registry, roots
from dpassay.proofs_check.certificates import LEDGER
from dpassay.proofs_check.certify import find_evidence
from dpassay.proofs_check.proof.store import Searching, stored, text_of

assert registry.CLAIMS  # which registers them all
GRAPH: Final = roots.graph(LEDGER)
EVIDENCE: Final = Searching(stored(text_of(LEDGER)), find_evidence)
"""That of the ledger; what is not there is looked for."""
