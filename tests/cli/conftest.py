"""What holds for all tests of the commands."""

import pytest

from dpassay.cli import effort


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Say nothing of how long a computation takes, however busy the machine is."""
    monkeypatch.setattr(effort, "PATIENCE", 600)
