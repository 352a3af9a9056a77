"""What a session of pytest asks for: the settings of its ini file, and those of the command line before them."""

from __future__ import annotations

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
    text = _ini(config, name)
    try:
        return kind(text) if text else DEFAULTS[name]
    except ValueError:
        expected = "a number" if kind is float else "a whole number"
        raise ValueError(f"dpassay_{name} = {text!r}: expected {expected}") from None


def _path(config: pytest.Config) -> Path | None:
    text = _ini(config, "skip_file")
    return (config.inipath.parent if config.inipath else config.rootpath) / text if text else None


def _ini(config: pytest.Config, name: str) -> str:
    """Return a setting of the ini file; "" where pytest loads no entry points, and knows of none."""
    try:
        return str(config.getini(f"dpassay_{name}") or "")
    except (KeyError, ValueError):
        return ""
