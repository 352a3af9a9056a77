"""Steps on averages over a domain 1, ..., k with weights q(x) of at least 0, and on inverses."""

from __future__ import annotations

from dpassay.proofs_check.proof.statements import Step, Written, apply, arithmetic


def mean(term: str) -> str:
    """The mean of a term of x with the weights q(x)."""
    return f"sum(q(x)*({term}), x, 1, k)"


def averaged(name: str, left: str, right: str, by: Written) -> tuple[Step, Step]:
    """left <= right is known for each x by a step, and so it holds on average.

    Args:
        name: that of the second step.
        left: a term of x.
        right: a term of x.
        by: the step that says left <= right.
    """
    f, g = f"q(x)*({left})", f"q(x)*({right})"
    weighted = f"{name}, weighted"
    return (
        Step(weighted, f"{f} <= {g}", arithmetic(("q(x)", by))),
        Step(
            name,
            f"{mean(left)} <= {mean(right)}",
            apply("sum grows", weighted, f=f"x: {f}", g=f"x: {g}", low="1", high="k"),
        ),
    )


def inverse(term: str, by: str, name: str = "inverse") -> Step:
    """One over a term is above 0; the step ``by`` says that the term is above 0."""
    return Step(name, f"0 < 1/({term})", apply("one over a positive number", y=term), (), (by,))
