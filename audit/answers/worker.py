"""Draw samples of one target, in a process of its own: `<python> worker.py request.json`.

The files `worker*.py` stand alone: they need Python 3.9, the standard library and numpy, and import nothing else of
dpassay (unless that is the target). `dpassay.audit.answers.runner` writes the request and reads the answers: chunks of
samples as .npz files, everything else as JSON lines on a file descriptor of their own, since a target may print what
it likes. Whatever the target does becomes one "failed" message, or the end of this process.
"""

from __future__ import annotations

import importlib
import json
import sys
from pathlib import Path
from types import ModuleType

PACKAGE = "_dpassay_worker"
OTHER_WORK = {"exact": "worker_enumerating", "search": "worker_searching", "replay": "worker_replaying"}
"""What a request may ask for besides drawing: the field that it then has, and the module that serves it."""


def serve(path: str) -> None:
    """Serve one request.

    The worker's files become modules of a package of a private name, and their folder, where a script's imports are
    looked up first, is taken off the path: no module of the target's, whatever its name, is mistaken for one of them.
    """
    here = Path(__file__).resolve().parent
    sys.path[:] = [entry for entry in sys.path if Path(entry).resolve() != here]
    package = sys.modules[PACKAGE] = ModuleType(PACKAGE)
    package.__path__ = [str(here)]
    asked = json.loads(Path(path).read_text())
    work = next((work for name, work in OTHER_WORK.items() if name in asked), "worker_drawing")
    importlib.import_module(f"{PACKAGE}.{work}").main(path)


if __name__ == "__main__":
    serve(sys.argv[1])
