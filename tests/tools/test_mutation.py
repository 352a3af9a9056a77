"""What is changed, what is left alone, and that a module with a change is the one that is imported."""

import ast
import sys
from importlib import import_module

import pytest

import dpassay.audit
import dpassay.audit.words
from tools.ast_checks import python_files
from tools.mutation import mutants, mutated
from tools.mutation_hook import NOTE, Hook, instrumented


def changes(source: str) -> list[str]:
    return [mutant.change for mutant in mutants(source, "room/module.py")]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("x = a < b", ["x = a <= b"]),
        ("x = a <= b != c", ["x = a < b != c", "x = a <= b == c"]),
        ("x = a in b", ["x = a not in b"]),
        ("x = a + b", ["x = a - b"]),
        ("x = a ** b / c", ["x = a ** b * c", "x = a * b / c"]),
        ("x = a // b", ["x = a * b"]),
        ("x -= y", ["x += y"]),
        ("x = 3", ["x = 4"]),
        ("x = 0.0", ["x = 1.0"]),
        ("x = 0.5", ["x = 0.75"]),
        ("x = True", ["x = False"]),
        ("x = Fraction(a, 2)", ["x = Fraction(a, 3)"]),
        ("x = a and b", ["x = a or b"]),
        ("x = not a", ["x = a"]),
        ("x = -a", ["x = a"]),
        ("x = min(a, b)", ["x = max(a, b)"]),
        ("x = a.lower()", ["x = a.upper()"]),
        ("if a:\n    b", ["if not a:"]),
        ("while a < b:\n    c", ["while a <= b:", "while not a < b:"]),
        ("x = [a for a in b if a]", ["x = [a for a in b if not a]"]),
        ("def f():\n    return a", ["return None"]),
        ("def f() -> bool:\n    return a", ["return not a"]),
        ("def f() -> bool:\n    return a == b", ["return a != b"]),
        ("f(a)", ["pass"]),
        ("raise E(3)", ["pass"]),
        ("for a in b:\n    break", ["continue"]),
        ("match a:\n    case b if c:\n        d", ["case b if not c:"]),
    ],
)
def test_every_kind_of_change(source: str, expected: list[str]) -> None:
    assert changes(source) == expected


@pytest.mark.parametrize(
    "source",
    [
        '"""A text with 3 < 4."""',
        'def f():\n    """A text."""',
        "import a.b",
        "x: Literal[3]",
        "def f(a: Literal[3]) -> Literal[4]:\n    ...",
        "@cache(3)\ndef f():\n    ...",
        "class A(B[3], total=True):\n    ...",
        "__all__ = ['a' + 'b', 3]",
        "if TYPE_CHECKING:\n    x = 3",
        "explain_failures(__name__, 3)",
        "x = f'{a + 3}'",
        "x = 'a' + b",
        "x = zip(a, b, strict=True)",
        "def f():\n    return None",
        "def f():\n    return NotImplemented",
        "@overload\ndef f():\n    return 3",
    ],
)
def test_what_is_left_alone(source: str) -> None:
    assert changes(source) == []


def test_a_check_changes_in_its_condition_and_never_in_its_message() -> None:
    assert changes("require(a < 2, 'a', a + 3, g(not b), h=4)") == [
        "pass",
        "require(a <= 2, 'a', a + 3, g(not b), h=4)",
        "require(a < 3, 'a', a + 3, g(not b), h=4)",
    ]


def test_a_mutant_knows_its_place_and_two_are_never_the_same() -> None:
    source = "class A:\n    def f(self):\n        x = 1\n        x = 1\n        return g(x, 2)\n"
    found = mutants(source, "room/module.py")
    assert [(m.function, m.line, m.original, m.change) for m in found] == [
        ("A.f", 3, "x = 1", "x = 2"),
        ("A.f", 5, "return g(x, 2)", "return None"),
        ("A.f", 5, "return g(x, 2)", "return g(x, 3)"),
    ]
    assert "return g(x, 3)" in ast.unparse(mutated(source, found[-1].number))
    assert "return None" in ast.unparse(mutated(source, found[1].number))


def test_every_mutant_of_a_real_module_is_another_program() -> None:
    [file] = [file for file in python_files() if file.name == "bounds.py"]
    source = file.read_text(encoding="utf-8")
    found = mutants(source, "audit/bounds.py")
    texts = {ast.unparse(mutated(source, mutant.number)) for mutant in found}
    assert len(texts | {ast.unparse(ast.parse(source))}) == len(found) + 1 > 100
    assert len({mutant.key for mutant in found}) == len(found)


def test_notes_say_which_function_ran() -> None:
    source = 'def f():\n    """Text."""\n    return 3\nclass A:\n    def g(self):\n        return f()\n'
    ran: list[str] = []
    names: dict[str, object] = {NOTE: ran.append}
    exec(compile(instrumented(source, "m.py"), "m.py", "exec"), names)
    assert not ran
    assert eval("A().g()", names) == 3
    assert ran == ["m.py::A.g", "m.py::f"]


def test_the_changed_module_is_the_one_that_is_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    [file] = [file for file in python_files() if file.as_posix().endswith("audit/words.py")]
    monkeypatch.setattr(dpassay.audit, "words", dpassay.audit.words)  # so that all is as before afterwards
    monkeypatch.delitem(sys.modules, "dpassay.audit.words")
    hook = Hook(lambda path, _: ast.parse("CHANGED = 3 + more") if path == "audit/words.py" else None, {"more": 4})
    monkeypatch.setattr(sys, "meta_path", [hook, *sys.meta_path])
    assert import_module("dpassay.audit.words").CHANGED == 7
    assert hook.loaded == [file.relative_to(file.parent.parent).as_posix()]
    del sys.modules["dpassay.audit.words"]
