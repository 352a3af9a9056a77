"""What accountants get wrong, as flags of vectors of a divergence: each such answer is below it, and is no true delta.

`tests/vectors/accountants.py` has an accountant for each of them, which the vectors with its flag refuse.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tools.vectors.flags import Flag

EFFECT: Final = "A delta is printed that is smaller than the true one: a claim that does not hold."


def _accountant(description: str) -> Flag:
    return Flag("accountant", description, EFFECT)


ACCOUNTANTS: Final[Mapping[str, Flag]] = {
    "delta_rounded_down": _accountant("Delta is rounded down to three decimals, where it has to be rounded up."),
    "delta_left_out": _accountant("Delta is taken for 0, as if the whole loss were epsilon."),
    "epsilon_rounded_down": _accountant("Delta is that of an epsilon a tenth larger, which is printed rounded down."),
    "not_cut_off": _accountant("P(y) - e^epsilon Q(y) is added up where it is negative, too: it gives 1 - e^epsilon."),
    "other_direction": _accountant("The laws change places: the divergence of the neighbor's from that on the data."),
}
