"""The hash of a ledger is the one that coreutils print."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from dpassay.proofs_check.content_hash import file_hash, files_of, ledger_hash

EMPTY = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


def test_the_hash_of_a_file_is_that_of_the_standard() -> None:
    assert (file_hash(b""), file_hash(b"abc")) == (EMPTY, ABC)  # FIPS 180-2, appendix B


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in {"LEC-02.json": "{}\n", "LEC-02-sharp.json": "[1]\n", "lec.json": "2", "README.md": "no"}.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.skipif(shutil.which("sha256sum") is None, reason="there is no sha256sum here")
def test_coreutils_print_the_hash_of_a_ledger(folder: Path) -> None:
    command = ["sh", "-c", "sha256sum *.json | sha256sum"]
    environment = {**os.environ, "LC_ALL": "C"}
    printed = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=True).stdout
    assert printed.split()[0] == ledger_hash(files_of(folder))


@pytest.mark.parametrize("change", ["content", "name", "lost", "added"])
def test_another_ledger_has_another_hash(folder: Path, change: str) -> None:
    before = ledger_hash(files_of(folder))
    path = folder / "lec.json"
    match change:
        case "content":
            path.write_text("3", encoding="utf-8")
        case "name":
            path.rename(folder / "lek.json")
        case "lost":
            path.unlink()
        case "added":
            (folder / "more.json").write_text("", encoding="utf-8")
    assert ledger_hash(files_of(folder)) != before


def test_what_is_no_record_does_not_count(folder: Path) -> None:
    before = ledger_hash(files_of(folder))
    (folder / "README.md").write_text("yes", encoding="utf-8")
    assert ledger_hash(files_of(folder)) == before
