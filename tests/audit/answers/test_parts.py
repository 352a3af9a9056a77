"""Parts are put together as if one process had drawn them; where they do not fit, that is said."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from dpassay.audit.answers.chunks import Chunk
from dpassay.audit.answers.outcome import LONGEST_TEXT, Failure, FailureKind, Origin, Samples
from dpassay.audit.answers.parts import Part, chunk_range, joined

REQUEST = {"samples": 4, "seed": 7, "datasets": [0, 1]}
ORIGIN = Origin(python="3.12.1", numpy="2.1.0", sources=(("noise.py", "a" * 64),))


def part(values: list[float], failure: Failure | None = None, origin: Origin = ORIGIN, printed: str = "") -> Part:
    chunk = Chunk(np.array(values), ("float64 of shape ()",), np.zeros(1, np.int64))
    return Part(((chunk,), (chunk,)), failure, origin, printed, f"{printed}!" if printed else "")


def failure(kind: FailureKind, drawn: int = 0) -> Failure:
    return Failure(kind, "gone", 1.0, drawn, ORIGIN)


def test_answers_stand_behind_one_another() -> None:
    found = joined([part([1.0, 2.0]), part([3.0, 4.0])], REQUEST, 10.0, 5.0)
    assert isinstance(found, Samples)
    assert [array.tolist() for array in found.arrays] == [[1.0, 2.0, 3.0, 4.0]] * 2
    assert (found.seed, found.seconds, found.origin, found.shortfall) == (7, 5.0, ORIGIN, "")


def test_what_was_printed_stands_in_the_order_of_the_parts() -> None:
    found = joined([part([1.0, 2.0], printed="a"), part([3.0]), part([4.0], printed="b")], REQUEST, 10.0, 5.0)
    assert (found.stdout, found.stderr) == ("a\nb", "a!\nb!")
    long = joined([part([1.0] * 2, printed="a"), part([2.0] * 2, printed="b" * LONGEST_TEXT)], REQUEST, 10.0, 5.0)
    assert long.stdout == "b" * LONGEST_TEXT


def test_parts_of_two_origins_are_none() -> None:
    for name, value, words in (
        ("sources", (("noise.py", "b" * 64),), "sources (('noise.py', 'aaa"),
        ("numpy", "2.2.0", "numpy 2.1.0 and 2.2.0"),
    ):
        other = replace(ORIGIN, **{name: value})
        found = joined([part([1.0, 2.0]), part([3.0, 4.0], origin=other)], REQUEST, 10.0, 5.0)
        assert isinstance(found, Failure)
        assert found.kind == "setup"
        assert found.message.startswith(f"the parts of the answers are of different origins: {words}")


def test_a_failure_counts_what_came_before_it() -> None:
    found = joined([part([1.0, 2.0], printed="a"), part([], failure("crash", 1))], REQUEST, 10.0, 5.0)
    assert isinstance(found, Failure)
    assert (found.kind, found.drawn, found.seconds, found.stdout) == ("crash", 5, 5.0, "a")


def test_the_time_limit_leaves_the_beginning() -> None:
    late = part([3.0], failure("timeout", 2))
    found = joined([part([1.0, 2.0, 2.5]), late], {**REQUEST, "samples": 9}, 10.0, 5.0)
    assert isinstance(found, Samples)
    assert [array.tolist() for array in found.arrays] == [[1.0, 2.0, 2.5, 3.0]] * 2
    assert found.shortfall == "the time limit of 10 s came after 4 and 4 of 9 answers"
    few = joined([part([1.0, 2.0]), late], {**REQUEST, "samples": 9}, 10.0, 5.0)
    assert isinstance(few, Failure)
    assert (few.kind, few.message) == ("timeout", "the time limit of 10 s is over: 6 of 18 samples drawn")
    none = joined([part([], failure("timeout"))], REQUEST, 10.0, 5.0)
    assert isinstance(none, Failure)
    assert none.message == "gone"


def test_a_request_asks_for_all_chunks_or_for_some() -> None:
    assert chunk_range({"samples": 100}) == range(51)
    assert chunk_range({"samples": 100, "chunks": [3, 5]}) == range(3, 5)


def three(values: list[list[float]]) -> Samples | Failure:
    """Three parts, of which the last two hold these; the first has small chunks, and says nothing."""
    size = 1 + sum(map(len, values))
    return joined([part([5.0]), *map(part, values)], {**REQUEST, "samples": size}, 10.0, 5.0)


def test_equal_answers_are_a_repetition_where_they_cannot_be_chance() -> None:
    coins = np.random.default_rng(1).integers(0, 2, 200).astype(float).tolist()
    numbers = np.random.default_rng(1).random(40).tolist()
    rare = [0.0] * 199 + [1.0]
    for values, repeated in ((coins, True), (numbers, True), (coins[:100], False), (rare, False), (rare[:1], False)):
        found = three([values, values])
        assert isinstance(found, Failure) == repeated
        if isinstance(found, Failure):
            assert found.message.startswith(f"two processes of the target gave the same {len(values)} answers: ")
        assert isinstance(three([values, [7.0, *values[1:]]]), Samples)


def test_a_longer_part_may_repeat_a_shorter_one() -> None:
    numbers = np.random.default_rng(1).random(60).tolist()
    assert isinstance(three([numbers, numbers[:40]]), Failure)
