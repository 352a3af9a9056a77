"""Lemmas for ASI-18, -19 and -20: few models have a ratio outside e^{+-2 B eta} (Appendix A.1, corrected).

Let c = B eta. Group privacy over a batch (Lemma 2.5) gives D^delta(nu_{s+1}, nu_s) <= c with delta = B e^{c - eta}
delta_0, for the normalized measures P and Q (``close_batches``). On A = {P > e^{2c} Q}, e^{2c} Q(A) <= P(A) <= e^c Q(A)
+ delta, and on A' = {P < e^{-2c} Q}, Q(A') <= e^c P(A') + delta <= e^{-c} Q(A') + delta. So Q(A or A') <= delta (1 +
e^{-2c})/(1 - e^{-c}), which is at most 2 delta/c <= 2 e^c delta_0/eta for c <= 29/20. Where the ratios of both models
are within e^{+-2c}, their quotient is within e^{+-4c}.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.lazy_to_private.close_batches import BACK, CHANGE, FORTH, GROWTH, NEW, OLD
from dpassay.proofs_check.lazy_to_private.other_models import OF_Y, WHOLE
from dpassay.proofs_check.models.lazy_sampling import LAZY
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic

SMALL: Final = ("B*eta <= 29/20",)
HIGH, LOW = "exp(2*B*eta)", "exp(-2*B*eta)"
RATIO: Final = "m(s + 1, i)/m(s, i)"
ABOVE, BELOW = f"[{HIGH} < {RATIO}]", f"[{RATIO} < {LOW}]"


def mass(event: str) -> str:
    """Of models under nu_s."""
    return f"sum({event}*{OLD}, i, 1, d)"


BAD: Final = f"{mass(ABOVE)} + {mass(BELOW)}"
"""The mass of the models whose ratio is outside e^{+-2 B eta}."""
MASS: Final = "2*exp(B*eta)*d0/eta"


def _ratios(name: str, event: str, ends: tuple[str, str]) -> tuple[Step, ...]:
    """Where an event holds the second end is above the first, and so it is on average."""
    return (
        Step(
            f"{name}: ends",
            f"{event}*{ends[0]} <= {event}*{ends[1]}",
            apply("where it is so", A=ends[0], B=ends[1], Y=ends[0], c=ends[1]),
        ),
        Step(
            f"{name}: a model",
            f"{event}*{ends[0]}*{OLD} <= {event}*{ends[1]}*{OLD}",
            arithmetic((OLD, f"{name}: ends")),
        ),
        Step(
            f"{name}: models",
            f"sum({event}*{ends[0]}*{OLD}, i, 1, d) <= sum({event}*{ends[1]}*{OLD}, i, 1, d)",
            apply(
                "sum grows",
                f"{name}: a model",
                f=f"i: {event}*{ends[0]}*{OLD}",
                g=f"i: {event}*{ends[1]}*{OLD}",
                low="1",
                high="d",
            ),
        ),
    )


def _masses(name: str, event: str, ends: tuple[str, str], first: str, second: str) -> tuple[Step, ...]:
    """An event has nearly as much mass under both measures; it holds where the second end is above the first."""
    return (
        Step(f"{name}: close", FORTH if first == OLD else BACK, apply("a batch moves little")),
        Step(f"{name}: or not", f"{event} <= 1", apply("what is above", x=ends[1], y=ends[0])),
        Step(
            f"{name}: masses",
            f"sum({event}*{first}, i, 1, d) <= {GROWTH}*sum({event}*{second}, i, 1, d) + {CHANGE}",
            apply(
                "an event under close laws",
                f"{name}: close",
                f"{name}: or not",
                d="d",
                z=GROWTH,
                delta=CHANGE,
                p=f"i: {first}",
                q=f"i: {second}",
                f=f"i: {event}",
            ),
        ),
        *_ratios(name, event, ends),
    )


theorem(
    "few models are far off",
    LAZY,
    f"{BAD} <= {MASS}",
    *_masses("above", ABOVE, (HIGH, RATIO), NEW, OLD),
    *_masses("below", BELOW, (RATIO, LOW), OLD, NEW),
    Step(
        "above",
        f"(1 - exp(-B*eta))*{mass(ABOVE)} <= exp(-2*B*eta)*{CHANGE}",
        arithmetic(("exp(-2*B*eta)", "above: models"), ("exp(-2*B*eta)", "above: masses")),
    ),
    Step(
        "below",
        f"(1 - exp(-B*eta))*{mass(BELOW)} <= {CHANGE}",
        arithmetic(("exp(B*eta)", "below: models"), "below: masses"),
    ),
    Step(
        "rate",
        "2*(1 - exp(-B*eta)) - B*eta*(1 + exp(-2*B*eta)) >= 0",
        analysis("2*(1 - exp(-c)) - c*(1 + exp(-2*c)) >= 0", "[0, 29/20]", c="B*eta"),
        SMALL,
    ),
    Step("smaller", "exp(-eta) <= exp(0)", apply("exp grows", A="-eta", B="0")),
    Step("positive", "exp(-B*eta) < exp(0)", apply("exp grows strictly", A="-B*eta", B="0")),
    Step("room", "0 < 1 - exp(-B*eta)", arithmetic("positive")),
    Step("both", "0 <= (1 - exp(-eta))*(1 - exp(-B*eta))", arithmetic(("1 - exp(-eta)", "positive")), (), ("smaller",)),
    Step(
        "times the factor",
        f"(1 - exp(-B*eta))*({BAD}) <= (1 - exp(-B*eta))*{MASS}",
        arithmetic(
            "above",
            "below",
            (f"{CHANGE}/(B*eta)", "rate"),
            ("2*d0*exp(B*eta)/eta", "both"),
        ),
        SMALL,
    ),
    Step(
        "all",
        f"{BAD} <= {MASS}",
        apply("a positive factor cancels", "times the factor", "room", A="1 - exp(-B*eta)", X=BAD, Y=MASS),
        SMALL,
    ),
    where=SMALL,
)

QUOTIENT: Final = "m(s + 1, i)*m(s, l)/(m(s, i)*m(s + 1, l))"
INSIDE: Final = (
    f"sum(sum([exp(-{{k}}*B*eta) <= {QUOTIENT}]*[{QUOTIENT} <= exp({{k}}*B*eta)]*j(s, i, l), l, 1, d), i, 1, d)"
)
"""The probability that the quotient of the ratios of x_s and y_s is within e^{+-k B eta}."""
WITHIN_4: Final = INSIDE.format(k=4)
OTHER: Final = RATIO.replace("i)", "l)")
FAR_X, FAR_Y = (f"([{HIGH} < {ratio}] + [{ratio} < {LOW}])" for ratio in (RATIO, OTHER))
BAD_X: Final = f"sum({FAR_X}*sum(j(s, i, l), l, 1, d), i, 1, d)"
BAD_Y: Final = f"sum({FAR_Y}*{OF_Y.format(b='s')}, l, 1, d)"
FAR_HIGH, FAR_LOW = "exp(4*B*eta)", "exp(-4*B*eta)"
NOT_LOW, NOT_HIGH = f"[{FAR_LOW} <= {QUOTIENT}]", f"[{QUOTIENT} <= {FAR_HIGH}]"
EVENTS: Final = f"(1 - {FAR_X} - {FAR_Y})"
OF_Y_FIRST: Final = f"sum(sum({FAR_Y}*j(s, i, l), l, 1, d), i, 1, d)"
theorem(
    "both ratios are good",
    LAZY,
    f"{WITHIN_4} >= 1 - {BAD_X} - {BAD_Y}",
    Step(
        "low",
        f"{FAR_LOW} <= {QUOTIENT}",
        arithmetic(
            ("m(s, l)/m(s + 1, l)", f"{LOW} <= {RATIO}"), (f"{FAR_LOW}*m(s, l)/m(s + 1, l)", f"{OTHER} <= {HIGH}")
        ),
        (f"{LOW} <= {RATIO}", f"{OTHER} <= {HIGH}"),
    ),
    Step(
        "high",
        f"{QUOTIENT} <= {FAR_HIGH}",
        arithmetic(
            ("m(s, l)/m(s + 1, l)", f"{RATIO} <= {HIGH}"), (f"{FAR_HIGH}*m(s, l)/m(s + 1, l)", f"{LOW} <= {OTHER}")
        ),
        (f"{RATIO} <= {HIGH}", f"{LOW} <= {OTHER}"),
    ),
    Step(
        "not low",
        f"1 - [{RATIO} < {LOW}] - [{HIGH} < {OTHER}] <= {NOT_LOW}",
        apply("implied unless either fails", "low", F=LOW, G=RATIO, H=OTHER, K=HIGH, L=FAR_LOW, R=QUOTIENT),
    ),
    Step(
        "not high",
        f"1 - [{HIGH} < {RATIO}] - [{OTHER} < {LOW}] <= {NOT_HIGH}",
        apply("implied unless either fails", "high", F=RATIO, G=HIGH, H=LOW, K=OTHER, L=QUOTIENT, R=FAR_HIGH),
    ),
    Step("at most 1", f"{NOT_LOW} <= 1", apply("a comparison", y=FAR_LOW, x=QUOTIENT)),
    Step("at most 1, too", f"{NOT_HIGH} <= 1", apply("a comparison", y=QUOTIENT, x=FAR_HIGH)),
    Step("times a pair", f"0 <= (1 - {NOT_HIGH})*j(s, i, l)", arithmetic(("j(s, i, l)", "at most 1, too"))),
    Step(
        "events",
        f"{EVENTS}*j(s, i, l) <= {NOT_LOW}*{NOT_HIGH}*j(s, i, l)",
        arithmetic(
            ("j(s, i, l)", "not low"),
            ("j(s, i, l)", "not high"),
            (f"(1 - {NOT_HIGH})*j(s, i, l)", "at most 1"),
        ),
        (),
        ("times a pair",),
    ),
    Step(
        "of y",
        f"sum({EVENTS}*j(s, i, l), l, 1, d) <= sum({NOT_LOW}*{NOT_HIGH}*j(s, i, l), l, 1, d)",
        apply(
            "sum grows",
            "events",
            f=f"l: {EVENTS}*j(s, i, l)",
            g=f"l: {NOT_LOW}*{NOT_HIGH}*j(s, i, l)",
            low="1",
            high="d",
        ),
    ),
    Step(
        "of both",
        f"sum(sum({EVENTS}*j(s, i, l), l, 1, d), i, 1, d) <= {WITHIN_4}",
        apply(
            "sum grows",
            "of y",
            f=f"i: sum({EVENTS}*j(s, i, l), l, 1, d)",
            g=f"i: sum({NOT_LOW}*{NOT_HIGH}*j(s, i, l), l, 1, d)",
            low="1",
            high="d",
        ),
    ),
    Step(
        "pairs in either order",
        f"sum(sum(j(s, i, l), l, 1, d), i, 1, d) = {WHOLE.format(b='s')}",
        apply("sums in either order", f="i, l: j(s, i, l)", m="d", n="d"),
    ),
    Step(
        "events in either order",
        f"{OF_Y_FIRST} = sum(sum({FAR_Y}*j(s, i, l), i, 1, d), l, 1, d)",
        apply("sums in either order", f=f"i, l: {FAR_Y}*j(s, i, l)", m="d", n="d"),
    ),
    Step("one pair", f"{WHOLE.format(b='s')} = 1", apply("the pairs have a law", b="s")),
    Step(
        "all",
        f"{WITHIN_4} >= 1 - {BAD_X} - {BAD_Y}",
        arithmetic("of both", ("-1", "pairs in either order"), "events in either order", ("-1", "one pair")),
    ),
)
