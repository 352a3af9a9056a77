"""Which test files take the processor's time, whatever else the machine does meanwhile.

`python -m pytest -p tools.cpu_times tests/<room>` prints the seconds of each file, of this process and of those that it
has waited for. It says nothing of the processes of `-n`.
"""

from __future__ import annotations

import resource
from collections import defaultdict
from collections.abc import Iterator

import pytest

SECONDS: dict[str, float] = defaultdict(float)


def spent() -> float:
    """Return the seconds of the processor so far, with those of processes that have ended."""
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(one.ru_utime + one.ru_stime for one in used)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Count what a test takes, with its fixtures, for its file."""
    before = spent()
    answer = yield
    SECONDS[item.nodeid.partition("::")[0]] += spent() - before
    return answer


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the files, the slowest first."""
    terminalreporter.section(f"{sum(SECONDS.values()):.0f} seconds of the processor")
    for name, seconds in sorted(SECONDS.items(), key=lambda entry: -entry[1]):
        terminalreporter.line(f"{seconds:8.1f} {name}")
