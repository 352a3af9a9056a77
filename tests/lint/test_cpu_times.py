"""The processor's time is counted for the file that takes it, a process that it starts included."""

import re
import subprocess
import sys
from pathlib import Path

from tests.patience import HUNG
from tools.ast_checks import ROOT

BUSY = "import time; end = time.process_time() + 0.6\nwhile time.process_time() < end: pass"
BODIES = {
    "busy": BUSY,
    "child": f"import subprocess, sys; subprocess.run([sys.executable, '-c', {BUSY!r}], check=True)",
    "idle": "import time; time.sleep(0.6)",
}


def test_a_busy_file_a_busy_child_and_an_idle_file(tmp_path: Path) -> None:
    for name, body in BODIES.items():
        lines = "".join(f"    {line}\n" for line in body.splitlines())
        (tmp_path / f"test_{name}.py").write_text(f"def test_it():\n{lines}")
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-p",
        "tools.cpu_times",
        "-p",
        "no:cacheprovider",
        f"--rootdir={tmp_path}",
    ]
    done = subprocess.run([*command, tmp_path], cwd=ROOT, capture_output=True, text=True, check=True, timeout=HUNG)
    found = re.findall(r"^ +([0-9.]+) test_(\w+)\.py$", done.stdout, flags=re.MULTILINE)
    told = {name: float(seconds) for seconds, name in found}
    assert set(told) == set(BODIES)
    assert told["idle"] < 0.5 < min(told["busy"], told["child"])
