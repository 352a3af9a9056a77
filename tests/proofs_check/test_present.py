"""Claims for people: every page, the table, and the entry to cite."""

from __future__ import annotations

import re

import pytest

from dpassay.proofs_check import present
from dpassay.proofs_check.certificates import load
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
