"""Which files answers depend on: the target's own and what it imports from its folder, and no others."""

from __future__ import annotations

import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest

from dpassay.audit.answers.enumerated import enumerate_target
from dpassay.audit.answers.outcome import Samples
from dpassay.audit.answers.runner import draw
from dpassay.audit.answers.worker_imports import MOST, digests, imported, is_own

FILES = {
    "target.py": """
import importlib
import json
import helper
from package import part

Named = importlib.import_module("named")

def target(data, *, rng):
    from late import shift
    return int(rng.integers(2)) + shift
""",
    "helper.py": "import deeper.below\n",
    "deeper/__init__.py": "",
    "deeper/below.py": "from . import beside\n",
    "deeper/beside.py": "",
    "package/__init__.py": "",
    "package/part.py": "from .other import nothing\n",
    "package/other.py": "nothing = 0\n",
    "late.py": "shift = 1\n",
    "named.py": "",
    "stranger.py": "raise RuntimeError('nobody imports this')\n",
}
STATED = sorted(set(FILES) - {"target.py", "stranger.py", "named.py"})
LOADED = sorted(set(FILES) - {"target.py", "stranger.py"})


@pytest.fixture
def target(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path / "target.py"


def test_import_statements_are_followed_wherever_they_stand(target: Path) -> None:
    found = digests(target, imported(target))
    assert [name for name, _ in found] == ["target.py", *STATED]
    assert dict(found)["late.py"] == sha256(FILES["late.py"].encode()).hexdigest()


def test_a_run_tells_what_was_loaded_too(target: Path) -> None:
    """The module that is imported by a name which is a text stands in no import statement."""
    drawn = draw(f"{target}:target", [0], {}, samples=20, seed=1)
    assert isinstance(drawn, Samples), drawn
    enumerated = enumerate_target(f"{target}:target", [0], {})
    for origin in (drawn.origin, enumerated.origin):
        assert [name for name, _ in origin.sources] == ["target.py", *LOADED]


@pytest.mark.parametrize("name", LOADED)
def test_each_of_these_files_changes_what_is_told(target: Path, name: str) -> None:
    before, files = digests(target, imported(target)), [*imported(target), target.parent / "named.py"]
    assert len(digests(target, files)) == len(before) + 1
    told = digests(target, files)
    (target.parent / name).write_text(FILES[name] + "# edited\n")
    changed = [one[0] for one, other in zip(told, digests(target, files), strict=True) if one != other]
    assert changed == [name]


def test_a_file_that_nothing_names_changes_nothing(target: Path) -> None:
    before = digests(target, imported(target))
    (target.parent / "stranger.py").write_text("# edited\n")
    assert digests(target, imported(target)) == before


def test_what_cannot_be_read_as_python_names_nothing(tmp_path: Path) -> None:
    path = tmp_path / "target.py"
    path.write_bytes(b"\xff\x00 import (")
    assert imported(path) == [path]
    assert [name for name, _ in digests(path, imported(path))] == ["target.py"]
    assert digests(tmp_path / "absent.py", [tmp_path / "absent.py"]) == []


def test_files_that_import_one_another_end(tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text("import two\n")
    (tmp_path / "two.py").write_text("import one\n")
    assert imported(tmp_path / "one.py") == [tmp_path / "one.py", tmp_path / "two.py"]


def test_what_is_installed_is_not_the_target_s(tmp_path: Path) -> None:
    installed, own = tmp_path / "lib" / "site-packages" / "some.py", tmp_path / "lib" / "some.py"
    installed.parent.mkdir(parents=True)
    for path in (installed, own):
        path.touch()
    assert is_own(own, tmp_path)
    assert not is_own(installed, tmp_path)
    assert is_own(installed, installed.parent)
    assert not is_own(own, tmp_path / "lib" / "site-packages")
    assert not is_own(tmp_path / "absent.py", tmp_path)
    assert not is_own(Path(str(subprocess.__file__)), Path(sys.base_prefix))


def test_many_files_have_one_hash_together(tmp_path: Path) -> None:
    names = [f"part{number:03}" for number in range(MOST + 5)]
    for name in names:
        (tmp_path / f"{name}.py").touch()
    path = tmp_path / "target.py"
    path.write_text("".join(f"import {name}\n" for name in names))
    found = digests(path, imported(path))
    assert len(found) == MOST + 1
    assert found[-1][0] == "6 other files"
    (tmp_path / f"{names[-1]}.py").write_text("# edited\n")
    again = digests(path, imported(path))
    assert again[:-1] == found[:-1]
    assert again[-1] != found[-1]
