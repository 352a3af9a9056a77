"""The environments of auditors of others: made once, each with what its row asks for, and nothing of ours."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from zoo.cases import FOLDER

TABLE: Final = FOLDER / "peers.toml"
READY: Final = ".ready"
SECONDS: Final = 1_800


@dataclass(frozen=True, slots=True)
class Peer:
    """An auditor of others: a row of the table, whose head says what each field is."""

    name: str
    version: str
    requirements: tuple[str, ...]
    adapter: str
    checkout: str = ""
    folder: str = ""


class Missing(Exception):
    """An auditor that cannot be run here, and why."""


def peers(table: Path = TABLE) -> dict[str, Peer]:
    """Return the rows by name."""
    rows = tomllib.loads(table.read_text(encoding="utf-8"))["peer"]
    return {row["name"]: Peer(**{**row, "requirements": tuple(row["requirements"])}) for row in rows}


def command_of(
    peer: Peer, root: Path, checkouts: Mapping[str, Path], python: str = sys.executable
) -> tuple[list[str], dict[str, str]]:
    """Return the command that runs an auditor, and its environment variables; its environment is made if need be.

    Raises:
        Missing: its code is not here, or what it needs cannot be installed.
    """
    place = checkouts.get(peer.name)
    if peer.checkout and place is None:
        where = f"{peer.checkout} at {peer.version}"
        raise Missing(f"not run: it needs a clone of {where} (--checkout {peer.name}=FOLDER)")
    code = None if place is None else place / peer.folder
    if code is not None and not code.is_dir():
        raise Missing(f"not run: no folder {peer.folder or place} in the clone")
    environment = root / f"zoo-{peer.name}-{peer.version}"
    if not (environment / READY).exists():
        make(environment, peer, python)
    variables = {**os.environ, "PYTHONNOUSERSITE": "1", "OMP_NUM_THREADS": "1", "JAX_PLATFORMS": "cpu"}
    variables["PYTHONPATH"] = "" if code is None else str(code.resolve())
    return [str(environment / "bin" / "python"), str(FOLDER / "peers" / peer.adapter)], variables


def make(environment: Path, peer: Peer, python: str) -> None:
    """Make an environment with what a row asks for.

    Raises:
        Missing: it cannot be made; the last line of what was said stands in the message.
    """
    pip = [str(environment / "bin" / "python"), "-m", "pip", "--disable-pip-version-check", "--quiet", "install"]
    for command in ([python, "-m", "venv", "--clear", str(environment)], [*pip, *peer.requirements]):
        try:
            found = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
        except (OSError, subprocess.TimeoutExpired) as error:
            raise Missing(f"not installed: {error}") from None
        if found.returncode:
            lines = found.stderr.strip().splitlines() or ["no reason given"]
            raise Missing(f"not installed: {lines[-1][:200]}")
    (environment / READY).touch()
