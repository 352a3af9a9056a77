"""How much lies on a function's stack before each of its instructions, in CPython 3.11."""

from __future__ import annotations

import dis
from functools import cache
from typing import TYPE_CHECKING

from .worker_liveness import ENDS

if TYPE_CHECKING:
    from types import CodeType


class Hidden(Exception):
    """What a function under way keeps cannot be read, or C code keeps something of its own."""


@cache
def beginning(code: CodeType, offset: int) -> int:
    """Return where an instruction begins that the interpreter has come into, or to the end of.

    A call begins with a preparation, which in fast forms is all there is: it counts as the call.
    """
    names = instructions(code)[0]
    begin = max(place for place in names if place <= offset)
    return min(place for place in names if place > begin) if names[begin][0] == "PRECALL" else begin


def instruction(code: CodeType, offset: int) -> tuple[str, int, int]:
    """Return the name of an instruction, its offset, and how many values lie on the stack before it."""
    names, depths = instructions(code)
    if offset not in depths:
        raise Hidden
    return names[offset][0], offset, depths[offset]


def argument(code: CodeType, offset: int) -> int:
    """Return the argument of an instruction."""
    return instructions(code)[0][offset][1]


@cache
def instructions(code: CodeType) -> tuple[dict[int, tuple[str, int]], dict[int, int]]:
    """Return the instructions of a code by their offsets, and how many values lie on the stack before each."""
    listed = list(dis.get_instructions(code))
    names = {found.offset: (found.opname, found.arg or 0) for found in listed}
    after = {found.offset: other.offset for found, other in zip(listed, listed[1:])}
    handlers = dis._parse_exception_table(code)  # type: ignore[attr-defined]  # there is no other way to it
    depths: dict[int, int] = {}
    waiting = [(0, 0), *((each.target, each.depth + each.lasti + 1) for each in handlers)]
    by_offset = {found.offset: found for found in listed}
    while waiting:
        offset, depth = waiting.pop()
        if offset in depths:
            continue
        depths[offset] = depth
        found = by_offset[offset]
        if found.opcode in dis.hasjrel or found.opcode in dis.hasjabs:
            waiting.append((found.argval, depth + effect(found, jump=True)))
        if found.opname not in ENDS and offset in after:
            waiting.append((after[offset], depth + effect(found, jump=False)))
    return names, depths


def effect(found: dis.Instruction, *, jump: bool) -> int:
    """Return how many values an instruction adds to the stack."""
    if found.opname == "PRECALL":
        return 0
    if found.opname == "CALL":
        return -1 - (found.arg or 0)
    if found.opname == "RETURN_GENERATOR":
        return 1
    return dis.stack_effect(found.opcode, found.arg if found.opcode >= dis.HAVE_ARGUMENT else None, jump=jump)
