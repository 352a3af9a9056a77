"""Texts of claims become links where they name a claim, a step or a lemma, and nothing else in them becomes HTML."""

from __future__ import annotations

import pytest
from jinja2 import UndefinedError

from tools.site.markup import Part, environment, formula, linked, reason, shortened, slug

PART = Part("", "step-", {}, frozenset({"first", "a & b"}), frozenset({"potential", "potential of weights"}))


def test_ids_of_claims_are_links_and_other_words_are_not() -> None:
    assert linked("by LEC-14, LEC-14-sharp and ABC-12 <b>") == (
        'by <a href="LEC-14.html">LEC-14</a>, <a href="LEC-14-sharp.html">LEC-14-sharp</a> and ABC-12 &lt;b&gt;'
    )


def test_steps_and_lemmas_of_a_reason_are_links() -> None:
    assert reason("adding 2 * [first], [a fact]", PART) == 'adding 2 * [<a href="#step-first">first</a>], [a fact]'
    told = reason("by potential of weights, from [first]", PART)
    assert told.startswith('by <a href="#lemma-potential-of-weights">potential of weights</a>, from')
    assert "<i>" not in reason("in words: <i>", PART)


def test_a_text_that_is_no_formula_stands_as_it_is() -> None:
    assert formula("first = ((1, 0), ...) <") == "<code>first = ((1, 0), ...) &lt;</code>"
    assert formula("a < b").startswith("<math ")


def test_long_values_and_addresses_are_short() -> None:
    assert len(shortened("x" * 5000)) < 300
    assert shortened("x") == "x"
    assert slug("Lemma: a & b (2)") == "lemma-a-b-2"


def test_a_template_that_asks_for_what_is_not_there_fails() -> None:
    with pytest.raises(UndefinedError):
        environment().from_string("{{ nothing }}").render()
