"""What is remembered of the certificates that were accepted: nothing but these very texts, under this very code."""

from __future__ import annotations

import os
from hashlib import sha256
from pathlib import Path

import pytest

from dpassay.proofs_check import memory
from dpassay.proofs_check.memory import LONGEST, Memory, cache_file, code_digest


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return a file in which one text is remembered."""
    place = tmp_path / "new" / "file"
    Memory(place).learn("accepted")
    return place


def test_knows_what_it_learned_and_nothing_else(path: Path) -> None:
    assert Memory(path).knows("accepted")
    assert not any(Memory(path).knows(text) for text in ("", "accepted ", "Accepted", "accepted\n"))
    Memory(path).learn("\ud800")
    assert Memory(path).knows("\ud800")
    assert Memory(path).knows("accepted")


def test_learns_a_text_once(path: Path) -> None:
    size = path.stat().st_size
    Memory(path).learn("accepted")
    assert path.stat().st_size == size


def test_other_code_knows_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "code_digest", lambda: "other code")
    assert not Memory(path).knows("accepted")


def test_the_code_is_all_that_has_a_part_in_a_verdict(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each change of a file, of its name or of its place changes the digest."""

    class Room:
        __name__ = "room"
        __path__ = (str(tmp_path),)

    monkeypatch.setattr(memory, "ROOMS", (Room,))
    digests = []
    for changes in ([("a.py", "x")], [("a.py", "y")], [("a.py", ""), ("b.py", "y")], [("b.py", ""), ("c/b.py", "y")]):
        for name, content in changes:
            (tmp_path / name).parent.mkdir(exist_ok=True)
            (tmp_path / name).write_text(content)
        digests.append(code_digest.__wrapped__())
    assert len(set(digests)) == len(digests)


def test_the_second_checker_has_no_part_in_a_verdict(tmp_path: Path) -> None:
    def digest() -> str:
        whole = sha256()
        memory.add_code(whole, "room", tmp_path)
        return whole.hexdigest()

    before = digest()
    (tmp_path / "coq" / "goals").mkdir(parents=True)
    for name in ("coq/a.py", "coq/goals/b.py"):
        (tmp_path / name).write_text("x")
    assert digest() == before
    (tmp_path / "coq.py").write_text("x")
    assert digest() != before


def test_the_code_is_of_the_rooms_that_a_verdict_needs() -> None:
    names = {room.__name__ for room in memory.ROOMS}
    assert names == {"dpassay.analysis", "dpassay.exact", "dpassay.reference", "dpassay.proofs_check"}


def test_the_digest_of_the_code_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    assert code_digest.__wrapped__() == code_digest()
    monkeypatch.setattr("sys.version", "4.0")
    assert code_digest.__wrapped__() != code_digest()


@pytest.mark.parametrize("mode", [0o620, 0o602, 0o666])
def test_a_file_that_others_may_write_is_not_read(path: Path, mode: int) -> None:
    path.chmod(mode)
    assert not Memory(path).knows("accepted")


def test_a_file_of_another_user_is_not_read(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.geteuid", lambda: os.getuid() + 1)
    assert not Memory(path).knows("accepted")


def test_a_link_is_not_followed(path: Path) -> None:
    link = path.with_name("link")
    link.symlink_to(path)
    assert not Memory(link).knows("accepted")


def test_what_cannot_be_remembered_is_not(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for place in (None, tmp_path, tmp_path / "file" / "below"):
        Memory(place).learn("accepted")
        assert not Memory(place).knows("accepted")


def test_a_torn_line_is_no_digest(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-9])
    assert not Memory(path).knows("accepted")


def test_a_long_file_is_forgotten(path: Path) -> None:
    with path.open("a") as file:
        file.write("0" * LONGEST)
    Memory(path).learn("another")
    assert path.stat().st_size < 100
    assert Memory(path).knows("another")
    assert not Memory(path).knows("accepted")


def test_the_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_file() == tmp_path / "dpassay" / "accepted-certificates"
    for given in ("", "relative"):
        monkeypatch.setenv("XDG_CACHE_HOME", given)
        assert cache_file() == Path.home() / ".cache" / "dpassay" / "accepted-certificates"
