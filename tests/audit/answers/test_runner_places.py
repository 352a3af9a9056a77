"""The runner: where a target is found, and what is said where it is not."""

from pathlib import Path

import pytest

from dpassay.audit.answers.outcome import Failure, Samples
from dpassay.audit.answers.runner import draw
from tests.audit.running import RIGHT, WRONG


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ("nonexistent_package.module:target", "no module 'nonexistent_package'"),
        ("numpy.randm:laplace", "no module 'numpy.randm' (did you mean 'numpy.random'?)"),
        ("nmpy:laplace", "no module 'nmpy' (did you mean 'numpy'?)"),
        ("numpy.random:laplce", "no 'laplce' in numpy.random (did you mean 'laplace'?)"),
        (f"{WRONG.parent}/misbehavin.py:x", "misbehavin.py (did you mean 'misbehaving.py'?)"),
        (f"{WRONG.parent}/MISBEHAVING.py:x", "MISBEHAVING.py (did you mean 'misbehaving.py'?)"),
        (f"{WRONG.parent}/misbehaving.PY:x", "misbehaving.PY (did you mean 'misbehaving.py'?)"),
        (f"{WRONG.parent}/misbehaving:x", "misbehaving (did you mean 'misbehaving.py'?)"),
        (f"{WRONG.parent}/nowhere/file.py:x", "there is no directory "),
        (f"{WRONG.parent}/:x", "is a directory: expected a file"),
        ("/dev/null:x", "/dev/null is no regular file"),
        (f"{RIGHT}:LAPLACE", "(did you mean 'laplace'?)"),
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
