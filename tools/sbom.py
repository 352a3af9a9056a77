"""What the list of a release's parts lacks, put in: the version of dpassay, hashes, and its own line in SHA256SUMS.

    python -m tools.sbom dist report.json        # make sbom runs it

cyclonedx-py reads an environment, where a version that pyproject.toml leaves to the sources and the archives that were
installed are not seen any more. pip told both when it installed them, in its report (``pip install --report``).
"""

from __future__ import annotations

import json
import re
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

NAME: Final = "dpassay.cdx.json"
SUMS: Final = "SHA256SUMS"

Document = dict[str, Any]


def completed(bom: Document, report: Document) -> Document:
    """Return a list of parts with the versions and the hashes that pip's report has.

    Raises:
        ValueError: pip installed no dpassay, or a part in another version than the list has.
    """
    installed = {
        _normalized(entry["metadata"]["name"]): (entry["metadata"]["version"], _hashes(entry))
        for entry in report["install"]
    }
    component = bom["metadata"]["component"]
    parts = [component, *bom.get("components", [])]
    if _normalized(component["name"]) not in installed:
        raise ValueError(f"report = {', '.join(installed) or 'nothing'}: expected {component['name']} among it")
    for part in parts:
        version, hashes = installed.get(_normalized(part["name"]), (None, []))
        if version is None:
            continue
        if part.setdefault("version", version) != version:
            raise ValueError(f"{part['name']} {part['version']}: expected {version}, which pip installed")
        if hashes:
            part["hashes"] = hashes
    return bom


def _normalized(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _hashes(entry: Document) -> list[Document]:
    """Return the hash of the archive that pip installed; nothing where it did not say one."""
    hashes = entry.get("download_info", {}).get("archive_info", {}).get("hashes", {})
    return [{"alg": "SHA-256", "content": hashes["sha256"]}] if "sha256" in hashes else []


def with_sum(sums: str, name: str, content: bytes) -> str:
    """Return the text of SHA256SUMS with the line of a file, once."""
    others = [line for line in sums.splitlines() if line.partition("  ")[2] != name]
    return "".join(f"{line}\n" for line in [*others, f"{sha256(content).hexdigest()}  {name}"])


def main(arguments: list[str]) -> int:
    """Complete the list of a folder, and its sums."""
    folder, report = map(Path, arguments)
    bom = json.loads((folder / NAME).read_text(encoding="utf-8"))
    try:
        complete = completed(bom, json.loads(report.read_text(encoding="utf-8")))
    except ValueError as error:
        print(f"no list of parts: {error}", file=sys.stderr)
        return 1
    text = f"{json.dumps(complete, indent=2)}\n"
    (folder / NAME).write_text(text, encoding="utf-8")
    sums = folder / SUMS
    sums.write_text(with_sum(sums.read_text(encoding="utf-8"), NAME, text.encode()), encoding="utf-8")
    component = complete["metadata"]["component"]
    hashed = sum("hashes" in part for part in complete["components"])
    print(f"{component['name']} {component['version']}: {len(complete['components'])} parts, {hashed} with a hash")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
