"""Files are whole or not there, also when the disk is full."""

import errno
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from dpassay.audit.reports.files import write_whole

TOO_LARGE = """
import resource, sys
from pathlib import Path
from dpassay.audit.reports.files import write_whole
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
try:
    write_whole(Path(sys.argv[1]), "x" * 100_000)
except ValueError as error:
    print(error)
"""

INTERRUPTED = """
import os, signal, sys
from pathlib import Path
from dpassay.audit.reports.files import write_whole
from dpassay.cli.endings import ended_by_signals
os.fsync = lambda _file: os.kill(os.getpid(), signal.SIGTERM)
with ended_by_signals():
    write_whole(Path(sys.argv[1]), "new")
"""


def test_a_disk_without_room_is_one_line_and_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    path = tmp_path / "report.json"
    path.write_text("old")
    with pytest.raises(ValueError, match="expected a file") as caught:
        write_whole(path, "new")
    assert str(caught.value) == f"path = {path}: expected a file that can be written (No space left on device)"
    assert [(entry.name, entry.read_text()) for entry in tmp_path.iterdir()] == [("report.json", "old")]


def test_a_file_that_the_system_cuts_short_leaves_nothing(tmp_path: Path) -> None:
    done = run(TOO_LARGE, tmp_path / "report.json")
    assert done.stdout.strip().endswith("expected a file that can be written (File too large)"), done
    assert done.stdout.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_a_signal_while_a_file_is_written_leaves_the_old_one(tmp_path: Path) -> None:
    path = tmp_path / "report.json"
    path.write_text("old")
    assert run(INTERRUPTED, path).returncode == 128 + signal.SIGTERM
    assert [(entry.name, entry.read_text()) for entry in tmp_path.iterdir()] == [("report.json", "old")]


def run(script: str, path: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", script, path], capture_output=True, text=True, check=False)
