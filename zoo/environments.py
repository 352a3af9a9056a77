"""What auditors of others need: an environment, and a clone where they are in no registry. Both are made once."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from zoo.cases import FOLDER

TABLE: Final = FOLDER / "peers.toml"
READY: Final = ".ready"
SECONDS: Final = 1_800
FETCH_SECONDS: Final = 600
SHOWN: Final = 200


@dataclass(frozen=True, slots=True)
class Peer:
    """An auditor of others: a row of the table, whose head says what each field is."""

    name: str
    version: str
    requirements: tuple[str, ...]
    adapter: str
    repository: str = ""
    commit: str = ""
    clone: str = ""
    folder: str = ""
    environment: str = ""
    variables: Mapping[str, str] = field(default_factory=dict)
    short: str = ""

    @property
    def clone_name(self) -> str:
        """What its clone is called; empty where it needs none."""
        return (self.clone or self.name) if self.repository else ""


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
    place = _clone_of(peer, root, checkouts) if peer.repository else None
    code = None if place is None else place / peer.folder
    if code is not None and not code.is_dir():
        raise Missing(f"not run: no folder {peer.folder or place} in the clone")
    environment = root / f"zoo-{peer.environment or f'{peer.name}-{peer.version}'}"
    if not (environment / READY).exists():
        make(environment, peer, python)
    variables = {
        **os.environ,
        "PYTHONNOUSERSITE": "1",
        "OMP_NUM_THREADS": "1",
        "JAX_PLATFORMS": "cpu",
        **peer.variables,
    }
    variables["PYTHONPATH"] = "" if code is None else str(code.resolve())
    return [str(environment / "bin" / "python"), str(FOLDER / "peers" / peer.adapter)], variables


def _clone_of(peer: Peer, root: Path, checkouts: Mapping[str, Path]) -> Path:
    """Return the clone that was named, or one that is made here.

    Raises:
        Missing: it cannot be made.
    """
    named = checkouts.get(peer.clone_name)
    if named is not None:
        return named
    place = root / f"zoo-clone-{peer.clone_name}-{peer.version}"
    if not (place / READY).exists():
        try:
            clone(place, peer)
        except Missing as error:
            raise Missing(f"{error} (--checkout {peer.clone_name}=FOLDER names a clone)") from None
    return place


def clone(place: Path, peer: Peer) -> None:
    """Fetch the one commit of a row, without the history before it.

    Raises:
        Missing: it cannot be fetched; the last line of what was said stands in the message.
    """
    git = ["git", "-C", str(place)]
    commands = (
        ["git", "init", "--quiet", str(place)],
        [*git, "fetch", "--quiet", "--depth", "1", peer.repository, peer.commit],
        [*git, "checkout", "--quiet", "--detach", peer.commit],
    )
    for command in commands:
        _done(command, FETCH_SECONDS, f"not run: {peer.repository} at {peer.version} was not fetched")
    (place / READY).touch()


def make(environment: Path, peer: Peer, python: str) -> None:
    """Make an environment with what a row asks for.

    Raises:
        Missing: it cannot be made; the last line of what was said stands in the message.
    """
    pip = [str(environment / "bin" / "python"), "-m", "pip", "--disable-pip-version-check", "--quiet", "install"]
    for command in ([python, "-m", "venv", "--clear", str(environment)], [*pip, *peer.requirements]):
        _done(command, SECONDS, "not installed")
    (environment / READY).touch()


def _done(command: list[str], seconds: float, what: str) -> None:
    """Run a command that asks nobody for anything.

    Raises:
        Missing: it failed; the last line of what it said stands behind ``what``.
    """
    variables = {**os.environ, "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C"}
    try:
        found = subprocess.run(command, capture_output=True, text=True, timeout=seconds, check=False, env=variables)
    except subprocess.TimeoutExpired:
        raise Missing(f"{what}: it took longer than {seconds:g} seconds") from None
    except OSError as error:
        raise Missing(f"{what}: {error}") from None
    if found.returncode:
        lines = found.stderr.strip().splitlines() or ["no reason given"]
        raise Missing(f"{what}: {lines[-1].strip()[:SHOWN]}")
