"""SIMA-50: -T log(1 - 1/T) + 2 log(K T) <= 3 log(K T).

Appendix B, the last display. It says that (T/(T - 1))^T <= K T, and fails for one hypothesis and two or three rounds:
there it is 4 and 27/8.

SIMA-50-corrected: it holds for K, T >= 2, and so does log R + log T - T log(1 - 1/T) <= 3 log(K T), the sum of
SIMA-49-corrected over all rounds, where R = 1 + (T - 1) N'/M < (K + 1) T (SIMA-26-corrected). (T/(T - 1))^T is at most
4, because log(1 - s) is concave and so above its chord on [0, 1/2]; and 4 <= K T, 4 (K + 1) T^2 <= (K T)^3.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Final

from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import entries, family, told, whole
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive
from dpassay.proofs_check.local_distribution_learning.clipping import ENOUGH
from dpassay.proofs_check.models.label_clipping import CLIPPING
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, inside, together
from dpassay.reference.label_clipping import Parameters


def _power(rounds: int) -> Fraction:
    """(T/(T - 1))^T, which is e^(-T log(1 - 1/T))."""
    return Fraction(rounds, rounds - 1) ** rounds


SIZES: Final = entries(experts=whole(1), rounds=whole(2))

told(
    "sima50",
    "-T log(1 - 1/T) + 2 log(KT) <= 3 log(KT), that is (T/(T - 1))^T <= KT",
    SIZES,
    lambda i: {"(T/(T - 1))^T": _power(i["rounds"]), "KT": i["experts"] * i["rounds"]},
)(lambda i: _power(i["rounds"]) <= i["experts"] * i["rounds"])
told(
    "sima50-many",
    "the same, but for K = 1 with T = 2 and 3",
    SIZES.where(lambda i: bool(i["experts"] > 1 or i["rounds"] > 3)),
)(lambda i: _power(i["rounds"]) <= i["experts"] * i["rounds"])
told(
    "sima50-sum",
    "log R + log T - T log(1 - 1/T) <= 3 log(KT) with R = (K + 1) T",
    SIZES.having(experts=whole(2)),
)(lambda i: (i["experts"] + 1) * i["rounds"] ** 2 * _power(i["rounds"]) <= (i["experts"] * i["rounds"]) ** 3)
told(
    "sima50-too-sharp",
    "the same with 99/100 of KT in place of it",
    SIZES,
)(lambda i: 100 * _power(i["rounds"]) <= 99 * i["experts"] * i["rounds"])


def _sizes() -> Iterator[Instance]:
    return ({"experts": experts, "rounds": rounds} for experts, rounds in product(range(1, 6), range(2, 12)))


@family("sima-sizes", "K = 2, ..., 12 and T = 2, ..., 40, and K = 1 with T = 4, ..., 40")
def _all_sizes() -> Iterator[Instance]:
    for experts, rounds in product(range(1, 13), range(2, 41)):
        if experts > 1 or rounds > 3:
            yield {"experts": experts, "rounds": rounds}


@family("sima-sizes-two", "K = 2, ..., 12 and T = 2, ..., 40")
def _sizes_from_two() -> Iterator[Instance]:
    return ({"experts": experts, "rounds": rounds} for experts, rounds in product(range(2, 13), range(2, 41)))


ORDERED: Final = ("2 <= K", "2 <= T")
FIRST: Final = "-T*log(1 - 1/T) + 2*log(K*T) <= 3*log(K*T)"
SECOND: Final = "log(R) + log(T) - T*log(1 - 1/T) <= 3*log(K*T)"
refuted("SIMA-50", CLIPPING, FIRST, setting=Parameters(((Fraction(1),),), 2, "printed"), where=("2 <= T",))  # K = 1
POWER: Final = theorem(
    "a power at most 4",
    CLIPPING,
    "-T*log(1 - 1/T) <= log(4)",
    Step("half", "1/T <= 1/2", arithmetic(("1/(2*T)", "2 <= T")), ("2 <= T",)),
    Step("positive", "0 < 1 - 1/T", arithmetic("half"), ("2 <= T",)),
    Step(
        "chord",
        "2*log(2)*(1/T) + log(1 - 1/T) >= 0",
        analysis("2*s*log(2) + log(1 - s) >= 0", "(0, 1/2]", "half", s="1/T"),
        ("2 <= T",),
        ("positive",),
    ),
    Step("all", "-T*log(1 - 1/T) <= log(4)", arithmetic(("T", "chord")), ("2 <= T",), ("positive",)),
    where=("2 <= T",),
)
DEFINED: Final = ("positive", "large")
theorem(
    "SIMA-50-corrected",
    CLIPPING,
    f"{FIRST} and {SECOND} and R < (K + 1)*T",
    Step("positive", "0 < 1 - 1/T", arithmetic(("1/(2*T)", "2 <= T")), ORDERED),
    Step("power", "-T*log(1 - 1/T) <= log(4)", apply("a power at most 4"), ORDERED, ("positive",)),
    Step("four", "4 <= K*T", arithmetic(("T", "2 <= K"), ("2", "2 <= T")), ORDERED),
    Step("first", FIRST, arithmetic("power", inside("log(_)", "four")), ORDERED, ("positive",)),
    # R is below (K + 1) T
    Step("numbers", "M <= N <= M + m*(M - 1) < (K + 1)*M", apply("SIMA-26-corrected"), ORDERED),
    Step("most", "N <= M + m*(M - 1)", together("numbers"), ORDERED),
    Step("below", "M + m*(M - 1) < (K + 1)*M", together("numbers"), ORDERED),
    Step("share", "0 <= (T - 1)/M", arithmetic(("1/M", "2 <= T")), ORDERED),
    Step(
        "ratio",
        "R < (K + 1)*T",
        arithmetic(("(T - 1)/M", "most"), ("(T - 1)/M", "below")),
        ORDERED,
        ("share",),
    ),
    Step("large", "0 < R", arithmetic(("N/M", "2 <= T")), ORDERED),
    # 4 (K + 1) T^2 is at most (K T)^3
    Step(
        "cubes",
        "4*(K + 1)*T**2 <= (K*T)**3",
        arithmetic(("K**3*T**2", "2 <= T"), ("T**2*(2*K**2 + 4*K + 4)", "2 <= K")),
        ORDERED,
    ),
    Step(
        "log of cubes",
        "log(4*(K + 1)*T**2) <= log((K*T)**3)",
        arithmetic(inside("log(_)", "cubes")),
        ORDERED,
    ),
    Step(
        "second",
        SECOND,
        arithmetic("power", inside("log(_)", "ratio"), "log of cubes"),
        ORDERED,
        DEFINED,
    ),
    Step("all", f"{FIRST} and {SECOND} and R < (K + 1)*T", together("first", "second", "ratio"), ORDERED, DEFINED),
    where=ORDERED,
    let={"R": "(1 + (T - 1)*N/M)"},
)


@claim(
    "SIMA-50",
    location="Appendix B, last display",
    latex=r"-T \log(1 - \tfrac1T) + 2\log(KT) \le 3\log(KT)",
    text="-T log(1 - 1/T) + 2 log(KT) <= 3 log(KT).",
    checked=("T >= 2; for T = 1 the left side is infinite",),
    corrected_by="SIMA-50-corrected",
)
def sima_50() -> Case:
    """(T/(T - 1))^T is 4 at T = 2 and 27/8 at T = 3."""
    return Case(
        argument="It says that (T/(T - 1))^T <= KT, which fails for one hypothesis and two or three rounds.",
        counterexample=Goal("two rounds", counterexample("sima50"), Hunt("sima50", _sizes)),
        twins=(Twin("K = 1, T < 4 left out", counterexample("sima50-many")),),
        remarks=("It holds for K >= 2, T >= 2, with equality at K = T = 2, and for K = 1, T >= 4.",),
    )


@claim(
    "SIMA-50-corrected",
    location="Appendix B, last display",
    latex=r"-T \log(1 - \tfrac1T) + 2\log(KT) \le 3\log(KT) \text{ and } \log R + \log T - T\log(1 - \tfrac1T) \le "
    r"3\log(KT), \quad K, T \ge 2",
    text="For K, T >= 2: -T log(1 - 1/T) + 2 log(KT) <= 3 log(KT), and log R + log T - T log(1 - 1/T) <= 3 log(KT) "
    "for R = 1 + (T - 1) N'/M < (K + 1) T, the sum of SIMA-49-corrected over all rounds.",
    assumed=(ENOUGH,),
)
def sima_50_corrected() -> Case:
    """(T/(T - 1))^T <= 4."""
    return Case(
        checks=(
            Goal("small K and T, also K = 1 with T >= 4", exhaustive("sima50-many", "sima-sizes")),
            Goal("the second statement", exhaustive("sima50-sum", "sima-sizes-two")),
        ),
        twins=(Twin("99/100 of KT", exhaustive("sima50-too-sharp", "sima-sizes")),),
    )
