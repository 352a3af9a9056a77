"""Batches: what they are depends on the number of answers alone, and what comes of them not on who draws them."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpassay.audit.answers.batches import MOST_BATCHES, Task, Workers, batches, drawn_parts
from dpassay.audit.answers.chunks import Chunk
from dpassay.audit.answers.outcome import Failure, FailureKind, Origin, Samples
from dpassay.audit.answers.parts import Part
from dpassay.audit.answers.runner import draw
from dpassay.audit.answers.worker_drawing import chunk_sizes
from tests.audit.clock import LIMIT, Clock
from tests.audit.running import target

REQUEST = {"samples": 1_000, "datasets": [0, 1]}
LIMITS = (LIMIT, LIMIT)


@given(st.integers(1, 10**7))
def test_the_batches_are_all_chunks_in_their_order(samples: int) -> None:
    spans = batches(samples)
    assert [number for span in spans for number in span] == list(range(len(list(chunk_sizes(samples)))))
    assert all(spans)
    assert len(spans) <= min(samples, MOST_BATCHES)


def test_many_answers_are_many_batches_of_about_one_size() -> None:
    for samples, number in ((100, 8), (1_000, 8), (100_000, 10), (200_000, 20), (10**7, 64)):
        sizes, spans = list(chunk_sizes(samples)), batches(samples)
        answers = [sum(sizes[chunk] for chunk in span) for span in spans]
        assert len(answers) == number
        assert max(answers) <= 2 * samples / number


# Whatever the number of workers


def drawn(name: str, workers: Workers | None, **options: Any) -> Samples:
    parameters = {"epsilon": "1", "sensitivity": "1"}
    found = draw(target(name), [0, 10], parameters, samples=300, seed=3, workers=workers, **options)
    assert isinstance(found, Samples), found
    return found


def alike(one: Samples, other: Samples) -> bool:
    pairs = ((one.arrays, other.arrays), (one.form_codes, other.form_codes), (one.places, other.places))
    same = all(np.array_equal(a, b) for first, second in pairs for a, b in zip(first, second, strict=True))
    return same and (one.form_names, one.lines, one.origin) == (other.form_names, other.lines, other.origin)


@pytest.mark.parametrize("name", ["laplace", "global_generator"])
def test_the_answers_are_those_of_one_process(name: str) -> None:
    told: list[tuple[int, int]] = []
    found = drawn(name, Workers(3), progress=lambda done, total: told.append((done, total)))
    assert [array.shape for array in found.arrays] == [(300,), (300,)]
    assert alike(found, drawn(name, None))
    assert told[-1] == (600, 600)
    assert told == sorted(told)


def test_so_are_answers_of_many_forms() -> None:
    one, other = (drawn("answers_of_many_forms", workers, lines=True) for workers in (None, Workers(2)))
    assert len(one.lines) > 3
    assert alike(one, other)


def test_what_is_carried_over_ends_with_its_batch_whatever_the_number_of_workers() -> None:
    whole = drawn("counts_its_calls", None)
    one, two = (drawn("counts_its_calls", Workers(count)) for count in (1, 2))
    assert alike(one, two)
    assert whole.arrays[0].max() > one.arrays[0].max()
    assert [sum(array == array.min()) for array in one.arrays] != [sum(array == array.min()) for array in whole.arrays]


# Failures and limits


def test_a_failure_ends_the_batches_behind_it() -> None:
    found = draw(target("raises_first"), [0], {}, samples=100, seed=1, workers=Workers(2))
    assert isinstance(found, Failure)
    assert (found.kind, found.message, found.drawn) == ("raised", "the target raised RuntimeError: first", 0)


def test_processes_that_repeat_one_another_are_no_samples() -> None:
    whole, found = (draw(target("seeds_itself"), [0], {}, samples=2000, seed=1, workers=w) for w in (None, Workers(2)))
    assert isinstance(whole, Samples)
    assert isinstance(found, Failure)
    assert found.kind == "output"
    assert found.message.startswith("two processes of the target gave the same 32 answers: it starts from the same sta")


def test_at_the_time_limit_what_was_drawn_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HANG_FROM", "8")
    passes = Clock(monkeypatch).strike(lambda drawn: drawn == 14)
    options: dict[str, Any] = {"samples": 1000, "seed": 5, "time_limit": LIMIT, "workers": Workers(2)}
    found = draw(target("hangs_from"), [0, 10], {}, progress=passes, **options)
    assert isinstance(found, Samples), found
    assert [len(array) for array in found.arrays] == [7, 7]
    assert found.shortfall == "the time limit of 500 s came after 7 and 7 of 1,000 answers"


def test_an_interrupt_ends_all_processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    seen: list[Path] = []

    def interrupt(_done: int, _total: int) -> None:
        seen.extend(tmp_path.iterdir())
        if seen:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        draw(target("hangs"), [0], {}, samples=100, seed=1, workers=Workers(2), progress=interrupt)
    assert seen
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("count", [0, -1, 1.0, True, 10**6, "2"])
def test_other_numbers_of_workers_are_refused(count: Any) -> None:
    with pytest.raises(ValueError, match=rf"^workers = {count}: expected a whole number from 1 to 1000$"):
        Workers(count)


# A crew that is told in which order its batches come


@dataclass
class Told:
    """A crew whose batches come in an order that is told, some of them as failures."""

    order: Sequence[int]
    failures: Mapping[int, FailureKind] = field(default_factory=dict)
    submitted: list[int] = field(default_factory=list)
    passes: int = 0

    def submit(self, task: Task, told: Callable[[int], None]) -> Turn:
        first, stop = task.request["chunks"]
        self.submitted.append(number := [span.start for span in batches(1_000)].index(first))
        kind = self.failures.get(number)
        failure = None if kind is None else Failure(kind, f"in batch {number}", 1.0, 0, Origin())
        rows = tuple(tuple(chunk(value) for value in range(first, stop)) for _ in range(2))
        return Turn(self, number, Part(() if failure else rows, failure, Origin()))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        pass


@dataclass
class Turn:
    crew: Told
    number: int
    part: Part

    def done(self) -> bool:
        self.crew.passes += 1
        if self.number not in self.crew.order:
            assert self.crew.passes < 200, "never done"
            return False
        return self.crew.passes > 10 * self.crew.order.index(self.number)

    def result(self) -> Part:
        return self.part


@dataclass(frozen=True)
class Fixed(Workers):
    of: Told | None = None

    def crew(self, limits: tuple[float, float]) -> Any:
        return self.of


def chunk(value: int) -> Chunk:
    return Chunk(np.array([value]), ("int64 of shape ()",), np.array([0]))


def parts_of(crew: Told, keeper: Any = None) -> list[Part]:
    return drawn_parts(REQUEST, None, LIMITS, Fixed(of=crew, keeper=keeper), None)


def test_parts_stand_in_the_order_of_their_numbers_whatever_came_first() -> None:
    for order in (range(8), [7, 1, 5, 0, 3, 2, 6, 4]):
        parts = parts_of(Told(order))
        values = [each.values for part in parts for each in part.chunks[0] if each.values is not None]
        assert np.concatenate(values).tolist() == list(range(len(list(chunk_sizes(1_000)))))


def test_the_failure_is_that_of_the_first_batch_that_fails_whatever_came_first() -> None:
    for order in (range(8), [6, 4, 7, 5, 3, 2, 1, 0], [4, 6, 0, 1, 2, 3, 5, 7]):
        parts = parts_of(Told(order, {4: "raised", 6: "crash"}))
        assert len(parts) == 5
        assert [part.failure.message for part in parts if part.failure] == ["in batch 4"]


@dataclass
class Kept:
    """Parts that are there, and those that come."""

    there: dict[int, Part] = field(default_factory=dict)

    def load(self, request: Mapping[str, Any]) -> Part | None:
        return self.there.get(request["chunks"][0])

    def save(self, request: Mapping[str, Any], part: Part) -> None:
        assert request["chunks"][0] not in self.there
        self.there[request["chunks"][0]] = part


def test_what_is_kept_is_not_drawn_again() -> None:
    kept = Kept()
    with pytest.raises(AssertionError, match="never done"):
        parts_of(Told([0, 1, 2, 3, 4]), kept)
    assert len(kept.there) == 5
    again = Told(range(8))
    assert len(parts_of(again, kept)) == 8
    assert again.submitted == [5, 6, 7]
    assert len(kept.there) == 8
    nobody = Told([])
    assert len(parts_of(nobody, kept)) == 8
    assert nobody.submitted == []


def test_a_part_with_a_failure_is_not_kept() -> None:
    kept = Kept()
    parts_of(Told(range(8), {2: "timeout"}), kept)
    assert len(kept.there) == 2
