"""Between the formulas of the kernel and those of SymPy, with which the finders compute."""

from __future__ import annotations

from typing import Any, Final

import sympy  # type: ignore[import-untyped]
from sympy.printing.str import StrPrinter  # type: ignore[import-untyped]

from dpassay.proofs_check.kernel.expressions import Call, Formula, Number, Power, Product, Sum, Variable

FUNCTIONS: Final = {"exp": sympy.exp, "log": sympy.log, "sqrt": sympy.sqrt}


def to_sympy(formula: Formula) -> Any:
    """Return a formula as an expression of SymPy, in real variables."""
    match formula:
        case Number(value):
            return sympy.Rational(value.numerator, value.denominator)
        case Variable(name):
            return sympy.Symbol(name, real=True)
        case Sum(left, right):
            return to_sympy(left) + to_sympy(right)
        case Product(left, right):
            return to_sympy(left) * to_sympy(right)
        case Power(base, exponent):
            return to_sympy(base) ** exponent
        case Call(function, argument):
            return FUNCTIONS[function](to_sympy(argument))


class _Printer(StrPrinter):  # type: ignore[misc]  # SymPy has no types
    def _print_Exp1(self, expr: Any) -> str:  # noqa: ARG002, N802  # the names are SymPy's
        return "exp(1)"

    def _print_Pow(self, expr: Any, rational: bool = False) -> str:  # noqa: ARG002, N802
        if expr.base == sympy.E:
            return f"exp({self._print(expr.exp)})"
        if expr.exp.is_Rational and expr.exp.q == 2:
            return f"sqrt({self._print(expr.base)})**({expr.exp.p})"
        return f"({self._print(expr.base)})**({self._print(expr.exp)})"


def to_text(expression: Any) -> str:
    """Return an expression as the text of a formula; what is no formula is refused when it is read."""
    return str(_Printer().doprint(expression))
