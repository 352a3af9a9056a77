"""Examples of the errata: each entry and each name stands beside what it is."""

from __future__ import annotations

from dataclasses import replace

from dpassay.proofs_check import certificates
from dpassay.proofs_check.errata_examples import formula, instance, shown_entries, shown_names
from dpassay.proofs_check.failing import Failure, failure
from dpassay.proofs_check.registry import CLAIMS


def failing(name: str) -> Failure:
    found = failure(name)
    assert found is not None
    return found


def test_an_entry_stands_beside_its_words_and_the_numbers_beside_how_they_follow() -> None:
    goal = certificates.load("LEC-17")["goals"][0]
    first, numbers, told = instance(CLAIMS["LEC-17"], goal["statement"], goal["evidence"])
    assert "| learning\\_rate | 1 | alpha |" in first
    assert "| left side times alpha | 0.5 |" in numbers
    assert told.startswith("By hand: With alpha = 1")
    assert "`1/2 - 1 - ln(2) ~ -1.19314718056`" in told


def test_a_formula_has_its_letters_its_quantities_and_what_defines_them() -> None:
    record = certificates.load("LEC-11")
    head, at, here, defined, told = formula(CLAIMS["LEC-11"], record["root"], failing("LEC-11"))
    assert head.startswith("**As a formula** of any choices among experts: `E(sum(g(t), t, 1, T)) <= best`")
    assert "| `T` | 2 | the number of rounds |" in at
    assert at.endswith("where 2, which is `E(sum(g(t), t, 1, T))`, is not at most 1, which is `best`.")
    assert "| `chosen(t, i)` | 1 where expert i is chosen in round t, else 0 |" in here
    assert defined == "By definition `g(t) = sum(chosen(t, i)*r(t, i), i, 1, K)`."
    assert told.startswith("By hand: ")


def test_what_has_no_words_defines_nothing() -> None:
    root = certificates.load("LEC-11")["root"]
    unknown = replace(failing("LEC-11"), definitions=(("g(t) = secret(t)", ("g", "secret")),))
    assert not any("secret" in part for part in formula(CLAIMS["LEC-11"], root, unknown))


def test_abbreviations_that_a_formula_does_not_use_are_left_out() -> None:
    record = certificates.load("LEC-14b")
    head = next(formula(CLAIMS["LEC-14b"], record["root"], failing("LEC-14b")))
    assert "with `G = sum(g(t), t, 1, T)`" in head
    assert {"Z", "m"} <= set(record["root"]["let"])
    assert "`Z = " not in head
    assert "`m = " not in head


def test_a_long_entry_and_a_rule_are_told_in_words_alone() -> None:
    game = failing("LEC-14b")
    root = certificates.load("LEC-14b")["root"]
    assert len(shown_entries(game)["rewards"]) > 1000
    assert "| rewards |  | round 1 pays nothing; each later round" in list(formula(CLAIMS["LEC-14b"], root, game))[1]
    assert shown_entries(failing("LEC-18"))["first"] == ""


def test_what_is_shown() -> None:
    assert shown_names(failing("LEC-11")) == ["T", "g", "P", "best"]
    assert "factor" not in shown_entries(failing("LEC-16"))
