"""Experiments: seeded measurements of the mechanisms in `dpassay.fast`, one file an experiment.

A file says what is measured, computes it one row at a time, and shows it in tables and figures: it ends with the
`EXPERIMENT` that `frame.experiment` describes. `frame` keeps the rows, so that an interrupted experiment goes on where
it stopped; `measures` holds what is computed. Files are written by a function that the caller gives: nothing here
decides where, or how.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dpassay.exact import require

if TYPE_CHECKING:
    from dpassay.experiments.frame.experiment import Experiment

__all__ = ["names", "the_experiment"]


def names() -> list[str]:
    """The names of all experiments: those of the files in this folder, with hyphens."""
    files = Path(__file__).parent.glob("[!_]*.py")
    return sorted(file.stem.replace("_", "-") for file in files)


def the_experiment(name: str, package: str = __name__) -> Experiment[Any]:
    """The experiment of a name, from its file.

    Raises:
        ValueError: the file declares an experiment of another name.
    """
    module = f"{package}.{name.replace('-', '_')}"
    found: Experiment[Any] = import_module(module).EXPERIMENT
    place = "/".join(module.split(".")[-2:])
    require(found.name == name, "name", f"{found.name!r} in {place}.py", f"{name!r}, that of the file with hyphens")
    return found
