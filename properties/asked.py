"""What a session of pytest asks for: the settings of its ini file, and those of the command line before them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pytest

from dpassay.properties.contract import ALPHA, SAMPLES
from dpassay.properties.drawn import check_profile
from dpassay.properties.run import check_settings
from dpassay.properties.skips import Skip, read_skips

__all__ = ["DEFAULTS", "Asked", "asked"]

DEFAULTS: Final[Mapping[str, Any]] = {"alpha": ALPHA, "seed": 0, "samples": SAMPLES, "profile": ""}

_EXPECTED: Final = {float: "a number", int: "a whole number", str: "a text"}

_KEPT = pytest.StashKey["Asked"]()


@dataclass(frozen=True)
class Asked:
    """The settings of a session.

    Attributes:
        alpha: the probability that the law test of one correct implementation fails.
        seed: where all generators come from.
        samples: how many answers the law test looks at, at each case.
        profile: the Hypothesis profile that says what is drawn; "": as each contract says.
        skips: the lines of the skip file.
    """

    alpha: float
    seed: int
    samples: int
    profile: str
    skips: tuple[Skip, ...]


def asked(config: pytest.Config) -> Asked:
    """Return the settings of a session; a mistake in one is a ``pytest.UsageError`` of one line."""
    if _KEPT not in config.stash:
        try:
            config.stash[_KEPT] = _read(config)
        except ValueError as error:
            raise pytest.UsageError(str(error)) from None
    return config.stash[_KEPT]


def _read(config: pytest.Config) -> Asked:
    found = {name: _setting(config, name, kind) for name, kind in (("alpha", float), ("seed", int), ("samples", int))}
    check_settings(found["alpha"], found["seed"], found["samples"])
    profile = str(_setting(config, "profile", str))
    check_profile(profile)
    path = config.getoption("--skip-file", None) or _path(config)
    return Asked(**found, profile=profile, skips=() if path is None else read_skips(path))


def _setting(config: pytest.Config, name: str, kind: type) -> Any:
    option = config.getoption(f"--{name}", None)
    if option is not None:
        return option
    value = _ini(config, name)
    try:
        if value == "":
            return DEFAULTS[name]
        return kind(value if isinstance(value, str) else _text(value, kind))
    except ValueError:
        raise ValueError(f"dpassay_{name} = {value!r}: expected {_EXPECTED[kind]}") from None


def _text(value: object, kind: type) -> str:
    """Write a number as an ini file has it; anything else, a Boolean too, is a ``ValueError``."""
    if kind is str or not isinstance(value, int | float) or isinstance(value, bool):
        raise ValueError
    return str(value)


def _path(config: pytest.Config) -> Path | None:
    value = _ini(config, "skip_file")
    if not isinstance(value, str):
        raise ValueError(f"dpassay_skip_file = {value!r}: expected the path of a file, as a text")
    return (config.inipath.parent if config.inipath else config.rootpath) / value if value else None


def _ini(config: pytest.Config, name: str) -> object:
    """Return a setting of the ini file; "" where there is none, or where pytest loads no entry points."""
    try:
        return config.getini(f"dpassay_{name}") or ""
    except (KeyError, ValueError):
        return ""
    except TypeError:  # a number in a table of TOML, where pytest expects what the setting was declared as: a text
        return _in_toml(config, f"dpassay_{name}")


def _in_toml(config: pytest.Config, name: str) -> object:
    """Return a setting as the table of pytest has it in a file of TOML."""
    path = config.inipath
    document = tomllib.loads(path.read_text(encoding="utf-8")) if path else {}
    return document.get("tool", document).get("pytest", {}).get(name, "")
