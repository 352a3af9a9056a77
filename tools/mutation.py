"""Small faults in a module's syntax tree, numbered.

A mutant is one change: a comparison, an operator, a number, a condition, a value that is returned, a check that is
left out. Left alone are annotations, decorators, docstrings, texts of messages, `__all__`, what only a type checker
sees, and `explain_failures`: no test could tell, or none should.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from dataclasses import dataclass

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,  # codespell:ignore
    ast.NotIn: ast.In,  # codespell:ignore
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.Pow: ast.Mult,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
}
NAMES = {"min": "max", "any": "all", "lower": "upper", "floor": "ceil", "prod": "sum"}
NAMES |= {new: old for old, new in NAMES.items() if old != "prod"}

Function = ast.FunctionDef | ast.AsyncFunctionDef
UNTOUCHED_FIELDS = {"annotation", "returns", "decorator_list", "bases", "targets"}
UNTOUCHED_CALLS = {"explain_failures", "explain_package", "TypeVar", "NewType"}
UNTOUCHED_KEYWORDS = {"strict", "stacklevel", "encoding"}
TABLES = {"__all__", "__slots__", "__match_args__"}


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change: the file, its number there, the function (or class, or nothing), the line, and the text on it."""

    path: str
    number: int
    function: str
    line: int
    original: str
    change: str

    @property
    def key(self) -> tuple[str, str, str, str]:
        """What stays when other lines of the file change."""
        return self.path, self.function, self.original, self.change


@dataclass(frozen=True, slots=True)
class Site:
    """A place in a tree and what could stand there."""

    parent: ast.AST
    field: str
    position: int | None
    new: ast.AST
    statement: ast.AST
    function: str
    line: int

    def swap(self, node: ast.AST | None = None) -> ast.AST:
        """Put a node there, by default the new one; return what stood there."""
        node = node or self.new
        if self.position is None:
            old: ast.AST = getattr(self.parent, self.field)
            setattr(self.parent, self.field, node)
            return old
        row = getattr(self.parent, self.field)
        old, row[self.position] = row[self.position], node
        return old


def mutants(source: str, path: str) -> list[Mutant]:
    """Return every mutant of a file's text, in the order of the text; of equal changes to equal lines, the first."""
    found: dict[tuple[str, str, str, str], Mutant] = {}
    for number, site in enumerate(sites(ast.parse(source))):
        original = head(site.statement)
        old = site.swap()
        change = "pass" if old is site.statement else head(site.statement)
        change = ast.unparse(site.new) if old is site.statement else change
        site.swap(old)
        mutant = Mutant(path, number, site.function, site.line, original, change)
        found.setdefault(mutant.key, mutant)
    return list(found.values())


def mutated(source: str, number: int) -> ast.Module:
    """Return the tree with one change."""
    tree = ast.parse(source)
    sites(tree)[number].swap()
    return ast.fix_missing_locations(tree)


def head(statement: ast.AST) -> str:
    """Return a statement's text; of a compound one, its first line."""
    shown = copy.copy(statement)
    for field in ("body", "orelse", "finalbody", "handlers", "decorator_list", "cases"):
        if isinstance(shown, ast.stmt | ast.match_case) and hasattr(shown, field):
            setattr(shown, field, [ast.Pass()] if field == "body" else [])
    return ast.unparse(shown).replace("\n    pass", "").strip()


def sites(tree: ast.Module) -> list[Site]:
    """Return every place of a tree that may change."""
    return list(_below(tree, tree, "", None))


def _below(node: ast.AST, statement: ast.AST, function: str, home: Function | None) -> Iterator[Site]:
    """Yield the places below a node, in the order of the text."""
    if isinstance(node, Function | ast.ClassDef):
        function = f"{function}.{node.name}".strip(".")
        home = node if isinstance(node, Function) else home
    for field, position, child in _children(node):
        inner = child if isinstance(child, ast.stmt | ast.match_case) else statement
        if _untouched(child):
            continue
        line = getattr(child, "lineno", getattr(inner, "lineno", 1))
        for new in _changes(field, child, home):
            yield Site(node, field, position, new, inner, function, line)
        if not isinstance(child, ast.Raise):
            yield from _below(child, inner, function, home)


def _children(node: ast.AST) -> Iterator[tuple[str, int | None, ast.AST]]:
    for field, value in ast.iter_fields(node):
        if field in UNTOUCHED_FIELDS or (isinstance(node, ast.ClassDef) and field == "keywords"):
            continue
        if isinstance(value, ast.AST):
            yield field, None, value
        elif isinstance(value, list):
            message = isinstance(node, ast.Call) and _name(node.func) == "require"
            for position, child in enumerate(value[:1] if message else value):
                if isinstance(child, ast.AST) and not (message and field == "keywords"):
                    yield field, position, child


def _untouched(node: ast.AST) -> bool:
    match node:
        case ast.Import() | ast.ImportFrom() | ast.JoinedStr() | ast.MatchClass() | ast.Global() | ast.Nonlocal():
            return True
        case ast.If(test=ast.Name(id="TYPE_CHECKING")) | ast.Expr(value=ast.Constant()):
            return True
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.Expr(value=ast.Call(func=ast.Name(id=name))):
            return name in TABLES | UNTOUCHED_CALLS
        case ast.keyword(arg=str(name)):
            return name in UNTOUCHED_KEYWORDS
        case ast.FunctionDef(decorator_list=decorators):
            return any(_name(decorator) == "overload" for decorator in decorators)
        case _:
            return False


def _changes(field: str, node: ast.AST, home: Function | None) -> Iterator[ast.AST]:
    if isinstance(node, ast.stmt):
        yield from _statement_changes(node, home)
    elif isinstance(node, ast.expr):
        yield from _expression_changes(node)
        if field in {"test", "ifs", "guard"} and not _has_an_opposite(node):
            yield ast.UnaryOp(ast.Not(), node)


def _statement_changes(node: ast.stmt, home: Function | None) -> Iterator[ast.AST]:
    match node:
        case ast.Raise() | ast.Expr(value=ast.Call()):
            yield ast.Pass()
        case ast.Break():
            yield ast.Continue()
        case ast.Continue():
            yield ast.Break()
        case ast.AugAssign(op=op) if type(op) in OPERATORS and not _is_text(node.value):
            yield ast.AugAssign(node.target, OPERATORS[type(op)](), node.value)
        case ast.Return(value=ast.expr() as value) if home and _name(home.returns) == "bool":
            if not _has_an_opposite(value):
                yield ast.Return(ast.UnaryOp(ast.Not(), value))
        case ast.Return(value=ast.expr() as value) if _name(value) != "NotImplemented" and ast.unparse(value) != "None":
            yield ast.Return(ast.Constant(None))


def _expression_changes(node: ast.expr) -> Iterator[ast.AST]:
    match node:
        case ast.Compare(ops=ops):
            for position, op in enumerate(ops):
                new = [*ops[:position], COMPARISONS[type(op)](), *ops[position + 1 :]]
                yield ast.Compare(node.left, new, node.comparators)
        case ast.BinOp(op=op) if type(op) in OPERATORS and not (_is_text(node.left) or _is_text(node.right)):
            yield ast.BinOp(node.left, OPERATORS[type(op)](), node.right)
        case ast.BoolOp(op=op):
            yield ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), node.values)
        case ast.UnaryOp(op=ast.Not() | ast.USub() | ast.Invert()):
            yield node.operand
        case ast.Constant(value=bool() | int() | float() as value):
            yield ast.Constant(_another(value))
        case ast.Call(func=ast.Name(id=name)) if name in NAMES:
            yield ast.Call(ast.Name(NAMES[name], ast.Load()), node.args, node.keywords)
        case ast.Call(func=ast.Attribute(value=value, attr=name)) if name in NAMES:
            yield ast.Call(ast.Attribute(value, NAMES[name], ast.Load()), node.args, node.keywords)


def _another(value: bool | float) -> bool | float:
    """Return another number of the same type."""
    if isinstance(value, bool):
        return not value
    return value + 1 if isinstance(value, int) else value * 1.5 or 1.0


def _has_an_opposite(node: ast.AST) -> bool:
    """Tell whether the change of the expression itself negates it."""
    opposites = ast.Eq | ast.NotEq | ast.In | ast.NotIn | ast.Is | ast.IsNot  # codespell:ignore
    match node:
        case ast.Compare(ops=[op]):
            return isinstance(op, opposites)
        case ast.UnaryOp(op=ast.Not()) | ast.Constant():
            return True
        case _:
            return False


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def _name(node: ast.AST | None) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""
