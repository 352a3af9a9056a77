"""The figure of accountants is drawn from what was found, and marks what is on the wrong side."""

from __future__ import annotations

from dpassay.audit.reports.accounting_plot import curves_of, figure_of
from tests.audit.reports.test_accounting import asked


def test_the_same_findings_give_the_same_figure() -> None:
    assert figure_of(asked()) == figure_of(asked())


def test_what_is_wrong_is_marked() -> None:
    whole, right = figure_of(asked()), figure_of([each for each in asked() if each.accountant.name == "right"])
    assert whole.count(b"#d") > 0
    assert len(whole) > len(right)


def test_nothing_asked_is_an_empty_figure() -> None:
    assert curves_of([]) == {}
    assert b"<svg" in figure_of([])
