"""Searching: one process replays a target on many pairs of inputs, as they come.

In the folder of the request stands a named pipe. A line of it is a number, and the file of that number holds two
inputs and how they are replayed. What is found is written as for one pair, into a file that has its name when it is
whole. What goes wrong on one pair is the answer for that pair.
"""

from __future__ import annotations

import json
import os
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .worker_drawing import served
from .worker_faults import Fault
from .worker_replaying import Replaying, begun, write

if TYPE_CHECKING:
    from .worker_faults import Channel


def answer(work: Replaying, folder: Path, number: str) -> None:
    """Replay the pair of a number."""
    asked = json.loads((folder / f"pair-{number}.json").read_text())
    work.request = {**work.request, **asked}
    work.end = time.monotonic() + asked["replay"]["seconds"]
    partial = folder / f"replay-{number}.part"
    try:
        write(work, partial)
    except Fault as fault:
        partial.write_text(json.dumps({"kind": fault.kind, "message": fault.message, "traceback": fault.trace}) + "\n")
    partial.replace(folder / f"replay-{number}.jsonl")


def run(request: dict[str, Any], channel: Channel) -> None:
    """Serve pairs until nobody asks any more."""
    work = begun(request, channel)
    folder = Path(request["directory"])
    with suppress(FileExistsError):
        os.mkfifo(folder / "pairs", 0o600)
    with (folder / "pairs").open() as pairs:
        for line in pairs:
            answer(work, folder, line.strip())
            channel.send("progress", done=work.done)


def main(path: str) -> None:
    """Serve one request."""
    served(path, run)
