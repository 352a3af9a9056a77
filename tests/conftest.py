"""What all tests share: the Hypothesis profiles, and limits of time for audits that no busy machine reaches.

`dev` is the default: few examples, new ones on each run. `ci` draws the same examples on each run, so that a
build fails for a change and never by chance. `thorough` looks for longer. A profile is chosen by
`pytest --hypothesis-profile=NAME`. None has a limit of time: how long an example takes depends on the machine.
"""

import gc
import time
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from tests.patience import HUNG, SLOWER

gc.set_threshold(200_000)
"""Exact numbers are very many small objects that die by themselves: looking for circles less often saves a tenth."""


def pytest_collection_finish() -> None:
    """What there is before the first test, there is to the end: it is not looked through for circles again."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Deal the tests out in a way that takes no time of its own; other ways of dealing out are left to xdist."""
    if config.getvalue("dist") != "loadgroup":
        return None
    from tools.scheduling import ByFunction

    return ByFunction(config, log)


TIMELESS = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])

settings.register_profile("dev", TIMELESS, max_examples=50)
settings.register_profile("ci", TIMELESS, max_examples=20, derandomize=True, print_blob=True)
settings.register_profile("thorough", TIMELESS, max_examples=2_000)
settings.load_profile("dev")


@pytest.fixture(scope="session", autouse=True)
def _patient_audits() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        slow = SimpleNamespace(monotonic=lambda: time.monotonic() / SLOWER)
        patch.setattr("dpassay.audit.answers.watching.time", slow)
        patch.setattr("dpassay.audit.answers.watching.LAST_WORDS", HUNG)
        patch.setattr("dpassay.audit.answers.process.PATIENCE", HUNG)
        yield
