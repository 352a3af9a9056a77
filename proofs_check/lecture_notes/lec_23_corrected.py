"""LEC-23-corrected: what is private at 12 T a^2 = eps, and that delta does not go to 0 there.

Lecture notes, Section 2, Theorem 3. The transcript is (eps, delta)-private for a = (sqrt(2 ln(1/delta) + 2 eps) -
sqrt(2 ln(1/delta)))/sqrt(T), and for every smaller a: put s = sqrt(2 ln(1/delta)/(T a^2)) in the tail bound of
LEC-22-corrected. At the printed rate it is (eps, e^(-(529/96) eps))-private, which is LEC-22-corrected at eps = 12 T
a^2. And at eps <= 1/192 two experts have delta(eps) >= (1 - e^(-eps))/24, whatever T >= 2 is.

The floor: on the level pair the loss is a S, with S the sum of n = T - 1 independent signs. Delta(eps) is at least
the share 1 - e^(-eps) of the probability that a S >= 2 eps. There the law of the choices is at least the fair one:
the ratio is e^(a S/2)/cosh(a/2)^n, and cosh(a/2)^n <= e^(n a^2/8) <= e^eps. For fair signs E S^2 = n and E S^4 = 3
n^2 - 2 n, so by the second moment method of Paley and Zygmund |S| is at least sqrt(n/2) with probability at least
1/9, and by symmetry S with 1/18; and 2 eps/a = 24 T a <= sqrt(n/2) at eps <= 1/192.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from dpassay.exact import as_real
from dpassay.proofs_check.claim import Case, Goal, Twin, claim
from dpassay.proofs_check.instances import family, told, whole
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import exhaustive
from dpassay.proofs_check.lecture_notes.lec_23 import EPS, SMALL
from dpassay.proofs_check.lecture_notes.transcript_deltas import (
    LEVEL_PAIR,
    delta_at_least,
    epsilon_of,
    has_epsilon_at_most,
)
from dpassay.proofs_check.models.level_pair import LEVEL
from dpassay.proofs_check.models.multiplicative_weights import GAMES
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, inside, use


@claim(
    "LEC-23-corrected",
    location="Theorem 3, privacy",
    latex=r"\alpha = \frac{\sqrt{2 \ln(1/\delta) + 2\varepsilon} - \sqrt{2\ln(1/\delta)}}{\sqrt T} \Rightarrow MW "
    r"\text{ is } (\varepsilon, \delta)\text{-DP};\quad \varepsilon = 12 T\alpha^2 = \tfrac1{192},\ K = 2,\ T "
    r"\ge 2 \Rightarrow \delta \ge (1 - e^{-\varepsilon})/24",
    text="Multiplicative weights is (eps, delta)-differentially private for alpha = (sqrt(2 ln(1/delta) + 2 eps) - "
    "sqrt(2 ln(1/delta)))/sqrt T. With alpha = sqrt(eps/(12 T)) it is (eps, e^{-(529/96) eps}) and, at eps = "
    "1/192, with two experts not (eps, delta) for any delta below (1 - e^{-eps})/24, whatever T >= 2 is.",
    adjacency="one_loss",
    assumed=("the reward matrix is fixed in advance", "0 < delta < 1", "eps > 0"),
)
def lec_23_corrected() -> Case:
    """Invert the tail bound, and bound the tail from below."""
    return Case(
        checks=(Goal("level pairs, exactly", exhaustive("lec23-floor", "small-epsilon")),),
        twins=(Twin("a floor of 2 (1 - e^-eps)", exhaustive("lec23-high-floor", "small-epsilon")),),
        remarks=(
            "What it costs, for eps <= 1, delta <= e^{-eps} and K >= 2: alpha is of order eps/sqrt(T ln(1/delta)), so "
            "the bound alpha T/8 + ln K/alpha on the regret is O(ln K sqrt(T ln(1/delta))/eps). With the delta that "
            "Theorem 3 promises, ln(1/delta) of order sqrt(T eps), it grows like T^{3/4}/eps^{3/4} and not like "
            "sqrt(T/eps).",
        ),
    )


def _floor_holds(instance: Instance, floor: Fraction) -> bool:
    """delta at eps = 12 T alpha^2 is at least floor (1 - e^-eps)."""
    share = as_real(1) - (-epsilon_of(instance)).exp()
    return at_most(as_real(floor) * share, as_real(delta_at_least(instance)))


@LEVEL_PAIR.having(rounds=whole(2)).where
def _is_level_with_small_epsilon(instance: Instance) -> bool:
    return has_epsilon_at_most(instance, Fraction(1, 192))


told(
    "lec23-floor",
    "delta(12 T alpha^2) >= (1 - e^-eps)/24 on the level pair, eps = 12 T alpha^2 <= 1/192 and T >= 2",
    _is_level_with_small_epsilon,
)(lambda instance: _floor_holds(instance, Fraction(1, 24)))
told("lec23-high-floor", "... >= 2 (1 - e^-eps)", _is_level_with_small_epsilon)(
    lambda instance: _floor_holds(instance, Fraction(2))
)


@family("small-epsilon", "level pairs with 12 T alpha^2 <= 1/192")
def _small_epsilon() -> Iterator[Instance]:
    for rounds, denominator in ((2, 100), (2, 68), (3, 84), (10, 152), (100, 500), (1000, 1520)):
        yield {"rounds": rounds, "exp_learning_rate": f"{denominator + 1}/{denominator}"}


ROOT, LONGER = "sqrt(2*log(1/d))", "sqrt(2*log(1/d) + 2*e)"
RATE = (f"a*sqrt(T) <= {LONGER} - {ROOT}",)
S = f"({ROOT}/(a*sqrt(T)))"
EXPONENT = f"T*({S} + {S}**2)*a**2/2 - {S}*e"
LOG = ("log",)
theorem(
    "LEC-23-corrected",
    GAMES,
    "delta(e) <= d",
    Step("log", "log(1/d) >= 0", analysis("log(1/z) >= 0", "(0, 1]", z="d")),
    Step(
        "room",
        f"T*a**2/2 + a*sqrt(T)*{ROOT} <= e",
        arithmetic((f"({LONGER} + a*sqrt(T) + {ROOT})/2", RATE[0])),
        RATE,
        LOG,
    ),
    Step("exponent", f"{EXPONENT} <= -log(1/d)", arithmetic((S, "room")), RATE, LOG),
    Step("tail", f"delta(e) <= exp({EXPONENT})", apply("LEC-22-corrected: for every s", s=S, x="e"), (), LOG),
    Step("all", "delta(e) <= d", arithmetic("tail", inside("exp(_)", "exponent")), RATE, LOG),
    where=RATE,
    variables={"d": "real, 0 < d, d < 1", "e": "real, 0 < e"},
    samples={"d": (Fraction(1, 2), Fraction(1, 10)), "e": (Fraction(1, 2), Fraction(5, 2))},
    also=("LEC-23-corrected: at the printed rate", "LEC-23-corrected: a floor"),
)
theorem(
    "LEC-23-corrected: at the printed rate",
    GAMES,
    "delta(eps) <= exp(-529/96*eps)",
    Step("all", "delta(eps) <= exp(-529/96*eps)", apply("LEC-22-corrected")),
    let={"eps": "12*T*a**2"},
)

# The level pair

ALL = "sum(x(i), i, 1, n)"
BOUND = "24*(n + 1)*a"
H = "log((exp(a/2) + exp(-a/2))/2)"
TILT, TILT2 = f"(a*{ALL}/2 - n*{H})", f"(-a*{ALL}/2 - n*{H})"
LEFT = f"a*{ALL} - 2*{EPS}"
IN = f"[{BOUND} <= {ALL}]"
OUT = f"[{ALL} <= -{BOUND}]"


def _density(name: str, p: str, tilt: str, fact: str, laws: str) -> tuple[Step, ...]:
    """The probability of a transcript is the fair one times the exp of half its loss, over cosh(a/2)^n."""
    law = {"p": "P", "p2": "P2"}[p]
    return (
        Step(f"log of {name}", f"log({p}) = log(f) + {tilt}", arithmetic(fact)),
        Step(
            f"exp of {name}",
            f"exp(log({p})) = exp(log(f) + {tilt})",
            apply("equals for equals", f"log of {name}", A=f"log({p})", B=f"log(f) + {tilt}", f="z: exp(z)"),
        ),
        Step(f"back to {name}", f"exp(log({p})) = {p}", apply("exp of log", A=p)),
        Step(
            f"{name}",
            f"{p} = f*exp({tilt})",
            arithmetic(f"exp of {name}", ("-1", f"back to {name}"), (f"exp({tilt})", "fair probability")),
        ),
        Step(f"ratio of {name}", f"{IN}*{p}/f = {IN}*exp({tilt})", arithmetic((f"{IN}/f", name))),
        Step(
            f"event of {name}",
            f"E({IN}*{p}/f, F) = E({IN}*exp({tilt}), F)",
            apply("expectation of equals", f"ratio of {name}", P="F", X=f"{IN}*{p}/f", Y=f"{IN}*exp({tilt})"),
        ),
        Step(
            f"probability of {name}",
            f"E({IN}, {law}) = E({IN}*exp({tilt}), F)",
            arithmetic(use(laws, b=BOUND), f"event of {name}"),
        ),
    )


theorem(
    "LEC-23-corrected: a floor",
    LEVEL,
    "delta(eps) >= (1 - exp(-eps))/24",
    Step("fair probability", "exp(log(f)) = f", apply("exp of log", A="f")),
    *_density("first law", "p", TILT, "choices", "laws"),
    *_density("second law", "p2", TILT2, "choices, second row", "laws, second row"),
    Step("square of the step", "(1 - a)**2 >= 0", analysis("(1 - z)**2 >= 0", "(0, oo)", z="a")),
    Step(
        "step", "a <= 1", arithmetic(("1/2", "square of the step"), ("1/48", SMALL[0]), ("1/4*a**2", "1 <= n")), SMALL
    ),
    Step(
        "cosh",
        "(exp(a/2) + exp(-a/2))/2 <= exp(a**2/8)",
        analysis("(exp(z/2) + exp(-z/2))/2 <= exp(z**2/8)", "(0, 1]", "step", z="a"),
        SMALL,
    ),
    Step("small", f"n*{H} <= eps", arithmetic(("n", inside("log(_)", "cosh"))), SMALL),
    Step("above", f"0 <= {IN}*({ALL} - {BOUND})", apply("a comparison", x=ALL, y=BOUND)),
    Step("not above", f"0 <= (1 - {IN})*({BOUND} - {ALL})", apply("a comparison", x=ALL, y=BOUND)),
    Step("at most 1", f"{IN} <= 1", apply("a comparison", x=ALL, y=BOUND)),
    Step("not below", f"0 <= (1 - {OUT})*({BOUND} + {ALL})", apply("a comparison", x=f"-{BOUND}", y=ALL)),
    Step("below, at most 1", f"{OUT} <= 1", apply("a comparison", x=f"-{BOUND}", y=ALL)),
    Step("tangent", f"exp({TILT}) - 1 - {TILT} >= 0", analysis("exp(z) - 1 - z >= 0", "(-oo, oo)", z=TILT)),
    Step(
        "growth",
        f"{IN} <= {IN}*exp({TILT})",
        arithmetic((IN, "tangent"), ("a/2", "above"), (IN, "small")),
        SMALL,
    ),
    Step("second tangent", f"exp({LEFT}) - 1 - ({LEFT}) >= 0", analysis("exp(z) - 1 - z >= 0", "(-oo, oo)", z=LEFT)),
    Step(
        "decay",
        f"{IN}*exp(eps - a*{ALL}) <= {IN}*exp(-eps)",
        arithmetic((f"{IN}*exp(eps - a*{ALL})", "second tangent"), (f"a*exp(eps - a*{ALL})", "above")),
    ),
    Step("share", "0 <= 1 - exp(-eps)", arithmetic(inside("exp(_)", "-eps <= 0"))),
    Step(
        "pointwise",
        f"{IN}*(1 - exp(-eps)) <= {IN}*exp({TILT}) - exp(eps)*{IN}*exp({TILT2})",
        arithmetic((f"exp({TILT})", "decay"), ("1 - exp(-eps)", "growth")),
        SMALL,
        ("share",),
    ),
    Step("bound", f"2*({BOUND})**2 <= n", arithmetic(("96*(n + 1)", SMALL[0]), ("1/2", "1 <= n")), SMALL),
    Step(
        "large",
        f"E({IN}, F) >= 1/18",
        apply(
            "a large sum of fair signs",
            "bound",
            "a sign",
            "fair",
            "the past",
            use("symmetric", b=BOUND),
            "not above",
            "not below",
            "at most 1",
            "below, at most 1",
            n="n",
            b=BOUND,
            F="F",
            N="j: N(j)",
            x="k: x(k)",
            above=IN,
            below=OUT,
        ),
        SMALL,
    ),
    Step(
        "all",
        "delta(eps) >= (1 - exp(-eps))/24",
        arithmetic(
            use("delta", b=BOUND, e=EPS),
            ("-1", "probability of first law"),
            ("exp(eps)", "probability of second law"),
            inside("E(_, F)", "pointwise"),
            ("1 - exp(-eps)", "large"),
            ("1/72", "share"),
        ),
        SMALL,
        ("share",),
    ),
    let={"eps": EPS},
    where=SMALL,
)
