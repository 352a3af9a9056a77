"""To add a mechanism takes its own files and at most five edits elsewhere, all of which CONTRIBUTING names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from dpassay.reference import MECHANISMS

ROOT = Path(__file__).resolve().parents[2]
NAME = "permute_and_flip"
"""A mechanism that no claim and no experiment is about: what names it is what adding one takes."""

OWN = ("reference/{}.py", "fast/{}.py", "properties/{}.py", "tests/mutants/{}.py", "tests/*/test_{}.py")
MADE = ("tools/vectors/{}.py", "vectors/{}.json")
LIBRARIES = (
    "audit/answers/worker_libraries.py",
    "audit/answers/worker_opendp.py",
    "tests/audit/answers/test_worker_forest.py",
    "tests/audit/answers/test_worker_opendp.py",
    "tests/audit/pipelines/test_libraries.py",
    "docs/pipelines.md",
)
"""Libraries draw this one, too: a replay of theirs says by its name which law that is."""

BESIDES = (
    *LIBRARIES,
    "benchmarks/RESULTS.md",
    "audit/targets/*_adapter.py",
    "tests/reference/test_neighboring_values.py",
    "tools/survivors.toml",
    "tests/lint/test_adding_a_mechanism.py",
)
"""What was measured, how others are called, what several mechanisms have in common, what mutants survive, this file."""

SKIPPED = {"audit-reports", "build", "dist", "__pycache__"}


def texts(root: Path) -> Iterator[Path]:
    """Yield the files of the project, none that a tool left."""
    for path in root.iterdir():
        if path.name.startswith(".") or path.name in SKIPPED or path.is_symlink() or path.suffix == ".egg-info":
            continue
        if path.is_dir():
            yield from texts(path)
        else:
            yield path


def naming(root: Path, name: str) -> set[str]:
    """Return the files in which a mechanism's name stands, but for its own."""
    whole = re.compile(rf"(?<![A-Za-z_]){name}(?![a-z])")
    found = {path for path in texts(root) if whole.search(path.read_text(encoding="utf-8", errors="replace"))}
    own = {path for pattern in (*OWN, *MADE, *BESIDES) for path in root.glob(pattern.format(name))}
    return {path.relative_to(root).as_posix() for path in found - own}


def edits(contributing: str) -> list[str]:
    """Return the files that CONTRIBUTING says are to be edited."""
    section = contributing.partition("\n## Add a mechanism\n")[2].partition("\n## ")[0]
    return re.findall(r"^\* `([^`]+)`:", section.partition("edits elsewhere:")[2], flags=re.MULTILINE)


def test_at_most_five_files_name_a_mechanism_and_contributing_names_them() -> None:
    named = edits((ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"))
    assert 0 < len(named) <= 5
    assert naming(ROOT, NAME) <= set(named)
    assert "reference/__init__.py" in naming(ROOT, NAME)  # the search finds something


def test_an_edit_that_is_not_named_is_found(tmp_path: Path) -> None:
    for place in ("reference/noise.py", "cli/odd.py", "tests/cli/test_noise.py", "README.md", "cli/other.py"):
        (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / place).write_text("loud_noise" if "other" in place else 'GROWTHS = {"noise": 1}')
    assert naming(tmp_path, "noise") == {"cli/odd.py", "README.md"}
    assert edits("x\n## Add a mechanism\nedits elsewhere:\n* `a.py`: b\n* `c`: d\n## Other\n* `e`: f") == ["a.py", "c"]


@pytest.mark.parametrize("room", ["fast", "properties", "reference"])
def test_a_mechanism_has_one_name(room: str) -> None:
    assert [name for name in MECHANISMS if not (ROOT / room / f"{name}.py").is_file()] == []


def test_the_table_has_the_names_that_the_modules_have() -> None:
    assert {name: vars(spec.module)["NAME"] for name, spec in MECHANISMS.items()} == {name: name for name in MECHANISMS}
