"""The table of targets is read strictly, and environments are made once, whole, and apart from each other."""

import json
import re
import subprocess
import sys
import threading
import time
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from dpassay.audit.answers import environments
from dpassay.audit.answers.environments import OWN, Environment, find_target, load_requirements, load_targets, prepare
from tests.patience import HUNG

GOOD = """
[environments]
own = []
"lib-1" = ["lib==1", "numpy>=2"]

[megabytes]
"lib-1" = 300

[[target]]
name = "lib-1-laplace"
environment = "lib-1"
adapter = "adapter.py:laplace"
mechanism = "laplace"
parameters = { epsilon = "1", sensitivity = "1" }
seeded = false
samples = 100
expect = "pass"
why = "because"

[[target]]
name = "own-laplace"
environment = "own"
adapter = "package.module:laplace"
mechanism = "laplace"
parameters = { epsilon = "1" }
seeded = true
expect = "flag"
why = "because"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "adapter.py").write_text("")
    return tmp_path


def table(folder: Path, text: str = GOOD) -> Path:
    path = folder / "table.toml"
    path.write_text(text)
    return path


# The table


def test_rows_become_targets_in_order(folder: Path) -> None:
    first, second = load_targets(table(folder)).values()
    assert (first.name, first.environment, first.samples) == ("lib-1-laplace", "lib-1", 100)
    assert first.target == f"{folder}/adapter.py:laplace"
    assert first.parameters == {"epsilon": "1", "sensitivity": "1"}
    assert (second.target, second.samples, second.seeded) == ("package.module:laplace", None, True)
    assert load_requirements(table(folder)) == {"own": (), "lib-1": ("lib==1", "numpy>=2")}


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("seeded = false", "seded = false", "target 1 (lib-1-laplace): key = 'seded'"),
        ("seeded = false", "seded = false", "(did you mean 'seeded'?)"),
        ("seeded = false\n", "", "target 1 (lib-1-laplace) = no seeded: expected every key but samples"),
        ('name = "own-laplace"\n', "", "target 2 = no name"),
        ("seeded = false", "seeded = 0", "target 1 (lib-1-laplace): seeded = 0: expected true or false"),
        ("samples = 100", "samples = 0", "samples = 0: expected at least 1"),
        ("samples = 100", "samples = true", "samples = True: expected a whole number"),
        ('expect = "pass"', 'expect = "fail"', 'expect = \'fail\': expected "flag" or "pass"'),
        ('why = "because"\n\n', 'why = ""\n\n', "why = '': expected a text"),
        ('environment = "lib-1"', 'environment = "lib-2"', "one of own, lib-1 (did you mean 'lib-1'?)"),
        ('"adapter.py:laplace"', '"adaptor.py:laplace"', "a file beside the table (did you mean 'adapter.py'?)"),
        ('"adapter.py:laplace"', '"adapter.py"', "adapter = 'adapter.py': expected \"file.py:function\""),
        ('"package.module:laplace"', '":laplace"', "target 2 (own-laplace): adapter"),
        ('{ epsilon = "1" }', "{ epsilon = 1 }", "parameters = {'epsilon': 1}: expected a table of texts"),
        ('{ epsilon = "1" }', '"epsilon"', "parameters = 'epsilon': expected a table of texts"),
        ('name = "own-laplace"', 'name = "lib-1-laplace"', "expected a name that no other target has"),
        ('["lib==1", "numpy>=2"]', '"lib==1"', "environment 'lib-1' = lib==1: expected a list of requirements"),
        ('"lib-1" =', '"../lib" =', "environment = '../lib': expected letters"),
        ("[environments]", "[environment]", "key = 'environment': expected one of environments, megabytes"),
        ("own = []", "own = [", "table.toml: cannot be read: "),
    ],
)
def test_a_malformed_table_is_one_line_that_names_the_place(folder: Path, old: str, new: str, message: str) -> None:
    assert GOOD.count(old) == 1 or "because" in old or "lib-1" in old
    with pytest.raises(ValueError, match=r"^table\.toml") as caught:
        load_targets(table(folder, GOOD.replace(old, new, 1)))
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"lib-1" = 300', '"lib-2" = 300', "table.toml: megabytes = 'lib-2': expected one of own, lib-1 (did you mean"),
        ('"lib-1" = 300', '"lib-1" = "300"', "megabytes of 'lib-1' = '300': expected a whole number above 0"),
        ('"lib-1" = 300', '"lib-1" = 0', "megabytes of 'lib-1' = 0: expected a whole number above 0"),
    ],
)
def test_malformed_sizes_are_one_line(folder: Path, old: str, new: str, message: str) -> None:
    with pytest.raises(ValueError, match=r"^table\.toml") as caught:
        environments.lacking(["lib-1"], folder, table=table(folder, GOOD.replace(old, new)))
    assert message in str(caught.value)


def test_a_table_that_is_not_there_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"table\.toml: cannot be read: .*No such file"):
        load_targets(tmp_path / "table.toml")


def test_a_target_is_found_by_name_or_the_nearest_is_suggested() -> None:
    assert find_target("textbook-laplace").mechanism == "laplace"
    with pytest.raises(ValueError, match=r"target = 'txtbook-laplace': .* \(did you mean 'textbook-laplace'\?\)"):
        find_target("txtbook-laplace")


# Making environments, with a stand-in for venv and pip


class Installer:
    """Makes a file where the interpreter would be, and remembers what it was asked for."""

    def __init__(self) -> None:
        self.commands: list[list[str]] = []
        self.broken: set[str] = set()
        self.seconds = 0.0
        self.busy: dict[str, int] = {}

    def __call__(self, command: list[str]) -> None:
        self.commands.append(command)
        if command[1:3] == ["-m", "venv"]:
            python = Path(command[3]) / "bin" / "python"
            python.parent.mkdir(parents=True)
            python.touch()
        elif self.broken & set(command):
            raise environments.InstallError("No matching distribution found for lib==1")
        time.sleep(self.seconds)

    @property
    def installed(self) -> int:
        return sum("pip" in command for command in self.commands)


@pytest.fixture
def installer(monkeypatch: pytest.MonkeyPatch) -> Installer:
    stand_in = Installer()
    monkeypatch.setattr(environments, "run_quietly", stand_in)
    return stand_in


def made(folder: Path, text: str = GOOD, name: str = "lib-1") -> Environment:
    return prepare([name], folder / "venvs", table=table(folder, text))[name]


def test_our_own_environment_is_the_running_interpreter(folder: Path, installer: Installer) -> None:
    assert made(folder, name=OWN) == Environment(OWN, Path(sys.executable))
    assert not installer.commands
    assert not (folder / "venvs").exists()


def test_an_environment_is_made_once(folder: Path, installer: Installer) -> None:
    first, again = made(folder), made(folder)
    assert first.python == again.python == folder / "venvs" / "lib-1" / "bin" / "python"
    assert (first.made, again.made, installer.installed) == (True, False, 1)
    assert installer.commands[1][-2:] == ["lib==1", "numpy>=2"]


def test_other_requirements_or_another_python_make_it_again(
    folder: Path, installer: Installer, monkeypatch: pytest.MonkeyPatch
) -> None:
    made(folder)
    (folder / "venvs" / "lib-1" / "stale").touch()
    assert made(folder, GOOD.replace("lib==1", "lib==1.1")).made
    assert not (folder / "venvs" / "lib-1" / "stale").exists()
    monkeypatch.setattr(sys, "version", "4.0")
    assert made(folder, GOOD.replace("lib==1", "lib==1.1")).made


def test_what_is_lacking_has_its_size_until_it_is_made(folder: Path, installer: Installer) -> None:
    def lacking(text: str) -> dict[str, int]:
        return environments.lacking([OWN, "lib-1", "lib-1"], folder / "venvs", table=table(folder, text))

    assert lacking(GOOD) == {"lib-1": 300}
    assert lacking(GOOD.replace('"lib-1" = 300', "")) == {"lib-1": 0}
    made(folder)
    assert lacking(GOOD) == {}
    assert lacking(GOOD.replace("lib==1", "lib==2")) == {"lib-1": 300}


def test_one_without_its_interpreter_is_made_again(folder: Path, installer: Installer) -> None:
    python = made(folder).python
    assert python is not None
    python.unlink()
    assert made(folder).made


def test_one_that_was_interrupted_is_made_again(folder: Path, installer: Installer) -> None:
    made(folder)
    stamp = folder / "venvs" / "lib-1" / environments.STAMP
    stamp.write_text("{}")
    assert made(folder).made
    assert json.loads(stamp.read_text())["requirements"] == ["lib==1", "numpy>=2"]


def test_one_that_cannot_be_made_is_one_line_leaves_nothing_and_stops_no_other(
    folder: Path, installer: Installer
) -> None:
    text = GOOD.replace("own = []", 'own = []\nother = ["other"]')
    installer.broken = {"lib==1"}
    said: list[tuple[str, str]] = []
    result = prepare(["lib-1", "other"], folder / "venvs", lambda *line: said.append(line), table=table(folder, text))
    assert result["lib-1"].problem == "No matching distribution found for lib==1"
    assert result["lib-1"].python is None
    assert result["other"].python is not None
    assert not (folder / "venvs" / "lib-1").exists()
    assert ("lib-1", "cannot be made: No matching distribution found for lib==1") in said
    assert any(name == "other" and re.fullmatch(r"made in \d+ s", line) for name, line in said)


def test_an_interrupt_leaves_nothing_half_made(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(command: list[str]) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(environments, "run_quietly", interrupt)
    with pytest.raises(KeyboardInterrupt):
        made(folder)
    assert not (folder / "venvs" / "lib-1").exists()


def test_a_folder_that_is_not_ours_is_left_alone(folder: Path, installer: Installer) -> None:
    precious = folder / "venvs" / "lib-1" / "thesis.tex"
    precious.parent.mkdir(parents=True)
    precious.touch()
    result = made(folder)
    assert result.problem is not None
    assert "was not made by dpassay" in result.problem
    assert precious.exists()


def test_a_root_that_cannot_be_written_is_one_line(folder: Path, installer: Installer) -> None:
    (folder / "venvs").touch()
    assert "File exists" in str(made(folder).problem)


def test_an_unknown_environment_is_an_error_with_the_nearest(folder: Path) -> None:
    with pytest.raises(
        ValueError, match=r"environment = 'lib-2': expected one of own, lib-1 \(did you mean 'lib-1'\?\)"
    ):
        made(folder, name="lib-2")


def test_two_at_once_make_it_once(folder: Path, installer: Installer) -> None:
    installer.seconds = 0.2
    path = table(folder)
    with ThreadPoolExecutor(2) as pool:
        results = list(pool.map(lambda _: prepare(["lib-1"], folder / "venvs", table=path)["lib-1"], range(2)))
    assert sorted(result.made for result in results) == [False, True]
    assert installer.installed == 1


def test_several_are_made_at_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    barrier = threading.Barrier(2, timeout=HUNG)
    monkeypatch.setattr(environments, "run_quietly", lambda _command: barrier.wait())
    path = table(folder, GOOD.replace("own = []", 'own = []\nother = ["other"]'))
    result = prepare(["lib-1", "other"], folder / "venvs", table=path)
    assert [entry.problem for entry in result.values()] == [None, None]


# Making environments, really


def wheel(folder: Path, version: str) -> str:
    """Make a package that says its version, and return the requirement for it."""
    name = f"tiny_library-{version}"
    path = folder / f"{name}-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("tiny_library.py", f"VERSION = {version!r}\n")
        archive.writestr(
            f"{name}.dist-info/METADATA", f"Metadata-Version: 2.1\nName: tiny-library\nVersion: {version}\n"
        )
        archive.writestr(
            f"{name}.dist-info/WHEEL", "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        archive.writestr(f"{name}.dist-info/RECORD", "")
    return f"tiny-library @ {path.as_uri()}"


@pytest.mark.slow
def test_a_real_environment_holds_what_was_asked_for(folder: Path) -> None:
    result = made(folder, GOOD.replace('["lib==1", "numpy>=2"]', json.dumps([wheel(folder, "1.0")])))
    assert result.problem is None
    command = [str(result.python), "-c", "import sys, tiny_library; print(tiny_library.VERSION, sys.prefix)"]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    assert said == ["1.0", str(folder / "venvs" / "lib-1")]


@pytest.mark.slow
def test_a_real_package_that_is_not_there_is_one_line(folder: Path) -> None:
    missing = f"tiny-library @ {(folder / 'tiny_library-3.0-py3-none-any.whl').as_uri()}"
    result = made(folder, GOOD.replace('["lib==1", "numpy>=2"]', json.dumps([missing])))
    assert result.python is None
    assert "No such file or directory" in str(result.problem)
    assert "\n" not in str(result.problem)


@pytest.mark.parametrize(
    ("output", "line"),
    [
        (
            "ERROR: Could not find x\nERROR: No matching distribution found for x\n",
            "No matching distribution found for x",
        ),
        (
            "WARNING: Retrying (Retry(total=4)) after connection broken\nERROR: No matching distribution found for x",
            "No matching distribution found for x (the package index could not be reached)",
        ),
        ("something\nThe virtual environment was not created\n", "The virtual environment was not created"),
        ("", ""),
    ],
)
def test_the_last_complaint_is_the_one_that_counts(output: str, line: str) -> None:
    assert environments.last_complaint(output) == line


# Where they are


@pytest.mark.parametrize(
    ("system", "named", "folder"),
    [
        ("linux", None, "{home}/.cache"),
        ("linux", "", "{home}/.cache"),
        ("linux", "relative", "{home}/.cache"),
        ("linux", "{home}/elsewhere", "{home}/elsewhere"),
        ("darwin", None, "{home}/Library/Caches"),
    ],
)
def test_environments_are_in_the_user_s_cache_folder(
    system: str, named: str | None, folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    if named is not None:
        monkeypatch.setenv("XDG_CACHE_HOME", named.format(home=tmp_path))
    root = environments.default_root()
    assert root.parent == Path(folder.format(home=tmp_path)) / "dpassay" / "environments"
    assert root.name == "cpython-" + ".".join(map(str, sys.version_info[:3]))


def test_by_default_they_are_made_there(folder: Path, installer: Installer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder / "cache"))
    python = prepare(["lib-1"], table=table(folder))["lib-1"].python
    assert python == environments.default_root() / "lib-1" / "bin" / "python"
    assert (folder / "cache").is_dir()


def test_a_cache_folder_that_cannot_be_made_is_one_line(
    folder: Path, installer: Installer, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder / "file"))
    result = prepare(["lib-1"], table=table(folder))["lib-1"]
    assert result.python is None
    assert "Not a directory" in str(result.problem)
    assert "\n" not in str(result.problem)


def test_a_user_without_a_home_is_told(folder: Path, installer: Installer, monkeypatch: pytest.MonkeyPatch) -> None:
    def none() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", none)
    with pytest.raises(ValueError, match=r"^environments = nothing: expected a folder"):
        prepare(["lib-1"], table=table(folder))
    assert prepare([OWN], table=table(folder))[OWN].python == Path(sys.executable)


def test_a_target_is_found_whatever_the_case() -> None:
    assert find_target("TextBook-LAPLACE").name == "textbook-laplace"
