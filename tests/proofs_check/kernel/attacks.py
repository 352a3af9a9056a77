"""Attacks on the kernel: false statements, and evidence that does not show its statement or cannot be read.

Each has to be rejected, and be it by one guard alone. The checkers' own tests have most of them; here stand those that
one guard stops, but that say little of a checker as a whole.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, Final, TypeAlias

from flint import arb

from dpassay.exact import Undecided
from dpassay.proofs_check.kernel.statements import (
    counterexample,
    exhaustive,
    identity,
    inequality,
    nonnegative,
    on_box,
    sign,
)
from tests.proofs_check.kernel import (
    test_box,
    test_identity,
    test_inequality,
    test_nonnegative,
    test_normal_form,
    test_sign,
    test_signs_of_formulas,
)
from tests.proofs_check.kernel.test_inequality import RATIONAL, SIGNS, balls, slope, taylor
from tests.proofs_check.kernel.test_nonnegative import term

Attack: TypeAlias = Callable[[Any], object]
"""Given a kernel, it returns something that is true where it went through."""


def undecided(_: Any) -> bool:
    raise Undecided("equal to all digits")


def prepare(kernel: Any) -> None:
    """Register what the attacks on properties need."""
    made = kernel.finite
    made.register(made.Property("small", "n < 5 where n is even", lambda i: i["n"] % 2 == 0, lambda i: i["n"] < 5))
    made.register(made.Property("unasked", "all", lambda _: 1, lambda _: True))
    made.register(made.Property("vague", "no answer", lambda _: True, lambda _: 0))
    made.register(made.Property("doubtful", "never known", lambda _: True, undecided))
    made.register(made.Family("evens", "0, 2, 4", lambda: ({"n": n} for n in (0, 2, 4))))
    made.register(made.Family("one", "2", lambda: ({"n": n} for n in (2,))))
    made.register(made.Family("more-evens", "0, 2, 4, 6", lambda: ({"n": n} for n in (0, 2, 4, 6))))
    made.register(made.Family("naturals", "0, 1, 2", lambda: ({"n": n} for n in (0, 1, 2))))
    made.register(made.Family("empty", "nothing", list))
    made.register(made.Family("floats", "2.0", lambda: [{"n": 2.0}]))


ENDLESS: Final[dict[str, Any]] = {"by": "interior"}
ENDLESS["node"] = ENDLESS

STATEMENTS: Final[list[tuple[Any, Any]]] = [
    *test_box.REJECTED,
    *((identity(left, right), {}) for left, right in test_identity.FALSE),
    *test_inequality.NOT_SHOWN.values(),
    *((inequality("exp(x)", "x", "[0, 1]"), evidence) for evidence in test_inequality.MALFORMED),
    *((s, test_nonnegative.evidence(s, terms)) for s, terms in test_nonnegative.NOT_ACCEPTED.values()),
    *(
        (nonnegative("1", where), {"terms": [term("1")], **({} if point is None else {"point": point})})
        for where, point in test_nonnegative.VACUOUS.values()
    ),
    *((sign(text, "x", interval, relation), {}) for text, interval, relation in test_sign.NOT_ACCEPTED),
    (exhaustive("small", "evens"), {"instances": 2}),
    (exhaustive("small", "one"), {"instances": True}),
    (exhaustive("small", "more-evens"), {"instances": 4}),
    (exhaustive("small", "naturals"), {"instances": 3}),
    (exhaustive("small", "empty"), {"instances": 0}),
    (exhaustive("small", "floats"), {"instances": 1}),
    (exhaustive("unasked", "evens"), {"instances": 3}),
    (exhaustive("vague", "evens"), {"instances": 3}),
    (exhaustive("small", "unknown"), {"instances": 0}),
    (exhaustive("unknown", "evens"), {"instances": 3}),
    (counterexample("small"), {"instance": {"n": 4}}),
    (counterexample("small"), {"instance": {"n": 7}}),
    (counterexample("small"), {"instance": {"n": 6.0}}),
    (counterexample("vague"), {"instance": {"n": 6}}),
    (counterexample("doubtful"), {"instance": {"n": 6}}),
    (counterexample("small"), {"instance": {"n": [6.0]}}),
    (counterexample("small"), {"instance": {"n": {"m": 6.0}}}),
    (inequality("x", "x", "(0, 1]"), ENDLESS),
    (inequality("exp(x) - 2", "x", "[0, 1]", ">"), balls("0", "1")),
    (inequality("exp(x)", "x", "(-oo, 0]"), taylor("low", 1)),
    (inequality("log(x) - log(2*x)", "x", "(0, 1]"), slope("low", RATIONAL)),  # it is -log(2), but 0 where log is not
    (inequality("log(1/x) - log(2/x)", "x", "[1, oo)"), slope("high", RATIONAL)),  # in the limit as well
    (inequality("exp(x)", "x", "(-oo, oo)"), {"by": "reciprocal", "node": SIGNS}),
    (inequality("exp(x)", "x", "[-1, 0]"), {"by": "reciprocal", "node": SIGNS}),
    (identity("x", "x"), {"more": "1"}),
    (on_box("1", {"x + 1": ("0", "1")}), []),
    (on_box("1", {"exp": ("0", "1")}), []),
    ({"kind": "box", "expression": "1", "box": {1: ["0", "1"]}}, []),
    (sign("(x - 1/4)**2", "x", "[0, 1]", ">"), {}),
    (sign("-1", "x", "(0, 1)", ">"), {}),
    *(({"kind": kind}, {}) for kind in ("else", None, ["sign"])),
    *(({"kind": "counterexample", "property": name}, {"instance": {"n": 6}}) for name in (["small"], None)),
]


def statement_attack(statement: Any, evidence: Any) -> Attack:
    def attack(kernel: Any) -> object:
        kernel.check(statement, evidence)
        return True

    return attack


def sign_attack(text: str, interval: str, known: Any) -> Attack:
    """More is said of a sign than is known."""

    def attack(kernel: Any) -> object:
        formula = kernel.expressions.parse(text)
        told = kernel.domain.sign(formula, "x", kernel.interval.Interval.read(interval))
        return [name for name in ("at_least_0", "at_most_0", "not_0") if getattr(told, name) > getattr(known, name)]

    return attack


def domain_attack(text: str, interval: str) -> Attack:
    """A formula is said to be defined where it is not."""

    def attack(kernel: Any) -> object:
        formula = kernel.expressions.parse(text)
        return kernel.domain.defined(formula, "x", kernel.interval.Interval.read(interval))

    return attack


def constant_attack(text: str) -> Attack:
    """A number is rewritten that is none, or has no shorter form."""

    def attack(kernel: Any) -> object:
        formula = kernel.expressions.parse(text)
        return kernel.series.constant(formula) != kernel.expressions.with_parts(formula, kernel.series.constant)

    return attack


def parse_attack(text: object) -> Attack:
    """What is no formula is read."""
    return lambda kernel: [kernel.expressions.parse(text)]


DIRECT: Final[list[Attack]] = [
    *(sign_attack(*case) for case in test_signs_of_formulas.SIGNS),
    *(domain_attack(text, interval) for text, interval, expected in test_signs_of_formulas.DOMAINS if not expected),
    *(domain_attack(text, "(0, oo)") for text in test_normal_form.NOT_DEFINED),
    *(domain_attack(text, "[-1, 1]") for text in ("log((1/x)**0)", "sqrt((1/x)**0)", "exp((1/x)**0)")),
    sign_attack("(exp(x) - 2) + exp(x)", "[-1, 1]", test_signs_of_formulas.UNKNOWN),
    sign_attack("-exp(x) + (2*exp(x) - 2)", "[-1, 1]", test_signs_of_formulas.UNKNOWN),
    sign_attack("(exp(x) - 2)*(-exp(x))", "[0, 1]", test_signs_of_formulas.UNKNOWN),
    *(constant_attack(text) for text in ("log(log(2))", "log(-2)", "sqrt(2)", "sqrt(-4)", "sqrt(log(2))", "exp(4)")),
    *(parse_attack(text) for text in (None, 1, "x(", "x\0", "x.y", "x**y", "x**True")),
    lambda kernel: kernel.enclosures.is_above_0(arb("inf")),
    lambda kernel: kernel.series.exact_taylor(kernel.expressions.parse("1/x"), "x", Fraction(0), 2),
    lambda kernel: kernel.series.taylor(kernel.expressions.parse("y"), "x", arb(0), 2),
    lambda kernel: kernel.finite.check_exhaustive({"property": "small", "family": "none"}, {"instances": 0}) is None,
    lambda kernel: kernel.finite.check_counterexample({"property": "none"}, {"instance": {"n": 6}}) is None,
    lambda kernel: kernel.interval.entry(["instance"], "instance"),
    lambda kernel: kernel.interval.entry({}, "instance"),
    lambda kernel: kernel.statements.KINDS["counterexample"].read(counterexample("none")),
]

ATTACKS: Final[list[Attack]] = [*(statement_attack(*pair) for pair in STATEMENTS), *DIRECT]
