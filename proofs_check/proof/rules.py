"""The rules: textbook statements that are trusted, each with where it is found.

A rule is a statement on any parameters, functions, random quantities and laws. It is applied like a claim, so its side
conditions are those of any application: see ``application``. All laws are of finitely many outcomes.

A rule on a law holds at every past for a conditional one: ``P="after(t)"``. So what is known given the past is what is
constant there: ``a="S"`` is S at the past, where the rule's A is S at the outcome.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Given, Model, Statement

RULES: Final[dict[str, Statement]] = {}
RANGE: Final = {"low": "integer", "high": "integer, low <= high + 1"}
INDEX: Final = {"t": "integer, low <= t, t <= high"}
LAW: Final = Named(law=True, space="outcome")
RANDOM: Final = Named(space="outcome")
CONDITIONAL: Final = Named(law=True, space="outcome", given="outcome", mean_of="P")
INDEXED: Final = Named(index=INDEX)


def _rule(
    name: str,
    formula: str,
    source: str,
    *needs: str | Given,
    numbers: Mapping[str, str] | None = None,
    variables: Mapping[str, str] | None = None,
    **quantities: Named,
) -> None:
    model = Model(f"the rule {name!r}", numbers or {}, variables or {}, quantities, of_any=True)
    hypotheses = {f"{k}": need if isinstance(need, Given) else Given(need) for k, need in enumerate(needs, 1)}
    RULES[name] = Statement(name, model, formula, given=hypotheses, source=source)


AB: Final = {"A": "real", "B": "real"}
POSITIVE_AB: Final = {"A": "real, 0 < A", "B": "real, 0 < B"}

_rule("exp grows", "exp(A) <= exp(B)", "exp' = exp > 0", "A <= B", numbers=AB)
_rule("exp grows strictly", "exp(A) < exp(B)", "exp' = exp > 0", "A < B", numbers=AB)
_rule(
    "equals for equals",
    "f(A) = f(B)",
    "the axiom of equality: of equals a function has one value",
    "A = B",
    numbers=AB,
    f=Named(index={"x": "real"}),
)
_rule(
    "equal indices",
    "f(A) = f(B)",
    "the axiom of equality, and that the order of the integers is antisymmetric",
    "A <= B",
    "B <= A",
    numbers={"low": "real", "high": "real", "A": "integer, low <= A, A <= high", "B": "integer, low <= B, B <= high"},
    f=Named(index={"k": "integer, low <= k, k <= high"}),
)
_rule("at most each other", "A = B", "the order of the reals is antisymmetric", "A <= B", "B <= A", numbers=AB)
_rule("exp reflects", "A <= B", "log is increasing", "exp(A) <= exp(B)", numbers=AB)
_rule("log grows", "log(A) <= log(B)", "log' = 1/x > 0 on (0, oo)", "A <= B", numbers=POSITIVE_AB)
_rule("log grows strictly", "log(A) < log(B)", "log' = 1/x > 0 on (0, oo)", "A < B", numbers=POSITIVE_AB)
_rule(
    "sqrt grows",
    "sqrt(A) <= sqrt(B)",
    "A - B = (sqrt A - sqrt B)(sqrt A + sqrt B)",
    "A <= B",
    numbers={"A": "real, 0 <= A", "B": "real, 0 <= B"},
)
_rule("log of exp", "log(exp(A)) = A", "log is the inverse of exp", numbers={"A": "real"})
_rule("exp of log", "exp(log(A)) = A", "log is the inverse of exp", numbers={"A": "real, 0 < A"})
_rule("log of a product", "log(A*B) = log(A) + log(B)", "exp(a + b) = exp(a) exp(b)", numbers=POSITIVE_AB)
_rule(
    "chord of exp",
    "exp((1 - w)*x + w*y) <= (1 - w)*exp(x) + w*exp(y)",
    "exp'' > 0: exp is convex",
    numbers={"w": "real, 0 <= w, w <= 1", "x": "real", "y": "real"},
)
_rule(
    "integers are 1 apart",
    "A + 1 <= B",
    "there is no integer between 0 and 1",
    "A < B",
    numbers={"A": "integer", "B": "integer"},
)
_rule(
    "cases",
    "A <= B",
    "the reals are ordered",
    Given("A <= B", where=("0 <= c",)),
    Given("A <= B", where=("c < 0",)),
    numbers={**AB, "c": "real"},
)
_rule("indicator of what holds", "[A <= B] = 1", "the definition of an indicator", "A <= B", numbers=AB)
_rule("indicator of what fails", "[A <= B] = 0", "the definition of an indicator", "B < A", numbers=AB)
_rule("indicator of the contrary", "[B < A] = 1 - [A <= B]", "of B < A and A <= B exactly one holds", numbers=AB)
_rule(
    "induction",
    "f(high) <= g(high)",
    "the axiom of induction, on low, ..., high",
    "f(low) <= g(low)",
    Given("f(n + 1) <= g(n + 1)", where=("f(n) <= g(n)",)),
    numbers={"low": "integer", "high": "integer, low <= high"},
    variables={"n": "integer, low <= n, n <= high - 1"},
    f=INDEXED,
    g=INDEXED,
)
_rule(
    "induction of equalities",
    "f(high) = g(high)",
    "the axiom of induction, on low, ..., high",
    "f(low) = g(low)",
    Given("f(n + 1) = g(n + 1)", where=("f(n) = g(n)",)),
    numbers={"low": "integer", "high": "integer, low <= high"},
    variables={"n": "integer, low <= n, n <= high - 1"},
    f=INDEXED,
    g=INDEXED,
)
_rule(
    "sum grows",
    "sum(f(t), t, low, high) <= sum(g(t), t, low, high)",
    "inequalities add",
    "f(t) <= g(t)",
    numbers=RANGE,
    variables=INDEX,
    f=INDEXED,
    g=INDEXED,
)
_rule(
    "sum of equals",
    "sum(f(t), t, low, high) = sum(g(t), t, low, high)",
    "equalities add",
    "f(t) = g(t)",
    numbers=RANGE,
    variables=INDEX,
    f=INDEXED,
    g=INDEXED,
)
_rule(
    "last term",
    "sum(f(t), t, low, high) = sum(f(t), t, low, high - 1) + f(high)",
    "the definition of a sum",
    numbers={"low": "integer", "high": "integer, low <= high"},
    f=INDEXED,
)
_rule("expectation grows", "E(X) <= E(Y)", "E(Y - X) is a sum of terms at least 0", "X <= Y", P=LAW, X=RANDOM, Y=RANDOM)
_rule("expectation of equals", "E(X) = E(Y)", "equal terms have equal sums", "X = Y", P=LAW, X=RANDOM, Y=RANDOM)
_rule(
    "independent sum",
    "E(exp(s*sum(X(t), t, low, high))) <= exp(sum(c(t), t, low, high))",
    "the expectation of a product of independent quantities is the product of theirs, each at least 0",
    "independent(X(t), t, low, high)",
    "E(exp(s*X(t))) <= exp(c(t))",
    numbers={**RANGE, "s": "real"},
    variables=INDEX,
    P=LAW,
    X=Named(index=INDEX, space="outcome"),
    c=INDEXED,
)
_rule(
    "Hoeffding's lemma",
    "E(exp(s*X)) <= exp(s*E(X) + s**2*(high - low)**2/8)",
    "Hoeffding 1963, (4.16); Boucheron, Lugosi and Massart 2013, Lemma 2.2",
    "low <= X",
    "X <= high",
    numbers={"s": "real", "low": "real", "high": "real"},
    P=LAW,
    X=RANDOM,
)
_rule(
    "tower",
    "E(E(X, K)) = E(X)",
    "the law of total expectation: Williams 1991, 9.7(a)",
    P=LAW,
    K=CONDITIONAL,
    X=RANDOM,
)
_rule(
    "what is constant",
    "E(f(A)) = E(f(a))",
    "E (A - a)^2 = 0 is A = a almost surely: Williams 1991, Probability with Martingales, 5.2(c)",
    "E((A - a)**2) = 0",
    numbers={"a": "real"},
    P=LAW,
    A=RANDOM,
    f=Named(index={"x": "real"}, space="outcome"),
)
