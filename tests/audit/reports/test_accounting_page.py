"""The page of accountants has a row for each, and says what was found against it."""

from __future__ import annotations

from dpassay.audit.reports.accounting import lines_of
from dpassay.audit.reports.accounting_page import page
from tests.audit.fake_accountants import LOW, RAISING, RIGHT
from tests.audit.reports.test_accounting import EVERY, asked


def test_every_accountant_has_a_row_and_a_part() -> None:
    text = page(asked())
    rows = {line.split("`")[1]: line for line in text.splitlines() if line.startswith("| [`")}
    assert list(rows) == [accountant.name for accountant in EVERY]
    assert all(text.count(f"\n### {name}\n") == 1 for name in rows)
    assert "| 0 of 12 | 1.0000 1.0000 1.0000 |" in rows[RIGHT.name]
    assert "| 12 of 12 | 0.9900 0.9900 0.9900 |" in rows[LOW.name]
    assert "| none | none |" in rows[RAISING.name]


def test_the_worst_violation_of_one_that_is_wrong_is_told_and_none_of_the_others() -> None:
    text = page(asked())
    assert text.count("The worst of ") == sum(bool(line.violations) for line in lines_of(asked())) == 1
    assert "The worst of 12 violations: Gaussian x 1" in text
    assert "0.01 of it missing" in text


def test_the_command_that_writes_it_is_told() -> None:
    words = " ".join(f"--only {accountant.name}" for accountant in EVERY)
    assert f"`dpassay accountants {words} --write docs/accountants.md`" in page(asked())
