"""What CI leaves out it tells of: `.ci/run` with stand-ins for all that it starts."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.docs.browser import NAMES
from tests.patience import HUNG

ROOT = Path(__file__).resolve().parents[2]
BASH = shutil.which("bash")
OPTIONAL = ("coqc", "chromium", "cc", "node")
LATER = "apt-get install"

pytestmark = pytest.mark.skipif(BASH is None, reason="there is no bash here")


def program(folder: Path, name: str, text: str) -> None:
    (folder / name).write_text(f"#!{BASH}\n{text}\n")
    (folder / name).chmod(0o755)


@pytest.fixture
def tools(tmp_path: Path) -> Path:
    """The programs that are there, in a folder, beside a copy of the script: none that may be missing."""
    (tmp_path / ".ci").mkdir()
    (tmp_path / "ledger").mkdir()
    (tmp_path / "ledger" / "second_checker.json").touch()
    (tmp_path / "coq" / "user-contrib" / "Interval").mkdir(parents=True)
    shutil.copy(ROOT / ".ci" / "run", tmp_path / ".ci")
    found = tmp_path / "tools"
    found.mkdir()
    (found / "dirname").symlink_to(str(shutil.which("dirname")))
    program(found, "id", "echo 0")
    program(found, "make", 'echo "make $*"')
    return found


def add(tools: Path, *names: str) -> None:
    for name in names:
        program(tools, name, f'[ "$*" != -where ] || echo {tools.parent}/coq')


def run(tools: Path) -> str:
    command = [str(BASH), str(tools.parent / ".ci" / "run")]
    done = subprocess.run(command, env={"PATH": str(tools)}, capture_output=True, text=True, check=False, timeout=HUNG)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_where_all_is_there_everything_passes(tools: Path) -> None:
    add(tools, *OPTIONAL)
    told = run(tools)
    assert told.endswith("\n== everything passed\n")
    assert "\nmake test\n" in told
    assert re.search(r"^make --jobs=2 \S+ lint claims audit-ci examples sbom coq$", told, re.MULTILINE)
    assert "left out" not in told
    assert LATER not in told


@pytest.mark.parametrize("missing", OPTIONAL)
def test_what_is_missing_is_told_at_once_and_at_the_end(tools: Path, missing: str) -> None:
    add(tools, *(name for name in OPTIONAL if name != missing))
    told = run(tools)
    (line,) = re.findall(r"^== left out: (.+), which needs .+$", told, re.MULTILINE)
    assert told.endswith(f"\n== everything else passed; left out:\n  {line}\n")
    assert "everything passed" not in told


@pytest.mark.parametrize(("name", "package"), [("chromium", "chromium"), ("coqc", "coq libcoq-interval")])
def test_what_apt_get_has_is_installed_first(tools: Path, name: str, package: str) -> None:
    add(tools, *(each for each in OPTIONAL if each != name))
    (tools / "cp").symlink_to(str(shutil.which("cp")))
    add(tools, "later")
    program(tools, "apt-get", f'[ "$1" != install ] || cp {tools}/later {tools}/{name}')
    told = run(tools)
    assert f"\n== apt-get install {package}\n" in told
    assert told.endswith("\n== everything passed\n")
    assert name != "chromium" or told.index(LATER) < told.index("make test")


def test_where_that_fails_it_is_left_out(tools: Path) -> None:
    add(tools, *(each for each in OPTIONAL if each != "chromium"))
    program(tools, "apt-get", "exit 100")
    assert "left out: tests/docs/test_in_browser.py, which needs apt-get install chromium" in run(tools)


def test_the_script_knows_the_browsers_of_the_tests() -> None:
    text = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert f"command -v {' '.join(NAMES)} >" in text
