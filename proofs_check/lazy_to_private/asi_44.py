"""ASI-44, ASI-44b: the binary tree is said to have a regret of order sqrt(d) log(d)/eps, out of reach for the family.

After the proof of Theorem 4.2. ASI-44: the regret of the binary-tree-based algorithm is of order sqrt(d) log(d)/eps.
That does not grow with T, and the regret of every algorithm does: it is at least sqrt(T/12) on some losses, by the
second and the fourth moment of a fair walk (sqrt(T/8) by ASI-43-corrected). So there is no constant, whatever the
algorithm.

ASI-44b: that regret is out of reach for algorithms of Condition 4.1, whose regret is of order T^(1/3)/eps^(2/3) at
least. The tree played directly is not of the family, because its noise is shared between rounds. But it can be followed
inside of the family at the same privacy (ASI-39c), and then has a regret far below that where eps = T^(-3/4) (ASI-43b).
A better regret does not show that an algorithm is outside.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Final

from dpassay.exact import Real, as_real, log
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import (
    ABOVE_0,
    entries,
    told,
    whole,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample, inequality
from dpassay.proofs_check.lazy_to_private.asi_43b import CONSTANT, FOLLOWER, LET, PRECONDITION, asi_43b
from dpassay.proofs_check.lazy_to_private.followed_tree import long_games
from dpassay.proofs_check.models.long_games import LONG_GAMES, Long
from dpassay.proofs_check.models.online_algorithms import ONLINE, Hedge
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.proof.no_constant import NoConstant
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, constant, inside

ASI_44: Final = entries(rounds=whole(1), experts=whole(2), epsilon=ABOVE_0, constant=ABOVE_0)


def _quoted_regret(instance: Instance) -> Real:
    """constant * sqrt(d) log(d)/eps."""
    d = instance["experts"]
    share = as_real(Fraction(instance["constant"]) / Fraction(instance["epsilon"]))
    return as_real(d).sqrt() * as_real(log(d)) * share


told(
    "asi44",
    "c sqrt(d) log(d)/eps is the regret of some algorithm: at least sqrt(T/8), as every one (ASI-43-corrected)",
    ASI_44,
)(lambda instance: at_most(as_real(Fraction(instance["rounds"], 8)).sqrt(), _quoted_regret(instance)))
told("asi44-with-root", "the same with sqrt(T log d) added", ASI_44)(
    lambda instance: at_most(
        as_real(Fraction(instance["rounds"], 8)).sqrt(),
        _quoted_regret(instance) + (as_real(log(instance["experts"])) * as_real(instance["rounds"])).sqrt(),
    )
)


def _quoted() -> Iterator[Instance]:
    for c, d, k in product(("1", "100"), (2, 10), (2, 4, 6, 8)):
        yield {"rounds": 10**k, "experts": d, "epsilon": "1/2", "constant": c}


@claim(
    "ASI-44",
    location="After the proof of Theorem 4.2",
    latex=r"\text{the binary-tree-based algorithm of [AS17] obtains regret } O(\sqrt{d} \log(d)/\varepsilon)",
    text="The algorithm of the binary tree has a regret of order sqrt(d) log(d)/eps.",
    adjacency="one_loss",
    corrected_by="ASI-44-corrected",
)
def asi_44() -> Case:
    """The sqrt(T) of all algorithms is left out."""
    return Case(
        argument="Every algorithm has a regret of at least sqrt(T/8) on some losses (ASI-43-corrected), and sqrt(d) "
        "log(d)/eps does not grow with T. For a given constant c, eps = 1 and d = 2, any T >= 32 c^2 will do: "
        "sqrt(T/8) >= 2c > c sqrt(2) log 2.",
        counterexample=Goal("many rounds", counterexample("asi44"), Hunt("asi44", _quoted)),
        sharper=(
            Goal("2c > c sqrt(2) log 2", inequality("2*c - c*sqrt(2)*log(2)", "c", "(0, oo)", ">")),
            Goal(
                "for no c, d = 2 and eps = 1: sqrt(T/8) is at least sqrt(T)/3 times sqrt(d) log d, for every T = y^2",
                inequality("y/sqrt(8) - y/3*sqrt(2)*log(2)", "y", "(0, oo)", ">"),
            ),
        ),
        twins=(
            Twin("with sqrt(T log d)", counterexample("asi44-with-root")),
            Twin("sqrt(T)/2 times", inequality("y/sqrt(8) - y/2*sqrt(2)*log(2)", "y", "(0, oo)", ">"), of=2),
        ),
        remarks=(
            "With sqrt(T log d) added, and logarithms of T, it is right: Hedge on the noisy sums of ASI-44-corrected "
            "has a regret of at most sqrt(T (ln d)/2) + m sqrt(d ln d)/eps, since only the law of each noisy sum "
            "matters, and one vector n of noise, as weights at the start, costs at most E max n.",
        ),
    )


SUM: Final = "sum(x(t), t, 1, T)"
CURVE: Final = "9*T*far**2 - far**4"
theorem(
    "regret by moments",
    ONLINE,
    "sqrt(3*T)/6 <= regret",
    Step(
        "the past of a sum",
        "E((sum(x(i), i, 1, j) - given(sum(x(i), i, 1, j)))**2, N(j)) = 0",
        apply("a sum of what is known", "the past", K="N(j)", X="i: x(i)", T="j"),
    ),
    Step(
        "second moment",
        f"E({SUM}**2, F) = T",
        apply(
            "second moment of fair signs",
            "a sign",
            "fair",
            "the past of a sum",
            F="F",
            N="j: N(j)",
            x="t: x(t)",
            n="T",
        ),
    ),
    Step(
        "fourth moment",
        f"E({SUM}**4, F) = 3*T**2 - 2*T",
        apply(
            "fourth moment of fair signs",
            "a sign",
            "fair",
            "the past of a sum",
            F="F",
            N="j: N(j)",
            x="t: x(t)",
            n="T",
        ),
    ),
    Step("a square", "(far - sqrt(3*T))**2 >= 0", analysis("z**2 >= 0", "(-oo, oo)", z="far - sqrt(3*T)")),
    Step(
        "moments",
        "T <= sqrt(3*T)*E(far, F)",
        arithmetic(
            ("1/(6*T)", inside("E(far*(far + 2*sqrt(3*T))*_, F)", "a square")),
            ("-3/2", inside("E(_, F)", "distance")),
            ("-3/2", "second moment"),
            ("1/(6*T)", inside(f"E((far**2 + {SUM}**2)*_, F)", "distance")),
            ("1/(6*T)", "fourth moment"),
        ),
    ),
    Step("regret", "E(far, F)/2 <= regret", apply("regret on fair signs")),
    Step("all", "sqrt(3*T)/6 <= regret", arithmetic("regret", ("1/(2*sqrt(3*T))", "moments"))),
)
QUOTED: Final = "c*sqrt(d)*log(d)/eps"
MANY: Final = ("d <= 2", "1 <= eps", "12*c**2 <= T")
theorem(
    "ASI-44: for no constant",
    ONLINE,
    f"{QUOTED} < regret",
    Step("positive", "0 < log(2)", constant()),
    Step("number", "sqrt(2)*log(2) < 1", constant()),
    Step("share", "1/eps <= 1", arithmetic(("1/eps", "1 <= eps")), MANY),
    Step(
        "quoted",
        f"{QUOTED} < c",
        arithmetic(
            ("c*sqrt(d)/eps", inside("log(_)", "d <= 2")),
            ("c*log(2)/eps", inside("sqrt(_)", "d <= 2")),
            ("c/eps", "number"),
            ("c", "share"),
        ),
        MANY,
        ("positive",),
    ),
    Step("regret", "sqrt(3*T)/6 <= regret", apply("regret by moments")),
    Step(
        "all",
        f"{QUOTED} < regret",
        arithmetic("quoted", ("1/6", inside("sqrt(_)", "(6*c)**2 <= 3*T")), "regret"),
        MANY,
    ),
    where=MANY,
    variables=CONSTANT,
    samples={"c": (Fraction(1, 4),)},
)
refuted(
    "ASI-44",
    ONLINE,
    f"regret <= {QUOTED}",
    setting=Hedge(3, 2, Fraction(20)),
    variables=CONSTANT,
    no_constant=NoConstant("c", "ASI-44: for no constant", "T", {"d": "2", "eps": "1"}),
    c=Fraction(1, 4),
)


@claim(
    "ASI-44b",
    location="After the proof of Theorem 4.2",
    latex=r"\text{this lower bound only holds for switching-based algorithms: indeed, the binary tree obtains a regret "
    r"which is better}",
    text="The binary tree's regret is out of reach for algorithms of Condition 4.1, whose regret is of order "
    "T^{1/3}/eps^{2/3} at least.",
    adjacency="one_loss",
    assumed=("the regret of the follower of the noisy tree (ASI-44-corrected)",),
    corrected_by="ASI-44-corrected",
)
def asi_44b() -> Case:
    """The tree can be followed inside the family."""
    return Case(
        beyond="It speaks of the bound of ASI-44-corrected and not of the worst regret, which is at most that.",
        argument="The tree played directly is not of the family, because its noise is shared between rounds. But it "
        "can be followed inside the family at the same privacy (ASI-39c), and then has a regret far below the claim "
        "where eps = T^{-3/4} (ASI-43b), of the order of the tree's own bound, log T/eps for "
        "fixed d. A better regret does not show that an algorithm is outside.",
        counterexample=Goal(
            "c = 1/1000, ten models",
            counterexample("asi43b"),
            Hunt("asi43b", lambda: long_games(("1/1000",), (10,))),
        ),
        sharper=asi_43b().sharper,
        twins=(Twin("with the true lower bound", counterexample("asi43b-true")),),
    )


refuted(
    "ASI-44b",
    LONG_GAMES,
    "c*power <= B",
    setting=Long(30),
    where=(PRECONDITION,),
    variables=CONSTANT,
    let=LET,
    no_constant=NoConstant("c", "ASI-44b: for no constant", "k", {}, ("ASI-43b: the precondition",)),
    bound=FOLLOWER,
    c=Fraction(1),
)
