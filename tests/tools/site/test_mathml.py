"""Formulas of LaTeX become MathML, and what cannot be typeset is refused by name."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tools.site import mathml

LEDGER = Path(__file__).parents[3] / "ledger"


def plain(found: str) -> str:
    """Return what a reader sees of MathML."""
    return "".join(ET.fromstring(found).itertext())


def test_a_formula_is_mathml_with_its_source() -> None:
    found = mathml.of_latex(r"\tfrac{a}{b} \le \varepsilon < 1", display=True)
    tree = ET.fromstring(found)
    assert tree.get("alttext") == r"\tfrac{a}{b} \le \varepsilon < 1"
    assert tree.get("display") == "block"
    assert plain(found) == "ab≤ε<1"


def test_large_delimiters_and_small_capitals_are_typeset() -> None:
    assert plain(mathml.of_latex(r"\Big\{ x \Big\}")) == "{x}"
    assert plain(mathml.of_latex(r"\big\| x \big\|")) == "‖x‖"
    assert plain(mathml.of_latex(r"\textsc{Regret}(A)")) == "Regret(A)"


@pytest.mark.parametrize("latex", [r"a \nosuchcommand b", r"\Big\nosuch x"])
def test_an_unknown_command_is_named(latex: str) -> None:
    with pytest.raises(ValueError, match=r"^latex = .*nosuch"):
        mathml.of_latex(latex)


def test_every_statement_of_the_ledger_is_typeset() -> None:
    records = [json.loads(path.read_text()) for path in LEDGER.glob("*-*.json")]
    assert len(records) > 500
    for record in records:
        found = mathml.of_latex(record["statement"]["latex"], display=True)
        assert "merror" not in found
        assert not re.search(r"\\[A-Za-z]", plain(found)), record["id"]
