"""ASI-25: in round s_0 the models and the bit are said to be (2 eta/p, delta_0)-indistinguishable, for any measure.

Proof of Theorem 3.2, (3) and case 2, under Assumption 3.1. The quotient in line 6 has the factor func(l, x)/func(l, y).
Under the assumption func is determined up to a factor and lies within e^(+-eta) of it, so a replaced loss may change
the quotient by e^(4 eta), not e^(2 eta) as printed, and Pr[zeta = 0] with it: for p > 1/2 more than 2 eta/p.

ASI-25-corrected: max(4 eta, 2 eta/p), for delta_0 = 0. The models do not depend on the batch. The bit is 0 with
probability k q, k = (1 - p)^2, and a replaced loss changes q by at most e^(4 eta) either way; the minimum with 1
only brings them closer. Where the bit is 1, 1 - q' is within 4 eta of 1 - q, and k/(1 - k) <= 1/(2 p).
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive
from dpassay.proofs_check.lazy_to_private.opposed_losses import opposed_losses
from dpassay.proofs_check.models.lazy_rounds import THEOREM_32
from dpassay.proofs_check.models.one_round import QUOTIENT, ROUND, opposed, other
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, inside, use


@claim(
    "ASI-25",
    location="Proof of Theorem 3.2, (3) and case 2, s = s_0, for measures under Assumption 3.1",
    latex=r"(x_{s_0}, y_{s_0}, \zeta_{s_0}) \text{ and } (x'_{s_0}, y'_{s_0}, \zeta'_{s_0}) \text{ are } (2\eta/p, "
    r"\delta_0)\text{-indistinguishable given } \Sigma_{s_0 - 1}",
    text="In round s_0 the models and the switch indicator are (2 eta/p, delta_0)-indistinguishable, given the "
    "history.",
    checked=(
        "Assumption 3.1 with delta_0 = 0",
        "Tp/B >= 1",
        "a delta_1 with eta B log(1/delta_1)/p <= 1 and E certain",
    ),
    adjacency="one_loss",
    corrected_by="ASI-25-corrected",
)
def asi_25() -> Case:
    """The quotient of four values of func may change by e^{4 eta}."""
    return Case(
        argument="The quotient in line 6 has the factor func(l, x)/func(l, y). Under Assumption 3.1 func is determined "
        "up to a factor and lies within e^{+-eta} of it, so a replaced loss may change the quotient by e^{4 "
        "eta}, not e^{2 eta} as printed, and Pr[zeta = 0] with it. For p > 1/2 that is more than 2 eta/p. In the "
        "instance func is within a factor 26/25 < e^eta, so that the assumption also holds for all sequences of two of "
        "these losses.",
        counterexample=Goal("three models", counterexample("asi25"), Hunt("asi25", opposed_losses)),
        twins=(Twin("max(4 eta, 2 eta/p)", counterexample("asi25-corrected")),),
        remarks=("For p <= 1/2 the bound 2 eta/p holds (ASI-25-corrected), though the step with e^{2 eta} does not.",),
    )


@claim(
    "ASI-25-corrected",
    location="Proof of Theorem 3.2, (3) and case 2, s = s_0, for measures under Assumption 3.1",
    latex=r"(x_{s_0}, y_{s_0}, \zeta_{s_0}) \text{ are } \max(4\eta, 2\eta/p)\text{-indistinguishable given } "
    r"\Sigma_{s_0-1}, \text{ if } \delta_0 = 0",
    text="With delta_0 = 0, in round s_0 the models and the switch indicator are max(4 eta, 2 "
    "eta/p)-indistinguishable.",
    checked=("Assumption 3.1 with delta_0 = 0",),
    assumed=("there are finitely many models",),
    adjacency="one_loss",
)
def asi_25_corrected() -> Case:
    """Both values of the bit."""
    return Case(
        checks=(Goal("opposed losses", exhaustive("asi25-corrected", "opposed-measures")),),
        sharper=(Goal("e^{2 eta} is exceeded", counterexample("asi25-step"), Hunt("asi25-step", opposed_losses)),),
        twins=(Twin("2 eta/p", exhaustive("asi25", "opposed-measures")),),
        remarks=("4 eta is attained, by zeta = 0.",),
    )


RELEASED: Final = "r(x, y, z)"
refuted(
    "ASI-25",
    ROUND,
    f"{RELEASED} <= exp(2*eta/p)*{other(RELEASED)}",
    setting=opposed(Fraction(26, 25), Fraction(21, 20), Fraction(9, 10), delta_1=Fraction(1, 2)),
    where=THEOREM_32,
    x=Fraction(1),
    y=Fraction(2),
    z=Fraction(0),
)

LINE: Final = "(1 - p)**2"
COIN: Final = "q(x, y)"
MAXIMUM: Final = ("4*eta <= e", "2*eta/p <= e")
BOUND: Final = f"{RELEASED} <= exp(e)*{other(RELEASED)}"


def _of(text: str, end: str) -> str:
    return other(text) if end else text


def _quotients(name: str, mine: str, theirs: str) -> tuple[Step, ...]:
    """The quotient of line 6 with one loss is at least e^(-4 eta) times that with the other."""
    mean, mean2 = (_of("N", end) for end in (mine, theirs))
    u, u2 = (_of("u(", end).removesuffix("(") for end in (mine, theirs))
    return (
        Step(
            f"up{name}",
            f"{u}(x)*{u2}(y) <= exp(2*eta)*{mean}*{mean2}",
            arithmetic((f"{u2}(y)", f"close{mine}"), (f"exp(eta)*{mean}", use(f"close{theirs}", x="y"))),
        ),
        Step(
            f"down{name}",
            f"{mean}*{mean2} <= exp(2*eta)*{u}(y)*{u2}(x)",
            arithmetic((mean2, use(f"close, back{mine}", x="y")), (f"exp(eta)*{u}(y)", f"close, back{theirs}")),
        ),
        Step(
            f"cross{name}",
            f"{u}(x)*{u2}(y) <= exp(4*eta)*{u}(y)*{u2}(x)",
            arithmetic(f"up{name}", ("exp(2*eta)", f"down{name}")),
        ),
        Step(
            f"quotients{name}",
            f"exp(-4*eta)*({_of(QUOTIENT, mine)}) <= {_of(QUOTIENT, theirs)}",
            arithmetic((f"exp(-2*B*eta - 4*eta)*h(x)/(h(y)*{u}(y)*{u2}(y))", f"cross{name}")),
        ),
    )


def _moved(name: str, mine: str, theirs: str) -> tuple[Step, ...]:
    """The coin with one loss is at least e^(-4 eta) times that with the other; the losses end in "" and ", other"."""
    coin, coin2, quotient = _of(COIN, mine), _of(COIN, theirs), _of(QUOTIENT, theirs)
    return (
        *_quotients(name, mine, theirs),
        Step(
            f"scaled{name}",
            f"exp(-4*eta)*{coin} <= {quotient}",
            arithmetic(f"quotients{name}", ("exp(-4*eta)", f"line 6{mine}")),
        ),
        Step(
            f"at most 1{name}",
            f"exp(-4*eta)*{coin} <= 1",
            arithmetic((coin, "falls"), f"line 6, at most 1{mine}"),
        ),
        Step(
            f"moved{name}",
            f"exp(-4*eta)*{coin} <= {coin2}",
            apply(
                "the smaller of two",
                f"at most 1{name}",
                f"scaled{name}",
                f"line 6, the smaller{theirs}",
                q=f"exp(-4*eta)*{coin}",
                A="1",
                B=quotient,
                r=coin2,
            ),
        ),
    )


theorem(
    "ASI-25-corrected",
    ROUND,
    BOUND,
    Step("falls", "exp(-4*eta) <= exp(0)", arithmetic(inside("exp(_)", "-4*eta <= 0"))),
    *_moved("", "", ", other"),
    *_moved(", back", ", other", ""),
    Step(
        "ratio",
        f"{COIN} <= exp(e)*{other(COIN)}",
        arithmetic(("exp(4*eta)", "moved"), (other(COIN), inside("exp(_)", "4*eta <= e"))),
        MAXIMUM[:1],
    ),
    Step("tangent", "1 + e <= exp(e)", analysis("1 + v <= exp(v)", "(-oo, oo)", v="e")),
    Step("large", "1 + 4*eta/(2*p) <= exp(e)", arithmetic("tangent", "2*eta/p <= e"), MAXIMUM[1:]),
    Step("tangent, back", "1 - 4*eta <= exp(-4*eta)", analysis("1 - v <= exp(-v)", "[0, oo)", v="4*eta")),
    Step(
        "less",
        f"{other(COIN)} - {COIN} <= 4*eta",
        arithmetic("moved, back", (other(COIN), "tangent, back"), ("4*eta", "line 6, at most 1, other")),
    ),
    Step(
        "coin falls",
        f"1 - {LINE}*{COIN} <= exp(e)*(1 - {LINE}*{other(COIN)})",
        apply(
            "a coin that falls, beside others",
            "line 6, at most 1, other",
            "large",
            "less",
            p="p",
            h="4*eta",
            q=COIN,
            r=other(COIN),
            G="exp(e)",
        ),
        MAXIMUM,
    ),
    Step("square", f"0 <= {LINE}", arithmetic(("1 - p", "p < 1"))),
    Step(
        "coin stays",
        f"{LINE}*{COIN} <= exp(e)*{LINE}*{other(COIN)}",
        arithmetic((LINE, "ratio")),
        MAXIMUM[:1],
        ("square",),
    ),
    Step(
        "bit",
        f"(1 - z)*{LINE}*{COIN} + z*(1 - {LINE}*{COIN}) <= "
        f"exp(e)*((1 - z)*{LINE}*{other(COIN)} + z*(1 - {LINE}*{other(COIN)}))",
        arithmetic(("1 - z", "coin stays"), ("z", "coin falls")),
        MAXIMUM,
    ),
    Step("all", BOUND, arithmetic("round", ("-exp(e)", "round, other"), ("m(x, y)", "bit")), MAXIMUM),
    where=MAXIMUM,
    variables={"e": "real"},
)
