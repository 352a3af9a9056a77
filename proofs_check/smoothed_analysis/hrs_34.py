"""HRS-34: at which gamma does the bound of the proof become that of Theorem 4.2?

The proof ends with 2 gamma/sigma + 2 sqrt(log(1/sigma)/T) + 10 T d log(41/gamma)/(eps n), and the theorem says 1/n + 2
sqrt(log(1/sigma)/T) + 10 T d log(2n/sigma)/(eps n). Section 4 and Algorithm 2 set gamma = sigma/(2n) (HRS-34a), the
proof sigma/(4n) (HRS-34b). Neither will do: 41/gamma is 82 n/sigma at the one and 164 n/sigma at the other, above
2n/sigma. HRS-34a is false always; HRS-34b holds where the 1/(2n) that it saves pays for the logarithm, eps >= 20 T d
log 82, about 88 T d.

HRS-34-corrected: what they become. sigma/(2n) gives 1/n and log(82 n/sigma), sigma/(4n) gives 1/(2n) and log(164
n/sigma).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Final

from dpassay.exact import Real, as_real, log
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import ABOVE_0, entries, rational, told, whole
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample
from dpassay.proofs_check.models.covered_queries import COVERED, THREE
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, arithmetic
from dpassay.proofs_check.smoothed_analysis.hrs_31 import ERROR, ROOTED

PROVED_BOUND: Final = (
    r"\frac{2\gamma}{\sigma} + 2\sqrt{\frac{\log(1/\sigma)}{T}} + \frac{10 T d \log(41/\gamma)}{\varepsilon n}"
)
PRINTED_BOUND: Final = r"\frac1n + 2\sqrt{\frac{\log(1/\sigma)}{T}} + \frac{10 T d \log(2n/\sigma)}{\varepsilon n}"
SAID: Final = (
    "2 gamma/sigma + 2 sqrt(log(1/sigma)/T) + 10 T d log(41/gamma)/(eps n) <= 1/n + 2 sqrt(log(1/sigma)/T) + 10 T d "
    "log(2n/sigma)/(eps n)"
)
RANGES: Final = "n, T and d are at least 1, 0 < sigma <= 1, eps > 0"


@claim(
    "HRS-34a",
    location="Section 4, Query Answering; Algorithm 2; Theorem 4.2",
    latex=rf"{PROVED_BOUND} \le {PRINTED_BOUND} \text{{ at }} \gamma = \sigma/(2n)",
    text=f"At gamma = sigma/(2n), {SAID}.",
    checked=(RANGES,),
    corrected_by="HRS-34-corrected",
)
def hrs_34a() -> Case:
    """82 is more than 2."""
    return Case(
        argument="2 gamma/sigma is 1/n, and 41/gamma is 82 n/sigma, which is more than 2n/sigma.",
        counterexample=Goal("all numbers 1", counterexample("hrs34a"), Hunt("hrs34a", _numbers)),
        twins=(Twin("log(83 n/sigma)", counterexample("hrs34a-corrected")),),
    )


@claim(
    "HRS-34b",
    location="proof of Theorem 4.2, its last line: setting gamma = sigma/(4n)",
    latex=rf"{PROVED_BOUND} \le {PRINTED_BOUND} \text{{ at }} \gamma = \sigma/(4n)",
    text=f"At gamma = sigma/(4n), {SAID}.",
    checked=(RANGES,),
    corrected_by="HRS-34-corrected",
)
def hrs_34b() -> Case:
    """164 is more than 2."""
    return Case(
        argument="2 gamma/sigma is 1/(2n), and 41/gamma is 164 n/sigma. At eps = 1 the logarithm weighs more.",
        counterexample=Goal("all numbers 1", counterexample("hrs34b"), Hunt("hrs34b", _numbers)),
        twins=(Twin("log(164 n/sigma)", counterexample("hrs34b-corrected")),),
        remarks=("It holds where eps >= 20 T d log 82, which is above 88 T d.",),
    )


@claim(
    "HRS-34-corrected",
    location="Theorem 4.2; its proof",
    latex=r"\gamma = \frac{\sigma}{2n}:\ \frac1n + 2\sqrt{\frac{\log(1/\sigma)}{T}} + \frac{10 T d \log(82 n/\sigma)}"
    r"{\varepsilon n};\quad \gamma = \frac{\sigma}{4n}:\ \frac1{2n} + 2\sqrt{\frac{\log(1/\sigma)}{T}} + "
    r"\frac{10 T d \log(164 n/\sigma)}{\varepsilon n}",
    text="The bound 2 gamma/sigma + 2 sqrt(log(1/sigma)/T) + 10 T d log(41/gamma)/(eps n) is 1/n + 2 "
    "sqrt(log(1/sigma)/T) + 10 T d log(82 n/sigma)/(eps n) at gamma = sigma/(2n), and 1/(2n) + 2 sqrt(log(1/sigma)/T) "
    "+ 10 T d log(164 n/sigma)/(eps n) at gamma = sigma/(4n).",
    checked=(RANGES,),
)
def hrs_34_corrected() -> Case:
    """The values put in."""
    return Case()


NUMBERS: Final = entries(
    records=whole(1), rounds=whole(1), dimension=whole(1), sigma=rational("(0, 1]"), epsilon=ABOVE_0
)


def rest(instance: Instance, ratio: Fraction) -> Real:
    """10 T d log(ratio n/sigma)/(eps n)."""
    scale = 10 * instance["rounds"] * instance["dimension"] / Fraction(instance["epsilon"]) / instance["records"]
    return as_real(scale) * as_real(log(ratio * instance["records"] / Fraction(instance["sigma"])))


def _bounded(instance: Instance, share: int, ratio: int) -> bool:
    """The bound at gamma = sigma/(share n) is at most that with log(ratio n/sigma); the roots cancel."""
    first, last = Fraction(2, share * instance["records"]), Fraction(1, instance["records"])
    proved: Any = as_real(first) + rest(instance, Fraction(41 * share))
    return at_most(proved, as_real(last) + rest(instance, Fraction(ratio)))


told("hrs34a", "at gamma = sigma/(2n) the bound is at most that of Theorem 4.2", NUMBERS)(lambda at: _bounded(at, 2, 2))
told("hrs34b", "at gamma = sigma/(4n) the bound is at most that of Theorem 4.2", NUMBERS)(lambda at: _bounded(at, 4, 2))
told("hrs34a-corrected", "the same at sigma/(2n), with log(83 n/sigma)", NUMBERS)(lambda at: _bounded(at, 2, 83))
told("hrs34b-corrected", "the same at sigma/(4n), with log(164 n/sigma)", NUMBERS)(lambda at: _bounded(at, 4, 164))


def _numbers() -> Iterator[Instance]:
    yield {"records": 1, "rounds": 1, "dimension": 1, "sigma": "1", "epsilon": "1"}


def bound(radius: str) -> str:
    """The bound of the proof at a radius."""
    return f"2*({radius})/sigma + {ERROR} + 10*T*d*log(41/({radius}))/(eps*n)"


def with_log(first: str, ratio: str) -> str:
    """What a bound is said to be."""
    return f"{first} + {ERROR} + 10*T*d*log({ratio}*n/sigma)/(eps*n)"


PRINTED: Final = with_log("1/n", "2")
refuted("HRS-34a", COVERED, f"{bound('sigma/(2*n)')} <= {PRINTED}", setting=THREE)
refuted("HRS-34b", COVERED, f"{bound('sigma/(4*n)')} <= {PRINTED}", setting=THREE)
AT_HALF: Final = f"{bound('sigma/(2*n)')} = {with_log('1/n', '82')}"
AT_QUARTER: Final = f"{bound('sigma/(4*n)')} = {with_log('1/(2*n)', '164')}"
theorem(
    "HRS-34-corrected",
    COVERED,
    f"{AT_HALF} and {AT_QUARTER}",
    *ROOTED,
    Step("at half", AT_HALF, arithmetic(), (), ("root",)),
    Step("at a quarter", AT_QUARTER, arithmetic(), (), ("root",)),
)
