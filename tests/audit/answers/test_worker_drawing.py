"""The worker draws in chunks, each of which can be drawn again."""

import random

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from dpassay.audit.answers import worker_drawing


@given(st.integers(1, 10**7))
def test_chunks_add_up_start_at_one_and_are_few(samples: int) -> None:
    sizes = list(worker_drawing.chunk_sizes(samples))
    assert sum(sizes) == samples
    assert sizes[0] == 1
    assert max(sizes) <= -(-samples // worker_drawing.CHUNKS)
    assert len(sizes) <= worker_drawing.CHUNKS + 24
    assert all(size > 0 for size in sizes)


def test_each_chunk_of_each_dataset_has_its_own_generator() -> None:
    state = random.getstate()
    seen = {
        (float(worker_drawing.generator(seed, dataset, chunk).random()), random.random(), float(np.random.random()))  # noqa: NPY002
        for seed in (0, 1, 2**80)
        for dataset in range(3)
        for chunk in range(3)
    }
    random.setstate(state)
    assert [len(set(column)) for column in zip(*seen, strict=True)] == [27, 27, 27]


def test_a_chunk_can_be_drawn_again_from_its_recorded_seed() -> None:
    first = worker_drawing.generator(5, 1, 2).random(4)
    again = np.random.Generator(np.random.PCG64(np.random.SeedSequence((5, 1, 2)))).random(4)
    assert np.array_equal(first, again)
