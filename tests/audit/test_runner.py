"""The runner: whatever a target does is samples or one line, in time, and nothing of it is left behind."""

import math
import os
import re
import signal
import sys
import threading
import time
from collections.abc import Iterator
from fractions import Fraction
from importlib.metadata import version
from pathlib import Path

import numpy as np
import pytest

from dpassay.audit import worker_drawing
from dpassay.audit.outcome import Failure, Samples
from dpassay.audit.runner import draw
from tests.audit.clock import LIMIT, Clock
from tests.audit.running import LIMITS, TARGETS, failure, outcome, row, samples
from tests.patience import HUNG

# Samples


def test_draws_on_every_dataset_with_recorded_seed_and_versions() -> None:
    data = [Fraction(0), Fraction(100)]
    result = draw(f"{TARGETS}:laplace", data, {"epsilon": "1", "sensitivity": "1"}, samples=5000, seed=3)
    assert isinstance(result, Samples)
    assert [array.shape for array in result.arrays] == [(5000,), (5000,)]
    assert [array.dtype for array in result.arrays] == [np.float64] * 2
    assert [round(array.mean()) for array in result.arrays] == [0, 100]
    assert result.seed == 3
    assert result.seconds > 0
    assert result.origin.seeded
    assert (result.origin.python, result.origin.numpy) == (sys.version.split()[0], np.__version__)


def test_the_same_seed_gives_the_same_samples_and_another_seed_others() -> None:
    parameters: dict[str, object] = {"epsilon": "1", "sensitivity": "1"}
    first, again, other = (samples("laplace", 0, parameters, seed=seed).arrays[0] for seed in (7, 7, 8))
    assert np.array_equal(first, again)
    assert not np.any(first == other)


def test_draws_on_equal_datasets_differ() -> None:
    result = draw(f"{TARGETS}:pairs", [0, 0], {}, samples=1000, seed=1)
    assert isinstance(result, Samples)
    assert len(np.unique(np.concatenate(result.arrays))) == 4000


def test_a_target_that_uses_the_global_generator_is_seeded_too() -> None:
    first, again = (samples("global_generator", 0).arrays[0] for _ in range(2))
    assert np.array_equal(first, again)
    assert len(np.unique(first)) == 100


def test_a_wide_output_keeps_its_width() -> None:
    assert samples("pairs").arrays[0].shape == (100, 2)


def test_booleans_and_narrow_floats_are_widened() -> None:
    assert samples("booleans", 0, samples=1).arrays[0].tolist() == [1]
    assert samples("booleans", 0).arrays[0].dtype == np.int64
    assert samples("narrow", Fraction(1, 2)).arrays[0].tolist() == [0.5] * 100


def test_a_target_may_be_an_attribute_of_a_class() -> None:
    assert not samples("Mechanism.zeros").arrays[0].any()


def test_a_target_cannot_change_the_data_of_later_calls() -> None:
    assert samples("sorts_its_data", [7, 8]).arrays[0].tolist() == [7.0] * 100


def test_fast_mechanisms_are_targets() -> None:
    parameters = {"exp_eps": "3/2", "sensitivity": "1"}
    result = draw("dpassay.fast.discrete_laplace:discrete_laplace", [5], parameters, samples=500, seed=1)
    assert isinstance(result, Samples), result
    assert result.arrays[0].dtype == np.int64
    assert (result.origin.distribution, result.origin.version) == ("dpassay", version("dpassay"))


def test_progress_rises_to_the_total() -> None:
    seen: list[tuple[int, int]] = []
    samples("laplace", 0, {"epsilon": "1", "sensitivity": "1"}, progress=lambda *now: seen.append(now))
    drawn = [now for now, _ in seen]
    assert drawn == sorted(drawn)
    assert seen[-1] == (100, 100)


# Answers one by one, and in lists


def test_a_target_without_size_gives_one_answer_a_call() -> None:
    parameters: dict[str, object] = {"epsilon": "1", "sensitivity": "1"}
    result, again, other = (samples("one_laplace", 100, parameters, seed=seed) for seed in (1, 1, 2))
    assert result.arrays[0].shape == (100,)
    assert len(np.unique(result.arrays[0])) == 100
    assert round(float(np.median(result.arrays[0]))) == 100
    assert np.array_equal(result.arrays[0], again.arrays[0])
    assert not np.any(result.arrays[0] == other.arrays[0])
    assert result.origin.seeded
    assert result.form_names == ("float64 of shape ()",)
    assert [codes.tolist() for codes in result.form_codes] == [[0] * 100]


def test_a_target_that_returns_one_answer_cannot_change_the_data_of_later_calls() -> None:
    assert samples("one_of_its_data", [7, 8]).arrays[0].tolist() == [7.0] * 100


def test_lists_and_tuples_are_answers_as_arrays_are() -> None:
    assert samples("returns_list").arrays[0].tolist() == [0] * 100
    assert samples("returns_rows", [0]).arrays[0].tolist() == [[0, 0.5]] * 100


def test_answers_of_several_forms_come_without_numbers() -> None:
    result = draw(f"{TARGETS}:answers_of_many_forms", [0, 1], {}, samples=50, seed=3)
    assert isinstance(result, Samples), result
    assert result.arrays == ()
    names = [[result.form_names[code] for code in codes] for codes in result.form_codes]
    assert [len(row) for row in names] == [50, 50]
    assert set(names[0]) == {"int64 of shape ()", "NoneType"}
    assert set(names[1]) == {"float64 of shape ()"}


def test_an_array_has_one_form_and_a_form_for_each_input_is_told() -> None:
    result = draw(f"{TARGETS}:depends_on_type", [1, Fraction(1)], {}, samples=1000, seed=3)
    assert isinstance(result, Samples), result
    assert result.arrays == ()
    assert result.form_names == ("int64 of shape ()", "float64 of shape ()")
    calls = len(list(worker_drawing.chunk_sizes(1000)))
    assert [codes.tolist() for codes in result.form_codes] == [[0] * calls, [1] * calls]


# What the target is given


@pytest.mark.parametrize(
    ("data", "seen"),
    [
        (5, [0, 5]),
        (-(2**40), [0, -(2**40)]),
        (Fraction(5), [1, 5]),
        (Fraction(1, 3), [1, 1 / 3]),
        (0.1, [1, 0.1]),
        ([1, Fraction(1, 2), 0.1], [2, 0, 1, 1, 1, 0.5, 0.1]),
        ((3, Fraction(3), -(2**40)), [2, 0, 1, 0, 3, 3, -(2**40)]),
        ((), [2]),
    ],
)
def test_data_keep_their_kind(data: object, seen: list[float]) -> None:
    """What is an int stays one, alone and in a list; every other number is a float."""
    assert row("sees_data", data) == seen


@pytest.mark.parametrize(
    ("epsilon", "sensitivity", "seen"),
    [
        ("1", "2", [1, 1, 2]),
        (1, 2, [1, 1, 2]),
        ("0.1", "5/2", [0.1, 0, 2.5]),
        (Fraction(1, 3), "1e-5", [1 / 3, 0, 1e-5]),
        (0.1, 2.5, [0.1, 0, 2.5]),
    ],
)
def test_parameters_become_the_nearest_numbers(epsilon: object, sensitivity: object, seen: list[float]) -> None:
    assert row("sees_epsilon", 0, {"epsilon": epsilon, "sensitivity": sensitivity}) == seen


def test_a_table_keeps_what_no_double_equals() -> None:
    table = ((Fraction(1, 3), Fraction(2, 3), Fraction(0)), (Fraction(1, 2), Fraction(1, 2), 0))
    assert row("sees_a_table", 0, {"hypotheses": table}) == [3, 3, 1, 1, 1, 0, 1, 1]


def test_exp_eps_reaches_a_target_that_names_it_and_epsilon_any_other() -> None:
    assert row("sees_exp_eps", 0, {"exp_eps": "3/2"}) == [3, 2]
    assert row("sees_exp_eps", 0, {"exp_eps": "3"}) == [3, 1]
    assert row("sees_exp_eps", 0, {"epsilon": "1"}) == [0, 0]
    assert row("sees_epsilon", 0, {"exp_eps": "3/2", "sensitivity": "1"})[0] == pytest.approx(math.log(1.5))


def test_a_target_with_any_keywords_gets_all_but_exp_eps() -> None:
    parameters: dict[str, object] = {"exp_eps": "2", "delta": "0.1", "calibration": "printed"}
    assert samples("sees_everything", 0, parameters).arrays[0][0] == math.log(2)


# Failures


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
    monkeypatch.setattr("dpassay.audit.watching.LAST_WORDS", 0.1)
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


# Modules and files


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ("nonexistent_package.module:target", "no module 'nonexistent_package'"),
        ("numpy.randm:laplace", "no module 'numpy.randm' (did you mean 'numpy.random'?)"),
        ("nmpy:laplace", "no module 'nmpy' (did you mean 'numpy'?)"),
        ("numpy.random:laplce", "no 'laplce' in numpy.random (did you mean 'laplace'?)"),
        (f"{TARGETS.parent}/misbehavin.py:x", "misbehavin.py (did you mean 'misbehaving.py'?)"),
        (f"{TARGETS.parent}/MISBEHAVING.py:x", "MISBEHAVING.py (did you mean 'misbehaving.py'?)"),
        (f"{TARGETS.parent}/misbehaving.PY:x", "misbehaving.PY (did you mean 'misbehaving.py'?)"),
        (f"{TARGETS.parent}/misbehaving:x", "misbehaving (did you mean 'misbehaving.py'?)"),
        (f"{TARGETS.parent}/nowhere/file.py:x", "there is no directory "),
        (f"{TARGETS.parent}/:x", "is a directory: expected a file"),
        ("/dev/null:x", "/dev/null is no regular file"),
        (f"{TARGETS}:LAPLACE", "(did you mean 'laplace'?)"),
    ],
)
def test_what_is_not_there_is_said_with_what_is_near(target: str, message: str) -> None:
    result = draw(target, [0], {}, samples=1, seed=1)
    assert isinstance(result, Failure)
    assert result.kind == "import"
    assert message in result.message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("def target(:\n", "SyntaxError"),
        ("import nonexistent_dependency\n", "No module named 'nonexistent_dependency'"),
        ("raise SystemExit(1)\n", "SystemExit: 1"),
        ("1 / 0\n", "ZeroDivisionError"),
        ("import bounds\n", "No module named 'bounds'"),  # a file beside the worker is not on the path
        ("\0", "cannot import"),
    ],
)
def test_a_file_that_cannot_be_imported_says_why(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "broken.py"
    file.write_text(text)
    result = draw(f"{file}:target", [0], {}, samples=1, seed=1)
    assert isinstance(result, Failure)
    assert result.kind == "import"
    assert message in result.message


def test_a_file_may_end_in_capitals(tmp_path: Path) -> None:
    (tmp_path / "target.PY").write_text("def target(data): return 1.5\n")
    result = draw(f"{tmp_path}/target.PY:target", [0], {}, samples=2, seed=1)
    assert isinstance(result, Samples), result
    assert result.arrays[0].tolist() == [1.5, 1.5]


def test_a_target_named_like_a_file_of_the_worker_is_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "worker_answers.py").write_text("def target(data): return 2.5\n")
    (tmp_path / "bystander.py").write_text("from worker_answers import target\n")
    monkeypatch.chdir(tmp_path)
    for target in ("worker_answers:target", "bystander.py:target"):
        result = draw(target, [0], {}, samples=2, seed=1)
        assert isinstance(result, Samples), result
        assert result.arrays[0].tolist() == [2.5, 2.5]


def test_a_file_sees_its_neighbors(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "neighbor.py").write_text("VALUE = 3.0\n")
    text = "import numpy, neighbor\ndef target(data, size): return numpy.full(size, neighbor.VALUE)\n"
    (tmp_path / "target.py").write_text(text)
    monkeypatch.chdir(tmp_path)
    result = draw("target.py:target", [0], {}, samples=2, seed=1)
    assert isinstance(result, Samples), result
    assert result.arrays[0].tolist() == [3.0, 3.0]


def test_a_module_is_found_in_the_working_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "local_module.py").write_text("import numpy\ntarget = lambda data, size: numpy.zeros(size)\n")
    monkeypatch.chdir(tmp_path)
    assert isinstance(draw("local_module:target", [0], {}, samples=2, seed=1), Samples)
