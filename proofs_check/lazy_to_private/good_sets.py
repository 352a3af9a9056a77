"""Lemma for ASI-18, -19 and -20: few models have a ratio outside e^{+-2 B eta} (Appendix A.1, corrected).

Let c = B eta. Group privacy over a batch (Lemma 2.5) gives D^delta(nu_{s+1}, nu_s) <= c with delta = B e^{c - eta}
delta_0, for the normalized measures P and Q. On A = {P > e^{2c} Q}, e^{2c} Q(A) <= P(A) <= e^c Q(A) + delta, and on A'
= {P < e^{-2c} Q}, Q(A') <= e^c P(A') + delta <= e^{-c} Q(A') + delta. So Q(A or A') <= delta (1 + e^{-2c})/(1 -
e^{-c}), which is at most 2 delta/c <= 2 e^c delta_0/eta for c <= 29/20.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.models.lazy_sampling import LAZY, NEW, OLD
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, use

SMALL: Final = ("B*eta <= 29/20",)
HIGH, LOW = "exp(2*B*eta)", "exp(-2*B*eta)"
ABOVE, BELOW = f"[{HIGH} < r(s)]", f"[r(s) < {LOW}]"
BAD: Final = f"E({ABOVE}, {OLD}) + E({BELOW}, {OLD})"
"""The mass of the models whose ratio is outside e^{+-2 B eta}."""
MASS: Final = "2*exp(B*eta)*d0/eta"
SUM: Final = "sum(exp(h*eta), h, 0, B - 1)"
CHANGE: Final = "B*exp(B*eta - eta)*d0"
"""What a batch adds to a probability, beside the factor e^{B eta}."""
theorem(
    "a batch adds little",
    LAZY,
    f"{SUM} <= B*exp(B*eta - eta)",
    Step("later", "h*eta <= (B - 1)*eta", arithmetic(("eta", "h <= B - 1"))),
    Step("grows", "exp(h*eta) <= exp((B - 1)*eta)", apply("exp grows", "later", A="h*eta", B="(B - 1)*eta")),
    Step(
        "all",
        f"{SUM} <= B*exp(B*eta - eta)",
        apply("sum grows", "grows", f="h: exp(h*eta)", g="h: exp((B - 1)*eta)", low="0", high="B - 1"),
    ),
    variables={"h": "integer, 0 <= h, h <= B - 1"},
)
theorem(
    "few models are far off",
    LAZY,
    f"{BAD} <= {MASS}",
    Step("sum", f"{SUM} <= B*exp(B*eta - eta)", apply("a batch adds little")),
    Step(
        "back",
        "Pr(z < r(s), M(s, B - k)) <= exp(eta)*Pr(z < r(s), M(s, B - k - 1)) + d0",
        arithmetic(use("near, above", k="B - k - 1")),
    ),
    Step(
        "over a batch, above",
        f"Pr(z < r(s), {NEW}) <= exp(B*eta)*Pr(z < r(s), {OLD}) + d0*{SUM}",
        apply("group privacy", "back", x="k: Pr(z < r(s), M(s, B - k))", m="B", eps="eta", delta="d0"),
    ),
    Step(
        "over a batch, below",
        f"Pr(r(s) < z, {OLD}) <= exp(B*eta)*Pr(r(s) < z, {NEW}) + d0*{SUM}",
        apply("group privacy", "near, below", x="k: Pr(r(s) < z, M(s, k))", m="B", eps="eta", delta="d0"),
    ),
    Step(
        "where above",
        f"{ABOVE}*{HIGH} <= {ABOVE}*r(s)",
        apply("where it is so", A=HIGH, B="r(s)", Y=HIGH, c="r(s)"),
    ),
    Step(
        "mean where above",
        f"E({ABOVE}*{HIGH}, {OLD}) <= E({ABOVE}*r(s), {OLD})",
        apply("expectation grows", "where above", P=OLD, X=f"{ABOVE}*{HIGH}", Y=f"{ABOVE}*r(s)"),
    ),
    Step(
        "where below",
        f"{BELOW}*r(s) <= {BELOW}*{LOW}",
        apply("where it is so", A="r(s)", B=LOW, Y="r(s)", c=LOW),
    ),
    Step(
        "mean where below",
        f"E({BELOW}*r(s), {OLD}) <= E({BELOW}*{LOW}, {OLD})",
        apply("expectation grows", "where below", P=OLD, X=f"{BELOW}*r(s)", Y=f"{BELOW}*{LOW}"),
    ),
    Step(
        "above",
        f"(1 - exp(-B*eta))*E({ABOVE}, {OLD}) <= exp(-2*B*eta)*{CHANGE}",
        arithmetic(
            ("exp(-2*B*eta)", "mean where above"),
            ("exp(-2*B*eta)", use("ratio, above", z=HIGH)),
            ("exp(-2*B*eta)", use("over a batch, above", z=HIGH)),
            ("exp(-2*B*eta)*d0", "sum"),
        ),
    ),
    Step(
        "below",
        f"(1 - exp(-B*eta))*E({BELOW}, {OLD}) <= {CHANGE}",
        arithmetic(
            ("exp(B*eta)", "mean where below"),
            ("-exp(B*eta)", use("ratio, below", z=LOW)),
            use("over a batch, below", z=LOW),
            ("d0", "sum"),
        ),
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

INSIDE: Final = "E([exp(-{k}*B*eta) <= rx(s)/ry(s)]*[rx(s)/ry(s) <= exp({k}*B*eta)], J(s))"
"""The probability that the quotient of the ratios of x_s and y_s is within e^{+-k B eta}."""
WITHIN_4: Final = INSIDE.format(k=4)
BAD_X: Final = f"E([{HIGH} < rx(s)], J(s)) + E([rx(s) < {LOW}], J(s))"
BAD_Y: Final = f"E([{HIGH} < ry(s)], J(s)) + E([ry(s) < {LOW}], J(s))"
EVENTS: Final = f"1 - [{HIGH} < rx(s)] - [rx(s) < {LOW}] - [{HIGH} < ry(s)] - [ry(s) < {LOW}]"
FAR_HIGH, FAR_LOW = "exp(4*B*eta)", "exp(-4*B*eta)"
NOT_LOW, NOT_HIGH = f"[{FAR_LOW} <= rx(s)/ry(s)]", f"[rx(s)/ry(s) <= {FAR_HIGH}]"
theorem(
    "both ratios are good",
    LAZY,
    f"{WITHIN_4} >= 1 - ({BAD_X}) - ({BAD_Y})",
    Step(
        "low",
        f"{FAR_LOW} <= rx(s)/ry(s)",
        arithmetic(("1/ry(s)", f"{LOW} <= rx(s)"), (f"{FAR_LOW}/ry(s)", f"ry(s) <= {HIGH}")),
        (f"{LOW} <= rx(s)", f"ry(s) <= {HIGH}"),
    ),
    Step(
        "high",
        f"rx(s)/ry(s) <= {FAR_HIGH}",
        arithmetic(("1/ry(s)", f"rx(s) <= {HIGH}"), (f"{FAR_HIGH}/ry(s)", f"{LOW} <= ry(s)")),
        (f"rx(s) <= {HIGH}", f"{LOW} <= ry(s)"),
    ),
    Step(
        "not low",
        f"1 - [rx(s) < {LOW}] - [{HIGH} < ry(s)] <= {NOT_LOW}",
        apply(
            "implied unless either fails",
            "low",
            F=LOW,
            G="rx(s)",
            H="ry(s)",
            K=HIGH,
            L=FAR_LOW,
            R="rx(s)/ry(s)",
        ),
    ),
    Step(
        "not high",
        f"1 - [{HIGH} < rx(s)] - [ry(s) < {LOW}] <= {NOT_HIGH}",
        apply(
            "implied unless either fails",
            "high",
            F="rx(s)",
            G=HIGH,
            H=LOW,
            K="ry(s)",
            L="rx(s)/ry(s)",
            R=FAR_HIGH,
        ),
    ),
    Step("at most 1", f"{NOT_LOW} <= 1", apply("a comparison", y=FAR_LOW, x="rx(s)/ry(s)")),
    Step("at most 1, too", f"{NOT_HIGH} <= 1", apply("a comparison", y="rx(s)/ry(s)", x=FAR_HIGH)),
    Step(
        "events",
        f"{EVENTS} <= {NOT_LOW}*{NOT_HIGH}",
        arithmetic("not low", "not high", (f"1 - {NOT_HIGH}", "at most 1")),
        (),
        ("at most 1, too",),
    ),
    Step(
        "probabilities",
        f"E({EVENTS}, J(s)) <= {WITHIN_4}",
        apply(
            "expectation grows",
            "events",
            P="J(s)",
            X=EVENTS,
            Y=f"{NOT_LOW}*{NOT_HIGH}",
        ),
    ),
    Step("all", f"{WITHIN_4} >= 1 - ({BAD_X}) - ({BAD_Y})", arithmetic("probabilities")),
)
