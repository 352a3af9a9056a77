"""What was recomputed with the very code and record that are there is not recomputed again; anything else is."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from dpassay.proofs_check import memory, recomputed
from dpassay.proofs_check.recomputed import FILE, changed, code_digest, digest, digests, dump
from dpassay.proofs_check.registry import find

PACKAGES = ("sources.red", "sources.blue", "sources.green")


@pytest.fixture
def code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A room of code with the claims of three sources, of which the second names the third."""
    room = tmp_path / "sources"
    for name in PACKAGES:
        folder = tmp_path / name.replace(".", "/")
        folder.mkdir(parents=True)
        (folder / "claims.py").write_text("from sources.green import games" if name.endswith("blue") else "")
        monkeypatch.setitem(sys.modules, name, SimpleNamespace(__name__=name, __path__=[str(folder)]))  # type: ignore[arg-type]
    (room / "shared.py").write_text("")
    monkeypatch.setattr(memory, "ROOMS", (SimpleNamespace(__name__="sources", __path__=[str(room)]),))
    monkeypatch.setattr(recomputed, "SOURCES", tuple(sys.modules[name] for name in PACKAGES))
    return room


def of_all() -> dict[str, str]:
    return {name: code_digest.__wrapped__(name) for name in PACKAGES}


@pytest.mark.parametrize(
    ("file", "expected"),
    [
        ("shared.py", set(PACKAGES)),
        ("new.py", set(PACKAGES)),
        ("red/claims.py", {"sources.red"}),
        ("blue/more.py", {"sources.blue"}),
        ("green/games.py", {"sources.green", "sources.blue"}),
    ],
)
def test_a_claim_depends_on_its_source_on_what_that_names_and_on_all_shared_code(
    code: Path, file: str, expected: set[str]
) -> None:
    before = of_all()
    (code / file).write_text("# another line")
    assert {name for name, found in of_all().items() if found != before[name]} == expected


def test_and_on_the_libraries(code: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = of_all()
    monkeypatch.setattr(recomputed, "version", lambda name: "0" if name == "sympy" else "1")
    first = of_all()
    monkeypatch.setattr(recomputed, "version", lambda name: "2" if name == "sympy" else "1")
    assert len({*before.values(), *first.values(), *of_all().values()}) == 9


def written(folder: Path, texts: dict[str, str]) -> None:
    for name, text in texts.items():
        (folder / f"{name}.json").write_text(text)
    (folder / FILE).write_text(dump({name: digest(find(name), text) for name, text in texts.items()}))


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda _: None, []),
        (lambda folder: (folder / "LEC-11.json").write_text("other"), ["LEC-11"]),
        (lambda folder: (folder / "LEC-11.json").unlink(), ["LEC-11"]),
        (lambda folder: (folder / "LEC-11.json").write_bytes(b"\xff"), ["LEC-11"]),
        (lambda folder: (folder / FILE).unlink(), ["LEC-11", "ASI-08"]),
        (lambda folder: (folder / FILE).write_text("nonsense\n\n1 2 3"), ["LEC-11", "ASI-08"]),
        (lambda folder: (folder / FILE).write_bytes(b"\xff"), ["LEC-11", "ASI-08"]),
    ],
)
def test_a_claim_is_changed_where_its_record_or_its_digest_is(
    tmp_path: Path, change: Callable[[Path], object], expected: list[str]
) -> None:
    written(tmp_path, {"LEC-11": "one", "ASI-08": "another"})
    change(tmp_path)
    assert [entry.id for entry in changed([find("LEC-11"), find("ASI-08")], tmp_path)] == expected


def test_digests_are_read_as_they_are_written(tmp_path: Path) -> None:
    known = {"LEC-11": "a" * 64, "ASI-08": "b" * 64}
    (tmp_path / FILE).write_text(dump(known))
    assert digests(tmp_path) == known
    assert dump(known).splitlines()[0].endswith("  ASI-08")
    assert digest(find("LEC-11"), "one") != digest(find("LEC-11"), "two") != digest(find("ASI-08"), "two")
