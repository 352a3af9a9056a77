"""The tables in pyproject.toml, the links in src/dpassay and the folders of the rooms say the same."""

import os
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

import dpassay
from tools.ast_checks import NOT_INSTALLED

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src" / "dpassay"


def pyproject() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def packages_on_disk() -> dict[str, str]:
    """Return the folder of each package, by the name that it has when installed."""
    folders = {"dpassay": "src/dpassay"}
    for room in ROOT.iterdir():
        if room.is_dir() and not room.name.startswith(".") and room.name not in {*NOT_INSTALLED, "src", "build"}:
            for found in room.rglob("__init__.py"):
                folder = found.parent.relative_to(ROOT)
                folders[".".join(("dpassay", *folder.parts))] = folder.as_posix()
    return folders


def test_packages_are_the_folders_with_an_init() -> None:
    packages = pyproject()["tool"]["setuptools"]["packages"]
    assert packages == sorted(packages)
    assert packages == sorted(packages_on_disk())


def test_package_dir_names_the_folder_of_each_package() -> None:
    assert pyproject()["tool"]["setuptools"]["package-dir"] == {"": "src", **packages_on_disk()}


def test_no_module_outside_a_package() -> None:
    folders = set(packages_on_disk().values())
    rooms = {folder.split("/", maxsplit=1)[0] for folder in folders} - {"src"}
    lost = [
        path.relative_to(ROOT).as_posix()
        for room in rooms
        for path in (ROOT / room).rglob("*.py")
        if path.parent.relative_to(ROOT).as_posix() not in folders
    ]
    assert lost == []


def test_source_folder_holds_the_package_file_the_marker_and_a_link_for_each_room() -> None:
    rooms = {name.split(".")[1] for name in packages_on_disk() if "." in name}
    found = {path.name for path in SOURCE.iterdir()} - {"__pycache__"}
    assert found == {"__init__.py", "__main__.py", "py.typed", "selftest.py", *rooms}


@pytest.mark.parametrize("link", [path for path in SOURCE.iterdir() if path.is_symlink()], ids=lambda link: link.name)
def test_link_is_relative_and_leads_to_its_room(link: Path) -> None:
    assert os.readlink(link) == f"../../{link.name}"  # noqa: PTH115  # the text of the link, not the path
    assert link.resolve(strict=True) == ROOT / link.name


def test_layering_test_and_banned_names_know_every_room() -> None:
    rooms = {name.split(".")[1] for name in packages_on_disk() if "." in name}
    tool = pyproject()["tool"]
    assert set(tool["ruff"]["lint"]["flake8-tidy-imports"]["banned-api"]) == rooms
    mentioned = {
        module.removeprefix("dpassay.").split(".")[0]
        for contract in tool["importlinter"]["contracts"]
        for module in contract.get("source_modules", []) + contract.get("forbidden_modules", [])
        if module.startswith("dpassay.")
    }
    assert mentioned == rooms


def test_citation_names_the_version() -> None:
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    match = re.search(r"^version: (\S+)$", citation, flags=re.MULTILINE)
    assert match is not None
    assert match[1] == dpassay.__version__
