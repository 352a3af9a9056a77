"""HRS-11-sharp: Hedge on a proxy a bracket has a regret of sqrt(T ln N/2) + (e - 1) sqrt(T)/4 + ln N.

For Theorem 3.3: N brackets of width sigma/(4 sqrt(T)) under U hold the class, and any function in a bracket is its
proxy. A function and the proxy of its bracket differ only where the ends of the bracket do. So the distance of the
class from the proxies is at most the largest total of a gap, of which there are N, each of mean sigma/(4 sqrt(T)) under
U: by HRS-07-sharp its mean is at most (e - 1) sqrt(T)/4 + ln N. The rest is HRS-04. No symmetric differences are
needed, and so no fourth power of a bracketing number.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.claim import Case, claim
from dpassay.proofs_check.models.hedge_on_a_cover import BRACKETED
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, inside
from dpassay.proofs_check.smoothed_analysis.hrs_04 import APART, PAID
from dpassay.proofs_check.smoothed_analysis.regret_of_hedge import ROOT


@claim(
    "HRS-11-sharp",
    location="Theorem 3.3",
    latex=r"\mathbb E[\textsc{Regret}(\mathcal A, \mathscr D)] \le \sqrt{\tfrac12 T \ln N} + \tfrac{e - 1}{4} \sqrt T "
    r"+ \ln N,\quad N = N_{[\,]}\big(\mathcal H, \mathcal U, \tfrac{\sigma}{4\sqrt T}\big)",
    text="Hedge on one function of each of N brackets, where N is the bracketing number of the class at "
    "sigma/(4 sqrt(T)) under U, has a regret of at most sqrt(T ln(N)/2) + (e - 1) sqrt(T)/4 + ln N against every "
    "adaptive sequence of sigma-smooth distributions.",
)
def hrs_11_sharp() -> Case:
    """HRS-04 and HRS-07-sharp, on the gaps of the brackets."""
    return Case()


SPARE: Final = "1 - say(r, i)"
HELD: Final = "inside(i)"
BOUND: Final = f"{ROOT} + (exp(1) - 1)*sqrt(T)/4 + log(K)"
SHARP: Final = f"E({PAID} - least) <= {BOUND}"
theorem(
    "the class is as near as a gap",
    BRACKETED,
    "near <= best",
    Step("said", "say(r, i) <= 1", apply("zero or one", "0 or 1, said", x="say(r, i)")),
    Step("spare", f"0 <= {SPARE}", arithmetic("said")),
    Step(
        "no lower end",
        f"low(r, i)*({SPARE}) <= 0",
        arithmetic((SPARE, "above the lower end"), ("-1", "0 or 1, said")),
        (),
        ("spare",),
    ),
    Step(
        "at the upper end",
        "say(r, i)*(1 - up(r, i)) <= 0",
        arithmetic(("say(r, i)", "below the upper end"), ("-1", "0 or 1, said")),
    ),
    Step(
        "round",
        f"{HELD}*{APART} <= {HELD}*hit(r, i)",
        arithmetic(
            (f"-{HELD}", "gap"),
            (SPARE, "held from above"),
            ("say(r, i)", "held from below"),
            (HELD, "no lower end"),
            (HELD, "at the upper end"),
            (HELD, "0 or 1, of the class"),
            (HELD, "0 or 1, said"),
        ),
        (),
        ("spare",),
    ),
    Step(
        "bracket",
        f"{HELD}*near <= {HELD}*best",
        arithmetic((HELD, "nearest"), inside("sum(_, r, 1, T)", "round"), (HELD, "none is better")),
    ),
    Step("all", "near <= best", arithmetic(inside("sum(_, i, 1, K)", "bracket"), ("best - near", "one bracket"))),
)
theorem(
    "HRS-11-sharp",
    BRACKETED,
    SHARP,
    Step("decomposed", f"E({PAID} - least) <= {ROOT} + E(near)", apply("HRS-04: the best function in hindsight")),
    Step("as near", "near <= best", apply("the class is as near as a gap")),
    Step("gaps", "E(best) <= (exp(1) - 1)*T*eps/sigma + log(K)", apply("HRS-07-sharp", s="1")),
    Step("square", "(4*T*eps/sigma)**2 <= T", arithmetic(("T/sigma**2", "fine"))),
    Step("budget", "4*T*eps/sigma <= sqrt(T)", apply("a root is at least", "square", u="4*T*eps/sigma", x="T")),
    Step("more", "0 <= (exp(1) - 1)/4", arithmetic(("1/4", inside("exp(_)", "0 <= 1")))),
    Step(
        "all",
        SHARP,
        arithmetic("decomposed", inside("E(_)", "as near"), "gaps", ("(exp(1) - 1)/4", "budget")),
        (),
        ("more",),
    ),
)
