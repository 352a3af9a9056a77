"""Targets that do what a target must not do: each for one test of the runner."""

import ctypes
import math
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

Array = Any

LONG = 3_600.0
NOT_CALLABLE = 3


def hang(said: str = "") -> None:
    """Say in the file READY that this process runs, and stay."""
    if "READY" in os.environ:
        Path(os.environ["READY"]).write_text(said)
    time.sleep(LONG)


# Wrong arguments


def size_first(size: int) -> Array:
    return np.zeros(size)


def needs_more(data: object, *, size: int, temperature: float) -> Array:
    return np.full(size, temperature)


def no_data(*, size: int) -> Array:
    return np.zeros(size)


# Wrong results


def returns_list(data: object, size: int) -> list[int]:
    return [0] * size


def returns_short_list(data: object, size: int) -> list[int]:
    return [0] * (size - 1)


def returns_list_of_texts(data: object, size: int) -> list[str]:
    return ["a"] * size


def returns_masked(data: object, size: int) -> Array:
    return np.ma.masked_array(np.zeros(size), np.full(size, size == 4))


def answers_nothing(data: object) -> None:
    return None


def answers_empty_rows(data: object) -> Array:
    return np.zeros(0)


def answers_nan(data: object, rng: np.random.Generator) -> float:
    return math.nan if rng.random() < 0.1 else 1.0


def returns_none(data: object, size: int) -> None:
    return None


def returns_short(data: object, size: int) -> Array:
    return np.zeros(size - 1)


def returns_cube(data: object, size: int) -> Array:
    return np.zeros((size, 2, 2))


def returns_scalar(data: object, size: int) -> Array:
    return np.zeros(size).squeeze()


def returns_empty_rows(data: object, size: int) -> Array:
    return np.zeros((size, 0))


def returns_objects(data: object, size: int) -> Array:
    return np.array([object()] * size)


def returns_strings(data: object, size: int) -> Array:
    return np.array(["a"] * size)


def returns_complex(data: object, size: int) -> Array:
    return np.zeros(size, dtype=complex)


def returns_nan(data: object, size: int) -> Array:
    return np.where(np.arange(size) == 3, math.nan, 0.0)


def returns_infinity(data: object, size: int) -> Array:
    return np.full(size, -math.inf)


def returns_huge(data: object, size: int) -> Array:
    return np.full(size, 2**64 - 1, dtype=np.uint64)


def changes_type(data: object, size: int) -> Array:
    return np.zeros(size, dtype=int if size == 1 else float)


def changes_width(data: object, size: int) -> Array:
    return np.zeros((size, size))


# Exceptions


def raises(data: object, size: int) -> Array:
    raise ValueError("first line\nsecond line " + "x" * 1000)


def raises_in_color(data: object, size: int) -> Array:
    print("\x1b[32mgreen\x1b[0m\r\n\x1b]0;a title of the window\x07title")
    print("\x9b31m\x07\u202e\udc80", file=sys.stderr)
    raise ValueError("\x1b[31mred\x1b[0m \x07bell \u202eback")


def raises_the_unprintable(data: object, size: int) -> Array:
    class Unprintable(Exception):
        def __str__(self) -> str:
            raise RuntimeError("no")

    raise Unprintable


def raises_interrupt(data: object, size: int) -> Array:
    raise KeyboardInterrupt


def raises_late(data: object, *, size: int, rng: np.random.Generator) -> Array:
    if size > 4:
        raise RuntimeError("late")
    return np.zeros(size)


def recurses(data: object, size: int) -> Array:
    return recurses(data, size)


def raises_system_exit(data: object, size: int) -> Array:
    sys.exit(3)


OWN = np.random.default_rng(7)


def seeds_itself(data: float, *, size: int, rng: np.random.Generator) -> Array:
    return OWN.normal(size=size) + data


def raises_first(data: object, *, size: int, rng: np.random.Generator) -> Array:
    """Raise in the first batch, and never come back from the others."""
    if rng.bit_generator.seed_seq.entropy[2]:  # type: ignore[attr-defined]  # the number of the chunk
        hang()
    raise RuntimeError("first")


# Ends of the process


def exits(data: object, size: int) -> Array:
    os._exit(5)


def exits_quietly(data: object, size: int) -> Array:
    os._exit(0)


def segfaults(data: object, size: int) -> Array:
    ctypes.string_at(0)
    return np.zeros(size)


def kills_itself(data: object, size: int) -> Array:
    os.kill(os.getpid(), signal.SIGKILL)
    return np.zeros(size)


def closes_everything(data: object, size: int) -> Array:
    os.closerange(0, 256)
    return np.zeros(size)


def closes_everything_and_hangs(data: object, size: int) -> Array:
    os.closerange(0, 256)
    hang()
    return np.zeros(size)


def writes_to_every_descriptor(text: bytes) -> Callable[..., Array]:
    def target(data: object, size: int) -> Array:
        for descriptor in range(3, 64):
            try:
                os.write(descriptor, text)
            except OSError:
                continue
        return np.zeros(size)

    return target


forges_numbers = writes_to_every_descriptor(b"5\n")
forges_messages = writes_to_every_descriptor(b'{"event": "progress", "done": [], "origin": {"a": 1}}\n')
forges_endless_line = writes_to_every_descriptor(b"x" * (1 << 15))


def meddles(damage: Callable[[Path], object]) -> Callable[..., Array]:
    def target(data: object, *, size: int, rng: np.random.Generator) -> Array:
        written = Path(sys.argv[1]).with_name("0-0.npz")
        if written.exists():
            damage(written)
        return np.zeros(size)

    return target


deletes_samples = meddles(lambda path: path.unlink())
writes_no_samples = meddles(lambda path: path.write_text("nothing"))
cuts_samples = meddles(lambda path: path.write_bytes(path.read_bytes()[:100]))
writes_other_samples = meddles(lambda path: np.savez(path, values=np.array(["a"]), names=["a"], codes=[0]))


forges_kinds = writes_to_every_descriptor(b'{"event": "failed", "kind": "timeouts"}\n')
forges_types = writes_to_every_descriptor(b'{"event": "failed", "message": ["a"]}\n')
forges_origins = writes_to_every_descriptor(b'{"event": "progress", "origin": {"version": {}}}\n')
forges_sources = writes_to_every_descriptor(b'{"event": "progress", "origin": {"sources": [["a", 1]]}}\n')
forges_nests = writes_to_every_descriptor(b"[" * 50_000 + b"\n")
forges_events = writes_to_every_descriptor(b'{"event": "end"}\n')
forges_names = writes_to_every_descriptor(b'{"event": "done", "name": 1}\n')


# Time, memory, output


def hangs(data: object, size: int) -> Array:
    hang()
    return np.zeros(size)


def hangs_from(data: float, *, size: int, rng: np.random.Generator) -> Array:
    if size >= int(os.environ["HANG_FROM"]):
        hang()
    return rng.normal(size=size) + data


def ignores_signals_and_hangs(data: object, size: int) -> Array:
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    hang()
    return np.zeros(size)


def starts_a_child_and_hangs(data: object, size: int) -> Array:
    child = subprocess.Popen([sys.executable, "-c", f"import time; time.sleep({LONG})"])
    hang(str(child.pid))
    return np.zeros(size)


def leaves_a_thread(data: object, size: int) -> Array:
    if size == 1:
        threading.Thread(target=time.sleep, args=(LONG,)).start()
    return np.zeros(size)


def forks(data: object, size: int) -> Array:
    os.fork()
    return np.zeros(size)


def eats_memory(data: object, size: int) -> Array:
    kept = []
    while True:
        kept.append(np.ones(1 << 20))


def eats_memory_in_crumbs(data: object, size: int) -> Array:
    kept: list[Any] = []
    while True:
        kept.append([])


def returns_too_much(data: object, size: int) -> Array:
    return np.broadcast_to(np.zeros(1), (size, 1 << 24))


def prints_megabytes(data: object, size: int) -> Array:
    for _ in range(20):
        print("garbage " * 20_000, flush=True)
        print('{"event": "done"}', file=sys.stderr, flush=True)
    os.write(1, b"\xff\xfe\x00 last words\n")
    return np.zeros(size)


def closes_stdout(data: object, size: int) -> Array:
    if size == 1:
        os.closerange(1, 3)
    return np.zeros(size)
