"""Small theorems of Coq, true and false, and a mark for tests that need Coq."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pytest

from dpassay.proofs_check.coq.coqc import missing
from dpassay.proofs_check.coq.theorem import CoqTheorem

needs_coq = pytest.mark.skipif(bool(missing()), reason=missing() or "Coq is here")

TRUE: Final = CoqTheorem("true", "LEC-01", "goal 1", "two and two", "2 + 2 = 4", "lra.")
OTHER: Final = replace(
    TRUE, name="other", statement="forall x : R, 0 <= x <= 1 -> 0 < exp x", proof="intros. interval."
)
FALSE: Final = replace(TRUE, name="false", statement="2 + 2 = 5")
CUT_SHORT: Final = replace(FALSE, name="cut_short", proof="split. {")
"""Its proof is left open in the middle of a part."""
ENDLESS: Final = replace(FALSE, name="endless", proof="do 100000000000 idtac. lra.")
