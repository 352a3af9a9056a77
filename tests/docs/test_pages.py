"""What the pages of the site show is what happens: their programs run, and their commands print what stands there."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from tests.cli.harness import run
from tests.docs.pages import NAMED, ROOT, blocks, commands, differences
from tests.docs.test_readme import README
from tests.patience import HUNG

DOCS = ROOT / "docs"
PAGES = [
    DOCS / "tutorial.md",
    DOCS / "exact.md",
    *sorted(DOCS.glob("how-to/*.md")),
    *sorted(DOCS.glob("explanation/*.md")),
]
BY_OTHERS = {
    "README.md": "test_readme.py",
    "docs/protocol.md": "test_protocol.py",
    "docs/replay.md": "test_replay.py",
    "docs/findings": "test_findings.py",
    "zoo/README.md": "test_pages.py",
}
"""Pages with blocks of Python or of commands that are run otherwise, and where."""

with_blocks = [page for page in PAGES if blocks(page)]


@pytest.mark.parametrize("page", with_blocks, ids=[page.stem for page in with_blocks])
def test_its_programs_run_and_its_commands_print_what_it_shows(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert list(differences(page, tmp_path)) == []


def test_every_page_with_programs_or_commands_is_run() -> None:
    tracked = [*ROOT.glob("*.md"), *DOCS.rglob("*.md"), *(ROOT / "zoo").glob("*.md"), *(ROOT / "vectors").glob("*.md")]
    found = {page.relative_to(ROOT) for page in tracked if blocks(page)} - {
        page.relative_to(ROOT) for page in with_blocks
    }
    lost = [str(page) for page in found if not {str(page), str(page.parent)} & BY_OTHERS.keys()]
    assert lost == []
    for place, name in BY_OTHERS.items():
        assert Path(place).name in (Path(__file__).parent / name).read_text(encoding="utf-8")
        assert any(page.as_posix().startswith(place) for page in found)


def test_the_tutorial_and_guides_have_such_blocks() -> None:
    assert {"tutorial", "audit-a-library", "cite", "test-in-ci"} <= {page.stem for page in with_blocks}


PAGE = """
```python
# three.py
three = 3
```

```console
$ dpassay claims verify LEC-17
1 certificate verified in ...
$ echo $?
0
```
"""


@pytest.mark.parametrize(
    ("right", "wrong", "told"),
    [
        ("1 certificate v", "1 certificate w", ["$ dpassay claims verify LEC-17"]),
        ("?\n0", "?\n1", ["$ echo $?"]),
        ("0", "0", []),
    ],
)
def test_what_does_not_print_what_stands_there_is_told(
    right: str, wrong: str, told: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "page.md").write_text(PAGE.replace(right, wrong))
    assert [text.partition("\n")[0] for text in differences(tmp_path / "page.md", tmp_path)] == told
    assert (tmp_path / "three.py").is_file()


@pytest.mark.parametrize("expected", ["", "...\n", "  ...\n"])
def test_a_command_without_a_word_of_what_it_prints_is_refused(expected: str) -> None:
    with pytest.raises(ValueError, match=r"^\$ dpassay --version: expected a line of what it prints"):
        list(commands(f"$ dpassay --version\n{expected}$ echo $?\n0\n"))


@pytest.mark.parametrize("page", PAGES, ids=[page.stem for page in PAGES])
def test_every_option_that_a_page_names_is_there(page: Path) -> None:
    found = re.findall(r"^```sh\n(.*?)^```$", page.read_text(), re.DOTALL | re.MULTILINE)
    for line in "".join(found).splitlines():
        words = shlex.split(line)
        if words[0] != "dpassay":
            continue
        known = run(words[1], "--help").output
        assert all(word in known for word in words[2:] if word.startswith("--")), line


def test_the_job_runs_what_passes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for kind, block in blocks(DOCS / "how-to" / "test-in-ci.md"):
        if kind != "console" and (named := NAMED.match(block)):
            (tmp_path / named[1]).write_text(block)  # the last of a name is the repaired one
    install, *steps = re.findall(r"- run: (.+)$", (tmp_path / "privacy.yml").read_text(), re.MULTILINE)
    assert install == "python -m pip install dpassay"
    assert [step.split()[0] for step in steps] == ["pytest", "dpassay"]
    for step in steps:
        program = {"pytest": "pytest", "dpassay": "dpassay"}[step.split()[0]]
        command = [sys.executable, "-m", program, *shlex.split(step)[1:]]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=HUNG)
        assert done.returncode == 0, done.stdout + done.stderr


def test_the_command_of_the_readme_runs_the_contract(tmp_path: Path) -> None:
    ((command,),) = [re.findall(r"^pytest -p .+$", README, re.MULTILINE)]
    (tmp_path / "my_package").mkdir()
    (tmp_path / "my_package" / "noise.py").write_text("def laplace(data, *, size):\n    return [float(data)] * size\n")
    words = [sys.executable, "-m", *shlex.split(command), "-p", "no:cacheprovider", "-k", "size_one"]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=HUNG)
    assert "hygiene: 1 passed" in done.stdout, done.stdout + done.stderr


def test_the_auditor_of_the_zoo_answers(tmp_path: Path) -> None:
    ((program,),) = [re.findall(r"^```python\n(.*?)^```$", (ROOT / "zoo" / "README.md").read_text(), re.M | re.DOTALL)]
    (tmp_path / "auditor.py").write_text(program)
    questions = []
    for shift in (0.0, 3.0):
        paths = [str(tmp_path / f"{shift}-{side}.npy") for side in (0, 1)]
        for side, path in enumerate(paths):
            np.save(path, np.arange(5.0) + shift * side)
        questions.append({"answers": "numbers", "samples": paths})
    asked = "".join(f"{json.dumps(question)}\n" for question in [*questions, {"answers": "forms"}])
    command = [sys.executable, str(tmp_path / "auditor.py")]
    done = subprocess.run(command, input=asked, capture_output=True, text=True, check=True, timeout=HUNG)
    assert [json.loads(line)["flag"] for line in done.stdout.splitlines()] == [False, True, None]
