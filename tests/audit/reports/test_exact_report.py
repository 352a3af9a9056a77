"""Reports of exact audits: numbers rounded outward, one screen of text, JSON with all weights, and a page."""

import json
import shlex
from fractions import Fraction
from pathlib import Path

import pytest

from dpassay.audit.evidence.enclosures import Bounds
from dpassay.audit.reports.exact_report import (
    between,
    command,
    epsilon_bounds,
    headline,
    high_text,
    lines,
    low_text,
    render,
    to_json,
    write,
)
from dpassay.audit.reports.report import dumps
from tests.audit.test_exactly import audited

F = Fraction


def test_bounds_are_rounded_outward() -> None:
    assert (low_text(F(2, 3)), high_text(F(2, 3))) == ("0.6666", "0.6667")
    assert (low_text(None), high_text(None)) == ("infinite", "infinite")
    assert between(Bounds(F(1, 3), F(1, 3))) == "= 0.3333"
    assert between(Bounds(F(1, 3), F(2, 3))) == "between 0.3333 and 0.6667"
    assert between(Bounds(F(0), F(1, 3))) == "at most 0.3334"
    assert between(Bounds(F(1, 3), None)) == "at least 0.3333"
    assert between(Bounds(None, None)) == "= infinite"
    assert epsilon_bounds(Bounds(F(3), F(3))) == ("1.099", "1.099")
    assert epsilon_bounds(Bounds(F(2), F(3))) == ("0.6931", "1.099")
    assert epsilon_bounds(Bounds(F(1), None)) == ("0", "infinite")


def test_headlines() -> None:
    assert headline(audited("response")) == (
        "PROVED: the code meets the claim (epsilon = 1.099, delta = 0) on these inputs."
    )
    assert headline(audited("response_too_true")) == (
        "VIOLATION: the law of the code is not that of randomized_response; the code breaks the claim "
        "(epsilon = 1.099, delta = 0): its delta at this epsilon is at least 0.2."
    )
    assert "which is of the size of rounding" in headline(audited("response_of_doubles", epsilon="1", categories="2"))
    undecided = headline(audited("geometric", "discrete_laplace", exp_eps="2", sensitivity="1"))
    assert undecided.startswith("UNDECIDED: the claim (epsilon = 0.6931, delta = 0) is neither met for certain nor bro")
    assert headline(audited("normal", "gaussian", epsilon="1", delta="1e-5", sensitivity="1")).startswith(
        "COULD NOT RUN: coins: the target draws by normal() at exact_targets.py:"
    )


def test_one_screen_of_lines() -> None:
    assert lines(audited("response")) == [
        "delta = 0 at epsilon = 1.099",
        "epsilon = 1.099 at delta = 0",
        "both inputs: the law of the code is exactly that of randomized_response",
        "both inputs: 2 branches (all there are), 2 answers; nothing is left over",
    ]
    assert lines(audited("response_that_fails")) == [
        "delta = 0.125 at epsilon = 1.099",
        "epsilon = infinite at delta = 0",
        "event: raises RuntimeError",
        "  at least 0.125 on input 2, at most 0 on input 1",
        "input 1: the law of the code is exactly that of randomized_response",
        "input 2: total variation from the law of randomized_response = 0.125; P(raises RuntimeError) is 0.125, not 0",
        "input 1: 2 branches (all there are), 2 answers; nothing is left over",
        "input 2: 3 branches (all there are), 3 answers; nothing is left over",
        "input 2: raises RuntimeError: boom",
    ]


def test_the_json_has_all_weights() -> None:
    report = json.loads(dumps(to_json(audited("response"))))
    assert report["laws"][0]["weights"] == [["0", "3/4"], ["1", "1/4"]]
    assert report["laws"][0]["leftover"] == "0"
    assert report["privacy"]["exp_epsilon"] == ["3", "3"]
    assert report["matches"] == [{"total_variation": ["0", "0"], "is_equal": True}] * 2
    assert report["failure"] is None
    failed = to_json(audited("normal", "gaussian", epsilon="1", delta="1e-5", sensitivity="1"))
    assert failed["failure"]["kind"] == "coins"
    assert failed["privacy"] is None
    assert failed["laws"] == []


def test_the_command_repeats_the_audit() -> None:
    parts = shlex.split(command(audited("response")))
    assert parts[:2] == ["dpassay", "audit"]
    assert parts[3:] == [
        *("--exact", "--mechanism", "randomized_response", "--param", "exp_eps=3", "--param", "categories=2"),
        *("--data=0", "--neighbor=1", "--branches", "300", "--leftover", "1/1000000000000"),
    ]


def test_the_page_shows_the_law_and_escapes_what_is_the_target_s(tmp_path: Path) -> None:
    report = to_json(audited("response"))
    report["laws"][0]["weights"][0][0] = "<script>"
    page = render(report)
    assert "&lt;script&gt;" in page
    assert "<script>" not in page
    assert "3/4" in page
    paths = write(tmp_path / "out", "name", report)
    assert [path.name for path in paths] == ["name.json", "name.html"]
    assert "<html" in paths[1].read_text()


def test_a_folder_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ValueError, match=r"^directory = "):
        write(tmp_path / "file" / "below", "name", to_json(audited("response")))
