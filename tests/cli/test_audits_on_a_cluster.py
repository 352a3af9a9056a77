"""`dpassay audit --scheduler`: a real scheduler and two workers on loopback, one of them killed in the middle."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from dpassay.audit.reports import report
from tests.cli.harness import is_one_line, run
from tests.patience import HUNG

pytest.importorskip("distributed", reason='needs pip install "dpassay[distributed]"')
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the target finds the worker in /proc")

TARGET = """
import os
import signal
import time
from pathlib import Path

HERE = Path(__file__).parent
CALLS = []


def above(process):
    return int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])


def is_the_first():
    try:
        (HERE / "killed").touch(exist_ok=False)
    except FileExistsError:  # another batch, which was begun at the same moment
        return False
    return True


(HERE / f"{os.getpid()}.mark").touch()
if len(list(HERE.glob("*.mark"))) == int((HERE / "last").read_text()) and is_the_first():
    os.kill(above(os.getppid()), signal.SIGKILL)  # our parent is the supervisor, and the worker is above it
    signal.pause()


def target(data, *, size, rng, epsilon, categories):
    keep = rng.random(size) < 2 / 3
    return abs(keep - 1 + data)


def raises(data, *, size, rng, epsilon, categories):
    if size > 8:
        raise RuntimeError("more than 8")
    return target(data, size=size, rng=rng, epsilon=epsilon, categories=categories)


def stays(data, *, size, rng, epsilon, categories):
    CALLS.append(size)
    if rng.bit_generator.seed_seq.entropy[2]:  # the number of the chunk
        if len(CALLS) > 2:  # there are answers by now, and nothing but the end of the audit ends this
            (HERE / f"{os.getpid()}.stays").touch()
            signal.pause()
        return target(data, size=size, rng=rng, epsilon=epsilon, categories=categories)
    while not list(HERE.glob("*.stays")):
        time.sleep(0.01)
    raise RuntimeError("another batch is being drawn")


def crashes(data, *, size, rng, epsilon, categories):
    if size > 8:
        os.kill(os.getpid(), signal.SIGKILL)
    return target(data, size=size, rng=rng, epsilon=epsilon, categories=categories)
"""
LAW = ["-m", "randomized_response", "-p", "exp_eps=2", "-p", "categories=2", "--samples", "800", "--time-limit", "900"]
BATCHES = 8


@contextmanager
def process(*words: str, log: Path) -> Iterator[None]:
    """A process of Dask's, which is ended at the end."""
    with log.open("wb") as file:
        started = subprocess.Popen([sys.executable, "-m", *words], stdout=file, stderr=file, cwd=log.parent)
    try:
        yield
    finally:
        started.kill()
        started.wait()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cluster")


@contextmanager
def cluster(folder: Path, workers: int) -> Iterator[str]:
    """A scheduler with workers, each with one thread; its address."""
    place = folder / f"scheduler-{workers}.json"
    scheduler = ["distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard"]
    worker = ["distributed.cli.dask_worker", "--scheduler-file", str(place), "--no-nanny", "--nthreads", "1"]
    worker += ["--no-dashboard", "--local-directory", str(folder)]
    with process(*scheduler, "--scheduler-file", str(place), log=folder / "scheduler.log"):
        wait_for(lambda: place.exists() and place.read_text().endswith("}"))
        address = json.loads(place.read_text())["address"]
        if workers == 0:
            yield address
            return
        logs = [folder / f"worker-{number}.log" for number in range(2)]
        with process(*worker, log=logs[0]), process(*worker, log=logs[1]):
            for log in logs:
                wait_for(lambda log=log: "Registered to" in log.read_text())
            yield address


def wait_for(condition: Any) -> None:
    end = time.monotonic() + HUNG
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.fixture(scope="module")
def address(folder: Path) -> Iterator[str]:
    """The address of a cluster with two workers; a test kills one of them."""
    with cluster(folder, 2) as found:
        yield found


def audited(folder: Path, name: str, *words: str, kill_at: int = 0) -> tuple[str, int]:
    """The report without its times and folders, and how often the target was started."""
    place = Path(tempfile.mkdtemp(dir=folder))
    (place / "noise.py").write_text(TARGET)
    (place / "last").write_text(str(kill_at))
    done = run("audit", f"{place}/noise.py:{name}", *LAW, *words, "--out", place / "out", "--json")
    content = json.loads(done.stdout)
    text = report.dumps({**content, "created": "", "run": {**content["run"], "seconds": 0}})
    return text.replace(str(place), "HERE"), len(list(place.glob("*.mark")))


@pytest.mark.parametrize("name", ["raises", "crashes"])
def test_what_the_target_does_is_its_failure_and_not_tried_again(folder: Path, address: str, name: str) -> None:
    expected, _ = audited(folder, name, "--workers", "1")
    found, started = audited(folder, name, "--scheduler", address)
    assert json.loads(found)["verdict"] == "could not run"
    assert found == expected
    assert started <= BATCHES


def test_what_is_not_wanted_any_more_is_ended_on_the_workers(folder: Path, address: str) -> None:
    found, _ = audited(folder, "stays", "--scheduler", address)
    assert "another batch is being drawn" in found
    stayed = [Path(f"/proc/{path.stem}") for path in folder.glob("*/*.stays")]
    assert stayed
    wait_for(lambda: not any(process.exists() for process in stayed))


def test_the_report_is_that_of_one_worker_and_of_two_though_a_worker_is_killed(folder: Path, address: str) -> None:
    expected, started = audited(folder, "target", "--workers", "1")
    assert started == BATCHES
    assert audited(folder, "target", "--workers", "2") == (expected, BATCHES)
    found, started = audited(folder, "target", "--scheduler", address, kill_at=4)
    assert found == expected
    assert BATCHES < started <= BATCHES + 2  # the killed one, and its batch, and one that it had and not handed on
    assert json.loads(found)["verdict"] == "consistent"


def test_a_scheduler_without_workers_is_refused(folder: Path) -> None:
    with cluster(folder, 0) as address:
        result = run("audit", f"{folder}/noise.py:target", *LAW, "--scheduler", address, "--out", folder / "none")
    assert is_one_line(result)
    assert "expected the address of a Dask scheduler with workers: it has none" in result.output
