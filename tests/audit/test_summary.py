"""The table over many audits: a row for everything, what was known beforehand beside what was found."""

import json
import pickle
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from rich.console import Console

from dpassay.audit import summary
from dpassay.audit.assess import Assessment, Plan, Subject, assess
from dpassay.audit.environments import OWN, Environment, TargetSpec
from dpassay.audit.summary import Outcome, Row

TARGETS = """
import numpy as np


def honest(data, *, size, rng, epsilon, categories):
    keep = rng.random(size) < np.expm1(epsilon) / (np.exp(epsilon) + categories - 1)
    return np.where(keep, data, rng.integers(0, categories, size))


def silent(data, *, size, epsilon, categories):
    return np.full(size, data)


def raises(data, *, size, epsilon, categories):
    raise RuntimeError("[bold]no[/bold] <b>luck</b>")
"""

NO_NETWORK = Environment("opendp-0.16.0", None, "No matching distribution found\nfor opendp==0.16.0", 3.25)
ROW = Row("some-target", "lib 1.0", "laplace", "consistent", "pass", "measured", 1.5, 1.0, 0.0, 0.9, 0.995, 0.4)


def spec(name: str, expect: str, target: str = "x:y", environment: str = OWN) -> TargetSpec:
    return TargetSpec(
        name=name,
        environment=environment,
        target=target,
        mechanism="randomized_response",
        parameters={"epsilon": "1", "categories": "3"},
        seeded=True,
        expect="flag" if expect == "flag" else "pass",
        why="measured & <known>",
    )


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> list[Row]:
    file = tmp_path_factory.mktemp("targets") / "targets.py"
    file.write_text(TARGETS)

    def audit(name: str) -> Assessment:
        target = spec(name, "pass", f"{file}:{name}")
        return assess(Subject(target.target, target.mechanism, target.parameters), Plan(samples=1_000))

    return summary.summary_rows(
        [
            Outcome(spec("right", "pass"), audit("honest")),
            Outcome(spec("wrong", "flag"), audit("silent")),
            Outcome(spec("surprise", "pass"), audit("silent")),
            Outcome(spec("broken", "pass"), audit("raises")),
            Outcome(spec("elsewhere", "flag", environment="opendp-0.16.0"), NO_NETWORK),
        ]
    )


def printed(rows: list[Row], width: int) -> str:
    console = Console(width=width, color_system=None)
    with console.capture() as capture:
        console.print(summary.table(rows, width))
    return capture.get()


# Rows


def test_each_outcome_is_a_row(rows: list[Row]) -> None:
    assert [row.verdict for row in rows] == ["consistent", "violation", "violation", "could not run", "not installed"]
    assert [row.as_expected for row in rows] == [True, True, False, False, True]
    assert [row.report for row in rows] == ["right.html", "wrong.html", "surprise.html", "broken.html", None]


@pytest.mark.parametrize(
    ("verdict", "expected", "fits"),
    [
        ("consistent", "pass", True),
        ("consistent", "flag", False),
        ("violation", "pass", False),
        ("violation", "flag", True),
        ("inconclusive", "pass", False),
        ("inconclusive", "flag", False),
        ("could not run", "pass", False),
        ("could not run", "flag", False),
        ("not installed", "pass", True),
        ("not installed", "flag", True),
    ],
)
def test_what_is_as_expected(verdict: summary.RowVerdict, expected: summary.Expected, fits: bool) -> None:
    assert replace(ROW, verdict=verdict, expected=expected).as_expected is fits


def test_an_audit_has_its_numbers(rows: list[Row]) -> None:
    right, wrong = rows[:2]
    assert (right.claimed_epsilon, right.claimed_delta, right.confidence) == (1.0, 0.0, 0.995)
    assert right.certified_epsilon is not None
    assert 0 <= right.certified_epsilon < 1
    assert right.p_value is not None
    assert right.p_value > 0.01
    assert wrong.p_value is not None
    assert wrong.p_value < 1e-6
    assert wrong.note.count(" | ") == 2
    assert "epsilon is at least" in wrong.note


def test_what_was_not_audited_has_none(rows: list[Row]) -> None:
    for row in rows[3:]:
        assert (row.certified_epsilon, row.confidence, row.p_value) == (None, None, None)
    assert rows[3].note == "raised: the target raised RuntimeError: [bold]no[/bold] <b>luck</b>"


def test_an_environment_that_cannot_be_made_is_one_line(rows: list[Row]) -> None:
    row = rows[-1]
    reason = "No matching distribution found for opendp==0.16.0"
    assert row.note == f"environment opendp-0.16.0 could not be made: {reason}"
    assert (row.version, row.seconds) == ("opendp-0.16.0", 3.25)


def test_rows_pass_between_processes(rows: list[Row]) -> None:
    assert pickle.loads(pickle.dumps(rows)) == rows


def test_the_headline_counts(rows: list[Row]) -> None:
    assert summary.headline(rows) == (
        "4 of 5 targets audited; 2 as known beforehand, 2 not: surprise, broken; 1 could not be installed."
    )
    assert summary.headline([ROW]) == "1 of 1 targets audited; 1 as known beforehand."


# Files


class Links(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.links: list[str] = []
        self.words = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.links += [value or "" for name, value in attrs if name in {"href", "src"}]

    def handle_data(self, data: str) -> None:
        self.words += data


def test_the_summary_is_written(rows: list[Row], tmp_path: Path) -> None:
    data, page = summary.write_summary(rows, tmp_path / "new")
    assert sorted(path.name for path in (tmp_path / "new").iterdir()) == ["summary.html", "summary.json"]
    content = json.loads(data.read_text(encoding="utf-8"))
    assert content["format"] == summary.FORMAT
    assert content["counts"] == {"consistent": 1, "violation": 2, "could not run": 1, "not installed": 1}
    assert content["as_expected"] is False
    assert [row["target"] for row in content["rows"]] == ["right", "wrong", "surprise", "broken", "elsewhere"]
    html = Links(page.read_text(encoding="utf-8"))
    assert html.links == ["right.html", "wrong.html", "surprise.html", "broken.html"]
    assert not {"script", "link", "img", "b"} & html.tags
    assert rows[3].note in html.words
    assert rows[4].note in html.words


def test_no_rows_are_a_summary_too(tmp_path: Path) -> None:
    data, _ = summary.write_summary([], tmp_path)
    assert json.loads(data.read_text(encoding="utf-8"))["rows"] == []


def test_a_folder_that_cannot_be_made_is_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ValueError, match=r"^directory = .*: expected a folder that can be made"):
        summary.write_summary([ROW], tmp_path / "file" / "below")


# The terminal


@pytest.mark.parametrize("width", [80, 112, 160])
def test_the_table_fits_the_terminal(width: int, rows: list[Row]) -> None:
    text = printed(rows, width)
    assert max(map(len, text.splitlines())) <= width
    for words in ("consistent", "violation", "could not run", "not installed", "pass (!)", "99.5 %"):
        assert words in text
    flat = "".join(text.split())
    assert all("".join(row.target.split()) in flat for row in rows)
    assert "[bold]no[/bold]<b>luck</b>" in flat


@pytest.mark.parametrize(("width", "columns"), [(80, 7), (111, 7), (112, 9), (200, 9)])
def test_a_narrow_table_has_fewer_columns(width: int, columns: int) -> None:
    assert len(summary.table([ROW], width).columns) == columns


def test_long_names_are_not_cut() -> None:
    name = "opendp-0.14.1-noisy-max-exponential"
    text = printed([replace(ROW, target=name)], 80)
    assert name in "".join(line.split()[0] for line in text.splitlines() if line.split())
