"""Tests that share an expensive fixture run in one process: not every pytest does that with every pytest-xdist."""

from __future__ import annotations

import pytest


@pytest.mark.xdist_group("alone")
def test_a_group_is_known_to_who_deals_the_tests_out(request: pytest.FixtureRequest) -> None:
    if not getattr(request.config.option, "loadgroup", False):
        pytest.skip("tests are dealt out by --dist loadgroup alone")
    assert request.node.nodeid.endswith("@alone")
