"""Formulas of proofs are typeset as they would be on paper, brackets only where they are needed."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from tools.site.formulas import GREEK, of_formula

LEDGER = Path(__file__).parents[3] / "ledger"


def plain(text: str) -> str:
    """Return a formula without its tags: {above|below} is a fraction, ^ raises, _ lowers."""
    found = re.sub(r' alttext="[^"]*"', "", of_formula(text))
    row = r"<mrow>((?:(?!</?mrow>).)*)</mrow>"
    for _ in range(40):
        found = re.sub(rf"<mfrac>{row}{row}</mfrac>", r"{\1|\2}", found)
        found = re.sub(rf"<msup>(?:{row}|(<mi>.</mi>)){row}</msup>", r"\1\2^(\3)", found)
        found = re.sub(rf"<munderover>(<mo>.</mo>){row}{row}</munderover>", r"\1_(\2)^(\3)", found)
        found = re.sub(rf"<msub>(<mi>.{{1,2}}</mi>)(?:{row}|(<mn>\d+</mn>))</msub>", r"\1_\2\3", found)
    return unescape(re.sub(r"<[^>]+>", "", found)).replace("\u2062", "").replace("\u2212", "-")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a - (b - c)", "a-(b-c)"),
        ("a - b*c", "a-bc"),
        ("a*(b + c)", "a⋅(b+c)"),
        ("(a + b)*c", "(a+b)c"),
        ("2*3", "2⋅3"),
        ("risk*eps", "risk⋅ε"),
        ("-T*a", "-Ta"),
        ("a*(-b)", "a⋅(-b)"),
        ("a - (-b*c)", "a-(-bc)"),
        ("1/(a + b)", "{1|a+b}"),
        ("(a + b)**2", "(a+b)^(2)"),
        ("f(x)**2", "f(x)^(2)"),
        ("exp(-T*a)", "e^(-Ta)"),
        ("exp(a)**2", "(e^(a))^(2)"),
        ("exp(alpha*beta*gamma*delta)", "exp(αβγδ)"),
        ("sum(w(t, i), t, 1, T)", "∑_(t=1)^(T)w(t,i)"),
        ("sum(a + b, t, 1, T) + c", "∑_(t=1)^(T)(a+b)+c"),
        ("sum(a, t, 1, T)*c", "(∑_(t=1)^(T)a)c"),
        ("c - sum(a, t, 1, T)", "c-∑_(t=1)^(T)a"),
        ("E(X) <= Pr(X > e, y(t))", "\U0001d53c[X]≤Pr_y(t)[X>e]"),
        ("[x <= 1]*y", "[x≤1]y"),
        ("delta0 = x2", "δ_0=x_2"),
        ("a <= b < c", "a≤b<c"),
        ("a <= b and c = d", "a≤b and c=d"),
    ],
)
def test_a_formula_looks_as_on_paper(text: str, expected: str) -> None:
    assert plain(text) == expected


@pytest.mark.parametrize("text", ["a ++", "a <=", "lambda: x", "a if b else c", "'x'", "a // b"])
def test_what_is_no_formula_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"^text = .*: expected"):
        of_formula(text)


def formulas(root: Mapping[str, Any]) -> Iterator[str]:
    """Yield all formulas of a record."""
    yield from (root["formula"], *root["where"], *root["let"].values())
    for step in root.get("steps", ()):
        yield from (step["formula"], *step["where"])
    for part in root.get("parts", {}).values():
        yield from formulas(part)


def letters(text: str) -> Counter[str]:
    """Count names and numbers; Greek ones by their letters, digits apart from names, and signs that have no name."""
    words = re.findall(r"[A-Za-z_]+|\d+|[^\x00-\x7f]", text)
    signs = {"sum": "∑", "E": "\U0001d53c", "sqrt": ""}
    named = (signs.get(word, GREEK.get(word, word)) for word in words)
    return Counter(name.strip("_") for name in named if name not in {"", "e", "exp", "and", "≤", "≥", "⋅"})


def test_every_formula_of_the_ledger_is_typeset_with_all_its_names_and_numbers() -> None:
    roots = [json.loads(path.read_text()).get("root") for path in LEDGER.glob("*-*.json")]
    texts = {text for root in roots if root for text in formulas(root)}
    assert len(texts) > 2000
    for text in texts:
        found = re.sub(r' alttext="[^"]*"', "", of_formula(text))
        shown = unescape(re.sub(r"<[^>]+>", " ", found)).replace("\u2062", "").replace("\u2212", "")
        assert letters(shown) == letters(text.replace("l_", "l ")), text
