"""The table over many audits: a row for everything, what was known beforehand beside what was found."""

import json
import pickle
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from rich.console import Console

from dpassay.audit.answers.environments import OWN, Environment, TargetSpec, load_targets
from dpassay.audit.assess import Assessment, Plan, Subject, assess
from dpassay.audit.reports import summary
from dpassay.audit.reports.summary import Outcome, Row
from dpassay.cli.verdicts import summary_table

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
ROW = Row("some-target", "lib 1.0", "laplace", "consistent", "pass", "measured", 1.5, 1.0, 0.0, 0.9, 0.005, 0.4)


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
        console.print(summary_table(rows, width), crop=False)
    return capture.get()


# Rows


def test_each_outcome_is_a_row(rows: list[Row]) -> None:
    assert [row.verdict for row in rows] == ["consistent", "violation", "violation", "could not run", "not installed"]
    assert [row.as_expected for row in rows] == [True, True, False, False, False]
    assert [row.exit_code for row in rows] == [0, 0, 1, 2, 2]
    assert [row.report for row in rows] == ["right.html", "wrong.html", "surprise.html", "broken.html", None]


@pytest.mark.parametrize(
    ("verdict", "expected", "code"),
    [
        ("consistent", "pass", 0),
        ("consistent", "flag", 1),
        ("violation", "pass", 1),
        ("violation", "flag", 0),
        ("could not run", "pass", 2),
        ("could not run", "flag", 2),
        ("not installed", "pass", 2),
        ("not installed", "flag", 2),
        ("inconclusive", "pass", 3),
        ("inconclusive", "flag", 3),
    ],
)
def test_what_a_row_makes_of_the_run(verdict: summary.RowVerdict, expected: summary.Expected, code: int) -> None:
    row = replace(ROW, verdict=verdict, expected=expected)
    assert (row.exit_code, row.as_expected) == (code, code == 0)
    assert summary.to_json([ROW, row])["exit_code"] == code


@pytest.mark.parametrize(
    ("codes", "code"), [([], 0), ([0, 0], 0), ([0, 3], 3), ([3, 2, 0], 2), ([2, 3, 1, 0], 1), ([2, 2], 2)]
)
def test_the_worst_decides(codes: list[int], code: int) -> None:
    assert summary.worst(codes) == code


def test_an_audit_has_its_numbers(rows: list[Row]) -> None:
    right, wrong = rows[:2]
    assert (right.claimed_epsilon, right.claimed_delta, right.alpha) == (1.0, 0.0, 0.005)
    assert right.certified_epsilon is not None
    assert 0 <= right.certified_epsilon < 1
    assert right.p_value is not None
    assert right.p_value > 0.01
    assert wrong.p_value is not None
    assert wrong.p_value < 1e-6
    assert wrong.note.count(" | ") == 1
    assert "epsilon is at least" in wrong.note


def test_what_was_not_audited_has_none(rows: list[Row]) -> None:
    for row in rows[3:]:
        assert (row.certified_epsilon, row.alpha, row.p_value) == (None, None, None)
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
        "4 of 5 targets audited; 2 as known beforehand, 1 not: surprise; 1 could not be run: broken; "
        "1 could not be installed: elsewhere."
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
    assert (content["as_expected"], content["exit_code"]) == (False, 1)
    assert [row["confidence"] for row in content["rows"]] == ["99.5 %", "99.5 %", "99.5 %", None, None]
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


@pytest.mark.parametrize("width", [80, 120, 160])
def test_the_table_fits_the_terminal(width: int, rows: list[Row]) -> None:
    text = printed(rows, width)
    assert max(map(len, text.splitlines())) <= width
    for words in ("consistent", "violation", "could not run", "not installed", "pass (!)", "99.5 %"):
        assert words in text
    flat = "".join(text.split())
    assert "[bold]no[/bold]<b>luck</b>" in flat


@pytest.mark.parametrize("width", [80, 120])
def test_no_name_and_no_number_of_the_built_in_targets_is_broken(width: int) -> None:
    verdicts: list[summary.RowVerdict] = ["consistent", "violation", "could not run", "inconclusive", "not installed"]
    table = [
        replace(
            ROW,
            target=each.name,
            version="lib 0.0.0" if each.environment == OWN else each.environment.replace("-", " "),
            mechanism=each.mechanism,
            verdict=verdicts[place % 5],
            seconds=119.94,
            claimed_epsilon=1 / 3,
            certified_epsilon=0.12345,
            p_value=0.0,
        )
        for place, each in enumerate(load_targets().values())
    ]
    text = printed(table, width)
    assert max(map(len, text.splitlines())) <= width
    for row in table:
        line = next(line for line in text.splitlines() if line.startswith(f"{row.target} "))
        assert line.split()[1:3] == ["0.3333", "<="]
        assert line.endswith(f"<= 1e-300 {row.verdict:13} 119.9")
        place = text.index(line)
        below = " ".join(text[place:].splitlines()[1:3])
        assert row.version in below
        assert row.mechanism in below
    assert text.count("≥ 0.1235 ") == len(table)


def test_the_caption_says_what_the_exit_code_means(rows: list[Row]) -> None:
    text = " ".join(printed(rows, 80).split())
    assert "exit code 1 (0: every audit found what is known of its target; 1: one found something else" in text


@pytest.mark.parametrize(("width", "columns"), [(40, 5), (80, 9)])
def test_a_narrow_table_has_fewer_columns(width: int, columns: int) -> None:
    assert len(summary_table([ROW], width).columns) == columns


@pytest.mark.parametrize("width", [20, 80])
def test_long_names_are_not_cut(width: int) -> None:
    name = "opendp-0.14.1-noisy-max-exponential" * 2
    assert name in printed([replace(ROW, target=name)], width)


@pytest.mark.parametrize(("alpha", "words"), [(0.01 / 96, "99.989 %"), (5e-7, "99.99995 %"), (1e-20, "1 - 1e-20")])
def test_a_confidence_is_the_same_everywhere(alpha: float, words: str, tmp_path: Path) -> None:
    row = replace(ROW, alpha=alpha, p_value=0.0)
    data, page = summary.write_summary([row], tmp_path)
    assert f"with {words} confidence" in " ".join(printed([row], 80).split())
    assert json.loads(data.read_text(encoding="utf-8"))["rows"][0]["confidence"] == words
    html = Links(page.read_text(encoding="utf-8")).words
    assert words in html
    assert "p <= 1e-300" in html
