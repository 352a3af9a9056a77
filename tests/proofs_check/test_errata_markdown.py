"""Texts as Markdown shows them: by hand."""

from __future__ import annotations

import pytest

from dpassay.proofs_check.errata_markdown import escaped, paragraphs, sentence, table, with_code


def test_nothing_is_marked_up() -> None:
    assert escaped("a*b_1 < $c$ [d]") == "a\\*b\\_1 \\< \\$c\\$ \\[d\\]"


def test_code_is_left_as_it_is() -> None:
    assert with_code("x_1 is `x_1*2` and y_1") == "x\\_1 is `x_1*2` and y\\_1"


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("two models", "Two models."),
        ("a vote", "A vote."),
        ("alpha is small.", "alpha is small."),
        ("c = 1/4", "c = 1/4."),
        ("x and y", "x and y."),
    ],
)
def test_sentences(words: str, expected: str) -> None:
    assert sentence(words) == expected


def test_paragraphs() -> None:
    assert list(paragraphs("  ")) == []
    assert list(paragraphs(" one_two ")) == ["one\\_two"]


def test_tables() -> None:
    assert table([("a", "1|2"), ("b", "3")]) == "| | |\n|---|---|\n| a | 1\\|2 |\n| b | 3 |"
    assert table([("a", "b", "c")]).startswith("| | | |\n|---|---|---|\n")
