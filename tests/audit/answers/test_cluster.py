"""Batches on a Dask cluster: with a client that is made up, and on a real one where `distributed` is installed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest

import dpassay
from dpassay.audit.answers import cluster
from dpassay.audit.answers.batches import Task, Workers
from dpassay.audit.answers.cluster import Cluster, Errand, imported, run_errand
from dpassay.audit.answers.outcome import Failure, Samples
from dpassay.audit.answers.parts import Part
from dpassay.audit.answers.runner import draw

ADDRESS = "tcp://127.0.0.1:8786"
NOISE = """
def target(data, *, size, rng):
    return rng.integers(0, 100, size) + data


def raises(data, *, size, rng):
    if rng.bit_generator.seed_seq.entropy[2] > 20:
        raise RuntimeError("from chunk 20 on")
    return target(data, size=size, rng=rng)
"""


class KilledWorker(Exception):
    pass


@dataclass
class Future:
    """A future that asks what to do when it is waited for."""

    act: Callable[[], Part]

    def done(self) -> bool:
        return True

    def result(self, timeout: float) -> Part:
        return self.act()


@dataclass
class Client:
    """Runs errands when they are waited for; ``trouble`` stands between it and them."""

    address: str
    timeout: float = 0.0
    set_as_default: bool = True
    workers: ClassVar[int] = 2
    trouble: ClassVar[Callable[[Errand], Errand]] = staticmethod(lambda errand: errand)
    log: ClassVar[list[str]] = []

    def nthreads(self) -> dict[str, int]:
        return dict.fromkeys(map(str, range(self.workers)), 1)

    def submit(
        self, function: Callable[[Errand], Part], errand: Errand, *, key: str, pure: bool, priority: int
    ) -> Future:
        assert not pure
        assert priority == -sum(name.startswith("dpassay-") for name in self.log)
        self.log.append(key)
        return Future(lambda: function(type(self).trouble(errand)))

    def cancel(self, futures: list[Future], *, force: bool) -> None:
        self.log.append(f"cancel {len(futures)}")

    def close(self, timeout: float) -> None:
        self.log.append("close")


class Fake:
    """The library, with a client of its own for each test."""

    def __init__(self, **members: Any) -> None:
        self.Client: Any = type("Client", (Client,), {"log": [], **members})
        self.KilledWorker = KilledWorker


@pytest.fixture
def noise(tmp_path: Path) -> str:
    (tmp_path / "noise.py").write_text(NOISE)
    return f"{tmp_path}/noise.py"


def drawn(target: str, workers: Workers | None) -> Samples | Failure:
    return draw(target, [0, 1], {}, samples=200, seed=3, workers=workers)


def on(fake: Fake, monkeypatch: pytest.MonkeyPatch) -> Workers:
    monkeypatch.setattr(cluster, "imported", lambda _scheduler: fake)
    return Workers(scheduler=ADDRESS)


def test_a_cluster_draws_the_same_answers(noise: str, monkeypatch: pytest.MonkeyPatch) -> None:
    fake = Fake()
    one, other = (drawn(f"{noise}:target", workers) for workers in (None, on(fake, monkeypatch)))
    assert isinstance(one, Samples)
    assert isinstance(other, Samples), other
    assert all(np.array_equal(a, b) for a, b in zip(one.arrays, other.arrays, strict=True))
    assert one.origin == other.origin
    *keys, called_off, closed = fake.Client.log
    assert len(set(keys)) == 8
    assert (called_off, closed) == ("cancel 8", "close")


def test_what_the_target_does_is_a_failure_that_is_not_tried_again(noise: str, monkeypatch: pytest.MonkeyPatch) -> None:
    fake = Fake()
    found = [drawn(f"{noise}:raises", workers) for workers in (Workers(2), on(fake, monkeypatch))]
    for failure in found:
        assert isinstance(failure, Failure)
        assert (failure.kind, failure.message) == ("raised", "the target raised RuntimeError: from chunk 20 on")
    assert len({failure.drawn for failure in found if isinstance(failure, Failure)}) == 1
    assert sum(key.startswith("dpassay-") for key in fake.Client.log) == 8


def lost(errand: Errand) -> Errand:
    if errand.task.request["chunks"][0]:
        raise KilledWorker("Attempted to run on\n4 different workers")
    return errand


def test_a_batch_that_loses_every_worker_is_a_failure_of_the_setup(noise: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found = drawn(f"{noise}:target", on(Fake(trouble=staticmethod(lost)), monkeypatch))
    assert isinstance(found, Failure)
    words = "the cluster lost every worker that drew a batch (Attempted to run on 4 different workers)"
    assert (found.kind, found.message) == ("setup", words)


def old(errand: Errand) -> Errand:
    return replace(errand, version="0.0.1")


def edited(errand: Errand) -> Errand:
    Path(errand.task.request["place"]).write_text(NOISE + "# edited\n")
    return errand


def deleted(errand: Errand) -> Errand:
    Path(errand.task.request["place"]).unlink(missing_ok=True)
    return errand


def absent(errand: Errand) -> Errand:
    raise ModuleNotFoundError("No module named 'dpassay'")


@pytest.mark.parametrize(
    ("trouble", "why"),
    [
        (old, f"a worker has {dpassay.__version__}"),
        (edited, "a worker has another file at "),
        (deleted, "a worker has no file at "),
        (absent, "ModuleNotFoundError: No module named 'dpassay'"),
    ],
)
def test_workers_that_are_not_as_ours_are_refused(
    noise: str, monkeypatch: pytest.MonkeyPatch, trouble: Callable[[Errand], Errand], why: str
) -> None:
    fake = Fake(trouble=staticmethod(trouble))
    with pytest.raises(ValueError, match=r"^scheduler = ") as complaint:
        drawn(f"{noise}:target", on(fake, monkeypatch))
    expected = f"scheduler = '{ADDRESS}': expected workers with dpassay {dpassay.__version__} ({why}"
    assert str(complaint.value).startswith(expected)
    assert fake.Client.log[-1] == "close"


def test_a_cluster_without_workers_is_refused(noise: str, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = f"^scheduler = '{ADDRESS}': expected the address of a Dask scheduler with workers: it has none$"
    with pytest.raises(ValueError, match=expected):
        drawn(f"{noise}:target", on(Fake(workers=0), monkeypatch))


def nobody(*_arguments: object, **_named: object) -> None:
    raise OSError("Timed out trying to connect\nafter 10 s")


def test_an_address_where_nobody_answers_is_refused(noise: str, monkeypatch: pytest.MonkeyPatch) -> None:
    fake = Fake()
    fake.Client = nobody
    with pytest.raises(ValueError, match=r"with workers \(Timed out trying to connect after 10 s\)$"):
        drawn(f"{noise}:target", on(fake, monkeypatch))


def test_the_library_is_needed_for_a_cluster_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(_name: str) -> None:
        raise ModuleNotFoundError("No module named 'distributed'")

    monkeypatch.setattr(cluster, "import_module", missing)
    with pytest.raises(ValueError, match=r'^scheduler = .*: expected distributed beside it \(pip install "dpassay\['):
        imported(ADDRESS)
    with pytest.raises(ValueError, match="pip install"):
        Cluster(ADDRESS, (1.0, 1.0))


def test_an_errand_is_checked_before_anything_runs(noise: str) -> None:
    request = {"samples": 4, "datasets": [], "place": noise, "is_file": True, "chunks": [0, 1]}
    errand = Errand(Task(request, None), dpassay.__version__, "0" * 64, (1.0, 1.0), "key")
    with pytest.raises(ValueError, match=r"another file at .*noise\.py: expected that of the SHA-256 0000"):
        run_errand(errand)
