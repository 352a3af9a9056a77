"""Text of a target's, made plain: nothing in it controls a terminal, and nothing else is lost."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpassay.audit.answers.outcome import Failure, Origin, Samples
from dpassay.audit.answers.plain import plain_line, plain_text


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("\x1b[1;31mred\x1b[0m", "red"),
        ("\x9b31mred\x9b0m", "red"),
        ("\x1b]8;;http://example.org\x1b\\link\x1b]8;;\x1b\\", "link"),
        ("\x1b]0;title\x07text", "text"),
        ("\x1bPsecret\x1b\\text", "text"),
        ("\x1bctext", "text"),
        ("\x1b(Btext", "text"),
        ("\x1b\x1b[0m[31mred", r"\x1b[31mred"),
        ("\x1b]0;endless", r"\x1b]0;endless"),
        ("a\x00b\x08c\x7f", r"a\x00b\x08c\x7f"),
        ("user\u202egnp.exe", r"user\u202egnp.exe"),
        ("a\u2066b\u200bc\u2028d\ufeff", r"a\u2066b\u200bc\u2028d\ufeff"),
        ("\udc80", r"\udc80"),
        ("10 %\r100 %\r\nend", "10 %\n100 %\nend"),
        ("naïve ε ≥ 1\tno\u00a0break\n", "naïve ε ≥ 1\tno\u00a0break\n"),
    ],
)
def test_text_is_made_plain(text: str, plain: str) -> None:
    assert plain_text(text, 1000) == plain


@given(st.text(alphabet=st.one_of(st.characters(), st.sampled_from("\x1b\x9b\x9d[];\x07\\m0"))))
def test_nothing_is_left_that_is_not_shown(text: str) -> None:
    shown = plain_text(text, 10_000)
    assert not {unicodedata.category(c) for c in shown if c not in "\n\t"} & {"Cc", "Cf", "Cs", "Zl", "Zp"}
    assert len(plain_line(text).splitlines()) <= 1


def test_texts_are_bounded_and_keep_their_end_and_lines_their_beginning() -> None:
    assert plain_text("a" * 100 + "\x07", 10) == "aaaaaa\\x07"
    assert plain_line("first\n second " + "x" * 10_000, 20) == "first second xxx ..."
    assert len(plain_line("\x07" * 10_000)) == 300


def test_outcomes_are_plain_however_they_are_made() -> None:
    wild, plain = "\x1b[31mred\x07", r"red\x07"
    origin = Origin(wild, wild, wild, wild)
    assert (origin.distribution, origin.version, origin.python, origin.numpy) == (plain,) * 4
    failure = Failure("raised", wild, 0.0, 0, origin, wild, wild, wild)
    assert (failure.message, failure.traceback, failure.stdout, failure.stderr) == (plain,) * 4
    samples = Samples((), 0, 0.0, origin, wild, wild, form_names=(wild,))
    assert (samples.stdout, samples.stderr, *samples.form_names) == (plain,) * 3
