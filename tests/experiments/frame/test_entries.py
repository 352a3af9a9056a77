"""Entries of tables: numbers as they are written, and the runs of a setting."""

from __future__ import annotations

from dpassay.experiments.frame.entries import band_in_words, by_setting, rounded, ten_digits, yes_or_no


def test_numbers_are_rounded() -> None:
    assert ten_digits(1 / 3) == "0.3333333333"
    assert [rounded(text, 3) for text in ("1/3", "2.5", "123456", "")] == ["0.333", "2.5", "1.23e+05", ""]
    assert (yes_or_no(True), yes_or_no(False)) == ("yes", "no")


def test_runs_of_a_setting_are_put_together_in_their_order() -> None:
    rows = [{"size": size, "run": run} for run in ("0", "1") for size in ("4", "2")]
    groups = by_setting(rows, ("size", "run"))
    assert list(groups) == [("4",), ("2",)]
    assert [row["run"] for row in groups[("2",)]] == ["0", "1"]


def test_the_band_has_its_quantiles() -> None:
    assert band_in_words() == "from the 10 % to the 90 % quantile"
