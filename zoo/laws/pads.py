"""The laws of `zoo/targets/pads.py`, of what tells the inputs apart: the parity of the word.

Given its parity a word is uniform on half of all words, whatever the data: the parity says all that it says.
"""

from __future__ import annotations

from fractions import Fraction

from dpassay.exact import Dist


def _word(_data: int) -> Dist[int]:
    return Dist({0: Fraction(1, 2), 1: Fraction(1, 2)})


LAWS = {
    "short_word": _word,
    "long_word": _word,
    "short_parity": Dist.point,
    "long_parity": Dist.point,
}
