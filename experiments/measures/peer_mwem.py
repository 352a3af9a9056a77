"""MWEM of published packages beside ours: distributions that they release, from environments of their own.

They take a table and draw their queries themselves: random ranges, and marginals. Their domain reaches from the least
to the largest value of each column in the data, a leak (`dpassay audit-blind`); cells outside it have weight 0.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

__all__ = ["MOST_PEER_ROUNDS", "PEERS", "PeerReleases", "ask", "check_environments", "peer_releases"]

PEERS: Final = ("smartnoise-synth-1.0.8", "opendp-smartnoise-0.1.4.2")
"""The environments, each named after its package and version."""
MOST_PEER_ROUNDS: Final = 100
"""They reweigh by all measurements so far, 20 times a round: the time grows with the square of the rounds."""
WORKER: Final = Path(__file__).with_name("peer_mwem_worker.py")

Floats = NDArray[np.float64]
Ask = Callable[[Path, str], str]


def check_environments(folder: str) -> None:
    """Refuse a folder without the packages' environments.

    Raises:
        ValueError: one of them is missing.
    """
    for peer in PEERS:
        if not _python(folder, peer).exists():
            expected = "a folder of environments, from `dpassay audit-blind --environments FOLDER`"
            raise ValueError(f"peers = {folder!r}: expected {expected} ({peer} is missing)")


def _python(folder: str, peer: str) -> Path:
    return Path(folder).expanduser().absolute() / peer / "bin" / "python"


def ask(python: Path, request: str) -> str:
    """Have a worker answer, under an interpreter of its own.

    Raises:
        ValueError: it ends with an error; the last line of what it says is in the message.
    """
    done = subprocess.run([python, WORKER], input=request, capture_output=True, text=True, check=False)
    if done.returncode:
        said = (done.stderr.strip().splitlines() or [f"exit code {done.returncode}"])[-1]
        raise ValueError(f"peers = {python}: expected a package that runs ({said})")
    return done.stdout


@dataclass(frozen=True, slots=True, eq=False)
class PeerReleases:
    """What a package released.

    Attributes:
        lows: the least value of each column.
        weights: the synthetic histogram of each run, from there on.
        seconds: what each fit took; the first one imports the package.
    """

    lows: tuple[int, ...]
    weights: tuple[Floats, ...]
    seconds: tuple[float, ...]

    def distributions(self, sides: tuple[int, ...]) -> list[Floats]:
        """Return the synthetic histograms as distributions over all cells, each of shape (product of the sides,)."""
        return [_whole(self.lows, each, sides) for each in self.weights]


def _whole(lows: tuple[int, ...], weights: Floats, sides: tuple[int, ...]) -> Floats:
    whole = np.zeros(sides)
    whole[tuple(slice(low, low + count) for low, count in zip(lows, weights.shape, strict=True))] = weights
    flat: Floats = (whole / whole.sum()).ravel()
    return flat


def peer_releases(
    peer: str,
    folder: str,
    table: NDArray[Any],
    epsilon: Fraction,
    rounds: int,
    *,
    runs: int,
    seed: int,
    asked: Ask = ask,
) -> PeerReleases:
    """Return what a package releases.

    Args:
        peer: one of ``PEERS``.
        folder: of the environments.
        table: shape (n, k), whole numbers.
        epsilon: the budget that the package is given.
        rounds: its number of iterations.
        runs: how often it is fitted.
        seed: of the ranges, and of all draws that take a seed.
        asked: runs the worker.

    Raises:
        ValueError: the package does not run.
    """
    request = {
        "package": peer.rpartition("-")[0],
        "table": table.tolist(),
        "epsilon": float(epsilon),
        "rounds": rounds,
        "runs": runs,
        "seed": seed,
    }
    answer = json.loads(asked(_python(folder, peer), json.dumps(request)))
    weights = tuple(np.asarray(each, np.float64) for each in answer["weights"])
    return PeerReleases(tuple(answer["lows"]), weights, tuple(answer["seconds"]))
