"""HRS-10: under any adaptive smooth adversary the sum of a function over the points is dominated by a binomial.

Appendix C.2, (4), for a function of mean at most eps under U and p = eps/sigma, sigma >= eps. HRS-10a takes (4) as it
stands behind "for any s": false for s < 0, where the function that is 0 has the sum 0, and the mean 1 on the left, but
less stands on the right. For s >= 0 it is true (HRS-10a-corrected): given the past f is 1 with probability q <= p at
the next point, so that e^(s f) has the mean 1 + q (e^s - 1) <= 1 + p (e^s - 1); multiply, by induction over the rounds.
HRS-10b is what the text says before (4), that the sum is dominated by Bin(T, p): it is at least k with a probability
of at most that of the binomial, for every k. Replace the points by independent trials with p, the last one first: given
the past each step raises the probability, for it is larger where the sum is larger by 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import comb
from typing import Final

from dpassay.exact import Number
from dpassay.exact.expnumber import total
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import family, told
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive
from dpassay.proofs_check.models.smoothed_sequences import BINOMIAL, TOTAL, unlikely_settings
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, inside, use
from dpassay.proofs_check.smoothed_analysis.small_adversaries import (
    eps_of,
    functions_of,
    is_game,
    is_game_of_powers,
    largest_mean,
    power_of,
    sigma_of,
    small_games,
    uniform_totals,
)

WHERE: Final = "Appendix C.2, (4)"
DRAWN: Final = "points that are drawn uniformly from those that are kept"
SIZES: Final = ("sigma >= eps, and every function has mean at most eps under U",)


@claim(
    "HRS-10a",
    location=WHERE,
    latex=r"\mathbb E_{\mathscr D}\Big[\exp\Big(s \sum_{t=1}^T f(x_t)\Big)\Big] \le \big(p(e^s - 1) + 1\big)^T, \ "
    r"p = \epsilon/\sigma, \text{ for any } s",
    text="For any s, the mean of e^(s sum) under any adaptive sigma-smooth adversary is at most (p (e^s - 1) + 1)^T.",
    checked=SIZES,
    corrected_by="HRS-10a-corrected",
)
def hrs_10a() -> Case:
    """Negative s."""
    return Case(
        argument="f = 0, eps = sigma, and s < 0: on the left stands 1, and on the right e^(s T).",
        counterexample=Goal("s = -1", counterexample("hrs10a"), Hunt("hrs10a", _negative)),
        twins=(Twin("for s >= 0", counterexample("hrs10a-corrected")),),
        remarks=("The proof uses it at an s above 0 only.",),
    )


@claim(
    "HRS-10a-corrected",
    location=WHERE,
    latex=r"s \ge 0 \implies \mathbb E_{\mathscr D}\Big[\exp\Big(s \sum_{t=1}^T f(x_t)\Big)\Big] \le \big(p(e^s - 1) + "
    r"1\big)^T",
    text="For s >= 0, the mean of e^(s sum) under any adaptive sigma-smooth adversary is at most (p (e^s - 1) + 1)^T.",
    checked=SIZES,
)
def hrs_10a_corrected() -> Case:
    """One round given the past, and induction."""
    return Case(
        checks=(Goal("small games, s = 0, 1/2, 1, 3", exhaustive("hrs10a-corrected", "powers-of-unlikely")),),
        twins=(Twin("half of p", exhaustive("hrs10a-half", "powers-of-unlikely")),),
    )


@claim(
    "HRS-10b",
    location="Appendix C.2, before (4)",
    latex=r"\Pr_{\mathscr D}\Big[\sum_{t=1}^T f(x_t) \ge k\Big] \le \Pr[\mathrm{Bin}(T, \epsilon/\sigma) \ge k]",
    text="The sum of f over the points of any adaptive sigma-smooth adversary is stochastically dominated by a "
    "binomial with T trials and p = eps/sigma.",
    checked=SIZES,
)
def hrs_10b() -> Case:
    """One trial after the other in place of a point."""
    return Case(
        checks=(Goal("small games, the best adversary, every k", exhaustive("hrs10b", "unlikely-games")),),
        twins=(Twin("by a binomial with p = eps", exhaustive("hrs10b-eps", "unlikely-games")),),
    )


def _means_of_powers(instance: Instance) -> list[Number]:
    """The mean of e^(s sum) of each function, where the points are uniform on those that are kept."""
    laws = uniform_totals(instance).items()
    each = range(len(functions_of(instance)))
    return [total(power_of(instance, totals[i]) * weight for totals, weight in laws) for i in each]


def _are_below(instance: Instance, share: Fraction) -> bool:
    """All of them are at most (p (e^s - 1) + 1)^T with a share of p."""
    p = share * eps_of(instance) / sigma_of(instance)
    bound = (p * (power_of(instance, 1) - 1) + 1) ** instance["rounds"]
    return all(at_most(mean, bound) for mean in _means_of_powers(instance))


UNLIKELY: Final = is_game.where(lambda instance: bool(eps_of(instance) <= sigma_of(instance)))
OF_POWERS: Final = is_game_of_powers.where(lambda instance: bool(eps_of(instance) <= sigma_of(instance)))
UPWARD: Final = OF_POWERS.where(lambda instance: bool(Fraction(instance["s"]) >= 0))


told("hrs10a", f"E e^(s sum) <= (p (e^s - 1) + 1)^T, of {DRAWN}", OF_POWERS)(lambda i: _are_below(i, Fraction(1)))
told("hrs10a-corrected", "... for s >= 0", UPWARD)(lambda i: _are_below(i, Fraction(1)))
told("hrs10a-half", "... with half of p", UPWARD)(lambda i: _are_below(i, Fraction(1, 2)))


def _are_dominated(instance: Instance, p: Fraction) -> bool:
    """Of each function and each k."""
    rounds = instance["rounds"]
    return all(
        _largest_chance(instance, f, k) <= _tail(rounds, p, k)
        for f in functions_of(instance)
        for k in range(rounds + 1)
    )


def _largest_chance(instance: Instance, function: tuple[int, ...], least: int) -> Fraction:
    """The largest probability that the sum of a function is at least some number."""
    kept, rounds = instance["kept"], instance["rounds"]
    return largest_mean((function,), kept, rounds, lambda totals: Fraction(int(totals[0] >= least)))


def _tail(rounds: int, p: Fraction, least: int) -> Fraction:
    return sum((comb(rounds, v) * p**v * (1 - p) ** (rounds - v) for v in range(least, rounds + 1)), Fraction(0))


told("hrs10b", "Pr(sum >= k) <= Pr(Bin(T, eps/sigma) >= k) for every k", UNLIKELY)(
    lambda i: _are_dominated(i, eps_of(i) / sigma_of(i))
)
told("hrs10b-eps", "Pr(sum >= k) <= Pr(Bin(T, eps) >= k) for every k", UNLIKELY)(lambda i: _are_dominated(i, eps_of(i)))


def _unlikely() -> Iterator[Instance]:
    return (game for game in small_games() if eps_of(game) <= sigma_of(game))


def _negative() -> Iterator[Instance]:
    """A function that is 0 on the only point that is drawn."""
    return iter(({"functions": [[0, 1]], "kept": 1, "rounds": 1, "s": "-1"},))


@family("unlikely-games", "small games with eps <= sigma")
def _unlikely_games() -> Iterator[Instance]:
    return _unlikely()


@family("powers-of-unlikely", "small games with eps <= sigma, and s = 0, 1/2, 1, 3")
def _powers() -> Iterator[Instance]:
    return ({**game, "s": s} for game in _unlikely() for s in ("0", "1/2", "1", "3"))


SETTINGS: Final = tuple(unlikely_settings())
MGF: Final = f"E(exp(s*{TOTAL})) <= exp(T*log(1 + p*(exp(s) - 1)))"
UP: Final = ("0 <= s",)
HIT: Final = "hit(t + 1, i)"
GROWTH: Final = "(exp(s) - 1)"
LET: Final = {"p": "eps/sigma"}
refuted("HRS-10a", BINOMIAL, MGF, setting=SETTINGS[2], let=LET, i=Fraction(2), s=Fraction(-1))
theorem(
    "HRS-10a-corrected",
    BINOMIAL,
    MGF,
    Step("more", f"0 <= {GROWTH}", arithmetic(inside("exp(_)", "0 <= s")), UP),
    Step("factor", f"0 < 1 + p*{GROWTH}", arithmetic(("p", "more")), UP),
    Step("at most 1", f"{HIT} <= 1", apply("zero or one", use("0 or 1", r="t + 1"), x=HIT)),
    Step("chord", f"exp(s*{HIT}) <= 1 + {HIT}*{GROWTH}", apply("chord of exp", "at most 1", w=HIT, x="0", y="s")),
    Step("mean", f"E({HIT}, after(t)) <= p", apply("HRS-05b")),
    Step(
        "moment",
        f"E(exp(s*{HIT}), after(t)) <= exp(log(1 + p*{GROWTH}))",
        arithmetic(inside("E(_, after(t))", "chord"), (GROWTH, "mean")),
        UP,
        ("more", "factor"),
    ),
    Step(
        "rounds",
        f"E(exp(s*{TOTAL})) <= exp(sum(log(1 + p*{GROWTH}), r, 1, T))",
        apply(
            "adaptive sum",
            "revealed",
            "moment",
            P="P",
            after="t: after(t)",
            X="r: hit(r, i)",
            c=f"r: log(1 + p*{GROWTH})",
            T="T",
            s="s",
        ),
        UP,
        ("factor",),
    ),
    Step("all", MGF, arithmetic("rounds"), UP, ("factor",)),
    where=UP,
    let=LET,
)

# Domination, one trial in place of one point after the other

NEXT: Final = "sum(hit(r, i), r, 1, n + 1)"
NEW: Final = "hit(n + 1, i)"
LEFT: Final = "tail(T - n - 1, k - ({0}))"
REPLACED: Final = f"(1 - {NEW})*{LEFT.format('S')} + {NEW}*{LEFT.format('S + 1')}"
DOMINATED: Final = f"Pr({TOTAL} >= k) <= tail(T, k)"
SO_FAR: Final = "E(tail(T - n, k - S)) <= tail(T, k)"
theorem(
    "HRS-10b",
    BINOMIAL,
    DOMINATED,
    Step(
        "known",
        "E((S - given(S))**2, after(n)) = 0",
        apply("a sum of what is known", use("revealed", t="n"), K="after(n)", X="r: hit(r, i)", T="n"),
    ),
    Step("last", f"{NEXT} = S + {NEW}", apply("last term", f="r: hit(r, i)", low="1", high="n + 1")),
    Step(
        "0 or 1 more",
        f"{LEFT.format(f'(S + {NEW})')} <= {REPLACED}",
        apply("at zero or one", use("0 or 1", r="n + 1"), x=NEW, g="z: " + LEFT.format("(S + z)")),
    ),
    Step(
        "rise",
        f"0 <= {LEFT.format('S + 1')} - {LEFT.format('S')}",
        arithmetic(use("tails fall", m="T - n - 1", k="k - S")),
    ),
    Step(
        "split",
        f"{LEFT.format(NEXT)} <= {REPLACED}",
        arithmetic(inside("tail(T - n - 1, k - (_))", "last"), "0 or 1 more"),
    ),
    Step(
        "frozen",
        f"E({REPLACED}, after(n)) = (1 - E({NEW}, after(n)))*{LEFT.format('S')} "
        f"+ E({NEW}, after(n))*{LEFT.format('S + 1')}",
        apply(
            "what is constant",
            "known",
            P="after(n)",
            A="S",
            a="S",
            f=f"x: (1 - {NEW})*{LEFT.format('x')} + {NEW}*{LEFT.format('x + 1')}",
        ),
    ),
    Step("likely", f"E({HIT}, after(t)) <= p", apply("HRS-05b")),
    Step(
        "round",
        f"E({LEFT.format(NEXT)}, after(n)) <= tail(T - n, k - S)",
        arithmetic(
            inside("E(_, after(n))", "split"),
            "frozen",
            (f"{LEFT.format('S + 1')} - {LEFT.format('S')}", use("likely", t="n")),
            ("-1", use("one trial more", m="T - n - 1", k="k - S")),
        ),
        (),
        ("rise",),
    ),
    Step(
        "tower",
        f"E(E({LEFT.format(NEXT)}, after(n))) = E({LEFT.format(NEXT)})",
        apply("tower", P="P", K="after(n)", X=LEFT.format(NEXT)),
    ),
    Step(
        "next",
        f"E({LEFT.format(NEXT)}) <= tail(T, k)",
        arithmetic(("-1", "tower"), inside("E(_)", "round"), SO_FAR),
        (SO_FAR,),
    ),
    Step(
        "rounds",
        f"E(tail(T - T, k - {TOTAL})) <= tail(T, k)",
        apply(
            "induction",
            "next",
            low="0",
            high="T",
            f="n: E(tail(T - n, k - sum(hit(r, i), r, 1, n)))",
            g="n: tail(T, k)",
        ),
    ),
    Step("all", DOMINATED, arithmetic("rounds", ("-1", inside("E(_)", "no trial", k=f"k - {TOTAL}")))),
    let={**LET, "S": "sum(hit(r, i), r, 1, n)"},
    variables={"n": "integer, 0 <= n, n <= T - 1"},
)
