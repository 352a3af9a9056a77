"""A program that speaks the protocol of the zoo, and misbehaves where its argument says so; standard library only."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

ANSWERS = {
    "text": "not json",
    "list": "[1]",
    "word": '{"flag": "yes"}',
    "nan": '{"flag": true, "epsilon_lower": NaN}',
    "null": '{"flag": null, "note": "no such answers"}',
}


def main(way: str) -> None:
    for line in sys.stdin:
        request = json.loads(line)
        if way == "ends":
            print("why it ended", file=sys.stderr)
            sys.exit(3)
        if way == "sleeps":
            time.sleep(60)
        if way in ANSWERS:
            print(ANSWERS[way], flush=True)
            continue
        if request["answers"] == "forms":
            first, second = (json.loads(Path(path).read_text()) for path in request["samples"])
            differ = {type(answer).__name__ for answer in first} != {type(answer).__name__ for answer in second}
            print(json.dumps({"flag": differ, "epsilon_lower": None, "note": request["case"]}), flush=True)
            continue
        sizes = [Path(path).stat().st_size for path in request["samples"]]
        print(json.dumps({"flag": min(sizes) > 8_000, "epsilon_lower": 0.5, "note": f"{request['size']}"}), flush=True)


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "")
