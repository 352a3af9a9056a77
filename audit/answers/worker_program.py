"""A target that is a program: started once, asked in one line of JSON, answering in one line of JSON.

The page docs/protocol.md says what the lines are. The program has our stderr; at its end, however we end, it is killed.
"""

from __future__ import annotations

import json
import math
import os
import re
import select
import shutil
import signal
import subprocess
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .worker_answers import EXACT
from .worker_faults import Fault
from .worker_target import hashes, no_file

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np

LONGEST_LINE = 64 << 20
PIECE = 1 << 16
SHOWN = 60
LAST_WORDS = 5.0
"""Seconds for a program that has closed its output to end."""

GRACE = 1.0
"""Seconds for a program to end by itself after its last answer."""

WHOLE = re.compile(r"[+-]?[0-9]{1,40}")
HEXADECIMAL = re.compile(r"[+-]?0x([0-9a-f]+\.?[0-9a-f]*|\.[0-9a-f]+)(p[+-]?[0-9]+)?", re.IGNORECASE)
NO_NUMBER = re.compile(r"[+-]?(inf|infinity|nan)", re.IGNORECASE)
CERTAIN = 15
"""A whole number of so many digits is a double."""


class Program:
    """A program that runs, to be called as a target is.

    ``parameters``: all that are on offer. ``any_kind``: whether its answers may be of any kind that JSON has.
    """

    def __init__(self, command: Sequence[str], parameters: dict[str, Any], *, any_kind: bool = False) -> None:
        self.read = of_any_kind if any_kind else answer
        self.parameters = {name: written(value) for name, value in parameters.items()}
        self.sources = hashes([shutil.which(command[0]) or "", *command[1:]])
        self.process = started(command)
        self.requests = 0

    def __call__(self, data: Any, *, size: int, rng: np.random.Generator) -> list[Any]:
        """Return that many answers; a ``Fault`` says what the program does wrong."""
        seed = int(rng.integers(EXACT))
        request = {"data": written(data), "size": size, "seed": seed, "parameters": self.parameters}
        if self.has_more():
            self.refuse_unasked(os.read(self.output, PIECE))
        self.ask(json.dumps(request).encode() + b"\n")
        found = answers(self.line(), size, self.read)
        self.requests += 1
        return found

    @property
    def output(self) -> int:
        """The descriptor of what the program writes."""
        return self.process.stdout.fileno()  # type: ignore[union-attr]  # it is a pipe

    def has_more(self) -> bool:
        """Tell whether there is something to read, or the output has ended."""
        return bool(select.select([self.output], [], [], 0)[0])

    def refuse_unasked(self, text: bytes) -> None:
        """Raise a ``Fault`` for what the program writes between an answer and the next request."""
        if not text:
            raise self.ended()
        expected = "expected one line for each request, and other texts on stderr"
        raise Fault("output", f"the program wrote {shown(text)} unasked: {expected}")

    def ask(self, line: bytes) -> None:
        """Write a request."""
        left = memoryview(line)
        try:
            while left:
                left = left[os.write(self.process.stdin.fileno(), left) :]  # type: ignore[union-attr]
        except BrokenPipeError:
            raise self.ended() from None

    def line(self) -> bytes:
        """Return the next line; a ``Fault`` where there is none, or no end of it, or more than one."""
        pieces: list[bytes] = []
        length = 0
        while True:
            piece = os.read(self.output, PIECE)
            if not piece:
                raise self.ended(b"".join(pieces))
            pieces.append(piece)
            length += len(piece)
            if b"\n" in piece:
                line, _, rest = b"".join(pieces).partition(b"\n")
                if rest:
                    self.refuse_unasked(rest)
                return line
            if length > LONGEST_LINE:
                expected = "expected one line for each request"
                raise Fault("output", f"the program wrote {length >> 20} MiB without an end of line: {expected}")

    def ended(self, text: bytes = b"") -> Fault:
        """Return the ``Fault`` of a program that has closed its output, with the beginning of a line or without."""
        expected = "expected to answer one request after the other until its input ends"
        when = f"{f'after {shown(text)} without an end of line, ' if text else ''}after {self.requests} answered"
        try:
            code = self.process.wait(LAST_WORDS)
        except subprocess.TimeoutExpired:
            return Fault("output", f"the program closed its output {when} requests: {expected}")
        if code < 0:
            return Fault("crash", f"the program was killed by {signal_name(-code)} {when} requests")
        return Fault("exit", f"the program ended with exit code {code} {when} requests: {expected}")

    def close(self) -> None:
        """End the program's input, and give it a moment."""
        for stream in (self.process.stdin, self.process.stdout):
            stream.close()  # type: ignore[union-attr]
        try:
            self.process.wait(GRACE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


# Starting


def started(command: Sequence[str]) -> subprocess.Popen[bytes]:
    """Start the program, which is found as a shell finds it."""
    try:
        return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
    except (OSError, ValueError) as error:  # a text with a null character is a ValueError
        raise Fault("import", f"cannot start {command[0]}: {why_not(command[0], error)}") from None


def why_not(name: str, error: Exception) -> str:
    """Say why a program cannot be started, and what may be meant."""
    path = Path(name)
    if isinstance(error, FileNotFoundError) and os.sep not in name:
        hint = f" (did you mean .{os.sep}{name}?)" if path.is_file() else ""
        return f"no such program on the PATH{hint}"
    if isinstance(error, FileNotFoundError):
        return "the interpreter that its first line names is missing" if path.is_file() else no_file(path)
    if isinstance(error, PermissionError) and path.is_dir():
        return no_file(path)
    if isinstance(error, PermissionError):
        return "it is not executable (chmod +x)"
    if getattr(error, "strerror", None) == "Exec format error":
        return "it is no program: expected a binary, or a script whose first line is #! and its interpreter"
    return getattr(error, "strerror", None) or str(error)


# Data and answers


def written(value: Any) -> Any:
    """Return what a request says: what JSON cannot hold, or readers of JSON round, is a text."""
    if isinstance(value, list):
        return [written(entry) for entry in value]
    if isinstance(value, dict):
        return {name: written(entry) for name, entry in value.items()}
    if isinstance(value, Fraction) or (isinstance(value, int) and abs(value) > EXACT):
        return str(value)
    return value


def answers(line: bytes, size: int, read: Callable[[Any], Any]) -> list[Any]:
    """Return the answers in a line, each as ``read`` makes it of what JSON has."""
    expected = f"expected a JSON array of {counted(size)} on one line"
    try:
        found = json.loads(line.decode(), parse_int=double_of_whole)
    except (ValueError, RecursionError):  # also what is not UTF-8
        raise Fault("output", f"the program wrote {shown(line)}: {expected}") from None
    if not isinstance(found, list):
        raise Fault("output", f"the program wrote {shown(line)}: {expected}")
    if len(found) != size:
        raise Fault("output", f"the program wrote {counted(len(found))}, {shown(line)}: {expected}")
    return [entry if type(entry) is float else read(entry) for entry in found]


def counted(size: int) -> str:
    """Return "1 answer", "2 answers"."""
    return f"{size} {'answer' if size == 1 else 'answers'}"


def answer(entry: Any) -> Any:
    """Return one answer: a number or a row of numbers."""
    if isinstance(entry, list):
        return [number(part) for part in entry]
    return number(entry)


def of_any_kind(entry: Any) -> Any:
    """Return one answer as it is, but for the texts that are numbers, alone or in an array."""
    if isinstance(entry, list):
        return [of_any_kind(part) for part in entry]
    return read_text(entry) if isinstance(entry, str) else entry


def read_text(text: str) -> Any:
    """Return a double for a hexadecimal text, an int for a text of digits, and any other text as it is."""
    return next((read(text) for form, read in TEXTS.items() if form.fullmatch(text)), text)


def number(entry: Any) -> Any:
    """Return a double for a number or a hexadecimal text, an int for a text of digits."""
    found = read_text(entry) if isinstance(entry, str) else entry
    if isinstance(found, (int, float)) and not isinstance(found, bool):
        return found
    text = json.dumps(entry)[:SHOWN]
    raise Fault("output", f"the program answered {text}: expected a number, or an array of numbers")


def double_of_hexadecimal(text: str) -> float:
    """Return the double that a text such as "0x1.8p+1" is; an infinity where it is too large."""
    try:
        return float.fromhex(text)
    except OverflowError:
        return math.inf


TEXTS: dict[re.Pattern[str], Callable[[str], Any]] = {WHOLE: int, HEXADECIMAL: double_of_hexadecimal, NO_NUMBER: float}
"""What a text may be, and how it is read."""


def double_of_whole(text: str) -> float:
    """Return the double that a number without point and exponent is; "-0" is one, too."""
    value = float(text)
    if len(text) > CERTAIN and value != int(text):
        expected = 'expected a text such as "9007199254740993", or a double with a point or an exponent'
        raise Fault("output", f"the program answered {text[:SHOWN]}, which is no double: {expected}")
    return value


def shown(text: bytes) -> str:
    """Return the beginning of what a program wrote, in quotes."""
    decoded = text[: 4 * SHOWN].decode(errors="replace")
    return repr(decoded if len(decoded) <= SHOWN else f"{decoded[:SHOWN]}...")


def signal_name(number_of_signal: int) -> str:
    """Return "SIGSEGV" and the like."""
    try:
        return signal.Signals(number_of_signal).name
    except ValueError:
        return f"signal {number_of_signal}"
