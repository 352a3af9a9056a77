"""The site as `make site` builds it, once for all tests that look at it."""

from __future__ import annotations

import atexit
import shutil
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]


@cache
def built() -> Path:
    """Return the folder of the site; a warning is an error."""
    made = Path(tempfile.mkdtemp(prefix="dpassay-site-"))
    atexit.register(shutil.rmtree, made, ignore_errors=True)
    folder = made / "site"
    command = [sys.executable, "-m", "tools.site.build", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    return folder
