"""Write the test vectors of every mechanism, or compare those that are there: `python -m tools.vectors.write`.

`make vectors` runs it; with `--check` it writes nothing, and exits with 1 where a file is not what it would write.
"""

from __future__ import annotations

import json
import sys
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from dpassay.reference import MECHANISMS

FOLDER: Final = Path(__file__).resolve().parents[2] / "vectors"


def text(document: dict[str, Any]) -> str:
    """Return a file of vectors as it is written: one line an entry of a vector, one line an event of a law."""
    head = {name: value for name, value in document.items() if name != "vectors"}
    opening = json.dumps(head, indent=2, ensure_ascii=False).removesuffix("\n}")
    vectors = ",\n".join(_vector(vector) for vector in document["vectors"])
    return f'{opening},\n  "vectors": [\n{vectors}\n  ]\n}}\n'


def _vector(vector: dict[str, Any]) -> str:
    entries = (
        f'      "{name}": {_events(value) if name == "law" else json.dumps(value, ensure_ascii=False)}'
        for name, value in vector.items()
    )
    return "    {\n" + ",\n".join(entries) + "\n    }"


def _events(events: list[dict[str, Any]]) -> str:
    lines = ",\n".join(f"        {json.dumps(event)}" for event in events)
    return f"[\n{lines}\n      ]"


def generated(mechanism: str) -> str:
    """Return the file of a mechanism, from its generator."""
    module: Any = import_module(f"tools.vectors.{mechanism}")
    return text(module.GENERATOR.document(module.vectors(module.GENERATOR)))


def main(arguments: list[str]) -> int:
    """Write or compare the files of the mechanisms that are named, or of all; return the exit code."""
    names = [name for name in arguments if name != "--check"] or list(MECHANISMS)
    stale = []
    for name in names:
        path, expected = FOLDER / f"{name}.json", generated(name)
        if "--check" not in arguments:
            path.write_text(expected, encoding="utf-8")
        elif not path.is_file() or path.read_text(encoding="utf-8") != expected:
            stale.append(name)
            print(f"{path.name} is not what its generator writes; run `make vectors`")
    return int(bool(stale))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
