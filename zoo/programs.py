"""Auditors that are programs: a line of JSON asks, a line of JSON answers. README.md says what is in them."""

from __future__ import annotations

import json
import queue
import subprocess
import tempfile
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

import numpy as np

from zoo.auditor import Answer, Broken, Question

SHOWN: Final = 200
ENDS: Final = 5.0
"""Seconds that a program has to end when its input has ended."""


class Program:
    """A program as an auditor: it is started with the first question, and once more after it broke."""

    def __init__(
        self, command: Sequence[str], seconds: float = 120.0, environment: Mapping[str, str] | None = None
    ) -> None:
        self.command = list(command)
        self.seconds = seconds
        self.environment = environment
        self._process: subprocess.Popen[str] | None = None
        self._lines: queue.Queue[str] = queue.Queue()
        self._errors: Any = None

    def __enter__(self) -> Self:
        """Start nothing yet."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End the program."""
        self.stop()

    def __call__(self, question: Question) -> Answer:
        """Ask it.

        Raises:
            Broken: it did not answer; it is not running any more.
        """
        with tempfile.TemporaryDirectory() as folder:
            request = written(question, Path(folder))
            try:
                self._send(json.dumps(request))
                return read(self._line())
            except (Broken, OSError) as error:
                said = self._said()
                self.stop()
                raise Broken(f"{error}{f': {said}' if said else ''}") from None

    def _send(self, line: str) -> None:
        if self._process is None or self._process.poll() is not None:
            self._start()
        process = self._process
        if process is None or process.stdin is None:
            raise Broken("not started")
        process.stdin.write(f"{line}\n")
        process.stdin.flush()

    def _start(self) -> None:
        self.stop()
        self._errors = tempfile.TemporaryFile("w+", errors="replace")  # noqa: SIM115  # closed by stop()
        pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": self._errors}
        self._process = subprocess.Popen(self.command, text=True, env=self.environment, **pipes)
        self._lines = queue.Queue()
        threading.Thread(target=_pass_on, args=(self._process.stdout, self._lines), daemon=True).start()

    def _line(self) -> str:
        try:
            line = self._lines.get(timeout=self.seconds)
        except queue.Empty:
            raise Broken(f"no answer in {self.seconds:g} seconds") from None
        if not line:
            raise Broken("it ended")
        return line

    def _said(self) -> str:
        """Return the last line that it wrote on standard error."""
        if self._errors is None:
            return ""
        self._errors.seek(0)
        lines = [line.strip() for line in self._errors.read().splitlines() if line.strip()]
        return lines[-1][:SHOWN] if lines else ""

    def stop(self) -> None:
        """End it: by the end of its input, and by force where that does not do."""
        process, self._process = self._process, None
        if process is not None:
            if process.stdin is not None:
                _close(process.stdin)
            try:
                process.wait(ENDS if process.poll() is None and not self._lines.empty() else 0.5)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        errors, self._errors = self._errors, None
        if errors is not None:
            errors.close()


def _close(stream: Any) -> None:
    try:
        stream.close()
    except OSError:  # it ended before it had read all
        return


def _pass_on(stream: Any, lines: queue.Queue[str]) -> None:
    with stream:
        for line in stream:
            lines.put(line)
    lines.put("")


def written(question: Question, folder: Path) -> dict[str, Any]:
    """Write the answers into files, and return the request."""
    case, paths = question.case, []
    for name, answers in zip(("first", "second"), question.answers, strict=True):
        path = folder / f"{name}.npy"
        if case.answers == "numbers":
            np.save(path, answers)
        else:
            path = path.with_suffix(".json")
            path.write_text(json.dumps(answers), encoding="utf-8")
        paths.append(str(path))
    return {
        "case": case.name,
        "answers": case.answers,
        "samples": paths,
        "size": question.size,
        "epsilon": case.claimed,
        "delta": float(case.delta),
        "alpha": question.alpha,
        "seed": question.seed,
        "target": {"file": str(case.path), "function": case.function(question.role), "data": list(case.data)},
    }


def read(line: str) -> Answer:
    """Return the answer that a line holds.

    Raises:
        Broken: it holds none.
    """
    try:
        content = json.loads(line)
    except ValueError:
        raise Broken(f"a line that is no JSON: {line.strip()[:SHOWN]!r}") from None
    if not isinstance(content, dict) or content.get("flag", "") not in {True, False, None}:
        raise Broken(f"no flag that is true, false or null: {line.strip()[:SHOWN]!r}")
    bound = content.get("epsilon_lower")
    if not (bound is None or (isinstance(bound, int | float) and bound == bound)):  # noqa: PLR0124  # NaN
        raise Broken(f"epsilon_lower = {bound!r}: expected a number or null")
    return Answer(content["flag"], None if bound is None else float(bound), str(content.get("note", "")))
