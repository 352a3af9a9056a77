"""Rates, places and weights of laws of reports."""

from fractions import Fraction

from dpassay.exact import as_real
from tests.exact.second_opinion import MP

F = Fraction
RATE = as_real(2).sqrt()
"""A rate that no exact form has."""
MP_RATE = MP.sqrt(2)
PLACES = [F(-1), F(0), F(1, 2), F(3, 2)]
WEIGHTS = [[F(1, 2), F(1, 4), F(1, 8), F(1, 8)], [F(1, 10), F(1, 5), F(3, 10), F(2, 5)]]
EXP_EPS = [F(1), F(11, 10), F(3, 2), F(1, 2)]
