"""Small faults in a module's syntax tree, numbered, and an import hook that loads a module with one of them.

A mutant is one change: a comparison, an operator, a number, a condition, a value that is returned, a check that is
left out. Left alone are annotations, decorators, docstrings, texts of messages, `__all__`, what only a type checker
sees, and `explain_failures`: no test could tell, or none should.
"""

from __future__ import annotations

import ast
import copy
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = "dpassay."
HITS = "__hits__"

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
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
        for new in _changes(node, field, child, home):
            yield Site(node, field, position, new, inner, function, line)
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


def _changes(parent: ast.AST, field: str, node: ast.AST, home: Function | None) -> Iterator[ast.AST]:
    if isinstance(node, ast.stmt):
        yield from _statement_changes(node, home)
    elif isinstance(node, ast.expr) and not isinstance(parent, ast.Raise):
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
        case ast.Constant(value=bool() as value):
            yield ast.Constant(not value)
        case ast.Constant(value=int() as value):
            yield ast.Constant(value + 1)
        case ast.Constant(value=float() as value):
            yield ast.Constant(value * 1.5 or 1.0)
        case ast.Call(func=ast.Name(id=name)) if name in NAMES:
            yield ast.Call(ast.Name(NAMES[name], ast.Load()), node.args, node.keywords)
        case ast.Call(func=ast.Attribute(value=value, attr=name)) if name in NAMES:
            yield ast.Call(ast.Attribute(value, NAMES[name], ast.Load()), node.args, node.keywords)


def _has_an_opposite(node: ast.AST) -> bool:
    """Tell whether the change of the expression itself negates it."""
    opposites = ast.Eq | ast.NotEq | ast.In | ast.NotIn | ast.Is | ast.IsNot
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


def instrumented(source: str, path: str) -> ast.Module:
    """Return the tree with a note at the start of each function: `path::function` is added to a set when it runs."""
    tree = ast.parse(source)

    def visit(node: ast.AST, name: str) -> None:
        for child in ast.iter_child_nodes(node):
            inner = f"{name}.{child.name}".strip(".") if isinstance(child, Function | ast.ClassDef) else name
            visit(child, inner)
            if isinstance(child, Function):
                note = ast.parse(f"{HITS}({f'{path}::{inner}'!r})").body
                start = int(ast.get_docstring(child) is not None)
                child.body[start:start] = note

    visit(tree, "")
    return ast.fix_missing_locations(tree)


class Hook:
    """A finder of modules of ours that loads the tree which a function of path and text gives, where it gives one."""

    def __init__(self, change: Callable[[str, str], ast.Module | None], names: dict[str, object]) -> None:
        self.change, self.names = change, names
        self.loaded: list[str] = []

    def find_spec(
        self, name: str, path: list[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Find a module of ours; leave all others to others."""
        spec = PathFinder.find_spec(name, path, target) if name.startswith(PACKAGE) else None
        if spec is None or spec.origin is None or not spec.origin.endswith(".py"):
            return None
        file = Path(spec.origin).resolve()
        place = file.relative_to(ROOT).as_posix() if file.is_relative_to(ROOT) else ""
        tree = self.change(place, file.read_text(encoding="utf-8"))
        if tree is None:
            return None
        self.loaded.append(place)
        spec.loader = TreeLoader(name, spec.origin, tree, self.names)
        return spec

    def install(self) -> None:
        """Come before all other finders."""
        sys.meta_path.insert(0, self)


class TreeLoader(SourceFileLoader):
    """Loads a module from a tree instead of from its text."""

    def __init__(self, name: str, path: str, tree: ast.Module, names: dict[str, object]) -> None:
        super().__init__(name, path)
        self.tree, self.names = tree, names

    def get_code(self, fullname: str) -> CodeType:
        """Compile the tree."""
        code: CodeType = compile(self.tree, self.path, "exec", dont_inherit=True)
        return code

    def exec_module(self, module: ModuleType) -> None:
        """Run it, with a few more names."""
        vars(module).update(self.names)
        super().exec_module(module)
