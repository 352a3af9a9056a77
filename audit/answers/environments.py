"""The built-in targets and the virtual environments that they live in.

The table `targets/targets.toml` names the targets; `load_targets` reads it. Libraries pin conflicting
versions of one another, so a target may have an environment of its own; `prepare` makes what is missing.
"""

from __future__ import annotations

import fcntl
import json
import os
import platform
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, cast

from dpassay.audit.answers.target_tables import (
    ADAPTER,
    Types,
    check_row,
    content_of,
    megabytes_of,
    requirements_of,
    rows_of,
    target_of_adapter,
)
from dpassay.exact import require
from dpassay.exact.entrance import explain_failures
from dpassay.reference import nearest

TARGETS = Path(__file__).parents[1] / "targets"
TABLE = TARGETS / "targets.toml"
OWN = "own"
"""The environment that is there already: the interpreter that runs this."""

Notify = Callable[[str, str], None]
"""Called with the name of an environment and one line about it; from several threads."""

STAMP = "dpassay-environment.json"
_INSTALL_TIME_LIMIT = 900.0
_SHOWN = 60
_PIP = ["-m", "pip", "--disable-pip-version-check", "--no-input", "--quiet", "install", "--only-binary=:all:"]


# The table


@dataclass(frozen=True, slots=True)
class TargetSpec:
    """One built-in target: a row of the table.

    ``target``: what `dpassay.audit.answers.runner.draw` takes. ``seeded``: whether a seed repeats its draws.
    ``expect``, ``why``: what an audit should find, and how that is known.
    ``samples``: at most so many draws on each input, or ``None``.
    """

    name: str
    environment: str
    target: str
    mechanism: str
    parameters: Mapping[str, str]
    seeded: bool
    expect: Literal["flag", "pass"]
    why: str
    samples: int | None = None


_TYPES: Types = {
    "name": (str, "a text"),
    "environment": (str, "a text"),
    "adapter": (str, ADAPTER),
    "mechanism": (str, "a text"),
    "parameters": (dict, "a table of texts"),
    "seeded": (bool, "true or false"),
    "expect": (str, '"flag" or "pass"'),
    "why": (str, "a text"),
    "samples": (int, "a whole number"),
}
_OPTIONAL = {"samples"}


def load_targets(table: Path = TABLE) -> dict[str, TargetSpec]:
    """Return the targets of the table by name, in its order; ``ValueError`` names a row that is malformed."""
    content = content_of(table)
    environments = requirements_of(content, table)
    targets: dict[str, TargetSpec] = {}
    for where, row in rows_of(content, table):
        check_row(row, where, _TYPES, _OPTIONAL, environments)
        target = target_of_adapter(row["adapter"], where, table.parent)
        spec = TargetSpec(target=target, **{key: value for key, value in row.items() if key != "adapter"})
        require(spec.name not in targets, where, repr(spec.name), "a name that no other target has")
        targets[spec.name] = spec
    return targets


def find_target(name: str, table: Path = TABLE) -> TargetSpec:
    """Return the built-in target of that name, in whatever case; ``ValueError`` suggests the nearest."""
    targets = {known.lower(): spec for known, spec in load_targets(table).items()}
    hint = nearest(name.lower(), list(targets))
    expected = f"path/to/file.py:function, package.module:function, or the name of a built-in target{hint}"
    require(name.lower() in targets, "target", repr(name[:_SHOWN]), expected)
    return targets[name.lower()]


def load_requirements(table: Path = TABLE) -> dict[str, tuple[str, ...]]:
    """Return what pip installs into each environment of the table."""
    return requirements_of(content_of(table), table)


# The environments


@dataclass(frozen=True, slots=True)
class Environment:
    """An environment: its ``python`` when it is ready, else ``problem``, the one line that says why not.

    ``seconds``: what it took. ``made``: whether it was made now.
    """

    name: str
    python: Path | None
    problem: str | None = None
    seconds: float = 0.0
    made: bool = False


def default_root() -> Path:
    """Return the user's cache folder for environments of this Python: two Pythons do not make each other's anew.

    It is below ``$XDG_CACHE_HOME`` where that is an absolute path, else below the system's folder for caches. Raises
    ``ValueError`` where the user has no home.
    """
    return cache_folder() / "dpassay" / "environments" / f"{sys.implementation.name}-{platform.python_version()}"


def cache_folder() -> Path:
    """Return the folder where the user's programs keep what can be made again; ``ValueError`` where there is none."""
    named = Path(os.environ.get("XDG_CACHE_HOME", ""))
    if named.is_absolute():
        return named
    try:
        home = Path.home()
    except RuntimeError:
        raise ValueError("environments = nothing: expected a folder, because the user has no home") from None
    return home / ("Library/Caches" if sys.platform == "darwin" else ".cache")


def prepare(
    names: Iterable[str],
    root: Path | None = None,
    notify: Notify | None = None,
    *,
    table: Path = TABLE,
    workers: int = 3,
) -> dict[str, Environment]:
    """Make the named environments under ``root`` (`default_root`) where they are not there already, several at a time.

    One that cannot be made has a ``problem`` and does not stop the others. What is half-made, or was made for
    other requirements or another Python, is made again. Two processes that want the same one wait for each
    other.
    Raises ``ValueError`` for a name that is not in the table.
    """
    requirements = load_requirements(table)
    wanted = _known(names, requirements)
    tell: Notify = notify or (lambda _name, _line: None)
    with ThreadPoolExecutor(workers) as pool:
        made = pool.map(lambda name: _prepared(name, requirements[name], root, tell), wanted)
        return {environment.name: environment for environment in made}


def lacking(names: Iterable[str], root: Path | None = None, *, table: Path = TABLE) -> dict[str, int]:
    """Return the named environments that are still to be made, each with its megabytes; 0 where the table has none."""
    content = content_of(table)
    requirements, megabytes = requirements_of(content, table), megabytes_of(content, table)
    others = [name for name in _known(names, requirements) if name != OWN]
    folders = {name: (root or default_root()).absolute() / name for name in others}
    return {name: megabytes.get(name, 0) for name in others if not _is_ready(folders[name], requirements[name])}


def _known(names: Iterable[str], requirements: Mapping[str, Sequence[str]]) -> list[str]:
    """Return each of the names once; one that is not in the table is refused."""
    wanted = list(dict.fromkeys(names))
    for name in wanted:
        hint = f"one of {', '.join(requirements)}{nearest(name, list(requirements))}"
        require(name in requirements, "environment", repr(name), hint)
    return wanted


def _prepared(name: str, requirements: Sequence[str], root: Path | None, notify: Notify) -> Environment:
    """Return one environment, made if need be."""
    if name == OWN:
        return Environment(name, Path(sys.executable))
    begin = time.monotonic()
    folder = (root or default_root()).absolute() / name
    try:
        with _locked(folder):
            made = _made(folder, requirements, lambda line: notify(name, line))
    except (InstallError, OSError) as error:
        notify(name, f"cannot be made: {error}")
        return Environment(name, None, str(error), time.monotonic() - begin)
    seconds = time.monotonic() - begin
    notify(name, f"made in {seconds:.0f} s" if made else "ready")
    return Environment(name, _python(folder), None, seconds, made)


class InstallError(Exception):
    """An environment cannot be made; the message is one line."""


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Hold the lock of an environment, so that two processes do not make it at once."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with folder.with_name(f".{folder.name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _made(folder: Path, requirements: Sequence[str], notify: Callable[[str], None]) -> bool:
    """Make the environment unless it is as wanted; tell whether it was made."""
    if _is_ready(folder, requirements):
        return False
    notify(f"installing {', '.join(requirements)}")
    _remove(folder)
    folder.mkdir()
    _write_stamp(folder, {})  # ours, and not whole
    try:
        run_quietly([sys.executable, "-m", "venv", str(folder)])
        run_quietly([str(_python(folder)), *_PIP, *requirements])
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    _write_stamp(folder, _stamp(requirements))
    return True


def _is_ready(folder: Path, requirements: Sequence[str]) -> bool:
    """Tell whether the environment is there, for these requirements and this Python."""
    return _python(folder).exists() and _read_stamp(folder) == _stamp(requirements)


def _stamp(requirements: Sequence[str]) -> dict[str, Any]:
    return {"requirements": list(requirements), "python": sys.version}


def _python(folder: Path) -> Path:
    return folder / "bin" / "python"


def _read_stamp(folder: Path) -> dict[str, Any] | None:
    """Return what the folder was made for: nothing while it is half-made, ``None`` if it is not ours."""
    try:
        return cast("dict[str, Any]", json.loads((folder / STAMP).read_text()))
    except (OSError, ValueError):
        return None


def _write_stamp(folder: Path, stamp: Mapping[str, Any]) -> None:
    partial = folder / f"{STAMP}.part"
    partial.write_text(json.dumps(stamp))
    partial.replace(folder / STAMP)


def _remove(folder: Path) -> None:
    """Remove an environment that we made; leave anything else alone."""
    if not folder.exists():
        return
    if not (folder / STAMP).exists() and any(folder.iterdir()):
        raise InstallError(f"{folder} is in the way: it was not made by dpassay; move it away")
    shutil.rmtree(folder)


def run_quietly(command: list[str]) -> None:
    """Run a command, quietly; its last complaint becomes the error."""
    try:
        done = subprocess.run(command, capture_output=True, timeout=_INSTALL_TIME_LIMIT, check=False)
    except subprocess.TimeoutExpired:
        raise InstallError(f"not done within {_INSTALL_TIME_LIMIT:g} s: {' '.join(command)}") from None
    if done.returncode:
        output = (done.stdout + done.stderr).decode(errors="replace")
        raise InstallError(last_complaint(output) or f"exit code {done.returncode}")


def last_complaint(output: str) -> str:
    """Return the line of pip's output that says what is wrong."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    errors = [line.removeprefix("ERROR: ") for line in lines if line.startswith("ERROR: ")]
    unreachable = any("Retrying (" in line for line in lines)
    hint = " (the package index could not be reached)" if unreachable else ""
    return (errors or lines or [""])[-1] + hint


explain_failures(__name__)
