"""The command line as a whole: an output that cannot be written, a folder that is gone, and odd words."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from dpassay.cli import COMMANDS, main
from dpassay.cli.options import one_line, read_folder
from tests.cli.harness import PROGRAM, printed_to, run

LAW = ["law", "randomized_response", "-p", "epsilon=1", "-p", "categories=3"]
NO_SPACE = "Error: output: expected a place that can be written (No space left on device)\n"


@pytest.mark.parametrize("words", [["mechanisms"], ["claims", "show", "LEC-17"], LAW, ["--help"]], ids=" ".join)
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_full_device_is_one_line_and_exit_code_2(words: list[str]) -> None:
    with Path("/dev/full").open("w") as full:
        assert printed_to(full, *words) == (2, NO_SPACE)


@pytest.mark.parametrize("words", [["mechanisms"], ["claims", "show", "LEC-17"], ["--help"]], ids=" ".join)
def test_an_output_that_nobody_reads_ends_in_silence(words: list[str]) -> None:
    """With the exit code of a program that a closed pipe ends, and none that would be a verdict."""
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "w") as unread:
        assert printed_to(unread, *words) == (141, "")


@pytest.mark.parametrize(
    ("words", "code", "complaint"),
    [
        (["mechanisms"], 0, ""),
        (["claims", "show", "LEC-17"], 0, ""),
        (
            ["claims", "run", "LEC-17", "--ledger", "here"],
            2,
            "Error: ledger = here: expected a folder that can be made",
        ),
        (["experiment", "lazy-regret", "--quick"], 2, "Error: out = experiment-results: expected a folder"),
        (["audit-all"], 2, "Error: "),
    ],
    ids=str,
)
def test_a_deleted_working_directory(tmp_path: Path, words: list[str], code: int, complaint: str) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    # the folder is deleted when the program has started in it
    program = f"import os; os.rmdir({str(gone)!r}); {PROGRAM[2]}"
    command = [sys.executable, "-c", program, *words]
    result = subprocess.run(command, cwd=gone, capture_output=True, text=True, check=False)
    assert result.returncode == code, result.stderr
    assert result.stderr.startswith(complaint)
    assert len(result.stderr.splitlines()) == (1 if complaint else 0)


FOLDERS = {
    "": "'': expected",
    "  ": "' ': expected",
    "a" * 400: f"{'a' * 40}...{'a' * 12}: expected a folder that can be made or read (File name too long)",
    f"{__file__}/below": "expected a folder that can be made or read (Not a directory)",
    __file__: "expected a folder that can be made or read (Not a directory)",
    "zero\0": "embedded null",
}


@pytest.mark.parametrize(("text", "complaint"), FOLDERS.items(), ids=range(len(FOLDERS)))
@pytest.mark.parametrize(
    "words", [["claims", "list", "--ledger"], ["claims", "run", "--ledger"], ["experiment", "ldp-privacy", "--out"]]
)
def test_what_can_be_no_folder(words: list[str], text: str, complaint: str) -> None:
    result = run(*words, text)
    assert result.exit_code == 2
    assert result.output.startswith(f"Error: {words[-1][2:]} = ")
    assert complaint in " ".join(result.output.split("\0"))
    assert len(result.output.splitlines()) == 1


def test_folders_that_are_there_or_could_be(tmp_path: Path) -> None:
    assert read_folder(str(tmp_path), "out") == tmp_path
    assert read_folder(str(tmp_path / "a" / "b"), "out") == tmp_path / "a" / "b"
    assert read_folder("..", "out") == Path("..")


@pytest.mark.parametrize("word", ["a\nb", "a\rb", "\x1b[31mred", "\u2028", "x" * 10_000])
def test_a_complaint_is_one_line_that_a_terminal_can_show(word: str) -> None:
    result = run("claims", "list", "--source", word)
    assert result.exit_code == 2
    assert len(result.output.splitlines()) == 1
    assert len(result.output) < 1100
    assert result.output[:-1].isprintable()


def test_one_line_leaves_words_as_they_are() -> None:
    assert one_line("id = 'é': expected ≤ 3") == "id = 'é': expected ≤ 3"
    assert one_line("a\nb\x07") == r"a\nb\x07"


def test_every_command_is_listed_with_its_own_words() -> None:
    """The list is written without loading them."""
    context = main.make_context("dpassay", ["mechanisms"])
    assert main.list_commands(context) == sorted(COMMANDS)
    printed = " ".join(run("--help").output.split())
    for name, (_, line, _) in COMMANDS.items():
        command = main.get_command(context, name)
        assert command is not None
        assert command.name == name
        assert " ".join((command.help or "").partition("\n\n")[0].split()) == line
        assert f"{name} {line}" in printed


def test_no_other_command_is_known() -> None:
    result = run("assay")
    assert result.exit_code == 2
    assert "No such command 'assay'" in result.output
