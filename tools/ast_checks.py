"""The rules of this repository that no linter has, checked on the syntax tree of each file.

* Exact rooms hold no float literal, and import no module that computes with floats or draws from global
  state. The exceptions: the functions of `math` that compute with integers exactly, by name (`from math import comb`),
  and `random`, for annotations alone: under `if TYPE_CHECKING:`.
* Installed rooms hold no bare `assert`: it is gone under `python -O`.
* The worker of the audits, `audit/answers/worker*.py`, imports only the standard library, numpy and itself, and parses
  as Python 3.9: it runs in environments where nothing else is installed. Its supervisor imports the standard library.
* Tests reach for public names: they import nothing private, take no private attribute but of `self`, and replace none.

`python tools/ast_checks.py` checks the repository, prints a line for each finding, and exits with 1 if there
is one.
"""

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

EXACT_ROOMS = ("analysis", "exact", "reference")
NOT_INSTALLED = ("benchmarks", "docs", "examples", "tests", "tools", "zoo")
WORKER = "audit/answers/worker*.py"
SUPERVISOR = "audit/answers/supervisor.py"
WORKER_PYTHON = (3, 9)

UNHIDDEN = frozenset({"_exit", "_file", "_is_protocol", "_replace", "_repr_html_"})
"""Names of Python's and of IPython's that are public in spite of their form, and the hook of a class for its heirs."""


FLOATING_MODULES = frozenset({"cmath", "math", "mpmath", "numpy", "random", "scipy", "statistics"})
ANNOTATION_MODULES = frozenset({"random"})
EXACT_FUNCTIONS = frozenset({"math.comb", "math.gcd", "math.isqrt", "math.lcm", "math.prod"})
SUPERVISOR_MODULES = sys.stdlib_module_names
WORKER_MODULES = SUPERVISOR_MODULES | {"numpy"}


@dataclass(frozen=True, slots=True)
class Finding:
    """One broken rule and the line that breaks it."""

    line: int
    message: str


@dataclass(frozen=True, slots=True)
class Import:
    """What one name stands for: its full name, the line, and whether only a type checker sees it."""

    line: int
    name: str
    for_annotations: bool

    @property
    def module(self) -> str:
        """The first part of the name."""
        return self.name.split(".")[0]


def check_source(source: str, path: str) -> list[Finding]:
    """Return what is wrong with the text of one file.

    Args:
        source: the text.
        path: its place relative to the root of the repository, with forward slashes; it decides which
            rules hold.
    """
    room = path.split("/", maxsplit=1)[0]
    tree = ast.parse(source)
    findings: list[Finding] = []
    if room == "tests":
        findings += private_names(tree)
    if room not in NOT_INSTALLED:
        findings += asserts(tree)
    if room in EXACT_ROOMS:
        findings += float_literals(tree)
        findings += floating_imports(tree)
    if fnmatch(path, WORKER):
        findings += new_syntax(source)
        findings += foreign_imports(tree, WORKER_MODULES, "the worker has only the standard library and numpy")
    if path == SUPERVISOR:
        findings += foreign_imports(tree, SUPERVISOR_MODULES, "the supervisor has only the standard library")
    return sorted(findings, key=lambda finding: finding.line)


def asserts(tree: ast.Module) -> Iterator[Finding]:
    """Yield the assert statements."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Assert):
            yield Finding(node.lineno, "bare assert: raise an error with a message")


def private_names(tree: ast.Module) -> Iterator[Finding]:
    """Yield the private names that are imported, taken of something, or handed over to be replaced."""
    for node in ast.walk(tree):
        for name in names_reached_for(node):
            if is_private(name):
                yield Finding(getattr(node, "lineno", 1), f"private name {name} in a test")


def names_reached_for(node: ast.AST) -> list[str]:
    """Return the names in other modules and objects that this node reaches for, without the nodes below it."""
    match node:
        case ast.ImportFrom(module=module, names=names):
            return [module or "", *(alias.name for alias in names)]
        case ast.Import(names=names):
            return [alias.name for alias in names]
        case ast.Attribute(value=ast.Name(id="self" | "cls")):
            return []
        case ast.Attribute(attr=name):
            return [name]
        case ast.Call(func=ast.Attribute(attr="setattr" | "delattr") | ast.Name(id="getattr" | "setattr" | "delattr")):
            given = (entry.value for entry in node.args[:2] if isinstance(entry, ast.Constant))
            return [name for name in given if isinstance(name, str)]
        case _:
            return []


def is_private(name: str) -> bool:
    """Tell whether a part of a dotted name is private."""
    return any(part.startswith("_") and not part.startswith("__") and part not in UNHIDDEN for part in name.split("."))


def float_literals(tree: ast.Module) -> Iterator[Finding]:
    """Yield the float and the complex literals."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, float | complex):
            yield Finding(node.lineno, f"float literal {node.value!r} in an exact room")


def floating_imports(tree: ast.Module) -> Iterator[Finding]:
    """Yield the imports from modules that compute with floats, but for what is exact or serves annotations alone."""
    for found in imports(tree):
        unseen = found.for_annotations and found.module in ANNOTATION_MODULES
        if found.module in FLOATING_MODULES and found.name not in EXACT_FUNCTIONS and not unseen:
            yield Finding(found.line, f"import of {found.name} in an exact room")


def new_syntax(source: str) -> Iterator[Finding]:
    """Yield the first piece of syntax that is younger than the worker's Python."""
    try:
        ast.parse(source, feature_version=WORKER_PYTHON)
    except SyntaxError as error:
        version = ".".join(map(str, WORKER_PYTHON))
        yield Finding(error.lineno or 1, f"the worker must run under Python {version}: {error.msg}")


def foreign_imports(tree: ast.Module, known: frozenset[str], why: str) -> Iterator[Finding]:
    """Yield the imports of what need not be there."""
    for found in imports(tree):
        if found.module not in known:
            yield Finding(found.line, f"import of {found.module}: {why}")


def imports(node: ast.AST, *, for_annotations: bool = False) -> Iterator[Import]:
    """Yield what is imported anywhere in a tree, by a statement or by a call with a literal name."""
    for name in imported_names(node):
        yield Import(getattr(node, "lineno", 1), name, for_annotations)
    unseen = node.body if isinstance(node, ast.If) and is_type_checking(node.test) else []
    for child in ast.iter_child_nodes(node):
        yield from imports(child, for_annotations=for_annotations or child in unseen)


def imported_names(node: ast.AST) -> list[str]:
    """Return the full names of what this node imports, without the nodes below it."""
    match node:
        case ast.Import(names=names):
            return [alias.name for alias in names]
        case ast.ImportFrom(module=str(module), names=names, level=0):
            return [f"{module}.{alias.name}" for alias in names]
        case ast.ImportFrom(level=1, module=str(module)) if fnmatch(f"audit/answers/{module}.py", WORKER):
            return []  # the worker's files import one another, under whatever name their package has
        case ast.ImportFrom():
            return ["dpassay"]  # a relative import stays in the package
        case ast.Call(
            func=ast.Name(id="__import__" | "import_module") | ast.Attribute(attr="import_module"),
            args=[ast.Constant(value=str(module)), *_],
        ):
            return [module]
        case _:
            return []


def is_type_checking(test: ast.expr) -> bool:
    """Tell whether a condition is `TYPE_CHECKING` or `typing.TYPE_CHECKING`."""
    match test:
        case ast.Name(id="TYPE_CHECKING") | ast.Attribute(value=ast.Name(id="typing"), attr="TYPE_CHECKING"):
            return True
        case _:
            return False


def rooms(root: Path = ROOT) -> list[str]:
    """Return the top-level folders that are installed: those with an `__init__.py`, and `src`."""
    packages = {path.parent.name for path in root.glob("*/__init__.py")}
    return sorted((packages | {"src"}) - set(NOT_INSTALLED))


def python_files(root: Path = ROOT) -> list[Path]:
    """Return the Python files of the installed rooms, each once: what stands behind a link is left out."""
    found = (path for room in rooms(root) for path in root.joinpath(room).rglob("*.py"))
    return sorted(path for path in found if path.resolve() == path)


def files_of_tests(root: Path = ROOT) -> list[Path]:
    """Return the Python files of the tests."""
    return sorted(root.joinpath("tests").rglob("*.py"))


def main() -> int:
    """Check every file of the installed rooms and the tests; return the exit code."""
    failed = False
    for file in [*python_files(), *files_of_tests()]:
        path = file.relative_to(ROOT).as_posix()
        for finding in check_source(file.read_text(encoding="utf-8"), path):
            failed = True
            print(f"{path}:{finding.line}: {finding.message}")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
