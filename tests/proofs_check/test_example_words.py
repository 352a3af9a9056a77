"""Every example of the errata is told in words, by what it is now; and the arithmetic in these words is true."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from dpassay.proofs_check import certificates
from dpassay.proofs_check.claim import Role, Verdict
from dpassay.proofs_check.errata_examples import shown_entries, shown_names
from dpassay.proofs_check.example_words import ALL, FOLDER, Words, mark, name_of, tables_of, words_of
from dpassay.proofs_check.failing import Failure, failure
from dpassay.proofs_check.registry import CLAIMS
from dpassay.proofs_check.sources import SOURCES
from tests.proofs_check.arithmetic_by_hand import is_true, pieces, value

FALSE = {Verdict.REFUTED: Role.COUNTEREXAMPLE, Verdict.REPAIRED: Role.BROKEN_STEP}
KEYS = {"entries", "names", "told", "like", "of"}


@cache
def record(name: str) -> dict[str, Any]:
    return certificates.load(name)


def claims(prefix: str) -> list[str]:
    return [
        name for name in sorted(CLAIMS) if CLAIMS[name].source.prefix == prefix and record(name)["verdict"] in FALSE
    ]


def instances(prefix: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """The tables of a source's file for instances that its errata show, with these."""
    for name in claims(prefix):
        for goal in record(name)["goals"]:
            is_shown = goal["role"] == FALSE[record(name)["verdict"]]
            if is_shown and goal["statement"]["kind"] == "counterexample":
                yield name_of(prefix, name, goal["statement"]["property"]), goal["evidence"]["instance"]


@cache
def failures(prefix: str) -> dict[str, Failure]:
    """Those of a source's claims that its errata show as formulas."""
    found = {name: failure(name) for name in claims(prefix) if record(name)["verdict"] == Verdict.REFUTED}
    return {name: failing for name, failing in found.items() if failing is not None}


def base(name: str) -> str:
    return name.partition("(")[0]


def all_texts(words: Words) -> str:
    return "\n".join([*words.entries.values(), *words.names.values(), words.told])


def test_there_is_a_file_a_source() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == set(SOURCES)


@pytest.mark.parametrize("prefix", SOURCES)
def test_every_entry_of_an_instance_has_words(prefix: str) -> None:
    for table, instance in instances(prefix):
        words = words_of(prefix, table)
        assert [name for name in instance if not words.entries.get(name)] == [], table
        assert words.told, f"{table}: expected how the numbers follow from the entries"


@pytest.mark.parametrize("prefix", SOURCES)
def test_every_name_in_a_formula_has_words(prefix: str) -> None:
    for name, failing in failures(prefix).items():
        words = words_of(prefix, name)
        assert [entry for entry in shown_entries(failing) if not words.entries.get(entry)] == [], name
        known = {base(text) for text, meaning in words.names.items() if meaning}
        assert [letter for letter in shown_names(failing) if letter not in known] == [], name
        assert words.told, f"{name}: expected how the numbers follow from the entries"


@pytest.mark.parametrize("prefix", SOURCES)
def test_the_words_are_about_the_example_that_is_shown(prefix: str) -> None:
    """When an example is another one now, read its words again; then write the new mark beside them."""
    known = [(table, mark(instance)) for table, instance in instances(prefix)]
    known += [(name, mark(failing.setting[1])) for name, failing in failures(prefix).items()]
    assert [(table, now) for table, now in known if words_of(prefix, table).of != now] == []


@pytest.mark.parametrize("prefix", SOURCES)
def test_all_tables_are_used(prefix: str) -> None:
    tables = tables_of(prefix)
    used = {table for table, _ in instances(prefix)} | set(failures(prefix)) | {ALL}
    likes = [table.get("like", []) for table in tables.values()]
    used |= {name for like in likes for name in ([like] if isinstance(like, str) else like)}
    assert set(tables) <= used
    assert all(set(table) <= KEYS for table in tables.values())


@pytest.mark.parametrize("prefix", SOURCES)
def test_the_arithmetic_in_the_words_is_true(prefix: str) -> None:
    for table in tables_of(prefix):
        for piece in pieces(all_texts(words_of(prefix, table))):
            assert is_true(piece), f"{table}: {piece}"


def test_most_examples_are_computed_beside_them() -> None:
    told = [words_of(prefix, table).told for prefix in SOURCES for table, _ in instances(prefix)]
    assert sum(any(pieces(text)) for text in told) > 0.8 * len(told)


def test_what_a_table_says_itself_goes_before_what_it_is_like() -> None:
    assert words_of("LEC", "LEC-07b").names["a"] == "the accuracy alpha"
    assert words_of("LEC", "LEC-17").names["a"] == words_of("LEC", ALL).names["a"]
    assert words_of("ASI", "ASI-24").entries["first"] != words_of("ASI", "rounds").entries["first"]
    assert words_of("ASI", "ASI-27").entries["first"] == words_of("ASI", "rounds").entries["first"]
    assert words_of("ASI", "unknown").told == ""
    assert name_of("ASI", "ASI-44b", "asi43b") != name_of("ASI", "ASI-43b", "asi43b") == "asi43b"


@pytest.mark.parametrize(
    ("piece", "expected"),
    [
        ("1/8 + 1/4 = 3/8 > 0.25", True),
        ("1/8 + 1/4 = 3/8 > 0.5", False),
        ("1/3 ~ 0.333", True),
        ("1/3 ~ 0.334", False),
        ("exp(-200) ~ 1.384e-87", True),
        ("exp(-200) ~ 1.394e-87", False),
        ("10**14/3 ~ 3.33333e+13", True),
        ("10**14/3 ~ 3.33334e+13", False),
        ("2**(1/2) = sqrt(2)", True),
        ("2**(1/2) = 1.41421356", False),
        ("sum(binom(7, k)*2**k, k, 4, 7)/3**7 = 1808/2187", True),
        ("max(1/2, ln(2)) <= ln(2)", True),
        ("ln(2) < ln(2)", False),
        ("1 != 1", False),
        ("2*Phi(-1) ~ 0.3173", True),
    ],
)
def test_arithmetic(piece: str, *, expected: bool) -> None:
    assert list(pieces(f"So `{piece}` it is.")) == [piece]
    assert is_true(piece) is expected


def test_what_is_no_arithmetic() -> None:
    assert list(pieces("`E(X) = 1` and `3/8` and 1 = 2")) == []
    with pytest.raises(ValueError, match="expected arithmetic"):
        value("[1, 2]")
