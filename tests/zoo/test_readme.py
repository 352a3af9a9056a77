"""What the zoo's page says that it covers: every finding, every family of mutants, every row, or a reason why not."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dpassay.reference import MECHANISMS
from zoo.cases import FOLDER, load

FINDINGS = {page.stem for page in (FOLDER.parent / "docs" / "findings").glob("*.md")}
TEXT = (FOLDER / "README.md").read_text(encoding="utf-8")
LINK = re.compile(r"\[([\w.-]+)\]\(\.\./docs/findings/\1\.md\)")


def parts(text: str) -> tuple[list[str], list[str], list[str], str]:
    """Return the rows of real faults, what is not there, the rows of mutants, and what was made for auditors."""
    section = text.split("## What it covers\n")[1].split("\n## ", maxsplit=1)[0]
    real, rest = section.split("Not in the zoo, and why:\n")
    reasons, rest = rest.split("Planted faults, ")
    planted, made = rest.split("Made for auditors, ")
    rows = [[line for line in each.splitlines() if line.startswith("| ")][1:] for each in (real, planted)]
    return rows[0], [line for line in reasons.splitlines() if line.startswith("* ")], rows[1], made


def complaints(text: str) -> list[str]:
    """Return what is wrong with the lists of a page."""
    real, reasons, planted, made = parts(text)
    covered = {name for row in real for name in LINK.findall(row.split("|")[1])}
    left_out = {name for line in reasons for name in LINK.findall(line)}
    found = [f"{name}: neither covered nor left out" for name in FINDINGS - covered - left_out]
    found += [f"{name}: covered and left out" for name in covered & left_out]
    found += [f"{name}: no finding" for name in (covered | left_out) - FINDINGS]
    found += [f"no reason: {line}" for line in reasons if not re.search(r": \S.{10,}", line)]
    named = [re.findall(r"`([a-z0-9-]+)`", row.split("|")[2]) for row in (*real, *planted)]
    found += [f"no row: {line}" for line, names in zip((*real, *planted), named, strict=True) if not names]
    rows = {name for names in named for name in names} | set(re.findall(r"`([a-z0-9-]+)`", made))
    found += [f"{name}: not on the page" for name in load().keys() - rows]
    families = {name for row in planted for name in re.findall(r"`([\w-]+)`", row.split("|")[1])}
    known = {name.replace("_", "-") for name in MECHANISMS}
    found += [f"{name}: no fault of the zoo" for name in rows - load().keys()]
    return found + [f"{name}: no mutants of that name" for name in families - known]


def test_every_finding_every_family_and_every_row_is_on_the_page() -> None:
    assert complaints(TEXT) == []


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("| [pipeline-dp-nan](../docs/findings/pipeline-dp-nan.md) | `nan-kept` |\n", "", "pipeline-dp-nan: neither"),
        ("| `classes-found` |", "| none |", "no row: "),
        ("| `classes-found` |", "| `classes-lost` |", "classes-found: not on the page"),
        ("| `variance-squares` |", "| `form-nan` |", "variance-squares: not on the page"),
        ("`pad-long`", "`pad-longer`", "pad-longer: no fault of the zoo"),
        ("| `private-wma` |", "| `private-wmb` |", "private-wmb: no mutants of that name"),
        (
            "autodp-afa.md): an accountant, which draws nothing: `dpassay accountants` audits those.",
            "autodp-afa.md)",
            "no reason",
        ),
        ("[autodp-afa](../docs/findings/autodp-afa.md)", "autodp", "autodp-afa: neither"),
    ],
)
def test_what_is_forgotten_is_named(old: str, new: str, message: str) -> None:
    assert old in TEXT
    assert any(message in complaint for complaint in complaints(TEXT.replace(old, new)))


def test_the_number_of_faults_is_told_right() -> None:
    main = (Path(FOLDER).parent / "README.md").read_text(encoding="utf-8")
    assert f"| `zoo/` | {len(load())} faults " in main
