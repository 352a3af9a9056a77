"""Whatever ends an audit, nothing of it is left: no process, and nothing in the temporary directory."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from uuid import uuid4

import pytest

from dpassay.audit.answers import supervisor
from dpassay.audit.answers.outcome import Failure, Samples
from dpassay.audit.answers.process import SUPERVISOR
from dpassay.audit.answers.runner import draw
from tests.audit.clock import LIMIT, Clock
from tests.patience import HUNG, SLOWER

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are counted in /proc")

TARGETS = Path(__file__).parents[1] / "lingering.py"
MARK = "DPASSAY_TEST_MARK"

PATIENT = f"""
import time
from types import SimpleNamespace
from dpassay.audit.answers import watching
watching.time = SimpleNamespace(monotonic=lambda: time.monotonic() / {SLOWER})
"""

AUDIT = """
import sys
from dpassay.cli import main
main(["audit", sys.argv[1], "-m", "laplace", "-p", "epsilon=1", "-p", "sensitivity=1", "--samples", "100",
      "--out", sys.argv[2]])
"""

AUDIT_ALL = """
import sys
from pathlib import Path
from dpassay.audit.answers.environments import Environment, TargetSpec
from dpassay.cli import audit_all, main
parameters = {"epsilon": "1", "sensitivity": "1"}
names = {target.rpartition(":")[2]: target for target in sys.argv[1].split()}
rows = [TargetSpec(name, "own", names[name], "laplace", parameters, True, "pass", "") for name in names]
audit_all.load_targets = lambda: {row.name: row for row in rows}
audit_all.environments.prepare = lambda *_arguments, **_named: {"own": Environment("own", Path(sys.executable))}
main(["audit-all", "--jobs", "4", "--samples", "100", "--out", sys.argv[2]])
"""

DRAW = """
import sys, threading
from dpassay.audit.answers.runner import draw
def run(): draw(sys.argv[1], [0], {}, samples=10, seed=1)
thread = threading.Thread(target=run)
thread.start()
thread.join()
"""

ENDS = {signal.SIGTERM: 143, signal.SIGHUP: 129, signal.SIGINT: 130, signal.SIGKILL: -9}


class Started:
    """A program that audits, with what it takes to find everything that came of it."""

    def __init__(self, folder: Path, script: str, targets: list[str]) -> None:
        self.mark = uuid4().hex
        self.temporary, self.ready = folder / "temporary", folder / "ready"
        self.temporary.mkdir()
        self.ready.mkdir()
        names = " ".join(f"{TARGETS}:{target}" for target in targets)
        self.process = subprocess.Popen(
            [sys.executable, "-c", PATIENT + script, names, str(folder / "out")],
            env={**os.environ, MARK: self.mark, "TMPDIR": str(self.temporary), "READY": str(self.ready)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            preexec_fn=hears_signals,  # noqa: PLW1509  # no thread of ours holds a lock
        )

    def wait_for(self, *names: str) -> None:
        """Wait until the targets have come so far."""
        running = wait_until(lambda: self.process.poll() is not None or all((self.ready / n).exists() for n in names))
        assert running, sorted(path.name for path in self.ready.iterdir())
        assert self.process.poll() is None
        assert len(marked(self.mark)) > len(names)

    def end(self, number: int) -> int:
        """Send a signal to the program alone, and return its exit code."""
        self.process.send_signal(number)
        return self.process.wait(HUNG)

    def leaves_nothing(self) -> bool:
        """Tell whether in the end no process and no file is left."""
        return wait_until(lambda: not marked(self.mark)) and wait_until(lambda: not list(self.temporary.iterdir()))

    def kill(self) -> None:
        """Kill whatever is left, so that a test that fails leaves nothing either."""
        while processes := marked(self.mark):
            for process in processes:
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)
            self.process.poll()


def hears_signals() -> None:
    """Undo what a shell does to a program in its background."""
    for number in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)


def wait_until(condition: Callable[[], bool]) -> bool:
    """Wait until something is so, for long; tell whether it is."""
    end = time.monotonic() + HUNG
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True


def marked(mark: str) -> list[int]:
    """Return the processes that have the mark in their environment."""
    return [int(path.parent.name) for path in Path("/proc").glob("[0-9]*/environ") if mark.encode() in content(path)]


def content(path: Path) -> bytes:
    """Return what a file of /proc holds; nothing where the process is gone or another's."""
    try:
        return path.read_bytes()
    except OSError:
        return b""


Start = Callable[..., Started]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Start programs, of which nothing is left after the test."""
    programs: list[Started] = []

    def started(script: str, *targets: str) -> Started:
        programs.append(Started(tmp_path, script, list(targets)))
        return programs[-1]

    yield started
    for program in programs:
        program.kill()


# The auditor is ended

KINDS = {"sleeps": ["sleeps"], "forks": ["forks", "forked"], "escapes": ["escapes", "escaped"]}


@pytest.mark.parametrize("number", ENDS, ids=lambda number: number.name)
def test_a_signal_to_all_audits_ends_every_process(start: Start, number: signal.Signals) -> None:
    started = start(AUDIT_ALL, *KINDS)
    started.wait_for(*(name for names in KINDS.values() for name in names))
    assert started.end(number) == ENDS[number]
    assert started.leaves_nothing()


@pytest.mark.parametrize("number", ENDS, ids=lambda number: number.name)
def test_a_signal_to_an_audit_ends_every_process(start: Start, number: signal.Signals) -> None:
    started = start(AUDIT, "forks_and_escapes")
    started.wait_for("forked", "escapes", "escaped")
    assert started.end(number) == ENDS[number]
    assert started.leaves_nothing()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL], ids=lambda number: number.name)
def test_a_signal_to_a_program_that_draws_in_a_thread(start: Start, number: signal.Signals) -> None:
    started = start(DRAW, "escapes")
    started.wait_for("escapes", "escaped")
    assert started.end(number) == -number
    assert started.leaves_nothing()


def test_a_supervisor_that_is_killed_takes_the_target_with_it(start: Start) -> None:
    started = start(DRAW, "forks")
    started.wait_for("forks", "forked")
    (watching,) = [process for process in marked(started.mark) if str(SUPERVISOR).encode() in command_of(process)]
    os.kill(watching, signal.SIGKILL)
    assert started.process.wait(HUNG) == 0
    assert started.leaves_nothing()


def command_of(process: int) -> bytes:
    """Return the file that an interpreter of ours was started on."""
    return b" ".join(content(Path(f"/proc/{process}/cmdline")).split(b"\0")[:4])


# The target ends


def drawn(
    target: str, folder: Path, monkeypatch: pytest.MonkeyPatch, **options: float
) -> tuple[Samples | Failure, str]:
    """Draw in this process; return what came of it, and the mark of what it started."""
    mark = uuid4().hex
    monkeypatch.setenv(MARK, mark)
    monkeypatch.setenv("READY", str(folder))
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    return draw(f"{TARGETS}:{target}", [0], {}, samples=10, seed=1, **options), mark  # type: ignore[arg-type]


def test_what_a_target_leaves_running_ends_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    result, mark = drawn("escapes_and_returns", tmp_path, monkeypatch)
    assert isinstance(result, Samples), result
    assert [path.name for path in tmp_path.iterdir()] == ["escaped"]
    assert not marked(mark)


@pytest.mark.parametrize(("target", "ready"), [("escapes", "escaped"), ("forks_in_a_chain", "chain")])
def test_what_a_target_leaves_running_ends_with_its_time(
    target: str, ready: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    passes = Clock(monkeypatch).strike(lambda _drawn: (tmp_path / ready).exists())
    result, mark = drawn(target, tmp_path, monkeypatch, time_limit=LIMIT, progress=passes)
    assert isinstance(result, Failure), result
    assert result.kind == "timeout"
    assert not marked(mark)
    assert not list(tmp_path.glob("dpassay-*"))


def test_a_target_that_kills_its_supervisor_ends_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    result, mark = drawn("kills_its_supervisor", tmp_path, monkeypatch)
    assert isinstance(result, Failure), result
    assert (result.kind, "watches over" in result.message) == ("crash", True)
    assert wait_until(lambda: not marked(mark))
    assert not list(tmp_path.glob("dpassay-*"))


def test_the_temporary_files_of_a_target_go_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    result, _ = drawn("leaves_files", tmp_path, monkeypatch)
    assert isinstance(result, Samples), result
    assert result.stdout.startswith(str(tmp_path))
    assert not list(tmp_path.iterdir())


def test_a_folder_is_removed_and_what_a_link_in_it_leads_to_is_not(tmp_path: Path) -> None:
    folder, other = tmp_path / "folder", tmp_path / "other"
    (folder / "closed").mkdir(parents=True)
    (folder / "closed" / "file").touch()
    (folder / "closed").chmod(0o500)
    other.mkdir(mode=0o755)
    (folder / "link").symlink_to(other)
    supervisor.remove(folder)
    assert not folder.exists()
    assert other.stat().st_mode & 0o777 == 0o755
