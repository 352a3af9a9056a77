"""The laws of `zoo/targets/calls.py`: of the answer with a number, from 0 on."""

from __future__ import annotations

from fractions import Fraction

from dpassay.exact import Dist


def _true_with(truth: Fraction, data: int) -> Dist[int]:
    return Dist({data: truth, 1 - data: 1 - truth}) if truth < 1 else Dist.point(data)


def _correct(data: int, _number: int = 0) -> Dist[int]:
    return _true_with(Fraction(3, 4), data)


def _honest_first(data: int, number: int) -> Dist[int]:
    return _true_with(Fraction(3, 4) if number < 1000 else Fraction(1), data)


def _honest_long(data: int, number: int) -> Dist[int]:
    return _true_with(Fraction(3, 4) if number < 10**12 else Fraction(1), data)


def _drift(data: int, number: int) -> Dist[int]:
    odds = 3 + number // 1000
    return _true_with(Fraction(odds, odds + 1), data)


LAWS = {"correct": _correct, "honest_first": _honest_first, "honest_long": _honest_long, "drift": _drift}
