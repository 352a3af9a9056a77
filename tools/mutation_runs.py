"""Test runs in forked children: which functions each test runs, and which tests notice a mutant.

The parent has imported pytest and the libraries, and nothing of ours; each child imports our modules afresh, through a
hook that changes one of them. What takes too long is told by computing time, never by the clock: a busy machine kills
no mutant. A child that neither computes nor ends is given up after `PATIENCE` seconds and said to have stalled.

What a test starts as a process of its own runs the unchanged code.
"""

from __future__ import annotations

import ast
import json
import os
import resource
import select
import shutil
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from importlib import import_module
from time import monotonic, process_time
from typing import Any, Final

import pytest
from hypothesis import Phase, settings

from tools.mutation import Mutant, mutated
from tools.mutation_hook import NOTE, PACKAGE, Hook, instrumented

LIBRARIES: Final = ("flint", "mpmath", "numpy", "scipy.integrate", "scipy.special", "scipy.stats", "sympy")
PROFILE: Final = "mutants"
COLLECTING: Final = 60
"""Seconds of computing that importing and collecting may take."""

MEMORY: Final = 6 << 30
PATIENCE: Final = 900

ARGUMENTS: Final = (
    *("-q", "--tb=no", "--no-header", "--no-summary", "-m", "not thirdparty", "-p", "no:cacheprovider"),
    *(f"--hypothesis-profile={PROFILE}", "-W", "ignore::pytest.PytestAssertRewriteWarning"),
)


@dataclass(frozen=True, slots=True)
class Measured:
    """What one test does: seconds of computing, and the functions of ours that run, as `path::name`."""

    seconds: float
    runs: frozenset[str]


@dataclass(slots=True)
class Answer:
    """What became of a mutant: `killed`, `survived`, or `untested`; which tests said so, how, and how many ran."""

    verdict: str = "survived"
    killers: list[str] = field(default_factory=list)
    how: str = ""
    ran: int = 0
    seconds: float = 0.0


Send = Callable[[dict[str, Any]], None]


def prepare() -> None:
    """Import what all children need, and make a profile of Hypothesis that stops at the first failure."""
    for name in LIBRARIES:
        import_module(name)
    settings.register_profile(
        PROFILE,
        max_examples=100,
        deadline=None,
        derandomize=True,
        database=None,
        phases=(Phase.explicit, Phase.generate),
        report_multiple_bugs=False,
    )


def measure(test_file: str) -> dict[str, Measured]:
    """Run one test file on instrumented modules; return what each test that passed does."""
    events = list(forked(_Measuring(test_file).work))
    measured = {event["passed"]: (event["seconds"], event["runs"]) for event in events if "passed" in event}
    shared = [name for event in events for name in event.get("shared", [])]
    return {test: Measured(seconds, frozenset([*runs, *shared])) for test, (seconds, runs) in measured.items()}


def judge(mutant: Mutant, tests: dict[str, float], *, known: frozenset[str], every_file: bool) -> Answer:
    """Run tests, in their order, on a mutant.

    Args:
        mutant: the mutant.
        tests: their names, with the seconds that each takes.
        known: all tests there are; one that is new is the mutant's, and runs too.
        every_file: go on after the first failure with the other files, rather than stop.
    """
    answer, pending, start = Answer(), dict(tests), sum(os.times()[2:4])
    while pending:
        run = _Judging(mutant, pending, known, every_file=every_file)
        current = "collection"
        for event in forked(run.work):
            current = event.get("start", current)
            answer.ran += "start" in event
            if "failed" in event or "died" in event:
                answer.killers.append(event.get("failed", current))
                answer.how = answer.how or event.get("died", "failed")
            if "died" in event and current in pending:
                killers = {_file(killer) for killer in answer.killers}
                passed = list(pending)[: list(pending).index(current)]
                pending = {t: s for t, s in pending.items() if _file(t) not in killers and t not in passed}
                break
        else:
            break
        if not every_file or current not in tests:
            break
    answer.verdict = "killed" if answer.killers else "survived" if tests else "untested"
    answer.seconds = round(sum(os.times()[2:4]) - start, 2)
    return answer


def _file(test: str) -> str:
    return test.split("::", maxsplit=1)[0]


class _Measuring:
    """A plugin that notes which functions run in each test."""

    def __init__(self, test_file: str) -> None:
        self.test_file, self.hits = test_file, set[str]()
        self.send: Send = print
        self.hook = Hook(lambda path, text: instrumented(text, path) if path else None, {NOTE: self.hits.add})

    def work(self, send: Send) -> None:
        """Run the file in this process."""
        self.send = send
        self.hook.install()  # before pytest, whose conftest files import modules of ours
        _run([self.test_file], self)

    def pytest_collection_finish(self) -> None:
        """What runs when a file is imported, every one of its tests depends on."""
        self.send({"shared": sorted(self.hits)})

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_setup(self) -> Iterator[None]:
        """What a fixture runs may serve other tests of the file."""
        _forget()
        self.hits.clear()
        yield
        self.send({"shared": sorted(self.hits)})

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Iterator[None]:
        start = sum(os.times()[:4])
        yield
        self.send({"passed": item.nodeid, "seconds": sum(os.times()[:4]) - start, "runs": sorted(self.hits)})


def _forget() -> None:
    """Empty the caches of our modules: what one test computed is not there for the next."""
    for module in [module for name, module in sys.modules.items() if name.startswith(PACKAGE)]:
        for value in list(vars(module).values()):
            with suppress(Exception):
                value.cache_clear()


class _Judging:
    """A plugin that runs chosen tests in a chosen order on a mutant, each with a limit on computing."""

    def __init__(self, mutant: Mutant, limits: dict[str, float], known: frozenset[str], *, every_file: bool) -> None:
        self.mutant, self.limits, self.known, self.every_file = mutant, limits, known, every_file
        self.send: Send = print
        self.done: set[str] = set()
        self.hook = Hook(self._tree, {})

    def work(self, send: Send) -> None:
        """Run the tests in this process."""
        self.send = send
        self.hook.install()  # before pytest, whose conftest files import modules of ours
        _run(sorted({_file(test) for test in self.limits}), self)

    def _tree(self, path: str, text: str) -> ast.Module | None:
        return mutated(text, self.mutant.number) if path == self.mutant.path else None

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Keep the chosen tests, and those that only the mutant has."""
        order = {test: place for place, test in enumerate(self.limits)}
        kept = [item for item in items if item.nodeid in order or item.nodeid not in self.known]
        items[:] = sorted(kept, key=lambda item: order.get(item.nodeid, len(order)))

    def pytest_runtest_protocol(self, item: pytest.Item) -> bool | None:
        """Skip the tests of a file that has noticed the mutant."""
        if _file(item.nodeid) in self.done:
            return True
        limit_computing(4 + 4 * self.limits.get(item.nodeid, 1.0))
        self.send({"start": item.nodeid})
        return None

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and _file(report.nodeid) not in self.done:
            self.done.add(_file(report.nodeid))
            self.send({"failed": report.nodeid})

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_teardown(self, item: pytest.Item) -> Iterator[None]:
        yield
        if self.done and not self.every_file:
            item.session.shouldstop = "killed"


def limit_computing(seconds: float) -> None:
    """Let this process compute for so many seconds more; then it is ended by the signal SIGXCPU."""
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    resource.setrlimit(resource.RLIMIT_CPU, (int(process_time() + seconds) + 1, hard))


def _run(files: list[str], plugin: _Measuring | _Judging) -> None:
    """Run test files in this child, and say so where they could not even be collected."""
    limit_computing(COLLECTING)
    code = pytest.main([*ARGUMENTS, f"--basetemp={os.environ['TMPDIR']}/pytest", *files], plugins=[plugin])
    if code in {pytest.ExitCode.INTERNAL_ERROR, pytest.ExitCode.USAGE_ERROR}:
        plugin.send({"died": f"pytest ended with {pytest.ExitCode(code).name}"})
    elif code == pytest.ExitCode.INTERRUPTED and not getattr(plugin, "done", False):
        plugin.send({"died": "could not be imported"})


def forked(work: Callable[[Send], None]) -> Iterator[dict[str, Any]]:
    """Do work in a child with folders of its own; yield what it sends, and how it died if it did."""
    reading, writing = os.pipe()
    folder = tempfile.mkdtemp(prefix="mutants-")
    child = os.fork()
    if not child:
        os.close(reading)
        _be_a_child(work, writing, folder)
    os.close(writing)
    try:
        yield from _events(reading, child)
    finally:
        os.close(reading)
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(child, signal.SIGKILL)
        with suppress(ChildProcessError):
            os.waitpid(child, 0)
        shutil.rmtree(folder, ignore_errors=True)


def _be_a_child(work: Callable[[Send], None], writing: int, folder: str) -> None:
    os.setsid()
    null = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(null, stream)
    os.environ |= {"TMPDIR": folder, "XDG_CACHE_HOME": folder, "PYTHONDONTWRITEBYTECODE": "1"}
    tempfile.tempdir = None
    sys.dont_write_bytecode = True
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    code = 1
    try:
        work(lambda event: _write(writing, event))
        _write(writing, {"end": True})
        code = 0
    finally:
        os._exit(code)


def _write(writing: int, event: dict[str, Any]) -> None:
    data = f"{json.dumps(event)}\n".encode()
    while data:
        data = data[os.write(writing, data) :]


def _events(reading: int, child: int) -> Iterator[dict[str, Any]]:
    """Yield what a child sends until it ends; last how it died, unless it says itself that this is the end."""
    rest, deadline = b"", monotonic() + PATIENCE
    while select.select([reading], [], [], max(deadline - monotonic(), 0))[0]:
        if not (data := os.read(reading, 1 << 16)):
            break
        *lines, rest = (rest + data).split(b"\n")
        for event in map(json.loads, lines):
            if "end" in event:
                return
            yield event
            deadline = monotonic() + PATIENCE
    else:
        yield {"died": "stalled"}
        return
    status = os.waitpid(child, 0)[1]
    ended = os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0
    yield {"died": "out of time" if ended == signal.SIGXCPU else f"crashed ({ended or os.WEXITSTATUS(status)})"}
