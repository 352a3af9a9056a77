"""Section 1 of the lecture notes: probably approximately correct learning and its private form (LEC-01 to LEC-10)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import Any, Final

from dpassay.analysis import pac_accuracy
from dpassay.exact import Budget, Dist, Real, as_real, exp, max_ratio
from dpassay.exact.rationals import first_true
from dpassay.proofs_check.claim import Case, Goal, Guide, Hunt, Twin, claim
from dpassay.proofs_check.instances import (
    ABOVE_1,
    BIT,
    EMPTY,
    FROM_0,
    PROBABILITY,
    Entry,
    entries,
    family,
    optional,
    rational,
    row_of,
    text,
    told,
    weights_of_law,
    whole,
    word,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import (
    counterexample,
    exhaustive,
    identity,
    inequality,
    nonnegative,
    sign,
)
from dpassay.proofs_check.lemmas import HOEFFDING, hoeffding
from dpassay.proofs_check.numbers import at_most, below, sum_of
from dpassay.reference import private_pac

# The two examples: d = 6, inputs written r_1 ... r_6, functions as sets of bits.

DIMENSION: Final = 6
EVERYTHING: Final = (1 << DIMENSION) - 1
FIRST_TABLE: Final = (("001011", 1), ("000000", 0), ("000010", 1))
SECOND_TABLE: Final = (("001011", 0), ("010110", 0), ("100010", 0), ("110100", 0), ("000100", 0))
Table = tuple[tuple[str, int], ...]


def conjunction(subset: int, r: int) -> int:
    """The AND of the bits of r in the subset; r_1 is the leading binary digit of both."""
    return int((r & subset) == subset)


def bit(index: int) -> int:
    """The subset {index}, for 1 <= index <= 6."""
    return 1 << (DIMENSION - index)


def is_consistent(subset: int, table: Table) -> bool:
    """Tell whether the AND of the subset agrees with every row."""
    return all(conjunction(subset, int(r, 2)) == label for r, label in table)


def agreement(subset: int) -> Fraction:
    """Pr over uniform r that the AND of the subset agrees with the AND of all bits."""
    agree = sum(conjunction(subset, r) == conjunction(EVERYTHING, r) for r in range(1 << DIMENSION))
    return Fraction(agree, 1 << DIMENSION)


@family("conjunctions-of-6", "the 64 subsets of six bits")
def _subsets() -> Iterator[Instance]:
    return ({"subset": subset} for subset in range(1 << DIMENSION))


SUBSET: Final = entries(subset=whole(0, EVERYTHING))


@told("lec01", "a subset is consistent with the first table if and only if it is {5}", SUBSET)
def _only_r5(instance: Instance) -> bool:
    return is_consistent(instance["subset"], FIRST_TABLE) is bool(instance["subset"] == bit(5))


@told("lec01-shorter", "the same without the last row of the table", SUBSET)
def _only_r5_without_the_last_row(instance: Instance) -> bool:
    return is_consistent(instance["subset"], FIRST_TABLE[:2]) is bool(instance["subset"] == bit(5))


@claim(
    "LEC-01",
    location="Section 1, first example",
    latex=r"d = 6:\ f \in C \text{ agrees with } (001011, 1), (000000, 0), (000010, 1) \iff f(r) = r_5",
    text="Among the ANDs of subsets of six bits only f(r) = r_5 is consistent with the first table (r_1 stands "
    "leftmost).",
)
def lec_01() -> Case:
    """Enumerate the class."""
    return Case(
        argument="The class has 64 members, and all of them are tried. The label of 000010 allows no bit but r_5, "
        "and the label of 000000 rules out the empty AND.",
        proof=(Goal("each of the 64 subsets", exhaustive("lec01", "conjunctions-of-6")),),
        twins=(Twin("without the last row", exhaustive("lec01-shorter", "conjunctions-of-6")),),
        remarks=("Read from right to left the table would leave r_2 only: the notes count bits from the left.",),
    )


def _lec02_property(least: Fraction) -> Callable[[Instance], bool]:
    def holds(instance: Instance) -> bool:
        subset = instance["subset"]
        small = subset.bit_count() <= 1
        return bool(not is_consistent(subset, SECOND_TABLE) or (not small and agreement(subset) >= least))

    return holds


told("lec02", "consistent with the second table only if not 1 or a single bit, and then 3/4 agreement", SUBSET)(
    _lec02_property(Fraction(3, 4))
)
told("lec02-sharp", "the same with 49/64", SUBSET)(_lec02_property(Fraction(49, 64)))
told("lec02-too-sharp", "the same with 50/64", SUBSET)(_lec02_property(Fraction(50, 64)))
told("lec02-several", "at least two subsets are consistent with the second table, that of all six among them", EMPTY)(
    lambda _: (
        is_consistent(EVERYTHING, SECOND_TABLE)
        and sum(is_consistent(subset, SECOND_TABLE) for subset in range(1 << DIMENSION)) >= 2
    )
)
family("one-instance", "a single instance without content")(lambda: iter([{}]))


@claim(
    "LEC-02",
    location="Section 1, second example",
    latex=r"f \text{ consistent} \Rightarrow f \notin \{1, r_1, \dots, r_6\},\quad \Pr_r[f(r) = r_1 \wedge \dots "
    r"\wedge r_6] \ge 3/4",
    text="With the second table several ANDs are consistent, but not 1 nor any single bit; whichever f is, the "
    "hypothesis r_1 AND ... AND r_6 agrees with it on at least 3/4 of the inputs.",
    assumed=("r is uniform on six bits; the notes print {0,1}^n for {0,1}^d",),
)
def lec_02() -> Case:
    """Enumerate the class."""
    return Case(
        argument="All 64 members of the class are tried. A consistent one has at least two bits, so it differs from "
        "the AND of all six on at most 1/4 - 1/64 of the inputs.",
        proof=(
            Goal("each of the 64 subsets", exhaustive("lec02", "conjunctions-of-6")),
            Goal("several are consistent", exhaustive("lec02-several", "one-instance")),
        ),
        sharper=(
            Goal("3/4 can be 49/64", exhaustive("lec02-sharp", "conjunctions-of-6")),
            Goal("but not 50/64", counterexample("lec02-too-sharp"), Hunt("lec02-too-sharp", _subsets)),
        ),
        twins=(Twin("with 50/64", exhaustive("lec02-too-sharp", "conjunctions-of-6")),),
        remarks=("The tight number is 49/64, attained by f = r_1 AND r_3.",),
    )


# Small classes with rational laws, for Theorem 1 and the private mechanism.

CLASSES: Final = (
    ("0000",),
    ("0000", "0001"),
    ("0011", "0101"),
    ("0000", "0011", "0101"),
    ("1111", "0101", "0011", "0001"),
)
WEIGHTS: Final = ((1, 1, 1, 1), (1, 2, 3, 4), (8, 1, 1, 0))
ALPHAS: Final = ("1/10", "1/4", "1/2", "9/10")


@cache
def _parameters(tables: tuple[str, ...], exp_eps: str = "4") -> private_pac.Parameters:
    return private_pac.Parameters.read(exp_eps=exp_eps, dimension=2, hypotheses=",".join(tables))


def _setting(instance: Instance) -> tuple[private_pac.Parameters, Any, Dist[int]]:
    """The class, the target and the distribution of an instance."""
    parameters = _parameters(tuple(instance["class"]), instance.get("exp_eps", "4"))
    weights = [Fraction(weight) for weight in instance["weights"]]
    distribution = Dist.from_weights({r: weight for r, weight in enumerate(weights) if weight})
    return parameters, private_pac.concepts(parameters)[instance["target"]], distribution


def _tables(dimension: int) -> dict[str, Entry]:
    """A class: at least one truth table on ``dimension`` bits."""
    size = 1 << dimension
    return {"class": row_of(text(f"a truth table of {size} bits", f"[01]{{{size}}}"))}


CLASS: Final = entries(_tables(2))
ALPHA: Final = rational("(0, 1]")


@CLASS.having(target=whole(), weights=weights_of_law(4, 4), alpha=ALPHA).where
def _is_setting(instance: Instance) -> bool:
    """A class, a target in it, a law of the inputs, and 0 < alpha <= 1."""
    return bool(instance["target"] < len(instance["class"]))


WITH_ROWS: Final = _is_setting.having(rows=whole(1))
PRIVATE: Final = _is_setting.having(rows=whole(0), exp_eps=optional(ABOVE_1))


def _least_rows(size: int, alpha: Fraction) -> int:
    """The least n >= 2 ln|C|/alpha."""
    return first_true(lambda n: bool(exp(alpha * n / 2) >= size), 0)


def _classes(extra: dict[str, tuple[Any, ...]]) -> Iterator[Instance]:
    for tables, weights, alpha in product(CLASSES, WEIGHTS, ALPHAS):
        for target in range(len(tables)):
            for values in product(*extra.values()):
                named = dict(zip(extra, values, strict=True))
                yield {"class": list(tables), "target": target, "weights": list(weights), "alpha": alpha, **named}


@family("small-classes", "five classes on two bits, three laws, four alphas, all targets; n rounded up and down")
def _small_classes() -> Iterator[Instance]:
    return _classes({"round": ("up", "down")})


def _bad_and_consistent(instance: Instance) -> tuple[Any, Fraction, int]:
    parameters, target, distribution = _setting(instance)
    alpha = Fraction(instance["alpha"])
    rows = _least_rows(len(instance["class"]), alpha)
    if instance["round"] == "down" and rows > 0 and exp(alpha * rows / 2) != len(instance["class"]):
        rows -= 1
    return pac_accuracy.bad_consistent_probability(parameters, target, distribution, rows, alpha), alpha, rows


THEOREM_1: Final = _is_setting.having(round=word("up", "down"))


@told(
    "lec03",
    "Pr[some h with error > alpha is consistent] <= e^(-alpha n/2), n = 2 ln|C|/alpha rounded up or down",
    THEOREM_1,
)
def _theorem_1(instance: Instance) -> bool:
    probability, alpha, rows = _bad_and_consistent(instance)
    return at_most(probability, exp(-alpha * rows / 2))


@told("lec03-too-sharp", "the same with e^(-2 alpha n)", THEOREM_1)
def _theorem_1_too_sharp(instance: Instance) -> bool:
    probability, alpha, rows = _bad_and_consistent(instance)
    return at_most(probability, exp(-2 * alpha * rows))


def _points_and_alpha(point: Mapping[str, float]) -> float:
    """One minus the quotient of the two sides, for f = 0 and the functions that are 1 at one of the inputs 1, 2, 3."""
    masses = [point[name] for name in ("first", "second", "third")]
    alpha = point["alpha"]
    total = point["rest"] + math.fsum(masses)
    bad = [mass / total for mass in masses if mass > alpha * total]
    least = math.ceil(2 * math.log(4) / alpha)
    return min(1 - _some_input_is_missing(bad, n) * math.exp(alpha * n / 2) for n in (least, least - 1))


def _some_input_is_missing(masses: list[float], rows: int) -> float:
    """Inclusion and exclusion: the probability that not all of the inputs are among the rows."""
    subsets = (subset for size in range(1, len(masses) + 1) for subset in combinations(masses, size))
    return math.fsum((-1.0) ** (len(subset) + 1) * (1 - sum(subset)) ** rows for subset in subsets)


def _missing_inputs(point: Mapping[str, Fraction], rounding: str) -> Instance:
    weights = [str(point[name]) for name in ("rest", "first", "second", "third")]
    tables = ["0000", "0100", "0010", "0001"]
    return {"class": tables, "target": 0, "weights": weights, "alpha": str(point["alpha"]), "round": rounding}


def _theorem_1_hunt(rounding: str) -> Hunt:
    masses = dict.fromkeys(("rest", "first", "second", "third"), (0.0, 1.0))
    guide = Guide({**masses, "alpha": (0.05, 0.9)}, _points_and_alpha, lambda x: _missing_inputs(x, rounding))
    return Hunt("lec03", _small_classes, guide)


_UNION: Final = (
    "Let BAD be the hypotheses with error above alpha; there are none if alpha >= 1. If the chosen h has error above "
    "alpha and is consistent, some member of BAD is consistent; each is with probability (1 - error)^n <= (1 - "
    "alpha)^n <= e^{-alpha n}, and f is not in BAD."
)


def _theorem_1_proof() -> tuple[Goal, ...]:
    return (
        Goal("1 - alpha <= e^{-alpha}", inequality("exp(-a) - (1 - a)", "a", "[0, 1]")),
        Goal(
            "L - alpha n <= -alpha n/2 for n >= 2 L/alpha, with L = ln|C|",
            nonnegative("a*n/2 - L", ("a*n - 2*L",)),
        ),
    )


@claim(
    "LEC-03",
    location="Theorem 1",
    latex=r"n = 2(\ln|C|)/\alpha \Rightarrow \Pr_x[\Pr_{r \sim D}[h(r) = f(r)] \ge 1 - \alpha] \ge 1 - e^{-\alpha n/2}",
    text="For every class C, f in C, distribution D and n = 2 ln|C|/alpha i.i.d. labelled samples, with probability "
    "at least 1 - e^{-alpha n/2} every h in C that is consistent with them is correct on at least 1 - alpha of "
    "D.",
    checked=("n is 2 ln|C|/alpha rounded up; rounded down (see the remarks)",),
    assumed=("C is finite", "alpha > 0"),
)
def lec_03() -> Case:
    """Union bound."""
    return Case(
        argument=_UNION + " With n >= 2 ln|C|/alpha the sum over BAD is at most |C| e^{-alpha n} <= e^{-alpha n/2}.",
        proof=_theorem_1_proof(),
        checks=(Goal("small classes, exactly", exhaustive("lec03", "small-classes")),),
        sharper=(
            Goal("-ln(1-a) >= a + a^2/2", inequality("-log(1 - a) - a - a**2/2", "a", "[0, 1)")),
            Goal(
                "(L - a/2)(1 + a) >= L where L >= 1 >= a",
                nonnegative("(L - a/2)*(1 + a) - L", ("L - 1", "a", "1 - a")),
            ),
            Goal("ln|C| >= 1 from |C| = 3 on", inequality("log(c) - 1", "c", "[3, oo)", ">")),
        ),
        hunts=(_theorem_1_hunt("up"), _theorem_1_hunt("down")),
        twins=(
            Twin("with 1 - alpha/2", inequality("exp(-a) - (1 - a/2)", "a", "[0, 1]")),
            Twin("for n >= L/alpha", nonnegative("a*n/2 - L", ("a*n - L",)), of=1),
            Twin("with e^{-2 alpha n}", exhaustive("lec03-too-sharp", "small-classes"), of=2),
        ),
        remarks=(
            "2 ln|C|/alpha is rarely an integer. Any n at least as large serves, and so does the integer below it: "
            "at most |C| - 1 hypotheses are bad, n(-ln(1-alpha) - alpha/2) >= (alpha n/2)(1 + alpha) > (L - "
            "alpha/2)(1 + alpha) >= L for n > 2L/alpha - 1 and |C| >= 3, so |C| (1 - alpha)^n is below e^{-alpha "
            "n/2}; for |C| = 2 the union has one term, and for |C| = 1 none.",
        ),
    )


def _strict_at_the_ends() -> Goal:
    """Both displays count |C| where |C| - 1 hypotheses can be bad, and so are strict at their ends."""
    return Goal("|C| y - (|C| - 1) x >= y for x <= y", nonnegative("c*y - (c - 1)*x - y", ("c - 1", "y - x")))


def _strict_sides(instance: Instance) -> tuple[Any, Any]:
    """The sum over BAD of Pr[consistent], and that of (1 - alpha)^n."""
    parameters, target, distribution = _setting(instance)
    alpha, rows = Fraction(instance["alpha"]), instance["rows"]
    bad = pac_accuracy.bad_hypotheses(parameters, target, distribution, alpha)
    errors = [pac_accuracy.error(private_pac.concepts(parameters)[h], target, distribution) for h in bad]
    return sum_of([Fraction((1 - error) ** rows) for error in errors]), len(errors) * (1 - alpha) ** rows


def _strict_sum(instance: Instance) -> bool:
    """The third link of the display."""
    left, right = _strict_sides(instance)
    return bool(left < right)


def _has_bad(instance: Instance) -> bool:
    parameters, target, distribution = _setting(instance)
    return bool(pac_accuracy.bad_hypotheses(parameters, target, distribution, Fraction(instance["alpha"])))


told(
    "lec04-strict",
    "the sum over BAD of Pr[h consistent] is below that of (1 - alpha)^n",
    WITH_ROWS,
    numbers=lambda instance: dict(zip(("left side", "right side"), _strict_sides(instance), strict=True)),
)(_strict_sum)
told(
    "lec04-strict-if-bad",
    "the same where BAD is not empty and n >= 1",
    WITH_ROWS.where(_has_bad),
)(_strict_sum)


@family("small-classes-with-rows", "the small classes with 1 to 3 rows")
def _small_classes_with_rows() -> Iterator[Instance]:
    return _classes({"rows": (1, 2, 3)})


@family("small-classes-with-bad", "the small classes with 1 to 3 rows in which some hypothesis is bad")
def _small_classes_with_bad() -> Iterator[Instance]:
    return (instance for instance in _classes({"rows": (1, 2, 3)}) if _has_bad(instance))


@claim(
    "LEC-04",
    location="proof of Theorem 1, display",
    latex=r"\Pr_x[\exists h \in BAD \text{ consistent}] \le \sum_{h \in BAD} \Pr[h \text{ consistent}] < \sum_{h \in "
    r"BAD} (1-\alpha)^n \le |C|(1-\alpha)^n \le e^{\ln|C| - \alpha n}",
    text="Some h in BAD is consistent with probability below |C| e^{-alpha n}, by the printed links, of which the "
    "second inequality is a strict one between sums over BAD.",
    assumed=("C is finite", "0 < alpha <= 1 (no hypothesis is bad for a larger one, and the last link fails)"),
    corrected_by="LEC-04-corrected",
)
def lec_04() -> Case:
    """The strict link fails for an empty sum."""
    return Case(
        argument="The strict link says 0 < 0 where no hypothesis is bad, and compares equal sums of ones at n = 0. "
        "The ends of the display are related as it says, strictly: "
        + _UNION
        + " So the probability is at most (|C| - 1) x with x = (1 - alpha)^n <= y = e^{-alpha n}, which is below |C| "
        "y.",
        proof=(
            Goal("1 - alpha <= e^{-alpha}", inequality("exp(-a) - (1 - a)", "a", "[0, 1]")),
            _strict_at_the_ends(),
        ),
        broken_steps=(
            Goal(
                "an empty BAD: 0 < 0",
                counterexample("lec04-strict"),
                Hunt("lec04-strict", lambda: _classes({"rows": (1, 2)})),
            ),
        ),
        twins=(
            Twin("with 1 - alpha/2", inequality("exp(-a) - (1 - a/2)", "a", "[0, 1]")),
            Twin("with |C| bad hypotheses", nonnegative("c*y - c*x - y", ("c - 1", "y - x")), of=1),
            Twin("an empty BAD is let off", counterexample("lec04-strict-if-bad"), of=2),
        ),
        remarks=("The theorem needs no strict inequality.",),
    )


@claim(
    "LEC-04-corrected",
    location="proof of Theorem 1, display",
    latex=r"\sum_{h \in BAD} \Pr[h \text{ consistent}] \le \sum_{h \in BAD} (1-\alpha)^n,\text{ strictly if } BAD "
    r"\ne \emptyset \text{ and } n \ge 1",
    text="The third link holds with <=, and strictly where BAD is not empty and n >= 1.",
    assumed=("C is finite", "alpha > 0"),
)
def lec_04_corrected() -> Case:
    """Termwise."""
    return Case(
        argument=_UNION
        + " Each term of a sum that is not empty is 0 <= 1 - error < 1 - alpha, raised to the power n >= 1.",
        proof=_theorem_1_proof(),
        checks=(Goal("small classes, exactly", exhaustive("lec04-strict-if-bad", "small-classes-with-bad")),),
        twins=(Twin("strict without the condition", exhaustive("lec04-strict", "small-classes-with-rows"), of=2),),
    )


# The private mechanism.


CHANGED_ROW: Final = entries(value=BIT, label=BIT, new_value=BIT, new_label=BIT)


def _change_of_mistakes(instance: Instance) -> int:
    """What a changed row does to the mistakes of a hypothesis with these values on the old input and on the new."""
    old, new = instance["value"] != instance["label"], instance["new_value"] != instance["new_label"]
    return abs(int(new) - int(old))


told("lec05", "one row changes the number of mistakes of a hypothesis by at most 1", CHANGED_ROW)(
    lambda instance: _change_of_mistakes(instance) <= 1
)
told("lec05-half", "... by at most 1/2", CHANGED_ROW)(lambda instance: _change_of_mistakes(instance) <= Fraction(1, 2))
told(
    "lec05-flip",
    "flipping the label alone changes the number of mistakes by exactly 1",
    CHANGED_ROW.where(
        lambda instance: bool(instance["new_value"] == instance["value"] and instance["new_label"] != instance["label"])
    ),
)(lambda instance: _change_of_mistakes(instance) == 1)


@family("changed-rows", "the values of a hypothesis on the old and the new input of a row, and both labels")
def _changed_rows() -> Iterator[Instance]:
    names = ("value", "label", "new_value", "new_label")
    return (dict(zip(names, bits, strict=True)) for bits in product((0, 1), repeat=4))


@family("flipped-labels", "the value of a hypothesis on an input, and the label before it is flipped")
def _flipped_labels() -> Iterator[Instance]:
    for value, label in product((0, 1), repeat=2):
        yield {"value": value, "label": label, "new_value": value, "new_label": 1 - label}


@told(
    "lec05-class",
    "the sensitivity of the score over all neighboring databases of n rows is 1",
    CLASS.having(rows=whole(1)),
)
def _class_sensitivity(instance: Instance) -> bool:
    return bool(pac_accuracy.sensitivity(_parameters(tuple(instance["class"])), instance["rows"]) == 1)


@family("classes-and-rows", "the five small classes, one and two rows")
def _classes_and_rows() -> Iterator[Instance]:
    return ({"class": list(tables), "rows": rows} for tables, rows in product(CLASSES, (1, 2)))


@claim(
    "LEC-05",
    location="Section 1, after Theorem 1",
    latex=r"u(x, h) = -|\{i : h(x_i) \ne y_i\}|,\quad \max_{x \sim x'} |u(x, h) - u(x', h)| = 1",
    text="The consistency score has sensitivity 1: changing a row creates at most one inconsistency with a fixed "
    "hypothesis.",
    adjacency="replace_one",
    assumed=("n >= 1, and x' is any neighbor of x, its labels included",),
)
def lec_05() -> Case:
    """All but one summand stay."""
    return Case(
        argument="The score is minus a sum over rows of mistakes in {0, 1}; one summand changes. Flipping the label "
        "of a row changes the score of every hypothesis by exactly 1, so the sensitivity is 1 for every "
        "class and n >= 1.",
        proof=(
            Goal("all cases of the changed row", exhaustive("lec05", "changed-rows")),
            Goal("a flipped label", exhaustive("lec05-flip", "flipped-labels")),
        ),
        checks=(Goal("all databases of small classes", exhaustive("lec05-class", "classes-and-rows")),),
        twins=(
            Twin("sensitivity 1/2", exhaustive("lec05-half", "changed-rows")),
            Twin("a flipped label, 1/2", exhaustive("lec05-half", "flipped-labels"), of=1),
        ),
    )


Labelled = tuple[tuple[int, ...], ...]


def _pac_loss(instance: Instance, exp_eps: str) -> Any:
    parameters = private_pac.Parameters.read(exp_eps=exp_eps, dimension=1, hypotheses=",".join(instance["class"]))
    first, second = (tuple(tuple(row) for row in instance[name]) for name in ("first", "second"))
    return max_ratio(private_pac.law(first, parameters), private_pac.law(second, parameters))


LABELLED_BITS: Final = row_of(row_of(BIT, 2, 2))


@entries(_tables(1), first=LABELLED_BITS, second=LABELLED_BITS).where
def _are_neighbors(instance: Instance) -> bool:
    """Two databases of labelled bits that differ in one row, and a class on one bit."""
    first, second = instance["first"], instance["second"]
    return len(first) == len(second) and sum(x != y for x, y in zip(first, second, strict=True)) <= 1


@told("lec06", "the ratio of the probabilities of any hypothesis is at most e^eps, at e^eps = 4", _are_neighbors)
def _pac_is_private(instance: Instance) -> bool:
    return at_most(_pac_loss(instance, "4"), 4)


@told("lec06-unhalved", "the same for weights e^(eps u), without the half", _are_neighbors)
def _unhalved_is_private(instance: Instance) -> bool:
    return at_most(_pac_loss(instance, "16"), 4)


@told("lec06-too-sharp", "the ratio is at most 39/10 at e^eps = 4", _are_neighbors)
def _pac_is_more_private(instance: Instance) -> bool:
    return at_most(_pac_loss(instance, "4"), Fraction(39, 10))


@family("one-bit-databases", "two classes on one bit, all neighboring databases of one and of two rows")
def _one_bit_databases() -> Iterator[Instance]:
    rows = list(product((0, 1), repeat=2))
    for tables, length in product((("00", "11"), ("00", "01", "10", "11")), (1, 2)):
        for first in product(rows, repeat=length):
            for place, row in product(range(length), rows):
                second = (*first[:place], row, *first[place + 1 :])
                yield {
                    "class": list(tables),
                    "first": [list(entry) for entry in first],
                    "second": [list(entry) for entry in second],
                }


def _one_sided_databases() -> Iterator[Instance]:
    """Two constant hypotheses, of which one is right on all rows, or on all but one."""
    for rows in range(1, 20):
        first, second = [[0, 1]] * rows, [[0, 1]] * (rows - 1) + [[0, 0]]
        yield {"class": ["00", "11"], "first": second, "second": first}


@claim(
    "LEC-06",
    location="Section 1, after Theorem 1",
    latex=r"\Pr[h] \propto \exp(\varepsilon u(x, h)/2) \text{ is } \varepsilon\text{-differentially private}",
    text="Choosing h with probability proportional to e^{eps u(x, h)/2} is eps-differentially private.",
    adjacency="replace_one",
    assumed=("C is finite", "eps > 0"),
)
def lec_06() -> Case:
    """The worst row raises one weight and lowers all others."""
    return Case(
        argument="By LEC-05 a changed row multiplies each weight by a number between e^{-eps/2} and e^{eps/2}. The "
        "probability w/(w + W) of h grows most when its own weight w is multiplied by e^{eps/2} and the sum "
        "W of the others by e^{-eps/2}; with E = e^eps the ratio is then E (w + W)/(E w + W) < E.",
        proof=(
            Goal("E (w + W) <= E (E w + W)", nonnegative("E*(E*w + W) - E*(w + W)", ("E - 1", "E", "w", "W"))),
            Goal(
                "the ratio in the worst case",
                identity("(w*s/(w*s + W/s))/(w/(w + W))", "s**2*(w + W)/(s**2*w + W)"),
            ),
        ),
        checks=(Goal("all small databases", exhaustive("lec06", "one-bit-databases")),),
        sharper=(
            Goal(
                "e^eps is approached: 39/40 of it is exceeded",
                counterexample("lec06-too-sharp"),
                Hunt("lec06-too-sharp", _one_sided_databases),
            ),
        ),
        twins=(
            Twin("without the half", exhaustive("lec06-unhalved", "one-bit-databases"), of=2),
            Twin("ratio at most 1", nonnegative("(E*w + W) - E*(w + W)", ("E - 1", "E", "w", "W"))),
        ),
        remarks=(
            "Every loss is below eps, and eps is its supremum over databases of all sizes: the constant is tight for "
            "every class with two hypotheses that differ somewhere. Let many rows speak against those that are right "
            "on the changed row.",
        ),
    )


def _far_off(instance: Instance) -> Any:
    """Pr[u < -alpha n/2] on one database."""
    parameters = _parameters(tuple(instance["class"]), instance["exp_eps"])
    data = tuple(tuple(row) for row in instance["data"])
    limit = Fraction(instance["alpha"]) * len(data) / 2
    concepts = private_pac.concepts(parameters)
    return private_pac.law(data, parameters).probability(lambda h: -private_pac.score(data, concepts[h]) > limit)


def _exponent(instance: Instance, share: Fraction) -> Any:
    """e^(-eps alpha n share)."""
    return Budget(exp_eps=instance["exp_eps"]).exp(-share * Fraction(instance["alpha"]) * len(instance["data"]))


DATABASE: Final = CLASS.having(data=row_of(row_of(BIT, 3, 3), 0), alpha=FROM_0, exp_eps=ABOVE_1)
"""A class on two bits, rows of two bits and a label, alpha >= 0 and e^eps > 1."""


@DATABASE.where
def _is_realizable(instance: Instance) -> bool:
    data = tuple(tuple(row) for row in instance["data"])
    return bool(pac_accuracy.consistent_hypotheses(data, _parameters(tuple(instance["class"]), instance["exp_eps"])))


@told("lec07", "with consistent labels, Pr[u < -alpha n/2] <= |C| e^(-eps alpha n/4)", _is_realizable)
def _rarely_far_off(instance: Instance) -> bool:
    return at_most(_far_off(instance), len(instance["class"]) * _exponent(instance, Fraction(1, 4)))


@told("lec07-too-sharp", "with consistent labels, Pr[u < -alpha n/2] <= e^(-eps alpha n), without |C|", _is_realizable)
def _too_rarely_far_off(instance: Instance) -> bool:
    return at_most(_far_off(instance), _exponent(instance, Fraction(1)))


@told(
    "lec07b",
    "with any labels, Pr[u < -alpha n/2] <= |C| e^(-eps alpha n/4)",
    DATABASE,
    numbers=lambda instance: {
        "Pr[u < -alpha n/2]": _far_off(instance),
        "|C| e^(-eps alpha n/4)": len(instance["class"]) * _exponent(instance, Fraction(1, 4)),
    },
)
def _rarely_far_off_anywhere(instance: Instance) -> bool:
    return at_most(_far_off(instance), len(instance["class"]) * _exponent(instance, Fraction(1, 4)))


def _far_below_the_best(instance: Instance) -> Any:
    """Pr[u < max u - alpha n/2] on one database."""
    parameters = _parameters(tuple(instance["class"]), instance["exp_eps"])
    data = tuple(tuple(row) for row in instance["data"])
    scores = [private_pac.score(data, concept) for concept in private_pac.concepts(parameters)]
    limit = max(scores) - Fraction(instance["alpha"]) * len(data) / 2
    return private_pac.law(data, parameters).probability(lambda h: scores[h] < limit)


@told("lec07b-corrected", "with any labels, Pr[u < max u - alpha n/2] <= |C| e^(-eps alpha n/4)", DATABASE)
def _rarely_far_below_the_best(instance: Instance) -> bool:
    return at_most(_far_below_the_best(instance), len(instance["class"]) * _exponent(instance, Fraction(1, 4)))


@told("lec07b-too-sharp", "with any labels, Pr[u < max u - alpha n/2] <= e^(-eps alpha n), without |C|", DATABASE)
def _too_rarely_far_below_the_best(instance: Instance) -> bool:
    return at_most(_far_below_the_best(instance), _exponent(instance, Fraction(1)))


@family("databases", "the five small classes with all databases of one or two rows")
def _all_databases() -> Iterator[Instance]:
    return (instance for rows in (1, 2) for instance in _databases(rows))


def _databases(rows: int) -> Iterator[Instance]:
    points = list(product((0, 1), repeat=3))
    for tables, data, alpha in product(CLASSES, product(points, repeat=rows), ("1/4", "3/4")):
        yield {
            "class": list(tables),
            "data": [list(row) for row in data],
            "alpha": alpha,
            "exp_eps": "4",
        }


@family("realizable-databases", "the five small classes with all databases of one or two rows that one of them fits")
def _realizable_databases() -> Iterator[Instance]:
    return (instance for rows in (1, 2) for instance in _databases(rows) if _is_realizable(instance))


@claim(
    "LEC-07",
    location="Section 1, after Theorem 1",
    latex=r"\Pr[u(x, h) < -\alpha n/2] \le |C| e^{-\varepsilon \alpha n/4}",
    text="The probability that the mechanism's hypothesis has more than alpha n/2 inconsistencies is at most |C| "
    "e^{-eps alpha n/4}.",
    assumed=(
        "the labels are those of some f in C (LEC-07b reads the sentence without this)",
        "C is finite",
        "eps >= 0",
    ),
    checked=("alpha >= 0, n >= 0",),
)
def lec_07() -> Case:
    """The consistent f has weight 1."""
    return Case(
        argument="The weight of f is 1, so the normalization Z is at least 1 and each h is chosen with at most its "
        "weight w = e^{eps u/2}, which is below e^{-eps alpha n/4} where u < -alpha n/2. At most |C| - 1 "
        "hypotheses are that far off.",
        proof=(
            Goal("w <= w Z", nonnegative("w*Z - w", ("w", "Z - 1"))),
            Goal("the weight at the threshold", identity("exp(e/2*(-a*n/2))", "exp(-e*a*n/4)")),
        ),
        checks=(Goal("small databases, exactly", exhaustive("lec07", "realizable-databases")),),
        sharper=(
            Goal(
                "(|C| - 1) x/(1 + (|C| - 1) x), with x = e^{-eps alpha n/4}: W/(1 + W) grows with W",
                identity("m*x/(1 + m*x) - W/(1 + W)", "(m*x - W)/((1 + m*x)*(1 + W))"),
            ),
        ),
        twins=(Twin("e^{-eps alpha n}", exhaustive("lec07-too-sharp", "realizable-databases"), of=2),),
        remarks=(
            "The tight form is (|C| - 1)/(|C| - 1 + e^{eps alpha n/4}), approached when every other hypothesis is "
            "just beyond the threshold.",
        ),
    )


@claim(
    "LEC-07b",
    location="Section 1, after Theorem 1, the sentence read for every database",
    latex=r"\forall x:\ \Pr[u(x, h) < -\alpha n/2] \le |C| e^{-\varepsilon \alpha n/4}",
    text="The same for every database, whether or not some hypothesis in C fits it.",
    corrected_by="LEC-07b-corrected",
)
def lec_07b() -> Case:
    """Nothing fits."""
    return Case(
        argument="If no hypothesis fits, the best score is far below 0 and the mechanism has nothing better to choose.",
        counterexample=Goal(
            "a class of one hypothesis that errs on every row",
            counterexample("lec07b"),
            Hunt("lec07b", _all_databases),
        ),
        twins=(
            Twin("with consistent labels", counterexample("lec07")),
            Twin("below the best score", counterexample("lec07b-corrected")),
        ),
    )


@claim(
    "LEC-07b-corrected",
    location="Section 1, after Theorem 1, the sentence read for every database",
    latex=r"\forall x:\ \Pr\big[u(x, h) < \max_{h'} u(x, h') - \alpha n/2\big] \le |C| e^{-\varepsilon \alpha n/4}",
    text="For every database the probability that the hypothesis has more than alpha n/2 inconsistencies above the "
    "fewest possible is at most |C| e^{-eps alpha n/4}.",
    assumed=("C is finite", "eps >= 0"),
    checked=("alpha >= 0, n >= 0",),
)
def lec_07b_corrected() -> Case:
    """As LEC-07, with the best hypothesis in the place of f."""
    return Case(
        argument="Divide all weights by the largest. Then the sum Z of all is at least 1, and each h is chosen with "
        "at most its weight w = e^{eps (u - max u)/2}, which is below e^{-eps alpha n/4} where u < max u - "
        "alpha n/2. At most |C| - 1 hypotheses are that far off.",
        proof=(
            Goal("w <= w Z", nonnegative("w*Z - w", ("w", "Z - 1"))),
            Goal("the weight at the threshold", identity("exp(e/2*(-a*n/2))", "exp(-e*a*n/4)")),
        ),
        checks=(Goal("small databases, exactly", exhaustive("lec07b-corrected", "databases")),),
        twins=(
            Twin("e^{-eps alpha n}", exhaustive("lec07b-too-sharp", "databases"), of=2),
            Twin("for Z >= 1/2", nonnegative("w*Z - w", ("w", "Z - 1/2"))),
        ),
    )


def _few_mistakes(error: Fraction, alpha: Fraction, rows: int) -> Fraction:
    """Pr[Bin(n, error) <= alpha n/2]."""
    return sum_of(
        [math.comb(rows, k) * error**k * (1 - error) ** (rows - k) for k in range(rows + 1) if 2 * k <= alpha * rows]
    )


def _chernoff_sides(instance: Instance, exponent: Any) -> tuple[Any, Any]:
    """The sum over BAD of Pr[at most alpha n/2 mistakes], and that of e^exponent."""
    alpha, rows = Fraction(instance["alpha"]), instance["rows"]
    errors = [Fraction(error) for error in instance["errors"] if Fraction(error) > alpha]
    return sum_of([_few_mistakes(error, alpha, rows) for error in errors]), len(errors) * exp(exponent(alpha, rows))


def _chernoff(instance: Instance, exponent: Any) -> bool:
    """The third link of the display."""
    return below(*_chernoff_sides(instance, exponent))


def _linear_chernoff(instance: Instance) -> bool:
    """The probability is below 2^(alpha n/2) e^(-alpha n/2)."""
    alpha, rows = Fraction(instance["alpha"]), instance["rows"]
    left = _few_mistakes(Fraction(instance["errors"][0]), alpha, rows)
    exponent = as_real(2).log() * as_real(alpha * rows / 2) - as_real(alpha * rows / 2)
    return below(as_real(left), exponent.exp())


def _printed_exponent(alpha: Fraction, rows: int) -> Fraction:
    return -(alpha**2) * rows / 2


ERRORS: Final = entries(alpha=ALPHA, rows=whole(1), errors=row_of(PROBABILITY))


@ERRORS.having(errors=row_of(PROBABILITY, 1, 1)).where
def _is_one_bad(instance: Instance) -> bool:
    return Fraction(instance["errors"][0]) > Fraction(instance["alpha"])


told(
    "lec08-strict",
    "the sum over BAD of Pr[at most alpha n/2 mistakes] is below that of e^(-alpha^2 n/2)",
    ERRORS,
    numbers=lambda instance: dict(
        zip(("left side", "right side"), _chernoff_sides(instance, _printed_exponent), strict=True)
    ),
)(lambda instance: _chernoff(instance, _printed_exponent))
told(
    "lec08-one",
    "for one bad h and n >= 1, Pr[at most alpha n/2 mistakes] < e^(-alpha^2 n/2)",
    _is_one_bad,
)(lambda instance: _chernoff(instance, _printed_exponent))
told(
    "lec08-linear",
    "... < e^(-(1 - ln 2) alpha n/2)",
    _is_one_bad,
)(_linear_chernoff)
told("lec08-too-sharp", "... < e^(-alpha n/2)", _is_one_bad)(
    lambda instance: _chernoff(instance, lambda alpha, rows: -alpha * rows / 2)
)


def _errors(rows: tuple[int, ...]) -> Iterator[Instance]:
    for alpha, n in product(("1/10", "1/4", "1/2", "3/4"), rows):
        for more in ("1/100", "1/10", "1/5"):
            yield {"errors": [str(Fraction(alpha) + Fraction(more))], "alpha": alpha, "rows": n}


def _few_errors() -> Iterator[Instance]:
    """The errors of a class of two: that of the target, and one that is bad or not."""
    for rows, alpha, error in product((1, 2), ("1/2", "1/4"), ("3/4", "1/4")):
        yield {"errors": ["0", error], "alpha": alpha, "rows": rows}


@family("one-bad-hypothesis", "errors 1/100, 1/10 and 1/5 above four alphas, with up to 40 rows")
def _one_bad() -> Iterator[Instance]:
    return _errors((1, 2, 3, 4, 5, 8, 13, 21, 40))


_CHERNOFF: Final = (
    "The number of mistakes of a bad h is a sum of n independent indicators of mean q > alpha. For every s >= 0, "
    "Pr[X <= alpha n/2] <= E e^{-s(X - alpha n/2)} <= e^{n(-s(q - alpha/2) + s^2/8)}; take s = 4(q - alpha/2) > 0. "
    + HOEFFDING
)


def _chernoff_proof() -> tuple[Goal, ...]:
    return (
        *hoeffding(),
        Goal(
            "the exponent at s = 4(q - a/2)",
            identity("-4*(q - a/2)*(q - a/2) + (4*(q - a/2))**2/8", "-2*(q - a/2)**2"),
        ),
        Goal(
            "2(q - a/2)^2 exceeds a^2/2 by 2q(q - a), which is above 0 for q > a > 0",
            identity("2*(q - a/2)**2 - a**2/2", "2*q*(q - a)"),
        ),
    )


@claim(
    "LEC-08",
    location="Section 1, second display (accuracy of the private mechanism)",
    latex=r"\Pr_x[\exists h \in BAD: u(x,h) \ge -\alpha n/2] \le \sum_{h \in BAD} \Pr[u(x,h) \ge -\alpha n/2] < "
    r"\sum_{h \in BAD} e^{-\alpha^2 n/2} \le |C| e^{-\alpha^2 n/2}",
    text="The Chernoff step: some bad hypothesis makes at most alpha n/2 mistakes with probability below |C| "
    "e^{-alpha^2 n/2}, by the printed links, of which the second is a strict inequality of sums over BAD.",
    assumed=("C is finite", "alpha > 0"),
    corrected_by="LEC-08-corrected",
)
def lec_08() -> Case:
    """The strict link fails for an empty sum."""
    return Case(
        argument="For each bad h and n >= 1 the inequality is strict, but the sum is empty where no hypothesis is "
        "bad: 0 < 0; and at n = 0 it compares equal sums of ones. The ends of the display are related as it "
        "says, strictly, because f is not bad: at most |C| - 1 terms x <= y = e^{-alpha^2 n/2} stand "
        "against |C| y. " + _CHERNOFF,
        proof=(*_chernoff_proof(), _strict_at_the_ends()),
        checks=(Goal("one bad hypothesis, exactly", exhaustive("lec08-one", "one-bad-hypothesis")),),
        broken_steps=(
            Goal(
                "an empty BAD: 0 < 0",
                counterexample("lec08-strict"),
                Hunt("lec08-strict", _few_errors),
            ),
        ),
        twins=(
            Twin("with e^{-alpha n/2}", exhaustive("lec08-too-sharp", "one-bad-hypothesis"), of=4),
            Twin("2(q - a/2)^2 exceeds a^2", identity("2*(q - a/2)**2 - a**2", "2*q*(q - a)"), of=2),
        ),
    )


@claim(
    "LEC-08-corrected",
    location="Section 1, second display (accuracy of the private mechanism)",
    latex=r"\Pr[u(x,h) \ge -\alpha n/2] < \min\{e^{-\alpha^2 n/2}, e^{-(1 - \ln 2)\alpha n/2}\}\quad (h \in BAD, n "
    r"\ge 1)",
    text="For each bad h and n >= 1 the probability of at most alpha n/2 mistakes is below e^{-alpha^2 n/2}, and "
    "below e^{-0.153 alpha n}; the sums over BAD satisfy <=.",
    assumed=("0 < alpha", "n >= 1"),
)
def lec_08_corrected() -> Case:
    """Hoeffding, and the exact exponent of Chernoff's bound."""
    return Case(
        argument=_CHERNOFF
        + " For the second bound use the optimal s for q = alpha, which also bounds q > alpha because the binomial "
        "law grows with q: at e^{-s} = (1 - alpha)/(2 - alpha) the exponent is the divergence of alpha/2 from "
        "alpha, (alpha/2) ln(1/2) + (1 - alpha/2) ln((1 - alpha/2)/(1 - alpha)), and it is more than (1 - ln 2) "
        "alpha/2. A bad h has error above alpha, so alpha < 1.",
        proof=(
            *_chernoff_proof(),
            Goal(
                "E e^{-s X_i} at q = alpha",
                identity("1 - a + a*((1 - a)/(2 - a))", "(1 - a)/(1 - a/2)"),
            ),
            Goal(
                "the divergence exceeds (1 - ln 2) a/2; a ln 2/2 is cancelled on both sides",
                inequality("(1 - a/2)*(log(1 - a/2) - log(1 - a)) - a/2", "a", "(0, 1)", ">"),
            ),
        ),
        checks=(
            Goal("one bad hypothesis, exactly", exhaustive("lec08-one", "one-bad-hypothesis")),
            Goal("the second bound, exactly", exhaustive("lec08-linear", "one-bad-hypothesis")),
        ),
        twins=(
            Twin("with e^{-alpha n/2}", exhaustive("lec08-too-sharp", "one-bad-hypothesis"), of=6),
            Twin(
                "the divergence exceeds that by a/100 more",
                inequality("(1 - a/2)*(log(1 - a/2) - log(1 - a)) - a/2 - a/100", "a", "(0, 1)", ">"),
                of=4,
            ),
        ),
        remarks=(
            "The second bound is linear in alpha, and the better one for alpha < 1 - ln 2 = 0.3068...: the alpha^2 "
            "is not needed.",
        ),
    )


def _failure(instance: Instance) -> Any:
    parameters, target, distribution = _setting(instance)
    return pac_accuracy.failure_probability(
        parameters, target, distribution, instance["rows"], Fraction(instance["alpha"])
    )


def _failure_bound(instance: Instance, share: Fraction, square: Fraction) -> Any:
    """|C| e^(-eps alpha n share) + |C| e^(-alpha^2 n square)."""
    alpha, rows, size = Fraction(instance["alpha"]), instance["rows"], len(instance["class"])
    budget = Budget(exp_eps=instance.get("exp_eps", "4"))
    return size * budget.exp(-share * alpha * rows) + size * exp(-square * alpha**2 * rows)


@told("lec09", "Pr[error > alpha] < |C| e^(-eps alpha n/4) + |C| e^(-alpha^2 n/2)", PRIVATE)
def _union_bound(instance: Instance) -> bool:
    return below(as_real(_failure(instance)), as_real(_failure_bound(instance, Fraction(1, 4), Fraction(1, 2))))


@told("lec09-too-sharp", "the same with e^(-eps alpha n) and e^(-6 alpha^2 n)", PRIVATE)
def _too_sharp_union_bound(instance: Instance) -> bool:
    return below(as_real(_failure(instance)), as_real(_failure_bound(instance, Fraction(1), Fraction(6))))


def _direct_bound(instance: Instance, share: Fraction) -> Any:
    """(|C| - 1)(1 - alpha (1 - e^(-eps share)))^n."""
    alpha, rows, others = Fraction(instance["alpha"]), instance["rows"], len(instance["class"]) - 1
    kept = Budget(exp_eps=instance.get("exp_eps", "4")).exp(-share)
    return others * (1 - alpha * (1 - kept)) ** rows


told("lec09-sharp", "Pr[error > alpha] <= (|C| - 1)(1 - alpha (1 - e^(-eps/2)))^n", PRIVATE)(
    lambda instance: at_most(_failure(instance), _direct_bound(instance, Fraction(1, 2)))
)
told("lec09-sharp-half", "Pr[error > alpha] <= 49/100 of that", PRIVATE)(
    lambda instance: at_most(_failure(instance), Fraction(49, 100) * _direct_bound(instance, Fraction(1, 2)))
)


def _failure_of_two(point: Mapping[str, float]) -> float:
    """Pr[error > alpha] for two hypotheses that differ with probability ``error``: the mean of 1/(1 + e^(eps X/2))."""
    n, error, root = int(point["rows"]), point["error"], math.sqrt(point["exp_eps"])
    if error <= point["alpha"]:
        return 0.0
    return math.fsum(math.comb(n, k) * error**k * (1 - error) ** (n - k) / (1 + root**k) for k in range(n + 1))


def margin_of_two(point: Mapping[str, float], share: float = 1 / 4, square: float = 1 / 2) -> float:
    """Return 1 - failure/bound of two hypotheses, LEC-09; ``share`` and ``square`` are the exponents of the bound."""
    n, alpha, t = int(point["rows"]), point["alpha"], point["exp_eps"]
    bound = 2 * math.pow(t, -share * alpha * n) + 2 * math.exp(-square * alpha**2 * n)
    return 1 - _failure_of_two(point) / bound


def _direct_margin_of_two(point: Mapping[str, float]) -> float:
    kept = 1 / math.sqrt(point["exp_eps"])
    return 1 - _failure_of_two(point) / math.pow(1 - point["alpha"] * (1 - kept), int(point["rows"]))


def _two_that_differ(point: Mapping[str, Fraction]) -> Instance:
    return {
        "class": ["0000", "0001"],
        "target": 0,
        "weights": [str(1 - point["error"]), "0", "0", str(point["error"])],
        "alpha": str(point["alpha"]),
        "rows": int(point["rows"]),
        "exp_eps": str(point["exp_eps"]),
    }


_TWO_THAT_DIFFER: Final = {"alpha": (0.01, 1.0), "error": (0.01, 1.0), "rows": (0.0, 60.0), "exp_eps": (1.01, 20.0)}


@family("small-private-classes", "the five small classes with 1 to 3 rows and one of them with 10 and 20, e^eps = 4")
def _small_private_classes() -> Iterator[Instance]:
    few = (instance for instance in _classes({"rows": (1, 2, 3)}) if instance["alpha"] in {"1/4", "1/2"})
    yield from few
    for target in (0, 1):
        for alpha, rows in product(("1/4", "1/2"), (10, 20)):
            yield {
                "class": ["0011", "0101"],
                "target": target,
                "weights": [1, 2, 3, 4],
                "alpha": alpha,
                "rows": rows,
            }


@claim(
    "LEC-09",
    location="Section 1, third display",
    latex=r"\Pr_{x,h}[\Pr_{r \sim D}[h(r) \ne f(r)] > \alpha] \le \Pr[u < -\alpha n/2] + \Pr[\exists h \in BAD: u "
    r"\ge -\alpha n/2] < |C|e^{-\varepsilon\alpha n/4} + |C|e^{-\alpha^2 n/2}",
    text="The private mechanism's hypothesis has error above alpha with probability less than |C| e^{-eps alpha n/4} "
    "+ |C| e^{-alpha^2 n/2}.",
    assumed=("the labels are those of some f in C", "C is finite", "alpha > 0"),
)
def lec_09() -> Case:
    """Two union bounds over at most |C| - 1 hypotheses."""
    return Case(
        argument="A chosen h with error above alpha either makes more than alpha n/2 mistakes (LEC-07) or is a bad "
        "hypothesis with at most alpha n/2 of them (LEC-08). Since f is not bad and fits, both bounds hold "
        "with |C| - 1 in place of |C|, and |C| is strictly more: this inequality is strict even where BAD "
        "is empty. With x and y for the exponentials:",
        proof=(
            *_chernoff_proof(),
            Goal("w <= w Z", nonnegative("w*Z - w", ("w", "Z - 1"))),
            Goal("what |C| has over |C| - 1", identity("c*x + c*y - (c - 1)*x - (c - 1)*y", "x + y")),
        ),
        checks=(Goal("small classes, exactly", exhaustive("lec09", "small-private-classes")),),
        hunts=(Hunt("lec09", _small_private_classes, Guide(_TWO_THAT_DIFFER, margin_of_two, _two_that_differ)),),
        twins=(
            Twin("with 4 and 12 times the exponents", exhaustive("lec09-too-sharp", "small-private-classes"), of=5),
            Twin("|C| - 1 and |C| are alike", identity("c*x + c*y - (c - 1)*x - (c - 1)*y", "x"), of=4),
        ),
        remarks=(
            "LEC-09-sharp: one exponential term with a rate that is linear in alpha, by the same union bound without "
            "Chernoff's.",
        ),
    )


@claim(
    "LEC-09-sharp",
    location="Section 1, third display",
    latex=r"\Pr_{x,h}[\Pr_{r \sim D}[h(r) \ne f(r)] > \alpha] \le (|C| - 1)\big(1 - \alpha(1 - "
    r"e^{-\varepsilon/2})\big)^n;\quad n \ge 5.09 \ln|C|/(\alpha \min\{1, \varepsilon\}) \Rightarrow \text{ "
    r"below } 1/|C|",
    text="The private mechanism's hypothesis has error above alpha with probability at most (|C| - 1)(1 - alpha (1 - "
    "e^{-eps/2}))^n, which is below 1/|C| from n = 5.09 ln|C|/(alpha min{1, eps}) on.",
    assumed=("the labels are those of some f in C", "C is finite", "0 < alpha <= 1", "eps > 0"),
)
def lec_09_sharp() -> Case:
    """The mean of the weight of a bad hypothesis."""
    return Case(
        argument="f fits and has weight 1, so a bad h is chosen with at most its weight z^X, z = e^{-eps/2}, where "
        "X, the number of its mistakes, is a sum of n independent indicators of mean q > alpha: E z^X = (1 "
        "- q + q z)^n <= (1 - alpha (1 - z))^n <= e^{-alpha (1 - z) n}. At most |C| - 1 hypotheses are bad. "
        "With c = 5.09 we have c (1 - z) >= 2 min{1, eps} (for eps > 1 because 1 - z grows with eps), so "
        "alpha (1 - z) n >= 2 ln|C| for such n, and (|C| - 1)/|C|^2 is below 1/|C|.",
        proof=(
            Goal("w <= w Z", nonnegative("w*Z - w", ("w", "Z - 1"))),
            Goal(
                "1 - q + q z <= 1 - alpha (1 - z) for q >= alpha, z <= 1",
                nonnegative("(1 - a*(1 - z)) - ((1 - q) + q*z)", ("q - a", "1 - z")),
            ),
            Goal("1 - y <= e^{-y}", inequality("exp(-y) - (1 - y)", "y", "[0, 1]")),
            Goal("5.09 (1 - e^{-eps/2}) >= 2 eps", inequality("509/100*(1 - exp(-e/2)) - 2*e", "e", "[0, 1]")),
            Goal("below 1/|C|", sign("1/c - (c - 1)/c**2", "c", "[1, oo)", ">")),
        ),
        checks=(Goal("small classes, exactly", exhaustive("lec09-sharp", "small-private-classes")),),
        hunts=(
            Hunt(
                "lec09-sharp", _small_private_classes, Guide(_TWO_THAT_DIFFER, _direct_margin_of_two, _two_that_differ)
            ),
        ),
        twins=(
            Twin("49/100 of it", exhaustive("lec09-sharp-half", "small-private-classes"), of=5),
            Twin("for q <= alpha", nonnegative("(1 - a*(1 - z)) - ((1 - q) + q*z)", ("a - q", "1 - z")), of=1),
            Twin("with 5.08", inequality("508/100*(1 - exp(-e/2)) - 2*e", "e", "[0, 1]"), of=3),
        ),
    )


def _rows_needed(instance: Instance) -> int:
    """The least n >= 8 ln|C|/(alpha min{alpha, eps}), with eps = 2 ln r."""
    alpha, root = Fraction(instance["alpha"]), Fraction(instance["root"])
    size = len(instance["class"])
    epsilon = Real(lambda: 2 * as_real(root).log().evaluate())
    smaller = epsilon if at_most(epsilon, as_real(alpha)) else as_real(alpha)
    least = as_real(8) * as_real(size).log() / (as_real(alpha) * smaller)
    return first_true(lambda n: at_most(least, as_real(n)), 0)


@told(
    "lec10-nearly-certain",
    "n = 8 ln|C|/(alpha min{alpha, eps}) rows, rounded up, fail with probability at most 1/20",
    entries({"class": row_of(word("0", "1"), 2, 2)}, alpha=ALPHA, error=ALPHA, root=ABOVE_1).where(
        lambda instance: instance["class"] == ["0", "1"] and Fraction(instance["alpha"]) < Fraction(instance["error"])
    ),
)
def _nearly_certain(instance: Instance) -> bool:
    """Two hypotheses that differ with probability q > alpha: the wrong one is chosen with probability 1/(1 + r^X)."""
    error, root = Fraction(instance["error"]), Fraction(instance["root"])
    n = _rows_needed(instance)
    terms = [as_real(math.comb(n, k) * error**k * (1 - error) ** (n - k)) / as_real(1 + root**k) for k in range(n + 1)]
    return at_most(
        Real(lambda: sum((term.evaluate() for term in terms[1:]), terms[0].evaluate())), as_real(Fraction(1, 20))
    )


def _two_hypotheses() -> Iterator[Instance]:
    for root, alpha in product(("3/2", "11/10", "21/20", "51/50"), ("1/2", "1/4")):
        error = str(Fraction(alpha) + Fraction(1, 100))
        yield {"class": ["0", "1"], "alpha": alpha, "error": error, "root": root}


@claim(
    "LEC-10",
    location="end of Section 1",
    latex=r"n \ge 8 \ln|C|/(\alpha \min\{\alpha, \varepsilon\}) \text{ suffices with high probability}",
    text="With n >= 8 ln|C|/(alpha min{alpha, eps}) samples the mechanism is both accurate and private with high "
    "probability.",
    assumed=("the labels are those of some f in C", "C is finite, |C| >= 2", "0 < alpha"),
    adjacency="replace_one",
)
def lec_10() -> Case:
    """The failure probability is |C|^-1, and not smaller than a constant for a class of constant size."""
    return Case(
        argument="With L = ln|C| and m = min{alpha, eps} the exponents of LEC-09 are at least 2L and 4L, and the "
        "union bounds are over |C| - 1 hypotheses: the probability of an error above alpha is at most (|C| "
        "- 1)(|C|^-2 + |C|^-4) <= 5/16, and below 1/|C|. Privacy (LEC-06) has no exception of any "
        "probability.",
        proof=(
            Goal("eps alpha n/4 >= 2L", nonnegative("e*a*n/4 - 2*L", ("a*m*n - 8*L", "e - m", "a", "n"))),
            Goal("alpha^2 n/2 >= 4L", nonnegative("a**2*n/2 - 4*L", ("a*m*n - 8*L", "a - m", "a", "n"))),
            Goal("at most 5/16", sign("5/16 - (c - 1)*(1/c**2 + 1/c**4)", "c", "[2, oo)")),
            Goal("below 1/|C|", sign("1/c - (c - 1)*(1/c**2 + 1/c**4)", "c", "[2, oo)", ">")),
        ),
        sharper=(
            Goal(
                "two hypotheses can fail with probability above 1/20",
                counterexample("lec10-nearly-certain"),
                Hunt("lec10-nearly-certain", _two_hypotheses),
            ),
        ),
        twins=(
            Twin("with 4 in place of 8", nonnegative("e*a*n/4 - 2*L", ("a*m*n - 4*L", "e - m", "a", "n"))),
            Twin("at most 1/4", sign("1/4 - (c - 1)*(1/c**2 + 1/c**4)", "c", "[2, oo)"), of=2),
        ),
        remarks=(
            "For a class of constant size the probability of failure does not vanish: it can exceed 1/20 at |C| = 2. "
            "For success with probability 1 - beta take n >= max{4/(eps alpha), 2/alpha^2} ln(2(|C| - 1)/beta).",
            "By LEC-08-corrected 2/alpha^2 can be replaced by 2/((1 - ln 2) alpha), less than 6.52/alpha: the number "
            "of samples grows like 1/alpha and not like 1/alpha^2. By LEC-09-sharp 5.09 ln|C|/(alpha min{1, eps}) "
            "samples are enough for 1/|C|.",
        ),
        explicit=True,
    )
