"""Which variables are still read after an instruction, by hand."""

from __future__ import annotations

import dis
from collections.abc import Callable
from typing import Any

from dpassay.audit.answers.worker_liveness import living


def straight(first: Any, second: Any, ask: Callable[[], Any]) -> Any:
    ask()
    second = first
    ask()
    return second


def looping(first: Any, second: Any, ask: Callable[[], Any]) -> Any:
    while ask():
        second = first
    return second


def handled(first: Any, second: Any, ask: Callable[[], Any]) -> Any:
    try:
        ask()
    except ValueError:
        return second
    return first


def deleting(first: Any, second: Any, ask: Callable[[], Any]) -> Any:
    ask()
    del second
    return first


def after_calls(function: Callable[..., Any]) -> list[set[str]]:
    code = function.__code__
    offsets = [found.offset for found in dis.get_instructions(code) if found.opname == "CALL"]
    return [{code.co_varnames[place] for place in living(code)[offset]} for offset in offsets]


def test_a_variable_lives_until_it_is_stored_again() -> None:
    assert after_calls(straight) == [{"first", "ask"}, {"second"}]


def test_a_loop_reads_what_it_read_before() -> None:
    assert after_calls(looping)[0] == {"first", "second", "ask"}


def test_a_handler_may_come_next() -> None:
    assert after_calls(handled) == [{"first", "second"}]


def test_what_is_deleted_is_still_needed() -> None:
    assert after_calls(deleting) == [{"first", "second"}]
