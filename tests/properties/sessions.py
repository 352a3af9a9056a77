"""Sessions of pytest in a folder of their own: in a process of its own, or in a copy of this one."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import warnings
from pathlib import Path

import pytest

from tests.patience import HUNG

ENTRY = ("-p", "no:dpassay", "-p", "dpassay.properties.pytest_entry", "-p", "no:cacheprovider")
"""The plugin as its entry point loads it, whether or not pytest knows of the entry point here."""


def run(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pytest", "-v", *options]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False, timeout=HUNG
    )


def run_in_a_copy(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Run in a copy of this process, which has everything loaded."""
    out, err = folder / "out", folder / "err"
    if not (child := os.fork()):
        code = 70
        gc.freeze()  # or all that is loaded is looked through for circles at the end
        try:
            os.chdir(folder)
            with out.open("w") as sys.stdout, err.open("w") as sys.stderr:
                os.dup2(sys.stdout.fileno(), 1)
                os.dup2(sys.stderr.fileno(), 2)
                warnings.resetwarnings()
                for name in [name for name in os.environ if name.startswith("PYTEST")]:
                    del os.environ[name]
                code = int(pytest.main(["-v", *options]))
        finally:
            os._exit(code)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return subprocess.CompletedProcess(options, code, out.read_text(), err.read_text())
