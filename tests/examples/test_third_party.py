"""The examples on libraries that others wrote: what can be said without the libraries, which ``make examples`` runs."""

from __future__ import annotations

import ast
from pathlib import Path

from dpassay.properties import CONTRACTS
from dpassay.properties.skips import Skip, read_skips, stale

FOLDER = Path(__file__).resolve().parents[2] / "examples" / "third_party"


def implemented(source: str) -> list[tuple[str, str]]:
    """Return the checks of every function under ``implements``, with the function's name."""
    found = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef))
    return [
        (node.name, check)
        for node in found
        for call in node.decorator_list
        if isinstance(call, ast.Call) and isinstance(call.args[0], ast.Constant)
        for check in CONTRACTS[str(call.args[0].value)].ids
    ]


def test_the_skip_file_names_checks_of_the_examples() -> None:
    known = [pair for path in FOLDER.glob("test_*.py") for pair in implemented(path.read_text(encoding="utf-8"))]
    skips = read_skips(FOLDER / "skips.txt")
    assert stale(skips, known) == []
    assert all(skip.check.partition("::")[2].startswith("rejects_") for skip in skips)  # never a check of privacy
    assert len(stale((Skip("laplace::rejects_nothing", "", "gone"), *skips), known)) == 1


def test_two_libraries_have_examples() -> None:
    names = sorted(path.name for path in FOLDER.iterdir() if path.is_file())
    assert names == ["pytest.ini", "skips.txt", "test_diffprivlib.py", "test_opendp.py"]
    sources = [(FOLDER / name).read_text(encoding="utf-8") for name in names[2:]]
    assert min(len({name for name, _ in implemented(source)}) for source in sources) >= 3
