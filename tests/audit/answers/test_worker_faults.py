"""What the worker says of a fault is one line of bounded length."""

from hypothesis import given
from hypothesis import strategies as st

from dpassay.audit.answers import worker_faults


@given(st.text())
def test_messages_are_one_line_of_bounded_length(text: str) -> None:
    line = worker_faults.one_line(text * 50)
    assert len(line) <= worker_faults.LONGEST_MESSAGE
    assert len(line.splitlines()) <= 1


def test_an_exception_is_described_by_type_and_message() -> None:
    assert worker_faults.described(ValueError("no")) == "ValueError: no"
    assert worker_faults.described(MemoryError()) == "MemoryError"
