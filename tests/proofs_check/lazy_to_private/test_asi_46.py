"""The last batch changes nothing."""

from __future__ import annotations

import pytest

from dpassay.proofs_check.kernel.finite import PROPERTIES
from tests.proofs_check.lazy_to_private.instances_of_games import PAIR, released


@pytest.mark.parametrize(("changed", "same"), [(2, True), (1, False)])
def test_the_last_batch_changes_nothing(changed: int, same: bool) -> None:
    instance = {**PAIR, "changed_round": changed, "row": ["1", "1"] if same else ["1", "0"]}
    p, q = released(instance, "state")
    assert (p == q) is same
    assert PROPERTIES["asi46-before"].holds(instance) is same
