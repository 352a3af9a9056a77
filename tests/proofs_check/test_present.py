"""Claims for people: every page, its numbers and its lines, the table, and the entry to cite."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import pytest

from dpassay.exact import Dist, as_real, exp
from dpassay.exact import log as exact_log
from dpassay.proofs_check import present
from dpassay.proofs_check.certificates import load
from dpassay.proofs_check.kernel.statements import (
    counterexample,
    exhaustive,
    identity,
    inequality,
    nonnegative,
    on_box,
    sign,
)
from dpassay.proofs_check.registry import CLAIMS, find

IDS = sorted(CLAIMS)


def page(name: str, width: int = 120) -> str:
    return present.page(find(name), load(name), "1.2.3", width, full=True)


def folded(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("name", IDS)
def test_a_page_says_everything_within_its_width(name: str) -> None:
    for width in (60, 80, 120):
        check_page(name, width)


def check_page(name: str, width: int) -> None:
    text, record = page(name, width), load(name)
    assert text.startswith(f"{name}: {record['verdict']}\n")
    told = [record["source"], record["location"], record["statement"]["text"], record["statement"]["latex"]]
    told += [record["argument"], record.get("beyond", ""), *record["remarks"], *record["preconditions"]["checked"]]
    told += [record["corrected_by"] or "", record["adjacency"] or "", f"dpassay claims run {name}"]
    told += [words for goal in record["goals"] for words in (goal["role"], goal["words"])]
    told += [twin["words"] for twin in record["twins"]]
    for words in told:
        assert folded(words) in folded(text)
    for line in text.splitlines():
        assert len(line) <= width or len(line.split()[-1]) > 25 or line.lstrip().startswith(("howpublished", "title"))
        assert line == line.rstrip()


def test_the_numbers_of_a_counterexample_stand_below_one_another() -> None:
    lines = page("LEC-17").splitlines()
    assert "  rewards        (1/2, 1/2)" in lines
    assert "  left side times alpha    0.5" in lines
    assert "  right side times alpha  -1.19314718056" in lines


def test_numbers_are_computed_from_the_stored_instance() -> None:
    goal = load("ASI-22")["goals"][0]
    numbers = present.numbers_of(goal["statement"], goal["evidence"])
    assert numbers["delta at every epsilon is at least"] == "3/8 = 0.375"
    other = {"instance": {**goal["evidence"]["instance"], "p": [1, 2, 1], "q": [2, 1, 1]}}
    assert present.numbers_of(goal["statement"], other) != numbers
    assert present.numbers_of(goal["statement"], {}) == {}
    assert present.numbers_of(identity("x", "x"), {}) == {}


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (3, "3"),
        (0, "0"),
        (Fraction(0), "0"),
        (Fraction(1, 3), "1/3 = 0.333333333333"),
        (Fraction(10**40, 3**90), "0.00114574263767"),
        (Fraction(10**5000, 3**10481), "0.195942788018"),
        (as_real(2).log(), "0.69314718056"),
        (as_real(-(10**400)).exp(), "0 (to within 1e-300)"),
        (as_real(-1000).exp(), "5.07595889755e-435"),
        (as_real(1000).exp(), "1.97007111402e+434"),
        (Fraction(1, 10**400), "1e-400"),
        (10**400, "1e+400"),
        (1 - Fraction(1, 10**90), "1 - 1e-90"),
        (Dist({0: Fraction(1, 3), 1: Fraction(2, 3)}), "{0: 1/3, 1: 2/3}"),
    ],
)
def test_numbers_as_text(value: object, text: str) -> None:
    assert present.number_text(value) == text


def test_exact_forms_beside_their_decimals() -> None:
    assert present.number_text(exp(1)).endswith(" = 2.71828182846")
    assert present.number_text(exact_log(2)).endswith(" = 0.69314718056")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("1/2", "1/2"),
        (7, "7"),
        ("tells", "tells"),
        ([], "none"),
        (["1", "0"], "1, 0"),
        ([["1", "0"], ["0", "1"]], "(1, 0), (0, 1)"),
        (["0"] * 3, "0, 0, 0"),
        (["1", *["0"] * 29], "1, 29 times 0"),
        ([[0, 1]] * 7, "7 times (0, 1)"),
        ([str(n) for n in range(100)], ", ".join(str(n) for n in range(18)) + ", ... (100 in all)"),
        ("2560000000000/10291264160801", "~0.248755"),
        (f"1/{10**400}", "~1e-400"),
        (f"{10**400}/3", "~3.33333e+399"),
        ({"a": 1, "b": ["1/2"]}, "a: 1, b: 1/2"),
    ],
    ids=str,
)
def test_entries_of_an_instance(value: object, text: str) -> None:
    assert present.value_text(value) == text


@pytest.mark.parametrize(
    ("statement", "evidence", "said", "shown"),
    [
        (identity("x**2", "x*x"), {}, "x^2 = x*x", "by exact expansion"),
        (sign("1 - x", "x", "[0, 1/4)", ">"), {}, "1 - x > 0 for x in [0, 0.25)", "by Sturm's theorem"),
        (
            nonnegative("x*y + x**2", ("x", "y - 1")),
            {
                "terms": [
                    {"weight": "1", "factors": ["x", "y - 1"]},
                    {"weight": "1/2", "square": "x + y"},
                    {"weight": "1"},
                ]
            },
            "x*y + x^2 >= 0 where x >= 0, y - 1 >= 0",
            "because it is x*(y - 1) + 1/2*(x + y)^2 + 1",
        ),
        (nonnegative("0"), {"terms": []}, "0 >= 0", "because it is 0"),
        (nonnegative("x**3", ("x",)), {"terms": [{"weight": "1", "factors": ["x"] * 3}]}, None, "because it is x^3"),
        (
            inequality("exp(x)", "x", "(-oo, 1/3]"),
            {"by": "split", "at": "0", "left": {"by": "signs"}, "right": {"by": "signs"}},
            "exp(x) >= 0 for x in (-oo, 1/3]",
            "by cases, rules of signs",
        ),
        (
            inequality("x", "x", "[0, 1]"),
            {"by": "sum", "terms": [["x", {"by": "rational"}]]},
            None,
            "by sums of terms, Sturm's theorem",
        ),
        (
            on_box("x + y", {"x": ("1/2", "1"), "y": ("0", "1/3")}),
            {"split": "x", "at": "3/4", "low": [], "high": {"split": "y", "at": "1/4", "low": "leaf", "high": []}},
            "x + y > 0 for x in [0.5, 1], y in [0, 1/3]",
            "by ball arithmetic on 3 parts",
        ),
        (exhaustive("p", "f"), {"instances": 7}, "for f: p", "checked one by one: 7 instances"),
        (counterexample("p"), {"instance": {"n": 7, "x": ["1", "2"]}}, "not always: p", "n = 7, x = 1, 2"),
        ({"kind": "oracle"}, {}, "oracle", "oracle"),
    ],
)
def test_statements_and_evidence(statement: dict[str, Any], evidence: Any, said: str | None, shown: str) -> None:
    assert said is None or present.statement_text(statement) == said
    assert present.evidence_text(statement, evidence) == shown


def bibtex_fields(entry: str) -> dict[str, str]:
    """Read an entry of BibTeX: fields whose values stand in balanced braces."""
    whole = re.fullmatch(r"@misc\{([\w-]+),\n(.*)\n\}", entry, flags=re.DOTALL)
    assert whole is not None
    fields, rest = {"key": whole[1]}, whole[2]
    while rest.strip():
        head = re.match(r"\s*(\w+)\s*=\s*\{", rest)
        assert head is not None, rest
        depth, end = 1, head.end()
        while depth:
            depth += {"{": 1, "}": -1}.get(rest[end], 0) if rest[end - 1] != "\\" else 0
            end += 1
        fields[head[1]] = rest[head.end() : end - 1]
        assert rest[end] == ","
        rest = rest[end + 1 :]
    return fields


def test_the_entries_to_cite_can_be_read() -> None:
    for name in IDS:
        fields = bibtex_fields(present.bibtex(find(name), "proved", "1.2.3"))
        assert set(fields) == {"key", "title", "author", "year", "howpublished"}
        assert fields["howpublished"] == f"dpassay 1.2.3, ledger/{name}.json"
        assert folded(fields["title"]).startswith(f"{{{name} (proved): ")
        assert re.search(r'(?<!\\)[&%$#_"]', fields["title"]) is None


def test_what_is_no_entry_is_not_read() -> None:
    with pytest.raises((AssertionError, IndexError)):
        bibtex_fields(present.bibtex(find("LEC-17"), "proved {", "1.2.3"))


def test_the_table_shows_what_is_there_in_order() -> None:
    verdicts = {"LEC-17": "refuted", "ASI-22": "refuted", "LEC-13": "proved"}
    lines = present.table(CLAIMS.values(), verdicts).splitlines()
    assert [line.split(" | ")[0] for line in lines if re.match(r"\| [A-Z]+-", line)] == [
        "| ASI-22",
        "| LEC-13",
        "| LEC-17",
    ]
    assert len([line for line in lines if line.startswith("## ")]) == 2
    assert all(len(re.findall(r"(?<!\\)\|", line)) == 6 for line in lines if line.startswith("|"))
