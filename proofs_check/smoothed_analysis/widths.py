"""Values of queries in an interval of width w: what an error tells of the potential, and what a round takes off it.

With e = q(s) - q(D) and a noise nu a round takes e (e + nu)/2 - w^2/32 (e + nu)^2 off the potential, or more. With r =
16 - w^2 that is r/32 (e + (1 - 8/r) nu)^2 - 2/r nu^2. By Pinsker's inequality an error is at most w sqrt(psi/2).

For w = 2 these are 3/8 (e + nu/3)^2 - nu^2/6 and sqrt(2 psi); for w = 1 they are 15/32 (e + 7/15 nu)^2 - 2/15 nu^2 and
sqrt(psi/2).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from dpassay.proofs_check.models.good_runs import MEASURED
from dpassay.proofs_check.models.smooth_mwem import RUN
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic
from dpassay.proofs_check.smoothed_analysis.error_of_mwem import GAP as APART
from dpassay.proofs_check.smoothed_analysis.potential_of_mwem import DROP, ON_D, ON_S

GAP: Final = f"({ON_S} - {ON_D})"
MOVED: Final = f"(m(i) - {ON_D})"
NOISE: Final = f"(m(i) - {ON_S})"


@dataclass(frozen=True)
class Width:
    """The width of an interval, at most: 1 or 2."""

    most: int

    @property
    def text(self) -> str:
        """What theorems on it are called, at the end."""
        return f", for values in an interval of width {self.most}"

    @property
    def narrow(self) -> tuple[str, ...]:
        """The condition."""
        return (f"w**2 <= {self.most**2}",)

    @property
    def fall(self) -> Fraction:
        """32/r."""
        return Fraction(32, 16 - self.most**2)

    @property
    def rest(self) -> Fraction:
        """8/r."""
        return self.fall / 4

    @property
    def part(self) -> Fraction:
        """1 - 8/r."""
        return 1 - self.rest

    @property
    def pinsker(self) -> str:
        """What an error tells of the potential."""
        return f"far(j, k)**2 <= {Fraction(self.most**2, 2)}*psi(j)"

    @property
    def round(self) -> str:
        """What the error and the noise of a round take off the potential."""
        return f"(off(i) - {self.part}*slip(i))**2 <= {self.fall}*(psi(i - 1) - psi(i)) + {self.rest**2}*slip(i)**2"


WIDE: Final = Width(2)
UNIT: Final = Width(1)


def _error(width: Width) -> None:
    """Pinsker's inequality."""
    rate = Fraction(4, width.most**2)
    theorem(
        f"an error and the potential{width.text}",
        RUN,
        width.pinsker,
        Step(
            "apart",
            f"{rate}*{APART}*{APART} <= psi(j) + ({rate}*{APART})**2*w**2/8",
            apply("a query tells laws apart", h=f"{rate}*{APART}"),
        ),
        Step("square", f"0 <= {APART}**2", analysis("0 <= z**2", "(-oo, oo)", z=APART)),
        Step("part", f"0 <= {APART}**2*{rate / 4}", arithmetic((f"{rate / 4}", "square"))),
        Step(
            "all",
            width.pinsker,
            arithmetic((f"{2 / rate}", "apart"), (f"{width.most**2} - w**2", "part"), "error"),
            width.narrow,
        ),
        where=width.narrow,
    )


def _round(width: Width) -> None:
    """What a round takes off the potential."""
    theorem(
        f"the error of a choice, and its noise{width.text}",
        MEASURED,
        width.round,
        Step("fall", DROP, apply("what a round takes off the potential")),
        Step("moved", f"0 <= {MOVED}**2", analysis("0 <= z**2", "(-oo, oo)", z=MOVED)),
        Step("part", f"0 <= {MOVED}**2*{width.fall / 32}", arithmetic((f"{width.fall / 32}", "moved"))),
        Step(
            "squares",
            f"(-{GAP}*{NOISE})**2 = (off(i)*slip(i))**2",
            arithmetic(("-slip(i)**2", "error of a choice"), (f"-{GAP}**2", "error of a measurement")),
        ),
        Step(
            "product",
            f"-{GAP}*{NOISE} <= off(i)*slip(i)",
            apply("at most its absolute value", "squares", u=f"-{GAP}*{NOISE}", g="off(i)*slip(i)"),
        ),
        Step(
            "all",
            width.round,
            arithmetic(
                (f"{width.fall}", "fall"),
                (f"{width.most**2} - w**2", "part"),
                (f"{2 * width.part}", "product"),
                "error of a choice",
                (f"{width.part - width.rest}", "error of a measurement"),
            ),
            width.narrow,
        ),
        where=width.narrow,
    )


for _width in (WIDE, UNIT):
    _error(_width)
    _round(_width)
