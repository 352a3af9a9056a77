"""Small theorems of Coq, true and false, and a mark for tests that need Coq."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, TypeVar

import pytest

from dpassay.proofs_check.coq.coqc import answers, missing
from dpassay.proofs_check.coq.theorem import CoqTheorem

Test = TypeVar("Test", bound=Callable[..., Any])


def needs_coq(test: Test) -> Test:
    """Mark a test that asks Coq: `make coq` runs it, where Coq is there."""
    skipped = pytest.mark.skipif(bool(missing()), reason=missing() or "Coq is here")
    asking: Test = pytest.mark.coq(skipped(test))
    return asking


TRUE: Final = CoqTheorem("true", "LEC-01", "goal 1", "two and two", "2 + 2 = 4", "lra.", preludes=("Basics",))
OTHER: Final = replace(
    TRUE, name="other", statement="forall x : R, 0 <= x <= 1 -> 0 < exp x", proof="intros. interval."
)
FALSE: Final = replace(TRUE, name="false", statement="2 + 2 = 5")
CUT_SHORT: Final = replace(FALSE, name="cut_short", proof="split. {")
"""Its proof is left open in the middle of a part."""
ENDLESS: Final = replace(FALSE, name="endless", proof="do 100000000000 idtac. lra.")


def accepted(preludes: Path, theorems: Sequence[CoqTheorem]) -> list[str]:
    """The names of the theorems that Coq accepts, asked one by one, where the preludes are compiled."""
    return [theorem.name for theorem, answer in answers(preludes, theorems) if answer.accepted]
