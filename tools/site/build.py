"""Build the site: ``python -m tools.site.build build/site``; a warning is an error."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]


def main(arguments: Sequence[str] | None = None) -> int:
    """Build the site in the folder that is asked for, all of it: pages depend on code that Sphinx does not look at."""
    from sphinx.cmd.build import build_main

    (folder,) = sys.argv[1:] if arguments is None else arguments
    out = Path(folder).resolve()
    settings = ["-c", str(ROOT / "tools" / "site"), "-d", str(out.parent / f".{out.name}-read")]
    return build_main(["-b", "html", "-E", "-a", "-W", "--keep-going", "-q", *settings, str(ROOT), str(out)])


if __name__ == "__main__":
    sys.exit(main())
