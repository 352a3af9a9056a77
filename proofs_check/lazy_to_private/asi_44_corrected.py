"""ASI-44-corrected: the leader of the noisy sums of a binary tree, followed in blocks.

After the proof of Theorem 4.2, in the place of ASI-44 and ASI-44b: an eps^2-concentrated algorithm of Condition 4.1
whose regret is at most m sqrt(d ln d)/eps + T (L + 1) eps/(2 sqrt(pi) m) + (d - 1)(T/L + 1) on all losses that are
fixed in advance, d >= 2, T <= 2^m, 1 <= L <= T.

Privacy: the sums of losses over dyadic intervals get noise N(0, s^2 I). A loss is in m of them and moves each by at
most sqrt(d), so they are eps^2-concentrated with s^2 = m d/(2 eps^2). Each sum of the first t losses, t < T <= 2^m, is
the sum of at most m of them; independent noise makes its noise N(0, V I), V = m s^2, for all t. What is released is a
function of these sums, and of coins (ASI-39c).

Regret: the losses are fixed, so only the law of each leader a_t matters, and it is that with ONE n of N(0, V I) for all
t. Being the leader, sum l_t(a_(t+1)) <= min(n + L_T) - min n, whose mean is at most L* + E max n. A loss moves the mean
of the noisy sum by at most sqrt(d), so the laws of a_t and a_(t+1) differ in total variation by at most k = sqrt(d/(2
pi V)) = eps/(m sqrt(pi)), the density of N(0, 1) being at most 1/sqrt(2 pi). With the leader of the beginning of each
block, the j-th round of a block loses at most j k more than a_(t+1) does. Following it misses it in at most d - 1
rounds of a block.

Four steps are in words: normal noise has a law with a density, and a leader is an argmin of it; neither is in the
language, which knows normal laws by their moments and tails alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Final

from dpassay.proofs_check.claim import Case, Goal, Twin, claim
from dpassay.proofs_check.instances import (
    REWARDS,
    as_rows,
    entries,
    family,
    matrices,
    row_of,
    told,
    whole,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import exhaustive
from dpassay.proofs_check.models.noisy_tree import ENDS, TREE
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, together, use, words


@entries(losses=REWARDS, noise=row_of(whole())).where
def _is_leading(instance: Instance) -> bool:
    return len(instance["noise"]) == len(instance["losses"][0])


def _leads(instance: Instance, ahead: int) -> bool:
    """Whether sum of l_t(a_(t + ahead)) <= min(n + L_T) - min n, a_(t+1) the leader of n + l_1 + ... + l_t."""
    losses, sums = as_rows(instance["losses"]), [Fraction(n) for n in instance["noise"]]
    least, leaders = min(sums), [sums.index(min(sums))]
    for row in losses:
        sums = [a + b for a, b in zip(sums, row, strict=True)]
        leaders.append(sums.index(min(sums)))
    loss = sum((row[leaders[t + ahead]] for t, row in enumerate(losses)), Fraction(0))
    return loss <= min(sums) - least


told("asi44-leader", "be the leader: sum l_t(a_(t+1)) <= min(n + L_T) - min n", _is_leading)(
    lambda instance: _leads(instance, 1)
)
told("asi44-follow", "follow the leader: the same with a_t", _is_leading)(lambda instance: _leads(instance, 0))


@family("led-games", "all 0/1 losses of 3 rounds and 2 models and of 2 rounds and 3 models, four vectors of noise")
def _led_games() -> Iterator[Instance]:
    for rounds, experts in ((3, 2), (2, 3)):
        for losses, noise in product(
            matrices(rounds, experts, ("0", "1")), ([0, 0, 0], [1, 0, 2], [0, 3, 0], [2, 1, 1])
        ):
            yield {"losses": losses, "noise": noise[:experts]}


@claim(
    "ASI-44-corrected",
    location="After the proof of Theorem 4.2",
    latex=r"T \le 2^m,\ 1 \le L \le T:\quad \mathbf{Reg}_T \le \frac{m\sqrt{d \ln d}}{\varepsilon} + \frac{T(L+1) "
    r"\varepsilon}{2\sqrt{\pi}\, m} + (d-1)\Big(\frac{T}{L} + 1\Big)",
    text="The leader of the sums of a binary tree with Gaussian noise, followed with uniform draws and renewed every "
    "L rounds, is an eps^2-concentrated algorithm of Condition 4.1 whose regret on all losses in [0, 1] is at most m "
    "sqrt(d ln d)/eps + T (L + 1) eps/(2 sqrt(pi) m) + (d - 1)(T/L + 1), for all d >= 2, eps > 0, T <= 2^m and 1 <= "
    "L <= T, m >= 1.",
    adjacency="one_loss",
    assumed=(
        "the Renyi divergence of Gaussian laws of variance s^2 I at distance r is alpha r^2/(2 s^2)",
        "divergences do not grow under maps",
        "the losses are fixed in advance (an oblivious adversary)",
    ),
)
def asi_44_corrected() -> Case:
    """Follow the perturbed leader, whose noise is that of a tree; and follow it in blocks."""
    return Case(
        beyond="That the follower is of Condition 4.1: it draws uniformly, and keeps nothing but the noisy sums.",
        checks=(
            Goal("being the leader, exactly", exhaustive("asi44-leader", "led-games")),
            Goal("following, exactly", exhaustive("asi39c", "desired-paths")),
        ),
        twins=(
            Twin("following the leader", exhaustive("asi44-follow", "led-games")),
            Twin("following twice as fast", exhaustive("asi39c-faster", "desired-paths"), of=1),
        ),
        remarks=(
            "Played directly it has no last term, and 2 in place of L + 1: m sqrt(d ln d)/eps + T eps/(sqrt(pi) m). "
            "For eps > T^{-1/2} use a smaller eps: of order sqrt(T d log d) up to logarithms of T.",
        ),
    )


ALONG: Final = "sum(p(u, i)*l(t, i), i, 1, d)"
NEXT: Final = "sum(p(u + 1, i)*l(t, i), i, 1, d)"
LEADER: Final = "sum(p(t + 1, i)*l(t, i), i, 1, d)"
FOLLOWED: Final = "sum(p(begin(t), i)*l(t, i), i, 1, d)"
PLAYED: Final = "sum(g(t, i)*l(t, i), i, 1, d)"
PLACE: Final = "(t + 1 - begin(t))"
MISSED: Final = "miss(t)"
BOUND: Final = "m*sqrt(d*ln(d))/eps + T*(L + 1)*eps/(2*sqrt(pi)*m) + (d - 1)*(T/L + 1)"
SUM: Final = "(sqrt(2*V*ln(d)) + m*sqrt(d*ln(d))/eps)"
BEGUN: Final = ("block begins", "block begun")
OF_THE_LEADER: Final = "p(begin(t), i)*l(t, i)"
NEW: Final = f"begin(t) + L*{ENDS}"


def before(t: str) -> str:
    """Twice what the places of the rounds before round t sum to, at most."""
    return f"(({t}) - 1)*(L + 1) - (({t}) - begin({t}))*(L + begin({t}) - ({t}))"


def missed_before(t: str) -> str:
    """How often leaders of blocks are missed before round t, at most."""
    return f"(d - 1)*((begin({t}) - 1)/L + 1 - waits({t}))"


PLACES: Final = f"{before('t + 1')} - ({before('t')})"
MISSES: Final = f"{missed_before('t + 1')} - {missed_before('t')}"
theorem(
    "ASI-44-corrected: places in blocks",
    TREE,
    f"sum({PLACE}, t, 1, T) <= T*(L + 1)/2",
    Step(
        "place",
        f"2*{PLACE} <= {PLACES}",
        arithmetic(
            (f"2*(t + 1) - begin(t + 1) - ({NEW}) - L", "next block"),
            (f"2*L*{ENDS}", use("blocks of L rounds", v="t")),
        ),
    ),
    Step(
        "rounds",
        f"sum(2*{PLACE}, t, 1, T) <= sum({PLACES}, t, 1, T)",
        apply("sum grows", "place", f=f"t: 2*{PLACE}", g=f"t: {PLACES}", low="1", high="T"),
    ),
    Step(
        "telescope",
        f"sum({PLACES}, t, 1, T) = {before('T + 1')} - ({before('1')})",
        apply("telescope", f=f"t: {before('t')}", low="1", high="T"),
    ),
    Step("last block", "0 <= (T + 1 - begin(T + 1))/2", arithmetic(("1/2", use("begun", v="T + 1")))),
    Step(
        "all",
        f"sum({PLACE}, t, 1, T) <= T*(L + 1)/2",
        arithmetic(
            ("1/2", "rounds"),
            ("1/2", "telescope"),
            ("(T + 1 - begin(T + 1))/2", use("blocks of L rounds", v="T + 1")),
            "last block",
            ("-(L + begin(1) - 1)/2", "first block"),
        ),
        (),
        ("last block",),
    ),
)
theorem(
    "ASI-44-corrected: leaders missed",
    TREE,
    f"sum({MISSED}, t, 1, T) <= (d - 1)*(T/L + 1)",
    Step("models", "0 <= d - 1", arithmetic("2 <= d")),
    Step("share", "0 <= (d - 1)/L", arithmetic(("1/L", "2 <= d"))),
    Step(
        "miss",
        f"{MISSED} <= {MISSES}",
        arithmetic(
            ("-(d - 1)/L", "next block"),
            ("d - 1", "until it is drawn"),
            ("d", "a draw"),
            (f"{ENDS}*{MISSED}", "2 <= d"),
        ),
    ),
    Step(
        "rounds",
        f"sum({MISSED}, t, 1, T) <= sum({MISSES}, t, 1, T)",
        apply("sum grows", "miss", f=f"t: {MISSED}", g=f"t: {MISSES}", low="1", high="T"),
    ),
    Step(
        "telescope",
        f"sum({MISSES}, t, 1, T) = {missed_before('T + 1')} - {missed_before('1')}",
        apply("telescope", f=f"t: {missed_before('t')}", low="1", high="T"),
    ),
    Step(
        "all",
        f"sum({MISSED}, t, 1, T) <= (d - 1)*(T/L + 1)",
        arithmetic(
            "rounds",
            "telescope",
            ("(d - 1)/L", use("begun", v="T + 1")),
            ("(d - 1)/L", use("blocks begin", v="1")),
            ("waits(T + 1)", "2 <= d"),
            ("d - 1", "at first"),
        ),
        (),
        ("models", "share"),
    ),
)
theorem(
    "ASI-44-corrected",
    TREE,
    f"regret <= {BOUND}",
    Step("block begins", "1 <= begin(t)", together(use("blocks begin", v="t"))),
    Step("block begun", "begin(t) <= t", together(use("begun", v="t"))),
    Step(
        "being the leader",
        f"sum({LEADER}, t, 1, T) <= best + top",
        words(
            "With one vector n of noise for all t, the leader of n and the first t losses loses in round t at most "
            "what the least of the noisy sums grows by. So it loses at most min(n + L_T) - min n, whose mean is at "
            "most that of L* + max(-n); -n has the law of n.",
            missing="a minimum over models of real noises as a quantity, with laws of infinitely many outcomes",
        ),
    ),
    Step(
        "largest noise",
        "top <= sqrt(2*V*ln(d))",
        words(
            "By Jensen's inequality u E max n <= ln(sum of E e^(u n_i)) = ln d + u^2 V/2, at u^2 = 2 (ln d)/V.",
            missing="Jensen under a normal law, and the moments of that: laws with densities",
        ),
    ),
    Step(
        "one loss",
        f"{ALONG} <= {NEXT} + k",
        words(
            "A loss moves the mean of the noisy sum by at most sqrt(d). Along that line the density of the noise is at "
            "most 1/sqrt(2 pi V), so the law of the leader moves by at most sqrt(d/(2 pi V)) = k in total variation, "
            "and the mean of l(t, i), which is between 0 and 1, by as much.",
            missing="the law of the leader of normal noises, and its total variation under a shift: laws with "
            "densities",
        ),
    ),
    Step("gap", f"{ALONG} - {NEXT} <= k", arithmetic("one loss")),
    Step(
        "gaps",
        f"sum({ALONG} - {NEXT}, u, begin(t), t) <= sum(k, u, begin(t), t)",
        apply("sum grows", "gap", f=f"u: {ALONG} - {NEXT}", g="u: k", low="begin(t)", high="t"),
        (),
        BEGUN,
    ),
    Step(
        "telescope",
        f"sum(-{NEXT} - -{ALONG}, u, begin(t), t) = -{LEADER} - -{FOLLOWED}",
        apply("telescope", f=f"u: -{ALONG}", low="begin(t)", high="t"),
        (),
        BEGUN,
    ),
    Step("in a block", f"{FOLLOWED} <= {LEADER} + {PLACE}*k", arithmetic("gaps", ("-1", "telescope")), (), BEGUN),
    Step(
        "one model",
        f"g(t, i)*l(t, i) <= {OF_THE_LEADER} + other(t, i)",
        arithmetic(("l(t, i)", use("played", b="begin(t)")), ("other(t, i)", "largest loss")),
        (),
        BEGUN,
    ),
    Step(
        "models",
        f"{PLAYED} <= sum({OF_THE_LEADER} + other(t, i), i, 1, d)",
        apply(
            "sum grows",
            "one model",
            f="i: g(t, i)*l(t, i)",
            g=f"i: {OF_THE_LEADER} + other(t, i)",
            low="1",
            high="d",
        ),
        (),
        BEGUN,
    ),
    Step("following", f"{PLAYED} <= {FOLLOWED} + {MISSED}", arithmetic("models", "others"), (), BEGUN),
    Step("round", f"{PLAYED} <= {LEADER} + {PLACE}*k + {MISSED}", arithmetic("in a block", "following"), (), BEGUN),
    Step(
        "rounds",
        f"sum({PLAYED}, t, 1, T) <= sum({LEADER} + {PLACE}*k + {MISSED}, t, 1, T)",
        apply("sum grows", "round", f=f"t: {PLAYED}", g=f"t: {LEADER} + {PLACE}*k + {MISSED}", low="1", high="T"),
    ),
    Step("places", f"sum({PLACE}, t, 1, T) <= T*(L + 1)/2", apply("ASI-44-corrected: places in blocks")),
    Step("misses", f"sum({MISSED}, t, 1, T) <= (d - 1)*(T/L + 1)", apply("ASI-44-corrected: leaders missed")),
    # the constants
    Step("one", f"{SUM}/{SUM} = 1", arithmetic()),
    Step(
        "noise",
        "sqrt(2*V*ln(d)) = m*sqrt(d*ln(d))/eps",
        arithmetic(("m*sqrt(d*ln(d))/eps - sqrt(2*V*ln(d))", "one")),
    ),
    Step(
        "all",
        f"regret <= {BOUND}",
        arithmetic(
            "regret",
            "rounds",
            "being the leader",
            "largest noise",
            "noise",
            ("k", "places"),
            ("T*(L + 1)/2", "k"),
            "misses",
        ),
    ),
    variables={"u": "integer, 1 <= u, u <= T"},
    let={"V": "m*(m*d/(2*eps**2))"},
    also=("ASI-44-corrected: concentrated",),
)

MOVED: Final = "sum(diff(i)**2, i, 1, d)"
theorem(
    "ASI-44-corrected: concentrated",
    TREE,
    "told(al) <= al*eps**2",
    Step("one entry", "diff(i)**2 <= 1", arithmetic(("1 + diff(i)", "losses")), (), ("losses, back",)),
    Step(
        "entries",
        f"{MOVED} <= sum(1, i, 1, d)",
        apply("sum grows", "one entry", f="i: diff(i)**2", g="i: 1", low="1", high="d"),
    ),
    Step(
        "noisy sums",
        "tree(al) <= al*eps**2",
        arithmetic(
            "Gaussian noise",
            ("al*eps**2/(m*d)", "one sum of each level"),
            ("al*eps**2/d", "entries"),
        ),
    ),
    Step(
        "what is released",
        "told(al) <= tree(al)",
        words(
            "What is released is a function of the noisy sums, and of coins that do not depend on the losses, and "
            "divergences do not grow under maps (ASI-39c says so of laws of finitely many outcomes).",
            missing="data processing for laws with densities",
        ),
    ),
    Step("all", "told(al) <= al*eps**2", arithmetic("what is released", "noisy sums")),
    samples={"al": (Fraction(2), Fraction(11, 10), Fraction(9))},
)
