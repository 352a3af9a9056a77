"""The runner: whatever a target does is one line, in time, and nothing of it is left behind."""

import os
import re
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.audit.clock import LIMIT, Clock
from tests.audit.running import LIMITS, failure, outcome, samples
from tests.patience import HUNG

BAD_OUTPUTS = [
    ("returns_none", r"returned NoneType: expected a numpy array of shape \(1,\) or \(1, k\)"),
    ("returns_short_list", r"returned a list of 0: expected .* or a list of 1 answers"),
    ("returns_list_of_texts", "returned str: expected numbers, or rows of numbers"),
    ("returns_masked", "returned 4 masked of 4 values: expected numbers"),
    ("answers_nothing", "returned NoneType: expected numbers"),
    ("answers_empty_rows", r"returned an empty answer, of shape \(0,\)"),
    ("answers_nan", "returned 1 non-finite of 4 values"),
    ("returns_short", r"returned shape \(0,\): expected a numpy array of shape \(1,\)"),
    ("returns_cube", r"returned shape \(1, 2, 2\)"),
    ("returns_scalar", r"returned shape \(\)"),
    ("returns_empty_rows", r"returned shape \(1, 0\)"),
    ("returns_objects", "returned dtype object: expected integers or float64"),
    ("returns_strings", "returned dtype <U1"),
    ("returns_complex", "returned dtype complex128"),
    ("returns_nan", "returned 1 non-finite of 4 values: the first is nan, at index 3"),
    ("returns_infinity", "the first is -inf, at index 0"),
    ("returns_huge", "returned 18446744073709551615: expected integers below 2"),
    ("changes_type", r"float64 of shape \(size\): expected int64 of shape \(size\), as in its first call"),
    ("changes_width", r"float64 of shape \(size, 2\): expected float64 of shape \(size, 1\)"),
]


@pytest.mark.parametrize(("name", "message"), BAD_OUTPUTS, ids=[name for name, _ in BAD_OUTPUTS])
def test_what_are_not_samples_is_said_with_what_was_expected(name: str, message: str) -> None:
    result = failure(name, samples=1000)
    assert result.kind == "output"
    assert re.search(message, result.message), result.message


ENDINGS = [
    ("raises", "raised", "the target raised ValueError: first line second line xxx"),
    ("raises_the_unprintable", "raised", "raised Unprintable: (its message cannot be printed)"),
    ("raises_interrupt", "raised", "raised KeyboardInterrupt"),
    ("recurses", "raised", "raised RecursionError"),
    ("raises_system_exit", "exit", "the target called sys.exit(3)"),
    ("exits", "exit", "the target ended its process with exit code 5"),
    ("exits_quietly", "exit", "the target ended its process with exit code 0"),
    ("segfaults", "crash", "the target's process was killed by SIGSEGV"),
    ("kills_itself", "crash", "the target's process was killed by SIGKILL"),
    ("closes_everything", "exit", "the target closed the channel"),
    ("forges_numbers", "output", "the target wrote into the auditor's channel"),
    ("forges_messages", "output", "the target wrote into the auditor's channel"),
    ("forges_endless_line", "output", "the target wrote into the auditor's channel"),
    ("size_first", "signature", "takes no data before 'size': expected target(data, *, size, rng, **parameters)"),
    ("needs_more", "signature", "missing a required argument: 'temperature' (on offer: data, rng, size)"),
    ("no_data", "signature", "too many positional arguments"),
    ("missing", "import", "no 'missing' in "),
    ("raisse", "import", "(did you mean 'raises'?)"),
    ("NOT_CALLABLE", "import", "is not callable but int"),
    ("eats_memory", "memory", "the target ran out of memory"),
    ("eats_memory_in_crumbs", "memory", "the target ran out of memory"),
    ("returns_too_much", "memory", "cannot keep the samples: 100 answers as large as these take 12800 MiB"),
]


@pytest.mark.parametrize(("name", "kind", "message"), ENDINGS, ids=[name for name, *_ in ENDINGS])
def test_whatever_ends_the_target_is_one_line(name: str, kind: str, message: str) -> None:
    result = failure(name, memory_limit=1 << 29)
    assert (result.kind, message in result.message) == (kind, True), result


def test_a_target_that_closes_everything_and_hangs_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dpassay.audit.answers.watching.LAST_WORDS", 0.1)
    result = failure("closes_everything_and_hangs")
    assert (result.kind, result.message) == ("exit", "the target closed the channel between worker and auditor")


def test_the_traceback_shows_the_target_and_not_the_worker() -> None:
    result = failure("raises")
    assert "in raises" in result.traceback
    assert "worker.py" not in result.traceback


def test_a_late_failure_says_how_far_it_got() -> None:
    result = failure("raises_late", samples=1000)
    assert result.kind == "raised"
    assert result.drawn == 7  # 1 + 2 + 4
    assert result.origin.seeded


@pytest.mark.parametrize(
    ("name", "limits", "message"),
    [
        ("hangs", {"time_limit": 4 * LIMIT, "first_time_limit": LIMIT}, "no output within the first 500 s"),
        ("hangs", {"time_limit": LIMIT}, "the time limit of 500 s is over: 0 of 1000 samples drawn"),
        ("ignores_signals_and_hangs", {"time_limit": LIMIT}, "the time limit of 500 s is over"),
    ],
)
def test_a_target_that_hangs_is_ended_in_time(
    name: str, limits: dict[str, float], message: str, running: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    passes = Clock(monkeypatch).strike(lambda _drawn: running.exists())
    result = failure(name, samples=1000, progress=passes, **limits)
    assert result.kind == "timeout"
    assert message in result.message


def test_children_of_the_target_are_killed_too(running: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    passes = Clock(monkeypatch).strike(lambda _drawn: said(running))
    assert failure("starts_a_child_and_hangs", time_limit=LIMIT, progress=passes).kind == "timeout"
    assert gone(int(running.read_text()))


@pytest.fixture
def running(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the file in which a target that hangs says so."""
    monkeypatch.setenv("READY", str(tmp_path / "ready"))
    return tmp_path / "ready"


def said(running: Path) -> bool:
    """Tell whether the target has said all it has to say."""
    return running.exists() and bool(running.read_text())


def gone(process: int) -> bool:
    """Tell whether the process ends."""
    end = time.monotonic() + HUNG
    while living(process) and time.monotonic() < end:
        time.sleep(0.05)
    return not living(process)


def living(process: int) -> bool:
    """Tell whether the process runs; a zombie, waiting for whoever adopts it, does not."""
    try:
        os.kill(process, 0)
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except ProcessLookupError:
        return False
    except FileNotFoundError:  # gone just now, or a system without /proc
        return not Path("/proc").is_dir()


@pytest.mark.parametrize("name", ["leaves_a_thread", "forks", "closes_stdout"])
def test_what_does_no_harm_is_no_failure(name: str) -> None:
    result = samples(name)
    assert not result.arrays[0].any()
    assert result.seconds < LIMITS["time_limit"]


def test_a_progress_that_raises_ends_the_run_and_the_process(running: Path) -> None:
    def interrupt(_drawn: int, _total: int) -> None:
        if said(running):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        outcome("starts_a_child_and_hangs", progress=interrupt)
    assert gone(int(running.read_text()))


@pytest.fixture
def keyboard() -> Iterator[None]:
    """Let SIGINT interrupt: a shell that starts us in the background has it ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("keyboard")
def test_an_interrupt_from_the_keyboard_ends_the_run(running: Path) -> None:
    def press() -> None:
        while not said(running):
            time.sleep(0.05)
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=press, daemon=True).start()
    with pytest.raises(KeyboardInterrupt):
        outcome("starts_a_child_and_hangs")
    assert gone(int(running.read_text()))


def test_what_the_target_prints_is_kept_but_not_all_of_it() -> None:
    result = samples("prints_megabytes", samples=10)
    assert result.stdout.endswith("last words")
    assert len(result.stdout) <= 8192
    assert result.stderr.endswith('{"event": "done"}')


def test_nothing_that_a_target_says_controls_a_terminal() -> None:
    result = failure("raises_in_color")
    assert result.message == r"the target raised ValueError: red \x07bell \u202eback"
    for text in (result.message, result.traceback, result.stdout, result.stderr):
        assert all(character.isprintable() or character == "\n" for character in text), text
    assert result.stdout == "green\ntitle"


def test_nothing_is_left_in_the_temporary_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    samples("pairs")
    failure("exits")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("deletes_samples", "0 of 100 are there"),
        ("writes_other_samples", "0-0.npz holds <U1 of shape (1,)"),
        ("writes_no_samples", "pickle"),
        ("cuts_samples", "zip"),
    ],
)
def test_a_damaged_file_of_samples_is_a_failure(name: str, message: str) -> None:
    result = failure(name)
    assert result.kind == "setup"
    assert result.message.startswith("cannot read the samples: ")
    assert message in result.message
