"""Powers of positive numbers as exponentials of multiples of their logarithms."""

from __future__ import annotations

from dpassay.proofs_check.models.anything import numbers
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic

theorem(
    "root as an exponential",
    numbers(x="real, 0 < x"),
    "sqrt(x) = exp(log(x)/2)",
    Step("exp of log", "exp(log(x)) = x", apply("exp of log", A="x")),
    Step("all", "sqrt(x) = exp(log(x)/2)", arithmetic(("-1/(sqrt(x) + exp(log(x)/2))", "exp of log"))),
)
theorem(
    "reciprocal as an exponential",
    numbers(x="real, 0 < x"),
    "1/x = exp(-log(x))",
    Step("all", "1/x = exp(-log(x))", arithmetic()),
)
theorem(
    "root of a product",
    numbers(x="real, 0 < x", y="real, 0 < y"),
    "sqrt(x*y) = exp(log(x)/2 + log(y)/2)",
    Step("root", "sqrt(x*y) = exp(log(x*y)/2)", apply("root as an exponential", x="x*y")),
    Step("all", "sqrt(x*y) = exp(log(x)/2 + log(y)/2)", arithmetic("root")),
)
