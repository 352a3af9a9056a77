"""After ``pip install --editable .`` a type checker knows ``dpassay.*``, and no generic name can be imported."""

import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

from tests.patience import HUNG

ROOT = Path(__file__).resolve().parents[2]
ROOMS = (
    "analysis",
    "audit",
    "cli",
    "exact",
    "experiments",
    "fast",
    "figures",
    "ledger",
    "proofs_check",
    "properties",
    "reference",
)
USER = """
from fractions import Fraction

from dpassay.exact import Dist
from dpassay.reference import mechanism

coin: Dist[int] = Dist.uniform([0, 1])
name: str = mechanism("laplace").NAME
wrong: Fraction = coin
"""

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("wheel")]


def run(*command: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "MYPY"))}
    return subprocess.run(command, cwd=cwd, env=kept, capture_output=True, text=True, check=False, timeout=HUNG)


def installed(folder: Path, settings: str) -> Path:
    """Return the interpreter of an environment that holds what pip would unpack there, and nothing else."""
    build = f"from setuptools import build_meta; build_meta.build_editable({str(folder)!r}, {settings})"
    done = run(sys.executable, "-W", "ignore", "-c", build, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    venv.create(folder / "environment")
    (place,) = (folder / "environment").glob("lib/python3*/site-packages")
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(place)
    return folder / "environment" / "bin" / "python"


def typed(python: Path, folder: Path) -> list[str]:
    """Return what mypy says of a user's file."""
    (folder / "user.py").write_text(USER)
    options = ("--strict", "--follow-imports=silent", "--python-executable", str(python))
    done = run(sys.executable, "-m", "mypy", *options, "--cache-dir", str(folder / "cache"), "user.py", cwd=folder)
    return done.stdout.splitlines()


def test_mypy_finds_the_rooms_and_their_types(tmp_path: Path) -> None:
    python = installed(tmp_path, "None")
    error, count = typed(python, tmp_path)
    assert error.startswith('user.py:9: error: Incompatible types in assignment (expression has type "Dist[int]"')
    assert count.startswith("Found 1 error")
    search = f"from importlib.util import find_spec; print([name for name in {ROOMS} if find_spec(name)])"
    assert run(python, "-c", search, cwd=tmp_path).stdout.strip() == "[]"
    origin = "from importlib.util import find_spec; print(find_spec('dpassay.exact').origin)"
    found = run(python, "-c", origin, cwd=tmp_path)
    assert Path(found.stdout.strip()).resolve() == ROOT / "exact" / "__init__.py"


def test_mypy_does_not_see_through_an_import_hook(tmp_path: Path) -> None:
    """What setuptools installs unless it is told otherwise: the reason for ``mode`` in pyproject.toml."""
    lines = typed(installed(tmp_path, "{'editable_mode': 'lenient'}"), tmp_path)
    assert any('Cannot find implementation or library stub for module named "dpassay.exact"' in line for line in lines)
