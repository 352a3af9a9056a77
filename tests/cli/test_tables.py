"""Tables on narrow and wide terminals: no name and no number is broken in the middle, and no line is too long."""

from __future__ import annotations

import io
import random
from pathlib import Path

import pytest

from dpassay.cli.tables import Grid, Screen, print_grid, widened
from tests.cli.harness import run

WIDTHS = (80, 120)
CALIBRATE = ["calibrate", "--epsilon", "0.1", "--delta", "1e-6", "--rounds", "1000", "--experts", "4"]


def printed(grid: Grid, width: int) -> list[str]:
    """Print on a page."""
    page = io.StringIO()
    print_grid(Screen(file=page, width=width), grid)
    return page.getvalue().splitlines()


def pieces(lines: list[str]) -> list[str]:
    """Return the entries of all tables, as they stand between borders."""
    return [entry.strip() for line in lines if line.startswith("│") for entry in line.strip("│").split("│")]


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("seed", range(8))
def test_every_entry_is_in_one_piece_beside_its_keys(width: int, seed: int) -> None:
    rng = random.Random(seed)
    sizes = [rng.randint(1, 24) for _ in range(rng.randint(3, 16))]
    headings = [f"h{k} " + "word " * rng.randint(0, 3) for k in range(len(sizes))]
    rows = [["x" * rng.randint(1, size - 1) + str(row) if size > 1 else "7" for size in sizes] for row in range(3)]
    grid = Grid("A title of some words", headings, rows, "A caption. " * 20, keys=2, left=headings[:1])
    lines = printed(grid, width)
    assert max(map(len, lines)) <= width
    for row in rows:
        shown = [line for line in lines if row[1] in pieces([line]) and pieces([line])[:2] == row[:2]]
        assert shown
        assert [entry for entry in row[2:] if entry not in pieces(shown)] == []


def test_parts_are_numbered_and_all_begin_with_the_keys() -> None:
    lines = printed(Grid("Many", ["key", *"abcdef"], [["k", *("1234567890" * 2 for _ in range(6))]]), 80)
    assert [line for line in lines if line.startswith("Many")] == ["Many (1 of 2)", "Many (2 of 2)"]
    assert pieces(lines).count("k") == 2
    assert printed(Grid("Few", ["key", "a"], [["k", "1"]]), 80)[0] == "Few"


def test_what_is_wider_than_the_page_is_folded_and_whole() -> None:
    lines = printed(Grid("Wide", ["key", "a"], [["k", "z" * 200]]), 80)
    assert max(map(len, lines)) <= 80
    assert "".join(lines).count("z") == 200
    assert printed(Grid("None", ["key", "a"], []), 80)[0] == "None"


def test_a_page_is_as_wide_as_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    assert widened(Screen(file=io.StringIO()), 150).width == 150
    monkeypatch.setenv("COLUMNS", "80")
    assert widened(Screen(file=io.StringIO()), 150).width == 80


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a finished experiment."""
    return tmp_path_factory.mktemp("measured")


def commands(folder: Path) -> dict[str, list[str]]:
    """Return the commands whose tables are looked at."""
    setting = ["--experts", "2", "--exp-learning-rate", "3/2", "--fake-switch", "0.9", "--batch", "1"]
    privacy = ["experiment", "lazy-privacy", "--seconds", "1e-9", *setting, "--out", str(folder)]
    return {"calibrate": CALIBRATE, "lazy-privacy": privacy}


@pytest.mark.parametrize("name", commands(Path()))
def test_commands_print_the_same_entries_at_every_width(measured: Path, name: str) -> None:
    entries = {}
    for width in (1000, *WIDTHS):
        result = run(*commands(measured)[name], columns=width)
        assert result.exit_code == 0, result.output
        lines = result.stdout.splitlines()
        assert max(len(line) for line in lines if line.startswith(("│", "┃", "└"))) <= width
        entries[width] = {entry for entry in pieces(lines) if any(map(str.isdigit, entry))}
    assert entries[1000]
    for width in WIDTHS:
        assert entries[1000] <= entries[width]


@pytest.mark.parametrize("width", WIDTHS)
def test_the_list_of_claims_has_whole_names_and_whole_words(width: int, tmp_path: Path) -> None:
    """A folder without any certificate will do."""
    result = run("claims", "list", "--ledger", tmp_path, columns=width)
    whole = run("claims", "list", "--ledger", tmp_path, columns=1000)
    lines, others = (
        {line.split()[0]: line for line in printed.output.splitlines() if line.startswith("  ") and line.strip()}
        for printed in (result, whole)
    )
    assert len(lines) > 200
    assert max(map(len, lines.values())) <= width
    assert set(lines) == set(others)
    for name, line in lines.items():
        assert set(line.split()) - {"..."} <= set(others[name].split())
