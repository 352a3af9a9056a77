"""Guards are found with all their parts, and a module without one of them accepts more."""

from __future__ import annotations

import ast
from textwrap import dedent

import pytest

from tools.guards import guards, without


@pytest.mark.parametrize(
    ("text", "changes"),
    [
        ("insist(a, 'x')", ["pass"]),
        ("insist(a and b, 'x')", ["pass", "insist(b, 'x')", "insist(a, 'x')"]),
        ("insist(a or b, 'x')", ["pass"]),
        ("insist(not (a or b), 'x')", ["pass", "insist(not b, 'x')", "insist(not a, 'x')"]),
        (
            "insist(0 < a < 9, 'x')",
            ["pass", "insist(a < 9, 'x')", "insist(0 < a, 'x')", "insist(0 <= a < 9, 'x')", "insist(0 < a <= 9, 'x')"],
        ),
        (
            "insist(all(a and b for c in d), 'x')",
            ["pass", "insist(all((b for c in d)), 'x')", "insist(all((a for c in d)), 'x')"],
        ),
        ("raise Rejected('x')", ["pass"]),
        ("raise ValueError('x')", []),
        ("if a or b:\n    raise Rejected('x')", ["if b:", "if a:", "pass"]),
        ("if a and b:\n    raise Rejected('x')", ["pass"]),
        ("if a and b:\n    c = d", ["if b:", "if a:"]),
        ("if a:\n    return UNKNOWN", ["pass"]),
        ("return Sign(a, False, c)", ["return Sign(True, False, c)", "return Sign(a, False, True)"]),
        ("return a if b and c else d", ["return a if c else d", "return a if b else d"]),
        ("check(a and b)", []),
    ],
)
def test_guards_and_their_parts(text: str, changes: list[str]) -> None:
    assert [guard.change for guard in guards(text, "x.py")] == changes


PREDICATE = """
def is_small(a: int) -> bool:
    if a > 5:
        return False
    return a >= 0 and a != 3
"""


def test_a_predicate_without_a_guard_says_yes_more_often() -> None:
    found = guards(PREDICATE, "x.py")
    assert {guard.function for guard in found} == {"is_small"}
    accepted = []
    for guard in found:
        names: dict[str, object] = {}
        exec(compile(without(PREDICATE, guard.number), "x.py", "exec"), names)  # the text is above
        is_small = names["is_small"]
        assert callable(is_small)
        accepted.append([a for a in (-1, 3, 4, 6) if is_small(a)])
    assert accepted == [[4, 6], [-1, 3, 4], [-1, 4], [3, 4]]


def test_what_follows_from_a_refusing_predicate_is_turned_around() -> None:
    text = dedent("""
        def holds_float(a: object) -> bool:
            return isinstance(a, float)
    """)
    assert [ast.unparse(without(text, guard.number)).splitlines()[-1].strip() for guard in guards(text, "x.py")] == [
        "return False"
    ]
