"""What identifies a ledger: a hash that coreutils repeat, `sha256sum *.json | sha256sum` in its folder (LC_ALL=C)."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path


def files_of(folder: Path) -> dict[str, bytes]:
    """Return the JSON files of a ledger by their names, in the order of bytes."""
    return {path.name: path.read_bytes() for path in sorted(folder.glob("*.json"), key=lambda path: path.name.encode())}


def file_hash(content: bytes) -> str:
    """Return the SHA-256 of a file."""
    return sha256(content).hexdigest()


def ledger_hash(files: Mapping[str, bytes]) -> str:
    """Return the SHA-256 of the list of files, each with its own, as `sha256sum` prints it."""
    lines = "".join(f"{file_hash(content)}  {name}\n" for name, content in files.items())
    return file_hash(lines.encode())
