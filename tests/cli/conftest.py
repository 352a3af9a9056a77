"""What holds for all tests of the commands."""

import shutil
from pathlib import Path

import pytest

from dpassay.cli import effort
from dpassay.proofs_check import present
from dpassay.proofs_check.certificates import LEDGER, verdicts
from dpassay.proofs_check.claim import CLAIMS
from tests.cli.ledgers import OTHERS, QUICK


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Say nothing of how long a computation takes, however busy the machine is."""
    monkeypatch.setattr(effort, "PATIENCE", 600)


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a cache folder for the tests of one file."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture
def own_cache(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Remember what is accepted there, and not in the user's folder."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))


@pytest.fixture
def ledger(tmp_path: Path) -> Path:
    """Return a copy of the ledger."""
    return Path(shutil.copytree(LEDGER, tmp_path / "ledger", ignore=shutil.ignore_patterns("__pycache__")))


@pytest.fixture
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out the claims that the tampering does not touch, so that all the others are verified at once."""
    few = {name: CLAIMS[name] for name in (*QUICK, *OTHERS)}
    monkeypatch.setattr("dpassay.proofs_check.registry.CLAIMS", few)
    monkeypatch.setattr("dpassay.proofs_check.certificates.CLAIMS", few)
    monkeypatch.setattr("dpassay.proofs_check.certificates.SOURCES", {})


@pytest.fixture
def few_ledger(ledger: Path, _few: None) -> Path:
    for name in CLAIMS:
        if name not in (*QUICK, *OTHERS):
            (ledger / f"{name}.json").unlink(missing_ok=True)
    (ledger / "README.md").write_text(present.table(CLAIMS.values(), verdicts(ledger)), encoding="utf-8")
    return ledger
