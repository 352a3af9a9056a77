"""The wheel holds every file of the rooms, and works where nothing but the wheel is installed."""

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import venv
import zipfile
from collections.abc import Sequence
from importlib.metadata import Distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import dpassay
from tests.patience import HUNG
from tools.release import build

ROOT = Path(__file__).resolve().parents[2]
EPOCH = 1_700_000_000
BESIDE_THE_ROOMS = ("CHANGELOG.md", "CITATION.cff", "CONTRIBUTING.md", "Makefile", "SECURITY.md")
OF_FOLDERS = ("benchmarks/RESULTS.md", "zoo/README.md")
LINK = re.compile(r"\]\((?!https?:)([^)#\s]*)[^)\s]*\)")

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("wheel")]


def run(command: Sequence[str | Path], cwd: Path) -> str:
    """Run a command away from the sources and return what it prints; fail with that when it fails."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    result = subprocess.run(
        command, cwd=cwd, env=environment, capture_output=True, text=True, check=False, timeout=HUNG
    )
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


def package_folders() -> dict[str, str]:
    table = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    folders: dict[str, str] = table["tool"]["setuptools"]["package-dir"]
    return {package: folder for package, folder in folders.items() if package}


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the sources."""
    copy = tmp_path_factory.mktemp("sources")
    for name in ("pyproject.toml", "MANIFEST.in", "README.md", "LICENSE", "setup.py", *BESIDE_THE_ROOMS, *OF_FOLDERS):
        (copy / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, copy / name)
    ignore = shutil.ignore_patterns("__pycache__", "*.egg-info")
    for room in {folder.split("/", maxsplit=1)[0] for folder in package_folders().values()} | {
        "docs",
        "examples",
        "vectors",
    }:
        shutil.copytree(ROOT / room, copy / room, ignore=ignore, symlinks=True)
    return copy


@pytest.fixture(scope="module")
def distributions(sources: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the source distribution, and the wheel from that; return their folder."""
    output = tmp_path_factory.mktemp("dist")
    build(sources, output, EPOCH)
    return output


@pytest.fixture(scope="module")
def wheel(distributions: Path) -> Path:
    (built,) = distributions.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the interpreter of a new environment that holds the wheel and what the wheel says it needs.

    What it needs is here already: it is linked, so that nothing is fetched or compiled.
    """
    home = tmp_path_factory.mktemp("environment")
    venv.create(home)
    interpreter = home / "bin" / "python"
    options = ("--disable-pip-version-check", "--quiet", "--no-deps", "--no-index", "--no-compile")
    run([sys.executable, "-m", "pip", "--python", interpreter, "install", *options, wheel], cwd=home)
    (place,) = home.glob("lib/python3*/site-packages")
    (information,) = place.glob("dpassay-*.dist-info")
    for distribution in needed(Distribution.at(information).requires or []):
        for name in {file.parts[0] for file in distribution.files or []} - {"..", "__pycache__"}:
            (place / name).symlink_to(distribution.locate_file(name))
    return interpreter


def needed(requirements: Sequence[str]) -> list[Distribution]:
    """Return what is required, and what that requires, and so on, of what is installed here."""
    found: dict[str, Distribution] = {}
    waiting = [Requirement(text) for text in requirements]
    for requirement in waiting:
        name = canonicalize_name(requirement.name)
        if name not in found and (requirement.marker is None or requirement.marker.evaluate({"extra": ""})):
            found[name] = Distribution.from_name(name)
            waiting += map(Requirement, found[name].requires or [])
    return list(found.values())


def test_only_what_is_required_is_needed() -> None:
    names = {
        canonicalize_name(distribution.metadata["Name"]) for distribution in needed(["sympy>=1", "z3; extra == 'z'"])
    }
    assert names == {"mpmath", "sympy"}


def test_source_distribution_holds_what_the_readme_speaks_of(distributions: Path) -> None:
    (built,) = distributions.glob("*.tar.gz")
    with tarfile.open(built) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    examples = {path.relative_to(ROOT).as_posix() for path in (ROOT / "examples").glob("*.py")}
    vectors = {path.relative_to(ROOT).as_posix() for path in (ROOT / "vectors").rglob("*.*")}
    assert {"README.md", "LICENSE", *BESIDE_THE_ROOMS, *OF_FOLDERS, *examples, *vectors} <= names
    links = LINK.findall((ROOT / "README.md").read_text(encoding="utf-8"))
    assert len(links) > 10
    assert [link for link in links if link.rstrip("/") not in names] == []
    assert "docs/no-such-page.md" not in names  # names are those of files that are there


def test_another_build_of_the_same_sources_has_the_same_bytes(
    sources: Path, distributions: Path, tmp_path: Path
) -> None:
    first = {path.name: path.read_bytes() for path in distributions.iterdir()}
    for path in sources.rglob("*.py"):
        path.chmod(0o664)
        os.utime(path, (EPOCH // 2, EPOCH // 2))
    build(sources, tmp_path, EPOCH)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == first
    assert len(first) == 2


def test_wheel_holds_every_file_of_the_rooms(wheel: Path) -> None:
    expected = set()
    for package, folder in package_folders().items():
        for path in (ROOT / folder).rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts:
                expected.add(f"{package.replace('.', '/')}/{path.relative_to(ROOT / folder).as_posix()}")
    with zipfile.ZipFile(wheel) as archive:
        names = [name for name in archive.namelist() if ".dist-info/" not in name]
    assert len(names) == len(set(names))
    assert set(names) == expected


def test_wheel_holds_the_ledger(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = {name.removeprefix("dpassay/ledger/") for name in archive.namelist() if "/ledger/" in name}
    assert {"README.md", "schema.json", "LEC-17.json"} <= names
    assert names == {path.name for path in (ROOT / "ledger").iterdir() if path.is_file()}


def test_wheel_says_its_license_and_version(wheel: Path) -> None:
    information = f"dpassay-{dpassay.__version__}.dist-info"
    with zipfile.ZipFile(wheel) as archive:
        metadata = archive.read(f"{information}/METADATA").decode("utf-8")
        assert f"{information}/licenses/LICENSE" in archive.namelist()
    assert f"\nVersion: {dpassay.__version__}\n" in metadata
    assert "\nDescription-Content-Type: text/markdown\n" in metadata
    assert "\nLicense-Expression: Apache-2.0\n" in metadata


def test_what_an_index_shows_has_no_link_that_leads_nowhere(distributions: Path) -> None:
    (wheel,), (archive,) = distributions.glob("*.whl"), distributions.glob("*.tar.gz")
    with zipfile.ZipFile(wheel) as opened:
        (name,) = [name for name in opened.namelist() if name.endswith("METADATA")]
        texts = [opened.read(name).decode("utf-8")]
    with tarfile.open(archive) as sources:
        for name in ("PKG-INFO", "README.md"):
            found = sources.extractfile(f"dpassay-{dpassay.__version__}/{name}")
            assert found is not None
            texts.append(found.read().decode("utf-8"))
    described, listed, readme = texts
    assert LINK.findall(described) == LINK.findall(listed) == []
    assert LINK.findall(readme) == LINK.findall((ROOT / "README.md").read_text(encoding="utf-8")) != []
    words = "examples/naive_laplace.py` adds floating-point Laplace noise"
    assert words in described
    assert words in listed


def test_every_module_of_the_installed_wheel_imports(python: Path) -> None:
    # The adapters in audit/targets import the libraries that they adapt, which are not installed here.
    program = """
import importlib, pathlib, pkgutil, dpassay
for found in pkgutil.walk_packages(dpassay.__path__, "dpassay."):
    if not found.name.startswith("dpassay.audit.targets.") and not found.name.endswith(".__main__"):
        importlib.import_module(found.name)
        print(found.name)
print(pathlib.Path(dpassay.__file__).parent)
"""
    *modules, place = run([python, "-I", "-c", program], cwd=python.parent).split()
    assert Path(place).is_relative_to(python.parents[1])
    assert set(package_folders()) - {"dpassay"} <= set(modules)


def test_installed_command_lists_the_mechanisms(python: Path) -> None:
    output = run([python.parent / "dpassay", "mechanisms"], cwd=python.parent)
    for name in ("randomized_response", "discrete_laplace", "laplace", "gaussian", "exponential"):
        assert name in output


def test_installed_command_verifies_a_claim_of_its_own_ledger(python: Path) -> None:
    output = run([python.parent / "dpassay", "claims", "verify", "LEC-17", "ASI-22"], cwd=python.parent)
    assert output.startswith("2 certificates verified in ")


def test_installed_wheel_checks_itself(python: Path) -> None:
    output = run([python, "-I", "-m", "dpassay.selftest"], cwd=python.parent)
    assert output.splitlines()[-1] == f"dpassay {dpassay.__version__}: 4 of 4 checks passed"


def test_installed_command_knows_its_version(python: Path) -> None:
    output = run([python.parent / "dpassay", "--version"], cwd=python.parent)
    assert dpassay.__version__ in output


def test_pytest_knows_the_plugin_of_the_installed_wheel(python: Path, tmp_path: Path) -> None:
    (tmp_path / "noise.py").write_text(
        "def nothing(data, *, size, rng, epsilon, sensitivity):\n    return [data] * size\n"
    )
    named = ("--dpassay=noise:nothing", "--mechanism=laplace", "-k", "size_one or size_zero")
    told = run([python, "-I", "-m", "pytest", "-q", "-p", "no:cacheprovider", *named], cwd=tmp_path)
    assert "hygiene: 2 passed\n" in told


def test_a_session_of_pytest_that_asks_for_nothing_loads_nothing_of_the_installed_wheel(
    python: Path, tmp_path: Path
) -> None:
    (tmp_path / "test_ours.py").write_text(
        "import sys\n\ndef test_loaded():\n    print([name for name in sys.modules if name.startswith('dpassay')])\n"
    )
    told = run([python, "-I", "-m", "pytest", "-q", "-s", "-p", "no:cacheprovider"], cwd=tmp_path)
    assert "['dpassay', 'dpassay.properties', 'dpassay.properties.pytest_entry']" in told
