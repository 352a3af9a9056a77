"""The guards of a module, numbered: every condition without which it would accept more.

A guard is a call of `insist`, a `raise` of `Rejected`, what a predicate (a function that returns `bool`) answers, a
branch that refuses by `return False`, `None`, `UNKNOWN` or `nan`, and every part of such a condition: of `a and b`, of
`a < b < c`, of `a or b` where it leads to a refusal, and in calls of `insist` the edge, `a = b`, of `a < b`. To take
one out is to let through what it stops; other changes are those of `tools/mutation.py`.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from types import ModuleType
from typing import Final

from tools.mutation import Function, Site, head
from tools.mutation_hook import Hook

TRUE: Final = ast.Constant(True)
REFUSALS: Final = {"False", "None", "UNKNOWN", "arb('nan')"}
VERDICTS: Final = {"Sign"}
"""Classes whose arguments say what is known."""
REFUSING: Final = {"has_closed", "holds_float"}
"""Predicates on which something is refused."""


@dataclass(frozen=True, slots=True)
class Guard:
    """One guard: the file, its number there, the function, its lines, its text and what is left without it."""

    path: str
    number: int
    function: str
    lines: range
    original: str
    change: str


def guards(source: str, path: str) -> list[Guard]:
    """Return the guards of a file's text, in the order of the text."""
    found = []
    for number, site in enumerate(sites(ast.parse(source))):
        original = head(site.statement)
        old = site.swap()
        change = ast.unparse(site.new) if old is site.statement else head(site.statement)
        site.swap(old)
        last = getattr(site.statement, "end_lineno", site.line)
        found.append(Guard(path, number, site.function, range(site.line, last + 1), original, change))
    return found


def without(source: str, number: int) -> ast.Module:
    """Return the tree without one guard."""
    tree = ast.parse(source)
    sites(tree)[number].swap()
    return ast.fix_missing_locations(tree)


def sites(tree: ast.Module) -> list[Site]:
    """Return the places of the guards, and what is put there."""
    return list(_below(tree, "", None))


def _below(node: ast.AST, function: str, home: Function | None) -> Iterator[Site]:
    """Yield the places in the statements of a node."""
    if isinstance(node, Function | ast.ClassDef):
        function = f"{function}.{node.name}".strip(".")
        home = node if isinstance(node, Function) else None
    for field in ("body", "orelse", "handlers", "finalbody", "cases"):
        block = getattr(node, field, [])
        for position, statement in enumerate(block if isinstance(block, list) else []):
            line = getattr(statement, "lineno", 1)
            for parent, name, index, new in _of_statement(node, field, position, statement, home):
                yield Site(parent, name, index, new, statement, function, line)
            yield from _below(statement, function, home)


Place = tuple[ast.AST, str, int | None, ast.AST]


def _of_statement(
    node: ast.AST, field: str, position: int, statement: ast.AST, home: Function | None
) -> Iterator[Place]:
    predicate = home is not None and home.returns is not None and ast.unparse(home.returns) == "bool"
    match statement:
        case ast.Expr(value=ast.Call(func=ast.Name(id="insist"), args=[_, *_]) as call):
            yield node, field, position, ast.Pass()
            yield from _parts(call, "args", 0, wanted=True)
            yield from _edges(call.args[0])
        case ast.Raise() if "Rejected" in ast.unparse(statement):
            yield node, field, position, ast.Pass()
        case ast.Return(value=ast.expr() as value) if ast.unparse(value) in REFUSALS:
            yield node, field, position, ast.Return(TRUE) if node is home and predicate else ast.Pass()
        case ast.Return(value=ast.expr() as value):
            if predicate and ast.unparse(value) != "True":
                yield statement, "value", None, ast.Constant(home is None or home.name not in REFUSING)
            yield from _parts(statement, "value", None, wanted=True)
        case ast.If(body=body):
            yield from _parts(statement, "test", None, wanted=not all(map(_refuses, body)))
        case ast.Assign():
            yield from _parts(statement, "value", None, wanted=True)


def _refuses(statement: ast.stmt) -> bool:
    match statement:
        case ast.Raise() | ast.Expr(value=ast.Call(func=ast.Name(id="insist"))):
            return True
        case ast.Return(value=ast.expr() as value):
            return ast.unparse(value) in REFUSALS
    return False


def _parts(parent: ast.AST, field: str, index: int | None, *, wanted: bool) -> Iterator[Place]:
    """Yield the parts of a condition that can be left out, so that it is more often what is wanted."""
    node = getattr(parent, field) if index is None else getattr(parent, field)[index]
    for new in _with_less(node, wanted=wanted):
        yield parent, field, index, new
    for place, inner in _conditions(node, wanted=wanted):
        yield from _parts(*place, wanted=inner)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in VERDICTS:
        yield from ((node, "args", k, TRUE) for k, value in enumerate(node.args) if not _is_constant(value))
        yield from ((keyword, "value", None, TRUE) for keyword in node.keywords if not _is_constant(keyword.value))


def _edges(condition: ast.expr) -> Iterator[Place]:
    """Yield a condition that lets through the edge of what it stops, too: `a <= b` for `a < b`."""
    for node in ast.walk(condition):
        for k, op in enumerate(node.ops if isinstance(node, ast.Compare) else []):
            if isinstance(op, ast.Lt | ast.Gt):
                yield node, "ops", k, ast.LtE() if isinstance(op, ast.Lt) else ast.GtE()


def _is_constant(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant)


def _with_less(node: ast.AST, *, wanted: bool) -> Iterator[ast.expr]:
    """Yield a condition without one of its parts."""
    match node:
        case ast.BoolOp(op=op, values=values) if isinstance(op, ast.And) == wanted:
            for k in range(len(values)):
                yield _joined(op, values[:k] + values[k + 1 :])
        case ast.Compare(left=left, ops=ops, comparators=others) if len(ops) > 1 and wanted:
            ends = [left, *others]
            for k in range(len(ops)):  # a < b < c without one of its halves
                before = [ast.Compare(left, ops[:k], others[:k])] if k else []
                after = [ast.Compare(ends[k + 1], ops[k + 1 :], ends[k + 2 :])] if k + 1 < len(ops) else []
                yield _joined(ast.And(), [*before, *after])


def _joined(op: ast.boolop, parts: Sequence[ast.expr]) -> ast.expr:
    return parts[0] if len(parts) == 1 else ast.BoolOp(op, list(parts))


def _conditions(node: ast.AST, *, wanted: bool) -> Iterator[tuple[tuple[ast.AST, str, int | None], bool]]:
    """Yield where in a condition others stand, and what is wanted of them."""
    match node:
        case ast.BoolOp(values=values):
            yield from (((node, "values", k), wanted) for k in range(len(values)))
        case ast.UnaryOp(op=ast.Not()):
            yield (node, "operand", None), not wanted
        case ast.IfExp():
            yield (node, "test", None), True
        case ast.Tuple(elts=elements):
            yield from (((node, "elts", k), wanted) for k in range(len(elements)))
        case ast.Call(func=ast.Name(id="bool"), args=[_]):
            yield (node, "args", 0), wanted
        case ast.Call(func=ast.Name(id="all" | "any"), args=[ast.GeneratorExp() as generator]):
            yield (generator, "elt", None), wanted


@contextmanager
def anew(package: str, change: Callable[[str, str], ast.Module | None], **names: object) -> Iterator[ModuleType]:
    """Import a package of ours once more, from the trees that a function of path and text gives, with a few more names.

    Modules outside keep the package that they have.
    """
    parent, _, name = package.rpartition(".")
    saved, hook = _taken_out(package), Hook(change, names)
    hook.install()
    try:
        yield import_module(package)
    finally:
        sys.meta_path.remove(hook)
        _taken_out(package)
        sys.modules.update(saved)
        setattr(sys.modules[parent], name, saved[package])


def _taken_out(package: str) -> dict[str, ModuleType]:
    names = [name for name in sys.modules if name == package or name.startswith(f"{package}.")]
    return {name: sys.modules.pop(name) for name in names}
