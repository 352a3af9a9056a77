"""A quick suite on every supported Python that is found here, each with the oldest and with the newest dependencies.

    python -m tools.matrix             # or: make matrix
    python -m tools.matrix 3.13        # those that begin so

The environments are made by uv, from wheels alone: the oldest dependencies are the lower bounds of pyproject.toml, or
the next versions above them that have wheels for that Python. A Python that is not found is told of.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
PYTHONS: Final = ("3.11", "3.12", "3.13")
RESOLUTIONS: Final = {"oldest": "lowest-direct", "newest": "highest"}
TOOLS: Final = ("pytest-xdist", "jsonschema")
"""What the tests need beside dpassay; of these the newest will do."""

SUITE: Final = ("tests/exact", "tests/reference", "tests/cli/test_main.py", "tests/properties/test_pytest_entry.py")
CHOSEN: Final = "not slow and not statistical and not thirdparty and not coq"
LEFT_OUT: Final = "tests/cli/test_main.py::test_a_deleted_working_directory"
"""Python 3.13.0 cannot import socket in a folder that is deleted: SystemError, in its own library."""

OLD: Final = ("-W", "ignore::DeprecationWarning")
"""Old libraries use what the newest of those that they need calls deprecated."""


@dataclass(frozen=True)
class Tried:
    """One row of the matrix."""

    python: str
    dependencies: str
    outcome: str
    seconds: float

    def __str__(self) -> str:
        return f"Python {self.python}, {self.dependencies} dependencies: {self.outcome} ({self.seconds:.0f} s)"


def bounds(pyproject: Path) -> dict[str, str]:
    """Return the lower bound of each dependency."""
    table = tomllib.loads(pyproject.read_text(encoding="utf-8"))
    pairs = (entry.split(">=") for entry in table["project"]["dependencies"])
    return dict(pairs)


def interpreter(python: str) -> Path | None:
    """Return an interpreter of this version that runs: one of the path, or of pyenv; None where there is none."""
    places = [Path(folder) / f"python{python}" for folder in os.get_exec_path()]
    places += sorted(Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")).glob(f"versions/{python}.*/bin/python"))
    return next((place for place in places if place.is_file() and run(place, "-c", "import venv") is None), None)


def run(*words: str | Path, cwd: Path = ROOT) -> str | None:
    """Run a command; return its last words where it fails, None where it does not."""
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PYTEST", "VIRTUAL_ENV"))
    }
    done = subprocess.run(words, cwd=cwd, env=kept, capture_output=True, text=True, check=False)
    return None if done.returncode == 0 else " ".join((done.stdout + done.stderr).split())[-600:]


def tried(python: str, dependencies: str, suite: tuple[str, ...] = SUITE) -> Tried:
    """Install dpassay from its sources in an environment of its own, let it check itself, and run the quick suite."""
    begun, base = time.monotonic(), interpreter(python)
    if base is None:
        return Tried(python, dependencies, "not found here", 0.0)
    with tempfile.TemporaryDirectory(prefix="dpassay-matrix-") as folder:
        place = Path(folder) / "environment"
        warned = OLD if dependencies == "oldest" else ()
        inside = place / "bin" / "python"
        uv = (sys.executable, "-m", "uv", "--quiet")
        install = (*uv, "pip", "install", "--python", inside)
        steps: dict[str, tuple[str | Path, ...]] = {
            "no environment": (*uv, "venv", "--python", base, place),
            "no such dependencies": (
                *install,
                "--no-build",
                "--resolution",
                RESOLUTIONS[dependencies],
                "-r",
                ROOT / "pyproject.toml",
            ),
            "no tools": (*install, *TOOLS),
            "not installed": (*install, "--no-deps", ROOT),
            "no check of itself": (inside, "-I", "-m", "dpassay.selftest"),
            "tests failed": (
                inside,
                "-m",
                "pytest",
                "-q",
                "-n",
                "2",
                *warned,
                "-m",
                CHOSEN,
                "--deselect",
                LEFT_OUT,
                *suite,
            ),
        }
        failed = next(((name, told) for name, words in steps.items() if (told := run(*words)) is not None), None)
    outcome = "passed" if failed is None else f"{failed[0]}: {failed[1]}"
    return Tried(python, dependencies, outcome, time.monotonic() - begun)


def main(chosen: list[str]) -> int:
    """Try each, a line each; return 0 where all that were found passed, and one was found."""
    rows = []
    for python in PYTHONS:
        for dependencies in RESOLUTIONS if not chosen or python in chosen else ():
            rows.append(tried(python, dependencies))
            print(rows[-1], flush=True)
    missing = sum(row.outcome == "not found here" for row in rows)
    print(f"{sum(row.outcome == 'passed' for row in rows)} of {len(rows)} passed; {missing} not found here")
    return int(missing == len(rows) or any(row.outcome not in ("passed", "not found here") for row in rows))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
