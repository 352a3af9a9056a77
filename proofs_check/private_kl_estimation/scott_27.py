"""SCOTT-27: the displays of the proof of Theorem 4.9, from the definition to log 2 < 0.7.

The fourth one puts log(n1/(n1 - 1)) for log(h2(x1)/h1(x1)), which is log((n1 - 1)/n1). So it adds up what has opposite
signs: with the counts (3, 2) and (2, 3) and a uniform reference the divergences agree, and the display is log(3/2). The
fifth one, log(1 - 1/n1), is right again, and the rest follows from it.

SCOTT-27-corrected: the displays without the fourth. They also lose: n1 is at least 3, as the other histogram has n1 -
1, and with n2 at least 2 the k of the proof, n1 + n2, is at least 5; the log at n1 = 2 is that of a count of 1.
"""

from __future__ import annotations

from typing import Final

from dpassay.exact import LogForm, log
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import told
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive
from dpassay.proofs_check.models.sensitivity_of_kl import TWICE, Neighbors, divergence, law
from dpassay.proofs_check.private_kl_estimation.adjacent_histograms import IS_PAIR, as_neighbors, twice
from dpassay.proofs_check.private_kl_estimation.scott_26 import TWO
from dpassay.proofs_check.private_kl_estimation.two_cells import DOWN, KL_MOVES, UP
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, constant, inside, use


@claim(
    "SCOTT-27",
    location="proof of Theorem 4.9, fourth display",
    latex=r"|\eta(P_1) - \eta(P_2)| = \Big|\Pi(x_1) \log\tfrac{n_1}{n_1 - 1} + \Pi(x_2) \log\tfrac{n_2 + 1}{n_2}\Big|",
    text="The divergences differ by Pi(x1) log(n1/(n1 - 1)) + Pi(x2) log((n2 + 1)/n2).",
    checked=("every count of both histograms is at least 2", "the reference has full support"),
    adjacency="replace_one",
    corrected_by="SCOTT-27-corrected",
)
def scott_27() -> Case:
    """The first of the quotients is turned around."""
    return Case(
        argument="With h1 = (3, 2), h2 = (2, 3) and a uniform reference the divergences agree, and the display is "
        "log(3/2).",
        counterexample=Goal("two cells", counterexample("scott27"), Hunt("scott27", twice)),
        twins=(Twin("with the quotient turned around", counterexample("scott27-corrected")),),
    )


@claim(
    "SCOTT-27-corrected",
    location="proof of Theorem 4.9",
    latex=r"\eta(P_1) - \eta(P_2) = \Pi(x_1) \log\big(1 - \tfrac1{n_1}\big) + \Pi(x_2) \log\big(1 + \tfrac1{n_2}\big),"
    r"\quad |\cdot| \le \Pi(x_1) \log\big(1 + \tfrac1{n_1 - 1}\big) + \Pi(x_2) \log\big(1 + \tfrac1{n_2}\big) \le "
    r"\Pi(x_1) \log 2 + \Pi(x_2) \log\tfrac32 \le \log 2 < 0.7",
    text="The divergences differ by Pi(x1) log(1 - 1/n1) + Pi(x2) log(1 + 1/n2), in size at most Pi(x1) log(1 + 1/(n1 "
    "- 1)) + Pi(x2) log(1 + 1/n2) <= Pi(x1) log 2 + Pi(x2) log(3/2) <= log 2 < 0.7; and n1 >= 3, n1 + n2 >= 5.",
    checked=("every count of both histograms is at least 2", "the reference has full support"),
    adjacency="replace_one",
)
def scott_27_corrected() -> Case:
    """The displays but for the fourth."""
    return Case(
        checks=(Goal("small pairs, exactly", exhaustive("scott27-corrected", "scott-pairs")),),
        twins=(Twin("with the quotient as printed", exhaustive("scott27", "scott-pairs")),),
    )


def _sides(instance: Instance, sign: int) -> tuple[LogForm, LogForm]:
    """The difference of the divergences, and the display with a sign before its first log."""
    pair = as_neighbors(instance)
    (n1, n2, *_), (p1, p2, *_) = pair.first, pair.pi
    gap = divergence(pair.pi, pair.pair[0]) - divergence(pair.pi, pair.pair[1])
    return gap, (log(n1) - log(n1 - 1)) * p1 * sign + (log(n2 + 1) - log(n2)) * p2


told(
    "scott27",
    "|eta(P1) - eta(P2)| = Pi(x1) log(n1/(n1 - 1)) + Pi(x2) log((n2 + 1)/n2)",
    IS_PAIR,
    lambda instance: dict(zip(("eta(P1) - eta(P2)", "right side"), _sides(instance, 1), strict=True)),
)(lambda instance: _agree(*_sides(instance, 1)))
told("scott27-corrected", "the same with the first quotient turned around", IS_PAIR)(
    lambda instance: _agree(*_sides(instance, -1))
)


def _agree(gap: LogForm, shown: LogForm) -> bool:
    """Tell whether they are equal but for the sign."""
    return (gap - shown).is_zero() or (gap + shown).is_zero()


refuted(
    "SCOTT-27",
    TWICE,
    "(kl(1) - kl(2))**2 = (pi(1)*log(h(1, 1)/(h(1, 1) - 1)) + pi(2)*log((h(1, 2) + 1)/h(1, 2)))**2",
    setting=Neighbors(law("1/2", "1/2"), (3, 2), (1, 0)),
    where=("2 <= h(1, 1)",),
)
FIFTH: Final = "kl(1) - kl(2) = pi(1)*log(1 - 1/h(1, 1)) + pi(2)*log(1 + 1/h(1, 2))"
SUM: Final = "(pi(1)*log(1 + 1/h(2, 1)) + pi(2)*log(1 + 1/h(1, 2)))"
LAST: Final = "pi(1)*log(2) + pi(2)*log(3/2)"
CHAIN: Final = (
    FIFTH,
    f"kl(1) - kl(2) <= {SUM}",
    f"kl(2) - kl(1) <= {SUM}",
    f"{SUM} <= {LAST}",
    f"{LAST} <= log(2)",
    "log(2) < 7/10",
    "3 <= h(1, 1)",
    "5 <= h(1, 1) + h(1, 2)",
)
EQUAL: Final = {
    "up": (UP, "log(1 + 1/h(2, 1))", ("1/h(2, 1)", "one less in cell 1")),
    "down": (DOWN, "log(1 + 1/h(1, 2))", ("1/h(1, 2)", "one more in cell 2")),
}


def _logs() -> tuple[Step, ...]:
    """The quotients of counts, as they are printed."""
    steps: list[Step] = []
    for name, (log_of, printed, term) in EQUAL.items():
        a, b = (text.removeprefix("log(").removesuffix(")") for text in (log_of, printed))
        at_most = Step(f"{name}, at most", f"{log_of} <= {printed}", apply("log grows", f"{name}, ratio", A=a, B=b))
        at_least = Step(f"{name}, at least", f"{printed} <= {log_of}", apply("log grows", f"{name}, ratio", A=b, B=a))
        steps += [
            Step(f"{name}, ratio", f"{a} = {b}", arithmetic(term)),
            at_most,
            at_least,
            Step(
                f"{name}, log",
                f"{log_of} = {printed}",
                apply("at most each other", at_most.name, at_least.name, A=log_of, B=printed),
            ),
        ]
    return tuple(steps)


TURNED: Final = "1 - 1/h(1, 1)"
theorem(
    "SCOTT-27-corrected",
    TWICE,
    " and ".join(CHAIN),
    *_logs(),
    Step("moves", KL_MOVES, apply("the divergence of neighbors")),
    Step("up above 0", f"0 < {UP}", apply("logs of counts")),
    Step("down above 0", f"0 < {DOWN}", apply("logs of counts")),
    Step("turned", f"{TURNED} = h(2, 1)/h(1, 1)", arithmetic(("1/h(1, 1)", "one less in cell 1"))),
    Step("positive", f"0 < {TURNED}", arithmetic(("-1", "turned"))),
    Step(
        "turned log",
        f"log({TURNED}) = log(h(2, 1)/h(1, 1))",
        apply("at most each other", inside("log(_)", "turned"), A=f"log({TURNED})", B="log(h(2, 1)/h(1, 1))"),
        (),
        ("positive",),
    ),
    Step("n", "2 <= h(i, x)", arithmetic("least count", ("-1", "at least twice"))),
    Step("half", "1 + 1/h(1, 2) <= 3/2", arithmetic(("1/(2*h(1, 2))", use("n", i="1", x="2")))),
    Step("at most 2", "1 + 1/h(2, 1) <= 2", arithmetic(("1/h(2, 1)", use("n", i="2", x="1")))),
    Step("numbers", "log(3/2) < log(2)", constant()),
    Step("log 2", "0 < log(2)", constant()),
    *TWO,
    Step(
        "fifth",
        FIFTH,
        arithmetic(("-1", "moves"), ("pi(2)", "down, log"), ("-pi(1)", "turned log")),
        (),
        ("positive",),
    ),
    Step(
        "falls",
        CHAIN[1],
        arithmetic(
            ("-1", "moves"),
            ("pi(2)", "down, log"),
            ("pi(1)", "up above 0"),
            ("pi(1)", "up above 0"),
            ("pi(1)", "up, log"),
        ),
    ),
    Step(
        "rises",
        CHAIN[2],
        arithmetic(
            "moves", ("pi(1)", "up, log"), ("pi(2)", "down above 0"), ("pi(2)", "down above 0"), ("pi(2)", "down, log")
        ),
    ),
    Step("larger", CHAIN[3], arithmetic(("pi(1)", inside("log(_)", "at most 2")), ("pi(2)", inside("log(_)", "half")))),
    Step("log of two", CHAIN[4], arithmetic(("pi(2)", "numbers"), ("log(2)", "both")), (), ("log 2",)),
    Step("number", CHAIN[5], constant()),
    Step("three", CHAIN[6], arithmetic(("-1", "one less in cell 1"), use("n", i="2", x="1"))),
    Step("five", CHAIN[7], arithmetic("three", use("n", i="1", x="2"))),
)
