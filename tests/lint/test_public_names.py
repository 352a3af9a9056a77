"""What is public stands in ``__all__``: each name there exists, and no function or class that is not hidden lacks."""

from __future__ import annotations

import ast
import importlib
import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import HUNG

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("fast", "properties")
MODULES = sorted(path for room in ROOMS for path in (ROOT / room).rglob("*.py"))


def missing(source: str, listed: list[str]) -> set[str]:
    """Return the functions and classes of a module that are neither hidden nor listed."""
    found = (node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef | ast.ClassDef))
    return {node.name for node in found if not node.name.startswith("_")} - set(listed)


def listed_in(path: Path) -> list[str]:
    parts = path.relative_to(ROOT).with_suffix("").parts
    name = ".".join(("dpassay", *parts)).removesuffix(".__init__")
    module = importlib.import_module(name)
    listed: list[str] = module.__all__
    for public in listed:
        if not hasattr(module, public):
            importlib.import_module(f"{name}.{public}")
    return listed


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_public_names_are_listed_and_exist(path: Path) -> None:
    listed = listed_in(path)
    assert len(listed) == len(set(listed)) > 0
    assert missing(path.read_text(encoding="utf-8"), listed) == set()


def test_fast_lists_its_modules() -> None:
    assert listed_in(ROOT / "fast" / "__init__.py") == sorted(
        path.stem for path in (ROOT / "fast").glob("*.py") if path.stem != "__init__"
    )


def test_a_name_that_is_not_listed_is_found() -> None:
    source = "def shown(): ...\ndef _hidden(): ...\nclass Lost: ...\n"
    assert missing(source, ["shown"]) == {"Lost"}
    assert missing(source, ["shown", "Lost"]) == set()


@pytest.mark.parametrize(("room", "heavy"), [("fast", ("numpy", "scipy")), ("properties", ("hypothesis", "numpy"))])
def test_a_package_imports_only_what_is_asked_for(room: str, heavy: tuple[str, ...]) -> None:
    program = f"import sys, dpassay.{room}; print([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=HUNG)
    assert done.stdout.strip() == "[]"


def test_the_contract_api_is_what_the_package_lists() -> None:
    import dpassay.properties as room
    from dpassay.properties.contracts import CONTRACTS

    assert room.CONTRACTS is CONTRACTS
    with pytest.raises(AttributeError, match="has no attribute 'contracs'"):
        _ = room.contracs
