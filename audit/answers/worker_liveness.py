"""Which variables of a function are still read after an instruction: the others may hold whatever they do.

That is the usual analysis, backward over the instructions: a variable lives before each that reads it, and before what
leads there, up to where something else is stored in it.
"""

from __future__ import annotations

import dis
from functools import cache
from types import CodeType

ENDS = ("RETURN_VALUE", "RAISE_VARARGS", "RERAISE", "JUMP_FORWARD", "JUMP_BACKWARD", "JUMP_BACKWARD_NO_INTERRUPT")
"""Instructions that do not go on to the next one."""

READING, WRITING = ("LOAD_FAST", "DELETE_FAST"), "STORE_FAST"


def successors(code: CodeType) -> dict[int, set[int]]:
    """Return of each instruction, by its offset, those that may come next, handlers of exceptions included."""
    listed = list(dis.get_instructions(code))
    following: dict[int, set[int]] = {found.offset: set() for found in listed}
    for found, behind in zip(listed, [*listed[1:], None]):
        if behind is not None and found.opname not in ENDS:
            following[found.offset].add(behind.offset)
        if found.opcode in dis.hasjrel or found.opcode in dis.hasjabs:
            following[found.offset].add(found.argval)
    for each in dis._parse_exception_table(code):  # type: ignore[attr-defined]  # there is no other way to it
        for offset, after in following.items():
            if each.start <= offset < each.end:
                after.add(each.target)
    return following


@cache
def living(code: CodeType) -> dict[int, frozenset[int]]:
    """Return of each instruction the variables, by their places, that may be read after it.

    A variable that inner functions share is none of these: it is not stored in the function itself.
    """
    following = successors(code)
    reads = {each.offset: each.arg for each in dis.get_instructions(code) if each.opname in READING}
    writes = {each.offset: each.arg for each in dis.get_instructions(code) if each.opname == WRITING}
    before: dict[int, set[int | None]] = {offset: set() for offset in following}
    changed = True
    while changed:
        changed = False
        for offset in reversed(list(following)):
            needed = set().union(*(before[after] for after in following[offset])) - {writes.get(offset)}
            needed |= {reads[offset]} if offset in reads else set()
            changed = changed or needed != before[offset]
            before[offset] = needed
    return {
        offset: frozenset(place for after in following[offset] for place in before[after] if place is not None)
        for offset in following
    }
